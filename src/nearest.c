/*
 * nearest.c - the nearest pixel to a point, and the smallest gap between two masks
 *
 * Pairs of rows are looked at in the order of their distance, and of a row only the columns that
 * are near enough to a run of the other. A pair of pixels that is found brings the limit down.
 *
 *         ...##...       a: the run 3 to 5 of its row
 *         ........
 *         ........
 *      -->#......#<--    b: the nearest pixels of a row, on both sides of that run
 *
 * Coordinates are those of `a`. A point is a mask of one pixel.
 */
#include "columns.h"
#include "round.h"
#include "runs.h"

/* A mask at a place. */
struct placed {
    const hm_sprite *sprite;
    bool full;              /* solid throughout its bounds; then the sprite is not asked */
    int64_t x, y;           /* of its top-left pixel */
    int64_t x0, y0, x1, y1; /* of its bounds */
};

/* The best pair so far. */
struct gap {
    uint64_t squared; /* its distance, or else the limit */
    bool found;
    int64_t a_x, a_y, b_x, b_y;
    int64_t reach; /* how many columns a better pair lies apart, at most, in rows that are `rows` */
    int64_t rows;  /* apart */
};

static SMALL NOINLINE struct placed place(const hm_sprite *sprite, int64_t x, int64_t y)
{
    hm_box box;
    hm_sprite_bounds(sprite, &box);
    return (struct placed){
        sprite, sprite->row_step == 0, x, y, x + box.x0, y + box.y0, x + box.x1, y + box.y1};
}

/* Turns a coordinate of the view into a stored one, and back. */
static inline int64_t turned(int64_t at, int32_t size, bool flipped)
{
    return flipped ? size - 1 - at : at;
}

/* Is a pair of pixels before the best one, in the reading order of a and then of b? */
static bool comes_first(const struct gap *gap, int64_t a_x, int64_t a_y, int64_t b_x, int64_t b_y)
{
    if (a_y != gap->a_y)
        return a_y < gap->a_y;
    if (a_x != gap->a_x)
        return a_x < gap->a_x;
    return b_y != gap->b_y ? b_y < gap->b_y : b_x < gap->b_x;
}

/* Takes a pair of pixels at most `reach` columns apart. `swapped`: the first is one of b. */
static NOINLINE void take_pair(struct gap *gap, int64_t one_x, int64_t one_y, int64_t other_x,
                               int64_t other_y, bool swapped)
{
    const int64_t a_x = swapped ? other_x : one_x, a_y = swapped ? other_y : one_y;
    const int64_t b_x = swapped ? one_x : other_x, b_y = swapped ? one_y : other_y;
    const int64_t columns = round_distance(a_x, b_x);
    const uint64_t squared = round_square(columns) + round_square(gap->rows);
    if (gap->found && squared == gap->squared && !comes_first(gap, a_x, a_y, b_x, b_y))
        return;
    *gap = (struct gap){squared, true, a_x, a_y, b_x, b_y, columns, gap->rows};
}

/* Finds the first solid pixel of a row from column `first` to `last`, or backwards the last. */
static NOINLINE bool find_between(const struct placed *mask, int64_t row, int64_t first,
                                  int64_t last, bool backwards, int64_t *column)
{
    const hm_sprite *const sprite = mask->sprite;
    const hm_box box = sprite->bounds;
    first = turned(larger(first, mask->x0) - mask->x, sprite->width, sprite->flip_x) - box.x0;
    last = turned(smaller(last, mask->x1 - 1) - mask->x, sprite->width, sprite->flip_x) - box.x0;
    row = turned(row - mask->y, sprite->height, sprite->flip_y) - box.y0;
    const int64_t left = sprite->flip_x ? last : first, right = sprite->flip_x ? first : last;
    uint32_t at;
    if (left > right || !find_in_row(sprite, (uint32_t)row, (uint32_t)left, (uint32_t)right,
                                     backwards != sprite->flip_x, &at))
        return false;
    *column = mask->x + turned(box.x0 + (int64_t)at, sprite->width, sprite->flip_x);
    return true;
}

/* A run of one mask, columns `begin` to `end` - 1 of row `at`, and row `row` of the other. */
static NOINLINE void meet_run(struct gap *gap, int64_t begin, int64_t end, int64_t at,
                              const struct placed *other, int64_t row, bool swapped)
{
    int64_t column;
    if (row < other->y0 || row >= other->y1)
        return;
    if (find_between(other, row, begin, end - 1, false, &column)) {
        take_pair(gap, column, at, column, row, swapped);
        return;
    }
    if (find_between(other, row, begin - gap->reach, begin - 1, true, &column))
        take_pair(gap, begin, at, column, row, swapped);
    if (find_between(other, row, end, end - 1 + gap->reach, false, &column))
        take_pair(gap, end - 1, at, column, row, swapped);
}

/* All rows of a, and those of b that are `down` rows below them. */
static void meet_rows(struct gap *gap, const struct placed *a, const struct placed *b, int64_t down)
{
    const hm_sprite *const sprite = a->sprite;
    const int64_t end = smaller(a->y1, b->y1 - down);
    for (int64_t y = larger(a->y0, b->y0 - down); y < end; y++) {
        const int64_t row = turned(y - a->y, sprite->height, sprite->flip_y) - sprite->bounds.y0;
        struct stretch runs[STRETCHES];
        uint32_t from = 0, more;
        do {
            more = hm_find_runs(sprite, (uint32_t)row, &from, runs);
            for (uint32_t i = 0; i < more; i++) {
                const int64_t at = sprite->flip_x ? runs[i].end - 1 : runs[i].begin;
                const int64_t begin =
                    a->x + turned(sprite->bounds.x0 + at, sprite->width, sprite->flip_x);
                meet_run(gap, begin, begin + runs[i].end - runs[i].begin, y, b, y + down, false);
            }
        } while (more == STRETCHES);
    }
}

/* The rows of a mask that are so many rows from a full box. In each of them, the nearest row of the
 * box counts. */
static SMALL void meet_box(struct gap *gap, const struct placed *box, const struct placed *mask,
                           int64_t rows, bool swapped)
{
    if (rows > 0) {
        meet_run(gap, box->x0, box->x1, box->y0, mask, box->y0 - rows, swapped);
        meet_run(gap, box->x0, box->x1, box->y1 - 1, mask, box->y1 - 1 + rows, swapped);
        return;
    }
    const int64_t end = smaller(box->y1, mask->y1);
    for (int64_t y = larger(box->y0, mask->y0); y < end; y++)
        meet_run(gap, box->x0, box->x1, y, mask, y, swapped);
}

/* The nearest numbers p0 <= p < p1 and q0 <= q < q1; of several, the least. */
static SMALL NOINLINE void nearest_numbers(int64_t p0, int64_t p1, int64_t q0, int64_t q1,
                                           int64_t *p, int64_t *q)
{
    *p = larger(p0, smaller(q0, p1 - 1));
    *q = larger(q0, smaller(p0, q1 - 1));
}

/* How far p0 <= p < p1 is from q0 <= q < q1. */
static int64_t apart(int64_t p0, int64_t p1, int64_t q0, int64_t q1)
{
    return larger(0, larger(q0 - p1, p0 - q1) + 1);
}

/* Finds the pair, at most `limit` apart. */
static SMALL bool find_gap(const struct placed *a, const struct placed *b, uint32_t limit,
                           struct gap *gap)
{
    const int64_t columns = apart(a->x0, a->x1, b->x0, b->x1);
    const int64_t first = apart(a->y0, a->y1, b->y0, b->y1);
    /* The rows of a mask that lie furthest from a box, or else from the rows of the other. */
    const int64_t last = a->full   ? larger(a->y0 - b->y0, b->y1 - a->y1)
                         : b->full ? larger(b->y0 - a->y0, a->y1 - b->y1)
                                   : larger(b->y1 - a->y0, a->y1 - b->y0) - 1;
    *gap = (struct gap){.squared = round_square(limit), .reach = limit};
    if (first > limit || a->x0 >= a->x1 || b->x0 >= b->x1)
        return false;
    gap->rows = first;
    gap->reach = round_root(round_square(limit) - round_square(first));
    if (a->full && b->full && columns <= gap->reach) {
        gap->found = true;
        gap->squared = round_square(columns) + round_square(first);
        nearest_numbers(a->x0, a->x1, b->x0, b->x1, &gap->a_x, &gap->b_x);
        nearest_numbers(a->y0, a->y1, b->y0, b->y1, &gap->a_y, &gap->b_y);
        return true;
    }
    for (; gap->rows <= larger(last, 0) && round_square(gap->rows) <= gap->squared; gap->rows++) {
        while (gap->reach >= columns &&
               round_square(gap->reach) > gap->squared - round_square(gap->rows))
            gap->reach--;
        if (gap->reach < columns)
            break;
        if (a->full || b->full) {
            meet_box(gap, a->full ? a : b, a->full ? b : a, gap->rows, b->full);
            continue;
        }
        meet_rows(gap, a, b, gap->rows);
        if (gap->rows > 0)
            meet_rows(gap, a, b, -gap->rows);
    }
    return gap->found;
}

SMALL bool hm_nearest(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t limit, hm_point *hit)
{
    const struct placed a = {NULL, true, 0, 0, x, y, (int64_t)x + 1, (int64_t)y + 1};
    const struct placed b = place(sprite, 0, 0);
    struct gap gap;
    if (!find_gap(&a, &b, limit, &gap))
        return false;
    if (hit != NULL)
        *hit = (hm_point){(int32_t)gap.b_x, (int32_t)gap.b_y};
    return true;
}

SMALL bool hm_gap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, uint32_t limit,
                  uint64_t *squared, hm_point *in_a, hm_point *in_b)
{
    const struct placed at_a = place(a, 0, 0), at_b = place(b, dx, dy);
    struct gap gap;
    hm_point hit;
    if (hm_overlap_first(a, b, dx, dy, &hit))
        gap = (struct gap){0, true, hit.x, hit.y, hit.x, hit.y, 0, 0};
    else if (!find_gap(&at_a, &at_b, limit, &gap))
        return false;
    if (squared != NULL)
        *squared = gap.squared;
    if (in_a != NULL)
        *in_a = (hm_point){(int32_t)gap.a_x, (int32_t)gap.a_y};
    if (in_b != NULL)
        *in_b = (hm_point){(int32_t)(gap.b_x - dx), (int32_t)(gap.b_y - dy)};
    return true;
}
