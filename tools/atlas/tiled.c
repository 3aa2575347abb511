/*
 * tiled.c - tilesets made into atlases
 *
 * The cells of an image are those that fit in wholly: from (margin, margin) on, a cell and the
 * spacing after it at a time, row by row. The margin stands at the leading edges only. Where the
 * image's size is not said, the columns and the number of tiles tell how many there are.
 */
#include "atlas/tiled.h"

#include "base/array.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tiled_free(struct tiled *tiled)
{
    free(tiled->steps);
    *tiled = (struct tiled){0};
}

/* ---- Pages -------------------------------------------------------------------------------- */

static bool same_image(const struct atlas_page *page, const struct tiled_image *image,
                       const char *source)
{
    return page->keyed == image->keyed && memcmp(page->key, image->key, sizeof page->key) == 0 &&
           page->width == image->width && page->height == image->height &&
           strcmp(page->image, source) == 0;
}

/* The last pages first: tiles of one image mostly come together. */
static bool find_page(const struct atlas *atlas, const struct tiled_image *image,
                      const char *source, uint32_t *out)
{
    for (size_t i = atlas->page_count; i > 0; i--) {
        if (same_image(&atlas->pages[i - 1], image, source)) {
            *out = (uint32_t)(i - 1);
            return true;
        }
    }
    return false;
}

/* The image's page, which is there already or is added. */
static bool page_of(struct tiled *tiled, const struct tiled_image *image, uint32_t *out)
{
    char *const source = text_copy(image->source);
    if (source != NULL)
        atlas_use_slashes(source);
    if (source != NULL && find_page(tiled->atlas, image, source, out)) {
        free(source);
        return true;
    }
    struct atlas_page *const page = source != NULL ? atlas_add_page(tiled->atlas) : NULL;
    if (page == NULL) {
        free(source);
        atlas_found_no_memory(&tiled->log);
        return false;
    }
    page->image = source;
    page->width = image->width;
    page->height = image->height;
    page->keyed = image->keyed;
    memcpy(page->key, image->key, sizeof page->key);
    page->place = image->place;
    *out = (uint32_t)(tiled->atlas->page_count - 1);
    return true;
}

void tiled_set_image(struct tiled *tiled, const struct tiled_image *image)
{
    uint32_t page;
    if (tiled->has_image)
        atlas_found(&tiled->log, NULL, NULL, image->place, "the tileset has two images");
    else
        tiled->has_image = page_of(tiled, image, &page);
}

/* ---- Tiles -------------------------------------------------------------------------------- */

static bool add_frame(struct tiled *tiled, uint32_t id, uint32_t page,
                      const struct tiled_part *part, struct atlas_place place)
{
    char name[16];
    snprintf(name, sizeof name, "%" PRIu32, id);
    struct atlas_frame *const frame = atlas_add_frame(tiled->atlas);
    if (frame == NULL) {
        atlas_found_no_memory(&tiled->log);
        return false;
    }
    *frame = (struct atlas_frame){
        .name = text_copy(name),
        .page = page,
        .x = part->x,
        .y = part->y,
        .width = part->width,
        .height = part->height,
        .source_width = part->width,
        .source_height = part->height,
        .place = place,
    };
    if (frame->name != NULL)
        return true;
    tiled->atlas->frame_count--;
    atlas_found_no_memory(&tiled->log);
    return false;
}

void tiled_add_tile(struct tiled *tiled, uint32_t id, const struct tiled_image *image,
                    const struct tiled_part *part, struct atlas_place place)
{
    const struct tiled_part whole = {0, 0, image->width, image->height};
    const struct tiled_part *const taken = part->width != 0 ? part : &whole;
    uint32_t page;
    if (taken->width == 0 || taken->height == 0)
        atlas_found(
            &tiled->log, NULL, NULL, place,
            "tile %" PRIu32
            ": the width and height of its image are missing; please save the tileset again with "
            "Tiled",
            id);
    else if (page_of(tiled, image, &page))
        add_frame(tiled, id, page, taken, place);
}

struct cells {
    uint64_t columns, count;
};

/* Both counts of the image's cells; false, with a finding, when they cannot be known. */
static bool count_cells(struct tiled *tiled, struct cells *out)
{
    const struct atlas_page *const page = &tiled->atlas->pages[0];
    if (page->width == 0 || page->height == 0) {
        *out = (struct cells){tiled->columns, tiled->count};
        if (out->columns == 0 || out->count == 0)
            atlas_found(
                &tiled->log, NULL, NULL, page->place,
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
        atlas_found(&tiled->log, NULL, NULL, tiled->place,
                    "the tileset says %" PRIu32 " columns, but %" PRIu64 " columns of %" PRIu32
                    " pixels fit into the image's width of %" PRIu32
                    "; please save the tileset "
                    "again with Tiled",
                    tiled->columns, columns, tiled->tile_width, page->width);
        return false;
    }
    if (out->count == 0)
        atlas_found(&tiled->log, NULL, NULL, page->place,
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
    if (cells.count > GRID_CELLS_MAX) {
        atlas_found(&tiled->log, NULL, NULL, tiled->atlas->pages[0].place,
                    "the image is cut into more than %d tiles, the most that is allowed",
                    GRID_CELLS_MAX);
        return;
    }
    for (uint64_t id = 0; id < cells.count; id++) {
        const struct tiled_part part = {
            .x = grid_start(id % cells.columns, tiled->margin, tiled->tile_width, tiled->spacing),
            .y = grid_start(id / cells.columns, tiled->margin, tiled->tile_height, tiled->spacing),
            .width = tiled->tile_width,
            .height = tiled->tile_height,
        };
        if (!add_frame(tiled, (uint32_t)id, 0, &part, tiled->atlas->pages[0].place))
            return;
    }
}

/* ---- Animations --------------------------------------------------------------------------- */

void tiled_add_step(struct tiled *tiled, const struct tiled_step *step)
{
    struct tiled_step *const grown =
        array_reserve(tiled->steps, tiled->step_count + 1, &tiled->step_capacity, sizeof *grown);
    if (grown == NULL) {
        atlas_found_no_memory(&tiled->log);
        return;
    }
    tiled->steps = grown;
    tiled->steps[tiled->step_count++] = *step;
}

struct tile {
    uint32_t id, frame;
};

static int compare_tiles(const void *a, const void *b)
{
    const struct tile *const x = a, *const y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* All frames by their ids, sorted; to be freed. */
static struct tile *list_tiles(const struct atlas *atlas)
{
    struct tile *const tiles = calloc(atlas->frame_count + 1, sizeof *tiles);
    if (tiles == NULL)
        return NULL;
    for (size_t i = 0; i < atlas->frame_count; i++) {
        uint64_t id = 0;
        text_to_number(atlas->frames[i].name, 0, UINT32_MAX, &id);
        tiles[i] = (struct tile){(uint32_t)id, (uint32_t)i};
    }
    qsort(tiles, atlas->frame_count, sizeof *tiles, compare_tiles);
    return tiles;
}

static bool add_animation(struct tiled *tiled, const struct tile *tiles,
                          const struct tiled_step *steps, size_t count)
{
    struct atlas *const atlas = tiled->atlas;
    struct atlas_animation *const animation = atlas_add_animation(
        atlas, text_format("%" PRIu32, steps[0].owner), (uint32_t)count, steps[0].place);
    if (animation == NULL)
        return false;
    animation->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct tile wanted = {steps[i].tile, 0};
        const struct tile *const tile =
            bsearch(&wanted, tiles, atlas->frame_count, sizeof *tiles, compare_tiles);
        if (tile == NULL) {
            atlas_found(&tiled->log, "animation", animation->name, steps[i].place,
                        "there is no tile %" PRIu32, steps[i].tile);
            continue;
        }
        animation->frames[animation->count] = tile->frame;
        animation->durations[animation->count++] = steps[i].duration;
    }
    return true;
}

static void add_animations(struct tiled *tiled)
{
    if (tiled->step_count == 0 || tiled->atlas->frame_count == 0)
        return;
    struct tile *const tiles = list_tiles(tiled->atlas);
    bool ok = tiles != NULL;
    for (size_t i = 0, end; ok && i < tiled->step_count; i = end) {
        for (end = i + 1; end < tiled->step_count;) {
            if (tiled->steps[end].owner != tiled->steps[i].owner)
                break;
            end++;
        }
        ok = add_animation(tiled, tiles, tiled->steps + i, end - i);
    }
    if (!ok)
        atlas_found_no_memory(&tiled->log);
    free(tiles);
}

void tiled_finish(struct tiled *tiled)
{
    tiled->atlas->numbered = true;
    if (tiled->has_image && tiled->tile_width != 0 && tiled->tile_height != 0)
        cut_cells(tiled);
    add_animations(tiled);
}
