/*
 * gif.c - reads GIFs with giflib: all frames, each drawn over what the frames before have left
 *
 * Only this file uses giflib. The first pass looks at the frames, the second draws them. Nothing is
 * drawn below the first frame: the background colour of the file is not used, as in browsers. Like
 * them, this reader makes the picture as large as the first frame reaches, cuts off what later
 * frames have outside of it, and takes colours that no palette has for opaque black.
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
#include <stdio.h>

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
    return fail(gif->err, "damaged: %s (frame %" PRIu32 ")", text != NULL ? text : "not a GIF",
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

/* The part of the present frame that lies in the picture. */
static struct image_area visible_area(const struct gif *gif)
{
    const GifImageDesc *const at = &gif->file->Image;
    const int64_t width = gif->image->width, height = gif->image->height;
    const int64_t right = (int64_t)at->Left + at->Width, bottom = (int64_t)at->Top + at->Height;
    const struct image_area area = {at->Left, at->Top, right < width ? right : width,
                                    bottom < height ? bottom : height};
    return area.left < area.right && area.top < area.bottom ? area : (struct image_area){0};
}

/* The first pixel of the frame's row `y`, which is visible. */
static uint8_t *row_of(const struct gif *gif, int y)
{
    const GifImageDesc *const at = &gif->file->Image;
    return gif->image->canvas +
           ((size_t)gif->image->width * (size_t)(at->Top + y) + (size_t)at->Left) * 4;
}

static void note_outside_palette(const struct gif *gif, int x, int y, int index, int count)
{
    char end[40] = "there is no palette";
    if (count > 0)
        snprintf(end, sizeof end, "the palette ends at %d", count - 1);
    image_note(gif->image, IMAGE_OUTSIDE_PALETTE,
               "the pixel at %d,%d of frame %" PRIu32
               " has colour %d, but %s; such pixels count as opaque black",
               x, y, gif->frame, index, end);
}

/* Draws `count` pixels of the frame's row `y`. */
static void draw_line(const struct gif *gif, int y, int64_t count)
{
    static const GifColorType black = {0, 0, 0};
    const GifImageDesc *const at = &gif->file->Image;
    const ColorMapObject *const map = at->ColorMap != NULL ? at->ColorMap : gif->file->SColorMap;
    const int colors = map != NULL ? map->ColorCount : 0;
    uint8_t *to = row_of(gif, y);
    for (int x = 0; x < count; x++, to += 4) {
        const int index = gif->line[x];
        if (index == gif->control.TransparentColor)
            continue;
        if (index >= colors)
            note_outside_palette(gif, x, y, index, colors);
        const GifColorType color = index < colors ? map->Colors[index] : black;
        to[0] = color.Red;
        to[1] = color.Green;
        to[2] = color.Blue;
        to[3] = 255;
    }
}

static bool draw_lines(const struct gif *gif, struct image_area visible)
{
    static const struct {
        int first, step;
    } passes[] = {{0, 1}, {0, 8}, {4, 8}, {2, 4}, {1, 2}}; /* all at once, or in four */
    const GifImageDesc *const at = &gif->file->Image;
    for (int pass = at->Interlace ? 1 : 0; pass < (at->Interlace ? 5 : 1); pass++)
        for (int y = passes[pass].first; y < at->Height; y += passes[pass].step)
            if (DGifGetLine(gif->file, gif->line, at->Width) == GIF_ERROR)
                return fail_reading(gif, gif->file->Error);
            else if (at->Top + y < visible.bottom)
                draw_line(gif, y, visible.right - visible.left);
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
    const struct image_area visible = visible_area(gif);
    const size_t size = (size_t)image->width * image->height * 4;
    const enum image_after after = after_frame(gif);
    if (after == IMAGE_RESTORE)
        memcpy(gif->before, gif->image->canvas, size);
    if (!draw_lines(gif, visible))
        return false;
    image->durations[gif->frame] =
        gif->control.DelayTime > 0 ? (uint32_t)gif->control.DelayTime * 10 : IMAGE_DURATION;
    if (!image_give(image, gif->rules, gif->frame, gif->image->canvas, gif->err))
        return false;
    if (after == IMAGE_RESTORE)
        memcpy(gif->image->canvas, gif->before, size);
    for (int y = 0; after == IMAGE_CLEAR && y < visible.bottom - visible.top; y++)
        memset(row_of(gif, y), 0, 4 * (size_t)(visible.right - visible.left));
    return true;
}

/* The frame is not all in the picture. Its pixels are decoded all the same, so they are counted. */
static bool clip_frame(const struct gif *gif)
{
    const GifImageDesc *const at = &gif->file->Image;
    const struct budget *const budget = gif->rules->budget;
    image_note(gif->image, IMAGE_CLIPPED,
               "frame %" PRIu32 " is %dx%d at %d,%d, and the picture is %" PRIu32 "x%" PRIu32
               "; what lies outside is left out",
               gif->frame, at->Width, at->Height, at->Left, at->Top, gif->image->width,
               gif->image->height);
    return budget_draw(gif->rules->budget, (uint64_t)at->Width * (uint64_t)at->Height) ||
           fail(gif->err,
                "frames that reach beyond the picture have more pixels than %d times the %" PRIu64
                " that --max-pixels allows",
                (int)BUDGET_TIMES, budget->most);
}

/* Makes the picture as large as the first frame reaches, and finds out whether a frame has a
 * transparent colour, or leaves pixels that no frame has drawn. */
static bool look_at_frame(struct gif *gif)
{
    struct image *const image = gif->image;
    const GifImageDesc *const at = &gif->file->Image;
    const uint32_t right = (uint32_t)at->Left + (uint32_t)at->Width;
    const uint32_t bottom = (uint32_t)at->Top + (uint32_t)at->Height;
    if (gif->frame > 0 && gif->rules->first)
        return true;
    if (at->Width <= 0 || at->Height <= 0)
        return fail(gif->err, "damaged: frame %" PRIu32 " is %dx%d, and has no pixel", gif->frame,
                    at->Width, at->Height);
    if (gif->frame == 0) {
        image->width = right > image->width ? right : image->width;
        image->height = bottom > image->height ? bottom : image->height;
        gif->hole = (struct image_area){0, 0, image->width, image->height};
    }
    if ((right > image->width || bottom > image->height) && !clip_frame(gif))
        return false;
    image->has_alpha |= gif->control.TransparentColor >= 0 ||
                        !image_covers(&gif->hole, visible_area(gif), after_frame(gif));
    return true;
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
        if (!gif->draws && !look_at_frame(gif))
            return false;
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
    gif->line = malloc(UINT16_MAX); /* the most that a frame may be wide */
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
