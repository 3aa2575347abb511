/*
 * hitmask.h - pixel-perfect collision between sprites
 *
 * What it is
 *
 *   The `hitmask` tool turns sprite art into a pack: one file of 1-bit collision
 *   masks and near-pixel points, looked up by name. This library opens a pack
 *   where it lies in memory and answers questions about it. To use it, compile
 *   the .c files of `src/` into your game and include this header. The best
 *   instruction set of the machine is chosen at run time; compiled with
 *   HM_NO_SIMD, all of it is portable C. The answers are the same, to the bit.
 *
 * Synopsis
 *
 *   #include <hitmask.h>
 *
 *   bool hero_meets_rock(const void *bytes, size_t size, int32_t dx, int32_t dy)
 *   {
 *       hm_pack pack;
 *       hm_sprite hero, rock;
 *
 *       if (hm_pack_open(&pack, bytes, size) != HM_OK)
 *           return false;
 *       if (!hm_pack_find(&pack, "hero.png", &hero) || !hm_pack_find(&pack, "rock.png", &rock))
 *           return false;
 *       return hm_overlap(&hero, &rock, dx, dy);
 *   }
 *
 * Space
 *
 *   Coordinates are pixels of the untrimmed sprite: x right, y down, the origin
 *   at the top-left pixel. Boxes are half-open: those that only touch do not
 *   overlap. In a query of two sprites, `b` stands at (dx, dy) as seen from `a`:
 *   round both positions the way your renderer does, then subtract. Any int32_t
 *   is a safe offset.
 *
 * Lifetimes
 *
 *   Nothing is allocated or cached. A pack is a view of the caller's
 *   bytes, which may lie at any address and must stay where they are, unchanged,
 *   as long as the pack or a sprite from it is used. A sprite does not need its
 *   hm_pack any more, only the bytes. Both are plain values: copy them freely,
 *   there is nothing to close.
 *
 * Trust
 *
 *   hm_pack_open checks what safety needs, in time proportional to the number of
 *   entries: after it no query fails, hangs or reads outside the bytes, whatever
 *   they are; the few whose time grows with more than the masks say so.
 *   hm_pack_verify reads everything and tells a pack that is right from one that
 *   was damaged. The checksum in it finds accidents; it is no signature.
 *
 * Threads
 *
 *   There is no global state. Any number of threads may ask about the same pack
 *   and the same sprites at once.
 *
 * Results
 *
 *   Opening and verifying say what is wrong by an hm_result; 0 is success. Look-up
 *   answers true or false. Queries always have an answer: an empty sprite touches
 *   nothing. Pointers must not be null unless the description says so.
 */
#ifndef HITMASK_H
#define HITMASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef HM_API
#if defined(__GNUC__) && !defined(_WIN32)
#define HM_API __attribute__((visibility("default")))
#else
#define HM_API
#endif
#endif

/* ---- Version and results ---------------------------------------------------------------- */

/* The version of this header; hm_version() gives that of the code linked. */
#define HM_VERSION_MAJOR 1
#define HM_VERSION_MINOR 0
#define HM_VERSION_PATCH 0
#define HM_VERSION       (HM_VERSION_MAJOR * 10000 + HM_VERSION_MINOR * 100 + HM_VERSION_PATCH)

/* Every result with its text, in the order of their values. */
#define HM_RESULTS(X)                                                                              \
    X(HM_OK, "no error")                                                                           \
    X(HM_ERROR_TRUNCATED, "the data ends before the pack does")                                    \
    X(HM_ERROR_MAGIC, "not a hitmask pack")                                                        \
    X(HM_ERROR_VERSION, "the pack is of a newer format version")                                   \
    X(HM_ERROR_TOO_BIG, "the pack is too big for this machine")                                    \
    X(HM_ERROR_SECTION, "a section is missing, out of order or out of place")                      \
    X(HM_ERROR_STRING, "a string is out of place or not allowed")                                  \
    X(HM_ERROR_SPRITE, "a sprite is out of range")                                                 \
    X(HM_ERROR_MASK, "a mask is out of range or out of place")                                     \
    X(HM_ERROR_POINTS, "a point list is out of range or out of place")                             \
    X(HM_ERROR_CHECKSUM, "the checksum does not match")                                            \
    X(HM_ERROR_ORDER, "names, masks or lists are out of order, or a name stands twice")            \
    X(HM_ERROR_BITS, "a mask's bits, box and blocks do not agree")                                 \
    X(HM_ERROR_AREA, "a mask's area is not the number of its solid pixels")                        \
    X(HM_ERROR_UNUSED, "the pack holds data that nothing refers to")                               \
    X(HM_ERROR_ANIMATION, "an animation is out of range or out of place")

typedef enum hm_result {
#define HM_RESULT_NAME(name, text) name,
    HM_RESULTS(HM_RESULT_NAME)
#undef HM_RESULT_NAME
} hm_result;

/* The version of the library as major * 10000 + minor * 100 + patch. */
HM_API uint32_t hm_version(void);

/* A short English text for a result, never NULL: for a log, not for parsing. */
HM_API const char *hm_result_text(hm_result result);

/* ---- Types ------------------------------------------------------------------------------ */

/* A pixel, or a distance in pixels. */
typedef struct hm_point {
    int32_t x, y;
} hm_point;

/* The pixels with x0 <= x < x1 and y0 <= y < y1; none of them when x1 <= x0 or y1 <= y0. */
typedef struct hm_box {
    int32_t x0, y0, x1, y1;
} hm_box;

/* Records in a pack, private to it. */
typedef struct hm_records {
    const uint8_t *at;
    uint32_t stride, count;
} hm_records;

/* An open pack. 256 bytes on every machine; all of it is private. */
typedef struct hm_pack {
    uint64_t size, strings_size, words_size, points_size, options_size;
    const uint8_t *data, *strings, *words, *points, *options;
    hm_records sprites, details, masks, lists, animations, frames;
    uint32_t cpu;
    uint8_t reserved[164 - 11 * sizeof(const uint8_t *)];
} hm_pack;

/* A view of one sprite. 128 bytes on every machine; all of it is private. */
typedef struct hm_sprite {
    int64_t pivot_x, pivot_y;
    uint64_t area;
    const uint8_t *words;  /* the mask's rows, in stripes of 64 columns */
    const uint8_t *points; /* the point list's first cell */
    const char *name;
    hm_box bounds; /* as stored: flips are applied when the view is read */
    int32_t width, height;
    uint32_t point_count, map_width, map_height;
    uint8_t row_step;   /* bytes from a row to the next: 8, or 0 where the mask is its full box */
    uint8_t cell_bytes; /* of each coordinate in the point list */
    uint8_t flip_x, flip_y;
    uint32_t cpu;
    uint8_t plain; /* upright, with words of its own: what the short way of queries takes */
    uint8_t border_dropped; /* of the point list, and how much it was pruned */
    uint16_t prune;
    const uint8_t *blocks; /* which parts of a large mask have pixels; NULL for others */
    uint8_t reserved[56 - 4 * sizeof(const uint8_t *)];
} hm_sprite;

/* A view of one animation. 64 bytes on every machine; all of it is private. */
typedef struct hm_animation {
    uint64_t duration;
    const uint8_t *frames; /* the first one's record */
    const char *name;
    uint32_t frame_count, frame_stride;
    uint8_t reserved[48 - 2 * sizeof(const uint8_t *)];
} hm_animation;

/* ---- Packs ------------------------------------------------------------------------------ */

/* Opens a pack in place and checks what memory safety needs.
 * `data` may lie at any address and may be followed by other bytes.
 * On failure `pack` is an empty pack, safe to query. */
HM_API hm_result hm_pack_open(hm_pack *pack, const void *data, size_t size);

/* Reads all of an open pack: checksum, order, areas, stray bits, unused data.
 * Answers about a pack that this refuses may be wrong; they stay in range. One that could not be
 * opened is an empty pack, with which nothing is wrong. */
HM_API hm_result hm_pack_verify(const hm_pack *pack);

/* The number of sprites. */
HM_API uint32_t hm_pack_count(const hm_pack *pack);

/* Finds a sprite by its name, a NUL-terminated string.
 * Returns false when there is none; `out` is then an empty sprite. */
HM_API bool hm_pack_find(const hm_pack *pack, const char *name, hm_sprite *out);

/* Finds a sprite by a name of `length` bytes, which need no terminator. */
HM_API bool hm_pack_find_n(const hm_pack *pack, const char *name, size_t length, hm_sprite *out);

/* Gives the sprite at `index`, counted in the order of the names' bytes.
 * Returns false from hm_pack_count on; `out` is then an empty sprite.
 * An index may mean another sprite after the next bake; a name does not. */
HM_API bool hm_pack_sprite(const hm_pack *pack, uint32_t index, hm_sprite *out);

/* The number of animations. */
HM_API uint32_t hm_pack_animation_count(const hm_pack *pack);

/* Finds an animation by its name, a NUL-terminated string, and adds up its frames' durations.
 * Returns false when there is none; `out` is then an animation without frames. */
HM_API bool hm_pack_find_animation(const hm_pack *pack, const char *name, hm_animation *out);

/* Finds an animation by a name of `length` bytes, which need no terminator. */
HM_API bool hm_pack_find_animation_n(const hm_pack *pack, const char *name, size_t length,
                                     hm_animation *out);

/* Gives the animation at `index`, counted in the order of the names' bytes.
 * Returns false from hm_pack_animation_count on; `out` is then an animation without frames. */
HM_API bool hm_pack_animation(const hm_pack *pack, uint32_t index, hm_animation *out);

/* Gives frame `index` of an animation of this pack, in constant time.
 * Returns false from hm_animation_frame_count on; `out` is then an empty sprite. */
HM_API bool hm_pack_frame(const hm_pack *pack, const hm_animation *animation, uint32_t index,
                          hm_sprite *out);

/* ---- Sprites ---------------------------------------------------------------------------- */

/* The sprite's name, NUL-terminated, in the pack's bytes; "" for a sprite that has none. */
HM_API const char *hm_sprite_name(const hm_sprite *sprite);

/* The untrimmed width in pixels. */
HM_API int32_t hm_sprite_width(const hm_sprite *sprite);

/* The untrimmed height in pixels. */
HM_API int32_t hm_sprite_height(const hm_sprite *sprite);

/* The tight box round the solid pixels; all zero when there are none. */
HM_API void hm_sprite_bounds(const hm_sprite *sprite, hm_box *out);

/* The number of solid pixels. */
HM_API uint64_t hm_sprite_area(const hm_sprite *sprite);

/* The pivot in 16.16 fixed point (65536 is a pixel), from the untrimmed top-left corner. */
HM_API void hm_sprite_pivot(const hm_sprite *sprite, int64_t *x, int64_t *y);

/* The number of near-pixel points; 0 when the sprite was baked without. */
HM_API uint32_t hm_sprite_point_count(const hm_sprite *sprite);

/* Point `index` as the pixel that it stands for: its map cell's centre.
 * The order is progressive: the first N points are spread over the whole outline.
 * Returns false from hm_sprite_point_count on; `out` is then left alone. */
HM_API bool hm_sprite_point(const hm_sprite *sprite, uint32_t index, hm_point *out);

/* A view of the sprite mirrored inside its untrimmed size: x becomes w-1-x where
 * `horizontal`, y becomes h-1-y where `vertical`. Bounds, pivot, points and every
 * query follow. Flipping twice gives the sprite back. `out` may be `sprite`. */
HM_API void hm_sprite_flip(const hm_sprite *sprite, bool horizontal, bool vertical, hm_sprite *out);

/* The bytes of buffer that hm_sprite_from_bits needs; 0 when a sprite of that size
 * is not possible (a negative side, or more than this machine can address). */
HM_API size_t hm_sprite_buffer_size(int32_t width, int32_t height);

/* Makes a sprite of the caller's own bits: terrain, procedural shapes.
 * Row y begins `stride` bytes after row y-1; pixel x is bit x%8 (1 << x%8) of byte x/8.
 * `buffer` is lent: the sprite lives in it, at any alignment, until it is reused. `bits`, which
 * must not overlap it, are copied there: what is changed in them later shows when the sprite is
 * made again.
 * The pivot is the centre; there are no points and no name.
 * Returns false, with an empty sprite, when `buffer_size` is too small, `stride` is
 * shorter than a row, or hm_sprite_buffer_size gives 0. */
HM_API bool hm_sprite_from_bits(const void *bits, size_t stride, int32_t width, int32_t height,
                                void *buffer, size_t buffer_size, hm_sprite *out);

/* ---- Animations --------------------------------------------------------------------------- */

/* The animation's name, NUL-terminated, in the pack's bytes; "" for one that has none. */
HM_API const char *hm_animation_name(const hm_animation *animation);

/* The number of frames; it may be 0. */
HM_API uint32_t hm_animation_frame_count(const hm_animation *animation);

/* How long frame `index` is shown, in milliseconds; it may be 0, and is from the count on. */
HM_API uint32_t hm_animation_frame_duration(const hm_animation *animation, uint32_t index);

/* The sum of the frames' durations, in milliseconds; it may be 0. */
HM_API uint64_t hm_animation_duration(const hm_animation *animation);

/* How an animation goes on when it was shown once. */
typedef enum hm_play {
    HM_PLAY_LOOP,      /* from the first frame again: 0 1 2 3 0 1 2 3 ... */
    HM_PLAY_ONCE,      /* not at all, the last frame stays: 0 1 2 3 3 3 ... */
    HM_PLAY_PING_PONG, /* back and forth, the two ends once each: 0 1 2 3 2 1 0 1 ... */
} hm_play;

/* The index of the frame that is shown `time` milliseconds after the beginning.
 *
 * Frame i follows frame i-1 at once and is shown for its duration: at the times from the sum of
 * the durations before it, up to but without that sum and its own. One of duration 0 is
 * never shown, with two exceptions: HM_PLAY_ONCE stays on the last frame, whatever its duration;
 * and when all durations are 0, the first frame is shown for ever, with HM_PLAY_ONCE the last.
 * 0 when there are no frames, and hm_pack_frame then finds none.
 * Takes no longer than a look at the duration of each frame. */
HM_API uint32_t hm_animation_at(const hm_animation *animation, uint64_t time, hm_play play);

/* ---- Queries ---------------------------------------------------------------------------- */

/* Is pixel (x, y) solid? False anywhere outside the sprite. */
HM_API bool hm_solid(const hm_sprite *sprite, int32_t x, int32_t y);

/* Does a solid pixel of `a` lie on a solid pixel of `b`, with `b` at (dx, dy) from `a`? */
HM_API bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

/* Like hm_overlap, and gives the first overlapping pixel in reading order (the top row
 * first, then the leftmost), in the pixels of `a`. `hit` may be NULL; it is left alone
 * when nothing overlaps. */
HM_API bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                             hm_point *hit);

/* The number of pixels that are solid in both. */
HM_API uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

/* ---- Boxes ------------------------------------------------------------------------------- */

/* Boxes are half-open, and those with x1 <= x0 or y1 <= y0 are empty: they overlap nothing.
 * `out` may be one of the operands. */

/* Does a pixel lie in both boxes? */
HM_API bool hm_box_overlap(const hm_box *a, const hm_box *b);

/* The pixels that lie in both boxes. Returns false, with an all-zero `out`, when there are none. */
HM_API bool hm_box_intersection(const hm_box *a, const hm_box *b, hm_box *out);

/* The smallest box that holds both. An empty box adds nothing; two of them give all zero. */
HM_API void hm_box_union(const hm_box *a, const hm_box *b, hm_box *out);

/* Does pixel (x, y) lie in the box? */
HM_API bool hm_box_contains(const hm_box *box, int32_t x, int32_t y);

/* Do all pixels of `inner` lie in `outer`? An empty `inner` has none that could lie elsewhere. */
HM_API bool hm_box_contains_box(const hm_box *outer, const hm_box *inner);

/* The box as a sprite that stands at (x, y) sees it: every edge less (x, y).
 * Edges that would leave the range of int32_t stop at its end. */
HM_API void hm_box_to_local(const hm_box *box, int32_t x, int32_t y, hm_box *out);

/* The box moved by (dx, dy). Edges that would leave the range of int32_t stop at its end. */
HM_API void hm_box_move(const hm_box *box, int32_t dx, int32_t dy, hm_box *out);

/* ---- More of mask and mask --------------------------------------------------------------- */

/* A side of the screen. */
typedef enum hm_direction { HM_LEFT, HM_RIGHT, HM_UP, HM_DOWN } hm_direction;

/* Like hm_overlap, and gives the overlapping pixel that lies furthest in `direction`, in the
 * pixels of `a`; of several, the first in reading order. `hit` may be NULL; it is left alone
 * when nothing overlaps. */
HM_API bool hm_overlap_furthest(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                hm_direction direction, hm_point *hit);

/* Writes the pixels that are solid in both as a mask of the size of `a`, in the form that
 * hm_sprite_from_bits reads: row y at y * `stride`, pixel x as bit x%8 of byte x/8. Bits past
 * the width and bytes past the rows are left alone.
 * Returns how many are solid; nothing is written, and 0 returned, when `size` is less than
 * `stride` times the height, or `stride` less than a row. */
HM_API uint64_t hm_overlap_mask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                void *bits, size_t stride, size_t size);

/* Which way is out: the contact normal, from the gradient of the overlap's area.
 *     x = area(dx+1, dy) - area(dx-1, dy)     y = area(dx, dy+1) - area(dx, dy-1)
 * Moved along (x, y), `a` leaves `b` the steepest way; the length is that of the gradient, not
 * 1. It is (0, 0) where the two sides balance, as for a sprite right on top of itself.
 * Returns false, and (0, 0), when the sprites do not overlap. An offset at the very end of
 * int32_t counts as its own neighbour. */
HM_API bool hm_overlap_normal(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              int64_t *x, int64_t *y);

/* How many pixels `a` must move in `direction` until it does not overlap `b` any more: 0 when
 * it does not now. Returns false, and `limit`, when it still does after `limit` pixels: each of
 * them is tried. */
HM_API bool hm_overlap_exit(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                            hm_direction direction, uint32_t limit, uint32_t *distance);

/* The shortest move that takes `a` out of `b`, by its real length; of several, the one furthest
 * up and then furthest to the left. (0, 0) when they do not overlap. Returns false, and (0, 0),
 * when no move of at most `limit` pixels is enough; its cost grows with the square of that
 * move. */
HM_API bool hm_overlap_escape(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              uint32_t limit, hm_point *move);

/* ---- Motion ------------------------------------------------------------------------------ */

/* How a move ended. */
typedef struct hm_sweep_result {
    hm_point moved;   /* the last free position, as a move from the start */
    uint64_t step;    /* the step that makes contact, from 1; 0 in contact from the start, and
                         of a move of (0, 0) */
    hm_point hit;     /* the first overlapping pixel in reading order after that step, in the
                         pixels of `a` as it then stands */
    int64_t normal_x; /* the contact normal there, as hm_overlap_normal gives it */
    int64_t normal_y;
} hm_sweep_result;

/* Moves `a` by (move_x, move_y) until it touches `b`, which stands at (dx, dy) from where `a`
 * starts: nothing is passed through, whatever the speed.
 * The way visits whole-pixel positions, one axis at a time, in the order in which the real line
 * from start to end crosses half-integers, x first where it crosses both at once; so there are
 * |move_x| + |move_y| steps.
 * Returns false when the way is free: `moved` is then the whole move, `step` the number of its
 * steps, and the rest 0. In contact from the start, `moved` and `step` are 0. */
HM_API bool hm_sweep(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, int32_t move_x,
                     int32_t move_y, hm_sweep_result *out);

/* ---- Shapes ------------------------------------------------------------------------------ */

/* All coordinates are the sprite's pixels; hm_box_to_local and a subtraction bring a shape of
 * the world there. A shape may lie anywhere, in part or wholly outside the sprite; what it
 * costs depends on the part inside the bounds. `hit` may be NULL; it is left alone when
 * nothing is hit. */

/* Is a pixel of the box solid? `hit` gets the first one in reading order. */
HM_API bool hm_overlap_box(const hm_sprite *sprite, const hm_box *box, hm_point *hit);

/* Is a pixel (px, py) with (px - x)^2 + (py - y)^2 <= radius^2 solid? `hit` gets the first one
 * in reading order. A radius of 0 is the one pixel. */
HM_API bool hm_overlap_circle(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t radius,
                              hm_point *hit);

/* Is a pixel on the way from (x0, y0) to (x1, y1) solid, both ends among them? `hit` gets the
 * first one on the way. The way goes by one axis at a time, in the order in which the line
 * between the two pixels' centres crosses from column to column and from row to row, x first
 * where it crosses both at once: so it never slips between two pixels that touch at a corner. */
HM_API bool hm_overlap_segment(const hm_sprite *sprite, int32_t x0, int32_t y0, int32_t x1,
                               int32_t y1, hm_point *hit);

/* Is a pixel on the way from (x, y) in the direction (dx, dy) solid? The way is that of a
 * segment to (x + dx, y + dy), going on without end; without a direction it is the one pixel.
 * `hit` gets the first solid pixel on the way and `steps` how many pixels came before it;
 * `steps` may be NULL and is left alone when nothing is hit. */
HM_API bool hm_overlap_ray(const hm_sprite *sprite, int32_t x, int32_t y, int32_t dx, int32_t dy,
                           hm_point *hit, uint64_t *steps);

/* ---- Points ------------------------------------------------------------------------------ */

/* Here a sprite is its near-pixel points, as hm_sprite_point gives them, and `b` stands at
 * (dx, dy) from `a`. Of every list the first `limit` points count; UINT32_MAX takes them all.
 * A sprite that was baked without points has none. `hit` gets the first point of `a`, in list
 * order, of which the answer is true, in the pixels of `a`; it may be NULL, and is left alone
 * when the answer is false.
 *
 * Points that are right to the pixel: of two sprites whose lists have one cell a pixel with the
 * borders kept, a pixel overlaps if and only if a point of one lies on the other or a point of
 * the other lies on the one. Asked one way alone there is never a false hit, but a sprite
 * deep inside the other may go unseen. */

/* Does a point of `a` lie on a solid pixel of `b`? */
HM_API bool hm_points_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              uint32_t limit, hm_point *hit);

/* Does a point of `a` lie in a solid cell of the map of `b`? A cell is solid when any of its
 * pixels is, whether pruning left it a point or not. The map of a sprite that was baked
 * without points has one cell a pixel. */
HM_API bool hm_points_overlap_map(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                  uint32_t limit, hm_point *hit);

/* Does a point of `a` lie within `distance` pixels of a point of `b`, along a straight line?
 * A distance of 0 is the same pixel. At worst every point of one is compared with every one of the
 * other. */
HM_API bool hm_points_near(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           uint32_t distance, uint32_t limit, hm_point *hit);

/* ---- Transforms -------------------------------------------------------------------------- */

/* One way of a map: the point (px, py) becomes
 *
 *     (xx * px + xy * py + x,  yx * px + yy * py + y)
 *
 * with everything in 16.16 fixed point, so that 65536 is 1, or a pixel. Whole numbers are
 * the corners of pixels; the centre of pixel (3, 0) is the point (3.5, 0.5). */
typedef struct hm_transform {
    int32_t xx, xy, yx, yy;
    int64_t x, y;
} hm_transform;

/* A map between the pixels of two sprites, as their views show them, both ways. The builders
 * below fill it in; a caller with numbers of its own may, too. Queries take any numbers and
 * go by just these: what `to_a` is to `to_b` need not be the exact inverse. Only a factor
 * beyond 64 (HM_AFFINE_FACTOR_MAX), or a shift beyond 2^32 pixels, makes a map that nothing
 * touches through. */
typedef struct hm_affine {
    hm_transform to_b; /* from the pixels of `a` */
    hm_transform to_a; /* from those of `b` */
} hm_affine;

#define HM_AFFINE_FACTOR_MAX (64 << 16)
/* The longest shift that builders take: 2^22 pixels. No two sprites of at most 16384 pixels
 * a side can touch when their corners are that far apart, in the pixels of either. */
#define HM_AFFINE_SHIFT_MAX (INT64_C(1) << 38)

/* The longest side of the solid bounds of a sprite that touches anything through a map. */
#define HM_AFFINE_SIDE_MAX 65535

/* Where a sprite stands in the world: its pivot lies at (x, y), and it is scaled, then turned
 * round it. All in 16.16; y points down, so a growing angle turns clockwise as seen. */
typedef struct hm_placement {
    int64_t x, y;             /* where the pivot is in the world */
    int64_t pivot_x, pivot_y; /* where it is in the sprite: hm_sprite_pivot, or any point */
    int32_t scale_x, scale_y; /* below 0 mirrors about the pivot; never 0 */
    uint32_t angle;           /* in turns: 65536 is a full one; whole turns do not matter */
} hm_placement;

/* The cosine and sine of an angle in turns (65536 is a full one), rounded to 16.16.
 * Right to half a unit and a little, exact at quarter turns, and as symmetric as the real
 * ones: all octants are mirror images, to the bit. */
HM_API void hm_turn(uint32_t angle, int32_t *cosine, int32_t *sine);

/* The map that leaves every point where it is. */
HM_API void hm_affine_identity(hm_affine *out);

/* The map under which `b` stands at (dx, dy) from `a`, in 16.16: hm_overlap with fractions.
 * Any numbers do; see hm_affine for those beyond 2^32 pixels. */
HM_API void hm_affine_translation(hm_affine *out, int64_t dx, int64_t dy);

/* The map with the given way from `a` to `b`; the way back is its inverse, each number of it
 * rounded to the nearest (halves away from zero). (`x`, `y`) is where the corner of `a` comes to
 * in `b`: of two that are upright, `b` then stands at (-x, -y) from `a`.
 * Returns false, with a map that nothing touches through, when that inverse does not exist,
 * when a factor of either way is beyond HM_AFFINE_FACTOR_MAX or `x` or `y` is beyond
 * HM_AFFINE_SHIFT_MAX. */
HM_API bool hm_affine_make(hm_affine *out, int32_t xx, int32_t xy, int32_t yx, int32_t yy,
                           int64_t x, int64_t y);

/* The map between two sprites that stand in the same world.
 * With the operands swapped it gives the same two ways, swapped.
 * Returns false, with a map that nothing touches through, when a scale is 0, when a factor of
 * either way is beyond HM_AFFINE_FACTOR_MAX, or when a pivot, the distance in
 * the world or the shift that comes of them is beyond HM_AFFINE_SHIFT_MAX. */
HM_API bool hm_affine_place(hm_affine *out, const hm_placement *a, const hm_placement *b);

/* The same map seen from `b`: both ways swapped. `out` may be `map`. */
HM_API void hm_affine_inverse(const hm_affine *map, hm_affine *out);

/* Do two sprites touch through a map? They do when the centre of a solid pixel of `a`, taken
 * to `b`, lies in a solid pixel there, or the centre of a solid pixel of `b`, taken to `a`,
 * in one there. A point lies in the pixel of its whole part, rounded down.
 * `map` is between the views as shown: flips count. */
HM_API bool hm_affine_overlap(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Like hm_affine_overlap, and gives the contact: the first solid pixel of `a` in reading order
 * whose centre lies in a solid pixel of `b`, or in which the centre of one of `b` lies.
 * `hit` may be NULL; it is left alone when nothing touches. */
HM_API bool hm_affine_first(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            hm_point *hit);

/* The number of such pixels of `a`. */
HM_API uint64_t hm_affine_area(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Does one of the first `limit` points of `a` (UINT32_MAX: any), taken to `b`, lie in a solid
 * pixel there? A point stands for the centre of its pixel. `hit` gets the first such point in
 * list order, in the pixels of `a`; it may be NULL, and is left alone when there is none.
 * Of a list with one cell a pixel, a yes is always one of hm_affine_overlap too; what a no is
 * worth says hm_affine_points_exact. */
HM_API bool hm_affine_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             uint32_t limit, hm_point *hit);

/* Is it exact to test all points of both sprites? Then they touch through `map` if and only if
 * a point of `a` lies on `b`, or a point of `b` on `a` through hm_affine_inverse(map).
 * True only of sprites whose lists have one cell a pixel with the borders kept, pruned by 1 or
 * more, and by what the map stretches: 1, the default, serves every rotation at scales from 0.48
 * to 2.12. hm_affine_overlap is exact at any scale. */
HM_API bool hm_affine_points_exact(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* ---- Many -------------------------------------------------------------------------------- */

/* Many sprites, kept by the caller as arrays of `count` items. Box i is where the solid bounds of
 * sprites[i] stand in the world: hm_sprite_bounds of the view, moved to its position. The mask
 * goes where x0[i] and y0[i] put it; x1[i] and y1[i] only tell when it is worth asking. An empty
 * box touches nothing: a way to leave an item out. A sprite may be used any number of times, and
 * be NULL or empty, which touches nothing. Without `sprites` (NULL) boxes alone are compared, with
 * the bounds of `a`. */
typedef struct hm_crowd16 {
    const int16_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd16;

/* The same in a world of more than 65535 pixels; comparing boxes takes about twice the time. */
typedef struct hm_crowd32 {
    const int32_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd32;

/* Lists which of a crowd `a` touches when it stands at (x, y) in the world: each i, from *next
 * on and ascending, whose box meets the solid bounds of `a` and whose solid pixels lie on some
 * of `a`. Returns how many were written to `hits`, at most `capacity`. *next becomes where to
 * go on: `count` when all were seen, and less only when `hits` is full.
 *
 *     uint32_t next = 0, hits[16];
 *     while (next < crowd.count) {
 *         const uint32_t found = hm_overlap_many16(&hero, x, y, &crowd, &next, hits, 16);
 *         for (uint32_t i = 0; i < found; i++)
 *             hurt(hits[i]);
 *     }
 *
 * What lies in `hits` past the number returned is undefined. `hits` may be NULL when `capacity`
 * is 0, which answers nothing and goes on nowhere; the arrays may be when `count` is 0. The crowd
 * may change between two calls. `a` touches itself when it is one of the crowd. */
HM_API uint32_t hm_overlap_many16(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd16 *crowd,
                                  uint32_t *next, uint32_t *hits, uint32_t capacity);

/* The same for a crowd whose boxes are of int32_t. */
HM_API uint32_t hm_overlap_many32(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd32 *crowd,
                                  uint32_t *next, uint32_t *hits, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
