/*
 * crowd.h - the boxes of a crowd that are near, for each instruction set
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

/* The caller's boxes. */
struct sides {
    const int32_t *x0, *y0, *x1, *y1;
};

/* Lists the boxes from `begin` on and before `end` that share a pixel with `a`, which is not empty.
 * `list` has room for all of them. Boxes before `begin` may be read as well. Returns how many were
 * listed. */
typedef uint32_t broad_phase(const struct sides *sides, hm_box a, uint32_t begin, uint32_t end,
                             uint32_t *list);

broad_phase *hm_broad_for(uint32_t level);

/* The boxes that are compared before their sprites are. */
enum { CROWD_CHUNK = 512 };

static inline struct sides sides_of(const hm_crowd *crowd)
{
    return (struct sides){crowd->x0, crowd->y0, crowd->x1, crowd->y1};
}

static inline bool fits(int64_t offset)
{
    return offset == (int32_t)offset;
}

/* True if two sprites touch at an offset. None do beyond int32_t. */
static inline bool touches_at(const hm_sprite *a, const hm_sprite *b, int64_t dx, int64_t dy)
{
    return fits(dx) && fits(dy) && hm_overlap(a, b, (int32_t)dx, (int32_t)dy);
}

#endif
