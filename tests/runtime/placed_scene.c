/*
 * placed_scene.c - sprites are placed at random, and their corners taken to the world
 */
#include "runtime/placed_scene.h"

#ifdef __SIZEOF_INT128__

#include "runtime/views.h"

hm_placement random_placement(const hm_sprite *sprite, uint64_t *random, int64_t x, int64_t y)
{
    static const int32_t scales[] = {ONE, ONE, ONE / 2, 2 * ONE, ONE / 5, 4 * ONE};
    hm_placement at;
    hm_sprite_pivot(sprite, &at.pivot_x, &at.pivot_y);
    at.x = x + random_between(random, -12 * ONE, 12 * ONE);
    at.y = y + random_between(random, -12 * ONE, 12 * ONE);
    at.scale_x = at.scale_y = scales[oracle_random(random, 6)];
    if (oracle_random(random, 3) == 0)
        at.scale_y = -scales[oracle_random(random, 6)] - random_between(random, 0, 999);
    if (oracle_random(random, 4) == 0)
        at.pivot_x += random_between(random, -9 * ONE, 9 * ONE);
    at.angle = oracle_random(random, 4) == 0 ? oracle_random(random, 9) * 16384
                                             : oracle_random(random, 3 * ONE);
    return at;
}

static int64_t random_origin(uint64_t *random)
{
    static const int64_t origins[] = {0,         INT64_C(1) << 37, -(INT64_C(1) << 38),
                                      INT64_MAX, INT64_MIN,        INT64_C(77) << 50};
    const int64_t origin = origins[oracle_random(random, 6)];
    return origin == INT64_MAX   ? INT64_MAX - 12 * ONE
           : origin == INT64_MIN ? INT64_MIN + 12 * ONE
                                 : origin;
}

void placed_scene_init(struct scene *scene, uint64_t *random, int32_t side, bool anywhere)
{
    const int64_t x = anywhere ? random_origin(random) : 0;
    const int64_t y = anywhere ? random_origin(random) : 0;
    for (int i = 0; i < 2; i++) {
        subject_scribble(&scene->shown[i], random, side);
        scene->views[i] = view_of(&scene->shown[i], oracle_random(random, 4), &scene->stored[i]);
        scene->actors[i] = (struct actor){&scene->shown[i], &scene->views[i],
                                          random_placement(&scene->views[i], random, x, y)};
    }
}

void placed_scene_free(struct scene *scene)
{
    for (int i = 0; i < 2; i++) {
        subject_free(&scene->stored[i]);
        subject_free(&scene->shown[i]);
    }
}

static int32_t saturated(wide value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

bool oracle_world_map(const hm_placement *at, hm_affine *out, int64_t *x, int64_t *y)
{
    hm_placement upright = {.scale_x = ONE, .scale_y = ONE};
    *x = at->x >> 16;
    *y = at->y >> 16;
    upright.x = *x * ONE;
    upright.y = *y * ONE;
    return hm_affine_place(out, at, &upright);
}

void oracle_bounds(const hm_sprite *sprite, const hm_placement *at, hm_box *out)
{
    hm_affine map;
    hm_box box;
    int64_t x, y;
    *out = (hm_box){0, 0, 0, 0};
    hm_sprite_bounds(sprite, &box);
    if (hm_sprite_area(sprite) == 0 || !oracle_world_map(at, &map, &x, &y))
        return;
    wide edges[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        const wide px = i & 1 ? box.x1 : box.x0, py = i & 2 ? box.y1 : box.y0;
        const wide u = (map.to_b.xx * px + map.to_b.xy * py + map.to_b.x) >> 16;
        const wide v = (map.to_b.yx * px + map.to_b.yy * py + map.to_b.y) >> 16;
        edges[0] = i == 0 || u < edges[0] ? u : edges[0];
        edges[1] = i == 0 || v < edges[1] ? v : edges[1];
        edges[2] = i == 0 || u > edges[2] ? u : edges[2];
        edges[3] = i == 0 || v > edges[3] ? v : edges[3];
    }
    *out = (hm_box){saturated(edges[0] + x - 1), saturated(edges[1] + y - 1),
                    saturated(edges[2] + x + 2), saturated(edges[3] + y + 2)};
}

#endif
