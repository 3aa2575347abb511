/*
 * form.h - the solid pixels of a mask as runs, and the connected pieces that runs are in
 *
 *     #####...##......     0 to 5, 8 to 10
 *
 * Columns and rows count from the corner of the stored bounds. A run may go on over many stripes.
 */
#ifndef HM_FORM_H
#define HM_FORM_H

#include <hitmask.h>

#include <string.h>

/* ---- Runs of a row -------------------------------------------------------------------------- */

/* Columns `begin` to `end` - 1. */
struct stretch {
    uint32_t begin, end;
};

enum { STRETCHES = 16 };

/* Finds the next runs of a row, from column *from on, at most STRETCHES. Sets *from to the column
 * at which the next call goes on. Returns their number; when it is less than STRETCHES, there are
 * no more. The row must be one of the bounds. */
uint32_t hm_find_runs(const hm_sprite *sprite, uint32_t row, uint32_t *from, struct stretch *out);

/* ---- Runs of pieces ------------------------------------------------------------------------- */

/* Columns `begin` to `end` - 1 of a row, counted from the corner of the bounds, as the view has
 * them. */
struct piece_run {
    uint32_t begin, end, row;
    uint32_t piece; /* until all are known: an earlier run of the piece, or itself */
};

/* Scratch may lie at any address. A field is read as it was written, by itself, because processors
 * are slow to read several new ones at once. */
static inline uint32_t run_field(const uint8_t *runs, uint32_t index, size_t offset)
{
    uint32_t value;
    memcpy(&value, runs + (size_t)index * sizeof(struct piece_run) + offset, sizeof value);
    return value;
}

static inline void put_run_field(uint8_t *runs, uint32_t index, size_t offset, uint32_t value)
{
    memcpy(runs + (size_t)index * sizeof(struct piece_run) + offset, &value, sizeof value);
}

#define RUN(runs, index, field) run_field(runs, index, offsetof(struct piece_run, field))
#define PUT_RUN(runs, index, field, value)                                                         \
    put_run_field(runs, index, offsetof(struct piece_run, field), value)

static inline struct piece_run get_run(const uint8_t *runs, uint32_t index)
{
    return (struct piece_run){RUN(runs, index, begin), RUN(runs, index, end), RUN(runs, index, row),
                              RUN(runs, index, piece)};
}

/* The run is a piece of its own. */
static inline void put_run(uint8_t *runs, uint32_t index, uint32_t begin, uint32_t end,
                           uint32_t row)
{
    PUT_RUN(runs, index, begin, begin);
    PUT_RUN(runs, index, end, end);
    PUT_RUN(runs, index, row, row);
    PUT_RUN(runs, index, piece, index);
}

#endif
