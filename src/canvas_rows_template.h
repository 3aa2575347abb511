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

/* The rows at `to`, changed by a mask that says how: what it adds, erases or toggles. */
INLINE VEC OF(drawn)(const uint8_t *to, VEC mask, hm_op op)
{
    VEC pixels;
    memcpy(&pixels, to, sizeof pixels);
    return op == HM_ADD ? pixels | mask : op == HM_ERASE ? pixels & ~mask : pixels ^ mask;
}

/* The vectors at both ends are found first and written last. Between them, those on the left begin
 * where a vector is aligned, as do those on the right if the height is a multiple of LANES: a write
 * across two lines of the cache takes twice as long. */
INLINE void OF(draw_across)(const struct across *to, const uint8_t *mask, uint32_t rows, hm_op op)
{
    const unsigned shift = to->shift, back = 64 - shift;
    const uint64_t columns = to->columns;
    uint8_t *const left = to->left, *const right = to->right;
    const size_t last = (size_t)(rows - LANES) * 8, first = -(uintptr_t)left & (8 * LANES - 8);
    VEC begin, end;
    memcpy(&begin, mask, sizeof begin);
    memcpy(&end, mask + last, sizeof end);
    const VEC left_begin = OF(drawn)(left, (begin & columns) << shift, op);
    const VEC right_begin = OF(drawn)(right, (begin & columns) >> back, op);
    const VEC left_end = OF(drawn)(left + last, (end & columns) << shift, op);
    const VEC right_end = OF(drawn)(right + last, (end & columns) >> back, op);
    for (size_t at = first; at < last; at += (size_t)LANES * 8) {
        VEC bits;
        memcpy(&bits, mask + at, sizeof bits);
        bits &= columns;
        const VEC low = OF(drawn)(left + at, bits << shift, op);
        const VEC high = OF(drawn)(right + at, bits >> back, op);
        memcpy(left + at, &low, sizeof low);
        memcpy(right + at, &high, sizeof high);
    }
    memcpy(left, &left_begin, sizeof left_begin);
    memcpy(right, &right_begin, sizeof right_begin);
    memcpy(left + last, &left_end, sizeof left_end);
    memcpy(right + last, &right_end, sizeof right_end);
}

/* For as many rows, too, and all operations but HM_KEEP. Inline, so that a level may leave it
 * unused. */
static inline void OF(across)(const struct across *to, const uint8_t *mask, uint32_t rows,
                              const struct ink *ink)
{
    if (ink->set == 0)
        OF(draw_across)(to, mask, rows, HM_ERASE);
    else if (ink->turn == 0)
        OF(draw_across)(to, mask, rows, HM_TOGGLE);
    else
        OF(draw_across)(to, mask, rows, HM_ADD);
}

#undef VEC
#undef LANES
#undef OF
