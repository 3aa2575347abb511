/*
 * model_support.h - models drawn as text, and what a writer makes of them
 */
#ifndef MODEL_SUPPORT_H
#define MODEL_SUPPORT_H

#include "model.h"
#include "sink.h"
#include "text.h"

/* A picture as a bitmap: lines of '#' and '.', all of one length. */
void bitmap_draw(struct bitmap *bitmap, const char *picture);

/* Adds a sprite drawn as lines of '#' and '.', all of one length: "#.\n.#\n". Its source is
 * "art.png", its region all of it, its pivot the centre; without a rule it has no points.
 * The result stands until the next sprite is added; the test may change it. */
struct model_sprite *model_draw(struct model *model, const char *name, const char *picture,
                                const struct points_rule *rule);

/* Adds an animation of the sprites that are named in `frames`, apart by spaces: "a b a". */
void model_animate(struct model *model, const char *name, const char *frames,
                   const uint32_t *durations);

#endif
