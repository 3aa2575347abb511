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

/* There is more than one level. */
#if defined(HM_SIMD_X86) || defined(HM_SIMD_NEON)
#define HM_SIMD 1
#endif

/* Code between these is compiled for an instruction set that not every machine has. */
#define PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define BEGIN_TARGET(sets)                                                                         \
    PRAGMA(clang attribute push(__attribute__((target(sets))), apply_to = function))
#define END_TARGET PRAGMA(clang attribute pop)
#elif defined(__GNUC__)
#define BEGIN_TARGET(sets) PRAGMA(GCC push_options) PRAGMA(GCC target(sets))
#define END_TARGET         PRAGMA(GCC pop_options)
#else
#define BEGIN_TARGET(sets)
#define END_TARGET
#endif

/* The best level of this machine. */
uint32_t hm_cpu_level(void);

#endif
