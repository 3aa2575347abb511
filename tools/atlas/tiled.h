/*
 * tiled.h - a tileset of Tiled, of which format ever, made into an atlas
 *
 * A tileset cuts one image into cells of one size, or collects images, of which each is a tile.
 * A tile has but a number, its id: that is its frame's name. This knows nothing of XML or JSON;
 * readers fill in what the file says and then call tiled_finish.
 */
#ifndef TILED_H
#define TILED_H

#include "atlas/grid.h"

struct tiled_image {
    const char *source;     /* lent */
    uint32_t width, height; /* 0: not said */
    bool keyed;
    uint8_t key[3];
    struct atlas_place place;
};

/* A part of its image; all of it when `width` is 0. */
struct tiled_part {
    uint32_t x, y, width, height;
};

/* A frame of a tile's animation, before all tiles are known. */
struct tiled_step {
    uint32_t owner, tile; /* ids */
    uint32_t duration;
    struct atlas_place place;
};

/* A zeroed one with `atlas` and `log` is empty. */
struct tiled {
    struct atlas *atlas;
    struct atlas_log log;
    struct atlas_place place;
    uint32_t tile_width, tile_height, spacing, margin;
    uint32_t columns, count; /* 0: not said */
    bool has_image;          /* one image, cut into cells: page 0 */
    struct tiled_step *steps;
    size_t step_count, step_capacity;
};

void tiled_free(struct tiled *tiled);

/* The image that is cut into cells. */
void tiled_set_image(struct tiled *tiled, const struct tiled_image *image);

/* A tile that is an image, or a part of one. Tiles of one image share its page. */
void tiled_add_tile(struct tiled *tiled, uint32_t id, const struct tiled_image *image,
                    const struct tiled_part *part, struct atlas_place place);

/* The next frame of the animation that tile `owner` shows. Those of one owner come together. */
void tiled_add_step(struct tiled *tiled, const struct tiled_step *step);

/* Cuts the cells, resolves the animations; they are called as the tile that shows them. */
void tiled_finish(struct tiled *tiled);

#endif
