/*
 * world_oracle.c - a sprite is laid over everything at each position that a rule names
 */
#include "runtime/world_oracle.h"

#include "runtime/full_box.h"
#include "runtime/path_oracle.h"

#include <stdlib.h>
#include <string.h>

/* ---- Worlds -------------------------------------------------------------------------------- */

static struct object *add_object(struct test_world *w, hm_kind kind, uint32_t index)
{
    struct object *const object = &w->objects[w->count];
    *object = (struct object){.kind = kind, .index = index};
    w->count += kind != w->world.self_kind || index != w->world.self_index;
    return object;
}

/* Puts an item somewhere; now and then one with an empty box or without a sprite. */
static void add_item(struct test_world *w, uint32_t i, bool boxes_alone, uint64_t *random)
{
    struct subject *const s = &w->items[i];
    hm_box box;
    subject_scribble(s, random, 14);
    const uint32_t kind = oracle_random(random, 10);
    const int32_t x = random_between(random, -10, 60), y = random_between(random, -10, 60);
    w->views[i] = s->sprite;
    w->sprites[i] = kind == 0 ? NULL : &w->views[i];
    hm_sprite_bounds(&s->sprite, &box);
    if (kind == 1)
        box.x1 = box.x0 - 3;
    hm_box_move(&box, x, y, &box);
    const int32_t sides[4] = {box.x0, box.y0, box.x1, box.y1};
    for (int side = 0; side < 4; side++)
        w->sides[side][i] = sides[side];
    if (kind > 1 || (kind == 0 && boxes_alone)) {
        struct object *const object = add_object(w, HM_CROWD, i);
        object->subject = boxes_alone ? NULL : s;
        object->x = x;
        object->y = y;
        object->box = box;
    }
}

static void make_crowd(struct test_world *w, uint64_t *random)
{
    const bool alone = oracle_random(random, 4) == 0;
    for (uint32_t i = 0; i < WORLD_ITEMS; i++)
        add_item(w, i, alone, random);
    w->crowd = (hm_crowd){
        w->sides[0], w->sides[1], w->sides[2], w->sides[3], alone ? NULL : w->sprites, WORLD_ITEMS};
    w->world.crowd = &w->crowd;
}

static void make_placed(struct test_world *w, uint64_t *random)
{
    static const int32_t scales[] = {65536, 65536, 40000, 100000};
    const uint32_t kind = oracle_random(random, 5);
    const bool alone = kind == 0, has_boxes = kind < 3;
    for (uint32_t i = 0; i < WORLD_PLACED; i++) {
        struct subject *const s = &w->turned[i];
        hm_placement *const at = &w->places[i];
        subject_scribble(s, random, 14);
        w->turned_views[i] = s->sprite;
        w->turned_sprites[i] = oracle_random(random, 9) == 0 ? NULL : &w->turned_views[i];
        hm_place(&s->sprite, random_between(random, -10, 60), random_between(random, -10, 60),
                 oracle_random(random, 3) == 0 ? oracle_random(random, 4) << 14
                                               : oracle_random(random, 65536),
                 at);
        /* Often by half a pixel: then the centres of pixels lie on the edges of others. */
        at->x += oracle_random(random, 2) *
                 (oracle_random(random, 2) == 0 ? 32768 : oracle_random(random, 65536));
        at->y += oracle_random(random, 2) * 32768;
        at->scale_x = scales[oracle_random(random, 4)];
        at->scale_y =
            oracle_random(random, 5) == 0 ? -at->scale_x : scales[oracle_random(random, 4)];
        hm_placed_bounds(&s->sprite, at, &w->boxes[i]);
        if (has_boxes && oracle_random(random, 9) == 0)
            w->boxes[i].y1 = w->boxes[i].y0;
        const hm_box *const box = &w->boxes[i];
        if (box->x0 >= box->x1 || box->y0 >= box->y1 || (!alone && w->turned_sprites[i] == NULL))
            continue;
        struct object *const object = add_object(w, HM_PLACED, i);
        object->box = *box;
        object->at = alone ? NULL : at;
        object->view = &w->turned_views[i];
    }
    w->placed = (hm_placed_crowd){w->places, alone ? NULL : w->turned_sprites,
                                  has_boxes ? w->boxes : NULL, WORLD_PLACED};
    w->world.placed = &w->placed;
}

void test_world_scribble(struct test_world *w, uint64_t *random, uint32_t parts)
{
    memset(w, 0, sizeof *w);
    tile_map_scribble(&w->map, random, 7);
    subject_scribble(&w->terrain, random, 60);
    w->terrain_view = w->terrain.sprite;
    w->world.terrain_at =
        (hm_point){random_between(random, -20, 20), random_between(random, 0, 40)};
    w->world.tiles_at = (hm_point){random_between(random, -20, 20), random_between(random, -5, 35)};
    w->world.self_kind = (hm_kind)oracle_random(random, HM_PLACED + 1);
    w->world.self_index = oracle_random(random, WORLD_ITEMS + 1);
    if (w->world.self_kind == HM_TERRAIN || w->world.self_kind == HM_TILES)
        w->world.self_index = UINT32_MAX; /* it leaves out nothing: the oracle must not either */
    if (parts & WITH_TERRAIN) {
        struct object *const object = add_object(w, HM_TERRAIN, 0);
        w->world.terrain = &w->terrain_view;
        object->subject = &w->terrain;
        object->x = w->world.terrain_at.x;
        object->y = w->world.terrain_at.y;
    }
    if (parts & WITH_TILES) {
        struct object *const object = add_object(w, HM_TILES, 0);
        w->world.tiles = &w->map.tiles;
        object->x = w->world.tiles_at.x;
        object->y = w->world.tiles_at.y;
    }
    if (parts & WITH_CROWD)
        make_crowd(w, random);
    if (parts & WITH_PLACED)
        make_placed(w, random);
    if (w->world.self_kind == HM_TERRAIN || w->world.self_kind == HM_TILES)
        w->world.self_index = 0;
}

void test_world_free(struct test_world *w)
{
    tile_map_free(&w->map);
    subject_free(&w->terrain);
    for (uint32_t i = 0; i < WORLD_ITEMS; i++)
        subject_free(&w->items[i]);
    for (uint32_t i = 0; i < WORLD_PLACED; i++)
        subject_free(&w->turned[i]);
}

void test_world_level(struct test_world *w, uint32_t level)
{
    tile_map_level(&w->map, level);
    w->terrain_view.cpu = level;
    for (uint32_t i = 0; i < WORLD_ITEMS; i++)
        w->views[i].cpu = level;
    for (uint32_t i = 0; i < WORLD_PLACED; i++)
        w->turned_views[i].cpu = level;
}

/* ---- Positions ----------------------------------------------------------------------------- */

bool object_solid(const struct test_world *w, const struct object *object, int64_t x, int64_t y,
                  uint32_t *cell)
{
    const hm_box *const box = &object->box;
    *cell = object->index;
    if (object->kind == HM_TILES)
        return tile_map_solid(&w->map, x - object->x, y - object->y, cell);
    if (object->subject == NULL)
        return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
    return oracle_solid(object->subject, x - object->x, y - object->y);
}

/* A pixel of a sprite at (x, y), alone, through the map of the sprite. */
static bool pixel_touches(const struct object *object, int32_t px, int32_t py, int64_t x, int64_t y)
{
    const hm_sprite pixel = full_box(px, py, 1, 1);
    const hm_placement upright = {
        .x = x * 65536, .y = y * 65536, .scale_x = 65536, .scale_y = 65536};
    return hm_placed_overlap(&pixel, &upright, object->view, object->at);
}

/* True if pixel (px, py) of a sprite at (x, y) touches the object. */
static bool touches(const struct test_world *w, const struct object *object, int32_t px, int32_t py,
                    int64_t x, int64_t y, uint32_t *cell)
{
    if (object->at == NULL)
        return object_solid(w, object, x + px, y + py, cell);
    *cell = object->index;
    return pixel_touches(object, px, py, x, y);
}

/* True if the boxes share a pixel. A placed object is asked about nothing else. */
static bool is_near(const struct object *object, const struct subject *a, int64_t x, int64_t y)
{
    hm_box box;
    hm_sprite_bounds(&a->sprite, &box);
    return object->at == NULL ||
           (x + box.x0 - 1 < object->box.x1 && object->box.x0 < x + box.x1 + 2 &&
            y + box.y0 - 1 < object->box.y1 && object->box.y0 < y + box.y1 + 2);
}

uint64_t oracle_touching(const struct test_world *w, const struct object *object,
                         const struct subject *a, int64_t x, int64_t y, hm_point *hit,
                         uint32_t *cell)
{
    uint64_t area = 0;
    uint32_t at;
    if (!is_near(object, a, x, y))
        return 0;
    for (int32_t py = 0; py < a->height; py++)
        for (int32_t px = 0; px < a->width; px++) {
            if (!oracle_solid(a, px, py) || !touches(w, object, px, py, x, y, &at))
                continue;
            if (area == 0 && hit != NULL)
                *hit = (hm_point){px, py};
            if (cell != NULL && (area == 0 || at < *cell))
                *cell = at;
            area++;
        }
    return area;
}

uint32_t oracle_list(const struct test_world *w, const struct subject *a, int64_t x, int64_t y,
                     hm_met *out)
{
    uint32_t count = 0, cell;
    for (uint32_t i = 0; i < w->count; i++) {
        const struct object *const object = &w->objects[i];
        const uint32_t first = count;
        if (!is_near(object, a, x, y))
            continue;
        for (int32_t py = 0; py < a->height; py++)
            for (int32_t px = 0; px < a->width; px++) {
                if (!oracle_solid(a, px, py) || !touches(w, object, px, py, x, y, &cell))
                    continue;
                uint32_t k = first;
                while (k < count && out[k].index < cell)
                    k++;
                if (k < count && out[k].index == cell)
                    continue;
                memmove(out + k + 1, out + k, (count - k) * sizeof *out);
                out[k] = (hm_met){object->kind, cell, {(int32_t)(x + px), (int32_t)(y + py)}};
                count++;
            }
    }
    return count;
}

const struct object *oracle_meets(const struct test_world *w, const struct subject *a, int64_t x,
                                  int64_t y)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (oracle_touching(w, &w->objects[i], a, x, y, NULL, NULL) > 0)
            return &w->objects[i];
    return NULL;
}

uint64_t oracle_world_area(const struct test_world *w, const struct subject *a, int64_t x,
                           int64_t y)
{
    uint64_t area = 0;
    uint32_t cell;
    for (int32_t py = 0; py < a->height; py++)
        for (int32_t px = 0; px < a->width; px++) {
            bool is = false;
            for (uint32_t i = 0; i < w->count && !is && oracle_solid(a, px, py); i++)
                is = is_near(&w->objects[i], a, x, y) &&
                     touches(w, &w->objects[i], px, py, x, y, &cell);
            area += is;
        }
    return area;
}

/* The first pixel of a contact, and its normal. */
static void describe(const struct test_world *w, const struct object *object,
                     const struct subject *a, int64_t x, int64_t y, hm_point *hit,
                     int64_t *normal_x, int64_t *normal_y)
{
    struct object all = *object;
    /* The boxes do not count in a normal. */
    all.box = (hm_box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    const struct object *const o = object->at != NULL ? &all : object;
    oracle_touching(w, o, a, x, y, hit, NULL);
    if (object->at != NULL) {
        const hm_placement upright = {
            .x = x * 65536, .y = y * 65536, .scale_x = 65536, .scale_y = 65536};
        hm_placed_normal(&a->sprite, &upright, object->view, object->at, normal_x, normal_y);
        *normal_x /= 65536;
        *normal_y /= 65536;
        return;
    }
    *normal_x = (int64_t)oracle_touching(w, o, a, x - 1, y, NULL, NULL) -
                (int64_t)oracle_touching(w, o, a, x + 1, y, NULL, NULL);
    *normal_y = (int64_t)oracle_touching(w, o, a, x, y - 1, NULL, NULL) -
                (int64_t)oracle_touching(w, o, a, x, y + 1, NULL, NULL);
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

/* True if the next step is one along x. */
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
                        const struct object **met)
{
    struct walk walk = begin_walk(move_x, move_y);
    memset(out, 0, sizeof *out);
    for (int64_t px = x, py = y;; out->step++) {
        *met = oracle_meets(w, a, px, py);
        if (*met != NULL) {
            describe(w, *met, a, px, py, &out->hit, &out->normal_x, &out->normal_y);
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
static void note(const struct test_world *w, hm_slide_result *out, const struct object *met,
                 const struct subject *a, hm_point start, int64_t x, int64_t y)
{
    if (out->kind != HM_NOTHING)
        return;
    out->kind = met->kind;
    out->index = met->index;
    out->contact = (hm_point){(int32_t)(x - start.x), (int32_t)(y - start.y)};
    describe(w, met, a, x, y, &out->hit, &out->normal_x, &out->normal_y);
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
    const struct object *met = oracle_meets(w, a, px, py);
    if (met != NULL) {
        out->stuck = true;
        note(w, out, met, a, start, px, py);
    }
    for (uint64_t step = 0; step < walk.width + walk.height && !out->stuck; step++) {
        if (!next_is_x(&walk)) {
            if (out->hit_y)
                continue;
            met = oracle_meets(w, a, px, py + down);
            if (met == NULL) {
                py += down;
            } else {
                note(w, out, met, a, start, px, py + down);
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
            note(w, out, oracle_meets(w, a, px + right, py), a, start, px + right, py);
            out->hit_x = true;
            for (int64_t i = 1; i <= 32 && oracle_meets(w, a, px, py - i) == NULL; i++)
                if (oracle_meets(w, a, px + right, py - i) == NULL) {
                    out->rise = (uint32_t)i;
                    break;
                }
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
