/*
 * slide.c - a move that goes on along the free axis, up and down slopes
 *
 * The rule of EXACT.md, a step at a time. Two things make it fast: the items that are near are
 * listed once for many steps, and where nothing at all is near, many steps are taken at once.
 */
#include "world.h"

#include "bits.h"

/* How far around the sprite the list reaches, and how many items it may have. */
enum { REACH = 48, LISTED = 64 };

/* The most steps that are taken at once, and the highest step that is tried for `rise`. */
enum { LEAP = 1024, RISE_MOST = 32 };

struct slide {
    const hm_world *world;
    hm_world still; /* the same without crowds */
    const hm_sprite *a;
    int64_t x, y; /* where it is now */
    int64_t start_x, start_y;
    uint32_t step_up, step_down;
    bool sinks;
    /* The items near (list_x, list_y); with more of them than fit the crowds are asked. */
    int64_t list_x, list_y;
    hm_cursor list[LISTED];
    uint32_t listed;
    bool has_list;
};

/* ---- What is near -------------------------------------------------------------------------- */

static SMALL void make_list(struct slide *s, int64_t x, int64_t y)
{
    const struct zone own = zone_of(s->a, x, y);
    const struct zone zone = {own.x0 - REACH, own.y0 - REACH, own.x1 + REACH, own.y1 + REACH};
    struct walk walk;
    struct thing thing;
    s->listed = 0;
    s->list_x = x;
    s->list_y = y;
    s->has_list = true;
    hm_walk_begin(&walk, s->world, &zone, true, s->a->cpu, (hm_cursor){HM_CROWD, 0});
    while (s->listed <= LISTED && hm_walk_next(&walk, &thing)) {
        if (s->listed < LISTED)
            s->list[s->listed] = (hm_cursor){thing.kind, thing.index};
        s->listed++;
    }
}

static bool is_close(int64_t a, int64_t b)
{
    return a - b <= REACH && b - a <= REACH;
}

/* True if the sprite is in the box of a thing. To ask a map costs more. */
static bool is_near_thing(const struct slide *s, const struct thing *thing, int64_t x, int64_t y)
{
    const struct zone own = zone_of(s->a, x, y), *const box = &thing->box;
    return thing->at == NULL || (own.x0 - 1 < box->x1 && box->x0 < own.x1 + 2 &&
                                 own.y0 - 1 < box->y1 && box->y0 < own.y1 + 2);
}

/* True if the sprite touches an item. */
static SMALL bool meets_crowds(struct slide *s, int64_t x, int64_t y, hm_met *met)
{
    struct thing thing;
    if (!s->has_list || !is_close(x, s->list_x) || !is_close(y, s->list_y))
        make_list(s, x, y);
    if (s->listed > LISTED)
        return hm_world_meets(s->world, s->a, x, y, met);
    for (uint32_t i = 0; i < s->listed; i++) {
        met->kind = s->list[i].kind;
        met->index = s->list[i].index;
        hm_world_thing(s->world, met->kind, met->index, s->a->cpu, &thing);
        if (is_near_thing(s, &thing, x, y) && hm_thing_meets(&thing, s->a, x, y, NULL))
            return true;
    }
    return false;
}

/* True if there is nothing at all within `far` pixels. Bounds that are too large for a box are not
 * alone.
 */
static SMALL bool is_alone(const struct slide *s, int32_t far)
{
    hm_box box;
    hm_sprite_bounds(s->a, &box);
    hm_sprite room;
    hm_met met;
    if (box.x1 - box.x0 > INT32_MAX - 2 * far || box.y1 - box.y0 > INT32_MAX - 2 * far)
        return false;
    hm_sprite_of_box(&room, s->a->cpu, box.x1 - box.x0 + 2 * far, box.y1 - box.y0 + 2 * far);
    return !hm_world_meets(s->world, &room, s->x + box.x0 - far, s->y + box.y0 - far, &met);
}

static NOINLINE bool is_blocked(struct slide *s, int64_t x, int64_t y, hm_met *met)
{
    return hm_world_meets(&s->still, s->a, x, y, met) ||
           ((s->world->crowd != NULL || s->world->placed != NULL) && meets_crowds(s, x, y, met));
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Takes a step down or up. False when it is blocked. */
static bool step_y(struct slide *s, int32_t down, hm_met *met)
{
    if (is_blocked(s, s->x, s->y + down, met))
        return false;
    s->y += down;
    return true;
}

/* Goes down to the ground when it is near enough. */
static SMALL void sink(struct slide *s)
{
    hm_met met;
    for (int64_t i = 0; i <= s->step_down; i++)
        if (is_blocked(s, s->x, s->y + i + 1, &met)) {
            s->y += i;
            return;
        }
}

/* Takes a step to the side, and up or down a slope. False when it is blocked, with the highest rise
 * that was tried. */
static SMALL bool step_x(struct slide *s, int32_t right, hm_met *met, uint32_t *tried)
{
    hm_met other;
    const bool grounded = s->sinks && is_blocked(s, s->x, s->y + 1, &other);
    uint32_t rise = 0;
    bool blocked = is_blocked(s, s->x + right, s->y, met);
    while (blocked) {
        *tried = rise;
        if (rise == s->step_up || is_blocked(s, s->x, s->y - rise - 1, &other))
            return false;
        rise++;
        blocked = is_blocked(s, s->x + right, s->y - rise, &other);
    }
    s->x += right;
    s->y -= rise;
    if (grounded && rise == 0)
        sink(s);
    return true;
}

/* The least `step_up` that lets it take a step to the side that is blocked with all up to `tried`;
 * 0 if there is none. Most walls are high: then how far it can go up does not matter. */
static SMALL uint32_t find_rise(struct slide *s, int32_t right, uint32_t tried)
{
    hm_met met;
    uint32_t rise = tried + 1;
    if (is_blocked(s, s->x, s->y - rise, &met))
        return 0;
    while (rise <= RISE_MOST && is_blocked(s, s->x + right, s->y - rise, &met))
        rise++;
    if (rise > RISE_MOST)
        return 0;
    for (uint32_t up = tried + 2; up <= rise; up++)
        if (is_blocked(s, s->x, s->y - up, &met))
            return 0;
    return rise;
}

/* ---- The move ------------------------------------------------------------------------------ */

/* Takes many steps at once where nothing is near. Returns how many the next try is for. */
static SMALL uint64_t leap(struct slide *s, struct path *path, const hm_slide_result *out,
                           uint64_t steps)
{
    const uint64_t left = path_length(path) - path_taken(path);
    const uint64_t count = steps < left ? steps : left;
    const uint64_t x = path->x, y = path->y;
    if (!is_alone(s, (int32_t)count + 1))
        return 0;
    path_seek(path, path_taken(path) + count);
    s->x += out->hit_x ? 0 : path->right * (int64_t)(path->x - x);
    s->y += out->hit_y ? 0 : path->down * (int64_t)(path->y - y);
    return steps < LEAP ? steps * 2 : steps;
}

/* The way from the start to what is (right, down) from here. */
static NOINLINE hm_point way_to(const struct slide *s, int32_t right, int32_t down)
{
    return (hm_point){saturated(s->x + right - s->start_x), saturated(s->y + down - s->start_y)};
}

/* Writes what stopped the sprite, the first time. */
static SMALL void stop(struct slide *s, int32_t right, int32_t down, const hm_met *met,
                       hm_slide_result *out)
{
    if (out->kind != HM_NOTHING)
        return;
    out->kind = met->kind;
    out->index = met->index;
    out->contact = way_to(s, right, down);
    hm_world_describe(s->world, s->a, s->x + right, s->y + down, met, &out->hit, &out->normal_x,
                      &out->normal_y);
}

static SMALL void take_steps(struct slide *s, struct path *path, hm_slide_result *out)
{
    enum { SHORT = 16 };
    uint64_t steps = 2 * SHORT;
    uint32_t tried;
    hm_met met;
    /* Until no step is left that is not left out. */
    while (path_taken(path) < path_length(path) &&
           !((out->hit_x || path->width == 0) && (out->hit_y || path->height == 0))) {
        if (steps > 0 && path_length(path) - path_taken(path) > SHORT) {
            steps = leap(s, path, out, steps);
            continue;
        }
        if (path_taken(path) % SHORT == 0)
            steps = 2 * SHORT;
        if (path_step(path) == PATH_X) {
            if (out->hit_x || step_x(s, path->right, &met, &tried))
                continue;
            out->hit_x = true;
            out->rise = find_rise(s, path->right, tried);
            stop(s, path->right, 0, &met, out);
        } else if (!out->hit_y && !step_y(s, path->down, &met)) {
            out->hit_y = true;
            stop(s, 0, path->down, &met, out);
        }
    }
}

SMALL bool hm_slide(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y, int32_t move_x,
                    int32_t move_y, uint32_t step_up, uint32_t step_down, hm_slide_result *out)
{
    struct slide s;
    struct path path;
    hm_met met;
    memset(out, 0, sizeof *out);
    s.world = world;
    s.still = *world;
    s.still.crowd = NULL;
    s.still.placed = NULL;
    s.a = a;
    s.x = s.start_x = x;
    s.y = s.start_y = y;
    s.step_up = step_up;
    s.step_down = step_down;
    s.sinks = step_down > 0 && move_y >= 0;
    s.has_list = false;
    path_init(&path, move_x, move_y);
    out->stuck = is_blocked(&s, x, y, &met);
    if (out->stuck)
        stop(&s, 0, 0, &met, out);
    else
        take_steps(&s, &path, out);
    out->on_ground = is_blocked(&s, s.x, s.y + 1, &met);
    if (out->on_ground) {
        out->ground_kind = met.kind;
        out->ground_index = met.index;
    }
    out->moved = way_to(&s, 0, 0);
    return out->kind != HM_NOTHING;
}
