/*
 * findings.h - errors and warnings that are kept to be said later
 *
 * What is wrong with one input is found on any thread, or was found by an earlier run; it is
 * said when its turn comes, in the order of the inputs.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "base/error.h"
#include "system/message.h"

struct finding {
    char *path;
    char *id; /* of a warning, or FINDING_NOTE; NULL: an error */
    char *text;
    size_t line, column; /* from 1; 0 where there is none */
    enum status status;  /* of an error */
};

/* In place of an id: it is no warning, and said with --verbose alone. */
#define FINDING_NOTE ""

/* A zeroed one is empty. */
struct findings {
    struct finding *items;
    size_t count, capacity;
    size_t errors;
    bool failed; /* something could not be kept, for want of memory */
};

void findings_free(struct findings *findings);

void findings_add_error(struct findings *findings, const char *path, const struct error *err);
/* `id` is a warning's, or FINDING_NOTE. */
void findings_add(struct findings *findings, const char *path, const char *id, const char *text);
void findings_add_warning(struct findings *findings, const char *path, const char *id,
                          const char *format, ...) PRINTF_LIKE(4, 5);
void findings_add_warning_at(struct findings *findings, const char *path, size_t line,
                             size_t column, const char *id, const char *text);

/* Says all of them, in order. */
void findings_say(const struct findings *findings, struct messages *messages);

#endif
