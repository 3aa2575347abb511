/*
 * json_fail.c - errors that name the path and the place of a value
 *
 * A tree knows no positions: the path to the value is searched in the tree, and the text is
 * walked along it. Both are known if places were looked for before.
 */
#include "base/json_place.h"
#include "base/json_scan.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
