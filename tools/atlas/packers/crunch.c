/*
 * crunch.c - crunch's JSON and XML: several pages, each named without its ".png"
 *
 *     { "textures": [ { "name": "hero0", "images": [
 *         { "n":"walk1", "x":0, "y":0, "w":10, "h":20,
 *           "fx":-3, "fy":-4, "fw":16, "fh":32, "r":true } ] } ] }
 *
 *     <atlas> <tex n="hero0">
 *         <img n="walk1" x="0" y="0" w="10" h="20" fx="-3" fy="-4" fw="16" fh="32" r="1"/>
 *     </tex> </atlas>
 *
 * w and h are the upright size. crunch writes fx to fh if it was told to trim: (fx, fy) goes from
 * the corner of the region to the corner of the source, and fw x fh is the size of the source. It
 * writes r if it was told to rotate: true is a clockwise turn.
 */
#include "atlas/atlas_json.h"
#include "atlas/xml.h"

static bool recognises(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "textures/*/images");
}

static void read_image(struct atlas_json *reader, const cJSON *image, struct atlas_frame *frame)
{
    static const char *const trim[] = {"fx", "fy", "fw", "fh"};
    bool rotated = false;
    if (atlas_json_region(reader, image, "", "w", "h", frame) &&
        atlas_json_bool(reader, image, "r", &rotated) &&
        atlas_json_trim(reader, image, trim, frame))
        frame->turn = rotated ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
}

static void read_texture(struct atlas_json *reader, const cJSON *texture)
{
    const uint32_t page = (uint32_t)reader->atlas->page_count;
    const char *const key = reader->is_made ? "n" : "name";
    const enum atlas_need need = reader->is_made ? ATLAS_OPTIONAL : ATLAS_REQUIRED;
    const char *const name = atlas_json_string(reader, texture, key, ATLAS_REQUIRED);
    atlas_json_add_page(reader, texture, name, ".png");
    atlas_json_frames(reader, atlas_json_array(reader, texture, "images", need), "n", page,
                      read_image);
}

static void read_atlas(struct atlas_json *reader)
{
    atlas_json_textures(reader, read_texture);
}

const struct atlas_format atlas_crunch_json = {
    .name = "crunch JSON", .recognises = recognises, .read_json = read_atlas};

/* ---- XML ---------------------------------------------------------------------------------- */

/* Newer versions of crunch write other elements beside the pages: their settings. */
static const struct xml_rule rules[] = {
    {"atlas", "tex", "textures", XML_ITEM, NULL},
    {"tex", "img", "images", XML_ITEM, NULL},
    {NULL, NULL, NULL, XML_OBJECT, NULL},
};

static void read_xml(const char *text, size_t size, struct atlas *atlas,
                     const struct atlas_log *log)
{
    xml_read(text, size, "atlas", rules, atlas, log, read_atlas);
}

const struct atlas_format atlas_crunch = {.name = "crunch XML", .root = "atlas", .read = read_xml};
