/*
 * components.c - joins the runs of each row with those that they touch in the row above
 *
 * The sets are a forest: `component` leads towards the root, which has the area and the border flag
 * of all. At the end it is the root itself.
 */
#include "model/components.h"

#include "base/array.h"
#include "bits.h"

#include <stdlib.h>

void components_free(struct components *components)
{
    free(components->runs);
    *components = (struct components){0};
}

/* ---- Sets --------------------------------------------------------------------------------- */

static uint32_t find_root(struct run *runs, uint32_t i)
{
    while (runs[i].component != i)
        i = runs[i].component = runs[runs[i].component].component;
    return i;
}

/* The earlier root remains the root. */
static void join(struct run *runs, uint32_t a, uint32_t b)
{
    const uint32_t x = find_root(runs, a), y = find_root(runs, b);
    const uint32_t root = x < y ? x : y, other = x < y ? y : x;
    if (root == other)
        return;
    runs[other].component = root;
    runs[root].area += runs[other].area;
    runs[root].at_border |= runs[other].at_border;
}

/* ---- Runs --------------------------------------------------------------------------------- */

/* The first pixel of that kind from (x, y) on in its row; the width when there is none. */
static uint32_t next_pixel(const struct bitmap *bitmap, uint32_t x, uint32_t y, bool solid)
{
    const uint64_t *const row = bitmap_row(bitmap, y);
    const uint64_t flip = solid ? 0 : UINT64_MAX;
    uint64_t wanted = UINT64_MAX << (x % 64);
    for (size_t i = x / 64; i < bitmap->row_words; i++, wanted = UINT64_MAX) {
        const uint64_t word = (row[i] ^ flip) & wanted;
        if (word == 0)
            continue;
        x = (uint32_t)(64 * i) + lowest_bit(word);
        return x < bitmap->width ? x : bitmap->width;
    }
    return bitmap->width;
}

static bool add_row(struct components *components, const struct bitmap *bitmap, uint32_t y,
                    bool solid)
{
    uint32_t x = next_pixel(bitmap, 0, y, solid);
    while (x < bitmap->width) {
        const uint32_t index = (uint32_t)components->count;
        const uint32_t end = next_pixel(bitmap, x, y, !solid);
        struct run *const run =
            array_push(&components->runs, &components->count, &components->capacity);
        if (run == NULL)
            return false;
        *run = (struct run){
            .x0 = x,
            .x1 = end,
            .y = y,
            .component = index,
            .area = end - x,
            .at_border = x == 0 || end == bitmap->width || y == 0 || y == bitmap->height - 1,
        };
        x = next_pixel(bitmap, end, y, solid);
    }
    return true;
}

/* Joins the runs from `middle` to `end`, of one row, with those of the row above, from `first`
 * to `middle`. `reach` is 1 when corners count. */
static void join_rows(struct run *runs, size_t first, size_t middle, size_t end, uint32_t reach)
{
    size_t above = first, below = middle;
    while (above < middle && below < end) {
        const struct run *const a = &runs[above], *const b = &runs[below];
        if (a->x0 < b->x1 + reach && b->x0 < a->x1 + reach)
            join(runs, (uint32_t)above, (uint32_t)below);
        if (a->x1 < b->x1)
            above++;
        else
            below++;
    }
}

bool components_find(const struct bitmap *bitmap, enum component_kind kind, struct components *out,
                     struct error *err)
{
    const bool solid = kind == COMPONENTS_SOLID;
    size_t above = 0;
    *out = (struct components){0};
    for (uint32_t y = 0; y < bitmap->height && bitmap->width > 0; y++) {
        const size_t begin = out->count;
        if (!add_row(out, bitmap, y, solid)) {
            components_free(out);
            return fail_memory(err);
        }
        join_rows(out->runs, above, begin, out->count, solid ? 1 : 0);
        above = begin;
    }
    for (size_t i = 0; i < out->count; i++)
        out->runs[i].component = find_root(out->runs, (uint32_t)i);
    return true;
}
