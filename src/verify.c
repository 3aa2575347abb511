/*
 * verify.c - reads all of an open pack, and accepts only packs as FORMAT.md says to write them
 *
 * A pack has one canonical form (FORMAT.md): everything lies in order of first use with
 * nothing between. So each check is a walk with one running end, and needs no memory.
 */
#include "records.h"
#include "rows.h"
#include "utf8.h"

static bool checksum_matches(const hm_pack *pack)
{
    struct checksum sum;
    const uint8_t *const body = pack->data + HEADER_SIZE;
    const uint64_t size = pack->size - HEADER_SIZE;
    checksum_init(&sum, pack->data);
    checksum_blocks(&sum, body, size / 64);
    return checksum_end(&sum, body + size / 64 * 64, size % 64) ==
           get_u64(pack->data + HEADER_CHECKSUM);
}

static bool all_zero(const uint8_t *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* Sections begin at multiples of 8, with zeros up to there and nothing after the last. */
static hm_result verify_gaps(const hm_pack *pack)
{
    const uint32_t count = get_u32(pack->data + HEADER_SECTIONS);
    uint64_t end = HEADER_SIZE + (uint64_t)count * SECTION_RECORD;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *const record = pack->data + HEADER_SIZE + (size_t)i * SECTION_RECORD;
        const uint64_t offset = get_u64(record + SECTION_OFFSET);
        if (offset % 8 != 0 || offset - end >= 8 || !all_zero(pack->data + end, offset - end))
            return HM_ERROR_UNUSED;
        end = offset + get_u64(record + SECTION_LENGTH);
    }
    return end == pack->size ? HM_OK : HM_ERROR_UNUSED;
}

/* Counts the plain ASCII at the beginning of a string, in words of eight bytes. A word is plain
 * when no byte borrows below 0x20 or carries at 0x7f. */
static uint64_t plain_ascii(const uint8_t *p, uint64_t left)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t i = 0;
    for (; i + 8 <= left; i += 8) {
        const uint64_t word = get_u64(p + i);
        if ((((word - ones * 0x20) | (word + ones) | word) & ones * 0x80) != 0)
            break;
    }
    return i;
}

static uint64_t string_length(const uint8_t *p, uint64_t from)
{
    while (p[from] != 0)
        from++;
    return from;
}

/* A string is either the next new one, which moves `end` past it, or an earlier one. */
static hm_result verify_string(const hm_pack *pack, uint64_t offset, uint64_t *end)
{
    if (offset > *end || offset >= pack->strings_size)
        return HM_ERROR_STRING;
    if (offset < *end)
        return offset == 0 || pack->strings[offset - 1] == 0 ? HM_OK : HM_ERROR_STRING;
    const uint8_t *const string = pack->strings + offset;
    const uint64_t plain = plain_ascii(string, pack->strings_size - offset);
    const uint64_t length = string_length(string, plain);
    if (length == 0 || (length > plain && !utf8_is_name(string + plain, (size_t)(length - plain))))
        return HM_ERROR_STRING;
    *end = offset + length + 1;
    return HM_OK;
}

/* Names come first, one after the other, in ascending order. */
static hm_result verify_names(const hm_pack *pack, uint64_t *end)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < pack->sprites.count; i++) {
        const uint64_t offset = read_sprite(pack, i).name;
        if (offset != *end)
            return HM_ERROR_STRING;
        const hm_result result = verify_string(pack, offset, end);
        if (result != HM_OK)
            return result;
        /* With the NUL, which is the smallest byte: a shorter one before it ends there. */
        if (i > 0 &&
            memcmp(pack->strings + last, pack->strings + offset, (size_t)(*end - offset)) >= 0)
            return HM_ERROR_ORDER;
        last = offset;
    }
    return HM_OK;
}

static hm_result verify_details(const hm_pack *pack, uint64_t *end)
{
    for (uint32_t i = 0; i < pack->sprites.count; i++) {
        const uint8_t *const detail = detail_at(pack, i);
        const uint64_t layer = get_u64(detail + DETAIL_LAYER);
        hm_result result = verify_string(pack, get_u64(detail + DETAIL_SOURCE), end);
        if (result == HM_OK && layer != NO_STRING)
            result = verify_string(pack, layer, end);
        if (result != HM_OK)
            return result;
        if (get_u32(detail + DETAIL_ZERO) != 0 || !is_pivot(get_u64(detail + DETAIL_PIVOT_X)) ||
            !is_pivot(get_u64(detail + DETAIL_PIVOT_Y)))
            return HM_ERROR_SPRITE;
    }
    return HM_OK;
}

/* True if the string at `a` comes before the one at `b`. */
static bool string_before(const uint8_t *a, const uint8_t *b)
{
    while (*a == *b && *a != 0)
        a++, b++;
    return *a < *b;
}

/* Names of animations may be earlier strings, but ascend as well. */
static SMALL hm_result verify_animation_names(const hm_pack *pack, uint64_t *end)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < pack->animations.count; i++) {
        const uint64_t offset = read_animation(pack, i).name;
        const hm_result result = verify_string(pack, offset, end);
        if (result != HM_OK)
            return result;
        if (i > 0 && !string_before(pack->strings + last, pack->strings + offset))
            return HM_ERROR_ORDER;
        last = offset;
    }
    return HM_OK;
}

static SMALL hm_result verify_strings(const hm_pack *pack)
{
    uint64_t end = 0;
    hm_result result = verify_names(pack, &end);
    if (result == HM_OK)
        result = verify_details(pack, &end);
    if (result == HM_OK)
        result = verify_animation_names(pack, &end);
    if (result != HM_OK)
        return result;
    return end == pack->strings_size ? HM_OK : HM_ERROR_UNUSED;
}

/* Indices count up in order of first use. */
static bool next_or_earlier(uint32_t index, uint32_t *next)
{
    if (index == NO_INDEX || index < *next)
        return true;
    return index == (*next)++;
}

static SMALL hm_result verify_sprites(const hm_pack *pack)
{
    uint32_t masks = 0, lists = 0;
    for (uint32_t i = 0; i < pack->sprites.count; i++) {
        const struct sprite_record sprite = read_sprite(pack, i);
        if (!next_or_earlier(sprite.mask, &masks) || !next_or_earlier(sprite.list, &lists))
            return HM_ERROR_ORDER;
        if (sprite.mask == NO_INDEX && (sprite.left != 0 || sprite.top != 0))
            return HM_ERROR_SPRITE;
    }
    return masks == pack->masks.count && lists == pack->lists.count ? HM_OK : HM_ERROR_UNUSED;
}

/* True if row `row` holds a pixel. */
static bool row_used(const uint8_t *words, uint32_t width, uint32_t height, uint32_t row)
{
    uint64_t any = 0;
    for (uint64_t stripe = 0; stripe < stripe_count(width); stripe++)
        any |= get_u64(words + (stripe * height + row) * 8);
    return any != 0;
}

/* True if the blocks of a large mask, which follow its rows, say where those have pixels. */
static bool blocks_match(const struct mask_record *mask, const uint8_t *words)
{
    const uint64_t count = block_words(mask->width, mask->height);
    const uint8_t *const blocks = words + stripe_count(mask->width) * mask->height * 8;
    for (uint64_t i = 0; i < count; i++)
        if (get_u64(blocks + i * 8) != find_blocks(words, get_u64, mask->width, mask->height, i))
            return false;
    return true;
}

static hm_result verify_bits(const struct bulk *bulk, const struct mask_record *mask,
                             const uint8_t *words)
{
    const uint64_t stripes = stripe_count(mask->width);
    const unsigned rest = (mask->width - 1) % 64;
    uint64_t area = 0, first = 0, last = 0;
    for (uint64_t stripe = 0; stripe < stripes; stripe++) {
        area += bulk->count(words + stripe * mask->height * 8, mask->height, &last);
        first = stripe == 0 ? last : first;
    }
    if (last >> rest != 1 || (first & 1) == 0 || !row_used(words, mask->width, mask->height, 0) ||
        !row_used(words, mask->width, mask->height, mask->height - 1) || !blocks_match(mask, words))
        return HM_ERROR_BITS;
    return area == mask->area ? HM_OK : HM_ERROR_AREA;
}

static SMALL hm_result verify_masks(const hm_pack *pack)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < pack->masks.count; i++) {
        const struct mask_record mask = read_mask(pack, i);
        if (mask.words != end)
            return HM_ERROR_MASK;
        const uint64_t size = mask_bytes(mask.width, mask.height, mask.area);
        const hm_result result =
            size > 0 ? verify_bits(bulk_for(pack->cpu), &mask, pack->words + end) : HM_OK;
        if (result != HM_OK)
            return result;
        end += size;
    }
    return end == pack->words_size && all_zero(pack->words + end, WORDS_SLACK) ? HM_OK
                                                                               : HM_ERROR_UNUSED;
}

static bool cell_inside(const uint8_t *cell, uint8_t bytes, const struct list_record *list)
{
    return read_coordinate(cell, bytes) < list->map_width &&
           read_coordinate(cell + bytes, bytes) < list->map_height;
}

/* Many cells at once, by words. Returns how many cells were taken. */
static uint32_t fields_inside(const struct bulk *bulk, const uint8_t *cells, uint8_t bytes,
                              const struct list_record *list, bool *inside)
{
    const unsigned bits = 8u * bytes;
    const uint64_t ones = bytes == 1 ? UINT64_C(0x0001000100010001) : UINT64_C(0x0000000100000001);
    const struct fields fields = {
        .bits = bits,
        .low = ones * ((UINT64_C(1) << bits) - 1),
        .to_even = ones * ((UINT64_C(1) << bits) - list->map_width),
        .to_odd = ones * ((UINT64_C(1) << bits) - list->map_height),
    };
    const uint32_t words = list->count / (4u / bytes);
    *inside = (bulk->carries(cells, words, &fields) & ones << bits) == 0;
    return words * (4u / bytes);
}

static bool cells_inside(const struct bulk *bulk, const uint8_t *cells,
                         const struct list_record *list, uint8_t bytes)
{
    bool inside = true;
    uint32_t i = bytes < 4 ? fields_inside(bulk, cells, bytes, list, &inside) : 0;
    for (; inside && i < list->count; i++)
        inside = cell_inside(cells + (size_t)i * 2 * bytes, bytes, list);
    return inside;
}

static SMALL hm_result verify_lists(const hm_pack *pack)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < pack->lists.count; i++) {
        const struct list_record list = read_list(pack, i);
        if (list.points != end || list.flags > LIST_BORDER_DROPPED)
            return HM_ERROR_POINTS;
        const uint8_t bytes = cell_bytes(list.map_width, list.map_height);
        if (!cells_inside(bulk_for(pack->cpu), pack->points + end, &list, bytes))
            return HM_ERROR_POINTS;
        end += (uint64_t)list.count * 2 * bytes;
    }
    return end == pack->points_size ? HM_OK : HM_ERROR_UNUSED;
}

/* The frames of each animation follow those of the one before. */
static SMALL hm_result verify_animations(const hm_pack *pack)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < pack->animations.count; i++) {
        const struct animation_record animation = read_animation(pack, i);
        if (animation.first != end)
            return HM_ERROR_ANIMATION;
        end += animation.count;
    }
    return end == pack->frames.count ? HM_OK : HM_ERROR_UNUSED;
}

/* Texts lie in order of first use, with nothing between. */
static SMALL hm_result verify_texts(const hm_pack *pack, const hm_records *records,
                                    const struct section *texts)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < records->count; i++) {
        const uint8_t *const record = record_at(records, i);
        const uint32_t sprite = get_u32(record + DATA_SPRITE);
        const uint64_t at = get_u64(record + DATA_TEXT);
        if (sprite >= pack->sprites.count || get_u32(record + DATA_ZERO) != 0)
            return HM_ERROR_SPRITE;
        if (i > 0 && sprite <= get_u32(record_at(records, i - 1) + DATA_SPRITE))
            return HM_ERROR_ORDER;
        if (at > end || at >= texts->length || (at > 0 && texts->bytes[at - 1] != 0))
            return HM_ERROR_STRING;
        if (at < end)
            continue;
        const uint64_t length = string_length(texts->bytes + at, 0);
        if (!utf8_is_text(texts->bytes + at, (size_t)length))
            return HM_ERROR_STRING;
        end = at + length + 1;
    }
    return end == texts->length ? HM_OK : HM_ERROR_UNUSED;
}

/* Opening checks nothing of the data. */
static SMALL hm_result verify_data(const hm_pack *pack)
{
    const struct section data = hm_find_section(pack->data, SECTION_DATA);
    const struct section texts = hm_find_section(pack->data, SECTION_TEXTS);
    const hm_records records = hm_find_records(pack->data, SECTION_DATA, DATA_RECORD);
    if (data.bytes == NULL && texts.bytes == NULL)
        return HM_OK;
    if (data.length == 0 || texts.length == 0)
        return HM_ERROR_UNUSED;
    if (records.count == 0 || data.length % data.stride != 0)
        return HM_ERROR_SECTION;
    if (texts.bytes[texts.length - 1] != 0)
        return HM_ERROR_STRING;
    return verify_texts(pack, &records, &texts);
}

/* Readers of the JSON check that it is JSON; this does not. */
static SMALL hm_result verify_options(const hm_pack *pack)
{
    const uint8_t *const text = pack->options;
    const uint64_t size = pack->options_size;
    if (text == NULL)
        return HM_OK;
    if (!utf8_is_name(text, (size_t)size) || text[0] != '{' || text[size - 1] != '}')
        return HM_ERROR_STRING;
    return HM_OK;
}

/* Optional sections must be missing when they are empty. */
static SMALL hm_result verify_presence(const hm_pack *pack)
{
    const bool empty = (pack->animations.at != NULL && pack->animations.count == 0) ||
                       (pack->frames.at != NULL && pack->frames.count == 0) ||
                       (pack->options != NULL && pack->options_size == 0);
    return empty ? HM_ERROR_UNUSED : HM_OK;
}

SMALL hm_result hm_pack_verify(const hm_pack *pack)
{
    static hm_result (*const checks[])(const hm_pack *) = {
        verify_gaps,  verify_presence,   verify_strings, verify_sprites, verify_masks,
        verify_lists, verify_animations, verify_options, verify_data,
    };
    if (pack->data == NULL)
        return HM_OK;
    if (!checksum_matches(pack))
        return HM_ERROR_CHECKSUM;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const hm_result result = checks[i](pack);
        if (result != HM_OK)
            return result;
    }
    return HM_OK;
}
