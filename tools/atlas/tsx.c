/*
 * tsx.c - Tiled's tilesets in XML, by themselves and in maps
 *
 *     <tileset tilewidth="16" tileheight="16" spacing="1" margin="1" columns="8" tilecount="64">
 *         <image source="tiles.png" trans="ff00ff" width="137" height="137"/>
 *         <tile id="3"><animation><frame tileid="3" duration="150"/> ...</animation></tile>
 *     </tileset>
 *
 *     <tileset tilewidth="64" tileheight="64" columns="0" tilecount="2">
 *         <tile id="0"><image source="tree.png" width="64" height="64"/></tile>
 *         <tile id="7" x="8" y="8" width="16" height="16"><image source="parts.png" .../></tile>
 *     </tileset>
 *
 *     <map><tileset firstgid="1" source="tiles.tsx"/><tileset firstgid="65" ...>...</tileset></map>
 *
 * In a map (.tmx) the ids of tiles are the map's, from firstgid on; tilesets in files of their own
 * belong to it. tiled.c makes an atlas of each; this file only reads the elements. Elements that
 * are not shown here (terrains, properties) are ignored. Shapes in the <objectgroup> of a tile
 * become a box.
 */
#include "atlas/tiled.h"
#include "atlas/xml.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The <tile> that is being read. */
struct open_tile {
    bool open, has_id, has_image, is_animated;
    uint32_t id;
    struct tiled_part part;
    struct atlas_place place;
    bool has_shapes; /* their <objectgroup> is being read */
};

/* The <object> that is being read: what kind it is says the element in it. */
struct open_shape {
    bool open, has_area;
    struct tiled_shape shape;
    char *points; /* of a polygon */
};

struct tsx_reader {
    struct tiled tiled;
    struct atlas_place root;
    bool is_map;     /* with tilesets in it or beside it */
    bool in_tileset; /* whose elements are read */
    bool has_image;  /* one of the tileset's own, right or wrong */
    struct open_tile tile;
    struct open_shape shape;
};

static struct atlas_place place_of(const struct xml_element *element)
{
    return (struct atlas_place){element->line, element->column};
}

/* Reports an error. Inside a tile it begins with "tile 3". */
static void wrong(struct tsx_reader *reader, const struct error *err)
{
    char tile[24] = "";
    if (reader->tile.has_id)
        snprintf(tile, sizeof tile, "tile %" PRIu32 ": ", reader->tile.id);
    atlas_found(reader->tiled.log, NULL, NULL, (struct atlas_place){err->line, err->column}, "%s%s",
                tile, err->text);
}

/* Reads a number that is required. */
static bool number(struct tsx_reader *reader, const struct xml_element *element,
                   const char *attribute, uint32_t min, uint32_t *out)
{
    struct error err;
    int64_t value = 0;
    const bool ok = xml_get_number(element, attribute, min, INT32_MAX, &value, NULL, &err);
    if (!ok)
        wrong(reader, &err);
    *out = ok ? (uint32_t)value : 0;
    return ok;
}

static bool number_or_0(struct tsx_reader *reader, const struct xml_element *element,
                        const char *attribute, uint32_t *out)
{
    *out = 0;
    return xml_find(element, attribute) == NULL || number(reader, element, attribute, 0, out);
}

static void read_grid(struct tsx_reader *reader, const struct xml_element *element)
{
    const char *const orientation = xml_find(element, "orientation");
    struct tiled *const tiled = &reader->tiled;
    tiled->isometric = orientation != NULL && strcmp(orientation, "isometric") == 0;
    number_or_0(reader, element, "width", &tiled->grid_width);
    number_or_0(reader, element, "height", &tiled->grid_height);
}

/* All known versions begin with 1; files from before 1.2 have no version. */
static void check_version(struct tsx_reader *reader, const struct xml_element *element)
{
    const char *const version = xml_find(element, "version");
    struct error err;
    char quoted[40];
    if (version == NULL || strncmp(version, "1.", 2) == 0 || strcmp(version, "1") == 0)
        return;
    xml_fail(element, &err, "has version %s, which is unknown; versions 1.x can be read",
             text_quote(quoted, sizeof quoted, version));
    wrong(reader, &err);
}

static void read_tileset(struct tsx_reader *reader, const struct xml_element *element)
{
    struct tiled *const tiled = &reader->tiled;
    const char *const shown = xml_find(element, "tilerendersize");
    check_version(reader, element);
    tiled->place = place_of(element);
    tiled->stretched = shown != NULL && strcmp(shown, "grid") == 0;
    number(reader, element, "tilewidth", 1, &tiled->tile_width);
    number(reader, element, "tileheight", 1, &tiled->tile_height);
    number_or_0(reader, element, "spacing", &tiled->spacing);
    number_or_0(reader, element, "margin", &tiled->margin);
    number_or_0(reader, element, "columns", &tiled->columns);
    number_or_0(reader, element, "tilecount", &tiled->count);
}

static void read_image(struct tsx_reader *reader, const struct xml_element *element)
{
    struct tiled_image image = {.place = place_of(element)};
    struct open_tile *const tile = &reader->tile;
    const char *const color = xml_find(element, "trans");
    char quoted[ATLAS_NAME_SHOWN];
    struct error err;
    bool ok = xml_get_string(element, "source", &image.source, &err);
    if (!ok && xml_find(element, "format") != NULL)
        xml_fail(
            element, &err,
            "holds the image itself, which hitmask does not read; please save the image as a file");
    if (!ok)
        wrong(reader, &err);
    ok = number_or_0(reader, element, "width", &image.width) && ok;
    ok = number_or_0(reader, element, "height", &image.height) && ok;
    image.keyed = color != NULL;
    if (color != NULL && !text_to_color(color + (*color == '#'), image.key)) {
        xml_fail(element, &err, "has trans=\"%s\", which is not a colour such as ff00ff",
                 text_quote(quoted, sizeof quoted, color));
        wrong(reader, &err);
        ok = false;
    }
    if (tile->open)
        tile->has_image = true;
    else
        reader->has_image = true;
    if (ok && !tile->open)
        tiled_set_image(&reader->tiled, &image);
    else if (ok && tile->has_id)
        tiled_add_tile(&reader->tiled, tile->id, &image, &tile->part, tile->place);
}

static void read_tile(struct tsx_reader *reader, const struct xml_element *element)
{
    struct open_tile *const tile = &reader->tile;
    tile->open = true;
    tile->place = place_of(element);
    tile->has_id = number(reader, element, "id", 0, &tile->id);
    number_or_0(reader, element, "x", &tile->part.x);
    number_or_0(reader, element, "y", &tile->part.y);
    number_or_0(reader, element, "width", &tile->part.width);
    number_or_0(reader, element, "height", &tile->part.height);
}

static void read_step(struct tsx_reader *reader, const struct xml_element *element)
{
    struct tiled_step step = {.owner = reader->tile.id, .place = place_of(element)};
    const bool has_tile = number(reader, element, "tileid", 0, &step.tile);
    if (number_or_0(reader, element, "duration", &step.duration) && has_tile && reader->tile.has_id)
        tiled_add_step(&reader->tiled, &step);
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static double decimal_or_0(struct tsx_reader *reader, const struct xml_element *element,
                           const char *attribute)
{
    const char *const value = xml_find(element, attribute);
    struct error err;
    char *end;
    if (value == NULL)
        return 0;
    const double number = strtod(value, &end);
    if (end == value || *end != '\0') {
        xml_fail(element, &err, "has a %s that is no number", attribute);
        wrong(reader, &err);
    }
    return number;
}

static void begin_shape(struct tsx_reader *reader, const struct xml_element *element)
{
    const char *const template_name = xml_find(element, "template");
    if (template_name != NULL) {
        tiled_refuse_template(&reader->tiled, reader->tile.id, template_name, place_of(element));
        return;
    }
    reader->shape = (struct open_shape){
        .open = true,
        .has_area = xml_find(element, "gid") == NULL,
        .shape = {.owner = reader->tile.id,
                  .x = decimal_or_0(reader, element, "x"),
                  .y = decimal_or_0(reader, element, "y"),
                  .width = decimal_or_0(reader, element, "width"),
                  .height = decimal_or_0(reader, element, "height"),
                  .rotation = decimal_or_0(reader, element, "rotation"),
                  .place = place_of(element)},
    };
}

static void read_shape_kind(struct tsx_reader *reader, const struct xml_element *element)
{
    struct open_shape *const open = &reader->shape;
    const char *const points = xml_find(element, "points");
    if (strcmp(element->name, "ellipse") == 0) {
        open->shape.kind = TILED_ELLIPSE;
    } else if (strcmp(element->name, "capsule") == 0) {
        open->shape.kind = TILED_CAPSULE;
    } else if (strcmp(element->name, "polygon") == 0 && points != NULL) {
        open->shape.kind = TILED_POLYGON;
        open->points = arena_text(&reader->tiled.arena, points);
    } else if (strcmp(element->name, "properties") != 0) {
        open->has_area = false;
    }
}

/* "0,0 8,0 8,8.5" */
static void add_corners(struct tsx_reader *reader, const char *at)
{
    while (*at != '\0') {
        char *comma, *end = NULL;
        const double x = strtod(at, &comma);
        const double y = *comma == ',' ? strtod(comma + 1, &end) : 0;
        if (comma == at || end == NULL || end == comma + 1 || (*end != ' ' && *end != '\0')) {
            atlas_found(reader->tiled.log, NULL, NULL, reader->shape.shape.place,
                        "the points of a polygon must be like \"0,0 8,0 8,8\"");
            return;
        }
        tiled_add_corner(&reader->tiled, x, y);
        at = end + strspn(end, " ");
    }
}

static void end_shape(struct tsx_reader *reader)
{
    struct open_shape *const open = &reader->shape;
    if (open->open && open->has_area && reader->tile.has_id) {
        tiled_add_shape(&reader->tiled, &open->shape);
        if (open->points != NULL)
            add_corners(reader, open->points);
    }
    *open = (struct open_shape){0};
}

/* ---- Elements ----------------------------------------------------------------------------- */

/* In a collection each tile must have an image. */
static void end_tile(struct tsx_reader *reader)
{
    struct open_tile *const tile = &reader->tile;
    end_shape(reader);
    if (tile->has_id && !tile->has_image && !reader->has_image)
        atlas_found(reader->tiled.log, NULL, NULL, tile->place,
                    "tile %" PRIu32 ": neither it nor the tileset has an image", tile->id);
    *tile = (struct open_tile){0};
}

static void end_tileset(struct tsx_reader *reader)
{
    if (!reader->in_tileset)
        return;
    end_tile(reader);
    tiled_finish(&reader->tiled);
    reader->in_tileset = reader->has_image = false;
}

/* An element in the map itself. A tileset is in the map, or a file beside it. */
static void begin_in_map(struct tsx_reader *reader, const struct xml_element *element)
{
    const char *const source = xml_find(element, "source");
    uint32_t first;
    end_tileset(reader);
    if (strcmp(element->name, "tileset") != 0)
        return;
    if (source != NULL) {
        atlas_add_related(reader->tiled.atlas, source);
    } else if (number(reader, element, "firstgid", 1, &first)) {
        tiled_begin_next(&reader->tiled, first);
        reader->in_tileset = true;
    }
}

static void begin(void *user, const struct xml_element *element)
{
    struct tsx_reader *const reader = user;
    const char *const name = element->name;
    if (element->depth == 0) {
        reader->is_map = strcmp(name, "map") == 0;
        reader->in_tileset = !reader->is_map;
        reader->root = place_of(element);
        if (reader->is_map)
            check_version(reader, element);
    } else if (reader->is_map && element->depth == 1) {
        begin_in_map(reader, element);
    }
    if (!reader->in_tileset)
        return;
    const size_t depth = element->depth - reader->is_map;
    if (depth == 0) {
        read_tileset(reader, element);
    } else if (depth == 1) {
        end_tile(reader);
        if (strcmp(name, "tile") == 0)
            read_tile(reader, element);
        else if (strcmp(name, "image") == 0)
            read_image(reader, element);
        else if (strcmp(name, "grid") == 0)
            read_grid(reader, element);
    } else if (depth == 2 && reader->tile.open) {
        end_shape(reader);
        reader->tile.is_animated = strcmp(name, "animation") == 0;
        reader->tile.has_shapes = strcmp(name, "objectgroup") == 0;
        if (strcmp(name, "image") == 0)
            read_image(reader, element);
    } else if (depth == 3 && reader->tile.is_animated && strcmp(name, "frame") == 0) {
        read_step(reader, element);
    } else if (depth == 3 && reader->tile.has_shapes) {
        end_shape(reader);
        if (strcmp(name, "object") == 0)
            begin_shape(reader, element);
    } else if (depth == 4 && reader->shape.open) {
        read_shape_kind(reader, element);
    }
}

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct tsx_reader reader = {.tiled = {.atlas = atlas, .log = log}};
    struct error err;
    if (xml_parse(text, size, begin, NULL, &reader, &err))
        end_tileset(&reader);
    else
        atlas_found_error(log, NULL, NULL, &err);
    tiled_end(&reader.tiled, reader.root);
}

const struct atlas_format atlas_tsx = {
    .name = "Tiled tileset (.tsx)", .root = "tileset", .read = read};
const struct atlas_format atlas_tmx = {.name = "Tiled map (.tmx)", .root = "map", .read = read};
