/*
 * atlas.c - atlases of any format: what is in them, how one is read, the checks of all formats
 */
#include "atlas/atlas.h"

#include "atlas/atlas_json.h"
#include "atlas/tag.h"
#include "base/memory.h"
#include "base/text.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names in order ------------------------------------------------------------------------ */

static int compare_names(const void *a, const void *b)
{
    const struct atlas_named *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

void atlas_sort_names(struct atlas_named *names, size_t count)
{
    qsort(names, count, sizeof *names, compare_names);
}

static int compare_with_name(const void *name, const void *named)
{
    return strcmp(name, ((const struct atlas_named *)named)->name);
}

const struct atlas_named *atlas_find_name(const struct atlas_named *names, size_t count,
                                          const char *name)
{
    return bsearch(name, names, count, sizeof *names, compare_with_name);
}

/* ---- Filling an atlas --------------------------------------------------------------------- */

void atlas_forget_frames(struct atlas *atlas)
{
    for (size_t i = 0; i < atlas->box_count; i++)
        bitmap_free(&atlas->boxes[i].shape);
    atlas->frame_count = atlas->animation_count = atlas->box_count = 0;
}

void atlas_free(struct atlas *atlas)
{
    atlas_forget_frames(atlas);
    free(atlas->pages);
    free(atlas->frames);
    free(atlas->animations);
    free(atlas->boxes);
    arena_free(&atlas->arena);
    *atlas = (struct atlas){0};
}

static char *use_slashes(char *image)
{
    for (char *c = image; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    return image;
}

struct atlas_page *atlas_add_page(struct atlas *atlas, const struct atlas_page *page)
{
    struct atlas_page *const added =
        array_push(&atlas->pages, &atlas->page_count, &atlas->page_capacity);
    *added = *page;
    use_slashes(added->image);
    return added;
}

struct atlas_frame *atlas_add_frame(struct atlas *atlas, const struct atlas_frame *frame)
{
    struct atlas_frame *const added =
        array_push(&atlas->frames, &atlas->frame_count, &atlas->frame_capacity);
    *added = *frame;
    return added;
}

struct atlas_animation *atlas_add_animation(struct atlas *atlas, char *name, uint32_t count,
                                            struct atlas_place place)
{
    struct atlas_animation *const added =
        array_push(&atlas->animations, &atlas->animation_count, &atlas->animation_capacity);
    *added = (struct atlas_animation){
        .name = name,
        .frames = arena_new(&atlas->arena, count, sizeof *added->frames),
        .durations = arena_new(&atlas->arena, count, sizeof *added->durations),
        .count = count,
        .place = place,
    };
    return added;
}

void atlas_step_elsewhere(struct atlas *atlas, struct atlas_animation *animation, uint32_t step,
                          const char *frame)
{
    if (animation->elsewhere == NULL)
        animation->elsewhere =
            arena_new(&atlas->arena, animation->count, sizeof *animation->elsewhere);
    animation->elsewhere[step] = arena_text(&atlas->arena, frame);
    animation->frames[step] = ATLAS_END;
}

bool atlas_spend(struct atlas *atlas, const struct atlas_log *log, enum atlas_budget budget,
                 uint64_t amount, const char *what, const char *name, struct atlas_place place)
{
    static const struct {
        const char *of, *unit;
        uint64_t most;
    } limits[ATLAS_BUDGETS] = {
        [ATLAS_STEPS] = {"tags", "steps", 1 << 22},
        [ATLAS_BOXES] = {"slices", "boxes", 1 << 22},
        [ATLAS_BOX_NAMES] = {"boxes", "bytes of names", 1 << 27},
        [ATLAS_TILES] = {"tilesets", "tiles", ATLAS_CELLS_MAX},
        [ATLAS_WORK] = {"shapes", "pixels to look at", 1 << 30},
        [ATLAS_DATA] = {"texts", "bytes of data", 1 << 27},
    };
    const uint64_t most = limits[budget].most;
    uint64_t *const used = &atlas->used[budget];
    const bool had = *used <= most, ok = had && amount <= most - *used;
    *used = ok ? *used + amount : most + 1;
    if (had && !ok)
        atlas_found(log, what, name, place,
                    "all %s up to this one have more than %" PRIu64 " %s, the most that is allowed",
                    limits[budget].of, most, limits[budget].unit);
    return ok;
}

bool atlas_add_box(struct atlas *atlas, const struct atlas_box *box, const struct atlas_log *log)
{
    if (!atlas_spend(atlas, log, ATLAS_BOX_NAMES, strlen(box->layer), "box", box->layer,
                     box->place))
        return false;
    struct atlas_box *const added =
        array_push(&atlas->boxes, &atlas->box_count, &atlas->box_capacity);
    *added = *box;
    return true;
}

void atlas_add_related(struct atlas *atlas, const char *name)
{
    char **const added = arena_array_push(&atlas->arena, &atlas->related, &atlas->related_count,
                                          &atlas->related_capacity);
    *added = use_slashes(arena_text(&atlas->arena, name));
}

void atlas_add_sought(struct atlas *atlas, const char *name)
{
    char **const added = arena_array_push(&atlas->arena, &atlas->sought, &atlas->sought_count,
                                          &atlas->sought_capacity);
    *added = arena_text(&atlas->arena, name);
}

bool atlas_find_size(const struct atlas *atlas, const char *image, uint32_t *width,
                     uint32_t *height)
{
    char *const copy = use_slashes(text_copy(image));
    const bool found =
        atlas->measure != NULL && atlas->measure->find(atlas->measure->user, copy, width, height);
    free(copy);
    return found;
}

void atlas_set_region(struct atlas_frame *frame, uint32_t x, uint32_t y, uint32_t width,
                      uint32_t height)
{
    frame->x = x;
    frame->y = y;
    frame->width = frame->source_width = width;
    frame->height = frame->source_height = height;
}

void atlas_note_rounded(struct atlas *atlas, struct atlas_place place)
{
    if (atlas->rounded++ == 0)
        atlas->first_rounded = place;
}

char *atlas_own_name(struct atlas *atlas, const char *path, const char *ending)
{
    const char *const name = text_base_name(path);
    const char *const dot = strrchr(name, '.');
    const size_t length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    return arena_format(&atlas->arena, "%.*s%s", (int)length, name, ending);
}

/* ---- Reading ------------------------------------------------------------------------------ */

bool atlas_read(const struct atlas_format *format, const char *text, size_t size, const char *path,
                struct atlas *out, struct diagnostics *diagnostics)
{
    const struct atlas_log log = {path, diagnostics};
    out->errors_before = diagnostics->errors;
    if (format->read_json != NULL)
        atlas_json_read(text, size, out, &log, format->read_json);
    else
        format->read(text, size, out, &log);
    if (out->polygons)
        diagnostics_add_warning(
            diagnostics, path, "polygons",
            "frames are polygons (they have vertices): the rectangle of a frame may hold pixels of "
            "its neighbours, and the mask then has them too; pack rectangles instead");
    atlas_check(out, &log);
    if (out->rounded == 1)
        atlas_warn(&log, "rounded", NULL, NULL, out->first_rounded,
                   "a number of pixels has a fraction, which is left out");
    else if (out->rounded > 1)
        atlas_warn(&log, "rounded", NULL, NULL, out->first_rounded,
                   "%zu numbers of pixels have fractions, which are left out; this is the first",
                   out->rounded);
    /* The animation of all frames has the name "", so it is added after the checks. */
    if (out->plays_all && atlas_is_clean(out, &log))
        atlas_tag_unroll(&(struct atlas_tag){.to = (uint32_t)out->frame_count - 1}, "",
                         (struct atlas_place){0}, out, &log);
    return atlas_is_clean(out, &log);
}

/* ---- Findings ----------------------------------------------------------------------------- */

bool atlas_is_clean(const struct atlas *atlas, const struct atlas_log *log)
{
    return log->diagnostics->errors == atlas->errors_before;
}

/* Makes "frame 'hero': text", or the text alone. */
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

void atlas_found_error(const struct atlas_log *log, const char *what, const char *name,
                       const struct error *err)
{
    atlas_found(log, what, name, (struct atlas_place){err->line, err->column}, "%s", err->text);
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

bool atlas_scale(double scale, uint64_t *out)
{
    if (!(scale >= 0.000001 && scale <= 1000000))
        return false;
    *out = (uint64_t)(scale * 1e9 + 0.5);
    return true;
}

/* ---- Clipping ----------------------------------------------------------------------------- */

/* Cuts [begin, begin + *length) down to the part in [0, limit). */
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

bool atlas_clip(const struct atlas_log *log, const char *name, struct atlas_frame *frame,
                int64_t left, int64_t top)
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
    const bool is_cut = frame->width != width || frame->height != height;
    if (is_cut)
        atlas_warn(log, "clipped", "frame", name, frame->place,
                   "its region reaches beyond its frame; what lies outside is left out");
    return is_cut;
}

/* Leaves out the first or the last column of a region; a mirrored one is shown the other way. */
static void drop_column(struct atlas_frame *frame, bool first)
{
    frame->width--;
    frame->left += first != frame->mirrored_x;
}

static void drop_row(struct atlas_frame *frame, bool first)
{
    frame->height--;
    frame->top += first != frame->mirrored_y;
}

void atlas_clip_to_page(const struct atlas_log *log, struct atlas_frame *frame, uint32_t width,
                        uint32_t height)
{
    const uint32_t across = atlas_width_on_page(frame), down = atlas_height_on_page(frame);
    const uint64_t right = (uint64_t)frame->x + across, bottom = (uint64_t)frame->y + down;
    const bool is_beyond = right == (uint64_t)width + 1, is_below = bottom == (uint64_t)height + 1;
    if ((!is_beyond && !is_below) || (!is_beyond && right > width) ||
        (!is_below && bottom > height) || (is_beyond && across == 1) || (is_below && down == 1))
        return;
    /* The right column of a turned region on its page is its first or last row. */
    if (is_beyond && frame->turn == ATLAS_UPRIGHT)
        drop_column(frame, false);
    else if (is_beyond)
        drop_row(frame, frame->turn == ATLAS_CLOCKWISE);
    if (is_below && frame->turn == ATLAS_UPRIGHT)
        drop_row(frame, false);
    else if (is_below)
        drop_column(frame, frame->turn == ATLAS_COUNTER_CLOCKWISE);
    atlas_warn(log, "clipped", "frame", frame->name, frame->place,
               "its region reaches one pixel beyond its page; what lies outside is left out");
}

/* ---- Checks of all formats --------------------------------------------------------------- */

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

/* ---- Links of each page ------------------------------------------------------------------- */

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
