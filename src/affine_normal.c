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

/* A patch of the grid: strips of cells beside each other. Bit i of a strip's word is the cell in
 * column 62 * strip + i - 1: the first and the last bit only show the neighbours of those between.
 */
enum { STRIPS = 3, STRIP_COLUMNS = 62, PATCH_ROWS = 192 };

struct patch {
    struct end a, b;
    enum which which;                    /* pixels of b have to be taken across */
    uint64_t landed[STRIPS][PATCH_ROWS]; /* cells in which centres of b landed */
};

static bool visit_landing(const struct run *run, void *context)
{
    struct patch *const patch = (struct patch *)context;
    const struct way *const way = &patch->b.way;
    const struct region *const box = &patch->a.region;
    const int64_t x = way->x + way->xx * run->x + way->xy * run->y;
    const int64_t y = way->y + way->yx * run->x + way->yy * run->y;
    for (uint64_t rest = run->pixels; rest != 0; rest &= rest - 1) {
        const int64_t i = lowest_bit(rest);
        const uint64_t column = (uint64_t)(((x + way->xx * i) >> 16) - box->x0);
        const uint64_t row = (uint64_t)(((y + way->yx * i) >> 16) - box->y0);
        if (column < (uint64_t)(box->x1 - box->x0) && row < (uint64_t)(box->y1 - box->y0))
            patch->landed[column / STRIP_COLUMNS][row] |= UINT64_C(2) << column % STRIP_COLUMNS;
    }
    return false;
}

/* The rows of a mask from any column on. */
struct strip {
    const uint8_t *low, *high; /* two stripes */
    uint64_t low_columns, high_columns;
    unsigned shift;
};

/* A stripe and its columns; outside the mask there are none. */
static SMALL const uint8_t *find_stripe(const struct lookup *mask, int64_t stripe,
                                        uint64_t *columns)
{
    const int64_t rest = mask->width - stripe * 64;
    const bool inside = stripe >= 0 && rest > 0;
    *columns = inside ? low_bits(rest < 64 ? (unsigned)rest : 64) : 0;
    return row_at(mask, inside ? stripe : 0, 0);
}

/* From a column that is at least -64. */
static SMALL struct strip strip_from(const struct lookup *mask, int64_t column)
{
    const int64_t stripe = (column + 64) / 64 - 1;
    struct strip strip;
    strip.low = find_stripe(mask, stripe, &strip.low_columns);
    strip.high = find_stripe(mask, stripe + 1, &strip.high_columns);
    strip.shift = (unsigned)(column + 64) % 64;
    return strip;
}

static inline uint64_t strip_row(const struct strip *strip, const struct lookup *mask, int64_t row)
{
    if ((uint64_t)row >= (uint64_t)mask->height)
        return 0;
    const uint64_t low = get_u64(strip->low + row * mask->step) & strip->low_columns;
    const uint64_t high = get_u64(strip->high + row * mask->step) & strip->high_columns;
    return low >> strip->shift | high << 1 << (63 - strip->shift);
}

/* The way of a row's cells to b. */
struct row {
    const uint8_t *words;
    uint64_t width, height, stripe, step; /* of b; bytes to the next stripe and row */
    int64_t xx, yx;
    int64_t x, y; /* of cell 0 */
};

/* The cells of a row that land on solid pixels, of those in `cells`: lookup_has() with all numbers
 * in registers. */
static NOINLINE uint64_t find_landing(const struct row *row, uint64_t cells)
{
    const uint8_t *const words = row->words;
    const uint64_t width = row->width, height = row->height;
    const uint64_t stripe = row->stripe, step = row->step;
    const int64_t xx = row->xx, yx = row->yx, x = row->x, y = row->y;
    uint64_t landing = 0;
    for (; cells != 0; cells &= cells - 1) {
        const int64_t i = lowest_bit(cells);
        const uint64_t u = (uint64_t)((x + xx * i) >> 16), v = (uint64_t)((y + yx * i) >> 16);
        const uint64_t inside = 0 - ((uint64_t)(u < width) & (uint64_t)(v < height));
        const uint64_t at = (u / 64 * stripe + v * step) & inside;
        landing |= (0 - (get_u64(words + at) >> (u % 64) & 1)) & inside & cells & (0 - cells);
    }
    return landing;
}

/* The number of bits of one word, less that of another: both are counted at once, as in
 * count_bits(). */
INLINE int64_t count_difference(uint64_t plus, uint64_t minus)
{
    const uint64_t twos = UINT64_C(0x5555555555555555), fours = UINT64_C(0x3333333333333333);
    plus -= plus >> 1 & twos;
    minus -= minus >> 1 & twos;
    plus = (plus & fours) + (plus >> 2 & fours) + UINT64_C(0x4444444444444444);
    plus -= (minus & fours) + (minus >> 2 & fours);
    plus = (plus & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (plus >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (int64_t)(plus * UINT64_C(0x0101010101010101) >> 56) - 64;
}

/* Adds what the cells of a strip add to the normal of the stored mask. */
static NOINLINE void add_strip(const struct patch *patch, int64_t left, const uint64_t *landed,
                               int64_t *x, int64_t *y)
{
    const struct region box = patch->a.region;
    const struct lookup mask = patch->a.mask, b = patch->b.mask;
    const struct way way = patch->a.way;
    struct row to_b = {.words = b.words,
                       .width = (uint64_t)b.width,
                       .height = (uint64_t)b.height,
                       .stripe = (uint64_t)(b.height * b.step),
                       .step = (uint64_t)b.step,
                       .xx = way.xx,
                       .yx = way.yx,
                       .x = way.x + way.xx * (left - 1) + way.xy * box.y0,
                       .y = way.y + way.yx * (left - 1) + way.yy * box.y0};
    const struct strip strip = strip_from(&mask, left - 1);
    const int64_t width = smaller(box.x1 - left, STRIP_COLUMNS);
    const uint64_t columns = low_bits((unsigned)width) << 1;
    uint64_t above = strip_row(&strip, &mask, box.y0 - 1);
    uint64_t here = strip_row(&strip, &mask, box.y0);
    for (int64_t row = box.y0; row < box.y1; row++) {
        const uint64_t below = strip_row(&strip, &mask, row + 1);
        const uint64_t cells = ((here >> 1 ^ here << 1) | (above ^ below)) & columns;
        if (cells != 0) {
            const uint64_t marked = cells & landed[row - box.y0];
            const uint64_t taken = marked | find_landing(&to_b, cells & ~marked);
            *x += count_difference(taken & here >> 1, taken & here << 1);
            *y += count_difference(taken & below, taken & above);
        }
        to_b.x += way.xy;
        to_b.y += way.yy;
        above = here;
        here = below;
    }
}

/* Adds up the cells of a patch, a's region. */
static SMALL void add_patch(struct patch *patch, int64_t *x, int64_t *y)
{
    const struct region box = patch->a.region;
    const int64_t strips = (box.x1 - box.x0 + STRIP_COLUMNS - 1) / STRIP_COLUMNS;
    for (int64_t i = 0; i < strips; i++)
        memset(patch->landed[i], 0, (size_t)(box.y1 - box.y0) * 8);
    hm_end_clip(&patch->a, &patch->b);
    if (!region_is_empty(&patch->b.region))
        hm_end_walk(&patch->b, patch->which, visit_landing, patch);
    for (int64_t i = 0; i < strips; i++)
        add_strip(patch, box.x0 + i * STRIP_COLUMNS, patch->landed[i], x, y);
}

/* Adds up the cells of a region, which may reach one pixel beyond the mask on every side. */
static SMALL void add_region(struct patch *patch, int64_t *x, int64_t *y)
{
    const struct region a = patch->a.region, b = patch->b.region;
    for (int64_t left = a.x0; left < a.x1; left += STRIPS * STRIP_COLUMNS)
        for (int64_t top = a.y0; top < a.y1; top += PATCH_ROWS) {
            patch->a.region =
                (struct region){left, top, smaller(left + (int64_t)STRIPS * STRIP_COLUMNS, a.x1),
                                smaller(top + PATCH_ROWS, a.y1)};
            patch->b.region = b;
            add_patch(patch, x, y);
        }
}

/* Pixels of b deep inside land only in cells whose own centres return to b, if the scale of the map
 * allows it; see affine_meet.c. */
static SMALL enum which choose_pixels(const struct end *b, const hm_transform *back)
{
    if (hm_prune_needed(back, b->error) > 1)
        return ALL;
    return b->mask.width <= 64 ? OUTLINE_OF_NARROW : OUTLINE;
}

/* The normal of two sprites that touch, when a step of `a` leads the map nowhere out of range. */
static SMALL void sum_cells(const hm_sprite *a, const hm_affine *map, const struct ends *ends,
                            int64_t *x, int64_t *y)
{
    struct patch patch;
    const struct lookup *const p = &ends->a.mask, *const q = &ends->b.mask;
    hm_sprite wider = *a;
    patch.a = ends->a;
    patch.b = ends->b;
    wider.bounds = (hm_box){a->bounds.x0 - 1, a->bounds.y0 - 1, a->bounds.x1 + 1, a->bounds.y1 + 1};
    patch.a.margin = margin_of(hm_round_trip(&map->to_b, &map->to_a, &wider));
    patch.a.region = (struct region){-1, -1, p->width + 1, p->height + 1};
    patch.b.region = (struct region){0, 0, q->width, q->height};
    hm_end_clip(&patch.a, &patch.b);
    hm_end_clip(&patch.b, &patch.a);
    patch.which = choose_pixels(&patch.b, &map->to_b);
    add_region(&patch, x, y);
    *x = a->flip_x ? -*x : *x;
    *y = a->flip_y ? -*y : *y;
}

/* Does a map stay in range when `a` moves by a pixel, and its bounds in int32_t? */
static SMALL bool has_room(const hm_sprite *a, const hm_affine *map)
{
    const int64_t limit = SHIFT_LIMIT - HM_AFFINE_FACTOR_MAX;
    return is_within(map->to_b.x, limit) && is_within(map->to_b.y, limit) &&
           is_within(map->to_a.x, limit) && is_within(map->to_a.y, limit) &&
           larger(a->bounds.x1, a->bounds.y1) < INT32_MAX;
}

SMALL int64_t hm_move_across(int64_t p, int64_t q, int64_t x, int64_t y)
{
    /* Without the products of all bits. */
    const int64_t u = x & 65535, v = y & 65535;
    return p * ((x - u) / 65536) + q * ((y - v) / 65536) + ((p * u + q * v + 32768) >> 16);
}

SMALL hm_affine hm_move_map(const hm_affine *map, int64_t x, int64_t y)
{
    hm_affine moved = *map;
    moved.to_b.x += hm_move_across(map->to_b.xx, map->to_b.xy, x, y);
    moved.to_b.y += hm_move_across(map->to_b.yx, map->to_b.yy, x, y);
    moved.to_a.x -= x;
    moved.to_a.y -= y;
    return moved;
}

/* The area after a move of `a` by (-x, -y), less that after a move by (x, y). */
static SMALL int64_t area_across(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                                 int64_t x, int64_t y)
{
    const hm_affine back = hm_move_map(map, -x, -y), forth = hm_move_map(map, x, y);
    return (int64_t)hm_affine_area(a, b, &back) - (int64_t)hm_affine_area(a, b, &forth);
}

SMALL bool hm_affine_normal(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                            int64_t *x, int64_t *y)
{
    struct ends ends;
    *x = 0;
    *y = 0;
    if (!hm_ends_meet(a, b, map, &ends) || !hm_ends_touch(&ends, map))
        return false;
    if (has_room(a, map)) {
        sum_cells(a, map, &ends, x, y);
        return true;
    }
    *x = area_across(a, b, map, 65536, 0);
    *y = area_across(a, b, map, 0, 65536);
    return true;
}
