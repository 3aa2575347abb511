/*
 * affine.c - maps between two sprites: how they are made
 *
 * A map keeps both of its ways, so that each is rounded once. The builders refuse degenerate maps
 * and factors out of range, so that queries only check the range.
 */
#include "affine.h"

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
