/*
 * gif.c - reads GIFs with giflib: all frames, each drawn over what the frames before have left
 *
 * Only this file uses giflib. The first pass looks at the frames, the second draws them. Nothing is
 * drawn below the first frame: the background colour of the file is not used, as in browsers.
 */
#include "picture/image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const uint8_t *bytes, size_t size)
{
    return size >= 6 && memcmp(bytes, "GIF8", 4) == 0 && (bytes[4] == '7' || bytes[4] == '9') &&
           bytes[5] == 'a';
}

#ifdef HITMASK_GIF
#include <errno.h>
#include <gif_lib.h>

struct gif {
    const struct image_rules *rules;
    struct image *image;
    struct error *err;
    const uint8_t *next, *end;
    GifFileType *file;
    GraphicsControlBlock control; /* of the next frame */
    uint32_t frame;
    struct image_area hole; /* see image_covers */
    bool draws;             /* it is the second pass */
    uint8_t *before;        /* pixels before the frame */
    uint8_t *line;
};

static int give_bytes(GifFileType *file, GifByteType *bytes, int wanted)
{
    struct gif *const gif = file->UserData;
    const size_t left = (size_t)(gif->end - gif->next);
    const size_t size = (size_t)wanted < left ? (size_t)wanted : left;
    memcpy(bytes, gif->next, size);
    gif->next += size;
    return (int)size;
}

/* giflib says so many things of a file that ends too early that its words do not help, and hides
 * some failures of malloc. */
static bool fail_reading(const struct gif *gif, int code)
{
    const char *const text = GifErrorString(code);
    if (code == D_GIF_ERR_NOT_ENOUGH_MEM || errno == ENOMEM)
        return fail_memory(gif->err);
    if (gif->next == gif->end)
        return fail(gif->err, "truncated: the file ends in frame %" PRIu32, gif->frame);
    return fail(gif->err, "damaged: %s (frame %" PRIu32 ")", text != NULL ? text : "it is no GIF",
                gif->frame);
}

static bool open_gif(struct gif *gif, const uint8_t *bytes, size_t size)
{
    int code = 0;
    gif->next = bytes;
    gif->end = bytes + size;
    gif->frame = 0;
    gif->file = DGifOpen(gif, give_bytes, &code);
    return gif->file != NULL || fail_reading(gif, code);
}

static void close_gif(struct gif *gif)
{
    if (gif->file != NULL)
        DGifCloseFile(gif->file, NULL);
    gif->file = NULL;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* The first pixel of the frame's row `y`. */
static uint8_t *row_of(const struct gif *gif, int y)
{
    const GifImageDesc *const at = &gif->file->Image;
    return gif->image->canvas +
           ((size_t)gif->image->width * (size_t)(at->Top + y) + (size_t)at->Left) * 4;
}

/* Draws row `y` of the frame. */
static bool draw_line(const struct gif *gif, int y)
{
    const GifImageDesc *const at = &gif->file->Image;
    const ColorMapObject *const map = at->ColorMap != NULL ? at->ColorMap : gif->file->SColorMap;
    uint8_t *to = row_of(gif, y);
    for (int x = 0; x < at->Width; x++, to += 4) {
        const int index = gif->line[x];
        if (index == gif->control.TransparentColor)
            continue;
        if (map == NULL || index >= map->ColorCount)
            return fail(gif->err,
                        "the pixel at %d,%d of frame %" PRIu32
                        " has colour %d, but the palette has "
                        "%d",
                        x, y, gif->frame, index, map != NULL ? map->ColorCount : 0);
        to[0] = map->Colors[index].Red;
        to[1] = map->Colors[index].Green;
        to[2] = map->Colors[index].Blue;
        to[3] = 255;
    }
    return true;
}

static bool draw_lines(const struct gif *gif)
{
    static const struct {
        int first, step;
    } passes[] = {{0, 1}, {0, 8}, {4, 8}, {2, 4}, {1, 2}}; /* all at once, or in four */
    const GifImageDesc *const at = &gif->file->Image;
    for (int pass = at->Interlace ? 1 : 0; pass < (at->Interlace ? 5 : 1); pass++)
        for (int y = passes[pass].first; y < at->Height; y += passes[pass].step)
            if (DGifGetLine(gif->file, gif->line, at->Width) == GIF_ERROR)
                return fail_reading(gif, gif->file->Error);
            else if (!draw_line(gif, y))
                return false;
    return true;
}

static enum image_after after_frame(const struct gif *gif)
{
    switch (gif->control.DisposalMode) {
    case DISPOSE_BACKGROUND:
        return IMAGE_CLEAR;
    case DISPOSE_PREVIOUS:
    case DISPOSE_PREVIOUS + 1: /* browsers take it for the other, as some programs write it */
        return IMAGE_RESTORE;
    default:
        return IMAGE_LEAVE;
    }
}

/* Draws a frame, gives the canvas, and then disposes of the frame as the file says. */
static bool draw_frame(struct gif *gif)
{
    struct image *const image = gif->image;
    const GifImageDesc *const at = &gif->file->Image;
    const size_t size = (size_t)image->width * image->height * 4;
    const enum image_after after = after_frame(gif);
    if (at->Left < 0 || at->Top < 0 || at->Width <= 0 || at->Height <= 0 ||
        (uint64_t)at->Left + (uint64_t)at->Width > image->width ||
        (uint64_t)at->Top + (uint64_t)at->Height > image->height)
        return fail(
            gif->err,
            "frame %" PRIu32 " is %dx%d at %d,%d, outside of the picture of %" PRIu32 "x%" PRIu32,
            gif->frame, at->Width, at->Height, at->Left, at->Top, image->width, image->height);
    if (after == IMAGE_RESTORE)
        memcpy(gif->before, gif->image->canvas, size);
    if (!draw_lines(gif))
        return false;
    image->durations[gif->frame] =
        gif->control.DelayTime > 0 ? (uint32_t)gif->control.DelayTime * 10 : IMAGE_DURATION;
    if (!image_give(image, gif->rules, gif->frame, gif->image->canvas, gif->err))
        return false;
    if (after == IMAGE_RESTORE)
        memcpy(gif->image->canvas, gif->before, size);
    for (int y = 0; after == IMAGE_CLEAR && y < at->Height; y++)
        memset(row_of(gif, y), 0, 4 * (size_t)at->Width);
    return true;
}

/* Finds out whether the frame has a transparent colour, or leaves pixels that no frame has
 * drawn. */
static void look_at_frame(struct gif *gif)
{
    struct image *const image = gif->image;
    const GifImageDesc *const at = &gif->file->Image;
    if (gif->frame == 0) {
        /* Some programs write no size of the whole. */
        if (image->width == 0 || image->height == 0) {
            image->width = (uint32_t)(at->Left + at->Width);
            image->height = (uint32_t)(at->Top + at->Height);
        }
        gif->hole = (struct image_area){0, 0, image->width, image->height};
    }
    if (gif->frame > 0 && gif->rules->first)
        return;
    const struct image_area frame = {at->Left, at->Top, (int64_t)at->Left + at->Width,
                                     (int64_t)at->Top + at->Height};
    image->has_alpha |=
        gif->control.TransparentColor >= 0 || !image_covers(&gif->hole, frame, after_frame(gif));
}

/* ---- Records --------------------------------------------------------------------------------- */

static const GraphicsControlBlock no_control = {.TransparentColor = NO_TRANSPARENT_COLOR};

static bool read_extension(struct gif *gif)
{
    GifByteType *bytes = NULL;
    int code = 0;
    bool ok = DGifGetExtension(gif->file, &code, &bytes) != GIF_ERROR;
    while (ok && bytes != NULL) {
        if (code == GRAPHICS_EXT_FUNC_CODE && bytes[0] == 4)
            DGifExtensionToGCB(bytes[0], bytes + 1, &gif->control);
        ok = DGifGetExtensionNext(gif->file, &bytes) != GIF_ERROR;
    }
    return ok || fail_reading(gif, gif->file->Error);
}

/* Goes past the pixels of a frame. */
static bool skip_pixels(struct gif *gif)
{
    GifByteType *bytes = NULL;
    int size = 0;
    bool ok = DGifGetCode(gif->file, &size, &bytes) != GIF_ERROR;
    while (ok && bytes != NULL)
        ok = DGifGetCodeNext(gif->file, &bytes) != GIF_ERROR;
    return ok || fail_reading(gif, gif->file->Error);
}

/* Reads all frames, or draws only the first. */
static bool read_records(struct gif *gif)
{
    const bool first = gif->draws && gif->rules->first;
    gif->control = no_control;
    for (;;) {
        GifRecordType type;
        if (DGifGetRecordType(gif->file, &type) == GIF_ERROR)
            return fail_reading(gif, gif->file->Error);
        if (type == TERMINATE_RECORD_TYPE || (first && gif->frame > 0))
            return true;
        if (type == EXTENSION_RECORD_TYPE && !read_extension(gif))
            return false;
        if (type != IMAGE_DESC_RECORD_TYPE)
            continue;
        if (DGifGetImageDesc(gif->file) == GIF_ERROR)
            return fail_reading(gif, gif->file->Error);
        if (!gif->draws)
            look_at_frame(gif);
        if (gif->draws ? !draw_frame(gif) : !skip_pixels(gif))
            return false;
        gif->control = no_control;
        gif->frame++;
    }
}

static bool make_room(struct gif *gif)
{
    struct image *const image = gif->image;
    const uint32_t count = gif->frame;
    if (count == 0)
        return fail(gif->err, "damaged: there is no picture in it");
    image->has_more = gif->rules->first && count > 1;
    image->frame_count = gif->rules->first ? 1 : count;
    if (!image_begin(image, gif->rules, gif->err))
        return false;
    gif->before = image_canvas(image, gif->err);
    gif->line = malloc((size_t)image->width + 1);
    return (gif->before != NULL && gif->line != NULL) || fail_memory(gif->err);
}

static bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    struct gif gif = {.rules = rules, .image = out, .err = err};
    errno = 0;
    bool ok = open_gif(&gif, bytes, size);
    if (ok) {
        out->width = (uint32_t)gif.file->SWidth;
        out->height = (uint32_t)gif.file->SHeight;
    }
    ok = ok && read_records(&gif) && make_room(&gif);
    close_gif(&gif);
    gif.draws = true;
    ok = ok && open_gif(&gif, bytes, size) && read_records(&gif);
    close_gif(&gif);
    free(gif.before);
    free(gif.line);
    return ok;
}

const struct image_kind image_gif = {.name = "a GIF", .begins = begins, .read = read_image};
#else
const struct image_kind image_gif = {.name = "a GIF", .missing = "giflib", .begins = begins};
#endif
