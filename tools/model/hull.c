/*
 * hull.c - chooses sides of a convex hull, and where they meet
 *
 * Between two sides that are kept one after the other, the hull grows by the area between their
 * lines and the sides left out. A programme finds the sides that cost least; very round hulls lose
 * their cheapest sides beforehand, one at a time.
 */
#include "model/hull.h"

#include <stdlib.h>

/* The programme takes this many sides at most; and corners lie at most so far outside, in units. */
enum { SIDES_MOST = 24, SEARCH_MOST = 24, OUTSIDE_MOST = 1 << 22 };

#define NO_COST INT64_MAX

/* A line that the hull touches from one corner to another, mostly along a side of it. */
struct side {
    uint32_t first, last;
    struct spot way;
};

struct hull {
    struct spot *corners;
    int64_t *sums; /* of the products of corners before each, for areas */
    uint32_t count;
    struct side *sides; /* in the order in which they turn */
    uint32_t side_count;
};

/* A corner between two sides, and twice the area that it adds. */
struct meeting {
    struct spot corner;
    int64_t cost;
};

static int compare_corners(const void *a, const void *b)
{
    const struct spot *const p = a, *const q = b;
    const int by_x = (p->x > q->x) - (p->x < q->x);
    return by_x != 0 ? by_x : (p->y > q->y) - (p->y < q->y);
}

/* Andrew's hull of sorted corners. Returns its number of corners. */
static uint32_t hull_of(const struct spot *sorted, uint32_t count, struct spot *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (n >= 2 && turn_of(out[n - 2], out[n - 1], sorted[i]) <= 0)
            n--;
        out[n++] = sorted[i];
    }
    const uint32_t below = n + 1;
    for (uint32_t i = count - 1; i-- > 0;) {
        while (n >= below && turn_of(out[n - 2], out[n - 1], sorted[i]) <= 0)
            n--;
        out[n++] = sorted[i];
    }
    return n - 1;
}

static int64_t product(struct spot a, struct spot b)
{
    return (int64_t)a.x * b.y - (int64_t)b.x * a.y;
}

static int64_t cross(struct spot a, struct spot b)
{
    return product(a, b);
}

/* ---- Sides ----------------------------------------------------------------------------------- */

/* In the order of their directions, from the one to the right on, clockwise as seen. */
static int compare_sides(const void *a, const void *b)
{
    const struct side *const p = a, *const q = b;
    const bool p_back = p->way.y < 0 || (p->way.y == 0 && p->way.x < 0);
    const bool q_back = q->way.y < 0 || (q->way.y == 0 && q->way.x < 0);
    const int64_t turn = cross(p->way, q->way);
    if (p_back != q_back)
        return p_back - q_back;
    return turn != 0 ? (turn < 0) - (turn > 0) : (p->first > q->first) - (p->first < q->first);
}

/* A line of that direction through the corner that is furthest to its left as seen. */
static void add_support(struct hull *hull, struct spot way)
{
    uint32_t furthest = 0;
    for (uint32_t i = 1; i < hull->count; i++)
        if (cross(way, hull->corners[i]) < cross(way, hull->corners[furthest]))
            furthest = i;
    hull->sides[hull->side_count++] = (struct side){furthest, furthest, way};
}

/* The sides of the hull. Three of a box's do not meet, so triangles may also have sides that touch
 * one corner: along the sides of the triangles of twice the box. */
static void set_sides(struct hull *hull, bool for_triangle, struct arena *arena)
{
    const uint32_t n = hull->count;
    struct spot low = hull->corners[0], high = low;
    hull->sides = arena_new(arena, n + (size_t)8, sizeof *hull->sides);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t next = i + 1 < n ? i + 1 : 0;
        const struct spot a = hull->corners[i], b = hull->corners[next];
        hull->sides[hull->side_count++] = (struct side){i, next, {b.x - a.x, b.y - a.y}};
        low = (struct spot){a.x < low.x ? a.x : low.x, a.y < low.y ? a.y : low.y};
        high = (struct spot){a.x > high.x ? a.x : high.x, a.y > high.y ? a.y : high.y};
    }
    const int32_t width = high.x - low.x, height = high.y - low.y;
    for (int i = 0; i < 4 && for_triangle; i++) {
        const int32_t x = (i & 1) != 0 ? -width : width, y = (i & 2) != 0 ? -height : height;
        add_support(hull, (struct spot){x, 2 * y});
        add_support(hull, (struct spot){2 * x, y});
    }
    qsort(hull->sides, hull->side_count, sizeof *hull->sides, compare_sides);
}

/* ---- Where sides meet ---------------------------------------------------------------------- */

static bool is_outside(const struct hull *hull, const struct side *side, struct spot c)
{
    const struct spot a = hull->corners[side->first];
    return cross(side->way, (struct spot){c.x - a.x, c.y - a.y}) <= 0;
}

/* The growth of the hull when it has that corner between two sides. */
static int64_t growth(const struct hull *hull, const struct side *a, const struct side *b,
                      struct spot c)
{
    const uint32_t n = hull->count, from = a->last, to = b->first;
    const int64_t round = to >= from ? hull->sums[to] - hull->sums[from]
                                     : hull->sums[n] - hull->sums[from] + hull->sums[to];
    return product(hull->corners[from], c) + product(c, hull->corners[to]) - round;
}

/* The cheapest corner of a square ring that lies outside both lines: then the sides to it do, too.
 */
static void search_ring(const struct hull *hull, const struct side *a, const struct side *b,
                        struct spot middle, int32_t ring, struct meeting *best)
{
    for (int32_t dy = -ring; dy <= ring; dy++)
        for (int32_t dx = -ring; dx <= ring; dx += abs(dy) == ring || ring == 0 ? 1 : 2 * ring) {
            const struct spot c = {middle.x + dx, middle.y + dy};
            if (!is_outside(hull, a, c) || !is_outside(hull, b, c))
                continue;
            const int64_t cost = growth(hull, a, b, c);
            if (cost < best->cost)
                *best = (struct meeting){c, cost};
        }
}

/* Extends one side forwards and another backwards until they meet. */
static struct meeting meet(const struct hull *hull, const struct side *one,
                           const struct side *other)
{
    const struct spot a = hull->corners[one->last], b = hull->corners[other->first];
    struct meeting best = {.cost = NO_COST};
    const int64_t ax = one->way.x, ay = one->way.y, turn = cross(one->way, other->way);
    const int64_t along = cross((struct spot){b.x - a.x, b.y - a.y}, other->way);
    if (turn <= 0)
        return best;
    if (one->last == other->first)
        return (struct meeting){a, 0};
    if (along < 0 || along / turn > OUTSIDE_MOST / CORNER_ONE)
        return best;
    /* a + way * along / turn, without a product that is too large. */
    const int64_t whole = along / turn, rest = along % turn;
    const int shift = turn > INT64_C(1) << 40 ? 8 : 0;
    const int64_t x = a.x + ax * whole + ax * (rest >> shift) / (turn >> shift),
                  y = a.y + ay * whole + ay * (rest >> shift) / (turn >> shift);
    if (llabs(x) > OUTSIDE_MOST || llabs(y) > OUTSIDE_MOST)
        return best;
    const struct spot middle = {(int32_t)x, (int32_t)y};
    for (int32_t ring = 0; ring <= SEARCH_MOST && (best.cost == NO_COST || ring < 2); ring++)
        search_ring(hull, one, other, middle, ring, &best);
    return best;
}

/* ---- Which sides stay ---------------------------------------------------------------------- */

static bool drop_cheapest(struct hull *hull)
{
    const uint32_t count = hull->side_count;
    uint32_t cheapest = 0;
    int64_t least = NO_COST;
    for (uint32_t k = 0; k < count; k++) {
        const int64_t cost = meet(hull, &hull->sides[k > 0 ? k - 1 : count - 1],
                                  &hull->sides[k + 1 < count ? k + 1 : 0])
                                 .cost;
        if (cost < least) {
            least = cost;
            cheapest = k;
        }
    }
    if (least == NO_COST)
        return false;
    hull->side_count--;
    for (uint32_t k = cheapest; k < hull->side_count; k++)
        hull->sides[k] = hull->sides[k + 1];
    return true;
}

/* The cheapest ways to keep k + 1 sides up to each side, from one on. */
struct ways {
    int64_t costs[SIDES_MOST][SIDES_MOST + 1];
    uint8_t from[SIDES_MOST][SIDES_MOST + 1];
};

/* Keeps at most `most` of the sides, the first among them. Returns the cost. */
static int64_t keep_best(uint32_t count, uint32_t most, uint32_t first,
                         const struct meeting meetings[SIDES_MOST][SIDES_MOST], struct ways *ways,
                         uint32_t *kept, uint32_t *kept_count)
{
    int64_t best = NO_COST;
    for (uint32_t k = 0; k < most; k++)
        for (uint32_t to = 0; to <= count; to++)
            ways->costs[k][to] = NO_COST;
    for (uint32_t to = 1; to < count; to++) {
        ways->costs[0][to] = meetings[first][(first + to) % count].cost;
        ways->from[0][to] = 0;
    }
    for (uint32_t k = 1; k < most; k++)
        for (uint32_t to = k + 1; to <= count; to++)
            for (uint32_t from = k; from < to; from++) {
                const int64_t cost = meetings[(first + from) % count][(first + to) % count].cost;
                if (cost == NO_COST || ways->costs[k - 1][from] == NO_COST ||
                    ways->costs[k - 1][from] + cost >= ways->costs[k][to])
                    continue;
                ways->costs[k][to] = ways->costs[k - 1][from] + cost;
                ways->from[k][to] = (uint8_t)from;
            }
    for (uint32_t k = 2; k < most; k++) {
        if (ways->costs[k][count] >= best)
            continue;
        best = ways->costs[k][count];
        *kept_count = k + 1;
        uint32_t to = count;
        for (uint32_t i = k + 1; i-- > 0;) {
            to = ways->from[i][to];
            kept[i] = (first + to) % count;
        }
    }
    return best;
}

/* Chooses among sides that are few enough, and sets the corners between them. */
static uint32_t choose_sides(const struct hull *hull, uint32_t most, struct arena *arena,
                             struct spot *out)
{
    const uint32_t count = hull->side_count;
    struct meeting(*const meetings)[SIDES_MOST] = arena_new(arena, SIDES_MOST, sizeof *meetings);
    struct ways *const ways = arena_new(arena, 1, sizeof *ways);
    uint32_t kept[SIDES_MOST], best_kept[SIDES_MOST] = {0}, kept_count = 0, best_count = 0;
    int64_t best = NO_COST;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            meetings[i][j] = i != j ? meet(hull, &hull->sides[i], &hull->sides[j])
                                    : (struct meeting){.cost = NO_COST};
    for (uint32_t first = 0; first < count; first++) {
        const int64_t cost =
            keep_best(count, most, first, (const struct meeting(*)[SIDES_MOST])meetings, ways, kept,
                      &kept_count);
        if (cost >= best)
            continue;
        best = cost;
        best_count = kept_count;
        for (uint32_t i = 0; i < kept_count; i++)
            best_kept[i] = kept[i];
    }
    for (uint32_t i = 0; i < best_count; i++)
        out[i] = meetings[best_kept[i]][best_kept[i + 1 < best_count ? i + 1 : 0]].corner;
    return best_count;
}

/* The triangle round a box whose third side goes through one of its corners. */
static uint32_t set_triangle(const struct hull *hull, struct spot *out)
{
    struct spot low = hull->corners[0], high = low;
    for (uint32_t i = 1; i < hull->count; i++) {
        const struct spot c = hull->corners[i];
        low = (struct spot){c.x < low.x ? c.x : low.x, c.y < low.y ? c.y : low.y};
        high = (struct spot){c.x > high.x ? c.x : high.x, c.y > high.y ? c.y : high.y};
    }
    const int32_t sum = high.x - low.x + high.y - low.y;
    out[0] = (struct spot){low.x, high.y - sum};
    out[1] = (struct spot){low.x + sum, high.y};
    out[2] = (struct spot){low.x, high.y};
    return 3;
}

static uint32_t reduce(struct hull *hull, uint32_t most, struct arena *arena, struct spot *out)
{
    set_sides(hull, most == 3, arena);
    bool dropped = true;
    while (dropped && hull->side_count > most && hull->side_count > SIDES_MOST)
        dropped = drop_cheapest(hull);
    const uint32_t count = hull->side_count;
    if (count <= SIDES_MOST && count > most) {
        const uint32_t chosen = choose_sides(hull, most, arena, out);
        return chosen > 0 ? chosen : set_triangle(hull, out);
    }
    for (uint32_t i = 0; i < count; i++)
        out[i] = meet(hull, &hull->sides[i], &hull->sides[i + 1 < count ? i + 1 : 0]).corner;
    return count <= most ? count : set_triangle(hull, out);
}

void hull_make(const struct outline *outline, uint32_t most, struct arena *arena, struct loops *out)
{
    const uint32_t count = outline->corner_count;
    *out = (struct loops){.starts = arena_new(arena, 2, sizeof *out->starts)};
    if (count == 0)
        return;
    struct spot *const sorted = arena_new(arena, count, sizeof *sorted);
    struct hull hull = {.corners = arena_new(arena, 2 * (size_t)count, sizeof *hull.corners)};
    for (uint32_t i = 0; i < count; i++)
        sorted[i] =
            (struct spot){outline->corners[i].x * CORNER_ONE, outline->corners[i].y * CORNER_ONE};
    qsort(sorted, count, sizeof *sorted, compare_corners);
    hull.count = hull_of(sorted, count, hull.corners);
    out->corners = hull.corners;
    out->count = 1;
    out->starts[1] = hull.count;
    if (hull.count <= most)
        return;
    hull.sums = arena_new(arena, hull.count + (size_t)1, sizeof *hull.sums);
    for (uint32_t i = 0; i < hull.count; i++)
        hull.sums[i + 1] =
            hull.sums[i] + product(hull.corners[i], hull.corners[i + 1 < hull.count ? i + 1 : 0]);
    struct spot *const chosen = arena_new(arena, HULL_CORNERS_MOST + 1, sizeof *chosen);
    const uint32_t chosen_count = reduce(&hull, most, arena, chosen);
    /* Corners in 1/16 pixel may make a side bend inwards. */
    qsort(chosen, chosen_count, sizeof *chosen, compare_corners);
    out->corners = arena_new(arena, 2 * (size_t)chosen_count, sizeof *out->corners);
    out->starts[1] = hull_of(chosen, chosen_count, out->corners);
}
