/*
 * test_damage.c - packs cut short, and packs with any byte changed to anything
 *
 * Whatever opens is asked everything there is to ask. Answers may be wrong; they must be in
 * range, and come without a byte read outside the pack. The packs lie in memory of their
 * exact size, where an address sanitizer sees both ends, and in front of a page that cannot be
 * read, where everybody sees one.
 */

#include "support/cmocka_all.h"

#include "support/ask_everything.h"
#include "support/fence.h"
#include "support/model_support.h"
#include "support/pack_support.h"

#include <stdlib.h>

/* Most tests are run with both kinds of packs. */
static struct bytes bytes_of(void **state)
{
    struct bytes (**const make)(void) = *state;

    return (*make)();
}

/* ---- Cut short ---------------------------------------------------------------------------- */

static uint8_t *fence_put(const struct fence *fence, const struct bytes *bytes, size_t size)
{
    assert_true(size <= (size_t)(fence->end - fence->begin));
    return memcpy(fence->end - size, bytes->at, size);
}

static void no_beginning_of_a_pack_opens(void **state)
{
    struct bytes bytes = bytes_of(state);
    struct fence fence;
    hm_pack pack;

    fence_init(&fence, bytes.size);
    for (size_t size = 0; size < bytes.size; size++) {
        uint8_t *const exact = malloc(size + !size);
        assert_non_null(exact);
        memcpy(exact, bytes.at, size);
        assert_int_equal(hm_pack_open(&pack, exact, size), HM_ERROR_TRUNCATED);
        assert_int_equal(hm_pack_open(&pack, fence_put(&fence, &bytes, size), size),
                         HM_ERROR_TRUNCATED);
        assert_int_equal(hm_pack_count(&pack), 0);
        free(exact);
    }
    fence_free(&fence);
    free(bytes.at);
}

/* Says of itself that it is as short as it is. */
static void no_shorter_total_is_accepted(void **state)
{
    struct bytes bytes = bytes_of(state);
    struct fence fence;
    hm_pack pack;

    fence_init(&fence, bytes.size);
    for (size_t size = HEADER_SIZE; size < bytes.size; size++) {
        struct bytes cut = {malloc(size), size};
        assert_non_null(cut.at);
        memcpy(cut.at, bytes.at, size);
        put_u64(cut.at + HEADER_TOTAL, size);
        pack_sign(&cut);
        assert_int_equal(hm_pack_open(&pack, cut.at, cut.size), HM_ERROR_SECTION);
        assert_int_equal(hm_pack_open(&pack, fence_put(&fence, &cut, size), size),
                         HM_ERROR_SECTION);
        free(cut.at);
    }
    fence_free(&fence);
    free(bytes.at);
}

/* ---- Changed ------------------------------------------------------------------------------ */

/* Opens, asks if it is worth the time, and verifies. Only the right pack is to be accepted. */
static void try_pack(const uint8_t *at, size_t size, bool right, bool ask)
{
    hm_pack pack;
    bool accepted = hm_pack_open(&pack, at, size) == HM_OK;

    if (accepted && ask)
        ask_everything(&pack, TRUST_OPENED, (hm_point){1, 0});
    accepted = accepted && hm_pack_verify(&pack) == HM_OK;
    assert_int_equal(accepted, right);
}

/* True for a change of one bit, or of all bits. */
static bool is_plain(int change)
{
    return (change & (change - 1)) == 0 || change == 0xff;
}

static void every_change_of_a_byte_is_refused_and_harmless(void **state)
{
    struct bytes bytes = bytes_of(state);

    for (size_t i = 0; i < bytes.size; i++) {
        for (int change = 1; change < 256; change++) {
            bytes.at[i] ^= (uint8_t)change;
            try_pack(bytes.at, bytes.size, false, is_plain(change));
            bytes.at[i] ^= (uint8_t)change;
        }
    }
    try_pack(bytes.at, bytes.size, true, true);
    free(bytes.at);
}

/* Two stripes, and enough rows for the widest vectors; its words are the last of the pack. */
static struct bytes tall_bytes(void)
{
    struct model model = {0};
    char picture[20 * 71 + 1] = {0};

    for (int y = 0; y < 20; y++)
        for (int x = 0; x < 71; x++)
            picture[71 * y + x] = x == 70 ? '\n' : "#.."[(x * y + x) % 3];
    model_draw(&model, "tall", picture, NULL);
    memset(picture, '#', 70);
    model_draw(&model, "taller", picture, NULL);
    struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    return bytes;
}

static void no_change_reads_past_the_end(void **state)
{
    (void)state;
    static const uint8_t changes[] = {0x01, 0x02, 0x08, 0x40, 0x80, 0xff};
    struct bytes packs[] = {example_bytes(), animated_bytes(), tall_bytes()};
    struct fence fence;

    fence_init(&fence, 4096);
    for (size_t p = 0; p < sizeof packs / sizeof *packs; p++) {
        uint8_t *const at = fence_put(&fence, &packs[p], packs[p].size);
        try_pack(at, packs[p].size, true, true);
        for (size_t i = 0; i < packs[p].size; i++)
            for (size_t k = 0; k < sizeof changes; k++) {
                at[i] ^= changes[k];
                try_pack(at, packs[p].size, false, i % 4 == 0);
                at[i] ^= changes[k];
            }
        free(packs[p].at);
    }
    fence_free(&fence);
}

/* Fields that go together, changed together, with values at which arithmetic turns. */
static void pairs_of_hostile_fields_are_harmless(void **state)
{
    static const uint32_t values[] = {0, 1, 2, 3, 64, 65, INT32_MAX, UINT32_C(1) << 31, UINT32_MAX};
    enum { VALUES = sizeof values / sizeof *values };
    struct bytes bytes = bytes_of(state);
    const size_t sprites =
        (size_t)get_u64(bytes.at + HEADER_SIZE + SECTION_RECORD + SECTION_OFFSET);
    size_t opened = 0;

    for (size_t at = sprites; at + 8 <= bytes.size; at += 4) {
        const uint64_t kept = get_u64(bytes.at + at);
        for (int i = 0; i < VALUES * VALUES; i++) {
            hm_pack pack;
            put_u32(bytes.at + at, values[i / VALUES]);
            put_u32(bytes.at + at + 4, values[i % VALUES]);
            if (hm_pack_open(&pack, bytes.at, bytes.size) != HM_OK)
                continue;
            if (opened++ % 8 == 0)
                ask_everything(&pack, TRUST_OPENED, (hm_point){1, 0});
            hm_pack_verify(&pack);
        }
        put_u64(bytes.at + at, kept);
    }
    assert_true(opened > 1000);
    free(bytes.at);
}

int main(void)
{
    static struct bytes (*example)(void) = example_bytes, (*animated)(void) = animated_bytes;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(no_beginning_of_a_pack_opens, &example),
        cmocka_unit_test_prestate(no_beginning_of_a_pack_opens, &animated),
        cmocka_unit_test_prestate(no_shorter_total_is_accepted, &example),
        cmocka_unit_test_prestate(no_shorter_total_is_accepted, &animated),
        cmocka_unit_test_prestate(every_change_of_a_byte_is_refused_and_harmless, &example),
        cmocka_unit_test_prestate(every_change_of_a_byte_is_refused_and_harmless, &animated),
        cmocka_unit_test(no_change_reads_past_the_end),
        cmocka_unit_test_prestate(pairs_of_hostile_fields_are_harmless, &example),
        cmocka_unit_test_prestate(pairs_of_hostile_fields_are_harmless, &animated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
