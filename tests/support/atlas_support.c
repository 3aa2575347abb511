/*
 * atlas_support.c - atlases in tests
 */

#include "support/cmocka_all.h"

#include "support/atlas_support.h"

#include "base/text.h"
#include "support/fuzz_seed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All that was found, a line each; to be freed. */
static char *list_findings(const struct diagnostics *diagnostics)
{
    struct text text = {0};

    text_add_string(&text, "");
    for (size_t i = 0; i < diagnostics->count; i++) {
        const struct diagnostic *const finding = &diagnostics->items[i];
        char place[60];

        snprintf(place, sizeof place, "%zu:%zu: ", finding->line, finding->column);
        assert_string_equal(finding->path, "x.atlas");
        text_add_string(&text, place);
        text_add_string(&text, finding->text);
        if (finding->id != NULL) {
            text_add_string(&text, " [");
            text_add_string(&text, finding->id);
            text_add_string(&text, "]");
        }
        text_add_string(&text, "\n");
    }
    return text.bytes;
}

void read_atlas(const char *text, const char *format, struct atlas *out)
{
    read_atlas_warned(text, format, "", out);
}

void read_atlas_warned(const char *text, const char *format, const char *expected,
                       struct atlas *out)
{
    const struct atlas_format *const found = atlas_recognise(text, strlen(text));
    struct diagnostics diagnostics = {0};

    fuzz_seed("atlas", text, strlen(text));
    assert_non_null(found);
    assert_string_equal(found->name, format);
    *out = (struct atlas){0};
    const bool ok = atlas_read(found, text, strlen(text), "x.atlas", out, &diagnostics);
    char *const list = list_findings(&diagnostics);
    assert_string_equal(list, expected);
    assert_true(ok);
    free(list);
    diagnostics_free(&diagnostics);
}

void assert_atlas_wrong(const char *text, const char *expected)
{
    const struct atlas_format *const found = atlas_recognise(text, strlen(text));
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};

    fuzz_seed("atlas", text, strlen(text));
    assert_non_null(found);
    const bool ok = atlas_read(found, text, strlen(text), "x.atlas", &atlas, &diagnostics);
    char *const list = list_findings(&diagnostics);
    assert_string_equal(list, expected);
    assert_false(ok);
    free(list);
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
}

void assert_upright(const char *rows, const struct atlas_frame *frame, const char *expected)
{
    const size_t stride = strcspn(rows, "\n") + 1;
    struct text drawn = {0};

    for (uint32_t j = 0; j < frame->height; j++) {
        for (uint32_t i = 0; i < frame->width; i++) {
            uint32_t x = frame->x + i, y = frame->y + j;
            if (frame->turn == ATLAS_CLOCKWISE) {
                x = frame->x + frame->height - 1 - j;
                y = frame->y + i;
            } else if (frame->turn == ATLAS_COUNTER_CLOCKWISE) {
                x = frame->x + j;
                y = frame->y + frame->width - 1 - i;
            }
            text_add(&drawn, rows + y * stride + x, 1);
        }
        text_add_string(&drawn, "\n");
    }
    assert_string_equal(drawn.bytes, expected);
    text_free(&drawn);
}

const struct atlas_frame *find_frame(const struct atlas *atlas, const char *name)
{
    for (size_t i = 0; i < atlas->frame_count; i++)
        if (strcmp(atlas->frames[i].name, name) == 0)
            return &atlas->frames[i];
    fail_msg("there is no frame '%s'", name);
    return NULL;
}

void assert_frame(const struct atlas *atlas, const char *name, const char *expected)
{
    static const char *const turns[] = {"upright", "clockwise", "counter-clockwise"};
    const struct atlas_frame *const frame = find_frame(atlas, name);
    char line[200];

    snprintf(line, sizeof line,
             "%" PRIu32 " %" PRIu32 ",%" PRIu32 " %" PRIu32 "x%" PRIu32 " %s %" PRIu32 "x%" PRIu32
             " at %" PRIu32 ",%" PRIu32,
             frame->page, frame->x, frame->y, frame->width, frame->height, turns[frame->turn],
             frame->source_width, frame->source_height, frame->left, frame->top);
    assert_string_equal(line, expected);
}

void assert_animation(const struct atlas *atlas, const char *name, const char *expected)
{
    struct text text = {0};

    for (size_t i = 0; i < atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &atlas->animations[i];
        if (strcmp(animation->name, name) != 0)
            continue;
        for (uint32_t step = 0; step < animation->count; step++) {
            char duration[20];
            snprintf(duration, sizeof duration, "*%" PRIu32, animation->durations[step]);
            text_add_string(&text, step > 0 ? " " : "");
            text_add_string(&text, atlas->frames[animation->frames[step]].name);
            text_add_string(&text, duration);
        }
    }
    assert_non_null(text.bytes);
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}
