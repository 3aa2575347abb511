/*
 * test_atlas_crunch.c - crunch's .bin, which does not say what is in it
 */

#include "support/cmocka_all.h"

#include "support/atlas_support.h"
#include "support/fuzz_seed.h"

#include <stdlib.h>
#include <string.h>

#define FORMAT "crunch binary"

/* Reads bytes in a buffer of their very size and a NUL. NULL: they are not recognised; else whether
 * they are right. */
static const bool *read_bytes(const char *bytes, size_t size, struct atlas *out, char *error)
{
    static bool ok;
    struct diagnostics found = {0};
    char *const text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = 0;
    fuzz_seed("atlas", text, size);
    const struct atlas_format *const format = atlas_guess(text, size);
    const bool known = format != NULL && strcmp(format->name, FORMAT) == 0;
    *out = (struct atlas){0};
    if (known) {
        ok = format->read(text, size, "x.bin", out, &found);
        assert_int_equal(ok, found.errors == 0);
        strcpy(error, found.errors > 0 ? found.items[0].text : "");
    }
    diagnostics_free(&found);
    free(text);
    return known ? &ok : NULL;
}

static void read_right(const char *bytes, size_t size, struct atlas *out)
{
    char error[1000];
    const bool *const ok = read_bytes(bytes, size, out, error);
    assert_non_null(ok);
    assert_string_equal(error, "");
    assert_true(*ok);
}

static void assert_wrong(const char *bytes, size_t size, const char *expected)
{
    char error[1000];
    struct atlas atlas;
    const bool *const ok = read_bytes(bytes, size, &atlas, error);
    assert_non_null(ok);
    assert_string_equal(error, expected);
    assert_false(*ok);
    atlas_free(&atlas);
}

/* A literal and its size without the NUL behind it. */
#define BYTES(literal) (literal), sizeof(literal) - 1

/* ---- The four layouts --------------------------------------------------------------------- */

/* One page with the images a and b. */
#define HEAD   "\1\0game0\0\2\0"
#define PLACE  "\5\0\6\0\4\0\3\0"
#define SECOND "\x2c\1\0\0\2\0\2\0"
#define TRIM   "\xfe\xff\xff\xff\x0a\0\x08\0"

static const char plain[] = HEAD "a\0" PLACE "dir/b\0" SECOND;
static const char turned[] = HEAD "a\0" PLACE "\1dir/b\0" SECOND "\0";
static const char trimmed[] = HEAD "a\0" PLACE TRIM "dir/b\0" SECOND TRIM;
static const char both[] = HEAD "a\0" PLACE TRIM "\0dir/b\0" SECOND TRIM "\1";

static void assert_read(const char *bytes, size_t size, const char *first, const char *second)
{
    struct atlas atlas;
    read_right(bytes, size, &atlas);
    assert_int_equal(atlas.page_count, 1);
    assert_string_equal(atlas.pages[0].image, "game0.png");
    assert_int_equal(atlas.frame_count, 2);
    assert_frame(&atlas, "a", first);
    assert_frame(&atlas, "dir/b", second);
    atlas_free(&atlas);
}

static void all_layouts_are_read(void **state)
{
    (void)state;
    assert_read(BYTES(plain), "0 5,6 4x3 upright 4x3 at 0,0", "0 300,0 2x2 upright 2x2 at 0,0");
    assert_read(BYTES(turned), "0 5,6 4x3 clockwise 4x3 at 0,0", "0 300,0 2x2 upright 2x2 at 0,0");
    assert_read(BYTES(trimmed), "0 5,6 4x3 upright 10x8 at 2,1", "0 300,0 2x2 upright 10x8 at 2,1");
    assert_read(BYTES(both), "0 5,6 4x3 upright 10x8 at 2,1", "0 300,0 2x2 clockwise 10x8 at 2,1");
}

static void there_may_be_several_pages(void **state)
{
    struct atlas atlas;
    (void)state;
    read_right(BYTES("\2\0p\0\1\0a\0" PLACE "q\0\1\0b\0" PLACE), &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[1].image, "q.png");
    assert_frame(&atlas, "b", "1 5,6 4x3 upright 4x3 at 0,0");
    atlas_free(&atlas);
}

/* ---- Bad input ---------------------------------------------------------------------------- */

static void other_bytes_are_no_atlas_of_crunch(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } others[] = {
        {BYTES("")},
        {BYTES("\1\0game\0")},
        {BYTES("\0\0")},                                    /* no page */
        {BYTES("\1\0\0\1\0a\0" PLACE)},                     /* a page without a name */
        {BYTES("\1\0p\0\1\0a\n\0" PLACE)},                  /* a control character */
        {BYTES("\1\0p\0\1\0\xff\0" PLACE)},                 /* no UTF-8 */
        {BYTES("\1\0p\0\1\0a\0\xff\xff\6\0\4\0\3\0")},      /* an x of -1 */
        {BYTES("\1\0p\0\1\0a\0" PLACE "\2")},               /* turned by 2 */
        {BYTES("\1\0p\0\1\0a\0" PLACE "\1\0\0\0\4\0\3\0")}, /* a positive fx */
        {BYTES("\1\0p\0\1\0a\0" PLACE "\0\0\0\0\3\0\3\0")}, /* larger than its source */
        {BYTES("\xff\x7fp\0\xff\x7f")},                     /* pages that are not there */
        {BYTES("\1\0p\0\xff\x7f"
               "a\0" PLACE)},
    };
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char error[1000];
        struct atlas atlas;
        assert_null(read_bytes(others[i].bytes, others[i].size, &atlas, error));
    }
}

static void what_ends_too_early_or_too_late_is_none(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } files[] = {{BYTES(plain)}, {BYTES(turned)}, {BYTES(trimmed)}, {BYTES(both)}};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (size_t size = 0; size <= files[i].size + 1; size++) {
            char longer[100] = "", error[1000];
            struct atlas atlas;
            memcpy(longer, files[i].bytes, files[i].size);
            if (size != files[i].size)
                assert_null(read_bytes(longer, size, &atlas, error));
        }
}

static void damage_is_an_error_or_gives_frames_that_are_right(void **state)
{
    uint32_t seed = 1;
    (void)state;
    for (int i = 0; i < 400; i++) {
        char bytes[sizeof both], error[1000];
        struct atlas atlas;
        memcpy(bytes, both, sizeof both);
        for (int k = 0; k < 1 + i % 3; k++) {
            seed = seed * 1664525 + 1013904223;
            bytes[(seed >> 8) % (sizeof both - 1)] = (char)(seed >> 24);
        }
        const bool *const ok = read_bytes(bytes, sizeof both - 1, &atlas, error);
        for (size_t k = 0; ok != NULL && *ok && k < atlas.frame_count; k++) {
            const struct atlas_frame *const frame = &atlas.frames[k];
            assert_true(frame->page < atlas.page_count);
            assert_true(frame->left + frame->width <= frame->source_width);
            assert_true(frame->top + frame->height <= frame->source_height);
        }
        atlas_free(&atlas);
    }
}

static void what_would_be_read_wrong_is_an_error(void **state)
{
    (void)state;
    assert_wrong(BYTES("crch\0\0\1\1\0\1\0"),
                 "is a .bin of a fork of crunch, which hitmask does not read; please let it write "
                 "JSON");
    assert_wrong(BYTES("\1\0p\0\2\0a\0\0\0\0\0\4\0\4\0b\0\5\0\5\0\4\0\4\0"),
                 "each frame is as far down as it is to the right: an early crunch wrote x in "
                 "place of y; please pack it with a newer one, or let it write XML");
    assert_wrong(BYTES("\1\0p\0\2\0a\0" PLACE "a\0" SECOND), "frame 'a': its name is used twice");
}

static void two_images_at_one_place_are_right(void **state)
{
    struct atlas atlas;
    (void)state;
    /* --unique packs the same pixels once. */
    read_right(BYTES("\1\0p\0\2\0a\0\0\0\0\0\4\0\4\0b\0\0\0\0\0\4\0\4\0"), &atlas);
    atlas_free(&atlas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_layouts_are_read),
        cmocka_unit_test(there_may_be_several_pages),
        cmocka_unit_test(other_bytes_are_no_atlas_of_crunch),
        cmocka_unit_test(what_ends_too_early_or_too_late_is_none),
        cmocka_unit_test(damage_is_an_error_or_gives_frames_that_are_right),
        cmocka_unit_test(what_would_be_read_wrong_is_an_error),
        cmocka_unit_test(two_images_at_one_place_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
