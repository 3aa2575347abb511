/*
 * test_shape.c - boxes, circles, segments and rays against one pixel at a time
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/path_oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask.h>

#include <string.h>
#include <time.h>

/* The answer, as far as one is given. */
struct answer {
    bool hit;
    hm_point at;
    uint64_t steps;
};

static const struct answer untouched = {false, {-7, -7}, 77};

static void assert_answer(const struct answer *answer, const struct answer *expected)
{
    assert_int_equal(answer->hit, expected->hit);
    assert_point(answer->at, expected->at);
    assert_int_equal(answer->steps, expected->steps);
}

/* ---- Boxes ------------------------------------------------------------------------------ */

static struct answer oracle_box(const struct subject *s, const hm_box *box)
{
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            if (oracle_solid(s, x, y) && x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1)
                return (struct answer){true, {x, y}, untouched.steps};
    return untouched;
}

static void check_box(struct seen s, hm_box box)
{
    const struct answer expected = oracle_box(s.picture, &box);
    for (uint32_t level = 0; level <= hm_cpu_level(); level++) {
        struct answer answer = untouched;
        s.view.cpu = level;
        answer.hit = hm_overlap_box(&s.view, &box, &answer.at);
        assert_answer(&answer, &expected);
        assert_int_equal(hm_overlap_box(&s.view, &box, NULL), expected.hit);
    }
}

/* ---- Circles ---------------------------------------------------------------------------- */

static int64_t distance(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

/* No square is formed that might not fit, and no sum of two. */
static bool in_circle(int64_t dx, int64_t dy, int64_t radius)
{
    const uint64_t x = (uint64_t)dx, y = (uint64_t)dy, r = (uint64_t)radius;
    return x <= r && y <= r && x * x <= r * r - y * y;
}

static struct answer oracle_circle(const struct subject *s, int32_t x, int32_t y, uint32_t radius)
{
    for (int32_t py = 0; py < s->height; py++)
        for (int32_t px = 0; px < s->width; px++)
            if (oracle_solid(s, px, py) && in_circle(distance(px, x), distance(py, y), radius))
                return (struct answer){true, {px, py}, untouched.steps};
    return untouched;
}

static void check_circle(struct seen s, int32_t x, int32_t y, uint32_t radius)
{
    const struct answer expected = oracle_circle(s.picture, x, y, radius);
    struct answer answer = untouched;
    answer.hit = hm_overlap_circle(&s.view, x, y, radius, &answer.at);
    assert_answer(&answer, &expected);
    assert_int_equal(hm_overlap_circle(&s.view, x, y, radius, NULL), expected.hit);
}

/* ---- Segments and rays ------------------------------------------------------------------ */

/* True if the move from 0 by `move` comes nearer to `to`, or stands there from the beginning. */
static bool leads_to(int64_t move, int64_t to)
{
    return to == 0 || (to > 0) == (move > 0);
}

/* Finds the first solid pixel that the way visits. */
static struct answer oracle_way(const struct subject *s, int64_t x, int64_t y, int64_t dx,
                                int64_t dy, uint64_t length)
{
    struct answer first = untouched;
    for (int32_t py = 0; py < s->height; py++) {
        for (int32_t px = 0; px < s->width; px++) {
            const uint64_t right = (uint64_t)distance(px, x), down = (uint64_t)distance(py, y);
            if (!oracle_solid(s, px, py) || !leads_to(dx, px - x) || !leads_to(dy, py - y) ||
                !path_visits((uint64_t)distance(dx, 0), (uint64_t)distance(dy, 0), right, down))
                continue;
            if (right + down <= length && (!first.hit || right + down < first.steps))
                first = (struct answer){true, {px, py}, right + down};
        }
    }
    return first;
}

static void check_segment(struct seen s, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    const int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    const uint64_t length = (uint64_t)(distance(dx, 0) + distance(dy, 0));
    struct answer expected = oracle_way(s.picture, x0, y0, dx, dy, length);
    struct answer answer = untouched;
    expected.steps = untouched.steps;
    answer.hit = hm_overlap_segment(&s.view, x0, y0, x1, y1, &answer.at);
    assert_answer(&answer, &expected);
    assert_int_equal(hm_overlap_segment(&s.view, x0, y0, x1, y1, NULL), expected.hit);
}

static void check_ray(struct seen s, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const struct answer expected =
        oracle_way(s.picture, x, y, dx, dy, dx == 0 && dy == 0 ? 0 : UINT64_MAX);
    struct answer answer = untouched;
    answer.hit = hm_overlap_ray(&s.view, x, y, dx, dy, &answer.at, &answer.steps);
    assert_answer(&answer, &expected);
    assert_int_equal(hm_overlap_ray(&s.view, x, y, dx, dy, NULL, NULL), expected.hit);
}

/* ---- Drawn ------------------------------------------------------------------------------ */

static void a_diagonal_wall_stops_everything(void **state)
{
    (void)state;
    static const char *const wall[] = {
        "#...",
        ".#..",
        "..#.",
        "...#",
    };
    struct subject s;
    hm_point hit;
    uint64_t steps;
    subject_draw(&s, wall, 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_true(hm_overlap_segment(&s.sprite, 0, 3 - i, 3, -i, &hit));
        assert_int_equal(hit.x, hit.y);
    }
    assert_true(hm_overlap_ray(&s.sprite, 3, 0, -1, 1, &hit, &steps));
    assert_int_equal(hit.x, 1);
    assert_int_equal(hit.y, 1);
    assert_int_equal(steps, 3);
    assert_false(hm_overlap_segment(&s.sprite, 1, 0, 3, 2, NULL));
    subject_free(&s);
}

static void shapes_drawn(void **state)
{
    (void)state;
    static const char *const ring[] = {
        ".###.", "#...#", "#...#", "#...#", ".###.",
    };
    struct subject s;
    hm_point hit;
    uint64_t steps = 0;
    subject_draw(&s, ring, 5);
    assert_false(hm_overlap_box(&s.sprite, &(hm_box){1, 1, 4, 4}, NULL));
    assert_true(hm_overlap_box(&s.sprite, &(hm_box){1, 1, 4, 5}, &hit));
    assert_int_equal(hit.x, 1);
    assert_int_equal(hit.y, 4);
    assert_false(hm_overlap_circle(&s.sprite, 2, 2, 1, NULL));
    assert_true(hm_overlap_circle(&s.sprite, 2, 2, 2, &hit));
    assert_int_equal(hit.x, 2);
    assert_int_equal(hit.y, 0);
    assert_false(hm_overlap_segment(&s.sprite, 1, 1, 3, 3, NULL));
    assert_true(hm_overlap_ray(&s.sprite, 2, 2, 5, 0, &hit, &steps));
    assert_int_equal(hit.x, 4);
    assert_int_equal(hit.y, 2);
    assert_int_equal(steps, 2);
    subject_free(&s);
}

/* ---- All small cases ---------------------------------------------------------------------- */

static void check_small_boxes(struct seen s)
{
    for (int32_t n = 0; n < 7 * 7 * 7 * 7; n++)
        check_box(s, (hm_box){n % 7 - 1, n / 7 % 7 - 1, n / 49 % 7 - 1, n / 343 - 1});
}

static void check_small_circles(struct seen s)
{
    for (int32_t y = -2; y < 6; y++)
        for (int32_t x = -2; x < 6; x++)
            for (uint32_t radius = 0; radius < 6; radius++)
                check_circle(s, x, y, radius);
}

static void check_small_ways(struct seen s)
{
    for (int32_t n = 0; n < 6 * 6 * 6 * 6; n++) {
        const int32_t x = n % 6 - 1, y = n / 6 % 6 - 1;
        check_segment(s, x, y, n / 36 % 6 - 1, n / 216 - 1);
        check_ray(s, x, y, n / 36 % 6 - 2, n / 216 - 2);
    }
}

static void check_small(const struct subject *mask)
{
    check_small_boxes(seen(mask));
    check_small_circles(seen(mask));
    check_small_ways(seen(mask));
}

static void every_small_mask(void **state)
{
    (void)state;
    masks_visit(NULL, 61, check_small);
}

/* ---- Random ------------------------------------------------------------------------------- */

static void check_random_shapes(struct seen s, uint64_t *random)
{
    const int32_t width = s.picture->width, height = s.picture->height;
    const int32_t x0 = random_near(random, width), y0 = random_near(random, height);
    const int32_t x1 = random_near(random, width), y1 = random_near(random, height);
    const uint32_t radius = oracle_random(random, (uint32_t)(width + height));
    check_box(s, (hm_box){x0, y0, x1, y1});
    check_circle(s, x0, y0, radius);
    check_circle(s, x0, y0, radius / 8);
    check_segment(s, x0, y0, x1, y1);
    check_segment(s, x0, y0, x1, y0);
    check_segment(s, x0, y0, x0, y1);
    check_ray(s, x0, y0, random_near(random, 10), random_near(random, 10));
    check_ray(s, x0, y0, x1 - x0, 0);
    check_ray(s, x0, y0, 0, y1 - y0);
}

/* A few pixels far apart, so that boxes are long in vain before they hit. */
static void sparse_masks_and_large_boxes(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < oracle_tries(2000); round++) {
        struct subject picture, stored;
        const int32_t width = 1 + (int32_t)oracle_random(&random, 150);
        const int32_t height = 60;
        subject_init(&picture, width, height);
        for (int i = 0; i < 3; i++)
            picture.pixels[oracle_random(&random, (uint32_t)(width * height))] = 1;
        const struct seen s = {&picture, view_of(&picture, oracle_random(&random, 4), &stored)};
        for (int i = 0; i < 5; i++) {
            const int32_t left = random_near(&random, width / 2),
                          top = random_near(&random, height / 2);
            check_box(s, (hm_box){left, top, left + width / 2 + 1, top + height / 2 + 10});
        }
        subject_free(&picture);
        subject_free(&stored);
    }
}

/* Towards a pixel near the sprite and on behind it, and the same by the ends of the range. */
static void check_long_shapes(struct seen s, uint64_t *random)
{
    const int32_t x0 = random_anywhere(random), y0 = random_anywhere(random);
    const int32_t x1 = random_anywhere(random), y1 = random_anywhere(random);
    const int32_t x = random_near(random, s.picture->width),
                  y = random_near(random, s.picture->height);
    const int32_t half_x = x0 / 2, half_y = y0 / 2;
    check_box(s, (hm_box){x0, y0, x1, y1});
    check_box(s, (hm_box){x0 < x ? x0 : x, y0 < y ? y0 : y, x1 > x ? x1 : x, y1 > y ? y1 : y});
    check_circle(s, x0, y0, (uint32_t)distance(x0, x));
    check_circle(s, x0, y, (uint32_t)distance(x0, x));
    check_circle(s, x0, y0, oracle_random(random, UINT32_MAX) + 1);
    check_segment(s, x0, y0, x1, y1);
    check_segment(s, x0, y0, x, y);
    check_segment(s, half_x + x, half_y + y, -half_x, -half_y);
    check_ray(s, half_x + x, half_y + y, -half_x, -half_y);
    check_ray(s, x0, y, x1, 0);
    check_ray(s, x0, y0, x1, y1);
    check_ray(s, x, y0, x1 % 4, y1);
}

static void check_views(uint64_t seed, int rounds, int placements, int32_t side,
                        void (*check)(struct seen s, uint64_t *random))
{
    uint64_t random = seed;
    for (int round = 0; round < oracle_tries(rounds); round++) {
        struct subject picture, stored;
        subject_scribble(&picture, &random, side);
        const hm_sprite view = view_of(&picture, oracle_random(&random, 4), &stored);
        for (int i = 0; i < placements; i++) {
            check(seen(&stored), &random);
            check((struct seen){&picture, view}, &random);
        }
        subject_free(&picture);
        subject_free(&stored);
    }
}

static void random_shapes(void **state)
{
    (void)state;
    check_views(1, 5000, 10, 20, check_random_shapes);
    check_views(2, 60, 20, 200, check_random_shapes);
}

static void shapes_from_far_away(void **state)
{
    (void)state;
    check_views(3, 1000, 10, 40, check_long_shapes);
}

/* ---- Ends --------------------------------------------------------------------------------- */

static void the_ends_of_the_range(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    uint64_t random = 4;
    struct subject s;
    subject_scribble(&s, &random, 20);
    for (int n = 0; n < 7 * 7 * 7 * 7; n++) {
        const int32_t a = ends[n % 7], b = ends[n / 7 % 7], c = ends[n / 49 % 7], d = ends[n / 343];
        check_box(seen(&s), (hm_box){a, b, c, d});
        check_segment(seen(&s), a, b, c, d);
        check_ray(seen(&s), a, b, c, d);
        check_circle(seen(&s), a, b, (uint32_t)c);
    }
    subject_free(&s);
}

/* The far corners of the plane, and the one pixel between them. */
static void the_longest_segment(void **state)
{
    (void)state;
    struct subject dot;
    uint64_t steps = 0;
    subject_from_number(&dot, 1, 1, 1);
    assert_true(hm_overlap_segment(&dot.sprite, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, NULL));
    assert_true(hm_overlap_segment(&dot.sprite, INT32_MAX, 0, INT32_MIN, 0, NULL));
    assert_true(hm_overlap_ray(&dot.sprite, INT32_MIN, INT32_MIN, 1, 1, NULL, &steps));
    assert_int_equal(steps, UINT64_C(1) << 32);
    assert_true(hm_overlap_circle(&dot.sprite, INT32_MIN, INT32_MIN, 3037000500u, NULL));
    assert_false(hm_overlap_circle(&dot.sprite, INT32_MIN, INT32_MIN, 3037000499u, NULL));
    subject_free(&dot);
}

/* A pixel at each column of a row, just inside of a box and just outside. */
static void boxes_end_at_any_column(void **state)
{
    (void)state;
    enum { WIDTH = 300 };

    for (int32_t column = 1; column < WIDTH - 1; column++) {
        struct subject row, stored;
        subject_init(&row, WIDTH, 1);
        row.pixels[0] = row.pixels[column] = row.pixels[WIDTH - 1] = 1;
        const struct seen s = {&row, view_of(&row, (uint32_t)column % 2, &stored)};
        for (int32_t from = 1; from < WIDTH; from += 40) {
            check_box(s, (hm_box){from, 0, column, 1});
            check_box(s, (hm_box){from, 0, column + 1, 1});
            check_box(s, (hm_box){column, 0, WIDTH - from, 1});
            check_box(s, (hm_box){column + 1, 0, WIDTH - from, 1});
        }
        subject_free(&row);
        subject_free(&stored);
    }
}

/* Behind the last column and row of an angle of 256 x 256 pixels lie other solid bits: those of the
 * next stripe, and those of its blocks. */
static void ways_end_at_the_edge_of_a_mask(void **state)
{
    (void)state;
    enum { SIDE = 256 };
    static const int32_t along[][2] = {{1, 0}, {3, 1}, {1, 1}, {0, 1}, {1, 3}};
    struct subject angle, mirrored;

    subject_init(&angle, SIDE, SIDE);
    for (int32_t i = 0; i < SIDE; i++)
        angle.pixels[i] = angle.pixels[i * SIDE] = 1;
    subject_bake(&angle);
    for (int flips = 0; flips < 4; flips++) {
        const bool x = flips & 1, y = flips & 2;
        struct seen view;
        subject_mirror(&angle, x, y, &mirrored);
        view.picture = &mirrored;
        hm_sprite_flip(&angle.sprite, x, y, &view.view);
        for (int32_t i = 0; i < 40; i++) {
            const int32_t *const way = along[i % 5];
            const int32_t dx = x ? -way[0] : way[0], dy = y ? -way[1] : way[1];
            const int32_t near = 1 + i / 5 * 2, far = SIDE - 5;
            const int32_t from_x = way[0] > way[1] ? far : near,
                          from_y = way[0] > way[1] ? near : far;
            const int32_t x0 = x ? SIDE - 1 - from_x : from_x, y0 = y ? SIDE - 1 - from_y : from_y;
            check_ray(view, x0, y0, dx, dy);
            check_segment(view, x0, y0, x0 + 9 * dx, y0 + 9 * dy);
        }
        subject_free(&mirrored);
    }
    subject_free(&angle);
}

/* A pack of a few bytes may hold a box as large as int32_t goes. Nothing walks its rows. */
static void the_largest_box_is_answered_at_once(void **state)
{
    (void)state;
    enum { FAR = INT32_MAX, MIDDLE = 1 << 30 };
    static const struct {
        int32_t x, y;
        uint32_t radius;
        bool hit;
        int32_t hit_x, hit_y;
    } circles[] = {
        {MIDDLE, MIDDLE, MIDDLE / 2, true, MIDDLE, MIDDLE / 2},
        {MIDDLE, MIDDLE, UINT32_MAX, true, 0, 0},
        /* Beside the box: the chord of 2^31 - 1 in a circle of 2^31 is 65535 long, either way. */
        {-FAR, MIDDLE, UINT32_C(1) << 31, true, 0, MIDDLE - 65535},
        {-FAR, FAR - 1, UINT32_C(1) << 31, true, 0, FAR - 1 - 65535},
        {FAR, 1000, 5, true, FAR - 3, 996},
        {-FAR, MIDDLE, FAR, true, 0, MIDDLE},
        {-FAR, MIDDLE, FAR - 1, false, 0, 0},
        {-FAR, -FAR, 3037000499u, true, 0, 0},
        {-FAR, -FAR, 3037000498u, false, 0, 0},
    };
    const clock_t begin = clock();
    const hm_sprite box = full_box(0, 0, FAR, FAR);
    hm_sprite view;
    for (int flips = 0; flips < 4; flips++) {
        hm_sprite_flip(&box, flips & 1, flips & 2, &view);
        for (size_t i = 0; i < sizeof circles / sizeof *circles; i++) {
            hm_point hit = {0, 0};
            assert_int_equal(
                hm_overlap_circle(&view, circles[i].x, circles[i].y, circles[i].radius, &hit),
                circles[i].hit);
            assert_int_equal(hit.x, circles[i].hit_x);
            assert_int_equal(hit.y, circles[i].hit_y);
        }
    }
    assert_true(clock() - begin < CLOCKS_PER_SEC / 10);
}

static void an_empty_sprite_meets_no_shape(void **state)
{
    (void)state;
    const hm_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    struct subject empty;
    hm_sprite views[3];
    memset(views, 0, sizeof views);
    subject_from_number(&empty, 3, 3, 0);
    views[1] = empty.sprite;
    hm_sprite_flip(&empty.sprite, true, true, &views[2]);
    for (int i = 0; i < 3; i++) {
        assert_false(hm_overlap_box(&views[i], &all, NULL));
        assert_false(hm_overlap_circle(&views[i], 0, 0, UINT32_MAX, NULL));
        for (int32_t n = 0; n < 625; n++) {
            const int32_t x = n % 5 - 1, y = n / 5 % 5 - 1, u = n / 25 % 5 - 1, v = n / 125 - 1;
            assert_false(hm_overlap_segment(&views[i], x, y, u, v, NULL));
            assert_false(hm_overlap_ray(&views[i], x, y, u, v, NULL, NULL));
        }
    }
    subject_free(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diagonal_wall_stops_everything),
        cmocka_unit_test(shapes_drawn),
        cmocka_unit_test(boxes_end_at_any_column),
        cmocka_unit_test(ways_end_at_the_edge_of_a_mask),
        cmocka_unit_test(every_small_mask),
        cmocka_unit_test(random_shapes),
        cmocka_unit_test(sparse_masks_and_large_boxes),
        cmocka_unit_test(shapes_from_far_away),
        cmocka_unit_test(the_ends_of_the_range),
        cmocka_unit_test(the_longest_segment),
        cmocka_unit_test(the_largest_box_is_answered_at_once),
        cmocka_unit_test(an_empty_sprite_meets_no_shape),
    };
    return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
