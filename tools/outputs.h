/*
 * outputs.h - what a command writes: the pack or document, the depfile, the stamp
 *
 * All are opened before the work begins and put in their places when all are written, so that
 * a failure leaves each as it was.
 */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "depfile.h"
#include "model.h"
#include "output.h"
#include "output_options.h"

/* A zeroed one is closed. */
struct outputs {
    const struct output_options *options;
    struct output output, depfile, stamp;
    struct text depfile_path; /* when it goes by the output's name */
    uint64_t size;            /* of the output, once written */
    const char *about;        /* the path that a failure is about */
};

bool outputs_open(struct outputs *outputs, const struct output_options *options, struct error *err);

/* Writes a sorted model; `read` is what the depfile lists. */
bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err);

/* Closes. What is not in its place by then is forgotten. */
void outputs_close(struct outputs *outputs);

#endif
