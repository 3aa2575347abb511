/*
 * bench_overlap.c - two masks: do they touch, where first, how much; against pygame
 *
 * A row is the total of the peer over the total of ours on one list of cases. Both sides
 * must agree on every case, or there is nothing to compare.
 */
#include "groups.h"

#include "bench.h"
#include "sets.h"

#include <stdlib.h>
#include <string.h>

/* ---- Queries ------------------------------------------------------------------------------ */

struct match {
    const struct set *set;
    const struct peer *peer;
    struct cases cases;
};

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint64_t found;

static void peer_overlap(void *context)
{
    const struct match *const match = context;
    struct peer_mask *const *const masks = match->set->peers;
    uint64_t hits = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        hits += match->peer->overlap(masks[c->a], masks[c->b], c->dx, c->dy) != 0;
    }
    found = hits;
}

static void our_overlap(void *context)
{
    const struct match *const match = context;
    const hm_sprite *const sprites = match->set->gallery.sprites;
    uint64_t hits = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        hits += hm_overlap(&sprites[c->a], &sprites[c->b], c->dx, c->dy);
    }
    found = hits;
}

static void peer_first(void *context)
{
    const struct match *const match = context;
    struct peer_mask *const *const masks = match->set->peers;
    uint64_t sum = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        int x = 0, y = 0;
        sum += match->peer->overlap_pos(masks[c->a], masks[c->b], c->dx, c->dy, &x, &y) != 0;
        sum += (unsigned)x;
    }
    found = sum;
}

static void our_first(void *context)
{
    const struct match *const match = context;
    const hm_sprite *const sprites = match->set->gallery.sprites;
    uint64_t sum = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        hm_point hit = {0, 0};
        sum += hm_overlap_first(&sprites[c->a], &sprites[c->b], c->dx, c->dy, &hit);
        sum += (unsigned)hit.x;
    }
    found = sum;
}

static void peer_area(void *context)
{
    const struct match *const match = context;
    struct peer_mask *const *const masks = match->set->peers;
    uint64_t area = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        area += (unsigned)match->peer->overlap_area(masks[c->a], masks[c->b], c->dx, c->dy);
    }
    found = area;
}

static void our_area(void *context)
{
    const struct match *const match = context;
    const hm_sprite *const sprites = match->set->gallery.sprites;
    uint64_t area = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        area += hm_overlap_area(&sprites[c->a], &sprites[c->b], c->dx, c->dy);
    }
    found = area;
}

/* ---- Agreement ---------------------------------------------------------------------------- */

static bool is_common_pixel(const struct match *match, const struct pair *c, int x, int y)
{
    const hm_sprite *const sprites = match->set->gallery.sprites;
    return hm_solid(&sprites[c->a], x, y) && hm_solid(&sprites[c->b], x - c->dx, y - c->dy);
}

/* Checks that the answers of the six functions for one case fit together. The peer's first pixel
 * is another one than ours, because it walks its masks another way; both must lie in both sprites.
 */
static bool agree(const struct match *match, const struct pair *c, bool *hit)
{
    const struct peer *const peer = match->peer;
    const struct peer_mask *const pa = match->set->peers[c->a], *const pb = match->set->peers[c->b];
    const hm_sprite *const a = &match->set->gallery.sprites[c->a];
    const hm_sprite *const b = &match->set->gallery.sprites[c->b];
    hm_point first;
    int x, y;
    *hit = peer->overlap(pa, pb, c->dx, c->dy) != 0;
    if (hm_overlap(a, b, c->dx, c->dy) != *hit ||
        hm_overlap_first(a, b, c->dx, c->dy, &first) != *hit ||
        (peer->overlap_pos(pa, pb, c->dx, c->dy, &x, &y) != 0) != *hit ||
        hm_overlap_area(a, b, c->dx, c->dy) != (uint64_t)peer->overlap_area(pa, pb, c->dx, c->dy))
        return false;
    return !*hit ||
           (is_common_pixel(match, c, x, y) && is_common_pixel(match, c, first.x, first.y));
}

/* The share of hits; ends the program where the two sides disagree. */
static double check_cases(const struct match *match)
{
    size_t hits = 0;
    for (size_t i = 0; i < match->cases.count; i++) {
        const struct pair *const c = &match->cases.items[i];
        bool hit;
        if (!agree(match, c, &hit))
            die("%s: no agreement about sprites %u and %u at %d,%d", match->set->name,
                (unsigned)c->a, (unsigned)c->b, (int)c->dx, (int)c->dy);
        hits += hit;
    }
    return (double)hits / (double)match->cases.count;
}

/* ---- What to reach ------------------------------------------------------------------------ */

enum { LEVELS = 3 };

static const char *const level_names[LEVELS] = {"portable", "avx2", "avx512"};

/* In distinct cases, by class and level; everywhere else no row may fall below 1. */
static const double overlap_reach[CLASSES][LEVELS] = {
    [CLASS_SMALL] = {1.7, 2.4, 2.4},  [CLASS_64] = {1.7, 2.4, 2.4}, [CLASS_REAL_72] = {3, 3.8, 4.5},
    [CLASS_MIDDLE] = {1.5, 1.5, 1.5}, [CLASS_OTHER] = {1, 1, 1},    [CLASS_HUGE] = {10, 10, 10},
};

static const double first_reach[CLASSES][LEVELS] = {
    [CLASS_SMALL] = {1, 1, 1},  [CLASS_64] = {1, 1, 1},    [CLASS_REAL_72] = {1, 1, 1},
    [CLASS_MIDDLE] = {1, 1, 1}, [CLASS_OTHER] = {1, 1, 1}, [CLASS_HUGE] = {1, 1, 1},
};

static const double area_reach[CLASSES][LEVELS] = {
    [CLASS_SMALL] = {1, 1, 1},  [CLASS_64] = {6, 6, 6},    [CLASS_REAL_72] = {6, 6, 6},
    [CLASS_MIDDLE] = {6, 6, 6}, [CLASS_OTHER] = {6, 6, 6}, [CLASS_HUGE] = {6, 6, 6},
};

struct query {
    const char *peer_name;
    void (*peer)(void *match);
    void (*ours)(void *match);
    const double (*reach)[LEVELS];
    bool brief; /* drawn shapes in distinct cases alone */
};

/* The level of these instructions. All that are neither AVX2 nor AVX-512 count as portable C. */
static int level_index(const char *instructions)
{
    int level = LEVELS - 1;
    while (level > 0 && strcmp(instructions, level_names[level]) != 0)
        level--;
    return level;
}

static double find_reach(const struct query *query, const struct set *set, enum regime regime)
{
    if (regime != DISTINCT)
        return 1;
    return query->reach[set->class][level_index(gallery_instructions(&set->gallery))];
}

/* ---- Rows ------------------------------------------------------------------------------- */

static void show_set(struct report *report, const struct query *query, const struct set *set,
                     enum regime regime, const struct peer *peer)
{
    struct match match = {.set = set, .peer = peer};
    make_cases(set, regime, &match.cases);
    const double hits = check_cases(&match);
    const double count = (double)match.cases.count;
    const struct times times = measure(&(struct contest){query->peer, query->ours, &match, 0.1});
    report_row(report, &(struct row){.name = set->name,
                                     .count = match.cases.count,
                                     .has_hits = true,
                                     .hits = hits,
                                     .peer = times.peer / count,
                                     .ours = times.ours / count,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = find_reach(query, set, regime),
                                     .instructions = gallery_instructions(&set->gallery)});
    free(match.cases.items);
}

static void show_query(struct report *report, const struct query *query)
{
    const char *why;
    const struct peer *const peer = peer_load(&why);
    struct sets sets;
    if (peer == NULL) {
        report_note(report, "left out: %s", why);
        return;
    }
    make_sets(&sets, peer, report);
    for (enum regime regime = 0; regime < REGIMES; regime++) {
        report_topic(report, regime_title(regime), query->peer_name);
        for (size_t i = 0; i < sets.count; i++)
            if ((sets.items[i].real || regime == DISTINCT || !query->brief) &&
                report_wants(report, sets.items[i].name))
                show_set(report, query, &sets.items[i], regime, peer);
    }
    free_sets(&sets, peer);
}

void bench_overlap(struct report *report)
{
    show_query(report, &(struct query){"pygame's overlap", peer_overlap, our_overlap, overlap_reach,
                                       false});
}

void bench_first(struct report *report)
{
    show_query(report,
               &(struct query){"pygame's overlap_pos", peer_first, our_first, first_reach, true});
}

void bench_area(struct report *report)
{
    show_query(report,
               &(struct query){"pygame's overlap_area", peer_area, our_area, area_reach, true});
}
