/*
 * canvas.c - a mask that the caller changes, and its view as a sprite
 *
 * The view of a canvas is a sprite whose stored box is the whole canvas. Its bounds are beside it.
 */
#include "canvas.h"
#include "columns.h"
#include "cpu.h"
#include "rows.h"

_Static_assert(sizeof(hm_canvas) == 128, "hm_canvas has the same size everywhere");

/* The count of a band is that of the last view, with this bit when the band has changed since. */
enum { CHANGED = 0x8000 };

static uint32_t band_count(const hm_canvas *canvas)
{
    return (uint32_t)canvas_bands((uint32_t)canvas->height);
}

/* The count of a band. */
static inline uint8_t *band_at(const hm_canvas *canvas, uint32_t stripe, uint32_t band)
{
    return canvas->bands + ((size_t)stripe * band_count(canvas) + band) * 2;
}

/* The number of the changes between two views; see view_is_current(). */
static inline uint8_t *changes_at(const hm_canvas *canvas)
{
    return band_at(canvas, canvas_stripes(canvas), 0);
}

SMALL size_t hm_canvas_buffer_size(int32_t width, int32_t height)
{
    const uint64_t bands = stripe_count((uint32_t)width) * canvas_bands((uint32_t)height);
    const uint64_t size = hm_sprite_buffer_size(width, height);
    const uint64_t all = size + bands * 2 + sizeof(uint32_t);
    return size > 0 && all <= SIZE_MAX / 2 ? (size_t)all : 0;
}

SMALL bool hm_canvas_init(hm_canvas *canvas, void *buffer, size_t size, int32_t width,
                          int32_t height)
{
    const size_t needed = hm_canvas_buffer_size(width, height);
    memset(canvas, 0, sizeof *canvas);
    if (needed == 0 || size < needed)
        return false;
    memset(buffer, 0, needed);
    canvas->width = width;
    canvas->height = height;
    canvas->words = (uint8_t *)buffer;
    canvas->bands = canvas->words + hm_sprite_buffer_size(width, height);
    if (mask_has_blocks((uint32_t)width, (uint32_t)height))
        canvas->blocks = canvas_row(canvas, canvas_stripes(canvas), 0);
    canvas->cpu = hm_cpu_level();
    put_u32(changes_at(canvas), 1);
    return true;
}

/* Returns the place of something in the buffer after the buffer was copied. */
static uint8_t *moved(const hm_canvas *canvas, const uint8_t *at, void *buffer)
{
    return at != NULL ? (uint8_t *)buffer + (at - canvas->words) : NULL;
}

SMALL bool hm_canvas_copy(const hm_canvas *canvas, void *buffer, size_t size, hm_canvas *out)
{
    const size_t needed = hm_canvas_buffer_size(canvas->width, canvas->height);
    const hm_canvas from = *canvas;
    memset(out, 0, sizeof *out);
    if (from.words == NULL || size < needed)
        return false;
    memmove(buffer, from.words, needed);
    *out = from;
    out->words = moved(&from, from.words, buffer);
    out->blocks = moved(&from, from.blocks, buffer);
    out->bands = moved(&from, from.bands, buffer);
    return true;
}

int32_t hm_canvas_width(const hm_canvas *canvas)
{
    return canvas->width;
}

int32_t hm_canvas_height(const hm_canvas *canvas)
{
    return canvas->height;
}

/* ---- What has changed ------------------------------------------------------------------------ */

SMALL bool hm_canvas_clip(const hm_canvas *canvas, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                          hm_box *out)
{
    return clip_box(canvas, x0, y0, x1, y1, out);
}

/* Makes `box` hold another one, which is not empty. When it is empty, it is all 0. */
static void extend(hm_box *box, const hm_box *other)
{
    if (box->x1 == 0) {
        *box = *other;
        return;
    }
    if (other->x0 < box->x0)
        box->x0 = other->x0;
    if (other->y0 < box->y0)
        box->y0 = other->y0;
    if (other->x1 > box->x1)
        box->x1 = other->x1;
    if (other->y1 > box->y1)
        box->y1 = other->y1;
}

void hm_canvas_mark(hm_canvas *canvas, const hm_box *box)
{
    if (is_empty_box(&canvas->changed))
        put_u32(changes_at(canvas), get_u32(changes_at(canvas)) + 1);
    extend(&canvas->changed, box);
    const size_t stripe_size = (size_t)band_count(canvas) * 2;
    const uint32_t first = (uint32_t)box->y0 / BAND, last = (uint32_t)(box->y1 - 1) / BAND;
    uint8_t *at = band_at(canvas, (uint32_t)box->x0 / 64, first) + 1;
    for (uint32_t left = (uint32_t)(box->x1 - 1) / 64 - (uint32_t)box->x0 / 64 + 1; left > 0;
         left--, at += stripe_size) {
        uint8_t *band = at, *const end = at + (last - first) * 2;
        do
            *band |= CHANGED >> 8;
        while ((band += 2) <= end);
    }
}

hm_box hm_canvas_extent(const hm_canvas *canvas)
{
    hm_box extent = canvas->bounds;
    if (!is_empty_box(&canvas->changed))
        extend(&extent, &canvas->changed);
    return extent;
}

/* ---- The view -------------------------------------------------------------------------------- */

/* The blocks of a stripe that lie in 16 rows, four bits. */
static inline uint64_t row_of_blocks(const uint8_t *words, uint32_t rows)
{
    uint64_t any = 0, blocks = 0;
    for (uint32_t i = 0; i < rows / 4; i++, words += 32)
        any |= (get_u64(words) | get_u64(words + 8)) | (get_u64(words + 16) | get_u64(words + 24));
    for (uint32_t i = 0; i < rows % 4; i++, words += 8)
        any |= get_u64(words);
    for (unsigned k = 0; k < 4; k++, any >>= BLOCK_SIDE)
        blocks |= (uint64_t)((any & 0xffff) != 0) << k;
    return blocks;
}

static SMALL void find_band_blocks(const hm_canvas *canvas, uint32_t stripe, uint32_t band,
                                   uint32_t rows)
{
    const uint8_t *const words = canvas_row(canvas, stripe, band * BAND);
    const size_t index = ((size_t)band / 16 * canvas_stripes(canvas) + stripe) * 4;
    const unsigned shift = band % 16 * 4;
    uint64_t blocks = 0;
    for (uint32_t row = 0, i = 0; row < rows; row += BLOCK_SIDE, i++)
        blocks |= row_of_blocks(words + (size_t)row * 8, (uint32_t)smaller(rows - row, BLOCK_SIDE))
                  << 4 * i;
    /* Bit k of each four goes to word k. */
    for (uint8_t *word = canvas->blocks + index * 8, *end = word + 32; word < end; word += 8) {
        const uint64_t of = blocks & 0x1111, bits = (of | of >> 3 | of >> 6 | of >> 9) & 15;
        put_u64(word, (get_u64(word) & ~(UINT64_C(15) << shift)) | bits << shift);
        blocks >>= 1;
    }
}

static void count_changes(hm_canvas *canvas)
{
    const struct bulk *const loops = bulk_for(canvas->cpu);
    const hm_box box = canvas->changed;
    uint64_t any;
    for (uint32_t s = (uint32_t)box.x0 / 64; s <= (uint32_t)(box.x1 - 1) / 64; s++)
        for (uint32_t b = (uint32_t)box.y0 / BAND; b <= (uint32_t)(box.y1 - 1) / BAND; b++) {
            uint8_t *const at = band_at(canvas, s, b);
            const uint32_t before = get_u16(at), left = (uint32_t)canvas->height - b * BAND;
            if (before < CHANGED)
                continue;
            const uint32_t rows = (uint32_t)smaller(left, BAND);
            const uint64_t now = loops->count(canvas_row(canvas, s, b * BAND), rows, &any);
            canvas->area += now - (before - CHANGED);
            put_u16(at, (uint16_t)now);
            if (canvas->blocks != NULL)
                find_band_blocks(canvas, s, b, rows);
        }
}

/* The solid columns of a stripe, in the bands of a box. */
static SMALL uint64_t used_columns(const hm_canvas *canvas, uint32_t stripe, const hm_box *box)
{
    uint64_t columns = 0;
    for (uint32_t b = (uint32_t)box->y0 / BAND; b <= (uint32_t)(box->y1 - 1) / BAND; b++) {
        const uint32_t end = (uint32_t)smaller(box->y1, ((int64_t)b + 1) * BAND);
        for (uint32_t row = b * BAND; get_u16(band_at(canvas, stripe, b)) != 0 && row < end; row++)
            columns |= get_u64(canvas_row(canvas, stripe, row));
    }
    return columns;
}

/* Finds the first solid column, or backwards the one after the last. There is one. */
static SMALL int32_t find_column(const hm_canvas *canvas, const hm_box *box, bool backwards)
{
    uint32_t stripe = (uint32_t)(backwards ? box->x1 - 1 : box->x0) / 64;
    uint64_t columns;
    while ((columns = used_columns(canvas, stripe, box)) == 0)
        stripe += backwards ? UINT32_MAX : 1;
    return (int32_t)(stripe * 64 + (backwards ? highest_bit(columns) + 1 : lowest_bit(columns)));
}

/* Finds the first row with a pixel, or backwards the one after the last. */
static SMALL int32_t find_row(const hm_canvas *canvas, const hm_box *box, bool backwards)
{
    const uint32_t step = backwards ? UINT32_MAX : 1;
    for (uint32_t band = (uint32_t)(backwards ? box->y1 - 1 : box->y0) / BAND;; band += step) {
        const uint32_t end = (uint32_t)smaller(box->y1, ((int64_t)band + 1) * BAND);
        uint32_t best = end - band * BAND; /* rows count from where the search begins */
        for (uint32_t s = (uint32_t)box->x0 / 64; s <= (uint32_t)(box->x1 - 1) / 64; s++) {
            uint32_t row = 0;
            if (get_u16(band_at(canvas, s, band)) == 0)
                continue;
            while (row < best &&
                   get_u64(canvas_row(canvas, s, backwards ? end - 1 - row : band * BAND + row)) ==
                       0)
                row++;
            best = row;
        }
        if (best < end - band * BAND)
            return (int32_t)(backwards ? end - best : band * BAND + best);
    }
}

/* A side of the bounds stays where it is unless the changes reach it. */
static SMALL void find_bounds(hm_canvas *canvas)
{
    const hm_box changed = canvas->changed, all = hm_canvas_extent(canvas);
    hm_box *const box = &canvas->bounds;
    if (canvas->area == 0) {
        *box = (hm_box){0, 0, 0, 0};
        return;
    }
    if (is_empty_box(box))
        *box = changed;
    const hm_box before = *box;
    if (changed.x0 <= before.x0)
        box->x0 = find_column(canvas, &all, false);
    if (changed.x1 >= before.x1)
        box->x1 = find_column(canvas, &all, true);
    if (changed.y0 <= before.y0)
        box->y0 = find_row(canvas, &all, false);
    if (changed.y1 >= before.y1)
        box->y1 = find_row(canvas, &all, true);
}

/* Brings the blocks, the counts, the area and the bounds up to date. */
static void take_in_changes(hm_canvas *canvas)
{
    if (is_empty_box(&canvas->changed))
        return;
    count_changes(canvas);
    find_bounds(canvas);
    canvas->changed = (hm_box){0, 0, 0, 0};
}

uint64_t hm_canvas_area(hm_canvas *canvas)
{
    take_in_changes(canvas);
    return canvas->area;
}

void hm_canvas_sprite(hm_canvas *canvas, hm_sprite *out)
{
    take_in_changes(canvas);
    hm_sprite_begin(out, canvas->cpu, canvas->width, canvas->height);
    out->words = canvas->words;
    out->row_step = 8;
    out->area = canvas->area;
    out->of.tight = canvas->bounds;
    out->loose = 1;
    if (canvas->words != NULL)
        out->changes = get_u32(changes_at(canvas));
    if (canvas->area > 0) {
        out->bounds = (hm_box){0, 0, canvas->width, canvas->height};
        out->blocks = canvas->blocks;
    }
    out->plain = hm_sprite_plain(out);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

const struct ink hm_inks[] = {
    [HM_ADD] = {UINT64_MAX, UINT64_MAX, UINT64_MAX},
    [HM_ERASE] = {UINT64_MAX, UINT64_MAX, 0},
    [HM_KEEP] = {0, UINT64_MAX, 0},
    [HM_TOGGLE] = {UINT64_MAX, 0, UINT64_MAX},
};

SMALL void hm_canvas_fill_box(hm_canvas *canvas, const hm_box *box, const struct ink *ink)
{
    if (is_empty_box(box))
        return;
    const uint32_t rows = (uint32_t)(box->y1 - box->y0);
    for (uint32_t s = (uint32_t)box->x0 / 64; s <= (uint32_t)(box->x1 - 1) / 64; s++) {
        const uint64_t columns = columns_in_box(box, s);
        uint8_t *const to = canvas_row(canvas, s, (uint32_t)box->y0);
        for (size_t i = 0; i < rows; i++)
            put_u64(to + 8 * i, ink_word(ink, columns, get_u64(to + 8 * i), UINT64_MAX));
    }
    hm_canvas_mark(canvas, box);
}

SMALL void hm_canvas_keep_inside(hm_canvas *canvas, const hm_box *box)
{
    const hm_box all = hm_canvas_extent(canvas);
    const bool empty = is_empty_box(box);
    const int32_t top = empty ? all.y1 : (int32_t)larger(box->y0, all.y0);
    const int32_t bottom = empty ? all.y1 : (int32_t)smaller(box->y1, all.y1);
    const hm_box outside[] = {
        {all.x0, all.y0, all.x1, (int32_t)smaller(top, all.y1)},
        {all.x0, top, (int32_t)smaller(box->x0, all.x1), bottom},
        {(int32_t)larger(box->x1, all.x0), top, all.x1, bottom},
        {all.x0, (int32_t)larger(bottom, all.y0), all.x1, all.y1},
    };
    for (int i = 0; i < 4; i++)
        hm_canvas_fill_box(canvas, &outside[i], ink_of(HM_ERASE));
}

SMALL void hm_canvas_fill(hm_canvas *canvas, const hm_box *box, hm_op op)
{
    const hm_box whole = {0, 0, canvas->width, canvas->height};
    const hm_box *const given = box != NULL ? box : &whole;
    const struct ink *const ink = ink_of(op);
    hm_box cut;
    if (ink == NULL)
        return;
    hm_canvas_clip(canvas, given->x0, given->y0, given->x1, given->y1, &cut);
    if (op == HM_KEEP)
        hm_canvas_keep_inside(canvas, &cut);
    else
        hm_canvas_fill_box(canvas, &cut, ink);
}

bool hm_canvas_solid(const hm_canvas *canvas, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return false;
    return get_u64(canvas_row(canvas, (uint32_t)x / 64, (uint32_t)y)) >> x % 64 & 1;
}

void hm_canvas_set(hm_canvas *canvas, int32_t x, int32_t y, bool solid)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    uint8_t *const word = canvas_row(canvas, (uint32_t)x / 64, (uint32_t)y);
    const uint64_t bit = UINT64_C(1) << x % 64;
    put_u64(word, (get_u64(word) & ~bit) | (solid ? bit : 0));
    const hm_box pixel = {x, y, x + 1, y + 1};
    hm_canvas_mark(canvas, &pixel);
}

/* ---- Pens ------------------------------------------------------------------------------------ */

SMALL bool hm_pen_begin(struct pen *pen, hm_canvas *canvas, hm_op op, int64_t x0, int64_t y0,
                        int64_t x1, int64_t y1)
{
    /* To keep the runs is to empty all that lies between them. */
    const struct ink *const ink = ink_of(op == HM_KEEP ? HM_ERASE : op);
    if (ink == NULL)
        return false;
    pen->ink = *ink;
    pen->canvas = canvas;
    pen->keeps = op == HM_KEEP;
    if (!hm_canvas_clip(canvas, x0, y0, x1, y1, &pen->box)) {
        if (pen->keeps)
            hm_canvas_keep_inside(canvas, &pen->box);
        return false;
    }
    pen->at = pen->box.x0;
    return true;
}

/* The pen's ink never keeps, so columns without a mask need no care. */
static inline void draw_columns(const struct pen *pen, uint8_t *to, uint64_t columns)
{
    put_u64(to, (get_u64(to) & ~(columns & pen->ink.turn)) ^ (columns & pen->ink.set));
}

static void draw_run(const struct pen *pen, int32_t y, int32_t first, int32_t end)
{
    if (first >= end)
        return;
    const size_t stripe_size = (size_t)(uint32_t)pen->canvas->height * 8;
    const uint32_t last = (uint32_t)end - 1;
    uint64_t columns = UINT64_MAX << first % 64;
    uint8_t *to = canvas_row(pen->canvas, (uint32_t)first / 64, (uint32_t)y);
    for (uint32_t left = last / 64 - (uint32_t)first / 64; left > 0; left--, to += stripe_size) {
        draw_columns(pen, to, columns);
        columns = UINT64_MAX;
    }
    draw_columns(pen, to, columns & UINT64_MAX >> (63 - last % 64));
}

void hm_pen_run(struct pen *pen, int32_t y, int64_t first, int64_t end)
{
    const int32_t from = (int32_t)smaller(larger(first, pen->box.x0), pen->box.x1);
    const int32_t to = (int32_t)smaller(larger(end, from), pen->box.x1);
    if (pen->keeps)
        draw_run(pen, y, pen->at, from);
    else
        draw_run(pen, y, from, to);
    pen->at = to;
}

void hm_pen_end_row(struct pen *pen, int32_t y)
{
    if (pen->keeps)
        draw_run(pen, y, pen->at, pen->box.x1);
    pen->at = pen->box.x0;
}

void hm_pen_end(struct pen *pen)
{
    hm_canvas_mark(pen->canvas, &pen->box);
    if (pen->keeps)
        hm_canvas_keep_inside(pen->canvas, &pen->box);
}

/* ==== Rows of bytes =========================================================================== */

/*
 * the mask of a canvas as rows of bytes, for files and networks
 */

SMALL bool hm_canvas_bits(const hm_canvas *canvas, void *bits, size_t stride, size_t size)
{
    const hm_sprite view = {
        .words = canvas->words,
        .bounds = {0, 0, canvas->width, canvas->height},
        .width = canvas->width,
        .height = canvas->height,
        .row_step = 8,
    };
    return hm_sprite_bits(&view, bits, stride, size);
}

SMALL bool hm_canvas_from_bits(hm_canvas *canvas, const void *bits, size_t stride, size_t size)
{
    const uint32_t width = (uint32_t)canvas->width, height = (uint32_t)canvas->height;
    const hm_box all = {0, 0, canvas->width, canvas->height};
    if (stride < ((size_t)width + 7) / 8 || (height > 0 && size / height < stride))
        return false;
    for (uint32_t x = 0; x < width; x += 64)
        for (uint32_t y = 0; y < height; y++)
            put_u64(canvas_row(canvas, x / 64, y),
                    read_columns((const uint8_t *)bits + y * stride, x, width));
    if (!is_empty_box(&all))
        hm_canvas_mark(canvas, &all);
    return true;
}

/* ==== Grown, shrunk, outlined ================================================================= */

/*
 * a canvas whose solid pixels grow, shrink, or become an outline
 *
 * All of it is stamping the canvas with itself. Moved by 1, then 2, then 4 columns, it covers 1, 3
 * and 7 columns more; so the number of stamps grows with the number of digits of the distance. A
 * square is what columns make of rows, in both directions.
 */

static SMALL void spread(hm_canvas *canvas, uint32_t distance, hm_op op)
{
    static const int8_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    /* Anything further away than the canvas is long is outside. */
    const int64_t most = smaller(distance, larger(canvas->width, canvas->height));
    hm_sprite self = {.words = canvas->words, .width = canvas->width, .height = canvas->height};
    self.bounds = (hm_box){0, 0, canvas->width, canvas->height};
    self.row_step = 8;
    self.loose = 1;
    for (int i = 0; i < 4; i++)
        for (int64_t covered = 1, by; covered <= most; covered += by) {
            by = smaller(covered, most + 1 - covered);
            self.of.tight = hm_canvas_extent(canvas);
            hm_canvas_stamp(canvas, &self, (int32_t)(by * ways[i][0]), (int32_t)(by * ways[i][1]),
                            op);
        }
}

void hm_canvas_grow(hm_canvas *canvas, uint32_t distance)
{
    spread(canvas, distance, HM_ADD);
}

void hm_canvas_shrink(hm_canvas *canvas, uint32_t distance)
{
    spread(canvas, distance, HM_KEEP);
}

SMALL bool hm_canvas_outline(hm_canvas *canvas, uint32_t thickness, void *scratch,
                             size_t scratch_size)
{
    const hm_box box = hm_canvas_extent(canvas);
    if (is_empty_box(&box))
        return true;
    const uint32_t first = (uint32_t)box.x0 / 64, last = (uint32_t)(box.x1 - 1) / 64;
    const uint32_t rows = (uint32_t)(box.y1 - box.y0);
    const size_t size = (size_t)rows * 8;
    uint8_t *copy = (uint8_t *)scratch;
    if (scratch_size / size < last - first + 1)
        return false;
    for (uint32_t s = first; s <= last; s++, copy += size)
        memcpy(copy, canvas_row(canvas, s, (uint32_t)box.y0), size);
    hm_canvas_shrink(canvas, thickness);
    copy = (uint8_t *)scratch;
    for (uint32_t s = first; s <= last; s++, copy += size) {
        const struct source from = {copy, copy, 0};
        hm_canvas_combine(canvas->cpu, canvas_row(canvas, s, (uint32_t)box.y0), &from, rows,
                          UINT64_MAX, ink_of(HM_TOGGLE), false);
    }
    hm_canvas_mark(canvas, &box);
    return true;
}

/* ==== Rows ==================================================================================== */

/*
 * the loops that change rows of a canvas by rows of a mask, for each instruction
 * set
 *
 * A row may come from the canvas itself. So all that a step reads, it reads before it writes.
 */

#if defined(HM_SIMD_X86)

BEGIN_TARGET("avx2")

#define LANES    4
#define OF(name) hm_##name##_avx2
#include "canvas_rows_template.h"

END_TARGET

#endif

#if defined(HM_SIMD_NEON)
#define LANES    2
#define OF(name) hm_##name##_neon
#include "canvas_rows_template.h"
#endif

/* All that the loop needs is in locals, because any byte that it writes could be part of `from`. */
static void combine_portable(uint8_t *to, const struct source *from, uint32_t rows,
                             uint64_t columns, const struct ink *ink, bool backwards)
{
    const ptrdiff_t step = backwards ? -8 : 8;
    const struct source source = *from;
    const struct ink own = *ink;
    const unsigned back = -source.shift & 63;
    size_t at = backwards ? (size_t)(rows - 1) * 8 : 0;
    for (; rows > 0; rows--, at += (size_t)step) {
        const uint64_t mask = get_u64(source.a + at) >> source.shift | get_u64(source.next + at)
                                                                           << back;
        put_u64(to + at, ink_word(&own, columns, get_u64(to + at), mask));
    }
}

void hm_canvas_combine(uint32_t cpu, uint8_t *to, const struct source *from, uint32_t rows,
                       uint64_t columns, const struct ink *ink, bool backwards)
{
#if defined(HM_SIMD_X86)
    if (cpu >= CPU_AVX2 && rows >= 4)
        hm_combine_avx2(to, from, rows, columns, ink, backwards);
    else
#elif defined(HM_SIMD_NEON)
    if (cpu == CPU_NEON && rows >= 2)
        hm_combine_neon(to, from, rows, columns, ink, backwards);
    else
#else
    (void)cpu;
#endif
        combine_portable(to, from, rows, columns, ink, backwards);
}

static NOINLINE void combine_both(uint32_t cpu, const struct across *to, const uint8_t *mask,
                                  uint32_t rows, const struct ink *ink)
{
    const struct source from = {mask, mask, 64 - to->shift};
    hm_canvas_combine(cpu, to->left, &from, rows, to->columns << to->shift, ink, false);
    hm_canvas_combine(cpu, to->right, &from, rows, to->columns >> from.shift, ink, false);
}

void hm_canvas_combine_across(uint32_t cpu, const struct across *to, const uint8_t *mask,
                              uint32_t rows, const struct ink *ink)
{
    /* The loops do not know HM_KEEP. */
#if defined(HM_SIMD_X86)
    if (cpu >= CPU_AVX2 && rows >= 4 && ink->rest != 0)
        hm_across_avx2(to, mask, rows, ink);
    else
#elif defined(HM_SIMD_NEON)
    if (cpu == CPU_NEON && rows >= 2 && ink->rest != 0)
        hm_across_neon(to, mask, rows, ink);
    else
#endif
        combine_both(cpu, to, mask, rows, ink);
}
