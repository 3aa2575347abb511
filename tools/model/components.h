/*
 * components.h - finds the connected components of a bitmap
 *
 * A run is neighbouring pixels of a row. Runs that touch are one component.
 */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include "base/error.h"
#include "picture/bitmap.h"

/* Pixels x0 to x1, without x1, of row y. */
struct run {
    uint32_t x0, x1, y;
    uint32_t component; /* the index of its root run, whose `area` and `at_border` are for all */
    uint32_t area;      /* pixels of the component */
    bool at_border;     /* some pixel of the component is at the bitmap's border */
};

struct components {
    struct run *runs; /* in reading order */
    size_t count, capacity;
};

/* Components of solid pixels, which also touch at corners, or of empty ones, which do not. So any
 * closed line of solid pixels separates inside from outside. */
enum component_kind { COMPONENTS_SOLID, COMPONENTS_EMPTY };

/* `out` is to be freed when this succeeds. */
bool components_find(const struct bitmap *bitmap, enum component_kind kind, struct components *out,
                     struct error *err);
void components_free(struct components *components);

#endif
