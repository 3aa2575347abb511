/*
 * test_overlap.c - the overlap trio, pixels and flips, against one pixel at a time
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"
#include "sprite.h"

#include <hitmask.h>

#include <string.h>

static uint32_t levels;

/* The right answers for one placement. */
struct answer {
    bool touches;
    hm_point first;
    uint64_t area;
};

/* Asks all three, at one level. */
static void check_level(const struct answer *right, const hm_sprite *a, const hm_sprite *b,
                        int32_t dx, int32_t dy)
{
    hm_point hit = {-7, -7}, swapped = {-7, -7};
    assert_int_equal(hm_overlap(a, b, dx, dy), right->touches);
    assert_int_equal(hm_overlap_first(a, b, dx, dy, NULL), right->touches);
    assert_int_equal(hm_overlap_first(a, b, dx, dy, &hit), right->touches);
    assert_int_equal(hm_overlap_area(a, b, dx, dy), right->area);
    /* The way back from INT32_MIN is longer than there is. */
    if (dx > INT32_MIN && dy > INT32_MIN)
        assert_int_equal(hm_overlap_first(b, a, -dx, -dy, &swapped), right->touches);
    if (right->touches) {
        assert_int_equal(hit.x, right->first.x);
        assert_int_equal(hit.y, right->first.y);
        assert_int_equal(swapped.x, right->first.x - dx);
        assert_int_equal(swapped.y, right->first.y - dy);
    } else {
        assert_int_equal(hit.x, -7);
        assert_int_equal(hit.y, -7);
    }
}

/* Compares with the oracle, at every level that the machine has. */
static void check(const struct subject *a, const hm_sprite *view_a, const struct subject *b,
                  const hm_sprite *view_b, int32_t dx, int32_t dy)
{
    hm_sprite p = *view_a, q = *view_b;
    struct answer right = {.area = 0};
    right.touches = oracle_overlap(a, b, dx, dy, &right.first, &right.area);
    for (uint32_t level = 0; level <= levels; level++) {
        p.cpu = level;
        q.cpu = level;
        check_level(&right, &p, &q, dx, dy);
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

/* The trio about one placement, and no more: this is asked ninety million times. */
static void check_pair(const struct pair *pair, hm_sprite p, hm_sprite q, int32_t dx, int32_t dy)
{
    const hm_point expected = pair_first(pair, dx, dy);
    const uint32_t area = pair_area(pair, dx, dy);
    for (p.cpu = 0; p.cpu <= levels; p.cpu++) {
        hm_point hit = {-7, -7};
        q.cpu = p.cpu;
        if (hm_overlap(&p, &q, dx, dy) != (area > 0) ||
            hm_overlap_first(&p, &q, dx, dy, &hit) != (area > 0) ||
            hm_overlap_area(&p, &q, dx, dy) != area || hit.x != expected.x || hit.y != expected.y)
            pair_fail(pair, "overlap", dx, dy);
    }
}

static void check_upright(const struct pair *pair, int32_t dx, int32_t dy)
{
    check_pair(pair, pair->a->sprite, pair->b->sprite, dx, dy);
}

static void every_small_pair(void **state)
{
    (void)state;
    placements_visit(NULL, 1, check_upright);
}

static void check_flips(const struct pair *pair)
{
    for (uint32_t flips = 1; flips < 16; flips++) {
        struct subject a, b;
        const hm_sprite p = view_of(pair->a, flips, &a), q = view_of(pair->b, flips >> 2, &b);
        for (int32_t dy = -pair->b->height; dy <= pair->a->height; dy++)
            for (int32_t dx = -pair->b->width; dx <= pair->a->width; dx++)
                check_pair(pair, p, q, dx, dy);
        subject_free(&a);
        subject_free(&b);
    }
}

static void every_small_pair_flipped(void **state)
{
    (void)state;
    pairs_visit(NULL, 251, check_flips);
}

static int32_t offset(uint64_t *state, int32_t a, int32_t b)
{
    return (int32_t)oracle_random(state, (uint32_t)(a + b + 4)) - b - 2;
}

static void check_with_mirrors(struct seen a, struct seen b, uint64_t *random)
{
    const struct subject *const p = a.picture, *const q = b.picture;
    for (int i = 0; i < 100; i++) {
        const int32_t dx = offset(random, p->width, q->width);
        const int32_t dy = offset(random, p->height, q->height);
        if (i % 2 == 0)
            check(p, &a.view, q, &b.view, dx, dy);
        else
            check_views(p, q, dx, dy);
    }
}

static void random_pairs_and_their_mirrors(void **state)
{
    (void)state;
    seen_pairs_visit(1, 1000, 200, 200, check_with_mirrors);
}

static void draw_large(struct subject *subject, uint64_t *random)
{
    static const int32_t sides[] = {256, 257, 319, 320, 1024, 1025, 1100, 2080};
    const int32_t tall = sides[oracle_random(random, 8)];
    const int32_t wide = 256 + (int32_t)oracle_random(random, 80);
    if (oracle_random(random, 4) == 0)
        subject_scatter(subject, random, tall, wide);
    else
        subject_scatter(subject, random, wide, tall);
}

/* Around where a pixel of one lies on a pixel of the other, and anywhere. */
static void check_large(const struct subject *a, const hm_sprite *view_a, const struct subject *b,
                        const hm_sprite *view_b, uint64_t *random)
{
    const hm_point p = subject_solid(a, random), q = subject_solid(b, random);
    const int32_t beside = 40 * (int32_t)oracle_random(random, 2);
    check(a, view_a, b, view_b, p.x - q.x + (beside > 0 ? offset(random, beside, beside) : 0),
          p.y - q.y + (beside > 0 ? offset(random, beside, beside) : 0));
    check(a, view_a, b, view_b, offset(random, a->width, b->width),
          offset(random, a->height, b->height));
}

/* Masks so large that their blocks are looked at, also of views that are turned alike. */
static void large_pairs_with_little_in_them(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int round = 0; round < 24; round++) {
        const uint32_t flips = oracle_random(&random, 4);
        struct subject a, b, ma, mb;
        draw_large(&a, &random);
        draw_large(&b, &random);
        assert_true(a.sprite.plain & b.sprite.plain & PLAIN_LARGE);
        const hm_sprite fa = view_of(&a, flips, &ma), fb = view_of(&b, flips, &mb);
        for (int i = 0; i < 12; i++)
            check_large(&a, &a.sprite, &b, &b.sprite, &random);
        for (int i = 0; i < 3; i++)
            check_large(&a, &fa, &b, &fb, &random);
        subject_free(&a);
        subject_free(&b);
        subject_free(&ma);
        subject_free(&mb);
    }
}

/* Two of its corners and two pixels more. */
static void draw_few(struct subject *s, uint64_t *random, int32_t width, int32_t height,
                     hm_point solid[4])
{
    subject_init(s, width, height);
    solid[0] = (hm_point){0, 0};
    solid[1] = (hm_point){width - 1, height - 1};
    for (int i = 2; i < 4; i++) {
        solid[i].x = (int32_t)oracle_random(random, (uint32_t)width);
        solid[i].y = (int32_t)oracle_random(random, (uint32_t)height);
    }
    for (int i = 0; i < 4; i++)
        s->pixels[solid[i].y * width + solid[i].x] = 1;
    subject_bake(s);
}

/* Hardly a stripe or a block has a pixel, so that one which is left out is missed. */
static void check_few(uint64_t *random, int32_t side, int32_t tall)
{
    struct subject a, b;
    hm_point p[4], q[4];
    draw_few(&a, random, side + (int32_t)oracle_random(random, 80),
             side + tall + (int32_t)oracle_random(random, 200), p);
    draw_few(&b, random, side + (int32_t)oracle_random(random, 80),
             side + tall + (int32_t)oracle_random(random, 200), q);
    for (int i = 0; i < 16; i++) {
        const hm_point at = {p[i / 4].x - q[i % 4].x, p[i / 4].y - q[i % 4].y};
        for (uint32_t level = 0; level <= levels; level++) {
            a.sprite.cpu = b.sprite.cpu = level;
            assert_true(hm_overlap(&a.sprite, &b.sprite, at.x, at.y));
            assert_true(hm_overlap(&b.sprite, &a.sprite, -at.x, -at.y));
        }
    }
    subject_free(&a);
    subject_free(&b);
}

static void pairs_of_few_pixels_touch_where_they_must(void **state)
{
    (void)state;
    uint64_t random = 6;
    for (int round = 0; round < 600; round++) {
        check_few(&random, 256, round % 8 == 0 ? 900 : round % 8 == 1 ? 1900 : 0);
        check_few(&random, 170, 0);
    }
}

/* A row of blocks is known for 64 blocks at a time, or 1024 rows. The rows around it, of boxes that
 * begin in each row of a block. */
static void each_row_at_the_end_of_a_word_of_blocks_counts(void **state)
{
    (void)state;
    for (int32_t dy = 1; dy <= 17; dy++)
        for (int32_t row = 1022; row <= 1026; row++) {
            struct subject a, b;
            subject_init(&a, 256, 1100);
            subject_init(&b, 256, 1100);
            a.pixels[0] = a.pixels[256 * 1100 - 1] = a.pixels[256 * row + 100] = 1;
            b.pixels[0] = b.pixels[256 * 1100 - 1] = b.pixels[256 * (row - dy) + 100] = 1;
            subject_bake(&a);
            subject_bake(&b);
            for (uint32_t level = 0; level <= levels; level++) {
                a.sprite.cpu = b.sprite.cpu = level;
                assert_true(hm_overlap(&a.sprite, &b.sprite, 0, dy));
                assert_true(hm_overlap(&b.sprite, &a.sprite, 0, -dy));
            }
            subject_free(&a);
            subject_free(&b);
        }
}

/* Few pixels and many rows, against the same picture by another view: of every number of rows that
 * fills the vectors, or leaves some of them empty. */
static void narrow_tall_pairs_turned_differently(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int32_t height = 250; height <= 1035; height++) {
        struct subject shown;
        const int32_t width = 1 + (int32_t)oracle_random(&random, 64);
        subject_init(&shown, width, height);
        shown.pixels[0] = shown.pixels[width * height - 1] = 1;
        shown.pixels[oracle_random(&random, (uint32_t)(width * height))] = 1;
        subject_bake(&shown);
        for (uint32_t flips = 0; flips < 16; flips++) {
            struct subject a, b;
            const hm_sprite p = view_of(&shown, flips, &a), q = view_of(&shown, flips >> 2, &b);
            check(&shown, &p, &shown, &q, 0, 0);
            check(&shown, &p, &shown, &q, 1, 0);
            check(&shown, &p, &shown, &q, 0, -3);
            subject_free(&a);
            subject_free(&b);
        }
        subject_free(&shown);
        height = height == 270 ? 504 : height == 525 ? 1019 : height;
    }
}

/* Two pictures of which only this row has a pixel in both; others show how tall they are. */
static void draw_row(struct subject *a, struct subject *b, int32_t height, int32_t row)
{
    subject_init(a, 3, height);
    subject_init(b, 3, height);
    a->pixels[0] = a->pixels[3 * (height - 1)] = a->pixels[3 * row + 1] = 1;
    b->pixels[2] = b->pixels[3 * (height - 1) + 2] = b->pixels[3 * row + 1] = 1;
    subject_bake(a);
    subject_bake(b);
}

/* The last row, one before it and any other, of every number of rows up to more than two vectors
 * of each kind. */
static void each_row_of_a_narrow_pair_counts(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int32_t height = 1; height <= 136; height++)
        for (int i = 0; i < 4; i++) {
            const int32_t rows[] = {height - 1, height > 1 ? height - 2 : 0, 0,
                                    (int32_t)oracle_random(&random, (uint32_t)height)};
            struct subject a, b;
            draw_row(&a, &b, height, rows[i]);
            for (uint32_t flips = 0; flips < 16; flips++) {
                struct subject ma, mb;
                const hm_sprite p = view_of(&a, flips, &ma), q = view_of(&b, flips >> 2, &mb);
                check(&a, &p, &b, &q, 0, 0);
                subject_free(&ma);
                subject_free(&mb);
            }
            subject_free(&a);
            subject_free(&b);
        }
}

/* Both pictures have this pixel, and each has two corners that the other has not. */
static void draw_pixel(struct subject *a, struct subject *b, int32_t x, int32_t y)
{
    subject_init(a, 64, 8);
    subject_init(b, 64, 8);
    a->pixels[0] = a->pixels[64 * 7 + 63] = a->pixels[64 * y + x] = 1;
    b->pixels[63] = b->pixels[64 * 7] = b->pixels[64 * y + x] = 1;
    subject_bake(a);
    subject_bake(b);
}

/* A vector of eight rows is turned with tables that have a place for each byte. */
static void each_pixel_of_turned_rows_counts(void **state)
{
    (void)state;
    for (int32_t y = 0; y < 8; y++)
        for (int32_t x = 0; x < 64; x++) {
            struct subject a, b;
            draw_pixel(&a, &b, x, y);
            for (uint32_t flips = 0; flips < 4; flips++) {
                struct subject mirrored;
                const hm_sprite q = view_of(&b, flips, &mirrored);
                check(&a, &a.sprite, &b, &q, 0, 0);
                subject_free(&mirrored);
            }
            subject_free(&a);
            subject_free(&b);
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

/* Both views turned alike, and against each other. */
static void check_flipped(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy)
{
    for (uint32_t flips = 1; flips < 16; flips++) {
        struct subject ma, mb;
        const hm_sprite fa = view_of(a, flips, &ma), fb = view_of(b, flips >> 2, &mb);
        check(a, &fa, b, &fb, dx, dy);
        subject_free(&ma);
        subject_free(&mb);
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
            check_flipped(&a, &b, far[i], far[k]);
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

/* Bytes past the width belong to the caller and must not count. */
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
        cmocka_unit_test(each_pixel_of_turned_rows_counts),
        cmocka_unit_test(random_pairs_and_their_mirrors),
        cmocka_unit_test(large_pairs_with_little_in_them),
        cmocka_unit_test(pairs_of_few_pixels_touch_where_they_must),
        cmocka_unit_test(each_row_at_the_end_of_a_word_of_blocks_counts),
        cmocka_unit_test(narrow_tall_pairs_turned_differently),
        cmocka_unit_test(each_row_of_a_narrow_pair_counts),
        cmocka_unit_test(a_flip_mirrors_all_that_a_view_tells),
        cmocka_unit_test(any_offset_is_safe),
        cmocka_unit_test(an_empty_sprite_touches_nothing),
        cmocka_unit_test(a_buffer_that_does_not_do_is_refused),
        cmocka_unit_test(bits_past_the_width_are_ignored),
        cmocka_unit_test(every_small_pair_flipped), /* the longest come last */
        cmocka_unit_test(every_small_pair),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("overlap", tests, NULL, NULL);
}
