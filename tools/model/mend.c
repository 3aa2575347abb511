/*
 * mend.c - repairs a bitmap, 64 pixels at a time
 *
 * To find components, each run of a row is joined with the runs that it touches in the row above.
 * Joined runs form a tree: the `component` of a run leads towards the root of its tree, which has
 * the area and the border flag of the whole component. Once all rows are read, it is the root
 * itself.
 *
 * A square is a line along x followed by a line along y. The line of N+1 pixels that begins at a
 * pixel and the line that ends there cover the 2N+1 pixels round it. Lines grow by doubling: the
 * result for k pixels, merged with itself moved by up to k, is the result for up to 2k pixels.
 */
#include "model/mend.h"

#include "bits.h"

#include <stdlib.h>

/* ---- Components --------------------------------------------------------------------------- */

void components_free(struct components *components)
{
    free(components->runs);
    *components = (struct components){0};
}

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

/* Makes room for one more. Runs may take more memory than the pixels of a picture do. */
static bool make_room(struct components *components)
{
    if (components->count < components->capacity)
        return true;
    const size_t capacity = components->capacity > 0 ? components->capacity * 2 : 64;
    struct run *const runs = realloc(components->runs, capacity * sizeof *runs);
    if (runs != NULL) {
        components->runs = runs;
        components->capacity = capacity;
    }
    return runs != NULL;
}

static bool add_row(struct components *components, const struct bitmap *bitmap, uint32_t y,
                    bool solid)
{
    uint32_t x = next_pixel(bitmap, 0, y, solid);
    while (x < bitmap->width) {
        const uint32_t end = next_pixel(bitmap, x, y, !solid);
        if (!make_room(components))
            return false;
        components->runs[components->count] = (struct run){
            .x0 = x,
            .x1 = end,
            .y = y,
            .component = (uint32_t)components->count,
            .area = end - x,
            .at_border = x == 0 || end == bitmap->width || y == 0 || y == bitmap->height - 1,
        };
        components->count++;
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

/* ---- Specks and holes ---------------------------------------------------------------------- */

static void invert_run(struct bitmap *bitmap, const struct run *run)
{
    uint64_t *const row = bitmap_row(bitmap, run->y);
    for (uint32_t x = run->x0; x < run->x1; x = (x / 64 + 1) * 64) {
        const uint32_t left = run->x1 - x, room = 64 - x % 64;
        row[x / 64] ^= low_bits(left < room ? left : room) << (x % 64);
    }
}

/* Inverts the solid components of fewer than `limit` pixels, or all holes. */
static bool invert_components(struct bitmap *bitmap, enum component_kind kind, uint32_t limit,
                              struct error *err)
{
    struct components found;
    if (!components_find(bitmap, kind, &found, err))
        return false;
    for (size_t i = 0; i < found.count; i++) {
        const struct run *const root = &found.runs[found.runs[i].component];
        if (kind == COMPONENTS_SOLID ? root->area < limit : !root->at_border)
            invert_run(bitmap, &found.runs[i]);
    }
    components_free(&found);
    return true;
}

bool mend_count_specks(const struct bitmap *bitmap, uint32_t limit, uint64_t *count,
                       struct error *err)
{
    struct components found;
    bool any_larger = false;
    *count = 0;
    if (!components_find(bitmap, COMPONENTS_SOLID, &found, err))
        return false;
    for (size_t i = 0; i < found.count; i++) {
        const bool is_speck = found.runs[i].area < limit;
        if (found.runs[i].component != i)
            continue;
        *count += is_speck;
        any_larger |= !is_speck;
    }
    if (!any_larger)
        *count = 0;
    components_free(&found);
    return true;
}

/* ---- Squares ------------------------------------------------------------------------------ */

/* Merges pixels with others of their squares. */
typedef uint64_t merge(uint64_t a, uint64_t b);

static uint64_t any_of(uint64_t a, uint64_t b)
{
    return a | b;
}

static uint64_t all_of(uint64_t a, uint64_t b)
{
    return a & b;
}

/* Word `i` of a row whose pixels are moved by `by` to the right or to the left. Empty pixels come
 * in. */
static uint64_t moved_right(const uint64_t *row, size_t i, uint32_t by)
{
    const size_t words = by / 64;
    const unsigned bits = by % 64;
    uint64_t word = i >= words ? row[i - words] << bits : 0;
    if (bits > 0 && i > words)
        word |= row[i - words - 1] >> (64 - bits);
    return word;
}

static uint64_t moved_left(const uint64_t *row, size_t count, size_t i, uint32_t by)
{
    const size_t from = i + by / 64;
    const unsigned bits = by % 64;
    uint64_t word = from < count ? row[from] >> bits : 0;
    if (bits > 0 && from + 1 < count)
        word |= row[from + 1] << (64 - bits);
    return word;
}

/* Each of these merges every pixel with the one `by` away on one side, in an order in which no
 * pixel is read after it was changed. */

static void merge_left(struct bitmap *bitmap, uint32_t by, merge *both)
{
    const uint32_t in_last = bitmap->width % 64 ? bitmap->width % 64 : 64;
    for (uint32_t y = 0; y < bitmap->height; y++) {
        uint64_t *const row = bitmap_row(bitmap, y);
        for (size_t i = bitmap->row_words; i-- > 0;)
            row[i] = both(row[i], moved_right(row, i, by));
        row[bitmap->row_words - 1] &= low_bits(in_last);
    }
}

static void merge_right(struct bitmap *bitmap, uint32_t by, merge *both)
{
    for (uint32_t y = 0; y < bitmap->height; y++) {
        uint64_t *const row = bitmap_row(bitmap, y);
        for (size_t i = 0; i < bitmap->row_words; i++)
            row[i] = both(row[i], moved_left(row, bitmap->row_words, i, by));
    }
}

/* `other` is NULL outside the bitmap. */
static void merge_rows(uint64_t *row, const uint64_t *other, size_t count, merge *both)
{
    for (size_t i = 0; i < count; i++)
        row[i] = both(row[i], other != NULL ? other[i] : 0);
}

static void merge_above(struct bitmap *bitmap, uint32_t by, merge *both)
{
    for (uint32_t y = bitmap->height; y-- > 0;)
        merge_rows(bitmap_row(bitmap, y), y >= by ? bitmap_row(bitmap, y - by) : NULL,
                   bitmap->row_words, both);
}

static void merge_below(struct bitmap *bitmap, uint32_t by, merge *both)
{
    for (uint32_t y = 0; y < bitmap->height; y++)
        merge_rows(bitmap_row(bitmap, y),
                   by < bitmap->height - y ? bitmap_row(bitmap, y + by) : NULL, bitmap->row_words,
                   both);
}

static void merge_squares(struct bitmap *bitmap, uint32_t side, merge *both)
{
    static void (*const directions[])(struct bitmap *, uint32_t, merge *) = {
        merge_left, merge_right, merge_above, merge_below};
    for (int i = 0; i < 4; i++)
        for (uint32_t done = 0, by; done < side; done += by) {
            by = done + 1 < side - done ? done + 1 : side - done;
            directions[i](bitmap, by, both);
        }
}

bool mend(struct bitmap *bitmap, const struct mend_rule *rule, struct error *err)
{
    if (bitmap->width == 0 || bitmap->height == 0)
        return true;
    if (rule->despeckle > 1 && !invert_components(bitmap, COMPONENTS_SOLID, rule->despeckle, err))
        return false;
    if (rule->fill_holes && !invert_components(bitmap, COMPONENTS_EMPTY, 0, err))
        return false;
    merge_squares(bitmap, rule->grow, any_of);
    merge_squares(bitmap, rule->shrink, all_of);
    return true;
}
