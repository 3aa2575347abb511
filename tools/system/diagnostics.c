/*
 * diagnostics.c - errors and warnings that are kept to be said later
 */
#include "system/diagnostics.h"

#include "base/array.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void diagnostics_free(struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < diagnostics->count; i++) {
        free(diagnostics->items[i].path);
        free(diagnostics->items[i].id);
        free(diagnostics->items[i].text);
    }
    free(diagnostics->items);
    *diagnostics = (struct diagnostics){0};
}

/* NULL stays NULL. */
static char *copy_if_any(const char *string, bool *failed)
{
    char *const copy = string != NULL ? text_copy(string) : NULL;
    *failed = *failed || (string != NULL && copy == NULL);
    return copy;
}

/* Adds a copy. */
static void keep(struct diagnostics *diagnostics, const struct diagnostic *lent)
{
    struct diagnostic *const kept =
        array_push(&diagnostics->items, &diagnostics->count, &diagnostics->capacity);
    diagnostics->errors += lent->id == NULL;
    if (kept == NULL) {
        diagnostics->failed = true;
        return;
    }
    *kept = *lent;
    kept->path = copy_if_any(lent->path, &diagnostics->failed);
    kept->id = copy_if_any(lent->id, &diagnostics->failed);
    kept->text = copy_if_any(lent->text, &diagnostics->failed);
}

void diagnostics_take(struct diagnostics *diagnostics, struct diagnostics *more)
{
    for (size_t i = 0; i < more->count; i++)
        keep(diagnostics, &more->items[i]);
    diagnostics->failed = diagnostics->failed || more->failed;
    diagnostics_free(more);
}

void diagnostics_add_error(struct diagnostics *diagnostics, const char *path,
                           const struct error *err)
{
    keep(diagnostics, &(struct diagnostic){.path = (char *)path,
                                           .text = (char *)err->text,
                                           .line = err->line,
                                           .column = err->column,
                                           .status = err->status});
}

void diagnostics_add_no_memory(struct diagnostics *diagnostics, const char *path)
{
    struct error err;
    fail_memory(&err);
    diagnostics_add_error(diagnostics, path, &err);
}

void diagnostics_add(struct diagnostics *diagnostics, const char *path, const char *id,
                     const char *text)
{
    diagnostics_add_warning_at(diagnostics, path, 0, 0, id, text);
}

void diagnostics_add_warning(struct diagnostics *diagnostics, const char *path, const char *id,
                             const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnostics_add(diagnostics, path, id, text);
}

void diagnostics_add_warning_at(struct diagnostics *diagnostics, const char *path, size_t line,
                                size_t column, const char *id, const char *text)
{
    keep(diagnostics, &(struct diagnostic){.path = (char *)path,
                                           .id = (char *)id,
                                           .text = (char *)text,
                                           .line = line,
                                           .column = column});
}

static void say_findings(const struct diagnostics *diagnostics, bool only_errors,
                         struct messages *messages)
{
    struct error err;
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct diagnostic *const finding = &diagnostics->items[i];
        if (only_errors && finding->id != NULL)
            continue;
        const char *const text = finding->text != NULL ? finding->text : "out of memory";
        if (finding->id != NULL && *finding->id == 0) {
            say_note(messages, finding->path, "%s", text);
        } else if (finding->id != NULL) {
            say_warning_at(messages, finding->path, finding->line, finding->column, finding->id,
                           text);
        } else {
            fail_at(&err, finding->line, finding->column, "%s", text);
            err.status = finding->status;
            say_error(messages, finding->path, &err);
        }
    }
    if (diagnostics->failed) {
        fail_memory(&err);
        say_error(messages, NULL, &err);
    }
}

void diagnostics_say(const struct diagnostics *diagnostics, struct messages *messages)
{
    say_findings(diagnostics, false, messages);
}

void diagnostics_say_errors(const struct diagnostics *diagnostics, struct messages *messages)
{
    say_findings(diagnostics, true, messages);
}
