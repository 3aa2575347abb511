/*
 * cache_product.h - a product as bytes, and back
 *
 * The bytes are in two parts. The facts are all that a run needs when nothing has changed: the
 * files that were read, and the diagnostics. The content is the rest: sprites, animations and
 * options. Unpacking takes any bytes: it gives only products that make a valid pack. Only the
 * program that packed them can tell whether they are the products of the art.
 */
#ifndef CACHE_PRODUCT_H
#define CACHE_PRODUCT_H

#include "model/product.h"

/* ---- Numbers and strings ------------------------------------------------------------------- */

/* Values on their way into `out`, or, without it, out of bytes that may be anything. So one
 * function describes a thing in both directions. Numbers are little-endian, and there are no gaps.
 * Taking stops at the end: from then on every value is zero, and the caller may ask once, after the
 * last.
 */
struct bytes {
    struct text *out;
    const uint8_t *next; /* the bytes that are still to be taken */
    size_t left;
    bool failed;
};

void bytes_u32(struct bytes *bytes, uint32_t *number);
void bytes_u64(struct bytes *bytes, uint64_t *number);
void bytes_digest(struct bytes *bytes, struct digest *digest);
void bytes_facts(struct bytes *bytes, struct file_facts *facts);
/* Passes a string or NULL. A string that is taken lies among the bytes, with its NUL. */
void bytes_string(struct bytes *bytes, const char **string);

/* ---- Products ------------------------------------------------------------------------------ */

/* Files that changed later than `start` have not settled. */
void product_pack_facts(const struct product *product, int64_t start, struct text *out);
void product_pack_content(const struct product *product, struct text *out);

/* Each adds its part to a product; false when the bytes are not right or there is no memory. */
bool product_unpack_facts(struct bytes bytes, struct product *out);
bool product_unpack_content(struct bytes bytes, struct product *out);

/* Facts begin with their numbers, and the files follow. */
struct product_facts {
    bool is_document;
    uint32_t file_count, diagnostic_count, soft_count;
};

void product_pass_facts(struct bytes *bytes, struct product_facts *facts);
void product_pass_file(struct bytes *bytes, struct product_file *file);

#endif
