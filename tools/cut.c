/*
 * cut.c - a piece of a page becomes a picture of its own
 *
 * What is upright is moved a word at a time; what was turned, a pixel at a time.
 */
#include "cut.h"

#include "bits.h"

/* ---- Bits --------------------------------------------------------------------------------- */

/* 64 pixels of a row from x on; those past the row's words are zero. */
static uint64_t load_bits(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    const uint64_t *const row = bitmap_row(bitmap, y);
    const size_t word = x / 64;
    const unsigned shift = x % 64;
    const uint64_t low = word < bitmap->row_words ? row[word] >> shift : 0;
    if (shift == 0 || word + 1 >= bitmap->row_words)
        return low;
    return low | row[word + 1] << (64 - shift);
}

/* Sets the pixels from x on whose bits are set; none may lie past the row's end. */
static void add_bits(struct bitmap *bitmap, uint32_t x, uint32_t y, uint64_t bits)
{
    uint64_t *const row = bitmap_row(bitmap, y);
    const unsigned shift = x % 64;
    if (bits == 0)
        return;
    row[x / 64] |= bits << shift;
    if (shift != 0 && bits >> (64 - shift) != 0)
        row[x / 64 + 1] |= bits >> (64 - shift);
}

struct piece {
    const struct atlas_frame *frame;
    uint32_t left, top; /* where it goes */
};

static void copy_upright(const struct bitmap *page, const struct piece *piece, struct bitmap *out)
{
    const struct atlas_frame *const frame = piece->frame;
    for (uint32_t y = 0; y < frame->height; y++) {
        for (uint32_t x = 0; x < frame->width; x += 64) {
            const uint64_t bits = load_bits(page, frame->x + x, frame->y + y);
            add_bits(out, piece->left + x, piece->top + y, bits & low_bits(frame->width - x));
        }
    }
}

static void copy_turned(const struct bitmap *page, const struct piece *piece, struct bitmap *out)
{
    const struct atlas_frame *const frame = piece->frame;
    const bool clockwise = frame->turn == ATLAS_CLOCKWISE;
    for (uint32_t j = 0; j < frame->height; j++) {
        const uint32_t x = frame->x + (clockwise ? frame->height - 1 - j : j);
        for (uint32_t i = 0; i < frame->width; i++) {
            const uint32_t y = frame->y + (clockwise ? i : frame->width - 1 - i);
            if (bitmap_get(page, x, y))
                bitmap_set(out, piece->left + i, piece->top + j);
        }
    }
}

static void copy_piece(const struct bitmap *page, const struct piece *piece, struct bitmap *out)
{
    if (piece->frame->turn == ATLAS_UPRIGHT)
        copy_upright(page, piece, out);
    else
        copy_turned(page, piece, out);
}

/* ---- Pictures ----------------------------------------------------------------------------- */

/* How many pixels of the frame's area on the page are set. */
static uint64_t count_area(const struct bitmap *page, const struct atlas_frame *frame)
{
    const bool upright = frame->turn == ATLAS_UPRIGHT;
    const uint32_t width = upright ? frame->width : frame->height;
    const uint32_t height = upright ? frame->height : frame->width;
    uint64_t count = 0;
    for (uint32_t y = 0; page->words != NULL && y < height; y++) {
        for (uint32_t x = 0; x < width; x += 64) {
            const uint64_t bits = load_bits(page, frame->x + x, frame->y + y);
            count += count_bits(bits & low_bits(width - x));
        }
    }
    return count;
}

/* A sprite has a pixel, even where the packer has trimmed all away. */
static uint32_t at_least_one(uint32_t side)
{
    return side > 0 ? side : 1;
}

static bool init_bitmap(struct bitmap *bitmap, const struct atlas_frame *frame, bool trimmed)
{
    return trimmed ? bitmap_init(bitmap, at_least_one(frame->width), at_least_one(frame->height))
                   : bitmap_init(bitmap, frame->source_width, frame->source_height);
}

bool cut_frame(const struct picture *page, const struct atlas_frame *frame, bool trimmed,
               struct picture *out, struct error *err)
{
    const struct piece piece = {frame, trimmed ? 0 : frame->left, trimmed ? 0 : frame->top};
    *out = (struct picture){.has_alpha = page->has_alpha, .keyed = page->keyed};
    if (!init_bitmap(&out->solid, frame, trimmed))
        return fail_memory(err);
    copy_piece(&page->solid, &piece, &out->solid);
    if (page->straddling.words != NULL) {
        if (!init_bitmap(&out->straddling, frame, trimmed)) {
            picture_free(out);
            return fail_memory(err);
        }
        copy_piece(&page->straddling, &piece, &out->straddling);
    }
    out->key.matched = count_area(&page->matched, frame);
    out->key.near = count_area(&page->near, frame);
    return true;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

bool cut_box(const struct atlas_frame *frame, const struct atlas_box *box, bool trimmed,
             struct picture *out, struct error *err)
{
    const uint32_t left = trimmed ? frame->left : 0, top = trimmed ? frame->top : 0;
    *out = (struct picture){.has_alpha = true};
    if (!init_bitmap(&out->solid, frame, trimmed))
        return fail_memory(err);
    const uint32_t right = smaller(box->x + box->width, left + out->solid.width);
    const uint32_t bottom = smaller(box->y + box->height, top + out->solid.height);
    for (uint32_t y = larger(box->y, top); y < bottom; y++)
        for (uint32_t x = larger(box->x, left); x < right; x += 64)
            add_bits(&out->solid, x - left, y - top, low_bits(right - x));
    return true;
}
