/*
 * pieces.h - convex pieces that cover polygons
 *
 * The polygons are cut into triangles, and triangles are joined while they stay convex; then three
 * neighbours are made two where a single cut is enough. Notches that are hardly deep may be filled
 * for that. Each piece is what a physics engine makes of it (engine.h).
 */
#ifndef PIECES_H
#define PIECES_H

#include "model/loops.h"

struct pieces_rule {
    uint32_t corners_most;     /* of a piece, 3 to 8 */
    uint32_t notch;            /* corners at most that deep are filled, in 1/256 pixel */
    uint32_t pixels_per_metre; /* for the engine */
};

/* Loops neither cross nor touch, but those of an outline: they may touch in corners. All memory is
 * the arena's. `lost` is the area that no piece covers because an engine would refuse it, in 1/512
 * square pixels. */
void pieces_make(const struct loops *polygons, const struct pieces_rule *rule, struct arena *arena,
                 struct loops *out, uint64_t *lost);

#endif
