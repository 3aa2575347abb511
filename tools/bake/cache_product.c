/*
 * cache_product.c - products as bytes, and back
 */
#include "bake/cache_product.h"

#include "base/memory.h"
#include "format.h"
#include "formats/document.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

enum { FINGERPRINT_BYTES = 5 * 8 + 2 * 8 + 4 };

/* ---- Facts -------------------------------------------------------------------------------- */

void product_facts_set_fingerprint(uint8_t *fingerprint_at, const struct fingerprint *fingerprint,
                                   int64_t start)
{
    const uint64_t words[] = {
        fingerprint->facts.device,
        fingerprint->facts.inode,
        fingerprint->facts.size,
        (uint64_t)fingerprint->facts.modified,
        (uint64_t)fingerprint->facts.changed,
        fingerprint->content.low,
        fingerprint->content.high,
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        put_u64(fingerprint_at + 8 * i, words[i]);
    put_u32(fingerprint_at + sizeof words,
            fingerprint->settled && file_facts_settled(&fingerprint->facts, start));
}

void product_pack_facts(const struct product *product, int64_t start, struct text *out)
{
    bytes_add_u32(out, product->is_document);
    bytes_add_u32(out, (uint32_t)product->file_count);
    bytes_add_u32(out, (uint32_t)product->diagnostics.count);
    bytes_add_u32(out, product->soft_count);
    for (size_t i = 0; i < product->file_count; i++) {
        uint8_t bytes[FINGERPRINT_BYTES];
        product_facts_set_fingerprint(bytes, &product->files[i].fingerprint, start);
        text_add(out, bytes, sizeof bytes);
        bytes_add_string(out, product->files[i].path);
    }
    for (size_t i = 0; i < product->diagnostics.count; i++) {
        const struct diagnostic *const diagnostic = &product->diagnostics.items[i];
        bytes_add_string(out, diagnostic->path);
        bytes_add_string(out, diagnostic->id);
        bytes_add_string(out, diagnostic->text);
        bytes_add_u64(out, diagnostic->line);
        bytes_add_u64(out, diagnostic->column);
    }
}

bool product_facts_next(struct product_facts *facts, const char **path,
                        struct fingerprint *fingerprint, const uint8_t **fingerprint_at)
{
    if (facts->file_count == 0)
        return false;
    facts->file_count--;
    const uint8_t *const at = bytes_take(&facts->files, FINGERPRINT_BYTES);
    *fingerprint_at = at;
    *path = bytes_take_string(&facts->files);
    if (at == NULL || *path == NULL)
        return false;
    *fingerprint = (struct fingerprint){
        .facts = {FILE_REGULAR, get_u64(at), get_u64(at + 8), get_u64(at + 16),
                  (int64_t)get_u64(at + 24), (int64_t)get_u64(at + 32)},
        .content = {get_u64(at + 40), get_u64(at + 48)},
        .settled = get_u32(at + 56) != 0,
    };
    return true;
}

/* Diagnostics begin where files end. */
bool product_facts_open(struct bytes bytes, struct product_facts *facts)
{
    facts->is_document = bytes_take_u32(&bytes) != 0;
    facts->file_count = bytes_take_u32(&bytes);
    facts->diagnostic_count = bytes_take_u32(&bytes);
    facts->soft_count = bytes_take_u32(&bytes);
    facts->files = bytes;
    for (uint32_t i = 0; i < facts->file_count && !bytes.failed; i++) {
        bytes_take(&bytes, FINGERPRINT_BYTES);
        bytes_take_string(&bytes);
    }
    facts->diagnostics = bytes;
    return !bytes.failed;
}

bool product_unpack_facts(struct bytes bytes, struct product *out)
{
    struct product_facts facts;
    struct fingerprint fingerprint;
    const uint8_t *fingerprint_at;
    const char *path;
    if (!product_facts_open(bytes, &facts))
        return false;
    out->is_document = facts.is_document;
    out->soft_count = facts.soft_count;
    while (product_facts_next(&facts, &path, &fingerprint, &fingerprint_at))
        product_add_file(out, path, &fingerprint);
    struct bytes *const left = &facts.diagnostics;
    for (uint32_t i = 0; i < facts.diagnostic_count; i++) {
        const char *const about = bytes_take_string(left);
        const char *const id = bytes_take_string(left);
        const char *const text = bytes_take_string(left);
        const size_t line = (size_t)bytes_take_u64(left);
        const size_t column = (size_t)bytes_take_u64(left);
        if (left->failed || id == NULL || text == NULL)
            return false;
        diagnostics_add_warning_at(&out->diagnostics, about, line, column, id, text);
    }
    return true;
}

/* ---- Sprites, animations, options ---------------------------------------------------------- */

/* An index, or MODEL_NONE. */
static void pack_index(int64_t index, struct text *out)
{
    bytes_add_u32(out, index == MODEL_NONE ? NO_INDEX : (uint32_t)index);
}

static void pack_mask(const struct mask *mask, struct text *out)
{
    bytes_add_u32(out, mask->width);
    bytes_add_u32(out, mask->height);
    bytes_add_u64(out, mask->area);
    bytes_add_words(out, mask->words, model_mask_size(mask) / 8);
}

static void pack_list(const struct points *list, struct text *out)
{
    bytes_add_u32(out, list->border_dropped);
    bytes_add_u32(out, list->map_width);
    bytes_add_u32(out, list->map_height);
    bytes_add_u32(out, list->prune);
    bytes_add_u32(out, list->count);
    text_add(out, list->cells, model_list_size(list));
}

static void pack_sprite(const struct model_sprite *sprite, struct text *out)
{
    bytes_add_string(out, sprite->name);
    bytes_add_string(out, sprite->source);
    bytes_add_string(out, sprite->layer);
    bytes_add_string(out, sprite->origin);
    for (int i = 0; i < 4; i++)
        bytes_add_u32(out, sprite->region[i]);
    bytes_add_u32(out, sprite->turn);
    for (int i = 0; i < 4; i++)
        bytes_add_u32(out, sprite->place[i]);
    bytes_add_u32(out, sprite->width);
    bytes_add_u32(out, sprite->height);
    bytes_add_u64(out, (uint64_t)sprite->pivot_x);
    bytes_add_u64(out, (uint64_t)sprite->pivot_y);
    bytes_add_u32(out, sprite->warnings);
    bytes_add_u32(out, sprite->animate);
    bytes_add_u32(out, sprite->joined);
    bytes_add_u32(out, sprite->left);
    bytes_add_u32(out, sprite->top);
    pack_index(sprite->mask, out);
    pack_index(sprite->list, out);
}

static void pack_animation(const struct model_animation *animation, struct text *out)
{
    bytes_add_string(out, animation->name);
    bytes_add_string(out, animation->origin);
    bytes_add_u32(out, animation->joined);
    bytes_add_u32(out, animation->count);
    for (uint32_t i = 0; i < animation->count; i++) {
        bytes_add_string(out, animation->frames[i]);
        bytes_add_u32(out, animation->durations[i]);
    }
}

void product_pack_content(const struct product *product, struct text *out)
{
    const struct model *const content = &product->content;
    bytes_add_string(out, product->options);
    bytes_add_u64(out, content->mask_count);
    for (size_t i = 0; i < content->mask_count; i++)
        pack_mask(&content->masks[i], out);
    bytes_add_u64(out, content->list_count);
    for (size_t i = 0; i < content->list_count; i++)
        pack_list(&content->lists[i], out);
    bytes_add_u64(out, content->sprite_count);
    for (size_t i = 0; i < content->sprite_count; i++)
        pack_sprite(&content->sprites[i], out);
    bytes_add_u64(out, content->animation_count);
    for (size_t i = 0; i < content->animation_count; i++)
        pack_animation(&content->animations[i], out);
}

/* Does [start, start + length) lie in [0, size)? */
static bool lies_in(uint32_t start, uint32_t length, uint32_t size)
{
    return start <= size && length <= size - start;
}

/* Both refuse a mask that no picture gives, and a mask or list that was there before. */

static bool read_mask(struct bytes *bytes, struct mask *out)
{
    out->width = bytes_take_u32(bytes);
    out->height = bytes_take_u32(bytes);
    out->area = bytes_take_u64(bytes);
    if (bytes->failed || out->area == 0 || out->area > (uint64_t)out->width * out->height)
        return false;
    const uint64_t size = mask_bytes(out->width, out->height, out->area);
    const uint8_t *const words = bytes_take(bytes, size);
    if (words == NULL)
        return false;
    if (size > 0)
        out->words = malloc((size_t)size);
    for (size_t i = 0; out->words != NULL && i < size / 8; i++)
        out->words[i] = get_u64(words + 8 * i);
    return (size == 0 || out->words != NULL) && mask_is_right(out);
}

static bool unpack_mask(struct bytes *bytes, struct product *out)
{
    struct mask mask = {0};
    const size_t count = out->content.mask_count;
    const bool ok =
        read_mask(bytes, &mask) && model_keep_mask(&out->content, &mask) == (int64_t)count;
    mask_free(&mask);
    return ok;
}

/* Are the cells in the map? */
static bool points_are_right(const struct points *points)
{
    const uint8_t *const cells = points->cells;
    uint8_t right = 0, bottom = 0;
    /* Most have bytes. */
    if (cell_bytes(points->map_width, points->map_height) == 1) {
        for (size_t i = 0; i < points->count; i++) {
            right = cells[2 * i] > right ? cells[2 * i] : right;
            bottom = cells[2 * i + 1] > bottom ? cells[2 * i + 1] : bottom;
        }
        return right < points->map_width && bottom < points->map_height;
    }
    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t x, y;
        points_get(points, i, &x, &y);
        if (x >= points->map_width || y >= points->map_height)
            return false;
    }
    return true;
}

static bool read_points(struct bytes *bytes, struct points *out)
{
    out->present = true;
    out->border_dropped = bytes_take_u32(bytes) != 0;
    out->map_width = bytes_take_u32(bytes);
    out->map_height = bytes_take_u32(bytes);
    out->prune = bytes_take_u32(bytes);
    out->count = bytes_take_u32(bytes);
    const uint64_t size = (uint64_t)out->count * 2 * cell_bytes(out->map_width, out->map_height);
    const uint8_t *const cells = bytes_take(bytes, size);
    if (cells == NULL || !is_side(out->map_width) || !is_side(out->map_height))
        return false;
    if (size == 0)
        return true;
    out->cells = malloc((size_t)size);
    if (out->cells != NULL)
        memcpy(out->cells, cells, (size_t)size);
    return out->cells != NULL && points_are_right(out);
}

static bool unpack_list(struct bytes *bytes, struct product *out)
{
    struct points points = {0};
    const size_t count = out->content.list_count;
    const bool ok =
        read_points(bytes, &points) && model_keep_points(&out->content, &points) == (int64_t)count;
    points_free(&points);
    return ok;
}

/* Refuses one that is not among `count`. */
static bool unpack_index(struct bytes *bytes, size_t count, int64_t *out)
{
    const uint32_t index = bytes_take_u32(bytes);
    *out = index == NO_INDEX ? MODEL_NONE : (int64_t)index;
    return !bytes->failed && (index == NO_INDEX || index < count);
}

/* Refuses a mask that does not lie in the sprite. */
static bool unpack_shape(struct bytes *bytes, const struct model *content, struct model_sprite *out)
{
    out->left = bytes_take_u32(bytes);
    out->top = bytes_take_u32(bytes);
    if (!unpack_index(bytes, content->mask_count, &out->mask) ||
        !unpack_index(bytes, content->list_count, &out->list))
        return false;
    if (out->mask == MODEL_NONE)
        return out->left == 0 && out->top == 0;
    const struct mask *const mask = &content->masks[out->mask];
    return lies_in(out->left, mask->width, out->width) &&
           lies_in(out->top, mask->height, out->height);
}

/* `*out` is NULL when there is no string; fails if one is needed. */
static bool unpack_string(struct bytes *bytes, bool needed, const char **out)
{
    *out = bytes_take_string(bytes);
    return *out != NULL || (!needed && !bytes->failed);
}

/* The same for a string that a pack holds. */
static bool unpack_name(struct bytes *bytes, bool needed, const char **out)
{
    return unpack_string(bytes, needed, out) &&
           (*out == NULL || utf8_is_name((const uint8_t *)*out, strlen(*out)));
}

static bool unpack_model_sprite(struct bytes *bytes, struct model_sprite *out)
{
    if (!unpack_name(bytes, true, &out->name) || !unpack_name(bytes, true, &out->source) ||
        !unpack_name(bytes, false, &out->layer) || !unpack_string(bytes, true, &out->origin))
        return false;
    for (int i = 0; i < 4; i++)
        out->region[i] = bytes_take_u32(bytes);
    out->turn = bytes_take_u32(bytes);
    for (int i = 0; i < 4; i++)
        out->place[i] = bytes_take_u32(bytes);
    out->width = bytes_take_u32(bytes);
    out->height = bytes_take_u32(bytes);
    out->pivot_x = (int64_t)bytes_take_u64(bytes);
    out->pivot_y = (int64_t)bytes_take_u64(bytes);
    out->warnings = bytes_take_u32(bytes);
    out->animate = bytes_take_u32(bytes);
    out->joined = bytes_take_u32(bytes) != 0;
    return !bytes->failed && is_side(out->width) && is_side(out->height) &&
           is_pivot((uint64_t)out->pivot_x) && is_pivot((uint64_t)out->pivot_y) &&
           out->warnings >> WARNING_COUNT == 0 && model_place_is_valid(out);
}

static bool unpack_sprite(struct bytes *bytes, struct product *out)
{
    struct model_sprite sprite = {.name = NULL};
    if (!unpack_model_sprite(bytes, &sprite) || !unpack_shape(bytes, &out->content, &sprite))
        return false;
    model_push(&out->content, &sprite);
    return true;
}

static bool unpack_animation(struct bytes *bytes, struct product *out)
{
    struct model_animation animation = {.name = NULL};
    size_t name_room = 0, duration_room = 0;
    bool ok =
        unpack_name(bytes, true, &animation.name) && unpack_string(bytes, true, &animation.origin);
    animation.joined = bytes_take_u32(bytes) != 0;
    for (uint32_t left = bytes_take_u32(bytes); ok && left > 0; left--) {
        const size_t i = animation.count++;
        animation.frames =
            array_reserve(animation.frames, i + 1, &name_room, sizeof *animation.frames);
        animation.durations =
            array_reserve(animation.durations, i + 1, &duration_room, sizeof *animation.durations);
        ok = unpack_name(bytes, true, &animation.frames[i]);
        animation.durations[i] = bytes_take_u32(bytes);
    }
    ok = ok && !bytes->failed;
    if (ok)
        product_add_animation(out, &animation);
    free(animation.frames);
    free(animation.durations);
    return ok;
}

static bool unpack_options(struct bytes *bytes, struct product *out)
{
    const char *options;
    if (!unpack_string(bytes, false, &options) ||
        (options != NULL && !document_are_options((const uint8_t *)options, strlen(options))))
        return false;
    product_set_options(out, options);
    return true;
}

bool product_unpack_content(struct bytes bytes, struct product *out)
{
    if (!unpack_options(&bytes, out))
        return false;
    for (uint64_t left = bytes_take_u64(&bytes); left > 0; left--)
        if (!unpack_mask(&bytes, out))
            return false;
    for (uint64_t left = bytes_take_u64(&bytes); left > 0; left--)
        if (!unpack_list(&bytes, out))
            return false;
    for (uint64_t left = bytes_take_u64(&bytes); left > 0; left--)
        if (!unpack_sprite(&bytes, out))
            return false;
    for (uint64_t left = bytes_take_u64(&bytes); left > 0; left--)
        if (!unpack_animation(&bytes, out))
            return false;
    return !bytes.failed && bytes.left == 0;
}
