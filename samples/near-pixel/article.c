/*
 * article.c - the published method: maps of the picture, pruned, and points looked up in them
 */
#include "article.h"

void make_map(const struct picture *art, struct map *out)
{
    *out = (struct map){0};
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if (picture_alpha(art, x, y) > THRESHOLD)
                out->cells[y / CELL][x / CELL] = true;
}

/* True if every cell up to PADDING away is solid. No cell beyond the border is solid. */
static bool is_deep(const struct map *map, int x, int y)
{
    for (int v = y - PADDING; v <= y + PADDING; v++)
        for (int u = x - PADDING; u <= x + PADDING; u++)
            if (u < 0 || v < 0 || u >= CELLS || v >= CELLS || !map->cells[v][u])
                return false;
    return true;
}

void prune_map(const struct map *map, bool as_article, struct map *out)
{
    const int first = as_article ? PADDING : 0, end = CELLS - first;
    *out = (struct map){0};
    for (int y = first; y < end; y++)
        for (int x = first; x < end; x++)
            out->cells[y][x] = map->cells[y][x] && !is_deep(map, x, y);
}

static hm_point middle_of(int cell_x, int cell_y)
{
    return (hm_point){cell_x * CELL + CELL / 2, cell_y * CELL + CELL / 2};
}

/* Half of a 16.16 position, rounded down to whole pixels. */
static int floor_of(int64_t twice)
{
    const int64_t unit = 2 * ONE;
    return (int)((twice >= 0 ? twice : twice - unit + 1) / unit);
}

hm_point land(const hm_transform *to, hm_point pixel)
{
    const int64_t x = 2 * pixel.x + 1, y = 2 * pixel.y + 1;
    return (hm_point){floor_of(to->xx * x + to->xy * y + 2 * to->x),
                      floor_of(to->yx * x + to->yy * y + 2 * to->y)};
}

bool value_at(const struct map *map, hm_point pixel)
{
    return pixel.x >= 0 && pixel.y >= 0 && pixel.x < SIZE && pixel.y < SIZE &&
           map->cells[pixel.y / CELL][pixel.x / CELL];
}

bool points_meet_map(const struct map *a, const struct map *b, const hm_transform *to_b)
{
    for (int v = 0; v < CELLS; v++)
        for (int u = 0; u < CELLS; u++)
            if (a->cells[v][u] && value_at(b, land(to_b, middle_of(u, v))))
                return true;
    return false;
}
