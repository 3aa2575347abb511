/*
 * document_animations.h - what the JSON document has beside sprites, both ways
 */
#ifndef DOCUMENT_ANIMATIONS_H
#define DOCUMENT_ANIMATIONS_H

#include "base/json.h"
#include "formats/document.h"

/* Write the members "animations" and "options", with a comma before each; nothing where the
 * model has none. */
void document_put_animations(struct sink *sink, const struct model *model);
void document_put_options(struct sink *sink, const struct model *model);

/* Read their values, which may be NULL, from the root of a document. */
bool document_read_animations(const struct json *json, const cJSON *value, const char *origin,
                              struct product *out, struct error *err);
bool document_read_options(const struct json *json, const cJSON *value, struct product *out,
                           struct error *err);

#endif
