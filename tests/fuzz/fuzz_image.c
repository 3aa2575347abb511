/*
 * fuzz_image.c - any bytes as a picture that is no still PNG: Aseprite, GIF, WebP, QOI, TGA, APNG
 *
 * An accepted picture has the pixels that it says, and makes a valid atlas. The first byte
 * chooses how it is read.
 */
#include "atlas/tag.h"
#include "fuzz.h"
#include "picture/image.h"
#include "picture/png_file.h"

#include <stdlib.h>
#include <string.h>

enum { PIXELS_MAX = 1 << 14 };

static void must_be_right(const struct image *image)
{
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};
    const struct atlas_log log = {"x.image", &diagnostics};
    const bool ok = image_atlas(image, &atlas, &log);
    REQUIRE(ok == (diagnostics.errors == 0));
    for (size_t i = 0; ok && i < atlas.frame_count; i++)
        REQUIRE(atlas.frames[i].y + atlas.frames[i].height <= image->height * image->frame_count &&
                (atlas.frames[i].data == NULL || strlen(atlas.frames[i].data) > 0));
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

/* Looks at every pixel. */
static bool take(void *user, const struct image *image, uint32_t frame, const uint8_t *pixels,
                 struct error *err)
{
    uint64_t *const sum = user;
    (void)err;
    REQUIRE(frame < image->frame_count && image->durations != NULL);
    REQUIRE((uint64_t)image->width * image->height <= PIXELS_MAX);
    REQUIRE((uint64_t)image->width * image->height * image->frame_count <=
            BUDGET_TIMES * (uint64_t)PIXELS_MAX);
    for (size_t i = 0; i < (size_t)image->width * image->height * 4; i++)
        *sum += pixels[i];
    return true;
}

/* By several rules at once, frame by frame or all frames below each other. */
static bool take_planes(void *user, const struct image *image, struct decoded *planes,
                        struct error *err)
{
    const struct decode_order *const order = user;
    (void)err;
    for (int i = 0; i < 2; i++) {
        REQUIRE(planes[i].solid.width == image->width);
        REQUIRE(planes[i].solid.height ==
                image->height * (order->stacked ? image->frame_count : 1));
        REQUIRE(planes[i].top + planes[i].solid.height <= image->height * image->frame_count);
        REQUIRE(planes[i].data == NULL || strlen(planes[i].data) > 0);
    }
    return true;
}

static void decode_file(const uint8_t *bytes, size_t size, const struct image_rules *how,
                        bool stacked, bool ok)
{
    static const struct solid_rule rules[] = {
        {.threshold = 127, .straddle = true, .soft = true},
        {.keyed = true, .key = {255, 0, 255}, .tolerance = 20},
    };
    struct budget budget = {.most = PIXELS_MAX};
    static struct reader reader;
    struct decode_order order = {.rules = rules,
                                 .count = 2,
                                 .budget = &budget,
                                 .first = how->first,
                                 .stacked = stacked,
                                 .layer = how->layer,
                                 .take = take_planes};
    struct image image;
    struct error err;
    order.user = &order;
    REQUIRE(reader_open(&reader, fuzz_file(bytes, size), &err));
    REQUIRE(decode_picture(&reader, &order, &image, &err) == ok || stacked);
    image_free(&image);
    reader_close(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t sum = 0;
    struct budget budget = {.most = PIXELS_MAX};
    const struct image_rules rules = {
        .budget = &budget,
        .layer = size > 0 && data[0] & 1 ? "hit" : NULL,
        .first = size > 0 && data[0] & 2,
        .take = take,
        .user = &sum,
    };
    struct image image = {0};
    struct error err;
    if (size == 0)
        return 0;
    uint8_t *const bytes = (uint8_t *)fuzz_string(data + 1, size - 1);
    const struct image_kind *const own = image_kind_of(bytes, size - 1);
    const struct image_kind *const kind =
        own == NULL && png_begins(bytes, size - 1) ? &image_apng : own;
    if (kind != NULL && kind->missing == NULL) {
        const bool ok = image_read_bytes(kind, bytes, size - 1, &rules, &image, &err);
        if (ok)
            must_be_right(&image);
        if (own != NULL)
            decode_file(bytes, size - 1, &rules, data[0] & 4, ok);
    }
    image_free(&image);
    free(bytes);
    return 0;
}
