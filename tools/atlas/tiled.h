/*
 * tiled.h - makes an atlas of a tileset of Tiled, whatever its format
 *
 * A tileset cuts one image into cells of one size, or collects images, each of which is a tile. The
 * id of a tile is the name of its frame. In a map the ids go on from one tileset to the next. This
 * file knows nothing of XML or JSON: readers fill in the members from the file and then call
 * tiled_finish.
 *
 * Shapes that are drawn on tiles become boxes of the layer "collision" (tiled_shapes.c). All shapes
 * of a tile are one layer, as far as they lie on the tile. A pixel is solid when its centre lies in
 * a shape. A capsule is a rectangle whose shorter sides are half circles. Lines, points and texts
 * have no area.
 *
 * The class and the properties of a tile are the data of its frame, as lines: "class=door",
 * "damage=10", "stats.speed=2" for a member of a class. Those of its shapes, one shape after the
 * other, are the data of their box.
 */
#ifndef TILED_H
#define TILED_H

#include "atlas/grid.h"
#include "base/text.h"

struct tiled_image {
    const char *source;     /* lent */
    uint32_t width, height; /* 0: not said */
    bool keyed;
    uint8_t key[3];
    struct atlas_place place;
};

/* The part of an image that is a tile. The whole image when `width` is 0. */
struct tiled_part {
    uint32_t x, y, width, height;
};

/* A frame of a tile's animation, before all tiles are known. */
struct tiled_step {
    uint32_t owner, tile; /* ids */
    uint32_t duration;
    struct atlas_place place;
};

/* A shape that is drawn on a tile, turned clockwise round (x, y) by degrees. */
enum tiled_shape_kind { TILED_RECTANGLE, TILED_ELLIPSE, TILED_CAPSULE, TILED_POLYGON };
struct tiled_corner {
    double x, y; /* from the shape's place */
};
struct tiled_shape {
    uint32_t owner; /* id */
    enum tiled_shape_kind kind;
    double x, y, width, height, rotation;
    size_t first_corner, corners; /* of a polygon */
    const char *data;             /* in the arena; NULL: none */
    struct atlas_place place;
};

/* The class and the properties of a tile, before all tiles are known. */
struct tiled_data {
    uint32_t owner; /* id */
    const char *text;
};

/* A zeroed one with `atlas` and `log` is empty. */
struct tiled {
    struct atlas *atlas;
    const struct atlas_log *log;
    struct arena arena; /* of the arrays, and of texts in them */
    struct atlas_place place;
    uint32_t tile_width, tile_height, spacing, margin;
    uint32_t columns, count; /* 0: not said */
    bool isometric;          /* shapes are drawn in the diamond of a grid, which stands at the left
                                and at the bottom of a tile */
    uint32_t grid_width, grid_height;
    bool stretched;     /* tiles are shown in the size of the grid */
    bool has_image;     /* one image, cut into cells */
    uint32_t page;      /* of that image */
    uint32_t first;     /* in a map, the id of tile 0: tiles are named by the map's ids */
    size_t first_frame; /* of this tileset, in an atlas of several */
    struct tiled_step *steps;
    size_t step_count, step_capacity;
    struct tiled_shape *shapes;
    size_t shape_count, shape_capacity;
    struct tiled_corner *corners;
    size_t corner_count, corner_capacity;
    struct tiled_data *data;
    size_t data_count, data_capacity;
};

/* Makes ready for the next tileset of a map, whose tile 0 has the id `first` there. */
void tiled_begin_next(struct tiled *tiled, uint32_t first);

/* Sets the image that is cut into cells. */
void tiled_set_image(struct tiled *tiled, const struct tiled_image *image);

/* Adds a tile that is an image or a part of it. Tiles of one image share its page. */
void tiled_add_tile(struct tiled *tiled, uint32_t id, const struct tiled_image *image,
                    const struct tiled_part *part, struct atlas_place place);

/* Adds a frame to the animation of the tile `owner`. Frames of one owner must come together. */
void tiled_add_step(struct tiled *tiled, const struct tiled_step *step);

/* Adds a shape to the tile `owner`; shapes of one owner must come together. */
void tiled_add_shape(struct tiled *tiled, const struct tiled_shape *shape);

/* Reports that a shape comes from a template: a file of its own, which is not read. */
void tiled_refuse_template(struct tiled *tiled, uint32_t owner, const char *template_name,
                           struct atlas_place place);

/* Adds a corner, as seen from its place, to the shape that was added last. */
void tiled_add_corner(struct tiled *tiled, double x, double y);

/* Gives the tile `owner` its data, which is copied; an empty text is none. */
void tiled_add_data(struct tiled *tiled, uint32_t owner, const struct text *data);

/* Adds the line of a property, or of a class, unless that is NULL or empty. False, with an error,
 * when all of them take too much: the names of nested properties stand in many lines. */
bool tiled_add_property(struct tiled *tiled, struct text *data, const char *name, const char *value,
                        struct atlas_place place);
bool tiled_add_class(struct tiled *tiled, struct text *data, const char *name,
                     struct atlas_place place);

/* Cuts the cells and makes the animations, whose names are the ids of their owners, and the boxes.
 */
void tiled_finish(struct tiled *tiled);

/* Reports an error if the file has no tile, and refers to no other file, and frees the reader. */
void tiled_end(struct tiled *tiled, struct atlas_place root);

/* ---- For tiled_shapes.c --------------------------------------------------------------------- */

/* The frames of the tileset by their ids, sorted; to be freed. NULL without any. */
struct tiled_tile {
    uint32_t id, frame;
};
struct tiled_tile *tiled_sort(const struct tiled *tiled);
/* The frame of a tile by its id in the tileset, NULL when there is none. */
const struct tiled_tile *tiled_find(const struct tiled *tiled, const struct tiled_tile *tiles,
                                    uint32_t id);

/* Draws the shapes of all tiles. */
void tiled_draw_shapes(struct tiled *tiled);

/* Read a tileset, or the tilesets of a map, from the tree of either form. */
struct atlas_json;
void tiled_read_file(struct atlas_json *reader);
void tiled_read_map(struct atlas_json *reader);

#endif
