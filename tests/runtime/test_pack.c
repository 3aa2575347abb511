/*
 * test_pack.c - packs: their bytes, as FORMAT.md has them, and writing them back
 */

#include "support/cmocka_all.h"

#include "support/pack_support.h"

#include "formats/load.h"
#include "formats/pack.h"
#include "sprite.h"
#include "support/model_support.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- The bytes ---------------------------------------------------------------------------- */

static unsigned hex_pair(const char *p)
{
    const char digits[3] = {p[0], p[1], 0};
    return (unsigned)strtoul(digits, NULL, 16);
}

/* Reads "00c8: 62 6f  a remark"; the address must be how many bytes there are so far. */
static void read_hex_line(const char *line, struct text *out)
{
    char *p;
    assert_int_equal(strtoul(line, &p, 16), out->length);
    assert_int_equal(*p++, ':');
    for (; p[0] == ' ' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2]); p += 3) {
        const char byte = (char)hex_pair(p + 1);
        text_add(out, &byte, 1);
    }
}

/* The bytes of the block of FORMAT.md that begins with that fence. */
static void read_documented(const char *fence, struct text *out)
{
    char line[256];
    bool inside = false;
    FILE *const file = fopen("src/FORMAT.md", "r"); /* tests run in the repository's root */

    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "```", 3) == 0)
            inside = strcmp(line, fence) == 0;
        else if (inside && line[0] != '\n')
            read_hex_line(line, out);
    }
    fclose(file);
}

static void the_documented_pack_is_what_is_written(void **state)
{
    (void)state;
    struct text documented = {0};
    struct bytes written = example_bytes();

    read_documented("```hex\n", &documented);
    assert_int_equal(documented.length, 760);
    assert_int_equal(written.size, 760);
    assert_memory_equal(written.at, documented.bytes, 760);
    text_free(&documented);
    free(written.at);
}

/* Sections 8 to 10 lie one after the other, all of them in whole multiples of 8 but the last. */
static void the_documented_animations_are_what_is_written(void **state)
{
    (void)state;
    struct text documented = {0};
    struct bytes written = animated_bytes();
    const uint8_t *const record = written.at + HEADER_SIZE + 7 * SECTION_RECORD;
    const uint64_t begin = get_u64(record + SECTION_OFFSET);

    assert_int_equal(get_u32(record + SECTION_ID), SECTION_ANIMATIONS);
    read_documented("```hex 8-10\n", &documented);
    assert_int_equal(documented.length, 98);
    assert_int_equal(written.size - begin, 98);
    assert_memory_equal(written.at + begin, documented.bytes, 98);
    text_free(&documented);
    free(written.at);
}

/* The pack of the model has the sections 1 to 7 and these. */
static void assert_sections_written(struct model *model, size_t count, const uint32_t *more)
{
    struct bytes bytes = pack_bytes(model);
    struct parts parts;
    hm_pack pack;

    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_int_equal(hm_pack_verify(&pack), HM_OK);
    pack_take_apart(&bytes, &parts);
    free(bytes.at);
    assert_int_equal(parts.count, SECTION_COUNT + count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(parts.sections[SECTION_COUNT + i].id, more[i]);
    free(pack_put_together(&parts).at);
}

static void sections_with_nothing_to_say_are_left_out(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw_example(&model);
    assert_sections_written(&model, 0, NULL);
    model_animate(&model, "still", "", NULL);
    assert_sections_written(&model, 1, (const uint32_t[]){8});
    model_add_options(&model, "{}");
    assert_sections_written(&model, 2, (const uint32_t[]){8, 10});
    model_animate(&model, "one", "el", (const uint32_t[]){1});
    assert_sections_written(&model, 3, (const uint32_t[]){8, 9, 10});
    model_free(&model);
    model_draw_example(&model);
    model_add_options(&model, "{}");
    assert_sections_written(&model, 1, (const uint32_t[]){10});
    model_free(&model);
}

static void a_pack_without_sprites_has_a_known_checksum(void **state)
{
    (void)state;
    struct model model = {0};
    struct bytes bytes = pack_bytes(&model);

    assert_int_equal(bytes.size, 256);
    assert_true(get_u64(bytes.at + HEADER_CHECKSUM) == UINT64_C(0xb7384b5d83478cc0));
    assert_true(pack_checksum(&bytes) == UINT64_C(0xb7384b5d83478cc0));
    free(bytes.at);
}

static void the_checksum_mixes_as_documented(void **state)
{
    (void)state;
    assert_true(checksum_mix(0, 1) == UINT64_C(0x2fe94f82a0000000));
    assert_true(checksum_mix(UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210)) ==
                UINT64_C(0x61c8864680b583eb));
}

static void the_words_are_column_stripes(void **state)
{
    (void)state;
    static const uint8_t words[4 * 8 + WORDS_SLACK] = {
        0x01, 0, 0, 0, 0, 0, 0, 0x80, /* row 0, columns 0 to 63 */
        0x02, 0, 0, 0, 0, 0, 0, 0,    /* row 1 */
        0x00, 0, 0, 0, 0, 0, 0, 0,    /* row 0, columns 64 and 65 */
        0x02, 0, 0, 0, 0, 0, 0, 0,    /* row 1 */
    };
    struct model model = {0};
    struct parts parts;

    model_draw(&model, "wide",
               "#..............................................................#..\n"
               ".#...............................................................#\n",
               NULL);
    struct bytes bytes = pack_bytes(&model);
    pack_take_apart(&bytes, &parts);
    assert_int_equal(parts.sections[SECTION_WORDS - 1].bytes.length, sizeof words);
    assert_memory_equal(parts.sections[SECTION_WORDS - 1].bytes.bytes, words, sizeof words);
    free(bytes.at);
    free(pack_put_together(&parts).at);
    model_free(&model);
}

static void cells_take_the_bytes_that_the_map_needs(void **state)
{
    (void)state;
    static const struct {
        uint32_t width;
        uint8_t bytes;
    } cases[] = {{256, 1}, {257, 2}, {65536, 2}, {65537, 4}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
        const uint32_t last = cases[i].width - 1;
        struct model model = {0};
        char *const picture = calloc(cases[i].width + 2, 1);
        hm_pack pack;
        hm_sprite sprite;
        hm_point point;
        assert_non_null(picture);
        memset(picture, '.', cases[i].width);
        picture[0] = picture[last] = '#';
        picture[cases[i].width] = '\n';
        model_draw(&model, "line", picture, &rule);
        struct bytes bytes = pack_bytes(&model);
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_int_equal(hm_pack_verify(&pack), HM_OK);
        assert_int_equal(pack.points_size, 2 * 2 * cases[i].bytes);
        assert_true(hm_pack_sprite(&pack, 0, &sprite));
        assert_true(hm_sprite_point(&sprite, 1, &point));
        assert_int_equal(point.x, last);
        assert_int_equal(point.y, 0);
        assert_false(hm_sprite_point(&sprite, 2, &point));
        free(bytes.at);
        free(picture);
        model_free(&model);
    }
}

static void a_list_says_how_it_was_made(void **state)
{
    (void)state;
    const struct points_rule kept = {.wanted = true, .cell = 1, .prune = PRUNE_MAX};
    const struct points_rule dropped = {
        .wanted = true, .map_width = 7, .map_height = 7, .prune = 2, .drop_border = true};
    struct model model = {0};
    hm_pack pack;

    model_draw(&model, "a", "###\n###\n", &kept);
    model_draw(&model, "b", "###\n###\n", &dropped);
    struct bytes bytes = pack_bytes(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    const struct list_record a = read_list(&pack, 0), b = read_list(&pack, 1);
    assert_int_equal(a.count, 6);
    assert_int_equal(a.map_width, 3);
    assert_int_equal(a.map_height, 2);
    assert_int_equal(a.prune, 65535);
    assert_int_equal(a.flags, 0);
    assert_int_equal(b.map_width, 7);
    assert_int_equal(b.map_height, 7);
    assert_int_equal(b.prune, 2);
    assert_int_equal(b.flags, LIST_BORDER_DROPPED);
    for (uint32_t i = 0; i < 2; i++) {
        hm_sprite sprite;
        assert_true(hm_pack_sprite(&pack, i, &sprite));
        assert_int_equal(sprite.border_dropped, i == 1);
    }
    free(bytes.at);
    model_free(&model);
}

/* ---- Writing ------------------------------------------------------------------------------ */

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};
static const struct points_rule article = {
    .wanted = true, .map_width = 6, .map_height = 6, .prune = 2, .drop_border = true};

static const struct {
    const char *name, *picture;
    const struct points_rule *rule;
} drawings[] = {
    {"a", "##\n#.\n", &outline},       {"b", "....\n.##.\n.#..\n", NULL},
    {"c", "##\n#.\n", &outline},       {"d", "###\n###\n", &outline},
    {"e", "#####\n#####\n", &article}, {"f", "...\n...\n", &outline},
    {"g", "...\n...\n", NULL},         {"h", "......\n...###\n...###\n", NULL},
    {"i", ".#\n##\n", &outline},       {"j", "#\n", NULL},
};
enum { DRAWINGS = sizeof drawings / sizeof *drawings };

static struct bytes draw_in_order(const size_t *order, struct model *model)
{
    *model = (struct model){0};
    for (size_t i = 0; i < DRAWINGS; i++)
        model_draw(model, drawings[order[i]].name, drawings[order[i]].picture,
                   drawings[order[i]].rule);
    return pack_bytes(model);
}

static void the_order_of_input_does_not_matter(void **state)
{
    (void)state;
    size_t order[DRAWINGS];
    struct model model;
    uint32_t random = 1;

    for (size_t i = 0; i < DRAWINGS; i++)
        order[i] = i;
    struct bytes first = draw_in_order(order, &model);
    model_free(&model);
    for (int round = 0; round < 50; round++) {
        for (size_t i = DRAWINGS - 1; i > 0; i--) {
            random = random * 1664525 + 1013904223;
            const size_t other = (random >> 16) % (i + 1), kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        struct bytes shuffled = draw_in_order(order, &model);
        assert_same_bytes(&first, &shuffled);
        free(shuffled.at);
        model_free(&model);
    }
    free(first.at);
}

static void what_is_equal_is_stored_once(void **state)
{
    (void)state;
    size_t order[DRAWINGS];
    struct model model;
    hm_pack pack;

    for (size_t i = 0; i < DRAWINGS; i++)
        order[i] = i;
    struct bytes bytes = draw_in_order(order, &model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_int_equal(hm_pack_verify(&pack), HM_OK);
    assert_int_equal(pack.masks.count, 5);        /* a b c; d h; e; i; j */
    assert_int_equal(pack.words_size, 2 * 2 * 8); /* of a and i: the others are full */
    assert_int_equal(pack.lists.count, 5);        /* a c; d; e; f; i */
    free(bytes.at);
    model_free(&model);
}

static void a_pack_read_and_written_is_the_same(void **state)
{
    (void)state;
    size_t order[DRAWINGS];
    struct model model = {0};
    struct bytes packs[4] = {example_bytes(), pack_bytes(&model), animated_bytes()};
    struct error err;

    for (size_t i = 0; i < DRAWINGS; i++)
        order[i] = i;
    packs[3] = draw_in_order(order, &model);
    model_free(&model);
    for (size_t i = 0; i < 4; i++) {
        hm_pack pack;
        struct product product = {0};
        assert_int_equal(hm_pack_open(&pack, packs[i].at, packs[i].size), HM_OK);
        assert_true(pack_read(&pack, "a pack", &product, &err));
        product_pour(&product, &model);
        product_free(&product);
        struct bytes again = pack_bytes(&model);
        assert_same_bytes(&packs[i], &again);
        free(again.at);
        free(packs[i].at);
        model_free(&model);
    }
}

static bool refuse(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return false;
}

static void a_sink_that_fails_is_told_of(void **state)
{
    (void)state;
    struct model model = {0};
    struct sink sink;
    struct error err;

    model_draw_example(&model);
    model_sort(&model);
    sink_init(&sink, refuse, NULL);
    pack_write(&model, 1, &sink);
    assert_false(sink_flush(&sink, &err));
    model_free(&model);
}

/* Bytes that were written, and may be written over. */
struct amendable {
    struct text text;
    bool amended;
};

static bool keep(void *user, const void *bytes, size_t size)
{
    struct amendable *const kept = user;

    text_add(&kept->text, bytes, size);
    return true;
}

static bool amend(void *user, uint64_t at, const void *bytes, size_t size)
{
    struct amendable *const kept = user;

    assert_true(at + size <= kept->text.length);
    memcpy(kept->text.bytes + at, bytes, size);
    kept->amended = true;
    return true;
}

/* A sprite that takes megabytes, all of them different. */
static void draw_large(struct model *model)
{
    enum { SIDE = 4096 };
    struct bitmap bitmap;
    struct mask mask;
    struct points none = {0};
    struct model_sprite sprite = {.name = "large", .source = "large.png", .origin = "a test"};
    struct error err;

    sprite.width = sprite.height = SIDE;
    assert_true(bitmap_init(&bitmap, SIDE, SIDE));
    for (size_t i = 0; i < bitmap.row_words * SIDE; i++)
        bitmap.words[i] = i * 0x9e3779b97f4a7c15u;
    assert_true(mask_from_bitmap(&bitmap, &mask, &err));
    model_add(model, &sprite, &mask, &none);
    bitmap_free(&bitmap);
}

static void the_checksum_may_be_made_while_the_rest_is_written(void **state)
{
    (void)state;
    struct model model = {0};
    struct amendable kept = {.amended = false};
    struct sink sink;
    struct error err;

    draw_large(&model);
    const struct bytes expected = pack_bytes(&model);
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        kept.text.length = 0;
        sink_init(&sink, keep, &kept);
        sink.amend = amend;
        pack_write(&model, jobs, &sink);
        assert_true(sink_flush(&sink, &err));
        assert_int_equal(kept.amended, jobs > 1);
        assert_int_equal(kept.text.length, expected.size);
        assert_memory_equal(kept.text.bytes, expected.at, expected.size);
    }
    text_free(&kept.text);
    free(expected.at);
    model_free(&model);
}

static bool accept(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

static bool refuse_to_amend(void *user, uint64_t at, const void *bytes, size_t size)
{
    (void)at;
    return refuse(user, bytes, size);
}

static void a_checksum_that_does_not_get_there_is_told_of(void **state)
{
    (void)state;
    struct model model = {0};
    struct sink sink;
    struct error err;

    draw_large(&model);
    model_sort(&model);
    sink_init(&sink, accept, NULL);
    sink.amend = refuse_to_amend;
    pack_write(&model, 2, &sink);
    assert_false(sink_flush(&sink, &err));
    model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_documented_pack_is_what_is_written),
        cmocka_unit_test(the_documented_animations_are_what_is_written),
        cmocka_unit_test(sections_with_nothing_to_say_are_left_out),
        cmocka_unit_test(a_pack_without_sprites_has_a_known_checksum),
        cmocka_unit_test(the_checksum_mixes_as_documented),
        cmocka_unit_test(the_words_are_column_stripes),
        cmocka_unit_test(cells_take_the_bytes_that_the_map_needs),
        cmocka_unit_test(a_list_says_how_it_was_made),
        cmocka_unit_test(the_order_of_input_does_not_matter),
        cmocka_unit_test(what_is_equal_is_stored_once),
        cmocka_unit_test(a_pack_read_and_written_is_the_same),
        cmocka_unit_test(a_sink_that_fails_is_told_of),
        cmocka_unit_test(the_checksum_may_be_made_while_the_rest_is_written),
        cmocka_unit_test(a_checksum_that_does_not_get_there_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
