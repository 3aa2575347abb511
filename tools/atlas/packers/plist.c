/*
 * plist.c - cocos2d's property lists, formats 0 to 3, and UIKit's
 *
 *     <plist><dict>
 *       <key>frames</key><dict>
 *         <key>hero.png</key><dict>                                       format 3     format 0
 *           <key>frame</key><string>{{2,2},{30,16}}</string>              textureRect  x y width
 * height <key>offset</key><string>{-1,4}</string>                      spriteOffset offsetX offsetY
 *           <key>rotated</key><true/>                                     textureRotated
 *           <key>sourceColorRect</key><string>{{0,4},{30,16}}</string>    spriteColorRect
 *           <key>sourceSize</key><string>{32,32}</string></dict>          spriteSourceSize
 * originalWidth
 *       </dict>
 *       <key>metadata</key><dict>
 *         <key>format</key><integer>2</integer>
 *         <key>size</key><string>{64,64}</string>
 *         <key>textureFileName</key><string>game.png</string></dict>
 *     </dict></plist>
 *
 * Sizes are upright, and a turn is clockwise. The offset goes from the centre of the source to that
 * of the region, with y up; a half pixel in it is rounded down, to the left and up, with a warning,
 * unless sourceColorRect says where the region begins. An anchor is a part of the source, with y
 * up. UIKit has x, y, w, h and oX, oY, oW, oH.
 */
#include "atlas/atlas.h"
#include "atlas/xml.h"
#include "base/budget.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of a frame, whatever a format calls them. */
enum {
    X,
    Y,
    WIDTH,
    HEIGHT, /* on the page */
    LEFT,
    TOP,
    INNER_W,
    INNER_H, /* in the source */
    OFFSET_X,
    OFFSET_Y,
    SOURCE_W,
    SOURCE_H,
    SPRITE_W,
    SPRITE_H, /* upright, where textureRect may not be */
    ANCHOR_X,
    ANCHOR_Y,
    ROTATED,
    FIELDS
};

/* A member holds one number, two in "{1,2}" or four in "{{1,2},{3,4}}". */
static const struct member {
    const char *key;
    unsigned field, count;
} members[] = {
    {"frame", X, 4},
    {"textureRect", X, 4},
    {"sourceColorRect", LEFT, 4},
    {"spriteColorRect", LEFT, 4},
    {"offset", OFFSET_X, 2},
    {"spriteOffset", OFFSET_X, 2},
    {"sourceSize", SOURCE_W, 2},
    {"spriteSourceSize", SOURCE_W, 2},
    {"spriteSize", SPRITE_W, 2},
    {"anchor", ANCHOR_X, 2},
    {"rotated", ROTATED, 1},
    {"textureRotated", ROTATED, 1},
    {"x", X, 1},
    {"y", Y, 1},
    {"width", WIDTH, 1},
    {"height", HEIGHT, 1},
    {"w", WIDTH, 1},
    {"h", HEIGHT, 1},
    {"offsetX", OFFSET_X, 1},
    {"offsetY", OFFSET_Y, 1},
    {"originalWidth", SOURCE_W, 1},
    {"originalHeight", SOURCE_H, 1},
    {"oX", LEFT, 1},
    {"oY", TOP, 1},
    {"oW", SOURCE_W, 1},
    {"oH", SOURCE_H, 1},
};

/* The frame that is being read. Numbers are 16.16. */
struct draft {
    bool open, wrong;
    int64_t numbers[FIELDS];
    struct decimal anchor[2]; /* a part of the size, not rounded */
    uint32_t given;           /* a bit for each number */
    struct atlas_place place;
};

struct alias {
    char *name;
    struct atlas_place place;
};

struct plist_reader {
    struct atlas *atlas;
    const struct atlas_log *log;
    struct text keys[BUDGET_DEPTH]; /* of each dictionary and array that is open, the last key */
    size_t depth;                   /* of dictionaries and arrays */
    struct atlas_place place;       /* of the element that was begun last */
    struct draft draft;
    struct alias *aliases; /* of the frame that is being read */
    size_t alias_count, alias_capacity;
    const char *image, *real_image; /* "": not said */
    const char *extension;          /* of an image that is said without one */
    int64_t size[2];                /* 16.16 */
    struct atlas_place page_place;
    bool rounded;
};

static const char *key_at(const struct plist_reader *reader, size_t level)
{
    const struct text *const key = &reader->keys[level];
    return key->bytes != NULL ? key->bytes : "";
}

static bool key_is(const struct plist_reader *reader, size_t level, const char *key)
{
    return strcmp(key_at(reader, level), key) == 0;
}

static void set_key(struct plist_reader *reader, size_t level, const char *key)
{
    reader->keys[level].length = 0;
    text_add_string(&reader->keys[level], key);
}

static void wrong(struct plist_reader *reader, struct atlas_place place, const char *text)
{
    reader->draft.wrong = true;
    atlas_found(reader->log, "frame", key_at(reader, 1), place, "%s", text);
}

/* ---- Values ------------------------------------------------------------------------------- */

/* Reads `count` numbers with commas between them and braces anywhere. */
static bool read_decimals(const char *content, size_t count, struct decimal *out)
{
    static const char filling[] = "{} \t\r\n";
    const char *at = content + strspn(content, filling);
    for (size_t i = 0; i < count; i++) {
        at = decimal_read_float(at, &out[i]);
        if (at == NULL || llabs(out[i].billionths) / DECIMAL_ONE > INT32_MAX)
            return false;
        at += strspn(at, filling);
        if (i + 1 < count && *at++ != ',')
            return false;
        at += strspn(at, filling);
    }
    return *at == '\0';
}

static bool read_numbers(const char *content, size_t count, int64_t *out)
{
    struct decimal decimals[4];
    if (!read_decimals(content, count, decimals))
        return false;
    for (size_t i = 0; i < count; i++)
        out[i] = fixed_from_decimal(decimals[i]);
    return true;
}

static void read_member(struct plist_reader *reader, const struct member *member,
                        const char *content)
{
    struct draft *const draft = &reader->draft;
    const uint32_t bits = ((UINT32_C(1) << member->count) - 1) << member->field;
    char quoted[60], text[160];
    if (member->field == ANCHOR_X
            ? !read_decimals(content, member->count, draft->anchor)
            : !read_numbers(content, member->count, &draft->numbers[member->field])) {
        snprintf(text, sizeof text, "%s is \"%s\", but must be %s", member->key,
                 text_quote(quoted, sizeof quoted, content),
                 member->field == ROTATED ? "<true/> or <false/>"
                 : member->count == 4     ? "like {{2,2},{30,16}}"
                 : member->count == 2     ? "like {32,32}"
                                          : "a number");
        wrong(reader, reader->place, text);
    }
    /* cocos2d leaves the sign away. */
    if (strncmp(member->key, "original", 8) == 0)
        draft->numbers[member->field] = llabs(draft->numbers[member->field]);
    draft->given |= bits;
}

/* A number, a string or a truth in a frame. */
static void read_frame_value(struct plist_reader *reader, const char *content)
{
    const char *const key = key_at(reader, 2);
    if (strcmp(key, "vertices") == 0 && *content != '\0')
        reader->atlas->polygons = true;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(key, members[i].key) == 0)
            read_member(reader, &members[i], content);
}

static void add_alias(struct plist_reader *reader, const char *name)
{
    struct arena *const arena = &reader->atlas->arena;
    struct alias *const added =
        arena_array_push(arena, &reader->aliases, &reader->alias_count, &reader->alias_capacity);
    *added = (struct alias){arena_text(arena, name), reader->place};
}

/* A value beside the frames. Zwoptex has "target", TexturePacker's oldest files "texture". */
static void read_metadata(struct plist_reader *reader, const char *content)
{
    const char *const key = key_at(reader, reader->depth - 1);
    int64_t number = 0;
    if (strcmp(key, "format") == 0) {
        if (!read_numbers(content, 1, &number) || number < 0 || number > 3 * 65536)
            atlas_found(reader->log, NULL, NULL, reader->place,
                        "this format is unknown; formats 0 to 3 can be read");
    } else if (strcmp(key, "textureFileName") == 0 || strcmp(key, "image") == 0) {
        reader->image = arena_text(&reader->atlas->arena, content);
        reader->page_place = reader->place;
    } else if (strcmp(key, "realTextureFileName") == 0) {
        reader->real_image = arena_text(&reader->atlas->arena, content);
    } else if (strcmp(key, "textureFileExtension") == 0) {
        if (*content != '\0')
            reader->extension = arena_text(&reader->atlas->arena, content);
    } else if ((strcmp(key, "size") == 0 && !read_numbers(content, 2, reader->size)) ||
               (strcmp(key, "width") == 0 && !read_numbers(content, 1, &reader->size[0])) ||
               (strcmp(key, "height") == 0 && !read_numbers(content, 1, &reader->size[1]))) {
        atlas_found(reader->log, NULL, NULL, reader->place, "%s must be numbers, such as {64,64}",
                    key);
    }
}

static bool is_metadata(const struct plist_reader *reader)
{
    return (reader->depth == 2 && (key_is(reader, 0, "metadata") || key_is(reader, 0, "meta") ||
                                   key_is(reader, 0, "texture"))) ||
           (reader->depth == 3 && key_is(reader, 0, "metadata") && key_is(reader, 1, "target"));
}

/* ---- Frames ------------------------------------------------------------------------------- */

static bool has(const struct draft *draft, unsigned field)
{
    return (draft->given >> field & 1) != 0;
}

/* A whole number from 0 to INT32_MAX. */
static uint32_t whole(struct plist_reader *reader, unsigned field, const char *what)
{
    const int64_t number = reader->draft.numbers[field];
    char text[120];
    if (number >= 0 && number % 65536 == 0)
        return (uint32_t)(number / 65536);
    snprintf(text, sizeof text, "its %s must be whole numbers, 0 or more, not %.10g", what,
             (double)number / 65536);
    if (!reader->draft.wrong)
        wrong(reader, reader->draft.place, text);
    return 0;
}

/* The place in the source where the region begins, along one axis. */
static uint32_t place_of(struct plist_reader *reader, unsigned axis, uint32_t source,
                         uint32_t region, bool is_whole)
{
    const struct draft *const draft = &reader->draft;
    const int64_t offset = draft->numbers[OFFSET_X + axis];
    const bool has_offset = has(draft, OFFSET_X + axis);
    /* That of a frame that is not trimmed plays no part in cocos2d. */
    const bool has_corner = has(draft, LEFT + axis) && !is_whole;
    const int64_t by_offset = ((int64_t)source - region) * 32768 + (axis == 0 ? offset : -offset);
    int64_t at = has_corner ? draft->numbers[LEFT + axis] : has_offset ? by_offset : 0;
    if (at % 65536 != 0)
        reader->rounded = true;
    at = at >= 0 ? at / 65536 : -((-at + 65535) / 65536);
    if ((at < 0 || at + region > source) && !draft->wrong)
        wrong(reader, draft->place,
              "its offset puts part of the region outside the sprite; please export it again");
    return at > 0 ? (uint32_t)at : 0;
}

static void fill_frame(struct plist_reader *reader, struct atlas_frame *frame)
{
    struct draft *const draft = &reader->draft;
    frame->turn = draft->numbers[ROTATED] != 0 ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
    frame->x = whole(reader, X, "x and y");
    frame->y = whole(reader, Y, "x and y");
    frame->width = whole(reader, WIDTH, "width and height");
    frame->height = whole(reader, HEIGHT, "width and height");
    /* Zwoptex gives the size on the page in textureRect. */
    if (has(draft, SPRITE_W)) {
        frame->width = whole(reader, SPRITE_W, "spriteSize");
        frame->height = whole(reader, SPRITE_H, "spriteSize");
    }
    frame->source_width =
        has(draft, SOURCE_W) ? whole(reader, SOURCE_W, "size before trimming") : frame->width;
    frame->source_height =
        has(draft, SOURCE_H) ? whole(reader, SOURCE_H, "size before trimming") : frame->height;
    if (frame->width != 0 && frame->height != 0 && !draft->wrong) {
        const bool is_whole =
            frame->width == frame->source_width && frame->height == frame->source_height;
        frame->left = place_of(reader, 0, frame->source_width, frame->width, is_whole);
        frame->top = place_of(reader, 1, frame->source_height, frame->height, is_whole);
    }
    frame->has_pivot = has(draft, ANCHOR_X);
    draft->anchor[1].billionths = DECIMAL_ONE - draft->anchor[1].billionths;
    if (!fixed_from_part(draft->anchor[0], frame->source_width, &frame->pivot_x) ||
        !fixed_from_part(draft->anchor[1], frame->source_height, &frame->pivot_y))
        wrong(reader, draft->place, "its anchor is too far away");
}

/* A frame that is wrong stays with one pixel, of which nothing is on the page. */
static void end_frame(struct plist_reader *reader)
{
    struct draft *const draft = &reader->draft;
    const uint32_t needed = UINT32_C(15) << X;
    struct atlas_frame frame = {.source_width = 1, .source_height = 1, .place = draft->place};
    if ((draft->given & needed) != needed)
        wrong(reader, draft->place, "it has no frame and no textureRect");
    if (!draft->wrong)
        fill_frame(reader, &frame);
    if (draft->wrong)
        frame = (struct atlas_frame){.source_width = 1, .source_height = 1, .place = draft->place};
    frame.name = arena_text(&reader->atlas->arena, key_at(reader, 1));
    atlas_add_frame(reader->atlas, &frame);
    for (size_t i = 0; i < reader->alias_count; i++) {
        frame.name = reader->aliases[i].name;
        frame.place = reader->aliases[i].place;
        atlas_add_frame(reader->atlas, &frame);
    }
    reader->alias_count = 0;
    *draft = (struct draft){0};
}

/* ---- Elements ----------------------------------------------------------------------------- */

static bool is_container(const char *name)
{
    return strcmp(name, "dict") == 0 || strcmp(name, "array") == 0;
}

static void begin(void *user, const struct xml_element *element)
{
    struct plist_reader *const reader = user;
    reader->place = (struct atlas_place){element->line, element->column};
    if (!is_container(element->name))
        return;
    const bool in_frames = reader->depth > 0 && key_is(reader, 0, "frames");
    if (in_frames && reader->depth == 2)
        reader->draft = (struct draft){.open = true, .place = reader->place};
    set_key(reader, reader->depth++, "");
}

static void end(void *user, const char *name, const char *content)
{
    struct plist_reader *const reader = user;
    if (is_container(name)) {
        reader->depth--;
        if (reader->draft.open && reader->depth == 2)
            end_frame(reader);
        return;
    }
    if (reader->depth == 0)
        return;
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
        content = *name == 't' ? "1" : "0";
    if (strcmp(name, "key") == 0)
        set_key(reader, reader->depth - 1, content);
    else if (reader->draft.open && reader->depth == 3)
        read_frame_value(reader, content);
    else if (reader->draft.open && reader->depth == 4 && key_is(reader, 2, "aliases"))
        add_alias(reader, content);
    else if (is_metadata(reader))
        read_metadata(reader, content);
}

/* ---- The page ----------------------------------------------------------------------------- */

static bool has_ending(const char *name)
{
    return strchr(text_base_name(name), '.') != NULL;
}

/* Zwoptex leaves the ending away; a file without a name has the image beside it. */
static char *name_page(const struct plist_reader *reader)
{
    struct atlas *const atlas = reader->atlas;
    const char *const image = *reader->image != '\0' ? reader->image : reader->real_image;
    if (*image == '\0')
        return atlas_own_name(atlas, reader->log->path, ".png");
    if (!has_ending(image) && has_ending(reader->real_image))
        return arena_text(&atlas->arena, reader->real_image);
    return arena_format(&atlas->arena, "%s%s", image, has_ending(image) ? "" : reader->extension);
}

static void finish(struct plist_reader *reader)
{
    /* CocoStudio says the size that it would allow. */
    struct atlas_page page = {
        .image = name_page(reader), .loose_size = true, .place = reader->page_place};
    if (reader->size[0] > 0 && reader->size[1] > 0) {
        page.width = (uint32_t)(reader->size[0] / 65536);
        page.height = (uint32_t)(reader->size[1] / 65536);
    }
    atlas_add_page(reader->atlas, &page);
    if (reader->atlas->frame_count == 0)
        atlas_found(reader->log, NULL, NULL, (struct atlas_place){1, 1},
                    "it is a property list without frames: no frame to bake");
    if (reader->rounded)
        diagnostics_add_warning(reader->log->diagnostics, reader->log->path, "rounded",
                                "offsets of frames lie between two pixels, and are rounded down");
}

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct plist_reader reader = {
        .atlas = atlas, .log = log, .image = "", .real_image = "", .extension = ".png"};
    struct error err;
    if (xml_parse(text, size, begin, end, &reader, log, &err)) {
        finish(&reader);
    } else {
        atlas_found_error(log, NULL, NULL, &err);
        atlas_forget_frames(atlas); /* they have no page */
    }
    for (size_t i = 0; i < BUDGET_DEPTH; i++)
        text_free(&reader.keys[i]);
}

const struct atlas_format atlas_plist = {
    .name = "cocos2d property list", .root = "plist", .read = read};
