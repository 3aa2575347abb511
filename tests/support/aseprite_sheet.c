/*
 * aseprite_sheet.c - sheets of Aseprite for tests
 */
#include "support/cmocka_all.h"

#include "support/aseprite_sheet.h"

#include "base/text.h"
#include "support/atlas_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char format[] = ASEPRITE_FORMAT;

char *write_sheet(const char *names, const char *meta)
{
    struct text text = {0};
    char line[400];
    int count = 0;

    text_add_string(&text, "{\"frames\":[");
    for (const char *at = names; *at != '\0'; count++) {
        const int length = (int)strcspn(at, "\n");
        snprintf(line, sizeof line,
                 "%s{\"filename\":\"%.*s\",\"frame\":{\"x\":%d,\"y\":0,\"w\":1,\"h\":1},"
                 "\"rotated\":false,\"trimmed\":false,"
                 "\"spriteSourceSize\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1},"
                 "\"sourceSize\":{\"w\":1,\"h\":1},\"duration\":%d}",
                 count > 0 ? "," : "", length, at, count, count + 1);
        text_add_string(&text, line);
        at += length + (at[length] == '\n');
    }
    text_add_string(&text, "],\"meta\":{\"app\":\"https://www.aseprite.org/\",");
    text_add_string(&text, "\"image\":\"a.png\",\n");
    text_add_string(&text, meta);
    text_add_string(&text, "}}");
    return text.bytes;
}

/* All animations, a line each: "walk: 0 1 2". */
static char *describe(const struct atlas *atlas)
{
    struct text out = {0};
    text_add_string(&out, "");
    for (size_t i = 0; i < atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &atlas->animations[i];
        text_add_string(&out, animation->name);
        text_add_string(&out, ":");
        for (uint32_t k = 0; k < animation->count; k++) {
            text_add_string(&out, " ");
            text_add_number(&out, animation->frames[k]);
            assert_int_equal(animation->durations[k], animation->frames[k] + 1);
        }
        text_add_string(&out, "\n");
    }
    for (size_t i = 0; i < atlas->box_count; i++) {
        text_add_string(&out, atlas->boxes[i].layer);
        text_add_string(&out, " in ");
        text_add_number(&out, atlas->boxes[i].frame);
        text_add_string(&out, "\n");
    }
    return out.bytes;
}

void assert_sheet_warned(const char *names, const char *meta, const char *warnings,
                         const char *expected)
{
    char *const text = write_sheet(names, meta);
    struct atlas atlas;
    read_atlas_warned(text, format, warnings, &atlas);
    char *const described = describe(&atlas);
    assert_string_equal(described, expected);
    free(described);
    atlas_free(&atlas);
    free(text);
}

void assert_sheet(const char *names, const char *meta, const char *expected)
{
    assert_sheet_warned(names, meta, "", expected);
}

void assert_sheet_wrong(const char *names, const char *meta, const char *expected)
{
    char *const text = write_sheet(names, meta);
    assert_atlas_wrong(text, expected);
    free(text);
}
