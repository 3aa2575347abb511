/*
 * json.c - cJSON trees of texts that were scanned before; places in them; strings for writers
 *
 * cJSON gets only texts that passed, so it fails only without memory. A scan does not find keys
 * that an object has twice: they are looked for in the tree.
 */
#include "base/json.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/platform/process.h"
#include "utf8.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Parsed ------------------------------------------------------------------------------- */

/* cJSON notes the last error in a global variable, which several threads would write at once. */
static cJSON *parse_tree(const char *text, size_t size)
{
    static struct lock one_at_a_time = LOCK_INIT;
    lock_take(&one_at_a_time);
    cJSON *const root = cJSON_ParseWithLength(text, size);
    lock_release(&one_at_a_time);
    if (root == NULL)
        memory_run_out();
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
    struct json_member *const members = memory_new(size, sizeof *members);
    const cJSON *value;
    size_t used = 0;
    *count = 0;
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

static bool check_all_keys(const struct json *json, const cJSON *value, struct error *err)
{
    const cJSON *child;
    if (cJSON_IsObject(value)) {
        size_t count;
        struct json_member *const doubles = json_find_doubles(value, &count);
        const cJSON *const twice = count > 0 ? doubles[0].value : NULL;
        free(doubles);
        if (twice != NULL)
            return json_fail_key(json, twice, err, "the key is given twice");
    }
    cJSON_ArrayForEach(child, value)
    {
        if (!check_all_keys(json, child, err))
            return false;
    }
    return true;
}

static bool take_tree(struct json *json, cJSON *root, struct error *err)
{
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

bool json_parse_doubles(struct json *json, const char *text, size_t size, struct error *err)
{
    struct scan scan;
    if (!begin_parse(json, &scan, text, size, err))
        return false;
    json->root = parse_tree(scan.at, (size_t)(scan.end - scan.at));
    return true;
}

bool json_parse(struct json *json, const char *text, size_t size, struct error *err)
{
    return json_parse_doubles(json, text, size, err) && take_tree(json, json->root, err);
}

void json_free(struct json *json)
{
    cJSON_Delete(json->root);
    free(json->spots);
    *json = (struct json){0};
}

char *json_member_text(const struct json *json, const char *key)
{
    struct text text = {0};
    struct error ignored;
    struct scan scan;
    scan_begin(&scan, json->text, json->size, &ignored);
    scan.at = json->begin;
    if (scan_find_member(&scan, key))
        scan_minify(&scan, &text);
    return text.bytes;
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
        return take_tree(json, parse_tree(scan.at, (size_t)(scan.end - scan.at)), err);
    json->array_key = key;
    json->next = array.at + 1;
    /* The tree is made of the text without the elements. */
    struct text outside = {0};
    text_add(&outside, scan.at, (size_t)(json->next - scan.at));
    scan_value(&array);
    text_add(&outside, array.at - 1, (size_t)(scan.end - array.at + 1));
    cJSON *const root = parse_tree(outside.bytes, outside.length);
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

/* ---- Places of values ---------------------------------------------------------------------
 *
 * Text and tree are walked together, so that all values are found in one pass. Each keeps the
 * index of its spot in `valueint`, which nothing else here reads. */

/* The place where a value begins. Children of one value have their spots in a row. */
struct json_spot {
    const char *begin;   /* in the text: of its key, if it has one */
    const cJSON *parent; /* NULL: it is the root */
    uint32_t line, column;
};

struct walk {
    struct scan scan;
    struct json_spot *spots;
    size_t count, capacity;
    const char *passed; /* the last begin of a value, and its place */
    struct json_place place;
};

static void add_spot(struct walk *walk, cJSON *value, const cJSON *parent)
{
    if (walk->count == INT_MAX)
        memory_run_out();
    value->valueint = (int)walk->count;
    struct json_spot *const spot = array_push(&walk->spots, &walk->count, &walk->capacity);
    spot->parent = parent;
}

/* Notes that the value begins here. */
static void begin_spot(struct walk *walk, const cJSON *value)
{
    struct json_spot *const spot = &walk->spots[value->valueint];
    scan_advance_place(walk->passed, walk->scan.at, &walk->place.line, &walk->place.column);
    walk->passed = spot->begin = walk->scan.at;
    spot->line = (uint32_t)walk->place.line;
    spot->column = (uint32_t)walk->place.column;
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
static void visit(struct walk *walk, const cJSON *value)
{
    struct scan *const scan = &walk->scan;
    cJSON *child;
    if (value->child == NULL) {
        scan_value(scan);
        return;
    }
    cJSON_ArrayForEach(child, value)
    {
        add_spot(walk, child, value);
    }
    scan->at++;
    cJSON_ArrayForEach(child, value)
    {
        scan_space(scan);
        begin_spot(walk, child);
        if (cJSON_IsObject(value))
            skip_key(scan);
        visit(walk, child);
        scan_space(scan);
        scan->at++; /* a comma, or the closing bracket */
    }
}

void json_find_places(struct json *json)
{
    struct walk walk = {.place = {1, 1}};
    scan_begin(&walk.scan, json->text, json->size, NULL);
    walk.passed = walk.scan.text;
    walk.scan.at = json->begin;
    add_spot(&walk, json->root, NULL);
    begin_spot(&walk, json->root);
    visit(&walk, json->root);
    json->spots = walk.spots;
}

static const struct json_spot *spot_of(const struct json *json, const cJSON *value)
{
    return &json->spots[value->valueint];
}

struct json_place json_place(const struct json *json, const cJSON *value)
{
    const struct json_spot *const spot = spot_of(json, value);
    struct json_place place = {spot->line, spot->column};
    struct scan scan;
    scan_begin(&scan, json->text, json->size, NULL);
    scan.at = spot->begin;
    if (value->string != NULL)
        skip_key(&scan);
    scan_advance_place(spot->begin, scan.at, &place.line, &place.column);
    return place;
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
    const cJSON *steps[BUDGET_DEPTH]; /* from the value up */
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
    if (json->spots == NULL)
        json_find_places(&found);
    const struct json_spot *const spot = spot_of(&found, value);
    const struct json_place place =
        at_key ? (struct json_place){spot->line, spot->column} : json_place(&found, value);
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

/* ---- Values of the wanted type and range, or an error ------------------------------------- */

const cJSON *json_find(const cJSON *object, const char *key)
{
    const cJSON *member;
    if (!cJSON_IsObject(object))
        return NULL;
    cJSON_ArrayForEach(member, object)
    {
        if (strcmp(member->string, key) == 0)
            return member;
    }
    return NULL;
}

bool json_get_members(const struct json *json, const cJSON *object, const struct json_key *keys,
                      size_t count, const cJSON **values, struct error *err)
{
    const cJSON *member;
    if (!cJSON_IsObject(object))
        return json_fail(json, object, err, "must be an object");
    for (size_t i = 0; i < count; i++)
        values[i] = NULL;
    cJSON_ArrayForEach(member, object)
    {
        size_t i = 0;
        while (i < count && strcmp(keys[i].name, member->string) != 0)
            i++;
        if (i == count)
            return json_fail_key(json, member, err, "unknown key");
        values[i] = member;
    }
    for (size_t i = 0; i < count; i++)
        if (keys[i].required && values[i] == NULL)
            return json_fail(json, object, err, "\"%s\" is missing", keys[i].name);
    return true;
}

bool json_get_u64(const struct json *json, const cJSON *value, uint64_t min, uint64_t max,
                  uint64_t *out, struct error *err)
{
    const double number = value->valuedouble;
    if (!cJSON_IsNumber(value) || number < (double)min || number > (double)max ||
        number != (double)(uint64_t)number)
        return json_fail(json, value, err, "must be a whole number from %" PRIu64 " to %" PRIu64,
                         min, max);
    *out = (uint64_t)number;
    return true;
}

bool json_get_u32(const struct json *json, const cJSON *value, uint32_t min, uint32_t max,
                  uint32_t *out, struct error *err)
{
    uint64_t number = 0;
    if (!json_get_u64(json, value, min, max, &number, err))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool json_get_string(const struct json *json, const cJSON *value, const char **out,
                     struct error *err)
{
    if (!cJSON_IsString(value))
        return json_fail(json, value, err, "must be a string");
    *out = value->valuestring;
    return true;
}

bool json_get_name(const struct json *json, const cJSON *value, const char **out, struct error *err)
{
    if (!json_get_string(json, value, out, err))
        return false;
    return utf8_is_name((const uint8_t *)*out, strlen(*out)) ||
           json_fail(json, value, err,
                     **out ? "must not hold control characters" : "must not be empty");
}

bool json_expect_array(const struct json *json, const cJSON *value, struct error *err)
{
    return cJSON_IsArray(value) || json_fail(json, value, err, "must be an array");
}

static bool expect_count(const struct json *json, const cJSON *value, size_t count,
                         struct error *err)
{
    return (cJSON_IsArray(value) && (size_t)cJSON_GetArraySize(value) == count) ||
           json_fail(json, value, err, "must be an array of %zu numbers", count);
}

bool json_get_u32s(const struct json *json, const cJSON *value, size_t count, uint32_t min,
                   uint32_t max, uint32_t *out, struct error *err)
{
    const cJSON *element;
    if (!expect_count(json, value, count, err))
        return false;
    cJSON_ArrayForEach(element, value)
    {
        if (!json_get_u32(json, element, min, max, out++, err))
            return false;
    }
    return true;
}

bool json_get_numbers(const struct json *json, const cJSON *value, size_t count, double min,
                      double max, double *out, struct error *err)
{
    const cJSON *element;
    if (!expect_count(json, value, count, err))
        return false;
    cJSON_ArrayForEach(element, value)
    {
        if (!cJSON_IsNumber(element) || element->valuedouble < min || element->valuedouble > max)
            return json_fail(json, element, err, "must be a number from %.15g to %.15g", min, max);
        *out++ = element->valuedouble;
    }
    return true;
}

/* ---- Written ------------------------------------------------------------------------------ */

void json_put_string(struct sink *sink, const char *string)
{
    sink_put(sink, "\"", 1);
    for (size_t left = strlen(string); left > 0;) {
        uint32_t code;
        const size_t length = utf8_decode((const uint8_t *)string, left, &code);
        const size_t taken = length > 0 ? length : 1;
        if (length == 0) {
            sink_put_string(sink, "\\ufffd");
        } else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
            sink_put_format(sink, "\\u%04x", (unsigned)code);
        } else {
            if (code == '"' || code == '\\')
                sink_put(sink, "\\", 1);
            sink_put(sink, string, length);
        }
        string += taken;
        left -= taken;
    }
    sink_put(sink, "\"", 1);
}

void json_add_string(struct text *out, const char *string)
{
    struct sink sink;
    struct error err;
    sink_init_text(&sink, out);
    json_put_string(&sink, string);
    sink_flush(&sink, &err);
}

void json_add_member(struct text *out, const char *name, const char *value)
{
    text_add_string(out, out->length > 0 ? ",\"" : "\"");
    text_add_string(out, name);
    text_add_string(out, "\":");
    text_add_string(out, value);
}
