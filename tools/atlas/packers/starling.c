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
 * All formats turn clockwise. Starling and crunch negate the offset of a trimmed frame: -3, -1 is a
 * region that begins at (3, 1) of the untrimmed sprite. Starling's width and height are the size on
 * the page, crunch's the upright size. Pivots are in pixels of the untrimmed sprite.
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
    const char *frame, *name, *width, *height, *rotated;
    const char *left, *top, *source_width, *source_height;
    bool turned_sizes; /* width and height are those on the page */
};

static const struct dialect starling = {
    TEXTURE_ATLAS, "imagePath", "",       "SubTexture", "name",        "width", "height",
    "rotated",     "frameX",    "frameY", "frameWidth", "frameHeight", true};
static const struct dialect crunch = {"tex", "n",  ".png", "img", "n",  "w",  "h",
                                      "r",   "fx", "fy",   "fw",  "fh", false};

struct starling_reader {
    const struct dialect *dialect;
    struct atlas *atlas;
    const struct atlas_log *log;
    bool upright_sizes; /* of <sprite>: of free-tex-packer */
    bool foreign;       /* an element of another format was found and said */
};

/* ---- Attributes --------------------------------------------------------------------------- */

static bool has(const struct xml_source *source, const char *attribute)
{
    return xml_find(source->element, attribute) != NULL;
}

static uint32_t number(struct xml_source *source, const char *attribute)
{
    return (uint32_t)xml_number(source, attribute, 0, ATLAS_REQUIRED);
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
static bool begin_frame(const struct starling_reader *reader, struct xml_source *source,
                        const char *name, const char *width, const char *height,
                        struct atlas_frame *out)
{
    source->name = xml_string(source, name, ATLAS_REQUIRED);
    if (reader->atlas->page_count == 0 && !source->wrong)
        xml_wrong(source, "is not inside a <%s>", reader->dialect->page);
    if (source->wrong)
        return false;
    *out = (struct atlas_frame){
        .page = (uint32_t)(reader->atlas->page_count - 1),
        .x = number(source, "x"),
        .y = number(source, "y"),
        .width = number(source, width),
        .height = number(source, height),
        .place = xml_place(source->element),
    };
    return true;
}

/* Adds the frame, unless something was wrong. */
static void end_frame(const struct starling_reader *reader, const struct xml_source *source,
                      struct atlas_frame *frame)
{
    if (source->rounded)
        atlas_note_rounded(reader->atlas, frame->place);
    if (source->wrong)
        return;
    frame->name = arena_text(&reader->atlas->arena, source->name);
    atlas_add_frame(reader->atlas, frame);
}

/* ---- <sprite> ------------------------------------------------------------------------------ */

static int64_t pivot(struct xml_source *source, const char *attribute, uint32_t size)
{
    int64_t pixels = 0;
    if (!fixed_from_part(xml_decimal(source, attribute), size, &pixels))
        xml_wrong(source, "has %s=\"%s\", which is too far away", attribute,
                  xml_find(source->element, attribute));
    return pixels;
}

static void read_sprite(struct starling_reader *reader, const struct xml_element *element)
{
    static const char *const trim[] = {"oX", "oY", "oW", "oH"};
    struct xml_source source = {.element = element, .log = reader->log, .what = "frame"};
    struct atlas_frame frame;
    bool trimmed = false;
    if (has(&source, "vertices"))
        reader->atlas->polygons = true;
    if (!begin_frame(reader, &source, "n", "w", "h", &frame))
        return;
    const char *const turned = xml_find(element, "r");
    if (turned != NULL && strcmp(turned, "y") == 0)
        turn(&frame, !reader->upright_sizes);
    else if (turned != NULL && strcmp(turned, "n") != 0)
        xml_wrong(&source, "has an r that is neither y nor n");
    frame.source_width = frame.width;
    frame.source_height = frame.height;
    uint32_t *const out[] = {&frame.left, &frame.top, &frame.source_width, &frame.source_height};
    /* With any of the four, all must be there. */
    for (size_t i = 0; i < 4; i++)
        trimmed = trimmed || has(&source, trim[i]);
    for (size_t i = 0; trimmed && i < 4; i++)
        *out[i] = number(&source, trim[i]);
    frame.has_pivot = has(&source, "pX") || has(&source, "pY");
    if (frame.has_pivot) {
        frame.pivot_x = pivot(&source, "pX", frame.source_width);
        frame.pivot_y = pivot(&source, "pY", frame.source_height);
    }
    end_frame(reader, &source, &frame);
}

/* ---- <SubTexture> and <img> ----------------------------------------------------------------- */

/* A frame size of 0 x 0 or none means that nothing was trimmed. The offset of a region without
 * pixels is ignored, because some packers write any number there. What lies outside of the frame
 * is cut off, as engines do: Adobe Animate writes such regions. */
static void read_trim(const struct dialect *dialect, struct xml_source *source,
                      struct atlas_frame *frame)
{
    const bool has_pixels = frame->width != 0 && frame->height != 0;
    int64_t left = 0, top = 0;
    if (has_pixels) {
        left = -xml_number(source, dialect->left, -(int64_t)INT32_MAX, ATLAS_OPTIONAL);
        top = -xml_number(source, dialect->top, -(int64_t)INT32_MAX, ATLAS_OPTIONAL);
    }
    frame->source_width = (uint32_t)xml_number(source, dialect->source_width, 0, ATLAS_OPTIONAL);
    frame->source_height = (uint32_t)xml_number(source, dialect->source_height, 0, ATLAS_OPTIONAL);
    if (frame->source_width == 0 && frame->source_height == 0) {
        frame->source_width = frame->width;
        frame->source_height = frame->height;
    }
    const bool has_source = frame->source_width != 0 && frame->source_height != 0;
    if (has_pixels && has_source && !source->wrong)
        atlas_clip(source->log, source->name, frame, left, top);
}

/* Mirroring moves the region of a trimmed frame to the other side. */
static void read_mirror(struct xml_source *source, struct atlas_frame *frame)
{
    frame->mirrored_x = xml_bool(source, "flipX");
    frame->mirrored_y = xml_bool(source, "flipY");
    const bool has_pixels = frame->width != 0 && frame->height != 0;
    const bool has_source = frame->source_width != 0 && frame->source_height != 0;
    if (!has_pixels || !has_source || source->wrong)
        return;
    if (frame->mirrored_x)
        frame->left = frame->source_width - frame->width - frame->left;
    if (frame->mirrored_y)
        frame->top = frame->source_height - frame->height - frame->top;
}

/* Sparrow 1 says w and h for width and height. */
static const char *size_name(const struct xml_source *source, const char *usual, const char *brief)
{
    return has(source, usual) || !has(source, brief) ? usual : brief;
}

static void read_frame(struct starling_reader *reader, const struct xml_element *element)
{
    const struct dialect *const dialect = reader->dialect;
    struct xml_source source = {.element = element, .log = reader->log, .what = "frame"};
    struct atlas_frame frame;
    if (!begin_frame(reader, &source, dialect->name, size_name(&source, dialect->width, "w"),
                     size_name(&source, dialect->height, "h"), &frame))
        return;
    if (xml_bool(&source, dialect->rotated))
        turn(&frame, dialect->turned_sizes);
    read_trim(dialect, &source, &frame);
    if (dialect == &starling)
        read_mirror(&source, &frame);
    frame.has_pivot = has(&source, "pivotX") || has(&source, "pivotY");
    if (frame.has_pivot) {
        frame.pivot_x = fixed_from_decimal(xml_decimal(&source, "pivotX"));
        frame.pivot_y = fixed_from_decimal(xml_decimal(&source, "pivotY"));
    }
    end_frame(reader, &source, &frame);
}

/* ---- Pages -------------------------------------------------------------------------------- */

/* A page without an image is an error. It is kept, so that its frames can be checked. */
static void read_page(struct starling_reader *reader, const struct xml_element *element)
{
    const struct dialect *const dialect = reader->dialect;
    struct xml_source source = {.element = element, .log = reader->log, .exact = true};
    const char *const name = xml_string(&source, dialect->image, ATLAS_REQUIRED);
    struct atlas_page page = {
        .image = arena_format(&reader->atlas->arena, "%s%s", name != NULL ? name : "missing",
                              dialect->suffix),
        .unread = name == NULL,
        .place = xml_place(element),
    };
    if (dialect == &starling) {
        page.width = (uint32_t)xml_number(&source, "width", 0, ATLAS_OPTIONAL);
        page.height = (uint32_t)xml_number(&source, "height", 0, ATLAS_OPTIONAL);
    }
    atlas_add_page(reader->atlas, &page);
}

/* ---- The formats -------------------------------------------------------------------------- */

static void begin_starling(void *user, const struct xml_element *element)
{
    struct starling_reader *const reader = user;
    char quoted[ATLAS_NAME_SHOWN];
    if (element->depth == 0) {
        read_page(reader, element);
        reader->upright_sizes = xml_find(element, "scale") != NULL;
    } else if (element->depth == 1 && strcmp(element->name, starling.frame) == 0) {
        read_frame(reader, element);
    } else if (element->depth == 1 && strcmp(element->name, "sprite") == 0) {
        read_sprite(reader, element);
    } else if (element->depth == 1 && !reader->foreign) {
        /* Other formats begin with <TextureAtlas>, too. */
        reader->foreign = true;
        atlas_found(reader->log, NULL, NULL, xml_place(element),
                    "<%s> belongs to another XML format, which hitmask does not read; please "
                    "export as Starling or Sparrow version 2, or as JSON",
                    text_quote(quoted, sizeof quoted, element->name));
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
    if (!xml_parse(text, size, begin, NULL, &reader, log, &err))
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
