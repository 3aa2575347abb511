/*
 * pieces.c - joins triangles into convex pieces
 */
#include "model/pieces.h"

#include "model/engine.h"
#include "model/mesh.h"
#include "model/tangle.h"

#include <stdlib.h>

/* Three pieces together have at most this many corners. */
enum { ROUND_MOST = 3 * PIECE_CORNERS_MOST };

struct filled {
    struct spot a, b;
};

struct joining {
    struct mesh mesh;
    const struct pieces_rule *rule;
    struct arena *arena;
    uint32_t *piece;  /* of each half edge */
    uint32_t *counts; /* of the corners of each piece */
    bool *gone;       /* of each half edge */
    bool short_first; /* the order in which cuts are tried */
    struct grid grid; /* of the polygons, for notches */
    struct filled *filled;
    size_t filled_count, filled_capacity;
};

static struct half *half_at(const struct joining *joining, uint32_t half)
{
    return &joining->mesh.halves[half];
}

static struct spot corner_of(const struct joining *joining, uint32_t half)
{
    return mesh_corner(&joining->mesh, half);
}

static struct spot next_corner(const struct joining *joining, uint32_t half)
{
    return corner_of(joining, half_at(joining, half)->next);
}

static void link_halves(const struct joining *joining, uint32_t half, uint32_t next)
{
    half_at(joining, half)->next = next;
    half_at(joining, next)->before = half;
}

static void name_piece(const struct joining *joining, uint32_t half, uint32_t piece)
{
    uint32_t count = 0;
    for (uint32_t i = half; count == 0 || i != half; i = half_at(joining, i)->next, count++)
        joining->piece[i] = piece;
    joining->counts[piece] = count;
}

/* ---- Notches ------------------------------------------------------------------------------- */

static bool is_clear_of_filled(const struct joining *joining, struct spot a, struct spot b)
{
    for (size_t i = 0; i < joining->filled_count; i++) {
        const struct filled *const f = &joining->filled[i];
        const int64_t s = turn_of(a, b, f->a), t = turn_of(a, b, f->b), u = turn_of(f->a, f->b, a),
                      v = turn_of(f->a, f->b, b);
        if (((s < 0 && t > 0) || (s > 0 && t < 0)) && ((u < 0 && v > 0) || (u > 0 && v < 0)))
            return false;
    }
    return true;
}

/* A triangle that would be filled, clockwise as seen. */
struct notch {
    const struct loops *loops;
    struct spot a, b, c;
};

/* True if the edge begins in the notch, but not at a corner of it. */
static bool begins_in_notch(void *user, uint32_t edge)
{
    const struct notch *const n = user;
    const struct spot p = n->loops->corners[edge];
    return turn_of(n->a, n->b, p) >= 0 && turn_of(n->b, n->c, p) >= 0 &&
           turn_of(n->c, n->a, p) >= 0 && !corner_is(p, n->a) && !corner_is(p, n->b) &&
           !corner_is(p, n->c);
}

static int32_t least(int32_t a, int32_t b, int32_t c)
{
    return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

static bool is_empty(const struct joining *joining, struct spot a, struct spot b, struct spot c)
{
    struct notch notch = {joining->mesh.loops, a, b, c};
    const struct spot low = {least(a.x, b.x, c.x), least(a.y, b.y, c.y)};
    const struct spot high = {-least(-a.x, -b.x, -c.x), -least(-a.y, -b.y, -c.y)};
    return !grid_visit(&joining->grid, low, high, begins_in_notch, &notch);
}

/* True if the polygon's corners from one to another are hardly deep, seen from the line between
 * these: the ones of notches that were filled before, too. */
static bool is_shallow(const struct joining *joining, uint32_t first, uint32_t last)
{
    const struct loops *const loops = joining->mesh.loops;
    const uint32_t loop = joining->grid.loop_of[first];
    const struct spot a = loops->corners[first], b = loops->corners[last];
    const int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y, notch = joining->rule->notch;
    if (llabs(x) > 1 << 16 || llabs(y) > 1 << 16)
        return false;
    for (uint32_t i = loops_next(loops, loop, first); i != last; i = loops_next(loops, loop, i)) {
        const int64_t depth = llabs(turn_of(a, b, loops->corners[i]));
        if (depth >= 1 << 26 || depth * depth * 256 > notch * notch * (x * x + y * y))
            return false;
    }
    return true;
}

/* The edges into and out of a reflex corner are the polygon's own, the corner is hardly deep, and
 * nothing lies in the notch: no other loop, and no edge beside it. */
static bool may_fill(const struct joining *joining, uint32_t into, uint32_t out)
{
    const uint32_t first = half_at(joining, into)->origin,
                   last = half_at(joining, half_at(joining, out)->next)->origin;
    const struct spot a = corner_of(joining, into), middle = corner_of(joining, out),
                      b = next_corner(joining, out);
    return half_at(joining, into)->twin == NO_HALF && half_at(joining, out)->twin == NO_HALF &&
           is_shallow(joining, first, last) && is_empty(joining, a, b, middle) &&
           grid_is_free(&joining->grid, a, b) && is_clear_of_filled(joining, a, b);
}

static void fill(struct joining *joining, uint32_t into, uint32_t out)
{
    struct filled *const filled = arena_array_push(
        joining->arena, &joining->filled, &joining->filled_count, &joining->filled_capacity);
    *filled = (struct filled){corner_of(joining, into), next_corner(joining, out)};
    link_halves(joining, into, half_at(joining, out)->next);
    joining->gone[out] = true;
}

/* ---- Two pieces become one ----------------------------------------------------------------- */

/* Half edges round some pieces together, as they follow each other. */
struct ring {
    uint32_t halves[ROUND_MOST];
    uint32_t count;
};

/* The corners before, at and after a place. */
static void corners_at(const struct joining *joining, const struct ring *ring, uint32_t i,
                       struct spot at[3])
{
    const uint32_t n = ring->count;
    at[0] = corner_of(joining, ring->halves[i > 0 ? i - 1 : n - 1]);
    at[1] = corner_of(joining, ring->halves[i]);
    at[2] = corner_of(joining, ring->halves[i + 1 < n ? i + 1 : 0]);
}

static int64_t turn_at(const struct joining *joining, const struct ring *ring, uint32_t i)
{
    struct spot at[3];
    corners_at(joining, ring, i, at);
    return turn_of(at[0], at[1], at[2]);
}

/* True if the ring turns right or goes straight on. It may fold back where a filled notch has
 * closed a hole. */
static bool goes_on(const struct joining *joining, const struct ring *ring, uint32_t i)
{
    struct spot at[3];
    corners_at(joining, ring, i, at);
    const int64_t turn = turn_of(at[0], at[1], at[2]);
    const int64_t on = (int64_t)(at[1].x - at[0].x) * (at[2].x - at[1].x) +
                       (int64_t)(at[1].y - at[0].y) * (at[2].y - at[1].y);
    return turn > 0 || (turn == 0 && on > 0);
}

static bool ring_is_piece(const struct joining *joining, const struct ring *ring)
{
    for (uint32_t i = 0; i < ring->count; i++)
        if (!goes_on(joining, ring, i))
            return false;
    return ring->count >= 3 && ring->count <= joining->rule->corners_most;
}

static void add_side(const struct joining *joining, uint32_t without, struct ring *ring)
{
    for (uint32_t i = half_at(joining, without)->next; i != without; i = half_at(joining, i)->next)
        ring->halves[ring->count++] = i;
}

static void remove_at(struct ring *ring, uint32_t place)
{
    ring->count--;
    for (uint32_t i = place; i < ring->count; i++)
        ring->halves[i] = ring->halves[i + 1];
}

/* True if a piece borders on another along this edge only: they do not lie round a hole. */
static bool is_only_border(const struct joining *joining, uint32_t half)
{
    const uint32_t other = joining->piece[half_at(joining, half)->twin];
    for (uint32_t i = half_at(joining, half)->next; i != half; i = half_at(joining, i)->next) {
        const uint32_t twin = half_at(joining, i)->twin;
        if (twin != NO_HALF && joining->piece[twin] == other)
            return false;
    }
    return true;
}

/* Joins the pieces on both sides of an edge when the whole is one. */
static bool join_two(struct joining *joining, uint32_t half, bool notches)
{
    const struct half h = *half_at(joining, half);
    if (joining->gone[half] || !is_only_border(joining, half))
        return false;
    const struct half t = *half_at(joining, h.twin);
    const uint32_t piece = joining->piece[half], other = joining->piece[h.twin];
    struct ring ring = {.count = 0};
    add_side(joining, half, &ring);
    const uint32_t second = ring.count;
    add_side(joining, h.twin, &ring);
    const bool fills_first = turn_at(joining, &ring, 0) < 0,
               fills_second = turn_at(joining, &ring, second) < 0;
    if ((fills_first || fills_second) && !notches)
        return false;
    /* Checked before the pieces are linked: the corners on both sides stay where they are. */
    link_halves(joining, h.before, t.next);
    link_halves(joining, t.before, h.next);
    const bool may = (!fills_first || may_fill(joining, t.before, h.next)) &&
                     (!fills_second || may_fill(joining, h.before, t.next));
    if (may && fills_second)
        remove_at(&ring, second);
    if (may && fills_first)
        remove_at(&ring, 0);
    if (!may || !ring_is_piece(joining, &ring)) {
        link_halves(joining, h.before, half);
        link_halves(joining, half, h.next);
        link_halves(joining, t.before, h.twin);
        link_halves(joining, h.twin, t.next);
        return false;
    }
    if (fills_first)
        fill(joining, t.before, h.next);
    if (fills_second)
        fill(joining, h.before, t.next);
    joining->gone[half] = joining->gone[h.twin] = true;
    joining->counts[other] = 0;
    name_piece(joining, ring.halves[0], piece);
    return true;
}

struct long_edge {
    uint64_t length;
    uint32_t half;
};

static int compare_edges(const void *a, const void *b)
{
    const struct long_edge *const p = a, *const q = b;
    const int by_length = (p->length < q->length) - (p->length > q->length);
    return by_length != 0 ? by_length : (p->half > q->half) - (p->half < q->half);
}

/* Long cuts that are tried first make pieces round. */
static void join_all(struct joining *joining, bool notches)
{
    const uint32_t own = loops_corner_count(joining->mesh.loops),
                   cuts = (joining->mesh.count - own) / 2;
    struct long_edge *const edges = arena_new(joining->arena, cuts, sizeof *edges);
    for (uint32_t i = 0; i < cuts; i++) {
        const uint32_t half = own + 2 * i;
        const struct spot a = corner_of(joining, half), b = next_corner(joining, half);
        const int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
        edges[i] = (struct long_edge){(uint64_t)(x * x + y * y), half};
    }
    qsort(edges, cuts, sizeof *edges, compare_edges);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < cuts; i++)
            again |=
                join_two(joining, edges[joining->short_first ? cuts - 1 - i : i].half, notches);
    }
}

/* ---- Three pieces become two --------------------------------------------------------------- */

struct three {
    uint32_t pieces[3];
    uint32_t cuts[2]; /* half edges between them */
    struct ring ring;
};

static bool is_inner(const struct joining *joining, const struct three *three, uint32_t half)
{
    const uint32_t twin = half_at(joining, half)->twin;
    if (twin == NO_HALF)
        return false;
    const uint32_t piece = joining->piece[twin];
    return piece == three->pieces[0] || piece == three->pieces[1] || piece == three->pieces[2];
}

/* Walks round the three pieces. False when they do not make one ring. */
static bool walk_round(const struct joining *joining, struct three *three)
{
    const uint32_t all = joining->counts[three->pieces[0]] + joining->counts[three->pieces[1]] +
                         joining->counts[three->pieces[2]] - 4;
    uint32_t first = three->cuts[0];
    while (is_inner(joining, three, first))
        first = half_at(joining, first)->next;
    three->ring.count = 0;
    for (uint32_t i = first; three->ring.count == 0 || i != first;) {
        if (three->ring.count == all)
            return false;
        three->ring.halves[three->ring.count++] = i;
        i = half_at(joining, i)->next;
        while (is_inner(joining, three, i))
            i = half_at(joining, half_at(joining, i)->twin)->next;
    }
    return three->ring.count == all;
}

static void close_ring(struct joining *joining, const struct ring *ring, uint32_t from, uint32_t to,
                       uint32_t piece)
{
    for (uint32_t i = from; i != to; i = (i + 1) % ring->count)
        link_halves(joining, ring->halves[i], ring->halves[(i + 1) % ring->count]);
    name_piece(joining, ring->halves[from], piece);
}

static void drop_cut(struct joining *joining, uint32_t half)
{
    joining->gone[half] = joining->gone[half_at(joining, half)->twin] = true;
}

static void make_one(struct joining *joining, const struct three *three)
{
    const struct ring *const ring = &three->ring;
    drop_cut(joining, three->cuts[0]);
    drop_cut(joining, three->cuts[1]);
    link_halves(joining, ring->halves[ring->count - 1], ring->halves[0]);
    joining->counts[three->pieces[1]] = joining->counts[three->pieces[2]] = 0;
    close_ring(joining, ring, 0, ring->count - 1, three->pieces[0]);
}

/* Cuts the ring from corner i to corner j. */
static void make_two(struct joining *joining, const struct three *three, uint32_t i, uint32_t j)
{
    const struct ring *const ring = &three->ring;
    const uint32_t n = ring->count, there = three->cuts[0], back = half_at(joining, there)->twin;
    drop_cut(joining, three->cuts[1]);
    half_at(joining, there)->origin = half_at(joining, ring->halves[i])->origin;
    half_at(joining, back)->origin = half_at(joining, ring->halves[j])->origin;
    link_halves(joining, ring->halves[(j + n - 1) % n], back);
    link_halves(joining, back, ring->halves[i]);
    link_halves(joining, ring->halves[(i + n - 1) % n], there);
    link_halves(joining, there, ring->halves[j]);
    joining->counts[three->pieces[2]] = 0;
    close_ring(joining, ring, i, (j + n - 1) % n, three->pieces[0]);
    close_ring(joining, ring, j, (i + n - 1) % n, three->pieces[1]);
}

/* True if a cut from corner i to corner j makes both ends convex on both sides. */
static bool is_good_cut(const struct joining *joining, const struct ring *ring, uint32_t i,
                        uint32_t j)
{
    const uint32_t n = ring->count, between = (j + n - i) % n, most = joining->rule->corners_most;
    const struct spot a = corner_of(joining, ring->halves[i]),
                      b = corner_of(joining, ring->halves[j]);
    const struct spot a_before = corner_of(joining, ring->halves[(i + n - 1) % n]),
                      a_next = corner_of(joining, ring->halves[(i + 1) % n]),
                      b_before = corner_of(joining, ring->halves[(j + n - 1) % n]),
                      b_next = corner_of(joining, ring->halves[(j + 1) % n]);
    return between >= 2 && between <= n - 2 && between + 1 <= most && n - between + 1 <= most &&
           turn_of(a_before, a, b) > 0 && turn_of(b, a, a_next) > 0 &&
           turn_of(b_before, b, a) > 0 && turn_of(a, b, b_next) > 0;
}

static bool improve(struct joining *joining, struct three *three)
{
    struct ring *const ring = &three->ring;
    uint32_t reflex[2], count = 0;
    if (!walk_round(joining, three))
        return false;
    for (uint32_t i = 0; i < ring->count; i++)
        if (!goes_on(joining, ring, i)) {
            if (count == 2 || turn_at(joining, ring, i) == 0)
                return false;
            reflex[count++] = i;
        }
    if (count == 0 && ring_is_piece(joining, ring)) {
        make_one(joining, three);
        return true;
    }
    for (uint32_t i = count == 0 ? 0 : reflex[0]; i < (count == 0 ? ring->count : reflex[0] + 1);
         i++)
        for (uint32_t j = count == 2 ? reflex[1] : 0;
             j < (count == 2 ? reflex[1] + 1 : ring->count); j++)
            if (is_good_cut(joining, ring, i, j)) {
                make_two(joining, three, i, j);
                return true;
            }
    return false;
}

/* Tries an edge between two pieces with every piece beside them. */
static bool improve_at(struct joining *joining, uint32_t half)
{
    const uint32_t sides[2] = {half, half_at(joining, half)->twin};
    if (joining->gone[half])
        return false;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = half_at(joining, sides[side])->next; i != sides[side];
             i = half_at(joining, i)->next) {
            const uint32_t twin = half_at(joining, i)->twin;
            struct three three = {.pieces = {joining->piece[sides[0]], joining->piece[sides[1]]},
                                  .cuts = {half, i}};
            if (twin == NO_HALF || joining->piece[twin] == three.pieces[0] ||
                joining->piece[twin] == three.pieces[1])
                continue;
            three.pieces[2] = joining->piece[twin];
            if (improve(joining, &three))
                return true;
        }
    return false;
}

static void improve_all(struct joining *joining)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = loops_corner_count(joining->mesh.loops); i < joining->mesh.count; i += 2)
            again |= improve_at(joining, i);
    }
}

/* ---- The pieces --------------------------------------------------------------------------------
 */

/* Marks the corners at a place that has several. Returns their number. */
static uint32_t find_touching(const struct loops *loops, bool *touches, struct arena *arena)
{
    const uint32_t count = loops_corner_count(loops);
    const struct sorted_corner *const sorted = loops_sort(loops, arena);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool shares = (i > 0 && corner_is(sorted[i - 1].at, sorted[i].at)) ||
                            (i + 1 < count && corner_is(sorted[i].at, sorted[i + 1].at));
        touches[sorted[i].corner] = shares;
        found += shares;
    }
    return found;
}

static struct spot step_towards(struct spot from, struct spot to)
{
    return (struct spot){from.x + (to.x > from.x) - (to.x < from.x),
                         from.y + (to.y > from.y) - (to.y < from.y)};
}

/* Cuts loops of an outline off 1/16 pixel before a corner in which they touch. */
static void part_loops(const struct loops *loops, struct arena *arena, struct loops *out)
{
    const uint32_t count = loops_corner_count(loops);
    bool *const touches = arena_new(arena, count, sizeof *touches);
    *out = *loops;
    if (find_touching(loops, touches, arena) == 0)
        return;
    out->corners = arena_new(arena, 2 * (size_t)count, sizeof *out->corners);
    out->starts = arena_new(arena, loops->count + (size_t)1, sizeof *out->starts);
    uint32_t n = 0;
    for (uint32_t loop = 0; loop < loops->count; loop++) {
        struct spot before = loops->corners[loops->starts[loop + 1] - 1];
        for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++) {
            const struct spot c = loops->corners[i];
            if (touches[i]) {
                out->corners[n++] = step_towards(c, before);
                out->corners[n++] = step_towards(c, loops->corners[loops_next(loops, loop, i)]);
            } else {
                out->corners[n++] = c;
            }
            before = c;
        }
        out->starts[loop + 1] = n;
    }
}

static void collect(struct joining *joining, struct loops *out, uint64_t *lost)
{
    const uint32_t halves = joining->mesh.count;
    bool *const seen = arena_new(joining->arena, halves, sizeof *seen);
    *out = (struct loops){
        .corners = arena_new(joining->arena, halves, sizeof *out->corners),
        .starts = arena_new(joining->arena, halves / 3 + (size_t)2, sizeof *out->starts)};
    *lost = 0;
    for (uint32_t half = 0; half < halves; half++) {
        if (seen[half] || joining->gone[half])
            continue;
        struct spot corners[PIECE_CORNERS_MOST];
        uint32_t count = 0;
        for (uint32_t i = half; !seen[i]; i = half_at(joining, i)->next) {
            seen[i] = true;
            corners[count++] = corner_of(joining, i);
        }
        const int64_t area = loops_area(corners, count);
        count = engine_settle(corners, count, joining->rule->pixels_per_metre);
        *lost += (uint64_t)(area - loops_area(corners, count));
        if (count == 0)
            continue;
        const uint32_t start = out->starts[out->count];
        for (uint32_t i = 0; i < count; i++)
            out->corners[start + i] = corners[i];
        out->starts[++out->count] = start + count;
    }
}

/* Makes pieces of polygons of which no two touch. */
static void join_triangles(const struct loops *polygons, const struct pieces_rule *rule,
                           bool short_first, struct arena *arena, struct loops *out, uint64_t *lost)
{
    struct joining joining = {.rule = rule, .arena = arena, .short_first = short_first};
    mesh_make(&joining.mesh, polygons, arena);
    const uint32_t halves = joining.mesh.count;
    joining.piece = arena_new(arena, halves, sizeof *joining.piece);
    joining.counts = arena_new(arena, halves, sizeof *joining.counts);
    joining.gone = arena_new(arena, halves, sizeof *joining.gone);
    for (uint32_t half = 0; half < halves; half++)
        joining.piece[half] = NO_HALF;
    for (uint32_t half = 0; half < halves; half++)
        if (joining.piece[half] == NO_HALF)
            name_piece(&joining, half, half);
    join_all(&joining, false);
    improve_all(&joining);
    if (rule->notch > 0) {
        grid_make(&joining.grid, polygons, arena);
        join_all(&joining, true);
        improve_all(&joining);
    }
    collect(&joining, out, lost);
}

/* Neither order is always the better one: together they come near the fewest possible. */
void pieces_make(const struct loops *polygons, const struct pieces_rule *rule, struct arena *arena,
                 struct loops *out, uint64_t *lost)
{
    struct loops apart, other;
    uint64_t other_lost;
    part_loops(polygons, arena, &apart);
    join_triangles(&apart, rule, false, arena, out, lost);
    join_triangles(&apart, rule, true, arena, &other, &other_lost);
    if (other.count < out->count) {
        *out = other;
        *lost = other_lost;
    }
}
