/*
 * document.h - the JSON document: the same facts as a pack, for people and scripts
 */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "base/error.h"
#include "base/sink.h"
#include "model/model.h"
#include "model/product.h"

enum json_mask { JSON_MASK_ROWS, JSON_MASK_BASE64, JSON_MASK_NONE };

/* Writes a sorted model. The bytes depend on the model and the two choices alone. */
void document_write(const struct model *model, enum json_mask mask, struct sink *sink);

/* True if these bytes may be a JSON text: after white space, or a BOM, comes a '{' or '['. */
bool document_is_json(const uint8_t *bytes, size_t size);

/* Recognises JSON of another kind, by its first known key, and returns words for messages: "it
 * looks like a config; ...". NULL: the text is a document, or of no known kind. `text` has a NUL
 * after `size` bytes. */
const char *document_recognise_other(const char *text, size_t size);

/* Reads a document and adds its sprites, animations and options to the product. `text` has a NUL
 * after `size` bytes. `path` names the file in messages. A sprite of more than `max_pixels` is
 * refused; 0: of more than a pack that is read may have, where --max-pixels is no option. After a
 * wrong sprite the next one is tried: all errors are in the product's diagnostics.
 */
bool document_read(const char *text, size_t size, const char *path, uint64_t max_pixels,
                   struct product *out);

/* True if these bytes could be the options of a document, just as they are. */
bool document_are_options(const uint8_t *bytes, size_t size);

#endif
