/*
 * test_threads.c - many threads ask about one pack at once, and get what one alone gets
 *
 * Run with config=thread, where the thread sanitizer watches, it also shows that no query writes
 * what another one reads.
 */

#include "support/cmocka_all.h"

#include <hitmask_transform.h>

#include "commands/command.h"
#include "support/pack_support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 50 };

/* ---- Queries ------------------------------------------------------------------------------ */

/* One that asks; the pack and the bytes under it are everybody's. */
struct asker {
    const hm_pack *pack;
    uint64_t answers;
};

static void add(struct asker *asker, uint64_t answer)
{
    asker->answers = (asker->answers ^ answer) * UINT64_C(0x100000001b3);
}

static void ask_pair(struct asker *asker, const hm_sprite *a, const hm_sprite *b, int32_t x)
{
    hm_point hit = {0, 0};
    hm_sweep_result sweep;
    hm_affine map;
    hm_sprite flipped;
    hm_sprite_flip(b, true, false, &flipped);
    add(asker, hm_overlap_area(a, &flipped, x, -1));
    add(asker, hm_overlap_first(a, b, x, 0, &hit));
    add(asker, (uint32_t)hit.x);
    add(asker, hm_sweep(a, b, 9, x, -20, 1, &sweep));
    add(asker, sweep.step);
    add(asker, hm_points_overlap(a, b, x, 0, UINT32_MAX, &hit));
    add(asker, hm_overlap_circle(a, x, 1, 2, &hit));
    hm_affine_translation(&map, x * INT64_C(30000), 1);
    add(asker, hm_affine_area(a, b, &map));
}

static void *ask_all(void *user)
{
    struct asker *const asker = user;
    hm_sprite a, b;
    hm_animation animation;
    for (int32_t round = 0; round < ROUNDS; round++) {
        add(asker, hm_pack_verify(asker->pack));
        for (uint32_t i = 0; hm_pack_sprite(asker->pack, i, &a); i++)
            for (uint32_t k = 0; hm_pack_sprite(asker->pack, k, &b); k++)
                ask_pair(asker, &a, &b, round % 7 - 3);
        add(asker, hm_pack_find_animation(asker->pack, "blink", &animation));
        add(asker, hm_animation_at(&animation, (uint64_t)round * 37, HM_PLAY_PING_PONG));
    }
    return NULL;
}

static void many_threads_ask_one_pack(void **state)
{
    (void)state;
    struct bytes bytes = animated_bytes();
    struct asker askers[THREADS];
    pthread_t threads[THREADS];
    hm_pack pack;
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    struct asker alone = {&pack, 0};
    ask_all(&alone);
    for (size_t i = 0; i < THREADS; i++) {
        askers[i] = (struct asker){&pack, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &askers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(askers[i].answers == alone.answers);
    }
    free(bytes.at);
}

/* ---- Baking ------------------------------------------------------------------------------- */

static void bake(const char *output, const char *jobs, const char *cache)
{
    const char *const words[] = {"samples/sprites",    "-q", "-o", output, jobs, "--cache", cache,
                                 "--color-key=magenta"};
    assert_int_equal(command_bake(sizeof words / sizeof *words, words), STATUS_OK);
}

static void assert_same_file(const char *path, const char *other)
{
    char command[400];
    snprintf(command, sizeof command, "cmp -s '%s' '%s'", path, other);
    assert_int_equal(system(command), 0);
}

static void a_bake_on_many_threads_is_that_on_one(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_threads.XXXXXX", one[64], many[64], cache[64], command[100];
    assert_non_null(mkdtemp(folder));
    snprintf(one, sizeof one, "%s/one.hmk", folder);
    snprintf(many, sizeof many, "%s/many.hmk", folder);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    bake(one, "-j1", cache);
    unlink(cache);
    for (int i = 0; i < 3; i++) { /* the last ones from the cache */
        bake(many, "-j8", cache);
        assert_same_file(one, many);
    }
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_ask_one_pack),
        cmocka_unit_test(a_bake_on_many_threads_is_that_on_one),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
