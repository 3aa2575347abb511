/*
 * canvas_rows.c - the loops that change rows of a canvas by rows of a mask, for each instruction
 * set
 *
 * A row may come from the canvas itself. So all that a step reads, it reads before it writes.
 */
#include "canvas.h"

#include "cpu.h"

#if defined(HM_SIMD_X86)

BEGIN_TARGET("avx2")

#define LANES    4
#define OF(name) hm_##name##_avx2
#include "canvas_rows_template.h"

END_TARGET
BEGIN_TARGET("avx512f")

#define LANES    8
#define OF(name) hm_##name##_avx512
#include "canvas_rows_template.h"

END_TARGET

#endif

#if defined(HM_SIMD_NEON)
#define LANES    2
#define OF(name) hm_##name##_neon
#include "canvas_rows_template.h"
#endif

/* All that the loop needs is in locals, because any byte that it writes could be part of `from`. */
static void combine_portable(uint8_t *to, const struct source *from, uint32_t rows,
                             uint64_t columns, const struct ink *ink, bool backwards)
{
    const ptrdiff_t step = backwards ? -8 : 8;
    const struct source source = *from;
    const struct ink own = *ink;
    const unsigned back = -source.shift & 63;
    size_t at = backwards ? (size_t)(rows - 1) * 8 : 0;
    for (; rows > 0; rows--, at += (size_t)step) {
        const uint64_t mask = get_u64(source.a + at) >> source.shift | get_u64(source.next + at)
                                                                           << back;
        put_u64(to + at, ink_word(&own, columns, get_u64(to + at), mask));
    }
}

void hm_canvas_combine(uint32_t cpu, uint8_t *to, const struct source *from, uint32_t rows,
                       uint64_t columns, const struct ink *ink, bool backwards)
{
#if defined(HM_SIMD_X86)
    if (cpu >= CPU_AVX2 && rows >= 4)
        hm_combine_avx2(to, from, rows, columns, ink, backwards);
    else
#elif defined(HM_SIMD_NEON)
    if (cpu == CPU_NEON && rows >= 2)
        hm_combine_neon(to, from, rows, columns, ink, backwards);
    else
#else
    (void)cpu;
#endif
        combine_portable(to, from, rows, columns, ink, backwards);
}

static NOINLINE void combine_both(uint32_t cpu, const struct across *to, const uint8_t *mask,
                                  uint32_t rows, const struct ink *ink)
{
    const struct source from = {mask, mask, 64 - to->shift};
    hm_canvas_combine(cpu, to->left, &from, rows, to->columns << to->shift, ink, false);
    hm_canvas_combine(cpu, to->right, &from, rows, to->columns >> from.shift, ink, false);
}

void hm_canvas_combine_across(uint32_t cpu, const struct across *to, const uint8_t *mask,
                              uint32_t rows, const struct ink *ink)
{
#if defined(HM_SIMD_X86)
    if (cpu == CPU_AVX512 && rows >= 8)
        hm_across_avx512(to, mask, rows, ink);
    else if (cpu >= CPU_AVX2 && rows >= 4)
        hm_across_avx2(to, mask, rows, ink);
    else
#elif defined(HM_SIMD_NEON)
    if (cpu == CPU_NEON && rows >= 2)
        hm_across_neon(to, mask, rows, ink);
    else
#endif
        combine_both(cpu, to, mask, rows, ink);
}
