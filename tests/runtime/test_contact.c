/*
 * test_contact.c - where a touch reaches furthest, the overlap as a mask, and ways out
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const hm_direction directions[] = {HM_LEFT, HM_RIGHT, HM_UP, HM_DOWN};
static const hm_point steps[] = {
    [HM_LEFT] = {-1, 0}, [HM_RIGHT] = {1, 0}, [HM_UP] = {0, -1}, [HM_DOWN] = {0, 1}};

static uint32_t levels;

static bool solid_in_both(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy,
                          int32_t x, int32_t y)
{
    return oracle_solid(a, x, y) && oracle_solid(b, (int64_t)x - dx, (int64_t)y - dy);
}

/* How far a pixel lies in a direction. */
static int32_t reach(hm_direction direction, int32_t x, int32_t y)
{
    return steps[direction].x * x + steps[direction].y * y;
}

static bool oracle_furthest(const struct subject *a, const struct subject *b, int32_t dx,
                            int32_t dy, hm_direction direction, hm_point *hit)
{
    bool found = false;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            if (!solid_in_both(a, b, dx, dy, x, y))
                continue;
            if (!found || reach(direction, x, y) > reach(direction, hit->x, hit->y))
                *hit = (hm_point){x, y};
            found = true;
        }
    return found;
}

/* Two pictures and how b stands to a. Where they are one of the small pairs, it knows the answer
 * to how much they share. */
struct placed {
    const struct subject *a, *b;
    int32_t dx, dy;
    const struct pair *pair;
};

static int64_t area_from(const struct placed *t, int32_t move_x, int32_t move_y)
{
    uint64_t area = 0;
    if (t->pair != NULL)
        return pair_area(t->pair, t->dx + move_x, t->dy + move_y);
    oracle_overlap(t->a, t->b, t->dx + move_x, t->dy + move_y, NULL, &area);
    return (int64_t)area;
}

/* ---- What is right -------------------------------------------------------------------------- */

enum { EXIT_LIMIT = 7, ESCAPE_LIMIT = 5 };

struct answers {
    bool touches;
    int64_t area, normal_x, normal_y;
    hm_point furthest[4];
    bool exits[4], escapes;
    uint32_t exit[4];
    hm_point escape;
};

static void expect_exit(const struct placed *t, hm_direction direction, struct answers *out)
{
    uint32_t distance = 0;
    while (distance <= EXIT_LIMIT && area_from(t, -(int32_t)distance * steps[direction].x,
                                               -(int32_t)distance * steps[direction].y) > 0)
        distance++;
    out->exits[direction] = distance <= EXIT_LIMIT;
    out->exit[direction] = distance <= EXIT_LIMIT ? distance : EXIT_LIMIT;
}

static void expect_escape(const struct placed *t, struct answers *out)
{
    int32_t length = ESCAPE_LIMIT * ESCAPE_LIMIT + 1;
    for (int32_t y = -ESCAPE_LIMIT; y <= ESCAPE_LIMIT; y++)
        for (int32_t x = -ESCAPE_LIMIT; x <= ESCAPE_LIMIT; x++)
            if (x * x + y * y < length && area_from(t, -x, -y) == 0) {
                out->escape = (hm_point){x, y};
                length = x * x + y * y;
            }
    out->escapes = length <= ESCAPE_LIMIT * ESCAPE_LIMIT;
}

static struct answers expect(const struct placed *t, bool with_escape)
{
    struct answers answers = {.area = area_from(t, 0, 0)};
    answers.touches = answers.area > 0;
    if (answers.touches) {
        answers.normal_x = area_from(t, 1, 0) - area_from(t, -1, 0);
        answers.normal_y = area_from(t, 0, 1) - area_from(t, 0, -1);
    }
    for (size_t i = 0; i < 4; i++) {
        answers.furthest[i] = (hm_point){-9, -9};
        oracle_furthest(t->a, t->b, t->dx, t->dy, directions[i], &answers.furthest[i]);
        if (with_escape)
            expect_exit(t, directions[i], &answers);
    }
    if (with_escape)
        expect_escape(t, &answers);
    return answers;
}

/* ---- What comes out ------------------------------------------------------------------------- */

/* The views that must answer like the pictures. */
struct views {
    hm_sprite p, q;
};

static void check_furthest(const struct placed *t, const struct views *v,
                           const struct answers *expected)
{
    for (size_t i = 0; i < 4; i++) {
        hm_point hit = {-9, -9};
        assert_int_equal(hm_overlap_furthest(&v->p, &v->q, t->dx, t->dy, directions[i], &hit),
                         expected->touches);
        assert_int_equal(hm_overlap_furthest(&v->p, &v->q, t->dx, t->dy, directions[i], NULL),
                         expected->touches);
        assert_int_equal(hit.x, expected->furthest[i].x);
        assert_int_equal(hit.y, expected->furthest[i].y);
    }
}

static void check_mask(const struct placed *t, const struct views *v,
                       const struct answers *expected)
{
    const size_t stride = (size_t)t->a->width / 8 + 2, size = stride * (size_t)t->a->height;
    uint8_t *const bits = malloc(size);
    bool right = true;
    assert_non_null(bits);
    memset(bits, 0xa5, size);
    assert_int_equal(hm_overlap_mask(&v->p, &v->q, t->dx, t->dy, bits, stride, size),
                     expected->area);
    for (int32_t y = 0; y < t->a->height; y++)
        for (int32_t x = 0; x < (int32_t)stride * 8; x++) {
            const bool bit = bits[(size_t)y * stride + (size_t)x / 8] >> x % 8 & 1;
            const bool untouched = 0xa5 >> x % 8 & 1;
            right &= bit ==
                     (x < t->a->width ? solid_in_both(t->a, t->b, t->dx, t->dy, x, y) : untouched);
        }
    assert_true(right);
    free(bits);
}

static void check_normal(const struct placed *t, const struct views *v,
                         const struct answers *expected)
{
    int64_t x = -1, y = -1;
    assert_int_equal(hm_overlap_normal(&v->p, &v->q, t->dx, t->dy, &x, &y), expected->touches);
    assert_int_equal(x, expected->normal_x);
    assert_int_equal(y, expected->normal_y);
}

static void check_ways_out(const struct placed *t, const struct views *v,
                           const struct answers *expected)
{
    hm_point move = {-9, -9};
    for (size_t i = 0; i < 4; i++) {
        uint32_t distance = 12345;
        assert_int_equal(
            hm_overlap_exit(&v->p, &v->q, t->dx, t->dy, directions[i], EXIT_LIMIT, &distance),
            expected->exits[i]);
        assert_int_equal(distance, expected->exit[i]);
    }
    assert_int_equal(hm_overlap_escape(&v->p, &v->q, t->dx, t->dy, ESCAPE_LIMIT, &move),
                     expected->escapes);
    assert_int_equal(move.x, expected->escape.x);
    assert_int_equal(move.y, expected->escape.y);
}

/* All of them, at every level of the machine. */
static void check_all(const struct placed *t, struct views views, bool with_escape)
{
    const struct answers expected = expect(t, with_escape);
    for (uint32_t level = 0; level <= levels; level++) {
        views.p.cpu = views.q.cpu = level;
        check_furthest(t, &views, &expected);
        check_mask(t, &views, &expected);
        check_normal(t, &views, &expected);
        if (with_escape)
            check_ways_out(t, &views, &expected);
    }
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void check_pair(const struct pair *pair, int32_t dx, int32_t dy)
{
    check_all(&(struct placed){pair->a, pair->b, dx, dy, pair},
              (struct views){pair->a->sprite, pair->b->sprite}, true);
}

static void every_small_pair(void **state)
{
    (void)state;
    placements_visit(NULL, 61, check_pair);
}

static void check_somewhere(struct seen a, struct seen b, uint64_t *random, bool with_escape)
{
    const struct subject *const p = a.picture, *const q = b.picture;
    struct placed t = {.a = p, .b = q};
    t.dx = random_between(random, -q->width, p->width - 1);
    t.dy = random_between(random, -q->height, p->height - 1);
    check_all(&t, (struct views){a.view, b.view}, with_escape);
}

static void check_large(struct seen a, struct seen b, uint64_t *random)
{
    for (int i = 0; i < 3; i++)
        check_somewhere(a, b, random, false);
}

static void check_small(struct seen a, struct seen b, uint64_t *random)
{
    for (int i = 0; i < 10; i++)
        check_somewhere(a, b, random, true);
}

static void random_pairs_and_their_mirrors(void **state)
{
    (void)state;
    seen_pairs_visit(7, 250, 140, 140, check_large);
    seen_pairs_visit(8, 10000, 12, 12, check_small);
}

static void the_ends_of_the_range_are_safe(void **state)
{
    (void)state;
    struct subject box;
    hm_sprite zero;
    int64_t x = 1, y = 1;
    uint32_t distance = 1;
    hm_point move = {1, 1};
    uint8_t bits[8];
    memset(&zero, 0, sizeof zero);
    subject_from_number(&box, 3, 3, 0x1ff);
    assert_false(hm_overlap_normal(&box.sprite, &box.sprite, INT32_MIN, INT32_MAX, &x, &y));
    assert_int_equal(x | y, 0);
    assert_true(hm_overlap_exit(&box.sprite, &box.sprite, INT32_MAX, INT32_MIN, HM_UP, UINT32_MAX,
                                &distance));
    assert_int_equal(distance, 0);
    assert_true(hm_overlap_escape(&zero, &box.sprite, INT32_MIN, INT32_MIN, UINT32_MAX, &move));
    assert_int_equal(move.x | move.y, 0);
    assert_false(hm_overlap_escape(&box.sprite, &box.sprite, 0, 0, 2, &move));
    assert_int_equal(move.x | move.y, 0);
    assert_true(hm_overlap_escape(&box.sprite, &box.sprite, 0, 0, 3, &move));
    assert_int_equal(move.x, 0);
    assert_int_equal(move.y, -3);
    assert_int_equal(hm_overlap_mask(&box.sprite, &box.sprite, 0, 0, bits, 1, 2), 0);
    assert_int_equal(hm_overlap_mask(&box.sprite, &box.sprite, 0, 0, bits, 0, 8), 0);
    assert_int_equal(hm_overlap_mask(&zero, &box.sprite, 0, 0, NULL, 0, 0), 0);
    subject_free(&box);
}

static void a_mask_takes_the_bytes_of_its_rows_and_no_fewer(void **state)
{
    (void)state;
    for (int32_t n = 0; n < 3 * 25; n++) {
        const int32_t width = n / 3 + 1, height = n % 3 + 1;
        const size_t stride = ((size_t)width + 7) / 8, size = stride * (size_t)height;
        const uint64_t area = (uint64_t)width * (uint64_t)height;
        uint8_t *const bits = malloc(size);
        struct subject s;
        assert_non_null(bits);
        subject_init(&s, width, height);
        memset(s.pixels, 1, (size_t)area);
        subject_bake(&s);
        memset(bits, 0, size);
        assert_int_equal(hm_overlap_mask(&s.sprite, &s.sprite, 0, 0, bits, stride - 1, size), 0);
        assert_int_equal(hm_overlap_mask(&s.sprite, &s.sprite, 0, 0, bits, stride, size - 1), 0);
        assert_int_equal(bits[0], 0);
        assert_int_equal(hm_overlap_mask(&s.sprite, &s.sprite, 0, 0, bits, stride, size), area);
        assert_int_equal(bits[size - 1], (0xff >> (8 * stride - (size_t)width)) & 0xff);
        subject_free(&s);
        free(bits);
    }
}

/* Another language may pass any number. */
static void a_number_that_is_no_direction_has_an_answer(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static const unsigned numbers[] = {4, 255, 0x80000000, UINT32_MAX};
    struct subject s;
    hm_point hit;
    uint32_t distance;
    subject_draw(&s, box, 2);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const hm_direction direction = (hm_direction)numbers[i];
        assert_true(hm_overlap_exit(&s.sprite, &s.sprite, 0, 0, direction, 9, &distance));
        assert_int_equal(distance, 2);
        assert_true(hm_overlap_furthest(&s.sprite, &s.sprite, 0, 0, direction, &hit));
    }
    subject_free(&s);
}

/* A pack of a few bytes may hold a box as large as int32_t goes. Nothing walks its rows. */
static void the_largest_boxes_are_answered_at_once(void **state)
{
    (void)state;
    const int32_t far = INT32_MAX - 3;
    const clock_t begin = clock();
    const hm_sprite huge = full_box(0, 0, INT32_MAX, INT32_MAX);
    hm_sprite a, b;
    hm_point hit;
    int64_t x, y;
    for (int flips = 0; flips < 16; flips++) {
        hm_sprite_flip(&huge, flips & 1, flips & 2, &a);
        hm_sprite_flip(&huge, flips & 4, flips & 8, &b);
        assert_int_equal(hm_overlap_area(&a, &b, 0, 0), huge.area);
        assert_int_equal(hm_overlap_area(&a, &b, -7, far), (uint64_t)(INT32_MAX - 7) * 3);
        assert_true(hm_overlap_normal(&a, &b, -7, far, &x, &y));
        assert_int_equal(x, 6);
        assert_int_equal(y, -2 * (int64_t)(INT32_MAX - 7));
        uint32_t exits[4];
        for (unsigned i = 0; i < 4; i++)
            assert_true(hm_overlap_exit(&a, &b, -7, far, (hm_direction)i, UINT32_MAX, &exits[i]));
        assert_int_equal(exits[HM_LEFT], (uint32_t)INT32_MAX + 7);
        assert_int_equal(exits[HM_RIGHT], INT32_MAX - 7);
        assert_int_equal(exits[HM_UP], 3);
        assert_int_equal(exits[HM_DOWN], (uint32_t)INT32_MAX + (uint32_t)far);
        assert_false(hm_overlap_exit(&a, &b, -7, far, HM_UP, 2, &exits[HM_UP]));
        assert_int_equal(exits[HM_UP], 2);
        assert_true(hm_overlap(&a, &b, -7, far));
        assert_true(hm_overlap_first(&a, &b, -7, far, &hit));
        assert_true(hit.x == 0 && hit.y == far);
        assert_true(hm_overlap_first(&a, &b, 5, -9, &hit));
        assert_true(hit.x == 5 && hit.y == 0);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_LEFT, &hit));
        assert_true(hit.x == 5 && hit.y == 9);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_UP, &hit));
        assert_true(hit.x == 5 && hit.y == 9);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_RIGHT, &hit));
        assert_true(hit.x == INT32_MAX - 1 && hit.y == 9);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_DOWN, &hit));
        assert_true(hit.x == 5 && hit.y == INT32_MAX - 1);
    }
    assert_true(clock() - begin < CLOCKS_PER_SEC / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ends_of_the_range_are_safe),
        cmocka_unit_test(a_mask_takes_the_bytes_of_its_rows_and_no_fewer),
        cmocka_unit_test(a_number_that_is_no_direction_has_an_answer),
        cmocka_unit_test(the_largest_boxes_are_answered_at_once),
        cmocka_unit_test(random_pairs_and_their_mirrors), /* the longest come last */
        cmocka_unit_test(every_small_pair),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("contact", tests, NULL, NULL);
}
