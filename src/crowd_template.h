/*
 * crowd_template.h - the loop of crowd.h, included once for each instruction set
 *
 * The file that includes this has defined OF(name), which makes the names of an instruction set;
 * and, unless the loop is to be in plain C, VECTORS, LANES, which is undefined here, and OF() of
 *
 *     load(p), fill(number)          a vector of LANES numbers
 *     larger(v, w), smaller(v, w)    number by number
 *     more(v, w)                     a flag for each number of v that is more than that of w
 *     both(f, g), bits(f)            of flags; bit k is set where flag k is
 */

/* True if box i and `a`, which is not empty, share a pixel. An empty box has none to share. */
INLINE bool OF(meets)(const struct sides *sides, const hm_box *a, size_t i)
{
    const int32_t x0 = sides->x0[i], y0 = sides->y0[i], x1 = sides->x1[i], y1 = sides->y1[i];
    return (x0 < x1) & (x0 < a->x1) & (a->x0 < x1) & (y0 < y1) & (y0 < a->y1) & (a->y0 < y1);
}

/* Bit k is set where box i + k meets `a`, of STEP of them. */
#if defined(VECTORS)
#define STEP 16

INLINE uint64_t OF(meeting)(const struct sides *sides, const hm_box *a, size_t i)
{
    uint64_t bits = 0;
#define LARGER(side)  OF(larger)(OF(load)(sides->side + i + k), OF(fill)(a->side))
#define SMALLER(side) OF(smaller)(OF(load)(sides->side + i + k), OF(fill)(a->side))
    for (unsigned k = 0; k < STEP; k += LANES)
        bits |= (uint64_t)OF(bits)(
                    OF(both)(OF(more)(SMALLER(x1), LARGER(x0)), OF(more)(SMALLER(y1), LARGER(y0))))
                << k;
#undef LARGER
#undef SMALLER
    return bits;
}
#else
#define STEP 8
/* Gathers the flags of a word in its top bits, the first flag lowest. A flag of two bytes may have
 * its 1 in either. */
#define GATHER(bits)                                                                               \
    ((((bits) | (bits) >> 8) & UINT64_C(0x0001000100010001)) * UINT64_C(0x1000200040008000) >> 60)

/* A loop that compilers make vectors of by themselves. */
INLINE uint64_t OF(meeting)(const struct sides *sides, const hm_box *a, size_t i)
{
    uint16_t flags[STEP];
    uint64_t bits = 0;
    for (size_t k = 0; k < STEP; k++)
        flags[k] = OF(meets)(sides, a, i + k);
    for (unsigned k = 0; k < STEP; k += 8 / sizeof *flags) {
        const uint64_t word = get_u64((const uint8_t *)(flags + k));
        bits |= GATHER(word) << k;
    }
    return bits;
}
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

#undef LANES
#undef STEP
