/*
 * test_data.c - the text that an artist gave a sprite
 */

#include "support/cmocka_all.h"

#include "support/model_support.h"
#include "support/pack_support.h"

#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void open_pack(hm_pack *pack, const struct bytes *bytes)
{
    assert_int_equal(hm_pack_open(pack, bytes->at, bytes->size), HM_OK);
}

static void assert_data(const struct bytes *bytes, const char *name, const char *data)
{
    hm_sprite sprite;
    hm_pack pack;
    open_pack(&pack, bytes);
    assert_true(hm_pack_find(&pack, name, &sprite));
    /* A sprite needs the bytes of its pack, but not its hm_pack. */
    memset(&pack, 0xaa, sizeof pack);
    assert_string_equal(hm_sprite_data(&sprite), data);
    hm_sprite_flip(&sprite, true, true, &sprite);
    assert_string_equal(hm_sprite_data(&sprite), data);
}

/* The example with data for "el", which "nil" has too, and for "el2". "box" has none. The texts are
 * "damage=10" at 0 and "a\tb\n\xc3\xa9" at 10; 17 bytes. */
static void draw_with_data(struct model *model)
{
    model_draw_example(model);
    for (size_t i = 0; i < model->sprite_count; i++) {
        struct model_sprite *const sprite = &model->sprites[i];
        const bool is_el2 = strcmp(sprite->name, "el2") == 0;
        if (strcmp(sprite->name, "box") != 0)
            sprite->data = is_el2 ? "a\tb\n\xc3\xa9" : "damage=10";
    }
}

static struct bytes bytes_with_data(void)
{
    struct model model = {0};
    draw_with_data(&model);
    struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    return bytes;
}

static void each_sprite_has_its_own(void **state)
{
    (void)state;
    struct bytes bytes = bytes_with_data();
    hm_pack pack;
    open_pack(&pack, &bytes);
    assert_int_equal(hm_pack_verify(&pack), HM_OK);
    assert_data(&bytes, "box", "");
    assert_data(&bytes, "el", "damage=10");
    assert_data(&bytes, "el2", "a\tb\n\xc3\xa9");
    assert_data(&bytes, "nil", "damage=10");
    free(bytes.at);
}

static void many_sprites_find_theirs(void **state)
{
    (void)state;
    enum { SPRITES = 300 };
    struct model model = {0};
    char name[32], data[32];
    for (unsigned i = 0; i < SPRITES; i++) {
        snprintf(name, sizeof name, "%03u", i);
        struct model_sprite *const sprite = model_draw(&model, name, "#\n", NULL);
        sprite->data = i % 3 == 0 ? NULL : arena_format(&model.arena, "n=%u", i / 7);
    }
    struct bytes bytes = pack_bytes(&model);
    for (unsigned i = 0; i < SPRITES; i++) {
        snprintf(name, sizeof name, "%03u", i);
        snprintf(data, sizeof data, "n=%u", i / 7);
        assert_data(&bytes, name, i % 3 == 0 ? "" : data);
    }
    free(bytes.at);
    model_free(&model);
}

static void a_sprite_of_no_pack_has_none(void **state)
{
    (void)state;
    struct bytes bytes = bytes_with_data();
    uint8_t buffer[64 + 16];
    hm_sprite sprite;
    hm_pack pack;
    memset(&sprite, 0, sizeof sprite);
    assert_string_equal(hm_sprite_data(&sprite), "");
    assert_true(hm_sprite_from_bits("\1", 1, 1, 1, buffer, sizeof buffer, &sprite));
    assert_string_equal(hm_sprite_data(&sprite), "");
    open_pack(&pack, &bytes);
    assert_false(hm_pack_find(&pack, "no such sprite", &sprite));
    assert_string_equal(hm_sprite_data(&sprite), "");
    free(bytes.at);
}

/* A pack without data has the bytes that it always had. */
static void packs_say_that_they_have_data(void **state)
{
    (void)state;
    struct bytes with = bytes_with_data(), without = example_bytes();
    assert_int_equal(get_u16(with.at + HEADER_MINOR), 2);
    assert_int_equal(get_u32(with.at + HEADER_SECTIONS), 9);
    assert_int_equal(get_u16(without.at + HEADER_MINOR), 0);
    assert_int_equal(get_u32(without.at + HEADER_SECTIONS), 7);
    free(with.at);
    free(without.at);
}

/* ---- Damage ------------------------------------------------------------------------------- */

/* The parts of the example with data: sections 1 to 7, the records and the texts. */
enum { RECORDS = 7, TEXTS = 8 };
#define IN_RECORD(i, field) RECORDS + 1, (i)*DATA_RECORD + DATA_##field
#define IN_TEXTS            TEXTS + 1

struct damage {
    hm_result verified;
    struct edit edits[2];
    const char *data[3]; /* of "el", "el2" and "nil" */
};

static struct bytes damaged(const struct damage *damage)
{
    struct bytes bytes = bytes_with_data();
    struct parts parts;
    pack_take_apart(&bytes, &parts);
    free(bytes.at);
    for (int i = 0; i < 2; i++) {
        const struct edit *const edit = &damage->edits[i];
        if (edit->size == 0)
            continue;
        uint8_t value[8];
        struct text *const text = &parts.sections[edit->section - 1].bytes;
        put_u64(value, edit->value);
        if (edit->at == APPEND)
            text_add(text, value, edit->size);
        else
            memcpy(text->bytes + edit->at, value, edit->size);
    }
    return pack_put_together(&parts);
}

#define TEN "damage=10"
#define AB  "a\tb\n\xc3\xa9"

static void damage_is_found_and_harmless(void **state)
{
    (void)state;
    static const struct damage all[] = {
        {HM_OK, {{0}}, {TEN, AB, TEN}},
        {HM_ERROR_STRING, {{IN_RECORD(0, TEXT), 8, 17}}, {"", AB, TEN}},
        {HM_ERROR_STRING, {{IN_RECORD(2, TEXT), 8, UINT64_MAX}}, {TEN, AB, ""}},
        {HM_ERROR_STRING, {{IN_TEXTS, 16, 1, 'x'}}, {"", "", ""}},
        {HM_ERROR_SPRITE, {{IN_RECORD(2, SPRITE), 4, 4}}, {TEN, AB, ""}},
        {HM_ERROR_SPRITE, {{IN_RECORD(1, ZERO), 4, 1}}, {TEN, AB, TEN}},
        {HM_ERROR_ORDER, {{IN_RECORD(0, SPRITE), 4, 2}}, {"", AB, TEN}},
        {HM_ERROR_ORDER, {{IN_RECORD(2, SPRITE), 4, 0}}, {TEN, AB, ""}},
        /* A text that begins inside one, one that leaves a byte out, an empty one. */
        {HM_ERROR_STRING, {{IN_RECORD(2, TEXT), 8, 1}}, {TEN, AB, "amage=10"}},
        {HM_ERROR_STRING, {{IN_RECORD(1, TEXT), 8, 11}}, {TEN, "\tb\n\xc3\xa9", TEN}},
        {HM_ERROR_STRING, {{IN_TEXTS, 0, 1, 0}}, {"", AB, ""}},
        {HM_ERROR_STRING, {{IN_TEXTS, 0, 1, '\r'}}, {"\ramage=10", AB, "\ramage=10"}},
        {HM_ERROR_STRING, {{IN_TEXTS, 8, 1, 0x7f}}, {"damage=1\x7f", AB, "damage=1\x7f"}},
        {HM_ERROR_STRING, {{IN_TEXTS, 14, 2, 0x85c2}}, {TEN, "a\tb\n\xc2\x85", TEN}},
        {HM_ERROR_STRING, {{IN_TEXTS, 8, 1, 0xff}}, {"damage=1\xff", AB, "damage=1\xff"}},
        {HM_ERROR_UNUSED, {{IN_TEXTS, APPEND, 2, 'x'}}, {TEN, AB, TEN}},
        {HM_ERROR_UNUSED, {{IN_RECORD(1, TEXT), 8, 0}}, {TEN, TEN, TEN}},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct bytes bytes = damaged(&all[i]);
        hm_pack pack;
        open_pack(&pack, &bytes);
        assert_int_equal(hm_pack_verify(&pack), all[i].verified);
        assert_data(&bytes, "box", "");
        assert_data(&bytes, "el", all[i].data[0]);
        assert_data(&bytes, "el2", all[i].data[1]);
        assert_data(&bytes, "nil", all[i].data[2]);
        free(bytes.at);
    }
}

/* The example with data, without one of the two sections, or with an empty one. */
static void assert_none_without(size_t part, bool emptied)
{
    struct bytes bytes = bytes_with_data();
    struct parts parts;
    hm_pack pack;
    pack_take_apart(&bytes, &parts);
    free(bytes.at);
    text_free(&parts.sections[part].bytes);
    if (!emptied) {
        if (part == RECORDS)
            parts.sections[RECORDS] = parts.sections[TEXTS];
        parts.count--;
    }
    bytes = pack_put_together(&parts);
    open_pack(&pack, &bytes);
    assert_int_equal(hm_pack_verify(&pack), HM_ERROR_UNUSED);
    assert_data(&bytes, "el", "");
    free(bytes.at);
}

static void one_section_needs_the_other(void **state)
{
    (void)state;
    for (int emptied = 0; emptied < 2; emptied++) {
        assert_none_without(RECORDS, emptied);
        assert_none_without(TEXTS, emptied);
    }
}

/* The records of "el", "el2" and "nil" with other strides, and a byte more than whole ones. */
static void records_may_be_longer_but_not_shorter(void **state)
{
    (void)state;
    for (uint32_t stride = 0; stride < 25; stride++) {
        struct bytes bytes = bytes_with_data();
        struct parts parts;
        struct text records = {0};
        hm_pack pack;
        const bool fits = stride >= DATA_RECORD;
        pack_take_apart(&bytes, &parts);
        free(bytes.at);
        struct part *const part = &parts.sections[RECORDS];
        for (size_t i = 0; i < 3; i++)
            for (uint32_t k = 0; k < stride; k++)
                text_add(&records, k < DATA_RECORD ? part->bytes.bytes + i * DATA_RECORD + k : "x",
                         1);
        if (stride == 0 || stride == 24)
            text_add(&records, "x", 1);
        text_free(&part->bytes);
        part->bytes = records;
        part->stride = stride;
        bytes = pack_put_together(&parts);
        open_pack(&pack, &bytes);
        assert_int_equal(hm_pack_verify(&pack), fits && stride != 24 ? HM_OK : HM_ERROR_SECTION);
        assert_data(&bytes, "el2", fits ? AB : "");
        free(bytes.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sprite_has_its_own),
        cmocka_unit_test(many_sprites_find_theirs),
        cmocka_unit_test(a_sprite_of_no_pack_has_none),
        cmocka_unit_test(packs_say_that_they_have_data),
        cmocka_unit_test(damage_is_found_and_harmless),
        cmocka_unit_test(one_section_needs_the_other),
        cmocka_unit_test(records_may_be_longer_but_not_shorter),
    };
    return cmocka_run_group_tests_name("data", tests, NULL, NULL);
}
