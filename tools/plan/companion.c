/*
 * companion.c - what companions are called, and that they fit
 *
 * The sprite's own picture has been decoded in full by then: it is what the game draws, and
 * damage in it should not stay hidden behind a good mask.
 */
#include "plan/companion.h"

#include "base/text.h"

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

bool companion_fits(const struct decoded *companion, const struct decoded *picture,
                    const char *sprite_path, struct error *err)
{
    const struct bitmap *const mask = &companion->solid, *const own = &picture->solid;
    char quoted[200];
    if (mask->width == own->width && mask->height == own->height)
        return true;
    return fail(
        err, "is %" PRIu32 "x%" PRIu32 ", but it is the mask of %s, which is %" PRIu32 "x%" PRIu32,
        mask->width, mask->height, text_quote(quoted, sizeof quoted, sprite_path), own->width,
        own->height);
}
