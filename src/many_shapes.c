/*
 * many_shapes.c - boxes, circles, points and rays against a crowd
 */
#include "crowd.h"

#include "bits.h"
#include "shape.h"
#include "sprite.h"

/* A crowd of either width, so that the functions of both widths only hand on what they get. */
static SMALL struct crowd open_either(const void *crowd, bool wide)
{
    return wide ? crowd_of32((const hm_crowd32 *)crowd) : crowd_of16((const hm_crowd16 *)crowd);
}

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

static SMALL uint32_t list_in_box(const hm_box *box, const void *crowd, uint32_t *next,
                                  uint32_t *hits, uint32_t capacity, bool wide)
{
    const struct shape shape = {{box->x0, box->y0, box->x1, box->y1}, 0, 0, 0, false};
    const struct crowd all = open_either(crowd, wide);
    return list_hits(&all, &shape, next, hits, capacity);
}

static SMALL uint32_t list_in_circle(int64_t x, int64_t y, uint32_t radius, const void *crowd,
                                     uint32_t *next, uint32_t *hits, uint32_t capacity, bool wide)
{
    const struct shape shape = {
        {x - radius, y - radius, x + radius + 1, y + radius + 1}, x, y, radius, true};
    const struct crowd all = open_either(crowd, wide);
    return list_hits(&all, &shape, next, hits, capacity);
}

SMALL uint32_t hm_many_box16(const hm_box *box, const hm_crowd16 *crowd, uint32_t *next,
                             uint32_t *hits, uint32_t capacity)
{
    return list_in_box(box, crowd, next, hits, capacity, false);
}

SMALL uint32_t hm_many_box32(const hm_box *box, const hm_crowd32 *crowd, uint32_t *next,
                             uint32_t *hits, uint32_t capacity)
{
    return list_in_box(box, crowd, next, hits, capacity, true);
}

SMALL uint32_t hm_many_circle16(int32_t x, int32_t y, uint32_t radius, const hm_crowd16 *crowd,
                                uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    return list_in_circle(x, y, radius, crowd, next, hits, capacity, false);
}

SMALL uint32_t hm_many_circle32(int32_t x, int32_t y, uint32_t radius, const hm_crowd32 *crowd,
                                uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    return list_in_circle(x, y, radius, crowd, next, hits, capacity, true);
}

SMALL uint32_t hm_many_point16(int32_t x, int32_t y, const hm_crowd16 *crowd, uint32_t *next,
                               uint32_t *hits, uint32_t capacity)
{
    return list_in_circle(x, y, 0, crowd, next, hits, capacity, false);
}

SMALL uint32_t hm_many_point32(int32_t x, int32_t y, const hm_crowd32 *crowd, uint32_t *next,
                               uint32_t *hits, uint32_t capacity)
{
    return list_in_circle(x, y, 0, crowd, next, hits, capacity, true);
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

/* What is asked: a way from a pixel, which ends or goes on as a ray, and where to write. */
struct line {
    int32_t x, y;
    int64_t dx, dy;
    bool ends;
    hm_point *hit;
    uint64_t *steps;
    uint32_t *index;
};

/* Follows a path from a pixel to its end, or as far as there are pixels when it does not end. */
static SMALL bool find_on_path(const void *crowd, bool wide, const struct line *line)
{
    const struct crowd all = open_either(crowd, wide);
    struct search s = {.x = line->x, .y = line->y, .found = false};
    path_init(&s.path, line->dx, line->dy);
    s.length = path_length(&s.path);
    hm_point end = {s.path.right < 0 ? INT32_MIN : INT32_MAX,
                    s.path.down < 0 ? INT32_MIN : INT32_MAX};
    if (line->ends)
        end = (hm_point){(int32_t)(line->x + line->dx), (int32_t)(line->y + line->dy)};
    else if (s.length > 0)
        s.length = UINT64_MAX;
    if (!search_crowd(&all, &s, end))
        return false;
    if (line->hit != NULL)
        *line->hit = s.hit;
    if (line->steps != NULL)
        *line->steps = s.taken;
    if (line->index != NULL)
        *line->index = s.index;
    return true;
}

SMALL bool hm_many_ray16(const hm_crowd16 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_point *hit, uint64_t *steps, uint32_t *index)
{
    const struct line line = {x, y, dx, dy, false, hit, steps, index};
    return find_on_path(crowd, false, &line);
}

SMALL bool hm_many_ray32(const hm_crowd32 *crowd, int32_t x, int32_t y, int32_t dx, int32_t dy,
                         hm_point *hit, uint64_t *steps, uint32_t *index)
{
    const struct line line = {x, y, dx, dy, false, hit, steps, index};
    return find_on_path(crowd, true, &line);
}

static SMALL bool find_on_segment(const void *crowd, bool wide, hm_point from, hm_point to,
                                  hm_point *hit, uint32_t *index)
{
    const struct line line = {
        from.x, from.y, (int64_t)to.x - from.x, (int64_t)to.y - from.y, true, hit, NULL, index};
    return find_on_path(crowd, wide, &line);
}

SMALL bool hm_many_segment16(const hm_crowd16 *crowd, int32_t x0, int32_t y0, int32_t x1,
                             int32_t y1, hm_point *hit, uint32_t *index)
{
    return find_on_segment(crowd, false, (hm_point){x0, y0}, (hm_point){x1, y1}, hit, index);
}

SMALL bool hm_many_segment32(const hm_crowd32 *crowd, int32_t x0, int32_t y0, int32_t x1,
                             int32_t y1, hm_point *hit, uint32_t *index)
{
    return find_on_segment(crowd, true, (hm_point){x0, y0}, (hm_point){x1, y1}, hit, index);
}
