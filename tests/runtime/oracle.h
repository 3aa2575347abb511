/*
 * oracle.h - pictures of one byte a pixel, and answers that are obviously right
 *
 * Everything here looks at one pixel at a time and knows nothing of masks, words or clips.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <hitmask.h>

enum { ORACLE_SIDE_MAX = 512 };

/* A picture, and the sprite that the runtime makes of it. */
struct subject {
    int32_t width, height;
    uint8_t *pixels; /* 1 is solid */
    uint8_t *buffer; /* lent to the sprite, of just the size it asked for */
    hm_sprite sprite;
};

/* How many of `count` random tries are made: all, or an eighth with HITMASK_FEWER_PAIRS. */
int oracle_tries(int count);

/* A random number below `end`. */
uint32_t oracle_random(uint64_t *state, uint32_t end);

/* A random number from `low` to `high`. */
int32_t random_between(uint64_t *state, int32_t low, int32_t high);

/* In or about a picture of that width or height. */
int32_t random_near(uint64_t *state, int32_t size);

/* Anywhere at all, by every order of magnitude alike. */
int32_t random_anywhere(uint64_t *state);

void subject_init(struct subject *subject, int32_t width, int32_t height);
void subject_free(struct subject *subject);

/* Makes the sprite of the pixels as they are now. */
void subject_bake(struct subject *subject);

/* Drawn, a row a line: '#' is solid. */
void subject_draw(struct subject *subject, const char *const *rows, int32_t height);

/* Bit i of `bits` is pixel i in reading order. */
void subject_from_number(struct subject *subject, int32_t width, int32_t height, uint32_t bits);

/* Blobs, noise, outlines, lines, a single pixel, all or nothing. */
void subject_scribble(struct subject *subject, uint64_t *state, int32_t side_max);

/* A few squares in a large picture, and two of its corners, so that its box is all of it. */
void subject_scatter(struct subject *subject, uint64_t *state, int32_t width, int32_t height);

/* Any solid pixel; there must be one. */
hm_point subject_solid(const struct subject *subject, uint64_t *state);

/* Copies the picture, which is not baked. */
void subject_copy(const struct subject *subject, struct subject *out);

/* The mirrored picture, baked. */
void subject_mirror(const struct subject *subject, bool horizontal, bool vertical,
                    struct subject *out);

typedef void subject_visit(const struct subject *subject);

typedef void subjects_visit(struct subject *a, struct subject *b, uint64_t *random);

/* Visits so many scribbles. */
void scribbles_visit(uint64_t seed, uint32_t count, int32_t side_max, subject_visit *visit);

/* Visits so many pairs of them. */
void scribbled_pairs_visit(uint64_t seed, uint32_t count, int32_t a_max, int32_t b_max,
                           subjects_visit *visit);

bool oracle_solid(const struct subject *subject, int64_t x, int64_t y);

/* Walks all pixels of `a` in reading order. `hit` and `area` may be NULL. */
bool oracle_overlap(const struct subject *a, const struct subject *b, int64_t dx, int64_t dy,
                    hm_point *hit, uint64_t *area);

#endif
