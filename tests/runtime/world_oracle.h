/*
 * world_oracle.h - worlds of a few things, and the rules of moves walked a pixel at a time
 *
 * Terrain, tiles and upright items are looked up pixel by pixel. Of a placed item, each pixel of a
 * sprite is asked about by itself through the map of the two.
 */
#ifndef WORLD_ORACLE_H
#define WORLD_ORACLE_H

#include "runtime/tile_map.h"

enum { WORLD_ITEMS = 10, WORLD_PLACED = 4, WORLD_THINGS = 2 + WORLD_ITEMS + WORLD_PLACED };

/* Something to meet: what it looks like, and where it is. */
struct object {
    hm_kind kind;
    uint32_t index;
    const struct subject *subject; /* NULL when it is solid throughout its box */
    int32_t x, y;
    hm_box box;             /* of an item */
    const hm_placement *at; /* of a placed one */
    const hm_sprite *view;
};

struct test_world {
    hm_world world;
    struct tile_map map;
    struct subject terrain, items[WORLD_ITEMS], turned[WORLD_PLACED];
    const hm_sprite *sprites[WORLD_ITEMS], *turned_sprites[WORLD_PLACED];
    hm_sprite views[WORLD_ITEMS], turned_views[WORLD_PLACED], terrain_view;
    int32_t sides[4][WORLD_ITEMS];
    hm_placement places[WORLD_PLACED];
    hm_box boxes[WORLD_PLACED];
    hm_crowd crowd;
    hm_placed_crowd placed;
    /* The things of it in the order in which they are named; none that is left out. */
    struct object objects[WORLD_THINGS];
    uint32_t count;
};

/* The parts of a world. */
enum { WITH_TERRAIN = 1, WITH_TILES = 2, WITH_CROWD = 4, WITH_PLACED = 8, WITH_ALL = 15 };

/* A world of those parts, of about 60 x 60 pixels. */
void test_world_scribble(struct test_world *world, uint64_t *random, uint32_t parts);
void test_world_free(struct test_world *world);
void test_world_level(struct test_world *world, uint32_t level);

/* True if a pixel of the world is solid in an upright object; for tiles, also says in which cell.
 */
bool object_solid(const struct test_world *world, const struct object *object, int64_t x, int64_t y,
                  uint32_t *cell);

/* Finds the pixels of a sprite at (x, y) that touch an object, and the first of them. `cell`,
 * unless it is NULL, is the smallest cell that they touch. */
uint64_t oracle_touching(const struct test_world *world, const struct object *object,
                         const struct subject *a, int64_t x, int64_t y, hm_point *hit,
                         uint32_t *cell);

/* All that a sprite at (x, y) meets, cell by cell, in the order of the world. Returns how many. */
uint32_t oracle_list(const struct test_world *world, const struct subject *a, int64_t x, int64_t y,
                     hm_met *out);
enum { WORLD_MET = WORLD_THINGS + TILE_CELLS };

/* The object that a sprite at (x, y) overlaps first, or NULL. */
const struct object *oracle_meets(const struct test_world *world, const struct subject *a,
                                  int64_t x, int64_t y);

/* The pixels of a sprite that touch anything, each once. */
uint64_t oracle_world_area(const struct test_world *world, const struct subject *a, int64_t x,
                           int64_t y);

bool oracle_world_exit(const struct test_world *world, const struct subject *a, int32_t x,
                       int32_t y, hm_direction direction, uint32_t limit, uint32_t *distance);
bool oracle_world_escape(const struct test_world *world, const struct subject *a, int32_t x,
                         int32_t y, int32_t limit, hm_point *move);

bool oracle_world_sweep(const struct test_world *world, const struct subject *a, int32_t x,
                        int32_t y, int32_t move_x, int32_t move_y, hm_sweep_result *out,
                        const struct object **met);

bool oracle_slide(const struct test_world *world, const struct subject *a, int32_t x, int32_t y,
                  int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down,
                  hm_slide_result *out);

#endif
