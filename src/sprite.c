/*
 * sprite.c - the facts of a sprite view, its mirrored views, and views of the caller's own bits
 *
 * A view keeps everything as it is stored. A flip is two flags; all code that reads a view applies
 * them, here and in queries.
 */
#include "sprite.h"
#include "bits.h"
#include "columns.h"

#include <hitmask.h>

/* Rows of ones, for masks that are solid throughout, and the rows behind them that a vector may
 * read too, as WORDS_SLACK is behind other masks. */
#define ONES_8                                                                                     \
    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX
#define ONES_16 ONES_8, ONES_8
static const uint64_t full_rows[] = {
    ONES_16,
#if defined(HM_SIMD)
    ONES_16, ONES_16, ONES_16, ONES_8,
#endif
};
_Static_assert(sizeof full_rows >= 8 * FULL_ROWS, "as many as small masks may read");

void hm_sprite_view_full(hm_sprite *sprite)
{
    sprite->words = (const uint8_t *)full_rows;
    sprite->blocks = NULL;
    sprite->row_step = 0;
}

/* `plain` of the view when it is turned back. */
static inline unsigned stored_plain(const hm_sprite *sprite)
{
    const int32_t width = sprite->bounds.x1 - sprite->bounds.x0;
    const int32_t height = sprite->bounds.y1 - sprite->bounds.y0;
    if (width <= 64 && (sprite->row_step == 8 || height <= FULL_ROWS))
        return PLAIN | PLAIN_NARROW;
    if (sprite->blocks != NULL)
        return PLAIN | PLAIN_LARGE;
    return sprite->row_step == 8 ? PLAIN : 0;
}

SMALL uint8_t hm_sprite_plain(const hm_sprite *sprite)
{
    const bool upright = !(sprite->flip_x | sprite->flip_y);
    return (uint8_t)(stored_plain(sprite) * (STORED + upright));
}

const char *hm_sprite_name(const hm_sprite *sprite)
{
    return sprite->name != NULL ? sprite->name : "";
}

int32_t hm_sprite_width(const hm_sprite *sprite)
{
    return sprite->width;
}

int32_t hm_sprite_height(const hm_sprite *sprite)
{
    return sprite->height;
}

void hm_sprite_bounds(const hm_sprite *sprite, hm_box *out)
{
    *out = sprite_tight(sprite);
}

uint64_t hm_sprite_area(const hm_sprite *sprite)
{
    ASSERT_CURRENT(sprite);
    return sprite->area;
}

/* Mirrors an edge coordinate. In unsigned arithmetic, because a damaged pack may hold any
 * pivot at all. */
static int64_t mirror_edge(int64_t edge, int32_t size)
{
    return (int64_t)(((uint64_t)size << 16) - (uint64_t)edge);
}

void hm_sprite_pivot(const hm_sprite *sprite, int64_t *x, int64_t *y)
{
    *x = sprite->flip_x ? mirror_edge(sprite->pivot_x, sprite->width) : sprite->pivot_x;
    *y = sprite->flip_y ? mirror_edge(sprite->pivot_y, sprite->height) : sprite->pivot_y;
}

uint32_t hm_sprite_point_count(const hm_sprite *sprite)
{
    return sprite->point_count;
}

bool hm_sprite_point(const hm_sprite *sprite, uint32_t index, hm_point *out)
{
    if (index >= sprite->point_count)
        return false;
    const uint8_t bytes = sprite->cell_bytes;
    const uint8_t *const cell = sprite->points + (size_t)index * 2 * bytes;
    const uint32_t column = read_coordinate(cell, bytes);
    const uint32_t row = read_coordinate(cell + bytes, bytes);
    const int32_t x = (int32_t)cell_centre(column, sprite->map_width, (uint32_t)sprite->width);
    const int32_t y = (int32_t)cell_centre(row, sprite->map_height, (uint32_t)sprite->height);
    out->x = sprite->flip_x ? sprite->width - 1 - x : x;
    out->y = sprite->flip_y ? sprite->height - 1 - y : y;
    return true;
}

void hm_sprite_flip(const hm_sprite *sprite, bool horizontal, bool vertical, hm_sprite *out)
{
    *out = *sprite;
    out->flip_x ^= horizontal;
    out->flip_y ^= vertical;
    out->plain = hm_sprite_plain(out);
}

bool hm_solid(const hm_sprite *sprite, int32_t x, int32_t y)
{
    const hm_box box = sprite_bounds(sprite);
    if (x < box.x0 || x >= box.x1 || y < box.y0 || y >= box.y1)
        return false;
    const uint32_t column = (uint32_t)(sprite->flip_x ? box.x1 - 1 - x : x - box.x0);
    const uint32_t row = (uint32_t)(sprite->flip_y ? box.y1 - 1 - y : y - box.y0);
    return get_u64(sprite_row(sprite, column / 64, row)) >> (column % 64) & 1;
}

size_t hm_sprite_buffer_size(int32_t width, int32_t height)
{
    if (width < 0 || height < 0)
        return 0;
    const uint64_t size = stored_words((uint32_t)width, (uint32_t)height) * 8 + WORDS_SLACK;
    return size <= SIZE_MAX / 2 ? (size_t)size : 0;
}

static NOINLINE hm_box tight_box(const uint8_t *bits, size_t stride, uint32_t width,
                                 uint32_t height)
{
    hm_box box = {INT32_MAX, INT32_MAX, 0, 0};
    for (uint32_t x = 0; x < width; x += 64) {
        uint64_t columns = 0;
        for (uint32_t y = 0; y < height; y++) {
            const uint64_t word = read_columns(bits + y * stride, x, width);
            if (word == 0)
                continue;
            columns |= word;
            box.y0 = (int32_t)y < box.y0 ? (int32_t)y : box.y0;
            box.y1 = (int32_t)y >= box.y1 ? (int32_t)y + 1 : box.y1;
        }
        if (columns == 0)
            continue;
        if (box.x1 == 0)
            box.x0 = (int32_t)(x + lowest_bit(columns));
        box.x1 = (int32_t)(x + 64 - lowest_bit(reverse_bits(columns)));
    }
    return box.x1 > 0 ? box : (hm_box){0, 0, 0, 0};
}

/* Copies the pixels of `box` into stripes. Returns how many are solid. */
static uint64_t copy_to_stripes(const uint8_t *bits, size_t stride, const hm_box *box,
                                uint8_t *words)
{
    uint64_t area = 0;
    for (uint32_t x = (uint32_t)box->x0; x < (uint32_t)box->x1; x += 64) {
        for (size_t y = (size_t)box->y0; y < (size_t)box->y1; y++, words += 8) {
            const uint64_t word = read_columns(bits + y * stride, x, (uint32_t)box->x1);
            area += count_bits(word);
            put_u64(words, word);
        }
    }
    return area;
}

SMALL void hm_sprite_end(hm_sprite *sprite, uint8_t *words)
{
    const uint32_t width = (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0);
    const uint32_t height = (uint32_t)(sprite->bounds.y1 - sprite->bounds.y0);
    const uint64_t count = block_words(width, height);
    uint8_t *to = words + (size_t)stripe_count(width) * height * 8;
    if (count > 0)
        sprite->blocks = to;
    for (uint64_t i = 0; i < count; i++, to += 8)
        put_u64(to, find_blocks(words, get_u64, width, height, i));
    memset(to, 0, WORDS_SLACK);
    if (mask_is_full(width, height, sprite->area))
        hm_sprite_view_full(sprite);
    sprite->plain = hm_sprite_plain(sprite);
}

SMALL void hm_sprite_begin(hm_sprite *out, uint32_t cpu, int32_t width, int32_t height)
{
    memset(out, 0, sizeof *out);
    out->cpu = cpu;
    out->width = width;
    out->height = height;
    out->pivot_x = (int64_t)width * 32768;
    out->pivot_y = (int64_t)height * 32768;
}

SMALL void hm_sprite_of_box(hm_sprite *out, uint32_t cpu, int32_t width, int32_t height)
{
    hm_sprite_begin(out, cpu, width, height);
    out->bounds.x1 = width;
    out->bounds.y1 = height;
    out->area = (uint64_t)width * (uint64_t)height;
    hm_sprite_view_full(out);
    out->plain = hm_sprite_plain(out);
}

SMALL void hm_sprite_box(int32_t width, int32_t height, hm_sprite *out)
{
    hm_sprite_of_box(out, hm_cpu_level(), (int32_t)larger(width, 0), (int32_t)larger(height, 0));
    if (out->area == 0)
        out->bounds = (hm_box){0, 0, 0, 0};
}

bool hm_sprite_from_bits(const void *bits, size_t stride, int32_t width, int32_t height,
                         void *buffer, size_t buffer_size, hm_sprite *out)
{
    memset(out, 0, sizeof *out);
    const size_t needed = hm_sprite_buffer_size(width, height);
    if (needed == 0 || buffer_size < needed || stride < ((size_t)width + 7) / 8)
        return false;
    hm_sprite_begin(out, hm_cpu_level(), width, height);
    out->words = (uint8_t *)buffer;
    out->row_step = 8;
    out->bounds = tight_box((const uint8_t *)bits, stride, (uint32_t)width, (uint32_t)height);
    out->area = copy_to_stripes((const uint8_t *)bits, stride, &out->bounds, (uint8_t *)buffer);
    hm_sprite_end(out, (uint8_t *)buffer);
    return true;
}

/* ==== Masks as rows of bytes ================================================================== */

/*
 * a mask written out as rows of bytes
 */

/* The 64 columns of a stored row from `column` on, which may lie anywhere. Columns outside the
 * bounds are empty. */
static uint64_t stored_columns(const hm_sprite *sprite, int64_t column, uint32_t row)
{
    const int64_t width = (int64_t)sprite->bounds.x1 - sprite->bounds.x0;
    if (column <= -64 || column >= width)
        return 0;
    const uint32_t first = (uint32_t)larger(column, 0),
                   last = (uint32_t)smaller(column + 63, width - 1);
    const uint64_t low = get_u64(sprite_row(sprite, first / 64, row)) >> first % 64;
    const uint64_t high = get_u64(sprite_row(sprite, last / 64, row)) << (-(first % 64) & 63);
    return ((low | high) & low_bits(last - first + 1)) << (first - column);
}

uint64_t hm_shown_columns(const hm_sprite *sprite, int64_t x, int64_t y)
{
    const hm_box box = sprite->bounds;
    const int64_t row = (sprite->flip_y ? sprite->height - 1 - y : y) - box.y0;
    if (row < 0 || row >= (int64_t)box.y1 - box.y0)
        return 0;
    if (!sprite->flip_x)
        return stored_columns(sprite, x - box.x0, (uint32_t)row);
    return reverse_bits(stored_columns(sprite, sprite->width - 64 - x - box.x0, (uint32_t)row));
}

static SMALL void write_columns(uint8_t *row, uint32_t x, uint32_t end, uint64_t word)
{
    for (uint32_t at = x / 8; at < (end + 7) / 8 && at < x / 8 + 8; at++, word >>= 8)
        row[at] = (uint8_t)word;
}

SMALL bool hm_sprite_bits(const hm_sprite *sprite, void *bits, size_t stride, size_t size)
{
    const uint32_t width = (uint32_t)sprite->width, height = (uint32_t)sprite->height;
    if (stride < ((size_t)width + 7) / 8 || (height > 0 && size / height < stride))
        return false;
    for (uint32_t x = 0; x < width; x += 64)
        for (uint32_t y = 0; y < height; y++)
            write_columns((uint8_t *)bits + y * stride, x, width, hm_shown_columns(sprite, x, y));
    return true;
}

/* ==== Turned tiles ============================================================================ */

/*
 * a sprite with x and y exchanged, for turned tiles
 */

/* Writes the pixels of `box` as stripes, a column as a row. Returns how many are solid. */
static uint64_t copy_transposed(const hm_sprite *sprite, const hm_box *box, uint8_t *words)
{
    const size_t rows = (size_t)(box->x1 - box->x0);
    uint64_t area = 0;
    memset(words, 0, (size_t)stripe_count((uint32_t)(box->y1 - box->y0)) * rows * 8);
    for (int32_t y = box->y0; y < box->y1; y++) {
        const uint32_t column = (uint32_t)(y - box->y0);
        uint8_t *row = words + column / 64 * rows * 8;
        for (int32_t x = box->x0; x < box->x1; x++, row += 8) {
            if (!hm_solid(sprite, x, y))
                continue;
            put_u64(row, get_u64(row) | UINT64_C(1) << column % 64);
            area++;
        }
    }
    return area;
}

SMALL bool hm_sprite_transpose(const hm_sprite *sprite, void *buffer, size_t buffer_size,
                               hm_sprite *out)
{
    const hm_sprite from = *sprite;
    hm_box box;
    memset(out, 0, sizeof *out);
    const size_t needed = hm_sprite_buffer_size(from.height, from.width);
    if (needed == 0 || buffer_size < needed)
        return false;
    hm_sprite_bounds(&from, &box);
    hm_sprite_pivot(&from, &out->pivot_y, &out->pivot_x);
    out->width = from.height;
    out->height = from.width;
    out->cpu = from.cpu;
    out->bounds = (hm_box){box.y0, box.x0, box.y1, box.x1};
    out->words = (const uint8_t *)buffer;
    out->row_step = 8;
    out->area = copy_transposed(&from, &box, (uint8_t *)buffer);
    hm_sprite_end(out, (uint8_t *)buffer);
    return true;
}

/* ==== Boxes =================================================================================== */

/*
 * half-open boxes: the broad phase
 *
 * This file knows nothing of sprites.
 */

static int32_t saturate(int64_t value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static bool is_empty(const hm_box *box)
{
    return box->x1 <= box->x0 || box->y1 <= box->y0;
}

/* The box that two boxes share. Empty when they share nothing, or when one of them is empty. */
static hm_box shared(const hm_box *a, const hm_box *b)
{
    return (hm_box){(int32_t)larger(a->x0, b->x0), (int32_t)larger(a->y0, b->y0),
                    (int32_t)smaller(a->x1, b->x1), (int32_t)smaller(a->y1, b->y1)};
}

static hm_box moved(const hm_box *box, int64_t dx, int64_t dy)
{
    return (hm_box){saturate(box->x0 + dx), saturate(box->y0 + dy), saturate(box->x1 + dx),
                    saturate(box->y1 + dy)};
}

bool hm_box_overlap(const hm_box *a, const hm_box *b)
{
    const hm_box box = shared(a, b);
    return !is_empty(&box);
}

bool hm_box_intersection(const hm_box *a, const hm_box *b, hm_box *out)
{
    const hm_box box = shared(a, b);
    const bool overlap = !is_empty(&box);
    *out = overlap ? box : (hm_box){0, 0, 0, 0};
    return overlap;
}

void hm_box_union(const hm_box *a, const hm_box *b, hm_box *out)
{
    if (is_empty(a))
        *out = is_empty(b) ? (hm_box){0, 0, 0, 0} : *b;
    else if (is_empty(b))
        *out = *a;
    else
        *out = (hm_box){(int32_t)smaller(a->x0, b->x0), (int32_t)smaller(a->y0, b->y0),
                        (int32_t)larger(a->x1, b->x1), (int32_t)larger(a->y1, b->y1)};
}

bool hm_box_contains(const hm_box *box, int32_t x, int32_t y)
{
    return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
}

bool hm_box_contains_box(const hm_box *outer, const hm_box *inner)
{
    return is_empty(inner) || (inner->x0 >= outer->x0 && inner->x1 <= outer->x1 &&
                               inner->y0 >= outer->y0 && inner->y1 <= outer->y1);
}

void hm_box_to_local(const hm_box *box, int32_t x, int32_t y, hm_box *out)
{
    *out = moved(box, -(int64_t)x, -(int64_t)y);
}

void hm_box_move(const hm_box *box, int32_t dx, int32_t dy, hm_box *out)
{
    *out = moved(box, dx, dy);
}
