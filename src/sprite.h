/*
 * sprite.h - how the rest of the runtime reads a sprite view
 */
#ifndef HM_SPRITE_H
#define HM_SPRITE_H

#include "cpu.h"
#include "records.h"

#include <hitmask.h>

static inline int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- Views of canvases ----------------------------------------------------------------------- */

/* The rows of a band of a canvas: see canvas.h. */
enum { BAND = 64 };

static inline uint64_t canvas_bands(uint32_t height)
{
    return ((uint64_t)height + BAND - 1) / BAND;
}

/* A game that keeps the view of a canvas which it changed since gets wrong answers: bounds, blocks
 * and area of the view are old. With HM_DEBUG an assertion finds that, which needs the C library.
 * The buffer of a canvas ends with the number that a view has in `changes`. */
#if defined(HM_DEBUG)
#include <assert.h>

static inline bool view_is_current(const hm_sprite *sprite)
{
    if (sprite->changes == 0)
        return true;
    const uint64_t bands =
        stripe_count((uint32_t)sprite->width) * canvas_bands((uint32_t)sprite->height);
    const size_t size = hm_sprite_buffer_size(sprite->width, sprite->height);
    return get_u32(sprite->words + size + (size_t)bands * 2) == sprite->changes;
}

#define ASSERT_CURRENT(sprite)                                                                     \
    assert(view_is_current(sprite) && "the canvas has changed: get its view again")
#else
#define ASSERT_CURRENT(sprite) ((void)0)
#endif

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* A stored box as the view shows it. */
static inline hm_box shown_box(const hm_sprite *sprite, const hm_box *stored)
{
    hm_box box = *stored;
    if (sprite->flip_x && box.x0 < box.x1) {
        box.x0 = sprite->width - stored->x1;
        box.x1 = sprite->width - stored->x0;
    }
    if (sprite->flip_y && box.y0 < box.y1) {
        box.y0 = sprite->height - stored->y1;
        box.y1 = sprite->height - stored->y0;
    }
    return box;
}

/* The box whose rows are stored, as the view shows it: queries cut to it. It is that of all solid
 * pixels, and for a view of a canvas it is the whole canvas. */
static inline hm_box sprite_bounds(const hm_sprite *sprite)
{
    ASSERT_CURRENT(sprite);
    return shown_box(sprite, &sprite->bounds);
}

/* The bounds as callers know them: they are never larger than the solid pixels. */
static inline const hm_box *stored_tight(const hm_sprite *sprite)
{
    ASSERT_CURRENT(sprite);
    return sprite->loose ? &sprite->of.tight : &sprite->bounds;
}

static inline hm_box sprite_tight(const hm_sprite *sprite)
{
    return shown_box(sprite, stored_tight(sprite));
}

/* ---- Kinds of views -------------------------------------------------------------------------- */

/* The bits of `plain` in a view. PLAIN: it is not flipped, and its rows are 8 bytes apart.
 * PLAIN_NARROW: also one stripe wide. PLAIN_LARGE: also has blocks. The same bits times STORED are
 * for the view turned back. */
enum { PLAIN = 1, PLAIN_NARROW = 2, PLAIN_LARGE = 4, STORED = 16 };

uint8_t hm_sprite_plain(const hm_sprite *sprite);

/* Begins a sprite that comes from no pack: empty, with the pivot in the centre. */
void hm_sprite_begin(hm_sprite *out, uint32_t cpu, int32_t width, int32_t height);

/* Makes an upright sprite that is solid throughout: the sides are above 0. */
void hm_sprite_of_box(hm_sprite *out, uint32_t cpu, int32_t width, int32_t height);

/* Ends a view whose stripes were just written, and whose bounds and area are known: writes the
 * blocks of a large mask behind the stripes, and then the zeros that wide reads need. */
void hm_sprite_end(hm_sprite *sprite, uint8_t *words);

/* The number of rows of ones that all masks without words of their own share. A mask with no more
 * rows may be read as if these words were its own. */
#if defined(HM_SIMD)
enum { FULL_ROWS = 64 };
#else
enum { FULL_ROWS = 16 };
#endif

/* The place of row `row` of stripe `stripe`; both count inside the stored bounds. */
static inline const uint8_t *sprite_row(const hm_sprite *sprite, uint32_t stripe, uint32_t row)
{
    const uint32_t rows = (uint32_t)(sprite->bounds.y1 - sprite->bounds.y0);
    return sprite->words + ((size_t)stripe * rows + row) * sprite->row_step;
}

#endif
