/*
 * canvas_rows_template.h - loops over rows that change, included once for each width of vectors
 *
 * The file that includes this has defined LANES, and OF(name) for the names of the functions. The
 * vectors are those of GCC and clang, which become the instructions of the target.
 */
#define VEC OF(vec)
typedef uint64_t VEC __attribute__((vector_size(8 * LANES)));

/* The rows at `to`, changed by those of a mask: see struct ink. */
INLINE VEC OF(mixed)(const uint8_t *to, VEC mask, uint64_t rest, uint64_t turn, uint64_t set)
{
    VEC pixels;
    memcpy(&pixels, to, sizeof pixels);
    return (pixels & (rest ^ (mask & turn))) ^ (mask & set);
}

/* Rows of a mask, from its byte `at` on. */
INLINE VEC OF(mask)(const struct source *from, size_t at)
{
    VEC low, high;
    memcpy(&low, from->a + at, sizeof low);
    memcpy(&high, from->next + at, sizeof high);
    return low >> from->shift | high << (-from->shift & 63);
}

/* For LANES rows at least. The vector at the end is found before the others are written, and
 * written after them: so it may have rows of theirs, and none is left over. */
static inline void OF(combine)(uint8_t *to, const struct source *from, uint32_t rows,
                               uint64_t columns, const struct ink *ink, bool backwards)
{
    const struct source own = *from;
    const uint64_t rest = ink->rest | ~columns, turn = ink->turn & columns,
                   set = ink->set & columns;
    const size_t far = (size_t)(rows - LANES) * 8, last = backwards ? 0 : far;
    const size_t step = backwards ? 0 - (size_t)LANES * 8 : (size_t)LANES * 8;
    const VEC end = OF(mixed)(to + last, OF(mask)(&own, last), rest, turn, set);
    for (size_t at = far - last; rows > LANES; rows -= LANES, at += step) {
        const VEC pixels = OF(mixed)(to + at, OF(mask)(&own, at), rest, turn, set);
        memcpy(to + at, &pixels, sizeof pixels);
    }
    memcpy(to + last, &end, sizeof end);
}

/* For as many rows, too. Inline, so that a level may leave it unused. */
static inline void OF(across)(const struct across *to, const uint8_t *mask, uint32_t rows,
                              const struct ink *ink)
{
    const unsigned shift = to->shift, back = 64 - shift;
    const uint64_t columns = to->columns, turn = ink->turn, set = ink->set;
    const uint64_t left_rest = ink->rest | ~(columns << shift);
    const uint64_t right_rest = ink->rest | ~(columns >> back);
    uint8_t *const left = to->left, *const right = to->right;
    const size_t last = (size_t)(rows - LANES) * 8;
    VEC bits;
    memcpy(&bits, mask + last, sizeof bits);
    bits &= columns;
    const VEC left_end = OF(mixed)(left + last, bits << shift, left_rest, turn, set);
    const VEC right_end = OF(mixed)(right + last, bits >> back, right_rest, turn, set);
    for (size_t at = 0; at < last; at += (size_t)LANES * 8) {
        memcpy(&bits, mask + at, sizeof bits);
        bits &= columns;
        const VEC low = OF(mixed)(left + at, bits << shift, left_rest, turn, set);
        const VEC high = OF(mixed)(right + at, bits >> back, right_rest, turn, set);
        memcpy(left + at, &low, sizeof low);
        memcpy(right + at, &high, sizeof high);
    }
    memcpy(left + last, &left_end, sizeof left_end);
    memcpy(right + last, &right_end, sizeof right_end);
}

#undef VEC
#undef LANES
#undef OF
