/*
 * crater.h - what there is in the game, and how it is shown
 */
#ifndef CRATER_H
#define CRATER_H

#include "land.h"

#include <hitmask_world.h>

enum {
    WIDTH = 480,
    HEIGHT = 320,
    ONE = 65536, /* a pixel in 16.16 */
    WALKERS = 9, /* the robot, and moles */
    SHELLS_MAX = 8,
    BLASTS_SEEN = 8,
};

struct walker {
    const struct picture *art;
    const hm_sprite *sprite;
    int x, y, way;   /* way: -1 or 1 */
    int32_t falling; /* pixels a frame, in 16.16 */
    bool alive;
    unsigned back_at; /* the frame in which it lives again */
};

struct shell {
    hm_placement at;
    int64_t speed_x, speed_y;
};

/* How far a shell flies in this frame, and whether something is in its way. */
struct flight {
    bool hit;
    uint64_t step;
    int64_t moved_x, moved_y;
};

struct fall {
    int moved;
    bool lands;
};

/* The questions of every frame. */
struct answers {
    hm_slide_result walks[WALKERS];
    struct flight flights[SHELLS_MAX];
    struct fall falls[PIECES_MAX];
};

struct blast {
    int x, y;
    unsigned frame;
};

struct game {
    struct picture robot_art, mole_art, shell_art, soil;
    hm_sprite robot, mole, shell;
    struct land land;
    struct walker walkers[WALKERS]; /* the robot is the first */
    hm_point moves[WALKERS];        /* what they want in this frame */
    struct shell shells[SHELLS_MAX];
    int shell_count;
    struct blast blasts[BLASTS_SEEN];
    struct answers ours, plain;
    bool same; /* what was asked besides in this frame */
    int32_t aim;
    unsigned loaded_at, score, craters, pieces;
    uint32_t random;
    hm_point camera;
    struct duel duel;
};

/* The middle of a walker's picture. */
hm_point middle_of(const struct walker *walker);

/* The angle in which the robot aims, clockwise from the right. */
uint32_t aimed_angle(const struct game *game);

/* ---- scene.c ---- */

/* Moves the camera: to the last shell, or else to the robot. */
void scene_follow(struct game *game);

void scene_draw(const struct game *game, struct stage *stage);

#endif
