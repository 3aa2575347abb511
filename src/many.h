/*
 * many.h - the broad phase of one against many, for each instruction set
 */
#ifndef HM_MANY_H
#define HM_MANY_H

#include "cpu.h"
#include "format.h"

#include <hitmask.h>

/* The caller's boxes: each side is an array of int16_t or of int32_t. */
struct sides {
    const void *x0, *y0, *x1, *y1;
};

/* Lists the boxes from `begin` on and before `end` that share a pixel with `a`, whose sides are
 * numbers that the arrays can hold. `list` has room for all of them. Boxes before `begin` may be
 * read as well. Returns how many were listed. */
typedef uint32_t broad_phase(const struct sides *sides, hm_box a, uint32_t begin, uint32_t end,
                             uint32_t *list);

/* The same for both widths of numbers. */
struct broad {
    broad_phase *near16, *near32;
};

const struct broad *hm_broad_for(uint32_t level);

#if defined(HM_SIMD_X86)
extern const struct broad hm_broad_avx2;
#endif

#endif
