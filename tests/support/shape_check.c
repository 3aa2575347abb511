/*
 * shape_check.c - an outline walked pixel by pixel, and everything compared with everything
 */
#include "support/shape_check.h"

#include "model/engine.h"

#include <stdlib.h>
#include <string.h>

#define UNIT 16

typedef long long whole;

struct loop {
    struct spot *c;
    int n;
    whole area; /* doubled */
};

struct set {
    struct loop *loops;
    int count;
};

/* ---- Pixels ---------------------------------------------------------------------------------- */

static const struct mask *the_mask;

static bool solid(int x, int y)
{
    const struct mask *const m = the_mask;
    if (x < 0 || y < 0 || x >= (int)m->width || y >= (int)m->height)
        return false;
    return m->words == NULL ||
           (m->words[(size_t)(x / 64) * m->height + (size_t)y] >> x % 64 & 1) != 0;
}

static whole area_of(const struct spot *c, int n)
{
    whole sum = 0;
    for (int i = 0; i < n; i++)
        sum += (whole)c[i].x * c[(i + 1) % n].y - (whole)c[(i + 1) % n].x * c[i].y;
    return sum;
}

/* Directions: 0 right, 1 down, 2 left, 3 up. A side of a pixel leads from a corner in a direction,
 * with the solid pixel to its right. */
static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static bool leads(int x, int y, int way)
{
    static const int right[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static const int left[4][2] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    return solid(x + right[way][0], y + right[way][1]) &&
           !solid(x + left[way][0], y + left[way][1]);
}

static struct loop walk(int x, int y, int way, bool joined, bool *used, int stride)
{
    struct loop loop = {.c = NULL};
    int last = -1;
    while (!used[(y * stride + x) * 4 + way]) {
        used[(y * stride + x) * 4 + way] = true;
        if (way != last) {
            loop.c = realloc(loop.c, (size_t)(loop.n + 1) * sizeof *loop.c);
            loop.c[loop.n++] = (struct spot){x * UNIT, y * UNIT};
        }
        x += ways[way][0];
        y += ways[way][1];
        last = way;
        const int left = (way + 3) % 4, right = (way + 1) % 4;
        if (leads(x, y, left) && leads(x, y, right))
            way = joined ? left : right;
        else
            way = leads(x, y, left) ? left : leads(x, y, right) ? right : way;
    }
    loop.area = area_of(loop.c, loop.n);
    return loop;
}

static struct set walk_all(bool joined)
{
    const int w = (int)the_mask->width + 1, h = (int)the_mask->height + 1;
    bool *const used = calloc((size_t)w * (size_t)h * 4, sizeof *used);
    struct set set = {0};
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int way = 0; way < 2; way++)
                if (leads(x, y, way) && !used[(y * w + x) * 4 + way]) {
                    set.loops = realloc(set.loops, (size_t)(set.count + 1) * sizeof *set.loops);
                    set.loops[set.count++] = walk(x, y, way, joined, used, w);
                }
    free(used);
    return set;
}

static void free_set(struct set *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->loops[i].c);
    free(set->loops);
}

/* The loops of a kind; their corners stay the shapes'. */
static struct set set_of(const struct shapes *shapes, unsigned kind)
{
    struct set set = {.loops = calloc(shapes->counts[kind] + 1, sizeof *set.loops)};
    uint32_t loop = 0;
    for (unsigned i = 0; i < kind; i++)
        loop += shapes->counts[i];
    for (uint32_t i = 0; i < shapes->counts[kind]; i++, loop++) {
        struct loop *const l = &set.loops[set.count++];
        l->c = shapes->loops.corners + shapes->loops.starts[loop];
        l->n = (int)(shapes->loops.starts[loop + 1] - shapes->loops.starts[loop]);
        l->area = area_of(l->c, l->n);
    }
    return set;
}

/* ---- Crossings ------------------------------------------------------------------------------ */

static int side(struct spot a, struct spot b, struct spot p)
{
    const whole v = (whole)(b.x - a.x) * (p.y - a.y) - (whole)(b.y - a.y) * (p.x - a.x);
    return (v > 0) - (v < 0);
}

static bool in_box(struct spot a, struct spot b, struct spot p)
{
    return (p.x - a.x) * (whole)(p.x - b.x) <= 0 && (p.y - a.y) * (whole)(p.y - b.y) <= 0;
}

static bool have_common(struct spot a, struct spot b, struct spot c, struct spot d)
{
    const int s = side(a, b, c), t = side(a, b, d), u = side(c, d, a), v = side(c, d, b);
    return (s * t < 0 && u * v < 0) || (s == 0 && in_box(a, b, c)) || (t == 0 && in_box(a, b, d)) ||
           (u == 0 && in_box(c, d, a)) || (v == 0 && in_box(c, d, b));
}

static bool is_simple(const struct loop *l)
{
    for (int i = 0; i < l->n; i++) {
        const struct spot a = l->c[i], b = l->c[(i + 1) % l->n], c = l->c[(i + 2) % l->n];
        if (side(a, b, c) == 0 && !(in_box(a, c, b) && (a.x != b.x || a.y != b.y)))
            return false;
        for (int k = i + 2; k < l->n; k++)
            if ((k + 1) % l->n != i && have_common(a, b, l->c[k], l->c[(k + 1) % l->n]))
                return false;
    }
    return l->n >= 3;
}

static bool are_apart(const struct loop *l, const struct loop *m)
{
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < m->n; k++)
            if (have_common(l->c[i], l->c[(i + 1) % l->n], m->c[k], m->c[(k + 1) % m->n]))
                return false;
    return true;
}

/* True if a point is inside: twice its coordinates, so that it may be the centre of a pixel. */
static bool has_point(const struct loop *l, whole x2, whole y2)
{
    bool in = false;
    for (int i = 0; i < l->n; i++) {
        const struct spot a = l->c[i], b = l->c[(i + 1) % l->n];
        if ((2 * a.y <= y2) == (2 * b.y <= y2))
            continue;
        const whole turn = (2 * (whole)b.x - 2 * a.x) * (y2 - 2 * a.y) -
                           (2 * (whole)b.y - 2 * a.y) * (x2 - 2 * a.x);
        in ^= (turn > 0) == (b.y > a.y);
    }
    return in;
}

/* ---- The bound ------------------------------------------------------------------------------- */

/* Halves of edges, in 1/2^DEPTH units of 1/16 pixel. */
enum { DEPTH = 8 };

/* Within `reach` (1/256 pixel) of the segment from a to b; the point has 2^DEPTH units more. */
static bool is_near(whole x, whole y, struct spot a, struct spot b, whole reach)
{
    const whole f = 1 << DEPTH;
    const __int128 vx = (__int128)(b.x - a.x) * f, vy = (__int128)(b.y - a.y) * f;
    const __int128 px = x - (__int128)a.x * f, py = y - (__int128)a.y * f;
    const __int128 r = (__int128)reach * f, length = vx * vx + vy * vy, along = px * vx + py * vy;
    const __int128 qx = x - (__int128)b.x * f, qy = y - (__int128)b.y * f, turn = vx * py - vy * px;
    if (along <= 0)
        return 256 * (px * px + py * py) <= r * r;
    if (along >= length)
        return 256 * (qx * qx + qy * qy) <= r * r;
    return 256 * turn * turn <= r * r * length;
}

/* All of an edge is near a loop: some segment has both ends near, or both halves are. */
static bool edge_is_near(whole ax, whole ay, whole bx, whole by, const struct loop *l, whole reach,
                         int depth)
{
    for (int i = 0; i < l->n; i++)
        if (is_near(ax, ay, l->c[i], l->c[(i + 1) % l->n], reach) &&
            is_near(bx, by, l->c[i], l->c[(i + 1) % l->n], reach))
            return true;
    const whole mx = (ax + bx) / 2, my = (ay + by) / 2;
    return depth < 24 && (llabs(ax - bx) > 1 || llabs(ay - by) > 1) &&
           edge_is_near(ax, ay, mx, my, l, reach, depth + 1) &&
           edge_is_near(mx, my, bx, by, l, reach, depth + 1);
}

static bool loop_is_near(const struct loop *l, const struct loop *m, whole reach)
{
    const whole f = 1 << DEPTH;
    for (int i = 0; i < l->n; i++) {
        const struct spot a = l->c[i], b = l->c[(i + 1) % l->n];
        if (!edge_is_near(a.x * f, a.y * f, b.x * f, b.y * f, m, reach, 0))
            return false;
    }
    return true;
}

/* ---- Polygons ------------------------------------------------------------------------------- */

/* An edge comes through the inside of a pixel: it has points on both sides of what bounds it. */
static bool edge_cuts_pixel(struct spot a, struct spot b, int x, int y)
{
    const struct spot box[4] = {{UNIT * x, UNIT * y},
                                {UNIT * (x + 1), UNIT * y},
                                {UNIT * (x + 1), UNIT * (y + 1)},
                                {UNIT * x, UNIT * (y + 1)}};
    int low = 0, high = 0;
    if ((a.x <= box[0].x && b.x <= box[0].x) || (a.x >= box[2].x && b.x >= box[2].x) ||
        (a.y <= box[0].y && b.y <= box[0].y) || (a.y >= box[2].y && b.y >= box[2].y))
        return false;
    for (int i = 0; i < 4; i++) {
        low += side(a, b, box[i]) < 0;
        high += side(a, b, box[i]) > 0;
    }
    return low > 0 && high > 0;
}

/* Marks the pixels whose centres lie in the loops. Only edges that come through the line of a row's
 * centres tell inside from outside there. */
static void mark(const struct set *set, bool *marks)
{
    const int width = (int)the_mask->width, height = (int)the_mask->height;
    for (int y = 0; y < height; y++)
        for (int i = 0; i < set->count; i++)
            for (int k = 0; k < set->loops[i].n; k++) {
                const struct spot a = set->loops[i].c[k],
                                  b = set->loops[i].c[(k + 1) % set->loops[i].n];
                const int at = UNIT * y + UNIT / 2;
                if ((a.y <= at) == (b.y <= at))
                    continue;
                for (int x = 0; x < width; x++)
                    marks[y * width + x] ^=
                        (side(a, b, (struct spot){UNIT * x + UNIT / 2, at}) > 0) == (b.y > a.y);
            }
}

static bool cuts_marked(const struct set *polygons, const bool *marks)
{
    const int width = (int)the_mask->width, height = (int)the_mask->height;
    for (int i = 0; i < polygons->count; i++)
        for (int k = 0; k < polygons->loops[i].n; k++) {
            const struct spot a = polygons->loops[i].c[k],
                              b = polygons->loops[i].c[(k + 1) % polygons->loops[i].n];
            const int low = (a.y < b.y ? a.y : b.y) / UNIT - 1,
                      high = (a.y > b.y ? a.y : b.y) / UNIT + 1;
            for (int y = low < 0 ? 0 : low; y < height && y <= high; y++)
                for (int x = 0; x < width; x++)
                    if (marks[y * width + x] && edge_cuts_pixel(a, b, x, y))
                        return true;
        }
    return false;
}

static const char *check_cover(const struct set *kept, const struct set *polygons, uint32_t fit)
{
    const size_t count = (size_t)the_mask->width * the_mask->height;
    bool *const covered = calloc(count + 1, sizeof *covered), *const in =
                                                                  calloc(count + 1, sizeof *in);
    const char *fault = NULL;
    mark(kept, covered);
    mark(polygons, in);
    for (size_t i = 0; i < count && fault == NULL; i++)
        if (fit == FIT_CONTAIN ? covered[i] && !in[i] : in[i] && !covered[i])
            fault = fit == FIT_CONTAIN ? "a solid pixel is left out" : "an empty pixel is inside";
    if (fault == NULL && fit == FIT_CONTAIN && cuts_marked(polygons, covered))
        fault = "a solid pixel is cut";
    free(covered);
    free(in);
    return fault;
}

/* The centre of the pixel below and right of its first corner lies in an outline's loop. */
static bool encloses(const struct loop *outer, const struct loop *inner)
{
    return has_point(outer, 2 * (whole)inner->c[0].x + UNIT, 2 * (whole)inner->c[0].y + UNIT);
}

static const char *check_polygons(const struct set *kept, const struct set *polygons,
                                  const struct shapes *shapes)
{
    const whole reach = shapes->tolerance / 256;
    if (polygons->count != kept->count)
        return "the polygons have another number of loops";
    for (int i = 0; i < kept->count; i++) {
        const struct loop *const l = &polygons->loops[i], *const o = &kept->loops[i];
        if (!is_simple(l))
            return "a loop crosses or touches itself";
        if ((l->area > 0) != (o->area > 0))
            return "a loop runs the wrong way";
        if (!loop_is_near(l, o, reach) || !loop_is_near(o, l, reach))
            return "a loop is not within the tolerance";
        for (int k = 1; k < l->n; k++)
            if (l->c[k].y < l->c[0].y || (l->c[k].y == l->c[0].y && l->c[k].x < l->c[0].x))
                return "a loop begins at another corner";
    }
    for (int i = 0; i < kept->count; i++)
        for (int k = 0; k < kept->count; k++) {
            const struct loop *const l = &polygons->loops[i], *const m = &polygons->loops[k];
            if (i == k)
                continue;
            if (k > i && !are_apart(l, m))
                return "two loops cross or touch";
            if (has_point(l, 2 * (whole)m->c[0].x, 2 * (whole)m->c[0].y) !=
                encloses(&kept->loops[i], &kept->loops[k]))
                return "loops are nested otherwise";
        }
    return shapes->fit == FIT_NEAR ? NULL : check_cover(kept, polygons, shapes->fit);
}

static const char *check_equal(const struct set *kept, const struct set *loops, const char *fault)
{
    if (kept->count != loops->count)
        return fault;
    for (int i = 0; i < kept->count; i++)
        if (kept->loops[i].n != loops->loops[i].n ||
            memcmp(kept->loops[i].c, loops->loops[i].c,
                   (size_t)kept->loops[i].n * sizeof(struct spot)) != 0)
            return fault;
    return NULL;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static bool is_convex(const struct loop *l)
{
    if (l->n < 3 || !is_simple(l))
        return false;
    for (int i = 0; i < l->n; i++)
        if (side(l->c[i], l->c[(i + 1) % l->n], l->c[(i + 2) % l->n]) <= 0)
            return false;
    return true;
}

/* Some side of one has all of the other on its outer side. */
static bool is_divided(const struct loop *l, const struct loop *m)
{
    for (int i = 0; i < l->n; i++) {
        int k = 0;
        while (k < m->n && side(l->c[i], l->c[(i + 1) % l->n], m->c[k]) <= 0)
            k++;
        if (k == m->n)
            return true;
    }
    return false;
}

struct point {
    float x, y;
};

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

static float root(float value)
{
    double r = value > 1 ? value : 1;
    for (int i = 0; i < 60; i++)
        r = (r + value / r) / 2;
    return (float)r;
}

static float distance_2(struct point a, struct point b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* How far a point is to the right of the line from a to b, y up. */
static float right_of(struct point a, struct point b, struct point p)
{
    const float length = root(distance_2(a, b));
    const float ex = (b.x - a.x) / length, ey = (b.y - a.y) / length;
    return (p.x - a.x) * ey - (p.y - a.y) * ex;
}

static int hull_part(struct point a, struct point b, const struct point *p, int n,
                     struct point *out)
{
    struct point right[PIECE_CORNERS_MOST];
    int count = 0, best = -1;
    float furthest = 0;
    for (int i = 0; i < n; i++) {
        const float d = right_of(a, b, p[i]);
        if (best < 0 || d > furthest) {
            best = i;
            furthest = d;
        }
        if (d > 0)
            right[count++] = p[i];
    }
    if (n == 0 || furthest < 0.01f)
        return 0;
    const struct point top = p[best];
    int made = hull_part(a, top, right, count, out);
    out[made++] = top;
    return made + hull_part(top, b, right, count, out + made);
}

/* As b2ComputeHull of Box2D 3 does it. Returns the number of its points. */
static int box2d_hull(const struct point *points, int count, struct point *hull)
{
    struct point p[PIECE_CORNERS_MOST], low = points[0], high = points[0];
    struct point right[PIECE_CORNERS_MOST], left[PIECE_CORNERS_MOST];
    int n = 0, rights = 0, lefts = 0;
    for (int i = 0; i < count; i++) {
        low = (struct point){least(low.x, points[i].x), least(low.y, points[i].y)};
        high = (struct point){most(high.x, points[i].x), most(high.y, points[i].y)};
        int k = 0;
        while (k < i && distance_2(points[i], points[k]) >= 16 * 0.005f * 0.005f)
            k++;
        if (k == i)
            p[n++] = points[i];
    }
    if (n < 3)
        return 0;
    const struct point middle = {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)};
    int first = 0, second = 0;
    for (int i = 1; i < n; i++)
        if (distance_2(middle, p[i]) > distance_2(middle, p[first]))
            first = i;
    const struct point a = p[first];
    p[first] = p[--n];
    for (int i = 1; i < n; i++)
        if (distance_2(a, p[i]) > distance_2(a, p[second]))
            second = i;
    const struct point b = p[second];
    p[second] = p[--n];
    for (int i = 0; i < n; i++) {
        const float d = right_of(a, b, p[i]);
        if (d >= 0.01f)
            right[rights++] = p[i];
        else if (d <= -0.01f)
            left[lefts++] = p[i];
    }
    int made = 0;
    hull[made++] = a;
    made += hull_part(a, b, right, rights, hull + made);
    hull[made++] = b;
    made += hull_part(b, a, left, lefts, hull + made);
    for (bool again = true; again && made > 2;) {
        again = false;
        for (int i = 0; i < made && !again; i++) {
            const int k = (i + 1) % made;
            if (right_of(hull[i], hull[(i + 2) % made], hull[k]) <= 0.01f) {
                memmove(hull + k, hull + k + 1, (size_t)(made - k - 1) * sizeof *hull);
                made--;
                again = true;
            }
        }
    }
    return made < 3 ? 0 : made;
}

bool shape_is_taken_by_box2d(const struct spot *corners, uint32_t count, uint32_t pixels_per_metre)
{
    struct point points[PIECE_CORNERS_MOST], hull[2 * PIECE_CORNERS_MOST];
    const float scale = (float)(UNIT * pixels_per_metre);
    for (uint32_t i = 0; i < count; i++)
        points[i] = (struct point){(float)corners[i].x / scale, (float)-corners[i].y / scale};
    return box2d_hull(points, (int)count, hull) == (int)count;
}

struct place {
    double x, y;
};

static double right_of_side(struct spot a, struct spot b, struct place p)
{
    return (double)(b.x - a.x) * (p.y - a.y) - (double)(b.y - a.y) * (p.x - a.x);
}

/* The part of a convex polygon to the right of a line. Returns its number of corners. */
static int cut_off(struct place *p, int n, struct spot a, struct spot b)
{
    struct place kept[2 * PIECE_CORNERS_MOST + 8];
    int count = 0;
    for (int i = 0; i < n; i++) {
        const struct place c = p[i], d = p[(i + 1) % n];
        const double s = right_of_side(a, b, c), t = right_of_side(a, b, d);
        if (s >= 0)
            kept[count++] = c;
        if ((s > 0 && t < 0) || (s < 0 && t > 0))
            kept[count++] =
                (struct place){c.x + (d.x - c.x) * s / (s - t), c.y + (d.y - c.y) * s / (s - t)};
    }
    memcpy(p, kept, (size_t)count * sizeof *p);
    return count;
}

/* Twice the area that a convex piece and loops have in common: of each edge, the part in the piece
 * of its triangle with a corner of the piece. */
static double common_area(const struct loop *piece, const struct set *loops)
{
    double area = 0;
    for (int i = 0; i < loops->count; i++)
        for (int k = 0; k < loops->loops[i].n; k++) {
            const struct loop *const l = &loops->loops[i];
            const struct spot o = piece->c[0], a = l->c[k], b = l->c[(k + 1) % l->n];
            struct place p[2 * PIECE_CORNERS_MOST + 8] = {{o.x, o.y}, {a.x, a.y}, {b.x, b.y}};
            int n = 3;
            for (int side = 0; side < piece->n && n > 0; side++)
                n = cut_off(p, n, piece->c[side], piece->c[(side + 1) % piece->n]);
            for (int j = 1; j + 1 < n; j++)
                area += (p[j].x - p[0].x) * (p[j + 1].y - p[0].y) -
                        (p[j].y - p[0].y) * (p[j + 1].x - p[0].x);
        }
    return area;
}

/* A corner of the polygons inside of a piece is one of a filled notch. */
static bool is_deep(const struct loop *piece, struct spot c, whole notch)
{
    bool near_any = false;
    for (int i = 0; i < piece->n; i++) {
        const struct spot a = piece->c[i], b = piece->c[(i + 1) % piece->n];
        const whole x = b.x - a.x, y = b.y - a.y, turn = x * (c.y - a.y) - y * (c.x - a.x);
        if (turn <= 0)
            return false;
        near_any |= turn * turn * (256 / UNIT) * (256 / UNIT) <= notch * notch * (x * x + y * y);
    }
    return !near_any;
}

static bool fills_deeply(const struct loop *piece, const struct set *polygons, whole notch)
{
    for (int i = 0; i < polygons->count; i++)
        for (int k = 0; k < polygons->loops[i].n; k++)
            if (is_deep(piece, polygons->loops[i].c[k], notch))
                return true;
    return false;
}

static const char *check_pieces(const struct set *polygons, const struct set *pieces,
                                const struct shapes_rule *rule, uint32_t lost)
{
    double all = 0, covered = 0, corners = 0, outside = 0;
    for (int i = 0; i < polygons->count; i++) {
        all += (double)polygons->loops[i].area;
        corners += polygons->loops[i].n;
    }
    for (int i = 0; i < pieces->count; i++) {
        const struct loop *const l = &pieces->loops[i];
        if (l->n > (int)rule->pieces || !is_convex(l))
            return "a piece is not convex, or has too many corners";
        if (!shape_is_taken_by_box2d(l->c, (uint32_t)l->n, rule->pixels_per_metre))
            return "Box2D would change a piece";
        if (fills_deeply(l, polygons, rule->notch / 256))
            return "a piece fills a notch that is too deep";
        for (int k = 0; k < i; k++)
            if (!is_divided(l, &pieces->loops[k]) && !is_divided(&pieces->loops[k], l))
                return "two pieces overlap";
        const double common = common_area(l, polygons);
        covered += common;
        outside += (double)l->area - common;
    }
    /* Corners at which loops of an outline touch lose 1/16 pixel. */
    const double cut = rule->tolerance == 0 ? corners : 0, rounded = 1e-9 * all + 0.01;
    if (covered + cut + rounded < all - all * (lost + 1) / 1e6)
        return "the pieces do not cover the polygons";
    return rule->notch == 0 && outside > rounded ? "a piece lies outside the polygons" : NULL;
}

/* ---- The hull -------------------------------------------------------------------------------- */

static const char *check_hull(const struct set *outline, const struct set *hull, uint32_t most)
{
    if (hull->count != (outline->count > 0))
        return "there is another number of hulls";
    if (hull->count == 0)
        return NULL;
    const struct loop *const h = &hull->loops[0];
    if (h->n > (int)most || !is_convex(h))
        return "the hull is not convex, or has too many corners";
    for (int i = 0; i < outline->count; i++)
        for (int k = 0; k < outline->loops[i].n; k++)
            for (int j = 0; j < h->n; j++)
                if (side(h->c[j], h->c[(j + 1) % h->n], outline->loops[i].c[k]) < 0)
                    return "the hull leaves out a pixel";
    return NULL;
}

const char *shape_check(const struct mask *mask, const struct shapes_rule *rule,
                        const struct shapes *shapes)
{
    the_mask = mask;
    const bool joined = rule->connect != 0 ? rule->connect == 8 : rule->fit != FIT_INSIDE;
    struct set all = walk_all(joined),
               kept = {.loops = calloc((size_t)all.count + 1, sizeof *kept.loops)};
    struct set sets[SHAPE_KINDS];
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++)
        sets[kind] = set_of(shapes, kind);
    for (int i = 0; i < all.count; i++)
        if (llabs(all.loops[i].area) / (2 * UNIT * UNIT) >= rule->min_area)
            kept.loops[kept.count++] = all.loops[i];
    const char *fault = NULL;
    if (rule->outline)
        fault = check_equal(&all, &sets[SHAPE_OUTLINE], "the outline is another");
    if (fault == NULL && rule->polygons)
        fault = shapes->tolerance == 0
                    ? check_equal(&kept, &sets[SHAPE_POLYGONS], "the exact polygons are others")
                    : check_polygons(&kept, &sets[SHAPE_POLYGONS], shapes);
    if (fault == NULL && rule->pieces > 0)
        fault = check_pieces(&sets[SHAPE_POLYGONS], &sets[SHAPE_PIECES], rule, shapes->lost);
    if (fault == NULL && rule->hull > 0)
        fault = check_hull(&all, &sets[SHAPE_HULL], rule->hull);
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++)
        free(sets[kind].loops);
    free(kept.loops);
    free_set(&all);
    return fault;
}
