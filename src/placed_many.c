/*
 * placed_many.c - the box round a turned sprite in the world, and a sprite against a crowd
 */
#include "bits.h"
#include "placed.h"

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

/* Does item `i` touch? */
static SMALL bool is_hit(const hm_sprite *a, const hm_placement *at, const hm_box *bounds,
                         const hm_placed_crowd *crowd, uint32_t i)
{
    if (!hm_box_overlap(bounds, &crowd->boxes[i]))
        return false;
    if (crowd->sprites == NULL)
        return true;
    const hm_sprite *const b = crowd->sprites[i];
    return b != NULL && hm_placed_overlap(a, at, b, &crowd->at[i]);
}

SMALL uint32_t hm_placed_many(const hm_sprite *a, const hm_placement *at,
                              const hm_placed_crowd *crowd, uint32_t *next, uint32_t *hits,
                              uint32_t capacity)
{
    uint32_t found = 0, i = *next;
    hm_box bounds;
    if (capacity == 0)
        return 0;
    hm_placed_bounds(a, at, &bounds);
    for (; i < crowd->count && found < capacity; i++)
        if (is_hit(a, at, &bounds, crowd, i))
            hits[found++] = i;
    *next = i < crowd->count ? i : crowd->count;
    return found;
}
