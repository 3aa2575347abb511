/*
 * model_support.h - models drawn as text
 */
#ifndef MODEL_SUPPORT_H
#define MODEL_SUPPORT_H

#include "base/text.h"
#include "model/model.h"

/* A picture as a bitmap: lines of '#' and '.', all of one length. */
void bitmap_draw(struct bitmap *bitmap, const char *picture);

/* True if pixel (x, y) of the box is solid. It must lie in the box. */
bool mask_get(const struct mask *mask, uint32_t x, uint32_t y);

/* A sprite drawn as lines of '#' and '.', all of one length: "#.\n.#\n", with its mask and
 * points, to be added to something. Its source is "art.png", its region all of it, its pivot the
 * centre; without a rule it has no points. */
struct model_sprite sprite_draw(const char *name, const char *picture,
                                const struct points_rule *rule, struct mask *mask,
                                struct points *points);

/* Adds such a sprite. The result stands until the next one is added; the test may change it. */
struct model_sprite *model_draw(struct model *model, const char *name, const char *picture,
                                const struct points_rule *rule);

/* The sprite of that name, which must be there. */
const struct model_sprite *find_sprite(const struct model *model, const char *name);

/* Adds an animation of the sprites that are named in `frames`, apart by spaces: "a b a". */
void model_animate(struct model *model, const char *name, const char *frames,
                   const uint32_t *durations);

#endif
