/*
 * picture.h - what the games load and draw: pictures, packs and their sprites
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "pixels.h"
#include "stage.h"

/* ---- Pictures and sprites ----------------------------------------------------------------- */

enum picture_key { ALPHA_ONLY, MAGENTA_IS_CLEAR };

/* Loads a PNG from the folder of art. To be freed either way. */
bool picture_load(struct stage *stage, const char *file, enum picture_key key, struct picture *out);
void picture_free(struct picture *picture);

/* Makes a clear picture for a game to paint: its pixels are `rgba`, and picture_update shows those
 * in the box, which may reach beyond the picture. To be freed either way. */
bool picture_make(struct stage *stage, int width, int height, struct picture *out);
void picture_update(struct picture *picture, hm_box box);

/* Opens a pack of the command line. Its bytes live until the stage is closed. */
bool stage_pack(struct stage *stage, int which, hm_pack *out);

/* Finds a sprite, and makes sure that the pack was baked as the program wants it: just the pixels
 * of `solid` whose alpha is above `threshold` must be solid; all of them below 0. */
bool stage_sprite(struct stage *stage, int which, const hm_pack *pack, const char *name,
                  const struct picture *solid, int threshold, hm_sprite *out);

/* ---- Drawing ------------------------------------------------------------------------------ */

/* Colours are 0xRRGGBBAA. */
void stage_clear(struct stage *stage, uint32_t color);
void stage_fill(struct stage *stage, hm_box box, uint32_t color);
void stage_frame(struct stage *stage, hm_box box, uint32_t color);
void stage_picture(struct stage *stage, const struct picture *picture, int x, int y);

/* The part of a picture, scaled to the box `to` and mirrored or not. */
void stage_picture_part(struct stage *stage, const struct picture *picture, hm_box part, hm_box to,
                        SDL_RendererFlip flip);

/* Turned round a point of the picture that stands at (x, y); clockwise, 65536 is a full turn, and
 * 65536 is the scale of the picture's own size. */
void stage_picture_turned(struct stage *stage, const struct picture *picture, int x, int y,
                          SDL_Point pivot, uint32_t angle, int32_t scale);

#endif
