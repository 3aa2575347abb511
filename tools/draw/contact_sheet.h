/*
 * contact_sheet.h - one picture of many things, each in a cell with a label below it
 *
 * Says where things go and how large; what they look like is the caller's.
 */
#ifndef CONTACT_SHEET_H
#define CONTACT_SHEET_H

#include "draw/canvas.h"

/* The colours that all pictures share: calm ones below, clear ones for what is told. */
#define COLOR_PAPER  UINT32_C(0x14161bff)
#define COLOR_DARK   UINT32_C(0x20242cff) /* of the chequers under a sprite */
#define COLOR_LIGHT  UINT32_C(0x282d37ff)
#define COLOR_TEXT   UINT32_C(0xe6eaf2ff)
#define COLOR_FAINT  UINT32_C(0x98a2b3ff)
#define COLOR_SOLID  UINT32_C(0x1d6f78ff)
#define COLOR_EDGE   UINT32_C(0x67f2e4ff)
#define COLOR_POINT  UINT32_C(0xffb347ff)
#define COLOR_BOUNDS UINT32_C(0xf4e36bff)
#define COLOR_PIVOT  UINT32_C(0xff6ab0ff)

/* The lines below a thing: what it is called, which may be cut, and what there is to say of it. */
enum { SHEET_NAME, SHEET_FIGURES, SHEET_LINES, SHEET_LINE = 256 };

struct contact_sheet_key {
    uint32_t color;   /* 0: the text stands alone */
    const char *text; /* NULL ends a legend */
};

/* Where a thing goes: every `scale` pixels of it, each way, become a block of `zoom`. One of the
 * two is 1. */
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
    bool (*paint)(void *user, size_t index, const struct sheet_cell *stage, struct error *err);
};

/* `out` is to be freed when this succeeds. There is a limit to how large it becomes: `drawn` is
 * how many found a place. */
bool contact_sheet_draw(const struct contact_sheet *sheet, struct rgba *out, size_t *drawn,
                        struct error *err);

/* A chequered floor for a thing of that size. */
void contact_sheet_floor(const struct sheet_cell *stage, uint32_t width, uint32_t height);

/* How thick outlines are. */
uint32_t contact_sheet_edge(uint32_t zoom);

/* A bitmap's outline along the edges of blocks. */
bool contact_sheet_outline(const struct sheet_cell *stage, const struct bitmap *bitmap,
                           uint32_t color, struct error *err);

#endif
