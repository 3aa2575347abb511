/*
 * diagnostics.c - errors and warnings that are kept to be said later
 */
#include "system/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>

void diagnostics_free(struct diagnostics *diagnostics)
{
    arena_free(&diagnostics->arena);
    *diagnostics = (struct diagnostics){0};
}

/* NULL stays NULL. */
static const char *copy_if_any(struct diagnostics *diagnostics, const char *string)
{
    return string != NULL ? arena_text(&diagnostics->arena, string) : NULL;
}

/* Adds a copy. */
static void keep(struct diagnostics *diagnostics, const struct diagnostic *lent)
{
    struct diagnostic *const kept = arena_array_push(&diagnostics->arena, &diagnostics->items,
                                                     &diagnostics->count, &diagnostics->capacity);
    diagnostics->errors += lent->id == NULL;
    *kept = *lent;
    kept->path = copy_if_any(diagnostics, lent->path);
    kept->id = copy_if_any(diagnostics, lent->id);
    kept->text = copy_if_any(diagnostics, lent->text);
}

void diagnostics_take(struct diagnostics *diagnostics, struct diagnostics *more)
{
    for (size_t i = 0; i < more->count; i++)
        keep(diagnostics, &more->items[i]);
    diagnostics_free(more);
}

void diagnostics_drop(struct diagnostics *diagnostics,
                      bool (*is_meant)(const void *user, const struct diagnostic *warning),
                      const void *user)
{
    size_t kept = 0;
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct diagnostic one = diagnostics->items[i];
        if (one.id == NULL || *one.id == 0 || !is_meant(user, &one))
            diagnostics->items[kept++] = one;
    }
    diagnostics->count = kept;
}

void diagnostics_add_error(struct diagnostics *diagnostics, const char *path,
                           const struct error *err)
{
    keep(diagnostics, &(struct diagnostic){.path = path,
                                           .text = err->text,
                                           .line = err->line,
                                           .column = err->column,
                                           .status = err->status});
}

static void add_failure(struct diagnostics *diagnostics, const char *path, enum status status,
                        const char *format, va_list arguments)
{
    struct error err = {.status = status};
    vsnprintf(err.text, sizeof err.text, format, arguments);
    diagnostics_add_error(diagnostics, path, &err);
}

void diagnostics_fail(struct diagnostics *diagnostics, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_failure(diagnostics, path, STATUS_FAILED, format, arguments);
    va_end(arguments);
}

void diagnostics_fail_usage(struct diagnostics *diagnostics, const char *path, const char *format,
                            ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_failure(diagnostics, path, STATUS_USAGE, format, arguments);
    va_end(arguments);
}

void diagnostics_usage_unless(struct diagnostics *diagnostics, bool holds, const char *format, ...)
{
    va_list arguments;
    if (holds)
        return;
    va_start(arguments, format);
    add_failure(diagnostics, NULL, STATUS_USAGE, format, arguments);
    va_end(arguments);
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
    keep(diagnostics, &(struct diagnostic){
                          .path = path, .id = id, .text = text, .line = line, .column = column});
}

void diagnostics_say(const struct diagnostics *diagnostics, bool only_errors,
                     struct messages *messages)
{
    struct error err;
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct diagnostic *const finding = &diagnostics->items[i];
        if (only_errors && finding->id != NULL)
            continue;
        const char *const text = finding->text;
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
}
