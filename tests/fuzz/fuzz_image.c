/*
 * fuzz_image.c - any bytes as a picture that is no still PNG: Aseprite, GIF, WebP, QOI, TGA, APNG
 *
 * What is accepted has the pixels that it says, and makes an atlas that is right. The first byte
 * chooses how it is read.
 */
#include "atlas/tag.h"
#include "fuzz.h"
#include "picture/decode.h"
#include "picture/png_file.h"

#include <stdlib.h>

enum { PIXELS_MAX = 1 << 14 };

static void must_be_right(const struct image *image)
{
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};
    const struct atlas_log log = {"x.image", &diagnostics};
    const bool ok = image_atlas(image, &atlas, &log);
    REQUIRE(ok == (diagnostics.errors == 0));
    for (size_t i = 0; ok && i < atlas.frame_count; i++)
        REQUIRE(atlas.frames[i].y + atlas.frames[i].height <= image->height * image->frame_count);
    for (size_t i = 0; ok && i < atlas.animation_count; i++)
        for (uint32_t k = 0; k < atlas.animations[i].count; k++)
            REQUIRE(atlas.animations[i].frames[k] < atlas.frame_count);
    for (size_t i = 0; ok && i < atlas.box_count; i++)
        REQUIRE(atlas.boxes[i].frame < atlas.frame_count &&
                atlas.boxes[i].x + atlas.boxes[i].width <= image->width &&
                atlas.boxes[i].y + atlas.boxes[i].height <= image->height);
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
}

static void decode(const struct image *image)
{
    static const struct solid_rule rules[] = {
        {.threshold = 127, .straddle = true, .soft = true},
        {.keyed = true, .key = {255, 0, 255}, .tolerance = 20},
    };
    struct decoded pictures[2];
    struct error err;
    REQUIRE(decode_image(image, rules, 2, true, UINT32_MAX, pictures, &err));
    for (int i = 0; i < 2; i++) {
        REQUIRE(pictures[i].solid.width == image->width * image->columns);
        REQUIRE(pictures[i].solid.height == image->height * image->frame_count);
        decoded_free(&pictures[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct image_rules rules = {
        .max_pixels = PIXELS_MAX,
        .layer = size > 0 && data[0] & 1 ? "hit" : NULL,
        .first = size > 0 && data[0] & 2,
    };
    struct image image = {0};
    struct error err;
    if (size == 0)
        return 0;
    uint8_t *const bytes = (uint8_t *)fuzz_string(data + 1, size - 1);
    const struct image_kind *kind = image_kind_of(bytes, size - 1);
    if (kind == NULL && png_begins(bytes, size - 1))
        kind = &image_apng;
    if (kind != NULL && kind->missing == NULL &&
        kind->read(bytes, size - 1, &rules, &image, &err)) {
        REQUIRE((uint64_t)image.width * image.columns * image.height * image.frame_count <=
                PIXELS_MAX);
        decode(&image);
        must_be_right(&image);
    }
    image_free(&image);
    free(bytes);
    return 0;
}
