/*
 * cover.c - fills loops by the rule of centres, and follows edges through pixels
 */
#include "model/cover.h"

#include "bits.h"

/* The quotient rounded down; b is above 0. */
static int64_t divide_down(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static uint64_t *row_of(const struct cover *cover, int64_t y)
{
    return cover->rows + (size_t)y * cover->row_words;
}

/* An edge changes what is inside for all centres to the right of it, in each row whose centres'
 * line it crosses. */
static void toggle_edge(const struct cover *cover, struct spot a, struct spot b)
{
    if (a.y > b.y) {
        const struct spot other = a;
        a = b;
        b = other;
    }
    const int64_t half = CORNER_ONE / 2, dx = b.x - a.x, dy = b.y - a.y;
    if (dy == 0)
        return;
    int64_t y = divide_down(a.y - half + CORNER_ONE - 1, CORNER_ONE);
    const int64_t end = divide_down(b.y - half + CORNER_ONE - 1, CORNER_ONE);
    for (y = y < 0 ? 0 : y; y < end && y < cover->height; y++) {
        const int64_t down = CORNER_ONE * y + half - a.y;
        /* The first x with 16 x + 8 at or after a.x + dx * down / dy. */
        const int64_t at =
            divide_down((a.x - half) * dy + dx * down + CORNER_ONE * dy - 1, CORNER_ONE * dy);
        const int64_t x = at < 0 ? 0 : at;
        if (x < cover->width)
            row_of(cover, y)[x / 64] ^= UINT64_C(1) << x % 64;
    }
}

/* Each bit becomes the sum of those before it and itself, without carries. */
static uint64_t spread(uint64_t word)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        word ^= word << shift;
    return word;
}

void cover_make(struct cover *cover, const struct loops *loops, uint32_t width, uint32_t height,
                struct arena *arena)
{
    *cover = (struct cover){.width = width, .height = height, .row_words = width / 64 + 1};
    cover->rows = arena_new(arena, (size_t)cover->row_words * height, sizeof *cover->rows);
    for (uint32_t loop = 0; loop < loops->count; loop++)
        for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++)
            toggle_edge(cover, loops->corners[i], loops->corners[loops_next(loops, loop, i)]);
    for (uint32_t y = 0; y < height; y++) {
        uint64_t carry = 0, *const row = row_of(cover, y);
        for (uint32_t i = 0; i < cover->row_words; i++) {
            row[i] = spread(row[i]) ^ carry;
            carry = 0 - (row[i] >> 63);
        }
        row[cover->row_words - 1] &= low_bits(width % 64);
    }
}

static bool has(const struct cover *cover, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < cover->width && y < cover->height &&
           (row_of(cover, y)[x / 64] >> x % 64 & 1) != 0;
}

bool cover_is_crossed(const struct cover *cover, struct spot a, struct spot b, bool covered)
{
    if (a.y > b.y) {
        const struct spot other = a;
        a = b;
        b = other;
    }
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    if (dy == 0 && (dx == 0 || a.y % CORNER_ONE == 0))
        return false;
    const int64_t last = divide_down(b.y - 1, CORNER_ONE);
    for (int64_t y = divide_down(a.y, CORNER_ONE); y <= last || dy == 0; y++) {
        /* The part of the edge in this row, its ends times dy. */
        int64_t from = a.x, to = b.x, scale = 1;
        if (dy > 0) {
            const int64_t top = CORNER_ONE * y > a.y ? CORNER_ONE * y : a.y;
            const int64_t bottom = CORNER_ONE * (y + 1) < b.y ? CORNER_ONE * (y + 1) : b.y;
            from = a.x * dy + dx * (top - a.y);
            to = a.x * dy + dx * (bottom - a.y);
            scale = dy;
        }
        const int64_t left = from < to ? from : to, right = from < to ? to : from;
        const int64_t pixel = CORNER_ONE * scale;
        int64_t x = divide_down(left, pixel);
        if (left == right && x * pixel == left) /* along the edges of pixels */
            continue;
        for (; x * pixel < right || (left == right && x * pixel <= right); x++)
            if (has(cover, x, y) == covered)
                return true;
        if (dy == 0)
            break;
    }
    return false;
}

bool cover_holds(const struct cover *cover, const struct loops *loops, bool all,
                 struct arena *arena)
{
    struct cover other;
    cover_make(&other, loops, cover->width, cover->height, arena);
    for (size_t i = 0; i < (size_t)cover->row_words * cover->height; i++)
        if ((all ? cover->rows[i] & ~other.rows[i] : other.rows[i] & ~cover->rows[i]) != 0)
            return false;
    return true;
}
