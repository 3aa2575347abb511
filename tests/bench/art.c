/*
 * art.c - looks for PNGs in the folders of games, and draws shapes
 */
#include "art.h"

#include "base/memory.h"
#include "bench.h"
#include "picture/png_file.h"
#include "support/planes.h"
#include "system/reader.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ------------------------------------------------------------------------------ */

static const struct source {
    const char *name, *package;
    const char *folders[3];
} sources[ART_SOURCES] = {
    [ART_SAMPLES] = {"samples", NULL, {"samples/sprites"}},
    [ART_SUPERTUX] = {"supertux",
                      "supertux-data",
                      {"/usr/share/games/supertux2", "/usr/share/supertux2"}},
    [ART_WESNOTH] = {"wesnoth units",
                     "wesnoth-1.16-data",
                     {"/usr/share/games/wesnoth/1.16/data/core/images/units",
                      "/usr/share/games/wesnoth/1.18/data/core/images/units"}},
    [ART_PINGUS] = {"pingus", "pingus-data", {"/usr/share/games/pingus", "/usr/share/pingus"}},
};

const char *art_name(enum art_source source)
{
    return sources[source].name;
}

const char *art_package(enum art_source source)
{
    return sources[source].package;
}

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The size that the header of a PNG gives; false for what is none. */
static bool read_size(const char *path, uint32_t *width, uint32_t *height)
{
    unsigned char header[24];
    FILE *const file = fopen(path, "rb");
    const bool whole = file != NULL && fread(header, 1, sizeof header, file) == sizeof header;
    if (file != NULL)
        fclose(file);
    if (!whole || !png_begins(header, 8))
        return false;
    *width = big_endian(header + 16);
    *height = big_endian(header + 20);
    return true;
}

/* nftw has no place for a context. */
static struct art *walked;

static int visit(const char *path, const struct stat *status, int type, struct FTW *place)
{
    const size_t length = strlen(path);
    struct art_file file;
    (void)status;
    (void)place;
    if (type != FTW_F || length < 4 || strcmp(path + length - 4, ".png") != 0 ||
        !read_size(path, &file.width, &file.height))
        return 0;
    struct art_file *const grown =
        array_reserve(walked->files, walked->count + 1, &walked->capacity, sizeof *grown);
    if (grown == NULL)
        die("out of memory");
    walked->files = grown;
    file.path = must_allocate(NULL, length, 1);
    memcpy(file.path, path, length + 1);
    walked->files[walked->count++] = file;
    return 0;
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const struct art_file *)a)->path, ((const struct art_file *)b)->path);
}

bool art_collect_below(const char *root, struct art *art)
{
    *art = (struct art){.root = root};
    walked = art;
    nftw(root, visit, 16, FTW_PHYS);
    if (art->count > 1)
        qsort(art->files, art->count, sizeof *art->files, compare_files);
    return art->count > 0;
}

bool art_collect(enum art_source source, struct art *art)
{
    bool found = false;
    *art = (struct art){0};
    for (size_t i = 0; i < 3 && !found && sources[source].folders[i] != NULL; i++)
        found = art_collect_below(sources[source].folders[i], art);
    return found;
}

void art_free(struct art *art)
{
    for (size_t i = 0; i < art->count; i++)
        free(art->files[i].path);
    free(art->files);
    *art = (struct art){0};
}

uint32_t art_size(const struct art_file *file)
{
    return file->width > file->height ? file->width : file->height;
}

static bool is_of_class(const struct art_file *file, uint32_t above, uint32_t most)
{
    return art_size(file) > above && art_size(file) <= most;
}

const struct art_file **art_choose(const struct art *art, uint32_t above, uint32_t most,
                                   size_t *count)
{
    enum { MOST_PIXELS = 12000000, QUICK_PIXELS = 1000000 };
    const struct art_file **const chosen =
        must_allocate(NULL, art->count + 1, sizeof(const struct art_file *));
    uint64_t pixels = 0, before = 0;
    for (size_t i = 0; i < art->count; i++)
        if (is_of_class(&art->files[i], above, most))
            pixels += (uint64_t)art->files[i].width * art->files[i].height;
    const uint64_t every = pixels / (is_quick() ? QUICK_PIXELS : MOST_PIXELS) + 1;
    *count = 0;
    for (size_t i = 0; i < art->count; i++)
        if (is_of_class(&art->files[i], above, most) && before++ % every == 0)
            chosen[(*count)++] = &art->files[i];
    return chosen;
}

bool art_decode(const char *path, struct bitmap *out)
{
    const struct solid_rule rule = {.threshold = 0};
    struct decoded picture;
    struct reader reader;
    struct error err;
    if (!reader_open(&reader, path, &err))
        return false;
    const bool ok = decode_alone(&reader, &rule, (struct planes_limits){.max_pixels = UINT32_MAX},
                                 &picture, &err);
    reader_close(&reader);
    if (ok)
        *out = picture.solid;
    return ok;
}

/* ---- Shapes ----------------------------------------------------------------------------- */

static const char *const shape_names[SHAPES] = {"disc", "blob", "C", "diagonal"};

const char *shape_name(enum shape shape)
{
    return shape_names[shape];
}

/* Sets the pixels whose centre lies in a ring; all numbers in half pixels. */
static void draw_ring(struct bitmap *bitmap, int64_t cx, int64_t cy, int64_t inner, int64_t outer)
{
    for (uint32_t y = 0; y < bitmap->height; y++) {
        for (uint32_t x = 0; x < bitmap->width; x++) {
            const int64_t rx = 2 * (int64_t)x + 1 - cx, ry = 2 * (int64_t)y + 1 - cy;
            const int64_t distance = rx * rx + ry * ry;
            if (distance >= inner * inner && distance <= outer * outer)
                bitmap_set(bitmap, x, y);
        }
    }
}

/* A disc in the middle and smaller ones anywhere. */
static void draw_blob(struct bitmap *bitmap, uint32_t size, uint64_t *random)
{
    draw_ring(bitmap, size, size, 0, size * 2 / 3);
    for (int i = 0; i < 6; i++) {
        const uint32_t radius = size / 6 + random_below(random, size / 3);
        const uint32_t span = 2 * (size - radius) + 1;
        draw_ring(bitmap, radius + random_below(random, span), radius + random_below(random, span),
                  0, radius);
    }
}

/* A ring, open to the right. */
static void draw_c(struct bitmap *bitmap, uint32_t size)
{
    const uint32_t gap = size / 4;
    draw_ring(bitmap, size, size, size * 6 / 10, size);
    for (uint32_t y = (size - gap) / 2; y < (size + gap) / 2; y++)
        for (uint32_t x = size / 2; x < size; x++)
            bitmap_row(bitmap, y)[x / 64] &= ~(UINT64_C(1) << (x % 64));
}

static void draw_diagonal(struct bitmap *bitmap, uint32_t size, bool rising)
{
    const uint32_t thickness = size / 32 + 1;
    for (uint32_t y = 0; y < size; y++)
        for (uint32_t x = y; x < size && x < y + thickness; x++)
            bitmap_set(bitmap, rising ? size - 1 - x : x, y);
}

void shape_draw(enum shape shape, uint32_t size, uint64_t *random, struct bitmap *out)
{
    size -= random_below(random, size / 8 + 1);
    if (!bitmap_init(out, size, size))
        die("out of memory");
    switch (shape) {
    case SHAPE_DISC:
        draw_ring(out, size, size, 0, size);
        break;
    case SHAPE_BLOB:
        draw_blob(out, size, random);
        break;
    case SHAPE_C:
        draw_c(out, size);
        break;
    case SHAPE_DIAGONAL:
        draw_diagonal(out, size, random_below(random, 2) == 1);
        break;
    case SHAPES:
        break;
    }
}
