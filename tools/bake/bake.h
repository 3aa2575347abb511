/*
 * bake.h - one input becomes its product, without knowing of other inputs
 *
 * It may run on any thread. It finds the kind of a file by its bytes.
 */
#ifndef BAKE_H
#define BAKE_H

#include "model/product.h"
#include "picture/image.h"
#include "plan/inputs.h"
#include "plan/naming.h"
#include "system/reader.h"

/* The rules for all inputs of a run. */
struct bake_rules {
    struct picture_rules {
        uint64_t max_pixels;
        enum decoder decoder;
    } decoding;
    struct naming_rules naming;
    bool made;          /* keep how sprites were made */
    bool fingerprinted; /* keep fingerprints of the files that are read */
    int64_t start;      /* of the bake, from file_system_time */
};

/* `out` is zeroed before. Errors and warnings go to its diagnostics. */
void bake_input(const struct input *input, const struct bake_rules *rules, struct product *out);

/* ---- For the files of this folder ------------------------------------------------------------ */

/* The input that is baked, and its product. */
struct bake_job {
    const struct input *input;
    const struct bake_rules *rules;
    struct product *out;
};

/* Opens a file for the product. */
bool bake_open(const struct bake_job *job, const char *path, struct reader *reader,
               struct error *err);

/* Closes it, and adds it to the product's files if it was read without an error (`ok`). */
void bake_close(const struct bake_job *job, const char *path, struct reader *reader, bool ok);

/* Warns that a picture has more frames than are read. */
void bake_warn_animated(const struct bake_job *job, const char *path);

/* Warns of what is wrong in a picture that was read all the same. */
void bake_warn_flaws(const struct bake_job *job, const char *path, const struct image *image);

#endif
