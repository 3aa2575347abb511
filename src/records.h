/*
 * records.h - the records of an open pack, read one at a time
 *
 * For the files of src/ and for tools that look deeper than a game does. The index given
 * must be below the count; hm_pack_open has seen to everything else.
 */
#ifndef HM_RECORDS_H
#define HM_RECORDS_H

#include "format.h"

#include <hitmask.h>

struct section {
    const uint8_t *bytes;
    uint64_t length;
    uint32_t stride;
};

struct sprite_record {
    uint64_t name;
    uint32_t width, height, left, top, mask, list;
};

struct mask_record {
    uint64_t words;
    uint32_t width, height;
    uint64_t area;
};

struct list_record {
    uint64_t points;
    uint32_t count, map_width, map_height;
    uint16_t prune, flags;
};

static inline const uint8_t *sprite_at(const hm_pack *pack, uint32_t index)
{
    return pack->sprites + (size_t)index * pack->sprite_stride;
}

static inline const uint8_t *detail_at(const hm_pack *pack, uint32_t index)
{
    return pack->details + (size_t)index * pack->detail_stride;
}

static inline struct sprite_record read_sprite(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = sprite_at(pack, index);
    return (struct sprite_record){
        .name = get_u64(p + SPRITE_NAME),
        .width = get_u32(p + SPRITE_WIDTH),
        .height = get_u32(p + SPRITE_HEIGHT),
        .left = get_u32(p + SPRITE_LEFT),
        .top = get_u32(p + SPRITE_TOP),
        .mask = get_u32(p + SPRITE_MASK),
        .list = get_u32(p + SPRITE_LIST),
    };
}

static inline struct mask_record read_mask(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = pack->masks + (size_t)index * pack->mask_stride;
    return (struct mask_record){
        .words = get_u64(p + MASK_WORDS),
        .width = get_u32(p + MASK_WIDTH),
        .height = get_u32(p + MASK_HEIGHT),
        .area = get_u64(p + MASK_AREA),
    };
}

static inline struct list_record read_list(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = pack->lists + (size_t)index * pack->list_stride;
    return (struct list_record){
        .points = get_u64(p + LIST_POINTS),
        .count = get_u32(p + LIST_COUNT),
        .map_width = get_u32(p + LIST_MAP_WIDTH),
        .map_height = get_u32(p + LIST_MAP_HEIGHT),
        .prune = get_u16(p + LIST_PRUNE),
        .flags = get_u16(p + LIST_FLAGS),
    };
}

/* Points a view at the words that every mask without words of its own shares. */
void hm_sprite_view_full(hm_sprite *sprite);

#endif
