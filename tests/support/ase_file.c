/*
 * ase_file.c - .aseprite files for tests
 */
#include "support/ase_file.h"

#include "support/require.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_numbers(struct ase_file *file, unsigned size, uint32_t number)
{
    made_put_low(&file->made, size, number);
}

static void patch(struct ase_file *file, size_t at, unsigned size, uint32_t number)
{
    for (unsigned i = 0; i < size; i++)
        file->made.bytes[at + i] = (uint8_t)(number >> 8 * i);
}

static void put_zeros(struct ase_file *file, size_t size)
{
    while (size-- > 0)
        put_numbers(file, 1, 0);
}

static void put_string(struct ase_file *file, const char *string)
{
    put_numbers(file, 2, (uint32_t)strlen(string));
    made_put(&file->made, string, strlen(string));
}

static void end_chunk(struct ase_file *file)
{
    if (file->chunk > 0)
        patch(file, file->chunk, 4, (uint32_t)(file->made.size - file->chunk));
    file->chunk = 0;
}

static void begin_chunk(struct ase_file *file, unsigned type)
{
    end_chunk(file);
    file->chunk = file->made.size;
    file->chunks++;
    put_numbers(file, 4, 0);
    put_numbers(file, 2, type);
}

static void end_frame(struct ase_file *file)
{
    end_chunk(file);
    if (file->frame == 0)
        return;
    patch(file, file->frame, 4, (uint32_t)(file->made.size - file->frame));
    patch(file, file->frame + 6, 2, file->chunks < 0xffff ? file->chunks : 0xffff);
    /* The new count is there in every second frame. */
    patch(file, file->frame + 12, 4, file->frames % 2 ? file->chunks : 0);
}

void ase_begin(struct ase_file *file, unsigned width, unsigned height, unsigned bits,
               unsigned flags, unsigned transparent)
{
    *file = (struct ase_file){0};
    put_zeros(file, 128);
    patch(file, 4, 2, 0xa5e0);
    patch(file, 8, 2, width);
    patch(file, 10, 2, height);
    patch(file, 12, 2, bits);
    patch(file, 14, 4, flags);
    patch(file, 18, 2, 70);
    patch(file, 28, 1, transparent);
}

void ase_frame(struct ase_file *file, unsigned duration)
{
    end_frame(file);
    file->frame = file->made.size;
    file->frames++;
    file->chunks = 0;
    put_zeros(file, 4);
    put_numbers(file, 2, 0xf1fa);
    put_numbers(file, 2, 0);
    put_numbers(file, 2, duration);
    put_zeros(file, 6);
}

void ase_layer(struct ase_file *file, unsigned flags, unsigned type, unsigned level, unsigned blend,
               unsigned opacity, const char *name, unsigned tileset)
{
    begin_chunk(file, 0x2004);
    put_numbers(file, 2, flags);
    put_numbers(file, 2, type);
    put_numbers(file, 2, level);
    put_zeros(file, 4);
    put_numbers(file, 2, blend);
    put_numbers(file, 1, opacity);
    put_zeros(file, 3);
    put_string(file, name);
    if (type == 2)
        put_numbers(file, 4, tileset);
}

static void begin_cel(struct ase_file *file, struct ase_place at, unsigned type)
{
    begin_chunk(file, 0x2005);
    put_numbers(file, 2, at.layer);
    put_numbers(file, 2, (uint32_t)at.x);
    put_numbers(file, 2, (uint32_t)at.y);
    put_numbers(file, 1, at.opacity);
    put_numbers(file, 2, type);
    put_numbers(file, 2, (uint32_t)at.z);
    put_zeros(file, 5);
}

static void put_compressed(struct ase_file *file, const void *bytes, size_t size)
{
    uLongf packed = compressBound(size);
    uint8_t *const out = malloc(packed);
    REQUIRE(out != NULL && compress(out, &packed, bytes, size) == Z_OK);
    made_put(&file->made, out, packed);
    free(out);
}

void ase_raw(struct ase_file *file, struct ase_place at, unsigned width, unsigned height,
             const uint8_t *pixels, size_t size)
{
    begin_cel(file, at, 0);
    put_numbers(file, 2, width);
    put_numbers(file, 2, height);
    made_put(&file->made, pixels, size);
}

void ase_pixels(struct ase_file *file, struct ase_place at, unsigned width, unsigned height,
                const uint8_t *pixels, size_t size)
{
    begin_cel(file, at, 2);
    put_numbers(file, 2, width);
    put_numbers(file, 2, height);
    put_compressed(file, pixels, size);
}

void ase_link(struct ase_file *file, struct ase_place at, unsigned frame)
{
    begin_cel(file, at, 1);
    put_numbers(file, 2, frame);
}

void ase_tiles(struct ase_file *file, struct ase_place at, unsigned width, unsigned height,
               const uint32_t *tiles)
{
    uint8_t *const bytes = calloc((size_t)width * height + 1, 4);
    REQUIRE(bytes != NULL);
    for (size_t i = 0; i < (size_t)width * height * 4; i++)
        bytes[i] = (uint8_t)(tiles[i / 4] >> i % 4 * 8);
    begin_cel(file, at, 3);
    put_numbers(file, 2, width);
    put_numbers(file, 2, height);
    put_numbers(file, 2, 32);
    put_numbers(file, 4, 0x1fffffff);
    put_numbers(file, 4, 0x80000000);
    put_numbers(file, 4, 0x40000000);
    put_numbers(file, 4, 0x20000000);
    put_zeros(file, 10);
    put_compressed(file, bytes, (size_t)width * height * 4);
    free(bytes);
}

void ase_tileset(struct ase_file *file, unsigned id, unsigned flags, unsigned count, unsigned width,
                 unsigned height, const uint8_t *pixels, size_t size)
{
    begin_chunk(file, 0x2023);
    put_numbers(file, 4, id);
    put_numbers(file, 4, flags);
    put_numbers(file, 4, count);
    put_numbers(file, 2, width);
    put_numbers(file, 2, height);
    put_numbers(file, 2, 1);
    put_zeros(file, 14);
    put_string(file, "tiles");
    if (flags & 1)
        put_zeros(file, 8);
    if (!(flags & 2))
        return;
    const size_t at = file->made.size;
    put_zeros(file, 4);
    put_compressed(file, pixels, size);
    patch(file, at, 4, (uint32_t)(file->made.size - at - 4));
}

void ase_palette(struct ase_file *file, unsigned size, unsigned from, unsigned to,
                 const uint8_t (*colors)[4])
{
    begin_chunk(file, 0x2019);
    put_numbers(file, 4, size);
    put_numbers(file, 4, from);
    put_numbers(file, 4, to);
    put_zeros(file, 8);
    for (unsigned i = from; i <= to; i++) {
        put_numbers(file, 2, i % 3 == 0);
        made_put(&file->made, colors[i - from], 4);
        if (i % 3 == 0)
            put_string(file, "a colour");
    }
}

void ase_old_palette(struct ase_file *file, unsigned type, unsigned skipped, unsigned count,
                     const uint8_t (*colors)[4])
{
    begin_chunk(file, type);
    put_numbers(file, 2, 1);
    put_numbers(file, 1, skipped);
    put_numbers(file, 1, count);
    for (unsigned i = 0; i < count; i++)
        made_put(&file->made, colors[i], 3);
}

void ase_tags(struct ase_file *file, const struct ase_tag *tags, unsigned count)
{
    begin_chunk(file, 0x2018);
    put_numbers(file, 2, count);
    put_zeros(file, 8);
    for (unsigned i = 0; i < count; i++) {
        put_numbers(file, 2, tags[i].from);
        put_numbers(file, 2, tags[i].to);
        put_numbers(file, 1, tags[i].direction);
        put_numbers(file, 2, tags[i].repeat);
        put_zeros(file, 10);
        put_string(file, tags[i].name);
    }
}

void ase_slice(struct ase_file *file, const char *name, bool nine, bool pivots,
               const int32_t (*keys)[7], unsigned count)
{
    begin_chunk(file, 0x2022);
    put_numbers(file, 4, count);
    put_numbers(file, 4, (nine ? 1u : 0u) | (pivots ? 2u : 0u));
    put_zeros(file, 4);
    put_string(file, name);
    for (unsigned i = 0; i < count; i++) {
        for (int k = 0; k < 5; k++)
            put_numbers(file, 4, (uint32_t)keys[i][k]);
        for (uint32_t k = 0; nine && k < 4; k++)
            put_numbers(file, 4, k);
        for (int k = 5; pivots && k < 7; k++)
            put_numbers(file, 4, (uint32_t)keys[i][k]);
    }
}

void ase_user_data(struct ase_file *file, const char *text)
{
    begin_chunk(file, 0x2020);
    put_numbers(file, 4, 1);
    put_string(file, text);
}

void ase_colored_data(struct ase_file *file, const char *text, const uint8_t color[4])
{
    begin_chunk(file, 0x2020);
    put_numbers(file, 4, text != NULL ? 3 : 2);
    if (text != NULL)
        put_string(file, text);
    made_put(&file->made, color, 4);
}

void ase_other_chunk(struct ase_file *file, unsigned type, size_t size)
{
    begin_chunk(file, type);
    put_zeros(file, size);
}

void ase_end(struct ase_file *file)
{
    end_frame(file);
    patch(file, 0, 4, (uint32_t)file->made.size);
    patch(file, 6, 2, file->frames);
}

void ase_free(struct ase_file *file)
{
    made_free(&file->made);
    *file = (struct ase_file){0};
}
