/*
 * atlas_formats.c - the formats of atlases that are known
 */
#include "atlas.h"

#include <stddef.h>

const struct atlas_format *const atlas_formats[] = {
    NULL,
};
