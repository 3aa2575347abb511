/*
 * map.c - a map of Tiled: what the tool bakes of it, and the cells of its layers
 */
#include "map.h"

#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const layer_names[LAYERS] = {"ground", "platforms", "things"};

/* ---- The file ----------------------------------------------------------------------------- */

/* The number of an attribute in the element that begins at `at`; 0 when there is none. */
static int attribute(const char *at, const char *name)
{
    char start[32];
    snprintf(start, sizeof start, " %s=\"", name);
    const char *const found = strstr(at, start), *const end = strchr(at, '>');
    return found != NULL && found < end ? (int)strtol(found + strlen(start), NULL, 10) : 0;
}

/* Reads the numbers of one layer. */
static bool read_layer(const struct map *map, const char *text, const char *name, uint32_t *cells)
{
    char start[64];
    snprintf(start, sizeof start, " name=\"%s\"", name);
    const char *at = strstr(text, start);
    at = at != NULL ? strstr(at, "<data encoding=\"csv\">") : NULL;
    at = at != NULL ? strchr(at, '>') + 1 : NULL;
    for (int i = 0; at != NULL && i < map->width * map->height; i++) {
        char *end;
        cells[i] = (uint32_t)strtoul(at, &end, 10);
        at = end > at ? end + strspn(end, ", \r\n") : NULL;
    }
    return at != NULL && *at == '<';
}

static bool read_file(struct map *map, struct stage *stage)
{
    char path[4096];
    size_t size;
    bool good = true;
    snprintf(path, sizeof path, "%s/map.tmx", stage->art);
    char *const text = (char *)stage_read(stage, path, "the map lies beside its pictures", &size);
    if (text == NULL)
        return false;
    const char *const element = strstr(text, "<map ");
    map->width = element != NULL ? attribute(element, "width") : 0;
    map->height = element != NULL ? attribute(element, "height") : 0;
    if (map->width <= 0 || map->height <= 0 || map->width > CELLS_MAX / map->height)
        good = stage_fail(stage, path, "must be a map of Tiled with 1 to %d cells", CELLS_MAX);
    for (int i = 0; i < LAYERS && good; i++)
        if (!read_layer(map, text, layer_names[i], map->cells[i]))
            good =
                stage_fail(stage, path,
                           "the layer '%s' must be there, with all its cells as CSV: that is the "
                           "tile layer format in Tiled's properties of the map",
                           layer_names[i]);
    free(text);
    return good;
}

/* ---- The tiles ---------------------------------------------------------------------------- */

/* A part of a picture by itself. */
static bool cut_out(struct stage *stage, const struct picture *from, hm_box part,
                    struct picture *out)
{
    const hm_box all = picture_box(from, 0, 0);
    *out = (struct picture){.width = part.x1 - part.x0, .height = part.y1 - part.y0};
    if (!hm_box_contains_box(&all, &part))
        return stage_fail(stage, from->file, "is not the picture that was baked");
    out->rgba = malloc((size_t)out->width * (size_t)out->height * 4);
    if (out->rgba == NULL)
        return stage_fail(stage, NULL, "out of memory");
    for (int y = 0; y < out->height; y++)
        memcpy(&out->rgba[y * out->width * 4],
               &from->rgba[((part.y0 + y) * from->width + part.x0) * 4], (size_t)out->width * 4);
    return true;
}

/* The picture of a tile, and its shapes if it has any. */
static bool load_tile(struct map *map, struct stage *stage, const hm_pack *pack, int tile)
{
    char name[32];
    hm_source source = {.part = {0, 0, TILE, TILE}};
    snprintf(name, sizeof name, "map.tmx#%d", tile);
    if (hm_pack_find(pack, name, &map->sprites[tile]))
        hm_sprite_source(&map->sprites[tile], &source);
    map->parts[tile] = source.part;
    if (!cut_out(stage, &map->art, source.part, &map->cut[tile]) ||
        !stage_sprite(stage, 0, pack, name, &map->cut[tile], 0, &map->sprites[tile]))
        return false;
    snprintf(name, sizeof name, "map.tmx#%d:collision", tile);
    if (hm_pack_find(pack, name, &map->shapes[tile]))
        map->solid[tile] = &map->shapes[tile];
    return reference_is_shape((enum tile)tile, &map->shapes[tile]) ||
           stage_fail(stage, stage->pack_paths[0],
                      "%s has other shapes than the game knows; 'make sample-platformer' bakes it",
                      name);
}

/* Each tile of the layer is a box: the bounds of its shapes, in the world. */
static bool list_platforms(struct map *map, struct stage *stage)
{
    for (int i = 0; i < map->width * map->height; i++) {
        const int column = i % map->width, row = i / map->width;
        const enum tile tile = map_tile(map, PLATFORMS, column, row);
        hm_box box;
        if (tile == EMPTY)
            continue;
        if (map->platform_count == PLATFORMS_MAX)
            return stage_fail(stage, NULL, "the map has more than %d platforms", PLATFORMS_MAX);
        hm_sprite_bounds(&map->shapes[tile], &box);
        hm_box_move(&box, column * TILE, row * TILE, &box);
        map->x0[map->platform_count] = box.x0;
        map->y0[map->platform_count] = box.y0;
        map->x1[map->platform_count] = box.x1;
        map->y1[map->platform_count++] = box.y1;
    }
    return true;
}

bool map_load(struct map *map, struct stage *stage, const hm_pack *pack)
{
    if (!picture_load(stage, "tiles.png", ALPHA_ONLY, &map->art) || !read_file(map, stage))
        return false;
    for (int tile = EMPTY + 1; tile < TILES; tile++)
        if (!load_tile(map, stage, pack, tile))
            return false;
    map->ground = (hm_tiles){.columns = map->width,
                             .rows = map->height,
                             .tile_width = TILE,
                             .tile_height = TILE,
                             .cells = map->cells[GROUND],
                             .sprites = map->solid,
                             .sprite_count = TILES};
    return list_platforms(map, stage);
}

void map_free(struct map *map)
{
    picture_free(&map->art);
    for (int tile = 0; tile < TILES; tile++)
        picture_free(&map->cut[tile]);
}

enum tile map_tile(const struct map *map, enum layer layer, int column, int row)
{
    const uint32_t flags = HM_TILE_FLIP_X | HM_TILE_FLIP_Y | HM_TILE_TRANSPOSE;
    const uint32_t tile = map->cells[layer][row * map->width + column] & ~flags;
    return tile < TILES ? (enum tile)tile : EMPTY;
}

/* ---- Drawing ------------------------------------------------------------------------------ */

void map_draw_tile(const struct map *map, struct stage *stage, enum tile tile, int x, int y,
                   SDL_RendererFlip flip)
{
    stage_picture_part(stage, &map->art, map->parts[tile], (hm_box){x, y, x + TILE, y + TILE},
                       flip);
}

void map_draw(const struct map *map, struct stage *stage, enum layer layer, hm_point camera)
{
    for (int row = 0; row < map->height; row++)
        for (int column = 0; column < map->width; column++) {
            const int x = column * TILE - camera.x, y = row * TILE - camera.y;
            const uint32_t cell = map->cells[layer][row * map->width + column];
            if (map_tile(map, layer, column, row) != EMPTY && x > -TILE && x < stage->about->width)
                map_draw_tile(map, stage, map_tile(map, layer, column, row), x, y,
                              cell & HM_TILE_FLIP_X ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE);
        }
}
