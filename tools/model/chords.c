/*
 * chords.c - the fewest chords round a loop, by dynamic programming over cones
 *
 * From one step after the other, chords go out to the steps that follow. Each corner that a chord
 * passes over leaves a cone of directions from which it is within reach; chords stay in the common
 * part of all cones (Imai and Iri). Corners that a polygon must not cut off leave one side of a
 * cone only.
 */
#include "model/chords.h"

#include "model/root.h"

#include <stdlib.h>
#include <string.h>

#define NO_STEP UINT32_MAX

struct chord_state {
    uint32_t count; /* of chords from the first step to this one */
    uint32_t from;
    uint64_t error; /* of these chords: squared distances of corners, in 1/64 square pixels */
};

static const struct chord_state unreached = {UINT32_MAX, NO_STEP, UINT64_MAX};

/* ---- Steps --------------------------------------------------------------------------------- */

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

uint32_t chords_divide(const struct outline_corner *corners, uint32_t count, struct step *steps)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct outline_corner *const a = &corners[i], *const b =
                                                                &corners[i + 1 < count ? i + 1 : 0];
        const int32_t dx = sign(b->x - a->x), dy = sign(b->y - a->y);
        const int32_t length = abs(b->x - a->x) + abs(b->y - a->y);
        /* In half pixels from a: beside a pinch, the middle, beside the other pinch. */
        const int32_t places[3] = {a->pinch ? 1 : 0, length, b->pinch ? 2 * length - 1 : 0};
        steps[n++] = (struct step){2 * a->x, 2 * a->y, i, true, !a->pinch, !a->pinch};
        int32_t last = 0;
        for (int k = 0; k < 3; k++) {
            const int32_t at = places[k];
            if (at <= last)
                continue;
            steps[n++] = (struct step){2 * a->x + at * dx,
                                       2 * a->y + at * dy,
                                       i,
                                       false,
                                       true,
                                       at == places[0] || at == places[2]};
            last = at;
        }
    }
    return n;
}

void chords_reserve(struct chords *chords, uint32_t corners, struct arena *arena)
{
    const size_t most = chords_most(corners);
    chords->span = arena_new(arena, most, sizeof *chords->span);
    chords->states = arena_new(arena, most, sizeof *chords->states);
    chords->chosen = arena_new(arena, most, sizeof *chords->chosen);
    chords->other = arena_new(arena, most, sizeof *chords->other);
}

/* ---- Distances ------------------------------------------------------------------------------ */

struct vector {
    int64_t x, y;
};

static int64_t cross(struct vector a, struct vector b)
{
    return a.x * b.y - a.y * b.x;
}

static int64_t dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y;
}

static int64_t root_above(int64_t value)
{
    const int64_t root = root_below(value);
    return root + (root * root < value);
}

bool chord_reaches(int64_t x, int64_t y, int64_t end_x, int64_t end_y, int64_t reach, int64_t unit)
{
    const struct vector point = {x, y}, end = {end_x, end_y};
    const int64_t length = dot(end, end), along = dot(point, end);
    const int64_t scale = REACH_ONE / unit; /* of a unit, in reaches */
    if (along > 0 && along < length) {
        /* Whatever is above 2^31 is out of reach of the longest chord. */
        const int64_t height = llabs(cross(end, point)) * scale;
        return height < INT64_C(1) << 31 && height * height <= reach * reach * length;
    }
    const struct vector apart = along <= 0 ? point : (struct vector){x - end_x, y - end_y};
    return dot(apart, apart) * scale * scale <= reach * reach;
}

/* ---- Cones --------------------------------------------------------------------------------- */

/* The directions from a step in which a chord may go: from `right` to `left`, less than half a
 * turn. */
struct cone {
    bool narrowed;
    struct vector right, left;
};

static bool cone_has(const struct cone *cone, struct vector v)
{
    return !cone->narrowed || (cross(cone->right, v) >= 0 && cross(v, cone->left) >= 0);
}

/* Leaves the directions that pass a corner within reach: between the tangents to the circle round
 * it, or between a tangent and the corner itself. The root is rounded so that the cone is never too
 * wide, and it is exact where a chord can touch the circle. False when no direction is left. */
static bool narrow(struct cone *cone, struct vector v, int64_t reach, enum polygon_fit fit)
{
    const struct vector fine = {v.x * (REACH_ONE / 2), v.y * (REACH_ONE / 2)};
    const int64_t along = root_above(dot(fine, fine) - reach * reach);
    struct vector right = {v.x * along + v.y * reach, v.y * along - v.x * reach};
    struct vector left = {v.x * along - v.y * reach, v.y * along + v.x * reach};
    if (fit == FIT_CONTAIN)
        left = v;
    if (fit == FIT_INSIDE)
        right = v;
    if (!cone->narrowed) {
        *cone = (struct cone){true, right, left};
        return true;
    }
    const struct vector middle = {cone->right.x + cone->left.x, cone->right.y + cone->left.y};
    if (dot(middle, v) < 0)
        return false;
    if (cross(cone->right, right) > 0)
        cone->right = right;
    if (cross(left, cone->left) > 0)
        cone->left = left;
    return cross(cone->right, cone->left) >= 0;
}

/* ---- One-sided chords ------------------------------------------------------------------------ */

/* Corners within reach of a chord's beginning leave no cone, but must lie on the right side of the
 * chord all the same. */
enum { NEAR_MOST = 64 };

struct near_corners {
    struct vector at[NEAR_MOST];
    int count;
};

static bool is_on_side(struct vector chord, struct vector corner, enum polygon_fit fit)
{
    const int64_t side = cross(chord, corner);
    return fit == FIT_NEAR || (fit == FIT_CONTAIN ? side >= 0 : side <= 0);
}

static bool all_on_side(const struct near_corners *near, struct vector chord, enum polygon_fit fit)
{
    for (int i = 0; i < near->count; i++)
        if (!is_on_side(chord, near->at[i], fit))
            return false;
    return true;
}

/* ---- The programme ------------------------------------------------------------------------- */

/* A search round the loop from one step. Steps are counted from it, up to `count` for itself. */
struct search {
    const struct chords *chords;
    uint32_t first;
    struct chord_state last; /* of the first step, at the end */
    uint32_t frontier[3];    /* the furthest step of the layer before, of this one, of the next */
    uint32_t layer;
};

/* Sums over the corners that a chord passes over. */
struct moments {
    int64_t xx, xy, yy, furthest;
};

static const struct step *step_at(const struct search *search, uint32_t at)
{
    const uint32_t i = search->first + at, count = search->chords->count;
    return &search->chords->steps[i < count ? i : i < 2 * count ? i - count : i - 2 * count];
}

static uint64_t error_of(const struct moments *sums, struct vector v, int64_t length)
{
    const int64_t sum = v.x * v.x * sums->yy + v.y * v.y * sums->xx - 2 * v.x * v.y * sums->xy;
    return sum < INT64_C(1) << 58 ? (uint64_t)(sum * 16 / length) : (uint64_t)(sum / length) * 16;
}

/* Looks at each corner that the chord passes over: the chord may end before the nearest point of
 * its line. */
static bool segment_reaches(const struct search *search, uint32_t from, uint32_t to)
{
    const struct step *const a = step_at(search, from), *const b = step_at(search, to);
    for (uint32_t i = from + 1; i < to; i++) {
        const struct step *const s = step_at(search, i);
        if (s->is_corner && !chord_reaches(s->x - a->x, s->y - a->y, b->x - a->x, b->y - a->y,
                                           search->chords->reach[s->corner], 2))
            return false;
    }
    return true;
}

/* Keeps the chord when it is better than what is known. */
static void try_chord(struct search *search, uint32_t from, uint32_t to, struct vector v,
                      const struct chord_state *begin, const struct moments *sums,
                      struct chord_state *end)
{
    const int64_t length = dot(v, v);
    const uint32_t count = begin->count + 1;
    if (length == 0)
        return;
    const uint64_t error = begin->error + error_of(sums, v, length);
    if (count == end->count && error >= end->error)
        return;
    if (length < sums->furthest && !segment_reaches(search, from, to))
        return;
    *end = (struct chord_state){count, from, error};
    if (count == search->layer + 1 && to > search->frontier[2])
        search->frontier[2] = to;
}

/* Tries all chords from a step. */
static void expand(struct search *search, uint32_t from, const struct chord_state *begin)
{
    const struct chords *const chords = search->chords;
    const enum polygon_fit fit = chords->fit;
    const uint32_t count = chords->count;
    const struct step *const a = step_at(search, from);
    const uint32_t span = chords->span[(size_t)(a - chords->steps)];
    const uint32_t all = count - (from == 0), most = from + span < all ? from + span : all;
    const struct step *s = a;
    struct cone cone = {.narrowed = false};
    struct moments sums = {0};
    struct near_corners near = {.count = 0};
    for (uint32_t to = from + 1; to <= most; to++) {
        if (++s == chords->steps + count)
            s = chords->steps;
        const struct vector v = {s->x - a->x, s->y - a->y};
        if (to > from + 1 && (llabs(v.x) > CHORD_MOST || llabs(v.y) > CHORD_MOST))
            break;
        struct chord_state *const end =
            to == count ? &search->last : &chords->states[s - chords->steps];
        if (s->is_choice && begin->count < end->count && cone_has(&cone, v) &&
            (fit == FIT_NEAR || all_on_side(&near, v, fit)))
            try_chord(search, from, to, v, begin, &sums, end);
        if (!s->is_corner)
            continue;
        const int64_t reach = chords->reach[s->corner], distance = dot(v, v);
        if (llabs(v.x) > CHORD_MOST || llabs(v.y) > CHORD_MOST)
            break;
        sums.furthest = distance > sums.furthest ? distance : sums.furthest;
        sums.xx += v.x * v.x;
        sums.xy += v.x * v.y;
        sums.yy += v.y * v.y;
        if (distance * (REACH_ONE / 2) * (REACH_ONE / 2) > reach * reach) {
            if (!narrow(&cone, v, reach, fit))
                break;
        } else if (fit != FIT_NEAR && distance > 0) {
            if (near.count == NEAR_MOST)
                break;
            near.at[near.count++] = v;
        }
    }
}

/* Only steps near the far end of a layer are worth a chord: the last 15 percent. */
static bool is_far_behind(struct search *search, uint32_t at)
{
    uint32_t *const f = search->frontier;
    while (at > f[1] && f[2] > f[1]) {
        f[0] = f[1];
        f[1] = f[2];
        search->layer++;
    }
    return at > 0 && f[1] > f[0] && f[1] >= at &&
           (uint64_t)(f[1] - at) * 100 > (uint64_t)(f[1] - f[0]) * 15 + 300;
}

/* The fewest chords from a step round to it. Returns their number, or UINT32_MAX. */
static uint32_t search_from(const struct chords *chords, uint32_t first, uint32_t *chosen,
                            uint64_t *error)
{
    struct search search = {.chords = chords, .first = first, .last = unreached};
    const struct chord_state begin = {0};
    for (uint32_t i = 0; i < chords->count; i++)
        chords->states[i] = unreached;
    for (uint32_t at = 0; at < chords->count; at++) {
        const struct step *const s = step_at(&search, at);
        const struct chord_state *const state =
            at == 0 ? &begin : &chords->states[s - chords->steps];
        if (!is_far_behind(&search, at) && state->count != UINT32_MAX &&
            state->count < search.last.count)
            expand(&search, at, state);
    }
    if (search.last.count == UINT32_MAX)
        return UINT32_MAX;
    uint32_t at = search.last.from;
    for (uint32_t k = search.last.count; k-- > 0;) {
        const struct step *const s = step_at(&search, at);
        chosen[k] = (uint32_t)(s - chords->steps);
        at = chords->states[chosen[k]].from;
    }
    *error = search.last.error;
    return search.last.count;
}

/* ---- The polygon ------------------------------------------------------------------------------
 */

/* The choice that is furthest from the middle of the loop. */
static uint32_t find_first(const struct chords *chords)
{
    int64_t least_x = INT64_MAX, most_x = INT64_MIN, least_y = INT64_MAX, most_y = INT64_MIN;
    for (uint32_t i = 0; i < chords->count; i++) {
        const struct step *const s = &chords->steps[i];
        least_x = s->x < least_x ? s->x : least_x;
        most_x = s->x > most_x ? s->x : most_x;
        least_y = s->y < least_y ? s->y : least_y;
        most_y = s->y > most_y ? s->y : most_y;
    }
    int64_t furthest = -1;
    uint32_t first = 0;
    for (uint32_t i = 0; i < chords->count; i++) {
        const struct step *const s = &chords->steps[i];
        const struct vector v = {2 * s->x - least_x - most_x, 2 * s->y - least_y - most_y};
        if (s->is_choice && dot(v, v) > furthest) {
            furthest = dot(v, v);
            first = i;
        }
    }
    return first;
}

static bool runs_with_loop(const struct chords *chords, uint32_t count, int64_t area)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct step *const a = &chords->steps[chords->chosen[k]];
        const struct step *const b = &chords->steps[chords->chosen[k + 1 < count ? k + 1 : 0]];
        sum += (int64_t)a->x * b->y - (int64_t)b->x * a->y;
    }
    return count >= 3 && (area > 0 ? sum > 0 : sum < 0);
}

/* A second search begins in the middle of the first polygon: the first step was no free choice. */
static uint32_t search_twice(struct chords *chords)
{
    uint64_t error = 0, second_error = 0;
    const uint32_t count = search_from(chords, find_first(chords), chords->chosen, &error);
    if (count == UINT32_MAX || count <= 3)
        return count;
    const uint32_t second =
        search_from(chords, chords->chosen[count / 2], chords->other, &second_error);
    if (second > count || (second == count && second_error >= error))
        return count;
    uint32_t *const chosen = chords->other;
    chords->other = chords->chosen;
    chords->chosen = chosen;
    return second;
}

uint32_t chords_find(struct chords *chords, int64_t area)
{
    for (uint32_t parts = 3;; parts++) {
        const uint32_t count = search_twice(chords);
        if ((count != UINT32_MAX && runs_with_loop(chords, count, area)) || parts > chords->count)
            return count != UINT32_MAX ? count : 0;
        const uint32_t span = chords->count / parts + 1;
        for (uint32_t i = 0; i < chords->count; i++)
            if (chords->span[i] > span)
                chords->span[i] = (uint16_t)(span < 2 ? 2 : span);
    }
}
