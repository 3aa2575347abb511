/*
 * bench_flip.c - mirrored views beside upright ones, asked the same
 *
 * Both sides walk one list of cases; ours takes the views that are turned. Where one shape is
 * mirrored, other pairs touch, about as many.
 */
#include "groups.h"

#include "bench.h"
#include "sets.h"

#include <stdlib.h>

/* ---- Queries ------------------------------------------------------------------------------ */

struct match {
    const struct cases *cases;
    const hm_sprite *upright, *turned_a, *turned_b;
    uint64_t (*ask)(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);
};

static uint64_t touch(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    return hm_overlap(a, b, dx, dy);
}

static uint64_t first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    hm_point hit = {0, 0};
    return hm_overlap_first(a, b, dx, dy, &hit) + (uint64_t)hit.x;
}

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint64_t found;

static void ask_all(const struct match *match, const hm_sprite *a, const hm_sprite *b)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < match->cases->count; i++) {
        const struct pair *const c = &match->cases->items[i];
        sum += match->ask(&a[c->a], &b[c->b], c->dx, c->dy);
    }
    found = sum;
}

static void ask_upright(void *context)
{
    const struct match *const match = context;
    ask_all(match, match->upright, match->upright);
}

static void ask_turned(void *context)
{
    const struct match *const match = context;
    ask_all(match, match->turned_a, match->turned_b);
}

/* ---- Views -------------------------------------------------------------------------------- */

enum turn { UPRIGHT, MIRRORED, UPSIDE_DOWN, ROUND, ANY };

static hm_sprite *turn_all(const struct set *set, enum turn turn, uint64_t *random)
{
    hm_sprite *const views = must_allocate(NULL, set->gallery.count, sizeof *views);
    for (size_t i = 0; i < set->gallery.count; i++) {
        const unsigned flips = turn == ANY ? random_below(random, 4) : (unsigned)turn;
        hm_sprite_flip(&set->gallery.sprites[i], flips & 1, flips >> 1 & 1, &views[i]);
    }
    return views;
}

static const struct question {
    const char *title, *peer_name;
    uint64_t (*ask)(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);
    enum turn a, b;
} questions[] = {
    {"touch, both mirrored", "the same upright", touch, MIRRORED, MIRRORED},
    {"touch, one mirrored", "the same upright", touch, UPRIGHT, MIRRORED},
    {"touch, one upside down", "the same upright", touch, UPRIGHT, UPSIDE_DOWN},
    {"touch, turned at random", "the same upright", touch, ANY, ANY},
    {"first contact, turned at random", "the same upright", first, ANY, ANY},
    {"area, turned at random", "the same upright", hm_overlap_area, ANY, ANY},
};

/* ---- Rows --------------------------------------------------------------------------------- */

static double share_of_hits(const struct match *match)
{
    size_t hits = 0;
    for (size_t i = 0; i < match->cases->count; i++) {
        const struct pair *const c = &match->cases->items[i];
        hits += hm_overlap(&match->turned_a[c->a], &match->turned_b[c->b], c->dx, c->dy);
    }
    return (double)hits / (double)match->cases->count;
}

static void show_set(struct report *report, const struct question *question, const struct set *set)
{
    struct cases cases;
    uint64_t random = 1;
    hm_sprite *const a = turn_all(set, question->a, &random);
    hm_sprite *const b = turn_all(set, question->b, &random);
    make_cases(set, DISTINCT, &cases);
    struct match match = {&cases, set->gallery.sprites, a, b, question->ask};
    const double count = (double)cases.count;
    const struct times times = measure(&(struct contest){ask_upright, ask_turned, &match, 0.1});
    report_row(report, &(struct row){.name = set->name,
                                     .count = cases.count,
                                     .has_hits = true,
                                     .hits = share_of_hits(&match),
                                     .peer = times.peer / count,
                                     .ours = times.ours / count,
                                     .judged = JUDGE_COST,
                                     .reach = 2,
                                     .instructions = gallery_instructions(&set->gallery)});
    free(cases.items);
    free(a);
    free(b);
}

void bench_flip(struct report *report)
{
    struct sets sets;
    make_sets(&sets, NULL, report);
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        report_topic(report, questions[k].title, questions[k].peer_name);
        for (size_t i = 0; i < sets.count; i++)
            if (report_wants(report, sets.items[i].name))
                show_set(report, &questions[k], &sets.items[i]);
    }
    free_sets(&sets, NULL);
}
