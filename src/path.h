/*
 * path.h - the way of a move: whole pixels, one axis at a time
 *
 * The real line from the centre of the first pixel crosses from column to column and from row
 * to row at half-integers; each crossing is a step, and x goes first where both are crossed at
 * once. With the move (w, h), both taken as positive, crossing number i + 1 along x lies at
 * (2i + 1) / 2w of the way and number j + 1 along y at (2j + 1) / 2h:
 *
 *     turn = (2i + 1) h - (2j + 1) w   after i steps along x and j along y
 *
 * is not above 0 exactly when the next step goes along x. It stays below 2^34 in size, so it is
 * exact when computed modulo 2^64, and so are the quotients that lead to a step directly.
 *
 * Nothing here knows of sprites. The line goes on behind the end of the move, for rays.
 */
#ifndef HM_PATH_H
#define HM_PATH_H

#include <stdbool.h>
#include <stdint.h>

enum path_axis { PATH_X, PATH_Y };

struct path {
    uint64_t width, height; /* of the move; below 2^32 */
    int32_t right, down;    /* what a step along each axis adds: -1, 0 or 1 */
    uint64_t x, y;          /* the steps taken along each axis */
    int64_t turn;
};

static inline void path_find_turn(struct path *path)
{
    path->turn = (int64_t)((2 * path->x + 1) * path->height - (2 * path->y + 1) * path->width);
}

/* Begins a move from (0, 0) to (x, y), both between -2^32 and 2^32. No step is taken yet. */
static inline void path_init(struct path *path, int64_t x, int64_t y)
{
    path->width = (uint64_t)(x < 0 ? -x : x);
    path->height = (uint64_t)(y < 0 ? -y : y);
    path->right = (x > 0) - (x < 0);
    path->down = (y > 0) - (y < 0);
    path->x = 0;
    path->y = 0;
    path_find_turn(path);
}

/* The steps of the whole move, and those taken. */
static inline uint64_t path_length(const struct path *path)
{
    return path->width + path->height;
}

static inline uint64_t path_taken(const struct path *path)
{
    return path->x + path->y;
}

/* Takes a step and returns its axis. The move must not be (0, 0). */
static inline enum path_axis path_step(struct path *path)
{
    const enum path_axis axis = path->turn > 0 ? PATH_Y : PATH_X;
    path->x += axis == PATH_X;
    path->y += axis == PATH_Y;
    path->turn += axis == PATH_Y ? -2 * (int64_t)path->width : 2 * (int64_t)path->height;
    return axis;
}

/* Goes to the place after `steps` steps, at most 2^32. A move of (0, 0) stays at (0, 0). */
static inline void path_seek(struct path *path, uint64_t steps)
{
    const uint64_t length = path_length(path);
    if (length == 0)
        return;
    path->x = (steps * path->width + length / 2) / length;
    path->y = steps - path->x;
    path_find_turn(path);
}

/* Half of a difference, rounded down, modulo 2^64. */
static inline uint64_t path_half(uint64_t a, uint64_t b)
{
    return a >= b ? (a - b) / 2 : 0 - (b - a + 1) / 2;
}

/* Goes to the place right after step `x` along x, 1 to 2^32 - 1. The move must go along x. */
static inline void path_seek_x(struct path *path, uint64_t x)
{
    path->x = x;
    path->y = (x * path->height - path_half(path->height, path->width) - 1) / path->width;
    path_find_turn(path);
}

/* Goes to the place right after step `y` along y, 1 to 2^32 - 1. The move must go along y. */
static inline void path_seek_y(struct path *path, uint64_t y)
{
    path->y = y;
    path->x = (y * path->width + path_half(path->height, path->width)) / path->height;
    path_find_turn(path);
}

/* The steps along one axis after which a way is inside: from the first to the last. */
struct path_stay {
    uint64_t first, last;
};

/* Finds the steps from `at` in the direction `step` that are inside 0 to size - 1. False when there
 * are none. */
static inline bool path_find_stay(int64_t at, int32_t step, uint32_t size, struct path_stay *out)
{
    const int64_t end = (int64_t)size - 1;
    if (step == 0) {
        *out = (struct path_stay){0, UINT64_MAX};
        return at >= 0 && at <= end;
    }
    const int64_t first = step > 0 ? -at : at - end;
    const int64_t last = step > 0 ? end - at : at;
    *out = (struct path_stay){(uint64_t)(first > 0 ? first : 0), (uint64_t)last};
    return last >= 0;
}

/* Goes from column `column` and row `row` straight to the first step inside a box of pixels from
 * (0, 0), which the later of the two axes makes. An axis that the path does not go along has no
 * first step to wait for. False when no step is inside. */
static inline bool path_enter(struct path *path, int64_t column, int64_t row, uint32_t width,
                              uint32_t height)
{
    struct path_stay x, y;
    if (!path_find_stay(column, path->right, width, &x) ||
        !path_find_stay(row, path->down, height, &y))
        return false;
    if (path->width > 0 && path->x < x.first)
        path_seek_x(path, x.first);
    if (path->height > 0 && path->y < y.first)
        path_seek_y(path, y.first);
    return path->x <= x.last && path->y <= y.last;
}

#endif
