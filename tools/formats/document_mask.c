/*
 * document_mask.c - a mask as rows that show the picture, or as base64 of its bits
 *
 * Bits go row by row from the left, the first in a byte's lowest bit; a row ends with a byte.
 */
#include "formats/document_mask.h"

#include "bits.h"
#include "format.h"
#include "formats/base64.h"

#include <inttypes.h>
#include <string.h>

/* ---- Written ---------------------------------------------------------------------------- */

static uint32_t columns_of(const struct model_mask *mask, uint32_t stripe)
{
    const uint32_t left = mask->width - 64 * stripe;
    return left < 64 ? left : 64;
}

/* The pixels of row y in a stripe; those past the width are zero. */
static uint64_t row_word(const struct model_mask *mask, uint32_t y, uint32_t stripe)
{
    return mask->words != NULL ? mask->words[(size_t)stripe * mask->height + y]
                               : low_bits(columns_of(mask, stripe));
}

static void put_rows(struct sink *sink, const struct model_mask *mask)
{
    sink_put_string(sink, "\"rows\": [");
    for (uint32_t y = 0; mask != NULL && y < mask->height; y++) {
        sink_put_string(sink, y == 0 ? "\n        \"" : ",\n        \"");
        for (uint32_t stripe = 0; stripe < stripe_count(mask->width); stripe++) {
            const uint64_t word = row_word(mask, y, stripe);
            const uint32_t columns = columns_of(mask, stripe);
            char pixels[64];
            for (uint32_t x = 0; x < columns; x++)
                pixels[x] = word >> x & 1 ? '#' : '.';
            sink_put(sink, pixels, columns);
        }
        sink_put(sink, "\"", 1);
    }
    sink_put_string(sink, mask != NULL ? "\n      ]" : "]");
}

static void put_base64(struct sink *sink, const struct model_mask *mask)
{
    struct base64 group = {0, 0};
    sink_put_string(sink, "\"base64\": \"");
    for (uint32_t y = 0; mask != NULL && y < mask->height; y++)
        for (uint32_t stripe = 0; stripe < stripe_count(mask->width); stripe++) {
            const uint64_t word = row_word(mask, y, stripe);
            for (uint32_t x = 0; x < columns_of(mask, stripe); x += 8)
                base64_add(&group, (uint8_t)(word >> x & 0xff), sink);
        }
    base64_end(&group, sink);
    sink_put(sink, "\"", 1);
}

void document_put_mask(struct sink *sink, const struct model_mask *mask, enum json_mask form)
{
    sink_put_string(sink, "{ ");
    if (form == JSON_MASK_ROWS)
        put_rows(sink, mask);
    else
        put_base64(sink, mask);
    sink_put_string(sink, " }");
}

/* ---- Read ------------------------------------------------------------------------------- */

struct reading {
    const struct json *json;
    struct error *err;
    struct mask *mask;
};

/* An empty box has no words. */
static bool make_room(struct reading *reading)
{
    return reading->mask->width == 0 || mask_allocate(reading->mask, reading->err);
}

static bool check_row(struct reading *reading, const cJSON *row)
{
    const char *pixels = NULL;
    if (!json_get_string(reading->json, row, &pixels, reading->err))
        return false;
    const size_t length = strspn(pixels, "#.");
    if (pixels[length] != '\0')
        return json_fail(reading->json, row, reading->err,
                         "must have only the characters '#' and '.'");
    if (length != reading->mask->width)
        return json_fail(reading->json, row, reading->err,
                         "%zu characters, but the box is %" PRIu32 " wide", length,
                         reading->mask->width);
    return true;
}

static bool check_rows(struct reading *reading, const cJSON *rows)
{
    const cJSON *row;
    size_t count = 0;
    if (!json_expect_array(reading->json, rows, reading->err))
        return false;
    cJSON_ArrayForEach(row, rows)
    {
        if (!check_row(reading, row))
            return false;
        count++;
    }
    if (count != reading->mask->height)
        return json_fail(reading->json, rows, reading->err,
                         "%zu rows, but the box is %" PRIu32 " high", count, reading->mask->height);
    return true;
}

/* Allocates words only after the check that the text is as long as the box is large. */
static bool read_rows(struct reading *reading, const cJSON *rows)
{
    struct mask *const mask = reading->mask;
    const cJSON *row;
    size_t y = 0;
    if (!check_rows(reading, rows) || !make_room(reading))
        return false;
    cJSON_ArrayForEach(row, rows)
    {
        for (uint32_t x = 0; x < mask->width; x++)
            if (row->valuestring[x] == '#')
                mask->words[(size_t)(x / 64) * mask->height + y] |= UINT64_C(1) << (x % 64);
        y++;
    }
    return true;
}

static unsigned base64_value(char digit)
{
    return (unsigned)(strchr(base64_digits, digit) - base64_digits);
}

/* Byte `index` of what the digits say: it lies across two of them. */
static unsigned base64_byte(const char *text, uint64_t index)
{
    const char *const digit = text + index / 3 * 4 + index % 3;
    const unsigned shift = 2 * (unsigned)(index % 3 + 1);
    return (base64_value(digit[0]) << shift | base64_value(digit[1]) >> (6 - shift)) & 0xff;
}

/* Is it canonical base64 of `bytes` bytes: all digits and padding there, unused bits zero? */
static bool check_base64(struct reading *reading, const cJSON *value, const char *text,
                         uint64_t bytes)
{
    static const unsigned unused_bits[] = {0, 15, 3};
    const size_t digits = strspn(text, base64_digits);
    const size_t padding = strspn(text + digits, "=");
    const uint64_t wanted = (bytes + 2) / 3 * 4;
    if (text[digits + padding])
        return json_fail(reading->json, value, reading->err, "must have only base64 characters");
    if (digits + padding != wanted)
        return json_fail(reading->json, value, reading->err,
                         "%zu characters, but the box needs %" PRIu64, digits + padding, wanted);
    if (padding != (3 - bytes % 3) % 3)
        return json_fail(reading->json, value, reading->err,
                         "the padding ('=' at the end) has the wrong length");
    if (digits > 0 && (base64_value(text[digits - 1]) & unused_bits[bytes % 3]) != 0)
        return json_fail(reading->json, value, reading->err,
                         "the unused bits of the last character must be 0");
    return true;
}

static bool read_base64(struct reading *reading, const cJSON *value)
{
    struct mask *const mask = reading->mask;
    const uint64_t bytes = ((uint64_t)mask->width + 7) / 8 * mask->height;
    const char *text = NULL;
    if (!json_get_string(reading->json, value, &text, reading->err) ||
        !check_base64(reading, value, text, bytes) || !make_room(reading))
        return false;
    const uint32_t row_bytes = (mask->width + 7) / 8;
    for (uint32_t y = 0; y < mask->height; y++) {
        const size_t last = (size_t)(stripe_count(mask->width) - 1) * mask->height + y;
        for (uint32_t i = 0; i < row_bytes; i++) {
            const uint64_t byte = base64_byte(text, (uint64_t)y * row_bytes + i);
            mask->words[(size_t)(i / 8) * mask->height + y] |= byte << (i % 8 * 8);
        }
        if (mask->words[last] & ~low_bits((mask->width - 1) % 64 + 1))
            return json_fail(reading->json, value, reading->err,
                             "row %" PRIu32 " has bits set outside the box", y);
    }
    return true;
}

/* A bit for each column of a stripe that is not empty. */
static uint64_t used_columns(const struct mask *mask, uint64_t stripe)
{
    uint64_t used = 0;
    for (uint32_t y = 0; y < mask->height; y++)
        used |= mask->words[(size_t)stripe * mask->height + y];
    return used;
}

static bool row_used(const struct mask *mask, uint32_t y)
{
    uint64_t used = 0;
    for (uint64_t stripe = 0; stripe < stripe_count(mask->width); stripe++)
        used |= mask->words[(size_t)stripe * mask->height + y];
    return used != 0;
}

/* The edge of the box on which nothing is solid, or NULL: the box is tight. */
static const char *find_slack(const struct mask *mask)
{
    const uint64_t last_stripe = stripe_count(mask->width) - 1;
    if (!row_used(mask, 0))
        return "first row";
    if (!row_used(mask, mask->height - 1))
        return "last row";
    if (!(used_columns(mask, 0) & 1))
        return "first column";
    return used_columns(mask, last_stripe) >> (mask->width - 1) % 64 & 1 ? NULL : "last column";
}

bool document_read_mask(const struct json *json, const cJSON *value, const cJSON *bounds,
                        const cJSON *area, struct mask *mask, struct error *err)
{
    static const struct json_key keys[] = {{"rows", false}, {"base64", false}};
    struct reading reading = {json, err, mask};
    const cJSON *forms[2];
    uint64_t given = 0;
    if (!json_get_members(json, value, keys, 2, forms, err))
        return false;
    if ((forms[0] == NULL) == (forms[1] == NULL))
        return json_fail(json, value, err, "must hold one of \"rows\" and \"base64\"");
    if (forms[0] != NULL ? !read_rows(&reading, forms[0]) : !read_base64(&reading, forms[1]))
        return false;
    if (mask->width > 0) {
        const char *const slack = find_slack(mask);
        if (slack != NULL)
            return json_fail(json, bounds, err, "the box is larger than the mask: its %s is empty",
                             slack);
        mask_complete(mask);
    }
    if (!json_get_u64(json, area, 0, JSON_WHOLE_MAX, &given, err))
        return false;
    return given == mask->area ||
           json_fail(json, area, err, "%" PRIu64 ", but the mask has %" PRIu64 " solid pixels",
                     given, mask->area);
}
