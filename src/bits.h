/*
 * bits.h - what portable C has no name for: the bits of a word, and how to compile a function
 */
#ifndef HM_BITS_H
#define HM_BITS_H

#include <stdint.h>

/* SMALL marks functions that are compiled for size, because their own speed does not matter. */
#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#define SMALL    __attribute__((cold))
#define INLINE   static inline __attribute__((always_inline))
#else
#define NOINLINE
#define SMALL
#define INLINE static inline
#endif

/* `one` when all bits of `mask` are set, `other` when none is. Compilers turn `?:` into a branch,
 * which no processor can predict here. */
static inline uint64_t choose(uint64_t one, uint64_t other, uint64_t mask)
{
    return other ^ ((one ^ other) & mask);
}

static inline const uint8_t *choose_words(const uint8_t *one, const uint8_t *other, uint64_t mask)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): one of two pointers as it was */
    return (const uint8_t *)(uintptr_t)choose((uintptr_t)one, (uintptr_t)other, mask);
}

/* The lowest `count` bits, of 0 to 64. */
static inline uint64_t low_bits(unsigned count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

static inline unsigned count_bits(uint64_t word)
{
#if defined(__wasm__)
    /* An instruction of every WebAssembly; elsewhere it would be a call on older processors. */
    return (unsigned)__builtin_popcountll(word);
#else
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(word * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The index of the lowest set bit of a word that is not 0. */
static inline unsigned lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(word);
#else
    return count_bits((word & (0 - word)) - 1);
#endif
}

/* The index of the highest set bit of a word that is not 0. */
static inline unsigned highest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return 63 - (unsigned)__builtin_clzll(word);
#else
    for (unsigned shift = 1; shift < 64; shift *= 2)
        word |= word >> shift;
    return count_bits(word) - 1;
#endif
}

/* The first byte becomes the last. */
static inline uint64_t reverse_bytes(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_bswap64(word);
#else
    word = (word >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (word & UINT64_C(0x00ff00ff00ff00ff)) << 8;
    word = (word >> 16 & UINT64_C(0x0000ffff0000ffff)) | (word & UINT64_C(0x0000ffff0000ffff))
                                                             << 16;
    return word >> 32 | word << 32;
#endif
}

/* Bit i becomes bit 63 - i. */
static inline uint64_t reverse_bits(uint64_t word)
{
    word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555)) << 1;
    word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333)) << 2;
    word = (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (word & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return reverse_bytes(word);
}

#endif
