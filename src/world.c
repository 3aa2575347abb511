/*
 * world.c - an upright sprite or a shape against terrain, tiles and crowds as one world
 *
 * A world is a row of things: the terrain, the cells of the map, the items of the crowd, the placed
 * items. A walk visits those near the asker, in this order; each query is a loop over it.
 */
#include "world.h"

#include "bits.h"
#include "columns.h"
#include "escape.h"
#include "placed.h"
#include "shape.h"
#include "sweep.h"

/* ---- Things --------------------------------------------------------------------------------- */

static inline bool shares(const struct zone *a, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
    return larger(a->x0, x0) < smaller(a->x1, x1) && larger(a->y0, y0) < smaller(a->y1, y1);
}

void hm_walk_begin(struct walk *walk, const hm_world *world, const struct zone *zone,
                   bool is_upright, uint32_t cpu, hm_cursor next)
{
    walk->world = world;
    walk->zone = walk->placed_zone = *zone;
    if (is_upright && !zone_is_empty(zone))
        walk->placed_zone = (struct zone){zone->x0 - 1, zone->y0 - 1, zone->x1 + 2, zone->y1 + 2};
    walk->cpu = cpu;
    walk->next = next.kind == HM_NOTHING ? (hm_cursor){HM_TERRAIN, 0} : next;
    walk->is_open = false;
}

/* A thing that is solid throughout a box: of a side of more than INT32_MAX, the first INT32_MAX
 * columns or rows count. */
static SMALL void fill_box(struct thing *out, uint32_t cpu, int32_t x0, int32_t y0, int32_t x1,
                           int32_t y1)
{
    out->sprite = &out->room;
    out->at = NULL;
    out->x = x0;
    out->y = y0;
    hm_sprite_of_box(&out->room, cpu, saturated((int64_t)x1 - x0), saturated((int64_t)y1 - y0));
}

/* False when the item has no sprite, or an empty one. */
INLINE bool open_item(const hm_crowd *crowd, uint32_t i, uint32_t cpu, struct thing *out)
{
    out->kind = HM_CROWD;
    out->index = i;
    if (crowd->sprites == NULL) {
        fill_box(out, cpu, crowd->x0[i], crowd->y0[i], crowd->x1[i], crowd->y1[i]);
        return true;
    }
    out->sprite = crowd->sprites[i];
    if (out->sprite == NULL || out->sprite->area == 0)
        return false;
    const hm_box bounds = sprite_tight(out->sprite);
    out->x = (int64_t)crowd->x0[i] - bounds.x0;
    out->y = (int64_t)crowd->y0[i] - bounds.y0;
    out->at = NULL;
    return true;
}

static SMALL bool open_placed(const hm_placed_crowd *crowd, uint32_t i, uint32_t cpu,
                              struct thing *out)
{
    hm_box box = {0, 0, 0, 0};
    out->kind = HM_PLACED;
    out->index = i;
    out->x = out->y = 0;
    out->sprite = crowd->sprites != NULL ? crowd->sprites[i] : NULL;
    if (crowd->sprites != NULL && (out->sprite == NULL || out->sprite->area == 0))
        return false;
    if (crowd->boxes != NULL)
        box = crowd->boxes[i];
    else if (out->sprite != NULL)
        hm_placed_bounds(out->sprite, &crowd->at[i], &box);
    out->box = (struct zone){box.x0, box.y0, box.x1, box.y1};
    if (zone_is_empty(&out->box))
        return false;
    if (out->sprite == NULL)
        fill_box(out, cpu, box.x0, box.y0, box.x1, box.y1);
    else
        out->at = &crowd->at[i];
    return true;
}

static SMALL bool open_terrain(const hm_world *world, struct thing *out)
{
    out->kind = HM_TERRAIN;
    out->index = 0;
    out->sprite = world->terrain;
    out->x = world->terrain_at.x;
    out->y = world->terrain_at.y;
    out->at = NULL;
    return out->sprite != NULL && out->sprite->area > 0;
}

SMALL void hm_world_thing(const hm_world *world, hm_kind kind, uint32_t index, uint32_t cpu,
                          struct thing *out)
{
    out->x = out->y = 0;
    out->at = NULL;
    if (kind == HM_TERRAIN)
        open_terrain(world, out);
    else if (kind == HM_CROWD)
        open_item(world->crowd, index, cpu, out);
    else
        open_placed(world->placed, index, cpu, out);
}

/* ---- A walk --------------------------------------------------------------------------------- */

static bool next_cell(struct walk *walk, struct thing *out)
{
    const hm_world *const world = walk->world;
    const hm_point at = world->tiles_at;
    const struct zone *const z = &walk->zone;
    if (!walk->is_open) {
        if (world->tiles == NULL || !hm_cells_open(&walk->cells, world->tiles, z->x0 - at.x,
                                                   z->y0 - at.y, z->x1 - at.x, z->y1 - at.y))
            return false;
        hm_cells_skip(&walk->cells, walk->next.index);
        walk->is_open = true;
    }
    if (!hm_cells_next(&walk->cells))
        return false;
    out->kind = HM_TILES;
    out->index = walk->cells.index;
    out->sprite = walk->cells.sprite;
    out->x = walk->cells.x + at.x;
    out->y = walk->cells.y + at.y;
    out->at = NULL;
    walk->next.index = walk->cells.index + 1;
    return true;
}

/* Lists the boxes of the next chunk that are near. False at the end. */
static bool list_chunk(struct walk *walk, const hm_crowd *crowd)
{
    const struct zone *const z = &walk->zone;
    const hm_box box = {saturated(z->x0), saturated(z->y0), saturated(z->x1), saturated(z->y1)};
    const struct sides sides = sides_of(crowd);
    const uint32_t begin = walk->is_open ? walk->chunk_end : walk->next.index;
    if (begin >= crowd->count || box.x0 >= box.x1 || box.y0 >= box.y1)
        return false;
    walk->chunk_end = crowd->count - begin > CROWD_CHUNK ? begin + CROWD_CHUNK : crowd->count;
    walk->listed = hm_broad_for(walk->cpu)(&sides, box, begin, walk->chunk_end, walk->list);
    walk->taken = 0;
    walk->is_open = true;
    return true;
}

static inline bool is_self(const hm_world *world, hm_kind kind, uint32_t index)
{
    return kind == world->self_kind && index == world->self_index;
}

/* How many items ahead a sprite is fetched from memory: the sprites of a crowd are far from each
 * other there. */
enum { AHEAD = 4 };

INLINE bool next_item(struct walk *walk, struct thing *out)
{
    const hm_crowd *const crowd = walk->world->crowd;
    if (crowd == NULL || (!walk->is_open && !list_chunk(walk, crowd)))
        return false;
    do {
        while (walk->taken < walk->listed) {
            const uint32_t i = walk->list[walk->taken++];
            const hm_sprite *const later =
                crowd->sprites != NULL && walk->taken + AHEAD <= walk->listed
                    ? crowd->sprites[walk->list[walk->taken + AHEAD - 1]]
                    : NULL;
            if (later != NULL) {
                PREFETCH(&later->words);
                PREFETCH(&later->flip_x);
            }
            if (is_self(walk->world, HM_CROWD, i) || !open_item(crowd, i, walk->cpu, out))
                continue;
            walk->next.index = i + 1;
            return true;
        }
    } while (list_chunk(walk, crowd));
    return false;
}

static SMALL bool next_placed(struct walk *walk, struct thing *out)
{
    const hm_placed_crowd *const crowd = walk->world->placed;
    while (crowd != NULL && walk->next.index < crowd->count) {
        const uint32_t i = walk->next.index++;
        const hm_box *const box = crowd->boxes != NULL ? &crowd->boxes[i] : NULL;
        if (box != NULL && !shares(&walk->placed_zone, box->x0, box->y0, box->x1, box->y1))
            continue;
        if (!is_self(walk->world, HM_PLACED, i) && open_placed(crowd, i, walk->cpu, out) &&
            shares(&walk->placed_zone, out->box.x0, out->box.y0, out->box.x1, out->box.y1))
            return true;
    }
    return false;
}

INLINE bool walk_on(struct walk *walk, struct thing *out)
{
    const hm_world *const world = walk->world;
    switch (walk->next.kind) {
    case HM_NOTHING:
    case HM_TERRAIN:
        if (walk->next.index == 0 && open_terrain(world, out)) {
            walk->next.index = 1;
            const struct zone box = zone_of(out->sprite, out->x, out->y);
            if (shares(&walk->zone, box.x0, box.y0, box.x1, box.y1))
                return true;
        }
        walk->next = (hm_cursor){HM_TILES, 0};
        walk->is_open = false;
        /* fall through */
    case HM_TILES:
        if (next_cell(walk, out))
            return true;
        walk->next = (hm_cursor){HM_CROWD, 0};
        walk->is_open = false;
        /* fall through */
    case HM_CROWD:
        if (next_item(walk, out))
            return true;
        walk->next = (hm_cursor){HM_PLACED, 0};
        /* fall through */
    default:
        if (next_placed(walk, out))
            return true;
    }
    walk->next = (hm_cursor){HM_PLACED, world->placed != NULL ? world->placed->count : 0};
    return false;
}

bool hm_walk_next(struct walk *walk, struct thing *out)
{
    return walk_on(walk, out);
}

/* ---- An upright sprite ---------------------------------------------------------------------- */

INLINE bool thing_meets(const struct thing *thing, const hm_sprite *a, int64_t x, int64_t y,
                        hm_point *hit)
{
    if (thing->at != NULL)
        return hm_placed_thing_meets(thing, a, x, y, hit);
    const int64_t dx = thing->x - x, dy = thing->y - y;
    if (!fits(dx) || !fits(dy))
        return false;
    return hit != NULL ? hm_overlap_first(a, thing->sprite, (int32_t)dx, (int32_t)dy, hit)
                       : hm_overlap(a, thing->sprite, (int32_t)dx, (int32_t)dy);
}

bool hm_thing_meets(const struct thing *thing, const hm_sprite *a, int64_t x, int64_t y,
                    hm_point *hit)
{
    return thing_meets(thing, a, x, y, hit);
}

/* True if it meets an item. */
static SMALL bool meets_crowds(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                               hm_met *out)
{
    const struct zone zone = zone_of(a, x, y);
    struct walk walk;
    struct thing thing;
    hm_walk_begin(&walk, world, &zone, true, a->cpu, (hm_cursor){HM_CROWD, 0});
    while (hm_walk_next(&walk, &thing))
        if (hm_thing_meets(&thing, a, x, y, NULL)) {
            out->kind = thing.kind;
            out->index = thing.index;
            return true;
        }
    return false;
}

INLINE bool meets(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y, hm_met *out)
{
    out->kind = HM_TERRAIN;
    out->index = 0;
    if (world->terrain != NULL &&
        touches_at(a, world->terrain, world->terrain_at.x - x, world->terrain_at.y - y))
        return true;
    out->kind = HM_TILES;
    if (world->tiles != NULL &&
        hm_tiles_touch(world->tiles, a, x - world->tiles_at.x, y - world->tiles_at.y))
        return true;
    return (world->crowd != NULL || world->placed != NULL) && meets_crowds(world, a, x, y, out);
}

bool hm_world_meets(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y, hm_met *out)
{
    return meets(world, a, x, y, out);
}

/* Writes what a sprite meets, as far as there is room, and where the walk goes on. */
static NOINLINE uint32_t list_things(const hm_world *world, const hm_sprite *a, int64_t x,
                                     int64_t y, hm_cursor *next, hm_met *hits, uint32_t capacity)
{
    const struct zone zone = zone_of(a, x, y);
    struct walk walk;
    struct thing thing;
    uint32_t count = 0;
    hm_walk_begin(&walk, world, &zone, true, a->cpu, *next);
    while (count < capacity && walk_on(&walk, &thing)) {
        hm_met *const met = &hits[count];
        if (!thing_meets(&thing, a, x, y, &met->hit))
            continue;
        met->kind = thing.kind;
        met->index = thing.index;
        met->hit = (hm_point){saturated(x + met->hit.x), saturated(y + met->hit.y)};
        count++;
    }
    *next = walk.next;
    return count;
}

/* Finds where `a` meets what is known to be met. */
static NOINLINE void find_hit(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                              hm_met *met)
{
    struct thing thing;
    if (met->kind == HM_TILES) {
        hm_world_cell(world, a, x, y, met);
        return;
    }
    hm_world_thing(world, met->kind, met->index, a->cpu, &thing);
    hm_thing_meets(&thing, a, x, y, &met->hit);
    met->hit = (hm_point){saturated(x + met->hit.x), saturated(y + met->hit.y)};
}

bool hm_world_overlap(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y, hm_met *met)
{
    hm_met found;
    if (!meets(world, a, x, y, &found))
        return false;
    if (met != NULL) {
        *met = found;
        find_hit(world, a, x, y, met);
    }
    return true;
}

SMALL void hm_world_cell(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                         hm_met *out)
{
    hm_cursor next = {HM_TILES, 0};
    list_things(world, a, x, y, &next, out, 1);
}

uint32_t hm_world_list(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                       hm_cursor *next, hm_met *hits, uint32_t capacity)
{
    return capacity > 0 ? list_things(world, a, x, y, next, hits, capacity) : 0;
}

/* A sprite that looks for a free place in a world. */
struct lost {
    const hm_world *world;
    const hm_sprite *a;
    int64_t x, y;
};

static SMALL bool is_free(const void *context, int64_t x, int64_t y)
{
    const struct lost *const at = (const struct lost *)context;
    hm_met met;
    return !hm_world_meets(at->world, at->a, at->x + x, at->y + y, &met);
}

SMALL bool hm_world_exit(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                         hm_direction direction, uint32_t limit, uint32_t *distance)
{
    const struct lost lost = {world, a, x, y};
    return hm_find_exit(is_free, &lost, direction, limit, distance);
}

SMALL bool hm_world_escape(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                           uint32_t limit, hm_point *move)
{
    const struct lost lost = {world, a, x, y};
    return hm_find_escape(is_free, &lost, limit, move);
}

/* ---- On its way ----------------------------------------------------------------------------- */

/* The first contact so far: all before step `end` is free. */
struct search {
    const hm_world *world;
    const hm_sprite *a;
    int64_t x, y; /* where it starts */
    struct path path;
    uint64_t end;
    hm_met met;
};

/* The zone of the bounds after a step, with `a` at (x, y) before any step. */
static struct zone zone_after(const struct search *s, int64_t x, int64_t y, uint64_t step)
{
    struct path path = s->path;
    path_seek(&path, step);
    const hm_point by = path_moved(&path);
    return zone_of(s->a, x + by.x, y + by.y);
}

/* The zone that the bounds cover from one step to another. */
static SMALL struct zone zone_between(const struct search *s, int64_t x, int64_t y, uint64_t first,
                                      uint64_t last)
{
    const struct zone p = zone_after(s, x, y, first), q = zone_after(s, x, y, last);
    return (struct zone){smaller(p.x0, q.x0), smaller(p.y0, q.y0), larger(p.x1, q.x1),
                         larger(p.y1, q.y1)};
}

/* The cells under the way, as many steps at a time as a tile is long. */
static SMALL void sweep_tiles(struct search *s, const hm_tiles *tiles, int64_t x, int64_t y)
{
    enum { LEAST = 16 };
    const hm_point size = hm_tiles_size(tiles);
    const hm_box map = {0, 0, size.x, size.y}, bounds = sprite_tight(s->a);
    const struct range range = hm_box_steps(&s->path, &bounds, &map, -x, -y);
    const int64_t side = larger(LEAST, larger(tiles->tile_width, tiles->tile_height));
    const uint64_t end = range.end < s->end ? range.end : s->end, before = s->end;
    struct cell_walk cells;
    for (uint64_t i = range.begin; i < end; i += (uint64_t)side) {
        s->end = (uint64_t)smaller((int64_t)end, (int64_t)i + side);
        const struct zone zone = zone_between(s, x, y, i, s->end - 1);
        bool found = false;
        if (hm_cells_open(&cells, tiles, zone.x0, zone.y0, zone.x1, zone.y1))
            while (hm_cells_next(&cells))
                found |= hm_sweep_range(s->a, cells.sprite, cells.x - x, cells.y - y, &s->path,
                                        (struct range){i, s->end}, &s->end);
        if (found) {
            s->met.kind = HM_TILES;
            return;
        }
    }
    s->end = before;
}

/* Each step at which the boxes meet. */
static SMALL bool sweep_placed(struct search *s, const struct thing *thing)
{
    const struct zone own = zone_of(s->a, 0, 0), *const there = &thing->box;
    const hm_box p = {saturated(own.x0 - 1), saturated(own.y0 - 1), saturated(own.x1 + 2),
                      saturated(own.y1 + 2)};
    const hm_box q = {(int32_t)there->x0, (int32_t)there->y0, (int32_t)there->x1,
                      (int32_t)there->y1};
    const struct range range = hm_box_steps(&s->path, &p, &q, -s->x, -s->y);
    struct path path = s->path;
    path_seek(&path, range.begin);
    for (uint64_t i = range.begin; i < range.end && i < s->end; i++, path_step(&path)) {
        const hm_point by = path_moved(&path);
        if (hm_placed_thing_meets(thing, s->a, s->x + by.x, s->y + by.y, NULL)) {
            s->end = i;
            return true;
        }
        if (path_length(&path) == 0)
            break;
    }
    return false;
}

/* Later ones must be earlier on the way. */
static SMALL void search(struct search *s)
{
    const hm_world *const world = s->world;
    struct walk walk;
    struct thing thing;
    if (world->terrain != NULL &&
        hm_sweep_range(s->a, world->terrain, world->terrain_at.x - s->x, world->terrain_at.y - s->y,
                       &s->path, (struct range){0, s->end}, &s->end))
        s->met.kind = HM_TERRAIN;
    if (world->tiles != NULL)
        sweep_tiles(s, world->tiles, s->x - world->tiles_at.x, s->y - world->tiles_at.y);
    const struct zone zone = zone_between(s, s->x, s->y, 0, path_length(&s->path));
    hm_walk_begin(&walk, world, &zone, true, s->a->cpu, (hm_cursor){HM_CROWD, 0});
    while (hm_walk_next(&walk, &thing)) {
        if (thing.at != NULL ? sweep_placed(s, &thing)
                             : hm_sweep_range(s->a, thing.sprite, thing.x - s->x, thing.y - s->y,
                                              &s->path, (struct range){0, s->end}, &s->end)) {
            s->met.kind = thing.kind;
            s->met.index = thing.index;
        }
    }
}

SMALL bool hm_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                          int32_t move_x, int32_t move_y, hm_sweep_result *out, hm_met *met)
{
    struct search s = {.world = world, .a = a, .x = x, .y = y};
    path_init(&s.path, move_x, move_y);
    s.end = path_length(&s.path) + 1;
    *out = (hm_sweep_result){{move_x, move_y}, s.end - 1, {0, 0}, 0, 0, {0, 0}};
    if (hm_world_meets(world, a, x, y, &s.met)) {
        s.end = 0;
    } else {
        s.met = (hm_met){HM_NOTHING, 0, {0, 0}};
        if (a->area > 0)
            search(&s);
    }
    if (s.met.kind == HM_NOTHING)
        return false;
    path_seek(&s.path, s.end);
    out->step = s.end;
    out->contact = path_moved(&s.path);
    const int64_t at_x = (int64_t)x + out->contact.x, at_y = (int64_t)y + out->contact.y;
    hm_world_describe(world, a, at_x, at_y, &s.met, &out->hit, &out->normal_x, &out->normal_y);
    path_seek(&s.path, s.end > 0 ? s.end - 1 : 0);
    out->moved = path_moved(&s.path);
    if (met != NULL) {
        if (s.met.kind == HM_TILES)
            hm_world_cell(world, a, at_x, at_y, &s.met);
        *met = s.met;
        met->hit = (hm_point){saturated(at_x + out->hit.x), saturated(at_y + out->hit.y)};
    }
    return true;
}

/* ---- Shapes --------------------------------------------------------------------------------- */

/* A circle, or without a radius a box; and the box of it. */
struct shape {
    struct zone zone;
    int32_t x, y;
    uint32_t radius;
    bool is_circle;
};

static uint32_t level_of(const hm_world *world)
{
    if (world->terrain != NULL)
        return world->terrain->cpu;
    const bool has_one = world->crowd != NULL && world->crowd->count > 0 &&
                         world->crowd->sprites != NULL && world->crowd->sprites[0] != NULL;
    return has_one ? world->crowd->sprites[0]->cpu : hm_cpu_level();
}

/* Finds the first pixel of the shape on a thing, in the world. */
static SMALL bool shape_meets(const struct shape *s, const struct thing *thing, hm_point *hit)
{
    const struct contact contact = {NULL, hit};
    const struct zone *const z = &s->zone;
    bool found;
    if (thing->at != NULL && s->is_circle)
        return hm_circle_meets_placed(thing->sprite, thing->at, s->x, s->y, s->radius, &contact);
    if (thing->at != NULL) {
        const hm_box box = {(int32_t)z->x0, (int32_t)z->y0, (int32_t)z->x1, (int32_t)z->y1};
        return hm_box_meets_placed(thing->sprite, thing->at, &box, &contact);
    }
    if (s->is_circle) {
        found = hm_circle_meets(thing->sprite, s->x - thing->x, s->y - thing->y, s->radius, hit);
    } else {
        const hm_box box = {saturated(z->x0 - thing->x), saturated(z->y0 - thing->y),
                            saturated(z->x1 - thing->x), saturated(z->y1 - thing->y)};
        found = hm_overlap_box(thing->sprite, &box, hit);
    }
    if (found)
        *hit = (hm_point){saturated(thing->x + hit->x), saturated(thing->y + hit->y)};
    return found;
}

static SMALL uint32_t list_shape(const hm_world *world, const struct shape *shape, hm_cursor *next,
                                 hm_met *hits, uint32_t capacity)
{
    struct walk walk;
    struct thing thing;
    hm_point hit;
    uint32_t count = 0;
    if (capacity == 0)
        return 0;
    hm_walk_begin(&walk, world, &shape->zone, false, level_of(world), *next);
    while (count < capacity && hm_walk_next(&walk, &thing))
        if (shape_meets(shape, &thing, &hit))
            hits[count++] = (hm_met){thing.kind, thing.index, hit};
    *next = walk.next;
    return count;
}

static SMALL bool find_shape(const hm_world *world, const struct shape *shape, hm_met *met)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met found;
    if (list_shape(world, shape, &next, &found, 1) == 0)
        return false;
    if (met != NULL)
        *met = found;
    return true;
}

static SMALL struct shape box_shape(const hm_box *box)
{
    return (struct shape){{box->x0, box->y0, box->x1, box->y1}, 0, 0, 0, false};
}

static SMALL struct shape circle_shape(int32_t x, int32_t y, uint32_t radius)
{
    const int64_t r = radius;
    return (struct shape){{x - r, y - r, x + r + 1, y + r + 1}, x, y, radius, true};
}

SMALL bool hm_world_point(const hm_world *world, int32_t x, int32_t y, hm_met *met)
{
    const struct shape shape = circle_shape(x, y, 0);
    return find_shape(world, &shape, met);
}

SMALL bool hm_world_box(const hm_world *world, const hm_box *box, hm_met *met)
{
    const struct shape shape = box_shape(box);
    return find_shape(world, &shape, met);
}

SMALL bool hm_world_circle(const hm_world *world, int32_t x, int32_t y, uint32_t radius,
                           hm_met *met)
{
    const struct shape shape = circle_shape(x, y, radius);
    return find_shape(world, &shape, met);
}

SMALL uint32_t hm_world_list_point(const hm_world *world, int32_t x, int32_t y, hm_cursor *next,
                                   hm_met *hits, uint32_t capacity)
{
    const struct shape shape = circle_shape(x, y, 0);
    return list_shape(world, &shape, next, hits, capacity);
}

SMALL uint32_t hm_world_list_box(const hm_world *world, const hm_box *box, hm_cursor *next,
                                 hm_met *hits, uint32_t capacity)
{
    const struct shape shape = box_shape(box);
    return list_shape(world, &shape, next, hits, capacity);
}

SMALL uint32_t hm_world_list_circle(const hm_world *world, int32_t x, int32_t y, uint32_t radius,
                                    hm_cursor *next, hm_met *hits, uint32_t capacity)
{
    const struct shape shape = circle_shape(x, y, radius);
    return list_shape(world, &shape, next, hits, capacity);
}

/* ---- The first on a path -------------------------------------------------------------------- */

/* A path from (x, y), and what it met first so far. */
struct line {
    int32_t x, y;
    struct path path;
    uint64_t length;      /* steps that are still to be tried */
    int64_t end_x, end_y; /* as far as there are pixels to be tried */
    hm_met met;
    uint64_t taken;
    bool is_over; /* the first pixel is met: nothing is earlier */
};

/* A later find must be earlier on the path. */
static SMALL void keep(struct line *line, hm_kind kind, uint32_t index, int64_t x, int64_t y)
{
    line->met = (hm_met){kind, index, {saturated(x), saturated(y)}};
    line->is_over = line->taken == 0;
    line->length = line->taken - 1;
    line->end_x = x;
    line->end_y = y;
}

static bool meets_line(struct line *line, const struct thing *thing)
{
    hm_point at = {0, 0};
    const struct contact contact = {NULL, &at};
    uint64_t taken;
    const bool met =
        thing->at != NULL
            ? hm_path_meets_placed(thing->sprite, thing->at, (hm_point){line->x, line->y},
                                   &line->path, line->length, &contact, &taken)
            : hm_walk_meets(thing->sprite, line->x - thing->x, line->y - thing->y, &line->path,
                            line->length, &at, &taken);
    if (!met)
        return false;
    line->taken = taken;
    if (thing->at != NULL)
        keep(line, thing->kind, thing->index, at.x, at.y);
    else
        keep(line, thing->kind, thing->index, thing->x + at.x, thing->y + at.y);
    return true;
}

static void cut(int64_t at, int32_t step, int64_t end, int64_t *low, int64_t *high)
{
    *low = step < 0 ? end : at;
    *high = (step > 0 ? end : at) + 1;
}

/* The box of the part of the path that is still to be tried. */
static struct zone line_zone(const struct line *line)
{
    struct zone zone;
    cut(line->x, line->path.right, line->end_x, &zone.x0, &zone.x1);
    cut(line->y, line->path.down, line->end_y, &zone.y0, &zone.y1);
    return zone;
}

static SMALL bool find_on_line(const hm_world *world, struct line *line)
{
    struct walk walk;
    struct thing thing;
    if (world->terrain != NULL) {
        open_terrain(world, &thing);
        meets_line(line, &thing);
    }
    if (world->tiles != NULL && !line->is_over) {
        const hm_point at = world->tiles_at;
        struct tiles_hit hit;
        if (hm_tiles_walk(world->tiles, (int64_t)line->x - at.x, (int64_t)line->y - at.y,
                          &line->path, line->length, &hit)) {
            line->taken = hit.taken;
            keep(line, HM_TILES, hit.cell, hit.x + at.x, hit.y + at.y);
        }
    }
    struct zone zone = line_zone(line);
    hm_walk_begin(&walk, world, &zone, false, level_of(world), (hm_cursor){HM_CROWD, 0});
    while (!line->is_over && hm_walk_next(&walk, &thing))
        if (meets_line(line, &thing))
            walk.zone = walk.placed_zone = line_zone(line);
    return line->met.kind != HM_NOTHING;
}

SMALL bool hm_world_segment(const hm_world *world, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                            hm_met *met)
{
    struct line line = {.x = x0, .y = y0, .end_x = x1, .end_y = y1};
    path_init(&line.path, (int64_t)x1 - x0, (int64_t)y1 - y0);
    line.length = path_length(&line.path);
    if (!find_on_line(world, &line))
        return false;
    if (met != NULL)
        *met = line.met;
    return true;
}

SMALL bool hm_world_ray(const hm_world *world, int32_t x, int32_t y, int32_t dx, int32_t dy,
                        hm_met *met, uint64_t *steps)
{
    struct line line = {.x = x, .y = y};
    path_init(&line.path, dx, dy);
    line.length = path_length(&line.path) > 0 ? UINT64_MAX : 0;
    line.end_x = line.path.right < 0 ? INT64_MIN / 4 : INT64_MAX / 4;
    line.end_y = line.path.down < 0 ? INT64_MIN / 4 : INT64_MAX / 4;
    if (!find_on_line(world, &line))
        return false;
    if (met != NULL)
        *met = line.met;
    if (steps != NULL)
        *steps = line.taken;
    return true;
}
