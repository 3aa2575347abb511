/*
 * atlas.c - atlases of any format: what is in them, and how one is read
 */
#include "atlas/atlas.h"

#include "atlas/atlas_json.h"
#include "atlas/tag.h"
#include "base/memory.h"
#include "base/text.h"

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
