/*
 * document_sprite.h - a sprite of the JSON document
 */
#ifndef DOCUMENT_SPRITE_H
#define DOCUMENT_SPRITE_H

#include "base/error.h"
#include "base/json.h"
#include "model/product.h"

/* Reads the element `json` of "sprites" and adds it to the product. `origin` and `max_pixels` are
 * those of document_read. */
bool document_add_sprite(const struct json *json, const char *origin, uint64_t max_pixels,
                         struct product *out, struct error *err);

#endif
