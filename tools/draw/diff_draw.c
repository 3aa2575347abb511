/*
 * diff_draw.c - what sprites gained and lost, drawn
 */
#include "draw/diff_draw.h"

#include "base/text.h"
#include "draw/contact_sheet.h"
#include "model/scaled_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_pixels(const struct difference *difference)
{
    return difference->gained + difference->lost > 0;
}

/* ---- Characters --------------------------------------------------------------------------- */

static void add_row(const struct overlay *overlay, uint32_t y, struct text *line)
{
    for (uint32_t x = 0; x < overlay->both.width; x++)
        text_add(line,
                 bitmap_get(&overlay->gained, x, y) ? "+"
                 : bitmap_get(&overlay->lost, x, y) ? "-"
                 : bitmap_get(&overlay->both, x, y) ? "#"
                                                    : " ",
                 1);
    while (line->length > 0 && line->bytes[line->length - 1] == ' ')
        line->length--;
    text_add(line, "\n", 1);
}

static bool put_drawing(const struct difference *difference, uint32_t columns, struct sink *sink,
                        struct error *err)
{
    char name[1024];
    struct overlay overlay;
    struct text line = {0};
    uint32_t size[2];
    overlay_size(difference->before, difference->after, size);
    const uint32_t scale =
        scaled_view_scale(size[0], 0, columns > 0 ? columns : UINT32_MAX, UINT32_MAX);
    bool ok = overlay_make(difference->before, difference->after, scale, &overlay, err);
    sink_put_format(sink, "\n%s  %" PRIu32 "x%" PRIu32 "\n",
                    text_quote(name, 400, difference->after.sprite->name), size[0], size[1]);
    for (uint32_t y = 0; ok && y < overlay.both.height; y++) {
        line.length = 0;
        add_row(&overlay, y, &line);
        if (!line.failed)
            sink_put(sink, line.bytes, line.length);
    }
    ok = ok && (!line.failed || fail_memory(err));
    overlay_free(&overlay);
    text_free(&line);
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

static const struct contact_sheet_key *choose_legend(const struct comparison *comparison,
                                                     size_t shown)
{
    if (shown > 0)
        return legend;
    return comparison_differs(comparison) ? legend_no_pixels : legend_nothing;
}

/* One of the differences that have pixels to show. */
struct shown {
    const struct difference *difference;
};

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    static const char *const changes[CHANGE_COUNT] = {"added", "removed", "renamed", "changed"};
    const struct difference *const difference = ((const struct shown *)user)[index].difference;
    const struct sprite_of shown =
        difference->after.sprite != NULL ? difference->after : difference->before;
    overlay_size(difference->before, difference->after, size);
    text_quote(lines[SHEET_NAME], SHEET_LINE, shown.sprite->name);
    snprintf(lines[SHEET_FIGURES], SHEET_LINE, "%s  +%" PRIu64 " -%" PRIu64,
             changes[difference->change], difference->gained, difference->lost);
}

static bool paint(void *user, size_t index, const struct sheet_cell *stage, struct error *err)
{
    const struct difference *const difference = ((const struct shown *)user)[index].difference;
    struct overlay overlay;
    uint32_t size[2];
    const bool ok =
        overlay_make(difference->before, difference->after, stage->scale, &overlay, err);
    if (ok) {
        overlay_size(difference->before, difference->after, size);
        contact_sheet_floor(stage, size[0], size[1]);
        canvas_bitmap(stage->canvas, stage->at, &overlay.both, stage->zoom, 0, COLOR_BOTH);
        canvas_bitmap(stage->canvas, stage->at, &overlay.gained, stage->zoom, 0, COLOR_GAINED);
        canvas_bitmap(stage->canvas, stage->at, &overlay.lost, stage->zoom, 0, COLOR_LOST);
    }
    overlay_free(&overlay);
    return ok;
}

bool diff_picture(const struct comparison *comparison, struct rgba *out, size_t *drawn,
                  size_t *count, struct error *err)
{
    struct shown *const shown = calloc(comparison->count + 1, sizeof *shown);
    *count = 0;
    if (shown == NULL)
        return fail_memory(err);
    for (size_t i = 0; i < comparison->count; i++)
        if (has_pixels(&comparison->items[i]))
            shown[(*count)++].difference = &comparison->items[i];
    const struct contact_sheet sheet = {*count, choose_legend(comparison, *count), shown, describe,
                                        paint};
    const bool ok = contact_sheet_draw(&sheet, out, drawn, err);
    free(shown);
    return ok;
}
