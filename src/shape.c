/*
 * shape.c - boxes, circles, segments and rays against a mask
 *
 * Everything is brought to the sprite as it is stored, counted from the corner of its bounds,
 * and cut to them before the first pixel is looked at. A flipped view turns the shape instead,
 * and with it the end that reading begins at.
 */
#include "shape.h"
#include "columns.h"
#include "round.h"

/* Turns a coordinate of the view into a stored one, counted from the edge of the bounds. */
static int64_t stored(int64_t at, int32_t size, bool flipped, int32_t begin)
{
    return (flipped ? size - 1 - at : at) - begin;
}

static int64_t stored_x(const hm_sprite *sprite, int64_t x)
{
    ASSERT_CURRENT(sprite);
    return stored(x, sprite->width, sprite->flip_x, sprite->bounds.x0);
}

static int64_t stored_y(const hm_sprite *sprite, int64_t y)
{
    return stored(y, sprite->height, sprite->flip_y, sprite->bounds.y0);
}

/* Writes the pixel at a column and row of the stored bounds, as a pixel of the view. */
static bool found(const hm_sprite *sprite, uint32_t column, uint32_t row, hm_point *hit)
{
    const int32_t x = sprite->bounds.x0 + (int32_t)column;
    const int32_t y = sprite->bounds.y0 + (int32_t)row;
    if (hit != NULL)
        *hit = (hm_point){sprite->flip_x ? sprite->width - 1 - x : x,
                          sprite->flip_y ? sprite->height - 1 - y : y};
    return true;
}

static uint32_t bounds_width(const hm_sprite *sprite)
{
    return (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0);
}

static uint32_t bounds_height(const hm_sprite *sprite)
{
    return (uint32_t)(sprite->bounds.y1 - sprite->bounds.y0);
}

/* ---- Boxes ------------------------------------------------------------------------------ */

/* Boxes are mostly small, and most of those that hit do so in their first rows. */
enum { FIRST_ROWS = 16 };

/* Columns or rows of the stored bounds, from the first to the last. */
struct part {
    int64_t first, last;
};

/* The part of begin to end - 1, in pixels of the view, that lies in the bounds. */
static struct part cut(int32_t begin, int32_t end, int32_t size, bool flipped, int32_t bounds_begin,
                       int32_t bounds_end)
{
    const int64_t p = stored(begin, size, flipped, bounds_begin);
    const int64_t q = stored((int64_t)end - 1, size, flipped, bounds_begin);
    return (struct part){larger(flipped ? q : p, 0),
                         smaller(flipped ? p : q, (int64_t)bounds_end - bounds_begin - 1)};
}

/* A box is a sprite that is solid throughout. Flips matter only for the hit. */
static bool meets_full(const hm_sprite *sprite, struct part columns, struct part rows,
                       hm_point *hit)
{
    hm_sprite full = {.cpu = sprite->cpu};
    full.width = (int32_t)(columns.last - columns.first + 1);
    full.height = (int32_t)(rows.last - rows.first + 1);
    full.bounds = (hm_box){0, 0, full.width, full.height};
    full.area = (uint64_t)full.width * (uint64_t)full.height;
    full.flip_x = sprite->flip_x;
    full.flip_y = sprite->flip_y;
    hm_sprite_view_full(&full);
    hm_point corner;
    found(sprite, (uint32_t)(sprite->flip_x ? columns.last : columns.first),
          (uint32_t)(sprite->flip_y ? rows.last : rows.first), &corner);
    return hm_overlap_first(sprite, &full, corner.x, corner.y, hit);
}

bool hm_overlap_box(const hm_sprite *sprite, const hm_box *box, hm_point *hit)
{
    ASSERT_CURRENT(sprite);
    const hm_box bounds = sprite->bounds;
    const struct part columns =
        cut(box->x0, box->x1, sprite->width, sprite->flip_x, bounds.x0, bounds.x1);
    struct part rows = cut(box->y0, box->y1, sprite->height, sprite->flip_y, bounds.y0, bounds.y1);
    if (columns.first > columns.last)
        return false;
    for (int i = 0; i < FIRST_ROWS; i++) {
        uint32_t column;
        if (rows.first > rows.last)
            return false;
        const uint32_t row = (uint32_t)(sprite->flip_y ? rows.last-- : rows.first++);
        if (find_in_row(sprite, row, (uint32_t)columns.first, (uint32_t)columns.last,
                        sprite->flip_x, &column))
            return found(sprite, column, row, hit);
    }
    return rows.first <= rows.last && meets_full(sprite, columns, rows, hit);
}

/* ---- Circles ---------------------------------------------------------------------------- */

/* The circle against a full box, which may be so large that walking its rows takes seconds: the
 * first row that the circle reaches has the hit. `row` is the circle's own. */
static bool meets_circle(const hm_sprite *full, const struct circle_columns *columns, int64_t row,
                         uint32_t radius, hm_point *hit)
{
    const int64_t rows = round_root(round_square(radius) - round_square(columns->nearest));
    const int64_t top = larger(row - rows, 0);
    const int64_t bottom = smaller(row + rows, (int64_t)bounds_height(full) - 1);
    if (bottom < top)
        return false;
    const int64_t at = full->flip_y ? bottom : top;
    const int64_t reach = round_root(round_square(radius) - round_square(round_distance(at, row)));
    const int64_t column = full->flip_x ? smaller(columns->centre + reach, columns->last)
                                        : larger(columns->centre - reach, 0);
    return found(full, (uint32_t)column, (uint32_t)at, hit);
}

bool hm_overlap_circle(const hm_sprite *sprite, int32_t x, int32_t y, uint32_t radius,
                       hm_point *hit)
{
    return hm_circle_meets(sprite, x, y, radius, hit);
}

bool hm_circle_meets(const hm_sprite *sprite, int64_t x, int64_t y, uint32_t radius, hm_point *hit)
{
    const int64_t row = stored_y(sprite, y);
    const int64_t top = larger(row - radius, 0);
    const int64_t bottom = smaller(row + radius, (int64_t)bounds_height(sprite) - 1);
    const struct circle_columns columns = columns_round(stored_x(sprite, x), bounds_width(sprite));
    if (bottom < top || columns.nearest > radius)
        return false;
    if (sprite->row_step == 0)
        return meets_circle(sprite, &columns, row, radius, hit);
    int64_t reach = columns.nearest;
    for (int64_t i = 0; i <= bottom - top; i++) {
        const int64_t at = sprite->flip_y ? bottom - i : top + i;
        reach = adjust_reach(&columns, reach,
                             round_square(radius) - round_square(round_distance(at, row)));
        if (reach < columns.nearest)
            continue;
        const uint32_t first = (uint32_t)larger(columns.centre - reach, 0);
        const uint32_t last = (uint32_t)smaller(columns.centre + reach, columns.last);
        uint32_t column;
        if (find_in_row(sprite, (uint32_t)at, first, last, sprite->flip_x, &column))
            return found(sprite, column, (uint32_t)at, hit);
    }
    return false;
}

/* ---- Segments and rays ------------------------------------------------------------------ */

static SMALL bool walk_row(const hm_sprite *sprite, struct path path, uint32_t column, uint32_t row,
                           uint64_t steps, hm_point *hit, uint64_t *taken)
{
    const uint32_t end = bounds_width(sprite) - 1;
    const bool backwards = path.right < 0;
    const uint32_t most = backwards ? column : end - column;
    const uint32_t length = steps < most ? (uint32_t)steps : most;
    const uint32_t first = backwards ? column - length : column;
    uint32_t at;
    if (!find_in_row(sprite, row, first, first + length, backwards, &at))
        return false;
    *taken = path_taken(&path) + (backwards ? column - at : at - column);
    return found(sprite, at, row, hit);
}

/* Goes on from a pixel inside the bounds for at most `steps` steps. */
static bool walk_on(const hm_sprite *sprite, struct path path, uint32_t column, uint32_t row,
                    uint64_t steps, hm_point *hit, uint64_t *taken)
{
    const uint32_t width = bounds_width(sprite), height = bounds_height(sprite);
    do {
        if (get_u64(sprite_row(sprite, column / 64, row)) >> (column % 64) & 1) {
            *taken = path_taken(&path);
            return found(sprite, column, row, hit);
        }
        const enum path_axis axis = path_step(&path);
        column += axis == PATH_X ? (uint32_t)path.right : 0;
        row += axis == PATH_Y ? (uint32_t)path.down : 0;
    } while (steps-- > 0 && column < width && row < height);
    return false;
}

static bool walk(const hm_sprite *sprite, int64_t x, int64_t y, struct path *path, uint64_t length,
                 hm_point *hit, uint64_t *taken)
{
    const int64_t column = stored_x(sprite, x), row = stored_y(sprite, y);
    path->right *= sprite->flip_x ? -1 : 1;
    path->down *= sprite->flip_y ? -1 : 1;
    if (!path_enter(path, column, row, bounds_width(sprite), bounds_height(sprite)) ||
        path_taken(path) > length)
        return false;
    const uint32_t from_column = (uint32_t)(column + path->right * (int64_t)path->x);
    const uint32_t from_row = (uint32_t)(row + path->down * (int64_t)path->y);
    return (path->height == 0 ? walk_row : walk_on)(sprite, *path, from_column, from_row,
                                                    length - path_taken(path), hit, taken);
}

SMALL bool hm_walk_meets(const hm_sprite *sprite, int64_t x, int64_t y, const struct path *path,
                         uint64_t length, hm_point *hit, uint64_t *taken)
{
    struct path own = *path;
    return walk(sprite, x, y, &own, length, hit, taken);
}

bool hm_overlap_segment(const hm_sprite *sprite, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                        hm_point *hit)
{
    struct path path;
    uint64_t taken;
    path_init(&path, (int64_t)x1 - x0, (int64_t)y1 - y0);
    return walk(sprite, x0, y0, &path, path_length(&path), hit, &taken);
}

bool hm_overlap_ray(const hm_sprite *sprite, int32_t x, int32_t y, int32_t dx, int32_t dy,
                    hm_point *hit, uint64_t *steps)
{
    struct path path;
    uint64_t taken;
    path_init(&path, dx, dy);
    const bool moves = path_length(&path) > 0;
    if (!walk(sprite, x, y, &path, moves ? UINT64_MAX : 0, hit, &taken))
        return false;
    if (steps != NULL)
        *steps = taken;
    return true;
}
