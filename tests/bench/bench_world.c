/*
 * bench_world.c - maps of tiles beside one large sprite of the same pixels, and all pairs of a
 * crowd beside loops over sorted rectangles with pygame's masks
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "gallery.h"
#include "peer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Tiles -------------------------------------------------------------------------------- */

enum { COLUMNS = 128, ROWS = 64, KINDS = 9, MOVERS = 16, PLACES = 4096 };

struct place {
    const hm_sprite *a;
    int32_t x, y, move_x, move_y;
};

struct scene {
    struct gallery gallery; /* the tiles, then the movers, then the map as one sprite */
    const hm_sprite *tiles[KINDS];
    uint16_t cells[COLUMNS * ROWS];
    hm_tiles map;
    const hm_sprite *whole;
    struct place places[PLACES];
    uint64_t sum; /* of answers, so that none can be left out */
};

/* Full tiles, slopes of both ways, and blobs. */
static void draw_tile(uint32_t kind, uint32_t size, uint64_t *random, struct bitmap *out)
{
    if (kind > 3) {
        shape_draw(SHAPE_BLOB, size, random, out);
        return;
    }
    if (!bitmap_init(out, size, size))
        die("out of memory");
    for (uint32_t y = 0; y < size; y++)
        for (uint32_t x = 0; x < size; x++)
            if (kind == 1 || (kind == 2 && x + y >= size - 1) || (kind == 3 && y >= x))
                bitmap_set(out, x, y);
}

static void draw_map(struct scene *scene, uint32_t size, struct bitmap *out)
{
    if (!bitmap_init(out, COLUMNS * size, ROWS * size))
        die("out of memory");
    for (uint32_t y = 0; y < out->height; y++)
        for (uint32_t x = 0; x < out->width; x++) {
            const uint32_t kind = scene->cells[y / size * COLUMNS + x / size];
            const struct bitmap *const tile = &scene->gallery.bitmaps[kind > 0 ? kind - 1 : 0];
            if (kind > 0 && x % size < tile->width && y % size < tile->height &&
                bitmap_get(tile, x % size, y % size))
                bitmap_set(out, x, y);
        }
}

static int32_t between(uint64_t *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low + 1));
}

/* About two cells in three are empty, as in levels. */
static void scene_make(struct scene *scene, uint32_t tile, uint32_t size)
{
    uint64_t random = tile + size;
    struct bitmap bitmap;
    *scene = (struct scene){.sum = 0};
    for (uint32_t kind = 1; kind < KINDS; kind++) {
        draw_tile(kind, tile, &random, &bitmap);
        gallery_add(&scene->gallery, &bitmap);
    }
    for (int i = 0; i < COLUMNS * ROWS; i++)
        scene->cells[i] =
            (uint16_t)(random_below(&random, 3) == 0 ? random_below(&random, KINDS) : 0);
    for (int i = 0; i < MOVERS; i++)
        gallery_add_shape(&scene->gallery, SHAPE_BLOB, size, &random);
    draw_map(scene, tile, &bitmap);
    gallery_add(&scene->gallery, &bitmap);
    gallery_bake(&scene->gallery, false);
    for (uint32_t kind = 1; kind < KINDS; kind++)
        scene->tiles[kind] = &scene->gallery.sprites[kind - 1];
    scene->whole = &scene->gallery.sprites[scene->gallery.count - 1];
    scene->map = (hm_tiles){COLUMNS, ROWS,         (int32_t)tile, (int32_t)tile, scene->cells,
                            NULL,    scene->tiles, NULL,          KINDS};
    for (int i = 0; i < PLACES; i++) {
        struct place *const p = &scene->places[i];
        p->a = &scene->gallery.sprites[KINDS - 1 + (int)random_below(&random, MOVERS)];
        p->x = between(&random, 0, (int32_t)(COLUMNS * tile - size));
        p->y = between(&random, 0, (int32_t)(ROWS * tile - size));
        p->move_x = between(&random, -100, 100);
        p->move_y = between(&random, -100, 100);
    }
}

struct question {
    const char *name;
    uint64_t (*peer)(const struct scene *scene, const struct place *place);
    uint64_t (*ours)(const struct scene *scene, const struct place *place);
    double reach;
};

static uint64_t touch_whole(const struct scene *s, const struct place *p)
{
    return hm_overlap(p->a, s->whole, -p->x, -p->y);
}

static uint64_t touch_tiles(const struct scene *s, const struct place *p)
{
    return hm_tiles_overlap(&s->map, p->a, p->x, p->y);
}

static uint64_t first_whole(const struct scene *s, const struct place *p)
{
    hm_point hit = {0, 0};
    hm_overlap_first(p->a, s->whole, -p->x, -p->y, &hit);
    return (uint64_t)(hit.x * 1000 + hit.y);
}

static uint64_t first_tiles(const struct scene *s, const struct place *p)
{
    hm_point hit = {0, 0};
    hm_tiles_first(&s->map, p->a, p->x, p->y, &hit);
    return (uint64_t)(hit.x * 1000 + hit.y);
}

static uint64_t area_whole(const struct scene *s, const struct place *p)
{
    return hm_overlap_area(p->a, s->whole, -p->x, -p->y);
}

static uint64_t area_tiles(const struct scene *s, const struct place *p)
{
    return hm_tiles_area(&s->map, p->a, p->x, p->y);
}

static uint64_t sweep_whole(const struct scene *s, const struct place *p)
{
    hm_sweep_result result;
    hm_sweep(p->a, s->whole, -p->x, -p->y, p->move_x, p->move_y, &result);
    return result.step;
}

static uint64_t sweep_tiles(const struct scene *s, const struct place *p)
{
    hm_sweep_result result;
    hm_tiles_sweep(&s->map, p->a, p->x, p->y, p->move_x, p->move_y, &result);
    return result.step;
}

static uint64_t ray_whole(const struct scene *s, const struct place *p)
{
    uint64_t steps = 0;
    hm_overlap_ray(s->whole, p->x, p->y, p->move_x, p->move_y, NULL, &steps);
    return steps;
}

static uint64_t ray_tiles(const struct scene *s, const struct place *p)
{
    uint64_t steps = 0;
    hm_tiles_ray(&s->map, p->x, p->y, p->move_x, p->move_y, NULL, &steps);
    return steps;
}

static uint64_t slide_in(const hm_world *world, const struct place *p)
{
    hm_slide_result result;
    hm_slide(world, p->a, p->x, p->y, p->move_x / 16, p->move_y / 16, 4, 4, &result);
    return (uint64_t)(result.moved.x * 1000 + result.moved.y + result.hit_x);
}

static uint64_t slide_whole(const struct scene *s, const struct place *p)
{
    const hm_world world = {.terrain = s->whole};
    return slide_in(&world, p);
}

static uint64_t slide_tiles(const struct scene *s, const struct place *p)
{
    const hm_world world = {.tiles = &s->map};
    return slide_in(&world, p);
}

static const struct question questions[] = {
    {"touch", touch_whole, touch_tiles, 1.5}, {"first", first_whole, first_tiles, 0},
    {"area", area_whole, area_tiles, 0},      {"sweep 100", sweep_whole, sweep_tiles, 0},
    {"ray", ray_whole, ray_tiles, 0},         {"slide 6", slide_whole, slide_tiles, 0},
};

struct asking {
    struct scene scene;
    const struct question *question;
};

static void ask_whole(void *context)
{
    struct asking *const asking = context;
    struct scene *const scene = &asking->scene;
    for (int i = 0; i < PLACES; i++)
        scene->sum += asking->question->peer(scene, &scene->places[i]);
}

static void ask_tiles(void *context)
{
    struct asking *const asking = context;
    struct scene *const scene = &asking->scene;
    for (int i = 0; i < PLACES; i++)
        scene->sum += asking->question->ours(scene, &scene->places[i]);
}

static double check_places(const struct scene *scene, const struct question *question)
{
    uint32_t hits = 0;
    for (int i = 0; i < PLACES; i++) {
        const struct place *const p = &scene->places[i];
        if (question->peer(scene, p) != question->ours(scene, p))
            die("tiles, %s: no agreement", question->name);
        hits += touch_whole(scene, p) != 0;
    }
    return (double)hits / PLACES;
}

void bench_tiles(struct report *report)
{
    static const uint32_t sizes[][2] = {{16, 16}, {16, 32}, {32, 32}, {32, 64}, {64, 64}};
    static struct asking asking;
    report_topic(report, "a sprite against a map of 128 x 64 tiles",
                 "the same with one sprite of the whole map");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        scene_make(&asking.scene, sizes[i][0], sizes[i][1]);
        for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
            const struct question *const question = asking.question = &questions[k];
            const double hits = check_places(&asking.scene, question);
            const struct times times =
                measure(&(struct contest){ask_whole, ask_tiles, &asking, 0.2});
            char name[64];
            snprintf(name, sizeof name, "%s, %u px on tiles of %u", question->name,
                     (unsigned)sizes[i][1], (unsigned)sizes[i][0]);
            report_row(report, &(struct row){
                                   .name = name,
                                   .count = PLACES,
                                   .has_hits = true,
                                   .hits = hits,
                                   .peer = times.peer / PLACES,
                                   .ours = times.ours / PLACES,
                                   .judged = question->reach > 0 ? JUDGE_COST : JUDGE_NOTHING,
                                   .reach = question->reach,
                                   .instructions = gallery_instructions(&asking.scene.gallery),
                               });
        }
        gallery_free(&asking.scene.gallery);
    }
}

/* ---- Pairs -------------------------------------------------------------------------------- */

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
    int16_t sides[4][CROWD];
    hm_sprite copies[CROWD]; /* a game has one for each */
    const hm_sprite *sprites[CROWD];
    hm_crowd16 crowd;
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
        match->sides[0][i] = (int16_t)(s->x + box.x0);
        match->sides[1][i] = (int16_t)(s->y + box.y0);
        match->sides[2][i] = (int16_t)(s->x + box.x1);
        match->sides[3][i] = (int16_t)(s->y + box.y1);
    }
    match->crowd = (hm_crowd16){match->sides[0], match->sides[1], match->sides[2],
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
    if (!hm_pairs_begin16(&pairs, &match->crowd, match->scratch, match->size))
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

/* The same in Python, as games with pygame are. Returns nanoseconds; 0 where it cannot be run. */
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
