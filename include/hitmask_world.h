/*
 * hitmask_world.h - terrain, tiles and crowds as one world
 *
 * A world holds any of four parts: terrain, a map of tiles, a crowd of upright sprites, and a crowd
 * of placed ones, which are turned or scaled. A player, a bullet, a laser, the mouse and an
 * explosion all ask the same world:
 *
 *     hm_world world = {.terrain = &land, .crowd = &enemies};
 *     hm_met met;
 *     if (hm_world_overlap(&world, &hero, x, y, &met))
 *         ...                                                 what the hero stands in
 *     if (hm_world_ray(&world, x, y, dx, dy, &met, NULL))
 *         ...                                                 what a laser hits, at met.hit
 *     if (hm_world_point(&world, mouse_x, mouse_y, &met))
 *         ...                                                 what is under the mouse
 *
 * If several things are met at once, the first counts: in the order terrain, tiles, crowd, placed,
 * then by smallest index. If you draw in this order, it is at the back. To take another, list all
 * and choose; after a sweep, list at its `contact`. When nothing is met, `met` stays as it was.
 *
 * A world only points to its parts: the caller keeps them. In place of collision layers, make a
 * world for each side. Upright sprites move by whole pixels. To move by fractions, add them up,
 * move by the whole part, keep the rest, and drop it on an axis that was blocked.
 *
 * Two upright sprites meet where both have a solid pixel. Placed sprites meet by the rule of
 * hitmask_transform.h; there an upright sprite is one of scale 1 and angle 0.
 */
#ifndef HITMASK_WORLD_H
#define HITMASK_WORLD_H

#include "hitmask_transform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The parts of a world ------------------------------------------------------------------- */

/* Many upright sprites, in arrays of `count` items that the caller keeps.
 * Box i is the bounds of sprites[i] in the world. Make it again when the item moves, and when its
 * sprite or the canvas behind it changes:
 *
 *     hm_sprite_bounds(sprites[i], &box);
 *     hm_box_move(&box, x, y, &box);
 *     left[i] = box.x0, top[i] = box.y0, right[i] = box.x1, bottom[i] = box.y1;
 *
 * The bounds begin at (x0[i], y0[i]), so a stale box moves the sprite. An empty box, NULL or an
 * empty sprite leaves an item out. Without `sprites`, items are solid throughout their boxes. */
typedef struct hm_crowd {
    const int32_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd;

/* Many placed sprites, in arrays of `count` items that the caller keeps.
 * boxes[i] is hm_placed_bounds of sprites[i] at at[i]: make it again when one of these changes.
 * Without `boxes`, each query computes them, which is several times as slow. An empty box, NULL or
 * an empty sprite leaves an item out. Without `sprites`, items are solid throughout their boxes,
 * and `at` may be NULL. */
typedef struct hm_placed_crowd {
    const hm_placement *at;
    const hm_sprite *const *sprites;
    const hm_box *boxes;
    uint32_t count;
} hm_placed_crowd;

/* A cell of a map of tiles is the index of a sprite, and flags as in Tiled. */
#define HM_TILE_FLIP_X    UINT32_C(0x80000000) /* mirrored from left to right */
#define HM_TILE_FLIP_Y    UINT32_C(0x40000000) /* mirrored from top to bottom */
#define HM_TILE_TRANSPOSE UINT32_C(0x20000000) /* x and y exchanged, before the flips */

/* A map of tiles, in arrays that the caller keeps and may change between two queries.
 * Cell (column, row) is number row * columns + column. The top-left pixel of its sprite lies at
 * (column * tile_width, row * tile_height) of the map, also when the sprite is smaller than a tile.
 * With HM_TILE_TRANSPOSE the sprite is that of `transposed`, which hm_sprite_transpose makes.
 * A cell is empty when its index is `sprite_count` or more, when its sprite is NULL, or when the
 * sprite is wider or higher than a tile. In Tiled the index 0 is an empty cell: let sprites[0] be
 * NULL. */
typedef struct hm_tiles {
    int32_t columns, rows;           /* of the map, in cells */
    int32_t tile_width, tile_height; /* in pixels */
    const uint32_t *cells;
    const hm_sprite *const *sprites;    /* may be NULL when sprite_count is 0 */
    const hm_sprite *const *transposed; /* may be NULL */
    uint32_t sprite_count;              /* of each of both arrays */
} hm_tiles;

/* The kinds of things that may be met. */
typedef enum hm_kind { HM_NOTHING, HM_TERRAIN, HM_TILES, HM_CROWD, HM_PLACED } hm_kind;

/* All that may be met. Any part may be NULL, so a world of zeros is empty.
 * Movers that stop each other are items of one crowd. To leave out one item, name it: the mover
 * that asks, the shooter of a laser, the lift below a rider. To leave out one more, empty its box.
 *
 *     hm_world others = {.crowd = &movers, .self_kind = HM_CROWD, .self_index = i};
 *
 * Let riders move before a lift that rises, and after one that sinks. A one-way platform has an
 * empty box while the mover is not above it: see samples/movers.h. */
typedef struct hm_world {
    const hm_sprite *terrain;
    const hm_tiles *tiles;
    const hm_crowd *crowd;
    const hm_placed_crowd *placed;
    hm_point terrain_at, tiles_at; /* where pixel (0, 0) of the terrain and of the map lies */
    hm_kind self_kind;
    uint32_t self_index;
} hm_world;

/* The thing that was met, and the place. */
typedef struct hm_met {
    hm_kind kind;
    uint32_t index; /* the item, or the cell of the map; 0 for terrain */
    hm_point hit;   /* in the world: the first pixel of the asker (sprite or shape) that meets it */
} hm_met;

/* ---- A sprite in the world ------------------------------------------------------------------ */

/* The top-left pixel of `a` lies at (x, y), which may be anywhere. */

/* Finds what `a` overlaps first. Returns true when it overlaps something. */
HM_API bool hm_world_overlap(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                             hm_met *met);

/* Returns the number of pixels of `a` that lie on anything solid, each counted once. */
HM_API uint64_t hm_world_area(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y);

/* Gets the direction in which `a` leaves all that it overlaps: the gradient of hm_world_area.
 * Returns false, with (0, 0), when it overlaps nothing. */
HM_API bool hm_world_normal(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                            int64_t *nx, int64_t *ny);

/* Finds the smallest number of pixels that `a` must move in `direction` to be free.
 * Returns false, with `limit` in `distance`, when more than `limit` pixels are needed. */
HM_API bool hm_world_exit(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                          hm_direction direction, uint32_t limit, uint32_t *distance);

/* Finds the shortest move after which `a` is free, which may be (0, 0).
 * Returns false, with (0, 0), when every move of at most `limit` pixels leaves an overlap. */
HM_API bool hm_world_escape(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                            uint32_t limit, hm_point *move);

/* Moves `a` by (move_x, move_y), but stops one step of hm_sweep before it touches something.
 * Returns true at contact. Returns false without one, with `out` as that of hm_sweep.
 * `met->hit` is `out->hit` in the world. Both this pixel and the normal count only the thing met.
 * All tiles are one thing: the pixel may lie in another cell than `index`, the smallest touched. */
HM_API bool hm_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                           int32_t move_x, int32_t move_y, hm_sweep_result *out, hm_met *met);

/* A slide takes the steps of hm_sweep in turn; EXACT.md has the whole rule:
 *
 *   - A step along x that is blocked is tried 1 to `step_up` pixels higher, while `a` fits at each
 *     height. If that fails, hit_x is set, and no more steps along x are taken.
 *   - After a step along x on the ground without a climb, `a` snaps to ground at most `step_down`
 *     pixels below; never with a move_y below 0.
 *   - A step along y that is blocked sets hit_y, and no more steps along y are taken. */

/* The result of hm_slide. Points are relative to the start, and `hit` is a pixel of `a`: in the
 * world it lies at the start plus `contact` plus `hit`. */
typedef struct hm_slide_result {
    hm_point moved; /* from the start to the end */
    bool hit_x;     /* a step along x was blocked; `rise` tells a wall from a slope or a stair */
    bool hit_y;     /* a step along y was blocked; to land, ask on_ground: `a` may have gone on
                       along x beyond the floor that blocked it */
    bool on_ground; /* one pixel further down from the end it would overlap, also when stuck */
    bool stuck;     /* it overlaps at the start: nothing moved, and hit_x and hit_y are false */
    hm_kind kind;   /* what blocked the first step that was blocked, or is overlapped when stuck; of
                       several the first in the order of the world, as for ground_kind */
    uint32_t index; /* the index of that item; 0 for terrain and tiles: list cells at `contact` */
    hm_point hit;   /* the first pixel of `a` that would overlap it after that step */
    int64_t normal_x, normal_y; /* the contact normal there with that thing alone; all tiles are
                                   one thing, so the floor beside a wall counts */
    hm_point contact;           /* the position after that step */
    hm_kind ground_kind;        /* what is one pixel below; HM_NOTHING when not on the ground */
    uint32_t ground_index;      /* 0 for tiles: list cells one pixel below the end */
    uint32_t rise; /* the least `step_up` (1 to 32) that passes the step that set hit_x: 1 at a
                      slope, 8 at a stair of 8 pixels; 0 if higher, or no room above `a`. To climb,
                      slide on from the end with it, by the rest of move_x alone */
} hm_slide_result;

/* Moves `a` by (move_x, move_y), along walls and floors, up and down slopes and stairs.
 * Returns true when a step was blocked or `a` is stuck; otherwise `kind` is HM_NOTHING.
 * On the ground, pass a move_y of 0: more sets hit_y in each frame. `step_up` and `step_down` are
 * what a slope rises in a column (1 at 45 degrees), or the height of a stair. In the air, pass 0
 * for both. samples/start.c walks. */
HM_API bool hm_slide(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                     int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down,
                     hm_slide_result *out);

/* ---- A placed sprite in the world ----------------------------------------------------------- */

/* Finds what a placed sprite touches first. Returns true when it touches something. */
HM_API bool hm_world_placed_overlap(const hm_world *world, const hm_sprite *a,
                                    const hm_placement *at, hm_met *met);

/* Moves a placed sprite by (move_x, move_y), in 16.16, but stops before it touches something.
 * Returns true at contact. Returns false without one, with `out` as that of hm_placed_sweep.
 * The normal is in 16.16. The steps, and how to rotate `a` too, are those of hm_placed_sweep. */
HM_API bool hm_world_placed_sweep(const hm_world *world, const hm_sprite *a, const hm_placement *at,
                                  int64_t move_x, int64_t move_y, hm_affine_sweep_result *out,
                                  hm_met *met);

/* ---- A shape in the world -------------------------------------------------------------------- */

/* Finds what lies at pixel (x, y). Returns true when something is solid there.
 * What is on top, if you draw in the order of the world, is the last hit of hm_world_list_point. */
HM_API bool hm_world_point(const hm_world *world, int32_t x, int32_t y, hm_met *met);

/* Finds what has a solid pixel in a box. Returns true when something has. */
HM_API bool hm_world_box(const hm_world *world, const hm_box *box, hm_met *met);

/* Finds what has a solid pixel in a circle (hm_overlap_circle). Returns true when something has. */
HM_API bool hm_world_circle(const hm_world *world, int32_t x, int32_t y, uint32_t radius,
                            hm_met *met);

/* Finds what is met first on the path from (x0, y0) to (x1, y1).
 * Returns true when something is met: there is no free line of sight.
 * The path is that of hm_overlap_segment. */
HM_API bool hm_world_segment(const hm_world *world, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                             hm_met *met);

/* Finds what is met first from (x, y) in the direction (dx, dy), without end.
 * Returns true when something is met; `steps` is the number of pixels of the path before it. */
HM_API bool hm_world_ray(const hm_world *world, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_met *met, uint64_t *steps);

/* ---- All that is met ------------------------------------------------------------------------- */

/* A list has every item, and every cell of the map, that is met, in the order of the world.
 *
 *     hm_cursor next = {HM_NOTHING, 0};
 *     hm_met hits[16];
 *     uint32_t found;
 *     do {
 *         found = hm_world_list_circle(&world, x, y, 40, &next, hits, 16);
 *         for (uint32_t i = 0; i < found; i++)
 *             hurt(&hits[i]);
 *     } while (found == 16);
 *
 * Each call writes at most `capacity` of them and returns their number; fewer than `capacity` means
 * that these were the last. It goes on where the cursor stands, so set it to zeros for a new list.
 * With a `capacity` of 0 nothing happens, and `hits` may be NULL. The world may change between two
 * calls: what the list has passed does not come again. */

/* The place at which a list goes on. Zeros begin a list. */
typedef struct hm_cursor {
    hm_kind kind;
    uint32_t index;
} hm_cursor;

/* Lists all that a sprite at (x, y) overlaps. Returns how many it wrote. */
HM_API uint32_t hm_world_list(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                              hm_cursor *next, hm_met *hits, uint32_t capacity);

/* Lists all that a placed sprite touches. Returns how many it wrote. */
HM_API uint32_t hm_world_list_placed(const hm_world *world, const hm_sprite *a,
                                     const hm_placement *at, hm_cursor *next, hm_met *hits,
                                     uint32_t capacity);

/* Lists all that is solid at pixel (x, y). Returns how many it wrote. */
HM_API uint32_t hm_world_list_point(const hm_world *world, int32_t x, int32_t y, hm_cursor *next,
                                    hm_met *hits, uint32_t capacity);

/* Lists all that has a solid pixel in a box. Returns how many it wrote. */
HM_API uint32_t hm_world_list_box(const hm_world *world, const hm_box *box, hm_cursor *next,
                                  hm_met *hits, uint32_t capacity);

/* Lists all that has a solid pixel in a circle. Returns how many it wrote. */
HM_API uint32_t hm_world_list_circle(const hm_world *world, int32_t x, int32_t y, uint32_t radius,
                                     hm_cursor *next, hm_met *hits, uint32_t capacity);

/* ---- All pairs of a crowd -------------------------------------------------------------------- */

/* Two items of a crowd; `first` is less than `second`. */
typedef struct hm_pair {
    uint32_t first, second;
} hm_pair;

/* A listing of pairs. 64 bytes on every machine; all of it is private. */
typedef struct hm_pairs {
    void *scratch;
    uint32_t count, room, first, second, cpu;
    uint8_t boxes_alone;
    uint8_t reserved[43 - sizeof(void *)];
} hm_pairs;

/* Returns the bytes of scratch for `count` items: 32 for each and a few more.
 * Returns 0 when this machine cannot address it. */
HM_API size_t hm_pairs_scratch_size(uint32_t count);

/* Begins to list all pairs of items that touch.
 * Without `sprites`, boxes that share a pixel touch.
 * Returns false, with a listing without pairs, when `scratch_size` is too small.
 * The crowd may change afterwards. The scratch, of any alignment, and the sprites must stay. */
HM_API bool hm_pairs_begin(hm_pairs *pairs, const hm_crowd *crowd, void *scratch,
                           size_t scratch_size);

/* Writes the next pairs, each once, from left to right.
 * Returns their number; fewer than `capacity` means that these were the last. */
HM_API uint32_t hm_pairs_next(hm_pairs *pairs, hm_pair *hits, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
