/*
 * warnings.h - what the baker warns about: the ids, as messages and JSON spell them, and what they
 * mean, in a line of at most 66 columns
 */
#ifndef WARNINGS_H
#define WARNINGS_H

/* Those that are kept with a sprite, in the order of their bits (enum warning in model.h). */
#define SPRITE_WARNINGS(WARNING)                                                                   \
    WARNING("empty", "no pixel is solid")                                                          \
    WARNING("full", "every pixel is solid: the image has no alpha, nor is there a key")            \
    WARNING("key-unmatched", "no pixel has the colour of --color-key")                             \
    WARNING("key-near", "solid pixels are close to the colour of the key, but not it")             \
    WARNING("straddle", "the mask hangs on the threshold; asked for by --warn-straddle")           \
    WARNING("specks", "small groups lie beside a larger one; asked for by --warn-specks")

#define WARNINGS(WARNING)                                                                          \
    SPRITE_WARNINGS(WARNING)                                                                       \
    WARNING("animated", "a PNG is animated (APNG); its first picture is taken")                    \
    WARNING("mask-unused", "the picture of a mask, by --mask-suffix, is no input")                 \
    WARNING("polygons", "an atlas has polygons: masks may hold pixels of neighbours")              \
    WARNING("ragged", "a sheet is no whole number of cells; its rest is in no sprite")             \
    WARNING("rule-unmatched", "no input matches a rule of --config")                               \
    WARNING("no-effect", "an option has no effect beside the others, or on these inputs")

/* For lists of the ids alone. */
#define WARNING_ID(id, about) id,

#endif
