/*
 * produce.h - one input becomes its product, whatever else there is
 *
 * May run on any thread. Finds out by an input's bytes what it is.
 */
#ifndef PRODUCE_H
#define PRODUCE_H

#include "model/product.h"
#include "plan/inputs.h"
#include "plan/naming.h"

/* What holds for all inputs of a run. */
struct produce_rules {
    uint64_t max_pixels;
    struct naming_rules naming;
    bool traced; /* leave traces of the files read */
};

/* `out` is zeroed before; what is wrong is among its findings. */
void produce(const struct input *input, const struct produce_rules *rules, struct product *out);

#endif
