/*
 * world.h - the things of a world one after the other, and what an upright sprite meets among them
 *
 *     struct walk walk;
 *     struct thing thing;
 *     hm_walk_begin(&walk, world, &zone, 0, cpu, (hm_cursor){HM_NOTHING, 0});
 *     while (hm_walk_next(&walk, &thing))
 *         ... thing.sprite lies in or near the zone ...
 */
#ifndef HM_WORLD_H
#define HM_WORLD_H

#include "crowd.h"
#include "sprite.h"
#include "tiles.h"

/* A box of any numbers. */
struct zone {
    int64_t x0, y0, x1, y1;
};

static inline bool zone_is_empty(const struct zone *zone)
{
    return zone->x0 >= zone->x1 || zone->y0 >= zone->y1;
}

/* The terrain, a cell, or an item. */
struct thing {
    hm_kind kind;
    uint32_t index;
    const hm_sprite *sprite;
    int64_t x, y;           /* where its top-left pixel lies, if it is upright; */
    const hm_placement *at; /* else where it is placed */
    struct zone box;        /* of a placed one */
    hm_sprite room;
};

/* A walk over the things whose boxes share a pixel with a zone, in the order of the world. */
struct walk {
    const hm_world *world;
    struct zone zone, placed_zone;
    uint32_t cpu;
    hm_cursor next; /* the thing that is looked at next */
    bool is_open;   /* of the part that `next` is in */
    struct cell_walk cells;
    uint32_t list[CROWD_CHUNK], listed, taken, chunk_end;
};

/* Placed things are those whose boxes share a pixel with the zone, made wider by a pixel for an
 * upright sprite: that is what hm_placed_bounds makes of it. `cpu` is the level for boxes. */
void hm_walk_begin(struct walk *walk, const hm_world *world, const struct zone *zone,
                   bool is_upright, uint32_t cpu, hm_cursor next);
bool hm_walk_next(struct walk *walk, struct thing *out);

/* Gets a thing that a walk has visited, but not a cell. */
void hm_world_thing(const hm_world *world, hm_kind kind, uint32_t index, uint32_t cpu,
                    struct thing *out);

/* The zone that the bounds of a sprite at (x, y) cover. */
static inline struct zone zone_of(const hm_sprite *a, int64_t x, int64_t y)
{
    const hm_box box = sprite_tight(a);
    return (struct zone){x + box.x0, y + box.y0, x + box.x1, y + box.y1};
}

/* True if an upright sprite at (x, y) touches a thing. `hit` may be NULL. */
bool hm_thing_meets(const struct thing *thing, const hm_sprite *a, int64_t x, int64_t y,
                    hm_point *hit);

/* True if an upright sprite touches a placed thing. */
bool hm_placed_thing_meets(const struct thing *thing, const hm_sprite *a, int64_t x, int64_t y,
                           hm_point *hit);

/* Finds what `a`, anywhere, overlaps first. Of `out`, `hit` is not set. */
bool hm_world_meets(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y, hm_met *out);

/* Gets the first pixel of `a` that touches what was met, and the normal against it. */
void hm_world_describe(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                       const hm_met *met, hm_point *hit, int64_t *normal_x, int64_t *normal_y);

/* Finds the smallest cell that `a` touches, which touches one. */
void hm_world_cell(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y, hm_met *out);

static inline int32_t saturated(int64_t value)
{
    return (int32_t)larger(INT32_MIN, smaller(value, INT32_MAX));
}

#endif
