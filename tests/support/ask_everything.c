/*
 * ask_everything.c - a pack, whatever is in it, is asked everything there is to ask
 *
 * Stray bits may make answers differ from each other, but none names a pixel that is not in
 * the boxes that it must be in, or counts more than there are.
 */
#include "support/ask_everything.h"

#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include "support/require.h"

#include <string.h>

struct asking {
    const hm_pack *pack;
    enum trust trust;
    hm_point offset;
};

static const int32_t coordinates[] = {INT32_MIN, -1, 0, 1, 2, 3, 63, 64, INT32_MAX};
enum { COORDINATES = sizeof coordinates / sizeof *coordinates };

static bool in_box(const hm_box *box, hm_point p)
{
    return hm_box_contains(box, p.x, p.y);
}

/* The place of a pixel of `a` in `b`. */
static hm_point from_b(hm_point p, hm_point offset)
{
    return (hm_point){(int32_t)((int64_t)p.x - offset.x), (int32_t)((int64_t)p.y - offset.y)};
}

static uint64_t pixels_in(const hm_box *box)
{
    return (uint64_t)(box->x1 - box->x0) * (uint64_t)(box->y1 - box->y0);
}

/* Some queries walk all pixels of the bounds, which a mask without words may claim any number
 * of. Those are asked of none but small ones. */
static bool is_small(const hm_sprite *sprite)
{
    hm_box bounds;
    hm_sprite_bounds(sprite, &bounds);
    return pixels_in(&bounds) <= 1 << 12;
}

/* ---- One sprite ---------------------------------------------------------------------------- */

static void ask_about_facts(const hm_sprite *sprite)
{
    const int32_t width = hm_sprite_width(sprite), height = hm_sprite_height(sprite);
    hm_box bounds;
    hm_point point;
    int64_t x, y;

    hm_sprite_bounds(sprite, &bounds);
    hm_sprite_pivot(sprite, &x, &y);
    hm_sprite_area(sprite);
    REQUIRE(strlen(hm_sprite_name(sprite)) < SIZE_MAX);
    REQUIRE(width > 0 && height > 0);
    REQUIRE(bounds.x0 >= 0 && bounds.x0 <= bounds.x1 && bounds.x1 <= width);
    REQUIRE(bounds.y0 >= 0 && bounds.y0 <= bounds.y1 && bounds.y1 <= height);
    for (uint32_t i = 0; i < hm_sprite_point_count(sprite); i++) {
        REQUIRE(hm_sprite_point(sprite, i, &point));
        REQUIRE(point.x >= 0 && point.x < width && point.y >= 0 && point.y < height);
    }
    REQUIRE(!hm_sprite_point(sprite, UINT32_MAX, &point));
}

static void ask_about_shapes(const hm_sprite *sprite, hm_point at)
{
    hm_box bounds;
    hm_point hit;
    uint64_t steps;

    hm_sprite_bounds(sprite, &bounds);
    for (int i = 0; i < COORDINATES; i++) {
        const int32_t x = coordinates[i], y = coordinates[COORDINATES - 1 - i];
        const hm_box box = {x < at.x ? x : at.x, y < at.y ? y : at.y, x < at.x ? at.x : x,
                            y < at.y ? at.y : y};
        REQUIRE(!hm_solid(sprite, x, y) || in_box(&bounds, (hm_point){x, y}));
        REQUIRE(!hm_overlap_box(sprite, &box, &hit) || (in_box(&bounds, hit) && in_box(&box, hit)));
        REQUIRE(!hm_overlap_circle(sprite, x, at.y, (uint32_t)y, &hit) || in_box(&bounds, hit));
        REQUIRE(!hm_overlap_segment(sprite, x, y, at.x, at.y, &hit) || in_box(&bounds, hit));
        REQUIRE(!hm_overlap_ray(sprite, at.x, at.y, x, y, &hit, &steps) || in_box(&bounds, hit));
        REQUIRE(!hm_overlap_ray(sprite, x, y, at.x, at.y, &hit, NULL) || in_box(&bounds, hit));
    }
    const hm_point corner = {bounds.x1 - 1, bounds.y1 - 1};
    REQUIRE(!hm_solid(sprite, corner.x, corner.y) || in_box(&bounds, corner));
}

static void ask_about_source(const hm_sprite *sprite)
{
    hm_source source;
    REQUIRE(hm_sprite_source(sprite, &source) || source.name[0] == 0);
    REQUIRE(strlen(source.name) < SIZE_MAX && strlen(source.layer) < SIZE_MAX);
    REQUIRE(strlen(hm_sprite_data(sprite)) < SIZE_MAX);
    REQUIRE(source.part.x0 >= 0 && source.part.x0 <= source.part.x1);
    REQUIRE(source.part.y0 >= 0 && source.part.y0 <= source.part.y1);
}

/* Corners lie within 2^18 pixels of the bounds, which lie within 2^32; a loop has as many as are
 * copied. */
static void ask_about_loops(const hm_sprite *sprite, hm_point at)
{
    enum { MOST = 64 };
    hm_shapes shapes;
    hm_spot corners[MOST];
    hm_placement placement;
    hm_place(sprite, at.x, at.y, (uint32_t)at.x, &placement);
    const bool has = hm_sprite_shapes(sprite, &shapes);
    for (int i = -1; i <= HM_SHAPE_HULL + 1; i++) {
        const hm_shape_kind kind = (hm_shape_kind)i;
        const uint32_t count = hm_shapes_count(&shapes, kind);
        REQUIRE(has || count == 0);
        REQUIRE(hm_shapes_loop(&shapes, kind, count, corners, MOST) == 0);
        for (uint32_t loop = 0; loop < count && loop < MOST; loop++) {
            const uint32_t length = hm_shapes_loop(&shapes, kind, loop, corners, MOST);
            for (uint32_t k = 0; k < length && length <= MOST; k++)
                REQUIRE(corners[k].x >= -(INT64_C(1) << 49) && corners[k].x <= INT64_C(1) << 49);
            REQUIRE(hm_shapes_loop(&shapes, kind, loop, NULL, 0) == length);
            REQUIRE(hm_shapes_placed(&shapes, kind, loop, &placement, corners, MOST) <= length);
        }
    }
}

static void ask_about_pieces(const hm_sprite *sprite, enum trust trust)
{
    static uint8_t scratch[1 << 16], words[1 << 12];
    const size_t needed = hm_components_scratch_size(sprite);
    const size_t size = needed < sizeof scratch ? needed : sizeof scratch;
    hm_component pieces[9];
    hm_canvas canvas;
    hm_box bounds;
    uint64_t area = 0;

    hm_sprite_bounds(sprite, &bounds);
    const uint32_t count = hm_components(sprite, true, scratch, size, pieces, 9);
    for (uint32_t i = 0; i < count && i < 9; i++) {
        REQUIRE(hm_box_contains_box(&bounds, &pieces[i].bounds));
        REQUIRE(in_box(&pieces[i].bounds, pieces[i].first));
        area += pieces[i].area;
        REQUIRE(hm_canvas_init(&canvas, words, sizeof words, 99, 99));
        REQUIRE(hm_canvas_stamp_component(&canvas, sprite, pieces[i].first.x, pieces[i].first.y,
                                          true, -(int32_t)i, 3, HM_TOGGLE, scratch, size));
    }
    REQUIRE(area <= pixels_in(&bounds));
    REQUIRE(trust < TRUST_VERIFIED || needed > size || count > 9 || area == hm_sprite_area(sprite));
}

/* Each loop has corners of its own, inside the part that is asked for. */
static void ask_for_the_outline(const hm_sprite *sprite, hm_point at)
{
    enum { ROOM = 400 };
    static hm_corner corners[ROOM];
    static uint32_t ends[ROOM / 4];
    hm_box bounds, around = {-40, -40, 40, 40};
    uint32_t loops;

    hm_sprite_bounds(sprite, &bounds);
    hm_box_move(&around, at.x, at.y, &around);
    for (int i = 0; i < 4; i++) {
        const hm_box *const box = i & 1 ? &around : NULL;
        const uint32_t count = hm_outline(sprite, box, i & 2, corners, ROOM, ends, &loops);
        REQUIRE(count <= ROOM ? loops <= count / 4 : loops == 0);
        REQUIRE(loops == 0 || ends[loops - 1] == count);
        for (uint32_t k = 0; loops > 0 && k < count; k++) {
            const hm_point corner = {(int32_t)(corners[k].x >> 16), (int32_t)(corners[k].y >> 16)};
            REQUIRE(corner.x >= bounds.x0 && corner.x <= bounds.x1);
            REQUIRE(corner.y >= bounds.y0 && corner.y <= bounds.y1);
        }
    }
}

static void ask_about_form(const hm_sprite *sprite, hm_point at)
{
    hm_moments moments;
    hm_box bounds;
    hm_point hit;

    hm_sprite_bounds(sprite, &bounds);
    if (hm_sprite_moments(sprite, &moments)) {
        REQUIRE(moments.x > (int64_t)bounds.x0 * 65536 && moments.x < (int64_t)bounds.x1 * 65536);
        REQUIRE(moments.y > (int64_t)bounds.y0 * 65536 && moments.y < (int64_t)bounds.y1 * 65536);
        REQUIRE(moments.xx >= 0 && moments.yy >= 0 && moments.angle < 32768);
    }
    for (int i = 0; i < COORDINATES; i++) {
        const int32_t x = coordinates[i], y = coordinates[COORDINATES - 1 - i];
        REQUIRE(!hm_nearest(sprite, x, at.y, (uint32_t)y, &hit) || in_box(&bounds, hit));
        REQUIRE(!hm_nearest(sprite, at.x, y, UINT32_MAX, &hit) || in_box(&bounds, hit));
    }
}

/* ---- Two sprites --------------------------------------------------------------------------- */

static void ask_where_they_touch(const struct asking *asking, const hm_sprite *a,
                                 const hm_sprite *b, hm_point offset)
{
    const bool touch = hm_overlap(a, b, offset.x, offset.y);
    const uint64_t area = hm_overlap_area(a, b, offset.x, offset.y);
    hm_point hit = {-1, -1};
    hm_box in_a, in_b;

    hm_sprite_bounds(a, &in_a);
    hm_sprite_bounds(b, &in_b);
    REQUIRE(area <= pixels_in(&in_a));
    const bool first = hm_overlap_first(a, b, offset.x, offset.y, &hit);
    REQUIRE(first == hm_overlap_first(a, b, offset.x, offset.y, NULL));
    REQUIRE(!first || (in_box(&in_a, hit) && in_box(&in_b, from_b(hit, offset))));
    for (hm_direction way = HM_LEFT; way <= HM_DOWN; way++) {
        const bool far = hm_overlap_furthest(a, b, offset.x, offset.y, way, &hit);
        REQUIRE(!far || (in_box(&in_a, hit) && in_box(&in_b, from_b(hit, offset))));
        REQUIRE(asking->trust < TRUST_VERIFIED || far == touch);
    }
    if (asking->trust == TRUST_VERIFIED)
        REQUIRE(touch == first && touch == (area > 0));
}

static void ask_the_way_out(const struct asking *asking, const hm_sprite *a, const hm_sprite *b,
                            hm_point offset)
{
    hm_sweep_result sweep;
    hm_point move;
    int64_t x, y;
    uint32_t distance;
    hm_box in_a;

    hm_sprite_bounds(a, &in_a);
    const bool touch = hm_overlap_normal(a, b, offset.x, offset.y, &x, &y);
    for (hm_direction way = HM_LEFT; way <= HM_DOWN; way++)
        REQUIRE(hm_overlap_exit(a, b, offset.x, offset.y, way, 9, &distance) || distance == 9);
    REQUIRE(hm_overlap_escape(a, b, offset.x, offset.y, 3, &move) || (move.x == 0 && move.y == 0));
    REQUIRE(touch || asking->trust < TRUST_VERIFIED || (move.x == 0 && move.y == 0));
    if (hm_sweep(a, b, offset.x, offset.y, asking->offset.x, asking->offset.y, &sweep))
        REQUIRE(in_box(&in_a, sweep.hit));
    hm_sweep(a, b, offset.x, offset.y, INT32_MIN, INT32_MAX, &sweep);
}

static void ask_for_the_gap(const struct asking *asking, const hm_sprite *a, const hm_sprite *b,
                            hm_point offset)
{
    const uint32_t limits[] = {0, 9, UINT32_MAX};
    hm_box in_a, in_b;
    hm_point p, q;
    uint64_t squared;

    hm_sprite_bounds(a, &in_a);
    hm_sprite_bounds(b, &in_b);
    for (int i = 0; i < 3; i++)
        if (hm_gap(a, b, offset.x, offset.y, limits[i], &squared, &p, &q)) {
            REQUIRE(in_box(&in_a, p) && in_box(&in_b, q));
            REQUIRE(squared <= (uint64_t)limits[i] * limits[i]);
            REQUIRE(asking->trust < TRUST_VERIFIED ||
                    (squared == 0) == hm_overlap(a, b, offset.x, offset.y));
        }
}

static void ask_for_the_mask(const hm_sprite *a, const hm_sprite *b, hm_point offset)
{
    static uint8_t bits[1 << 14];
    const uint64_t stride = ((uint64_t)hm_sprite_width(a) + 7) / 8;

    if (stride * (uint64_t)hm_sprite_height(a) > sizeof bits)
        return;
    REQUIRE(hm_overlap_mask(a, b, offset.x, offset.y, bits, (size_t)stride, sizeof bits) <=
            hm_overlap_area(a, b, offset.x, offset.y));
    REQUIRE(hm_overlap_mask(a, b, offset.x, offset.y, bits, (size_t)stride, 0) == 0);
}

static void ask_the_points(const hm_sprite *a, const hm_sprite *b, hm_point offset)
{
    const int32_t width = hm_sprite_width(a), height = hm_sprite_height(a);
    const hm_box box = {0, 0, width, height};
    hm_point hit;

    REQUIRE(!hm_points_overlap(a, b, offset.x, offset.y, UINT32_MAX, &hit) || in_box(&box, hit));
    REQUIRE(!hm_points_overlap_map(a, b, offset.x, offset.y, 3, &hit) || in_box(&box, hit));
    REQUIRE(!hm_points_near(a, b, offset.x, offset.y, 2, UINT32_MAX, &hit) || in_box(&box, hit));
    REQUIRE(!hm_points_near(a, b, offset.x, offset.y, UINT32_MAX, 3, &hit) || in_box(&box, hit));
}

static void ask_through(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    hm_box in_a;
    hm_point hit;

    hm_sprite_bounds(a, &in_a);
    const bool touch = hm_affine_overlap(a, b, map);
    const bool first = hm_affine_first(a, b, map, &hit);
    REQUIRE(touch == first);
    REQUIRE(!first || in_box(&in_a, hit));
    REQUIRE((hm_affine_area(a, b, map) > 0) == touch);
    hm_affine_points(a, b, map, UINT32_MAX, &hit);
    hm_affine_points_exact(a, b, map);
}

static void ask_placed(const struct asking *asking, const hm_sprite *a, const hm_placement *p,
                       const hm_sprite *b, const hm_placement *q)
{
    hm_affine_sweep_result sweep;
    hm_box in_a, bounds;
    hm_point hit, move;
    int64_t x, y;
    uint32_t distance;
    const int64_t far_x = (int64_t)asking->offset.x * 999, far_y = (int64_t)asking->offset.y * 99;

    hm_sprite_bounds(a, &in_a);
    const bool touch = hm_placed_overlap(a, p, b, q);
    REQUIRE(touch == hm_placed_first(a, p, b, q, &hit));
    REQUIRE(!touch || in_box(&in_a, hit));
    REQUIRE(touch == (hm_placed_area(a, p, b, q) > 0));
    REQUIRE(touch == hm_placed_normal(a, p, b, q, &x, &y));
    REQUIRE(hm_placed_exit(a, p, b, q, HM_UP, 9, &distance) || distance == 9);
    hm_placed_escape(a, p, b, q, 2, &move);
    if (hm_placed_sweep(a, p, b, q, far_x, far_y, &sweep))
        REQUIRE(in_box(&in_a, sweep.hit));
    hm_placed_pixel(p, in_a.x1, in_a.y0, &move);
    hm_placed_bounds(a, p, &bounds);
    REQUIRE(!hm_placed_box(a, p, &bounds, &hit) || in_box(&in_a, hit));
    REQUIRE(!hm_placed_circle(a, p, 0, 0, 9, &hit) || in_box(&in_a, hit));
    REQUIRE(!hm_placed_segment(a, p, -9, 4, 30, 9, &hit) || in_box(&in_a, hit));
    REQUIRE(!hm_placed_ray(a, p, -9, 4, 3, 1, &hit, NULL) || in_box(&in_a, hit));
}

static void ask_turned(const struct asking *asking, const hm_sprite *a, const hm_sprite *b,
                       hm_point offset)
{
    const int32_t factor = (int32_t)((uint32_t)asking->offset.x << 9);
    const int64_t x = (int64_t)offset.x * 65536, y = (int64_t)offset.y * 65536;
    hm_placement in_a = {.scale_x = 65536, .scale_y = 65536};
    hm_placement in_b = {x, y, 0, 0, 65536 + factor, -70000, (uint32_t)asking->offset.y * 771u};
    hm_affine map;

    if (!is_small(a) || !is_small(b))
        return;
    hm_sprite_pivot(a, &in_a.pivot_x, &in_a.pivot_y);
    hm_sprite_pivot(b, &in_b.pivot_x, &in_b.pivot_y);
    hm_affine_translation(&map, x, y);
    ask_through(a, b, &map);
    hm_affine_place(&map, &in_a, &in_b);
    ask_through(a, b, &map);
    ask_placed(asking, a, &in_a, b, &in_b);
    hm_affine_make(&map, factor, 40000, -30000, 65536, x, y);
    hm_affine_inverse(&map, &map);
    ask_through(a, b, &map);
    map.to_a = (hm_transform){factor, 1, 2, -factor, y, x}; /* no inverse of the other */
    ask_through(a, b, &map);
}

static void ask_about_two(const struct asking *asking, const hm_sprite *a, const hm_sprite *b,
                          hm_point offset)
{
    ask_where_they_touch(asking, a, b, offset);
    ask_the_way_out(asking, a, b, offset);
    ask_for_the_gap(asking, a, b, offset);
    ask_for_the_mask(a, b, offset);
    ask_the_points(a, b, offset);
}

/* ---- A canvas ------------------------------------------------------------------------------ */

/* Whatever bits a mask has, the canvas keeps those inside the bounds alone. */
static void change_a_canvas(const struct asking *asking, const hm_sprite *sprite, hm_point at)
{
    /* Several stripes, the last not whole, and more rows than the widest vectors take. */
    enum { WIDTH = 200, HEIGHT = 48 };
    static uint8_t buffer[1 << 14], other[1 << 14], bits[(WIDTH + 7) / 8 * HEIGHT];
    const hm_box whole = {0, 0, WIDTH, HEIGHT};
    hm_canvas canvas, copy;
    hm_sprite view;
    hm_box bounds;
    hm_affine map;

    REQUIRE(hm_canvas_init(&canvas, buffer, sizeof buffer, WIDTH, HEIGHT));
    hm_affine_make(&map, 40000, (int32_t)((uint32_t)asking->offset.x << 9), -30000, 65536,
                   (int64_t)at.x * 65536, (int64_t)at.y * 65536);
    for (hm_op op = HM_ADD; op <= HM_TOGGLE; op++) {
        hm_canvas_stamp(&canvas, sprite, at.x, at.y, op);
        /* Goes through every pixel of the canvas: once is enough. */
        if (op == HM_TOGGLE)
            hm_canvas_stamp_affine(&canvas, sprite, &map, op);
        hm_canvas_sprite(&canvas, &view);
        hm_sprite_bounds(&view, &bounds);
        REQUIRE(hm_box_contains_box(&whole, &bounds));
        REQUIRE(hm_sprite_area(&view) <= pixels_in(&bounds));
        REQUIRE(hm_overlap_area(&view, &view, 0, 0) == hm_sprite_area(&view));
        hm_overlap(&view, sprite, at.x, at.y);
        REQUIRE(hm_canvas_bits(&canvas, bits, (WIDTH + 7) / 8, sizeof bits));
    }
    REQUIRE(hm_canvas_resize(&canvas, sprite));
    REQUIRE(hm_canvas_area(&canvas) <= pixels_in(&whole));
    REQUIRE(hm_canvas_copy(&canvas, other, sizeof other, &copy));
    REQUIRE(hm_canvas_area(&copy) == hm_canvas_area(&canvas));
    REQUIRE(hm_canvas_solid(&copy, at.x, at.y) == hm_canvas_solid(&canvas, at.x, at.y));
    if (((uint64_t)hm_sprite_width(sprite) + 7) / 8 * (uint64_t)hm_sprite_height(sprite) <=
        sizeof bits)
        REQUIRE(
            hm_sprite_bits(sprite, bits, ((size_t)hm_sprite_width(sprite) + 7) / 8, sizeof bits));
}

/* ---- All sprites --------------------------------------------------------------------------- */

static void ask_about_sprites(const struct asking *asking)
{
    static const hm_point offsets[4] = {
        {0, 0}, {-2, 1}, {INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MAX}};
    const uint32_t count = hm_pack_count(asking->pack);
    hm_sprite a, b, flipped;

    REQUIRE(!hm_pack_sprite(asking->pack, count, &a));
    hm_pack_find(asking->pack, "", &a);
    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(hm_pack_sprite(asking->pack, i, &a));
        REQUIRE(hm_pack_sprite(asking->pack, (i + 1) % count, &b));
        const bool found = hm_pack_find(asking->pack, hm_sprite_name(&a), &flipped);
        REQUIRE(found || asking->trust < TRUST_VERIFIED);
        for (int flip = 0; flip < 4; flip++) {
            hm_sprite_flip(&a, flip & 1, flip & 2, &flipped);
            ask_about_facts(&flipped);
            ask_about_source(&flipped);
            ask_about_loops(&flipped, asking->offset);
            ask_about_shapes(&flipped, asking->offset);
            ask_about_pieces(&flipped, asking->trust);
            ask_for_the_outline(&flipped, asking->offset);
            ask_about_form(&flipped, asking->offset);
            ask_about_two(asking, &flipped, &b, asking->offset);
            ask_about_two(asking, &flipped, &b, offsets[flip]);
            ask_turned(asking, &flipped, &b, asking->offset);
            change_a_canvas(asking, &flipped, asking->offset);
            change_a_canvas(asking, &flipped, offsets[flip]);
        }
        ask_about_two(asking, &b, &flipped, asking->offset);
    }
}

/* ---- A world ------------------------------------------------------------------------------- */

/* Goes through a list, in pages. */
#define REQUIRE_LIST(...)                                                                          \
    for (hm_cursor next = {HM_NOTHING, 0}; __VA_ARGS__ == PAGE;)                                   \
        for (int k = 0; k < PAGE; k++)                                                             \
    REQUIRE(is_there(world, &hits[k]))

enum { PAGE = 7 };

static bool is_there(const hm_world *world, const hm_met *met)
{
    switch (met->kind) {
    case HM_TERRAIN:
        return world->terrain != NULL && met->index == 0;
    case HM_TILES:
        return met->index < (uint32_t)(world->tiles->columns * world->tiles->rows);
    case HM_CROWD:
        return met->index < world->crowd->count;
    case HM_PLACED:
        return met->index < world->placed->count;
    default:
        return false;
    }
}

static void ask_shapes_of_world(const hm_world *world, hm_point at)
{
    const hm_box box = {-2, -2, at.x, at.y};
    hm_met hits[PAGE], met;

    REQUIRE_LIST(hm_world_list_box(world, &box, &next, hits, PAGE));
    REQUIRE_LIST(hm_world_list_circle(world, at.x, at.y, 3, &next, hits, PAGE));
    REQUIRE_LIST(hm_world_list_point(world, 1, 1, &next, hits, PAGE));
    REQUIRE(!hm_world_point(world, at.x, at.y, &met) || is_there(world, &met));
    REQUIRE(!hm_world_box(world, &box, &met) || is_there(world, &met));
    REQUIRE(!hm_world_circle(world, at.x, at.y, 9, &met) || is_there(world, &met));
    REQUIRE(!hm_world_segment(world, -9, at.y, 9, 2, &met) || is_there(world, &met));
    REQUIRE(!hm_world_ray(world, at.x, at.y, 3, 1, &met, NULL) || is_there(world, &met));
}

static void ask_moves_in_world(const hm_world *world, const hm_sprite *a, const hm_placement *place,
                               hm_point at)
{
    hm_met hits[PAGE], met;
    hm_sweep_result sweep;
    hm_slide_result slide;
    hm_affine_sweep_result turned;
    hm_point move;
    hm_box in_a;
    int64_t x, y;
    uint32_t distance;

    hm_sprite_bounds(a, &in_a);
    const bool touch = hm_world_overlap(world, a, at.x, at.y, &met);
    REQUIRE(!touch || is_there(world, &met));
    REQUIRE(hm_world_normal(world, a, at.x, at.y, &x, &y) == touch);
    REQUIRE(hm_world_area(world, a, at.x, at.y) <= pixels_in(&in_a));
    REQUIRE_LIST(hm_world_list(world, a, at.x, at.y, &next, hits, PAGE));
    REQUIRE(hm_world_exit(world, a, at.x, at.y, HM_LEFT, 9, &distance) || distance == 9);
    hm_world_escape(world, a, at.x, at.y, 3, &move);
    if (hm_world_sweep(world, a, at.x, at.y, -30, 12, &sweep, &met))
        REQUIRE(in_box(&in_a, sweep.hit) && is_there(world, &met));
    hm_slide(world, a, at.x, at.y, 7, 20, 2, 2, &slide);
    REQUIRE(slide.rise <= 32);
    REQUIRE_LIST(hm_world_list_placed(world, a, place, &next, hits, PAGE));
    REQUIRE(!hm_world_placed_overlap(world, a, place, &met) || is_there(world, &met));
    if (hm_world_placed_sweep(world, a, place, 1500000, -800000, &turned, &met))
        REQUIRE(in_box(&in_a, turned.hit) && is_there(world, &met));
}

/* A map of tiles that are b, and a world of that, b, the crowd and b turned. */
static void ask_the_world(const struct asking *asking, const hm_sprite *a, const hm_sprite *b,
                          const hm_crowd *crowd)
{
    static const uint32_t cells[6] = {0, 0xc0000000, 1, 0x20000000, 0x90000000, 0};
    static uint8_t buffer[1 << 14];
    const hm_point at = asking->offset;
    hm_sprite turned;
    hm_placement places[2];

    if (!is_small(a) || !is_small(b))
        return;
    const bool fits = hm_sprite_transpose(b, buffer, sizeof buffer, &turned);
    const hm_sprite *const sprites[] = {b, a}, *const transposed[] = {fits ? &turned : NULL};
    const hm_tiles tiles = {3,     2,       hm_sprite_width(b), hm_sprite_height(b),
                            cells, sprites, transposed,         1};
    hm_place(b, 4, -9, (uint32_t)at.x * 301u, &places[0]);
    hm_place(a, at.x, at.y, (uint32_t)at.y * 77u, &places[1]);
    const hm_placed_crowd placed = {places, sprites, NULL, 2};
    const hm_world world = {.terrain = b,
                            .tiles = &tiles,
                            .crowd = crowd,
                            .placed = &placed,
                            .terrain_at = {-3, 40},
                            .tiles_at = {1, 2},
                            .self_kind = HM_PLACED,
                            .self_index = 1};
    ask_shapes_of_world(&world, at);
    ask_moves_in_world(&world, a, &places[1], at);
}

/* All sprites as one crowd, in one place: near the origin, or at the ends of the numbers. */
static void ask_the_crowd(const struct asking *asking)
{
    enum { MOST = 64 };
    const uint32_t count = hm_pack_count(asking->pack) < MOST ? hm_pack_count(asking->pack) : MOST;
    static hm_sprite sprites[MOST];
    static uint8_t scratch[4096];
    const hm_sprite *pointers[MOST];
    int32_t near[MOST], low[MOST], high[MOST];
    hm_pairs pairs;
    hm_pair pair;
    hm_met hits[PAGE];

    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(hm_pack_sprite(asking->pack, i, &sprites[i]));
        pointers[i] = &sprites[i];
        near[i] = (int32_t)i - 3;
        low[i] = INT32_MIN + (int32_t)i;
        high[i] = INT32_MAX;
    }
    const hm_crowd here = {near, near, high, high, pointers, count};
    const hm_crowd far = {low, low, high, high, pointers, count};
    const hm_world there = {.crowd = &far}, *const world = &there;
    REQUIRE(hm_pairs_begin(&pairs, &here, scratch, sizeof scratch));
    while (hm_pairs_next(&pairs, &pair, 1) > 0)
        REQUIRE(pair.first < pair.second && pair.second < count);
    for (uint32_t i = 0; i < count; i++) {
        ask_the_world(asking, &sprites[i], &sprites[(i + 1) % count], &here);
        REQUIRE_LIST(hm_world_list(world, &sprites[i], asking->offset.x, asking->offset.y, &next,
                                   hits, PAGE));
    }
}

/* ---- Animations ---------------------------------------------------------------------------- */

static const uint64_t times[] = {0, 1, 99, 100, 249, 250, 251, UINT32_MAX, UINT64_MAX};
enum { TIMES = sizeof times / sizeof *times };

static void ask_about_animation(const hm_pack *pack, const hm_animation *animation)
{
    const uint32_t count = hm_animation_frame_count(animation);
    hm_sprite sprite;

    REQUIRE(strlen(hm_animation_name(animation)) < SIZE_MAX);
    for (int i = 0; i < TIMES; i++)
        for (hm_play play = HM_PLAY_LOOP; play <= HM_PLAY_PING_PONG; play++) {
            const uint32_t frame = hm_animation_at(animation, times[i], play);
            REQUIRE(frame < count || (frame == 0 && count == 0));
            REQUIRE(hm_pack_frame(pack, animation, frame, &sprite) == (count > 0));
        }
    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(hm_pack_frame(pack, animation, i, &sprite));
        REQUIRE(hm_animation_frame_duration(animation, i) <= hm_animation_duration(animation));
    }
    REQUIRE(!hm_pack_frame(pack, animation, count, &sprite));
    REQUIRE(hm_animation_frame_duration(animation, count) == 0);
}

static void ask_about_animations(const struct asking *asking)
{
    const uint32_t count = hm_pack_animation_count(asking->pack);
    hm_animation animation, found;

    hm_pack_find_animation(asking->pack, "", &animation);
    REQUIRE(!hm_pack_animation(asking->pack, count, &animation));
    ask_about_animation(asking->pack, &animation);
    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(hm_pack_animation(asking->pack, i, &animation));
        const bool there =
            hm_pack_find_animation(asking->pack, hm_animation_name(&animation), &found);
        REQUIRE(there || asking->trust < TRUST_VERIFIED);
        ask_about_animation(asking->pack, &animation);
    }
}

void ask_everything(const hm_pack *pack, enum trust trust, hm_point offset)
{
    const struct asking asking = {pack, trust, offset};

    ask_about_animations(&asking);
    ask_about_sprites(&asking);
    ask_the_crowd(&asking);
}
