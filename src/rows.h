/*
 * rows.h - two columns of words met row by row: the one family of kernels
 *
 * A window is up to 64 columns of two masks that lie in one stripe of the first and in one or
 * two of the second. Row y of it is
 *
 *     row y of a >> a_shift  &  the 64 columns of b from b_shift on, turned  &  columns
 *
 * where b goes on in the stripe `next`. The second mask may be mirrored against the first (the
 * bits of its 64 columns are reversed), and the rows of either may be stepped through backwards.
 * Each instruction set has all loops, made from rows_template.h.
 */
#ifndef HM_ROWS_H
#define HM_ROWS_H

#include "bits.h"
#include "cpu.h"
#include "sprite.h"

struct window {
    const uint8_t *a;        /* its first row */
    const uint8_t *b, *next; /* the same; both are one where the columns need no second stripe */
    int32_t a_step, b_step;  /* bytes to the next row: 8, -8, or 0 where all rows are alike */
    unsigned a_shift, b_shift;
    bool mirrored;
    uint64_t columns;
};

/* The kind of windows that a loop is compiled for. */
enum window_kind {
    TURNED, /* nothing */
    SINGLE, /* the masks face the same way, with rows 8 bytes apart; a is not shifted, and b needs
               no second stripe */
    JOINED, /* the same, but b needs it */
};

/* How b is turned against a. */
enum turn { MIRRORED = 1, UPSIDE_DOWN = 2 };

/* Words of fields of twice `bits` bits, of which the low half, then the high one, is a number.
 * A number that is too large carries out of its half when `to_even` (or `to_odd`) is added. */
struct fields {
    unsigned bits;
    uint64_t low; /* the low half of every field */
    uint64_t to_even, to_odd;
};

/* The loops of one instruction set. */
struct row_loops {
    /* The columns in which any of the rows has a pixel in both. */
    uint64_t (*columns)(const struct window *window, uint32_t rows);
    /* The first row with a pixel in both, else `rows`. */
    uint32_t (*first)(const struct window *window, uint32_t rows);
    /* The number of pixels in both. */
    uint64_t (*area)(const struct window *window, uint32_t rows);
    /* Both for masks that face the same way, in parts that come in registers, with rows 8 bytes
     * apart and `a` not shifted: where b needs no second stripe (is there a pixel in both, and how
     * many?), and wherever it does. Behind the rows there are WORDS_SLACK bytes to be read. */
    bool (*touch)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned shift,
                  unsigned width);
#if defined(HM_SIMD)
    uint64_t (*single_area)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned shift,
                            unsigned width);
    /* Touch where b needs no second stripe but is turned against a: its rows are before they are
     * shifted. NULL where that is not fast. */
    bool (*turned_touch)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned a_shift,
                         unsigned b_shift, uint64_t columns, unsigned turn);
#endif
    bool (*joined_touch)(const uint8_t *a, const uint8_t *b, const uint8_t *next, uint32_t rows,
                         unsigned shift, uint64_t columns);
    uint32_t (*joined_first)(const uint8_t *a, const uint8_t *b, const uint8_t *next, uint32_t rows,
                             unsigned shift, uint64_t columns);
    uint64_t (*joined_area)(const uint8_t *a, const uint8_t *b, const uint8_t *next, uint32_t rows,
                            unsigned shift, uint64_t columns);
};

/* The blocks of one mask, from where some row of a box begins: the words for the box's first
 * stripe, of which bit `shift` stands for its first row of blocks. */
struct block_view {
    const uint8_t *words;
    unsigned shift;
    /* All ones where a block of the box lies across two of the mask, beside or below each other. */
    uint64_t beside, below;
    uint64_t last; /* where it lies across the last row of blocks that is known, and what follows */
};

/* Loops over words that fewer levels have of their own: of one mask or list, and blocks. */
struct bulk {
    /* The bits set in `count` words, and all of them gathered in `any`. */
    uint64_t (*count)(const uint8_t *words, uint64_t count, uint64_t *any);
    /* All sums of `count` words of fields, ORed: the carries are among their bits. */
    uint64_t (*carries)(const uint8_t *words, uint64_t count, const struct fields *fields);

    /* The blocks in which both may have something, of the first stripe from `stripe` on that has
     * any such; `stripe` is the one after it then. `b` may lie across two columns of blocks. 0 when
     * there are none in all stripes. */
    uint64_t (*common)(const struct block_view *a, const struct block_view *b, uint32_t stripes,
                       uint32_t *stripe);

    /* Spreads the bits of a column of words up by 0 to `by` places, `by` below 64, with what
     * comes over from the words of `before` (NULL: nothing). `from` may be NULL too. */
    void (*spread_bits)(const uint8_t *from, const uint8_t *before, uint32_t rows, unsigned by,
                        uint8_t *to);
    /* ORs every row into the next `by` rows, in place. */
    void (*spread_rows)(uint8_t *words, uint32_t rows, uint32_t by);
};

/* The loops that levels without their own take from another. */
#define HM_SHARED_ROWS(level)                                                                      \
    uint64_t hm_rows_columns_##level(const struct window *window, uint32_t rows);                  \
    uint32_t hm_rows_first_##level(const struct window *window, uint32_t rows);                    \
    uint64_t hm_rows_area_##level(const struct window *window, uint32_t rows);                     \
    bool hm_rows_touch_##level(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned shift,  \
                               unsigned width);                                                    \
    bool hm_rows_joined_touch_##level(const uint8_t *a, const uint8_t *b, const uint8_t *next,     \
                                      uint32_t rows, unsigned shift, uint64_t columns);

HM_SHARED_ROWS(portable)
extern const struct row_loops hm_rows_portable;
extern const struct bulk hm_bulk_portable;
#if defined(HM_SIMD_X86)
HM_SHARED_ROWS(sse2)
HM_SHARED_ROWS(avx2)
HM_SHARED_ROWS(avx512)
extern const struct row_loops hm_rows_sse2, hm_rows_avx2, hm_rows_avx512;
extern const struct bulk hm_bulk_avx2;
#elif defined(HM_SIMD_NEON)
HM_SHARED_ROWS(neon)
extern const struct row_loops hm_rows_neon;
extern const struct bulk hm_bulk_neon;
#endif

/* The loops of each level; portable ones for a level that was not built. */
extern const struct row_loops *const hm_rows[CPU_LEVELS];

static inline const struct row_loops *rows_for(uint32_t level)
{
#if defined(HM_SIMD)
    return hm_rows[level];
#else
    (void)level;
    return &hm_rows_portable;
#endif
}

static inline const struct bulk *bulk_for(uint32_t level)
{
#if defined(HM_SIMD_X86)
    return level >= CPU_AVX2 ? &hm_bulk_avx2 : &hm_bulk_portable;
#elif defined(HM_SIMD_NEON)
    return level == CPU_NEON ? &hm_bulk_neon : &hm_bulk_portable;
#else
    (void)level;
    return &hm_bulk_portable;
#endif
}

/* Row y of a window. */
static inline uint64_t window_row(const struct window *w, uint32_t y)
{
    const uint64_t a = get_u64(w->a + (int64_t)y * w->a_step) >> w->a_shift;
    const uint64_t b = get_u64(w->b + (int64_t)y * w->b_step) >> w->b_shift |
                       get_u64(w->next + (int64_t)y * w->b_step) << (-w->b_shift & 63);
    return a & (w->mirrored ? reverse_bits(b) : b) & w->columns;
}

#endif
