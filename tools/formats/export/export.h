/*
 * export.h - shapes of sprites in the formats of physics engines
 *
 *     model -> checks -> an engine's writer -> files in memory -> commands/export.c
 *
 * An engine is a row of the table and a file with its writer. A writer asks for loops of corners,
 * which come to it as its engine counts them: see struct engine. To add an engine, add both.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/sink.h"
#include "formats/written.h"
#include "model/model.h"
#include "system/diagnostics.h"

struct exporter;

/* The point that corners count from: the pivot, the top left corner of the untrimmed sprite, or
 * that of the part of its picture that the engine cuts out by itself. */
enum export_origin { FROM_PIVOT, FROM_SPRITE, FROM_REGION };

struct engine {
    const char *name;
    const char *about; /* what is written */
    void (*write)(struct exporter *exporter);
    const char *folder;    /* the output is a folder, and a piece has a file with this ending; NULL:
                              one file */
    uint32_t corners_most; /* of a piece; 0: any number */
    enum export_origin origin;
    bool up;       /* y points up, and loops run counterclockwise as seen */
    bool metres;   /* the engine's unit; otherwise pixels */
    bool polygons; /* takes polygons, with their holes; otherwise convex pieces */
};

/* The rows, for the table, for the choices of an option, and for its help. */
#define ENGINES(ROW)                                                                               \
    ROW(box2d, "a C header of pieces in metres, for version 2.4 and 3", .corners_most = 8,         \
        .up = true, .metres = true)                                                                \
    ROW(phaser, "JSON for Matter in Phaser", .origin = FROM_SPRITE)                                \
    ROW(matter, "JSON of parts for Body.create of Matter.js", .origin = FROM_SPRITE)               \
    ROW(godot, "a folder of scenes, one a sprite, and shapes, one a piece", .folder = ".tres")     \
    ROW(defold, "a folder of convex shapes, one a piece", .folder = ".convexshape",                \
        .corners_most = 8, .up = true)                                                             \
    ROW(love, "a Lua module of pieces for LOVE", .corners_most = 8)                                \
    ROW(tiled, "a tileset (.tsx) with collision shapes", .origin = FROM_REGION)                    \
    ROW(unity, "JSON for the editor script of samples/unity", .origin = FROM_REGION, .up = true,   \
        .polygons = true)

/* Ended by one without a name. */
extern const struct engine engines[];
extern const char *const engine_names[];

/* A file that was written. */
struct exported {
    const char *name;  /* below the folder; NULL: the output itself */
    size_t start, end; /* of its bytes */
};

/* The loops of a sprite that the engine takes. */
struct export_shape {
    const struct engine *engine;
    const struct model_sprite *sprite;
    const struct loops *loops;
    uint32_t first, count; /* none: the sprite has no solid pixel */
    bool is_hull;
    const char *stem; /* of its files, without endings; NULL: all go into one file */
};

struct exporter {
    const struct engine *engine;
    const struct model *model; /* in order */
    const char *pack, *output; /* their paths, for messages and names */
    uint32_t pixels_per_metre;
    struct diagnostics *found;

    struct export_shape *shapes; /* of the sprites that have some */
    size_t shape_count;
    struct text text; /* of all files */
    struct exported *files;
    size_t file_count, file_capacity;
    struct sink sink; /* of the file that is being written */
    struct arena arena;
};

/* Checks that the engine can take the sprites, and writes them; adds what is wrong to `found`. To
 * be freed in any case. */
bool export_write(struct exporter *exporter);
void export_free(struct exporter *exporter);

/* ---- For writers ---------------------------------------------------------------------------- */

/* Begins a file of that name, NULL for the one file. Returns its sink. */
struct sink *export_begin(struct exporter *exporter, const char *name);
void export_end(struct exporter *exporter);

/* The file of a sprite's piece, counted from 0: "hero-run.2.tres". */
const char *export_piece_name(struct exporter *exporter, const struct export_shape *shape,
                              uint32_t piece);

uint32_t export_corner_count(const struct export_shape *shape, uint32_t loop);

/* Gives a corner as the engine counts it, in 16.16 pixels. Loops count from 0. */
struct export_corner {
    int64_t x, y;
};
struct export_corner export_corner(const struct export_shape *shape, uint32_t loop,
                                   uint32_t corner);

/* Puts all corners of a loop: `before` X `between` Y `after`, with `separator` from one to the
 * next. */
struct export_style {
    const char *before, *between, *after, *separator;
};
void export_put_loop(struct sink *sink, const struct export_shape *shape, uint32_t loop,
                     const struct export_style *style);

/* The centre of mass of the pieces, in 16.16 pixels from the sprite's top left corner, and the box
 * round them. Only of a shape that has one. */
struct export_mass {
    int64_t x, y, left, top, right, bottom;
};
struct export_mass export_mass(const struct export_shape *shape);

/* A fraction in decimal digits, at most seven behind the point. Both are below 2^59. */
enum { EXPORT_NUMBER_MAX = 32 };
const char *export_number(char out[EXPORT_NUMBER_MAX], int64_t number, int64_t whole);

#endif
