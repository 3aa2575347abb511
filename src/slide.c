/*
 * slide.c - a move that goes on along the free axis, up and down slopes
 *
 * The rule of the header, a step at a time. Two things make it fast: the items of crowds that are
 * near are listed once for many steps, and where nothing at all is near, many steps are taken at
 * once.
 */
#include "bits.h"
#include "crowd.h"
#include "path.h"
#include "sprite.h"
#include "tiles.h"
#include "world.h"

/* How far around the sprite the list reaches, and how many items it may have. */
enum { REACH = 48, LISTED = 64 };

/* The most steps that are taken at once. */
enum { LEAP = 1024 };

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
    uint32_t list[LISTED], listed;
    bool has_list;
};

/* ---- What is near -------------------------------------------------------------------------- */

static SMALL bool list_item(void *context, uint32_t index, const struct item *item)
{
    struct slide *const s = (struct slide *)context;
    (void)item;
    if (s->listed < LISTED)
        s->list[s->listed] = index;
    return s->listed++ == LISTED;
}

static SMALL void make_list(struct slide *s, int64_t x, int64_t y)
{
    hm_box box;
    hm_sprite_bounds(s->a, &box);
    const struct zone zone = {x + box.x0 - REACH, y + box.y0 - REACH, x + box.x1 + REACH,
                              y + box.y1 + REACH};
    s->listed = 0;
    s->list_x = x;
    s->list_y = y;
    s->has_list = true;
    hm_world_visit(s->world, &zone, s->a->cpu, list_item, s);
}

static bool is_close(int64_t a, int64_t b)
{
    return a - b <= REACH && b - a <= REACH;
}

/* Does the sprite touch one of the crowds? */
static SMALL bool meets_crowds(struct slide *s, int64_t x, int64_t y, struct met *met)
{
    struct item item;
    if (!s->has_list || !is_close(x, s->list_x) || !is_close(y, s->list_y))
        make_list(s, x, y);
    if (s->listed > LISTED)
        return hm_world_meets(s->world, s->a, x, y, met);
    for (uint32_t i = 0; i < s->listed; i++) {
        *met = (struct met){HM_CROWD, s->list[i]};
        hm_world_item(s->world, s->list[i], s->a->cpu, &item);
        if (touches_at(s->a, item.sprite, item.x - x, item.y - y))
            return true;
    }
    return false;
}

/* Is there nothing at all within `far` pixels? Bounds that are too large for a box are not alone.
 */
static SMALL bool is_alone(const struct slide *s, int32_t far)
{
    hm_box box;
    hm_sprite_bounds(s->a, &box);
    hm_sprite room;
    struct met met;
    if (box.x1 - box.x0 > INT32_MAX - 2 * far || box.y1 - box.y0 > INT32_MAX - 2 * far)
        return false;
    hm_sprite_of_box(&room, s->a->cpu, box.x1 - box.x0 + 2 * far, box.y1 - box.y0 + 2 * far);
    return !hm_world_meets(s->world, &room, s->x + box.x0 - far, s->y + box.y0 - far, &met);
}

static NOINLINE bool is_blocked(struct slide *s, int64_t x, int64_t y, struct met *met)
{
    return hm_world_meets(&s->still, s->a, x, y, met) ||
           ((s->world->crowd16 != NULL || s->world->crowd32 != NULL) && meets_crowds(s, x, y, met));
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Takes a step down or up. False when it is blocked. */
static bool step_y(struct slide *s, int32_t down, struct met *met)
{
    if (is_blocked(s, s->x, s->y + down, met))
        return false;
    s->y += down;
    return true;
}

/* Goes down to the ground when it is near enough. */
static SMALL void sink(struct slide *s)
{
    struct met met;
    for (int64_t i = 0; i <= s->step_down; i++)
        if (is_blocked(s, s->x, s->y + i + 1, &met)) {
            s->y += i;
            return;
        }
}

/* Takes a step to the side, and up or down a slope. False when it is blocked. */
static SMALL bool step_x(struct slide *s, int32_t right, struct met *met)
{
    struct met other;
    const bool grounded = s->sinks && is_blocked(s, s->x, s->y + 1, &other);
    int64_t rise = 0;
    bool blocked = is_blocked(s, s->x + right, s->y, met);
    while (blocked) {
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

static int32_t to_int32(int64_t value)
{
    return (int32_t)larger(INT32_MIN, smaller(value, INT32_MAX));
}

/* The way from the start to what is (right, down) from here. */
static NOINLINE hm_point way_to(const struct slide *s, int32_t right, int32_t down)
{
    return (hm_point){to_int32(s->x + right - s->start_x), to_int32(s->y + down - s->start_y)};
}

/* Writes what stopped the sprite, the first time. */
static SMALL void stop(struct slide *s, int32_t right, int32_t down, const struct met *met,
                       hm_slide_result *out)
{
    if (out->kind != HM_NOTHING)
        return;
    out->kind = met->who;
    out->index = met->index;
    out->contact = way_to(s, right, down);
    hm_world_describe(s->world, s->a, s->x + right, s->y + down, met, &out->hit, &out->normal_x,
                      &out->normal_y);
}

static SMALL void take_steps(struct slide *s, struct path *path, hm_slide_result *out)
{
    enum { SHORT = 16 };
    uint64_t steps = 2 * SHORT;
    struct met met;
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
            if (out->hit_x || step_x(s, path->right, &met))
                continue;
            out->hit_x = true;
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
    struct met met;
    memset(out, 0, sizeof *out);
    s.world = world;
    s.still = *world;
    s.still.crowd16 = NULL;
    s.still.crowd32 = NULL;
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
        out->ground_kind = met.who;
        out->ground_index = met.index;
    }
    out->moved = way_to(&s, 0, 0);
    return out->kind != HM_NOTHING;
}
