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

/* The place that is drawn on. Its first pixel is (left, top) of the frame. */
struct canvas {
    uint8_t *pixels;
    size_t row_size;
    uint32_t left, top;
};

/* A part of the frame; a zeroed one is empty. */
struct area {
    uint32_t left, top, right, bottom;
};

/* Something that is drawn in a group: a cel, or a group. */
struct item {
    int64_t order;
    int32_t z;
    uint32_t layer;
    const struct aseprite_cel *cel; /* NULL: a group */
};

struct drawing {
    struct aseprite *file;
    uint32_t frame;
    bool *has_cel;                    /* of each layer: it, or one in it, has a cel in this frame */
    struct area *areas;               /* of each layer: where its cels, or those in it, lie */
    const struct aseprite_cel **cels; /* of each layer, in this frame; NULL: none */
};

/* ---- Pixels ---------------------------------------------------------------------------------- */

static uint8_t *pixel_at(const struct canvas *canvas, uint32_t x, uint32_t y)
{
    return canvas->pixels + canvas->row_size * (y - canvas->top) + 4 * (size_t)(x - canvas->left);
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

/* The pixels of a cel that are in the frame, in the cel. */
static struct area clip(const struct image *image, const struct aseprite_cel *cel, uint64_t width,
                        uint64_t height)
{
    const int64_t left = cel->x < 0 ? -(int64_t)cel->x : 0;
    const int64_t top = cel->y < 0 ? -(int64_t)cel->y : 0;
    int64_t right = (int64_t)image->width - cel->x, bottom = (int64_t)image->height - cel->y;
    right = right < (int64_t)width ? right : (int64_t)width;
    bottom = bottom < (int64_t)height ? bottom : (int64_t)height;
    if (left >= right || top >= bottom)
        return (struct area){0};
    return (struct area){(uint32_t)left, (uint32_t)top, (uint32_t)right, (uint32_t)bottom};
}

/* A tile as it lies on a tilemap. */
struct tile {
    const uint8_t *pixels; /* NULL: none */
    bool flip_x, flip_y, on_its_side;
};

/* `bytes` is the tile's number, with its flips. A number beyond the tileset, which is left when
 * somebody makes the tileset smaller, is no tile. */
static void find_tile(const struct aseprite *file, const struct aseprite_tileset *tileset,
                      const struct aseprite_cel *cel, const uint8_t *bytes, struct tile *out)
{
    const uint32_t tile =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    const uint32_t number = tile & cel->masks[0];
    bool flips[3];
    for (int k = 0; k < 3; k++)
        flips[k] = cel->masks[k + 1] != 0 && (tile & cel->masks[k + 1]) == cel->masks[k + 1];
    *out = (struct tile){NULL, flips[0], flips[1], flips[2]};
    if ((tileset->zero_is_empty ? number == 0 : tile == UINT32_MAX) || number >= tileset->count)
        return;
    out->pixels = tileset->pixels + (size_t)number * tileset->height * tileset->width * file->depth;
}

/* The pixel (x, y) of a tile where it lies; NULL: none. One that is not square and lies on its side
 * has not all of them. */
static const uint8_t *tile_pixel(const struct aseprite *file,
                                 const struct aseprite_tileset *tileset, const struct tile *tile,
                                 uint32_t x, uint32_t y)
{
    const uint32_t across = tile->flip_x ? tileset->width - 1 - x : x;
    const uint32_t down = tile->flip_y ? tileset->height - 1 - y : y;
    const uint32_t i = tile->on_its_side ? down : across, j = tile->on_its_side ? across : down;
    if (tile->pixels == NULL || i >= tileset->width || j >= tileset->height)
        return NULL;
    return tile->pixels + ((size_t)j * tileset->width + i) * file->depth;
}

static const struct aseprite_tileset *find_tileset(const struct aseprite *file, uint32_t id)
{
    for (size_t i = 0; i < file->tileset_count; i++)
        if (file->tilesets[i].id == id)
            return &file->tilesets[i];
    return NULL;
}

static bool draw_tiles(struct aseprite *file, const struct canvas *canvas,
                       const struct aseprite_cel *cel, const uint8_t *tiles, unsigned opacity)
{
    const struct aseprite_tileset *const tileset =
        find_tileset(file, file->layers[cel->layer].tileset);
    if (tileset == NULL || tileset->pixels == NULL)
        return fail(file->err, "its tileset is in another file, or missing; export it as PNG");
    const struct area window = clip(file->image, cel, (uint64_t)cel->width * tileset->width,
                                    (uint64_t)cel->height * tileset->height);
    if (!add_work(file, (uint64_t)(window.right - window.left) * (window.bottom - window.top)))
        return false;
    for (uint32_t y = window.top; y < window.bottom; y++) {
        const uint8_t *bytes =
            tiles + ((size_t)(y / tileset->height) * cel->width + window.left / tileset->width) * 4;
        uint8_t *to = pixel_at(canvas, (uint32_t)((int64_t)window.left + cel->x),
                               (uint32_t)((int64_t)y + cel->y));
        const uint32_t down = y % tileset->height;
        uint32_t across = window.left % tileset->width;
        struct tile tile;
        find_tile(file, tileset, cel, bytes, &tile);
        for (uint32_t x = window.left; x < window.right; x++, across++, to += 4) {
            uint8_t color[4];
            if (across == tileset->width) {
                across = 0;
                bytes += 4;
                find_tile(file, tileset, cel, bytes, &tile);
            }
            const uint8_t *const pixel = tile_pixel(file, tileset, &tile, across, down);
            if (pixel == NULL)
                continue;
            find_color(file, pixel, false, color);
            blend(to, color, opacity);
        }
    }
    return true;
}

static bool draw_pixels(struct aseprite *file, const struct canvas *canvas,
                        const struct aseprite_cel *cel, const uint8_t *pixels, unsigned opacity)
{
    const bool background = file->layers[cel->layer].flags & LAYER_BACKGROUND;
    const struct area window = clip(file->image, cel, cel->width, cel->height);
    for (uint32_t y = window.top; y < window.bottom; y++) {
        const uint8_t *from = pixels + ((size_t)y * cel->width + window.left) * file->depth;
        uint8_t *to = pixel_at(canvas, (uint32_t)((int64_t)window.left + cel->x),
                               (uint32_t)((int64_t)y + cel->y));
        for (uint32_t x = window.left; x < window.right; x++, from += file->depth, to += 4) {
            uint8_t color[4];
            find_color(file, from, background, color);
            blend(to, color, opacity);
        }
    }
    return true;
}

/* The cel that has the pixels of a cel; NULL: there is none. */
static const struct aseprite_cel *follow(const struct aseprite *file,
                                         const struct aseprite_cel *cel)
{
    if (cel->type != CEL_LINK)
        return cel;
    return cel->source != CEL_NONE ? &file->cels[cel->source] : NULL;
}

static bool draw_cel(struct aseprite *file, const struct canvas *canvas,
                     const struct aseprite_cel *cel, unsigned layer_opacity)
{
    const struct aseprite_cel *const from = follow(file, cel);
    const unsigned opacity = scaled(cel->opacity, layer_opacity);
    if (from == NULL)
        return fail(file->err,
                    "damaged: a cel is linked to frame %" PRIu32
                    ", which is not before it or has none",
                    cel->link);
    struct aseprite_cel placed = *from;
    placed.x = cel->x;
    placed.y = cel->y;
    const bool tiles = from->type == CEL_TILES;
    const uint64_t count = (uint64_t)from->width * from->height;
    if (count == 0)
        return true;
    if (tiles != (file->layers[cel->layer].type == LAYER_TILES))
        return fail(file->err,
                    "damaged: a cel has tiles on a layer of pixels, or pixels on one of tiles");
    if (count > file->rules->budget->most)
        return fail(file->err,
                    "a cel is %" PRIu32 "x%" PRIu32 ", more than the %" PRIu64
                    " that --max-pixels allows",
                    from->width, from->height, file->rules->budget->most);
    if (!add_work(file, count))
        return false;
    uint8_t *const made =
        from->type == CEL_RAW
            ? NULL
            : aseprite_inflate(file, from->bytes, from->size, count * (tiles ? 4 : file->depth));
    if (made == NULL && from->type != CEL_RAW)
        return false;
    const bool ok =
        tiles ? draw_tiles(file, canvas, &placed, made, opacity)
              : draw_pixels(file, canvas, &placed, made != NULL ? made : from->bytes, opacity);
    free(made);
    return ok;
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

static bool draw_group(struct drawing *drawing, const struct canvas *canvas, uint32_t group);

/* The area of the frame that has the pixels of a cel. */
static struct area find_area(const struct aseprite *file, const struct aseprite_cel *cel)
{
    const struct aseprite_cel *const from = follow(file, cel);
    const struct aseprite_tileset *const tileset =
        find_tileset(file, file->layers[cel->layer].tileset);
    uint64_t width = 0, height = 0;
    if (from != NULL && from->type != CEL_TILES) {
        width = from->width;
        height = from->height;
    } else if (from != NULL && tileset != NULL) {
        width = (uint64_t)from->width * tileset->width;
        height = (uint64_t)from->height * tileset->height;
    }
    const struct area inside = clip(file->image, cel, width, height);
    if (inside.right == 0)
        return inside;
    return (struct area){
        (uint32_t)((int64_t)inside.left + cel->x), (uint32_t)((int64_t)inside.top + cel->y),
        (uint32_t)((int64_t)inside.right + cel->x), (uint32_t)((int64_t)inside.bottom + cel->y)};
}

static void join_area(struct area *area, const struct area *other)
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
static bool draw_group_apart(struct drawing *drawing, const struct canvas *canvas, uint32_t group)
{
    struct aseprite *const file = drawing->file;
    const struct area area = drawing->areas[group];
    const uint32_t width = area.right - area.left;
    const uint64_t count = (uint64_t)width * (area.bottom - area.top);
    if (!add_work(file, count))
        return false;
    if (count > file->rules->budget->most - file->room)
        return fail(file->err,
                    "the groups need more pixels than the %" PRIu64 " that --max-pixels allows",
                    file->rules->budget->most);
    const struct canvas own = {calloc((size_t)count + 1, 4), (size_t)width * 4, area.left,
                               area.top};
    if (own.pixels == NULL)
        return fail_memory(file->err);
    file->room += count;
    const bool ok = draw_group(drawing, &own, group);
    for (uint32_t y = area.top; ok && y < area.bottom; y++)
        for (uint32_t x = area.left; x < area.right; x++)
            blend(pixel_at(canvas, x, y), pixel_at(&own, x, y), file->layers[group].opacity);
    file->room -= count;
    free(own.pixels);
    return ok;
}

/* Lists what is drawn in a group, without the layer that is apart. Groups that are not drawn by
 * themselves are listed through. `place` counts the layers in the order of the list. */
static void list_items(const struct drawing *drawing, uint32_t first, struct item *items,
                       size_t *count, int64_t *place)
{
    const struct aseprite *const file = drawing->file;
    for (uint32_t i = first; i != ASEPRITE_NONE; i = file->layers[i].next) {
        const struct aseprite_layer *const layer = &file->layers[i];
        const bool is_group = layer->type == LAYER_GROUP;
        const bool drawn = layer->flags & LAYER_VISIBLE && !(layer->flags & LAYER_REFERENCE) &&
                           !layer->in_mask && drawing->has_cel[i];
        const struct aseprite_cel *const cel = drawing->cels[i];
        const int32_t z = cel != NULL ? cel->z : 0;
        if (!file->groups_apart)
            *place = i;
        if (drawn && is_group && !file->groups_apart)
            list_items(drawing, layer->first, items, count, place);
        else if (drawn && (is_group || cel != NULL))
            items[(*count)++] = (struct item){*place + z, z, i, cel};
        ++*place;
    }
}

static bool draw_items(struct drawing *drawing, const struct canvas *canvas, struct item *items,
                       size_t count)
{
    struct aseprite *const file = drawing->file;
    bool ok = true;
    qsort(items, count, sizeof *items, compare_items);
    for (size_t i = 0; i < count && ok; i++) {
        const struct aseprite_layer *const layer = &file->layers[items[i].layer];
        ok = items[i].cel == NULL
                 ? draw_group_apart(drawing, canvas, items[i].layer)
                 : draw_cel(file, canvas, items[i].cel, layer->is_mask ? 255 : layer->opacity);
    }
    return ok;
}

static bool draw_group(struct drawing *drawing, const struct canvas *canvas, uint32_t group)
{
    struct aseprite *const file = drawing->file;
    struct item *const items = memory_new(file->layer_count + 1, sizeof *items);
    const uint32_t first = group != ASEPRITE_NONE  ? file->layers[group].first
                           : file->layer_count > 0 ? 0
                                                   : ASEPRITE_NONE;
    size_t count = 0;
    int64_t place = 0;
    list_items(drawing, first, items, &count, &place);
    const bool ok = draw_items(drawing, canvas, items, count);
    free(items);
    return ok;
}

/* ---- The layer that is apart ----------------------------------------------------------------- */

/* True for a layer that is drawn as a part of the one that is apart. That one may be hidden, for
 * artists hide what is no art, and a reference layer; layers in it may not. */
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

static bool draw_mask(struct drawing *drawing, const struct canvas *canvas)
{
    struct aseprite *const file = drawing->file;
    struct item *const items = memory_new(file->layer_count + 1, sizeof *items);
    size_t count = 0;
    for (uint32_t i = 0; i < file->layer_count; i++) {
        const struct aseprite_cel *const cel = drawing->cels[i];
        if (cel != NULL && is_in_mask(file, i))
            items[count++] = (struct item){(int64_t)i + cel->z, cel->z, i, cel};
    }
    const bool ok = draw_items(drawing, canvas, items, count);
    free(items);
    return ok;
}

/* ---- The frame ------------------------------------------------------------------------------- */

bool aseprite_draw(struct aseprite *file, uint32_t frame)
{
    const struct image *const image = file->image;
    const size_t row_size = (size_t)image->width * 4;
    const struct canvas canvas = {file->canvas, row_size, 0, 0};
    struct drawing drawing = {
        .file = file,
        .frame = frame,
        .has_cel = memory_new(file->layer_count + 1, sizeof *drawing.has_cel),
        .areas = memory_new(file->layer_count + 1, sizeof *drawing.areas),
        .cels = memory_new(file->layer_count + 1,
                           sizeof *drawing.cels), /* NOLINT(bugprone-sizeof-expression): pointers */
    };
    bool ok = true;
    for (size_t i = file->frame_cels[frame]; ok && i < file->cel_count; i++) {
        const struct aseprite_cel *const cel = &file->cels[i];
        if (drawing.cels[cel->layer] != NULL)
            ok = fail(file->err, "damaged: frame %" PRIu32 " has two cels on layer %" PRIu32, frame,
                      cel->layer);
        drawing.cels[cel->layer] = cel;
        const struct area area = find_area(file, cel);
        for (uint32_t at = cel->layer; at != ASEPRITE_NONE; at = file->layers[at].parent) {
            drawing.has_cel[at] = true;
            join_area(&drawing.areas[at], &area);
        }
    }
    memset(file->canvas, 0, row_size * image->height);
    ok = ok && (image->apart ? draw_mask(&drawing, &canvas)
                             : draw_group(&drawing, &canvas, ASEPRITE_NONE));
    free(drawing.has_cel);
    free(drawing.areas);
    free(drawing.cels);
    return ok;
}
