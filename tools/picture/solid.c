/*
 * solid.c - decides which pixels are solid: alpha > threshold and not keyed
 *
 * A row is decided in groups of 64 pixels, so that the answer for a group is one word:
 *
 *     samples -> planes -> flags -> words       any format
 *     samples ->  table -> flags -> words       one channel of up to 8 bits, such as alpha alone
 *     samples ------------ range -> words       where a range of the table decides: most files
 *
 * In planes all samples have 8 bits. Samples of fewer bits are exact there, because 255 is a
 * multiple of 1, 3 and 15; samples of 16 bits count by their high byte.
 */
#include "picture/solid.h"

#include "bits.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { GROUP = 64, OPAQUE = 255 };

/* The flags of a pixel are a bit for each plane, and this one beside them. */
enum { OUTSIDE = PLANES };

/* Up to 64 pixels, channel by channel. */
struct planes {
    uint8_t rgb[3][GROUP], alpha[GROUP];
};

static const uint8_t CHANNELS[7] = {
    [0] = 1, [COLOR_ALPHA_ALONE] = 1, [2] = 3, [3] = 1, [4] = 2, [6] = 4};

/* The factor from a byte of a sample of each depth to 8 bits. */
static const uint8_t SCALE[17] = {
    [1] = OPAQUE, [2] = OPAQUE / 3, [4] = OPAQUE / 15, [8] = 1, [16] = 1};

bool pixel_format_has_alpha(const struct pixel_format *format)
{
    return format->color_type == 4 || format->color_type == 6 || format->has_trns ||
           format->color_type == COLOR_ALPHA_ALONE;
}

static bool has_table(const struct pixel_format *format)
{
    return CHANNELS[format->color_type] == 1 && format->depth <= 8;
}

/* ---- The rule, on the scale of planes --------------------------------------------------- */

/* The colours within a tolerance of the key: from `low` to `low + span` on every channel. */
struct range {
    uint8_t low[3], span[3];
};

struct judge {
    uint8_t threshold, lower, higher;
    bool keyed;
    struct range match, near;
};

static struct range key_range(const struct solid_rule *rule, int tolerance)
{
    struct range range;
    for (unsigned i = 0; i < 3; i++) {
        const int low = rule->key[i] > tolerance ? rule->key[i] - tolerance : 0;
        const int high = rule->key[i] + tolerance < 255 ? rule->key[i] + tolerance : 255;
        range.low[i] = (uint8_t)low;
        range.span[i] = (uint8_t)(high - low);
    }
    return range;
}

static struct judge judge_from_rule(const struct solid_rule *rule)
{
    const int lower = rule->threshold - STRADDLE_MARGIN, higher = rule->threshold + STRADDLE_MARGIN;
    return (struct judge){.threshold = rule->threshold,
                          .lower = (uint8_t)(lower > 0 ? lower : 0),
                          .higher = (uint8_t)(higher < 254 ? higher : 254),
                          .keyed = rule->keyed,
                          .match = key_range(rule, rule->tolerance),
                          .near = key_range(rule, KEY_NEAR)};
}

/* A channel below `low` wraps round to more than `span`. */
static inline bool is_within(const struct range *range, uint8_t red, uint8_t green, uint8_t blue)
{
    return ((uint8_t)(red - range->low[0]) <= range->span[0]) &
           ((uint8_t)(green - range->low[1]) <= range->span[1]) &
           ((uint8_t)(blue - range->low[2]) <= range->span[2]);
}

/* Judges all 64 pixels: compilers vectorize a loop of fixed length without branches. */
static void judge_planes(const struct judge *judge, const struct planes *restrict planes,
                         uint8_t *restrict flags)
{
    const struct judge j = *judge;
    for (unsigned i = 0; i < GROUP; i++) {
        const uint8_t red = planes->rgb[0][i];
        const uint8_t green = planes->rgb[1][i];
        const uint8_t blue = planes->rgb[2][i];
        const bool matched = j.keyed & is_within(&j.match, red, green, blue);
        const bool solid = (planes->alpha[i] > j.threshold) & !matched;
        const bool near = j.keyed & solid & is_within(&j.near, red, green, blue);
        const bool soft = solid & (planes->alpha[i] <= SOFT_MOST);
        const bool straddling =
            (planes->alpha[i] > j.lower) & (planes->alpha[i] <= j.higher) & !matched;
        const bool visible = (planes->alpha[i] > 0) & !matched;

        /* Planes may end early. Flags past the end are never read. */
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
        flags[i] = (uint8_t)(solid << PLANE_SOLID | matched << PLANE_MATCHED | near << PLANE_NEAR |
                             soft << PLANE_SOFT | straddling << PLANE_STRADDLING |
                             visible << PLANE_VISIBLE);
    }
}

/* ---- Samples to planes ------------------------------------------------------------------ */

/* Reads one byte of every pixel, `step` bytes apart. */
static void read_plane(const uint8_t *samples, size_t step, unsigned scale, uint32_t count,
                       uint8_t *plane)
{
    for (uint32_t i = 0; i < count; i++, samples += step)
        plane[i] = (uint8_t)(samples[0] * scale);
}

/* Makes pixels opaque that have another value. */
static void show_others(const uint8_t *plane, unsigned value, uint8_t *alpha)
{
    for (unsigned i = 0; i < GROUP; i++)
        alpha[i] |= plane[i] == value ? 0 : OPAQUE;
}

static void planes_from_samples(const struct pixel_format *format, const uint8_t *samples,
                                uint32_t count, struct planes *planes)
{
    const unsigned scale = SCALE[format->depth], most = (1u << format->depth) - 1;
    const size_t bytes = format->depth == 16 ? 2 : 1;
    const unsigned channels = CHANNELS[format->color_type];
    const size_t step = channels * bytes;
    uint8_t low[GROUP] = {0};
    for (unsigned c = 0; c < 3; c++)
        read_plane(samples + (channels < 3 ? 0 : c * bytes), step, scale, count, planes->rgb[c]);
    if (channels % 2 == 0 || format->color_type == COLOR_ALPHA_ALONE)
        read_plane(samples + step - bytes, step, scale, count, planes->alpha);
    else
        memset(planes->alpha, format->has_trns ? 0 : OPAQUE, sizeof planes->alpha);
    /* The colour that is transparent has all of its bits, also those that are not in the planes. */
    for (unsigned c = 0; format->has_trns && c < channels; c++) {
        const unsigned color = format->trns[c] & most;
        show_others(planes->rgb[c], bytes == 2 ? color >> 8 : color * scale, planes->alpha);
        if (bytes == 2) {
            read_plane(samples + c * bytes + 1, step, 1, count, low);
            show_others(low, color & 255, planes->alpha);
        }
    }
}

/* Colours outside the palette are opaque black, as for libpng and browsers. */
static void planes_from_palette(const struct pixel_format *format, uint32_t first, uint32_t count,
                                struct planes *planes)
{
    for (uint32_t i = 0; i < count; i++) {
        const bool inside = first + i < format->palette_count;
        for (unsigned c = 0; c < 3; c++)
            planes->rgb[c][i] = inside ? format->palette[first + i][c] : 0;
        planes->alpha[i] = inside && format->has_trns ? format->palette_alpha[first + i] : OPAQUE;
    }
}

/* ---- The table -------------------------------------------------------------------------- */

static void fill_table(struct solid_test *test, const struct judge *judge)
{
    const struct pixel_format *format = test->format;
    const uint32_t size = 1u << format->depth;
    for (uint32_t first = 0; first < size; first += GROUP) {
        const uint32_t count = size - first < GROUP ? size - first : GROUP;
        struct planes planes = {0};
        uint8_t samples[GROUP] = {0}, flags[GROUP];
        for (uint32_t i = 0; i < count; i++)
            samples[i] = (uint8_t)(first + i);
        if (format->color_type == 3)
            planes_from_palette(format, first, count, &planes);
        else
            planes_from_samples(format, samples, count, &planes);
        judge_planes(judge, &planes, flags);
        memcpy(test->verdict + first, flags, count);
    }
    if (format->color_type == 3)
        for (uint32_t i = format->palette_count; i < size; i++)
            test->verdict[i] |= 1 << OUTSIDE;
}

/* ---- 64 pixels -------------------------------------------------------------------------- */

static uint64_t load_eight(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

/* Gathers one flag of every byte in a word. The product moves bit 0 of byte i to bit 56 + i. */
static uint64_t gather(const uint8_t *flags, unsigned flag)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < GROUP; i += 8) {
        const uint64_t chosen = load_eight(flags + i) >> flag & UINT64_C(0x0101010101010101);
        word |= chosen * UINT64_C(0x0102040810204080) >> 56 << i;
    }
    return word;
}

static void flags_by_planes(const struct solid_test *test, const uint8_t *samples, uint32_t first,
                            uint32_t count, uint8_t *flags)
{
    const struct judge judge = judge_from_rule(&test->rule);
    const size_t pixel_bytes = CHANNELS[test->format->color_type] * test->format->depth / 8u;
    struct planes planes;
    if (count < GROUP)
        memset(&planes, 0, sizeof planes);
    planes_from_samples(test->format, samples + first * pixel_bytes, count, &planes);
    judge_planes(&judge, &planes, flags);
}

static void flags_by_table(const struct solid_test *test, const uint8_t *samples, uint32_t first,
                           uint32_t count, uint8_t *flags)
{
    const uint32_t depth = test->format->depth;
    const uint32_t mask = (1u << depth) - 1;
    samples += (size_t)first / 8 * depth;
    if (count < GROUP)
        memset(flags, 0, GROUP);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t byte = samples[i * depth / 8];
        flags[i] = test->verdict[depth == 8 ? byte : byte >> (8 - depth - i * depth % 8) & mask];
    }
}

/* ---- Rows ------------------------------------------------------------------------------- */

static uint32_t row_by_flags(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                             uint64_t *const bits[PLANES])
{
    const bool by_table = has_table(test->format);
    uint32_t inside = count;
    for (uint32_t first = 0; first < count; first += GROUP) {
        const uint32_t n = count - first < GROUP ? count - first : GROUP;
        const uint64_t valid = low_bits(n);
        uint8_t flags[GROUP];
        if (by_table)
            flags_by_table(test, samples, first, n, flags);
        else
            flags_by_planes(test, samples, first, n, flags);
        const uint64_t outside = test->format->color_type == 3 ? gather(flags, OUTSIDE) & valid : 0;
        if (outside != 0 && inside == count)
            inside = first + lowest_bit(outside);
        for (unsigned k = 0; k < PLANES; k++)
            if (bits[k] != NULL)
                bits[k][first / GROUP] = gather(flags, k) & valid;
    }
    return inside;
}

static uint32_t row_of_opaque(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                              uint64_t *const bits[PLANES])
{
    (void)samples;
    for (uint32_t first = 0; first < count; first += GROUP)
        for (unsigned k = 0; k < PLANES; k++)
            if (bits[k] != NULL)
                bits[k][first / GROUP] =
                    k == PLANE_SOLID && test->rule.threshold < OPAQUE ? low_bits(count - first) : 0;
    return count;
}

#if defined(__SSE2__)

/* Sixteen pixels at once. A row with a sample outside the palette is left to the table, also for
 * one behind its end. */
static uint32_t row_by_range(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                             uint64_t *const bits[PLANES])
{
    const __m128i clear = _mm_set1_epi8((char)test->clear);
    const __m128i span = _mm_set1_epi8((char)test->clear_span);
    const __m128i last = _mm_set1_epi8((char)test->last);
    __m128i highest = _mm_setzero_si128();
    for (uint32_t first = 0; first < count; first += GROUP) {
        const uint32_t left = count - first;
        uint64_t solid = 0, soft = 0, visible = 0;
        for (uint32_t i = 0; i < GROUP && i < left; i += 16) {
            const __m128i some = _mm_loadu_si128((const __m128i *)(samples + first + i));
            const __m128i above = _mm_sub_epi8(some, clear);
            const int empty = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(above, span), above));
            /* An alpha above SOFT_MOST has the highest bit of its byte set, which movemask takes.
             */
            const int firm = _mm_movemask_epi8(some);
            const int zero = _mm_movemask_epi8(_mm_cmpeq_epi8(some, _mm_setzero_si128()));
            highest = _mm_max_epu8(highest, some);
            solid |= (uint64_t)(uint16_t)~empty << i;
            soft |= (uint64_t)(uint16_t) ~(empty | firm) << i;
            visible |= (uint64_t)(uint16_t)~zero << i;
        }
        bits[PLANE_SOLID][first / GROUP] = solid & low_bits(left);
        if (bits[PLANE_SOFT] != NULL)
            bits[PLANE_SOFT][first / GROUP] = soft & low_bits(left);
        if (bits[PLANE_VISIBLE] != NULL)
            bits[PLANE_VISIBLE][first / GROUP] = visible & low_bits(left);
    }
    const __m128i inside = _mm_cmpeq_epi8(_mm_max_epu8(highest, last), last);
    return _mm_movemask_epi8(inside) == 0xffff ? count : row_by_flags(test, samples, count, bits);
}

/* Finds the range of samples that are not solid, if it is one. */
static bool find_range(struct solid_test *test)
{
    const struct pixel_format *const format = test->format;
    const unsigned size = format->color_type == 3 ? format->palette_count : 256;
    unsigned first = 0, end;
    while (first < size && test->verdict[first] >> PLANE_SOLID & 1)
        first++;
    for (end = first; end < size && !(test->verdict[end] >> PLANE_SOLID & 1); end++)
        ;
    for (unsigned i = end; i < size; i++)
        if (!(test->verdict[i] >> PLANE_SOLID & 1))
            return false;
    test->clear = (uint8_t)first;
    test->clear_span = (uint8_t)(end - first - 1);
    test->last = (uint8_t)(size - 1);
    return end > first;
}

#endif

/* ---- The test --------------------------------------------------------------------------- */

/* Grey, RGB and palettes with a single transparent colour have no soft pixels. */
static bool may_have_soft(const struct solid_test *test)
{
    bool soft = pixel_format_has_alpha(test->format) && !test->format->has_trns;
    for (unsigned i = 0; test->format->color_type == 3 && i < 1u << test->format->depth; i++)
        soft = soft || (test->verdict[i] >> PLANE_SOFT & 1) != 0;
    return soft;
}

void solid_test_init(struct solid_test *test, const struct solid_rule *rule,
                     const struct pixel_format *format)
{
    const struct judge judge = judge_from_rule(rule);
    test->rule = *rule;
    test->format = format;
    test->planes = 1u << PLANE_SOLID | (unsigned)rule->straddle << PLANE_STRADDLING;
    if (rule->keyed)
        test->planes |= 1u << PLANE_MATCHED | 1u << PLANE_NEAR;
    if (rule->threshold > 0 && pixel_format_has_alpha(format))
        test->planes |= 1u << PLANE_VISIBLE;
#if defined(__SSE2__)
    /* Most pictures are of this kind, and small: a table would take longer than their pixels. */
    if (format->color_type == COLOR_ALPHA_ALONE && !rule->straddle) {
        test->planes |= (unsigned)rule->soft << PLANE_SOFT;
        test->decide = row_by_range;
        test->clear = 0;
        test->clear_span = rule->threshold;
        test->last = OPAQUE;
        return;
    }
#endif
    test->decide = has_table(format) || rule->keyed || pixel_format_has_alpha(format)
                       ? row_by_flags
                       : row_of_opaque;
    if (has_table(format))
        fill_table(test, &judge);
    test->planes |= (unsigned)(rule->soft && may_have_soft(test)) << PLANE_SOFT;
#if defined(__SSE2__)
    if (has_table(format) && format->depth == 8 && test->planes == 1u << PLANE_SOLID &&
        find_range(test))
        test->decide = row_by_range;
#endif
}

uint32_t solid_test_row(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                        uint64_t *const bits[PLANES])
{
    return test->decide(test, samples, count, bits);
}

void gather_alphas(const uint8_t *samples, size_t channels, size_t count, uint8_t *out)
{
    size_t i = 0;
#if defined(__SSE2__)
    for (; i + 16 <= count; i += 16) {
        const __m128i *const from = (const __m128i *)(samples + i * channels);
        __m128i low = _mm_loadu_si128(from), high = _mm_loadu_si128(from + 1);
        if (channels == 4) {
            low = _mm_packs_epi32(_mm_srli_epi32(low, 24), _mm_srli_epi32(high, 24));
            high = _mm_packs_epi32(_mm_srli_epi32(_mm_loadu_si128(from + 2), 24),
                                   _mm_srli_epi32(_mm_loadu_si128(from + 3), 24));
        } else {
            low = _mm_srli_epi16(low, 8);
            high = _mm_srli_epi16(high, 8);
        }
        _mm_storeu_si128((__m128i *)(out + i), _mm_packus_epi16(low, high));
    }
#endif
    for (; i < count; i++)
        out[i] = samples[i * channels + channels - 1];
}
