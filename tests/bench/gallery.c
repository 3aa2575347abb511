/*
 * gallery.c - from bitmaps to a pack in memory, through the baker's own parts
 */
#include "gallery.h"

#include "base/memory.h"
#include "base/sink.h"
#include "base/text.h"
#include "bench.h"
#include "cpu.h"
#include "formats/pack.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

void gallery_add(struct gallery *gallery, struct bitmap *bitmap)
{
    struct bitmap *const grown =
        array_reserve(gallery->bitmaps, gallery->count + 1, &gallery->capacity, sizeof *grown);
    if (grown == NULL)
        die("out of memory");
    gallery->bitmaps = grown;
    gallery->bitmaps[gallery->count++] = *bitmap;
    *bitmap = (struct bitmap){0};
}

void gallery_add_shape(struct gallery *gallery, enum shape shape, uint32_t size, uint64_t *random)
{
    struct bitmap bitmap;
    shape_draw(shape, size, random, &bitmap);
    gallery_add(gallery, &bitmap);
}

/* Digits enough to sort by name as by number. */
void gallery_name(size_t i, char name[GALLERY_NAME])
{
    snprintf(name, GALLERY_NAME, "sprites/characters/%08u.png", (unsigned)i);
}

static void add_sprite(struct model *model, const struct bitmap *bitmap, size_t i,
                       const struct points_rule *rule)
{
    char name[GALLERY_NAME];
    gallery_name(i, name);
    struct model_sprite sprite = {
        .name = name,
        .source = name,
        .origin = name,
        .region = {0, 0, bitmap->width, bitmap->height},
        .width = bitmap->width,
        .height = bitmap->height,
        .pivot_x = model_centre(bitmap->width),
        .pivot_y = model_centre(bitmap->height),
    };
    struct mask mask;
    struct points points = {0};
    struct error err;
    if (!mask_from_bitmap(bitmap, &mask, &err) ||
        !points_make(rule, &mask, bitmap->width, bitmap->height, &points, &err))
        die("cannot bake: %s", err.text);
    model_add(model, &sprite, &mask, &points);
}

static bool keep_bytes(void *user, const void *bytes, size_t size)
{
    struct text *const text = user;
    text_add(text, bytes, size);
    return true;
}

static void write_pack(struct gallery *gallery, struct model *model)
{
    struct text text = {0};
    struct sink sink;
    struct error err;
    sink_init(&sink, keep_bytes, &text);
    model_sort(model);
    pack_write(model, 1, &sink);
    if (!sink_flush(&sink, &err))
        die("cannot bake: %s", err.text);
    gallery->bytes = (uint8_t *)text.bytes;
    gallery->size = text.length;
}

static const char *const level_names[CPU_LEVELS] = {
    [CPU_PORTABLE] = "portable", [CPU_SSE2] = "sse2", [CPU_AVX2] = "avx2",
    [CPU_AVX512] = "avx512",     [CPU_NEON] = "neon",
};

/* BENCH_LEVEL asks for a lower one than the best. */
static uint32_t chosen_level(uint32_t best)
{
    const char *const wanted = getenv("BENCH_LEVEL");
    for (uint32_t level = 0; wanted != NULL && level < best; level++)
        if (strcmp(level_names[level], wanted) == 0)
            return level;
    return best;
}

const char *gallery_instructions(const struct gallery *gallery)
{
    return level_names[gallery->pack.cpu];
}

static void open_pack(struct gallery *gallery)
{
    hm_result result = hm_pack_open(&gallery->pack, gallery->bytes, gallery->size);
    gallery->pack.cpu = chosen_level(gallery->pack.cpu);
    if (result == HM_OK)
        result = hm_pack_verify(&gallery->pack);
    if (result != HM_OK || hm_pack_count(&gallery->pack) != gallery->count)
        die("a pack just baked is wrong: %s", hm_result_text(result));
    gallery->sprites = must_allocate(NULL, gallery->count, sizeof *gallery->sprites);
    for (size_t i = 0; i < gallery->count; i++)
        hm_pack_sprite(&gallery->pack, (uint32_t)i, &gallery->sprites[i]);
}

void gallery_bake_by(struct gallery *gallery, const struct points_rule *rule)
{
    struct model model = {0};
    for (size_t i = 0; i < gallery->count; i++)
        add_sprite(&model, &gallery->bitmaps[i], i, rule);
    write_pack(gallery, &model);
    model_free(&model);
    open_pack(gallery);
}

void gallery_bake(struct gallery *gallery, bool with_points)
{
    gallery_bake_by(gallery, &(struct points_rule){.wanted = with_points, .cell = 1, .prune = 1});
}

void gallery_free(struct gallery *gallery)
{
    for (size_t i = 0; i < gallery->count; i++)
        bitmap_free(&gallery->bitmaps[i]);
    free(gallery->bitmaps);
    free(gallery->bytes);
    free(gallery->sprites);
    *gallery = (struct gallery){0};
}
