/*
 * load.h - reads a pack or a JSON document from a file, and checks it
 */
#ifndef LOAD_H
#define LOAD_H

#include "base/error.h"
#include "model/model.h"
#include "model/product.h"

#include <hitmask.h>

/* A pack and the bytes that it is a view of. A zeroed one is empty and safe to free. */
struct pack_file {
    uint8_t *bytes;
    size_t size;
    hm_pack pack;
};

/* Reads and opens; `path` may be "-". A file that is not a valid pack fails with the status
 * `bad_pack`. */
bool pack_file_open(struct pack_file *file, const char *path, enum status bad_pack,
                    struct error *err);

/* Checks all of it, with hm_pack_verify. */
bool pack_file_verify(const struct pack_file *file, enum status bad_pack, struct error *err);
void pack_file_free(struct pack_file *file);

/* Adds the sprites, animations and options of an open, verified pack to the product. */
bool pack_read(const hm_pack *pack, const char *origin, struct product *out, struct error *err);

/* Gives the content of a pack or a JSON document; `out` must be zeroed, and freed in any case.
 * Errors are in its diagnostics. */
bool load_product(const char *path, struct product *out);

/* Gives the sorted model of a pack or a JSON document; `model` must be zeroed, and freed
 * whatever happens. */
bool load_model(const char *path, struct model *model, struct diagnostics *found);

#endif
