/*
 * canvas_rows_template.h - a loop over rows that change, included once for each width of vectors
 *
 * The file that includes this has defined LANES, and OF(name) for the name of the function. The
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

#undef LANES
#undef OF
