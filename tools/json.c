/*
 * json.c - cJSON trees of texts that were scanned before
 *
 * cJSON gets only texts that passed; what it then refuses can only be for want of memory.
 * What a scan cannot know is checked in the tree: that no key stands twice.
 */
#include "json.h"

#include "json_scan.h"
#include "text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* cJSON notes the last error in a global, which several threads would write at once. */
static cJSON *parse_tree(const char *text, size_t size)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    cJSON *root;

    pthread_mutex_lock(&one_at_a_time);
    root = cJSON_ParseWithLength(text, size);
    pthread_mutex_unlock(&one_at_a_time);
    return root;
}

struct entry {
    const cJSON *member;
    size_t index;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *const left = a, *const right = b;
    const int order = strcmp(left->member->string, right->member->string);

    return order ? order : (left->index > right->index) - (left->index < right->index);
}

/* Sorted, equal keys are neighbours: an object may have very many. */
bool json_check_keys(const struct json *json, const cJSON *object, struct error *err)
{
    const size_t count = (size_t)cJSON_GetArraySize(object);
    struct entry *const entries = calloc(count ? count : 1, sizeof *entries);
    const cJSON *member;
    size_t used = 0;
    bool ok = true;

    if (!entries)
        return fail_memory(err);
    cJSON_ArrayForEach(member, object)
    {
        entries[used] = (struct entry){member, used};
        used++;
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 1; i < count && ok; i++)
        if (strcmp(entries[i - 1].member->string, entries[i].member->string) == 0)
            ok = json_fail_key(json, entries[i].member, err, "the key stands twice");
    free(entries);
    return ok;
}

static bool check_all_keys(const struct json *json, const cJSON *value, struct error *err)
{
    const cJSON *child;

    if (cJSON_IsObject(value) && !json_check_keys(json, value, err))
        return false;
    cJSON_ArrayForEach(child, value)
    {
        if (!check_all_keys(json, child, err))
            return false;
    }
    return true;
}

/* Takes what cJSON made of a text that was scanned: nothing but memory can be wrong. */
static bool take_tree(struct json *json, cJSON *root, struct error *err)
{
    if (!root)
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
    return json->root || fail_memory(err);
}

void json_free(struct json *json)
{
    cJSON_Delete(json->root);
    free(json->places);
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

/* ---- An array read apart ---------------------------------------------------------------- */

/* Parses the text from `scan` on without what lies between the brackets `open` and `close`. */
static cJSON *parse_without(const struct scan *scan, const char *open, const char *close)
{
    struct text outside = {0};
    cJSON *root = NULL;

    text_add(&outside, scan->at, (size_t)(open + 1 - scan->at));
    text_add(&outside, close, (size_t)(scan->end - close));
    if (!outside.failed)
        root = parse_tree(outside.bytes, outside.length);
    text_free(&outside);
    return root;
}

bool json_parse_around(struct json *json, const char *text, size_t size, const char *key,
                       struct error *err)
{
    struct scan scan, array;
    const char *open;

    if (!begin_parse(json, &scan, text, size, err))
        return false;
    array = scan;
    if (!scan_find_member(&array, key) || !scan_is_at(&array, '['))
        return take_tree(json, parse_rest(&scan), err);
    open = array.at;
    scan_value(&array);
    json->array_key = key;
    json->next = open + 1;
    return take_tree(json, parse_without(&scan, open, array.at - 1), err);
}

bool json_next(struct json *json, struct json *element, struct error *err)
{
    struct scan scan;
    const char *end;

    *element = (struct json){.text = json->text, .size = json->size};
    scan_begin(&scan, json->text, json->size, err);
    if (!json->next)
        return true;
    scan.at = json->next;
    scan_space(&scan);
    if (scan_is_at(&scan, ']'))
        return true;
    element->begin = scan.at;
    element->array_key = json->array_key;
    element->index = json->index++;
    scan_value(&scan);
    end = scan.at;
    scan_space(&scan);
    if (scan_is_at(&scan, ','))
        scan.at++;
    json->next = scan.at;
    return take_tree(element, parse_tree(element->begin, (size_t)(end - element->begin)), err);
}
