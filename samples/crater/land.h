/*
 * land.h - ground that is blown up, and the pieces that fall off
 *
 * The canvas is what collides, and the picture is what is seen. Both are always changed together:
 * a pixel is solid when the picture has alpha there. Coordinates are those of the world; the land
 * lies at (0, 0).
 */
#ifndef LAND_H
#define LAND_H

#include "picture.h"

#include <hitmask_canvas.h>
#include <hitmask_world.h>

enum {
    LAND_WIDTH = 2048,
    LAND_HEIGHT = 1024,
    BEDROCK = 20, /* rows at the bottom that nothing destroys */
    PIECES_MAX = 16,
};

/* A piece of the land, on its way down. */
struct piece {
    struct picture art;
    hm_canvas canvas;
    hm_sprite sprite; /* the view of the canvas */
    uint8_t *buffer;  /* of the canvas */
    int x, y, speed;
};

struct land {
    struct picture art;
    hm_canvas canvas;
    hm_sprite sprite;
    uint8_t *buffer, *scratch; /* of the canvas, and for hm_components */
    size_t scratch_size;

    struct piece pieces[PIECES_MAX];
    uint32_t piece_count;
    int32_t x0[PIECES_MAX], y0[PIECES_MAX], x1[PIECES_MAX], y1[PIECES_MAX];
    const hm_sprite *sprites[PIECES_MAX];
    hm_crowd crowd; /* the pieces, in these arrays */
    hm_world world; /* all of this, for moves */
};

/* Makes hills, caves and rocks. To be freed either way. */
bool land_make(struct land *land, struct stage *stage, const struct picture *soil);
void land_free(struct land *land);

/* Makes a crater in the land, and in the pieces. */
void land_blast(struct land *land, int x, int y, int radius);

/* Lists the connected parts of the land. False when memory runs out. */
bool land_parts(struct land *land, struct stage *stage, hm_component *out, uint32_t capacity,
                uint32_t *count);

/* Cuts a part out of the land: it becomes a piece that falls. False when too many fall already, or
 * memory runs out. */
bool land_loosen(struct land *land, struct stage *stage, const hm_component *part);

/* Makes a piece a part of the land again, where it is. */
void land_settle(struct land *land, uint32_t piece);

/* Brings the crowd up to date when pieces have moved. */
void land_refresh(struct land *land);

#endif
