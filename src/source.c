/*
 * source.c - the picture that a sprite was baked from
 *
 * No query needs it, so a view does not hold it. A view knows where its pack begins, and the pack
 * was checked when it was opened: the sections are found again, and the sprite by its name.
 */
#include "bits.h"
#include "records.h"

/* A section that every pack has. */
static SMALL struct section find_section(const uint8_t *pack, uint32_t id)
{
    const uint8_t *record = pack + HEADER_SIZE;
    while (get_u32(record + SECTION_ID) != id)
        record += SECTION_RECORD;
    return (struct section){pack + get_u64(record + SECTION_OFFSET),
                            get_u64(record + SECTION_LENGTH), get_u32(record + SECTION_STRIDE)};
}

static SMALL hm_records find_records(const uint8_t *pack, uint32_t id)
{
    const struct section section = find_section(pack, id);
    return (hm_records){section.bytes, section.stride, (uint32_t)(section.length / section.stride)};
}

/* The records of section 11, which no check has seen, and which may be missing. */
static SMALL hm_records find_places(const uint8_t *pack)
{
    for (uint32_t i = 0; i < get_u32(pack + HEADER_SECTIONS); i++)
        if (get_u32(pack + HEADER_SIZE + i * SECTION_RECORD + SECTION_ID) == SECTION_PLACES) {
            const struct section section = find_section(pack, SECTION_PLACES);
            if (section.stride >= PLACE_RECORD && section.length / section.stride <= UINT32_MAX)
                return find_records(pack, SECTION_PLACES);
        }
    return (hm_records){NULL, 0, 0};
}

/* The record of a sprite, or NULL. Records ascend by the index of the sprite. */
static SMALL const uint8_t *find_place(const hm_records *places, uint32_t sprite)
{
    uint32_t first = 0, end = places->count;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        const uint8_t *const record = record_at(places, middle);
        const uint32_t at = get_u32(record + PLACE_SPRITE);
        if (at == sprite)
            return record;
        if (at < sprite)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

/* The text at an offset that nobody has checked. */
static const char *text_at(const hm_pack *pack, uint64_t offset)
{
    return offset < pack->strings_size ? (const char *)pack->strings + offset : "";
}

static int32_t edge(uint64_t at)
{
    return at < INT32_MAX ? (int32_t)at : INT32_MAX;
}

/* A box as left, top, width and height. */
static SMALL hm_box read_box(const uint8_t *at)
{
    const uint64_t x = get_u32(at), y = get_u32(at + 4);
    return (hm_box){edge(x), edge(y), edge(x + get_u32(at + 8)), edge(y + get_u32(at + 12))};
}

SMALL bool hm_sprite_source(const hm_sprite *sprite, hm_source *out)
{
    *out = (hm_source){"", "", {0, 0, 0, 0}, {0, 0, 0, 0}, 0};
    const uint8_t *const at = sprite->loose ? NULL : sprite->of.pack;
    if (at == NULL)
        return false;
    hm_pack pack;
    const struct section strings = find_section(at, SECTION_STRINGS);
    pack.strings = strings.bytes;
    pack.strings_size = strings.length;
    pack.sprites = find_records(at, SECTION_SPRITES);
    pack.details = find_records(at, SECTION_DETAILS);
    const uint32_t index =
        hm_find_name(&pack, &pack.sprites, sprite->name, hm_name_length(&pack, sprite->name));
    /* In a damaged pack, names may be out of order. */
    if (index == pack.sprites.count)
        return false;
    const uint8_t *const detail = detail_at(&pack, index), *const region = detail + DETAIL_REGION;
    out->name = text_at(&pack, get_u64(detail + DETAIL_SOURCE));
    out->layer = text_at(&pack, get_u64(detail + DETAIL_LAYER));
    out->part = read_box(region);
    out->place = (hm_box){0, 0, sprite->width, sprite->height};
    const hm_records places = find_places(at);
    const uint8_t *const place = find_place(&places, index);
    if (place != NULL) {
        out->place = read_box(place + PLACE_BOX);
        out->turned = get_u32(place + PLACE_TURN) % 3;
    }
    return true;
}
