/*
 * cells.c - a sheet cut into its connected pieces, or tried against its grid
 *
 * Boxes of pieces are joined until no two lie close. That has one result, in whatever order they
 * are joined, because a box only grows. The boxes are the leaves of a tree in which each node has
 * the box of all below it, so that a box that has grown finds others that are close now.
 *
 * A grid is tried by the lines between columns and between rows that no drawing crosses: from them
 * follows the nearest size of cells whose sides are all such lines.
 */
#include "bake/cells.h"

#include "base/memory.h"
#include "base/text.h"
#include "model/mend.h"

#include <inttypes.h>
#include <stdlib.h>

/* The pixels from (x0, y0) up to (x1, y1), which is outside; none when x1 is 0. */
struct box {
    uint32_t x0, y0, x1, y1;
    uint32_t row;
};

/* The box around both. */
static struct box around(struct box a, struct box b)
{
    if (a.x1 == 0 || b.x1 == 0)
        return a.x1 == 0 ? b : a;
    return (struct box){min_u32(a.x0, b.x0), min_u32(a.y0, b.y0), max_u32(a.x1, b.x1),
                        max_u32(a.y1, b.y1), 0};
}

static bool are_close(const struct box *a, const struct box *b, uint64_t gap)
{
    return a->x1 != 0 && b->x1 != 0 && a->x0 < b->x1 + gap && b->x0 < a->x1 + gap &&
           a->y0 < b->y1 + gap && b->y0 < a->y1 + gap;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

static bool is_piece(const struct components *found, size_t run, uint32_t fewest)
{
    return found->runs[run].component == run && found->runs[run].area >= fewest;
}

/* The box of each piece goes to `boxes`, which are empty. A root stands before all other runs of
 * its piece, and `numbers`, one a run, has the number of its box there. */
static void gather_boxes(const struct components *found, uint32_t fewest, struct box *boxes,
                         uint32_t *numbers)
{
    uint32_t count = 0;
    for (size_t i = 0; i < found->count; i++) {
        const struct run *const run = &found->runs[i];
        if (is_piece(found, i, fewest))
            numbers[i] = count++;
        if (!is_piece(found, run->component, fewest))
            continue;
        struct box *const box = &boxes[numbers[run->component]];
        *box = around(*box, (struct box){run->x0, run->y, run->x1, run->y + 1, 0});
    }
}

/* ---- The tree ----------------------------------------------------------------------------- */

/* The children of node i are 2i and 2i + 1, the root is 1, the leaves begin at `leaves`. */
struct box_tree {
    struct box *nodes;
    size_t leaves;
};

static void tree_init(struct box_tree *tree, size_t count)
{
    tree->leaves = 1;
    while (tree->leaves < count)
        tree->leaves *= 2;
    tree->nodes = memory_new(2 * tree->leaves, sizeof *tree->nodes);
}

static void tree_update(struct box_tree *tree, size_t node)
{
    tree->nodes[node] = around(tree->nodes[2 * node], tree->nodes[2 * node + 1]);
}

static void tree_set(struct box_tree *tree, size_t leaf, struct box box)
{
    tree->nodes[leaf] = box;
    for (size_t node = leaf / 2; node > 0; node /= 2)
        tree_update(tree, node);
}

/* Another leaf that is close to this one; 0: there is none. */
static size_t tree_find(const struct box_tree *tree, size_t leaf, uint32_t gap)
{
    const struct box *const box = &tree->nodes[leaf];
    size_t node = 1;
    while (node > 0) {
        const bool close = node != leaf && are_close(&tree->nodes[node], box, gap);
        if (close && node >= tree->leaves)
            return node;
        if (close) {
            node *= 2;
            continue;
        }
        /* The next node beside it, or beside the nearest one above that has one. */
        while (node % 2 == 1)
            node /= 2;
        node += node > 0;
    }
    return 0;
}

/* Joins boxes until no two are close. */
static void join_boxes(struct box_tree *tree, size_t count, uint32_t gap)
{
    for (size_t node = tree->leaves - 1; node > 0; node--)
        tree_update(tree, node);
    for (size_t leaf = tree->leaves; leaf < tree->leaves + count; leaf++) {
        size_t other;
        while (tree->nodes[leaf].x1 != 0 && (other = tree_find(tree, leaf, gap)) != 0) {
            tree_set(tree, leaf, around(tree->nodes[leaf], tree->nodes[other]));
            tree_set(tree, other, (struct box){0});
        }
    }
}

/* ---- Reading order ------------------------------------------------------------------------ */

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int by_top(const void *left, const void *right)
{
    const struct box *const a = left, *const b = right;
    return a->y0 != b->y0 ? compare(a->y0, b->y0) : compare(a->x0, b->x0);
}

static int by_row(const void *left, const void *right)
{
    const struct box *const a = left, *const b = right;
    const int side = a->x0 != b->x0 ? compare(a->x0, b->x0) : compare(a->y0, b->y0);
    return a->row != b->row ? compare(a->row, b->row) : side;
}

/* True if the middle of `a`, counted in half pixels, lies beside `b`. */
static bool is_beside(const struct box *a, const struct box *b)
{
    const uint64_t middle = (uint64_t)a->y0 + a->y1;
    return middle >= 2 * (uint64_t)b->y0 && middle < 2 * (uint64_t)b->y1;
}

static void sort_boxes(struct box *boxes, size_t count)
{
    uint32_t row = 0;
    qsort(boxes, count, sizeof *boxes, by_top);
    for (size_t i = 0; i < count; i++) {
        const struct box *const first = &boxes[i];
        if (first->row != 0)
            continue;
        row++;
        for (size_t k = i; k < count && boxes[k].y0 < first->y1; k++)
            if (boxes[k].row == 0 && (is_beside(&boxes[k], first) || is_beside(first, &boxes[k])))
                boxes[k].row = row;
    }
    qsort(boxes, count, sizeof *boxes, by_row);
}

/* ---- The cut ------------------------------------------------------------------------------ */

static void add_frames(const struct box *boxes, size_t count, struct atlas *out)
{
    atlas_add_page(out, &(struct atlas_page){.image = arena_text(&out->arena, "")});
    out->numbered = true;
    for (size_t i = 0; i < count; i++) {
        const struct box *const box = &boxes[i];
        struct atlas_frame frame = {.name = arena_format(&out->arena, "%zu", i)};
        atlas_set_region(&frame, box->x0, box->y0, box->x1 - box->x0, box->y1 - box->y0);
        atlas_add_frame(out, &frame);
    }
}

/* Cuts along the boxes of so many pieces. */
static bool cut(const struct components *found, size_t count, const struct auto_cut_rule *rule,
                struct atlas *out, struct error *err)
{
    struct box_tree tree;
    size_t left = 0;
    uint32_t *const numbers = calloc(found->count + 1, sizeof *numbers);
    if (numbers == NULL)
        return fail_memory(err);
    tree_init(&tree, count);
    struct box *const boxes = tree.nodes + tree.leaves;
    gather_boxes(found, rule->least, boxes, numbers);
    join_boxes(&tree, count, rule->gap);
    for (size_t i = 0; i < count; i++)
        if (boxes[i].x1 != 0)
            boxes[left++] = boxes[i];
    sort_boxes(boxes, left);
    add_frames(boxes, left, out);
    free(numbers);
    free(tree.nodes);
    return true;
}

bool auto_cut(const struct bitmap *solid, const struct auto_cut_rule *rule, struct atlas *out,
              struct error *err)
{
    struct components found;
    size_t count = 0;
    if (!components_find(solid, COMPONENTS_SOLID, &found, err))
        return false;
    for (size_t i = 0; i < found.count; i++)
        count += is_piece(&found, i, rule->least);
    const bool ok = count <= AUTO_CUT_MOST
                        ? cut(&found, count, rule, out, err)
                        : fail(err,
                               "has %zu separate pieces, more than the %d that --auto-cut takes; "
                               "--alpha-threshold or --despeckle may leave fewer",
                               count, AUTO_CUT_MOST);
    components_free(&found);
    return ok;
}

/* Sizes that are further off were hardly meant. */
enum { TIMES_MOST = 4 };

/* ---- Lines -------------------------------------------------------------------------------- */

/* Line i lies before pixel i. It is set when solid pixels touch across it. Returns the lines
 * between columns, and behind them those between rows, to be freed; NULL without memory. */
static uint8_t *find_lines(const struct bitmap *solid, uint8_t **rows)
{
    uint64_t *const touching = calloc(solid->row_words + 1, sizeof *touching);
    uint8_t *const columns = calloc((size_t)solid->width + solid->height + 2, 1);
    if (touching == NULL || columns == NULL) {
        free(touching);
        free(columns);
        return NULL;
    }
    *rows = columns + solid->width + 1;
    for (uint32_t y = 0; y < solid->height; y++) {
        const uint64_t *const row = bitmap_row(solid, y);
        const uint64_t *const above = y > 0 ? bitmap_row(solid, y - 1) : NULL;
        uint64_t last = 0, both = 0;
        for (size_t i = 0; i < solid->row_words; i++) {
            touching[i] |= row[i] & (row[i] << 1 | last);
            last = row[i] >> 63;
            both |= above != NULL ? above[i] & row[i] : 0;
        }
        (*rows)[y] = both != 0;
    }
    for (uint32_t x = 0; x < solid->width; x++)
        columns[x] = touching[x / 64] >> (x % 64) & 1;
    free(touching);
    return columns;
}

/* ---- Sizes -------------------------------------------------------------------------------- */

/* True if cells of that size fill a side, and none of them begins or ends in a drawing. */
static bool fits_side(const uint8_t *crossed, uint32_t side, uint32_t cell,
                      const struct grid_rule *rule)
{
    const uint64_t count = grid_fitting(side, rule->margin, cell, rule->spacing);
    if (count == 0 || grid_leaves_rest(count, side, cell, rule))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t start = grid_start(i, rule->margin, cell, rule->spacing);
        if (crossed[start] || crossed[start + cell])
            return false;
    }
    return true;
}

/* The size nearest to `cell` that fits, the larger of two; 0: none does. */
static uint32_t nearest_size(const uint8_t *crossed, uint32_t side, uint32_t cell,
                             const struct grid_rule *rule)
{
    const uint64_t largest = (uint64_t)cell * TIMES_MOST;
    for (uint32_t off = 0; off <= side; off++) {
        if ((uint64_t)cell + off <= largest && (uint64_t)cell + off <= side &&
            fits_side(crossed, side, cell + off, rule))
            return cell + off;
        if (off < cell && (uint64_t)(cell - off) * TIMES_MOST >= cell && cell - off <= side &&
            fits_side(crossed, side, cell - off, rule))
            return cell - off;
    }
    return 0;
}

/* ---- Cells -------------------------------------------------------------------------------- */

/* True if the pixel and its neighbour are solid. The neighbour may lie outside: before 0 is a large
 * number. */
static bool touch(const struct bitmap *solid, uint32_t x, uint32_t y, uint32_t to_x, uint32_t to_y)
{
    return to_x < solid->width && to_y < solid->height && bitmap_get(solid, x, y) &&
           bitmap_get(solid, to_x, to_y);
}

static bool is_cut(const struct bitmap *solid, const struct atlas_frame *cell)
{
    const uint32_t left = cell->x, right = cell->x + cell->width - 1;
    const uint32_t top = cell->y, bottom = cell->y + cell->height - 1;
    for (uint32_t x = left; x <= right; x++)
        if (touch(solid, x, top, x, top - 1) || touch(solid, x, bottom, x, bottom + 1))
            return true;
    for (uint32_t y = top; y <= bottom; y++)
        if (touch(solid, left, y, left - 1, y) || touch(solid, right, y, right + 1, y))
            return true;
    return false;
}

static bool is_drawn(const struct bitmap *solid, const struct atlas_frame *cell)
{
    for (uint32_t y = cell->y; y < cell->y + cell->height; y++)
        for (uint32_t x = cell->x; x < cell->x + cell->width; x++)
            if (bitmap_get(solid, x, y))
                return true;
    return false;
}

static void count_cells(const struct bitmap *solid, const struct atlas *cells, struct grid_fit *out)
{
    for (size_t i = 0; i < cells->frame_count; i++) {
        const bool cut = is_cut(solid, &cells->frames[i]);
        out->cut += cut;
        out->drawn += cut || is_drawn(solid, &cells->frames[i]);
    }
}

bool grid_fit(const struct bitmap *solid, const struct grid_rule *rule, const struct atlas *cells,
              struct grid_fit *out, struct error *err)
{
    uint8_t *rows = NULL, *const columns = find_lines(solid, &rows);
    *out = (struct grid_fit){0};
    if (columns == NULL)
        return fail_memory(err);
    const uint32_t width = cells->frames[0].width, height = cells->frames[0].height;
    const uint32_t fitting_width = nearest_size(columns, solid->width, width, rule);
    const uint32_t fitting_height = nearest_size(rows, solid->height, height, rule);
    const bool is_other = fitting_width != width || fitting_height != height;
    const bool is_all = fitting_width == solid->width && fitting_height == solid->height;
    free(columns);
    if (fitting_width == 0 || fitting_height == 0 || !is_other || is_all)
        return true;
    count_cells(solid, cells, out);
    if (out->cut > out->drawn / 2) {
        out->width = fitting_width;
        out->height = fitting_height;
    }
    return true;
}
