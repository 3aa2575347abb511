/*
 * peer.h - pygame's masks in C, where they are installed, to be measured beside ours
 *
 * Pixel (x, y) is bit x % 64 of bits[x / 64 * h + y]. Loading tries that and what the
 * functions answer on masks small enough to know.
 */
#ifndef PEER_H
#define PEER_H

#include "picture/bitmap.h"

struct peer_mask {
    int w, h;
    unsigned long bits[];
};

struct peer {
    struct peer_mask *(*create)(int w, int h);
    void (*free)(struct peer_mask *mask);
    unsigned (*count)(const struct peer_mask *mask);
    int (*overlap)(const struct peer_mask *a, const struct peer_mask *b, int dx, int dy);
    int (*overlap_pos)(const struct peer_mask *a, const struct peer_mask *b, int dx, int dy, int *x,
                       int *y);
    int (*overlap_area)(const struct peer_mask *a, const struct peer_mask *b, int dx, int dy);
    void (*draw)(struct peer_mask *a, const struct peer_mask *b, int dx, int dy);
    void (*erase)(struct peer_mask *a, const struct peer_mask *b, int dx, int dy);
};

/* Finds and loads it once; NULL when it cannot be, with the reason in `why`. */
const struct peer *peer_load(const char **why);

/* A mask of the bitmap's pixels, to be freed with peer->free. */
struct peer_mask *peer_mask_from(const struct peer *peer, const struct bitmap *bitmap);

#endif
