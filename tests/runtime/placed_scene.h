/*
 * placed_scene.h - sprites that stand somewhere in the world, and where that is
 */
#ifndef PLACED_SCENE_H
#define PLACED_SCENE_H

#include "runtime/map_oracle.h"

#ifdef __SIZEOF_INT128__

/* A sprite as a picture, the view of it that is asked, and where it stands. */
struct actor {
    struct subject *picture;
    const hm_sprite *view;
    hm_placement at;
};

/* Anywhere near a place, at any angle; mostly at a scale that is not far from 1. */
hm_placement random_placement(const hm_sprite *sprite, uint64_t *random, int64_t x, int64_t y);

/* Two scribbles, mirrored or not, near each other anywhere in the world. */
struct scene {
    struct subject stored[2], shown[2];
    hm_sprite views[2];
    struct actor actors[2];
};

void placed_scene_init(struct scene *scene, uint64_t *random, int32_t side, bool anywhere);
void placed_scene_free(struct scene *scene);

/* The map from a sprite to the pixels of the world, counted from the one of its pivot. */
bool oracle_world_map(const hm_placement *at, hm_affine *out, int64_t *x, int64_t *y);

/* The box of the world that holds all that a placed sprite may touch. */
void oracle_bounds(const hm_sprite *sprite, const hm_placement *at, hm_box *out);

#endif

#endif
