/*
 * aseprite_draw.c - draws a frame of an Aseprite file: its cels, each over those below
 *
 * The order is that of the layers, plus each cel's own z. Where the file says so, a group is drawn
 * by itself first. All modes of blending give the same alpha; colours are blended as in `normal`.
 */
#include "picture/aseprite.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The place that is drawn on, and the part of the frame that it is. */
struct canvas {
    uint8_t *pixels;
    struct image_area area;
};

/* Something that is drawn in a group: a cel, or a group. */
struct item {
    int64_t order;
    int32_t z;
    uint32_t layer;
    const struct aseprite_cel *cel; /* NULL: a group */
};

/* ---- Pixels ---------------------------------------------------------------------------------- */

static uint8_t *pixel_at(const struct canvas *canvas, int64_t x, int64_t y)
{
    const struct image_area *const area = &canvas->area;
    return canvas->pixels + 4 * ((y - area->top) * (area->right - area->left) + x - area->left);
}

/* a * b / 255, rounded. */
static unsigned scaled(unsigned a, unsigned b)
{
    const unsigned product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

/* Draws a colour over a pixel. */
static void blend(uint8_t *below, const uint8_t color[4], unsigned opacity)
{
    const unsigned over = scaled(color[3], opacity), under = below[3];
    if (color[3] == 0)
        return;
    if (under == 0 || over == 255) {
        memcpy(below, color, 3);
        below[3] = (uint8_t)over;
        return;
    }
    const unsigned alpha = over + under - scaled(under, over);
    for (int i = 0; i < 3; i++)
        below[i] = (uint8_t)(below[i] + (color[i] - below[i]) * (int)over / (int)alpha);
    below[3] = (uint8_t)alpha;
}

/* The colour of a pixel as the file stores it. An index beyond the palette, which is left when
 * somebody makes the palette smaller, has no colour. */
static void find_color(const struct aseprite *file, const uint8_t *pixel, bool background,
                       uint8_t out[4])
{
    if (file->depth == 4) {
        memcpy(out, pixel, 4);
    } else if (file->depth == 2) {
        memset(out, pixel[0], 3);
        out[3] = pixel[1];
    } else if ((pixel[0] == file->transparent && !background) || pixel[0] >= file->colors) {
        memset(out, 0, 4);
    } else {
        memcpy(out, file->palette[pixel[0]], 4);
    }
}

/* Counts pixels that are drawn: a small file could draw for hours. */
static bool add_work(struct aseprite *file, uint64_t pixels)
{
    return budget_draw(file->rules->budget, pixels) ||
           fail(file->err,
                "its cels and groups have more pixels than %d times the %" PRIu64
                " that --max-pixels allows",
                (int)BUDGET_TIMES, file->rules->budget->most);
}

/* ---- Cels ------------------------------------------------------------------------------------ */

static const struct aseprite_tileset *find_tileset(const struct aseprite *file, uint32_t id)
{
    for (size_t i = 0; i < file->tileset_count; i++)
        if (file->tilesets[i].id == id)
            return &file->tilesets[i];
    return NULL;
}

/* The cel that has the pixels of a cel; NULL: there is none. */
static const struct aseprite_cel *follow(const struct aseprite *file,
                                         const struct aseprite_cel *cel)
{
    if (cel->type != CEL_LINK)
        return cel;
    return cel->source != CEL_NONE ? &file->cels[cel->source] : NULL;
}

/* The area of the frame that has the pixels of a cel. */
static struct image_area find_area(const struct aseprite *file, const struct aseprite_cel *cel)
{
    const struct aseprite_cel *const from = follow(file, cel);
    const struct aseprite_tileset *const tileset =
        find_tileset(file, file->layers[cel->layer].tileset);
    int64_t width = 0, height = 0;
    if (from != NULL && (from->type != CEL_TILES || tileset != NULL)) {
        width = (int64_t)from->width * (from->type == CEL_TILES ? tileset->width : 1);
        height = (int64_t)from->height * (from->type == CEL_TILES ? tileset->height : 1);
    }
    const int64_t right = cel->x + width, bottom = cel->y + height;
    const struct image_area area = {cel->x > 0 ? cel->x : 0, cel->y > 0 ? cel->y : 0,
                                    right < file->image->width ? right : file->image->width,
                                    bottom < file->image->height ? bottom : file->image->height};
    return area.left < area.right && area.top < area.bottom ? area : (struct image_area){0};
}

/* The pixel (x, y) of a tilemap where it lies in its tileset; NULL: none. A number beyond the
 * tileset, which is left when somebody makes the tileset smaller, is not a tile. A tile that is not
 * square and lies on its side lacks some pixels. */
static const uint8_t *tile_pixel(const struct aseprite *file,
                                 const struct aseprite_tileset *tileset,
                                 const struct aseprite_cel *cel, const uint8_t *tiles, uint32_t x,
                                 uint32_t y)
{
    const uint32_t width = tileset->width, height = tileset->height;
    const uint8_t *const bytes = tiles + ((size_t)(y / height) * cel->width + x / width) * 4;
    const uint32_t tile =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    const uint32_t number = tile & cel->masks[0];
    bool flips[3]; /* of x, of y, and of both with each other */
    for (int k = 0; k < 3; k++)
        flips[k] = cel->masks[k + 1] != 0 && (tile & cel->masks[k + 1]) == cel->masks[k + 1];
    const uint32_t across = flips[0] ? width - 1 - x % width : x % width;
    const uint32_t down = flips[1] ? height - 1 - y % height : y % height;
    const uint32_t i = flips[2] ? down : across, j = flips[2] ? across : down;
    if ((tileset->zero_is_empty ? number == 0 : tile == UINT32_MAX) || number >= tileset->count ||
        i >= width || j >= height)
        return NULL;
    return tileset->pixels + (((size_t)number * height + j) * width + i) * file->depth;
}

/* `from` has the pixels or tiles of `cel`, which are `made`. */
static void draw_pixels(const struct aseprite *file, const struct canvas *canvas,
                        const struct aseprite_cel *cel, const struct aseprite_cel *from,
                        const uint8_t *made, unsigned opacity)
{
    const struct aseprite_layer *const layer = &file->layers[cel->layer];
    const struct aseprite_tileset *const tileset =
        from->type == CEL_TILES ? find_tileset(file, layer->tileset) : NULL;
    const bool background = tileset == NULL && layer->flags & LAYER_BACKGROUND;
    const struct image_area area = find_area(file, cel);
    for (int64_t y = area.top; y < area.bottom; y++) {
        const uint32_t down = (uint32_t)(y - cel->y);
        uint8_t *to = pixel_at(canvas, area.left, y);
        for (int64_t x = area.left; x < area.right; x++, to += 4) {
            const uint32_t across = (uint32_t)(x - cel->x);
            const uint8_t *const pixel =
                tileset != NULL ? tile_pixel(file, tileset, from, made, across, down)
                                : made + ((size_t)down * from->width + across) * file->depth;
            uint8_t color[4];
            if (pixel == NULL)
                continue;
            find_color(file, pixel, background, color);
            blend(to, color, opacity);
        }
    }
}

static bool draw_cel(struct aseprite *file, const struct canvas *canvas,
                     const struct aseprite_cel *cel, unsigned layer_opacity)
{
    const struct aseprite_layer *const layer = &file->layers[cel->layer];
    const struct aseprite_cel *const from = follow(file, cel);
    if (from == NULL)
        return fail(file->err,
                    "damaged: a cel is linked to frame %" PRIu32
                    ", which does not come before it, "
                    "or has no cel",
                    cel->link);
    const bool tiles = from->type == CEL_TILES;
    const uint64_t count = (uint64_t)from->width * from->height;
    const struct image_area area = find_area(file, cel);
    const uint64_t drawn = (uint64_t)((area.right - area.left) * (area.bottom - area.top));
    if (count == 0)
        return true;
    if (tiles != (layer->type == LAYER_TILES))
        return fail(file->err,
                    "damaged: a cel has tiles on a layer of pixels, or pixels on a layer of tiles");
    const struct aseprite_tileset *const tileset =
        tiles ? find_tileset(file, layer->tileset) : NULL;
    if (tiles && (tileset == NULL || tileset->pixels == NULL))
        return fail(file->err, "its tileset is in another file, or missing; export it as PNG");
    if (count > file->rules->budget->most)
        return fail(file->err,
                    "a cel is %" PRIu32 "x%" PRIu32 ", more than the %" PRIu64
                    " that --max-pixels allows",
                    from->width, from->height, file->rules->budget->most);
    if (!add_work(file, count + (tiles ? drawn : 0)))
        return false;
    uint8_t *const made =
        from->type == CEL_RAW
            ? NULL
            : aseprite_inflate(file, from->bytes, from->size, count * (tiles ? 4 : file->depth));
    if (made == NULL && from->type != CEL_RAW)
        return false;
    draw_pixels(file, canvas, cel, from, made != NULL ? made : from->bytes,
                scaled(cel->opacity, layer_opacity));
    free(made);
    return true;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static int compare_items(const void *a, const void *b)
{
    const struct item *const x = a, *const y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->z != y->z)
        return x->z < y->z ? -1 : 1;
    return (x->layer > y->layer) - (x->layer < y->layer);
}

static bool draw_group(struct aseprite *file, const struct canvas *canvas, uint32_t group);

static void join_area(struct image_area *area, const struct image_area *other)
{
    if (other->right == 0)
        return;
    if (area->right == 0) {
        *area = *other;
        return;
    }
    area->left = other->left < area->left ? other->left : area->left;
    area->top = other->top < area->top ? other->top : area->top;
    area->right = other->right > area->right ? other->right : area->right;
    area->bottom = other->bottom > area->bottom ? other->bottom : area->bottom;
}

/* Draws a group by itself, then over what is below. */
static bool draw_group_apart(struct aseprite *file, const struct canvas *canvas, uint32_t group)
{
    const struct image_area area = file->layers[group].area;
    const uint64_t count = (uint64_t)((area.right - area.left) * (area.bottom - area.top));
    if (!add_work(file, count))
        return false;
    if (file->room + count > file->rules->budget->most)
        return fail(file->err,
                    "the groups need more pixels than the %" PRIu64 " that --max-pixels allows",
                    file->rules->budget->most);
    const struct canvas own = {calloc((size_t)count + 1, 4), area};
    if (own.pixels == NULL)
        return fail_memory(file->err);
    file->room += count;
    const bool ok = draw_group(file, &own, group);
    for (int64_t y = area.top; ok && y < area.bottom; y++)
        for (int64_t x = area.left; x < area.right; x++)
            blend(pixel_at(canvas, x, y), pixel_at(&own, x, y), file->layers[group].opacity);
    file->room -= count;
    free(own.pixels);
    return ok;
}

/* True for a layer that is drawn as a part of the one that is apart. The layer itself may be
 * hidden, because artists hide what is not art, or a reference layer; layers in it may not. */
static bool is_in_mask(const struct aseprite *file, uint32_t index)
{
    const struct aseprite_layer *layer = &file->layers[index];
    if (!layer->in_mask || (layer->flags & LAYER_REFERENCE && !layer->is_mask))
        return false;
    for (; !layer->is_mask; layer = &file->layers[layer->parent])
        if (!(layer->flags & LAYER_VISIBLE))
            return false;
    return true;
}

/* Draws what is in a group, or in the whole frame: the art without the layer that is apart, or that
 * layer alone. Groups that are not drawn by themselves are entered. */
static bool draw_group(struct aseprite *file, const struct canvas *canvas, uint32_t group)
{
    const bool apart = file->image->apart, whole_groups = file->groups_apart && !apart;
    const uint32_t end =
        group != ASEPRITE_NONE ? file->layers[group].end : (uint32_t)file->layer_count;
    struct item *const items = memory_new(file->layer_count + 1, sizeof *items);
    size_t count = 0;
    int64_t place = 0; /* in the group */
    for (uint32_t i = group != ASEPRITE_NONE ? group + 1 : 0, next; i < end; i = next, place++) {
        struct aseprite_layer *const layer = &file->layers[i];
        const struct aseprite_cel *const cel = layer->cel;
        const bool is_group = layer->type == LAYER_GROUP;
        const bool drawn = apart ? is_in_mask(file, i)
                                 : layer->flags & LAYER_VISIBLE &&
                                       !(layer->flags & LAYER_REFERENCE) && !layer->in_mask &&
                                       layer->has_cel;
        const int32_t z = cel != NULL ? cel->z : 0;
        layer->is_drawn = drawn && cel != NULL;
        if (drawn && (cel != NULL || (is_group && whole_groups)))
            items[count++] = (struct item){(whole_groups ? place : i) + z, z, i, cel};
        next = apart || (drawn && is_group && !whole_groups) ? i + 1 : layer->end;
    }
    qsort(items, count, sizeof *items, compare_items);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        const struct aseprite_layer *const layer = &file->layers[items[i].layer];
        ok = items[i].cel == NULL
                 ? draw_group_apart(file, canvas, items[i].layer)
                 : draw_cel(file, canvas, items[i].cel, layer->is_mask ? 255 : layer->opacity);
    }
    free(items);
    return ok;
}

/* ---- The frame ------------------------------------------------------------------------------- */

bool aseprite_draw(struct aseprite *file, uint32_t frame)
{
    const struct image *const image = file->image;
    const struct canvas canvas = {image->canvas, {0, 0, image->width, image->height}};
    for (size_t i = 0; i < file->layer_count; i++) {
        file->layers[i].cel = NULL;
        file->layers[i].has_cel = false;
        file->layers[i].is_drawn = false;
        file->layers[i].area = (struct image_area){0};
    }
    for (size_t i = file->frame_cels[frame]; i < file->cel_count; i++) {
        const struct aseprite_cel *const cel = &file->cels[i];
        if (file->layers[cel->layer].cel != NULL)
            return fail(file->err, "damaged: frame %" PRIu32 " has two cels on layer %" PRIu32,
                        frame, cel->layer);
        file->layers[cel->layer].cel = cel;
        const struct image_area area = find_area(file, cel);
        for (uint32_t at = cel->layer; at != ASEPRITE_NONE; at = file->layers[at].parent) {
            file->layers[at].has_cel = true;
            join_area(&file->layers[at].area, &area);
        }
    }
    memset(image->canvas, 0, (size_t)image->width * image->height * 4);
    return draw_group(file, &canvas, ASEPRITE_NONE);
}
