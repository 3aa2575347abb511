/*
 * mesh.c - sweeps over loops to cut them into parts that are monotone, then into triangles
 *
 * Corners are taken by y, then by x. The sweep keeps the edges that have the inside to their right
 * as seen, from left to right, each with its helper: the last corner between it and the next one.
 */
#include "model/mesh.h"

#include <stdlib.h>

struct cut {
    uint32_t a, b; /* corners */
};

struct sweep {
    struct mesh *mesh;
    uint32_t *status; /* half edges, from left to right */
    uint32_t count;
    uint32_t *helper; /* a corner, of each half edge */
    bool *is_merge;   /* of each corner: two parts of the inside meet at it */
    struct cut *cuts;
    uint32_t cut_count;
};

static struct spot at(const struct mesh *mesh, uint32_t corner)
{
    return mesh->loops->corners[corner];
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

static bool wedge_has(const struct mesh *mesh, uint32_t half, struct spot target)
{
    const struct half *const h = &mesh->halves[half];
    const struct spot o = mesh_corner(mesh, half), next = mesh_corner(mesh, h->next),
                      before = mesh_corner(mesh, h->before);
    if (turn_of(before, o, next) > 0)
        return turn_of(o, next, target) > 0 && turn_of(o, target, before) > 0;
    return turn_of(o, next, target) > 0 || turn_of(o, target, before) > 0;
}

/* The half edge out of a corner that has the target to its right, before the next one round. */
static uint32_t find_wedge(const struct mesh *mesh, uint32_t corner, struct spot target)
{
    uint32_t half = corner;
    while (!wedge_has(mesh, half, target)) {
        const uint32_t twin = mesh->halves[mesh->halves[half].before].twin;
        if (twin == NO_HALF)
            break;
        half = twin;
    }
    return half;
}

static void join(struct mesh *mesh, uint32_t half, uint32_t next)
{
    mesh->halves[half].next = next;
    mesh->halves[next].before = half;
}

static void add_cut(struct mesh *mesh, uint32_t a, uint32_t b)
{
    const uint32_t from_a = find_wedge(mesh, a, at(mesh, b)),
                   from_b = find_wedge(mesh, b, at(mesh, a));
    const uint32_t there = mesh->count++, back = mesh->count++;
    const uint32_t into_a = mesh->halves[from_a].before, into_b = mesh->halves[from_b].before;
    mesh->halves[there] = (struct half){.origin = a, .twin = back};
    mesh->halves[back] = (struct half){.origin = b, .twin = there};
    join(mesh, into_a, there);
    join(mesh, there, from_b);
    join(mesh, into_b, back);
    join(mesh, back, from_a);
}

/* ---- Monotone parts ------------------------------------------------------------------------ */

/* How many edges of the status lie to the left of a corner. */
static uint32_t count_left(const struct sweep *sweep, struct spot c)
{
    uint32_t low = 0, high = sweep->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2, half = sweep->status[middle];
        const struct half *const h = &sweep->mesh->halves[half];
        if (turn_of(at(sweep->mesh, half), mesh_corner(sweep->mesh, h->next), c) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(struct sweep *sweep, uint32_t place, uint32_t half, uint32_t helper)
{
    for (uint32_t i = sweep->count++; i > place; i--)
        sweep->status[i] = sweep->status[i - 1];
    sweep->status[place] = half;
    sweep->helper[half] = helper;
}

static void erase(struct sweep *sweep, uint32_t place)
{
    sweep->count--;
    for (uint32_t i = place; i < sweep->count; i++)
        sweep->status[i] = sweep->status[i + 1];
}

static void cut_to(struct sweep *sweep, uint32_t half, uint32_t corner, bool always)
{
    const uint32_t helper = sweep->helper[half];
    if (always || sweep->is_merge[helper])
        sweep->cuts[sweep->cut_count++] = (struct cut){corner, helper};
}

/* The corner lies inside, to the right of an edge of the status, or where it ends. */
static void pass(struct sweep *sweep, uint32_t corner, uint32_t place, bool always)
{
    cut_to(sweep, sweep->status[place], corner, always);
    sweep->helper[sweep->status[place]] = corner;
}

/* The edge into a corner begins at it for the sweep when it leads back from a later one; so does
 * the edge out of it end there when it leads on to an earlier one. */
static void sweep_corner(struct sweep *sweep, uint32_t corner)
{
    const struct half *const h = &sweep->mesh->halves[corner];
    const struct spot before = at(sweep->mesh, h->before), c = at(sweep->mesh, corner),
                      next = at(sweep->mesh, h->next);
    const bool begins = is_later(before, c), ends = is_later(c, next);
    const bool is_reflex = turn_of(before, c, next) < 0;
    const uint32_t place = count_left(sweep, c);
    if (ends)
        cut_to(sweep, sweep->status[place], corner, false);
    if (begins && ends) { /* the inside goes on to the right */
        sweep->status[place] = h->before;
        sweep->helper[h->before] = corner;
        return;
    }
    if (ends)
        erase(sweep, place);
    sweep->is_merge[corner] = ends && is_reflex;
    if ((begins && is_reflex) || (ends && is_reflex) || (!begins && !ends))
        pass(sweep, corner, place - 1, begins);
    if (begins)
        insert(sweep, place, h->before, corner);
}

static void cut_monotone(struct mesh *mesh, struct arena *arena)
{
    const uint32_t count = loops_corner_count(mesh->loops);
    struct sweep sweep = {
        .mesh = mesh,
        .status = arena_new(arena, count, sizeof *sweep.status),
        .helper = arena_new(arena, count, sizeof *sweep.helper),
        .is_merge = arena_new(arena, count, sizeof *sweep.is_merge),
        .cuts = arena_new(arena, 2 * (size_t)count, sizeof *sweep.cuts),
    };
    const struct sorted_corner *const sorted = loops_sort(mesh->loops, arena);
    for (uint32_t i = 0; i < count; i++)
        sweep_corner(&sweep, sorted[i].corner);
    for (uint32_t i = 0; i < sweep.cut_count; i++)
        add_cut(mesh, sweep.cuts[i].a, sweep.cuts[i].b);
}

/* ---- Triangles ----------------------------------------------------------------------------- */

/* The corners of a monotone part, from the first to the last. */
struct chain {
    struct chain_corner {
        uint32_t corner;
        bool leads_back; /* on the side where half edges lead to earlier corners */
    } * corners, *stack;
    uint32_t count, depth;
};

/* Merges both sides, the one from the first corner on and the one back from it. */
static void collect_chain(const struct mesh *mesh, uint32_t half, struct chain *chain)
{
    uint32_t first = half;
    chain->count = 0;
    for (uint32_t i = mesh->halves[half].next; i != half; i = mesh->halves[i].next)
        if (is_later(mesh_corner(mesh, first), mesh_corner(mesh, i)))
            first = i;
    uint32_t on = first, back = mesh->halves[first].before;
    for (;;) {
        const bool takes_back =
            chain->count > 0 && is_later(mesh_corner(mesh, on), mesh_corner(mesh, back));
        const uint32_t half_taken = takes_back ? back : on;
        chain->corners[chain->count++] =
            (struct chain_corner){mesh->halves[half_taken].origin, takes_back};
        if (on == back)
            return;
        if (takes_back)
            back = mesh->halves[back].before;
        else
            on = mesh->halves[on].next;
    }
}

static bool is_convex(const struct mesh *mesh, struct chain_corner low, struct chain_corner middle,
                      struct chain_corner high)
{
    const int64_t turn =
        turn_of(at(mesh, low.corner), at(mesh, middle.corner), at(mesh, high.corner));
    return high.leads_back ? turn < 0 : turn > 0;
}

static void cut_chain(struct mesh *mesh, struct chain *chain)
{
    struct chain_corner *const stack = chain->stack;
    const uint32_t last = chain->count - 1;
    chain->depth = 0;
    stack[chain->depth++] = chain->corners[0];
    stack[chain->depth++] = chain->corners[1];
    for (uint32_t i = 2; i < last; i++) {
        const struct chain_corner c = chain->corners[i], top = stack[chain->depth - 1];
        if (c.leads_back != top.leads_back) {
            while (chain->depth > 1)
                add_cut(mesh, c.corner, stack[--chain->depth].corner);
            stack[0] = top;
            chain->depth = 1;
        } else {
            while (chain->depth > 1 &&
                   is_convex(mesh, stack[chain->depth - 2], stack[chain->depth - 1], c))
                add_cut(mesh, c.corner, stack[--chain->depth - 1].corner);
        }
        stack[chain->depth++] = c;
    }
    while (chain->depth > 2)
        add_cut(mesh, chain->corners[last].corner, stack[--chain->depth - 1].corner);
}

/* Cuts the parts one after the other; the half edges of a part are known before it is cut. */
static void cut_triangles(struct mesh *mesh, struct arena *arena)
{
    const uint32_t count = mesh->count;
    bool *const seen = arena_new(arena, count, sizeof *seen);
    struct chain chain = {.corners = arena_new(arena, count, sizeof *chain.corners),
                          .stack = arena_new(arena, count, sizeof *chain.stack)};
    uint32_t *const firsts = arena_new(arena, count, sizeof *firsts);
    uint32_t parts = 0;
    for (uint32_t half = 0; half < count; half++) {
        if (seen[half])
            continue;
        firsts[parts++] = half;
        for (uint32_t i = half; !seen[i]; i = mesh->halves[i].next)
            seen[i] = true;
    }
    for (uint32_t i = 0; i < parts; i++) {
        collect_chain(mesh, firsts[i], &chain);
        cut_chain(mesh, &chain);
    }
}

/* ---- Delaunay ------------------------------------------------------------------------------ */

/* Sides of triangles whose circles are computed, in 1/16 pixel: products stay in 64 bits. */
enum { FLIP_MOST = 1 << 14 };

static bool is_far(struct spot a, struct spot b)
{
    return llabs((int64_t)a.x - b.x) > FLIP_MOST || llabs((int64_t)a.y - b.y) > FLIP_MOST;
}

/* True if d lies in the circle through a, b and c, which run clockwise as seen. */
static bool circle_has(struct spot a, struct spot b, struct spot c, struct spot d)
{
    const int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x,
                  cy = c.y - d.y;
    return (ax * ax + ay * ay) * (bx * cy - by * cx) - (bx * bx + by * by) * (ax * cy - ay * cx) +
               (cx * cx + cy * cy) * (ax * by - ay * bx) >
           0;
}

/* Turns an edge between two triangles round when the other diagonal is better. */
static bool flip(struct mesh *mesh, uint32_t half)
{
    struct half *const h = mesh->halves;
    const uint32_t twin = h[half].twin;
    const uint32_t a_next = h[half].next, a_before = h[half].before, b_next = h[twin].next,
                   b_before = h[twin].before;
    const struct spot a = mesh_corner(mesh, half), b = mesh_corner(mesh, twin),
                      c = mesh_corner(mesh, a_before), d = mesh_corner(mesh, b_before);
    if (is_far(a, d) || is_far(b, d) || is_far(c, d) || turn_of(d, b, c) <= 0 ||
        turn_of(c, a, d) <= 0 || !circle_has(a, b, c, d))
        return false;
    h[half].origin = h[b_before].origin;
    h[twin].origin = h[a_before].origin;
    join(mesh, half, a_before);
    join(mesh, a_before, b_next);
    join(mesh, b_next, half);
    join(mesh, twin, b_before);
    join(mesh, b_before, a_next);
    join(mesh, a_next, twin);
    return true;
}

/* Each flip makes the triangulation better, so flips end. */
static void flip_all(struct mesh *mesh, struct arena *arena)
{
    size_t count = 0, capacity = 0;
    uint32_t *stack = NULL;
    for (uint32_t half = loops_corner_count(mesh->loops); half < mesh->count; half += 2)
        *(uint32_t *)arena_array_push(arena, &stack, &count, &capacity) = half;
    while (count > 0) {
        const uint32_t half = stack[--count];
        if (!flip(mesh, half))
            continue;
        const uint32_t twin = mesh->halves[half].twin;
        const uint32_t round[4] = {mesh->halves[half].next, mesh->halves[half].before,
                                   mesh->halves[twin].next, mesh->halves[twin].before};
        for (int i = 0; i < 4; i++)
            if (mesh->halves[round[i]].twin != NO_HALF)
                *(uint32_t *)arena_array_push(arena, &stack, &count, &capacity) = round[i];
    }
}

void mesh_make(struct mesh *mesh, const struct loops *loops, struct arena *arena)
{
    const uint32_t count = loops_corner_count(loops);
    *mesh = (struct mesh){
        .loops = loops,
        .halves =
            arena_new(arena, 3 * (size_t)count + 6 * (size_t)loops->count, sizeof *mesh->halves),
        .count = count,
    };
    for (uint32_t loop = 0; loop < loops->count; loop++)
        for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++) {
            mesh->halves[i].origin = i;
            mesh->halves[i].twin = NO_HALF;
            join(mesh, i, loops_next(loops, loop, i));
        }
    cut_monotone(mesh, arena);
    cut_triangles(mesh, arena);
    flip_all(mesh, arena);
}
