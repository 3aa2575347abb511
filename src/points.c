/*
 * points.c - near-pixel points against a mask, a map of cells, or other points
 *
 * A list holds map cells. The cells of most maps are all of the same size, so that the pixel of a
 * cell is a linear function on each axis, with the flip and the way to the other sprite in it:
 *
 *     pixel = at + step * cell                 step is 1 for a map of one cell a pixel
 *     pixel = at + step * centre of the cell   where the sizes of cells differ
 *
 * So a loop over points has no division, except for maps of the second kind.
 */
#include "columns.h"
#include "cpu.h"

#if defined(HM_SIMD_X86)
#include <immintrin.h>
#endif

/* ---- Where points lie --------------------------------------------------------------------- */

struct axis {
    int64_t at, step;
    uint32_t cells, pixels;
    bool uneven;
};

struct list {
    const uint8_t *cells;
    uint32_t count;
    uint8_t bytes; /* of a coordinate */
    bool simple;   /* one byte each, and even on both axes */
    struct axis x, y;
};

static inline int64_t place_even(const struct axis *axis, uint32_t cell)
{
    return axis->at + axis->step * cell;
}

static int64_t place(const struct axis *axis, uint32_t cell)
{
    return place_even(axis, axis->uneven ? cell_centre(cell, axis->cells, axis->pixels) : cell);
}

/* Mirrors what lies between 0 and `last`. */
static void mirror(struct axis *axis, int64_t last)
{
    axis->at = last - axis->at;
    axis->step = -axis->step;
}

/* The axis in pixels of the view. A damaged pack may list cells that no map has. They lie far
 * beside the sprite, by no more than (2^31 - 1) * (2^32 - 1) pixels: with what offsets, sizes and
 * distances add to that, they still fit into 64 bits. */
static struct axis make_axis(uint32_t cells, int32_t size, bool flipped)
{
    const uint32_t pixels = (uint32_t)size;
    struct axis axis = {.step = 1, .cells = cells, .pixels = pixels};
    axis.uneven = pixels % cells != 0;
    if (!axis.uneven) {
        axis.step = pixels / cells;
        axis.at = axis.step / 2;
    }
    if (flipped)
        mirror(&axis, (int64_t)size - 1);
    return axis;
}

/* The first `limit` points of a sprite, in its pixels; false when there are none. */
static bool make_list(const hm_sprite *sprite, uint32_t limit, struct list *out)
{
    const uint32_t count = sprite->point_count < limit ? sprite->point_count : limit;
    const uint8_t bytes = sprite->cell_bytes;
    if (count == 0 || sprite->bounds.x1 == 0)
        return false;
    *out = (struct list){
        .cells = sprite->points,
        .count = count,
        .bytes = bytes,
        .x = make_axis(sprite->map_width, sprite->width, sprite->flip_x),
        .y = make_axis(sprite->map_height, sprite->height, sprite->flip_y),
    };
    out->simple = bytes == 1 && !out->x.uneven && !out->y.uneven;
    return true;
}

/* Moves a list from the pixels of the view `a` to the stored pixels of `b`. */
static void move_to_stored(struct list *list, const hm_sprite *b, int32_t dx, int32_t dy)
{
    list->x.at -= dx;
    list->y.at -= dy;
    if (b->flip_x)
        mirror(&list->x, (int64_t)b->width - 1);
    if (b->flip_y)
        mirror(&list->y, (int64_t)b->height - 1);
}

/* Loops have a copy for lists that are `simple`, which most are, and one for any. */
static inline int64_t point_x(const struct list *list, uint32_t index, bool simple)
{
    const uint8_t *const cell = list->cells + (size_t)index * 2 * (simple ? 1 : list->bytes);
    return simple ? place_even(&list->x, *cell)
                  : place(&list->x, read_coordinate(cell, list->bytes));
}

static inline int64_t point_y(const struct list *list, uint32_t index, bool simple)
{
    const uint8_t *const cell = list->cells + ((size_t)index * 2 + 1) * (simple ? 1 : list->bytes);
    return simple ? place_even(&list->y, *cell)
                  : place(&list->y, read_coordinate(cell, list->bytes));
}

/* ---- The box round the points --------------------------------------------------------------- */

/* The pixels from the first to the last, both included. */
struct span {
    int64_t first, last;
};

/* Points lie in the cells of solid pixels, which go from `begin` to `end`. */
static struct span span_of(const struct axis *axis, int32_t begin, int32_t end)
{
    uint32_t first = (uint32_t)begin, last = (uint32_t)end - 1;
    if (axis->cells != axis->pixels) {
        first = (uint32_t)((uint64_t)first * axis->cells / axis->pixels);
        last = (uint32_t)((uint64_t)last * axis->cells / axis->pixels);
    }
    const int64_t p = place(axis, first), q = place(axis, last);
    return (struct span){smaller(p, q), larger(p, q)};
}

static struct span around(struct span a, struct span b)
{
    return (struct span){smaller(a.first, b.first), larger(a.last, b.last)};
}

static bool spans_meet(struct span a, struct span b)
{
    return a.first <= b.last && b.first <= a.last;
}

/* ---- Eight points at a time --------------------------------------------------------------- */

#if defined(HM_SIMD_X86)

/* True if all positions of the span are so small that differences fit into 16 bits, and sums of two
 * squares into 32. */
static bool is_short(struct span span)
{
    return span.first > -(1 << 14) && span.last < 1 << 14;
}

static bool suits_words(const struct list *list, struct span x, struct span y)
{
    return list->simple && is_short(x) && is_short(y);
}

/* Two coordinates as 16-bit words, x in the lower. */
static __m128i pair_of_words(int64_t x, int64_t y)
{
    return _mm_set1_epi32((int32_t)((uint32_t)(uint16_t)y << 16 | (uint16_t)x));
}

/* The positions of eight points of a simple list, in pairs of words. */
struct eight {
    __m128i low, high;
};

static struct eight load_eight(const uint8_t *cells, __m128i step, __m128i at)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i both = _mm_loadu_si128((const __m128i *)(const void *)cells);
    const __m128i low = _mm_unpacklo_epi8(both, zero), high = _mm_unpackhi_epi8(both, zero);
    return (struct eight){_mm_add_epi16(_mm_mullo_epi16(low, step), at),
                          _mm_add_epi16(_mm_mullo_epi16(high, step), at)};
}

/* A bit for each of eight pairs of words: set if both of them are between 0 and `last`. */
static uint32_t inside_eight(struct eight points, __m128i last)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i low =
        _mm_or_si128(_mm_cmpgt_epi16(zero, points.low), _mm_cmpgt_epi16(points.low, last));
    const __m128i high =
        _mm_or_si128(_mm_cmpgt_epi16(zero, points.high), _mm_cmpgt_epi16(points.high, last));
    const __m128i in = _mm_packs_epi32(_mm_cmpeq_epi32(low, zero), _mm_cmpeq_epi32(high, zero));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(in, zero));
}

#endif

/* ---- Points and a mask ---------------------------------------------------------------------- */

/* The result of a search that finds nothing. */
#define NO_POINT UINT32_MAX

/* Writes the point found, in pixels of the view. */
static bool found(const hm_sprite *sprite, uint32_t index, hm_point *hit)
{
    if (index == NO_POINT)
        return false;
    if (hit != NULL)
        hm_sprite_point(sprite, index, hit);
    return true;
}

/* Positions count from the corner of the stored bounds. */
static inline bool is_on_mask(const hm_sprite *mask, int64_t x, int64_t y)
{
    const hm_box box = mask->bounds;
    return (uint64_t)x < (uint64_t)(box.x1 - box.x0) && (uint64_t)y < (uint64_t)(box.y1 - box.y0) &&
           (get_u64(sprite_row(mask, (uint32_t)x / 64, (uint32_t)y)) >> ((uint64_t)x % 64) & 1) !=
               0;
}

/* The first point from `from` on that lies on a solid pixel. */
static inline uint32_t find_on_mask(const struct list *list, const hm_sprite *mask, uint32_t from,
                                    bool simple)
{
    for (uint32_t i = from; i < list->count; i++)
        if (is_on_mask(mask, point_x(list, i, simple), point_y(list, i, simple)))
            return i;
    return NO_POINT;
}

#if defined(HM_SIMD_X86)

/* Finds a point on the mask where suits_words holds. */
static uint32_t find_on_mask_words(const struct list *list, const hm_sprite *mask)
{
    const hm_box box = mask->bounds;
    const __m128i step = pair_of_words(list->x.step, list->y.step);
    const __m128i at = pair_of_words(list->x.at, list->y.at);
    const __m128i last = pair_of_words(box.x1 - box.x0 - 1, box.y1 - box.y0 - 1);
    uint32_t i = 0;
    for (; i + 8 <= list->count; i += 8) {
        uint32_t inside = inside_eight(load_eight(list->cells + (size_t)i * 2, step, at), last);
        for (; inside != 0; inside &= inside - 1) {
            const uint32_t index = i + lowest_bit(inside);
            if (is_on_mask(mask, point_x(list, index, true), point_y(list, index, true)))
                return index;
        }
    }
    return find_on_mask(list, mask, i, true);
}

#endif

static uint32_t find_on_mask_at(const struct list *list, const hm_sprite *mask, struct span x,
                                struct span y, uint32_t level)
{
#if defined(HM_SIMD_X86)
    if (level >= CPU_SSE2 && suits_words(list, x, y))
        return find_on_mask_words(list, mask);
#endif
    (void)x;
    (void)y;
    (void)level;
    return list->simple ? find_on_mask(list, mask, 0, true) : find_on_mask(list, mask, 0, false);
}

bool hm_points_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                       uint32_t limit, hm_point *hit)
{
    const hm_box box = b->bounds;
    struct list list;
    if (!make_list(a, limit, &list) || box.x1 == 0)
        return false;
    move_to_stored(&list, b, dx, dy);
    list.x.at -= box.x0;
    list.y.at -= box.y0;
    const struct span x = span_of(&list.x, a->bounds.x0, a->bounds.x1);
    const struct span y = span_of(&list.y, a->bounds.y0, a->bounds.y1);
    const struct span columns = {0, (int64_t)box.x1 - box.x0 - 1};
    const struct span rows = {0, (int64_t)box.y1 - box.y0 - 1};
    if (!spans_meet(x, columns) || !spans_meet(y, rows))
        return false;
    const uint32_t level = a->cpu < b->cpu ? a->cpu : b->cpu;
    return found(a, find_on_mask_at(&list, b, around(x, columns), around(y, rows), level), hit);
}

/* ---- Points and a map ----------------------------------------------------------------------- */

/* The first pixel of a cell: the pixels of cell c are those with x * cells / pixels = c. */
static int64_t cell_begin(uint64_t cell, uint32_t cells, uint32_t pixels)
{
    return (int64_t)((cell * pixels + cells - 1) / cells);
}

/* The pixels of the cells that the pixels of a span lie in. */
static struct span widen(struct span span, uint32_t cells, int32_t size)
{
    const uint32_t pixels = (uint32_t)size;
    const uint64_t first = (uint64_t)span.first * cells / pixels;
    const uint64_t last = (uint64_t)span.last * cells / pixels;
    return (struct span){cell_begin(first, cells, pixels), cell_begin(last + 1, cells, pixels) - 1};
}

/* The part of a span inside the bounds, counted from where they begin. */
static struct span cut(struct span span, int32_t begin, int32_t end)
{
    return (struct span){larger(span.first, begin) - begin,
                         smaller(span.last, (int64_t)end - 1) - begin};
}

/* True if the cell of the stored pixel (x, y) has a solid pixel. */
static bool cell_is_solid(const hm_sprite *mask, int64_t x, int64_t y)
{
    const hm_box box = mask->bounds;
    const struct span columns =
        cut(widen((struct span){x, x}, mask->map_width, mask->width), box.x0, box.x1);
    const struct span rows =
        cut(widen((struct span){y, y}, mask->map_height, mask->height), box.y0, box.y1);
    uint32_t column;
    if (columns.first > columns.last)
        return false;
    for (int64_t row = rows.first; row <= rows.last; row++)
        if (find_in_row(mask, (uint32_t)row, (uint32_t)columns.first, (uint32_t)columns.last, false,
                        &column))
            return true;
    return false;
}

static bool contains(struct span span, int64_t at)
{
    return at >= span.first && at <= span.last;
}

bool hm_points_overlap_map(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           uint32_t limit, hm_point *hit)
{
    const hm_box box = b->bounds;
    struct list list;
    if (b->map_width == 0 ||
        (b->map_width == (uint32_t)b->width && b->map_height == (uint32_t)b->height))
        return hm_points_overlap(a, b, dx, dy, limit, hit);
    if (!make_list(a, limit, &list) || box.x1 == 0)
        return false;
    move_to_stored(&list, b, dx, dy);
    const struct span columns =
        widen((struct span){box.x0, (int64_t)box.x1 - 1}, b->map_width, b->width);
    const struct span rows =
        widen((struct span){box.y0, (int64_t)box.y1 - 1}, b->map_height, b->height);
    if (!spans_meet(span_of(&list.x, a->bounds.x0, a->bounds.x1), columns) ||
        !spans_meet(span_of(&list.y, a->bounds.y0, a->bounds.y1), rows))
        return false;
    for (uint32_t i = 0; i < list.count; i++) {
        const int64_t x = point_x(&list, i, false), y = point_y(&list, i, false);
        if (contains(columns, x) && contains(rows, y) && cell_is_solid(b, x, y))
            return found(a, i, hit);
    }
    return false;
}

/* ---- Points and points ---------------------------------------------------------------------- */

static uint64_t difference(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)(a - b) : (uint64_t)(b - a);
}

/* True if a point of the list is within `distance` of (x, y). Neither square exceeds that of the
 * distance, where it matters; their sum might exceed any number, and is not formed. */
static inline bool is_near(const struct list *list, int64_t x, int64_t y, uint64_t distance,
                           bool simple)
{
    const uint64_t most = distance * distance;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint64_t dx = difference(point_x(list, i, simple), x);
        const uint64_t dy = difference(point_y(list, i, simple), y);
        if (dx <= distance && dy <= distance && dx * dx <= most - dy * dy)
            return true;
    }
    return false;
}

#if defined(HM_SIMD_X86)

/* Tells whether a point is near where suits_words holds. */
static bool is_near_words(const struct list *list, int64_t x, int64_t y, uint64_t distance)
{
    const __m128i step = pair_of_words(list->x.step, list->y.step);
    const __m128i from = pair_of_words(list->x.at - x, list->y.at - y);
    const __m128i beyond = _mm_set1_epi32((int32_t)(distance * distance) + 1);
    struct list rest = *list;
    for (; rest.count >= 8; rest.count -= 8, rest.cells += 16) {
        const struct eight way = load_eight(rest.cells, step, from);
        const __m128i near =
            _mm_or_si128(_mm_cmpgt_epi32(beyond, _mm_madd_epi16(way.low, way.low)),
                         _mm_cmpgt_epi32(beyond, _mm_madd_epi16(way.high, way.high)));
        if (_mm_movemask_epi8(near) != 0)
            return true;
    }
    return is_near(&rest, x, y, distance, true);
}

#endif

/* The points that are compared, and how: those of `p` that lie in the box of the others,
 * `distance` wider, with all of `q`. */
struct nearness {
    struct list p, q;
    struct span x, y;
    uint32_t distance;
};

static struct span extended(struct span span, uint32_t by)
{
    return (struct span){span.first - by, span.last + by};
}

static NOINLINE bool is_near_any(const struct nearness *nearness, int64_t x, int64_t y,
                                 uint32_t level)
{
    const struct list *const q = &nearness->q;
#if defined(HM_SIMD_X86)
    /* The spans are wider than the distance, so that it is short, too. */
    if (level >= CPU_SSE2 && suits_words(q, nearness->x, nearness->y))
        return is_near_words(q, x, y, nearness->distance);
#endif
    (void)level;
    return q->simple ? is_near(q, x, y, nearness->distance, true)
                     : is_near(q, x, y, nearness->distance, false);
}

static uint32_t find_near(const struct nearness *nearness, uint32_t level)
{
    const struct list *const p = &nearness->p;
    for (uint32_t i = 0; i < p->count; i++) {
        const int64_t x = point_x(p, i, false), y = point_y(p, i, false);
        if (contains(nearness->x, x) && contains(nearness->y, y) &&
            is_near_any(nearness, x, y, level))
            return i;
    }
    return NO_POINT;
}

bool hm_points_near(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                    uint32_t distance, uint32_t limit, hm_point *hit)
{
    struct nearness nearness = {.distance = distance};
    struct list *const q = &nearness.q;
    if (!make_list(a, limit, &nearness.p) || !make_list(b, limit, q))
        return false;
    q->x.at += dx;
    q->y.at += dy;
    nearness.x = extended(span_of(&q->x, b->bounds.x0, b->bounds.x1), distance);
    nearness.y = extended(span_of(&q->y, b->bounds.y0, b->bounds.y1), distance);
    if (!spans_meet(span_of(&nearness.p.x, a->bounds.x0, a->bounds.x1), nearness.x) ||
        !spans_meet(span_of(&nearness.p.y, a->bounds.y0, a->bounds.y1), nearness.y))
        return false;
    return found(a, find_near(&nearness, a->cpu < b->cpu ? a->cpu : b->cpu), hit);
}
