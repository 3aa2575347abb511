/*
 * atlas_inputs.h - the atlases among the inputs, with their pages and related files
 */
#ifndef ATLAS_INPUTS_H
#define ATLAS_INPUTS_H

#include "plan/operands.h"

/* Reads the atlases among the inputs, which are known by their content, and marks other text files.
 * Adds related files that are not inputs yet, and drops the pictures that are pages. A page or a
 * related file outside the root is an error. */
void atlas_inputs_plan(struct inputs *inputs, const struct operand_rules *rules,
                       struct diagnostics *diagnostics);

#endif
