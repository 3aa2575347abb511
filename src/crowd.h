/*
 * crowd.h - a crowd of either width: the boxes that are near, for each instruction set, and the
 * items as sprites in their places
 */
#ifndef HM_CROWD_H
#define HM_CROWD_H

#include "cpu.h"
#include "format.h"

#include <hitmask_world.h>

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* The caller's boxes: each side is an array of int16_t or of int32_t. */
struct sides {
    const void *x0, *y0, *x1, *y1;
};

/* Lists the boxes from `begin` on and before `end` that share a pixel with `a`, whose sides are
 * numbers that the arrays can hold. `list` has room for all of them. Boxes before `begin` may be
 * read as well. Returns how many were listed. */
typedef uint32_t broad_phase(const struct sides *sides, hm_box a, uint32_t begin, uint32_t end,
                             uint32_t *list);

/* The same for both widths of numbers. */
struct broad {
    broad_phase *near16, *near32;
};

const struct broad *hm_broad_for(uint32_t level);

#if defined(HM_SIMD_X86)
extern const struct broad hm_broad_avx2;
#endif

/* ---- Items ---------------------------------------------------------------------------------- */

struct crowd {
    struct sides sides;
    const hm_sprite *const *sprites;
    uint32_t count;
    bool wide;
};

/* The boxes that are compared before their sprites are. */
enum { CROWD_CHUNK = 512 };

static inline struct crowd crowd_of16(const hm_crowd16 *crowd)
{
    return (struct crowd){
        {crowd->x0, crowd->y0, crowd->x1, crowd->y1}, crowd->sprites, crowd->count, false};
}

static inline struct crowd crowd_of32(const hm_crowd32 *crowd)
{
    return (struct crowd){
        {crowd->x0, crowd->y0, crowd->x1, crowd->y1}, crowd->sprites, crowd->count, true};
}

static inline int32_t coordinate(const struct crowd *crowd, const void *side, uint32_t i)
{
    return crowd->wide ? ((const int32_t *)side)[i] : ((const int16_t *)side)[i];
}

static inline int32_t clamp(const struct crowd *crowd, int64_t value)
{
    const int32_t least = crowd->wide ? INT32_MIN : INT16_MIN;
    const int32_t most = crowd->wide ? INT32_MAX : INT16_MAX;
    return value < least ? least : value > most ? most : (int32_t)value;
}

static inline bool fits(int64_t offset)
{
    return offset == (int32_t)offset;
}

/* A box of any numbers. */
struct zone {
    int64_t x0, y0, x1, y1;
};

/* An item of a crowd: its sprite and where that stands. */
struct item {
    const hm_sprite *sprite;
    int64_t x, y;
    hm_sprite room;
};

void hm_crowd_open16(const hm_crowd16 *crowd, struct crowd *out);
void hm_crowd_open32(const hm_crowd32 *crowd, struct crowd *out);

/* Gets an item; one of a crowd without sprites is solid throughout its box. False when it has no
 * sprite or an empty one. `cpu` is the level for a box. */
bool hm_crowd_item(const struct crowd *crowd, uint32_t i, uint32_t cpu, struct item *out);

/* Lists the items from `begin` on whose boxes share a pixel with an area, as far as a chunk.
 * Returns how many there are, and sets `begin` to the end of the chunk. */
uint32_t hm_crowd_near(const struct crowd *crowd, const struct zone *zone, uint32_t cpu,
                       uint32_t *begin, uint32_t list[CROWD_CHUNK]);

/* Do two sprites touch at an offset? None do beyond int32_t. */
static inline bool touches_at(const hm_sprite *a, const hm_sprite *b, int64_t dx, int64_t dy)
{
    return fits(dx) && fits(dy) && hm_overlap(a, b, (int32_t)dx, (int32_t)dy);
}

#endif
