/*
 * overlap.c - do two sprites touch, where first, and how much
 *
 * A query on small sprites takes a few nanoseconds, so each kind of masks has code of its own that
 * leaves out what it does not need. All of it was measured (tests/bench) against the general way.
 *
 *     masks                        touch                    first               area
 *     upright, of 1 stripe         overlap_narrow           first_plain         area_narrow (SIMD)
 *     upright, of some stripes     overlap_wide             first_plain         area_plain
 *     upright, large               hm_overlap_large         find_first_large    area_plain
 *     flipped alike (SIMD)         as upright, turned back  first_turned        area_plain
 *     one flipped, of 1 stripe     overlap_narrow_turned    first_turned        area_turned
 *     any others                   overlap_turned           first_turned        area_turned
 *
 *     overlap_narrow         one call of a kernel, whose arguments stay in registers: most sprites
 *                            are up to 64 pixels wide
 *     overlap_wide           the stripe in the middle first, where most that touch do so
 *     hm_overlap_large       compares blocks of 16 x 16 pixels before rows: a hundredth of the work
 *     overlap_narrow_turned  turns rows as it loads them, where the instruction set can: without a
 *                            branch on flips, which no processor can predict
 *     overlap_turned         rows in the middle first, then chunks, each through a window
 *
 * Portable C has fewer of these: without SIMD they gain nothing, and the trio must be small.
 */
#include "blocks.h"
#include "meet.h"

/* Inlined in several places in SIMD builds only; elsewhere the library should be small. */
#if defined(HM_SIMD)
#define FIND_STRIPES find_stripes
#else
#define FIND_STRIPES find_stripes_once
#endif

/* The rows between two tests for an end: a few in the middle first, where most sprites that touch
 * do so, and then all rows in chunks. */
enum { PROBE = 4, CHUNK = 64 };

/* True if there is a pixel in both, between two rows of the meeting. */
static bool touches(const struct meeting *meeting, uint32_t begin, uint32_t end)
{
    struct window window;
    for (uint32_t x = 0; x < meeting->width;) {
        x += hm_window_open(meeting, x, begin, &window);
        if (meeting->rows->columns(&window, end - begin) != 0)
            return true;
    }
    return false;
}

/* The box of two sprites of one stripe each, as arguments of a kernel. The left edge of the box is
 * that of a. */
struct narrow {
    const uint8_t *a, *b;
    uint32_t rows;
    unsigned shift, width;
};

static inline struct narrow narrow_parts(const uint8_t *in_a, const uint8_t *in_b, struct span x,
                                         struct span y)
{
    const uint64_t as_given = 0 - (uint64_t)(x.a - x.b < 0);
    return (struct narrow){choose_words(in_a, in_b, as_given), choose_words(in_b, in_a, as_given),
                           (uint32_t)y.shared, (unsigned)(x.a + x.b), (unsigned)x.shared};
}

#if defined(HM_SIMD)

static inline unsigned turn_between(const hm_sprite *a, const hm_sprite *b)
{
    return (unsigned)(a->flip_x ^ b->flip_x) * MIRRORED |
           (unsigned)(a->flip_y ^ b->flip_y) * UPSIDE_DOWN;
}

/* The offset along one axis of two views that are flipped alike, when both are turned back. Sprites
 * at an offset beyond int32_t cannot touch, nor can they at its ends, so the result is clamped. */
static inline int32_t turn_back(bool flipped, int32_t a_size, int32_t b_size, int32_t offset)
{
    const int64_t back = (int64_t)a_size - b_size - offset;
    return flipped ? (int32_t)larger(INT32_MIN, smaller(back, INT32_MAX)) : offset;
}

/* For two sprites of one stripe each. Only for SIMD, whose kernels are so fast that the code before
 * them counts; portable C is faster when it looks at the middle first. */
static bool overlap_narrow_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                  unsigned turn)
{
    const hm_box p = a->bounds, q = b->bounds;
    const struct row_loops *const rows = common_rows(a, b);
    const struct span x =
        meet_axis(a->width, p.x0, p.x1, a->flip_x, b->width, q.x0, q.x1, b->flip_x, dx);
    const struct span y =
        meet_axis(a->height, p.y0, p.y1, a->flip_y, b->height, q.y0, q.y1, b->flip_y, dy);
    if (is_apart(x, y))
        return false;
    /* Mirrored, the last column of b is the first bit; upside down, its last rows come first. */
    const uint64_t mirrored = 0 - (uint64_t)(turn & MIRRORED);
    const uint64_t upside_down = 0 - (uint64_t)(turn / UPSIDE_DOWN);
    const uint64_t b_row =
        choose((uint64_t)(q.y1 - q.y0 - y.b - y.shared), (uint64_t)y.b, upside_down);
    const unsigned b_shift = (unsigned)x.b + ((unsigned)(64 - (q.x1 - q.x0)) & (unsigned)mirrored);
    const uint64_t columns = UINT64_MAX >> (64 - x.shared);
    const uint8_t *const in_a = a->words + 8 * y.a, *const in_b = b->words + 8 * b_row;
    if (turn != 0)
        return rows->turned_touch(in_a, in_b, (uint32_t)y.shared, (unsigned)x.a, b_shift, columns,
                                  turn);
    const struct narrow n = narrow_parts(in_a, in_b, x, y);
    return rows->touch(n.a, n.b, n.rows, n.shift, n.width);
}

#endif

/* The box of two plain sprites of one stripe each. False when there is none. */
static inline bool open_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                               struct narrow *out)
{
    const struct span x = span_x(a, b, dx), y = span_y(a, b, dy);
    if (is_apart(x, y))
        return false;
    *out = narrow_parts(a->words + 8 * y.a, b->words + 8 * y.b, x, y);
    return true;
}

static inline bool overlap_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct narrow n;
    return open_narrow(a, b, dx, dy, &n) &&
           common_rows(a, b)->touch(n.a, n.b, n.rows, n.shift, n.width);
}

#if defined(HM_SIMD)
static inline uint64_t area_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct narrow n;
    if (!open_narrow(a, b, dx, dy, &n))
        return 0;
    return common_rows(a, b)->single_area(n.a, n.b, n.rows, n.shift, n.width);
}
#endif

/* find_stripes() as a call, where inlining it is not worth its size. */
static NOINLINE bool find_stripes_once(const hm_sprite *a, const hm_sprite *b, int32_t dx,
                                       int32_t dy, struct meeting *meeting, struct stripes *out)
{
    return find_stripes(a, b, dx, dy, meeting, out);
}

/* The stripe in the middle first, for most that touch do so there. */
static NOINLINE bool overlap_wide(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct stripes stripes;
    if (!find_stripes(a, b, dx, dy, &meeting, &stripes))
        return false;
    const uint32_t middle = meeting.width / 128;
    if (stripe_touches(&stripes, middle))
        return true;
    for (uint32_t i = 0; i < stripes.count; i++)
        if (i != middle && stripe_touches(&stripes, i))
            return true;
    return false;
}

/* For two sprites that are plain, or would be if they were turned back: ignores flips. */
static inline bool overlap_stripes(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                   int plain)
{
#if defined(HM_SIMD)
    if (plain & PLAIN_LARGE)
        return hm_overlap_large(a, b, dx, dy);
#else
    (void)plain;
#endif
    return overlap_wide(a, b, dx, dy);
}

static NOINLINE bool overlap_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
#if defined(HM_SIMD)
    const unsigned turn = turn_between(a, b);
    const int stored = (a->plain & b->plain) / STORED;
    if ((stored & PLAIN_NARROW) && (turn == 0 || common_rows(a, b)->turned_touch != NULL))
        return overlap_narrow_turned(a, b, dx, dy, turn);
    if (turn == 0 && stored != 0)
        return overlap_stripes(a, b, turn_back(a->flip_x, a->width, b->width, dx),
                               turn_back(a->flip_y, a->height, b->height, dy), stored);
#endif
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return false;
    const uint32_t middle = meeting.height / 2;
    if (meeting.height > PROBE && touches(&meeting, middle - PROBE / 2, middle + PROBE / 2))
        return true;
    for (uint32_t y = 0; y < meeting.height; y += CHUNK)
        if (touches(&meeting, y, y + CHUNK < meeting.height ? y + CHUNK : meeting.height))
            return true;
    return false;
}

bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    ASSERT_CURRENT(a);
    ASSERT_CURRENT(b);
    const int plain = a->plain & b->plain;
    if (plain & PLAIN_NARROW)
        return overlap_narrow(a, b, dx, dy);
    return plain & PLAIN ? overlap_stripes(a, b, dx, dy, plain) : overlap_turned(a, b, dx, dy);
}

static inline bool first_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                struct meeting *meeting, uint32_t *x, uint32_t *y)
{
    return hm_meeting_clip(a, b, dx, dy, meeting) &&
           hm_meeting_find_row(meeting, a->flip_y, a->flip_x, x, y);
}

static inline bool first_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                               struct meeting *meeting, uint32_t *x, uint32_t *y)
{
    struct stripes stripes;
    if (!FIND_STRIPES(a, b, dx, dy, meeting, &stripes))
        return false;
    uint32_t top = stripes.rows;
    for (uint32_t i = 0; i < stripes.count; i++) {
        /* From the left, so that a later stripe wins only with a higher row. */
        const uint32_t row = rows_first(&stripes, i, 0, top);
        if (row == top)
            continue;
        *x = i * 64 + lowest_bit(stripe_row(&stripes, i, row));
        top = row;
    }
    *y = top;
    return top < stripes.rows;
}

static NOINLINE bool find_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                hm_point *hit)
{
    struct meeting meeting;
    uint32_t x = 0, y = 0;
    const bool found = a->plain & b->plain & PLAIN ? first_plain(a, b, dx, dy, &meeting, &x, &y)
                                                   : first_turned(a, b, dx, dy, &meeting, &x, &y);
    if (found && hit != NULL)
        *hit = meeting_pixel(&meeting, x, y);
    return found;
}

#if defined(HM_SIMD)

/* The blocks of most sprites that do not touch show it, faster than all their rows. */
static NOINLINE bool find_first_large(const hm_sprite *a, const hm_sprite *b, int32_t dx,
                                      int32_t dy, hm_point *hit)
{
    return hm_overlap_large(a, b, dx, dy) && find_first(a, b, dx, dy, hit);
}

bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, hm_point *hit)
{
    return a->plain & b->plain & PLAIN_LARGE ? find_first_large(a, b, dx, dy, hit)
                                             : find_first(a, b, dx, dy, hit);
}

#else

bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, hm_point *hit)
{
    return find_first(a, b, dx, dy, hit);
}

#endif

/* Ignores flips. */
static NOINLINE uint64_t area_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct stripes stripes;
    uint64_t area = 0;
    if (!find_stripes_once(a, b, dx, dy, &meeting, &stripes))
        return 0;
    for (uint32_t i = 0; i < stripes.count; i++)
        area += stripe_area(&stripes, i);
    return area;
}

static uint64_t area_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct window window;
    uint64_t area = 0;
#if defined(HM_SIMD)
    if (turn_between(a, b) == 0 && (a->plain & b->plain) != 0)
        return area_plain(a, b, turn_back(a->flip_x, a->width, b->width, dx),
                          turn_back(a->flip_y, a->height, b->height, dy));
#endif
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return 0;
    if (meets_in_full(&meeting))
        return (uint64_t)meeting.width * meeting.height;
    for (uint32_t x = 0; x < meeting.width;) {
        x += hm_window_open(&meeting, x, 0, &window);
        area += meeting.rows->area(&window, meeting.height);
    }
    return area;
}

uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const int plain = a->plain & b->plain;
#if defined(HM_SIMD)
    if (plain & PLAIN_NARROW)
        return area_narrow(a, b, dx, dy);
#endif
    return plain & PLAIN ? area_plain(a, b, dx, dy) : area_turned(a, b, dx, dy);
}

/* ==== Large masks ============================================================================= */

/*
 * the box that two large masks share, only where both have something in their blocks
 *
 *     the box     a's blocks    b's blocks    rows that are met
 *      0              x                                              a block of the box may lie
 *     16              x             x            16 to 48            across two of a mask
 *     32              x             x
 *     48                            x
 */

static struct block_view open_blocks(const hm_sprite *sprite, uint32_t x, uint32_t y)
{
    const size_t stripes = (size_t)stripe_count((uint32_t)(sprite->bounds.x1 - sprite->bounds.x0));
    return (struct block_view){
        .words = sprite->blocks + (y / BLOCK_SIDE / 64 * stripes * 4 + x / BLOCK_SIDE) * 8,
        .shift = y / BLOCK_SIDE % 64,
        .beside = 0 - (uint64_t)(x % BLOCK_SIDE != 0),
        .below = 0 - (uint64_t)(y % BLOCK_SIDE != 0),
        .last = (uint64_t)(y % BLOCK_SIDE != 0) << (63 - y / BLOCK_SIDE % 64),
    };
}

/* The rows of a stripe in which both masks may have a pixel. */
struct part {
    uint32_t stripe, begin, rows;
};

/* A walk over such parts: up to 64 rows of blocks, stripe by stripe, then the next ones. */
struct walk {
    const struct meeting *meeting;
    const struct stripes *stripes;
    const struct bulk *loops;
    struct block_view a, b; /* of the stripes' a and b */
    uint32_t begin, end;    /* the rows of the box that are looked at now */
    uint64_t left;          /* the blocks that are still to come in a stripe, */
    uint32_t next;          /* and the stripe after it */
};

static void open_rows(struct walk *walk, uint32_t row)
{
    const struct meeting *const m = walk->meeting;
    const struct block_view a = open_blocks(m->a, m->ax, m->ay + row);
    const struct block_view b = open_blocks(m->b, m->bx, m->by + row);
    const uint32_t rows = (64 - (a.shift | b.shift)) * BLOCK_SIDE;
    walk->a = m->ax > 0 ? b : a;
    walk->b = m->ax > 0 ? a : b;
    walk->begin = row;
    walk->end = m->height - row < rows ? m->height : row + rows;
    walk->next = 0;
}

static void open_walk(struct walk *walk, const struct meeting *meeting,
                      const struct stripes *stripes)
{
    walk->meeting = meeting;
    walk->stripes = stripes;
    walk->loops = bulk_for((uint32_t)smaller(meeting->a->cpu, meeting->b->cpu));
    walk->left = 0;
    open_rows(walk, 0);
}

/* Finds the next stripe with blocks left. */
static bool find_left(struct walk *walk)
{
    while (walk->left == 0) {
        walk->left = walk->loops->common(&walk->a, &walk->b, walk->stripes->count, &walk->next);
        if (walk->left != 0)
            break;
        if (walk->end == walk->stripes->rows)
            return false;
        open_rows(walk, walk->end);
    }
    return true;
}

/* Takes the next run of blocks. False when there are no more. */
static bool next_part(struct walk *walk, struct part *out)
{
    while (find_left(walk)) {
        /* The carry runs through the lowest bits that are set, and maybe out of the word. */
        const uint64_t left = walk->left, carried = left + (left & (0 - left));
        const uint32_t begin = walk->begin + lowest_bit(left) * BLOCK_SIDE;
        const uint32_t end =
            carried != 0 ? walk->begin + lowest_bit(carried) * BLOCK_SIDE : walk->end;
        walk->left = left & carried;
        if (begin >= walk->end)
            continue;
        out->stripe = walk->next - 1;
        out->begin = begin;
        out->rows = (end < walk->end ? end : walk->end) - begin;
        return true;
    }
    return false;
}

/* Not inlined into hm_overlap_large, because most pairs need only the first lines of that. */
static NOINLINE bool walk_touches(const struct meeting *meeting, const struct stripes *stripes)
{
    struct part part;
    struct walk walk;
    for (open_walk(&walk, meeting, stripes); next_part(&walk, &part);)
        if (rows_touch(stripes, part.stripe, part.begin, part.rows))
            return true;
    return false;
}

/* The rows in the middle that are tested before the blocks: most sprites that touch do so there. */
enum { BLOCK_PROBE = 16 };

bool hm_overlap_large(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct stripes stripes;
    if (!find_stripes(a, b, dx, dy, &meeting, &stripes))
        return false;
    const uint32_t rows = (uint32_t)smaller(stripes.rows, BLOCK_PROBE);
    return rows_touch(&stripes, stripes.count / 2, (stripes.rows - rows) / 2, rows) ||
           walk_touches(&meeting, &stripes);
}

/* ==== The clip ================================================================================ */

/*
 * the clip and the windows behind every question about two masks
 */

bool hm_meeting_clip(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                     struct meeting *out)
{
    ASSERT_CURRENT(a);
    ASSERT_CURRENT(b);
    const hm_box p = a->bounds, q = b->bounds;
    const struct span x =
        meet_axis(a->width, p.x0, p.x1, a->flip_x, b->width, q.x0, q.x1, b->flip_x, dx);
    const struct span y =
        meet_axis(a->height, p.y0, p.y1, a->flip_y, b->height, q.y0, q.y1, b->flip_y, dy);
    if (is_apart(x, y))
        return false;
    *out = (struct meeting){
        .a = a,
        .b = b,
        .rows = common_rows(a, b),
        .mirrored = a->flip_x != b->flip_x,
        .upside_down = a->flip_y != b->flip_y,
        .ax = (uint32_t)x.a,
        .ay = (uint32_t)y.a,
        .bx = (uint32_t)x.b,
        .by = (uint32_t)y.b,
        .width = (uint32_t)x.shared,
        .height = (uint32_t)y.shared,
    };
    return true;
}

uint32_t hm_window_open(const struct meeting *meeting, uint32_t x, uint32_t y, struct window *out)
{
    const hm_sprite *const a = meeting->a, *const b = meeting->b;
    const uint32_t b_width = (uint32_t)(b->bounds.x1 - b->bounds.x0);
    const uint32_t b_height = (uint32_t)(b->bounds.y1 - b->bounds.y0);
    const uint32_t a_column = meeting->ax + x, b_column = meeting->bx + x;
    const uint32_t most = 64 - a_column % 64, left = meeting->width - x;
    const uint32_t width = most < left ? most : left;
    const uint32_t b_row =
        meeting->upside_down ? b_height - 1 - (meeting->by + y) : meeting->by + y;
    /* The first and the last column of b, as stored. */
    const uint32_t first = meeting->mirrored ? b_width - b_column - width : b_column;
    const uint32_t last = first + width - 1;
    out->a = sprite_row(a, a_column / 64, meeting->ay + y);
    out->b = sprite_row(b, first / 64, b_row);
    out->next = sprite_row(b, last / 64, b_row);
    out->a_step = a->row_step;
    out->b_step = meeting->upside_down ? -(int32_t)b->row_step : b->row_step;
    out->mirrored = meeting->mirrored;
    out->a_shift = a_column % 64;
    out->b_shift = (meeting->mirrored ? last + 1 : first) % 64;
    out->columns = low_bits(width);
    return width;
}

bool hm_meeting_find_row(const struct meeting *meeting, bool from_bottom, bool from_right,
                         uint32_t *x, uint32_t *y)
{
    struct window window;
    const uint32_t height = meeting->height, shift = meeting->ax % 64;
    const uint32_t last = (shift + meeting->width - 1) / 64;
    uint32_t best = height; /* rows count from where the search begins */
    /* From the side whose pixels win, so another window is better only by a row further out. */
    for (uint32_t i = 0; i <= last && best > 0; i++) {
        const uint32_t stripe = from_right ? last - i : i;
        const uint32_t column = stripe > 0 ? stripe * 64 - shift : 0;
        hm_window_open(meeting, column, 0, &window);
        if (from_bottom)
            window_turn_over(&window, height);
        const uint32_t row = meeting->rows->first(&window, best);
        if (row == best)
            continue;
        best = row;
        *y = from_bottom ? height - 1 - row : row;
        hm_window_open(meeting, column, *y, &window);
        const uint64_t bits = meeting->rows->columns(&window, 1);
        *x = column + (from_right ? highest_bit(bits) : lowest_bit(bits));
    }
    return best < height;
}
