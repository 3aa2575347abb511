/*
 * test_report.c - what a bake came to: the line for people, that for programs, and their counts
 */

#include "support/cmocka_all.h"

#include "bake/report.h"
#include "base/text.h"
#include "support/model_support.h"

#include <stdio.h>

static void assert_summary(const struct report *report, const char *expected)
{
    char line[REPORT_LINE_MAX];

    assert_string_equal(report_line(report, REPORT_SUMMARY, line), expected);
}

static void assert_json(const struct report *report, const char *expected)
{
    struct text text = {0};
    struct sink sink;
    struct error err;

    sink_init_text(&sink, &text);
    report_put_json(report, &sink);
    assert_true(sink_flush(&sink, &err));
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void one_is_not_many(void **state)
{
    (void)state;
    struct report report = {
        .output = "a.hmk",
        .counts =
            {.sprites = 1, .masks = 1, .shared_masks = 1, .saved = 1, .pixels = 4, .solid = 1},
        .bytes = 1,
        .seconds = 0.5};

    report.warnings = 1;
    assert_summary(&report,
                   "a.hmk: 1 sprite, 25 % solid; 1 shared mask, 1 byte saved; "
                   "1 byte in 0.50 s; 1 warning");
    report.counts.sprites = report.counts.shared_masks = report.counts.saved = 2;
    report.bytes = 2;
    report.warnings = 2;
    assert_summary(&report,
                   "a.hmk: 2 sprites, 25 % solid; 2 shared masks, 2 bytes saved; "
                   "2 bytes in 0.50 s; 2 warnings");
}

static void large_numbers_can_be_read(void **state)
{
    (void)state;
    const struct report report = {.output = "a\n.hmk",
                                  .cached = 1234567,
                                  .counts = {.sprites = 1234568,
                                             .shared_masks = 1000,
                                             .saved = 43210,
                                             .pixels = 3000,
                                             .solid = 2000},
                                  .bytes = UINT64_C(12345678901),
                                  .seconds = 61.239};

    assert_summary(&report,
                   "a\\x0A.hmk: 1,234,568 sprites, 1,234,567 cached, 67 % solid; "
                   "1,000 shared masks, 43 kB saved; 12 GB in 61.24 s; 0 warnings");
}

static void sizes_have_two_or_three_digits_and_a_unit(void **state)
{
    (void)state;
    static const struct {
        uint64_t bytes;
        const char *said;
    } sizes[] = {
        {0, "0 bytes"},
        {999, "999 bytes"},
        {1000, "1.0 kB"},
        {9949, "9.9 kB"},
        {9950, "10 kB"},
        {999499, "999 kB"},
        {999500, "1.0 MB"},
        {UINT64_C(9999999999), "10 GB"},
        {UINT64_C(5500000000000), "5.5 TB"},
        {UINT64_MAX, "18446744 TB"},
    };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct report report = {.output = "a", .bytes = sizes[i].bytes};
        char expected[200];

        snprintf(expected, sizeof expected,
                 "a: 0 sprites, 0 %% solid; 0 shared masks, 0 bytes saved; %s in 0.00 s; "
                 "0 warnings",
                 sizes[i].said);
        assert_summary(&report, expected);
    }
}

static void soft_edges_and_what_was_left_out_have_a_line_each(void **state)
{
    (void)state;
    struct report report = {
        .output = "a.hmk", .soft = 3136, .counts = {.sprites = 9896, .pixels = 1}, .seconds = 0.5};
    char line[REPORT_LINE_MAX];

    assert_string_equal(report_line(&(struct report){.output = "a"}, REPORT_SOFT, line), "");
    assert_string_equal(report_line(&(struct report){.output = "a"}, REPORT_LEFT_OUT, line), "");
    for (int i = 0; i < 1234; i++)
        kind_count(&report.left_out, "a.JPG");
    kind_count(&report.left_out, "b.psd");
    assert_summary(&report,
                   "a.hmk: 9,896 sprites, 0 % solid; 0 shared masks, 0 bytes saved; "
                   "0 bytes in 0.50 s; 0 warnings");
    assert_string_equal(report_line(&report, REPORT_SOFT, line),
                        "soft edges: 3,136 of 9,896 sprites would be more than 20 % smaller at "
                        "--alpha-threshold 127; see 'hitmask help threshold'");
    assert_string_equal(report_line(&report, REPORT_LEFT_OUT, line),
                        "1,235 files of other kinds were left out: 1,234 .jpg, 1 .psd");
    assert_json(&report,
                "{\"level\":\"report\",\"output\":\"a.hmk\",\"status\":0,\"errors\":0,"
                "\"warnings\":0,\"inputs\":0,\"cached\":0,\"sprites\":9896,\"masks\":0,"
                "\"shared_masks\":0,\"bytes_saved\":0,\"bytes\":0,\"soft\":3136,"
                "\"left_out\":1235,\"solid_share\":0.0000,\"seconds\":0.500}\n");
}

static void programs_get_every_number_as_it_is(void **state)
{
    (void)state;
    const struct report report = {
        .output = "a\"\n.hmk",
        .inputs = 1,
        .cached = 2,
        .counts =
            {.sprites = 3, .masks = 4, .shared_masks = 5, .saved = 6, .pixels = 3, .solid = 2},
        .bytes = UINT64_C(12345678901),
        .errors = 7,
        .warnings = 8,
        .status = STATUS_FAILED,
        .seconds = 61.2394};

    assert_json(&report,
                "{\"level\":\"report\",\"output\":\"a\\\"\\u000a.hmk\",\"status\":1,\"errors\":7,"
                "\"warnings\":8,\"inputs\":1,\"cached\":2,\"sprites\":3,\"masks\":4,"
                "\"shared_masks\":5,\"bytes_saved\":6,\"bytes\":12345678901,"
                "\"solid_share\":0.6667,\"seconds\":61.239}\n");
}

/* Three look alike: two of them need no mask and no list of their own. */
static void what_looks_alike_is_counted_once(void **state)
{
    (void)state;
    const struct points_rule points = {.wanted = true, .cell = 1, .prune = 1};
    struct model model = {0};
    struct report_counts counts = {0};

    model_draw(&model, "a", "##.\n.#.\n", &points);
    model_draw(&model, "b", "##.\n.#.\n", &points);
    model_draw(&model, "c", "##.\n.#.\n", &points);
    model_draw(&model, "d", "...\n", &points);
    report_count(&counts, &model);
    assert_int_equal(counts.sprites, 4);
    assert_int_equal(counts.masks, 1);
    assert_int_equal(counts.shared_masks, 2);
    assert_int_equal(counts.pixels, 3 * 6 + 3);
    assert_int_equal(counts.solid, 3 * 3);
    assert_int_equal(counts.saved,
                     2 * (model_mask_size(&model.masks[0]) + model_list_size(&model.lists[0])));
    model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_not_many),
        cmocka_unit_test(large_numbers_can_be_read),
        cmocka_unit_test(sizes_have_two_or_three_digits_and_a_unit),
        cmocka_unit_test(soft_edges_and_what_was_left_out_have_a_line_each),
        cmocka_unit_test(programs_get_every_number_as_it_is),
        cmocka_unit_test(what_looks_alike_is_counted_once),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
