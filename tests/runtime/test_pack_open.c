/*
 * test_pack_open.c - packs are opened, refused for what they are, and looked up in
 */

#include "support/cmocka_all.h"

#include "support/pack_support.h"

#include "support/model_support.h"

#include <stdlib.h>

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

static const uint32_t record_sections[] = {SECTION_SPRITES, SECTION_DETAILS,    SECTION_MASKS,
                                           SECTION_LISTS,   SECTION_ANIMATIONS, SECTION_FRAMES};
enum { RECORD_SECTIONS = sizeof record_sections / sizeof *record_sections };

/* The animated example with records of one section that are longer, or cut. */
static struct bytes bytes_with_records(uint32_t section, int32_t extra)
{
    struct bytes bytes = animated_bytes();
    struct parts parts;
    struct text records = {0};

    pack_take_apart(&bytes, &parts);
    free(bytes.at);
    struct part *const part = &parts.sections[section - 1];
    const uint32_t stride = (uint32_t)((int32_t)part->stride + extra);
    for (size_t at = 0; at < part->bytes.length; at += part->stride)
        for (uint32_t i = 0; i < stride; i++)
            text_add(&records, i < part->stride ? part->bytes.bytes + at + i : "\xa5", 1);
    text_free(&part->bytes);
    part->bytes = records;
    part->stride = stride;
    return pack_put_together(&parts);
}

static void records_may_be_longer(void **state)
{
    (void)state;
    for (size_t i = 0; i < RECORD_SECTIONS; i++)
        for (int32_t extra = 1; extra < 20; extra += 9) {
            struct bytes bytes = bytes_with_records(record_sections[i], extra);
            assert_opens_like(animated_bytes(), &bytes);
            free(bytes.at);
        }
}

static void records_may_not_be_a_byte_shorter(void **state)
{
    (void)state;
    for (size_t i = 0; i < RECORD_SECTIONS; i++) {
        struct bytes bytes = bytes_with_records(record_sections[i], -1);
        hm_pack pack;
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_ERROR_SECTION);
        free(bytes.at);
    }
}

/* A machine of 32 bits could never hold a total of 2^32 bytes and more. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_bytes_may_follow),
        cmocka_unit_test(a_newer_minor_version_is_read),
        cmocka_unit_test(sections_that_are_not_known_are_skipped),
        cmocka_unit_test(records_may_be_longer),
        cmocka_unit_test(records_may_not_be_a_byte_shorter),
        cmocka_unit_test(one_fault_is_refused_for_what_it_is),
        cmocka_unit_test(one_fault_of_animations_is_refused_for_what_it_is),
        cmocka_unit_test(every_byte_of_the_magic_counts),
        cmocka_unit_test(every_result_has_a_text),
        cmocka_unit_test(strings_may_be_none_and_end_with_a_nul),
        cmocka_unit_test(as_many_records_as_indices_are_too_many),
        cmocka_unit_test(names_are_found_and_nothing_else),
        cmocka_unit_test(an_empty_name_is_not_read_past_its_nul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
