/*
 * diff_draw.h - shows what differs between two packs
 */
#ifndef DIFF_DRAW_H
#define DIFF_DRAW_H

#include "base/sink.h"
#include "draw/canvas.h"
#include "model/compare.h"

void diff_put_text(const struct comparison *comparison, struct sink *sink);
void diff_put_json(const struct comparison *comparison, struct sink *sink);

/* Draws each sprite whose mask changed: + gained, - lost, # both. Scaled down to `columns`; 0 is
 * any width. */
bool diff_put_ascii(const struct comparison *comparison, uint32_t columns, struct sink *sink,
                    struct error *err);

/* Draws a sheet of all sprites whose pixels differ; `out` is to be freed when this succeeds.
 * `drawn` of `count` sprites found a place. */
bool diff_picture(const struct comparison *comparison, struct rgba *out, size_t *drawn,
                  size_t *count, struct error *err);

#endif
