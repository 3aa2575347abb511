/*
 * crunch_binary.c - crunch's .bin: the facts of its JSON, without names for them
 *
 *     pages,  for each:  name, images,  for each:  name, x, y, w, h  [fx, fy, fw, fh]  [r]
 *
 * Numbers have 16 bits, the low byte first, r has one byte; names end with a NUL. All are as in the
 * JSON (crunch.c). Whether fx to fh and r are there, by --trim and --rotate, the file does not say,
 * but only one of the four ways to read it can end where the file does: what is r to one is the
 * first byte of a name to another, and no name begins with 0 or 1; and what is fx to one begins
 * with 0, or has a second byte of 192 or more, which no name has there.
 */
#include "atlas/atlas.h"
#include "base/text.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------ */

struct layout {
    bool trimmed, turned;
};

/* Less than fx and fy of any picture, and such that their second byte is 192 or more. */
enum { OFFSET_LEAST = -16384 };

/* The rest of the file. After an error it is empty, and all numbers are 0. */
struct rest {
    const uint8_t *at, *end;
    bool failed;
};

static void give_up(struct rest *rest)
{
    rest->at = rest->end;
    rest->failed = true;
}

static int take_byte(struct rest *rest)
{
    if (rest->at == rest->end)
        give_up(rest);
    return rest->failed ? 0 : *rest->at++;
}

static int take_number(struct rest *rest, int least, int most)
{
    const int low = take_byte(rest), bits = low | take_byte(rest) << 8;
    const int number = bits < 0x8000 ? bits : bits - 0x10000;
    if (number < least || number > most)
        give_up(rest);
    return rest->failed ? 0 : number;
}

static const char *take_name(struct rest *rest)
{
    const char *const name = (const char *)rest->at;
    const uint8_t *const nul = memchr(rest->at, 0, (size_t)(rest->end - rest->at));
    if (nul == NULL || !utf8_is_name(rest->at, (size_t)(nul - rest->at)))
        give_up(rest);
    else
        rest->at = nul + 1;
    return rest->failed ? "" : name;
}

/* `name` is lent. */
static struct atlas_frame take_image(struct rest *rest, struct layout layout, const char **name)
{
    struct atlas_frame out = {0};
    *name = take_name(rest);
    out.x = (uint32_t)take_number(rest, 0, INT16_MAX);
    out.y = (uint32_t)take_number(rest, 0, INT16_MAX);
    out.width = out.source_width = (uint32_t)take_number(rest, 0, INT16_MAX);
    out.height = out.source_height = (uint32_t)take_number(rest, 0, INT16_MAX);
    if (layout.trimmed) {
        out.left = (uint32_t)-take_number(rest, OFFSET_LEAST, 0);
        out.top = (uint32_t)-take_number(rest, OFFSET_LEAST, 0);
        out.source_width = (uint32_t)take_number(rest, 1, INT16_MAX);
        out.source_height = (uint32_t)take_number(rest, 1, INT16_MAX);
    }
    const int turned = layout.turned ? take_byte(rest) : 0;
    out.turn = turned != 0 ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
    if (turned > 1 || out.left + out.width > out.source_width ||
        out.top + out.height > out.source_height)
        give_up(rest);
    return out;
}

/* Reads the file by a layout, into `out` unless that is NULL. False when it does not fit, or
 * without memory, which the log is told. */
static bool take_all(const char *text, size_t size, struct layout layout, struct atlas *out,
                     const struct atlas_log *log)
{
    struct rest rest = {(const uint8_t *)text, (const uint8_t *)text + size, false};
    bool ok = true;
    const int pages = take_number(&rest, 1, INT16_MAX);
    for (int page = 0; ok && page < pages && !rest.failed; page++) {
        const char *name = take_name(&rest);
        const int images = take_number(&rest, 0, INT16_MAX);
        if (out != NULL)
            ok = atlas_add_page(out, &(struct atlas_page){.image = text_format("%s.png", name)},
                                log) != NULL;
        for (int i = 0; ok && i < images && !rest.failed; i++) {
            struct atlas_frame frame = take_image(&rest, layout, &name);
            frame.page = (uint32_t)page;
            if (out == NULL)
                continue;
            frame.name = text_copy(name);
            ok = atlas_add_frame(out, &frame, log) != NULL;
        }
    }
    return ok && !rest.failed && rest.at == rest.end;
}

/* ---- Which layout ------------------------------------------------------------------------- */

/* False when the file is none of crunch. */
static bool find_layout(const char *text, size_t size, struct layout *out)
{
    for (unsigned i = 0; i < 4; i++) {
        *out = (struct layout){.trimmed = i / 2 == 0, .turned = i % 2 == 0};
        if (take_all(text, size, *out, NULL, NULL))
            return true;
    }
    return false;
}

/* A fork begins its files with this; the bytes after it are in another order. */
static bool is_of_fork(const char *text, size_t size)
{
    return size >= 4 && memcmp(text, "crch", 4) == 0;
}

static bool guess(const char *text, size_t size)
{
    struct layout layout;
    return is_of_fork(text, size) || find_layout(text, size, &layout);
}

/* An early crunch wrote x in place of y. No packer lays two images so that each is as far down as
 * it is to the right. */
static bool has_x_twice(const struct atlas *atlas)
{
    bool apart = false;
    for (size_t i = 0; i < atlas->frame_count; i++) {
        const struct atlas_frame *const frame = &atlas->frames[i], *const last = frame - (i > 0);
        if (frame->x != frame->y)
            return false;
        apart = apart || (last->page == frame->page && last->x != frame->x);
    }
    return apart;
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    static const struct atlas_place nowhere;
    const struct atlas_log log = {path, diagnostics};
    const size_t errors = diagnostics->errors;
    struct layout layout;
    if (is_of_fork(text, size))
        atlas_found(&log, NULL, NULL, nowhere,
                    "is a .bin of a fork of crunch, which hitmask does not read; please let it "
                    "write JSON");
    else if (!find_layout(text, size, &layout))
        atlas_found(&log, NULL, NULL, nowhere, "is damaged: no .bin of crunch ends where it does");
    else if (take_all(text, size, layout, out, &log) && has_x_twice(out))
        atlas_found(&log, NULL, NULL, nowhere,
                    "each frame is as far down as it is to the right: an early crunch wrote x in "
                    "place of y; please pack it with a newer one, or let it write XML");
    return diagnostics->errors == errors && atlas_check(out, path, diagnostics);
}

const struct atlas_format atlas_crunch_binary = {
    .name = "crunch binary", .guess = guess, .read = read_atlas};
