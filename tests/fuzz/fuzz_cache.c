/*
 * fuzz_cache.c - a cache file may be anything, and so may the products in it
 *
 * A product that unpacking accepts can be packed again and is then the same; packs and documents
 * can be written of it, whether or not they are right.
 */
#include "bake/cache.h"
#include "bake/cache_product.h"
#include "formats/document.h"
#include "formats/pack.h"
#include "formats/written.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static bool discard(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

enum { PIXELS_MAX = 1 << 22 };

/* Documents are drawn out in full. */
static bool is_small(const struct model *model)
{
    uint64_t pixels = 0;
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].mask != MODEL_NONE) {
            const struct mask *const mask = &model->masks[model->sprites[i].mask];
            pixels += (uint64_t)mask->width * mask->height;
            if (pixels > PIXELS_MAX)
                return false;
        }
    return true;
}

static void write_all(struct product *product)
{
    static struct sink sink;
    struct model model = {0};
    struct model_cursor cursor = {0};
    struct error err;
    product_pour(product, &model);
    model_sort(&model);
    if (!model_next_fault(&model, &cursor, &err) && is_small(&model)) {
        sink_init(&sink, discard, NULL);
        document_write(&model, JSON_MASK_ROWS, &sink);
        REQUIRE(sink_flush(&sink, &err));
        sink_init(&sink, discard, NULL);
        pack_write(&model, 1, &sink);
        REQUIRE(sink_flush(&sink, &err));
    }
    model_free(&model);
}

static void unpack_content(const uint8_t *data, size_t size)
{
    struct product product = {0}, again = {0};
    struct text packed = {0}, repacked = {0};
    if (product_unpack_content((struct bytes){.next = data, .left = size}, &product)) {
        product_pack_content(&product, &packed);
        REQUIRE(product_unpack_content(
            (struct bytes){.next = (const uint8_t *)packed.bytes, .left = packed.length}, &again));
        product_pack_content(&again, &repacked);
        REQUIRE(packed.length == repacked.length);
        REQUIRE(memcmp(packed.bytes, repacked.bytes, packed.length) == 0);
        write_all(&product);
    }
    product_free(&product);
    product_free(&again);
    text_free(&packed);
    text_free(&repacked);
}

static void unpack_facts(struct bytes bytes)
{
    struct product product = {0};
    product_unpack_facts(bytes, &product);
    product_free(&product);
}

static void open_file(const uint8_t *data, size_t size)
{
    struct cache cache;
    struct error err;
    if (cache_open(&cache, fuzz_file(data, size), &err))
        for (size_t i = 0; i < cache.file.count; i++) {
            struct product product = {0};
            if (cache_file_read_at(&cache.file, i, &product))
                write_all(&product);
            product_free(&product);
        }
    cache_free(&cache);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    open_file(data, size);
    unpack_facts((struct bytes){.next = data, .left = size});
    unpack_content(data, size);
    return 0;
}
