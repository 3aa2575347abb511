/*
 * export.c - what all engines share: which shapes they take, numbers, files and their names, checks
 */
#include "formats/export/export.h"

#include "base/text.h"
#include "formats/export/engines.h"
#include "model/engine.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENGINE_ROW(engine, text, ...) {#engine, text, export_##engine, __VA_ARGS__},
#define ENGINE_NAME(engine, ...)      #engine,

const struct engine engines[] = {ENGINES(ENGINE_ROW){0}};
const char *const engine_names[] = {ENGINES(ENGINE_NAME) NULL};

enum { ONE = 65536, CORNER_FIXED = ONE / CORNER_ONE };

/* ---- Files ---------------------------------------------------------------------------------- */

struct sink *export_begin(struct exporter *exporter, const char *name)
{
    struct exported *const file =
        array_push(&exporter->files, &exporter->file_count, &exporter->file_capacity);
    file->name = name != NULL ? arena_text(&exporter->arena, name) : NULL;
    file->start = exporter->text.length;
    sink_init_text(&exporter->sink, &exporter->text);
    return &exporter->sink;
}

void export_end(struct exporter *exporter)
{
    struct error never;
    sink_flush(&exporter->sink, &never);
    exporter->files[exporter->file_count - 1].end = exporter->text.length;
}

const char *export_piece_name(struct exporter *exporter, const struct export_shape *shape,
                              uint32_t piece)
{
    return arena_format(&exporter->arena, "%s.%" PRIu32 "%s", shape->stem, piece,
                        exporter->engine->folder);
}

void export_free(struct exporter *exporter)
{
    text_free(&exporter->text);
    free(exporter->files);
    arena_free(&exporter->arena);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* False when the sprite was baked without shapes that the engine takes. */
static bool find_shape(const struct exporter *exporter, const struct model_sprite *sprite,
                       struct export_shape *out)
{
    const struct shapes *const shapes = model_sprite_shapes(exporter->model, sprite);
    const unsigned wanted = exporter->engine->polygons ? SHAPE_POLYGONS : SHAPE_PIECES;
    if (shapes == NULL || (shapes->kinds & (1u << wanted | 1u << SHAPE_HULL)) == 0)
        return false;
    out->is_hull = (shapes->kinds >> wanted & 1) == 0;
    const unsigned kind = out->is_hull ? SHAPE_HULL : wanted;
    out->engine = exporter->engine;
    out->sprite = sprite;
    out->loops = &shapes->loops;
    out->first = shapes_first(shapes, kind);
    out->count = shapes->counts[kind];
    return true;
}

static void find_shapes(struct exporter *exporter)
{
    const struct model *const model = exporter->model;
    exporter->shapes = arena_new(&exporter->arena, model->sprite_count, sizeof *exporter->shapes);
    for (size_t i = 0; i < model->sprite_count; i++)
        exporter->shape_count +=
            find_shape(exporter, &model->sprites[i], &exporter->shapes[exporter->shape_count]);
}

static const uint32_t *start_of(const struct export_shape *shape, uint32_t loop)
{
    return shape->loops->starts + shape->first + loop;
}

uint32_t export_corner_count(const struct export_shape *shape, uint32_t loop)
{
    const uint32_t *const start = start_of(shape, loop);
    return start[1] - start[0];
}

/* In 16.16 pixels of the sprite. */
static struct export_corner corner_in_sprite(const struct export_shape *shape, uint32_t index)
{
    const struct spot corner = shape->loops->corners[index];
    return (struct export_corner){
        corner.x * (int64_t)CORNER_FIXED + (int64_t)shape->sprite->left * ONE,
        corner.y * (int64_t)CORNER_FIXED + (int64_t)shape->sprite->top * ONE};
}

static struct export_corner origin_of(const struct export_shape *shape)
{
    const struct model_sprite *const sprite = shape->sprite;
    const bool is_placed = shape->engine->origin == FROM_REGION && sprite->place[2] > 0;
    const uint32_t bottom = is_placed ? sprite->place[1] + sprite->place[3] : sprite->height;
    const uint32_t top = is_placed ? sprite->place[1] : 0;
    if (shape->engine->origin == FROM_PIVOT)
        return (struct export_corner){sprite->pivot_x, sprite->pivot_y};
    return (struct export_corner){is_placed ? (int64_t)sprite->place[0] * ONE : 0,
                                  (int64_t)(shape->engine->up ? bottom : top) * ONE};
}

struct export_corner export_corner(const struct export_shape *shape, uint32_t loop, uint32_t corner)
{
    const struct engine *const engine = shape->engine;
    const uint32_t *const start = start_of(shape, loop);
    /* Loops run clockwise. */
    struct export_corner at =
        corner_in_sprite(shape, engine->up ? start[1] - 1 - corner : start[0] + corner);
    const struct export_corner origin = origin_of(shape);
    at.x -= origin.x;
    at.y -= origin.y;
    at.y = engine->up ? -at.y : at.y;
    return at;
}

void export_put_loop(struct sink *sink, const struct export_shape *shape, uint32_t loop,
                     const struct export_style *style)
{
    const int64_t one = ONE;
    char number[EXPORT_NUMBER_MAX];
    for (uint32_t i = 0; i < export_corner_count(shape, loop); i++) {
        const struct export_corner at = export_corner(shape, loop, i);
        sink_put_string(sink, i > 0 ? style->separator : "");
        sink_put_string(sink, style->before);
        sink_put_string(sink, export_number(number, at.x, one));
        sink_put_string(sink, style->between);
        sink_put_string(sink, export_number(number, at.y, one));
        sink_put_string(sink, style->after);
    }
}

/* Sums over triangles. They are whole numbers, and exact up to sprites of some 7,000 pixels. */
struct export_mass export_mass(const struct export_shape *shape)
{
    const struct spot *const corners = shape->loops->corners;
    struct export_mass mass = {
        .left = INT64_MAX, .top = INT64_MAX, .right = INT64_MIN, .bottom = INT64_MIN};
    double area = 0, x = 0, y = 0;
    for (uint32_t loop = 0; loop < shape->count; loop++) {
        const uint32_t *const start = start_of(shape, loop);
        for (uint32_t i = start[0]; i < start[1]; i++) {
            const struct export_corner at = corner_in_sprite(shape, i);
            mass.left = at.x < mass.left ? at.x : mass.left;
            mass.top = at.y < mass.top ? at.y : mass.top;
            mass.right = at.x > mass.right ? at.x : mass.right;
            mass.bottom = at.y > mass.bottom ? at.y : mass.bottom;
        }
        for (uint32_t i = start[0] + 1; i + 1 < start[1]; i++) {
            const struct spot a = corners[start[0]], b = corners[i], c = corners[i + 1];
            const double twice = (double)turn_of(a, b, c);
            area += twice;
            x += twice * ((double)a.x + b.x + c.x);
            y += twice * ((double)a.y + b.y + c.y);
        }
    }
    /* Each loop was found convex when the pack was read, and so has an area. */
    const double whole = area > 0 ? 3 * area : 1;
    mass.x = (int64_t)(x * CORNER_FIXED / whole) + (int64_t)shape->sprite->left * ONE;
    mass.y = (int64_t)(y * CORNER_FIXED / whole) + (int64_t)shape->sprite->top * ONE;
    return mass;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

const char *export_number(char out[EXPORT_NUMBER_MAX], int64_t number, int64_t whole)
{
    enum { DECIMALS = 7, DECIMAL_PARTS = 10000000 };
    const int64_t size = number < 0 ? -number : number;
    int64_t units = size / whole, rest = size % whole, parts = 0;
    for (int i = 0; i < DECIMALS; i++) {
        parts = parts * 10 + rest * 10 / whole;
        rest = rest * 10 % whole;
    }
    parts += rest * 2 >= whole;
    units += parts / DECIMAL_PARTS;
    parts %= DECIMAL_PARTS;
    const char *const sign = number < 0 && (units > 0 || parts > 0) ? "-" : "";
    int length = snprintf(out, EXPORT_NUMBER_MAX, "%s%" PRId64 ".%07d", sign, units, (int)parts);
    while (out[length - 1] == '0')
        length--;
    length -= out[length - 1] == '.';
    out[length] = 0;
    return out;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* A float tells 1/16 pixel apart up to here. */
#define PIVOT_MOST ((int64_t)1 << 20)

static bool is_in(int64_t at, uint32_t size)
{
    return at >= 0 && at <= (int64_t)size * ONE;
}

/* The counts over all sprites, with the first name of each kind. */
struct checked {
    size_t outside;
    uint64_t corners, welded;
    const char *first_outside;
};

static void check_pivot(const struct exporter *exporter, const struct export_shape *shape,
                        struct checked *checked)
{
    const struct model_sprite *const sprite = shape->sprite;
    char name[128];
    if (exporter->engine->origin != FROM_PIVOT ||
        (is_in(sprite->pivot_x, sprite->width) && is_in(sprite->pivot_y, sprite->height)))
        return;
    checked->first_outside = checked->outside > 0 ? checked->first_outside : sprite->name;
    checked->outside++;
    if (llabs(sprite->pivot_x / ONE) <= PIVOT_MOST && llabs(sprite->pivot_y / ONE) <= PIVOT_MOST)
        return;
    diagnostics_fail(exporter->found, exporter->pack,
                     "the pivot of '%s' is more than %" PRId64
                     " pixels away, where the engine's numbers are not exact enough",
                     text_quote(name, sizeof name, sprite->name), PIVOT_MOST);
}

static void check_corners(const struct exporter *exporter, const struct export_shape *shape,
                          struct checked *checked)
{
    const uint32_t most = exporter->engine->corners_most;
    char name[128];
    for (uint32_t i = 0; i < shape->count; i++) {
        const uint32_t count = export_corner_count(shape, i), *const start = start_of(shape, i);
        if (most > 0 && count > most) {
            diagnostics_fail(exporter->found, exporter->pack,
                             "%s of '%s' has %" PRIu32 " corners, and %s takes at most %" PRIu32
                             "; bake with --%s %" PRIu32,
                             shape->is_hull ? "the hull" : "a piece",
                             text_quote(name, sizeof name, shape->sprite->name), count,
                             exporter->engine->name, most, shape->is_hull ? "hull" : "pieces",
                             most);
            return;
        }
        if (exporter->engine->metres && count <= PIECE_CORNERS_MOST) {
            struct spot corners[PIECE_CORNERS_MOST];
            memcpy(corners, shape->loops->corners + start[0], count * sizeof *corners);
            checked->corners += count;
            checked->welded += count - engine_settle(corners, count, exporter->pixels_per_metre);
        }
    }
}

/* An engine that cuts sprites out of pictures by itself does not turn them. */
static void check_turn(const struct exporter *exporter, const struct export_shape *shape)
{
    char name[128];
    if (exporter->engine->origin == FROM_REGION && shape->sprite->turn != PLACE_UPRIGHT)
        diagnostics_fail(exporter->found, exporter->pack,
                         "'%s' lies turned in its atlas, and %s does not turn it back; pack the "
                         "atlas without rotation",
                         text_quote(name, sizeof name, shape->sprite->name),
                         exporter->engine->name);
}

static void warn(const struct exporter *exporter, const struct checked *checked)
{
    char name[128];
    if (checked->outside > 0)
        diagnostics_add_warning(
            exporter->found, exporter->pack, "pivot-outside",
            "the pivot lies outside of %zu sprite%s, of '%s' first; bodies turn "
            "about it",
            checked->outside, checked->outside == 1 ? "" : "s",
            text_quote(name, sizeof name, checked->first_outside));
    if (checked->welded > 0)
        diagnostics_add_warning(
            exporter->found, exporter->pack, "welded",
            "at %" PRIu32 " pixels a metre the engine welds or drops %" PRIu64 " of %" PRIu64
            " corners, which lie too near to others; bake with --pieces 8 --pixels-per-metre %" PRIu32,
            exporter->pixels_per_metre, checked->welded, checked->corners,
            exporter->pixels_per_metre);
}

static bool check(const struct exporter *exporter)
{
    struct checked checked = {0};
    for (size_t i = 0; i < exporter->shape_count; i++) {
        check_pivot(exporter, &exporter->shapes[i], &checked);
        check_corners(exporter, &exporter->shapes[i], &checked);
        check_turn(exporter, &exporter->shapes[i]);
    }
    if (exporter->shape_count == 0)
        diagnostics_fail(exporter->found, exporter->pack,
                         "no sprite has shapes that %s takes; bake with %s", exporter->engine->name,
                         exporter->engine->polygons ? "--polygons 1"
                                                    : "--polygons 1 --pieces 8, or with --hull 8");
    if (exporter->found->errors == 0)
        warn(exporter, &checked);
    return exporter->found->errors == 0;
}

/* ---- Names of files ---------------------------------------------------------------------------
 */

/* Why some system cannot have such a part of a path; NULL when all can. */
static const char *part_is_wrong(const char *part, size_t length, bool is_last)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "com", "lpt"};
    enum { PART_MOST = 200 }; /* an ending follows, and a temporary's name is longer */
    const size_t stem = strcspn(part, "./");
    if (length == 0 || part[0] == '.')
        return "a part of the name is empty or begins with a point";
    for (size_t i = 0; i < length; i++)
        if (strchr("\"*<>?|\\", part[i]) != NULL)
            return "the name has one of the characters \"*<>?|\\";
    if (!is_last && (part[length - 1] == '.' || part[length - 1] == ' '))
        return "a folder in the name ends in a point or a blank";
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (text_begins_in_any_case(part, devices[i]) && stem == 3u + (i >= 4) &&
            (i < 4 || isdigit((unsigned char)part[3])))
            return "the name means a device on Windows";
    return length > PART_MOST ? "a part of the name has more than 200 bytes" : NULL;
}

static const char *name_is_wrong(const char *name)
{
    for (const char *part = name;;) {
        const size_t length = strcspn(part, "/");
        const char *const why = part_is_wrong(part, length, part[length] == 0);
        if (why != NULL || part[length] == 0)
            return why;
        part += length + 1;
    }
}

static int compare_stems(const void *a, const void *b)
{
    const char *p = ((const struct export_shape *)a)->stem;
    const char *q = ((const struct export_shape *)b)->stem;
    while (*p != 0 && tolower((unsigned char)*p) == tolower((unsigned char)*q)) {
        p++;
        q++;
    }
    const int first = tolower((unsigned char)*p), second = tolower((unsigned char)*q);
    return (first > second) - (first < second);
}

/* The stem is the sprite's name, but the # and : of cells and layers become hyphens. */
static void name_files(struct exporter *exporter, struct export_shape *shape)
{
    const char *const name = shape->sprite->name, *const why = name_is_wrong(name);
    char *const stem = arena_text(&exporter->arena, name);
    char shown[128];
    for (char *c = stem; *c != 0; c++)
        *c = *c == '#' || *c == ':' ? '-' : *c;
    shape->stem = stem;
    if (why != NULL)
        diagnostics_fail(exporter->found, exporter->pack,
                         "'%s' cannot name a file on every system: %s",
                         text_quote(shown, sizeof shown, name), why);
}

static void check_files_differ(const struct exporter *exporter)
{
    const size_t count = exporter->shape_count;
    struct export_shape *const sorted = memory_new(count, sizeof *sorted);
    char first[128], second[128];
    for (size_t i = 0; i < count; i++)
        sorted[i] = exporter->shapes[i];
    qsort(sorted, count, sizeof *sorted, compare_stems);
    for (size_t i = 1; i < count; i++)
        if (compare_stems(&sorted[i - 1], &sorted[i]) == 0)
            diagnostics_fail(exporter->found, exporter->pack,
                             "'%s' and '%s' would have the same files on some systems",
                             text_quote(first, sizeof first, sorted[i - 1].sprite->name),
                             text_quote(second, sizeof second, sorted[i].sprite->name));
    free(sorted);
}

bool export_write(struct exporter *exporter)
{
    find_shapes(exporter);
    for (size_t i = 0; exporter->engine->folder != NULL && i < exporter->shape_count; i++)
        name_files(exporter, &exporter->shapes[i]);
    if (exporter->engine->folder != NULL)
        check_files_differ(exporter);
    if (!check(exporter))
        return false;
    exporter->engine->write(exporter);
    return exporter->found->errors == 0;
}
