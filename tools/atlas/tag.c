/*
 * tag.c - tags become animations, boxes of slices are clipped to their frames
 */
#include "atlas/tag.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Rounds that turn share the frame at which they meet. */
uint64_t atlas_tag_steps(const struct atlas_tag *tag)
{
    const uint64_t frames = tag->to - tag->from + UINT64_C(1);
    const uint64_t rounds = tag->rounds > 0 ? tag->rounds : 1;
    if (!tag->turning || frames == 1)
        return frames * rounds;
    return tag->rounds > 0 ? (frames - 1) * rounds + 1 : (frames - 1) * 2;
}

uint32_t atlas_tag_frame(const struct atlas_tag *tag, uint32_t step)
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
    const uint32_t steps = (uint32_t)atlas_tag_steps(tag);
    struct atlas_animation *const animation =
        atlas_add_animation(atlas, text_copy(name), steps, place, log);
    for (uint32_t i = 0; animation != NULL && i < animation->count; i++) {
        animation->frames[i] = atlas_tag_frame(tag, i);
        animation->durations[i] = atlas->frames[animation->frames[i]].duration;
    }
    return animation != NULL;
}

struct named {
    const char *name;
    size_t index;
};

static int compare_names(const void *a, const void *b)
{
    const struct named *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

bool atlas_tags_number(struct atlas *atlas, const struct atlas_log *log)
{
    const size_t count = atlas->animation_count;
    struct named *const sorted = calloc(count + 1, sizeof *sorted);
    bool ok = sorted != NULL;
    for (size_t i = 0; ok && i < count; i++)
        sorted[i] = (struct named){atlas->animations[i].name, i};
    if (ok)
        qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 0, next; ok && i < count; i = next) {
        for (next = i + 1; ok && next < count && strcmp(sorted[i].name, sorted[next].name) == 0;
             next++) {
            char **const name = &atlas->animations[sorted[next].index].name;
            char *const numbered = text_format("%s#%zu", sorted[i].name, next - i + 1);
            ok = numbered != NULL;
            if (ok) {
                sorted[next].name = sorted[i].name;
                free(*name);
                *name = numbered;
            }
        }
    }
    free(sorted);
    if (!ok)
        atlas_found_no_memory(log);
    return ok;
}

void atlas_slice_clip(int32_t begin, int64_t length, uint32_t limit, uint32_t *clipped_begin,
                      uint32_t *clipped_length)
{
    const int64_t first = begin > 0 ? begin : 0;
    const int64_t end = begin + length;
    const int64_t last = end < limit ? end : limit;
    *clipped_begin = first < last ? (uint32_t)first : 0;
    *clipped_length = first < last ? (uint32_t)(last - first) : 0;
}
