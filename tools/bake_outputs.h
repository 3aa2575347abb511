/*
 * bake_outputs.h - what a bake writes: the pack or document, the depfile, the stamp
 *
 * All are opened before the work begins and put in their places when all are written, so that
 * a failure leaves each as it was.
 */
#ifndef BAKE_OUTPUTS_H
#define BAKE_OUTPUTS_H

#include "bake_options.h"
#include "depfile.h"
#include "model.h"
#include "output.h"

/* A zeroed one is closed. */
struct bake_outputs {
    const struct bake_options *options;
    struct output output, depfile, stamp;
    struct text depfile_path; /* when it goes by the output's name */
    uint64_t size;            /* of the output, once written */
    const char *about;        /* the path that a failure is about */
};

bool bake_outputs_open(struct bake_outputs *outputs, const struct bake_options *options,
                       struct error *err);

/* Writes a sorted model; `read` is what the depfile lists. */
bool bake_outputs_write(struct bake_outputs *outputs, const struct model *model,
                        struct depfile *read, struct error *err);

/* Closes. What is not in its place by then is forgotten. */
void bake_outputs_close(struct bake_outputs *outputs);

#endif
