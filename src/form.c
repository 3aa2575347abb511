/*
 * form.c - the form of a mask: its pieces, how it is spread, and what is nearest
 */
#include "form.h"
#include "bits.h"
#include "columns.h"
#include "round.h"
#include "sprite.h"

#include <hitmask_canvas.h>

/* ==== Connected pieces ======================================================================== */

/*
 * the connected pieces of a mask
 *
 * Each row is cut into runs. A run joins the pieces of the runs above that it touches: each run
 * refers to an earlier one of its piece, the first one to itself.
 *
 *     row 0   ##...##      runs 0, 1
 *     row 1   #.....#      runs 2 -> 0, 3 -> 1
 *     row 2   #######      run 4 -> 0, and now 1 -> 0
 */

/* The first run of the piece. What is on the way refers further back then. */
static inline uint32_t first_of_piece(uint8_t *runs, uint32_t index)
{
    uint32_t next;
    while ((next = RUN(runs, index, piece)) != index) {
        const uint32_t after = RUN(runs, next, piece);
        PUT_RUN(runs, index, piece, after);
        index = after;
    }
    return index;
}

/* Joins the runs of a row, `here` to `end` - 1, to those of the row before, which begin at `above`.
 * `reach` is how many columns away pixels are still neighbours. */
static inline void join_rows(uint8_t *runs, uint32_t above, uint32_t here, uint32_t end,
                             uint32_t reach)
{
    for (uint32_t i = here; i < end; i++) {
        const uint32_t first = RUN(runs, i, begin), last = RUN(runs, i, end) + reach;
        uint32_t piece = i;
        while (above < here && RUN(runs, above, end) + reach <= first)
            above++;
        for (uint32_t k = above; k < here && RUN(runs, k, begin) < last; k++) {
            const uint32_t other = first_of_piece(runs, k);
            PUT_RUN(runs, piece > other ? piece : other, piece, piece < other ? piece : other);
            piece = piece < other ? piece : other;
        }
    }
}

/* Mirrors the runs of one row. */
static SMALL void mirror_row(uint8_t *runs, uint32_t begin, uint32_t end, uint32_t width)
{
    for (uint32_t i = begin, k = end; i < k; i++) {
        const struct piece_run one = get_run(runs, i), other = get_run(runs, --k);
        put_run(runs, i, width - other.end, width - other.begin, one.row);
        put_run(runs, k, width - one.end, width - one.begin, one.row);
    }
}

/* Lists all runs of a sprite in reading order. Returns their number, 0 when there are more than
 * scratch can hold. */
static uint32_t list_runs(const hm_sprite *sprite, bool diagonal, uint8_t *scratch,
                          size_t scratch_size)
{
    const hm_box box = sprite_bounds(sprite), tight = sprite_tight(sprite);
    const uint32_t width = (uint32_t)(box.x1 - box.x0), height = (uint32_t)(box.y1 - box.y0);
    const uint32_t end = (uint32_t)(tight.y1 - box.y0);
    const uint64_t most = scratch_size / sizeof(struct piece_run);
    const uint32_t fit = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    struct stretch found[STRETCHES];
    uint32_t count = 0, above = 0, more;
    for (uint32_t y = (uint32_t)(tight.y0 - box.y0); y < end; y++) {
        const uint32_t here = count, row = sprite->flip_y ? height - 1 - y : y;
        uint32_t from = 0;
        do {
            more = hm_find_runs(sprite, row, &from, found);
            if (more > fit - count)
                return 0;
            for (uint32_t i = 0; i < more; i++, count++)
                put_run(scratch, count, found[i].begin, found[i].end, y);
        } while (more == STRETCHES);
        if (sprite->flip_x)
            mirror_row(scratch, here, count, width);
        join_rows(scratch, above, here, count, diagonal);
        above = here;
    }
    return count;
}

SMALL size_t hm_components_scratch_size(const hm_sprite *sprite)
{
    const hm_box *const tight = stored_tight(sprite);
    struct stretch found[STRETCHES];
    uint64_t runs = 1;
    for (int32_t y = tight->y0; sprite->row_step > 0 && y < tight->y1; y++) {
        uint32_t from = 0, more;
        do {
            more = hm_find_runs(sprite, (uint32_t)(y - sprite->bounds.y0), &from, found);
            runs += more;
        } while (more == STRETCHES);
    }
    const uint64_t size = runs * sizeof(struct piece_run);
    return runs < UINT32_MAX && size <= SIZE_MAX / 2 ? (size_t)size : 0;
}

/* To be called for all runs in turn: gives run `index` the number of its piece, of which there are
 * `pieces` so far. Every run refers to itself or to one before it, whose number is known. */
static inline uint32_t number_run(uint8_t *runs, uint32_t index, uint32_t *pieces)
{
    const uint32_t before = RUN(runs, index, piece);
    const uint32_t number = before == index ? (*pieces)++ : RUN(runs, before, piece);
    PUT_RUN(runs, index, piece, number);
    return number;
}

/* Adds a run to its piece. Coordinates are those of the view, whose bounds begin at `corner`. */
static void add_run(hm_component *piece, const struct piece_run *run, hm_point corner)
{
    const int32_t x0 = corner.x + (int32_t)run->begin, x1 = corner.x + (int32_t)run->end;
    const int32_t y = corner.y + (int32_t)run->row;
    if (piece->area == 0) {
        piece->first = (hm_point){x0, y};
        piece->bounds = (hm_box){x0, y, x1, y};
    }
    piece->area += run->end - run->begin;
    piece->bounds.x0 = x0 < piece->bounds.x0 ? x0 : piece->bounds.x0;
    piece->bounds.x1 = x1 > piece->bounds.x1 ? x1 : piece->bounds.x1;
    piece->bounds.y1 = y + 1;
}

uint32_t hm_components(const hm_sprite *sprite, bool diagonal, void *scratch, size_t scratch_size,
                       hm_component *out, uint32_t capacity)
{
    const hm_box bounds = sprite_bounds(sprite);
    const hm_point corner = {bounds.x0, bounds.y0};
    uint8_t *const runs = (uint8_t *)scratch;
    if (bounds.x0 >= bounds.x1)
        return 0;
    if (sprite->row_step == 0) {
        if (capacity > 0)
            *out = (hm_component){bounds, sprite->area, corner};
        return 1;
    }
    const uint32_t count = list_runs(sprite, diagonal, runs, scratch_size);
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = pieces, number = number_run(runs, i, &pieces);
        if (number >= capacity)
            continue;
        if (pieces > before)
            out[number].area = 0;
        const struct piece_run run = get_run(runs, i);
        add_run(&out[number], &run, corner);
    }
    return pieces;
}

/* ==== Runs ==================================================================================== */

/*
 * finds the runs of solid pixels in a row
 */

uint32_t hm_find_runs(const hm_sprite *sprite, uint32_t row, uint32_t *from, struct stretch *out)
{
    const hm_box *const tight = stored_tight(sprite);
    const uint32_t end = (uint32_t)(tight->x1 - sprite->bounds.x0), last = (end - 1) / 64;
    const uint64_t columns = low_bits((end - 1) % 64 + 1);
    const uint32_t begin = (uint32_t)(tight->x0 - sprite->bounds.x0);
    const uint32_t first = *from > begin ? *from : begin;
    const size_t step = (size_t)(sprite->bounds.y1 - sprite->bounds.y0) * sprite->row_step;
    const uint8_t *at = sprite_row(sprite, first / 64, row);
    uint32_t stripe = first / 64, count = 0;
    if (first >= end)
        return 0;
    uint64_t word = get_u64(at) & ~low_bits(first % 64);
    for (;;) {
        /* The padding of a damaged pack may hold anything. */
        word &= stripe == last ? columns : UINT64_MAX;
        if (word == 0) {
            if (stripe == last)
                break;
            stripe++;
            at += step;
            word = get_u64(at);
            continue;
        }
        out->begin = stripe * 64 + lowest_bit(word);
        word |= word - 1;
        while (word == UINT64_MAX && stripe < last) {
            stripe++;
            at += step;
            word = get_u64(at) & (stripe == last ? columns : UINT64_MAX);
        }
        out->end = stripe * 64 + (word == UINT64_MAX ? 64 : lowest_bit(~word));
        *from = out->end;
        out++;
        if (++count == STRETCHES)
            break;
        word &= word + 1;
    }
    return count;
}

/* ==== Moments ================================================================================= */

/*
 * the centroid of a mask and how its pixels spread about it, exact to the last bit
 *
 * Sums over all pixels come from the runs of the rows. Sides of 65535 keep them below 2^64; where a
 * difference is taken of larger ones, it is small and exact modulo 2^64.
 */

/* Sums over the columns x and rows y of all pixels, counted from the corner of the bounds. */
struct sums {
    uint64_t count, x, y, xx, xy, yy;
};

/* The sum of the numbers below n, and that of their squares. */
static uint64_t sum_below(uint64_t n)
{
    return n * (n - 1) / 2;
}

static uint64_t squares_below(uint64_t n)
{
    return n * (n - 1) * (2 * n - 1) / 6;
}

/* A row of the bounds. */
static NOINLINE void add_row(const hm_sprite *sprite, uint32_t row, struct sums *sums)
{
    const uint32_t left = (uint32_t)(stored_tight(sprite)->x0 - sprite->bounds.x0);
    const uint32_t top = (uint32_t)(stored_tight(sprite)->y0 - sprite->bounds.y0);
    struct stretch runs[STRETCHES];
    uint64_t count = 0, x = 0;
    uint32_t from = 0, more;
    do {
        more = hm_find_runs(sprite, top + row, &from, runs);
        for (uint32_t i = 0; i < more; i++) {
            const uint32_t begin = runs[i].begin - left, end = runs[i].end - left;
            count += end - begin;
            x += sum_below(end) - sum_below(begin);
            sums->xx += squares_below(end) - squares_below(begin);
        }
    } while (more == STRETCHES);
    sums->count += count;
    sums->x += x;
    sums->y += count * row;
    sums->xy += x * row;
    sums->yy += count * row * row;
}

static SMALL struct sums sum_full(uint64_t width, uint64_t height)
{
    return (struct sums){
        .count = width * height,
        .x = height * sum_below(width),
        .y = width * sum_below(height),
        .xx = height * squares_below(width),
        .xy = sum_below(width) * sum_below(height),
        .yy = width * squares_below(height),
    };
}

/* Mirrors one axis: x becomes last - x. */
static SMALL NOINLINE void mirror(uint64_t count, uint64_t last, uint64_t other, uint64_t *x,
                                  uint64_t *xx, uint64_t *xy)
{
    *xx += last * (count * last - 2 * *x);
    *xy = last * other - *xy;
    *x = last * count - *x;
}

/* The mean of the centres, in 16.16, to the nearest; halves go up. */
static SMALL NOINLINE int64_t mean(uint64_t sum, uint64_t count)
{
    return (int64_t)(((2 * sum + count) * 65536 + count) / (2 * count));
}

/* The mean of (x - mean x) * (y - mean y), in 16.16, to the nearest; halves go up. */
static SMALL int64_t mean_product(uint64_t n, uint64_t xy, uint64_t x, uint64_t y)
{
    /* About whole numbers near the means first, which leaves x and y below n. */
    const uint64_t left = x / n, top = y / n;
    const int64_t sum = (int64_t)(xy - left * y - top * x + n * left * top);
    const uint64_t product = (x % n) * (y % n);
    /* Now it is (sum - product / n) / n: a whole part, and a rest of n * n parts. */
    const int64_t dividend = sum - (int64_t)(product / n);
    int64_t whole = dividend / (int64_t)n, over = dividend % (int64_t)n;
    if (over <= 0) { /* A rest may be as large as a whole. */
        whole--;
        over += (int64_t)n;
    }
    const uint64_t all = n * n;
    uint64_t rest = (uint64_t)over * n - product % n;
    for (int i = 0; i < 17; i++) {
        const bool carry = rest >= all - rest;
        rest = carry ? rest - (all - rest) : 2 * rest;
        whole = 2 * whole + carry;
    }
    return (whole + 1) >> 1;
}

SMALL bool hm_sprite_moments(const hm_sprite *sprite, hm_moments *out)
{
    hm_box box;
    hm_sprite_bounds(sprite, &box);
    const int64_t width = box.x1 - box.x0, height = box.y1 - box.y0;
    struct sums sums = {0, 0, 0, 0, 0, 0};
    if (width > HM_AFFINE_SIDE_MAX || height > HM_AFFINE_SIDE_MAX)
        return false;
    if (sprite->row_step == 0)
        sums = sum_full((uint64_t)width, (uint64_t)height);
    for (uint32_t row = 0; sprite->row_step > 0 && row < (uint32_t)height; row++)
        add_row(sprite, row, &sums);
    if (sums.count == 0)
        return false;
    if (sprite->flip_x)
        mirror(sums.count, (uint64_t)width - 1, sums.y, &sums.x, &sums.xx, &sums.xy);
    if (sprite->flip_y)
        mirror(sums.count, (uint64_t)height - 1, sums.x, &sums.y, &sums.yy, &sums.xy);
    out->x = (int64_t)box.x0 * 65536 + mean(sums.x, sums.count);
    out->y = (int64_t)box.y0 * 65536 + mean(sums.y, sums.count);
    out->xx = mean_product(sums.count, sums.xx, sums.x, sums.x);
    out->xy = mean_product(sums.count, sums.xy, sums.x, sums.y);
    out->yy = mean_product(sums.count, sums.yy, sums.y, sums.y);
    /* Half of it to the nearest: no square of a side in 16.16 is too large for hm_angle. */
    out->angle = (hm_angle(out->xx - out->yy, 2 * out->xy) + 1) / 2 % 32768;
    return true;
}

/* ==== The nearest pixels ====================================================================== */

/*
 * the nearest pixel to a point, and the smallest gap between two masks
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

/* True if a pair of pixels comes before the best one, in the reading order of a and then of b. */
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
