/*
 * affine_points.c - a list of near-pixel points through an affine map, and when lists are enough
 */
#include "affine.h"

/* One cell a pixel: a cell is its own centre. */
static bool is_pixel_map(const hm_sprite *sprite)
{
    return sprite->map_width == (uint32_t)sprite->width &&
           sprite->map_height == (uint32_t)sprite->height;
}

bool hm_affine_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, uint32_t limit,
                      hm_point *hit)
{
    if (!hm_affine_is_usable(map) || a->area == 0 || b->area == 0)
        return false;
    const struct target target = target_of(b);
    const struct way way = hm_way_between(&map->to_b, a, b);
    const uint8_t bytes = a->cell_bytes;
    const bool pixels = is_pixel_map(a);
    const uint32_t count = limit < a->point_count ? limit : a->point_count;
    const uint8_t *cell = a->points;
    for (uint32_t i = 0; i < count; i++, cell += 2 * bytes) {
        int64_t x = read_coordinate(cell, bytes), y = read_coordinate(cell + bytes, bytes);
        if (!pixels) {
            x = cell_centre((uint32_t)x, a->map_width, (uint32_t)a->width);
            y = cell_centre((uint32_t)y, a->map_height, (uint32_t)a->height);
        }
        if (!way_lands(&way, x - a->bounds.x0, y - a->bounds.y0, &target))
            continue;
        if (hit != NULL)
            hm_sprite_point(a, i, hit);
        return true;
    }
    return false;
}

/* Does the list of a sprite hold all that is less than its pruning deep? */
static bool is_whole_outline(const hm_sprite *sprite)
{
    return sprite->points != NULL && is_pixel_map(sprite) && !sprite->border_dropped;
}

bool hm_affine_points_exact(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    if (!hm_affine_is_usable(map) || !is_whole_outline(a) || !is_whole_outline(b))
        return false;
    const int64_t a_error = hm_round_trip(&map->to_b, &map->to_a, a);
    const int64_t b_error = hm_round_trip(&map->to_a, &map->to_b, b);
    return a->prune >= hm_prune_needed(&map->to_a, a_error) &&
           b->prune >= hm_prune_needed(&map->to_b, b_error) &&
           (hm_steps_within(&map->to_a, a->prune) || hm_steps_within(&map->to_b, b->prune));
}
