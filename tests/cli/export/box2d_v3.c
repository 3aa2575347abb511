/*
 * box2d_v3.c - holds an exported header against what Box2D 3 says of hulls
 *
 * Its b2ComputeHull takes at most 8 points, welds those within 4 slops, drops those within 2 slops
 * of the line between their neighbours, and a slop is 5 mm. Its own header is not needed for that.
 */
typedef struct b2Vec2 {
    float x, y;
} b2Vec2;

#include SHAPES

#include <math.h>
#include <stdio.h>

enum { MOST = 8 };
static const double slop = 0.005;

static double length(b2Vec2 a, b2Vec2 b)
{
    return hypot((double)b.x - a.x, (double)b.y - a.y);
}

/* The distance of c from the line from a to b: above 0 on its left. */
static double from_line(b2Vec2 a, b2Vec2 b, b2Vec2 c)
{
    return (((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x)) /
           length(a, b);
}

static int is_kept(const b2Vec2 *p, int count)
{
    if (count < 3 || count > MOST)
        return 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++)
            if (length(p[i], p[k]) < 4 * slop)
                return 0;
        /* Counterclockwise, and further than the tolerance. */
        if (from_line(p[i], p[(i + 2) % count], p[(i + 1) % count]) > -2 * slop)
            return 0;
        for (int k = 0; k < count; k++)
            if (k != i && k != (i + 1) % count && from_line(p[i], p[(i + 1) % count], p[k]) <= 0)
                return 0;
    }
    return 1;
}

int main(void)
{
    int refused = 0;
    for (int i = 0; i < SHAPES_SPRITES; i++)
        for (int k = 0; k < shapes_shapes[i].count; k++) {
            const struct shapes_piece piece = shapes_pieces[shapes_shapes[i].first + k];
            refused += !is_kept(shapes_corners + piece.first, piece.count);
        }
    printf("%d refused\n", refused);
    return 0;
}
