/*
 * many.c - one sprite against many: the boxes first, then the masks of those that are near
 *
 * Boxes are compared in chunks, so that a caller with little room for hits does not pay for
 * the whole crowd each time it goes on.
 */
#include "crowd.h"

#include "bits.h"
#include "sprite.h"

/* The boxes of a chunk, and how many candidates ahead a sprite is fetched from memory: the sprites
 * of a crowd are far from each other there. */
enum { CHUNK = 512, AHEAD = 4 };

#define WIDTH    16
#define OF(name) hm_##name##_16_portable
#include "many_template.h"
#undef OF

#define WIDTH    32
#define OF(name) hm_##name##_32_portable
#include "many_template.h"
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
