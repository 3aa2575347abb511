/*
 * json_place.c - where every value of a tree stands
 *
 * Text and tree are walked together, so that all values are found in one pass. Each keeps the
 * index of its spot in `valueint`, which nothing else here reads. Lines and columns are marked
 * every few bytes, and counted on from the mark before: a place for each value would take more.
 */
#include "base/json_place.h"

#include "base/array.h"
#include "base/json_scan.h"

#include <limits.h>
#include <stdlib.h>

enum { MARK_BYTES = 256 };

/* ---- Values ------------------------------------------------------------------------------- */

struct walk {
    struct scan scan;
    struct json_spot *spots;
    size_t count, capacity;
};

static bool add_spot(struct walk *walk, cJSON *value, const cJSON *parent)
{
    struct json_spot *const grown =
        array_reserve(walk->spots, walk->count + 1, &walk->capacity, sizeof *grown);

    if (!grown)
        return false;
    walk->spots = grown;
    if (walk->count == INT_MAX)
        return false;
    value->valueint = (int)walk->count;
    walk->spots[walk->count++] = (struct json_spot){NULL, parent};
    return true;
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
