/*
 * model.c - collects sprites, keeps equal masks and lists once, and puts everything in order
 */
#include "model/model.h"

#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "system/warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *model_warning_id(unsigned index)
{
    static const char *const ids[WARNING_COUNT] = {SPRITE_WARNINGS(WARNING_ID)};
    return index < WARNING_COUNT ? ids[index] : NULL;
}

size_t model_mask_size(const struct mask *mask)
{
    return (size_t)mask_bytes(mask->width, mask->height, mask->area);
}

size_t model_list_size(const struct points *list)
{
    return (size_t)list->count * 2 * cell_bytes(list->map_width, list->map_height);
}

struct mask model_sprite_mask(const struct model *model, const struct model_sprite *sprite)
{
    if (sprite->mask == MODEL_NONE)
        return (struct mask){.words = NULL};
    struct mask mask = model->masks[sprite->mask];
    mask.left = sprite->left;
    mask.top = sprite->top;
    return mask;
}

struct points model_sprite_points(const struct model *model, const struct model_sprite *sprite)
{
    static const struct points none;
    return sprite->list == MODEL_NONE ? none : model->lists[sprite->list];
}

const struct shapes *model_sprite_shapes(const struct model *model,
                                         const struct model_sprite *sprite)
{
    return sprite->shapes == 0 ? NULL : &model->shapes[sprite->shapes - 1];
}

void model_free(struct model *model)
{
    for (size_t i = 0; i < model->mask_count; i++)
        free(model->masks[i].words);
    for (size_t i = 0; i < model->list_count; i++)
        free(model->lists[i].cells);
    free(model->animations);
    free(model->sprites);
    free(model->masks);
    for (size_t i = 0; i < model->shapes_count; i++)
        shapes_free(&model->shapes[i]);
    free(model->lists);
    free(model->shapes);
    index_free(&model->mask_index);
    index_free(&model->list_index);
    index_free(&model->shapes_index);
    arena_free(&model->arena);
    *model = (struct model){.sprites = NULL};
}

/* ---- What is equal is held once ----------------------------------------------------------- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    for (; size >= 8; size -= 8, p += 8)
        hash = checksum_mix(hash, get_u64(p));
    uint8_t rest[8] = {0};
    if (size > 0)
        memcpy(rest, p, size);
    hash = checksum_mix(hash, get_u64(rest));
    return hash ^ hash >> 32;
}

bool model_same_mask(const struct mask *a, const struct mask *b)
{
    return a->hash == b->hash && a->width == b->width && a->height == b->height &&
           a->area == b->area &&
           (model_mask_size(a) == 0 || memcmp(a->words, b->words, model_mask_size(a)) == 0);
}

bool model_same_list(const struct points *a, const struct points *b)
{
    return a->hash == b->hash && a->map_width == b->map_width && a->map_height == b->map_height &&
           a->prune == b->prune && a->border_dropped == b->border_dropped && a->count == b->count &&
           (a->count == 0 || memcmp(a->cells, b->cells, model_list_size(a)) == 0);
}

/* Finds an equal mask, or keeps this one, whose hash is set: then its words are the model's. */
static int64_t keep_mask(struct model *model, struct mask *mask)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&model->mask_index, mask->hash, &step)) != INDEX_END;)
        if (model_same_mask(&model->masks[i], mask))
            return i;
    const size_t index = model->mask_count;
    struct mask *const kept = array_push(&model->masks, &model->mask_count, &model->mask_capacity);
    *kept = *mask;
    kept->left = kept->top = 0;
    mask->words = NULL;
    index_add(&model->mask_index, kept->hash, (uint32_t)index);
    return (int64_t)index;
}

/* Finds an equal list, or keeps this one, whose hash is set: then its cells are the model's. */
static int64_t keep_list(struct model *model, struct points *list)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&model->list_index, list->hash, &step)) != INDEX_END;)
        if (model_same_list(&model->lists[i], list))
            return i;
    const size_t index = model->list_count;
    struct points *const kept =
        array_push(&model->lists, &model->list_count, &model->list_capacity);
    *kept = *list;
    list->cells = NULL;
    index_add(&model->list_index, kept->hash, (uint32_t)index);
    return (int64_t)index;
}

/* Finds equal shapes, or keeps these, whose hash is set: then their loops are the model's. */
static uint32_t keep_shapes(struct model *model, struct shapes *shapes)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&model->shapes_index, shapes->hash, &step)) != INDEX_END;)
        if (shapes_are_equal(&model->shapes[i], shapes))
            return i + 1;
    const size_t index = model->shapes_count;
    struct shapes *const kept =
        array_push(&model->shapes, &model->shapes_count, &model->shapes_capacity);
    *kept = *shapes;
    shapes->loops = (struct loops){.corners = NULL};
    index_add(&model->shapes_index, kept->hash, (uint32_t)index);
    return (uint32_t)index + 1;
}

int64_t model_keep_mask(struct model *model, struct mask *mask)
{
    if (mask->area == 0)
        return MODEL_NONE;
    const uint64_t shape[3] = {mask->width, mask->height, mask->area};
    mask->hash = hash_bytes(hash_bytes(0, shape, sizeof shape), mask->words, model_mask_size(mask));
    return keep_mask(model, mask);
}

int64_t model_keep_points(struct model *model, struct points *points)
{
    if (!points->present)
        return MODEL_NONE;
    const uint64_t shape[5] = {points->map_width, points->map_height, points->prune,
                               points->border_dropped, points->count};
    points->hash =
        hash_bytes(hash_bytes(0, shape, sizeof shape), points->cells, model_list_size(points));
    return keep_list(model, points);
}

uint32_t model_keep_shapes(struct model *model, struct shapes *shapes)
{
    if (shapes->kinds == 0)
        return 0;
    shapes_hash(shapes);
    return keep_shapes(model, shapes);
}

/* ---- Filled ------------------------------------------------------------------------------- */

/* Copies a string, unless it equals one that the model has already. */
static const char *copy(struct model *model, const char *string, const char *known)
{
    if (string == NULL)
        return NULL;
    return known != NULL && strcmp(string, known) == 0 ? known : arena_text(&model->arena, string);
}

static const struct model_made *copy_made(struct model *model, const struct model_made *made,
                                          const struct model_made *last)
{
    struct model_made *const copied = arena_new(&model->arena, 1, sizeof *copied);
    *copied = *made;
    copied->path = copy(model, made->path, last != NULL ? last->path : NULL);
    copied->match = copy(model, made->match, last != NULL ? last->match : NULL);
    copied->file = copy(model, made->file, last != NULL ? last->file : NULL);
    copied->again = copy(model, made->again, last != NULL ? last->again : NULL);
    return copied;
}

/* Most pictures are their own source, frames of one image share its source and origin, and those of
 * one tag its data: such strings are not copied. */
void model_push(struct model *model, const struct model_sprite *sprite)
{
    const struct model_sprite none = {.name = NULL};
    if (model->sprite_count >= NO_INDEX - 1)
        memory_run_out();
    struct model_sprite *const added =
        array_push(&model->sprites, &model->sprite_count, &model->sprite_capacity);
    const struct model_sprite *const last = model->sprite_count > 1 ? added - 1 : &none;
    *added = *sprite;
    added->name = arena_text(&model->arena, sprite->name);
    const bool is_own = sprite->source != NULL && strcmp(sprite->source, sprite->name) == 0;
    added->source = copy(model, sprite->source, is_own ? added->name : last->source);
    added->layer = copy(model, sprite->layer, last->layer);
    added->data = copy(model, sprite->data, last->data);
    added->origin = copy(model, sprite->origin, last->origin);
    if (sprite->made != NULL)
        added->made = copy_made(model, sprite->made, last->made);
}

void model_add(struct model *model, const struct model_sprite *sprite, struct mask *mask,
               struct points *points)
{
    struct model_sprite added = *sprite;
    added.left = mask->left;
    added.top = mask->top;
    added.mask = model_keep_mask(model, mask);
    added.list = model_keep_points(model, points);
    model_push(model, &added);
    mask_free(mask);
    points_free(points);
}

void model_add_animation(struct model *model, const struct model_animation *animation)
{
    struct arena *const arena = &model->arena;
    const uint32_t count = animation->count;
    if (model->animation_count >= NO_INDEX - 1 || count >= NO_INDEX - model->frame_count)
        memory_run_out();
    struct model_animation *const added =
        array_push(&model->animations, &model->animation_count, &model->animation_capacity);
    *added = (struct model_animation){
        .name = arena_text(arena, animation->name),
        .origin = arena_text(arena, animation->origin),
        .frames = arena_new(arena, count, sizeof *added->frames),
        .durations = arena_new(arena, count, sizeof *added->durations),
        .sprites = arena_new(arena, count, sizeof *added->sprites),
        .count = count,
        .joined = animation->joined,
    };
    for (uint32_t i = 0; i < count; i++) {
        added->frames[i] = arena_text(arena, animation->frames[i]);
        added->durations[i] = animation->durations[i];
    }
    model->frame_count += count;
}

void model_add_options(struct model *model, const char *options)
{
    if (!model->options_told)
        model->options = options != NULL ? arena_text(&model->arena, options) : NULL;
    else if (options == NULL || model->options == NULL || strcmp(model->options, options) != 0)
        model->options = NULL;
    model->options_told = true;
}

void model_pour(struct model *model, struct model *from)
{
    if (model->sprite_count + model->mask_count + model->list_count + model->animation_count == 0) {
        from->options = model->options != NULL ? arena_text(&from->arena, model->options) : NULL;
        from->options_told = model->options_told;
        model_free(model);
        *model = *from;
        *from = (struct model){.sprites = NULL};
        return;
    }
    int64_t *const masks = arena_new(&from->arena, from->mask_count + 1, sizeof *masks);
    int64_t *const lists = arena_new(&from->arena, from->list_count + 1, sizeof *lists);
    uint32_t *const shapes = arena_new(&from->arena, from->shapes_count + 1, sizeof *shapes);
    for (size_t i = 0; i < from->mask_count; i++)
        masks[i] = keep_mask(model, &from->masks[i]);
    for (size_t i = 0; i < from->list_count; i++)
        lists[i] = keep_list(model, &from->lists[i]);
    for (size_t i = 0; i < from->shapes_count; i++)
        shapes[i + 1] = keep_shapes(model, &from->shapes[i]);
    for (size_t i = 0; i < from->sprite_count; i++) {
        struct model_sprite sprite = from->sprites[i];
        sprite.mask = sprite.mask == MODEL_NONE ? MODEL_NONE : masks[sprite.mask];
        sprite.list = sprite.list == MODEL_NONE ? MODEL_NONE : lists[sprite.list];
        sprite.shapes = shapes[sprite.shapes];
        model_push(model, &sprite);
    }
    for (size_t i = 0; i < from->animation_count; i++)
        model_add_animation(model, &from->animations[i]);
    model_free(from);
}

/* ---- Order -------------------------------------------------------------------------------- */

/* By name; sprites of the same name, which are an error, by origin, so that messages come in a
 * fixed order. */
static int compare_sprites(const void *a, const void *b)
{
    const struct model_sprite *const p = a, *const q = b;
    const int order = strcmp(p->name, q->name);
    return order != 0 ? order : strcmp(p->origin, q->origin);
}

static int compare_animations(const void *a, const void *b)
{
    const struct model_animation *const p = a, *const q = b;
    const int order = strcmp(p->name, q->name);
    return order != 0 ? order : strcmp(p->origin, q->origin);
}

static int compare_to_sprite(const void *name, const void *sprite)
{
    return strcmp(name, ((const struct model_sprite *)sprite)->name);
}

uint32_t model_find(const struct model *model, const char *name)
{
    const struct model_sprite *const found =
        model->sprite_count == 0 ? NULL
                                 : bsearch(name, model->sprites, model->sprite_count,
                                           sizeof *model->sprites, compare_to_sprite);
    return found == NULL ? NO_INDEX : (uint32_t)(found - model->sprites);
}

static bool sprites_are_in_order(const struct model *model)
{
    for (size_t i = 1; i < model->sprite_count; i++)
        if (compare_sprites(&model->sprites[i - 1], &model->sprites[i]) > 0)
            return false;
    return true;
}

bool model_has_layers(const struct model *model)
{
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].layer != NULL)
            return true;
    return false;
}

void model_order(struct model *model)
{
    if (!sprites_are_in_order(model))
        qsort(model->sprites, model->sprite_count, sizeof *model->sprites, compare_sprites);
    if (model->animation_count > 1)
        qsort(model->animations, model->animation_count, sizeof *model->animations,
              compare_animations);
    for (size_t i = 0; i < model->animation_count; i++)
        for (uint32_t k = 0; k < model->animations[i].count; k++)
            model->animations[i].sprites[k] = model_find(model, model->animations[i].frames[k]);
}

/* ---- Faults ------------------------------------------------------------------------------- */

/* The length of what two paths have in common at their ends, by whole parts: 0 unless both have
 * folders before it. */
static size_t common_end(const char *a, const char *b)
{
    const size_t length = strlen(a), other = strlen(b);
    size_t common = 0;
    for (size_t i = 0; i < length && i < other && a[length - 1 - i] == b[other - 1 - i]; i++)
        if (a[length - 1 - i] == '/')
            common = i;
    const bool a_ends = length > common && a[length - common - 1] == '/';
    const bool b_ends = other > common && b[other - common - 1] == '/';
    return a_ends && b_ends ? common : 0;
}

/* True if --root would give two sprites of one name different names: two folders have a file of it.
 */
static bool are_of_two_folders(const struct model_sprite *sprites)
{
    const char *const origin = sprites[0].origin, *const name = sprites[0].name;
    const char *file = origin + strlen(origin) - common_end(origin, sprites[1].origin);
    /* The folders may end alike, too. */
    while (*file != 0) {
        const char *const dot = strrchr(file, '.'), *const slash = strchr(file, '/');
        const size_t length = strlen(file);
        if (strncmp(name, file, dot != NULL ? (size_t)(dot - file) : length) == 0)
            return true;
        file = slash != NULL ? slash + 1 : file + length;
    }
    return false;
}

static bool is_double(const struct model *model, size_t i)
{
    return i + 1 < model->sprite_count &&
           strcmp(model->sprites[i].name, model->sprites[i + 1].name) == 0;
}

static void fail_double(const char *what, const char *name, const char *origin, const char *other,
                        size_t more, const char *hint, struct error *err)
{
    char quoted[128], first[128], second[128], count[TEXT_COUNT_MAX], others[64] = "";
    text_quote(quoted, sizeof quoted, name);
    text_quote(first, sizeof first, origin);
    text_quote(second, sizeof second, other);
    if (more > 0)
        snprintf(others, sizeof others, "; %s more %s", text_count(count, more),
                 more == 1 ? "name stands twice" : "names stand twice");
    fail(err, "two %s are named '%s': one from %s, one from %s%s%s", what, quoted, first, second,
         others, hint);
}

/* All names that folders have in common are one error, for one option cures them. */
static bool find_double(const struct model *model, struct model_cursor *cursor, struct error *err)
{
    const size_t i = cursor->sprite++;
    const struct model_sprite *const sprite = &model->sprites[i];
    size_t more = 0;
    if (!is_double(model, i))
        return false;
    const bool in_folders = are_of_two_folders(sprite);
    if (in_folders && cursor->folders_said)
        return false;
    for (size_t k = i + 1; in_folders && k < model->sprite_count; k++)
        more += is_double(model, k) && !is_double(model, k - 1) &&
                are_of_two_folders(&model->sprites[k]);
    cursor->folders_said |= in_folders;
    fail_double("sprites", sprite->name, sprite->origin, sprite[1].origin, more,
                in_folders ? "; --root DIR names sprites by their paths below DIR" : "", err);
    return true;
}

static bool find_missing(const struct model_animation *animation, size_t *frame, struct error *err)
{
    while (*frame < animation->count) {
        const size_t i = (*frame)++;
        char name[128], origin[128], missing[128];
        if (animation->sprites[i] != NO_INDEX)
            continue;
        fail(err, "the animation '%s' from %s: frame %zu is '%s', which is not a sprite",
             text_quote(name, sizeof name, animation->name),
             text_quote(origin, sizeof origin, animation->origin), i,
             text_quote(missing, sizeof missing, animation->frames[i]));
        return true;
    }
    return false;
}

bool model_next_fault(const struct model *model, struct model_cursor *cursor, struct error *err)
{
    while (cursor->sprite + 1 < model->sprite_count)
        if (find_double(model, cursor, err))
            return true;
    while (cursor->animation + 1 < model->animation_count) {
        const struct model_animation *const a = &model->animations[cursor->animation++];
        const struct model_animation *const b = a + 1;
        if (strcmp(a->name, b->name) != 0)
            continue;
        fail_double("animations", a->name, a->origin, b->origin, 0, "", err);
        return true;
    }
    for (; cursor->frames_of < model->animation_count; cursor->frames_of++, cursor->frame = 0)
        if (find_missing(&model->animations[cursor->frames_of], &cursor->frame, err))
            return true;
    return false;
}

/* ---- Numbers ------------------------------------------------------------------------------ */

/* Gives the next number to an index that has none yet. */
static void renumber(int64_t *index, uint32_t *numbers, uint32_t *next)
{
    if (*index == MODEL_NONE)
        return;
    if (numbers[*index] == NO_INDEX)
        numbers[*index] = (*next)++;
    *index = numbers[*index];
}

/* Moves records to their new numbers: `numbers` has those of used ones, and NO_INDEX. The index by
 * hashes is wrong from then on. */
static void *reorder(void *records, size_t count, size_t capacity, size_t size,
                     const uint32_t *numbers)
{
    if (count == 0)
        return records;
    uint8_t *const moved = memory_new(capacity, size);
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != NO_INDEX)
            memcpy(moved + numbers[i] * size, (const uint8_t *)records + i * size, size);
    free(records);
    return moved;
}

void model_sort(struct model *model)
{
    uint32_t *const masks = memory_new(model->mask_count, sizeof *masks);
    uint32_t *const lists = memory_new(model->list_count, sizeof *lists);
    uint32_t *const shapes = memory_new(model->shapes_count, sizeof *shapes);
    uint32_t next_mask = 0, next_list = 0, next_shapes = 0;
    memset(masks, 0xff, model->mask_count * sizeof *masks);
    memset(lists, 0xff, model->list_count * sizeof *lists);
    memset(shapes, 0xff, model->shapes_count * sizeof *shapes);
    model_order(model);
    for (size_t i = 0; i < model->sprite_count; i++) {
        renumber(&model->sprites[i].mask, masks, &next_mask);
        renumber(&model->sprites[i].list, lists, &next_list);
        int64_t index = (int64_t)model->sprites[i].shapes - 1;
        renumber(&index, shapes, &next_shapes);
        model->sprites[i].shapes = (uint32_t)(index + 1);
    }
    for (size_t i = 0; i < model->mask_count; i++)
        if (masks[i] == NO_INDEX)
            free(model->masks[i].words);
    for (size_t i = 0; i < model->list_count; i++)
        if (lists[i] == NO_INDEX)
            free(model->lists[i].cells);
    for (size_t i = 0; i < model->shapes_count; i++)
        if (shapes[i] == NO_INDEX)
            shapes_free(&model->shapes[i]);
    model->masks =
        reorder(model->masks, model->mask_count, model->mask_capacity, sizeof *model->masks, masks);
    model->lists =
        reorder(model->lists, model->list_count, model->list_capacity, sizeof *model->lists, lists);
    model->shapes = reorder(model->shapes, model->shapes_count, model->shapes_capacity,
                            sizeof *model->shapes, shapes);
    model->shapes_count = next_shapes;
    model->mask_count = next_mask;
    model->list_count = next_list;
    free(masks);
    free(lists);
    free(shapes);
}

/* ---- Pictures ----------------------------------------------------------------------------- */

const char *model_turn_name(uint32_t turn)
{
    static const char *const names[PLACE_TURNS] = {"none", "clockwise", "counter-clockwise"};
    return turn < PLACE_TURNS ? names[turn] : NULL;
}

bool model_place_is_valid(const struct model_sprite *sprite)
{
    const uint32_t *const place = sprite->place;
    const bool covers_all = place[0] == 0 && place[1] == 0 && place[2] == 0 && place[3] == 0;
    return sprite->turn < PLACE_TURNS &&
           (covers_all ||
            (place[2] > 0 && place[3] > 0 && (uint64_t)place[0] + place[2] <= sprite->width &&
             (uint64_t)place[1] + place[3] <= sprite->height));
}

bool model_find_source(const struct model_sprite *sprite, uint32_t x, uint32_t y,
                       uint32_t source[2])
{
    const uint32_t whole[4] = {0, 0, sprite->width, sprite->height};
    const uint32_t *const place = sprite->place[2] > 0 ? sprite->place : whole;
    const uint32_t *const region = sprite->region;
    const bool turned = sprite->turn != PLACE_UPRIGHT;
    const uint32_t width = region[turned ? 3 : 2], height = region[turned ? 2 : 3];
    if (x < place[0] || y < place[1] || x - place[0] >= place[2] || y - place[1] >= place[3] ||
        width == 0 || height == 0)
        return false;
    const uint32_t i = (uint32_t)((uint64_t)(x - place[0]) * width / place[2]);
    const uint32_t j = (uint32_t)((uint64_t)(y - place[1]) * height / place[3]);
    source[0] = region[0] + (sprite->turn == PLACE_UPRIGHT     ? i
                             : sprite->turn == PLACE_CLOCKWISE ? height - 1 - j
                                                               : j);
    source[1] = region[1] + (sprite->turn == PLACE_UPRIGHT     ? j
                             : sprite->turn == PLACE_CLOCKWISE ? i
                                                               : width - 1 - i);
    return true;
}
