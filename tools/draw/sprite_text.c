/*
 * sprite_text.c - draws sprites in characters
 */
#include "draw/sprite_text.h"

#include "base/text.h"
#include "model/scaled_view.h"

#include <string.h>

/* The contents of a cell, in the order of the tables below. */
enum cell { OUTSIDE, INSIDE, SOLID, POINT };

static enum cell cell_at(const struct scaled_view *view, uint32_t x, uint32_t y)
{
    if (y >= view->solid.height)
        return OUTSIDE;
    if (bitmap_get(&view->points, x, y))
        return POINT;
    if (bitmap_get(&view->solid, x, y))
        return SOLID;
    return x >= view->left && x < view->right && y >= view->top && y < view->bottom ? INSIDE
                                                                                    : OUTSIDE;
}

static void add_ascii_row(const void *drawing, uint32_t y, struct text *line)
{
    const struct scaled_view *const view = drawing;
    for (uint32_t x = 0; x < view->solid.width; x++)
        text_add(line, &" .#o"[cell_at(view, x, y)], 1);
}

static void add_plain_row(const void *drawing, uint32_t y, struct text *line)
{
    const struct scaled_view *const view = drawing;
    static const char *const halves[2][2] = {{" ", "\xe2\x96\x84"},
                                             {"\xe2\x96\x80", "\xe2\x96\x88"}};
    for (uint32_t x = 0; x < view->solid.width; x++) {
        const enum cell upper = cell_at(view, x, y), lower = cell_at(view, x, y + 1);
        const bool empty = upper == INSIDE && lower == INSIDE;
        text_add_string(line, empty ? "\xc2\xb7" : halves[upper >= SOLID][lower >= SOLID]);
    }
}

/* The upper half of a cell is its character, the lower one its background. */
static void add_colored_row(const void *drawing, uint32_t y, struct text *line)
{
    const struct scaled_view *const view = drawing;
    static const char *const upper_colors[] = {"", "\033[38;5;238m", "\033[38;5;37m",
                                               "\033[38;5;215m"};
    static const char *const lower_colors[] = {"", "\033[48;5;238m", "\033[48;5;37m",
                                               "\033[48;5;215m"};
    enum cell last_upper = OUTSIDE, last_lower = OUTSIDE;
    for (uint32_t x = 0; x < view->solid.width; x++) {
        enum cell upper = cell_at(view, x, y), lower = cell_at(view, x, y + 1);
        const bool only_lower = upper == OUTSIDE;
        if (only_lower) {
            upper = lower;
            lower = OUTSIDE;
        }
        if (upper != last_upper || lower != last_lower) {
            text_add_string(line, "\033[0m");
            text_add_string(line, upper_colors[upper]);
            text_add_string(line, lower_colors[lower]);
        }
        text_add_string(line, upper == OUTSIDE ? " "
                              : only_lower     ? "\xe2\x96\x84"
                                               : "\xe2\x96\x80");
        last_upper = upper;
        last_lower = lower;
    }
    if (last_upper != OUTSIDE)
        text_add_string(line, "\033[0m");
}

bool draw_rows(uint32_t rows, uint32_t step,
               void (*add_row)(const void *drawing, uint32_t y, struct text *line),
               const void *drawing, struct sink *sink, struct error *err)
{
    struct text line = {0};
    for (uint32_t y = 0; y < rows; y += step) {
        line.length = 0;
        add_row(drawing, y, &line);
        while (line.length > 0 && line.bytes[line.length - 1] == ' ')
            line.length--;
        text_add(&line, "\n", 1);
        if (!line.failed)
            sink_put(sink, line.bytes, line.length);
    }
    const bool ok = !line.failed;
    text_free(&line);
    return ok || fail_memory(err);
}

static bool draw(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                 uint32_t step, struct sink *sink,
                 void (*add_row)(const void *, uint32_t, struct text *), struct error *err)
{
    struct scaled_view view;
    const uint32_t scale = scaled_view_text_scale(sprite->width, sprite->height, columns);
    const bool ok = scaled_view_make(model, sprite, scale, &view, err) &&
                    draw_rows(view.solid.height, step, add_row, &view, sink, err);
    scaled_view_free(&view);
    return ok;
}

bool draw_ascii(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                struct sink *sink, struct error *err)
{
    return draw(model, sprite, columns, 1, sink, add_ascii_row, err);
}

bool draw_blocks(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                 bool color, struct sink *sink, struct error *err)
{
    return draw(model, sprite, columns, 2, sink, color ? add_colored_row : add_plain_row, err);
}
