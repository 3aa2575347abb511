/*
 * test_fence.c - no query reads outside of a mask and the bytes behind it
 *
 * The bytes of a mask end in front of a page that cannot be read, or begin behind one. Answers are
 * those of the same mask in the midst of memory.
 */

#include "support/cmocka_all.h"

#include "affine.h"
#include "cpu.h"
#include "runtime/oracle.h"
#include "support/fence.h"

#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 340 };

/* One picture as three sprites. */
struct fenced {
    struct subject picture;
    struct fence fence;
    hm_sprite last, first; /* in front of a page, and behind one */
};

static hm_sprite moved(hm_sprite sprite, const uint8_t *from, uint8_t *to, size_t size)
{
    memcpy(to, from, size);
    sprite.words = to + (sprite.words - from);
    if (sprite.blocks != NULL)
        sprite.blocks = to + (sprite.blocks - from);
    return sprite;
}

/* Every other pixel of every row, from column `from` on: with an even offset no pixel is in two of
 * them that begin at different columns, and so each row is looked at. */
static void fenced_init(struct fenced *fenced, int32_t width, int32_t height, int32_t from)
{
    struct subject *const s = &fenced->picture;
    subject_init(s, width, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = from; x < width; x += 2)
            s->pixels[y * width + x] = 1;
    subject_bake(s);
    fenced->last = fenced->first = s->sprite;
    const size_t size = hm_sprite_buffer_size(width, height);
    fence_init(&fenced->fence, 2 * size);
    if (s->sprite.row_step == 0)
        return; /* full: it has no words of its own */
    fenced->last = moved(s->sprite, s->buffer, fenced->fence.end - size, size);
    fenced->first = moved(s->sprite, s->buffer, fenced->fence.begin, size);
}

static void fenced_free(struct fenced *fenced)
{
    subject_free(&fenced->picture);
    fence_free(&fenced->fence);
}

/* All questions about two masks, as one number. */
static uint64_t ask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    hm_point first = {-7, -7};
    hm_sweep_result swept;
    const uint64_t area = hm_overlap_area(a, b, dx, dy);
    memset(&swept, 0, sizeof swept);
    hm_overlap_first(a, b, dx, dy, &first);
    hm_sweep(a, b, dx, dy, 40, 25, &swept);
    return (((area * 2 + hm_overlap(a, b, dx, dy)) * 1000 + (uint64_t)(first.x + 9)) * 1000 +
            (uint64_t)(first.y + 9)) *
               1000 +
           swept.step;
}

static void check(const struct fenced *a, const struct fenced *b, int32_t dx, int32_t dy, int flips)
{
    const hm_sprite *const as[] = {&a->last, &a->first}, *const bs[] = {&b->last, &b->first};
    hm_sprite p, q;
    hm_sprite_flip(&a->picture.sprite, flips & 1, flips & 2, &p);
    hm_sprite_flip(&b->picture.sprite, flips & 4, flips & 8, &q);
    for (p.cpu = q.cpu = 0; p.cpu <= hm_cpu_level(); p.cpu = ++q.cpu) {
        const uint64_t expected = ask(&p, &q, dx, dy);
        for (int i = 0; i < 2; i++) {
            hm_sprite fp, fq;
            hm_sprite_flip(as[i], flips & 1, flips & 2, &fp);
            hm_sprite_flip(bs[i], flips & 4, flips & 8, &fq);
            fp.cpu = fq.cpu = p.cpu;
            assert_true(ask(&fp, &fq, dx, dy) == expected);
        }
    }
}

static int32_t random_side(uint64_t *random)
{
    static const int32_t ends[] = {10, 66, 130, SIDE_MAX};
    return 2 + (int32_t)oracle_random(random, (uint32_t)ends[oracle_random(random, 4)] - 1);
}

/* Even, so that mostly nothing touches. */
static int32_t random_offset(uint64_t *random, int32_t a, int32_t b)
{
    return ((int32_t)oracle_random(random, (uint32_t)(a + b)) - b) / 2 * 2;
}

static void no_row_outside_is_read(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 800; round++) {
        struct fenced a, b;
        fenced_init(&a, random_side(&random), random_side(&random), 0);
        fenced_init(&b, random_side(&random), random_side(&random), 1);
        for (int i = 0; i < 24; i++) {
            const int flips = i % 3 == 0 ? (int)oracle_random(&random, 16) : 0;
            check(&a, &b, random_offset(&random, a.picture.width, b.picture.width),
                  random_offset(&random, a.picture.height, b.picture.height), flips);
            check(&a, &b, 0, 0, flips);
        }
        fenced_free(&a);
        fenced_free(&b);
    }
}

/* So tall that each bit of a word of blocks is set. */
static void no_block_outside_is_read(void **state)
{
    (void)state;
    for (int32_t height = 1000; height <= 1048; height += 24) {
        struct fenced a, b;
        fenced_init(&a, 300, height, 0);
        fenced_init(&b, 270, height, 1);
        check(&a, &b, 0, 0, 0);
        check(&a, &b, 30, 1, 0);
        check(&a, &b, -20, -7, 0);
        fenced_free(&a);
        fenced_free(&b);
    }
}

/* ---- Through a map -------------------------------------------------------------------------- */

static uint64_t ask_map(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    hm_point first = {-7, -7};
    int64_t x, y;
    const uint64_t area = hm_affine_area(a, b, map);
    hm_affine_first(a, b, map, &first);
    hm_map_normal(a, b, map, &x, &y);
    return ((area * 2 + hm_affine_overlap(a, b, map)) * 1000 + (uint64_t)(first.x + 9)) * 1000 +
           (uint64_t)(first.y + 9) + (uint64_t)(x * 1000003 + y) * 1000003;
}

/* Turned and stretched, with some pixel of one on some pixel of the other. */
static hm_affine random_map(const struct fenced *a, const struct fenced *b, uint64_t *random)
{
    hm_affine map;
    const struct subject *const p = &a->picture, *const q = &b->picture;
    const bool upright = oracle_random(random, 2);
    const hm_placement at = {.pivot_x = (int64_t)oracle_random(random, (uint32_t)p->width << 16),
                             .pivot_y = (int64_t)oracle_random(random, (uint32_t)p->height << 16),
                             .scale_x = 65536,
                             .scale_y = 65536,
                             .angle = upright ? 16384 * oracle_random(random, 4)
                                              : oracle_random(random, 65536)};
    const hm_placement other = {
        .pivot_x = (int64_t)oracle_random(random, (uint32_t)q->width << 16),
        .pivot_y = (int64_t)oracle_random(random, (uint32_t)q->height << 16),
        .scale_x = upright ? 65536 : 65536 + (int32_t)oracle_random(random, 131072),
        .scale_y = 65536};
    assert_true(hm_affine_place(&map, &at, &other));
    return map;
}

/* Many of them end with a word. */
static int32_t random_map_side(uint64_t *random)
{
    return oracle_random(random, 3) == 0 ? 64 * (1 + (int32_t)oracle_random(random, 2))
                                         : random_side(random) / 2 + 2;
}

static void no_pixel_outside_is_read_through_a_map(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int round = 0; round < 400; round++) {
        struct fenced a, b;
        fenced_init(&a, random_map_side(&random), random_map_side(&random), 0);
        fenced_init(&b, random_map_side(&random), random_map_side(&random), 1);
        for (int i = 0; i < 4; i++) {
            const hm_affine map = random_map(&a, &b, &random);
            const uint64_t expected = ask_map(&a.picture.sprite, &b.picture.sprite, &map);
            assert_true(ask_map(&a.first, &b.first, &map) == expected);
            assert_true(ask_map(&a.last, &b.last, &map) == expected);
        }
        fenced_free(&a);
        fenced_free(&b);
    }
}

/* ---- On a canvas ---------------------------------------------------------------------------- */

/* The sprite, and its mirror image, on an empty canvas in that buffer, at each level of the
 * machine.
 */
static void stamp(const hm_sprite *sprite, hm_point size, hm_point at, uint32_t level,
                  uint8_t *buffer, size_t buffer_size)
{
    hm_canvas canvas;
    hm_sprite mirrored;
    assert_true(hm_canvas_init(&canvas, buffer, buffer_size, size.x, size.y));
    canvas.cpu = level;
    hm_sprite_flip(sprite, true, level % 2, &mirrored);
    assert_true(hm_canvas_stamp(&canvas, sprite, at.x, at.y, HM_TOGGLE));
    assert_true(hm_canvas_stamp(&canvas, &mirrored, at.x, at.y + 1, HM_TOGGLE));
}

static void check_stamp(const struct fenced *a, hm_point size, hm_point at)
{
    const size_t bytes = hm_canvas_buffer_size(size.x, size.y);
    const size_t words = ((size_t)size.x + 63) / 64 * (size_t)size.y * 8;
    uint8_t *const buffer = malloc(bytes);
    struct fence fence;
    fence_init(&fence, bytes);
    for (uint32_t level = 0; level <= hm_cpu_level(); level++) {
        stamp(&a->picture.sprite, size, at, level, buffer, bytes);
        stamp(&a->last, size, at, level, fence.end - bytes, bytes);
        assert_memory_equal(fence.end - bytes, buffer, words);
        stamp(&a->first, size, at, level, fence.begin, bytes);
        assert_memory_equal(fence.begin, buffer, words);
    }
    fence_free(&fence);
    free(buffer);
}

/* Sides at the ends of stripes and next to them, of the sprite, the canvas and where they meet. */
static void no_word_outside_is_stamped(void **state)
{
    (void)state;
    static const int32_t sides[] = {2, 63, 64, 65, 128, 129, 192};
    uint64_t random = 3;
    for (int i = 0; i < 7; i++) {
        struct fenced a;
        fenced_init(&a, sides[i], 201, 0);
        for (int k = 1; k < 7; k++) {
            const hm_point size = {sides[k], 203};
            for (int n = 0; n < 14; n++) {
                const int32_t x = sides[oracle_random(&random, 7)] - (n % 2 ? sides[i] : 0);
                check_stamp(&a, size, (hm_point){x - (n % 3 == 0), n - 7});
            }
        }
        fenced_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_outside_is_read),
        cmocka_unit_test(no_block_outside_is_read),
        cmocka_unit_test(no_pixel_outside_is_read_through_a_map),
        cmocka_unit_test(no_word_outside_is_stamped),
    };
    return cmocka_run_group_tests_name("fence", tests, NULL, NULL);
}
