/*
 * affine.c - maps between two sprites: how they are made
 *
 * A map keeps both of its ways, so that each is rounded once. The builders refuse degenerate maps
 * and factors out of range, so that queries only check the range.
 */
#include "affine.h"
#include "bits.h"

#include <hitmask_transform.h>

enum { ONE = 1 << 16 };

/* The nearest whole number to n / d, halves away from zero; |n| and |d| are below 2^62. Most
 * sprites are not scaled, and to divide by 1 in 16.16 is fast. */
static int64_t divide(int64_t n, int64_t d)
{
    if (d == ONE) {
        const int64_t size = (absolute(n) + ONE / 2) >> 16;
        return n < 0 ? -size : size;
    }
    const int64_t quotient = n / d, rest = n % d;
    const int64_t twice = rest < 0 ? -2 * rest : 2 * rest;
    if (twice < (d < 0 ? -d : d))
        return quotient;
    return (n < 0) == (d < 0) ? quotient + 1 : quotient - 1;
}

/* Makes the factors of four quotients. False when one of them is out of range. */
static bool set_factors(hm_transform *out, const int64_t over[4], const int64_t under[4])
{
    int32_t factors[4];
    for (int i = 0; i < 4; i++) {
        const int64_t factor = divide(over[i], under[i]);
        if (!is_within(factor, HM_AFFINE_FACTOR_MAX))
            return false;
        factors[i] = (int32_t)factor;
    }
    *out = (hm_transform){factors[0], factors[1], factors[2], factors[3], 0, 0};
    return true;
}

/* Writes a map that is out of range, so that no query spends time on it. */
static bool refuse(hm_affine *out)
{
    *out = (hm_affine){.to_b = {.x = -2 * SHIFT_LIMIT}, .to_a = {.x = -2 * SHIFT_LIMIT}};
    return false;
}

void hm_affine_translation(hm_affine *out, int64_t dx, int64_t dy)
{
    *out = (hm_affine){
        .to_b = {ONE, 0, 0, ONE, dx > INT64_MIN ? -dx : INT64_MAX,
                 dy > INT64_MIN ? -dy : INT64_MAX},
        .to_a = {ONE, 0, 0, ONE, dx, dy},
    };
}

void hm_affine_identity(hm_affine *out)
{
    hm_affine_translation(out, 0, 0);
}

void hm_affine_inverse(const hm_affine *map, hm_affine *out)
{
    const hm_transform to_b = map->to_b;
    out->to_b = map->to_a;
    out->to_a = to_b;
}

/* ---- From the numbers of one way ------------------------------------------------------------ */

/* n * 2^16 / d, without the product: |n| is below 2^62, |d| below 2^46, and the result is
 * known to fit. */
static int64_t divide_shifted(int64_t n, int64_t d)
{
    return n / d * ONE + divide(n % d * ONE, d);
}

static bool invert(const hm_transform *t, hm_transform *out)
{
    const int64_t d = (int64_t)t->xx * t->yy - (int64_t)t->xy * t->yx, one = INT64_C(1) << 32;
    const int64_t over[4] = {t->yy * one, -t->xy * one, -t->yx * one, t->xx * one};
    const int64_t under[4] = {d, d, d, d};
    if (d == 0 || !set_factors(out, over, under))
        return false;
    out->x = divide_shifted(t->xy * t->y - t->yy * t->x, d);
    out->y = divide_shifted(t->yx * t->x - t->xx * t->y, d);
    return true;
}

bool hm_affine_make(hm_affine *out, int32_t xx, int32_t xy, int32_t yx, int32_t yy, int64_t x,
                    int64_t y)
{
    const int64_t factors[4] = {xx, xy, yx, yy}, ones[4] = {1, 1, 1, 1};
    hm_affine map;
    if (!is_within(x, HM_AFFINE_SHIFT_MAX) || !is_within(y, HM_AFFINE_SHIFT_MAX) ||
        !set_factors(&map.to_b, factors, ones))
        return refuse(out);
    map.to_b.x = x;
    map.to_b.y = y;
    if (!invert(&map.to_b, &map.to_a))
        return refuse(out);
    *out = map;
    return true;
}

/* ---- From two placements -------------------------------------------------------------------- */

/* Makes the way from the pixels of one placement to those of the other: out of the first scale, by
 * the angle between the two, and into the second scale. Its shift is that of two pivots in one
 * place. False when a factor is out of range. */
static bool join_way(const hm_placement *from, const hm_placement *to, struct joint_way *out)
{
    hm_transform *const t = &out->together;
    int32_t c, s;
    hm_turn(from->angle - to->angle, &c, &s);
    const int64_t over[4] = {(int64_t)c * from->scale_x, -(int64_t)s * from->scale_y,
                             (int64_t)s * from->scale_x, (int64_t)c * from->scale_y};
    const int64_t under[4] = {to->scale_x, to->scale_x, to->scale_y, to->scale_y};
    if (!set_factors(t, over, under))
        return false;
    t->x = to->pivot_x - divide(t->xx * from->pivot_x + t->xy * from->pivot_y, ONE);
    t->y = to->pivot_y - divide(t->yx * from->pivot_x + t->yy * from->pivot_y, ONE);
    hm_turn(to->angle, &out->cosine, &out->sine);
    out->scale_x = to->scale_x;
    out->scale_y = to->scale_y;
    return true;
}

/* The way when the first pivot is at (x, y) from the second one, in the world. */
static void part_way(const struct joint_way *way, int64_t x, int64_t y, hm_transform *out)
{
    const int64_t c = way->cosine, s = way->sine;
    *out = way->together;
    out->x += divide(c * x + s * y, way->scale_x);
    out->y += divide(c * y - s * x, way->scale_y);
}

/* Both ends of the range of int64_t are safe. */
static bool are_near(int64_t a, int64_t b)
{
    const uint64_t distance = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    return distance <= (uint64_t)HM_AFFINE_SHIFT_MAX;
}

static bool is_sound(const hm_placement *p)
{
    return p->scale_x != 0 && p->scale_y != 0 && is_within(p->pivot_x, HM_AFFINE_SHIFT_MAX) &&
           is_within(p->pivot_y, HM_AFFINE_SHIFT_MAX);
}

static bool is_near(const hm_transform *t)
{
    return is_within(t->x, HM_AFFINE_SHIFT_MAX) && is_within(t->y, HM_AFFINE_SHIFT_MAX);
}

bool hm_joint_make(struct joint *out, const hm_placement *a, const hm_placement *b)
{
    return is_sound(a) && is_sound(b) && join_way(a, b, &out->to_b) && join_way(b, a, &out->to_a);
}

void hm_joint_part(const struct joint *joint, int64_t x, int64_t y, hm_affine *out)
{
    part_way(&joint->to_b, x, y, &out->to_b);
    part_way(&joint->to_a, -x, -y, &out->to_a);
}

bool hm_joint_place(const struct joint *joint, int64_t x, int64_t y, hm_affine *out)
{
    if (!is_within(x, HM_AFFINE_SHIFT_MAX) || !is_within(y, HM_AFFINE_SHIFT_MAX))
        return refuse(out);
    hm_joint_part(joint, x, y, out);
    return (is_near(&out->to_b) && is_near(&out->to_a)) || refuse(out);
}

bool hm_affine_place(hm_affine *out, const hm_placement *a, const hm_placement *b)
{
    struct joint joint;
    if (!are_near(a->x, b->x) || !are_near(a->y, b->y) || !hm_joint_make(&joint, a, b))
        return refuse(out);
    return hm_joint_place(&joint, a->x - b->x, a->y - b->y, out);
}

/* ==== Ways ==================================================================================== */

/*
 * a map between two sprites as steps between their masks, and how well its two
 * ways fit each other
 */

/* ---- Ways ----------------------------------------------------------------------------------- */

/* Within these limits no product or sum leaves 64 bits, whatever the sprites. */
static bool is_usable(const hm_transform *t)
{
    return is_within(t->xx, HM_AFFINE_FACTOR_MAX) && is_within(t->xy, HM_AFFINE_FACTOR_MAX) &&
           is_within(t->yx, HM_AFFINE_FACTOR_MAX) && is_within(t->yy, HM_AFFINE_FACTOR_MAX) &&
           is_within(t->x, SHIFT_LIMIT) && is_within(t->y, SHIFT_LIMIT);
}

/* A pack of a few bytes may hold a box as large as int32_t goes: nobody can wait for its pixels. */
static bool is_in_size(const hm_sprite *sprite)
{
    const hm_box box = sprite->bounds;
    return larger((int64_t)box.x1 - box.x0, (int64_t)box.y1 - box.y0) <= HM_AFFINE_SIDE_MAX;
}

SMALL bool hm_affine_is_usable(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    ASSERT_CURRENT(a);
    ASSERT_CURRENT(b);
    return is_usable(&map->to_a) && is_usable(&map->to_b) && is_in_size(a) && is_in_size(b);
}

struct way hm_way_between(const hm_transform *t, const hm_sprite *from, const hm_sprite *to)
{
    /* Twice the centre of the first stored pixel, as shown, and twice the position it maps to. */
    const int64_t u = 2 * (int64_t)from->bounds.x0 + 1, v = 2 * (int64_t)from->bounds.y0 + 1;
    const int64_t cu = from->flip_x ? 2 * (int64_t)from->width - u : u;
    const int64_t cv = from->flip_y ? 2 * (int64_t)from->height - v : v;
    int64_t x = t->xx * cu + t->xy * cv + 2 * t->x;
    int64_t y = t->yx * cu + t->yy * cv + 2 * t->y;
    /* A pixel's mirror image is that of its whole part, so of the point a hair less. */
    if (to->flip_x)
        x = (int64_t)to->width * 131072 - 1 - x;
    if (to->flip_y)
        y = (int64_t)to->height * 131072 - 1 - y;
    const int64_t xx = from->flip_x != to->flip_x ? -t->xx : t->xx;
    const int64_t xy = from->flip_y != to->flip_x ? -t->xy : t->xy;
    const int64_t yx = from->flip_x != to->flip_y ? -t->yx : t->yx;
    const int64_t yy = from->flip_y != to->flip_y ? -t->yy : t->yy;
    /* Steps are whole, so half a unit at the start never makes a difference. */
    return (struct way){.x = (x >> 1) - (int64_t)to->bounds.x0 * 65536,
                        .y = (y >> 1) - (int64_t)to->bounds.y0 * 65536,
                        .xx = xx,
                        .xy = xy,
                        .yx = yx,
                        .yy = yy};
}

/* ---- The round trip ------------------------------------------------------------------------- */

/* Twice the largest |S(T(p)) - p| over the corners of a box, on one axis of which S(T) - 1 is
 * (xx, xy, x): the value at the centre and half the box's span, either way. */
static int64_t largest(int64_t xx, int64_t xy, int64_t x, const hm_box *box)
{
    return absolute(2 * x + xx * ((int64_t)box->x0 + box->x1) + xy * ((int64_t)box->y0 + box->y1)) +
           absolute(xx) * (box->x1 - box->x0) + absolute(xy) * (box->y1 - box->y0);
}

int64_t hm_round_trip(const hm_transform *t, const hm_transform *s, const hm_sprite *sprite)
{
    const int64_t one = INT64_C(1) << 32;
    const int64_t xx = (int64_t)s->xx * t->xx + (int64_t)s->xy * t->yx - one;
    const int64_t xy = (int64_t)s->xx * t->xy + (int64_t)s->xy * t->yy;
    const int64_t yx = (int64_t)s->yx * t->xx + (int64_t)s->yy * t->yx;
    const int64_t yy = (int64_t)s->yx * t->xy + (int64_t)s->yy * t->yy - one;
    const int64_t factors = absolute(xx) | absolute(xy) | absolute(yx) | absolute(yy);
    if ((factors >= INT64_C(1) << 28 && (sprite->width | sprite->height) >= 1 << 15) ||
        !is_within(t->x, HM_AFFINE_SHIFT_MAX) || !is_within(t->y, HM_AFFINE_SHIFT_MAX) ||
        !is_within(s->x, HM_AFFINE_SHIFT_MAX * 128) || !is_within(s->y, HM_AFFINE_SHIFT_MAX * 128))
        return ROUND_TRIP_LOST;
    const int64_t x = s->xx * t->x + s->xy * t->y + s->x * 65536;
    const int64_t y = s->yx * t->x + s->yy * t->y + s->y * 65536;
    if (!is_within(x, ROUND_TRIP_LOST / 4) || !is_within(y, ROUND_TRIP_LOST / 4))
        return ROUND_TRIP_LOST;
    const hm_box box = sprite_bounds(sprite);
    return smaller(larger(largest(xx, xy, x, &box), largest(yx, yy, y, &box)), ROUND_TRIP_LOST);
}

/* ---- What point lists must keep ------------------------------------------------------------- */

uint32_t hm_prune_needed(const hm_transform *back, int64_t error)
{
    const int64_t stretch =
        larger(absolute(back->xx) + absolute(back->xy), absolute(back->yx) + absolute(back->yy));
    const int64_t half = INT64_C(1) << 32;
    return (uint32_t)larger(1, (half + stretch * 65536 + error) >> 33);
}

/* True if (x, y) is at most `pixels` long on either axis. */
static bool is_short(int64_t x, int64_t y, uint32_t pixels)
{
    return is_within(x, (int64_t)pixels * 65536) && is_within(y, (int64_t)pixels * 65536);
}

bool hm_steps_within(const hm_transform *t, uint32_t pixels)
{
    return is_short(t->xx, t->yx, pixels) || is_short(t->xy, t->yy, pixels) ||
           is_short(t->xx + t->xy, t->yx + t->yy, pixels) ||
           is_short(t->xx - t->xy, t->yx - t->yy, pixels);
}

/* ==== Cosine, sine and angle ================================================================== */

/*
 * cosine, sine and angle in whole numbers: the same bits on every machine
 *
 * An angle is folded into the first octant, where both series converge at once; folding
 * exchanges the two and their signs, so that the other octants are mirror images of it.
 */

/* Numbers below 2 with 30 binary places. */
enum { PLACES = 30 };
#define ONE (INT64_C(1) << PLACES)

enum { QUARTER = 1 << 14 };

static int64_t times(int64_t a, int64_t b)
{
    return a * b >> PLACES;
}

/* 1 - square / divisor * rest: a step of a series, from its end on. */
static int64_t step(int64_t square, int64_t divisor, int64_t rest)
{
    return ONE - times(square / divisor, rest);
}

static int32_t to_16_16(int64_t value)
{
    return (int32_t)((value + (ONE >> 17)) >> (PLACES - 16));
}

/* For angles from 0 to half a quarter turn. */
static void turn_octant(uint32_t angle, int32_t *cosine, int32_t *sine)
{
    /* A turn of 65536 is 2 pi: pi * 2^31 is what a unit is worth, with 46 binary places. */
    const int64_t radians = angle * INT64_C(6746518852) >> (46 - PLACES);
    const int64_t square = times(radians, radians);
    const int64_t c = step(square, 2, step(square, 12, step(square, 30, step(square, 56, ONE))));
    const int64_t s = step(square, 6, step(square, 20, step(square, 42, step(square, 72, ONE))));
    *cosine = to_16_16(c);
    *sine = to_16_16(times(radians, s));
}

void hm_turn(uint32_t angle, int32_t *cosine, int32_t *sine)
{
    const uint32_t rest = angle % QUARTER;
    int32_t c, s;
    if (rest <= QUARTER / 2)
        turn_octant(rest, &c, &s);
    else
        turn_octant(QUARTER - rest, &s, &c);
    switch (angle / QUARTER % 4) {
    case 0:
        *cosine = c, *sine = s;
        break;
    case 1:
        *cosine = -s, *sine = c;
        break;
    case 2:
        *cosine = -c, *sine = -s;
        break;
    default:
        *cosine = s, *sine = -c;
        break;
    }
}

/* True if a number times 65536 fits. */
static bool has_room(int64_t value)
{
    return value > -(INT64_C(1) << 47) && value < INT64_C(1) << 47;
}

SMALL uint32_t hm_angle(int64_t x, int64_t y)
{
    if (!has_room(x) || !has_room(y)) {
        x >>= 17;
        y >>= 17;
    }
    const bool below = y < 0;
    uint32_t low = 0, high = x == 0 && y == 0 ? 0 : 2 * QUARTER;
    x = below ? -x : x;
    y = below ? -y : y;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        int32_t cosine, sine;
        hm_turn(middle, &cosine, &sine);
        if (y * cosine >= x * sine)
            low = middle;
        else
            high = middle - 1;
    }
    return low + (below ? 2 * QUARTER : 0);
}

/* ==== Points ================================================================================== */

/*
 * a list of near-pixel points through an affine map, and when lists are enough
 */

/* True if the map has one cell for each pixel. Then a cell is its own centre. */
static bool is_pixel_map(const hm_sprite *sprite)
{
    return sprite->map_width == (uint32_t)sprite->width &&
           sprite->map_height == (uint32_t)sprite->height;
}

/* Sides up to which cells of one size are counted instead of divided. Their coordinates have two
 * bytes: not even cells that no map has, as a damaged pack may list, lead out of 64 bits. */
enum { EVEN_SIDE_MAX = 1 << 16 };

static bool has_even_cells(const hm_sprite *a)
{
    return a->width <= EVEN_SIDE_MAX && a->height <= EVEN_SIDE_MAX &&
           (uint32_t)a->width % a->map_width == 0 && (uint32_t)a->height % a->map_height == 0;
}

/* The way from the cells of `a`, made from the way from its pixels. */
static struct way way_of_cells(const struct way *w, const hm_sprite *a)
{
    const int64_t step_x = (uint32_t)a->width / a->map_width;
    const int64_t step_y = (uint32_t)a->height / a->map_height;
    const int64_t u = step_x / 2 - a->bounds.x0, v = step_y / 2 - a->bounds.y0;
    return (struct way){.x = w->x + w->xx * u + w->xy * v,
                        .y = w->y + w->yx * u + w->yy * v,
                        .xx = w->xx * step_x,
                        .xy = w->xy * step_y,
                        .yx = w->yx * step_x,
                        .yy = w->yy * step_y};
}

/* True if the box from `at` to `at` and both spans misses the pixels from 0 to `size`. */
static bool misses(int64_t at, int64_t span_x, int64_t span_y, int64_t size)
{
    const int64_t first = at + smaller(span_x, 0) + smaller(span_y, 0);
    const int64_t last = at + larger(span_x, 0) + larger(span_y, 0);
    return last < 0 || first >= size * 65536;
}

/* The index of the first of `count` cells that lands on a solid pixel, or `count`. */
static inline uint32_t find_cell(const hm_sprite *a, const struct way *way,
                                 const struct lookup *target, uint32_t count, uint8_t bytes)
{
    const uint8_t *cell = a->points;
    for (uint32_t i = 0; i < count; i++, cell += 2 * bytes)
        if (way_lands(way, read_coordinate(cell, bytes), read_coordinate(cell + bytes, bytes),
                      target))
            return i;
    return count;
}

static uint32_t find_even(const hm_sprite *a, const struct way *pixels, const struct lookup *target,
                          uint32_t count)
{
    const struct way way = way_of_cells(pixels, a);
    const int64_t x = (int64_t)a->map_width - 1, y = (int64_t)a->map_height - 1;
    if (misses(way.x, way.xx * x, way.xy * y, target->width) ||
        misses(way.y, way.yx * x, way.yy * y, target->height))
        return count;
    /* Nearly all maps have coordinates of one byte, which are worth a loop of their own. */
    return a->cell_bytes == 1 ? find_cell(a, &way, target, count, 1)
                              : find_cell(a, &way, target, count, a->cell_bytes);
}

static uint32_t find_uneven(const hm_sprite *a, const struct way *way, const struct lookup *target,
                            uint32_t count)
{
    const uint8_t bytes = a->cell_bytes;
    const bool pixels = is_pixel_map(a);
    const uint8_t *cell = a->points;
    for (uint32_t i = 0; i < count; i++, cell += 2 * bytes) {
        int64_t x = read_coordinate(cell, bytes), y = read_coordinate(cell + bytes, bytes);
        if (!pixels) {
            x = cell_centre((uint32_t)x, a->map_width, (uint32_t)a->width);
            y = cell_centre((uint32_t)y, a->map_height, (uint32_t)a->height);
        }
        if (way_lands(way, x - a->bounds.x0, y - a->bounds.y0, target))
            return i;
    }
    return count;
}

bool hm_affine_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, uint32_t limit,
                      hm_point *hit)
{
    const uint32_t count = limit < a->point_count ? limit : a->point_count;
    if (!hm_affine_is_usable(a, b, map) || a->area == 0 || b->area == 0 || count == 0)
        return false;
    const struct lookup target = lookup_of(b);
    const struct way way = hm_way_between(&map->to_b, a, b);
    const uint32_t found = has_even_cells(a) ? find_even(a, &way, &target, count)
                                             : find_uneven(a, &way, &target, count);
    if (found == count)
        return false;
    if (hit != NULL)
        hm_sprite_point(a, found, hit);
    return true;
}

/* True if the list of a sprite holds all pixels that are less deep than its pruning. */
static bool is_whole_outline(const hm_sprite *sprite)
{
    return sprite->points != NULL && is_pixel_map(sprite) && !sprite->border_dropped;
}

bool hm_affine_points_exact(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    if (!hm_affine_is_usable(a, b, map) || !is_whole_outline(a) || !is_whole_outline(b))
        return false;
    const int64_t a_error = hm_round_trip(&map->to_b, &map->to_a, a);
    const int64_t b_error = hm_round_trip(&map->to_a, &map->to_b, b);
    return a->prune >= hm_prune_needed(&map->to_a, a_error) &&
           b->prune >= hm_prune_needed(&map->to_b, b_error) &&
           (hm_steps_within(&map->to_a, a->prune) || hm_steps_within(&map->to_b, b->prune));
}
