/*
 * packer.h - sprites on the pages of an atlas, and the atlas as real packers write it
 *
 * Sprites are trimmed, turned and laid on pages whose other pixels are noise, and one format or
 * other says where. What a baker makes of that must be what it makes of the sprites alone. Shares
 * nothing with the code that it tests.
 */
#ifndef PACKER_H
#define PACKER_H

#include "support/png.h"

enum packer_turn { TURN_NONE, TURN_CLOCKWISE, TURN_COUNTER_CLOCKWISE };

enum { PACKER_SPRITES = 10, PACKER_PAGES = 4, PAGE_WIDTH = 150, PAGE_HEIGHT = 100 };

struct packed_sprite {
    const char *name;
    struct png_image image;
    int twin;             /* of which sprite it is a copy; -1: none */
    uint32_t quarters[2]; /* the pivot, in quarters of the size */
    unsigned page;
    uint32_t x, y;          /* on the page */
    uint32_t width, height; /* of what is left by trimming, upright */
    uint32_t left, top;
    bool turned;
};

/* How sprites are laid out. */
struct packer_rules {
    bool trims;
    enum packer_turn turn; /* of every second one */
    uint32_t padding;      /* between sprites */
    uint32_t inner;        /* round each sprite, as part of its place */
    unsigned pages;        /* at most */
    uint32_t columns;      /* of a grid of cells of the first sprite's size; 0: none */
    uint32_t margin;       /* of a grid */
};

struct pack {
    struct packed_sprite sprites[PACKER_SPRITES];
    struct png_image pages[PACKER_PAGES];
    unsigned count, page_count;
    struct packer_rules rules;
};

/* Gives the pack sprites of the kind of PNG: the usual and the odd, among them one of one pixel,
 * wide ones, an empty one and a twin. Many pixels are close to the key. `size` other than 0: all
 * are as wide and high as that. */
void packer_draw(struct pack *pack, struct png_kind kind, bool has_trns, const uint8_t key[3],
                 const uint32_t size[2], uint32_t *state);

/* Lays the sprites on pages. */
void packer_pack(struct pack *pack, const struct packer_rules *rules);

/* A format, and what it can say. */
struct packer_format {
    const char *name, *file; /* the file to bake */
    enum packer_turn turn;
    bool trims, has_pivots, has_pages, is_grid;
    const char *cell; /* what cells are called, with "%u"; NULL: frames have names */
    bool inner;
    void (*write)(const struct pack *pack, const char *file);
};

/* Ended by one without a name. */
extern const struct packer_format packer_formats[];

/* Writes the pages as page0.png and so on, and the atlas, in the current folder. */
void packer_write(const struct pack *pack, const struct packer_format *format);

/* Writes each sprite as a file of its own in `folder`. */
void packer_write_alone(const struct pack *pack, const char *folder);

#endif
