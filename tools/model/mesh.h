/*
 * mesh.h - loops cut into triangles, as half edges
 *
 * A half edge leads from its origin to the origin of the next one; what it bounds lies to its
 * right as seen. Its twin leads back along the other side; the loops' own edges have none.
 */
#ifndef MESH_H
#define MESH_H

#include "model/loops.h"

#define NO_HALF UINT32_MAX

struct half {
    uint32_t origin, next, before, twin;
};

/* Half edge i leads along the loops' edge i; those of the cuts come after them. */
struct mesh {
    const struct loops *loops;
    struct half *halves;
    uint32_t count;
};

static inline struct spot mesh_corner(const struct mesh *mesh, uint32_t half)
{
    return mesh->loops->corners[mesh->halves[half].origin];
}

/* Cuts loops that neither cross nor touch. The triangles are those of Delaunay, but for edges that
 * are too long for whole numbers. All memory is the arena's. */
void mesh_make(struct mesh *mesh, const struct loops *loops, struct arena *arena);

#endif
