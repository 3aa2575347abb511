/*
 * diagnostics.h - errors, warnings and notes that are kept, to be printed later by a command
 *
 * Below the commands nothing is printed. An error of one input is found on any thread, or was found
 * by an earlier run; it is printed when its turn comes, in the order of the inputs.
 */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include "base/error.h"
#include "base/memory.h"
#include "system/message.h"

struct diagnostic {
    const char *path;
    const char *id; /* of a warning, or DIAGNOSTIC_NOTE; NULL: an error */
    const char *text;
    size_t line, column; /* from 1; 0 where there is none */
    enum status status;  /* of an error */
};

/* The id of a note, which is not a warning, and is shown with --verbose alone. */
#define DIAGNOSTIC_NOTE ""

/* A zeroed one is empty. */
struct diagnostics {
    struct diagnostic *items;
    size_t count, capacity;
    size_t errors;
    struct arena arena; /* for all of them */
};

void diagnostics_free(struct diagnostics *diagnostics);

void diagnostics_add_error(struct diagnostics *diagnostics, const char *path,
                           const struct error *err);
/* Add an error with that text; the second one is of wrong usage. `path` may be NULL: it is about
 * the run itself. */
void diagnostics_fail(struct diagnostics *diagnostics, const char *path, const char *format, ...)
    PRINTF_LIKE(3, 4);
void diagnostics_fail_usage(struct diagnostics *diagnostics, const char *path, const char *format,
                            ...) PRINTF_LIKE(3, 4);
/* Adds an error of wrong usage about the run itself, unless the condition holds. */
void diagnostics_usage_unless(struct diagnostics *diagnostics, bool holds, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* `id` is a warning's, or DIAGNOSTIC_NOTE. */
void diagnostics_add(struct diagnostics *diagnostics, const char *path, const char *id,
                     const char *text);
void diagnostics_add_warning(struct diagnostics *diagnostics, const char *path, const char *id,
                             const char *format, ...) PRINTF_LIKE(4, 5);
void diagnostics_add_warning_at(struct diagnostics *diagnostics, const char *path, size_t line,
                                size_t column, const char *id, const char *text);

/* Takes out the warnings for which `is_meant` is true. */
void diagnostics_drop(struct diagnostics *diagnostics,
                      bool (*is_meant)(const void *user, const struct diagnostic *warning),
                      const void *user);

/* Moves the diagnostics of `more` behind the others. */
void diagnostics_take(struct diagnostics *diagnostics, struct diagnostics *more);

/* Says all of them, or the errors alone, in order. */
void diagnostics_say(const struct diagnostics *diagnostics, bool only_errors,
                     struct messages *messages);

#endif
