/*
 * sprite_draw.h - shows the sprites of a model: in a table, in characters, as pictures
 */
#ifndef SPRITE_DRAW_H
#define SPRITE_DRAW_H

#include "base/sink.h"
#include "base/text.h"
#include "draw/contact_sheet.h"
#include "model/model.h"

/* ---- Tables ------------------------------------------------------------------------------- */

enum { TABLE_COLUMNS_MAX = 16 };

/* Cells are added from left to right, row by row. Begins with what is known of its columns; all of
 * that must live as long as the table. */
struct table {
    /* A letter for each column: 'l' its cells stand on the left, 'r' on the right; 'L' is an 'l'
     * that may be shortened. */
    const char *columns;
    size_t width; /* the table is no wider; 0 is any width */
    /* With `width` a digit for each column: those with the highest are left out first, those with
     * '0' never. */
    const char *ranks;
    struct text cells; /* each with its NUL */
    size_t count;
};

/* Adds a cell as printf would write it. */
void table_add(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);
/* Adds a name from outside, as text_quote writes it. */
void table_add_quoted(struct table *table, const char *name);

/* Writes the rows, as wide as they need to be or may be. The table is empty then. */
void table_write(struct table *table, struct sink *sink);

/* Writes a row for each sprite, and below them a row for each animation. No line is wider than
 * `columns`; 0 is any width. */
void sprite_table_write(const struct model *model, uint32_t columns, struct sink *sink);

/* ---- Characters --------------------------------------------------------------------------- */

/* ASCII has a character for each pixel of the untrimmed sprite: 'o' is the pixel of a point, '#'
 * another solid pixel, '.' an empty one inside the bounds, ' ' one outside. A block is two pixels
 * of a column. Colours show points and bounds. Without colours, points look like other solid
 * pixels, and a middle dot is two empty pixels inside the bounds. */
enum draw_style { DRAW_ASCII, DRAW_BLOCKS, DRAW_COLORED };

/* A sprite that is wider than `columns` (0: any width), or larger than TEXT_SIDE_MAX, is scaled
 * down by a whole number. */
bool draw_sprite(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                 enum draw_style style, struct sink *sink, struct error *err);

/* Writes a line for every `step` of `rows`, without spaces at its end. `add_row` adds row y of a
 * drawing to a line. */
void draw_rows(uint32_t rows, uint32_t step,
               void (*add_row)(const void *drawing, uint32_t y, struct text *line),
               const void *drawing, struct sink *sink);

/* ---- Pictures ----------------------------------------------------------------------------- */

/* A picture of a sprite has its art, dimmed where it is not solid, its mask, outline, points,
 * bounds and pivot. */

/* `art` is the image in which the sprite's region lies, or NULL. */
bool sprite_picture_paint(const struct model *model, const struct model_sprite *sprite,
                          const struct rgba *art, const struct sheet_cell *cell, struct error *err);

/* Draws the art alone, upright and at its place: one in `shrink` pixels, each as a block of `zoom`
 * pixels. The sprite's region must lie inside the image. */
void sprite_picture_art(struct rgba *canvas, struct canvas_point at, const struct rgba *art,
                        const struct model_sprite *sprite, uint32_t shrink, uint32_t zoom);

/* Finds the art of sprites. */
struct sprite_art {
    /* Returns the image in which the sprite's region lies, or NULL. It must exist until the next
     * call. */
    const struct rgba *(*find)(void *user, const struct model_sprite *sprite);
    void *user;
};

/* Draws a sheet of all sprites over their art, unless `art` is NULL; see contact_sheet_draw. */
bool sprites_picture(const struct model *model, const struct sprite_art *art, struct rgba *out,
                     size_t *drawn, struct error *err);

#endif
