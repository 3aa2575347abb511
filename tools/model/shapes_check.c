/*
 * shapes_check.c - what a pack or a document says about shapes, tested in whole numbers
 *
 * Nothing tells how pixels that touch at a corner were joined: both ways are tried.
 */
#include "model/shapes_check.h"

#include "model/chords.h"
#include "model/cover.h"
#include "model/engine.h"
#include "model/outline.h"
#include "model/tangle.h"
#include "wide.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The loops of one kind. */
static struct loops loops_of(const struct shapes *shapes, unsigned kind, struct arena *arena)
{
    const uint32_t first = shapes_first(shapes, kind), count = shapes->counts[kind];
    struct loops out = {.starts = arena_new(arena, count + (size_t)1, sizeof *out.starts),
                        .count = count};
    out.corners = shapes->loops.corners + (count > 0 ? shapes->loops.starts[first] : 0);
    for (uint32_t i = 0; i < count; i++)
        out.starts[i + 1] = shapes->loops.starts[first + i + 1] - shapes->loops.starts[first];
    return out;
}

bool shapes_are_sound(const struct shapes *shapes)
{
    const struct loops *const loops = &shapes->loops;
    for (uint32_t i = 0; i < loops->count; i++)
        if (loops->starts[i + 1] < loops->starts[i] + 3)
            return false;
    for (uint32_t i = 0; i < loops_corner_count(loops); i++)
        if (abs(loops->corners[i].x) > SHAPE_COORDINATE_MOST ||
            abs(loops->corners[i].y) > SHAPE_COORDINATE_MOST)
            return false;
    return shapes->counts[SHAPE_HULL] == (shapes->kinds >> SHAPE_HULL & 1);
}

static uint32_t length_of(const struct loops *loops, uint32_t loop)
{
    return loops->starts[loop + 1] - loops->starts[loop];
}

static bool begins_first(const struct loops *loops, uint32_t loop)
{
    return loops_first_corner(loops->corners + loops->starts[loop], length_of(loops, loop)) == 0;
}

static bool loops_are_equal(const struct loops *a, uint32_t i, const struct loops *b, uint32_t k)
{
    const uint32_t length = length_of(a, i);
    return length == length_of(b, k) && memcmp(a->corners + a->starts[i], b->corners + b->starts[k],
                                               length * sizeof *a->corners) == 0;
}

/* ---- The bound ------------------------------------------------------------------------------- */

/* A place in 1/256 pixel. */
struct fine {
    int64_t x, y;
};

/* Looks for an edge of a loop that both ends of a part are near to. */
struct seeking {
    const struct grid *grid;
    uint32_t loop;
    struct fine a, b;
    int64_t reach;
};

static struct fine fine_of(struct spot c)
{
    return (struct fine){(int64_t)c.x * CORNER_ONE, (int64_t)c.y * CORNER_ONE};
}

static bool is_near(struct fine p, struct fine a, struct fine b, int64_t reach)
{
    const int64_t vx = b.x - a.x, vy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    const int64_t length = vx * vx + vy * vy, along = px * vx + py * vy;
    if (along > 0 && along < length) {
        const uint64_t height = (uint64_t)llabs(vx * py - vy * px);
        return !wide_is_less(hm_wide_unsigned_product((uint64_t)length, (uint64_t)(reach * reach)),
                             hm_wide_unsigned_product(height, height));
    }
    const int64_t x = along <= 0 ? px : p.x - b.x, y = along <= 0 ? py : p.y - b.y;
    return x * x + y * y <= reach * reach;
}

static bool has_both(void *user, uint32_t edge)
{
    const struct seeking *const s = user;
    const struct loops *const loops = s->grid->loops;
    if (s->grid->loop_of[edge] != s->loop)
        return false;
    const struct fine a = fine_of(loops->corners[edge]),
                      b = fine_of(loops->corners[loops_next(loops, s->loop, edge)]);
    return is_near(s->a, a, b, s->reach) && is_near(s->b, a, b, s->reach);
}

static int32_t coarse(int64_t fine)
{
    return (int32_t)(fine >> 4);
}

/* All of an edge is near a loop when both ends are near one edge of it, or both halves are near:
 * the distance to a segment is convex. */
static bool part_is_near(const struct grid *grid, uint32_t loop, struct fine a, struct fine b,
                         int64_t reach)
{
    struct seeking seeking = {grid, loop, a, b, reach};
    const struct spot low = {coarse((a.x < b.x ? a.x : b.x) - reach) - 1,
                             coarse((a.y < b.y ? a.y : b.y) - reach) - 1};
    const struct spot high = {coarse((a.x > b.x ? a.x : b.x) + reach) + 1,
                              coarse((a.y > b.y ? a.y : b.y) + reach) + 1};
    if (grid_visit(grid, low, high, has_both, &seeking))
        return true;
    const struct fine middle = {a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2};
    return (llabs(a.x - b.x) > 1 || llabs(a.y - b.y) > 1) &&
           part_is_near(grid, loop, a, middle, reach) && part_is_near(grid, loop, middle, b, reach);
}

static bool loop_is_near(const struct loops *loops, uint32_t loop, const struct grid *grid,
                         uint32_t other, int64_t reach)
{
    for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++)
        if (!part_is_near(grid, other, fine_of(loops->corners[i]),
                          fine_of(loops->corners[loops_next(loops, loop, i)]), reach))
            return false;
    return true;
}

/* ---- Polygons ------------------------------------------------------------------------------- */

/* The outline, and which of its loops each polygon stands for. */
struct matching {
    struct outline outline;
    struct loops loops; /* of the outline */
    uint32_t *loop_of;
};

static int64_t area_of(const struct loops *loops, uint32_t loop)
{
    return loops_area(loops->corners + loops->starts[loop], length_of(loops, loop));
}

static int compare_areas(const void *a, const void *b)
{
    const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p < q) - (p > q);
}

/* Loops that enclose less than some number of pixels have no polygon: so the polygons' own are the
 * largest. False when there is no such number. */
static bool choose_largest(uint32_t count, struct matching *matching, struct arena *arena)
{
    const struct outline *const outline = &matching->outline;
    int64_t *const areas = arena_new(arena, outline->loop_count, sizeof *areas);
    uint32_t chosen = 0;
    if (count > outline->loop_count)
        return false;
    for (uint32_t i = 0; i < outline->loop_count; i++)
        areas[i] = llabs(outline->loops[i].area);
    qsort(areas, outline->loop_count, sizeof *areas, compare_areas);
    matching->loop_of = arena_new(arena, count, sizeof *matching->loop_of);
    for (uint32_t i = 0; i < outline->loop_count && count > 0; i++) {
        if (llabs(outline->loops[i].area) < areas[count - 1])
            continue;
        if (chosen == count)
            return false;
        matching->loop_of[chosen++] = i;
    }
    return true;
}

/* Polygons that follow their outline's loops one by one. */
static bool match(const struct loops *polygons, uint32_t tolerance, struct matching *matching,
                  struct arena *arena)
{
    const int64_t reach = tolerance >> 8;
    struct grid outline_grid, grid;
    if (!choose_largest(polygons->count, matching, arena))
        return false;
    grid_make(&outline_grid, &matching->loops, arena);
    grid_make(&grid, polygons, arena);
    for (uint32_t i = 0; i < polygons->count; i++) {
        const uint32_t loop = matching->loop_of[i];
        if (tolerance == 0
                ? !loops_are_equal(polygons, i, &matching->loops, loop)
                : (area_of(polygons, i) > 0) != (matching->outline.loops[loop].area > 0) ||
                      !loop_is_near(polygons, i, &outline_grid, loop, reach) ||
                      !loop_is_near(&matching->loops, loop, &grid, i, reach))
            return false;
    }
    return true;
}

static bool are_nested(const struct grid *grid, const struct matching *matching,
                       struct arena *arena)
{
    const uint32_t count = grid->loops->count;
    uint32_t *const parents = arena_new(arena, count, sizeof *parents);
    grid_find_parents(grid, parents, arena);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t right = matching->outline.loops[matching->loop_of[i]].parent;
        if (parents[i] == NO_LOOP ? right != NO_LOOP : right != matching->loop_of[parents[i]])
            return false;
    }
    return true;
}

static bool fits(const struct loops *polygons, uint32_t fit, const struct matching *matching,
                 const struct mask *mask, struct arena *arena)
{
    struct cover cover;
    struct loops kept = {.corners = matching->loops.corners,
                         .starts = arena_new(arena, polygons->count + (size_t)1, sizeof(uint32_t)),
                         .count = polygons->count};
    kept.corners = arena_new(arena, loops_corner_count(&matching->loops), sizeof *kept.corners);
    for (uint32_t i = 0; i < polygons->count; i++) {
        const uint32_t loop = matching->loop_of[i], length = length_of(&matching->loops, loop);
        memcpy(kept.corners + kept.starts[i],
               matching->loops.corners + matching->loops.starts[loop],
               length * sizeof *kept.corners);
        kept.starts[i + 1] = kept.starts[i] + length;
    }
    cover_make(&cover, &kept, mask->width, mask->height, arena);
    for (uint32_t loop = 0; loop < polygons->count && fit == FIT_CONTAIN; loop++)
        for (uint32_t i = polygons->starts[loop]; i < polygons->starts[loop + 1]; i++)
            if (cover_is_crossed(&cover, polygons->corners[i],
                                 polygons->corners[loops_next(polygons, loop, i)], true))
                return false;
    return cover_holds(&cover, polygons, fit == FIT_CONTAIN, arena);
}

static bool check_polygons(const struct shapes *shapes, const struct mask *mask,
                           struct matching *matching, struct arena *arena, struct error *err)
{
    const struct loops polygons = loops_of(shapes, SHAPE_POLYGONS, arena);
    struct grid grid;
    struct tangled *tangled;
    for (uint32_t i = 0; i < polygons.count; i++)
        if (!begins_first(&polygons, i))
            return fail(err, "polygon %" PRIu32 " does not begin at its first corner", i);
    grid_make(&grid, &polygons, arena);
    if (shapes->tolerance > 0 && grid_find_tangled(&grid, arena, &tangled) > 0)
        return fail(err, "the polygons cross or touch");
    if (!match(&polygons, shapes->tolerance, matching, arena))
        return fail(err, "the polygons are not within their tolerance of the mask's outline");
    if (shapes->tolerance > 0 && !are_nested(&grid, matching, arena))
        return fail(err, "the polygons are not nested as the loops of the mask's outline are");
    return shapes->fit == FIT_NEAR || shapes->tolerance == 0 ||
           fits(&polygons, shapes->fit, matching, mask, arena) ||
           fail(err, shapes->fit == FIT_CONTAIN ? "the polygons do not contain all solid pixels"
                                                : "the polygons contain empty pixels");
}

/* ---- Pieces and hulls ------------------------------------------------------------------------ */

static bool is_convex(const struct loops *loops, uint32_t loop)
{
    const uint32_t first = loops->starts[loop], count = length_of(loops, loop);
    /* It turns right everywhere, and goes round once: its way down is one part of it. */
    uint32_t turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct spot a = loops->corners[first + i],
                          b = loops->corners[first + (i + 1) % count],
                          c = loops->corners[first + (i + 2) % count];
        const bool down = b.y > a.y || (b.y == a.y && b.x > a.x),
                   next_down = c.y > b.y || (c.y == b.y && c.x > b.x);
        if (turn_of(a, b, c) <= 0)
            return false;
        turns += down != next_down;
    }
    return turns == 2;
}

/* Some edge of one has all of the other on its outer side. */
static bool divides(const struct loops *loops, uint32_t one, uint32_t other)
{
    for (uint32_t i = loops->starts[one]; i < loops->starts[one + 1]; i++) {
        const struct spot a = loops->corners[i], b = loops->corners[loops_next(loops, one, i)];
        uint32_t k = loops->starts[other];
        while (k < loops->starts[other + 1] && turn_of(a, b, loops->corners[k]) <= 0)
            k++;
        if (k == loops->starts[other + 1])
            return true;
    }
    return false;
}

struct span {
    int32_t top, bottom;
    uint32_t piece;
};

static int compare_spans(const void *a, const void *b)
{
    const struct span *const p = a, *const q = b;
    return (p->top > q->top) - (p->top < q->top);
}

static bool check_pieces(const struct shapes *shapes, struct arena *arena, struct error *err)
{
    const struct loops pieces = loops_of(shapes, SHAPE_PIECES, arena);
    struct span *const spans = arena_new(arena, pieces.count, sizeof *spans);
    for (uint32_t i = 0; i < pieces.count; i++) {
        if (length_of(&pieces, i) > PIECE_CORNERS_MOST || !is_convex(&pieces, i) ||
            !begins_first(&pieces, i))
            return fail(err, "piece %" PRIu32 " is not convex, or has too many corners", i);
        spans[i] = (struct span){pieces.corners[pieces.starts[i]].y, INT32_MIN, i};
        for (uint32_t k = pieces.starts[i]; k < pieces.starts[i + 1]; k++)
            spans[i].bottom =
                pieces.corners[k].y > spans[i].bottom ? pieces.corners[k].y : spans[i].bottom;
    }
    qsort(spans, pieces.count, sizeof *spans, compare_spans);
    for (uint32_t i = 0; i < pieces.count; i++)
        for (uint32_t k = i + 1; k < pieces.count && spans[k].top < spans[i].bottom; k++)
            if (!divides(&pieces, spans[i].piece, spans[k].piece) &&
                !divides(&pieces, spans[k].piece, spans[i].piece))
                return fail(err, "pieces %" PRIu32 " and %" PRIu32 " overlap", spans[i].piece,
                            spans[k].piece);
    return true;
}

static bool check_hull(const struct shapes *shapes, const struct loops *outline,
                       struct arena *arena, struct error *err)
{
    const struct loops hull = loops_of(shapes, SHAPE_HULL, arena);
    if (hull.count == 0)
        return true;
    if (!is_convex(&hull, 0) || !begins_first(&hull, 0))
        return fail(err, "the hull is not convex");
    for (uint32_t i = 0; i < hull.starts[1]; i++)
        for (uint32_t k = 0; k < loops_corner_count(outline); k++)
            if (turn_of(hull.corners[i], hull.corners[loops_next(&hull, 0, i)],
                        outline->corners[k]) < 0)
                return fail(err, "the hull does not contain all solid pixels");
    return outline->count > 0 || fail(err, "an empty mask has no hull");
}

/* ---- All of it ---------------------------------------------------------------------------------
 */

static bool check_joined(const struct shapes *shapes, const struct mask *mask, bool joined,
                         struct arena *arena, struct error *err)
{
    struct matching matching = {.loop_of = NULL};
    const struct loops given = loops_of(shapes, SHAPE_OUTLINE, arena);
    if (!outline_make(mask, joined, UINT32_MAX / 8, arena, &matching.outline, err))
        return false;
    outline_get_loops(&matching.outline, 0, arena, &matching.loops);
    for (uint32_t i = 0; i < given.count; i++)
        if (i >= matching.loops.count || !loops_are_equal(&given, i, &matching.loops, i))
            return fail(err, "loop %" PRIu32 " of the outline differs from that of the mask", i);
    if ((shapes->kinds >> SHAPE_OUTLINE & 1) != 0 && given.count < matching.loops.count)
        return fail(err, "the outline has %" PRIu32 " loops, but that of the mask has %" PRIu32,
                    given.count, matching.loops.count);
    return check_polygons(shapes, mask, &matching, arena, err) &&
           check_hull(shapes, &matching.loops, arena, err);
}

bool shapes_check(const struct shapes *shapes, const struct mask *mask, struct error *err)
{
    struct arena arena = {0};
    struct error ignored;
    /* Polygons inside the pixels cannot join them at corners. */
    const bool joins = shapes->fit != FIT_INSIDE;
    const bool ok = check_pieces(shapes, &arena, err) &&
                    (check_joined(shapes, mask, !joins, &arena, &ignored) ||
                     check_joined(shapes, mask, joins, &arena, err));
    arena_free(&arena);
    return ok;
}
