/*
 * map_oracle.c - sprites through a map, one pixel at a time
 */
#include "runtime/map_oracle.h"

#ifdef __SIZEOF_INT128__

#include <stdlib.h>
#include <string.h>

/* The pixel in which the centre of pixel (x, y) lands. */
void oracle_take(const hm_transform *t, int32_t x, int32_t y, wide *u, wide *v)
{
    const wide cx = 2 * (wide)x + 1, cy = 2 * (wide)y + 1;
    *u = (t->xx * cx + t->xy * cy + 2 * (wide)t->x) >> 17;
    *v = (t->yx * cx + t->yy * cy + 2 * (wide)t->y) >> 17;
}

bool oracle_lands(const struct subject *subject, wide x, wide y)
{
    return x >= 0 && x < subject->width && y >= 0 && y < subject->height &&
           oracle_solid(subject, (int64_t)x, (int64_t)y);
}

/* Every solid pixel of `a` that touches becomes 2. */
static void mark(struct subject *a, const struct subject *b, const hm_affine *map)
{
    wide u, v;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            oracle_take(&map->to_b, x, y, &u, &v);
            if (oracle_solid(a, x, y) && oracle_lands(b, u, v))
                a->pixels[y * a->width + x] = 2;
        }
    for (int32_t y = 0; y < b->height; y++)
        for (int32_t x = 0; x < b->width; x++) {
            oracle_take(&map->to_a, x, y, &u, &v);
            if (oracle_solid(b, x, y) && oracle_lands(a, u, v))
                a->pixels[(int64_t)v * a->width + (int64_t)u] = 2;
        }
}

/* The number of marked pixels, and the first; takes the marks away. */
static uint64_t count_marks(struct subject *a, hm_point *first)
{
    uint64_t area = 0;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            uint8_t *const pixel = &a->pixels[y * a->width + x];
            if (*pixel != 2)
                continue;
            if (area++ == 0)
                *first = (hm_point){x, y};
            *pixel = 1;
        }
    return area;
}

uint64_t oracle_map_area(struct subject *a, const struct subject *b, const hm_affine *map,
                         hm_point *first)
{
    mark(a, b, map);
    return count_marks(a, first);
}

static bool is_in_range(const hm_transform *t)
{
    const int64_t most = INT64_C(1) << 48, factor = HM_AFFINE_FACTOR_MAX;
    return t->x >= -most && t->x <= most && t->y >= -most && t->y <= most && t->xx >= -factor &&
           t->xx <= factor && t->xy >= -factor && t->xy <= factor && t->yx >= -factor &&
           t->yx <= factor && t->yy >= -factor && t->yy <= factor;
}

/* To the nearest, halves up. */
static int64_t by_65536(wide product)
{
    return (int64_t)((2 * product + 65536) >> 17);
}

bool oracle_move(const hm_affine *map, int64_t x, int64_t y, hm_affine *out)
{
    *out = *map;
    if (!is_in_range(&map->to_a) || !is_in_range(&map->to_b))
        return false;
    out->to_b.x += by_65536((wide)map->to_b.xx * x + (wide)map->to_b.xy * y);
    out->to_b.y += by_65536((wide)map->to_b.yx * x + (wide)map->to_b.yy * y);
    out->to_a.x -= x;
    out->to_a.y -= y;
    return is_in_range(&out->to_a) && is_in_range(&out->to_b);
}

int64_t oracle_area_after(struct subject *a, const struct subject *b, const hm_affine *map,
                          int64_t x, int64_t y)
{
    hm_affine moved;
    hm_point first;
    return oracle_move(map, x, y, &moved) ? (int64_t)oracle_map_area(a, b, &moved, &first) : 0;
}

int64_t oracle_share(int64_t by, int64_t i, int64_t n)
{
    if (n == 0)
        return 0;
    const wide twice = 2 * (by < 0 ? -(wide)by : (wide)by) * i + n;
    const int64_t size = (int64_t)(twice / (2 * (wide)n));
    return by < 0 ? -size : size;
}

/* A pixel of `a` that shall land in a pixel of `b`, anywhere in it or within a hair of its
 * corner: by moving the map there, so that most cases are close ones. */
static void aim(const hm_affine *map, const struct subject *a, const struct subject *b,
                uint64_t *random, int64_t *x, int64_t *y)
{
    const int64_t px = random_between(random, -2, a->width + 1),
                  py = random_between(random, -2, a->height + 1);
    const int64_t qx = random_between(random, -2, b->width + 1),
                  qy = random_between(random, -2, b->height + 1);
    const hm_transform *const t = &map->to_b;
    const int32_t low = oracle_random(random, 2) ? 0 : -1, high = low == 0 ? ONE : 1;
    *x = qx * ONE + random_between(random, low, high) -
         (t->xx * (2 * px + 1) + t->xy * (2 * py + 1)) / 2;
    *y = qy * ONE + random_between(random, low, high) -
         (t->yx * (2 * px + 1) + t->yy * (2 * py + 1)) / 2;
}

/* Factors of a turn and a scale, a shear, a mirror, or anything. */
static bool random_factors(uint64_t *random, hm_affine *out)
{
    static const int32_t scales[] = {ONE, ONE / 2, 2 * ONE, ONE / 5, 5 * ONE, ONE * 9 / 10};
    const int32_t range = 2 * ONE;
    int32_t c, s;
    hm_turn(oracle_random(random, ONE), &c, &s);
    const int64_t scale = scales[oracle_random(random, 6)] + random_between(random, -999, 999);
    const int32_t sc = (int32_t)(c * scale / ONE), ss = (int32_t)(s * scale / ONE);
    switch (oracle_random(random, 6)) {
    case 0:
        return hm_affine_make(out, c, -s, s, c, 0, 0);
    case 1:
        return hm_affine_make(out, sc, -ss, ss, sc, 0, 0);
    case 2:
        return hm_affine_make(out, -sc, -ss, -ss, sc, 0, 0);
    case 3:
        return hm_affine_make(out, ONE, random_between(random, -range, range), 0, ONE, 0, 0);
    case 4:
        return hm_affine_make(out, (int32_t)scale, 0, 0, sc, 0, 0);
    default:
        return hm_affine_make(
            out, random_between(random, -range, range), random_between(random, -range, range),
            random_between(random, -range, range), random_between(random, -range, range), 0, 0);
    }
}

void random_map(uint64_t *random, const struct subject *a, const struct subject *b, hm_affine *out)
{
    int64_t x, y;
    while (!random_factors(random, out))
        continue;
    aim(out, a, b, random, &x, &y);
    const hm_transform t = out->to_b;
    if (!hm_affine_make(out, t.xx, t.xy, t.yx, t.yy, x, y))
        abort();
}

void random_unfit_map(uint64_t *random, const struct subject *a, const struct subject *b,
                      hm_affine *out)
{
    hm_affine other;
    random_map(random, a, b, out);
    random_map(random, a, b, &other);
    switch (oracle_random(random, 5)) {
    case 0:
        out->to_a = other.to_a;
        break;
    case 1:
        out->to_b.xx = out->to_b.xy = 0;
        break;
    case 2:
        memset(&out->to_a, 0, sizeof out->to_a);
        break;
    case 3:
        out->to_a.x += random_between(random, -8 * ONE, 8 * ONE);
        break;
    default:
        out->to_a.xx += random_between(random, -60 * ONE, 60 * ONE) / 60;
        break;
    }
}

#endif
