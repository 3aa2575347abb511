/*
 * rows_template.h - the loops of rows.h over vectors, included once for each instruction set
 *
 * The file that includes this has defined a vector of LANES words, ROWS(name) for the names of
 * its loops, and
 *
 *     vec_load(p), vec_zero(), vec_and(v, w), vec_or(v, w)
 *     vec_fill(word)     every word the same
 *     vec_right(v, bits) all words by the same number of bits
 *     vec_last(v, n)     all but the last n words cleared
 *     vec_lanes(v)       bit i is set where word i is not 0
 *     vec_some(v)        is any word not 0?
 *     vec_count(sum, v)  adds the number of bits in v to the counters in sum
 *     vec_total(sum)     what the counters add up to
 *
 * and, unless RARE is defined, vec_store(p, v), vec_left(v, bits), and
 *
 *     vec_mirror(v)      the bits of each word reversed
 *     vec_turn(v)        the words in reverse order
 *     vec_fold(v)        all words ORed
 *     vec_add(v, w)      word by word
 *
 * It may define TALL(name), the loops of the level that strip_touch leaves more than two
 * vectors of rows to.
 *
 * It may also define RARE(name), the loops of another level, for those that are not asked often
 * enough to stand in every level; they are left out then.
 *
 * Rows are taken LANES at a time. What is left over at the end is taken with rows that were
 * had before, where there are enough of them, and else row by row. No read leaves the rows.
 */

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

#if !defined(RARE)

#define RARE(name) ROWS(name)

/* The rows from y on. */
INLINE vec ROWS(load)(const struct window *w, uint32_t y)
{
    const vec a = vec_right(vec_load(w->a + (int64_t)y * w->a_step), w->a_shift);
    const uint8_t *const at = w->b + (int64_t)y * w->b_step;
    const vec b = w->b_step < 0 ? vec_turn(vec_load(at - 8 * (LANES - 1))) : vec_load(at);
    return vec_and(a, w->mirrored ? vec_mirror(vec_left(b, w->b_shift)) : vec_right(b, w->b_shift));
}

uint64_t ROWS(columns)(const struct window *w, uint32_t rows)
{
    vec any = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES)
        any = vec_or(any, ROWS(load)(w, y));
    if (y < rows && rows >= LANES)
        any = vec_or(any, ROWS(load)(w, rows - LANES));
    else
        for (; y < rows; y++)
            rest |= window_row(w, y);
    return (vec_fold(any) | rest) & w->columns;
}

uint32_t ROWS(first)(const struct window *w, uint32_t rows)
{
    const vec columns = vec_fill(w->columns);
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES) {
        const uint32_t lanes = vec_lanes(vec_and(ROWS(load)(w, y), columns));
        if (lanes != 0)
            return y + lowest_bit(lanes);
    }
    while (y < rows && window_row(w, y) == 0)
        y++;
    return y;
}

uint32_t ROWS(last)(const struct window *w, uint32_t rows)
{
    const vec columns = vec_fill(w->columns);
    uint32_t y = rows;
    for (; y >= LANES; y -= LANES) {
        const uint32_t lanes = vec_lanes(vec_and(ROWS(load)(w, y - LANES), columns));
        if (lanes != 0)
            return y - LANES + highest_bit(lanes);
    }
    while (y > 0)
        if (window_row(w, --y) != 0)
            return y;
    return rows;
}

uint64_t ROWS(area)(const struct window *w, uint32_t rows)
{
    const vec columns = vec_fill(w->columns);
    vec sum = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES)
        sum = vec_count(sum, vec_and(ROWS(load)(w, y), columns));
    if (y < rows && rows >= LANES) {
        const vec again = vec_and(ROWS(load)(w, rows - LANES), columns);
        sum = vec_count(sum, vec_last(again, rows - y));
    } else {
        for (; y < rows; y++)
            rest += count_bits(window_row(w, y));
    }
    return vec_total(sum) + rest;
}

static uint64_t ROWS(count)(const uint8_t *words, uint64_t count, uint64_t *any)
{
    vec sum = vec_zero(), all = vec_zero();
    uint64_t rest = 0, area = 0, i = 0;
    for (; count - i >= LANES; i += LANES) {
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

static uint64_t ROWS(carries)(const uint8_t *words, uint64_t count, const struct fields *fields)
{
    const vec low = vec_fill(fields->low);
    const vec to_even = vec_fill(fields->to_even), to_odd = vec_fill(fields->to_odd);
    vec all = vec_zero();
    uint64_t rest = 0, i = 0;
    for (; count - i >= LANES; i += LANES) {
        const vec v = vec_load(words + 8 * i);
        const vec even = vec_add(vec_and(v, low), to_even);
        const vec odd = vec_add(vec_and(vec_right(v, fields->bits), low), to_odd);
        all = vec_or(all, vec_or(even, odd));
    }
    for (; i < count; i++) {
        const uint64_t word = get_u64(words + 8 * i);
        rest |= ((word & fields->low) + fields->to_even) |
                ((word >> fields->bits & fields->low) + fields->to_odd);
    }
    return vec_fold(all) | rest;
}

/* ---- Spreading ---------------------------------------------------------------------------- */

/* Runs double: bits spread by 0 to n - 1 places, ORed with themselves n places on, are spread
 * by 0 to 2n - 1. */
INLINE vec ROWS(spread)(vec high, vec low, unsigned by, bool has_low)
{
    for (unsigned n = 1, k; n <= by; n += k) {
        k = n <= by + 1 - n ? n : by + 1 - n;
        high = vec_or(high, vec_left(high, k));
        if (has_low) {
            high = vec_or(high, vec_right(low, 64 - k));
            low = vec_or(low, vec_left(low, k));
        }
    }
    return high;
}

static void ROWS(spread_bits)(const uint8_t *from, const uint8_t *before, uint32_t rows,
                              unsigned by, uint8_t *to)
{
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES) {
        const size_t at = (size_t)y * 8;
        const vec high = from != NULL ? vec_load(from + at) : vec_zero();
        vec_store(to + at, before == NULL ? ROWS(spread)(high, high, by, false)
                                          : ROWS(spread)(high, vec_load(before + at), by, true));
    }
    for (; y < rows; y++) {
        const size_t at = (size_t)y * 8;
        uint64_t high = from != NULL ? get_u64(from + at) : 0;
        uint64_t low = before != NULL ? get_u64(before + at) : 0;
        for (unsigned n = 1, k; n <= by; n += k) {
            k = n <= by + 1 - n ? n : by + 1 - n;
            high |= high << k | low >> (64 - k);
            low |= low << k;
        }
        put_u64(to + at, high);
    }
}

static void ROWS(spread_rows)(uint8_t *words, uint32_t rows, uint32_t by)
{
    for (uint32_t n = 1, k; n <= by; n += k) {
        uint32_t y = rows;
        k = n <= by + 1 - n ? n : by + 1 - n;
        /* From the last row up, so that what is read was not spread by this pass. */
        for (; y >= k + LANES; y -= LANES) {
            uint8_t *const at = words + (size_t)(y - LANES) * 8;
            vec_store(at, vec_or(vec_load(at), vec_load(at - (size_t)k * 8)));
        }
        for (; y > k; y--) {
            uint8_t *const at = words + (size_t)(y - 1) * 8;
            put_u64(at, get_u64(at) | get_u64(at - (size_t)k * 8));
        }
    }
}

const struct bulk ROWS(bulk) = {
    ROWS(count),
    ROWS(carries),
    ROWS(spread_bits),
    ROWS(spread_rows),
};

#endif

/* ---- Strips ------------------------------------------------------------------------------- */

/* Whole rows: bits past the columns are left to whoever asks. */
INLINE vec ROWS(words)(const struct strip *s, uint32_t y)
{
    return vec_and(vec_right(vec_load(s->a + (size_t)y * 8), s->a_shift),
                   vec_right(vec_load(s->b + (size_t)y * 8), s->b_shift));
}

INLINE bool ROWS(in_columns)(const struct strip *s, vec v)
{
    return vec_some(vec_and(v, vec_fill(s->columns)));
}

/* LANES, 2 * LANES and 4 * LANES rows from y on, in one go. */
INLINE vec ROWS(block_1)(const struct strip *s, uint32_t y)
{
    return ROWS(words)(s, y);
}

INLINE vec ROWS(block_2)(const struct strip *s, uint32_t y)
{
    return vec_or(ROWS(block_1)(s, y), ROWS(block_1)(s, y + LANES));
}

INLINE vec ROWS(block_4)(const struct strip *s, uint32_t y)
{
    return vec_or(ROWS(block_2)(s, y), ROWS(block_2)(s, y + 2 * LANES));
}

#if defined(VEC_SOME)
/* The rows from y on, of which there may be fewer than the vector holds, or none. */
INLINE vec ROWS(some)(const struct strip *s, uint32_t y, vec_rows rows)
{
    const vec a = vec_load_some(s->a + (size_t)y * 8, y, rows);
    const vec b = vec_load_some(s->b + (size_t)y * 8, y, rows);
    return vec_and(vec_right(a, s->a_shift), vec_right(b, s->b_shift));
}

INLINE vec ROWS(some_2)(const struct strip *s, uint32_t y, vec_rows rows)
{
    return vec_or(ROWS(some)(s, y, rows), ROWS(some)(s, y + LANES, rows));
}

/* Up to eight vectors of rows, those past the end left out, so that hardly a branch depends on
 * how many there are. */
INLINE vec ROWS(up_to_8)(const struct strip *s, uint32_t count)
{
    const vec_rows rows = vec_first_rows(count);
    const vec first = ROWS(some_2)(s, 0, rows);
    if (count <= 2 * LANES)
        return first;
    return vec_or(vec_or(first, ROWS(some_2)(s, 2 * LANES, rows)),
                  vec_or(ROWS(some_2)(s, 4 * LANES, rows), ROWS(some_2)(s, 6 * LANES, rows)));
}
#endif

/* Fewer rows than a vector has. */
INLINE bool ROWS(any_short)(const struct strip *s, uint32_t rows)
{
#if defined(VEC_SOME)
    return ROWS(in_columns)(s, ROWS(some)(s, 0, vec_first_rows(rows)));
#else
    uint64_t any = 0;
    for (uint32_t y = 0; y < rows; y++)
        any |= strip_row(s, y);
    return any != 0;
#endif
}

/* Is there a pixel in both? Two blocks that overlap in the middle take in any number of rows
 * from one block's to two blocks'; asked for a yes or no, it does not matter. */
INLINE bool ROWS(any)(const struct strip *s, uint32_t rows)
{
    if (rows < (LANES > 1 ? LANES : 4))
        return ROWS(any_short)(s, rows);
    if (LANES > 1 && rows < 2 * LANES)
        return ROWS(in_columns)(s, vec_or(ROWS(block_1)(s, 0), ROWS(block_1)(s, rows - LANES)));
    if (LANES > 1 && rows < 4 * LANES)
        return ROWS(in_columns)(s, vec_or(ROWS(block_2)(s, 0), ROWS(block_2)(s, rows - 2 * LANES)));
    /* The middle first, for most that touch do so there; then from the top. */
    const uint32_t last = rows - 4 * LANES;
    uint32_t next = rows >= 8 * LANES ? 0 : 4 * LANES;
    for (uint32_t y = next == 0 ? rows / 2 - 2 * LANES : 0;; next += 4 * LANES) {
        if (ROWS(in_columns)(s, ROWS(block_4)(s, y)))
            return true;
        if (y == last && next > last)
            return false;
        y = next < last ? next : last;
    }
}

bool ROWS(strip_touch)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned a_shift,
                       unsigned b_shift, uint64_t columns)
{
    const struct strip strip = {a, b, a_shift, b_shift, columns};
#if defined(TALL)
    if (rows > 2 * LANES)
        return TALL(strip_touch)(a, b, rows, a_shift, b_shift, columns);
    return ROWS(in_columns)(&strip, ROWS(some_2)(&strip, 0, vec_first_rows(rows)));
#else
#if defined(VEC_SOME)
    if (rows <= 8 * LANES)
        return ROWS(in_columns)(&strip, ROWS(up_to_8)(&strip, rows));
#endif
    return ROWS(any)(&strip, rows);
#endif
}

#if defined(VEC_SOME)
/* Up to eight vectors are taken in twos, fours or eights, so that their number can be foreseen. */
INLINE uint32_t ROWS(end_of)(uint32_t rows)
{
    return rows <= 2 * LANES ? 2 * LANES : rows <= 4 * LANES ? 4 * LANES : 8 * LANES;
}
#endif

static uint32_t ROWS(strip_first)(const uint8_t *a, const uint8_t *b, uint32_t rows,
                                  unsigned a_shift, unsigned b_shift, uint64_t columns)
{
    const struct strip strip = {a, b, a_shift, b_shift, columns};
    const vec inside = vec_fill(columns);
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES) {
        const vec words = vec_and(ROWS(words)(&strip, y), inside);
        if (vec_some(words))
            return y + lowest_bit(vec_lanes(words));
    }
    while (y < rows && strip_row(&strip, y) == 0)
        y++;
    return y;
}

static uint64_t ROWS(strip_area)(const uint8_t *a, const uint8_t *b, uint32_t rows,
                                 unsigned a_shift, unsigned b_shift, uint64_t columns)
{
    const struct strip strip = {a, b, a_shift, b_shift, columns};
    const vec inside = vec_fill(columns);
    vec sum = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
#if defined(VEC_SOME)
    if (rows <= 8 * LANES) {
        const vec_rows some = vec_first_rows(rows);
        for (const uint32_t end = ROWS(end_of)(rows); y < end; y += 2 * LANES) {
            sum = vec_count(sum, vec_and(ROWS(some)(&strip, y, some), inside));
            sum = vec_count(sum, vec_and(ROWS(some)(&strip, y + LANES, some), inside));
        }
        return vec_total(sum);
    }
#endif
    for (; rows - y >= LANES; y += LANES)
        sum = vec_count(sum, vec_and(ROWS(words)(&strip, y), inside));
    if (y < rows && rows >= LANES) {
        const vec again = vec_and(ROWS(words)(&strip, rows - LANES), inside);
        sum = vec_count(sum, vec_last(again, rows - y));
    } else {
        for (; y < rows; y++)
            rest += count_bits(strip_row(&strip, y));
    }
    return vec_total(sum) + rest;
}

const struct rows ROWS(loops) = {
    .columns = RARE(columns),
    .first = RARE(first),
    .last = RARE(last),
    .area = RARE(area),
    .strip_touch = ROWS(strip_touch),
    .strip_first = ROWS(strip_first),
    .strip_area = ROWS(strip_area),
};
