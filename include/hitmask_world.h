/*
 * hitmask_world.h - terrain, tiles and crowds as one world
 */
#ifndef HITMASK_WORLD_H
#define HITMASK_WORLD_H

#include "hitmask_transform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Many -------------------------------------------------------------------------------- */

/* A crowd: many sprites, in arrays of `count` items that the caller keeps.
 * Box i (x0[i], y0[i], x1[i], y1[i]) is the bounds of sprites[i] in world coordinates: take
 * hm_sprite_bounds of the view and move it to the position of the sprite. (x0[i], y0[i]) sets the
 * position of the mask: the top-left corner of the bounds lies there. (x1[i], y1[i]) is used only
 * to compare boxes. Masks are compared only when the box overlaps the bounds of the one sprite. An
 * empty box touches nothing: use it to leave an item out. The same sprite may occur in several
 * items. An item of `sprites` may be NULL or an empty sprite; such an item touches nothing.
 * If `sprites` itself is NULL, hm_overlap_many16 and hm_pairs_begin16 compare only boxes and
 * bounds; in a world, and for shapes and rays, each item is then solid throughout its box. The
 * arrays may be NULL when `count` is 0. */
typedef struct hm_crowd16 {
    const int16_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd16;

/* The same with int32_t, for a world that does not fit between -32768 and 32767. It takes about
 * twice the time to compare boxes. */
typedef struct hm_crowd32 {
    const int32_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd32;

/* Lists the items of a crowd that `a` touches, with `a` at (x, y) in the world: each index i of at
 * least *next, in ascending order, whose box overlaps the bounds of `a` and whose sprite has a
 * solid pixel on a solid pixel of `a`. Writes the indices to `hits` and returns their number, at
 * most `capacity`. Sets *next to the index at which the next call continues: it is `count` after
 * the last item, and less than `count` only when `hits` is full. Set *next to 0 before the first
 * call.
 *
 *     uint32_t next = 0, hits[16];
 *     while (next < crowd.count) {
 *         const uint32_t found = hm_overlap_many16(&hero, x, y, &crowd, &next, hits, 16);
 *         for (uint32_t i = 0; i < found; i++)
 *             hurt(hits[i]);
 *     }
 *
 * If `capacity` is 0, the call returns 0 and does not change *next; `hits` may then be NULL.
 * Otherwise, if *next is `count` or more, the call returns 0 and sets *next to `count`. The
 * contents of `hits` past the returned number are undefined. The crowd may change between two
 * calls: items before *next are done, and all others are looked at in the next call, even if they
 * were looked at in this one. If `a` itself is in the crowd, it is listed, because it touches
 * itself. */
HM_API uint32_t hm_overlap_many16(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd16 *crowd,
                                  uint32_t *next, uint32_t *hits, uint32_t capacity);

/* The same for a crowd with boxes of int32_t. */
HM_API uint32_t hm_overlap_many32(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd32 *crowd,
                                  uint32_t *next, uint32_t *hits, uint32_t capacity);

/* ---- Tiles ------------------------------------------------------------------------------- */

/* The content of a cell of a tile map: the index of a sprite, and how the sprite is turned there.
 * The flags are those of Tiled. Cells of 16 bits have flags of their own: these here do not fit.
 * The flag 0x10000000 of Tiled, which is for maps of hexagons, makes no difference: the index has
 * 28 bits. */
#define HM_TILE_FLIP_X    UINT32_C(0x80000000) /* mirrored from left to right */
#define HM_TILE_FLIP_Y    UINT32_C(0x40000000) /* mirrored from top to bottom */
#define HM_TILE_TRANSPOSE UINT32_C(0x20000000) /* x and y exchanged, before the flips */

/* The same in cells of 16 bits: 13 bits are left for the index. */
#define HM_TILE16_FLIP_X    UINT16_C(0x8000)
#define HM_TILE16_FLIP_Y    UINT16_C(0x4000)
#define HM_TILE16_TRANSPOSE UINT16_C(0x2000)

/* A map of tiles, in arrays that the caller keeps; they may change between two queries. Cell
 * (column, row) is number row * width + column. Its top-left pixel is pixel (column * tile_width,
 * row * tile_height) of the map, and the top-left pixel of its sprite lies there.
 * A cell has the sprite of `sprites`, or with HM_TILE_TRANSPOSE that of `transposed` alone, which
 * the caller makes with hm_sprite_transpose; `transposed` may be NULL. HM_TILE_FLIP_X and
 * HM_TILE_FLIP_Y mirror the sprite inside its own size. A cell is empty when its index is
 * `sprite_count` or more, or when there is no such sprite, or when it is wider or higher than a
 * tile: the whole sprite, with empty borders (hm_sprite_width).
 * A cell that reaches pixel INT32_MAX of the map, or beyond, is empty. The whole map is empty when
 * one of the first four numbers is 0 or less, or when both arrays of cells are NULL.
 * In Tiled the index 0 is an empty cell: let sprites[0] be NULL. With several tilesets, `sprites`
 * has all numbers of the map, and NULL where there is no tile. Beyond its edges a map is empty. The
 * same cells with other arrays of sprites (of `transposed`, too) are a second layer: ladders,
 * spikes, water. One-way platforms are not tiles but items of a crowd: see hm_world. The tiles of a
 * sheet that was baked with --grid are called sheet.png#0, sheet.png#1 and so on: find each by its
 * name (hm_pack_find), for a pack is sorted by names. */
typedef struct hm_tiles {
    int32_t width, height;           /* of the map, in cells */
    int32_t tile_width, tile_height; /* in pixels */
    const uint16_t *cells16;         /* the cells; used when it is not NULL, */
    const uint32_t *cells32;         /* and else this */
    const hm_sprite *const *sprites; /* may be NULL when sprite_count is 0 */
    const hm_sprite *const *transposed;
    uint32_t sprite_count; /* of each of both arrays */
} hm_tiles;

/* In the queries about a sprite, `a` stands at (x, y): its top-left pixel lies on pixel (x, y) of
 * the map. Any int32_t is safe. Each of these queries answers as its namesake of two sprites would
 * if the map were one large sprite. Their time grows with the number of cells under the bounds of
 * `a`, and with that of hm_overlap for each of these that is not empty. */

/* Returns true when pixel (x, y) of the map is solid. */
HM_API bool hm_tiles_solid(const hm_tiles *tiles, int32_t x, int32_t y);

/* Returns true when a solid pixel of `a` lies on a solid pixel of the map. */
HM_API bool hm_tiles_overlap(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y);

/* Like hm_tiles_overlap, and writes the first such pixel in reading order to `hit`, in the
 * coordinates of `a`. `hit` may be NULL; it is not changed when nothing overlaps. */
HM_API bool hm_tiles_first(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                           hm_point *hit);

/* Returns the number of pixels that are solid in both. */
HM_API uint64_t hm_tiles_area(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y);

/* Gets the contact normal, as hm_overlap_normal does: the area with `a` one pixel further left less
 * that with `a` one pixel further right, and in the same way for y. Returns false, with (0, 0),
 * when nothing overlaps. */
HM_API bool hm_tiles_normal(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                            int64_t *normal_x, int64_t *normal_y);

/* Gets the smallest number of pixels that `a` must move in `direction` so that it no longer
 * overlaps the map; 0 when it does not overlap now. Returns false, with `limit` in `distance`, when
 * it still overlaps after each move of 0 to `limit` pixels. Its time grows with the distance,
 * because it tries every distance in turn. */
HM_API bool hm_tiles_exit(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                          hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move after which `a` no longer overlaps the map, by the rules of
 * hm_overlap_escape. Its time grows with the square of the length of the move. */
HM_API bool hm_tiles_escape(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                            uint32_t limit, hm_point *move);

/* Moves `a` by (move_x, move_y) until it touches the map, by the rules of hm_sweep. It looks at all
 * cells under the bounds for each piece of the move that is as long as a tile, or 16 pixels if that
 * is more, so the time grows with the number of these cells times the length of the move. Cells
 * that are not empty take the time of hm_sweep; where all are empty, no step is tested. */
HM_API bool hm_tiles_sweep(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                           int32_t move_x, int32_t move_y, hm_sweep_result *out);

/* Shapes against a map: the same as hm_overlap_box, hm_overlap_circle, hm_overlap_segment and
 * hm_overlap_ray with one large sprite. All coordinates, also those of `hit`, are pixels of the
 * map. `hit` and `steps` may be NULL; they are not changed when the function returns false. The
 * time grows with the cells under the shape, and with the part of the shape inside these of them
 * that are not empty. */
HM_API bool hm_tiles_box(const hm_tiles *tiles, const hm_box *box, hm_point *hit);
HM_API bool hm_tiles_circle(const hm_tiles *tiles, int32_t x, int32_t y, uint32_t radius,
                            hm_point *hit);
HM_API bool hm_tiles_segment(const hm_tiles *tiles, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                             hm_point *hit);
HM_API bool hm_tiles_ray(const hm_tiles *tiles, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_point *hit, uint64_t *steps);

/* ---- Moves ------------------------------------------------------------------------------- */

/* All that a moving sprite may meet, in world coordinates. Any part may be NULL, so a world of
 * zeros is empty. `terrain` is one sprite, which may be large: its top-left pixel lies at
 * (terrain_x, terrain_y). Pixel (0, 0) of `tiles` lies at (tiles_x, tiles_y). Item i of `crowd16`
 * has the index i, and item i of `crowd32` the index crowd16->count + i, or i without a `crowd16`.
 * The boxes of crowds must be the bounds of their sprites, or empty to leave an item out. The items
 * of a crowd whose `sprites` is NULL are solid throughout their boxes; of a box with a side of more
 * than INT32_MAX, the first INT32_MAX columns and rows count.
 * A platform that lets through what comes from below is an item whose box is empty while `a` is not
 * above it: set it before each move, by whether the bounds of `a` end at or above the top of the
 * platform (`choose` in Recipe, at the end). If its top is no level line, let it count while `a`
 * does not overlap it and move_y is not negative; its ends and its underside are then walls for who
 * comes from the side, also on foot. So everybody who moves needs a world of their own, with such
 * boxes.
 * Movers that stop each other are items of each other's worlds: `self` leaves a mover out of its
 * own. One that has others as items but is no item of theirs lets them move into it. What is turned
 * or scaled is no part of a world: at each new angle, stamp it into a small canvas
 * (hm_canvas_stamp_affine), whose view can be an item, and ask whether it has room there
 * (hm_world_overlap) before it takes that angle. A shape is a sprite as well: hm_sprite_box makes
 * boxes, and one of 1 x 1 pixel that is swept is a shot or a line of sight (hm_world_sweep), on the
 * path of hm_overlap_segment; `step` and `moved` say how far it comes. */
typedef struct hm_world {
    const hm_sprite *terrain;
    const hm_tiles *tiles;
    const hm_crowd16 *crowd16;
    const hm_crowd32 *crowd32;
    int32_t terrain_x, terrain_y, tiles_x, tiles_y;
    uint32_t self; /* the index, plus 1, of one item that is left out, such as the moving sprite
                      itself; 0, and a number of no item, leave out nothing */
} hm_world;

/* Who was met. */
typedef enum hm_kind { HM_NOTHING, HM_TERRAIN, HM_TILES, HM_CROWD } hm_kind;

/* Returns true when `a`, at (x, y) in the world, overlaps something: when a solid pixel of it lies
 * on a solid pixel of the terrain, of the tiles or of an item of the crowds. Writes who it is to
 * `kind`, and the index of the item, else 0, to `index`: the terrain if it overlaps, else the
 * tiles, else the item with the smallest index. Both may be NULL; they are not changed when the
 * function returns false. The time is that of hm_overlap, hm_tiles_overlap and hm_overlap_many16
 * together. */
HM_API bool hm_world_overlap(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                             hm_kind *kind, uint32_t *index);

/* Gets the smallest number of pixels that `a`, at (x, y), must move in `direction` so that it
 * overlaps nothing in the world; 0 when it overlaps nothing now. Returns false, with `limit` in
 * `distance`, when it still overlaps after each move of 0 to `limit` pixels. Its time grows with
 * the distance, because it tries every distance in turn. */
HM_API bool hm_world_exit(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                          hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move after which `a` overlaps nothing in the world, by the rules of
 * hm_overlap_escape: the way out for somebody who is stuck, in the world of their slides. Its time
 * grows with the square of the length of the move. */
HM_API bool hm_world_escape(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                            uint32_t limit, hm_point *move);

/* Moves `a` from (x, y) by (move_x, move_y) until it touches something in the world, by the rules
 * of hm_sweep: every position on the path is tested. Writes who is touched first to `kind` and
 * `index`; of several at the same step, it chooses as hm_world_overlap does. `hit` and the normal
 * in `out` are about who is written. `kind` and `index` may be NULL; they are not changed when the
 * function returns false.
 * Terrain and each item whose box meets the area that the bounds cover on their way take the time
 * of hm_sweep, tiles that of hm_tiles_sweep. Items elsewhere only take the time to compare their
 * boxes, once. */
HM_API bool hm_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                           int32_t move_x, int32_t move_y, hm_sweep_result *out, hm_kind *kind,
                           uint32_t *index);

/* The result of hm_slide. */
typedef struct hm_slide_result {
    hm_point moved; /* from the start to the end */
    bool hit_x;     /* a step along x was blocked for good */
    bool hit_y;     /* a step along y was blocked, by a floor or a ceiling */
    bool on_ground; /* one pixel further down from the end it would overlap, also when stuck */
    bool stuck;     /* it overlaps at the start: nothing moved, and hit_x and hit_y are false */
    hm_kind kind;   /* who blocked the first step that was blocked, or is overlapped when stuck: of
                       several, the one that hm_world_overlap names */
    uint32_t index; /* the index of that item, else 0 */
    hm_point hit;   /* the first pixel of `a`, in reading order, that overlaps who is in `kind`, if
                       `a` had taken that step without a rise, or at the start when stuck: in the
                       world it is at the start plus `contact` plus `hit` */
    int64_t normal_x, normal_y; /* the contact normal of `a` and who is in `kind` there, see
                                   hm_overlap_normal */
    hm_point contact;    /* the position after that step, relative to the start: `hit` lies there */
    hm_kind ground_kind; /* who is below, that hm_world_overlap names one pixel further down; */
    uint32_t ground_index; /* HM_NOTHING and 0 when it is not on the ground */
} hm_slide_result;

/* Moves `a` from (x, y) by (move_x, move_y). Where it is blocked along one axis, it goes on along
 * the other one; it climbs up slopes and stairs, and follows them down. A position is free when `a`
 * overlaps nothing in the world there. `step_up` and `step_down` are what a slope rises and falls
 * in a column, 1 where it has 45 degrees, or the height of a stair.
 *
 * The rule: if the start is not free, `stuck` is true and nothing moves. Else the steps of the path
 * of hm_sweep are taken one after the other, each from where `a` is then:
 *
 *   - A step along y moves by one pixel if that position is free. Else it is blocked, `hit_y` is
 *     true, and all later steps along y are left out.
 *   - A step along x moves by one pixel if that position is free. Else `a` rises, pixel by pixel
 *     and at most `step_up` pixels, as long as the position straight above is free. It takes the
 *     step from the first height from which the position beside is free. If there is no such
 *     height, `a` does not rise, the step is blocked, `hit_x` is true, and all later steps along x
 *     are left out.
 *   - After a step along x without a rise, `a` may sink: if move_y is 0 or more, and before the
 *     step the position one pixel further down was not free, it sinks by the least number of
 *     pixels, 0 to `step_down`, after which the position one pixel further down is not free. If
 *     there is no such number, it does not sink: it walks off the edge. Only steps along x sink: if
 *     the ground sinks below somebody who stands still, they are in the air.
 *
 * Returns true when a step was blocked or `a` is stuck. Otherwise `kind` is HM_NOTHING, and
 * `index`, `hit`, `contact` and the normal are 0. `moved` and `contact` saturate at the ends of
 * int32_t. The time grows with the number of steps, and for each with the positions that its rule
 * names: at an edge below which nothing lies, these are all `step_down` of them. Where nothing is
 * within some pixels, many steps are taken at once.
 *
 * In a game: on the ground, pass a move_y of 0 and a `step_down` of 1 or more; `a` follows the
 * ground, and what blocks it is a wall. With a fall in move_y, the floor is the first that blocks.
 * In the air, pass 0 for both steps, else `a` runs up slopes and stairs while it flies: `step_up`
 * counts anew for each pixel along x. A slope then blocks along x as a wall does: so keep the speed
 * along x while `a` is in the air, and in the move that lands. To tell the two apart, ask whether
 * `a` has room one pixel beside and some pixels further up (hm_world_overlap): then it is a slope.
 * `on_ground` tells what is below, also while `a` rises: it has landed when its speed is not
 * upwards as well. Ceilings block as level ones do, also those that slope. The body of somebody who
 * looks both ways is best a box (hm_sprite_box): a mask that is mirrored may have no room to turn.
 *
 * The pixel of the world where it was stopped, such as that of a tile that breaks, is (x +
 * contact.x + hit.x, y + contact.y + hit.y). When both axes were blocked, the first step was along
 * x if contact.x lies beyond moved.x; who blocked the other step overlaps `a` one pixel further
 * along that axis from the end (hm_world_overlap). Recipe, at the end, has the code of somebody who
 * walks and jumps. */
HM_API bool hm_slide(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                     int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down,
                     hm_slide_result *out);

/* ---- Many shapes, and pairs --------------------------------------------------------------- */

/* Shapes against a crowd, in world coordinates. The boxes of the crowd must be the bounds of their
 * sprites, or empty to leave an item out. If `sprites` of the crowd is NULL, each item is solid
 * throughout its box; of a box with a side of more than INT32_MAX, the first INT32_MAX columns and
 * rows count. Boxes are compared first, and only items whose boxes share a pixel with the shape, or
 * with the smallest box that holds it, are asked as in hm_overlap_box, hm_overlap_circle and so
 * on. */

/* List the items that have a solid pixel in a box, in a circle, or at a pixel: the index of each,
 * in ascending order. `next`, `hits`, `capacity` and the returned number are those of
 * hm_overlap_many16. */
HM_API uint32_t hm_many_box16(const hm_box *box, const hm_crowd16 *crowd, uint32_t *next,
                              uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_box32(const hm_box *box, const hm_crowd32 *crowd, uint32_t *next,
                              uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_circle16(int32_t x, int32_t y, uint32_t radius, const hm_crowd16 *crowd,
                                 uint32_t *next, uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_circle32(int32_t x, int32_t y, uint32_t radius, const hm_crowd32 *crowd,
                                 uint32_t *next, uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_point16(int32_t x, int32_t y, const hm_crowd16 *crowd, uint32_t *next,
                                uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_point32(int32_t x, int32_t y, const hm_crowd32 *crowd, uint32_t *next,
                                uint32_t *hits, uint32_t capacity);

/* Find the first solid pixel on the path of a ray, as in hm_overlap_ray, or of a segment, as in
 * hm_overlap_segment, of all items of a crowd. Write that pixel of the world to `hit`, the number
 * of pixels of the path before it to `steps`, and the item to `index`, of several the one with the
 * smallest index. All three may be NULL; they are not changed when the function returns false. */
HM_API bool hm_many_ray16(const hm_crowd16 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                          hm_point *hit, uint64_t *steps, uint32_t *index);
HM_API bool hm_many_ray32(const hm_crowd32 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                          hm_point *hit, uint64_t *steps, uint32_t *index);
HM_API bool hm_many_segment16(const hm_crowd16 *crowd, int32_t x0, int32_t y0, int32_t x1,
                              int32_t y1, hm_point *hit, uint32_t *index);
HM_API bool hm_many_segment32(const hm_crowd32 *crowd, int32_t x0, int32_t y0, int32_t x1,
                              int32_t y1, hm_point *hit, uint32_t *index);

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

/* Returns the size in bytes of the scratch for a crowd of `count` items, 32 for each and a few
 * more; 0 when this machine cannot address it. */
HM_API size_t hm_pairs_scratch_size(uint32_t count);

/* Begins to list all pairs of items in a crowd that touch: whose boxes share a pixel, and whose
 * sprites have a solid pixel in the same place, by the rules of hm_crowd16. If `sprites` of the
 * crowd is NULL, only the boxes are compared.
 * Copies what it needs of the crowd into `scratch`, so that the crowd may change afterwards. The
 * scratch, of any alignment, and the sprites must stay unchanged until the last pair is listed.
 * Returns false, with a listing without pairs, when `scratch_size` is too small. */
HM_API bool hm_pairs_begin16(hm_pairs *pairs, const hm_crowd16 *crowd, void *scratch,
                             size_t scratch_size);
HM_API bool hm_pairs_begin32(hm_pairs *pairs, const hm_crowd32 *crowd, void *scratch,
                             size_t scratch_size);

/* Writes the next pairs to `hits`, and returns their number, at most `capacity`. Less than
 * `capacity` means that these were the last ones. Each pair comes once.
 *
 *     hm_pair hits[64];
 *     uint32_t found;
 *     hm_pairs_begin16(&pairs, &crowd, scratch, sizeof scratch);
 *     while ((found = hm_pairs_next(&pairs, hits, 64)) > 0)
 *         for (uint32_t i = 0; i < found; i++)
 *             bounce(hits[i].first, hits[i].second);
 *
 * The order: of two items, the one with the smaller x0 is the left one, and of equal x0 the one
 * with the smaller index. Pairs are sorted by their left item, and then by their right one, each
 * from left to right in this order. The time of the beginning grows with `count`; that of the
 * listing with the pairs of items that share a column, very little for each, and with those whose
 * boxes meet. */
HM_API uint32_t hm_pairs_next(hm_pairs *pairs, hm_pair *hits, uint32_t capacity);

/* ---- Turned ------------------------------------------------------------------------------ */

/* More queries through a map, and all of them for two sprites with placements in one world.
 *
 * Moves through a map: a move of `a` by (mx, my), in its own pixels and in 16.16 fixed point, leads
 * to the moved map, with
 *
 *     to_b.x + (to_b.xx * mx + to_b.xy * my) / 65536,    to_a.x - mx,
 *     to_b.y + (to_b.yx * mx + to_b.yy * my) / 65536,    to_a.y - my
 *
 * in the place of the shifts. The quotients are rounded to the nearest, halves up; for whole pixels
 * they are exact. A moved map is like any other: nothing touches through it when it is out of
 * range. When the map is out of range before the move, nothing touches after any move.
 *
 * Placements: a query hm_placed_X asks hm_affine_X through the map that hm_affine_place makes of
 * `at_a` and `at_b`. When hm_affine_place refuses them, nothing touches: queries return false or 0,
 * and hm_placed_exit and hm_placed_escape say that no move is needed. When it refuses them before a
 * move, nothing touches after any move, either, wherever the move leads. `a` moves in the world:
 * after each move the map is made again. A position may then lie beyond the ends of int64_t,
 * because only the distance of the two counts.
 *
 * The time of one test is that of hm_affine_overlap. */

/* Gets the contact normal: the direction in which `a` leaves `b`, from the gradient of the contact
 * area (hm_affine_area), in the pixels of `a`:
 *     x = area after a move of `a` by (-1, 0) - area after a move by (1, 0)
 *     y = area after a move of `a` by (0, -1) - area after a move by (0, 1)
 * The length is that of the gradient, not 1. The normal may be (0, 0), as in hm_overlap_normal.
 * Returns false, with (0, 0), when the sprites do not touch. */
HM_API bool hm_affine_normal(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             int64_t *x, int64_t *y);

/* Gets the smallest number of its own pixels that `a` must move in `direction` so that it no longer
 * touches `b`; 0 when they do not touch now. Returns false, with `limit` in `distance`, when they
 * still touch after each move of 0 to `limit` pixels. It tries every distance in turn. */
HM_API bool hm_affine_exit(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                           hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move of `a` by whole pixels of its own after which it no longer touches `b`, by
 * Euclidean length. When several moves are equally short, the one furthest up counts, and of these
 * the one furthest to the left. The move is (0, 0) when they do not touch. Returns false, with
 * (0, 0), when they touch after every move of at most `limit` pixels. Its time grows with the
 * square of the length of the move. */
HM_API bool hm_affine_escape(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             uint32_t limit, hm_point *move);

/* Moves `a` by (move_x, move_y), in its own pixels and in 16.16, until it touches `b`. The angle
 * and the scale stay as they are. The move has N steps. N is the largest of |move_x|, |move_y| and
 * the changes of to_b.x and to_b.y (the members of the maps, which are rounded) by the whole move,
 * in pixels, rounded up: no step is longer than a pixel of `a` or of `b` on an axis. After step i,
 * `a` is moved by (move_x * i / N, move_y * i / N), rounded to the nearest, halves away from zero.
 * The start is step 0. Returns true when the sprites touch after a step; `out` describes the first
 * such step. Returns false when they touch after no step: the whole move is then in `moved_x` and
 * `moved_y`, N in `step`, and the rest is 0.
 * Nothing touches, and N is 0, when move_x or move_y is beyond
 * +-HM_AFFINE_SHIFT_MAX.
 * The time grows with the number of steps at which the bounds meet. */
HM_API bool hm_affine_sweep(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            int64_t move_x, int64_t move_y, hm_affine_sweep_result *out);

HM_API bool hm_placed_points(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b, uint32_t limit, hm_point *hit);
HM_API bool hm_placed_points_exact(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                                   const hm_placement *at_b);

/* A crowd of placed sprites, in arrays of `count` items that the caller keeps. Box i is
 * hm_placed_bounds of sprites[i] at at[i]; an empty box leaves an item out. An item of `sprites`
 * may be NULL or an empty sprite; such an item touches nothing. If `sprites` itself is NULL, only
 * the boxes are compared, and `at` may be NULL as well. */
typedef struct hm_placed_crowd {
    const hm_placement *at;
    const hm_sprite *const *sprites;
    const hm_box *boxes;
    uint32_t count;
} hm_placed_crowd;

/* Lists the items of a crowd that `a` touches, with `a` placed at `at`: each index of at least
 * *next, in ascending order, whose box overlaps hm_placed_bounds of `a` and whose sprite touches
 * `a` (hm_placed_overlap). For `next`, `hits`, `capacity` and the returned number, see
 * hm_overlap_many16. */
HM_API uint32_t hm_placed_many(const hm_sprite *a, const hm_placement *at,
                               const hm_placed_crowd *crowd, uint32_t *next, uint32_t *hits,
                               uint32_t capacity);

#ifdef __cplusplus
}
#endif

/* ---- Recipe -------------------------------------------------------------------------------
 *
 * Code to copy and to change: somebody who walks, climbs slopes and stairs, jumps, falls and lands.
 * A test takes it from here and runs it; it needs <stdlib.h>. The files `samples/movers.h` and
 * `samples/movers.c` have more: movers that stop, carry and push each other, lifts, ladders,
 * crates, shots, balls that bounce and come to rest, and enemies that turn round at edges.
 *
 * (x, y) is the top-left pixel of the sprite, and `rest_x` and `rest_y` are what the speeds have
 * left over, always less than a pixel, so that it goes to the left as it goes to the right. Speeds
 * are in pixels for each frame. Before each frame, the game sets speed_x; it adds gravity to
 * speed_y when the mover is not on the ground, and to jump it sets speed_y to less than 0.
 * `step_down` is what a slope falls in a column, 1 where it has 45 degrees, or the height of a
 * stair; `step_up` likewise.
 *
 *     struct mover {
 *         const hm_sprite *sprite;
 *         int32_t x, y;
 *         double rest_x, rest_y, speed_x, speed_y;
 *         bool on_ground;
 *     };
 *
 *     static void walk(const hm_world *world, struct mover *m, uint32_t step_up,
 *                      uint32_t step_down)
 *     {
 *         const bool walks = m->on_ground && m->speed_y >= 0;
 *         hm_slide_result result;
 *         m->rest_x += m->speed_x;
 *         m->rest_y += m->speed_y;
 *         const int32_t move_x = (int32_t)m->rest_x, move_y = (int32_t)m->rest_y;
 *         hm_slide(world, m->sprite, m->x, m->y, move_x, move_y, walks ? step_up : 0,
 *                  walks ? step_down : 0, &result);
 *         m->x += result.moved.x;
 *         m->y += result.moved.y;
 *         m->rest_x = result.hit_x ? 0 : m->rest_x - move_x;
 *         m->rest_y = result.hit_y ? 0 : m->rest_y - move_y;
 *         m->on_ground = result.on_ground && m->speed_y >= 0;
 *         if (result.hit_y && m->speed_y > 0 && !m->on_ground) {
 *             // A slope has stopped the fall, and along x it went on beyond it: it lands.
 *             const int32_t most = (int32_t)step_down * abs(result.moved.x);
 *             hm_sweep_result down;
 *             m->on_ground =
 *                 hm_world_sweep(world, m->sprite, m->x, m->y, 0, most, &down, NULL, NULL);
 *             m->y += m->on_ground ? down.moved.y : 0;
 *         }
 *         if (result.hit_x && walks)
 *             m->speed_x = 0;
 *         if (result.hit_y || m->on_ground)
 *             m->speed_y = m->rest_y = 0;
 *     }
 *
 * A wall stops who walks into it; who flies against one, or lands on a slope, keeps the speed along
 * x. `hit_x` is true in frames in which a whole pixel was wanted: to know in each frame whether
 * somebody leans against a wall, ask hm_world_overlap one pixel beside.
 *
 * Platforms that let through what comes from below are boxes of a crowd. The crowd in the world of
 * somebody is a copy of it, whose `y1` is an array of its own, which is made anew before each of
 * their moves: a platform that is not there has an empty box. To drop through those below, the game
 * sets speed_y to 1, or to 1 more than the most pixels that a platform sinks by in a frame, and
 * `on_ground` to false, and passes `drops`, in one frame. Who falls past the end of such a platform
 * in the middle of a move may be stopped by its side in that frame. Platforms that move are moved
 * before all others, pixel by pixel, and with each pixel goes, by an hm_slide of that pixel, with
 * steps of 0, in a world without the platform, who is above it and has it one pixel below: else who
 * falls would be beside one that rises, and not above it.
 *
 *     static void choose(const struct mover *m, const hm_crowd32 *platforms, bool drops,
 *                        int32_t *y1)
 *     {
 *         hm_box own;
 *         hm_sprite_bounds(m->sprite, &own);
 *         for (uint32_t i = 0; i < platforms->count; i++) {
 *             const bool is_below = m->y + own.y1 <= platforms->y0[i];
 *             y1[i] = is_below && !drops ? platforms->y1[i] : platforms->y0[i];
 *         }
 *     }
 */

#endif
