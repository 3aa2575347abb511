/*
 * qoi.c - QOI: a picture of RGB or RGBA, each pixel in one to five bytes
 *
 *     "qoif"  width  height  channels  colour space  pixels ...  00 00 00 00 00 00 00 01
 *
 *     00iiiiii                    the colour at i in the table of colours that were seen
 *     01rrggbb                    a difference of -2 to 1 on each channel
 *     10gggggg rrrrbbbb           a difference of green, and of the others from that
 *     11nnnnnn                    the last pixel n + 1 times again, n up to 61
 *     fe r g b,  ff r g b a       a colour
 */
#include "picture/image.h"
#include "picture/png_file.h"

#include <string.h>

enum { HEADER = 14, END = 8, TABLE = 64 };

static bool begins(const uint8_t *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "qoif", 4) == 0;
}

struct qoi {
    const uint8_t *next, *end;
    uint8_t pixel[4];
    uint8_t table[TABLE][4];
};

/* Reads what stands for the next pixels: `pixel` `*run` times. False at the end. */
static bool next_pixels(struct qoi *qoi, size_t *run)
{
    static const uint8_t wanted[4] = {0, 0, 1, 0}; /* bytes after the first, by its high bits */
    uint8_t *const pixel = qoi->pixel;
    if (qoi->next == qoi->end)
        return false;
    const uint8_t first = *qoi->next++;
    const size_t more = first == 0xff ? 4 : first == 0xfe ? 3 : wanted[first >> 6];
    const uint8_t *const rest = qoi->next;
    if ((size_t)(qoi->end - qoi->next) < more)
        return false;
    qoi->next += more;
    *run = 1;
    if (first >= 0xfe) {
        memcpy(pixel, rest, more);
    } else if (first >> 6 == 0) {
        memcpy(pixel, qoi->table[first], 4);
    } else if (first >> 6 == 1) {
        pixel[0] = (uint8_t)(pixel[0] + (first >> 4 & 3) - 2);
        pixel[1] = (uint8_t)(pixel[1] + (first >> 2 & 3) - 2);
        pixel[2] = (uint8_t)(pixel[2] + (first & 3) - 2);
    } else if (first >> 6 == 2) {
        const int green = (first & 63) - 32;
        pixel[0] = (uint8_t)(pixel[0] + green - 8 + (rest[0] >> 4));
        pixel[1] = (uint8_t)(pixel[1] + green);
        pixel[2] = (uint8_t)(pixel[2] + green - 8 + (rest[0] & 15));
    } else {
        *run = (first & 63) + 1u;
    }
    memcpy(qoi->table[(pixel[0] * 3 + pixel[1] * 5 + pixel[2] * 7 + pixel[3] * 11) % TABLE], pixel,
           4);
    return true;
}

static bool read_pixels(struct qoi *qoi, const struct image *image, uint8_t *canvas,
                        struct error *err)
{
    const size_t count = (size_t)image->width * image->height;
    for (size_t i = 0, run = 0; i < count; i += run) {
        if (!next_pixels(qoi, &run))
            return fail(err, "truncated: the file ends at pixel %zu,%zu", i % image->width,
                        i / image->width);
        if (run > count - i)
            return fail(err, "damaged: there are more pixels than the header says");
        for (size_t k = 0; k < run; k++)
            memcpy(canvas + (i + k) * 4, qoi->pixel, 4);
    }
    if (qoi->end - qoi->next < END || memcmp(qoi->next, "\0\0\0\0\0\0\0\1", END) != 0)
        return fail(err, qoi->end - qoi->next < END
                             ? "truncated: the file ends before its last bytes"
                             : "damaged: the end of the pixels is not marked");
    return true;
}

static bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    struct qoi qoi = {.next = bytes + HEADER, .end = bytes + size, .pixel = {0, 0, 0, 255}};
    if (size < HEADER)
        return fail(err, "truncated: the file ends inside the header");
    if (bytes[12] != 3 && bytes[12] != 4)
        return fail(err, "damaged: the header says %d channels, not 3 or 4", bytes[12]);
    out->width = png_number(bytes + 4);
    out->height = png_number(bytes + 8);
    out->frame_count = 1;
    out->has_alpha = bytes[12] == 4;
    return image_begin(out, rules, err) && read_pixels(&qoi, out, out->canvas, err) &&
           image_give(out, rules, 0, out->canvas, err);
}

const struct image_kind image_qoi = {
    .name = "a QOI", .is_still = true, .begins = begins, .read = read_image};
