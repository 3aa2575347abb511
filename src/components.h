/*
 * components.h - the runs of a mask, each with the number of the connected piece that it is in
 */
#ifndef HM_COMPONENTS_H
#define HM_COMPONENTS_H

#include <hitmask.h>

#include <string.h>

/* Columns `begin` to `end` - 1 of a row, counted from the corner of the bounds, as the view has
 * them. */
struct piece_run {
    uint32_t begin, end, row;
    uint32_t piece; /* until all are known: an earlier run of the piece, or itself */
};

/* Scratch may lie at any address. */
static inline struct piece_run get_run(const uint8_t *runs, uint32_t index)
{
    struct piece_run run;
    memcpy(&run, runs + (size_t)index * sizeof run, sizeof run);
    return run;
}

static inline void put_run(uint8_t *runs, uint32_t index, const struct piece_run *run)
{
    memcpy(runs + (size_t)index * sizeof *run, run, sizeof *run);
}

/* Lists all runs of a sprite in reading order, with the pieces numbered by their first pixels.
 * Returns the number of runs, 0 when there are more than scratch can hold. */
uint32_t hm_number_runs(const hm_sprite *sprite, bool diagonal, uint8_t *scratch,
                        size_t scratch_size);

#endif
