/*
 * rgba_art.c - the peer of a bake
 */
#include "rgba_art.h"

#include "bench.h"

#include <fcntl.h>
#include <spng.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep_at_least(uint8_t **bytes, size_t *capacity, size_t size)
{
    if (*capacity >= size)
        return;
    *bytes = must_allocate(*bytes, size, 1);
    *capacity = size;
}

static size_t read_whole(struct rgba_art *rgba, int descriptor)
{
    struct stat status;
    size_t used = 0;
    ssize_t got = 1;
    if (fstat(descriptor, &status) != 0)
        die("cannot stat a file that is open");
    keep_at_least(&rgba->file, &rgba->file_capacity, (size_t)status.st_size);
    while (used < (size_t)status.st_size && got > 0) {
        got = read(descriptor, rgba->file + used, (size_t)status.st_size - used);
        used += got > 0 ? (size_t)got : 0;
    }
    return used;
}

static void decode(struct rgba_art *rgba, size_t size)
{
    spng_ctx *const png = spng_ctx_new(0);
    size_t image_size = 0;
    if (png == NULL || spng_set_png_buffer(png, rgba->file, size) != 0 ||
        spng_decoded_image_size(png, SPNG_FMT_RGBA8, &image_size) != 0)
        die("libspng cannot begin to decode");
    keep_at_least(&rgba->image, &rgba->image_capacity, image_size);
    if (spng_decode_image(png, rgba->image, image_size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS) != 0)
        die("libspng cannot decode");
    spng_ctx_free(png);
}

void rgba_art_decode(struct rgba_art *rgba, int descriptor)
{
    decode(rgba, read_whole(rgba, descriptor));
}

void rgba_art_decode_file(struct rgba_art *rgba, const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        die("cannot open %s", path);
    rgba_art_decode(rgba, descriptor);
    close(descriptor);
}

void rgba_art_free(struct rgba_art *rgba)
{
    free(rgba->file);
    free(rgba->image);
    *rgba = (struct rgba_art){0};
}
