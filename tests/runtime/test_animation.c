/*
 * test_animation.c - animations found, and the frame at a time beside a walk by milliseconds
 */

#include "support/cmocka_all.h"

#include "support/model_support.h"
#include "support/pack_support.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 8 };

/* A pack of sprites a to h and one animation, "x", of the first `count` of them. */
struct film {
    struct bytes bytes;
    hm_pack pack;
    hm_animation animation;
};

static void film_make(struct film *film, const uint32_t *durations, size_t count)
{
    struct model model = {0};
    char names[2 * FRAMES_MAX + 1] = {0};

    for (size_t i = 0; i < FRAMES_MAX; i++) {
        const char name[2] = {(char)('a' + i), 0};
        model_draw(&model, name, "#\n", NULL);
        if (i < count)
            memcpy(names + 2 * i, (const char[]){name[0], ' '}, 2);
    }
    model_animate(&model, "x", names, durations);
    film->bytes = pack_bytes(&model);
    model_free(&model);
    assert_int_equal(hm_pack_open(&film->pack, film->bytes.at, film->bytes.size), HM_OK);
    assert_int_equal(hm_pack_verify(&film->pack), HM_OK);
    assert_true(hm_pack_find_animation(&film->pack, "x", &film->animation));
    assert_int_equal(hm_animation_frame_count(&film->animation), count);
}

static void film_free(struct film *film)
{
    free(film->bytes.at);
}

/* ---- The frame at a time ------------------------------------------------------------------- */

/* The order in which frames are shown until it begins again: 0 1 2 3, and back 2 1. */
static size_t make_order(size_t count, hm_play play, uint32_t *order)
{
    size_t length = 0;

    for (size_t i = 0; i < count; i++)
        order[length++] = (uint32_t)i;
    if (play == HM_PLAY_PING_PONG && count > 2)
        for (size_t i = count - 2; i > 0; i--)
            order[length++] = (uint32_t)i;
    return length;
}

/* Goes through the frames millisecond by millisecond, as a player would. */
static void assert_like_a_player(const uint32_t *durations, size_t count, hm_play play)
{
    struct film film;
    uint32_t order[2 * FRAMES_MAX];
    const size_t length = make_order(count, play, order);
    size_t at = 0;
    uint32_t shown = 0; /* for how long the frame has been */

    film_make(&film, durations, count);
    for (uint64_t time = 0; time < 100; time++) {
        while (shown >= durations[order[at]]) {
            if (play == HM_PLAY_ONCE && at == length - 1)
                break;
            at = (at + 1) % length;
            shown = 0;
        }
        const uint32_t frame = hm_animation_at(&film.animation, time, play);
        if (frame != order[at])
            fail_msg("at %u ms of %u %u %u %u: %u", (unsigned)time, durations[0], durations[1],
                     durations[2], durations[3], frame);
        shown++;
    }
    film_free(&film);
}

static void every_short_animation_is_shown_as_a_player_does(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {0, 1, 2, 7};

    for (size_t count = 1; count <= 4; count++)
        for (unsigned code = 1; code < 1u << 2 * count; code++) {
            uint32_t durations[4] = {0};
            for (size_t i = 0; i < count; i++)
                durations[i] = lengths[code >> 2 * i & 3];
            for (hm_play play = HM_PLAY_LOOP; play <= HM_PLAY_PING_PONG; play++)
                assert_like_a_player(durations, count, play);
        }
}

static void far_times_are_those_of_the_first_showing(void **state)
{
    (void)state;
    static const uint32_t durations[] = {3, 0, 5, 1, 11};
    struct film film;

    film_make(&film, durations, 5);
    const hm_animation *const x = &film.animation;
    for (uint64_t time = 0; time < 40; time++) {
        const uint64_t loops = UINT64_MAX / 20 - 2, swings = UINT64_MAX / 26 - 2;
        assert_int_equal(hm_animation_at(x, time + loops * 20, HM_PLAY_LOOP),
                         hm_animation_at(x, time, HM_PLAY_LOOP));
        assert_int_equal(hm_animation_at(x, time + swings * 26, HM_PLAY_PING_PONG),
                         hm_animation_at(x, time, HM_PLAY_PING_PONG));
    }
    assert_int_equal(hm_animation_at(x, UINT64_MAX, HM_PLAY_ONCE), 4);
    film_free(&film);
}

static void the_longest_durations_are_added_in_64_bits(void **state)
{
    (void)state;
    static const uint32_t durations[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const uint64_t one = UINT32_MAX;
    struct film film;

    film_make(&film, durations, 3);
    const hm_animation *const x = &film.animation;
    assert_true(hm_animation_duration(x) == 3 * one);
    for (hm_play play = HM_PLAY_LOOP; play <= HM_PLAY_PING_PONG; play++)
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(hm_animation_at(x, i * one, play), i);
            assert_int_equal(hm_animation_at(x, i * one + one - 1, play), i);
        }
    assert_int_equal(hm_animation_at(x, 3 * one, HM_PLAY_LOOP), 0);
    assert_int_equal(hm_animation_at(x, 3 * one, HM_PLAY_PING_PONG), 1);
    assert_int_equal(hm_animation_at(x, 4 * one - 1, HM_PLAY_PING_PONG), 1);
    assert_int_equal(hm_animation_at(x, 4 * one, HM_PLAY_PING_PONG), 0);
    film_free(&film);
}

/* A pack that holds it would take 16 GiB: all of its frames are one record. */
static void a_way_there_and_back_may_take_longer_than_any_time(void **state)
{
    (void)state;
    const uint8_t frame[FRAME_RECORD] = {0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
    const uint64_t one = UINT32_MAX, count = (UINT64_C(1) << 31) + 3;
    const hm_animation x = {
        .duration = count * one, .frames = frame, .frame_count = (uint32_t)count};

    assert_int_equal(hm_animation_at(&x, 2 * one, HM_PLAY_PING_PONG), 2);
    /* Frame k is shown again from 2 * (count - 1) - k times one on. */
    const uint64_t again = 2 * (count - 1) - 4;
    assert_true(again * one + one - 1 > again * one); /* it is no time past the last */
    assert_int_equal(hm_animation_at(&x, again * one, HM_PLAY_PING_PONG), 4);
    assert_int_equal(hm_animation_at(&x, again * one + one - 1, HM_PLAY_PING_PONG), 4);
    assert_int_equal(hm_animation_at(&x, UINT64_MAX, HM_PLAY_PING_PONG), 3);
}

static void without_any_duration_it_stands_still(void **state)
{
    (void)state;
    static const uint32_t durations[FRAMES_MAX] = {0};
    static const uint64_t times[] = {0, 1, 2, UINT32_MAX, UINT64_MAX};

    for (uint32_t count = 1; count <= FRAMES_MAX; count++) {
        struct film film;
        film_make(&film, durations, count);
        assert_true(hm_animation_duration(&film.animation) == 0);
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            assert_int_equal(hm_animation_at(&film.animation, times[i], HM_PLAY_LOOP), 0);
            assert_int_equal(hm_animation_at(&film.animation, times[i], HM_PLAY_ONCE), count - 1);
            assert_int_equal(hm_animation_at(&film.animation, times[i], HM_PLAY_PING_PONG), 0);
        }
        film_free(&film);
    }
}

static void without_frames_there_is_none_to_show(void **state)
{
    (void)state;
    struct film film;
    hm_sprite sprite;

    film_make(&film, NULL, 0);
    assert_true(hm_animation_duration(&film.animation) == 0);
    for (hm_play play = HM_PLAY_LOOP; play <= HM_PLAY_PING_PONG; play++) {
        assert_int_equal(hm_animation_at(&film.animation, 0, play), 0);
        assert_int_equal(hm_animation_at(&film.animation, UINT64_MAX, play), 0);
    }
    assert_false(hm_pack_frame(&film.pack, &film.animation, 0, &sprite));
    assert_string_equal(hm_sprite_name(&sprite), "");
    film_free(&film);
}

/* ---- Look-up ------------------------------------------------------------------------------- */

static void frames_are_the_sprites_in_their_order(void **state)
{
    (void)state;
    static const char *const names[] = {"el", "nil", "el", "box"};
    static const uint32_t durations[] = {100, 0, 100, 50};
    struct bytes bytes = animated_bytes();
    hm_pack pack;
    hm_animation blink;
    hm_sprite sprite;

    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_true(hm_pack_find_animation(&pack, "blink", &blink));
    assert_string_equal(hm_animation_name(&blink), "blink");
    assert_true(hm_animation_duration(&blink) == 250);
    assert_int_equal(hm_animation_frame_count(&blink), 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(hm_pack_frame(&pack, &blink, i, &sprite));
        assert_string_equal(hm_sprite_name(&sprite), names[i]);
        assert_int_equal(hm_animation_frame_duration(&blink, i), durations[i]);
    }
    static const uint32_t past[] = {4, 5, UINT32_MAX};
    for (int i = 0; i < 3; i++) {
        assert_false(hm_pack_frame(&pack, &blink, past[i], &sprite));
        assert_string_equal(hm_sprite_name(&sprite), "");
        assert_int_equal(hm_animation_frame_duration(&blink, past[i]), 0);
    }
    free(bytes.at);
}

static void animations_are_found_by_name_and_index(void **state)
{
    (void)state;
    static const char *const names[] = {"blink", "box", "still"};
    static const char *const others[] = {"", "a", "blin", "blink2", "bo", "el", "nil", "z"};
    struct bytes bytes = animated_bytes();
    hm_pack pack;
    hm_animation animation;

    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_int_equal(hm_pack_animation_count(&pack), 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(hm_pack_animation(&pack, i, &animation));
        assert_string_equal(hm_animation_name(&animation), names[i]);
        assert_true(hm_pack_find_animation(&pack, names[i], &animation));
        assert_string_equal(hm_animation_name(&animation), names[i]);
        assert_true(hm_pack_find_animation_n(&pack, names[i], strlen(names[i]), &animation));
        assert_false(hm_pack_find_animation_n(&pack, names[i], strlen(names[i]) - 1, &animation));
        assert_string_equal(hm_animation_name(&animation), "");
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(hm_pack_find_animation(&pack, others[i], &animation));
        assert_string_equal(hm_animation_name(&animation), "");
        assert_int_equal(hm_animation_frame_count(&animation), 0);
    }
    assert_false(hm_pack_animation(&pack, 3, &animation));
    assert_false(hm_pack_animation(&pack, UINT32_MAX, &animation));
    free(bytes.at);
}

static void a_pack_without_animations_finds_none(void **state)
{
    (void)state;
    struct bytes bytes = example_bytes();
    hm_pack pack;
    hm_animation animation;

    for (int i = 0; i < 2; i++) {
        assert_int_equal(hm_pack_open(&pack, bytes.at, i == 0 ? bytes.size : 0) == HM_OK, i == 0);
        assert_int_equal(hm_pack_animation_count(&pack), 0);
        assert_false(hm_pack_find_animation(&pack, "box", &animation));
        assert_false(hm_pack_animation(&pack, 0, &animation));
        assert_int_equal(hm_animation_at(&animation, 7, HM_PLAY_LOOP), 0);
    }
    free(bytes.at);
}

static void frames_of_another_pack_stay_in_range(void **state)
{
    (void)state;
    static const uint32_t durations[FRAMES_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct film film;
    struct bytes bytes = example_bytes();
    hm_pack other;
    hm_sprite sprite;

    film_make(&film, durations, FRAMES_MAX);
    assert_int_equal(hm_pack_open(&other, bytes.at, bytes.size), HM_OK);
    for (uint32_t i = 0; i < FRAMES_MAX; i++)
        assert_int_equal(hm_pack_frame(&other, &film.animation, i, &sprite), i < 4);
    film_free(&film);
    free(bytes.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_short_animation_is_shown_as_a_player_does),
        cmocka_unit_test(far_times_are_those_of_the_first_showing),
        cmocka_unit_test(the_longest_durations_are_added_in_64_bits),
        cmocka_unit_test(a_way_there_and_back_may_take_longer_than_any_time),
        cmocka_unit_test(without_any_duration_it_stands_still),
        cmocka_unit_test(without_frames_there_is_none_to_show),
        cmocka_unit_test(frames_are_the_sprites_in_their_order),
        cmocka_unit_test(animations_are_found_by_name_and_index),
        cmocka_unit_test(a_pack_without_animations_finds_none),
        cmocka_unit_test(frames_of_another_pack_stay_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
