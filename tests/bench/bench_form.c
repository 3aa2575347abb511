/*
 * bench_form.c - pieces, outlines and moments of masks beside pygame's, and distances beside loops
 *
 * The loops look at one pixel a turn, as a game would.
 */
#include "groups.h"

#include <hitmask_canvas.h>

#include "bench.h"
#include "peer_form.h"
#include "sets.h"

#include <stdlib.h>

enum { MASKS_MAX = 200 };

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint64_t found;

static size_t mask_count(const struct set *set)
{
    return set->gallery.count < MASKS_MAX ? set->gallery.count : MASKS_MAX;
}

/* ---- The library ----------------------------------------------------------------------------- */

struct asking {
    const hm_sprite *sprites;
    size_t count;
    uint8_t *scratch, *buffer;
    size_t scratch_size, buffer_size;
};

static void ask_components(void *context)
{
    const struct asking *const asking = context;
    hm_component pieces[64];
    uint64_t sum = 0;
    for (size_t i = 0; i < asking->count; i++)
        sum += hm_components(&asking->sprites[i], true, asking->scratch, asking->scratch_size,
                             pieces, 64);
    found = sum;
}

/* An outline as a mask of its own, from an empty canvas on. */
static void ask_outline(void *context)
{
    const struct asking *const asking = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < asking->count; i++) {
        const hm_sprite *const sprite = &asking->sprites[i];
        hm_canvas canvas;
        hm_sprite outline;
        hm_canvas_init(&canvas, asking->buffer, asking->buffer_size, hm_sprite_width(sprite),
                       hm_sprite_height(sprite));
        hm_canvas_stamp(&canvas, sprite, 0, 0, HM_ADD);
        hm_canvas_outline(&canvas, 1, asking->scratch, asking->scratch_size);
        hm_canvas_sprite(&canvas, &outline);
        sum += hm_sprite_area(&outline);
    }
    found = sum;
}

static void ask_moments(void *context)
{
    const struct asking *const asking = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < asking->count; i++) {
        hm_moments moments = {0};
        hm_sprite_moments(&asking->sprites[i], &moments);
        sum += moments.angle;
    }
    found = sum;
}

static void open_asking(const struct set *set, struct asking *asking)
{
    *asking = (struct asking){.sprites = set->gallery.sprites, .count = mask_count(set)};
    for (size_t i = 0; i < asking->count; i++) {
        const hm_sprite *const sprite = &asking->sprites[i];
        const size_t pieces = hm_components_scratch_size(sprite);
        const size_t canvas =
            hm_canvas_buffer_size(hm_sprite_width(sprite), hm_sprite_height(sprite));
        asking->buffer_size = canvas > asking->buffer_size ? canvas : asking->buffer_size;
        asking->scratch_size = pieces > asking->scratch_size ? pieces : asking->scratch_size;
    }
    if (asking->scratch_size < asking->buffer_size)
        asking->scratch_size = asking->buffer_size;
    asking->scratch = must_allocate(NULL, asking->scratch_size, 1);
    asking->buffer = must_allocate(NULL, asking->buffer_size, 1);
}

static void show_set(struct report *report, const struct set *set, enum form_question question,
                     double peer)
{
    static void (*const asks[])(void *) = {ask_components, ask_outline, ask_moments};
    struct asking asking;
    open_asking(set, &asking);
    const struct times times = measure(&(struct contest){NULL, asks[question], &asking, 0.1});
    report_row(report, &(struct row){
                           .name = set->name,
                           .count = asking.count,
                           .peer = peer,
                           .ours = times.ours / (double)asking.count,
                           .judged = peer > 0 ? JUDGE_SPEEDUP : JUDGE_NOTHING,
                           .reach = set->real && question != FORM_MOMENTS ? 3 : 1,
                           .instructions = gallery_instructions(&set->gallery),
                       });
    free(asking.scratch);
    free(asking.buffer);
}

/* ---- Distances --------------------------------------------------------------------------------
 */

enum { CASES = 64, REACH = 40 };

struct distances {
    const struct set *set;
    struct {
        uint32_t a, b;
        int32_t x, y; /* of a point, or of b */
    } cases[CASES];
};

/* The pixels of a bitmap, looked at from a point on in a square of REACH. */
static uint64_t naive_nearest(const struct bitmap *bitmap, int32_t x, int32_t y, uint64_t best)
{
    for (int32_t py = y - REACH; py <= y + REACH; py++)
        for (int32_t px = x - REACH; px <= x + REACH; px++) {
            const uint64_t squared = (uint64_t)((px - x) * (px - x) + (py - y) * (py - y));
            if (px >= 0 && py >= 0 && (uint32_t)px < bitmap->width &&
                (uint32_t)py < bitmap->height && squared < best &&
                bitmap_get(bitmap, (uint32_t)px, (uint32_t)py))
                best = squared;
        }
    return best;
}

static bool at_edge(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    return x == 0 || y == 0 || x + 1 == bitmap->width || y + 1 == bitmap->height ||
           !bitmap_get(bitmap, x - 1, y) || !bitmap_get(bitmap, x + 1, y) ||
           !bitmap_get(bitmap, x, y - 1) || !bitmap_get(bitmap, x, y + 1);
}

static void loop_nearest(void *context)
{
    const struct distances *const d = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < CASES; i++)
        sum += naive_nearest(&d->set->gallery.bitmaps[d->cases[i].a], d->cases[i].x, d->cases[i].y,
                             UINT64_MAX) <= REACH * REACH;
    found = sum;
}

static void our_nearest(void *context)
{
    const struct distances *const d = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < CASES; i++)
        sum += hm_nearest(&d->set->gallery.sprites[d->cases[i].a], d->cases[i].x, d->cases[i].y,
                          REACH, NULL);
    found = sum;
}

/* From each pixel at the edge of one mask to all of the other that are near enough. */
static void loop_gap(void *context)
{
    const struct distances *const d = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < CASES; i++) {
        const struct bitmap *const a = &d->set->gallery.bitmaps[d->cases[i].a];
        const struct bitmap *const b = &d->set->gallery.bitmaps[d->cases[i].b];
        uint64_t best = REACH * REACH + 1;
        for (uint32_t y = 0; y < a->height; y++)
            for (uint32_t x = 0; x < a->width; x++)
                if (bitmap_get(a, x, y) && at_edge(a, x, y))
                    best = naive_nearest(b, (int32_t)x - d->cases[i].x, (int32_t)y - d->cases[i].y,
                                         best);
        sum += best;
    }
    found = sum;
}

static void our_gap(void *context)
{
    const struct distances *const d = context;
    uint64_t sum = 0;
    for (size_t i = 0; i < CASES; i++) {
        uint64_t squared = REACH * REACH + 1;
        hm_gap(&d->set->gallery.sprites[d->cases[i].a], &d->set->gallery.sprites[d->cases[i].b],
               d->cases[i].x, d->cases[i].y, REACH, &squared, NULL, NULL);
        sum += squared;
    }
    found = sum;
}

static void show_distances(struct report *report, const struct set *set, bool gaps)
{
    struct distances d = {.set = set};
    uint64_t random = 1;
    const int32_t size = (int32_t)set->size;
    for (size_t i = 0; i < CASES; i++) {
        d.cases[i].a = random_below(&random, (uint32_t)set->gallery.count);
        d.cases[i].b = random_below(&random, (uint32_t)set->gallery.count);
        d.cases[i].x = (int32_t)random_below(&random, (uint32_t)(2 * size)) - size / 2;
        d.cases[i].y = (int32_t)random_below(&random, (uint32_t)(2 * size)) - size / 2;
        if (gaps)
            d.cases[i].x += d.cases[i].x < size / 2 ? -size * 3 / 4 : size * 3 / 4;
    }
    struct contest contest = {loop_nearest, our_nearest, &d, 0.1};
    if (gaps)
        contest = (struct contest){loop_gap, our_gap, &d, 0.1};
    contest.ours(&d);
    const uint64_t ours = found;
    contest.peer(&d);
    if (ours != found)
        die("distances of %s: %llu is not %llu", set->name, (unsigned long long)ours,
            (unsigned long long)found);
    const struct times times = measure(&contest);
    report_row(report, &(struct row){
                           .name = set->name,
                           .count = CASES,
                           .peer = times.peer / CASES,
                           .ours = times.ours / CASES,
                           .judged = JUDGE_SPEEDUP,
                           .reach = 4,
                           .instructions = gallery_instructions(&set->gallery),
                       });
}

/* ---- All of it ---------------------------------------------------------------------------------
 */

static bool is_wanted(const struct report *report, const struct set *set)
{
    return (set->real || set->size == 64 || set->size == 256) && report_wants(report, set->name);
}

void bench_form(struct report *report)
{
    static const char *const titles[] = {"connected pieces", "the outline as a mask",
                                         "centroid and main axis"};
    static const char *const peers[] = {"pygame's connected_components", "pygame's outline",
                                        "pygame's centroid and angle"};
    struct sets sets;
    double times[sizeof sets.items / sizeof *sets.items][FORM_QUESTIONS] = {{0}};
    bool has_peer = true;
    make_sets(&sets, NULL, report);
    for (size_t i = 0; i < sets.count && has_peer; i++)
        if (is_wanted(report, &sets.items[i]))
            has_peer =
                peer_form_ask(sets.items[i].gallery.bitmaps, mask_count(&sets.items[i]), times[i]);
    if (!has_peer)
        report_note(report, "pygame was not asked: the package python3-pygame and %s are needed",
                    PEER_FORM_SCRIPT);
    for (int question = 0; question < FORM_QUESTIONS; question++) {
        report_topic(report, titles[question], has_peer ? peers[question] : NULL);
        for (size_t i = 0; i < sets.count; i++)
            if (is_wanted(report, &sets.items[i]))
                show_set(report, &sets.items[i], (enum form_question)question,
                         has_peer ? times[i][question] : 0);
    }
    for (int gaps = 0; gaps < 2; gaps++) {
        report_topic(report, gaps ? "the gap between two masks" : "the nearest pixel, within 40",
                     "one pixel a turn");
        for (size_t i = 0; i < sets.count; i++)
            if (is_wanted(report, &sets.items[i]) && sets.items[i].size <= 128)
                show_distances(report, &sets.items[i], gaps);
    }
    free_sets(&sets, NULL);
}
