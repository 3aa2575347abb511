/*
 * mend.c - squares by rows and by columns, 64 pixels at a time
 *
 * A square is a line along x and a line along y; a line of N+1 pixels that begins at a pixel and
 * one that ends at it make the 2N+1 round it. Such a line is made of shorter ones: what holds for
 * k pixels, merged with itself moved by up to k, holds for up to 2k.
 */
#include "model/mend.h"

#include "bits.h"
#include "model/components.h"

/* ---- Components --------------------------------------------------------------------------- */

static void paint_run(struct bitmap *bitmap, const struct run *run, bool solid)
{
    uint64_t *const row = bitmap_row(bitmap, run->y);
    for (uint32_t x = run->x0; x < run->x1; x = (x / 64 + 1) * 64) {
        const uint32_t left = run->x1 - x, room = 64 - x % 64;
        const uint64_t bits = low_bits(left < room ? left : room) << (x % 64);
        if (solid)
            row[x / 64] |= bits;
        else
            row[x / 64] &= ~bits;
    }
}

static bool despeckle(struct bitmap *bitmap, uint32_t limit, struct error *err)
{
    struct components found;
    if (!components_find(bitmap, COMPONENTS_SOLID, &found, err))
        return false;
    for (size_t i = 0; i < found.count; i++)
        if (found.runs[found.runs[i].component].area < limit)
            paint_run(bitmap, &found.runs[i], false);
    components_free(&found);
    return true;
}

static bool fill_holes(struct bitmap *bitmap, struct error *err)
{
    struct components found;
    if (!components_find(bitmap, COMPONENTS_EMPTY, &found, err))
        return false;
    for (size_t i = 0; i < found.count; i++)
        if (!found.runs[found.runs[i].component].at_border)
            paint_run(bitmap, &found.runs[i], true);
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

/* What becomes of a pixel and another of its square. */
typedef uint64_t merge(uint64_t a, uint64_t b);

static uint64_t any_of(uint64_t a, uint64_t b)
{
    return a | b;
}

static uint64_t all_of(uint64_t a, uint64_t b)
{
    return a & b;
}

/* Word `i` of a row whose pixels are moved by `by` to the right, or to the left; what comes in
 * is empty. */
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

/* Each of these merges every pixel with the one `by` away on one side. They go through the
 * bitmap so that what is read has not been changed. */

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
    if (rule->despeckle > 1 && !despeckle(bitmap, rule->despeckle, err))
        return false;
    if (rule->fill_holes && !fill_holes(bitmap, err))
        return false;
    merge_squares(bitmap, rule->grow, any_of);
    merge_squares(bitmap, rule->shrink, all_of);
    return true;
}
