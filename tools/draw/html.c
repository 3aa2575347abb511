/*
 * html.c - writes the page of tools/draw/page/ with a pack in it
 *
 * The page holds the pack itself, in base64, and its script reads it as in FORMAT.md. So no text of
 * a pack can be taken for markup. The files of the art are embedded in base64, too;
 * those that are no still PNGs as PNGs.
 */
#include "draw/html.h"

#include "base/text.h"
#include "formats/base64.h"
#include "formats/pack.h"
#include "picture/image.h"
#include "picture/png_file.h"
#include "system/reader.h"

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

/* ---- Data --------------------------------------------------------------------------------- */

#define BEGIN_DATA "<script type=\"text/plain\" id=\""

static void end_data(struct base64_encoder *encoder)
{
    base64_end(&encoder->group, encoder->sink);
    sink_put_string(encoder->sink, "</script>\n");
}

static bool put_pack(const struct model *model, struct sink *sink, struct error *err)
{
    struct base64_encoder encoder = {.sink = sink};
    struct sink bytes;
    sink_init(&bytes, base64_write, &encoder);
    sink_put_string(sink, BEGIN_DATA "pack\">");
    const bool ok = pack_write(model, 1, &bytes, err) && sink_flush(&bytes, err);
    end_data(&encoder);
    return ok;
}

/* As a PNG, for browsers do not know all kinds, and show frames where the page wants a sheet of
 * them. The page says that art without data cannot be decoded. */
static bool put_as_png(struct reader *reader, struct base64_encoder *encoder, struct error *err)
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

static bool put_file(const char *path, struct base64_encoder *encoder, struct error *err)
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
    bool ok = put_pack(page->model, sink, err);
    for (size_t i = 0; ok && page->art != NULL && i < page->model->sprite_count; i++) {
        struct base64_encoder encoder = {.sink = sink};
        if (page->art[i] == NULL)
            continue;
        sink_put_format(sink, BEGIN_DATA "art-%zu\">", i);
        ok = put_file(page->art[i], &encoder, err);
        end_data(&encoder);
    }
    return ok;
}

/* ---- The places in the template ----------------------------------------------------------- */

static bool put_title(const struct html_page *page, struct sink *sink, struct error *err)
{
    char title[256];
    (void)err;
    put_escaped(sink, text_quote(title, sizeof title, page->title));
    return true;
}

static bool put_warnings(const struct html_page *page, struct sink *sink, struct error *err)
{
    (void)page, (void)err;
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        sink_put_string(sink, i > 0 ? " " : "");
        sink_put_string(sink, model_warning_id(i));
    }
    return true;
}

static const struct template_mark {
    const char *mark;
    const struct page_part *part; /* or NULL: `put` writes it */
    bool (*put)(const struct html_page *page, struct sink *sink, struct error *err);
} places[] = {
    {"@title@", NULL, put_title},     {"@warnings@", NULL, put_warnings},
    {"@style@", &page_style, NULL},   {"@data@", NULL, put_data},
    {"@script@", &page_script, NULL},
};

/* The place whose mark is at `p`, or NULL. */
static const struct template_mark *find_place(const unsigned char *p, size_t left)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t length = strlen(places[i].mark);
        if (length <= left && memcmp(p, places[i].mark, length) == 0)
            return &places[i];
    }
    return NULL;
}

bool html_write(const struct html_page *page, struct sink *sink, struct error *err)
{
    const unsigned char *p = page_template.bytes, *const end = p + page_template.size;
    while (p < end) {
        const unsigned char *const at = memchr(p, '@', (size_t)(end - p));
        const unsigned char *const stop = at != NULL ? at : end;
        const struct template_mark *const place = find_place(stop, (size_t)(end - stop));
        sink_put(sink, p, (size_t)(stop - p));
        p = stop;
        if (place != NULL) {
            if (place->part != NULL)
                sink_put(sink, place->part->bytes, place->part->size);
            else if (!place->put(page, sink, err))
                return false;
            p += strlen(place->mark);
        } else if (p < end) {
            sink_put(sink, p++, 1);
        }
    }
    return true;
}
