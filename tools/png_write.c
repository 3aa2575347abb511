/*
 * png_write.c - libspng, from rows of pixels to the bytes of a file
 */
#include "png_write.h"

#include <spng.h>

static int take_bytes(spng_ctx *png, void *user, void *bytes, size_t size)
{
    (void)png;
    sink_put(user, bytes, size);
    return ((struct sink *)user)->failed ? SPNG_IO_ERROR : SPNG_OK;
}

/* Pictures are flat: no filter and a quick search are both smaller and faster here. */
static int prepare(spng_ctx *png, const struct canvas *canvas, struct sink *sink)
{
    struct spng_ihdr header = {.width = canvas->width,
                               .height = canvas->height,
                               .bit_depth = 8,
                               .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    int code = spng_set_png_stream(png, take_bytes, sink);
    if (code == 0)
        code = spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
    if (code == 0)
        code = spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 3);
    return code == 0 ? spng_set_ihdr(png, &header) : code;
}

bool png_write(const struct canvas *canvas, struct sink *sink, struct error *err)
{
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (png == NULL)
        return fail_memory(err);
    int code = prepare(png, canvas, sink);
    if (code == 0)
        code = spng_encode_image(png, canvas->pixels, (size_t)canvas->width * canvas->height * 4,
                                 SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    spng_ctx_free(png);
    /* What a sink could not take it tells itself, when it is flushed. */
    if (code == 0 || sink->failed)
        return true;
    return code == SPNG_EMEM || code == SPNG_EZLIB_INIT
               ? fail_memory(err)
               : fail(err, "cannot make a PNG: %s", spng_strerror(code));
}
