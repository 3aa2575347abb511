/*
 * runs.h - the solid pixels of a stored row as runs, one after the other
 *
 *     #####...##......     0 to 5, 7 to 9
 *
 * Columns count from the corner of the stored bounds. A run may go on over many stripes.
 */
#ifndef HM_RUNS_H
#define HM_RUNS_H

#include "bits.h"
#include "sprite.h"

/* A walk along a row. */
struct runs {
    const uint8_t *at;     /* the row's word in the first stripe */
    size_t step;           /* bytes to its word in the next */
    uint32_t stripe, last; /* the stripe that is looked at, and the last one with pixels */
    uint64_t word;         /* what is left of it */
    uint64_t columns;      /* of the last stripe that have pixels */
};

static inline uint64_t runs_load(const struct runs *runs)
{
    const uint64_t word = get_u64(runs->at + runs->stripe * runs->step);
    return runs->stripe == runs->last ? word & runs->columns : word;
}

/* Begins a row. The bounds must not be empty. */
static inline struct runs open_runs(const hm_sprite *sprite, uint32_t row)
{
    const hm_box *const tight = stored_tight(sprite);
    const uint32_t first = (uint32_t)(tight->x0 - sprite->bounds.x0);
    const uint32_t last = (uint32_t)(tight->x1 - sprite->bounds.x0) - 1;
    const size_t rows = (size_t)(sprite->bounds.y1 - sprite->bounds.y0);
    struct runs runs = {
        .at = sprite_row(sprite, 0, row),
        .step = rows * sprite->row_step,
        .stripe = first / 64,
        .last = last / 64,
        .columns = low_bits(last % 64 + 1),
    };
    runs.word = runs_load(&runs);
    return runs;
}

/* The next run: columns `begin` to `end` - 1. False when there is none. */
static inline bool next_run(struct runs *runs, uint32_t *begin, uint32_t *end)
{
    while (runs->word == 0) {
        if (runs->stripe == runs->last)
            return false;
        runs->stripe++;
        runs->word = runs_load(runs);
    }
    *begin = runs->stripe * 64 + lowest_bit(runs->word);
    uint64_t word = runs->word | (runs->word - 1);
    while (word == UINT64_MAX && runs->stripe < runs->last) {
        runs->stripe++;
        word = runs_load(runs);
    }
    *end = runs->stripe * 64 + (word == UINT64_MAX ? 64 : lowest_bit(~word));
    runs->word = word & (word + 1);
    return true;
}

#endif
