/*
 * tiled_shapes.c - shapes that are drawn on tiles become boxes of the layer "collision"
 *
 * Corners, centres and radii are whole 1024ths of a pixel, so that all machines make the same
 * pixels.
 */
#include "atlas/tiled.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Units in a pixel; how far away a shape may be, in pixels; how much longer one side of an
 * isometric grid may be than the other. A round shape is as much work as four corners. */
enum { ONE = 1024, FAR = 32768, FLAT = 8, ROUND_WORK = 4 };

struct point {
    int64_t x, y;
};

/* ---- Gathering ---------------------------------------------------------------------------- */

void tiled_add_shape(struct tiled *tiled, const struct tiled_shape *shape)
{
    struct tiled_shape *const added = arena_array_push(&tiled->arena, &tiled->shapes,
                                                       &tiled->shape_count, &tiled->shape_capacity);
    *added = *shape;
    added->first_corner = tiled->corner_count;
    added->corners = 0;
    added->data = shape->data != NULL ? arena_text(&tiled->arena, shape->data) : NULL;
}

void tiled_refuse_template(struct tiled *tiled, uint32_t owner, const char *template_name,
                           struct atlas_place place)
{
    char quoted[ATLAS_NAME_SHOWN];
    atlas_found(tiled->log, NULL, NULL, place,
                "tile %" PRIu32
                ": a shape is an instance of the template '%s', which is not read; please detach "
                "it in Tiled",
                owner, text_quote(quoted, sizeof quoted, template_name));
}

void tiled_add_corner(struct tiled *tiled, double x, double y)
{
    struct tiled_corner *const added = arena_array_push(
        &tiled->arena, &tiled->corners, &tiled->corner_count, &tiled->corner_capacity);
    *added = (struct tiled_corner){x, y};
    tiled->shapes[tiled->shape_count - 1].corners++;
}

/* ---- Corners ------------------------------------------------------------------------------ */

/* Cosine and sine of degrees, by series: the same on every machine but for the last bits. */
static void turn(double degrees, double *cosine, double *sine)
{
    static const double PI = 3.14159265358979323846;
    const int64_t quarters = (int64_t)(degrees / 90) - (degrees < 0);
    const double angle = (degrees - 90.0 * (double)quarters) * PI / 180;
    double c = 0, s = 0, term = 1;
    for (int i = 0; i < 24; i++) {
        if (i % 2 == 0)
            c += i % 4 == 0 ? term : -term;
        else
            s += i % 4 == 1 ? term : -term;
        term *= angle / (i + 1);
    }
    const unsigned quadrant = (unsigned)(((quarters % 4) + 4) % 4);
    const double cosines[] = {c, -s, -c, s}, sines[] = {s, c, -s, -c};
    *cosine = cosines[quadrant];
    *sine = sines[quadrant];
}

static bool is_near(double number)
{
    return number >= -FAR && number <= FAR;
}

static int64_t in_units(double pixels)
{
    const double units = pixels * ONE;
    return (int64_t)(units < 0 ? units - 0.5 : units + 0.5);
}

static bool fail_far(const struct tiled *tiled, const struct tiled_shape *shape)
{
    atlas_found(tiled->log, NULL, NULL, shape->place, "a shape is too far away from its tile");
    return false;
}

/* Says where the places of shapes lie on a tile. In an isometric grid they begin at the top of the
 * diamond: one axis goes down to the right, the other one down to the left. */
struct view {
    bool isometric;
    double left, top; /* of the place (0, 0) */
    double half;      /* of the diamond, wide to high */
};

static struct view view_of(const struct tiled *tiled, const struct atlas_frame *frame)
{
    if (!tiled->isometric)
        return (struct view){.isometric = false};
    return (struct view){true, tiled->grid_width / 2.0,
                         (double)frame->source_height - tiled->grid_height,
                         tiled->grid_width / (2.0 * tiled->grid_height)};
}

static void project(const struct view *view, double *x, double *y)
{
    const double across = *x - *y, down = *x + *y;
    if (!view->isometric)
        return;
    *x = across * view->half;
    *y = down / 2;
}

/* The corner (x, y) of a shape, turned round the shape's place. False when it is too far away. */
static bool put_corner(const struct view *view, const struct tiled_shape *shape, double x, double y,
                       struct point *out)
{
    double c, s, left = shape->x, top = shape->y;
    if (!is_near(shape->rotation) || !is_near(left) || !is_near(top) || !is_near(x) || !is_near(y))
        return false;
    turn(shape->rotation, &c, &s);
    project(view, &left, &top);
    project(view, &x, &y);
    *out = (struct point){in_units(view->left + left + x * c - y * s),
                          in_units(view->top + top + x * s + y * c)};
    return true;
}

static bool is_round(const struct tiled_shape *shape)
{
    return shape->kind == TILED_ELLIPSE || shape->kind == TILED_CAPSULE;
}

static size_t count_corners(const struct tiled_shape *shape)
{
    return shape->kind == TILED_POLYGON ? shape->corners : 4;
}

/* ---- Pixels ------------------------------------------------------------------------------- */

/* The first pixel whose centre lies at the edge or right of it, at that height; at most `width`. */
static uint32_t cross(struct point a, struct point b, int64_t height, uint32_t width)
{
    const int64_t dy = b.y - a.y;
    const int64_t distance = a.x * dy + (height - a.y) * (b.x - a.x) - ONE / 2 * dy;
    if (distance <= 0)
        return 0;
    const int64_t pixel = (distance + ONE * dy - 1) / (ONE * dy);
    return pixel < width ? (uint32_t)pixel : width;
}

static void fill(const struct point *points, size_t count, struct bitmap *row, struct bitmap *out)
{
    for (uint32_t y = 0; y < out->height; y++) {
        const int64_t height = (int64_t)y * ONE + ONE / 2;
        for (size_t i = 0; i < row->row_words; i++)
            row->words[i] = 0;
        for (size_t i = 0; i < count; i++) {
            struct point a = points[i], b = points[(i + 1) % count];
            if (a.y > b.y) {
                const struct point lower = a;
                a = b;
                b = lower;
            }
            if (a.y <= height && height < b.y)
                for (uint32_t x = cross(a, b, height, out->width); x < out->width; x++)
                    row->words[x / 64] ^= UINT64_C(1) << (x % 64);
        }
        for (size_t i = 0; i < row->row_words; i++)
            bitmap_row(out, y)[i] |= row->words[i];
    }
}

/* ---- Round shapes ------------------------------------------------------------------------- */

/* No shape goes further from its centre, in units: half of FAR along both axes, in a flat grid. */
enum { REACH = FAR * ONE * 8 };

/* A shape that has, along each axis, a straight part (of a capsule) and a radius. */
struct round_shape {
    struct point centre, straight, radius;
    int64_t across[2],
        down[2]; /* what a step to the right, and one down, is along each; in 2^-30 */
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t in_shares(double number)
{
    return (int64_t)(number * (1 << 30) + (number < 0 ? -0.5 : 0.5));
}

/* False when it is too far away. */
static bool put_round(const struct view *view, const struct tiled_shape *shape,
                      struct round_shape *out)
{
    struct point opposite;
    double c, s;
    if (!put_corner(view, shape, shape->width / 2, shape->height / 2, &out->centre) ||
        !put_corner(view, shape, shape->width, shape->height, &opposite))
        return false;
    const struct point half = {in_units(shape->width / 2), in_units(shape->height / 2)};
    const int64_t shorter = least(half.x, half.y);
    turn(shape->rotation, &c, &s);
    out->radius = shape->kind == TILED_CAPSULE ? (struct point){shorter, shorter} : half;
    out->straight = (struct point){half.x - out->radius.x, half.y - out->radius.y};
    /* On the screen, the axes of an isometric grid slant. */
    const double slant = view->isometric ? 1 / (2 * view->half) : 0;
    const double along = view->isometric ? slant : 1, other = view->isometric ? 1 : 0;
    out->across[0] = in_shares(c * along - s * other);
    out->across[1] = in_shares(s * along + c * other);
    out->down[0] = in_shares(-c * slant - s);
    out->down[1] = in_shares(-s * slant + c);
    return true;
}

/* How far a point is along an axis, beyond the straight part: 2^30 is the radius, and more is
 * outside. */
static int64_t share_of(int64_t along, int64_t straight, int64_t radius)
{
    const int64_t beyond = (along < 0 ? -along : along) - straight * (1 << 30);
    return beyond <= 0 ? 0 : least(beyond / radius, INT32_MAX);
}

static bool is_in_round(const struct round_shape *shape, uint32_t x, uint32_t y)
{
    const int64_t dx = (int64_t)x * ONE + ONE / 2 - shape->centre.x;
    const int64_t dy = (int64_t)y * ONE + ONE / 2 - shape->centre.y;
    if (dx < -REACH || dx > REACH || dy < -REACH || dy > REACH)
        return false;
    const int64_t u =
        share_of(dx * shape->across[0] + dy * shape->across[1], shape->straight.x, shape->radius.x);
    const int64_t v =
        share_of(dx * shape->down[0] + dy * shape->down[1], shape->straight.y, shape->radius.y);
    return u * u + v * v <= INT64_C(1) << 60;
}

static bool draw_round(const struct tiled *tiled, const struct view *view,
                       const struct tiled_shape *shape, struct bitmap *out)
{
    struct round_shape round;
    if (!put_round(view, shape, &round))
        return fail_far(tiled, shape);
    for (uint32_t y = 0; round.radius.x > 0 && round.radius.y > 0 && y < out->height; y++)
        for (uint32_t x = 0; x < out->width; x++)
            if (is_in_round(&round, x, y))
                bitmap_set(out, x, y);
    return true;
}

/* ---- Tiles -------------------------------------------------------------------------------- */

static bool draw_corners(const struct tiled *tiled, const struct view *view,
                         const struct tiled_shape *shape, struct bitmap *row, struct bitmap *out)
{
    const size_t count = count_corners(shape);
    struct point *const points = memory_new(count + 1, sizeof *points);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        double x = i == 1 || i == 2 ? shape->width : 0, y = i >= 2 ? shape->height : 0;
        if (shape->kind == TILED_POLYGON) {
            x = tiled->corners[shape->first_corner + i].x;
            y = tiled->corners[shape->first_corner + i].y;
        }
        ok = put_corner(view, shape, x, y, &points[i]);
    }
    if (ok && count > 0)
        fill(points, count, row, out);
    free(points);
    return ok || fail_far(tiled, shape);
}

/* Counts the work of drawing; false when it is too much. */
static bool allow(struct tiled *tiled, const struct tiled_shape *shapes, size_t count,
                  const struct atlas_frame *frame)
{
    const uint64_t area = (uint64_t)frame->source_width * frame->source_height;
    for (size_t i = 0; i < count; i++) {
        const uint64_t corners = is_round(&shapes[i]) ? ROUND_WORK : count_corners(&shapes[i]) + 1;
        const bool small = area <= UINT32_MAX && corners <= UINT32_MAX;
        if (!atlas_spend(tiled->atlas, tiled->log, ATLAS_WORK, small ? area * corners : UINT64_MAX,
                         NULL, NULL, shapes[i].place))
            return false;
    }
    return true;
}

/* The data of all shapes of a tile, in the arena of the atlas; NULL: none has any. */
static const char *join_data(struct tiled *tiled, const struct tiled_shape *shapes, size_t count)
{
    struct text all = {0};
    for (size_t i = 0; i < count; i++)
        if (shapes[i].data != NULL)
            text_add_lines(&all, shapes[i].data, strlen(shapes[i].data));
    const char *const data = all.length > 0 ? arena_text(&tiled->atlas->arena, all.bytes) : NULL;
    text_free(&all);
    return data;
}

static bool add_box(struct tiled *tiled, const struct tiled_shape *shapes, size_t count,
                    uint32_t index)
{
    const struct atlas_frame *const frame = &tiled->atlas->frames[index];
    /* If Tiled stretches a tile to an isometric grid, its shapes are drawn on the stretched one. */
    if (tiled->isometric && tiled->stretched &&
        (frame->source_width != tiled->grid_width || frame->source_height != tiled->grid_height)) {
        atlas_found(tiled->log, NULL, NULL, shapes[0].place,
                    "tile %" PRIu32
                    ": a shape is drawn on the tile as large as the isometric "
                    "grid; please set \"Tile Render Size\" to \"Tile Size\" in Tiled, and look at "
                    "its shapes",
                    shapes[0].owner);
        return true;
    }
    struct atlas_box box = {.frame = index,
                            .width = frame->source_width,
                            .height = frame->source_height,
                            .place = shapes[0].place};
    const struct view view = view_of(tiled, frame);
    struct bitmap row = {0};
    if (!allow(tiled, shapes, count, frame))
        return false;
    bool ok = bitmap_init(&box.shape, box.width, box.height) && bitmap_init(&row, box.width, 1);
    if (!ok)
        diagnostics_fail(tiled->log->diagnostics, tiled->log->path, "out of memory");
    for (size_t i = 0; ok && i < count; i++)
        ok = is_round(&shapes[i]) ? draw_round(tiled, &view, &shapes[i], &box.shape)
                                  : draw_corners(tiled, &view, &shapes[i], &row, &box.shape);
    bitmap_free(&row);
    if (ok && bitmap_count(&box.shape) > 0) {
        box.layer = arena_text(&tiled->atlas->arena, "collision");
        box.data = join_data(tiled, shapes, count);
        if (atlas_add_box(tiled->atlas, &box, tiled->log))
            return true;
    }
    bitmap_free(&box.shape);
    return ok;
}

/* True if shapes can be drawn in the grid: a flat or a high one would put them far away. */
static bool check_grid(const struct tiled *tiled)
{
    const uint64_t width = tiled->grid_width, height = tiled->grid_height;
    if (!tiled->isometric || (width > 0 && height > 0 && width <= FAR && height <= FAR &&
                              width <= FLAT * height && height <= FLAT * width))
        return true;
    atlas_found(tiled->log, NULL, NULL, tiled->shapes->place,
                "shapes are drawn in an isometric grid of %" PRIu32 "x%" PRIu32
                ": it must have a size of at most %d, and no side more than %d times as long as "
                "the other",
                tiled->grid_width, tiled->grid_height, FAR, FLAT);
    return false;
}

void tiled_draw_shapes(struct tiled *tiled)
{
    if (tiled->shape_count == 0 || !check_grid(tiled))
        return;
    struct tiled_tile *const tiles = tiled_sort(tiled);
    bool ok = tiles != NULL;
    for (size_t i = 0, end; ok && i < tiled->shape_count; i = end) {
        const struct tiled_shape *const shapes = &tiled->shapes[i];
        for (end = i + 1; end < tiled->shape_count && tiled->shapes[end].owner == shapes->owner;)
            end++;
        const struct tiled_tile *const tile = tiled_find(tiled, tiles, shapes->owner);
        if (tile != NULL)
            ok = add_box(tiled, shapes, end - i, tile->frame);
    }
    free(tiles);
}
