/*
 * query_answer.h - everything that the runtime answers about two sprites in one place
 */
#ifndef QUERY_ANSWER_H
#define QUERY_ANSWER_H

#include "base/error.h"

#include <hitmask_transform.h>

/* Two sprites, B at (x, y) from A, where it may be turned and scaled about its pivot. */
struct question {
    hm_sprite a, b; /* views: flips are theirs */
    int32_t x, y;
    bool turned; /* the affine queries answer; `map` is from A to B */
    hm_affine map;
    bool moving; /* A moves by (move_x, move_y) */
    int32_t move_x, move_y;
};

/* The longest way out that is searched for, so that the search is fast. */
enum { ESCAPE_MAX = 512 };

struct answer {
    bool touch;
    hm_point first;
    uint64_t area;
    /* Not when turned: */
    int64_t normal_x, normal_y;
    uint32_t exits[4]; /* by hm_direction */
    bool escapes;      /* is there a way of at most ESCAPE_MAX pixels? */
    hm_point escape;
    /* When moving: */
    bool stopped;
    hm_sweep_result sweep;
};

void answer(const struct question *question, struct answer *out);

/* Turns B by `angle` (65536 is a full turn) and scales it by `scale` (65536 is 1) about its pivot,
 * which stays where it is. Fails when the runtime has no such map. */
bool question_turn(struct question *question, uint32_t angle, int32_t scale, struct error *err);

/* A question, the words of its options, and its answer. */
struct inquiry {
    const char *names[2];
    bool flips[2][2];           /* A's and B's, horizontally and vertically */
    const char *rotate, *scale; /* as on the command line, or NULL */
    struct question question;
    struct answer answer;
};

#endif
