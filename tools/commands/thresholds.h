/*
 * thresholds.h - `hitmask inspect --thresholds`: how much of art is solid at each threshold
 */
#ifndef THRESHOLDS_H
#define THRESHOLDS_H

#include "system/message.h"

#include <stdbool.h>
#include <stddef.h>

/* Prints a table, or JSON, of the sprites that a bake of these inputs would have. */
void show_thresholds(const char *const *inputs, size_t count, bool as_json,
                     struct messages *messages);

#endif
