/*
 * query_draw.c - asks the runtime about two sprites, and draws them, their overlap and the ways out
 */
#include "draw/query_draw.h"

#include "base/text.h"
#include "draw/contact_sheet.h"
#include "draw/sprite_draw.h"
#include "model/scaled_view.h"
#include "path.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Asked -------------------------------------------------------------------------------- */

bool question_turn(struct question *question, uint32_t angle, int32_t scale, struct error *err)
{
    hm_placement a = {.scale_x = 65536, .scale_y = 65536};
    hm_placement b = {.scale_x = scale, .scale_y = scale, .angle = angle};
    hm_sprite_pivot(&question->a, &a.pivot_x, &a.pivot_y);
    hm_sprite_pivot(&question->b, &b.pivot_x, &b.pivot_y);
    a.x = a.pivot_x;
    a.y = a.pivot_y;
    b.x = b.pivot_x + question->x * INT64_C(65536);
    b.y = b.pivot_y + question->y * INT64_C(65536);
    question->turned = true;
    return hm_affine_place(&question->map, &a, &b) ||
           fail_usage(err, "the sprites are too far apart, or --scale is closer to 0 than 1/64");
}

void answer(const struct question *q, struct answer *out)
{
    *out = (struct answer){0};
    if (q->turned) {
        out->touch = hm_affine_first(&q->a, &q->b, &q->map, &out->first);
        out->area = hm_affine_area(&q->a, &q->b, &q->map);
        return;
    }
    out->touch = hm_overlap_first(&q->a, &q->b, q->x, q->y, &out->first);
    out->area = hm_overlap_area(&q->a, &q->b, q->x, q->y);
    hm_overlap_normal(&q->a, &q->b, q->x, q->y, &out->normal_x, &out->normal_y);
    uint32_t nearest = ESCAPE_MAX;
    for (int i = 0; out->touch && i < 4; i++) {
        hm_overlap_exit(&q->a, &q->b, q->x, q->y, (hm_direction)i, UINT32_MAX, &out->exits[i]);
        if (out->exits[i] < nearest)
            nearest = out->exits[i];
    }
    out->escapes = out->touch && hm_overlap_escape(&q->a, &q->b, q->x, q->y, nearest, &out->escape);
    if (q->moving)
        out->stopped = hm_sweep(&q->a, &q->b, q->x, q->y, q->move_x, q->move_y, &out->sweep);
}

/* ---- A scene ------------------------------------------------------------------------------ */

/* A turned B covers the pixels of A whose centre lies in a solid pixel of B, and those in which the
 * centre of a solid pixel of B lies: the same pixels that the runtime counts. */

/* Half-open, in pixels of A. */
struct area {
    int64_t x0, y0, x1, y1;
};

static void area_add(struct area *area, int64_t x, int64_t y)
{
    area->x0 = x < area->x0 ? x : area->x0;
    area->y0 = y < area->y0 ? y : area->y0;
    area->x1 = x > area->x1 ? x : area->x1;
    area->y1 = y > area->y1 ? y : area->y1;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Maps a point in half pixels, so that centres are whole numbers, to 16.16. No number here passes
 * 2^60: factors are at most 64, shifts at most 2^32 pixels. */
static void apply(const hm_transform *t, int64_t x, int64_t y, int64_t *out_x, int64_t *out_y)
{
    *out_x = floor_divide(t->xx * x + t->xy * y, 2) + t->x;
    *out_y = floor_divide(t->yx * x + t->yy * y, 2) + t->y;
}

static struct area find_area(const struct question *q, const struct answer *answer,
                             const hm_affine *map)
{
    const int64_t width = hm_sprite_width(&q->a), height = hm_sprite_height(&q->a);
    const int64_t b_width = hm_sprite_width(&q->b), b_height = hm_sprite_height(&q->b);
    struct area area = {0, 0, width, height};
    /* The pixels round the corners of B, rounded both down and up. */
    for (int i = 0; i < 4; i++) {
        int64_t x, y;
        apply(&map->to_a, i & 1 ? 2 * b_width : 0, i & 2 ? 2 * b_height : 0, &x, &y);
        area_add(&area, floor_divide(x + 65535, 65536), floor_divide(y + 65535, 65536));
        area_add(&area, floor_divide(x, 65536), floor_divide(y, 65536));
    }
    if (q->moving) {
        const hm_point moved = answer->sweep.moved;
        area_add(&area, moved.x, moved.y);
        area_add(&area, moved.x + width, moved.y + height);
    }
    return area;
}

int64_t scene_column(const struct scene *scene, int64_t x)
{
    return floor_divide(x - scene->left, scene->scale);
}

int64_t scene_row(const struct scene *scene, int64_t y)
{
    return floor_divide(y - scene->top, scene->scale);
}

static void mark(const struct scene *scene, struct bitmap *bitmap, int64_t x, int64_t y)
{
    const int64_t column = scene_column(scene, x), row = scene_row(scene, y);
    if (column >= 0 && row >= 0 && column < bitmap->width && row < bitmap->height)
        bitmap_set(bitmap, (uint32_t)column, (uint32_t)row);
}

static int32_t clamp(int64_t value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

/* Draws the cells with a solid pixel. A sprite may have far more pixels than a scene has cells. */
static void draw_upright(const struct scene *scene, struct bitmap *bitmap, const hm_sprite *sprite,
                         int64_t dx, int64_t dy)
{
    const int64_t scale = scene->scale;
    for (uint32_t row = 0; row < bitmap->height; row++)
        for (uint32_t column = 0; column < bitmap->width; column++) {
            const int64_t x = scene->left + column * scale - dx, y = scene->top + row * scale - dy;
            const hm_box cell = {clamp(x), clamp(y), clamp(x + scale), clamp(y + scale)};
            if (hm_overlap_box(sprite, &cell, NULL))
                bitmap_set(bitmap, column, row);
        }
}

/* Draws the pixels of A in which the centre of a solid pixel of B lies. */
static void draw_from_b(const struct scene *scene, struct bitmap *bitmap, const hm_sprite *b,
                        const hm_affine *map)
{
    hm_box box;
    hm_sprite_bounds(b, &box);
    for (int32_t v = box.y0; v < box.y1; v++)
        for (int32_t u = box.x0; u < box.x1; u++) {
            int64_t x, y;
            if (!hm_solid(b, u, v))
                continue;
            apply(&map->to_a, 2 * (int64_t)u + 1, 2 * (int64_t)v + 1, &x, &y);
            mark(scene, bitmap, floor_divide(x, 65536), floor_divide(y, 65536));
        }
}

/* Draws the cells whose middle pixel has its centre in a solid pixel of B. */
static void draw_from_a(const struct scene *scene, struct bitmap *bitmap, const hm_sprite *b,
                        const hm_affine *map)
{
    for (uint32_t row = 0; row < bitmap->height; row++)
        for (uint32_t column = 0; column < bitmap->width; column++) {
            const int64_t x = scene->left + (int64_t)column * scene->scale + scene->scale / 2;
            const int64_t y = scene->top + (int64_t)row * scene->scale + scene->scale / 2;
            int64_t u, v;
            apply(&map->to_b, 2 * x + 1, 2 * y + 1, &u, &v);
            u = floor_divide(u, 65536);
            v = floor_divide(v, 65536);
            if (u >= 0 && v >= 0 && u < hm_sprite_width(b) && v < hm_sprite_height(b) &&
                hm_solid(b, (int32_t)u, (int32_t)v))
                bitmap_set(bitmap, column, row);
        }
}

void scene_pixel_of_b(const struct question *q, int64_t x, int64_t y, int64_t *u, int64_t *v)
{
    *u = x - q->x;
    *v = y - q->y;
    if (!q->turned)
        return;
    apply(&q->map.to_b, 2 * x + 1, 2 * y + 1, u, v);
    *u = floor_divide(*u, 65536);
    *v = floor_divide(*v, 65536);
}

bool scene_make(const struct question *q, const struct answer *answer, uint32_t most_width,
                uint32_t most_height, struct scene *out, struct error *err)
{
    hm_affine map = q->map;
    if (!q->turned)
        hm_affine_translation(&map, q->x * INT64_C(65536), q->y * INT64_C(65536));
    const struct area area = find_area(q, answer, &map);
    const uint64_t width = (uint64_t)(area.x1 - area.x0), height = (uint64_t)(area.y1 - area.y0);
    *out = (struct scene){.left = area.x0, .top = area.y0};
    out->scale = scaled_view_scale(width, height, most_width, most_height);
    const uint32_t columns = (uint32_t)((width + out->scale - 1) / out->scale);
    const uint32_t rows = (uint32_t)((height + out->scale - 1) / out->scale);
    if (!bitmap_init(&out->a, columns, rows) || !bitmap_init(&out->b, columns, rows) ||
        !bitmap_init(&out->both, columns, rows) ||
        (q->moving && !bitmap_init(&out->moved, columns, rows)))
        return fail_memory(err);
    draw_upright(out, &out->a, &q->a, 0, 0);
    if (q->turned) {
        draw_from_b(out, &out->b, &q->b, &map);
        draw_from_a(out, &out->b, &q->b, &map);
    } else {
        draw_upright(out, &out->b, &q->b, q->x, q->y);
    }
    for (size_t i = 0; answer->touch && i < rows * out->a.row_words; i++)
        out->both.words[i] = out->a.words[i] & out->b.words[i];
    if (q->moving)
        draw_upright(out, &out->moved, &q->a, answer->sweep.moved.x, answer->sweep.moved.y);
    return true;
}

void scene_free(struct scene *scene)
{
    bitmap_free(&scene->a);
    bitmap_free(&scene->b);
    bitmap_free(&scene->both);
    bitmap_free(&scene->moved);
    *scene = (struct scene){0};
}

/* ---- Characters --------------------------------------------------------------------------- */

enum { ASCII_COLUMNS = 512, ASCII_ROWS = 4096 };

struct drawing {
    const struct inquiry *inquiry;
    const struct scene *scene;
    const struct query_art *art; /* A's and B's; not for characters */
};

static bool has(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    return bitmap->width > 0 && bitmap_get(bitmap, x, y);
}

static void add_row(const void *user, uint32_t y, struct text *line)
{
    const struct drawing *const drawing = user;
    const struct scene *const scene = drawing->scene;
    const struct answer *const answer = &drawing->inquiry->answer;
    const bool in_row = answer->touch && scene_row(scene, answer->first.y) == y;
    const int64_t contact = in_row ? scene_column(scene, answer->first.x) : -1;
    for (uint32_t x = 0; x < scene->a.width; x++) {
        const bool a = has(&scene->a, x, y), b = has(&scene->b, x, y);
        const char c = has(&scene->both, x, y)    ? '#'
                       : a && b                   ? '%'
                       : b                        ? 'b'
                       : a                        ? 'a'
                       : has(&scene->moved, x, y) ? 'm'
                                                  : ' ';
        text_add(line, contact == x ? "X" : &c, 1);
    }
}

bool query_put_ascii(const struct inquiry *inquiry, uint32_t columns, struct sink *sink,
                     struct error *err)
{
    struct scene scene;
    const struct drawing drawing = {inquiry, &scene, NULL};
    const bool ok = scene_make(&inquiry->question, &inquiry->answer,
                               columns > 0 ? columns : ASCII_COLUMNS, ASCII_ROWS, &scene, err);
    if (ok)
        draw_rows(scene.a.height, 1, add_row, &drawing, sink);
    scene_free(&scene);
    return ok;
}

/* ---- A picture ---------------------------------------------------------------------------- */

#define COLOR_A       UINT32_C(0x3f7fe8ff)
#define COLOR_B       UINT32_C(0xd98324ff)
#define COLOR_BOTH    UINT32_C(0xf3f3eaff)
#define COLOR_CONTACT UINT32_C(0xff3b4eff)
#define COLOR_NORMAL  UINT32_C(0x5be37dff)
#define COLOR_ESCAPE  UINT32_C(0xe06bffff)
#define COLOR_MOVED   UINT32_C(0x9ec4ffff)

/* SHOWN_MAX is for the keys of the legend and its end. */
enum { PICTURE_CELLS = 960, ARROW = 64, SHOWN_MAX = 9 };

static bool shows_meeting(const struct inquiry *inquiry)
{
    return inquiry->question.moving && inquiry->answer.stopped && inquiry->answer.sweep.step > 0;
}

/* Fills the legend with the keys of all that is drawn, in this order. */
static void make_legend(const struct inquiry *inquiry, struct contact_sheet_key legend[SHOWN_MAX])
{
    const struct answer *const answer = &inquiry->answer;
    const bool ways_out = answer->touch && !inquiry->question.turned;
    const struct {
        bool shown;
        struct contact_sheet_key key;
    } keys[] = {
        {true, {COLOR_A, "A"}},
        {true, {COLOR_B, "B"}},
        {answer->touch, {COLOR_BOTH, "both"}},
        {answer->touch, {COLOR_CONTACT, "first contact"}},
        {ways_out && (answer->normal_x != 0 || answer->normal_y != 0), {COLOR_NORMAL, "normal"}},
        {ways_out && answer->escapes, {COLOR_ESCAPE, "shortest way out"}},
        {inquiry->question.moving, {COLOR_MOVED, "A where its move ends"}},
        {shows_meeting(inquiry), {COLOR_CONTACT, "what it meets there"}},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].shown)
            legend[count++] = keys[i].key;
    legend[count] = (struct contact_sheet_key){0, NULL};
}

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    static const char *const flipped[2][2] = {{"", " (flipped v)"},
                                              {" (flipped h)", " (flipped hv)"}};
    const struct drawing *const drawing = user;
    const struct inquiry *const inquiry = drawing->inquiry;
    const struct question *const q = &inquiry->question;
    const struct answer *const answer = &inquiry->answer;
    const bool(*const flips)[2] = inquiry->flips;
    char a[90], b[90], touch[80] = "do not touch", move[60] = "", end[40] = "is free";
    (void)index;
    size[0] = drawing->scene->a.width;
    size[1] = drawing->scene->a.height;
    snprintf(
        lines[SHEET_NAME], SHEET_LINE, "A %s%s  B %s%s  at %" PRId32 ",%" PRId32 "%s%s%s%s",
        text_quote(a, sizeof a, inquiry->names[0]), flipped[flips[0][0]][flips[0][1]],
        text_quote(b, sizeof b, inquiry->names[1]), flipped[flips[1][0]][flips[1][1]], q->x, q->y,
        inquiry->rotate != NULL ? "  turned " : "", inquiry->rotate != NULL ? inquiry->rotate : "",
        inquiry->scale != NULL ? "  scaled " : "", inquiry->scale != NULL ? inquiry->scale : "");
    if (answer->touch)
        snprintf(touch, sizeof touch, "touch, %" PRIu64 " pixels, first %" PRId32 ",%" PRId32,
                 answer->area, answer->first.x, answer->first.y);
    if (answer->stopped)
        snprintf(end, sizeof end, "stops at %" PRId32 ",%" PRId32, answer->sweep.moved.x,
                 answer->sweep.moved.y);
    if (q->moving)
        snprintf(move, sizeof move, "  move %" PRId32 ",%" PRId32 " ", q->move_x, q->move_y);
    snprintf(lines[SHEET_FIGURES], SHEET_LINE, "%s%s%s", touch, move, q->moving ? end : "");
}

/* The top-left corner of the cell of a pixel, on the canvas. */
static struct canvas_point corner_of(const struct drawing *drawing, const struct sheet_cell *cell,
                                     int64_t x, int64_t y)
{
    return (struct canvas_point){cell->at.x + scene_column(drawing->scene, x) * cell->zoom,
                                 cell->at.y + scene_row(drawing->scene, y) * cell->zoom};
}

static int64_t longer_side(int64_t x, int64_t y)
{
    const int64_t width = llabs(x), height = llabs(y);
    return width > height ? width : height;
}

static void paint_arrow(const struct sheet_cell *cell, struct canvas_point from, int64_t x,
                        int64_t y, uint32_t color)
{
    const struct canvas_point to = {from.x + x, from.y + y};
    const int64_t long_side = longer_side(x, y);
    const uint32_t thick = cell->zoom >= 4 ? 3 : 1;
    if (long_side == 0)
        return;
    /* The head: back along the arrow and to either side of it. */
    const int64_t back_x = x * 4 * thick / long_side, back_y = y * 4 * thick / long_side;
    canvas_line(cell->canvas, from, to, thick + 2, COLOR_PAPER);
    canvas_line(cell->canvas, from, to, thick, color);
    for (int side = -1; side <= 1; side += 2) {
        const struct canvas_point end = {to.x - back_x + side * back_y,
                                         to.y - back_y - side * back_x};
        canvas_line(cell->canvas, to, end, thick, color);
    }
}

static void paint_contact(const struct sheet_cell *cell, struct canvas_point at)
{
    const uint32_t zoom = cell->zoom, margin = zoom >= 4 ? 3 : 2;
    const struct canvas_point corner = {at.x - margin, at.y - margin};
    canvas_frame(cell->canvas, corner, zoom + 2 * (uint64_t)margin, zoom + 2 * (uint64_t)margin,
                 margin, 0, COLOR_CONTACT);
}

/* The middle of the cell of a pixel. */
static struct canvas_point middle_of(const struct drawing *drawing, const struct sheet_cell *cell,
                                     int64_t x, int64_t y)
{
    const struct canvas_point corner = corner_of(drawing, cell, x, y);
    return (struct canvas_point){corner.x + cell->zoom / 2, corner.y + cell->zoom / 2};
}

static void paint_ways_out(const struct drawing *drawing, const struct sheet_cell *cell)
{
    const struct question *const q = &drawing->inquiry->question;
    const struct answer *const answer = &drawing->inquiry->answer;
    const int64_t long_side = longer_side(answer->normal_x, answer->normal_y);
    hm_box box;
    hm_sprite_bounds(&q->a, &box);
    if (long_side > 0)
        paint_arrow(cell, middle_of(drawing, cell, answer->first.x, answer->first.y),
                    answer->normal_x * ARROW / long_side, answer->normal_y * ARROW / long_side,
                    COLOR_NORMAL);
    const struct canvas_point centre =
        middle_of(drawing, cell, ((int64_t)box.x0 + box.x1) / 2, ((int64_t)box.y0 + box.y1) / 2);
    if (answer->escapes)
        paint_arrow(cell, centre, (int64_t)answer->escape.x * cell->zoom / drawing->scene->scale,
                    (int64_t)answer->escape.y * cell->zoom / drawing->scene->scale, COLOR_ESCAPE);
}

static bool paint_move(const struct drawing *drawing, const struct sheet_cell *cell,
                       struct error *err)
{
    const struct inquiry *const inquiry = drawing->inquiry;
    const hm_sweep_result *const sweep = &inquiry->answer.sweep;
    if (!inquiry->question.moving)
        return true;
    if (!contact_sheet_outline(cell, &drawing->scene->moved, COLOR_MOVED, err))
        return false;
    if (!shows_meeting(inquiry))
        return true;
    /* The contact is one step beyond the end of the move. */
    struct path path;
    path_init(&path, inquiry->question.move_x, inquiry->question.move_y);
    path_seek(&path, sweep->step);
    paint_contact(cell, corner_of(drawing, cell, (int64_t)path.x * path.right + sweep->hit.x,
                                  (int64_t)path.y * path.down + sweep->hit.y));
    return true;
}

/* The art of A (0) or B (1): in each cell the pixel in its corner. */
static void paint_art(const struct drawing *drawing, int which, const struct sheet_cell *cell)
{
    const struct inquiry *const inquiry = drawing->inquiry;
    const struct scene *const scene = drawing->scene;
    const struct query_art *const art = &drawing->art[which];
    const bool *const flips = inquiry->flips[which];
    for (uint32_t row = 0; art->image != NULL && row < scene->a.height; row++)
        for (uint32_t column = 0; column < scene->a.width; column++) {
            int64_t x = scene->left + (int64_t)column * scene->scale;
            int64_t y = scene->top + (int64_t)row * scene->scale;
            uint32_t source[2];
            if (which == 1)
                scene_pixel_of_b(&inquiry->question, x, y, &x, &y);
            if (x < 0 || y < 0 || x >= art->sprite->width || y >= art->sprite->height)
                continue;
            x = flips[0] ? art->sprite->width - 1 - x : x;
            y = flips[1] ? art->sprite->height - 1 - y : y;
            const struct canvas_point at = {cell->at.x + (int64_t)column * cell->zoom,
                                            cell->at.y + (int64_t)row * cell->zoom};
            if (model_find_source(art->sprite, (uint32_t)x, (uint32_t)y, source))
                canvas_fill(cell->canvas, at, cell->zoom, cell->zoom,
                            canvas_get(art->image, source[0], source[1]));
        }
}

static bool paint(void *user, size_t index, const struct sheet_cell *cell, struct error *err)
{
    const struct drawing *const drawing = user;
    const struct scene *const scene = drawing->scene;
    const struct answer *const answer = &drawing->inquiry->answer;
    (void)index;
    const bool has_art = drawing->art[0].image != NULL || drawing->art[1].image != NULL;
    /* Colours let the art shine through. */
    const uint32_t thin = has_art ? 0xffffff60 : 0xffffffa0, both = has_art ? 0xffffffa0 : ~0u;
    contact_sheet_floor(cell, scene->a.width, scene->a.height);
    paint_art(drawing, 0, cell);
    paint_art(drawing, 1, cell);
    canvas_bitmap(cell->canvas, cell->at, &scene->a, cell->zoom, 0, COLOR_A & thin);
    canvas_bitmap(cell->canvas, cell->at, &scene->b, cell->zoom, 0, COLOR_B & thin);
    canvas_bitmap(cell->canvas, cell->at, &scene->both, cell->zoom, 0, COLOR_BOTH & both);
    /* An outline of small blocks would hide them. */
    if (cell->zoom >= 3 && (!contact_sheet_outline(cell, &scene->a, COLOR_A, err) ||
                            !contact_sheet_outline(cell, &scene->b, COLOR_B, err)))
        return false;
    if (!paint_move(drawing, cell, err))
        return false;
    if (!answer->touch)
        return true;
    paint_contact(cell, corner_of(drawing, cell, answer->first.x, answer->first.y));
    if (!drawing->inquiry->question.turned)
        paint_ways_out(drawing, cell);
    return true;
}

bool query_picture(const struct inquiry *inquiry, const struct query_art art[2], struct rgba *out,
                   struct error *err)
{
    struct scene scene;
    struct drawing drawing = {inquiry, &scene, art};
    struct contact_sheet_key legend[SHOWN_MAX];
    const struct contact_sheet sheet = {1, legend, &drawing, describe, paint};
    size_t drawn;
    make_legend(inquiry, legend);
    const bool ok = scene_make(&inquiry->question, &inquiry->answer, PICTURE_CELLS, PICTURE_CELLS,
                               &scene, err) &&
                    contact_sheet_draw(&sheet, out, &drawn, err);
    scene_free(&scene);
    return ok;
}
