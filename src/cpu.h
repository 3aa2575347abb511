/*
 * cpu.h - which instruction sets the kernels may use
 *
 * The level is found when a pack is opened or a sprite is made, and kept in it: there is no global
 * state.
 * HM_NO_SIMD leaves portable C alone. A test may lower the level of a pack or a sprite by
 * writing its `cpu`.
 */
#ifndef HM_CPU_H
#define HM_CPU_H

#include <stdint.h>

/* Each level of a machine includes those before it. */
enum cpu_level {
    CPU_PORTABLE,
    CPU_SSE2,
    CPU_AVX2,
    CPU_AVX512,
    CPU_NEON,
    CPU_LEVELS,
};

#if !defined(HM_NO_SIMD) && defined(__GNUC__) && defined(__x86_64__)
#define HM_SIMD_X86 1
#elif !defined(HM_NO_SIMD) && defined(__GNUC__) && defined(__aarch64__) &&                         \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HM_SIMD_NEON 1
#endif

/* Is there more than one level? */
#if defined(HM_SIMD_X86) || defined(HM_SIMD_NEON)
#define HM_SIMD 1
#endif

/* The best level of this machine. */
uint32_t hm_cpu_level(void);

#endif
