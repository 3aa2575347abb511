/*
 * bench_outlines.c - outlines, polygons and pieces of real sprites, beside decoding the sprites
 *
 * The peer is libspng, which decodes the same files to RGBA8. Corners are compared with those of
 * Douglas and Peucker, within the same tolerance of the same loops.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "model/cover.h"
#include "model/mask.h"
#include "model/outline.h"
#include "model/pieces.h"
#include "model/polygons.h"
#include "optimum.h"
#include "rgba_art.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 3000, QUICK_MOST = 300, TERRAIN_WIDTH = 2048, TERRAIN_HEIGHT = 1024, NOTCH = 128 };

struct sprites {
    const char **paths;
    struct mask *masks;
    size_t count;
    struct rgba_art rgba;
    struct loops *polygons; /* of 2 pixels */
    struct arena arena, kept;
    uint32_t reach; /* of the polygons, in 1/256 pixel */
    bool cut;       /* into pieces, too */
};

/* ---- Sprites --------------------------------------------------------------------------------- */

static void take(struct sprites *sprites, const struct art_file *file)
{
    struct bitmap bitmap;
    struct error err;
    struct mask *const mask = &sprites->masks[sprites->count];
    if (!art_decode(file->path, &bitmap))
        return;
    if (!mask_from_bitmap(&bitmap, mask, &err))
        die("%s: %s", file->path, err.text);
    bitmap_free(&bitmap);
    sprites->paths[sprites->count] = file->path;
    sprites->count += mask->area > 0;
}

/* Every n-th of all sprites of at most 256 pixels a side. */
static void collect(struct sprites *sprites, struct art *arts)
{
    const size_t most = is_quick() ? QUICK_MOST : MOST;
    const struct art_file **chosen[ART_SOURCES];
    size_t counts[ART_SOURCES], all = 0;
    for (int source = 0; source < ART_SOURCES; source++) {
        art_collect((enum art_source)source, &arts[source]);
        chosen[source] = art_choose(&arts[source], 0, 256, &counts[source]);
        all += counts[source];
    }
    const size_t step = all / most + 1;
    size_t i = 0;
    sprites->paths = must_allocate(NULL, most + ART_SOURCES, sizeof *sprites->paths);
    sprites->masks = must_allocate(NULL, most + ART_SOURCES, sizeof *sprites->masks);
    for (int source = 0; source < ART_SOURCES; source++) {
        for (size_t k = 0; k < counts[source]; k++)
            if (i++ % step == 0 && sprites->count < most)
                take(sprites, chosen[source][k]);
        free(chosen[source]);
    }
}

/* ---- Work ------------------------------------------------------------------------------------ */

static void decode_all(void *context)
{
    struct sprites *const sprites = context;
    for (size_t i = 0; i < sprites->count; i++)
        rgba_art_decode_file(&sprites->rgba, sprites->paths[i]);
}

static void trace(struct sprites *sprites, const struct mask *mask, struct outline *outline)
{
    struct error err;
    if (!outline_make(mask, true, UINT32_MAX / 8, &sprites->arena, outline, &err))
        die("%s", err.text);
}

static void trace_all(void *context)
{
    struct sprites *const sprites = context;
    for (size_t i = 0; i < sprites->count; i++) {
        struct outline outline;
        trace(sprites, &sprites->masks[i], &outline);
        arena_empty(&sprites->arena);
    }
}

static void simplify(const struct sprites *sprites, const struct mask *mask,
                     const struct outline *outline, struct arena *arena, struct loops *out)
{
    const struct polygons_rule rule = {.reach = sprites->reach, .area_least = 4};
    struct error err;
    uint32_t reach;
    if (!polygons_make(outline, mask, &rule, arena, out, &reach, &err))
        die("%s", err.text);
}

static void cut_into_pieces(struct sprites *sprites, const struct loops *polygons, uint32_t notch,
                            struct loops *out)
{
    const struct pieces_rule rule = {8, notch, 32};
    uint64_t lost;
    pieces_make(polygons, &rule, &sprites->arena, out, &lost);
}

static void shape_all(void *context)
{
    struct sprites *const sprites = context;
    for (size_t i = 0; i < sprites->count; i++) {
        struct outline outline;
        struct loops polygons, pieces;
        trace(sprites, &sprites->masks[i], &outline);
        simplify(sprites, &sprites->masks[i], &outline, &sprites->arena, &polygons);
        if (sprites->cut)
            cut_into_pieces(sprites, &polygons, NOTCH, &pieces);
        arena_empty(&sprites->arena);
    }
}

static void make_polygons(struct sprites *sprites)
{
    sprites->polygons = must_allocate(NULL, sprites->count, sizeof *sprites->polygons);
    for (size_t i = 0; i < sprites->count; i++) {
        struct outline outline;
        trace(sprites, &sprites->masks[i], &outline);
        simplify(sprites, &sprites->masks[i], &outline, &sprites->kept, &sprites->polygons[i]);
        arena_empty(&sprites->arena);
    }
}

static void cut_all(void *context)
{
    struct sprites *const sprites = context;
    for (size_t i = 0; i < sprites->count; i++) {
        struct loops pieces;
        cut_into_pieces(sprites, &sprites->polygons[i], NOTCH, &pieces);
        arena_empty(&sprites->arena);
    }
}

static void add_row(struct report *report, struct sprites *sprites, const char *name,
                    void (*ours)(void *), double reach)
{
    const struct times times = measure(
        &(struct contest){.peer = decode_all, .ours = ours, .context = sprites, .seconds = 6});
    const double count = (double)sprites->count;
    report_row(report, &(struct row){.name = name,
                                     .count = sprites->count,
                                     .peer = times.peer / count,
                                     .ours = times.ours / count,
                                     .judged = JUDGE_COST,
                                     .reach = reach});
}

/* ---- Corners ------------------------------------------------------------------------------- */

/* Twice the area of the triangle squared is at most the reach squared times the length squared. */
static bool is_within(const struct outline_corner *a, const struct outline_corner *b,
                      const struct outline_corner *c, double reach)
{
    const double x = b->x - a->x, y = b->y - a->y, px = c->x - a->x, py = c->y - a->y;
    const double length = x * x + y * y, along = px * x + py * y, area = x * py - y * px;
    if (length == 0 || along <= 0)
        return px * px + py * py <= reach * reach;
    if (along >= length)
        return (px - x) * (px - x) + (py - y) * (py - y) <= reach * reach;
    return area * area <= reach * reach * length;
}

static double far_off(const struct outline_corner *a, const struct outline_corner *b,
                      const struct outline_corner *c)
{
    const double x = b->x - a->x, y = b->y - a->y, px = c->x - a->x, py = c->y - a->y;
    const double area = x * py - y * px;
    return x == 0 && y == 0 ? px * px + py * py : area * area / (x * x + y * y);
}

static void add_corner(const struct outline_corner *corner, struct loops *out)
{
    out->corners[out->starts[out->count + 1]++] =
        (struct spot){corner->x * CORNER_ONE, corner->y * CORNER_ONE};
}

/* Adds the corners from `from` on, up to the one before `to`, that Douglas and Peucker keep. */
static void keep(const struct outline_corner *loop, uint32_t count, uint32_t from, uint32_t to,
                 double reach, struct loops *out)
{
    uint32_t furthest = from;
    bool within = true;
    double most = -1;
    for (uint32_t i = from + 1; i < to; i++) {
        const struct outline_corner *const a = &loop[from], *const b = &loop[to % count];
        within &= is_within(a, b, &loop[i], reach);
        if (far_off(a, b, &loop[i]) > most) {
            most = far_off(a, b, &loop[i]);
            furthest = i;
        }
    }
    if (within) {
        add_corner(&loop[from], out);
    } else {
        keep(loop, count, from, furthest, reach, out);
        keep(loop, count, furthest, to, reach, out);
    }
}

/* From the first corner to the one that is furthest from it, and back. */
static void douglas_peucker(const struct outline_corner *loop, uint32_t count, double reach,
                            struct loops *out)
{
    uint32_t furthest = 0;
    int64_t most = -1;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t x = loop[i].x - loop[0].x, y = loop[i].y - loop[0].y;
        if (x * x + y * y > most) {
            most = x * x + y * y;
            furthest = i;
        }
    }
    out->starts[out->count + 1] = out->starts[out->count];
    keep(loop, count, 0, furthest, reach, out);
    keep(loop, count, furthest, count, reach, out);
    out->count++;
}

static void simplify_usually(const struct sprites *sprites, const struct outline *outline,
                             struct arena *arena, struct loops *out)
{
    *out = (struct loops){
        .corners = arena_new(arena, outline->corner_count, sizeof *out->corners),
        .starts = arena_new(arena, outline->loop_count + (size_t)1, sizeof *out->starts)};
    for (uint32_t i = 0; i < outline->loop_count; i++)
        if (llabs(outline->loops[i].area) >= 4)
            douglas_peucker(outline->corners + outline->loops[i].first, outline->loops[i].count,
                            sprites->reach / 256.0, out);
}

static int side_of(struct spot a, struct spot b, struct spot c)
{
    return (turn_of(a, b, c) > 0) - (turn_of(a, b, c) < 0);
}

static bool ranges_meet(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (a < b ? a : b) <= (c > d ? c : d) && (c < d ? c : d) <= (a > b ? a : b);
}

static bool edges_meet(struct spot a, struct spot b, struct spot c, struct spot d)
{
    return ranges_meet(a.x, b.x, c.x, d.x) && ranges_meet(a.y, b.y, c.y, d.y) &&
           side_of(a, b, c) * side_of(a, b, d) <= 0 && side_of(c, d, a) * side_of(c, d, b) <= 0;
}

/* As peer_outlines.py says: some loop has fewer than three corners, or two edges meet that are not
 * neighbours. */
static bool are_invalid(const struct loops *loops)
{
    for (uint32_t i = 0; i < loops->count; i++)
        for (uint32_t a = loops->starts[i]; a < loops->starts[i + 1]; a++)
            for (uint32_t k = i; k < loops->count; k++)
                for (uint32_t c = k == i ? a + 1 : loops->starts[k]; c < loops->starts[k + 1];
                     c++) {
                    const uint32_t b = loops_next(loops, i, a), d = loops_next(loops, k, c);
                    if (loops->starts[i + 1] - loops->starts[i] < 3 ||
                        (b != c && a != d &&
                         edges_meet(loops->corners[a], loops->corners[b], loops->corners[c],
                                    loops->corners[d])))
                        return true;
                }
    return false;
}

/* The share of pixels in either of two covers that is in both. */
static double overlap(const struct cover *a, const struct cover *b)
{
    uint64_t both = 0, either = 0;
    for (size_t i = 0; i < (size_t)a->row_words * a->height; i++) {
        both += count_bits(a->rows[i] & b->rows[i]);
        either += count_bits(a->rows[i] | b->rows[i]);
    }
    return (double)both / (double)(either > 0 ? either : 1);
}

static void count_corners(struct report *report, struct sprites *sprites)
{
    double ours = 0, theirs = 0, share = 0, pieces_each = 0, our_faults = 0, their_faults = 0;
    for (size_t i = 0; i < sprites->count; i++) {
        const struct mask *const mask = &sprites->masks[i];
        struct outline outline;
        struct loops polygons, usual, exact, pieces;
        struct cover a, b;
        trace(sprites, mask, &outline);
        simplify(sprites, mask, &outline, &sprites->arena, &polygons);
        cut_into_pieces(sprites, &polygons, NOTCH, &pieces);
        outline_get_loops(&outline, 0, &sprites->arena, &exact);
        cover_make(&a, &exact, mask->width, mask->height, &sprites->arena);
        cover_make(&b, &polygons, mask->width, mask->height, &sprites->arena);
        ours += loops_corner_count(&polygons);
        pieces_each += pieces.count;
        share += overlap(&a, &b);
        simplify_usually(sprites, &outline, &sprites->arena, &usual);
        for (uint32_t k = 0; k < usual.count; k++)
            theirs += fmax(3, usual.starts[k + 1] - usual.starts[k]);
        our_faults += are_invalid(&polygons);
        their_faults += are_invalid(&usual);
        arena_empty(&sprites->arena);
    }
    const double count = (double)sprites->count;
    report_note(report,
                "%g px: %.1f corners a sprite; %.1f pieces; overlap with the mask %.4f; invalid "
                "shapes in %.1f %% of the sprites",
                sprites->reach / 256.0, ours / count, pieces_each / count, share / count,
                100 * our_faults / count);
    report_note(
        report,
        "%g px: Douglas-Peucker: %.1f corners a sprite, ours %.2f of them; invalid shapes in "
        "%.1f %% of the sprites",
        sprites->reach / 256.0, theirs / count, ours / theirs, 100 * their_faults / count);
}

/* ---- The least there could be --------------------------------------------------------------- */

/* The search for the fewest corners takes seconds where loops are long. */
enum { OPTIMUM_MOST = 150, OPTIMUM_QUICK = 15, OPTIMUM_CORNERS = 150 };

static void compare_with_fewest_corners(struct report *report, struct sprites *sprites)
{
    const size_t most = is_quick() ? OPTIMUM_QUICK : OPTIMUM_MOST;
    const size_t step = sprites->count / most + 1;
    size_t ours = 0, fewest = 0, count = 0;
    for (size_t i = 0; i < sprites->count; i += step, count++) {
        struct outline outline;
        struct loops polygons;
        uint32_t made = 0;
        trace(sprites, &sprites->masks[i], &outline);
        simplify(sprites, &sprites->masks[i], &outline, &sprites->arena, &polygons);
        for (uint32_t loop = 0; loop < outline.loop_count; loop++) {
            const struct outline_loop *const l = &outline.loops[loop];
            if (llabs(l->area) < 4)
                continue;
            const uint32_t corners = polygons.starts[made + 1] - polygons.starts[made];
            made++;
            if (l->count > OPTIMUM_CORNERS)
                continue;
            ours += corners;
            fewest += optimum_corners(outline.corners + l->first, l->count,
                                      (int)sprites->reach / (REACH_ONE / 2), corners);
        }
        arena_empty(&sprites->arena);
    }
    report_note(
        report,
        "%g px: %.3f times the fewest corners that polygons of %zu sprites could have, free "
        "in a grid of half pixels and free to cross themselves; loops of at most %d corners",
        sprites->reach / 256.0, (double)ours / (double)(fewest > 0 ? fewest : 1), count,
        OPTIMUM_CORNERS);
}

static bool has_hole(const struct loops *polygons)
{
    for (uint32_t i = 0; i < polygons->count; i++)
        if (loops_area(polygons->corners + polygons->starts[i],
                       polygons->starts[i + 1] - polygons->starts[i]) < 0)
            return true;
    return false;
}

static void compare_with_fewest_pieces(struct report *report, struct sprites *sprites)
{
    size_t ours = 0, fewest = 0, count = 0;
    for (size_t i = 0; i < sprites->count; i++) {
        struct outline outline;
        struct loops polygons, pieces;
        trace(sprites, &sprites->masks[i], &outline);
        simplify(sprites, &sprites->masks[i], &outline, &sprites->arena, &polygons);
        if (!has_hole(&polygons)) {
            cut_into_pieces(sprites, &polygons, 0, &pieces);
            ours += pieces.count;
            for (uint32_t k = 0; k < polygons.count; k++)
                fewest += optimum_pieces(polygons.corners + polygons.starts[k],
                                         polygons.starts[k + 1] - polygons.starts[k]);
            count++;
        }
        arena_empty(&sprites->arena);
    }
    report_note(report,
                "%g px: %.3f times the fewest convex pieces, of any number of corners, of %zu "
                "sprites without holes: %.2f each",
                sprites->reach / 256.0, (double)ours / (double)(fewest > 0 ? fewest : 1), count,
                (double)ours / (double)(count > 0 ? count : 1));
}

/* ---- Peers ----------------------------------------------------------------------------------- */

#define SCRIPT "tests/bench/peer_outlines.py"

/* Python asks pixel by pixel for Chipmunk, and the time of that is not Chipmunk's. */
static const struct shape_peer {
    const char *name, *makes, *package;
    size_t step; /* of the masks it is asked about */
    bool is_timed, has_tolerance;
} shape_peers[] = {
    {"opencv", "OpenCV's findContours and approxPolyDP", "python3-opencv", 1, true, true},
    {"potrace", "potrace's polygons, without a tolerance", "libpotrace0", 1, false, false},
    {"chipmunk", "Chipmunk's march and simplification", "libchipmunk7", 8, false, true},
};

static void write_mask(const struct mask *mask, FILE *file)
{
    const uint32_t size[] = {mask->width, mask->height};
    fwrite(size, sizeof size, 1, file);
    for (uint32_t y = 0; y < mask->height; y++)
        for (uint32_t x = 0; x < mask->width; x++)
            putc(mask_word(mask, x - x % 64, y) >> x % 64 & 1 ? 255 : 0, file);
}

/* Tells how often the usual way gives shapes that no engine can use. */
static void ask_peer(struct report *report, const struct sprites *sprites,
                     const struct shape_peer *peer)
{
    char path[] = "/tmp/hitmask-bench-XXXXXX", command[160], time_text[32] = "";
    const int descriptor = mkstemp(path);
    FILE *const file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    double time, corners, invalid;
    if (file == NULL)
        die("cannot make a file in /tmp");
    for (size_t i = 0; i < sprites->count; i += peer->step)
        write_mask(&sprites->masks[i], file);
    fclose(file);
    snprintf(command, sizeof command, "/usr/bin/python3 %s %s %s %g 2>/dev/null", SCRIPT,
             peer->name, path, sprites->reach / 256.0);
    FILE *const said = access(SCRIPT, R_OK) == 0 ? popen(command, "r") : NULL;
    if (said != NULL && fscanf(said, "%lf %lf %lf", &time, &corners, &invalid) == 3) {
        if (peer->is_timed)
            snprintf(time_text, sizeof time_text, "%.1f us, ", time);
        report_note(report,
                    "%g px: %s: %s%.1f corners a sprite; invalid shapes in %.1f %% of the sprites",
                    sprites->reach / 256.0, peer->makes, time_text, corners, invalid);
    } else {
        report_note(report, "%s: the packages %s and python3-numpy and %s are needed", peer->makes,
                    peer->package, SCRIPT);
    }
    if (said != NULL)
        pclose(said);
    unlink(path);
}

static void ask_peers(struct report *report, const struct sprites *sprites)
{
    for (size_t i = 0; i < sizeof shape_peers / sizeof *shape_peers; i++)
        if (shape_peers[i].has_tolerance || sprites->reach == REACH_ONE)
            ask_peer(report, sprites, &shape_peers[i]);
}

/* ---- Terrain ------------------------------------------------------------------------------- */

static void make_terrain(struct sprites *sprites)
{
    struct bitmap bitmap;
    struct error err;
    uint64_t random = 1;
    if (!bitmap_init(&bitmap, TERRAIN_WIDTH, TERRAIN_HEIGHT))
        die("no memory");
    for (uint32_t i = 0; i < 400; i++) {
        const uint32_t cx = random_below(&random, TERRAIN_WIDTH),
                       cy = random_below(&random, TERRAIN_HEIGHT),
                       r = 8 + random_below(&random, 60);
        for (uint32_t y = cy > r ? cy - r : 0; y < cy + r && y < TERRAIN_HEIGHT; y++)
            for (uint32_t x = cx > r ? cx - r : 0; x < cx + r && x < TERRAIN_WIDTH; x++)
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    bitmap_set(&bitmap, x, y);
    }
    sprites->masks = must_allocate(NULL, 1, sizeof *sprites->masks);
    sprites->count = 1;
    if (!mask_from_bitmap(&bitmap, sprites->masks, &err))
        die("%s", err.text);
    bitmap_free(&bitmap);
}

static void bench_whole_terrain(struct report *report)
{
    struct sprites sprites = {0};
    make_terrain(&sprites);
    report_topic(report, "a terrain of 2048 x 1024", NULL);
    const struct times times =
        measure(&(struct contest){.ours = trace_all, .context = &sprites, .seconds = 1});
    report_row(report, &(struct row){.name = "its outline",
                                     .count = 1,
                                     .ours = times.ours,
                                     .judged = JUDGE_ALONE,
                                     .reach = 1e6});
    mask_free(sprites.masks);
    free(sprites.masks);
    arena_free(&sprites.arena);
}

void bench_outlines(struct report *report)
{
    struct art arts[ART_SOURCES];
    struct sprites sprites = {.reach = 256};
    report_group(report, "shapes");
    collect(&sprites, arts);
    report_topic(report, "real sprites", "libspng decoding them");
    add_row(report, &sprites, "outline", trace_all, 0.02);
    add_row(report, &sprites, "polygons, 1 px", shape_all, 0.4);
    count_corners(report, &sprites);
    compare_with_fewest_corners(report, &sprites);
    compare_with_fewest_pieces(report, &sprites);
    ask_peers(report, &sprites);
    sprites.cut = true;
    sprites.reach = 512;
    make_polygons(&sprites);
    add_row(report, &sprites, "pieces of polygons, 2 px", cut_all, 0.7);
    add_row(report, &sprites, "polygons and pieces, 2 px", shape_all, 1.1);
    count_corners(report, &sprites);
    ask_peers(report, &sprites);
    bench_whole_terrain(report);
    for (size_t i = 0; i < sprites.count; i++)
        mask_free(&sprites.masks[i]);
    free(sprites.masks);
    free(sprites.paths);
    free(sprites.polygons);
    arena_free(&sprites.arena);
    arena_free(&sprites.kept);
    for (int source = 0; source < ART_SOURCES; source++)
        art_free(&arts[source]);
}
