/*
 * canvas_affine.c - a canvas changed by a turned sprite
 *
 * Each pixel of the canvas in the box of the turned sprite is looked up in the sprite.
 */
#include "canvas.h"

#include "affine.h"
#include "wide.h"

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
