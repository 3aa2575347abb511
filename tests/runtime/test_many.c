/*
 * test_many.c - one sprite against a crowd, against asking about each of them pixel by pixel
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

enum { CROWD_MAX = 700, SUBJECTS = 24 };

/* ---- A crowd of either width -------------------------------------------------------------- */

/* Both widths are filled at once; only boxes that fit int16_t may be asked about as such. */
struct crowd {
    uint32_t count;
    bool boxes_alone, wide_only;
    hm_box boxes[CROWD_MAX];
    int16_t sides16[4][CROWD_MAX];
    int32_t sides32[4][CROWD_MAX];
    const hm_sprite *sprites[CROWD_MAX];
    const struct subject *subjects[CROWD_MAX]; /* what the sprites look like; NULL for nothing */
};

static void set_box(struct crowd *crowd, uint32_t i, hm_box box)
{
    const int32_t sides[4] = {box.x0, box.y0, box.x1, box.y1};
    crowd->boxes[i] = box;
    for (int side = 0; side < 4; side++) {
        crowd->sides32[side][i] = sides[side];
        crowd->sides16[side][i] = (int16_t)sides[side];
        crowd->wide_only |= sides[side] != (int16_t)sides[side];
    }
}

/* A sprite with its solid bounds at (x, y). */
static void add(struct crowd *crowd, const hm_sprite *sprite, const struct subject *subject,
                int32_t x, int32_t y)
{
    const uint32_t i = crowd->count++;
    hm_box bounds = {0, 0, 1, 1};
    if (sprite != NULL)
        hm_sprite_bounds(sprite, &bounds);
    crowd->sprites[i] = sprite;
    crowd->subjects[i] = subject;
    set_box(crowd, i, (hm_box){x, y, x + (bounds.x1 - bounds.x0), y + (bounds.y1 - bounds.y0)});
}

/* Just as many bytes of an array as a crowd has, so that no read past them goes unseen. */
static void *just(const void *items, size_t size)
{
    void *const copy = malloc(size);
    assert_true(copy != NULL || size == 0);
    if (size > 0)
        memcpy(copy, items, size);
    return copy;
}

static uint32_t ask_16(const struct crowd *c, const hm_sprite *a, int32_t x, int32_t y,
                       uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    int16_t *sides[4];
    for (int side = 0; side < 4; side++)
        sides[side] = just(c->sides16[side], c->count * sizeof **sides);
    const hm_crowd16 crowd = {
        .x0 = sides[0],
        .y0 = sides[1],
        .x1 = sides[2],
        .y1 = sides[3],
        .sprites = c->boxes_alone ? NULL : c->sprites,
        .count = c->count,
    };
    const uint32_t found = hm_overlap_many16(a, x, y, &crowd, next, hits, capacity);
    for (int side = 0; side < 4; side++)
        free(sides[side]);
    return found;
}

static uint32_t ask_32(const struct crowd *c, const hm_sprite *a, int32_t x, int32_t y,
                       uint32_t *next, uint32_t *hits, uint32_t capacity)
{
    int32_t *sides[4];
    for (int side = 0; side < 4; side++)
        sides[side] = just(c->sides32[side], c->count * sizeof **sides);
    const hm_crowd32 crowd = {
        .x0 = sides[0],
        .y0 = sides[1],
        .x1 = sides[2],
        .y1 = sides[3],
        .sprites = c->boxes_alone ? NULL : c->sprites,
        .count = c->count,
    };
    const uint32_t found = hm_overlap_many32(a, x, y, &crowd, next, hits, capacity);
    for (int side = 0; side < 4; side++)
        free(sides[side]);
    return found;
}

typedef uint32_t ask(const struct crowd *c, const hm_sprite *a, int32_t x, int32_t y,
                     uint32_t *next, uint32_t *hits, uint32_t capacity);

/* ---- What is right ------------------------------------------------------------------------ */

/* The solid bounds, from the pixels. */
static hm_box bounds_of(const struct subject *s)
{
    hm_box box = {s->width, s->height, 0, 0};
    for (int32_t y = 0; y < s->height; y++) {
        for (int32_t x = 0; x < s->width; x++) {
            if (!oracle_solid(s, x, y))
                continue;
            box.x0 = x < box.x0 ? x : box.x0;
            box.y0 = y < box.y0 ? y : box.y0;
            box.x1 = x + 1 > box.x1 ? x + 1 : box.x1;
            box.y1 = y + 1 > box.y1 ? y + 1 : box.y1;
        }
    }
    return box.x1 == 0 ? (hm_box){0, 0, 0, 0} : box;
}

static bool boxes_meet(const struct subject *a, int64_t x, int64_t y, const hm_box *b)
{
    const hm_box p = bounds_of(a);
    return b->x0 < b->x1 && b->y0 < b->y1 && p.x0 < p.x1 && b->x0 < x + p.x1 && x + p.x0 < b->x1 &&
           b->y0 < y + p.y1 && y + p.y0 < b->y1;
}

static bool touches(const struct crowd *crowd, uint32_t i, const struct subject *a, int32_t x,
                    int32_t y)
{
    const struct subject *const b = crowd->subjects[i];
    if (!boxes_meet(a, x, y, &crowd->boxes[i]))
        return false;
    if (crowd->boxes_alone)
        return true;
    if (b == NULL)
        return false;
    const hm_box bounds = bounds_of(b);
    return oracle_overlap(a, b, (int64_t)crowd->boxes[i].x0 - bounds.x0 - x,
                          (int64_t)crowd->boxes[i].y0 - bounds.y0 - y, NULL, NULL);
}

static uint32_t expect(const struct crowd *crowd, const struct subject *a, int32_t x, int32_t y,
                       uint32_t *hits)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->count; i++)
        if (touches(crowd, i, a, x, y))
            hits[count++] = i;
    return count;
}

/* ---- Checks ----------------------------------------------------------------------------- */

/* Goes through the crowd with room for `capacity` hits at a time. */
static void check_split(const struct crowd *crowd, ask *question, const hm_sprite *a, int32_t x,
                        int32_t y, const uint32_t *expected, uint32_t count, uint32_t capacity)
{
    uint32_t hits[CROWD_MAX + 1], next = 0, seen = 0, before;
    do {
        before = next;
        hits[capacity] = UINT32_MAX;
        const uint32_t found = question(crowd, a, x, y, &next, hits, capacity);
        assert_true(found <= capacity && found <= count - seen);
        assert_int_equal(hits[capacity], UINT32_MAX);
        assert_memory_equal(hits, expected + seen, found * sizeof *hits);
        assert_true(next > before || next == crowd->count);
        assert_true(found == capacity || next == crowd->count);
        assert_true(found == 0 || hits[found - 1] < next);
        seen += found;
        assert_true(seen == count || expected[seen] >= next);
    } while (next < crowd->count);
    assert_int_equal(seen, count);
    assert_int_equal(next, crowd->count);
}

static void check(const struct crowd *crowd, const hm_sprite *view, const struct subject *a,
                  int32_t x, int32_t y, uint32_t capacity)
{
    uint32_t expected[CROWD_MAX];
    const uint32_t count = expect(crowd, a, x, y, expected), best = hm_cpu_level();
    hm_sprite sprite = *view;
    for (sprite.cpu = 0; sprite.cpu <= best; sprite.cpu++) {
        check_split(crowd, ask_32, &sprite, x, y, expected, count, capacity);
        if (!crowd->wide_only)
            check_split(crowd, ask_16, &sprite, x, y, expected, count, capacity);
    }
}

/* ---- Tests ------------------------------------------------------------------------------ */

static void the_hits_of_a_drawn_crowd(void **state)
{
    (void)state;
    static const char *const hook[] = {
        "####",
        "#...",
        "#...",
    };
    static const char *const dot[] = {
        "...",
        "..#",
    };
    struct subject a, b;
    static struct crowd crowd;
    uint32_t hits[4], next = 0;
    subject_draw(&a, hook, 3);
    subject_draw(&b, dot, 2);
    add(&crowd, &b.sprite, &b, 10, 20); /* on the hook's corner */
    add(&crowd, &b.sprite, &b, 11, 21); /* in its empty part */
    add(&crowd, &b.sprite, &b, 13, 20); /* on its end */
    add(&crowd, &b.sprite, &b, 14, 20); /* beside it */
    add(&crowd, &b.sprite, &b, 10, 22);
    assert_int_equal(ask_16(&crowd, &a.sprite, 10, 20, &next, hits, 4), 3);
    assert_int_equal(hits[0], 0);
    assert_int_equal(hits[1], 2);
    assert_int_equal(hits[2], 4);
    assert_int_equal(next, 5);
    subject_free(&a);
    subject_free(&b);
}

/* Sprites of all kinds, and the views of them that a crowd is made of. */
struct cast {
    struct subject shown[SUBJECTS]; /* as the views show them */
    struct subject stored[SUBJECTS];
    hm_sprite views[SUBJECTS];
};

static void make_cast(struct cast *cast, uint64_t *random, int32_t side)
{
    for (int i = 0; i < SUBJECTS; i++) {
        const bool x = oracle_random(random, 3) == 0, y = oracle_random(random, 3) == 0;
        subject_scribble(&cast->shown[i], random, side);
        cast->views[i] = view_of(&cast->shown[i], (uint32_t)x | (uint32_t)y << 1, &cast->stored[i]);
    }
}

static void free_cast(struct cast *cast)
{
    for (int i = 0; i < SUBJECTS; i++) {
        subject_free(&cast->stored[i]);
        subject_free(&cast->shown[i]);
    }
}

/* Less than half a world away from its middle. */
static int32_t somewhere(uint64_t *random, int32_t middle, uint32_t world)
{
    return middle + ((int32_t)oracle_random(random, world) - (int32_t)world / 2);
}

/* Somewhere in a world whose middle is at (x, y); now and then nobody. */
static void add_somewhere(struct crowd *crowd, const struct cast *cast, uint64_t *random,
                          hm_point middle, uint32_t world)
{
    const uint32_t who = oracle_random(random, SUBJECTS + 1);
    const int32_t x = somewhere(random, middle.x, world);
    const int32_t y = somewhere(random, middle.y, world);
    if (who == SUBJECTS)
        add(crowd, NULL, NULL, x, y);
    else
        add(crowd, &cast->views[who], &cast->shown[who], x, y);
}

static void check_random_crowd(uint32_t count, int32_t side, uint32_t world, hm_point middle,
                               uint64_t *random)
{
    static struct cast cast;
    static struct crowd crowd;
    crowd.count = 0;
    crowd.boxes_alone = oracle_random(random, 4) == 0;
    crowd.wide_only = false;
    make_cast(&cast, random, side);
    while (crowd.count < count)
        add_somewhere(&crowd, &cast, random, middle, world);
    for (int i = 0; i < 8; i++) {
        const uint32_t who = oracle_random(random, SUBJECTS);
        const int32_t x = somewhere(random, middle.x, world);
        const int32_t y = somewhere(random, middle.y, world);
        const uint32_t capacity = i < 2 ? count + 1 : 1 + oracle_random(random, 40);
        check(&crowd, &cast.views[who], &cast.shown[who], x, y,
              capacity <= CROWD_MAX ? capacity : CROWD_MAX);
    }
    free_cast(&cast);
}

/* Crowds smaller than a vector, of a few, and larger than what is compared in one go. */
static void random_crowds(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (uint32_t count = 0; count < 140; count++)
        check_random_crowd(count, 40, 60 + count, (hm_point){0, 0}, &random);
    for (uint32_t round = 0; round < 16; round++)
        check_random_crowd(CROWD_MAX - round * 13, 150, 300 + 100 * (round % 4),
                           (hm_point){-500, 900}, &random);
}

static void crowds_at_the_ends_of_their_numbers(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT16_MIN + 70, INT16_MAX - 109, INT32_MIN + 70,
                                   INT32_MAX - 109};
    uint64_t random = 2;
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
            check_random_crowd(90, 40, 140, (hm_point){ends[x], ends[y]}, &random);
}

static void every_capacity_goes_on_where_it_was_full(void **state)
{
    (void)state;
    static struct cast cast;
    static struct crowd crowd;
    uint64_t random = 3;
    make_cast(&cast, &random, 40);
    while (crowd.count < 600)
        add_somewhere(&crowd, &cast, &random, (hm_point){0, 0}, 160);
    for (uint32_t capacity = 1; capacity <= 100; capacity++)
        check(&crowd, &cast.views[0], &cast.shown[0], (int32_t)capacity / 5, -9, capacity);
    free_cast(&cast);
}

/* In each place of a vector. All boxes of what is compared in one go are near. */
static void it_starts_anywhere(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static struct crowd crowd;
    struct subject s;
    const uint32_t best = hm_cpu_level();
    subject_draw(&s, box, 2);
    while (crowd.count < 600)
        add(&crowd, &s.sprite, &s, 0, 0);
    for (s.sprite.cpu = 0; s.sprite.cpu <= best; s.sprite.cpu++) {
        for (uint32_t begin = 0; begin <= crowd.count; begin += 13) {
            uint32_t hits[CROWD_MAX], next = begin;
            const uint32_t found = ask_16(&crowd, &s.sprite, 0, 0, &next, hits, CROWD_MAX);
            assert_int_equal(found, crowd.count - begin);
            for (uint32_t i = 0; i < found; i++)
                assert_int_equal(hits[i], begin + i);
        }
    }
    subject_free(&s);
}

/* The one sprite may stand where int16_t cannot tell, or its box reach across all of it. */
static void any_position_is_safe(void **state)
{
    (void)state;
    static const int32_t far[] = {
        INT32_MIN,     INT32_MIN + 9, INT16_MIN - 40, INT16_MIN - 8, INT16_MIN,     0,
        INT16_MAX - 8, INT16_MAX - 1, INT16_MAX,      INT16_MAX + 1, INT32_MAX - 9, INT32_MAX - 5,
        INT32_MAX - 2, INT32_MAX,
    };
    static const hm_box boxes[] = {
        {INT16_MIN, INT16_MIN, INT16_MIN + 9, INT16_MIN + 9},
        {INT16_MAX - 9, INT16_MAX - 9, INT16_MAX, INT16_MAX},
        {INT16_MIN, INT16_MAX - 9, INT16_MIN + 9, INT16_MAX},
        {INT16_MIN, INT16_MIN, INT16_MAX, INT16_MAX},
        {0, INT16_MIN, 9, INT16_MAX},
        {0, 0, 9, 9},
    };
    static const hm_box wide_boxes[] = {
        {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX},
        {INT32_MIN, INT32_MIN, INT32_MIN + 9, INT32_MIN + 9},
        {INT32_MAX - 9, INT32_MAX - 9, INT32_MAX, INT32_MAX},
        {INT32_MAX - 9, INT32_MIN, INT32_MAX, INT32_MAX},
    };
    static const char *const picture[] = {
        "............", ".#########..", ".########...", ".#######....", ".######.....",
        ".#####......", ".####.......", ".###........", ".##.........", ".#.......#..",
    };
    struct subject s;
    static struct crowd crowd;
    subject_draw(&s, picture, 10);
    for (int round = 0; round < 2; round++) {
        for (int copy = 0; copy < 5; copy++)
            for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
                add(&crowd, &s.sprite, &s, 0, 0);
                set_box(&crowd, crowd.count - 1, boxes[i]);
            }
        for (int alone = 0; alone < 2; alone++)
            for (size_t x = 0; x < sizeof far / sizeof *far; x++)
                for (size_t y = 0; y < sizeof far / sizeof *far; y++) {
                    crowd.boxes_alone = alone;
                    check(&crowd, &s.sprite, &s, far[x], far[y], 50);
                }
        for (size_t i = 0; i < sizeof wide_boxes / sizeof *wide_boxes; i++) {
            add(&crowd, &s.sprite, &s, 0, 0);
            set_box(&crowd, crowd.count - 1, wide_boxes[i]);
        }
    }
    subject_free(&s);
}

/* Larger than the sprite: more is asked. Smaller: less is seen. Elsewhere: so is the mask. */
static void the_box_says_where_and_whether_to_ask(void **state)
{
    (void)state;
    static const char *const box[] = {"###", "###", "###"};
    static struct crowd crowd;
    struct subject s;
    uint32_t hits[8], next = 0;
    subject_draw(&s, box, 3);
    for (int i = 0; i < 6; i++)
        add(&crowd, &s.sprite, &s, 0, 0);
    set_box(&crowd, 0, (hm_box){-3, 0, 90, 90}); /* ends where s begins, whatever its box says */
    set_box(&crowd, 1, (hm_box){-2, 0, -1, 1});  /* would touch, had its box said so */
    set_box(&crowd, 2, (hm_box){-2, 0, 1, 1});
    set_box(&crowd, 3, (hm_box){1, 1, 1, 4}); /* empty, in the midst of s */
    set_box(&crowd, 4, (hm_box){1, 1, 4, 1}); /* empty as well */
    set_box(&crowd, 5, (hm_box){2, 2, 1, 1}); /* inside out */
    assert_int_equal(ask_16(&crowd, &s.sprite, 0, 0, &next, hits, 8), 1);
    assert_int_equal(hits[0], 2);
    check(&crowd, &s.sprite, &s, 0, 0, 8);
    crowd.boxes_alone = true;
    next = 0;
    assert_int_equal(ask_16(&crowd, &s.sprite, 0, 0, &next, hits, 8), 2);
    assert_int_equal(hits[0], 0);
    assert_int_equal(hits[1], 2);
    check(&crowd, &s.sprite, &s, 0, 0, 8);
    subject_free(&s);
}

static void nothing_touches_nothing(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static struct crowd crowd;
    struct subject s, empty;
    hm_sprite zero;
    uint32_t hits[4], next = 0;
    memset(&zero, 0, sizeof zero);
    subject_draw(&s, box, 2);
    subject_from_number(&empty, 3, 3, 0);
    add(&crowd, NULL, NULL, 0, 0);
    add(&crowd, &empty.sprite, &empty, 0, 0);
    add(&crowd, &zero, NULL, 0, 0);
    for (uint32_t i = 0; i < crowd.count; i++)
        set_box(&crowd, i, (hm_box){-5, -5, 5, 5});
    assert_int_equal(ask_16(&crowd, &s.sprite, 0, 0, &next, hits, 4), 0);
    assert_int_equal(next, 3);
    add(&crowd, &s.sprite, &s, 0, 0);
    for (int alone = 0; alone < 2; alone++) {
        crowd.boxes_alone = alone;
        check(&crowd, &empty.sprite, &empty, 0, 0, 4);
        check(&crowd, &zero, &empty, 0, 0, 4);
    }
    subject_free(&s);
    subject_free(&empty);
}

static void no_room_and_no_crowd(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static struct crowd crowd;
    struct subject s;
    uint32_t hits[1], next = 0;
    subject_draw(&s, box, 2);
    add(&crowd, &s.sprite, &s, 0, 0);
    assert_int_equal(ask_16(&crowd, &s.sprite, 0, 0, &next, NULL, 0), 0);
    assert_int_equal(next, 0);
    /* Not even where nothing can be hit. */
    assert_int_equal(ask_16(&crowd, &s.sprite, INT32_MAX, 0, &next, NULL, 0), 0);
    assert_int_equal(next, 0);
    next = UINT32_MAX;
    assert_int_equal(ask_32(&crowd, &s.sprite, 0, 0, &next, hits, 1), 0);
    assert_int_equal(next, 1);
    const hm_crowd16 nobody = {NULL, NULL, NULL, NULL, NULL, 0};
    next = 0;
    assert_int_equal(hm_overlap_many16(&s.sprite, 0, 0, &nobody, &next, hits, 1), 0);
    assert_int_equal(next, 0);
    subject_free(&s);
}

/* A crowd of one and the same mask, standing everywhere about the other. */
static void check_pair(const struct pair *pair)
{
    static struct crowd crowd;
    uint32_t expected[CROWD_MAX], count = 0;
    hm_sprite sprite = pair->a->sprite;
    hm_box bounds;
    hm_sprite_bounds(&pair->b->sprite, &bounds);
    crowd.count = 0;
    for (int32_t dy = -pair->b->height; dy <= pair->a->height; dy++)
        for (int32_t dx = -pair->b->width; dx <= pair->a->width; dx++) {
            if (pair_common(pair, dx, dy) != 0)
                expected[count++] = crowd.count;
            add(&crowd, &pair->b->sprite, pair->b, dx + bounds.x0, dy + bounds.y0);
        }
    for (sprite.cpu = 0; sprite.cpu <= hm_cpu_level(); sprite.cpu++) {
        check_split(&crowd, ask_16, &sprite, 0, 0, expected, count, CROWD_MAX);
        check_split(&crowd, ask_32, &sprite, 0, 0, expected, count, CROWD_MAX);
    }
}

static void every_small_pair(void **state)
{
    (void)state;
    pairs_visit(NULL, 7, check_pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hits_of_a_drawn_crowd),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(random_crowds),
        cmocka_unit_test(crowds_at_the_ends_of_their_numbers),
        cmocka_unit_test(every_capacity_goes_on_where_it_was_full),
        cmocka_unit_test(it_starts_anywhere),
        cmocka_unit_test(any_position_is_safe),
        cmocka_unit_test(the_box_says_where_and_whether_to_ask),
        cmocka_unit_test(nothing_touches_nothing),
        cmocka_unit_test(no_room_and_no_crowd),
    };
    return cmocka_run_group_tests_name("many", tests, NULL, NULL);
}
