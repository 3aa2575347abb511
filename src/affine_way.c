/*
 * affine_way.c - a map between two sprites as steps between their masks, and how well its two
 * ways fit each other
 */
#include "affine.h"

#include "bits.h"

/* ---- Ways ----------------------------------------------------------------------------------- */

/* Within these limits no product or sum leaves 64 bits, whatever the sprites. */
static bool is_usable(const hm_transform *t)
{
    return is_within(t->xx, HM_AFFINE_FACTOR_MAX) && is_within(t->xy, HM_AFFINE_FACTOR_MAX) &&
           is_within(t->yx, HM_AFFINE_FACTOR_MAX) && is_within(t->yy, HM_AFFINE_FACTOR_MAX) &&
           is_within(t->x, SHIFT_LIMIT) && is_within(t->y, SHIFT_LIMIT);
}

/* A pack of a few bytes may hold a box as large as int32_t goes: nobody can wait for its pixels. */
static bool is_in_size(const hm_sprite *sprite)
{
    const hm_box box = sprite->bounds;
    return larger((int64_t)box.x1 - box.x0, (int64_t)box.y1 - box.y0) <= HM_AFFINE_SIDE_MAX;
}

SMALL bool hm_affine_is_usable(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    return is_usable(&map->to_a) && is_usable(&map->to_b) && is_in_size(a) && is_in_size(b);
}

struct way hm_way_between(const hm_transform *t, const hm_sprite *from, const hm_sprite *to)
{
    /* Twice the centre of the first stored pixel, as shown, and twice the position it maps to. */
    const int64_t u = 2 * (int64_t)from->bounds.x0 + 1, v = 2 * (int64_t)from->bounds.y0 + 1;
    const int64_t cu = from->flip_x ? 2 * (int64_t)from->width - u : u;
    const int64_t cv = from->flip_y ? 2 * (int64_t)from->height - v : v;
    int64_t x = t->xx * cu + t->xy * cv + 2 * t->x;
    int64_t y = t->yx * cu + t->yy * cv + 2 * t->y;
    /* A pixel's mirror image is that of its whole part, so of the point a hair less. */
    if (to->flip_x)
        x = (int64_t)to->width * 131072 - 1 - x;
    if (to->flip_y)
        y = (int64_t)to->height * 131072 - 1 - y;
    const int64_t xx = from->flip_x != to->flip_x ? -t->xx : t->xx;
    const int64_t xy = from->flip_y != to->flip_x ? -t->xy : t->xy;
    const int64_t yx = from->flip_x != to->flip_y ? -t->yx : t->yx;
    const int64_t yy = from->flip_y != to->flip_y ? -t->yy : t->yy;
    /* Steps are whole, so half a unit at the start never makes a difference. */
    return (struct way){.x = (x >> 1) - (int64_t)to->bounds.x0 * 65536,
                        .y = (y >> 1) - (int64_t)to->bounds.y0 * 65536,
                        .xx = xx,
                        .xy = xy,
                        .yx = yx,
                        .yy = yy};
}

/* ---- The round trip ------------------------------------------------------------------------- */

/* Twice the largest |S(T(p)) - p| over the corners of a box, on one axis of which S(T) - 1 is
 * (xx, xy, x): the value at the centre and half the box's span, either way. */
static int64_t largest(int64_t xx, int64_t xy, int64_t x, const hm_box *box)
{
    return absolute(2 * x + xx * ((int64_t)box->x0 + box->x1) + xy * ((int64_t)box->y0 + box->y1)) +
           absolute(xx) * (box->x1 - box->x0) + absolute(xy) * (box->y1 - box->y0);
}

int64_t hm_round_trip(const hm_transform *t, const hm_transform *s, const hm_sprite *sprite)
{
    const int64_t one = INT64_C(1) << 32;
    const int64_t xx = (int64_t)s->xx * t->xx + (int64_t)s->xy * t->yx - one;
    const int64_t xy = (int64_t)s->xx * t->xy + (int64_t)s->xy * t->yy;
    const int64_t yx = (int64_t)s->yx * t->xx + (int64_t)s->yy * t->yx;
    const int64_t yy = (int64_t)s->yx * t->xy + (int64_t)s->yy * t->yy - one;
    const int64_t factors = absolute(xx) | absolute(xy) | absolute(yx) | absolute(yy);
    if ((factors >= INT64_C(1) << 28 && (sprite->width | sprite->height) >= 1 << 15) ||
        !is_within(t->x, HM_AFFINE_SHIFT_MAX) || !is_within(t->y, HM_AFFINE_SHIFT_MAX) ||
        !is_within(s->x, HM_AFFINE_SHIFT_MAX * 128) || !is_within(s->y, HM_AFFINE_SHIFT_MAX * 128))
        return ROUND_TRIP_LOST;
    const int64_t x = s->xx * t->x + s->xy * t->y + s->x * 65536;
    const int64_t y = s->yx * t->x + s->yy * t->y + s->y * 65536;
    if (!is_within(x, ROUND_TRIP_LOST / 4) || !is_within(y, ROUND_TRIP_LOST / 4))
        return ROUND_TRIP_LOST;
    const hm_box box = sprite_bounds(sprite);
    return smaller(larger(largest(xx, xy, x, &box), largest(yx, yy, y, &box)), ROUND_TRIP_LOST);
}

/* ---- What point lists must keep ------------------------------------------------------------- */

uint32_t hm_prune_needed(const hm_transform *back, int64_t error)
{
    const int64_t stretch =
        larger(absolute(back->xx) + absolute(back->xy), absolute(back->yx) + absolute(back->yy));
    const int64_t half = INT64_C(1) << 32;
    return (uint32_t)larger(1, (half + stretch * 65536 + error) >> 33);
}

/* Is (x, y) at most `pixels` long on either axis? */
static bool is_short(int64_t x, int64_t y, uint32_t pixels)
{
    return is_within(x, (int64_t)pixels * 65536) && is_within(y, (int64_t)pixels * 65536);
}

bool hm_steps_within(const hm_transform *t, uint32_t pixels)
{
    return is_short(t->xx, t->yx, pixels) || is_short(t->xy, t->yy, pixels) ||
           is_short(t->xx + t->xy, t->yx + t->yy, pixels) ||
           is_short(t->xx - t->xy, t->yx - t->yy, pixels);
}
