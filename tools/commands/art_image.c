/*
 * art_image.c - an image that was found is decoded, and held against a sprite
 */
#include "commands/art_image.h"

#include "commands/art_file.h"
#include "model/png_file.h"
#include "system/reader.h"

#include <stdlib.h>

bool art_image_load(const char *folder, const char *source, struct rgba *out, struct error *err)
{
    struct reader reader;
    char *path = NULL;
    *out = (struct rgba){0};
    if (!art_find(folder, source, &path, err))
        return false;
    bool ok = reader_open(&reader, path, err);
    free(path);
    if (!ok)
        return false;
    ok = png_read(&reader, out, err);
    reader_close(&reader);
    return ok;
}

bool art_image_fits(const struct rgba *image, const struct model_sprite *sprite, struct error *err)
{
    const uint32_t *const region = sprite->region;
    if (region[0] > image->width || region[2] > image->width - region[0] ||
        region[1] > image->height || region[3] > image->height - region[1])
        return fail(err, "the image is %ux%u, but the sprite was baked from %ux%u at %u,%u",
                    (unsigned)image->width, (unsigned)image->height, (unsigned)region[2],
                    (unsigned)region[3], (unsigned)region[0], (unsigned)region[1]);
    if (region[2] != sprite->width || region[3] != sprite->height)
        return fail(
            err,
            "the sprite is trimmed or rotated in this image; only untrimmed upright art can be "
            "shown");
    return true;
}
