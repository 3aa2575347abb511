/*
 * test_components.c - the connected pieces of a mask against a flood fill, one pixel at a time
 */

#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Pieces, one pixel at a time ---------------------------------------------------------- */

/* Fills the piece of a pixel that is not in `seen` yet. */
static void flood(const struct subject *s, int32_t from, bool diagonal, uint8_t *seen,
                  int32_t *stack, hm_component *out)
{
    uint32_t depth = 0;
    *out = (hm_component){.first = {from % s->width, from / s->width}};
    out->bounds = (hm_box){INT32_MAX, INT32_MAX, 0, 0};
    seen[from] = 1;
    for (stack[depth++] = from; depth > 0;) {
        const int32_t at = stack[--depth], x = at % s->width, y = at / s->width;
        out->area++;
        out->bounds.x0 = x < out->bounds.x0 ? x : out->bounds.x0;
        out->bounds.y0 = y < out->bounds.y0 ? y : out->bounds.y0;
        out->bounds.x1 = x >= out->bounds.x1 ? x + 1 : out->bounds.x1;
        out->bounds.y1 = y >= out->bounds.y1 ? y + 1 : out->bounds.y1;
        for (int32_t i = 0; i < 9; i++) {
            const int32_t right = i % 3 - 1, down = i / 3 - 1;
            const int32_t next = at + down * s->width + right;
            if ((right != 0 && down != 0 && !diagonal) || !oracle_solid(s, x + right, y + down) ||
                seen[next])
                continue;
            seen[next] = 1;
            stack[depth++] = next;
        }
    }
}

static uint32_t oracle_pieces(const struct subject *s, bool diagonal, hm_component *out)
{
    const size_t size = (size_t)s->width * (size_t)s->height;
    uint8_t *const seen = calloc(size + 1, 1);
    int32_t *const stack = calloc(size + 1, sizeof *stack);
    uint32_t count = 0;
    for (int32_t i = 0; i < s->width * s->height; i++)
        if (s->pixels[i] && !seen[i])
            flood(s, i, diagonal, seen, stack, &out[count++]);
    free(seen);
    free(stack);
    return count;
}

static uint32_t oracle_runs(const struct subject *s)
{
    uint32_t count = 0;
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            count += oracle_solid(s, x, y) && !oracle_solid(s, x - 1, y);
    return count;
}

static void assert_component(const hm_component *is, const hm_component *expected)
{
    assert_box(&is->bounds, &expected->bounds);
    assert_int_equal(is->area, expected->area);
    assert_point(is->first, expected->first);
}

/* A view that must look like the picture, in scratch of just the size, at an odd address. */
static void check_pieces(const struct subject *picture, const hm_sprite *view, bool diagonal)
{
    const size_t size = hm_components_scratch_size(view);
    const size_t most = (size_t)picture->width * (size_t)picture->height + 1;
    hm_component *const expected = calloc(most, sizeof *expected);
    hm_component *const pieces = calloc(most, sizeof *pieces);
    uint8_t *const scratch = malloc(size + 1);
    const uint32_t count = oracle_pieces(picture, diagonal, expected);
    const uint32_t fewer = count / 2;

    if (view->row_step > 0) /* It is no full box, which is one piece at once. */
        assert_int_equal(size, 16 * ((size_t)oracle_runs(picture) + 1));
    assert_int_equal(hm_components(view, diagonal, scratch + 1, size, pieces, (uint32_t)most),
                     count);
    for (uint32_t i = 0; i < count; i++)
        assert_component(&pieces[i], &expected[i]);

    /* The first half alone; what follows them is not touched. */
    memset(pieces, 0x55, most * sizeof *pieces);
    assert_int_equal(hm_components(view, diagonal, scratch + 1, size, pieces, fewer), count);
    for (uint32_t i = 0; i < fewer; i++)
        assert_component(&pieces[i], &expected[i]);
    assert_int_equal(pieces[fewer].area, UINT64_C(0x5555555555555555));
    assert_int_equal(hm_components(view, diagonal, scratch + 1, size, NULL, 0), count);

    free(scratch);
    free(expected);
    free(pieces);
}

static void check_view(const struct subject *s, const hm_sprite *view)
{
    check_pieces(s, view, false);
    check_pieces(s, view, true);
}

static void check_views(const struct subject *s)
{
    views_visit(s, check_view);
}

/* ---- Drawn -------------------------------------------------------------------------------- */

static void pieces_drawn(void **state)
{
    (void)state;
    static const char *const rows[] = {"##..#.", "##.#..", "...#.#", "#....#", "#.####"};
    uint8_t scratch[400];
    struct subject s;
    hm_component pieces[4];
    subject_draw(&s, rows, 5);
    assert_int_equal(hm_components(&s.sprite, false, scratch, sizeof scratch, pieces, 4), 5);
    assert_component(&pieces[0], &(hm_component){{0, 0, 2, 2}, 4, {0, 0}});
    assert_component(&pieces[1], &(hm_component){{4, 0, 5, 1}, 1, {4, 0}});
    assert_component(&pieces[2], &(hm_component){{3, 1, 4, 3}, 2, {3, 1}});
    assert_component(&pieces[3], &(hm_component){{2, 2, 6, 5}, 6, {5, 2}});
    assert_int_equal(hm_components(&s.sprite, true, scratch, sizeof scratch, pieces, 4), 4);
    assert_component(&pieces[1], &(hm_component){{3, 0, 5, 3}, 3, {4, 0}});
    subject_free(&s);
}

/* Two arms whose numbers become one at the last row. */
static void arms_that_meet_below(void **state)
{
    (void)state;
    static const char *const rows[] = {"#.#.#.#.#", "#.#.#.#.#", "#.#.#.###",
                                       "#.#.###.#", "#.###.#.#", "###.#.#.#"};
    struct subject s;
    subject_draw(&s, rows, 6);
    check_views(&s);
    subject_free(&s);
}

static void every_small_mask(void **state)
{
    (void)state;
    masks_visit(NULL, 3, check_views);
}

static void random_masks(void **state)
{
    (void)state;
    uint64_t random = 1;
    scribbles_visit(1, 300, 200, check_views);
    for (int round = 0; round < 4; round++) {
        struct subject s;
        subject_scatter(&s, &random, 300 + 7 * round, 270);
        check_views(&s);
        subject_free(&s);
    }
}

/* A corridor that turns at every wall: each piece is as long as it can be. */
static void spirals(void **state)
{
    (void)state;
    for (int32_t side = 3; side < 160; side += 13) {
        struct subject s;
        subject_init(&s, side, side);
        int32_t x = 0, y = 0, right = 1, down = 0;
        for (int32_t i = 0; i < side * side; i++) {
            s.pixels[y * side + x] = 1;
            const int32_t ahead_x = x + 2 * right, ahead_y = y + 2 * down;
            if (x + right < 0 || x + right >= side || y + down < 0 || y + down >= side ||
                oracle_solid(&s, ahead_x, ahead_y)) {
                const int32_t was = right;
                right = -down;
                down = was;
                if (oracle_solid(&s, x + 2 * right, y + 2 * down))
                    break;
            }
            x += right;
            y += down;
        }
        subject_bake(&s);
        check_views(&s);
        subject_free(&s);
    }
}

/* ---- Scratch, and the ends ---------------------------------------------------------------- */

static void too_little_scratch_gives_no_pieces(void **state)
{
    (void)state;
    static const char *const rows[] = {"#.#.#", ".....", "##.##"};
    uint8_t scratch[100];
    hm_component pieces[5] = {{.area = 77}};
    struct subject s;
    subject_draw(&s, rows, 3);
    assert_int_equal(hm_components_scratch_size(&s.sprite), 6 * 16);
    for (size_t size = 0; size < 5 * 16; size++)
        assert_int_equal(hm_components(&s.sprite, true, scratch, size, pieces, 5), 0);
    assert_int_equal(pieces[0].area, 77);
    assert_int_equal(hm_components(&s.sprite, true, scratch, 5 * 16, pieces, 5), 5);
    subject_free(&s);
}

static void the_most_scratch_is_what_the_header_says(void **state)
{
    (void)state;
    static const char *const rows[] = {"#.#.#", "#.#.#", "#.#.#", "#.#.#"};
    struct subject s;
    subject_draw(&s, rows, 4);
    assert_int_equal(hm_components_scratch_size(&s.sprite), 8 * (5 + 1) * 4 + 16);
    subject_free(&s);
}

/* A damaged pack may have bits behind its rows; no piece reaches there. */
static void bits_beyond_the_bounds_are_in_no_piece(void **state)
{
    (void)state;
    static const char *const rows[] = {"#..##", "#...#", "##..#"};
    const hm_component expected[] = {{{0, 0, 2, 3}, 4, {0, 0}}, {{3, 0, 5, 3}, 4, {3, 0}}};
    hm_component pieces[3];
    uint8_t scratch[200];
    struct subject s;
    subject_draw(&s, rows, 3);
    for (int32_t row = 0; row < 3; row++)
        memset(s.buffer + row * 8 + 1, 0xff, 7);
    for (int32_t row = 0; row < 3; row++)
        s.buffer[row * 8] |= 0xe0;
    assert_int_equal(hm_components_scratch_size(&s.sprite), 7 * 16);
    assert_int_equal(hm_components(&s.sprite, false, scratch, sizeof scratch, pieces, 3), 2);
    assert_component(&pieces[0], &expected[0]);
    assert_component(&pieces[1], &expected[1]);
    subject_free(&s);
}

static void an_empty_sprite_has_no_pieces(void **state)
{
    (void)state;
    struct subject empty;
    hm_sprite nothing;
    memset(&nothing, 0, sizeof nothing);
    subject_from_number(&empty, 3, 3, 0);
    assert_int_equal(hm_components_scratch_size(&empty.sprite), 16);
    assert_int_equal(hm_components(&empty.sprite, true, NULL, 0, NULL, 0), 0);
    assert_int_equal(hm_components(&nothing, true, NULL, 0, NULL, 0), 0);
    subject_free(&empty);
}

static void the_largest_box_is_one_piece_at_once(void **state)
{
    (void)state;
    enum { FAR = INT32_MAX };
    const clock_t begin = clock();
    const hm_sprite box = full_box(3, 5, FAR - 3, FAR - 5);
    hm_sprite view;
    hm_component piece;
    assert_int_equal(hm_components_scratch_size(&box), 16);
    assert_int_equal(hm_components(&box, false, NULL, 0, &piece, 1), 1);
    assert_component(&piece, &(hm_component){box.bounds, box.area, {3, 5}});
    hm_sprite_flip(&box, true, true, &view);
    assert_int_equal(hm_components(&view, false, NULL, 0, &piece, 1), 1);
    assert_component(&piece, &(hm_component){{0, 0, FAR - 3, FAR - 5}, box.area, {0, 0}});
    assert_true(clock() - begin < CLOCKS_PER_SEC / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_drawn),
        cmocka_unit_test(arms_that_meet_below),
        cmocka_unit_test(every_small_mask),
        cmocka_unit_test(random_masks),
        cmocka_unit_test(spirals),
        cmocka_unit_test(too_little_scratch_gives_no_pieces),
        cmocka_unit_test(the_most_scratch_is_what_the_header_says),
        cmocka_unit_test(bits_beyond_the_bounds_are_in_no_piece),
        cmocka_unit_test(an_empty_sprite_has_no_pieces),
        cmocka_unit_test(the_largest_box_is_one_piece_at_once),
    };
    return cmocka_run_group_tests_name("components", tests, NULL, NULL);
}
