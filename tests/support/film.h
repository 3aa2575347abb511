/*
 * film.h - animations for tests, and files of every kind that has them or one picture of them
 *
 * The files are written from the specifications, by hand or, for WebP, with libwebp's encoder.
 * Shares nothing with the code that it tests.
 */
#ifndef FILM_H
#define FILM_H

#include "support/made_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILM_FRAMES = 6, FILM_SIDE = 24 };

/* The disposal of a frame when its time is over. */
enum film_after { FILM_LEAVE, FILM_CLEAR, FILM_RESTORE };

struct film_frame {
    uint32_t x, y, width, height;
    enum film_after after;
    bool over; /* it is drawn over what was there, instead of in its place */
    uint32_t duration;
    uint16_t pixels[FILM_SIDE * FILM_SIDE][4]; /* in the film's depth */
};

struct film {
    uint32_t width, height, count;
    unsigned depth; /* 8 or 16 bits */
    bool indexed;   /* a PNG gets a palette, and its alphas in tRNS: at most 15 colours */
    struct film_frame frames[FILM_FRAMES];
};

/* Properties of a film; not every kind of file has all of them. */
struct film_rules {
    unsigned depth;
    bool half_alphas; /* alphas beside 0 and full */
    bool restores, replaces;
    bool even;       /* frames begin at even places */
    unsigned colors; /* at most; 0: any */
    unsigned unit;   /* durations are multiples of it */
};
void film_roll(struct film *film, const struct film_rules *rules, uint32_t *state);

/* A pixel as it is seen while frame `frame` lasts, found out for it alone, with 8 bits a channel:
 * of 16 bits the high byte counts. */
void film_pixel(const struct film *film, uint32_t frame, uint32_t x, uint32_t y, uint16_t out[4]);

/* `interlaced` counts for the frames with an odd number. */
void film_gif(const struct film *film, bool interlaced, struct made_file *out);
/* With `still` the picture for who knows no APNG is another, and no frame. */
void film_apng(const struct film *film, bool still, struct made_file *out);
/* False without libwebp. */
bool film_webp(const struct film *film, struct made_file *out);

/* Writes the first frame alone, which fills the film, with 8 bits. */
void film_qoi(const struct film *film, uint32_t *state, struct made_file *out);
struct film_tga {
    unsigned type, bits, map_bits, descriptor;
    unsigned attributes; /* the type of them in the extension area; 0: the file has no such area */
};
void film_tga(const struct film *film, struct film_tga how, uint32_t *state, struct made_file *out);
void film_png(const struct film *film, struct made_file *out);

#endif
