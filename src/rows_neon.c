/*
 * rows_neon.c - two words at a time, on arm64
 */
#include "rows.h"

#if defined(HM_SIMD_NEON)

#include <arm_neon.h>

typedef uint64x2_t vec;
enum { LANES = 2 };
#define ROWS(name)         hm_rows_##name##_neon
#define hm_rows_loops_neon hm_rows_neon
#define hm_rows_bulk_neon  hm_bulk_neon

#define vec_load(p)     vreinterpretq_u64_u8(vld1q_u8(p))
#define vec_store(p, v) vst1q_u8(p, vreinterpretq_u8_u64(v))
#define vec_zero()      vdupq_n_u64(0)
#define vec_fill(word)  vdupq_n_u64(word)
#define vec_and         vandq_u64
#define vec_add         vaddq_u64
#define vec_or          vorrq_u64
#define vec_right(v, n) vshlq_u64(v, vdupq_n_s64(-(int64_t)(n)))
#define vec_left(v, n)  vshlq_u64(v, vdupq_n_s64((int64_t)(n)))
#define vec_turn(v)     vextq_u64(v, v, 1)
#define vec_mirror(v)   vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(v))))
#define vec_last(v, n)  ((n) < 2 ? vsetq_lane_u64(0, v, 0) : (v))
#define vec_some(v)     (vmaxvq_u32(vreinterpretq_u32_u64(v)) != 0)
#define vec_total(sum)  vaddvq_u64(sum)

static inline uint64_t vec_fold(vec v)
{
    return vgetq_lane_u64(v, 0) | vgetq_lane_u64(v, 1);
}

static inline uint32_t vec_lanes(vec v)
{
    return (uint32_t)(vgetq_lane_u64(v, 0) != 0) | (uint32_t)(vgetq_lane_u64(v, 1) != 0) << 1;
}

static inline vec vec_count(vec sum, vec v)
{
    const uint8x16_t bits = vcntq_u8(vreinterpretq_u8_u64(v));
    return vpadalq_u32(sum, vpaddlq_u16(vpaddlq_u8(bits)));
}

#include "rows_template.h"

#endif
