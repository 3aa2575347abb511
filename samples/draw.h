/*
 * draw.h - a sprite to draw, and the lists of sprites
 *
 * draw.c has the sprites of all kinds, draw_games.c those of single games, draw_tiles.c a tileset.
 */
#ifndef DRAW_H
#define DRAW_H

#include "paint.h"

#include <stddef.h>

/* How a file stores its pixels. HOLES: by tRNS, in place of an alpha channel. */
enum storage {
    RGBA,
    RGBA_INTERLACED,
    RGBA_DEEP,
    RGB,
    RGB_HOLES,
    GREY_ALPHA,
    GREY_HOLES,
    ONE_BIT_HOLES,
    PALETTE,
};

struct sprite {
    const char *name;
    int width, height;
    void (*draw)(struct canvas *canvas);
    enum storage storage;
};

enum { INK = 0x1b1626ff };

/* Pictures that games have, too. */
void draw_standing(struct canvas *canvas);
void draw_walk_1(struct canvas *canvas);
void draw_walk_2(struct canvas *canvas);
void draw_walk_3(struct canvas *canvas);
void draw_walk_4(struct canvas *canvas);
void draw_enemy(struct canvas *canvas);
void draw_ring(struct canvas *canvas);
void draw_cloud(struct canvas *canvas);
void draw_tiles(struct canvas *canvas);

/* Pictures for GAME/art. */
struct game_art {
    const char *game;
    const struct sprite *sprites;
    size_t count;
};

/* Ends with one whose game is NULL. */
extern const struct game_art game_arts[];

#endif
