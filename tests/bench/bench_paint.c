/*
 * bench_paint.c - changes of a canvas that pygame's masks do not know, beside loops over pixels
 *
 * Both sides begin with the same pixels, and end with the same.
 */
#include "groups.h"

#include <hitmask_canvas.h>

#include "art.h"
#include "bench.h"
#include "gallery.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, ROW = SIDE / 8, FIGURE = 64, CORNERS = 5, WIDTH = 9, DISTANCE = 3 };

static const hm_point from = {60, 180}, to = {160, 130}; /* of the segment */

struct easel {
    struct gallery gallery;
    const hm_sprite *start, *figure;
    hm_canvas canvas;
    void *buffer, *scratch;
    size_t scratch_size;
    hm_corner star[CORNERS];
    hm_affine map; /* of the figure, turned */
    hm_component piece;
    uint8_t start_bits[SIDE * ROW], bits[SIDE * ROW];
};

static void start_again(struct easel *e)
{
    hm_canvas_from_bits(&e->canvas, e->start_bits, ROW, sizeof e->start_bits);
}

static void easel_init(struct easel *e)
{
    uint64_t random = 4;
    const size_t size = hm_canvas_buffer_size(SIDE, SIDE);
    gallery_add_shape(&e->gallery, SHAPE_BLOB, SIDE, &random);
    gallery_add_shape(&e->gallery, SHAPE_BLOB, FIGURE, &random);
    gallery_bake(&e->gallery, false);
    e->start = &e->gallery.sprites[0];
    e->figure = &e->gallery.sprites[1];
    e->buffer = must_allocate(NULL, size, 1);
    e->scratch_size = hm_components_scratch_size(e->figure);
    e->scratch = must_allocate(NULL, e->scratch_size, 1);
    hm_canvas_init(&e->canvas, e->buffer, size, SIDE, SIDE);
    hm_canvas_stamp(&e->canvas, e->start, 0, 0, HM_ADD);
    hm_canvas_bits(&e->canvas, e->start_bits, ROW, sizeof e->start_bits);
    for (uint32_t i = 0; i < CORNERS; i++) {
        int32_t c, s;
        hm_turn(i * 2 * 65536 / CORNERS, &c, &s);
        e->star[i] = (hm_corner){(int64_t)c * 48 + 100 * 65536, (int64_t)s * 48 + 100 * 65536};
    }
    const int64_t middle = FIGURE * 32768, there = 120 * 65536;
    const hm_placement turned = {there, there, middle, middle, 65536, 65536, 8000};
    const hm_placement upright = {0, 0, 0, 0, 65536, 65536, 0};
    if (!hm_affine_place(&e->map, &turned, &upright) ||
        hm_components(e->figure, false, e->scratch, e->scratch_size, &e->piece, 1) == 0)
        die("paint: the scene cannot be made");
}

/* ---- Loops over pixels -------------------------------------------------------------------- */

typedef bool in_shape(const struct easel *e, int32_t x, int32_t y);

static void add_pixels(struct easel *e, const hm_box *box, in_shape *inside)
{
    for (int32_t y = box->y0; y < box->y1; y++)
        for (int32_t x = box->x0; x < box->x1; x++)
            if (inside(e, x, y))
                hm_canvas_set(&e->canvas, x, y, true);
}

/* How often the star goes round the pixel's centre. */
static bool in_star(const struct easel *e, int32_t x, int32_t y)
{
    const int64_t px = (int64_t)x * 65536 + 32768, py = (int64_t)y * 65536 + 32768;
    int turns = 0;
    for (int i = 0; i < CORNERS; i++) {
        const hm_corner a = e->star[i], b = e->star[(i + 1) % CORNERS];
        const int64_t side = (b.x - a.x) * (py - a.y) - (px - a.x) * (b.y - a.y);
        turns += a.y <= py && py < b.y && side < 0;
        turns -= b.y <= py && py < a.y && side > 0;
    }
    return turns != 0;
}

static void loop_polygon(struct easel *e)
{
    add_pixels(e, &(hm_box){50, 50, 150, 150}, in_star);
}

/* At most half the width from the nearest point of the line. */
static bool in_segment(const struct easel *e, int32_t x, int32_t y)
{
    const int64_t vx = to.x - from.x, vy = to.y - from.y, px = x - from.x, py = y - from.y;
    const int64_t along = px * vx + py * vy, length = vx * vx + vy * vy;
    const int64_t aside = px * vy - py * vx, qx = x - to.x, qy = y - to.y;
    (void)e;
    if (along < 0)
        return 4 * (px * px + py * py) <= WIDTH * WIDTH;
    if (along > length)
        return 4 * (qx * qx + qy * qy) <= WIDTH * WIDTH;
    return 4 * aside * aside <= WIDTH * WIDTH * length;
}

static void loop_segment(struct easel *e)
{
    add_pixels(e, &(hm_box){from.x - WIDTH, to.y - WIDTH, to.x + WIDTH, from.y + WIDTH},
               in_segment);
}

static bool in_turned_figure(const struct easel *e, int32_t x, int32_t y)
{
    const hm_transform *const t = &e->map.to_a;
    const int64_t px = (int64_t)x * 65536 + 32768, py = (int64_t)y * 65536 + 32768;
    return hm_solid(e->figure, (int32_t)((t->xx * px + t->xy * py + t->x * 65536) >> 32),
                    (int32_t)((t->yx * px + t->yy * py + t->y * 65536) >> 32));
}

static void loop_turned(struct easel *e)
{
    add_pixels(e, &(hm_box){70, 70, 170, 170}, in_turned_figure);
}

static bool get(const uint8_t *bits, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && (bits[y * ROW + x / 8] >> x % 8 & 1) != 0;
}

/* True if there is such a pixel in the square round it. */
static bool is_near(const uint8_t *bits, int32_t x, int32_t y, bool solid)
{
    for (int32_t v = y - DISTANCE; v <= y + DISTANCE; v++)
        for (int32_t u = x - DISTANCE; u <= x + DISTANCE; u++)
            if (get(bits, u, v) == solid)
                return true;
    return false;
}

static void loop_near(struct easel *e, bool solid)
{
    hm_canvas_bits(&e->canvas, e->bits, ROW, sizeof e->bits);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            if (is_near(e->bits, x, y, solid))
                hm_canvas_set(&e->canvas, x, y, solid);
}

static void loop_close(struct easel *e)
{
    loop_near(e, true);
    loop_near(e, false);
}

static void loop_move(struct easel *e, int32_t dx, int32_t dy)
{
    hm_canvas_bits(&e->canvas, e->bits, ROW, sizeof e->bits);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            hm_canvas_set(&e->canvas, x, y, get(e->bits, x - dx, y - dy));
}

static void loop_scroll(struct easel *e)
{
    loop_move(e, 5, 3);
    loop_move(e, -5, -3);
}

/* The figure is one piece, so that the loop need not search for the pixels of it. */
static void loop_piece(struct easel *e)
{
    for (int32_t y = 0; y < FIGURE; y++)
        for (int32_t x = 0; x < FIGURE; x++)
            if (hm_solid(e->figure, x, y))
                hm_canvas_set(&e->canvas, x + 90, y + 90, true);
}

/* ---- Ours --------------------------------------------------------------------------------- */

static void ours_polygon(struct easel *e)
{
    hm_canvas_polygon(&e->canvas, e->star, CORNERS, HM_ADD);
}

static void ours_segment(struct easel *e)
{
    hm_canvas_segment(&e->canvas, from.x, from.y, to.x, to.y, WIDTH, HM_ADD);
}

static void ours_turned(struct easel *e)
{
    hm_canvas_stamp_affine(&e->canvas, e->figure, &e->map, HM_ADD);
}

static void ours_close(struct easel *e)
{
    hm_canvas_grow(&e->canvas, DISTANCE);
    hm_canvas_shrink(&e->canvas, DISTANCE);
}

static void ours_scroll(struct easel *e)
{
    hm_canvas_scroll(&e->canvas, 5, 3);
    hm_canvas_scroll(&e->canvas, -5, -3);
}

static void ours_piece(struct easel *e)
{
    hm_canvas_stamp_component(&e->canvas, e->figure, e->piece.first.x, e->piece.first.y, false, 90,
                              90, HM_ADD, e->scratch, e->scratch_size);
}

static const struct change {
    const char *name;
    void (*loop)(struct easel *easel);
    void (*ours)(struct easel *easel);
} changes[] = {
    {"a star of 96 px", loop_polygon, ours_polygon},
    {"a segment 9 px wide", loop_segment, ours_segment},
    {"a turned sprite of 64 px", loop_turned, ours_turned},
    {"a piece of 64 px", loop_piece, ours_piece},
    {"grow and shrink by 3", loop_close, ours_close},
    {"scroll there and back", loop_scroll, ours_scroll},
};

/* ---- Rows --------------------------------------------------------------------------------- */

struct painting {
    struct easel *easel;
    const struct change *change;
};

static void paint_loop(void *context)
{
    const struct painting *const painting = context;
    painting->change->loop(painting->easel);
}

static void paint_ours(void *context)
{
    const struct painting *const painting = context;
    painting->change->ours(painting->easel);
}

static void check(struct easel *e, const struct change *change)
{
    uint8_t right[SIDE * ROW];
    start_again(e);
    change->loop(e);
    hm_canvas_bits(&e->canvas, right, ROW, sizeof right);
    start_again(e);
    change->ours(e);
    hm_canvas_bits(&e->canvas, e->bits, ROW, sizeof e->bits);
    if (memcmp(right, e->bits, sizeof right) != 0)
        die("paint, %s: no agreement", change->name);
}

void bench_paint(struct report *report)
{
    static struct easel easel;
    easel_init(&easel);
    report_topic(report, "changes of 256 x 256 pixels", "a loop over pixels");
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct painting painting = {&easel, &changes[i]};
        check(&easel, &changes[i]);
        const struct times times =
            measure(&(struct contest){paint_loop, paint_ours, &painting, 0.2});
        report_row(report, &(struct row){.name = changes[i].name,
                                         .count = 1,
                                         .peer = times.peer,
                                         .ours = times.ours,
                                         .judged = JUDGE_SPEEDUP,
                                         .reach = 4,
                                         .instructions = gallery_instructions(&easel.gallery)});
    }
    free(easel.buffer);
    free(easel.scratch);
    gallery_free(&easel.gallery);
}
