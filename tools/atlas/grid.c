/*
 * grid.c - a sheet cut into cells of one size
 */
#include "atlas/grid.h"

#include "base/text.h"

#include <inttypes.h>

uint64_t grid_fitting(uint32_t side, uint32_t margin, uint32_t cell, uint32_t spacing)
{
    if ((uint64_t)margin + cell > side)
        return 0;
    return 1 + ((uint64_t)side - margin - cell) / ((uint64_t)cell + spacing);
}

/* An index is at most GRID_CELLS_MAX, so this stays far below 64 bits. */
uint32_t grid_start(uint64_t index, uint32_t margin, uint32_t cell, uint32_t spacing)
{
    const uint64_t start = margin + index * ((uint64_t)cell + spacing);
    return (uint32_t)(start < INT32_MAX ? start : INT32_MAX);
}

static bool leaves_rest(uint64_t cells, uint32_t side, uint32_t cell, const struct grid_rule *rule)
{
    const uint64_t used = rule->margin + cells * cell + (cells - 1) * rule->spacing;
    const uint64_t rest = side - used;
    return rest != 0 && rest != rule->margin && rest != rule->spacing &&
           rest != (uint64_t)rule->margin + rule->spacing;
}

bool grid_cut(const struct grid_rule *rule, uint32_t width, uint32_t height, struct atlas *out,
              bool *ragged, struct error *err)
{
    const uint64_t columns = grid_fitting(width, rule->margin, rule->width, rule->spacing);
    const uint64_t rows = grid_fitting(height, rule->margin, rule->height, rule->spacing);
    if (columns == 0 || rows == 0)
        return fail(
            err, "no cell of %" PRIu32 "x%" PRIu32 " fits into the image of %" PRIu32 "x%" PRIu32,
            rule->width, rule->height, width, height);
    if (columns * rows > GRID_CELLS_MAX)
        return fail(err,
                    "the grid cuts the image into more than %d cells, the most that is allowed",
                    GRID_CELLS_MAX);
    *ragged = leaves_rest(columns, width, rule->width, rule) ||
              leaves_rest(rows, height, rule->height, rule);
    out->numbered = true;
    bool ok = atlas_add_page(out, &(struct atlas_page){.image = text_copy("")}, NULL) != NULL;
    for (uint64_t i = 0; ok && i < columns * rows; i++) {
        const struct atlas_frame cell = {
            .name = text_format("%" PRIu64, i),
            .x = grid_start(i % columns, rule->margin, rule->width, rule->spacing),
            .y = grid_start(i / columns, rule->margin, rule->height, rule->spacing),
            .width = rule->width,
            .height = rule->height,
            .source_width = rule->width,
            .source_height = rule->height,
        };
        ok = atlas_add_frame(out, &cell, NULL) != NULL;
    }
    return ok || fail_memory(err);
}
