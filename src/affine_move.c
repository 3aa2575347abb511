/*
 * affine_move.c - ways out and sweeps of a turned sprite
 *
 * A move is a row of maps: through a map it is shifted, between placements it is made again from
 * the placement that has moved. Whether the sprites touch is asked of each map, as anybody could
 * ask. Only steps of a sweep at which the bounds cannot meet are left out.
 */
#include "affine_move.h"
#include "bits.h"
#include "escape.h"

/* The place of `a` at the start: through a map, or else in a world, at (x, y) from b. */
struct motion {
    const hm_sprite *a, *b;
    const hm_affine *map;
    const hm_placement *at_a;
    struct joint joint;
    int64_t x, y;
};

static hm_affine map_after(const struct motion *motion, int64_t x, int64_t y)
{
    if (motion->map != NULL)
        return hm_move_map(motion->map, x, y);
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
static SMALL bool start_map(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            struct motion *out)
{
    *out = (struct motion){.a = a, .b = b, .map = map};
    return hm_affine_is_usable(a, b, map) && a->area > 0 && b->area > 0;
}

static SMALL bool start_placed(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
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

SMALL bool hm_affine_exit(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                          hm_direction direction, uint32_t limit, uint32_t *distance)
{
    struct motion motion;
    *distance = 0;
    return !start_map(a, b, map, &motion) ||
           hm_find_exit(is_free, &motion, direction, limit, distance);
}

SMALL bool hm_placed_exit(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                          const hm_placement *at_b, hm_direction direction, uint32_t limit,
                          uint32_t *distance)
{
    struct motion motion;
    *distance = 0;
    return !start_placed(a, at_a, b, at_b, &motion) ||
           hm_find_exit(is_free, &motion, direction, limit, distance);
}

SMALL bool hm_affine_escape(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            uint32_t limit, hm_point *move)
{
    struct motion motion;
    *move = (hm_point){0, 0};
    return !start_map(a, b, map, &motion) || hm_find_escape(is_free, &motion, limit, move);
}

SMALL bool hm_placed_escape(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, uint32_t limit, hm_point *move)
{
    struct motion motion;
    *move = (hm_point){0, 0};
    return !start_placed(a, at_a, b, at_b, &motion) ||
           hm_find_escape(is_free, &motion, limit, move);
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

/* Turns a normal in the pixels of a sprite into one of the world. */
static SMALL void turn_normal(const hm_placement *at, int64_t *x, int64_t *y)
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
    if (!hm_affine_normal(a, b, &map, x, y))
        return false;
    turn_normal(at_a, x, y);
    return true;
}

/* ---- Sweeps --------------------------------------------------------------------------------- */

/* A way in steps: so much is gone after all of them. */
struct pace {
    int64_t by, steps;
    int64_t whole, rest; /* the size of `by` / steps */
};

struct sweep {
    struct motion motion;
    struct pace x, y; /* of the move */
    int64_t steps;
};

/* The steps from `first` to `last`; none when `last` is before it. */
struct range {
    int64_t first, last;
};

static SMALL struct pace pace_of(int64_t by, int64_t steps)
{
    const int64_t most = larger(steps, 1);
    return (struct pace){by, most, absolute(by) / most, absolute(by) % most};
}

/* by * i / steps to the nearest, halves away from zero; i is not above `steps`. */
static int64_t part(const struct pace *pace, int64_t i)
{
    const uint64_t twice = 2 * (uint64_t)pace->steps;
    const int64_t more = (int64_t)((2 * (uint64_t)(pace->rest * i) + twice / 2) / twice);
    const int64_t way = pace->whole * i + more;
    return pace->by < 0 ? -way : way;
}

/* The first step after which a way of so much has come to `far`, or `steps` + 1. */
static SMALL int64_t step_to(const struct pace *pace, int64_t steps, int64_t far)
{
    int64_t low = 0, high = steps + 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (part(pace, middle) < far)
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
    const int64_t x = part(&sweep->x, step), y = part(&sweep->y, step);
    const hm_affine map = map_after(motion, x, y);
    const int64_t before = larger(step - 1, 0);
    out->step = (uint64_t)step;
    out->moved_x = part(&sweep->x, before);
    out->moved_y = part(&sweep->y, before);
    out->contact_x = x;
    out->contact_y = y;
    hm_affine_first(motion->a, motion->b, &map, &out->hit);
    hm_affine_normal(motion->a, motion->b, &map, &out->normal_x, &out->normal_y);
    if (motion->map == NULL)
        turn_normal(motion->at_a, &out->normal_x, &out->normal_y);
}

static bool search(const struct sweep *sweep, struct range range, hm_affine_sweep_result *out)
{
    for (int64_t i = range.first; i <= range.last; i++)
        if (touches_after(&sweep->motion, part(&sweep->x, i), part(&sweep->y, i))) {
            describe(sweep, i, out);
            return true;
        }
    return false;
}

static SMALL int64_t longer(int64_t a, int64_t b)
{
    return larger(absolute(a), absolute(b));
}

/* Sets the number of steps, none of which is longer than `length`. False, when the move is out of
 * range. `out` then says that nothing touches. */
static SMALL bool plan(struct sweep *sweep, int64_t x, int64_t y, int64_t longest, int64_t length,
                       hm_affine_sweep_result *out)
{
    const bool in_range = is_within(x, HM_AFFINE_SHIFT_MAX) && is_within(y, HM_AFFINE_SHIFT_MAX);
    sweep->steps = in_range ? (longest + length - 1) / length : 0;
    *out = (hm_affine_sweep_result){x, y, (uint64_t)sweep->steps, {0, 0}, 0, 0, 0, 0};
    if (in_range) {
        sweep->x = pace_of(x, sweep->steps);
        sweep->y = pace_of(y, sweep->steps);
    }
    return in_range;
}

SMALL bool hm_affine_sweep(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                           int64_t move_x, int64_t move_y, hm_affine_sweep_result *out)
{
    const hm_transform *const t = &map->to_b;
    struct sweep sweep;
    if (!plan(&sweep, move_x, move_y, 0, 1, out))
        return false;
    const int64_t across = longer(hm_move_across(t->xx, t->xy, move_x, move_y),
                                  hm_move_across(t->yx, t->yy, move_x, move_y));
    plan(&sweep, move_x, move_y, larger(longer(move_x, move_y), across), 65536, out);
    if (!start_map(a, b, map, &sweep.motion))
        return false;
    const hm_affine end = hm_move_map(map, move_x, move_y);
    return search(&sweep, find_steps(&sweep, map, &end), out);
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
    if (!plan(&sweep, move_x, move_y, 0, 1, out))
        return false;
    plan(&sweep, move_x, move_y, longer(move_x, move_y), step_length(at_a, at_b), out);
    if (!start_placed(a, at_a, b, at_b, &sweep.motion))
        return false;
    hm_affine end;
    const hm_affine start = map_after(&sweep.motion, 0, 0);
    hm_joint_part(&sweep.motion.joint, sweep.motion.x + move_x, sweep.motion.y + move_y, &end);
    return search(&sweep, find_steps(&sweep, &start, &end), out);
}
