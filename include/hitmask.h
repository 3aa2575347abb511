/*
 * hitmask.h - pixel-perfect collision between sprites: the core
 *
 * Overview
 *
 *   The `hitmask` tool bakes sprite images into a pack: one file of 1-bit collision masks and
 *   near-pixel points, found by name. This library reads a pack in place, in memory, and answers
 *   collision queries. To use it, compile the .c files of `src/` into your game.
 *
 *   There are four headers, and this one is enough for most games:
 *
 *     hitmask.h             packs, sprites, animations; two sprites; shapes; points; moves
 *     hitmask_transform.h   sprites that are rotated, scaled or mirrored
 *     hitmask_canvas.h      masks that the game changes or makes
 *     hitmask_world.h       terrain, tiles and crowds as one world
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
 *   a fast sprite           hm_sweep; rotated: hm_placed_sweep
 *   rotated or scaled       hm_place, then hm_placed_overlap and its sisters
 *   one against many        hm_world: a crowd; hm_world_list. All against all: hm_pairs_begin
 *   a map of tiles          hm_world: tiles
 *   terrain that changes    hm_canvas_init, hm_canvas_circle; its view is the terrain, or an item,
 *                           of an hm_world
 *   a first game            copy samples/start.c: it draws, walks, shoots and picks, on SDL2
 *   something that walks    hm_slide; a ledge ahead: hm_world_box; samples/movers.h: jumps, lifts
 *   a bounce                hm_world_sweep, and the normal in its result
 *   a sprite that is stuck  hm_world_escape
 *   the mouse               hm_world_point; what is on top: if you draw in the order of the world,
 *                           the last hit that hm_world_list_point lists
 *   a laser, a raycast      hm_world_ray; of a given length, or a line of sight: hm_world_segment
 *   an explosion            hm_world_list_circle, and hm_canvas_circle for the crater
 *   bullets                 hm_world_sweep; to ignore friends, ask a world that has the terrain
 *                           and the crowd of the others
 *   a hurt box              a mask as large as the sprite (a layer of the bake, or hm_canvas_fill
 *                           with HM_KEEP), in a second crowd with its own boxes; ask at `contact`
 *   a picture at run time   hm_canvas_pixels, then hm_canvas_sprite
 *   side by side, how far   hm_gap, hm_nearest
 *   pieces that fall off    hm_components, hm_canvas_stamp_component; hm_world_sweep lets them fall
 *   saved games             hm_canvas_bits, hm_canvas_from_bits
 *
 * Space
 *
 *   Coordinates are pixels of the untrimmed sprite: x grows to the right, y grows down, and the
 *   origin is the top-left pixel. Boxes are half-open: two boxes that only share an edge do not
 *   overlap. A query about two sprites takes an offset (dx, dy): the position of `b` minus the
 *   position of `a`. Round both positions in the same way as your renderer, then subtract.
 *   Every int32_t is a safe coordinate, offset or size.
 *
 * Terms
 *
 *   solid pixel    a pixel that collides; the bake decides which pixels are solid
 *   bounds         the smallest box that holds all solid pixels of a sprite
 *   overlap        at least one pixel is solid in both sprites; touch, contact and hit mean the
 *                  same, so two sprites side by side do not touch
 *   reading order  the top row first, and each row from left to right
 *   empty sprite   a sprite without solid pixels; it touches nothing
 *
 * Rules for all functions
 *
 *   Optional outputs are `hit`, `met`, `steps`, `squared`, `in_a` and `in_b`: they may be NULL, and
 *   stay as they are when the function returns false. No other pointer may be NULL unless its
 *   description allows it. Sums of coordinates saturate at the ends of int32_t.
 *   hm_pack_open and hm_pack_verify return an hm_result. Look-up returns true or false. Queries
 *   cannot fail. src/EXACT.md has the fine print: rounding, ties, limits and what each query costs.
 *
 * Lifetimes
 *
 *   The library allocates no memory and has no global state. A pack is a view of the caller's
 *   bytes, at any address. Keep the bytes unchanged while the pack, or a sprite or an animation
 *   from it, is in use. A sprite needs these bytes, but not its hm_pack. Packs, sprites and
 *   animations are plain values: copy them freely. There is nothing to close.
 *   Any number of threads may query the same packs and sprites at once.
 *
 * Trust
 *
 *   hm_pack_open checks everything that memory safety needs. After it, no query fails, hangs or
 *   reads outside the bytes, whatever the bytes are. hm_pack_verify reads all bytes and finds out
 *   whether the pack is damaged. Answers about a damaged pack may be wrong, but pixels and indices
 *   stay in range. The checksum is not a signature: anybody can compute it.
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

/* Returns the version of the library: major * 10000 + minor * 100 + patch. */
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

/* A view of one sprite. 128 bytes on every machine; all of it is private. A view of zeros is an
 * empty sprite of no size. */
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
    uint32_t changes; /* of a canvas: how often it had changed, from 1; else 0 */
    uint8_t loose;    /* it is the view of a canvas */
    uint8_t reserved[35 - 4 * sizeof(const uint8_t *)];
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
 * Returns HM_OK or the fault; after a fault `pack` is an empty pack, safe to query.
 * `data` may lie at any address, and other bytes may follow the pack. */
HM_API hm_result hm_pack_open(hm_pack *pack, const void *data, size_t size);

/* Reads all bytes of an open pack and checks that they agree.
 * Returns HM_OK or the first fault; HM_OK for the empty pack that a failed hm_pack_open leaves. */
HM_API hm_result hm_pack_verify(const hm_pack *pack);

/* Returns the number of sprites. */
HM_API uint32_t hm_pack_count(const hm_pack *pack);

/* Finds a sprite by its name, a NUL-terminated string.
 * Returns false, with an empty sprite, when no sprite has this name. */
HM_API bool hm_pack_find(const hm_pack *pack, const char *name, hm_sprite *out);

/* Finds a sprite by a name of `length` bytes without a terminator. Returns as hm_pack_find. */
HM_API bool hm_pack_find_n(const hm_pack *pack, const char *name, size_t length, hm_sprite *out);

/* Gets the sprite at `index`; sprites are sorted by the bytes of their names.
 * Returns false, with an empty sprite, when `index` is hm_pack_count or more.
 * The index of a sprite may change with the next bake; its name does not. */
HM_API bool hm_pack_sprite(const hm_pack *pack, uint32_t index, hm_sprite *out);

/* Returns the number of animations. */
HM_API uint32_t hm_pack_animation_count(const hm_pack *pack);

/* Finds an animation by its name, a NUL-terminated string.
 * Returns false, with an animation without frames, when no animation has this name. */
HM_API bool hm_pack_find_animation(const hm_pack *pack, const char *name, hm_animation *out);

/* Finds an animation by a name of `length` bytes. Returns as hm_pack_find_animation. */
HM_API bool hm_pack_find_animation_n(const hm_pack *pack, const char *name, size_t length,
                                     hm_animation *out);

/* Gets the animation at `index`; animations are sorted by the bytes of their names.
 * Returns false, with an animation without frames, when `index` is too large. */
HM_API bool hm_pack_animation(const hm_pack *pack, uint32_t index, hm_animation *out);

/* Gets the sprite of frame `index` of an animation of this pack.
 * Returns false, with an empty sprite, when `index` is hm_animation_frame_count or more. */
HM_API bool hm_pack_frame(const hm_pack *pack, const hm_animation *animation, uint32_t index,
                          hm_sprite *out);

/* ---- Sprites ---------------------------------------------------------------------------- */

/* Returns the name of the sprite, NUL-terminated; "" for a sprite without a name.
 * The name lies in the bytes of the pack. */
HM_API const char *hm_sprite_name(const hm_sprite *sprite);

/* Returns the untrimmed width in pixels. */
HM_API int32_t hm_sprite_width(const hm_sprite *sprite);

/* Returns the untrimmed height in pixels. */
HM_API int32_t hm_sprite_height(const hm_sprite *sprite);

/* Gets the bounds, all zero when the sprite is empty. */
HM_API void hm_sprite_bounds(const hm_sprite *sprite, hm_box *out);

/* Returns the number of solid pixels, as the pack has it. */
HM_API uint64_t hm_sprite_area(const hm_sprite *sprite);

/* Gets the pivot in 16.16 fixed point (65536 is one pixel), from the top-left corner. */
HM_API void hm_sprite_pivot(const hm_sprite *sprite, int64_t *x, int64_t *y);

/* Returns the number of near-pixel points; 0 when the sprite was baked without points. */
HM_API uint32_t hm_sprite_point_count(const hm_sprite *sprite);

/* Gets the pixel of point `index`: the centre of its map cell, see Points below.
 * Returns false, and changes nothing, when `index` is hm_sprite_point_count or more.
 * The order is progressive: the first N points are spread over the whole outline. */
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

/* Gets the picture that the sprite was baked from, and the part of it.
 * Returns false, with empty texts and boxes, for a sprite that does not come from a pack.
 * It is found by the sprite's name: keep the result. To draw the sprite, turn the part upright and
 * draw it into `place`. Do not open a file only because a pack from elsewhere names it. */
HM_API bool hm_sprite_source(const hm_sprite *sprite, hm_source *out);

/* Returns the text that the artist gave the sprite, NUL-terminated; "" when there is none.
 * It is the user data of Aseprite, or the properties of Tiled as lines `key=value`. The meaning is
 * the game's. It lies in the bytes of the pack, and is found by the sprite's name: keep it. */
HM_API const char *hm_sprite_data(const hm_sprite *sprite);

/* Makes a mirrored view of the sprite.
 * `horizontal` changes x to w-1-x, `vertical` changes y to h-1-y. Bounds, pivot, points and all
 * queries use the mirrored coordinates. `out` may be `sprite`. */
HM_API void hm_sprite_flip(const hm_sprite *sprite, bool horizontal, bool vertical, hm_sprite *out);

/* Makes a sprite that is solid throughout: a platform, a trigger, a body.
 * A side of less than 0 counts as 0. A sprite that is not from a pack has its pivot in the
 * centre, no points and no name. */
HM_API void hm_sprite_box(int32_t width, int32_t height, hm_sprite *out);

/* Returns the bytes of buffer that hm_sprite_from_bits and hm_sprite_transpose need.
 * Returns 0 when a side is negative, or this machine cannot address the buffer. */
HM_API size_t hm_sprite_buffer_size(int32_t width, int32_t height);

/* Makes a sprite from rows of bits, which it copies into `buffer`.
 * Returns false, with an empty sprite, when `buffer_size` or `stride` is too small.
 * Pixel x of row y is bit x%8 (1 << x%8) of byte y * stride + x/8. The sprite uses the buffer, of
 * any alignment: keep it unchanged. It must not overlap `bits`. */
HM_API bool hm_sprite_from_bits(const void *bits, size_t stride, int32_t width, int32_t height,
                                void *buffer, size_t buffer_size, hm_sprite *out);

/* Writes the mask of a sprite, in its untrimmed size, in the layout of hm_sprite_from_bits.
 * Returns false, and writes nothing, when `stride`, or `size` (stride * height), is too small.
 * Bits past the width in the last byte of a row become 0. */
HM_API bool hm_sprite_bits(const hm_sprite *sprite, void *bits, size_t stride, size_t size);

/* Makes a sprite with x and y exchanged, for turned tiles. `out` may be `sprite`.
 * Returns false, with an empty sprite, when `buffer_size` is less than
 * hm_sprite_buffer_size(height, width). The pixels are copied: keep the buffer unchanged. */
HM_API bool hm_sprite_transpose(const hm_sprite *sprite, void *buffer, size_t buffer_size,
                                hm_sprite *out);

/* ---- Animations --------------------------------------------------------------------------- */

/* Returns the name of the animation, NUL-terminated; "" for an animation without a name. */
HM_API const char *hm_animation_name(const hm_animation *animation);

/* Returns the number of frames; it may be 0. */
HM_API uint32_t hm_animation_frame_count(const hm_animation *animation);

/* Returns the duration of frame `index` in milliseconds; 0 when there is no such frame. */
HM_API uint32_t hm_animation_frame_duration(const hm_animation *animation, uint32_t index);

/* Returns the sum of the durations of all frames, in milliseconds; it may be 0. */
HM_API uint64_t hm_animation_duration(const hm_animation *animation);

/* How an animation continues after the last frame. */
typedef enum hm_play {
    HM_PLAY_LOOP,      /* starts again with the first frame: 0 1 2 3 0 1 2 3 ... */
    HM_PLAY_ONCE,      /* stays on the last frame: 0 1 2 3 3 3 ... */
    HM_PLAY_PING_PONG, /* goes back and forth, each end once: 0 1 2 3 2 1 0 1 ... */
} hm_play;

/* Finds the frame that is shown `time` milliseconds after the beginning.
 * Returns its index; 0 when there are no frames.
 * A frame of duration 0 is shown only as the last of HM_PLAY_ONCE, or when all durations are 0. */
HM_API uint32_t hm_animation_at(const hm_animation *animation, uint64_t time, hm_play play);

/* ---- Boxes ------------------------------------------------------------------------------- */

/* A box with x1 <= x0 or y1 <= y0 is empty and overlaps nothing. `out` may be an operand. */

/* Returns true when at least one pixel lies in both boxes. */
HM_API bool hm_box_overlap(const hm_box *a, const hm_box *b);

/* Gets the box of the pixels that lie in both boxes.
 * Returns false, with an all-zero `out`, when there are none. */
HM_API bool hm_box_intersection(const hm_box *a, const hm_box *b, hm_box *out);

/* Gets the smallest box that holds both boxes.
 * An empty box adds nothing; two empty boxes give an all-zero box. */
HM_API void hm_box_union(const hm_box *a, const hm_box *b, hm_box *out);

/* Returns true when pixel (x, y) lies in the box. */
HM_API bool hm_box_contains(const hm_box *box, int32_t x, int32_t y);

/* Returns true when all pixels of `inner` lie in `outer`, and when `inner` is empty. */
HM_API bool hm_box_contains_box(const hm_box *outer, const hm_box *inner);

/* Converts a box of the world to the pixels of a sprite at (x, y). */
HM_API void hm_box_to_local(const hm_box *box, int32_t x, int32_t y, hm_box *out);

/* Moves a box by (dx, dy). */
HM_API void hm_box_move(const hm_box *box, int32_t dx, int32_t dy, hm_box *out);

/* ---- Two sprites ------------------------------------------------------------------------- */

/* In all of these, (dx, dy) is the position of `b` minus the position of `a`: pixel (x, y) of `a`
 * lies on pixel (x-dx, y-dy) of `b`. Pixels in results are those of `a`. */

/* Returns true when pixel (x, y) is solid. Every pixel outside the sprite is empty. */
HM_API bool hm_solid(const hm_sprite *sprite, int32_t x, int32_t y);

/* Returns true when a solid pixel of `a` lies on a solid pixel of `b`. */
HM_API bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

/* Finds the first overlapping pixel in reading order.
 * Returns true when there is one. */
HM_API bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                             hm_point *hit);

/* Returns the number of pixels that are solid in both sprites. */
HM_API uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

/* A direction on the screen. Answers about any other value mean nothing. */
typedef enum hm_direction { HM_LEFT, HM_RIGHT, HM_UP, HM_DOWN } hm_direction;

/* Finds the overlapping pixel that lies furthest in `direction`.
 * Returns true when there is one. If several are equally far, the first in reading order counts. */
HM_API bool hm_overlap_furthest(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                hm_direction direction, hm_point *hit);

/* Writes the pixels that are solid in both, as a mask of `a`'s size.
 * Returns their number; 0, and writes nothing, when `stride` or `size` is too small.
 * The layout is that of hm_sprite_from_bits. Bits past the width stay as they are. */
HM_API uint64_t hm_overlap_mask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                void *bits, size_t stride, size_t size);

/* Gets the contact normal: the direction in which `a` leaves `b`.
 * Returns false, with (0, 0), when the sprites do not overlap.
 * It is the gradient of the overlap area: x is area(dx + 1) - area(dx - 1), which is below 0 for an
 * `a` at the left of a wall; likewise y. Its length is not 1, and it is (0, 0) where opposite sides
 * balance. For smooth bounces see EXACT.md. */
HM_API bool hm_overlap_normal(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              int64_t *x, int64_t *y);

/* Finds the smallest number of pixels that `a` must move in `direction` to be free.
 * Returns false, with `limit` in `distance`, when more than `limit` pixels are needed.
 * The distance is 0 when the sprites do not overlap. */
HM_API bool hm_overlap_exit(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                            hm_direction direction, uint32_t limit, uint32_t *distance);

/* Finds the shortest move after which `a` is free, by Euclidean length.
 * Returns false, with (0, 0), when every move of at most `limit` pixels leaves an overlap.
 * If several moves are equally short, the one furthest up counts, then the one furthest left. */
HM_API bool hm_overlap_escape(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              uint32_t limit, hm_point *move);

/* ---- Motion ------------------------------------------------------------------------------ */

/* The result of a sweep. "That step" makes contact; it is the start if they overlap there. */
typedef struct hm_sweep_result {
    hm_point moved;   /* the last position without contact; (0, 0) if in contact at the start */
    uint64_t step;    /* the number of the step that makes contact, from 1; 0 at the start */
    hm_point hit;     /* the first overlapping pixel of `a` in reading order after that step */
    int64_t normal_x; /* the contact normal after that step, see hm_overlap_normal */
    int64_t normal_y;
    hm_point contact; /* the position after that step, relative to the start: `hit` lies there */
} hm_sweep_result;

/* Moves `a` by (move_x, move_y), but stops one step before it touches `b`.
 * Returns true at contact. Returns false without one: `moved` is the whole move, `step` the number
 * of all its steps, and the rest is 0.
 * A step goes one pixel along one axis, so a move has |move_x| + |move_y| of them. They follow the
 * straight line; where a step along x is as near to it as one along y, x comes first. */
HM_API bool hm_sweep(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, int32_t move_x,
                     int32_t move_y, hm_sweep_result *out);

/* ---- Shapes ------------------------------------------------------------------------------ */

/* Coordinates are pixels of the sprite: subtract its position, or use hm_box_to_local. A shape may
 * lie anywhere, also outside the sprite. */

/* Finds the first solid pixel of a box in reading order. Returns true when there is one. */
HM_API bool hm_overlap_box(const hm_sprite *sprite, const hm_box *box, hm_point *hit);

/* Finds the first solid pixel of a circle in reading order. Returns true when there is one.
 * Pixel (px, py) is in the circle when (px - x)^2 + (py - y)^2 <= radius^2. A radius of 0 is the
 * single pixel (x, y). */
HM_API bool hm_overlap_circle(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t radius,
                              hm_point *hit);

/* Finds the first solid pixel on the path from (x0, y0) to (x1, y1).
 * Returns true when there is one. Both ends count. The path is that of hm_sweep: it never slips
 * between two pixels that share only a corner. */
HM_API bool hm_overlap_segment(const hm_sprite *sprite, int32_t x0, int32_t y0, int32_t x1,
                               int32_t y1, hm_point *hit);

/* Finds the first solid pixel from (x, y) in the direction (dx, dy), without end.
 * Returns true when there is one; `steps` is the number of pixels of the path before it.
 * Pixel (x + dx, y + dy) has |dx| + |dy| pixels before it. The direction (0, 0) is one pixel. */
HM_API bool hm_overlap_ray(const hm_sprite *sprite, int32_t x, int32_t y, int32_t dx, int32_t dy,
                           hm_point *hit, uint64_t *steps);

/* ---- Points ------------------------------------------------------------------------------ */

/* These queries use the near-pixel points of `a` instead of its mask: the first `limit` of them,
 * or all with UINT32_MAX. `hit` is the first point of `a`, in list order, for which the answer is
 * true. A point is the centre of a solid cell of the sprite's map.
 *
 * With cells of one pixel a point is that pixel. Then one direction never gives a false hit, and
 * both directions together answer as hm_overlap does. EXACT.md has the conditions. */

/* Returns true when a point of `a` lies on a solid pixel of `b`. */
HM_API bool hm_points_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              uint32_t limit, hm_point *hit);

/* Returns true when a point of `a` lies in a solid cell of `b`.
 * All solid cells count, also pruned ones. Without points, the map has one cell a pixel. */
HM_API bool hm_points_overlap_map(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                  uint32_t limit, hm_point *hit);

/* Returns true when points of `a` and `b` are at most `distance` pixels apart.
 * The distance is Euclidean; 0 means the same pixel. `limit` holds for both lists. */
HM_API bool hm_points_near(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           uint32_t distance, uint32_t limit, hm_point *hit);

#ifdef __cplusplus
}
#endif

#endif
