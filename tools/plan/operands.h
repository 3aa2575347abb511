/*
 * operands.h - an operand of the command line, a file, a folder or "-", becomes inputs
 */
#ifndef OPERANDS_H
#define OPERANDS_H

#include "plan/inputs.h"
#include "system/diagnostics.h"

struct operand_rules {
    struct input_rules inputs;
    const char *root;    /* NULL: a folder is its own root, a file goes by its base name */
    bool allow_outside;  /* inputs may name files anywhere */
    uint64_t max_pixels; /* of a picture that is read for its size */
    unsigned jobs;       /* threads that may read folders */
};

/* Adds the inputs of one operand. Files with errors are left out, the others added. */
void operands_add(struct inputs *inputs, const char *operand, const struct operand_rules *rules,
                  struct diagnostics *diagnostics);

#endif
