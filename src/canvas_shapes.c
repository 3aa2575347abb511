/*
 * canvas_shapes.c - circles and segments on a canvas
 *
 * A segment with a width is the part of the plane within half of it from a line: a rectangle along
 * the line and a disc at each end. Its pixels in a row are those from the first one in any of the
 * three to the last one, since together they have no hollow.
 */
#include "canvas.h"

#include "path.h"
#include "round.h"
#include "wide.h"

static NOINLINE void draw_row(struct pen *pen, int64_t row, int64_t first, int64_t end)
{
    if (row < pen->box.y0 || row >= pen->box.y1)
        return;
    hm_pen_run(pen, (int32_t)row, first, end);
    hm_pen_end_row(pen, (int32_t)row);
}

/* From the middle outwards, so that a row reaches less far than the one before it. */
void hm_canvas_circle(hm_canvas *canvas, int32_t x, int32_t y, uint32_t radius, hm_op op)
{
    const int64_t r = radius;
    const struct columns columns = columns_round(x, (uint32_t)canvas->width);
    struct pen pen;
    if (!hm_pen_begin(&pen, canvas, op, x - r, y - r, x + r + 1, y + r + 1))
        return;
    const int64_t above = (int64_t)y - pen.box.y0, below = (int64_t)pen.box.y1 - 1 - y;
    const int64_t nearest = larger(-smaller(above, below), 0), farthest = larger(above, below);
    int64_t reach = smaller(r, columns.farthest);
    for (int64_t down = nearest; down <= farthest; down++) {
        const uint64_t most = round_square(r) - round_square(down);
        while (reach >= columns.nearest && round_square(reach) > most)
            reach--;
        const int64_t end = reach < columns.nearest ? INT64_MIN : x + reach + 1;
        draw_row(&pen, y - down, x - reach, end);
        if (down > 0)
            draw_row(&pen, y + down, x - reach, end);
    }
    hm_pen_end(&pen);
}

/* ---- Segments -------------------------------------------------------------------------------- */

/* The pixels of a row, from the first to the last, both included. */
struct reach {
    int64_t first, last;
};

/* A segment that does not go up. Distances are measured between the centres of pixels. */
struct band {
    int64_t x, y;       /* where it begins */
    int64_t dx, dy;     /* and where it goes from there */
    uint64_t near;      /* the largest square of a distance from an end */
    uint64_t most;      /* the largest distance from the line, times the length of the line */
    struct wide length; /* the square of that length */
};

/* width * length / 2, rounded down. A quarter of a square is a whole number, or a quarter more than
 * one. */
static SMALL uint64_t find_most(const struct band *band, uint32_t width)
{
    const uint64_t dx = round_square(band->dx), dy = round_square(band->dy);
    struct wide sum = wide_add(hm_wide_unsigned_product(band->near, dx),
                               hm_wide_unsigned_product(band->near, dy));
    if (width % 2 != 0)
        sum = wide_add(sum, (struct wide){0, dx / 4 + dy / 4});
    return hm_wide_root(sum);
}

static SMALL struct band make_band(int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t width)
{
    const bool up = y1 < y0;
    const int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    struct band band = {.x = up ? x1 : x0,
                        .y = up ? y1 : y0,
                        .dx = up ? -dx : dx,
                        .dy = up ? -dy : dy,
                        .near = (uint64_t)width * width / 4,
                        .length = wide_add(hm_wide_product(dx, dx), hm_wide_product(dy, dy))};
    band.most = find_most(&band, width);
    return band;
}

static void join(struct reach *reach, int64_t first, int64_t last)
{
    reach->first = smaller(reach->first, first);
    reach->last = larger(reach->last, last);
}

/* Adds the pixels of the disc round (x, y). */
static SMALL void join_disc(struct reach *reach, int64_t x, int64_t y, int64_t row, uint64_t near)
{
    const uint64_t down = round_square(row - y);
    const int64_t across = down <= near ? round_root(near - down) : 0;
    if (down <= near)
        join(reach, x - across, x + across);
}

/* (a * b + c) / d, rounded down. */
static NOINLINE SMALL int64_t quotient(int64_t a, int64_t b, struct wide c, int64_t d)
{
    return hm_wide_divide(wide_add(hm_wide_product(a, b), c), d);
}

/* Adds those of the rectangle. With (u, v) from where the line begins to a pixel, its distance from
 * the line times the length is dx * v - dy * u, and its way along the line dx * u + dy * v. */
static SMALL void join_rectangle(struct reach *reach, const struct band *band, int64_t row)
{
    const int64_t v = row - band->y, dx = band->dx, dy = band->dy;
    const struct wide most = {0, band->most}, none = {0, 0};
    if (dy == 0) {
        if (round_square(v) <= band->near)
            join(reach, band->x + smaller(dx, 0), band->x + larger(dx, 0));
        return;
    }
    if (dx == 0 && (v < 0 || v > dy))
        return;
    int64_t first = -quotient(-dx, v, most, dy), last = quotient(dx, v, most, dy);
    if (dx != 0) {
        const int64_t size = larger(dx, -dx);
        const int64_t back = quotient(dy, v, none, size);
        const int64_t on = quotient(-dy, v, band->length, size);
        first = larger(first, -(dx > 0 ? back : on));
        last = smaller(last, dx > 0 ? on : back);
    }
    if (first <= last)
        join(reach, band->x + first, band->x + last);
}

static SMALL struct reach reach_of_band(const struct band *band, int64_t row)
{
    struct reach reach = {INT64_MAX, INT64_MIN};
    join_disc(&reach, band->x, band->y, row, band->near);
    join_disc(&reach, band->x + band->dx, band->y + band->dy, row, band->near);
    join_rectangle(&reach, band, row);
    return reach;
}

/* The part of a path that begins at (x, y) in a row. */
static SMALL struct reach reach_of_path(struct path path, int64_t x, int64_t y, int64_t row)
{
    const uint64_t down = (uint64_t)round_distance(row, y);
    uint64_t first = 0, last = path.width;
    if (down > 0) {
        path_seek_y(&path, down);
        first = path.x;
    }
    if (down < path.height) {
        path_seek_y(&path, down + 1);
        last = path.x;
    }
    return path.right < 0 ? (struct reach){x - (int64_t)last, x - (int64_t)first}
                          : (struct reach){x + (int64_t)first, x + (int64_t)last};
}

SMALL void hm_canvas_segment(hm_canvas *canvas, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                             uint32_t width, hm_op op)
{
    const struct band band = make_band(x0, y0, x1, y1, width);
    const int64_t around = round_root(band.near);
    const bool thin = width < 2;
    struct path path;
    struct pen pen;
    path_init(&path, (int64_t)x1 - x0, (int64_t)y1 - y0);
    if (!hm_pen_begin(&pen, canvas, op, smaller(x0, x1) - around, smaller(y0, y1) - around,
                      larger(x0, x1) + around + 1, larger(y0, y1) + around + 1))
        return;
    for (int32_t row = pen.box.y0; row < pen.box.y1; row++) {
        const struct reach reach =
            thin ? reach_of_path(path, x0, y0, row) : reach_of_band(&band, row);
        if (reach.first <= reach.last)
            hm_pen_run(&pen, row, reach.first, reach.last + 1);
        hm_pen_end_row(&pen, row);
    }
    hm_pen_end(&pen);
}
