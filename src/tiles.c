/*
 * tiles.c - a sprite against a map of tiles: each cell under its bounds is a sprite in its place
 */
#include "tiles.h"
#include "bits.h"
#include "escape.h"
#include "shape.h"
#include "sprite.h"

/* ---- Cells ------------------------------------------------------------------------------- */

#define TURNS (HM_TILE_FLIP_X | HM_TILE_FLIP_Y | HM_TILE_TRANSPOSE)
/* A cell of 16 bits is turned from here on. */
#define CELL16_TURNED 0x2000
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

INLINE bool open_cells(struct cells *cells, const hm_tiles *tiles, int64_t x0, int64_t y0,
                       int64_t x1, int64_t y1)
{
    cells->tiles = tiles;
    if (!find_cells(tiles->width, tiles->tile_width, x0, x1, &cells->left, &cells->right) ||
        !find_cells(tiles->height, tiles->tile_height, y0, y1, &cells->row, &cells->bottom))
        return false;
    cells->column = cells->left;
    return tiles->cells16 != NULL || tiles->cells32 != NULL;
}

bool hm_cells_open(struct cells *cells, const hm_tiles *tiles, int64_t x0, int64_t y0, int64_t x1,
                   int64_t y1)
{
    return open_cells(cells, tiles, x0, y0, x1, y1);
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
        b = hm_cell_sprite(tiles, column, row, &room);
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
static NOINLINE bool wide_touches(const struct stand *at, struct cells *cells)
{
    while (hm_cells_next(cells))
        if (hm_overlap(at->a, cells->sprite, (int32_t)(cells->x - at->x),
                       (int32_t)(cells->y - at->y)))
            return true;
    return false;
}

/* Whether a cell is empty no processor can predict, so there is no branch on it. */
bool hm_tiles_touch_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y)
{
    const struct stand at = {tiles, a, x, y};
    const hm_box box = sprite_tight(a);
    struct cells cells;
    struct found found;
    if (!open_cells(&cells, tiles, x + box.x0, y + box.y0, x + box.x1, y + box.y1))
        return false;
    const uint64_t columns = cells.right - cells.left;
    if (columns > ROW_MOST)
        return wide_touches(&at, &cells);
    const bool is_16 = tiles->cells16 != NULL;
    const uint32_t upright =
        is_16 && tiles->sprite_count > CELL16_TURNED ? CELL16_TURNED : tiles->sprite_count;
    uint64_t place = (uint64_t)cells.row << 32 | cells.left;
    size_t index = (size_t)cells.row * (uint32_t)tiles->width + cells.left, count = 0;
    for (uint32_t rows = cells.bottom - cells.row; rows > 0; rows--) {
        const uint64_t stop = place + columns;
        do {
            const uint32_t cell = is_16 ? tiles->cells16[index] : tiles->cells32[index];
            found.places[count] = place;
            if (cell < upright) {
                const hm_sprite *const b = tiles->sprites[cell];
                found.sprites[count] = b;
                count += b != NULL;
            } else {
                found.sprites[count++] = NULL;
            }
            index++;
        } while (++place < stop);
        place += (UINT64_C(1) << 32) - columns;
        index += (uint32_t)tiles->width - columns;
        if (count < SOME)
            continue;
        if (any_touches(&at, &found, count))
            return true;
        count = 0;
    }
    return any_touches(&at, &found, count);
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

/* ==== Shapes ================================================================================== */

/*
 * boxes, circles, segments and rays against a map of tiles
 */

/* ---- Boxes and circles --------------------------------------------------------------------- */

/* Moves a pixel of the present cell into the map. */
static bool found(bool is, const struct cells *cells, hm_point *hit)
{
    hit->x += is ? (int32_t)cells->x : 0;
    hit->y += is ? (int32_t)cells->y : 0;
    return is;
}

static SMALL bool find_box(const struct cells *cells, const void *query, hm_point *hit)
{
    const hm_box *const box = (const hm_box *)query;
    const hm_box local = {
        (int32_t)larger(box->x0 - cells->x, 0), (int32_t)larger(box->y0 - cells->y, 0),
        (int32_t)larger(box->x1 - cells->x, 0), (int32_t)larger(box->y1 - cells->y, 0)};
    return found(hm_overlap_box(cells->sprite, &local, hit), cells, hit);
}

SMALL bool hm_tiles_box(const hm_tiles *tiles, const hm_box *box, hm_point *hit)
{
    struct cells cells;
    return hm_cells_open(&cells, tiles, box->x0, box->y0, box->x1, box->y1) &&
           hm_cells_first(&cells, find_box, box, hit);
}

struct circle {
    int64_t x, y;
    uint32_t radius;
};

static SMALL bool find_circle(const struct cells *cells, const void *query, hm_point *hit)
{
    const struct circle *const c = (const struct circle *)query;
    return found(hm_circle_meets(cells->sprite, c->x - cells->x, c->y - cells->y, c->radius, hit),
                 cells, hit);
}

SMALL bool hm_tiles_circle(const hm_tiles *tiles, int32_t x, int32_t y, uint32_t radius,
                           hm_point *hit)
{
    const struct circle c = {x, y, radius};
    struct cells cells;
    return hm_cells_open(&cells, tiles, c.x - radius, c.y - radius, c.x + radius + 1,
                         c.y + radius + 1) &&
           hm_cells_first(&cells, find_circle, &c, hit);
}

/* ---- Segments and rays --------------------------------------------------------------------- */

/* The steps from `at` in the direction `step` to the first pixel outside its cell of `size`. */
static uint64_t steps_out(int64_t at, int32_t step, int32_t size)
{
    const int64_t inside = at % size;
    return (uint64_t)(step > 0 ? size - inside : inside + 1);
}

/* Goes to the first step in another cell. */
static SMALL void leave_cell(const hm_tiles *tiles, int64_t x, int64_t y, struct path *path)
{
    struct path across = *path, along = *path;
    if (path->width > 0)
        path_seek_x(&across, path->x + steps_out(x, path->right, tiles->tile_width));
    if (path->height > 0)
        path_seek_y(&along, path->y + steps_out(y, path->down, tiles->tile_height));
    const bool x_first =
        path->height == 0 || (path->width > 0 && path_taken(&across) < path_taken(&along));
    *path = x_first ? across : along;
}

/* Follows a path from (x, y) for at most `length` steps. */
static SMALL bool walk(const hm_tiles *tiles, int32_t x, int32_t y, const struct path *start,
                       uint64_t length, hm_point *hit, uint64_t *taken)
{
    const hm_point size = hm_tiles_size(tiles);
    struct path path = *start;
    hm_sprite room;
    hm_point at;
    if (!path_enter(&path, x, y, (uint32_t)size.x, (uint32_t)size.y))
        return false;
    while (path_taken(&path) <= length) {
        const int64_t px = x + path.right * (int64_t)path.x, py = y + path.down * (int64_t)path.y;
        if (px < 0 || px >= size.x || py < 0 || py >= size.y)
            return false;
        const uint32_t column = (uint32_t)px / (uint32_t)tiles->tile_width;
        const uint32_t row = (uint32_t)py / (uint32_t)tiles->tile_height;
        const hm_sprite *const sprite = hm_cell_sprite(tiles, column, row, &room);
        const int64_t left = (int64_t)column * tiles->tile_width;
        const int64_t top = (int64_t)row * tiles->tile_height;
        if (sprite != NULL && hm_walk_meets(sprite, x - left, y - top, start, length, &at, taken)) {
            if (hit != NULL)
                *hit = (hm_point){at.x + (int32_t)left, at.y + (int32_t)top};
            return true;
        }
        if (path_length(&path) == 0)
            return false;
        leave_cell(tiles, px, py, &path);
    }
    return false;
}

SMALL bool hm_tiles_segment(const hm_tiles *tiles, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                            hm_point *hit)
{
    struct path path;
    uint64_t taken;
    path_init(&path, (int64_t)x1 - x0, (int64_t)y1 - y0);
    return walk(tiles, x0, y0, &path, path_length(&path), hit, &taken);
}

SMALL bool hm_tiles_ray(const hm_tiles *tiles, int32_t x, int32_t y, int32_t dx, int32_t dy,
                        hm_point *hit, uint64_t *steps)
{
    struct path path;
    uint64_t taken;
    path_init(&path, dx, dy);
    if (!walk(tiles, x, y, &path, path_length(&path) > 0 ? UINT64_MAX : 0, hit, &taken))
        return false;
    if (steps != NULL)
        *steps = taken;
    return true;
}
