/*
 * json_place.c - lines and columns of JSON values, and errors that name them
 *
 * Text and tree are walked together, so that all values are found in one pass. Each keeps the
 * index of its spot in `valueint`, which nothing else here reads. Lines and columns are marked
 * every few bytes, and counted on from the mark before: a place for each value would take more.
 */
#include "base/json_place.h"

#include "base/array.h"
#include "base/json_scan.h"
#include "base/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The places of all values ---------------------------------------------------------------- */

enum { MARK_BYTES = 256 };

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

static bool add_spots_of_children(struct walk *walk, const cJSON *parent)
{
    cJSON *child;

    cJSON_ArrayForEach(child, parent)
    {
        if (!add_spot(walk, child, parent))
            return false;
    }
    return true;
}

static void skip_key(struct scan *scan)
{
    scan_value(scan);
    scan_space(scan);
    scan->at++; /* the colon */
    scan_space(scan);
}

/* The scan stands at the value, which has its spot, and then behind it. */
static bool visit(struct walk *walk, const cJSON *value)
{
    struct scan *const scan = &walk->scan;
    const cJSON *child;

    if (!cJSON_IsArray(value) && !cJSON_IsObject(value))
        return scan_value(scan);
    if (!add_spots_of_children(walk, value))
        return false;
    scan->at++;
    scan_space(scan);
    cJSON_ArrayForEach(child, value)
    {
        walk->spots[child->valueint].begin = scan->at;
        if (cJSON_IsObject(value))
            skip_key(scan);
        if (!visit(walk, child))
            return false;
        scan_space(scan);
        scan->at++; /* a comma, or the closing bracket */
        if (child->next)
            scan_space(scan);
    }
    scan->at += value->child == NULL;
    return true;
}

static bool find_spots(struct json *json, struct error *err)
{
    struct walk walk = {.spots = NULL};

    scan_begin(&walk.scan, json->text, json->size, err);
    walk.scan.at = json->begin;
    if (!add_spot(&walk, json->root, NULL) || !visit(&walk, json->root)) {
        free(walk.spots);
        return false;
    }
    walk.spots[0].begin = json->begin;
    json->spots = walk.spots;
    return true;
}

const struct json_spot *json_spot(const struct json *json, const cJSON *value)
{
    return &json->spots[value->valueint];
}

const char *json_value_begin(const struct json *json, const cJSON *value)
{
    struct scan scan;

    scan_begin(&scan, json->text, json->size, NULL);
    scan.at = json_spot(json, value)->begin;
    if (value->string)
        skip_key(&scan);
    return scan.at;
}

/* ---- Lines and columns -------------------------------------------------------------------- */

static bool mark_places(struct json *json)
{
    struct scan scan;
    struct json_place here = {1, 1};

    scan_begin(&scan, json->text, json->size, NULL);
    json->marks = calloc((size_t)(scan.end - scan.text) / MARK_BYTES + 1, sizeof *json->marks);
    if (!json->marks)
        return false;
    json->marks[0] = here;
    for (size_t i = 1; scan.end - scan.at >= MARK_BYTES; i++, scan.at += MARK_BYTES) {
        scan_advance_place(scan.at, scan.at + MARK_BYTES, &here.line, &here.column);
        json->marks[i] = here;
    }
    return true;
}

struct json_place json_place_at(const struct json *json, const char *at)
{
    struct json_place place = {1, 1};
    struct scan scan;

    scan_begin(&scan, json->text, json->size, NULL);
    if (json->marks) {
        const size_t mark = (size_t)(at - scan.text) / MARK_BYTES;

        place = json->marks[mark];
        scan.text += mark * MARK_BYTES;
    }
    scan_advance_place(scan.text, at, &place.line, &place.column);
    return place;
}

bool json_find_places(struct json *json, struct error *err)
{
    return (mark_places(json) && find_spots(json, err)) || fail_memory(err);
}

struct json_place json_place(const struct json *json, const cJSON *value)
{
    return json_place_at(json, json_value_begin(json, value));
}

/* ---- Errors that name a value ---------------------------------------------------------------- */

/* The way from the root to a value: the value itself last. */
struct trail {
    struct {
        const cJSON *value;
        size_t index; /* among the parent's children */
    } steps[JSON_DEPTH_MAX];
    size_t length;
};

static bool find_trail(const cJSON *from, const cJSON *wanted, struct trail *trail)
{
    const cJSON *child;
    size_t index = 0;

    if (from == wanted)
        return true;
    if (!from->child)
        return false;
    trail->length++;
    cJSON_ArrayForEach(child, from)
    {
        trail->steps[trail->length - 1].value = child;
        trail->steps[trail->length - 1].index = index++;
        if (find_trail(child, wanted, trail))
            return true;
    }
    trail->length--;
    return false;
}

/* The same from the value up, when its spot is known. */
static void climb_trail(const struct json *json, const cJSON *value, struct trail *trail)
{
    for (const cJSON *at = value; at != json->root; at = json_spot(json, at)->parent)
        trail->length++;
    for (size_t i = trail->length; i-- > 0;) {
        const cJSON *const parent = json_spot(json, value)->parent;

        trail->steps[i].value = value;
        trail->steps[i].index = (size_t)(value->valueint - parent->child->valueint);
        value = parent;
    }
}

/* Walks the text to the value, or to its key. */
static const char *follow_trail(const struct json *json, const struct trail *trail, bool at_key)
{
    struct scan scan;

    scan_begin(&scan, json->text, json->size, NULL);
    scan.at = json->begin;
    for (size_t i = 0; i < trail->length; i++) {
        const char *const key = scan_descend(&scan, trail->steps[i].index);

        if (at_key && i + 1 == trail->length)
            scan.at = key;
    }
    return scan.at;
}

static const char *find_begin(const struct json *json, const cJSON *value, bool at_key,
                              struct trail *trail)
{
    if (!json->spots) {
        find_trail(json->root, value, trail);
        return follow_trail(json, trail, at_key);
    }
    climb_trail(json, value, trail);
    return at_key ? json_spot(json, value)->begin : json_value_begin(json, value);
}

/* Is this tree one element of an array that is read apart? */
static bool is_element(const struct json *json)
{
    return json->array_key && !json->next;
}

static bool is_plain_key(const char *key)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

    return *key && key[strspn(key, plain)] == '\0';
}

static void describe_step(char *out, size_t size, const cJSON *value, size_t index, bool first)
{
    char quoted[100];

    if (!value->string)
        snprintf(out, size, "[%zu]", index);
    else if (is_plain_key(value->string))
        snprintf(out, size, "%s%s", first ? "" : ".",
                 text_quote(quoted, sizeof quoted, value->string));
    else
        snprintf(out, size, "[\"%s\"]", text_quote(quoted, sizeof quoted, value->string));
}

/* "sprites[3].mask.rows[2]: "; nothing for the root. A path too long to print is cut. */
static void describe_trail(char *out, size_t size, const struct json *json,
                           const struct trail *trail)
{
    size_t used = 0;

    out[0] = '\0';
    if (is_element(json))
        used = (size_t)snprintf(out, size, "%s[%zu]", json->array_key, json->index);
    for (size_t i = 0; i < trail->length; i++) {
        char step[120];

        describe_step(step, sizeof step, trail->steps[i].value, trail->steps[i].index, used == 0);
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
    struct trail trail = {.length = 0};
    const struct json_place place = json_place_at(json, find_begin(json, value, at_key, &trail));

    describe_trail(path, sizeof path, json, &trail);
    vsnprintf(message, sizeof message, format, arguments);
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
