/*
 * xna.c - compares two pictures, one pixel at a time
 */
#include "xna.h"

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

bool intersect_pixels(hm_box box_a, const struct picture *a, hm_box box_b, const struct picture *b)
{
    const int right = smaller(box_a.x1, box_b.x1), bottom = smaller(box_a.y1, box_b.y1);
    for (int y = greater(box_a.y0, box_b.y0); y < bottom; y++)
        for (int x = greater(box_a.x0, box_b.x0); x < right; x++)
            if (picture_alpha(a, x - box_a.x0, y - box_a.y0) != 0 &&
                picture_alpha(b, x - box_b.x0, y - box_b.y0) != 0)
                return true;
    return false;
}
