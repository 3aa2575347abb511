/*
 * format.h - where everything lies in a pack, in numbers
 *
 * FORMAT.md says what the fields mean; this is the same in names for the code that
 * reads packs (src/) and the code that writes them (tools/). Nothing here knows about
 * either. All numbers in a pack are little-endian and may lie at any address.
 */
#ifndef HM_FORMAT_H
#define HM_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define PACK_MAGIC "\x89HMK\r\n\x1a\n"

enum {
    PACK_MAJOR = 1,
    PACK_MINOR = 0,
    PACK_MINOR_PLACES = 1, /* with section 11 */
    PACK_MINOR_DATA = 2,   /* with section 12 */
    PACK_MINOR_SHAPES = 3, /* with section 14 */
};

/* The header, and a record of the section table that follows it. */
enum {
    HEADER_MAGIC = 0,
    HEADER_MAJOR = 8,
    HEADER_MINOR = 10,
    HEADER_SECTIONS = 12,
    HEADER_TOTAL = 16,
    HEADER_CHECKSUM = 24,
    HEADER_SIZE = 32,

    SECTION_ID = 0,
    SECTION_STRIDE = 4,
    SECTION_OFFSET = 8,
    SECTION_LENGTH = 16,
    SECTION_RECORD = 24,
};

/* Sections, in the order in which they stand in the file. The first seven are always there. */
enum {
    SECTION_STRINGS = 1,
    SECTION_SPRITES = 2,
    SECTION_DETAILS = 3,
    SECTION_MASKS = 4,
    SECTION_WORDS = 5,
    SECTION_LISTS = 6,
    SECTION_POINTS = 7,
    SECTION_COUNT = 7,
    SECTION_ANIMATIONS = 8,
    SECTION_FRAMES = 9,
    SECTION_OPTIONS = 10,
    SECTION_PLACES = 11,
    SECTION_DATA = 12,
    SECTION_TEXTS = 13,
    SECTION_SHAPES = 14,
    SECTION_LOOPS = 15,
    SECTION_CORNERS = 16,
    SECTION_LAST = 16,
};

enum {
    SPRITE_NAME = 0,
    SPRITE_WIDTH = 8,
    SPRITE_HEIGHT = 12,
    SPRITE_LEFT = 16,
    SPRITE_TOP = 20,
    SPRITE_MASK = 24,
    SPRITE_LIST = 28,
    SPRITE_RECORD = 32,

    DETAIL_SOURCE = 0,
    DETAIL_LAYER = 8,
    DETAIL_PIVOT_X = 16,
    DETAIL_PIVOT_Y = 24,
    DETAIL_REGION = 32,
    DETAIL_WARNINGS = 48,
    DETAIL_ZERO = 52,
    DETAIL_RECORD = 56,

    MASK_WORDS = 0,
    MASK_WIDTH = 8,
    MASK_HEIGHT = 12,
    MASK_AREA = 16,
    MASK_RECORD = 24,

    LIST_POINTS = 0,
    LIST_COUNT = 8,
    LIST_MAP_WIDTH = 12,
    LIST_MAP_HEIGHT = 16,
    LIST_PRUNE = 20,
    LIST_FLAGS = 22,
    LIST_RECORD = 24,

    LIST_BORDER_DROPPED = 1,

    ANIMATION_NAME = 0,
    ANIMATION_FIRST = 8,
    ANIMATION_COUNT = 12,
    ANIMATION_RECORD = 16,

    FRAME_SPRITE = 0,
    FRAME_DURATION = 4,
    FRAME_RECORD = 8,

    PLACE_SPRITE = 0,
    PLACE_TURN = 4,
    PLACE_BOX = 8,
    PLACE_RECORD = 24,

    DATA_SPRITE = 0,
    DATA_ZERO = 4,
    DATA_TEXT = 8,
    DATA_RECORD = 16,
    SHAPE_SPRITE = 0,
    SHAPE_FLAGS = 4, /* a bit for each kind, and SHAPE_WIDE */
    SHAPE_FIT = 6,
    SHAPE_TOLERANCE = 8,
    SHAPE_LOOPS = 12,
    SHAPE_CORNERS = 16,
    SHAPE_COUNTS = 24,
    SHAPE_RECORD = 40,

    SHAPE_KIND_COUNT = 4,
    SHAPE_WIDE = 1 << SHAPE_KIND_COUNT, /* coordinates take four bytes */
    SHAPE_FITS = 3,

    LOOP_RECORD = 4,

    /* A pivot lies at most 2^32 pixels from the sprite, so that a double holds it exactly. */
    PIVOT_BITS = 48,

    /* Zero bytes at the end of the words, so that a row may be read as a wide vector. */
    WORDS_SLACK = 56,

    /* The sides of a block, in pixels. */
    BLOCK_SIDE = 16,
};

/* The index of no record: an empty sprite has no mask, a sprite baked without points has no list.
 */
#define NO_INDEX UINT32_MAX
/* The offset of no string. */
#define NO_STRING UINT64_MAX

static inline uint16_t get_u16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t get_u32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = (v & 0xff) << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
#endif
    return v;
}

static inline uint64_t get_u64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (uint64_t)get_u32(p + 4) << 32 | get_u32(p);
#else
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
#endif
}

static inline void put_u16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void put_u32(uint8_t *p, uint32_t v)
{
    put_u16(p, (uint16_t)v);
    put_u16(p + 2, (uint16_t)(v >> 16));
}

static inline void put_u64(uint8_t *p, uint64_t v)
{
    put_u32(p, (uint32_t)v);
    put_u32(p + 4, (uint32_t)(v >> 32));
}

/* Masks lie in stripes of 64 columns: the words of all rows of the first stripe, then
 * those of the next. */
static inline uint64_t stripe_count(uint32_t width)
{
    return ((uint64_t)width + 63) / 64;
}

/* A mask that is solid throughout stores no words: every row is all ones. */
/* True if it can be the width or height of a sprite, mask or map. */
static inline bool is_side(uint32_t length)
{
    return length - 1 < INT32_MAX;
}

/* A pivot in 16.16, as it is stored. */
static inline bool is_pivot(uint64_t value)
{
    const uint64_t most = UINT64_C(1) << PIVOT_BITS;
    return value + most <= 2 * most;
}

static inline bool mask_is_full(uint32_t width, uint32_t height, uint64_t area)
{
    return area == (uint64_t)width * height;
}

/* The words of a large mask are followed by a bit for each block of 16 x 16 pixels: set if the
 * block has a solid pixel. A word stands for 64 blocks one below the other. The words of the first
 * 1024 rows come first, four for each stripe. */
static inline bool mask_has_blocks(uint32_t width, uint32_t height)
{
    return width >= 16 * BLOCK_SIDE && height >= 16 * BLOCK_SIDE;
}

static inline uint64_t block_words(uint32_t width, uint32_t height)
{
    const uint64_t chunks = (height - 1) / (64 * BLOCK_SIDE) + UINT64_C(1);
    return mask_has_blocks(width, height) ? stripe_count(width) * 4 * chunks : 0;
}

/* Word `index` of those bits, from the words of the rows. `get` reads one of these, so that they
 * may be in the order of a pack or of the machine. */
static inline uint64_t find_blocks(const uint8_t *words, uint64_t (*get)(const uint8_t *),
                                   uint32_t width, uint32_t height, uint64_t index)
{
    const uint64_t stripes = stripe_count(width), stripe = index / 4 % stripes;
    const uint64_t first = index / 4 / stripes * 64 * BLOCK_SIDE, rest = height - first;
    const uint64_t rows = rest < 64 * BLOCK_SIDE ? rest : 64 * BLOCK_SIDE;
    const uint8_t *const at = words + (stripe * height + first) * 8;
    const unsigned left = index % 4 * BLOCK_SIDE;
    uint64_t blocks = 0;
    for (uint64_t y = 0; y < rows; y++)
        blocks |= (uint64_t)((get(at + y * 8) >> left & 0xffff) != 0) << y / BLOCK_SIDE;
    return blocks;
}

static inline uint64_t stored_words(uint32_t width, uint32_t height)
{
    return stripe_count(width) * height + block_words(width, height);
}

static inline uint64_t mask_bytes(uint32_t width, uint32_t height, uint64_t area)
{
    return mask_is_full(width, height, area) ? 0 : stored_words(width, height) * 8;
}

/* Bytes of each coordinate of a map cell. */
static inline uint8_t cell_bytes(uint32_t map_width, uint32_t map_height)
{
    const uint32_t larger = map_width > map_height ? map_width : map_height;
    return larger <= 256 ? 1 : larger <= 65536 ? 2 : 4;
}

static inline uint32_t read_coordinate(const uint8_t *p, uint8_t bytes)
{
    return bytes == 1 ? *p : bytes == 2 ? get_u16(p) : get_u32(p);
}

/* The middle pixel of cell `cell` where `cells` share `pixels`: pixel x belongs to the cell
 * x * cells / pixels. A damaged pack may hold cells that have no pixel; they get the last. */
static inline uint32_t cell_centre(uint32_t cell, uint32_t cells, uint32_t pixels)
{
    const uint64_t first = ((uint64_t)cell * pixels + cells - 1) / cells;
    const uint64_t end = ((uint64_t)cell * pixels + pixels + cells - 1) / cells;
    const uint64_t centre = first + (end - first) / 2;
    return centre < pixels ? (uint32_t)centre : pixels - 1;
}

/* The checksum of a pack: eight lanes of one multiplication a word, so that any change of
 * one word changes its lane for certain. The lanes begin with the header's own words. */
struct checksum {
    uint64_t lane[8];
};

static inline uint64_t checksum_mix(uint64_t state, uint64_t word)
{
    const uint64_t mixed = state ^ word;
    return (mixed << 29 | mixed >> 35) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline void checksum_init(struct checksum *sum, const uint8_t header[HEADER_SIZE])
{
    for (int i = 0; i < 8; i++)
        sum->lane[i] = i < 3 ? get_u64(header + 8 * i) : 0;
}

static inline void checksum_blocks(struct checksum *sum, const uint8_t *bytes, uint64_t blocks)
{
    /* Eight names, not an array: they must stay in registers. */
    uint64_t a = sum->lane[0], b = sum->lane[1], c = sum->lane[2], d = sum->lane[3];
    uint64_t e = sum->lane[4], f = sum->lane[5], g = sum->lane[6], h = sum->lane[7];
    for (; blocks > 0; blocks--, bytes += 64) {
        a = checksum_mix(a, get_u64(bytes));
        b = checksum_mix(b, get_u64(bytes + 8));
        c = checksum_mix(c, get_u64(bytes + 16));
        d = checksum_mix(d, get_u64(bytes + 24));
        e = checksum_mix(e, get_u64(bytes + 32));
        f = checksum_mix(f, get_u64(bytes + 40));
        g = checksum_mix(g, get_u64(bytes + 48));
        h = checksum_mix(h, get_u64(bytes + 56));
    }
    *sum = (struct checksum){{a, b, c, d, e, f, g, h}};
}

/* Takes the last, shorter block, padded with zeros. */
static inline uint64_t checksum_end(struct checksum *sum, const uint8_t *bytes, uint64_t size)
{
    uint8_t block[64] = {0};
    memcpy(block, bytes, (size_t)size);
    checksum_blocks(sum, block, 1);
    uint64_t result = 0;
    for (int i = 0; i < 8; i++)
        result = checksum_mix(result, sum->lane[i]);
    return result ^ result >> 32;
}

#endif
