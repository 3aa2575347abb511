/*
 * store.h - a canvas written as a PNG file, in any of the ways that PNG stores pixels
 *
 * canvas -> raw rows, packed as PNG wants them -> libspng's encoder -> file
 *
 * Nothing here knows what is drawn.
 */
#ifndef STORE_H
#define STORE_H

#include "draw.h"

#include <errno.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `hole` stands for a transparent pixel where the file has no alpha channel. */
static const struct format {
    uint8_t color_type, depth, channels;
    bool interlaced, has_trns;
    uint32_t hole;
} formats[] = {
    [RGBA] = {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8, 4, false, false, 0},
    [RGBA_INTERLACED] = {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8, 4, true, false, 0},
    [RGBA_DEEP] = {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 16, 4, false, false, 0},
    [RGB] = {SPNG_COLOR_TYPE_TRUECOLOR, 8, 3, false, false, 0xff00ffff},
    [RGB_HOLES] = {SPNG_COLOR_TYPE_TRUECOLOR, 8, 3, false, true, 0x0000ffff},
    [GREY_ALPHA] = {SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 8, 2, false, false, 0},
    [GREY_HOLES] = {SPNG_COLOR_TYPE_GRAYSCALE, 8, 1, false, true, 0x000000ff},
    [ONE_BIT_HOLES] = {SPNG_COLOR_TYPE_GRAYSCALE, 1, 1, false, true, 0xffffffff},
    [PALETTE] = {SPNG_COLOR_TYPE_INDEXED, 4, 1, false, true, 0},
};

/* The colours of a canvas, those with transparency first, as a short tRNS wants them. */
struct palette {
    struct color colors[16];
    uint32_t count, transparent;
};

static inline bool same_color(struct color a, struct color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

static inline uint32_t palette_find(const struct palette *palette, struct color color)
{
    uint32_t index = 0;
    while (index < palette->count && !same_color(palette->colors[index], color))
        index++;
    return index;
}

static inline bool palette_add_all(struct palette *palette, const struct canvas *canvas,
                                   bool opaque)
{
    for (int i = 0; i < canvas->width * canvas->height; i++) {
        const struct color color = canvas->pixels[i];
        if ((color.alpha == UINT16_MAX) != opaque || palette_find(palette, color) < palette->count)
            continue;
        if (palette->count == sizeof palette->colors / sizeof *palette->colors)
            return false;
        palette->colors[palette->count++] = color;
    }
    return true;
}

static inline bool palette_make(struct palette *palette, const struct canvas *canvas)
{
    palette->count = 0;
    if (!palette_add_all(palette, canvas, false))
        return false;
    palette->transparent = palette->count;
    return palette_add_all(palette, canvas, true);
}

/* The samples of a pixel, 16 bits each. */
static inline void sample_pixel(const struct format *format, const struct palette *palette,
                                struct color color, uint16_t samples[4])
{
    const bool has_alpha = (format->color_type & 4) != 0, has_rgb = (format->color_type & 2) != 0;
    const struct color seen = has_alpha || color.alpha > 0 ? color : color_of(format->hole);
    if (format->color_type == SPNG_COLOR_TYPE_INDEXED) {
        samples[0] = (uint16_t)(palette_find(palette, color) << (16 - format->depth));
        return;
    }
    samples[0] = seen.red;
    samples[1] = has_rgb ? seen.green : seen.alpha;
    samples[2] = seen.blue;
    samples[3] = seen.alpha;
}

/* Packs the canvas as PNG does: rows padded to bytes, samples from the high bits down,
 * big-endian. Returns the number of bytes. */
static inline size_t pack_pixels(const struct format *format, const struct palette *palette,
                                 const struct canvas *canvas, uint8_t *bytes)
{
    size_t bit = 0;
    for (int y = 0; y < canvas->height; y++, bit = (bit + 7) / 8 * 8) {
        for (int x = 0; x < canvas->width; x++) {
            uint16_t samples[4];
            sample_pixel(format, palette, canvas->pixels[y * canvas->width + x], samples);
            for (int i = 0; i < format->channels * format->depth; i++, bit++) {
                const int sample = samples[i / format->depth];
                const int value = sample >> (15 - i % format->depth) & 1;
                bytes[bit / 8] = (uint8_t)(bytes[bit / 8] | value << (7 - bit % 8));
            }
        }
    }
    return bit / 8;
}

/* tRNS at the file's own depth, and the palette that goes with it. */
static inline int set_transparency(spng_ctx *png, const struct format *format,
                                   const struct palette *palette)
{
    const struct color hole = color_of(format->hole);
    const int drop = 16 - format->depth;
    struct spng_trns trns = {
        .gray = (uint16_t)(hole.red >> drop),
        .red = (uint16_t)(hole.red >> drop),
        .green = (uint16_t)(hole.green >> drop),
        .blue = (uint16_t)(hole.blue >> drop),
        .n_type3_entries = palette->transparent,
    };
    struct spng_plte plte = {.n_entries = palette->count};
    for (uint32_t i = 0; i < palette->count; i++) {
        const struct color color = palette->colors[i];
        plte.entries[i] = (struct spng_plte_entry){
            (uint8_t)(color.red >> 8), (uint8_t)(color.green >> 8), (uint8_t)(color.blue >> 8), 0};
        trns.type3_alpha[i] = (uint8_t)(color.alpha >> 8);
    }
    if (format->color_type == SPNG_COLOR_TYPE_INDEXED) {
        const int result = spng_set_plte(png, &plte);
        if (result != SPNG_OK)
            return result;
    }
    return format->has_trns ? spng_set_trns(png, &trns) : SPNG_OK;
}

static inline int encode(spng_ctx *png, enum storage storage, const struct canvas *canvas,
                         const struct palette *palette)
{
    const struct format *format = &formats[storage];
    struct spng_ihdr header = {
        .width = (uint32_t)canvas->width,
        .height = (uint32_t)canvas->height,
        .bit_depth = format->depth,
        .color_type = format->color_type,
        .interlace_method = format->interlaced,
    };
    uint8_t bytes[CANVAS_MAX * CANVAS_MAX * sizeof(struct color)] = {0};
    const size_t size = pack_pixels(format, palette, canvas, bytes);
    int result;
    if ((result = spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1)) != SPNG_OK ||
        (result = spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 9)) != SPNG_OK ||
        (result = spng_set_ihdr(png, &header)) != SPNG_OK ||
        (result = set_transparency(png, format, palette)) != SPNG_OK)
        return result;
    /* Raw: big-endian, as packed. */
    return spng_encode_image(png, bytes, size, SPNG_FMT_RAW, SPNG_ENCODE_FINALIZE);
}

static inline bool write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool ok;
    if (file == NULL)
        return false;
    ok = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && ok;
}

/* Writes the canvas to `path`. Returns NULL, or what went wrong. */
static inline const char *store_canvas(const char *path, enum storage storage,
                                       const struct canvas *canvas)
{
    struct palette palette = {.count = 0};
    const char *problem = NULL;
    spng_ctx *png;
    void *bytes = NULL;
    size_t size = 0;
    int result;

    if (storage == PALETTE && !palette_make(&palette, canvas))
        return "too many colours for a palette";
    png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (png == NULL)
        return "out of memory";
    result = encode(png, storage, canvas, &palette);
    if (result == SPNG_OK)
        bytes = spng_get_png_buffer(png, &size, &result);
    if (bytes == NULL)
        problem = spng_strerror(result);
    else if (!write_file(path, bytes, size))
        problem = strerror(errno);
    free(bytes);
    spng_ctx_free(png);
    return problem;
}

#endif
