/*
 * views.h - mirrored views, beside the pictures that they must show
 */
#ifndef VIEWS_H
#define VIEWS_H

#include "runtime/oracle.h"

/* A picture, and a sprite that must look like it. */
struct seen {
    const struct subject *picture;
    hm_sprite view;
};

/* The sprite of the picture itself. */
struct seen seen(const struct subject *subject);

/* A view that looks like `shown`. What it mirrors is stored: the mirror image, to be freed. Bit 0
 * of `flips` mirrors left and right, bit 1 top and bottom; higher bits do not count. */
hm_sprite view_of(const struct subject *shown, uint32_t flips, struct subject *stored);

typedef void view_visit(const struct subject *shown, const hm_sprite *view);

/* Visits the four views that look like a picture. */
void views_visit(const struct subject *shown, view_visit *visit);

typedef void seen_pair_visit(struct seen a, struct seen b, uint64_t *random);

/* Visits so many pairs of scribbles, mirrored in all ways. */
void seen_pairs_visit(uint64_t seed, uint32_t count, int32_t a_max, int32_t b_max,
                      seen_pair_visit *visit);

#endif
