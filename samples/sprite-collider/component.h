/*
 * component.h - a sprite collider component for Unity, in our own code
 */
#ifndef COMPONENT_H
#define COMPONENT_H

#include "pixels.h"

/* The picture whose alpha counts, which may be a mask of its own; with is_box all of it counts. */
struct collider {
    const struct picture *solid;
    bool is_box;
    int x, y;
};

/* The answers about two of them. */
struct answer {
    bool boxes, edges, touch; /* edges: that is all that their boxes share */
    hm_box shared;            /* in the world */
};

hm_box collider_box(const struct collider *collider);

/* A box of the world in the pixels of a collider. */
hm_box collider_to_local(hm_box box, const struct collider *collider);

struct answer collider_answer(const struct collider *a, const struct collider *b);

#endif
