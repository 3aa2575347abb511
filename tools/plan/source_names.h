/*
 * source_names.h - the names that images have in the pack, one for each image
 */
#ifndef SOURCE_NAMES_H
#define SOURCE_NAMES_H

#include "plan/inputs.h"
#include "system/diagnostics.h"

/* Warns of images that have the name of another. A sprite names its image, so a program would cut
 * it out of the wrong one. */
void source_names_warn(const struct inputs *inputs, struct diagnostics *diagnostics);

#endif
