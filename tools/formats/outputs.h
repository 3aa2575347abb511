/*
 * outputs.h - the files that a command writes: the pack, document or C, the depfile, the stamp
 *
 * All are opened before the work begins. When all are written, they are renamed to their places one
 * after the other:
 *
 *     a depfile that asks for another bake -> headers -> output -> depfile -> stamp
 *
 * A run that is cut off between two of these renames leaves each file old or new, and whole; the
 * next build bakes again, because of the first depfile or because the output is older than an
 * input.
 */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "formats/depfile.h"
#include "formats/output_options.h"
#include "model/model.h"
#include "system/fingerprint.h"
#include "system/output.h"

/* In the order in which they are put in place. The first is the depfile that asks for another bake.
 */
enum outputs_target {
    TARGET_UNFINISHED,
    TARGET_HEADER,
    TARGET_NAMES,
    TARGET_OUTPUT,
    TARGET_DEPFILE,
    TARGET_STAMP,
    OUTPUTS_TARGETS
};

/* A zeroed one is closed. */
struct outputs {
    unsigned jobs; /* threads that may write */
    const struct output_options *options;
    struct outputs_file {
        struct output output;
        const char *name; /* as the user knows it; NULL: not wanted */
        bool exists;      /* there is a file that it will replace, or write over in place */
        struct file_id old;
    } files[OUTPUTS_TARGETS];
    struct text header_path;  /* of C */
    struct text depfile_path; /* of a depfile without -MF */
    int64_t time;             /* of all files: when the first of them was opened */
    uint64_t size;            /* of the output, once written */
    bool keep;                /* the file in the output's place has the right content */
    bool is_input; /* the output replaces a file that is read; to be set before outputs_write */
    struct file_facts facts_of_output; /* once it is in place; zeroed for C, which is two files */
    const char *about;                 /* the path that a failure is about */
};

/* Adds an error for each that cannot be opened. To be closed in any case. */
bool outputs_open(struct outputs *outputs, const struct output_options *options,
                  struct diagnostics *found);

/* Adds an error for each file that would be replaced though hitmask did not write it, or though it
 * is a pack that a depfile or a stamp would replace. */
void outputs_check_replaced(const struct outputs *outputs, struct diagnostics *diagnostics);

/* Writes a sorted model, and a depfile of the files `read`. Without a model the output, which has
 * `facts_of_output`, keeps its content. */
bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err);

/* Puts all in place. The output is left alone with --write-if-changed if its bytes are the same and
 * no file of `read` has changed since the run began. */
bool outputs_commit(struct outputs *outputs, const struct depfile *read, struct error *err);

/* True if writing to `path` would write over one of them. */
bool outputs_have(const struct outputs *outputs, const char *path);

/* True if there is a file that they are to replace or to write over. */
bool outputs_replace_any(const struct outputs *outputs);

/* True if such a file may be a picture, or a document that is not to be replaced. */
bool outputs_replace_art(const struct outputs *outputs);

/* The one that is to replace that file or to write over it; OUTPUTS_TARGETS: none is. */
enum outputs_target outputs_replacing(const struct outputs *outputs, struct file_id file);

/* True if that one may replace an input of its own kind: the output itself may, once it is complete
 * and if it can be read back. */
bool outputs_may_replace_input(const struct outputs *outputs, enum outputs_target target);

/* True if `path` is the file that is read and that the output replaces (`is_input`). */
bool outputs_become(const struct outputs *outputs, const char *path);

/* Adds the folders that writing them changes. */
void outputs_add_folders(const struct outputs *outputs, struct file_ids *folders);

/* Closes, and forgets what is not in place by then. */
void outputs_close(struct outputs *outputs);

#endif
