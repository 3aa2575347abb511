/*
 * contact_sheet.h - a sheet of many pictures, each in a cell with a label below it
 *
 * This file chooses places and sizes. Callbacks paint the pictures.
 */
#ifndef CONTACT_SHEET_H
#define CONTACT_SHEET_H

#include "draw/canvas.h"

/* The colours of all pictures: dark ones for the ground, bright ones for the facts. */
#define COLOR_PAPER    UINT32_C(0x14161bff)
#define COLOR_DARK     UINT32_C(0x20242cff) /* of the chequers under a sprite */
#define COLOR_LIGHT    UINT32_C(0x282d37ff)
#define COLOR_TEXT     UINT32_C(0xe6eaf2ff)
#define COLOR_FAINT    UINT32_C(0x98a2b3ff)
#define COLOR_SOLID    UINT32_C(0x1d6f78ff)
#define COLOR_EDGE     UINT32_C(0x67f2e4ff)
#define COLOR_POINT    UINT32_C(0xffb347ff)
#define COLOR_BOUNDS   UINT32_C(0xf4e36bff)
#define COLOR_PIVOT    UINT32_C(0xff6ab0ff)
#define COLOR_POLYGONS UINT32_C(0xffffffff)
#define COLOR_PIECES   UINT32_C(0x8f7bffff)
#define COLOR_HULL     UINT32_C(0x9bd34cff)

/* The lines below a picture: its name, which may be shortened, and its figures. */
enum { SHEET_NAME, SHEET_FIGURES, SHEET_LINES, SHEET_LINE = 256 };

struct contact_sheet_key {
    uint32_t color;   /* 0: a text without a colour */
    const char *text; /* NULL ends a legend */
};

/* The place of a picture. Every `scale` pixels of it, each way, become a block of `zoom` pixels.
 * One of the two is 1. */
struct sheet_cell {
    struct rgba *canvas;
    struct canvas_point at;
    uint32_t scale, zoom;
};

struct contact_sheet {
    size_t count;
    const struct contact_sheet_key *legend;
    void *user;
    /* Gives the size in pixels, and the lines below it. */
    void (*describe)(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE]);
    bool (*paint)(void *user, size_t index, const struct sheet_cell *cell, struct error *err);
};

/* `out` is to be freed when this succeeds. The size is limited: `drawn` is the number of pictures
 * that found a place. */
bool contact_sheet_draw(const struct contact_sheet *sheet, struct rgba *out, size_t *drawn,
                        struct error *err);

/* Paints a chequered ground for a picture of that size. */
void contact_sheet_floor(const struct sheet_cell *cell, uint32_t width, uint32_t height);

/* The thickness of outlines. */
uint32_t contact_sheet_edge(uint32_t zoom);

/* Draws the outline of a bitmap along the edges of its blocks. */
bool contact_sheet_outline(const struct sheet_cell *cell, const struct bitmap *bitmap,
                           uint32_t color, struct error *err);

#endif
