/*
 * fit.c - lines of least squares through the parts of a loop, and the corners between them
 */
#include "model/fit.h"

#include "model/root.h"

#include <stdlib.h>

/* Longer parts of a loop, in half pixels, have no line; no segment is longer than that, squared. */
enum { PASSES = 2, PART_MOST = 1 << 14 };
#define SEGMENT_MOST (INT64_C(1) << 34)

/* Twice the first moments of a part of a loop about its first step, and twelve times the second
 * ones, in half pixels; `length` is its weight. */
struct fit_moments {
    int64_t length, x, y, xx, xy, yy;
};

/* A line: the points p with normal * p = offset. Normals have a length of about 2^14; a line that
 * could not be found has none. */
struct fit_line {
    int64_t normal_x, normal_y, offset;
};

enum { NORMAL_BITS = 14 };

void fitting_reserve(struct fitting *fitting, uint32_t vertices, struct arena *arena)
{
    fitting->lines = arena_new(arena, vertices, sizeof *fitting->lines);
}

static int64_t divide(int64_t a, int64_t b)
{
    return (a < 0) == (b < 0) ? (llabs(a) + llabs(b) / 2) / llabs(b)
                              : -((llabs(a) + llabs(b) / 2) / llabs(b));
}

static uint32_t next_of(uint32_t i, uint32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static struct fit_moments moments_of(const struct fitting *fitting, uint32_t from, uint32_t to)
{
    const struct step *const base = &fitting->steps[from];
    struct fit_moments m = {0};
    for (uint32_t i = from; i != to;) {
        const uint32_t next = next_of(i, fitting->step_count);
        const struct step *const a = &fitting->steps[i], *const b = &fitting->steps[next];
        const int64_t x = a->x + b->x - 2 * base->x, y = a->y + b->y - 2 * base->y;
        const int64_t dx = b->x - a->x, dy = b->y - a->y, length = llabs(dx) + llabs(dy);
        m.length += length;
        m.x += length * x;
        m.y += length * y;
        m.xx += length * (3 * x * x + dx * dx);
        m.xy += length * 3 * x * y;
        m.yy += length * (3 * y * y + dy * dy);
        i = next;
    }
    return m;
}

/* The line of least squares through a part of the loop, seen from its first step, in 1/16 pixel.
 * There is none when the part is too long, or has no direction. */
static struct fit_line find_line(const struct fitting *fitting, uint32_t from, uint32_t to)
{
    const struct fit_moments moments = moments_of(fitting, from, to), *const m = &moments;
    struct fit_line line = {0};
    if (m->length == 0 || m->length > PART_MOST)
        return line;
    int64_t difference =
        (m->length * m->xx - 3 * m->x * m->x) - (m->length * m->yy - 3 * m->y * m->y);
    int64_t mixed = 2 * (m->length * m->xy - 3 * m->x * m->y);
    while (llabs(difference) > 1 << 24 || llabs(mixed) > 1 << 24) {
        difference /= 2;
        mixed /= 2;
    }
    /* The direction has half the angle of (difference, mixed). */
    const int64_t root = root_below(difference * difference + mixed * mixed);
    int64_t along_x = difference >= 0 ? difference + root : mixed;
    int64_t along_y = difference >= 0 ? mixed : root - difference;
    const int64_t length = root_below(along_x * along_x + along_y * along_y);
    if (length == 0)
        return line;
    along_x = divide(along_x * (1 << NORMAL_BITS), length);
    along_y = divide(along_y * (1 << NORMAL_BITS), length);
    line.normal_x = -along_y;
    line.normal_y = along_x;
    line.offset = divide(4 * (line.normal_x * m->x + line.normal_y * m->y), m->length);
    return line;
}

static bool has_direction(const struct fit_line *line)
{
    return line->normal_x != 0 || line->normal_y != 0;
}

/* The line as a vertex sees it. */
static struct fit_line seen_from(struct fit_line line, const struct vertex *vertex,
                                 const struct step *base)
{
    line.offset -= line.normal_x * (vertex->x - 8 * base->x);
    line.offset -= line.normal_y * (vertex->y - 8 * base->y);
    return line;
}

/* The point where two lines meet; for almost parallel ones, the nearest point of the line between
 * them. */
static void meet(struct fit_line a, struct fit_line b, int64_t *x, int64_t *y)
{
    const int64_t area = a.normal_x * b.normal_y - a.normal_y * b.normal_x;
    if (llabs(area) * 10 >= INT64_C(1) << (2 * NORMAL_BITS)) {
        *x = divide(a.offset * b.normal_y - b.offset * a.normal_y, area);
        *y = divide(a.normal_x * b.offset - b.normal_x * a.offset, area);
        return;
    }
    const int64_t way = a.normal_x * b.normal_x + a.normal_y * b.normal_y < 0 ? -1 : 1;
    const int64_t normal_x = a.normal_x + way * b.normal_x,
                  normal_y = a.normal_y + way * b.normal_y, offset = a.offset + way * b.offset;
    const int64_t length = normal_x * normal_x + normal_y * normal_y;
    *x = divide(offset * normal_x, length);
    *y = divide(offset * normal_y, length);
}

/* ---- The bound ------------------------------------------------------------------------------- */

/* True if a point is within reach of the segment. The point and the segment's end are seen from its
 * beginning, in 1/16 pixel. */
static inline bool reaches(int64_t x, int64_t y, int64_t end_x, int64_t end_y, int64_t reach)
{
    const int64_t length = end_x * end_x + end_y * end_y, along = x * end_x + y * end_y;
    const int64_t scale = REACH_ONE / CORNER_ONE;
    if (length > SEGMENT_MOST)
        return false;
    if (along > 0 && along < length) {
        /* Whatever is above 2^31 is out of reach of the longest chord. */
        const int64_t height = llabs(end_x * y - end_y * x) * scale;
        return height < INT64_C(1) << 31 && height * height <= reach * reach * length;
    }
    const int64_t apart_x = along <= 0 ? x : x - end_x, apart_y = along <= 0 ? y : y - end_y;
    return (apart_x * apart_x + apart_y * apart_y) * scale * scale <= reach * reach;
}

static bool corner_is_near(const struct fitting *fitting, uint32_t corner, const struct vertex *a,
                           const struct vertex *b)
{
    const struct outline_corner *const c = &fitting->corners[corner];
    return reaches(16 * (int64_t)c->x - a->x, 16 * (int64_t)c->y - a->y, b->x - a->x, b->y - a->y,
                   fitting->reach[corner]);
}

/* True if the chord from a to b reaches all corners that it passes over: those after the one where
 * its first edge begins, up to the one where its last edge does. */
static bool part_is_near(const struct fitting *fitting, const struct vertex *a,
                         const struct vertex *b)
{
    const uint32_t count = fitting->corner_count;
    uint32_t corner = fitting->steps[a->step].corner;
    uint32_t passed = (fitting->steps[b->step].corner + count - corner) % count;
    if (passed == 0 && b->step <= a->step)
        passed = count;
    if ((a->x == b->x && a->y == b->y) || abs(b->x - a->x) > 8 * CHORD_MOST ||
        abs(b->y - a->y) > 8 * CHORD_MOST)
        return false;
    for (; passed > 0; passed--) {
        corner = next_of(corner, count);
        if (!corner_is_near(fitting, corner, a, b))
            return false;
    }
    return true;
}

/* A vertex stays within reach of the edge that its step is on. The chord before it reaches the
 * corner where this edge begins, the chord after it all corners from its end on. */
static bool may_move(const struct fitting *fitting, const struct vertex *before,
                     const struct vertex *moved, const struct vertex *after)
{
    const uint32_t corner = fitting->steps[moved->step].corner;
    const struct outline_corner *const a = &fitting->corners[corner];
    const struct outline_corner *const b =
        &fitting->corners[next_of(corner, fitting->corner_count)];
    return reaches(moved->x - 16 * (int64_t)a->x, moved->y - 16 * (int64_t)a->y,
                   16 * (int64_t)(b->x - a->x), 16 * (int64_t)(b->y - a->y),
                   fitting->reach[corner]) &&
           corner_is_near(fitting, corner, before, moved) && part_is_near(fitting, before, moved) &&
           part_is_near(fitting, moved, after);
}

/* ---- Corners ------------------------------------------------------------------------------- */

/* Takes the largest part of the way to the best place that keeps the bound. */
static void move_vertex(const struct fitting *fitting, const struct vertex *before,
                        struct vertex *vertex, const struct vertex *after,
                        struct fit_line line_before, struct fit_line line_after)
{
    static const int parts[] = {1000, 600, 360, 216};
    int64_t x, y;
    meet(line_before, line_after, &x, &y);
    if (llabs(x) > 8 * CHORD_MOST || llabs(y) > 8 * CHORD_MOST)
        return;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct vertex moved = {vertex->x + (int32_t)divide(x * parts[i], 1000),
                                     vertex->y + (int32_t)divide(y * parts[i], 1000), vertex->step};
        if (moved.x == vertex->x && moved.y == vertex->y)
            return;
        if (may_move(fitting, before, &moved, after)) {
            *vertex = moved;
            return;
        }
    }
}

void fit_polygon(const struct fitting *fitting, struct vertex *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fitting->lines[i] = find_line(fitting, vertices[i].step, vertices[next_of(i, count)].step);
    for (int pass = 0; pass < PASSES; pass++)
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t before = i > 0 ? i - 1 : count - 1;
            struct vertex *const vertex = &vertices[i];
            if (has_direction(&fitting->lines[before]) && has_direction(&fitting->lines[i]))
                move_vertex(fitting, &vertices[before], vertex, &vertices[next_of(i, count)],
                            seen_from(fitting->lines[before], vertex,
                                      &fitting->steps[vertices[before].step]),
                            seen_from(fitting->lines[i], vertex, &fitting->steps[vertex->step]));
        }
}
