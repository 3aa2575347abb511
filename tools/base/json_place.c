/*
 * json_place.c - lines and columns of JSON values, and errors that name them
 *
 * Text and tree are walked together, so that all values are found in one pass. Each keeps the
 * index of its spot in `valueint`, which nothing else here reads. Lines and columns are marked
 * every few bytes, and counted on from the mark before: a place for each value would take more.
 */
#include "base/array.h"
#include "base/json.h"
#include "base/json_scan.h"
#include "base/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place where a value begins. Children of one value have their spots in a row. */
struct json_spot {
    const char *begin;   /* in the text: of its key, if it has one */
    const cJSON *parent; /* NULL: it is the root */
};

/* ---- Values ------------------------------------------------------------------------------- */

struct walk {
    struct scan scan;
    struct json_spot *spots;
    size_t count, capacity;
};

static bool add_spot(struct walk *walk, cJSON *value, const cJSON *parent)
{
    if (walk->count == INT_MAX)
        return false;
    value->valueint = (int)walk->count;
    struct json_spot *const spot = array_push(&walk->spots, &walk->count, &walk->capacity);
    if (spot != NULL)
        spot->parent = parent;
    return spot != NULL;
}

static void skip_key(struct scan *scan)
{
    scan_value(scan);
    scan_space(scan);
    scan->at++; /* the colon */
    scan_space(scan);
}

/* Moves the scan over a value that has its spot. The elements of an array for json_next are in the
 * text, but not in the tree. */
static bool visit(struct walk *walk, const cJSON *value)
{
    struct scan *const scan = &walk->scan;
    cJSON *child;
    if (value->child == NULL)
        return scan_value(scan);
    cJSON_ArrayForEach(child, value)
    {
        if (!add_spot(walk, child, value))
            return false;
    }
    scan->at++;
    cJSON_ArrayForEach(child, value)
    {
        scan_space(scan);
        walk->spots[child->valueint].begin = scan->at;
        if (cJSON_IsObject(value))
            skip_key(scan);
        if (!visit(walk, child))
            return false;
        scan_space(scan);
        scan->at++; /* a comma, or the closing bracket */
    }
    return true;
}

static bool find_spots(struct json *json)
{
    struct walk walk = {.spots = NULL};
    scan_begin(&walk.scan, json->text, json->size, NULL);
    walk.scan.at = json->begin;
    if (!add_spot(&walk, json->root, NULL) || !visit(&walk, json->root)) {
        free(walk.spots);
        return false;
    }
    walk.spots[0].begin = json->begin;
    json->spots = walk.spots;
    return true;
}

static const struct json_spot *spot_of(const struct json *json, const cJSON *value)
{
    return &json->spots[value->valueint];
}

static const char *find_begin(const struct json *json, const cJSON *value, bool at_key)
{
    struct scan scan;
    scan_begin(&scan, json->text, json->size, NULL);
    scan.at = spot_of(json, value)->begin;
    if (value->string != NULL && !at_key)
        skip_key(&scan);
    return scan.at;
}

/* ---- Lines and columns -------------------------------------------------------------------- */

enum { MARK_BYTES = 256 };

static bool mark_places(struct json *json)
{
    struct scan scan;
    struct json_place here = {1, 1};
    scan_begin(&scan, json->text, json->size, NULL);
    json->marks = calloc((size_t)(scan.end - scan.text) / MARK_BYTES + 1, sizeof *json->marks);
    if (json->marks == NULL)
        return false;
    json->marks[0] = here;
    for (size_t i = 1; scan.end - scan.at >= MARK_BYTES; i++, scan.at += MARK_BYTES) {
        scan_advance_place(scan.at, scan.at + MARK_BYTES, &here.line, &here.column);
        json->marks[i] = here;
    }
    return true;
}

static struct json_place place_at(const struct json *json, const char *at)
{
    struct json_place place = {1, 1};
    struct scan scan;
    scan_begin(&scan, json->text, json->size, NULL);
    if (json->marks != NULL) {
        const size_t mark = (size_t)(at - scan.text) / MARK_BYTES;
        place = json->marks[mark];
        scan.text += mark * MARK_BYTES;
    }
    scan_advance_place(scan.text, at, &place.line, &place.column);
    return place;
}

bool json_find_places(struct json *json, struct error *err)
{
    return (mark_places(json) && find_spots(json)) || fail_memory(err);
}

struct json_place json_place(const struct json *json, const cJSON *value)
{
    return place_at(json, find_begin(json, value, false));
}

/* ---- Errors that name a value ------------------------------------------------------------- */

static bool is_plain_key(const char *key)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *key && key[strspn(key, plain)] == '\0';
}

static void describe_step(char *out, size_t size, const struct json *json, const cJSON *value,
                          bool first)
{
    const cJSON *const parent = spot_of(json, value)->parent;
    char quoted[100];
    if (value->string == NULL)
        snprintf(out, size, "[%d]", value->valueint - parent->child->valueint);
    else if (is_plain_key(value->string))
        snprintf(out, size, "%s%s", first ? "" : ".",
                 text_quote(quoted, sizeof quoted, value->string));
    else
        snprintf(out, size, "[\"%s\"]", text_quote(quoted, sizeof quoted, value->string));
}

/* "sprites[3].mask.rows[2]: "; nothing for the root. A path too long to print is cut. */
static void describe_path(char *out, size_t size, const struct json *json, const cJSON *value)
{
    const cJSON *steps[JSON_DEPTH_MAX]; /* from the value up */
    size_t length = 0, used = 0;
    out[0] = '\0';
    for (; value != json->root; value = spot_of(json, value)->parent)
        steps[length++] = value;
    /* An element that json_next has read. */
    if (json->array_key != NULL && json->next == NULL)
        used = (size_t)snprintf(out, size, "%s[%zu]", json->array_key, json->index);
    while (length > 0) {
        char step[120];
        describe_step(step, sizeof step, json, steps[--length], used == 0);
        if (strlen(step) + sizeof "...: " > size - used) {
            used += (size_t)snprintf(out + used, size - used, "...");
            break;
        }
        used += (size_t)snprintf(out + used, size - used, "%s", step);
    }
    if (used > 0)
        snprintf(out + used, size - used, ": ");
}

static bool fail_in(const struct json *json, const cJSON *value, bool at_key, struct error *err,
                    const char *format, va_list arguments)
{
    char path[256], message[sizeof err->text];
    struct json found = *json;
    if (json->spots == NULL && !find_spots(&found))
        return fail_memory(err);
    const struct json_place place = place_at(&found, find_begin(&found, value, at_key));
    describe_path(path, sizeof path, &found, value);
    vsnprintf(message, sizeof message, format, arguments);
    if (json->spots == NULL)
        free(found.spots);
    return fail_at(err, place.line, place.column, "%s%s", path, message);
}

bool json_fail(const struct json *json, const cJSON *value, struct error *err, const char *format,
               ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_in(json, value, false, err, format, arguments);
    va_end(arguments);
    return false;
}

bool json_fail_key(const struct json *json, const cJSON *member, struct error *err,
                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_in(json, member, true, err, format, arguments);
    va_end(arguments);
    return false;
}
