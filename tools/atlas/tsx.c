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
 * are not shown here (terrains) are ignored. Shapes in the <objectgroup> of a tile become a box.
 * tsx_data.c reads the properties of both.
 */
#include "atlas/tiled.h"
#include "atlas/tsx_data.h"
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
    char name[12]; /* the id */
    struct tiled_part part;
    struct atlas_place place;
    bool has_shapes; /* their <objectgroup> is being read */
    struct tsx_data data;
};

/* The <object> that is being read; the element in it says what kind it is. */
struct open_shape {
    bool open, has_area;
    struct tiled_shape shape;
    char *points; /* of a polygon */
    struct tsx_data data;
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

/* An element as messages name it. Inside a tile they begin with "tile '3'". */
static struct xml_source source_of(const struct tsx_reader *reader,
                                   const struct xml_element *element)
{
    return (struct xml_source){.element = element,
                               .log = reader->tiled.log,
                               .what = "tile",
                               .name = reader->tile.has_id ? reader->tile.name : NULL,
                               .exact = true};
}

static uint32_t number(struct xml_source *source, const char *attribute, uint32_t min)
{
    return (uint32_t)xml_number(source, attribute, min, ATLAS_REQUIRED);
}

static uint32_t number_or_0(struct xml_source *source, const char *attribute)
{
    return (uint32_t)xml_number(source, attribute, 0, ATLAS_OPTIONAL);
}

static void read_grid(struct tsx_reader *reader, const struct xml_element *element)
{
    struct xml_source source = source_of(reader, element);
    const char *const orientation = xml_find(element, "orientation");
    struct tiled *const tiled = &reader->tiled;
    tiled->isometric = orientation != NULL && strcmp(orientation, "isometric") == 0;
    tiled->grid_width = number_or_0(&source, "width");
    tiled->grid_height = number_or_0(&source, "height");
}

static void read_tileset(struct tsx_reader *reader, const struct xml_element *element)
{
    struct xml_source source = source_of(reader, element);
    struct tiled *const tiled = &reader->tiled;
    const char *const shown = xml_find(element, "tilerendersize");
    tiled->place = xml_place(element);
    tiled->stretched = shown != NULL && strcmp(shown, "grid") == 0;
    tiled->tile_width = number(&source, "tilewidth", 1);
    tiled->tile_height = number(&source, "tileheight", 1);
    tiled->spacing = number_or_0(&source, "spacing");
    tiled->margin = number_or_0(&source, "margin");
    tiled->columns = number_or_0(&source, "columns");
    tiled->count = number_or_0(&source, "tilecount");
}

static void read_image(struct tsx_reader *reader, const struct xml_element *element)
{
    struct xml_source source = source_of(reader, element);
    struct open_tile *const tile = &reader->tile;
    const char *const color = xml_find(element, "trans");
    char quoted[ATLAS_NAME_SHOWN];
    struct tiled_image image = {.source = xml_string(&source, "source", ATLAS_REQUIRED),
                                .width = number_or_0(&source, "width"),
                                .height = number_or_0(&source, "height"),
                                .keyed = color != NULL,
                                .place = xml_place(element)};
    if (color != NULL && !text_to_color(color + (*color == '#'), image.key))
        xml_wrong(&source, "has trans=\"%s\", which is not a colour such as ff00ff",
                  text_quote(quoted, sizeof quoted, color));
    if (tile->open)
        tile->has_image = true;
    else
        reader->has_image = true;
    if (!source.wrong && !tile->open)
        tiled_set_image(&reader->tiled, &image);
    else if (!source.wrong && tile->has_id)
        tiled_add_tile(&reader->tiled, tile->id, &image, &tile->part, tile->place);
}

static void read_tile(struct tsx_reader *reader, const struct xml_element *element)
{
    struct xml_source source = source_of(reader, element);
    struct open_tile *const tile = &reader->tile;
    tile->open = true;
    tile->place = xml_place(element);
    tile->id = number(&source, "id", 0);
    tile->has_id = !source.wrong;
    snprintf(tile->name, sizeof tile->name, "%" PRIu32, tile->id);
    source.name = tile->has_id ? tile->name : NULL;
    tsx_data_begin(&tile->data, &reader->tiled, element);
    tile->part = (struct tiled_part){number_or_0(&source, "x"), number_or_0(&source, "y"),
                                     number_or_0(&source, "width"), number_or_0(&source, "height")};
}

static void read_step(struct tsx_reader *reader, const struct xml_element *element)
{
    struct xml_source source = source_of(reader, element);
    const struct tiled_step step = {.owner = reader->tile.id,
                                    .tile = number(&source, "tileid", 0),
                                    .duration = number_or_0(&source, "duration"),
                                    .place = xml_place(element)};
    if (!source.wrong && reader->tile.has_id)
        tiled_add_step(&reader->tiled, &step);
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static double decimal_or_0(struct xml_source *source, const char *attribute)
{
    const char *const value = xml_find(source->element, attribute);
    char *end;
    if (value == NULL)
        return 0;
    const double number = strtod(value, &end);
    if (end == value || *end != '\0')
        xml_wrong(source, "has a %s that is not a number", attribute);
    return number;
}

static void begin_shape(struct tsx_reader *reader, const struct xml_element *element)
{
    struct xml_source source = source_of(reader, element);
    const char *const template_name = xml_find(element, "template");
    if (template_name != NULL) {
        tiled_refuse_template(&reader->tiled, reader->tile.id, template_name, xml_place(element));
        return;
    }
    reader->shape = (struct open_shape){
        .open = true,
        .has_area = xml_find(element, "gid") == NULL,
        .shape = {.owner = reader->tile.id,
                  .x = decimal_or_0(&source, "x"),
                  .y = decimal_or_0(&source, "y"),
                  .width = decimal_or_0(&source, "width"),
                  .height = decimal_or_0(&source, "height"),
                  .rotation = decimal_or_0(&source, "rotation"),
                  .place = xml_place(element)},
    };
    tsx_data_begin(&reader->shape.data, &reader->tiled, element);
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
        open->shape.data = open->data.text.bytes;
        tiled_add_shape(&reader->tiled, &open->shape);
        if (open->points != NULL)
            add_corners(reader, open->points);
    }
    tsx_data_free(&open->data);
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
    if (tile->has_id)
        tiled_add_data(&reader->tiled, tile->id, &tile->data.text);
    tsx_data_free(&tile->data);
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
    const char *const beside = xml_find(element, "source");
    end_tileset(reader);
    if (strcmp(element->name, "tileset") != 0)
        return;
    if (beside != NULL) {
        atlas_add_related(reader->tiled.atlas, beside);
        return;
    }
    struct xml_source source = source_of(reader, element);
    const uint32_t first = number(&source, "firstgid", 1);
    if (source.wrong)
        return;
    tiled_begin_next(&reader->tiled, first);
    reader->in_tileset = true;
}

static void begin(void *user, const struct xml_element *element)
{
    struct tsx_reader *const reader = user;
    const char *const name = element->name;
    if (element->depth == 0) {
        reader->is_map = strcmp(name, "map") == 0;
        reader->in_tileset = !reader->is_map;
        reader->root = xml_place(element);
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
    if (depth >= 2 && reader->tile.open)
        tsx_data_read(&reader->tile.data, &reader->tiled, element, depth - 1);
    if (depth >= 4 && reader->shape.open)
        tsx_data_read(&reader->shape.data, &reader->tiled, element, depth - 3);
}

static void end(void *user, const char *name, const char *content)
{
    struct tsx_reader *const reader = user;
    (void)name;
    tsx_data_end(&reader->tile.data, &reader->tiled, content);
    tsx_data_end(&reader->shape.data, &reader->tiled, content);
}

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct tsx_reader reader = {.tiled = {.atlas = atlas, .log = log}};
    struct error err;
    if (xml_parse(text, size, begin, end, &reader, log, &err))
        end_tileset(&reader);
    else
        atlas_found_error(log, NULL, NULL, &err);
    tsx_data_free(&reader.tile.data);
    tsx_data_free(&reader.shape.data);
    tiled_end(&reader.tiled, reader.root);
}

const struct atlas_format atlas_tsx = {
    .name = "Tiled tileset (.tsx)", .root = "tileset", .read = read};
const struct atlas_format atlas_tmx = {.name = "Tiled map (.tmx)", .root = "map", .read = read};
