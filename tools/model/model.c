/*
 * model.c - collects sprites, keeps equal masks and lists once, and puts everything in order
 */
#include "model/model.h"

#include "base/array.h"
#include "base/text.h"
#include "format.h"
#include "system/warnings.h"

#include <stdlib.h>
#include <string.h>

const char *model_warning_id(unsigned index)
{
    static const char *const ids[WARNING_COUNT] = {SPRITE_WARNINGS(WARNING_ID)};
    return index < WARNING_COUNT ? ids[index] : NULL;
}

size_t model_mask_size(const struct model_mask *mask)
{
    return (size_t)mask_bytes(mask->width, mask->height, mask->area);
}

size_t model_list_size(const struct model_list *list)
{
    return (size_t)list->count * 2 * cell_bytes(list->map_width, list->map_height);
}

struct mask model_sprite_mask(const struct model *model, const struct model_sprite *sprite)
{
    if (sprite->mask == MODEL_NONE)
        return (struct mask){0};
    const struct model_mask *const mask = &model->masks[sprite->mask];
    return (struct mask){sprite->left, sprite->top, mask->width,
                         mask->height, mask->area,  mask->words};
}

void model_sprite_free(struct model_sprite *sprite)
{
    free(sprite->name);
    free(sprite->source);
    free(sprite->layer);
    free(sprite->origin);
    *sprite = (struct model_sprite){0};
}

void model_animation_free(struct model_animation *animation)
{
    for (uint32_t i = 0; animation->frames != NULL && i < animation->count; i++)
        free(animation->frames[i]);
    free(animation->frames);
    free(animation->durations);
    free(animation->sprites);
    free(animation->name);
    free(animation->origin);
    *animation = (struct model_animation){0};
}

bool model_animation_push(struct model_animation *animation, char *frame, uint32_t duration)
{
    const size_t count = animation->count;
    bool ok = frame != NULL && count < UINT32_MAX;
    /* The room is always a power of two, so that it needs no member of its own. */
    if (ok && (count & (count - 1)) == 0) {
        const size_t room = count == 0 ? 1 : count * 2;
        char **const frames = realloc(animation->frames, room * sizeof *frames);
        if (frames != NULL)
            animation->frames = frames;
        uint32_t *const durations = realloc(animation->durations, room * sizeof *durations);
        if (durations != NULL)
            animation->durations = durations;
        ok = frames != NULL && durations != NULL;
    }
    if (!ok) {
        free(frame);
        return false;
    }
    animation->frames[count] = frame;
    animation->durations[count] = duration;
    animation->count++;
    return true;
}

void model_free(struct model *model)
{
    for (size_t i = 0; i < model->sprite_count; i++)
        model_sprite_free(&model->sprites[i]);
    for (size_t i = 0; i < model->mask_count; i++)
        free(model->masks[i].words);
    for (size_t i = 0; i < model->list_count; i++)
        free(model->lists[i].cells);
    for (size_t i = 0; i < model->animation_count; i++)
        model_animation_free(&model->animations[i]);
    free(model->animations);
    free(model->options);
    free(model->sprites);
    free(model->masks);
    free(model->lists);
    index_free(&model->mask_index);
    index_free(&model->list_index);
    *model = (struct model){0};
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

bool model_same_mask(const struct model_mask *a, const struct model_mask *b)
{
    return a->hash == b->hash && a->width == b->width && a->height == b->height &&
           a->area == b->area &&
           (model_mask_size(a) == 0 || memcmp(a->words, b->words, model_mask_size(a)) == 0);
}

bool model_same_list(const struct model_list *a, const struct model_list *b)
{
    return a->hash == b->hash && a->map_width == b->map_width && a->map_height == b->map_height &&
           a->prune == b->prune && a->border_dropped == b->border_dropped && a->count == b->count &&
           (a->count == 0 || memcmp(a->cells, b->cells, model_list_size(a)) == 0);
}

/* Finds an equal record, or keeps this one: then its words are the model's. */
static bool keep_mask(struct model *model, struct model_mask *record, int64_t *out,
                      struct error *err)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&model->mask_index, record->hash, &step)) != INDEX_END;)
        if (model_same_mask(&model->masks[i], record)) {
            *out = i;
            return true;
        }
    struct model_mask *const added =
        array_push(&model->masks, &model->mask_count, &model->mask_capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = *record;
    record->words = NULL;
    *out = (int64_t)model->mask_count - 1;
    return index_add(&model->mask_index, record->hash, (uint32_t)*out) || fail_memory(err);
}

/* The same with its cells. */
static bool keep_list(struct model *model, struct model_list *record, int64_t *out,
                      struct error *err)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&model->list_index, record->hash, &step)) != INDEX_END;)
        if (model_same_list(&model->lists[i], record)) {
            *out = i;
            return true;
        }
    struct model_list *const added =
        array_push(&model->lists, &model->list_count, &model->list_capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = *record;
    record->cells = NULL;
    *out = (int64_t)model->list_count - 1;
    return index_add(&model->list_index, record->hash, (uint32_t)*out) || fail_memory(err);
}

bool model_keep_mask(struct model *model, struct mask *mask, int64_t *out, struct error *err)
{
    *out = MODEL_NONE;
    if (mask->area == 0)
        return true;
    struct model_mask record = {mask->width, mask->height, mask->area, mask->words, 0};
    const uint64_t shape[3] = {mask->width, mask->height, mask->area};
    record.hash = hash_bytes(0, shape, sizeof shape);
    record.hash = hash_bytes(record.hash, mask->words, model_mask_size(&record));
    const bool ok = keep_mask(model, &record, out, err);
    mask->words = record.words;
    return ok;
}

bool model_keep_points(struct model *model, struct points *points, int64_t *out, struct error *err)
{
    *out = MODEL_NONE;
    if (!points->present)
        return true;
    struct model_list record = {points->map_width,
                                points->map_height,
                                points->prune,
                                points->border_dropped,
                                points->count,
                                points->cells,
                                0};
    const uint64_t shape[5] = {points->map_width, points->map_height, points->prune,
                               points->border_dropped, points->count};
    record.hash = hash_bytes(0, shape, sizeof shape);
    record.hash = hash_bytes(record.hash, points->cells, model_list_size(&record));
    const bool ok = keep_list(model, &record, out, err);
    points->cells = record.cells;
    return ok;
}

bool model_push(struct model *model, struct model_sprite *sprite, struct error *err)
{
    struct model_sprite *const added =
        model->sprite_count < NO_INDEX - 1
            ? array_push(&model->sprites, &model->sprite_count, &model->sprite_capacity)
            : NULL;
    if (added == NULL) {
        model_sprite_free(sprite);
        return fail_memory(err);
    }
    *added = *sprite;
    *sprite = (struct model_sprite){0};
    return true;
}

bool model_add(struct model *model, struct model_sprite *sprite, struct mask *mask,
               struct points *points, struct error *err)
{
    bool ok = model_keep_mask(model, mask, &sprite->mask, err) &&
              model_keep_points(model, points, &sprite->list, err);
    sprite->left = mask->left;
    sprite->top = mask->top;
    if (ok)
        ok = model_push(model, sprite, err);
    else
        model_sprite_free(sprite);
    mask_free(mask);
    points_free(points);
    return ok;
}

/* Moves what `from` has into a model that has none of it yet. */
static void move_shapes(struct model *model, struct model *from)
{
    struct model all = *from;
    all.animations = model->animations;
    all.animation_count = model->animation_count;
    all.animation_capacity = model->animation_capacity;
    all.frame_count = model->frame_count;
    all.options = model->options;
    all.options_told = model->options_told;
    *model = all;
    *from = (struct model){0};
}

bool model_pour(struct model *model, struct model *from, struct error *err)
{
    if (model->sprite_capacity == 0 && model->mask_capacity == 0 && model->list_capacity == 0) {
        move_shapes(model, from);
        return true;
    }
    int64_t *const masks = malloc((from->mask_count + from->list_count + 1) * sizeof *masks);
    int64_t *const lists = masks != NULL ? masks + from->mask_count : NULL;
    bool ok = masks != NULL || fail_memory(err);
    for (size_t i = 0; ok && i < from->mask_count; i++)
        ok = keep_mask(model, &from->masks[i], &masks[i], err);
    for (size_t i = 0; ok && i < from->list_count; i++)
        ok = keep_list(model, &from->lists[i], &lists[i], err);
    for (size_t i = 0; ok && i < from->sprite_count; i++) {
        struct model_sprite sprite = from->sprites[i];
        from->sprites[i] = (struct model_sprite){0};
        sprite.mask = sprite.mask == MODEL_NONE ? MODEL_NONE : masks[sprite.mask];
        sprite.list = sprite.list == MODEL_NONE ? MODEL_NONE : lists[sprite.list];
        ok = model_push(model, &sprite, err);
    }
    free(masks);
    model_free(from);
    return ok;
}

bool model_add_animation(struct model *model, struct model_animation *animation, struct error *err)
{
    struct model_animation *added = NULL;
    animation->sprites = malloc((animation->count + (size_t)1) * sizeof *animation->sprites);
    if (animation->sprites != NULL && model->animation_count < NO_INDEX - 1 &&
        animation->count < NO_INDEX - model->frame_count)
        added = array_push(&model->animations, &model->animation_count, &model->animation_capacity);
    if (added == NULL) {
        model_animation_free(animation);
        return fail_memory(err);
    }
    *added = *animation;
    model->frame_count += animation->count;
    return true;
}

void model_add_options(struct model *model, char *options)
{
    if (!model->options_told) {
        model->options_told = true;
        model->options = options;
        return;
    }
    if (model->options != NULL && (options == NULL || strcmp(model->options, options) != 0)) {
        free(model->options);
        model->options = NULL;
    }
    free(options);
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

/* Is the path that of a file of this name, in some folder? */
static bool is_in_folder(const char *path, const char *name)
{
    const size_t length = strlen(path), ending = strlen(name);
    return length > ending && path[length - ending - 1] == '/' &&
           strcmp(path + length - ending, name) == 0;
}

static bool find_double(const char *what, const char *name, const char *next, const char *origin,
                        const char *next_origin, struct error *err)
{
    char quoted[128], first[128], second[128];
    if (strcmp(name, next) != 0)
        return false;
    const bool in_folders = is_in_folder(origin, name) && is_in_folder(next_origin, name);
    fail(err, "two %s are named '%s': one from %s, one from %s%s", what,
         text_quote(quoted, sizeof quoted, name), text_quote(first, sizeof first, origin),
         text_quote(second, sizeof second, next_origin),
         in_folders ? "; --root DIR names sprites by their paths below DIR" : "");
    return true;
}

static bool find_missing(const struct model_animation *animation, size_t *frame, struct error *err)
{
    while (*frame < animation->count) {
        const size_t i = (*frame)++;
        char name[128], origin[128], missing[128];
        if (animation->sprites[i] != NO_INDEX)
            continue;
        fail(err, "the animation '%s' from %s: frame %zu is '%s', which is no sprite",
             text_quote(name, sizeof name, animation->name),
             text_quote(origin, sizeof origin, animation->origin), i,
             text_quote(missing, sizeof missing, animation->frames[i]));
        return true;
    }
    return false;
}

bool model_next_fault(const struct model *model, struct model_cursor *cursor, struct error *err)
{
    while (cursor->sprite + 1 < model->sprite_count) {
        const struct model_sprite *const a = &model->sprites[cursor->sprite++], *const b = a + 1;
        if (find_double("sprites", a->name, b->name, a->origin, b->origin, err))
            return true;
    }
    while (cursor->animation + 1 < model->animation_count) {
        const struct model_animation *const a = &model->animations[cursor->animation++];
        const struct model_animation *const b = a + 1;
        if (find_double("animations", a->name, b->name, a->origin, b->origin, err))
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

/* Records that no sprite uses get the last numbers. */
static void number_rest(uint32_t *numbers, size_t count, uint32_t next)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == NO_INDEX)
            numbers[i] = next++;
}

static uint32_t *new_numbers(size_t count)
{
    uint32_t *const numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers != NULL)
        memset(numbers, 0xff, (count + 1) * sizeof *numbers);
    return numbers;
}

/* Moves records to their new numbers. The index by hashes is wrong from then on. */
static bool reorder(void **records, size_t count, size_t capacity, size_t size,
                    const uint32_t *numbers)
{
    if (count == 0)
        return true;
    uint8_t *const moved = malloc(capacity * size);
    if (moved == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        memcpy(moved + numbers[i] * size, (const uint8_t *)*records + i * size, size);
    free(*records);
    *records = moved;
    return true;
}

bool model_sort(struct model *model, struct error *err)
{
    model_order(model);
    uint32_t *const masks = new_numbers(model->mask_count);
    uint32_t *const lists = new_numbers(model->list_count);
    uint32_t next_mask = 0, next_list = 0;
    bool ok = masks != NULL && lists != NULL;
    if (ok) {
        for (size_t i = 0; i < model->sprite_count; i++) {
            renumber(&model->sprites[i].mask, masks, &next_mask);
            renumber(&model->sprites[i].list, lists, &next_list);
        }
        number_rest(masks, model->mask_count, next_mask);
        number_rest(lists, model->list_count, next_list);
        ok = reorder((void **)&model->masks, model->mask_count, model->mask_capacity,
                     sizeof *model->masks, masks) &&
             reorder((void **)&model->lists, model->list_count, model->list_capacity,
                     sizeof *model->lists, lists);
    }
    free(masks);
    free(lists);
    while (ok && model->mask_count > next_mask)
        free(model->masks[--model->mask_count].words);
    while (ok && model->list_count > next_list)
        free(model->lists[--model->list_count].cells);
    return ok || fail_memory(err);
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
