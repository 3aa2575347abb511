/*
 * sprite_picture.c - paints the layers of a sprite's picture, the most important ones on top
 */
#include "draw/sprite_picture.h"

#include "base/text.h"
#include "model/scaled_view.h"

#include <stdio.h>

static const struct contact_sheet_key legend[] = {{COLOR_EDGE, "mask"},
                                                  {COLOR_POINT, "points"},
                                                  {COLOR_BOUNDS, "bounds"},
                                                  {COLOR_PIVOT, "pivot"},
                                                  {0, NULL}};

static const struct contact_sheet_key legend_no_points[] = {
    {COLOR_EDGE, "mask"}, {COLOR_BOUNDS, "bounds"}, {COLOR_PIVOT, "pivot"}, {0, NULL}};

static const struct contact_sheet_key legend_nothing[] = {{0, "no sprites"}, {0, NULL}};

const struct contact_sheet_key *sprite_picture_legend(const struct model *model)
{
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].list != MODEL_NONE)
            return legend;
    return model->sprite_count > 0 ? legend_no_points : legend_nothing;
}

/* Painted over art: a thin layer where it is solid, so that the layers above are clear, and a thick
 * one elsewhere. Both are nearly grey, so that art keeps its hues. */
#define COLOR_DIM     UINT32_C(0x14161b30)
#define COLOR_OUTSIDE UINT32_C(0x14161bb0)

void sprite_picture_art(struct rgba *canvas, struct canvas_point at, const struct rgba *art,
                        const struct model_sprite *sprite, uint32_t shrink, uint32_t zoom)
{
    uint32_t source[2];
    for (uint32_t y = 0; y < sprite->height; y += shrink)
        for (uint32_t x = 0; x < sprite->width; x += shrink) {
            const struct canvas_point block = {at.x + (int64_t)(x / shrink) * zoom,
                                               at.y + (int64_t)(y / shrink) * zoom};
            if (model_find_source(sprite, x, y, source))
                canvas_fill(canvas, block, zoom, zoom, canvas_get(art, source[0], source[1]));
        }
}

static void paint_art(const struct rgba *art, const struct model_sprite *sprite,
                      const struct bitmap *solid, const struct sheet_cell *cell)
{
    const uint32_t zoom = cell->zoom;
    sprite_picture_art(cell->canvas, cell->at, art, sprite, cell->scale, zoom);
    for (uint32_t y = 0; y < solid->height; y++)
        for (uint32_t x = 0; x < solid->width; x++) {
            const struct canvas_point block = {cell->at.x + (int64_t)x * zoom,
                                               cell->at.y + (int64_t)y * zoom};
            canvas_fill(cell->canvas, block, zoom, zoom,
                        bitmap_get(solid, x, y) ? COLOR_DIM : COLOR_OUTSIDE);
        }
}

/* Paints the bounds round the outline, which lies on the edges of blocks. */
static void paint_bounds(const struct scaled_view *view, const struct sheet_cell *cell)
{
    const uint32_t zoom = cell->zoom, edge = contact_sheet_edge(zoom), thick = edge;
    const struct canvas_point at = {cell->at.x + (int64_t)view->left * zoom - thick - edge / 2,
                                    cell->at.y + (int64_t)view->top * zoom - thick - edge / 2};
    if (view->right == 0)
        return;
    canvas_frame(cell->canvas, at,
                 (uint64_t)(view->right - view->left) * zoom + 2 * (uint64_t)thick + edge,
                 (uint64_t)(view->bottom - view->top) * zoom + 2 * (uint64_t)thick + edge, thick,
                 zoom >= 4 ? zoom : 3, COLOR_BOUNDS);
}

/* Paints a cross at the pivot, exact to a fraction of a pixel. */
static void paint_pivot(const struct model_sprite *sprite, const struct sheet_cell *cell)
{
    const int64_t one = INT64_C(65536) * cell->scale;
    const int64_t limit = INT64_C(1) << 40;
    const int64_t arm = cell->zoom >= 8 ? cell->zoom : cell->zoom > 2 ? 6 : 3;
    const uint32_t thick = cell->zoom >= 8 ? cell->zoom / 6 + 1 : 1;
    if (sprite->pivot_x < -limit || sprite->pivot_x > limit || sprite->pivot_y < -limit ||
        sprite->pivot_y > limit)
        return;
    const int64_t x = cell->at.x + sprite->pivot_x * cell->zoom / one;
    const int64_t y = cell->at.y + sprite->pivot_y * cell->zoom / one;
    canvas_line(cell->canvas, (struct canvas_point){x - arm, y}, (struct canvas_point){x + arm, y},
                thick + 2, COLOR_PAPER);
    canvas_line(cell->canvas, (struct canvas_point){x, y - arm}, (struct canvas_point){x, y + arm},
                thick + 2, COLOR_PAPER);
    canvas_line(cell->canvas, (struct canvas_point){x - arm, y}, (struct canvas_point){x + arm, y},
                thick, COLOR_PIVOT);
    canvas_line(cell->canvas, (struct canvas_point){x, y - arm}, (struct canvas_point){x, y + arm},
                thick, COLOR_PIVOT);
}

bool sprite_picture_paint(const struct model *model, const struct model_sprite *sprite,
                          const struct rgba *art, const struct sheet_cell *cell, struct error *err)
{
    const uint32_t zoom = cell->zoom;
    struct scaled_view view;
    bool ok = scaled_view_make(model, sprite, cell->scale, &view, err);
    if (ok) {
        contact_sheet_floor(cell, sprite->width, sprite->height);
        if (art != NULL)
            paint_art(art, sprite, &view.solid, cell);
        else
            canvas_bitmap(cell->canvas, cell->at, &view.solid, zoom, 0, COLOR_SOLID);
        canvas_bitmap(cell->canvas, cell->at, &view.points, zoom, zoom >= 4 ? zoom / 4 : 0,
                      COLOR_POINT);
        /* With small blocks the outline would hide points. */
        ok = (zoom < 3 && sprite->list != MODEL_NONE) ||
             contact_sheet_outline(cell, &view.solid, COLOR_EDGE, err);
        paint_bounds(&view, cell);
        paint_pivot(sprite, cell);
    }
    scaled_view_free(&view);
    return ok;
}

void sprite_picture_describe(const struct model *model, const struct model_sprite *sprite,
                             uint32_t size[2], char lines[SHEET_LINES][SHEET_LINE])
{
    const struct mask mask = model_sprite_mask(model, sprite);
    size[0] = sprite->width;
    size[1] = sprite->height;
    text_quote(lines[SHEET_NAME], SHEET_LINE, sprite->name);
    const int used = snprintf(lines[SHEET_FIGURES], SHEET_LINE, "%ux%u  %.1f%%",
                              (unsigned)sprite->width, (unsigned)sprite->height,
                              100.0 * (double)mask.area / (double)sprite->width / sprite->height);
    if (sprite->list != MODEL_NONE)
        snprintf(lines[SHEET_FIGURES] + used, SHEET_LINE - (size_t)used, "  %u pts",
                 (unsigned)model->lists[sprite->list].count);
}
