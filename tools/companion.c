/*
 * companion.c - what companions are called, and that they fit
 *
 * The sprite's own picture has been decoded in full by then: it is what the game draws, and
 * damage in it should not stay hidden behind a good mask.
 */
#include "companion.h"

#include "text.h"

#include <inttypes.h>
#include <string.h>

enum { EXTENSION = 4 }; /* of ".png", however it is spelled */

char *companion_name(const char *name, const char *suffix)
{
    struct text out = {0};
    const size_t stem = strlen(name) - EXTENSION;
    text_add(&out, name, stem);
    text_add_string(&out, suffix);
    text_add_string(&out, name + stem);
    if (out.failed)
        text_free(&out);
    return out.bytes;
}

bool companion_is(const char *name, const char *suffix)
{
    const char *const slash = strrchr(name, '/');
    const char *const base = slash != NULL ? slash + 1 : name;
    const size_t length = strlen(base), end = strlen(suffix) + EXTENSION;
    return length > end && strncmp(base + length - end, suffix, end - EXTENSION) == 0;
}

bool companion_decode(const char *path, const char *sprite_path, const struct solid_rule *rule,
                      uint64_t max_pixels, struct picture *picture, struct error *err)
{
    const uint32_t width = picture->solid.width, height = picture->solid.height;
    struct reader reader;
    struct picture mask;
    if (!reader_open(&reader, path, err))
        return false;
    const bool ok = decode_png(&reader, rule, max_pixels, &mask, err);
    reader_close(&reader);
    if (!ok)
        return false;
    if (mask.solid.width != width || mask.solid.height != height) {
        char quoted[200];
        fail(err, "is %" PRIu32 "x%" PRIu32 ", but %s, whose mask it is, is %" PRIu32 "x%" PRIu32,
             mask.solid.width, mask.solid.height, text_quote(quoted, sizeof quoted, sprite_path),
             width, height);
        picture_free(&mask);
        return false;
    }
    picture_free(picture);
    *picture = mask;
    return true;
}
