/*
 * canvas_rows_template.h - loops over rows that change, included once for each width of vectors
 *
 * The file that includes this has defined LANES, and OF(name) for the names of the functions. The
 * vectors are those of GCC and clang, which become the instructions of the target.
 */
typedef uint64_t OF(vec) __attribute__((vector_size(8 * LANES)));

static void OF(combine)(uint8_t *to, const struct source *from, uint32_t rows, uint64_t columns,
                        const struct ink *ink, bool backwards)
{
    const unsigned shift = from->shift, back = -shift & 63;
    const uint64_t rest = ink->rest | ~columns, turn = ink->turn & columns,
                   set = ink->set & columns;
    const uint8_t *const a = from->a, *const next = from->next;
    uint32_t done = 0;
    for (; rows - done >= LANES; done += LANES) {
        const size_t at = (size_t)(backwards ? rows - done - LANES : done) * 8;
        OF(vec) pixels, low, high;
        memcpy(&low, a + at, sizeof low);
        memcpy(&high, next + at, sizeof high);
        memcpy(&pixels, to + at, sizeof pixels);
        const OF(vec) mask = low >> shift | high << back;
        pixels = (pixels & (rest ^ (mask & turn))) ^ (mask & set);
        memcpy(to + at, &pixels, sizeof pixels);
    }
    for (; done < rows; done++) {
        const size_t at = (size_t)(backwards ? rows - done - 1 : done) * 8;
        const uint64_t mask = get_u64(a + at) >> shift | get_u64(next + at) << back;
        put_u64(to + at, (get_u64(to + at) & (rest ^ (mask & turn))) ^ (mask & set));
    }
}

/* Inline, so that a level may leave it unused. */
static inline void OF(across)(const struct across *to, const uint8_t *mask, uint32_t rows,
                              const struct ink *ink)
{
    const unsigned shift = to->shift, back = 64 - shift;
    const uint64_t columns = to->columns, turn = ink->turn, set = ink->set;
    const uint64_t left_rest = ink->rest | ~(columns << shift);
    const uint64_t right_rest = ink->rest | ~(columns >> back);
    uint8_t *const left = to->left, *const right = to->right;
    size_t at = 0;
    for (; rows >= LANES; rows -= LANES, at += (size_t)LANES * 8) {
        OF(vec) bits, low, high;
        memcpy(&bits, mask + at, sizeof bits);
        memcpy(&low, left + at, sizeof low);
        memcpy(&high, right + at, sizeof high);
        bits &= columns;
        const OF(vec) begin = bits << shift, end = bits >> back;
        low = (low & (left_rest ^ (begin & turn))) ^ (begin & set);
        high = (high & (right_rest ^ (end & turn))) ^ (end & set);
        memcpy(left + at, &low, sizeof low);
        memcpy(right + at, &high, sizeof high);
    }
    for (; rows > 0; rows--, at += 8) {
        const uint64_t bits = get_u64(mask + at) & columns;
        const uint64_t begin = bits << shift, end = bits >> back;
        put_u64(left + at, (get_u64(left + at) & (left_rest ^ (begin & turn))) ^ (begin & set));
        put_u64(right + at, (get_u64(right + at) & (right_rest ^ (end & turn))) ^ (end & set));
    }
}

#undef LANES
#undef OF
