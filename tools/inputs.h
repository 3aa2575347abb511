/*
 * inputs.h - the files that a bake reads, and what their sprites are called
 *
 * Turns what stands on the command line (files, folders, "-") into a list of files, each with
 * the name that its sprite gets. Does not open any of them. Which
 * recipe goes with which is set by the caller.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include "error.h"
#include "message.h"
#include "recipe.h"
#include "trace.h"

struct input {
    char *path;
    char *name; /* relative to its root, '/' between, extension and all */
    const struct recipe *recipe;
    bool stamped;
    struct stamp stamp; /* that the file had when it was found */
};

struct inputs {
    struct input *items;
    size_t count, capacity;
};

struct input_rules {
    const char *root; /* NULL: a folder is its own root, a file goes by its base name */
    const char *const *exclude;
    size_t exclude_count;
    bool stamped; /* find out the stamps */
};

/* Adds the inputs of one operand; what is wrong with it is said, and what is right added. */
void inputs_add(struct inputs *inputs, const char *operand, const struct input_rules *rules,
                struct messages *messages);
void inputs_free(struct inputs *inputs);

#endif
