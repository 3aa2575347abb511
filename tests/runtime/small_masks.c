/*
 * small_masks.c - small masks are drawn, and every placement of a pair is answered
 */

#include "support/cmocka_all.h"

#include "runtime/small_masks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many masks there are of up to 2 x 2 pixels, 3 x 3 and 4 x 4. */
enum { UP_TO_2 = 26, UP_TO_3 = 682, UP_TO_4 = SMALL_MASKS };

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 3 };
#else
enum { SANITIZED = 1 };
#endif

/* ---- One pair ------------------------------------------------------------------------------- */

uint32_t pair_common(const struct pair *pair, int64_t dx, int64_t dy)
{
    if (dx < -PAIR_REACH || dx > PAIR_REACH || dy < -PAIR_REACH || dy > PAIR_REACH)
        return 0;
    return pair->common[dy + PAIR_REACH][dx + PAIR_REACH];
}

uint32_t pair_area(const struct pair *pair, int64_t dx, int64_t dy)
{
    uint32_t area = 0;
    for (uint32_t common = pair_common(pair, dx, dy); common != 0; common &= common - 1)
        area++;
    return area;
}

hm_point pair_first(const struct pair *pair, int64_t dx, int64_t dy)
{
    const uint32_t common = pair_common(pair, dx, dy);
    for (int32_t i = 0; i < PAIR_SIDE * PAIR_SIDE; i++)
        if (common >> i & 1)
            return (hm_point){i % pair->a->width, i / pair->a->width};
    return (hm_point){-7, -7};
}

/* Every solid pixel of a lies on one of b at just one offset. */
static void meet(struct pair *pair)
{
    const struct subject *const a = pair->a, *const b = pair->b;
    memset(pair->common, 0, sizeof pair->common);
    for (int32_t i = 0; i < a->width * a->height; i++)
        for (int32_t k = 0; k < b->width * b->height; k++) {
            const int32_t dx = i % a->width - k % b->width, dy = i / a->width - k / b->width;
            if (a->pixels[i] && b->pixels[k])
                pair->common[dy + PAIR_REACH][dx + PAIR_REACH] |= (uint16_t)(1 << i);
        }
}

static void print_mask(const struct subject *s)
{
    for (int32_t y = 0; y < s->height; y++) {
        for (int32_t x = 0; x < s->width; x++)
            fputc(oracle_solid(s, x, y) ? '#' : '.', stderr);
        fputc('\n', stderr);
    }
    fputc('\n', stderr);
}

void pair_fail(const struct pair *pair, const char *what, int32_t dx, int32_t dy)
{
    print_mask(pair->a);
    print_mask(pair->b);
    fprintf(stderr, "%s at (%d, %d)\n", what, (int)dx, (int)dy);
    assert_true(false);
}

/* ---- All pairs ------------------------------------------------------------------------------ */

void small_masks_draw(struct subject masks[SMALL_MASKS])
{
    uint32_t count = 0;
    for (int32_t side = 1; side <= PAIR_SIDE; side++)
        for (int32_t size = 0; size < side * side; size++) {
            const int32_t width = size % side + 1, height = size / side + 1;
            if (width != side && height != side)
                continue;
            for (uint32_t bits = 0; bits < UINT32_C(1) << (width * height); bits++)
                subject_from_number(&masks[count++], width, height, bits);
        }
    assert_int_equal(count, SMALL_MASKS);
}

static struct subject *plain_masks(void)
{
    struct subject *const masks = malloc(SMALL_MASKS * sizeof *masks);
    assert_non_null(masks);
    small_masks_draw(masks);
    return masks;
}

static void free_masks(struct subject *masks)
{
    for (uint32_t i = 0; i < SMALL_MASKS; i++)
        subject_free(&masks[i]);
    free(masks);
}

/* Pairs the masks from `begin` to before `end` with the first `others`. */
static void visit_pairs(const struct subject *masks, uint32_t begin, uint32_t end, uint32_t others,
                        uint32_t step, pair_visit *visit)
{
    struct pair pair;
    for (uint32_t i = begin * others; i < end * others; i += step) {
        pair.a = &masks[i / others];
        pair.b = &masks[i % others];
        meet(&pair);
        visit(&pair);
    }
}

static uint32_t step_of(uint32_t one_in)
{
    const uint32_t fewer = getenv("HITMASK_FEWER_PAIRS") != NULL ? 8 : 1;
    return getenv("HITMASK_ALL_PAIRS") != NULL ? 1 : one_in * SANITIZED * fewer;
}

void masks_visit(const struct subject *masks, uint32_t one_in, subject_visit *visit)
{
    struct subject *const own = masks == NULL ? plain_masks() : NULL;
    for (uint32_t i = 0; i < UP_TO_4; i += i < UP_TO_3 ? step_of(1) : step_of(one_in))
        visit(own != NULL ? &own[i] : &masks[i]);
    if (own != NULL)
        free_masks(own);
}

void pairs_visit(const struct subject *masks, uint32_t one_in, pair_visit *visit)
{
    struct subject *const own = masks == NULL ? plain_masks() : NULL;
    const struct subject *const all = own != NULL ? own : masks;
    const uint32_t step = step_of(one_in);
    visit_pairs(all, 0, UP_TO_3, UP_TO_3, step, visit);
    visit_pairs(all, UP_TO_3, UP_TO_4, UP_TO_2, step, visit);
    if (own != NULL)
        free_masks(own);
}

static placement_visit *visit_placement;

static void visit_placements(const struct pair *pair)
{
    for (int32_t dy = -pair->b->height; dy <= pair->a->height; dy++)
        for (int32_t dx = -pair->b->width; dx <= pair->a->width; dx++)
            visit_placement(pair, dx, dy);
}

void placements_visit(const struct subject *masks, uint32_t one_in, placement_visit *visit)
{
    visit_placement = visit;
    pairs_visit(masks, one_in, visit_placements);
}
