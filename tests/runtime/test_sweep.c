/*
 * test_sweep.c - moves, against walking every step of the way
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

static uint32_t levels;

/* True if the line from the middle of (0, 0) to that of (mx, my) crosses into the next column no
 * later than into the next row. The crossings lie at (2i + 1) / 2|mx| and (2j + 1) / 2|my|. */
static bool goes_along_x(int64_t mx, int64_t my, int64_t i, int64_t j)
{
    const int64_t w = llabs(mx), h = llabs(my);
    return h == 0 || (w != 0 && (2 * i + 1) * h <= (2 * j + 1) * w);
}

/* Two pictures, and a move of the first. Where they are one of the small pairs, it knows what they
 * share. */
struct moving {
    const struct subject *a, *b;
    int32_t dx, dy, mx, my;
    const struct pair *pair;
};

/* How much the two share with a moved by (x, y), and the first pixel of it. */
static int64_t area_after(const struct moving *t, int64_t x, int64_t y, hm_point *hit)
{
    uint64_t area = 0;
    if (t->pair == NULL) {
        oracle_overlap(t->a, t->b, t->dx - x, t->dy - y, hit, &area);
        return (int64_t)area;
    }
    area = pair_area(t->pair, t->dx - x, t->dy - y);
    if (area > 0 && hit != NULL)
        *hit = pair_first(t->pair, t->dx - x, t->dy - y);
    return (int64_t)area;
}

/* Walks every step. */
static bool oracle_sweep(const struct moving *t, hm_sweep_result *out)
{
    const int64_t length = llabs((long long)t->mx) + llabs((long long)t->my);
    int64_t i = 0, j = 0;
    hm_point last = {0, 0};
    memset(out, 0, sizeof *out);
    for (int64_t step = 0; step <= length; step++) {
        const int64_t x = t->mx < 0 ? -i : i, y = t->my < 0 ? -j : j;
        if (area_after(t, x, y, &out->hit) > 0) {
            out->normal_x = area_after(t, x - 1, y, NULL) - area_after(t, x + 1, y, NULL);
            out->normal_y = area_after(t, x, y - 1, NULL) - area_after(t, x, y + 1, NULL);
            out->step = (uint64_t)step;
            out->moved = last;
            out->contact = (hm_point){(int32_t)x, (int32_t)y};
            return true;
        }
        last = (hm_point){(int32_t)x, (int32_t)y};
        if (step < length && goes_along_x(t->mx, t->my, i, j))
            i++;
        else
            j++;
    }
    out->moved = (hm_point){t->mx, t->my};
    out->step = (uint64_t)length;
    return false;
}

static void check(const struct moving *t, const hm_sprite *p, const hm_sprite *q)
{
    hm_sweep_result expected, result;
    hm_sprite va = *p, vb = *q;
    const bool touches = oracle_sweep(t, &expected);
    for (uint32_t level = 0; level <= levels; level++) {
        va.cpu = vb.cpu = level;
        memset(&result, 0x55, sizeof result);
        assert_int_equal(hm_sweep(&va, &vb, t->dx, t->dy, t->mx, t->my, &result), touches);
        assert_sweep(&result, &expected);
    }
}

static void nothing_slips_through_a_diagonal_wall(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    static const char *const wall[] = {
        "#....", ".#...", "..#..", "...#.", "....#",
    };
    struct subject a, b;
    hm_sweep_result result;
    subject_draw(&a, dot, 1);
    subject_draw(&b, wall, 5);
    assert_true(hm_sweep(&a.sprite, &b.sprite, -4, 0, -4, 4, &result));
    assert_int_equal(result.step, 4);
    assert_int_equal(result.moved.x, -2);
    assert_int_equal(result.moved.y, 1);
    subject_free(&a);
    subject_free(&b);
}

static void check_move(const struct pair *pair, int32_t dx, int32_t dy, int32_t mx, int32_t my)
{
    check(&(struct moving){pair->a, pair->b, dx, dy, mx, my, pair}, &pair->a->sprite,
          &pair->b->sprite);
}

/* From each place about, by a few of all moves. */
static void check_every_move(const struct pair *pair)
{
    if (pair->a->width > 2 || pair->a->height > 2 || pair->b->width > 2 || pair->b->height > 2)
        return;
    for (int32_t dx = -4; dx <= 4; dx += 2)
        for (int32_t dy = -4; dy <= 4; dy++)
            for (int32_t mx = -6; mx <= 6; mx += 3)
                for (int32_t my = -5; my <= 5; my++)
                    check_move(pair, dx, dy, mx, my);
}

static void every_pair_of_four_pixels_and_move(void **state)
{
    (void)state;
    pairs_visit(NULL, 1, check_every_move);
}

/* One of these moves, which are long enough to pass, from where the two may meet at once; and the
 * same way, beginning so early that they are apart. */
static void check_on_its_way(const struct pair *pair, int32_t dx, int32_t dy)
{
    static const hm_point moves[] = {{7, 0}, {0, -7}, {-6, 6}, {5, -2}, {-1, 9}};
    static size_t next;
    const hm_point by = moves[next++ % (sizeof moves / sizeof *moves)];
    check_move(pair, dx, dy, by.x, by.y);
    check_move(pair, dx + by.x, dy + by.y, 2 * by.x, 2 * by.y);
}

static void every_small_pair_on_its_way(void **state)
{
    (void)state;
    placements_visit(NULL, 61, check_on_its_way);
}

/* Placements of random pairs, as they are mirrored. */
static void check_random(uint64_t seed, int pairs, int placements, int32_t a_side, int32_t b_side,
                         void (*draw)(struct subject *, uint64_t *, int32_t))
{
    uint64_t random = seed;
    const int32_t about = a_side + a_side / 2, aside = b_side / 2 + 3;
    for (int i = 0; i < oracle_tries(pairs); i++) {
        struct subject a, b, stored_a, stored_b;
        const uint32_t flips = oracle_random(&random, 16);
        draw(&a, &random, a_side);
        draw(&b, &random, b_side);
        const hm_sprite p = view_of(&a, flips, &stored_a), q = view_of(&b, flips >> 2, &stored_b);
        for (int k = 0; k < placements; k++) {
            struct moving t = {.a = &a, .b = &b};
            t.dx = random_between(&random, -about, about - 1);
            t.dy = random_between(&random, -about, about - 1);
            /* Mostly towards b. */
            t.mx = t.dx + random_between(&random, -aside, aside - 1);
            t.my = t.dy + random_between(&random, -aside, aside - 1);
            check(&t, &p, &q);
        }
        subject_free(&a);
        subject_free(&b);
        subject_free(&stored_a);
        subject_free(&stored_b);
    }
}

static void random_moves_and_mirrors(void **state)
{
    (void)state;
    check_random(11, 108, 6, 100, 100, subject_scribble);
    check_random(12, 12, 6, 100, 300, subject_scribble);
    check_random(13, 10000, 10, 12, 12, subject_scribble);
}

/* At least as large as masks that have blocks. */
static void draw_large(struct subject *subject, uint64_t *random, int32_t side)
{
    subject_scatter(subject, random, side - (int32_t)oracle_random(random, 20),
                    side - (int32_t)oracle_random(random, 20));
}

static void large_sprites_are_swept_by_their_blocks(void **state)
{
    (void)state;
    check_random(14, 30, 2, 276, 300, draw_large);
}

/* The first step of the way at which the two overlap. */
static uint64_t first_step(const hm_sprite *a, const hm_sprite *b, hm_point from, hm_point move)
{
    int32_t i = 0, j = 0;
    const int32_t right = move.x < 0 ? -1 : 1, down = move.y < 0 ? -1 : 1;
    while (!hm_overlap(a, b, from.x - i * right, from.y - j * down))
        if (goes_along_x(move.x, move.y, i, j))
            i++;
        else
            j++;
    return (uint64_t)(i + j);
}

/* The place of a pixel of the picture in its view. */
static hm_point shown(const hm_sprite *view, hm_point at)
{
    return (hm_point){view->flip_x ? view->width - 1 - at.x : at.x,
                      view->flip_y ? view->height - 1 - at.y : at.y};
}

/* After some steps of such a move, a pixel of one comes to lie on one of the other. */
static void check_meeting(const struct subject *a, const struct subject *b, hm_point move,
                          uint64_t *random)
{
    hm_sprite va, vb;
    hm_sprite_flip(&a->sprite, oracle_random(random, 2), oracle_random(random, 2), &va);
    hm_sprite_flip(&b->sprite, oracle_random(random, 2), oracle_random(random, 2), &vb);
    const hm_point p = shown(&va, subject_solid(a, random));
    const hm_point q = shown(&vb, subject_solid(b, random));
    int32_t i = 0, j = 0;
    for (uint32_t left = oracle_random(random, (uint32_t)(abs(move.x) + abs(move.y) + 1)); left > 0;
         left--)
        if (goes_along_x(move.x, move.y, i, j))
            i++;
        else
            j++;
    const hm_point from = {p.x - q.x + (move.x < 0 ? -i : i), p.y - q.y + (move.y < 0 ? -j : j)};
    const uint64_t step = first_step(&va, &vb, from, move);
    for (uint32_t level = 0; level <= levels; level++) {
        hm_sweep_result result;
        va.cpu = vb.cpu = level;
        assert_true(hm_sweep(&va, &vb, from.x, from.y, move.x, move.y, &result));
        assert_int_equal(result.step, step);
    }
}

/* Mostly along an axis, where a span leads furthest. */
static void check_meetings(struct subject *a, struct subject *b, int count, uint64_t *random)
{
    for (int i = 0; i < count; i++) {
        const uint32_t axes = oracle_random(random, 3);
        hm_point move = {0, 0};
        if (axes != 0)
            move.x = (int32_t)oracle_random(random, 201) - 100;
        if (axes != 1)
            move.y = (int32_t)oracle_random(random, 201) - 100;
        check_meeting(a, b, move, random);
    }
    subject_free(a);
    subject_free(b);
}

static void large_sprites_meet_where_they_must(void **state)
{
    (void)state;
    uint64_t random = 15;
    for (int i = 0; i < oracle_tries(40); i++) {
        struct subject a, b;
        draw_large(&a, &random, 276);
        draw_large(&b, &random, 300);
        check_meetings(&a, &b, 200, &random);
    }
}

/* Two of its corners and a few pixels: it is noticed when one of them is passed by. */
static void draw_few(struct subject *subject, uint64_t *random, int32_t width, int32_t height)
{
    const uint32_t size = (uint32_t)width * (uint32_t)height;
    subject_init(subject, width, height);
    subject->pixels[0] = subject->pixels[size - 1] = 1;
    for (uint32_t count = oracle_random(random, 3); count > 0; count--)
        subject->pixels[oracle_random(random, size)] = 1;
    subject_bake(subject);
}

static void few_pixels_meet_where_they_must(void **state)
{
    (void)state;
    uint64_t random = 16;
    for (int i = 0; i < oracle_tries(2000); i++) {
        struct subject a, b;
        const int32_t width = 1 + (int32_t)oracle_random(&random, 200);
        const int32_t height = 1 + (int32_t)oracle_random(&random, 20);
        draw_few(&a, &random, width, height);
        draw_few(&b, &random, 1 + (int32_t)oracle_random(&random, 200), height);
        check_meetings(&a, &b, 20, &random);
    }
}

/* Their last blocks are whole, or a row or column of pixels. */
static void few_pixels_in_blocks_meet_where_they_must(void **state)
{
    (void)state;
    uint64_t random = 18;
    for (int i = 0; i < oracle_tries(100); i++) {
        struct subject a, b;
        const int32_t height = 256 + (int32_t)oracle_random(&random, 66);
        draw_few(&a, &random, 256 + (int32_t)oracle_random(&random, 66), height);
        draw_few(&b, &random, 256 + (int32_t)oracle_random(&random, 66),
                 i % 10 == 0 ? 1024 : 577 - height);
        check_meetings(&a, &b, 40, &random);
    }
}

/* A column of their blocks takes more than one word, and there are 16 stripes of columns. */
static void few_pixels_in_many_blocks_meet_where_they_must(void **state)
{
    (void)state;
    uint64_t random = 20;
    for (int i = 0; i < 4; i++) {
        struct subject a, b;
        draw_few(&a, &random, 961 + i, 1025 + i);
        draw_few(&b, &random, 1024 - i, 1025 + i);
        check_meetings(&a, &b, 100, &random);
    }
}

/* The spans of a way lead aside by different numbers of pixels: 7 * x / (x + y), rounded up or
 * down, of which one that is just too large to be rounded down is in few spans. */
static void spans_of_every_slope(void **state)
{
    (void)state;
    uint64_t random = 19;
    for (int32_t i = 0; i < 49 * 49; i++) {
        const hm_point move = {i % 49 - 24, i / 49 - 24};
        const int32_t x = abs(move.x), y = abs(move.y);
        const bool is_rare = x + y > 0 && (7 * x % (x + y) == 1 || 7 * y % (x + y) == 1);
        struct subject a, b;
        draw_few(&a, &random, 1, 1);
        draw_few(&b, &random, 20, 20);
        for (int k = 0; k < (is_rare ? 200 : 5); k++) {
            check_meeting(&a, &b, move, &random);
            check_meeting(&b, &a, move, &random);
        }
        subject_free(&a);
        subject_free(&b);
    }
}

/* Mirrors the picture at the diagonal. */
static void subject_turn(const struct subject *subject, struct subject *out)
{
    subject_init(out, subject->height, subject->width);
    for (int32_t y = 0; y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++)
            out->pixels[y * out->width + x] = oracle_solid(subject, y, x);
    subject_bake(out);
}

/* A span of blocks begins when the boxes meet. At its last step, the pixel in a's column or row of
 * that number from the end meets the first one of b. */
static void the_last_step_of_a_span_of_blocks_counts(void **state)
{
    (void)state;
    for (int32_t side = 256; side < 256 + 16; side++) {
        struct subject a[2], b[2];
        hm_sweep_result result;
        subject_init(&a[0], side, 256);
        subject_init(&b[0], 256, 256);
        a[0].pixels[0] = a[0].pixels[side * 256 - 1] = a[0].pixels[side * 128 + side - 16] = 1;
        b[0].pixels[255] = b[0].pixels[256 * 256 - 1] = b[0].pixels[256 * 128] = 1;
        subject_bake(&a[0]);
        subject_bake(&b[0]);
        subject_turn(&a[0], &a[1]);
        subject_turn(&b[0], &b[1]);
        assert_true(hm_sweep(&a[0].sprite, &b[0].sprite, side + 9, 0, 200, 0, &result));
        assert_int_equal(result.step, 25);
        assert_true(hm_sweep(&a[1].sprite, &b[1].sprite, 0, side + 9, 0, 200, &result));
        assert_int_equal(result.step, 25);
        for (int i = 0; i < 2; i++) {
            subject_free(&a[i]);
            subject_free(&b[i]);
        }
    }
}

/* As many words as the smaller one may have when it is spread, and a few more or fewer. */
static void sprites_that_are_just_small_enough_to_be_spread(void **state)
{
    (void)state;
    enum { WORDS = 1536, REACH = 7 };
    uint64_t random = 17;
    for (int32_t i = 0; i < 4 * 9; i++) {
        struct subject a, b;
        const int32_t stripes = i / 9 + 1, more = i % 3 - 1;
        const int32_t width = 64 * stripes - REACH * (i / 3 % 3) + more;
        draw_few(&a, &random, width, WORDS / stripes - REACH * (i % 2) - more);
        draw_few(&b, &random, 260, 1600); /* has blocks */
        check_meetings(&a, &b, 20, &random);
    }
}

/* `a` is as wide or high as int32_t goes, and solid only in its last column or row: where the way
 * leads past the end of int32_t, the spread sprite is beyond it before the sprite itself is. */
static void nothing_is_passed_through_at_the_ends_of_int32(void **state)
{
    (void)state;
    static const char *const wall[] = {"#", "#", "#", "#", "#", "#", "#", "#", "#", "#", "#"};
    static const char *const hook[] = {"#.........", "#.........", "#.........", "#.........",
                                       "#.........", "#.........", "#.........", "#.........",
                                       "#.........", "#........#"};
    struct subject walls[2], hooks[2];
    subject_draw(&walls[0], wall, 11);
    subject_draw(&hooks[0], hook, 10);
    subject_turn(&walls[0], &walls[1]);
    subject_turn(&hooks[0], &hooks[1]);
    for (int i = 0; i < 8; i++) {
        const bool turned = i & 1, flip_long = i & 2, flip_short = i & 4;
        const int32_t along = flip_long ? 7 : INT32_MAX - 17, aside = flip_short ? -9 : 10;
        const int32_t move_along = flip_long ? 100 : -100, move_aside = flip_short ? -100 : 100;
        hm_sprite a = walls[turned].sprite, view, other;
        hm_sweep_result result;
        *(turned ? &a.height : &a.width) = INT32_MAX;
        *(turned ? &a.bounds.y0 : &a.bounds.x0) += INT32_MAX - 1;
        *(turned ? &a.bounds.y1 : &a.bounds.x1) += INT32_MAX - 1;
        hm_sprite_flip(&a, turned ? flip_short : flip_long, turned ? flip_long : flip_short, &view);
        hm_sprite_flip(&hooks[turned].sprite, turned ? flip_short : flip_long,
                       turned ? flip_long : flip_short, &other);
        const hm_point from = {turned ? aside : along, turned ? along : aside};
        const hm_point move = {turned ? move_aside : move_along, turned ? move_along : move_aside};
        const uint64_t step = first_step(&view, &other, from, move);
        assert_true(hm_sweep(&view, &other, from.x, from.y, move.x, move.y, &result));
        assert_int_equal(result.step, step);
        if (!turned)
            assert_int_equal(step, 31);
    }
    for (int i = 0; i < 2; i++) {
        subject_free(&walls[i]);
        subject_free(&hooks[i]);
    }
}

/* Four thousand million steps, most of them skipped. */
static void the_longest_moves_end(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    hm_sprite zero;
    hm_sweep_result result;
    memset(&zero, 0, sizeof zero);
    subject_draw(&a, box, 2);
    assert_true(hm_sweep(&a.sprite, &a.sprite, INT32_MAX, 0, INT32_MAX, 0, &result));
    assert_int_equal(result.moved.x, INT32_MAX - 2);
    assert_int_equal(result.step, INT32_MAX - 1);
    assert_true(
        hm_sweep(&a.sprite, &a.sprite, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, &result));
    assert_int_equal(result.moved.x, INT32_MIN + 1);
    assert_int_equal(result.moved.y, INT32_MIN + 2);
    assert_false(hm_sweep(&a.sprite, &a.sprite, 5, INT32_MAX, INT32_MIN, INT32_MAX, &result));
    assert_int_equal(result.step, UINT32_MAX);
    assert_false(hm_sweep(&a.sprite, &zero, 0, 0, INT32_MAX, INT32_MIN, &result));
    assert_false(hm_sweep(&zero, &a.sprite, 0, 0, 0, 0, &result));
    assert_int_equal(result.step, 0);
    assert_true(hm_sweep(&a.sprite, &a.sprite, 1, 1, 0, 0, &result));
    assert_int_equal(result.step, 0);
    subject_free(&a);
}

/* A pack of a few bytes may hold a box as large as int32_t goes. */
static void the_largest_boxes_are_safe(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    const hm_sprite huge = full_box(0, 0, INT32_MAX, INT32_MAX);
    hm_sprite views[4];
    hm_sweep_result result;
    subject_draw(&a, dot, 1);
    for (int i = 0; i < 4; i++) {
        hm_sprite_flip(&huge, i & 1, i & 2, &views[i]);
        for (int k = 0; k <= i; k++) {
            assert_true(hm_sweep(&views[i], &views[k], INT32_MIN, 9, -40, 3, &result));
            assert_int_equal(result.step, 2);
        }
        assert_true(hm_sweep(&a.sprite, &views[i], 20, -5, 60, 30, &result));
        assert_int_equal(result.moved.x, 19);
        assert_true(hm_sweep(&views[i], &a.sprite, -20, 5, -60, -30, &result));
        assert_int_equal(result.moved.x, -19);
    }
    subject_free(&a);
}

/* Up to the largest that can be spread, and larger ones. */
static void full_boxes_meet(void **state)
{
    (void)state;
    static const int32_t sides[] = {
        1, 20, 65, 1000, INT32_MAX / 2, INT32_MAX - 8, INT32_MAX - 7, INT32_MAX};
    enum { COUNT = sizeof sides / sizeof *sides };
    for (int i = 0; i < COUNT * COUNT * 4; i++) {
        const int32_t width = sides[i / 4 / COUNT], height = sides[i / 4 % COUNT];
        const hm_sprite full = full_box(0, 0, width, height);
        const int32_t left = width > INT32_MAX - 4 ? INT32_MIN : -width - 4;
        const int32_t above = height > INT32_MAX - 4 ? INT32_MIN : -height - 4;
        const uint64_t step = (uint64_t)(-(int64_t)width - left + 1);
        const uint64_t step_y = (uint64_t)(-(int64_t)height - above + 1);
        hm_sprite view;
        hm_sweep_result result;
        hm_sprite_flip(&full, i & 1, i & 2, &view);
        assert_true(hm_sweep(&view, &full, left, height - 1, -100, 0, &result));
        assert_int_equal(result.step, step);
        assert_true(hm_sweep(&full, &view, left, 1 - height, -100, 0, &result));
        assert_int_equal(result.step, step);
        assert_true(hm_sweep(&view, &full, 1 - width, above, 0, -100, &result));
        assert_int_equal(result.step, step_y);
        assert_true(hm_sweep(&full, &view, width - 1, above, 0, -100, &result));
        assert_int_equal(result.step, step_y);
    }
}

/* A box as long as can be, of which the end is near: spread over the steps of a span, the picture
 * would begin at an offset beyond int32_t. Its first pixel meets the box in the last span. */
static void spans_at_the_ends_of_int32_are_looked_at(void **state)
{
    (void)state;
    for (int down = 0; down < 2; down++) {
        struct subject picture;
        hm_sweep_result out;
        const hm_sprite box = full_box(0, 0, down ? 1 : INT32_MAX, down ? INT32_MAX : 1);
        subject_init(&picture, down ? 10 : 31, down ? 31 : 10);
        picture.pixels[0] = picture.pixels[309] = 1;
        subject_bake(&picture);
        /* Along x it goes first, so a step further by then. */
        for (int32_t late = down ? -2 : -1; late < 4; late++) {
            const int32_t far = INT32_MIN + 13 + late, beside = 10;
            assert_true(hm_sweep(&picture.sprite, &box, down ? beside : far, down ? far : beside,
                                 11, 11, &out));
            assert_true(out.hit.x == 0 && out.hit.y == 0);
        }
        subject_free(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_at_the_ends_of_int32_are_looked_at),
        cmocka_unit_test(nothing_slips_through_a_diagonal_wall),
        cmocka_unit_test(full_boxes_meet),
        cmocka_unit_test(few_pixels_meet_where_they_must),
        cmocka_unit_test(few_pixels_in_blocks_meet_where_they_must),
        cmocka_unit_test(few_pixels_in_many_blocks_meet_where_they_must),
        cmocka_unit_test(the_last_step_of_a_span_of_blocks_counts),
        cmocka_unit_test(spans_of_every_slope),
        cmocka_unit_test(sprites_that_are_just_small_enough_to_be_spread),
        cmocka_unit_test(nothing_is_passed_through_at_the_ends_of_int32),
        cmocka_unit_test(the_longest_moves_end),
        cmocka_unit_test(the_largest_boxes_are_safe),
        cmocka_unit_test(large_sprites_are_swept_by_their_blocks),
        cmocka_unit_test(large_sprites_meet_where_they_must),
        cmocka_unit_test(random_moves_and_mirrors), /* the longest come last */
        cmocka_unit_test(every_pair_of_four_pixels_and_move),
        cmocka_unit_test(every_small_pair_on_its_way),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
