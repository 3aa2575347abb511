/*
 * diff_draw.c - shows differences: as lines, as JSON, in characters, as a picture
 */
#include "draw/diff_draw.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "draw/contact_sheet.h"
#include "draw/sprite_draw.h"
#include "model/scaled_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const change_names[CHANGE_COUNT] = {"added", "removed", "renamed", "changed"};

static const struct model_sprite *sprite_of(const struct difference *difference)
{
    return (difference->after.sprite != NULL ? difference->after : difference->before).sprite;
}

static bool has_pixels(const struct difference *difference)
{
    return difference->gained + difference->lost > 0;
}

/* ---- Text --------------------------------------------------------------------------------- */

static void put_name(const struct model_sprite *sprite, struct sink *sink)
{
    char name[1024];
    sink_put_string(sink, text_quote(name, sizeof name, sprite->name));
}

static uint64_t area_of(const struct sprite_of *of)
{
    return of->sprite->mask == MODEL_NONE ? 0 : of->model->masks[of->sprite->mask].area;
}

/* The pixels that changed in tenths of a percent of those that were solid; 0 where none was. */
static uint64_t changed_share(const struct difference *difference)
{
    const uint64_t before = area_of(&difference->before);
    return before > 0 ? ((difference->gained + difference->lost) * 1000 + before / 2) / before : 0;
}

/* " +12 -3 (7.5 %)" */
static void put_mask(const struct difference *difference, struct sink *sink)
{
    const uint64_t share = changed_share(difference);
    sink_put_format(sink, " +%" PRIu64 " -%" PRIu64, difference->gained, difference->lost);
    if (area_of(&difference->before) > 0)
        sink_put_format(sink, " (%" PRIu64 ".%" PRIu64 " %%)", share / 10, share % 10);
}

/* "size 3x4 -> 5x4, mask +12 -3 (7.5 %), pivot" */
static void put_aspects(const struct difference *difference, struct sink *sink)
{
    const struct model_sprite *const a = difference->before.sprite, *const b =
                                                                        difference->after.sprite;
    const char *before = ": ";
    for (unsigned i = 0; i < ASPECT_COUNT; i++) {
        if ((difference->aspects >> i & 1) == 0)
            continue;
        sink_put_format(sink, "%s%s", before, aspect_name(i));
        if (1u << i == ASPECT_SIZE)
            sink_put_format(sink, " %" PRIu32 "x%" PRIu32 " -> %" PRIu32 "x%" PRIu32, a->width,
                            a->height, b->width, b->height);
        if (1u << i == ASPECT_MASK)
            put_mask(difference, sink);
        before = ", ";
    }
}

static void put_difference(const struct difference *difference, struct sink *sink)
{
    sink_put_format(sink, "%-7s  ", change_names[difference->change]);
    if (difference->change == RENAMED) {
        put_name(difference->before.sprite, sink);
        sink_put_string(sink, " -> ");
    }
    put_name(sprite_of(difference), sink);
    if (difference->change == ADDED || difference->change == REMOVED)
        sink_put_format(sink, ": %" PRIu32 "x%" PRIu32 ", %" PRIu64 " solid",
                        sprite_of(difference)->width, sprite_of(difference)->height,
                        difference->gained + difference->lost);
    else
        put_aspects(difference, sink);
    sink_put_string(sink, "\n");
}

static void put_animation(const struct animation_difference *difference, struct sink *sink)
{
    char name[1024];
    sink_put_format(sink, "%-7s  animation %s", change_names[difference->change],
                    text_quote(name, 400, difference->name));
    sink_put_format(sink, "%s%s%s\n", difference->frames ? ": frames" : "",
                    difference->durations ? difference->frames ? ", " : ": " : "",
                    difference->durations ? "durations" : "");
}

static void put_line(struct sink *sink, const char *options)
{
    sink_put_string(sink, "options  ");
    sink_put_string(sink, options);
    sink_put_string(sink, "\n");
}

void diff_put_text(const struct comparison *comparison, struct sink *sink)
{
    for (size_t i = 0; i < comparison->count; i++)
        put_difference(&comparison->items[i], sink);
    for (size_t i = 0; i < comparison->animation_count; i++)
        put_animation(&comparison->animations[i], sink);
    if (comparison->options != NULL)
        put_line(sink, comparison->options);
    for (int i = 0; i < CHANGE_COUNT; i++)
        sink_put_format(sink, "%zu %s, ", comparison->counts[i], change_names[i]);
    sink_put_format(sink, "%zu the same\n", comparison->same);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void put_changes(unsigned aspects, struct sink *sink)
{
    const char *before = "";
    sink_put_string(sink, ", \"changes\": [");
    for (unsigned i = 0; i < ASPECT_COUNT; i++) {
        if ((aspects >> i & 1) == 0)
            continue;
        sink_put_format(sink, "%s\"%s\"", before, aspect_name(i));
        before = ", ";
    }
    sink_put_string(sink, "]");
}

static void put_object(const struct difference *difference, struct sink *sink)
{
    const struct model_sprite *const sprite = sprite_of(difference);
    const bool single = difference->change == ADDED || difference->change == REMOVED;
    sink_put_string(sink, "    { \"name\": ");
    json_put_string(sink, sprite->name);
    if (difference->change == RENAMED) {
        sink_put_string(sink, ", \"from\": ");
        json_put_string(sink, difference->before.sprite->name);
    }
    if (single)
        sink_put_format(sink, ", \"size\": [%" PRIu32 ", %" PRIu32 "], \"area\": %" PRIu64,
                        sprite->width, sprite->height, difference->gained + difference->lost);
    if (difference->change == CHANGED)
        sink_put_format(sink,
                        ", \"gained\": %" PRIu64 ", \"lost\": %" PRIu64 ", \"percent\": %" PRIu64
                        ".%" PRIu64,
                        difference->gained, difference->lost, changed_share(difference) / 10,
                        changed_share(difference) % 10);
    if (!single)
        put_changes(difference->aspects, sink);
    sink_put_string(sink, " }");
}

static void put_json_animation(const struct animation_difference *difference, struct sink *sink)
{
    const bool both = difference->frames && difference->durations;
    sink_put_string(sink, "    { \"name\": ");
    json_put_string(sink, difference->name);
    sink_put_format(sink, ", \"change\": \"%s\"", change_names[difference->change]);
    if (difference->change == CHANGED)
        sink_put_format(sink, ", \"changes\": [%s%s%s]", difference->frames ? "\"frames\"" : "",
                        both ? ", " : "", difference->durations ? "\"durations\"" : "");
    sink_put_string(sink, " }");
}

/* Options may be long: they are no argument of a format. */
static void put_options(const struct comparison *comparison, struct sink *sink)
{
    const char *const before = comparison->options_before, *const after = comparison->options_after;
    sink_put_string(sink, ",\n  \"options\": { \"before\": ");
    sink_put_string(sink, before != NULL ? before : "{}");
    sink_put_string(sink, ", \"after\": ");
    sink_put_string(sink, after != NULL ? after : "{}");
    sink_put_string(sink, " }");
}

void diff_put_json(const struct comparison *comparison, struct sink *sink)
{
    sink_put_string(sink, "{\n");
    for (int change = 0; change < CHANGE_COUNT; change++) {
        const char *before = "\n";
        sink_put_format(sink, "  \"%s\": [", change_names[change]);
        for (size_t i = 0; i < comparison->count; i++) {
            if ((int)comparison->items[i].change != change)
                continue;
            sink_put_string(sink, before);
            put_object(&comparison->items[i], sink);
            before = ",\n";
        }
        sink_put_string(sink, comparison->counts[change] > 0 ? "\n  ],\n" : "],\n");
    }
    sink_put_string(sink, "  \"animations\": [");
    for (size_t i = 0; i < comparison->animation_count; i++) {
        sink_put_string(sink, i == 0 ? "\n" : ",\n");
        put_json_animation(&comparison->animations[i], sink);
    }
    sink_put_string(sink, comparison->animation_count > 0 ? "\n  ],\n" : "],\n");
    sink_put_format(sink, "  \"same\": %zu", comparison->same);
    if (comparison->options != NULL)
        put_options(comparison, sink);
    sink_put_string(sink, "\n}\n");
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
    const struct difference *const difference = ((const struct difference **)user)[index];
    overlay_size(difference->before, difference->after, size);
    text_quote(lines[SHEET_NAME], SHEET_LINE, sprite_of(difference)->name);
    snprintf(lines[SHEET_FIGURES], SHEET_LINE, "%s  +%" PRIu64 " -%" PRIu64,
             change_names[difference->change], difference->gained, difference->lost);
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
