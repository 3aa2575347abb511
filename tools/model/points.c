/*
 * points.c - the near-pixel points of a mask
 *
 *     mask -> map of cells -> cells that are deep inside -> the others, in progressive order
 *
 * The map is a bitmap of packed rows, and all work is on whole words of it. Cells outside count as
 * empty, so cells near the border are never deep.
 */
#include "model/points.h"

#include "bits.h"
#include "format.h"

#include <stdlib.h>
#include <string.h>

void points_map_size(const struct points_rule *rule, uint32_t width, uint32_t height,
                     uint32_t *map_width, uint32_t *map_height)
{
    if (rule->map_width == 0) {
        *map_width = (uint32_t)(((uint64_t)width + rule->cell - 1) / rule->cell);
        *map_height = (uint32_t)(((uint64_t)height + rule->cell - 1) / rule->cell);
    } else if (rule->drop_border) {
        *map_width = rule->map_width;
        *map_height = rule->map_height;
    } else {
        *map_width = rule->map_width < width ? rule->map_width : width;
        *map_height = rule->map_height < height ? rule->map_height : height;
    }
}

/* ---- From mask to map --------------------------------------------------------------------- */

/* Tiles of 8 x 8 cells, in Morton order; in a tile, reading order. Neighbours on this path
 * are neighbours on the map, so steps along it spread over the map. */
enum { TILE = 8 };

/* The part of a map round the cells of the mask: all others are empty. A frame of a few pixels may
 * lie in a huge sprite. */
struct part {
    struct bitmap bits;
    uint32_t left, top;     /* in the map; multiples of 64 and of TILE */
    uint32_t width, height; /* of the map */
};

static void or_at(uint64_t *row, size_t row_words, uint32_t x, uint64_t bits)
{
    const size_t word = x / 64;
    row[word] |= bits << (x % 64);
    if (x % 64 != 0 && word + 1 < row_words)
        row[word + 1] |= bits >> (64 - x % 64);
}

/* For one cell for each pixel: copies the mask to its place. */
static void copy_mask(const struct mask *mask, struct part *map)
{
    const uint32_t left = mask->left - map->left, top = mask->top - map->top;
    for (uint32_t x = 0; x < mask->width; x += 64)
        for (uint32_t y = 0; y < mask->height; y++)
            or_at(bitmap_row(&map->bits, top + y), map->bits.row_words, left + x,
                  mask_word(mask, x, y));
}

uint32_t points_cell(uint32_t pixel, uint32_t cells, uint32_t pixels)
{
    return (uint32_t)((uint64_t)pixel * cells / pixels);
}

static void set_cell(struct part *map, uint32_t x, uint32_t y)
{
    bitmap_set(&map->bits, x - map->left, y - map->top);
}

/* For any other number of cells: first merges all rows of one row of cells, so that only the result
 * for 64 columns is copied bit by bit. */
static void scale_mask(const struct mask *mask, uint32_t width, uint32_t height, struct part *map)
{
    for (uint32_t x = 0; x < mask->width; x += 64) {
        uint64_t columns = 0;
        for (uint32_t y = 0; y < mask->height; y++) {
            const uint32_t row = points_cell(mask->top + y, map->height, height);
            columns |= mask_word(mask, x, y);
            if (y + 1 < mask->height && points_cell(mask->top + y + 1, map->height, height) == row)
                continue;
            for (; columns != 0; columns &= columns - 1)
                set_cell(map, points_cell(mask->left + x + lowest_bit(columns), map->width, width),
                         row);
        }
    }
}

/* A mask that is solid throughout fills a box of cells, when no cell is smaller than a pixel. A
 * pack of a few bytes may hold one of 2^32 pixels. */
static void scale_box(const struct mask *mask, uint32_t width, uint32_t height, struct part *map)
{
    const uint32_t right = points_cell(mask->left + mask->width - 1, map->width, width);
    const uint32_t bottom = points_cell(mask->top + mask->height - 1, map->height, height);
    for (uint32_t y = points_cell(mask->top, map->height, height); y <= bottom; y++)
        for (uint32_t x = points_cell(mask->left, map->width, width); x <= right; x++)
            set_cell(map, x, y);
}

static void add_mask(const struct mask *mask, uint32_t width, uint32_t height, struct part *map)
{
    if (map->width == width && map->height == height)
        copy_mask(mask, map);
    else if (mask->words == NULL && mask->area > 0 && map->width <= width && map->height <= height)
        scale_box(mask, width, height, map);
    else
        scale_mask(mask, width, height, map);
}

void points_map(const struct mask *mask, uint32_t width, uint32_t height, struct bitmap *map)
{
    add_mask(mask, width, height,
             &(struct part){.bits = *map, .width = map->width, .height = map->height});
}

/* The part of the map for that mask, which has a pixel; all empty. */
static bool init_part(const struct mask *mask, uint32_t width, uint32_t height, struct part *map)
{
    const uint32_t left = points_cell(mask->left, map->width, width);
    const uint32_t top = points_cell(mask->top, map->height, height);
    map->left = left - left % 64;
    map->top = top - top % TILE;
    return bitmap_init(
        &map->bits, points_cell(mask->left + mask->width - 1, map->width, width) + 1 - map->left,
        points_cell(mask->top + mask->height - 1, map->height, height) + 1 - map->top);
}

/* ---- Deep cells --------------------------------------------------------------------------- */

/* Both work in place on a row that is longer than `by`. Zeros come in. A shift by 64 bits is made
 * of two. */

/* row[x] &= row[x + by] */
static void and_shifted(uint64_t *row, size_t words, uint32_t by)
{
    const uint64_t *const from = row + by / 64;
    const size_t last = words - by / 64 - 1;
    const unsigned bits = by % 64;
    for (size_t i = 0; i < last; i++)
        row[i] &= from[i] >> bits | from[i + 1] << 1 << (63 - bits);
    row[last] &= from[last] >> bits;
    memset(row + last + 1, 0, (words - last - 1) * sizeof *row);
}

/* row[x] = row[x - by] */
static void shift_up(uint64_t *row, size_t words, uint32_t by)
{
    uint64_t *const to = row + by / 64;
    const unsigned bits = by % 64;
    for (size_t i = words - by / 64 - 1; i > 0; i--)
        to[i] = row[i] << bits | row[i - 1] >> 1 >> (63 - bits);
    to[0] = row[0] << bits;
    memset(row, 0, by / 64 * sizeof *row);
}

/* erode_row for a row of one word, which is the usual case. */
static uint64_t erode_word(uint64_t word, uint32_t reach)
{
    const uint32_t length = 2 * reach + 1;
    uint32_t run = 1;
    for (; run * 2 <= length; run *= 2)
        word &= word >> run;
    return (word & word >> (length - run)) << reach;
}

/* Keeps the cells with `reach` solid cells on either side in their row. Runs double: a run of 2n
 * cells is a run of n cells and another one right after it. */
static void erode_row(uint64_t *row, size_t words, uint32_t reach)
{
    const uint32_t length = 2 * reach + 1;
    uint32_t run = 1;
    for (; run * 2 <= length; run *= 2)
        and_shifted(row, words, run);
    if (run < length)
        and_shifted(row, words, length - run);
    shift_up(row, words, reach);
}

static void erode_rows(struct bitmap *map, uint32_t reach)
{
    for (uint32_t y = 0; y < map->height; y++)
        if (map->row_words == 1)
            map->words[y] = erode_word(map->words[y], reach);
        else
            erode_row(bitmap_row(map, y), map->row_words, reach);
}

/* row[y] &= row[y + by], for `y` ascending. */
static void and_rows(struct bitmap *map, uint32_t by)
{
    const size_t skip = by * map->row_words, words = map->height * map->row_words - skip;
    for (size_t i = 0; i < words; i++)
        map->words[i] &= map->words[i + skip];
    memset(map->words + words, 0, skip * sizeof *map->words);
}

static void erode_columns(struct bitmap *map, uint32_t reach)
{
    const uint32_t length = 2 * reach + 1;
    uint32_t run = 1;
    for (; run * 2 <= length; run *= 2)
        and_rows(map, run);
    if (run < length)
        and_rows(map, length - run);
    const size_t row_size = map->row_words * sizeof *map->words;
    memmove(bitmap_row(map, reach), map->words, (map->height - reach) * row_size);
    memset(map->words, 0, reach * row_size);
}

/* Removes the cells whose whole square of 2 * reach + 1 is solid. */
static bool remove_deep(struct bitmap *map, uint32_t reach)
{
    if (reach == 0 || reach > (map->width - 1) / 2 || reach > (map->height - 1) / 2)
        return true;
    struct bitmap deep;
    if (!bitmap_init(&deep, map->width, map->height))
        return false;
    const size_t words = (size_t)map->height * map->row_words;
    memcpy(deep.words, map->words, words * sizeof *map->words);
    erode_columns(&deep, reach);
    erode_rows(&deep, reach);
    for (size_t i = 0; i < words; i++)
        map->words[i] &= ~deep.words[i];
    bitmap_free(&deep);
    return true;
}

/* Clears every cell within `reach` of the map's border. */
static void remove_border(struct part *map, uint32_t reach)
{
    for (uint32_t j = 0; j < map->bits.height; j++) {
        uint64_t *const row = bitmap_row(&map->bits, j);
        const uint32_t y = map->top + j;
        const bool inside = y >= reach && map->height - 1 - y >= reach;
        for (uint32_t i = 0; i < map->bits.row_words; i++) {
            const uint32_t x = map->left + 64 * i;
            uint64_t keep = 0;
            if (inside && map->width > 2 * (uint64_t)reach) {
                const uint32_t end = map->width - reach;
                keep = low_bits(end <= x ? 0 : end - x < 64 ? end - x : 64);
                keep &= ~low_bits(reach <= x ? 0 : reach - x < 64 ? reach - x : 64);
            }
            row[i] &= keep;
        }
    }
}

/* ---- The list ----------------------------------------------------------------------------- */

struct path {
    const struct part *map;
    uint64_t *bands; /* the rows of each row of tiles, ORed: most tiles have no cell */
    uint64_t *next;  /* the place for the next cell: x in the low half, y in the high */
};

/* The tile at a place in the part. */
static void walk_tile(struct path *path, uint32_t left, uint32_t top)
{
    const struct bitmap *const bits = &path->map->bits;
    const uint64_t *row = bitmap_row(bits, top) + left / 64;
    const uint32_t bottom = top + TILE < bits->height ? top + TILE : bits->height;
    const uint64_t first = (uint64_t)(path->map->top + top) << 32 | (path->map->left + left);
    if ((path->bands[top / TILE * bits->row_words + left / 64] >> (left % 64) & 0xff) == 0)
        return;
    /* All of the tile in one word, so that only one loop has an end that is hard to predict. */
    uint64_t tile = 0, *next = path->next;
    for (uint32_t y = top; y < bottom; y++, row += bits->row_words)
        tile |= (*row >> (left % 64) & 0xff) << ((y - top) * TILE);
    for (; tile != 0; tile &= tile - 1) {
        const unsigned bit = lowest_bit(tile);
        *next++ = first + ((uint64_t)(bit / TILE) << 32 | bit % TILE);
    }
    path->next = next;
}

/* Squares are those of the whole map, as the order does not depend on the part. */
static void walk_square(struct path *path, uint64_t left, uint64_t top, uint64_t size)
{
    const struct part *const map = path->map;
    if (left >= (uint64_t)map->left + map->bits.width ||
        top >= (uint64_t)map->top + map->bits.height || left + size <= map->left ||
        top + size <= map->top)
        return;
    if (size == TILE) {
        walk_tile(path, (uint32_t)left - map->left, (uint32_t)top - map->top);
        return;
    }
    const uint64_t half = size / 2;
    walk_square(path, left, top, half);
    walk_square(path, left + half, top, half);
    walk_square(path, left, top + half, half);
    walk_square(path, left + half, top + half, half);
}

/* Lists the cells of the map in the order of the path. */
static bool walk_map(const struct part *map, uint64_t *cells)
{
    const struct bitmap *const bits = &map->bits;
    struct path path = {.map = map, .next = cells};
    uint64_t size = TILE;
    path.bands = calloc((bits->height / TILE + 1) * bits->row_words, sizeof *path.bands);
    if (path.bands == NULL)
        return false;
    for (uint32_t y = 0; y < bits->height; y++)
        for (size_t i = 0; i < bits->row_words; i++)
            path.bands[y / TILE * bits->row_words + i] |= bitmap_row(bits, y)[i];
    while (size < map->width || size < map->height)
        size *= 2;
    walk_square(&path, 0, 0, size);
    free(path.bands);
    return true;
}

INLINE uint8_t *put_cell(uint8_t *p, uint64_t cell, uint8_t bytes)
{
    const uint32_t x = (uint32_t)cell, y = (uint32_t)(cell >> 32);
    if (bytes == 1) {
        p[0] = (uint8_t)x;
        p[1] = (uint8_t)y;
    } else if (bytes == 2) {
        put_u16(p, (uint16_t)x);
        put_u16(p + 2, (uint16_t)y);
    } else {
        put_u32(p, x);
        put_u32(p + 4, y);
    }
    return p + 2 * bytes;
}

/* Writes the cells of the path in the order of a counter with reversed bits: those at 0, 1/2, 1/4,
 * 3/4, 1/8 ... of the path, so that any first part of the list is spread evenly. Each step writes
 * two cells half a path apart; only the second may be past the end. */
INLINE void put_progressively(const uint64_t *path, uint64_t count, uint8_t bytes, uint8_t *cells)
{
    uint64_t half = 1;
    while (half * 2 < count)
        half *= 2;
    uint64_t rank = 0;
    for (uint64_t i = 1; i <= half; i++) {
        /* walk_map has filled the path. NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
        cells = put_cell(cells, path[rank], bytes);
        if (rank + half < count)
            cells = put_cell(cells, path[rank + half], bytes);
        /* Counting up to i turns its zeros at the end and the 1 before them, from the high end
         * of the reversed counter. */
        rank ^= half - (half >> 1 >> lowest_bit(i));
    }
}

/* Nearly all maps have coordinates of one byte, for which the compiler makes a faster loop. */
static void list_progressively(const uint64_t *path, uint64_t count, uint8_t bytes, uint8_t *cells)
{
    if (bytes == 1)
        put_progressively(path, count, 1, cells);
    else
        put_progressively(path, count, bytes, cells);
}

static bool list_cells(const struct part *map, struct points *out, struct error *err)
{
    const uint8_t bytes = cell_bytes(map->width, map->height);
    const uint64_t count = bitmap_count(&map->bits);
    if (count > UINT32_MAX)
        return fail(err, "the map has more points than a pack can hold");
    out->count = (uint32_t)count;
    if (count == 0)
        return true;
    uint64_t *const path = malloc((size_t)count * sizeof *path);
    out->cells = malloc((size_t)count * 2 * bytes);
    const bool ok = path != NULL && out->cells != NULL && walk_map(map, path);
    if (ok)
        list_progressively(path, count, bytes, out->cells);
    free(path);
    return ok || fail_memory(err);
}

/* The limit for a map with more cells than its sprite has pixels, which the article allows. */
enum { MAP_CELLS_MAX = 1 << 28 };

bool points_make(const struct points_rule *rule, const struct mask *mask, uint32_t width,
                 uint32_t height, struct points *out, struct error *err)
{
    *out = (struct points){.prune = rule->prune, .border_dropped = rule->drop_border};
    if (!rule->wanted)
        return true;
    out->present = true;
    points_map_size(rule, width, height, &out->map_width, &out->map_height);
    if (rule->drop_border && out->map_width != out->map_height)
        return fail_usage(err, "--prune-border drop needs a square map, but this map is %ux%u",
                          (unsigned)out->map_width, (unsigned)out->map_height);
    if (mask->area == 0)
        return true;
    const uint64_t cells = (uint64_t)out->map_width * out->map_height;
    if (cells > MAP_CELLS_MAX && cells > (uint64_t)width * height)
        return fail(
            err, "a map of %ux%u cells is too large: it may have %d cells, or one for each pixel",
            (unsigned)out->map_width, (unsigned)out->map_height, MAP_CELLS_MAX);
    struct part map = {.width = out->map_width, .height = out->map_height};
    bool ok = init_part(mask, width, height, &map) || fail_memory(err);
    if (ok) {
        add_mask(mask, width, height, &map);
        ok = remove_deep(&map.bits, rule->prune) || fail_memory(err);
    }
    if (ok && rule->drop_border)
        remove_border(&map, rule->prune);
    ok = ok && list_cells(&map, out, err);
    bitmap_free(&map.bits);
    if (!ok)
        points_free(out);
    return ok;
}

bool points_copy_cells(struct points *points, const uint8_t *cells)
{
    const size_t size =
        (size_t)points->count * 2 * cell_bytes(points->map_width, points->map_height);
    points->cells = size > 0 ? malloc(size) : NULL;
    if (points->cells != NULL)
        memcpy(points->cells, cells, size);
    return size == 0 || points->cells != NULL;
}

void points_free(struct points *points)
{
    free(points->cells);
    *points = (struct points){0};
}

void points_get(const struct points *points, uint32_t index, uint32_t *x, uint32_t *y)
{
    const uint8_t bytes = cell_bytes(points->map_width, points->map_height);
    const uint8_t *const cell = points->cells + (size_t)index * 2 * bytes;
    *x = read_coordinate(cell, bytes);
    *y = read_coordinate(cell + bytes, bytes);
}
