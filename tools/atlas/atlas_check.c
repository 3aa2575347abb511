/*
 * atlas_check.c - what atlases of all formats must be: names, sizes and places, and each page once
 */
#include "atlas/atlas.h"
#include "base/memory.h"
#include "base/text.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool atlas_check_name(const struct atlas_log *log, const char *what, const char *name,
                      struct atlas_place place)
{
    const bool ok = utf8_is_name((const uint8_t *)name, strlen(name));
    if (*name == '\0')
        atlas_found(log, what, name, place, "it has no name");
    else if (!ok)
        atlas_found(log, what, name, place,
                    "its name is not UTF-8, or has control characters; please rename it");
    return ok && *name != '\0';
}

/* `all_bits` is several numbers ORed: one is beyond INT32_MAX when the highest bit is set. */
static bool check_sizes(const struct atlas_log *log, const char *what, const char *name,
                        struct atlas_place place, uint32_t all_bits)
{
    if (all_bits > INT32_MAX)
        atlas_found(log, what, name, place, "one of its sizes or positions is larger than %d",
                    INT32_MAX);
    return all_bits <= INT32_MAX;
}

/* True if (x, y, width, height) lies in a box of that size from (0, 0). */
static bool lies_within(uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t in_width,
                        uint32_t in_height)
{
    return (uint64_t)x + width <= in_width && (uint64_t)y + height <= in_height;
}

static void check_frame_on_page(const struct atlas *atlas, const struct atlas_log *log,
                                const struct atlas_frame *frame)
{
    const struct atlas_page *const page = &atlas->pages[frame->page];
    const uint32_t width = atlas_width_on_page(frame), height = atlas_height_on_page(frame);
    char image[ATLAS_NAME_SHOWN];
    const bool known = page->width != 0 && page->height != 0;
    if (known && !lies_within(frame->x, frame->y, width, height, page->width, page->height))
        atlas_found(log, "frame", frame->name, frame->place,
                    "it lies outside its page: it is %" PRIu32 " x %" PRIu32 " there, at %" PRIu32
                    ",%" PRIu32 ", and '%s' is %" PRIu32 " x %" PRIu32,
                    width, height, frame->x, frame->y, text_quote(image, sizeof image, page->image),
                    page->width, page->height);
}

static void clip_frame(const struct atlas *atlas, const struct atlas_log *log,
                       struct atlas_frame *frame)
{
    const struct atlas_page *const page =
        frame->page < atlas->page_count ? &atlas->pages[frame->page] : NULL;
    if (page != NULL && page->width != 0 && page->height != 0 && !page->from_bottom)
        atlas_clip_to_page(log, frame, page->width, page->height);
}

/* The place of a frame without pixels is not checked, because nothing is read there. */
static void check_frame(const struct atlas *atlas, const struct atlas_log *log,
                        const struct atlas_frame *frame)
{
    const bool has_pixels = frame->width != 0 && frame->height != 0;
    atlas_check_name(log, "frame", frame->name, frame->place);
    if (!check_sizes(log, "frame", frame->name, frame->place,
                     frame->x | frame->y | frame->width | frame->height | frame->source_width |
                         frame->source_height | frame->left | frame->top))
        return;
    if (frame->page >= atlas->page_count)
        atlas_found(log, "frame", frame->name, frame->place,
                    "it is on page %" PRIu32 ", but there are only %zu, counted from 0",
                    frame->page, atlas->page_count);
    else if (has_pixels)
        check_frame_on_page(atlas, log, frame);
    if (frame->source_width == 0 || frame->source_height == 0)
        atlas_found(log, "frame", frame->name, frame->place,
                    "its size is %" PRIu32 " x %" PRIu32 ", but width and height must be 1 or more",
                    frame->source_width, frame->source_height);
    else if (has_pixels && !lies_within(frame->left, frame->top, frame->width, frame->height,
                                        frame->source_width, frame->source_height))
        atlas_found(log, "frame", frame->name, frame->place,
                    "its region lies outside its untrimmed size: the region is %" PRIu32
                    " x %" PRIu32 " at %" PRIu32 ",%" PRIu32 ", the untrimmed size is %" PRIu32
                    " x %" PRIu32,
                    frame->width, frame->height, frame->left, frame->top, frame->source_width,
                    frame->source_height);
}

static void check_box(const struct atlas *atlas, const struct atlas_log *log,
                      const struct atlas_box *box)
{
    atlas_check_name(log, "box", box->layer, box->place);
    if (!check_sizes(log, "box", box->layer, box->place,
                     box->x | box->y | box->width | box->height))
        return;
    if (box->frame >= atlas->frame_count) {
        atlas_found(log, "box", box->layer, box->place,
                    "it is in frame %" PRIu32 ", but there are only %zu, counted from 0",
                    box->frame, atlas->frame_count);
        return;
    }
    const struct atlas_frame *const frame = &atlas->frames[box->frame];
    char name[ATLAS_NAME_SHOWN];
    if (!lies_within(box->x, box->y, box->width, box->height, frame->source_width,
                     frame->source_height))
        atlas_found(log, "box", box->layer, box->place,
                    "it lies outside frame '%s': it is %" PRIu32 " x %" PRIu32 " at %" PRIu32
                    ",%" PRIu32 ", the frame is %" PRIu32 " x %" PRIu32,
                    text_quote(name, sizeof name, frame->name), box->width, box->height, box->x,
                    box->y, frame->source_width, frame->source_height);
}

/* Reports names that are used twice. */
static void check_doubles(const struct atlas_log *log, const char *what, struct atlas_named *names,
                          const struct atlas_place *places, size_t count)
{
    atlas_sort_names(names, count);
    for (size_t i = 1, first = 0; i < count; i++) {
        const struct atlas_place place = places[names[i].index];
        const size_t first_line = places[names[first].index].line;
        if (strcmp(names[i].name, names[first].name) != 0)
            first = i;
        else if (*names[i].name != '\0' && first_line != 0)
            atlas_found(log, what, names[i].name, place,
                        "its name is used twice, first on line %zu", first_line);
        else if (*names[i].name != '\0')
            atlas_found(log, what, names[i].name, place, "its name is used twice");
    }
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* True if two frames of one name are equal in all. */
static bool same_frame(const struct atlas_frame *a, const struct atlas_frame *b)
{
    return a->page == b->page && a->x == b->x && a->y == b->y && a->width == b->width &&
           a->height == b->height && a->turn == b->turn && a->mirrored_x == b->mirrored_x &&
           a->mirrored_y == b->mirrored_y && a->source_width == b->source_width &&
           a->source_height == b->source_height && a->left == b->left && a->top == b->top &&
           a->has_pivot == b->has_pivot && a->pivot_x == b->pivot_x && a->pivot_y == b->pivot_y &&
           a->duration == b->duration && same_text(a->data, b->data);
}

/* Moves frames together; `kept` has the frame that each one becomes, at first by its old index. */
static void move_frames(struct atlas *atlas, uint32_t *kept)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < atlas->frame_count; i++) {
        const bool stays = kept[i] == i;
        kept[i] = stays ? count : kept[kept[i]];
        if (stays)
            atlas->frames[count++] = atlas->frames[i];
    }
    for (size_t i = 0; i < atlas->animation_count; i++)
        for (uint32_t k = 0; k < atlas->animations[i].count; k++) {
            uint32_t *const frame = &atlas->animations[i].frames[k];
            *frame = *frame < atlas->frame_count ? kept[*frame] : *frame;
        }
    for (size_t i = 0; i < atlas->box_count; i++) {
        uint32_t *const frame = &atlas->boxes[i].frame;
        *frame = *frame < atlas->frame_count ? kept[*frame] : *frame;
    }
    atlas->frame_count = count;
}

/* Drops frames that are equal to the first of their name, unless they have boxes. Names are sorted,
 * and those of one name are by index. True if any is dropped. */
static bool drop_equal_frames(struct atlas *atlas, const struct atlas_named *names)
{
    const size_t count = atlas->frame_count;
    uint32_t *const kept = memory_new(count + 1, sizeof *kept);
    bool *const has_box = memory_new(count + 1, sizeof *has_box);
    bool drops = false;
    for (size_t i = 0; i < atlas->box_count; i++)
        if (atlas->boxes[i].frame < count)
            has_box[atlas->boxes[i].frame] = true;
    for (size_t i = 0, first = 0; i < count; i++) {
        const uint32_t one = names[first].index, other = names[i].index;
        kept[other] = other;
        if (strcmp(names[i].name, names[first].name) != 0)
            first = i;
        else if (i > first && !has_box[other] &&
                 same_frame(&atlas->frames[one], &atlas->frames[other]))
            kept[other] = one;
        drops = drops || kept[other] != other;
    }
    if (drops)
        move_frames(atlas, kept);
    free(kept);
    free(has_box);
    return drops;
}

static void name_frames(const struct atlas *atlas, struct atlas_named *names)
{
    for (uint32_t i = 0; i < atlas->frame_count; i++)
        names[i] = (struct atlas_named){atlas->frames[i].name, i};
}

static void check_all_doubles(struct atlas *atlas, const struct atlas_log *log)
{
    const size_t frames = atlas->frame_count, animations = atlas->animation_count;
    const size_t most = frames > animations ? frames : animations;
    struct atlas_named *const names = memory_new(most + 1, sizeof *names);
    struct atlas_place *const places = memory_new(most + 1, sizeof *places);
    name_frames(atlas, names);
    atlas_sort_names(names, frames);
    /* Frames that are wrong are all alike. */
    if (atlas_is_clean(atlas, log) && drop_equal_frames(atlas, names))
        name_frames(atlas, names);
    for (size_t i = 0; i < atlas->frame_count; i++)
        places[i] = atlas->frames[i].place;
    check_doubles(log, "frame", names, places, atlas->frame_count);
    for (uint32_t i = 0; i < animations; i++) {
        names[i] = (struct atlas_named){atlas->animations[i].name, i};
        places[i] = atlas->animations[i].place;
    }
    check_doubles(log, "animation", names, places, animations);
    free(names);
    free(places);
}

/* Orders pages so that equal ones are neighbours. */
static int compare_pages(const struct atlas_page *x, const struct atlas_page *y)
{
    const uint64_t of_x[] = {x->width, x->height, x->scale,  x->unread, x->from_bottom,
                             x->keyed, x->key[0], x->key[1], x->key[2]};
    const uint64_t of_y[] = {y->width, y->height, y->scale,  y->unread, y->from_bottom,
                             y->keyed, y->key[0], y->key[1], y->key[2]};
    for (size_t i = 0; i < sizeof of_x / sizeof *of_x; i++)
        if (of_x[i] != of_y[i])
            return of_x[i] < of_y[i] ? -1 : 1;
    return strcmp(x->image, y->image);
}

/* A page, and the place that it had in the file. */
struct placed_page {
    struct atlas_page page;
    uint32_t index;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed_page *const x = a, *const y = b;
    const int order = compare_pages(&x->page, &y->page);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* Each page is decoded once, however often the file names it: frames are moved to the first of
 * equal pages, and the others are removed. */
static void join_pages(struct atlas *atlas)
{
    const size_t count = atlas->page_count;
    struct placed_page *const sorted = memory_new(count + 1, sizeof *sorted);
    uint32_t *const first = memory_new(count + 1, sizeof *first);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct placed_page){atlas->pages[i], (uint32_t)i};
    qsort(sorted, count, sizeof *sorted, compare_placed);
    for (size_t i = 0, equal = 0; i < count; i++) {
        equal = compare_pages(&sorted[i].page, &sorted[equal].page) == 0 ? equal : i;
        first[sorted[i].index] = sorted[equal].index;
    }
    /* The first of equal pages stands before the others, so its new place is known. */
    atlas->page_count = 0;
    for (size_t i = 0; i < count; i++) {
        const bool stays = first[i] == i;
        first[i] = stays ? (uint32_t)atlas->page_count : first[first[i]];
        if (stays)
            atlas->pages[atlas->page_count++] = atlas->pages[i];
    }
    for (size_t i = 0; i < atlas->frame_count; i++)
        if (atlas->frames[i].page < count)
            atlas->frames[i].page = first[atlas->frames[i].page];
    free(sorted);
    free(first);
}

void atlas_check(struct atlas *atlas, const struct atlas_log *log)
{
    join_pages(atlas);
    for (size_t i = 0; i < atlas->page_count; i++) {
        struct atlas_page *const page = &atlas->pages[i];
        if (!atlas_check_name(log, "page", page->image, page->place))
            page->unread = true;
        check_sizes(log, "page", page->image, page->place, page->width | page->height);
    }
    for (size_t i = 0; i < atlas->frame_count; i++) {
        clip_frame(atlas, log, &atlas->frames[i]);
        check_frame(atlas, log, &atlas->frames[i]);
    }
    for (size_t i = 0; i < atlas->box_count; i++)
        check_box(atlas, log, &atlas->boxes[i]);
    for (size_t i = 0; i < atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &atlas->animations[i];
        atlas_check_name(log, "animation", animation->name, animation->place);
        for (uint32_t step = 0; step < animation->count; step++)
            if (animation->frames[step] != ATLAS_END &&
                animation->frames[step] >= atlas->frame_count)
                atlas_found(log, "animation", animation->name, animation->place,
                            "its step %" PRIu32 " is frame %" PRIu32
                            ", but there are only %zu, counted from 0",
                            step, animation->frames[step], atlas->frame_count);
    }
    check_all_doubles(atlas, log);
}
