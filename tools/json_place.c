/*
 * json_place.c - where every value of a tree stands
 *
 * Text and tree are walked together, so that all places cost one pass. Each value keeps the
 * index of its place in `valueint`, which nothing else here reads.
 */
#include "json.h"

#include "array.h"
#include "json_scan.h"

#include <limits.h>
#include <stdlib.h>

struct walk {
    struct scan scan;
    const char *counted; /* as far as `here` was moved */
    struct json_place here;
    struct json_place *places;
    size_t count, capacity;
};

static bool note_place(struct walk *walk, cJSON *value)
{
    struct json_place *const grown =
        array_reserve(walk->places, walk->count + 1, &walk->capacity, sizeof *grown);

    if (!grown)
        return false;
    walk->places = grown;
    if (walk->count == INT_MAX)
        return false;
    scan_advance_place(walk->counted, walk->scan.at, &walk->here.line, &walk->here.column);
    walk->counted = walk->scan.at;
    value->valueint = (int)walk->count;
    walk->places[walk->count++] = walk->here;
    return true;
}

static void skip_key(struct scan *scan)
{
    scan_value(scan);
    scan_space(scan);
    scan->at++; /* the colon */
    scan_space(scan);
}

/* The scan stands at the value, and then behind it. */
static bool visit(struct walk *walk, cJSON *value)
{
    struct scan *const scan = &walk->scan;
    cJSON *child;

    if (!note_place(walk, value))
        return false;
    if (!cJSON_IsArray(value) && !cJSON_IsObject(value))
        return scan_value(scan);
    scan->at++;
    scan_space(scan);
    cJSON_ArrayForEach(child, value)
    {
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

bool json_find_places(struct json *json, struct error *err)
{
    struct walk walk = {.here = {1, 1}};

    scan_begin(&walk.scan, json->text, json->size, err);
    walk.counted = walk.scan.at;
    walk.scan.at = json->begin;
    if (!visit(&walk, json->root)) {
        free(walk.places);
        return fail_memory(err);
    }
    json->places = walk.places;
    return true;
}

struct json_place json_place(const struct json *json, const cJSON *value)
{
    return json->places[value->valueint];
}
