/*
 * atlas.c - atlases of any format: memory, the list of formats, what all must satisfy
 */
#include "atlas.h"

#include "array.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory ------------------------------------------------------------------------------- */

void atlas_free(struct atlas *atlas)
{
    for (size_t i = 0; i < atlas->page_count; i++)
        free(atlas->pages[i].image);
    for (size_t i = 0; i < atlas->frame_count; i++)
        free(atlas->frames[i].name);
    for (size_t i = 0; i < atlas->animation_count; i++) {
        free(atlas->animations[i].name);
        free(atlas->animations[i].frames);
        free(atlas->animations[i].durations);
    }
    for (size_t i = 0; i < atlas->box_count; i++)
        free(atlas->boxes[i].layer);
    for (size_t i = 0; i < atlas->related_count; i++)
        free(atlas->related[i]);
    free(atlas->pages);
    free(atlas->frames);
    free(atlas->animations);
    free(atlas->boxes);
    free(atlas->related);
    *atlas = (struct atlas){0};
}

/* Room for one more of `size` bytes, zeroed, in the array that `array` points to. Pointers of
 * all types look alike in memory, but only a copy may say so. */
static void *add(void *array, size_t *count, size_t *capacity, size_t size)
{
    void *held;
    memcpy(&held, array, sizeof held);
    char *const grown = array_reserve(held, *count + 1, capacity, size);
    if (grown == NULL)
        return NULL;
    memcpy(array, &grown, sizeof grown);
    return memset(grown + (*count)++ * size, 0, size);
}

struct atlas_page *atlas_add_page(struct atlas *atlas)
{
    return add(&atlas->pages, &atlas->page_count, &atlas->page_capacity, sizeof *atlas->pages);
}

struct atlas_frame *atlas_add_frame(struct atlas *atlas)
{
    return add(&atlas->frames, &atlas->frame_count, &atlas->frame_capacity, sizeof *atlas->frames);
}

struct atlas_animation *atlas_add_animation(struct atlas *atlas)
{
    return add(&atlas->animations, &atlas->animation_count, &atlas->animation_capacity,
               sizeof *atlas->animations);
}

struct atlas_box *atlas_add_box(struct atlas *atlas)
{
    return add(&atlas->boxes, &atlas->box_count, &atlas->box_capacity, sizeof *atlas->boxes);
}

bool atlas_add_related(struct atlas *atlas, const char *name)
{
    char **const slot =
        add(&atlas->related, &atlas->related_count, &atlas->related_capacity, sizeof *slot);
    if (slot != NULL)
        *slot = text_copy(name);
    return slot != NULL && *slot != NULL;
}

/* ---- Formats ------------------------------------------------------------------------------ */

const struct atlas_format *atlas_guess(const char *text, size_t size)
{
    for (size_t i = 0; atlas_formats[i] != NULL; i++)
        if (atlas_formats[i]->guess(text, size))
            return atlas_formats[i];
    return NULL;
}
