/*
 * hitmask_canvas.h - masks that the game changes or makes, and the form of any mask
 *
 * A canvas is terrain that gets craters, a picture that was just rendered, or a shape that is put
 * together. Its pixels lie in a buffer that the caller lends. hm_canvas_sprite shows it as a
 * sprite, for all queries.
 *
 *     static unsigned char buffer[300000];
 *     hm_canvas land;
 *     hm_sprite view;
 *     hm_canvas_init(&land, buffer, sizeof buffer, 2048, 1024);
 *     hm_canvas_stamp(&land, &hill, 0, 0, HM_ADD);
 *     hm_canvas_circle(&land, 400, 300, 40, HM_ERASE);
 *     hm_canvas_sprite(&land, &view);
 *
 * Masks of one size are joined with HM_ADD, cut with HM_KEEP, subtracted with HM_ERASE. A shape may
 * lie anywhere: pixels outside the canvas are left out. While a canvas changes, no other thread may
 * use it or its views; the first hm_canvas_sprite after a change is a change, too.
 */
#ifndef HITMASK_CANVAS_H
#define HITMASK_CANVAS_H

#include "hitmask_transform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Canvas -------------------------------------------------------------------------------- */

/* A mask that the caller changes. 128 bytes on every machine; all of it is private. It may be moved
 * in memory, because views point into the buffer. A copy shares the buffer: use only one of the two
 * afterwards. */
typedef struct hm_canvas {
    uint64_t area; /* when the last view was made; the same for the bounds */
    int32_t width, height;
    hm_box bounds, changed; /* and the box of all changes since then */
    uint8_t *words, *blocks, *bands;
    uint32_t cpu;
    uint8_t reserved[76 - 3 * sizeof(uint8_t *)];
} hm_canvas;

/* How a shape changes a canvas. Any other value changes nothing, and functions that return bool
 * then return false. */
typedef enum hm_op {
    HM_ADD,   /* the pixels of the shape become solid */
    HM_ERASE, /* the pixels of the shape become empty */
    HM_KEEP,  /* the pixels outside the shape become empty */
    HM_TOGGLE /* solid pixels of the shape become empty, and empty ones become solid */
} hm_op;

/* Returns the bytes of buffer that hm_canvas_init needs: a bit a pixel, and a few more.
 * Returns 0 when a side is negative, or this machine cannot address the buffer. */
HM_API size_t hm_canvas_buffer_size(int32_t width, int32_t height);

/* Makes an empty canvas in a buffer of any alignment.
 * From then on, only these functions may change the buffer.
 * Returns false, with an empty canvas of 0 x 0 pixels, when `size` is too small. */
HM_API bool hm_canvas_init(hm_canvas *canvas, void *buffer, size_t size, int32_t width,
                           int32_t height);

/* Returns the width in pixels. */
HM_API int32_t hm_canvas_width(const hm_canvas *canvas);

/* Returns the height in pixels. */
HM_API int32_t hm_canvas_height(const hm_canvas *canvas);

/* Makes a copy of a canvas in another buffer, to undo or to go back.
 * Returns false, with an empty canvas of 0 x 0 pixels, when `size` is too small. */
HM_API bool hm_canvas_copy(const hm_canvas *canvas, void *buffer, size_t size, hm_canvas *out);

/* Returns true when pixel (x, y) is solid. Every pixel outside the canvas is empty. */
HM_API bool hm_canvas_solid(const hm_canvas *canvas, int32_t x, int32_t y);

/* Returns the number of solid pixels. */
HM_API uint64_t hm_canvas_area(hm_canvas *canvas);

/* Gets the canvas as a sprite, with its bounds and area as they are now.
 * The sprite shares the buffer, and a change makes it stale: call this again after changes, into
 * the same hm_sprite, so that a world that points to it is right. Make its crowd box and flipped
 * views again, too. With HM_DEBUG in src/, assertions find stale views. The pivot is the centre. */
HM_API void hm_canvas_sprite(hm_canvas *canvas, hm_sprite *out);

/* ---- Changes --------------------------------------------------------------------------------- */

/* Makes one pixel solid or empty. */
HM_API void hm_canvas_set(hm_canvas *canvas, int32_t x, int32_t y, bool solid);

/* Changes the canvas by a box; NULL is the whole canvas, which HM_TOGGLE inverts. */
HM_API void hm_canvas_fill(hm_canvas *canvas, const hm_box *box, hm_op op);

/* Changes the canvas by a circle, of the pixels of hm_overlap_circle. */
HM_API void hm_canvas_circle(hm_canvas *canvas, int32_t x, int32_t y, uint32_t radius, hm_op op);

/* Changes the canvas by a segment, or a line with round ends.
 * Up to a width of 1 it is the path of hm_overlap_segment.
 * With a width of 2 or more, it has the pixels whose centre is at most half the width away. */
HM_API void hm_canvas_segment(hm_canvas *canvas, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                              uint32_t width, hm_op op);

/* A corner of a polygon in 16.16, from the top-left corner of the mask: (int64_t)pixels * 65536. */
typedef struct hm_corner {
    int64_t x, y;
} hm_corner;

/* Changes the canvas by a polygon: by the pixels whose centre it goes round.
 * Returns false, and changes nothing, when a corner is beyond +-HM_AFFINE_SHIFT_MAX.
 * The last corner is joined to the first. With fewer than 3 corners it has no pixels. */
HM_API bool hm_canvas_polygon(hm_canvas *canvas, const hm_corner *corners, uint32_t count,
                              hm_op op);

/* Changes the canvas by the solid pixels of a sprite at (x, y).
 * Returns false, and changes nothing, for a mirrored view of this canvas.
 * Another view of this canvas counts as a copy that was made before. */
HM_API bool hm_canvas_stamp(hm_canvas *canvas, const hm_sprite *sprite, int32_t x, int32_t y,
                            hm_op op);

/* Changes the canvas by the pixels whose centre lands in a turned sprite.
 * Returns false, and changes nothing, for a map out of range and for a view of this canvas.
 * The sprite is `a` and the canvas is `b`: hm_affine_place makes the map, with a placement of the
 * canvas at its top-left corner, of scale 65536, angle 0 and pivot (0, 0). */
HM_API bool hm_canvas_stamp_affine(hm_canvas *canvas, const hm_sprite *sprite, const hm_affine *map,
                                   hm_op op);

/* Makes the canvas a copy of a sprite, scaled to the size of the canvas.
 * Returns false, and changes nothing, for a view of this canvas.
 * Pixel (x, y) of W x H is pixel (x * w / W, y * h / H) of the sprite's w x h, rounded down. */
HM_API bool hm_canvas_resize(hm_canvas *canvas, const hm_sprite *sprite);

/* Moves all pixels by (dx, dy). Pixels that leave the canvas are lost. */
HM_API void hm_canvas_scroll(hm_canvas *canvas, int32_t dx, int32_t dy);

/* A picture that the game rendered or loaded. With a `mask`, pixels with `key` in these bits are
 * empty; without one, pixels are solid whose byte `alpha` is more than `threshold`. */
typedef struct hm_picture {
    const void *pixels;    /* the top-left pixel; row y begins y * stride bytes behind it */
    size_t stride;         /* at least width * bytes */
    int32_t width, height; /* below 1: no pixels */
    uint32_t bytes;        /* of a pixel, 1 to 4 */
    uint32_t alpha;        /* the place of alpha among the bytes of a pixel, from 0 */
    uint32_t key, mask;    /* byte i of a pixel is bits 8 * i to 8 * i + 7 */
    uint8_t threshold;
} hm_picture;

/* Takes over the mask of a picture, whose top-left pixel lies at (x, y).
 * Returns false, and changes nothing, when `pixels` is NULL or a number is out of range. */
HM_API bool hm_canvas_pixels(hm_canvas *canvas, const hm_picture *picture, int32_t x, int32_t y);

/* Writes the mask of the canvas, as hm_sprite_bits does: to save or to send it.
 * Returns false, and writes nothing, when `stride` or `size` is too small. */
HM_API bool hm_canvas_bits(const hm_canvas *canvas, void *bits, size_t stride, size_t size);

/* Gets all pixels of the canvas from `bits` in the same layout.
 * Returns false, and changes nothing, when `stride` or `size` is too small. */
HM_API bool hm_canvas_from_bits(hm_canvas *canvas, const void *bits, size_t stride, size_t size);

/* ---- Grown and shrunk ------------------------------------------------------------------------ */

/* Makes all pixels solid that lie in a square round a solid pixel.
 * The square reaches `distance` pixels to each side. */
HM_API void hm_canvas_grow(hm_canvas *canvas, uint32_t distance);

/* Makes all pixels empty that have an empty pixel in the square of hm_canvas_grow.
 * Pixels outside the canvas are empty. */
HM_API void hm_canvas_shrink(hm_canvas *canvas, uint32_t distance);

/* Keeps the outline: the pixels that hm_canvas_shrink by `thickness` makes empty.
 * Returns false, and changes nothing, when `scratch_size` is too small.
 * hm_canvas_buffer_size of the canvas is always enough; `scratch` is used in this call alone. */
HM_API bool hm_canvas_outline(hm_canvas *canvas, uint32_t thickness, void *scratch,
                              size_t scratch_size);

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* To let pieces of terrain fall, stamp each into a canvas of its own and erase it from the terrain,
 * both with hm_canvas_stamp_component. Sweep a piece down (hm_world_sweep), and stamp it where it
 * ends. One scratch is enough for all of this. EXACT.md has the steps. */

/* A connected piece of a mask. */
typedef struct hm_component {
    hm_box bounds;  /* the smallest box that holds it */
    uint64_t area;  /* the number of its pixels */
    hm_point first; /* its first pixel in reading order */
} hm_component;

/* Returns the bytes of scratch that hm_components and hm_canvas_stamp_component need.
 * The number depends on the pixels, so ask again after a change; 8 * (width + 1) * height + 16 is
 * always enough. Returns 0 when the pieces cannot be found on this machine. */
HM_API size_t hm_components_scratch_size(const hm_sprite *sprite);

/* Finds the connected pieces of a mask, in the order of their first pixels.
 * Returns the number of all pieces; at most `capacity` are written. Returns 0 when `scratch_size`
 * is too small. With `diagonal`, pixels that share a corner are connected, too, as in terrain into
 * which turned sprites are stamped. `out` may be NULL when `capacity` is 0. */
HM_API uint32_t hm_components(const hm_sprite *sprite, bool diagonal, void *scratch,
                              size_t scratch_size, hm_component *out, uint32_t capacity);

/* Changes the canvas by the piece of a sprite that holds pixel (x, y).
 * Returns false, and changes nothing, when that pixel is empty or `scratch_size` too small.
 * The top-left pixel of the sprite, which may be a view of this canvas, lies at (at_x, at_y). */
HM_API bool hm_canvas_stamp_component(hm_canvas *canvas, const hm_sprite *sprite, int32_t x,
                                      int32_t y, bool diagonal, int32_t at_x, int32_t at_y,
                                      hm_op op, void *scratch, size_t scratch_size);

/* ---- Outline --------------------------------------------------------------------------------- */

/* Gets the outline of a mask along the edges of its pixels, as closed loops.
 * Returns the number of corners. When it is more than `capacity`, there are 0 loops.
 * Loop i has the corners ends[i - 1] (0 for the first) to ends[i] - 1; `ends` has room for
 * capacity / 4 of them. Pixels outside `box` count as empty; NULL is the whole sprite. With
 * `diagonal`, pixels that share a corner have one loop. EXACT.md has the order. */
HM_API uint32_t hm_outline(const hm_sprite *sprite, const hm_box *box, bool diagonal,
                           hm_corner *corners, uint32_t capacity, uint32_t *ends, uint32_t *loops);

/* ---- Form ------------------------------------------------------------------------------------ */

/* How the solid pixels of a mask are spread, in 16.16 fixed point, rounded to the nearest.
 * In pixels it is x / 65536.0; in degrees, clockwise as seen, angle * 360.0 / 65536. */
typedef struct hm_moments {
    int64_t x, y;   /* the centroid: the mean of the centres of the pixels */
    int64_t xx;     /* the mean of (px - x)^2 over the centres (px, py) of all pixels */
    int64_t xy;     /* the mean of (px - x) * (py - y) */
    int64_t yy;     /* the mean of (py - y)^2 */
    uint32_t angle; /* the direction in which the pixels are spread most, from 0 to 32767 */
} hm_moments;

/* Gets the centroid of a mask and the moments about it.
 * Returns false, and changes nothing, when the sprite is empty, or wider or higher than
 * HM_AFFINE_SIDE_MAX. */
HM_API bool hm_sprite_moments(const hm_sprite *sprite, hm_moments *out);

/* Finds the solid pixel nearest to pixel (x, y), by Euclidean distance.
 * Returns false when it is more than `limit` pixels away.
 * If several are equally near, the first in reading order counts. */
HM_API bool hm_nearest(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t limit,
                       hm_point *hit);

/* Finds the smallest distance between solid pixels of two sprites, and its square.
 * Returns false when it is more than `limit`, or a sprite is empty.
 * It is 0 when they overlap, and 1 when they share an edge. `in_a` and `in_b` are the two pixels,
 * each in its own sprite; of equally near pairs, the first in reading order of `a`, then of `b`. */
HM_API bool hm_gap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, uint32_t limit,
                   uint64_t *squared, hm_point *in_a, hm_point *in_b);

#ifdef __cplusplus
}
#endif

#endif
