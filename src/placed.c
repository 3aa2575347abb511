/*
 * placed.c - two sprites with placements in one world: the map between them, and a question
 *
 * Where the placements are refused, nothing touches through the map that is left.
 */
#include "bits.h"
#include "sprite.h"

static SMALL hm_affine map_of(const hm_placement *at_a, const hm_placement *at_b)
{
    hm_affine map;
    hm_affine_place(&map, at_a, at_b);
    return map;
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

SMALL bool hm_placed_points(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, uint32_t limit, hm_point *hit)
{
    const hm_affine map = map_of(at_a, at_b);
    return hm_affine_points(a, b, &map, limit, hit);
}

SMALL bool hm_placed_points_exact(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                                  const hm_placement *at_b)
{
    hm_affine map;
    return hm_affine_place(&map, at_a, at_b) && hm_affine_points_exact(a, b, &map);
}
