/*
 * web.h - what the WebAssembly offers JavaScript beside the functions of the library
 *
 * JavaScript has no whole numbers of 64 bits that are not garbage, and cannot see a struct. So the
 * functions here take and return doubles, in pixels instead of 16.16, and write results of several
 * numbers to one array. Each begins where the function of the library ends whose name it has.
 */
#ifndef HM_WEB_H
#define HM_WEB_H

#include <hitmask_canvas.h>
#include <hitmask_world.h>

/* Returns memory of `size` bytes at a multiple of 8, or NULL when there is no more. */
HM_API void *hm_web_alloc(uint32_t size);
HM_API void hm_web_free(void *memory);

/* The array that results are written to. */
HM_API double *hm_web_numbers(void);

/* ---- Sprites ---------------------------------------------------------------------------- */

HM_API double hm_web_sprite_area(const hm_sprite *sprite);
/* True for the view of a canvas, which may change. */
HM_API bool hm_web_sprite_is_live(const hm_sprite *sprite);
HM_API void hm_web_sprite_pivot(const hm_sprite *sprite);
/* name, layer, part, place, turned; the texts as addresses */
HM_API bool hm_web_sprite_source(const hm_sprite *sprite);
/* x, y, xx, xy, yy in pixels, the angle as part of a turn */
HM_API bool hm_web_sprite_moments(const hm_sprite *sprite);
HM_API double hm_web_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);
HM_API double hm_web_overlap_mask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                  void *bits, size_t stride, size_t size);
HM_API bool hm_web_overlap_normal(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);
/* moved, step, hit, normal, contact: 9 numbers, as of each sweep */
HM_API bool hm_web_sweep(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                         int32_t move_x, int32_t move_y);
/* hit, steps */
HM_API bool hm_web_overlap_ray(const hm_sprite *sprite, int32_t x, int32_t y, int32_t dx,
                               int32_t dy);
/* distance, the pixel in a, the pixel in b */
HM_API bool hm_web_gap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                       uint32_t limit);

/* ---- Animations ---------------------------------------------------------------------------- */

HM_API double hm_web_animation_duration(const hm_animation *animation);
/* `time` is 0 or more, and at most 2^53. */
HM_API uint32_t hm_web_animation_at(const hm_animation *animation, double time, hm_play play);

/* ---- Placements ----------------------------------------------------------------------------- */

/* Makes a placement; `turn` is the angle as part of a whole turn. Returns false when a number is
 * not finite, or too large to be said in 16.16. */
HM_API bool hm_web_place(hm_placement *out, double x, double y, double pivot_x, double pivot_y,
                         double scale_x, double scale_y, double turn);
HM_API double hm_web_placed_area(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                                 const hm_placement *at_b);
HM_API bool hm_web_placed_normal(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                                 const hm_placement *at_b);
HM_API bool hm_web_placed_sweep(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                                const hm_placement *at_b, double move_x, double move_y);
HM_API bool hm_web_placed_ray(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                              int32_t dx, int32_t dy);

/* ---- Corners -------------------------------------------------------------------------------- */

/* Both change corners where they lie, between pairs in 16.16 and pairs of doubles in pixels. The
 * second returns false when a number is not finite or too large. */
HM_API void hm_web_corners_to_pixels(void *corners, uint32_t count);
HM_API bool hm_web_corners_from_pixels(void *corners, uint32_t count);

/* ---- Canvases ------------------------------------------------------------------------------- */

HM_API bool hm_web_canvas_pixels(hm_canvas *canvas, const void *pixels, size_t stride,
                                 int32_t width, int32_t height, uint32_t bytes, uint32_t alpha,
                                 uint32_t key, uint32_t mask, uint32_t threshold, int32_t x,
                                 int32_t y);
HM_API bool hm_web_canvas_stamp_placed(hm_canvas *canvas, const hm_sprite *sprite,
                                       const hm_placement *at, hm_op op);

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* A world with room for its parts. Its address is that of an hm_world as well. */
struct web_world {
    hm_world world;
    hm_tiles tiles;
    hm_crowd crowd;
    hm_placed_crowd placed;
};

HM_API struct web_world *hm_web_world_new(void);
HM_API void hm_web_world_terrain(struct web_world *web, const hm_sprite *sprite, int32_t x,
                                 int32_t y);
/* `cells` may be NULL: then there is no map. */
HM_API void hm_web_world_tiles(struct web_world *web, int32_t columns, int32_t rows,
                               int32_t tile_width, int32_t tile_height, const uint32_t *cells,
                               const hm_sprite *const *sprites, const hm_sprite *const *transposed,
                               uint32_t sprite_count, int32_t x, int32_t y);
/* `sides` has all x0 of `room` items, then all y0, x1 and y1. */
HM_API void hm_web_world_crowd(struct web_world *web, const int32_t *sides,
                               const hm_sprite *const *sprites, uint32_t room, uint32_t count);
HM_API void hm_web_world_placed(struct web_world *web, const hm_placement *at,
                                const hm_sprite *const *sprites, const hm_box *boxes,
                                uint32_t count);
HM_API void hm_web_world_self(struct web_world *web, hm_kind kind, uint32_t index);

HM_API double hm_web_world_area(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y);
HM_API bool hm_web_world_normal(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y);
HM_API bool hm_web_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                               int32_t move_x, int32_t move_y, hm_met *met);
HM_API bool hm_web_world_placed_sweep(const hm_world *world, const hm_sprite *a,
                                      const hm_placement *at, double move_x, double move_y,
                                      hm_met *met);
/* Returns true when something is met; the number is that of the steps. */
HM_API bool hm_web_world_ray(const hm_world *world, int32_t x, int32_t y, int32_t dx, int32_t dy,
                             hm_met *met);
/* moved, hit_x, hit_y, on_ground, stuck, kind, index, hit, normal, contact, ground_kind,
 * ground_index, rise: 17 numbers */
HM_API bool hm_web_slide(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                         int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down);
HM_API bool hm_web_pairs_begin(hm_pairs *pairs, const struct web_world *web, void *scratch,
                               size_t scratch_size);

#endif
