/*
 * query_answer.c - asks the runtime all questions about two sprites
 */
#include "draw/query_answer.h"

bool question_turn(struct question *question, uint32_t angle, int32_t scale, struct error *err)
{
    hm_placement a = {.scale_x = 65536, .scale_y = 65536};
    hm_placement b = {.scale_x = scale, .scale_y = scale, .angle = angle};
    hm_sprite_pivot(&question->a, &a.pivot_x, &a.pivot_y);
    hm_sprite_pivot(&question->b, &b.pivot_x, &b.pivot_y);
    a.x = a.pivot_x;
    a.y = a.pivot_y;
    b.x = b.pivot_x + question->x * INT64_C(65536);
    b.y = b.pivot_y + question->y * INT64_C(65536);
    question->turned = true;
    return hm_affine_place(&question->map, &a, &b) ||
           fail_usage(err, "the sprites are too far apart, or --scale is closer to 0 than 1/64");
}

void answer(const struct question *q, struct answer *out)
{
    *out = (struct answer){0};
    if (q->turned) {
        out->touch = hm_affine_first(&q->a, &q->b, &q->map, &out->first);
        out->area = hm_affine_area(&q->a, &q->b, &q->map);
        return;
    }
    out->touch = hm_overlap_first(&q->a, &q->b, q->x, q->y, &out->first);
    out->area = hm_overlap_area(&q->a, &q->b, q->x, q->y);
    hm_overlap_normal(&q->a, &q->b, q->x, q->y, &out->normal_x, &out->normal_y);
    uint32_t nearest = ESCAPE_MAX;
    for (int i = 0; out->touch && i < 4; i++) {
        hm_overlap_exit(&q->a, &q->b, q->x, q->y, (hm_direction)i, UINT32_MAX, &out->exits[i]);
        if (out->exits[i] < nearest)
            nearest = out->exits[i];
    }
    out->escapes = out->touch && hm_overlap_escape(&q->a, &q->b, q->x, q->y, nearest, &out->escape);
    if (q->moving)
        out->stopped = hm_sweep(&q->a, &q->b, q->x, q->y, q->move_x, q->move_y, &out->sweep);
}
