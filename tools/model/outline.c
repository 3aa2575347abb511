/*
 * outline.c - links the corners of a mask into loops, in one pass over its rows
 *
 * Between two rows, a corner is where the vertical edges above and below differ. Corners are found
 * for 64 columns at once. Each has a horizontal and a vertical edge; `open` has the corner at the
 * top of each vertical edge that goes on downwards.
 */
#include "model/outline.h"

#include "bits.h"
#include "format.h"

#include <inttypes.h>
#include <stdlib.h>

/* Nodes count from 1. Node 0 takes the links of edges that end nowhere. */
#define NO_NODE 0

/* Until a first corner is collected, it has the top of the next edge to the left in the row below.
 */
struct node {
    uint16_t x, y;
    uint32_t next; /* NO_NODE once it is collected */
    union {
        uint32_t left, loop;
    };
    bool pinch;
};

struct tracing {
    const struct mask *mask;
    struct node *nodes;
    uint32_t count;
    uint32_t *open;  /* by column */
    uint64_t *above; /* the words of the row above, by stripe */
    bool joined;
};

/* The rows above and below a line of corners, for 64 columns: pixels, those to their left, and
 * where they differ. */
struct columns {
    uint64_t above, below, above_left, below_left, above_edges, below_edges;
};

static inline struct columns columns_of(uint64_t above, uint64_t below, uint64_t carry[2])
{
    struct columns c = {.above = above, .below = below};
    c.above_left = c.above << 1 | carry[0];
    c.below_left = c.below << 1 | carry[1];
    c.above_edges = c.above ^ c.above_left;
    c.below_edges = c.below ^ c.below_left;
    carry[0] = c.above >> 63;
    carry[1] = c.below >> 63;
    return c;
}

static inline uint64_t single_corners(const struct columns *c)
{
    return c->above_edges ^ c->below_edges;
}

static inline uint64_t pinches(const struct columns *c)
{
    return c->above_edges & c->below_edges & (c->above ^ c->below);
}

/* Columns have corners at their left edges, and the last one at its right edge, too. */
static uint32_t stripes_of(const struct mask *mask)
{
    return mask->width / 64 + 1;
}

static inline uint64_t row_word(const struct mask *mask, uint32_t stripe, uint32_t y)
{
    return y < mask->height && stripe < stripe_count(mask->width)
               ? mask->words[(size_t)stripe * mask->height + y]
               : 0;
}

static uint64_t count_corners(const struct mask *mask)
{
    uint64_t count = 0;
    for (uint32_t y = 0; y <= mask->height; y++) {
        uint64_t carry[2] = {0, 0};
        for (uint32_t stripe = 0; stripe < stripes_of(mask); stripe++) {
            const struct columns c = columns_of(y > 0 ? row_word(mask, stripe, y - 1) : 0,
                                                row_word(mask, stripe, y), carry);
            count += count_bits(single_corners(&c)) + 2 * count_bits(pinches(&c));
        }
    }
    return count;
}

static inline uint32_t add_node(struct tracing *tracing, uint32_t x, uint32_t y, bool pinch)
{
    tracing->nodes[tracing->count] =
        (struct node){.x = (uint16_t)x, .y = (uint16_t)y, .left = NO_NODE, .pinch = pinch};
    return tracing->count++;
}

/* Links two ends of an edge, in the order in which its solid side lies to the right. */
static inline void link(struct tracing *tracing, uint32_t from, uint32_t to, bool forward)
{
    tracing->nodes[forward ? from : to].next = forward ? to : from;
}

/* A corner with one horizontal and one vertical edge. `bit` is its column's; `*row` the corner at
 * which a horizontal edge is open. Nobody can foretell where the edges lead, so both are linked:
 * one that begins here ends node 0. */
static inline uint32_t add_single(struct tracing *tracing, const struct columns *c, uint64_t bit,
                                  uint32_t x, uint32_t y, uint32_t *row)
{
    const uint32_t node = add_node(tracing, x, y, false);
    const bool from_left = ((c->above_left ^ c->below_left) & bit) != 0;
    const bool from_above = (c->above_edges & bit) != 0;
    link(tracing, from_left ? *row : NO_NODE, node, !from_left | ((c->below_left & bit) != 0));
    link(tracing, from_above ? tracing->open[x] : NO_NODE, node,
         !from_above | ((c->above_left & bit) != 0));
    *row = tracing->open[x] = node;
    return (from_left | from_above) ? NO_NODE : node;
}

/* Two corners at one place. The first has the edge to the left, the second that to the right. */
static uint32_t add_pinch(struct tracing *tracing, const struct columns *c, uint64_t bit,
                          uint32_t x, uint32_t y, uint32_t *row)
{
    const uint32_t first = add_node(tracing, x, y, true), second = add_node(tracing, x, y, true);
    const bool falls = (c->above_left & bit) != 0; /* solid at the top left and bottom right */
    const bool left_goes_up = falls != tracing->joined;
    link(tracing, *row, first, (c->below_left & bit) != 0);
    link(tracing, tracing->open[x], left_goes_up ? first : second, falls);
    tracing->open[x] = left_goes_up ? second : first;
    *row = second;
    return left_goes_up ? second : NO_NODE;
}

/* A corner whose edges lead right and down may be the first one of a loop. */
static void trace_line(struct tracing *tracing, uint32_t y)
{
    const uint32_t stripes = stripes_of(tracing->mask);
    uint64_t carry[2] = {0, 0};
    uint32_t row = NO_NODE, last_edge = UINT32_MAX;
    for (uint32_t stripe = 0; stripe < stripes; stripe++) {
        const uint64_t below = row_word(tracing->mask, stripe, y);
        const struct columns c = columns_of(tracing->above[stripe], below, carry);
        const uint64_t single = single_corners(&c), crossed = pinches(&c);
        tracing->above[stripe] = below;
        for (uint64_t rest = single | crossed; rest != 0; rest &= rest - 1) {
            const uint64_t bit = rest & (0 - rest), nearer = c.below_edges & (bit - 1);
            const uint32_t x = 64 * stripe + lowest_bit(rest);
            const uint32_t first = (single & bit) != 0 ? add_single(tracing, &c, bit, x, y, &row)
                                                       : add_pinch(tracing, &c, bit, x, y, &row);
            if (first == NO_NODE)
                continue;
            if (nearer != 0)
                tracing->nodes[first].left = tracing->open[64 * stripe + highest_bit(nearer)];
            else if (last_edge != UINT32_MAX)
                tracing->nodes[first].left = tracing->open[last_edge];
        }
        if (c.below_edges != 0)
            last_edge = 64 * stripe + highest_bit(c.below_edges);
    }
}

/* The edge to the left of a loop's first corner bounds the space that the loop lies in. A loop of
 * the other kind encloses that space, one of its own kind lies in it, too. */
static uint32_t find_parent(const struct tracing *tracing, const struct outline *outline,
                            uint32_t left, bool is_hole)
{
    if (left == NO_NODE)
        return NO_LOOP;
    const uint32_t neighbour = tracing->nodes[left].loop;
    const struct outline_loop *const loop = &outline->loops[neighbour];
    return (loop->area < 0) != is_hole ? neighbour : loop->parent;
}

static void collect_loop(struct tracing *tracing, uint32_t first, struct outline *outline)
{
    struct outline_loop *const loop = &outline->loops[outline->loop_count];
    const uint32_t left = tracing->nodes[first].left;
    struct outline_corner *corner = outline->corners + outline->corner_count;
    int64_t area = 0;
    *loop = (struct outline_loop){.first = outline->corner_count};
    for (uint32_t i = first; i != NO_NODE;) {
        struct node *const node = &tracing->nodes[i];
        const uint32_t next = node->next;
        *corner++ = (struct outline_corner){node->x, node->y, node->pinch};
        area += (int64_t)node->x * (tracing->nodes[next].y - node->y);
        node->loop = outline->loop_count;
        node->next = NO_NODE;
        i = next != first ? next : NO_NODE;
    }
    outline->corner_count = (uint32_t)(corner - outline->corners);
    loop->count = outline->corner_count - loop->first;
    loop->area = area;
    loop->parent = find_parent(tracing, outline, left, area < 0);
    outline->loop_count++;
}

static void collect(struct tracing *tracing, struct arena *arena, struct outline *outline)
{
    *outline = (struct outline){
        .corners = arena_new(arena, tracing->count - 1, sizeof *outline->corners),
        .loops = arena_new(arena, tracing->count / 4 + 1, sizeof *outline->loops),
    };
    for (uint32_t i = 1; i < tracing->count; i++)
        if (tracing->nodes[i].next != NO_NODE)
            collect_loop(tracing, i, outline);
}

static void trace_box(const struct mask *mask, struct arena *arena, struct outline *outline)
{
    const int32_t width = (int32_t)mask->width, height = (int32_t)mask->height;
    *outline = (struct outline){.corners = arena_new(arena, 4, sizeof *outline->corners),
                                .loops = arena_new(arena, 1, sizeof *outline->loops),
                                .corner_count = 4,
                                .loop_count = 1};
    outline->loops[0] = (struct outline_loop){
        .count = 4, .parent = NO_LOOP, .area = (int64_t)mask->width * mask->height};
    outline->corners[1].x = outline->corners[2].x = width;
    outline->corners[2].y = outline->corners[3].y = height;
}

bool outline_make(const struct mask *mask, bool joined, uint64_t most, struct arena *arena,
                  struct outline *out, struct error *err)
{
    *out = (struct outline){0};
    if (mask->area == 0)
        return true;
    if (mask->width > OUTLINE_SIDE_MAX || mask->height > OUTLINE_SIDE_MAX)
        return fail(err,
                    "its solid pixels span %" PRIu32 "x%" PRIu32
                    ", and shapes are made of at most %dx%d",
                    mask->width, mask->height, OUTLINE_SIDE_MAX, OUTLINE_SIDE_MAX);
    if (mask->words == NULL) {
        trace_box(mask, arena, out);
        return true;
    }
    struct tracing tracing = {.mask = mask,
                              .count = 1,
                              .open = arena_new(arena, mask->width + (size_t)1, sizeof(uint32_t)),
                              .above = arena_new(arena, stripes_of(mask), sizeof(uint64_t)),
                              .joined = joined};
    size_t capacity = 0;
    for (uint32_t y = 0; y <= mask->height && tracing.count - 1 <= most; y++) {
        tracing.nodes = array_reserve(tracing.nodes, tracing.count + (size_t)128 * stripes_of(mask),
                                      &capacity, sizeof *tracing.nodes);
        trace_line(&tracing, y);
    }
    if (tracing.count - 1 <= most)
        collect(&tracing, arena, out);
    free(tracing.nodes);
    return tracing.count - 1 <= most ||
           fail(err, "its outline has %" PRIu64 " corners, and this --max-pixels allows %" PRIu64,
                count_corners(mask), most);
}

void outline_get_loops(const struct outline *outline, uint64_t area_least, struct arena *arena,
                       struct loops *out)
{
    *out = (struct loops){
        .corners = arena_new(arena, outline->corner_count, sizeof *out->corners),
        .starts = arena_new(arena, outline->loop_count + (size_t)1, sizeof *out->starts)};
    uint32_t corners = 0;
    for (uint32_t i = 0; i < outline->loop_count; i++) {
        const struct outline_loop *const loop = &outline->loops[i];
        if ((uint64_t)llabs(loop->area) < area_least)
            continue;
        for (uint32_t k = loop->first; k < loop->first + loop->count; k++)
            out->corners[corners++] = (struct spot){outline->corners[k].x * CORNER_ONE,
                                                    outline->corners[k].y * CORNER_ONE};
        out->starts[++out->count] = corners;
    }
}
