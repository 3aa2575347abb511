/*
 * bake_options.h - the options of `hitmask bake`, as values
 */
#ifndef BAKE_OPTIONS_H
#define BAKE_OPTIONS_H

#include "base/memory.h"
#include "formats/output_options.h"
#include "picture/image.h"
#include "system/message.h"

/* The values of an option that may be given several times. */
struct strings {
    const char **items;
    size_t count, capacity;
};

/* A pattern of --exclude. */
struct exclusion {
    const char *glob;
    bool matched; /* a name, so far */
};

/* Part `index`, from 1, of `count`. A zeroed one is the whole. */
struct shard {
    uint32_t index, count;
};

struct bake_options {
    struct output_options outputs;
    const char *root;
    const char *name;
    struct {
        struct exclusion *items;
        size_t count, capacity;
    } exclude;
    struct strings error_on; /* ids of warnings */
    bool strip_extension;
    bool allow_outside;
    const char *files0; /* a file of operands; NULL: none */
    const char *config;
    const char *mask_suffix;
    const char *cache; /* NULL: none */
    uint32_t jobs, max_pixels;
    enum decoder decoder;
    bool dry_run;
    struct shard shard;
    enum progress_choice progress;
    struct arena arena;
};

extern const struct option_set bake_option_set;

/* The options of `hitmask tune`, for a struct bake_options too: without those of the files that a
 * bake writes. */
extern const struct option_set tune_option_set;

/* Reads a command line of one of these sets. Fills both also when it fails, so that the errors can
 * be reported in the format that the line asks for. The options of recipes stay in the arguments.
 */
bool bake_options_read(const struct option_set *set, size_t count, const char *const *words,
                       struct bake_options *options, struct arguments *arguments,
                       struct diagnostics *found);
void bake_options_free(struct bake_options *options);

/* A given option that applies to pictures; NULL when there is none. */
const char *bake_options_about_pixels(const struct bake_options *options,
                                      const struct arguments *arguments);

/* ---- Shards ---------------------------------------------------------------------------------- */

/* Reads "2/5". */
bool shard_read(const char *text, struct shard *out);

/* True if the input of that name belongs to the part. A hash of the name decides, without the
 * digits of its last part, so that the frames of a sequence stay together: every machine comes to
 * one answer, and other inputs do not change it. */
bool shard_has(const struct shard *shard, const char *name);

/* Compares inputs by the characters of their names that decide. Inputs that are equal by that (0)
 * are in one part, however many parts there are. */
int shard_compare(const char *name, const char *other);

#endif
