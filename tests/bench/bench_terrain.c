/*
 * bench_terrain.c - the pieces and the outline of terrain of 2048 x 1024 pixels with craters,
 * beside pygame's masks
 *
 * Each piece becomes a mask of its own, as in a list of pygame's: ours are canvases of the size of
 * the piece, with their views ready.
 */
#include "groups.h"

#include <hitmask_canvas.h>

#include "bench.h"
#include "gallery.h"
#include "peer_form.h"

#include <stdlib.h>

enum { WIDTH = 2048, HEIGHT = 1024, CRATERS = 2100, PIECES_MAX = 400, CORNERS = 60000, CUTS = 64 };

struct terrain {
    struct gallery gallery;
    const hm_sprite *sprite;
    uint8_t *scratch, *arena;
    size_t scratch_size, arena_size;
    uint32_t pieces, corners; /* how many there are */
    hm_component list[PIECES_MAX];
    hm_canvas canvases[PIECES_MAX];
    hm_sprite views[PIECES_MAX];
    hm_corner *outline;
    uint32_t ends[CORNERS / 4], loops;
    hm_box cuts[CUTS];
};

/* All pieces, each in a canvas of its own. Returns how many, and what memory they take. */
static uint32_t cut_pieces(struct terrain *t, size_t *taken)
{
    const uint32_t count =
        hm_components(t->sprite, true, t->scratch, t->scratch_size, t->list, PIECES_MAX);
    *taken = 0;
    for (uint32_t i = 0; i < count && i < PIECES_MAX; i++) {
        const hm_component *const piece = &t->list[i];
        const int32_t width = piece->bounds.x1 - piece->bounds.x0;
        const int32_t height = piece->bounds.y1 - piece->bounds.y0;
        const size_t size = hm_canvas_buffer_size(width, height);
        if (*taken + size > t->arena_size)
            die("the pieces of the terrain need more memory");
        hm_canvas_init(&t->canvases[i], t->arena + *taken, size, width, height);
        hm_canvas_stamp_component(&t->canvases[i], t->sprite, piece->first.x, piece->first.y, true,
                                  -piece->bounds.x0, -piece->bounds.y0, HM_ADD, t->scratch,
                                  t->scratch_size);
        hm_canvas_sprite(&t->canvases[i], &t->views[i]);
        *taken += size;
    }
    return count;
}

static void pieces_ours(void *context)
{
    size_t taken;
    cut_pieces(context, &taken);
}

static void outline_ours(void *context)
{
    struct terrain *const t = context;
    t->corners = hm_outline(t->sprite, NULL, true, t->outline, CORNERS, t->ends, &t->loops);
}

static void boxes_ours(void *context)
{
    struct terrain *const t = context;
    for (int i = 0; i < CUTS; i++)
        hm_outline(t->sprite, &t->cuts[i], true, t->outline, CORNERS, t->ends, &t->loops);
}

static void make_terrain(struct terrain *t)
{
    const size_t size = hm_canvas_buffer_size(WIDTH, HEIGHT);
    uint8_t *const buffer = must_allocate(NULL, size, 1);
    uint64_t random = 44;
    struct bitmap bitmap;
    hm_canvas canvas;
    hm_canvas_init(&canvas, buffer, size, WIDTH, HEIGHT);
    hm_canvas_fill(&canvas, &(hm_box){0, 300, WIDTH, HEIGHT}, HM_ADD);
    for (int i = 0; i < CRATERS; i++) {
        const int32_t x = (int32_t)random_below(&random, WIDTH);
        const int32_t y = (int32_t)random_below(&random, HEIGHT);
        hm_canvas_circle(&canvas, x, y, 20 + random_below(&random, 10), HM_ERASE);
    }
    if (!bitmap_init(&bitmap, WIDTH, HEIGHT))
        die("out of memory");
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            if (hm_canvas_solid(&canvas, x, y))
                bitmap_set(&bitmap, (uint32_t)x, (uint32_t)y);
    free(buffer);
    gallery_add(&t->gallery, &bitmap);
    gallery_bake(&t->gallery, false);
    t->sprite = &t->gallery.sprites[0];
    for (int i = 0; i < CUTS; i++) {
        const int32_t x = (int32_t)random_below(&random, WIDTH - 100);
        const int32_t y = 300 + (int32_t)random_below(&random, HEIGHT - 400);
        t->cuts[i] = (hm_box){x, y, x + 100, y + 100};
    }
}

void bench_terrain(struct report *report)
{
    static struct terrain t;
    double peer[FORM_QUESTIONS] = {0};
    size_t taken;
    make_terrain(&t);
    t.scratch_size = hm_components_scratch_size(t.sprite);
    t.scratch = must_allocate(NULL, t.scratch_size, 1);
    t.arena_size = 8 * hm_canvas_buffer_size(WIDTH, HEIGHT);
    t.arena = must_allocate(NULL, t.arena_size, 1);
    t.outline = must_allocate(NULL, CORNERS, sizeof *t.outline);
    t.pieces = cut_pieces(&t, &taken);
    if (t.pieces > PIECES_MAX)
        die("the terrain has %u pieces", (unsigned)t.pieces);
    const bool has_peer = peer_form_ask(t.gallery.bitmaps, 1, peer);
    const char *const instructions = gallery_instructions(&t.gallery);
    if (!has_peer)
        report_note(report, "pygame was not asked: the package python3-pygame and %s are needed",
                    PEER_FORM_SCRIPT);
    const struct times pieces = measure(&(struct contest){NULL, pieces_ours, &t, 0.3});
    const struct times outline = measure(&(struct contest){NULL, outline_ours, &t, 0.3});
    const struct times boxes = measure(&(struct contest){NULL, boxes_ours, &t, 0.3});
    report_topic(report, "all pieces of cratered 2048 x 1024, as masks",
                 has_peer ? "pygame's connected_components" : NULL);
    report_row(report, &(struct row){.name = "all of them",
                                     .count = t.pieces,
                                     .peer = peer[FORM_COMPONENTS],
                                     .ours = pieces.ours,
                                     .judged = JUDGE_ALONE,
                                     .reach = 2e6,
                                     .instructions = instructions});
    report_topic(report, "the outline of it as loops",
                 has_peer ? "pygame's outline: one loop" : NULL);
    report_row(report, &(struct row){.name = "all of it",
                                     .count = t.corners,
                                     .peer = peer[FORM_OUTLINE],
                                     .ours = outline.ours,
                                     .judged = JUDGE_ALONE,
                                     .reach = 1e6,
                                     .instructions = instructions});
    report_row(report, &(struct row){.name = "a box of 100 x 100",
                                     .count = CUTS,
                                     .ours = boxes.ours / CUTS,
                                     .judged = JUDGE_ALONE,
                                     .reach = 3000,
                                     .instructions = instructions});
    free(t.scratch);
    free(t.arena);
    free(t.outline);
    gallery_free(&t.gallery);
}
