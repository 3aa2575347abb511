/*
 * query_draw.c - two sprites where they are, what they share, and which way is out
 */
#include "draw/query_draw.h"

#include "base/text.h"
#include "draw/contact_sheet.h"
#include "draw/query_scene.h"
#include "path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Characters --------------------------------------------------------------------------- */

enum { ASCII_COLUMNS = 512, ASCII_ROWS = 4096 };

static bool has(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    return bitmap->width > 0 && bitmap_get(bitmap, x, y);
}

static void add_row(const struct scene *scene, uint32_t y, int64_t contact, struct text *line)
{
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
    while (line->length > 0 && line->bytes[line->length - 1] == ' ')
        line->length--;
    text_add(line, "\n", 1);
}

bool query_put_ascii(const struct inquiry *inquiry, uint32_t columns, struct sink *sink,
                     struct error *err)
{
    const struct answer *const answer = &inquiry->answer;
    struct scene scene;
    struct text line = {0};
    const bool ok = scene_make(&inquiry->question, answer, columns > 0 ? columns : ASCII_COLUMNS,
                               ASCII_ROWS, &scene, err);
    for (uint32_t y = 0; ok && y < scene.a.height; y++) {
        const bool in_row = answer->touch && scene_row(&scene, answer->first.y) == y;
        line.length = 0;
        add_row(&scene, y, in_row ? scene_column(&scene, answer->first.x) : -1, &line);
        if (!line.failed)
            sink_put(sink, line.bytes, line.length);
    }
    scene_free(&scene);
    const bool added = !line.failed;
    text_free(&line);
    return ok && (added || fail_memory(err));
}

/* ---- A picture ---------------------------------------------------------------------------- */

#define COLOR_A       UINT32_C(0x3f7fe8ff)
#define COLOR_B       UINT32_C(0xd98324ff)
#define COLOR_BOTH    UINT32_C(0xf3f3eaff)
#define COLOR_CONTACT UINT32_C(0xff3b4eff)
#define COLOR_NORMAL  UINT32_C(0x5be37dff)
#define COLOR_ESCAPE  UINT32_C(0xe06bffff)
#define COLOR_MOVED   UINT32_C(0x9ec4ffff)

enum { PICTURE_CELLS = 960, ARROW = 64 };

struct drawing {
    const struct inquiry *inquiry;
    const struct scene *scene;
};

/* What a picture may show, in the order of its legend. */
enum { SHOWN_MAX = 9 };

static bool shows_meeting(const struct inquiry *inquiry)
{
    return inquiry->question.moving && inquiry->answer.stopped && inquiry->answer.sweep.step > 0;
}

/* Fills the legend with what is drawn. */
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

/* By whether it is flipped horizontally, and vertically. */
static const char *const flipped[2][2] = {{"", " (flipped v)"}, {" (flipped h)", " (flipped hv)"}};

static void tell_question(const struct inquiry *inquiry, char line[SHEET_LINE])
{
    const bool(*const flips)[2] = inquiry->flips;
    char a[90], b[90];
    snprintf(line, SHEET_LINE, "A %s%s  B %s%s  at %" PRId32 ",%" PRId32 "%s%s%s%s",
             text_quote(a, sizeof a, inquiry->names[0]), flipped[flips[0][0]][flips[0][1]],
             text_quote(b, sizeof b, inquiry->names[1]), flipped[flips[1][0]][flips[1][1]],
             inquiry->question.x, inquiry->question.y, inquiry->rotate != NULL ? "  turned " : "",
             inquiry->rotate != NULL ? inquiry->rotate : "",
             inquiry->scale != NULL ? "  scaled " : "",
             inquiry->scale != NULL ? inquiry->scale : "");
}

static void tell_contact(const struct answer *answer, char line[SHEET_LINE])
{
    if (answer->touch)
        snprintf(line, SHEET_LINE, "touch, %" PRIu64 " pixels, first %" PRId32 ",%" PRId32,
                 answer->area, answer->first.x, answer->first.y);
    else
        snprintf(line, SHEET_LINE, "do not touch");
}

static void add_move(const struct inquiry *inquiry, char line[SHEET_LINE])
{
    const struct question *const q = &inquiry->question;
    const hm_sweep_result *const sweep = &inquiry->answer.sweep;
    const size_t used = strlen(line);
    char end[40] = "is free";
    if (inquiry->answer.stopped)
        snprintf(end, sizeof end, "stops at %" PRId32 ",%" PRId32, sweep->moved.x, sweep->moved.y);
    snprintf(line + used, SHEET_LINE - used, "  move %" PRId32 ",%" PRId32 " %s", q->move_x,
             q->move_y, end);
}

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    const struct drawing *const drawing = user;
    (void)index;
    size[0] = drawing->scene->a.width;
    size[1] = drawing->scene->a.height;
    tell_question(drawing->inquiry, lines[SHEET_NAME]);
    tell_contact(&drawing->inquiry->answer, lines[SHEET_FIGURES]);
    if (drawing->inquiry->question.moving)
        add_move(drawing->inquiry, lines[SHEET_FIGURES]);
}

/* The top-left corner of the cell of a pixel, on the canvas. */
static struct canvas_point corner_of(const struct drawing *drawing, const struct sheet_cell *stage,
                                     int64_t x, int64_t y)
{
    return (struct canvas_point){stage->at.x + scene_column(drawing->scene, x) * stage->zoom,
                                 stage->at.y + scene_row(drawing->scene, y) * stage->zoom};
}

static int64_t size_of(int64_t value)
{
    return value < 0 ? -value : value;
}

static void paint_arrow(const struct sheet_cell *stage, struct canvas_point from, int64_t x,
                        int64_t y, uint32_t color)
{
    const struct canvas_point to = {from.x + x, from.y + y};
    const int64_t long_side = size_of(x) > size_of(y) ? size_of(x) : size_of(y);
    const uint32_t thick = stage->zoom >= 4 ? 3 : 1;
    if (long_side == 0)
        return;
    /* The head: back along the arrow and to either side of it. */
    const int64_t back_x = x * 4 * thick / long_side, back_y = y * 4 * thick / long_side;
    canvas_line(stage->canvas, from, to, thick + 2, COLOR_PAPER);
    canvas_line(stage->canvas, from, to, thick, color);
    for (int side = -1; side <= 1; side += 2) {
        const struct canvas_point end = {to.x - back_x + side * back_y,
                                         to.y - back_y - side * back_x};
        canvas_line(stage->canvas, to, end, thick, color);
    }
}

static void paint_contact(const struct sheet_cell *stage, struct canvas_point at)
{
    const uint32_t zoom = stage->zoom, margin = zoom >= 4 ? 3 : 2;
    const struct canvas_point corner = {at.x - margin, at.y - margin};
    canvas_frame(stage->canvas, corner, zoom + 2 * (uint64_t)margin, zoom + 2 * (uint64_t)margin,
                 margin, 0, COLOR_CONTACT);
}

static struct canvas_point middle_of(const struct sheet_cell *stage, struct canvas_point corner)
{
    return (struct canvas_point){corner.x + stage->zoom / 2, corner.y + stage->zoom / 2};
}

static void paint_ways_out(const struct drawing *drawing, const struct sheet_cell *stage)
{
    const struct question *const q = &drawing->inquiry->question;
    const struct answer *const answer = &drawing->inquiry->answer;
    const struct canvas_point contact =
        middle_of(stage, corner_of(drawing, stage, answer->first.x, answer->first.y));
    const int64_t long_side = size_of(answer->normal_x) > size_of(answer->normal_y)
                                  ? size_of(answer->normal_x)
                                  : size_of(answer->normal_y);
    if (long_side > 0)
        paint_arrow(stage, contact, answer->normal_x * ARROW / long_side,
                    answer->normal_y * ARROW / long_side, COLOR_NORMAL);
    hm_box box;
    hm_sprite_bounds(&q->a, &box);
    const struct canvas_point centre =
        middle_of(stage, corner_of(drawing, stage, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2));
    if (answer->escapes)
        paint_arrow(stage, centre, (int64_t)answer->escape.x * stage->zoom / drawing->scene->scale,
                    (int64_t)answer->escape.y * stage->zoom / drawing->scene->scale, COLOR_ESCAPE);
}

static bool paint_move(const struct drawing *drawing, const struct sheet_cell *stage,
                       struct error *err)
{
    const struct inquiry *const inquiry = drawing->inquiry;
    const hm_sweep_result *const sweep = &inquiry->answer.sweep;
    if (!inquiry->question.moving)
        return true;
    if (!contact_sheet_outline(stage, &drawing->scene->moved, COLOR_MOVED, err))
        return false;
    if (!shows_meeting(inquiry))
        return true;
    /* Contact is made one step beyond where the move ends. */
    struct path path;
    path_init(&path, inquiry->question.move_x, inquiry->question.move_y);
    path_seek(&path, sweep->step);
    paint_contact(stage, corner_of(drawing, stage, (int64_t)path.x * path.right + sweep->hit.x,
                                   (int64_t)path.y * path.down + sweep->hit.y));
    return true;
}

static bool paint(void *user, size_t index, const struct sheet_cell *stage, struct error *err)
{
    const struct drawing *const drawing = user;
    const struct scene *const scene = drawing->scene;
    const struct answer *const answer = &drawing->inquiry->answer;
    (void)index;
    contact_sheet_floor(stage, scene->a.width, scene->a.height);
    canvas_bitmap(stage->canvas, stage->at, &scene->a, stage->zoom, 0, COLOR_A & 0xffffffa0);
    canvas_bitmap(stage->canvas, stage->at, &scene->b, stage->zoom, 0, COLOR_B & 0xffffffa0);
    canvas_bitmap(stage->canvas, stage->at, &scene->both, stage->zoom, 0, COLOR_BOTH);
    /* Where blocks are small an outline would hide what lies under it. */
    if (stage->zoom >= 3 && (!contact_sheet_outline(stage, &scene->a, COLOR_A, err) ||
                             !contact_sheet_outline(stage, &scene->b, COLOR_B, err)))
        return false;
    if (!paint_move(drawing, stage, err))
        return false;
    if (!answer->touch)
        return true;
    paint_contact(stage, corner_of(drawing, stage, answer->first.x, answer->first.y));
    if (!drawing->inquiry->question.turned)
        paint_ways_out(drawing, stage);
    return true;
}

bool query_picture(const struct inquiry *inquiry, struct rgba *out, struct error *err)
{
    struct scene scene;
    struct drawing drawing = {inquiry, &scene};
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
