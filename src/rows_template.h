/*
 * rows_template.h - the loops of rows.h over vectors, included once for each instruction set
 *
 * The file that includes this has defined a vector of LANES words, ROWS(name) for the names of
 * its loops, and
 *
 *     vec_load(p), vec_zero(), vec_and(v, w), vec_or(v, w)
 *     vec_fill(word)     every word the same
 *     vec_right(v, bits) all words by the same number of bits, below 64
 *     vec_left(v, bits)  the same, the other way
 *     vec_last(v, n)     all but the last n words cleared
 *     vec_lanes(v)       bit i is set where word i is not 0
 *     vec_some(v)        true if any word is not 0
 *     vec_count(sum, v)  adds the number of bits in v to the counters in sum
 *     vec_total(sum)     what the counters add up to
 *
 * and, unless RARE is defined, vec_store(p, v), and
 *
 *     vec_mirror(v)      the bits of each word reversed
 *     vec_turn(v)        the words in reverse order
 *     vec_fold(v)        all words ORed
 *     vec_add(v, w)      word by word
 *
 * It may define VEC_SOME, when it can leave out rows past the end without a branch,
 *
 *     vec_meet(v, w, n)            true if any of the first n words has a bit that is set in both
 *     vec_first_rows(count)        of the type vec_rows
 *     vec_count_some(sum, v, y, rows)  vec_count() of those from row y on that are among the rows
 *
 * and then TALL(name), the loops of the level to which it leaves sprites of more rows.
 *
 * It may define TURNED_TOUCH, when it can turn rows as it loads them, without a branch:
 *
 *     vec_facing_of(turn, rows)    of the type vec_facing: for vectors of so many rows or more
 *     vec_load_facing(p, &facing)  the rows at p, as they are seen
 *
 * It may also define RARE(name), the loops of another level, for those that are not asked often
 * enough to stand in every level; they are left out then.
 *
 * Rows are taken LANES at a time. What is left over at the end is taken with rows that were
 * had before, where there are enough of them, and else row by row. No read leaves the rows.
 */

/* ---- Rows --------------------------------------------------------------------------------- */

#if !defined(RARE)
/* Backwards, a vector begins with its last row. */
INLINE vec ROWS(load_rows)(const uint8_t *first, int32_t step, uint32_t y)
{
    const uint8_t *const at = first + (int64_t)y * step;
    return step < 0 ? vec_turn(vec_load(at - 8 * (LANES - 1))) : vec_load(at);
}

INLINE vec ROWS(load_turned)(const struct window *w, uint32_t y)
{
    const vec a = vec_right(ROWS(load_rows)(w->a, w->a_step, y), w->a_shift);
    const vec b = vec_or(vec_right(ROWS(load_rows)(w->b, w->b_step, y), w->b_shift),
                         vec_left(ROWS(load_rows)(w->next, w->b_step, y), -w->b_shift & 63));
    return vec_and(a, w->mirrored ? vec_mirror(b) : b);
}
#endif

/* The rows from y on. Bits past the columns are left to whoever asks. */
INLINE vec ROWS(load)(const struct window *w, int64_t y, enum window_kind kind)
{
    const ptrdiff_t at = (ptrdiff_t)y * 8;
#if !defined(RARE)
    if (kind == TURNED)
        return ROWS(load_turned)(w, (uint32_t)y);
#endif
    const vec a = vec_load(w->a + at), b = vec_right(vec_load(w->b + at), w->b_shift);
    if (kind == SINGLE)
        return vec_and(a, b);
    return vec_and(a, vec_or(b, vec_left(vec_load(w->next + at), -w->b_shift & 63)));
}

INLINE uint32_t ROWS(find_first)(const struct window *w, uint32_t rows, enum window_kind kind)
{
    const vec columns = vec_fill(w->columns);
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES) {
        const vec v = vec_and(ROWS(load)(w, y, kind), columns);
        if (vec_some(v))
            return y + lowest_bit(vec_lanes(v));
    }
    while (y < rows && window_row(w, y) == 0)
        y++;
    return y;
}

INLINE uint64_t ROWS(find_area)(const struct window *w, uint32_t rows, enum window_kind kind)
{
    const vec columns = vec_fill(w->columns);
    vec sum = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES)
        sum = vec_count(sum, vec_and(ROWS(load)(w, y, kind), columns));
    /* Turned rows cost so much code that those few are taken singly. */
    if (kind != TURNED && y < rows && rows >= LANES) {
        const vec again = vec_and(ROWS(load)(w, rows - LANES, kind), columns);
        sum = vec_count(sum, vec_last(again, rows - y));
    } else {
        for (; y < rows; y++)
            rest += count_bits(window_row(w, y));
    }
    return vec_total(sum) + rest;
}

#if !defined(RARE)

#define RARE(name) ROWS(name)

/* ---- Turned masks ------------------------------------------------------------------------- */

uint64_t ROWS(columns)(const struct window *w, uint32_t rows)
{
    vec any = vec_zero();
    uint64_t rest = 0;
    uint32_t y = 0;
    for (; rows - y >= LANES; y += LANES)
        any = vec_or(any, ROWS(load)(w, y, TURNED));
    for (; y < rows; y++)
        rest |= window_row(w, y);
    return (vec_fold(any) | rest) & w->columns;
}

uint32_t ROWS(first)(const struct window *w, uint32_t rows)
{
    return ROWS(find_first)(w, rows, TURNED);
}

uint64_t ROWS(area)(const struct window *w, uint32_t rows)
{
    return ROWS(find_area)(w, rows, TURNED);
}

/* ---- The words of one mask ---------------------------------------------------------------- */

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

/* ---- Blocks ------------------------------------------------------------------------------- */

/* The blocks of the box that may have pixels, from words of the blocks of the mask. */
INLINE vec ROWS(blocks_of_box)(const struct block_view *blocks, vec v)
{
    const vec bits = vec_right(v, blocks->shift);
    const vec below = vec_and(vec_right(bits, 1), vec_fill(blocks->below));
    return vec_or(vec_or(bits, below), vec_fill(blocks->last));
}

/* Reads past the words of the last stripe stay inside the pack: other words of the mask follow, or
 * the zeros behind all masks. */
static uint64_t ROWS(common)(const struct block_view *a, const struct block_view *b,
                             uint32_t stripes, uint32_t *stripe)
{
    uint64_t common = 0;
    while (common == 0 && *stripe < stripes) {
        const uint8_t *const in_a = a->words + (size_t)*stripe * 32;
        const uint8_t *const in_b = b->words + (size_t)*stripe * 32;
        vec both = vec_zero();
        for (unsigned i = 0; i < 4; i += LANES) {
            const vec beside = vec_and(vec_load(in_b + 8 * i + 8), vec_fill(b->beside));
            const vec bits = vec_or(vec_load(in_b + 8 * i), beside);
            both = vec_or(both, vec_and(ROWS(blocks_of_box)(a, vec_load(in_a + 8 * i)),
                                        ROWS(blocks_of_box)(b, bits)));
        }
        common = vec_fold(both);
        ++*stripe;
    }
    return common;
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
        /* From the last row up, so that this pass reads no row that it has already changed. */
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
    ROWS(count), ROWS(carries), ROWS(common), ROWS(spread_bits), ROWS(spread_rows),
};

#endif

/* ---- Masks that face the same way --------------------------------------------------------- */

INLINE bool ROWS(in_columns)(const struct window *w, vec v)
{
    return vec_some(vec_and(v, vec_fill(w->columns)));
}

#if defined(VEC_SOME)
/* True if there are few enough rows to take all of them at once. Most sprites of a game have no
 * more. This is the only branch on the number of rows, because no processor can predict it. */
#define FEW(rows) ((rows) <= 8 * LANES)

/* The rows at y, `one` further, `two` further, and both. */
INLINE vec ROWS(four)(const struct window *w, int64_t y, int64_t one, int64_t two)
{
    return vec_or(vec_or(ROWS(load)(w, y, SINGLE), ROWS(load)(w, y + one, SINGLE)),
                  vec_or(ROWS(load)(w, y + two, SINGLE), ROWS(load)(w, y + one + two, SINGLE)));
}

/* Reads one number of vectors for any number of rows. They overlap, because no step is longer than
 * the rows read before it. With fewer rows than a vector has, it also reads what follows them,
 * which is left out at the end. */
INLINE bool ROWS(touch_few)(const struct window *w, uint32_t count)
{
    const int64_t steps = larger(count, LANES) - LANES;
    const int64_t one = smaller(steps, LANES), others = steps - one;
    const int64_t two = smaller(others, 2 * LANES);
    vec any = ROWS(four)(w, 0, one, two);
    if (4 * LANES < 32 || count > 4 * LANES)
        any = vec_or(any, ROWS(four)(w, others - two, one, two));
    return vec_meet(any, vec_fill(w->columns), count);
}

/* Counts 4 vectors from row y on. Rows past the end are read from inside, and not counted. */
INLINE vec ROWS(count_4)(const struct window *w, uint32_t y, uint32_t count, vec sum)
{
    const vec columns = vec_fill(w->columns);
    const vec_rows rows = vec_first_rows(count);
    for (const uint32_t end = y + 4 * LANES; y < end; y += LANES) {
        const vec v = ROWS(load)(w, smaller(y, (int64_t)count - 1), SINGLE);
        sum = vec_count_some(sum, vec_and(v, columns), y, rows);
    }
    return sum;
}

INLINE uint64_t ROWS(area_few)(const struct window *w, uint32_t count)
{
    const vec first = ROWS(count_4)(w, 0, count, vec_zero());
    if (4 * LANES >= 32 && count <= 4 * LANES)
        return vec_total(first);
    return vec_total(ROWS(count_4)(w, 4 * LANES, count, first));
}
#endif

#if defined(TURNED_TOUCH)
/* Reads one number of vectors for all masks of few rows, because no processor can predict their
 * number. Past the end it takes the last rows again. */
static bool ROWS(turned_touch)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned a_shift,
                               unsigned b_shift, uint64_t columns, unsigned turn)
{
    const size_t last = rows > LANES ? rows - LANES : 0;
    const vec_facing facing = vec_facing_of(turn, rows);
    /* Upside down, rows count back from behind the last vector: ~y is -1 - y. */
    const size_t upside_down = 0 - (size_t)(turn / UPSIDE_DOWN);
    const uint8_t *const begin = b + (8 * (last + 1) & upside_down);
    vec any = vec_zero();
    size_t y = 0;
    for (uint32_t left = rows > 32 ? (rows - 1) / LANES + 1 : 32 / LANES; left > 0; left--) {
        const vec turned = vec_load_facing(begin + 8 * (ptrdiff_t)(y ^ upside_down), &facing);
        any = vec_or(any,
                     vec_and(vec_right(vec_load(a + 8 * y), a_shift), vec_right(turned, b_shift)));
        y = y + LANES < last ? y + LANES : last;
    }
    return vec_meet(any, vec_fill(columns), rows);
}
#endif

#if !defined(TALL)

/* LANES, 2 * LANES and 4 * LANES rows from y on, in one go. */
INLINE vec ROWS(block_2)(const struct window *w, uint32_t y, enum window_kind kind)
{
    return vec_or(ROWS(load)(w, y, kind), ROWS(load)(w, y + LANES, kind));
}

INLINE vec ROWS(block_4)(const struct window *w, uint32_t y, enum window_kind kind)
{
    return vec_or(ROWS(block_2)(w, y, kind), ROWS(block_2)(w, y + 2 * LANES, kind));
}

/* True if a pixel is in both. Two blocks that overlap in the middle take in any number of rows
 * from one block's to two blocks'; asked for a yes or no, it does not matter. */
INLINE bool ROWS(any)(const struct window *w, uint32_t rows, enum window_kind kind)
{
    if (rows < (LANES > 1 ? LANES : 4)) {
        uint64_t any = 0;
        for (uint32_t y = 0; y < rows; y++)
            any |= window_row(w, y);
        return any != 0;
    }
    if (LANES > 1 && rows < 2 * LANES)
        return ROWS(in_columns)(w,
                                vec_or(ROWS(load)(w, 0, kind), ROWS(load)(w, rows - LANES, kind)));
    if (LANES > 1 && rows < 4 * LANES)
        return ROWS(in_columns)(
            w, vec_or(ROWS(block_2)(w, 0, kind), ROWS(block_2)(w, rows - 2 * LANES, kind)));
    /* The middle first, for most that touch do so there; then from the top. */
    const uint32_t last = rows - 4 * LANES;
    uint32_t next = rows >= 8 * LANES ? 0 : 4 * LANES;
    for (uint32_t y = next == 0 ? rows / 2 - 2 * LANES : 0;; next += 4 * LANES) {
        if (ROWS(in_columns)(w, ROWS(block_4)(w, y, kind)))
            return true;
        if (y == last && next > last)
            return false;
        y = next < last ? next : last;
    }
}

bool ROWS(joined_touch)(const uint8_t *a, const uint8_t *b, const uint8_t *next, uint32_t rows,
                        unsigned shift, uint64_t columns)
{
    const struct window w = {a, b, next, 8, 8, 0, shift, false, columns};
    return ROWS(any)(&w, rows, JOINED);
}

#endif

INLINE struct window ROWS(single_window)(const uint8_t *a, const uint8_t *b, unsigned shift,
                                         unsigned width)
{
    return (struct window){a, b, b, 8, 8, 0, shift, false, UINT64_MAX >> (64 - width)};
}

bool ROWS(touch)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned shift, unsigned width)
{
    const struct window w = ROWS(single_window)(a, b, shift, width);
#if defined(FEW)
    if (FEW(rows))
        return ROWS(touch_few)(&w, rows);
#endif
#if defined(TALL)
    return TALL(touch)(a, b, rows, shift, width);
#else
    return ROWS(any)(&w, rows, SINGLE);
#endif
}

#if defined(HM_SIMD)
static uint64_t ROWS(single_area)(const uint8_t *a, const uint8_t *b, uint32_t rows, unsigned shift,
                                  unsigned width)
{
    const struct window w = ROWS(single_window)(a, b, shift, width);
#if defined(FEW)
    if (FEW(rows))
        return ROWS(area_few)(&w, rows);
#endif
    return ROWS(find_area)(&w, rows, SINGLE);
}
#endif

static uint32_t ROWS(joined_first)(const uint8_t *a, const uint8_t *b, const uint8_t *next,
                                   uint32_t rows, unsigned shift, uint64_t columns)
{
    const struct window w = {a, b, next, 8, 8, 0, shift, false, columns};
    return ROWS(find_first)(&w, rows, JOINED);
}

static uint64_t ROWS(joined_area)(const uint8_t *a, const uint8_t *b, const uint8_t *next,
                                  uint32_t rows, unsigned shift, uint64_t columns)
{
    const struct window w = {a, b, next, 8, 8, 0, shift, false, columns};
    return ROWS(find_area)(&w, rows, JOINED);
}

#if defined(TALL)
#define JOINED_TOUCH TALL(joined_touch)
#else
#define JOINED_TOUCH ROWS(joined_touch)
#endif

const struct row_loops ROWS(loops) = {
    .columns = RARE(columns),
    .first = RARE(first),
    .area = RARE(area),
    .touch = ROWS(touch),
#if defined(HM_SIMD)
    .single_area = ROWS(single_area),
#endif
#if defined(TURNED_TOUCH)
    .turned_touch = ROWS(turned_touch),
#endif
    .joined_touch = JOINED_TOUCH,
    .joined_first = ROWS(joined_first),
    .joined_area = ROWS(joined_area),
};
