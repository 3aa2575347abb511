/*
 * loops.c - areas of loops, and corners in reading order
 */
#include "model/loops.h"

#include <stdlib.h>

int64_t loops_area(const struct spot *corners, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct spot a = corners[i], b = corners[i + 1 < count ? i + 1 : 0];
        sum += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return sum;
}

uint32_t loops_first_corner(const struct spot *corners, uint32_t count)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++)
        if (is_later(corners[first], corners[i]))
            first = i;
    return first;
}

void loops_add(struct loops *loops, const struct spot *corners, uint32_t count)
{
    const uint32_t start = loops->starts[loops->count], first = loops_first_corner(corners, count);
    for (uint32_t i = 0; i < count; i++)
        loops->corners[start + i] = corners[(first + i) % count];
    loops->starts[++loops->count] = start + count;
}

static int compare_sorted(const void *a, const void *b)
{
    const struct sorted_corner *const p = a, *const q = b;
    return is_later(p->at, q->at) - is_later(q->at, p->at);
}

struct sorted_corner *loops_sort(const struct loops *loops, struct arena *arena)
{
    const uint32_t count = loops_corner_count(loops);
    struct sorted_corner *const sorted = arena_new(arena, count, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (struct sorted_corner){loops->corners[i], i};
    qsort(sorted, count, sizeof *sorted, compare_sorted);
    return sorted;
}
