/*
 * contact.c - the details of a touch: its furthest pixel, its mask, and the shortest way out
 */
#include "bits.h"
#include "escape.h"
#include "meet.h"

/* ---- Furthest in a direction -------------------------------------------------------------- */

/* Finds the extreme column of the meeting and, in it, the first row as the view shows it. */
static bool find_column(const struct meeting *meeting, bool rightmost, bool from_bottom,
                        uint32_t *x, uint32_t *y)
{
    struct window window;
    uint64_t columns = 0;
    uint32_t at = 0;
    for (uint32_t column = 0, width; column < meeting->width; column += width) {
        width = hm_window_open(meeting, column, 0, &window);
        const uint64_t used = meeting->rows->columns(&window, meeting->height);
        if (used == 0)
            continue;
        columns = used;
        at = column;
        if (!rightmost)
            break;
    }
    if (columns == 0)
        return false;
    const unsigned bit = rightmost ? highest_bit(columns) : lowest_bit(columns);
    hm_window_open(meeting, at, 0, &window);
    window.columns = UINT64_C(1) << bit;
    *x = at + bit;
    if (from_bottom)
        window_turn_over(&window, meeting->height);
    const uint32_t row = meeting->rows->first(&window, meeting->height);
    *y = from_bottom ? meeting->height - 1 - row : row;
    return true;
}

/* The furthest pixel in a direction of the view; flips turn it into one of the stored masks. */
static bool find_furthest(const struct meeting *meeting, hm_direction direction, uint32_t *x,
                          uint32_t *y)
{
    const bool flip_x = meeting->a->flip_x, flip_y = meeting->a->flip_y;
    const bool from_right = (direction == HM_RIGHT) != flip_x;
    const bool from_bottom = (direction == HM_DOWN) != flip_y;
    if (meets_in_full(meeting)) {
        *x = from_right ? meeting->width - 1 : 0;
        *y = from_bottom ? meeting->height - 1 : 0;
        return true;
    }
    if (direction == HM_LEFT || direction == HM_RIGHT)
        return find_column(meeting, from_right, flip_y, x, y);
    return hm_meeting_find_row(meeting, from_bottom, flip_x, x, y);
}

SMALL bool hm_overlap_furthest(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                               hm_direction direction, hm_point *hit)
{
    struct meeting meeting;
    uint32_t x = 0, y = 0;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting) || !find_furthest(&meeting, direction, &x, &y))
        return false;
    if (hit != NULL)
        *hit = meeting_pixel(&meeting, x, y);
    return true;
}

/* ---- The overlap as a mask ---------------------------------------------------------------- */

/* Clears pixels 0 to `width` of a row, and nothing past them. */
static void clear_row(uint8_t *row, uint32_t width)
{
    memset(row, 0, width / 8);
    if (width % 8 != 0)
        row[width / 8] &= (uint8_t)(0xff << width % 8);
}

/* Sets the pixels of one row of a window: bit i stands for pixel x + i, or x - i. */
static void set_pixels(uint8_t *row, int32_t x, bool leftward, uint64_t bits)
{
    for (; bits != 0; bits &= bits - 1) {
        const int32_t i = (int32_t)lowest_bit(bits);
        const uint32_t at = (uint32_t)(leftward ? x - i : x + i);
        row[at / 8] |= (uint8_t)(1 << at % 8);
    }
}

SMALL uint64_t hm_overlap_mask(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                               void *bits, size_t stride, size_t size)
{
    const uint32_t width = (uint32_t)a->width, height = (uint32_t)a->height;
    struct meeting meeting;
    struct window window;
    uint64_t area = 0;
    if (stride < ((size_t)width + 7) / 8 || (height > 0 && size / height < stride))
        return 0;
    for (uint32_t y = 0; y < height; y++)
        clear_row((uint8_t *)bits + y * stride, width);
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return 0;
    for (uint32_t x = 0, step; x < meeting.width; x += step) {
        step = hm_window_open(&meeting, x, 0, &window);
        for (uint32_t y = 0; y < meeting.height; y++) {
            const uint64_t word = window_row(&window, y);
            const hm_point at = meeting_pixel(&meeting, x, y);
            set_pixels((uint8_t *)bits + (size_t)at.y * stride, at.x, a->flip_x, word);
            area += count_bits(word);
        }
    }
    return area;
}

/* ---- Ways out ----------------------------------------------------------------------------- */

static int32_t add_saturated(int32_t a, int64_t b)
{
    const int64_t sum = a + b;
    return sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : (int32_t)sum;
}

/* The area at an offset from (dx, dy). */
static int64_t area_near(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                         int32_t right, int32_t down)
{
    return (int64_t)hm_overlap_area(a, b, add_saturated(dx, right), add_saturated(dy, down));
}

SMALL bool hm_overlap_normal(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                             int64_t *x, int64_t *y)
{
    *x = 0;
    *y = 0;
    if (!hm_overlap(a, b, dx, dy))
        return false;
    *x = area_near(a, b, dx, dy, 1, 0) - area_near(a, b, dx, dy, -1, 0);
    *y = area_near(a, b, dx, dy, 0, 1) - area_near(a, b, dx, dy, 0, -1);
    return true;
}

/* True if `a` overlaps `b` after a move. Sprites that overlapped do not after a move beyond
 * int32_t, because no sprite is so large. */
static bool overlaps_after(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           int64_t right, int64_t down)
{
    const int64_t x = dx - right, y = dy - down;
    return x >= INT32_MIN && x <= INT32_MAX && y >= INT32_MIN && y <= INT32_MAX &&
           hm_overlap(a, b, (int32_t)x, (int32_t)y);
}

/* How far `a` must move until its bounds leave those of `b`, which they overlap. */
static uint64_t leave_bounds(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                             unsigned way)
{
    const hm_box p = sprite_bounds(a), q = sprite_bounds(b);
    const int64_t distances[] = {[HM_LEFT] = (int64_t)p.x1 - q.x0 - dx,
                                 [HM_RIGHT] = (int64_t)q.x1 + dx - p.x0,
                                 [HM_UP] = (int64_t)p.y1 - q.y0 - dy,
                                 [HM_DOWN] = (int64_t)q.y1 + dy - p.y0};
    return (uint64_t)distances[way];
}

SMALL bool hm_overlap_exit(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                           hm_direction direction, uint32_t limit, uint32_t *distance)
{
    const hm_point step = direction_step(direction);
    /* Two full boxes overlap as long as their bounds do, and may be so large that trying every
     * distance takes minutes. */
    const bool full = (a->row_step | b->row_step) == 0 && hm_overlap(a, b, dx, dy);
    for (uint64_t i = full ? leave_bounds(a, b, dx, dy, (unsigned)direction % 4) : 0; i <= limit;
         i++) {
        *distance = (uint32_t)i;
        if (!overlaps_after(a, b, dx, dy, (int64_t)i * step.x, (int64_t)i * step.y))
            return true;
    }
    *distance = limit;
    return false;
}

/* Two sprites, and where they stand. */
struct pair {
    const hm_sprite *a, *b;
    int32_t dx, dy;
};

static bool is_apart_after(const void *context, int64_t x, int64_t y)
{
    const struct pair *const pair = (const struct pair *)context;
    return !overlaps_after(pair->a, pair->b, pair->dx, pair->dy, x, y);
}

SMALL bool hm_overlap_escape(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                             uint32_t limit, hm_point *move)
{
    const struct pair pair = {a, b, dx, dy};
    return hm_find_escape(is_apart_after, &pair, limit, move);
}

/* ==== The shortest way out ==================================================================== */

/*
 * tries moves, the shortest first
 */

/* The best move so far, and how long it is, squared. */
struct escape {
    hm_point move;
    uint64_t length;
    bool found;
};

/* True if a move is better: shorter, or as long and earlier in reading order. */
static bool is_better(const struct escape *best, int64_t x, int64_t y)
{
    const uint64_t length = (uint64_t)(x * x) + (uint64_t)(y * y);
    if (length != best->length || !best->found)
        return length <= best->length;
    return y < best->move.y || (y == best->move.y && x < best->move.x);
}

static void try_move(is_free_after *is_free, const void *context, int64_t x, int64_t y,
                     struct escape *best)
{
    if (!is_better(best, x, y) || !is_free(context, x, y))
        return;
    best->move = (hm_point){(int32_t)x, (int32_t)y};
    best->length = (uint64_t)(x * x) + (uint64_t)(y * y);
    best->found = true;
}

SMALL bool hm_find_escape(is_free_after *is_free, const void *context, uint32_t limit,
                          hm_point *move)
{
    const int64_t most = limit < INT32_MAX ? limit : INT32_MAX;
    struct escape best = {{0, 0}, (uint64_t)(most * most), false};
    /* Rings of moves whose larger side is `ring`: no move of a ring is shorter than that. */
    for (int64_t ring = 0; ring <= most && (uint64_t)(ring * ring) <= best.length; ring++) {
        for (int64_t i = -ring; i <= ring; i++) {
            try_move(is_free, context, i, -ring, &best);
            try_move(is_free, context, -ring, i, &best);
            try_move(is_free, context, ring, i, &best);
            try_move(is_free, context, i, ring, &best);
        }
    }
    *move = best.move;
    return best.found;
}

SMALL bool hm_find_exit(is_free_after *is_free, const void *context, hm_direction direction,
                        uint32_t limit, uint32_t *distance)
{
    const hm_point step = direction_step(direction);
    for (int64_t i = 0; i <= limit; i++) {
        *distance = (uint32_t)i;
        if (is_free(context, i * step.x, i * step.y))
            return true;
    }
    return false;
}
