/*
 * test_box.c - boxes, against the pixels in them
 */

#include "support/cmocka_all.h"

#include "runtime/oracle.h"

#include <hitmask.h>

#include <string.h>

/* Boxes with edges from FIRST to END, many of them empty or inside out; their pixels lie
 * between. */
enum { FIRST = -1, END = 3, EDGES = END - FIRST + 1, BOXES = EDGES * EDGES * EDGES * EDGES };

static hm_box nth_box(int n)
{
    return (hm_box){FIRST + n % EDGES, FIRST + n / EDGES % EDGES, FIRST + n / EDGES / EDGES % EDGES,
                    FIRST + n / EDGES / EDGES / EDGES};
}

/* Bit i is the pixel i of the area in which all of the boxes lie. */
static uint32_t pixels_of(const hm_box *box)
{
    uint32_t pixels = 0;
    for (int i = 0; i < EDGES * EDGES; i++) {
        const int x = FIRST + i % EDGES, y = FIRST + i / EDGES;
        if (x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1)
            pixels |= UINT32_C(1) << i;
    }
    return pixels;
}

static void assert_box(const hm_box *box, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    const hm_box expected = {x0, y0, x1, y1};
    assert_memory_equal(box, &expected, sizeof expected);
}

/* The smallest box round the pixels, found by trying all. */
static hm_box smallest_round(uint32_t pixels)
{
    hm_box best = {0, 0, 0, 0};
    uint32_t best_pixels = UINT32_MAX;
    for (int n = 0; n < BOXES; n++) {
        const hm_box box = nth_box(n);
        const uint32_t covered = pixels_of(&box);
        if (covered != 0 && (covered & pixels) == pixels && (covered & best_pixels) == covered) {
            best = box;
            best_pixels = covered;
        }
    }
    return pixels != 0 ? best : (hm_box){0, 0, 0, 0};
}

static void every_pair_of_small_boxes(void **state)
{
    (void)state;
    for (int n = 0; n < BOXES; n++) {
        const hm_box a = nth_box(n);
        const uint32_t in_a = pixels_of(&a);
        for (int m = 0; m < BOXES; m++) {
            const hm_box b = nth_box(m);
            const uint32_t in_b = pixels_of(&b);
            hm_box both;
            assert_int_equal(hm_box_overlap(&a, &b), (in_a & in_b) != 0);
            assert_int_equal(hm_box_intersection(&a, &b, &both), (in_a & in_b) != 0);
            assert_int_equal(pixels_of(&both), in_a & in_b);
            if ((in_a & in_b) == 0)
                assert_box(&both, 0, 0, 0, 0);
            assert_int_equal(hm_box_contains_box(&a, &b), (in_a & in_b) == in_b);
        }
    }
}

static void a_union_is_the_smallest_box_round_both(void **state)
{
    (void)state;
    for (int n = 0; n < BOXES; n++) {
        const hm_box a = nth_box(n);
        for (int m = n % 7; m < BOXES; m += 7) {
            const hm_box b = nth_box(m);
            const hm_box expected = smallest_round(pixels_of(&a) | pixels_of(&b));
            hm_box all;
            hm_box_union(&a, &b, &all);
            assert_memory_equal(&all, &expected, sizeof all);
        }
    }
}

static void a_box_contains_its_pixels(void **state)
{
    (void)state;
    for (int n = 0; n < BOXES; n++) {
        const hm_box box = nth_box(n);
        for (int i = 0; i < EDGES * EDGES; i++)
            assert_int_equal(hm_box_contains(&box, FIRST + i % EDGES, FIRST + i / EDGES),
                             pixels_of(&box) >> i & 1);
    }
}

/* One axis of two boxes: what lies in both, number by number; begin >= end when nothing does. */
struct shared {
    int32_t begin, end;
};

enum { FAR = 40 };

static struct shared share(int32_t a0, int32_t a1, int32_t b0, int32_t b1)
{
    struct shared shared = {FAR, -FAR};
    for (int32_t i = FAR - 1; i >= -FAR; i--)
        if (i >= a0 && i < a1 && i >= b0 && i < b1) {
            shared.begin = i;
            shared.end = shared.end > i ? shared.end : i + 1;
        }
    return shared;
}

static hm_box random_box(uint64_t *random)
{
    int32_t edges[4];
    for (int i = 0; i < 4; i++)
        edges[i] = (int32_t)oracle_random(random, 2 * FAR + 1) - FAR;
    return (hm_box){edges[0], edges[1], edges[2], edges[3]};
}

static void random_boxes(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 200000; round++) {
        const hm_box a = random_box(&random), b = random_box(&random);
        const struct shared x = share(a.x0, a.x1, b.x0, b.x1), y = share(a.y0, a.y1, b.y0, b.y1);
        const bool meet = x.begin < x.end && y.begin < y.end;
        hm_box both, local;
        assert_int_equal(hm_box_overlap(&a, &b), meet);
        assert_int_equal(hm_box_intersection(&a, &b, &both), meet);
        assert_box(&both, meet ? x.begin : 0, meet ? y.begin : 0, meet ? x.end : 0,
                   meet ? y.end : 0);
        assert_true(!meet || (hm_box_contains_box(&a, &both) && hm_box_contains_box(&b, &both)));
        hm_box_union(&a, &b, &both);
        assert_true(hm_box_contains_box(&both, &a) && hm_box_contains_box(&both, &b));
        hm_box_to_local(&a, b.x0, b.y0, &local);
        assert_box(&local, a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x0, a.y1 - b.y0);
    }
}

static void boxes_that_only_touch_do_not_overlap(void **state)
{
    (void)state;
    const hm_box a = {0, 0, 10, 10}, right = {10, 0, 20, 10}, below = {0, 10, 10, 20};
    const hm_box corner = {9, 9, 11, 11};
    hm_box both;
    assert_false(hm_box_overlap(&a, &right));
    assert_false(hm_box_overlap(&below, &a));
    assert_true(hm_box_intersection(&a, &corner, &both));
    assert_box(&both, 9, 9, 10, 10);
    assert_false(hm_box_contains(&a, 10, 5));
    assert_true(hm_box_contains(&a, 9, 9));
}

static void the_ends_of_the_range_are_safe(void **state)
{
    (void)state;
    const hm_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    const hm_box inside_out = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    const hm_box last = {INT32_MAX - 1, INT32_MAX - 1, INT32_MAX, INT32_MAX};
    hm_box out;
    assert_true(hm_box_overlap(&all, &last));
    assert_true(hm_box_contains_box(&all, &last));
    assert_false(hm_box_overlap(&all, &inside_out));
    assert_true(hm_box_contains_box(&last, &inside_out));
    assert_true(hm_box_contains(&all, INT32_MIN, INT32_MAX - 1));
    assert_false(hm_box_contains(&all, INT32_MIN, INT32_MAX));
    hm_box_union(&inside_out, &last, &out);
    assert_memory_equal(&out, &last, sizeof out);
    hm_box_union(&inside_out, &inside_out, &out);
    assert_box(&out, 0, 0, 0, 0);
}

static void a_box_moves_there_and_back(void **state)
{
    (void)state;
    const hm_box box = {3, -4, 30, 40};
    hm_box moved;
    hm_box_move(&box, 100, -7, &moved);
    assert_box(&moved, 103, -11, 130, 33);
    hm_box_to_local(&moved, 100, -7, &moved);
    assert_box(&moved, 3, -4, 30, 40);
}

static void edges_stop_at_the_ends_of_the_range(void **state)
{
    (void)state;
    const hm_box box = {-10, -20, 10, 20};
    hm_box moved;
    hm_box_move(&box, INT32_MAX, INT32_MIN, &moved);
    assert_box(&moved, INT32_MAX - 10, INT32_MIN, INT32_MAX, INT32_MIN + 20);
    hm_box_to_local(&box, INT32_MIN, INT32_MAX, &moved);
    assert_box(&moved, INT32_MAX - 9, INT32_MIN, INT32_MAX, -INT32_MAX + 20);
    const hm_box far = {INT32_MAX - 1, 0, INT32_MAX, 1};
    hm_box_move(&far, INT32_MAX, 0, &moved);
    assert_box(&moved, INT32_MAX, 0, INT32_MAX, 1);
    assert_false(hm_box_overlap(&moved, &moved));
}

static void the_result_may_be_an_operand(void **state)
{
    (void)state;
    hm_box a = {0, 0, 5, 5};
    const hm_box b = {3, 3, 9, 9};
    hm_box_union(&a, &b, &a);
    assert_box(&a, 0, 0, 9, 9);
    assert_true(hm_box_intersection(&b, &a, &a));
    assert_box(&a, 3, 3, 9, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_small_boxes),
        cmocka_unit_test(a_union_is_the_smallest_box_round_both),
        cmocka_unit_test(a_box_contains_its_pixels),
        cmocka_unit_test(random_boxes),
        cmocka_unit_test(boxes_that_only_touch_do_not_overlap),
        cmocka_unit_test(the_ends_of_the_range_are_safe),
        cmocka_unit_test(a_box_moves_there_and_back),
        cmocka_unit_test(edges_stop_at_the_ends_of_the_range),
        cmocka_unit_test(the_result_may_be_an_operand),
    };
    return cmocka_run_group_tests_name("box", tests, NULL, NULL);
}
