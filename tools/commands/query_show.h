/*
 * query_show.h - what `hitmask query` was asked and was answered: as text, JSON, and drawings
 */
#ifndef QUERY_SHOW_H
#define QUERY_SHOW_H

#include "base/sink.h"
#include "draw/canvas.h"
#include "draw/query_answer.h"

/* A question with the words that it was asked in, and its answer. */
struct inquiry {
    const char *names[2];
    bool flips[2][2];           /* A's and B's, horizontally and vertically */
    const char *rotate, *scale; /* as they were given; NULL: not */
    struct question question;
    struct answer answer;
};

void query_put_text(const struct inquiry *inquiry, struct sink *sink);
void query_put_json(const struct inquiry *inquiry, struct sink *sink);

/* Draws both, a character a pixel of A, scaled down to `columns`; 0 is 512. */
bool query_put_ascii(const struct inquiry *inquiry, uint32_t columns, struct sink *sink,
                     struct error *err);

/* `out` is to be freed when this succeeds. */
bool query_picture(const struct inquiry *inquiry, struct rgba *out, struct error *err);

#endif
