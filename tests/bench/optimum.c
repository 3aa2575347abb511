/*
 * optimum.c - the shortest way round a loop from candidate to candidate, and the best of all cuts
 */
#include "optimum.h"

#include "base/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Corners ------------------------------------------------------------------------------- */

struct place {
    int x, y; /* in half pixels */
    uint32_t edge;
};

/* A chord may lead from a place to another one, `passed` corners further on. */
struct link {
    uint32_t to, passed;
};

struct graph {
    const struct outline_corner *loop;
    uint32_t edges;
    int reach;
    struct place *places;
    size_t place_count, place_capacity;
    uint32_t *first_place; /* of each edge, and the end */
    struct link *links;
    size_t link_count, link_capacity;
    size_t *first_link; /* of each place, and the end */
    uint32_t *furthest; /* corners that a chord from each edge passes at most */
};

static bool is_within(int px, int py, const struct place *a, const struct place *b, int reach)
{
    const int64_t x = b->x - a->x, y = b->y - a->y, length = x * x + y * y;
    const int64_t ax = px - a->x, ay = py - a->y, bx = px - b->x, by = py - b->y;
    const int64_t along = ax * x + ay * y, area = ax * y - ay * x;
    if (along <= 0)
        return ax * ax + ay * ay <= reach * reach;
    if (along >= length)
        return bx * bx + by * by <= reach * reach;
    return area * area <= reach * reach * length;
}

static struct place corner_at(const struct graph *graph, uint32_t corner)
{
    const struct outline_corner *const c = &graph->loop[corner % graph->edges];
    return (struct place){2 * c->x, 2 * c->y, corner % graph->edges};
}

static void find_places(struct graph *graph)
{
    graph->first_place = memory_new(graph->edges + (size_t)1, sizeof *graph->first_place);
    for (uint32_t edge = 0; edge < graph->edges; edge++) {
        const struct place a = corner_at(graph, edge), b = corner_at(graph, edge + 1);
        const int left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
        const int right = a.x + b.x - left, bottom = a.y + b.y - top;
        for (int y = top - graph->reach; y <= bottom + graph->reach; y++)
            for (int x = left - graph->reach; x <= right + graph->reach; x++)
                if (is_within(x, y, &a, &b, graph->reach))
                    *(struct place *)array_push(&graph->places, &graph->place_count,
                                                &graph->place_capacity) =
                        (struct place){x, y, edge};
        graph->first_place[edge + 1] = (uint32_t)graph->place_count;
    }
}

/* The directions from a place that pass all corners so far within reach; the rest is not tried. */
struct sector {
    bool any;
    double middle, low, high;
};

static bool narrow(struct sector *sector, double x, double y, double reach)
{
    const double distance = hypot(x, y);
    if (distance <= reach)
        return true;
    const double half = asin(reach / distance) + 1e-9, at = atan2(y, x);
    if (!sector->any) {
        *sector = (struct sector){true, at, -half, half};
        return true;
    }
    const double off = remainder(at - sector->middle, 2 * acos(-1));
    sector->low = fmax(sector->low, off - half);
    sector->high = fmin(sector->high, off + half);
    return sector->low <= sector->high;
}

static bool reaches_all(const struct graph *graph, const struct place *a, const struct place *b,
                        uint32_t passed)
{
    for (uint32_t k = 1; k <= passed; k++) {
        const struct place c = corner_at(graph, a->edge + k);
        if (!is_within(c.x, c.y, a, b, graph->reach))
            return false;
    }
    return true;
}

static void find_links_from(struct graph *graph, uint32_t from)
{
    const struct place *const a = &graph->places[from];
    struct sector sector = {false, 0, 0, 0};
    for (uint32_t passed = 0; passed <= graph->edges; passed++) {
        const struct place corner = corner_at(graph, a->edge + passed);
        const uint32_t edge = (a->edge + passed) % graph->edges;
        if (passed > 0 && !narrow(&sector, corner.x - a->x, corner.y - a->y, graph->reach))
            break;
        for (uint32_t to = graph->first_place[edge]; to < graph->first_place[edge + 1]; to++)
            if (reaches_all(graph, a, &graph->places[to], passed)) {
                *(struct link *)array_push(&graph->links, &graph->link_count,
                                           &graph->link_capacity) = (struct link){to, passed};
                if (passed > graph->furthest[a->edge])
                    graph->furthest[a->edge] = passed;
            }
    }
}

/* No polygon from an edge on has fewer corners. */
static size_t bound(const struct graph *graph, uint32_t edge)
{
    uint32_t passed = 0, reached = 0;
    size_t count = 0;
    for (uint32_t next = 0; reached < graph->edges; reached = next, count++)
        for (; passed <= reached; passed++) {
            const uint32_t on = passed + graph->furthest[(edge + passed) % graph->edges];
            next = on > next ? on : next;
        }
    return count;
}

/* The fewest chords from a place round to itself, if these are fewer than `most`. A place is
 * reached once for each number of corners passed, at most all. */
static size_t go_round(const struct graph *graph, uint32_t start, size_t most, uint32_t *queue,
                       uint32_t *passed, bool *seen)
{
    size_t begin = 0, end = 0;
    memset(seen, 0, graph->place_count * sizeof *seen);
    queue[end] = start;
    passed[end++] = 0;
    for (size_t count = 1; count < most && begin < end; count++)
        for (const size_t layer = end; begin < layer; begin++)
            for (size_t i = graph->first_link[queue[begin]];
                 i < graph->first_link[queue[begin] + 1]; i++) {
                const struct link *const link = &graph->links[i];
                /* NOLINTNEXTLINE(*NullDereference): without links, none is visited */
                const uint32_t on = passed[begin] + link->passed;
                if (on == graph->edges && link->to == start)
                    return count;
                if (on >= graph->edges || seen[link->to])
                    continue;
                seen[link->to] = true;
                queue[end] = link->to;
                passed[end++] = on;
            }
    return most;
}

static size_t search(const struct graph *graph, size_t most)
{
    uint32_t *const queue = memory_new(graph->place_count + 1, sizeof *queue);
    uint32_t *const passed = memory_new(graph->place_count + 1, sizeof *passed);
    bool *const seen = memory_new(graph->place_count, sizeof *seen);
    /* Among so many edges, one has a corner of the polygon. */
    uint32_t window = 1;
    for (uint32_t edge = 0; edge < graph->edges; edge++)
        window = graph->furthest[edge] > window ? graph->furthest[edge] : window;
    for (uint32_t edge = 0; edge < window && edge < graph->edges; edge++) {
        const size_t least = bound(graph, edge);
        for (uint32_t i = graph->first_place[edge]; i < graph->first_place[edge + 1]; i++)
            if (most > 3 && least < most)
                most = go_round(graph, i, most, queue, passed, seen);
    }
    free(queue);
    free(passed);
    free(seen);
    return most < 3 ? 3 : most;
}

size_t optimum_corners(const struct outline_corner *loop, uint32_t count, int reach, size_t most)
{
    struct graph graph = {.loop = loop, .edges = count, .reach = reach};
    find_places(&graph);
    graph.first_link = memory_new(graph.place_count + 1, sizeof *graph.first_link);
    graph.furthest = memory_new(count, sizeof *graph.furthest);
    for (uint32_t i = 0; i < graph.place_count; i++) {
        find_links_from(&graph, i);
        graph.first_link[i + 1] = graph.link_count;
    }
    const size_t found = search(&graph, most);
    free(graph.places);
    free(graph.first_place);
    free(graph.links);
    free(graph.first_link);
    free(graph.furthest);
    return found;
}

/* ---- Pieces -------------------------------------------------------------------------------- */

#define NEVER (UINT32_MAX / 4)

struct cuts {
    const struct spot *corners;
    uint32_t count;
    bool *sees;       /* an edge or a diagonal leads from one corner to another */
    uint32_t *pieces; /* of the part that a diagonal cuts off; 0 where it is an edge */
    uint32_t *best;   /* of the parts beside a piece, by its last two corners so far */
};

static size_t at(const struct cuts *cuts, uint32_t i, uint32_t k)
{
    return (size_t)i * cuts->count + k;
}

static int64_t turn_at(const struct cuts *cuts, uint32_t a, uint32_t b, uint32_t c)
{
    return turn_of(cuts->corners[a], cuts->corners[b], cuts->corners[c]);
}

/* True if the way to another corner begins inside the polygon. */
static bool opens_to(const struct cuts *cuts, uint32_t i, uint32_t k)
{
    const uint32_t before = (i + cuts->count - 1) % cuts->count, next = (i + 1) % cuts->count;
    const bool left = turn_at(cuts, i, k, before) > 0, right = turn_at(cuts, i, next, k) > 0;
    return turn_at(cuts, before, i, next) > 0 ? left && right : left || right;
}

static int side_of(const struct cuts *cuts, uint32_t a, uint32_t b, uint32_t c)
{
    const int64_t turn = turn_at(cuts, a, b, c);
    return (turn > 0) - (turn < 0);
}

static bool in_box(struct spot a, struct spot b, struct spot c)
{
    return (a.x <= c.x || b.x <= c.x) && (a.x >= c.x || b.x >= c.x) && (a.y <= c.y || b.y <= c.y) &&
           (a.y >= c.y || b.y >= c.y);
}

static bool see_each_other(const struct cuts *cuts, uint32_t i, uint32_t k)
{
    if (!opens_to(cuts, i, k) || !opens_to(cuts, k, i))
        return false;
    for (uint32_t a = 0; a < cuts->count; a++) {
        const uint32_t b = (a + 1) % cuts->count;
        if (a != i && a != k && side_of(cuts, i, k, a) == 0 &&
            in_box(cuts->corners[i], cuts->corners[k], cuts->corners[a]))
            return false;
        if (a != i && a != k && b != i && b != k &&
            side_of(cuts, i, k, a) * side_of(cuts, i, k, b) < 0 &&
            side_of(cuts, a, b, i) * side_of(cuts, a, b, k) < 0)
            return false;
    }
    return true;
}

/* The piece beside the diagonal from i to k: all convex ways from i to k are tried. */
static uint32_t cut_best(const struct cuts *cuts, uint32_t i, uint32_t k)
{
    uint32_t least = NEVER;
    for (uint32_t u = i; u <= k; u++)
        for (uint32_t v = u; v <= k; v++)
            cuts->best[at(cuts, u, v)] = NEVER;
    for (uint32_t v = i + 1; v < k; v++)
        if (cuts->sees[at(cuts, i, v)] && turn_at(cuts, k, i, v) >= 0)
            cuts->best[at(cuts, i, v)] = cuts->pieces[at(cuts, i, v)];
    for (uint32_t v = i + 1; v < k; v++)
        for (uint32_t u = i; u < v; u++)
            for (uint32_t w = v + 1; w <= k && cuts->best[at(cuts, u, v)] < NEVER; w++) {
                const uint32_t sum = cuts->best[at(cuts, u, v)] + cuts->pieces[at(cuts, v, w)];
                if (cuts->sees[at(cuts, v, w)] && turn_at(cuts, u, v, w) >= 0 &&
                    (w < k || turn_at(cuts, v, k, i) >= 0) && sum < cuts->best[at(cuts, v, w)])
                    cuts->best[at(cuts, v, w)] = sum;
            }
    for (uint32_t v = i + 1; v < k; v++)
        least = cuts->best[at(cuts, v, k)] < least ? cuts->best[at(cuts, v, k)] : least;
    return least + 1;
}

size_t optimum_pieces(const struct spot *corners, uint32_t count)
{
    const size_t pairs = (size_t)count * count;
    struct cuts cuts = {corners, count, memory_new(pairs, sizeof *cuts.sees),
                        memory_new(pairs, sizeof *cuts.pieces),
                        memory_new(pairs, sizeof *cuts.best)};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            cuts.sees[at(&cuts, i, k)] =
                k == i + 1 || (i == 0 && k == count - 1) || see_each_other(&cuts, i, k);
    for (uint32_t apart = 2; apart < count; apart++)
        for (uint32_t i = 0; i + apart < count; i++)
            if (cuts.sees[at(&cuts, i, i + apart)])
                cuts.pieces[at(&cuts, i, i + apart)] = cut_best(&cuts, i, i + apart);
    const size_t found = cuts.pieces[at(&cuts, 0, count - 1)];
    free(cuts.sees);
    free(cuts.pieces);
    free(cuts.best);
    return found;
}
