/*
 * many_template.h - the loop of many.h, included once for each instruction set and width
 *
 * The file that includes this has defined WIDTH, 16 or 32, which is undefined here; OF(name),
 * which makes the names of an instruction set and a width; and, unless the loop is to be in
 * plain C, VECTORS, LANES, undefined here too, and OF() of
 *
 *     load(p), fill(number)          a vector of LANES numbers
 *     larger(v, w), smaller(v, w)    number by number
 *     more(v, w)                     a flag for each number of v that is more than that of w
 *     both(f, g), bits(f)            of flags; bit k is set where flag k is
 */

#if WIDTH == 16
#define COORD int16_t
#else
#define COORD int32_t
#endif
#define SIDE(side, i) ((const COORD *)sides->side + (i))

#define INLINE static inline __attribute__((always_inline))

/* Do box i and `a` share a pixel? An empty box has none to share. */
INLINE bool OF(meets)(const struct sides *sides, const hm_box *a, size_t i)
{
    const COORD x0 = *SIDE(x0, i), y0 = *SIDE(y0, i), x1 = *SIDE(x1, i), y1 = *SIDE(y1, i);
    const COORD ax0 = (COORD)a->x0, ay0 = (COORD)a->y0, ax1 = (COORD)a->x1, ay1 = (COORD)a->y1;
    return ((x0 > ax0 ? x0 : ax0) < (x1 < ax1 ? x1 : ax1)) &
           ((y0 > ay0 ? y0 : ay0) < (y1 < ay1 ? y1 : ay1));
}

/* Bit k is set where box i + k meets `a`, of STEP of them. */
#if defined(VECTORS)
#define STEP (LANES < 16 ? 16 : LANES)

INLINE uint64_t OF(meeting)(const struct sides *sides, const hm_box *a, size_t i)
{
    uint64_t bits = 0;
#define LARGER(side)  OF(larger)(OF(load)(SIDE(side, i + k)), OF(fill)((COORD)a->side))
#define SMALLER(side) OF(smaller)(OF(load)(SIDE(side, i + k)), OF(fill)((COORD)a->side))
    for (unsigned k = 0; k < STEP; k += LANES)
        bits |= (uint64_t)OF(bits)(
                    OF(both)(OF(more)(SMALLER(x1), LARGER(x0)), OF(more)(SMALLER(y1), LARGER(y0))))
                << k;
#undef LARGER
#undef SMALLER
    return bits;
}
#else
#define STEP 16

/* A loop that compilers make vectors of by themselves. */
INLINE uint64_t OF(meeting)(const struct sides *sides, const hm_box *a, size_t i)
{
    uint8_t flags[STEP];
    uint64_t bits = 0;
    for (size_t k = 0; k < STEP; k++)
        flags[k] = OF(meets)(sides, a, i + k);
    /* Gathers the lowest bit of eight bytes in the highest byte. */
    for (unsigned k = 0; k < STEP; k += 8)
        bits |= get_u64(flags + k) * UINT64_C(0x0102040810204080) >> 56 << k;
    return bits;
}
#endif

INLINE uint32_t OF(add)(uint64_t bits, uint32_t first, uint32_t *list, uint32_t found)
{
    for (; bits != 0; bits &= bits - 1)
        list[found++] = first + lowest_bit(bits);
    return found;
}

static uint32_t OF(near)(const struct sides *sides, hm_box a, uint32_t begin, uint32_t end,
                         uint32_t *list)
{
    uint32_t found = 0, i = begin;
    for (; end - i >= STEP; i += STEP)
        found = OF(add)(OF(meeting)(sides, &a, i), i, list, found);
    if (i < end && end >= STEP)
        return OF(add)(OF(meeting)(sides, &a, end - STEP) >> (STEP - (end - i)), i, list, found);
    for (; i < end; i++)
        if (OF(meets)(sides, &a, i))
            list[found++] = i;
    return found;
}

#undef COORD
#undef SIDE
#undef INLINE
#undef WIDTH
#undef LANES
#undef STEP
