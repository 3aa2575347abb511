/*
 * bake.h - one input becomes its product, without knowing of other inputs
 *
 * May run on any thread. What kind of file an input is, is found out by its bytes.
 */
#ifndef BAKE_H
#define BAKE_H

#include "model/product.h"
#include "picture/image.h"
#include "plan/inputs.h"
#include "plan/naming.h"

/* The rules for all inputs of a run. */
struct bake_rules {
    struct picture_rules {
        uint64_t max_pixels;
        enum decoder decoder;
    } decoding;
    struct naming_rules naming;
    bool fingerprinted; /* keep fingerprints of the files that are read */
    int64_t start;      /* of the bake, from file_system_time */
};

/* `out` is zeroed before. Errors and warnings go to its diagnostics. */
void bake_input(const struct input *input, const struct bake_rules *rules, struct product *out);

#endif
