/*
 * gallery.h - many bitmaps made sprites: baked into a pack in memory and opened
 *
 * All queries are measured on sprites that come from a pack, as a game has them.
 */
#ifndef GALLERY_H
#define GALLERY_H

#include "art.h"
#include "model/points.h"

#include <hitmask.h>

/* A zeroed one is empty. Sprite i is bitmap i. */
struct gallery {
    struct bitmap *bitmaps;
    size_t count, capacity;
    uint8_t *bytes;
    size_t size;
    hm_pack pack;
    hm_sprite *sprites;
};

/* Takes the bitmap over. */
void gallery_add(struct gallery *gallery, struct bitmap *bitmap);
void gallery_add_shape(struct gallery *gallery, enum shape shape, uint32_t size, uint64_t *random);

/* Bakes what was added, with points as they are by default or without. */
void gallery_bake(struct gallery *gallery, bool with_points);
void gallery_bake_by(struct gallery *gallery, const struct points_rule *rule);
void gallery_free(struct gallery *gallery);

/* The name of sprite i: sprites/characters/00000001.png. */
enum { GALLERY_NAME = 40 };
void gallery_name(size_t i, char name[GALLERY_NAME]);

/* The instruction set that queries on its sprites use. BENCH_LEVEL may lower it. */
const char *gallery_instructions(const struct gallery *gallery);

#endif
