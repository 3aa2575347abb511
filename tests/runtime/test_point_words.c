/*
 * test_point_words.c - lists made by hand: coordinates of one, two and four bytes, and positions
 * that do not fit into 16 bits
 *
 * The sprites are full boxes, so that they may be of any size.
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "format.h"
#include "records.h"
#include "runtime/oracle.h"

#include <hitmask_transform.h>

#include <stdlib.h>
#include <string.h>

enum { POINTS = 20 };

/* ---- Lists made by hand ------------------------------------------------------------------- */

struct hand {
    hm_sprite sprite;
    uint8_t cells[POINTS * 8];
};

/* A full box, with a map of so many cells. */
static void hand_init(struct hand *hand, int32_t width, int32_t height, uint32_t map_width,
                      uint32_t map_height)
{
    memset(hand, 0, sizeof *hand);
    hm_sprite *const s = &hand->sprite;
    s->width = s->bounds.x1 = width;
    s->height = s->bounds.y1 = height;
    s->area = (uint64_t)width * (uint64_t)height;
    s->map_width = map_width;
    s->map_height = map_height;
    s->cell_bytes = cell_bytes(map_width, map_height);
    s->points = hand->cells;
    hm_sprite_view_full(s);
}

static void add_coordinate(struct hand *hand, uint32_t index, uint32_t value)
{
    const uint8_t bytes = hand->sprite.cell_bytes;
    for (uint32_t i = 0; i < bytes; i++)
        hand->cells[index * bytes + i] = (uint8_t)(value >> 8 * i);
}

static void add_cell(struct hand *hand, uint32_t column, uint32_t row)
{
    const uint32_t index = hand->sprite.point_count++;
    add_coordinate(hand, 2 * index, column);
    add_coordinate(hand, 2 * index + 1, row);
}

/* As many as are looked at at a time. */
static void add_eight(struct hand *hand, uint32_t column, uint32_t row)
{
    for (int i = 0; i < 8; i++)
        add_cell(hand, column, row);
}

static hm_point point_of(const hm_sprite *sprite, uint32_t index)
{
    hm_point p = {0, 0};
    assert_true(hm_sprite_point(sprite, index, &p));
    return p;
}

/* ---- What must come out ------------------------------------------------------------------- */

static bool lies_on(const hm_sprite *box, int64_t x, int64_t y)
{
    return x >= 0 && x < box->width && y >= 0 && y < box->height;
}

static bool lies_near(const hm_sprite *b, int64_t x, int64_t y, int64_t distance)
{
    for (uint32_t i = 0; i < b->point_count; i++) {
        const hm_point p = point_of(b, i);
        const int64_t dx = llabs(p.x - x), dy = llabs(p.y - y);
        if (dx <= distance && dy <= distance && dx * dx + dy * dy <= distance * distance)
            return true;
    }
    return false;
}

static void assert_same(bool found, hm_point hit, bool expected, hm_point at)
{
    assert_int_equal(found, expected);
    assert_int_equal(hit.x, expected ? at.x : -7);
    assert_int_equal(hit.y, expected ? at.y : -7);
}

static void check_level(hm_sprite a, hm_sprite b, hm_point offset, uint32_t distance,
                        uint32_t level)
{
    bool touches = false, comes_near = false;
    hm_point on = {-7, -7}, near = on, hit = on;
    for (uint32_t i = a.point_count; i-- > 0;) {
        const hm_point p = point_of(&a, i);
        const int64_t x = (int64_t)p.x - offset.x, y = (int64_t)p.y - offset.y;
        on = lies_on(&b, x, y) ? p : on;
        touches |= lies_on(&b, x, y);
        near = lies_near(&b, x, y, distance) ? p : near;
        comes_near |= lies_near(&b, x, y, distance);
    }
    a.cpu = b.cpu = level;
    const bool found = hm_points_overlap(&a, &b, offset.x, offset.y, UINT32_MAX, &hit);
    assert_same(found, hit, touches, on);
    hit = (hm_point){-7, -7};
    const bool in_map = hm_points_overlap_map(&a, &b, offset.x, offset.y, UINT32_MAX, &hit);
    assert_same(in_map, hit, touches, on);
    hit = (hm_point){-7, -7};
    const bool is_near = hm_points_near(&a, &b, offset.x, offset.y, distance, UINT32_MAX, &hit);
    assert_same(is_near, hit, comes_near, near);
}

/* A map that only shifts is an offset. */
static void check_shift(const hm_sprite *a, const hm_sprite *b, hm_point offset)
{
    const bool in_size = a->width <= HM_AFFINE_SIDE_MAX && a->height <= HM_AFFINE_SIDE_MAX &&
                         b->width <= HM_AFFINE_SIDE_MAX && b->height <= HM_AFFINE_SIDE_MAX;
    hm_affine map;
    hm_point expected = {-7, -7}, hit = {-7, -7};
    const bool touches =
        in_size && hm_points_overlap(a, b, offset.x, offset.y, UINT32_MAX, &expected);
    hm_affine_translation(&map, offset.x * INT64_C(65536), offset.y * INT64_C(65536));
    const bool found = hm_affine_points(a, b, &map, UINT32_MAX, &hit);
    assert_same(found, hit, touches, expected);
}

static void check(const struct hand *a, const struct hand *b, hm_point offset, uint32_t distance)
{
    hm_sprite p = a->sprite, q = b->sprite;
    p.points = a->cells;
    q.points = b->cells;
    for (uint32_t level = 0; level <= hm_cpu_level(); level++)
        check_level(p, q, offset, distance, level);
    check_shift(&p, &q, offset);
}

/* ---- Any sizes ------------------------------------------------------------------------------ */

static void random_hand(struct hand *hand, uint64_t *random)
{
    /* The side, and how many cells it has. */
    static const uint32_t kinds[][2] = {
        {1, 1},         {200, 200},   {256, 256},    {257, 257},    {300, 300},      {512, 256},
        {1000, 250},    {16384, 256}, {16640, 256},  {32768, 256},  {40960, 256},    {65536, 65536},
        {70000, 70000}, {76800, 256}, {131072, 256}, {100000, 300}, {140000, 70000}, {40001, 200},
    };
    const uint32_t *const x = kinds[oracle_random(random, sizeof kinds / sizeof *kinds)];
    const uint32_t *const y = kinds[oracle_random(random, sizeof kinds / sizeof *kinds)];
    hand_init(hand, (int32_t)x[0], (int32_t)y[0], x[1], y[1]);
    for (uint32_t count = 1 + oracle_random(random, POINTS); count > 0; count--)
        add_cell(hand, oracle_random(random, x[1]), oracle_random(random, y[1]));
}

/* How far a point of one is from a point of the other, so that 16 bits may take it for another
 * number, or from an edge of its box. */
static int32_t random_way(uint64_t *random)
{
    static const int32_t ways[] = {0, 1, 3, 16383, 16384, 32767, 32768, 65535, 65536, 65537};
    const int32_t way = ways[oracle_random(random, sizeof ways / sizeof *ways)];
    return oracle_random(random, 2) ? way : -way;
}

static void lists_of_any_kind_give_the_answers_of_their_points(void **state)
{
    (void)state;
    static const uint32_t distances[] = {0, 1, 2, 4, 16383, 16384, 40000};
    uint64_t random = 1;
    for (int round = 0; round < 30000; round++) {
        struct hand a, b;
        random_hand(&a, &random);
        random_hand(&b, &random);
        const hm_point p = point_of(&a.sprite, oracle_random(&random, a.sprite.point_count));
        hm_point q = point_of(&b.sprite, oracle_random(&random, b.sprite.point_count));
        if (oracle_random(&random, 3) == 0)
            q = (hm_point){oracle_random(&random, 2) ? b.sprite.width : -1,
                           oracle_random(&random, 2) ? b.sprite.height : -1};
        const hm_point offset = {p.x - q.x - random_way(&random), p.y - q.y - random_way(&random)};
        check(&a, &b, offset, distances[round % 7]);
    }
}

/* ---- More than 16 bits ---------------------------------------------------------------------- */

/* On both axes 2^15 pixels away: each square is 2^30, and their sum does not fit into 32 bits. Both
 * lists reach from a little below 0 to 2^15, or from -2^15 to a little above 0. */
static void squares_that_leave_32_bits_are_not_near(void **state)
{
    (void)state;
    struct hand low, high, far;
    hand_init(&low, 256, 256, 256, 256);
    hand_init(&high, 32768, 32768, 256, 256);
    hand_init(&far, 40960, 40960, 256, 256);
    add_cell(&low, 5, 5);      /* the pixel (5, 5) */
    add_cell(&high, 180, 180); /* the pixel (23104, 23104) */
    add_eight(&far, 0, 0);     /* the pixel (80, 80) */
    check(&low, &far, (hm_point){5 - 80 - 32768, 5 - 80 - 32768}, 1);
    check(&high, &far, (hm_point){23104 - 80 - 32768, 23104 - 80 - 32768}, 1);
}

/* On one axis 2^16 pixels away: in 16 bits that is 0. */
static void positions_that_leave_16_bits_are_not_near(void **state)
{
    (void)state;
    struct hand p, q;
    hand_init(&p, 131072, 256, 256, 256);
    hand_init(&q, 76800, 256, 256, 256);
    add_cell(&p, 128, 7); /* the pixel (65792, 7) */
    add_eight(&q, 0, 7);  /* the pixel (150, 7) */
    check(&p, &q, (hm_point){65792 - 65536 - 150, 0}, 1);
    check(&p, &q, (hm_point){65792 - 150, 0}, 1);
}

/* All of its columns are more than 16 bits count. */
static void points_lie_on_a_wide_mask(void **state)
{
    (void)state;
    struct hand p, wide;
    hand_init(&p, 256, 256, 256, 256);
    hand_init(&wide, 40000, 256, 1, 1);
    add_eight(&p, 9, 9);
    add_cell(&wide, 0, 0);
    check(&p, &wide, (hm_point){0, 0}, 0);
    check(&p, &wide, (hm_point){-39990, 0}, 0);
    check(&p, &wide, (hm_point){-39991, 0}, 0);
}

/* ---- Through a map -------------------------------------------------------------------------- */

/* The first cell of a map lands on the first or last place in a pixel, and the others beside it. */
static void the_ends_of_a_pixel_are_in_it(void **state)
{
    (void)state;
    const int32_t one = 1 << 16, half = one / 2;
    struct hand map_of_four, dot;
    hand_init(&map_of_four, 2, 2, 2, 2);
    hand_init(&dot, 1, 1, 1, 1);
    add_cell(&map_of_four, 0, 0);
    for (int at = -1; at <= one; at += at == 0 ? one - 1 : 1) {
        const hm_transform on = {one, 0, 0, one, at - half, at - half};
        const hm_transform back = {-one, 0, 0, -one, at + half, at + half};
        const bool inside = at >= 0 && at < one;
        assert_int_equal(hm_affine_points(&map_of_four.sprite, &dot.sprite,
                                          &(hm_affine){.to_b = on}, UINT32_MAX, NULL),
                         inside);
        assert_int_equal(hm_affine_points(&map_of_four.sprite, &dot.sprite,
                                          &(hm_affine){.to_b = back}, UINT32_MAX, NULL),
                         inside);
    }
}

/* ---- Damage --------------------------------------------------------------------------------- */

/* A cell that no map has is more than 2^62 pixels away, and each offset and distance adds to that.
 * The answer may be wrong, but a hit is a pixel of the sprite. A sanitizer sees that no number
 * leaves 64 bits. */
static void cells_of_no_map_are_safe(void **state)
{
    (void)state;
    static const int32_t offsets[] = {INT32_MIN, -1, 0, INT32_MAX};
    struct hand damaged;
    hand_init(&damaged, INT32_MAX, 70000, 1, 70000);
    add_cell(&damaged, UINT32_MAX, UINT32_MAX);
    add_cell(&damaged, 0, 0);
    for (int i = 0; i < 16 * 4; i++) {
        const int32_t dx = offsets[i % 4], dy = offsets[i / 4 % 4];
        hm_sprite a, b;
        hm_point hit = {0, 0};
        hm_sprite_flip(&damaged.sprite, i / 16 % 2, i / 16 % 2, &a);
        hm_sprite_flip(&damaged.sprite, i / 32, i / 32, &b);
        hm_points_overlap(&a, &b, dx, dy, UINT32_MAX, &hit);
        assert_true(lies_on(&a, hit.x, hit.y));
        hm_points_overlap_map(&a, &b, dx, dy, UINT32_MAX, &hit);
        assert_true(lies_on(&a, hit.x, hit.y));
        hm_points_near(&a, &b, dx, dy, UINT32_MAX, UINT32_MAX, &hit);
        assert_true(lies_on(&a, hit.x, hit.y));
    }
}

/* Counts through a map, with the largest factors that there are. Sides beyond 2^16 have cells of
 * four bytes, and the cells here are as wide as the sprite. */
static void cells_of_no_map_are_safe_through_a_map(void **state)
{
    (void)state;
    const int32_t sides[] = {65536, 131072, 1 << 20, 1 << 21};
    const int32_t most = HM_AFFINE_FACTOR_MAX;
    for (int i = 0; i < 4; i++)
        for (int upright = 0; upright < 2; upright++) {
            const uint32_t side = (uint32_t)sides[i];
            /* The middle of the first cell lands on the first pixel. */
            const int64_t half = most / 2, back = half + (int64_t)most * (sides[i] / 2);
            const hm_transform way = {
                most, 0, 0, most, upright ? -half : -back, upright ? -back : -half};
            const hm_affine map = {way, way};
            struct hand damaged;
            hm_point hit = {0, 0};
            hand_init(&damaged, sides[i], sides[i], upright ? side : 1, upright ? 1 : side);
            damaged.sprite.bounds = (hm_box){0, 0, 1, 1};
            damaged.sprite.area = 1;
            add_cell(&damaged, UINT32_MAX, UINT32_MAX);
            hm_affine_points(&damaged.sprite, &damaged.sprite, &map, UINT32_MAX, &hit);
            assert_true(lies_on(&damaged.sprite, hit.x, hit.y));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_any_kind_give_the_answers_of_their_points),
        cmocka_unit_test(squares_that_leave_32_bits_are_not_near),
        cmocka_unit_test(positions_that_leave_16_bits_are_not_near),
        cmocka_unit_test(points_lie_on_a_wide_mask),
        cmocka_unit_test(the_ends_of_a_pixel_are_in_it),
        cmocka_unit_test(cells_of_no_map_are_safe),
        cmocka_unit_test(cells_of_no_map_are_safe_through_a_map),
    };
    return cmocka_run_group_tests_name("point_words", tests, NULL, NULL);
}
