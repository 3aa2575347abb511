/*
 * ase_file.h - .aseprite files for tests, written from their public specification
 *
 * Chunks go into the frame that was begun last. Shares nothing with the code that it tests.
 */
#ifndef ASE_FILE_H
#define ASE_FILE_H

#include "support/made_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ase_file {
    struct made_file made;
    size_t frame, chunk; /* where they begin */
    unsigned frames, chunks;
};

void ase_begin(struct ase_file *file, unsigned width, unsigned height, unsigned bits,
               unsigned flags, unsigned transparent);
void ase_frame(struct ase_file *file, unsigned duration);
void ase_layer(struct ase_file *file, unsigned flags, unsigned type, unsigned level, unsigned blend,
               unsigned opacity, const char *name, unsigned tileset);

/* The place of a cel. */
struct ase_place {
    unsigned layer;
    int x, y;
    unsigned opacity;
    int z;
};
void ase_raw(struct ase_file *file, struct ase_place at, unsigned width, unsigned height,
             const uint8_t *pixels, size_t size);
void ase_pixels(struct ase_file *file, struct ase_place at, unsigned width, unsigned height,
                const uint8_t *pixels, size_t size);
void ase_link(struct ase_file *file, struct ase_place at, unsigned frame);
void ase_tiles(struct ase_file *file, struct ase_place at, unsigned width, unsigned height,
               const uint32_t *tiles);
void ase_tileset(struct ase_file *file, unsigned id, unsigned flags, unsigned count, unsigned width,
                 unsigned height, const uint8_t *pixels, size_t size);
/* Colours are r, g, b, a. */
void ase_palette(struct ase_file *file, unsigned size, unsigned from, unsigned to,
                 const uint8_t (*colors)[4]);
void ase_old_palette(struct ase_file *file, unsigned type, unsigned skipped, unsigned count,
                     const uint8_t (*colors)[4]);
struct ase_tag {
    unsigned from, to, direction, repeat;
    const char *name;
};
void ase_tags(struct ase_file *file, const struct ase_tag *tags, unsigned count);

/* frame, x, y, width, height and, with `pivots`, the pivot's x and y */
void ase_slice(struct ase_file *file, const char *name, bool nine, bool pivots,
               const int32_t (*keys)[7], unsigned count);
void ase_user_data(struct ase_file *file, const char *text);
/* Without a text when it is NULL. */
void ase_colored_data(struct ase_file *file, const char *text, const uint8_t color[4]);
void ase_other_chunk(struct ase_file *file, unsigned type, size_t size);

/* Writes the sizes and counts. */
void ase_end(struct ase_file *file);
void ase_free(struct ase_file *file);

#endif
