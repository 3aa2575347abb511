/*
 * html.c - writes the page of tools/draw/page/ with a pack in it
 *
 * The page holds the pack itself, in base64, and its script reads it as in FORMAT.md. So no text of
 * a pack can be taken for markup. The files of the art are embedded in base64, too; those that are
 * not still PNGs become PNGs.
 */
#include "draw/html.h"

#include "base/text.h"
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
    if (!put_data(page, sink, err))
        return false;
    put_up_to("@script@", &rest, sink);
    sink_put(sink, page_script.bytes, page_script.size);
    sink_put(sink, rest.bytes, rest.size);
    return true;
}
