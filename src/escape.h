/*
 * escape.h - the ways out, whatever is to be left
 */
#ifndef HM_ESCAPE_H
#define HM_ESCAPE_H

#include <hitmask.h>

/* True if a sprite is free after a move. */
typedef bool is_free_after(const void *context, int64_t x, int64_t y);

/* A step in a direction; also of a number that is no direction. */
static inline hm_point direction_step(hm_direction direction)
{
    static const int8_t right[] = {[HM_LEFT] = -1, [HM_RIGHT] = 1, [HM_UP] = 0, [HM_DOWN] = 0};
    static const int8_t down[] = {[HM_LEFT] = 0, [HM_RIGHT] = 0, [HM_UP] = -1, [HM_DOWN] = 1};
    const unsigned way = (unsigned)direction % 4;
    return (hm_point){right[way], down[way]};
}

/* Finds the shortest move of at most `limit` pixels after which it is free; of equally short ones
 * the first in reading order. Else the move is (0, 0). */
bool hm_find_escape(is_free_after *is_free, const void *context, uint32_t limit, hm_point *move);

/* Finds the shortest move in one direction; without one, the distance is `limit`. */
bool hm_find_exit(is_free_after *is_free, const void *context, hm_direction direction,
                  uint32_t limit, uint32_t *distance);

#endif
