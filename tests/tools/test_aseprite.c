/*
 * test_aseprite.c - frames of .aseprite files are what an oracle composes, pixel by pixel
 *
 * Documents are made by dice: layers in groups, hidden, half opaque, moved by z; cels past the
 * borders, linked cels, tilemaps; in every colour depth. The oracle knows no file: it looks at one
 * pixel of the document alone.
 */
#include "support/cmocka_all.h"

#include "picture/image.h"
#include "support/ase_file.h"
#include "support/image_support.h"
#include "support/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Documents ------------------------------------------------------------------------------- */

enum { WIDTH = 9, HEIGHT = 7, FRAMES = 4, LAYERS = 7, COLORS = 12, TILES = 5, TILE = 3 };
enum { VISIBLE = 1, BACKGROUND = 8, REFERENCE = 64 };
enum { PIXELS, GROUP, TILEMAP };
enum { GROUPS_APART = 2, OPACITIES = 1 };

struct cel {
    bool there;
    int link; /* -1: it has its own pixels */
    int x, y, z;
    unsigned opacity, width, height;
    uint8_t pixels[8 * 8][4]; /* as the depth says */
    uint32_t tiles[8 * 8];
};

struct layer {
    unsigned flags, type, level, blend, opacity;
    int parent; /* -1: none */
    const char *name;
};

struct document {
    unsigned bits, flags, transparent;
    unsigned layer_count;
    struct layer layers[LAYERS];
    struct cel cels[FRAMES][LAYERS];
    uint8_t palette[FRAMES][COLORS][4]; /* from that frame on */
    uint8_t tiles[TILES * TILE * TILE][4];
};

static uint32_t dice;

static unsigned roll(unsigned limit)
{
    return png_random(&dice, limit);
}

static void roll_pixel(const struct document *document, uint8_t *pixel)
{
    static const uint8_t alphas[] = {0, 0, 1, 100, 128, 254, 255, 255};
    for (int i = 0; i < 4; i++)
        pixel[i] = (uint8_t)roll(256);
    pixel[document->bits == 16 ? 1 : 3] = alphas[roll(8)];
    if (document->bits == 8)
        pixel[0] = (uint8_t)roll(COLORS + 2);
}

static void roll_layers(struct document *document)
{
    static const char *const names[LAYERS] = {"back", "body", "set", "hit", "arm", "set 2", "hit"};
    document->layer_count = 2 + roll(LAYERS - 1);
    for (unsigned i = 0; i < document->layer_count; i++) {
        struct layer *const layer = &document->layers[i];
        const struct layer *const before = i > 0 ? &layer[-1] : NULL;
        const unsigned deepest = before == NULL ? 0 : before->level + (before->type == GROUP);
        *layer = (struct layer){.type = roll(5) < 2    ? GROUP
                                        : roll(3) == 0 ? TILEMAP
                                                       : PIXELS,
                                .level = roll(deepest + 1),
                                .flags = roll(5) > 0 ? VISIBLE | 2 : 2,
                                .blend = roll(3) == 0 ? roll(19) : 0,
                                .opacity = roll(2) ? 255 : roll(256),
                                .parent = (int)i - 1,
                                .name = names[i]};
        if (roll(10) == 0 && layer->type == PIXELS)
            layer->flags |= REFERENCE;
        if (i == 0 && layer->type == PIXELS && roll(2))
            layer->flags |= BACKGROUND;
        while (layer->parent >= 0 && document->layers[layer->parent].level >= layer->level)
            layer->parent = document->layers[layer->parent].parent;
    }
}

static void roll_cel(const struct document *document, unsigned frame, unsigned index,
                     struct cel *cel)
{
    static const uint32_t flips[] = {0, 0x80000000, 0x40000000, 0x20000000, 0xe0000000};
    *cel = (struct cel){.there = document->layers[index].type != GROUP && roll(4) > 0,
                        .link = -1,
                        .x = (int)roll(12) - 5,
                        .y = (int)roll(10) - 4,
                        .z = roll(3) == 0 ? (int)roll(7) - 3 : 0,
                        .opacity = roll(2) ? 255 : roll(256),
                        .width = 1 + roll(8),
                        .height = 1 + roll(8)};
    const unsigned linked = frame > 0 ? roll(frame) : 0;
    if (frame > 0 && roll(3) == 0 && document->cels[linked][index].there)
        cel->link = (int)linked;
    for (int i = 0; i < 64; i++) {
        roll_pixel(document, cel->pixels[i]);
        cel->tiles[i] = roll(TILES + 1) | flips[roll(5)];
    }
}

static void roll_document(struct document *document, unsigned bits)
{
    memset(document, 0, sizeof *document);
    document->bits = bits;
    document->flags = roll(4);
    document->transparent = roll(COLORS);
    roll_layers(document);
    for (unsigned i = 0; i < TILES * TILE * TILE; i++)
        roll_pixel(document, document->tiles[i]);
    for (unsigned frame = 0; frame < FRAMES; frame++) {
        for (unsigned i = 0; i < document->layer_count; i++)
            roll_cel(document, frame, i, &document->cels[frame][i]);
        if (frame > 0)
            memcpy(document->palette[frame], document->palette[frame - 1],
                   sizeof *document->palette);
        for (unsigned i = 0; i < COLORS && (frame == 0 || frame == 2); i++) {
            document->bits = 32;
            roll_pixel(document, document->palette[frame][i]);
            document->bits = bits;
        }
    }
}

/* ---- The file -------------------------------------------------------------------------------- */

static size_t pack_pixels(const struct document *document, const uint8_t (*pixels)[4], size_t count,
                          uint8_t *out)
{
    const size_t size = document->bits / 8;
    for (size_t i = 0; i < count; i++)
        memcpy(out + i * size, pixels[i], size);
    return count * size;
}

static void write_cel(struct ase_file *file, const struct document *document, unsigned index,
                      const struct cel *cel)
{
    const struct ase_place at = {index, cel->x, cel->y, cel->opacity, cel->z};
    uint8_t packed[64 * 4];
    const size_t size =
        pack_pixels(document, cel->pixels, (size_t)cel->width * cel->height, packed);
    if (cel->link >= 0)
        ase_link(file, at, (unsigned)cel->link);
    else if (document->layers[index].type == TILEMAP)
        ase_tiles(file, at, cel->width, cel->height, cel->tiles);
    else if (cel->opacity % 2)
        ase_pixels(file, at, cel->width, cel->height, packed, size);
    else
        ase_raw(file, at, cel->width, cel->height, packed, size);
    ase_user_data(file, "a cel");
}

static void write_document(struct ase_file *file, const struct document *document)
{
    uint8_t packed[TILES * TILE * TILE * 4];
    const size_t size = pack_pixels(document, document->tiles, TILES * TILE * TILE, packed);
    ase_begin(file, WIDTH, HEIGHT, document->bits, document->flags, document->transparent);
    for (unsigned frame = 0; frame < FRAMES; frame++) {
        ase_frame(file, frame == 1 ? 0 : 50 * (frame + 1));
        if (document->bits == 8 && (frame == 0 || frame == 2))
            ase_palette(file, COLORS, 0, COLORS - 1, document->palette[frame]);
        if (frame == 0) {
            ase_old_palette(file, 4, 3, 2, document->palette[0]); /* of no effect */
            ase_other_chunk(file, 0x2007, 16);
            ase_tileset(file, 7, 2 | 4, TILES, TILE, TILE, packed, size);
            for (unsigned i = 0; i < document->layer_count; i++) {
                const struct layer *const layer = &document->layers[i];
                ase_layer(file, layer->flags, layer->type, layer->level, layer->blend,
                          layer->opacity, layer->name, 7);
            }
        }
        for (unsigned i = 0; i < document->layer_count; i++)
            if (document->cels[frame][i].there)
                write_cel(file, document, i, &document->cels[frame][i]);
    }
    ase_end(file);
}

/* ---- The oracle ------------------------------------------------------------------------------ */

/* A pixel of the document: in one frame. With `mask`, of the layers of that name alone. */
struct view {
    const struct document *document;
    unsigned frame;
    int x, y;
    const char *mask;
    bool apart;
};

static unsigned times(unsigned a, unsigned b)
{
    return (unsigned)floor(a * b / 255.0 + 0.5);
}

static void paint(uint8_t below[4], const uint8_t color[4], unsigned opacity)
{
    const unsigned over = times(color[3], opacity);
    if (color[3] == 0)
        return;
    const unsigned alpha = over + below[3] - times(over, below[3]);
    for (int i = 0; i < 3; i++)
        below[i] =
            below[3] == 0
                ? color[i]
                : (uint8_t)(below[i] + (int)trunc((color[i] - below[i]) * (double)over / alpha));
    below[3] = (uint8_t)alpha;
}

static void color_of(const struct view *view, const uint8_t *pixel, bool background, uint8_t out[4])
{
    const struct document *const document = view->document;
    memcpy(out, pixel, 4);
    if (document->bits == 16) {
        out[3] = pixel[1];
        out[1] = out[2] = pixel[0];
    } else if (document->bits == 8) {
        if (pixel[0] < COLORS)
            memcpy(out, document->palette[view->frame][pixel[0]], 4);
        if (pixel[0] >= COLORS || (pixel[0] == document->transparent && !background))
            out[3] = 0;
    }
}

/* False: there is nothing of the layer at this pixel. */
static bool layer_color(const struct view *view, unsigned index, uint8_t out[4], unsigned *opacity)
{
    const struct document *const document = view->document;
    const struct cel *const cel = &document->cels[view->frame][index];
    const struct cel *from = cel;
    while (from->link >= 0)
        from = &document->cels[from->link][index];
    const int i = view->x - cel->x, j = view->y - cel->y;
    const int unit = document->layers[index].type == TILEMAP ? TILE : 1;
    *opacity = cel->opacity;
    if (!cel->there || i < 0 || j < 0 || i >= (int)from->width * unit ||
        j >= (int)from->height * unit)
        return false;
    const size_t at = (size_t)(j / unit) * from->width + (size_t)(i / unit);
    if (unit == 1) {
        color_of(view, from->pixels[at], document->layers[index].flags & BACKGROUND, out);
        return true;
    }
    const uint32_t tile = from->tiles[at];
    int u = i % TILE, v = j % TILE;
    u = tile & 0x80000000 ? TILE - 1 - u : u;
    v = tile & 0x40000000 ? TILE - 1 - v : v;
    const int column = tile & 0x20000000 ? v : u, row = tile & 0x20000000 ? u : v;
    if ((tile & 0x1fffffff) == 0 || (tile & 0x1fffffff) >= TILES)
        return false;
    color_of(
        view,
        document->tiles[((tile & 0x1fffffff) * TILE + (unsigned)row) * TILE + (unsigned)column],
        false, out);
    return true;
}

/* The layer, or a group around it, that has the name of the mask; -1: none. The outermost. */
static int mask_of(const struct view *view, int index)
{
    int found = -1;
    for (int i = index; i >= 0 && view->mask != NULL; i = view->document->layers[i].parent)
        if (strcmp(view->document->layers[i].name, view->mask) == 0)
            found = i;
    return found;
}

/* True if it is shown, as far as layers and groups below `top` decide. */
static bool is_shown(const struct view *view, int index, int top)
{
    for (int i = index; i != top; i = view->document->layers[i].parent)
        if (!(view->document->layers[i].flags & VISIBLE))
            return false;
    return !(view->document->layers[index].flags & REFERENCE) || index == top;
}

static unsigned opacity_of(const struct view *view, unsigned index)
{
    const struct layer *const layer = &view->document->layers[index];
    const unsigned flag = layer->type == GROUP ? GROUPS_APART : OPACITIES;
    return view->document->flags & flag && !(layer->flags & BACKGROUND) ? layer->opacity : 255;
}

/* True if it must be painted in this group (-2: of the mask alone). */
static bool is_in(const struct view *view, int index, int group)
{
    const struct layer *const layer = &view->document->layers[index];
    const int mask = mask_of(view, index);
    if (group == -2)
        return mask >= 0 && layer->type != GROUP && is_shown(view, index, mask);
    if (mask >= 0)
        return false;
    if (view->apart)
        return layer->parent == group && layer->flags & VISIBLE && !(layer->flags & REFERENCE);
    return layer->type != GROUP && is_shown(view, index, -1);
}

/* The place of a layer among its neighbours, from below. */
static int order_of(const struct view *view, int index, int group)
{
    int order = 0;
    if (!view->apart || group == -2)
        return index;
    for (int i = 0; i < index; i++)
        order += view->document->layers[i].parent == group;
    return order;
}

static void paint_group(const struct view *view, int group, uint8_t out[4])
{
    const struct document *const document = view->document;
    bool done[LAYERS] = {false};
    memset(out, 0, 4);
    for (;;) {
        int next = -1, lowest = 0, lowest_z = 0;
        for (int i = 0; i < (int)document->layer_count; i++) {
            const int z =
                document->cels[view->frame][i].there ? document->cels[view->frame][i].z : 0;
            const int order = order_of(view, i, group) + z;
            if (done[i] || !is_in(view, i, group))
                continue;
            if (next < 0 || order < lowest || (order == lowest && z < lowest_z)) {
                next = i;
                lowest = order;
                lowest_z = z;
            }
        }
        if (next < 0)
            return;
        done[next] = true;
        uint8_t color[4];
        unsigned opacity;
        if (document->layers[next].type == GROUP) {
            paint_group(view, next, color);
            paint(out, color, opacity_of(view, (unsigned)next));
        } else if (layer_color(view, (unsigned)next, color, &opacity)) {
            const bool is_mask = mask_of(view, next) == next;
            paint(out, color, times(opacity, is_mask ? 255 : opacity_of(view, (unsigned)next)));
        }
    }
}

static bool has_mask(const struct document *document, const char *mask)
{
    for (unsigned i = 0; i < document->layer_count && mask != NULL; i++)
        if (strcmp(document->layers[i].name, mask) == 0)
            return true;
    return false;
}

static void assert_as_composed(const struct document *document, const struct seen_image *image,
                               const char *mask)
{
    struct view view = {
        .document = document, .mask = mask, .apart = document->flags & GROUPS_APART};
    const unsigned count = FRAMES * HEIGHT * WIDTH;
    const bool has_apart = has_mask(document, mask);
    assert_int_equal(image->about.has_layer, has_apart);
    assert_int_equal(image->apart != NULL, has_apart);
    for (unsigned i = 0; i < count * (has_apart ? 2 : 1); i++) {
        const bool is_apart = i >= count;
        const unsigned at = i % count;
        uint8_t expected[4];
        view.frame = at / WIDTH / HEIGHT;
        view.x = (int)(at % WIDTH);
        view.y = (int)(at / WIDTH % HEIGHT);
        paint_group(&view, is_apart ? -2 : -1, expected);
        const uint8_t *const got = (is_apart ? image->apart : image->pixels) + (size_t)at * 4;
        if (got[3] != expected[3] || (got[3] > 0 && memcmp(got, expected, 3) != 0))
            fail_msg("pixel %d,%d of frame %u%s is %d %d %d %d, not %d %d %d %d", view.x, view.y,
                     view.frame, is_apart ? " of the mask" : "", got[0], got[1], got[2], got[3],
                     expected[0], expected[1], expected[2], expected[3]);
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static const struct seen_rules no_layer = {.max_pixels = 1 << 20};

static void frames_are_as_composed(void **state)
{
    static struct document document;
    (void)state;
    dice = 1;
    for (unsigned i = 0; i < 1500; i++) {
        struct ase_file file;
        struct seen_image image;
        struct error err = {.text = ""};
        const struct seen_rules rules = {.max_pixels = 1 << 20, .layer = i % 2 ? "hit" : NULL};
        roll_document(&document, i % 3 == 0 ? 32 : i % 3 == 1 ? 16 : 8);
        write_document(&file, &document);
        if (!read_image(file.made.bytes, file.made.size, &rules, &image, &err))
            fail_msg("document %u: %s", i, err.text);
        assert_int_equal(image.about.frame_count, FRAMES);
        for (unsigned k = 0; k < FRAMES; k++)
            assert_int_equal(image.about.durations[k], k == 1 ? 70 : 50 * (k + 1));
        assert_as_composed(&document, &image, rules.layer);
        seen_image_free(&image);
        ase_free(&file);
    }
}

static void every_truncation_is_told(void **state)
{
    static struct document document;
    (void)state;
    dice = 7;
    for (unsigned bits = 8; bits <= 32; bits *= 2) {
        struct ase_file file;
        struct seen_image image;
        roll_document(&document, bits);
        write_document(&file, &document);
        for (size_t size = 14; size < file.made.size; size++) {
            struct error err = {.text = ""};
            if (read_image(file.made.bytes, size, &no_layer, &image, &err))
                fail_msg("%zu of %zu bytes are taken", size, file.made.size);
            assert_true(err.text[0] != 0);
            seen_image_free(&image);
        }
        ase_free(&file);
    }
}

static void mutations_do_no_harm(void **state)
{
    static struct document document;
    (void)state;
    dice = 11;
    for (unsigned i = 0; i < 3000; i++) {
        struct ase_file file;
        struct seen_image image;
        struct error err = {.text = ""};
        const struct seen_rules rules = {.max_pixels = 1 << 16, .layer = i % 2 ? "hit" : NULL};
        if (i % 50 == 0)
            roll_document(&document, i % 3 == 0 ? 32 : i % 3 == 1 ? 16 : 8);
        write_document(&file, &document);
        for (unsigned k = 1 + roll(4); k > 0; k--)
            file.made.bytes[14 + roll((uint32_t)file.made.size - 14)] =
                (uint8_t)(roll(2) ? roll(256) : 255);
        if (!read_image(file.made.bytes, file.made.size, &rules, &image, &err))
            assert_true(err.text[0] != 0);
        seen_image_free(&image);
        ase_free(&file);
    }
}

static void assert_refused(struct ase_file *file, const char *expected)
{
    struct seen_image image;
    struct error err = {.text = ""};
    ase_end(file);
    assert_false(read_image(file->made.bytes, file->made.size, &no_layer, &image, &err));
    assert_string_equal(err.text, expected);
    seen_image_free(&image);
    ase_free(file);
}

static void old_palettes_and_their_scale(void **state)
{
    static const uint8_t colors[2][4] = {{63, 0, 32, 0}, {1, 2, 3, 0}};
    static const uint8_t pixels[2] = {4, 3};
    struct ase_file file;
    struct seen_image image;
    struct error err;
    (void)state;
    ase_begin(&file, 2, 1, 8, 1, 3);
    ase_frame(&file, 0);
    ase_old_palette(&file, 0x11, 3, 2, colors);
    ase_layer(&file, VISIBLE, PIXELS, 0, 0, 255, "one", 0);
    ase_pixels(&file, (struct ase_place){.opacity = 255}, 2, 1, pixels, 2);
    ase_end(&file);
    assert_true(read_image(file.made.bytes, file.made.size, &no_layer, &image, &err));
    assert_memory_equal(image.pixels, "\x04\x08\x0c\xff\0\0\0\0", 8);
    assert_int_equal(image.about.durations[0], 70);
    assert_true(image.about.has_alpha);
    seen_image_free(&image);
    ase_free(&file);
}

/* Whoever makes a palette or a tileset smaller leaves the pixels and the tilemaps as they are. What
 * a later frame has not set is black, as in Aseprite. */
static void palettes_grow_and_shrink(void **state)
{
    static const uint8_t pixels[4] = {0, 1, 2, 3}, colors[2][4] = {{1, 2, 3, 255}, {4, 5, 6, 255}};
    static const uint8_t drawn[3][17] = {"\1\2\3\377\4\5\6\377\0\0\0\0\0\0\0",
                                         "\1\2\3\377\0\0\0\0\0\0\0\0\0\0\0",
                                         "\1\2\3\377\0\0\0\377\0\0\0\377\4\5\6\377"};
    struct ase_file file;
    struct seen_image image;
    struct error err;
    (void)state;
    ase_begin(&file, 4, 1, 8, 1, 9);
    ase_frame(&file, 1);
    ase_palette(&file, 2, 0, 1, colors);
    ase_layer(&file, VISIBLE, PIXELS, 0, 0, 255, "one", 0);
    ase_pixels(&file, (struct ase_place){.opacity = 255}, 4, 1, pixels, 4);
    ase_frame(&file, 1);
    ase_palette(&file, 1, 0, 0, colors);
    ase_link(&file, (struct ase_place){.opacity = 255}, 0);
    ase_frame(&file, 1);
    ase_palette(&file, 4, 3, 3, colors + 1);
    ase_link(&file, (struct ase_place){.opacity = 255}, 0);
    ase_end(&file);
    assert_true(read_image(file.made.bytes, file.made.size, &no_layer, &image, &err));
    for (uint32_t frame = 0; frame < 3; frame++)
        assert_memory_equal(image.pixels + 16 * frame, drawn[frame], 16);
    seen_image_free(&image);
    ase_free(&file);
}

static void what_cannot_be_drawn_is_told(void **state)
{
    static const uint32_t tiles[1] = {6};
    static const struct ase_tag wrong = {0, 3, 0, 0, "run"};
    const struct ase_place at = {.opacity = 255};
    struct ase_file file;
    (void)state;

    ase_begin(&file, 2, 1, 32, 1, 0);
    ase_frame(&file, 1);
    ase_layer(&file, VISIBLE, PIXELS, 0, 0, 255, "one", 0);
    ase_link(&file, at, 0);
    assert_refused(
        &file,
        "damaged: a cel is linked to frame 0, which does not come before it, or has no cel (frame 0)");

    ase_begin(&file, 2, 1, 32, 1, 0);
    ase_frame(&file, 1);
    ase_layer(&file, VISIBLE, TILEMAP, 0, 0, 255, "one", 4);
    ase_tileset(&file, 4, 1, 3, 2, 1, NULL, 0);
    ase_tiles(&file, at, 1, 1, tiles);
    assert_refused(&file, "its tileset is in another file, or missing; export it as PNG (frame 0)");

    ase_begin(&file, 2, 1, 32, 1, 0);
    ase_frame(&file, 1);
    ase_tags(&file, &wrong, 1);
    assert_refused(&file,
                   "damaged: tag 0 goes from frame 0 to 3 in direction 0, and there are 1 "
                   "frames (frame 0, the chunk at byte 144)");

    ase_begin(&file, 1025, 1024, 32, 1, 0);
    ase_frame(&file, 1);
    assert_refused(&file, "1025x1024 is more pixels than the 1048576 that --max-pixels allows");

    ase_begin(&file, 1024, 1024, 32, 1, 0);
    for (int i = 0; i < 17; i++)
        ase_frame(&file, 1);
    assert_refused(&file,
                   "1024x1024 in 17 frames is more pixels than 16 times the 1048576 that "
                   "--max-pixels allows");

    ase_begin(&file, 0, 4, 32, 1, 0);
    ase_frame(&file, 1);
    assert_refused(&file, "the picture is 0x4, and has no pixel");

    ase_begin(&file, 4, 4, 24, 1, 0);
    ase_frame(&file, 1);
    assert_refused(&file, "damaged: pixels have 24 bits, not 8, 16 or 32");
}

/* A small file may not draw for hours, or fill the memory. */
static void huge_claims_are_refused(void **state)
{
    static uint8_t pixels[1 << 20];
    struct ase_file file;
    (void)state;
    ase_begin(&file, 1, 1, 8, 1, 0);
    ase_frame(&file, 1);
    ase_layer(&file, VISIBLE, PIXELS, 0, 0, 255, "one", 0);
    ase_pixels(&file, (struct ase_place){.opacity = 255}, 1024, 1024, pixels, sizeof pixels);
    for (unsigned i = 1; i <= 17; i++) {
        ase_frame(&file, 1);
        ase_link(&file, (struct ase_place){.opacity = 255}, 0);
    }
    assert_refused(&file,
                   "its cels and groups have more pixels than 16 times the 1048576 that "
                   "--max-pixels allows (frame 16)");

    ase_begin(&file, 1, 1, 8, 1, 0);
    ase_frame(&file, 1);
    ase_tileset(&file, 0, 2, 0x7fffffff, 512, 512, pixels, sizeof pixels);
    assert_refused(&file,
                   "the tiles are more pixels than the 1048576 that --max-pixels allows "
                   "(frame 0, the chunk at byte 144)");

    ase_begin(&file, 1024, 1024, 8, 3, 0);
    ase_frame(&file, 1);
    ase_tileset(&file, 0, 2, 4, 512, 512, pixels, sizeof pixels);
    ase_layer(&file, VISIBLE, GROUP, 0, 0, 255, "group", 0);
    ase_layer(&file, VISIBLE, PIXELS, 1, 0, 255, "one", 0);
    ase_pixels(&file, (struct ase_place){.layer = 1, .opacity = 255}, 1024, 1024, pixels,
               sizeof pixels);
    assert_refused(&file,
                   "the groups need more pixels than the 1048576 that --max-pixels allows "
                   "(frame 0)");

    ase_begin(&file, 1, 1, 32, 3, 0);
    ase_frame(&file, 1);
    for (unsigned i = 0; i < 40; i++)
        ase_layer(&file, VISIBLE, GROUP, i, 0, 255, "deep", 0);
    assert_refused(&file,
                   "there are more than 4096 layers, or groups in 32 others "
                   "(frame 0, the chunk at byte 1068)");
}

/* A group costs what lies in it: 1000 groups of a pixel each on a canvas of a million pixels, some
 * of which are cut off by its sides or lie beyond them. */
static void small_groups_on_a_large_canvas_cost_little(void **state)
{
    enum { SIDE = 1000, GROUPS = 1000 };
    static const uint8_t pixels[2 * 2 * 4] = {1, 1, 1, 255, 1, 1, 1, 255,
                                              1, 1, 1, 255, 1, 1, 1, 255};
    struct ase_file file;
    struct seen_image image;
    struct error err = {.text = ""};
    (void)state;
    ase_begin(&file, SIDE, SIDE, 32, 3, 0);
    ase_frame(&file, 1);
    for (unsigned i = 0; i < GROUPS; i++) {
        ase_layer(&file, VISIBLE, GROUP, 0, 0, i % 2 ? 255 : 128, "group", 0);
        ase_layer(&file, VISIBLE, PIXELS, 1, 0, 255, "one", 0);
    }
    for (unsigned i = 0; i < GROUPS; i++)
        ase_raw(
            &file,
            (struct ase_place){
                .layer = 2 * i + 1, .x = (int)i * 2 - 501, .y = SIDE - 1 - (int)i, .opacity = 255},
            2, 2, pixels, sizeof pixels);
    ase_end(&file);
    if (!read_image(file.made.bytes, file.made.size, &no_layer, &image, &err))
        fail_msg("%s", err.text);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            /* A cel covers rows SIDE - 1 - i and the next one. */
            unsigned expected = 0;
            for (int i = SIDE - y - 1; i <= SIDE - y; i++) {
                const int left = i * 2 - 501;
                if (i >= 0 && i < GROUPS && x >= left && x < left + 2)
                    expected = i % 2 ? 255 : 128;
            }
            assert_int_equal(image.pixels[4 * (SIDE * y + x) + 3], expected);
        }
    seen_image_free(&image);
    ase_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_as_composed),
        cmocka_unit_test(every_truncation_is_told),
        cmocka_unit_test(mutations_do_no_harm),
        cmocka_unit_test(old_palettes_and_their_scale),
        cmocka_unit_test(palettes_grow_and_shrink),
        cmocka_unit_test(what_cannot_be_drawn_is_told),
        cmocka_unit_test(huge_claims_are_refused),
        cmocka_unit_test(small_groups_on_a_large_canvas_cost_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
