/*
 * movers.c - see movers.h
 */
#include "movers.h"

#include <stdlib.h>

/* ---- Places and the world ------------------------------------------------------------------ */

static hm_point wanted_move(struct mover *m)
{
    m->rest_x += m->speed_x;
    m->rest_y += m->speed_y;
    return (hm_point){(int32_t)m->rest_x, (int32_t)m->rest_y};
}

static void go(struct mover *m, hm_point moved, hm_point wanted)
{
    m->x += moved.x;
    m->y += moved.y;
    m->rest_x = moved.x == wanted.x ? m->rest_x - wanted.x : 0;
    m->rest_y = moved.y == wanted.y ? m->rest_y - wanted.y : 0;
}

static hm_box place_of(const struct mover *m)
{
    hm_box box;
    hm_sprite_bounds(m->sprite, &box);
    hm_box_move(&box, m->x, m->y, &box);
    return box;
}

static bool passes(const struct mover *a, const struct mover *b)
{
    return (a->passes & b->group) != 0;
}

const hm_world *mover_world(struct scene *scene, uint32_t i, bool drops)
{
    const hm_box own = place_of(&scene->movers[i]);
    for (uint32_t k = 0; k < scene->count; k++) {
        const hm_box box = place_of(&scene->movers[k]);
        const bool is_below = !scene->movers[k].one_way || (own.y1 <= box.y0 && !drops);
        const bool is_there = is_below && !passes(&scene->movers[i], &scene->movers[k]);
        scene->sprites[k] = scene->movers[k].sprite;
        scene->x0[k] = box.x0;
        scene->y0[k] = box.y0;
        scene->x1[k] = box.x1;
        scene->y1[k] = is_there ? box.y1 : box.y0;
    }
    scene->crowd =
        (hm_crowd){scene->x0, scene->y0, scene->x1, scene->y1, scene->sprites, scene->count};
    scene->world = scene->still;
    scene->world.crowd = &scene->crowd;
    scene->world.self_kind = HM_CROWD;
    scene->world.self_index = i;
    return &scene->world;
}

/* A mover that begins its move above a one-way platform may fall past its end, and then meet it
 * from the side. Then the platform is taken out of the world, and the move begins anew. */
static bool lets_through(struct scene *scene, const struct mover *m, hm_point moved, hm_kind kind,
                         uint32_t index)
{
    if (kind != HM_CROWD || !scene->movers[index].one_way ||
        place_of(m).y1 + moved.y <= scene->y0[index])
        return false;
    scene->y1[index] = scene->y0[index];
    return true;
}

static bool lets_through_beside(struct scene *scene, const struct mover *m, hm_point moved,
                                int32_t beside)
{
    hm_met met;
    return hm_world_overlap(&scene->world, m->sprite, m->x + moved.x + beside, m->y + moved.y,
                            &met) &&
           lets_through(scene, m, moved, met.kind, met.index);
}

/* ---- On foot ------------------------------------------------------------------------------ */

hm_slide_result mover_walk(struct scene *scene, uint32_t i, bool drops, uint32_t step_up,
                           uint32_t step_down)
{
    struct mover *const m = &scene->movers[i];
    const hm_world *const world = mover_world(scene, i, drops);
    const bool walks = m->on_ground && m->speed_y >= 0 && !drops;
    const hm_point wanted = wanted_move(m);
    hm_slide_result result;
    do {
        hm_slide(world, m->sprite, m->x, m->y, wanted.x, wanted.y, walks ? step_up : 0,
                 walks ? step_down : 0, &result);
    } while (lets_through(scene, m, result.moved, result.kind, result.index) ||
             (result.hit_x && lets_through_beside(scene, m, result.moved, wanted.x < 0 ? -1 : 1)));
    go(m, result.moved, wanted);
    /* A jump downhill: the slope has blocked it, and along x it has gone on beyond the slope. */
    if (result.hit_y && m->speed_y > 0 && !result.on_ground) {
        const int32_t most = (int32_t)step_down * abs(result.moved.x);
        hm_sweep_result down;
        hm_met met;
        if (hm_world_sweep(world, m->sprite, m->x, m->y, 0, most, &down, &met)) {
            result.on_ground = true;
            result.ground_kind = met.kind;
            result.ground_index = met.index;
            m->y += down.moved.y;
        }
    }
    m->on_ground = result.on_ground && m->speed_y >= 0;
    if (result.hit_x && walks)
        m->speed_x = 0;
    if (result.hit_y || m->on_ground)
        m->speed_y = m->rest_y = 0;
    return result;
}

hm_slide_result mover_climb(struct scene *scene, uint32_t i, double speed_y)
{
    struct mover *const m = &scene->movers[i];
    m->on_ground = false;
    m->speed_y = speed_y;
    const hm_slide_result result = mover_walk(scene, i, speed_y > 0, 0, 0);
    m->speed_y = 0;
    return result;
}

static bool has_ground(struct scene *scene, uint32_t i)
{
    const hm_world *const world = mover_world(scene, i, false);
    const hm_box own = place_of(&scene->movers[i]);
    const int32_t half = (own.x1 - own.x0) / 2;
    hm_sprite probe;
    hm_sprite_box(1, half + 1, &probe);
    return hm_world_overlap(world, &probe, own.x0 + half, own.y1, NULL);
}

hm_slide_result mover_patrol(struct scene *scene, uint32_t i)
{
    struct mover *const m = &scene->movers[i];
    const struct mover before = *m;
    const hm_box own = place_of(m);
    const bool had_ground = before.on_ground && has_ground(scene, i);
    hm_slide_result result = mover_walk(scene, i, false, 4, (uint32_t)(own.x1 - own.x0) / 2);
    const bool wall = m->speed_x != before.speed_x, edge = had_ground && !has_ground(scene, i);
    if (edge) {
        *m = before;
        result = (hm_slide_result){.on_ground = true};
    }
    if (wall || edge)
        m->speed_x = -before.speed_x;
    return result;
}

/* ---- In the air --------------------------------------------------------------------------- */

bool mover_fly(struct scene *scene, uint32_t i, bool drops, hm_sweep_result *result, hm_met *met)
{
    struct mover *const m = &scene->movers[i];
    const hm_world *const world = mover_world(scene, i, drops);
    const hm_point wanted = wanted_move(m);
    do {
        met->kind = HM_NOTHING;
        hm_world_sweep(world, m->sprite, m->x, m->y, wanted.x, wanted.y, result, met);
    } while (lets_through(scene, m, result->moved, met->kind, met->index));
    go(m, result->moved, wanted);
    return met->kind != HM_NOTHING;
}

/* The normal of `a` at (x, y), in place of the one that has met that. */
static bool normal_of(const struct scene *scene, const hm_sprite *a, int32_t x, int32_t y,
                      const hm_met *met, int64_t *normal_x, int64_t *normal_y)
{
    const struct mover *const m = &scene->movers[met->index];
    hm_world alone = scene->still;
    if (met->kind == HM_CROWD)
        return hm_overlap_normal(a, m->sprite, m->x - x, m->y - y, normal_x, normal_y);
    if (met->kind == HM_TERRAIN)
        alone.tiles = NULL;
    else
        alone.terrain = NULL;
    return hm_world_normal(&alone, a, x, y, normal_x, normal_y);
}

bool mover_bounce(struct scene *scene, uint32_t i, const hm_sprite *disc, int32_t more, double kept)
{
    struct mover *const ball = &scene->movers[i];
    hm_sweep_result result;
    hm_met item;
    int64_t normal_x, normal_y;
    const bool met = mover_fly(scene, i, false, &result, &item);
    const bool moved = result.moved.x != 0 || result.moved.y != 0;
    ball->held = moved ? 0 : ball->held + met;
    if (!met ||
        !normal_of(scene, disc, ball->x - more, ball->y - more, &item, &normal_x, &normal_y))
        return met;
    const double x = (double)normal_x, y = (double)normal_y;
    const double against = ball->speed_x * x + ball->speed_y * y;
    const double change = (1 + kept) * against / (x * x + y * y);
    /* Though it is blocked, its speed may not go against the normal; and stairs may hold it. Then
     * it turns round along the axis of the step that was blocked. */
    if (against < 0 && ball->held < 2) {
        ball->speed_x -= change * x;
        ball->speed_y -= change * y;
    } else if (result.moved.x != result.contact.x) {
        ball->speed_x *= -kept;
    } else {
        ball->speed_y *= -kept;
    }
    return true;
}

bool mover_rests(struct scene *scene, uint32_t i, double gravity)
{
    struct mover *const ball = &scene->movers[i];
    const double square = ball->speed_x * ball->speed_x + ball->speed_y * ball->speed_y;
    const double most = gravity > 2.0 / 3 ? 9 * gravity * gravity : 6 * gravity;
    const hm_world *const world = mover_world(scene, i, false);
    if (square >= most || !hm_world_overlap(world, ball->sprite, ball->x, ball->y + 1, NULL))
        return false;
    ball->speed_x = ball->speed_y = 0;
    return true;
}

/* ---- Carrying and pushing ----------------------------------------------------------------- */

static bool meets(const struct mover *a, const struct mover *b, int32_t dx, int32_t dy)
{
    return hm_overlap(a->sprite, b->sprite, b->x - a->x - dx, b->y - a->y - dy);
}

/* Takes back the moves that came after this turn. */
static void put_back(struct scene *scene, uint32_t turn)
{
    for (uint32_t k = 0; k < scene->count; k++) {
        struct mover *const m = &scene->movers[k];
        if (m->turn <= turn)
            continue;
        m->x = m->from.x;
        m->y = m->from.y;
        m->turn = 0;
    }
}

/* Moves one, whoever is in its way, and whoever stands on it. `turn` numbers those that move: they
 * do so in the same way, so none of them is in the way of another. */
static bool push(struct scene *scene, uint32_t i, int32_t dx, int32_t dy)
{
    struct mover *const m = &scene->movers[i];
    const struct mover before = *m;
    const uint32_t turn = m->turn = ++scene->turns;
    m->from = (hm_point){m->x, m->y};
    bool room =
        m->platform || !hm_world_overlap(&scene->still, m->sprite, m->x + dx, m->y + dy, NULL);
    for (uint32_t k = 0; k < scene->count && room && !m->one_way; k++) {
        struct mover *const other = &scene->movers[k];
        const bool through = other->one_way && (dy <= 0 || meets(m, other, 0, 0));
        const bool both_platforms = m->platform && other->platform;
        if (other->turn == 0 && !through && !both_platforms && !passes(m, other) &&
            meets(m, other, dx, dy))
            room = !other->platform && push(scene, k, dx, dy);
    }
    if (!room) {
        put_back(scene, turn);
        m->turn = 0;
        return false;
    }
    m->x += dx;
    m->y += dy;
    for (uint32_t k = 0; k < scene->count; k++) {
        struct mover *const other = &scene->movers[k];
        const bool above = !m->one_way || place_of(other).y1 <= place_of(&before).y0;
        if (above && !other->platform && other->turn == 0 && !passes(other, m) &&
            meets(other, &before, 0, 1) && !meets(other, &before, 0, 0))
            push(scene, k, dx, dy);
    }
    return true;
}

static void start_turns(struct scene *scene)
{
    scene->turns = 0;
    for (uint32_t k = 0; k < scene->count; k++)
        scene->movers[k].turn = 0;
}

bool mover_shift(struct scene *scene, uint32_t i, int32_t dx, int32_t dy)
{
    start_turns(scene);
    return push(scene, i, dx, dy);
}

bool mover_ride(struct scene *scene, uint32_t i)
{
    struct mover *const m = &scene->movers[i];
    const hm_point wanted = wanted_move(m);
    const int32_t to_x = m->x + wanted.x, to_y = m->y + wanted.y;
    while (m->x != to_x && mover_shift(scene, i, m->x < to_x ? 1 : -1, 0))
        continue;
    while (m->x == to_x && m->y != to_y && mover_shift(scene, i, 0, m->y < to_y ? 1 : -1))
        continue;
    m->rest_x = m->x == to_x ? m->rest_x - wanted.x : 0;
    m->rest_y = m->y == to_y ? m->rest_y - wanted.y : 0;
    return m->x == to_x && m->y == to_y;
}

void mover_shove(struct scene *scene, uint32_t i, uint32_t crates)
{
    struct mover *const m = &scene->movers[i];
    const int32_t wanted = (int32_t)(m->rest_x + m->speed_x), side = wanted < 0 ? -1 : 1;
    bool room = m->on_ground;
    m->from = (hm_point){m->x, m->y};
    for (int32_t dx = side; room && dx != wanted + side; dx += side) {
        room = !hm_world_overlap(&scene->still, m->sprite, m->x + dx, m->y, NULL);
        start_turns(scene);
        m->turn = ++scene->turns;
        for (uint32_t k = 0; k < scene->count && room; k++) {
            const struct mover *const other = &scene->movers[k];
            if (other->turn == 0 && !other->one_way && !passes(m, other) && meets(m, other, dx, 0))
                room = (other->group & crates) != 0 && push(scene, k, side, 0);
        }
        if (!room)
            put_back(scene, 0);
    }
}
