/*
 * outline.c - outlines as loops of corners: that of a mask along the edges of its pixels, and those
 * that the bake made
 *
 * Two rows of pixels above each other, 64 columns at a time, show where the outline turns. At a
 * corner, one edge goes to the left or right, and one up or down. Where solid pixels meet
 * crosswise, two corners lie at one point: `diagonal` decides which edges each of them joins.
 *
 *     ##..           #|.
 *     ##..    turn   -+-   crosswise: one corner joins left and up, the other right and down;
 *     ....           .|#              or left and down, right and up
 *
 * The solid pixels lie on the right of the way along a loop. Corners are found in reading order.
 * Each is linked to the next one of its loop: along the row when it is found, along its column
 * when all are known. Then it gets its place in the result, and moves there. All of this happens
 * in the memory for the result.
 */
#include "bits.h"
#include "columns.h"
#include "records.h"
#include "sprite.h"

#include <hitmask_canvas.h>

#include <string.h>

/* ---- Corners that are being linked ----------------------------------------------------------- */

/* It lies where the result will have an hm_corner. */
struct node {
    int32_t x, y;
    uint32_t next;  /* the next corner of the loop */
    uint32_t place; /* of this corner in the result */
};

_Static_assert(sizeof(struct node) == sizeof(hm_corner), "a corner takes the place of a node");

#define NONE UINT32_MAX

static inline struct node get_node(const hm_corner *nodes, uint32_t index)
{
    struct node node;
    memcpy(&node, &nodes[index], sizeof node);
    return node;
}

static inline void put_node(hm_corner *nodes, uint32_t index, struct node node)
{
    memcpy(&nodes[index], &node, sizeof node);
}

#define FIELD(nodes, index, name) node_field(&(nodes)[index], offsetof(struct node, name))
#define PUT_FIELD(nodes, index, name, value)                                                       \
    put_node_field(&(nodes)[index], offsetof(struct node, name), value)

static inline uint32_t node_field(const hm_corner *node, size_t offset)
{
    uint32_t value;
    memcpy(&value, (const uint8_t *)node + offset, sizeof value);
    return value;
}

static inline void put_node_field(hm_corner *node, size_t offset, uint32_t value)
{
    memcpy((uint8_t *)node + offset, &value, sizeof value);
}

/* ---- Rows of a box --------------------------------------------------------------------------- */

/* The part of a view that is outlined, in words of 64 columns. */
struct cut {
    const hm_sprite *sprite;
    const uint8_t *words; /* the stored word of the first row and columns; NULL: it is looked up */
    ptrdiff_t row_size, stripe_size;
    int64_t x; /* of the first column of the first word */
    int64_t y0, y1;
    uint32_t count;       /* the words of a row */
    uint64_t first, last; /* the columns of the first and of the last word that are in the box */
};

/* The box must lie inside the bounds and not be empty. */
static struct cut make_cut(const hm_sprite *sprite, const hm_box *box)
{
    const bool stored = sprite->row_step != 0 && !sprite->flip_x;
    const hm_box bounds = sprite_bounds(sprite);
    const uint32_t column = (uint32_t)(box->x0 - bounds.x0);
    const unsigned skipped = stored ? column % 64 : 0;
    const uint32_t columns = skipped + (uint32_t)(box->x1 - box->x0);
    struct cut cut = {
        .sprite = sprite,
        .x = (int64_t)box->x0 - skipped,
        .y0 = box->y0,
        .y1 = box->y1,
        .count = (columns - 1) / 64 + 1,
        .first = ~low_bits(skipped),
        .last = low_bits((columns - 1) % 64 + 1),
    };
    if (stored) {
        const uint32_t row =
            (uint32_t)(sprite->flip_y ? bounds.y1 - 1 - box->y0 : box->y0 - bounds.y0);
        cut.words = sprite_row(sprite, column / 64, row);
        cut.row_size = sprite->flip_y ? -8 : 8;
        cut.stripe_size = ((ptrdiff_t)bounds.y1 - bounds.y0) * 8;
    }
    return cut;
}

/* Word `k` of a row. */
INLINE uint64_t cut_word(const struct cut *cut, bool stored, uint32_t k, int64_t row)
{
    if (!stored)
        return hm_shown_columns(cut->sprite, cut->x + (int64_t)k * 64, cut->y0 + row);
    return get_u64(cut->words + (ptrdiff_t)k * cut->stripe_size + row * cut->row_size);
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* The corners of a level between two rows, at the left edges of 64 columns. */
struct turns {
    uint64_t single, crossed; /* points with one corner, and with two */
    uint64_t left;            /* an edge comes from the left */
    uint64_t below;           /* the pixel below that edge is solid */
};

/* The corners so far. When there are more than `capacity`, they are only counted from then on. */
struct list {
    hm_corner *nodes;
    uint32_t count, capacity;
    uint32_t open; /* the corner whose edge to the right has no end yet */
    bool diagonal;
    uint64_t left_out;
};

/* Makes `to` the next corner after `from`, or the other way round. There is no branch, because no
 * processor can predict the way of an edge. */
static inline void link_corners(hm_corner *nodes, uint32_t from, uint32_t to, bool as_given)
{
    const uint64_t mask = 0 - (uint64_t)as_given;
    PUT_FIELD(nodes, choose(from, to, mask), next, (uint32_t)choose(to, from, mask));
}

/* Adds the corners of a word, whose first column is `x`. Of two corners at a point, the first is
 * the lower end of an edge, the second the upper end of another. */
INLINE void add_corners(struct list *list, const struct turns *turns, int64_t x, int64_t y)
{
    hm_corner *const nodes = list->nodes;
    uint32_t count = list->count, open = list->open;
    if (list->left_out > 0 || list->capacity - count < 2 * 64) {
        const uint32_t found = count_bits(turns->single) + 2 * count_bits(turns->crossed);
        if (list->left_out > 0 || list->capacity - count < found) {
            list->left_out += found;
            return;
        }
    }
    for (uint64_t points = turns->single | turns->crossed; points != 0; points &= points - 1) {
        const unsigned bit = lowest_bit(points);
        const bool left = turns->left >> bit & 1, solid_below = turns->below >> bit & 1;
        const struct node node = {(int32_t)(x + bit), (int32_t)y, NONE, NONE};
        uint32_t in = count, out = count;
        put_node(nodes, count++, node);
        if (turns->crossed >> bit & 1) {
            put_node(nodes, count++, node);
            /* Left and up are joined round a pixel that does not hang together with the one across.
             */
            const bool left_up = solid_below == list->diagonal;
            in += !left_up;
            out += left_up;
        }
        if (left)
            link_corners(nodes, open, in, solid_below);
        open = out;
    }
    list->count = count;
    list->open = open;
}

/* Two rows of pixels above each other: the 64 columns that were looked at last. */
struct level {
    uint64_t above, below;
};

/* Goes on to the next 64 columns. True if there are corners at the left edges of these. */
INLINE bool next_turns(struct level *level, uint64_t above, uint64_t below, struct turns *out)
{
    const uint64_t above_left = above << 1 | level->above >> 63;
    const uint64_t below_left = below << 1 | level->below >> 63;
    const uint64_t up = above ^ above_left, down = below ^ below_left;
    *out = (struct turns){.single = up ^ down,
                          .crossed = up & down & (above ^ below),
                          .left = above_left ^ below_left,
                          .below = below_left};
    level->above = above;
    level->below = below;
    return (out->single | out->crossed) != 0;
}

/* Visits the levels of a box, from above its first row to below its last one. */
INLINE void visit_levels(const struct cut *cut, bool stored, struct list *list)
{
    const int64_t rows = cut->y1 - cut->y0;
    for (int64_t row = 0; row <= rows; row++) {
        const uint64_t has_above = 0 - (uint64_t)(row > 0), has_below = 0 - (uint64_t)(row < rows);
        const int64_t above = row - (row > 0), below = row - (row == rows);
        struct level level = {0, 0};
        struct turns turns;
        for (uint32_t k = 0; k <= cut->count; k++) {
            const uint32_t last = cut->count - 1, word = k <= last ? k : last;
            const uint64_t columns = (k == 0 ? cut->first : UINT64_MAX) & (k < last    ? UINT64_MAX
                                                                           : k == last ? cut->last
                                                                                       : 0);
            if (next_turns(&level, cut_word(cut, stored, word, above) & columns & has_above,
                           cut_word(cut, stored, word, below) & columns & has_below, &turns))
                add_corners(list, &turns, cut->x + (int64_t)k * 64, cut->y0 + row);
        }
    }
}

static NOINLINE void list_stored(const struct cut *cut, struct list *list)
{
    visit_levels(cut, true, list);
}

static SMALL NOINLINE void list_mirrored(const struct cut *cut, struct list *list)
{
    visit_levels(cut, false, list);
}

/* ---- Loops ----------------------------------------------------------------------------------- */

/* As many columns are linked at once; a mask of 2048 pixels has one more than that. */
enum { COLUMNS = 2049 };

/* Links the corners of some columns, from `x` on: in each, the first is the upper end of an edge,
 * the second the lower end, and so on. The end that goes on along the row already is where the edge
 * leads to. */
static void link_columns(const struct list *list, int64_t x, uint32_t columns)
{
    hm_corner *const nodes = list->nodes;
    uint32_t open[COLUMNS];
    memset(open, 0xff, columns * sizeof *open);
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t column = (uint32_t)(FIELD(nodes, i, x) - (uint32_t)x);
        if (column >= columns)
            continue;
        const uint32_t upper = open[column], next = FIELD(nodes, i, next);
        /* Without an upper end, this one is linked to what it is linked to already. */
        const uint64_t is_lower = 0 - (uint64_t)(upper != NONE);
        open[column] = (uint32_t)choose(NONE, i, is_lower);
        link_corners(nodes, i, (uint32_t)choose(upper, next, is_lower), next == NONE || !is_lower);
    }
}

/* Gives all corners their places, loop by loop. Returns the number of loops. */
static uint32_t place_loops(const struct list *list, uint32_t *ends)
{
    hm_corner *const nodes = list->nodes;
    uint32_t place = 0, loops = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (FIELD(nodes, i, place) != NONE)
            continue;
        for (uint32_t at = i; at != NONE && FIELD(nodes, at, place) == NONE;
             at = FIELD(nodes, at, next)) {
            PUT_FIELD(nodes, at, place, place);
            place++;
        }
        if (loops < list->capacity / 4)
            ends[loops++] = place;
    }
    return loops;
}

/* Moves all nodes to their places, where they become corners. */
static void move_corners(const struct list *list)
{
    hm_corner *const nodes = list->nodes;
    for (uint32_t i = 0; i < list->count; i++) {
        struct node node = get_node(nodes, i);
        while (node.place != i) {
            const struct node other = get_node(nodes, node.place);
            put_node(nodes, node.place, node);
            node = other;
        }
        nodes[i] = (hm_corner){(int64_t)node.x * 65536, (int64_t)node.y * 65536};
    }
}

/* The outline of a box that is solid throughout. */
static SMALL uint32_t outline_box(const hm_box *box, hm_corner *corners, uint32_t capacity,
                                  uint32_t *ends, uint32_t *loops)
{
    const int64_t x0 = (int64_t)box->x0 * 65536, x1 = (int64_t)box->x1 * 65536;
    const int64_t y0 = (int64_t)box->y0 * 65536, y1 = (int64_t)box->y1 * 65536;
    if (capacity < 4)
        return 4;
    corners[0] = (hm_corner){x0, y0};
    corners[1] = (hm_corner){x1, y0};
    corners[2] = (hm_corner){x1, y1};
    corners[3] = (hm_corner){x0, y1};
    ends[0] = 4;
    *loops = 1;
    return 4;
}

uint32_t hm_outline(const hm_sprite *sprite, const hm_box *box, bool diagonal, hm_corner *corners,
                    uint32_t capacity, uint32_t *ends, uint32_t *loops)
{
    const hm_box tight = sprite_tight(sprite);
    const hm_box *const given = box != NULL ? box : &tight;
    const hm_box part = {(int32_t)larger(given->x0, tight.x0), (int32_t)larger(given->y0, tight.y0),
                         (int32_t)smaller(given->x1, tight.x1),
                         (int32_t)smaller(given->y1, tight.y1)};
    *loops = 0;
    if (part.x0 >= part.x1 || part.y0 >= part.y1)
        return 0;
    if (sprite->row_step == 0)
        return outline_box(&part, corners, capacity, ends, loops);
    const struct cut cut = make_cut(sprite, &part);
    struct list list = {.nodes = corners, .capacity = capacity, .diagonal = diagonal};
    (cut.words != NULL ? list_stored : list_mirrored)(&cut, &list);
    if (list.left_out > 0)
        return (uint32_t)smaller((int64_t)(list.count + list.left_out), UINT32_MAX);
    for (int64_t x = part.x0; x <= part.x1; x += COLUMNS)
        link_columns(&list, x, (uint32_t)smaller(part.x1 - x + 1, COLUMNS));
    *loops = place_loops(&list, ends);
    move_corners(&list);
    return list.count;
}

/* ==== Those that the bake made ================================================================ */

/*
 * the loops of a pack, as they are and as a placement puts them
 *
 * hm_pack_open does not check these sections, so each number is checked where it is followed: an
 * answer from a damaged pack may be wrong, but it comes from inside the pack.
 */

_Static_assert(sizeof(hm_shapes) == 80, "hm_shapes has the same size everywhere");

/* The bits of `flags`. */
enum { WIDE = 1, FLIP_X = 2, FLIP_Y = 4 };

/* ---- Found ----------------------------------------------------------------------------------- */

static SMALL const uint8_t *find_shapes(const hm_sprite *sprite)
{
    hm_pack pack;
    uint32_t index;
    if (!hm_find_again(sprite, &pack, &index))
        return NULL;
    const hm_records shapes = hm_find_records(pack.data, SECTION_SHAPES, SHAPE_RECORD);
    return hm_find_of_sprite(&shapes, index);
}

SMALL bool hm_sprite_shapes(const hm_sprite *sprite, hm_shapes *out)
{
    *out = (hm_shapes){.counts = {0}};
    const uint8_t *const record = find_shapes(sprite);
    if (record == NULL)
        return false;
    const hm_records loops = hm_find_records(sprite->of.pack, SECTION_LOOPS, LOOP_RECORD);
    const struct section corners = hm_find_section(sprite->of.pack, SECTION_CORNERS);
    const bool wide = (get_u16(record + SHAPE_FLAGS) & SHAPE_WIDE) != 0;
    const uint32_t first = get_u32(record + SHAPE_LOOPS);
    const uint64_t offset = get_u64(record + SHAPE_CORNERS), size = corners.length;
    uint64_t left = first <= loops.count ? loops.count - first : 0;
    for (int kind = 0; kind < SHAPE_KIND_COUNT; kind++) {
        const uint32_t count = get_u32(record + SHAPE_COUNTS + 4 * kind);
        out->counts[kind] = offset <= size && count <= left ? count : 0;
        left -= out->counts[kind];
    }
    if (offset > size)
        return true;
    out->loops = loops.at + (size_t)first * loops.stride;
    out->stride = loops.stride;
    out->corners = corners.bytes + offset;
    out->corner_count = (size - offset) / (wide ? 8 : 4);
    out->left = sprite->bounds.x0;
    out->top = sprite->bounds.y0;
    out->width = sprite->width;
    out->height = sprite->height;
    out->flags = wide ? WIDE : 0;
    out->flags |= sprite->flip_x ? FLIP_X : 0;
    out->flags |= sprite->flip_y ? FLIP_Y : 0;
    return true;
}

SMALL uint32_t hm_shapes_count(const hm_shapes *shapes, hm_shape_kind kind)
{
    return (uint32_t)kind < SHAPE_KIND_COUNT ? shapes->counts[kind] : 0;
}

/* ---- Corners ------------------------------------------------------------------------------- */

static SMALL uint32_t loop_end(const hm_shapes *shapes, uint32_t loop)
{
    return get_u32(shapes->loops + (size_t)loop * shapes->stride);
}

/* The first corner of a loop. Returns how many it has: 0 for no such loop. */
static SMALL uint32_t find_loop(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                                uint32_t *begin)
{
    if (loop >= hm_shapes_count(shapes, kind))
        return 0;
    for (uint32_t i = 0; i < (uint32_t)kind; i++)
        loop += shapes->counts[i];
    *begin = loop > 0 ? loop_end(shapes, loop - 1) : 0;
    const uint32_t end = loop_end(shapes, loop);
    return *begin <= end && end <= shapes->corner_count ? end - *begin : 0;
}

static SMALL hm_spot read_corner(const hm_shapes *shapes, uint32_t index)
{
    const bool wide = (shapes->flags & WIDE) != 0;
    const uint8_t *const p = shapes->corners + (size_t)index * (wide ? 8 : 4);
    const int64_t x = wide ? (int32_t)get_u32(p) : (int16_t)get_u16(p);
    const int64_t y = wide ? (int32_t)get_u32(p + 4) : (int16_t)get_u16(p + 2);
    const hm_spot spot = {x * 4096 + (int64_t)shapes->left * 65536,
                          y * 4096 + (int64_t)shapes->top * 65536};
    return (hm_spot){
        (shapes->flags & FLIP_X) != 0 ? (int64_t)shapes->width * 65536 - spot.x : spot.x,
        (shapes->flags & FLIP_Y) != 0 ? (int64_t)shapes->height * 65536 - spot.y : spot.y};
}

static SMALL bool runs_backwards(const hm_shapes *shapes)
{
    return ((shapes->flags & FLIP_X) != 0) != ((shapes->flags & FLIP_Y) != 0);
}

/* Corners of a mirrored loop come from its first one backwards, so that it runs clockwise again. */
static SMALL void read_loop(const hm_shapes *shapes, uint32_t begin, uint32_t count, bool mirrored,
                            hm_spot *corners)
{
    for (uint32_t i = 0; i < count; i++)
        corners[i] = read_corner(shapes, begin + (mirrored && i > 0 ? count - i : i));
}

SMALL uint32_t hm_shapes_loop(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                              hm_spot *corners, uint32_t capacity)
{
    uint32_t begin = 0;
    const uint32_t count = find_loop(shapes, kind, loop, &begin);
    if (count <= capacity)
        read_loop(shapes, begin, count, runs_backwards(shapes), corners);
    return count;
}

/* ---- Placed ---------------------------------------------------------------------------------- */

/* a * b / 65536 to the nearest, halves up; |a| is below 2^56, and its product with b below 2^78. */
static int64_t times(int64_t a, int64_t b)
{
    const int64_t whole = (a - (a & 0xffff)) / 65536;
    const int64_t rest = (a & 0xffff) * b + 32768;
    return whole * b + (rest - (rest & 0xffff)) / 65536;
}

/* False when it lies too far away. */
static SMALL bool put_in_world(const hm_placement *at, int32_t cosine, int32_t sine, hm_spot *spot)
{
    const int64_t most = (INT64_C(1) << 39), furthest = INT64_C(1) << 47;
    if (at->pivot_x < -furthest || at->pivot_x > furthest || at->pivot_y < -furthest ||
        at->pivot_y > furthest)
        return false;
    const int64_t x = spot->x - at->pivot_x, y = spot->y - at->pivot_y;
    if (x < -most || x > most || y < -most || y > most)
        return false;
    const int64_t wide = times(x, at->scale_x), high = times(y, at->scale_y);
    const uint64_t across = (uint64_t)times(wide, cosine) - (uint64_t)times(high, sine);
    const uint64_t down = (uint64_t)times(wide, sine) + (uint64_t)times(high, cosine);
    *spot = (hm_spot){(int64_t)((uint64_t)at->x + across), (int64_t)((uint64_t)at->y + down)};
    return true;
}

SMALL uint32_t hm_shapes_placed(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                                const hm_placement *at, hm_spot *corners, uint32_t capacity)
{
    const bool mirrors = (at->scale_x < 0) != (at->scale_y < 0);
    uint32_t begin = 0;
    const uint32_t count = find_loop(shapes, kind, loop, &begin);
    int32_t cosine, sine;
    if (count > capacity)
        return count;
    hm_turn(at->angle, &cosine, &sine);
    for (uint32_t i = 0; i < count; i++) {
        hm_spot spot = read_corner(shapes, begin + i);
        if (!put_in_world(at, cosine, sine, &spot))
            return 0;
    }
    read_loop(shapes, begin, count, mirrors != runs_backwards(shapes), corners);
    for (uint32_t i = 0; i < count; i++)
        put_in_world(at, cosine, sine, &corners[i]);
    return count;
}
