/*
 * canvas.c - draws all shapes as filled boxes, which are clipped in one place
 */
#include "draw/canvas.h"

#include "base/memory.h"
#include "base/text.h"
#include "bits.h"
#include "utf8.h"

#include <stdlib.h>

static uint8_t *pixel_at(const struct rgba *canvas, uint64_t x, uint64_t y)
{
    return canvas->pixels + 4 * ((size_t)y * canvas->width + (size_t)x);
}

uint32_t canvas_get(const struct rgba *canvas, uint32_t x, uint32_t y)
{
    const uint8_t *const p = pixel_at(canvas, x, y);
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void blend(uint8_t *p, uint32_t color)
{
    const unsigned alpha = color & 255;
    /* The shares of the new and the old colour, of 255 * 255, and of both. */
    const unsigned weight = alpha * 255, other = p[3] * (255 - alpha), all = weight + other;
    if (alpha == 255) {
        p[0] = (uint8_t)(color >> 24);
        p[1] = (uint8_t)(color >> 16);
        p[2] = (uint8_t)(color >> 8);
        p[3] = 255;
        return;
    }
    if (alpha == 0)
        return;
    for (int i = 0; i < 3; i++)
        p[i] = (uint8_t)(((color >> (24 - 8 * i) & 255) * weight + p[i] * other + all / 2) / all);
    p[3] = (uint8_t)((all + 127) / 255);
}

/* Clips [start, start + length) to [0, limit). */
static void clip(int64_t start, uint64_t length, uint32_t limit, uint32_t *from, uint32_t *to)
{
    const int64_t most = limit;
    const int64_t end = length > (uint64_t)INT64_MAX || start > INT64_MAX - (int64_t)length
                            ? INT64_MAX
                            : start + (int64_t)length;
    *from = (uint32_t)(start < 0 ? 0 : start > most ? most : start);
    *to = (uint32_t)(end < 0 ? 0 : end > most ? most : end);
}

void canvas_fill(struct rgba *canvas, struct canvas_point at, uint64_t width, uint64_t height,
                 uint32_t color)
{
    uint32_t left, right, top, bottom;
    clip(at.x, width, canvas->width, &left, &right);
    clip(at.y, height, canvas->height, &top, &bottom);
    for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++)
            blend(pixel_at(canvas, x, y), color);
}

bool canvas_init(struct rgba *out, uint64_t width, uint64_t height, uint32_t color,
                 struct error *err)
{
    if (!rgba_init(out, width, height, err))
        return false;
    canvas_fill(out, (struct canvas_point){0, 0}, width, height, color);
    return true;
}

/* Draws a side of a frame in dashes. */
static void dashed(struct rgba *canvas, struct canvas_point at, bool down, uint64_t length,
                   uint32_t thick, uint32_t dash, uint32_t color)
{
    const uint64_t piece = dash > 0 ? dash : length;
    for (uint64_t done = 0; done < length; done += 2 * piece) {
        const uint64_t part = length - done < piece ? length - done : piece;
        const struct canvas_point from = {at.x + (down ? 0 : (int64_t)done),
                                          at.y + (down ? (int64_t)done : 0)};
        canvas_fill(canvas, from, down ? thick : part, down ? part : thick, color);
    }
}

void canvas_frame(struct rgba *canvas, struct canvas_point at, uint64_t width, uint64_t height,
                  uint32_t thick, uint32_t dash, uint32_t color)
{
    if (width < 2 * (uint64_t)thick || height < 2 * (uint64_t)thick) {
        canvas_fill(canvas, at, width, height, color);
        return;
    }
    const struct canvas_point right = {at.x + (int64_t)(width - thick), at.y + thick};
    const struct canvas_point bottom = {at.x, at.y + (int64_t)(height - thick)};
    const struct canvas_point left = {at.x, at.y + thick};
    dashed(canvas, at, false, width, thick, dash, color);
    dashed(canvas, bottom, false, width, thick, dash, color);
    dashed(canvas, left, true, height - 2 * (uint64_t)thick, thick, dash, color);
    dashed(canvas, right, true, height - 2 * (uint64_t)thick, thick, dash, color);
}

void canvas_line(struct rgba *canvas, struct canvas_point from, struct canvas_point to,
                 uint32_t thick, uint32_t color)
{
    const int64_t width = llabs(to.x - from.x), height = llabs(to.y - from.y);
    const int64_t steps = width > height ? width : height;
    const int64_t right = from.x < to.x ? 1 : -1, down = from.y < to.y ? 1 : -1;
    int64_t x_rest = steps / 2, y_rest = x_rest;
    struct canvas_point at = from;
    for (int64_t i = 0; i <= steps; i++) {
        const struct canvas_point corner = {at.x - thick / 2, at.y - thick / 2};
        canvas_fill(canvas, corner, thick, thick, color);
        x_rest -= width;
        y_rest -= height;
        if (x_rest < 0) {
            x_rest += steps;
            at.x += right;
        }
        if (y_rest < 0) {
            y_rest += steps;
            at.y += down;
        }
    }
}

void canvas_bitmap(struct rgba *canvas, struct canvas_point at, const struct bitmap *bitmap,
                   uint32_t zoom, uint32_t inset, uint32_t color)
{
    const uint64_t side = zoom > 2 * inset ? zoom - 2 * inset : 1;
    for (uint32_t y = 0; y < bitmap->height; y++) {
        const uint64_t *const row = bitmap_row(bitmap, y);
        for (size_t i = 0; i < bitmap->row_words; i++)
            for (uint64_t word = row[i]; word != 0; word &= word - 1) {
                const int64_t x = (int64_t)(i * 64 + lowest_bit(word));
                const struct canvas_point block = {at.x + x * zoom + inset,
                                                   at.y + (int64_t)y * zoom + inset};
                canvas_fill(canvas, block, side, side, color);
            }
    }
}

/* ---- Letters ------------------------------------------------------------------------------ */

/* Drawn by hand: the characters from space to '~', and a box for all others, twelve a strip. The
 * last row is for what hangs below the line. */
enum { FONT_WIDTH = 5, FONT_HEIGHT = 8, FIRST = ' ', GLYPHS = 96, STRIP = 12 };

static const char *const drawing[GLYPHS / STRIP * FONT_HEIGHT] = {
    "        #    # #   # #    #   ##  #  ##     #      #   #               ",
    "        #    # #   # #   #### ##  # #  #    #     #     #     #     #  ",
    "        #    # #  ##### # #      #  # #     #    #       #  # # #   #  ",
    "        #          # #   ###    #    #           #       #   ###  #####",
    "        #         #####   # #  #    # # #        #       #  # # #   #  ",
    "                   # #  ####  #  ## #  #          #     #     #     #  ",
    "        #          # #    #   #  ##  ## #          #   #               ",
    "                                                                       ",

    "                      #  ###    #    ###  ####     #  #####  ###  #####",
    "                      # #   #  ##   #   #     #   ##  #     #         #",
    "                     #  #  ##   #       #     #  # #  ####  #        # ",
    "      #####         #   # # #   #      #   ###  #  #      # ####    #  ",
    "                   #    ##  #   #     #       # #####     # #   #   #  ",
    "  ##         ##   #     #   #   #    #        #    #  #   # #   #   #  ",
    "  #          ##   #      ###   ###  ##### ####     #   ###   ###    #  ",
    " #                                                                     ",

    " ###   ###                 #         #     ###   ###   ###  ####   ### ",
    "#   # #   #  ##    ##     #           #   #   # #   # #   # #   # #   #",
    "#   # #   #  ##    ##    #    #####    #      # # ### #   # #   # #    ",
    " ###   ####             #               #    #  # # # ##### ####  #    ",
    "#   #     #  ##    ##    #    #####    #    #   # ### #   # #   # #    ",
    "#   #     #  ##    ##     #           #         #     #   # #   # #   #",
    " ###   ###          #      #         #      #    #### #   # ####   ### ",
    "                   #                                                   ",

    "####  ##### #####  ###  #   #  ###    ### #   # #     #   # #   #  ### ",
    "#   # #     #     #   # #   #   #      #  #  #  #     ## ## ##  # #   #",
    "#   # #     #     #     #   #   #      #  # #   #     # # # ##  # #   #",
    "#   # ####  ####  # ### #####   #      #  ##    #     # # # # # # #   #",
    "#   # #     #     #   # #   #   #      #  # #   #     #   # #  ## #   #",
    "#   # #     #     #   # #   #   #   #  #  #  #  #     #   # #  ## #   #",
    "####  ##### #      ###  #   #  ###   ##   #   # ##### #   # #   #  ### ",
    "                                                                       ",

    "####   ###  ####   #### ##### #   # #   # #   # #   # #   # #####  ### ",
    "#   # #   # #   # #       #   #   # #   # #   # #   # #   #     #  #   ",
    "#   # #   # #   # #       #   #   # #   # #   #  # #   # #     #   #   ",
    "####  #   # ####   ###    #   #   # #   # # # #   #     #     #    #   ",
    "#     # # # # #       #   #   #   #  # #  # # #  # #    #    #     #   ",
    "#     #  #  #  #      #   #   #   #  # #  ## ## #   #   #   #      #   ",
    "#      ## # #   # ####    #    ###    #   #   # #   #   #   #####  ### ",
    "                                                                       ",

    "#      ###    #          #          #               #         ##       ",
    "#        #   # #          #         #               #        #         ",
    " #       #  #   #              ###  ####   ####  ####  ###  ####   ####",
    "  #      #                        # #   # #     #   # #   #  #    #   #",
    "   #     #                     #### #   # #     #   # #####  #    #   #",
    "    #    #                    #   # #   # #     #   # #      #     ####",
    "    #  ###                     #### ####   ####  ####  ###   #        #",
    "                  #####                                            ### ",

    "#       #      #  #      ##                                            ",
    "#                 #       #                                            ",
    "####   ##     ##  #  #    #   ## #  ####   ###  ####   #### # ##   ####",
    "#   #   #      #  # #     #   # # # #   # #   # #   # #   # ##    #    ",
    "#   #   #      #  ##      #   # # # #   # #   # #   # #   # #      ### ",
    "#   #   #      #  # #     #   # # # #   # #   # ####   #### #         #",
    "#   #  ###  #  #  #  #   ###  # # # #   #  ###  #         # #     #### ",
    "             ##                                 #         #            ",

    " #                                           ##   #   ##          #####",
    " #                                          #     #     #         #   #",
    "####  #   # #   # #   # #   # #   # #####   #     #     #    #  # #   #",
    " #    #   # #   # # # #  # #  #   #    #   #      #      #  # # # #   #",
    " #    #   # #   # # # #   #   #   #   #     #     #     #   #  #  #   #",
    " #    #  ##  # #  # # #  # #   ####  #      #     #     #         #   #",
    "  ##   ## #   #    # #  #   #     # #####    ##   #   ##          #####",
    "                               ###                                     ",
};

/* True if a pixel of the character is inked. x and y are inside the size of a letter. */
static bool font_pixel(uint32_t character, unsigned x, unsigned y)
{
    const bool drawn = character >= FIRST && character < FIRST + GLYPHS;
    const unsigned glyph = drawn ? character - FIRST : GLYPHS - 1;
    return drawing[glyph / STRIP * FONT_HEIGHT + y][glyph % STRIP * (FONT_WIDTH + 1) + x] != ' ';
}

/* The next character of a text. A byte that is not UTF-8 counts as an unknown character. */
static uint32_t next_character(const char **text)
{
    uint32_t code = 0;
    const unsigned length = utf8_decode((const uint8_t *)*text, text_length(*text, 4), &code);
    *text += length > 0 ? length : 1;
    return length > 0 ? code : UINT32_MAX;
}

void canvas_text(struct rgba *canvas, struct canvas_point at, uint32_t zoom, uint32_t color,
                 const char *text)
{
    for (; *text != 0; at.x += (FONT_WIDTH + 1) * (int64_t)zoom) {
        const uint32_t character = next_character(&text);
        for (unsigned y = 0; y < FONT_HEIGHT; y++)
            for (unsigned x = 0; x < FONT_WIDTH; x++)
                if (font_pixel(character, x, y))
                    canvas_fill(
                        canvas,
                        (struct canvas_point){at.x + (int64_t)x * zoom, at.y + (int64_t)y * zoom},
                        zoom, zoom, color);
    }
}

uint32_t canvas_text_width(const char *text, uint32_t zoom)
{
    uint32_t width = 0;
    while (*text != 0) {
        next_character(&text);
        width += (FONT_WIDTH + 1) * zoom;
    }
    return width > 0 ? width - zoom : 0;
}

/* ---- Outlines ----------------------------------------------------------------------------- */

/* Every path has the upper edge of some pixel in it, along which it goes right. A bitmap has the
 * upper edges that are still to be walked; the first one begins the next path. */

/* In the order of turning right. */
enum heading { EAST, SOUTH, WEST, NORTH };

struct walk {
    const struct bitmap *bitmap;
    struct bitmap todo; /* pixels whose upper edge is still to be walked */
    struct corner *corners;
    size_t count, capacity;
};

/* True if the pixel ahead of a corner is solid, the one to the right or to the left of the way. */
static bool solid_ahead(const struct bitmap *bitmap, struct corner at, enum heading heading,
                        bool right)
{
    static const int ahead[2][4][2] = {{{0, -1}, {0, 0}, {-1, 0}, {-1, -1}},
                                       {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}};
    const int64_t x = (int64_t)at.x + ahead[right][heading][0];
    const int64_t y = (int64_t)at.y + ahead[right][heading][1];
    return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height &&
           bitmap_get(bitmap, (uint32_t)x, (uint32_t)y);
}

static enum heading turn(const struct bitmap *bitmap, struct corner at, enum heading heading)
{
    if (!solid_ahead(bitmap, at, heading, true))
        return (heading + 1) % 4;
    return solid_ahead(bitmap, at, heading, false) ? (heading + 3) % 4 : heading;
}

static void add_corner(struct walk *walk, struct corner corner)
{
    struct corner *const added = array_push(&walk->corners, &walk->count, &walk->capacity);
    *added = corner;
}

/* The first edge of a path begins at a corner: the edge before it would have come first. */
static void walk_path(struct walk *walk, struct corner start)
{
    struct corner at = start;
    enum heading heading = EAST;
    walk->count = 0;
    add_corner(walk, start);
    for (;;) {
        if (heading == EAST)
            bitmap_row(&walk->todo, at.y)[at.x / 64] &= ~(UINT64_C(1) << (at.x % 64));
        at.x += heading == EAST;
        at.x -= heading == WEST;
        at.y += heading == SOUTH;
        at.y -= heading == NORTH;
        const enum heading next = turn(walk->bitmap, at, heading);
        if (next == EAST && at.x == start.x && at.y == start.y)
            return;
        if (next != heading)
            add_corner(walk, at);
        heading = next;
    }
}

bool outline_trace(const struct bitmap *bitmap,
                   void (*take)(void *user, const struct corner *corners, size_t count), void *user,
                   struct error *err)
{
    struct walk walk = {.bitmap = bitmap};
    if (!bitmap_init(&walk.todo, bitmap->width, bitmap->height))
        return fail_memory(err);
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (size_t i = 0; i < bitmap->row_words; i++) {
            const uint64_t above = y > 0 ? bitmap_row(bitmap, y - 1)[i] : 0;
            bitmap_row(&walk.todo, y)[i] = bitmap_row(bitmap, y)[i] & ~above;
        }
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (size_t i = 0; i < bitmap->row_words; i++)
            while (bitmap_row(&walk.todo, y)[i] != 0) {
                const uint32_t x = (uint32_t)i * 64 + lowest_bit(bitmap_row(&walk.todo, y)[i]);
                walk_path(&walk, (struct corner){x, y});
                take(user, walk.corners, walk.count);
            }
    bitmap_free(&walk.todo);
    free(walk.corners);
    return true;
}
