/*
 * atlas_text.c - atlases as text
 */
#include "support/cmocka_all.h"

#include "support/atlas_text.h"

#include "support/atlas_support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_print(struct text *out, const char *format, ...)
{
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_add_string(out, line);
}

static void print_pivot(struct text *out, bool has_pivot, int64_t x, int64_t y)
{
    if (has_pivot)
        text_print(out, " pivot %.10g,%.10g", (double)x / 65536, (double)y / 65536);
}

static void print_page(struct text *out, const struct atlas_page *page)
{
    text_print(out, "page %s %" PRIu32 "x%" PRIu32, page->image, page->width, page->height);
    if (page->keyed)
        text_print(out, " key %02x%02x%02x", page->key[0], page->key[1], page->key[2]);
    text_print(out, "\n");
}

/* "frame hero: 10x20 of page 0 at 2,3 clockwise, at 1,2 in 16x32" */
static void print_frame(struct text *out, const struct atlas_frame *frame)
{
    static const char *const turns[] = {
        [ATLAS_UPRIGHT] = "", [ATLAS_CLOCKWISE] = " clockwise", [ATLAS_COUNTER_CLOCKWISE] = " ccw"};
    text_print(out,
               "frame %s: %" PRIu32 "x%" PRIu32 " of page %" PRIu32 " at %" PRIu32 ",%" PRIu32
               "%s, at %" PRIu32 ",%" PRIu32 " in %" PRIu32 "x%" PRIu32,
               frame->name, frame->width, frame->height, frame->page, frame->x, frame->y,
               turns[frame->turn], frame->left, frame->top, frame->source_width,
               frame->source_height);
    print_pivot(out, frame->has_pivot, frame->pivot_x, frame->pivot_y);
    if (frame->duration > 0)
        text_print(out, " %" PRIu32 " ms", frame->duration);
    text_print(out, "\n");
}

static void print_animation(struct text *out, const struct atlas_animation *animation)
{
    text_print(out, "animation %s:", animation->name);
    for (uint32_t i = 0; i < animation->count; i++) {
        text_print(out, " %" PRIu32, animation->frames[i]);
        if (animation->durations[i] > 0)
            text_print(out, "/%" PRIu32, animation->durations[i]);
    }
    text_print(out, "\n");
}

static void print_box(struct text *out, const struct atlas_box *box)
{
    text_print(out, "box %s in %" PRIu32 ": %" PRIu32 "x%" PRIu32 " at %" PRIu32 ",%" PRIu32,
               box->layer, box->frame, box->width, box->height, box->x, box->y);
    print_pivot(out, box->has_pivot, box->pivot_x, box->pivot_y);
    text_print(out, "\n");
}

char *describe_atlas(const struct atlas *atlas)
{
    struct text out = {0};
    text_print(&out, "%s", atlas->numbered ? "numbered\n" : "");
    for (size_t i = 0; i < atlas->page_count; i++)
        print_page(&out, &atlas->pages[i]);
    for (size_t i = 0; i < atlas->frame_count; i++)
        print_frame(&out, &atlas->frames[i]);
    for (size_t i = 0; i < atlas->animation_count; i++)
        print_animation(&out, &atlas->animations[i]);
    for (size_t i = 0; i < atlas->box_count; i++)
        print_box(&out, &atlas->boxes[i]);
    for (size_t i = 0; i < atlas->related_count; i++)
        text_print(&out, "related %s\n", atlas->related[i]);
    return out.bytes;
}

void assert_describes(const struct atlas *atlas, const char *expected)
{
    char *const described = describe_atlas(atlas);
    assert_string_equal(described, expected);
    free(described);
}

void assert_reads(const char *text, const char *format, const char *expected)
{
    struct atlas atlas;
    read_atlas(text, format, &atlas);
    assert_describes(&atlas, expected);
    atlas_free(&atlas);
}

void assert_finds(const char *text, const char *format, const char *expected)
{
    const struct atlas_format *const found = atlas_recognise(text, strlen(text));
    assert_non_null(found);
    assert_string_equal(found->name, format);
    assert_atlas_wrong(text, expected);
}
