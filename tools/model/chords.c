/*
 * chords.c - the fewest chords round a loop, by dynamic programming over cones
 *
 * From one step after the other, chords go out to the steps that follow. Each corner that a chord
 * passes over leaves a cone of directions from which it is within reach; chords stay in the common
 * part of all cones (Imai and Iri). Corners that a polygon must not cut off leave one side of a
 * cone only.
 */
#include "model/chords.h"

#include "bits.h"
#include "model/root.h"

#include <stdlib.h>
#include <string.h>

#define NO_PLACE UINT32_MAX

/* Squared distances of chords, and below which tangents are remembered. */
enum { LENGTH_MOST = CHORD_MOST * CHORD_MOST, TANGENTS = 2048 };

/* The lengths of tangents by squared distance, for the reach that most corners have; 0 is unknown.
 * A thread keeps them: its next mask mostly has the same reach. */
static _Thread_local struct {
    uint32_t reach, lengths[TANGENTS];
} known;

/* A step as a search sees it from where it begins, in half pixels. */
struct place {
    int32_t x, y;
    uint16_t reach;
    bool is_corner, is_choice;
};

struct chord_state {
    uint32_t count; /* of chords from the first place to this one */
    uint32_t from;
    uint64_t error; /* of these chords: squared distances of corners, in 1/64 square pixels */
};

static const struct chord_state unreached = {UINT32_MAX, NO_PLACE, UINT64_MAX};

/* ---- Steps --------------------------------------------------------------------------------- */

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

size_t chords_most(const struct outline_corner *corners, uint32_t count)
{
    size_t most = 2 * (size_t)count;
    for (uint32_t i = 0; i < count; i++)
        most += corners[i].pinch ? 2 : 0;
    return most;
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

void chords_reserve(struct chords *chords, size_t most, struct arena *arena)
{
    chords->span = arena_new(arena, most, sizeof *chords->span);
    chords->places = arena_new(arena, most + 1, sizeof *chords->places);
    chords->states = arena_new(arena, most + 1, sizeof *chords->states);
    chords->chosen = arena_new(arena, most, sizeof *chords->chosen);
}

void chords_expect(uint32_t reach)
{
    if (known.reach != reach)
        memset(&known, 0, sizeof known);
    known.reach = reach;
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

/* In half pixels. */
static bool is_within(struct vector v, int64_t reach)
{
    return dot(v, v) * (REACH_ONE / 2) * (REACH_ONE / 2) <= reach * reach;
}

static int64_t root_above(int64_t value)
{
    const int64_t root = root_below(value);
    return root + (root * root < value);
}

/* The length of a tangent from a chord's beginning to the circle round a corner, rounded up. Most
 * circles have one size, and corners lie on a lattice: few lengths are different. */
INLINE int64_t tangent_of(int64_t distance, int64_t reach)
{
    const bool is_usual = distance < TANGENTS && reach == known.reach;
    if (is_usual && known.lengths[distance] != 0)
        return known.lengths[distance];
    const int64_t along = root_above(distance * (REACH_ONE / 2) * (REACH_ONE / 2) - reach * reach);
    if (is_usual)
        known.lengths[distance] = (uint32_t)along;
    return along;
}

/* ---- Cones --------------------------------------------------------------------------------- */

/* The directions from a step in which a chord may go: from `right` to `left`, less than half a
 * turn. */
struct cone {
    bool narrowed;
    struct vector right, left;
};

static struct vector middle_of(const struct cone *cone)
{
    return (struct vector){cone->right.x + cone->left.x, cone->right.y + cone->left.y};
}

/* A cone may be a single direction: the opposite one is not in it. */
INLINE bool cone_has(const struct cone *cone, struct vector v)
{
    return !cone->narrowed ||
           (cross(cone->right, v) >= 0 && cross(v, cone->left) >= 0 && dot(middle_of(cone), v) > 0);
}

/* Leaves the directions that pass a corner within reach: between the tangents to the circle round
 * it, or between a tangent and the corner itself. The tangents' length is rounded so that the cone
 * is never too wide, and it is exact where a chord can touch the circle. False when no direction is
 * left. */
INLINE bool narrow(struct cone *cone, struct vector v, int64_t along, int64_t reach,
                   enum polygon_fit fit)
{
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
    if (dot(middle_of(cone), v) < 0)
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

/* ---- Sight --------------------------------------------------------------------------------- */

/* A place that a chord may lead to, so many further on, and second moments of the corners that the
 * chord passes over. */
struct seen {
    uint16_t ahead;
    bool is_nearer; /* than a corner before: the chord may end too early for it */
    int64_t xx, xy, yy;
};

/* Finds the places that chords from one may lead to, from `far` to `most` further on. Returns their
 * number. */
INLINE uint32_t look(const struct chords *chords, uint32_t from, uint32_t far, uint32_t most,
                     enum polygon_fit fit, struct seen *seen)
{
    const struct place *const a = &chords->places[from];
    struct cone cone = {.narrowed = false};
    struct near_corners near;
    int64_t furthest = 0, xx = 0, xy = 0, yy = 0;
    uint32_t count = 0;
    near.count = 0;
    for (uint32_t ahead = 1; ahead <= most; ahead++) {
        const struct place *const p = a + ahead;
        const bool is_wanted = p->is_choice && ahead >= far;
        if (!is_wanted && !p->is_corner)
            continue;
        const struct vector v = {p->x - a->x, p->y - a->y};
        const int64_t distance = dot(v, v);
        if (distance > LENGTH_MOST && furthest > 0)
            break;
        if (is_wanted && distance > 0 && cone_has(&cone, v) &&
            (fit == FIT_NEAR || all_on_side(&near, v, fit)))
            seen[count++] = (struct seen){(uint16_t)ahead, distance < furthest, xx, xy, yy};
        if (!p->is_corner)
            continue;
        xx += v.x * v.x;
        xy += v.x * v.y;
        yy += v.y * v.y;
        const int64_t reach = p->reach;
        furthest = distance > furthest ? distance : furthest;
        if (distance * (REACH_ONE / 2) * (REACH_ONE / 2) > reach * reach) {
            if (distance > LENGTH_MOST ||
                !narrow(&cone, v, tangent_of(distance, reach), reach, fit))
                break;
        } else if (fit != FIT_NEAR && distance > 0) {
            if (near.count == NEAR_MOST)
                break;
            near.at[near.count++] = v;
        }
    }
    return count;
}

/* ---- The programme ------------------------------------------------------------------------- */

/* Polygons that begin at different steps mostly have the same corners after so many; and a layer
 * has nothing more to give when so many places one after the other see nothing. */
enum { SETTLED = 5, MISSES_MOST = 2 };

/* A search round the loop from one step to itself. */
struct search {
    const struct chords *chords;
    uint32_t first;
    struct layer {
        uint32_t chords;
        uint32_t furthest; /* of the places that so many chords lead to */
        uint32_t tail;     /* places before this one are far behind */
    } layer, next;
};

static uint32_t step_at(const struct search *search, uint32_t place)
{
    const uint32_t left = search->chords->count - search->first;
    return place < left ? search->first + place : place - left;
}

static void begin(const struct search *search)
{
    const struct chords *const chords = search->chords;
    const struct step *const first = &chords->steps[search->first], *s = first;
    for (uint32_t i = 0; i <= chords->count; i++) {
        chords->places[i] = (struct place){s->x - first->x, s->y - first->y,
                                           chords->reach[s->corner], s->is_corner, s->is_choice};
        chords->states[i] = unreached;
        if (++s == chords->steps + chords->count)
            s = chords->steps;
    }
    chords->states[0] = (struct chord_state){0};
}

/* The squared distances of the corners that a chord passes over from its line. */
static uint64_t error_of(const struct place *a, const struct place *b, const struct seen *seen)
{
    const struct vector v = {b->x - a->x, b->y - a->y};
    const int64_t sum = v.x * v.x * seen->yy + v.y * v.y * seen->xx - 2 * v.x * v.y * seen->xy;
    const int64_t length = dot(v, v);
    return sum < INT64_C(1) << 58 ? (uint64_t)(sum * 16 / length) : (uint64_t)(sum / length) * 16;
}

/* The corners that the chord passes over are within reach of its line. Those past its end must be
 * within reach of that. */
static bool end_reaches(const struct place *a, const struct place *b)
{
    const struct vector v = {b->x - a->x, b->y - a->y};
    for (const struct place *p = a + 1; p < b; p++) {
        const struct vector past = {p->x - b->x, p->y - b->y};
        if (p->is_corner && dot(past, v) >= 0 && !is_within(past, p->reach))
            return false;
    }
    return true;
}

/* Only places near the far end of a layer are worth a chord: the last 15 percent. */
static void reach_further(struct search *search, uint32_t to)
{
    const uint32_t from = search->layer.furthest;
    const uint64_t tail = to > from ? (uint64_t)(to - from) * 15 / 100 + 3 : 3;
    search->next.furthest = to;
    search->next.tail = to > tail ? to - (uint32_t)tail : 1;
}

/* Keeps the chord when it is better than what is known. */
static void try_chord(struct search *search, uint32_t from, const struct seen *seen)
{
    const struct chords *const chords = search->chords;
    const uint32_t to = from + seen->ahead;
    const struct place *const a = &chords->places[from], *const b = &chords->places[to];
    const struct chord_state *const begin = &chords->states[from];
    struct chord_state *const end = &chords->states[to];
    const uint32_t count = begin->count + 1;
    if (count > end->count || (count == end->count && begin->error >= end->error))
        return;
    const uint64_t error = begin->error + error_of(a, b, seen);
    if ((count == end->count && error >= end->error) || (seen->is_nearer && !end_reaches(a, b)))
        return;
    *end = (struct chord_state){count, from, error};
    if (to > search->next.furthest)
        reach_further(search, to);
}

/* Tries the chords from a place to the tail of the next layer. Returns whether there are any. */
static bool expand(struct search *search, uint32_t from)
{
    const struct chords *const chords = search->chords;
    const uint32_t span = chords->span[step_at(search, from)],
                   left = chords->count - from - (from == 0), most = span < left ? span : left;
    const uint32_t far = search->next.tail > from ? search->next.tail - from : 1;
    struct seen seen[SPAN_MOST];
    uint32_t count = chords->fit == FIT_NEAR      ? look(chords, from, far, most, FIT_NEAR, seen)
                     : chords->fit == FIT_CONTAIN ? look(chords, from, far, most, FIT_CONTAIN, seen)
                                                  : look(chords, from, far, most, FIT_INSIDE, seen);
    const bool any = count > 0;
    while (count-- > 0 && from + seen[count].ahead >= search->next.tail)
        try_chord(search, from, &seen[count]);
    return any;
}

/* Tries the chords from all places of a layer. The furthest one comes first: it tells how far the
 * next layer reaches. */
static void expand_layer(struct search *search)
{
    uint32_t misses = 0;
    search->layer = search->next;
    search->next = (struct layer){.chords = search->layer.chords + 1};
    for (uint32_t at = search->layer.furthest; at >= search->layer.tail && misses < MISSES_MOST;
         at--)
        if (search->chords->states[at].count == search->layer.chords)
            misses = expand(search, at) ? 0 : misses + 1;
}

/* Searches round from a step until so many chords lead no further. */
static struct search search_from(const struct chords *chords, uint32_t first, uint32_t most)
{
    struct search search = {.chords = chords, .first = first, .next.chords = 1};
    const struct chord_state *const last = &chords->states[chords->count];
    begin(&search);
    expand(&search, 0);
    while (search.next.furthest > 0 && search.next.chords < most &&
           search.next.chords < last->count)
        expand_layer(&search);
    return search;
}

/* ---- The polygon ------------------------------------------------------------------------------
 */

/* The choice that is furthest from the middle of the loop. */
static uint32_t find_first(const struct chords *chords)
{
    int32_t least_x = INT32_MAX, most_x = INT32_MIN, least_y = INT32_MAX, most_y = INT32_MIN;
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

/* A step that polygons of the fewest corners have wherever they begin: halfway round, or one chord
 * before the end of a few. */
static uint32_t find_settled(const struct search *search)
{
    const struct chord_state *const states = search->chords->states;
    const struct chord_state *const last = &states[search->chords->count];
    const bool is_round = last->from != NO_PLACE;
    uint32_t place = is_round ? last->from : search->next.furthest;
    for (uint32_t back = is_round ? last->count / 2 : 1; back > 0; back--)
        place = states[place].from;
    return step_at(search, place);
}

/* The fewest chords round the loop. Returns their number, or 0. A polygon of three corners needs no
 * second search. */
static uint32_t search_round(struct chords *chords)
{
    const struct chord_state *const last = &chords->states[chords->count];
    struct search search = search_from(chords, find_first(chords), SETTLED);
    if (last->count > 3)
        search = search_from(chords, find_settled(&search), UINT32_MAX);
    uint32_t place = last->from;
    if (place == NO_PLACE)
        return 0;
    for (uint32_t k = last->count; k-- > 0; place = chords->states[place].from)
        chords->chosen[k] = step_at(&search, place);
    return last->count;
}

uint32_t chords_find(struct chords *chords, int64_t area)
{
    for (uint32_t parts = 3;; parts++) {
        const uint32_t count = search_round(chords);
        if (parts > chords->count || (count > 0 && runs_with_loop(chords, count, area)))
            return count;
        const uint32_t span = chords->count / parts + 1;
        for (uint32_t i = 0; i < chords->count; i++)
            if (chords->span[i] > span)
                chords->span[i] = (uint16_t)(span < 2 ? 2 : span);
    }
}
