/*
 * aseprite.c - reads .aseprite and .ase files, frame by frame
 *
 *     header (128 bytes)  frame: header (16 bytes)  chunk: size, type, data  chunk ...  frame ...
 *
 * Numbers begin with their low byte. The chunks of the first frame have the layers, each behind its
 * group, and mostly tilesets, tags and slices. A palette counts from its frame on. Chunks that say
 * nothing about pixels, frames or boxes are skipped.
 */
#include "picture/aseprite.h"

#include "base/memory.h"
#include "base/text.h"
#include "picture/inflate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_HEADER = 128, FRAME_HEADER = 16, CHUNK_HEADER = 6 };
enum { FILE_MAGIC = 0xa5e0, FRAME_MAGIC = 0xf1fa };
enum { OPACITIES = 1, GROUP_OPACITIES = 2 };

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Data that is being read. A read past its end gives 0, and is noted. */
struct data {
    const uint8_t *next;
    size_t left;
    bool ended;
};

static const uint8_t *take(struct data *data, size_t size)
{
    static const uint8_t nothing[16];
    const uint8_t *const bytes = data->next;
    if (data->ended || size > data->left) {
        data->ended = true;
        return nothing;
    }
    data->next += size;
    data->left -= size;
    return bytes;
}

static uint8_t take_8(struct data *data)
{
    return take(data, 1)[0];
}

static uint16_t take_16(struct data *data)
{
    const uint8_t *const bytes = take(data, 2);
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static int16_t take_signed_16(struct data *data)
{
    return (int16_t)take_16(data);
}

static uint32_t take_32(struct data *data)
{
    const uint32_t low = take_16(data);
    return low | (uint32_t)take_16(data) << 16;
}

static void skip(struct data *data, size_t size)
{
    if (size > data->left) {
        data->ended = true;
    } else {
        data->next += size;
        data->left -= size;
    }
}

/* A name to be freed. One with a NUL in it is cut there. */
static char *take_name(struct data *data)
{
    const size_t length = take_16(data);
    const char *const name = (const char *)data->next;
    skip(data, length);
    return text_copy_n(name, data->ended ? 0 : length);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static bool read_layer(struct aseprite *file, struct data *data, unsigned file_flags)
{
    struct aseprite_layer layer = {0};
    layer.flags = take_16(data);
    layer.type = take_16(data);
    const unsigned level = take_16(data);
    take(data, 4);
    layer.blend = take_16(data);
    layer.opacity = take_8(data);
    take(data, 3);
    char *const name = take_name(data);
    if (layer.type == LAYER_TILES)
        layer.tileset = take_32(data);
    const char *const wanted = file->rules->layer;
    layer.is_mask = wanted != NULL && strcmp(wanted, name) == 0;
    free(name);
    if (layer.type > LAYER_TILES)
        return fail(file->err, "layer %zu is of type %u, which is unknown; export it as PNG",
                    file->layer_count, layer.type);
    /* Aseprite reads neither of these from a background layer. */
    const bool background = layer.flags & LAYER_BACKGROUND;
    if (background || !(file_flags & (layer.type == LAYER_GROUP ? GROUP_OPACITIES : OPACITIES)))
        layer.opacity = 255;
    if (background || (layer.type == LAYER_GROUP && !(file_flags & GROUP_OPACITIES)))
        layer.blend = 0;
    /* Its group is the last layer of a lower level. */
    layer.parent = file->layer_count > 0 ? (uint32_t)file->layer_count - 1 : ASEPRITE_NONE;
    while (layer.parent != ASEPRITE_NONE && file->layers[layer.parent].depth >= level)
        layer.parent = file->layers[layer.parent].parent;
    const struct aseprite_layer *const parent =
        layer.parent < file->layer_count ? &file->layers[layer.parent] : NULL;
    if (parent != NULL && parent->type != LAYER_GROUP) /* NOLINT(*NullDereference): it is there */
        return fail(file->err, "damaged: layer %zu is inside a layer that is not a group",
                    file->layer_count);
    layer.depth = parent != NULL ? parent->depth + 1 : 0;
    if (layer.depth > ASEPRITE_DEPTH_MAX || file->layer_count == ASEPRITE_LAYERS_MAX)
        return fail(file->err, "there are more than %d layers, or groups in %d others",
                    (int)ASEPRITE_LAYERS_MAX, (int)ASEPRITE_DEPTH_MAX);
    layer.in_mask = layer.is_mask || (parent != NULL && parent->in_mask);
    layer.is_mask = layer.is_mask && (parent == NULL || !parent->in_mask);
    struct aseprite_layer *const added =
        array_push(&file->layers, &file->layer_count, &file->layer_capacity);
    *added = layer;
    for (uint32_t i = (uint32_t)file->layer_count - 1; i != ASEPRITE_NONE;
         i = file->layers[i].parent)
        file->layers[i].end = (uint32_t)file->layer_count;
    return true;
}

/* ---- Palettes -------------------------------------------------------------------------------- */

/* New colours are black until they are set. */
static void resize_palette(struct aseprite *file, uint32_t count)
{
    static const uint8_t black[4] = {0, 0, 0, 255};
    count = count < 256 ? count : 256;
    for (uint32_t i = file->colors; i < count; i++)
        memcpy(file->palette[i], black, 4);
    file->colors = count;
}

static void set_color(struct aseprite *file, uint32_t index, const uint8_t *rgb, unsigned scale,
                      uint8_t alpha)
{
    if (index >= 256)
        return;
    if (file->colors <= index)
        resize_palette(file, index + 1);
    for (int i = 0; i < 3; i++)
        file->palette[index][i] =
            scale == 255 ? rgb[i] : (uint8_t)((rgb[i] & 63) << 2 | (rgb[i] & 63) >> 4);
    file->palette[index][3] = alpha;
}

static void read_old_palette(struct aseprite *file, struct data *data, unsigned scale)
{
    uint32_t index = 0;
    for (unsigned packets = take_16(data); packets > 0 && !data->ended; packets--) {
        index += take_8(data);
        const unsigned said = take_8(data), count = said == 0 ? 256 : said;
        for (unsigned i = 0; i < count; i++)
            set_color(file, index++, take(data, 3), scale, 255);
    }
}

static bool read_palette(struct aseprite *file, struct data *data)
{
    const uint32_t size = take_32(data), from = take_32(data), to = take_32(data);
    take(data, 8);
    if (!data->ended && from > to)
        return fail(file->err, "damaged: a palette goes from colour %" PRIu32 " to %" PRIu32, from,
                    to);
    resize_palette(file, size);
    for (uint32_t i = from; i - from <= to - from && !data->ended; i++) {
        const unsigned flags = take_16(data);
        const uint8_t *const color = take(data, 4);
        set_color(file, i, color, 255, color[3]);
        if (flags & 1)
            skip(data, take_16(data));
        if (i == to)
            break;
    }
    resize_palette(file, size);
    return true;
}

/* ---- Tilesets -------------------------------------------------------------------------------- */

/* Gives all compressed bytes at once, and no more after that. */
static bool give_all(void *user, size_t most, const uint8_t **bytes, size_t *size)
{
    struct data *const data = user;
    *size = data->left < most ? data->left : most;
    *bytes = data->next;
    data->next += *size;
    data->left -= *size;
    return true;
}

uint8_t *aseprite_inflate(struct aseprite *file, const uint8_t *bytes, size_t from, uint64_t size)
{
    struct data data = {bytes, from, false};
    struct inflation inflation;
    uint8_t *out = NULL;
    const bool fits = size <= SIZE_MAX / 2 && size / 1032 <= from; /* deflate makes no more */
    bool ok = fits && inflate_begin(&inflation, size, (size_t)size, false, give_all, &data);
    const uint8_t *const made = ok ? inflate_next(&inflation, (size_t)size) : NULL;
    ok = made != NULL && inflate_is_whole(&inflation);
    if (ok)
        out = malloc((size_t)size);
    if (out != NULL)
        memcpy(out, made, (size_t)size);
    if (fits)
        inflate_end(&inflation);
    if (!ok)
        fail(file->err, "damaged: its pixels cannot be decompressed");
    else if (out == NULL)
        fail_memory(file->err);
    return out;
}

static bool read_tileset(struct aseprite *file, struct data *data)
{
    struct aseprite_tileset tileset = {.id = take_32(data)};
    const uint32_t flags = take_32(data);
    tileset.count = take_32(data);
    tileset.width = take_16(data);
    tileset.height = take_16(data);
    tileset.zero_is_empty = flags & 4;
    take(data, 16);
    skip(data, take_16(data));
    if (flags & 1)
        take(data, 8);
    const size_t size = flags & 2 ? take_32(data) : 0;
    const uint64_t tile = (uint64_t)tileset.width * tileset.height;
    if (flags & 2 && !data->ended && size <= data->left && tile * tileset.count > 0) {
        if (tileset.count > file->rules->budget->most ||
            file->room + tile * tileset.count > file->rules->budget->most)
            return fail(file->err,
                        "the tiles are more pixels than the %" PRIu64 " that --max-pixels allows",
                        file->rules->budget->most);
        file->room += tile * tileset.count;
        tileset.pixels =
            aseprite_inflate(file, data->next, size, tile * tileset.count * file->depth);
        if (tileset.pixels == NULL)
            return false;
    }
    skip(data, size);
    struct aseprite_tileset *const added =
        array_push(&file->tilesets, &file->tileset_count, &file->tileset_capacity);
    *added = tileset;
    return true;
}

/* ---- Cels ------------------------------------------------------------------------------------ */

static bool read_cel(struct aseprite *file, struct data *data, uint32_t frame)
{
    struct aseprite_cel cel = {.layer = take_16(data), .frame = frame};
    cel.x = take_signed_16(data);
    cel.y = take_signed_16(data);
    cel.opacity = take_8(data);
    cel.type = take_16(data);
    cel.z = take_signed_16(data);
    take(data, 5);
    if (cel.type == CEL_LINK) {
        cel.link = take_16(data);
    } else {
        cel.width = take_16(data);
        cel.height = take_16(data);
    }
    const unsigned bits = cel.type == CEL_TILES ? take_16(data) : 32;
    for (int i = 0; i < 4 && cel.type == CEL_TILES; i++)
        cel.masks[i] = take_32(data);
    if (cel.type == CEL_TILES)
        take(data, 10);
    cel.bytes = data->next;
    cel.size = data->left;
    if (data->ended)
        return true; /* the caller says so */
    if (file->layers == NULL || cel.layer >= file->layer_count ||
        file->layers[cel.layer].type == LAYER_GROUP)
        return fail(file->err, "damaged: a cel is on layer %" PRIu32 ", but there is no such layer",
                    cel.layer);
    if (cel.type > CEL_TILES || bits != 32)
        return fail(file->err, "a cel has a type that is unknown; export it as PNG");
    if (cel.type == CEL_RAW && cel.size < (size_t)cel.width * cel.height * file->depth)
        data->ended = true;
    struct aseprite_cel *const added =
        array_push(&file->cels, &file->cel_count, &file->cel_capacity);
    *added = cel;
    return true;
}

/* ---- Tags and slices ------------------------------------------------------------------------- */

static bool read_tags(struct aseprite *file, struct data *data)
{
    struct image *const image = file->image;
    const unsigned count = take_16(data);
    take(data, 8);
    for (unsigned i = 0; i < count && !data->ended; i++) {
        struct image_tag tag = {.from = take_16(data)};
        tag.to = take_16(data);
        const unsigned direction = take_8(data);
        tag.rounds = take_16(data);
        take(data, 10);
        tag.name = take_name(data);
        tag.backwards = direction & 1;
        tag.turning = direction & 2;
        struct image_tag *const added =
            array_push(&image->tags, &image->tag_count, &image->tag_capacity);
        *added = tag;
        if (!data->ended && (tag.from > tag.to || tag.to >= image->frame_count || direction > 3))
            return fail(file->err,
                        "damaged: tag %u goes from frame %" PRIu32 " to %" PRIu32
                        " in direction %u, and there are %" PRIu32 " frames",
                        i, tag.from, tag.to, direction, image->frame_count);
    }
    return true;
}

static bool read_slices(struct aseprite *file, struct data *data)
{
    struct image *const image = file->image;
    const uint32_t count = take_32(data), flags = take_32(data);
    take(data, 4);
    char *const name = take_name(data);
    bool ok = true;
    for (uint32_t i = 0, before = 0; ok && i < count && !data->ended; i++) {
        struct image_slice slice = {.frame = take_32(data), .has_pivot = flags & 2};
        slice.x = (int32_t)take_32(data);
        slice.y = (int32_t)take_32(data);
        slice.width = take_32(data);
        slice.height = take_32(data);
        if (flags & 1)
            take(data, 16);
        slice.pivot_x = flags & 2 ? (int32_t)take_32(data) : 0;
        slice.pivot_y = flags & 2 ? (int32_t)take_32(data) : 0;
        if (data->ended)
            break;
        if (slice.frame >= image->frame_count || (i > 0 && slice.frame <= before))
            ok = fail(file->err, "damaged: key %" PRIu32 " of a slice is for frame %" PRIu32, i,
                      slice.frame);
        before = slice.frame;
        slice.name = text_copy(name);
        struct image_slice *const added =
            array_push(&image->slices, &image->slice_count, &image->slice_capacity);
        *added = slice;
    }
    free(name);
    return ok;
}

/* ---- User data ------------------------------------------------------------------------------- */

/* Puts a text behind another one. */
static bool join_data(struct aseprite *file, const char **text, const char *more)
{
    if (more == NULL)
        return true;
    if (*text == NULL) {
        *text = more;
        return true;
    }
    file->joined += strlen(*text) + strlen(more) + 2;
    if (file->joined > BUDGET_TEXT)
        return fail(file->err,
                    "the user data of several cels or tags of one frame takes more than %d bytes "
                    "in all frames together, the most that is allowed",
                    (int)BUDGET_TEXT);
    *text = arena_format(&file->image->arena, "%s\n%s", *text, more);
    return true;
}

/* Gives the data of a tag to its frames. */
static bool spread_data(struct aseprite *file, const struct image_tag *tag)
{
    struct image *const image = file->image;
    bool ok = true;
    if (tag->data == NULL)
        return true;
    if (file->of_tags == NULL)
        file->of_tags = arena_new(&image->arena, image->frame_count, sizeof *file->of_tags);
    for (uint32_t i = tag->from; ok && i <= tag->to; i++)
        ok = join_data(file, &file->of_tags[i], tag->data);
    return ok;
}

/* Finds the data of a frame that was drawn: that of the cels in it, from the lowest layer up;
 * otherwise that of its tags, which stand in the first frame. */
static bool find_data(struct aseprite *file, uint32_t frame)
{
    struct image *const image = file->image;
    const char *all = NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < file->layer_count; i++) {
        const struct aseprite_layer *const layer = &file->layers[i];
        if (!layer->is_drawn)
            continue;
        /* A linked cel has the data of the one that it shows. */
        const struct aseprite_cel *const cel = layer->cel;
        const bool is_other = cel->data == NULL && cel->source != CEL_NONE;
        ok = join_data(file, &all, is_other ? file->cels[cel->source].data : cel->data);
    }
    if (all == NULL && file->of_tags != NULL)
        all = file->of_tags[frame];
    if (all != NULL && image->data == NULL)
        image->data = arena_new(&image->arena, image->frame_count, sizeof *image->data);
    if (all != NULL)
        image->data[frame] = all;
    return ok;
}

/* ---- The file -------------------------------------------------------------------------------- */

/* The chunk that the next user data belongs to. */
enum owner { OWNER_NONE, OWNER_CEL, OWNER_SLICE, OWNER_TAG };

struct reading {
    struct aseprite file;
    enum owner owner;
    size_t first; /* the first key of the slice, or the tag whose data comes next */
    struct data data;
    size_t size;
    unsigned flags, speed;
    bool has_new_palette;
};

/* Keeps the data of what was read last. That of layers, tilesets and the whole file is skipped. */
static bool read_user_data(struct reading *reading, struct data *data)
{
    static const enum user_data_of owners[] = {
        [OWNER_CEL] = USER_DATA_CEL, [OWNER_SLICE] = USER_DATA_SLICE, [OWNER_TAG] = USER_DATA_TAG};
    struct aseprite *const file = &reading->file;
    struct image *const image = file->image;
    struct text text = {0};
    if (reading->owner == OWNER_NONE)
        return true;
    const uint32_t flags = take_32(data);
    const size_t length = flags & 1 ? take_16(data) : 0;
    const char *const words = (const char *)data->next;
    skip(data, length);
    const uint8_t *const color = flags & 2 ? take(data, 4) : NULL;
    if (data->ended)
        return true; /* the caller says so */
    if (length > 0 && memchr(words, 0, length) != NULL)
        return fail(file->err, "damaged: user data has a NUL in its text");
    user_data_add(&text, owners[reading->owner], words, length, color);
    const char *const kept =
        text.length > 0 ? arena_text_n(&image->arena, text.bytes, text.length) : NULL;
    text_free(&text);
    if (reading->owner == OWNER_CEL)
        file->cels[file->cel_count - 1].data = kept;
    for (size_t i = reading->first; reading->owner == OWNER_SLICE && i < image->slice_count; i++)
        image->slices[i].data = kept;
    if (reading->owner != OWNER_TAG)
        return true;
    struct image_tag *const tag = &image->tags[reading->first++];
    tag->data = kept;
    if (reading->first == image->tag_count)
        reading->owner = OWNER_NONE;
    return spread_data(file, tag);
}

/* The data behind a chunk belongs to what it has added. */
static void set_owner(struct reading *reading, enum owner owner, size_t before, size_t after)
{
    reading->owner = after > before ? owner : OWNER_NONE;
    reading->first = before;
}

static bool read_owner(struct reading *reading, unsigned type, struct data *data, uint32_t frame)
{
    struct aseprite *const file = &reading->file;
    struct image *const image = file->image;
    const size_t cels = file->cel_count, tags = image->tag_count, slices = image->slice_count;
    if (type == 0x2005) {
        const bool ok = read_cel(file, data, frame);
        set_owner(reading, OWNER_CEL, cels, file->cel_count);
        return ok;
    }
    if (type == 0x2018) {
        const bool ok = read_tags(file, data);
        set_owner(reading, OWNER_TAG, tags, image->tag_count);
        return ok;
    }
    const bool ok = read_slices(file, data);
    set_owner(reading, OWNER_SLICE, slices, image->slice_count);
    return ok;
}

static bool read_chunk(struct reading *reading, unsigned type, struct data *data, uint32_t frame)
{
    struct aseprite *const file = &reading->file;
    switch (type) {
    case 0x0004:
    case 0x0011:
        if (!reading->has_new_palette)
            read_old_palette(file, data, type == 4 ? 255 : 63);
        return true;
    case 0x2004:
        reading->owner = OWNER_NONE;
        return read_layer(file, data, reading->flags);
    case 0x2005:
    case 0x2018:
    case 0x2022:
        return read_owner(reading, type, data, frame);
    case 0x2019:
        reading->has_new_palette = true;
        return read_palette(file, data);
    case 0x2020:
        return read_user_data(reading, data);
    case 0x2023:
        reading->owner = OWNER_NONE;
        return read_tileset(file, data);
    default:
        return true;
    }
}

/* Puts the frame and the place in the file before the text of an error. */
static bool fail_in_chunk(const struct reading *reading, uint32_t frame, size_t left)
{
    struct error *const err = reading->file.err;
    struct error inner = *err;
    return fail(err, "%.300s (frame %" PRIu32 ", the chunk at byte %zu)", inner.text, frame,
                reading->size - left);
}

static bool read_frame(struct reading *reading, uint32_t frame, uint32_t *duration)
{
    struct data *const all = &reading->data;
    struct error *const err = reading->file.err;
    const size_t at = reading->size - all->left, size = take_32(all);
    const unsigned magic = take_16(all), old_count = take_16(all), said = take_16(all);
    take(all, 2);
    const uint32_t new_count = take_32(all), count = new_count > 0 ? new_count : old_count;
    if (all->ended || size < FRAME_HEADER || size - FRAME_HEADER > all->left)
        return fail(err, "truncated: the file ends in frame %" PRIu32, frame);
    if (magic != FRAME_MAGIC)
        return fail(err, "damaged: frame %" PRIu32 " does not begin at byte %zu", frame, at);
    struct data data = {all->next, size - FRAME_HEADER, false};
    skip(all, size - FRAME_HEADER);
    for (uint32_t i = 0; i < count; i++) {
        const size_t left = data.left + all->left, length = take_32(&data);
        const unsigned type = take_16(&data);
        struct data chunk = {data.next, length - CHUNK_HEADER, false};
        if (data.ended || length < CHUNK_HEADER || chunk.left > data.left)
            return fail(err, "damaged: frame %" PRIu32 " ends in its chunk %" PRIu32 " of %" PRIu32,
                        frame, i, count);
        skip(&data, chunk.left);
        if (!read_chunk(reading, type, &chunk, frame))
            return fail_in_chunk(reading, frame, left);
        if (chunk.ended) {
            fail(err, "damaged: it ends too early");
            return fail_in_chunk(reading, frame, left);
        }
    }
    *duration = said > 0 ? said : reading->speed > 0 ? reading->speed : IMAGE_DURATION;
    return true;
}

/* Finds the layer that is apart, and whether a layer is opaque, once all layers are known. */
static bool begin_image(struct aseprite *file)
{
    struct image *const image = file->image;
    bool opaque = false;
    for (size_t i = 0; i < file->layer_count; i++) {
        const unsigned both = LAYER_VISIBLE | LAYER_BACKGROUND;
        opaque = opaque || (file->layers[i].flags & both) == both;
        image->has_layer = image->has_layer || file->layers[i].is_mask;
    }
    image->has_alpha = !opaque;
    if (!image_begin(image, file->rules, file->err))
        return false;
    file->room +=
        (uint64_t)image->width * image->height * image->frame_count * (image->has_layer ? 2 : 1);
    return true;
}

static bool read_header(struct reading *reading)
{
    struct aseprite *const file = &reading->file;
    struct image *const image = file->image;
    struct data header = reading->data;
    take(&header, 6);
    image->frame_count = take_16(&header);
    image->width = take_16(&header);
    image->height = take_16(&header);
    const unsigned bits = take_16(&header);
    reading->flags = take_32(&header);
    reading->speed = take_16(&header);
    take(&header, 8);
    file->transparent = take_8(&header);
    file->groups_apart = reading->flags & GROUP_OPACITIES;
    file->depth = bits / 8;
    image->has_layers = true;
    skip(&reading->data, FILE_HEADER);
    if (reading->data.ended)
        return fail(file->err, "truncated: the file ends inside the header");
    if (bits != 8 && bits != 16 && bits != 32)
        return fail(file->err, "damaged: pixels have %u bits, not 8, 16 or 32", bits);
    if (image->frame_count == 0)
        return fail(file->err, "damaged: there is no frame in it");
    if (image->frame_count > reading->data.left / FRAME_HEADER)
        return fail(file->err, "truncated: it says %" PRIu32 " frames, and is too short for them",
                    image->frame_count);
    image->has_more = file->rules->first && image->frame_count > 1;
    if (file->rules->first)
        image->frame_count = 1;
    return image_check_size(image->width, image->height, image->frame_count, file->rules,
                            file->err);
}

/* Finds the cels that have the pixels of the links of a frame. Those of earlier frames are known,
 * so that no chain is followed. */
static void resolve_links(struct aseprite *file, uint32_t frame)
{
    for (size_t c = file->frame_cels[frame]; c < file->frame_cels[frame + 1]; c++) {
        struct aseprite_cel *const cel = &file->cels[c];
        cel->source = CEL_NONE;
        if (cel->type != CEL_LINK || cel->link >= frame)
            continue;
        size_t i = file->frame_cels[cel->link];
        const size_t end = file->frame_cels[cel->link + 1];
        while (i < end && file->cels[i].layer != cel->layer)
            i++;
        if (i < end)
            cel->source = file->cels[i].type == CEL_LINK ? file->cels[i].source : i;
    }
}

static bool read_frames(struct reading *reading)
{
    struct aseprite *const file = &reading->file;
    file->frame_cels = memory_new(file->image->frame_count + (size_t)1, sizeof *file->frame_cels);
    for (uint32_t i = 0; i < file->image->frame_count; i++) {
        uint32_t duration = 0;
        if (!read_frame(reading, i, &duration))
            return false;
        file->frame_cels[i + 1] = file->cel_count;
        resolve_links(file, i);
        if (i == 0 && !begin_image(file))
            return false;
        file->image->durations[i] = duration;
        if (!aseprite_draw(file, i)) {
            const struct error inner = *file->err;
            return fail(file->err, "%.400s (frame %" PRIu32 ")", inner.text, i);
        }
        if (!find_data(file, i))
            return false;
        if (!image_give(file->image, file->rules, i, file->image->canvas, file->err))
            return false;
    }
    return true;
}

static bool begins(const uint8_t *bytes, size_t size)
{
    return size >= 14 && (bytes[4] | bytes[5] << 8) == FILE_MAGIC && bytes[13] == 0;
}

static bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    struct reading reading = {.file = {.rules = rules, .image = out, .err = err},
                              .data = {bytes, size, false},
                              .size = size};
    struct aseprite *const file = &reading.file;
    const bool ok = read_header(&reading) && read_frames(&reading);
    for (size_t i = 0; i < file->tileset_count; i++)
        free(file->tilesets[i].pixels);
    free(file->tilesets);
    free(file->layers);
    free(file->cels);
    free(file->frame_cels);
    return ok;
}

const struct image_kind image_aseprite = {
    .name = "an Aseprite file", .begins = begins, .read = read_image};
