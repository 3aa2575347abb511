/*
 * loops.h - closed polygons: rows of corners
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "base/memory.h"

#include <stdint.h>

/* A corner of a polygon, in 1/16 pixel. */
enum { CORNER_ONE = 16 };

struct spot {
    int32_t x, y;
};

/* Polygons lie near an outline, contain all solid pixels, or lie inside them. */
enum polygon_fit { FIT_NEAR, FIT_CONTAIN, FIT_INSIDE, FIT_COUNT };

/* Loop i has the corners from starts[i] to starts[i + 1]. A zeroed one is empty. */
struct loops {
    struct spot *corners;
    uint32_t *starts;
    uint32_t count;
};

static inline uint32_t loops_corner_count(const struct loops *loops)
{
    return loops->count > 0 ? loops->starts[loops->count] : 0;
}

/* True if a comes after b in reading order. */
static inline bool is_later(struct spot a, struct spot b)
{
    return a.y != b.y ? a.y > b.y : a.x > b.x;
}

/* The corner after a corner of a loop. */
static inline uint32_t loops_next(const struct loops *loops, uint32_t loop, uint32_t corner)
{
    return corner + 1 < loops->starts[loop + 1] ? corner + 1 : loops->starts[loop];
}

/* Twice the area of the triangle a, b, c: above 0 when it runs clockwise as seen. */
static inline int64_t turn_of(struct spot a, struct spot b, struct spot c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

static inline bool corner_is(struct spot a, struct spot b)
{
    return a.x == b.x && a.y == b.y;
}

/* Twice the area that a loop encloses: above 0 when it runs clockwise as seen. */
int64_t loops_area(const struct spot *corners, uint32_t count);

/* The first of some corners in reading order. */
uint32_t loops_first_corner(const struct spot *corners, uint32_t count);

/* Adds a loop from its first corner in reading order on. There must be room for it. */
void loops_add(struct loops *loops, const struct spot *corners, uint32_t count);

/* All corners in reading order; the memory is the arena's. */
struct sorted_corner {
    struct spot at;
    uint32_t corner;
} * loops_sort(const struct loops *loops, struct arena *arena);

#endif
