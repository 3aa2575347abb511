/*
 * packer.c - sprites on the pages of an atlas
 */

#include "support/cmocka_all.h"

#include "support/packer.h"

#include "support/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sprites ------------------------------------------------------------------------------ */

static uint16_t *samples_at(struct png_image *image, uint32_t x, uint32_t y)
{
    return image->samples + ((size_t)y * image->width + x) * png_channels(image);
}

static void copy_pixel(struct png_image *to, uint32_t to_x, uint32_t to_y,
                       const struct png_image *from, uint32_t x, uint32_t y)
{
    const size_t channels = png_channels(from);
    memcpy(samples_at(to, to_x, to_y), from->samples + ((size_t)y * from->width + x) * channels,
           channels * sizeof *to->samples);
}

/* An image of the same kind, palette and all. */
static void begin_like(struct png_image *image, const struct png_image *model, uint32_t width,
                       uint32_t height)
{
    assert_true((size_t)width * height * png_channels(model) <= PNG_MOST_SAMPLES);
    image->width = width;
    image->height = height;
    image->interlaced = model->interlaced;
    image->format = model->format;
    image->palette_alpha_count = model->palette_alpha_count;
}

static void make_transparent(struct png_image *image, uint32_t x, uint32_t y)
{
    const struct pixel_format *const format = &image->format;
    uint16_t *const pixel = samples_at(image, x, y);
    const unsigned channels = png_channels(image);
    if (channels % 2 == 0)
        pixel[channels - 1] = 0;
    else if (format->has_trns && format->color_type == 3)
        pixel[0] = 0;
    else if (format->has_trns)
        for (unsigned c = 0; c < channels; c++)
            pixel[c] = (uint16_t)(format->trns[c] & ((1u << format->depth) - 1));
}

/* Some columns and rows round it, where the format can; all of an empty one. */
static void clear_border(struct png_image *image, bool empty, uint32_t *state)
{
    const uint32_t left = png_random(state, image->width), top = png_random(state, image->height);
    const uint32_t right = left + 1 + png_random(state, image->width - left);
    const uint32_t bottom = top + 1 + png_random(state, image->height - top);
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            if (empty || x < left || x >= right || y < top || y >= bottom)
                make_transparent(image, x, y);
}

void packer_draw(struct pack *pack, struct png_kind kind, bool has_trns, const uint8_t key[3],
                 const uint32_t size[2], uint32_t *state)
{
    static const struct {
        const char *name;
        uint32_t width, height;
    } wanted[PACKER_SPRITES] = {
        {"walk1.png", 17, 9}, {"dot.png", 1, 1},         {"wide.png", 90, 5}, {"empty.png", 6, 7},
        {"tall.png", 5, 80},  {"walk2.png", 17, 9},      {"twin.png", 17, 9}, {"row.png", 64, 1},
        {"big.png", 67, 66},  {"ui/button.png", 33, 12},
    };
    static struct png_image noise;
    png_fill_random(&noise, PAGE_WIDTH, PAGE_HEIGHT, kind, has_trns, key, state);
    noise.format.palette_alpha[0] = 0;
    pack->count = PACKER_SPRITES;
    for (unsigned i = 0; i < PACKER_SPRITES; i++) {
        struct packed_sprite *const sprite = &pack->sprites[i];
        const uint32_t width = size[0] > 0 ? size[0] : wanted[i].width;
        const uint32_t height = size[1] > 0 ? size[1] : wanted[i].height;
        const uint32_t x0 = png_random(state, PAGE_WIDTH - width + 1);
        const uint32_t y0 = png_random(state, PAGE_HEIGHT - height + 1);
        sprite->name = wanted[i].name;
        sprite->twin = strcmp(sprite->name, "twin.png") == 0 ? 0 : -1;
        sprite->quarters[0] = png_random(state, 5);
        sprite->quarters[1] = png_random(state, 5);
        begin_like(&sprite->image, &noise, width, height);
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
                copy_pixel(&sprite->image, x, y, &noise, x0 + x, y0 + y);
        clear_border(&sprite->image, strcmp(sprite->name, "empty.png") == 0, state);
        if (sprite->twin >= 0)
            sprite->image = pack->sprites[sprite->twin].image;
    }
    for (unsigned i = 0; i < PACKER_PAGES; i++)
        pack->pages[i] = noise;
}

/* ---- Places ------------------------------------------------------------------------------- */

/* At least one pixel is left. */
static void trim(struct packed_sprite *sprite, bool trims)
{
    static const struct solid_rule opaque = {.threshold = 0};
    const struct png_image *const image = &sprite->image;
    uint32_t left = image->width, top = image->height, right = 0, bottom = 0;
    for (uint32_t y = 0; y < image->height; y++) {
        for (uint32_t x = 0; x < image->width; x++) {
            if (trims && !png_pixel_is_solid(image, &opaque, x, y))
                continue;
            left = x < left ? x : left;
            top = y < top ? y : top;
            right = x + 1 > right ? x + 1 : right;
            bottom = y + 1 > bottom ? y + 1 : bottom;
        }
    }
    const bool empty = right == 0;
    sprite->left = empty ? 0 : left;
    sprite->top = empty ? 0 : top;
    sprite->width = empty ? 1 : right - left;
    sprite->height = empty ? 1 : bottom - top;
}

/* The place of the pixel (i, j) of the trimmed sprite, when all is turned by hand: the pixels of
 * its top row become the rightmost column, or those of its left column the bottom row. */
static void put_pixel(struct pack *pack, const struct packed_sprite *sprite, uint32_t i, uint32_t j)
{
    uint32_t x = i, y = j;
    if (sprite->turned && pack->rules.turn == TURN_CLOCKWISE) {
        x = sprite->height - 1 - j;
        y = i;
    } else if (sprite->turned) {
        x = j;
        y = sprite->width - 1 - i;
    }
    copy_pixel(&pack->pages[sprite->page], sprite->x + x, sprite->y + y, &sprite->image,
               sprite->left + i, sprite->top + j);
}

static void put_pixels(struct pack *pack, const struct packed_sprite *sprite)
{
    for (uint32_t j = 0; j < sprite->height; j++)
        for (uint32_t i = 0; i < sprite->width; i++)
            put_pixel(pack, sprite, i, j);
}

/* The place of the next sprite. */
struct shelf {
    unsigned page;
    uint32_t x, y, height;
};

static void put_on_shelf(struct pack *pack, struct packed_sprite *sprite, struct shelf *shelf)
{
    const uint32_t around = 2 * pack->rules.inner;
    const uint32_t width = (sprite->turned ? sprite->height : sprite->width) + around;
    const uint32_t height = (sprite->turned ? sprite->width : sprite->height) + around;
    if (shelf->x + width > PAGE_WIDTH) {
        shelf->y += shelf->height + pack->rules.padding;
        shelf->x = shelf->height = 0;
    }
    if (shelf->y + height > PAGE_HEIGHT)
        *shelf = (struct shelf){.page = shelf->page + 1};
    assert_true(shelf->page < pack->rules.pages);
    sprite->page = shelf->page;
    sprite->x = shelf->x + pack->rules.inner;
    sprite->y = shelf->y + pack->rules.inner;
    shelf->x += width + pack->rules.padding;
    shelf->height = height > shelf->height ? height : shelf->height;
}

static void put_in_grid(const struct pack *pack, struct packed_sprite *sprite, unsigned index)
{
    const struct packer_rules *const rules = &pack->rules;
    sprite->page = 0;
    sprite->x = rules->margin + index % rules->columns * (sprite->width + rules->padding);
    sprite->y = rules->margin + index / rules->columns * (sprite->height + rules->padding);
}

/* A page that is cut into cells holds just those. */
static void fit_page(struct pack *pack)
{
    const struct packer_rules *const rules = &pack->rules;
    const struct packed_sprite *const last = &pack->sprites[pack->count - 1];
    begin_like(&pack->pages[0], &pack->pages[0],
               rules->margin + rules->columns * (last->width + rules->padding) - rules->padding,
               last->y + last->height + rules->margin);
}

void packer_pack(struct pack *pack, const struct packer_rules *rules)
{
    struct shelf shelf = {0};
    pack->rules = *rules;
    for (unsigned i = 0; i < pack->count; i++) {
        struct packed_sprite *const sprite = &pack->sprites[i];
        trim(sprite, rules->trims);
        sprite->turned = rules->turn != TURN_NONE && i % 2 == 0;
        if (rules->columns > 0) {
            put_in_grid(pack, sprite, i);
        } else if (sprite->twin >= 0) {
            const struct packed_sprite *const twin = &pack->sprites[sprite->twin];
            sprite->page = twin->page;
            sprite->x = twin->x;
            sprite->y = twin->y;
            sprite->turned = twin->turned;
        } else {
            put_on_shelf(pack, sprite, &shelf);
        }
    }
    pack->page_count = shelf.page + 1;
    if (rules->columns > 0)
        fit_page(pack);
    for (unsigned i = 0; i < pack->count; i++)
        put_pixels(pack, &pack->sprites[i]);
}

/* ---- Files -------------------------------------------------------------------------------- */

static void write_png(const char *path, const struct png_image *image)
{
    size_t size;
    uint8_t *const png = png_encode(image, &size);
    write_file(path, png, size);
    free(png);
}

void packer_write_alone(const struct pack *pack, const char *folder)
{
    for (unsigned i = 0; i < pack->count; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s/%s", folder, pack->sprites[i].name);
        write_png(path, &pack->sprites[i].image);
    }
}

void packer_write(const struct pack *pack, const struct packer_format *format)
{
    for (unsigned i = 0; i < pack->page_count; i++) {
        char path[20];
        snprintf(path, sizeof path, "page%u.png", i);
        write_png(path, &pack->pages[i]);
    }
    if (format->write != NULL)
        format->write(pack, format->file);
}
