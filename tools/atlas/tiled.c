/*
 * tiled.c - makes atlases of tilesets
 *
 * An image is cut into the cells that fit into it as a whole: from (margin, margin) on, row by row,
 * with the spacing between them. The margin is at the left and upper edges only. When the size of
 * the image is unknown, the tileset's columns and number of tiles are used.
 */
#include "atlas/tiled.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void tiled_begin_next(struct tiled *tiled, uint32_t first)
{
    arena_empty(&tiled->arena);
    *tiled = (struct tiled){.atlas = tiled->atlas,
                            .log = tiled->log,
                            .arena = tiled->arena,
                            .first = first,
                            .first_frame = tiled->atlas->frame_count};
}

/* ---- Pages -------------------------------------------------------------------------------- */

static uint32_t page_of(struct tiled *tiled, const struct tiled_image *image)
{
    struct atlas *const atlas = tiled->atlas;
    const struct atlas_page page = {.image = arena_text(&atlas->arena, image->source),
                                    .width = image->width,
                                    .height = image->height,
                                    .keyed = image->keyed,
                                    .key = {image->key[0], image->key[1], image->key[2]},
                                    .place = image->place};
    atlas_add_page(atlas, &page);
    return (uint32_t)(atlas->page_count - 1);
}

/* Takes the size of an image from its file when the tileset does not say it. */
static struct tiled_image with_size(const struct tiled *tiled, const struct tiled_image *image)
{
    struct tiled_image out = *image;
    if (out.width == 0 || out.height == 0)
        atlas_find_size(tiled->atlas, image->source, &out.width, &out.height);
    return out;
}

void tiled_set_image(struct tiled *tiled, const struct tiled_image *image)
{
    const struct tiled_image sized = with_size(tiled, image);
    const bool is_measured = sized.width != image->width || sized.height != image->height;
    /* The picture knows better. */
    if (is_measured)
        tiled->columns = 0;
    tiled->page = page_of(tiled, &sized);
    tiled->has_image = true;
}

/* ---- Tiles -------------------------------------------------------------------------------- */

static void add_frame(struct tiled *tiled, uint32_t id, uint32_t page,
                      const struct tiled_part *part, struct atlas_place place)
{
    struct atlas *const atlas = tiled->atlas;
    struct atlas_frame frame = {
        .name = arena_format(&atlas->arena, "%" PRIu32, tiled->first + id),
        .page = page,
        .place = place,
    };
    atlas_set_region(&frame, part->x, part->y, part->width, part->height);
    atlas_add_frame(atlas, &frame);
}

void tiled_add_tile(struct tiled *tiled, uint32_t id, const struct tiled_image *image,
                    const struct tiled_part *part, struct atlas_place place)
{
    const struct tiled_image sized = with_size(tiled, image);
    const struct tiled_part whole = {0, 0, sized.width, sized.height};
    const struct tiled_part *const taken = part->width != 0 ? part : &whole;
    if (taken->width == 0 || taken->height == 0)
        atlas_found(
            tiled->log, NULL, NULL, place,
            "tile %" PRIu32
            ": the width and height of its image are missing; please save the tileset again with "
            "Tiled",
            id);
    else
        add_frame(tiled, id, page_of(tiled, &sized), taken, place);
}

struct cells {
    uint64_t columns, count;
};

/* Counts the cells of the image. Reports an error when it cannot. */
static bool count_cells(struct tiled *tiled, struct cells *out)
{
    const struct atlas_page *const page = &tiled->atlas->pages[tiled->page];
    if (page->width == 0 || page->height == 0) {
        *out = (struct cells){tiled->columns, tiled->count};
        if (out->columns == 0 || out->count == 0)
            atlas_found(
                tiled->log, NULL, NULL, page->place,
                "the image's width and height are missing, and so are the tileset's columns and "
                "tilecount; please save the tileset again with Tiled");
        return out->columns != 0 && out->count != 0;
    }
    const uint64_t columns =
        grid_fitting(page->width, tiled->margin, tiled->tile_width, tiled->spacing);
    const uint64_t rows =
        grid_fitting(page->height, tiled->margin, tiled->tile_height, tiled->spacing);
    *out = (struct cells){columns, columns * rows};
    if (tiled->columns != 0 && tiled->columns != columns) {
        atlas_found(tiled->log, NULL, NULL, tiled->place,
                    "the tileset says %" PRIu32 " columns, but %" PRIu64 " columns of %" PRIu32
                    " pixels fit into the image's width of %" PRIu32
                    "; please save the tileset "
                    "again with Tiled",
                    tiled->columns, columns, tiled->tile_width, page->width);
        return false;
    }
    if (out->count == 0)
        atlas_found(tiled->log, NULL, NULL, page->place,
                    "no tile of %" PRIu32 " x %" PRIu32 " fits into the image of %" PRIu32
                    " x %" PRIu32,
                    tiled->tile_width, tiled->tile_height, page->width, page->height);
    return out->count != 0;
}

static void cut_cells(struct tiled *tiled)
{
    struct cells cells;
    if (!count_cells(tiled, &cells))
        return;
    const struct atlas_place place = tiled->atlas->pages[tiled->page].place;
    if (!atlas_spend(tiled->atlas, tiled->log, ATLAS_TILES, cells.count, NULL, NULL, place))
        return;
    for (uint64_t id = 0; id < cells.count; id++) {
        const struct tiled_part part = {
            .x = grid_start(id % cells.columns, tiled->margin, tiled->tile_width, tiled->spacing),
            .y = grid_start(id / cells.columns, tiled->margin, tiled->tile_height, tiled->spacing),
            .width = tiled->tile_width,
            .height = tiled->tile_height,
        };
        add_frame(tiled, (uint32_t)id, tiled->page, &part, place);
    }
}

/* ---- Animations --------------------------------------------------------------------------- */

void tiled_add_step(struct tiled *tiled, const struct tiled_step *step)
{
    struct tiled_step *const added =
        arena_array_push(&tiled->arena, &tiled->steps, &tiled->step_count, &tiled->step_capacity);
    *added = *step;
}

static int compare_tiles(const void *a, const void *b)
{
    const struct tiled_tile *const x = a, *const y = b;
    return (x->id > y->id) - (x->id < y->id);
}

struct tiled_tile *tiled_sort(const struct tiled *tiled)
{
    const struct atlas *const atlas = tiled->atlas;
    const size_t count = atlas->frame_count - tiled->first_frame;
    if (count == 0)
        return NULL;
    struct tiled_tile *const tiles = memory_new(count, sizeof *tiles);
    for (size_t i = 0; i < count; i++) {
        uint64_t id = 0;
        text_to_number(atlas->frames[tiled->first_frame + i].name, 0, UINT32_MAX, &id);
        tiles[i] = (struct tiled_tile){(uint32_t)id, (uint32_t)(tiled->first_frame + i)};
    }
    qsort(tiles, count, sizeof *tiles, compare_tiles);
    return tiles;
}

const struct tiled_tile *tiled_find(const struct tiled *tiled, const struct tiled_tile *tiles,
                                    uint32_t id)
{
    const struct tiled_tile wanted = {tiled->first + id, 0};
    return bsearch(&wanted, tiles, tiled->atlas->frame_count - tiled->first_frame, sizeof *tiles,
                   compare_tiles);
}

static void add_animations(struct tiled *tiled)
{
    struct atlas *const atlas = tiled->atlas;
    const struct tiled_step *const steps = tiled->steps;
    struct tiled_tile *const tiles = tiled->step_count > 0 ? tiled_sort(tiled) : NULL;
    if (tiles == NULL)
        return;
    for (size_t i = 0, end; i < tiled->step_count; i = end) {
        for (end = i + 1; end < tiled->step_count && steps[end].owner == steps[i].owner;)
            end++;
        struct atlas_animation *const animation = atlas_add_animation(
            atlas, arena_format(&atlas->arena, "%" PRIu32, tiled->first + steps[i].owner),
            (uint32_t)(end - i), steps[i].place);
        animation->count = 0;
        for (size_t k = i; k < end; k++) {
            const struct tiled_tile *const tile = tiled_find(tiled, tiles, steps[k].tile);
            if (tile == NULL) {
                atlas_found(tiled->log, "animation", animation->name, steps[k].place,
                            "there is no tile %" PRIu32, steps[k].tile);
                continue;
            }
            animation->frames[animation->count] = tile->frame;
            animation->durations[animation->count++] = steps[k].duration;
        }
    }
    free(tiles);
}

/* ---- Data --------------------------------------------------------------------------------- */

void tiled_add_data(struct tiled *tiled, uint32_t owner, const struct text *data)
{
    if (data->length == 0)
        return;
    struct tiled_data *const added =
        arena_array_push(&tiled->arena, &tiled->data, &tiled->data_count, &tiled->data_capacity);
    *added = (struct tiled_data){owner, arena_text(&tiled->atlas->arena, data->bytes)};
}

bool tiled_add_property(struct tiled *tiled, struct text *data, const char *name, const char *value,
                        struct atlas_place place)
{
    const uint64_t size = strlen(name) + strlen(value) + 2;
    if (!atlas_spend(tiled->atlas, tiled->log, ATLAS_DATA, size, NULL, NULL, place))
        return false;
    char *const line = text_format("%s=%s", name, value);
    text_add_lines(data, line, strlen(line));
    free(line);
    return true;
}

bool tiled_add_class(struct tiled *tiled, struct text *data, const char *name,
                     struct atlas_place place)
{
    return name == NULL || *name == '\0' || tiled_add_property(tiled, data, "class", name, place);
}

/* A tile that stands in the file twice has the data of the last. */
static void set_data(struct tiled *tiled)
{
    struct tiled_tile *const tiles = tiled->data_count > 0 ? tiled_sort(tiled) : NULL;
    for (size_t i = 0; tiles != NULL && i < tiled->data_count; i++) {
        const struct tiled_tile *const tile = tiled_find(tiled, tiles, tiled->data[i].owner);
        if (tile != NULL)
            tiled->atlas->frames[tile->frame].data = tiled->data[i].text;
    }
    free(tiles);
}

void tiled_finish(struct tiled *tiled)
{
    tiled->atlas->numbered = true;
    if (tiled->has_image && tiled->tile_width != 0 && tiled->tile_height != 0)
        cut_cells(tiled);
    set_data(tiled);
    add_animations(tiled);
    tiled_draw_shapes(tiled);
}

void tiled_end(struct tiled *tiled, struct atlas_place root)
{
    if (tiled->atlas->frame_count == 0 && tiled->atlas->related_count == 0 &&
        atlas_is_clean(tiled->atlas, tiled->log))
        atlas_found(tiled->log, NULL, NULL, root, "there is no tile in it: no frame to bake");
    arena_free(&tiled->arena);
}
