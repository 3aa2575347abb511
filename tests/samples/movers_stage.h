/*
 * movers_stage.h - a scene of some movers, with the memory that it needs
 */
#ifndef MOVERS_STAGE_H
#define MOVERS_STAGE_H

#include "movers.h"

enum { MOVERS_MAX = 16 };

struct stage {
    struct scene scene;
    struct mover movers[MOVERS_MAX];
    const hm_sprite *sprites[MOVERS_MAX];
    int32_t x0[MOVERS_MAX], y0[MOVERS_MAX], x1[MOVERS_MAX], y1[MOVERS_MAX];
};

/* An empty scene in this world. */
void set_stage(struct stage *stage, const hm_world *still);

/* Adds a mover that does not move yet. */
struct mover *enter(struct stage *stage, const hm_sprite *sprite, int32_t x, int32_t y);
struct mover *enter_platform(struct stage *stage, const hm_sprite *sprite, int32_t x, int32_t y,
                             bool one_way);

/* True if `a`, moved by (dx, dy), overlaps `b`. */
bool meets(const struct mover *a, const struct mover *b, int32_t dx, int32_t dy);

/* True if mover `i` overlaps nothing in its world. */
bool is_free(struct stage *stage, uint32_t i);

/* A frame of mover 0, who walks, and falls when nothing is below; it never ends in something. */
void play_walk(struct stage *stage);

#endif
