/*
 * libgdx.c - the .atlas text of libGDX's TexturePacker and of Spine
 *
 *     game.png                     a page: its image, then what is known of it
 *     size: 256, 128
 *     filter: Linear, Linear
 *     hero/run                     a region: a line without a colon is its name
 *       rotate: true               counter-clockwise by a quarter turn; also in degrees, of which
 *                                  180 is mirrored along both axes
 *       xy: 2, 2
 *       size: 20, 30               upright
 *       orig: 24, 32               untrimmed
 *       offset: 3, 1               of the region from the bottom left corner of that
 *       index: 4
 *     hero/stand
 *       bounds: 40, 2, 20, 30      newer files: xy and size, offset and orig are one each
 *       offsets: 3, 1, 24, 32
 *
 * A blank line ends a page. Lines with a colon before the first page are a header, which is
 * ignored. So are keys not named here (split, pad, a tool's own). The scale of a page changes
 * nothing here, because everything in the file is in pixels of the page.
 *
 * A region with an index from 0 is called "name#index", and all of one name are an animation of
 * that name, in the order of their indices.
 */
#include "atlas/atlas.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines -------------------------------------------------------------------------------- */

/* A part of the text without white space around it. */
struct span {
    const char *at;
    size_t length;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static struct span trim(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    while (end > at && is_space(end[-1]))
        end--;
    return (struct span){at, (size_t)(end - at)};
}

static bool span_is(struct span span, const char *string)
{
    return span.length == strlen(string) && memcmp(span.at, string, span.length) == 0;
}

/* For messages: between quotes. */
static const char *span_shown(char *out, size_t size, struct span span)
{
    enum { MOST = 40 };
    char text[MOST + 1], quoted[MOST + 1];
    snprintf(text, sizeof text, "%.*s", (int)(span.length < MOST ? span.length : MOST), span.at);
    snprintf(out, size, "'%s'", text_quote(quoted, sizeof quoted, text));
    return out;
}

struct lines {
    const char *at, *end; /* what is still to be read */
    const char *begin;    /* of the line that was read */
    size_t number;        /* its number, from 1 */
    struct span line;
};

static struct lines lines_of(const char *text, size_t size)
{
    const size_t bom = text_bom(text, size);
    return (struct lines){.at = text + bom, .end = text + size, .begin = text + bom};
}

/* Lines end with \n, \r\n or \r. */
static bool next_line(struct lines *lines)
{
    const char *end = lines->at;
    if (lines->at == lines->end)
        return false;
    while (end < lines->end && *end != '\n' && *end != '\r')
        end++;
    lines->begin = lines->at;
    lines->line = trim(lines->at, end);
    lines->number++;
    lines->at = end;
    if (lines->at < lines->end && *lines->at == '\r')
        lines->at++;
    if (lines->at < lines->end && *lines->at == '\n')
        lines->at++;
    return true;
}

static struct atlas_place place_of(const struct lines *lines, const char *at)
{
    size_t column = 1;
    for (const char *p = lines->begin; p < at; p++)
        column += ((unsigned char)*p & 0xc0) != 0x80;
    return (struct atlas_place){lines->number, column};
}

/* "key: value"; false when the line has no colon. */
static bool split_entry(struct span line, struct span *key, struct span *value)
{
    const char *const colon = memchr(line.at, ':', line.length);
    if (colon == NULL)
        return false;
    *key = trim(line.at, colon);
    *value = trim(colon + 1, line.at + line.length);
    return true;
}

/* ---- Numbers ------------------------------------------------------------------------------ */

enum { NUMBER_LENGTH = 24 };

/* Copies a span as a string. False when it is too long for a number, or holds a NUL. */
static bool copy_digits(struct span span, char out[NUMBER_LENGTH])
{
    if (span.length >= NUMBER_LENGTH)
        return false;
    memcpy(out, span.at, span.length);
    out[span.length] = '\0';
    return strlen(out) == span.length;
}

static bool read_number(struct span span, int64_t min, int64_t *out)
{
    char digits[NUMBER_LENGTH];
    uint64_t magnitude;
    if (!copy_digits(span, digits))
        return false;
    const bool negative = digits[0] == '-';
    if (!text_to_number(digits + negative, 0, INT32_MAX, &magnitude))
        return false;
    *out = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return *out >= min;
}

/* Exactly `count` numbers with commas between. */
static bool read_numbers(struct span value, size_t count, int64_t min, int64_t *out)
{
    const char *at = value.at, *const end = value.at + value.length;
    for (size_t i = 0; i < count; i++) {
        const char *const comma = memchr(at, ',', (size_t)(end - at));
        if ((comma == NULL) != (i + 1 == count))
            return false;
        const char *const stop = comma != NULL ? comma : end;
        if (!read_number(trim(at, stop), min, &out[i]))
            return false;
        at = stop + (comma != NULL);
    }
    return true;
}

/* ---- The region so far --------------------------------------------------------------------- */

/* The numbers of a page or a region: bounds, then offsets. */
enum { X, Y, WIDTH, HEIGHT, LEFT, BOTTOM, SOURCE_WIDTH, SOURCE_HEIGHT, INDEX, ROTATE, NUMBERS };

struct region {
    struct atlas_place place; /* line 0: none is open */
    char *name;
    int64_t numbers[NUMBERS];
    bool given[NUMBERS];
    bool ok; /* nothing was wrong so far */
};

/* A region with an index: a frame of an animation. */
struct step {
    char *name; /* of the animation */
    uint32_t index;
    uint32_t frame;
};

struct libgdx_reader {
    struct lines lines;
    struct atlas *atlas;
    const struct atlas_log *log;
    bool in_page;
    struct region region;
    struct step *steps;
    size_t step_count, step_capacity;
};

static void page_wrong(struct libgdx_reader *reader, const char *at, const char *text)
{
    const struct atlas_page *const page = &reader->atlas->pages[reader->atlas->page_count - 1];
    atlas_found(reader->log, "page", page->image, place_of(&reader->lines, at), "%s", text);
}

static void region_wrong(struct libgdx_reader *reader, struct atlas_place place, const char *text)
{
    reader->region.ok = false;
    atlas_found(reader->log, "frame", reader->region.name, place, "%s", text);
}

/* ---- Regions ------------------------------------------------------------------------------ */

static void keep_region(struct libgdx_reader *reader)
{
    struct atlas *const atlas = reader->atlas;
    const struct region *const region = &reader->region;
    const int64_t *const n = region->numbers;
    const bool indexed = region->given[INDEX] && n[INDEX] >= 0;
    const struct atlas_frame frame = {
        .name = indexed ? arena_format(&atlas->arena, "%s#%" PRId64, region->name, n[INDEX])
                        : region->name,
        .page = (uint32_t)(atlas->page_count - 1),
        .x = (uint32_t)n[X],
        .y = (uint32_t)n[Y],
        .width = (uint32_t)n[WIDTH],
        .height = (uint32_t)n[HEIGHT],
        .turn = n[ROTATE] == 90    ? ATLAS_COUNTER_CLOCKWISE
                : n[ROTATE] == 270 ? ATLAS_CLOCKWISE
                                   : ATLAS_UPRIGHT,
        .mirrored_x = n[ROTATE] == 180,
        .mirrored_y = n[ROTATE] == 180,
        .source_width = (uint32_t)n[SOURCE_WIDTH],
        .source_height = (uint32_t)n[SOURCE_HEIGHT],
        .left = (uint32_t)n[LEFT],
        .top = (uint32_t)(n[SOURCE_HEIGHT] - n[BOTTOM] - n[HEIGHT]),
        .place = region->place,
    };
    if (indexed) {
        struct step *const added =
            array_push(&reader->steps, &reader->step_count, &reader->step_capacity);
        *added = (struct step){region->name, (uint32_t)n[INDEX], (uint32_t)atlas->frame_count};
    }
    atlas_add_frame(atlas, &frame);
}

static void end_region(struct libgdx_reader *reader)
{
    struct region *const region = &reader->region;
    int64_t *const n = region->numbers;
    if (region->place.line == 0)
        return;
    /* The untrimmed size is left out when nothing was trimmed, or given as 0 x 0. */
    if (n[SOURCE_WIDTH] == 0 && n[SOURCE_HEIGHT] == 0) {
        n[SOURCE_WIDTH] = n[WIDTH];
        n[SOURCE_HEIGHT] = n[HEIGHT];
    }
    if (region->ok && (!region->given[X] || !region->given[WIDTH]))
        region_wrong(reader, region->place, "it needs bounds, or both xy and size");
    else if (region->ok && n[BOTTOM] + n[HEIGHT] > n[SOURCE_HEIGHT])
        region_wrong(
            reader, region->place,
            "its region lies outside its untrimmed size: the offset from the bottom plus the "
            "height is more than the untrimmed height");
    if (region->ok)
        keep_region(reader);
    *region = (struct region){0};
}

static void begin_region(struct libgdx_reader *reader)
{
    const struct span name = reader->lines.line;
    end_region(reader);
    reader->region.name = arena_text_n(&reader->atlas->arena, name.at, name.length);
    reader->region.place = place_of(&reader->lines, name.at);
    reader->region.ok = true;
}

/* ---- Entries ------------------------------------------------------------------------------ */

static const struct entry {
    const char *key;
    size_t first, count;
    int64_t min;
    const char *expected;
} entries[] = {
    {"xy", X, 2, 0, "two whole numbers of 0 or more"},
    {"size", WIDTH, 2, 0, "two whole numbers of 0 or more"},
    {"bounds", X, 4, 0, "four whole numbers of 0 or more"},
    {"offset", LEFT, 2, 0, "two whole numbers of 0 or more"},
    {"orig", SOURCE_WIDTH, 2, 0, "two whole numbers of 0 or more"},
    {"offsets", LEFT, 4, 0, "four whole numbers of 0 or more"},
    {"index", INDEX, 1, -1, "a whole number of -1 or more"},
    {"rotate", ROTATE, 1, 0, "true, false, 0, 90, 180 or 270"},
};

static const struct entry *find_entry(struct span key)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (span_is(key, entries[i].key))
            return &entries[i];
    return NULL;
}

static bool read_rotate(struct span value, int64_t *degrees)
{
    *degrees = span_is(value, "true") ? 90 : 0;
    return *degrees == 90 || span_is(value, "false") ||
           (read_number(value, 0, degrees) && *degrees % 90 == 0 && *degrees < 360);
}

static void read_region_entry(struct libgdx_reader *reader, struct span key, struct span value)
{
    struct region *const region = &reader->region;
    const struct entry *const entry = find_entry(key);
    char text[160], quoted[60];
    if (entry == NULL)
        return;
    for (size_t i = entry->first; i < entry->first + entry->count; i++) {
        if (region->given[i]) {
            snprintf(text, sizeof text, "%s gives values that the region has already", entry->key);
            region_wrong(reader, place_of(&reader->lines, key.at), text);
            return;
        }
    }
    for (size_t i = entry->first; i < entry->first + entry->count; i++)
        region->given[i] = true;
    const bool read = entry->first == ROTATE ? read_rotate(value, &region->numbers[ROTATE])
                                             : read_numbers(value, entry->count, entry->min,
                                                            &region->numbers[entry->first]);
    if (!read) {
        snprintf(text, sizeof text, "%s must be %s, not %s", entry->key, entry->expected,
                 span_shown(quoted, sizeof quoted, value));
        region_wrong(reader, place_of(&reader->lines, value.at), text);
    }
}

static bool read_scale(struct span value, uint64_t *out)
{
    char digits[NUMBER_LENGTH];
    struct decimal number;
    const char *const end = copy_digits(value, digits) ? decimal_read(digits, &number) : NULL;
    return end != NULL && *end == '\0' && atlas_scale((double)number.billionths / 1e9, out);
}

static void read_page_entry(struct libgdx_reader *reader, struct span key, struct span value)
{
    struct atlas_page *const page = &reader->atlas->pages[reader->atlas->page_count - 1];
    int64_t size[2] = {0};
    char text[120], quoted[60];
    if (find_entry(key) != NULL && !span_is(key, "size"))
        page_wrong(reader, key.at,
                   "this line belongs to a region, but no region has begun: its name must come "
                   "first, without a colon");
    if (span_is(key, "scale") && !read_scale(value, &page->scale))
        page_wrong(reader, value.at, "scale must be a number from 0.000001 to 1000000");
    if (!span_is(key, "size"))
        return;
    if (!read_numbers(value, 2, 0, size)) {
        snprintf(text, sizeof text, "size must be two whole numbers of 0 or more, not %s",
                 span_shown(quoted, sizeof quoted, value));
        page_wrong(reader, value.at, text);
    }
    page->width = (uint32_t)size[0];
    page->height = (uint32_t)size[1];
}

/* ---- Pages -------------------------------------------------------------------------------- */

static void begin_page(struct libgdx_reader *reader)
{
    const struct span line = reader->lines.line;
    const struct atlas_page page = {.image =
                                        arena_text_n(&reader->atlas->arena, line.at, line.length),
                                    .place = place_of(&reader->lines, line.at)};
    atlas_add_page(reader->atlas, &page);
    reader->in_page = true;
}

static void read_line(struct libgdx_reader *reader)
{
    const struct span line = reader->lines.line;
    struct span key, value;
    if (line.length == 0) {
        end_region(reader);
        reader->in_page = false;
    } else if (!split_entry(line, &key, &value)) {
        (reader->in_page ? begin_region : begin_page)(reader);
    } else if (reader->region.place.line != 0) {
        read_region_entry(reader, key, value);
    } else if (reader->in_page) {
        read_page_entry(reader, key, value);
    } else if (reader->atlas->page_count > 0) {
        atlas_found(reader->log, NULL, NULL, place_of(&reader->lines, line.at),
                    "a blank line must be followed by the name of a page's image");
    }
}

/* ---- Animations --------------------------------------------------------------------------- */

static int compare_steps(const void *a, const void *b)
{
    const struct step *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    if (order != 0)
        return order;
    return x->index != y->index ? (x->index > y->index) - (x->index < y->index)
                                : (x->frame > y->frame) - (x->frame < y->frame);
}

static void add_animations(struct libgdx_reader *reader)
{
    struct step *const steps = reader->steps;
    if (reader->step_count == 0)
        return;
    qsort(steps, reader->step_count, sizeof *steps, compare_steps);
    for (size_t i = 0, end; i < reader->step_count; i = end) {
        for (end = i + 1; end < reader->step_count && strcmp(steps[i].name, steps[end].name) == 0;)
            end++;
        struct atlas_animation *const animation =
            atlas_add_animation(reader->atlas, steps[i].name, (uint32_t)(end - i),
                                reader->atlas->frames[steps[i].frame].place);
        animation->count = 0;
        /* An index may stand there twice, for equal regions; others are found by atlas_check. */
        for (size_t k = i; k < end; k++)
            if (k == i || steps[k].index != steps[k - 1].index)
                animation->frames[animation->count++] = steps[k].frame;
    }
}

/* ---- The format --------------------------------------------------------------------------- */

/* The first line without a colon is the page's image. The line after it must have a page's key. */
static bool recognises(const char *text, size_t size)
{
    static const char *const keys[] = {"size", "format", "filter", "repeat", "pma", "scale"};
    struct lines lines = lines_of(text, size);
    struct span key, value;
    do {
        if (!next_line(&lines))
            return false;
    } while (lines.line.length == 0 || split_entry(lines.line, &key, &value));
    if (!next_line(&lines) || !split_entry(lines.line, &key, &value))
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (span_is(key, keys[i]))
            return true;
    return false;
}

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct libgdx_reader reader = {.lines = lines_of(text, size), .atlas = atlas, .log = log};
    while (next_line(&reader.lines)) {
        const char *const nul =
            memchr(reader.lines.begin, '\0', (size_t)(reader.lines.at - reader.lines.begin));
        if (nul == NULL)
            read_line(&reader);
        else
            atlas_found(log, NULL, NULL, place_of(&reader.lines, nul),
                        "there is a NUL byte in the text");
    }
    end_region(&reader);
    if (atlas->frame_count == 0 && atlas_is_clean(atlas, log))
        atlas_found(log, NULL, NULL, (struct atlas_place){0, 0},
                    "there is no region in it: no frame to bake");
    add_animations(&reader);
    free(reader.steps);
}

const struct atlas_format atlas_libgdx = {
    .name = "libGDX .atlas", .recognises = recognises, .read = read};
