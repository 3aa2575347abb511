/*
 * rows_template.h - the loops of rows.h over vectors, included once for each instruction set
 *
 * The file that includes this has defined a vector of LANES words, ROWS(name) for the names of
 * its loops, and
 *
 *     vec_load(p), vec_zero(), vec_and(v, w), vec_or(v, w)
 *     vec_fill(word)     every word the same
 *     vec_right(v, bits), vec_left(v, bits)   all words by the same number of bits
 *     vec_mirror(v)      the bits of each word reversed
 *     vec_turn(v)        the words in reverse order
 *     vec_last(v, n)     all but the last n words cleared
 *     vec_fold(v)        all words ORed
 *     vec_lanes(v)       bit i is set where word i is not 0
 *     vec_count(sum, v)  adds the number of bits in v to the counters in sum
 *     vec_total(sum)     what the counters add up to
 *
 * Rows are taken LANES at a time. What is left over at the end is taken with rows that were
 * had before, where there are enough of them, and else row by row. No read leaves the rows.
 */

#define INLINE static inline __attribute__((always_inline))

/* The rows from y on. Whether b is turned at all is known where this is inlined. */
INLINE vec ROWS(load)(const struct window *w, uint32_t y, bool turned)
{
    const vec a = vec_right(vec_load(w->a + (int64_t)y * w->a_step), w->a_shift);
    const uint8_t *const at = w->b + (int64_t)y * w->b_step;
    if (!turned)
        return vec_and(a, vec_right(vec_load(at), w->b_shift));
    const vec b = w->b_step < 0 ? vec_turn(vec_load(at - 8 * (LANES - 1))) : vec_load(at);
    return vec_and(a, w->mirrored ? vec_mirror(vec_left(b, w->b_shift)) : vec_right(b, w->b_shift));
}

INLINE uint64_t ROWS(columns_of)(const struct window *w, uint32_t rows, bool turned)
{
    vec any = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
    for (; y + LANES <= rows; y += LANES)
        any = vec_or(any, ROWS(load)(w, y, turned));
    if (y < rows && rows >= LANES)
        any = vec_or(any, ROWS(load)(w, rows - LANES, turned));
    else
        for (; y < rows; y++)
            rest |= window_row(w, y);
    return (vec_fold(any) | rest) & w->columns;
}

INLINE uint32_t ROWS(first_of)(const struct window *w, uint32_t rows, bool turned)
{
    const vec columns = vec_fill(w->columns);
    uint32_t y = 0;
    for (; y + LANES <= rows; y += LANES) {
        const uint32_t lanes = vec_lanes(vec_and(ROWS(load)(w, y, turned), columns));
        if (lanes != 0)
            return y + lowest_bit(lanes);
    }
    while (y < rows && window_row(w, y) == 0)
        y++;
    return y;
}

INLINE uint32_t ROWS(last_of)(const struct window *w, uint32_t rows, bool turned)
{
    const vec columns = vec_fill(w->columns);
    uint32_t y = rows;
    for (; y >= LANES; y -= LANES) {
        const uint32_t lanes = vec_lanes(vec_and(ROWS(load)(w, y - LANES, turned), columns));
        if (lanes != 0)
            return y - LANES + highest_bit(lanes);
    }
    while (y > 0)
        if (window_row(w, --y) != 0)
            return y;
    return rows;
}

INLINE uint64_t ROWS(area_of)(const struct window *w, uint32_t rows, bool turned)
{
    const vec columns = vec_fill(w->columns);
    vec sum = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
    for (; y + LANES <= rows; y += LANES)
        sum = vec_count(sum, vec_and(ROWS(load)(w, y, turned), columns));
    if (y < rows && rows >= LANES) {
        const vec again = vec_and(ROWS(load)(w, rows - LANES, turned), columns);
        sum = vec_count(sum, vec_last(again, rows - y));
    } else {
        for (; y < rows; y++)
            rest += count_bits(window_row(w, y));
    }
    return vec_total(sum) + rest;
}

/* Every loop, for masks that face the same way and for those that do not. */
#define EITHER_WAY(type, name)                                                                     \
    static type ROWS(name)(const struct window *w, uint32_t rows)                                  \
    {                                                                                              \
        return w->mirrored || w->b_step < 0 ? ROWS(name##_of)(w, rows, true)                       \
                                            : ROWS(name##_of)(w, rows, false);                     \
    }

EITHER_WAY(uint64_t, columns)
EITHER_WAY(uint32_t, first)
EITHER_WAY(uint32_t, last)
EITHER_WAY(uint64_t, area)

static uint64_t ROWS(count)(const uint8_t *words, uint64_t count, uint64_t *any)
{
    vec sum = vec_zero(), all = vec_zero();
    uint64_t rest = 0, area = 0, i = 0;
    for (; i + LANES <= count; i += LANES) {
        const vec v = vec_load(words + 8 * i);
        sum = vec_count(sum, v);
        all = vec_or(all, v);
    }
    for (; i < count; i++) {
        const uint64_t word = get_u64(words + 8 * i);
        area += count_bits(word);
        rest |= word;
    }
    *any = vec_fold(all) | rest;
    return vec_total(sum) + area;
}

const struct rows ROWS(loops) = {
    ROWS(columns), ROWS(first), ROWS(last), ROWS(area), ROWS(count),
};
