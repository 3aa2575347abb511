/*
 * many_shapes.c - boxes, circles, points and rays against a crowd
 */
#include "crowd.h"

#include "bits.h"
#include "shape.h"
#include "sprite.h"

static uint32_t level_of(const struct crowd *crowd)
{
    const bool has_one = crowd->count > 0 && crowd->sprites != NULL && crowd->sprites[0] != NULL;
    return has_one ? crowd->sprites[0]->cpu : hm_cpu_level();
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* A circle, or without a radius a box; and the area of it. */
struct shape {
    struct zone zone;
    int64_t x, y;
    uint32_t radius;
    bool is_circle;
};

static int32_t to_local(int64_t edge, int64_t origin)
{
    return (int32_t)larger(INT32_MIN, smaller(edge - origin, INT32_MAX));
}

static SMALL bool meets(const struct shape *s, const struct item *item)
{
    if (s->is_circle)
        return hm_circle_meets(item->sprite, s->x - item->x, s->y - item->y, s->radius, NULL);
    const hm_box box = {to_local(s->zone.x0, item->x), to_local(s->zone.y0, item->y),
                        to_local(s->zone.x1, item->x), to_local(s->zone.y1, item->y)};
    return hm_overlap_box(item->sprite, &box, NULL);
}

static SMALL uint32_t list_hits(const struct crowd *crowd, const struct shape *shape,
                                uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    const uint32_t cpu = level_of(crowd);
    uint32_t list[CROWD_CHUNK], count = 0;
    struct item item;
    if (capacity == 0)
        return 0;
    if (*next > crowd->count)
        *next = crowd->count;
    while (*next < crowd->count) {
        const uint32_t found = hm_crowd_near(crowd, &shape->zone, cpu, next, list);
        for (uint32_t i = 0; i < found; i++) {
            if (count == capacity) {
                *next = list[i];
                return count;
            }
            if (hm_crowd_item(crowd, list[i], cpu, &item) && meets(shape, &item))
                hits[count++] = list[i];
        }
        if (count == capacity)
            break;
    }
    return count;
}

static SMALL uint32_t list_in_box(const struct crowd *crowd, const hm_box *box, uint32_t *next,
                                  uint32_t *hits, uint32_t capacity)
{
    const struct shape shape = {{box->x0, box->y0, box->x1, box->y1}, 0, 0, 0, false};
    return list_hits(crowd, &shape, next, hits, capacity);
}

static SMALL uint32_t list_in_circle(const struct crowd *crowd, int64_t x, int64_t y,
                                     uint32_t radius, uint32_t *next, uint32_t *hits,
                                     uint32_t capacity)
{
    const struct shape shape = {
        {x - radius, y - radius, x + radius + 1, y + radius + 1}, x, y, radius, true};
    return list_hits(crowd, &shape, next, hits, capacity);
}

SMALL uint32_t hm_many_box16(const hm_box *box, const hm_crowd16 *crowd, uint32_t *next,
                             uint32_t *hits, uint32_t capacity)
{
    struct crowd all;
    hm_crowd_open16(crowd, &all);
    return list_in_box(&all, box, next, hits, capacity);
}

SMALL uint32_t hm_many_box32(const hm_box *box, const hm_crowd32 *crowd, uint32_t *next,
                             uint32_t *hits, uint32_t capacity)
{
    struct crowd all;
    hm_crowd_open32(crowd, &all);
    return list_in_box(&all, box, next, hits, capacity);
}

SMALL uint32_t hm_many_circle16(int32_t x, int32_t y, uint32_t radius, const hm_crowd16 *crowd,
                                uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    struct crowd all;
    hm_crowd_open16(crowd, &all);
    return list_in_circle(&all, x, y, radius, next, hits, capacity);
}

SMALL uint32_t hm_many_circle32(int32_t x, int32_t y, uint32_t radius, const hm_crowd32 *crowd,
                                uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    struct crowd all;
    hm_crowd_open32(crowd, &all);
    return list_in_circle(&all, x, y, radius, next, hits, capacity);
}

SMALL uint32_t hm_many_point16(int32_t x, int32_t y, const hm_crowd16 *crowd, uint32_t *next,
                               uint32_t *hits, uint32_t capacity)
{
    return hm_many_circle16(x, y, 0, crowd, next, hits, capacity);
}

SMALL uint32_t hm_many_point32(int32_t x, int32_t y, const hm_crowd32 *crowd, uint32_t *next,
                               uint32_t *hits, uint32_t capacity)
{
    return hm_many_circle32(x, y, 0, crowd, next, hits, capacity);
}

/* ---- The first on a path -------------------------------------------------------------------- */

/* A path from (x, y), and what it met first so far. */
struct search {
    int32_t x, y;
    struct path path;
    uint64_t length; /* steps that are still to be tried */
    bool found;
    hm_point hit;
    uint64_t taken;
    uint32_t index;
};

static void cut(int64_t at, int32_t step, int64_t end, int64_t *low, int64_t *high)
{
    *low = step < 0 ? end : at;
    *high = (step > 0 ? end : at) + 1;
}

static SMALL bool search_crowd(const struct crowd *crowd, struct search *s, hm_point end)
{
    const uint32_t cpu = level_of(crowd);
    uint32_t list[CROWD_CHUNK];
    struct zone zone;
    struct item item;
    for (uint32_t next = 0; next < crowd->count;) {
        cut(s->x, s->path.right, s->found ? s->hit.x : end.x, &zone.x0, &zone.x1);
        cut(s->y, s->path.down, s->found ? s->hit.y : end.y, &zone.y0, &zone.y1);
        const uint32_t found = hm_crowd_near(crowd, &zone, cpu, &next, list);
        for (uint32_t i = 0; i < found; i++) {
            hm_point at;
            if (!hm_crowd_item(crowd, list[i], cpu, &item) ||
                !hm_walk_meets(item.sprite, s->x - item.x, s->y - item.y, &s->path, s->length, &at,
                               &s->taken))
                continue;
            s->found = true;
            s->hit = (hm_point){(int32_t)(at.x + item.x), (int32_t)(at.y + item.y)};
            s->index = list[i];
            if (s->taken == 0)
                return true;
            s->length = s->taken - 1;
        }
    }
    return s->found;
}

static SMALL struct path path_to(int64_t x, int64_t y)
{
    struct path path;
    path_init(&path, x, y);
    return path;
}

/* Follows a path from a pixel to its end, or as far as there are pixels when it does not end. */
static SMALL bool find_on_path(const struct crowd *crowd, hm_point from, struct path path,
                               bool ends, hm_point *hit, uint64_t *steps, uint32_t *index)
{
    struct search s = {.x = from.x, .y = from.y, .path = path, .found = false};
    hm_point end = {path.right < 0 ? INT32_MIN : INT32_MAX, path.down < 0 ? INT32_MIN : INT32_MAX};
    s.length = path_length(&path);
    if (ends) {
        end.x = (int32_t)(from.x + path.right * (int64_t)path.width);
        end.y = (int32_t)(from.y + path.down * (int64_t)path.height);
    } else if (s.length > 0) {
        s.length = UINT64_MAX;
    }
    if (!search_crowd(crowd, &s, end))
        return false;
    if (hit != NULL)
        *hit = s.hit;
    if (steps != NULL)
        *steps = s.taken;
    if (index != NULL)
        *index = s.index;
    return true;
}

SMALL bool hm_many_ray16(const hm_crowd16 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_point *hit, uint64_t *steps, uint32_t *index)
{
    struct crowd all;
    hm_crowd_open16(crowd, &all);
    return find_on_path(&all, (hm_point){x, y}, path_to(dx, dy), false, hit, steps, index);
}

SMALL bool hm_many_ray32(const hm_crowd32 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_point *hit, uint64_t *steps, uint32_t *index)
{
    struct crowd all;
    hm_crowd_open32(crowd, &all);
    return find_on_path(&all, (hm_point){x, y}, path_to(dx, dy), false, hit, steps, index);
}

SMALL bool hm_many_segment16(const hm_crowd16 *crowd, int32_t x0, int32_t y0, int32_t x1,
                             int32_t y1, hm_point *hit, uint32_t *index)
{
    struct crowd all;
    hm_crowd_open16(crowd, &all);
    return find_on_path(&all, (hm_point){x0, y0}, path_to((int64_t)x1 - x0, (int64_t)y1 - y0), true,
                        hit, NULL, index);
}

SMALL bool hm_many_segment32(const hm_crowd32 *crowd, int32_t x0, int32_t y0, int32_t x1,
                             int32_t y1, hm_point *hit, uint32_t *index)
{
    struct crowd all;
    hm_crowd_open32(crowd, &all);
    return find_on_path(&all, (hm_point){x0, y0}, path_to((int64_t)x1 - x0, (int64_t)y1 - y0), true,
                        hit, NULL, index);
}
