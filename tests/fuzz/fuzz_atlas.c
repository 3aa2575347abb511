/*
 * fuzz_atlas.c - every reader of atlases takes any text, and what it accepts is right
 */
#include "atlas/atlas.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Inside what they belong to, unless they have no pixel, and not beyond what the rest of the tool
 * can count. */
static void must_be_right(const struct atlas *atlas)
{
    for (size_t i = 0; i < atlas->frame_count; i++) {
        const struct atlas_frame *const frame = &atlas->frames[i];
        REQUIRE(frame->page < atlas->page_count);
        if (frame->width > 0 && frame->height > 0) {
            REQUIRE((uint64_t)frame->left + frame->width <= frame->source_width);
            REQUIRE((uint64_t)frame->top + frame->height <= frame->source_height);
        }
        REQUIRE(frame->source_width <= INT32_MAX && frame->source_height <= INT32_MAX);
        REQUIRE(frame->data == NULL || strlen(frame->data) > 0);
    }
    for (size_t i = 0; i < atlas->animation_count; i++)
        for (uint32_t k = 0; k < atlas->animations[i].count; k++)
            REQUIRE(atlas->animations[i].frames[k] < atlas->frame_count);
    for (size_t i = 0; i < atlas->box_count; i++)
        REQUIRE(atlas->boxes[i].frame < atlas->frame_count &&
                (atlas->boxes[i].data == NULL || strlen(atlas->boxes[i].data) > 0));
}

static void read_as(const struct atlas_format *format, const char *text, size_t size)
{
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};
    const bool ok = atlas_read(format, text, size, "x.atlas", &atlas, &diagnostics);
    REQUIRE(ok == (diagnostics.errors == 0));
    if (ok)
        must_be_right(&atlas);
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_string(data, size);
    const struct atlas_format *const guessed = atlas_recognise(text, size);
    for (size_t i = 0; atlas_formats[i] != NULL; i++)
        if (guessed == NULL || guessed == atlas_formats[i])
            read_as(atlas_formats[i], text, size);
    free(text);
    return 0;
}
