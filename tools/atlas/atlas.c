/*
 * atlas.c - atlases of any format: memory, the choice of the format, the checks of all formats
 */
#include "atlas/atlas.h"

#include "atlas/xml.h"
#include "base/array.h"
#include "base/text.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory ------------------------------------------------------------------------------- */

void atlas_animation_free(struct atlas_animation *animation)
{
    for (uint32_t step = 0; animation->elsewhere != NULL && step < animation->count; step++)
        free(animation->elsewhere[step]);
    free(animation->elsewhere);
    free(animation->name);
    free(animation->frames);
    free(animation->durations);
    *animation = (struct atlas_animation){.name = NULL};
}

void atlas_free(struct atlas *atlas)
{
    for (size_t i = 0; i < atlas->page_count; i++)
        free(atlas->pages[i].image);
    for (size_t i = 0; i < atlas->frame_count; i++)
        free(atlas->frames[i].name);
    for (size_t i = 0; i < atlas->animation_count; i++)
        atlas_animation_free(&atlas->animations[i]);
    for (size_t i = 0; i < atlas->box_count; i++) {
        free(atlas->boxes[i].layer);
        bitmap_free(&atlas->boxes[i].shape);
    }
    for (size_t i = 0; i < atlas->related_count; i++)
        free(atlas->related[i]);
    for (size_t i = 0; i < atlas->sought_count; i++)
        free(atlas->sought[i]);
    free(atlas->pages);
    free(atlas->frames);
    free(atlas->animations);
    free(atlas->boxes);
    free(atlas->related);
    free(atlas->sought);
    *atlas = (struct atlas){0};
}

/* Adds a copy of an item of `size` bytes. When it cannot, frees `name`, the one string in it. */
static void *add(void *array, size_t *count, size_t *capacity, const void *item, size_t size,
                 char *name, const struct atlas_log *log)
{
    void *const added = name != NULL ? array_add(array, count, capacity, size) : NULL;
    if (added != NULL)
        return memcpy(added, item, size);
    free(name);
    if (log != NULL)
        atlas_found_no_memory(log);
    return NULL;
}

static void use_slashes(char *image)
{
    for (char *c = image; c != NULL && *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
}

struct atlas_page *atlas_add_page(struct atlas *atlas, const struct atlas_page *page,
                                  const struct atlas_log *log)
{
    use_slashes(page->image);
    return add(&atlas->pages, &atlas->page_count, &atlas->page_capacity, page, sizeof *page,
               page->image, log);
}

struct atlas_frame *atlas_add_frame(struct atlas *atlas, const struct atlas_frame *frame,
                                    const struct atlas_log *log)
{
    return add(&atlas->frames, &atlas->frame_count, &atlas->frame_capacity, frame, sizeof *frame,
               frame->name, log);
}

struct atlas_box *atlas_add_box(struct atlas *atlas, const struct atlas_box *box,
                                const struct atlas_log *log)
{
    if (box->layer != NULL)
        atlas->box_text += strlen(box->layer);
    if (atlas->box_text > ATLAS_BOX_TEXT_MAX) {
        if (log != NULL)
            atlas_found(
                log, "box", box->layer, box->place,
                "the names of all boxes up to this one take more than %d bytes, the most that "
                "is allowed",
                (int)ATLAS_BOX_TEXT_MAX);
        free(box->layer);
        return NULL;
    }
    return add(&atlas->boxes, &atlas->box_count, &atlas->box_capacity, box, sizeof *box, box->layer,
               log);
}

bool atlas_animation_make(struct atlas_animation *out, char *name, uint32_t count,
                          struct atlas_place place)
{
    *out = (struct atlas_animation){
        .name = name,
        .frames = calloc(count + (size_t)1, sizeof *out->frames),
        .durations = calloc(count + (size_t)1, sizeof *out->durations),
        .count = count,
        .place = place,
    };
    if (name != NULL && out->frames != NULL && out->durations != NULL)
        return true;
    atlas_animation_free(out);
    return false;
}

struct atlas_animation *atlas_add_animation(struct atlas *atlas, char *name, uint32_t count,
                                            struct atlas_place place, const struct atlas_log *log)
{
    struct atlas_animation made;
    atlas_animation_make(&made, name, count, place);
    struct atlas_animation *const added =
        add(&atlas->animations, &atlas->animation_count, &atlas->animation_capacity, &made,
            sizeof made, made.name, log);
    if (added == NULL) {
        free(made.frames);
        free(made.durations);
    }
    return added;
}

bool atlas_step_elsewhere(struct atlas_animation *animation, uint32_t step, const char *frame)
{
    if (animation->elsewhere == NULL)
        animation->elsewhere = calloc(animation->count + (size_t)1, sizeof *animation->elsewhere);
    char *const copy = animation->elsewhere != NULL ? text_copy(frame) : NULL;
    if (copy == NULL)
        return false;
    animation->elsewhere[step] = copy;
    animation->frames[step] = ATLAS_END;
    return true;
}

bool atlas_add_related(struct atlas *atlas, const char *name, const struct atlas_log *log)
{
    char *const copy = text_copy(name);
    use_slashes(copy);
    return add(&atlas->related, &atlas->related_count, &atlas->related_capacity, &copy, sizeof copy,
               copy, log) != NULL;
}

bool atlas_add_sought(struct atlas *atlas, const char *name, const struct atlas_log *log)
{
    char *const copy = text_copy(name);
    return add(&atlas->sought, &atlas->sought_count, &atlas->sought_capacity, &copy, sizeof copy,
               copy, log) != NULL;
}

bool atlas_find_size(const struct atlas *atlas, const char *image, uint32_t *width,
                     uint32_t *height)
{
    char *const copy = text_copy(image);
    use_slashes(copy);
    const bool found = atlas->measure != NULL && copy != NULL &&
                       atlas->measure->find(atlas->measure->user, copy, width, height);
    free(copy);
    return found;
}

/* ---- Formats ------------------------------------------------------------------------------ */

static bool say_no_memory(const char *text, size_t size, const char *path, struct atlas *out,
                          struct diagnostics *diagnostics)
{
    (void)text, (void)size, (void)out;
    atlas_found_no_memory(&(struct atlas_log){path, diagnostics});
    return false;
}

static const struct atlas_format unknown_for_now = {.read = say_no_memory};

const struct atlas_format *atlas_guess(const char *text, size_t size)
{
    struct text root = {0};
    const struct atlas_format *found = NULL;
    if (!xml_find_root(text, size, &root))
        found = &unknown_for_now;
    for (size_t i = 0; found == NULL && atlas_formats[i] != NULL; i++) {
        const struct atlas_format *const format = atlas_formats[i];
        if (format->root == NULL ? format->guess(text, size)
                                 : root.length > 0 && strcmp(root.bytes, format->root) == 0)
            found = format;
    }
    text_free(&root);
    return found;
}

/* ---- Findings ----------------------------------------------------------------------------- */

/* "frame 'hero': text", or the text alone. */
static PRINTF_LIKE(4, 0) void describe(struct error *err, const char *what, const char *name,
                                       const char *format, va_list arguments)
{
    char quoted[ATLAS_NAME_SHOWN], text[sizeof err->text];
    vsnprintf(text, sizeof text, format, arguments);
    if (name != NULL)
        (fail)(err, "%s '%s': %s", what, text_quote(quoted, sizeof quoted, name), text);
    else
        (fail)(err, "%s", text);
}

void atlas_found(const struct atlas_log *log, const char *what, const char *name,
                 struct atlas_place place, const char *format, ...)
{
    struct error err;
    va_list arguments;
    va_start(arguments, format);
    describe(&err, what, name, format, arguments);
    va_end(arguments);
    err.line = place.line;
    err.column = place.column;
    diagnostics_add_error(log->diagnostics, log->path, &err);
}

void atlas_warn(const struct atlas_log *log, const char *id, const char *what, const char *name,
                struct atlas_place place, const char *format, ...)
{
    struct error err;
    va_list arguments;
    va_start(arguments, format);
    describe(&err, what, name, format, arguments);
    va_end(arguments);
    diagnostics_add_warning_at(log->diagnostics, log->path, place.line, place.column, id, err.text);
}

void atlas_warn_rounded(const struct atlas_log *log, size_t count, struct atlas_place first)
{
    if (count == 1)
        atlas_warn(log, "rounded", NULL, NULL, first,
                   "a number of pixels has a fraction, which is left out");
    else if (count > 1)
        atlas_warn(log, "rounded", NULL, NULL, first,
                   "%zu numbers of pixels have fractions, which are left out; this is the first",
                   count);
}

void atlas_warn_polygons(const struct atlas_log *log)
{
    diagnostics_add_warning(
        log->diagnostics, log->path, "polygons",
        "frames are polygons (they have vertices): the rectangle of a frame may hold pixels of "
        "its neighbours, and the mask then has them too; pack rectangles instead");
}

void atlas_found_no_memory(const struct atlas_log *log)
{
    struct error err;
    fail_memory(&err);
    diagnostics_add_error(log->diagnostics, log->path, &err);
}

bool atlas_scale(double scale, uint64_t *out)
{
    if (!(scale >= ATLAS_SCALE_MIN && scale <= ATLAS_SCALE_MAX))
        return false;
    *out = (uint64_t)(scale * 1e9 + 0.5);
    return true;
}

/* ---- Clipping ----------------------------------------------------------------------------- */

/* One side: what of [begin, begin + *length) is cut off before 0, and behind `limit`. */
static uint32_t cut_side(int64_t begin, uint32_t limit, uint32_t *length, uint32_t *before)
{
    const int64_t end = begin + *length;
    const int64_t first = begin < 0 ? 0 : begin, last = end < limit ? end : limit;
    *before = (uint32_t)((first < end ? first : end) - begin);
    const uint32_t kept = last > first ? (uint32_t)(last - first) : 0;
    const uint32_t behind = *length - *before - kept;
    *length = kept;
    return behind;
}

bool atlas_clip(struct atlas_frame *frame, int64_t left, int64_t top)
{
    const uint32_t width = frame->width, height = frame->height;
    uint32_t before_x, before_y;
    const uint32_t behind_x = cut_side(left, frame->source_width, &frame->width, &before_x);
    const uint32_t behind_y = cut_side(top, frame->source_height, &frame->height, &before_y);
    /* Columns of a turned frame are rows of the page. */
    if (frame->turn == ATLAS_UPRIGHT) {
        frame->x += before_x;
        frame->y += before_y;
    } else if (frame->turn == ATLAS_CLOCKWISE) {
        frame->x += behind_y;
        frame->y += before_x;
    } else {
        frame->x += before_y;
        frame->y += behind_x;
    }
    if (frame->width == 0 || frame->height == 0)
        frame->width = frame->height = 0;
    frame->left = left > 0 && frame->width > 0 ? (uint32_t)left : 0;
    frame->top = top > 0 && frame->width > 0 ? (uint32_t)top : 0;
    return frame->width != width || frame->height != height;
}

void atlas_clip_warned(const struct atlas_log *log, const char *name, struct atlas_frame *frame,
                       int64_t left, int64_t top)
{
    if (atlas_clip(frame, left, top))
        atlas_warn(log, "clipped", "frame", name, frame->place,
                   "its region reaches beyond its frame; what lies outside is left out");
}

/* ---- What all must satisfy ---------------------------------------------------------------- */

struct check {
    const struct atlas *atlas;
    struct atlas_log log;
};

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
static bool check_sizes(const struct check *check, const char *what, const char *name,
                        struct atlas_place place, uint32_t all_bits)
{
    if (all_bits > INT32_MAX)
        atlas_found(&check->log, what, name, place,
                    "one of its sizes or positions is larger than %d", INT32_MAX);
    return all_bits <= INT32_MAX;
}

/* Does (x, y, width, height) lie in a box of that size from (0, 0)? */
static bool lies_within(uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t in_width,
                        uint32_t in_height)
{
    return (uint64_t)x + width <= in_width && (uint64_t)y + height <= in_height;
}

static void check_page(const struct check *check, struct atlas_page *page)
{
    if (!atlas_check_name(&check->log, "page", page->image, page->place))
        page->unread = true;
    check_sizes(check, "page", page->image, page->place, page->width | page->height);
}

static void check_frame_on_page(const struct check *check, const struct atlas_frame *frame)
{
    const struct atlas_page *const page = &check->atlas->pages[frame->page];
    const uint32_t width = frame->turn == ATLAS_UPRIGHT ? frame->width : frame->height;
    const uint32_t height = frame->turn == ATLAS_UPRIGHT ? frame->height : frame->width;
    char image[ATLAS_NAME_SHOWN];
    const bool known = page->width != 0 && page->height != 0;
    if (known && !lies_within(frame->x, frame->y, width, height, page->width, page->height))
        atlas_found(&check->log, "frame", frame->name, frame->place,
                    "it lies outside its page: it is %" PRIu32 " x %" PRIu32 " there, at %" PRIu32
                    ",%" PRIu32 ", and '%s' is %" PRIu32 " x %" PRIu32,
                    width, height, frame->x, frame->y, text_quote(image, sizeof image, page->image),
                    page->width, page->height);
}

/* The place of a frame without pixels is not checked, because nothing is read there. */
static void check_frame(const struct check *check, const struct atlas_frame *frame)
{
    const bool has_pixels = frame->width != 0 && frame->height != 0;
    atlas_check_name(&check->log, "frame", frame->name, frame->place);
    if (!check_sizes(check, "frame", frame->name, frame->place,
                     frame->x | frame->y | frame->width | frame->height | frame->source_width |
                         frame->source_height | frame->left | frame->top))
        return;
    if (frame->page >= check->atlas->page_count)
        atlas_found(&check->log, "frame", frame->name, frame->place,
                    "it is on page %" PRIu32 ", but there are only %zu, counted from 0",
                    frame->page, check->atlas->page_count);
    else if (has_pixels)
        check_frame_on_page(check, frame);
    if (frame->source_width == 0 || frame->source_height == 0)
        atlas_found(&check->log, "frame", frame->name, frame->place,
                    "its size is %" PRIu32 " x %" PRIu32 ", but width and height must be 1 or more",
                    frame->source_width, frame->source_height);
    else if (has_pixels && !lies_within(frame->left, frame->top, frame->width, frame->height,
                                        frame->source_width, frame->source_height))
        atlas_found(&check->log, "frame", frame->name, frame->place,
                    "its region lies outside its untrimmed size: the region is %" PRIu32
                    " x %" PRIu32 " at %" PRIu32 ",%" PRIu32 ", the untrimmed size is %" PRIu32
                    " x %" PRIu32,
                    frame->width, frame->height, frame->left, frame->top, frame->source_width,
                    frame->source_height);
}

static void check_box(const struct check *check, const struct atlas_box *box)
{
    atlas_check_name(&check->log, "box", box->layer, box->place);
    if (!check_sizes(check, "box", box->layer, box->place,
                     box->x | box->y | box->width | box->height))
        return;
    if (box->frame >= check->atlas->frame_count) {
        atlas_found(&check->log, "box", box->layer, box->place,
                    "it is in frame %" PRIu32 ", but there are only %zu, counted from 0",
                    box->frame, check->atlas->frame_count);
        return;
    }
    const struct atlas_frame *const frame = &check->atlas->frames[box->frame];
    char name[ATLAS_NAME_SHOWN];
    if (!lies_within(box->x, box->y, box->width, box->height, frame->source_width,
                     frame->source_height))
        atlas_found(&check->log, "box", box->layer, box->place,
                    "it lies outside frame '%s': it is %" PRIu32 " x %" PRIu32 " at %" PRIu32
                    ",%" PRIu32 ", the frame is %" PRIu32 " x %" PRIu32,
                    text_quote(name, sizeof name, frame->name), box->width, box->height, box->x,
                    box->y, frame->source_width, frame->source_height);
}

static void check_animation(const struct check *check, const struct atlas_animation *animation)
{
    atlas_check_name(&check->log, "animation", animation->name, animation->place);
    for (uint32_t i = 0; i < animation->count; i++)
        if (animation->frames[i] != ATLAS_END && animation->frames[i] >= check->atlas->frame_count)
            atlas_found(&check->log, "animation", animation->name, animation->place,
                        "its step %" PRIu32 " is frame %" PRIu32
                        ", but there are only %zu, counted from 0",
                        i, animation->frames[i], check->atlas->frame_count);
}

/* ---- Names that are used twice ---- */

struct named {
    const char *name;
    struct atlas_place place;
    size_t index;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static void check_doubles(const struct check *check, const char *what, struct named *named,
                          size_t count)
{
    qsort(named, count, sizeof *named, compare_named);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(named[i].name, named[first].name) != 0)
            first = i;
        else if (*named[i].name != '\0' && named[first].place.line != 0)
            atlas_found(&check->log, what, named[i].name, named[i].place,
                        "its name is used twice, first on line %zu", named[first].place.line);
        else if (*named[i].name != '\0')
            atlas_found(&check->log, what, named[i].name, named[i].place, "its name is used twice");
    }
}

static void check_all_doubles(const struct check *check)
{
    const struct atlas *const atlas = check->atlas;
    const size_t most =
        atlas->frame_count > atlas->animation_count ? atlas->frame_count : atlas->animation_count;
    struct named *const named = calloc(most + 1, sizeof *named);
    if (named == NULL) {
        atlas_found_no_memory(&check->log);
        return;
    }
    for (size_t i = 0; i < atlas->frame_count; i++)
        named[i] = (struct named){atlas->frames[i].name, atlas->frames[i].place, i};
    check_doubles(check, "frame", named, atlas->frame_count);
    for (size_t i = 0; i < atlas->animation_count; i++)
        named[i] = (struct named){atlas->animations[i].name, atlas->animations[i].place, i};
    check_doubles(check, "animation", named, atlas->animation_count);
    free(named);
}

/* ---- Pages -------------------------------------------------------------------------------- */

/* In an order in which equal ones come together. */
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
 * equal pages, and the others are removed. False without memory. */
static bool join_pages(struct atlas *atlas)
{
    const size_t count = atlas->page_count;
    struct placed_page *const sorted = calloc(count + 1, sizeof *sorted);
    uint32_t *const first = calloc(count + 1, sizeof *first);
    const bool ok = sorted != NULL && first != NULL;
    for (size_t i = 0; ok && i < count; i++)
        sorted[i] = (struct placed_page){atlas->pages[i], (uint32_t)i};
    if (ok)
        qsort(sorted, count, sizeof *sorted, compare_placed);
    for (size_t i = 0, equal = 0; ok && i < count; i++) {
        equal = compare_pages(&sorted[i].page, &sorted[equal].page) == 0 ? equal : i;
        first[sorted[i].index] = sorted[equal].index;
    }
    /* A first page stands before those that are equal to it, so that its new place is known. */
    for (size_t i = 0, kept = 0; ok && i < count; i++) {
        if (first[i] == i) {
            atlas->pages[kept] = atlas->pages[i];
            first[i] = (uint32_t)kept++;
        } else {
            free(atlas->pages[i].image);
            first[i] = first[first[i]];
        }
        atlas->page_count = kept;
    }
    for (size_t i = 0; ok && i < atlas->frame_count; i++)
        if (atlas->frames[i].page < count)
            atlas->frames[i].page = first[atlas->frames[i].page];
    free(sorted);
    free(first);
    return ok;
}

bool atlas_check(struct atlas *atlas, const char *path, struct diagnostics *diagnostics)
{
    const struct check check = {atlas, {path, diagnostics}};
    const size_t errors = diagnostics->errors;
    if (!join_pages(atlas))
        atlas_found_no_memory(&check.log);
    for (size_t i = 0; i < atlas->page_count; i++)
        check_page(&check, &atlas->pages[i]);
    for (size_t i = 0; i < atlas->frame_count; i++)
        check_frame(&check, &atlas->frames[i]);
    for (size_t i = 0; i < atlas->box_count; i++)
        check_box(&check, &atlas->boxes[i]);
    for (size_t i = 0; i < atlas->animation_count; i++)
        check_animation(&check, &atlas->animations[i]);
    check_all_doubles(&check);
    return diagnostics->errors == errors && !diagnostics->failed;
}

/* ---- What lies on each page ---------------------------------------------------------------- */

void atlas_link(struct atlas *atlas)
{
    for (size_t i = 0; i < atlas->page_count; i++)
        atlas->pages[i].first_frame = atlas->pages[i].first_box = ATLAS_END;
    for (size_t i = atlas->frame_count; i-- > 0;) {
        struct atlas_frame *const frame = &atlas->frames[i];
        struct atlas_page *const page = &atlas->pages[frame->page];
        frame->next = page->first_frame;
        page->first_frame = (uint32_t)i;
    }
    for (size_t i = atlas->box_count; i-- > 0;) {
        struct atlas_box *const box = &atlas->boxes[i];
        struct atlas_page *const page = &atlas->pages[atlas->frames[box->frame].page];
        box->next = page->first_box;
        page->first_box = (uint32_t)i;
    }
    for (size_t i = 0; i < atlas->animation_count; i++)
        for (uint32_t step = 0; step < atlas->animations[i].count; step++)
            if (atlas->animations[i].frames[step] != ATLAS_END)
                atlas->frames[atlas->animations[i].frames[step]].is_animated = true;
}
