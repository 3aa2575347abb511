/*
 * json.c - cJSON trees of texts that were scanned before
 *
 * cJSON gets only texts that passed, so it can fail only without memory. A scan does not find keys
 * that an object has twice: they are looked for in the tree.
 */
#include "base/json.h"

#include "base/json_scan.h"
#include "base/platform/threads.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* cJSON notes the last error in a global variable, which several threads would write at once. */
static cJSON *parse_tree(const char *text, size_t size)
{
    static struct lock one_at_a_time = LOCK_INIT;
    lock_take(&one_at_a_time);
    cJSON *const root = cJSON_ParseWithLength(text, size);
    lock_release(&one_at_a_time);
    return root;
}

static int compare_places(const void *a, const void *b)
{
    const struct json_member *const left = a, *const right = b;
    return (left->index > right->index) - (left->index < right->index);
}

static int compare_keys(const void *a, const void *b)
{
    const struct json_member *const left = a, *const right = b;
    const int order = strcmp(left->value->string, right->value->string);
    return order != 0 ? order : compare_places(a, b);
}

/* Sorted, equal keys are neighbours: an object may have very many. */
struct json_member *json_find_doubles(const cJSON *object, size_t *count)
{
    const size_t size = (size_t)cJSON_GetArraySize(object);
    struct json_member *const members = calloc(size > 0 ? size : 1, sizeof *members);
    const cJSON *value;
    size_t used = 0;
    *count = 0;
    if (members == NULL)
        return NULL;
    cJSON_ArrayForEach(value, object)
    {
        members[used] = (struct json_member){value, used};
        used++;
    }
    qsort(members, size, sizeof *members, compare_keys);
    for (size_t i = 1; i < size; i++)
        if (strcmp(members[i - 1].value->string, members[i].value->string) == 0)
            members[(*count)++] = members[i];
    qsort(members, *count, sizeof *members, compare_places);
    return members;
}

static bool check_keys(const struct json *json, const cJSON *object, struct error *err)
{
    size_t count;
    struct json_member *const doubles = json_find_doubles(object, &count);
    if (doubles == NULL)
        return fail_memory(err);
    const bool ok =
        count == 0 || json_fail_key(json, doubles[0].value, err, "the key is given twice");
    free(doubles);
    return ok;
}

static bool check_all_keys(const struct json *json, const cJSON *value, struct error *err)
{
    const cJSON *child;
    if (cJSON_IsObject(value) && !check_keys(json, value, err))
        return false;
    cJSON_ArrayForEach(child, value)
    {
        if (!check_all_keys(json, child, err))
            return false;
    }
    return true;
}

/* Takes the tree of a text that was scanned; NULL: there was no memory for it. */
static bool take_tree(struct json *json, cJSON *root, struct error *err)
{
    if (root == NULL)
        return fail_memory(err);
    json->root = root;
    if (check_all_keys(json, root, err))
        return true;
    json_free(json);
    return false;
}

/* Scans all of the text and leaves `scan` at the root's value. */
static bool begin_parse(struct json *json, struct scan *scan, const char *text, size_t size,
                        struct error *err)
{
    *json = (struct json){.text = text, .size = size};
    scan_begin(scan, text, size, err);
    if (!scan_text(scan))
        return false;
    scan->at = scan->text;
    scan_space(scan);
    json->begin = scan->at;
    return true;
}

static cJSON *parse_rest(const struct scan *scan)
{
    return parse_tree(scan->at, (size_t)(scan->end - scan->at));
}

bool json_parse(struct json *json, const char *text, size_t size, struct error *err)
{
    struct scan scan;
    return begin_parse(json, &scan, text, size, err) && take_tree(json, parse_rest(&scan), err);
}

bool json_parse_doubles(struct json *json, const char *text, size_t size, struct error *err)
{
    struct scan scan;
    if (!begin_parse(json, &scan, text, size, err))
        return false;
    json->root = parse_rest(&scan);
    return json->root != NULL || fail_memory(err);
}

void json_free(struct json *json)
{
    cJSON_Delete(json->root);
    free(json->spots);
    free(json->marks);
    *json = (struct json){0};
}

bool json_member_text(const struct json *json, const char *key, char **out, struct error *err)
{
    struct text text = {0};
    struct scan scan;
    scan_begin(&scan, json->text, json->size, err);
    scan.at = json->begin;
    if (scan_find_member(&scan, key))
        scan_minify(&scan, &text);
    if (text.failed) {
        text_free(&text);
        return fail_memory(err);
    }
    *out = text.bytes;
    return true;
}

/* ---- An array read one element at a time ------------------------------------------------ */

bool json_parse_around(struct json *json, const char *text, size_t size, const char *key,
                       struct error *err)
{
    struct scan scan, array;
    if (!begin_parse(json, &scan, text, size, err))
        return false;
    array = scan;
    if (!scan_find_member(&array, key) || !scan_is_at(&array, '['))
        return take_tree(json, parse_rest(&scan), err);
    json->array_key = key;
    json->next = array.at + 1;
    /* The tree is made of the text without the elements. */
    struct text outside = {0};
    text_add(&outside, scan.at, (size_t)(json->next - scan.at));
    scan_value(&array);
    text_add(&outside, array.at - 1, (size_t)(scan.end - array.at + 1));
    cJSON *const root = outside.failed ? NULL : parse_tree(outside.bytes, outside.length);
    text_free(&outside);
    return take_tree(json, root, err);
}

bool json_next(struct json *json, struct json *element, struct error *err)
{
    struct scan scan;
    *element = (struct json){.text = json->text, .size = json->size};
    scan_begin(&scan, json->text, json->size, err);
    if (json->next == NULL)
        return true;
    scan.at = json->next;
    scan_space(&scan);
    if (scan_is_at(&scan, ']'))
        return true;
    element->begin = scan.at;
    element->array_key = json->array_key;
    element->index = json->index++;
    scan_value(&scan);
    const char *const end = scan.at;
    scan_space(&scan);
    if (scan_is_at(&scan, ','))
        scan.at++;
    json->next = scan.at;
    return take_tree(element, parse_tree(element->begin, (size_t)(end - element->begin)), err);
}
