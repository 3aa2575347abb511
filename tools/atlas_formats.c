/*
 * atlas_formats.c - the formats of atlases that are known
 */
#include "atlas.h"

#include <stddef.h>

extern const struct atlas_format atlas_starling, atlas_crunch, atlas_plist, atlas_libgdx, atlas_tsx;

const struct atlas_format *const atlas_formats[] = {
    &atlas_starling, &atlas_crunch, &atlas_plist, &atlas_tsx, &atlas_libgdx, NULL,
};
