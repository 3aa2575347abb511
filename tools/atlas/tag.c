/*
 * tag.c - tags become animations, boxes of slices are clipped to their frames, a picture with both
 * becomes an atlas
 */
#include "atlas/tag.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tags and slices ------------------------------------------------------------------------ */

/* Rounds that turn share the frame at which they meet. */
static uint64_t count_steps(const struct atlas_tag *tag)
{
    const uint64_t frames = tag->to - tag->from + UINT64_C(1);
    const uint64_t rounds = tag->rounds > 0 ? tag->rounds : 1;
    if (!tag->turning || frames == 1)
        return frames * rounds;
    return tag->rounds > 0 ? (frames - 1) * rounds + 1 : (frames - 1) * 2;
}

static uint32_t frame_of(const struct atlas_tag *tag, uint32_t step)
{
    const uint64_t frames = tag->to - tag->from + UINT64_C(1);
    const uint64_t period = tag->turning && frames > 1 ? (frames - 1) * 2 : frames;
    const uint32_t at = (uint32_t)(step % period);
    const uint32_t forward = at < frames ? at : (uint32_t)(period - at);
    return tag->backwards ? tag->to - forward : tag->from + forward;
}

bool atlas_tag_unroll(const struct atlas_tag *tag, const char *name, struct atlas_place place,
                      struct atlas *atlas, const struct atlas_log *log)
{
    const uint64_t steps = count_steps(tag);
    if (!atlas_spend(atlas, log, ATLAS_STEPS, steps, "tag", name, place))
        return false;
    struct atlas_animation *const animation =
        atlas_add_animation(atlas, arena_text(&atlas->arena, name), (uint32_t)steps, place);
    for (uint32_t i = 0; i < animation->count; i++) {
        animation->frames[i] = frame_of(tag, i);
        animation->durations[i] = atlas->frames[animation->frames[i]].duration;
    }
    return true;
}

void atlas_tags_number(struct atlas *atlas)
{
    const size_t count = atlas->animation_count;
    struct atlas_named *const sorted = memory_new(count + 1, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (struct atlas_named){atlas->animations[i].name, i};
    atlas_sort_names(sorted, count);
    for (size_t i = 0, next; i < count; i = next)
        for (next = i + 1; next < count && strcmp(sorted[i].name, sorted[next].name) == 0; next++)
            atlas->animations[sorted[next].index].name =
                arena_format(&atlas->arena, "%s#%zu", sorted[i].name, next - i + 1);
    free(sorted);
}

/* Moves the ends of a box into a frame of `limit` pixels; a box outside becomes empty. */
static void clip(int32_t begin, int64_t length, uint32_t limit, uint32_t *clipped_begin,
                 uint32_t *clipped_length)
{
    const int64_t first = begin > 0 ? begin : 0;
    const int64_t end = begin + length;
    const int64_t last = end < limit ? end : limit;
    *clipped_begin = first < last ? (uint32_t)first : 0;
    *clipped_length = first < last ? (uint32_t)(last - first) : 0;
}

bool atlas_slice_unroll(const struct atlas_slice *slice, uint32_t first, uint32_t end,
                        struct atlas *atlas, const struct atlas_log *log)
{
    struct atlas_box box = {.layer = arena_text(&atlas->arena, slice->name),
                            .has_pivot = slice->has_pivot,
                            .pivot_x = ((int64_t)slice->x + slice->pivot_x) * 65536,
                            .pivot_y = ((int64_t)slice->y + slice->pivot_y) * 65536,
                            .data = slice->data,
                            .place = slice->place};
    for (box.frame = first; box.frame < end; box.frame++) {
        const struct atlas_frame *const frame = &atlas->frames[box.frame];
        if (!atlas_spend(atlas, log, ATLAS_BOXES, 1, "slice", slice->name, slice->place))
            return false;
        clip(slice->x, slice->width, frame->source_width, &box.x, &box.width);
        clip(slice->y, slice->height, frame->source_height, &box.y, &box.height);
        if (box.width != 0 && box.height != 0 && !atlas_add_box(atlas, &box, log))
            return false;
    }
    return true;
}

/* ---- The atlas of a picture ------------------------------------------------------------------ */

static const struct atlas_place nowhere;

static void add_frames(const struct image *image, struct atlas *out)
{
    const bool timed = image->frame_count > 1 || image->tag_count > 0;
    atlas_add_page(out, &(struct atlas_page){.image = arena_text(&out->arena, "page")});
    for (uint32_t i = 0; i < image->frame_count; i++) {
        struct atlas_frame frame = {.name = image->frame_count > 1
                                                ? arena_format(&out->arena, "%" PRIu32, i)
                                                : arena_text(&out->arena, ""),
                                    .duration = timed ? image->durations[i] : 0,
                                    .data = image->data != NULL ? image->data[i] : NULL};
        atlas_set_region(&frame, 0, i * image->height, image->width, image->height);
        atlas_add_frame(out, &frame);
    }
}

bool image_atlas(const struct image *image, struct atlas *out, const struct atlas_log *log)
{
    const size_t errors = log->diagnostics->errors;
    const struct atlas_tag all = {.to = image->frame_count - 1};
    bool ok = true;
    *out = (struct atlas){.numbered = true, .own_animations = true};
    /* Everything that needs a name has one, but for the animation that is named after the file. */
    for (size_t i = 0; i < image->tag_count; i++)
        atlas_check_name(log, "animation", image->tags[i].name, nowhere);
    for (size_t i = 0; i < image->slice_count; i++)
        atlas_check_name(log, "box", image->slices[i].name, nowhere);
    if (log->diagnostics->errors != errors)
        return false;
    add_frames(image, out);
    for (size_t i = 0; ok && i < image->slice_count; i++) {
        const struct image_slice *const from = &image->slices[i];
        const bool goes_on = i + 1 < image->slice_count && from[1].frame > from->frame &&
                             strcmp(from[1].name, from->name) == 0;
        const struct atlas_slice slice = {.name = from->name,
                                          .x = from->x,
                                          .y = from->y,
                                          .width = from->width,
                                          .height = from->height,
                                          .has_pivot = from->has_pivot,
                                          .pivot_x = from->pivot_x,
                                          .pivot_y = from->pivot_y,
                                          .data = from->data};
        if (slice.width > 0 && slice.height > 0)
            ok = atlas_slice_unroll(&slice, from->frame,
                                    goes_on ? from[1].frame : image->frame_count, out, log);
    }
    for (size_t i = 0; ok && i < image->tag_count; i++) {
        const struct image_tag *const from = &image->tags[i];
        const struct atlas_tag tag = {from->from, from->to, from->backwards, from->turning,
                                      from->rounds};
        ok = atlas_tag_unroll(&tag, from->name, nowhere, out, log);
    }
    atlas_tags_number(out);
    if (ok && image->tag_count == 0 && image->frame_count > 1)
        ok = atlas_tag_unroll(&all, "", nowhere, out, log);
    return ok;
}
