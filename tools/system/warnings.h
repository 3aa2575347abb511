/*
 * warnings.h - all warnings: their ids, as messages and JSON spell them, and their meaning in a
 * line of at most 66 columns
 */
#ifndef WARNINGS_H
#define WARNINGS_H

/* The warnings that a sprite keeps, in the order of their bits (enum warning in model.h). */
#define SPRITE_WARNINGS(WARNING)                                                                   \
    WARNING("empty", "no pixel is solid")                                                          \
    WARNING("full", "every pixel is solid, with neither alpha nor a colour key")                   \
    WARNING("key-unmatched", "no pixel has the colour of --color-key")                             \
    WARNING("key-near", "some solid pixels have almost the colour of the key")                     \
    WARNING("straddle", "a similar threshold would change many pixels (--warn-straddle)")          \
    WARNING("specks", "small groups of pixels lie beside a larger one (--warn-specks)")

#define WARNINGS(WARNING)                                                                          \
    SPRITE_WARNINGS(WARNING)                                                                       \
    WARNING("nearly-empty", "under 5 % of the visible pixels are solid; packs do not keep it")     \
    WARNING("damaged-extra", "a part of a picture that plays no part in masks is damaged")         \
    WARNING("outside-palette", "a pixel's colour is not in the palette: it is opaque black")       \
    WARNING("animated", "a page or a pipe is animated: only its first picture is baked")           \
    WARNING("mask-unused", "a mask of --mask-suffix has no picture among the inputs")              \
    WARNING("polygons", "an atlas has polygons: masks may contain pixels of neighbours")           \
    WARNING("page-renamed", "the page of an atlas has the atlas' name, not the one in it")         \
    WARNING("page-larger", "the page of an atlas is larger than the atlas says")                   \
    WARNING("source-twice", "images of several folders have one name in the output; use --root")   \
    WARNING("tags-of-more", "tags of a sheet go on behind its last frame, and are left out")       \
    WARNING("data-left-out", "a sheet of Aseprite does not show whose the data of its cels is")    \
    WARNING("bare-ampersand", "XML has a & in an attribute that should be &amp;")                  \
    WARNING("clipped", "a region or a frame reaches beyond what it is in, and is cut")             \
    WARNING("rounded", "numbers of an atlas have fractions, which are left out")                   \
    WARNING("ragged", "the cells do not fill a sheet; the rest of it is left out")                 \
    WARNING("grid-fit", "a grid cuts through what is drawn in most cells of a sheet")              \
    WARNING("folder-again", "a link leads to a folder that is baked already; it is skipped")       \
    WARNING("link-broken", "a link in a folder leads to something that is not there")              \
    WARNING("name-case", "names differ in case alone; Windows and macOS can have only one")        \
    WARNING("rule-unmatched", "a rule of --config matches no input")                               \
    WARNING("output-in-art", "an output is in a folder of art, where -MD cannot see new files")    \
    WARNING("ninja-name", "Ninja cannot read the name of a file in the depfile of -MD")            \
    WARNING("no-effect", "an option needs another one, or an --exclude matches nothing")

/* For lists of the ids alone. */
#define WARNING_ID(id, about) id,

#endif
