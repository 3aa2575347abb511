/*
 * starling.c - Starling and Sparrow XML, and TexturePacker's generic XML, which begins like it
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
 * All turn clockwise. Starling negates the offset of a trimmed frame: -3, -1 is a region that
 * begins at (3, 1) of the untrimmed sprite. Its width and height are the size on the page, and its
 * pivots are in pixels of the untrimmed sprite.
 *
 * The w and h of a <sprite> are those on the page; free-tex-packer writes upright ones, and is
 * known by the scale in its <TextureAtlas>. oX to oH are there when the sprite was trimmed. Its
 * pivot is a part of the untrimmed size.
 *
 * HaxeFlixel also reads flipX="true" and flipY="true" of a <SubTexture>: it draws the frame upright
 * and untrimmed, and then mirrors it within its untrimmed size.
 */
#include "atlas/atlas_json.h"
#include "atlas/xml.h"
#include "base/text.h"

#include <string.h>

#define TEXTURE_ATLAS "TextureAtlas"
#define FRAME         "SubTexture"

static bool has(struct atlas_json *reader, const cJSON *frame, const char *attribute)
{
    return atlas_json_find(reader, frame, attribute) != NULL;
}

/* Turns a frame, and swaps its sizes if they are those on the page. */
static void turn(struct atlas_frame *frame, bool swap)
{
    const uint32_t width = frame->width;
    frame->turn = ATLAS_CLOCKWISE;
    if (swap) {
        frame->width = frame->source_width = frame->height;
        frame->height = frame->source_height = width;
    }
}

/* ---- <sprite> ------------------------------------------------------------------------------ */

static int64_t pivot(struct atlas_json *reader, const cJSON *frame, const char *key, uint32_t size)
{
    int64_t pixels = 0;
    if (!fixed_from_part(atlas_json_decimal(reader, frame, key), size, &pixels))
        atlas_json_say(reader, frame, "%s is too far away", key);
    return pixels;
}

static void read_sprite(struct atlas_json *reader, const cJSON *value, struct atlas_frame *out)
{
    /* With any of the four, all must be there. */
    static const struct atlas_whole trim[] = {{"oX", 0, INT32_MAX, ATLAS_REQUIRED, 0},
                                              {"oY", 0, INT32_MAX, ATLAS_REQUIRED, 0},
                                              {"oW", 0, INT32_MAX, ATLAS_REQUIRED, 0},
                                              {"oH", 0, INT32_MAX, ATLAS_REQUIRED, 0}};
    const bool upright = has(reader, reader->json.root, "scale");
    const char *const turned = atlas_json_string(reader, value, "r", ATLAS_OPTIONAL);
    bool trimmed = false;
    int32_t numbers[4];
    if (has(reader, value, "vertices"))
        reader->atlas->polygons = true;
    atlas_json_region(reader, value, "", "w", "h", out);
    if (turned != NULL && strcmp(turned, "y") == 0)
        turn(out, !upright);
    else if (turned != NULL && strcmp(turned, "n") != 0)
        atlas_json_say(reader, value, "r must be y or n");
    for (size_t i = 0; i < 4; i++)
        trimmed = trimmed || has(reader, value, trim[i].key);
    if (trimmed && atlas_json_pixels(reader, value, trim, 4, numbers)) {
        out->left = (uint32_t)numbers[0];
        out->top = (uint32_t)numbers[1];
        out->source_width = (uint32_t)numbers[2];
        out->source_height = (uint32_t)numbers[3];
    }
    out->has_pivot = has(reader, value, "pX") || has(reader, value, "pY");
    if (out->has_pivot) {
        out->pivot_x = pivot(reader, value, "pX", out->source_width);
        out->pivot_y = pivot(reader, value, "pY", out->source_height);
    }
}

/* ---- <SubTexture> --------------------------------------------------------------------------- */

/* A frame size of 0 x 0 or none means that nothing was trimmed. The offset of a region without
 * pixels is ignored, because some packers write any number there. What lies outside of the frame
 * is cut off, as engines do: Adobe Animate writes such regions. */
static void read_trim(struct atlas_json *reader, const cJSON *value, struct atlas_frame *out)
{
    static const struct atlas_whole trim[] = {{"frameWidth", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
                                              {"frameHeight", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
                                              {"frameX", -INT32_MAX, INT32_MAX, ATLAS_OPTIONAL, 0},
                                              {"frameY", -INT32_MAX, INT32_MAX, ATLAS_OPTIONAL, 0}};
    const bool has_pixels = out->width != 0 && out->height != 0;
    int32_t numbers[4] = {0};
    if (!atlas_json_pixels(reader, value, trim, has_pixels ? 4 : 2, numbers))
        return;
    if (numbers[0] != 0 || numbers[1] != 0) {
        out->source_width = (uint32_t)numbers[0];
        out->source_height = (uint32_t)numbers[1];
    }
    if (has_pixels && out->source_width != 0 && out->source_height != 0)
        atlas_clip(&reader->log, reader->name, out, -(int64_t)numbers[2], -(int64_t)numbers[3]);
}

/* Mirroring moves the region of a trimmed frame to the other side. */
static void read_mirror(struct atlas_json *reader, const cJSON *value, struct atlas_frame *out)
{
    if (!atlas_json_bool(reader, value, "flipX", &out->mirrored_x) ||
        !atlas_json_bool(reader, value, "flipY", &out->mirrored_y) || out->width == 0 ||
        out->height == 0 || out->source_width == 0 || out->source_height == 0)
        return;
    if (out->mirrored_x)
        out->left = out->source_width - out->width - out->left;
    if (out->mirrored_y)
        out->top = out->source_height - out->height - out->top;
}

/* Sparrow 1 says w and h for width and height. */
static const char *size_name(struct atlas_json *reader, const cJSON *value, const char *usual,
                             const char *brief)
{
    return has(reader, value, usual) || !has(reader, value, brief) ? usual : brief;
}

static void read_subtexture(struct atlas_json *reader, const cJSON *value, struct atlas_frame *out)
{
    const size_t said = reader->said;
    bool rotated = false;
    atlas_json_region(reader, value, "", size_name(reader, value, "width", "w"),
                      size_name(reader, value, "height", "h"), out);
    atlas_json_bool(reader, value, "rotated", &rotated);
    if (rotated)
        turn(out, true);
    read_trim(reader, value, out);
    if (reader->said == said)
        read_mirror(reader, value, out);
    out->has_pivot = has(reader, value, "pivotX") || has(reader, value, "pivotY");
    if (out->has_pivot) {
        out->pivot_x = fixed_from_decimal(atlas_json_decimal(reader, value, "pivotX"));
        out->pivot_y = fixed_from_decimal(atlas_json_decimal(reader, value, "pivotY"));
    }
}

/* ---- The file ----------------------------------------------------------------------------- */

/* Other formats begin with <TextureAtlas>, too. */
static void refuse(struct atlas_json *reader, const cJSON *frame, const char *element)
{
    char quoted[ATLAS_NAME_SHOWN];
    reader->what = NULL;
    atlas_json_say(reader, frame,
                   "<%s> belongs to another XML format, which hitmask does not read; please "
                   "export as Starling or Sparrow version 2, or as JSON",
                   text_quote(quoted, sizeof quoted, element));
}

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const root = reader->json.root, *frame;
    const char *const image = atlas_json_string(reader, root, "imagePath", ATLAS_REQUIRED);
    struct atlas_page *const page = atlas_json_add_page(reader, root, image, "");
    bool foreign = false;
    atlas_json_u32(reader, root, "", "width", 0, ATLAS_OPTIONAL, &page->width);
    atlas_json_u32(reader, root, "", "height", 0, ATLAS_OPTIONAL, &page->height);
    cJSON_ArrayForEach(frame, atlas_json_find(reader, root, "frames"))
    {
        const char *const element = json_find(frame, XML_NAME)->valuestring;
        if (strcmp(element, FRAME) == 0)
            atlas_json_frame(reader, frame, "name", 0, read_subtexture);
        else if (strcmp(element, "sprite") == 0)
            atlas_json_frame(reader, frame, "n", 0, read_sprite);
        else if (!foreign)
            refuse(reader, frame, element);
        foreign = foreign || (strcmp(element, FRAME) != 0 && strcmp(element, "sprite") != 0);
    }
    reader->what = NULL;
    if (reader->atlas->frame_count == 0 && atlas_is_clean(reader->atlas, &reader->log))
        atlas_found(&reader->log, NULL, NULL, (struct atlas_place){0, 0},
                    "there is no <" FRAME "> in it: no frame to bake");
}

static const struct xml_rule rules[] = {
    {TEXTURE_ATLAS, NULL, "frames", XML_ITEM, NULL},
    {NULL, NULL, NULL, XML_OBJECT, NULL},
};

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    xml_read(text, size, TEXTURE_ATLAS, rules, atlas, log, read_atlas);
}

const struct atlas_format atlas_starling = {
    .name = "Starling XML", .root = TEXTURE_ATLAS, .read = read};
