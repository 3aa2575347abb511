/*
 * film.c - animations for tests, and the files that hold them
 */
#include "support/film.h"

#include "support/png.h"
#include "support/require.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef HITMASK_WEBP
#include <webp/encode.h>
#endif

/* ---- Films ----------------------------------------------------------------------------------- */

static void roll_color(const struct film_rules *rules, uint32_t *state, uint16_t out[4])
{
    static const uint8_t alphas[] = {0, 1, 100, 200, 254};
    const uint32_t most = rules->depth == 16 ? 65535 : 255;
    const uint32_t color = rules->colors > 0 ? png_random(state, rules->colors) : 0;
    for (uint32_t i = 0; i < 3; i++)
        out[i] = (uint16_t)(rules->colors > 0 ? (color * 37 + i * 91) % 256
                                              : png_random(state, most + 1));
    out[3] = (uint16_t)(png_random(state, 3) == 0 ? 0 : most);
    if (rules->half_alphas && png_random(state, 2))
        out[3] = (uint16_t)(alphas[png_random(state, 5)] * (most / 255) +
                            (rules->depth == 16 ? png_random(state, 256) : 0));
}

void film_roll(struct film *film, const struct film_rules *rules, uint32_t *state)
{
    memset(film, 0, sizeof *film);
    film->depth = rules->depth;
    film->width = 1 + png_random(state, FILM_SIDE);
    film->height = 1 + png_random(state, FILM_SIDE);
    film->count = 2 + png_random(state, FILM_FRAMES - 1);
    for (uint32_t i = 0; i < film->count; i++) {
        struct film_frame *const frame = &film->frames[i];
        const uint32_t step = rules->even ? 2 : 1;
        frame->x = i == 0 ? 0 : png_random(state, film->width) / step * step;
        frame->y = i == 0 ? 0 : png_random(state, film->height) / step * step;
        frame->width = i == 0 ? film->width : 1 + png_random(state, film->width - frame->x);
        frame->height = i == 0 ? film->height : 1 + png_random(state, film->height - frame->y);
        frame->after = (enum film_after)png_random(state, rules->restores ? 3 : 2);
        frame->over = !rules->replaces || png_random(state, 2);
        frame->duration = rules->unit * (1 + png_random(state, 20));
        for (uint32_t k = 0; k < frame->width * frame->height; k++)
            roll_color(rules, state, frame->pixels[k]);
    }
}

static void draw_over(uint16_t below[4], const uint16_t color[4])
{
    const double most = 255;
    const double over = color[3] * most, under = (most - color[3]) * below[3];
    if (color[3] == 0)
        return;
    for (int i = 0; i < 3; i++)
        below[i] = (uint16_t)floor((color[i] * over + below[i] * under) / (over + under));
    below[3] = (uint16_t)floor((over + under) / most);
}

void film_pixel(const struct film *film, uint32_t frame, uint32_t x, uint32_t y, uint16_t out[4])
{
    uint16_t before[4];
    memset(out, 0, 4 * sizeof *out);
    for (uint32_t i = 0; i <= frame; i++) {
        const struct film_frame *const at = &film->frames[i];
        if (x < at->x || x - at->x >= at->width || y < at->y || y - at->y >= at->height)
            continue;
        uint16_t color[4];
        memcpy(color, at->pixels[(y - at->y) * at->width + x - at->x], sizeof color);
        for (int c = 0; c < 4 && film->depth == 16; c++)
            color[c] >>= 8;
        memcpy(before, out, sizeof before);
        if (at->over)
            draw_over(out, color);
        else
            memcpy(out, color, sizeof before);
        if (i < frame && at->after == FILM_RESTORE && i > 0)
            memcpy(out, before, sizeof before);
        else if (i < frame && at->after != FILM_LEAVE)
            memset(out, 0, sizeof before);
    }
}

static bool is_opaque(const struct film_frame *frame)
{
    bool opaque = true;
    for (uint32_t i = 0; i < frame->width * frame->height; i++)
        opaque = opaque && frame->pixels[i][3] > 0;
    return opaque;
}

/* ---- GIF ------------------------------------------------------------------------------------- */

enum { CODE_BITS = 5, CLEAR_CODE = 16, END_CODE = 17, NO_COLOR = 15 };

struct codes {
    struct made_file *out;
    uint8_t block[255];
    unsigned used, count;
    uint32_t bits, held;
};

static void put_code(struct codes *codes, unsigned code)
{
    codes->held |= code << codes->bits;
    for (codes->bits += CODE_BITS; codes->bits >= 8; codes->bits -= 8, codes->held >>= 8) {
        codes->block[codes->used++] = (uint8_t)codes->held;
        if (codes->used == 255) {
            made_put_low(codes->out, 1, 255);
            made_put(codes->out, codes->block, 255);
            codes->used = 0;
        }
    }
}

/* Its table is forgotten before codes become longer. */
static void put_index(struct codes *codes, unsigned index)
{
    if (codes->count++ % 12 == 0)
        put_code(codes, CLEAR_CODE);
    put_code(codes, index);
}

static unsigned gif_index(const uint16_t color[4])
{
    for (unsigned i = 0; i < NO_COLOR && color[3] > 0; i++)
        if (color[0] == i * 37 % 256 && color[1] == (i * 37 + 91) % 256)
            return i;
    return NO_COLOR;
}

static void put_pixels(const struct film_frame *frame, bool interlaced, struct made_file *out)
{
    static const uint32_t passes[4][2] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    struct codes codes = {.out = out};
    made_put_low(out, 1, CODE_BITS - 1);
    for (unsigned pass = 0; pass < (interlaced ? 4u : 1u); pass++)
        for (uint32_t y = interlaced ? passes[pass][0] : 0; y < frame->height;
             y += interlaced ? passes[pass][1] : 1)
            for (uint32_t x = 0; x < frame->width; x++)
                put_index(&codes, gif_index(frame->pixels[y * frame->width + x]));
    put_code(&codes, END_CODE);
    if (codes.bits > 0)
        put_code(&codes, 0);
    if (codes.used > 0) {
        made_put_low(out, 1, codes.used);
        made_put(out, codes.block, codes.used);
    }
    made_put_low(out, 1, 0);
}

static void put_palette(struct made_file *out)
{
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < 3; k++)
            made_put_low(out, 1, (i * 37 + k * 91) % 256);
}

void film_gif(const struct film *film, bool interlaced, struct made_file *out)
{
    *out = (struct made_file){0};
    made_put(out, "GIF89a", 6);
    made_put_low(out, 2, film->width);
    made_put_low(out, 2, film->height);
    made_put_low(out, 1, 0xf3);
    made_put_low(out, 2, 0);
    put_palette(out);
    made_put(out, "\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0", 19);
    for (uint32_t i = 0; i < film->count; i++) {
        const struct film_frame *const frame = &film->frames[i];
        const bool own_palette = i % 2;
        /* Some programs write 4 for 3, to restore what was before. */
        const bool other = frame->after == FILM_RESTORE && own_palette;
        made_put(out, "\x21\xfe\5hello\0", 9);
        made_put(out, "\x21\xf9\4", 3);
        made_put_low(out, 1, ((uint32_t)frame->after + 1 + other) << 2 | !is_opaque(frame));
        made_put_low(out, 2, frame->duration / 10);
        made_put_low(out, 1, NO_COLOR);
        made_put_low(out, 1, 0);
        made_put_low(out, 1, 0x2c);
        made_put_low(out, 2, frame->x);
        made_put_low(out, 2, frame->y);
        made_put_low(out, 2, frame->width);
        made_put_low(out, 2, frame->height);
        made_put_low(out, 1, (own_palette ? 0x83 : 0) | (interlaced && i % 2 ? 0x40 : 0));
        if (own_palette)
            put_palette(out);
        put_pixels(frame, interlaced && i % 2, out);
    }
    made_put_low(out, 1, 0x3b);
}

/* ---- PNG and APNG ---------------------------------------------------------------------------- */

static void put_chunk(struct made_file *out, const char *type, const void *data, size_t size)
{
    made_put_high(out, 4, (uint32_t)size);
    made_put(out, type, 4);
    made_put(out, data, size);
    made_put_high(out, 4, (uint32_t)crc32(0, out->bytes + out->size - size - 4, (uInt)(size + 4)));
}

/* The colours of gif_index, of which the last is transparent. */
static void put_png_palette(bool has_alpha, struct made_file *out)
{
    struct made_file colors = {0}, alphas = {0};
    for (uint32_t i = 0; i <= NO_COLOR; i++) {
        for (uint32_t k = 0; k < 3; k++)
            made_put_high(&colors, 1, (i * 37 + k * 91) % 256);
        made_put_high(&alphas, 1, i < NO_COLOR ? 255 : 0);
    }
    put_chunk(out, "PLTE", colors.bytes, colors.size);
    if (has_alpha)
        put_chunk(out, "tRNS", alphas.bytes, alphas.size);
    made_free(&colors);
    made_free(&alphas);
}

static void put_header(const struct film *film, struct made_file *out)
{
    struct made_file header = {0};
    made_put(out, "\x89PNG\r\n\x1a\n", 8);
    made_put_high(&header, 4, film->width);
    made_put_high(&header, 4, film->height);
    made_put_high(&header, 1, film->depth);
    made_put_high(&header, 1, film->indexed ? 3 : 6);
    made_put_high(&header, 3, 0);
    put_chunk(out, "IHDR", header.bytes, header.size);
    made_free(&header);
    bool has_alpha = false;
    for (uint32_t i = 0; i < film->count; i++)
        has_alpha = has_alpha || !is_opaque(&film->frames[i]);
    if (film->indexed)
        put_png_palette(has_alpha, out);
}

/* The compressed rows of a frame. */
static void pack_frame(const struct film *film, const struct film_frame *frame,
                       struct made_file *out)
{
    struct made_file rows = {0};
    uint8_t packed[FILM_SIDE * (FILM_SIDE * 8 + 1) + 100];
    uLongf size = sizeof packed;
    for (uint32_t y = 0; y < frame->height; y++) {
        made_put_high(&rows, 1, 0);
        for (uint32_t x = 0; film->indexed && x < frame->width; x++)
            made_put_high(&rows, 1, gif_index(frame->pixels[y * frame->width + x]));
        for (uint32_t i = 0; !film->indexed && i < 4 * frame->width; i++)
            made_put_high(&rows, film->depth / 8, frame->pixels[y * frame->width + i / 4][i % 4]);
    }
    REQUIRE(compress(packed, &size, rows.bytes, rows.size) == Z_OK);
    made_put(out, packed, size);
    made_free(&rows);
}

/* In two pieces. */
static void put_data(struct made_file *out, const char *type, const struct made_file *data,
                     uint32_t *sequence)
{
    const size_t half = data->size / 2;
    for (int i = 0; i < 2; i++) {
        struct made_file piece = {0};
        if (type[0] == 'f')
            made_put_high(&piece, 4, (*sequence)++);
        made_put(&piece, data->bytes + (i == 0 ? 0 : half), i == 0 ? half : data->size - half);
        put_chunk(out, type, piece.bytes, piece.size);
        made_free(&piece);
    }
}

static void put_control(struct made_file *out, const struct film_frame *frame, uint32_t *sequence)
{
    struct made_file control = {0};
    made_put_high(&control, 4, (*sequence)++);
    made_put_high(&control, 4, frame->width);
    made_put_high(&control, 4, frame->height);
    made_put_high(&control, 4, frame->x);
    made_put_high(&control, 4, frame->y);
    made_put_high(&control, 2, frame->duration);
    made_put_high(&control, 2, 1000);
    made_put_high(&control, 1, frame->after);
    made_put_high(&control, 1, frame->over);
    put_chunk(out, "fcTL", control.bytes, control.size);
    made_free(&control);
}

void film_apng(const struct film *film, bool still, struct made_file *out)
{
    const uint8_t counts[8] = {0, 0, 0, (uint8_t)film->count};
    uint32_t sequence = 0;
    *out = (struct made_file){0};
    put_header(film, out);
    put_chunk(out, "acTL", counts, 8);
    for (uint32_t i = 0; i < film->count; i++) {
        struct made_file data = {0};
        pack_frame(film, &film->frames[i], &data);
        if (i == 0 && still)
            put_data(out, "IDAT", &data, &sequence);
        put_control(out, &film->frames[i], &sequence);
        put_data(out, i == 0 && !still ? "IDAT" : "fdAT", &data, &sequence);
        made_free(&data);
    }
    put_chunk(out, "IEND", NULL, 0);
}

void film_png(const struct film *film, struct made_file *out)
{
    struct made_file data = {0};
    *out = (struct made_file){0};
    pack_frame(film, &film->frames[0], &data);
    put_header(film, out);
    put_chunk(out, "IDAT", data.bytes, data.size);
    put_chunk(out, "IEND", NULL, 0);
    made_free(&data);
}

/* ---- WebP ------------------------------------------------------------------------------------ */

#ifdef HITMASK_WEBP
/* The chunk of the picture of a frame, without the RIFF around it. */
static void put_webp_picture(const struct film_frame *frame, struct made_file *out)
{
    uint8_t pixels[FILM_SIDE * FILM_SIDE * 4], *made = NULL;
    for (uint32_t i = 0; i < frame->width * frame->height * 4; i++)
        pixels[i] = (uint8_t)frame->pixels[i / 4][i % 4];
    const size_t size = WebPEncodeLosslessRGBA(pixels, (int)frame->width, (int)frame->height,
                                               (int)frame->width * 4, &made);
    REQUIRE(size > 12);
    made_put(out, made + 12, size - 12);
    WebPFree(made);
}

static void put_riff(struct made_file *out, const char *type, const struct made_file *data)
{
    made_put(out, type, 4);
    made_put_low(out, 4, (uint32_t)data->size);
    made_put(out, data->bytes, data->size);
}

bool film_webp(const struct film *film, struct made_file *out)
{
    struct made_file all = {0};
    *out = (struct made_file){0};
    made_put(&all, "WEBP", 4);
    if (film->count == 1) {
        put_webp_picture(&film->frames[0], &all);
    } else {
        made_put(&all, "VP8X\x0a\0\0\0\x12\0\0\0", 12);
        made_put_low(&all, 3, film->width - 1);
        made_put_low(&all, 3, film->height - 1);
        made_put(&all, "ANIM\6\0\0\0\0\0\0\0\0\0", 14);
    }
    for (uint32_t i = 0; film->count > 1 && i < film->count; i++) {
        const struct film_frame *const frame = &film->frames[i];
        struct made_file data = {0};
        made_put_low(&data, 3, frame->x / 2);
        made_put_low(&data, 3, frame->y / 2);
        made_put_low(&data, 3, frame->width - 1);
        made_put_low(&data, 3, frame->height - 1);
        made_put_low(&data, 3, frame->duration);
        made_put_low(&data, 1, (frame->over ? 0u : 2u) | (frame->after == FILM_CLEAR ? 1u : 0u));
        put_webp_picture(frame, &data);
        put_riff(&all, "ANMF", &data);
        made_free(&data);
    }
    put_riff(out, "RIFF", &all);
    made_free(&all);
    return true;
}
#else
bool film_webp(const struct film *film, struct made_file *out)
{
    (void)film;
    *out = (struct made_file){0};
    return false;
}
#endif

/* ---- QOI ------------------------------------------------------------------------------------- */

/* Chooses by dice among the ways that can say the next pixels. */
void film_qoi(const struct film *film, uint32_t *state, struct made_file *out)
{
    const struct film_frame *const frame = &film->frames[0];
    uint8_t table[64][4] = {{0}}, last[4] = {0, 0, 0, 255};
    *out = (struct made_file){0};
    made_put(out, "qoif", 4);
    made_put_high(out, 4, film->width);
    made_put_high(out, 4, film->height);
    made_put_high(out, 2, 0x0400);
    for (uint32_t i = 0; i < film->width * film->height; i++) {
        uint8_t pixel[4];
        int difference[3];
        for (int k = 0; k < 4; k++)
            pixel[k] = (uint8_t)frame->pixels[i][k];
        for (int k = 0; k < 3; k++)
            difference[k] = (int8_t)(uint8_t)(pixel[k] - last[k]);
        const unsigned at = (pixel[0] * 3u + pixel[1] * 5u + pixel[2] * 7u + pixel[3] * 11u) % 64;
        const int red = difference[0] - difference[1], blue = difference[2] - difference[1];
        const bool same_alpha = pixel[3] == last[3];
        if (memcmp(pixel, last, 4) == 0 && png_random(state, 4) > 0) {
            made_put_low(out, 1, 0xc0);
        } else if (memcmp(pixel, table[at], 4) == 0 && png_random(state, 4) > 0) {
            made_put_low(out, 1, at);
        } else if (same_alpha && abs(2 * difference[0] + 1) < 4 && abs(2 * difference[1] + 1) < 4 &&
                   abs(2 * difference[2] + 1) < 4 && png_random(state, 4) > 0) {
            made_put_low(out, 1,
                         0x40u | (uint32_t)(difference[0] + 2) << 4 |
                             (uint32_t)(difference[1] + 2) << 2 | (uint32_t)(difference[2] + 2));
        } else if (same_alpha && difference[1] >= -32 && difference[1] < 32 && red >= -8 &&
                   red < 8 && blue >= -8 && blue < 8) {
            made_put_low(out, 1, 0x80u | (uint32_t)(difference[1] + 32));
            made_put_low(out, 1, (uint32_t)(red + 8) << 4 | (uint32_t)(blue + 8));
        } else if (same_alpha) {
            made_put_low(out, 1, 0xfe);
            made_put(out, pixel, 3);
        } else {
            made_put_low(out, 1, 0xff);
            made_put(out, pixel, 4);
        }
        memcpy(table[at], pixel, 4);
        memcpy(last, pixel, 4);
    }
    made_put(out, "\0\0\0\0\0\0\0\1", 8);
}

/* ---- TGA ------------------------------------------------------------------------------------- */

static void put_tga_color(struct made_file *out, const uint16_t color[4], unsigned bits)
{
    if (bits <= 16) {
        made_put_low(out, 2,
                     (uint32_t)(color[0] >> 3) << 10 | (uint32_t)(color[1] >> 3) << 5 |
                         (uint32_t)(color[2] >> 3) | (color[3] > 0 ? 0x8000u : 0u));
        return;
    }
    for (int i = 2; i >= 0; i--)
        made_put_low(out, 1, color[i]);
    if (bits == 32)
        made_put_low(out, 1, color[3]);
}

static void put_tga_pixel(struct made_file *out, const uint16_t color[4], struct film_tga how)
{
    if (how.type % 8 == 1) {
        made_put_low(out, how.bits / 8, 3 + gif_index(color));
    } else if (how.type % 8 == 3) {
        made_put_low(out, 1, color[0]);
        if (how.bits == 16)
            made_put_low(out, 1, color[3]);
    } else {
        put_tga_color(out, color, how.bits);
    }
}

static void put_tga_extension(unsigned attributes, struct made_file *out)
{
    const uint32_t at = (uint32_t)out->size;
    made_put_low(out, 2, 495);
    for (int i = 2; i < 494; i++)
        made_put_low(out, 1, 0);
    made_put_low(out, 1, attributes);
    made_put_low(out, 4, at);
    made_put_low(out, 4, 0);
    made_put(out, "TRUEVISION-XFILE.", 18);
}

void film_tga(const struct film *film, struct film_tga how, uint32_t *state, struct made_file *out)
{
    const struct film_frame *const frame = &film->frames[0];
    const uint32_t count = film->width * film->height;
    const bool mapped = how.type % 8 == 1;
    *out = (struct made_file){0};
    made_put_low(out, 1, 5);
    made_put_low(out, 1, mapped);
    made_put_low(out, 1, how.type);
    made_put_low(out, 2, mapped ? 3 : 0);
    made_put_low(out, 2, mapped ? 16 : 0);
    made_put_low(out, 1, mapped ? how.map_bits : 0);
    made_put_low(out, 4, 0);
    made_put_low(out, 2, film->width);
    made_put_low(out, 2, film->height);
    made_put_low(out, 1, how.bits);
    made_put_low(out, 1, how.descriptor);
    made_put(out, "about", 5);
    for (uint16_t i = 0; mapped && i < 16; i++) {
        const uint16_t color[4] = {(uint16_t)(i * 37 % 256), (uint16_t)((i * 37 + 91) % 256),
                                   (uint16_t)((i * 37 + 182) % 256), i == NO_COLOR ? 0 : 255};
        put_tga_color(out, color, how.map_bits);
    }
    for (uint32_t i = 0, left = 0, run = 0; i < count; i++) {
        const uint32_t x =
            how.descriptor & 16 ? film->width - 1 - i % film->width : i % film->width;
        const uint32_t y =
            how.descriptor & 32 ? i / film->width : film->height - 1 - i / film->width;
        const uint16_t *const color = frame->pixels[y * film->width + x];
        if (how.type < 8 || left > 0) {
            if (how.type < 8 || !run)
                put_tga_pixel(out, color, how);
            left -= how.type >= 8;
            continue;
        }
        /* A run of the same pixel is one pixel long here, unless the film has but one colour. */
        run = png_random(state, 2);
        left = run ? 0 : png_random(state, count - i < 128 ? count - i : 128);
        made_put_low(out, 1, left | (run ? 128u : 0u));
        put_tga_pixel(out, color, how);
    }
    if (how.attributes > 0)
        put_tga_extension(how.attributes, out);
}
