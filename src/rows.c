/*
 * rows.c - the table of loops for each level
 */
#include "rows.h"

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

const struct rows *const hm_rows[CPU_LEVELS] = {
    [CPU_PORTABLE] = &hm_rows_portable, [CPU_SSE2] = IF_X86(hm_rows_sse2),
    [CPU_AVX2] = IF_X86(hm_rows_avx2),  [CPU_AVX512] = IF_X86(hm_rows_avx512),
    [CPU_NEON] = IF_NEON(hm_rows_neon),
};
