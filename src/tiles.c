/*
 * tiles.c - a sprite against a map of tiles: each cell under its bounds is a sprite in its place
 */
#include "tiles.h"

#include "bits.h"
#include "escape.h"
#include "sprite.h"

/* ---- Cells ------------------------------------------------------------------------------- */

#define TURNS (HM_TILE_FLIP_X | HM_TILE_FLIP_Y | HM_TILE_TRANSPOSE)
/* A bit of Tiled for maps of hexagons. */
#define HEXAGON UINT32_C(0x10000000)

/* The whole cells before pixel INT32_MAX, in pixels. */
static int32_t map_side(int32_t cells, int32_t tile)
{
    if (cells <= 0 || tile <= 0)
        return 0;
    const int64_t side = (int64_t)cells * tile;
    return side <= INT32_MAX ? (int32_t)side : INT32_MAX / tile * tile;
}

INLINE hm_point map_size(const hm_tiles *tiles)
{
    hm_point size = {map_side(tiles->width, tiles->tile_width),
                     map_side(tiles->height, tiles->tile_height)};
    if (size.x == 0 || size.y == 0 || (tiles->cells16 == NULL && tiles->cells32 == NULL))
        size.x = size.y = 0;
    return size;
}

SMALL hm_point hm_tiles_size(const hm_tiles *tiles)
{
    return map_size(tiles);
}

INLINE uint32_t read_cell(const hm_tiles *tiles, size_t index)
{
    if (tiles->cells16 == NULL)
        return tiles->cells32[index] & ~HEXAGON;
    const uint32_t cell = tiles->cells16[index];
    return (cell & 0xe000) << 16 | (cell & 0x1fff);
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

static const hm_sprite *sprite_of(const hm_tiles *tiles, uint32_t cell, hm_sprite *room)
{
    const hm_sprite *sprite = NULL;
    if (cell < tiles->sprite_count)
        sprite = tiles->sprites[cell];
    else if (cell & TURNS)
        sprite = turned_sprite(tiles, cell, room);
    if (sprite == NULL || sprite->width > tiles->tile_width || sprite->height > tiles->tile_height)
        return NULL;
    return sprite;
}

const hm_sprite *hm_cell_sprite(const hm_tiles *tiles, uint32_t column, uint32_t row,
                                hm_sprite *room)
{
    return sprite_of(tiles, read_cell(tiles, (size_t)row * (uint32_t)tiles->width + column), room);
}

/* Most tiles have sides that are powers of 2. */
static inline uint32_t divide(uint32_t at, uint32_t by)
{
    return (by & (by - 1)) == 0 ? at >> lowest_bit(by) : at / by;
}

bool hm_cells_open(struct cells *cells, const hm_tiles *tiles, int64_t x0, int64_t y0, int64_t x1,
                   int64_t y1)
{
    const hm_point size = map_size(tiles);
    x0 = larger(x0, 0);
    y0 = larger(y0, 0);
    x1 = smaller(x1, size.x);
    y1 = smaller(y1, size.y);
    if (x0 >= x1 || y0 >= y1)
        return false;
    const uint32_t width = (uint32_t)tiles->tile_width, height = (uint32_t)tiles->tile_height;
    cells->tiles = tiles;
    cells->left = cells->column = divide((uint32_t)x0, width);
    cells->row = divide((uint32_t)y0, height);
    cells->right = divide((uint32_t)(x1 - 1), width) + 1;
    cells->bottom = divide((uint32_t)(y1 - 1), height) + 1;
    return true;
}

SMALL bool hm_cells_under(struct cells *cells, const hm_tiles *tiles, const hm_sprite *a, int64_t x,
                          int64_t y)
{
    const hm_box box = sprite_tight(a);
    return hm_cells_open(cells, tiles, x + box.x0, y + box.y0, x + box.x1, y + box.y1);
}

bool hm_cells_next(struct cells *cells)
{
    const hm_tiles *const tiles = cells->tiles;
    for (; cells->row < cells->bottom; cells->row++, cells->column = cells->left) {
        while (cells->column < cells->right) {
            const uint32_t column = cells->column++;
            cells->sprite = hm_cell_sprite(tiles, column, cells->row, &cells->turned);
            if (cells->sprite == NULL)
                continue;
            cells->x = (int64_t)column * tiles->tile_width;
            cells->y = (int64_t)cells->row * tiles->tile_height;
            return true;
        }
    }
    return false;
}

/* The search ends behind the row of cells that has the first pixel. */
SMALL bool hm_cells_first(struct cells *cells, find_in_cell *find, const void *query, hm_point *hit)
{
    hm_point best = {0, 0}, at;
    int64_t row = -1;
    while (hm_cells_next(cells) && (row < 0 || row == cells->y)) {
        if (!find(cells, query, &at))
            continue;
        if (row < 0 || at.y < best.y)
            best = at;
        row = cells->y;
    }
    if (row >= 0 && hit != NULL)
        *hit = best;
    return row >= 0;
}

/* ---- Touch, first contact, area ------------------------------------------------------------ */

/* A sprite, and where it stands. */
struct stand {
    const hm_tiles *tiles;
    const hm_sprite *a;
    int64_t x, y;
};

/* A cell that is not empty, or may not be: its sprite is NULL when it is turned. */
struct candidate {
    const hm_sprite *sprite;
    uint32_t column, row;
};

/* How many are found before they are tested. */
enum { CANDIDATES = 16 };

static inline bool cell_touches(const struct stand *at, const struct candidate *c)
{
    const hm_tiles *const tiles = at->tiles;
    const hm_sprite *b = c->sprite;
    hm_sprite room;
    if (b == NULL)
        b = hm_cell_sprite(tiles, c->column, c->row, &room);
    if (b == NULL || b->width > tiles->tile_width || b->height > tiles->tile_height)
        return false;
    return hm_overlap(at->a, b, (int32_t)((int64_t)c->column * tiles->tile_width - at->x),
                      (int32_t)((int64_t)c->row * tiles->tile_height - at->y));
}

/* From the middle on, where most that touch do so. */
static NOINLINE bool any_touches(const struct stand *at, const struct candidate *list,
                                 uint32_t count)
{
    for (uint32_t i = count / 2; i < count; i++)
        if (cell_touches(at, &list[i]))
            return true;
    for (uint32_t i = 0; i < count / 2; i++)
        if (cell_touches(at, &list[i]))
            return true;
    return false;
}

/* Whether a cell is empty no processor can predict, so there is no branch on it. */
bool hm_tiles_touch_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y)
{
    const struct stand at = {tiles, a, x, y};
    const hm_box box = sprite_tight(a);
    struct candidate list[CANDIDATES];
    struct cells cells;
    uint32_t count = 0;
    if (!hm_cells_open(&cells, tiles, x + box.x0, y + box.y0, x + box.x1, y + box.y1))
        return false;
    uint32_t column = cells.left, row = cells.row;
    size_t index = (size_t)row * (uint32_t)tiles->width + column;
    const size_t next_row = (uint32_t)tiles->width - (cells.right - cells.left);
    for (uint64_t left = (uint64_t)(cells.right - column) * (cells.bottom - row); left > 0;
         left--) {
        const uint32_t cell = read_cell(tiles, index);
        const hm_sprite *const b = cell < tiles->sprite_count ? tiles->sprites[cell] : NULL;
        list[count] = (struct candidate){b, column, row};
        count += (b != NULL) | ((cell & TURNS) != 0);
        const bool ends = ++column == cells.right;
        column -= ends ? cells.right - cells.left : 0;
        row += ends;
        index += 1 + (ends ? next_row : 0);
        if (count < CANDIDATES)
            continue;
        if (any_touches(&at, list, count))
            return true;
        count = 0;
    }
    return any_touches(&at, list, count);
}

bool hm_tiles_overlap(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y)
{
    return hm_tiles_touch_at(tiles, a, x, y);
}

static bool find_contact(const struct cells *cells, const void *query, hm_point *hit)
{
    const struct stand *const at = (const struct stand *)query;
    return hm_overlap_first(at->a, cells->sprite, (int32_t)(cells->x - at->x),
                            (int32_t)(cells->y - at->y), hit);
}

NOINLINE bool hm_tiles_first_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y,
                                hm_point *hit)
{
    const struct stand stand = {tiles, a, x, y};
    struct cells cells;
    return hm_cells_under(&cells, tiles, a, x, y) &&
           hm_cells_first(&cells, find_contact, &stand, hit);
}

bool hm_tiles_first(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y, hm_point *hit)
{
    return hm_tiles_first_at(tiles, a, x, y, hit);
}

static uint64_t area_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y)
{
    struct cells cells;
    uint64_t area = 0;
    if (!hm_cells_under(&cells, tiles, a, x, y))
        return 0;
    while (hm_cells_next(&cells))
        area += hm_overlap_area(a, cells.sprite, (int32_t)(cells.x - x), (int32_t)(cells.y - y));
    return area;
}

uint64_t hm_tiles_area(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y)
{
    return area_at(tiles, a, x, y);
}

/* ---- Ways out ------------------------------------------------------------------------------ */

SMALL void hm_tiles_normal_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y,
                              int64_t *normal_x, int64_t *normal_y)
{
    *normal_x = (int64_t)(area_at(tiles, a, x - 1, y) - area_at(tiles, a, x + 1, y));
    *normal_y = (int64_t)(area_at(tiles, a, x, y - 1) - area_at(tiles, a, x, y + 1));
}

SMALL bool hm_tiles_normal(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                           int64_t *normal_x, int64_t *normal_y)
{
    *normal_x = 0;
    *normal_y = 0;
    if (!hm_tiles_touch_at(tiles, a, x, y))
        return false;
    hm_tiles_normal_at(tiles, a, x, y, normal_x, normal_y);
    return true;
}

static bool is_free(const void *context, int64_t x, int64_t y)
{
    const struct stand *const at = (const struct stand *)context;
    return !hm_tiles_touch_at(at->tiles, at->a, at->x + x, at->y + y);
}

SMALL bool hm_tiles_exit(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                         hm_direction direction, uint32_t limit, uint32_t *distance)
{
    const struct stand stand = {tiles, a, x, y};
    return hm_find_exit(is_free, &stand, direction, limit, distance);
}

SMALL bool hm_tiles_escape(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                           uint32_t limit, hm_point *move)
{
    const struct stand stand = {tiles, a, x, y};
    return hm_find_escape(is_free, &stand, limit, move);
}

/* ---- A pixel ------------------------------------------------------------------------------- */

SMALL bool hm_tiles_solid(const hm_tiles *tiles, int32_t x, int32_t y)
{
    struct cells cells;
    return hm_cells_open(&cells, tiles, x, y, (int64_t)x + 1, (int64_t)y + 1) &&
           hm_cells_next(&cells) &&
           hm_solid(cells.sprite, (int32_t)(x - cells.x), (int32_t)(y - cells.y));
}
