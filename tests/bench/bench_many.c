/*
 * bench_many.c - one sprite against 1000: which does it touch; against pygame asked 1000 times
 *
 * A crowd of sprites of mixed sizes stands all over a square world, which is as large as lets
 * the wanted share of the boxes meet. A run asks about sprites that stand elsewhere each time,
 * more of them than predictors learn by heart. Both sides must list the same hits.
 */
#include "groups.h"

#include <hitmask_world.h>

#include "art.h"
#include "bench.h"
#include "cpu.h"
#include "gallery.h"
#include "peer.h"

#include <stdlib.h>
#include <string.h>

enum { CROWD = 1000, ASKED = 64, LONGEST = 128, DRAWN = 256 };

/* ---- The sprites -------------------------------------------------------------------------- */

static bool is_empty(const struct bitmap *bitmap)
{
    uint64_t any = 0;
    for (size_t i = 0; i < bitmap->row_words * bitmap->height; i++)
        any |= bitmap->words[i];
    return any == 0;
}

static void add_real(struct gallery *gallery, enum art_source source, struct report *report)
{
    struct art art;
    struct bitmap bitmap;
    if (!art_collect(source, &art))
        report_note(report, "no sprites of %s: %s is not installed", art_name(source),
                    art_package(source));
    for (size_t i = 0; i < art.count; i++) {
        if (art_size(&art.files[i]) > LONGEST || !art_decode(art.files[i].path, &bitmap))
            continue;
        if (is_empty(&bitmap))
            bitmap_free(&bitmap);
        else
            gallery_add(gallery, &bitmap);
    }
    art_free(&art);
}

static void add_drawn(struct gallery *gallery)
{
    uint64_t random = 1;
    for (uint32_t i = 0; i < DRAWN; i++)
        gallery_add_shape(gallery, i % SHAPES, 16 + random_below(&random, LONGEST - 15), &random);
}

/* ---- The crowd ---------------------------------------------------------------------------- */

/* A sprite of the gallery and where it stands. */
struct standing {
    uint32_t sprite;
    int32_t x, y;
};

struct match {
    const struct gallery *gallery;
    const struct peer *peer;
    struct peer_mask **masks; /* in the gallery's order */
    struct standing crowd[CROWD], asked[ASKED];
    int32_t sides[4][CROWD];
    const hm_sprite *sprites[CROWD];
    const struct peer_mask *peers[CROWD];
    hm_crowd of;
    hm_world world;
};

static void place(const struct gallery *gallery, uint32_t world, uint64_t *random,
                  struct standing *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (struct standing){.sprite = random_below(random, (uint32_t)gallery->count),
                                   .x = (int32_t)random_below(random, world),
                                   .y = (int32_t)random_below(random, world)};
}

/* Two boxes of w x h and v x g meet in about (w + v) * (h + g) of the places. */
static uint32_t world_for(const struct gallery *gallery, double share)
{
    uint64_t random = 2;
    uint32_t world = 1;
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        hm_box p, q;
        hm_sprite_bounds(&gallery->sprites[random_below(&random, (uint32_t)gallery->count)], &p);
        hm_sprite_bounds(&gallery->sprites[random_below(&random, (uint32_t)gallery->count)], &q);
        sum += (double)(p.x1 - p.x0 + q.x1 - q.x0) * (double)(p.y1 - p.y0 + q.y1 - q.y0);
    }
    while ((double)world * world * share < sum / 10000)
        world++;
    return world;
}

static void fill_boxes(struct match *match)
{
    for (size_t i = 0; i < CROWD; i++) {
        const struct standing *const s = &match->crowd[i];
        hm_box box;
        match->sprites[i] = &match->gallery->sprites[s->sprite];
        match->peers[i] = match->masks[s->sprite];
        hm_sprite_bounds(match->sprites[i], &box);
        const int32_t sides[4] = {s->x + box.x0, s->y + box.y0, s->x + box.x1, s->y + box.y1};
        for (int side = 0; side < 4; side++)
            match->sides[side][i] = sides[side];
    }
    match->of = (hm_crowd){match->sides[0], match->sides[1], match->sides[2],
                           match->sides[3], match->sprites,  CROWD};
    match->world = (hm_world){.crowd = &match->of};
}

static void make_match(struct match *match, const struct gallery *gallery, const struct peer *peer,
                       struct peer_mask **masks, double share)
{
    uint64_t random = 3;
    const uint32_t world = world_for(gallery, share);
    match->gallery = gallery;
    match->peer = peer;
    match->masks = masks;
    place(gallery, world, &random, match->crowd, CROWD);
    place(gallery, world, &random, match->asked, ASKED);
    fill_boxes(match);
}

/* ---- The question ------------------------------------------------------------------------- */

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint32_t found;

static uint32_t ask_peer(const struct match *match, const struct standing *a, uint32_t *hits)
{
    const struct peer_mask *const mask = match->masks[a->sprite];
    uint32_t count = 0;
    for (uint32_t i = 0; i < CROWD; i++) {
        const struct standing *const b = &match->crowd[i];
        if (match->peer->overlap(mask, match->peers[i], b->x - a->x, b->y - a->y))
            hits[count++] = i;
    }
    return count;
}

static uint32_t ask_world(const struct match *match, const struct standing *a, uint32_t *hits)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met met[CROWD];
    const uint32_t count = hm_world_list(&match->world, &match->gallery->sprites[a->sprite], a->x,
                                         a->y, &next, met, CROWD);
    for (uint32_t i = 0; i < count; i++)
        hits[i] = met[i].index;
    return count;
}

typedef uint32_t ask(const struct match *match, const struct standing *a, uint32_t *hits);

static void ask_all(const struct match *match, ask *question)
{
    uint32_t hits[CROWD], count = 0;
    for (size_t i = 0; i < ASKED; i++)
        count += question(match, &match->asked[i], hits);
    found = count;
}

static void all_peer(void *context)
{
    ask_all(context, ask_peer);
}

static void all_ours(void *context)
{
    ask_all(context, ask_world);
}

/* The share of hits; ends the program where the lists differ. */
static double check(const struct match *match)
{
    uint32_t ours[CROWD], theirs[CROWD], sum = 0;
    for (size_t i = 0; i < ASKED; i++) {
        const uint32_t count = ask_peer(match, &match->asked[i], theirs);
        if (ask_world(match, &match->asked[i], ours) != count ||
            memcmp(ours, theirs, count * sizeof *ours) != 0)
            die("one against many: no agreement");
        sum += count;
    }
    return (double)sum / ((double)CROWD * ASKED);
}

/* ---- Rows ------------------------------------------------------------------------------- */

static void show_level(struct report *report, struct match *match, const char *set, double share)
{
    const bool wide = match->gallery->pack.cpu >= CPU_AVX2;
    const double hits = check(match);
    const struct times times = measure(&(struct contest){all_peer, all_ours, match, 0.3});
    report_row(report, &(struct row){.name = set,
                                     .count = CROWD,
                                     .has_hits = true,
                                     .hits = hits,
                                     .peer = times.peer / ASKED,
                                     .ours = times.ours / ASKED,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = !wide         ? 6
                                              : share < 0.1 ? 14
                                                            : 6,
                                     .instructions = gallery_instructions(match->gallery)});
}

static void set_level(struct gallery *gallery, uint32_t level)
{
    gallery->pack.cpu = level;
    for (size_t i = 0; i < gallery->count; i++)
        gallery->sprites[i].cpu = level;
}

static void show_share(struct report *report, struct gallery *gallery, const char *set,
                       const struct peer *peer, struct peer_mask **masks, double share)
{
    const uint32_t best = gallery->pack.cpu;
    struct match *const match = must_allocate(NULL, 1, sizeof *match);
    char title[96];
    snprintf(title, sizeof title, "one against %d, %g %% of the boxes meet", CROWD, share * 100);
    report_topic(report, title, "pygame's overlap, once for each");
    make_match(match, gallery, peer, masks, share);
    for (uint32_t level = 0; level <= best; level++) {
        set_level(gallery, level);
        show_level(report, match, set, share);
    }
    free(match);
}

static void show_set(struct report *report, struct gallery *gallery, const char *set,
                     const struct peer *peer)
{
    struct peer_mask **const masks = must_allocate(NULL, gallery->count, sizeof *masks);
    gallery_bake(gallery, false);
    for (size_t i = 0; i < gallery->count; i++)
        masks[i] = peer_mask_from(peer, &gallery->bitmaps[i]);
    show_share(report, gallery, set, peer, masks, 0.01);
    show_share(report, gallery, set, peer, masks, 0.1);
    for (size_t i = 0; i < gallery->count; i++)
        peer->free(masks[i]);
    free(masks);
}

void bench_many(struct report *report)
{
    const char *why;
    const struct peer *const peer = peer_load(&why);
    struct gallery real = {0}, drawn = {0};
    if (peer == NULL) {
        report_note(report, "left out: %s", why);
        return;
    }
    add_real(&real, ART_SUPERTUX, report);
    add_real(&real, ART_PINGUS, report);
    if (real.count > 0)
        show_set(report, &real, "real <= 128", peer);
    gallery_free(&real);
    add_drawn(&drawn);
    show_set(report, &drawn, "drawn 16..128", peer);
    gallery_free(&drawn);
}
