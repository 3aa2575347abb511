/*
 * starling.c - Starling and Sparrow XML, the XML of crunch, and TexturePacker's generic XML, which
 * begins like Starling's
 *
 *     <TextureAtlas imagePath="game.png" width="256" height="128">
 *         <SubTexture name="hero" x="2" y="2" width="30" height="16" rotated="true"
 *                     frameX="-3" frameY="-1" frameWidth="20" frameHeight="32"/>
 *     </TextureAtlas>
 *
 *     <TextureAtlas imagePath="game.png" width="256" height="128">
 *         <sprite n="hero" x="2" y="2" w="30" h="16" pX="0.5" pY="0.5"
 *                 oX="3" oY="1" oW="20" oH="32" r="y"/>
 *     </TextureAtlas>
 *
 *     <atlas><tex n="game0">
 *         <img n="hero" x="2" y="2" w="16" h="30" fx="-3" fy="-1" fw="20" fh="32" r="1"/>
 *     </tex></atlas>
 *
 * All turn clockwise. Starling and crunch negate the offset of a trimmed frame, which goes where
 * (0, 0) is of the untrimmed sprite; Starling's width and height are those on the page, crunch's
 * upright. Pivots are in pixels of the untrimmed sprite.
 *
 * The w and h of a <sprite> are those on the page; free-tex-packer writes upright ones, and is
 * known by the scale in its <TextureAtlas>. oX to oH are there when the sprite was trimmed. Its
 * pivot is a part of the untrimmed size.
 *
 * HaxeFlixel also reads flipX="true" and flipY="true" of a <SubTexture>: it draws the frame upright
 * and untrimmed, and then mirrors it within its untrimmed size.
 */
#include "atlas/atlas.h"
#include "atlas/xml.h"
#include "base/text.h"

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
    const struct atlas_log *log;
    bool foreign;       /* an element of another format was found and said */
    bool upright_sizes; /* of <sprite>: of free-tex-packer */
};

/* ---- Attributes --------------------------------------------------------------------------- */

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
    atlas_found_error(source->reader->log, "frame", source->name, err);
}

static bool has(const struct source *source, const char *attribute)
{
    return xml_find(source->element, attribute) != NULL;
}

static int64_t number(struct source *source, const char *attribute, int64_t min)
{
    struct error err;
    int64_t out = 0;
    if (!xml_get_number(source->element, attribute, min, INT32_MAX, &out, &source->rounded, &err))
        wrong(source, &err);
    return out;
}

static int64_t number_or_0(struct source *source, const char *attribute, int64_t min)
{
    return has(source, attribute) ? number(source, attribute, min) : 0;
}

static bool flag(struct source *source, const char *attribute)
{
    struct error err;
    bool out = false;
    if (has(source, attribute) && !xml_get_bool(source->element, attribute, &out, &err))
        wrong(source, &err);
    return out;
}

/* Turns a frame, and swaps its sizes if they are those on the page. */
static void turn(struct atlas_frame *frame, bool swap)
{
    const uint32_t width = frame->width;
    frame->turn = ATLAS_CLOCKWISE;
    if (swap) {
        frame->width = frame->height;
        frame->height = width;
    }
}

/* Begins the frame of an element; false when there is nothing to read. */
static bool begin_frame(struct source *source, const char *name, const char *width,
                        const char *height, struct atlas_frame *out)
{
    struct error err;
    struct atlas *const atlas = source->reader->atlas;
    if (!xml_get_string(source->element, name, &source->name, &err)) {
        wrong(source, &err);
        return false;
    }
    if (atlas->page_count == 0) {
        xml_fail(source->element, &err, "is not inside a <%s>", source->reader->dialect->page);
        wrong(source, &err);
        return false;
    }
    *out = (struct atlas_frame){
        .page = (uint32_t)(atlas->page_count - 1),
        .x = (uint32_t)number(source, "x", 0),
        .y = (uint32_t)number(source, "y", 0),
        .width = (uint32_t)number(source, width, 0),
        .height = (uint32_t)number(source, height, 0),
        .place = place_of(source->element),
    };
    return true;
}

/* Adds the frame, unless something was wrong. */
static void end_frame(const struct source *source, struct atlas_frame *frame)
{
    struct atlas *const atlas = source->reader->atlas;
    if (source->rounded)
        atlas_note_rounded(atlas, frame->place);
    if (!source->ok)
        return;
    frame->name = arena_text(&atlas->arena, source->name);
    atlas_add_frame(atlas, frame);
}

/* ---- <sprite> ------------------------------------------------------------------------------ */

static int64_t pivot(struct source *source, const char *attribute, uint32_t size)
{
    struct error err;
    struct decimal part = {0, 0};
    int64_t pixels;
    if (!xml_get_decimal(source->element, attribute, &part, &err))
        wrong(source, &err);
    if (fixed_from_part(part, size, &pixels))
        return pixels;
    xml_fail(source->element, &err, "has %s=\"%s\", which is too far away", attribute,
             xml_find(source->element, attribute));
    wrong(source, &err);
    return 0;
}

static void read_sprite(struct starling_reader *reader, const struct xml_element *element)
{
    static const char *const trim[] = {"oX", "oY", "oW", "oH"};
    struct source source = {reader, element, NULL, true, false};
    struct atlas_frame frame;
    struct error err;
    bool trimmed = false;
    if (xml_find(element, "vertices") != NULL)
        reader->atlas->polygons = true;
    if (!begin_frame(&source, "n", "w", "h", &frame))
        return;
    const char *const turned = xml_find(element, "r");
    if (turned != NULL && strcmp(turned, "y") == 0) {
        turn(&frame, !reader->upright_sizes);
    } else if (turned != NULL && strcmp(turned, "n") != 0) {
        xml_fail(element, &err, "has an r that is neither y nor n");
        wrong(&source, &err);
    }
    frame.source_width = frame.width;
    frame.source_height = frame.height;
    uint32_t *const out[] = {&frame.left, &frame.top, &frame.source_width, &frame.source_height};
    /* With any of the four, all must be there. */
    for (size_t i = 0; i < 4; i++)
        trimmed = trimmed || has(&source, trim[i]);
    for (size_t i = 0; trimmed && i < 4; i++)
        *out[i] = (uint32_t)number(&source, trim[i], 0);
    frame.has_pivot = has(&source, "pX") || has(&source, "pY");
    if (frame.has_pivot) {
        frame.pivot_x = pivot(&source, "pX", frame.source_width);
        frame.pivot_y = pivot(&source, "pY", frame.source_height);
    }
    end_frame(&source, &frame);
}

/* ---- <SubTexture> and <img> ----------------------------------------------------------------- */

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
        atlas_clip(source->reader->log, source->name, frame, left, top);
}

/* Mirroring moves the region of a trimmed frame to the other side. */
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
    struct atlas_frame frame;
    struct error err;
    if (!begin_frame(&source, dialect->name, size_name(&source, dialect->width, "w"),
                     size_name(&source, dialect->height, "h"), &frame))
        return;
    if (flag(&source, dialect->rotated))
        turn(&frame, dialect->turned_sizes);
    read_trim(&source, &frame);
    read_mirror(&source, &frame);
    frame.has_pivot = has(&source, "pivotX") || has(&source, "pivotY");
    if (frame.has_pivot && !xml_get_fixed(element, "pivotX", &frame.pivot_x, &err))
        wrong(&source, &err);
    if (frame.has_pivot && !xml_get_fixed(element, "pivotY", &frame.pivot_y, &err))
        wrong(&source, &err);
    end_frame(&source, &frame);
}

/* ---- Pages -------------------------------------------------------------------------------- */

static uint32_t page_side(struct starling_reader *reader, const struct xml_element *element,
                          const char *attribute)
{
    struct error err;
    int64_t side = 0;
    if (reader->dialect == &starling && xml_find(element, attribute) != NULL &&
        !xml_get_number(element, attribute, 0, INT32_MAX, &side, NULL, &err)) {
        atlas_found_error(reader->log, NULL, NULL, &err);
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
        atlas_found_error(reader->log, NULL, NULL, &err);
        name = "missing";
    }
    const struct atlas_page page = {
        .image = arena_format(&reader->atlas->arena, "%s%s", name, reader->dialect->suffix),
        .unread = !named,
        .width = page_side(reader, element, "width"),
        .height = page_side(reader, element, "height"),
        .place = place_of(element),
    };
    atlas_add_page(reader->atlas, &page);
}

/* ---- The formats -------------------------------------------------------------------------- */

static void begin_starling(void *user, const struct xml_element *element)
{
    struct starling_reader *const reader = user;
    struct error err;
    if (element->depth == 0) {
        read_page(reader, element);
        reader->upright_sizes = xml_find(element, "scale") != NULL;
    } else if (element->depth > 1) {
        return;
    } else if (strcmp(element->name, starling.frame) == 0) {
        read_frame(reader, element);
    } else if (strcmp(element->name, "sprite") == 0) {
        read_sprite(reader, element);
    } else if (!reader->foreign) {
        /* Other formats begin with <TextureAtlas>, too. */
        reader->foreign = true;
        xml_fail(element, &err,
                 "belongs to another XML format, which hitmask does not read; please export as "
                 "Starling or Sparrow version 2, or as JSON");
        atlas_found_error(reader->log, NULL, NULL, &err);
    }
}

/* Newer versions of crunch write other elements beside the pages: their settings. */
static void begin_crunch(void *user, const struct xml_element *element)
{
    if (strcmp(element->name, crunch.page) == 0)
        read_page(user, element);
    else if (strcmp(element->name, crunch.frame) == 0)
        read_frame(user, element);
}

static void read_dialect(const struct dialect *dialect,
                         void (*begin)(void *, const struct xml_element *), const char *text,
                         size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct starling_reader reader = {.dialect = dialect, .atlas = atlas, .log = log};
    struct error err;
    if (!xml_parse(text, size, begin, NULL, &reader, &err))
        atlas_found_error(log, NULL, NULL, &err);
    else if (atlas->frame_count == 0 && atlas_is_clean(atlas, log))
        atlas_found(log, NULL, NULL, (struct atlas_place){0, 0},
                    "there is no <%s> in it: no frame to bake", dialect->frame);
}

static void read_starling(const char *text, size_t size, struct atlas *atlas,
                          const struct atlas_log *log)
{
    read_dialect(&starling, begin_starling, text, size, atlas, log);
}

static void read_crunch(const char *text, size_t size, struct atlas *atlas,
                        const struct atlas_log *log)
{
    read_dialect(&crunch, begin_crunch, text, size, atlas, log);
}

const struct atlas_format atlas_starling = {
    .name = "Starling XML", .root = TEXTURE_ATLAS, .read = read_starling};
const struct atlas_format atlas_crunch = {
    .name = "crunch XML", .root = "atlas", .read = read_crunch};
