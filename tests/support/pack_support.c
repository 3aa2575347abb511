/*
 * pack_support.c - packs written, taken apart, changed and put together again
 */

#include "support/cmocka_all.h"

#include "support/pack_support.h"

#include "formats/pack.h"
#include "support/fuzz_seed.h"
#include "support/model_support.h"

#include <stdlib.h>

void model_draw_example(struct model *model)
{
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};

    model_draw(model, "nil", "..\n..\n", &rule)->warnings = WARNING_EMPTY;
    model_draw(model, "el2", "..#.\n..##\n", NULL);
    model_draw(model, "el", "#...\n##..\n", NULL)->layer = "hit";
    model_draw(model, "box", "##\n##\n", &rule);
}

void model_draw_animated(struct model *model)
{
    model_draw_example(model);
    model_animate(model, "still", "", NULL);
    model_animate(model, "box", "el2", (const uint32_t[]){0});
    model_animate(model, "blink", "el nil el box", (const uint32_t[]){100, 0, 100, 50});
    model_add_options(model, "{\"cell\":1}");
}

static struct bytes exact_bytes(const void *from, size_t size)
{
    struct bytes bytes = {malloc(size), size};

    assert_non_null(bytes.at);
    memcpy(bytes.at, from, size);
    return bytes;
}

struct bytes bytes_copy(const struct bytes *bytes)
{
    return exact_bytes(bytes->at, bytes->size);
}

void assert_same_bytes(const struct bytes *a, const struct bytes *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->at, b->at, a->size);
}

struct bytes pack_bytes(struct model *model)
{
    struct text text = {0};
    struct sink sink;
    struct error err;

    model_sort(model);
    sink_init_text(&sink, &text);
    pack_write(model, 1, &sink);
    assert_true(sink_flush(&sink, &err));
    const struct bytes bytes = exact_bytes(text.bytes, text.length);
    fuzz_seed("pack", bytes.at, bytes.size);
    text_free(&text);
    return bytes;
}

static struct bytes drawn_bytes(void (*draw)(struct model *))
{
    struct model model = {0};

    draw(&model);
    const struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    return bytes;
}

struct bytes example_bytes(void)
{
    return drawn_bytes(model_draw_example);
}

struct bytes animated_bytes(void)
{
    return drawn_bytes(model_draw_animated);
}

/* ---- The same answers --------------------------------------------------------------------- */

static void assert_same_points(const hm_sprite *a, const hm_sprite *b)
{
    assert_int_equal(hm_sprite_point_count(a), hm_sprite_point_count(b));
    for (uint32_t i = 0; i < hm_sprite_point_count(a); i++) {
        hm_point p, q;
        assert_true(hm_sprite_point(a, i, &p));
        assert_true(hm_sprite_point(b, i, &q));
        assert_int_equal(p.x, q.x);
        assert_int_equal(p.y, q.y);
    }
}

static void assert_same_sprite(const hm_sprite *a, const hm_sprite *b)
{
    int64_t ax, ay, bx, by;
    hm_box p, q;

    assert_string_equal(hm_sprite_name(a), hm_sprite_name(b));
    assert_string_equal(hm_sprite_data(a), hm_sprite_data(b));
    assert_int_equal(hm_sprite_width(a), hm_sprite_width(b));
    assert_int_equal(hm_sprite_height(a), hm_sprite_height(b));
    assert_int_equal(hm_sprite_area(a), hm_sprite_area(b));
    hm_sprite_bounds(a, &p);
    hm_sprite_bounds(b, &q);
    assert_memory_equal(&p, &q, sizeof p);
    hm_sprite_pivot(a, &ax, &ay);
    hm_sprite_pivot(b, &bx, &by);
    assert_int_equal(ax, bx);
    assert_int_equal(ay, by);
    for (int32_t y = 0; y < hm_sprite_height(a); y++)
        for (int32_t x = 0; x < hm_sprite_width(a); x++)
            assert_int_equal(hm_solid(a, x, y), hm_solid(b, x, y));
    assert_same_points(a, b);
}

static void assert_same_animations(const hm_pack *a, const hm_pack *b)
{
    assert_int_equal(hm_pack_animation_count(a), hm_pack_animation_count(b));
    for (uint32_t i = 0; i < hm_pack_animation_count(a); i++) {
        hm_animation p, q;
        hm_sprite in_a, in_b;
        assert_true(hm_pack_animation(a, i, &p));
        assert_true(hm_pack_find_animation(b, hm_animation_name(&p), &q));
        assert_string_equal(hm_animation_name(&p), hm_animation_name(&q));
        assert_true(hm_animation_duration(&p) == hm_animation_duration(&q));
        assert_int_equal(hm_animation_frame_count(&p), hm_animation_frame_count(&q));
        for (uint32_t k = 0; k < hm_animation_frame_count(&p); k++) {
            assert_int_equal(hm_animation_frame_duration(&p, k),
                             hm_animation_frame_duration(&q, k));
            assert_true(hm_pack_frame(a, &p, k, &in_a));
            assert_true(hm_pack_frame(b, &q, k, &in_b));
            assert_string_equal(hm_sprite_name(&in_a), hm_sprite_name(&in_b));
        }
    }
}

void assert_same_sprites(const hm_pack *a, const hm_pack *b)
{
    assert_same_animations(a, b);
    assert_int_equal(hm_pack_count(a), hm_pack_count(b));
    for (uint32_t i = 0; i < hm_pack_count(a); i++) {
        hm_sprite p, q, found;
        assert_true(hm_pack_sprite(a, i, &p));
        assert_true(hm_pack_sprite(b, i, &q));
        assert_true(hm_pack_find(b, hm_sprite_name(&p), &found));
        assert_same_sprite(&p, &q);
        assert_same_sprite(&p, &found);
    }
}

/* ---- The checksum ------------------------------------------------------------------------- */

static uint64_t mix(uint64_t state, uint64_t word)
{
    const uint64_t v = state ^ word;
    return ((v << 29) | (v >> 35)) * UINT64_C(0x9e3779b97f4a7c15);
}

/* The u64 at a position, as if zeros went on for ever behind the pack. */
static uint64_t word_at(const struct bytes *bytes, size_t position)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8 && position + i < bytes->size; i++)
        word |= (uint64_t)bytes->at[position + i] << 8 * i;
    return word;
}

uint64_t pack_checksum(const struct bytes *bytes)
{
    uint64_t lane[8] = {word_at(bytes, 0), word_at(bytes, 8), word_at(bytes, 16)};
    const size_t blocks = (bytes->size - 32) / 64 + 1;
    for (size_t block = 0; block < blocks; block++)
        for (size_t i = 0; i < 8; i++)
            lane[i] = mix(lane[i], word_at(bytes, 32 + 64 * block + 8 * i));
    uint64_t result = 0;
    for (int i = 0; i < 8; i++)
        result = mix(result, lane[i]);
    return result ^ result >> 32;
}

void pack_sign(struct bytes *bytes)
{
    put_u64(bytes->at + HEADER_CHECKSUM, pack_checksum(bytes));
}

/* ---- Parts -------------------------------------------------------------------------------- */

void pack_take_apart(const struct bytes *bytes, struct parts *parts)
{
    *parts = (struct parts){.count = get_u32(bytes->at + HEADER_SECTIONS)};
    assert_in_range(parts->count, SECTION_COUNT, SECTION_LAST);
    for (size_t i = 0; i < parts->count; i++) {
        const uint8_t *const record = bytes->at + HEADER_SIZE + i * SECTION_RECORD;
        struct part *const part = &parts->sections[i];
        part->id = get_u32(record + SECTION_ID);
        part->stride = get_u32(record + SECTION_STRIDE);
        text_add(&part->bytes, bytes->at + get_u64(record + SECTION_OFFSET),
                 (size_t)get_u64(record + SECTION_LENGTH));
    }
}

struct bytes pack_put_together(struct parts *parts)
{
    size_t offsets[SECTION_LAST + 1];
    size_t end = HEADER_SIZE + parts->count * SECTION_RECORD;
    for (size_t i = 0; i < parts->count; i++) {
        offsets[i] = (end + 7) / 8 * 8 + parts->sections[i].gap;
        end = offsets[i] + parts->sections[i].bytes.length;
    }
    struct bytes bytes = {calloc(end, 1), end};
    assert_non_null(bytes.at);
    memcpy(bytes.at + HEADER_MAGIC, PACK_MAGIC, 8);
    put_u16(bytes.at + HEADER_MAJOR, PACK_MAJOR);
    put_u32(bytes.at + HEADER_SECTIONS, (uint32_t)parts->count);
    put_u64(bytes.at + HEADER_TOTAL, end);
    for (size_t i = 0; i < parts->count; i++) {
        struct part *const part = &parts->sections[i];
        uint8_t *const record = bytes.at + HEADER_SIZE + i * SECTION_RECORD;
        put_u32(record + SECTION_ID, part->id);
        put_u32(record + SECTION_STRIDE, part->stride);
        put_u64(record + SECTION_OFFSET, offsets[i]);
        put_u64(record + SECTION_LENGTH, part->bytes.length);
        if (part->bytes.length > 0)
            memcpy(bytes.at + offsets[i], part->bytes.bytes, part->bytes.length);
        text_free(&part->bytes);
    }
    pack_sign(&bytes);
    fuzz_seed("pack", bytes.at, bytes.size);
    return bytes;
}

/* ---- Faults ------------------------------------------------------------------------------- */

static void apply(const struct edit *edit, void *to)
{
    uint8_t value[8];
    put_u64(value, edit->value);
    memcpy(to, value, edit->size);
}

static void edit_section(const struct edit *edit, struct parts *parts)
{
    struct text *const bytes = &parts->sections[edit->section - 1].bytes;
    if (edit->at == APPEND) {
        text_add(bytes, "\0\0\0\0\0\0\0", edit->size);
        apply(edit, bytes->bytes + bytes->length - edit->size);
        return;
    }
    assert_true((size_t)edit->at + edit->size <= bytes->length);
    apply(edit, bytes->bytes + edit->at);
}

/* Frees what it is made of. */
static struct bytes with_fault(struct bytes right, const struct fault *fault)
{
    struct parts parts;

    pack_take_apart(&right, &parts);
    free(right.at);
    for (int i = 0; i < EDITS_MAX; i++)
        if (fault->edits[i].size > 0 && fault->edits[i].section != WHOLE_PACK)
            edit_section(&fault->edits[i], &parts);
    struct bytes bytes = pack_put_together(&parts);
    for (int i = 0; i < EDITS_MAX; i++)
        if (fault->edits[i].size > 0 && fault->edits[i].section == WHOLE_PACK)
            apply(&fault->edits[i], bytes.at + fault->edits[i].at);
    pack_sign(&bytes);
    return bytes;
}

struct bytes example_with(const struct fault *fault)
{
    return with_fault(example_bytes(), fault);
}

struct bytes animated_with(const struct fault *fault)
{
    return with_fault(animated_bytes(), fault);
}
