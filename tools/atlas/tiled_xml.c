/*
 * tiled_xml.c - Tiled's XML is read as its JSON is, by tiled_read.c
 *
 *     <tileset tilewidth="16">                   { "tilewidth":"16",
 *         <image source="tiles.png"/>              "image": { "source":"tiles.png" },
 *         <tile id="3">                            "tiles": [ { "id":"3",
 *             <properties>                             "properties": [
 *                 <property name="a" value="1"/>           { "name":"a", "value":"1" } ],
 *             <animation> <frame .../>                 "animation": [ { ... } ],
 *             <objectgroup> <object>                   "objectgroup": { "objects": [ {
 *                 <ellipse/>                               "ellipse": {} } ] } } ] }
 */
#include "atlas/tiled.h"
#include "atlas/xml.h"

/* The layers of a map are left out. */
static const struct xml_rule rules[] = {
    {"map", "tileset", "tilesets", XML_ITEM, NULL},
    {"tileset", "image", "image", XML_OBJECT, NULL},
    {"tileset", "grid", "grid", XML_OBJECT, NULL},
    {"tileset", "tile", "tiles", XML_ITEM, NULL},
    {"tile", "image", "image", XML_OBJECT, NULL},
    {"tile", "animation", "animation", XML_LIST, NULL},
    {"animation", "frame", NULL, XML_ITEM, NULL},
    {"tile", "properties", "properties", XML_LIST, NULL},
    {"tile", "objectgroup", "objectgroup", XML_OBJECT, NULL},
    {"objectgroup", "object", "objects", XML_ITEM, NULL},
    {"object", "properties", "properties", XML_LIST, NULL},
    {"object", "polygon", "polygon", XML_OBJECT, NULL},
    {"object", "ellipse", "ellipse", XML_OBJECT, NULL},
    {"object", "capsule", "capsule", XML_OBJECT, NULL},
    {"object", NULL, "text", XML_OBJECT, NULL}, /* it has no area */
    {"properties", "property", NULL, XML_ITEM, "value"},
    {"property", "properties", "value", XML_LIST, NULL},
    {"property", "item", "value", XML_ITEM, "value"},
    {"item", "properties", "value", XML_LIST, NULL},
    {"item", "item", "value", XML_ITEM, "value"},
    {NULL, NULL, NULL, XML_OBJECT, NULL},
};

static void read_file(const char *text, size_t size, struct atlas *atlas,
                      const struct atlas_log *log)
{
    xml_read(text, size, "tileset", rules, atlas, log, tiled_read_file);
}

static void read_map(const char *text, size_t size, struct atlas *atlas,
                     const struct atlas_log *log)
{
    xml_read(text, size, "map", rules, atlas, log, tiled_read_map);
}

const struct atlas_format atlas_tsx = {
    .name = "Tiled tileset (.tsx)", .root = "tileset", .read = read_file};
const struct atlas_format atlas_tmx = {.name = "Tiled map (.tmx)", .root = "map", .read = read_map};
