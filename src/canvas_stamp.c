/*
 * canvas_stamp.c - a canvas changed by the mask of a sprite, also by its own, and moved
 *
 * A canvas that is stamped with a view of itself must read each word before it writes it. So the
 * stripes and rows are gone through against the way that the pixels move.
 */
#include "affine.h"
#include "canvas.h"
#include "columns.h"
#include "form.h"
#include "wide.h"

/* The words of the sprite that lie over a stripe of the canvas, from a row of the canvas on. Where
 * one of the two is outside the mask, its columns are outside the box. */
static struct source source_of(const hm_sprite *sprite, uint32_t stripe, int64_t x, int64_t row)
{
    const uint32_t count =
        (uint32_t)stripe_count((uint32_t)(sprite->bounds.x1 - sprite->bounds.x0));
    const int64_t column = (int64_t)stripe * 64 - x - sprite->bounds.x0;
    const unsigned shift = (unsigned)((uint64_t)column % 64);
    const int64_t first = (column - shift) / 64;
    const uint32_t low = (uint32_t)larger(first, 0);
    const uint32_t high = shift != 0 && first + 1 < count ? (uint32_t)(first + 1) : low;
    return (struct source){sprite_row(sprite, low, (uint32_t)row),
                           sprite_row(sprite, high, (uint32_t)row), shift};
}

/* One stripe of a sprite over two stripes of the canvas, read once for both. */
static void copy_across(hm_canvas *canvas, const hm_box *box, const hm_sprite *sprite, int64_t x,
                        uint32_t row, const struct ink *ink)
{
    const int32_t begin = (int32_t)(x + sprite->bounds.x0);
    uint8_t *const left = canvas_row(canvas, (uint32_t)box->x0 / 64, (uint32_t)box->y0);
    const struct across to = {
        left,
        left + (size_t)(uint32_t)canvas->height * 8,
        (unsigned)begin % 64,
        UINT64_MAX >> (64 - (box->x1 - box->x0)) << (box->x0 - begin),
    };
    hm_canvas_combine_across(canvas->cpu, &to, sprite_row(sprite, 0, row),
                             (uint32_t)(box->y1 - box->y0), ink);
}

/* Stripe by stripe, against the way that the pixels move. */
static NOINLINE void copy_stripes(hm_canvas *canvas, const hm_box *box, const hm_sprite *sprite,
                                  int64_t x, int64_t y, const struct ink *ink)
{
    const uint32_t first = (uint32_t)box->x0 / 64, last = (uint32_t)(box->x1 - 1) / 64;
    const uint32_t rows = (uint32_t)(box->y1 - box->y0);
    for (uint32_t i = 0; i <= last - first; i++) {
        const uint32_t stripe = x > 0 ? last - i : first + i;
        const struct source from = source_of(sprite, stripe, x, box->y0 - y - sprite->bounds.y0);
        hm_canvas_combine(canvas->cpu, canvas_row(canvas, stripe, (uint32_t)box->y0), &from, rows,
                          columns_in_box(box, stripe), ink, y > 0);
    }
}

void hm_canvas_lay(hm_canvas *canvas, const hm_box *box, const hm_sprite *sprite, int64_t x,
                   int64_t y, const struct ink *ink)
{
    const bool narrow = sprite->bounds.x1 - sprite->bounds.x0 <= 64;
    if (narrow && (uint32_t)box->x0 / 64 != (uint32_t)(box->x1 - 1) / 64)
        copy_across(canvas, box, sprite, x, (uint32_t)(box->y0 - y - sprite->bounds.y0), ink);
    else
        copy_stripes(canvas, box, sprite, x, y, ink);
    hm_canvas_mark(canvas, box);
}

static SMALL void copy_turned(hm_canvas *canvas, const hm_box *box, const hm_sprite *sprite,
                              int64_t x, int64_t y, const struct ink *ink)
{
    uint8_t masks[BAND * 8];
    const struct source from = {masks, masks, 0};
    for (uint32_t s = (uint32_t)box->x0 / 64; s <= (uint32_t)(box->x1 - 1) / 64; s++)
        for (int64_t row = box->y0; row < box->y1; row += BAND) {
            const uint32_t rows = (uint32_t)smaller(BAND, box->y1 - row);
            for (uint32_t i = 0; i < rows; i++)
                put_u64(masks + (size_t)i * 8,
                        hm_shown_columns(sprite, (int64_t)s * 64 - x, row + i - y));
            hm_canvas_combine(canvas->cpu, canvas_row(canvas, s, (uint32_t)row), &from, rows,
                              columns_in_box(box, s), ink, false);
        }
    hm_canvas_mark(canvas, box);
}

bool hm_canvas_stamp(hm_canvas *canvas, const hm_sprite *sprite, int32_t x, int32_t y, hm_op op)
{
    const bool turned = sprite->flip_x | sprite->flip_y;
    const hm_box bounds = sprite_tight(sprite);
    const struct ink *const ink = ink_of(op);
    hm_box box;
    if (ink == NULL || (turned && sprite->words == canvas->words))
        return false;
    if (clip_box(canvas, (int64_t)x + bounds.x0, (int64_t)y + bounds.y0, (int64_t)x + bounds.x1,
                 (int64_t)y + bounds.y1, &box)) {
        if (sprite->row_step == 0)
            hm_canvas_fill_box(canvas, &box, ink);
        else if (turned)
            copy_turned(canvas, &box, sprite, x, y, ink);
        else
            hm_canvas_lay(canvas, &box, sprite, x, y, ink);
    }
    if (op == HM_KEEP)
        hm_canvas_keep_inside(canvas, &box);
    return true;
}

SMALL void hm_canvas_scroll(hm_canvas *canvas, int32_t dx, int32_t dy)
{
    const hm_box all = hm_canvas_extent(canvas);
    const hm_sprite view = {
        .words = canvas->words,
        .bounds = {0, 0, canvas->width, canvas->height},
        .row_step = 8,
    };
    const struct ink put = INK_PUT;
    hm_box box;
    if (hm_canvas_clip(canvas, (int64_t)all.x0 + dx, (int64_t)all.y0 + dy, (int64_t)all.x1 + dx,
                       (int64_t)all.y1 + dy, &box))
        hm_canvas_lay(canvas, &box, &view, dx, dy, &put);
    hm_canvas_keep_inside(canvas, &box);
}

/* ==== Other sizes ============================================================================= */

/*
 * a canvas made from a sprite of another size
 *
 * Pixel x of `to` is pixel x * from / to of the sprite, rounded down. So the pixels first to end -
 * 1 of the sprite become those from first * to / from to end * to / from - 1, both rounded up.
 */

static int64_t scaled(int64_t at, int32_t from, int32_t to)
{
    return (at * to + from - 1) / from;
}

/* Draws a row of the sprite, counted from its bounds as stored, into a row of the canvas. */
static SMALL void draw_scaled(struct pen *pen, const hm_sprite *sprite, int32_t row, int32_t y)
{
    struct stretch runs[STRETCHES];
    uint32_t from = 0, more;
    do {
        more = sprite->row_step == 0 ? 1 : hm_find_runs(sprite, (uint32_t)row, &from, runs);
        if (sprite->row_step == 0)
            runs[0] = (struct stretch){0, (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0)};
        for (uint32_t i = 0; i < more; i++) {
            const int64_t begin = (int64_t)sprite->bounds.x0 + runs[i].begin;
            const int64_t end = (int64_t)sprite->bounds.x0 + runs[i].end;
            const int64_t first = sprite->flip_x ? sprite->width - end : begin;
            const int64_t last = sprite->flip_x ? sprite->width - begin : end;
            hm_pen_run(pen, y, scaled(first, sprite->width, pen->box.x1),
                       scaled(last, sprite->width, pen->box.x1));
        }
    } while (more == STRETCHES);
}

SMALL bool hm_canvas_resize(hm_canvas *canvas, const hm_sprite *sprite)
{
    const hm_box tight = sprite_tight(sprite);
    struct pen pen;
    if (canvas->words != NULL && sprite->words == canvas->words)
        return false;
    hm_canvas_fill(canvas, NULL, HM_ERASE);
    if (is_empty_box(&tight) ||
        !hm_pen_begin(&pen, canvas, HM_ADD, 0, 0, canvas->width, canvas->height))
        return true;
    for (int32_t y = 0; y < canvas->height; y++) {
        const int32_t row = (int32_t)((int64_t)y * sprite->height / canvas->height);
        const int32_t stored =
            (sprite->flip_y ? sprite->height - 1 - row : row) - sprite->bounds.y0;
        if (row >= tight.y0 && row < tight.y1)
            draw_scaled(&pen, sprite, stored, y);
    }
    hm_pen_end(&pen);
    return true;
}

/* ==== Turned sprites ========================================================================== */

/*
 * a canvas changed by a turned sprite
 *
 * Each pixel of the canvas in the box of the turned sprite is looked up in the sprite.
 */

/* Positions from the first to the last on an axis, counted from a way's first pixel. */
struct extent {
    int64_t first, last;
};

/* The least or the largest p * x + q * y. */
static SMALL struct wide end_of(int64_t p, struct extent x, int64_t q, struct extent y,
                                bool largest)
{
    return wide_add(hm_wide_product(p, (p < 0) == largest ? x.first : x.last),
                    hm_wide_product(q, (q < 0) == largest ? y.first : y.last));
}

/* The columns or rows with (p * x + q * y) / divisor in them, and one more on either side. */
static SMALL struct extent quotients(int64_t p, struct extent x, int64_t q, struct extent y,
                                     int64_t divisor)
{
    const int64_t sign = divisor < 0 ? -1 : 1;
    return (struct extent){
        hm_wide_divide(end_of(sign * p, x, sign * q, y, false), sign * divisor) - 1,
        hm_wide_divide(end_of(sign * p, x, sign * q, y, true), sign * divisor) + 2};
}

/* Finds a box of the canvas that holds all pixels that may land in the mask. */
static SMALL bool find_box(const hm_canvas *canvas, const struct way *w, const struct lookup *mask,
                           hm_box *out)
{
    const int64_t divisor = w->xx * w->yy - w->xy * w->yx;
    const struct extent x = {-w->x, mask->width * 65536 - w->x};
    const struct extent y = {-w->y, mask->height * 65536 - w->y};
    if (divisor == 0)
        return hm_canvas_clip(canvas, 0, 0, canvas->width, canvas->height, out);
    const struct extent columns = quotients(w->yy, x, -w->xy, y, divisor);
    const struct extent rows = quotients(w->xx, y, -w->yx, x, divisor);
    return hm_canvas_clip(canvas, columns.first, rows.first, columns.last, rows.last, out);
}

/* The pixels of a row that land, from column `u` on. */
static uint64_t landing(const struct way *w, int64_t u, int64_t v, unsigned count,
                        const struct lookup *mask)
{
    int64_t x = w->x + w->xx * u + w->xy * v, y = w->y + w->yx * u + w->yy * v;
    uint64_t bits = 0;
    for (unsigned i = 0; i < count; i++, x += w->xx, y += w->yx)
        bits |= (uint64_t)lookup_has(mask, x, y) << i;
    return bits;
}

static SMALL void stamp_box(hm_canvas *canvas, const hm_box *box, const struct way *way,
                            const struct lookup *mask, const struct ink *ink)
{
    for (uint32_t s = (uint32_t)box->x0 / 64; s <= (uint32_t)(box->x1 - 1) / 64; s++) {
        const int64_t first = larger(box->x0, (int64_t)s * 64);
        const unsigned count = (unsigned)(smaller(box->x1, (int64_t)s * 64 + 64) - first);
        for (int32_t y = box->y0; y < box->y1; y++) {
            const uint64_t bits = landing(way, first, y, count, mask) << first % 64;
            uint8_t *const to = canvas_row(canvas, s, (uint32_t)y);
            put_u64(to, ink_word(ink, columns_in_box(box, s), get_u64(to), bits));
        }
    }
    hm_canvas_mark(canvas, box);
}

SMALL bool hm_canvas_stamp_affine(hm_canvas *canvas, const hm_sprite *sprite, const hm_affine *map,
                                  hm_op op)
{
    const hm_box whole = {0, 0, canvas->width, canvas->height};
    const hm_sprite view = {.bounds = whole, .width = canvas->width, .height = canvas->height};
    const struct ink *const ink = ink_of(op);
    hm_box box = {0, 0, 0, 0};
    if (ink == NULL || !hm_affine_is_usable(sprite, &view, map) || sprite->words == canvas->words)
        return false;
    if (sprite->bounds.x0 < sprite->bounds.x1) {
        const struct way way = hm_way_between(&map->to_a, &view, sprite);
        const struct lookup mask = lookup_of(sprite);
        if (find_box(canvas, &way, &mask, &box))
            stamp_box(canvas, &box, &way, &mask, ink);
    }
    if (op == HM_KEEP)
        hm_canvas_keep_inside(canvas, &box);
    return true;
}

/* ==== A connected piece ======================================================================= */

/*
 * a canvas changed by one connected piece of a mask
 *
 * The piece is found from one of its pixels on, run by run, so a speck costs little in a large
 * mask. A table tells which runs are known. It grows with them, and has two slots for a run:
 *
 *     scratch    | places of runs, 8 bytes each | the table, 8 bytes for each run |
 *
 * When all runs are known, each of them takes 16 bytes from the beginning of scratch.
 */

struct flood {
    const hm_sprite *sprite;
    uint8_t *places; /* column | row << 32 of the first pixel of each run, as stored */
    uint8_t *table;  /* the numbers of runs plus 1, or 0 */
    uint32_t size;   /* the slots of the table that are used */
    uint32_t count, capacity;
    uint32_t left, top, right, bottom; /* the tight bounds; the last column and row are inside */
};

static inline uint64_t place_of(const struct flood *flood, uint32_t i)
{
    return get_u64(flood->places + (size_t)i * 8);
}

/* The slot of a run, or a free one. */
static uint8_t *find_slot(const struct flood *flood, uint64_t place)
{
    const uint64_t hash = place * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    size_t slot = (size_t)(hash * flood->size >> 32);
    uint32_t number;
    while ((number = get_u32(flood->table + slot * 4)) != 0 && place_of(flood, number - 1) != place)
        slot = slot + 1 < flood->size ? slot + 1 : 0;
    return flood->table + slot * 4;
}

static SMALL void grow_table(struct flood *flood)
{
    const int64_t more = larger(64, (int64_t)flood->size * 4);
    flood->size = (uint32_t)smaller(more, (int64_t)flood->capacity * 2);
    memset(flood->table, 0, (size_t)flood->size * 4);
    for (uint32_t i = 0; i < flood->count; i++)
        put_u32(find_slot(flood, place_of(flood, i)), i + 1);
}

/* Adds the run that begins at a pixel, unless it is known. False when there is no room for it. */
static bool add_run(struct flood *flood, uint32_t column, uint32_t row)
{
    const uint64_t place = (uint64_t)row << 32 | column;
    if (flood->count >= flood->size / 2 && flood->size / 2 < flood->capacity)
        grow_table(flood);
    uint8_t *const slot = find_slot(flood, place);
    if (get_u32(slot) != 0)
        return true;
    if (flood->count == flood->capacity)
        return false;
    put_u64(flood->places + (size_t)flood->count * 8, place);
    put_u32(slot, ++flood->count);
    return true;
}

/* The first column of the run that holds a pixel. */
static uint32_t begin_of_run(const struct flood *flood, uint32_t column, uint32_t row)
{
    uint64_t in_word = low_bits(column % 64 + 1);
    for (uint32_t stripe = column / 64;; stripe--, in_word = UINT64_MAX) {
        const uint64_t empty = ~get_u64(sprite_row(flood->sprite, stripe, row)) & in_word;
        if (empty == 0 && stripe > flood->left / 64)
            continue;
        const uint32_t begin = stripe * 64 + (empty != 0 ? highest_bit(empty) + 1 : 0);
        return begin > flood->left ? begin : flood->left;
    }
}

/* The column after the last one of the run that holds a pixel. */
static uint32_t end_of_run(const struct flood *flood, uint32_t column, uint32_t row)
{
    uint64_t in_word = ~low_bits(column % 64);
    for (uint32_t stripe = column / 64;; stripe++, in_word = UINT64_MAX) {
        const uint64_t empty = ~get_u64(sprite_row(flood->sprite, stripe, row)) & in_word;
        if (empty == 0 && stripe < flood->right / 64)
            continue;
        const uint32_t end = stripe * 64 + (empty != 0 ? lowest_bit(empty) : 64);
        return end <= flood->right ? end : flood->right + 1;
    }
}

/* Adds the runs of a row that have pixels from `first` to `last`. */
static bool add_runs(struct flood *flood, uint32_t row, uint32_t first, uint32_t last)
{
    uint32_t column;
    while (first <= last && find_in_row(flood->sprite, row, first, last, false, &column)) {
        if (!add_run(flood, column > first ? column : begin_of_run(flood, column, row), row))
            return false;
        first = end_of_run(flood, column, row) + 1;
    }
    return true;
}

/* Finds all runs of the piece of the first one. */
static bool find_piece(struct flood *flood, bool diagonal)
{
    for (uint32_t i = 0; i < flood->count; i++) {
        const uint64_t place = place_of(flood, i);
        const uint32_t begin = (uint32_t)place, row = (uint32_t)(place >> 32);
        const uint32_t end = end_of_run(flood, begin, row);
        const uint32_t first = begin - (diagonal && begin > flood->left);
        const uint32_t last = end - !(diagonal && end <= flood->right);
        if ((row > flood->top && !add_runs(flood, row - 1, first, last)) ||
            (row < flood->bottom && !add_runs(flood, row + 1, first, last)))
            return false;
    }
    return true;
}

/* Makes runs of the places, in pixels of the view. Returns their box. */
static SMALL hm_box show_runs(const struct flood *flood)
{
    const hm_sprite *const sprite = flood->sprite;
    const hm_box *const bounds = &sprite->bounds;
    hm_box box = {INT32_MAX, INT32_MAX, 0, 0};
    for (uint32_t i = flood->count; i-- > 0;) {
        const uint32_t column = (uint32_t)place_of(flood, i);
        const uint32_t row = (uint32_t)(place_of(flood, i) >> 32);
        const hm_box stored = {bounds->x0 + (int32_t)column, bounds->y0 + (int32_t)row,
                               bounds->x0 + (int32_t)end_of_run(flood, column, row),
                               bounds->y0 + (int32_t)row + 1};
        const hm_box run = shown_box(sprite, &stored);
        put_run(flood->places, i, (uint32_t)run.x0, (uint32_t)run.x1, (uint32_t)run.y0);
        box.x0 = (int32_t)smaller(box.x0, run.x0);
        box.y0 = (int32_t)smaller(box.y0, run.y0);
        box.x1 = (int32_t)larger(box.x1, run.x1);
        box.y1 = (int32_t)larger(box.y1, run.y1);
    }
    return box;
}

static uint64_t run_place(const uint8_t *runs, uint32_t i)
{
    return (uint64_t)RUN(runs, i, row) << 32 | RUN(runs, i, begin);
}

static SMALL void swap_runs(uint8_t *runs, uint32_t i, uint32_t k)
{
    const struct piece_run one = get_run(runs, i), other = get_run(runs, k);
    put_run(runs, i, other.begin, other.end, other.row);
    put_run(runs, k, one.begin, one.end, one.row);
}

/* Sorts fewer than 2^31 runs into reading order, with a heap. */
static SMALL void sort_runs(uint8_t *runs, uint32_t count)
{
    for (uint32_t end = count, begin = count / 2; end > 1;) {
        if (begin > 0)
            begin--;
        else
            swap_runs(runs, 0, --end);
        for (uint32_t at = begin, next; (next = 2 * at + 1) < end; at = next) {
            next += next + 1 < end && run_place(runs, next) < run_place(runs, next + 1);
            if (run_place(runs, at) >= run_place(runs, next))
                break;
            swap_runs(runs, at, next);
        }
    }
}

/* Draws the runs of a sprite at (x, y). A pen that keeps needs them in reading order. */
static SMALL void draw_runs(struct pen *pen, const uint8_t *runs, uint32_t count, int64_t x,
                            int64_t y)
{
    int32_t row = pen->box.y0;
    for (uint32_t i = 0; i < count; i++) {
        const struct piece_run run = get_run(runs, i);
        if (y + run.row < pen->box.y0 || y + run.row >= pen->box.y1)
            continue;
        for (; pen->keeps && row < y + run.row; row++)
            hm_pen_end_row(pen, row);
        hm_pen_run(pen, (int32_t)(y + run.row), x + run.begin, x + run.end);
    }
    for (; pen->keeps && row < pen->box.y1; row++)
        hm_pen_end_row(pen, row);
    hm_pen_end(pen);
}

SMALL bool hm_canvas_stamp_component(hm_canvas *canvas, const hm_sprite *sprite, int32_t x,
                                     int32_t y, bool diagonal, int32_t at_x, int32_t at_y, hm_op op,
                                     void *scratch, size_t scratch_size)
{
    if (ink_of(op) == NULL || !hm_solid(sprite, x, y))
        return false;
    if (sprite->row_step == 0)
        return hm_canvas_stamp(canvas, sprite, at_x, at_y, op);
    const hm_box *const tight = stored_tight(sprite), *const bounds = &sprite->bounds;
    const int32_t column = (sprite->flip_x ? sprite->width - 1 - x : x) - bounds->x0;
    const int32_t row = (sprite->flip_y ? sprite->height - 1 - y : y) - bounds->y0;
    const size_t room = scratch_size / sizeof(struct piece_run);
    struct flood flood = {
        .sprite = sprite,
        .places = (uint8_t *)scratch,
        .capacity = (uint32_t)(room < INT32_MAX ? room : INT32_MAX),
        .left = (uint32_t)(tight->x0 - bounds->x0),
        .top = (uint32_t)(tight->y0 - bounds->y0),
        .right = (uint32_t)(tight->x1 - 1 - bounds->x0),
        .bottom = (uint32_t)(tight->y1 - 1 - bounds->y0),
    };
    struct pen pen;
    if (flood.capacity == 0)
        return false;
    flood.table = flood.places + (size_t)flood.capacity * 8;
    if (!add_runs(&flood, (uint32_t)row, (uint32_t)column, (uint32_t)column) ||
        !find_piece(&flood, diagonal))
        return false;
    const hm_box box = show_runs(&flood);
    if (op == HM_KEEP)
        sort_runs(flood.places, flood.count);
    if (hm_pen_begin(&pen, canvas, op, (int64_t)at_x + box.x0, (int64_t)at_y + box.y0,
                     (int64_t)at_x + box.x1, (int64_t)at_y + box.y1))
        draw_runs(&pen, flood.places, flood.count, at_x, at_y);
    return true;
}
