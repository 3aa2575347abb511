/*
 * contact_sheet.c - draws rows of equally wide cells; a row is as high as its highest picture
 */
#include "draw/contact_sheet.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/canvas.h"
#include "model/scaled_view.h"

#include <stdlib.h>

enum { ZOOM_MAX = 24, FONT_LINE = 11 };

/* The sizes for a number of pictures, from one to very many. */
struct layout {
    uint64_t most; /* pixels of a sheet, about */
    uint32_t side; /* of the square that a picture must fit in */
    uint32_t text; /* zoom of the labels; 0: none */
    uint32_t gap;
};

#define MILLION UINT64_C(1000000)

static const struct layout layouts[] = {
    {3 * MILLION, 960, 2, 32}, {3 * MILLION, 480, 2, 28}, {5 * MILLION, 264, 2, 24},
    {8 * MILLION, 168, 1, 20}, {16 * MILLION, 96, 1, 12}, {24 * MILLION, 48, 0, 6},
    {24 * MILLION, 32, 0, 4},  {24 * MILLION, 16, 0, 2},
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* A sheet while it is made. */
struct contact_page {
    const struct contact_sheet *sheet;
    struct layout layout;
    size_t count;
    uint32_t columns, cell_width;
    uint64_t width, height;
    uint32_t *row_heights;
};

/* A picture, its size on the sheet and the lines below it. */
struct measured {
    struct sheet_cell cell; /* without its place */
    uint32_t size[2];
    char lines[SHEET_LINES][SHEET_LINE];
};

static struct measured measure(const struct contact_page *page, size_t index)
{
    struct measured out = {.cell = {.zoom = 1}};
    uint32_t pixels[2] = {0};
    page->sheet->describe(page->sheet->user, index, pixels, out.lines);
    const uint32_t side = page->layout.side;
    const uint32_t zoom = side / max_u32(max_u32(pixels[0], pixels[1]), 1);
    out.cell.scale = scaled_view_scale(pixels[0], pixels[1], side, side);
    if (out.cell.scale == 1)
        out.cell.zoom = zoom < ZOOM_MAX ? zoom : ZOOM_MAX;
    for (int i = 0; i < 2; i++)
        out.size[i] = scaled_view_cells(pixels[i], out.cell.scale) * out.cell.zoom;
    return out;
}

static uint32_t label_height(const struct layout *layout)
{
    return layout->text > 0 ? (SHEET_LINES * FONT_LINE + 4) * layout->text : 0;
}

/* The largest layout in which so many pictures fit, otherwise the smallest layout. */
static struct layout choose_layout(size_t count)
{
    size_t i = count > 1;
    for (; i + 1 < LAYOUTS; i++) {
        const uint64_t side = layouts[i].side + layouts[i].gap;
        if (side * (side + label_height(&layouts[i])) * count <= layouts[i].most)
            break;
    }
    return layouts[i];
}

static uint32_t legend_width(const struct contact_page *page)
{
    uint32_t width = 0;
    const uint32_t zoom = max_u32(page->layout.text, 1);
    for (const struct contact_sheet_key *key = page->sheet->legend; key->text != NULL; key++)
        width += canvas_text_width(key->text, zoom) + 26 * zoom;
    return width;
}

/* A single picture is as wide as its label needs. Many are all as wide as the widest picture and
 * its figures, because a name can be shortened, but a shortened figure would be wrong. */
static void find_cell_width(struct contact_page *page)
{
    const struct layout *const layout = &page->layout;
    const int first = page->count == 1 ? SHEET_NAME : SHEET_FIGURES;
    uint32_t widest = layout->text > 0 ? layout->side : 0;
    if (page->count == 1)
        widest = legend_width(page);
    for (size_t i = 0; i < page->count; i++) {
        const struct measured picture = measure(page, i);
        widest = max_u32(widest, picture.size[0]);
        for (int k = first; k < SHEET_LINES; k++)
            widest = max_u32(widest, canvas_text_width(picture.lines[k], layout->text));
    }
    page->cell_width = widest;
}

/* Chooses columns so that the sheet is about 4:3. */
static void find_columns(struct contact_page *page)
{
    const uint64_t across = page->cell_width + page->layout.gap;
    const uint64_t down = across + label_height(&page->layout);
    uint64_t columns = 1;
    while (columns < page->count && columns * columns * across * 3 < page->count * down * 4)
        columns++;
    page->columns = (uint32_t)columns;
}

static void find_rows(struct contact_page *page)
{
    const size_t rows = (page->count + page->columns - 1) / page->columns;
    const struct layout *const layout = &page->layout;
    page->row_heights = memory_new(rows, sizeof *page->row_heights);
    for (size_t i = 0; i < page->count; i++) {
        uint32_t *const height = &page->row_heights[i / page->columns];
        *height = max_u32(*height, measure(page, i).size[1]);
    }
    page->width = page->columns * (uint64_t)(page->cell_width + layout->gap) + layout->gap;
    page->width = max_u32((uint32_t)page->width, legend_width(page) + 2 * layout->gap);
    page->height = layout->gap;
    for (size_t i = 0; i < rows; i++) {
        const uint64_t height =
            page->height + page->row_heights[i] + label_height(layout) + layout->gap;
        if (page->width * (height + 64) > RGBA_PIXELS_MAX) {
            page->count = i * page->columns;
            break;
        }
        page->height = height;
    }
    page->height += 2 * FONT_LINE * max_u32(layout->text, 1);
}

static void put_label(const struct contact_page *page, struct rgba *canvas, struct canvas_point at,
                      char lines[SHEET_LINES][SHEET_LINE])
{
    static const uint32_t colors[SHEET_LINES] = {COLOR_TEXT, COLOR_FAINT};
    const uint32_t zoom = page->layout.text;
    for (int i = 0; zoom > 0 && i < SHEET_LINES; i++) {
        char shown[SHEET_LINE];
        text_shorten(shown, sizeof shown, lines[i], (page->cell_width + zoom) / (6 * zoom));
        canvas_text(canvas, at, zoom, colors[i], shown);
        at.y += FONT_LINE * zoom;
    }
}

static bool paint_all(const struct contact_page *page, struct rgba *canvas, struct error *err)
{
    const struct layout *const layout = &page->layout;
    struct canvas_point at = {layout->gap, layout->gap};
    for (size_t i = 0; i < page->count; i++) {
        const uint32_t height = page->row_heights[i / page->columns];
        struct measured picture = measure(page, i);
        picture.cell.canvas = canvas;
        picture.cell.at = (struct canvas_point){at.x, at.y + height - picture.size[1]};
        if (!page->sheet->paint(page->sheet->user, i, &picture.cell, err))
            return false;
        put_label(page, canvas,
                  (struct canvas_point){at.x, at.y + height + 4 * (int64_t)layout->text},
                  picture.lines);
        at.x += page->cell_width + layout->gap;
        if ((i + 1) % page->columns == 0) {
            at.x = layout->gap;
            at.y += height + label_height(layout) + layout->gap;
        }
    }
    return true;
}

static void put_legend(const struct contact_page *page, struct rgba *canvas)
{
    const uint32_t zoom = max_u32(page->layout.text, 1);
    struct canvas_point at = {page->layout.gap,
                              canvas->height - (int64_t)FONT_LINE * zoom - page->layout.gap / 2};
    for (const struct contact_sheet_key *key = page->sheet->legend; key->text != NULL; key++) {
        if (key->color != 0) {
            canvas_fill(canvas, at, 7 * zoom, 7 * zoom, key->color);
            at.x += 11 * zoom;
        }
        canvas_text(canvas, at, zoom, COLOR_FAINT, key->text);
        at.x += canvas_text_width(key->text, zoom) + 15 * zoom;
    }
}

bool contact_sheet_draw(const struct contact_sheet *sheet, struct rgba *out, size_t *drawn,
                        struct error *err)
{
    struct contact_page page = {.sheet = sheet, .count = sheet->count};
    *out = (struct rgba){0};
    page.layout = choose_layout(sheet->count);
    find_cell_width(&page);
    find_columns(&page);
    find_rows(&page);
    const bool ok =
        canvas_init(out, page.width, page.height, COLOR_PAPER, err) && paint_all(&page, out, err);
    if (ok)
        put_legend(&page, out);
    else
        rgba_free(out);
    free(page.row_heights);
    *drawn = page.count;
    return ok;
}

/* ---- For the callbacks that paint --------------------------------------------------------- */

void contact_sheet_floor(const struct sheet_cell *cell, uint32_t width, uint32_t height)
{
    const uint64_t right = (uint64_t)scaled_view_cells(width, cell->scale) * cell->zoom;
    const uint64_t bottom = (uint64_t)scaled_view_cells(height, cell->scale) * cell->zoom;
    const uint64_t side = cell->zoom >= 4 ? cell->zoom * (cell->zoom < 12 ? 2 : 1) : 8;
    canvas_fill(cell->canvas, cell->at, right, bottom, COLOR_DARK);
    for (uint64_t y = 0; y < bottom; y += side)
        for (uint64_t x = y / side % 2 * side; x < right; x += 2 * side) {
            const struct canvas_point at = {cell->at.x + (int64_t)x, cell->at.y + (int64_t)y};
            canvas_fill(cell->canvas, at, right - x < side ? right - x : side,
                        bottom - y < side ? bottom - y : side, COLOR_LIGHT);
        }
}

uint32_t contact_sheet_edge(uint32_t zoom)
{
    return zoom >= 8 ? zoom / 6 : 1;
}

struct edge_pen {
    const struct sheet_cell *cell;
    uint32_t color;
};

static void draw_path(void *user, const struct corner *corners, size_t count)
{
    const struct edge_pen *const pen = user;
    const uint32_t zoom = pen->cell->zoom, thick = contact_sheet_edge(zoom);
    for (size_t i = 0; i < count; i++) {
        const struct corner a = corners[i], b = corners[(i + 1) % count];
        const struct canvas_point origin = pen->cell->at;
        canvas_line(
            pen->cell->canvas,
            (struct canvas_point){origin.x + (int64_t)a.x * zoom, origin.y + (int64_t)a.y * zoom},
            (struct canvas_point){origin.x + (int64_t)b.x * zoom, origin.y + (int64_t)b.y * zoom},
            thick, pen->color);
    }
}

bool contact_sheet_outline(const struct sheet_cell *cell, const struct bitmap *bitmap,
                           uint32_t color, struct error *err)
{
    struct edge_pen pen = {cell, color};
    return outline_trace(bitmap, draw_path, &pen, err);
}
