/*
 * canvas_polygon.c - polygons on a canvas
 *
 * In each row the edges that cross its centre line are taken from left to right. A pixel belongs to
 * the shape when the edges left of its centre that go down are not as many as those that go up.
 */
#include "canvas.h"

#include "wide.h"

/* The most edges that are sorted at once. A row with more of them takes several turns. */
enum { CROSSINGS = 64 };

/* An edge that crosses the row: the first pixel whose centre is not left of it, in the order in
 * which crossings are taken, and what it adds to those that go down. */
struct crossing {
    uint64_t key; /* the column, and then the edge */
    int32_t adds;
};

/* Finds where an edge crosses the line at `y`. The upper end belongs to the edge, the lower one
 * does not. Both ways along an edge give the same column. */
static bool find_crossing(const hm_corner *from, const hm_corner *to, int64_t y, const hm_box *box,
                          uint32_t edge, struct crossing *out)
{
    const bool down = from->y <= y, up = to->y <= y;
    if (down == up)
        return false;
    const hm_corner *const upper = down ? from : to, *const lower = down ? to : from;
    const struct wide across = hm_wide_product(upper->y - y, lower->x - upper->x);
    const int64_t x = upper->x - hm_wide_divide(across, lower->y - upper->y);
    const int64_t column = smaller(larger((x + 32767) >> 16, box->x0), box->x1);
    *out = (struct crossing){(uint64_t)column << 32 | edge, down ? 1 : -1};
    return true;
}

/* Finds the first crossings of a row whose keys are at least `least`, sorted. Returns how many. */
static uint32_t find_crossings(const hm_corner *corners, uint32_t count, int64_t y,
                               const hm_box *box, uint64_t least, struct crossing *out)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hm_corner *const next = &corners[i + 1 < count ? i + 1 : 0];
        struct crossing crossing;
        if (!find_crossing(&corners[i], next, y, box, i, &crossing) || crossing.key < least)
            continue;
        if (found == CROSSINGS && crossing.key > out[found - 1].key)
            continue;
        found += found < CROSSINGS;
        uint32_t at = found - 1;
        for (; at > 0 && out[at - 1].key > crossing.key; at--)
            out[at] = out[at - 1];
        out[at] = crossing;
    }
    return found;
}

static SMALL void draw_row(struct pen *pen, const hm_corner *corners, uint32_t count, int32_t row)
{
    const int64_t y = (int64_t)row * 65536 + 32768;
    struct crossing crossings[CROSSINGS];
    uint64_t least = 0;
    uint32_t found;
    int64_t inside = 0, first = 0;
    do {
        found = find_crossings(corners, count, y, &pen->box, least, crossings);
        for (uint32_t i = 0; i < found; i++) {
            const int64_t column = (int64_t)(crossings[i].key >> 32), before = inside;
            inside += crossings[i].adds;
            if (before == 0)
                first = column;
            if (inside == 0 && column > first)
                hm_pen_run(pen, row, first, column);
            least = crossings[i].key + 1;
        }
    } while (found == CROSSINGS);
    hm_pen_end_row(pen, row);
}

static SMALL bool is_corner(const hm_corner *corner)
{
    return corner->x >= -HM_AFFINE_SHIFT_MAX && corner->x <= HM_AFFINE_SHIFT_MAX &&
           corner->y >= -HM_AFFINE_SHIFT_MAX && corner->y <= HM_AFFINE_SHIFT_MAX;
}

SMALL bool hm_canvas_polygon(hm_canvas *canvas, const hm_corner *corners, uint32_t count, hm_op op)
{
    const int64_t most = HM_AFFINE_SHIFT_MAX;
    int64_t x0 = most, x1 = -most, y0 = x0, y1 = x1;
    struct pen pen;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_corner(&corners[i]))
            return false;
        x0 = smaller(x0, corners[i].x);
        y0 = smaller(y0, corners[i].y);
        x1 = larger(x1, corners[i].x);
        y1 = larger(y1, corners[i].y);
    }
    if (ink_of(op) == NULL)
        return false;
    if (hm_pen_begin(&pen, canvas, op, x0 >> 16, y0 >> 16, (x1 >> 16) + 1, (y1 >> 16) + 1)) {
        for (int32_t row = pen.box.y0; row < pen.box.y1; row++)
            draw_row(&pen, corners, count, row);
        hm_pen_end(&pen);
    }
    return true;
}
