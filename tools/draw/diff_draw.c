/*
 * diff_draw.c - draws the pixels that sprites gained and lost
 */
#include "draw/diff_draw.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/contact_sheet.h"
#include "draw/sprite_draw.h"
#include "model/scaled_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_pixels(const struct difference *difference)
{
    return difference->gained + difference->lost > 0;
}

/* ---- Characters --------------------------------------------------------------------------- */

static void add_row(const void *drawing, uint32_t y, struct text *line)
{
    const struct overlay *const overlay = drawing;
    for (uint32_t x = 0; x < overlay->both.width; x++)
        text_add(line,
                 bitmap_get(&overlay->gained, x, y) ? "+"
                 : bitmap_get(&overlay->lost, x, y) ? "-"
                 : bitmap_get(&overlay->both, x, y) ? "#"
                                                    : " ",
                 1);
}

static bool put_drawing(const struct difference *difference, uint32_t columns, struct sink *sink,
                        struct error *err)
{
    char name[1024];
    struct overlay overlay;
    uint32_t size[2];
    overlay_size(difference->before, difference->after, size);
    const uint32_t scale = scaled_view_text_scale(size[0], size[1], columns);
    const bool ok = overlay_make(difference->before, difference->after, scale, &overlay, err);
    sink_put_format(sink, "\n%s  %" PRIu32 "x%" PRIu32,
                    text_quote(name, 400, difference->after.sprite->name), size[0], size[1]);
    if (scale > 1)
        sink_put_format(sink, "  1:%" PRIu32, scale);
    sink_put_string(sink, "\n");
    if (ok)
        draw_rows(overlay.both.height, 1, add_row, &overlay, sink);
    overlay_free(&overlay);
    return ok;
}

bool diff_put_ascii(const struct comparison *comparison, uint32_t columns, struct sink *sink,
                    struct error *err)
{
    for (size_t i = 0; i < comparison->count; i++)
        if (comparison->items[i].change == CHANGED && has_pixels(&comparison->items[i]) &&
            !put_drawing(&comparison->items[i], columns, sink, err))
            return false;
    return true;
}

/* ---- A picture ---------------------------------------------------------------------------- */

#define COLOR_BOTH   UINT32_C(0x5a6473ff)
#define COLOR_GAINED UINT32_C(0x43d675ff)
#define COLOR_LOST   UINT32_C(0xff5468ff)

static const struct contact_sheet_key legend[] = {
    {COLOR_BOTH, "both"}, {COLOR_GAINED, "gained"}, {COLOR_LOST, "lost"}, {0, NULL}};

static const struct contact_sheet_key legend_no_pixels[] = {{0, "no pixels differ"}, {0, NULL}};

static const struct contact_sheet_key legend_nothing[] = {{0, "nothing differs"}, {0, NULL}};

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    static const char *const changes[CHANGE_COUNT] = {"added", "removed", "renamed", "changed"};
    const struct difference *const difference = ((const struct difference **)user)[index];
    const struct sprite_of shown =
        difference->after.sprite != NULL ? difference->after : difference->before;
    overlay_size(difference->before, difference->after, size);
    text_quote(lines[SHEET_NAME], SHEET_LINE, shown.sprite->name);
    snprintf(lines[SHEET_FIGURES], SHEET_LINE, "%s  +%" PRIu64 " -%" PRIu64,
             changes[difference->change], difference->gained, difference->lost);
}

static bool paint(void *user, size_t index, const struct sheet_cell *cell, struct error *err)
{
    const struct difference *const difference = ((const struct difference **)user)[index];
    struct overlay overlay;
    uint32_t size[2];
    const bool ok = overlay_make(difference->before, difference->after, cell->scale, &overlay, err);
    if (ok) {
        overlay_size(difference->before, difference->after, size);
        contact_sheet_floor(cell, size[0], size[1]);
        canvas_bitmap(cell->canvas, cell->at, &overlay.both, cell->zoom, 0, COLOR_BOTH);
        canvas_bitmap(cell->canvas, cell->at, &overlay.gained, cell->zoom, 0, COLOR_GAINED);
        canvas_bitmap(cell->canvas, cell->at, &overlay.lost, cell->zoom, 0, COLOR_LOST);
    }
    overlay_free(&overlay);
    return ok;
}

bool diff_picture(const struct comparison *comparison, struct rgba *out, size_t *drawn,
                  size_t *count, struct error *err)
{
    const struct difference **const shown =
        memory_new(comparison->count, sizeof(const struct difference *));
    *count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (has_pixels(&comparison->items[i]))
            shown[(*count)++] = &comparison->items[i];
    const struct contact_sheet_key *const keys = *count > 0                       ? legend
                                                 : comparison_differs(comparison) ? legend_no_pixels
                                                                                  : legend_nothing;
    const struct contact_sheet sheet = {*count, keys, shown, describe, paint};
    const bool ok = contact_sheet_draw(&sheet, out, drawn, err);
    free(shown);
    return ok;
}
