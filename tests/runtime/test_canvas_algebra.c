/*
 * test_canvas_algebra.c - canvases that grow, shrink, become outlines, and take single pieces
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"
#include "sprite.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

static void twin_of(struct twin *twin, const struct subject *s, uint32_t level)
{
    twin_init_of(twin, s);
    twin->canvas.cpu = level;
}

/* ---- Squares -------------------------------------------------------------------------------- */

/* True if a pixel in the square is solid, or for !solid, empty. Only the picture and its margin of
 * one pixel need to be looked at. */
static bool square_has(const struct subject *s, int64_t x, int64_t y, uint32_t distance, bool solid)
{
    const int64_t d = distance;
    const int64_t x0 = x - d < -1 ? -1 : x - d, x1 = x + d > s->width ? s->width : x + d;
    const int64_t y0 = y - d < -1 ? -1 : y - d, y1 = y + d > s->height ? s->height : y + d;
    for (int64_t py = y0; py <= y1; py++)
        for (int64_t px = x0; px <= x1; px++)
            if (oracle_solid(s, px, py) == solid)
                return true;
    return false;
}

enum change { GROW, SHRINK, OUTLINE };

static void expect(struct twin *twin, enum change change, uint32_t distance)
{
    struct subject *const right = &twin->right;
    struct subject before;
    subject_copy(right, &before);
    for (int32_t i = 0; i < right->width * right->height; i++) {
        const int32_t x = i % right->width, y = i / right->width;
        const bool solid = before.pixels[i];
        if (change == GROW)
            right->pixels[i] = square_has(&before, x, y, distance, true);
        else
            right->pixels[i] =
                solid && square_has(&before, x, y, distance, false) == (change == OUTLINE);
    }
    subject_free(&before);
}

/* In scratch of just the size that the bounds need, at an odd address. */
static void make_outline(hm_canvas *canvas, uint32_t thickness)
{
    hm_sprite view;
    hm_box box;
    hm_canvas_sprite(canvas, &view);
    hm_sprite_bounds(&view, &box);
    const int32_t stripes = box.x1 > 0 ? (box.x1 - 1) / 64 - box.x0 / 64 + 1 : 0;
    const size_t size = (size_t)stripes * (size_t)(box.y1 - box.y0) * 8;
    uint8_t *const scratch = malloc(size + 1);
    if (size > 0)
        assert_false(hm_canvas_outline(canvas, thickness, scratch, size - 1));
    assert_true(hm_canvas_outline(canvas, thickness, scratch + 1, size));
    free(scratch);
}

static void make(struct twin *twin, enum change change, uint32_t distance)
{
    if (change == GROW)
        hm_canvas_grow(&twin->canvas, distance);
    else if (change == SHRINK)
        hm_canvas_shrink(&twin->canvas, distance);
    else
        make_outline(&twin->canvas, distance);
    expect(twin, change, distance);
}

static void check_small(const struct subject *mask)
{
    static uint32_t level;
    for (int change = GROW; change <= OUTLINE; change++)
        for (uint32_t distance = 0; distance < 5; distance++) {
            struct twin twin;
            twin_of(&twin, mask, level++ % (twin_levels() + 1));
            make(&twin, (enum change)change, distance);
            twin_check_pixels(&twin);
            twin_free(&twin);
        }
}

static void every_small_mask(void **state)
{
    (void)state;
    masks_visit(NULL, 7, check_small);
}

static void random_canvases(void **state)
{
    (void)state;
    static const uint32_t distances[] = {1, 2, 3, 5, 8, 21, 63, 64, 65, 130, UINT32_MAX};
    uint64_t random = 21;
    for (int round = 0; round < 400; round++) {
        struct subject s;
        struct twin twin;
        subject_scribble(&s, &random, round % 8 == 0 ? 300 : 90);
        twin_of(&twin, &s, (uint32_t)round % (twin_levels() + 1));
        for (int i = 0; i < 3; i++) {
            /* Large squares are slow to look at. */
            const uint32_t most = s.width > 120 ? 5 : 11;
            make(&twin, (enum change)oracle_random(&random, 3),
                 distances[oracle_random(&random, most)]);
            twin_check(&twin, &random);
        }
        twin_free(&twin);
        subject_free(&s);
    }
}

static void squares_drawn(void **state)
{
    (void)state;
    static const char *const rows[] = {".......", ".#####.", ".#####.",
                                       ".#####.", ".......", "......#"};
    struct subject s;
    struct twin twin;
    uint8_t bits[6], scratch[64];
    subject_draw(&s, rows, 6);
    twin_of(&twin, &s, twin_levels());
    assert_true(hm_canvas_outline(&twin.canvas, 1, scratch, sizeof scratch));
    assert_true(hm_canvas_bits(&twin.canvas, bits, 1, sizeof bits));
    assert_memory_equal(bits, ((uint8_t[]){0, 0x3e, 0x22, 0x3e, 0, 0x40}), 6);
    hm_canvas_shrink(&twin.canvas, 1);
    hm_canvas_grow(&twin.canvas, 9);
    assert_true(hm_canvas_bits(&twin.canvas, bits, 1, sizeof bits));
    assert_memory_equal(bits, ((uint8_t[]){0, 0, 0, 0, 0, 0}), 6);
    hm_canvas_set(&twin.canvas, 5, 1, true);
    hm_canvas_grow(&twin.canvas, 1);
    assert_true(hm_canvas_bits(&twin.canvas, bits, 1, sizeof bits));
    assert_memory_equal(bits, ((uint8_t[]){0x70, 0x70, 0x70, 0, 0, 0}), 6);
    twin_free(&twin);
    subject_free(&s);
}

/* Bounds that begin and end on either side of a word's edge. */
static void outlines_at_the_edges_of_words(void **state)
{
    (void)state;
    for (int32_t first = 62; first < 67; first++)
        for (int32_t last = first; last < 131; last += last == 67 ? 59 : 1) {
            struct subject s;
            struct twin twin;
            subject_init(&s, 200, 9);
            for (int32_t y = 2; y < 7; y++)
                memset(s.pixels + y * 200 + first, 1, (size_t)(last + 1 - first));
            subject_bake(&s);
            twin_of(&twin, &s, twin_levels());
            make(&twin, OUTLINE, 1);
            twin_check_pixels(&twin);
            twin_free(&twin);
            subject_free(&s);
        }
}

/* ---- Pieces --------------------------------------------------------------------------------- */

/* The piece that holds a pixel. */
static void mark_piece(const struct subject *s, int32_t x, int32_t y, bool diagonal,
                       struct subject *piece)
{
    bool more = true;
    subject_init(piece, s->width, s->height);
    piece->pixels[y * s->width + x] = 1;
    while (more) {
        more = false;
        for (int32_t i = 0; i < s->width * s->height; i++) {
            const int32_t px = i % s->width, py = i / s->width;
            const bool edge = oracle_solid(piece, px - 1, py) || oracle_solid(piece, px + 1, py) ||
                              oracle_solid(piece, px, py - 1) || oracle_solid(piece, px, py + 1);
            if (!s->pixels[i] || piece->pixels[i] ||
                !(diagonal ? square_has(piece, px, py, 1, true) : edge))
                continue;
            piece->pixels[i] = 1;
            more = true;
        }
    }
}

static size_t count_runs(const struct subject *picture)
{
    size_t count = 0;
    for (int32_t y = 0; y < picture->height; y++)
        for (int32_t x = 0; x < picture->width; x++)
            count += oracle_solid(picture, x, y) && !oracle_solid(picture, x - 1, y);
    return count;
}

/* Stamps the piece at (x, y) of a view that must look like the picture, in scratch of just the size
 * for it, at an odd address. With less nothing changes. */
static void stamp_piece(struct twin *twin, const struct subject *picture, const hm_sprite *view,
                        hm_point pixel, bool diagonal, hm_point at, hm_op op)
{
    const bool solid = oracle_solid(picture, pixel.x, pixel.y);
    struct subject piece;
    if (!solid) {
        uint8_t scratch[16];
        assert_false(hm_canvas_stamp_component(&twin->canvas, view, pixel.x, pixel.y, diagonal,
                                               at.x, at.y, op, scratch, sizeof scratch));
        return;
    }
    mark_piece(picture, pixel.x, pixel.y, diagonal, &piece);
    const size_t size = view->row_step == 0 ? 0 : 16 * count_runs(&piece);
    uint8_t *const scratch = malloc(size + 1);
    if (size > 0)
        assert_false(hm_canvas_stamp_component(&twin->canvas, view, pixel.x, pixel.y, diagonal,
                                               at.x, at.y, op, scratch + 1, size - 1));
    assert_true(hm_canvas_stamp_component(&twin->canvas, view, pixel.x, pixel.y, diagonal, at.x,
                                          at.y, op, scratch + 1, size));
    twin_expect_stamp(twin, &piece, at.x, at.y, op);
    subject_free(&piece);
    free(scratch);
}

static void check_small_pieces(const struct subject *mask)
{
    static uint32_t turn;
    for (int32_t i = 0; i < mask->width * mask->height; i++, turn++) {
        struct subject stored;
        struct twin twin;
        const hm_sprite view = view_of(mask, turn, &stored);
        const hm_point at = {(int32_t)(turn % 5) - 2, (int32_t)(turn / 5 % 5) - 2};
        twin_of(&twin, &stored, twin_levels());
        stamp_piece(&twin, mask, &view, (hm_point){i % mask->width, i / mask->width}, turn & 4, at,
                    ops[turn / 8 % 4]);
        twin_check_pixels(&twin);
        twin_free(&twin);
        subject_free(&stored);
    }
}

static void pieces_of_every_small_mask(void **state)
{
    (void)state;
    masks_visit(NULL, 7, check_small_pieces);
}

/* The scratch may hold anything, also what looks like a run of the piece. */
static void old_runs_in_the_scratch(void **state)
{
    (void)state;
    static const char *const rows[] = {"###", "#..", "#.."};
    const uint32_t run[] = {0, 3, 2, 0};
    uint8_t scratch[16 * 9];
    struct subject s;
    struct twin twin;
    for (size_t i = 0; i < 9; i++)
        memcpy(scratch + 16 * i, run, sizeof run);
    subject_draw(&s, rows, 3);
    twin_init(&twin, 3, 3);
    assert_true(hm_canvas_stamp_component(&twin.canvas, &s.sprite, 0, 0, false, 0, 0, HM_ADD,
                                          scratch, sizeof scratch));
    twin_expect_stamp(&twin, &s, 0, 0, HM_ADD);
    twin_check_pixels(&twin);
    twin_free(&twin);
    subject_free(&s);
}

static void random_pieces(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, -1, 0, 1, INT32_MAX};
    uint64_t random = 22;
    for (uint32_t round = 0; round < 200; round++) {
        struct subject s, stored;
        struct twin twin;
        subject_scribble(&s, &random, 100);
        const hm_sprite view = view_of(&s, round, &stored);
        twin_init(&twin, 80, 90);
        twin_scribble(&twin, &random);
        for (int i = 0; i < 6; i++) {
            const hm_point pixel = {(int32_t)oracle_random(&random, (uint32_t)s.width),
                                    (int32_t)oracle_random(&random, (uint32_t)s.height)};
            hm_point at = {(int32_t)oracle_random(&random, 120) - 60,
                           (int32_t)oracle_random(&random, 120) - 60};
            if (i == 5)
                at = (hm_point){ends[round % 5], ends[round / 5 % 5]};
            stamp_piece(&twin, &s, &view, pixel, oracle_random(&random, 2), at,
                        ops[oracle_random(&random, 4)]);
            twin_check(&twin, &random);
        }
        twin_free(&twin);
        subject_free(&s);
        subject_free(&stored);
    }
}

/* Pieces of the canvas itself, also of its mirrored views: erased, doubled, moved. */
static void pieces_of_the_canvas_itself(void **state)
{
    (void)state;
    uint64_t random = 23;
    for (int round = 0; round < 200; round++) {
        struct twin twin;
        const int32_t width = 20 + round, height = 40 + round / 2;
        twin_init(&twin, width, height);
        for (int i = 0; i < 20; i++) {
            const int32_t x = (int32_t)oracle_random(&random, (uint32_t)width);
            const int32_t y = (int32_t)oracle_random(&random, (uint32_t)height);
            hm_canvas_set(&twin.canvas, x, y, true);
            twin.right.pixels[y * width + x] = 1;
        }
        make(&twin, GROW, 2);
        for (int i = 0; i < 4; i++) {
            struct subject shown;
            hm_sprite view;
            const bool flip_x = oracle_random(&random, 2), flip_y = oracle_random(&random, 2);
            const hm_point pixel = {(int32_t)oracle_random(&random, (uint32_t)width),
                                    (int32_t)oracle_random(&random, (uint32_t)height)};
            const hm_point at = {(int32_t)oracle_random(&random, 9) - 4,
                                 (int32_t)oracle_random(&random, 9) - 4};
            subject_mirror(&twin.right, flip_x, flip_y, &shown);
            hm_canvas_sprite(&twin.canvas, &view);
            hm_sprite_flip(&view, flip_x, flip_y, &view);
            stamp_piece(&twin, &shown, &view, pixel, oracle_random(&random, 2), at,
                        ops[oracle_random(&random, 4)]);
            twin_check_pixels(&twin);
            subject_free(&shown);
        }
        twin_free(&twin);
    }
}

static void what_changes_nothing(void **state)
{
    (void)state;
    static const char *const rows[] = {"#.#", "#.#"};
    uint8_t scratch[200];
    struct subject s;
    struct twin twin;
    hm_canvas nothing;
    subject_draw(&s, rows, 2);
    twin_of(&twin, &s, twin_levels());
    const hm_sprite *const sprite = &s.sprite;
    hm_canvas *const canvas = &twin.canvas;
    assert_false(
        hm_canvas_stamp_component(canvas, sprite, 1, 0, true, 0, 0, HM_ERASE, scratch, 200));
    assert_false(
        hm_canvas_stamp_component(canvas, sprite, -1, 5, true, 0, 0, HM_ERASE, scratch, 200));
    memset(scratch, 0xff, sizeof scratch); /* no run may be read where none fits */
    assert_false(
        hm_canvas_stamp_component(canvas, sprite, 0, 0, true, 0, 0, HM_ERASE, scratch, 31));
    assert_false(hm_canvas_stamp_component(canvas, sprite, 0, 0, true, 0, 0, HM_ERASE, NULL, 0));
    assert_false(
        hm_canvas_stamp_component(canvas, sprite, 0, 0, true, 0, 0, (hm_op)7, scratch, 200));
    assert_false(hm_canvas_outline(canvas, 1, scratch, 15));
    twin_check_pixels(&twin);

    hm_canvas_init(&nothing, scratch, 0, 5, 5);
    hm_canvas_grow(&nothing, 3);
    hm_canvas_shrink(&nothing, UINT32_MAX);
    assert_true(hm_canvas_outline(&nothing, 3, NULL, 0));
    twin_free(&twin);
    subject_free(&s);
}

/* Nothing but the pixel that was drawn since the view, which was empty. */
static void the_scratch_of_an_outline_after_an_empty_view(void **state)
{
    (void)state;
    uint8_t scratch[8];
    struct twin twin;
    hm_sprite view;
    twin_init(&twin, 200, 150);
    for (int round = 0; round < 2; round++) {
        hm_canvas_set(&twin.canvas, 130, 70, false);
        hm_canvas_sprite(&twin.canvas, &view);
        assert_int_equal(hm_sprite_area(&view), 0);
        hm_canvas_set(&twin.canvas, 130, 70, true);
        assert_false(hm_canvas_outline(&twin.canvas, 1, scratch, 7));
        assert_true(hm_canvas_outline(&twin.canvas, 1, scratch, 8));
    }
    twin_free(&twin);
}

/* Views of canvases are asked like other sprites: in their bounds, which are not all of what is
 * stored. */
static void shapes_of_a_canvas(void **state)
{
    (void)state;
    uint64_t random = 24;
    for (int round = 0; round < 300; round++) {
        struct subject s, baked;
        struct twin twin;
        hm_sprite view, other;
        hm_moments m = {0}, n = {0};
        hm_component pieces[2][40];
        uint8_t scratch[4000];
        hm_point p = {0, 0}, q = {0, 0};
        memset(pieces, 0, sizeof pieces);
        subject_scribble(&s, &random, 30);
        twin_init(&twin, 200, 150);
        const hm_point at = {(int32_t)oracle_random(&random, 170),
                             (int32_t)oracle_random(&random, 120)};
        hm_canvas_stamp(&twin.canvas, &s.sprite, at.x, at.y, HM_ADD);
        twin_expect_stamp(&twin, &s, at.x, at.y, HM_ADD);
        hm_canvas_sprite(&twin.canvas, &view);
        hm_sprite_flip(&view, round & 1, round & 2, &view);
        subject_mirror(&twin.right, round & 1, round & 2, &baked);
        other = baked.sprite;
        assert_int_equal(hm_sprite_moments(&view, &m), hm_sprite_moments(&other, &n));
        assert_memory_equal(&m, &n, sizeof m);
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            assert_int_equal(
                hm_components(&view, diagonal, scratch, sizeof scratch, pieces[0], 40),
                hm_components(&other, diagonal, scratch, sizeof scratch, pieces[1], 40));
            assert_memory_equal(pieces[0], pieces[1], sizeof pieces[0]);
        }
        if (hm_sprite_area(&view) > 0 && other.row_step > 0)
            assert_int_equal(hm_components_scratch_size(&view), hm_components_scratch_size(&other));
        for (int i = 0; i < 10; i++) {
            const int32_t x = (int32_t)oracle_random(&random, 300) - 50;
            const int32_t y = (int32_t)oracle_random(&random, 300) - 50;
            const uint32_t limit = oracle_random(&random, 200);
            uint64_t one = 0, two = 0;
            assert_int_equal(hm_nearest(&view, x, y, limit, &p),
                             hm_nearest(&other, x, y, limit, &q));
            assert_memory_equal(&p, &q, sizeof p);
            assert_int_equal(hm_gap(&view, &s.sprite, x, y, limit, &one, &p, NULL),
                             hm_gap(&other, &s.sprite, x, y, limit, &two, &q, NULL));
            assert_int_equal(one, two);
            assert_memory_equal(&p, &q, sizeof p);
        }
        subject_free(&s);
        subject_free(&baked);
        twin_free(&twin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_drawn),
        cmocka_unit_test(every_small_mask),
        cmocka_unit_test(random_canvases),
        cmocka_unit_test(outlines_at_the_edges_of_words),
        cmocka_unit_test(old_runs_in_the_scratch),
        cmocka_unit_test(pieces_of_every_small_mask),
        cmocka_unit_test(random_pieces),
        cmocka_unit_test(pieces_of_the_canvas_itself),
        cmocka_unit_test(what_changes_nothing),
        cmocka_unit_test(shapes_of_a_canvas),
        cmocka_unit_test(the_scratch_of_an_outline_after_an_empty_view),
    };
    return cmocka_run_group_tests_name("canvas algebra", tests, NULL, NULL);
}
