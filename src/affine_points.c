/*
 * affine_points.c - a list of near-pixel points through an affine map, and when lists are enough
 */
#include "affine.h"

/* Does the map have one cell for each pixel? Then a cell is its own centre. */
static bool is_pixel_map(const hm_sprite *sprite)
{
    return sprite->map_width == (uint32_t)sprite->width &&
           sprite->map_height == (uint32_t)sprite->height;
}

/* Sides up to which cells of one size are counted instead of divided. Their coordinates have two
 * bytes: not even cells that no map has, as a damaged pack may list, lead out of 64 bits. */
enum { EVEN_SIDE_MAX = 1 << 16 };

static bool has_even_cells(const hm_sprite *a)
{
    return a->width <= EVEN_SIDE_MAX && a->height <= EVEN_SIDE_MAX &&
           (uint32_t)a->width % a->map_width == 0 && (uint32_t)a->height % a->map_height == 0;
}

/* The way from the cells of `a`, made from the way from its pixels. */
static struct way way_of_cells(const struct way *w, const hm_sprite *a)
{
    const int64_t step_x = (uint32_t)a->width / a->map_width;
    const int64_t step_y = (uint32_t)a->height / a->map_height;
    const int64_t u = step_x / 2 - a->bounds.x0, v = step_y / 2 - a->bounds.y0;
    return (struct way){.x = w->x + w->xx * u + w->xy * v,
                        .y = w->y + w->yx * u + w->yy * v,
                        .xx = w->xx * step_x,
                        .xy = w->xy * step_y,
                        .yx = w->yx * step_x,
                        .yy = w->yy * step_y};
}

/* Does the box from `at` to `at` and both spans miss the pixels from 0 to `size`? */
static bool misses(int64_t at, int64_t span_x, int64_t span_y, int64_t size)
{
    const int64_t first = at + smaller(span_x, 0) + smaller(span_y, 0);
    const int64_t last = at + larger(span_x, 0) + larger(span_y, 0);
    return last < 0 || first >= size * 65536;
}

/* The index of the first of `count` cells that lands on a solid pixel, or `count`. */
static inline uint32_t find_cell(const hm_sprite *a, const struct way *way,
                                 const struct lookup *target, uint32_t count, uint8_t bytes)
{
    const uint8_t *cell = a->points;
    for (uint32_t i = 0; i < count; i++, cell += 2 * bytes)
        if (way_lands(way, read_coordinate(cell, bytes), read_coordinate(cell + bytes, bytes),
                      target))
            return i;
    return count;
}

static uint32_t find_even(const hm_sprite *a, const struct way *pixels, const struct lookup *target,
                          uint32_t count)
{
    const struct way way = way_of_cells(pixels, a);
    const int64_t x = (int64_t)a->map_width - 1, y = (int64_t)a->map_height - 1;
    if (misses(way.x, way.xx * x, way.xy * y, target->width) ||
        misses(way.y, way.yx * x, way.yy * y, target->height))
        return count;
    /* Nearly all maps have coordinates of one byte, which are worth a loop of their own. */
    return a->cell_bytes == 1 ? find_cell(a, &way, target, count, 1)
                              : find_cell(a, &way, target, count, a->cell_bytes);
}

static uint32_t find_uneven(const hm_sprite *a, const struct way *way, const struct lookup *target,
                            uint32_t count)
{
    const uint8_t bytes = a->cell_bytes;
    const bool pixels = is_pixel_map(a);
    const uint8_t *cell = a->points;
    for (uint32_t i = 0; i < count; i++, cell += 2 * bytes) {
        int64_t x = read_coordinate(cell, bytes), y = read_coordinate(cell + bytes, bytes);
        if (!pixels) {
            x = cell_centre((uint32_t)x, a->map_width, (uint32_t)a->width);
            y = cell_centre((uint32_t)y, a->map_height, (uint32_t)a->height);
        }
        if (way_lands(way, x - a->bounds.x0, y - a->bounds.y0, target))
            return i;
    }
    return count;
}

bool hm_affine_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, uint32_t limit,
                      hm_point *hit)
{
    const uint32_t count = limit < a->point_count ? limit : a->point_count;
    if (!hm_affine_is_usable(a, b, map) || a->area == 0 || b->area == 0 || count == 0)
        return false;
    const struct lookup target = lookup_of(b);
    const struct way way = hm_way_between(&map->to_b, a, b);
    const uint32_t found = has_even_cells(a) ? find_even(a, &way, &target, count)
                                             : find_uneven(a, &way, &target, count);
    if (found == count)
        return false;
    if (hit != NULL)
        hm_sprite_point(a, found, hit);
    return true;
}

/* Does the list of a sprite hold all pixels that are less deep than its pruning? */
static bool is_whole_outline(const hm_sprite *sprite)
{
    return sprite->points != NULL && is_pixel_map(sprite) && !sprite->border_dropped;
}

bool hm_affine_points_exact(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    if (!hm_affine_is_usable(a, b, map) || !is_whole_outline(a) || !is_whole_outline(b))
        return false;
    const int64_t a_error = hm_round_trip(&map->to_b, &map->to_a, a);
    const int64_t b_error = hm_round_trip(&map->to_a, &map->to_b, b);
    return a->prune >= hm_prune_needed(&map->to_a, a_error) &&
           b->prune >= hm_prune_needed(&map->to_b, b_error) &&
           (hm_steps_within(&map->to_a, a->prune) || hm_steps_within(&map->to_b, b->prune));
}
