/*
 * query_draw.h - the answer to a query, and drawings of it: both sprites, their overlap, the ways
 * out
 */
#ifndef QUERY_DRAW_H
#define QUERY_DRAW_H

#include "base/error.h"
#include "base/sink.h"
#include "draw/canvas.h"
#include "model/model.h"
#include "picture/bitmap.h"

#include <hitmask_transform.h>

/* ---- Asked -------------------------------------------------------------------------------- */

/* Two sprites, B at (x, y) from A, where it may be turned and scaled about its pivot. */
struct question {
    hm_sprite a, b; /* views: flips are theirs */
    int32_t x, y;
    bool turned; /* the affine queries answer; `map` is from A to B */
    hm_affine map;
    bool moving; /* A moves by (move_x, move_y) */
    int32_t move_x, move_y;
};

/* The longest way out that is searched for, so that the search is fast. */
enum { ESCAPE_MAX = 512 };

struct answer {
    bool touch;
    hm_point first;
    uint64_t area;
    /* Set unless B is turned: */
    int64_t normal_x, normal_y;
    uint32_t exits[4]; /* by hm_direction */
    bool escapes;      /* there is a way of at most ESCAPE_MAX pixels */
    hm_point escape;
    /* Set when A moves: */
    bool stopped;
    hm_sweep_result sweep;
};

void answer(const struct question *question, struct answer *out);

/* Turns B by `angle` (65536 is a full turn) and scales it by `scale` (65536 is 1) about its pivot,
 * which stays where it is. Fails when the runtime has no such map. */
bool question_turn(struct question *question, uint32_t angle, int32_t scale, struct error *err);

/* A question, the words of its options, and its answer. */
struct inquiry {
    const char *names[2];
    bool flips[2][2];           /* A's and B's, horizontally and vertically */
    const char *rotate, *scale; /* as on the command line, or NULL */
    struct question question;
    struct answer answer;
};

/* ---- A scene ------------------------------------------------------------------------------ */

/* Two sprites on one grid of cells, in pixels of the first. Cell (0, 0) begins at pixel (left, top)
 * of A; a cell is `scale` pixels a side. */
struct scene {
    int64_t left, top;
    uint32_t scale;
    struct bitmap a, b;
    struct bitmap both;  /* their overlap; empty when they do not touch */
    struct bitmap moved; /* A at the end of its move; without size when it does not move */
};

/* Fits the scene into so many cells; `out` is to be freed, also when this fails. */
bool scene_make(const struct question *question, const struct answer *answer, uint32_t most_width,
                uint32_t most_height, struct scene *out, struct error *err);
void scene_free(struct scene *scene);

/* Finds the pixel of B, flipped as in the question, on which the centre of pixel (x, y) of A lies.
 * It may be outside of B. */
void scene_pixel_of_b(const struct question *question, int64_t x, int64_t y, int64_t *u,
                      int64_t *v);

/* The cell of a pixel of A on each axis, which may be outside the scene. */
int64_t scene_column(const struct scene *scene, int64_t x);
int64_t scene_row(const struct scene *scene, int64_t y);

/* ---- Drawn -------------------------------------------------------------------------------- */

/* Draws both with a character for each pixel of A, scaled down to `columns`; 0 is 512. */
bool query_put_ascii(const struct inquiry *inquiry, uint32_t columns, struct sink *sink,
                     struct error *err);

/* The art of a sprite: the image in which its region lies. NULL: it is not drawn. */
struct query_art {
    const struct rgba *image;
    const struct model_sprite *sprite;
};

/* Draws both over their art. `out` is to be freed when this succeeds. */
bool query_picture(const struct inquiry *inquiry, const struct query_art art[2], struct rgba *out,
                   struct error *err);

#endif
