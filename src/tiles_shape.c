/*
 * tiles_shape.c - boxes, circles, segments and rays against a map of tiles
 */
#include "bits.h"
#include "shape.h"
#include "sprite.h"
#include "tiles.h"

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
