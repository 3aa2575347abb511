/*
 * world.c - one sprite against terrain, tiles and crowds together, standing or on its way
 */
#include "world.h"

#include "bits.h"
#include "crowd.h"
#include "escape.h"
#include "sprite.h"
#include "sweep.h"
#include "tiles.h"

/* ---- Where a sprite stands ----------------------------------------------------------------- */

/* Gets crowd 0 or 1. Returns the index of its first item, in the numbers of the world. */
static SMALL uint32_t open_crowd(const hm_world *world, int which, struct crowd *out)
{
    const uint32_t before = world->crowd16 != NULL ? world->crowd16->count : 0;
    memset(out, 0, sizeof *out);
    if (which == 0 && world->crowd16 != NULL)
        hm_crowd_open16(world->crowd16, out);
    if (which == 1 && world->crowd32 != NULL)
        hm_crowd_open32(world->crowd32, out);
    return which == 0 ? 0 : before;
}

SMALL bool hm_world_visit(const hm_world *world, const struct zone *zone, uint32_t cpu,
                          visit_item *visit, void *context)
{
    uint32_t list[CROWD_CHUNK];
    struct crowd crowd;
    struct item item;
    for (int which = 0; which < 2; which++) {
        const uint32_t first = open_crowd(world, which, &crowd);
        for (uint32_t next = 0; next < crowd.count;) {
            const uint32_t found = hm_crowd_near(&crowd, zone, cpu, &next, list);
            for (uint32_t i = 0; i < found; i++)
                if (first + list[i] + 1 != world->self &&
                    hm_crowd_item(&crowd, list[i], cpu, &item) &&
                    visit(context, first + list[i], &item))
                    return true;
        }
    }
    return false;
}

SMALL void hm_world_item(const hm_world *world, uint32_t index, uint32_t cpu, struct item *out)
{
    struct crowd crowd;
    uint32_t first = open_crowd(world, 0, &crowd);
    if (index >= crowd.count)
        first = open_crowd(world, 1, &crowd);
    hm_crowd_item(&crowd, index - first, cpu, out);
}

/* A sprite, where it is, and whom it met. */
struct stand {
    const hm_sprite *a;
    int64_t x, y;
    struct met *met;
};

static SMALL bool meets_item(void *context, uint32_t index, const struct item *item)
{
    const struct stand *const at = (const struct stand *)context;
    *at->met = (struct met){HM_CROWD, index};
    return touches_at(at->a, item->sprite, item->x - at->x, item->y - at->y);
}

static SMALL void zone_of(const hm_sprite *a, int64_t x, int64_t y, struct zone *out)
{
    hm_box box;
    hm_sprite_bounds(a, &box);
    *out = (struct zone){x + box.x0, y + box.y0, x + box.x1, y + box.y1};
}

static SMALL bool meets_crowds(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                               struct met *out)
{
    struct stand at = {a, x, y, out};
    struct zone zone;
    zone_of(a, x, y, &zone);
    return hm_world_visit(world, &zone, a->cpu, meets_item, &at);
}

bool hm_world_meets(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                    struct met *out)
{
    *out = (struct met){HM_TERRAIN, 0};
    if (world->terrain != NULL &&
        touches_at(a, world->terrain, world->terrain_x - x, world->terrain_y - y))
        return true;
    out->who = HM_TILES;
    if (world->tiles != NULL &&
        hm_tiles_touch_at(world->tiles, a, x - world->tiles_x, y - world->tiles_y))
        return true;
    return (world->crowd16 != NULL || world->crowd32 != NULL) && meets_crowds(world, a, x, y, out);
}

static void tell(const struct met *met, hm_kind *kind, uint32_t *index)
{
    if (kind != NULL)
        *kind = met->who;
    if (index != NULL)
        *index = met->index;
}

SMALL bool hm_world_overlap(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                            hm_kind *kind, uint32_t *index)
{
    struct met met;
    if (!hm_world_meets(world, a, x, y, &met))
        return false;
    tell(&met, kind, index);
    return true;
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
    struct met met;
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

SMALL void hm_world_describe(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                             const struct met *met, hm_point *hit, int64_t *normal_x,
                             int64_t *normal_y)
{
    struct item item = {world->terrain, world->terrain_x, world->terrain_y, {0}};
    if (met->who == HM_TILES) {
        hm_tiles_first_at(world->tiles, a, x - world->tiles_x, y - world->tiles_y, hit);
        hm_tiles_normal_at(world->tiles, a, x - world->tiles_x, y - world->tiles_y, normal_x,
                           normal_y);
        return;
    }
    if (met->who == HM_CROWD)
        hm_world_item(world, met->index, a->cpu, &item);
    const int32_t dx = (int32_t)(item.x - x), dy = (int32_t)(item.y - y);
    hm_overlap_first(a, item.sprite, dx, dy, hit);
    hm_overlap_normal(a, item.sprite, dx, dy, normal_x, normal_y);
}

/* ---- On its way ---------------------------------------------------------------------------- */

/* The first contact so far: all before step `end` is free. */
struct search {
    const hm_world *world;
    const hm_sprite *a;
    int64_t x, y; /* where it starts */
    struct path path;
    uint64_t end;
    struct met met;
};

/* Is the contact with b earlier than those so far? */
static bool sweep_against(struct search *s, const hm_sprite *b, int64_t dx, int64_t dy,
                          uint64_t begin)
{
    return hm_sweep_range(s->a, b, dx, dy, &s->path, (struct range){begin, s->end}, &s->end);
}

/* Gets the bounds after a step, with `a` at (x, y) before any step. */
static SMALL void zone_after(const struct search *s, int64_t x, int64_t y, uint64_t step,
                             struct zone *out)
{
    struct path path = s->path;
    path_seek(&path, step);
    const hm_point by = path_moved(&path);
    zone_of(s->a, x + by.x, y + by.y, out);
}

/* Gets the area that the bounds cover from one step to another. */
static SMALL void zone_between(const struct search *s, int64_t x, int64_t y, uint64_t first,
                               uint64_t last, struct zone *out)
{
    struct zone end;
    zone_after(s, x, y, first, out);
    zone_after(s, x, y, last, &end);
    *out = (struct zone){smaller(out->x0, end.x0), smaller(out->y0, end.y0),
                         larger(out->x1, end.x1), larger(out->y1, end.y1)};
}

/* The cells under the way, as many steps at a time as a tile is long. */
static SMALL void sweep_tiles(struct search *s, const hm_tiles *tiles, int64_t x, int64_t y)
{
    enum { LEAST = 16 };
    const hm_point size = hm_tiles_size(tiles);
    const hm_box map = {0, 0, size.x, size.y};
    hm_box bounds;
    hm_sprite_bounds(s->a, &bounds);
    const struct range range = hm_box_steps(&s->path, &bounds, &map, -x, -y);
    const int64_t side = larger(LEAST, larger(tiles->tile_width, tiles->tile_height));
    const uint64_t end = range.end < s->end ? range.end : s->end, before = s->end;
    struct cells cells;
    struct zone zone;
    for (uint64_t i = range.begin; i < end; i += (uint64_t)side) {
        s->end = (uint64_t)smaller((int64_t)end, (int64_t)i + side);
        zone_between(s, x, y, i, s->end - 1, &zone);
        bool found = false;
        if (hm_cells_open(&cells, tiles, zone.x0, zone.y0, zone.x1, zone.y1))
            while (hm_cells_next(&cells))
                found |= sweep_against(s, cells.sprite, cells.x - x, cells.y - y, i);
        if (found) {
            s->met = (struct met){HM_TILES, 0};
            return;
        }
    }
    s->end = before;
}

static SMALL bool sweep_item(void *context, uint32_t index, const struct item *item)
{
    struct search *const s = (struct search *)context;
    if (sweep_against(s, item->sprite, item->x - s->x, item->y - s->y, 0))
        s->met = (struct met){HM_CROWD, index};
    return false;
}

/* Later ones must be earlier on the way. */
static SMALL void search(struct search *s)
{
    const hm_world *const world = s->world;
    struct zone zone;
    if (world->terrain != NULL &&
        sweep_against(s, world->terrain, world->terrain_x - s->x, world->terrain_y - s->y, 0))
        s->met.who = HM_TERRAIN;
    if (world->tiles != NULL)
        sweep_tiles(s, world->tiles, s->x - world->tiles_x, s->y - world->tiles_y);
    zone_between(s, s->x, s->y, 0, path_length(&s->path), &zone);
    hm_world_visit(world, &zone, s->a->cpu, sweep_item, s);
}

SMALL bool hm_world_sweep(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                          int32_t move_x, int32_t move_y, hm_sweep_result *out, hm_kind *kind,
                          uint32_t *index)
{
    struct search s;
    memset(&s, 0, sizeof s);
    s.world = world;
    s.a = a;
    s.x = x;
    s.y = y;
    path_init(&s.path, move_x, move_y);
    s.end = path_length(&s.path) + 1;
    *out = (hm_sweep_result){{move_x, move_y}, s.end - 1, {0, 0}, 0, 0, {0, 0}};
    if (hm_world_meets(world, a, x, y, &s.met)) {
        s.end = 0;
    } else {
        s.met = (struct met){HM_NOTHING, 0};
        search(&s);
    }
    if (s.met.who == HM_NOTHING)
        return false;
    path_seek(&s.path, s.end);
    out->step = s.end;
    out->contact = path_moved(&s.path);
    hm_world_describe(world, a, (int64_t)x + out->contact.x, (int64_t)y + out->contact.y, &s.met,
                      &out->hit, &out->normal_x, &out->normal_y);
    path_seek(&s.path, s.end > 0 ? s.end - 1 : 0);
    out->moved = path_moved(&s.path);
    tell(&s.met, kind, index);
    return true;
}

SMALL bool hm_tiles_sweep(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                          int32_t move_x, int32_t move_y, hm_sweep_result *out)
{
    hm_world world;
    memset(&world, 0, sizeof world);
    world.tiles = tiles;
    return hm_world_sweep(&world, a, x, y, move_x, move_y, out, NULL, NULL);
}
