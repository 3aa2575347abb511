/*
 * crowd.c - which items of a crowd are near, and what they are
 */
#include "crowd.h"

#include "bits.h"
#include "sprite.h"

static int32_t side_of(int64_t begin, int64_t end)
{
    return (int32_t)smaller(end - begin, INT32_MAX);
}

SMALL bool hm_crowd_item(const struct crowd *crowd, uint32_t i, uint32_t cpu, struct item *out)
{
    const struct sides *const sides = &crowd->sides;
    hm_sprite *const room = &out->room;
    out->sprite = crowd->sprites == NULL ? room : crowd->sprites[i];
    out->x = coordinate(crowd, sides->x0, i);
    out->y = coordinate(crowd, sides->y0, i);
    if (out->sprite != room) {
        if (out->sprite == NULL || out->sprite->area == 0)
            return false;
        const hm_box bounds = sprite_tight(out->sprite);
        out->x -= bounds.x0;
        out->y -= bounds.y0;
        return true;
    }
    hm_sprite_of_box(room, cpu, side_of(out->x, coordinate(crowd, sides->x1, i)),
                     side_of(out->y, coordinate(crowd, sides->y1, i)));
    return true;
}

SMALL void hm_crowd_open16(const hm_crowd16 *crowd, struct crowd *out)
{
    *out = (struct crowd){
        {crowd->x0, crowd->y0, crowd->x1, crowd->y1}, crowd->sprites, crowd->count, false};
}

SMALL void hm_crowd_open32(const hm_crowd32 *crowd, struct crowd *out)
{
    *out = (struct crowd){
        {crowd->x0, crowd->y0, crowd->x1, crowd->y1}, crowd->sprites, crowd->count, true};
}

SMALL uint32_t hm_crowd_near(const struct crowd *crowd, const struct zone *zone, uint32_t cpu,
                             uint32_t *begin, uint32_t list[CROWD_CHUNK])
{
    const struct broad *const broad = hm_broad_for(cpu);
    const uint32_t first = *begin;
    const hm_box box = {clamp(crowd, zone->x0), clamp(crowd, zone->y0), clamp(crowd, zone->x1),
                        clamp(crowd, zone->y1)};
    *begin = crowd->count;
    if (box.x0 >= box.x1 || box.y0 >= box.y1 || first >= crowd->count)
        return 0;
    if (crowd->count - first > CROWD_CHUNK)
        *begin = first + CROWD_CHUNK;
    return (crowd->wide ? broad->near32 : broad->near16)(&crowd->sides, box, first, *begin, list);
}
