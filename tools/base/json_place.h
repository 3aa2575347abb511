/*
 * json_place.h - where the values of a tree stand in its text; for json*.c only
 */
#ifndef JSON_PLACE_H
#define JSON_PLACE_H

#include "base/json.h"

/* Where a value stands, after json_find_places. Children of one value have theirs in a row. */
struct json_spot {
    const char *begin;   /* in the text: of its key, if it has one */
    const cJSON *parent; /* NULL: it is the root */
};

const struct json_spot *json_spot(const struct json *json, const cJSON *value);

/* Where the value itself begins, after json_find_places. */
const char *json_value_begin(const struct json *json, const cJSON *value);

/* The place of a byte of the text; quick after json_find_places. */
struct json_place json_place_at(const struct json *json, const char *at);

#endif
