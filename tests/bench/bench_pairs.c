/*
 * bench_pairs.c - all pairs of a crowd, beside loops over sorted rectangles with pygame's masks
 */
#include "groups.h"

#include <hitmask_world.h>

#include "art.h"
#include "bench.h"
#include "gallery.h"
#include "peer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CROWD = 10000, SIDE = 32, DRAWN = 64 };

struct standing {
    uint32_t sprite;
    int32_t x, y;
};

struct match {
    struct gallery gallery;
    const struct peer *peer;
    struct peer_mask *masks[DRAWN];
    struct standing items[CROWD]; /* where the pictures stand */
    int32_t sides[4][CROWD];
    hm_sprite copies[CROWD]; /* a game has one for each */
    const hm_sprite *sprites[CROWD];
    hm_crowd crowd;
    uint8_t *scratch;
    size_t size;
    uint32_t found;
};

/* Two boxes of 32 x 32 in a world of w x w meet in (64 / w)^2 of the cases. */
static void match_make(struct match *match, const struct peer *peer, uint32_t world)
{
    uint64_t random = 7;
    match->peer = peer;
    for (uint32_t i = 0; i < DRAWN; i++)
        gallery_add_shape(&match->gallery, i % SHAPES, SIDE, &random);
    gallery_bake(&match->gallery, false);
    for (uint32_t i = 0; peer != NULL && i < DRAWN; i++)
        match->masks[i] = peer_mask_from(peer, &match->gallery.bitmaps[i]);
    for (uint32_t i = 0; i < CROWD; i++) {
        struct standing *const s = &match->items[i];
        hm_box box;
        s->sprite = random_below(&random, DRAWN);
        s->x = (int32_t)random_below(&random, world);
        s->y = (int32_t)random_below(&random, world);
        match->copies[i] = match->gallery.sprites[s->sprite];
        match->sprites[i] = &match->copies[i];
        hm_sprite_bounds(match->sprites[i], &box);
        match->sides[0][i] = s->x + box.x0;
        match->sides[1][i] = s->y + box.y0;
        match->sides[2][i] = s->x + box.x1;
        match->sides[3][i] = s->y + box.y1;
    }
    match->crowd = (hm_crowd){match->sides[0], match->sides[1], match->sides[2],
                              match->sides[3], match->sprites,  CROWD};
    match->size = hm_pairs_scratch_size(CROWD);
    match->scratch = must_allocate(NULL, match->size, 1);
}

static void match_free(struct match *match)
{
    for (uint32_t i = 0; match->peer != NULL && i < DRAWN; i++)
        match->peer->free(match->masks[i]);
    free(match->scratch);
    gallery_free(&match->gallery);
}

static int compare_standing(const void *p, const void *q)
{
    const struct standing *const a = p, *const b = q;
    return (a->x > b->x) - (a->x < b->x);
}

/* The loop that games have, in C: sorted rectangles, then masks. */
static void pairs_of_peer(void *context)
{
    static struct standing sorted[CROWD];
    struct match *const match = context;
    const struct peer_mask *const *const masks = (const struct peer_mask *const *)match->masks;
    uint32_t found = 0;
    memcpy(sorted, match->items, sizeof sorted);
    qsort(sorted, CROWD, sizeof *sorted, compare_standing);
    for (uint32_t i = 0; i < CROWD; i++) {
        const struct standing *const a = &sorted[i];
        const struct peer_mask *const mask = masks[a->sprite];
        for (uint32_t k = i + 1; k < CROWD && sorted[k].x < a->x + mask->w; k++) {
            const struct standing *const b = &sorted[k];
            if (b->y < a->y + mask->h && a->y < b->y + masks[b->sprite]->h)
                found +=
                    match->peer->overlap(mask, masks[b->sprite], b->x - a->x, b->y - a->y) != 0;
        }
    }
    match->found = found;
}

static void pairs_of_ours(void *context)
{
    struct match *const match = context;
    hm_pairs pairs;
    hm_pair hits[256];
    uint32_t count, found = 0;
    if (!hm_pairs_begin(&pairs, &match->crowd, match->scratch, match->size))
        die("pairs: no scratch");
    while ((count = hm_pairs_next(&pairs, hits, 256)) > 0)
        found += count;
    match->found = found;
}

/* Writes what pairs.py reads. */
static void write_items(const struct match *match, FILE *file)
{
    for (uint32_t i = 0; i < CROWD; i++) {
        const struct standing *const s = &match->items[i];
        const struct bitmap *const b = &match->gallery.bitmaps[s->sprite];
        fprintf(file, "%d %d %u %u ", (int)s->x, (int)s->y, (unsigned)b->width,
                (unsigned)b->height);
        for (uint32_t y = 0; y < b->height; y++) {
            uint64_t row = 0;
            for (uint32_t x = 0; x < b->width; x++)
                row |= (uint64_t)bitmap_get(b, x, y) << x;
            fprintf(file, "%s%llx", y > 0 ? "," : "", (unsigned long long)row);
        }
        fputc('\n', file);
    }
}

/* Measures it in Python, in which games with pygame are written. Returns nanoseconds; 0 if it
 * cannot be run. */
static double pairs_of_python(const struct match *match)
{
    char path[] = "/tmp/hitmask-pairs-XXXXXX", command[128];
    double seconds = 0;
    unsigned found = 0;
    const int handle = mkstemp(path);
    FILE *const file = handle >= 0 ? fdopen(handle, "w") : NULL;
    if (file == NULL)
        return 0;
    write_items(match, file);
    fclose(file);
    snprintf(command, sizeof command, "/usr/bin/python3 -B tests/bench/pairs.py %s 2>/dev/null",
             path);
    FILE *const answer = popen(command, "r");
    if (answer == NULL || fscanf(answer, "%u %lf", &found, &seconds) != 2)
        seconds = 0;
    if (answer != NULL)
        pclose(answer);
    unlink(path);
    if (seconds > 0 && found != match->found)
        die("pairs: %u in Python, %u here", found, (unsigned)match->found);
    return seconds * 1e9;
}

static void show_pairs(struct report *report, struct match *match, const char *name, double peer,
                       double ours, double reach)
{
    report_row(report, &(struct row){.name = name,
                                     .count = CROWD,
                                     .has_hits = true,
                                     .hits = match->found / (CROWD * (CROWD - 1) / 2.0),
                                     .peer = peer,
                                     .ours = ours,
                                     .judged = reach > 0 ? JUDGE_SPEEDUP : JUDGE_NOTHING,
                                     .reach = reach,
                                     .instructions = gallery_instructions(&match->gallery)});
}

void bench_pairs(struct report *report)
{
    static const struct {
        const char *name;
        uint32_t world;
    } worlds[] = {{"1 % of the boxes meet", 640}, {"0.01 % of the boxes meet", 6400}};
    static struct match match;
    const char *why;
    const struct peer *const peer = peer_load(&why);
    if (peer == NULL) {
        report_note(report, "left out: %s", why);
        return;
    }
    report_topic(report, "all pairs of 10,000 sprites of 32 px",
                 "sorted rectangles, pygame's overlap");
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        char name[64];
        memset(&match, 0, sizeof match);
        match_make(&match, peer, worlds[i].world);
        pairs_of_peer(&match);
        const uint32_t right = match.found;
        const struct times times =
            measure(&(struct contest){pairs_of_peer, pairs_of_ours, &match, 1});
        pairs_of_ours(&match);
        if (match.found != right)
            die("pairs: %u of pygame, %u here", (unsigned)right, (unsigned)match.found);
        snprintf(name, sizeof name, "%s, C", worlds[i].name);
        show_pairs(report, &match, name, times.peer, times.ours, 0);
        const double python = pairs_of_python(&match);
        snprintf(name, sizeof name, "%s, Python", worlds[i].name);
        if (python > 0)
            show_pairs(report, &match, name, python, times.ours, 20);
        else
            report_note(report, "no loop in Python: /usr/bin/python3 with pygame did not run");
        match_free(&match);
    }
}
