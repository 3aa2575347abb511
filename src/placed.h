/*
 * placed.h - a sprite in the world, and the pixels of the world
 */
#ifndef HM_PLACED_H
#define HM_PLACED_H

#include "affine.h"
#include "path.h"

/* The pixels of the world, counted from the one that a pivot lies in, as the pixels of a sprite
 * `b`.
 */
struct plane {
    hm_affine map;
    int64_t x, y; /* of pixel (0, 0) */
};

/* False when the placement is refused. */
bool hm_world_round(const hm_placement *at, struct plane *out);

/* The place in which a shape and a placed sprite meet: the first contact pixel of the sprite, and
 * the first pixel of the shape, in the world. Both may be NULL. */
struct contact {
    hm_point *hit, *pixel;
};

bool hm_box_meets_placed(const hm_sprite *sprite, const hm_placement *at, const hm_box *box,
                         const struct contact *out);
bool hm_circle_meets_placed(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                            uint32_t radius, const struct contact *out);

/* Follows a path from its beginning for at most `length` steps. */
bool hm_path_meets_placed(const hm_sprite *sprite, const hm_placement *at, hm_point from,
                          const struct path *path, uint64_t length, const struct contact *out,
                          uint64_t *steps);

/* Turns a normal in the pixels of a sprite into one of the world. */
void hm_turn_normal(const hm_placement *at, int64_t *x, int64_t *y);

/* ---- Steps ---------------------------------------------------------------------------------- */

/* A way in steps: so much is gone after all of them. */
struct pace {
    int64_t by, steps;
    int64_t whole, rest; /* the size of `by` / steps */
};

static inline struct pace pace_of(int64_t by, int64_t steps)
{
    const int64_t most = larger(steps, 1);
    return (struct pace){by, most, absolute(by) / most, absolute(by) % most};
}

/* by * i / steps to the nearest, halves away from zero; i is not above `steps`. */
static inline int64_t pace_part(const struct pace *pace, int64_t i)
{
    const uint64_t twice = 2 * (uint64_t)pace->steps;
    const int64_t more = (int64_t)((2 * (uint64_t)(pace->rest * i) + twice / 2) / twice);
    const int64_t way = pace->whole * i + more;
    return pace->by < 0 ? -way : way;
}

/* Cuts a move into steps, none of which is longer than `length`, and begins the result of a sweep
 * without contact. False when the move is out of range. */
bool hm_plan_steps(int64_t x, int64_t y, int64_t length, struct pace pace[2],
                   hm_affine_sweep_result *out);

#endif
