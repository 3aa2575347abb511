/*
 * webp.c - reads WebPs with libwebp: a picture, or an animation
 *
 * Only this file uses libwebp.
 */
#include "picture/image.h"

#include <limits.h>
#include <string.h>

static bool begins(const uint8_t *bytes, size_t size)
{
    return size >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0;
}

#ifdef HITMASK_WEBP
#include <errno.h>
#include <webp/demux.h>

/* libwebp says of many a failure of malloc that the file is damaged. */
static bool fail_status(struct error *err, VP8StatusCode status)
{
    if (status == VP8_STATUS_OUT_OF_MEMORY || errno == ENOMEM)
        return fail_memory(err);
    if (status == VP8_STATUS_NOT_ENOUGH_DATA || status == VP8_STATUS_SUSPENDED)
        return fail(err, "truncated: the file ends inside the picture");
    return fail(err, "damaged or truncated: it cannot be decoded");
}

static bool read_still(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config))
        return fail(err, "this libwebp does not fit the one that hitmask was built with");
    out->frame_count = 1;
    if (!image_begin(out, rules, err))
        return false;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = out->canvas;
    config.output.u.RGBA.stride = (int)out->width * 4;
    config.output.u.RGBA.size = (size_t)out->width * out->height * 4;
    const VP8StatusCode status = WebPDecode(bytes, size, &config);
    WebPFreeDecBuffer(&config.output);
    return status == VP8_STATUS_OK ? image_give(out, rules, 0, out->canvas, err)
                                   : fail_status(err, status);
}

static bool read_frames(WebPAnimDecoder *decoder, const struct image_rules *rules,
                        struct image *out, struct error *err)
{
    WebPAnimInfo info;
    int before = 0;
    if (!WebPAnimDecoderGetInfo(decoder, &info) || info.frame_count == 0 ||
        info.canvas_width != out->width || info.canvas_height != out->height)
        return fail_status(err, VP8_STATUS_BITSTREAM_ERROR);
    out->has_more = rules->first && info.frame_count > 1;
    out->frame_count = rules->first ? 1 : info.frame_count;
    if (!image_begin(out, rules, err))
        return false;
    for (uint32_t i = 0; i < out->frame_count; i++) {
        uint8_t *pixels = NULL;
        int now = 0;
        if (!WebPAnimDecoderGetNext(decoder, &pixels, &now))
            return fail_status(err, VP8_STATUS_BITSTREAM_ERROR);
        out->durations[i] = now > before ? (uint32_t)(now - before) : IMAGE_DURATION;
        if (!image_give(out, rules, i, pixels, err))
            return false;
        before = now;
    }
    return true;
}

static bool read_animation(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                           struct image *out, struct error *err)
{
    const WebPData data = {bytes, size};
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options))
        return fail(err, "this libwebp does not fit the one that hitmask was built with");
    options.color_mode = MODE_RGBA;
    /* The size is checked before the decoder makes room for the picture. */
    if (!image_check_size(out->width, out->height, 1, rules, err))
        return false;
    WebPAnimDecoder *const decoder = WebPAnimDecoderNew(&data, &options);
    if (decoder == NULL)
        return fail_status(err, VP8_STATUS_BITSTREAM_ERROR);
    const bool ok = read_frames(decoder, rules, out, err);
    WebPAnimDecoderDelete(decoder);
    return ok;
}

static bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    WebPBitstreamFeatures features;
    errno = 0;
    const VP8StatusCode status = WebPGetFeatures(bytes, size, &features);
    if (status != VP8_STATUS_OK)
        return fail_status(err, status);
    /* libwebp takes a file that ends too early when nothing of the picture is missing. */
    const uint32_t said =
        bytes[4] | (uint32_t)bytes[5] << 8 | (uint32_t)bytes[6] << 16 | (uint32_t)bytes[7] << 24;
    if (said > size - 8)
        return fail_status(err, VP8_STATUS_NOT_ENOUGH_DATA);
    out->width = (uint32_t)features.width;
    out->height = (uint32_t)features.height;
    out->has_alpha = features.has_alpha;
    return features.has_animation ? read_animation(bytes, size, rules, out, err)
                                  : read_still(bytes, size, rules, out, err);
}

const struct image_kind image_webp = {.name = "a WebP", .begins = begins, .read = read_image};
#else
const struct image_kind image_webp = {.name = "a WebP", .missing = "libwebp", .begins = begins};
#endif
