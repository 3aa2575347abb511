/*
 * affine_meet.c - two sprites through an affine map: do they touch, where first, how much
 *
 * Both ways of a map are turned into steps between the masks as they are stored, so that no pixel
 * loop knows of flips or trimming. Then each mask is clipped to the box of the other one until a
 * region of each is left, near the place where they meet. Any two pixels that touch lie in them:
 *
 *       a ______               the region of a lies inside the box of b's region, mapped to a,
 *        |     _|___ .         and the region of b inside the box of a's region, mapped to b
 *        |    |_|   |
 *        |______|   | b
 *
 * If the scale of the map allows it, only pixels with an empty neighbour are mapped: these are
 * a list of near-pixel points with P = 1, made while they are visited.
 */
#include "affine_meet.h"

/* ---- Regions -------------------------------------------------------------------------------- */

void hm_end_clip(const struct end *from, struct end *to)
{
    const struct region *const box = &from->region;
    const struct way *const w = &from->way;
    const int64_t width = box->x1 - box->x0, height = box->y1 - box->y0;
    const int64_t u = box->x0 + box->x1 - 1, v = box->y0 + box->y1 - 1;
    const int64_t x = w->x + ((w->xx * u + w->xy * v) >> 1);
    const int64_t y = w->y + ((w->yx * u + w->yy * v) >> 1);
    const int64_t rx = ((absolute(w->xx) * width + absolute(w->xy) * height) >> 1) + to->margin;
    const int64_t ry = ((absolute(w->yx) * width + absolute(w->yy) * height) >> 1) + to->margin;
    struct region *const out = &to->region;
    out->x0 = larger(out->x0, (x - rx + 32767) >> 16);
    out->y0 = larger(out->y0, (y - ry + 32767) >> 16);
    out->x1 = smaller(out->x1, (x + rx + 32768) >> 16);
    out->y1 = smaller(out->y1, (y + ry + 32768) >> 16);
}

/* Shrinks a region to the solid pixels in it; false when there are none. */
bool hm_end_tighten(struct end *end)
{
    const struct region box = end->region;
    struct region out = {box.x1, box.y1, box.x0, box.y0};
    for (int64_t stripe = box.x0 / 64; stripe * 64 < box.x1; stripe++) {
        const uint64_t columns = columns_of(&box, stripe);
        const uint8_t *row = row_at(&end->mask, stripe, box.y0);
        int64_t y0 = box.y0, y1 = y0;
        uint64_t any = 0;
        for (int64_t y = box.y0; y < box.y1; y++, row += end->mask.step) {
            const uint64_t word = get_u64(row) & columns;
            any |= word;
            y0 += any == 0;
            y1 = word != 0 ? y + 1 : y1;
        }
        if (any == 0)
            continue;
        out.x0 = smaller(out.x0, stripe * 64 + lowest_bit(any));
        out.x1 = larger(out.x1, stripe * 64 + highest_bit(any) + 1);
        out.y0 = smaller(out.y0, y0);
        out.y1 = larger(out.y1, y1);
    }
    end->region = out;
    return !region_is_empty(&out);
}

static void open_end(const hm_sprite *sprite, const hm_sprite *other, const hm_transform *there,
                     const hm_transform *back, struct end *out)
{
    const int64_t error = hm_round_trip(there, back, sprite);
    out->mask = lookup_of(sprite);
    out->way = hm_way_between(there, sprite, other);
    out->region = (struct region){0, 0, out->mask.width, out->mask.height};
    out->error = error;
    out->margin = margin_of(error);
}

bool hm_ends_meet(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, struct ends *out)
{
    if (!hm_affine_is_usable(a, b, map))
        return false;
    open_end(a, b, &map->to_b, &map->to_a, &out->a);
    open_end(b, a, &map->to_a, &map->to_b, &out->b);
    hm_end_clip(&out->a, &out->b);
    if (region_is_empty(&out->b.region))
        return false;
    hm_end_clip(&out->b, &out->a);
    return !region_is_empty(&out->a.region);
}

/* Shrinks both regions to the solid pixels that may meet; false when there are none. */
static bool narrow(struct ends *ends)
{
    if (!hm_end_tighten(&ends->a))
        return false;
    hm_end_clip(&ends->a, &ends->b);
    if (region_is_empty(&ends->b.region) || !hm_end_tighten(&ends->b))
        return false;
    hm_end_clip(&ends->b, &ends->a);
    return !region_is_empty(&ends->a.region);
}

/* ---- Walks ---------------------------------------------------------------------------------- */

/* The pixels of a word that are solid and have solid pixels on either side. A full mask has ones
 * beyond its width, too, which must not count. `narrow` masks have one stripe. */
INLINE uint64_t flanked(const struct lookup *mask, int64_t stripe, int64_t y, bool narrow)
{
    if ((uint64_t)y >= (uint64_t)mask->height)
        return 0;
    const uint8_t *const row = row_at(mask, stripe, y);
    const int64_t next = mask->height * mask->step, rest = mask->width - stripe * 64;
    const uint64_t word = get_u64(row) & low_bits(rest < 64 ? (unsigned)rest : 64);
    const uint64_t left = !narrow && stripe > 0 ? get_u64(row - next) >> 63 : 0;
    const uint64_t right = !narrow && rest > 64 ? get_u64(row + next) << 63 : 0;
    return word & (word << 1 | left) & (word >> 1 | right);
}

/* Visits them row by row, a stripe at a time, until a visit says that it is enough. */
INLINE bool walk(const struct end *end, enum which which,
                 bool (*visit)(const struct run *run, void *context), void *context)
{
    const struct region *const region = &end->region;
    const struct lookup *const mask = &end->mask;
    const bool all = which == ALL, narrow = which == OUTLINE_OF_NARROW;
    for (int64_t stripe = region->x0 / 64; stripe * 64 < region->x1; stripe++) {
        const uint64_t columns = columns_of(region, stripe);
        uint64_t above = 0, here = 0;
        for (int64_t y = region->y0 - 2; y < region->y1; y++) {
            const uint64_t below = all ? 0 : flanked(mask, stripe, y + 1, narrow);
            if (y >= region->y0) {
                const uint64_t solid = get_u64(row_at(mask, stripe, y)) & columns;
                const struct run run = {stripe * 64, y, solid & ~(above & here & below)};
                if (visit(&run, context))
                    return true;
            }
            above = here;
            here = below;
        }
    }
    return false;
}

/* walk() as a call, for those that need no copy of their own. */
bool hm_end_walk(const struct end *end, enum which which,
                 bool (*visit)(const struct run *run, void *context), void *context)
{
    return walk(end, which, visit, context);
}

/* ---- Do they touch? ------------------------------------------------------------------------- */

/* Five pixels of a's region: deep overlaps end here. */
static bool probe(const struct ends *ends)
{
    static const int8_t eighths[5][2] = {{4, 4}, {2, 2}, {6, 2}, {2, 6}, {6, 6}};
    const struct end *const a = &ends->a;
    for (int i = 0; i < 5; i++) {
        const int64_t u = a->region.x0 + ((a->region.x1 - a->region.x0) * eighths[i][0] >> 3);
        const int64_t v = a->region.y0 + ((a->region.y1 - a->region.y0) * eighths[i][1] >> 3);
        const uint64_t row = get_u64(row_at(&a->mask, u / 64, v));
        if ((row >> (u % 64) & 1) != 0 && way_lands(&a->way, u, v, &ends->b.mask))
            return true;
    }
    return false;
}

struct passage {
    const struct way *way;
    const struct lookup *to;
};

INLINE bool visit_landing(const struct run *run, void *context)
{
    const struct passage *const passage = (const struct passage *)context;
    return landing(passage->way, run, passage->to, true) != 0;
}

static bool lands(const struct end *from, const struct end *to, bool outline)
{
    struct passage passage = {&from->way, &to->mask};
    if (outline && from->mask.width <= 64)
        return walk(from, OUTLINE_OF_NARROW, visit_landing, &passage);
    return hm_end_walk(from, outline ? OUTLINE : ALL, visit_landing, &passage);
}

bool hm_ends_touch(struct ends *ends, const hm_affine *map)
{
    if (probe(ends))
        return true;
    if (!narrow(ends))
        return false;
    /* A list pruned by 1 is the outline. A side that needs more pruning is visited in full. */
    bool a_outline = hm_prune_needed(&map->to_a, ends->a.error) == 1;
    bool b_outline = hm_prune_needed(&map->to_b, ends->b.error) == 1;
    if (a_outline && b_outline && !hm_steps_within(&map->to_a, 1) &&
        !hm_steps_within(&map->to_b, 1))
        a_outline = b_outline = false;
    return lands(&ends->a, &ends->b, a_outline) || lands(&ends->b, &ends->a, b_outline);
}

bool hm_affine_overlap(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    struct ends ends;
    return hm_ends_meet(a, b, map, &ends) && hm_ends_touch(&ends, map);
}

/* ---- Where, and how much? ------------------------------------------------------------------- */

/* A patch of a's region, up to a stripe wide, in which the touching pixels of a are marked:
 * bit i of row k is the pixel at (x + i, y + k). */
enum { PATCH_ROWS = 64 };

struct patch {
    int64_t x, y;
    struct end a, b; /* what may touch in it */
    uint64_t rows[PATCH_ROWS];
};

static bool visit_marking_a(const struct run *run, void *context)
{
    struct patch *const patch = (struct patch *)context;
    patch->rows[run->y - patch->y] |= landing(&patch->a.way, run, &patch->b.mask, false);
    return false;
}

/* Marks the pixels of a in which these of b land, solid or not. */
static bool visit_marking_b(const struct run *run, void *context)
{
    struct patch *const patch = (struct patch *)context;
    const struct way *const way = &patch->b.way;
    for (uint64_t rest = run->pixels; rest != 0; rest &= rest - 1) {
        const int64_t x = run->x + lowest_bit(rest);
        const int64_t u = (way->x + way->xx * x + way->xy * run->y) >> 16;
        const int64_t v = (way->y + way->yx * x + way->yy * run->y) >> 16;
        const uint64_t column = (uint64_t)(u - patch->x), row = (uint64_t)(v - patch->y);
        if (column < 64 && row < PATCH_ROWS)
            patch->rows[row] |= UINT64_C(1) << column;
    }
    return false;
}

/* Marks the touching pixels of `box`, which lies in one stripe of a's region. */
static void mark(const struct ends *ends, const struct region *box, struct patch *patch)
{
    const int64_t stripe = box->x0 / 64;
    const uint64_t columns = columns_of(box, stripe);
    patch->x = stripe * 64;
    patch->y = box->y0;
    patch->a = ends->a;
    patch->a.region = *box;
    patch->b = ends->b;
    memset(patch->rows, 0, sizeof patch->rows);
    hm_end_clip(&patch->a, &patch->b);
    if (!region_is_empty(&patch->b.region))
        hm_end_walk(&patch->b, ALL, visit_marking_b, patch);
    for (int64_t y = box->y0; y < box->y1; y++)
        patch->rows[y - box->y0] &= get_u64(row_at(&patch->a.mask, stripe, y)) & columns;
    hm_end_walk(&patch->a, ALL, visit_marking_a, patch);
}

/* The part of a region in the stripe of column x. Returns where the next one begins. */
static int64_t cut(const struct region *region, int64_t x, struct region *out)
{
    const int64_t next = (x / 64 + 1) * 64;
    *out = (struct region){x, region->y0, smaller(next, region->x1), region->y1};
    return next;
}

void hm_mark_contacts(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                      uint64_t rows[CONTACT_ROWS])
{
    struct ends ends;
    struct patch patch;
    if (!hm_ends_meet(a, b, map, &ends) || !narrow(&ends))
        return;
    const struct region region = ends.a.region;
    mark(&ends, &region, &patch);
    for (int64_t y = region.y0; y < region.y1; y++)
        rows[y] |= patch.rows[y - region.y0];
}

SMALL uint64_t hm_affine_area(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    struct ends ends;
    struct patch patch;
    struct region box;
    uint64_t area = 0;
    if (!hm_ends_meet(a, b, map, &ends) || !narrow(&ends))
        return 0;
    const struct region region = ends.a.region;
    for (int64_t x = region.x0, next; x < region.x1; x = next) {
        next = cut(&region, x, &box);
        for (; box.y0 < region.y1; box.y0 = box.y1) {
            box.y1 = smaller(box.y0 + PATCH_ROWS, region.y1);
            mark(&ends, &box, &patch);
            for (int64_t i = 0; i < box.y1 - box.y0; i++)
                area += count_bits(patch.rows[i]);
        }
    }
    return area;
}

/* The first marked pixel, as the view shows it, of so many rows of a patch. */
static bool first_marked(const hm_sprite *a, const struct patch *patch, int64_t rows, hm_point *out)
{
    for (int64_t i = 0; i < rows; i++) {
        const int64_t row = a->flip_y ? rows - 1 - i : i;
        const uint64_t pixels = patch->rows[row];
        if (pixels == 0)
            continue;
        const unsigned column = a->flip_x ? highest_bit(pixels) : lowest_bit(pixels);
        const int32_t x = a->bounds.x0 + (int32_t)patch->x + (int32_t)column;
        const int32_t y = a->bounds.y0 + (int32_t)(patch->y + row);
        out->x = a->flip_x ? a->width - 1 - x : x;
        out->y = a->flip_y ? a->height - 1 - y : y;
        return true;
    }
    return false;
}

/* The first pixel of a band of rows: each stripe has a candidate. */
static bool first_in_band(const hm_sprite *a, const struct ends *ends, const struct region *band,
                          hm_point *best)
{
    struct patch patch;
    struct region box;
    hm_point found;
    bool any = false;
    for (int64_t x = band->x0, next; x < band->x1; x = next) {
        next = cut(band, x, &box);
        mark(ends, &box, &patch);
        if (!first_marked(a, &patch, band->y1 - band->y0, &found))
            continue;
        if (!any || found.y < best->y || (found.y == best->y && found.x < best->x))
            *best = found;
        any = true;
    }
    return any;
}

SMALL bool hm_affine_first(const hm_sprite *a, const hm_sprite *b, const hm_affine *map,
                           hm_point *hit)
{
    /* A contact is mostly near the top, and marks below it are wasted. */
    enum { BAND_ROWS = 16 };
    struct ends ends;
    hm_point found;
    if (!hm_ends_meet(a, b, map, &ends) || !narrow(&ends))
        return false;
    struct region band = ends.a.region;
    const int64_t y0 = band.y0, y1 = band.y1;
    for (int64_t done = 0; done < y1 - y0; done += BAND_ROWS) {
        const int64_t rows = smaller(BAND_ROWS, y1 - y0 - done);
        band.y0 = a->flip_y ? y1 - done - rows : y0 + done;
        band.y1 = band.y0 + rows;
        if (!first_in_band(a, &ends, &band, &found))
            continue;
        if (hit != NULL)
            *hit = found;
        return true;
    }
    return false;
}

/* ==== Normals ================================================================================= */

/*
 * the direction in which a turned sprite leaves another
 *
 * A cell is a pixel of the grid of `a`, in the mask or outside. It is taken when its centre lands
 * on a solid pixel of b, or the centre of a solid pixel of b lands in it. A move of `a` by whole
 * pixels takes the mask to other cells, and the taken ones stay. So the area after a move to one
 * side, less the area after a move to the other side, is a sum over the taken cells whose two
 * neighbours differ: only cells at the outline of `a` are looked at.
 *
 *     x = sum of [right of the cell] - [left of it]    y = sum of [below it] - [above it]
 */

/* A plot of the grid: strips of cells beside each other. Bit i of a strip's word is the cell in
 * column 62 * strip + i - 1: the first and the last bit only show the neighbours of those between.
 */
enum { STRIPS = 3, STRIP_COLUMNS = 62, PLOT_ROWS = 192 };

struct plot {
    struct end a, b;
    enum which which;                   /* pixels of b have to be taken across */
    uint64_t landed[STRIPS][PLOT_ROWS]; /* cells in which centres of b landed */
};

static bool mark_landing(const struct run *run, void *context)
{
    struct plot *const plot = (struct plot *)context;
    const struct way *const way = &plot->b.way;
    const struct region *const box = &plot->a.region;
    const int64_t x = way->x + way->xx * run->x + way->xy * run->y;
    const int64_t y = way->y + way->yx * run->x + way->yy * run->y;
    for (uint64_t rest = run->pixels; rest != 0; rest &= rest - 1) {
        const int64_t i = lowest_bit(rest);
        const uint64_t column = (uint64_t)(((x + way->xx * i) >> 16) - box->x0);
        const uint64_t row = (uint64_t)(((y + way->yx * i) >> 16) - box->y0);
        if (column < (uint64_t)(box->x1 - box->x0) && row < (uint64_t)(box->y1 - box->y0))
            plot->landed[column / STRIP_COLUMNS][row] |= UINT64_C(2) << column % STRIP_COLUMNS;
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
static NOINLINE void add_strip(const struct plot *plot, int64_t left, const uint64_t *landed,
                               int64_t *x, int64_t *y)
{
    const struct region box = plot->a.region;
    const struct lookup mask = plot->a.mask, b = plot->b.mask;
    const struct way way = plot->a.way;
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

/* Adds up the cells of a plot, a's region. */
static SMALL void add_plot(struct plot *plot, int64_t *x, int64_t *y)
{
    const struct region box = plot->a.region;
    const int64_t strips = (box.x1 - box.x0 + STRIP_COLUMNS - 1) / STRIP_COLUMNS;
    for (int64_t i = 0; i < strips; i++)
        memset(plot->landed[i], 0, (size_t)(box.y1 - box.y0) * 8);
    hm_end_clip(&plot->a, &plot->b);
    if (!region_is_empty(&plot->b.region))
        hm_end_walk(&plot->b, plot->which, mark_landing, plot);
    for (int64_t i = 0; i < strips; i++)
        add_strip(plot, box.x0 + i * STRIP_COLUMNS, plot->landed[i], x, y);
}

/* Adds up the cells of a region, which may reach one pixel beyond the mask on every side. */
static SMALL void add_region(struct plot *plot, int64_t *x, int64_t *y)
{
    const struct region a = plot->a.region, b = plot->b.region;
    for (int64_t left = a.x0; left < a.x1; left += STRIPS * STRIP_COLUMNS)
        for (int64_t top = a.y0; top < a.y1; top += PLOT_ROWS) {
            plot->a.region =
                (struct region){left, top, smaller(left + (int64_t)STRIPS * STRIP_COLUMNS, a.x1),
                                smaller(top + PLOT_ROWS, a.y1)};
            plot->b.region = b;
            add_plot(plot, x, y);
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
    struct plot plot;
    const struct lookup *const p = &ends->a.mask, *const q = &ends->b.mask;
    hm_sprite wider = *a;
    plot.a = ends->a;
    plot.b = ends->b;
    wider.bounds = (hm_box){a->bounds.x0 - 1, a->bounds.y0 - 1, a->bounds.x1 + 1, a->bounds.y1 + 1};
    plot.a.margin = margin_of(hm_round_trip(&map->to_b, &map->to_a, &wider));
    plot.a.region = (struct region){-1, -1, p->width + 1, p->height + 1};
    plot.b.region = (struct region){0, 0, q->width, q->height};
    hm_end_clip(&plot.a, &plot.b);
    hm_end_clip(&plot.b, &plot.a);
    plot.which = choose_pixels(&plot.b, &map->to_b);
    add_region(&plot, x, y);
    *x = a->flip_x ? -*x : *x;
    *y = a->flip_y ? -*y : *y;
}

/* True if a map stays in range when `a` moves by a pixel, and its bounds in int32_t. */
static SMALL bool has_room(const hm_sprite *a, const hm_affine *map)
{
    const int64_t limit = SHIFT_LIMIT - HM_AFFINE_FACTOR_MAX;
    return is_within(map->to_b.x, limit) && is_within(map->to_b.y, limit) &&
           is_within(map->to_a.x, limit) && is_within(map->to_a.y, limit) &&
           larger(a->bounds.x1, a->bounds.y1) < INT32_MAX;
}

static SMALL int64_t move_across(int64_t p, int64_t q, int64_t x, int64_t y)
{
    /* Without the products of all bits. */
    const int64_t u = x & 65535, v = y & 65535;
    return p * ((x - u) / 65536) + q * ((y - v) / 65536) + ((p * u + q * v + 32768) >> 16);
}

SMALL hm_affine hm_move_map(const hm_affine *map, int64_t x, int64_t y)
{
    hm_affine moved = *map;
    moved.to_b.x += move_across(map->to_b.xx, map->to_b.xy, x, y);
    moved.to_b.y += move_across(map->to_b.yx, map->to_b.yy, x, y);
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

SMALL bool hm_map_normal(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, int64_t *x,
                         int64_t *y)
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
