/*
 * glue.c - the functions of the library that take or give what JavaScript has not: see web.h
 */
#include "web.h"

#include <string.h>

/* The sizes of what JavaScript makes room for. */
_Static_assert(sizeof(hm_pack) == 256 && sizeof(hm_sprite) == 128 && sizeof(hm_canvas) == 128 &&
                   sizeof(hm_animation) == 64 && sizeof(hm_shapes) == 80 &&
                   sizeof(hm_pairs) == 64 && sizeof(hm_placement) == 48 && sizeof(hm_box) == 16 &&
                   sizeof(hm_met) == 16 && sizeof(hm_component) == 32 && sizeof(hm_spot) == 16 &&
                   sizeof(hm_corner) == 16,
               "as src/web/memory.js has them");

static double numbers[24];

double *hm_web_numbers(void)
{
    return numbers;
}

/* ---- Numbers ------------------------------------------------------------------------------ */

static const double ONE = 65536;

/* Numbers beyond are no positions: 2^46 pixels. */
static const double FIXED_LARGEST = 0x1p62;

static double pixels(int64_t fixed)
{
    return (double)fixed / ONE;
}

/* Rounds to the nearest, and a half up. */
static bool fixed_of(double number, double largest, int64_t *out)
{
    const double scaled = __builtin_floor(number * ONE + 0.5);
    if (!(scaled >= -largest && scaled <= largest))
        return false;
    *out = (int64_t)scaled;
    return true;
}

static double *put_point(double *at, hm_point point)
{
    at[0] = point.x;
    at[1] = point.y;
    return at + 2;
}

static double *put_box(double *at, const hm_box *box)
{
    at[0] = box->x0;
    at[1] = box->y0;
    at[2] = (double)box->x1 - box->x0;
    at[3] = (double)box->y1 - box->y0;
    return at + 4;
}

static void put_sweep(const hm_sweep_result *sweep)
{
    double *at = put_point(numbers, sweep->moved);
    *at++ = (double)sweep->step;
    at = put_point(at, sweep->hit);
    *at++ = (double)sweep->normal_x;
    *at++ = (double)sweep->normal_y;
    put_point(at, sweep->contact);
}

static void put_placed_sweep(const hm_affine_sweep_result *sweep)
{
    const double all[] = {pixels(sweep->moved_x),
                          pixels(sweep->moved_y),
                          (double)sweep->step,
                          sweep->hit.x,
                          sweep->hit.y,
                          pixels(sweep->normal_x),
                          pixels(sweep->normal_y),
                          pixels(sweep->contact_x),
                          pixels(sweep->contact_y)};
    memcpy(numbers, all, sizeof all);
}

static bool put_normal(bool is, int64_t x, int64_t y, double unit)
{
    numbers[0] = (double)x / unit;
    numbers[1] = (double)y / unit;
    return is;
}

/* ---- Sprites ---------------------------------------------------------------------------- */

double hm_web_sprite_area(const hm_sprite *sprite)
{
    return (double)hm_sprite_area(sprite);
}

bool hm_web_sprite_is_live(const hm_sprite *sprite)
{
    return sprite->loose != 0;
}

void hm_web_sprite_pivot(const hm_sprite *sprite)
{
    int64_t x, y;
    hm_sprite_pivot(sprite, &x, &y);
    put_normal(true, x, y, ONE);
}

bool hm_web_sprite_source(const hm_sprite *sprite)
{
    hm_source source;
    const bool is = hm_sprite_source(sprite, &source);
    numbers[0] = (double)(uintptr_t)source.name;
    numbers[1] = (double)(uintptr_t)source.layer;
    *put_box(put_box(numbers + 2, &source.part), &source.place) = source.turned;
    return is;
}

bool hm_web_sprite_moments(const hm_sprite *sprite)
{
    hm_moments m;
    if (!hm_sprite_moments(sprite, &m))
        return false;
    const double all[] = {pixels(m.x),  pixels(m.y),  pixels(m.xx),
                          pixels(m.xy), pixels(m.yy), pixels(m.angle)};
    memcpy(numbers, all, sizeof all);
    return true;
}

double hm_web_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    return (double)hm_overlap_area(a, b, dx, dy);
}

double hm_web_overlap_mask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           void *bits, size_t stride, size_t size)
{
    return (double)hm_overlap_mask(a, b, dx, dy, bits, stride, size);
}

bool hm_web_overlap_normal(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    int64_t x, y;
    const bool is = hm_overlap_normal(a, b, dx, dy, &x, &y);
    return put_normal(is, x, y, 1);
}

bool hm_web_sweep(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, int32_t move_x,
                  int32_t move_y)
{
    hm_sweep_result sweep;
    const bool is = hm_sweep(a, b, dx, dy, move_x, move_y, &sweep);
    put_sweep(&sweep);
    return is;
}

static bool put_ray(bool is, hm_point hit, uint64_t steps)
{
    *put_point(numbers, hit) = (double)steps;
    return is;
}

bool hm_web_overlap_ray(const hm_sprite *sprite, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    hm_point hit = {0, 0};
    uint64_t steps = 0;
    const bool is = hm_overlap_ray(sprite, x, y, dx, dy, &hit, &steps);
    return put_ray(is, hit, steps);
}

bool hm_web_gap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, uint32_t limit)
{
    hm_point in_a = {0, 0}, in_b = {0, 0};
    uint64_t squared = 0;
    const bool is = hm_gap(a, b, dx, dy, limit, &squared, &in_a, &in_b);
    numbers[0] = __builtin_sqrt((double)squared);
    put_point(put_point(numbers + 1, in_a), in_b);
    return is;
}

/* ---- Animations ---------------------------------------------------------------------------- */

double hm_web_animation_duration(const hm_animation *animation)
{
    return (double)hm_animation_duration(animation);
}

uint32_t hm_web_animation_at(const hm_animation *animation, double time, hm_play play)
{
    return hm_animation_at(animation, (uint64_t)time, play);
}

/* ---- Placements ----------------------------------------------------------------------------- */

bool hm_web_place(hm_placement *out, double x, double y, double pivot_x, double pivot_y,
                  double scale_x, double scale_y, double turn)
{
    int64_t wide_x, wide_y, angle;
    if (!fixed_of(x, FIXED_LARGEST, &out->x) || !fixed_of(y, FIXED_LARGEST, &out->y) ||
        !fixed_of(pivot_x, FIXED_LARGEST, &out->pivot_x) ||
        !fixed_of(pivot_y, FIXED_LARGEST, &out->pivot_y) ||
        !fixed_of(scale_x, INT32_MAX, &wide_x) || !fixed_of(scale_y, INT32_MAX, &wide_y) ||
        !fixed_of(turn - __builtin_floor(turn), FIXED_LARGEST, &angle))
        return false;
    out->scale_x = (int32_t)wide_x;
    out->scale_y = (int32_t)wide_y;
    out->angle = (uint32_t)angle;
    return true;
}

double hm_web_placed_area(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                          const hm_placement *at_b)
{
    return (double)hm_placed_area(a, at_a, b, at_b);
}

bool hm_web_placed_normal(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                          const hm_placement *at_b)
{
    int64_t x, y;
    const bool is = hm_placed_normal(a, at_a, b, at_b, &x, &y);
    return put_normal(is, x, y, ONE);
}

/* A move that cannot be said in 16.16 is cut to the longest that can. */
static int64_t move_of(double number)
{
    int64_t move;
    if (fixed_of(number, FIXED_LARGEST, &move))
        return move;
    return number < 0 ? -(INT64_C(1) << 62) : INT64_C(1) << 62;
}

bool hm_web_placed_sweep(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                         const hm_placement *at_b, double move_x, double move_y)
{
    hm_affine_sweep_result sweep;
    const bool is = hm_placed_sweep(a, at_a, b, at_b, move_of(move_x), move_of(move_y), &sweep);
    put_placed_sweep(&sweep);
    return is;
}

bool hm_web_placed_ray(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                       int32_t dx, int32_t dy)
{
    hm_point hit = {0, 0};
    uint64_t steps = 0;
    const bool is = hm_placed_ray(sprite, at, x, y, dx, dy, &hit, &steps);
    return put_ray(is, hit, steps);
}

/* ---- Corners -------------------------------------------------------------------------------- */

void hm_web_corners_to_pixels(void *corners, uint32_t count)
{
    uint8_t *at = corners;
    for (uint32_t i = 0; i < 2 * count; i++, at += 8) {
        int64_t fixed;
        memcpy(&fixed, at, sizeof fixed);
        const double number = pixels(fixed);
        memcpy(at, &number, sizeof number);
    }
}

bool hm_web_corners_from_pixels(void *corners, uint32_t count)
{
    uint8_t *at = corners;
    for (uint32_t i = 0; i < 2 * count; i++, at += 8) {
        double number;
        int64_t fixed;
        memcpy(&number, at, sizeof number);
        if (!fixed_of(number, FIXED_LARGEST, &fixed))
            return false;
        memcpy(at, &fixed, sizeof fixed);
    }
    return true;
}

/* ---- Canvases ------------------------------------------------------------------------------- */

bool hm_web_canvas_pixels(hm_canvas *canvas, const void *pixels_of, size_t stride, int32_t width,
                          int32_t height, uint32_t bytes, uint32_t alpha, uint32_t key,
                          uint32_t mask, uint32_t threshold, int32_t x, int32_t y)
{
    const hm_picture picture = {.pixels = pixels_of,
                                .stride = stride,
                                .width = width,
                                .height = height,
                                .bytes = bytes,
                                .alpha = alpha,
                                .key = key,
                                .mask = mask,
                                .threshold = (uint8_t)threshold};
    return hm_canvas_pixels(canvas, &picture, x, y);
}

bool hm_web_canvas_stamp_placed(hm_canvas *canvas, const hm_sprite *sprite, const hm_placement *at,
                                hm_op op)
{
    const hm_placement canvas_place = {.scale_x = 65536, .scale_y = 65536};
    hm_affine map;
    return hm_affine_place(&map, at, &canvas_place) &&
           hm_canvas_stamp_affine(canvas, sprite, &map, op);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

struct web_world *hm_web_world_new(void)
{
    struct web_world *const web = hm_web_alloc(sizeof *web);
    if (web != NULL)
        memset(web, 0, sizeof *web);
    return web;
}

void hm_web_world_terrain(struct web_world *web, const hm_sprite *sprite, int32_t x, int32_t y)
{
    web->world.terrain = sprite;
    web->world.terrain_at = (hm_point){x, y};
}

void hm_web_world_tiles(struct web_world *web, int32_t columns, int32_t rows, int32_t tile_width,
                        int32_t tile_height, const uint32_t *cells, const hm_sprite *const *sprites,
                        const hm_sprite *const *transposed, uint32_t sprite_count, int32_t x,
                        int32_t y)
{
    web->tiles = (hm_tiles){columns, rows,    tile_width, tile_height,
                            cells,   sprites, transposed, sprite_count};
    web->world.tiles = cells == NULL ? NULL : &web->tiles;
    web->world.tiles_at = (hm_point){x, y};
}

void hm_web_world_crowd(struct web_world *web, const int32_t *sides,
                        const hm_sprite *const *sprites, uint32_t room, uint32_t count)
{
    web->crowd = (hm_crowd){
        sides, sides + room, sides + 2 * (size_t)room, sides + 3 * (size_t)room, sprites, count};
    web->world.crowd = count == 0 ? NULL : &web->crowd;
}

void hm_web_world_placed(struct web_world *web, const hm_placement *at,
                         const hm_sprite *const *sprites, const hm_box *boxes, uint32_t count)
{
    web->placed = (hm_placed_crowd){at, sprites, boxes, count};
    web->world.placed = count == 0 ? NULL : &web->placed;
}

void hm_web_world_self(struct web_world *web, hm_kind kind, uint32_t index)
{
    web->world.self_kind = kind;
    web->world.self_index = index;
}

double hm_web_world_area(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y)
{
    return (double)hm_world_area(world, a, x, y);
}

bool hm_web_world_normal(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y)
{
    int64_t nx, ny;
    const bool is = hm_world_normal(world, a, x, y, &nx, &ny);
    return put_normal(is, nx, ny, 1);
}

bool hm_web_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                        int32_t move_x, int32_t move_y, hm_met *met)
{
    hm_sweep_result sweep;
    const bool is = hm_world_sweep(world, a, x, y, move_x, move_y, &sweep, met);
    put_sweep(&sweep);
    return is;
}

bool hm_web_world_placed_sweep(const hm_world *world, const hm_sprite *a, const hm_placement *at,
                               double move_x, double move_y, hm_met *met)
{
    hm_affine_sweep_result sweep;
    const bool is =
        hm_world_placed_sweep(world, a, at, move_of(move_x), move_of(move_y), &sweep, met);
    put_placed_sweep(&sweep);
    return is;
}

bool hm_web_world_ray(const hm_world *world, int32_t x, int32_t y, int32_t dx, int32_t dy,
                      hm_met *met)
{
    uint64_t steps = 0;
    const bool is = hm_world_ray(world, x, y, dx, dy, met, &steps);
    numbers[0] = (double)steps;
    return is;
}

bool hm_web_slide(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y, int32_t move_x,
                  int32_t move_y, uint32_t step_up, uint32_t step_down)
{
    hm_slide_result s;
    const bool is = hm_slide(world, a, x, y, move_x, move_y, step_up, step_down, &s);
    const double all[] = {s.moved.x,
                          s.moved.y,
                          s.hit_x,
                          s.hit_y,
                          s.on_ground,
                          s.stuck,
                          s.kind,
                          s.index,
                          s.hit.x,
                          s.hit.y,
                          (double)s.normal_x,
                          (double)s.normal_y,
                          s.contact.x,
                          s.contact.y,
                          s.ground_kind,
                          s.ground_index,
                          s.rise};
    memcpy(numbers, all, sizeof all);
    return is;
}

bool hm_web_pairs_begin(hm_pairs *pairs, const struct web_world *web, void *scratch,
                        size_t scratch_size)
{
    return hm_pairs_begin(pairs, &web->crowd, scratch, scratch_size);
}
