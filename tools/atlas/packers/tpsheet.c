/*
 * tpsheet.c - TexturePacker's sheets for Unity
 *
 *     # comments
 *     :format=40300
 *     :texture=game.png
 *     :size=256x128
 *     :pivotpoints=enabled
 *
 *     hero;2;110;30;16; 0.5;0.5; 0;0;0;0; 4;30;0;0;0;0;16;30;16; 2;1;2;3;0;1;3
 *
 * A line is a name, x, y, width, height, the pivot, the borders, and the number of vertices with
 * x and y of each; what comes later may be missing. y counts from the lower edge of the page to
 * that of the sprite; a pivot is a part of the sprite from its lower left corner. Sprites are as
 * large as on the page. In names, %23, %25, %3A and %3B stand for # % : and ;
 */
#include "atlas/atlas.h"
#include "base/numbers.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 12, FORMAT_MIN = 40000, FORMAT_MAX = 49999 };

struct tpsheet_reader {
    struct atlas *atlas;
    struct atlas_log log;
    struct atlas_page page;
    size_t line;
    bool pivots, polygons;
};

/* ---- Lines -------------------------------------------------------------------------------- */

/* A line without white space round it. */
struct line {
    const char *begin, *end;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct line trim(const char *begin, const char *end)
{
    while (begin < end && is_space(*begin))
        begin++;
    while (begin < end && is_space(end[-1]))
        end--;
    return (struct line){begin, end};
}

/* The next line; `*at` moves behind it. */
static struct line next_line(const char **at, const char *end)
{
    const char *const begin = *at;
    const char *const newline = memchr(begin, '\n', (size_t)(end - begin));
    *at = newline != NULL ? newline + 1 : end;
    return trim(begin, newline != NULL ? newline : end);
}

static bool begins(struct line line, const char *with)
{
    const size_t length = strlen(with);
    return (size_t)(line.end - line.begin) >= length && memcmp(line.begin, with, length) == 0;
}

static bool guess(const char *text, size_t size)
{
    const char *at = text + text_bom(text, size);
    while (at < text + size) {
        const struct line line = next_line(&at, text + size);
        if (line.begin < line.end && *line.begin != '#')
            return begins(line, ":format=4");
    }
    return false;
}

static struct atlas_place place(const struct tpsheet_reader *reader)
{
    return (struct atlas_place){reader->line, 1};
}

/* ---- Settings ----------------------------------------------------------------------------- */

static void read_setting(struct tpsheet_reader *reader, struct line line)
{
    char *const text = text_copy_n(line.begin + 1, (size_t)(line.end - line.begin - 1));
    char *const equals = text != NULL ? strchr(text, '=') : NULL;
    uint64_t number, height;
    if (text == NULL)
        atlas_found_no_memory(&reader->log);
    if (equals == NULL) {
        free(text);
        return;
    }
    *equals = '\0';
    char *const value = equals + 1;
    if (strcmp(text, "format") == 0 && !text_to_number(value, FORMAT_MIN, FORMAT_MAX, &number))
        atlas_found(&reader->log, NULL, NULL, place(reader),
                    "this format is unknown; formats %d to %d can be read", FORMAT_MIN, FORMAT_MAX);
    if (strcmp(text, "texture") == 0) {
        free(reader->page.image);
        reader->page.image = text_copy(value);
        reader->page.place = place(reader);
    }
    if (strcmp(text, "pivotpoints") == 0)
        reader->pivots = strcmp(value, "enabled") == 0;
    if (strcmp(text, "size") == 0) {
        char *const cross = strchr(value, 'x');
        if (cross != NULL)
            *cross = '\0';
        if (cross == NULL || !text_to_number(value, 1, INT32_MAX, &number) ||
            !text_to_number(cross + 1, 1, INT32_MAX, &height)) {
            atlas_found(&reader->log, NULL, NULL, place(reader), "the size must be like 256x128");
        } else {
            reader->page.width = (uint32_t)number;
            reader->page.height = (uint32_t)height;
        }
    }
    free(text);
}

/* ---- Sprites ------------------------------------------------------------------------------ */

/* Takes the next field away from the line. */
static struct line next_field(struct line *line)
{
    const char *const begin = line->begin;
    const char *const semicolon = memchr(begin, ';', (size_t)(line->end - begin));
    const char *const end = semicolon != NULL ? semicolon : line->end;
    line->begin = semicolon != NULL ? semicolon + 1 : line->end;
    return trim(begin, end);
}

static char *unescape(struct line name)
{
    static const struct {
        const char *code;
        char c;
    } codes[] = {{"%23", '#'}, {"%25", '%'}, {"%3A", ':'}, {"%3B", ';'}};
    char *const out = text_copy_n(name.begin, (size_t)(name.end - name.begin));
    if (out == NULL)
        return NULL;
    char *to = out;
    for (const char *from = out; *from != '\0'; to++) {
        *to = *from;
        size_t taken = 1;
        for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
            if (strncmp(from, codes[i].code, 3) == 0) {
                *to = codes[i].c;
                taken = 3;
            }
        from += taken;
    }
    *to = '\0';
    return out;
}

static bool read_number(struct line field, struct decimal *out)
{
    char text[40];
    const size_t length = (size_t)(field.end - field.begin);
    if (length >= sizeof text)
        return false;
    memcpy(text, field.begin, length);
    text[length] = '\0';
    const char *const end = decimal_read_float(text, out);
    return end != NULL && *end == '\0' && llabs(out->billionths) / DECIMAL_ONE <= INT32_MAX;
}

static bool read_pixels(struct line field, uint32_t *out)
{
    struct decimal decimal;
    if (!read_number(field, &decimal))
        return false;
    const int64_t number = fixed_from_decimal(decimal);
    if (number < 0 || number % 65536 != 0)
        return false;
    *out = (uint32_t)(number / 65536);
    return true;
}

/* Is a vertex anywhere but in a corner? */
static bool is_polygon(struct line rest, const struct atlas_frame *frame)
{
    uint32_t count, x, y;
    bool polygon = false;
    if (!read_pixels(next_field(&rest), &count))
        return false;
    for (uint32_t i = 0; i < count && rest.begin < rest.end; i++) {
        const bool ok = read_pixels(next_field(&rest), &x) && read_pixels(next_field(&rest), &y);
        polygon = polygon || !ok || (x != 0 && x != frame->width) || (y != 0 && y != frame->height);
    }
    return polygon;
}

static void read_sprite(struct tpsheet_reader *reader, struct line line)
{
    struct atlas_frame frame = {.name = unescape(next_field(&line)), .place = place(reader)};
    struct decimal pivot[2] = {{0, 0}, {0, 0}};
    if (frame.name == NULL) {
        atlas_found_no_memory(&reader->log);
        return;
    }
    const uint32_t page_height = reader->page.height;
    bool ok = read_pixels(next_field(&line), &frame.x) &&
              read_pixels(next_field(&line), &frame.y) &&
              read_pixels(next_field(&line), &frame.width) &&
              read_pixels(next_field(&line), &frame.height);
    frame.has_pivot = reader->pivots && line.begin < line.end;
    if (ok && line.begin < line.end) {
        ok = read_number(next_field(&line), &pivot[0]) && read_number(next_field(&line), &pivot[1]);
        for (int border = 0; border < 4; border++)
            next_field(&line);
        reader->polygons = reader->polygons || (line.begin < line.end && is_polygon(line, &frame));
    }
    if (ok && (uint64_t)frame.y + frame.height <= page_height)
        frame.y = page_height - frame.height - frame.y;
    frame.source_width = frame.width;
    frame.source_height = frame.height;
    pivot[1].billionths = DECIMAL_ONE - pivot[1].billionths;
    ok = ok && fixed_from_part(pivot[0], frame.width, &frame.pivot_x) &&
         fixed_from_part(pivot[1], frame.height, &frame.pivot_y);
    if (ok) {
        atlas_add_frame(reader->atlas, &frame, &reader->log);
        return;
    }
    atlas_found(&reader->log, "frame", frame.name, frame.place,
                "the line must be like NAME;X;Y;WIDTH;HEIGHT; PIVOTX;PIVOTY; in whole pixels");
    free(frame.name);
}

/* ---- The file ----------------------------------------------------------------------------- */

static bool read(const char *text, size_t size, const char *path, struct atlas *out,
                 struct diagnostics *diagnostics)
{
    struct tpsheet_reader reader = {.atlas = out, .log = {path, diagnostics}};
    const size_t errors = diagnostics->errors;
    const char *at = text + text_bom(text, size);
    while (at < text + size) {
        const struct line line = next_line(&at, text + size);
        reader.line++;
        if (line.begin == line.end || *line.begin == '#')
            continue;
        if (*line.begin == ':')
            read_setting(&reader, line);
        else
            read_sprite(&reader, line);
    }
    if (reader.page.image == NULL) {
        atlas_found(&reader.log, NULL, NULL, (struct atlas_place){1, 1},
                    "\":texture=\" is missing");
        reader.page.image = text_copy("missing");
        reader.page.unread = true;
    }
    reader.page.from_bottom = reader.page.height == 0;
    atlas_add_page(out, &reader.page, &reader.log);
    if (out->frame_count == 0 && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, (struct atlas_place){1, 1},
                    "there is no sprite in it: no frame to bake");
    if (reader.polygons)
        atlas_warn_polygons(&reader.log);
    return (out->page_count > 0 ? atlas_check(out, path, diagnostics) : false) &&
           diagnostics->errors == errors;
}

const struct atlas_format atlas_tpsheet = {
    .name = "TexturePacker for Unity (.tpsheet)", .guess = guess, .read = read};
