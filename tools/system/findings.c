/*
 * findings.c - errors and warnings that are kept to be said later
 */
#include "system/findings.h"

#include "base/array.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void findings_free(struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->items[i].path);
        free(findings->items[i].id);
        free(findings->items[i].text);
    }
    free(findings->items);
    *findings = (struct findings){0};
}

static char *copy_if_any(const char *string, bool *failed)
{
    char *const copy = string != NULL ? text_copy(string) : NULL;
    *failed = *failed || (string != NULL && copy == NULL);
    return copy;
}

/* Takes a finding whose strings are lent. */
static void keep(struct findings *findings, const struct finding *lent)
{
    struct finding *const grown =
        array_reserve(findings->items, findings->count + 1, &findings->capacity, sizeof *grown);
    findings->errors += lent->id == NULL;
    if (grown == NULL) {
        findings->failed = true;
        return;
    }
    findings->items = grown;
    struct finding *const kept = &findings->items[findings->count++];
    *kept = *lent;
    kept->path = copy_if_any(lent->path, &findings->failed);
    kept->id = copy_if_any(lent->id, &findings->failed);
    kept->text = copy_if_any(lent->text, &findings->failed);
}

void findings_add_error(struct findings *findings, const char *path, const struct error *err)
{
    keep(findings, &(struct finding){.path = (char *)path,
                                     .text = (char *)err->text,
                                     .line = err->line,
                                     .column = err->column,
                                     .status = err->status});
}

void findings_add(struct findings *findings, const char *path, const char *id, const char *text)
{
    findings_add_warning_at(findings, path, 0, 0, id, text);
}

void findings_add_warning(struct findings *findings, const char *path, const char *id,
                          const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    findings_add(findings, path, id, text);
}

void findings_add_warning_at(struct findings *findings, const char *path, size_t line,
                             size_t column, const char *id, const char *text)
{
    keep(findings, &(struct finding){.path = (char *)path,
                                     .id = (char *)id,
                                     .text = (char *)text,
                                     .line = line,
                                     .column = column});
}

void findings_say(const struct findings *findings, struct messages *messages)
{
    struct error err;
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *const finding = &findings->items[i];
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
    if (findings->failed) {
        fail_memory(&err);
        say_error(messages, NULL, &err);
    }
}
