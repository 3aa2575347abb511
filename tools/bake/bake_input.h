/*
 * bake_input.h - one input becomes its product, whatever else there is
 *
 * May run on any thread. Finds out by an input's bytes what it is.
 */
#ifndef BAKE_INPUT_H
#define BAKE_INPUT_H

#include "model/product.h"
#include "plan/inputs.h"
#include "plan/naming.h"

/* What holds for all inputs of a run. */
struct bake_rules {
    uint64_t max_pixels;
    struct naming_rules naming;
    bool fingerprinted; /* leave fingerprints of the files read */
};

/* `out` is zeroed before; what is wrong is among its diagnostics. */
void produce(const struct input *input, const struct bake_rules *rules, struct product *out);

#endif
