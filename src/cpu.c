/*
 * cpu.c - asks the compiler's run-time support what the processor can do
 *
 * That support asks the processor once, before main. In programs with a start code of their own it
 * may not have run: then it answers no, and the level is the lowest.
 */
#include "cpu.h"

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
