/*
 * png_write.h - a canvas becomes a PNG
 *
 * The only door to libspng's encoder, as decode.h is to its decoder.
 */
#ifndef PNG_WRITE_H
#define PNG_WRITE_H

#include "canvas.h"
#include "sink.h"

/* Writes 8-bit RGBA. The same pixels give the same bytes, given the same zlib. */
bool png_write(const struct canvas *canvas, struct sink *sink, struct error *err);

#endif
