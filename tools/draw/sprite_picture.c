/*
 * sprite_picture.c - one layer over the other, from what is least told to what is most
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

/* Over art: a little, so that what lies over it is clear, and much where it is not solid. Both are
 * nearly grey, for art must keep its hues. */
#define COLOR_DIM     UINT32_C(0x14161b30)
#define COLOR_OUTSIDE UINT32_C(0x14161bb0)

static void paint_art(const struct rgba *art, const struct model_sprite *sprite,
                      const struct bitmap *solid, const struct sheet_cell *stage)
{
    const uint32_t zoom = stage->zoom;
    canvas_image(stage->canvas, stage->at, art, sprite->region, stage->scale, zoom);
    for (uint32_t y = 0; y < solid->height; y++)
        for (uint32_t x = 0; x < solid->width; x++) {
            const struct canvas_point block = {stage->at.x + (int64_t)x * zoom,
                                               stage->at.y + (int64_t)y * zoom};
            canvas_fill(stage->canvas, block, zoom, zoom,
                        bitmap_get(solid, x, y) ? COLOR_DIM : COLOR_OUTSIDE);
        }
}

/* Round the outline, which lies on the edges of blocks. */
static void paint_bounds(const struct scaled_view *view, const struct sheet_cell *stage)
{
    const uint32_t zoom = stage->zoom, edge = contact_sheet_edge(zoom), thick = edge;
    const struct canvas_point at = {stage->at.x + (int64_t)view->left * zoom - thick - edge / 2,
                                    stage->at.y + (int64_t)view->top * zoom - thick - edge / 2};
    if (view->right == 0)
        return;
    canvas_frame(stage->canvas, at,
                 (uint64_t)(view->right - view->left) * zoom + 2 * (uint64_t)thick + edge,
                 (uint64_t)(view->bottom - view->top) * zoom + 2 * (uint64_t)thick + edge, thick,
                 zoom >= 4 ? zoom : 3, COLOR_BOUNDS);
}

/* A cross where the pivot is, to a fraction of a pixel. */
static void paint_pivot(const struct model_sprite *sprite, const struct sheet_cell *stage)
{
    const int64_t one = INT64_C(65536) * stage->scale;
    const int64_t limit = INT64_C(1) << 40;
    const int64_t arm = stage->zoom >= 8 ? stage->zoom : stage->zoom > 2 ? 6 : 3;
    const uint32_t thick = stage->zoom >= 8 ? stage->zoom / 6 + 1 : 1;
    if (sprite->pivot_x < -limit || sprite->pivot_x > limit || sprite->pivot_y < -limit ||
        sprite->pivot_y > limit)
        return;
    const int64_t x = stage->at.x + sprite->pivot_x * stage->zoom / one;
    const int64_t y = stage->at.y + sprite->pivot_y * stage->zoom / one;
    canvas_line(stage->canvas, (struct canvas_point){x - arm, y}, (struct canvas_point){x + arm, y},
                thick + 2, COLOR_PAPER);
    canvas_line(stage->canvas, (struct canvas_point){x, y - arm}, (struct canvas_point){x, y + arm},
                thick + 2, COLOR_PAPER);
    canvas_line(stage->canvas, (struct canvas_point){x - arm, y}, (struct canvas_point){x + arm, y},
                thick, COLOR_PIVOT);
    canvas_line(stage->canvas, (struct canvas_point){x, y - arm}, (struct canvas_point){x, y + arm},
                thick, COLOR_PIVOT);
}

bool sprite_picture_paint(const struct model *model, const struct model_sprite *sprite,
                          const struct rgba *art, const struct sheet_cell *stage, struct error *err)
{
    const uint32_t zoom = stage->zoom;
    struct scaled_view view;
    bool ok = scaled_view_make(model, sprite, stage->scale, &view, err);
    if (ok) {
        contact_sheet_floor(stage, sprite->width, sprite->height);
        if (art != NULL)
            paint_art(art, sprite, &view.solid, stage);
        else
            canvas_bitmap(stage->canvas, stage->at, &view.solid, zoom, 0, COLOR_SOLID);
        canvas_bitmap(stage->canvas, stage->at, &view.points, zoom, zoom >= 4 ? zoom / 4 : 0,
                      COLOR_POINT);
        /* Where blocks are small the points lie on it. */
        ok = (zoom < 3 && sprite->list != MODEL_NONE) ||
             contact_sheet_outline(stage, &view.solid, COLOR_EDGE, err);
        paint_bounds(&view, stage);
        paint_pivot(sprite, stage);
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
