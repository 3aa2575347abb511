/*
 * escape.c - tries moves, the shortest first
 */
#include "escape.h"

#include "bits.h"

/* The best move so far, and how long it is, squared. */
struct escape {
    hm_point move;
    uint64_t length;
    bool found;
};

/* Is a move better: shorter, or as long and earlier in reading order? */
static bool is_better(const struct escape *best, int64_t x, int64_t y)
{
    const uint64_t length = (uint64_t)(x * x) + (uint64_t)(y * y);
    if (length != best->length || !best->found)
        return length <= best->length;
    return y < best->move.y || (y == best->move.y && x < best->move.x);
}

static void try_move(is_free_after *is_free, const void *context, int64_t x, int64_t y,
                     struct escape *best)
{
    if (!is_better(best, x, y) || !is_free(context, x, y))
        return;
    best->move = (hm_point){(int32_t)x, (int32_t)y};
    best->length = (uint64_t)(x * x) + (uint64_t)(y * y);
    best->found = true;
}

SMALL bool hm_find_escape(is_free_after *is_free, const void *context, uint32_t limit,
                          hm_point *move)
{
    const int64_t most = limit < INT32_MAX ? limit : INT32_MAX;
    struct escape best = {{0, 0}, (uint64_t)(most * most), false};
    /* Rings of moves whose larger side is `ring`: no move of a ring is shorter than that. */
    for (int64_t ring = 0; ring <= most && (uint64_t)(ring * ring) <= best.length; ring++) {
        for (int64_t i = -ring; i <= ring; i++) {
            try_move(is_free, context, i, -ring, &best);
            try_move(is_free, context, -ring, i, &best);
            try_move(is_free, context, ring, i, &best);
            try_move(is_free, context, i, ring, &best);
        }
    }
    *move = best.move;
    return best.found;
}

SMALL bool hm_find_exit(is_free_after *is_free, const void *context, hm_direction direction,
                        uint32_t limit, uint32_t *distance)
{
    const hm_point step = direction_step(direction);
    for (int64_t i = 0; i <= limit; i++) {
        *distance = (uint32_t)i;
        if (is_free(context, i * step.x, i * step.y))
            return true;
    }
    return false;
}
