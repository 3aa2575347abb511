/*
 * hitmask_transform.h - sprites that are turned, scaled or mirrored
 *
 * Most games need placements alone: where a sprite is in the world, its scale and its angle.
 *
 *     hm_placement hero, crate;
 *     hm_place(&hero_sprite, 100, 40, 0, &hero);
 *     hm_place(&crate_sprite, 120, 52, 65536 / 8, &crate);
 *     if (hm_placed_overlap(&hero_sprite, &hero, &crate_sprite, &crate))
 *         ...
 *
 * To test a placed sprite against many things, use hm_world_placed_overlap of hitmask_world.h.
 *
 * Numbers are in 16.16 fixed point: 65536 is 1, or one pixel. Whole numbers are the corners of
 * pixels; the centre of pixel (3, 0) is the point (3.5, 0.5). Angles grow clockwise on the screen;
 * 65536 is a full turn.
 *
 * Two sprites touch when the centre of a solid pixel of one lies in a solid pixel of the other.
 * A contact pixel of `a` is a solid pixel that touches: its centre lies in a solid pixel of `b`, or
 * it holds the centre of a solid pixel of `b`. Each `hit` below is a contact pixel.
 *
 * Nothing touches when a placement is out of range. Queries then return false or 0; hm_placed_exit
 * and hm_placed_escape return true, because no move is needed. A placement is out of range when
 *   - a scale is 0, or more than 64 times that of the other sprite;
 *   - two pivots are more than 2^22 pixels apart;
 *   - the bounds of the sprite are wider or higher than HM_AFFINE_SIDE_MAX.
 *
 * src/EXACT.md has the exact limits, the rounding and the costs.
 */
#ifndef HITMASK_TRANSFORM_H
#define HITMASK_TRANSFORM_H

#include "hitmask.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Placements ---------------------------------------------------------------------------- */

/* The position, scale and angle of a sprite in the world. The sprite is first scaled and then
 * rotated, both about its pivot. */
typedef struct hm_placement {
    int64_t x, y;             /* the pivot in world coordinates */
    int64_t pivot_x, pivot_y; /* the pivot in the sprite: hm_sprite_pivot, or any point */
    int32_t scale_x, scale_y; /* 65536 is the size of the image; a negative scale mirrors about the
                                 pivot; at a scale of 0, as after {0}, nothing touches */
    uint32_t angle;           /* 65536 is a full turn; whole turns make no difference */
} hm_placement;

/* Places a sprite by its top-left pixel (x, y), then turns it about its pivot.
 * The scale is 1; to change it, set `scale_x` and `scale_y`. `out->x` and `out->y` are the pivot:
 * add to both to move the sprite, also by fractions. To mirror in place, place a flipped view. */
HM_API void hm_place(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t angle,
                     hm_placement *out);

/* Gets the cosine and sine of an angle, with the same bits on every machine.
 * Quarter turns are exact; the error is at most a little more than half of 1/65536. */
HM_API void hm_turn(uint32_t angle, int32_t *cosine, int32_t *sine);

/* Returns the angle of a direction, from 0 to 65535; 0 for (0, 0).
 * It undoes hm_turn: the cosine and sine of an angle give that angle again. */
HM_API uint32_t hm_angle(int64_t x, int64_t y);

/* Gets a box of the world that holds a placed sprite.
 * The box is a pixel larger on each side than it needs to be. It is all zero when the sprite is
 * empty or the placement is out of range. */
HM_API void hm_placed_bounds(const hm_sprite *sprite, const hm_placement *at, hm_box *out);

/* Gets the pixel of the world that holds the centre of pixel (x, y).
 * Returns false, with (0, 0), when the placement is out of range. For the `hit` of a sweep, first
 * move `at` by `contact_x` and `contact_y`. */
HM_API bool hm_placed_pixel(const hm_placement *at, int32_t x, int32_t y, hm_point *pixel);

/* ---- Two placed sprites --------------------------------------------------------------------- */

/* Returns true when two placed sprites touch. */
HM_API bool hm_placed_overlap(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                              const hm_placement *at_b);

/* Finds the first contact pixel of `a` in reading order. Returns true when there is one. */
HM_API bool hm_placed_first(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, hm_point *hit);

/* Returns the number of contact pixels of `a`. */
HM_API uint64_t hm_placed_area(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                               const hm_placement *at_b);

/* Gets the contact normal, in 16.16: the direction in which `a` leaves `b`.
 * Returns false, with (0, 0), when the sprites do not touch.
 * The normal is the gradient of the contact area, turned by the angle of `a`. */
HM_API bool hm_placed_normal(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b, int64_t *x, int64_t *y);

/* Finds how many pixels of the world `a` must move to be free.
 * Returns false, with `limit` in `distance`, when more than `limit` pixels are needed. */
HM_API bool hm_placed_exit(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                           const hm_placement *at_b, hm_direction direction, uint32_t limit,
                           uint32_t *distance);

/* Finds the shortest move in whole pixels of the world after which `a` is free.
 * Returns false, with (0, 0), when every move of at most `limit` pixels leaves a contact. */
HM_API bool hm_placed_escape(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b, uint32_t limit, hm_point *move);

/* The result of a sweep of a placed sprite. All moves are relative to the start, in 16.16. */
typedef struct hm_affine_sweep_result {
    int64_t moved_x,
        moved_y;      /* the last position without contact; (0, 0) if `a` touches at the start */
    uint64_t step;    /* the step that makes contact, from 1; 0 if `a` touches at the start */
    hm_point hit;     /* the first contact pixel of `a` after that step */
    int64_t normal_x; /* the contact normal after that step, see hm_placed_normal */
    int64_t normal_y;
    int64_t contact_x, contact_y; /* the position after that step: `hit` lies there */
} hm_affine_sweep_result;

/* Moves `a` by (move_x, move_y), in 16.16, but stops one step before it touches `b`.
 * Returns true at contact. Otherwise `moved_x` and `moved_y` are the whole move, `step` is the
 * number of all steps, and the rest is 0. All steps are equal: along each axis at most a pixel of
 * the world, or of a sprite scaled below 1. So a gap of less than a pixel may be left. To rotate
 * `a` too, set its angle, ask hm_placed_overlap, then sweep: no query tests the angles between. */
HM_API bool hm_placed_sweep(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, int64_t move_x, int64_t move_y,
                            hm_affine_sweep_result *out);

/* ---- Shapes against a placed sprite ---------------------------------------------------------- */

/* A shape covers whole pixels of the world, the same as in hm_overlap_box and the other shapes. It
 * touches like a sprite of these pixels. `hit` is a pixel of the placed sprite. */

/* Finds the first contact pixel with a box in reading order. Returns true when there is one. */
HM_API bool hm_placed_box(const hm_sprite *sprite, const hm_placement *at, const hm_box *box,
                          hm_point *hit);

/* Finds the first contact pixel with a circle in reading order. Returns true when there is one. */
HM_API bool hm_placed_circle(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                             uint32_t radius, hm_point *hit);

/* Follows a segment to its first pixel that touches; `hit` is the first contact pixel with it.
 * Returns true when a pixel of the path touches. */
HM_API bool hm_placed_segment(const hm_sprite *sprite, const hm_placement *at, int32_t x0,
                              int32_t y0, int32_t x1, int32_t y1, hm_point *hit);

/* Follows a ray to its first pixel that touches; `hit` is the first contact pixel with it.
 * Returns true when a pixel of the path touches; `steps` is the number of pixels before it. */
HM_API bool hm_placed_ray(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                          int32_t dx, int32_t dy, hm_point *hit, uint64_t *steps);

/* ---- Maps ------------------------------------------------------------------------------------ */

/* One direction of a map between two sprites: the point (px, py) becomes
 *
 *     (xx * px + xy * py + x,  yx * px + yy * py + y)
 *
 * Queries compute these sums exactly. A point lies in the pixel that is its whole part, rounded
 * down. */
typedef struct hm_transform {
    int32_t xx, xy, yx, yy;
    int64_t x, y;
} hm_transform;

/* A map between the pixels of two sprites, in both directions, with flips applied.
 * The functions below fill a map in; for a shear, you may also write the numbers yourself. Queries
 * use both directions as they are. A map is out of range when a factor is beyond
 * +-HM_AFFINE_FACTOR_MAX or a shift is beyond +-2^32 pixels: then nothing touches. */
typedef struct hm_affine {
    hm_transform to_b; /* from the pixels of `a` to those of `b` */
    hm_transform to_a; /* from the pixels of `b` to those of `a` */
} hm_affine;

/* The largest factor of a map: 64. */
#define HM_AFFINE_FACTOR_MAX (64 << 16)
/* The largest shift that hm_affine_make and hm_affine_place accept: 2^22 pixels. */
#define HM_AFFINE_SHIFT_MAX (INT64_C(1) << 38)
/* The longest side of the bounds of a sprite that touches anything through a map. */
#define HM_AFFINE_SIDE_MAX 65535

/* Makes the identity map: every point stays in its place. */
HM_API void hm_affine_identity(hm_affine *out);

/* Makes the map of a translation: (dx, dy) is as in hm_overlap, but in 16.16. */
HM_API void hm_affine_translation(hm_affine *out, int64_t dx, int64_t dy);

/* Makes the map whose `to_b` has the given numbers, and its rounded inverse as `to_a`.
 * Returns false, with a map out of range, when there is no inverse or a number is too large. */
HM_API bool hm_affine_make(hm_affine *out, int32_t xx, int32_t xy, int32_t yx, int32_t yy,
                           int64_t x, int64_t y);

/* Makes the map between two sprites from their placements in one world.
 * Returns false, with a map out of range, when a scale is 0 or a number is too large. */
HM_API bool hm_affine_place(hm_affine *out, const hm_placement *a, const hm_placement *b);

/* Makes the map for the swapped sprites. `out` may be `map`. */
HM_API void hm_affine_inverse(const hm_affine *map, hm_affine *out);

/* Returns true when two sprites touch through a map. */
HM_API bool hm_affine_overlap(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Finds the first contact pixel of `a` in reading order. Returns true when there is one. */
HM_API bool hm_affine_first(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            hm_point *hit);

/* Returns the number of contact pixels of `a`. */
HM_API uint64_t hm_affine_area(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Returns true when a point of `a` lands in a solid pixel of `b`.
 * Only the first `limit` points count, or all with UINT32_MAX. `hit` is the pixel of the first such
 * point in list order. */
HM_API bool hm_affine_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             uint32_t limit, hm_point *hit);

/* Returns true when a test of all points of both sprites is exact.
 * Test `a` with the map, and `b` with its inverse. The default bake is exact for every rotation at
 * scales from 0.5 to 2, less than 1000 pixels apart. Returns false for a prune of 0. */
HM_API bool hm_affine_points_exact(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Outlines, polygons and pieces for a physics engine, if the bake made them. All corners are in
 * 16.16. Outer loops run clockwise on the screen, and loops of holes run counterclockwise, also in
 * a sprite that is flipped, or mirrored by its placement. */

typedef enum hm_shape_kind {
    HM_SHAPE_OUTLINE,  /* exact loops along the edges of pixels */
    HM_SHAPE_POLYGONS, /* loops of few corners near the outline */
    HM_SHAPE_PIECES,   /* convex pieces of the polygons */
    HM_SHAPE_HULL      /* one convex loop round all solid pixels */
} hm_shape_kind;

/* A point in 16.16. */
typedef struct hm_spot {
    int64_t x, y;
} hm_spot;

/* A view of the shapes of a sprite, valid as long as the pack. It has 80 bytes on every machine;
 * all fields are private. */
typedef struct hm_shapes {
    const uint8_t *loops, *corners;
    uint64_t corner_count;
    uint32_t counts[4], flags, stride;
    int32_t left, top, width, height;
    uint8_t reserved[32 - 2 * sizeof(const uint8_t *)];
} hm_shapes;

/* Gets the shapes of a sprite. The shapes of a flipped sprite are flipped, too.
 * Returns false, with no loops, for a sprite without shapes, or a sprite that does not come from a
 * pack. The call takes as long as finding a name: keep the view. */
HM_API bool hm_sprite_shapes(const hm_sprite *sprite, hm_shapes *out);

/* Returns the number of loops of a kind. */
HM_API uint32_t hm_shapes_count(const hm_shapes *shapes, hm_shape_kind kind);

/* Copies the corners of a loop, in pixels of the sprite. Returns the number of corners.
 * Copies nothing when that number is more than `capacity`, or there is no such loop. */
HM_API uint32_t hm_shapes_loop(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                               hm_spot *corners, uint32_t capacity);

/* Copies the corners of a loop as a placement puts them into the world. Returns their number.
 * Copies nothing when that number is more than `capacity`, when there is no such loop, or when a
 * corner lies more than 2^23 pixels from the pivot. Each corner is rounded to 1/65536 twice. */
HM_API uint32_t hm_shapes_placed(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                                 const hm_placement *at, hm_spot *corners, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
