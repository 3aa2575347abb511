/*
 * cache_product.h - a product as bytes, and back
 *
 * The bytes are in two parts. The facts are all that a run needs when nothing has changed: the
 * files that were read, and the diagnostics. The content is the rest: sprites, animations and
 * options. Unpacking takes any bytes: it gives only products that make a valid pack. Whether they
 * are those of the art nobody can tell but who packed them.
 */
#ifndef CACHE_PRODUCT_H
#define CACHE_PRODUCT_H

#include "bake/bytes.h"
#include "model/product.h"

/* Both leave `out` failed when there is no memory. */
void product_pack_facts(const struct product *product, int64_t start, struct text *out);
void product_pack_content(const struct product *product, struct text *out);

/* Facts, read where they lie. */
struct product_facts {
    bool is_document;
    uint32_t file_count, diagnostic_count, soft_count;
    struct bytes files, diagnostics;
};

bool product_facts_open(struct bytes bytes, struct product_facts *facts);

/* Takes the next file; `*fingerprint_at` is where its fingerprint lies. False at the end, or when
 * the bytes are not right. */
bool product_facts_next(struct product_facts *facts, const char **path,
                        struct fingerprint *fingerprint, const uint8_t **fingerprint_at);

/* Writes over a fingerprint. */
void product_facts_set_fingerprint(uint8_t *fingerprint_at, const struct fingerprint *fingerprint,
                                   int64_t start);

/* Each adds its part to a product; false when the bytes are not right or there is no memory. */
bool product_unpack_facts(struct bytes bytes, struct product *out);
bool product_unpack_content(struct bytes bytes, struct product *out);

#endif
