/*
 * tree.c - draws shapes into PNGs, many to a folder
 */
#include "tree.h"

#include "art.h"
#include "bench.h"

#include <ftw.h>
#include <limits.h>
#include <spng.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FOLDER = 500, LARGEST = 40, SMALLEST = 12 };

/* Grey and alpha, with some grey so that it does not pack to nothing. */
static size_t fill_image(const struct bitmap *bitmap, uint8_t *image)
{
    size_t size = 0;
    for (uint32_t y = 0; y < bitmap->height; y++) {
        for (uint32_t x = 0; x < bitmap->width; x++) {
            image[size++] = (uint8_t)(x * 7 + y * 5);
            image[size++] = bitmap_get(bitmap, x, y) ? 255 : 0;
        }
    }
    return size;
}

static void write_png(const char *path, const struct bitmap *bitmap)
{
    uint8_t image[LARGEST * LARGEST * 2];
    struct spng_ihdr header = {
        .width = bitmap->width, .height = bitmap->height, .bit_depth = 8, .color_type = 4};
    FILE *const file = fopen(path, "wb");
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    const size_t size = fill_image(bitmap, image);
    if (file == NULL || png == NULL || spng_set_png_file(png, file) != 0 ||
        spng_set_ihdr(png, &header) != 0 ||
        spng_encode_image(png, image, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE) != 0)
        die("cannot write %s", path);
    spng_ctx_free(png);
    if (fclose(file) != 0)
        die("cannot write %s", path);
}

void tree_make(const char *root, size_t count)
{
    uint64_t random = 1;
    for (size_t i = 0; i < count; i++) {
        char path[PATH_MAX];
        struct bitmap bitmap;
        snprintf(path, sizeof path, "%s/%03zu", root, i / FOLDER);
        if (i % FOLDER == 0 && mkdir(path, 0777) != 0)
            die("cannot make %s", path);
        snprintf(path, sizeof path, "%s/%03zu/sprite_%05zu.png", root, i / FOLDER, i);
        shape_draw((enum shape)(i % SHAPES), SMALLEST + random_below(&random, LARGEST - SMALLEST),
                   &random, &bitmap);
        write_png(path, &bitmap);
        bitmap_free(&bitmap);
    }
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

void tree_remove(const char *root)
{
    nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
