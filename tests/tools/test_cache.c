/*
 * test_cache.c - products come back as they were, and a cache that is damaged does no harm
 *
 * Every test works in a new, empty folder, which is the current one.
 */

#include "support/cmocka_all.h"

#include "bake/cache_product.h"
#include "commands/command.h"
#include "format.h"
#include "formats/pack.h"
#include "formats/written.h"
#include "support/files.h"
#include "support/fuzz_seed.h"
#include "support/model_support.h"
#include "support/png.h"

#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int clean_up(void **state)
{
    static const char *const files[] = {"a.png", "b.png", "c.png", "cache", "out.hmk"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return leave_empty_folder();
}

/* ---- Products as bytes -------------------------------------------------------------------- */

static const struct points_rule OUTLINE = {.wanted = true, .cell = 1, .prune = 1};
static const struct points_rule ARTICLE = {
    .wanted = true, .map_width = 3, .map_height = 3, .prune = 1, .drop_border = true};

static void add_sprite(struct product *product, const char *name, const char *layer,
                       const char *picture, const struct points_rule *rule)
{
    struct mask mask;
    struct points points;
    struct model_sprite sprite = sprite_draw(name, picture, rule, &mask, &points);
    sprite.layer = layer;
    sprite.data = layer != NULL ? "damage=10\nlayer" : NULL;
    sprite.region[0] = 1;
    sprite.region[1] = 2;
    sprite.pivot_x = -3;
    sprite.pivot_y = (int64_t)5 << 32;
    sprite.warnings = mask.area == 0 ? WARNING_EMPTY : WARNING_KEY_NEAR;
    product_add(product, &sprite, &mask, &points);
}

static void add_animation(struct product *product)
{
    const struct model_animation animation = {
        .name = "turning",
        .origin = "art/sheet.json",
        .frames = (const char *[]){"a ring", "full", "a ring"},
        .durations = (uint32_t[]){0, 100, 200},
        .count = 3,
    };
    product_add_animation(product, &animation);
}

/* One sprite of every kind, an animation, two files and two warnings. */
static void make_product(struct product *product)
{
    const struct fingerprint first = {{FILE_REGULAR, 1, 2, 3, -4, 5}, true, {6, 7}};
    const struct fingerprint second = {
        {FILE_REGULAR, 8, UINT64_MAX, 10, 11, INT64_MIN}, false, {13, 14}};
    *product = (struct product){.is_document = true, .options = "{\"cell\":2}"};
    add_sprite(product, "a ring", NULL, "####\n#..#\n####\n", &OUTLINE);
    add_sprite(product, "full", "a layer", "##\n##\n", NULL);
    add_sprite(product, "empty", NULL, "...\n...\n", &OUTLINE);
    add_sprite(product, "article", "b", "###\n###\n##.\n", &ARTICLE);
    add_sprite(product, "the same ring", NULL, "####\n#..#\n####\n", &OUTLINE);
    add_animation(product);
    product_add_file(product, "art/sheet.png", &first);
    product_add_file(product, "art/sheet_mask.png", &second);
    diagnostics_add_warning(&product->diagnostics, "art/sheet.png", "empty", "no pixel is solid");
    diagnostics_add_warning_at(&product->diagnostics, NULL, 4, 7, "key-near", "3 pixels");
}

static void assert_same_string(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a != NULL)
        assert_string_equal(a, b);
}

static void assert_same_sprite(const struct product *a, const struct product *b, size_t index)
{
    const struct model_sprite *const p = &a->content.sprites[index];
    const struct model_sprite *const q = &b->content.sprites[index];
    assert_string_equal(p->name, q->name);
    assert_string_equal(p->source, q->source);
    assert_string_equal(p->origin, q->origin);
    assert_same_string(p->layer, q->layer);
    assert_same_string(p->data, q->data);
    assert_memory_equal(p->region, q->region, sizeof p->region);
    assert_int_equal(p->width, q->width);
    assert_int_equal(p->height, q->height);
    assert_true(p->pivot_x == q->pivot_x && p->pivot_y == q->pivot_y);
    assert_int_equal(p->warnings, q->warnings);
    assert_int_equal(p->left, q->left);
    assert_int_equal(p->top, q->top);
    assert_int_equal(p->mask, q->mask);
    assert_int_equal(p->list, q->list);
    if (p->mask != MODEL_NONE)
        assert_true(model_same_mask(&a->content.masks[p->mask], &b->content.masks[q->mask]));
    if (p->list != MODEL_NONE)
        assert_true(model_same_list(&a->content.lists[p->list], &b->content.lists[q->list]));
}

static void assert_same_animation(const struct model_animation *a, const struct model_animation *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->origin, b->origin);
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_string_equal(a->frames[i], b->frames[i]);
        assert_int_equal(a->durations[i], b->durations[i]);
    }
}

static void assert_same_finding(const struct diagnostic *a, const struct diagnostic *b)
{
    assert_same_string(a->path, b->path);
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->text, b->text);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->column, b->column);
}

static void assert_same_file(const struct product_file *a, const struct product_file *b)
{
    assert_string_equal(a->path, b->path);
    assert_true(b->fingerprinted);
    assert_true(file_facts_equal(&a->fingerprint.facts, &b->fingerprint.facts));
    assert_true(digest_equal(a->fingerprint.content, b->fingerprint.content));
    assert_int_equal(a->fingerprint.settled, b->fingerprint.settled);
}

static struct bytes bytes_of(const struct text *text)
{
    return (struct bytes){.next = (const uint8_t *)text->bytes, .left = text->length};
}

static void a_product_comes_back_as_it_was(void **state)
{
    struct product product, back = {0};
    struct text facts = {0}, sprites = {0};
    (void)state;
    make_product(&product);
    product_pack_facts(&product, INT64_MAX, &facts);
    product_pack_content(&product, &sprites);
    fuzz_seed("cache", facts.bytes, facts.length);
    fuzz_seed("cache", sprites.bytes, sprites.length);
    assert_true(product_unpack_facts(bytes_of(&facts), &back));
    assert_true(product_unpack_content(bytes_of(&sprites), &back));
    assert_int_equal(back.content.sprite_count, 5);
    assert_int_equal(back.content.mask_count, 3);
    assert_int_equal(back.content.list_count, 3);
    assert_int_equal(back.file_count, 2);
    assert_int_equal(back.diagnostics.count, 2);
    assert_int_equal(back.diagnostics.errors, 0);
    assert_true(back.is_document);
    assert_string_equal(back.options, product.options);
    assert_int_equal(back.content.animation_count, 1);
    assert_same_animation(&product.content.animations[0], &back.content.animations[0]);
    for (size_t i = 0; i < 5; i++)
        assert_same_sprite(&product, &back, i);
    for (size_t i = 0; i < 2; i++) {
        assert_same_file(&product.files[i], &back.files[i]);
        assert_same_finding(&product.diagnostics.items[i], &back.diagnostics.items[i]);
    }
    product_free(&product);
    product_free(&back);
    text_free(&facts);
    text_free(&sprites);
}

/* Products that were accepted make a valid pack, unless they have a fault that every bake looks
 * for.
 */
static void use(struct product *product)
{
    struct model model = {0};
    struct model_cursor cursor = {0};
    struct text bytes = {0};
    struct sink sink;
    struct error err;
    hm_pack pack;
    sink_init_text(&sink, &bytes);
    product_pour(product, &model);
    model_sort(&model);
    if (!model_next_fault(&model, &cursor, &err)) {
        pack_write(&model, 1, &sink);
        assert_true(sink_flush(&sink, &err));
        assert_int_equal(hm_pack_open(&pack, bytes.bytes, bytes.length), HM_OK);
        assert_int_equal(hm_pack_verify(&pack), HM_OK);
    }
    text_free(&bytes);
    model_free(&model);
}

/* Unpacks from memory of the exact size, where a sanitizer sees its ends. */
static bool unpack(const void *bytes, size_t size, bool facts)
{
    uint8_t *const exact = malloc(size);
    struct product product = {0};
    assert_true(exact != NULL || size == 0);
    if (size > 0)
        memcpy(exact, bytes, size);
    const struct bytes all = {.next = exact, .left = size};
    const bool ok =
        facts ? product_unpack_facts(all, &product) : product_unpack_content(all, &product);
    if (ok)
        use(&product);
    product_free(&product);
    free(exact);
    return ok;
}

static void bytes_that_are_no_product_do_no_harm(void **state)
{
    static const uint8_t changes[] = {0x01, 0x40, 0x80, 0xff};
    struct product product;
    struct text packed[2] = {{0}, {0}};
    (void)state;
    make_product(&product);
    product_pack_content(&product, &packed[false]);
    product_pack_facts(&product, INT64_MAX, &packed[true]);
    product_free(&product);
    for (int facts = 0; facts < 2; facts++) {
        struct text *const text = &packed[facts];
        assert_true(unpack(text->bytes, text->length, facts));
        for (size_t size = 0; size < text->length; size++)
            assert_false(unpack(text->bytes, size, facts));
        for (size_t i = 0; i < text->length * sizeof changes; i++) {
            char *const byte = &text->bytes[i / sizeof changes];
            const char before = *byte;
            *byte = (char)((uint8_t)before ^ changes[i % sizeof changes]);
            unpack(text->bytes, text->length, facts);
            *byte = before;
        }
        text_free(text);
    }
}

/* ---- Damaged caches ----------------------------------------------------------------------- */

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    uint8_t *const bytes = malloc(1 << 16);
    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 16, file);
    fclose(file);
    fuzz_seed("cache", bytes, *size);
    return bytes;
}

static void draw(const char *path, uint32_t *random)
{
    static const struct png_kind grey_alpha = {4, 8};
    static const uint8_t magenta[3] = {255, 0, 255};
    static struct png_image image;
    size_t size;
    png_fill_random(&image, 3 + png_random(random, 3), 3, grey_alpha, false, magenta, random);
    uint8_t *const png = png_encode(&image, &size);
    write_file(path, png, size);
    free(png);
}

static enum status bake(void)
{
    static const char *const words[] = {"-qj1",    "--cache", "cache", "-o",
                                        "out.hmk", "a.png",   "b.png"};
    return command_bake(sizeof words / sizeof *words, words);
}

static void expect_output(const uint8_t *wanted, size_t wanted_size)
{
    size_t size;
    uint8_t *const bytes = read_file("out.hmk", &size);
    assert_int_equal(size, wanted_size);
    assert_memory_equal(bytes, wanted, size);
    free(bytes);
}

struct kept {
    uint8_t *cache, *pack;
    size_t cache_size, pack_size;
};

static void keep(struct kept *kept)
{
    uint32_t random = 1;
    draw("a.png", &random);
    draw("b.png", &random);
    assert_int_equal(bake(), STATUS_OK);
    kept->cache = read_file("cache", &kept->cache_size);
    kept->pack = read_file("out.hmk", &kept->pack_size);
}

static void forget(struct kept *kept)
{
    free(kept->cache);
    free(kept->pack);
}

/* Bakes with a cache of these bytes; with another output in place, and with none. A file that does
 * not begin like a cache may be anybody's. */
static void bake_with(const struct kept *kept, const uint8_t *cache, size_t size)
{
    write_file("cache", cache, size);
    if (size > 0 &&
        (size < CACHE_MAGIC_BYTES || memcmp(cache, CACHE_MAGIC, CACHE_MAGIC_BYTES) != 0)) {
        assert_int_equal(bake(), STATUS_USAGE);
        expect_output(kept->pack, kept->pack_size);
        return;
    }
    assert_int_equal(bake(), STATUS_OK);
    expect_output(kept->pack, kept->pack_size);
    write_file("cache", cache, size);
    unlink("out.hmk");
    assert_int_equal(bake(), STATUS_OK);
    expect_output(kept->pack, kept->pack_size);
}

static void a_cache_cut_anywhere_is_made_anew(void **state)
{
    struct kept kept;
    (void)state;
    keep(&kept);
    for (size_t size = 0; size <= kept.cache_size; size++)
        bake_with(&kept, kept.cache, size);
    forget(&kept);
}

static void a_cache_with_any_byte_changed_gives_the_same_output(void **state)
{
    struct kept kept;
    (void)state;
    keep(&kept);
    for (size_t i = 0; i < kept.cache_size; i++) {
        const uint8_t before = kept.cache[i];
        kept.cache[i] = before ^ (uint8_t)(1u << i % 8);
        bake_with(&kept, kept.cache, kept.cache_size);
        kept.cache[i] = before;
    }
    forget(&kept);
}

/* The offset of the trailer, and in it the digest of the index and of its own numbers, as cache.c
 * lays them out. */
enum { TRAILER = 32, TRAILER_DIGEST = 16 };

static void seal(uint8_t *bytes, size_t size)
{
    const uint8_t *const start = bytes + get_u64(bytes + size - TRAILER);
    uint8_t *const digest_at = bytes + size - TRAILER + TRAILER_DIGEST;
    const struct digest digest = digest_of(start, (size_t)(digest_at - start));
    put_u64(digest_at, digest.low);
    put_u64(digest_at + 8, digest.high);
}

/* A forged cache may give wrong sprites, but does no other harm. */
static void a_forged_index_does_no_harm(void **state)
{
    static const uint8_t changes[] = {0x01, 0x80, 0xff};
    struct kept kept;
    (void)state;
    keep(&kept);
    uint8_t *const forged = malloc(kept.cache_size);
    assert_non_null(forged);
    memcpy(forged, kept.cache, kept.cache_size);
    seal(forged, kept.cache_size);
    assert_memory_equal(forged, kept.cache, kept.cache_size);
    const size_t start = (size_t)get_u64(kept.cache + kept.cache_size - TRAILER);
    for (size_t i = start; i < kept.cache_size - TRAILER; i++) {
        for (size_t k = 0; k < sizeof changes; k++) {
            memcpy(forged, kept.cache, kept.cache_size);
            forged[i] ^= changes[k];
            seal(forged, kept.cache_size);
            write_file("cache", forged, kept.cache_size);
            unlink("out.hmk");
            assert_int_equal(bake(), STATUS_OK);
        }
    }
    free(forged);
    forget(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_comes_back_as_it_was),
        cmocka_unit_test(bytes_that_are_no_product_do_no_harm),
        cmocka_unit_test_setup_teardown(a_cache_cut_anywhere_is_made_anew, enter_folder, clean_up),
        cmocka_unit_test_setup_teardown(a_cache_with_any_byte_changed_gives_the_same_output,
                                        enter_folder, clean_up),
        cmocka_unit_test_setup_teardown(a_forged_index_does_no_harm, enter_folder, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
