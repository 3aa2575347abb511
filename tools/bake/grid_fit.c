/*
 * grid_fit.c - finds the lines between columns and between rows that no drawing crosses, and from
 * them the nearest size of cells whose sides are all such lines
 */
#include "bake/grid_fit.h"

#include <stdlib.h>

/* Sizes that are further off were hardly meant. */
enum { TIMES_MOST = 4 };

/* ---- Lines -------------------------------------------------------------------------------- */

/* Line i lies before pixel i. It is set when solid pixels touch across it. */
struct lines {
    uint8_t *columns, *rows;
};

static void lines_free(struct lines *lines)
{
    free(lines->columns);
    free(lines->rows);
}

/* Ors into `touching` the pixels of a row that have a solid one to the left. */
static void gather_columns(const struct bitmap *solid, uint32_t y, uint64_t *touching)
{
    const uint64_t *const row = bitmap_row(solid, y);
    uint64_t last = 0;
    for (size_t i = 0; i < solid->row_words; i++) {
        touching[i] |= row[i] & (row[i] << 1 | last);
        last = row[i] >> 63;
    }
}

static bool rows_touch(const struct bitmap *solid, uint32_t y)
{
    const uint64_t *const above = bitmap_row(solid, y - 1), *const row = bitmap_row(solid, y);
    for (size_t i = 0; i < solid->row_words; i++)
        if ((above[i] & row[i]) != 0)
            return true;
    return false;
}

static bool lines_find(const struct bitmap *solid, struct lines *out)
{
    uint64_t *const touching = calloc(solid->row_words + 1, sizeof *touching);
    out->columns = calloc((size_t)solid->width + 1, 1);
    out->rows = calloc((size_t)solid->height + 1, 1);
    const bool ok = touching != NULL && out->columns != NULL && out->rows != NULL;
    for (uint32_t y = 0; ok && y < solid->height; y++) {
        gather_columns(solid, y, touching);
        out->rows[y] = y > 0 && rows_touch(solid, y);
    }
    for (uint32_t x = 0; ok && x < solid->width; x++)
        out->columns[x] = touching[x / 64] >> (x % 64) & 1;
    free(touching);
    return ok;
}

/* ---- Sizes -------------------------------------------------------------------------------- */

/* Do cells of that size fill a side, so that none of them begins or ends in a drawing? */
static bool fits_side(const uint8_t *crossed, uint32_t side, uint32_t cell,
                      const struct grid_rule *rule)
{
    const uint64_t count = grid_fitting(side, rule->margin, cell, rule->spacing);
    if (count == 0 || grid_leaves_rest(count, side, cell, rule))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t start = grid_start(i, rule->margin, cell, rule->spacing);
        if (crossed[start] || crossed[start + cell])
            return false;
    }
    return true;
}

/* The size nearest to `cell` that fits, the larger of two; 0: none does. */
static uint32_t nearest_size(const uint8_t *crossed, uint32_t side, uint32_t cell,
                             const struct grid_rule *rule)
{
    const uint64_t largest = (uint64_t)cell * TIMES_MOST;
    for (uint32_t off = 0; off <= side; off++) {
        if ((uint64_t)cell + off <= largest && (uint64_t)cell + off <= side &&
            fits_side(crossed, side, cell + off, rule))
            return cell + off;
        if (off < cell && (uint64_t)(cell - off) * TIMES_MOST >= cell && cell - off <= side &&
            fits_side(crossed, side, cell - off, rule))
            return cell - off;
    }
    return 0;
}

/* ---- Cells -------------------------------------------------------------------------------- */

/* Is the pixel solid, and its neighbour too? That may lie outside: before 0 is a large number. */
static bool touch(const struct bitmap *solid, uint32_t x, uint32_t y, uint32_t to_x, uint32_t to_y)
{
    return to_x < solid->width && to_y < solid->height && bitmap_get(solid, x, y) &&
           bitmap_get(solid, to_x, to_y);
}

static bool is_cut(const struct bitmap *solid, const struct atlas_frame *cell)
{
    const uint32_t left = cell->x, right = cell->x + cell->width - 1;
    const uint32_t top = cell->y, bottom = cell->y + cell->height - 1;
    for (uint32_t x = left; x <= right; x++)
        if (touch(solid, x, top, x, top - 1) || touch(solid, x, bottom, x, bottom + 1))
            return true;
    for (uint32_t y = top; y <= bottom; y++)
        if (touch(solid, left, y, left - 1, y) || touch(solid, right, y, right + 1, y))
            return true;
    return false;
}

static bool is_drawn(const struct bitmap *solid, const struct atlas_frame *cell)
{
    for (uint32_t y = cell->y; y < cell->y + cell->height; y++)
        for (uint32_t x = cell->x; x < cell->x + cell->width; x++)
            if (bitmap_get(solid, x, y))
                return true;
    return false;
}

static void count_cells(const struct bitmap *solid, const struct atlas *cells, struct grid_fit *out)
{
    for (size_t i = 0; i < cells->frame_count; i++) {
        const bool cut = is_cut(solid, &cells->frames[i]);
        out->cut += cut;
        out->drawn += cut || is_drawn(solid, &cells->frames[i]);
    }
}

bool grid_fit(const struct bitmap *solid, const struct grid_rule *rule, const struct atlas *cells,
              struct grid_fit *out, struct error *err)
{
    struct lines lines;
    *out = (struct grid_fit){0};
    const uint32_t width = cells->frames[0].width, height = cells->frames[0].height;
    if (!lines_find(solid, &lines)) {
        lines_free(&lines);
        return fail_memory(err);
    }
    const uint32_t fitting_width = nearest_size(lines.columns, solid->width, width, rule);
    const uint32_t fitting_height = nearest_size(lines.rows, solid->height, height, rule);
    const bool is_other = fitting_width != width || fitting_height != height;
    const bool is_all = fitting_width == solid->width && fitting_height == solid->height;
    lines_free(&lines);
    if (fitting_width == 0 || fitting_height == 0 || !is_other || is_all)
        return true;
    count_cells(solid, cells, out);
    if (out->cut > out->drawn / 2) {
        out->width = fitting_width;
        out->height = fitting_height;
    }
    return true;
}
