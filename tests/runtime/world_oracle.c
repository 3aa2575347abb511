/*
 * world_oracle.c - a sprite is laid over everything at each position that a rule names
 */
#include "runtime/world_oracle.h"

#include "runtime/path_oracle.h"

#include <stdlib.h>
#include <string.h>

/* ---- Worlds -------------------------------------------------------------------------------- */

static void add_thing(struct test_world *w, hm_kind kind, uint32_t index, const struct subject *s,
                      int32_t x, int32_t y)
{
    if (kind != HM_CROWD || index + 1 != w->world.self)
        w->things[w->count++] = (struct thing){kind, index, s, x, y};
}

/* Puts an item somewhere; now and then one with an empty box or without a sprite. */
static void add_item(struct test_world *w, uint32_t i, bool boxes_alone, uint64_t *random)
{
    struct subject *const s = &w->items[i];
    hm_box box;
    subject_scribble(s, random, 14);
    if (boxes_alone) {
        memset(s->pixels, 1, (size_t)(s->width * s->height));
        subject_bake(s);
    }
    const uint32_t kind = oracle_random(random, 10);
    const int32_t x = (int32_t)oracle_random(random, 70) - 10;
    const int32_t y = (int32_t)oracle_random(random, 70) - 10;
    w->views[i] = s->sprite;
    w->sprites[i] = kind == 0 ? NULL : &w->views[i];
    hm_sprite_bounds(&s->sprite, &box);
    if (kind == 1)
        box.x1 = box.x0 - 3;
    const int32_t sides[4] = {x + box.x0, y + box.y0, x + box.x1, y + box.y1};
    for (int side = 0; side < 4; side++) {
        w->sides16[side][i] = (int16_t)sides[side];
        w->sides32[side][i] = sides[side];
    }
    if (kind > 1 || (kind == 0 && boxes_alone))
        add_thing(w, HM_CROWD, i, s, x, y);
}

/* The first items are those of the one crowd, the others those of the other. */
static void make_crowds(struct test_world *w, uint64_t *random)
{
    const uint32_t first = oracle_random(random, WORLD_ITEMS + 1);
    const bool alone16 = oracle_random(random, 4) == 0, alone32 = oracle_random(random, 4) == 0;
    w->world.self = oracle_random(random, 2) * oracle_random(random, WORLD_ITEMS + 1);
    for (uint32_t i = 0; i < WORLD_ITEMS; i++)
        add_item(w, i, i < first ? alone16 : alone32, random);
    w->crowd16 = (hm_crowd16){
        w->sides16[0], w->sides16[1], w->sides16[2], w->sides16[3], alone16 ? NULL : w->sprites,
        first};
    w->crowd32 = (hm_crowd32){w->sides32[0] + first,
                              w->sides32[1] + first,
                              w->sides32[2] + first,
                              w->sides32[3] + first,
                              alone32 ? NULL : w->sprites + first,
                              WORLD_ITEMS - first};
    w->world.crowd16 = first > 0 ? &w->crowd16 : NULL;
    w->world.crowd32 = first < WORLD_ITEMS ? &w->crowd32 : NULL;
}

void test_world_scribble(struct test_world *w, uint64_t *random)
{
    memset(w, 0, sizeof *w);
    tile_map_scribble(&w->map, random, 7);
    subject_scribble(&w->terrain, random, 60);
    w->terrain_view = w->terrain.sprite;
    w->world.terrain_x = (int32_t)oracle_random(random, 40) - 20;
    w->world.terrain_y = (int32_t)oracle_random(random, 40);
    w->world.tiles_x = (int32_t)oracle_random(random, 40) - 20;
    w->world.tiles_y = (int32_t)oracle_random(random, 40) - 5;
    if (oracle_random(random, 2) == 0) {
        w->world.terrain = &w->terrain_view;
        add_thing(w, HM_TERRAIN, 0, &w->terrain, w->world.terrain_x, w->world.terrain_y);
    }
    if (oracle_random(random, 2) == 0) {
        w->world.tiles = &w->map.tiles;
        add_thing(w, HM_TILES, 0, &w->map.drawn, w->world.tiles_x, w->world.tiles_y);
    }
    if (oracle_random(random, 2) == 0)
        make_crowds(w, random);
}

void test_world_free(struct test_world *w)
{
    tile_map_free(&w->map);
    subject_free(&w->terrain);
    for (uint32_t i = 0; i < WORLD_ITEMS; i++)
        subject_free(&w->items[i]);
}

void test_world_level(struct test_world *w, uint32_t level)
{
    tile_map_level(&w->map, level);
    w->terrain_view.cpu = level;
    for (uint32_t i = 0; i < WORLD_ITEMS; i++)
        w->views[i].cpu = level;
}

/* ---- Positions ----------------------------------------------------------------------------- */

static uint64_t area_with(const struct thing *thing, const struct subject *a, int64_t x, int64_t y,
                          hm_point *hit)
{
    uint64_t area = 0;
    oracle_overlap(a, thing->subject, thing->x - x, thing->y - y, hit, &area);
    return area;
}

const struct thing *oracle_meets(const struct test_world *w, const struct subject *a, int64_t x,
                                 int64_t y)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (area_with(&w->things[i], a, x, y, NULL) > 0)
            return &w->things[i];
    return NULL;
}

/* The first pixel of a contact, and its normal. */
static void describe(const struct thing *thing, const struct subject *a, int64_t x, int64_t y,
                     hm_point *hit, int64_t *normal_x, int64_t *normal_y)
{
    area_with(thing, a, x, y, hit);
    *normal_x =
        (int64_t)area_with(thing, a, x - 1, y, NULL) - (int64_t)area_with(thing, a, x + 1, y, NULL);
    *normal_y =
        (int64_t)area_with(thing, a, x, y - 1, NULL) - (int64_t)area_with(thing, a, x, y + 1, NULL);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A walk along the path of a move. */
struct walk {
    uint64_t width, height, i, j;
};

static struct walk begin_walk(int32_t move_x, int32_t move_y)
{
    return (struct walk){(uint64_t)llabs((long long)move_x), (uint64_t)llabs((long long)move_y), 0,
                         0};
}

/* Is the next step one along x? */
static bool next_is_x(struct walk *walk)
{
    const bool is_x = path_visits(walk->width, walk->height, walk->i + 1, walk->j);
    walk->i += is_x;
    walk->j += !is_x;
    return is_x;
}

bool oracle_world_exit(const struct test_world *w, const struct subject *a, int32_t x, int32_t y,
                       hm_direction direction, uint32_t limit, uint32_t *distance)
{
    const int right = direction == HM_RIGHT ? 1 : direction == HM_LEFT ? -1 : 0;
    const int down = direction == HM_DOWN ? 1 : direction == HM_UP ? -1 : 0;
    for (int64_t i = 0; i <= limit; i++) {
        *distance = (uint32_t)i;
        if (oracle_meets(w, a, x + i * right, y + i * down) == NULL)
            return true;
    }
    return false;
}

/* All moves in reading order: one that is shorter than the best so far is better. */
bool oracle_world_escape(const struct test_world *w, const struct subject *a, int32_t x, int32_t y,
                         int32_t limit, hm_point *move)
{
    int32_t best = limit * limit + 1;
    *move = (hm_point){0, 0};
    for (int32_t down = -limit; down <= limit; down++)
        for (int32_t right = -limit; right <= limit; right++) {
            const int32_t length = right * right + down * down;
            if (length < best && oracle_meets(w, a, x + right, y + down) == NULL) {
                best = length;
                *move = (hm_point){right, down};
            }
        }
    return best <= limit * limit;
}

bool oracle_world_sweep(const struct test_world *w, const struct subject *a, int32_t x, int32_t y,
                        int32_t move_x, int32_t move_y, hm_sweep_result *out,
                        const struct thing **met)
{
    struct walk walk = begin_walk(move_x, move_y);
    memset(out, 0, sizeof *out);
    for (int64_t px = x, py = y;; out->step++) {
        *met = oracle_meets(w, a, px, py);
        if (*met != NULL) {
            describe(*met, a, px, py, &out->hit, &out->normal_x, &out->normal_y);
            out->contact = (hm_point){(int32_t)(px - x), (int32_t)(py - y)};
            return true;
        }
        out->moved = (hm_point){(int32_t)(px - x), (int32_t)(py - y)};
        if (out->step == walk.width + walk.height)
            return false;
        if (next_is_x(&walk))
            px += move_x < 0 ? -1 : 1;
        else
            py += move_y < 0 ? -1 : 1;
    }
}

/* `start` is where the slide began. */
static void note(hm_slide_result *out, const struct thing *met, const struct subject *a,
                 hm_point start, int64_t x, int64_t y)
{
    if (out->kind != HM_NOTHING)
        return;
    out->kind = met->kind;
    out->index = met->index;
    out->contact = (hm_point){(int32_t)(x - start.x), (int32_t)(y - start.y)};
    describe(met, a, x, y, &out->hit, &out->normal_x, &out->normal_y);
}

bool oracle_slide(const struct test_world *w, const struct subject *a, int32_t x, int32_t y,
                  int32_t move_x, int32_t move_y, uint32_t step_up, uint32_t step_down,
                  hm_slide_result *out)
{
    const int32_t right = move_x < 0 ? -1 : 1, down = move_y < 0 ? -1 : 1;
    const hm_point start = {x, y};
    struct walk walk = begin_walk(move_x, move_y);
    int64_t px = x, py = y;
    memset(out, 0, sizeof *out);
    const struct thing *met = oracle_meets(w, a, px, py);
    if (met != NULL) {
        out->stuck = true;
        note(out, met, a, start, px, py);
    }
    for (uint64_t step = 0; step < walk.width + walk.height && !out->stuck; step++) {
        if (!next_is_x(&walk)) {
            if (out->hit_y)
                continue;
            met = oracle_meets(w, a, px, py + down);
            if (met == NULL) {
                py += down;
            } else {
                note(out, met, a, start, px, py + down);
                out->hit_y = true;
            }
            continue;
        }
        if (out->hit_x)
            continue;
        const bool grounded = oracle_meets(w, a, px, py + 1) != NULL;
        int64_t rise = 0;
        bool can = true;
        while (can && oracle_meets(w, a, px + right, py - rise) != NULL) {
            can = rise < step_up && oracle_meets(w, a, px, py - rise - 1) == NULL;
            rise++;
        }
        if (!can) {
            note(out, oracle_meets(w, a, px + right, py), a, start, px + right, py);
            out->hit_x = true;
            continue;
        }
        px += right;
        py -= rise;
        if (rise > 0 || !grounded || move_y < 0)
            continue;
        for (int64_t sink = 0; sink <= step_down; sink++)
            if (oracle_meets(w, a, px, py + sink + 1) != NULL) {
                py += sink;
                break;
            }
    }
    out->moved = (hm_point){(int32_t)(px - x), (int32_t)(py - y)};
    met = oracle_meets(w, a, px, py + 1);
    out->on_ground = met != NULL;
    out->ground_kind = met != NULL ? met->kind : HM_NOTHING;
    out->ground_index = met != NULL ? met->index : 0;
    return out->kind != HM_NOTHING;
}
