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

/* The text at an offset that nobody has checked. */
static const char *text_at(const hm_pack *pack, uint64_t offset)
{
    return offset < pack->strings_size ? (const char *)pack->strings + offset : "";
}

static int32_t edge(uint64_t at)
{
    return at < INT32_MAX ? (int32_t)at : INT32_MAX;
}

SMALL bool hm_sprite_source(const hm_sprite *sprite, hm_source *out)
{
    *out = (hm_source){"", "", {0, 0, 0, 0}};
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
    const uint64_t x = get_u32(region), y = get_u32(region + 4);
    out->name = text_at(&pack, get_u64(detail + DETAIL_SOURCE));
    out->layer = text_at(&pack, get_u64(detail + DETAIL_LAYER));
    out->part =
        (hm_box){edge(x), edge(y), edge(x + get_u32(region + 8)), edge(y + get_u32(region + 12))};
    return true;
}
