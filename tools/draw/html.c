/*
 * html.c - the page of tools/draw/page/ with a pack in it
 *
 * The page holds the pack itself, as base64, and its script reads it as FORMAT.md describes:
 * so nothing that a pack says can be taken for markup, and nothing is said twice. Art is
 * embedded as it is, also as base64.
 */
#include "draw/html.h"

#include "base/text.h"
#include "draw/page.h"
#include "formats/base64.h"
#include "formats/pack.h"
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

static void begin_data(struct sink *sink, const char *id)
{
    sink_put_string(sink, "<script type=\"text/plain\" id=\"");
    sink_put_string(sink, id);
}

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
    begin_data(sink, "pack\">");
    const bool ok = pack_write(model, 1, &bytes, err) && sink_flush(&bytes, err);
    end_data(&encoder);
    return ok;
}

static bool put_file(const char *path, struct base64_encoder *encoder, struct error *err)
{
    struct reader reader;
    uint8_t bytes[4096];
    size_t got = sizeof bytes;
    if (!reader_open(&reader, path, err))
        return false;
    bool ok = true;
    while (ok && got == sizeof bytes) {
        ok = reader_read(&reader, bytes, sizeof bytes, &got, err);
        if (ok)
            base64_write(encoder, bytes, got);
    }
    reader_close(&reader);
    return ok;
}

static bool put_art(const struct html_page *page, size_t sprite, struct sink *sink,
                    struct error *err)
{
    struct base64_encoder encoder = {.sink = sink};
    begin_data(sink, "art-");
    sink_put_number(sink, sprite);
    sink_put_string(sink, "\">");
    const bool ok = put_file(page->art[sprite], &encoder, err);
    end_data(&encoder);
    return ok;
}

static bool put_data(const struct html_page *page, struct sink *sink, struct error *err)
{
    if (!put_pack(page->model, sink, err))
        return false;
    for (size_t i = 0; page->art != NULL && i < page->model->sprite_count; i++)
        if (page->art[i] != NULL && !put_art(page, i, sink, err))
            return false;
    return true;
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

static bool put_part(const struct page_part *part, struct sink *sink)
{
    sink_put(sink, part->bytes, part->size);
    return true;
}

static bool put_style(const struct html_page *page, struct sink *sink, struct error *err)
{
    (void)page, (void)err;
    return put_part(&page_style, sink);
}

static bool put_script(const struct html_page *page, struct sink *sink, struct error *err)
{
    (void)page, (void)err;
    return put_part(&page_script, sink);
}

static const struct template_mark {
    const char *mark;
    bool (*put)(const struct html_page *page, struct sink *sink, struct error *err);
} places[] = {
    {"@title@", put_title}, {"@warnings@", put_warnings}, {"@style@", put_style},
    {"@data@", put_data},   {"@script@", put_script},
};

/* The place whose mark stands at `p`; NULL when none does. */
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
            if (!place->put(page, sink, err))
                return false;
            p += strlen(place->mark);
        } else if (p < end) {
            sink_put(sink, p++, 1);
        }
    }
    return true;
}
