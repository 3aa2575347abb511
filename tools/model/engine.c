/*
 * engine.c - what the hull of Box2D 3 would take out of a piece, taken out beforehand
 *
 * The hull begins with the corner furthest from the middle of the piece's box and the one furthest
 * from that; leaves out what lies within 1 cm of the line between them; and on both sides goes on
 * to the furthest corner, as long as one is 1 cm away. At last it takes out corners within 1 cm of
 * the line between their neighbours. Distances that are nearly equal may be taken in either order.
 */
#include "model/engine.h"

#include "wide.h"

#include <stdlib.h>

/* Squared distances count as equal when they differ by less than one part in this many. */
enum { NEARLY = 256 };

#define NO_CORNER UINT32_MAX

struct piece {
    struct spot *corners;
    uint32_t count;
    int64_t scale; /* pixels a metre */
};

static int64_t squared(struct spot a, struct spot b)
{
    const int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    return x * x + y * y;
}

/* 2 cm are 8 / 25 units a pixel of the scale. */
static bool is_welded(const struct piece *piece, struct spot a, struct spot b)
{
    const int64_t least = 64 * piece->scale * piece->scale;
    return squared(a, b) * 625 <= least + least / NEARLY;
}

/* Within 1 cm, 4 / 25 units a pixel of the scale, of the line from a to b. */
static bool is_on_line(const struct piece *piece, struct spot c, struct spot a, struct spot b)
{
    const uint64_t area = 25 * (uint64_t)llabs(turn_of(a, b, c)), length = (uint64_t)squared(a, b);
    const uint64_t least = (uint64_t)(16 * piece->scale * piece->scale);
    return !wide_is_less(hm_wide_unsigned_product(least + least / NEARLY, length),
                         hm_wide_unsigned_product(area, area));
}

static uint32_t next_of(const struct piece *piece, uint32_t i)
{
    return i + 1 < piece->count ? i + 1 : 0;
}

static uint32_t before_of(const struct piece *piece, uint32_t i)
{
    return i > 0 ? i - 1 : piece->count - 1;
}

/* The corner whose loss costs least of those that `is_wrong`. */
static int64_t cost_of(const struct piece *piece, uint32_t i)
{
    return turn_of(piece->corners[before_of(piece, i)], piece->corners[i],
                   piece->corners[next_of(piece, i)]);
}

static void keep_cheaper(const struct piece *piece, uint32_t i, uint32_t *chosen)
{
    if (*chosen == NO_CORNER || cost_of(piece, i) < cost_of(piece, *chosen))
        *chosen = i;
}

static uint32_t find_welded(const struct piece *piece)
{
    uint32_t found = NO_CORNER;
    for (uint32_t i = 0; i < piece->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (is_welded(piece, piece->corners[i], piece->corners[k])) {
                keep_cheaper(piece, i, &found);
                keep_cheaper(piece, k, &found);
            }
    return found;
}

static uint32_t find_flat(const struct piece *piece)
{
    uint32_t found = NO_CORNER;
    for (uint32_t i = 0; i < piece->count; i++)
        if (cost_of(piece, i) <= 0 ||
            is_on_line(piece, piece->corners[i], piece->corners[before_of(piece, i)],
                       piece->corners[next_of(piece, i)]))
            keep_cheaper(piece, i, &found);
    return found;
}

/* ---- The two first corners ----------------------------------------------------------------- */

/* Twice the middle of the box, and corners twice as large. */
static int64_t from_middle(const struct piece *piece, uint32_t i)
{
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (uint32_t k = 0; k < piece->count; k++) {
        const struct spot c = piece->corners[k];
        left = c.x < left ? c.x : left;
        top = c.y < top ? c.y : top;
        right = c.x > right ? c.x : right;
        bottom = c.y > bottom ? c.y : bottom;
    }
    const int64_t x = 2 * (int64_t)piece->corners[i].x - left - right;
    const int64_t y = 2 * (int64_t)piece->corners[i].y - top - bottom;
    return x * x + y * y;
}

static bool may_be_furthest(int64_t distance, int64_t furthest)
{
    return distance >= furthest - furthest / NEARLY;
}

/* Every corner but the two must be away from the line between them. */
static void find_on_line(const struct piece *piece, uint32_t first, uint32_t second,
                         uint32_t *found)
{
    for (uint32_t i = 0; i < piece->count; i++)
        if (i != first && i != second &&
            is_on_line(piece, piece->corners[i], piece->corners[first], piece->corners[second]))
            keep_cheaper(piece, i, found);
}

static uint32_t find_left_out(const struct piece *piece)
{
    uint32_t found = NO_CORNER;
    int64_t furthest = 0;
    for (uint32_t i = 0; i < piece->count; i++)
        furthest = from_middle(piece, i) > furthest ? from_middle(piece, i) : furthest;
    for (uint32_t first = 0; first < piece->count; first++) {
        int64_t away = 0;
        if (!may_be_furthest(from_middle(piece, first), furthest))
            continue;
        for (uint32_t i = 0; i < piece->count; i++) {
            const int64_t distance = squared(piece->corners[first], piece->corners[i]);
            away = distance > away ? distance : away;
        }
        for (uint32_t second = 0; second < piece->count; second++)
            if (second != first &&
                may_be_furthest(squared(piece->corners[first], piece->corners[second]), away))
                find_on_line(piece, first, second, &found);
    }
    return found;
}

uint32_t engine_settle(struct spot *corners, uint32_t count, uint32_t pixels_per_metre)
{
    struct piece piece = {corners, count, pixels_per_metre};
    while (piece.count >= 3) {
        uint32_t wrong = find_welded(&piece);
        wrong = wrong == NO_CORNER ? find_flat(&piece) : wrong;
        wrong = wrong == NO_CORNER ? find_left_out(&piece) : wrong;
        if (wrong == NO_CORNER)
            return piece.count;
        piece.count--;
        for (uint32_t i = wrong; i < piece.count; i++)
            corners[i] = corners[i + 1];
    }
    return 0;
}
