/*
 * components.c - the connected pieces of a mask
 *
 * Each row is cut into runs. A run joins the pieces of the runs above that it touches: each run
 * refers to an earlier one of its piece, the first one to itself.
 *
 *     row 0   ##...##      runs 0, 1
 *     row 1   #.....#      runs 2 -> 0, 3 -> 1
 *     row 2   #######      run 4 -> 0, and now 1 -> 0
 */
#include "components.h"
#include "bits.h"
#include "runs.h"
#include "sprite.h"

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

uint32_t hm_list_runs(const hm_sprite *sprite, bool diagonal, uint8_t *scratch, size_t scratch_size)
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
    const uint32_t count = hm_list_runs(sprite, diagonal, runs, scratch_size);
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
