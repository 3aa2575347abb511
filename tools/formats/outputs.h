/*
 * outputs.h - what a command writes: the pack, document or C, the depfile, the stamp
 *
 * All are opened before the work begins and put in their places when all are written, so that
 * a failure leaves each as it was.
 */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "formats/depfile.h"
#include "formats/output_options.h"
#include "model/model.h"
#include "system/output.h"
#include "system/stamp.h"

enum outputs_target { TARGET_OUTPUT, TARGET_HEADER, TARGET_DEPFILE, TARGET_STAMP, OUTPUTS_TARGETS };

/* A zeroed one is closed. */
struct outputs {
    unsigned jobs; /* threads that may write */
    const struct output_options *options;
    struct output output, header, depfile, stamp;
    struct text header_path;      /* of C */
    struct text depfile_path;     /* when it goes by the output's name */
    uint64_t size;                /* of the output, once written */
    bool stands;                  /* what is in the output's place is good as it is */
    struct stamp stamp_of_output; /* once it is in place; zeroed for C, which is two files */
    const char *about;            /* the path that a failure is about */
    struct standing {
        bool there;
        struct file_id id;
    } standing[OUTPUTS_TARGETS]; /* the files that are to be replaced */
};

bool outputs_open(struct outputs *outputs, const struct output_options *options, struct error *err);

/* Writes a sorted model; `read` is what the depfile lists. Without a model the output is good as
 * it stands, and only its time is to become the present one, unless it is to be left alone. */
bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err);

/* Puts what was written in its place. */
bool outputs_commit(struct outputs *outputs, struct error *err);

/* Would writing to `path` write over one of them? */
bool outputs_have(const struct outputs *outputs, const char *path);

/* Is there a file that they are to replace? */
bool outputs_replace_any(const struct outputs *outputs);

/* Which of them is to replace that file? OUTPUTS_TARGETS: none is. */
enum outputs_target outputs_replacing(const struct outputs *outputs, struct file_id file);

/* Adds the folders that writing them changes; false without memory. */
bool outputs_add_folders(const struct outputs *outputs, struct file_ids *folders);

/* Closes. What is not in its place by then is forgotten. */
void outputs_close(struct outputs *outputs);

#endif
