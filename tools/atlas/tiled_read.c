/*
 * tiled_read.c - Tiled's tilesets, by themselves and in maps, in JSON and in XML
 *
 *     { "type":"tileset", "version":"1.10", "tilewidth":16, "tileheight":16, "spacing":1,
 *       "margin":1, "columns":8, "tilecount":64, "image":"tiles.png", "imagewidth":137,
 *       "imageheight":137, "transparentcolor":"#ff00ff",
 *       "tiles": [ { "id":3, "animation": [ { "tileid":3, "duration":150 } ] } ] }
 *
 *     { "type":"tileset", "tilewidth":64, "tileheight":64, "columns":0, "tilecount":2,
 *       "tiles": [ { "id":0, "image":"tree.png", "imagewidth":64, "imageheight":64 },
 *                  { "id":7, "image":"parts.png", "imagewidth":64, "imageheight":64,
 *                    "x":8, "y":8, "width":16, "height":16 } ] }
 *
 *     { "type":"map", "tilesets": [ { "firstgid":1, "source":"tiles.tsj" },
 *                                   { "firstgid":65, "tilewidth":16, ... } ] }
 *
 * In a map (.tmj) the ids of tiles are the map's, from firstgid on; tilesets in files of their own
 * belong to it. tiled.c makes an atlas of each. Tiled before 1.2 wrote tiles as an object with ids
 * as keys.
 *
 * A tile, and an object of its "objectgroup", may have data:
 *
 *     "type":"door", "properties": [ { "name":"damage", "type":"int", "value":10 } ]
 *
 * tiled_xml.c makes such a tree of XML, in which an image is an object with a "source".
 */
#include "atlas/atlas_json.h"
#include "atlas/tiled.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A map has tile sizes, too, but also layers. */
static bool recognises(const char *text, size_t size)
{
    static const char wanted[] = "\"tileset\"";
    const char *const type = atlas_json_peek(text, size, "type");
    if (type != NULL)
        return strncmp(type, wanted, strlen(wanted)) == 0;
    return atlas_json_peek(text, size, "tilewidth") != NULL &&
           atlas_json_peek(text, size, "tileheight") != NULL &&
           atlas_json_peek(text, size, "columns") != NULL &&
           atlas_json_peek(text, size, "layers") == NULL;
}

static bool recognises_map(const char *text, size_t size)
{
    static const char wanted[] = "\"map\"";
    const char *const type = atlas_json_peek(text, size, "type");
    return atlas_json_peek_container(text, size, "tilesets") &&
           (type != NULL ? strncmp(type, wanted, strlen(wanted)) == 0
                         : atlas_json_peek(text, size, "layers") != NULL);
}

static void read_key(struct atlas_json *reader, const cJSON *owner, const char *key,
                     struct tiled_image *out)
{
    const char *const color = atlas_json_string(reader, owner, key, ATLAS_OPTIONAL);
    out->keyed = out->keyed || color != NULL;
    if (color != NULL && !text_to_color(color + (*color == '#'), out->key))
        atlas_json_say(reader, atlas_json_find(reader, owner, key),
                       "%s must be a colour such as \"#ff00ff\"", key);
}

/* Reads the image of a tileset or a tile. False when it has none, or none that can be used. */
static bool read_image(struct atlas_json *reader, const cJSON *owner, struct tiled_image *image)
{
    const cJSON *const found = atlas_json_find(reader, owner, "image");
    const bool is_object = cJSON_IsObject(found);
    const cJSON *const from = is_object ? found : owner;
    const char *const within = is_object ? "image" : "";
    const size_t said = reader->said;
    image->source = is_object ? atlas_json_string(reader, found, "source", ATLAS_REQUIRED)
                              : atlas_json_string(reader, owner, "image", ATLAS_OPTIONAL);
    if (found == NULL)
        return false;
    image->place = atlas_json_place(reader, found);
    atlas_json_u32(reader, from, within, is_object ? "width" : "imagewidth", 0, ATLAS_OPTIONAL,
                   &image->width);
    atlas_json_u32(reader, from, within, is_object ? "height" : "imageheight", 0, ATLAS_OPTIONAL,
                   &image->height);
    if (is_object)
        read_key(reader, found, "trans", image);
    return reader->said == said && image->source != NULL;
}

/* ---- Tiles --------------------------------------------------------------------------------- */

static void read_steps(struct atlas_json *reader, struct tiled *tiled, const cJSON *tile,
                       uint32_t id)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, atlas_json_array(reader, tile, "animation", ATLAS_OPTIONAL))
    {
        struct tiled_step step = {.owner = id, .place = atlas_json_place(reader, value)};
        const size_t said = reader->said;
        atlas_json_u32(reader, value, "animation", "tileid", 0, ATLAS_REQUIRED, &step.tile);
        atlas_json_u32(reader, value, "animation", "duration", 0, ATLAS_OPTIONAL, &step.duration);
        if (reader->said == said)
            tiled_add_step(tiled, &step);
    }
}

/* ---- Data ---------------------------------------------------------------------------------- */

/* The data of a tile or a shape, as it is being read. */
struct reading {
    struct tiled *tiled;
    struct text text;
    struct atlas_place place;
};

static bool add_value(struct reading *reading, const char *name, const cJSON *value);

/* The members of a class are named as in C, the elements of a list by their numbers. In XML the
 * members are a list of properties with names. */
static bool add_parts(struct reading *reading, const char *name, const cJSON *whole)
{
    const cJSON *part;
    unsigned number = 0;
    bool ok = true;
    cJSON_ArrayForEach(part, whole)
    {
        const bool is_property = cJSON_IsArray(whole) && cJSON_IsObject(part);
        const cJSON *const value = is_property ? json_find(part, "value") : part;
        const cJSON *const own = is_property ? json_find(part, "name") : NULL;
        const char *const key =
            own != NULL && cJSON_IsString(own) ? own->valuestring : part->string;
        char *const path =
            key != NULL ? text_format("%s.%s", name, key) : text_format("%s.%u", name, number++);
        ok = value == NULL || add_value(reading, path, value);
        free(path);
        if (!ok)
            break;
    }
    return ok;
}

/* The depth of the tree has a limit. */
static bool add_value(struct reading *reading, const char *name, const cJSON *value)
{
    if (cJSON_IsObject(value) || cJSON_IsArray(value))
        return add_parts(reading, name, value);
    if (cJSON_IsString(value))
        return tiled_add_property(reading->tiled, &reading->text, name, value->valuestring,
                                  reading->place);
    char *const text = cJSON_PrintUnformatted(value);
    if (text == NULL)
        memory_run_out();
    const bool ok = text != NULL &&
                    tiled_add_property(reading->tiled, &reading->text, name, text, reading->place);
    cJSON_free(text);
    return ok;
}

/* Properties are an array; before Tiled 1.2 they were an object. */
static void add_properties(struct atlas_json *reader, struct reading *reading,
                           const cJSON *properties)
{
    const bool is_array = cJSON_IsArray(properties);
    const cJSON *property;
    if (properties != NULL && !is_array && !cJSON_IsObject(properties)) {
        atlas_json_say(reader, properties, "properties must be an array");
        return;
    }
    cJSON_ArrayForEach(property, properties)
    {
        const char *const name = is_array
                                     ? atlas_json_string(reader, property, "name", ATLAS_REQUIRED)
                                     : property->string;
        const cJSON *const value = is_array ? atlas_json_find(reader, property, "value") : property;
        if (name != NULL && value != NULL && !add_value(reading, name, value))
            return;
    }
}

/* Reads the class and the properties of a tile or a shape; the text is to be freed. A type is a
 * class by its older and newer name. */
static struct text read_data(struct atlas_json *reader, struct tiled *tiled, const cJSON *owner)
{
    static const char *const names[] = {"type", "class"};
    struct reading reading = {.tiled = tiled, .place = atlas_json_place(reader, owner)};
    for (int i = 0; i < 2; i++) {
        const cJSON *const name = atlas_json_find(reader, owner, names[i]);
        if (cJSON_IsString(name))
            tiled_add_class(tiled, &reading.text, name->valuestring, reading.place);
    }
    add_properties(reader, &reading, atlas_json_find(reader, owner, "properties"));
    return reading.text;
}

/* ---- Shapes -------------------------------------------------------------------------------- */

static double number_or_0(struct atlas_json *reader, const cJSON *object, const char *key)
{
    double number = 0;
    if (atlas_json_find(reader, object, key) != NULL)
        atlas_json_number(reader, object, "", key, &number);
    return number;
}

/* "0,0 8,0 8,8.5" */
static void add_corners(struct atlas_json *reader, struct tiled *tiled, const cJSON *polygon)
{
    const char *at = atlas_json_string(reader, polygon, "points", ATLAS_REQUIRED);
    while (at != NULL && *at != '\0') {
        char *comma, *end = NULL;
        const double x = strtod(at, &comma);
        const double y = *comma == ',' ? strtod(comma + 1, &end) : 0;
        if (comma == at || end == NULL || end == comma + 1 || (*end != ' ' && *end != '\0')) {
            atlas_json_say(reader, polygon, "the points of a polygon must be like \"0,0 8,0 8,8\"");
            return;
        }
        tiled_add_corner(tiled, x, y);
        at = end + strspn(end, " ");
    }
}

static bool is_marked(struct atlas_json *reader, const cJSON *object, const char *key)
{
    const cJSON *const mark = atlas_json_find(reader, object, key);
    return cJSON_IsTrue(mark) || cJSON_IsObject(mark);
}

static void read_shape(struct atlas_json *reader, struct tiled *tiled, const cJSON *object,
                       uint32_t id)
{
    static const char *const without_area[] = {"point", "polyline", "text", "gid"};
    const cJSON *polygon = atlas_json_find(reader, object, "polygon");
    const bool has_points = cJSON_IsObject(polygon);
    const bool ellipse = is_marked(reader, object, "ellipse");
    const bool capsule = is_marked(reader, object, "capsule");
    if (!has_points)
        polygon = atlas_json_array(reader, object, "polygon", ATLAS_OPTIONAL);
    const cJSON *const template_name = atlas_json_find(reader, object, "template");
    const cJSON *corner;
    if (cJSON_IsString(template_name)) {
        tiled_refuse_template(tiled, id, template_name->valuestring,
                              atlas_json_place(reader, object));
        return;
    }
    for (size_t i = 0; i < sizeof without_area / sizeof *without_area; i++)
        if (atlas_json_find(reader, object, without_area[i]) != NULL)
            return;
    struct text data = read_data(reader, tiled, object);
    const struct tiled_shape shape = {
        .owner = id,
        .kind = polygon != NULL ? TILED_POLYGON
                : ellipse       ? TILED_ELLIPSE
                : capsule       ? TILED_CAPSULE
                                : TILED_RECTANGLE,
        .x = number_or_0(reader, object, "x"),
        .y = number_or_0(reader, object, "y"),
        .width = number_or_0(reader, object, "width"),
        .height = number_or_0(reader, object, "height"),
        .rotation = number_or_0(reader, object, "rotation"),
        .place = atlas_json_place(reader, object),
        .data = data.bytes,
    };
    tiled_add_shape(tiled, &shape);
    text_free(&data);
    if (has_points) {
        add_corners(reader, tiled, polygon);
        return;
    }
    cJSON_ArrayForEach(corner, polygon)
    {
        tiled_add_corner(tiled, number_or_0(reader, corner, "x"), number_or_0(reader, corner, "y"));
    }
}

/* ---- One tile ------------------------------------------------------------------------------ */

static void read_tile(struct atlas_json *reader, struct tiled *tiled, const cJSON *tile,
                      const cJSON *tileset, const struct tiled_image *defaults)
{
    struct tiled_image image = *defaults;
    struct tiled_part part = {0};
    uint64_t key;
    uint32_t id = 0;
    char name[16];
    if (!cJSON_IsObject(tile)) {
        atlas_json_say(reader, tile, "tiles must hold objects");
        return;
    }
    if (tile->string != NULL && text_to_number(tile->string, 0, INT32_MAX, &key))
        id = (uint32_t)key;
    else if (!atlas_json_u32(reader, tile, "", "id", 0, ATLAS_REQUIRED, &id))
        return;
    snprintf(name, sizeof name, "%u", (unsigned)id);
    reader->what = "tile";
    reader->name = name;
    if (read_image(reader, tile, &image)) {
        const size_t said = reader->said;
        atlas_json_u32(reader, tile, "", "x", 0, ATLAS_OPTIONAL, &part.x);
        atlas_json_u32(reader, tile, "", "y", 0, ATLAS_OPTIONAL, &part.y);
        atlas_json_u32(reader, tile, "", "width", 0, ATLAS_OPTIONAL, &part.width);
        atlas_json_u32(reader, tile, "", "height", 0, ATLAS_OPTIONAL, &part.height);
        if (reader->said == said)
            tiled_add_tile(tiled, id, &image, &part, atlas_json_place(reader, tile));
    } else if (atlas_json_find(reader, tile, "image") == NULL &&
               atlas_json_find(reader, tileset, "image") == NULL) {
        atlas_json_say(reader, tile, "neither it nor the tileset has an image");
    }
    read_steps(reader, tiled, tile, id);
    struct text data = read_data(reader, tiled, tile);
    tiled_add_data(tiled, id, &data);
    text_free(&data);
    const cJSON *const group = atlas_json_object(reader, tile, "objectgroup", ATLAS_OPTIONAL);
    const cJSON *const objects =
        group != NULL ? atlas_json_array(reader, group, "objects", ATLAS_OPTIONAL) : NULL;
    const cJSON *object;
    cJSON_ArrayForEach(object, objects)
    {
        read_shape(reader, tiled, object, id);
    }
    reader->what = NULL;
}

/* ---- The file ------------------------------------------------------------------------------ */

static void read_tileset(struct atlas_json *reader, struct tiled *tiled, const cJSON *tileset)
{
    struct tiled_image image = {0};
    tiled->place = atlas_json_place(reader, tileset);
    atlas_json_u32(reader, tileset, "", "tilewidth", 1, ATLAS_REQUIRED, &tiled->tile_width);
    atlas_json_u32(reader, tileset, "", "tileheight", 1, ATLAS_REQUIRED, &tiled->tile_height);
    atlas_json_u32(reader, tileset, "", "spacing", 0, ATLAS_OPTIONAL, &tiled->spacing);
    atlas_json_u32(reader, tileset, "", "margin", 0, ATLAS_OPTIONAL, &tiled->margin);
    atlas_json_u32(reader, tileset, "", "columns", 0, ATLAS_OPTIONAL, &tiled->columns);
    atlas_json_u32(reader, tileset, "", "tilecount", 0, ATLAS_OPTIONAL, &tiled->count);
    /* The colour key is for all images of the tileset. */
    read_key(reader, tileset, "transparentcolor", &image);
    const struct tiled_image defaults = image;
    if (read_image(reader, tileset, &image))
        tiled_set_image(tiled, &image);
    const char *const shown = atlas_json_string(reader, tileset, "tilerendersize", ATLAS_OPTIONAL);
    tiled->stretched = shown != NULL && strcmp(shown, "grid") == 0;
    const cJSON *const grid = atlas_json_object(reader, tileset, "grid", ATLAS_OPTIONAL);
    if (grid != NULL) {
        const char *const orientation =
            atlas_json_string(reader, grid, "orientation", ATLAS_OPTIONAL);
        tiled->isometric = orientation != NULL && strcmp(orientation, "isometric") == 0;
        atlas_json_u32(reader, grid, "grid", "width", 0, ATLAS_OPTIONAL, &tiled->grid_width);
        atlas_json_u32(reader, grid, "grid", "height", 0, ATLAS_OPTIONAL, &tiled->grid_height);
    }
    const cJSON *const tiles = atlas_json_find(reader, tileset, "tiles"), *tile;
    if (tiles != NULL && !cJSON_IsArray(tiles) && !cJSON_IsObject(tiles)) {
        atlas_json_say(reader, tiles, "tiles must be an array");
    } else {
        cJSON_ArrayForEach(tile, tiles)
        {
            read_tile(reader, tiled, tile, tileset, &defaults);
        }
    }
    tiled_finish(tiled);
}

/* A tileset is in the map, or a file beside it. */
static void read_map(struct atlas_json *reader, struct tiled *tiled)
{
    const cJSON *const root = reader->json.root;
    const cJSON *const tilesets = atlas_json_array(reader, root, "tilesets", ATLAS_OPTIONAL);
    const cJSON *tileset;
    cJSON_ArrayForEach(tileset, tilesets)
    {
        if (!cJSON_IsObject(tileset)) {
            atlas_json_say(reader, tileset, "tilesets must hold objects");
            continue;
        }
        const char *const source = atlas_json_string(reader, tileset, "source", ATLAS_OPTIONAL);
        if (source != NULL) {
            atlas_add_related(reader->atlas, source);
            continue;
        }
        uint32_t first = 1;
        if (atlas_json_u32(reader, tileset, "", "firstgid", 1, ATLAS_REQUIRED, &first)) {
            tiled_begin_next(tiled, first);
            read_tileset(reader, tiled, tileset);
        }
    }
}

void tiled_read_file(struct atlas_json *reader)
{
    struct tiled tiled = {.atlas = reader->atlas, .log = &reader->log};
    read_tileset(reader, &tiled, reader->json.root);
    tiled_end(&tiled, atlas_json_place(reader, reader->json.root));
}

void tiled_read_map(struct atlas_json *reader)
{
    struct tiled tiled = {.atlas = reader->atlas, .log = &reader->log};
    read_map(reader, &tiled);
    tiled_end(&tiled, atlas_json_place(reader, reader->json.root));
}

const struct atlas_format atlas_tsj = {
    .name = "Tiled tileset (.tsj)", .recognises = recognises, .read_json = tiled_read_file};
const struct atlas_format atlas_tmj = {
    .name = "Tiled map (.tmj)", .recognises = recognises_map, .read_json = tiled_read_map};
