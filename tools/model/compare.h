/*
 * compare.h - what differs between two models, sprite by sprite
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "model/scaled_view.h"

enum change { ADDED, REMOVED, RENAMED, CHANGED };
enum { CHANGE_COUNT = 4 };

/* In what a sprite may differ, as bits; aspect_name names them. */
enum aspect {
    ASPECT_SIZE = 1 << 0,
    ASPECT_MASK = 1 << 1, /* where its solid pixels are */
    ASPECT_PIVOT = 1 << 2,
    ASPECT_POINTS = 1 << 3,
    ASPECT_SOURCE = 1 << 4, /* the image, the region in it and how that is turned, or the layer */
    ASPECT_WARNINGS = 1 << 5,
    ASPECT_DATA = 1 << 6,
    ASPECT_SHAPES = 1 << 7,
};
enum { ASPECT_COUNT = 8 };
const char *aspect_name(unsigned index);

struct difference {
    enum change change;
    struct sprite_of before, after; /* one of them without a sprite when added or removed */
    unsigned aspects;
    uint64_t gained, lost; /* pixels, in untrimmed space */
};

/* An animation that only one model has, or that differs. */
struct animation_difference {
    enum change change; /* never renamed */
    const char *name;
    bool frames, durations; /* what changed */
};

/* A zeroed one is empty. */
struct comparison {
    struct difference *items;
    size_t count, capacity;
    size_t counts[CHANGE_COUNT];
    size_t same;
    struct animation_difference *animations;
    size_t animation_count, animation_capacity;
    const char *options; /* how the options of the bakes differ, in words; NULL: they do not */
    const char *options_before, *options_after; /* as JSON; NULL: as by default, or not known */
};

/* True if there is any difference. */
bool comparison_differs(const struct comparison *comparison);

/* Compares two sorted models, which must stay. A sprite that is gone and one that is new are one
 * renamed when size and mask are the same; its source is then not held against it. Differences
 * come by the bytes of the name, that of the new model where there is one. `out` is to be freed. */
void compare_models(const struct model *before, const struct model *after, struct comparison *out);

/* Puts the differences in the order for people: run_2 before run_10. */
void comparison_order_naturally(struct comparison *comparison);

void comparison_free(struct comparison *comparison);

#endif
