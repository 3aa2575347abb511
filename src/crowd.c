/*
 * crowd.c - which items of a crowd are near, and what they are
 */
#include "crowd.h"
#include "bits.h"
#include "sprite.h"

static int32_t side_of(int64_t begin, int64_t end)
{
    return (int32_t)smaller(end - begin, INT32_MAX);
}

SMALL bool hm_crowd_item(const struct crowd *crowd, uint32_t i, uint32_t cpu, struct item *out)
{
    const struct sides *const sides = &crowd->sides;
    hm_sprite *const room = &out->room;
    out->sprite = crowd->sprites == NULL ? room : crowd->sprites[i];
    out->x = coordinate(crowd, sides->x0, i);
    out->y = coordinate(crowd, sides->y0, i);
    if (out->sprite != room) {
        if (out->sprite == NULL || out->sprite->area == 0)
            return false;
        const hm_box bounds = sprite_tight(out->sprite);
        out->x -= bounds.x0;
        out->y -= bounds.y0;
        return true;
    }
    hm_sprite_of_box(room, cpu, side_of(out->x, coordinate(crowd, sides->x1, i)),
                     side_of(out->y, coordinate(crowd, sides->y1, i)));
    return true;
}

SMALL void hm_crowd_open16(const hm_crowd16 *crowd, struct crowd *out)
{
    *out = (struct crowd){
        {crowd->x0, crowd->y0, crowd->x1, crowd->y1}, crowd->sprites, crowd->count, false};
}

SMALL void hm_crowd_open32(const hm_crowd32 *crowd, struct crowd *out)
{
    *out = (struct crowd){
        {crowd->x0, crowd->y0, crowd->x1, crowd->y1}, crowd->sprites, crowd->count, true};
}

SMALL uint32_t hm_crowd_near(const struct crowd *crowd, const struct zone *zone, uint32_t cpu,
                             uint32_t *begin, uint32_t list[CROWD_CHUNK])
{
    const struct broad *const broad = hm_broad_for(cpu);
    const uint32_t first = *begin;
    const hm_box box = {clamp(crowd, zone->x0), clamp(crowd, zone->y0), clamp(crowd, zone->x1),
                        clamp(crowd, zone->y1)};
    *begin = crowd->count;
    if (box.x0 >= box.x1 || box.y0 >= box.y1 || first >= crowd->count)
        return 0;
    if (crowd->count - first > CROWD_CHUNK)
        *begin = first + CROWD_CHUNK;
    return (crowd->wide ? broad->near32 : broad->near16)(&crowd->sides, box, first, *begin, list);
}

/* ==== Comparing boxes ========================================================================= */

/*
 * one sprite against many: the boxes first, then the masks of those that are near
 *
 * Boxes are compared in chunks, so that a caller with little room for hits does not pay for
 * the whole crowd each time it goes on.
 */

/* The boxes of a chunk, and how many candidates ahead a sprite is fetched from memory: the sprites
 * of a crowd are far from each other there. */
enum { CHUNK = 512, AHEAD = 4 };

#define WIDTH    16
#define OF(name) hm_##name##_16_portable
#include "crowd_template.h"
#undef OF

#define WIDTH    32
#define OF(name) hm_##name##_32_portable
#include "crowd_template.h"
#undef OF

static const struct broad broad_portable = {hm_near_16_portable, hm_near_32_portable};

const struct broad *hm_broad_for(uint32_t level)
{
#if defined(HM_SIMD_X86)
    if (level >= CPU_AVX2)
        return &hm_broad_avx2;
#else
    (void)level;
#endif
    return &broad_portable;
}

/* The one sprite and its position in the world. */
struct stand {
    const hm_sprite *sprite;
    int32_t x, y;
};

struct hits {
    uint32_t *list, capacity, count;
};

/* The box of `a`, cut to the numbers of the crowd: no other box reaches beyond them. */
static hm_box box_of(const struct crowd *crowd, const struct stand *a)
{
    const hm_box box = sprite_tight(a->sprite);
    return (hm_box){clamp(crowd, (int64_t)a->x + box.x0), clamp(crowd, (int64_t)a->y + box.y0),
                    clamp(crowd, (int64_t)a->x + box.x1), clamp(crowd, (int64_t)a->y + box.y1)};
}

/* At an offset beyond int32_t no two sprites touch. */
static bool touches(const struct crowd *crowd, uint32_t i, const struct stand *a)
{
    if (crowd->sprites == NULL)
        return true;
    const hm_sprite *const b = crowd->sprites[i];
    if (b == NULL)
        return false;
    const hm_box bounds = sprite_tight(b);
    const int64_t dx = (int64_t)coordinate(crowd, crowd->sides.x0, i) - bounds.x0 - a->x;
    const int64_t dy = (int64_t)coordinate(crowd, crowd->sides.y0, i) - bounds.y0 - a->y;
    return fits(dx) && fits(dy) && hm_overlap(a->sprite, b, (int32_t)dx, (int32_t)dy);
}

/* Writes the candidates that touch, as far as there is room. Returns how many it tested. There is
 * no branch on the answer of a test, because no processor can predict it. */
static uint32_t keep_hits(const struct crowd *crowd, const struct stand *a,
                          const uint32_t *candidates, uint32_t found, struct hits *hits)
{
    uint32_t seen = 0;
    while (seen < found && hits->count < hits->capacity) {
        const uint32_t room = hits->capacity - hits->count;
        const uint32_t stop = found - seen < room ? found : seen + room;
        for (; seen < stop; seen++) {
            const hm_sprite *const later = seen + AHEAD < found && crowd->sprites != NULL
                                               ? crowd->sprites[candidates[seen + AHEAD]]
                                               : NULL;
            if (later != NULL) {
                PREFETCH(&later->words);
                PREFETCH(&later->flip_x);
            }
            hits->list[hits->count] = candidates[seen];
            hits->count += touches(crowd, candidates[seen], a);
        }
    }
    return seen;
}

static uint32_t list_hits(const struct crowd *crowd, const struct stand *a, uint32_t *next,
                          struct hits hits)
{
    const struct broad *const broad = hm_broad_for(a->sprite->cpu);
    broad_phase *const near = crowd->wide ? broad->near32 : broad->near16;
    const hm_box box = box_of(crowd, a);
    const bool empty = box.x0 >= box.x1 || box.y0 >= box.y1;
    uint32_t candidates[CHUNK], begin = empty ? crowd->count : *next;
    if (hits.capacity == 0)
        return 0;
    while (begin < crowd->count && hits.count < hits.capacity) {
        const uint32_t end = crowd->count - begin > CHUNK ? begin + CHUNK : crowd->count;
        const uint32_t found = near(&crowd->sides, box, begin, end, candidates);
        const uint32_t seen = keep_hits(crowd, a, candidates, found, &hits);
        begin = seen < found ? candidates[seen] : end;
    }
    *next = begin < crowd->count ? begin : crowd->count;
    return hits.count;
}

uint32_t hm_overlap_many16(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd16 *crowd,
                           uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    const struct crowd all = crowd_of16(crowd);
    const struct stand stand = {a, x, y};
    return list_hits(&all, &stand, next, (struct hits){hits, capacity, 0});
}

uint32_t hm_overlap_many32(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd32 *crowd,
                           uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    const struct crowd all = crowd_of32(crowd);
    const struct stand stand = {a, x, y};
    return list_hits(&all, &stand, next, (struct hits){hits, capacity, 0});
}

/* ==== Boxes with AVX2 ========================================================================= */

/*
 * the broad phase of one against many, with AVX2
 *
 * Compilers make narrower vectors of the portable loop by themselves. Wider vectors were measured
 * to gain nothing, because most of the time goes into the sprites that are near.
 */

#if defined(HM_SIMD_X86)

#include <immintrin.h>

#define VECTORS

BEGIN_TARGET("avx2,bmi")

#define load_avx2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

#define hm_load_16_avx2    load_avx2
#define hm_fill_16_avx2    _mm256_set1_epi16
#define hm_larger_16_avx2  _mm256_max_epi16
#define hm_smaller_16_avx2 _mm256_min_epi16
#define hm_more_16_avx2    _mm256_cmpgt_epi16
#define hm_both_16_avx2    _mm256_and_si256

#define hm_load_32_avx2    load_avx2
#define hm_fill_32_avx2    _mm256_set1_epi32
#define hm_larger_32_avx2  _mm256_max_epi32
#define hm_smaller_32_avx2 _mm256_min_epi32
#define hm_more_32_avx2    _mm256_cmpgt_epi32
#define hm_both_32_avx2    _mm256_and_si256
#define hm_bits_32_avx2(f) (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(f))

static inline uint32_t hm_bits_16_avx2(__m256i flags)
{
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(flags), _mm256_extracti128_si256(flags, 1));
    return (uint32_t)_mm_movemask_epi8(bytes);
}

#define WIDTH    16
#define LANES    16
#define OF(name) hm_##name##_16_avx2
#include "crowd_template.h"
#undef OF

#define WIDTH    32
#define LANES    8
#define OF(name) hm_##name##_32_avx2
#include "crowd_template.h"
#undef OF

const struct broad hm_broad_avx2 = {hm_near_16_avx2, hm_near_32_avx2};

END_TARGET

#endif

/* ==== Pairs =================================================================================== */

/*
 * all pairs of a crowd that touch
 *
 * The items are sorted by their left edges. So those that may meet an item come right behind it, as
 * long as they begin before it ends, and their boxes are compared many at once.
 */

_Static_assert(sizeof(hm_pairs) == 64, "the same on every machine");

/* The scratch holds arrays of `room` items, sorted. Sides are of 32 bits for both kinds of
 * crowds. */
struct sorted {
    const hm_sprite **sprites;
    uint32_t *items, *other; /* the index of each in the crowd, and room to sort them in */
    int32_t *sides[4];
};

/* The bytes of an item, and those that are lost to alignment. */
enum { ITEM_BYTES = sizeof(const hm_sprite *) + 6 * sizeof(uint32_t), ALIGNMENT = 8 };

/* The boxes that are compared at once. */
enum { STEP = 64 };

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
static uint32_t sort_key(const struct crowd *crowd, uint32_t i)
{
    const int32_t least = crowd->wide ? INT32_MIN : INT16_MIN;
    return (uint32_t)coordinate(crowd, crowd->sides.x0, i) - (uint32_t)least;
}

/* Sorts by eight bits of the keys, and keeps the order of those that are equal. */
static SMALL void sort_by_byte(const struct crowd *crowd, const struct sorted *s, uint32_t count,
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

static bool is_there(const struct crowd *crowd, uint32_t i)
{
    const struct sides *const sides = &crowd->sides;
    return coordinate(crowd, sides->x0, i) < coordinate(crowd, sides->x1, i) &&
           coordinate(crowd, sides->y0, i) < coordinate(crowd, sides->y1, i) &&
           (crowd->sprites == NULL || (crowd->sprites[i] != NULL && crowd->sprites[i]->area > 0));
}

static SMALL bool begin(hm_pairs *pairs, const struct crowd *crowd, void *scratch, size_t size)
{
    const size_t needed = hm_pairs_scratch_size(crowd->count);
    memset(pairs, 0, sizeof *pairs);
    if (needed == 0 || size < needed)
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
    for (unsigned shift = 0; shift < (crowd->wide ? 32 : 16); shift += 8)
        sort_by_byte(crowd, &s, pairs->count, shift);
    const void *const sides[4] = {crowd->sides.x0, crowd->sides.y0, crowd->sides.x1,
                                  crowd->sides.y1};
    for (uint32_t at = 0; at < pairs->count; at++) {
        for (int side = 0; side < 4; side++)
            s.sides[side][at] = coordinate(crowd, sides[side], s.items[at]);
        if (crowd->sprites != NULL) {
            s.sprites[at] = crowd->sprites[s.items[at]];
            pairs->cpu = s.sprites[at]->cpu;
        }
    }
    return true;
}

bool hm_pairs_begin16(hm_pairs *pairs, const hm_crowd16 *crowd, void *scratch, size_t scratch_size)
{
    struct crowd all;
    hm_crowd_open16(crowd, &all);
    return begin(pairs, &all, scratch, scratch_size);
}

bool hm_pairs_begin32(hm_pairs *pairs, const hm_crowd32 *crowd, void *scratch, size_t scratch_size)
{
    struct crowd all;
    hm_crowd_open32(crowd, &all);
    return begin(pairs, &all, scratch, scratch_size);
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
    broad_phase *const near = hm_broad_for(pairs->cpu)->near32;
    uint32_t list[STEP], written = 0;
    while (pairs->first < pairs->count && written < capacity) {
        const struct one one = open_one(&s, pairs);
        while (pairs->second < pairs->count && s.sides[0][pairs->second] < one.box.x1) {
            const bool is_last = pairs->count - pairs->second <= STEP;
            const uint32_t end = is_last ? pairs->count : pairs->second + STEP;
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
