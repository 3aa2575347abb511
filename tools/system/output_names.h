/*
 * output_names.h - what the name of an output must not be: another output's, or an input's
 */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include "base/error.h"

/* Has each a file of its own, however the names are spelled? NULL stands for an output that is not
 * wanted. */
bool output_names_differ(const char *const *names, size_t count, struct error *err);

/* Is it another file than the pack that it is made of, however the two are spelled? `what` is what
 * there is to write ("picture"). */
bool output_name_spares(const char *pack, const char *name, const char *what, struct error *err);

#endif
