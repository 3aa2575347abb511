/*
 * aseprite.h - what an Aseprite file has said so far: layers, tilesets, palette, cels
 *
 * aseprite.c reads it, frame by frame; aseprite_draw.c draws each frame as soon as it is read. Only
 * these two use it.
 */
#ifndef ASEPRITE_H
#define ASEPRITE_H

#include "picture/image.h"

enum {
    LAYER_VISIBLE = 1,
    LAYER_BACKGROUND = 8,
    LAYER_REFERENCE = 64,
};
enum { LAYER_PIXELS, LAYER_GROUP, LAYER_TILES };

/* No layer: what holds the outermost ones. */
#define ASEPRITE_NONE UINT32_MAX

/* The most layers, and groups in groups, that a file may have. */
enum { ASEPRITE_LAYERS_MAX = 4096, ASEPRITE_DEPTH_MAX = 32 };

struct aseprite_layer {
    unsigned flags, type, blend;
    uint8_t opacity;
    bool in_mask; /* it is, or is in, the layer that was asked for */
    bool is_mask; /* it is that layer itself */
    uint32_t tileset;
    uint32_t parent; /* its group */
    uint32_t end;    /* the layer behind it and all that are in it */
    unsigned depth;  /* of groups that it is in */

    /* In the frame that is drawn: */
    const struct aseprite_cel *cel; /* NULL: none */
    bool has_cel;                   /* it has one, or a layer in it has */
    bool is_drawn;                  /* its cel is drawn */
    struct image_area area;         /* where these lie; zeroed: nowhere */
};

enum { CEL_RAW, CEL_LINK, CEL_PIXELS, CEL_TILES };

#define CEL_NONE SIZE_MAX

struct aseprite_cel {
    uint32_t layer, frame;
    int32_t x, y, z;
    uint8_t opacity;
    unsigned type;
    uint32_t link;          /* the frame that has its pixels, or a link to another one */
    size_t source;          /* of a link: the cel that has them, or CEL_NONE */
    uint32_t width, height; /* in pixels, or in tiles */
    uint32_t masks[4];      /* of a tile: its number, and the flips of x, y and the diagonal */
    const uint8_t *bytes;   /* its pixels or tiles, as the type says */
    size_t size;
    const char *data; /* its user data, in the image's arena; NULL: none */
};

struct aseprite_tileset {
    uint32_t id, count, width, height; /* of a tile */
    bool zero_is_empty;
    uint8_t *pixels; /* NULL: they are in another file */
};

struct aseprite {
    const struct image_rules *rules;
    struct image *image;
    struct error *err;
    unsigned depth; /* bytes of a pixel: 4 RGBA, 2 grey and alpha, 1 index */
    bool groups_apart;
    uint8_t transparent; /* the index of no colour */
    uint32_t colors;
    uint8_t palette[256][4];
    struct aseprite_layer *layers;
    size_t layer_count, layer_capacity;
    struct aseprite_tileset *tilesets;
    size_t tileset_count, tileset_capacity;
    struct aseprite_cel *cels;
    size_t cel_count, cel_capacity;
    size_t *frame_cels;   /* the first cel of each frame, and the end of the last */
    uint64_t room;        /* pixels of the picture, its tiles and its groups, which have a limit */
    const char **of_tags; /* the user data of the tags of each frame, in the image's arena; NULL: no
                             tag has any */
    uint64_t joined;      /* bytes of texts that were put together from several */
};

/* Draws the frame, whose cels are the last that were read: its art, or the layer that is apart. */
bool aseprite_draw(struct aseprite *file, uint32_t frame);

/* Decompresses to exactly `size` bytes, more than 0; NULL when that fails, and says so. To be
 * freed. */
uint8_t *aseprite_inflate(struct aseprite *file, const uint8_t *bytes, size_t from, uint64_t size);

#endif
