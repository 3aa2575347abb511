/*
 * rows.c - the table of loops for each level
 */
#include "rows.h"
#include "cpu.h"

#if defined(HM_SIMD_X86)
#define IF_X86(rows) (&(rows))
#else
#define IF_X86(rows) (&hm_rows_portable)
#endif

#if defined(HM_SIMD_NEON)
#define IF_NEON(rows) (&(rows))
#else
#define IF_NEON(rows) (&hm_rows_portable)
#endif

const struct row_loops *const hm_rows[CPU_LEVELS] = {
    [CPU_PORTABLE] = &hm_rows_portable, [CPU_SSE2] = IF_X86(hm_rows_sse2),
    [CPU_AVX2] = IF_X86(hm_rows_avx2),  [CPU_AVX512] = IF_X86(hm_rows_avx512),
    [CPU_NEON] = IF_NEON(hm_rows_neon),
};

/* ==== Plain C ================================================================================= */

/*
 * the loops over single words, in plain C
 */

typedef uint64_t vec;
enum { LANES = 1 };
#define ROWS(name)             hm_rows_##name##_portable
#define hm_rows_loops_portable hm_rows_portable
#define hm_rows_bulk_portable  hm_bulk_portable

#define vec_store       put_u64
#define vec_load        get_u64
#define vec_zero()      UINT64_C(0)
#define vec_fill(word)  (word)
#define vec_and(v, w)   ((v) & (w))
#define vec_add(v, w)   ((v) + (w))
#define vec_or(v, w)    ((v) | (w))
#define vec_right(v, n) ((v) >> (n))
#define vec_left(v, n)  ((v) << (n))
#define vec_mirror      reverse_bits
#define vec_turn(v)     (v)
#define vec_last(v, n)  ((void)(n), (v))
#define vec_fold(v)     (v)
#define vec_lanes(v)    ((uint32_t)((v) != 0))
#define vec_some(v)     ((v) != 0)
#define vec_count(s, v) ((s) + count_bits(v))
#define vec_total(s)    (s)

#include "rows_template.h"

/* ==== The level of this machine =============================================================== */

/*
 * asks the compiler's run-time support what the processor can do
 *
 * That support asks the processor once, before main. In programs with a start code of their own it
 * may not have run: then it answers no, and the level is the lowest.
 */

uint32_t hm_cpu_level(void)
{
#if defined(HM_SIMD_X86)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return CPU_SSE2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512vbmi") || !__builtin_cpu_supports("avx512vpopcntdq") ||
        !__builtin_cpu_supports("gfni"))
        return CPU_AVX2;
    return CPU_AVX512;
#elif defined(HM_SIMD_NEON)
    return CPU_NEON;
#else
    return CPU_PORTABLE;
#endif
}
