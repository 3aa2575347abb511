/*
 * outputs.h - the files that a command writes: the pack, document or C, the depfile, the stamp
 *
 * All are opened before the work begins and put in place when all are written, so that a failure
 * leaves the old files as they were.
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
    struct text depfile_path;     /* of a depfile without -MF */
    uint64_t size;                /* of the output, once written */
    bool keep;                    /* the file in the output's place has the right content */
    bool left_alone;              /* what is in the output's place is as it would be made */
    struct stamp stamp_of_output; /* once it is in place; zeroed for C, which is two files */
    const char *about;            /* the path that a failure is about */
    struct {
        bool exists;
        struct file_id id;
        struct stamp stamp;      /* zeroed unless it is a regular file */
    } replaced[OUTPUTS_TARGETS]; /* the files that are to be replaced, or written over in place */
    bool is_input; /* the output replaces a file that is read; to be set before outputs_commit */
    struct {
        bool is_file; /* not written in place */
        struct file_id id;
    } placed[OUTPUTS_TARGETS]; /* those that are there since outputs_commit, or stay */
};

/* Adds an error for each that cannot be opened. To be closed in any case. */
bool outputs_open(struct outputs *outputs, const struct output_options *options,
                  struct diagnostics *found);

/* An error for each file that would be replaced though hitmask did not write it, or though it is
 * a pack that a depfile or a stamp would replace. */
void outputs_check_replaced(const struct outputs *outputs, struct diagnostics *diagnostics);

/* Writes a sorted model, and a depfile of the files `read`. Without a model the output, which has
 * `stamp_of_output`, keeps its content, and gets the present time unless it is to be left alone. */
bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err);

/* Puts what was written in its place, unless there is meanwhile what may not be replaced. The stamp
 * does not count as new before outputs_finish. */
bool outputs_commit(struct outputs *outputs, struct error *err);

/* The whole run has succeeded, and nothing comes after this. */
bool outputs_finish(struct outputs *outputs, const struct depfile *read, struct error *err);

/* Would writing to `path` write over one of them? */
bool outputs_have(const struct outputs *outputs, const char *path);

/* Is there a file that they are to replace or to write over? */
bool outputs_replace_any(const struct outputs *outputs);

/* And may it be a picture, or a document that is not to be replaced? */
bool outputs_replace_art(const struct outputs *outputs);

/* The one that is to replace that file or to write over it; OUTPUTS_TARGETS: none is. */
enum outputs_target outputs_replacing(const struct outputs *outputs, struct file_id file);

/* May that one replace an input of its own kind? Only the output itself, only once it is complete,
 * and only when it can be read back. */
bool outputs_may_replace_input(const struct outputs *outputs, enum outputs_target target);

/* Is it the file that is read and that the output replaces (`is_input`)? */
bool outputs_become(const struct outputs *outputs, const char *path);

/* Adds the folders that writing them changes; false without memory. */
bool outputs_add_folders(const struct outputs *outputs, struct file_ids *folders);

/* Closes, and forgets what is not in place by then. */
void outputs_close(struct outputs *outputs);

#endif
