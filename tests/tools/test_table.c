/*
 * test_table.c - tables, and the sinks that they and everything else go through
 */

#include "support/cmocka_all.h"

#include "base/sink.h"
#include "base/text.h"
#include "draw/sprite_draw.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static bool write_to_text(void *user, const void *bytes, size_t size)
{
    text_add(user, bytes, size);
    return true;
}

static void assert_table(struct table *table, const char *expected)
{
    struct text text = {0};
    struct sink sink;
    struct error err;

    sink_init(&sink, write_to_text, &text);
    table_write(table, &sink);
    assert_true(sink_flush(&sink, &err));
    assert_string_equal(text.bytes ? text.bytes : "", expected);
    text_free(&text);
}

static void columns_line_up(void **state)
{
    (void)state;
    struct table table = {.columns = "lrl"};

    table_add(&table, "NAME");
    table_add(&table, "AREA");
    table_add(&table, "LAYER");
    table_add_quoted(&table, "hero.png");
    table_add(&table, "%" PRIu64, UINT64_MAX);
    table_add(&table, "%s", "");
    table_add_quoted(&table, "h\xc3\xa9\n");
    table_add(&table, "0");
    table_add(&table, "feet");
    assert_table(&table,
                 "NAME                      AREA  LAYER\n"
                 "hero.png  18446744073709551615\n"
                 "h\xc3\xa9\\x0A                       0  feet\n");
}

static void a_table_may_be_empty_or_end_early(void **state)
{
    (void)state;
    struct table table = {.columns = "rl"};

    assert_table(&table, "");
    table_add(&table, "a");
    table_add(&table, "b");
    table_add(&table, "ccc");
    assert_table(&table,
                 "  a  b\n"
                 "ccc\n");
}

/* ---- Sinks ------------------------------------------------------------------------------ */

static void a_sink_hands_on_everything_in_order(void **state)
{
    (void)state;
    enum { SIZE = 3 * sizeof(((struct sink *)0)->buffer) };
    static uint8_t bytes[SIZE];
    static const size_t pieces[] = {1, 16383, 16384, 16385, 0, 5, 40000};
    size_t count = sizeof pieces / sizeof *pieces;
    struct text text = {0};
    struct sink sink;
    struct error err;
    size_t at = 0;

    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (uint8_t)(i * 31 + i / 256);
    sink_init(&sink, write_to_text, &text);
    for (size_t i = 0; i < count; i++)
        sink_put(&sink, bytes, pieces[i]);
    assert_true(sink_flush(&sink, &err));
    for (size_t i = 0; i < count; at += pieces[i++])
        assert_memory_equal(text.bytes + at, bytes, pieces[i]);
    assert_int_equal(text.length, at);
    text_free(&text);
}

static void a_sink_writes_numbers(void **state)
{
    (void)state;
    struct text text = {0};
    struct sink sink;
    struct error err;

    sink_init(&sink, write_to_text, &text);
    sink_put_number(&sink, 0);
    sink_put_string(&sink, " ");
    sink_put_number(&sink, 1000);
    sink_put_string(&sink, " ");
    sink_put_number(&sink, UINT64_MAX);
    assert_true(sink_flush(&sink, &err));
    assert_string_equal(text.bytes, "0 1000 18446744073709551615");
    text_free(&text);
}

static bool write_fails(void *user, const void *bytes, size_t size)
{
    int *calls = user;

    (void)bytes;
    (void)size;
    ++*calls;
    errno = ENOSPC;
    return false;
}

static void the_first_failure_of_a_sink_is_told_at_the_end(void **state)
{
    (void)state;
    static const uint8_t bytes[20000];
    int calls = 0;
    struct sink sink;
    struct error err;

    sink_init(&sink, write_fails, &calls);
    for (int i = 0; i < 10; i++)
        sink_put(&sink, bytes, sizeof bytes);
    errno = 0;
    assert_false(sink_flush(&sink, &err));
    assert_string_equal(err.text, "cannot write: No space left on device");
    assert_int_equal(calls, 1);
}

/* A table of a name, a size, a count and a remark, as wide as it may be. */
static void assert_fitted(size_t width, const char *expected)
{
    struct table table = {.columns = "LrrL", .width = width, .ranks = "0210"};

    for (size_t i = 0; i < 2; i++) {
        table_add(&table, i ? "hero/walk/frame.png" : "NAME");
        table_add(&table, i ? "640x480" : "SIZE");
        table_add(&table, i ? "12" : "COUNT");
        table_add(&table, i ? "much too wide" : "REMARK");
    }
    assert_table(&table, expected);
}

static void a_table_is_made_to_fit(void **state)
{
    (void)state;
    assert_fitted(0,
                  "NAME                    SIZE  COUNT  REMARK\n"
                  "hero/walk/frame.png  640x480     12  much too wide\n");
    assert_fitted(50,
                  "NAME                    SIZE  COUNT  REMARK\n"
                  "hero/walk/frame.png  640x480     12  much too wide\n");
    /* First names are shortened, the widest column first; */
    assert_fitted(44,
                  "NAME              SIZE  COUNT  REMARK\n"
                  "hero/w..e.png  640x480     12  much too wide\n");
    /* then columns are left out, those of the highest rank first; */
    assert_fitted(38,
                  "NAME              COUNT  REMARK\n"
                  "hero/wa..ame.png     12  much too wide\n");
    /* and in the end what must stay is cut further. */
    assert_fitted(20,
                  "NAME       REMARK\n"
                  "hero..png  much..ide\n");
    assert_fitted(5, "N  RE\nh  mu\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_line_up),
        cmocka_unit_test(a_table_may_be_empty_or_end_early),
        cmocka_unit_test(a_sink_hands_on_everything_in_order),
        cmocka_unit_test(a_sink_writes_numbers),
        cmocka_unit_test(the_first_failure_of_a_sink_is_told_at_the_end),
        cmocka_unit_test(a_table_is_made_to_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
