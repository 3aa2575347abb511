/*
 * frame_cut.c - a piece of a page becomes a picture of its own
 *
 * Upright frames are copied by words of 64 pixels, turned frames by blocks of 64 x 64 pixels.
 */
#include "bake/region.h"

#include "base/text.h"

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
    uint32_t left, top; /* in the picture */
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

/* Bit j of word i becomes bit i of word j: blocks of 32 x 32 change places, then those of
 * 16 x 16 in each of them, and so on. */
static void transpose(uint64_t block[64])
{
    uint64_t mask = UINT32_MAX;
    for (unsigned step = 32; step > 0; step /= 2, mask ^= mask << step) {
        for (unsigned i = 0; i < 64; i = (i + step + 1) & ~step) {
            const uint64_t changed = (block[i] >> step ^ block[i + step]) & mask;
            block[i] ^= changed << step;
            block[i + step] ^= changed;
        }
    }
}

/* Copies the block of the upright frame at (i, j), which is counted from the bottom when the turn
 * is clockwise, from the page: columns of the frame are rows of the page. */
static void copy_turned_block(const struct bitmap *page, const struct piece *piece, uint32_t i,
                              uint32_t j, struct bitmap *out)
{
    const struct atlas_frame *const frame = piece->frame;
    const bool clockwise = frame->turn == ATLAS_CLOCKWISE;
    const uint32_t columns = min_u32(frame->width - i, 64), rows = min_u32(frame->height - j, 64);
    uint64_t block[64] = {0};
    for (uint32_t k = 0; k < columns; k++) {
        const uint32_t y = clockwise ? i + k : frame->width - 1 - (i + k);
        block[k] = load_bits(page, frame->x + j, frame->y + y);
    }
    transpose(block);
    for (uint32_t k = 0; k < rows; k++) {
        const uint32_t y = clockwise ? frame->height - 1 - (j + k) : j + k;
        add_bits(out, piece->left + i, piece->top + y, block[k]);
    }
}

static void swap_pixels(struct bitmap *bitmap, uint32_t x, uint32_t other, uint32_t y)
{
    if (bitmap_get(bitmap, x, y) != bitmap_get(bitmap, other, y)) {
        bitmap_row(bitmap, y)[x / 64] ^= UINT64_C(1) << (x % 64);
        bitmap_row(bitmap, y)[other / 64] ^= UINT64_C(1) << (other % 64);
    }
}

/* Few frames are mirrored, so pixel by pixel is fast enough. Around the piece nothing is set. */
static void mirror_piece(const struct piece *piece, struct bitmap *out)
{
    const struct atlas_frame *const frame = piece->frame;
    const uint32_t width = frame->width, height = frame->height;
    for (uint32_t y = 0; frame->mirrored_x && y < height; y++)
        for (uint32_t x = 0; x < width / 2; x++)
            swap_pixels(out, piece->left + x, piece->left + width - 1 - x, piece->top + y);
    for (uint32_t y = 0; frame->mirrored_y && y < height / 2; y++) {
        uint64_t *const row = bitmap_row(out, piece->top + y);
        uint64_t *const other = bitmap_row(out, piece->top + height - 1 - y);
        for (size_t i = 0; i < out->row_words; i++) {
            const uint64_t bits = row[i];
            row[i] = other[i];
            other[i] = bits;
        }
    }
}

static void copy_piece(const struct bitmap *page, const struct piece *piece, struct bitmap *out)
{
    const struct atlas_frame *const frame = piece->frame;
    if (frame->turn == ATLAS_UPRIGHT)
        copy_upright(page, piece, out);
    for (uint32_t j = 0; frame->turn != ATLAS_UPRIGHT && j < frame->height; j += 64)
        for (uint32_t i = 0; i < frame->width; i += 64)
            copy_turned_block(page, piece, i, j, out);
    mirror_piece(piece, out);
}

/* ---- Pictures ----------------------------------------------------------------------------- */

void frame_region(const struct atlas_frame *frame, uint32_t region[4])
{
    const bool upright = frame->turn == ATLAS_UPRIGHT;
    region[0] = frame->x;
    region[1] = frame->y;
    region[2] = upright ? frame->width : frame->height;
    region[3] = upright ? frame->height : frame->width;
}

/* The nearest place before scaling. */
static uint64_t unscaled(uint64_t pixels, uint64_t scale)
{
    return (pixels * SCALE_ONE + scale / 2) / scale;
}

uint64_t unscaled_side(uint64_t side, uint64_t scale)
{
    const uint64_t out = unscaled(side, scale);
    return out > 0 ? out : 1;
}

void frame_place(const struct atlas_frame *frame, bool trimmed, uint64_t scale, uint32_t place[4])
{
    const uint32_t begin[2] = {trimmed ? 0 : frame->left, trimmed ? 0 : frame->top};
    const uint32_t sides[2] = {frame->width, frame->height};
    for (int axis = 0; axis < 2; axis++) {
        const uint64_t first = unscaled(begin[axis], scale);
        place[axis] = (uint32_t)first;
        place[2 + axis] = (uint32_t)(unscaled((uint64_t)begin[axis] + sides[axis], scale) - first);
    }
}

/* How many pixels of the frame's area on the page are set. */
static uint64_t count_area(const struct bitmap *page, const struct atlas_frame *frame)
{
    uint32_t region[4];
    uint64_t count = 0;
    frame_region(frame, region);
    for (uint32_t y = 0; page->words != NULL && y < region[3]; y++) {
        for (uint32_t x = 0; x < region[2]; x += 64) {
            const uint64_t bits = load_bits(page, frame->x + x, frame->y + y);
            count += count_bits(bits & low_bits(region[2] - x));
        }
    }
    return count;
}

/* A sprite has at least one pixel, even when the packer has trimmed all of them away. */
static uint32_t sprite_side(const struct atlas_frame *frame, bool trimmed, int axis)
{
    if (trimmed)
        return max_u32(axis == 0 ? frame->width : frame->height, 1);
    return axis == 0 ? frame->source_width : frame->source_height;
}

/* The pixels from `begin` to `end` on that axis of a sprite with so many, and those within
 * `margin`; at least one. */
static void open_window(struct window *window, int axis, uint64_t begin, uint64_t end,
                        uint32_t side, uint32_t margin)
{
    const uint64_t last = end > begin ? end : begin + 1;
    const uint64_t high = last + margin < side ? last + margin : side;
    const uint64_t low = begin > margin ? begin - margin : 0;
    window->at[axis] = (uint32_t)(low < high ? low : high - 1);
    window->size[axis] = (uint32_t)high - window->at[axis];
    window->whole[axis] = side;
}

/* The planes that are cut out; of the others pixels are counted. */
static const unsigned cut_planes[] = {PLANE_SOLID, PLANE_STRADDLING};
enum { CUT_PLANES = sizeof cut_planes / sizeof *cut_planes };

bool cut_frame(const struct decoded *page, const struct atlas_frame *frame, bool trimmed,
               uint32_t margin, struct cutting *out, struct error *err)
{
    struct decoded *const planes = &out->planes;
    struct window *const window = &out->window;
    const uint32_t left = trimmed ? 0 : frame->left, top = trimmed ? 0 : frame->top;
    open_window(window, 0, left, (uint64_t)left + frame->width, sprite_side(frame, trimmed, 0),
                margin);
    open_window(window, 1, top, (uint64_t)top + frame->height, sprite_side(frame, trimmed, 1),
                margin);
    const struct piece piece = {frame, left - window->at[0], top - window->at[1]};
    *planes = (struct decoded){.has_alpha = page->has_alpha,
                               .keyed = page->keyed,
                               .key = {.matched = count_area(&page->matched, frame),
                                       .near = count_area(&page->near, frame)},
                               .soft_count = count_area(&page->soft, frame),
                               .visible_count = count_area(&page->visible, frame)};
    for (unsigned i = 0; i < CUT_PLANES; i++) {
        const struct bitmap *const from = &page->all[cut_planes[i]];
        struct bitmap *const to = &planes->all[cut_planes[i]];
        if (from->words == NULL)
            continue;
        if (!bitmap_init(to, window->size[0], window->size[1])) {
            decoded_free(planes);
            return fail_memory(err);
        }
        copy_piece(from, &piece, to);
    }
    return true;
}

bool cut_box(const struct atlas_frame *frame, const struct atlas_box *box, bool trimmed,
             struct cutting *out, struct error *err)
{
    struct bitmap *const solid = &out->planes.solid;
    struct window *const window = &out->window;
    const uint32_t left = trimmed ? frame->left : 0, top = trimmed ? frame->top : 0;
    const uint32_t width = sprite_side(frame, trimmed, 0), height = sprite_side(frame, trimmed, 1);
    const uint32_t right = min_u32(box->x + box->width, left + width);
    const uint32_t bottom = min_u32(box->y + box->height, top + height);
    out->planes = (struct decoded){.has_alpha = true};
    open_window(window, 0, max_u32(box->x, left) - left, right > left ? right - left : 0, width, 0);
    open_window(window, 1, max_u32(box->y, top) - top, bottom > top ? bottom - top : 0, height, 0);
    if (!bitmap_init(solid, window->size[0], window->size[1]))
        return fail_memory(err);
    for (uint32_t y = max_u32(box->y, top); y < bottom; y++)
        for (uint32_t x = max_u32(box->x, left); x < right; x += 64) {
            const uint64_t bits = box->shape.words != NULL
                                      ? load_bits(&box->shape, x - box->x, y - box->y)
                                      : UINT64_MAX;
            add_bits(solid, x - left - window->at[0], y - top - window->at[1],
                     bits & low_bits(right - x));
        }
    return true;
}

/* ---- Scale -------------------------------------------------------------------------------- */

/* The pixel of the scaled picture on which the centre of a pixel lies. */
static uint64_t scaled_pixel(uint64_t pixel, uint64_t scale, uint32_t side)
{
    const uint64_t at = (2 * pixel + 1) * scale / (2 * (uint64_t)SCALE_ONE);
    return at < side ? at : side - 1;
}

/* The first pixel that lies at `scaled` or behind it; `side` if none does. */
static uint32_t first_pixel(uint64_t scaled, uint64_t scale, uint32_t scaled_side, uint32_t side)
{
    uint32_t low = 0, high = side;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (scaled_pixel(middle, scale, scaled_side) < scaled)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool unscale(struct bitmap *bitmap, uint64_t scale, const struct window *from,
                    const struct window *to, struct error *err)
{
    struct bitmap out;
    if (!bitmap_init(&out, to->size[0], to->size[1]))
        return fail_memory(err);
    for (uint32_t y = 0; y < to->size[1]; y++) {
        const uint64_t j = scaled_pixel((uint64_t)to->at[1] + y, scale, from->whole[1]);
        for (uint32_t x = 0; j - from->at[1] < from->size[1] && x < to->size[0]; x++) {
            const uint64_t i = scaled_pixel((uint64_t)to->at[0] + x, scale, from->whole[0]);
            if (i - from->at[0] < from->size[0] &&
                bitmap_get(bitmap, (uint32_t)(i - from->at[0]), (uint32_t)(j - from->at[1])))
                bitmap_set(&out, x, y);
        }
    }
    bitmap_free(bitmap);
    *bitmap = out;
    return true;
}

bool cut_unscale(struct cutting *cutting, uint64_t scale, uint32_t margin, struct error *err)
{
    struct decoded *const planes = &cutting->planes;
    struct window *const window = &cutting->window;
    const uint64_t before = bitmap_count(&planes->solid);
    const bool is_drawn = before > 0 || planes->straddling.words != NULL;
    const struct window from = *window;
    for (int axis = 0; axis < 2; axis++) {
        const uint32_t side = (uint32_t)unscaled_side(from.whole[axis], scale);
        const uint64_t begin = from.at[axis], end = begin + (is_drawn ? from.size[axis] : 1);
        open_window(window, axis, first_pixel(begin, scale, from.whole[axis], side),
                    end < from.whole[axis] ? first_pixel(end, scale, from.whole[axis], side) : side,
                    side, margin);
    }
    for (unsigned i = 0; i < CUT_PLANES; i++)
        if (planes->all[cut_planes[i]].words != NULL &&
            !unscale(&planes->all[cut_planes[i]], scale, &from, window, err))
            return false;
    /* Soft and visible pixels are told as shares of the solid ones, or these of them. */
    if (before > 0) {
        const double grown = (double)bitmap_count(&planes->solid) / (double)before;
        planes->soft_count = (uint64_t)((double)planes->soft_count * grown);
        planes->visible_count = (uint64_t)((double)planes->visible_count * grown);
    }
    return true;
}
