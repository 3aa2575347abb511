/*
 * test_json.c - where values of a JSON text stand, and how errors name them
 *
 * A text has each key beside its place: what is looked for ahead must be what a walk finds.
 */

#include "support/cmocka_all.h"

#include "base/budget.h"
#include "base/json.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void parse(struct json *json, const char *text)
{
    struct error err;

    assert_true(json_parse(json, text, strlen(text), &err));
}

static void look_ahead(struct json *json)
{
    json_find_places(json);
}

/* ---- Drawn by hand ------------------------------------------------------------------------ */

/* "line:column: text" */
static void assert_said(const struct error *err, const char *expected)
{
    char *const said = text_format("%zu:%zu: %s", err->line, err->column, err->text);

    assert_string_equal(said, expected);
    free(said);
}

static const char by_hand[] =
    "\xef\xbb\xbf\n"
    "  { \"a\" :\n"
    "  [1, \"\xc3\xa4\", {}, [ ] , {\"\\u0062\": -1e3 }],\n"
    "\"x y\":{\"\xe2\x82\xac\\\"\"\t:\r\n"
    "null}, \"last\":true }\n";

static const cJSON *child(const cJSON *value, int index)
{
    return cJSON_GetArrayItem(value, index);
}

static void assert_by_hand(const struct json *json)
{
    const cJSON *const root = json->root, *const list = child(root, 0),
                       *const object = child(root, 1);
    const struct {
        const cJSON *value;
        const char *value_said, *key_said;
    } cases[] = {
        {root, "2:3: !", "2:3: !"},
        {list, "3:3: a: !", "2:5: a: !"},
        {child(list, 0), "3:4: a[0]: !", "3:4: a[0]: !"},
        {child(list, 1), "3:7: a[1]: !", "3:7: a[1]: !"},
        {child(list, 2), "3:12: a[2]: !", "3:12: a[2]: !"},
        {child(list, 3), "3:16: a[3]: !", "3:16: a[3]: !"},
        {child(list, 4), "3:22: a[4]: !", "3:22: a[4]: !"},
        {child(child(list, 4), 0), "3:33: a[4].b: !", "3:23: a[4].b: !"},
        {object, "4:7: [\"x y\"]: !", "4:1: [\"x y\"]: !"},
        {child(object, 0), "5:1: [\"x y\"][\"\xe2\x82\xac\"\"]: !",
         "4:8: [\"x y\"][\"\xe2\x82\xac\"\"]: !"},
        {child(root, 2), "5:15: last: !", "5:8: last: !"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err;

        assert_false(json_fail(json, cases[i].value, &err, "%s", "!"));
        assert_said(&err, cases[i].value_said);
        assert_false(json_fail_key(json, cases[i].value, &err, "%s", "!"));
        assert_said(&err, cases[i].key_said);
    }
}

static void errors_name_path_and_place(void **state)
{
    (void)state;
    struct json json;

    parse(&json, by_hand);
    assert_by_hand(&json);
    look_ahead(&json);
    assert_by_hand(&json);
    json_free(&json);
}

/* ---- Of any size -------------------------------------------------------------------------- */

/* Every value of `json`, and its key, has the same place and path with and without looking
 * ahead; `twin` is of the same text. */
static void assert_same_below(const struct json *json, const cJSON *value, const struct json *twin,
                              const cJSON *same)
{
    const struct json_place place = json_place(json, value);
    struct error err, other;

    json_fail(json, value, &err, "wrong");
    json_fail(twin, same, &other, "wrong");
    assert_string_equal(err.text, other.text);
    assert_int_equal(err.line, other.line);
    assert_int_equal(err.column, other.column);
    assert_int_equal(place.line, other.line);
    assert_int_equal(place.column, other.column);
    json_fail_key(json, value, &err, "wrong");
    json_fail_key(twin, same, &other, "wrong");
    assert_string_equal(err.text, other.text);
    assert_int_equal(err.line, other.line);
    assert_int_equal(err.column, other.column);
    for (value = value->child, same = same->child; value; value = value->next, same = same->next)
        assert_same_below(json, value, twin, same);
    assert_null(same);
}

static void assert_same(const char *text)
{
    struct json json, twin;

    parse(&json, text);
    parse(&twin, text);
    look_ahead(&json);
    assert_same_below(&json, json.root, &twin, twin.root);
    json_free(&json);
    json_free(&twin);
}

static void places_looked_for_ahead_are_those_of_a_walk(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0", " \"x\" ", "[]", "{}", "\xef\xbb\xbf[\n]", "[[],{},[{}],[[[]]]]", "{\"\":{\"\":[]}}",
    };

    for (size_t i = 0; i < COUNT(texts); i++)
        assert_same(texts[i]);
}

static void add_member(struct text *text, unsigned i)
{
    /* Each of its lines has another length, and characters of one to four bytes. */
    static const char letters[] = "\xf0\x9f\x8e\xae\xe2\x82\xac\xc3\xa4";
    static const char *const values[] = {"[1,\n[2,{\"a\":[]}],3]", "{\"b\": {}, \"c\" :[ 0 ]}", "7",
                                         "\"\\\"\xe2\x82\xac\"", "{}"};
    char key[40];

    snprintf(key, sizeof key, "%s\"%u\\n", i > 0 ? "," : "", i);
    text_add_string(text, key);
    for (unsigned count = i % 61; count > 0; count--)
        text_add_string(text, letters);
    text_add_string(text, i % 3 ? "\": " : "\"\n:\t");
    text_add_string(text, values[i % COUNT(values)]);
    text_add_string(text, i % 2 ? "\n" : "");
}

static void a_long_text_has_no_other_places(void **state)
{
    (void)state;
    struct text text = {0};

    text_add_string(&text, "\xef\xbb\xbf{");
    for (unsigned i = 0; i < 300; i++)
        add_member(&text, i);
    text_add_string(&text, "}");
    assert_same(text.bytes);
    text_free(&text);
}

static void a_text_may_be_as_deep_as_can_be_read(void **state)
{
    (void)state;
    struct text text = {0};

    for (int i = 0; i < BUDGET_DEPTH; i++)
        text_add_string(&text, i % 2 ? "{\"a\":" : "[1,");
    text_add_string(&text, "2");
    for (int i = BUDGET_DEPTH; i-- > 0;)
        text_add_string(&text, i % 2 ? "}" : "]");
    assert_same(text.bytes);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_path_and_place),
        cmocka_unit_test(places_looked_for_ahead_are_those_of_a_walk),
        cmocka_unit_test(a_long_text_has_no_other_places),
        cmocka_unit_test(a_text_may_be_as_deep_as_can_be_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
