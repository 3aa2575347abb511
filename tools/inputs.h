/*
 * inputs.h - the files that a bake reads, and what their sprites are called
 *
 * Turns what stands on the command line (files, folders, "-") into a list of files, each with
 * the name that its sprite gets and the companion that decides its solid pixels, if it has one.
 * Does not open any of them. Which recipe goes with which is set by the caller.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include "error.h"
#include "message.h"
#include "recipe.h"
#include "shard.h"

#include <sys/types.h>

struct input {
    char *path;
    char *mask; /* the companion's path; NULL: none */
    char *name; /* relative to its root, '/' between, extension and all */
    const struct recipe *recipe;
};

/* A folder that was walked, or an input that was not taken and why. */
struct input_note {
    char *path;
    const char *reason;
};

struct input_notes {
    struct input_note *items;
    size_t count, capacity;
};

/* A file by what it is, however its path is spelled. */
struct file_id {
    dev_t device;
    ino_t inode;
};

/* A companion that was met in a folder or on the command line. */
struct companion {
    char *path;
    struct file_id id;
};

struct inputs {
    struct input *items;
    size_t count, capacity;
    struct input_notes folders; /* that were walked: another entry in one is another input */
    struct input_notes skipped;
    struct companion *companions;
    size_t companion_count, companion_capacity;
    struct file_id *masks; /* of the companions that inputs have */
    size_t mask_count, mask_capacity;
};

struct input_rules {
    const char *root; /* NULL: a folder is its own root, a file goes by its base name */
    const char *const *exclude;
    size_t exclude_count;
    const char *mask_suffix; /* what companions have before their extension; NULL: there are none */
};

/* Adds the inputs of one operand; what is wrong with it is said, and what is right added. */
void inputs_add(struct inputs *inputs, const char *operand, const struct input_rules *rules,
                struct messages *messages);
/* Drops all that do not belong to the shard. */
bool inputs_keep_shard(struct inputs *inputs, const struct shard *shard);

bool inputs_note(struct input_notes *notes, const char *path, const char *reason);

/* Warns of each companion that is no input's, once all operands are added. */
void inputs_warn_unused(struct inputs *inputs, struct messages *messages);
void inputs_free(struct inputs *inputs);

#endif
