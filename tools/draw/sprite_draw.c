/*
 * sprite_draw.c - shows sprites: as rows of a table, in characters, and as pictures
 */
#include "draw/sprite_draw.h"

#include "base/text.h"
#include "model/scaled_view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Tables ------------------------------------------------------------------------------- */

enum { GAP = 2, QUOTED_MAX = 4096, SHORTEST = 12 /* of a column that may be shortened */ };

void table_add(struct table *table, const char *format, ...)
{
    char cell[QUOTED_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    text_add(&table->cells, cell, strlen(cell) + 1);
    table->count++;
}

void table_add_quoted(struct table *table, const char *name)
{
    char quoted[QUOTED_MAX];
    table_add(table, "%s", text_quote(quoted, sizeof quoted, name));
}

/* How a column is laid out. */
struct column {
    char kind;
    char rank;
    bool dropped;
    size_t width;
};

/* The width of all columns that are there, those that may be shortened as short as can be. */
static size_t least_width(const struct column *columns, size_t count, size_t shortest)
{
    size_t width = 0, there = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_short = columns[i].kind == 'L' && columns[i].width > shortest;
        if (columns[i].dropped)
            continue;
        width += is_short ? shortest : columns[i].width;
        there++;
    }
    return width + (there > 0 ? (there - 1) * GAP : 0);
}

static struct column *least_important(struct column *columns, size_t count)
{
    struct column *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (!columns[i].dropped && columns[i].rank > (found ? found->rank : '0'))
            found = &columns[i];
    return found;
}

static struct column *widest_flexible(struct column *columns, size_t count)
{
    struct column *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (columns[i].kind == 'L' && columns[i].width > (found ? found->width : 1))
            found = &columns[i];
    return found;
}

static void put_row(const char **cell, size_t count, const struct column *columns,
                    struct sink *sink)
{
    size_t owed = 0; /* spaces that are due before the next character */

    for (size_t i = 0; i < count; i++, *cell += strlen(*cell) + 1) {
        const struct column *column = &columns[i];
        const bool right = column->kind == 'r';
        char shown[QUOTED_MAX];
        if (column->dropped)
            continue;
        text_shorten(shown, sizeof shown, *cell, column->width);
        const size_t padding = column->width - text_width(shown);
        owed += right ? padding : 0;
        if (*shown) {
            sink_put_spaces(sink, owed);
            sink_put_string(sink, shown);
            owed = 0;
        }
        owed += (right ? 0 : padding) + GAP;
    }
    sink_put(sink, "\n", 1);
}

void table_write(struct table *table, struct sink *sink)
{
    struct column columns[TABLE_COLUMNS_MAX] = {0}, *column;
    const size_t count = strlen(table->columns);
    const char *cell = table->cells.bytes;
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        columns[i] = (struct column){.kind = table->columns[i],
                                     .rank = table->width > 0 ? table->ranks[i] : '0'};
    for (size_t i = 0; i < table->count; i++, cell += strlen(cell) + 1)
        if (text_width(cell) > columns[i % count].width)
            columns[i % count].width = text_width(cell);
    const size_t most = table->width > 0 ? table->width : SIZE_MAX;
    while (least_width(columns, count, SHORTEST) > most &&
           (column = least_important(columns, count)) != NULL)
        column->dropped = true;
    while (least_width(columns, count, SIZE_MAX) > most &&
           (column = widest_flexible(columns, count)) != NULL)
        column->width--;
    cell = table->cells.bytes;
    for (size_t i = 0; i < table->count; i += count)
        put_row(&cell, table->count - i < count ? table->count - i : count, columns, sink);
    text_free(&table->cells);
    table->count = 0;
}

/* ---- Tables of sprites -------------------------------------------------------------------- */

/* The corners of a kind of shapes. */
static uint32_t count_corners(const struct shapes *shapes, unsigned kind)
{
    const uint32_t first = shapes_first(shapes, kind);
    return shapes->loops.starts[first + shapes->counts[kind]] - shapes->loops.starts[first];
}

static void add_shapes(struct table *out, const struct shapes *shapes)
{
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++) {
        if (shapes == NULL || (shapes->kinds >> kind & 1) == 0)
            table_add(out, "-");
        else
            table_add(out, "%" PRIu32,
                      kind == SHAPE_PIECES ? shapes->counts[kind] : count_corners(shapes, kind));
    }
}

static bool any_has_shapes(const struct model *model)
{
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].shapes > 0)
            return true;
    return false;
}

static void add_sprite(struct table *out, const struct model *model,
                       const struct model_sprite *sprite, bool with_shapes)
{
    const struct mask mask = model_sprite_mask(model, sprite);
    table_add_quoted(out, sprite->name);
    table_add(out, "%" PRIu32 "x%" PRIu32, sprite->width, sprite->height);
    table_add(out, "%" PRIu32 "x%" PRIu32 "%+lld%+lld", mask.width, mask.height,
              (long long)sprite->left, (long long)sprite->top);
    table_add(out, "%" PRIu64, mask.area);
    table_add(out, "%.1f%%",
              100.0 * (double)mask.area / ((double)sprite->width * (double)sprite->height));
    if (sprite->list == MODEL_NONE) {
        table_add(out, "-");
        table_add(out, "-");
    } else {
        const struct points *const list = &model->lists[sprite->list];
        table_add(out, "%" PRIu32, list->count);
        table_add(out, "%" PRIu32 "x%" PRIu32, list->map_width, list->map_height);
    }
    if (with_shapes)
        add_shapes(out, model_sprite_shapes(model, sprite));
    struct text warnings = {0};
    text_add_string(&warnings, "");
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        if ((sprite->warnings >> i & 1) == 0)
            continue;
        text_add_string(&warnings, warnings.length > 0 ? " " : "");
        text_add_string(&warnings, model_warning_id(i));
    }
    table_add(out, "%s", warnings.bytes);
    text_free(&warnings);
}

static void write_animations(const struct model *model, uint32_t columns, struct sink *sink)
{
    struct table out = {"Lrr", columns, "012", {0}, 0};
    table_add(&out, "ANIMATION");
    table_add(&out, "FRAMES");
    table_add(&out, "TIME");
    for (size_t i = 0; i < model->animation_count; i++) {
        const struct model_animation *const animation = &model->animations[i];
        uint64_t duration = 0;
        for (uint32_t k = 0; k < animation->count; k++)
            duration += animation->durations[k];
        table_add_quoted(&out, animation->name);
        table_add(&out, "%" PRIu32, animation->count);
        table_add(&out, "%" PRIu64 " ms", duration);
    }
    sink_put_string(sink, "\n");
    table_write(&out, sink);
}

static bool has_data(const struct model *model)
{
    size_t i = 0;
    while (i < model->sprite_count && model->sprites[i].data == NULL)
        i++;
    return i < model->sprite_count;
}

void sprite_table_write(const struct model *model, uint32_t columns, struct sink *sink)
{
    static const char *const heads[] = {"NAME",   "SIZE",     "BOUNDS",  "AREA",     "SOLID",
                                        "POINTS", "MAP",      "OUTLINE", "POLYGONS", "PIECES",
                                        "HULL",   "WARNINGS", "DATA"};
    static const char *const columns_of[2][2] = {{"LrlrrrrL", "LrlrrrrLL"},
                                                 {"LrlrrrrrrrrL", "LrlrrrrrrrrLL"}};
    enum { SHAPES_FIRST = 7, SHAPES_LAST = SHAPES_FIRST + SHAPE_KINDS - 1 };
    const bool with_data = has_data(model), with_shapes = any_has_shapes(model);
    struct table out = {columns_of[with_shapes][with_data],
                        columns,
                        with_shapes ? "0154236977800" : "015423600",
                        {0},
                        0};
    const int last = (int)(sizeof heads / sizeof *heads) - !with_data;
    for (int i = 0; i < last; i++)
        if (with_shapes || i < SHAPES_FIRST || i > SHAPES_LAST)
            table_add(&out, "%s", heads[i]);
    for (size_t i = 0; i < model->sprite_count; i++) {
        const char *const data = model->sprites[i].data;
        add_sprite(&out, model, &model->sprites[i], with_shapes);
        if (with_data)
            table_add_quoted(&out, data != NULL ? data : "");
    }
    table_write(&out, sink);
    if (model->animation_count > 0)
        write_animations(model, columns, sink);
}

/* ---- Characters --------------------------------------------------------------------------- */

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

void draw_rows(uint32_t rows, uint32_t step,
               void (*add_row)(const void *drawing, uint32_t y, struct text *line),
               const void *drawing, struct sink *sink)
{
    struct text line = {0};
    for (uint32_t y = 0; y < rows; y += step) {
        line.length = 0;
        add_row(drawing, y, &line);
        while (line.length > 0 && line.bytes[line.length - 1] == ' ')
            line.length--;
        text_add(&line, "\n", 1);
        sink_put(sink, line.bytes, line.length);
    }
    text_free(&line);
}

bool draw_sprite(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                 enum draw_style style, struct sink *sink, struct error *err)
{
    static void (*const add_row[])(const void *, uint32_t, struct text *) = {
        [DRAW_ASCII] = add_ascii_row,
        [DRAW_BLOCKS] = add_plain_row,
        [DRAW_COLORED] = add_colored_row,
    };
    const uint32_t scale = scaled_view_text_scale(sprite->width, sprite->height, columns);
    struct scaled_view view;
    const bool ok = scaled_view_make(model, sprite, scale, &view, err);
    if (ok)
        draw_rows(view.solid.height, style == DRAW_ASCII ? 1 : 2, add_row[style], &view, sink);
    scaled_view_free(&view);
    return ok;
}

/* ---- Pictures ----------------------------------------------------------------------------- */

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
    const uint32_t zoom = cell->zoom, edge = contact_sheet_edge(zoom);
    const struct canvas_point at = {cell->at.x + (int64_t)view->left * zoom - edge - edge / 2,
                                    cell->at.y + (int64_t)view->top * zoom - edge - edge / 2};
    if (view->right > 0)
        canvas_frame(cell->canvas, at,
                     (uint64_t)(view->right - view->left) * zoom + 3 * (uint64_t)edge,
                     (uint64_t)(view->bottom - view->top) * zoom + 3 * (uint64_t)edge, edge,
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
    for (int i = 0; i < 2; i++) { /* first a wider cross below it */
        const uint32_t width = i == 0 ? thick + 2 : thick;
        const uint32_t color = i == 0 ? COLOR_PAPER : COLOR_PIVOT;
        canvas_line(cell->canvas, (struct canvas_point){x - arm, y},
                    (struct canvas_point){x + arm, y}, width, color);
        canvas_line(cell->canvas, (struct canvas_point){x, y - arm},
                    (struct canvas_point){x, y + arm}, width, color);
    }
}

/* A corner of a sprite's shapes, exact to a fraction of a block. */
static struct canvas_point place_corner(const struct model_sprite *sprite, struct spot corner,
                                        const struct sheet_cell *cell)
{
    const int64_t one = (int64_t)CORNER_ONE * cell->scale;
    const int64_t x = corner.x + (int64_t)sprite->left * CORNER_ONE,
                  y = corner.y + (int64_t)sprite->top * CORNER_ONE;
    return (struct canvas_point){cell->at.x + x * cell->zoom / one,
                                 cell->at.y + y * cell->zoom / one};
}

static void paint_kind(const struct shapes *shapes, unsigned kind,
                       const struct model_sprite *sprite, const struct sheet_cell *cell,
                       uint32_t color)
{
    const struct loops *const loops = &shapes->loops;
    const uint32_t first = shapes_first(shapes, kind);
    for (uint32_t loop = first; loop < first + shapes->counts[kind]; loop++)
        for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++)
            canvas_line(cell->canvas, place_corner(sprite, loops->corners[i], cell),
                        place_corner(sprite, loops->corners[loops_next(loops, loop, i)], cell),
                        contact_sheet_edge(cell->zoom), color);
}

static void paint_shapes(const struct shapes *shapes, const struct model_sprite *sprite,
                         const struct sheet_cell *cell)
{
    paint_kind(shapes, SHAPE_HULL, sprite, cell, COLOR_HULL);
    paint_kind(shapes, SHAPE_PIECES, sprite, cell, COLOR_PIECES);
    paint_kind(shapes, SHAPE_POLYGONS, sprite, cell, COLOR_POLYGONS);
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
        if (sprite->shapes > 0)
            paint_shapes(model_sprite_shapes(model, sprite), sprite, cell);
        paint_bounds(&view, cell);
        paint_pivot(sprite, cell);
    }
    scaled_view_free(&view);
    return ok;
}

/* ---- A sheet of them --------------------------------------------------------------------------
 */

struct gallery {
    const struct model *model;
    const struct sprite_art *art;
};

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    const struct model *const model = ((const struct gallery *)user)->model;
    const struct model_sprite *const sprite = &model->sprites[index];
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

static bool paint(void *user, size_t index, const struct sheet_cell *cell, struct error *err)
{
    const struct gallery *const gallery = user;
    const struct model_sprite *const sprite = &gallery->model->sprites[index];
    const struct rgba *const art =
        gallery->art != NULL ? gallery->art->find(gallery->art->user, sprite) : NULL;
    return sprite_picture_paint(gallery->model, sprite, art, cell, err);
}

bool sprites_picture(const struct model *model, const struct sprite_art *art, struct rgba *out,
                     size_t *drawn, struct error *err)
{
    static const struct contact_sheet_key all[] = {{COLOR_EDGE, "mask"},
                                                   {COLOR_POINT, "points"},
                                                   {COLOR_BOUNDS, "bounds"},
                                                   {COLOR_PIVOT, "pivot"},
                                                   {0, NULL}};
    static const struct contact_sheet_key shapes[] = {
        {COLOR_EDGE, "mask"}, {COLOR_POLYGONS, "polygons"}, {COLOR_PIECES, "pieces"},
        {COLOR_HULL, "hull"}, {COLOR_PIVOT, "pivot"},       {0, NULL}};
    static const struct contact_sheet_key no_points[] = {
        {COLOR_EDGE, "mask"}, {COLOR_BOUNDS, "bounds"}, {COLOR_PIVOT, "pivot"}, {0, NULL}};
    static const struct contact_sheet_key nothing[] = {{0, "no sprites"}, {0, NULL}};
    struct gallery gallery = {model, art};
    struct contact_sheet sheet = {model->sprite_count, no_points, &gallery, describe, paint};
    if (model->sprite_count == 0)
        sheet.legend = nothing;
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].list != MODEL_NONE)
            sheet.legend = all;
    if (any_has_shapes(model))
        sheet.legend = shapes;
    return contact_sheet_draw(&sheet, out, drawn, err);
}
