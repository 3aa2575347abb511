/*
 * frame_cut.h - a piece of a page becomes a picture of its own, upright and untrimmed
 *
 * The picture is only the part of its sprite in which anything may be solid, its window: a frame of
 * a few pixels may lie in a huge sprite.
 */
#ifndef FRAME_CUT_H
#define FRAME_CUT_H

#include "atlas/atlas.h"
#include "picture/decode.h"

/* The part of a sprite that was cut out; all else of the sprite is empty. By axis. */
struct window {
    uint32_t at[2], size[2]; /* the size of the planes */
    uint32_t whole[2];       /* the size of the sprite */
};

/* To be freed with decoded_free(&cutting.planes). */
struct cutting {
    struct decoded planes;
    struct window window;
};

/* The frame's rectangle on its page: x, y, width and height. A turned frame lies on its side. */
void frame_region(const struct atlas_frame *frame, uint32_t region[4]);

/* The part of its sprite that the upright frame covers: x, y, width and height, before it was
 * scaled. */
void frame_place(const struct atlas_frame *frame, bool trimmed, uint64_t scale, uint32_t place[4]);

/* Cuts the frame out of its page, which it must lie on, and as many empty pixels round it as
 * `margin` says, as far as the sprite goes. With `trimmed` the sprite is the frame's region alone.
 * To be freed when it succeeds. */
bool cut_frame(const struct decoded *page, const struct atlas_frame *frame, bool trimmed,
               uint32_t margin, struct cutting *out, struct error *err);

/* A scale of 1. */
enum { SCALE_ONE = 1000000000 };

/* A side of so many pixels before a packer scaled it by so many billionths; at least 1. */
uint64_t unscaled_side(uint64_t side, uint64_t scale);

/* Gives what was cut without a margin the size that it had before it was scaled: each pixel is the
 * one of the smaller picture on which its centre lies. */
bool cut_unscale(struct cutting *cutting, uint64_t scale, uint32_t margin, struct error *err);

/* Makes planes of the sprite in which only the box, or its shape, is solid, as far as it is not
 * trimmed. */
bool cut_box(const struct atlas_frame *frame, const struct atlas_box *box, bool trimmed,
             struct cutting *out, struct error *err);

#endif
