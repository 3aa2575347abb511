/*
 * box.c - half-open boxes: the broad phase
 *
 * This file knows nothing of sprites.
 */
#include <hitmask.h>

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t saturate(int64_t value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static bool is_empty(const hm_box *box)
{
    return box->x1 <= box->x0 || box->y1 <= box->y0;
}

/* The box that two boxes share. Empty when they share nothing, or when one of them is empty. */
static hm_box shared(const hm_box *a, const hm_box *b)
{
    return (hm_box){larger(a->x0, b->x0), larger(a->y0, b->y0), smaller(a->x1, b->x1),
                    smaller(a->y1, b->y1)};
}

static hm_box moved(const hm_box *box, int64_t dx, int64_t dy)
{
    return (hm_box){saturate(box->x0 + dx), saturate(box->y0 + dy), saturate(box->x1 + dx),
                    saturate(box->y1 + dy)};
}

bool hm_box_overlap(const hm_box *a, const hm_box *b)
{
    const hm_box box = shared(a, b);
    return !is_empty(&box);
}

bool hm_box_intersection(const hm_box *a, const hm_box *b, hm_box *out)
{
    const hm_box box = shared(a, b);
    const bool overlap = !is_empty(&box);
    *out = overlap ? box : (hm_box){0, 0, 0, 0};
    return overlap;
}

void hm_box_union(const hm_box *a, const hm_box *b, hm_box *out)
{
    if (is_empty(a))
        *out = is_empty(b) ? (hm_box){0, 0, 0, 0} : *b;
    else if (is_empty(b))
        *out = *a;
    else
        *out = (hm_box){smaller(a->x0, b->x0), smaller(a->y0, b->y0), larger(a->x1, b->x1),
                        larger(a->y1, b->y1)};
}

bool hm_box_contains(const hm_box *box, int32_t x, int32_t y)
{
    return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
}

bool hm_box_contains_box(const hm_box *outer, const hm_box *inner)
{
    return is_empty(inner) || (inner->x0 >= outer->x0 && inner->x1 <= outer->x1 &&
                               inner->y0 >= outer->y0 && inner->y1 <= outer->y1);
}

void hm_box_to_local(const hm_box *box, int32_t x, int32_t y, hm_box *out)
{
    *out = moved(box, -(int64_t)x, -(int64_t)y);
}

void hm_box_move(const hm_box *box, int32_t dx, int32_t dy, hm_box *out)
{
    *out = moved(box, dx, dy);
}
