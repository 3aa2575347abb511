/*
 * warnings.h - all warnings: their ids, as messages and JSON spell them, and their meaning in a
 * line of at most 66 columns
 */
#ifndef WARNINGS_H
#define WARNINGS_H

/* The warnings that a sprite keeps, in the order of their bits (enum warning in model.h). */
#define SPRITE_WARNINGS(WARNING)                                                                   \
    WARNING("empty", "no pixel is solid")                                                          \
    WARNING("full", "every pixel is solid: there is neither alpha nor a colour key")               \
    WARNING("key-unmatched", "no pixel has the colour of --color-key")                             \
    WARNING("key-near", "some solid pixels have almost the colour of the key")                     \
    WARNING("straddle", "a similar threshold would change many pixels (--warn-straddle)")          \
    WARNING("specks", "small groups of pixels lie beside a larger one (--warn-specks)")

/* All warnings of a bake. */
#define WARNINGS(WARNING)                                                                          \
    SPRITE_WARNINGS(WARNING)                                                                       \
    WARNING("nearly-empty", "less than 5 % of the visible pixels are solid")                       \
    WARNING("damaged-extra", "a picture is damaged in a part that masks do not need")              \
    WARNING("outside-palette", "a colour is not in the palette; the pixel counts as opaque black") \
    WARNING("animated", "a page or a pipe is animated; only its first picture is baked")           \
    WARNING("mask-unused", "a mask of --mask-suffix has no picture among the inputs")              \
    WARNING("polygons", "an atlas has polygons; masks may contain pixels of neighbours")           \
    WARNING("page-renamed", "a picture named after the atlas is taken as its page")                \
    WARNING("page-larger", "the page of an atlas is larger than the atlas says")                   \
    WARNING("source-twice", "two images of different folders have one name in the output")         \
    WARNING("tags-of-more", "a tag of a sheet ends behind its last frame; tags are left out")      \
    WARNING("data-left-out", "a sheet of Aseprite does not say whose data its cels have")          \
    WARNING("bare-ampersand", "an attribute in XML has a & that should be &amp;")                  \
    WARNING("clipped", "a region or frame reaches beyond its picture, and is cut")                 \
    WARNING("rounded", "numbers of an atlas have fractions, which are left out")                   \
    WARNING("ragged", "the cells do not fill a sheet; the rest of it is left out")                 \
    WARNING("grid-fit", "the grid cuts through what is drawn in most cells of a sheet")            \
    WARNING("folder-again", "a link leads to a folder that is baked already; it is skipped")       \
    WARNING("link-broken", "a link in a folder leads to nothing; it is skipped")                   \
    WARNING("name-case", "names differ only in case; Windows and macOS can hold only one")         \
    WARNING("rule-unmatched", "a rule of --config matches no input")                               \
    WARNING("output-in-art", "an output is in a folder of art, so -MD does not list the folder")   \
    WARNING("ninja-name", "Ninja cannot read the name of a file in the dependency file")           \
    WARNING("no-effect", "an option needs another one, or a pattern matches nothing")

/* Warnings about the art that `inspect` and `query` draw. */
#define ART_WARNINGS(WARNING)                                                                      \
    WARNING("art", "a picture is not below --art, or does not fit its sprite")

#define EXPORT_WARNINGS(WARNING)                                                                   \
    WARNING("pivot-outside", "a body turns about a pivot that lies outside of its shape")          \
    WARNING("welded", "corners are so near to each other that Box2D makes them one")

/* For lists of the ids alone. */
#define WARNING_ID(id, about) id,

#endif
