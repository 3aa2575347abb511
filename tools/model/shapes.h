/*
 * shapes.h - what a physics engine takes of a sprite: outline, polygons, convex pieces, hull
 *
 *     mask -> outline -> polygons -> pieces
 *                    \-> hull
 */
#ifndef SHAPES_H
#define SHAPES_H

#include "base/error.h"
#include "model/loops.h"
#include "model/mask.h"

enum shape_kind { SHAPE_OUTLINE, SHAPE_POLYGONS, SHAPE_PIECES, SHAPE_HULL, SHAPE_KINDS };

/* "polygons", as options, JSON and tables spell it. */
const char *shape_kind_name(unsigned kind);
/* "contain"; NULL when there is no such fit. */
const char *polygon_fit_name(unsigned fit);

/* The rule for a sprite's shapes. Tolerance and notch are in 16.16 pixels. */
struct shapes_rule {
    bool outline, polygons;
    uint32_t tolerance;
    uint32_t fit; /* enum polygon_fit */
    uint32_t polygon_vertices;
    uint32_t connect; /* 8, 4, or 0: as the fit needs it */
    uint32_t min_area;
    uint32_t pieces, hull; /* corners at most; 0: none */
    uint32_t notch;
    uint32_t pixels_per_metre;
};

enum { TOLERANCE_MOST = 64, PIECE_CORNERS_LEAST = 3 };

/* Corners of an outline that unions may have. */
enum { SHAPES_CORNERS_MOST = 1 << 20 };

static inline bool shapes_are_wanted(const struct shapes_rule *rule)
{
    return rule->outline || rule->polygons || rule->hull > 0;
}

/* A sprite's shapes. Corners are seen from the top left of the mask's box, so that equal masks have
 * equal shapes. A zeroed one is empty. */
struct shapes {
    uint32_t kinds; /* bits of enum shape_kind that were asked for */
    uint32_t fit;
    uint32_t tolerance; /* of the polygons, in 16.16 */
    uint32_t counts[SHAPE_KINDS];
    struct loops loops; /* of all kinds, in their order */
    uint64_t hash;      /* of all of it, in a model */
    /* Never written: the rule that made them, and how many millionths of the polygons' area are in
     * no piece. */
    struct shapes_rule rule;
    uint32_t lost;
};

/* The first loop of a kind. */
uint32_t shapes_first(const struct shapes *shapes, unsigned kind);

/* Twice the area of all loops of a kind, in 1/256 square pixels: holes count against it. */
int64_t shapes_area(const struct shapes *shapes, unsigned kind);

/* Makes the shapes of a mask. Its outline may have `corners_most`. */
bool shapes_make(const struct mask *mask, const struct shapes_rule *rule, uint64_t corners_most,
                 struct shapes *out, struct error *err);

/* Gives shapes room for that many loops and corners; the first start is 0. */
void shapes_allocate(struct shapes *shapes, uint32_t loops, uint32_t corners);
void shapes_free(struct shapes *shapes);

bool shapes_are_equal(const struct shapes *a, const struct shapes *b);
/* Sets the hash. */
void shapes_hash(struct shapes *shapes);

#endif
