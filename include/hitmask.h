/*
 * hitmask.h - pixel-perfect collision between sprites
 *
 * Overview
 *
 *   The `hitmask` tool bakes sprite images into a pack: one file of 1-bit collision masks and
 *   near-pixel points, found by name. This library reads a pack in place, in memory, and answers
 *   collision queries. To use it, compile the .c files of `src/` into your game and include this
 *   header. The library chooses the best instruction set of the machine at run time; compiled
 *   with HM_NO_SIMD, it is portable C only. The answers are the same, to the bit.
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
 * Where to begin
 *
 *   two sprites             hm_overlap, hm_overlap_first, hm_overlap_area; hm_sprite_flip to mirror
 *   that turn or scale      hm_placement, and the queries hm_placed_overlap and so on: about two
 *                           sprites, or one and many (hm_placed_many); tiles are stamped into a
 *                           canvas for them; hm_angle is the angle of a direction
 *   a fast one              hm_sweep; turned: hm_placed_sweep
 *   one against many        hm_overlap_many16; all against all: hm_pairs_begin16
 *   shapes and rays         hm_overlap_box, hm_overlap_ray; against a crowd: hm_many_ray16
 *   terrain that changes    hm_canvas_init, hm_canvas_circle, hm_canvas_sprite
 *   a map of tiles          hm_tiles
 *   something that walks    hm_world, hm_slide
 *   platforms               hm_world; those that move: Recipe, at the end
 *   what bounces            hm_sweep, hm_world_sweep, hm_overlap_normal
 *   who is stuck            hm_world_escape
 *   side by side, how far   hm_gap, hm_nearest
 *   pieces that fall off    hm_components, hm_canvas_stamp_component
 *   an explosion            hm_many_circle16, hm_canvas_circle
 *   built at any angle      hm_canvas_stamp_affine
 *   saved games             hm_canvas_bits, hm_canvas_from_bits
 *   a line of sight         hm_overlap_segment, hm_tiles_segment; in a world: hm_world_sweep of a
 *                           hm_sprite_box of 1 x 1 pixel
 *   code to copy            Recipe, at the end: who walks and jumps; samples/movers.h: lifts,
 *                           crates, ladders, shots, balls, enemies
 *
 * Space
 *
 *   Coordinates are pixels of the untrimmed sprite: x grows to the right, y grows down, and the
 *   origin is the top-left pixel. Boxes are half-open: two boxes that only share an edge do not
 *   overlap. A query about two sprites takes an offset (dx, dy): the position of `b` minus the
 *   position of `a`. Round both positions in the same way as your renderer, then subtract.
 *   Any int32_t is a safe offset, and a safe place in a world: what reaches beyond the ends of
 *   int32_t is compared there as well.
 *
 * Terms
 *
 *   solid pixel    a pixel that collides; the bake decides which pixels are solid
 *   bounds         the smallest box that holds all solid pixels of a sprite
 *   overlap        at least one pixel is solid in both sprites; touch, contact and hit mean the
 *                  same, so two sprites side by side do not touch; queries about points and
 *                  transforms have a rule of their own, which is in their description
 *   reading order  the top row first, and each row from left to right
 *   empty sprite   a sprite without solid pixels; it touches nothing
 *
 * Lifetimes
 *
 *   The library allocates no memory and caches nothing. A pack is a view of the caller's bytes.
 *   The bytes may lie at any address. They must stay in place, unchanged, while the pack, or a
 *   sprite or an animation from it, is in use. A sprite needs these bytes, but not its hm_pack.
 *   Packs, sprites and animations are plain values: copy them freely. There is nothing to close.
 *
 * Trust
 *
 *   hm_pack_open checks everything that memory safety needs, in time proportional to the number
 *   of entries. After it, no query fails, hangs or reads outside the bytes, whatever the bytes
 *   are. The time of some queries grows with more than the bytes of the masks; their descriptions
 *   say so. A mask that is solid throughout its bounds takes no bytes: a pack of a few hundred
 *   bytes may hold a box of 2^31 pixels on a side. hm_pack_verify reads all bytes and finds out
 *   whether the pack is damaged. Answers about a damaged pack may be wrong, but pixels and indices
 *   stay in range. The checksum finds accidental damage. It is not a signature: anybody can
 *   compute it.
 *
 * Threads
 *
 *   There is no global state. Any number of threads may query the same pack and the same sprites
 *   at once.
 *
 * Results
 *
 *   hm_pack_open and hm_pack_verify return an hm_result: HM_OK (0) is success, and every other
 *   value names the fault. Look-up returns true or false. Queries cannot fail: they always
 *   return an answer. Pointers must not be NULL unless the description allows it.
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

/* The version of this header; hm_version() returns the version of the linked code. */
#define HM_VERSION_MAJOR 1
#define HM_VERSION_MINOR 0
#define HM_VERSION_PATCH 0
#define HM_VERSION       (HM_VERSION_MAJOR * 10000 + HM_VERSION_MINOR * 100 + HM_VERSION_PATCH)

/* All results with their texts, in the order of their values, from 0. */
#define HM_RESULTS(X)                                                                              \
    X(HM_OK, "no error")                                                                           \
    X(HM_ERROR_TRUNCATED, "the pack is cut short: part of its data is missing")                    \
    X(HM_ERROR_MAGIC, "not a hitmask pack")                                                        \
    X(HM_ERROR_VERSION, "the pack has a newer format version than this library reads")             \
    X(HM_ERROR_TOO_BIG, "the pack is too big for this machine")                                    \
    X(HM_ERROR_SECTION, "a section is missing, out of order or out of place")                      \
    X(HM_ERROR_STRING, "a string is out of place or not allowed")                                  \
    X(HM_ERROR_SPRITE, "a sprite has a value that is out of range")                                \
    X(HM_ERROR_MASK, "a mask has a value that is out of range, or is out of place")                \
    X(HM_ERROR_POINTS, "a point list has a value that is out of range, or is out of place")        \
    X(HM_ERROR_CHECKSUM, "the checksum does not match")                                            \
    X(HM_ERROR_ORDER, "names, masks or lists are out of order, or a name is used twice")           \
    X(HM_ERROR_BITS, "a mask's bits, box and blocks do not agree")                                 \
    X(HM_ERROR_AREA, "a mask's area is not the number of its solid pixels")                        \
    X(HM_ERROR_UNUSED, "the pack holds data that nothing refers to")                               \
    X(HM_ERROR_ANIMATION, "an animation has a value that is out of range, or is out of place")

typedef enum hm_result {
#define HM_RESULT_NAME(name, text) name,
    HM_RESULTS(HM_RESULT_NAME)
#undef HM_RESULT_NAME
} hm_result;

/* Returns the version of the library as major * 10000 + minor * 100 + patch. */
HM_API uint32_t hm_version(void);

/* Returns a short English text for a result, never NULL. Write it to a log; do not parse it. */
HM_API const char *hm_result_text(hm_result result);

/* ---- Types ------------------------------------------------------------------------------ */

/* A pixel, or a distance in pixels. */
typedef struct hm_point {
    int32_t x, y;
} hm_point;

/* The pixels with x0 <= x < x1 and y0 <= y < y1. A box with x1 <= x0 or y1 <= y0 is empty. */
typedef struct hm_box {
    int32_t x0, y0, x1, y1;
} hm_box;

/* Records in a pack; private. */
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

/* A view of one sprite. 128 bytes on every machine; all of it is private. One of zeros is an empty
 * sprite of no size. */
typedef struct hm_sprite {
    int64_t pivot_x, pivot_y;
    uint64_t area;
    const uint8_t *words;  /* the mask's rows, in stripes of 64 columns */
    const uint8_t *points; /* the point list's first cell */
    const char *name;
    hm_box bounds; /* as stored: queries apply the flips */
    int32_t width, height;
    uint32_t point_count, map_width, map_height;
    uint8_t row_step;   /* bytes from a row to the next: 8, or 0 when the bounds are all solid */
    uint8_t cell_bytes; /* of each coordinate in the point list */
    uint8_t flip_x, flip_y;
    uint32_t cpu;
    uint8_t plain;          /* flags that choose the faster code of queries */
    uint8_t border_dropped; /* the point list has no points near the border of the map */
    uint16_t prune;
    const uint8_t *blocks; /* the blocks of a large mask that have solid pixels, or NULL */
    union {
        hm_box tight;        /* of a canvas: the bounds, as stored; `bounds` is all of it */
        const uint8_t *pack; /* of any other: the first byte of its pack, or NULL */
    } of;
    uint8_t loose; /* it is the view of a canvas */
    uint8_t reserved[39 - 4 * sizeof(const uint8_t *)];
} hm_sprite;

/* A view of one animation. 64 bytes on every machine; all of it is private. */
typedef struct hm_animation {
    uint64_t duration;
    const uint8_t *frames; /* the record of the first frame */
    const char *name;
    uint32_t frame_count, frame_stride;
    uint8_t reserved[48 - 2 * sizeof(const uint8_t *)];
} hm_animation;

/* ---- Packs ------------------------------------------------------------------------------ */

/* Opens a pack in place and checks everything that memory safety needs.
 * `data` may lie at any address, and other bytes may follow the pack.
 * After a failure `pack` is an empty pack: safe to query, without sprites and animations. */
HM_API hm_result hm_pack_open(hm_pack *pack, const void *data, size_t size);

/* Reads all bytes of an open pack and checks the checksum, order, areas, stray bits and unused
 * data. If this returns an error, answers about the pack may be wrong, but their pixels and indices
 * stay in range. Returns HM_OK for the empty pack that a failed hm_pack_open leaves. */
HM_API hm_result hm_pack_verify(const hm_pack *pack);

/* Returns the number of sprites. */
HM_API uint32_t hm_pack_count(const hm_pack *pack);

/* Finds a sprite by its name, a NUL-terminated string.
 * Returns false when no sprite has this name; `out` is then an empty sprite. */
HM_API bool hm_pack_find(const hm_pack *pack, const char *name, hm_sprite *out);

/* Like hm_pack_find, with a name of `length` bytes. It needs no terminator. */
HM_API bool hm_pack_find_n(const hm_pack *pack, const char *name, size_t length, hm_sprite *out);

/* Gets the sprite at `index`. Sprites are sorted by the bytes of their names.
 * Returns false when `index` is hm_pack_count or more; `out` is then an empty sprite.
 * The index of a sprite may change with the next bake; its name does not. */
HM_API bool hm_pack_sprite(const hm_pack *pack, uint32_t index, hm_sprite *out);

/* Returns the number of animations. */
HM_API uint32_t hm_pack_animation_count(const hm_pack *pack);

/* Finds an animation by its name, a NUL-terminated string. Adds up the durations of its frames,
 * so its time grows with their number.
 * Returns false when no animation has this name; `out` is then an animation without frames. */
HM_API bool hm_pack_find_animation(const hm_pack *pack, const char *name, hm_animation *out);

/* Like hm_pack_find_animation, with a name of `length` bytes. It needs no terminator. */
HM_API bool hm_pack_find_animation_n(const hm_pack *pack, const char *name, size_t length,
                                     hm_animation *out);

/* Gets the animation at `index`. Animations are sorted by the bytes of their names. Adds up the
 * durations, like hm_pack_find_animation.
 * Returns false when `index` is hm_pack_animation_count or more; `out` is then an animation
 * without frames. */
HM_API bool hm_pack_animation(const hm_pack *pack, uint32_t index, hm_animation *out);

/* Gets the sprite of frame `index` of an animation, in constant time. The animation must come
 * from this pack.
 * Returns false when `index` is hm_animation_frame_count or more; `out` is then an empty
 * sprite. */
HM_API bool hm_pack_frame(const hm_pack *pack, const hm_animation *animation, uint32_t index,
                          hm_sprite *out);

/* ---- Sprites ---------------------------------------------------------------------------- */

/* Returns the name of the sprite, NUL-terminated. It lies in the bytes of the pack.
 * Returns "" for a sprite without a name. */
HM_API const char *hm_sprite_name(const hm_sprite *sprite);

/* Returns the untrimmed width in pixels. */
HM_API int32_t hm_sprite_width(const hm_sprite *sprite);

/* Returns the untrimmed height in pixels. */
HM_API int32_t hm_sprite_height(const hm_sprite *sprite);

/* Gets the bounds: the smallest box that holds all solid pixels; all zero when there are none. */
HM_API void hm_sprite_bounds(const hm_sprite *sprite, hm_box *out);

/* Returns the number of solid pixels. It is the number that the pack holds: in a damaged pack,
 * which hm_pack_verify refuses, it may be any number, also one above the width times the height. */
HM_API uint64_t hm_sprite_area(const hm_sprite *sprite);

/* Gets the pivot in 16.16 fixed point (65536 is one pixel), measured from the top-left corner of
 * the untrimmed sprite. */
HM_API void hm_sprite_pivot(const hm_sprite *sprite, int64_t *x, int64_t *y);

/* Returns the number of near-pixel points; 0 when the sprite was baked without points. */
HM_API uint32_t hm_sprite_point_count(const hm_sprite *sprite);

/* Gets the pixel of point `index`: the centre of its map cell (see Points below).
 * The order is progressive: the first N points are spread over the whole outline.
 * Returns false when `index` is hm_sprite_point_count or more; `out` is then not changed. */
HM_API bool hm_sprite_point(const hm_sprite *sprite, uint32_t index, hm_point *out);

/* The picture that a sprite was baked from. */
typedef struct hm_source {
    const char *name;  /* as the bake named it: a path with '/', mostly */
    const char *layer; /* the layer of the picture, or "" */
    hm_box part;       /* the part of the picture, as it stands there */
    hm_box place;      /* the pixels of the sprite that this part covers, upright */
    uint32_t turned;   /* how the part is turned in the picture: 0 not at all, 1 by a quarter
                          clockwise, 2 by a quarter counter-clockwise */
} hm_source;

/* Gets the picture that the sprite was baked from and the part of it, so that a renderer needs no
 * index of its own. The texts are NUL-terminated and lie in the bytes of the pack.
 * For a frame of an atlas, the part is what the packer left of the frame: `place` is smaller than
 * the sprite when it was trimmed, and the part of a turned frame lies on its side. To draw the
 * sprite, turn the part upright and draw it into `place`, scaled when the sizes differ. The part is
 * empty when the packer left nothing of the frame, or the atlas has it mirrored. A mirrored view
 * has the part and the place of the sprite. Edges saturate at INT32_MAX.
 * The names may be anything: do not open a file only because a pack from elsewhere names it.
 * Returns false for a sprite that does not come from a pack; both texts are then "", and the
 * boxes are empty. It looks the sprite up by its name: keep the result. */
HM_API bool hm_sprite_source(const hm_sprite *sprite, hm_source *out);

/* Makes a view of the sprite, mirrored inside its untrimmed size: `horizontal` changes x to
 * w-1-x, `vertical` changes y to h-1-y. Bounds, pivot, points and all queries use the mirrored
 * coordinates. The same flip twice gives the original sprite. `out` may be `sprite`. */
HM_API void hm_sprite_flip(const hm_sprite *sprite, bool horizontal, bool vertical, hm_sprite *out);

/* Returns the size in bytes of the buffer that hm_sprite_from_bits needs. Returns 0 when a sprite
 * of this size is not possible: a side is negative, or this machine cannot address the buffer. */
HM_API size_t hm_sprite_buffer_size(int32_t width, int32_t height);

/* Makes a sprite that is solid throughout: a platform, a trigger, the body of somebody who walks.
 * It needs no buffer. The pivot is the centre. The sprite has no points and no name. It is empty
 * when a side is 0 or less; a side of less than 0 counts as 0. */
HM_API void hm_sprite_box(int32_t width, int32_t height, hm_sprite *out);

/* Makes a sprite from the caller's own bits, for terrain or procedural shapes.
 * Row y begins `stride` bytes after row y-1; pixel x is bit x%8 (1 << x%8) of byte x/8.
 * The function copies `bits` into `buffer`, and the sprite uses the copy: keep the buffer unchanged
 * while the sprite is in use. To show a later change of `bits`, make the sprite again. `buffer`
 * may have any alignment. It must not overlap `bits`.
 * The pivot is the centre. The sprite has no points and no name.
 * Returns false, with an empty sprite in `out`, when `buffer_size` is too small, `stride` is
 * shorter than a row, or hm_sprite_buffer_size returns 0. */
HM_API bool hm_sprite_from_bits(const void *bits, size_t stride, int32_t width, int32_t height,
                                void *buffer, size_t buffer_size, hm_sprite *out);

/* Writes the mask of a sprite to `bits`, in its untrimmed size. The layout is that of
 * hm_sprite_from_bits: row y begins at byte y * `stride`, pixel x is bit x%8 of byte x/8. The bits
 * past the width in the last byte of a row become 0; bytes between the rows are not changed.
 * Returns false, and writes nothing, when `size`, the size of `bits` in bytes, is less than
 * `stride` times the height, or when `stride` is shorter than a row. */
HM_API bool hm_sprite_bits(const hm_sprite *sprite, void *bits, size_t stride, size_t size);

/* ---- Animations --------------------------------------------------------------------------- */

/* Returns the name of the animation, NUL-terminated. It lies in the bytes of the pack.
 * Returns "" for an animation without a name. */
HM_API const char *hm_animation_name(const hm_animation *animation);

/* Returns the number of frames; it may be 0. */
HM_API uint32_t hm_animation_frame_count(const hm_animation *animation);

/* Returns the duration of frame `index` in milliseconds; it may be 0. Returns 0 when `index` is
 * hm_animation_frame_count or more. */
HM_API uint32_t hm_animation_frame_duration(const hm_animation *animation, uint32_t index);

/* Returns the sum of the durations of all frames, in milliseconds; it may be 0. */
HM_API uint64_t hm_animation_duration(const hm_animation *animation);

/* How an animation continues after the last frame. */
typedef enum hm_play {
    HM_PLAY_LOOP,      /* starts again with the first frame: 0 1 2 3 0 1 2 3 ... */
    HM_PLAY_ONCE,      /* stays on the last frame: 0 1 2 3 3 3 ... */
    HM_PLAY_PING_PONG, /* goes back and forth, each end once: 0 1 2 3 2 1 0 1 ... */
} hm_play;

/* Returns the index of the frame that is shown `time` milliseconds after the beginning.
 *
 * Frames are shown one after the other, in the order of `play`. A frame is shown at the times t
 * with begin <= t < begin + duration, where `begin` is the sum of the durations of all frames shown
 * before it. A frame of duration 0 is never shown, with two
 * exceptions: HM_PLAY_ONCE stays on the last frame, whatever its duration; and when all durations
 * are 0, the first frame is shown for ever, or the last frame with HM_PLAY_ONCE.
 * Returns 0 when there are no frames; hm_pack_frame then returns false.
 * Its time is at most proportional to the number of frames. */
HM_API uint32_t hm_animation_at(const hm_animation *animation, uint64_t time, hm_play play);

/* ---- Queries ---------------------------------------------------------------------------- */

/* Returns true when pixel (x, y) is solid. Every pixel outside the sprite is empty. */
HM_API bool hm_solid(const hm_sprite *sprite, int32_t x, int32_t y);

/* Returns true when a solid pixel of `a` lies on a solid pixel of `b`. The offset (dx, dy) is the
 * position of `b` minus the position of `a`: pixel (x, y) of `a` lies on pixel (x-dx, y-dy) of
 * `b`. */
HM_API bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

/* Like hm_overlap, and writes the first overlapping pixel in reading order to `hit`, in the
 * coordinates of `a`. `hit` may be NULL; it is not changed when nothing overlaps. */
HM_API bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                             hm_point *hit);

/* Returns the number of pixels that are solid in both sprites. */
HM_API uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

/* ---- Boxes ------------------------------------------------------------------------------- */

/* Boxes are half-open. A box with x1 <= x0 or y1 <= y0 is empty and overlaps nothing.
 * `out` may be one of the operands. */

/* Returns true when at least one pixel lies in both boxes. */
HM_API bool hm_box_overlap(const hm_box *a, const hm_box *b);

/* Gets the box of the pixels that lie in both boxes. Returns false, with an all-zero `out`, when
 * there are none. */
HM_API bool hm_box_intersection(const hm_box *a, const hm_box *b, hm_box *out);

/* Gets the smallest box that holds both boxes. An empty box adds nothing; two empty boxes give an
 * all-zero box. */
HM_API void hm_box_union(const hm_box *a, const hm_box *b, hm_box *out);

/* Returns true when pixel (x, y) lies in the box. */
HM_API bool hm_box_contains(const hm_box *box, int32_t x, int32_t y);

/* Returns true when all pixels of `inner` lie in `outer`. Returns true when `inner` is empty. */
HM_API bool hm_box_contains_box(const hm_box *outer, const hm_box *inner);

/* Converts a box from world coordinates to the coordinates of a sprite at (x, y): subtracts x and y
 * from the edges. Edges saturate at the ends of int32_t. */
HM_API void hm_box_to_local(const hm_box *box, int32_t x, int32_t y, hm_box *out);

/* Moves a box by (dx, dy). Edges saturate at the ends of int32_t. */
HM_API void hm_box_move(const hm_box *box, int32_t dx, int32_t dy, hm_box *out);

/* ---- More about two masks ---------------------------------------------------------------- */

/* A direction on the screen. Of any other value, the answers mean nothing. */
typedef enum hm_direction { HM_LEFT, HM_RIGHT, HM_UP, HM_DOWN } hm_direction;

/* Like hm_overlap, and writes the overlapping pixel that lies furthest in `direction` to `hit`, in
 * the coordinates of `a`. When several pixels are equally far, the first one in reading order
 * counts. `hit` may be NULL; it is not changed when nothing overlaps. */
HM_API bool hm_overlap_furthest(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                hm_direction direction, hm_point *hit);

/* Writes the pixels that are solid in both sprites to `bits`, as a mask of the untrimmed size of
 * `a`. The layout is that of hm_sprite_from_bits: row y begins at byte y * `stride`, pixel x is
 * bit x%8 of byte x/8. Bits past the width and bytes past the rows are not changed.
 * Returns the number of these pixels. Writes nothing and returns 0 when `size`, the size of `bits`
 * in bytes, is less than `stride` times the height, or when `stride` is shorter than a row.
 * The time grows with the number of pixels of the written mask. */
HM_API uint64_t hm_overlap_mask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                void *bits, size_t stride, size_t size);

/* Gets the contact normal: the direction in which `a` leaves `b`, from the gradient of the
 * overlap area (hm_overlap_area).
 *     x = area(dx+1, dy) - area(dx-1, dy)     y = area(dx, dy+1) - area(dx, dy-1)
 * A move of `a` along (x, y) reduces the overlap fastest. The length is that of the gradient, not
 * 1. The normal is (0, 0) when opposite sides balance, as for a sprite exactly on top of itself.
 * Edges of pixels are stairs: the fewer pixels touch, the coarser is the normal. For a smooth
 * bounce of something small, ask this with a disc in its place (hm_canvas_circle), with the same
 * centre where the sweep ended (`moved`) and a radius that is larger by some pixels, so that both
 * sides of a corner count. It may be blocked though its speed does not go against the normal, and
 * stairs may hold it: let it turn round then along the axis of the step that was blocked, in which
 * `moved` and `contact` of the sweep differ (mover_bounce of samples/movers.c).
 * Returns false, with (0, 0), when the sprites do not overlap. The offsets dx+1, dx-1, dy+1 and
 * dy-1 saturate at the ends of int32_t. */
HM_API bool hm_overlap_normal(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              int64_t *x, int64_t *y);

/* Gets the smallest number of pixels that `a` must move in `direction` so that it no longer
 * overlaps `b`; 0 when they do not overlap now. Returns false, with `limit` in `distance`, when
 * they still overlap after each move of 0 to `limit` pixels. Its time grows with the distance,
 * because it tries every distance in turn, unless both are solid throughout their bounds and no
 * view of a canvas. */
HM_API bool hm_overlap_exit(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                            hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move after which `a` no longer overlaps `b`, by Euclidean length. When several
 * moves are equally short, the one furthest up counts, and of these the one furthest to the left.
 * The move is (0, 0) when they do not overlap. Returns false, with (0, 0), when every move of at
 * most `limit` pixels leaves an overlap. Its time grows with the square of the length of the
 * move. */
HM_API bool hm_overlap_escape(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              uint32_t limit, hm_point *move);

/* ---- Motion ------------------------------------------------------------------------------ */

/* The result of hm_sweep. When the sprites overlap at the start, "that step" is the start. */
typedef struct hm_sweep_result {
    hm_point moved;   /* the last position without contact, relative to the start */
    uint64_t step;    /* the number of the step that makes contact, from 1; 0 when the sprites
                         overlap at the start, and for a move of (0, 0) */
    hm_point hit;     /* the first overlapping pixel in reading order after that step, in the
                         coordinates of `a` */
    int64_t normal_x; /* the contact normal after that step, see hm_overlap_normal */
    int64_t normal_y;
    hm_point contact; /* the position after that step, relative to the start: `hit` lies there */
} hm_sweep_result;

/* Moves `a` by (move_x, move_y) until it touches `b`. The offset (dx, dy) is the position of `b`
 * minus the start position of `a`. Every position on the path is tested, so that `a` never passes
 * through `b`, whatever the speed.
 * The path visits whole-pixel positions. Each step goes one pixel along one axis, in the order in
 * which the straight line from start to end crosses half-integers; where it crosses one on both
 * axes at once, the x step comes first. So there are |move_x| + |move_y| steps.
 * Returns true at contact. If the sprites overlap at the start, `moved` is (0, 0) and `step` is 0.
 * Returns false when there is no contact: `moved` is then the whole move, `step` is the number of
 * all its steps, and `hit`, `contact` and the normal are 0. For a move of one frame, the contact
 * comes after step / (|move_x| + |move_y|) of the frame. The time grows with the number of steps at
 * which the bounds of both overlap. */
HM_API bool hm_sweep(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, int32_t move_x,
                     int32_t move_y, hm_sweep_result *out);

/* ---- Shapes ------------------------------------------------------------------------------ */

/* All coordinates are pixels of the sprite. To convert a shape from world coordinates, subtract the
 * position of the sprite, or use hm_box_to_local. A shape may lie anywhere, also partly or wholly
 * outside the sprite. The time grows with the part of the shape inside the bounds, and at most with
 * the bytes of the mask. `hit` may be NULL; it is not changed when the function returns false. */

/* Returns true when a pixel of the box is solid. Writes the first such pixel in reading order to
 * `hit`. */
HM_API bool hm_overlap_box(const hm_sprite *sprite, const hm_box *box, hm_point *hit);

/* Returns true when a pixel (px, py) with (px - x)^2 + (py - y)^2 <= radius^2 is solid. Writes the
 * first such pixel in reading order to `hit`. A radius of 0 is the single pixel (x, y). */
HM_API bool hm_overlap_circle(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t radius,
                              hm_point *hit);

/* Returns true when a pixel on the path from (x0, y0) to (x1, y1) is solid, both ends included.
 * Writes the first solid pixel on the path to `hit`. Each step of the path goes one pixel along one
 * axis, in the order in which the line between the centres of the two end pixels crosses columns
 * and rows; where it crosses both at once, the x step comes first: from the other end it may be
 * another path. It never slips between two pixels that share only a corner. */
HM_API bool hm_overlap_segment(const hm_sprite *sprite, int32_t x0, int32_t y0, int32_t x1,
                               int32_t y1, hm_point *hit);

/* Returns true when a pixel on the path from (x, y) in the direction (dx, dy) is solid. The path
 * is that of a segment to (x + dx, y + dy), continued without end. With the direction (0, 0) it is
 * the single pixel (x, y). Writes the first solid pixel on the path to `hit`, and the number of
 * pixels of the path before it to `steps`. `steps` may be NULL; it is not changed when the function
 * returns false. The pixel (x + dx, y + dy) has |dx| + |dy| pixels before it: with as many steps it
 * is solid itself, with fewer something lies before it. */
HM_API bool hm_overlap_ray(const hm_sprite *sprite, int32_t x, int32_t y, int32_t dx, int32_t dy,
                           hm_point *hit, uint64_t *steps);

/* ---- Points ------------------------------------------------------------------------------ */

/* These queries use the near-pixel points of `a`, as hm_sprite_point returns them, instead of its
 * mask; hm_points_near uses the points of `b` as well. The offset (dx, dy) is the position of `b`
 * minus the position of `a`. Only the first `limit` points of each list are used; UINT32_MAX uses
 * all of them. A sprite that was baked without points has an empty list. `hit` gets the first point
 * of `a`, in list order, for which the answer is true, in the coordinates of `a`. It may be NULL;
 * it is not changed when the function returns false. The time of these queries grows with the
 * number of points.
 *
 * Cells: a sprite of w x h pixels has a map of mw x mh cells, and each point is a solid cell of the
 * map. Pixel (x, y) belongs to the cell (x * mw / w, y * mh / h), in integer division. A cell is
 * solid when at least one of its pixels is solid. Its point is its centre: on each axis the middle
 * pixel of the cell, and the right or lower one of the middle two when the number is even. So the
 * point of a cell of more than one pixel may lie on an empty pixel. In a mirrored view cells and
 * centres are mirrored with the pixels. Pruning leaves out the points of cells deep inside.
 *
 * Exact answers: if both lists have one cell for each pixel and keep the points at the border of
 * the map (--prune-border keep), and all points are used, the sprites overlap if and only if a
 * point of `a` lies on `b` or a point of `b` lies on `a`, for any pruning. In one direction alone
 * there is never a false hit, but a sprite deep inside the other may be missed.
 *
 * Packs of other writers: a pack may list cells without a solid pixel, which hm_pack_verify does
 * not find. Points that lie outside the cells of the bounds may then be missed, and an empty sprite
 * touches nothing, whatever its list. A bake of art makes no such points. */

/* Returns true when a point of `a` lies on a solid pixel of `b`. */
HM_API bool hm_points_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              uint32_t limit, hm_point *hit);

/* Returns true when a point of `a` lies in a solid cell of the map of `b`. All solid cells count,
 * also those whose points were pruned. The map of a sprite that was baked without points has one
 * cell for each pixel. For each point it may look at all pixels of a cell of `b`. */
HM_API bool hm_points_overlap_map(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                  uint32_t limit, hm_point *hit);

/* Returns true when the Euclidean distance between a point of `a` and a point of `b` is at most
 * `distance` pixels. A distance of 0 means the same pixel. In the worst case, it compares every
 * point of `a` with every point of `b`. */
HM_API bool hm_points_near(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           uint32_t distance, uint32_t limit, hm_point *hit);

/* ---- Transforms -------------------------------------------------------------------------- */

/* One direction of a map between two sprites: the point (px, py) becomes
 *
 *     (xx * px + xy * py + x,  yx * px + yy * py + y)
 *
 * All numbers are in 16.16 fixed point: 65536 is 1, or one pixel. Whole numbers are the corners of
 * pixels; the centre of pixel (3, 0) is the point (3.5, 0.5). Queries compute these sums exactly,
 * without rounding. A point lies in the pixel that is its whole part, rounded down. */
typedef struct hm_transform {
    int32_t xx, xy, yx, yy;
    int64_t x, y;
} hm_transform;

/* A map between the pixels of two sprites, in both directions. Coordinates are those of the views:
 * flips are applied. The functions below fill it in; a caller may also write its own numbers.
 * Queries use both transforms as they are: they need not be exact inverses of each other.
 * In two cases the map is out of range, and nothing touches through it (every query returns
 * false or 0): a factor (xx, xy, yx or yy) of either transform is beyond +-64
 * (HM_AFFINE_FACTOR_MAX), or a shift (x or y) of either is beyond +-2^32 pixels. So is a map
 * that hm_affine_make or hm_affine_place refused.
 * The further away a point comes back, the longer a query may take: where the two transforms do
 * not undo each other at all (or one of them has no inverse), it may look at all pixels of one
 * sprite for each pixel of the other one. */
typedef struct hm_affine {
    hm_transform to_b; /* from the pixels of `a` to those of `b` */
    hm_transform to_a; /* from the pixels of `b` to those of `a` */
} hm_affine;

/* The largest factor of a map: 64. */
#define HM_AFFINE_FACTOR_MAX (64 << 16)
/* The largest shift that hm_affine_make and hm_affine_place accept: 2^22 pixels. Two sprites of at
 * most 16384 x 16384 pixels cannot touch when their corners are that far apart, in the pixels of
 * either sprite. */
#define HM_AFFINE_SHIFT_MAX (INT64_C(1) << 38)

/* The longest side of the bounds for queries through a map. When the bounds of either sprite are
 * wider or higher than this, nothing touches through any map: all of these queries return false or
 * 0, also those about points. */
#define HM_AFFINE_SIDE_MAX 65535

/* The position, scale and angle of a sprite in the world. Its pivot lies at (x, y). The sprite is
 * first scaled and then rotated, both about the pivot. All numbers but the angle are in 16.16 fixed
 * point. y points down, so a growing angle turns the sprite clockwise on the screen. */
typedef struct hm_placement {
    int64_t x, y;             /* the pivot in world coordinates */
    int64_t pivot_x, pivot_y; /* the pivot in the sprite: hm_sprite_pivot, or any point; (0, 0) of
                                 terrain, and of all that is given by its top-left pixel */
    int32_t scale_x, scale_y; /* 65536 is the size of the image; a negative scale mirrors about the
                                 pivot; with 0, as after {0}, nothing touches */
    uint32_t angle;           /* 65536 is a full turn; whole turns make no difference */
} hm_placement;

/* Gets the cosine and sine of an angle (65536 is a full turn), rounded to 16.16 fixed point.
 * The error is at most a little more than half of 1/65536. Quarter turns are exact, and all octants
 * are mirror images of each other, to the bit. */
HM_API void hm_turn(uint32_t angle, int32_t *cosine, int32_t *sine);

/* Returns the angle of a direction, from 0 to 65535: the last one that lies not beyond (x, y), as
 * hm_turn has them. So hm_angle of the cosine and the sine of an angle is that angle again. For
 * (0, 0) it is 0. If x or y is at most -2^47, or at least 2^47, both are divided by 2^17 first, and
 * rounded down. It is the same on every machine, as atan2 is not. */
HM_API uint32_t hm_angle(int64_t x, int64_t y);

/* Makes the identity map: every point stays in its place. */
HM_API void hm_affine_identity(hm_affine *out);

/* Makes the map of a translation: (dx, dy) is the position of `b` minus the position of `a`, as in
 * hm_overlap, but in 16.16 fixed point. All numbers are allowed; beyond 2^32 pixels the map is out
 * of range, see hm_affine. */
HM_API void hm_affine_translation(hm_affine *out, int64_t dx, int64_t dy);

/* Makes the map whose `to_b` has the given numbers. Its `to_a` is the inverse: each number of the
 * exact inverse, rounded to the nearest (halves away from zero). (`x`, `y`) is the top-left corner
 * of `a` in the coordinates of `b`: without rotation and scale, the position of `b` minus the
 * position of `a` is (-x, -y).
 * Returns false, with a map that is out of range, when there is no inverse, when a factor of
 * `to_b` or a rounded factor of `to_a` is beyond +-HM_AFFINE_FACTOR_MAX, or when `x` or `y` is
 * beyond +-HM_AFFINE_SHIFT_MAX. */
HM_API bool hm_affine_make(hm_affine *out, int32_t xx, int32_t xy, int32_t yx, int32_t yy,
                           int64_t x, int64_t y);

/* Makes the map between two sprites from their placements in the same world. If you swap `a` and
 * `b`, `to_b` and `to_a` are swapped, to the bit.
 * These are the numbers of `to_b`, where (c, s) is hm_turn of a.angle - b.angle, (e, f) is hm_turn
 * of b.angle, (x, y) is the position of `a` minus that of `b`, and each quotient is the exact one,
 * rounded to the nearest (halves away from zero):
 *
 *     xx =  c * a.scale_x / b.scale_x        yx = s * a.scale_x / b.scale_y
 *     xy = -s * a.scale_y / b.scale_x        yy = c * a.scale_y / b.scale_y
 *     to_b.x = b.pivot_x - (xx * a.pivot_x + xy * a.pivot_y) / 65536 + (e * x + f * y) / b.scale_x
 *     to_b.y = b.pivot_y - (yx * a.pivot_x + yy * a.pivot_y) / 65536 + (e * y - f * x) / b.scale_y
 *
 * Returns false, with a map that is out of range, when a scale is 0, when a rounded factor of
 * either transform is beyond +-HM_AFFINE_FACTOR_MAX, or when one of these is beyond
 * +-HM_AFFINE_SHIFT_MAX on an axis: a pivot in its sprite, the distance of the two pivots in the
 * world, or a resulting shift.
 * For a sprite whose pivot is at (x, y) in the world, at the size of its image, turned by an
 * eighth:
 *
 *     hm_placement at = {.x = INT64_C(65536) * x, .y = INT64_C(65536) * y, .angle = 65536 / 8};
 *     at.scale_x = at.scale_y = 65536;
 *     hm_sprite_pivot(&hero, &at.pivot_x, &at.pivot_y); */
HM_API bool hm_affine_place(hm_affine *out, const hm_placement *a, const hm_placement *b);

/* Makes the map for the swapped sprites, with `to_b` and `to_a` exchanged. `out` may be `map`. */
HM_API void hm_affine_inverse(const hm_affine *map, hm_affine *out);

/* Returns true when two sprites touch through a map: when `to_b` moves the centre of a solid pixel
 * of `a` into a solid pixel of `b`, or `to_a` moves the centre of a solid pixel of `b` into a solid
 * pixel of `a`. The time of this query and of the next two grows with the number of pixels of each
 * sprite in and near the bounds of the other one, up to HM_AFFINE_SIDE_MAX^2 for each, also when a
 * mask takes no bytes. So a small sprite is quick to ask against large terrain. */
HM_API bool hm_affine_overlap(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Like hm_affine_overlap, and writes the first contact pixel in reading order to `hit`. A contact
 * pixel is a solid pixel of `a` whose centre lies in a solid pixel of `b`, or that holds the centre
 * of a solid pixel of `b`. `hit` may be NULL; it is not changed when nothing touches. */
HM_API bool hm_affine_first(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            hm_point *hit);

/* Returns the number of contact pixels of `a`, as hm_affine_first defines them. */
HM_API uint64_t hm_affine_area(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Returns true when `to_b` moves one of the first `limit` points of `a` (UINT32_MAX: all points)
 * into a solid pixel of `b`. The point is the centre of the pixel that hm_sprite_point returns.
 * Writes the pixel of the first such point, in list order, to `hit`, in the coordinates of `a`.
 * `hit` may be NULL; it is not changed when the function returns false. The time grows with the
 * number of points.
 * If the list has one cell for each pixel and this returns true, hm_affine_overlap returns true as
 * well. If this returns false, the sprites may still touch; see hm_affine_points_exact. */
HM_API bool hm_affine_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             uint32_t limit, hm_point *hit);

/* Returns true when it is exact to test all points of both sprites: the sprites touch through `map`
 * if and only if hm_affine_points is true for `a` and `b` with `map`, or for `b` and `a` with the
 * map of hm_affine_inverse.
 * Returns true only when both lists have one cell for each pixel, keep the points at the border
 * (--prune-border keep), and are pruned by at least 1 and at least as much as the map stretches.
 * The default prune of 1 is enough for every rotation at scales from 0.5 to 2, as long as the
 * positions are less than 1000 pixels apart: further away, rounding counts. With a prune of 0
 * this always returns false, although the list then holds every solid pixel and misses no
 * contact. It also returns false when the map is out of range, or when the bounds are larger
 * than HM_AFFINE_SIDE_MAX. hm_affine_overlap is exact at any scale and needs no points. */
HM_API bool hm_affine_points_exact(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* ---- Many -------------------------------------------------------------------------------- */

/* A crowd: many sprites, in arrays of `count` items that the caller keeps.
 * Box i (x0[i], y0[i], x1[i], y1[i]) is the bounds of sprites[i] in world coordinates: take
 * hm_sprite_bounds of the view and move it to the position of the sprite. (x0[i], y0[i]) sets the
 * position of the mask: the top-left corner of the bounds lies there. (x1[i], y1[i]) is used only
 * to compare boxes. Masks are compared only when the box overlaps the bounds of the one sprite. An
 * empty box touches nothing: use it to leave an item out. The same sprite may occur in several
 * items. An item of `sprites` may be NULL or an empty sprite; such an item touches nothing.
 * If `sprites` itself is NULL, hm_overlap_many16 and hm_pairs_begin16 compare only boxes and
 * bounds; in a world, and for shapes and rays, each item is then solid throughout its box. The
 * arrays may be NULL when `count` is 0. */
typedef struct hm_crowd16 {
    const int16_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd16;

/* The same with int32_t, for a world that does not fit between -32768 and 32767. It takes about
 * twice the time to compare boxes. */
typedef struct hm_crowd32 {
    const int32_t *x0, *y0, *x1, *y1;
    const hm_sprite *const *sprites;
    uint32_t count;
} hm_crowd32;

/* Lists the items of a crowd that `a` touches, with `a` at (x, y) in the world: each index i of at
 * least *next, in ascending order, whose box overlaps the bounds of `a` and whose sprite has a
 * solid pixel on a solid pixel of `a`. Writes the indices to `hits` and returns their number, at
 * most `capacity`. Sets *next to the index at which the next call continues: it is `count` after
 * the last item, and less than `count` only when `hits` is full. Set *next to 0 before the first
 * call.
 *
 *     uint32_t next = 0, hits[16];
 *     while (next < crowd.count) {
 *         const uint32_t found = hm_overlap_many16(&hero, x, y, &crowd, &next, hits, 16);
 *         for (uint32_t i = 0; i < found; i++)
 *             hurt(hits[i]);
 *     }
 *
 * If `capacity` is 0, the call returns 0 and does not change *next; `hits` may then be NULL.
 * Otherwise, if *next is `count` or more, the call returns 0 and sets *next to `count`. The
 * contents of `hits` past the returned number are undefined. The crowd may change between two
 * calls: items before *next are done, and all others are looked at in the next call, even if they
 * were looked at in this one. If `a` itself is in the crowd, it is listed, because it touches
 * itself. */
HM_API uint32_t hm_overlap_many16(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd16 *crowd,
                                  uint32_t *next, uint32_t *hits, uint32_t capacity);

/* The same for a crowd with boxes of int32_t. */
HM_API uint32_t hm_overlap_many32(const hm_sprite *a, int32_t x, int32_t y, const hm_crowd32 *crowd,
                                  uint32_t *next, uint32_t *hits, uint32_t capacity);

/* ---- Canvas ------------------------------------------------------------------------------ */

/* A canvas is a mask that the caller changes: terrain that gets craters, a picture that was just
 * rendered, a shape that is put together. Its pixels lie in a buffer that the caller lends. A shape
 * may lie anywhere, also partly or wholly outside the canvas: pixels outside are left out.
 * The time of a change grows with the box of the shape inside the canvas, and for HM_KEEP, which
 * changes what is outside the shape, with the bounds of the canvas.
 * hm_canvas_sprite shows the canvas as a sprite, for all queries. To change a canvas is not safe
 * while another thread uses it or a view of it; its first view after a change is a change, too. */

/* A mask that the caller changes. 128 bytes on every machine; all of it is private. It may be moved
 * in memory, for views point into the buffer. A copy shares the buffer: use only one of the two
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

/* Returns the size in bytes of the buffer that hm_canvas_init needs. Returns 0 when a canvas of
 * this size is not possible: a side is negative, or this machine cannot address the buffer. */
HM_API size_t hm_canvas_buffer_size(int32_t width, int32_t height);

/* Makes an empty canvas in the caller's buffer, which may have any alignment. The buffer must stay
 * in place while the canvas or a view of it is in use, and only the canvas may change it.
 * Returns false, with an empty canvas of 0 x 0 pixels, when `size` is less than
 * hm_canvas_buffer_size or that returns 0. */
HM_API bool hm_canvas_init(hm_canvas *canvas, void *buffer, size_t size, int32_t width,
                           int32_t height);

/* Returns the width in pixels. */
HM_API int32_t hm_canvas_width(const hm_canvas *canvas);

/* Returns the height in pixels. */
HM_API int32_t hm_canvas_height(const hm_canvas *canvas);

/* Gets the canvas as a sprite of the same size, with its bounds and area as they are now. The
 * sprite shares the pixels of the canvas. After a change, get it again: queries about the old view
 * stay in range, but their answers may be wrong. The first view after a change costs time for the
 * parts that were changed; another one costs next to nothing.
 * The pivot is the centre. The sprite has no points and no name. For HM_AFFINE_SIDE_MAX the sides
 * of the canvas count as its bounds. */
HM_API void hm_canvas_sprite(hm_canvas *canvas, hm_sprite *out);

/* Makes one pixel solid or empty. */
HM_API void hm_canvas_set(hm_canvas *canvas, int32_t x, int32_t y, bool solid);

/* Changes the canvas by a box. NULL is the whole canvas. */
HM_API void hm_canvas_fill(hm_canvas *canvas, const hm_box *box, hm_op op);

/* Changes the canvas by a circle: the pixels (px, py) with (px - x)^2 + (py - y)^2 <= radius^2, as
 * for hm_overlap_circle. A radius of 0 is the single pixel (x, y). */
HM_API void hm_canvas_circle(hm_canvas *canvas, int32_t x, int32_t y, uint32_t radius, hm_op op);

/* Changes the canvas by a segment: the pixels of the path of hm_overlap_segment and, with a width
 * of 2 or more, all pixels whose centre is at most half the width (1.5 for a width of 3) from the
 * line between the centres of the two end pixels. So its ends are round. A width of 0 or 1 is the
 * path alone. */
HM_API void hm_canvas_segment(hm_canvas *canvas, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                              uint32_t width, hm_op op);

/* A corner of a polygon in 16.16 fixed point: (0, 0) is the top-left corner of the canvas. */
typedef struct hm_corner {
    int64_t x, y;
} hm_corner;

/* Changes the canvas by a polygon of `count` corners, the last of which is joined to the first. A
 * pixel belongs to it when its centre is inside: when the polygon goes round it in one direction
 * more often than in the other. A centre exactly on a left edge, or on a level one at the top, is
 * inside, one on a right edge or a level one at the bottom is not, as for boxes. With fewer than 3
 * corners it has no pixels, so that HM_KEEP empties the canvas; `corners` may be NULL when `count`
 * is 0. The time also grows, for each row of the polygon in the canvas, with the number of corners
 * times that of the edges that cross the row: some hundreds of these take tens of microseconds for
 * a row. Returns false, and changes nothing, when a corner is beyond +-2^22 pixels
 * (HM_AFFINE_SHIFT_MAX). */
HM_API bool hm_canvas_polygon(hm_canvas *canvas, const hm_corner *corners, uint32_t count,
                              hm_op op);

/* Changes the canvas by the solid pixels of a sprite, whose top-left pixel lies at (x, y). So with
 * sprites of one size at (0, 0) HM_ADD is their union, HM_KEEP their intersection and HM_ERASE
 * their difference.
 * The sprite may be a view of this canvas: the result is that of a copy that was made before.
 * Returns false, and changes nothing, for a mirrored view of this canvas. */
HM_API bool hm_canvas_stamp(hm_canvas *canvas, const hm_sprite *sprite, int32_t x, int32_t y,
                            hm_op op);

/* Changes the canvas by a sprite through a map: by the pixels of the canvas whose centre `to_a`
 * moves into a solid pixel of the sprite, which is `a`, while the canvas is `b`. `to_b` is not used
 * but must be in range. So there are no holes at any angle or scale. What hangs together by edges
 * (`diagonal` of hm_components is false) hangs together by edges or corners when it is turned, at a
 * scale of 1 or more; a sprite of a few pixels may leave no pixel. For a placed sprite,
 * hm_affine_place makes the map: the placement of the canvas has the place of its top-left corner,
 * the scale 65536 and no angle. The map for a query about two placements is rounded by itself, and
 * at a scale other than 65536 another canvas may get other pixels at the outline. To be certain
 * that nobody is buried, stamp into a small canvas (at scales of up to 2 in the place and with the
 * size of hm_placed_bounds), ask hm_world_overlap with its view, and stamp that view into the
 * terrain with hm_canvas_stamp.
 * Returns false, and changes nothing, when the map is out of range (see hm_affine), as after
 * hm_affine_make or hm_affine_place refused it, when a side of the canvas or of the sprite's
 * bounds is larger than HM_AFFINE_SIDE_MAX, or for a view of this canvas. */
HM_API bool hm_canvas_stamp_affine(hm_canvas *canvas, const hm_sprite *sprite, const hm_affine *map,
                                   hm_op op);

/* Moves all pixels by (dx, dy). Pixels that leave the canvas are lost; pixels that nothing moves to
 * become empty. The time grows with the bounds of the canvas. */
HM_API void hm_canvas_scroll(hm_canvas *canvas, int32_t dx, int32_t dy);

/* Takes over a picture of `width` x `height` pixels of 4 bytes, for example one that was just
 * rendered: pixel (x + px, y + py) of the canvas becomes solid when byte `alpha` (0 to 3) of pixel
 * (px, py) of the picture is more than `threshold`, and otherwise empty. Row py of the picture
 * begins at byte py * `stride`. The bytes may have any alignment. Only pixels that lie in the
 * canvas are read. A picture with a size below 1 changes nothing, and so does an `alpha` above 3.
 */
HM_API void hm_canvas_rgba(hm_canvas *canvas, const void *pixels, size_t stride, int32_t x,
                           int32_t y, int32_t width, int32_t height, unsigned alpha,
                           uint8_t threshold);

/* Writes the mask of the canvas to `bits`, like hm_sprite_bits: to save it, or to send it. For a
 * part of it, ask hm_overlap_mask of a sprite of hm_sprite_box and the view, which leaves bits past
 * the width as they are. */
HM_API bool hm_canvas_bits(const hm_canvas *canvas, void *bits, size_t stride, size_t size);

/* Gets all pixels of the canvas from `bits` in the same layout. Bits past the width are not used.
 * Returns false, and changes nothing, when `size` is less than `stride` times the height, or when
 * `stride` is shorter than a row. */
HM_API bool hm_canvas_from_bits(hm_canvas *canvas, const void *bits, size_t stride, size_t size);

/* ---- Algebra and shape ------------------------------------------------------------------- */

/* Masks are joined, cut and compared on a canvas: stamp one with HM_ADD, and then the other with
 * HM_ADD (union), HM_KEEP (intersection), HM_ERASE (difference) or HM_TOGGLE (what is solid in one
 * of them only). hm_canvas_fill(&canvas, NULL, HM_TOGGLE) makes the opposite of a mask. */

/* Makes all pixels solid that lie in a square round a solid pixel, `distance` pixels to each side.
 * The time of this function and the next two grows with the bounds, and with the number of digits
 * of the distance. */
HM_API void hm_canvas_grow(hm_canvas *canvas, uint32_t distance);

/* Makes all pixels empty that have an empty pixel in such a square round them. Pixels outside the
 * canvas count as empty, as in pruning. */
HM_API void hm_canvas_shrink(hm_canvas *canvas, uint32_t distance);

/* Leaves the outline: keeps the pixels that hm_canvas_shrink makes empty at a distance of
 * `thickness`, and makes all others empty.
 * `scratch` is memory for this call alone, of any alignment: 8 bytes for each row of each 64
 * columns (0 to 63, 64 to 127 and so on) of a box that holds the bounds of the last view and all
 * changes since then. Right after hm_canvas_sprite that is the bounds; a change may count with more
 * than the pixels that it changed. hm_canvas_buffer_size of the sides of the canvas is always
 * enough. Returns false, and changes nothing, when `scratch_size` is too small. */
HM_API bool hm_canvas_outline(hm_canvas *canvas, uint32_t thickness, void *scratch,
                              size_t scratch_size);

/* A connected piece of a mask. */
typedef struct hm_component {
    hm_box bounds;  /* the smallest box that holds it */
    uint64_t area;  /* the number of its pixels */
    hm_point first; /* its first pixel in reading order */
} hm_component;

/* Returns the size in bytes of the scratch memory that hm_components needs for this sprite: 16 for
 * each run of solid pixels in a row, and 16 more; for a mask that is solid throughout, and no view
 * of a canvas, 16 alone. It is never more than 16 * ((width + 1) / 2) * height + 16. Returns 0 when
 * the pieces cannot be found, because this machine cannot address so much, or there are 2^32 runs
 * or more. Its time grows with the bytes of the mask. */
HM_API size_t hm_components_scratch_size(const hm_sprite *sprite);

/* Finds the connected pieces of a mask, in pixels of the sprite. Pixels that share an edge are
 * connected; if `diagonal` is true, as for terrain into which turned sprites are stamped, pixels
 * that share a corner are connected, too. Writes the pieces to `out`, in the order of their first
 * pixels in reading order. Returns the number of all pieces; if it is more than `capacity`, only
 * the first `capacity` of them are written. `out` may be NULL when `capacity` is 0. `scratch` is
 * memory for this call alone, of any alignment. Returns 0 when `scratch_size` is less than the runs
 * of this sprite need; what hm_components_scratch_size returns is enough. Its time grows with the
 * bytes of the mask. */
HM_API uint32_t hm_components(const hm_sprite *sprite, bool diagonal, void *scratch,
                              size_t scratch_size, hm_component *out, uint32_t capacity);

/* Changes the canvas by one connected piece of a sprite: by the piece that holds pixel (x, y) of
 * the sprite, with the top-left pixel of the sprite at (at_x, at_y) of the canvas. `diagonal` and
 * `scratch` are as for hm_components. The sprite may be any view of this canvas.
 * A piece of terrain falls off like this: stamp the piece of the terrain's view into a canvas of
 * its own with HM_ADD, then into the terrain with HM_ERASE. First take out all pieces that are to
 * fall: the others in a list of hm_components stay as they are, and the scratch is still large
 * enough, so go on with a new view. They fall by hm_world_sweep, which stops at who is below (or as
 * movers of samples/movers.h, which push who is below and take along who stands on them). One that
 * has terrain one pixel below it (hm_world_overlap) is stamped into the terrain again where it is;
 * then the list is over, because it may have joined another piece, and hm_components tells anew
 * what hangs on nothing. One that lies on something that moves is no terrain yet. Who was not in
 * its world has to get out afterwards (hm_world_escape).
 * Returns false, and changes nothing, when pixel (x, y) is not solid, or when `scratch_size` is too
 * small. Its time grows with the bytes of the mask, and with the box of the piece. */
HM_API bool hm_canvas_stamp_component(hm_canvas *canvas, const hm_sprite *sprite, int32_t x,
                                      int32_t y, bool diagonal, int32_t at_x, int32_t at_y,
                                      hm_op op, void *scratch, size_t scratch_size);

/* How the solid pixels of a mask are spread, in 16.16 fixed point. Each number is the exact one,
 * rounded to the nearest (halves up). */
typedef struct hm_moments {
    int64_t x, y;   /* the centroid: the mean of the centres of the pixels; the centre of pixel
                       (3, 0) is the point (3.5, 0.5) */
    int64_t xx;     /* the mean of (px - x)^2 over the centres (px, py) of all pixels */
    int64_t xy;     /* the mean of (px - x) * (py - y) */
    int64_t yy;     /* the mean of (py - y)^2 */
    uint32_t angle; /* the direction in which the pixels are spread most, from 0 to 32767; 65536
                       is a full turn */
} hm_moments;

/* Gets the centroid of a mask and the moments about it.
 * The angle is half the angle of the vector (xx - yy, 2 * xy), and 0 when that is (0, 0); xx, yy
 * and xy are the fields, as they were rounded. y points down, so a growing angle turns clockwise on
 * the screen, as in hm_placement. The error of the angle is at most 0.55 of its unit.
 * Returns false when the sprite is empty, or when what hm_sprite_bounds gives is wider or higher
 * than HM_AFFINE_SIDE_MAX; `out` is then not changed. Its time grows with the bytes of the mask. */
HM_API bool hm_sprite_moments(const hm_sprite *sprite, hm_moments *out);

/* Returns true when a solid pixel lies at most `limit` pixels from pixel (x, y), in the sprite or
 * anywhere outside, by Euclidean distance: (px - x)^2 + (py - y)^2 <= limit^2. Writes the nearest
 * such pixel to `hit`; when several are equally near, the first one in reading order counts. `hit`
 * may be NULL; it is not changed when the function returns false. The time grows with the part
 * inside the bounds of the square round (x, y) that reaches to the found pixel, or to `limit`, and
 * at most with the bytes of the mask. */
HM_API bool hm_nearest(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t limit,
                       hm_point *hit);

/* Finds the smallest Euclidean distance between a solid pixel of `a` and a solid pixel of `b`: 0
 * when they overlap, 1 when they only share an edge. The offset (dx, dy) is the position of `b`
 * minus the position of `a`. Writes the square of the distance to `squared` and the two pixels to
 * `in_a` and `in_b`, each in the coordinates of its own sprite. When several pairs are equally
 * near, the one whose pixel of `a` is the first in reading order counts, and of these the one with
 * the first pixel of `b`.
 * Returns false when the distance is more than `limit`, or a sprite is empty. `squared`, `in_a` and
 * `in_b` may be NULL; they are not changed when the function returns false. The time grows with the
 * number of pairs of rows, one of each sprite, that are no further from each other than the found
 * pixels, or than `limit`. A sprite that is solid throughout its bounds, and no view of a canvas,
 * counts as one row. */
HM_API bool hm_gap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, uint32_t limit,
                   uint64_t *squared, hm_point *in_a, hm_point *in_b);

/* ---- Tiles ------------------------------------------------------------------------------- */

/* The content of a cell of a tile map: the index of a sprite, and how the sprite is turned there.
 * The flags are those of Tiled. Cells of 16 bits have flags of their own: these here do not fit.
 * The flag 0x10000000 of Tiled, which is for maps of hexagons, makes no difference: the index has
 * 28 bits. */
#define HM_TILE_FLIP_X    UINT32_C(0x80000000) /* mirrored from left to right */
#define HM_TILE_FLIP_Y    UINT32_C(0x40000000) /* mirrored from top to bottom */
#define HM_TILE_TRANSPOSE UINT32_C(0x20000000) /* x and y exchanged, before the flips */

/* The same in cells of 16 bits: 13 bits are left for the index. */
#define HM_TILE16_FLIP_X    UINT16_C(0x8000)
#define HM_TILE16_FLIP_Y    UINT16_C(0x4000)
#define HM_TILE16_TRANSPOSE UINT16_C(0x2000)

/* A map of tiles, in arrays that the caller keeps; they may change between two queries. Cell
 * (column, row) is number row * width + column. Its top-left pixel is pixel (column * tile_width,
 * row * tile_height) of the map, and the top-left pixel of its sprite lies there.
 * A cell has the sprite of `sprites`, or with HM_TILE_TRANSPOSE that of `transposed` alone, which
 * the caller makes with hm_sprite_transpose; `transposed` may be NULL. HM_TILE_FLIP_X and
 * HM_TILE_FLIP_Y mirror the sprite inside its own size. A cell is empty when its index is
 * `sprite_count` or more, or when there is no such sprite, or when it is wider or higher than a
 * tile: the whole sprite, with empty borders (hm_sprite_width).
 * A cell that reaches pixel INT32_MAX of the map, or beyond, is empty. The whole map is empty when
 * one of the first four numbers is 0 or less, or when both arrays of cells are NULL.
 * In Tiled the index 0 is an empty cell: let sprites[0] be NULL. With several tilesets, `sprites`
 * has all numbers of the map, and NULL where there is no tile. Beyond its edges a map is empty. The
 * same cells with other arrays of sprites (of `transposed`, too) are a second layer: ladders,
 * spikes, water. One-way platforms are not tiles but items of a crowd: see hm_world. The tiles of a
 * sheet that was baked with --grid are called sheet.png#0, sheet.png#1 and so on: find each by its
 * name (hm_pack_find), for a pack is sorted by names. */
typedef struct hm_tiles {
    int32_t width, height;           /* of the map, in cells */
    int32_t tile_width, tile_height; /* in pixels */
    const uint16_t *cells16;         /* the cells; used when it is not NULL, */
    const uint32_t *cells32;         /* and else this */
    const hm_sprite *const *sprites; /* may be NULL when sprite_count is 0 */
    const hm_sprite *const *transposed;
    uint32_t sprite_count; /* of each of both arrays */
} hm_tiles;

/* Makes a sprite with x and y exchanged: its pixel (x, y) is pixel (y, x) of `sprite`, as the view
 * shows it. The pixels are copied into `buffer` of at least hm_sprite_buffer_size(height, width)
 * bytes: keep it unchanged while the new sprite is in use. `buffer` may have any alignment, and
 * `out` may be `sprite`. The pivot is exchanged as well. The sprite has no points and no name.
 * Returns false, with an empty sprite in `out`, when `buffer_size` is too small. The time grows
 * with the number of pixels in the bounds. */
HM_API bool hm_sprite_transpose(const hm_sprite *sprite, void *buffer, size_t buffer_size,
                                hm_sprite *out);

/* In the queries about a sprite, `a` stands at (x, y): its top-left pixel lies on pixel (x, y) of
 * the map. Any int32_t is safe. Each of these queries answers as its namesake of two sprites would
 * if the map were one large sprite. Their time grows with the number of cells under the bounds of
 * `a`, and with that of hm_overlap for each of these that is not empty. */

/* Returns true when pixel (x, y) of the map is solid. */
HM_API bool hm_tiles_solid(const hm_tiles *tiles, int32_t x, int32_t y);

/* Returns true when a solid pixel of `a` lies on a solid pixel of the map. */
HM_API bool hm_tiles_overlap(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y);

/* Like hm_tiles_overlap, and writes the first such pixel in reading order to `hit`, in the
 * coordinates of `a`. `hit` may be NULL; it is not changed when nothing overlaps. */
HM_API bool hm_tiles_first(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                           hm_point *hit);

/* Returns the number of pixels that are solid in both. */
HM_API uint64_t hm_tiles_area(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y);

/* Gets the contact normal, as hm_overlap_normal does: the area with `a` one pixel further left less
 * that with `a` one pixel further right, and in the same way for y. Returns false, with (0, 0),
 * when nothing overlaps. */
HM_API bool hm_tiles_normal(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                            int64_t *normal_x, int64_t *normal_y);

/* Gets the smallest number of pixels that `a` must move in `direction` so that it no longer
 * overlaps the map; 0 when it does not overlap now. Returns false, with `limit` in `distance`, when
 * it still overlaps after each move of 0 to `limit` pixels. Its time grows with the distance,
 * because it tries every distance in turn. */
HM_API bool hm_tiles_exit(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                          hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move after which `a` no longer overlaps the map, by the rules of
 * hm_overlap_escape. Its time grows with the square of the length of the move. */
HM_API bool hm_tiles_escape(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                            uint32_t limit, hm_point *move);

/* Moves `a` by (move_x, move_y) until it touches the map, by the rules of hm_sweep. It looks at all
 * cells under the bounds for each piece of the move that is as long as a tile, or 16 pixels if that
 * is more, so the time grows with the number of these cells times the length of the move. Cells
 * that are not empty take the time of hm_sweep; where all are empty, no step is tested. */
HM_API bool hm_tiles_sweep(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                           int32_t move_x, int32_t move_y, hm_sweep_result *out);

/* Shapes against a map: the same as hm_overlap_box, hm_overlap_circle, hm_overlap_segment and
 * hm_overlap_ray with one large sprite. All coordinates, also those of `hit`, are pixels of the
 * map. `hit` and `steps` may be NULL; they are not changed when the function returns false. The
 * time grows with the cells under the shape, and with the part of the shape inside these of them
 * that are not empty. */
HM_API bool hm_tiles_box(const hm_tiles *tiles, const hm_box *box, hm_point *hit);
HM_API bool hm_tiles_circle(const hm_tiles *tiles, int32_t x, int32_t y, uint32_t radius,
                            hm_point *hit);
HM_API bool hm_tiles_segment(const hm_tiles *tiles, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                             hm_point *hit);
HM_API bool hm_tiles_ray(const hm_tiles *tiles, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_point *hit, uint64_t *steps);

/* ---- Moves ------------------------------------------------------------------------------- */

/* All that a moving sprite may meet, in world coordinates. Any part may be NULL, so a world of
 * zeros is empty. `terrain` is one sprite, which may be large: its top-left pixel lies at
 * (terrain_x, terrain_y). Pixel (0, 0) of `tiles` lies at (tiles_x, tiles_y). Item i of `crowd16`
 * has the index i, and item i of `crowd32` the index crowd16->count + i, or i without a `crowd16`.
 * The boxes of crowds must be the bounds of their sprites, or empty to leave an item out. The items
 * of a crowd whose `sprites` is NULL are solid throughout their boxes; of a box with a side of more
 * than INT32_MAX, the first INT32_MAX columns and rows count.
 * A platform that lets through what comes from below is an item whose box is empty while `a` is not
 * above it: set it before each move, by whether the bounds of `a` end at or above the top of the
 * platform (`choose` in Recipe, at the end). If its top is no level line, let it count while `a`
 * does not overlap it and move_y is not negative; its ends and its underside are then walls for who
 * comes from the side, also on foot. So everybody who moves needs a world of their own, with such
 * boxes.
 * Movers that stop each other are items of each other's worlds: `self` leaves a mover out of its
 * own. One that has others as items but is no item of theirs lets them move into it. What is turned
 * or scaled is no part of a world: at each new angle, stamp it into a small canvas
 * (hm_canvas_stamp_affine), whose view can be an item, and ask whether it has room there
 * (hm_world_overlap) before it takes that angle. A shape is a sprite as well: hm_sprite_box makes
 * boxes, and one of 1 x 1 pixel that is swept is a shot or a line of sight (hm_world_sweep), on the
 * path of hm_overlap_segment; `step` and `moved` say how far it comes. */
typedef struct hm_world {
    const hm_sprite *terrain;
    const hm_tiles *tiles;
    const hm_crowd16 *crowd16;
    const hm_crowd32 *crowd32;
    int32_t terrain_x, terrain_y, tiles_x, tiles_y;
    uint32_t self; /* the index, plus 1, of one item that is left out, such as the moving sprite
                      itself; 0, and a number of no item, leave out nothing */
} hm_world;

/* Who was met. */
typedef enum hm_kind { HM_NOTHING, HM_TERRAIN, HM_TILES, HM_CROWD } hm_kind;

/* Returns true when `a`, at (x, y) in the world, overlaps something: when a solid pixel of it lies
 * on a solid pixel of the terrain, of the tiles or of an item of the crowds. Writes who it is to
 * `kind`, and the index of the item, else 0, to `index`: the terrain if it overlaps, else the
 * tiles, else the item with the smallest index. Both may be NULL; they are not changed when the
 * function returns false. The time is that of hm_overlap, hm_tiles_overlap and hm_overlap_many16
 * together. */
HM_API bool hm_world_overlap(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                             hm_kind *kind, uint32_t *index);

/* Gets the smallest number of pixels that `a`, at (x, y), must move in `direction` so that it
 * overlaps nothing in the world; 0 when it overlaps nothing now. Returns false, with `limit` in
 * `distance`, when it still overlaps after each move of 0 to `limit` pixels. Its time grows with
 * the distance, because it tries every distance in turn. */
HM_API bool hm_world_exit(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                          hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move after which `a` overlaps nothing in the world, by the rules of
 * hm_overlap_escape: the way out for somebody who is stuck, in the world of their slides. Its time
 * grows with the square of the length of the move. */
HM_API bool hm_world_escape(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                            uint32_t limit, hm_point *move);

/* Moves `a` from (x, y) by (move_x, move_y) until it touches something in the world, by the rules
 * of hm_sweep: every position on the path is tested. Writes who is touched first to `kind` and
 * `index`; of several at the same step, it chooses as hm_world_overlap does. `hit` and the normal
 * in `out` are about who is written. `kind` and `index` may be NULL; they are not changed when the
 * function returns false.
 * Terrain and each item whose box meets the area that the bounds cover on their way take the time
 * of hm_sweep, tiles that of hm_tiles_sweep. Items elsewhere only take the time to compare their
 * boxes, once. */
HM_API bool hm_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                           int32_t move_x, int32_t move_y, hm_sweep_result *out, hm_kind *kind,
                           uint32_t *index);

/* The result of hm_slide. */
typedef struct hm_slide_result {
    hm_point moved; /* from the start to the end */
    bool hit_x;     /* a step along x was blocked for good */
    bool hit_y;     /* a step along y was blocked, by a floor or a ceiling */
    bool on_ground; /* one pixel further down from the end it would overlap, also when stuck */
    bool stuck;     /* it overlaps at the start: nothing moved, and hit_x and hit_y are false */
    hm_kind kind;   /* who blocked the first step that was blocked, or is overlapped when stuck: of
                       several, the one that hm_world_overlap names */
    uint32_t index; /* the index of that item, else 0 */
    hm_point hit;   /* the first pixel of `a`, in reading order, that overlaps who is in `kind`, if
                       `a` had taken that step without a rise, or at the start when stuck: in the
                       world it is at the start plus `contact` plus `hit` */
    int64_t normal_x, normal_y; /* the contact normal of `a` and who is in `kind` there, see
                                   hm_overlap_normal */
    hm_point contact;    /* the position after that step, relative to the start: `hit` lies there */
    hm_kind ground_kind; /* who is below, that hm_world_overlap names one pixel further down; */
    uint32_t ground_index; /* HM_NOTHING and 0 when it is not on the ground */
} hm_slide_result;

/* Moves `a` from (x, y) by (move_x, move_y). Where it is blocked along one axis, it goes on along
 * the other one; it climbs up slopes and stairs, and follows them down. A position is free when `a`
 * overlaps nothing in the world there. `step_up` and `step_down` are what a slope rises and falls
 * in a column, 1 where it has 45 degrees, or the height of a stair.
 *
 * The rule: if the start is not free, `stuck` is true and nothing moves. Else the steps of the path
 * of hm_sweep are taken one after the other, each from where `a` is then:
 *
 *   - A step along y moves by one pixel if that position is free. Else it is blocked, `hit_y` is
 *     true, and all later steps along y are left out.
 *   - A step along x moves by one pixel if that position is free. Else `a` rises, pixel by pixel
 *     and at most `step_up` pixels, as long as the position straight above is free. It takes the
 *     step from the first height from which the position beside is free. If there is no such
 *     height, `a` does not rise, the step is blocked, `hit_x` is true, and all later steps along x
 *     are left out.
 *   - After a step along x without a rise, `a` may sink: if move_y is 0 or more, and before the
 *     step the position one pixel further down was not free, it sinks by the least number of
 *     pixels, 0 to `step_down`, after which the position one pixel further down is not free. If
 *     there is no such number, it does not sink: it walks off the edge. Only steps along x sink: if
 *     the ground sinks below somebody who stands still, they are in the air.
 *
 * Returns true when a step was blocked or `a` is stuck. Otherwise `kind` is HM_NOTHING, and
 * `index`, `hit`, `contact` and the normal are 0. `moved` and `contact` saturate at the ends of
 * int32_t. The time grows with the number of steps, and for each with the positions that its rule
 * names: at an edge below which nothing lies, these are all `step_down` of them. Where nothing is
 * within some pixels, many steps are taken at once.
 *
 * In a game: on the ground, pass a move_y of 0 and a `step_down` of 1 or more; `a` follows the
 * ground, and what blocks it is a wall. With a fall in move_y, the floor is the first that blocks.
 * In the air, pass 0 for both steps, else `a` runs up slopes and stairs while it flies: `step_up`
 * counts anew for each pixel along x. A slope then blocks along x as a wall does: so keep the speed
 * along x while `a` is in the air, and in the move that lands. To tell the two apart, ask whether
 * `a` has room one pixel beside and some pixels further up (hm_world_overlap): then it is a slope.
 * `on_ground` tells what is below, also while `a` rises: it has landed when its speed is not
 * upwards as well. Ceilings block as level ones do, also those that slope. The body of somebody who
 * looks both ways is best a box (hm_sprite_box): a mask that is mirrored may have no room to turn.
 *
 * The pixel of the world where it was stopped, such as that of a tile that breaks, is (x +
 * contact.x + hit.x, y + contact.y + hit.y). When both axes were blocked, the first step was along
 * x if contact.x lies beyond moved.x; who blocked the other step overlaps `a` one pixel further
 * along that axis from the end (hm_world_overlap). Recipe, at the end, has the code of somebody who
 * walks and jumps. */
HM_API bool hm_slide(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                     int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down,
                     hm_slide_result *out);

/* ---- Many shapes, and pairs --------------------------------------------------------------- */

/* Shapes against a crowd, in world coordinates. The boxes of the crowd must be the bounds of their
 * sprites, or empty to leave an item out. If `sprites` of the crowd is NULL, each item is solid
 * throughout its box; of a box with a side of more than INT32_MAX, the first INT32_MAX columns and
 * rows count. Boxes are compared first, and only items whose boxes share a pixel with the shape, or
 * with the smallest box that holds it, are asked as in hm_overlap_box, hm_overlap_circle and so
 * on. */

/* List the items that have a solid pixel in a box, in a circle, or at a pixel: the index of each,
 * in ascending order. `next`, `hits`, `capacity` and the returned number are those of
 * hm_overlap_many16. */
HM_API uint32_t hm_many_box16(const hm_box *box, const hm_crowd16 *crowd, uint32_t *next,
                              uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_box32(const hm_box *box, const hm_crowd32 *crowd, uint32_t *next,
                              uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_circle16(int32_t x, int32_t y, uint32_t radius, const hm_crowd16 *crowd,
                                 uint32_t *next, uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_circle32(int32_t x, int32_t y, uint32_t radius, const hm_crowd32 *crowd,
                                 uint32_t *next, uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_point16(int32_t x, int32_t y, const hm_crowd16 *crowd, uint32_t *next,
                                uint32_t *hits, uint32_t capacity);
HM_API uint32_t hm_many_point32(int32_t x, int32_t y, const hm_crowd32 *crowd, uint32_t *next,
                                uint32_t *hits, uint32_t capacity);

/* Find the first solid pixel on the path of a ray, as in hm_overlap_ray, or of a segment, as in
 * hm_overlap_segment, of all items of a crowd. Write that pixel of the world to `hit`, the number
 * of pixels of the path before it to `steps`, and the item to `index`, of several the one with the
 * smallest index. All three may be NULL; they are not changed when the function returns false. */
HM_API bool hm_many_ray16(const hm_crowd16 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                          hm_point *hit, uint64_t *steps, uint32_t *index);
HM_API bool hm_many_ray32(const hm_crowd32 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                          hm_point *hit, uint64_t *steps, uint32_t *index);
HM_API bool hm_many_segment16(const hm_crowd16 *crowd, int32_t x0, int32_t y0, int32_t x1,
                              int32_t y1, hm_point *hit, uint32_t *index);
HM_API bool hm_many_segment32(const hm_crowd32 *crowd, int32_t x0, int32_t y0, int32_t x1,
                              int32_t y1, hm_point *hit, uint32_t *index);

/* Two items of a crowd; `first` is less than `second`. */
typedef struct hm_pair {
    uint32_t first, second;
} hm_pair;

/* A listing of pairs. 64 bytes on every machine; all of it is private. */
typedef struct hm_pairs {
    void *scratch;
    uint32_t count, room, first, second, cpu;
    uint8_t boxes_alone;
    uint8_t reserved[43 - sizeof(void *)];
} hm_pairs;

/* Returns the size in bytes of the scratch for a crowd of `count` items, 32 for each and a few
 * more; 0 when this machine cannot address it. */
HM_API size_t hm_pairs_scratch_size(uint32_t count);

/* Begins to list all pairs of items in a crowd that touch: whose boxes share a pixel, and whose
 * sprites have a solid pixel in the same place, by the rules of hm_crowd16. If `sprites` of the
 * crowd is NULL, only the boxes are compared.
 * Copies what it needs of the crowd into `scratch`, so that the crowd may change afterwards. The
 * scratch, of any alignment, and the sprites must stay unchanged until the last pair is listed.
 * Returns false, with a listing without pairs, when `scratch_size` is too small. */
HM_API bool hm_pairs_begin16(hm_pairs *pairs, const hm_crowd16 *crowd, void *scratch,
                             size_t scratch_size);
HM_API bool hm_pairs_begin32(hm_pairs *pairs, const hm_crowd32 *crowd, void *scratch,
                             size_t scratch_size);

/* Writes the next pairs to `hits`, and returns their number, at most `capacity`. Less than
 * `capacity` means that these were the last ones. Each pair comes once.
 *
 *     hm_pair hits[64];
 *     uint32_t found;
 *     hm_pairs_begin16(&pairs, &crowd, scratch, sizeof scratch);
 *     while ((found = hm_pairs_next(&pairs, hits, 64)) > 0)
 *         for (uint32_t i = 0; i < found; i++)
 *             bounce(hits[i].first, hits[i].second);
 *
 * The order: of two items, the one with the smaller x0 is the left one, and of equal x0 the one
 * with the smaller index. Pairs are sorted by their left item, and then by their right one, each
 * from left to right in this order. The time of the beginning grows with `count`; that of the
 * listing with the pairs of items that share a column, very little for each, and with those whose
 * boxes meet. */
HM_API uint32_t hm_pairs_next(hm_pairs *pairs, hm_pair *hits, uint32_t capacity);

/* ---- Turned ------------------------------------------------------------------------------ */

/* More queries through a map, and all of them for two sprites with placements in one world.
 *
 * Moves through a map: a move of `a` by (mx, my), in its own pixels and in 16.16 fixed point, leads
 * to the moved map, with
 *
 *     to_b.x + (to_b.xx * mx + to_b.xy * my) / 65536,    to_a.x - mx,
 *     to_b.y + (to_b.yx * mx + to_b.yy * my) / 65536,    to_a.y - my
 *
 * in the place of the shifts. The quotients are rounded to the nearest, halves up; for whole pixels
 * they are exact. A moved map is like any other: nothing touches through it when it is out of
 * range. When the map is out of range before the move, nothing touches after any move.
 *
 * Placements: a query hm_placed_X asks hm_affine_X through the map that hm_affine_place makes of
 * `at_a` and `at_b`. When hm_affine_place refuses them, nothing touches: queries return false or 0,
 * and hm_placed_exit and hm_placed_escape say that no move is needed. When it refuses them before a
 * move, nothing touches after any move, either, wherever the move leads. `a` moves in the world:
 * after each move the map is made again. A position may then lie beyond the ends of int64_t,
 * because only the distance of the two counts.
 *
 * The time of one test is that of hm_affine_overlap. */

/* Gets the contact normal: the direction in which `a` leaves `b`, from the gradient of the contact
 * area (hm_affine_area), in the pixels of `a`:
 *     x = area after a move of `a` by (-1, 0) - area after a move by (1, 0)
 *     y = area after a move of `a` by (0, -1) - area after a move by (0, 1)
 * The length is that of the gradient, not 1. The normal may be (0, 0), as in hm_overlap_normal.
 * Returns false, with (0, 0), when the sprites do not touch. */
HM_API bool hm_affine_normal(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             int64_t *x, int64_t *y);

/* Gets the smallest number of its own pixels that `a` must move in `direction` so that it no longer
 * touches `b`; 0 when they do not touch now. Returns false, with `limit` in `distance`, when they
 * still touch after each move of 0 to `limit` pixels. It tries every distance in turn. */
HM_API bool hm_affine_exit(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                           hm_direction direction, uint32_t limit, uint32_t *distance);

/* Gets the shortest move of `a` by whole pixels of its own after which it no longer touches `b`, by
 * Euclidean length. When several moves are equally short, the one furthest up counts, and of these
 * the one furthest to the left. The move is (0, 0) when they do not touch. Returns false, with
 * (0, 0), when they touch after every move of at most `limit` pixels. Its time grows with the
 * square of the length of the move. */
HM_API bool hm_affine_escape(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                             uint32_t limit, hm_point *move);

/* The result of hm_affine_sweep and hm_placed_sweep. */
typedef struct hm_affine_sweep_result {
    int64_t moved_x, moved_y; /* the last position without contact, relative to the start, in 16.16;
                                 (0, 0) when the sprites touch at the start */
    uint64_t step;            /* the number of the step that makes contact, from 1; 0 when the
                                 sprites touch at the start */
    hm_point hit;             /* the first contact pixel after that step, see hm_affine_first */
    int64_t normal_x;         /* the contact normal after that step, see hm_affine_normal and */
    int64_t normal_y;         /* hm_placed_normal */
    int64_t contact_x, contact_y; /* the position after that step, relative to the start, in 16.16:
                                     `hit` lies there */
} hm_affine_sweep_result;

/* Moves `a` by (move_x, move_y), in its own pixels and in 16.16, until it touches `b`. The angle
 * and the scale stay as they are. The move has N steps. N is the largest of |move_x|, |move_y| and
 * the changes of to_b.x and to_b.y (the members of the maps, which are rounded) by the whole move,
 * in pixels, rounded up: no step is longer than a pixel of `a` or of `b` on an axis. After step i,
 * `a` is moved by (move_x * i / N, move_y * i / N), rounded to the nearest, halves away from zero.
 * The start is step 0. Returns true when the sprites touch after a step; `out` describes the first
 * such step. Returns false when they touch after no step: the whole move is then in `moved_x` and
 * `moved_y`, N in `step`, and the rest is 0.
 * Nothing touches, and N is 0, when move_x or move_y is beyond
 * +-HM_AFFINE_SHIFT_MAX.
 * The time grows with the number of steps at which the bounds meet. */
HM_API bool hm_affine_sweep(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            int64_t move_x, int64_t move_y, hm_affine_sweep_result *out);

/* The queries about two sprites that need no moves, see above. */
HM_API bool hm_placed_overlap(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                              const hm_placement *at_b);
HM_API bool hm_placed_first(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, hm_point *hit);
HM_API uint64_t hm_placed_area(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                               const hm_placement *at_b);
HM_API bool hm_placed_points(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b, uint32_t limit, hm_point *hit);
HM_API bool hm_placed_points_exact(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                                   const hm_placement *at_b);

/* Gets the contact normal in the world, in 16.16: the direction in which `a` leaves `b`. It is the
 * normal (nx, ny) of hm_affine_normal, turned by the angle of `a`:
 *     x = (cosine * u - sine * v) / 16384     u = nx * wx
 *     y = (sine * u + cosine * v) / 16384     v = ny * wy
 * with the cosine and sine of hm_turn, and rounded to the nearest, halves up. The weights take the
 * scale of `a` into account: wx is 16384 * least / |scale_x|, rounded to the nearest (halves up),
 * with the sign of scale_x, where `least` is the smaller one of |scale_x| and |scale_y|; wy
 * likewise. At one scale for both axes, the length is that of (nx, ny) times 65536.
 * Returns false, with (0, 0), when the sprites do not touch. */
HM_API bool hm_placed_normal(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b, int64_t *x, int64_t *y);

/* Like hm_affine_exit, but `a` moves in whole pixels of the world. */
HM_API bool hm_placed_exit(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                           const hm_placement *at_b, hm_direction direction, uint32_t limit,
                           uint32_t *distance);

/* Like hm_affine_escape, but `a` moves in whole pixels of the world. */
HM_API bool hm_placed_escape(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                             const hm_placement *at_b, uint32_t limit, hm_point *move);

/* Like hm_affine_sweep, but `a` moves in the world, by (move_x, move_y) pixels of it in 16.16, and
 * the normal is that of hm_placed_normal. After step i, `a` is moved by (move_x * i / N, move_y * i
 * / N) in the world, rounded as there. N is the larger one of |move_x| and |move_y|, divided by the
 * length of a step and rounded up. A step is as long as the smallest of 65536 and the sizes of all
 * four scales, but at least 1024: it is a pixel of the world, or of a sprite that is smaller. So of
 * several sprites of one scale, the one with the smallest `step` is met first. A step may go along
 * both axes at once: what is thinner than two pixels may pass between two pixels that share only a
 * corner, which hm_sweep never lets it. Who turns as well turns before the sweep, if
 * hm_placed_overlap finds nothing at the new angle, which may touch where the old one did not. The
 * angles in between are not tested: turn something long in several moves. What becomes a part of
 * the terrain is stamped at `contact_x` and `contact_y`: at the place before, less than a pixel may
 * be left between the two. Where only the tip of a corner touches, a gap may be left there as well:
 * what hm_components then finds apart falls again. */
HM_API bool hm_placed_sweep(const hm_sprite *a, const hm_placement *at_a, const hm_sprite *b,
                            const hm_placement *at_b, int64_t move_x, int64_t move_y,
                            hm_affine_sweep_result *out);

/* Gets the pixel of the world that the centre of pixel (x, y) of a placed sprite lies in, such as
 * that of a `hit`: of a sweep, with `at` moved by `contact_x` and `contact_y`. Where the sprites
 * touch because a centre of `b` lies in `a`, that pixel of the terrain may be empty; one of its
 * 8 neighbours is solid then, if the scales of `a` are at most 2. For the pixel of `b`, ask
 * hm_placed_first with `a` and `b` exchanged. The centre is moved by `to_b` of the same map as for
 * hm_placed_bounds; numbers saturate at the ends of int32_t. Returns false, with (0, 0), when
 * hm_affine_place refuses. */
HM_API bool hm_placed_pixel(const hm_placement *at, int32_t x, int32_t y, hm_point *pixel);

/* Gets a box of the world that holds the bounds of a placed sprite: from the whole parts of the
 * smallest coordinates of its four corners (rounded down) less 1, to those of the largest plus 2.
 * So the pixels of both corners are inside, and one pixel to spare on each side. The corners are
 * moved by `to_b` of the map of hm_affine_place for the sprite and an upright placement of the
 * world: at scale 1, with a pivot of (0, 0) at the corner of the world pixel that (at->x, at->y)
 * lies in. Edges saturate at the ends of int32_t. All zero for an empty sprite, and when
 * hm_affine_place refuses. */
HM_API void hm_placed_bounds(const hm_sprite *sprite, const hm_placement *at, hm_box *out);

/* The next four queries are about a shape in the world and a placed sprite. A shape is a set of
 * whole pixels of the world, the same as in hm_overlap_box, hm_overlap_circle, hm_overlap_segment
 * and hm_overlap_ray. Only its pixels inside hm_placed_bounds count. They touch the sprite as a
 * second sprite would (hm_affine_overlap), through the map that hm_placed_bounds uses: when the
 * centre of a solid pixel of the sprite lies in a pixel of the shape, or the centre of a pixel of
 * the shape lies in a solid pixel of the sprite. `hit` gets a pixel of the sprite. It may be NULL;
 * it is not changed when the function returns false. Nothing touches when a side of
 * hm_placed_bounds is longer than HM_AFFINE_SIDE_MAX, or when a side of the sprite's bounds is. The
 * time grows with the number of pixels of the shape inside hm_placed_bounds, and with the number of
 * pixels in the bounds of the sprite near them. */

/* Returns true when the box touches. Writes the first contact pixel in reading order to `hit`. */
HM_API bool hm_placed_box(const hm_sprite *sprite, const hm_placement *at, const hm_box *box,
                          hm_point *hit);

/* Returns true when the circle touches. Writes the first contact pixel in reading order to `hit`.
 */
HM_API bool hm_placed_circle(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                             uint32_t radius, hm_point *hit);

/* Returns true when the segment touches. Writes the first contact pixel, in reading order, of the
 * first pixel on the path that touches to `hit`. */
HM_API bool hm_placed_segment(const hm_sprite *sprite, const hm_placement *at, int32_t x0,
                              int32_t y0, int32_t x1, int32_t y1, hm_point *hit);

/* The same for a ray. Writes the number of pixels of the path before that pixel to `steps`, which
 * may be NULL; it is not changed when the function returns false. */
HM_API bool hm_placed_ray(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                          int32_t dx, int32_t dy, hm_point *hit, uint64_t *steps);

/* A crowd of placed sprites, in arrays of `count` items that the caller keeps. Box i is
 * hm_placed_bounds of sprites[i] at at[i]; an empty box leaves an item out. An item of `sprites`
 * may be NULL or an empty sprite; such an item touches nothing. If `sprites` itself is NULL, only
 * the boxes are compared, and `at` may be NULL as well. */
typedef struct hm_placed_crowd {
    const hm_placement *at;
    const hm_sprite *const *sprites;
    const hm_box *boxes;
    uint32_t count;
} hm_placed_crowd;

/* Lists the items of a crowd that `a` touches, with `a` placed at `at`: each index of at least
 * *next, in ascending order, whose box overlaps hm_placed_bounds of `a` and whose sprite touches
 * `a` (hm_placed_overlap). For `next`, `hits`, `capacity` and the returned number, see
 * hm_overlap_many16. */
HM_API uint32_t hm_placed_many(const hm_sprite *a, const hm_placement *at,
                               const hm_placed_crowd *crowd, uint32_t *next, uint32_t *hits,
                               uint32_t capacity);

#ifdef __cplusplus
}
#endif

/* ---- Recipe -------------------------------------------------------------------------------
 *
 * Code to copy and to change: somebody who walks, climbs slopes and stairs, jumps, falls and lands.
 * A test takes it from here and runs it; it needs <stdlib.h>. The files `samples/movers.h` and
 * `samples/movers.c` have more: movers that stop, carry and push each other, lifts, ladders,
 * crates, shots, balls that bounce and come to rest, and enemies that turn round at edges.
 *
 * (x, y) is the top-left pixel of the sprite, and `rest_x` and `rest_y` are what the speeds have
 * left over, always less than a pixel, so that it goes to the left as it goes to the right. Speeds
 * are in pixels for each frame. Before each frame, the game sets speed_x; it adds gravity to
 * speed_y when the mover is not on the ground, and to jump it sets speed_y to less than 0.
 * `step_down` is what a slope falls in a column, 1 where it has 45 degrees, or the height of a
 * stair; `step_up` likewise.
 *
 *     struct mover {
 *         const hm_sprite *sprite;
 *         int32_t x, y;
 *         double rest_x, rest_y, speed_x, speed_y;
 *         bool on_ground;
 *     };
 *
 *     static void walk(const hm_world *world, struct mover *m, uint32_t step_up,
 *                      uint32_t step_down)
 *     {
 *         const bool walks = m->on_ground && m->speed_y >= 0;
 *         hm_slide_result result;
 *         m->rest_x += m->speed_x;
 *         m->rest_y += m->speed_y;
 *         const int32_t move_x = (int32_t)m->rest_x, move_y = (int32_t)m->rest_y;
 *         hm_slide(world, m->sprite, m->x, m->y, move_x, move_y, walks ? step_up : 0,
 *                  walks ? step_down : 0, &result);
 *         m->x += result.moved.x;
 *         m->y += result.moved.y;
 *         m->rest_x = result.hit_x ? 0 : m->rest_x - move_x;
 *         m->rest_y = result.hit_y ? 0 : m->rest_y - move_y;
 *         m->on_ground = result.on_ground && m->speed_y >= 0;
 *         if (result.hit_y && m->speed_y > 0 && !m->on_ground) {
 *             // A slope has stopped the fall, and along x it went on beyond it: it lands.
 *             const int32_t most = (int32_t)step_down * abs(result.moved.x);
 *             hm_sweep_result down;
 *             m->on_ground =
 *                 hm_world_sweep(world, m->sprite, m->x, m->y, 0, most, &down, NULL, NULL);
 *             m->y += m->on_ground ? down.moved.y : 0;
 *         }
 *         if (result.hit_x && walks)
 *             m->speed_x = 0;
 *         if (result.hit_y || m->on_ground)
 *             m->speed_y = m->rest_y = 0;
 *     }
 *
 * A wall stops who walks into it; who flies against one, or lands on a slope, keeps the speed along
 * x. `hit_x` is true in frames in which a whole pixel was wanted: to know in each frame whether
 * somebody leans against a wall, ask hm_world_overlap one pixel beside.
 *
 * Platforms that let through what comes from below are boxes of a crowd. The crowd in the world of
 * somebody is a copy of it, whose `y1` is an array of its own, which is made anew before each of
 * their moves: a platform that is not there has an empty box. To drop through those below, the game
 * sets speed_y to 1, or to 1 more than the most pixels that a platform sinks by in a frame, and
 * `on_ground` to false, and passes `drops`, in one frame. Who falls past the end of such a platform
 * in the middle of a move may be stopped by its side in that frame. Platforms that move are moved
 * before all others, pixel by pixel, and with each pixel goes, by an hm_slide of that pixel, with
 * steps of 0, in a world without the platform, who is above it and has it one pixel below: else who
 * falls would be beside one that rises, and not above it.
 *
 *     static void choose(const struct mover *m, const hm_crowd32 *platforms, bool drops,
 *                        int32_t *y1)
 *     {
 *         hm_box own;
 *         hm_sprite_bounds(m->sprite, &own);
 *         for (uint32_t i = 0; i < platforms->count; i++) {
 *             const bool is_below = m->y + own.y1 <= platforms->y0[i];
 *             y1[i] = is_below && !drops ? platforms->y1[i] : platforms->y0[i];
 *         }
 *     }
 */

#endif
