/*
 * crowd_template.h - the loop of crowd.h, included once for each instruction set and width
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

/* Do box i and `a`, which is not empty, share a pixel? An empty box has none to share. */
INLINE bool OF(meets)(const struct sides *sides, const hm_box *a, size_t i)
{
    const COORD x0 = *SIDE(x0, i), y0 = *SIDE(y0, i), x1 = *SIDE(x1, i), y1 = *SIDE(y1, i);
    const COORD ax0 = (COORD)a->x0, ay0 = (COORD)a->y0, ax1 = (COORD)a->x1, ay1 = (COORD)a->y1;
    return (x0 < x1) & (x0 < ax1) & (ax0 < x1) & (y0 < y1) & (y0 < ay1) & (ay0 < y1);
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
/* The type of flags, half as wide as the coordinates, and the factor that gathers the flags of a
 * word in its top bits, the first flag lowest. A wider flag may have its 1 in either byte. */
#if WIDTH == 16
#define STEP         16
#define FLAG         uint8_t
#define GATHER(bits) ((bits)*UINT64_C(0x0102040810204080) >> 56)
#else
#define STEP 8
#define FLAG uint16_t
#define GATHER(bits)                                                                               \
    ((((bits) | (bits) >> 8) & UINT64_C(0x0001000100010001)) * UINT64_C(0x1000200040008000) >> 60)
#endif
/* A loop that compilers make vectors of by themselves. */
INLINE uint64_t OF(meeting)(const struct sides *sides, const hm_box *a, size_t i)
{
    FLAG flags[STEP];
    uint64_t bits = 0;
    for (size_t k = 0; k < STEP; k++)
        flags[k] = OF(meets)(sides, a, i + k);
    for (unsigned k = 0; k < STEP; k += 8 / sizeof *flags) {
        const uint64_t word = get_u64((const uint8_t *)(flags + k));
        bits |= GATHER(word) << k;
    }
    return bits;
}
#undef FLAG
#undef GATHER
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
#undef WIDTH
#undef LANES
#undef STEP
