/*
 * affine.h - one way of a map, between masks as they are stored
 *
 * Pixels are counted from the corner of the stored bounds. Positions are 16.16; the pixel that
 * one lies in is its whole part, rounded down.
 */
#ifndef HM_AFFINE_H
#define HM_AFFINE_H

#include "sprite.h"

#include <hitmask_transform.h>

static inline int64_t absolute(int64_t value)
{
    return value < 0 ? -value : value;
}

static inline bool is_within(int64_t value, int64_t limit)
{
    return value >= -limit && value <= limit;
}

/* Maps with a shift beyond it touch nothing: 2^32 pixels. */
#define SHIFT_LIMIT (INT64_C(1) << 48)

/* ---- Ways ----------------------------------------------------------------------------------- */

/* The position of the first pixel's centre, and the steps to the next pixel on each axis. */
struct way {
    int64_t x, y;
    int64_t xx, xy, yx, yy;
};

/* False when nothing touches through the map, because it is out of range, or because the bounds of
 * a sprite are too large. */
bool hm_affine_is_usable(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* The way from a sprite to another, through a usable map. */
struct way hm_way_between(const hm_transform *t, const hm_sprite *from, const hm_sprite *to);

/* Two placements that may move apart: what their maps have in common. The fields are for affine.c.
 */
struct joint_way {
    hm_transform together; /* when the pivots are in one place */
    int32_t cosine, sine;  /* of the angle of the sprite that it leads to */
    int32_t scale_x, scale_y;
};

struct joint {
    struct joint_way to_b, to_a;
};

/* False when hm_affine_place refuses these placements wherever they are. */
bool hm_joint_make(struct joint *out, const hm_placement *a, const hm_placement *b);

/* The map when the pivot of a is at (x, y) from that of b: as hm_affine_place makes it. */
bool hm_joint_place(const struct joint *joint, int64_t x, int64_t y, hm_affine *out);

/* hm_joint_place without limits: the shifts may be out of range. x and y must be within 2^40
 * pixels. */
void hm_joint_part(const struct joint *joint, int64_t x, int64_t y, hm_affine *out);

/* A mask, not empty, that positions are looked up in. The name must be no word of a
 * compiler, such as `target`: in the single header it gets a prefix wherever it stands. */
struct lookup {
    const uint8_t *words;
    int64_t width, height, step;
};

static inline struct lookup lookup_of(const hm_sprite *sprite)
{
    return (struct lookup){sprite->words, sprite->bounds.x1 - sprite->bounds.x0,
                           sprite->bounds.y1 - sprite->bounds.y0, sprite->row_step};
}

/* True if the pixel at a position is solid. A position beside the mask is tested against the first
 * row, and the result is dropped. A branch would be slower, because where outlines meet no
 * processor can predict it. */
static inline bool lookup_has(const struct lookup *mask, int64_t x, int64_t y)
{
    const uint64_t u = (uint64_t)(x >> 16), v = (uint64_t)(y >> 16);
    const uint64_t width = (uint64_t)mask->width, height = (uint64_t)mask->height;
    const uint64_t inside = (uint64_t)(u < width) & (uint64_t)(v < height);
    const uint64_t row = (u / 64 * height + v) * (uint64_t)mask->step & (0 - inside);
    return get_u64(mask->words + row) >> (u % 64) & inside;
}

/* True if the centre of pixel (u, v) lands on a solid one. */
static inline bool way_lands(const struct way *w, int64_t u, int64_t v, const struct lookup *to)
{
    return lookup_has(to, w->x + w->xx * u + w->xy * v, w->y + w->yx * u + w->yy * v);
}

/* ---- How well two ways fit ------------------------------------------------------------------ */

/* The largest |S(T(p)) - p| over the corners of the sprite's box, exact, with 33 binary places.
 * ROUND_TRIP_LOST, when it is too large to be worth a number: from 2^26 pixels on for the origin,
 * from 2^27 pixels on for a corner, and for some maps that no builder makes. Then it may be as
 * large as 2^46 pixels. */
#define ROUND_TRIP_LOST (INT64_C(1) << 60)
int64_t hm_round_trip(const hm_transform *t, const hm_transform *s, const hm_sprite *sprite);

/* The least pruning of a sprite with which a pixel that is not in its list returns to a solid pixel
 * from a round trip: through `back`, with the error of that trip. A list that holds all pixels
 * counts as pruned by any amount. */
uint32_t hm_prune_needed(const hm_transform *back, int64_t error);

/* True if some step to a neighbour, straight or diagonal, takes at most so many pixels on the
 * other side. Going such steps, two pixels that are both deep reach a listed one. */
bool hm_steps_within(const hm_transform *t, uint32_t pixels);

/* ---- After a move ---------------------------------------------------------------------------- */

/* The map after `a` has moved by (x, y) in its own pixels, in 16.16. It may be out of range. */
hm_affine hm_move_map(const hm_affine *map, int64_t x, int64_t y);

/* The map to a sprite `b` that stands (right, down) pixels further away: the same for all its
 * pixels. */
static inline hm_affine shifted_map(const hm_affine *map, int64_t right, int64_t down)
{
    hm_affine out = *map;
    out.to_b.x -= right * 65536;
    out.to_b.y -= down * 65536;
    out.to_a.x += map->to_a.xx * right + map->to_a.xy * down;
    out.to_a.y += map->to_a.yx * right + map->to_a.yy * down;
    return out;
}

/* The map from a part of `a` whose first pixel is (x, y) of it. */
static inline hm_affine part_map(const hm_affine *map, int64_t x, int64_t y)
{
    hm_affine out = *map;
    out.to_b.x += map->to_b.xx * x + map->to_b.xy * y;
    out.to_b.y += map->to_b.yx * x + map->to_b.yy * y;
    out.to_a.x -= x * 65536;
    out.to_a.y -= y * 65536;
    return out;
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* Gets the gradient of the contact area, in the pixels of `a`. False when nothing touches. */
bool hm_map_normal(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, int64_t *x,
                   int64_t *y);

/* The most rows and columns of a sprite whose contacts are marked. */
enum { CONTACT_ROWS = 64 };

/* Marks the contact pixels of an upright mask of so many pixels at most, from (0, 0): bit x of row
 * y. */
void hm_mark_contacts(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                      uint64_t rows[CONTACT_ROWS]);

#endif
