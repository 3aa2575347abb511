/*
 * image_atlas.c - the frames of a picture become an atlas
 */
#include "atlas/image_atlas.h"

#include "atlas/tag.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static const struct atlas_place nowhere;

static bool add_frames(const struct image *image, struct atlas *out, const struct atlas_log *log)
{
    const struct atlas_page page = {.image = text_copy("page")};
    const bool timed = image->frame_count > 1 || image->tag_count > 0;
    bool ok = atlas_add_page(out, &page, log) != NULL;
    for (uint32_t i = 0; ok && i < image->frame_count; i++) {
        const struct atlas_frame frame = {
            .name = image->frame_count > 1 ? text_format("%" PRIu32, i) : text_copy(""),
            .y = i * image->height,
            .width = image->width,
            .height = image->height,
            .source_width = image->width,
            .source_height = image->height,
            .duration = timed ? image->durations[i] : 0,
        };
        ok = atlas_add_frame(out, &frame, log) != NULL;
    }
    return ok;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static bool add_box(const struct image_slice *slice, struct atlas_box box, uint32_t frame,
                    struct atlas *out, const struct atlas_log *log)
{
    if (out->box_count == ATLAS_TAGGED_MOST) {
        atlas_found(log, "slice", slice->name, nowhere,
                    "all slices up to this one have more than %d boxes, the most that is allowed",
                    (int)ATLAS_TAGGED_MOST);
        return false;
    }
    box.frame = frame;
    box.layer = text_copy(slice->name);
    return atlas_add_box(out, &box, log) != NULL;
}

static bool add_boxes(const struct image *image, struct atlas *out, const struct atlas_log *log)
{
    bool ok = true;
    for (size_t i = 0; ok && i < image->slice_count; i++) {
        const struct image_slice *const slice = &image->slices[i];
        const bool goes_on = i + 1 < image->slice_count && slice[1].frame > slice->frame &&
                             strcmp(slice[1].name, slice->name) == 0;
        const uint32_t end = goes_on ? slice[1].frame : image->frame_count;
        struct atlas_box box = {.has_pivot = slice->has_pivot,
                                .pivot_x = ((int64_t)slice->x + slice->pivot_x) * 65536,
                                .pivot_y = ((int64_t)slice->y + slice->pivot_y) * 65536};
        atlas_slice_clip(slice->x, slice->width, image->width, &box.x, &box.width);
        atlas_slice_clip(slice->y, slice->height, image->height, &box.y, &box.height);
        if (box.width == 0 || box.height == 0)
            continue;
        for (uint32_t frame = slice->frame; ok && frame < end; frame++)
            ok = add_box(slice, box, frame, out, log);
    }
    return ok;
}

/* ---- Tags ------------------------------------------------------------------------------------ */

static bool add_tags(const struct image *image, struct atlas *out, const struct atlas_log *log)
{
    uint64_t total = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < image->tag_count; i++) {
        const struct image_tag *const from = &image->tags[i];
        const struct atlas_tag tag = {from->from, from->to, from->backwards, from->turning,
                                      from->rounds};
        total += atlas_tag_steps(&tag);
        if (total > ATLAS_TAGGED_MOST) {
            atlas_found(log, "tag", from->name, nowhere,
                        "all tags up to this one have more than %d steps, the most that is allowed",
                        (int)ATLAS_TAGGED_MOST);
            return false;
        }
        ok = atlas_tag_unroll(&tag, from->name, nowhere, out, log);
    }
    return ok;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Everything that needs a name has one, but for that which is called after the file. */
static bool check_names(const struct image *image, const struct atlas_log *log)
{
    const size_t errors = log->diagnostics->errors;
    for (size_t i = 0; i < image->tag_count; i++)
        atlas_check_name(log, "animation", image->tags[i].name, nowhere);
    for (size_t i = 0; i < image->slice_count; i++)
        atlas_check_name(log, "box", image->slices[i].name, nowhere);
    return log->diagnostics->errors == errors;
}

bool image_atlas(const struct image *image, struct atlas *out, const struct atlas_log *log)
{
    const struct atlas_tag all = {.to = image->frame_count - 1};
    *out = (struct atlas){.numbered = true, .own_animations = true};
    if (!check_names(image, log) || !add_frames(image, out, log) || !add_boxes(image, out, log))
        return false;
    if (image->tag_count > 0)
        return add_tags(image, out, log) && atlas_tags_number(out, log);
    return image->frame_count == 1 || atlas_tag_unroll(&all, "", nowhere, out, log);
}
