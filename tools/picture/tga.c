/*
 * tga.c - TGA: colours, greys or a palette, as they are or in runs, from any corner
 *
 *     id length, palette?, type, palette: first, count, bits;  x, y, width, height, bits,
 * descriptor id ...  palette ...  pixels ...
 *
 * Types are 1 palette, 2 colour, 3 grey, and 8 more for runs. The descriptor has the number of
 * alpha bits, and where the first pixel is. Many programs write 0 alpha bits beside alpha: in 32
 * bits a fourth byte that varies is alpha all the same. The attribute bit of 16 bits is alpha only
 * if the extension area says so, which the footer has the place of.
 */
#include "picture/image.h"

#include <string.h>

enum { HEADER = 18, PALETTE = 1, COLOR = 2, GREY = 3, RUNS = 8 };

/* The extension area, and two of the types of attributes in it. */
enum { EXTENSION = 495, EXTENSION_TYPE = 494, USEFUL_ALPHA = 3, PREMULTIPLIED_ALPHA = 4 };

struct tga {
    unsigned type, map_first, map_count, map_bits, bits, alpha_bits;
    bool runs, from_right, from_top;
    uint32_t width, height;
    const uint8_t *map, *next, *end;
};

static unsigned number(const uint8_t *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static bool is_color(unsigned bits)
{
    return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

static bool read_header(const uint8_t *bytes, struct tga *tga)
{
    *tga = (struct tga){
        .type = bytes[2] % RUNS,
        .runs = bytes[2] >= RUNS,
        .map_first = number(bytes + 3),
        .map_count = number(bytes + 5),
        .map_bits = bytes[7],
        .width = number(bytes + 12),
        .height = number(bytes + 14),
        .bits = bytes[16],
        .alpha_bits = bytes[17] & 15,
        .from_right = bytes[17] & 16,
        .from_top = bytes[17] & 32,
    };
    const bool has_map = bytes[1] == 1;
    return bytes[1] <= 1 && bytes[2] <= RUNS + GREY && bytes[17] < 64 &&
           (!has_map || is_color(tga->map_bits)) &&
           (tga->type == PALETTE ? has_map && (tga->bits == 8 || tga->bits == 16)
            : tga->type == GREY  ? tga->bits == 8 || tga->bits == 16
                                 : tga->type == COLOR && is_color(tga->bits));
}

static bool begins(const uint8_t *bytes, size_t size)
{
    struct tga tga;
    return size >= HEADER && read_header(bytes, &tga);
}

/* Blue, green, red; in 16 bits five each from the low ones on, and an attribute. */
static void read_color(const uint8_t *bytes, unsigned bits, uint8_t out[4])
{
    const unsigned value = number(bytes);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned five = value >> (10 - 5 * i) & 31;
        out[i] = bits <= 16 ? (uint8_t)(five << 3 | five >> 2) : bytes[2 - i];
    }
    out[3] = bits == 32 ? bytes[3] : bits == 16 && !(value & 0x8000) ? 0 : 255;
}

static bool read_pixel(const struct tga *tga, const uint8_t *bytes, uint8_t out[4])
{
    if (tga->type == GREY) {
        memset(out, bytes[0], 3);
        out[3] = tga->bits == 16 ? bytes[1] : 255;
        return true;
    }
    if (tga->type == COLOR) {
        read_color(bytes, tga->bits, out);
        return true;
    }
    const unsigned color = tga->bits == 16 ? number(bytes) : bytes[0];
    const unsigned index = color - tga->map_first, size = (tga->map_bits + 7) / 8;
    if (color < tga->map_first || index >= tga->map_count)
        return false;
    read_color(tga->map + (size_t)index * size, tga->map_bits, out);
    return true;
}

/* Reads all pixels in the order of the file. */
static bool read_pixels(struct tga *tga, uint8_t *canvas, struct error *err)
{
    const size_t count = (size_t)tga->width * tga->height, size = (tga->bits + 7) / 8;
    size_t left = 0;
    bool again = false;
    uint8_t color[4] = {0};
    for (size_t i = 0; i < count; i++) {
        const size_t x = i % tga->width, y = i / tga->width;
        if (tga->runs && left == 0 && tga->next < tga->end) {
            left = (*tga->next & 127) + (size_t)1;
            again = *tga->next++ & 128;
        } else if (tga->runs && left > 0 && again) {
            tga->next -= size; /* the same pixel again */
        }
        if ((size_t)(tga->end - tga->next) < size)
            return fail(err, "truncated: the file ends at pixel %zu,%zu", x, y);
        if (!read_pixel(tga, tga->next, color))
            return fail(err, "the pixel at %zu,%zu has colour %d, which is not in the palette", x,
                        y, tga->next[0]);
        tga->next += size;
        left -= tga->runs;
        const size_t to_x = tga->from_right ? tga->width - 1 - x : x;
        const size_t to_y = tga->from_top ? y : tga->height - 1 - y;
        memcpy(canvas + (to_y * tga->width + to_x) * 4, color, 4);
    }
    return true;
}

/* True if the extension area says that attributes are alpha. */
static bool says_alpha(const uint8_t *bytes, size_t size)
{
    static const char signature[18] = "TRUEVISION-XFILE.";
    enum { FOOTER = 8 + sizeof signature };
    if (size < FOOTER + EXTENSION ||
        memcmp(bytes + size - sizeof signature, signature, sizeof signature) != 0)
        return false;
    const uint8_t *const footer = bytes + size - FOOTER;
    const size_t at = number(footer) | (size_t)number(footer + 2) << 16;
    if (at < HEADER || at > size - EXTENSION || number(bytes + at) < EXTENSION)
        return false;
    const unsigned type = bytes[at + EXTENSION_TYPE];
    return type == USEFUL_ALPHA || type == PREMULTIPLIED_ALPHA;
}

/* True if the fourth byte of all pixels is the same. */
static bool is_flat(const uint8_t *canvas, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (canvas[i * 4 + 3] != canvas[3])
            return false;
    return true;
}

static bool has_alpha(const struct tga *tga, const uint8_t *bytes, size_t size,
                      const uint8_t *canvas)
{
    const unsigned bits = tga->type == PALETTE ? tga->map_bits : tga->bits;
    if (bits == (tga->type == GREY ? 16u : 32u))
        return tga->alpha_bits > 0 || !is_flat(canvas, (size_t)tga->width * tga->height);
    return tga->type != GREY && bits == 16 && says_alpha(bytes, size);
}

static bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    struct tga tga;
    if (size < HEADER || !read_header(bytes, &tga))
        return fail(err, "truncated: the file ends inside the header");
    const size_t id = bytes[0],
                 map = bytes[1] ? (size_t)tga.map_count * ((tga.map_bits + 7) / 8) : 0;
    if (size - HEADER < id + map)
        return fail(err, "truncated: the file ends before its pixels");
    tga.map = bytes + HEADER + id;
    tga.next = tga.map + map;
    tga.end = bytes + size;
    out->width = tga.width;
    out->height = tga.height;
    out->frame_count = 1;
    if (!image_begin(out, rules, err) || !read_pixels(&tga, out->canvas, err))
        return false;
    const size_t count = (size_t)out->width * out->height;
    out->has_alpha = has_alpha(&tga, bytes, size, out->canvas);
    for (size_t i = 0; !out->has_alpha && i < count; i++)
        out->canvas[i * 4 + 3] = 255;
    return image_give(out, rules, 0, out->canvas, err);
}

const struct image_kind image_tga = {
    .name = "a TGA", .is_still = true, .begins = begins, .read = read_image};
