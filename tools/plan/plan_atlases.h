/*
 * plan_atlases.h - which inputs are atlases, and what follows: their pages and related files
 */
#ifndef PLAN_ATLASES_H
#define PLAN_ATLASES_H

#include "plan/operands.h"

/* Reads the atlases among the inputs, by their content, and marks what else is text; adds the files
 * that belong to them and are no inputs yet, and drops pictures that are their pages. What is wrong
 * is said: what lies outside the root, too. The rules are those of the operands. */
void plan_atlases(struct inputs *inputs, const struct operand_rules *rules,
                  struct messages *messages);

#endif
