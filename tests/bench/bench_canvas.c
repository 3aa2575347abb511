/*
 * bench_canvas.c - terrain of 2048 x 1024 pixels that changes, beside pygame's masks
 *
 * Both sides make the same changes to masks that begin alike, and must end alike. Ours are ready to
 * be asked after each change where a row says so: area, bounds and blocks are found.
 */
#include "groups.h"

#include <hitmask_canvas.h>

#include "bench.h"
#include "gallery.h"
#include "peer.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 2048, HEIGHT = 1024, GROUND = 300, RADIUS = 40, CASES = 500, PICTURE = 256 };

struct terrain {
    hm_canvas canvas;
    void *buffer, *baked;
    const struct peer *peer;
    struct peer_mask *mask, *stamp; /* of pygame */
    const hm_sprite *sprite;        /* the stamp */
    hm_point places[CASES];         /* its top-left corner; every second time it is erased */
    uint8_t *bytes;                 /* the rows, or a picture */
    hm_picture picture;
};

static void terrain_init(struct terrain *terrain, const struct peer *peer)
{
    const size_t size = hm_canvas_buffer_size(WIDTH, HEIGHT);
    memset(terrain, 0, sizeof *terrain);
    terrain->peer = peer;
    terrain->buffer = must_allocate(NULL, size, 1);
    terrain->bytes = must_allocate(NULL, WIDTH / 8, HEIGHT);
    hm_canvas_init(&terrain->canvas, terrain->buffer, size, WIDTH, HEIGHT);
    hm_canvas_fill(&terrain->canvas, &(hm_box){0, GROUND, WIDTH, HEIGHT}, HM_ADD);
    if (peer == NULL)
        return;
    terrain->mask = peer->create(WIDTH, HEIGHT);
    for (int s = 0; s < WIDTH / 64; s++)
        for (int y = GROUND; y < HEIGHT; y++)
            terrain->mask->bits[s * HEIGHT + y] = ~0UL;
}

static void terrain_free(struct terrain *terrain)
{
    if (terrain->peer != NULL) {
        terrain->peer->free(terrain->mask);
        terrain->peer->free(terrain->stamp);
    }
    free(terrain->buffer);
    free(terrain->baked);
    free(terrain->bytes);
}

static void make_places(struct terrain *terrain, int32_t size, int32_t top, int32_t rows)
{
    uint64_t random = 3;
    for (int i = 0; i < CASES; i++) {
        terrain->places[i].x = (int32_t)random_below(&random, (uint32_t)(WIDTH - size));
        terrain->places[i].y = top + (int32_t)random_below(&random, (uint32_t)rows);
    }
}

/* ---- Changes ----------------------------------------------------------------------------------
 */

static void stamp_peer(void *context)
{
    const struct terrain *const t = context;
    for (int i = 0; i < CASES; i++)
        (i % 2 ? t->peer->draw : t->peer->erase)(t->mask, t->stamp, t->places[i].x, t->places[i].y);
}

static void stamp_ours(void *context)
{
    struct terrain *const t = context;
    for (int i = 0; i < CASES; i++)
        hm_canvas_stamp(&t->canvas, t->sprite, t->places[i].x, t->places[i].y,
                        i % 2 ? HM_ADD : HM_ERASE);
}

static void stamp_and_view(void *context)
{
    struct terrain *const t = context;
    hm_sprite view;
    for (int i = 0; i < CASES; i++) {
        hm_canvas_stamp(&t->canvas, t->sprite, t->places[i].x, t->places[i].y,
                        i % 2 ? HM_ADD : HM_ERASE);
        hm_canvas_sprite(&t->canvas, &view);
    }
}

static void crater_and_view(void *context)
{
    struct terrain *const t = context;
    hm_sprite view;
    for (int i = 0; i < CASES; i++) {
        hm_canvas_circle(&t->canvas, t->places[i].x + RADIUS, t->places[i].y + RADIUS, RADIUS,
                         i % 2 ? HM_ADD : HM_ERASE);
        hm_canvas_sprite(&t->canvas, &view);
    }
}

/* The way without a canvas: a sprite is made again from the rows. */
static void bake_again(void *context)
{
    struct terrain *const t = context;
    hm_sprite sprite;
    hm_sprite_from_bits(t->bytes, WIDTH / 8, WIDTH, HEIGHT, t->baked,
                        hm_sprite_buffer_size(WIDTH, HEIGHT), &sprite);
}

static void check_alike(const struct terrain *terrain, const char *name)
{
    uint8_t *const bits = terrain->bytes;
    hm_canvas_bits(&terrain->canvas, bits, WIDTH / 8, (size_t)WIDTH / 8 * HEIGHT);
    for (size_t y = 0; terrain->peer != NULL && y < HEIGHT; y++)
        for (size_t x = 0; x < WIDTH; x++)
            if ((bits[y * WIDTH / 8 + x / 8] >> x % 8 & 1) !=
                (terrain->mask->bits[x / 64 * HEIGHT + y] >> x % 64 & 1))
                die("%s: no agreement about pixel (%zu, %zu)", name, x, y);
}

static const struct change {
    const char *name;
    int32_t size, top, rows;
    void (*ours)(void *context);
    enum judged judged;
    double reach;
} changes[] = {
    {"a crater of radius 40, with its view", 2 * RADIUS + 1, GROUND + 1, 500, crater_and_view,
     JUDGE_ALONE, 1000 + 2 * (2 * RADIUS + 1)},
    {"the same where the ground begins", 2 * RADIUS + 1, GROUND - RADIUS, 1, crater_and_view,
     JUDGE_ALONE, 1000 + 2 * (2 * RADIUS + 1)},
    {"a sprite of 64 pixels", 64, 0, 960, stamp_ours, JUDGE_SPEEDUP, 3},
    {"the same, with its view", 64, 0, 960, stamp_and_view, JUDGE_NOTHING, 0},
};

static void show_change(struct report *report, const struct change *change, const struct peer *peer,
                        const struct gallery *gallery)
{
    static struct terrain terrain;
    const bool circle = change->ours == crater_and_view;
    terrain_init(&terrain, peer);
    terrain.sprite = &gallery->sprites[circle];
    if (peer != NULL)
        terrain.stamp = peer_mask_from(peer, &gallery->bitmaps[circle]);
    make_places(&terrain, change->size, change->top, change->rows);
    terrain.canvas.cpu = gallery->sprites[0].cpu;
    const struct times times =
        measure(&(struct contest){peer != NULL ? stamp_peer : NULL, change->ours, &terrain, 0.3});
    check_alike(&terrain, change->name);
    report_row(report, &(struct row){.name = change->name,
                                     .count = CASES,
                                     .peer = times.peer / CASES,
                                     .ours = times.ours / CASES,
                                     .judged = change->judged,
                                     .reach = change->reach,
                                     .instructions = gallery_instructions(gallery)});
    terrain_free(&terrain);
}

static void show_bake(struct report *report)
{
    static struct terrain terrain;
    terrain_init(&terrain, NULL);
    make_places(&terrain, 2 * RADIUS + 1, GROUND + 1, 500);
    const struct times ours = measure(&(struct contest){NULL, crater_and_view, &terrain, 0.1});
    terrain.baked = must_allocate(NULL, hm_sprite_buffer_size(WIDTH, HEIGHT), 1);
    hm_canvas_bits(&terrain.canvas, terrain.bytes, WIDTH / 8, (size_t)WIDTH / 8 * HEIGHT);
    const struct times bake = measure(&(struct contest){NULL, bake_again, &terrain, 0.2});
    report_row(report, &(struct row){.name = "a crater of radius 40, with its view",
                                     .count = CASES,
                                     .peer = bake.ours,
                                     .ours = ours.ours / CASES});
    terrain_free(&terrain);
}

/* ---- Pictures ---------------------------------------------------------------------------------
 */

static void take_picture(void *context)
{
    struct terrain *const t = context;
    hm_sprite view;
    for (int i = 0; i < CASES; i++) {
        hm_canvas_pixels(&t->canvas, &t->picture, t->places[i].x, t->places[i].y);
        hm_canvas_sprite(&t->canvas, &view);
    }
}

/* One call of from_surface, by Python's clock; 0 when there is no pygame. The call itself takes
 * less than a microsecond. */
static double time_from_surface(void)
{
    static const char script[] =
        "SDL_VIDEODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1 /usr/bin/python3 -c '"
        "import pygame, random, timeit\n"
        "s = pygame.Surface((256, 256), pygame.SRCALPHA, 32)\n"
        "for i in range(200): pygame.draw.circle(s, (9, 9, 9, 255), "
        "(random.randrange(256), random.randrange(256)), 8)\n"
        "f = lambda: pygame.mask.from_surface(s)\n"
        "print(min(timeit.repeat(f, number=10, repeat=30)) / 10 * 1e9)' 2>/dev/null";
    double time = 0;
    FILE *const said = popen(script, "r");
    if (said == NULL)
        return 0;
    if (fscanf(said, "%lf", &time) != 1)
        time = 0;
    pclose(said);
    return time;
}

static void show_pictures(struct report *report, const struct gallery *gallery)
{
    static const struct {
        const char *name;
        hm_picture picture;
        bool by_pygame;
    } kinds[] = {
        {"256 x 256 pixels by alpha, with its view",
         {.bytes = 4, .alpha = 3, .threshold = 127},
         true},
        {"the same by key", {.bytes = 4, .key = 0x030201, .mask = 0xffffff}, true},
        {"pixels of 1 byte, by key", {.bytes = 1, .key = 1, .mask = 0xff}, false},
        {"pixels of 2 bytes, by key", {.bytes = 2, .key = 1, .mask = 0xffff}, false},
        {"pixels of 3 bytes, by key", {.bytes = 3, .key = 1, .mask = 0xffffff}, false},
    };
    static struct terrain terrain;
    uint64_t random = 5;
    terrain_init(&terrain, NULL);
    terrain.bytes = must_allocate(terrain.bytes, PICTURE * 4, PICTURE);
    for (int i = 0; i < PICTURE * PICTURE * 4; i++)
        terrain.bytes[i] = (uint8_t)random_below(&random, 256);
    make_places(&terrain, PICTURE, 0, HEIGHT - PICTURE);
    terrain.canvas.cpu = gallery->sprites[0].cpu;
    const double peer = time_from_surface();
    if (peer == 0)
        report_note(report, "pygame does not run in /usr/bin/python3");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        terrain.picture = kinds[i].picture;
        terrain.picture.pixels = terrain.bytes;
        terrain.picture.stride = (size_t)PICTURE * kinds[i].picture.bytes;
        terrain.picture.width = terrain.picture.height = PICTURE;
        const struct times times = measure(&(struct contest){NULL, take_picture, &terrain, 0.3});
        report_row(report,
                   &(struct row){.name = kinds[i].name,
                                 .count = CASES,
                                 .peer = kinds[i].by_pygame ? peer : 0,
                                 .ours = times.ours / CASES,
                                 .judged = kinds[i].by_pygame ? JUDGE_SPEEDUP : JUDGE_NOTHING,
                                 .reach = 8,
                                 .instructions = gallery_instructions(gallery)});
    }
    terrain_free(&terrain);
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

static void add_disc(struct gallery *gallery)
{
    struct bitmap disc;
    if (!bitmap_init(&disc, 2 * RADIUS + 1, 2 * RADIUS + 1))
        die("out of memory");
    for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++)
            if (x * x + y * y <= RADIUS * RADIUS)
                bitmap_set(&disc, (uint32_t)(x + RADIUS), (uint32_t)(y + RADIUS));
    gallery_add(gallery, &disc);
}

void bench_canvas(struct report *report)
{
    const char *why;
    const struct peer *const peer = peer_load(&why);
    struct gallery gallery = {0};
    uint64_t random = 1;
    gallery_add_shape(&gallery, SHAPE_DISC, 64, &random);
    add_disc(&gallery);
    gallery_bake(&gallery, false);
    if (peer == NULL)
        report_note(report, "%s", why);
    report_topic(report, "changes of 2048 x 1024 pixels",
                 "pygame's draw and erase of a ready mask");
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        show_change(report, &changes[i], peer, &gallery);
    report_topic(report, "the same", "making the sprite again");
    show_bake(report);
    report_topic(report, "a rendered picture", "pygame's from_surface");
    show_pictures(report, &gallery);
    gallery_free(&gallery);
}
