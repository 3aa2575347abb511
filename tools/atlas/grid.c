/*
 * grid.c - a sheet cut into cells of one size
 */
#include "atlas/grid.h"

#include <inttypes.h>

uint64_t grid_fitting(uint32_t side, uint32_t margin, uint32_t cell, uint32_t spacing)
{
    if ((uint64_t)margin + cell > side)
        return 0;
    return 1 + ((uint64_t)side - margin - cell) / ((uint64_t)cell + spacing);
}

/* An index is at most ATLAS_CELLS_MAX, so this stays far below 64 bits. */
uint32_t grid_start(uint64_t index, uint32_t margin, uint32_t cell, uint32_t spacing)
{
    const uint64_t start = margin + index * ((uint64_t)cell + spacing);
    return (uint32_t)(start < INT32_MAX ? start : INT32_MAX);
}

bool grid_leaves_rest(uint64_t cells, uint32_t side, uint32_t cell, const struct grid_rule *rule)
{
    const uint64_t used = rule->margin + cells * cell + (cells - 1) * rule->spacing;
    const uint64_t rest = side - used;
    return rest != 0 && rest != rule->margin && rest != rule->spacing &&
           rest != (uint64_t)rule->margin + rule->spacing;
}

/* The size of `count` cells of the same size that fill a side; 0: there is none. */
static uint32_t size_of_cells(uint32_t side, uint32_t count, const struct grid_rule *rule)
{
    const uint64_t gaps = 2 * (uint64_t)rule->margin + (count - UINT64_C(1)) * rule->spacing;
    return gaps < side && (side - gaps) % count == 0 ? (uint32_t)((side - gaps) / count) : 0;
}

bool grid_cut(const struct grid_rule *wanted, uint32_t width, uint32_t height, struct atlas *out,
              bool *ragged, struct error *err)
{
    struct grid_rule sized = *wanted;
    const struct grid_rule *const rule = &sized;
    const bool counted = rule->columns > 0;
    if (counted) {
        sized.width = size_of_cells(width, rule->columns, rule);
        sized.height = size_of_cells(height, rule->rows, rule);
        if (rule->width == 0 || rule->height == 0)
            return fail(err,
                        "%" PRIu32 "x%" PRIu32 " pixels cannot be cut into %" PRIu32 "x%" PRIu32
                        " cells of the same size, with a margin of %" PRIu32
                        " on all sides and %" PRIu32
                        " between them; --grid takes the size of a cell",
                        width, height, rule->columns, rule->rows, rule->margin, rule->spacing);
    }
    const uint64_t columns =
        counted ? rule->columns : grid_fitting(width, rule->margin, rule->width, rule->spacing);
    const uint64_t rows =
        counted ? rule->rows : grid_fitting(height, rule->margin, rule->height, rule->spacing);
    if (columns == 0 || rows == 0)
        return fail(
            err, "no cell of %" PRIu32 "x%" PRIu32 " fits into the image of %" PRIu32 "x%" PRIu32,
            rule->width, rule->height, width, height);
    if (columns * rows > ATLAS_CELLS_MAX)
        return fail(err,
                    "the grid cuts the image into more than %d cells, the most that is allowed",
                    ATLAS_CELLS_MAX);
    *ragged = !counted && (grid_leaves_rest(columns, width, rule->width, rule) ||
                           grid_leaves_rest(rows, height, rule->height, rule));
    out->numbered = true;
    atlas_add_page(out, &(struct atlas_page){.image = arena_text(&out->arena, "")});
    for (uint64_t i = 0; i < columns * rows; i++) {
        const uint64_t column = rule->by_columns ? i / rows : i % columns;
        const uint64_t row = rule->by_columns ? i % rows : i / columns;
        struct atlas_frame cell = {.name = arena_format(&out->arena, "%" PRIu64, i)};
        atlas_set_region(&cell, grid_start(column, rule->margin, rule->width, rule->spacing),
                         grid_start(row, rule->margin, rule->height, rule->spacing), rule->width,
                         rule->height);
        atlas_add_frame(out, &cell);
    }
    return true;
}
