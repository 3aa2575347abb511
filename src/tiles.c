/*
 * tiles.c - a map of tiles: each cell under a box or on a path is a sprite in its place
 */
#include "tiles.h"

#include "bits.h"
#include "shape.h"
#include "sprite.h"

/* ---- Cells ------------------------------------------------------------------------------- */

#define TURNS (HM_TILE_FLIP_X | HM_TILE_FLIP_Y | HM_TILE_TRANSPOSE)
/* A bit of Tiled for maps of hexagons. */
#define HEXAGON UINT32_C(0x10000000)

/* Numbers of cells are of 32 bits. */
static inline bool has_cells(const hm_tiles *tiles)
{
    return tiles->cells != NULL && (int64_t)tiles->columns * tiles->rows <= UINT32_MAX;
}

/* The whole cells before pixel INT32_MAX, in pixels. */
static int32_t map_side(int32_t cells, int32_t tile)
{
    if (cells <= 0 || tile <= 0)
        return 0;
    const int64_t side = (int64_t)cells * tile;
    return side <= INT32_MAX ? (int32_t)side : INT32_MAX / tile * tile;
}

SMALL hm_point hm_tiles_size(const hm_tiles *tiles)
{
    hm_point size = {map_side(tiles->columns, tiles->tile_width),
                     map_side(tiles->rows, tiles->tile_height)};
    if (size.x == 0 || size.y == 0 || !has_cells(tiles))
        size.x = size.y = 0;
    return size;
}

static SMALL const hm_sprite *turned_sprite(const hm_tiles *tiles, uint32_t cell, hm_sprite *room)
{
    const hm_sprite *const *const sprites =
        cell & HM_TILE_TRANSPOSE ? tiles->transposed : tiles->sprites;
    const uint32_t value = cell & ~TURNS;
    if (value >= tiles->sprite_count || sprites == NULL || sprites[value] == NULL)
        return NULL;
    hm_sprite_flip(sprites[value], cell & HM_TILE_FLIP_X, cell & HM_TILE_FLIP_Y, room);
    return room;
}

/* The sprite in a cell of the map, turned as it is there with the help of `room`; NULL when the
 * cell is empty. */
static const hm_sprite *cell_sprite(const hm_tiles *tiles, uint32_t index, hm_sprite *room)
{
    const uint32_t cell = tiles->cells[index] & ~HEXAGON;
    const hm_sprite *sprite = NULL;
    if (cell < tiles->sprite_count)
        sprite = tiles->sprites[cell];
    else if (cell & TURNS)
        sprite = turned_sprite(tiles, cell, room);
    if (sprite == NULL || sprite->width > tiles->tile_width || sprite->height > tiles->tile_height)
        return NULL;
    return sprite;
}

/* Most tiles have sides that are powers of 2. */
static inline uint32_t divide(uint32_t at, uint32_t by)
{
    return (by & (by - 1)) == 0 ? at >> lowest_bit(by) : at / by;
}

/* The columns, or the rows, that a range of pixels touches. False when there are none: where there
 * are no cells, the side is not above 0. */
INLINE bool find_cells(int32_t count, int32_t tile, int64_t from, int64_t to, uint32_t *first,
                       uint32_t *end)
{
    int64_t side = (int64_t)count * tile;
    if (side > INT32_MAX)
        side = map_side(count, tile);
    from = larger(from, 0);
    to = smaller(to, side);
    if (((to - from - 1) | ((int64_t)tile - 1)) < 0)
        return false;
    *first = divide((uint32_t)from, (uint32_t)tile);
    *end = divide((uint32_t)(to - 1), (uint32_t)tile) + 1;
    return true;
}

INLINE bool open_cells(struct cell_walk *cells, const hm_tiles *tiles, int64_t x0, int64_t y0,
                       int64_t x1, int64_t y1)
{
    cells->tiles = tiles;
    if (!find_cells(tiles->columns, tiles->tile_width, x0, x1, &cells->left, &cells->right) ||
        !find_cells(tiles->rows, tiles->tile_height, y0, y1, &cells->row, &cells->bottom))
        return false;
    cells->column = cells->left;
    return has_cells(tiles);
}

bool hm_cells_open(struct cell_walk *cells, const hm_tiles *tiles, int64_t x0, int64_t y0,
                   int64_t x1, int64_t y1)
{
    return open_cells(cells, tiles, x0, y0, x1, y1);
}

SMALL void hm_cells_skip(struct cell_walk *cells, uint32_t index)
{
    const uint32_t columns = (uint32_t)cells->tiles->columns;
    const uint32_t row = index / columns, column = index % columns;
    if (row < cells->row)
        return;
    cells->row = row;
    cells->column = column > cells->left ? column : cells->left;
}

bool hm_cells_next(struct cell_walk *cells)
{
    const hm_tiles *const tiles = cells->tiles;
    for (; cells->row < cells->bottom; cells->row++, cells->column = cells->left) {
        while (cells->column < cells->right) {
            const uint32_t column = cells->column++;
            cells->index = cells->row * (uint32_t)tiles->columns + column;
            cells->sprite = cell_sprite(tiles, cells->index, &cells->turned);
            if (cells->sprite == NULL)
                continue;
            cells->x = (int64_t)column * tiles->tile_width;
            cells->y = (int64_t)cells->row * tiles->tile_height;
            return true;
        }
    }
    return false;
}

static SMALL bool open_under(struct cell_walk *cells, const hm_tiles *tiles, const hm_sprite *a,
                             int64_t x, int64_t y)
{
    const hm_box box = sprite_tight(a);
    return hm_cells_open(cells, tiles, x + box.x0, y + box.y0, x + box.x1, y + box.y1);
}

/* ---- Touch, first contact, area ------------------------------------------------------------ */

/* A sprite, and where it stands. */
struct stand {
    const hm_tiles *tiles;
    const hm_sprite *a;
    int64_t x, y;
};

/* Cells are tested once so many are found, at the end of a row of so many at most. */
enum { SOME = 16, ROW_MOST = 64 };

/* Cells that are not empty, or may not be: a turned one has no sprite here. */
struct found {
    const hm_sprite *sprites[SOME + ROW_MOST];
    uint64_t places[SOME + ROW_MOST]; /* row << 32 | column */
};

static inline bool cell_touches(const struct stand *at, const hm_sprite *b, uint64_t place)
{
    const hm_tiles *const tiles = at->tiles;
    const uint32_t column = (uint32_t)place, row = (uint32_t)(place >> 32);
    hm_sprite room;
    if (b == NULL)
        b = cell_sprite(tiles, row * (uint32_t)tiles->columns + column, &room);
    if (b == NULL || b->width > tiles->tile_width || b->height > tiles->tile_height)
        return false;
    return hm_overlap(at->a, b, (int32_t)((int64_t)column * tiles->tile_width - at->x),
                      (int32_t)((int64_t)row * tiles->tile_height - at->y));
}

/* From the middle on, where most that touch do so. */
static NOINLINE bool any_touches(const struct stand *at, const struct found *found, size_t count)
{
    for (size_t i = count / 2; i < count; i++)
        if (cell_touches(at, found->sprites[i], found->places[i]))
            return true;
    for (size_t i = 0; i < count / 2; i++)
        if (cell_touches(at, found->sprites[i], found->places[i]))
            return true;
    return false;
}

/* For sprites that are wider than ROW_MOST cells. */
static NOINLINE bool wide_touches(const struct stand *at, struct cell_walk *cells)
{
    while (hm_cells_next(cells))
        if (hm_overlap(at->a, cells->sprite, (int32_t)(cells->x - at->x),
                       (int32_t)(cells->y - at->y)))
            return true;
    return false;
}

/* Whether a cell is empty no processor can predict, so there is no branch on it. */
bool hm_tiles_touch(const hm_tiles *tiles, const hm_sprite *a, int64_t left, int64_t top)
{
    const struct stand at = {tiles, a, left, top};
    const hm_box box = sprite_tight(a);
    struct cell_walk cells;
    struct found found;
    if (!open_cells(&cells, tiles, left + box.x0, top + box.y0, left + box.x1, top + box.y1))
        return false;
    if (cells.right - cells.left > ROW_MOST)
        return wide_touches(&at, &cells);
    const hm_sprite *const *const sprites = tiles->sprites;
    const uint32_t sprite_count = tiles->sprite_count, stride = (uint32_t)tiles->columns;
    const uint32_t *row = tiles->cells + (size_t)cells.row * stride;
    uint32_t count = 0;
    for (uint64_t y = cells.row; y < cells.bottom; y++, row += stride) {
        for (uint32_t x = cells.left; x < cells.right; x++) {
            const uint32_t cell = row[x];
            found.places[count] = y << 32 | x;
            if (cell < sprite_count) {
                const hm_sprite *const b = sprites[cell];
                found.sprites[count] = b;
                count += b != NULL;
            } else {
                found.sprites[count++] = NULL;
            }
        }
        if (count < SOME)
            continue;
        if (any_touches(&at, &found, count))
            return true;
        count = 0;
    }
    return any_touches(&at, &found, count);
}

/* The search ends behind the row of cells that has the first pixel. */
SMALL bool hm_tiles_first(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y,
                          hm_point *hit)
{
    struct cell_walk cells;
    hm_point at;
    int64_t row = -1;
    if (!open_under(&cells, tiles, a, x, y))
        return false;
    while (hm_cells_next(&cells) && (row < 0 || row == cells.y)) {
        if (!hm_overlap_first(a, cells.sprite, (int32_t)(cells.x - x), (int32_t)(cells.y - y), &at))
            continue;
        if (row < 0 || at.y < hit->y)
            *hit = at;
        row = cells.y;
    }
    return row >= 0;
}

SMALL uint64_t hm_tiles_area(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y)
{
    struct cell_walk cells;
    uint64_t area = 0;
    if (!open_under(&cells, tiles, a, x, y))
        return 0;
    while (hm_cells_next(&cells))
        area += hm_overlap_area(a, cells.sprite, (int32_t)(cells.x - x), (int32_t)(cells.y - y));
    return area;
}

/* ---- Paths --------------------------------------------------------------------------------- */

/* The steps from `at` in the direction `step` to the first pixel outside its cell of `size`. */
static uint64_t steps_out(int64_t at, int32_t step, uint32_t size)
{
    const uint32_t inside = (uint32_t)at - divide((uint32_t)at, size) * size;
    return step > 0 ? size - inside : inside + 1;
}

/* A path goes from cell to cell where it crosses a column or a row, whichever comes first. Each of
 * the two crossings is found once it is passed. */
SMALL bool hm_tiles_walk(const hm_tiles *tiles, int64_t x, int64_t y, const struct path *start,
                         uint64_t length, struct tiles_hit *out)
{
    const hm_point size = hm_tiles_size(tiles);
    const uint32_t width = (uint32_t)tiles->tile_width, height = (uint32_t)tiles->tile_height;
    struct path path = *start;
    hm_sprite room;
    hm_point at;
    if (!path_enter(&path, x, y, (uint32_t)size.x, (uint32_t)size.y))
        return false;
    const int64_t px = x + path.right * (int64_t)path.x, py = y + path.down * (int64_t)path.y;
    const uint32_t columns = (uint32_t)size.x / width, rows = (uint32_t)size.y / height;
    uint32_t column = divide((uint32_t)px, width), row = divide((uint32_t)py, height);
    uint64_t next_x = path.x + steps_out(px, path.right, width);
    uint64_t next_y = path.y + steps_out(py, path.down, height);
    struct path across = path, along = path;
    if (path.width > 0)
        path_seek_x(&across, next_x);
    if (path.height > 0)
        path_seek_y(&along, next_y);
    uint64_t taken = path_taken(&path);
    while (taken <= length && column < columns && row < rows) {
        out->cell = row * (uint32_t)tiles->columns + column;
        const hm_sprite *const sprite = cell_sprite(tiles, out->cell, &room);
        const int64_t left = (int64_t)column * width, top = (int64_t)row * height;
        if (sprite != NULL &&
            hm_walk_meets(sprite, x - left, y - top, start, length, &at, &out->taken)) {
            out->x = at.x + left;
            out->y = at.y + top;
            return true;
        }
        if (path_length(&path) == 0)
            return false;
        if (path.height == 0 || (path.width > 0 && path_taken(&across) < path_taken(&along))) {
            taken = path_taken(&across);
            column += (uint32_t)path.right;
            next_x += width;
            path_seek_x(&across, next_x);
        } else {
            taken = path_taken(&along);
            row += (uint32_t)path.down;
            next_y += height;
            path_seek_y(&along, next_y);
        }
    }
    return false;
}
