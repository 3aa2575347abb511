/*
 * sets.h - sprites in sets, and lists of cases to ask about them
 *
 * A case is two sprites of a set and an offset. What lists of cases look like decides as
 * much as the code does, because processors learn the branches of what repeats:
 *
 *     distinct    thousands of cases, no two alike
 *     coherent    16 pairs at a time, each moving a pixel from case to case
 *     repeated    300 cases, again and again
 *     apart       as distinct, but few of the boxes meet
 *
 * In the first three the boxes of the untrimmed sprites meet in every case.
 */
#ifndef SETS_H
#define SETS_H

#include "gallery.h"
#include "peer.h"

struct report;

/* The kinds of cases that have goals of their own. */
enum class { CLASS_SMALL, CLASS_64, CLASS_REAL_72, CLASS_MIDDLE, CLASS_OTHER, CLASS_HUGE, CLASSES };

struct set {
    char name[32];
    bool real;
    enum class class;
    uint32_t size; /* the longest side */
    struct gallery gallery;
    struct peer_mask **peers; /* in the gallery's order */
};

struct sets {
    struct set items[32];
    size_t count;
};

/* The sets that can be had here; `peer` may be NULL, and its masks are left out then. */
void make_sets(struct sets *sets, const struct peer *peer, struct report *report);
void free_sets(struct sets *sets, const struct peer *peer);

enum regime { DISTINCT, COHERENT, REPEATED, APART, REGIMES };

struct pair {
    uint32_t a, b;
    int32_t dx, dy;
};

struct cases {
    struct pair *items;
    size_t count;
};

const char *regime_title(enum regime regime);

/* Makes equal cases every time; `items` is to be freed. */
void make_cases(const struct set *set, enum regime regime, struct cases *cases);

#endif
