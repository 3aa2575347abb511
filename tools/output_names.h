/*
 * output_names.h - what the name of an output must not be: another output's
 */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include "error.h"

/* Has each its own name? NULL stands for an output that is not wanted. */
bool output_names_differ(const char *const *names, size_t count, struct error *err);

#endif
