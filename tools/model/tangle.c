/*
 * tangle.c - a grid over loops, tests of edges in its cells, and rays to the left through them
 */
#include "model/tangle.h"

#include <stdlib.h>
#include <string.h>

/* ---- The grid -------------------------------------------------------------------------------- */

struct edge {
    struct spot a, b;
};

static struct edge edge_at(const struct grid *grid, uint32_t edge)
{
    const struct loops *const loops = grid->loops;
    return (struct edge){loops->corners[edge],
                         loops->corners[loops_next(loops, grid->loop_of[edge], edge)]};
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static uint32_t column_of(const struct grid *grid, int64_t x)
{
    const int64_t column = (x - grid->left) >> grid->shift;
    return column < 0 ? 0 : column < grid->columns ? (uint32_t)column : grid->columns - 1;
}

static uint32_t row_of(const struct grid *grid, int64_t y)
{
    const int64_t row = (y - grid->top) >> grid->shift;
    return row < 0 ? 0 : row < grid->rows ? (uint32_t)row : grid->rows - 1;
}

/* The columns that an edge comes through in a row of cells, which it reaches. They may be one too
 * many at either end. */
static void columns_in_row(const struct grid *grid, struct edge e, uint32_t row, uint32_t *first,
                           uint32_t *last)
{
    int64_t x0 = e.a.x, x1 = e.b.x;
    if (e.a.y > e.b.y) {
        const struct spot a = e.a;
        e = (struct edge){e.b, a};
    }
    const int64_t top = grid->top + ((int64_t)row << grid->shift);
    const int64_t bottom = top + (INT64_C(1) << grid->shift);
    const int64_t dx = e.b.x - e.a.x, dy = e.b.y - e.a.y;
    if (dy > 0) {
        x0 = top > e.a.y ? e.a.x + dx * (top - e.a.y) / dy : e.a.x;
        x1 = bottom < e.b.y ? e.a.x + dx * (bottom - e.a.y) / dy : e.b.x;
    }
    *first = column_of(grid, (x0 < x1 ? x0 : x1) - 1);
    *last = column_of(grid, (x0 > x1 ? x0 : x1) + 1);
}

/* Counts an edge in each of its cells, or puts it there. */
static void enter(struct grid *grid, uint32_t edge, bool put)
{
    const struct edge e = edge_at(grid, edge);
    const uint32_t first_row = row_of(grid, least(e.a.y, e.b.y)),
                   last_row = row_of(grid, most(e.a.y, e.b.y));
    for (uint32_t row = first_row; row <= last_row; row++) {
        uint32_t first, last;
        columns_in_row(grid, e, row, &first, &last);
        for (uint32_t column = first; column <= last; column++) {
            uint32_t *const start = &grid->starts[(size_t)row * grid->columns + column];
            if (put)
                grid->edges[--*start] = edge;
            else
                ++*start;
        }
    }
}

void grid_make(struct grid *grid, const struct loops *loops, struct arena *arena)
{
    const uint32_t count = loops_corner_count(loops);
    *grid = (struct grid){.loops = loops, .loop_of = arena_new(arena, count, sizeof(uint32_t))};
    int32_t right = INT32_MIN, bottom = INT32_MIN;
    grid->left = grid->top = INT32_MAX;
    for (uint32_t loop = 0; loop < loops->count; loop++)
        for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++) {
            const struct spot c = loops->corners[i];
            grid->loop_of[i] = loop;
            grid->left = least(grid->left, c.x);
            grid->top = least(grid->top, c.y);
            right = most(right, c.x);
            bottom = most(bottom, c.y);
        }
    if (count == 0)
        grid->left = grid->top = right = bottom = 0;
    /* About as many cells as edges. */
    const uint64_t width = (uint64_t)((int64_t)right - grid->left) + 1;
    const uint64_t height = (uint64_t)((int64_t)bottom - grid->top) + 1;
    while (((width >> grid->shift) + 1) * ((height >> grid->shift) + 1) > count + 1)
        grid->shift++;
    grid->columns = (uint32_t)(width >> grid->shift) + 1;
    grid->rows = (uint32_t)(height >> grid->shift) + 1;
    const size_t cells = (size_t)grid->columns * grid->rows;
    grid->starts = arena_new(arena, cells + 1, sizeof *grid->starts);
    for (uint32_t i = 0; i < count; i++)
        enter(grid, i, false);
    for (size_t i = 1; i <= cells; i++)
        grid->starts[i] += grid->starts[i - 1];
    grid->edges = arena_new(arena, grid->starts[cells], sizeof *grid->edges);
    for (uint32_t i = 0; i < count; i++)
        enter(grid, i, true);
}

/* ---- Crossings ------------------------------------------------------------------------------ */

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool boxes_meet(struct edge e, struct edge f)
{
    return least(e.a.x, e.b.x) <= most(f.a.x, f.b.x) && least(f.a.x, f.b.x) <= most(e.a.x, e.b.x) &&
           least(e.a.y, e.b.y) <= most(f.a.y, f.b.y) && least(f.a.y, f.b.y) <= most(e.a.y, e.b.y);
}

/* True if the edges have a point in common. */
static bool edges_meet(struct edge e, struct edge f)
{
    return boxes_meet(e, f) && sign(turn_of(e.a, e.b, f.a)) * sign(turn_of(e.a, e.b, f.b)) <= 0 &&
           sign(turn_of(f.a, f.b, e.a)) * sign(turn_of(f.a, f.b, e.b)) <= 0;
}

/* Two edges with a common corner that fold back onto each other. */
static bool folds_back(struct spot a, struct spot middle, struct spot b)
{
    return turn_of(a, middle, b) == 0 && (int64_t)(middle.x - a.x) * (b.x - middle.x) +
                                                 (int64_t)(middle.y - a.y) * (b.y - middle.y) <=
                                             0;
}

static bool are_tangled(const struct grid *grid, uint32_t first, uint32_t second)
{
    const struct edge e = edge_at(grid, first), f = edge_at(grid, second);
    const uint32_t loop = grid->loop_of[first];
    if (loop != grid->loop_of[second])
        return edges_meet(e, f);
    const bool follows = loops_next(grid->loops, loop, first) == second;
    const bool precedes = loops_next(grid->loops, loop, second) == first;
    if (follows && precedes)
        return true;
    if (follows)
        return folds_back(e.a, e.b, f.b);
    return precedes ? folds_back(f.a, f.b, e.b) : edges_meet(e, f);
}

uint32_t grid_find_tangled(const struct grid *grid, struct arena *arena, struct tangled **found)
{
    const size_t cells = (size_t)grid->columns * grid->rows;
    size_t count = 0, capacity = 0;
    *found = NULL;
    for (size_t cell = 0; cell < cells; cell++)
        for (uint32_t i = grid->starts[cell]; i < grid->starts[cell + 1]; i++)
            for (uint32_t j = i + 1; j < grid->starts[cell + 1]; j++)
                if (are_tangled(grid, grid->edges[i], grid->edges[j]))
                    *(struct tangled *)arena_array_push(arena, found, &count, &capacity) =
                        (struct tangled){{grid->edges[i], grid->edges[j]}};
    return (uint32_t)count;
}

bool grid_visit(const struct grid *grid, struct spot low, struct spot high,
                bool (*visit)(void *user, uint32_t edge), void *user)
{
    for (uint32_t row = row_of(grid, low.y); row <= row_of(grid, high.y); row++) {
        const uint32_t *const cells = grid->starts + (size_t)row * grid->columns;
        const uint32_t end = cells[column_of(grid, high.x) + 1];
        for (uint32_t i = cells[column_of(grid, low.x)]; i < end; i++)
            if (visit(user, grid->edges[i]))
                return true;
    }
    return false;
}

static bool begins_or_ends(struct edge e, struct spot c)
{
    return corner_is(e.a, c) || corner_is(e.b, c);
}

bool grid_is_free(const struct grid *grid, struct spot a, struct spot b)
{
    const struct edge e = {a, b};
    const uint32_t first_row = row_of(grid, least(a.y, b.y)),
                   last_row = row_of(grid, most(a.y, b.y));
    for (uint32_t row = first_row; row <= last_row; row++) {
        uint32_t first, last;
        columns_in_row(grid, e, row, &first, &last);
        for (uint32_t column = first; column <= last; column++) {
            const uint32_t *const start = &grid->starts[(size_t)row * grid->columns + column];
            for (uint32_t i = start[0]; i < start[1]; i++) {
                const struct edge f = edge_at(grid, grid->edges[i]);
                if (!begins_or_ends(f, a) && !begins_or_ends(f, b) && edges_meet(e, f))
                    return false;
            }
        }
    }
    return true;
}

/* ---- Nesting ------------------------------------------------------------------------------- */

/* The place at which an edge crosses a line of one y, to the left of a corner on it: at corner.x -
 * far / height. Downwards from there, it goes to the right by slope / height. */
struct crossing {
    uint32_t edge;
    int64_t far, height, slope;
};

/* The line lies a little below the corner, so that it passes no end of an edge. */
static bool is_nearer(const struct crossing *a, const struct crossing *b)
{
    const int64_t difference = a->far * b->height - b->far * a->height;
    return b->edge == UINT32_MAX || difference < 0 ||
           (difference == 0 && a->slope * b->height > b->slope * a->height);
}

static void cross_line(const struct grid *grid, uint32_t edge, struct spot from,
                       struct crossing *nearest)
{
    const struct edge e = edge_at(grid, edge);
    if ((e.a.y <= from.y) == (e.b.y <= from.y))
        return;
    const int64_t height = llabs((int64_t)e.b.y - e.a.y);
    const int64_t slope = e.b.y > e.a.y ? e.b.x - e.a.x : e.a.x - e.b.x;
    const int64_t far = ((int64_t)from.x - e.a.x) * height - slope * ((int64_t)from.y - e.a.y);
    const struct crossing crossing = {edge, far, height, slope};
    if (far > 0 && is_nearer(&crossing, nearest))
        *nearest = crossing;
}

/* The nearest edge to the left of a corner. */
static struct crossing look_left(const struct grid *grid, struct spot from)
{
    struct crossing nearest = {.edge = UINT32_MAX};
    const size_t row = (size_t)row_of(grid, from.y) * grid->columns;
    for (uint32_t column = column_of(grid, from.x) + 1; column-- > 0;) {
        const int64_t left = grid->left + ((int64_t)column << grid->shift);
        for (uint32_t i = grid->starts[row + column]; i < grid->starts[row + column + 1]; i++)
            cross_line(grid, grid->edges[i], from, &nearest);
        if (nearest.edge != UINT32_MAX && nearest.far <= (from.x - left) * nearest.height)
            break;
    }
    return nearest;
}

struct leftmost {
    struct spot corner;
    uint32_t loop;
};

/* True if the edge has the inside of its loop to the right: it leads up and the loop runs
 * clockwise, or neither. */
static bool opens_to_right(struct edge e, bool clockwise)
{
    return (e.b.y < e.a.y) == clockwise;
}

static int compare_leftmost(const void *a, const void *b)
{
    const struct leftmost *const p = a, *const q = b;
    const int by_x = (p->corner.x > q->corner.x) - (p->corner.x < q->corner.x);
    return by_x != 0 ? by_x : (p->loop > q->loop) - (p->loop < q->loop);
}

/* A loop's leftmost corner sees an edge of a loop that reaches further to the left, so that loop's
 * own parent is known already. */
void grid_find_parents(const struct grid *grid, uint32_t *parents, struct arena *arena)
{
    const struct loops *const loops = grid->loops;
    struct leftmost *const order = arena_new(arena, loops->count, sizeof *order);
    bool *const clockwise = arena_new(arena, loops->count, sizeof *clockwise);
    for (uint32_t loop = 0; loop < loops->count; loop++) {
        const uint32_t first = loops->starts[loop];
        order[loop] = (struct leftmost){loops->corners[first], loop};
        clockwise[loop] = loops_area(loops->corners + first, loops->starts[loop + 1] - first) > 0;
        for (uint32_t i = first; i < loops->starts[loop + 1]; i++)
            if (loops->corners[i].x < order[loop].corner.x)
                order[loop].corner = loops->corners[i];
    }
    qsort(order, loops->count, sizeof *order, compare_leftmost);
    for (uint32_t k = 0; k < loops->count; k++) {
        const struct crossing seen = look_left(grid, order[k].corner);
        uint32_t *const parent = &parents[order[k].loop];
        *parent = UINT32_MAX;
        if (seen.edge == UINT32_MAX)
            continue;
        const uint32_t loop = grid->loop_of[seen.edge];
        const bool is_inside = opens_to_right(edge_at(grid, seen.edge), clockwise[loop]);
        *parent = is_inside ? loop : parents[loop];
    }
}
