/*
 * test_source.c - the picture that a sprite was baked from, and the part of it
 */

#include "support/cmocka_all.h"

#include "records.h"
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

static void assert_source(const hm_sprite *sprite, const char *name, const char *layer, hm_box box)
{
    hm_source source;
    assert_true(hm_sprite_source(sprite, &source));
    assert_string_equal(source.name, name);
    assert_string_equal(source.layer, layer);
    assert_memory_equal(&source.part, &box, sizeof box);
}

static void assert_no_source(const hm_sprite *sprite)
{
    hm_source source = {NULL, NULL, {1, 2, 3, 4}, {1, 2, 3, 4}, 1};
    assert_false(hm_sprite_source(sprite, &source));
    assert_string_equal(source.name, "");
    assert_string_equal(source.layer, "");
    const hm_box empty = {0, 0, 0, 0};
    assert_memory_equal(&source.part, &empty, sizeof empty);
    assert_memory_equal(&source.place, &empty, sizeof empty);
    assert_int_equal(source.turned, 0);
}

/* The i-th of many cells of a sheet. */
static void add_cell(struct model *model, uint32_t i)
{
    char name[32];
    snprintf(name, sizeof name, "sheet.png#%u", (unsigned)i);
    struct model_sprite *const sprite = model_draw(model, name, "#.\n.#\n", NULL);
    sprite->source = i % 3 == 0 ? "sheet.png" : "other/sheet.png";
    sprite->layer = i % 5 == 0 ? arena_format(&model->arena, "layer %u", (unsigned)i) : NULL;
    memcpy(sprite->region, (uint32_t[]){i, 2 * i, 20, 30}, sizeof sprite->region);
}

static void each_sprite_of_many_has_its_own(void **state)
{
    (void)state;
    enum { CELLS = 300 };
    struct model model = {0};
    hm_pack pack;
    hm_sprite sprite, mirrored;
    for (uint32_t i = 0; i < CELLS; i++)
        add_cell(&model, i);
    struct bytes bytes = pack_bytes(&model);
    open_pack(&pack, &bytes);
    for (uint32_t k = 0; k < CELLS; k++) {
        assert_true(hm_pack_sprite(&pack, k, &sprite));
        const int32_t i = atoi(strchr(hm_sprite_name(&sprite), '#') + 1);
        char layer[20] = "";
        if (i % 5 == 0)
            snprintf(layer, sizeof layer, "layer %d", (int)i);
        hm_sprite_flip(&sprite, k & 1, k & 2, &mirrored);
        assert_source(&mirrored, i % 3 == 0 ? "sheet.png" : "other/sheet.png", layer,
                      (hm_box){i, 2 * i, i + 20, 2 * i + 30});
    }
    free(bytes.at);
    model_free(&model);
}

/* Frames of an atlas: every third is trimmed, every fifth is turned, the others fill the sprite. */
static void a_renderer_learns_where_the_picture_belongs(void **state)
{
    (void)state;
    enum { FRAMES = 40 };
    struct model model = {0};
    hm_pack pack;
    hm_sprite sprite;
    hm_source source;
    for (uint32_t i = 0; i < FRAMES; i++) {
        char name[32];
        snprintf(name, sizeof name, "frame.%02u", (unsigned)i);
        struct model_sprite *const frame = model_draw(&model, name, "#...\n.#..\n..#.\n", NULL);
        frame->turn = i % 5 == 0 ? PLACE_CLOCKWISE + i % 2 : PLACE_UPRIGHT;
        if (i % 3 == 0)
            memcpy(frame->place, (uint32_t[]){1, 0, 3, 2}, sizeof frame->place);
        memcpy(frame->region, (uint32_t[]){10 * i, 0, 7, 5}, sizeof frame->region);
    }
    struct bytes bytes = pack_bytes(&model);
    open_pack(&pack, &bytes);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const hm_box trimmed = {1, 0, 4, 2}, whole = {0, 0, 4, 3};
        assert_true(hm_pack_sprite(&pack, i, &sprite));
        hm_sprite_flip(&sprite, i & 1, i & 2, &sprite);
        assert_true(hm_sprite_source(&sprite, &source));
        assert_memory_equal(&source.place, i % 3 == 0 ? &trimmed : &whole, sizeof whole);
        assert_int_equal(source.turned, i % 5 == 0 ? 1 + i % 2 : 0);
        assert_int_equal(source.part.x0, 10 * i);
    }
    free(bytes.at);
    model_free(&model);
}

/* A sprite needs the bytes of its pack, but not its hm_pack. */
static void the_source_is_in_the_bytes_of_the_pack(void **state)
{
    (void)state;
    struct bytes bytes = animated_bytes();
    hm_sprite sprite, frame;
    hm_animation blink;
    hm_source source;
    hm_pack pack;
    open_pack(&pack, &bytes);
    assert_true(hm_pack_find(&pack, "el", &sprite));
    assert_true(hm_pack_find_animation(&pack, "blink", &blink));
    assert_true(hm_pack_frame(&pack, &blink, 1, &frame));
    memset(&pack, 0xaa, sizeof pack);
    assert_source(&sprite, "art.png", "hit", (hm_box){0, 0, 4, 2});
    assert_source(&frame, "art.png", "", (hm_box){0, 0, 2, 2});
    assert_true(hm_sprite_source(&sprite, &source));
    assert_true((const uint8_t *)source.name > bytes.at);
    assert_true((const uint8_t *)source.name < bytes.at + bytes.size);
    free(bytes.at);
}

static void a_sprite_of_no_pack_has_none(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();
    uint8_t buffer[64 + 16];
    hm_sprite sprite;
    hm_pack pack;
    memset(&sprite, 0, sizeof sprite);
    assert_no_source(&sprite);
    assert_true(hm_sprite_from_bits("\1", 1, 1, 1, buffer, sizeof buffer, &sprite));
    assert_no_source(&sprite);
    open_pack(&pack, &bytes);
    assert_false(hm_pack_find(&pack, "no such sprite", &sprite));
    assert_no_source(&sprite);
    free(bytes.at);
}

/* Strings that begin past the end, names out of order, and regions beyond int32_t. */
static void a_damaged_pack_is_not_read_past_its_ends(void **state)
{
    (void)state;
    const struct fault faults[] = {
        {"source", HM_OK, {{IN_DETAIL(0, SOURCE), 8, UINT64_MAX - 1}}},
        {"layer", HM_OK, {{IN_DETAIL(0, LAYER), 8, 1000}}},
        {"source at the end", HM_OK, {{IN_DETAIL(0, SOURCE), 8, 1 << 20}}},
    };
    hm_sprite sprite;
    hm_source source;
    hm_pack pack;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct bytes bytes = example_with(&faults[i]);
        open_pack(&pack, &bytes);
        assert_true(hm_pack_sprite(&pack, 0, &sprite));
        assert_true(hm_sprite_source(&sprite, &source));
        assert_string_equal(source.name, i == 1 ? "art.png" : "");
        assert_string_equal(source.layer, "");
        free(bytes.at);
    }
    const struct fault far = {"region",
                              HM_OK,
                              {{IN_DETAIL(0, REGION), 4, UINT32_MAX},
                               {IN_DETAIL(0, REGION) + 8, 4, UINT32_MAX},
                               {IN_DETAIL(0, REGION) + 12, 4, UINT32_MAX}}};
    struct bytes bytes = example_with(&far);
    open_pack(&pack, &bytes);
    assert_true(hm_pack_sprite(&pack, 0, &sprite));
    assert_source(&sprite, "art.png", "", (hm_box){INT32_MAX, 0, INT32_MAX, INT32_MAX});
    free(bytes.at);
    /* "box" is the first of four; with the name of the last it is not where that is looked for. */
    const struct fault order = {"name", HM_OK, {{IN_SPRITE(0, NAME), 8, 11}}};
    bytes = example_with(&order);
    open_pack(&pack, &bytes);
    assert_true(hm_pack_sprite(&pack, 0, &sprite));
    hm_sprite_source(&sprite, &source);
    free(bytes.at);
}

/* The record of the table for a section; one behind the table when there is none. */
static uint8_t *table_record(const struct bytes *bytes, uint32_t id)
{
    uint8_t *record = bytes->at + HEADER_SIZE;
    for (uint32_t left = get_u32(bytes->at + HEADER_SECTIONS); left > 0; left--) {
        if (get_u32(record + SECTION_ID) == id)
            break;
        record += SECTION_RECORD;
    }
    return record;
}

static void write_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static void assert_place(const struct bytes *bytes, uint32_t index, hm_box place, uint32_t turned)
{
    hm_source source;
    hm_sprite sprite;
    hm_pack pack;
    open_pack(&pack, bytes);
    assert_true(hm_pack_sprite(&pack, index, &sprite));
    assert_true(hm_sprite_source(&sprite, &source));
    assert_memory_equal(&source.place, &place, sizeof place);
    assert_int_equal(source.turned, turned);
}

/* Nobody checks the places when a pack is opened: a turn that is none, and records that are a byte
 * shorter than 24, or have none. */
static void damaged_places_are_harmless(void **state)
{
    (void)state;
    const hm_box trimmed = {1, 0, 4, 2}, whole = {0, 0, 4, 3};
    struct model model = {0};
    struct model_sprite *const frame = model_draw(&model, "frame", "#...\n.#..\n..#.\n", NULL);
    frame->turn = PLACE_CLOCKWISE;
    memcpy(frame->place, (uint32_t[]){1, 0, 3, 2}, sizeof frame->place);
    struct bytes bytes = pack_bytes(&model);
    uint8_t *const record = table_record(&bytes, SECTION_PLACES);
    assert_place(&bytes, 0, trimmed, PLACE_CLOCKWISE);
    write_u32(bytes.at + get_u64(record + SECTION_OFFSET) + PLACE_TURN, 3);
    assert_place(&bytes, 0, trimmed, 0);
    write_u32(record + SECTION_STRIDE, 23);
    assert_place(&bytes, 0, whole, 0);
    write_u32(record + SECTION_STRIDE, 0);
    assert_place(&bytes, 0, whole, 0);
    free(bytes.at);
    model_free(&model);
}

/* The bytes behind the table are those of the first name: they look like a record of places, and
 * then like a place of the other sprite. */
static void what_looks_like_a_table_is_none(void **state)
{
    (void)state;
    const hm_box whole = {0, 0, 4, 3};
    struct model model = {0};
    char name[60];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    model_draw(&model, name, "#\n", NULL);
    model_draw(&model, "z", "#...\n.#..\n..#.\n", NULL);
    struct bytes bytes = pack_bytes(&model);
    uint8_t *const record = table_record(&bytes, SECTION_PLACES), *const place = record + 24;
    assert_memory_equal(record, name, sizeof name);
    assert_place(&bytes, 1, whole, 0);
    memset(record, 0, SECTION_RECORD + PLACE_RECORD);
    write_u32(record + SECTION_ID, SECTION_PLACES);
    write_u32(record + SECTION_STRIDE, PLACE_RECORD);
    write_u32(record + SECTION_OFFSET, (uint32_t)(place - bytes.at));
    write_u32(record + SECTION_LENGTH, PLACE_RECORD);
    write_u32(place + PLACE_SPRITE, 1);
    write_u32(place + PLACE_TURN, PLACE_CLOCKWISE);
    assert_place(&bytes, 1, whole, 0);
    free(bytes.at);
    model_free(&model);
}

/* Whatever stands there. */
static void no_string_begins_where_the_strings_end(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();
    const uint8_t *const strings = table_record(&bytes, SECTION_STRINGS);
    const uint64_t size = get_u64(strings + SECTION_LENGTH);
    const struct fault fault = {"source", HM_OK, {{IN_DETAIL(3, SOURCE), 8, size}}};
    free(bytes.at);
    bytes = example_with(&fault);
    bytes.at[get_u64(table_record(&bytes, SECTION_STRINGS) + SECTION_OFFSET) + size] = 1;
    hm_source source;
    hm_sprite sprite;
    hm_pack pack;
    open_pack(&pack, &bytes);
    assert_true(hm_pack_sprite(&pack, 3, &sprite));
    assert_true(hm_sprite_source(&sprite, &source));
    assert_string_equal(source.name, "");
    free(bytes.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sprite_of_many_has_its_own),
        cmocka_unit_test(a_renderer_learns_where_the_picture_belongs),
        cmocka_unit_test(the_source_is_in_the_bytes_of_the_pack),
        cmocka_unit_test(a_sprite_of_no_pack_has_none),
        cmocka_unit_test(a_damaged_pack_is_not_read_past_its_ends),
        cmocka_unit_test(damaged_places_are_harmless),
        cmocka_unit_test(what_looks_like_a_table_is_none),
        cmocka_unit_test(no_string_begins_where_the_strings_end),
    };
    return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
