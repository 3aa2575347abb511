/*
 * document_mask.h - the pixels of a mask in the JSON document, both ways
 */
#ifndef DOCUMENT_MASK_H
#define DOCUMENT_MASK_H

#include "base/json.h"
#include "formats/document.h"

/* Writes the value of "mask", in rows or base64. `mask` is NULL when nothing is solid. */
void document_put_mask(struct sink *sink, const struct model_mask *mask, enum json_mask form);

/* Reads it into `mask`, whose box was read from `bounds` and has no words yet. The box must
 * be tight, and `area` what the mask has. */
bool document_read_mask(const struct json *json, const cJSON *value, const cJSON *bounds,
                        const cJSON *area, struct mask *mask, struct error *err);

#endif
