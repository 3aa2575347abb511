/*
 * canvas_shapes.c - circles and segments on a canvas
 *
 * A segment with a width is the part of the plane within half of it from a line: a rectangle along
 * the line and a disc at each end. Its pixels in a row are those from the first one in any of the
 * three to the last one, since together they have no hollow.
 */
#include "canvas.h"
#include "cpu.h"
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
    const struct circle_columns columns = columns_round(x, (uint32_t)canvas->width);
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

/* ==== Polygons ================================================================================ */

/*
 * polygons on a canvas
 *
 * In each row the edges that cross its centre line are taken from left to right. A pixel belongs to
 * the shape when the edges left of its centre that go down are not as many as those that go up.
 */

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

static SMALL void draw_crossed_row(struct pen *pen, const hm_corner *corners, uint32_t count,
                                   int32_t row)
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
            draw_crossed_row(&pen, corners, count, row);
        hm_pen_end(&pen);
    }
    return true;
}

/* ==== Pictures ================================================================================ */

/*
 * a canvas changed by a picture, with a loop for each instruction set
 *
 * A loop makes the words of a band: bit i of a row is set where pixel i passes a test of its value,
 * whose lowest byte is the first one in memory. By alpha: a byte is more than the threshold. By
 * key: the bits of a mask are not those of the key.
 */

/* A part of a picture: so many rows of 1 to 64 pixels. */
struct picture {
    const uint8_t *pixels;
    size_t stride;
    uint32_t rows;
    unsigned count;
    bool has_more;  /* pixels before the first one of a row: at least 64 */
    unsigned bytes; /* of a pixel */
    unsigned shift; /* value >> shift & mask is compared with `level`: by key whether it differs, */
    uint32_t mask;  /* else whether it is more */
    uint32_t level;
    bool by_key;
};

static inline uint32_t one_pixel(const uint8_t *pixel, const struct picture *picture)
{
    uint32_t value = *pixel;
    if (picture->bytes == 4)
        value = get_u32(pixel);
    else if (picture->bytes > 1)
        value |= (uint32_t)pixel[1] << 8 | (uint32_t)pixel[picture->bytes - 1] << 16;
    if (picture->bytes == 2)
        value &= 0xffff;
    value = value >> picture->shift & picture->mask;
    return picture->by_key ? value != picture->level : value > picture->level;
}

/* Some pixels at once, as bits. */
typedef uint32_t group(const uint8_t *pixels, const struct picture *picture);

/* Takes groups of `size` pixels. The last group may hold pixels that an earlier one had. */
INLINE void find_groups(const struct picture *picture, uint8_t *to, unsigned size, group *bits_of)
{
    const unsigned count = picture->count, rest = count % size;
    const size_t bytes = picture->bytes;
    for (uint32_t y = 0; y < picture->rows; y++) {
        const uint8_t *const row = picture->pixels + y * picture->stride;
        uint64_t bits = 0;
        unsigned i = 0;
        for (; i < count - rest; i += size)
            bits |= (uint64_t)bits_of(row + i * bytes, picture) << i;
        if (rest > 0 && (picture->has_more || count > size))
            bits |=
                (uint64_t)(bits_of(row + count * bytes - size * bytes, picture) >> (size - rest))
                << i;
        else
            for (; i < count; i++)
                bits |= (uint64_t)one_pixel(row + i * bytes, picture) << i;
        put_u64(to + (size_t)y * 8, bits);
    }
}

static NOINLINE void find_portable(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 1, one_pixel);
}

#if defined(HM_SIMD_X86)

#include <immintrin.h>

/* Four pixels in lanes of 32 bits, of 1, 2 or 4 bytes each. */
static inline __m128i four_pixels(const uint8_t *pixels, unsigned bytes)
{
    const __m128i zero = _mm_setzero_si128();
    uint32_t word;
    if (bytes == 4)
        return _mm_loadu_si128((const __m128i *)(const void *)pixels);
    if (bytes == 2)
        return _mm_unpacklo_epi16(_mm_loadl_epi64((const __m128i *)(const void *)pixels), zero);
    memcpy(&word, pixels, sizeof word);
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(_mm_cvtsi32_si128((int)word), zero), zero);
}

static inline uint32_t sixteen(const uint8_t *pixels, const struct picture *picture)
{
    const __m128i shift = _mm_cvtsi32_si128((int)picture->shift);
    const __m128i mask = _mm_set1_epi32((int)picture->mask);
    const __m128i level = _mm_set1_epi32((int)picture->level);
    const size_t step = (size_t)picture->bytes * 4;
    __m128i v[4];
    for (size_t k = 0; k < 4; k++) {
        const __m128i value = four_pixels(pixels + k * step, picture->bytes);
        v[k] = _mm_and_si128(_mm_srl_epi32(value, shift), mask);
        v[k] = picture->by_key ? _mm_cmpeq_epi32(v[k], level) : _mm_cmpgt_epi32(v[k], level);
    }
    const __m128i all = _mm_packs_epi16(_mm_packs_epi32(v[0], v[1]), _mm_packs_epi32(v[2], v[3]));
    return (uint32_t)_mm_movemask_epi8(all) ^ (picture->by_key ? 0xffff : 0);
}

static NOINLINE void find_sse2(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 16, sixteen);
}

BEGIN_TARGET("avx2")

static inline __m256i eight_pixels(const uint8_t *pixels, unsigned bytes)
{
    if (bytes == 4)
        return _mm256_loadu_si256((const __m256i *)(const void *)pixels);
    if (bytes == 2)
        return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)pixels));
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)pixels));
}

/* Packing leaves groups of four pixels in the order of `order`. */
static inline uint32_t thirty_two(const uint8_t *pixels, const struct picture *picture)
{
    const __m128i shift = _mm_cvtsi32_si128((int)picture->shift);
    const __m256i mask = _mm256_set1_epi32((int)picture->mask);
    const __m256i level = _mm256_set1_epi32((int)picture->level),
                  order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const size_t step = (size_t)picture->bytes * 8;
    __m256i v[4];
    for (size_t k = 0; k < 4; k++) {
        const __m256i value = eight_pixels(pixels + k * step, picture->bytes);
        v[k] = _mm256_and_si256(_mm256_srl_epi32(value, shift), mask);
        v[k] = picture->by_key ? _mm256_cmpeq_epi32(v[k], level) : _mm256_cmpgt_epi32(v[k], level);
    }
    const __m256i all = _mm256_permutevar8x32_epi32(
        _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3])), order);
    return (uint32_t)_mm256_movemask_epi8(all) ^ (picture->by_key ? UINT32_MAX : 0);
}

static void find_avx2(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 32, thirty_two);
}

END_TARGET

#elif defined(HM_SIMD_NEON)

#include <arm_neon.h>

static inline uint32x4_t four_pixels(const uint8_t *pixels, unsigned bytes)
{
    uint32_t word = 0;
    if (bytes == 4)
        return vreinterpretq_u32_u8(vld1q_u8(pixels));
    if (bytes == 2)
        return vmovl_u16(vreinterpret_u16_u8(vld1_u8(pixels)));
    memcpy(&word, pixels, sizeof word);
    return vmovl_u16(vget_low_u16(vmovl_u8(vcreate_u8(word))));
}

static inline uint32_t sixteen(const uint8_t *pixels, const struct picture *picture)
{
    static const uint8_t places[] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x8_t bit = vld1_u8(places);
    const int32x4_t shift = vdupq_n_s32(-(int32_t)picture->shift);
    const uint32x4_t mask = vdupq_n_u32(picture->mask), level = vdupq_n_u32(picture->level);
    const size_t step = (size_t)picture->bytes * 4;
    uint16x4_t v[4];
    for (size_t k = 0; k < 4; k++) {
        const uint32x4_t value =
            vandq_u32(vshlq_u32(four_pixels(pixels + k * step, picture->bytes), shift), mask);
        v[k] = vmovn_u32(picture->by_key ? vmvnq_u32(vceqq_u32(value, level))
                                         : vcgtq_u32(value, level));
    }
    return (uint32_t)vaddv_u8(vand_u8(vmovn_u16(vcombine_u16(v[0], v[1])), bit)) |
           (uint32_t)vaddv_u8(vand_u8(vmovn_u16(vcombine_u16(v[2], v[3])), bit)) << 8;
}

static void find_neon(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 16, sixteen);
}

#endif

/* No instruction set has lanes of 3 bytes. */
static SMALL void find_bits(uint32_t cpu, const struct picture *picture, uint8_t *to)
{
    switch (picture->bytes == 3 ? (uint32_t)CPU_PORTABLE : cpu) {
#if defined(HM_SIMD_X86)
    case CPU_AVX512:
    case CPU_AVX2:
        find_avx2(picture, to);
        return;
    case CPU_SSE2:
        find_sse2(picture, to);
        return;
#elif defined(HM_SIMD_NEON)
    case CPU_NEON:
        find_neon(picture, to);
        return;
#endif
    default:
        find_portable(picture, to);
    }
}

/* The test of a picture's pixels. False when its numbers do not go together. */
static SMALL bool open_picture(const hm_picture *from, struct picture *out)
{
    const uint64_t row = from->width > 0 ? (uint64_t)from->width * from->bytes : 0;
    if (from->pixels == NULL || from->bytes < 1 || from->bytes > 4 || from->stride < row)
        return false;
    const uint32_t all = UINT32_MAX >> (32 - 8 * from->bytes);
    *out =
        (struct picture){.stride = from->stride, .bytes = from->bytes, .by_key = from->mask != 0};
    if (out->by_key) {
        out->mask = from->mask;
        out->level = from->key & from->mask;
        return from->mask <= all;
    }
    out->shift = 8 * from->alpha;
    out->mask = 0xff;
    out->level = from->threshold;
    return from->alpha < from->bytes;
}

/* Words begin at the columns of the picture, so a stripe takes parts of two of them. The picture
 * may have one word less than there are stripes. */
SMALL bool hm_canvas_pixels(hm_canvas *canvas, const hm_picture *picture, int32_t x, int32_t y)
{
    const struct ink put = INK_PUT;
    uint8_t words[2][BAND * 8] = {{0}};
    struct picture part;
    hm_box box;
    if (!open_picture(picture, &part))
        return false;
    if (!hm_canvas_clip(canvas, x, y, (int64_t)x + picture->width, (int64_t)y + picture->height,
                        &box))
        return true;
    const uint32_t first = (uint32_t)box.x0 / 64, last = (uint32_t)(box.x1 - 1) / 64;
    const uint32_t columns = (uint32_t)(box.x1 - box.x0);
    const unsigned shift = (unsigned)(-box.x0 & 63);
    for (int64_t row = box.y0; row < box.y1; row += BAND)
        for (uint32_t i = 0; i <= last - first; i++) {
            uint8_t *const now = words[i % 2], *const before = words[(i + 1) % 2];
            const struct source from = {shift != 0 ? before : now, now, shift};
            part.pixels = (const uint8_t *)picture->pixels + (size_t)(row - y) * part.stride +
                          ((size_t)(box.x0 - x) + (size_t)i * 64) * part.bytes;
            part.rows = (uint32_t)smaller(BAND, box.y1 - row);
            part.count = (unsigned)smaller((int64_t)columns - (int64_t)i * 64, 64);
            part.has_more = i > 0;
            if ((uint64_t)i * 64 < columns)
                find_bits(canvas->cpu, &part, now);
            hm_canvas_combine(canvas->cpu, canvas_row(canvas, first + i, (uint32_t)row), &from,
                              part.rows, columns_in_box(&box, first + i), &put, false);
        }
    hm_canvas_mark(canvas, &box);
    return true;
}

/* ==== Wide numbers ============================================================================ */

/*
 * products, quotients and roots of wide numbers, the last two a bit at a time
 */

enum { MOST_BITS = 62 };

struct wide hm_wide_unsigned_product(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    const uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    const uint64_t other = a_low * b_high + (middle & UINT32_MAX);
    return (struct wide){a_high * b_high + (middle >> 32) + (other >> 32),
                         other << 32 | (low & UINT32_MAX)};
}

struct wide hm_wide_product(int64_t a, int64_t b)
{
    const struct wide product = hm_wide_unsigned_product(a < 0 ? 0 - (uint64_t)a : (uint64_t)a,
                                                         b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    return (a < 0) != (b < 0) ? wide_negative(product) : product;
}

SMALL int64_t hm_wide_divide(struct wide a, int64_t divisor)
{
    const int64_t most = INT64_C(1) << MOST_BITS;
    const bool negative = wide_is_negative(a);
    if (a.high == 0 - (a.low >> 63)) {
        const int64_t n = (int64_t)a.low, quotient = n / divisor - (n % divisor < 0);
        return quotient > most ? most : quotient < -most ? -most : quotient;
    }
    const struct wide size = negative ? wide_negative(a) : a;
    uint64_t rest = size.high, quotient = 0;
    if (rest >= (uint64_t)divisor)
        return negative ? -most : most;
    for (unsigned bit = 64; bit-- > 0;) {
        rest = rest << 1 | (size.low >> bit & 1);
        quotient = quotient << 1 | (rest >= (uint64_t)divisor);
        rest -= rest >= (uint64_t)divisor ? (uint64_t)divisor : 0;
    }
    if (quotient >= (uint64_t)most)
        return negative ? -most : most;
    return negative ? -(int64_t)quotient - (rest != 0) : (int64_t)quotient;
}

SMALL uint64_t hm_wide_root(struct wide a)
{
    const unsigned first = a.high != 0 ? 32 + highest_bit(a.high) / 2 : highest_bit(a.low | 1) / 2;
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << first; bit > 0; bit /= 2)
        if (!wide_is_less(a, hm_wide_unsigned_product(root | bit, root | bit)))
            root |= bit;
    return root;
}
