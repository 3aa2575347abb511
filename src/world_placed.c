/*
 * world_placed.c - what is turned: upright sprites against placed things, placed sprites in a
 * world; and how much of a sprite lies on a world
 *
 * Pixels are counted in panes of 64 x 64: those of a pane that touch are marked, thing by thing,
 * and each is counted once. A part that is too large for a map is taken pane by pane, too, as far
 * as it lies in the box of the other sprite.
 */
#include "world.h"

#include "bits.h"
#include "columns.h"
#include "placed.h"

/* ---- Panes ---------------------------------------------------------------------------------- */

/* The part of a sprite that is looked at in one go, as an upright mask. */
enum { PANE = CONTACT_ROWS };

struct pane {
    hm_sprite sprite;
    uint8_t words[PANE * 8];
};

/* Cuts the pixels of a view from (x, y) on. */
static SMALL void cut_pane(const hm_sprite *a, int64_t x, int64_t y, int64_t width, int64_t height,
                           struct pane *out)
{
    hm_sprite_of_box(&out->sprite, a->cpu, (int32_t)width, (int32_t)height);
    out->sprite.words = out->words;
    out->sprite.row_step = 8;
    memset(out->words, 0, sizeof out->words);
    for (int64_t row = 0; row < height; row++)
        put_u64(out->words + row * 8, hm_shown_columns(a, x, y + row) & low_bits((unsigned)width));
}

/* ---- Upright sprites against placed things --------------------------------------------------- */

/* The map from a sprite at (x, y) to a placed thing. False when it is refused: then it is not
 * usable, either. */
static SMALL bool map_to(const struct thing *thing, const hm_sprite *a, int64_t x, int64_t y,
                         hm_affine *out)
{
    const hm_placement upright = {
        .x = x * 65536, .y = y * 65536, .scale_x = 65536, .scale_y = 65536};
    hm_affine_place(out, &upright, thing->at);
    return hm_affine_is_usable(a, thing->sprite, out);
}

/* The map from a part of a sprite that is too large or too far away for a map. */
static hm_affine map_of_part(const struct plane *plane, int64_t x, int64_t y)
{
    hm_affine map = shifted_map(&plane->map, x - plane->x, y - plane->y);
    hm_affine_inverse(&map, &map);
    return map;
}

static SMALL bool parts_meet(const struct thing *thing, const hm_sprite *a, int64_t x, int64_t y,
                             hm_point *hit)
{
    const struct zone own = zone_of(a, x, y), *const box = &thing->box;
    const int64_t x0 = larger(own.x0, box->x0), x1 = smaller(own.x1, box->x1);
    const int64_t y0 = larger(own.y0, box->y0), y1 = smaller(own.y1, box->y1);
    struct plane plane;
    struct pane pane;
    hm_point found;
    hm_world_round(thing->at, &plane);
    if (!hm_affine_is_usable(thing->sprite, thing->sprite, &plane.map))
        return false;
    for (int64_t top = y0; top < y1; top += PANE) {
        bool any = false;
        for (int64_t left = x0; left < x1; left += PANE) {
            const hm_affine map = map_of_part(&plane, left, top);
            cut_pane(a, left - x, top - y, smaller(PANE, x1 - left), smaller(PANE, y1 - top),
                     &pane);
            if (!hm_affine_first(&pane.sprite, thing->sprite, &map, &found))
                continue;
            const hm_point at = {(int32_t)(left - x + found.x), (int32_t)(top - y + found.y)};
            if (hit != NULL && (!any || at.y < hit->y))
                *hit = at;
            any = true;
        }
        if (any)
            return true;
    }
    return false;
}

SMALL bool hm_placed_thing_meets(const struct thing *thing, const hm_sprite *a, int64_t x,
                                 int64_t y, hm_point *hit)
{
    hm_affine map;
    if (!map_to(thing, a, x, y, &map))
        return parts_meet(thing, a, x, y, hit);
    return hit != NULL ? hm_affine_first(a, thing->sprite, &map, hit)
                       : hm_affine_overlap(a, thing->sprite, &map);
}

/* ---- How much ------------------------------------------------------------------------------- */

/* A sprite in the world, of which the pixels in a region are counted. */
struct count {
    const hm_world *world;
    const hm_sprite *a;
    int64_t x, y;
};

static struct zone cut_zone(const struct zone *a, const struct zone *b)
{
    return (struct zone){larger(a->x0, b->x0), larger(a->y0, b->y0), smaller(a->x1, b->x1),
                         smaller(a->y1, b->y1)};
}

static struct zone thing_zone(const struct thing *thing)
{
    return thing->at != NULL ? thing->box : zone_of(thing->sprite, thing->x, thing->y);
}

/* Marks the pixels of a pane of `a`, which lies at (x, y) of the world, that lie on a thing. */
static SMALL void mark_thing(const struct count *c, const struct pane *pane, int64_t x, int64_t y,
                             const struct thing *thing, uint64_t rows[PANE])
{
    hm_affine map;
    if (thing->at == NULL) {
        for (int64_t row = 0; row < pane->sprite.height; row++)
            rows[row] |= hm_shown_columns(thing->sprite, x - thing->x, y + row - thing->y);
        return;
    }
    if (map_to(thing, c->a, c->x, c->y, &map)) {
        map = part_map(&map, x - c->x, y - c->y);
    } else {
        struct plane plane;
        if (!hm_world_round(thing->at, &plane))
            return;
        map = map_of_part(&plane, x, y);
    }
    hm_mark_contacts(&pane->sprite, thing->sprite, &map, rows);
}

/* Counts pane by pane. What touches lies in the boxes of things: no zone is made wider. */
static SMALL uint64_t count_panes(const struct count *c, const struct zone *region)
{
    uint64_t area = 0;
    struct pane pane;
    struct walk walk;
    struct thing thing;
    for (int64_t y = region->y0; y < region->y1; y += PANE)
        for (int64_t x = region->x0; x < region->x1; x += PANE) {
            const struct zone zone = {x, y, smaller(x + PANE, region->x1),
                                      smaller(y + PANE, region->y1)};
            uint64_t rows[PANE] = {0};
            cut_pane(c->a, x - c->x, y - c->y, zone.x1 - x, zone.y1 - y, &pane);
            hm_walk_begin(&walk, c->world, &zone, false, c->a->cpu, (hm_cursor){HM_NOTHING, 0});
            while (hm_walk_next(&walk, &thing))
                mark_thing(c, &pane, x, y, &thing, rows);
            for (int64_t row = 0; row < zone.y1 - y; row++)
                area += count_bits(rows[row] & get_u64(pane.words + row * 8));
        }
    return area;
}

/* The pixels of a sprite at (x, y) in a part of its bounds. */
static SMALL uint64_t area_in(const hm_sprite *a, int64_t x, int64_t y, const struct zone *part)
{
    hm_sprite box;
    hm_sprite_of_box(&box, a->cpu, (int32_t)(part->x1 - part->x0), (int32_t)(part->y1 - part->y0));
    return hm_overlap_area(a, &box, (int32_t)(part->x0 - x), (int32_t)(part->y0 - y));
}

/* True if all of the thing's box is solid. */
static bool is_full(const struct thing *thing)
{
    return thing->at == NULL && thing->sprite->row_step == 0;
}

/* Goes on to the next thing whose box shares a pixel with a region: the sprite in a cell may be
 * smaller than its cell. */
static SMALL bool next_in(struct walk *walk, const struct zone *region, struct thing *out)
{
    while (hm_walk_next(walk, out)) {
        const struct zone box = thing_zone(out), shared = cut_zone(&box, region);
        if (!zone_is_empty(&shared))
            return true;
    }
    return false;
}

/* A part of a region that lies in all boxes that it meets. */
static SMALL uint64_t count_part(const struct count *c, const struct zone *part)
{
    struct walk walk;
    struct thing thing;
    bool any = false;
    hm_walk_begin(&walk, c->world, part, false, c->a->cpu, (hm_cursor){HM_NOTHING, 0});
    while (next_in(&walk, part, &thing)) {
        if (is_full(&thing))
            return area_in(c->a, c->x, c->y, part);
        any = true;
    }
    return any ? count_panes(c, part) : 0;
}

/* The first edge of a thing that lies in a region, or the end of the region, along one axis. */
static SMALL int64_t next_edge(const struct count *c, const struct zone *region, bool along_x)
{
    const int64_t begin = along_x ? region->x0 : region->y0;
    int64_t end = along_x ? region->x1 : region->y1;
    struct walk walk;
    struct thing thing;
    hm_walk_begin(&walk, c->world, region, false, c->a->cpu, (hm_cursor){HM_NOTHING, 0});
    while (next_in(&walk, region, &thing)) {
        const struct zone box = thing_zone(&thing);
        const int64_t first = along_x ? box.x0 : box.y0, last = along_x ? box.x1 : box.y1;
        end = first > begin ? smaller(end, first) : end;
        end = smaller(end, last);
    }
    return end;
}

/* A region that is too large for panes may be that of boxes that take no bytes, so large that
 * nobody can wait for their pixels: it is cut along the edges of things. */
static SMALL uint64_t count_region(const struct count *c, const struct zone *region)
{
    enum { FEW_PIXELS = 1 << 28 };
    const int64_t width = region->x1 - region->x0, height = region->y1 - region->y0;
    uint64_t area = 0;
    if (zone_is_empty(region))
        return 0;
    if (width <= FEW_PIXELS / height)
        return count_panes(c, region);
    for (struct zone slab = *region; slab.x0 < region->x1; slab.x0 = slab.x1) {
        slab.x1 = region->x1;
        slab.x1 = next_edge(c, &slab, true);
        for (struct zone part = slab; part.y0 < slab.y1; part.y0 = part.y1) {
            part.y1 = slab.y1;
            part.y1 = next_edge(c, &part, false);
            area += count_part(c, &part);
        }
    }
    return area;
}

/* True if one part is alone, whose pixels do not lie on each other. */
static bool is_alone(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y)
{
    if (world->terrain != NULL && world->tiles != NULL)
        return false;
    if (world->crowd == NULL && world->placed == NULL)
        return true;
    const struct zone zone = zone_of(a, x, y);
    struct walk walk;
    struct thing thing;
    hm_walk_begin(&walk, world, &zone, true, a->cpu, (hm_cursor){HM_CROWD, 0});
    return !hm_walk_next(&walk, &thing);
}

static uint64_t area_at(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y)
{
    const struct count c = {world, a, x, y};
    const struct zone own = zone_of(a, x, y);
    if (!is_alone(world, a, x, y))
        return count_region(&c, &own);
    if (world->tiles != NULL)
        return hm_tiles_area(world->tiles, a, x - world->tiles_at.x, y - world->tiles_at.y);
    const int64_t dx = world->terrain_at.x - x, dy = world->terrain_at.y - y;
    if (world->terrain == NULL || !fits(dx) || !fits(dy))
        return 0;
    return hm_overlap_area(a, world->terrain, (int32_t)dx, (int32_t)dy);
}

SMALL uint64_t hm_world_area(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y)
{
    return area_at(world, a, x, y);
}

/* The gradient of the area. */
static SMALL void gradient(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                           int64_t *nx, int64_t *ny)
{
    *nx = (int64_t)(area_at(world, a, x - 1, y) - area_at(world, a, x + 1, y));
    *ny = (int64_t)(area_at(world, a, x, y - 1) - area_at(world, a, x, y + 1));
}

SMALL bool hm_world_normal(const hm_world *world, const hm_sprite *a, int32_t x, int32_t y,
                           int64_t *nx, int64_t *ny)
{
    hm_met met;
    *nx = 0;
    *ny = 0;
    if (!hm_world_meets(world, a, x, y, &met))
        return false;
    gradient(world, a, x, y, nx, ny);
    return true;
}

SMALL void hm_world_describe(const hm_world *world, const hm_sprite *a, int64_t x, int64_t y,
                             const hm_met *met, hm_point *hit, int64_t *normal_x, int64_t *normal_y)
{
    struct thing thing;
    hm_affine map;
    if (met->kind == HM_TILES) {
        const hm_world tiles = {.tiles = world->tiles, .tiles_at = world->tiles_at};
        hm_tiles_first(world->tiles, a, x - world->tiles_at.x, y - world->tiles_at.y, hit);
        gradient(&tiles, a, x, y, normal_x, normal_y);
        return;
    }
    hm_world_thing(world, met->kind, met->index, a->cpu, &thing);
    hm_thing_meets(&thing, a, x, y, hit);
    if (thing.at == NULL)
        hm_overlap_normal(a, thing.sprite, (int32_t)(thing.x - x), (int32_t)(thing.y - y), normal_x,
                          normal_y);
    else if (map_to(&thing, a, x, y, &map))
        hm_map_normal(a, thing.sprite, &map, normal_x, normal_y);
    else {
        const hm_placed_crowd one = {thing.at, &thing.sprite, NULL, 1};
        const hm_world alone = {.placed = &one};
        gradient(&alone, a, x, y, normal_x, normal_y);
    }
}

/* ---- A placed sprite ------------------------------------------------------------------------ */

/* A placed sprite, its box, and its map to the world, whose pixels count from the corner of the
 * box.
 */
struct mover {
    const hm_world *world;
    const hm_sprite *a;
    const hm_placement *at;
    hm_box box;
    hm_affine frame;
};

/* False when its placement is refused. */
static SMALL bool open_mover(const hm_world *world, const hm_sprite *a, const hm_placement *at,
                             struct mover *out)
{
    hm_placement corner = {.scale_x = 65536, .scale_y = 65536};
    out->world = world;
    out->a = a;
    out->at = at;
    hm_placed_bounds(a, at, &out->box);
    corner.x = (int64_t)out->box.x0 * 65536;
    corner.y = (int64_t)out->box.y0 * 65536;
    hm_affine_place(&out->frame, at, &corner);
    return hm_affine_is_usable(a, a, &out->frame);
}

static struct zone mover_zone(const struct mover *m)
{
    return (struct zone){m->box.x0, m->box.y0, m->box.x1, m->box.y1};
}

static hm_affine map_from(const struct mover *m, const hm_affine *frame, int64_t x, int64_t y)
{
    return shifted_map(frame, x - m->box.x0, y - m->box.y0);
}

/* Keeps the first one in reading order. */
static void keep_first(bool *any, hm_point found, hm_point *best)
{
    if (!*any || found.y < best->y || (found.y == best->y && found.x < best->x))
        *best = found;
    *any = true;
}

/* The part of an upright thing in a zone, pane by pane, from the pixel `left` and `top` on. */
struct parts {
    struct zone zone;
    int64_t left, top;
};

static struct parts open_parts(const struct thing *thing, const struct zone *zone)
{
    const struct zone own = zone_of(thing->sprite, thing->x, thing->y);
    const struct zone part = cut_zone(&own, zone);
    return (struct parts){part, part.x0, part.y0};
}

/* Cuts the next one, which lies at (x, y) of the world. False at the end. */
static SMALL bool next_part(struct parts *parts, const struct thing *thing, struct pane *out,
                            int64_t *x, int64_t *y)
{
    if (parts->left >= parts->zone.x1) {
        parts->left = parts->zone.x0;
        parts->top += PANE;
    }
    if (zone_is_empty(&parts->zone) || parts->top >= parts->zone.y1)
        return false;
    *x = parts->left;
    *y = parts->top;
    parts->left += PANE;
    cut_pane(thing->sprite, *x - thing->x, *y - thing->y, smaller(PANE, parts->zone.x1 - *x),
             smaller(PANE, parts->zone.y1 - *y), out);
    return true;
}

/* Finds the first contact pixel of the mover. */
static SMALL bool mover_meets(const struct mover *m, const struct thing *thing, hm_point *hit)
{
    hm_affine map;
    if (thing->at != NULL)
        hm_affine_place(&map, m->at, thing->at);
    else
        map = map_from(m, &m->frame, thing->x, thing->y);
    /* To touch is quicker than to find where, and most do not. */
    if (thing->at != NULL || hm_affine_is_usable(m->a, thing->sprite, &map))
        return hm_affine_overlap(m->a, thing->sprite, &map) &&
               hm_affine_first(m->a, thing->sprite, &map, hit);
    const struct zone zone = mover_zone(m);
    struct parts parts = open_parts(thing, &zone);
    struct pane pane;
    hm_point found;
    int64_t x, y;
    bool any = false;
    while (next_part(&parts, thing, &pane, &x, &y)) {
        map = map_from(m, &m->frame, x, y);
        if (hm_affine_first(m->a, &pane.sprite, &map, &found))
            keep_first(&any, found, hit);
    }
    return any;
}

/* Lists what touches, as far as there is room. */
static SMALL uint32_t list_mover(const struct mover *m, hm_cursor *next, hm_met *hits,
                                 uint32_t capacity)
{
    const struct zone zone = mover_zone(m);
    struct walk walk;
    struct thing thing;
    hm_point hit;
    uint32_t count = 0;
    hm_walk_begin(&walk, m->world, &zone, false, m->a->cpu, *next);
    while (count < capacity && hm_walk_next(&walk, &thing))
        if (mover_meets(m, &thing, &hit)) {
            hits[count].kind = thing.kind;
            hits[count].index = thing.index;
            hm_placed_pixel(m->at, hit.x, hit.y, &hits[count].hit);
            count++;
        }
    *next = walk.next;
    return count;
}

SMALL uint32_t hm_world_list_placed(const hm_world *world, const hm_sprite *a,
                                    const hm_placement *at, hm_cursor *next, hm_met *hits,
                                    uint32_t capacity)
{
    struct mover m;
    if (capacity == 0)
        return 0;
    if (open_mover(world, a, at, &m))
        return list_mover(&m, next, hits, capacity);
    *next = (hm_cursor){HM_PLACED, world->placed != NULL ? world->placed->count : 0};
    return 0;
}

SMALL bool hm_world_placed_overlap(const hm_world *world, const hm_sprite *a,
                                   const hm_placement *at, hm_met *met)
{
    struct mover m;
    hm_cursor next = {HM_NOTHING, 0};
    hm_met found;
    if (!open_mover(world, a, at, &m) || list_mover(&m, &next, &found, 1) == 0)
        return false;
    if (met != NULL)
        *met = found;
    return true;
}

/* ---- What it met ---------------------------------------------------------------------------- */

/* A walk over what was met: all tiles, or one thing. */
static SMALL void begin_met(const struct mover *m, const hm_met *met, const struct zone *zone,
                            struct walk *walk)
{
    hm_walk_begin(walk, m->world, zone, false, m->a->cpu,
                  (hm_cursor){met->kind, met->kind == HM_TILES ? 0 : met->index});
}

static bool next_met(const hm_met *met, struct walk *walk, struct thing *thing)
{
    return hm_walk_next(walk, thing) && thing->kind == met->kind &&
           (met->kind == HM_TILES || thing->index == met->index);
}

static SMALL void mark_part(const struct mover *m, const struct pane *pane, const hm_affine *map,
                            const struct thing *thing, const struct zone *zone, uint64_t rows[PANE])
{
    hm_affine there = map_from(m, map, thing->x, thing->y);
    if (hm_affine_is_usable(&pane->sprite, thing->sprite, &there)) {
        hm_mark_contacts(&pane->sprite, thing->sprite, &there, rows);
        return;
    }
    struct parts parts = open_parts(thing, zone);
    struct pane part;
    int64_t x, y;
    while (next_part(&parts, thing, &part, &x, &y)) {
        there = map_from(m, map, x, y);
        hm_mark_contacts(&pane->sprite, &part.sprite, &there, rows);
    }
}

/* The contact pixels of the mover and of what it met, after a move by so many of its own pixels. */
static SMALL int64_t area_after(const struct mover *m, const hm_met *met, int32_t right,
                                int32_t down)
{
    const int64_t reach = 2 + (larger(absolute(m->at->scale_x), absolute(m->at->scale_y)) >> 15);
    const struct zone zone = {m->box.x0 - reach, m->box.y0 - reach, m->box.x1 + reach,
                              m->box.y1 + reach};
    const hm_affine moved = hm_move_map(&m->frame, (int64_t)right * 65536, (int64_t)down * 65536);
    const hm_box own = sprite_tight(m->a);
    struct pane pane;
    struct walk walk;
    struct thing thing;
    int64_t area = 0;
    for (int64_t y = own.y0; y < own.y1; y += PANE)
        for (int64_t x = own.x0; x < own.x1; x += PANE) {
            const hm_affine map = part_map(&moved, x, y);
            uint64_t rows[PANE] = {0};
            cut_pane(m->a, x, y, smaller(PANE, own.x1 - x), smaller(PANE, own.y1 - y), &pane);
            begin_met(m, met, &zone, &walk);
            while (next_met(met, &walk, &thing))
                mark_part(m, &pane, &map, &thing, &zone, rows);
            for (int64_t row = 0; row < pane.sprite.height; row++)
                area += count_bits(rows[row] & get_u64(pane.words + row * 8));
        }
    return area;
}

/* Gets the first contact pixel, and the normal in the world. */
static SMALL void describe_met(const struct mover *m, const hm_met *met,
                               hm_affine_sweep_result *out)
{
    const struct zone zone = mover_zone(m);
    struct walk walk;
    struct thing thing;
    hm_point hit;
    bool any = false;
    begin_met(m, met, &zone, &walk);
    while (next_met(met, &walk, &thing))
        if (mover_meets(m, &thing, &hit))
            keep_first(&any, hit, &out->hit);
    if (met->kind == HM_PLACED && m->world->placed->sprites != NULL) {
        hm_placed_normal(m->a, m->at, m->world->placed->sprites[met->index],
                         &m->world->placed->at[met->index], &out->normal_x, &out->normal_y);
        return;
    }
    out->normal_x = area_after(m, met, -1, 0) - area_after(m, met, 1, 0);
    out->normal_y = area_after(m, met, 0, -1) - area_after(m, met, 0, 1);
    hm_turn_normal(m->at, &out->normal_x, &out->normal_y);
}

/* ---- On its way ----------------------------------------------------------------------------- */

static hm_placement moved_by(const hm_placement *at, int64_t x, int64_t y)
{
    hm_placement moved = *at;
    moved.x = (int64_t)((uint64_t)at->x + (uint64_t)x);
    moved.y = (int64_t)((uint64_t)at->y + (uint64_t)y);
    return moved;
}

static int64_t least_scale(int64_t length, const hm_placement *at)
{
    return smaller(length, smaller(absolute(at->scale_x), absolute(at->scale_y)));
}

/* A step is a pixel of the world, or of a sprite on the way that is smaller, but at least 1/64. */
static SMALL int64_t step_length(const hm_world *world, const hm_sprite *a, const hm_placement *at,
                                 int64_t move_x, int64_t move_y)
{
    const hm_placement last = moved_by(at, move_x, move_y);
    struct walk walk;
    struct thing thing;
    hm_box first, end;
    hm_placed_bounds(a, at, &first);
    hm_placed_bounds(a, &last, &end);
    hm_box_union(&first, &end, &first);
    const struct zone zone = {first.x0, first.y0, first.x1, first.y1};
    int64_t length = least_scale(65536, at);
    hm_walk_begin(&walk, world, &zone, false, a->cpu, (hm_cursor){HM_PLACED, 0});
    while (hm_walk_next(&walk, &thing))
        if (thing.at != NULL)
            length = least_scale(length, thing.at);
    return larger(length, 1024);
}

/* True if nothing is solid within so many pixels of the box of a mover. */
static SMALL bool is_clear(const struct mover *m, int64_t far)
{
    const hm_box *const box = &m->box;
    const struct zone zone = {box->x0 - far, box->y0 - far, box->x1 + far, box->y1 + far};
    struct walk walk;
    struct thing thing;
    hm_walk_begin(&walk, m->world, &zone, false, m->a->cpu, (hm_cursor){HM_NOTHING, 0});
    while (hm_walk_next(&walk, &thing)) {
        const hm_box local = {saturated(zone.x0 - thing.x), saturated(zone.y0 - thing.y),
                              saturated(zone.x1 - thing.x), saturated(zone.y1 - thing.y)};
        if (thing.at != NULL || hm_overlap_box(thing.sprite, &local, NULL))
            return false;
    }
    return true;
}

SMALL bool hm_world_placed_sweep(const hm_world *world, const hm_sprite *a, const hm_placement *at,
                                 int64_t move_x, int64_t move_y, hm_affine_sweep_result *out,
                                 hm_met *met)
{
    /* With nothing near, CLEAR steps are taken at once; otherwise ONE_BY_ONE are tried singly. */
    enum { CLEAR = 32, ONE_BY_ONE = 8 };
    struct pace pace[2];
    int64_t single = 0;
    if (!hm_plan_steps(move_x, move_y, 65536, pace, out))
        return false;
    hm_plan_steps(move_x, move_y, step_length(world, a, at, move_x, move_y), pace, out);
    const int64_t steps = (int64_t)out->step;
    for (int64_t i = 0; i <= steps; i++) {
        const int64_t x = pace_part(&pace[0], i), y = pace_part(&pace[1], i);
        const hm_placement there = moved_by(at, x, y);
        struct mover m;
        hm_cursor next = {HM_NOTHING, 0};
        hm_met found;
        if (!open_mover(world, a, &there, &m))
            continue;
        if (single == 0 && is_clear(&m, CLEAR)) {
            i += CLEAR - 2;
            continue;
        }
        single = single == 0 ? (int64_t)ONE_BY_ONE : single - 1;
        if (list_mover(&m, &next, &found, 1) == 0)
            continue;
        out->step = (uint64_t)i;
        out->moved_x = pace_part(&pace[0], larger(i - 1, 0));
        out->moved_y = pace_part(&pace[1], larger(i - 1, 0));
        out->contact_x = x;
        out->contact_y = y;
        describe_met(&m, &found, out);
        hm_placed_pixel(&there, out->hit.x, out->hit.y, &found.hit);
        if (met != NULL)
            *met = found;
        return true;
    }
    return false;
}
