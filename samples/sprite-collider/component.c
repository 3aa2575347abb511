/*
 * component.c - boxes, their intersection, and the pixels of both sprites in it
 */
#include "component.h"

hm_box collider_box(const struct collider *collider)
{
    return picture_box(collider->solid, collider->x, collider->y);
}

/* Closed boxes: those that share an edge or a corner touch. */
static bool closed_boxes_touch(hm_box a, hm_box b)
{
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

static hm_box intersection(hm_box a, hm_box b)
{
    return (hm_box){a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0, a.x1 < b.x1 ? a.x1 : b.x1,
                    a.y1 < b.y1 ? a.y1 : b.y1};
}

hm_box collider_to_local(hm_box box, const struct collider *collider)
{
    return (hm_box){box.x0 - collider->x, box.y0 - collider->y, box.x1 - collider->x,
                    box.y1 - collider->y};
}

static bool has_alpha(const struct collider *collider, int x, int y)
{
    return collider->is_box || picture_alpha(collider->solid, x, y) != 0;
}

static bool pixels_touch(const struct collider *a, const struct collider *b, hm_box shared)
{
    const hm_box in_a = collider_to_local(shared, a), in_b = collider_to_local(shared, b);
    for (int y = 0; y < shared.y1 - shared.y0; y++)
        for (int x = 0; x < shared.x1 - shared.x0; x++)
            if (has_alpha(a, in_a.x0 + x, in_a.y0 + y) && has_alpha(b, in_b.x0 + x, in_b.y0 + y))
                return true;
    return false;
}

struct answer collider_answer(const struct collider *a, const struct collider *b)
{
    const hm_box box_a = collider_box(a), box_b = collider_box(b);
    struct answer answer = {.boxes = closed_boxes_touch(box_a, box_b)};
    if (!answer.boxes)
        return answer;
    answer.shared = intersection(box_a, box_b);
    answer.edges = answer.shared.x0 == answer.shared.x1 || answer.shared.y0 == answer.shared.y1;
    answer.touch = (a->is_box && b->is_box) || pixels_touch(a, b, answer.shared);
    return answer;
}
