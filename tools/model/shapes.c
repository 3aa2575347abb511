/*
 * shapes.c - makes the shapes of a mask by a rule, and keeps them in one row of loops
 */
#include "model/shapes.h"

#include "format.h"
#include "model/hull.h"
#include "model/outline.h"
#include "model/pieces.h"
#include "model/polygons.h"

#include <stdlib.h>
#include <string.h>

const char *shape_kind_name(unsigned kind)
{
    static const char *const names[SHAPE_KINDS] = {"outline", "polygons", "pieces", "hull"};
    return kind < SHAPE_KINDS ? names[kind] : NULL;
}

const char *polygon_fit_name(unsigned fit)
{
    static const char *const names[FIT_COUNT] = {"near", "contain", "inside"};
    return fit < FIT_COUNT ? names[fit] : NULL;
}

uint32_t shapes_first(const struct shapes *shapes, unsigned kind)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < kind; i++)
        first += shapes->counts[i];
    return first;
}

int64_t shapes_area(const struct shapes *shapes, unsigned kind)
{
    const struct loops *const loops = &shapes->loops;
    const uint32_t first = shapes_first(shapes, kind);
    int64_t area = 0;
    for (uint32_t i = first; i < first + shapes->counts[kind]; i++)
        area +=
            loops_area(loops->corners + loops->starts[i], loops->starts[i + 1] - loops->starts[i]);
    return area;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

void shapes_allocate(struct shapes *shapes, uint32_t loops, uint32_t corners)
{
    shapes->loops.corners = memory_new(corners, sizeof *shapes->loops.corners);
    shapes->loops.starts = memory_new(loops + (size_t)1, sizeof *shapes->loops.starts);
    shapes->loops.count = loops;
}

void shapes_free(struct shapes *shapes)
{
    free(shapes->loops.corners);
    free(shapes->loops.starts);
    *shapes = (struct shapes){0};
}

bool shapes_are_equal(const struct shapes *a, const struct shapes *b)
{
    return a->hash == b->hash && a->kinds == b->kinds && a->fit == b->fit &&
           a->tolerance == b->tolerance && memcmp(a->counts, b->counts, sizeof a->counts) == 0 &&
           (a->loops.count == 0 ||
            (memcmp(a->loops.starts, b->loops.starts,
                    (a->loops.count + (size_t)1) * sizeof *a->loops.starts) == 0 &&
             memcmp(a->loops.corners, b->loops.corners,
                    loops_corner_count(&a->loops) * sizeof *a->loops.corners) == 0));
}

void shapes_hash(struct shapes *shapes)
{
    const struct loops *const loops = &shapes->loops;
    uint64_t hash = checksum_mix(shapes->kinds, (uint64_t)shapes->fit << 32 | shapes->tolerance);
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++)
        hash = checksum_mix(hash, shapes->counts[kind]);
    for (uint32_t i = 1; i <= loops->count; i++)
        hash = checksum_mix(hash, loops->starts[i]);
    for (uint32_t i = 0; i < loops_corner_count(loops); i++)
        hash = checksum_mix(hash, (uint64_t)(uint32_t)loops->corners[i].x << 32 |
                                      (uint32_t)loops->corners[i].y);
    shapes->hash = hash ^ hash >> 32;
}

/* ---- Made ------------------------------------------------------------------------------------ */

/* Keeps loops of all kinds in one row. */
static void keep_loops(const struct loops loops[SHAPE_KINDS], struct shapes *shapes)
{
    uint32_t count = 0, corners = 0;
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++) {
        shapes->counts[kind] = loops[kind].count;
        count += loops[kind].count;
        corners += loops_corner_count(&loops[kind]);
    }
    shapes_allocate(shapes, count, corners);
    shapes->loops.count = 0;
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++)
        for (uint32_t i = 0; i < loops[kind].count; i++)
            loops_add(&shapes->loops, loops[kind].corners + loops[kind].starts[i],
                      loops[kind].starts[i + 1] - loops[kind].starts[i]);
}

static bool joins_corners(const struct shapes_rule *rule)
{
    return rule->connect != 0 ? rule->connect == 8 : rule->fit != FIT_INSIDE;
}

bool shapes_make(const struct mask *mask, const struct shapes_rule *rule, uint64_t corners_most,
                 struct shapes *out, struct error *err)
{
    struct arena arena = {0};
    struct outline outline;
    struct loops loops[SHAPE_KINDS] = {{0}};
    uint64_t lost_area = 0;
    uint32_t reach = 0;
    *out = (struct shapes){.rule = *rule,
                           .kinds = (uint32_t)rule->outline << SHAPE_OUTLINE |
                                    (uint32_t)rule->polygons << SHAPE_POLYGONS |
                                    (uint32_t)(rule->pieces > 0) << SHAPE_PIECES |
                                    (uint32_t)(rule->hull > 0) << SHAPE_HULL};
    const struct polygons_rule polygons = {.reach = rule->tolerance >> 8,
                                           .fit = (enum polygon_fit)rule->fit,
                                           .corners_most = rule->polygon_vertices,
                                           .area_least = rule->min_area};
    const struct pieces_rule pieces = {rule->pieces, rule->notch >> 8, rule->pixels_per_metre};
    bool ok = outline_make(mask, joins_corners(rule), corners_most, &arena, &outline, err);
    if (ok && rule->outline)
        outline_get_loops(&outline, 0, &arena, &loops[SHAPE_OUTLINE]);
    if (ok && rule->polygons)
        ok = polygons_make(&outline, mask, &polygons, &arena, &loops[SHAPE_POLYGONS], &reach, err);
    if (ok && rule->pieces > 0)
        pieces_make(&loops[SHAPE_POLYGONS], &pieces, &arena, &loops[SHAPE_PIECES], &lost_area);
    if (ok && rule->hull > 0)
        hull_make(&outline, rule->hull, &arena, &loops[SHAPE_HULL]);
    if (ok) {
        keep_loops(loops, out);
        /* An empty sprite has no hull. */
        if (loops[SHAPE_HULL].count == 0)
            out->kinds &= ~(1u << SHAPE_HULL);
        if (rule->polygons) {
            out->fit = rule->fit;
            out->tolerance = reach == polygons.reach ? rule->tolerance : reach << 8;
        }
        const int64_t area = shapes_area(out, SHAPE_POLYGONS);
        out->lost = area > 0 ? (uint32_t)(lost_area * 1000000 / (uint64_t)area) : 0;
    }
    arena_free(&arena);
    return ok;
}
