/*
 * test_verify.c - verifying: one pack for each thing that it must refuse
 *
 * Each pack opens, has a right checksum, and differs from a right one in what is said of it.
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "support/model_support.h"
#include "support/pack_support.h"

#include <stdlib.h>

static hm_result verify_bytes(const struct bytes *bytes)
{
    hm_pack pack;

    assert_int_equal(hm_pack_open(&pack, bytes->at, bytes->size), HM_OK);
    return hm_pack_verify(&pack);
}

/* The strings of the example: box 0, el 4, el2 7, nil 11, art.png 15, hit 23; 27 bytes. */
static const struct fault faults[] = {
    {"a zero after the strings is not",
     HM_ERROR_UNUSED,
     {{WHOLE_PACK, HEADER_SIZE + SECTION_COUNT *SECTION_RECORD + 27, 1, 1}}},

    {"a name that is empty, and one that makes up for it",
     HM_ERROR_STRING,
     {{SECTION_STRINGS, 0, 6, 0x616161616100}, {IN_SPRITE(1, NAME), 8, 1}}},
    {"a name with a NUL inside", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 1, 0}}},
    {"a name with a C0 control", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 1, 0x1f}}},
    {"a name with a DEL", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 1, 0x7f}}},
    {"a name with a C1 control", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 2, 0x85c2}}},
    {"a name with a byte that is never UTF-8", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 1, 0xff}}},
    {"a name with a lone continuation", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 1, 0x80}}},
    {"a name with a character cut short", HM_ERROR_STRING, {{SECTION_STRINGS, 2, 1, 0xc3}}},
    {"a name with an overlong form", HM_ERROR_STRING, {{SECTION_STRINGS, 1, 2, 0xafc0}}},
    {"a name with a surrogate", HM_ERROR_STRING, {{SECTION_STRINGS, 11, 3, 0x80a0ed}}},
    {"a name that another has", HM_ERROR_STRING, {{IN_SPRITE(1, NAME), 8, 0}}},
    {"a name that begins inside one", HM_ERROR_STRING, {{IN_SPRITE(1, NAME), 8, 5}}},
    {"a source inside a string", HM_ERROR_STRING, {{IN_DETAIL(0, SOURCE), 8, 16}}},
    {"a source inside an earlier string", HM_ERROR_STRING, {{IN_DETAIL(2, SOURCE), 8, 16}}},
    {"a source inside a name", HM_ERROR_STRING, {{IN_DETAIL(2, SOURCE), 8, 1}}},
    {"a source past the end", HM_ERROR_STRING, {{IN_DETAIL(0, SOURCE), 8, 27}}},
    {"a source far past the end", HM_ERROR_STRING, {{IN_DETAIL(0, SOURCE), 8, NO_STRING}}},
    {"a layer that leaves a string out", HM_ERROR_STRING, {{IN_DETAIL(1, LAYER), 8, 24}}},
    {"a layer with a control", HM_ERROR_STRING, {{SECTION_STRINGS, 24, 1, 0x0a}}},
    {"a string that nothing uses", HM_ERROR_UNUSED, {{SECTION_STRINGS, APPEND, 2, 'x'}}},
    {"the last string unused", HM_ERROR_UNUSED, {{IN_DETAIL(1, LAYER), 8, NO_STRING}}},

    {"the first names out of order", HM_ERROR_ORDER, {{SECTION_STRINGS, 0, 1, 'z'}}},
    {"names out of order", HM_ERROR_ORDER, {{SECTION_STRINGS, 11, 3, 0x616161}}},
    {"a name twice", HM_ERROR_ORDER, {{SECTION_STRINGS, 11, 3, 0x326c65}}},
    {"a name twice, and something greater after it",
     HM_ERROR_ORDER,
     {{SECTION_STRINGS, 11, 3, 0x326c65}, {SECTION_STRINGS, 15, 1, 'z'}}},
    {"el2 before el",
     HM_ERROR_ORDER,
     {{SECTION_STRINGS, 4, 7, 0x006c6500326c65}, {IN_SPRITE(2, NAME), 8, 8}}},
    {"masks not in order of use", HM_ERROR_ORDER, {{IN_SPRITE(0, MASK), 4, 1}}},
    {"lists not in order of use", HM_ERROR_ORDER, {{IN_SPRITE(0, LIST), 4, 1}}},

    {"an empty sprite that has a left", HM_ERROR_SPRITE, {{IN_SPRITE(3, LEFT), 4, 1}}},
    {"an empty sprite that has a top", HM_ERROR_SPRITE, {{IN_SPRITE(3, TOP), 4, 1}}},
    {"the zero of a detail is not", HM_ERROR_SPRITE, {{IN_DETAIL(3, ZERO), 4, 1}}},
    {"the last byte of a detail is not zero", HM_ERROR_SPRITE, {{SECTION_DETAILS, 223, 1, 1}}},
    {"a pivot too far to the right",
     HM_ERROR_SPRITE,
     {{IN_DETAIL(0, PIVOT_X), 8, (UINT64_C(1) << 48) + 1}}},
    {"a pivot too far up",
     HM_ERROR_SPRITE,
     {{IN_DETAIL(3, PIVOT_Y), 8, 0 - (UINT64_C(1) << 48) - 1}}},

    {"the second mask unused",
     HM_ERROR_UNUSED,
     {{IN_SPRITE(1, MASK), 4, 0}, {IN_SPRITE(2, MASK), 4, 0}}},
    {"a third mask, full, that nothing uses",
     HM_ERROR_UNUSED,
     {{SECTION_MASKS, APPEND, 8, 16},
      {SECTION_MASKS, APPEND, 8, UINT64_C(0x100000001)},
      {SECTION_MASKS, APPEND, 8, 1}}},
    {"the second list unused", HM_ERROR_UNUSED, {{IN_SPRITE(3, LIST), 4, NO_INDEX}}},
    {"a third list, empty, that nothing uses",
     HM_ERROR_UNUSED,
     {{SECTION_LISTS, APPEND, 8, 8},
      {SECTION_LISTS, APPEND, 8, UINT64_C(0x100000000)},
      {SECTION_LISTS, APPEND, 8, 1}}},

    {"two masks in the same words", HM_ERROR_MASK, {{IN_MASK(0, AREA), 8, 3}}},
    {"a word between masks",
     HM_ERROR_MASK,
     {{IN_MASK(1, WORDS), 8, 8}, {SECTION_WORDS, APPEND, 8, 0}, {SECTION_WORDS, 16, 8, 1}}},
    {"a full mask not where its words would be", HM_ERROR_MASK, {{IN_MASK(0, WORDS), 8, 16}}},
    {"a word after the last mask", HM_ERROR_UNUSED, {{SECTION_WORDS, APPEND, 8, 0}}},
    {"a byte after the last mask", HM_ERROR_UNUSED, {{SECTION_WORDS, APPEND, 1, 0}}},
    {"the first of the last zeros is not", HM_ERROR_UNUSED, {{SECTION_WORDS, 16, 1, 1}}},
    {"the last of the last zeros is not", HM_ERROR_UNUSED, {{SECTION_WORDS, 71, 1, 1}}},

    /* The second mask is 2 x 2 and holds the rows 01 and 11, its area is 3. */
    {"a bit past the width", HM_ERROR_BITS, {{SECTION_WORDS, 0, 8, 4}}},
    {"the highest bit", HM_ERROR_BITS, {{SECTION_WORDS, 0, 8, UINT64_C(1) << 63}}},
    {"no pixel in the first column",
     HM_ERROR_BITS,
     {{SECTION_WORDS, 0, 8, 2}, {SECTION_WORDS, 8, 8, 2}, {IN_MASK(1, AREA), 8, 2}}},
    {"no pixel in the last column",
     HM_ERROR_BITS,
     {{SECTION_WORDS, 0, 8, 1}, {SECTION_WORDS, 8, 8, 1}, {IN_MASK(1, AREA), 8, 2}}},
    {"no pixel in the first row",
     HM_ERROR_BITS,
     {{SECTION_WORDS, 0, 8, 0}, {IN_MASK(1, AREA), 8, 2}}},
    {"no pixel in the last row",
     HM_ERROR_BITS,
     {{SECTION_WORDS, 0, 8, 3}, {SECTION_WORDS, 8, 8, 0}, {IN_MASK(1, AREA), 8, 2}}},
    {"a mask without a pixel",
     HM_ERROR_BITS,
     {{SECTION_WORDS, 0, 8, 0}, {SECTION_WORDS, 8, 8, 0}, {IN_MASK(1, AREA), 8, 0}}},
    {"an area too small", HM_ERROR_AREA, {{IN_MASK(1, AREA), 8, 2}}},
    {"an area larger than the box", HM_ERROR_AREA, {{IN_MASK(1, AREA), 8, 5}}},
    {"an area of all bits", HM_ERROR_AREA, {{IN_MASK(1, AREA), 8, UINT64_MAX}}},

    {"a flag that means nothing", HM_ERROR_POINTS, {{IN_LIST(0, FLAGS), 2, 2}}},
    {"two lists of the same cells", HM_ERROR_POINTS, {{IN_LIST(1, POINTS), 8, 0}}},
    {"a cell between lists",
     HM_ERROR_POINTS,
     {{IN_LIST(1, POINTS), 8, 10}, {SECTION_POINTS, APPEND, 2, 0}}},
    {"a cell right of the map", HM_ERROR_POINTS, {{SECTION_POINTS, 0, 1, 2}}},
    {"a cell below the map", HM_ERROR_POINTS, {{SECTION_POINTS, 1, 1, 2}}},
    {"the last cell off the map", HM_ERROR_POINTS, {{SECTION_POINTS, 7, 1, 0xff}}},
    {"a cell after the last list", HM_ERROR_UNUSED, {{SECTION_POINTS, APPEND, 2, 0}}},
    {"a byte after the last list", HM_ERROR_UNUSED, {{SECTION_POINTS, APPEND, 1, 0}}},
};

/* The strings go on: blink 27, still 33; 39 bytes. The box of animation 1 is that at 0. The
 * frames of the animations are 0 to 3, 4, and none. The options: {"cell":1}. */
static const struct fault animated_faults[] = {
    {"a name that is empty", HM_ERROR_STRING, {{SECTION_STRINGS, 27, 1, 0}}},
    {"a name with a control", HM_ERROR_STRING, {{SECTION_STRINGS, 28, 1, 0x1b}}},
    {"a name inside a string", HM_ERROR_STRING, {{IN_ANIMATION(1, NAME), 8, 1}}},
    {"a name that leaves a string out", HM_ERROR_STRING, {{IN_ANIMATION(0, NAME), 8, 33}}},
    {"the last name unused", HM_ERROR_UNUSED, {{IN_ANIMATION(2, NAME), 8, 7}}},
    {"names out of order", HM_ERROR_ORDER, {{SECTION_STRINGS, 27, 1, 'c'}}},
    {"a name twice", HM_ERROR_ORDER, {{IN_ANIMATION(1, NAME), 8, 27}}},
    {"a name twice, stored twice, and something greater after it",
     HM_ERROR_ORDER,
     {{SECTION_STRINGS, 27, 8, 0x6c69747300786f62},
      {IN_ANIMATION(0, NAME), 8, 0},
      {IN_ANIMATION(1, NAME), 8, 27},
      {IN_ANIMATION(2, NAME), 8, 31}}},
    {"a name after what it begins", HM_ERROR_ORDER, {{SECTION_STRINGS, 33, 5, 0x0000786f62}}},

    {"frames that two share",
     HM_ERROR_ANIMATION,
     {{IN_ANIMATION(1, FIRST), 4, 3}, {IN_ANIMATION(1, COUNT), 4, 2}}},
    {"a frame between animations", HM_ERROR_ANIMATION, {{IN_ANIMATION(0, COUNT), 4, 3}}},
    {"no frames, somewhere else", HM_ERROR_ANIMATION, {{IN_ANIMATION(2, FIRST), 4, 0}}},
    {"a frame that nothing uses", HM_ERROR_UNUSED, {{SECTION_FRAMES, APPEND, 8, 0}}},
    {"the last frame unused", HM_ERROR_ANIMATION, {{IN_ANIMATION(1, COUNT), 4, 0}}},

    {"options that begin otherwise", HM_ERROR_STRING, {{SECTION_OPTIONS, 0, 1, '['}}},
    {"options that end otherwise", HM_ERROR_STRING, {{SECTION_OPTIONS, 9, 1, ']'}}},
    {"options with a control", HM_ERROR_STRING, {{SECTION_OPTIONS, 3, 1, '\n'}}},
    {"options with a NUL", HM_ERROR_STRING, {{SECTION_OPTIONS, 3, 1, 0}}},
    {"options that are not UTF-8", HM_ERROR_STRING, {{SECTION_OPTIONS, 3, 1, 0xff}}},
};

static void assert_faults(const struct fault *list, size_t count,
                          struct bytes (*make)(const struct fault *))
{
    for (size_t i = 0; i < count; i++) {
        const struct bytes bytes = make(&list[i]);
        const hm_result result = verify_bytes(&bytes);
        free(bytes.at);
        if (result != list[i].result)
            fail_msg("%s: %s", list[i].what, hm_result_text(result));
    }
}

static void one_fault_is_refused_for_what_it_is(void **state)
{
    (void)state;
    assert_faults(faults, sizeof faults / sizeof *faults, example_with);
    assert_faults(animated_faults, sizeof animated_faults / sizeof *animated_faults, animated_with);
}

static void assert_right(struct bytes rebuilt, struct bytes written)
{
    assert_int_equal(verify_bytes(&rebuilt), HM_OK);
    assert_same_bytes(&rebuilt, &written);
    free(rebuilt.at);
    free(written.at);
}

static void without_a_fault_it_is_right(void **state)
{
    (void)state;
    const struct fault none = {0};

    assert_right(example_with(&none), example_bytes());
    assert_right(animated_with(&none), animated_bytes());
}

/* A section without content is left out: an empty section is not right. */
static void empty_sections_are_refused(void **state)
{
    (void)state;
    for (uint32_t id = SECTION_ANIMATIONS; id <= SECTION_OPTIONS; id++) {
        struct bytes bytes = example_bytes();
        struct parts parts;
        pack_take_apart(&bytes, &parts);
        free(bytes.at);
        parts.sections[parts.count++] = (struct part){.id = id, .stride = 16};
        bytes = pack_put_together(&parts);
        assert_int_equal(verify_bytes(&bytes), HM_ERROR_UNUSED);
        free(bytes.at);
    }
}

/* Bytes that no check is about. A change of one of them may be a wrong bake, not a wrong pack. */
static void what_the_baker_says_is_not_judged(void **state)
{
    (void)state;
    static const struct fault changes[] = {
        {"a pivot far right", HM_OK, {{IN_DETAIL(0, PIVOT_X), 8, UINT64_C(1) << 48}}},
        {"a pivot far up", HM_OK, {{IN_DETAIL(0, PIVOT_Y), 8, 0 - (UINT64_C(1) << 48)}}},
        {"region", HM_OK, {{IN_DETAIL(0, REGION), 4, UINT32_MAX}}},
        {"warnings", HM_OK, {{IN_DETAIL(0, WARNINGS), 4, 2}}},
        {"prune", HM_OK, {{IN_LIST(0, PRUNE), 2, 9}}},
        {"a border dropped", HM_OK, {{IN_LIST(0, FLAGS), 2, LIST_BORDER_DROPPED}}},
        {"a sprite larger than its mask", HM_OK, {{IN_SPRITE(0, WIDTH), 4, INT32_MAX}}},
    };

    static const struct fault animated_changes[] = {
        {"a duration", HM_OK, {{IN_FRAME(1, DURATION), 4, UINT32_MAX}}},
        {"a sprite", HM_OK, {{IN_FRAME(1, SPRITE), 4, 0}}},
        {"another count",
         HM_OK,
         {{IN_ANIMATION(0, COUNT), 4, 5},
          {IN_ANIMATION(1, FIRST), 4, 5},
          {IN_ANIMATION(1, COUNT), 4, 0}}},
    };

    assert_faults(changes, sizeof changes / sizeof *changes, example_with);
    assert_faults(animated_changes, sizeof animated_changes / sizeof *animated_changes,
                  animated_with);
}

/* A source of seven bytes in place of "art.png". */
static hm_result verify_source(const char *source)
{
    struct bytes bytes = example_bytes();

    assert_int_equal(strlen(source), 7);
    memcpy(bytes.at + HEADER_SIZE + SECTION_COUNT * SECTION_RECORD + 15, source, 7);
    pack_sign(&bytes);
    const hm_result result = verify_bytes(&bytes);
    free(bytes.at);
    return result;
}

static void strings_are_utf8_without_controls(void **state)
{
    (void)state;
    /* The first and last character of each length, and what is just outside. */
    assert_int_equal(verify_source("      ~"), HM_OK);
    assert_int_equal(verify_source("\xc2\xa0\xdf\xbf..."), HM_OK);
    assert_int_equal(verify_source("\xe0\xa0\x80\xef\xbf\xbf."), HM_OK);
    assert_int_equal(verify_source("\xed\x9f\xbf\xee\x80\x80."), HM_OK);
    assert_int_equal(verify_source("\xf0\x90\x80\x80..."), HM_OK);
    assert_int_equal(verify_source("\xf4\x8f\xbf\xbf..."), HM_OK);
    assert_int_equal(verify_source("\x1f......"), HM_ERROR_STRING);
    assert_int_equal(verify_source("......\x7f"), HM_ERROR_STRING);
    assert_int_equal(verify_source(".....\xc2\x80"), HM_ERROR_STRING);
    assert_int_equal(verify_source(".....\xc2\x9f"), HM_ERROR_STRING);
    assert_int_equal(verify_source(".....\xc1\xbf"), HM_ERROR_STRING);
    assert_int_equal(verify_source("....\xe0\x9f\xbf"), HM_ERROR_STRING);
    assert_int_equal(verify_source("....\xed\xa0\x80"), HM_ERROR_STRING);
    assert_int_equal(verify_source("....\xed\xbf\xbf"), HM_ERROR_STRING);
    assert_int_equal(verify_source("...\xf0\x8f\xbf\xbf"), HM_ERROR_STRING);
    assert_int_equal(verify_source("...\xf4\x90\x80\x80"), HM_ERROR_STRING);
    assert_int_equal(verify_source("...\xf5\x80\x80\x80"), HM_ERROR_STRING);
    assert_int_equal(verify_source("....\xf0\x90\x80"), HM_ERROR_STRING);
    assert_int_equal(verify_source(".....\xe2\x82"), HM_ERROR_STRING);
    assert_int_equal(verify_source("......\xc3"), HM_ERROR_STRING);
    assert_int_equal(verify_source("......\xbf"), HM_ERROR_STRING);
}

static void every_byte_of_a_long_string_is_checked(void **state)
{
    (void)state;
    static const char name[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    static const uint8_t wrong[] = {0x01, 0x1f, 0x7f, 0x80, 0xff};
    struct model model = {0};

    model_draw(&model, name, "#\n", NULL);
    struct bytes bytes = pack_bytes(&model);
    uint8_t *const strings = bytes.at + HEADER_SIZE + SECTION_COUNT * SECTION_RECORD;
    for (size_t i = 0; name[i] != 0; i++)
        for (size_t k = 0; k < sizeof wrong; k++) {
            strings[i] = wrong[k];
            pack_sign(&bytes);
            assert_int_equal(verify_bytes(&bytes), HM_ERROR_STRING);
            strings[i] = 'a';
        }
    pack_sign(&bytes);
    assert_int_equal(verify_bytes(&bytes), HM_OK);
    free(bytes.at);
    model_free(&model);
}

static struct bytes with_gap(uint32_t section, size_t gap)
{
    struct bytes example = example_bytes();
    struct parts parts;

    pack_take_apart(&example, &parts);
    free(example.at);
    parts.sections[section - 1].gap = gap;
    return pack_put_together(&parts);
}

static void sections_lie_close(void **state)
{
    (void)state;
    for (uint32_t section = 1; section <= SECTION_COUNT; section++) {
        struct bytes bytes = with_gap(section, 8);
        assert_int_equal(verify_bytes(&bytes), HM_ERROR_UNUSED);
        free(bytes.at);
        bytes = with_gap(section, 1);
        assert_int_equal(verify_bytes(&bytes), HM_ERROR_UNUSED);
        free(bytes.at);
    }
}

static void up_to_seven_zeros_lie_between_sections(void **state)
{
    (void)state;
    static const char letters[] = "aaaaaaaaaaaaaaaa";

    for (size_t length = 1; length <= 16; length++) {
        struct model model = {0};
        model_draw(&model, letters + 16 - length, "#\n", NULL);
        struct bytes bytes = pack_bytes(&model);
        assert_int_equal(verify_bytes(&bytes), HM_OK);
        free(bytes.at);
        model_free(&model);
    }
}

static void the_pack_ends_with_its_last_section(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();

    bytes.at = realloc(bytes.at, bytes.size + 8);
    assert_non_null(bytes.at);
    memset(bytes.at + bytes.size, 0, 8);
    assert_int_equal(verify_bytes(&bytes), HM_OK);
    bytes.size += 8;
    assert_int_equal(verify_bytes(&bytes), HM_OK); /* what follows is not the pack's */
    put_u64(bytes.at + HEADER_TOTAL, bytes.size);
    pack_sign(&bytes);
    assert_int_equal(verify_bytes(&bytes), HM_ERROR_UNUSED);
    free(bytes.at);
}

static void a_wrong_checksum_is_refused(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();

    for (size_t i = HEADER_CHECKSUM; i < HEADER_SIZE; i++) {
        bytes.at[i] ^= 0x10;
        assert_int_equal(verify_bytes(&bytes), HM_ERROR_CHECKSUM);
        bytes.at[i] ^= 0x10;
    }
    assert_int_equal(verify_bytes(&bytes), HM_OK);
    free(bytes.at);
}

static void every_length_of_the_last_block_is_summed(void **state)
{
    (void)state;
    /* A section that is not known grows the pack a byte at a time through a block of 64. */
    for (size_t length = 0; length < 70; length++) {
        struct bytes bytes = example_bytes();
        struct parts parts;
        pack_take_apart(&bytes, &parts);
        free(bytes.at);
        parts.sections[parts.count++] = (struct part){.id = 77, .stride = 1};
        for (size_t i = 0; i < length; i++)
            text_add(&parts.sections[SECTION_COUNT].bytes, "\xff", 1);
        bytes = pack_put_together(&parts);
        assert_int_equal(verify_bytes(&bytes), HM_OK);
        bytes.at[bytes.size - 1] ^= 1;
        assert_int_equal(verify_bytes(&bytes), HM_ERROR_CHECKSUM);
        free(bytes.at);
    }
}

static void a_wide_mask_is_checked_in_its_last_stripe(void **state)
{
    (void)state;
    static const struct {
        uint32_t width;
        uint64_t stray;
    } cases[] = {{63, UINT64_C(1) << 63}, {65, 2}, {127, UINT64_C(1) << 63}, {129, 1 << 1}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model model = {0};
        struct mask mask = {.width = cases[i].width, .height = 1, .area = 2};
        struct points points = {0};
        const size_t stripes = (cases[i].width + 63) / 64;
        mask.words = calloc(stripes, 8);
        assert_non_null(mask.words);
        mask.words[0] = 1;
        mask.words[stripes - 1] |= UINT64_C(1) << (cases[i].width - 1) % 64;
        struct model_sprite sprite = {
            .name = "a", .source = "a", .origin = "a test", .width = cases[i].width, .height = 1};
        model_add(&model, &sprite, &mask, &points);
        struct bytes bytes = pack_bytes(&model);
        assert_int_equal(verify_bytes(&bytes), HM_OK);
        model.masks[0].words[stripes - 1] |= cases[i].stray;
        model.masks[0].area = 3;
        free(bytes.at);
        bytes = pack_bytes(&model);
        assert_int_equal(verify_bytes(&bytes), HM_ERROR_BITS);
        free(bytes.at);
        model_free(&model);
    }
}

/* ---- Whatever the kernels ----------------------------------------------------------------- */

/* Verifies with the loops of every instruction set there is; all must say the same. */
static void assert_verified(hm_pack *pack, hm_result result)
{
    for (uint32_t level = 0; level <= hm_cpu_level(); level++) {
        pack->cpu = level;
        assert_int_equal(hm_pack_verify(pack), result);
    }
}

static void put_cell(uint8_t *cells, uint32_t index, uint8_t bytes, uint32_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        cells[index * bytes + i] = (uint8_t)(value >> 8 * i);
}

/* A pack with one list whose cells are all the last one of the map. */
static struct bytes pack_of_cells(uint32_t map_width, uint32_t map_height, uint32_t count,
                                  uint8_t bytes)
{
    struct model model = {0};
    struct mask mask = {.width = 1, .height = 1, .area = 1};
    struct points points = {true, map_width, map_height, 0, false, count, NULL, 0};
    struct model_sprite sprite = {
        .name = "a", .source = "a", .origin = "a test", .width = INT32_MAX, .height = INT32_MAX};

    points.cells = malloc((size_t)count * 2 * bytes);
    assert_non_null(points.cells);
    for (uint32_t i = 0; i < count; i++) {
        put_cell(points.cells, 2 * i, bytes, map_width - 1);
        put_cell(points.cells, 2 * i + 1, bytes, map_height - 1);
    }
    model_add(&model, &sprite, &mask, &points);
    const struct bytes packed = pack_bytes(&model);
    model_free(&model);
    return packed;
}

static void every_cell_of_a_list_is_checked(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        uint8_t bytes;
    } maps[] = {
        {1, 1, 1},
        {2, 255, 1},
        {255, 1, 1},
        {128, 128, 1},
        {257, 1, 2},
        {2, 65535, 2},
        {65535, 300, 2},
        {32768, 32768, 2},
        {65537, 1, 4},
        {3, 100000, 4},
        {INT32_MAX, INT32_MAX, 4},
    };
    static const uint32_t counts[] = {1, 2, 3, 4, 5, 8, 17, 31, 64, 75};

    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            const uint8_t size = maps[m].bytes;
            struct bytes bytes = pack_of_cells(maps[m].width, maps[m].height, counts[c], size);
            uint8_t *const cells = bytes.at + bytes.size - (size_t)counts[c] * 2 * size;
            hm_pack pack;
            assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
            assert_verified(&pack, HM_OK);
            for (uint32_t i = 0; i < 2 * counts[c]; i++) {
                const uint32_t side = i % 2 ? maps[m].height : maps[m].width;
                const uint32_t most = size < 4 ? (UINT32_C(1) << 8 * size) - 1 : UINT32_MAX;
                put_cell(cells, i, size, side);
                pack_sign(&bytes);
                assert_verified(&pack, HM_ERROR_POINTS);
                put_cell(cells, i, size, most);
                pack_sign(&bytes);
                assert_verified(&pack, HM_ERROR_POINTS);
                put_cell(cells, i, size, side - 1);
            }
            free(bytes.at);
        }
}

static void a_map_may_be_as_large_as_its_cells_can_say(void **state)
{
    (void)state;
    static const uint32_t sides[] = {256, 65536};

    for (uint8_t i = 0; i < 2; i++)
        for (uint32_t count = 1; count < 40; count++) {
            struct bytes bytes = pack_of_cells(sides[i], sides[i], count, (uint8_t)(i + 1));
            hm_pack pack;
            assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
            assert_verified(&pack, HM_OK);
            free(bytes.at);
        }
}

/* A frame round a box of `width` columns and `height` rows, with its word at `word` changed. */
static void assert_changed_word(uint32_t width, uint32_t height, uint32_t word, uint64_t change,
                                hm_result result)
{
    struct model model = {0};
    char *const picture = calloc((size_t)height * (width + 1) + 1, 1);
    hm_pack pack;

    assert_non_null(picture);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x <= width; x++) {
            const bool frame = y == 0 || y == height - 1 || x == 0 || x == width - 1;
            picture[(size_t)y * (width + 1) + x] = x == width ? '\n' : frame ? '#' : '.';
        }
    model_draw(&model, "frame", picture, NULL);
    model.masks[0].words[word] ^= change;
    struct bytes bytes = pack_bytes(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_verified(&pack, result);
    free(bytes.at);
    free(picture);
    model_free(&model);
}

static void every_word_of_a_mask_is_counted(void **state)
{
    (void)state;
    const uint64_t row_of_60 = (UINT64_C(1) << 60) - 1;
    for (uint32_t height = 3; height < 50; height += 3) {
        assert_changed_word(60, height, 0, row_of_60, HM_ERROR_BITS);
        assert_changed_word(60, height, height - 1, row_of_60, HM_ERROR_BITS);
    }
    for (uint32_t height = 3; height < 50; height += 3)
        for (uint32_t row = 1; row < height - 1; row++) {
            assert_changed_word(70, height, row, 0, HM_OK);
            assert_changed_word(70, height, row, UINT64_C(1) << 63, HM_ERROR_AREA);
            assert_changed_word(70, height, height + row, 1, HM_ERROR_AREA);
            assert_changed_word(70, height, height + row, UINT64_C(1) << 6, HM_ERROR_BITS);
        }
}

/* The words of a box of 300 x 1100, after its 5 stripes: 20 for the upper 1024 rows, and 20 for
 * the others. */
static void every_block_of_a_mask_is_checked(void **state)
{
    (void)state;
    assert_changed_word(256, 256, 4 * 256 + 15, 0, HM_OK);
    assert_changed_word(256, 256, 4 * 256 + 15, UINT64_C(1) << 14, HM_ERROR_BITS);
    assert_changed_word(300, 1100, 5 * 1100, 0, HM_OK);
    for (uint32_t word = 5 * 1100; word < 5 * 1100 + 40; word++) {
        assert_changed_word(300, 1100, word, 1, HM_ERROR_BITS);
        assert_changed_word(300, 1100, word, UINT64_C(1) << 63, HM_ERROR_BITS);
    }
}

static void an_empty_pack_is_right(void **state)
{
    (void)state;
    hm_pack pack;
    struct model model = {0};
    struct bytes bytes = pack_bytes(&model);

    assert_int_equal(verify_bytes(&bytes), HM_OK);
    free(bytes.at);
    assert_int_equal(hm_pack_open(&pack, "?", 1), HM_ERROR_MAGIC);
    assert_int_equal(hm_pack_verify(&pack), HM_OK); /* what a failure leaves is an empty pack */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_fault_it_is_right),
        cmocka_unit_test(every_block_of_a_mask_is_checked), /* before fuzzers have enough seeds */
        cmocka_unit_test(one_fault_is_refused_for_what_it_is),
        cmocka_unit_test(empty_sections_are_refused),
        cmocka_unit_test(what_the_baker_says_is_not_judged),
        cmocka_unit_test(strings_are_utf8_without_controls),
        cmocka_unit_test(every_byte_of_a_long_string_is_checked),
        cmocka_unit_test(sections_lie_close),
        cmocka_unit_test(up_to_seven_zeros_lie_between_sections),
        cmocka_unit_test(the_pack_ends_with_its_last_section),
        cmocka_unit_test(a_wrong_checksum_is_refused),
        cmocka_unit_test(every_length_of_the_last_block_is_summed),
        cmocka_unit_test(a_wide_mask_is_checked_in_its_last_stripe),
        cmocka_unit_test(every_cell_of_a_list_is_checked),
        cmocka_unit_test(a_map_may_be_as_large_as_its_cells_can_say),
        cmocka_unit_test(every_word_of_a_mask_is_counted),
        cmocka_unit_test(an_empty_pack_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
