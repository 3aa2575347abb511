/*
 * atlas_inputs.h - which inputs are atlases, and what follows: their pages and related files
 */
#ifndef ATLAS_INPUTS_H
#define ATLAS_INPUTS_H

#include "plan/operands.h"

/* Reads the atlases among the inputs, by their content, and marks what else is text; adds the files
 * that belong to them and are no inputs yet, and drops pictures that are their pages. What is wrong
 * is said: what lies outside the root, too. The rules are those of the operands. */
void atlas_inputs_plan(struct inputs *inputs, const struct operand_rules *rules,
                       struct diagnostics *diagnostics);

#endif
