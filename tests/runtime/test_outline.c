/*
 * test_outline.c - outlines as loops of corners, against a walk along single edges of pixels
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_canvas.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ONE = 65536 };

/* ---- A walk along single edges ----------------------------------------------------------------
 */

struct loops {
    hm_point *corners;
    uint32_t *ends;
    uint32_t corner_count, loop_count;
};

/* The four ways, each a quarter clockwise from the one before it. */
static const hm_point ways[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* A picture of which only a box is there. */
struct part {
    const struct subject *picture;
    hm_box box;
};

static bool part_solid(const struct part *part, int32_t x, int32_t y)
{
    return x >= part->box.x0 && x < part->box.x1 && y >= part->box.y0 && y < part->box.y1 &&
           oracle_solid(part->picture, x, y);
}

/* True if the edge from a point in that way has a solid pixel on its right and none on its left. */
static bool is_edge(const struct part *part, hm_point at, uint32_t way)
{
    static const hm_point right[] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static const hm_point left[] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    return part_solid(part, at.x + right[way].x, at.y + right[way].y) &&
           !part_solid(part, at.x + left[way].x, at.y + left[way].y);
}

/* At a corner with two ways on, pixels that share only the corner lie on both sides: a turn to the
 * right stays with the pixel, a turn to the left goes over to the other one. */
static uint32_t next_way(const struct part *part, hm_point at, uint32_t way, bool diagonal)
{
    const uint32_t right = (way + 1) % 4, left = (way + 3) % 4;
    if (is_edge(part, at, way))
        return way;
    if (is_edge(part, at, diagonal ? left : right))
        return diagonal ? left : right;
    return diagonal ? right : left;
}

static bool comes_before(hm_point a, hm_point b)
{
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Walks a loop from an edge on, marks its edges, and adds its corners. */
static void walk_loop(const struct part *part, hm_point at, uint32_t way, bool diagonal,
                      uint8_t *walked, struct loops *out)
{
    const int32_t width = part->picture->width + 1;
    for (;;) {
        uint8_t *const seen = &walked[(at.y * width + at.x) * 4 + (int32_t)way];
        if (*seen)
            return;
        *seen = 1;
        at = (hm_point){at.x + ways[way].x, at.y + ways[way].y};
        const uint32_t next = next_way(part, at, way, diagonal);
        if (next != way)
            out->corners[out->corner_count++] = at;
        way = next;
    }
}

/* Turns a loop so that it begins with its first corner in reading order. */
static void begin_with_first(hm_point *corners, uint32_t count)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++)
        first = comes_before(corners[i], corners[first]) ? i : first;
    for (; first > 0; first--) {
        const hm_point moved = corners[0];
        memmove(corners, corners + 1, (count - 1) * sizeof *corners);
        corners[count - 1] = moved;
    }
}

/* Sorts loops by their first corners. */
static void sort_loops(struct loops *loops)
{
    struct loops sorted = {malloc(loops->corner_count * sizeof(hm_point) + 1),
                           malloc(loops->loop_count * sizeof(uint32_t) + 1), 0, 0};
    while (sorted.loop_count < loops->loop_count) {
        uint32_t best = UINT32_MAX, best_begin = 0, best_end = 0;
        for (uint32_t i = 0, begin = 0; i < loops->loop_count; begin = loops->ends[i++]) {
            const bool taken =
                sorted.loop_count > 0 &&
                !comes_before(
                    sorted.corners[sorted.loop_count > 1 ? sorted.ends[sorted.loop_count - 2] : 0],
                    loops->corners[begin]);
            if (taken || (best != UINT32_MAX &&
                          !comes_before(loops->corners[begin], loops->corners[best_begin])))
                continue;
            best = i;
            best_begin = begin;
            best_end = loops->ends[i];
        }
        memcpy(sorted.corners + sorted.corner_count, loops->corners + best_begin,
               (best_end - best_begin) * sizeof(hm_point));
        sorted.corner_count += best_end - best_begin;
        sorted.ends[sorted.loop_count++] = sorted.corner_count;
    }
    free(loops->corners);
    free(loops->ends);
    *loops = sorted;
}

static struct loops oracle_outline(const struct part *part, bool diagonal)
{
    const int32_t width = part->picture->width + 1, height = part->picture->height + 1;
    const size_t points = (size_t)width * (size_t)height;
    struct loops loops = {malloc(points * 2 * sizeof(hm_point)), malloc(points * sizeof(uint32_t)),
                          0, 0};
    uint8_t *const walked = calloc(points, 4);
    for (int32_t i = 0; i < width * height * 4; i++) {
        const hm_point at = {i / 4 % width, i / 4 / width};
        const uint32_t begin = loops.corner_count;
        if (walked[i] || !is_edge(part, at, (uint32_t)i % 4))
            continue;
        walk_loop(part, at, (uint32_t)i % 4, diagonal, walked, &loops);
        begin_with_first(loops.corners + begin, loops.corner_count - begin);
        loops.ends[loops.loop_count++] = loops.corner_count;
    }
    free(walked);
    sort_loops(&loops);
    return loops;
}

/* ---- Compared ---------------------------------------------------------------------------------
 */

static void draw_part(const struct part *part)
{
    for (int32_t y = 0; y < part->picture->height; y++) {
        for (int32_t x = 0; x < part->picture->width; x++)
            fputc(part_solid(part, x, y) ? '#' : '.', stderr);
        fputc('\n', stderr);
    }
}

static void assert_loops(const struct part *part, const struct loops *right,
                         const hm_corner *corners, uint32_t count, const uint32_t *ends,
                         uint32_t loops)
{
    bool same = count == right->corner_count && loops == right->loop_count;
    for (uint32_t i = 0; same && i < loops; i++)
        same = ends[i] == right->ends[i];
    for (uint32_t i = 0; same && i < count; i++)
        same = corners[i].x == (int64_t)right->corners[i].x * ONE &&
               corners[i].y == (int64_t)right->corners[i].y * ONE;
    if (!same) {
        draw_part(part);
        assert_true(same);
    }
}

/* Drawn again, loop by loop, it is the picture. */
static void check_drawn(const struct part *part, const hm_corner *corners, const uint32_t *ends,
                        uint32_t loops)
{
    struct twin twin;
    hm_sprite view;
    twin_init(&twin, part->picture->width, part->picture->height);
    for (uint32_t i = 0, begin = 0; i < loops; begin = ends[i++])
        assert_true(hm_canvas_polygon(&twin.canvas, corners + begin, ends[i] - begin, HM_TOGGLE));
    hm_canvas_sprite(&twin.canvas, &view);
    for (int32_t y = 0; y < part->picture->height; y++)
        for (int32_t x = 0; x < part->picture->width; x++)
            if (hm_solid(&view, x, y) != part_solid(part, x, y)) {
                draw_part(part);
                assert_true(false);
            }
    twin_free(&twin);
}

/* In memory of just the size. */
static void check(const struct part *part, const hm_sprite *view, const hm_box *box, bool diagonal)
{
    struct loops right = oracle_outline(part, diagonal);
    const uint32_t needed = right.corner_count, fewer = needed > 0 ? needed - 1 : 0;
    hm_corner *const corners = malloc(needed * sizeof *corners + 1);
    uint32_t *const ends = malloc(needed / 4 * sizeof *ends + 1);
    uint32_t loops = 77;

    assert_int_equal(hm_outline(view, box, diagonal, corners, needed, ends, &loops), needed);
    assert_loops(part, &right, corners, needed, ends, loops);
    check_drawn(part, corners, ends, loops);

    /* With less memory there are no loops. */
    if (needed > 0)
        assert_int_equal(hm_outline(view, box, diagonal, corners + 1, fewer, ends, &loops), needed);
    assert_int_equal(loops, 0);
    assert_int_equal(hm_outline(view, box, diagonal, corners + fewer, needed - fewer, NULL, &loops),
                     needed);
    assert_int_equal(loops, 0);
    assert_int_equal(hm_outline(view, box, diagonal, NULL, 0, NULL, &loops), needed);
    assert_int_equal(loops, 0);

    free(corners);
    free(ends);
    free(right.corners);
    free(right.ends);
}

static void check_whole(const struct subject *s, const hm_sprite *view)
{
    const struct part all = {s, {0, 0, s->width, s->height}};
    check(&all, view, NULL, false);
    check(&all, view, NULL, true);
}

/* ---- Drawn ------------------------------------------------------------------------------------
 */

static void a_ring_and_a_speck(void **state)
{
    static const char *const rows[] = {
        "####...", //
        "#..#...", //
        "####..#", //
    };
    static const hm_corner right[] = {{0, 0},
                                      {4 * ONE, 0},
                                      {4 * ONE, 3 * ONE},
                                      {0, 3 * ONE},
                                      {ONE, ONE},
                                      {ONE, 2 * ONE},
                                      {3 * ONE, 2 * ONE},
                                      {3 * ONE, ONE},
                                      {6 * ONE, 2 * ONE},
                                      {7 * ONE, 2 * ONE},
                                      {7 * ONE, 3 * ONE},
                                      {6 * ONE, 3 * ONE}};
    struct subject s;
    hm_corner corners[20];
    uint32_t ends[5], loops;
    (void)state;
    subject_draw(&s, rows, 3);
    assert_int_equal(hm_outline(&s.sprite, NULL, false, corners, 20, ends, &loops), 12);
    assert_int_equal(loops, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(ends[i], 4 * (i + 1));
    for (uint32_t i = 0; i < 12; i++) {
        assert_int_equal(corners[i].x, right[i].x);
        assert_int_equal(corners[i].y, right[i].y);
    }
    subject_free(&s);
}

static void pixels_that_share_a_corner(void **state)
{
    static const char *const rows[] = {"#.", ".#"};
    struct subject s;
    hm_corner corners[8];
    uint32_t ends[2], loops;
    (void)state;
    subject_draw(&s, rows, 2);
    assert_int_equal(hm_outline(&s.sprite, NULL, false, corners, 8, ends, &loops), 8);
    assert_int_equal(loops, 2);
    assert_int_equal(hm_outline(&s.sprite, NULL, true, corners, 8, ends, &loops), 8);
    assert_int_equal(loops, 1);
    subject_free(&s);
}

/* ---- Everything small -------------------------------------------------------------------------
 */

static void visit_views(const struct subject *s)
{
    views_visit(s, check_whole);
}

static void all_small_masks(void **state)
{
    (void)state;
    masks_visit(NULL, 7, visit_views);
}

/* ---- Boxes and levels -------------------------------------------------------------------------
 */

static hm_box random_box(uint64_t *random, const struct subject *s)
{
    const int32_t x = random_between(random, -3, s->width),
                  y = random_between(random, -3, s->height);
    return (hm_box){x, y, x + random_between(random, -2, s->width + 3),
                    y + random_between(random, -2, s->height + 3)};
}

static uint64_t random_state = 11;

static void check_boxes(const struct subject *s, const hm_sprite *view)
{
    hm_sprite leveled = *view;
    for (int i = 0; i < 3; i++) {
        const hm_box box = random_box(&random_state, s);
        const struct part part = {s, box};
        leveled.cpu = oracle_random(&random_state, twin_levels() + 1);
        check(&part, &leveled, &box, i % 2);
    }
}

static void visit_boxes(const struct subject *s)
{
    views_visit(s, check_whole);
    views_visit(s, check_boxes);
}

static void scribbles_in_boxes(void **state)
{
    (void)state;
    scribbles_visit(5, (uint32_t)oracle_tries(150), 40, visit_boxes);
    scribbles_visit(6, (uint32_t)oracle_tries(20), 200, visit_boxes);
}

/* The view of a canvas stores all of the canvas, and shows what is solid. */
static void views_of_canvases(void **state)
{
    uint64_t random = 3;
    (void)state;
    for (int i = 0; i < oracle_tries(60); i++) {
        struct twin twin;
        hm_sprite view;
        twin_init(&twin, random_between(&random, 1, 150), random_between(&random, 1, 90));
        twin_scribble(&twin, &random);
        hm_canvas_sprite(&twin.canvas, &view);
        check_whole(&twin.right, &view);
        check_boxes(&twin.right, &view);
        twin_free(&twin);
    }
}

/* Columns are linked some thousands at a time. */
static void wider_than_one_turn(void **state)
{
    static const int32_t widths[] = {2047, 2048, 2049, 2112, 4098, 5000};
    uint64_t random = 9;
    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        struct subject s;
        subject_init(&s, widths[i], 5);
        for (int32_t k = 0; k < s.width * s.height; k++)
            s.pixels[k] = (uint8_t)(oracle_random(&random, 40) > 0);
        subject_bake(&s);
        visit_boxes(&s);
        subject_free(&s);
    }
}

/* ---- Large, empty and full --------------------------------------------------------------------
 */

static void full_boxes(void **state)
{
    const hm_box part = {-5, INT32_MAX - 9, INT32_MAX - 1, INT32_MAX}, beside = {-9, 0, 0, 5};
    hm_corner corners[4];
    uint32_t ends[1], loops = 5;
    hm_sprite huge;
    (void)state;
    hm_sprite_box(INT32_MAX, INT32_MAX, &huge);
    assert_int_equal(hm_outline(&huge, NULL, true, corners, 3, ends, &loops), 4);
    assert_int_equal(loops, 0);
    assert_int_equal(hm_outline(&huge, &part, true, corners, 4, ends, &loops), 4);
    assert_int_equal(loops, 1);
    assert_int_equal(ends[0], 4);
    assert_int_equal(corners[0].x, 0);
    assert_int_equal(corners[0].y, (int64_t)(INT32_MAX - 9) * ONE);
    assert_int_equal(corners[2].x, (int64_t)(INT32_MAX - 1) * ONE);
    assert_int_equal(corners[2].y, (int64_t)INT32_MAX * ONE);
    assert_int_equal(hm_outline(&huge, &beside, true, corners, 4, ends, &loops), 0);
    assert_int_equal(loops, 0);
}

static void empty_sprites(void **state)
{
    const hm_sprite zeros = {0};
    uint32_t loops = 5;
    (void)state;
    assert_int_equal(hm_outline(&zeros, NULL, false, NULL, 0, NULL, &loops), 0);
    assert_int_equal(loops, 0);
}

/* Each solid pixel has four corners of its own. */
static void a_checkerboard_of_16384(void **state)
{
    enum { SIDE = 16384, PART = 100 };
    const size_t stride = SIDE / 8, size = hm_sprite_buffer_size(SIDE, SIDE);
    const hm_box box = {SIDE - PART, SIDE - PART, SIDE, SIDE};
    uint8_t *const bits = malloc(stride * SIDE), *const buffer = malloc(size);
    hm_corner *const corners = malloc(PART * PART * 2 * sizeof *corners);
    uint32_t *const ends = malloc(PART * PART / 2 * sizeof *ends);
    uint32_t loops = 5;
    hm_sprite board;
    (void)state;
    for (size_t y = 0; y < SIDE; y++)
        memset(bits + y * stride, y % 2 ? 0xaa : 0x55, stride);
    assert_true(hm_sprite_from_bits(bits, stride, SIDE, SIDE, buffer, size, &board));
    assert_int_equal(hm_outline(&board, NULL, false, NULL, 0, NULL, &loops),
                     (uint32_t)SIDE * SIDE * 2);
    assert_int_equal(loops, 0);
    assert_int_equal(hm_outline(&board, &box, false, corners, PART * PART * 2, ends, &loops),
                     PART * PART * 2);
    assert_int_equal(loops, PART * PART / 2);
    free(bits);
    free(buffer);
    free(corners);
    free(ends);
}

/* Memory for the result that is part of the mask gives no sensible outline, but nothing else is
 * written or read. */
static void memory_that_overlaps_the_mask(void **state)
{
    enum { SIDE = 96 };
    uint64_t random = 21;
    (void)state;
    for (int i = 0; i < oracle_tries(200); i++) {
        const size_t size = hm_canvas_buffer_size(SIDE, SIDE);
        uint64_t *const buffer = malloc(size);
        hm_corner *const corners = (hm_corner *)(void *)(buffer + oracle_random(&random, 40));
        const uint32_t room = (uint32_t)((size - 320) / sizeof *corners);
        uint32_t *const ends = malloc(room / 4 * sizeof *ends);
        uint32_t loops;
        hm_canvas canvas;
        hm_sprite view;
        hm_canvas_init(&canvas, buffer, size, SIDE, SIDE);
        for (int k = 0; k < 9; k++)
            hm_canvas_circle(&canvas, random_near(&random, SIDE), random_near(&random, SIDE),
                             oracle_random(&random, 30), ops[k % 2]);
        hm_canvas_sprite(&canvas, &view);
        assert_in_range(hm_outline(&view, NULL, i % 2, corners, room, ends, &loops), 0, UINT32_MAX);
        assert_in_range(loops, 0, room / 4);
        free(buffer);
        free(ends);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_and_a_speck),
        cmocka_unit_test(pixels_that_share_a_corner),
        cmocka_unit_test(all_small_masks),
        cmocka_unit_test(scribbles_in_boxes),
        cmocka_unit_test(views_of_canvases),
        cmocka_unit_test(wider_than_one_turn),
        cmocka_unit_test(full_boxes),
        cmocka_unit_test(empty_sprites),
        cmocka_unit_test(a_checkerboard_of_16384),
        cmocka_unit_test(memory_that_overlaps_the_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
