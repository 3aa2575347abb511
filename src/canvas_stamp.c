/*
 * canvas_stamp.c - a canvas changed by the mask of a sprite, also by its own, and moved
 *
 * A canvas that is stamped with a view of itself must read each word before it writes it. So the
 * stripes and rows are gone through against the way that the pixels move.
 */
#include "canvas.h"

#include "columns.h"

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

void hm_canvas_copy(hm_canvas *canvas, const hm_box *box, const hm_sprite *sprite, int64_t x,
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
            hm_canvas_copy(canvas, &box, sprite, x, y, ink);
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
        hm_canvas_copy(canvas, &box, &view, dx, dy, &put);
    hm_canvas_keep_inside(canvas, &box);
}
