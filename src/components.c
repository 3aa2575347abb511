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
#include "runs.h"

/* The first run of the piece. What is on the way refers further back then. */
static uint32_t first_of_piece(uint8_t *runs, uint32_t index)
{
    struct piece_run run = get_run(runs, index);
    while (run.piece != index) {
        const struct piece_run next = get_run(runs, run.piece);
        run.piece = next.piece;
        put_run(runs, index, &run);
        index = run.piece;
        run = get_run(runs, index);
    }
    return index;
}

static void join(uint8_t *runs, uint32_t one, uint32_t other)
{
    const uint32_t a = first_of_piece(runs, one), b = first_of_piece(runs, other);
    struct piece_run later = get_run(runs, a > b ? a : b);
    later.piece = a < b ? a : b;
    put_run(runs, a > b ? a : b, &later);
}

/* Joins the runs of a row, `here` to `end` - 1, to those of the row before, which begin at `above`.
 * `reach` is how many columns away pixels are still neighbours. */
static void join_rows(uint8_t *runs, uint32_t above, uint32_t here, uint32_t end, uint32_t reach)
{
    for (uint32_t i = here; i < end; i++) {
        const struct piece_run run = get_run(runs, i);
        while (above < here && get_run(runs, above).end + reach <= run.begin)
            above++;
        for (uint32_t k = above; k < here && get_run(runs, k).begin < run.end + reach; k++)
            join(runs, i, k);
    }
}

/* Mirrors the runs of one row. */
static SMALL void mirror_row(uint8_t *runs, uint32_t begin, uint32_t end, uint32_t width)
{
    for (uint32_t i = begin, k = end; i < k; i++) {
        const struct piece_run one = get_run(runs, i), other = get_run(runs, --k);
        const struct piece_run left = {width - other.end, width - other.begin, one.row, i};
        const struct piece_run right = {width - one.end, width - one.begin, one.row, k};
        put_run(runs, i, &left);
        put_run(runs, k, &right);
    }
}

/* Numbers the pieces. Every run refers to one before it, whose number is known. */
static void number_pieces(uint8_t *runs, uint32_t count)
{
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct piece_run run = get_run(runs, i);
        run.piece = run.piece == i ? pieces++ : get_run(runs, run.piece).piece;
        put_run(runs, i, &run);
    }
}

uint32_t hm_number_runs(const hm_sprite *sprite, bool diagonal, uint8_t *scratch,
                        size_t scratch_size)
{
    const hm_box box = sprite_bounds(sprite), tight = sprite_tight(sprite);
    const uint32_t width = (uint32_t)(box.x1 - box.x0), height = (uint32_t)(box.y1 - box.y0);
    const uint32_t end = (uint32_t)(tight.y1 - box.y0);
    const size_t fit = scratch_size / sizeof(struct piece_run);
    uint32_t count = 0, above = 0;
    for (uint32_t y = (uint32_t)(tight.y0 - box.y0); y < end; y++) {
        const uint32_t here = count;
        struct runs row = open_runs(sprite, sprite->flip_y ? height - 1 - y : y);
        struct piece_run run = {.row = y};
        while (next_run(&row, &run.begin, &run.end)) {
            if (count >= fit || count == UINT32_MAX)
                return 0;
            run.piece = count;
            put_run(scratch, count++, &run);
        }
        if (sprite->flip_x)
            mirror_row(scratch, here, count, width);
        join_rows(scratch, above, here, count, diagonal);
        above = here;
    }
    number_pieces(scratch, count);
    return count;
}

/* How many runs begin in a column of words. Those that go on from the stripe before do not. */
static SMALL uint64_t count_runs(const uint8_t *words, const uint8_t *before, uint32_t rows)
{
    uint64_t count = 0;
    for (size_t i = 0; i < (size_t)rows * 8; i += 8) {
        const uint64_t word = get_u64(words + i);
        const uint64_t carried = before != NULL ? get_u64(before + i) >> 63 : 0;
        count += count_bits(word & ~(word << 1 | carried));
    }
    return count;
}

SMALL size_t hm_components_scratch_size(const hm_sprite *sprite)
{
    const hm_box *const all = &sprite->bounds, *const tight = stored_tight(sprite);
    const uint32_t first = (uint32_t)(tight->x0 - all->x0) / 64;
    const uint32_t end = (uint32_t)stripe_count((uint32_t)(tight->x1 - all->x0));
    const uint32_t top = (uint32_t)(tight->y0 - all->y0);
    const uint8_t *before = NULL;
    uint64_t runs = 1;
    for (uint32_t i = first; sprite->row_step > 0 && i < end; i++) {
        const uint8_t *const words = sprite_row(sprite, i, top);
        runs += count_runs(words, before, (uint32_t)(tight->y1 - tight->y0));
        before = words;
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
    const uint32_t count = hm_number_runs(sprite, diagonal, runs, scratch_size);
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct piece_run run = get_run(runs, i);
        if (run.piece == pieces && pieces++ < capacity)
            out[run.piece].area = 0;
        if (run.piece < capacity)
            add_run(&out[run.piece], &run, corner);
    }
    return pieces;
}
