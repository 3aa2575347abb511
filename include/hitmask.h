/*
 * hitmask.h - pixel-perfect collision between sprites
 *
 * What it is
 *
 *   The `hitmask` tool turns sprite art into a pack: one file of 1-bit collision
 *   masks and near-pixel points, looked up by name. This library opens a pack
 *   where it lies in memory and answers questions about it. To use it, compile
 *   the .c files of `src/` into your game and include this header.
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
 *   Nothing is allocated, copied or cached. A pack is a view of the caller's
 *   bytes, which may lie at any address and must stay where they are, unchanged,
 *   as long as the pack or a sprite from it is used. A sprite does not need its
 *   hm_pack any more, only the bytes. Both are plain values: copy them freely,
 *   there is nothing to close.
 *
 * Trust
 *
 *   hm_pack_open checks what safety needs, in time proportional to the number of
 *   entries: after it no query fails, hangs or reads outside the bytes, whatever
 *   they are. hm_pack_verify reads everything and tells a pack that is right from
 *   one that was damaged. The checksum in it finds accidents; it is no signature.
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
    X(HM_ERROR_ORDER, "the names are not sorted, or one stands twice")                             \
    X(HM_ERROR_BITS, "a mask has bits outside its box, or a box that is not tight")                \
    X(HM_ERROR_AREA, "a mask's area is not the number of its solid pixels")                        \
    X(HM_ERROR_UNUSED, "the pack holds data that nothing refers to")

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

/* An open pack. 256 bytes on every machine; all of it is private. */
typedef struct hm_pack {
    const uint8_t *strings, *sprites, *details, *masks, *words, *lists, *points;
    const uint8_t *data;
    uint64_t size, strings_size, words_size, points_size;
    uint32_t sprite_count, mask_count, list_count;
    uint32_t sprite_stride, detail_stride, mask_stride, list_stride;
    uint32_t cpu;
    uint8_t reserved[192 - 8 * sizeof(const uint8_t *)];
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
    uint8_t reserved[60 - 3 * sizeof(const uint8_t *)];
} hm_sprite;

/* ---- Packs ------------------------------------------------------------------------------ */

/* Opens a pack in place and checks what memory safety needs.
 * `data` may lie at any address and may be followed by other bytes.
 * On failure `pack` is an empty pack, safe to query. */
HM_API hm_result hm_pack_open(hm_pack *pack, const void *data, size_t size);

/* Reads all of an open pack: checksum, order, areas, stray bits, unused data.
 * Answers about a pack that this refuses may be wrong; they stay in range. */
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
 * Returns false from hm_sprite_point_count on. */
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
 * `buffer` is lent: the sprite lives in it, at any alignment, until it is reused.
 * The pivot is the centre; there are no points and no name.
 * Returns false, with an empty sprite, when `buffer_size` is too small, `stride` is
 * shorter than a row, or hm_sprite_buffer_size gives 0. */
HM_API bool hm_sprite_from_bits(const void *bits, size_t stride, int32_t width, int32_t height,
                                void *buffer, size_t buffer_size, hm_sprite *out);

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

#ifdef __cplusplus
}
#endif

#endif
