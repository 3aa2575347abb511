/*
 * movers_stage.c - see movers_stage.h
 */
#include "support/cmocka_all.h"

#include "samples/movers_stage.h"

void set_stage(struct stage *stage, const hm_world *still)
{
    stage->scene = (struct scene){.still = *still,
                                  .movers = stage->movers,
                                  .sprites = stage->sprites,
                                  .x0 = stage->x0,
                                  .y0 = stage->y0,
                                  .x1 = stage->x1,
                                  .y1 = stage->y1};
}

struct mover *enter(struct stage *stage, const hm_sprite *sprite, int32_t x, int32_t y)
{
    struct mover *const m = &stage->movers[stage->scene.count++];
    *m = (struct mover){.sprite = sprite, .x = x, .y = y};
    return m;
}

struct mover *enter_platform(struct stage *stage, const hm_sprite *sprite, int32_t x, int32_t y,
                             bool one_way)
{
    struct mover *const m = enter(stage, sprite, x, y);
    m->platform = true;
    m->one_way = one_way;
    return m;
}

bool meets(const struct mover *a, const struct mover *b, int32_t dx, int32_t dy)
{
    return hm_overlap(a->sprite, b->sprite, b->x - a->x - dx, b->y - a->y - dy);
}

bool is_free(struct stage *stage, uint32_t i)
{
    const struct mover *const m = &stage->movers[i];
    const hm_world *const world = mover_world(&stage->scene, i, false);
    return !hm_world_overlap(world, m->sprite, m->x, m->y, NULL);
}

void play_walk(struct stage *stage)
{
    if (!stage->movers[0].on_ground)
        stage->movers[0].speed_y += 0.4;
    mover_walk(&stage->scene, 0, false, 4, 4);
    assert_true(is_free(stage, 0));
}
