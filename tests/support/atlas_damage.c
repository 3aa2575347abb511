/*
 * atlas_damage.c - each copy has a buffer of its very size, in which a sanitizer sees every step
 * too far
 */
#include "support/cmocka_all.h"

#include "support/atlas_damage.h"

#include "atlas/atlas.h"
#include "base/text.h"
#include "support/fuzz_seed.h"

#include <stdlib.h>
#include <string.h>

/* All frames must satisfy this, whatever the text was. */
static void assert_frames_right(const struct atlas *atlas)
{
    for (size_t i = 0; i < atlas->frame_count; i++) {
        const struct atlas_frame *const frame = &atlas->frames[i];
        assert_true(frame->page < atlas->page_count);
        if (frame->width == 0 || frame->height == 0)
            continue;
        assert_true((uint64_t)frame->left + frame->width <= frame->source_width);
        assert_true((uint64_t)frame->top + frame->height <= frame->source_height);
    }
}

static void read_damaged(const struct atlas_format *format, const char *text, size_t size)
{
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};
    const bool ok = atlas_read(format, text, size, "x.atlas", &atlas, &diagnostics);
    assert_int_equal(ok, diagnostics.errors == 0);
    if (ok)
        assert_frames_right(&atlas);
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
}

static void guess_and_read(const char *text, size_t size)
{
    const struct atlas_format *const found = atlas_recognise(text, size);
    if (found != NULL)
        read_damaged(found, text, size);
}

static void let_all_read(const char *text, size_t size)
{
    atlas_recognise(text, size);
    for (size_t i = 0; atlas_formats[i] != NULL; i++)
        read_damaged(atlas_formats[i], text, size);
}

static void cut(const char *text, void (*read)(const char *text, size_t size))
{
    for (size_t size = 0; size < strlen(text); size++) {
        char *const beginning = text_copy_n(text, size);
        assert_non_null(beginning);
        read(beginning, size);
        free(beginning);
    }
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

void assert_damage(const char *text)
{
    static const char bytes[] = "\"{}[]()<>:;,=-.0019 \n\xff/a";
    const size_t size = strlen(text);
    uint32_t random = 1;
    cut(text, guess_and_read);
    for (int i = 0; i < 100; i++) {
        char *const copy = text_copy(text);
        assert_non_null(copy);
        for (uint32_t k = next_random(&random) % 4; k < 4; k++)
            copy[next_random(&random) % size] = bytes[next_random(&random) % (sizeof bytes - 1)];
        fuzz_seed("atlas", copy, size);
        guess_and_read(copy, size);
        free(copy);
    }
}

void assert_damage_to_all_readers(const char *text)
{
    static const char changes[] = {'"', '}', '[', ',', '-', '9', '\0', '\\', '\x80', 'e'};
    const size_t size = strlen(text);
    char *const copy = text_copy(text);
    assert_non_null(copy);
    cut(text, let_all_read);
    for (size_t at = 0; at < size; at++) {
        copy[at] = changes[at % sizeof changes];
        let_all_read(copy, size);
        copy[at] = text[at];
    }
    let_all_read(copy, size);
    free(copy);
}
