/*
 * cache_product.c - products as bytes, and back
 */
#include "bake/cache_product.h"

#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "formats/document.h"
#include "model/shapes_check.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers and strings ------------------------------------------------------------------- */

/* Stands for a length where there is no string. */
static const uint32_t NO_LENGTH = UINT32_MAX;

/* The next `size` bytes; NULL when there are not as many. */
static const uint8_t *take(struct bytes *bytes, uint64_t size)
{
    const uint8_t *const taken = bytes->next;
    if (bytes->failed || size > bytes->left) {
        bytes->failed = true;
        return NULL;
    }
    bytes->next += size;
    bytes->left -= (size_t)size;
    return taken;
}

void bytes_u32(struct bytes *bytes, uint32_t *number)
{
    uint8_t added[4];
    if (bytes->out != NULL) {
        put_u32(added, *number);
        text_add(bytes->out, added, sizeof added);
        return;
    }
    const uint8_t *const taken = take(bytes, sizeof added);
    *number = taken != NULL ? get_u32(taken) : 0;
}

void bytes_u64(struct bytes *bytes, uint64_t *number)
{
    uint8_t added[8];
    if (bytes->out != NULL) {
        put_u64(added, *number);
        text_add(bytes->out, added, sizeof added);
        return;
    }
    const uint8_t *const taken = take(bytes, sizeof added);
    *number = taken != NULL ? get_u64(taken) : 0;
}

void bytes_digest(struct bytes *bytes, struct digest *digest)
{
    bytes_u64(bytes, &digest->low);
    bytes_u64(bytes, &digest->high);
}

/* Passes the facts of a regular file. */
void bytes_facts(struct bytes *bytes, struct file_facts *facts)
{
    facts->kind = FILE_REGULAR;
    bytes_u64(bytes, &facts->device);
    bytes_u64(bytes, &facts->inode);
    bytes_u64(bytes, &facts->size);
    bytes_u64(bytes, (uint64_t *)&facts->modified);
    bytes_u64(bytes, (uint64_t *)&facts->changed);
}

void bytes_string(struct bytes *bytes, const char **string)
{
    uint32_t length = NO_LENGTH;
    if (bytes->out != NULL && *string != NULL)
        length = (uint32_t)strlen(*string);
    bytes_u32(bytes, &length);
    if (bytes->out != NULL) {
        if (*string != NULL)
            text_add(bytes->out, *string, (size_t)length + 1);
        return;
    }
    *string = length == NO_LENGTH ? NULL : (const char *)take(bytes, (uint64_t)length + 1);
    if (*string != NULL && text_length(*string, (size_t)length + 1) != length)
        bytes->failed = true;
    if (bytes->failed)
        *string = NULL;
}

static void pass_bool(struct bytes *bytes, bool *flag)
{
    uint32_t number = *flag;
    bytes_u32(bytes, &number);
    *flag = number != 0;
}

static void pass_size(struct bytes *bytes, size_t *size)
{
    uint64_t number = *size;
    bytes_u64(bytes, &number);
    *size = (size_t)number;
}

/* Passes a string that must be there. */
static void pass_text(struct bytes *bytes, const char **text)
{
    bytes_string(bytes, text);
    bytes->failed |= *text == NULL;
}

/* Passes a string that a pack can hold, or NULL. */
static void pass_name(struct bytes *bytes, const char **name)
{
    bytes_string(bytes, name);
    if (bytes->out == NULL && *name != NULL && !utf8_is_name((const uint8_t *)*name, strlen(*name)))
        bytes->failed = true;
}

/* The data of a sprite, or NULL. */
static void pass_data(struct bytes *bytes, const char **data)
{
    bytes_string(bytes, data);
    if (bytes->out == NULL && *data != NULL && !utf8_is_text((const uint8_t *)*data, strlen(*data)))
        bytes->failed = true;
}

/* ---- Facts --------------------------------------------------------------------------------- */

void product_pass_facts(struct bytes *bytes, struct product_facts *facts)
{
    enum { FILE_LEAST = 7 * 8 + 4 + 4 + 1 }; /* bytes of a file without a path */
    pass_bool(bytes, &facts->is_document);
    bytes_u32(bytes, &facts->file_count);
    bytes_u32(bytes, &facts->diagnostic_count);
    bytes_u32(bytes, &facts->soft_count);
    bytes->failed |= bytes->out == NULL && facts->file_count > bytes->left / FILE_LEAST;
}

void product_pass_file(struct bytes *bytes, struct product_file *file)
{
    bytes_facts(bytes, &file->fingerprint.facts);
    bytes_digest(bytes, &file->fingerprint.content);
    pass_bool(bytes, &file->fingerprint.settled);
    pass_text(bytes, &file->path);
}

static void pass_diagnostic(struct bytes *bytes, struct diagnostic *diagnostic)
{
    bytes_string(bytes, &diagnostic->path);
    pass_text(bytes, &diagnostic->id);
    pass_text(bytes, &diagnostic->text);
    pass_size(bytes, &diagnostic->line);
    pass_size(bytes, &diagnostic->column);
}

void product_pack_facts(const struct product *product, int64_t start, struct text *out)
{
    const struct diagnostics *const found = &product->diagnostics;
    struct product_facts facts = {product->is_document, (uint32_t)product->file_count,
                                  (uint32_t)found->count, product->soft_count};
    struct bytes bytes = {.out = out};
    product_pass_facts(&bytes, &facts);
    for (size_t i = 0; i < product->file_count; i++) {
        struct product_file file = product->files[i];
        file.fingerprint.settled &= file_facts_settled(&file.fingerprint.facts, start);
        product_pass_file(&bytes, &file);
    }
    for (size_t i = 0; i < found->count; i++)
        pass_diagnostic(&bytes, &(struct diagnostic){found->items[i].path, found->items[i].id,
                                                     found->items[i].text, found->items[i].line,
                                                     found->items[i].column, STATUS_OK});
}

bool product_unpack_facts(struct bytes bytes, struct product *out)
{
    struct product_facts facts = {.file_count = 0};
    product_pass_facts(&bytes, &facts);
    out->is_document = facts.is_document;
    out->soft_count = facts.soft_count;
    for (uint32_t i = 0; i < facts.file_count && !bytes.failed; i++) {
        struct product_file file = {.path = NULL};
        product_pass_file(&bytes, &file);
        if (!bytes.failed)
            product_add_file(out, file.path, &file.fingerprint);
    }
    for (uint32_t i = 0; i < facts.diagnostic_count && !bytes.failed; i++) {
        struct diagnostic one = {.path = NULL};
        pass_diagnostic(&bytes, &one);
        if (!bytes.failed)
            diagnostics_add_warning_at(&out->diagnostics, one.path, one.line, one.column, one.id,
                                       one.text);
    }
    return !bytes.failed;
}

/* ---- Sprites, animations, options ---------------------------------------------------------- */

/* Passes an index below `count`, or MODEL_NONE. */
static void pass_index(struct bytes *bytes, size_t count, int64_t *index)
{
    uint32_t number = *index == MODEL_NONE ? NO_INDEX : (uint32_t)*index;
    bytes_u32(bytes, &number);
    *index = number == NO_INDEX ? MODEL_NONE : (int64_t)number;
    bytes->failed |= number != NO_INDEX && number >= count;
}

static void pass_mask_shape(struct bytes *bytes, struct mask *mask)
{
    bytes_u32(bytes, &mask->width);
    bytes_u32(bytes, &mask->height);
    bytes_u64(bytes, &mask->area);
}

static void pass_points_shape(struct bytes *bytes, struct points *points)
{
    pass_bool(bytes, &points->border_dropped);
    bytes_u32(bytes, &points->map_width);
    bytes_u32(bytes, &points->map_height);
    bytes_u32(bytes, &points->prune);
    bytes_u32(bytes, &points->count);
}

static void pass_rule(struct bytes *bytes, struct shapes_rule *rule)
{
    pass_bool(bytes, &rule->outline);
    pass_bool(bytes, &rule->polygons);
    uint32_t *const numbers[] = {&rule->tolerance, &rule->fit,      &rule->polygon_vertices,
                                 &rule->connect,   &rule->min_area, &rule->pieces,
                                 &rule->hull,      &rule->notch,    &rule->pixels_per_metre};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bytes_u32(bytes, numbers[i]);
}

/* All but the loops. */
static void pass_shapes_facts(struct bytes *bytes, struct shapes *shapes, uint32_t *corners)
{
    pass_rule(bytes, &shapes->rule);
    bytes_u32(bytes, &shapes->kinds);
    bytes_u32(bytes, &shapes->fit);
    bytes_u32(bytes, &shapes->tolerance);
    for (int kind = 0; kind < SHAPE_KINDS; kind++)
        bytes_u32(bytes, &shapes->counts[kind]);
    bytes_u32(bytes, corners);
}

static void pass_loops(struct bytes *bytes, struct shapes *shapes, uint32_t corners)
{
    for (uint32_t i = 0; i < shapes->loops.count; i++)
        bytes_u32(bytes, &shapes->loops.starts[i + 1]);
    for (uint32_t i = 0; i < corners; i++) {
        bytes_u32(bytes, (uint32_t *)&shapes->loops.corners[i].x);
        bytes_u32(bytes, (uint32_t *)&shapes->loops.corners[i].y);
    }
}

static void pass_sprite(struct bytes *bytes, const struct model *content,
                        struct model_sprite *sprite)
{
    pass_name(bytes, &sprite->name);
    pass_name(bytes, &sprite->source);
    pass_name(bytes, &sprite->layer);
    pass_data(bytes, &sprite->data);
    pass_text(bytes, &sprite->origin);
    for (int i = 0; i < 4; i++) {
        bytes_u32(bytes, &sprite->region[i]);
        bytes_u32(bytes, &sprite->place[i]);
    }
    bytes_u32(bytes, &sprite->turn);
    bytes_u32(bytes, &sprite->width);
    bytes_u32(bytes, &sprite->height);
    bytes_u64(bytes, (uint64_t *)&sprite->pivot_x);
    bytes_u64(bytes, (uint64_t *)&sprite->pivot_y);
    bytes_u32(bytes, &sprite->left);
    bytes_u32(bytes, &sprite->top);
    bytes_u32(bytes, &sprite->warnings);
    bytes_u32(bytes, &sprite->animate);
    pass_bool(bytes, &sprite->joined);
    pass_index(bytes, content->mask_count, &sprite->mask);
    pass_index(bytes, content->list_count, &sprite->list);
    bytes_u32(bytes, &sprite->shapes);
    bytes->failed |= sprite->shapes > content->shapes_count;
}

/* When this takes an animation, its arrays are to be freed. */
static void pass_animation(struct bytes *bytes, struct model_animation *animation)
{
    enum { FRAME_LEAST = 4 + 1 + 4 }; /* bytes of a frame without a name */
    pass_name(bytes, &animation->name);
    pass_text(bytes, &animation->origin);
    pass_bool(bytes, &animation->joined);
    bytes_u32(bytes, &animation->count);
    if (bytes->out == NULL) {
        bytes->failed |= animation->name == NULL || animation->count > bytes->left / FRAME_LEAST;
        if (bytes->failed)
            return;
        animation->frames = memory_new(animation->count, sizeof *animation->frames);
        animation->durations = memory_new(animation->count, sizeof *animation->durations);
    }
    for (uint32_t i = 0; i < animation->count; i++) {
        pass_name(bytes, &animation->frames[i]);
        bytes_u32(bytes, &animation->durations[i]);
        bytes->failed |= animation->frames[i] == NULL;
    }
}

void product_pack_content(const struct product *product, struct text *out)
{
    struct model content = product->content;
    const char *options = product->options;
    struct bytes bytes = {.out = out};
    bytes_string(&bytes, &options);
    pass_size(&bytes, &content.mask_count);
    for (size_t i = 0; i < content.mask_count; i++) {
        const size_t size = model_mask_size(&content.masks[i]);
        pass_mask_shape(&bytes, &content.masks[i]);
        text_add(out, content.masks[i].words, size);
        uint8_t *const words = (uint8_t *)out->bytes + out->length - size;
        for (size_t k = 0; k < size / 8; k++)
            put_u64(words + 8 * k, content.masks[i].words[k]);
    }
    pass_size(&bytes, &content.list_count);
    for (size_t i = 0; i < content.list_count; i++) {
        pass_points_shape(&bytes, &content.lists[i]);
        text_add(out, content.lists[i].cells, model_list_size(&content.lists[i]));
    }
    pass_size(&bytes, &content.shapes_count);
    for (size_t i = 0; i < content.shapes_count; i++) {
        struct shapes *const shapes = &content.shapes[i];
        uint32_t corners = loops_corner_count(&shapes->loops);
        pass_shapes_facts(&bytes, shapes, &corners);
        pass_loops(&bytes, shapes, corners);
    }
    pass_size(&bytes, &content.sprite_count);
    for (size_t i = 0; i < content.sprite_count; i++)
        pass_sprite(&bytes, &content, &content.sprites[i]);
    pass_size(&bytes, &content.animation_count);
    for (size_t i = 0; i < content.animation_count; i++)
        pass_animation(&bytes, &content.animations[i]);
}

/* ---- Taken from any bytes ------------------------------------------------------------------ */

/* Refuses a mask that no picture gives. */
static bool take_mask(struct bytes *bytes, struct mask *out)
{
    pass_mask_shape(bytes, out);
    if (bytes->failed || out->area == 0 || out->area > (uint64_t)out->width * out->height)
        return false;
    const uint8_t *const words = take(bytes, mask_bytes(out->width, out->height, out->area));
    return words != NULL && mask_take_words(out, words) && mask_is_right(out);
}

static bool take_points(struct bytes *bytes, struct points *out)
{
    out->present = true;
    pass_points_shape(bytes, out);
    const uint64_t size = (uint64_t)out->count * 2 * cell_bytes(out->map_width, out->map_height);
    const uint8_t *const cells = take(bytes, size);
    if (cells == NULL || !is_side(out->map_width) || !is_side(out->map_height) ||
        !points_copy_cells(out, cells))
        return false;
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t x, y;
        points_get(out, i, &x, &y);
        if (x >= out->map_width || y >= out->map_height)
            return false;
    }
    return true;
}

/* Refuses shapes with loops of no sound length. */
static bool take_shapes(struct bytes *bytes, struct shapes *out)
{
    uint64_t loops = 0;
    uint32_t corners = 0;
    pass_shapes_facts(bytes, out, &corners);
    for (int kind = 0; kind < SHAPE_KINDS; kind++) {
        loops += out->counts[kind];
        bytes->failed |= out->counts[kind] > 0 && (out->kinds >> kind & 1) == 0;
    }
    if (bytes->failed || out->kinds == 0 || out->kinds >> SHAPE_KINDS != 0 ||
        out->fit >= FIT_COUNT || out->tolerance > TOLERANCE_MOST << 16 || loops > bytes->left / 4 ||
        corners > (bytes->left - 4 * loops) / 8)
        return false;
    shapes_allocate(out, (uint32_t)loops, corners);
    pass_loops(bytes, out, corners);
    for (uint32_t i = 0; i < loops; i++)
        if (out->loops.starts[i + 1] < out->loops.starts[i])
            return false;
    return !bytes->failed && loops_corner_count(&out->loops) == corners && shapes_are_sound(out);
}

/* True if [start, start + length) lies in [0, size). */
static bool lies_in(uint32_t start, uint32_t length, uint32_t size)
{
    return start <= size && length <= size - start;
}

static bool sprite_is_right(const struct model *content, const struct model_sprite *sprite)
{
    static const struct mask none;
    const struct mask *const mask =
        sprite->mask == MODEL_NONE ? &none : &content->masks[sprite->mask];
    return sprite->name != NULL && sprite->source != NULL && is_side(sprite->width) &&
           is_side(sprite->height) && is_pivot((uint64_t)sprite->pivot_x) &&
           is_pivot((uint64_t)sprite->pivot_y) && sprite->warnings >> WARNING_COUNT == 0 &&
           model_place_is_valid(sprite) &&
           (sprite->mask != MODEL_NONE || (sprite->left == 0 && sprite->top == 0)) &&
           lies_in(sprite->left, mask->width, sprite->width) &&
           lies_in(sprite->top, mask->height, sprite->height);
}

/* Refuses masks and lists that are there twice. */
bool product_unpack_content(struct bytes bytes, struct product *out)
{
    struct model *const content = &out->content;
    const char *options = NULL;
    size_t left = 0;
    bool ok = true;
    bytes_string(&bytes, &options);
    if (options != NULL && !document_are_options((const uint8_t *)options, strlen(options)))
        return false;
    product_set_options(out, options);
    for (pass_size(&bytes, &left); ok && left > 0; left--) {
        struct mask mask = {0};
        const int64_t index = (int64_t)content->mask_count;
        ok = take_mask(&bytes, &mask) && model_keep_mask(content, &mask) == index;
        mask_free(&mask);
    }
    for (pass_size(&bytes, &left); ok && left > 0; left--) {
        struct points points = {0};
        const int64_t index = (int64_t)content->list_count;
        ok = take_points(&bytes, &points) && model_keep_points(content, &points) == index;
        points_free(&points);
    }
    for (pass_size(&bytes, &left); ok && left > 0; left--) {
        struct shapes shapes = {.kinds = 0};
        const size_t number = content->shapes_count + 1;
        ok = take_shapes(&bytes, &shapes) && model_keep_shapes(content, &shapes) == number;
        shapes_free(&shapes);
    }
    for (pass_size(&bytes, &left); ok && left > 0; left--) {
        struct model_sprite sprite = {.name = NULL};
        pass_sprite(&bytes, content, &sprite);
        ok = !bytes.failed && sprite_is_right(content, &sprite);
        if (ok)
            model_push(content, &sprite);
    }
    for (pass_size(&bytes, &left); ok && left > 0; left--) {
        struct model_animation animation = {.name = NULL};
        pass_animation(&bytes, &animation);
        ok = !bytes.failed;
        if (ok)
            product_add_animation(out, &animation);
        free(animation.frames);
        free(animation.durations);
    }
    return ok && !bytes.failed && bytes.left == 0;
}
