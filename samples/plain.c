/*
 * plain.c - the rules of moves and of turned sprites, by plain loops over pixels
 */
#include "plain.h"

#include <stdlib.h>

/* The mover, and the result so far. */
struct walk {
    touch_at touch;
    const void *context;
    int x, y, step_up, step_down;
    bool falls; /* it does not move up */
    hm_slide_result *out;
};

static bool is_free(const struct walk *walk, int x, int y)
{
    return !walk->touch(walk->context, x, y);
}

static void sink(struct walk *walk)
{
    for (int down = 0; down <= walk->step_down && is_free(walk, walk->x, walk->y + down); down++)
        if (!is_free(walk, walk->x, walk->y + down + 1)) {
            walk->y += down;
            return;
        }
}

static void step_x(struct walk *walk, int way)
{
    const bool on_ground = !is_free(walk, walk->x, walk->y + 1);
    if (is_free(walk, walk->x + way, walk->y)) {
        walk->x += way;
        if (walk->falls && on_ground)
            sink(walk);
        return;
    }
    for (int up = 1; up <= walk->step_up && is_free(walk, walk->x, walk->y - up); up++)
        if (is_free(walk, walk->x + way, walk->y - up)) {
            walk->x += way;
            walk->y -= up;
            return;
        }
    walk->out->hit_x = true;
}

static void step_y(struct walk *walk, int way)
{
    if (is_free(walk, walk->x, walk->y + way))
        walk->y += way;
    else
        walk->out->hit_y = true;
}

void plain_slide(touch_at touch, const void *context, hm_point from, hm_point move, int step_up,
                 int step_down, hm_slide_result *out)
{
    struct walk walk = {touch, context, from.x, from.y, step_up, step_down, move.y >= 0, out};
    const int steps_x = abs(move.x), steps_y = abs(move.y);
    *out = (hm_slide_result){0};
    out->stuck = !is_free(&walk, from.x, from.y);
    for (int i = 0, j = 0; !out->stuck && i + j < steps_x + steps_y;) {
        /* The line crosses the next column no later than the next row. */
        if (j == steps_y || (i < steps_x && (2 * i + 1) * steps_y <= (2 * j + 1) * steps_x)) {
            i++;
            if (!out->hit_x)
                step_x(&walk, move.x < 0 ? -1 : 1);
        } else {
            j++;
            if (!out->hit_y)
                step_y(&walk, move.y < 0 ? -1 : 1);
        }
    }
    out->moved = (hm_point){walk.x - from.x, walk.y - from.y};
    out->on_ground = !is_free(&walk, walk.x, walk.y + 1);
}

bool plain_same(const hm_slide_result *a, const hm_slide_result *b)
{
    return a->moved.x == b->moved.x && a->moved.y == b->moved.y && a->hit_x == b->hit_x &&
           a->hit_y == b->hit_y && a->on_ground == b->on_ground && a->stuck == b->stuck;
}

int plain_fall(touch_at touch, const void *context, hm_point from, int limit)
{
    int down = 0;
    while (down < limit && !touch(context, from.x, from.y + down + 1))
        down++;
    return down;
}

/* True if the centre of pixel (x, y) lands in a solid pixel of the picture. */
static bool lands_in(const struct picture *picture, const hm_transform *map, int x, int y)
{
    const int64_t centre_x = INT64_C(65536) * x + 32768, centre_y = INT64_C(65536) * y + 32768;
    const int64_t to_x = (map->xx * centre_x + map->xy * centre_y + map->x * 65536) >> 32;
    const int64_t to_y = (map->yx * centre_x + map->yy * centre_y + map->y * 65536) >> 32;
    return to_x >= 0 && to_y >= 0 && to_x < picture->width && to_y < picture->height &&
           picture_alpha(picture, (int)to_x, (int)to_y) != 0;
}

bool plain_turned(const struct picture *a, const struct picture *b, const hm_affine *map,
                  hm_box near)
{
    const hm_box all = picture_box(b, 0, 0);
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            if (picture_alpha(a, x, y) != 0 && lands_in(b, &map->to_b, x, y))
                return true;
    hm_box_intersection(&near, &all, &near);
    for (int y = near.y0; y < near.y1; y++)
        for (int x = near.x0; x < near.x1; x++)
            if (picture_alpha(b, x, y) != 0 && lands_in(a, &map->to_a, x, y))
                return true;
    return false;
}
