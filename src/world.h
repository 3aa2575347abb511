/*
 * world.h - what a sprite meets in a world, for moves through it
 */
#ifndef HM_WORLD_H
#define HM_WORLD_H

#include <hitmask_world.h>

/* Who was met. */
struct met {
    hm_kind who;
    uint32_t index;
};

struct zone;
struct item;

/* Is called for an item; true ends the visit. */
typedef bool visit_item(void *context, uint32_t index, const struct item *item);

/* Visits the items of the crowds whose boxes share a pixel with an area, in the order of their
 * indices. Returns true when a visit ended it. */
bool hm_world_visit(const hm_world *world, const struct zone *zone, uint32_t cpu, visit_item *visit,
                    void *context);

/* Gets the item of that index, which must be there. */
void hm_world_item(const hm_world *world, uint32_t index, uint32_t cpu, struct item *out);

/* hm_world_overlap for `a` anywhere. */
bool hm_world_meets(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                    struct met *out);

/* Gets the first pixel of `a` that touches what was met, and the normal against it. */
void hm_world_describe(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                       const struct met *met, hm_point *hit, int64_t *normal_x, int64_t *normal_y);

#endif
