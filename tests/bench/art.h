/*
 * art.h - sprites to measure with: those of installed games, and drawn shapes
 */
#ifndef ART_H
#define ART_H

#include "picture/bitmap.h"

/* A PNG and what its header says. */
struct art_file {
    char *path;
    uint32_t width, height;
};

struct art {
    const char *root;
    struct art_file *files; /* by path */
    size_t count, capacity;
};

/* The folders in which sprites are looked for. */
enum art_source { ART_SAMPLES, ART_SUPERTUX, ART_PINGUS, ART_WESNOTH, ART_SOURCES };

/* The name of a source, and the package that it comes in or NULL. */
const char *art_name(enum art_source source);
const char *art_package(enum art_source source);

/* Finds the PNGs of a source; false when it is not installed. To be freed either way. */
bool art_collect(enum art_source source, struct art *art);

/* Finds the PNGs below a folder; false when there is none. */
bool art_collect_below(const char *root, struct art *art);
void art_free(struct art *art);

/* The longer side. */
uint32_t art_size(const struct art_file *file);

/* Finds art whose longer side is above `above` and at most `most`, to be freed. The largest files
 * of a game are as many pixels as all others together many times over: every n-th of them is
 * enough. */
const struct art_file **art_choose(const struct art *art, uint32_t above, uint32_t most,
                                   size_t *count);

/* The pixels whose alpha is not zero; false when the file cannot be read. */
bool art_decode(const char *path, struct bitmap *out);

/* Drawn shapes, of the given size and a little less, each with variations of its own. */
enum shape { SHAPE_DISC, SHAPE_BLOB, SHAPE_C, SHAPE_DIAGONAL, SHAPES };

const char *shape_name(enum shape shape);
void shape_draw(enum shape shape, uint32_t size, uint64_t *random, struct bitmap *out);

#endif
