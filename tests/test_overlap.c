/*
 * test_overlap.c - the overlap trio, pixels and flips, against one pixel at a time
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cpu.h"
#include "oracle.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

static uint32_t levels;

/* Asks all three about one placement, at one level. */
static void check_level(const struct subject *a, const hm_sprite *view_a, const struct subject *b,
                        const hm_sprite *view_b, int32_t dx, int32_t dy)
{
    hm_point expected = {0, 0}, hit = {-7, -7}, swapped = {-7, -7};
    uint64_t area = 0;
    const bool touches = oracle_overlap(a, b, dx, dy, &expected, &area);

    assert_int_equal(hm_overlap(view_a, view_b, dx, dy), touches);
    assert_int_equal(hm_overlap_first(view_a, view_b, dx, dy, NULL), touches);
    assert_int_equal(hm_overlap_first(view_a, view_b, dx, dy, &hit), touches);
    assert_int_equal(hm_overlap_area(view_a, view_b, dx, dy), area);
    assert_int_equal(hm_overlap_first(view_b, view_a, -dx, -dy, &swapped), touches);
    if (touches) {
        assert_int_equal(hit.x, expected.x);
        assert_int_equal(hit.y, expected.y);
        assert_int_equal(swapped.x, expected.x - dx);
        assert_int_equal(swapped.y, expected.y - dy);
    } else {
        assert_int_equal(hit.x, -7);
        assert_int_equal(hit.y, -7);
    }
}

/* The same at every level that the machine has. */
static void check(const struct subject *a, const hm_sprite *view_a, const struct subject *b,
                  const hm_sprite *view_b, int32_t dx, int32_t dy)
{
    hm_sprite p = *view_a, q = *view_b;
    for (uint32_t level = 0; level <= levels; level++) {
        p.cpu = level;
        q.cpu = level;
        check_level(a, &p, b, &q, dx, dy);
    }
}

static void check_views(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy)
{
    check(a, &a->sprite, b, &b->sprite, dx, dy);
}

static void a_drawn_pair(void **state)
{
    (void)state;
    static const char *const hook[] = {
        "####.",
        "#....",
        "#....",
    };
    static const char *const dot[] = {
        "..#",
        "...",
    };
    struct subject a, b;
    hm_point hit;
    subject_draw(&a, hook, 3);
    subject_draw(&b, dot, 2);
    assert_false(hm_overlap(&a.sprite, &b.sprite, 0, 1));
    assert_true(hm_overlap_first(&a.sprite, &b.sprite, -2, 2, &hit));
    assert_int_equal(hit.x, 0);
    assert_int_equal(hit.y, 2);
    assert_int_equal(hm_overlap_area(&a.sprite, &a.sprite, 1, 0), 3);
    subject_free(&a);
    subject_free(&b);
}

static void boxes_that_only_touch_do_not_overlap(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    subject_draw(&a, box, 2);
    assert_false(hm_overlap(&a.sprite, &a.sprite, 2, 0));
    assert_false(hm_overlap(&a.sprite, &a.sprite, 0, -2));
    assert_true(hm_overlap(&a.sprite, &a.sprite, 1, 1));
    subject_free(&a);
}

/* Every mask of up to `side` x `side` pixels, or every one in `step`. */
struct masks {
    struct subject *items;
    size_t count;
};

static void make_masks(struct masks *masks, int32_t side, uint32_t step)
{
    *masks = (struct masks){malloc(((size_t)2 << (side * side)) * sizeof *masks->items), 0};
    assert_non_null(masks->items);
    for (int32_t height = 1; height <= side; height++)
        for (int32_t width = 1; width <= side; width++)
            for (uint32_t bits = 0; bits < UINT32_C(1) << (width * height); bits += step)
                subject_from_number(&masks->items[masks->count++], width, height, bits);
}

static void free_masks(struct masks *masks)
{
    for (size_t i = 0; i < masks->count; i++)
        subject_free(&masks->items[i]);
    free(masks->items);
}

/* The three answers about one placement, and no more: this is asked a hundred million times. */
static void check_briefly(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy)
{
    hm_point expected = {-7, -7};
    uint64_t area = 0;
    const bool touches = oracle_overlap(a, b, dx, dy, &expected, &area);
    hm_sprite p = a->sprite, q = b->sprite;
    for (p.cpu = 0; p.cpu <= levels; p.cpu++) {
        hm_point hit = {-7, -7};
        q.cpu = p.cpu;
        if (hm_overlap(&p, &q, dx, dy) != touches ||
            hm_overlap_first(&p, &q, dx, dy, &hit) != touches ||
            hm_overlap_area(&p, &q, dx, dy) != area || hit.x != expected.x || hit.y != expected.y)
            check(a, &a->sprite, b, &b->sprite, dx, dy);
    }
}

static void every_pair(int32_t a_side, int32_t b_side, uint32_t step)
{
    struct masks a, b;
    make_masks(&a, a_side, step);
    make_masks(&b, b_side, 1);
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++)
            for (int32_t dy = -b.items[k].height; dy <= a.items[i].height; dy++)
                for (int32_t dx = -b.items[k].width; dx <= a.items[i].width; dx++)
                    check_briefly(&a.items[i], &b.items[k], dx, dy);
    free_masks(&a);
    free_masks(&b);
}

/* Under sanitizers, which take ten times as long, a seventh of the larger ones. */
#if defined(__SANITIZE_ADDRESS__)
enum { LARGE_STEP = 7 };
#else
enum { LARGE_STEP = 1 };
#endif

static void every_small_pair(void **state)
{
    (void)state;
    every_pair(3, 3, LARGE_STEP);
    every_pair(4, 2, LARGE_STEP);
}

static int32_t offset(uint64_t *state, int32_t a, int32_t b)
{
    return (int32_t)oracle_random(state, (uint32_t)(a + b + 4)) - b - 2;
}

static void random_pairs_and_their_mirrors(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 1000; round++) {
        struct subject a, b, ma, mb;
        const bool flips[4] = {oracle_random(&random, 2), oracle_random(&random, 2),
                               oracle_random(&random, 2), oracle_random(&random, 2)};
        hm_sprite fa, fb;
        subject_scribble(&a, &random, 200);
        subject_scribble(&b, &random, 200);
        subject_mirror(&a, flips[0], flips[1], &ma);
        subject_mirror(&b, flips[2], flips[3], &mb);
        hm_sprite_flip(&a.sprite, flips[0], flips[1], &fa);
        hm_sprite_flip(&b.sprite, flips[2], flips[3], &fb);
        for (int i = 0; i < 50; i++) {
            const int32_t dx = offset(&random, a.width, b.width);
            const int32_t dy = offset(&random, a.height, b.height);
            check_views(&a, &b, dx, dy);
            check(&ma, &fa, &mb, &fb, dx, dy);
        }
        subject_free(&a);
        subject_free(&b);
        subject_free(&ma);
        subject_free(&mb);
    }
}

static void a_flip_mirrors_all_that_a_view_tells(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int round = 0; round < 300; round++) {
        struct subject s, mirrored;
        const bool x = oracle_random(&random, 2), y = oracle_random(&random, 2);
        hm_sprite view, back;
        hm_box p, q;
        subject_scribble(&s, &random, 90);
        subject_mirror(&s, x, y, &mirrored);
        hm_sprite_flip(&s.sprite, x, y, &view);
        hm_sprite_bounds(&view, &p);
        hm_sprite_bounds(&mirrored.sprite, &q);
        assert_memory_equal(&p, &q, sizeof p);
        assert_int_equal(hm_sprite_area(&view), hm_sprite_area(&mirrored.sprite));
        for (int32_t v = -2; v < s.height + 2; v++)
            for (int32_t u = -2; u < s.width + 2; u++)
                assert_int_equal(hm_solid(&view, u, v), oracle_solid(&mirrored, u, v));
        hm_sprite_flip(&view, x, y, &back);
        assert_memory_equal(&back, &s.sprite, sizeof back);
        subject_free(&s);
        subject_free(&mirrored);
    }
}

static void any_offset_is_safe(void **state)
{
    (void)state;
    static const int32_t far[] = {INT32_MIN, INT32_MIN + 1, INT32_MIN + 100, -1, 0,
                                  1,         INT32_MAX - 1, INT32_MAX};
    uint64_t random = 3;
    struct subject a, b;
    subject_scribble(&a, &random, 100);
    subject_scribble(&b, &random, 100);
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
            assert_int_equal(hm_overlap(&a.sprite, &b.sprite, far[i], far[k]),
                             oracle_overlap(&a, &b, far[i], far[k], NULL, NULL));
            assert_int_equal(hm_overlap_area(&a.sprite, &b.sprite, far[i], far[k]) > 0,
                             oracle_overlap(&a, &b, far[i], far[k], NULL, NULL));
            assert_false(hm_solid(&a.sprite, far[i] | INT32_MIN, far[k]));
        }
    subject_free(&a);
    subject_free(&b);
}

static void an_empty_sprite_touches_nothing(void **state)
{
    (void)state;
    struct subject a, box;
    hm_sprite zero;
    hm_box bounds = {1, 1, 1, 1};
    int64_t x = 1, y = 1;
    memset(&zero, 0, sizeof zero);
    subject_from_number(&a, 3, 3, 0);
    subject_from_number(&box, 3, 3, 0x1ff);
    assert_false(hm_overlap(&a.sprite, &box.sprite, 0, 0));
    assert_false(hm_overlap(&box.sprite, &zero, 0, 0));
    assert_int_equal(hm_overlap_area(&zero, &zero, 0, 0), 0);
    assert_false(hm_solid(&zero, 0, 0));
    assert_string_equal(hm_sprite_name(&zero), "");
    hm_sprite_flip(&zero, true, true, &zero);
    hm_sprite_bounds(&zero, &bounds);
    assert_int_equal(bounds.x0 | bounds.y0 | bounds.x1 | bounds.y1, 0);
    hm_sprite_pivot(&zero, &x, &y);
    assert_int_equal(x | y, 0);
    assert_int_equal(hm_sprite_point_count(&zero), 0);
    subject_free(&a);
    subject_free(&box);
}

static void a_buffer_that_does_not_do_is_refused(void **state)
{
    (void)state;
    const uint8_t bits[2] = {0xff, 0xff};
    uint8_t buffer[256];
    hm_sprite sprite;
    const size_t size = hm_sprite_buffer_size(9, 1);
    assert_true(size <= sizeof buffer);
    assert_true(hm_sprite_from_bits(bits, 2, 9, 1, buffer, size, &sprite));
    assert_false(hm_sprite_from_bits(bits, 2, 9, 1, buffer, size - 1, &sprite));
    assert_int_equal(hm_sprite_area(&sprite), 0);
    assert_false(hm_sprite_from_bits(bits, 1, 9, 1, buffer, size, &sprite));
    assert_false(hm_sprite_from_bits(bits, 2, -1, 1, buffer, size, &sprite));
    assert_true(hm_sprite_from_bits(NULL, 0, 0, 0, buffer, sizeof buffer, &sprite));
    assert_int_equal(hm_sprite_width(&sprite), 0);
    assert_int_equal(hm_sprite_buffer_size(-1, 5), 0);
}

/* What lies past the width belongs to the caller and must not count. */
static void bits_past_the_width_are_ignored(void **state)
{
    (void)state;
    const uint8_t bits[4] = {0xff, 0xff, 0xff, 0xff};
    uint8_t buffer[256];
    hm_sprite sprite;
    assert_true(hm_sprite_from_bits(bits, 2, 11, 2, buffer, sizeof buffer, &sprite));
    assert_int_equal(hm_sprite_area(&sprite), 22);
    assert_false(hm_solid(&sprite, 11, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawn_pair),
        cmocka_unit_test(boxes_that_only_touch_do_not_overlap),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(random_pairs_and_their_mirrors),
        cmocka_unit_test(a_flip_mirrors_all_that_a_view_tells),
        cmocka_unit_test(any_offset_is_safe),
        cmocka_unit_test(an_empty_sprite_touches_nothing),
        cmocka_unit_test(a_buffer_that_does_not_do_is_refused),
        cmocka_unit_test(bits_past_the_width_are_ignored),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("overlap", tests, NULL, NULL);
}
