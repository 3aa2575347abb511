/*
 * ldtk.c - the tilesets of an LDtk project (.ldtk)
 *
 *     { "__header__": { "app": "LDtk" }, "defs": { "tilesets": [
 *         { "identifier": "Dungeon", "relPath": "art/dungeon.png", "pxWid": 256, "pxHei": 128,
 *           "__cWid": 16, "__cHei": 8, "tileGridSize": 16, "spacing": 0, "padding": 0 } ] } }
 *
 * Tile 17 is the frame "Dungeon#17", row by row. LDtk also counts tiles that the image cuts off at
 * its right and bottom. They are left out, and so are icons that LDtk itself brings, which have no
 * file.
 */
#include "atlas/atlas_json.h"
#include "atlas/grid.h"

#include <inttypes.h>
#include <string.h>

static bool recognises(const char *text, size_t size)
{
    static const char app[] = "\"LDtk\"";
    const char *const found = atlas_json_peek(text, size, "__header__/app");
    return (found != NULL && strncmp(found, app, strlen(app)) == 0) ||
           atlas_json_peek_container(text, size, "defs/tilesets");
}

/* How many tiles LDtk counts along a side; it wrote that down only since version 0.9. */
static int32_t count_tiles(uint32_t side, const struct grid_rule *grid)
{
    const uint64_t step = (uint64_t)grid->width + grid->spacing,
                   margins = 2 * (uint64_t)grid->margin;
    const uint64_t count = margins < side ? (side - margins + step - 1) / step : 0;
    return count > 0 ? (int32_t)count : 1;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void read_tileset(struct atlas_json *reader, const cJSON *tileset, const char *name)
{
    static const struct atlas_whole wanted[] = {
        {"pxWid", 1, INT32_MAX, ATLAS_REQUIRED, 0},
        {"pxHei", 1, INT32_MAX, ATLAS_REQUIRED, 0},
        {"__cWid", 1, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"__cHei", 1, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"tileGridSize", 1, INT32_MAX, ATLAS_REQUIRED, 0},
        {"spacing", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"padding", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    const cJSON *const path = json_find(tileset, "relPath");
    int32_t numbers[7];
    if (path == NULL || cJSON_IsNull(path))
        return;
    const char *const image = atlas_json_string(reader, tileset, "relPath", ATLAS_REQUIRED);
    struct atlas_page *const page = atlas_json_add_page(reader, path, image, "");
    if (!atlas_json_wholes(reader, tileset, "", wanted, 7, numbers))
        return;
    page->width = (uint32_t)numbers[0];
    page->height = (uint32_t)numbers[1];
    const struct grid_rule grid = {.width = (uint32_t)numbers[4],
                                   .height = (uint32_t)numbers[4],
                                   .spacing = (uint32_t)numbers[5],
                                   .margin = (uint32_t)numbers[6]};
    if (numbers[2] == 0)
        numbers[2] = count_tiles(page->width, &grid);
    if (numbers[3] == 0)
        numbers[3] = count_tiles(page->height, &grid);
    const uint64_t columns = (uint64_t)numbers[2], rows = (uint64_t)numbers[3];
    const struct atlas_place place = atlas_json_place(reader, tileset);
    const uint64_t across =
        least(columns, grid_fitting(page->width, grid.margin, grid.width, grid.spacing));
    const uint64_t down =
        least(rows, grid_fitting(page->height, grid.margin, grid.width, grid.spacing));
    if (!atlas_spend(reader->atlas, &reader->log, ATLAS_TILES, across * down, "tileset", name,
                     place))
        return;
    if (across < columns || down < rows)
        atlas_warn(&reader->log, "ragged", "tileset", name, place,
                   "its image of %" PRIi32 "x%" PRIi32 " pixels cuts off tiles of %" PRIi32
                   "x%" PRIi32 " at its right or bottom; they are left out",
                   numbers[0], numbers[1], numbers[4], numbers[4]);
    for (uint64_t y = 0; y < down; y++)
        for (uint64_t x = 0; x < across; x++) {
            struct atlas *const atlas = reader->atlas;
            struct atlas_frame frame = {
                .name = arena_format(&atlas->arena, "%s#%" PRIu64, name, y * columns + x),
                .page = (uint32_t)(atlas->page_count - 1),
                .place = place};
            atlas_set_region(&frame, grid_start(x, grid.margin, grid.width, grid.spacing),
                             grid_start(y, grid.margin, grid.height, grid.spacing), grid.width,
                             grid.height);
            atlas_add_frame(atlas, &frame);
        }
}

static void read_tilesets(struct atlas_json *reader, const cJSON *tilesets)
{
    const cJSON *tileset;
    cJSON_ArrayForEach(tileset, tilesets)
    {
        if (atlas_json_begin(reader, tileset, "tileset", "identifier"))
            read_tileset(reader, tileset, reader->name);
    }
    reader->what = NULL;
}

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const defs = atlas_json_object(reader, reader->json.root, "defs", ATLAS_REQUIRED);
    if (defs != NULL)
        read_tilesets(reader, atlas_json_array(reader, defs, "tilesets", ATLAS_REQUIRED));
    if (reader->atlas->frame_count == 0 && atlas_is_clean(reader->atlas, &reader->log))
        atlas_json_say(reader, reader->json.root,
                       "no tileset in it has an image: no frame to bake");
}

const struct atlas_format atlas_ldtk = {
    .name = "LDtk project", .recognises = recognises, .read_json = read_atlas};
