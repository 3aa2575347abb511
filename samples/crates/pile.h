/*
 * pile.h - sprites that fall and pile up in Box2D: by their pieces, or by their boxes
 *
 * Places are in pixels, y down. The shapes are those of crates.h, which `hitmask export --for
 * box2d` writes.
 */
#ifndef PILE_H
#define PILE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sprites by the order of their names: the enumerators of crates.h. */
int pile_find(const char *name); /* -1: there is no such sprite */
int pile_piece_count(int sprite);

struct pile;

/* An empty pit. */
struct pile *pile_new(int width, int height, bool boxes);
void pile_free(struct pile *pile);

/* Drops a sprite. Its pivot is at (x, y), and its solid pixels lie in the box from there. */
struct pile_box {
    int x0, y0, x1, y1;
};
void pile_drop(struct pile *pile, int sprite, int x, int y, struct pile_box box);

/* A step of 1/60 second. */
void pile_step(struct pile *pile);

/* A dropped sprite, the place of its pivot, and how far it is turned: 65536 is a full turn,
 * clockwise. */
struct pile_item {
    int sprite;
    float x, y;
    uint32_t angle;
};
int pile_count(const struct pile *pile);
struct pile_item pile_item(const struct pile *pile, int index);

/* True once all of it has come to rest. */
bool pile_rests(const struct pile *pile);

/* Calls `line` for each edge of each shape. */
void pile_edges(const struct pile *pile,
                void (*line)(void *user, float x0, float y0, float x1, float y1), void *user);

#ifdef __cplusplus
}
#endif

#endif
