/*
 * affine_normal.c - the direction in which a turned sprite leaves another
 *
 * A cell is a pixel of the grid of `a`, in the mask or outside. It is taken when its centre lands
 * on a solid pixel of b, or the centre of a solid pixel of b lands in it. A move of `a` by whole
 * pixels takes the mask to other cells, and the taken ones stay. So the area after a move to one
 * side, less the area after a move to the other side, is a sum over the taken cells whose two
 * neighbours differ: only cells at the outline of `a` are looked at.
 *
 *     x = sum of [right of the cell] - [left of it]    y = sum of [below it] - [above it]
 */
#include "affine_meet.h"
#include "affine_move.h"

/* Cells of a patch: bit i of row k is the cell at (x + i, y + k). The first and the last bit only
 * show the neighbours of the 62 between them. */
enum { PATCH_ROWS = 64, PATCH_COLUMNS = 62 };

struct patch {
    struct end a, b;
    enum which which; /* pixels of b have to be taken across */
    int64_t x, y;
    uint64_t landed[PATCH_ROWS]; /* cells in which centres of b landed */
};

static bool visit_landing(const struct run *run, void *context)
{
    struct patch *const patch = (struct patch *)context;
    const struct way *const way = &patch->b.way;
    const int64_t x = way->x + way->xx * run->x + way->xy * run->y;
    const int64_t y = way->y + way->yx * run->x + way->yy * run->y;
    for (uint64_t rest = run->pixels; rest != 0; rest &= rest - 1) {
        const int64_t i = lowest_bit(rest);
        const uint64_t column = (uint64_t)(((x + way->xx * i) >> 16) - patch->x);
        const uint64_t row = (uint64_t)(((y + way->yx * i) >> 16) - patch->y);
        if (column < 64 && row < PATCH_ROWS)
            patch->landed[row] |= UINT64_C(1) << column;
    }
    return false;
}

/* The word of a stripe; nothing is solid outside the mask. */
static inline uint64_t word_at(const struct target *mask, int64_t stripe, int64_t y)
{
    const int64_t rest = mask->width - stripe * 64;
    if (stripe < 0 || rest <= 0)
        return 0;
    return get_u64(row_at(mask, stripe, y)) & low_bits(rest < 64 ? (unsigned)rest : 64);
}

/* The 64 pixels of a row from column x on, which is at least -64. */
static inline uint64_t pixels_at(const struct target *mask, int64_t x, int64_t y)
{
    if ((uint64_t)y >= (uint64_t)mask->height)
        return 0;
    const int64_t stripe = (x + 64) / 64 - 1;
    const unsigned shift = (unsigned)(x + 64) % 64;
    const uint64_t low = word_at(mask, stripe, y) >> shift;
    return shift == 0 ? low : low | word_at(mask, stripe + 1, y) << (64 - shift);
}

static inline int64_t count_difference(uint64_t plus, uint64_t minus)
{
    return (int64_t)count_bits(plus & ~minus) - (int64_t)count_bits(minus & ~plus);
}

/* Adds what the cells of a patch, a's region, add to the normal of the stored mask. */
static void add_patch(struct patch *patch, int64_t *x, int64_t *y)
{
    const struct region *const box = &patch->a.region;
    const struct target *const mask = &patch->a.mask;
    const uint64_t cells = low_bits((unsigned)(box->x1 - patch->x)) & ~UINT64_C(1);
    uint64_t above = pixels_at(mask, patch->x, box->y0 - 1);
    uint64_t here = pixels_at(mask, patch->x, box->y0);
    memset(patch->landed, 0, sizeof patch->landed);
    hm_end_clip(&patch->a, &patch->b);
    if (!region_is_empty(&patch->b.region))
        hm_end_walk(&patch->b, patch->which, visit_landing, patch);
    for (int64_t row = box->y0; row < box->y1; row++) {
        const uint64_t below = pixels_at(mask, patch->x, row + 1);
        const uint64_t differ = ((here >> 1 ^ here << 1) | (above ^ below)) & cells;
        const uint64_t landed = differ & patch->landed[row - box->y0];
        const struct run run = {patch->x, row, differ & ~landed};
        const uint64_t taken = landed | landing(&patch->a.way, &run, &patch->b.mask, false);
        *x += count_difference(taken & here >> 1, taken & here << 1);
        *y += count_difference(taken & below, taken & above);
        above = here;
        here = below;
    }
}

/* Adds up the cells of a region, which may reach one pixel beyond the mask on every side. */
static void add_region(struct patch *patch, int64_t *x, int64_t *y)
{
    const struct region a = patch->a.region, b = patch->b.region;
    for (int64_t left = a.x0; left < a.x1; left += PATCH_COLUMNS)
        for (int64_t top = a.y0; top < a.y1; top += PATCH_ROWS) {
            patch->a.region = (struct region){left, top, smaller(left + PATCH_COLUMNS, a.x1),
                                              smaller(top + PATCH_ROWS, a.y1)};
            patch->b.region = b;
            patch->x = left - 1;
            patch->y = top;
            add_patch(patch, x, y);
        }
}

/* Pixels of b deep inside land only in cells whose own centres return to b, if the scale of the map
 * allows it; see affine_meet.c. */
static enum which choose_pixels(const struct end *b, const hm_transform *back)
{
    if (hm_prune_needed(back, b->error) > 1)
        return ALL;
    return b->mask.width <= 64 ? OUTLINE_OF_NARROW : OUTLINE;
}

/* The normal of two sprites that touch, when a step of `a` leads the map nowhere out of range. */
static void sum_cells(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, int64_t *x,
                      int64_t *y)
{
    struct ends ends;
    struct patch patch;
    hm_sprite wider = *a;
    wider.bounds = (hm_box){a->bounds.x0 - 1, a->bounds.y0 - 1, a->bounds.x1 + 1, a->bounds.y1 + 1};
    hm_ends_open(a, b, map, &ends);
    ends.a.error = hm_round_trip(&map->to_b, &map->to_a, &wider);
    ends.a.margin = margin_of(ends.a.error);
    ends.a.region = (struct region){-1, -1, ends.a.mask.width + 1, ends.a.mask.height + 1};
    hm_end_clip(&ends.a, &ends.b);
    if (region_is_empty(&ends.b.region) || !hm_end_tighten(&ends.b))
        return;
    hm_end_clip(&ends.b, &ends.a);
    patch.a = ends.a;
    patch.b = ends.b;
    patch.which = choose_pixels(&ends.b, &map->to_b);
    add_region(&patch, x, y);
    *x = a->flip_x ? -*x : *x;
    *y = a->flip_y ? -*y : *y;
}

/* Does a map stay in range when `a` moves by a pixel, and its bounds in int32_t? */
static bool has_room(const hm_sprite *a, const hm_affine *map)
{
    const int64_t limit = SHIFT_LIMIT - HM_AFFINE_FACTOR_MAX;
    return is_within(map->to_b.x, limit) && is_within(map->to_b.y, limit) &&
           is_within(map->to_a.x, limit) && is_within(map->to_a.y, limit) &&
           larger(a->bounds.x1, a->bounds.y1) < INT32_MAX;
}

static int64_t area_after(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, int64_t x,
                          int64_t y)
{
    const hm_affine moved = move_map(map, x * 65536, y * 65536);
    return (int64_t)hm_affine_area(a, b, &moved);
}

bool hm_affine_normal(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, int64_t *x,
                      int64_t *y)
{
    *x = 0;
    *y = 0;
    if (!hm_affine_overlap(a, b, map))
        return false;
    if (has_room(a, map)) {
        sum_cells(a, b, map, x, y);
        return true;
    }
    *x = area_after(a, b, map, -1, 0) - area_after(a, b, map, 1, 0);
    *y = area_after(a, b, map, 0, -1) - area_after(a, b, map, 0, 1);
    return true;
}
