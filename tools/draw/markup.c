/*
 * markup.c - writes a group of an SVG for each sprite, placed in rows; and the page of
 * tools/draw/page/ with a pack in it
 *
 * The page holds the pack itself, in base64, and its script reads it as in FORMAT.md. So no text of
 * a pack can be taken for markup. The files of the art are embedded in base64, too; those that are
 * not still PNGs become PNGs.
 */
#include "draw/markup.h"

#include "base/json.h"
#include "base/sink.h"
#include "base/text.h"
#include "formats/pack.h"
#include "model/scaled_view.h"
#include "picture/image.h"
#include "picture/png_file.h"
#include "system/reader.h"

#include <stdio.h>
#include <string.h>

/* ---- Text --------------------------------------------------------------------------------- */

static void put_escaped(struct sink *sink, const char *string)
{
    static const char special[] = "&<>\"";
    static const char *const escapes[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    while (*string) {
        const size_t plain = strcspn(string, special);
        sink_put(sink, string, plain);
        string += plain;
        if (*string)
            sink_put_string(sink, escapes[strchr(special, *string++) - special]);
    }
}

enum { SIDE_MAX = 4096, GAP = 4, ZOOM_UP_TO = 1024 };

/* ---- A sprite ----------------------------------------------------------------------------- */

static void put_path(void *user, const struct corner *corners, size_t count)
{
    struct sink *const sink = user;
    sink_put_format(sink, "M%u %u", (unsigned)corners[0].x, (unsigned)corners[0].y);
    for (size_t i = 1; i < count; i++) {
        const struct corner a = corners[i - 1], b = corners[i];
        if (a.y == b.y)
            sink_put_format(sink, "H%u", (unsigned)b.x);
        else
            sink_put_format(sink, "V%u", (unsigned)b.y);
    }
    sink_put_string(sink, "Z");
}

static void put_points(struct sink *sink, const struct bitmap *points)
{
    sink_put_string(sink, "    <path class=\"points\" fill=\"#ff9a1f\" d=\"");
    for (uint32_t y = 0; y < points->height; y++)
        for (uint32_t x = 0; x < points->width; x++)
            if (bitmap_get(points, x, y))
                sink_put_format(sink, "M%u.25 %u.25h.5v.5h-.5Z", (unsigned)x, (unsigned)y);
    sink_put_string(sink, "\"/>\n");
}

static void put_bounds(struct sink *sink, const struct scaled_view *view)
{
    sink_put_format(
        sink,
        "    <rect class=\"bounds\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"none\""
        " stroke=\"#c49a00\" stroke-width=\".25\" stroke-dasharray=\"1 1\"/>\n",
        (unsigned)view->left, (unsigned)view->top, (unsigned)(view->right - view->left),
        (unsigned)(view->bottom - view->top));
}

/* The loops of a kind of shapes, in pixels of the drawing. */
static void put_kind(struct sink *sink, const struct shapes *shapes, unsigned kind,
                     const struct model_sprite *sprite, uint32_t scale)
{
    static const char *const colors[SHAPE_KINDS] = {"#0b8390", "#1c2733", "#5a3fd6", "#5b8c14"};
    const struct loops *const loops = &shapes->loops;
    const uint32_t first = shapes_first(shapes, kind);
    if (shapes->counts[kind] == 0)
        return;
    sink_put_format(sink,
                    "    <path class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\".25\" d=\"",
                    shape_kind_name(kind), colors[kind]);
    for (uint32_t loop = first; loop < first + shapes->counts[kind]; loop++) {
        for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++)
            sink_put_format(sink, "%s%.10g %.10g", i == loops->starts[loop] ? "M" : "L",
                            ((double)loops->corners[i].x / CORNER_ONE + sprite->left) / scale,
                            ((double)loops->corners[i].y / CORNER_ONE + sprite->top) / scale);
        sink_put_string(sink, "Z");
    }
    sink_put_string(sink, "\"/>\n");
}

static void put_pivot(struct sink *sink, const struct model_sprite *sprite, uint32_t scale)
{
    sink_put_format(sink,
                    "    <path class=\"pivot\" fill=\"none\" stroke=\"#e0207a\" stroke-width=\".5\""
                    " d=\"M%.10g %.10gm-2 0h4m-2-2v4\"/>\n",
                    (double)sprite->pivot_x / 65536 / scale,
                    (double)sprite->pivot_y / 65536 / scale);
}

static bool put_art(const struct rgba *image, const struct model_sprite *sprite, uint32_t scale,
                    struct sink *sink, struct error *err)
{
    struct base64 encoder = {.sink = sink};
    struct sink bytes;
    struct rgba own;
    if (!canvas_init(&own, sprite->width, sprite->height, 0, err))
        return false;
    sprite_picture_art(&own, (struct canvas_point){0, 0}, image, sprite, 1, 1);
    sink_put_format(sink,
                    "    <image class=\"art\" width=\"%.10g\" height=\"%.10g\""
                    " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\""
                    " xlink:href=\"data:image/png;base64,",
                    (double)sprite->width / scale, (double)sprite->height / scale);
    sink_init(&bytes, base64_write, &encoder);
    const bool ok = png_write(&own, &bytes, err) && sink_flush(&bytes, err);
    base64_end(&encoder);
    sink_put_string(sink, "\"/>\n");
    rgba_free(&own);
    return ok;
}

static bool put_sprite(const struct model *model, const struct model_sprite *sprite,
                       const struct rgba *art, uint32_t x, uint32_t y, struct sink *sink,
                       struct error *err)
{
    const uint32_t scale = scaled_view_scale(sprite->width, sprite->height, SIDE_MAX, SIDE_MAX);
    struct scaled_view view;
    char name[4096];
    bool ok = scaled_view_make(model, sprite, scale, &view, err);
    if (ok) {
        sink_put_format(sink, "  <g transform=\"translate(%u %u)", (unsigned)x, (unsigned)y);
        if (scale > 1)
            sink_put_format(sink, " scale(%u)", (unsigned)scale);
        sink_put_string(sink, "\">\n    <title>");
        put_escaped(sink, text_quote(name, sizeof name, sprite->name));
        sink_put_string(sink, "</title>\n");
        ok = art == NULL || put_art(art, sprite, scale, sink, err);
        sink_put_string(sink,
                        "    <path class=\"mask\" fill=\"#1d6f78\" fill-opacity=\".4\""
                        " stroke=\"#0b8390\" stroke-width=\".2\""
                        " fill-rule=\"evenodd\" d=\"");
        ok = outline_trace(&view.solid, put_path, sink, err) && ok;
        sink_put_string(sink, "\"/>\n");
        if (view.right > 0)
            put_bounds(sink, &view);
        if (sprite->list != MODEL_NONE)
            put_points(sink, &view.points);
        for (unsigned kind = 0; kind < SHAPE_KINDS && sprite->shapes > 0; kind++)
            put_kind(sink, model_sprite_shapes(model, sprite), kind, sprite, scale);
        put_pivot(sink, sprite, scale);
        sink_put_string(sink, "  </g>\n");
    }
    scaled_view_free(&view);
    return ok;
}

/* ---- All sprites -------------------------------------------------------------------------- */

/* Walks the places of sprites in rows that are at most so wide. */
struct flow {
    uint64_t limit, x, y, row, width, height;
};

static void flow_next(struct flow *flow, const struct model_sprite *sprite, uint32_t *x,
                      uint32_t *y)
{
    if (flow->x > 0 && flow->x + sprite->width > flow->limit) {
        flow->x = 0;
        flow->y += flow->row + GAP;
        flow->row = 0;
    }
    *x = (uint32_t)flow->x;
    *y = (uint32_t)flow->y;
    flow->x += (uint64_t)sprite->width + GAP;
    if (flow->row < sprite->height)
        flow->row = sprite->height;
    if (flow->width < flow->x - GAP)
        flow->width = flow->x - GAP;
    if (flow->height < flow->y + flow->row)
        flow->height = flow->y + flow->row;
}

/* The length of a row with which the drawing is about 4:3. */
static uint64_t row_limit(const struct model *model)
{
    double area = 0;
    uint64_t side = 1;
    for (size_t i = 0; i < model->sprite_count; i++)
        area += ((double)model->sprites[i].width + GAP) * ((double)model->sprites[i].height + GAP);
    while ((double)side * (double)side * 3 < area * 4)
        side += side / 16 + 1;
    return side;
}

bool svg_write(const struct model *model, const struct sprite_art *art, struct sink *sink,
               struct error *err)
{
    const struct flow start = {.limit = row_limit(model)};
    struct flow flow = start;
    uint32_t x, y;
    for (size_t i = 0; i < model->sprite_count; i++)
        flow_next(&flow, &model->sprites[i], &x, &y);
    const uint64_t longest = flow.width > flow.height ? flow.width : flow.height;
    const uint64_t zoom = longest > 0 && longest < ZOOM_UP_TO ? ZOOM_UP_TO / longest : 1;
    const uint64_t width = flow.width * zoom, height = flow.height * zoom;
    sink_put_format(sink,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\"%s width=\"%llu\" height=\"%llu\""
                    " viewBox=\"0 0 %llu %llu\">\n"
                    "  <!-- written by hitmask -->\n",
                    art != NULL ? " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" : "",
                    (unsigned long long)width, (unsigned long long)height,
                    (unsigned long long)flow.width, (unsigned long long)flow.height);
    flow = start;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        const struct rgba *const image = art != NULL ? art->find(art->user, sprite) : NULL;
        flow_next(&flow, sprite, &x, &y);
        if (!put_sprite(model, sprite, image, x, y, sink, err))
            return false;
    }
    sink_put_string(sink, "</svg>\n");
    return true;
}

/* ---- Data --------------------------------------------------------------------------------- */

#define BEGIN_DATA "<script type=\"text/plain\" id=\""

static void end_data(struct base64 *encoder)
{
    base64_end(encoder);
    sink_put_string(encoder->sink, "</script>\n");
}

/* Writes a PNG, because browsers do not know all kinds, and show frames where the page wants a
 * sheet of them. The page says that art without data cannot be decoded. */
static bool put_as_png(struct reader *reader, struct base64 *encoder, struct error *err)
{
    struct rgba picture;
    struct sink bytes;
    if (!image_read_rgba(reader, &picture, err))
        return true;
    sink_init(&bytes, base64_write, encoder);
    const bool ok = png_write(&picture, &bytes, err) && sink_flush(&bytes, err);
    rgba_free(&picture);
    return ok;
}

static bool put_file(const char *path, struct base64 *encoder, struct error *err)
{
    struct reader reader;
    const struct image_kind *kind = NULL;
    uint8_t bytes[4096];
    size_t got = sizeof bytes;
    if (!reader_open_regular(&reader, path, err))
        return false;
    bool ok = image_find_kind(&reader, &kind, err);
    if (ok && kind != NULL) {
        ok = put_as_png(&reader, encoder, err);
        got = 0;
    }
    while (ok && got == sizeof bytes) {
        ok = reader_read(&reader, bytes, sizeof bytes, &got, err);
        if (ok)
            base64_write(encoder, bytes, got);
    }
    reader_close(&reader);
    return ok;
}

static bool put_data(const struct html_page *page, struct sink *sink, struct error *err)
{
    struct base64 pack = {.sink = sink};
    struct sink bytes;
    sink_init(&bytes, base64_write, &pack);
    sink_put_string(sink, BEGIN_DATA "pack\">");
    pack_write(page->model, 1, &bytes);
    bool ok = sink_flush(&bytes, err);
    end_data(&pack);
    for (size_t i = 0; ok && page->art != NULL && i < page->model->sprite_count; i++) {
        struct base64 encoder = {.sink = sink};
        if (page->art[i] == NULL)
            continue;
        sink_put_format(sink, BEGIN_DATA "art-%zu\">", i);
        ok = put_file(page->art[i], &encoder, err);
        end_data(&encoder);
    }
    return ok;
}

/* ---- Settings ----------------------------------------------------------------------------- */

static void put_words(struct sink *sink, const char *key, const char *const *words, size_t count)
{
    sink_put_format(sink, ",\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        sink_put_string(sink, i > 0 ? "," : "");
        json_put_string(sink, words[i]);
    }
    sink_put_string(sink, "]");
}

static void put_string_or_null(struct sink *sink, const char *string)
{
    sink_put_string(sink, ",");
    if (string != NULL)
        json_put_string(sink, string);
    else
        sink_put_string(sink, "null");
}

/* [match, layer, why it is fixed, threshold, key, tolerance, despeckle, fill holes, grow, shrink,
 * points, file] */
static void put_made(struct sink *sink, const struct model_made *made)
{
    const struct solid_rule *const solid = &made->solid;
    const struct points_rule *const points = &made->points;
    char key[8] = "none";
    if (solid->keyed)
        snprintf(key, sizeof key, "#%02x%02x%02x", solid->key[0], solid->key[1], solid->key[2]);
    sink_put_string(sink, "[");
    json_put_string(sink, made->match);
    put_string_or_null(sink, made->again);
    put_string_or_null(sink, made->fixed);
    sink_put_format(sink, ",%u,\"%s\",%u,%u,%s,%u,%u,", (unsigned)solid->threshold, key,
                    (unsigned)solid->tolerance, (unsigned)made->mend.despeckle,
                    made->mend.fill_holes ? "true" : "false", (unsigned)made->mend.grow,
                    (unsigned)made->mend.shrink);
    if (points->wanted)
        sink_put_format(sink, "{\"map\":[%u,%u],\"cell\":%u,\"prune\":%u,\"drop\":%s}",
                        (unsigned)points->map_width, (unsigned)points->map_height,
                        (unsigned)points->cell, (unsigned)points->prune,
                        points->drop_border ? "true" : "false");
    else
        sink_put_string(sink, "null");
    put_string_or_null(sink, made->file);
    sink_put_string(sink, "]");
}

/* How the sprites were made, in the order of the pack, and the command line; in base64, as no name
 * must become markup. */
static bool put_settings(const struct html_page *page, struct sink *sink, struct error *err)
{
    const struct tune_page *const tune = page->tune;
    struct base64 encoder = {.sink = sink};
    struct sink json;
    sink_init(&json, base64_write, &encoder);
    sink_put_string(sink, "<script type=\"text/x-settings\" id=\"settings\">");
    sink_put_format(&json, "{\"page\":\"%s\",\"config\":%s", tune->is_pack ? "pack" : "tune",
                    tune->has_config ? "true" : "false");
    put_words(&json, "words", tune->words, tune->word_count);
    put_words(&json, "explicit", tune->explicit, tune->explicit_count);
    put_words(&json, "problems", tune->problems, tune->problem_count);
    sink_put_string(&json, ",\"sprites\":[");
    for (size_t i = 0; i < page->model->sprite_count; i++) {
        sink_put_string(&json, i > 0 ? ",\n" : "\n");
        if (page->model->sprites[i].made != NULL)
            put_made(&json, page->model->sprites[i].made);
        else
            sink_put_string(&json, "null");
    }
    sink_put_string(&json, "]}");
    const bool ok = sink_flush(&json, err);
    end_data(&encoder);
    return ok;
}

/* ---- The page ----------------------------------------------------------------------------- */

/* Writes the template up to a mark, and skips the mark. Without it all of the rest is written. */
static void put_up_to(const char *mark, struct page_part *rest, struct sink *sink)
{
    const size_t length = strlen(mark);
    size_t at = 0;
    while (at + length <= rest->size && memcmp(rest->bytes + at, mark, length) != 0)
        at++;
    const bool found = at + length <= rest->size;
    const size_t plain = found ? at : rest->size, taken = found ? at + length : rest->size;
    sink_put(sink, rest->bytes, plain);
    *rest = (struct page_part){rest->bytes + taken, rest->size - taken};
}

bool html_write(const struct html_page *page, struct sink *sink, struct error *err)
{
    struct page_part rest = page_template;
    char title[256];
    text_quote(title, sizeof title, page->title);
    put_up_to("@warnings@", &rest, sink);
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        sink_put_string(sink, i > 0 ? " " : "");
        sink_put_string(sink, model_warning_id(i));
    }
    put_up_to("@title@", &rest, sink);
    put_escaped(sink, title);
    put_up_to("@style@", &rest, sink);
    sink_put(sink, page_style.bytes, page_style.size);
    put_up_to("@title@", &rest, sink);
    put_escaped(sink, title);
    put_up_to("@data@", &rest, sink);
    if (!put_data(page, sink, err) || (page->tune != NULL && !put_settings(page, sink, err)))
        return false;
    put_up_to("@script@", &rest, sink);
    sink_put(sink, page_script.bytes, page_script.size);
    sink_put(sink, rest.bytes, rest.size);
    return true;
}
