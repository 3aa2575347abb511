/*
 * chords.h - a closed polygon of the fewest corners that stays near a loop of an outline
 *
 * A polygon's corners are chosen among the loop's *steps*: its corners, the middles of its edges,
 * and points half a pixel beside pinches. A chord from one step to another stands for all between
 * them. It may do so when each corner of the loop between them lies within reach of it:
 *
 * The distance to a segment is convex along an edge of the loop, so all of the loop is within reach
 * of the polygon. The nearest points on a chord move continuously along it and its ends are on the
 * loop, so all of the polygon is within reach of the loop, too.
 *
 * All numbers are whole, so every machine finds the same polygon.
 */
#ifndef CHORDS_H
#define CHORDS_H

#include "model/loops.h"
#include "model/outline.h"

/* Distances are in 1/256 pixel. The finest polygon cuts off pinches 0.354 pixels from them. */
enum { REACH_ONE = 256, REACH_LEAST = 91, REACH_MOST = 64 * REACH_ONE };

/* Steps a chord may span, and half pixels unless it follows one edge: products stay in 64 bits. */
enum { SPAN_MOST = 256, CHORD_MOST = 4096 };

struct step {
    int32_t x, y;    /* in half pixels */
    uint32_t corner; /* the corner of the loop that it is, or that begins its edge */
    bool is_corner;
    bool is_choice; /* may become a corner of the polygon; a pinch may not */
    bool is_fine;   /* is a corner of the finest polygon */
};

struct chords {
    const struct step *steps;
    uint32_t count;
    enum polygon_fit fit;
    const uint16_t *reach; /* of each corner of the loop */
    uint16_t *span;        /* of chords from each step */
    struct place *places;  /* of the steps, from where a search begins */
    struct chord_state *states;
    uint32_t *chosen; /* steps of the polygon */
};

/* The most steps of a loop. */
size_t chords_most(const struct outline_corner *corners, uint32_t count);

/* Writes the steps of a loop, and returns their number. */
uint32_t chords_divide(const struct outline_corner *corners, uint32_t count, struct step *steps);

/* Gives `chords` the memory that loops of at most that many steps need. */
void chords_reserve(struct chords *chords, size_t most, struct arena *arena);

/* Sets the reach that most corners have. */
void chords_expect(uint32_t reach);

/* Finds a polygon of at least three corners that runs the way the loop does. Returns their number;
 * `chosen` has the steps. `area` is the loop's. */
uint32_t chords_find(struct chords *chords, int64_t area);

#endif
