/*
 * test_pack.c - packs: their bytes, opening, look-up, and writing them back
 */

#include "support/cmocka_all.h"

#include "support/pack_support.h"

#include "cpu.h"
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
    model_add_options(&model, text_copy("{}"));
    assert_sections_written(&model, 2, (const uint32_t[]){8, 10});
    model_animate(&model, "one", "el", (const uint32_t[]){1});
    assert_sections_written(&model, 3, (const uint32_t[]){8, 9, 10});
    model_free(&model);
    model_draw_example(&model);
    model_add_options(&model, text_copy("{}"));
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

/* ---- What a view tells -------------------------------------------------------------------- */

static void a_view_is_what_was_drawn(void **state)
{
    (void)state;
    static const char picture[] =
        ".....\n"
        "..#..\n"
        ".##..\n"
        ".....\n";
    const struct points_rule rule = {.wanted = true, .cell = 2, .prune = 0};
    struct model model = {0};
    hm_pack pack;
    hm_sprite sprite;
    hm_point point;
    hm_box bounds;
    int64_t x, y;

    model_draw(&model, "foot", picture, &rule);
    struct bytes bytes = pack_bytes(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_true(hm_pack_find(&pack, "foot", &sprite));
    assert_string_equal(hm_sprite_name(&sprite), "foot");
    assert_int_equal(hm_sprite_width(&sprite), 5);
    assert_int_equal(hm_sprite_height(&sprite), 4);
    assert_int_equal(hm_sprite_area(&sprite), 3);
    hm_sprite_bounds(&sprite, &bounds);
    assert_int_equal(bounds.x0, 1);
    assert_int_equal(bounds.y0, 1);
    assert_int_equal(bounds.x1, 3);
    assert_int_equal(bounds.y1, 3);
    hm_sprite_pivot(&sprite, &x, &y);
    assert_int_equal(x, 5 * 32768);
    assert_int_equal(y, 4 * 32768);
    for (int32_t row = -1; row < 5; row++)
        for (int32_t column = -1; column < 6; column++) {
            const bool drawn = row >= 0 && row < 4 && column >= 0 && column < 5 &&
                               picture[row * 6 + column] == '#';
            assert_int_equal(hm_solid(&sprite, column, row), drawn);
        }

    /* The map is 3 x 2: pixel columns 0 1 | 2 3 | 4, so (2, 1), (1, 2) and (2, 2) are three
     * cells, whose middle pixels are these. */
    assert_int_equal(hm_sprite_point_count(&sprite), 3);
    static const hm_point points[] = {{3, 1}, {3, 3}, {1, 3}};
    for (uint32_t i = 0; i < 3; i++)
        for (int flips = 0; flips < 4; flips++) {
            hm_sprite view;
            hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
            assert_true(hm_sprite_point(&view, i, &point));
            assert_int_equal(point.x, flips & 1 ? 4 - points[i].x : points[i].x);
            assert_int_equal(point.y, flips & 2 ? 3 - points[i].y : points[i].y);
        }
    free(bytes.at);
    model_free(&model);
}

static void a_buffer_is_as_large_as_it_must_be(void **state)
{
    (void)state;
    static const struct {
        int32_t width, height;
        size_t words;
    } cases[] = {
        {0, 0, 0},
        {0, 5, 0},
        {5, 0, 0},
        {1, 1, 1},
        {64, 3, 3},
        {65, 3, 6},
        {256, 255, 4 * 255},
        {256, 256, 4 * 256 + 16},
        {300, 1025, 5 * 1025 + 40},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hm_sprite_buffer_size(cases[i].width, cases[i].height),
                         8 * cases[i].words + WORDS_SLACK);
    assert_int_equal(hm_sprite_buffer_size(-1, 5), 0);
    assert_int_equal(hm_sprite_buffer_size(5, -1), 0);
    assert_int_equal(hm_sprite_buffer_size(INT32_MIN, INT32_MIN), 0);
}

/* A box of pixels, without the one in the middle unless it is full. */
static uint8_t *view_of_box(int32_t width, int32_t height, bool full, hm_sprite *out)
{
    const size_t stride = ((size_t)width + 7) / 8, size = hm_sprite_buffer_size(width, height);
    uint8_t *const bits = malloc(stride * (size_t)height), *const buffer = malloc(size);

    assert_non_null(bits);
    assert_non_null(buffer);
    memset(bits, 0xff, stride * (size_t)height);
    memset(buffer, 0xff, size);
    if (!full)
        bits[(size_t)(height / 2) * stride + (size_t)width / 16] ^= 1;
    assert_true(hm_sprite_from_bits(bits, stride, width, height, buffer, size, out));
    for (size_t i = size - WORDS_SLACK; i < size; i++)
        assert_int_equal(buffer[i], 0);
    assert_int_equal(out->pivot_x, width * INT64_C(32768));
    assert_int_equal(out->pivot_y, height * INT64_C(32768));
    free(bits);
    return buffer;
}

/* It changes no answer, only how fast it comes. */
static void a_view_says_which_code_may_read_it(void **state)
{
    (void)state;
    static const struct {
        int32_t width, height;
        bool full;
        unsigned plain;
    } cases[] = {
        {1, 1, true, PLAIN | PLAIN_NARROW},
        {64, FULL_ROWS, true, PLAIN | PLAIN_NARROW},
        {64, FULL_ROWS + 1, true, 0},
        {65, 1, true, 0},
        {256, 256, true, 0},
        {64, 1, false, PLAIN | PLAIN_NARROW},
        {64, 1000, false, PLAIN | PLAIN_NARROW},
        {65, 1, false, PLAIN},
        {65, 1000, false, PLAIN},
        {255, 256, false, PLAIN},
        {256, 255, false, PLAIN},
        {256, 256, false, PLAIN | PLAIN_LARGE},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hm_sprite sprite, view;
        uint8_t *const buffer =
            view_of_box(cases[i].width, cases[i].height, cases[i].full, &sprite);
        for (int flips = 0; flips < 4; flips++) {
            hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
            assert_int_equal(view.plain, cases[i].plain * (unsigned)(STORED + (flips == 0)));
        }
        free(buffer);
    }
}

static void a_view_of_large_bits_has_its_blocks(void **state)
{
    (void)state;
    static const int32_t sides[][2] = {{256, 256}, {300, 1100}, {700, 1500}};

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const uint32_t width = (uint32_t)sides[i][0], height = (uint32_t)sides[i][1];
        hm_sprite sprite;
        uint8_t *const buffer = view_of_box(sides[i][0], sides[i][1], false, &sprite);
        assert_true(sprite.blocks == buffer + 8 * stripe_count(width) * height);
        for (uint64_t word = 0; word < block_words(width, height); word++)
            assert_true(get_u64(sprite.blocks + word * 8) ==
                        find_blocks(buffer, get_u64, width, height, word));
        free(buffer);
    }
}

static void a_view_without_pixels_has_no_bounds(void **state)
{
    (void)state;
    static const uint8_t bits[2 * 3] = {0};
    static const hm_box none = {0, 0, 0, 0};
    uint8_t buffer[256];
    hm_sprite sprite;
    hm_box bounds;

    assert_true(hm_sprite_from_bits(bits, 2, 9, 3, buffer, sizeof buffer, &sprite));
    hm_sprite_bounds(&sprite, &bounds);
    assert_memory_equal(&bounds, &none, sizeof none);
    assert_int_equal(hm_sprite_area(&sprite), 0);
}

static void the_pivot_is_mirrored_with_the_view(void **state)
{
    (void)state;
    hm_sprite sprite, view;
    uint8_t *const buffer = view_of_box(7, 5, true, &sprite);

    sprite.pivot_x = -100;
    sprite.pivot_y = 65537;
    for (int flips = 0; flips < 4; flips++) {
        int64_t x = 0, y = 0;
        hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
        hm_sprite_pivot(&view, &x, &y);
        assert_int_equal(x, flips & 1 ? 7 * 65536 + 100 : -100);
        assert_int_equal(y, flips & 2 ? 5 * 65536 - 65537 : 65537);
    }
    free(buffer);
}

static void a_box_is_solid_inside_alone(void **state)
{
    (void)state;
    static const int32_t widths[] = {2, 63, 64, 65, 126, 128, 130, 200};

    for (size_t i = 0; i < 2 * sizeof widths / sizeof *widths; i++)
        for (int flips = 0; flips < 4; flips++) {
            const int32_t width = widths[i / 2], height = 5;
            hm_sprite sprite, view;
            uint8_t *const buffer = view_of_box(width, height, i % 2, &sprite);
            hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
            for (int32_t y = -2; y < height + 2; y++)
                for (int32_t x = -2; x < width + 2; x++) {
                    const int32_t u = flips & 1 ? width - 1 - x : x;
                    const int32_t v = flips & 2 ? height - 1 - y : y;
                    const bool inside = u >= 0 && u < width && v >= 0 && v < height;
                    const bool hole = i % 2 == 0 && u == width / 16 * 8 && v == height / 2;
                    assert_int_equal(hm_solid(&view, x, y), inside && !hole);
                }
            free(buffer);
        }
}

/* Builds without SIMD do not use blocks. */
#if defined(HM_SIMD)
enum { BLOCKS_USED = 1 };
#else
enum { BLOCKS_USED = 0 };
#endif

static void the_view_of_a_large_mask_has_its_blocks(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{256, 256}, {255, 256}, {256, 255}, {300, 1100}};

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const uint32_t width = sides[i][0], height = sides[i][1];
        const bool large = BLOCKS_USED && width >= 256 && height >= 256;
        struct text picture = {0};
        struct model model = {0};
        hm_pack pack;
        hm_sprite sprite;
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x <= width; x++)
                text_add(&picture, x == width ? "\n" : x * y % 7 == 0 || x == y ? "#" : ".", 1);
        model_draw(&model, "large", picture.bytes, NULL);
        struct bytes bytes = pack_bytes(&model);
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_true(hm_pack_sprite(&pack, 0, &sprite));
        assert_int_equal(sprite.blocks != NULL, large);
        for (uint64_t word = 0; large && word < block_words(width, height); word++)
            assert_true(get_u64(sprite.blocks + word * 8) ==
                        find_blocks(sprite.words, get_u64, width, height, word));
        free(bytes.at);
        text_free(&picture);
        model_free(&model);
    }
}

static void any_address_will_do(void **state)
{
    (void)state;
    struct bytes example = example_bytes();
    hm_pack at_home;

    assert_int_equal(hm_pack_open(&at_home, example.at, example.size), HM_OK);
    for (size_t shift = 1; shift < 8; shift++) {
        uint8_t *const moved = malloc(example.size + shift);
        hm_pack pack;
        assert_non_null(moved);
        memcpy(moved + shift, example.at, example.size);
        assert_int_equal(hm_pack_open(&pack, moved + shift, example.size), HM_OK);
        assert_int_equal(hm_pack_verify(&pack), HM_OK);
        assert_same_sprites(&at_home, &pack);
        free(moved);
    }
    free(example.at);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static void assert_opens_like(struct bytes example, const struct bytes *bytes)
{
    hm_pack pack, right;

    assert_int_equal(hm_pack_open(&right, example.at, example.size), HM_OK);
    assert_int_equal(hm_pack_open(&pack, bytes->at, bytes->size), HM_OK);
    assert_int_equal(hm_pack_verify(&pack), HM_OK);
    assert_same_sprites(&right, &pack);
    free(example.at);
}

static void assert_opens_like_the_example(const struct bytes *bytes)
{
    assert_opens_like(example_bytes(), bytes);
}

static void other_bytes_may_follow(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();

    bytes.at = realloc(bytes.at, bytes.size + 100);
    assert_non_null(bytes.at);
    memset(bytes.at + bytes.size, 0xff, 100);
    bytes.size += 100;
    assert_opens_like_the_example(&bytes);
    free(bytes.at);
}

static void a_newer_minor_version_is_read(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();

    put_u16(bytes.at + HEADER_MINOR, UINT16_MAX);
    pack_sign(&bytes);
    assert_opens_like_the_example(&bytes);
    free(bytes.at);
}

static void sections_that_are_not_known_are_skipped(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();
    struct parts parts;

    pack_take_apart(&bytes, &parts);
    free(bytes.at);
    parts.sections[parts.count++] = (struct part){.id = 77, .stride = 0};
    text_add_string(&parts.sections[SECTION_COUNT].bytes, "what a later version may say");
    bytes = pack_put_together(&parts);
    assert_opens_like_the_example(&bytes);
    free(bytes.at);
}

/* Makes every record `extra` bytes longer. */
static void lengthen_records(struct part *part, uint32_t extra)
{
    struct text longer = {0};
    for (size_t at = 0; at < part->bytes.length; at += part->stride) {
        text_add(&longer, part->bytes.bytes + at, part->stride);
        for (uint32_t i = 0; i < extra; i++)
            text_add(&longer, "\xa5", 1);
    }
    text_free(&part->bytes);
    part->bytes = longer;
    part->stride += extra;
}

static void records_may_be_longer(void **state)
{
    (void)state;
    static const uint32_t sections[] = {SECTION_SPRITES, SECTION_DETAILS,    SECTION_MASKS,
                                        SECTION_LISTS,   SECTION_ANIMATIONS, SECTION_FRAMES};

    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        for (uint32_t extra = 1; extra < 20; extra += 9) {
            struct bytes bytes = animated_bytes();
            struct parts parts;
            pack_take_apart(&bytes, &parts);
            free(bytes.at);
            lengthen_records(&parts.sections[sections[i] - 1], extra);
            bytes = pack_put_together(&parts);
            assert_opens_like(animated_bytes(), &bytes);
            free(bytes.at);
        }
}

/* What is missing of a total of 2^32 and more, a machine of 32 bits could never hold. */
#define TOO_FAR (SIZE_MAX > UINT32_MAX ? HM_ERROR_TRUNCATED : HM_ERROR_TOO_BIG)

/* The total of the example is 760; its strings end at 227, the sprites begin at 232. */
static const struct fault faults[] = {
    {"another magic", HM_ERROR_MAGIC, {{IN_HEADER(MAGIC), 1, 0x88}}},
    {"a newer major version", HM_ERROR_VERSION, {{IN_HEADER(MAJOR), 2, 2}}},
    {"the newest major version", HM_ERROR_VERSION, {{IN_HEADER(MAJOR), 2, UINT16_MAX}}},
    {"major version 0", HM_ERROR_MAGIC, {{IN_HEADER(MAJOR), 2, 0}}},

    {"a total one too large", HM_ERROR_TRUNCATED, {{IN_HEADER(TOTAL), 8, 761}}},
    {"a total of 2^32 - 1", HM_ERROR_TRUNCATED, {{IN_HEADER(TOTAL), 8, UINT32_MAX}}},
    {"a total of 2^32", TOO_FAR, {{IN_HEADER(TOTAL), 8, UINT64_C(1) << 32}}},
    {"a total of 2^63", TOO_FAR, {{IN_HEADER(TOTAL), 8, UINT64_C(1) << 63}}},
    {"the largest total", TOO_FAR, {{IN_HEADER(TOTAL), 8, UINT64_MAX}}},
    {"a total of 0", HM_ERROR_SECTION, {{IN_HEADER(TOTAL), 8, 0}}},
    {"a total below the header", HM_ERROR_SECTION, {{IN_HEADER(TOTAL), 8, 31}}},
    {"a total of the header alone", HM_ERROR_SECTION, {{IN_HEADER(TOTAL), 8, 32}}},
    {"a total that cuts the table", HM_ERROR_SECTION, {{IN_HEADER(TOTAL), 8, 199}}},
    {"a total one too small", HM_ERROR_SECTION, {{IN_HEADER(TOTAL), 8, 759}}},

    {"no section", HM_ERROR_SECTION, {{IN_HEADER(SECTIONS), 4, 0}}},
    {"a section too few", HM_ERROR_SECTION, {{IN_HEADER(SECTIONS), 4, 6}}},
    {"a table that runs into a section", HM_ERROR_SECTION, {{IN_HEADER(SECTIONS), 4, 8}}},
    {"as many sections as can be said", HM_ERROR_SECTION, {{IN_HEADER(SECTIONS), 4, UINT32_MAX}}},
    {"section 0", HM_ERROR_SECTION, {{IN_TABLE(1, ID), 4, 0}}},
    {"a section twice", HM_ERROR_SECTION, {{IN_TABLE(3, ID), 4, 2}}},
    {"ids that do not ascend",
     HM_ERROR_SECTION,
     {{IN_TABLE(6, ID), 4, 7}, {IN_TABLE(7, ID), 4, 6}}},
    {"a section that is missing", HM_ERROR_SECTION, {{IN_TABLE(7, ID), 4, 8}}},
    {"a section in the table", HM_ERROR_SECTION, {{IN_TABLE(1, OFFSET), 8, 199}}},
    {"sections that overlap", HM_ERROR_SECTION, {{IN_TABLE(1, LENGTH), 8, 33}}},
    {"sections that do not ascend", HM_ERROR_SECTION, {{IN_TABLE(2, OFFSET), 8, 600}}},
    {"a section past the end", HM_ERROR_SECTION, {{IN_TABLE(7, LENGTH), 8, 9}}},
    {"a section far past the end", HM_ERROR_SECTION, {{IN_TABLE(7, OFFSET), 8, UINT64_MAX}}},
    {"a section as long as can be said", HM_ERROR_SECTION, {{IN_TABLE(7, LENGTH), 8, UINT64_MAX}}},
    {"an end that wraps to where it should be",
     HM_ERROR_SECTION,
     {{IN_TABLE(7, OFFSET), 8, UINT64_MAX - 7}, {IN_TABLE(7, LENGTH), 8, 768}}},
    {"a length of 2^63", HM_ERROR_SECTION, {{IN_TABLE(1, LENGTH), 8, UINT64_C(1) << 63}}},

    {"sprites without stride", HM_ERROR_SECTION, {{IN_TABLE(2, STRIDE), 4, 0}}},
    {"sprites too short", HM_ERROR_SECTION, {{IN_TABLE(2, STRIDE), 4, 16}}},
    {"details too short", HM_ERROR_SECTION, {{IN_TABLE(3, STRIDE), 4, 28}}},
    {"masks too short", HM_ERROR_SECTION, {{IN_TABLE(4, STRIDE), 4, 12}}},
    {"lists too short", HM_ERROR_SECTION, {{IN_TABLE(6, STRIDE), 4, 8}}},
    {"a part of a sprite", HM_ERROR_SECTION, {{IN_TABLE(2, STRIDE), 4, 33}}},
    {"a part of a mask", HM_ERROR_SECTION, {{IN_TABLE(4, LENGTH), 8, 47}}},
    {"a part of a list", HM_ERROR_SECTION, {{IN_TABLE(6, STRIDE), 4, UINT32_MAX}}},
    {"a detail too few", HM_ERROR_SECTION, {{IN_TABLE(3, LENGTH), 8, 3 * 56}}},
    {"a detail too many", HM_ERROR_SECTION, {{IN_TABLE(2, LENGTH), 8, 3 * 32}}},
    {"words without their zeros", HM_ERROR_SECTION, {{IN_TABLE(5, LENGTH), 8, 55}}},
    {"no words", HM_ERROR_SECTION, {{IN_TABLE(5, LENGTH), 8, 0}}},

    {"strings without a last NUL", HM_ERROR_STRING, {{SECTION_STRINGS, 26, 1, '!'}}},
    {"no strings", HM_ERROR_STRING, {{IN_TABLE(1, LENGTH), 8, 0}}},
    {"a name just past the strings", HM_ERROR_STRING, {{IN_SPRITE(3, NAME), 8, 27}}},
    {"a name far past the strings", HM_ERROR_STRING, {{IN_SPRITE(3, NAME), 8, UINT64_MAX}}},

    {"a mask without columns", HM_ERROR_MASK, {{IN_MASK(0, WIDTH), 4, 0}}},
    {"a mask without rows", HM_ERROR_MASK, {{IN_MASK(0, HEIGHT), 4, 0}}},
    {"a full mask of 2^31 columns",
     HM_ERROR_MASK,
     {{IN_MASK(0, WIDTH), 4, UINT32_C(1) << 31}, {IN_MASK(0, AREA), 8, UINT64_C(1) << 32}}},
    {"a full mask of 2^31 rows",
     HM_ERROR_MASK,
     {{IN_MASK(0, HEIGHT), 4, UINT32_C(1) << 31}, {IN_MASK(0, AREA), 8, UINT64_C(1) << 32}}},
    {"a mask as wide as can be said", HM_ERROR_MASK, {{IN_MASK(1, WIDTH), 4, UINT32_MAX}}},
    {"a mask as high as can be said", HM_ERROR_MASK, {{IN_MASK(1, HEIGHT), 4, UINT32_MAX}}},
    {"a mask of the largest size",
     HM_ERROR_MASK,
     {{IN_MASK(1, WIDTH), 4, INT32_MAX}, {IN_MASK(1, HEIGHT), 4, INT32_MAX}}},
    {"a mask a row too high", HM_ERROR_MASK, {{IN_MASK(1, HEIGHT), 4, 3}}},
    {"a mask a stripe too wide", HM_ERROR_MASK, {{IN_MASK(1, WIDTH), 4, 65}}},
    {"words a byte too far", HM_ERROR_MASK, {{IN_MASK(1, WORDS), 8, 1}}},
    {"words in the last zeros", HM_ERROR_MASK, {{IN_MASK(1, WORDS), 8, 8}}},
    {"words far past the end", HM_ERROR_MASK, {{IN_MASK(1, WORDS), 8, UINT64_MAX}}},
    {"words whose end wraps", HM_ERROR_MASK, {{IN_MASK(1, WORDS), 8, UINT64_MAX - 15}}},
    {"a full mask past the words", HM_ERROR_MASK, {{IN_MASK(0, WORDS), 8, 17}}},

    {"a map without columns", HM_ERROR_POINTS, {{IN_LIST(0, MAP_WIDTH), 4, 0}}},
    {"a map without rows", HM_ERROR_POINTS, {{IN_LIST(1, MAP_HEIGHT), 4, 0}}},
    {"a map of 2^31 columns", HM_ERROR_POINTS, {{IN_LIST(1, MAP_WIDTH), 4, UINT32_C(1) << 31}}},
    {"a map of 2^31 rows", HM_ERROR_POINTS, {{IN_LIST(1, MAP_HEIGHT), 4, UINT32_C(1) << 31}}},
    {"a cell too many", HM_ERROR_POINTS, {{IN_LIST(0, COUNT), 4, 5}}},
    {"as many cells as can be said", HM_ERROR_POINTS, {{IN_LIST(0, COUNT), 4, UINT32_MAX}}},
    {"cells of twice the size", HM_ERROR_POINTS, {{IN_LIST(0, MAP_WIDTH), 4, 257}}},
    {"cells of four times the size", HM_ERROR_POINTS, {{IN_LIST(0, MAP_HEIGHT), 4, 65537}}},
    {"points a byte too far", HM_ERROR_POINTS, {{IN_LIST(0, POINTS), 8, 1}}},
    {"points far past the end", HM_ERROR_POINTS, {{IN_LIST(0, POINTS), 8, UINT64_MAX}}},
    {"no points, past the end", HM_ERROR_POINTS, {{IN_LIST(1, POINTS), 8, 9}}},

    {"a sprite without columns", HM_ERROR_SPRITE, {{IN_SPRITE(3, WIDTH), 4, 0}}},
    {"a sprite without rows", HM_ERROR_SPRITE, {{IN_SPRITE(3, HEIGHT), 4, 0}}},
    {"a sprite of 2^31 columns", HM_ERROR_SPRITE, {{IN_SPRITE(3, WIDTH), 4, UINT32_C(1) << 31}}},
    {"a sprite of 2^31 rows", HM_ERROR_SPRITE, {{IN_SPRITE(3, HEIGHT), 4, UINT32_C(1) << 31}}},
    {"a mask that is not there", HM_ERROR_SPRITE, {{IN_SPRITE(3, MASK), 4, 2}}},
    /* Read as a mask, the words that follow the last are a box that would fit. */
    {"a mask that might be there", HM_ERROR_SPRITE, {{IN_SPRITE(1, MASK), 4, 2}}},
    {"a mask far from there", HM_ERROR_SPRITE, {{IN_SPRITE(3, MASK), 4, NO_INDEX - 1}}},
    {"a list that is not there", HM_ERROR_SPRITE, {{IN_SPRITE(1, LIST), 4, 2}}},
    {"a list far from there", HM_ERROR_SPRITE, {{IN_SPRITE(1, LIST), 4, NO_INDEX - 1}}},
    {"a mask past the right", HM_ERROR_SPRITE, {{IN_SPRITE(2, LEFT), 4, 3}}},
    {"a mask past the bottom", HM_ERROR_SPRITE, {{IN_SPRITE(2, TOP), 4, 1}}},
    {"a left that wraps", HM_ERROR_SPRITE, {{IN_SPRITE(2, LEFT), 4, UINT32_MAX}}},
    {"a top that wraps", HM_ERROR_SPRITE, {{IN_SPRITE(2, TOP), 4, UINT32_MAX}}},
    {"a sprite narrower than its mask", HM_ERROR_SPRITE, {{IN_SPRITE(0, WIDTH), 4, 1}}},
};

static void assert_empty_sprite(const hm_sprite *sprite)
{
    hm_box bounds;

    hm_sprite_bounds(sprite, &bounds);
    assert_string_equal(hm_sprite_name(sprite), "");
    assert_int_equal(hm_sprite_width(sprite), 0);
    assert_int_equal(hm_sprite_area(sprite), 0);
    assert_int_equal(hm_sprite_point_count(sprite), 0);
    assert_int_equal(bounds.x1 - bounds.x0, 0);
    assert_false(hm_overlap(sprite, sprite, 0, 0));
}

static void assert_empty_pack(const hm_pack *pack)
{
    hm_sprite sprite;

    assert_int_equal(hm_pack_count(pack), 0);
    assert_false(hm_pack_find(pack, "box", &sprite));
    assert_empty_sprite(&sprite);
    assert_false(hm_pack_find(pack, "", &sprite));
    assert_false(hm_pack_sprite(pack, 0, &sprite));
    assert_empty_sprite(&sprite);
}

static void one_fault_is_refused_for_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct bytes bytes = example_with(&faults[i]);
        hm_pack pack;
        memset(&pack, 0xff, sizeof pack);
        const hm_result result = hm_pack_open(&pack, bytes.at, bytes.size);
        if (result != faults[i].result)
            fail_msg("%s: %s", faults[i].what, hm_result_text(result));
        assert_empty_pack(&pack);
        free(bytes.at);
    }
}

/* The strings have 39 bytes, the frames are 5. */
static const struct fault animated_faults[] = {
    {"animations too short", HM_ERROR_SECTION, {{IN_TABLE(8, STRIDE), 4, 12}}},
    {"animations without stride", HM_ERROR_SECTION, {{IN_TABLE(8, STRIDE), 4, 0}}},
    {"a part of an animation", HM_ERROR_SECTION, {{IN_TABLE(8, LENGTH), 8, 47}}},
    {"frames too short", HM_ERROR_SECTION, {{IN_TABLE(9, STRIDE), 4, 4}}},
    {"a part of a frame", HM_ERROR_SECTION, {{IN_TABLE(9, LENGTH), 8, 36}}},
    {"animations in the points", HM_ERROR_SECTION, {{IN_TABLE(8, OFFSET), 8, 800}}},
    {"options past the end", HM_ERROR_SECTION, {{IN_TABLE(10, LENGTH), 8, 11}}},
    {"a frame that is no sprite", HM_ERROR_ANIMATION, {{IN_FRAME(4, SPRITE), 4, 4}}},
    {"a frame that is none", HM_ERROR_ANIMATION, {{IN_FRAME(0, SPRITE), 4, NO_INDEX}}},
    {"a frame too many", HM_ERROR_ANIMATION, {{IN_ANIMATION(0, COUNT), 4, 6}}},
    {"as many frames as can be said",
     HM_ERROR_ANIMATION,
     {{IN_ANIMATION(2, COUNT), 4, UINT32_MAX}}},
    {"frames past the end", HM_ERROR_ANIMATION, {{IN_ANIMATION(1, FIRST), 4, 5}}},
    {"no frames, past the end", HM_ERROR_ANIMATION, {{IN_ANIMATION(2, FIRST), 4, 6}}},
    {"frames whose end wraps", HM_ERROR_ANIMATION, {{IN_ANIMATION(1, FIRST), 4, UINT32_MAX}}},
    {"a name just past the strings", HM_ERROR_STRING, {{IN_ANIMATION(2, NAME), 8, 39}}},
    {"a name far past the strings", HM_ERROR_STRING, {{IN_ANIMATION(0, NAME), 8, UINT64_MAX}}},
};

static void one_fault_of_animations_is_refused_for_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof animated_faults / sizeof *animated_faults; i++) {
        const struct bytes bytes = animated_with(&animated_faults[i]);
        hm_pack pack;
        memset(&pack, 0xff, sizeof pack);
        const hm_result result = hm_pack_open(&pack, bytes.at, bytes.size);
        if (result != animated_faults[i].result)
            fail_msg("%s: %s", animated_faults[i].what, hm_result_text(result));
        assert_empty_pack(&pack);
        assert_int_equal(hm_pack_animation_count(&pack), 0);
        free(bytes.at);
    }
}

static void every_byte_of_the_magic_counts(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();
    hm_pack pack;

    for (size_t i = 0; i < 8; i++) {
        bytes.at[i] ^= 1;
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_ERROR_MAGIC);
        /* Few bytes of something else are something else, not a pack cut short. */
        assert_int_equal(hm_pack_open(&pack, bytes.at, i + 1), HM_ERROR_MAGIC);
        bytes.at[i] ^= 1;
        assert_int_equal(hm_pack_open(&pack, bytes.at, i + 1), HM_ERROR_TRUNCATED);
    }
    assert_int_equal(hm_pack_open(&pack, NULL, 0), HM_ERROR_TRUNCATED);
    assert_empty_pack(&pack);
    free(bytes.at);
}

static void every_result_has_a_text(void **state)
{
    (void)state;
    static const char *const texts[] = {
#define TEXT(name, text) text,
        HM_RESULTS(TEXT)
#undef TEXT
    };
    const uint32_t count = sizeof texts / sizeof *texts;
    const uint32_t unknown[] = {count, count + 1, INT32_MAX, UINT32_MAX};

    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(hm_result_text((hm_result)i), texts[i]);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_string_equal(hm_result_text((hm_result)unknown[i]), "unknown result");
}

/* A pack without sprites, whose strings begin 8 bytes later than they must. */
static struct bytes bytes_with_strings(const char *strings, size_t length)
{
    struct model model = {0};
    struct bytes bytes = pack_bytes(&model);
    struct parts parts;

    pack_take_apart(&bytes, &parts);
    free(bytes.at);
    text_add(&parts.sections[0].bytes, strings, length);
    parts.sections[0].gap = 8;
    return pack_put_together(&parts);
}

static void strings_may_be_none_and_end_with_a_nul(void **state)
{
    (void)state;
    static const struct {
        const char *strings;
        size_t length;
        hm_result result;
    } cases[] = {{"", 0, HM_OK}, {"x", 1, HM_ERROR_STRING}, {"", 1, HM_OK}, {"x", 2, HM_OK}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes bytes = bytes_with_strings(cases[i].strings, cases[i].length);
        const uint8_t *const record = bytes.at + HEADER_SIZE;
        hm_pack pack;
        /* The byte before the strings says nothing about them. */
        bytes.at[get_u64(record + SECTION_OFFSET) - 1] = 'y';
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), cases[i].result);
        free(bytes.at);
    }
}

/* An index of 32 bits that means no record is no record's own. The bytes of so many records are not
 * there: they must be refused before the first is read. */
static void as_many_records_as_indices_are_too_many(void **state)
{
    (void)state;
    const uint64_t length = LIST_RECORD * (uint64_t)UINT32_MAX, size = length + 1024;
    struct bytes bytes = example_bytes();
    uint8_t *const lists = bytes.at + HEADER_SIZE + 5 * SECTION_RECORD;
    hm_pack pack;

    if (size <= SIZE_MAX) {
        const uint64_t offset = get_u64(lists + SECTION_OFFSET);
        put_u64(lists + SECTION_LENGTH, length);
        put_u64(lists + SECTION_RECORD + SECTION_OFFSET, offset + length);
        put_u64(bytes.at + HEADER_TOTAL, size);
        assert_int_equal(hm_pack_open(&pack, bytes.at, (size_t)size), HM_ERROR_SECTION);
    }
    free(bytes.at);
}

/* ---- Look-up ------------------------------------------------------------------------------ */

/* In the order of their bytes. */
static const char *const names[] = {
    "!",
    "a",
    "a.png",
    "a/b",
    "a0",
    "aa",
    "aaaa",
    "ab",
    "b",
    "z",
    "\xc3\xa9",
    "\xe2\x82\xac",
    "\xe2\x82\xac.",
    "\xf0\x9f\x99\x82",
};
enum { NAMES = sizeof names / sizeof *names };

static struct bytes named_pack(size_t count)
{
    struct model model = {0};

    for (size_t i = count; i-- > 0;)
        model_draw(&model, names[i], i % 2 ? "#\n" : "##\n", NULL);
    struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    return bytes;
}

static bool is_name(const char *name, size_t length, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return true;
    return false;
}

static void assert_found_if_there(const hm_pack *pack, const char *name, size_t length,
                                  size_t count)
{
    /* Exactly as many bytes as are given: a read past them would be seen. */
    char *const exact = malloc(length + !length);
    hm_sprite sprite;
    assert_non_null(exact);
    memcpy(exact, name, length);
    const bool found = hm_pack_find_n(pack, exact, length, &sprite);
    assert_int_equal(found, is_name(name, length, count));
    if (found)
        assert_int_equal(strlen(hm_sprite_name(&sprite)), length);
    else
        assert_empty_sprite(&sprite);
    free(exact);
}

static void names_are_found_and_nothing_else(void **state)
{
    (void)state;
    /* With every number of sprites, so that the search ends in every way there is. */
    for (size_t count = 0; count <= NAMES; count++) {
        struct bytes bytes = named_pack(count);
        hm_pack pack;
        hm_sprite sprite;
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_int_equal(hm_pack_count(&pack), count);
        for (uint32_t i = 0; i < NAMES; i++) {
            const size_t length = strlen(names[i]);
            char longer[16] = {0};
            memcpy(longer, names[i], length);
            assert_int_equal(hm_pack_find(&pack, names[i], &sprite), i < count);
            assert_int_equal(hm_pack_sprite(&pack, i, &sprite), i < count);
            assert_string_equal(hm_sprite_name(&sprite), i < count ? names[i] : "");
            for (size_t cut = 0; cut <= length; cut++)
                assert_found_if_there(&pack, names[i], cut, count);
            assert_found_if_there(&pack, longer, length + 1, count); /* with its NUL */
            /* And with the name that lies behind it. */
            if (i + 1 < NAMES) {
                const size_t more = strlen(names[i + 1]);
                memcpy(longer + length + 1, names[i + 1], more);
                assert_found_if_there(&pack, longer, length + 1 + more, count);
            }
            for (int c = 1; c < 256; c++) {
                longer[length] = (char)c;
                assert_found_if_there(&pack, longer, length + 1, count);
            }
        }
        assert_false(hm_pack_sprite(&pack, UINT32_MAX, &sprite));
        assert_empty_sprite(&sprite);
        free(bytes.at);
    }
}

static void an_empty_name_is_not_read_past_its_nul(void **state)
{
    (void)state;
    struct bytes bytes = named_pack(NAMES);
    char *const empty = calloc(1, 1);
    hm_pack pack;
    hm_sprite sprite;

    assert_non_null(empty);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_false(hm_pack_find(&pack, empty, &sprite));
    free(empty);
    free(bytes.at);
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
    struct bytes packs[4] = {example_bytes(), named_pack(0), animated_bytes()};
    struct model model;
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
        assert_true(product_pour(&product, &model, &err));
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
    assert_true(model_sort(&model, &err));
    sink_init(&sink, refuse, NULL);
    pack_write(&model, 1, &sink, &err);
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
    return !kept->text.failed;
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
    struct model_sprite sprite = {.name = text_copy("large"),
                                  .source = text_copy("large.png"),
                                  .origin = text_copy("a test")};
    struct error err;

    sprite.width = sprite.height = SIDE;
    assert_true(bitmap_init(&bitmap, SIDE, SIDE));
    for (size_t i = 0; i < bitmap.row_words * SIDE; i++)
        bitmap.words[i] = i * 0x9e3779b97f4a7c15u;
    assert_true(mask_from_bitmap(&bitmap, &mask, &err));
    assert_true(model_add(model, &sprite, &mask, &none, &err));
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
        assert_true(pack_write(&model, jobs, &sink, &err));
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
    assert_true(model_sort(&model, &err));
    sink_init(&sink, accept, NULL);
    sink.amend = refuse_to_amend;
    pack_write(&model, 2, &sink, &err);
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
        cmocka_unit_test(a_view_is_what_was_drawn),
        cmocka_unit_test(a_buffer_is_as_large_as_it_must_be),
        cmocka_unit_test(a_view_says_which_code_may_read_it),
        cmocka_unit_test(a_view_of_large_bits_has_its_blocks),
        cmocka_unit_test(a_view_without_pixels_has_no_bounds),
        cmocka_unit_test(the_pivot_is_mirrored_with_the_view),
        cmocka_unit_test(a_box_is_solid_inside_alone),
        cmocka_unit_test(the_view_of_a_large_mask_has_its_blocks),
        cmocka_unit_test(any_address_will_do),
        cmocka_unit_test(other_bytes_may_follow),
        cmocka_unit_test(a_newer_minor_version_is_read),
        cmocka_unit_test(sections_that_are_not_known_are_skipped),
        cmocka_unit_test(records_may_be_longer),
        cmocka_unit_test(one_fault_is_refused_for_what_it_is),
        cmocka_unit_test(one_fault_of_animations_is_refused_for_what_it_is),
        cmocka_unit_test(every_byte_of_the_magic_counts),
        cmocka_unit_test(every_result_has_a_text),
        cmocka_unit_test(strings_may_be_none_and_end_with_a_nul),
        cmocka_unit_test(as_many_records_as_indices_are_too_many),
        cmocka_unit_test(names_are_found_and_nothing_else),
        cmocka_unit_test(an_empty_name_is_not_read_past_its_nul),
        cmocka_unit_test(the_order_of_input_does_not_matter),
        cmocka_unit_test(what_is_equal_is_stored_once),
        cmocka_unit_test(a_pack_read_and_written_is_the_same),
        cmocka_unit_test(a_sink_that_fails_is_told_of),
        cmocka_unit_test(the_checksum_may_be_made_while_the_rest_is_written),
        cmocka_unit_test(a_checksum_that_does_not_get_there_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
