/*
 * world_oracle.h - worlds of a few things, and the rules of moves walked a pixel at a time
 */
#ifndef WORLD_ORACLE_H
#define WORLD_ORACLE_H

#include "runtime/tile_map.h"

enum { WORLD_ITEMS = 12, WORLD_THINGS = 2 + WORLD_ITEMS };

/* Something to meet: what it looks like, and where it is. */
struct thing {
    hm_kind kind;
    uint32_t index;
    const struct subject *subject;
    int32_t x, y;
};

struct test_world {
    hm_world world;
    struct tile_map map;
    struct subject terrain, items[WORLD_ITEMS];
    const hm_sprite *sprites[WORLD_ITEMS];
    hm_sprite views[WORLD_ITEMS], terrain_view;
    int16_t sides16[4][WORLD_ITEMS];
    int32_t sides32[4][WORLD_ITEMS];
    hm_crowd16 crowd16;
    hm_crowd32 crowd32;
    /* The things of it in the order in which they are named; none that is left out. */
    struct thing things[WORLD_THINGS];
    uint32_t count;
};

/* A world of about 60 x 60 pixels. */
void test_world_scribble(struct test_world *world, uint64_t *random);
void test_world_free(struct test_world *world);
void test_world_level(struct test_world *world, uint32_t level);

/* The thing that a sprite at (x, y) overlaps, or NULL. */
const struct thing *oracle_meets(const struct test_world *world, const struct subject *a, int64_t x,
                                 int64_t y);

bool oracle_world_exit(const struct test_world *world, const struct subject *a, int32_t x,
                       int32_t y, hm_direction direction, uint32_t limit, uint32_t *distance);
bool oracle_world_escape(const struct test_world *world, const struct subject *a, int32_t x,
                         int32_t y, int32_t limit, hm_point *move);

bool oracle_world_sweep(const struct test_world *world, const struct subject *a, int32_t x,
                        int32_t y, int32_t move_x, int32_t move_y, hm_sweep_result *out,
                        const struct thing **met);

bool oracle_slide(const struct test_world *world, const struct subject *a, int32_t x, int32_t y,
                  int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down,
                  hm_slide_result *out);

#endif
