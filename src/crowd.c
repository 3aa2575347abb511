/*
 * crowd.c - the boxes of a crowd that are near, and all pairs of a crowd that touch
 */
#include "crowd.h"

#include "bits.h"
#include "sprite.h"

/* ---- Comparing boxes ------------------------------------------------------------------------ */

#if defined(HM_NO_SIMD) || !defined(__wasm_simd128__)
#define OF(name) hm_##name##_portable
#include "crowd_template.h"
#undef OF
#endif

/* Compilers make narrower vectors of the portable loop by themselves. Wider vectors were measured
 * to gain nothing, because most of the time goes into the sprites that are near. */
#if defined(HM_SIMD_X86)

#include <immintrin.h>

#define VECTORS

BEGIN_TARGET("avx2,bmi")

#define hm_load_avx2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define hm_fill_avx2    _mm256_set1_epi32
#define hm_larger_avx2  _mm256_max_epi32
#define hm_smaller_avx2 _mm256_min_epi32
#define hm_more_avx2    _mm256_cmpgt_epi32
#define hm_both_avx2    _mm256_and_si256
#define hm_bits_avx2(f) (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(f))

#define LANES    8
#define OF(name) hm_##name##_avx2
#include "crowd_template.h"
#undef OF

END_TARGET

#elif !defined(HM_NO_SIMD) && defined(__wasm_simd128__)

/* There is no other level. Compiled for size, the portable loop takes ten times as long. */
#include <wasm_simd128.h>

#define VECTORS
#define hm_load_simd128    wasm_v128_load
#define hm_fill_simd128    wasm_i32x4_splat
#define hm_larger_simd128  wasm_i32x4_max
#define hm_smaller_simd128 wasm_i32x4_min
#define hm_more_simd128    wasm_i32x4_gt
#define hm_both_simd128    wasm_v128_and
#define hm_bits_simd128    wasm_i32x4_bitmask

#define LANES    4
#define OF(name) hm_##name##_simd128
#include "crowd_template.h"
#undef OF

#endif

broad_phase *hm_broad_for(uint32_t level)
{
#if defined(HM_SIMD_X86)
    return level >= CPU_AVX2 ? hm_near_avx2 : hm_near_portable;
#elif defined(VECTORS)
    (void)level;
    return hm_near_simd128;
#else
    (void)level;
    return hm_near_portable;
#endif
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* The items are sorted by their left edges. So those that may meet an item come right behind it, as
 * long as they begin before it ends, and their boxes are compared many at once. */

_Static_assert(sizeof(hm_pairs) == 64, "the same on every machine");

/* The scratch holds arrays of `room` items, sorted. */
struct sorted {
    const hm_sprite **sprites;
    uint32_t *items, *other; /* the index of each in the crowd, and room to sort them in */
    int32_t *sides[4];
};

/* The bytes of an item, and those that are lost to alignment. */
enum { ITEM_BYTES = sizeof(const hm_sprite *) + 6 * sizeof(uint32_t), ALIGNMENT = 8 };

/* The boxes that are compared at once, and how many sprites ahead one is fetched from memory: the
 * sprites of a crowd are far from each other there. */
enum { PAIRS_STEP = 64, AHEAD = 4 };

size_t hm_pairs_scratch_size(uint32_t count)
{
    const uint64_t size = (uint64_t)count * ITEM_BYTES + ALIGNMENT;
    return size <= SIZE_MAX / 2 ? (size_t)size : 0;
}

static struct sorted open_scratch(const hm_pairs *pairs)
{
    struct sorted s;
    const size_t room = pairs->room;
    s.sprites = (const hm_sprite **)pairs->scratch;
    s.items = (uint32_t *)(void *)(s.sprites + room);
    s.other = s.items + room;
    for (size_t side = 0; side < 4; side++)
        s.sides[side] = (int32_t *)(void *)(s.other + room * (side + 1));
    return s;
}

/* ---- Sorting ------------------------------------------------------------------------------- */

/* A number that sorts as the left edge does. */
static uint32_t sort_key(const hm_crowd *crowd, uint32_t i)
{
    return (uint32_t)crowd->x0[i] - (uint32_t)INT32_MIN;
}

/* Sorts by eight bits of the keys, and keeps the order of those that are equal. */
static SMALL void sort_by_byte(const hm_crowd *crowd, const struct sorted *s, uint32_t count,
                               unsigned shift)
{
    uint32_t places[256] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        places[sort_key(crowd, s->items[i]) >> shift & 255]++;
    for (int digit = 0; digit < 256; digit++) {
        const uint32_t here = places[digit];
        places[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < count; i++)
        s->other[places[sort_key(crowd, s->items[i]) >> shift & 255]++] = s->items[i];
    memcpy(s->items, s->other, count * sizeof *s->items);
}

static bool is_there(const hm_crowd *crowd, uint32_t i)
{
    return crowd->x0[i] < crowd->x1[i] && crowd->y0[i] < crowd->y1[i] &&
           (crowd->sprites == NULL || (crowd->sprites[i] != NULL && crowd->sprites[i]->area > 0));
}

SMALL bool hm_pairs_begin(hm_pairs *pairs, const hm_crowd *crowd, void *scratch,
                          size_t scratch_size)
{
    const size_t needed = hm_pairs_scratch_size(crowd->count);
    memset(pairs, 0, sizeof *pairs);
    if (needed == 0 || scratch_size < needed)
        return false;
    pairs->scratch = (uint8_t *)scratch + (0 - (uintptr_t)scratch) % ALIGNMENT;
    pairs->room = crowd->count;
    pairs->boxes_alone = crowd->sprites == NULL;
    pairs->cpu = hm_cpu_level();
    pairs->second = 1;
    const struct sorted s = open_scratch(pairs);
    for (uint32_t i = 0; i < crowd->count; i++)
        if (is_there(crowd, i))
            s.items[pairs->count++] = i;
    for (unsigned shift = 0; shift < 32; shift += 8)
        sort_by_byte(crowd, &s, pairs->count, shift);
    const int32_t *const sides[4] = {crowd->x0, crowd->y0, crowd->x1, crowd->y1};
    for (uint32_t at = 0; at < pairs->count; at++) {
        for (int side = 0; side < 4; side++)
            s.sides[side][at] = sides[side][s.items[at]];
        if (crowd->sprites != NULL) {
            s.sprites[at] = crowd->sprites[s.items[at]];
            pairs->cpu = s.sprites[at]->cpu;
        }
    }
    return true;
}

/* ---- Listing ------------------------------------------------------------------------------- */

/* The item that the others are compared with. */
struct one {
    const hm_sprite *sprite;
    hm_box box;
    int64_t x, y;
};

static struct one open_one(const struct sorted *s, const hm_pairs *pairs)
{
    const uint32_t i = pairs->first;
    struct one one = {NULL, {s->sides[0][i], s->sides[1][i], s->sides[2][i], s->sides[3][i]}, 0, 0};
    if (!pairs->boxes_alone) {
        one.sprite = s->sprites[i];
        const hm_box bounds = sprite_tight(one.sprite);
        one.x = (int64_t)one.box.x0 - bounds.x0;
        one.y = (int64_t)one.box.y0 - bounds.y0;
    }
    return one;
}

static inline bool touches_one(const struct sorted *s, const struct one *one, uint32_t i)
{
    const hm_sprite *const b = s->sprites[i];
    const hm_box bounds = sprite_tight(b);
    return touches_at(one->sprite, b, (int64_t)s->sides[0][i] - bounds.x0 - one->x,
                      (int64_t)s->sides[1][i] - bounds.y0 - one->y);
}

uint32_t hm_pairs_next(hm_pairs *pairs, hm_pair *hits, uint32_t capacity)
{
    const struct sorted s = open_scratch(pairs);
    const struct sides sides = {s.sides[0], s.sides[1], s.sides[2], s.sides[3]};
    broad_phase *const near = hm_broad_for(pairs->cpu);
    uint32_t list[PAIRS_STEP], written = 0;
    while (pairs->first < pairs->count && written < capacity) {
        const struct one one = open_one(&s, pairs);
        while (pairs->second < pairs->count && s.sides[0][pairs->second] < one.box.x1) {
            const bool is_last = pairs->count - pairs->second <= PAIRS_STEP;
            const uint32_t end = is_last ? pairs->count : pairs->second + PAIRS_STEP;
            const uint32_t found = near(&sides, one.box, pairs->second, end, list);
            for (uint32_t i = 0; i < found; i++) {
                if (written == capacity) {
                    pairs->second = list[i];
                    return written;
                }
                if (!pairs->boxes_alone && i + AHEAD < found) {
                    PREFETCH(&s.sprites[list[i + AHEAD]]->words);
                    PREFETCH(&s.sprites[list[i + AHEAD]]->flip_x);
                }
                const uint32_t p = s.items[pairs->first], q = s.items[list[i]];
                hits[written] = (hm_pair){p < q ? p : q, p < q ? q : p};
                written += pairs->boxes_alone || touches_one(&s, &one, list[i]);
            }
            pairs->second = end;
        }
        pairs->first++;
        pairs->second = pairs->first + 1;
    }
    return written;
}
