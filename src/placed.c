/*
 * placed.c - two sprites with placements in one world: the map between them, and a question
 *
 * If the placements are refused, the map that is left touches nothing.
 */
#include "placed.h"
#include "bits.h"
#include "escape.h"
#include "path.h"
#include "round.h"
#include "sprite.h"

#include <hitmask_world.h>

static SMALL hm_affine map_of(const hm_placement *at_a, const hm_placement *at_b)
{
    hm_affine map;
    hm_affine_place(&map, at_a, at_b);
    return map;
}

SMALL void hm_place(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t angle,
                    hm_placement *out)
{
    *out = (hm_placement){.scale_x = 65536, .scale_y = 65536, .angle = angle};
    hm_sprite_pivot(sprite, &out->pivot_x, &out->pivot_y);
    /* A damaged pack may hold any pivot; hm_affine_place refuses those that lie far away. */
    out->x = (int64_t)((uint64_t)out->pivot_x + (uint64_t)((int64_t)x * 65536));
    out->y = (int64_t)((uint64_t)out->pivot_y + (uint64_t)((int64_t)y * 65536));
}

SMALL bool hm_placed_overlap(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b)
{
    const hm_affine map = map_of(at_a, at_b);
    return hm_affine_overlap(a, b, &map);
}

SMALL bool hm_placed_first(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                           const hm_placement *at_b, hm_point *hit)
{
    const hm_affine map = map_of(at_a, at_b);
    return hm_affine_first(a, b, &map, hit);
}

SMALL uint64_t hm_placed_area(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                              const hm_placement *at_b)
{
    const hm_affine map = map_of(at_a, at_b);
    return hm_affine_area(a, b, &map);
}

/* ==== Bounds and pixels ======================================================================= */

/*
 * the box round a turned sprite in the world, and its pixels there
 */

SMALL bool hm_world_round(const hm_placement *at, struct plane *out)
{
    hm_placement upright = {.scale_x = 65536, .scale_y = 65536};
    out->x = at->x >> 16;
    out->y = at->y >> 16;
    upright.x = out->x * 65536;
    upright.y = out->y * 65536;
    return hm_affine_place(&out->map, at, &upright);
}

static SMALL int32_t saturated(int64_t at)
{
    return (int32_t)smaller(larger(at, INT32_MIN), INT32_MAX);
}

/* The edges of a box on one axis of the world, one pixel beyond what its corners reach. */
static SMALL void find_edges(int64_t p, int64_t q, int64_t shift, const hm_box *box, int64_t origin,
                             int32_t *low, int32_t *high)
{
    const int64_t least = smaller(p * box->x0, p * box->x1) + smaller(q * box->y0, q * box->y1);
    const int64_t most = larger(p * box->x0, p * box->x1) + larger(q * box->y0, q * box->y1);
    *low = saturated(origin + ((shift + least) >> 16) - 1);
    *high = saturated(origin + ((shift + most) >> 16) + 2);
}

SMALL void hm_placed_bounds(const hm_sprite *sprite, const hm_placement *at, hm_box *out)
{
    struct plane plane;
    hm_box box;
    *out = (hm_box){0, 0, 0, 0};
    if (sprite->area == 0 || !hm_world_round(at, &plane))
        return;
    const hm_transform *const t = &plane.map.to_b;
    hm_sprite_bounds(sprite, &box);
    find_edges(t->xx, t->xy, t->x, &box, plane.x, &out->x0, &out->x1);
    find_edges(t->yx, t->yy, t->y, &box, plane.y, &out->y0, &out->y1);
}

SMALL bool hm_placed_pixel(const hm_placement *at, int32_t x, int32_t y, hm_point *pixel)
{
    const int64_t u = 2 * (int64_t)x + 1, v = 2 * (int64_t)y + 1;
    struct plane plane;
    *pixel = (hm_point){0, 0};
    if (!hm_world_round(at, &plane))
        return false;
    const hm_transform *const t = &plane.map.to_b;
    pixel->x = saturated(plane.x + ((t->xx * u + t->xy * v + 2 * t->x) >> 17));
    pixel->y = saturated(plane.y + ((t->yx * u + t->yy * v + 2 * t->y) >> 17));
    return true;
}

/* ==== Moves =================================================================================== */

/*
 * A move is a row of maps: each is made again from the placement that has moved. Whether the
 * sprites touch is asked of each map, as anybody could ask. Only steps of a sweep at which the
 * bounds cannot meet are left out.
 */

/* The place of `a` at the start: at (x, y) from b. */
struct motion {
    const hm_sprite *a, *b;
    const hm_placement *at_a;
    struct joint joint;
    int64_t x, y;
};

static hm_affine map_after(const struct motion *motion, int64_t x, int64_t y)
{
    hm_affine map;
    hm_joint_place(&motion->joint, motion->x + x, motion->y + y, &map);
    return map;
}

static bool touches_after(const struct motion *motion, int64_t x, int64_t y)
{
    const hm_affine map = map_after(motion, x, y);
    return hm_affine_overlap(motion->a, motion->b, &map);
}

/* False when nothing touches on any way from here. */
static SMALL bool start(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                        const hm_placement *at_b, struct motion *out)
{
    hm_affine map;
    *out = (struct motion){.a = a, .b = b, .at_a = at_a};
    if (!hm_affine_place(&map, at_a, at_b))
        return false;
    hm_joint_make(&out->joint, at_a, at_b);
    out->x = at_a->x - at_b->x;
    out->y = at_a->y - at_b->y;
    return hm_affine_is_usable(a, b, &map) && a->area > 0 && b->area > 0;
}

/* ---- Ways out ------------------------------------------------------------------------------- */

static bool is_free(const void *context, int64_t x, int64_t y)
{
    return !touches_after((const struct motion *)context, x * 65536, y * 65536);
}

SMALL bool hm_placed_exit(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                          const hm_placement *at_b, hm_direction direction, uint32_t limit,
                          uint32_t *distance)
{
    struct motion motion;
    *distance = 0;
    return !start(a, at_a, b, at_b, &motion) ||
           hm_find_exit(is_free, &motion, direction, limit, distance);
}

SMALL bool hm_placed_escape(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, uint32_t limit, hm_point *move)
{
    struct motion motion;
    *move = (hm_point){0, 0};
    return !start(a, at_a, b, at_b, &motion) || hm_find_escape(is_free, &motion, limit, move);
}

/* ---- Normals in the world ------------------------------------------------------------------- */

/* 16384 for the smaller scale, and less for the larger one, with the sign of the scale. */
static SMALL int64_t weight(int64_t scale, int64_t other)
{
    const int64_t size = absolute(scale);
    const int64_t least = smaller(size, absolute(other));
    const int64_t weight = (32768 * least + size) / (2 * size);
    return scale < 0 ? -weight : weight;
}

SMALL void hm_turn_normal(const hm_placement *at, int64_t *x, int64_t *y)
{
    int32_t c, s;
    const int64_t u = *x * weight(at->scale_x, at->scale_y);
    const int64_t v = *y * weight(at->scale_y, at->scale_x);
    hm_turn(at->angle, &c, &s);
    *x = (c * u - s * v + 8192) >> 14;
    *y = (s * u + c * v + 8192) >> 14;
}

SMALL bool hm_placed_normal(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, int64_t *x, int64_t *y)
{
    hm_affine map;
    hm_affine_place(&map, at_a, at_b);
    if (!hm_map_normal(a, b, &map, x, y))
        return false;
    hm_turn_normal(at_a, x, y);
    return true;
}

/* ---- Sweeps --------------------------------------------------------------------------------- */

struct sweep {
    struct motion motion;
    struct pace pace[2]; /* along x and y */
    int64_t steps;
};

/* The steps from `first` to `last`; none when `last` is before it. */
struct range {
    int64_t first, last;
};

/* The first step after which a way of so much has come to `far`, or `steps` + 1. */
static SMALL int64_t step_to(const struct pace *pace, int64_t steps, int64_t far)
{
    int64_t low = 0, high = steps + 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (pace_part(pace, middle) < far)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The steps at which a position that goes from `at` by `by` is from `low` to `high`. */
static SMALL struct range steps_between(int64_t at, int64_t by, int64_t low, int64_t high,
                                        int64_t steps)
{
    if (by < 0)
        return steps_between(-at, -by, -high, -low, steps);
    const struct pace pace = pace_of(by, steps);
    return (struct range){step_to(&pace, steps, low - at),
                          step_to(&pace, steps, high - at + 1) - 1};
}

/* The steps at which the box of a sprite, taken across, may meet that of the other one on an axis.
 * A pixel to spare is more than all that is lost by rounding. */
static SMALL struct range axis_steps(const int64_t factors[2], int64_t shift, int64_t by,
                                     const hm_box *from, int64_t low, int64_t high, int64_t steps)
{
    const int64_t x = factors[0] * ((int64_t)from->x0 + from->x1);
    const int64_t y = factors[1] * ((int64_t)from->y0 + from->y1);
    const int64_t reach = (absolute(factors[0]) * ((int64_t)from->x1 - from->x0) +
                           absolute(factors[1]) * ((int64_t)from->y1 - from->y0)) /
                              2 +
                          65536;
    return steps_between(shift + (x + y) / 2, by, low * 65536 - reach, high * 65536 + reach, steps);
}

/* The steps at which centres of a sprite may land in the bounds of the other one. */
static SMALL struct range way_steps(const hm_transform *start, const hm_transform *end,
                                    const hm_sprite *from, const hm_sprite *to, int64_t steps)
{
    const hm_box box = sprite_bounds(from), there = sprite_bounds(to);
    const int64_t across[2] = {start->xx, start->xy}, along[2] = {start->yx, start->yy};
    const struct range x =
        axis_steps(across, start->x, end->x - start->x, &box, there.x0, there.x1, steps);
    const struct range y =
        axis_steps(along, start->y, end->y - start->y, &box, there.y0, there.y1, steps);
    return (struct range){larger(x.first, y.first), smaller(x.last, y.last)};
}

/* All steps at which the sprites may touch. */
static SMALL struct range find_steps(const struct sweep *sweep, const hm_affine *start,
                                     const hm_affine *end)
{
    const hm_sprite *const a = sweep->motion.a, *const b = sweep->motion.b;
    const struct range to_b = way_steps(&start->to_b, &end->to_b, a, b, sweep->steps);
    const struct range to_a = way_steps(&start->to_a, &end->to_a, b, a, sweep->steps);
    if (to_b.first > to_b.last)
        return to_a;
    if (to_a.first > to_a.last)
        return to_b;
    return (struct range){smaller(to_b.first, to_a.first), larger(to_b.last, to_a.last)};
}

static SMALL void describe(const struct sweep *sweep, int64_t step, hm_affine_sweep_result *out)
{
    const struct motion *const motion = &sweep->motion;
    const int64_t x = pace_part(&sweep->pace[0], step), y = pace_part(&sweep->pace[1], step);
    const hm_affine map = map_after(motion, x, y);
    const int64_t before = larger(step - 1, 0);
    out->step = (uint64_t)step;
    out->moved_x = pace_part(&sweep->pace[0], before);
    out->moved_y = pace_part(&sweep->pace[1], before);
    out->contact_x = x;
    out->contact_y = y;
    hm_affine_first(motion->a, motion->b, &map, &out->hit);
    hm_map_normal(motion->a, motion->b, &map, &out->normal_x, &out->normal_y);
    hm_turn_normal(motion->at_a, &out->normal_x, &out->normal_y);
}

static bool search(const struct sweep *sweep, struct range range, hm_affine_sweep_result *out)
{
    for (int64_t i = range.first; i <= range.last; i++)
        if (touches_after(&sweep->motion, pace_part(&sweep->pace[0], i),
                          pace_part(&sweep->pace[1], i))) {
            describe(sweep, i, out);
            return true;
        }
    return false;
}

/* Sets the steps, none of which is longer than `length`. False, when the move is out of range.
 * `out` then says that nothing touches. */
SMALL bool hm_plan_steps(int64_t x, int64_t y, int64_t length, struct pace pace[2],
                         hm_affine_sweep_result *out)
{
    const bool in_range = is_within(x, HM_AFFINE_SHIFT_MAX) && is_within(y, HM_AFFINE_SHIFT_MAX);
    const int64_t longest = in_range ? larger(absolute(x), absolute(y)) : 0;
    const int64_t steps = (longest + length - 1) / length;
    *out = (hm_affine_sweep_result){x, y, (uint64_t)steps, {0, 0}, 0, 0, 0, 0};
    if (in_range) {
        pace[0] = pace_of(x, steps);
        pace[1] = pace_of(y, steps);
    }
    return in_range;
}

/* A pixel of the world, or of a sprite that is smaller, but not less than 1/64. */
static SMALL int64_t step_length(const hm_placement *a, const hm_placement *b)
{
    const int64_t least = smaller(smaller(absolute(a->scale_x), absolute(a->scale_y)),
                                  smaller(absolute(b->scale_x), absolute(b->scale_y)));
    return larger(smaller(least, 65536), 1024);
}

SMALL bool hm_placed_sweep(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                           const hm_placement *at_b, int64_t move_x, int64_t move_y,
                           hm_affine_sweep_result *out)
{
    struct sweep sweep;
    if (!hm_plan_steps(move_x, move_y, step_length(at_a, at_b), sweep.pace, out) ||
        !start(a, at_a, b, at_b, &sweep.motion))
        return false;
    hm_affine end;
    sweep.steps = (int64_t)out->step;
    const hm_affine begin = map_after(&sweep.motion, 0, 0);
    hm_joint_part(&sweep.motion.joint, sweep.motion.x + move_x, sweep.motion.y + move_y, &end);
    return search(&sweep, find_steps(&sweep, &begin, &end), out);
}

/* ==== Shapes ================================================================================== */

/*
 * boxes, circles, segments and rays of the world against a turned sprite
 *
 * A shape is a sprite of world pixels. It is asked about a tile at a time: a small mask that is
 * drawn, asked and forgotten.
 */

enum { TILE = 64 };

/* A sprite in the world, and the box of world pixels that may touch it, counted as `plane` does. */
struct scene {
    const hm_sprite *sprite;
    struct plane plane;
    hm_box box; /* in the world */
};

/* A part of a shape. */
struct tile {
    hm_sprite sprite;
    int64_t x, y; /* in the world */
    uint8_t words[TILE * 8];
};

/* ---- Asking --------------------------------------------------------------------------------- */

static SMALL bool is_in_size(int64_t begin, int64_t end)
{
    return begin < end && end - begin <= HM_AFFINE_SIDE_MAX;
}

/* False when no shape touches. */
static SMALL bool open_scene(const hm_sprite *sprite, const hm_placement *at, struct scene *out)
{
    out->sprite = sprite;
    if (sprite->area == 0 || !hm_world_round(at, &out->plane))
        return false;
    hm_placed_bounds(sprite, at, &out->box);
    return is_in_size(out->box.x0, out->box.x1) && is_in_size(out->box.y0, out->box.y1);
}

static SMALL void tile_open(struct tile *tile, const struct scene *scene, int64_t x, int64_t y,
                            int64_t width, int64_t height)
{
    hm_sprite_of_box(&tile->sprite, scene->sprite->cpu, (int32_t)width, (int32_t)height);
    tile->x = x;
    tile->y = y;
    tile->sprite.words = tile->words;
    tile->sprite.row_step = 8;
    memset(tile->words, 0, sizeof tile->words);
}

static SMALL void tile_add(struct tile *tile, int64_t row, uint64_t pixels)
{
    uint8_t *const at = tile->words + row * 8;
    put_u64(at, get_u64(at) | pixels);
}

/* True if a mask touches whose first pixel lies at (x, y) in the world. Finds the first contact
 * pixel of the sprite, and the first one of the mask, in the world. */
static SMALL bool touches(const struct scene *scene, const hm_sprite *mask, int64_t x, int64_t y,
                          const struct contact *out)
{
    const int64_t right = x - scene->plane.x, down = y - scene->plane.y;
    hm_affine map = shifted_map(&scene->plane.map, right, down);
    if (out->hit == NULL && out->pixel == NULL)
        return hm_affine_overlap(scene->sprite, mask, &map);
    if (out->hit != NULL && !hm_affine_first(scene->sprite, mask, &map, out->hit))
        return false;
    if (out->pixel == NULL)
        return true;
    hm_affine_inverse(&map, &map);
    if (!hm_affine_first(mask, scene->sprite, &map, out->pixel))
        return false;
    out->pixel->x += (int32_t)x;
    out->pixel->y += (int32_t)y;
    return true;
}

/* ---- Boxes and circles ---------------------------------------------------------------------- */

SMALL bool hm_box_meets_placed(const hm_sprite *sprite, const hm_placement *at, const hm_box *box,
                               const struct contact *out)
{
    struct scene scene;
    hm_box part;
    hm_sprite full;
    if (!open_scene(sprite, at, &scene) || !hm_box_intersection(box, &scene.box, &part))
        return false;
    hm_sprite_of_box(&full, sprite->cpu, part.x1 - part.x0, part.y1 - part.y0);
    return touches(&scene, &full, part.x0, part.y0, out);
}

SMALL bool hm_placed_box(const hm_sprite *sprite, const hm_placement *at, const hm_box *box,
                         hm_point *hit)
{
    const struct contact contact = {hit, NULL};
    return hm_box_meets_placed(sprite, at, box, &contact);
}

/* A circle, and the box of it that counts. */
struct circle {
    int64_t x, y;
    uint64_t squared;
    int64_t x0, y0, x1, y1;
};

/* Draws the pixels of a circle in a tile. */
static SMALL void draw_circle(const struct circle *circle, struct tile *tile)
{
    for (int64_t row = 0; row < tile->sprite.height; row++) {
        const uint64_t down = (uint64_t)absolute(tile->y + row - circle->y);
        const int64_t reach = round_root(circle->squared - down * down);
        const int64_t first = larger(circle->x - reach - tile->x, 0);
        const int64_t last = smaller(circle->x + reach - tile->x, tile->sprite.width - 1);
        if (first <= last)
            tile_add(tile, row, low_bits((unsigned)last + 1) & ~low_bits((unsigned)first));
    }
}

/* Keeps the first one in reading order. */
static SMALL void keep_first(bool any, hm_point found, hm_point *best)
{
    if (best != NULL && (!any || found.y < best->y || (found.y == best->y && found.x < best->x)))
        *best = found;
}

SMALL bool hm_circle_meets_placed(const hm_sprite *sprite, const hm_placement *at, int32_t x,
                                  int32_t y, uint32_t radius, const struct contact *out)
{
    struct scene scene;
    struct tile tile;
    hm_point hit, pixel;
    bool any = false;
    if (!open_scene(sprite, at, &scene))
        return false;
    const struct contact found = {out->hit != NULL ? &hit : NULL,
                                  out->pixel != NULL ? &pixel : NULL};
    const struct circle c = {.x = x,
                             .y = y,
                             .squared = (uint64_t)radius * radius,
                             .x0 = larger(scene.box.x0, (int64_t)x - radius),
                             .y0 = larger(scene.box.y0, (int64_t)y - radius),
                             .x1 = smaller(scene.box.x1, (int64_t)x + radius + 1),
                             .y1 = smaller(scene.box.y1, (int64_t)y + radius + 1)};
    for (int64_t top = c.y0; top < c.y1; top += TILE)
        for (int64_t left = c.x0; left < c.x1; left += TILE) {
            tile_open(&tile, &scene, left, top, smaller(TILE, c.x1 - left),
                      smaller(TILE, c.y1 - top));
            draw_circle(&c, &tile);
            if (!touches(&scene, &tile.sprite, left, top, &found))
                continue;
            if (out->hit == NULL && out->pixel == NULL)
                return true;
            keep_first(any, hit, out->hit);
            keep_first(any, pixel, out->pixel);
            any = true;
        }
    return any;
}

SMALL bool hm_placed_circle(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                            uint32_t radius, hm_point *hit)
{
    const struct contact contact = {hit, NULL};
    return hm_circle_meets_placed(sprite, at, x, y, radius, &contact);
}

/* ---- Segments and rays ---------------------------------------------------------------------- */

/* A way through the box of a scene. */
struct passage {
    const struct scene *scene;
    struct path path;
    int64_t x, y; /* where it begins in the world */
    uint64_t length;
};

static SMALL int64_t x_of(const struct passage *passage)
{
    return passage->x + passage->path.right * (int64_t)passage->path.x;
}

static SMALL int64_t y_of(const struct passage *passage)
{
    return passage->y + passage->path.down * (int64_t)passage->path.y;
}

/* Goes a step; false at the end, and when the way leaves the box. */
static SMALL bool go_on(struct passage *passage)
{
    const hm_box *const box = &passage->scene->box;
    if (path_taken(&passage->path) >= passage->length)
        return false;
    path_step(&passage->path);
    const int64_t x = x_of(passage), y = y_of(passage);
    return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
}

/* Goes on through a tile and draws the way in it. False at the end. */
static SMALL bool draw_way(struct passage *passage, struct tile *tile)
{
    int64_t x = x_of(passage) - tile->x, y = y_of(passage) - tile->y;
    while (x >= 0 && x < TILE && y >= 0 && y < TILE) {
        tile_add(tile, y, UINT64_C(1) << x);
        if (!go_on(passage))
            return false;
        x = x_of(passage) - tile->x;
        y = y_of(passage) - tile->y;
    }
    return true;
}

/* Goes on to the first pixel of a way that touches. */
static SMALL bool find_pixel(struct passage *passage, hm_point *hit)
{
    const struct contact found = {hit, NULL};
    hm_sprite dot;
    hm_sprite_of_box(&dot, passage->scene->sprite->cpu, 1, 1);
    do {
        if (touches(passage->scene, &dot, x_of(passage), y_of(passage), &found))
            return true;
    } while (go_on(passage));
    return false;
}

SMALL bool hm_path_meets_placed(const hm_sprite *sprite, const hm_placement *at, hm_point from,
                                const struct path *path, uint64_t length, const struct contact *out,
                                uint64_t *steps)
{
    struct scene scene;
    struct tile tile;
    const struct contact none = {NULL, NULL};
    struct passage passage = {&scene, *path, from.x, from.y, length};
    const hm_box *const box = &scene.box;
    if (!open_scene(sprite, at, &scene) ||
        !path_enter(&passage.path, passage.x - box->x0, passage.y - box->y0,
                    (uint32_t)(box->x1 - box->x0), (uint32_t)(box->y1 - box->y0)) ||
        path_taken(&passage.path) > length)
        return false;
    for (bool more = true; more;) {
        struct passage begin = passage;
        tile_open(&tile, &scene, x_of(&passage) - (path->right < 0 ? TILE - 1 : 0),
                  y_of(&passage) - (path->down < 0 ? TILE - 1 : 0), TILE, TILE);
        more = draw_way(&passage, &tile);
        if (touches(&scene, &tile.sprite, tile.x, tile.y, &none) && find_pixel(&begin, out->hit)) {
            if (out->pixel != NULL)
                *out->pixel = (hm_point){(int32_t)x_of(&begin), (int32_t)y_of(&begin)};
            *steps = path_taken(&begin.path);
            return true;
        }
    }
    return false;
}

SMALL bool hm_placed_segment(const hm_sprite *sprite, const hm_placement *at, int32_t x0,
                             int32_t y0, int32_t x1, int32_t y1, hm_point *hit)
{
    const struct contact contact = {hit, NULL};
    struct path path;
    uint64_t steps;
    path_init(&path, (int64_t)x1 - x0, (int64_t)y1 - y0);
    return hm_path_meets_placed(sprite, at, (hm_point){x0, y0}, &path, path_length(&path), &contact,
                                &steps);
}

SMALL bool hm_placed_ray(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                         int32_t dx, int32_t dy, hm_point *hit, uint64_t *steps)
{
    const struct contact contact = {hit, NULL};
    struct path path;
    uint64_t taken;
    path_init(&path, dx, dy);
    return hm_path_meets_placed(sprite, at, (hm_point){x, y}, &path,
                                path_length(&path) > 0 ? UINT64_MAX : 0, &contact,
                                steps != NULL ? steps : &taken);
}
