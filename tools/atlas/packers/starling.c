/*
 * starling.c - Starling and Sparrow XML, the XML of crunch, and TexturePacker's generic XML, which
 * begins like Starling's (sprite_xml.h)
 *
 *     <TextureAtlas imagePath="game.png" width="256" height="128">
 *         <SubTexture name="hero" x="2" y="2" width="30" height="16" rotated="true"
 *                     frameX="-3" frameY="-1" frameWidth="20" frameHeight="32"/>
 *     </TextureAtlas>
 *
 *     <atlas><tex n="game0">
 *         <img n="hero" x="2" y="2" w="16" h="30" fx="-3" fy="-1" fw="20" fh="32" r="1"/>
 *     </tex></atlas>
 *
 * Both turn clockwise and negate the offset of a trimmed frame, which goes where (0, 0) is of
 * the untrimmed sprite; Starling's width and height are those on the page, crunch's upright.
 * Pivots are in pixels of the untrimmed sprite.
 *
 * HaxeFlixel also reads flipX="true" and flipY="true" of a <SubTexture>: it draws the frame upright
 * and untrimmed, and then mirrors it within its untrimmed size.
 */
#include "atlas/atlas.h"
#include "atlas/sprite_xml.h"
#include "atlas/xml.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

#define TEXTURE_ATLAS "TextureAtlas"

/* The names of elements and attributes in a format. */
struct dialect {
    const char *page, *image, *suffix; /* the element, its attribute, what that leaves out */
    const char *frame;
    const char *name, *width, *height, *rotated;
    const char *left, *top, *source_width, *source_height;
    bool turned_sizes; /* width and height are those on the page */
};

static const struct dialect starling = {
    .page = TEXTURE_ATLAS,
    .image = "imagePath",
    .suffix = "",
    .frame = "SubTexture",
    .name = "name",
    .width = "width",
    .height = "height",
    .rotated = "rotated",
    .left = "frameX",
    .top = "frameY",
    .source_width = "frameWidth",
    .source_height = "frameHeight",
    .turned_sizes = true,
};

static const struct dialect crunch = {
    .page = "tex",
    .image = "n",
    .suffix = ".png",
    .frame = "img",
    .name = "n",
    .width = "w",
    .height = "h",
    .rotated = "r",
    .left = "fx",
    .top = "fy",
    .source_width = "fw",
    .source_height = "fh",
    .turned_sizes = false,
};

struct starling_reader {
    const struct dialect *dialect;
    struct atlas *atlas;
    struct atlas_log log;
    bool foreign;   /* an element of another format was found and said */
    size_t rounded; /* frames with fractions that were left out */
    struct atlas_place rounded_first;
    bool upright_sizes; /* of <sprite>: of free-tex-packer */
    bool polygons;
};

/* ---- One frame ---------------------------------------------------------------------------- */

/* An element and the name of its frame, for messages. */
struct source {
    struct starling_reader *reader;
    const struct xml_element *element;
    const char *name;
    bool ok;      /* nothing was wrong so far */
    bool rounded; /* a fraction was left out */
};

static struct atlas_place place_of(const struct xml_element *element)
{
    return (struct atlas_place){element->line, element->column};
}

static void wrong(struct source *source, const struct error *err)
{
    source->ok = false;
    atlas_found(&source->reader->log, "frame", source->name, place_of(source->element), "%s",
                err->text);
}

static bool has(const struct source *source, const char *attribute)
{
    return xml_find(source->element, attribute) != NULL;
}

static int64_t number(struct source *source, const char *attribute, int64_t min)
{
    struct error err;
    int64_t out = 0;
    if (!xml_get_pixels(source->element, attribute, min, INT32_MAX, &out, &source->rounded, &err))
        wrong(source, &err);
    return out;
}

static int64_t number_or_0(struct source *source, const char *attribute, int64_t min)
{
    return has(source, attribute) ? number(source, attribute, min) : 0;
}

static void read_turn(struct source *source, struct atlas_frame *frame)
{
    const struct dialect *const dialect = source->reader->dialect;
    struct error err;
    bool rotated = false;
    if (!has(source, dialect->rotated))
        return;
    if (!xml_get_bool(source->element, dialect->rotated, &rotated, &err))
        wrong(source, &err);
    if (!rotated)
        return;
    frame->turn = ATLAS_CLOCKWISE;
    if (dialect->turned_sizes) {
        const uint32_t width = frame->width;
        frame->width = frame->height;
        frame->height = width;
    }
}

/* A frame size of 0 x 0 or none means that nothing was trimmed. The offset of a region without
 * pixels is ignored, because some packers write any number there. What lies outside of the frame
 * is cut off, as engines do: Adobe Animate writes such regions. */
static void read_trim(struct source *source, struct atlas_frame *frame)
{
    const struct dialect *const dialect = source->reader->dialect;
    const bool has_pixels = frame->width != 0 && frame->height != 0;
    int64_t left = 0, top = 0;
    if (has_pixels) {
        left = -number_or_0(source, dialect->left, -(int64_t)INT32_MAX);
        top = -number_or_0(source, dialect->top, -(int64_t)INT32_MAX);
    }
    frame->source_width = (uint32_t)number_or_0(source, dialect->source_width, 0);
    frame->source_height = (uint32_t)number_or_0(source, dialect->source_height, 0);
    if (frame->source_width == 0 && frame->source_height == 0) {
        frame->source_width = frame->width;
        frame->source_height = frame->height;
    }
    const bool has_source = frame->source_width != 0 && frame->source_height != 0;
    if (has_pixels && has_source && source->ok)
        atlas_clip_warned(&source->reader->log, source->name, frame, left, top);
}

static bool flag(struct source *source, const char *attribute)
{
    struct error err;
    bool out = false;
    if (has(source, attribute) && !xml_get_bool(source->element, attribute, &out, &err))
        wrong(source, &err);
    return out;
}

/* What is left of a trimmed frame goes to the other side. */
static void read_mirror(struct source *source, struct atlas_frame *frame)
{
    if (source->reader->dialect != &starling)
        return;
    frame->mirrored_x = flag(source, "flipX");
    frame->mirrored_y = flag(source, "flipY");
    const bool has_pixels = frame->width != 0 && frame->height != 0;
    const bool has_source = frame->source_width != 0 && frame->source_height != 0;
    if (!has_pixels || !has_source || !source->ok)
        return;
    if (frame->mirrored_x)
        frame->left = frame->source_width - frame->width - frame->left;
    if (frame->mirrored_y)
        frame->top = frame->source_height - frame->height - frame->top;
}

/* Sparrow 1 says w and h for width and height. */
static const char *size_name(const struct source *source, const char *usual, const char *brief)
{
    return has(source, usual) || !has(source, brief) ? usual : brief;
}

static void read_frame(struct starling_reader *reader, const struct xml_element *element)
{
    const struct dialect *const dialect = reader->dialect;
    struct source source = {reader, element, NULL, true, false};
    struct error err;
    if (!xml_get_string(element, dialect->name, &source.name, &err)) {
        wrong(&source, &err);
        return;
    }
    if (reader->atlas->page_count == 0) {
        xml_fail(element, &err, "is not inside a <%s>", dialect->page);
        wrong(&source, &err);
        return;
    }
    struct atlas_frame frame = {
        .page = (uint32_t)(reader->atlas->page_count - 1),
        .x = (uint32_t)number(&source, "x", 0),
        .y = (uint32_t)number(&source, "y", 0),
        .width = (uint32_t)number(&source, size_name(&source, dialect->width, "w"), 0),
        .height = (uint32_t)number(&source, size_name(&source, dialect->height, "h"), 0),
        .place = place_of(element),
    };
    read_turn(&source, &frame);
    read_trim(&source, &frame);
    read_mirror(&source, &frame);
    if (source.rounded && reader->rounded++ == 0)
        reader->rounded_first = frame.place;
    frame.has_pivot = has(&source, "pivotX") || has(&source, "pivotY");
    if (frame.has_pivot && !xml_get_fixed(element, "pivotX", &frame.pivot_x, &err))
        wrong(&source, &err);
    if (frame.has_pivot && !xml_get_fixed(element, "pivotY", &frame.pivot_y, &err))
        wrong(&source, &err);
    if (!source.ok)
        return;
    frame.name = text_copy(source.name);
    atlas_add_frame(reader->atlas, &frame, &reader->log);
}

/* ---- Pages -------------------------------------------------------------------------------- */

static uint32_t page_side(struct starling_reader *reader, const struct xml_element *element,
                          const char *attribute)
{
    struct error err;
    int64_t side = 0;
    if (reader->dialect == &starling && xml_find(element, attribute) != NULL &&
        !xml_get_number(element, attribute, 0, INT32_MAX, &side, &err)) {
        atlas_found(&reader->log, NULL, NULL, place_of(element), "%s", err.text);
        return 0;
    }
    return (uint32_t)side;
}

/* A page without an image is an error. It is kept, so that its frames can be checked. */
static void read_page(struct starling_reader *reader, const struct xml_element *element)
{
    struct error err;
    const char *name;
    const bool named = xml_get_string(element, reader->dialect->image, &name, &err);
    if (!named) {
        atlas_found(&reader->log, NULL, NULL, place_of(element), "%s", err.text);
        name = "missing";
    }
    const struct atlas_page page = {
        .image = text_format("%s%s", name, reader->dialect->suffix),
        .unread = !named,
        .width = page_side(reader, element, "width"),
        .height = page_side(reader, element, "height"),
        .place = place_of(element),
    };
    atlas_add_page(reader->atlas, &page, &reader->log);
}

/* Other formats begin with <TextureAtlas>, too. */
static void refuse_foreign(struct starling_reader *reader, const struct xml_element *element,
                           const char *why)
{
    struct error err;
    if (reader->foreign)
        return;
    reader->foreign = true;
    xml_fail(element, &err, "%s; please export as Starling or Sparrow version 2, or as JSON", why);
    atlas_found(&reader->log, NULL, NULL, place_of(element), "%s", err.text);
}

static void begin_starling(void *user, const struct xml_element *element)
{
    if (element->depth > 1)
        return;
    struct starling_reader *const reader = user;
    if (element->depth == 0) {
        read_page(reader, element);
        reader->upright_sizes = xml_find(element, "scale") != NULL;
    } else if (strcmp(element->name, "sprite") == 0) {
        const struct atlas_place place = {element->line, element->column};
        if (sprite_xml_read(reader->atlas, &reader->log, element, reader->upright_sizes) &&
            reader->rounded++ == 0)
            reader->rounded_first = place;
        reader->polygons = reader->polygons || xml_find(element, "vertices") != NULL;
    } else if (strcmp(element->name, starling.frame) != 0)
        refuse_foreign(user, element, "belongs to another XML format, which hitmask does not read");
    else
        read_frame(user, element);
}

/* Newer versions of crunch write other elements beside the pages: their settings. */
static void begin_crunch(void *user, const struct xml_element *element)
{
    if (strcmp(element->name, crunch.page) == 0)
        read_page(user, element);
    else if (strcmp(element->name, crunch.frame) == 0)
        read_frame(user, element);
}

/* ---- The formats -------------------------------------------------------------------------- */

static bool read_dialect(const struct dialect *dialect,
                         void (*begin)(void *, const struct xml_element *), const char *text,
                         size_t size, const char *path, struct atlas *out,
                         struct diagnostics *diagnostics)
{
    struct starling_reader reader = {.dialect = dialect, .atlas = out, .log = {path, diagnostics}};
    const size_t errors = diagnostics->errors;
    struct error err;
    if (!xml_parse(text, size, begin, &reader, &err))
        diagnostics_add_error(diagnostics, path, &err);
    else if (reader.polygons)
        atlas_warn_polygons(&reader.log);
    else if (out->frame_count == 0 && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, (struct atlas_place){0, 0},
                    "there is no <%s> in it: no frame to bake", dialect->frame);
    atlas_warn_rounded(&reader.log, reader.rounded, reader.rounded_first);
    return atlas_check(out, path, diagnostics) && diagnostics->errors == errors;
}

static bool read_starling(const char *text, size_t size, const char *path, struct atlas *out,
                          struct diagnostics *diagnostics)
{
    return read_dialect(&starling, begin_starling, text, size, path, out, diagnostics);
}

static bool read_crunch(const char *text, size_t size, const char *path, struct atlas *out,
                        struct diagnostics *diagnostics)
{
    return read_dialect(&crunch, begin_crunch, text, size, path, out, diagnostics);
}

const struct atlas_format atlas_starling = {
    .name = "Starling XML", .root = TEXTURE_ATLAS, .read = read_starling};
const struct atlas_format atlas_crunch = {
    .name = "crunch XML", .root = "atlas", .read = read_crunch};
