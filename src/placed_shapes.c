/*
 * placed_shapes.c - boxes, circles, segments and rays of the world against a turned sprite
 *
 * A shape is a sprite of world pixels. It is asked about a tile at a time: a small mask that is
 * drawn, asked and forgotten.
 */
#include "bits.h"
#include "path.h"
#include "placed.h"
#include "round.h"

enum { TILE = 64 };

/* A sprite in the world, and the box of world pixels that may touch it, counted as `plane` does. */
struct scene {
    const hm_sprite *sprite;
    struct plane plane;
    hm_box box; /* in the world */
};

/* A part of a shape. */
struct tile {
    hm_sprite sprite;
    int64_t x, y; /* in the world */
    uint8_t words[TILE * 8];
};

/* ---- Asking --------------------------------------------------------------------------------- */

static SMALL bool is_in_size(int64_t begin, int64_t end)
{
    return begin < end && end - begin <= HM_AFFINE_SIDE_MAX;
}

/* False when no shape touches. */
static SMALL bool open_scene(const hm_sprite *sprite, const hm_placement *at, struct scene *out)
{
    out->sprite = sprite;
    if (sprite->area == 0 || !hm_world_round(at, &out->plane))
        return false;
    hm_placed_bounds(sprite, at, &out->box);
    return is_in_size(out->box.x0, out->box.x1) && is_in_size(out->box.y0, out->box.y1);
}

static SMALL void tile_open(struct tile *tile, const struct scene *scene, int64_t x, int64_t y,
                            int64_t width, int64_t height)
{
    hm_sprite_of_box(&tile->sprite, scene->sprite->cpu, (int32_t)width, (int32_t)height);
    tile->x = x;
    tile->y = y;
    tile->sprite.words = tile->words;
    tile->sprite.row_step = 8;
    memset(tile->words, 0, sizeof tile->words);
}

static SMALL void tile_add(struct tile *tile, int64_t row, uint64_t pixels)
{
    uint8_t *const at = tile->words + row * 8;
    put_u64(at, get_u64(at) | pixels);
}

/* Does a mask touch whose first pixel lies at (x, y) in the world? */
static SMALL bool touches(const struct scene *scene, const hm_sprite *mask, int64_t x, int64_t y,
                          hm_point *hit)
{
    const int64_t right = x - scene->plane.x, down = y - scene->plane.y;
    hm_affine map = scene->plane.map;
    map.to_b.x -= right * 65536;
    map.to_b.y -= down * 65536;
    map.to_a.x += map.to_a.xx * right + map.to_a.xy * down;
    map.to_a.y += map.to_a.yx * right + map.to_a.yy * down;
    return hit != NULL ? hm_affine_first(scene->sprite, mask, &map, hit)
                       : hm_affine_overlap(scene->sprite, mask, &map);
}

/* ---- Boxes and circles ---------------------------------------------------------------------- */

SMALL bool hm_placed_box(const hm_sprite *sprite, const hm_placement *at, const hm_box *box,
                         hm_point *hit)
{
    struct scene scene;
    hm_box part;
    hm_sprite full;
    if (!open_scene(sprite, at, &scene) || !hm_box_intersection(box, &scene.box, &part))
        return false;
    hm_sprite_of_box(&full, sprite->cpu, part.x1 - part.x0, part.y1 - part.y0);
    return touches(&scene, &full, part.x0, part.y0, hit);
}

/* A circle, and the box of it that counts. */
struct circle {
    int64_t x, y;
    uint64_t squared;
    int64_t x0, y0, x1, y1;
};

/* Draws the pixels of a circle in a tile. */
static SMALL void draw_circle(const struct circle *circle, struct tile *tile)
{
    for (int64_t row = 0; row < tile->sprite.height; row++) {
        const uint64_t down = (uint64_t)absolute(tile->y + row - circle->y);
        const int64_t reach = round_root(circle->squared - down * down);
        const int64_t first = larger(circle->x - reach - tile->x, 0);
        const int64_t last = smaller(circle->x + reach - tile->x, tile->sprite.width - 1);
        if (first <= last)
            tile_add(tile, row, low_bits((unsigned)last + 1) & ~low_bits((unsigned)first));
    }
}

/* Keeps the first one in reading order. */
static SMALL void keep_first(bool any, hm_point found, hm_point *best)
{
    if (!any || found.y < best->y || (found.y == best->y && found.x < best->x))
        *best = found;
}

SMALL bool hm_placed_circle(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                            uint32_t radius, hm_point *hit)
{
    struct scene scene;
    struct tile tile;
    hm_point found, best = {0, 0};
    bool any = false;
    if (!open_scene(sprite, at, &scene))
        return false;
    const struct circle c = {.x = x,
                             .y = y,
                             .squared = (uint64_t)radius * radius,
                             .x0 = larger(scene.box.x0, (int64_t)x - radius),
                             .y0 = larger(scene.box.y0, (int64_t)y - radius),
                             .x1 = smaller(scene.box.x1, (int64_t)x + radius + 1),
                             .y1 = smaller(scene.box.y1, (int64_t)y + radius + 1)};
    for (int64_t top = c.y0; top < c.y1; top += TILE)
        for (int64_t left = c.x0; left < c.x1; left += TILE) {
            tile_open(&tile, &scene, left, top, smaller(TILE, c.x1 - left),
                      smaller(TILE, c.y1 - top));
            draw_circle(&c, &tile);
            if (!touches(&scene, &tile.sprite, left, top, hit != NULL ? &found : NULL))
                continue;
            if (hit == NULL)
                return true;
            keep_first(any, found, &best);
            any = true;
        }
    if (any)
        *hit = best;
    return any;
}

/* ---- Segments and rays ---------------------------------------------------------------------- */

/* A way through the box of a scene. */
struct passage {
    const struct scene *scene;
    struct path path;
    int64_t x, y; /* where it begins in the world */
    uint64_t length;
};

static SMALL int64_t x_of(const struct passage *passage)
{
    return passage->x + passage->path.right * (int64_t)passage->path.x;
}

static SMALL int64_t y_of(const struct passage *passage)
{
    return passage->y + passage->path.down * (int64_t)passage->path.y;
}

/* Goes a step; false at the end, and when the way leaves the box. */
static SMALL bool go_on(struct passage *passage)
{
    const hm_box *const box = &passage->scene->box;
    if (path_taken(&passage->path) >= passage->length)
        return false;
    path_step(&passage->path);
    const int64_t x = x_of(passage), y = y_of(passage);
    return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
}

/* Goes on through a tile and draws the way in it. False at the end. */
static SMALL bool draw_way(struct passage *passage, struct tile *tile)
{
    int64_t x = x_of(passage) - tile->x, y = y_of(passage) - tile->y;
    while (x >= 0 && x < TILE && y >= 0 && y < TILE) {
        tile_add(tile, y, UINT64_C(1) << x);
        if (!go_on(passage))
            return false;
        x = x_of(passage) - tile->x;
        y = y_of(passage) - tile->y;
    }
    return true;
}

/* Goes on to the first pixel of a way that touches. */
static SMALL bool find_pixel(struct passage *passage, hm_point *hit)
{
    hm_sprite dot;
    hm_sprite_of_box(&dot, passage->scene->sprite->cpu, 1, 1);
    do {
        if (touches(passage->scene, &dot, x_of(passage), y_of(passage), hit))
            return true;
    } while (go_on(passage));
    return false;
}

/* Asks about the way from (x, y) along (dx, dy), for at most `length` steps. */
static SMALL bool ask_way(const hm_sprite *sprite, const hm_placement *at, hm_point from,
                          int64_t dx, int64_t dy, uint64_t length, hm_point *hit, uint64_t *steps)
{
    struct scene scene;
    struct tile tile;
    struct passage passage = {.scene = &scene, .x = from.x, .y = from.y, .length = length};
    const hm_box *const box = &scene.box;
    path_init(&passage.path, dx, dy);
    if (!open_scene(sprite, at, &scene) ||
        !path_enter(&passage.path, passage.x - box->x0, passage.y - box->y0,
                    (uint32_t)(box->x1 - box->x0), (uint32_t)(box->y1 - box->y0)) ||
        path_taken(&passage.path) > length)
        return false;
    for (bool more = true; more;) {
        struct passage begin = passage;
        tile_open(&tile, &scene, x_of(&passage) - (dx < 0 ? TILE - 1 : 0),
                  y_of(&passage) - (dy < 0 ? TILE - 1 : 0), TILE, TILE);
        more = draw_way(&passage, &tile);
        if (touches(&scene, &tile.sprite, tile.x, tile.y, NULL) && find_pixel(&begin, hit)) {
            *steps = path_taken(&begin.path);
            return true;
        }
    }
    return false;
}

SMALL bool hm_placed_segment(const hm_sprite *sprite, const hm_placement *at, int32_t x0,
                             int32_t y0, int32_t x1, int32_t y1, hm_point *hit)
{
    const int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    uint64_t steps;
    return ask_way(sprite, at, (hm_point){x0, y0}, dx, dy, (uint64_t)(absolute(dx) + absolute(dy)),
                   hit, &steps);
}

SMALL bool hm_placed_ray(const hm_sprite *sprite, const hm_placement *at, int32_t x, int32_t y,
                         int32_t dx, int32_t dy, hm_point *hit, uint64_t *steps)
{
    uint64_t taken;
    return ask_way(sprite, at, (hm_point){x, y}, dx, dy, (dx | dy) != 0 ? UINT64_MAX : 0, hit,
                   steps != NULL ? steps : &taken);
}
