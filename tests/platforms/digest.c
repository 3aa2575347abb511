/*
 * digest.c - the answers to a fixed set of queries, as two numbers: of all but worlds, and of
 * worlds
 *
 * They are equal everywhere: whatever the processor, its byte order, the compiler and its options.
 * Also at every level of SIMD that the machine has; where two of them differ, so it says and fails.
 *
 *     digest PACK
 *
 * Knows of the runtime's insides only how a level is set. Needs nothing but the C library.
 */
#include "cpu.h"

#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t digest, random_state;

static void add(uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    digest ^= digest >> 29;
}

static void add_point(bool is, const hm_point *point)
{
    add(is);
    add((uint32_t)point->x);
    add((uint32_t)point->y);
}

static void add_box(const hm_box *box)
{
    add_point(false, &(hm_point){box->x0, box->y0});
    add_point(false, &(hm_point){box->x1, box->y1});
}

static uint32_t next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33);
}

static int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)(next_random() % ((uint32_t)high - (uint32_t)low + 1));
}

/* In expressions whose parts have no order, numbers are drawn by these alone, once in each. */
static hm_point random_point(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    hm_point point;
    point.x = between(x0, x1);
    point.y = between(y0, y1);
    return point;
}

/* ---- One sprite --------------------------------------------------------------------------- */

static void ask_sprite(const hm_sprite *sprite)
{
    hm_box bounds;
    hm_point point = {0, 0};
    int64_t x, y;
    add(strlen(hm_sprite_name(sprite)));
    add_point(true, &(hm_point){hm_sprite_width(sprite), hm_sprite_height(sprite)});
    hm_sprite_bounds(sprite, &bounds);
    add_box(&bounds);
    add(hm_sprite_area(sprite));
    hm_sprite_pivot(sprite, &x, &y);
    add((uint64_t)x);
    add((uint64_t)y);
    add(hm_sprite_point_count(sprite));
    for (uint32_t i = 0; hm_sprite_point(sprite, i, &point); i++)
        add_point(true, &point);
}

static void ask_shapes(const hm_sprite *sprite)
{
    const int32_t w = hm_sprite_width(sprite), h = hm_sprite_height(sprite);
    for (int i = 0; i < 40; i++) {
        hm_point hit = {0, 0};
        uint64_t steps = 0;
        const hm_point p = random_point(-8, -8, w + 8, h + 8);
        const hm_point q = random_point(-8, -8, w + 8, h + 8);
        const hm_point way = random_point(-9, -1, 9, 1);
        const hm_box box = {p.x, p.y, q.x, q.y};
        hm_box moved;
        add(hm_solid(sprite, p.x, p.y));
        add_point(hm_overlap_box(sprite, &box, &hit), &hit);
        add_point(hm_overlap_circle(sprite, p.x, p.y, next_random() % 30, &hit), &hit);
        add_point(hm_overlap_segment(sprite, p.x, p.y, q.x, q.y, &hit), &hit);
        add_point(hm_overlap_ray(sprite, p.x, p.y, way.x, q.y, &hit, &steps), &hit);
        add(steps);
        add_point(hm_overlap_ray(sprite, INT32_MIN, p.y, INT32_MAX, way.y, &hit, &steps), &hit);
        add(steps);
        hm_box_to_local(&box, between(INT32_MIN / 2, INT32_MAX / 2), q.y, &moved);
        add_box(&moved);
    }
}

static void add_text(const char *text)
{
    while (*text != 0)
        add((uint8_t)*text++);
}

static void ask_form(const hm_sprite *sprite)
{
    static uint8_t scratch[1 << 18];
    static hm_component pieces[1 << 12];
    hm_moments moments = {0};
    hm_source source;
    add(hm_sprite_source(sprite, &source));
    add_text(source.name);
    add_text(source.layer);
    add_text(hm_sprite_data(sprite));
    add_box(&source.part);
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        const uint32_t count =
            hm_components(sprite, diagonal, scratch, sizeof scratch, pieces, 1 << 12);
        add(hm_components_scratch_size(sprite));
        add(count);
        for (uint32_t i = 0; i < count; i++) {
            add_box(&pieces[i].bounds);
            add(pieces[i].area);
            add_point(true, &pieces[i].first);
        }
    }
    add(hm_sprite_moments(sprite, &moments));
    add_point(true, &(hm_point){(int32_t)moments.x, (int32_t)moments.y});
    add((uint64_t)moments.xx);
    add((uint64_t)moments.xy);
    add((uint64_t)moments.yy);
    add(moments.angle);
    for (int i = 0; i < 40; i++) {
        const hm_point p = random_point(-90, -90, 290, 190);
        hm_point hit = {0, 0};
        add_point(hm_nearest(sprite, p.x, p.y, next_random() % 99, &hit), &hit);
    }
}

static void ask_canvas_form(const hm_sprite *sprite, uint32_t level)
{
    static uint8_t buffer[1 << 14], scratch[1 << 16];
    hm_canvas canvas;
    hm_sprite view;
    hm_canvas_init(&canvas, buffer, sizeof buffer, 130, 90);
    canvas.cpu = level;
    for (uint32_t i = 0; i < 8; i++) {
        const hm_point at = random_point(-30, -30, 90, 60);
        hm_canvas_stamp(&canvas, sprite, at.x, at.y, HM_ADD);
        switch (next_random() % 4) {
        case 0:
            hm_canvas_grow(&canvas, next_random() % 9);
            break;
        case 1:
            hm_canvas_shrink(&canvas, next_random() % 5);
            break;
        case 2:
            hm_canvas_outline(&canvas, 1 + next_random() % 5, scratch, sizeof scratch);
            break;
        default:
            for (int32_t x = 0; x < 130; x += 9) {
                hm_canvas_sprite(&canvas, &view);
                add(hm_canvas_stamp_component(&canvas, &view, x, at.y, true, 3, -2, HM_TOGGLE,
                                              scratch, sizeof scratch));
            }
            break;
        }
        hm_canvas_sprite(&canvas, &view);
        ask_sprite(&view);
        ask_form(&view);
    }
}

/* ---- Two sprites -------------------------------------------------------------------------- */

static void ask_masks(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    static uint8_t bits[1 << 16];
    hm_point hit = {0, 0}, move;
    hm_sweep_result sweep;
    int64_t x, y;
    uint32_t distance;
    add(hm_overlap(a, b, dx, dy));
    add_point(hm_overlap_first(a, b, dx, dy, &hit), &hit);
    add(hm_overlap_area(a, b, dx, dy));
    for (int direction = HM_LEFT; direction <= HM_DOWN; direction++) {
        add_point(hm_overlap_furthest(a, b, dx, dy, (hm_direction)direction, &hit), &hit);
        add(hm_overlap_exit(a, b, dx, dy, (hm_direction)direction, 50, &distance));
        add(distance);
    }
    add(hm_overlap_normal(a, b, dx, dy, &x, &y));
    add((uint64_t)x);
    add((uint64_t)y);
    add_point(hm_overlap_escape(a, b, dx, dy, 12, &move), &move);
    const size_t stride = ((size_t)hm_sprite_width(a) + 7) / 8;
    const size_t size = stride * (size_t)hm_sprite_height(a);
    memset(bits, 0, size);
    add(hm_overlap_mask(a, b, dx, dy, bits, stride, sizeof bits));
    for (size_t i = 0; i < size; i++)
        if (bits[i] != 0)
            add((uint64_t)i << 8 | bits[i]);
    hm_point in_a = {0, 0}, in_b = {0, 0};
    uint64_t squared = 0;
    add_point(hm_gap(a, b, dx, dy, next_random() % 99, &squared, &in_a, &in_b), &in_a);
    add_point(true, &in_b);
    add(squared);
    const hm_point way = random_point(-60, -60, 60, 60);
    add(hm_sweep(a, b, dx, dy, way.x, way.y, &sweep));
    add_point(true, &sweep.moved);
    add_point(true, &sweep.hit);
    add(sweep.step);
    add((uint64_t)sweep.normal_x);
    add((uint64_t)sweep.normal_y);
}

static void ask_points(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const uint32_t limits[] = {1, 16, UINT32_MAX};
    for (int i = 0; i < 3; i++) {
        hm_point hit = {0, 0};
        add_point(hm_points_overlap(a, b, dx, dy, limits[i], &hit), &hit);
        add_point(hm_points_overlap_map(a, b, dx, dy, limits[i], &hit), &hit);
        add_point(hm_points_near(a, b, dx, dy, next_random() % 9, limits[i], &hit), &hit);
    }
}

static void ask_map(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    hm_point hit = {0, 0};
    const hm_transform *const ways[] = {&map->to_a, &map->to_b};
    for (int i = 0; i < 2; i++) {
        add_point(true, &(hm_point){ways[i]->xx, ways[i]->xy});
        add_point(true, &(hm_point){ways[i]->yx, ways[i]->yy});
        add((uint64_t)ways[i]->x);
        add((uint64_t)ways[i]->y);
    }
    add(hm_affine_overlap(a, b, map));
    add_point(hm_affine_first(a, b, map, &hit), &hit);
    add(hm_affine_area(a, b, map));
    add_point(hm_affine_points(a, b, map, UINT32_MAX, &hit), &hit);
    add(hm_affine_points_exact(a, b, map));
}

static void add_turned_sweep(bool touches, const hm_affine_sweep_result *sweep)
{
    add(touches);
    add((uint64_t)sweep->moved_x);
    add((uint64_t)sweep->moved_y);
    add((uint64_t)sweep->contact_x);
    add((uint64_t)sweep->contact_y);
    add(sweep->step);
    add_point(true, &sweep->hit);
    add((uint64_t)sweep->normal_x);
    add((uint64_t)sweep->normal_y);
}

static void ask_placed(const hm_sprite *a, const hm_placement *p, const hm_sprite *b,
                       const hm_placement *q)
{
    const hm_point way = random_point(-3000000, -3000000, 3000000, 3000000);
    hm_affine_sweep_result sweep;
    hm_box box;
    hm_point point = {0, 0};
    int64_t x, y;
    uint32_t distance;
    add(hm_placed_overlap(a, p, b, q));
    add_point(hm_placed_first(a, p, b, q, &point), &point);
    add(hm_placed_area(a, p, b, q));
    add(hm_placed_normal(a, p, b, q, &x, &y));
    add((uint64_t)x);
    add((uint64_t)y);
    for (int direction = HM_LEFT; direction <= HM_DOWN; direction++) {
        add(hm_placed_exit(a, p, b, q, (hm_direction)direction, 30, &distance));
        add(distance);
    }
    add_point(hm_placed_escape(a, p, b, q, 4, &point), &point);
    add_turned_sweep(hm_placed_sweep(a, p, b, q, way.x, way.y, &sweep), &sweep);
    add_point(hm_placed_pixel(p, way.x, way.y, &point), &point);
    hm_placed_bounds(a, p, &box);
    add_box(&box);
    hm_placed_bounds(b, q, &box);
    add_box(&box);
}

static void ask_placed_shapes(const hm_sprite *a, const hm_placement *at)
{
    for (int i = 0; i < 8; i++) {
        const hm_point p = random_point(-60, -60, 60, 60), q = random_point(-60, -60, 60, 60);
        const hm_box box = {p.x, p.y, q.x, q.y};
        hm_point hit = {0, 0};
        uint64_t steps = 0;
        add_point(hm_placed_box(a, at, &box, &hit), &hit);
        add_point(hm_placed_circle(a, at, p.x, p.y, next_random() % 70, &hit), &hit);
        add_point(hm_placed_segment(a, at, p.x, p.y, q.x, q.y, &hit), &hit);
        add_point(hm_placed_ray(a, at, p.x, p.y, q.x, q.y, &hit, &steps), &hit);
        add(steps);
    }
}

static hm_placement place_of(const hm_sprite *sprite, int32_t x, int32_t y)
{
    const hm_point fraction = random_point(0, 0, 65535, 65535);
    const hm_point scale = random_point(20000, -150000, 150000, -20000);
    hm_placement place = {.x = (int64_t)x * 65536 + fraction.x,
                          .y = (int64_t)y * 65536 + fraction.y,
                          .scale_x = scale.x,
                          .scale_y = scale.y,
                          .angle = next_random()};
    hm_sprite_pivot(sprite, &place.pivot_x, &place.pivot_y);
    return place;
}

static void ask_transforms(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const hm_placement place_a = place_of(a, 0, 0), place_b = place_of(b, dx, dy);
    const hm_point row_x = random_point(-200000, -200000, 200000, 200000);
    const hm_point row_y = random_point(-200000, -200000, 200000, 200000);
    hm_affine map;
    add(hm_affine_place(&map, &place_a, &place_b));
    ask_map(a, b, &map);
    ask_placed(a, &place_a, b, &place_b);
    ask_placed_shapes(a, &place_a);
    hm_affine_translation(&map, (int64_t)dx * 65536 + 777, (int64_t)dy * 65536 - 31);
    ask_map(a, b, &map);
    add(hm_affine_make(&map, row_x.x, row_x.y, row_y.x, row_y.y, (int64_t)dx * 65536,
                       (int64_t)dy * 65536));
    ask_map(a, b, &map);
}

static void ask_pair(const hm_sprite *a, const hm_sprite *b)
{
    static const int32_t far[] = {INT32_MIN, INT32_MIN + 1, -70000, 70000, INT32_MAX};
    for (int i = 0; i < 6; i++) {
        hm_sprite turned_a, turned_b;
        const hm_point at = random_point(-hm_sprite_width(b), -hm_sprite_height(b),
                                         hm_sprite_width(a), hm_sprite_height(a));
        const uint32_t turn = next_random();
        hm_sprite_flip(a, turn & 1, turn & 2, &turned_a);
        hm_sprite_flip(b, turn & 4, turn & 8, &turned_b);
        ask_masks(&turned_a, &turned_b, at.x, at.y);
        ask_points(&turned_a, &turned_b, at.x, at.y);
        if (i < 2)
            ask_transforms(&turned_a, &turned_b, at.x, at.y);
    }
    for (int i = 0; i < 5; i++) {
        const int32_t dy = far[next_random() % 5];
        ask_masks(a, b, far[i], dy);
        ask_points(a, b, far[i], dy);
    }
}

/* ---- Many, and animations ----------------------------------------------------------------- */

enum { CROWD = 500, SPRITES_MAX = 64 };

static void ask_pairs(const hm_crowd *crowd)
{
    static uint8_t scratch[CROWD * 32 + 64];
    hm_pairs pairs;
    hm_pair pair;
    add(hm_pairs_begin(&pairs, crowd, scratch, sizeof scratch));
    while (hm_pairs_next(&pairs, &pair, 1) > 0)
        add((uint64_t)pair.first << 32 | pair.second);
}

/* A move through a world, and the ways out of it. */
static void ask_world(const hm_world *world, const hm_sprite *sprite)
{
    for (int k = 0; k < 8; k++) {
        hm_slide_result slide;
        hm_point move;
        uint32_t distance;
        const hm_point p = random_point(-240, -240, 400, 200);
        const hm_point way = random_point(-60, -60, 60, 60);
        add_point(hm_slide(world, sprite, p.x, p.y, way.x, way.y, 3, 3, &slide), &slide.moved);
        add_point(slide.on_ground, &slide.hit);
        add_point(slide.stuck, &slide.contact);
        add((uint64_t)slide.hit_x << 1 | slide.hit_y);
        add((uint64_t)slide.kind << 32 | slide.index);
        add((uint64_t)slide.ground_kind << 32 | slide.ground_index);
        add((uint64_t)slide.normal_x);
        add((uint64_t)slide.normal_y);
        add(hm_world_exit(world, sprite, p.x, p.y, HM_UP, 30, &distance));
        add(distance);
        add_point(hm_world_escape(world, sprite, p.x, p.y, 6, &move), &move);
    }
}

/* A map of tiles of up to 32 x 32 pixels, and a world of it, of terrain and of a crowd. */
static void ask_worlds(const hm_sprite *sprites, size_t count, const hm_crowd *crowd)
{
    enum { COLUMNS = 20, ROWS = 12, BYTES = 1024 };
    static uint32_t cells[COLUMNS * ROWS];
    static uint8_t buffers[SPRITES_MAX][BYTES];
    static hm_sprite transposed[SPRITES_MAX];
    const hm_sprite *upright[SPRITES_MAX], *turned[SPRITES_MAX];
    for (size_t i = 0; i < count; i++) {
        upright[i] = &sprites[i];
        turned[i] = hm_sprite_transpose(&sprites[i], buffers[i], BYTES, &transposed[i])
                        ? &transposed[i]
                        : NULL;
    }
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        cells[i] = next_random() % ((uint32_t)count * 2);
        cells[i] |= next_random() % 8 << 29;
    }
    const hm_tiles tiles = {COLUMNS, ROWS, 32, 32, cells, upright, turned, (uint32_t)count};
    const hm_world world = {.terrain = &sprites[0],
                            .tiles = &tiles,
                            .crowd = crowd,
                            .terrain_at = {30, 200},
                            .tiles_at = {-100, -50},
                            .self_kind = HM_CROWD,
                            .self_index = 2};
    for (size_t i = 0; i < count; i++)
        ask_world(&world, &sprites[i]);
}

static void ask_many(const hm_sprite *sprites, size_t count)
{
    static int32_t boxes[4][CROWD];
    static const hm_sprite *members[CROWD];
    for (size_t i = 0; i < CROWD; i++) {
        hm_box box;
        members[i] = &sprites[next_random() % count];
        hm_sprite_bounds(members[i], &box);
        const hm_point at = random_point(-200, -200, 200, 200);
        hm_box_move(&box, at.x, at.y, &box);
        const int32_t edges[4] = {box.x0, box.y0, box.x1, box.y1};
        for (int k = 0; k < 4; k++)
            boxes[k][i] = edges[k];
    }
    const hm_crowd crowd = {boxes[0], boxes[1], boxes[2], boxes[3], members, CROWD};
    ask_pairs(&crowd);
    ask_worlds(sprites, count, &crowd);
}

static void ask_animations(const hm_pack *pack)
{
    hm_animation animation;
    hm_sprite frame;
    for (uint32_t i = 0; hm_pack_animation(pack, i, &animation); i++) {
        add(strlen(hm_animation_name(&animation)));
        add(hm_animation_duration(&animation));
        for (uint32_t k = 0; k < 100; k++)
            for (int play = HM_PLAY_LOOP; play <= HM_PLAY_PING_PONG; play++) {
                const uint64_t time = (uint64_t)next_random() << (k % 32);
                const uint32_t index = hm_animation_at(&animation, time, (hm_play)play);
                add(index);
                add(hm_animation_frame_duration(&animation, index));
                add(hm_pack_frame(pack, &animation, index, &frame));
                add(hm_sprite_area(&frame));
            }
    }
    for (uint32_t angle = 0; angle < 65536; angle += 7) {
        int32_t cosine, sine;
        hm_turn(angle, &cosine, &sine);
        add_point(true, &(hm_point){cosine, sine});
        add(hm_angle(cosine - 3 * (int64_t)angle, sine));
    }
}

/* ---- A canvas ----------------------------------------------------------------------------- */

static void ask_canvas(hm_canvas *canvas, const hm_sprite *probe)
{
    static uint8_t bits[34 * 260];
    hm_sprite view;
    hm_point hit = {0, 0};
    hm_box bounds;
    hm_canvas_sprite(canvas, &view);
    hm_sprite_bounds(&view, &bounds);
    add_box(&bounds);
    add(hm_sprite_area(&view));
    const hm_point at = random_point(-60, -60, 270, 260);
    add_point(hm_overlap_first(&view, probe, at.x, at.y, &hit), &hit);
    add(hm_overlap_area(&view, probe, at.x, at.y));
    add(hm_canvas_bits(canvas, bits, 34, sizeof bits));
    for (size_t i = 0; i < sizeof bits; i++)
        add(bits[i]);
}

/* Shapes and pictures, near the canvas and at the ends of what is allowed. */
static void change_canvas(hm_canvas *canvas)
{
    static const int32_t far[] = {INT32_MIN, INT32_MIN + 1, -70000, 70000, INT32_MAX};
    static uint8_t picture[70 * 30 * 4];
    const hm_point p = random_point(-40, -40, 310, 300), q = random_point(-40, -40, 310, 300);
    const hm_op op = (hm_op)(next_random() % 4 == 0 ? HM_TOGGLE : next_random() % 2);
    const int32_t end = far[next_random() % 5], other = far[next_random() % 5];
    const uint32_t width = next_random() % 30;
    hm_corner corners[5];
    for (int i = 0; i < 5; i++) {
        const hm_point corner = random_point(-2000000, -2000000, 18000000, 18000000);
        corners[i] = (hm_corner){corner.x, corner.y};
    }
    for (size_t i = 0; i < sizeof picture; i++)
        picture[i] = (uint8_t)next_random();
    hm_canvas_fill(canvas, &(hm_box){p.x, p.y, q.x, q.y}, HM_TOGGLE);
    hm_canvas_circle(canvas, p.x, q.y, width, op);
    hm_canvas_circle(canvas, end, q.y, (uint32_t)far[4] - width, HM_TOGGLE);
    hm_canvas_segment(canvas, p.x, p.y, q.x, q.y, width, op);
    hm_canvas_segment(canvas, end, p.y, q.x, other, width * width, HM_TOGGLE);
    add(hm_canvas_polygon(canvas, corners, 5, HM_TOGGLE));
    corners[0].x = HM_AFFINE_SHIFT_MAX;
    add(hm_canvas_polygon(canvas, corners, 5, HM_TOGGLE));
    hm_canvas_set(canvas, q.x, p.y, op == HM_ADD);
    const hm_picture rendered = {.pixels = picture,
                                 .stride = 280,
                                 .width = 70,
                                 .height = 30,
                                 .bytes = 4,
                                 .alpha = width % 4,
                                 .threshold = 99};
    hm_canvas_pixels(canvas, &rendered, p.x, q.y);
    hm_canvas_scroll(canvas, p.x / 8, q.y / 8);
}

static void ask_canvases(const hm_sprite *sprites, size_t count, uint32_t level)
{
    static uint8_t buffer[1 << 14];
    hm_canvas canvas;
    hm_sprite view;
    add(hm_canvas_init(&canvas, buffer, sizeof buffer, 270, 260));
    canvas.cpu = level;
    for (size_t i = 0; i < 4 * count; i++) {
        hm_sprite turned;
        hm_affine map;
        const hm_point at = random_point(-40, -40, 260, 250);
        const hm_placement here = place_of(&sprites[i % count], at.x, at.y);
        const hm_placement canvas_place = {.scale_x = 65536, .scale_y = 65536};
        const uint32_t turn = next_random();
        change_canvas(&canvas);
        hm_sprite_flip(&sprites[i % count], turn & 1, turn & 2, &turned);
        add(hm_canvas_stamp(&canvas, &turned, at.x, at.y, (hm_op)(turn / 4 % 4)));
        add(hm_affine_place(&map, &here, &canvas_place));
        add(hm_canvas_stamp_affine(&canvas, &turned, &map, HM_TOGGLE));
        hm_canvas_sprite(&canvas, &view);
        add(hm_canvas_stamp(&canvas, &view, at.x, at.y, HM_TOGGLE));
        ask_canvas(&canvas, &turned);
    }
}

/* ---- Canvases of other sizes, and outlines --------------------------------------------------- */

static void ask_outline(const hm_sprite *sprite)
{
    enum { ROOM = 9000 };
    static hm_corner corners[ROOM];
    static uint32_t ends[ROOM / 4];
    const hm_point p = random_point(-20, -20, 90, 60), q = random_point(1, 1, 90, 90);
    const hm_box box = {p.x, p.y, p.x + q.x, p.y + q.y};
    for (int i = 0; i < 4; i++) {
        uint32_t loops;
        const hm_box *const part = i & 1 ? &box : NULL;
        const uint32_t count = hm_outline(sprite, part, i & 2, corners, ROOM, ends, &loops);
        add((uint64_t)count << 32 | loops);
        for (uint32_t k = 0; k < loops; k++)
            add(ends[k]);
        for (uint32_t k = 0; loops > 0 && k < count; k++)
            add((uint64_t)corners[k].x << 16 ^ (uint64_t)corners[k].y);
    }
}

static void take_picture(hm_canvas *canvas)
{
    static uint8_t bytes[120 * 40 * 4];
    const uint32_t size = 1 + next_random() % 4;
    const hm_point at = random_point(-50, -30, 140, 90);
    hm_picture picture = {.pixels = bytes,
                          .stride = 120 * size,
                          .width = 120,
                          .height = 40,
                          .bytes = size,
                          .alpha = next_random() % size,
                          .threshold = (uint8_t)next_random()};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(next_random() % 4 * 85);
    if (next_random() % 2) {
        picture.mask = UINT32_C(0xf0) << 8 * picture.alpha;
        picture.key = next_random();
    }
    add(hm_canvas_pixels(canvas, &picture, at.x, at.y));
}

static void ask_more_canvases(const hm_sprite *sprites, size_t count, uint32_t level)
{
    static uint8_t buffer[1 << 13], other[1 << 13], scratch[1 << 16];
    for (size_t i = 0; i < 3 * count; i++) {
        const hm_point size = random_point(1, 1, 200, 140), at = random_point(0, 0, 200, 140);
        const uint32_t turn = next_random();
        hm_canvas canvas, copy;
        hm_sprite turned, view;
        hm_sprite_flip(&sprites[i % count], turn & 1, turn & 2, &turned);
        add(hm_canvas_init(&canvas, buffer, sizeof buffer, size.x, size.y));
        canvas.cpu = level;
        add(hm_canvas_resize(&canvas, &turned));
        add(hm_canvas_area(&canvas));
        add(hm_canvas_copy(&canvas, other, sizeof other, &copy));
        take_picture(&canvas);
        hm_canvas_sprite(&canvas, &view);
        for (int op = 0; op < 4; op++)
            add(hm_canvas_stamp_component(&copy, &view, at.x, at.y, turn & 4, op - 1, 3, (hm_op)op,
                                          scratch, sizeof scratch));
        add(hm_canvas_solid(&copy, at.x, at.y));
        ask_outline(&view);
        ask_outline(&turned);
        hm_canvas_sprite(&copy, &view);
        ask_outline(&view);
        add(hm_sprite_area(&view));
    }
}

/* ---- Worlds ------------------------------------------------------------------------------- */

static void add_met(bool is, const hm_met *met)
{
    add_point(is, &met->hit);
    add((uint64_t)met->kind << 32 | met->index);
}

/* Goes through a list, in pages of three. */
#define ADD_LIST(...)                                                                              \
    do {                                                                                           \
        hm_cursor next = {HM_NOTHING, 0};                                                          \
        hm_met hits[3];                                                                            \
        uint32_t found;                                                                            \
        do {                                                                                       \
            found = __VA_ARGS__;                                                                   \
            for (uint32_t i = 0; i < found; i++)                                                   \
                add_met(true, &hits[i]);                                                           \
        } while (found == 3);                                                                      \
    } while (0)

static void ask_shapes_in(const hm_world *world)
{
    const hm_point p = random_point(-150, -150, 300, 200), q = random_point(-60, -60, 60, 60);
    const hm_box box = {p.x, p.y, p.x + q.x, p.y + 30};
    const uint32_t radius = next_random() % 40;
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    uint64_t steps = 0;
    add_met(hm_world_point(world, p.x, p.y, &met), &met);
    add_met(hm_world_box(world, &box, &met), &met);
    add_met(hm_world_circle(world, p.x, p.y, radius, &met), &met);
    add_met(hm_world_segment(world, p.x, p.y, q.x, q.y, &met), &met);
    add_met(hm_world_ray(world, p.x, p.y, q.x, q.y, &met, &steps), &met);
    add(steps);
    ADD_LIST(hm_world_list_point(world, p.x, p.y, &next, hits, 3));
    ADD_LIST(hm_world_list_box(world, &box, &next, hits, 3));
    ADD_LIST(hm_world_list_circle(world, p.x, p.y, radius, &next, hits, 3));
}

static void ask_sprite_in(const hm_world *world, const hm_sprite *sprite)
{
    const hm_point p = random_point(-150, -150, 300, 200), way = random_point(-60, -60, 60, 60);
    const hm_placement at = place_of(sprite, p.x, p.y);
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    hm_sweep_result sweep;
    hm_affine_sweep_result turned;
    hm_slide_result slide;
    int64_t x, y;
    add_met(hm_world_overlap(world, sprite, p.x, p.y, &met), &met);
    add(hm_world_area(world, sprite, p.x, p.y));
    add(hm_world_normal(world, sprite, p.x, p.y, &x, &y));
    add((uint64_t)x);
    add((uint64_t)y);
    add_met(hm_world_sweep(world, sprite, p.x, p.y, way.x, way.y, &sweep, &met), &met);
    add_point(true, &sweep.moved);
    add_point(true, &sweep.hit);
    add(sweep.step);
    add((uint64_t)sweep.normal_x ^ (uint64_t)sweep.normal_y << 32);
    add_point(hm_slide(world, sprite, p.x, p.y, way.x, way.y, 2, 2, &slide), &slide.moved);
    add((uint64_t)slide.rise << 32 | slide.index);
    ADD_LIST(hm_world_list(world, sprite, p.x, p.y, &next, hits, 3));
    add_met(hm_world_placed_overlap(world, sprite, &at, &met), &met);
    ADD_LIST(hm_world_list_placed(world, sprite, &at, &next, hits, 3));
    add_turned_sweep(hm_world_placed_sweep(world, sprite, &at, way.x * INT64_C(65536),
                                           way.y * INT64_C(65536), &turned, &met),
                     &turned);
    add_met(true, &met);
}

/* Worlds of terrain, tiles, a crowd and a placed crowd, and of each of these alone. */
static void ask_all_worlds(const hm_sprite *sprites, size_t count)
{
    enum { ITEMS = 40, TURNED = 12, COLUMNS = 20, ROWS = 8 };
    static int32_t sides[4][ITEMS];
    static const hm_sprite *members[ITEMS], *turned[TURNED], *tiles_of[SPRITES_MAX];
    static hm_placement places[TURNED];
    static hm_box boxes[TURNED];
    static uint32_t cells[COLUMNS * ROWS];
    for (size_t i = 0; i < ITEMS; i++) {
        hm_box box;
        members[i] = &sprites[next_random() % count];
        hm_sprite_bounds(members[i], &box);
        const hm_point at = random_point(-150, -150, 300, 200);
        hm_box_move(&box, at.x, at.y, &box);
        const int32_t edges[4] = {box.x0, box.y0, box.x1, box.y1};
        for (int k = 0; k < 4; k++)
            sides[k][i] = edges[k];
    }
    for (size_t i = 0; i < TURNED; i++) {
        const hm_point at = random_point(-150, -150, 300, 200);
        turned[i] = &sprites[2 + next_random() % (count - 2)];
        hm_place(turned[i], at.x, at.y, next_random(), &places[i]);
        hm_placed_bounds(turned[i], &places[i], &boxes[i]);
    }
    for (size_t i = 0; i < count; i++)
        tiles_of[i] = &sprites[i];
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        cells[i] = next_random() % ((uint32_t)count * 3);
        cells[i] |= next_random() % 4 << 30;
    }
    const hm_crowd crowd = {sides[0], sides[1], sides[2], sides[3], members, ITEMS};
    const hm_placed_crowd placed = {places, turned, boxes, TURNED};
    const hm_tiles tiles = {COLUMNS, ROWS, 32, 32, cells, tiles_of, NULL, (uint32_t)count};
    const hm_world all = {.terrain = &sprites[0],
                          .tiles = &tiles,
                          .crowd = &crowd,
                          .placed = &placed,
                          .terrain_at = {30, 120},
                          .tiles_at = {-100, -90},
                          .self_kind = HM_PLACED,
                          .self_index = 2};
    for (int part = 0; part < 5; part++) {
        hm_world world = all;
        world.terrain = part == 0 || part == 1 ? all.terrain : NULL;
        world.tiles = part == 0 || part == 2 ? all.tiles : NULL;
        world.crowd = part == 0 || part == 3 ? all.crowd : NULL;
        world.placed = part == 0 || part == 4 ? all.placed : NULL;
        for (size_t i = 0; i < count; i++)
            for (int k = 0; k < 3; k++) {
                ask_shapes_in(&world);
                ask_sprite_in(&world, &sprites[i]);
            }
    }
}

/* ---- All of it ---------------------------------------------------------------------------- */

/* Terrain as a game makes it. */
static void make_terrain(hm_sprite *out)
{
    enum { WIDTH = 200, HEIGHT = 90, STRIDE = 25 };
    static uint8_t bits[HEIGHT * STRIDE], buffer[1 << 13];
    for (size_t i = 0; i < sizeof bits; i++)
        bits[i] = (uint8_t)(next_random() | 0x11);
    if (!hm_sprite_from_bits(bits, STRIDE, WIDTH, HEIGHT, buffer, sizeof buffer, out))
        abort();
}

/* The answers, in groups that were added one after the other. */
enum { GROUPS = 3 };

static void ask_all(hm_pack *pack, uint32_t level, uint64_t digests[GROUPS])
{
    static hm_sprite sprites[SPRITES_MAX];
    size_t count = 0;
    digest = random_state = 1;
    pack->cpu = level;
    add(hm_pack_verify(pack));
    make_terrain(&sprites[count]);
    sprites[count++].cpu = level;
    hm_sprite_box(90, 40, &sprites[count]);
    sprites[count++].cpu = level;
    while (count < SPRITES_MAX && hm_pack_sprite(pack, (uint32_t)count - 2, &sprites[count]))
        count++;
    for (size_t i = 0; i < count; i++) {
        ask_sprite(&sprites[i]);
        ask_shapes(&sprites[i]);
        ask_form(&sprites[i]);
        ask_canvas_form(&sprites[i], level);
        for (size_t k = 0; k < count; k++)
            ask_pair(&sprites[i], &sprites[k]);
    }
    ask_many(sprites, count);
    ask_canvases(sprites, count, level);
    ask_animations(pack);
    digests[0] = digest;
    digest = random_state = 1;
    ask_all_worlds(sprites, count);
    digests[1] = digest;
    digest = random_state = 1;
    ask_more_canvases(sprites, count, level);
    digests[2] = digest;
}

static size_t read_file(const char *path, uint8_t *bytes, size_t size)
{
    FILE *const file = fopen(path, "rb");
    const size_t got = file != NULL ? fread(bytes, 1, size, file) : 0;
    if (file != NULL)
        fclose(file);
    return got;
}

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    hm_pack pack;
    const size_t size = argc == 2 ? read_file(argv[1], bytes, sizeof bytes) : 0;
    if (hm_pack_open(&pack, bytes, size) != HM_OK) {
        fprintf(stderr, "digest: no pack\n");
        return 2;
    }
    const uint32_t best = hm_cpu_level();
    uint64_t answers[GROUPS], others[GROUPS];
    ask_all(&pack, best, answers);
    /* The levels of x86 count up; elsewhere there is the best one and the portable one. */
    for (uint32_t level = CPU_PORTABLE; level < best; level = best == CPU_NEON ? best : level + 1) {
        ask_all(&pack, level, others);
        if (memcmp(others, answers, sizeof answers) == 0)
            continue;
        fprintf(stderr, "digest: level %" PRIu32 " answers otherwise than %" PRIu32 "\n", level,
                best);
        return 1;
    }
    printf("%016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", answers[0], answers[1], answers[2]);
    return 0;
}
