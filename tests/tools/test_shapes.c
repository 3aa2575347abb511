/*
 * test_shapes.c - outlines, polygons, pieces and hulls of masks of all kinds, against shape_check
 */
#include "support/cmocka_all.h"

#include "model/engine.h"
#include "model/shapes.h"
#include "model/shapes_check.h"
#include "picture/bitmap.h"
#include "support/shape_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 64, CORNERS_MOST = 1 << 20 };

struct picture {
    int width, height;
    bool solid[SIDE_MAX][SIDE_MAX]; /* [y][x] */
};

static void put_set(struct picture *p, int x, int y, bool solid)
{
    p->solid[y][x] = solid;
}

static struct mask mask_of(const struct picture *p)
{
    struct bitmap bitmap = {
        .width = (uint32_t)p->width, .height = (uint32_t)p->height, .row_words = 1};
    struct error err;
    struct mask mask;
    bitmap.words = calloc((size_t)p->height, sizeof *bitmap.words);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            bitmap.words[y] |= (uint64_t)p->solid[y][x] << x;
    assert_true(mask_from_bitmap(&bitmap, &mask, &err));
    free(bitmap.words);
    return mask;
}

static void print_picture(const struct picture *p)
{
    for (int y = 0; y < p->height; y++, putchar('\n'))
        for (int x = 0; x < p->width; x++)
            putchar(p->solid[y][x] ? '#' : '.');
}

/* Makes all shapes and checks them. */
static void check(const struct picture *p, struct shapes_rule rule)
{
    struct mask mask = mask_of(p);
    struct shapes shapes;
    struct error err;
    rule.outline = rule.polygons = true;
    assert_true(shapes_make(&mask, &rule, CORNERS_MOST, &shapes, &err));
    const char *const fault = shape_check(&mask, &rule, &shapes);
    if (fault != NULL) {
        print_picture(p);
        fail_msg("tolerance %u, fit %u: %s", rule.tolerance, rule.fit, fault);
    }
    shapes_free(&shapes);
    mask_free(&mask);
}

/* 0.4, 0.5, 1, 2 and 4 pixels, and the outline itself. */
static const uint32_t tolerances[] = {0, 26214, 32768, 65536, 131072, 262144};
enum { TOLERANCES = sizeof tolerances / sizeof *tolerances };

static const struct shapes_rule plain = {
    .hull = 5, .pieces = 8, .notch = 32768, .pixels_per_metre = 32};

static void check_all(const struct picture *p)
{
    for (int t = 0; t < TOLERANCES; t++)
        for (uint32_t fit = 0; fit < FIT_COUNT; fit++) {
            struct shapes_rule rule = plain;
            rule.tolerance = tolerances[t];
            rule.fit = fit;
            check(p, rule);
        }
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static uint32_t state = 1;

static uint32_t next_random(void)
{
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

static void fill_noise(struct picture *p, int percent)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            put_set(p, x, y, (int)(next_random() % 100) < percent);
}

static void fill_checkerboard(struct picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            put_set(p, x, y, (x + y) % 2 == 0);
}

static void fill_diagonals(struct picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            put_set(p, x, y, (x + y) % 5 == 0 || (x - y + 64) % 7 == 0);
}

/* Rings in rings, each `wide` pixels and as far from the next. */
static void fill_rings(struct picture *p, int wide)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            const int dx = 2 * x - p->width + 1, dy = 2 * y - p->height + 1;
            int distance = 0;
            while (distance * distance < dx * dx + dy * dy)
                distance++;
            put_set(p, x, y, distance / (2 * wide) % 2 == 0);
        }
}

static void fill_spiral(struct picture *p, int wide)
{
    int left = 0, top = 0, right = p->width, bottom = p->height, turn = 0;
    for (; right - left > 2 * wide && bottom - top > 2 * wide; turn = (turn + 1) % 4) {
        const int x0 = turn == 1 ? right - wide : left, x1 = turn == 3 ? left + wide : right;
        const int y0 = turn == 2 ? bottom - wide : top, y1 = turn == 0 ? top + wide : bottom;
        for (int y = y0; y < y1; y++)
            for (int x = x0; x < x1; x++)
                put_set(p, x, y, true);
        top += turn == 0 ? 2 * wide : 0;
        right -= turn == 1 ? 2 * wide : 0;
        bottom -= turn == 2 ? 2 * wide : 0;
        left += turn == 3 ? 2 * wide : 0;
    }
}

/* Discs added and taken away: round edges, thin bridges, holes. */
static void fill_discs(struct picture *p)
{
    for (int i = 0; i < 12; i++) {
        const int cx = (int)(next_random() % (uint32_t)p->width),
                  cy = (int)(next_random() % (uint32_t)p->height),
                  r = (int)(next_random() % 12) + 1;
        for (int y = 0; y < p->height; y++)
            for (int x = 0; x < p->width; x++)
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    put_set(p, x, y, i % 3 != 2);
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void masks_up_to_4x4(void **unused)
{
    (void)unused;
    for (int width = 1; width <= 4; width++)
        for (int height = 1; height <= 4; height++)
            for (uint32_t bits = 0; bits < 1u << (width * height); bits++) {
                struct picture p = {.width = width, .height = height};
                for (int i = 0; i < width * height; i++)
                    put_set(&p, i % width, i / width, bits >> i & 1);
                struct shapes_rule rule = plain;
                rule.tolerance = tolerances[bits % TOLERANCES];
                rule.fit = bits / TOLERANCES % FIT_COUNT;
                check(&p, rule);
            }
}

static void noise(void **unused)
{
    (void)unused;
    for (int i = 0; i < 60; i++) {
        struct picture p = {.width = 2 + i % 29, .height = 2 + i % 23};
        fill_noise(&p, 20 + i);
        check_all(&p);
    }
}

static void patterns(void **unused)
{
    (void)unused;
    for (int side = 5; side <= 33; side += 7) {
        struct picture p[6] = {0};
        for (int i = 0; i < 6; i++)
            p[i].width = p[i].height = side;
        fill_checkerboard(&p[0]);
        fill_diagonals(&p[1]);
        fill_rings(&p[2], 1);
        fill_rings(&p[3], 3);
        fill_spiral(&p[4], 1);
        fill_spiral(&p[5], 2);
        for (int i = 0; i < 6; i++)
            check_all(&p[i]);
    }
}

static void discs(void **unused)
{
    (void)unused;
    for (int i = 0; i < 40; i++) {
        struct picture p = {.width = 40, .height = 36};
        fill_discs(&p);
        check_all(&p);
    }
}

static void small_loops_are_dropped(void **unused)
{
    (void)unused;
    for (uint32_t least = 0; least < 12; least++) {
        struct picture p = {.width = 30, .height = 30};
        fill_noise(&p, 45);
        struct shapes_rule rule = plain;
        rule.tolerance = 65536;
        rule.min_area = least;
        check(&p, rule);
    }
}

static void pieces_keep_to_their_corners_and_scale(void **unused)
{
    static const uint32_t scales[] = {1, 16, 32, 100, 1000};
    (void)unused;
    for (uint32_t corners = 3; corners <= PIECE_CORNERS_MOST; corners++)
        for (int i = 0; i < 5; i++) {
            struct picture p = {.width = 40, .height = 40};
            fill_discs(&p);
            struct shapes_rule rule = plain;
            rule.tolerance = 65536;
            rule.pieces = corners;
            rule.pixels_per_metre = scales[i];
            rule.notch = i % 2 == 0 ? 0 : 65536;
            check(&p, rule);
        }
}

/* Each of them has a fewest number of pieces, and an engine refuses none. */
static void plain_shapes_have_the_fewest_pieces(void **unused)
{
    static const struct {
        const char *rows[6];
        uint32_t pieces;
    } cases[] = {
        {{"####", "####"}, 1},
        {{"####", "####", "##..", "##.."}, 2},
        {{"######", "######", "..##..", "..##.."}, 2},
        {{"..##..", "..##..", "######", "######", "..##..", "..##.."}, 3},
        {{"######", "######", "##..##", "##..##", "######", "######"}, 4},
        {{"##..##", "##..##", "######", "######"}, 3},
        {{"#..#..", "......", "#..#.."}, 4},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct picture p = {.width = 6};
        for (; p.height < 6 && cases[i].rows[p.height] != NULL; p.height++)
            for (int x = 0; cases[i].rows[p.height][x] != '\0'; x++)
                put_set(&p, x, p.height, cases[i].rows[p.height][x] == '#');
        struct mask mask = mask_of(&p);
        const struct shapes_rule rule = {.polygons = true, .pieces = 8, .pixels_per_metre = 1};
        struct shapes shapes;
        struct error err;
        assert_true(shapes_make(&mask, &rule, CORNERS_MOST, &shapes, &err));
        assert_int_equal(shapes.counts[SHAPE_PIECES], cases[i].pieces);
        assert_int_equal(shapes.lost, 0);
        shapes_free(&shapes);
        mask_free(&mask);
    }
}

/* A notch as deep as a sprite has room for other parts of it. */
static void notches_are_filled_only_when_empty(void **unused)
{
    (void)unused;
    for (int i = 0; i < 30; i++) {
        struct picture p = {.width = 36, .height = 60};
        fill_noise(&p, 45 + i % 10);
        struct shapes_rule rule = plain;
        rule.tolerance = 65536 * 3;
        rule.connect = 4;
        rule.min_area = 5;
        rule.pieces = 4;
        rule.notch = 65536 * 7;
        check(&p, rule);
    }
}

/* The convex corners on a circle, some close to each other, or pressed flat. */
static uint32_t make_round(struct spot *corners, int32_t width, int32_t height)
{
    static const int32_t circle[16][2] = {{256, 0},  {237, 98},   {181, 181},   {98, 237},
                                          {0, 256},  {-98, 237},  {-181, 181},  {-237, 98},
                                          {-256, 0}, {-237, -98}, {-181, -181}, {-98, -237},
                                          {0, -256}, {98, -237},  {181, -181},  {237, -98}};
    uint32_t count = 0;
    for (int i = 0; i < 16 && count < PIECE_CORNERS_MOST; i++)
        if (next_random() % 2 == 0)
            corners[count++] =
                (struct spot){circle[i][0] * width / 256, circle[i][1] * height / 256};
    return count;
}

/* Box2D makes each settled piece of itself again. A piece that Box2D takes at a smaller scale, too,
 * loses nothing, except where two distances are so close that rounding decides. */
static void pieces_are_settled_for_an_engine(void **unused)
{
    uint32_t taken = 0, changed = 0;
    (void)unused;
    for (int i = 0; i < 5000; i++) {
        const uint32_t scale = i % 4 == 3 ? PIXELS_PER_METRE_MOST : 32;
        const int32_t size = 1 + (int32_t)(next_random() % (scale == 32 ? 200 : 1 << 16));
        struct spot corners[PIECE_CORNERS_MOST];
        const uint32_t count =
            make_round(corners, size, 1 + (int32_t)(next_random() % (uint32_t)size));
        if (count < 3)
            continue;
        const bool is_taken = shape_is_taken_by_box2d(corners, count, scale) &&
                              shape_is_taken_by_box2d(corners, count, scale + scale / 16);
        const uint32_t left = engine_settle(corners, count, scale);
        assert_true(left == 0 || shape_is_taken_by_box2d(corners, left, scale));
        taken += is_taken;
        changed += is_taken && left != count;
    }
    assert_true(taken > 1000);
    assert_true(changed * 50 < taken);
}

static void hulls(void **unused)
{
    (void)unused;
    for (uint32_t corners = 3; corners <= 12; corners++)
        for (int i = 0; i < 20; i++) {
            struct picture p = {.width = 1 + i * 3, .height = 60 - i * 3};
            if (i % 2 == 0)
                fill_discs(&p);
            else
                fill_noise(&p, 3 + i);
            struct shapes_rule rule = plain;
            rule.tolerance = 65536;
            rule.hull = corners;
            check(&p, rule);
        }
}

/* With one corner more allowed the tolerance is not larger, and one step below it more corners are
 * needed. */
static void the_least_tolerance_is_found(void **unused)
{
    (void)unused;
    for (int i = 0; i < 10; i++) {
        struct picture p = {.width = 48, .height = 48};
        fill_discs(&p);
        struct mask mask = mask_of(&p);
        struct shapes shapes, finer;
        struct error err;
        struct shapes_rule rule = {
            .polygons = true, .tolerance = 26214, .min_area = 16, .polygon_vertices = 24};
        if (mask.area == 0 || !shapes_make(&mask, &rule, CORNERS_MOST, &shapes, &err)) {
            mask_free(&mask);
            continue;
        }
        assert_null(shape_check(&mask, &rule, &shapes));
        assert_true(loops_corner_count(&shapes.loops) <= 24);
        if (shapes.tolerance > rule.tolerance) {
            struct shapes_rule less = rule;
            less.polygon_vertices = 0;
            less.tolerance = shapes.tolerance - 256;
            assert_true(shapes_make(&mask, &less, CORNERS_MOST, &finer, &err));
            assert_true(loops_corner_count(&finer.loops) > 24);
            shapes_free(&finer);
        }
        shapes_free(&shapes);
        mask_free(&mask);
    }
}

/* The longest chords: products of their tangents would not fit 64 bits. */
static void stairs_of_thousands_of_pixels(void **unused)
{
    enum { STAIRS = 90, STAIR = 40, SIDE = STAIRS * STAIR };
    (void)unused;
    struct shapes_rule rule = {.polygons = true, .tolerance = 32 << 16, .min_area = 4};
    struct bitmap bitmap;
    struct mask mask;
    struct shapes shapes;
    struct error err;
    assert_true(bitmap_init(&bitmap, SIDE, SIDE));
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < (y / STAIR + 1) * STAIR; x++)
            bitmap_set(&bitmap, x, y);
    assert_true(mask_from_bitmap(&bitmap, &mask, &err));
    bitmap_free(&bitmap);
    assert_true(shapes_make(&mask, &rule, CORNERS_MOST, &shapes, &err));
    assert_null(shape_check(&mask, &rule, &shapes));
    assert_true(loops_corner_count(&shapes.loops) <= 6);
    shapes_free(&shapes);
    mask_free(&mask);
}

static void limits_are_told(void **unused)
{
    (void)unused;
    struct picture p = {.width = 20, .height = 20};
    struct shapes shapes;
    struct error err;
    const struct shapes_rule outline = {.outline = true};
    const struct shapes_rule few = {.polygons = true, .tolerance = 65536, .polygon_vertices = 5};
    fill_checkerboard(&p);
    struct mask mask = mask_of(&p);
    assert_false(shapes_make(&mask, &outline, 799, &shapes, &err));
    assert_string_equal(err.text, "its outline has 800 corners, and this --max-pixels allows 799");
    assert_true(shapes_make(&mask, &outline, 800, &shapes, &err));
    shapes_free(&shapes);
    assert_false(shapes_make(&mask, &few, 800, &shapes, &err));
    mask_free(&mask);
    struct mask wide = {.width = 65536, .height = 1, .area = 65536};
    assert_false(shapes_make(&wide, &outline, 800, &shapes, &err));
    assert_string_equal(err.text,
                        "its solid pixels span 65536x1, and shapes are made of at most "
                        "65535x65535");
}

/* The kind that a corner belongs to, and whether its loop begins at its first corner. */
static unsigned kind_of(const struct shapes *shapes, uint32_t corner, bool *begins_first)
{
    const struct loops *const loops = &shapes->loops;
    uint32_t loop = 0;
    unsigned kind = 0;
    while (loops->starts[loop + 1] <= corner)
        loop++;
    while (shapes_first(shapes, kind + 1) <= loop)
        kind++;
    *begins_first = loops_first_corner(loops->corners + loops->starts[loop],
                                       loops->starts[loop + 1] - loops->starts[loop]) == 0;
    return kind;
}

/* Moves one corner after the other: shapes_check and shape_check agree. But shape_check knows more
 * of pieces, and does not care where a loop begins. */
static void check_moved(const struct picture *p, const struct shapes_rule *rule)
{
    struct mask mask = mask_of(p);
    struct shapes shapes;
    struct error err;
    assert_true(shapes_make(&mask, rule, CORNERS_MOST, &shapes, &err));
    assert_true(shapes_are_sound(&shapes) && shapes_check(&shapes, &mask, &err));
    for (uint32_t i = 0; i < loops_corner_count(&shapes.loops); i++) {
        struct spot *const corner = &shapes.loops.corners[i];
        const struct spot was = *corner;
        const int most = 1 << next_random() % 7;
        bool begins_first;
        corner->x += (int)(next_random() % (unsigned)(2 * most + 1)) - most;
        corner->y += (int)(next_random() % (unsigned)(2 * most + 1)) - most;
        const unsigned kind = kind_of(&shapes, i, &begins_first);
        const bool accepted = shapes_check(&shapes, &mask, &err);
        struct shapes_rule moved = *rule;
        moved.pieces = kind == SHAPE_PIECES ? rule->pieces : 0;
        /* shapes_check halves edges in whole 1/256 pixels: it may accept so much more. */
        shapes.tolerance += accepted && shapes.tolerance > 0 ? 512 : 0;
        const char *const fault = shape_check(&mask, &moved, &shapes);
        shapes.tolerance -= accepted && shapes.tolerance > 0 ? 512 : 0;
        const bool knows_more = kind == SHAPE_PIECES && fault != NULL && !strstr(fault, "convex") &&
                                !strstr(fault, "overlap");
        /* The centre of an empty pixel may lie on an edge: for shapes_check, it is inside. */
        const bool is_stricter = !accepted && strstr(err.text, "contain empty pixels");
        if ((accepted && fault != NULL && !knows_more) ||
            (fault == NULL && !accepted && begins_first && !is_stricter)) {
            print_picture(p);
            fail_msg("fit %u, tolerance %u, %s, corner %u: from %d,%d to %d,%d: %s", rule->fit,
                     rule->tolerance, shape_kind_name(kind), i, was.x, was.y, corner->x, corner->y,
                     accepted ? fault : err.text);
        }
        *corner = was;
    }
    shapes_free(&shapes);
    mask_free(&mask);
}

static void a_corner_that_was_moved_is_noticed(void **unused)
{
    (void)unused;
    for (int i = 0; i < 60; i++) {
        struct picture p = {.width = 4 + i % 13, .height = 4 + i % 11};
        struct shapes_rule rule = plain;
        rule.outline = rule.polygons = true;
        rule.tolerance = tolerances[i % TOLERANCES];
        rule.fit = (uint32_t)(i / TOLERANCES % FIT_COUNT);
        rule.min_area = (uint32_t)i % 3 * 3;
        fill_noise(&p, 35 + i % 5 * 12);
        p.solid[i % 4][i % 3] = true;
        check_moved(&p, &rule);
    }
}

static void turn_loop(struct shapes *shapes, uint32_t loop)
{
    struct spot *const first = &shapes->loops.corners[shapes->loops.starts[loop]];
    const uint32_t count = shapes->loops.starts[loop + 1] - shapes->loops.starts[loop];
    const struct spot was = *first;
    memmove(first, first + 1, (count - 1) * sizeof *first);
    first[count - 1] = was;
}

static void loops_that_are_turned_missing_or_unsound_are_noticed(void **unused)
{
    (void)unused;
    struct picture p = {.width = 20, .height = 12};
    struct shapes_rule rule = plain;
    struct shapes shapes;
    struct error err;
    for (int y = 0; y < p.height; y++)
        for (int x = 0; x < p.width; x++)
            p.solid[y][x] = x != 9 && (x < 3 || x > 5 || y < 4 || y > 7);
    struct mask mask = mask_of(&p);
    rule.outline = rule.polygons = true;
    rule.tolerance = 65536;
    assert_true(shapes_make(&mask, &rule, CORNERS_MOST, &shapes, &err));
    assert_int_equal(shapes.counts[SHAPE_OUTLINE], 3);
    for (uint32_t loop = 0; loop < shapes.loops.count; loop++) {
        const uint32_t corners = shapes.loops.starts[loop + 1] - shapes.loops.starts[loop];
        for (uint32_t i = 0; i < corners; i++) {
            assert_int_equal(shapes_check(&shapes, &mask, &err), i == 0);
            turn_loop(&shapes, loop);
        }
        int32_t *const places[] = {&shapes.loops.corners[shapes.loops.starts[loop]].x,
                                   &shapes.loops.corners[shapes.loops.starts[loop]].y};
        for (int axis = 0; axis < 2; axis++) {
            const int32_t was = *places[axis];
            *places[axis] = SHAPE_COORDINATE_MOST;
            assert_true(shapes_are_sound(&shapes));
            *places[axis] = -SHAPE_COORDINATE_MOST - 1;
            assert_false(shapes_are_sound(&shapes));
            *places[axis] = was;
        }
        const uint32_t end = shapes.loops.starts[loop + 1];
        shapes.loops.starts[loop + 1] = shapes.loops.starts[loop] + 2;
        assert_false(shapes_are_sound(&shapes));
        shapes.loops.starts[loop + 1] = end;
    }
    shapes_free(&shapes);
    rule = (struct shapes_rule){.outline = true};
    assert_true(shapes_make(&mask, &rule, CORNERS_MOST, &shapes, &err));
    shapes.loops.count = --shapes.counts[SHAPE_OUTLINE];
    assert_false(shapes_check(&shapes, &mask, &err));
    shapes_free(&shapes);
    mask_free(&mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_up_to_4x4),
        cmocka_unit_test(noise),
        cmocka_unit_test(patterns),
        cmocka_unit_test(discs),
        cmocka_unit_test(small_loops_are_dropped),
        cmocka_unit_test(pieces_keep_to_their_corners_and_scale),
        cmocka_unit_test(notches_are_filled_only_when_empty),
        cmocka_unit_test(plain_shapes_have_the_fewest_pieces),
        cmocka_unit_test(pieces_are_settled_for_an_engine),
        cmocka_unit_test(hulls),
        cmocka_unit_test(the_least_tolerance_is_found),
        cmocka_unit_test(stairs_of_thousands_of_pixels),
        cmocka_unit_test(limits_are_told),
        cmocka_unit_test(a_corner_that_was_moved_is_noticed),
        cmocka_unit_test(loops_that_are_turned_missing_or_unsound_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
