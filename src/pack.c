/*
 * pack.c - opens a pack where it lies, and finds sprites in it
 *
 * Opening checks, entry by entry, every offset and index that a query will follow, and
 * keeps where the sections are. What it does not check cannot lead outside the bytes:
 *
 *     header, section table -> animation -> frame -> sprite -> mask -> words
 *                                                         \--> list -> points
 *
 * verify.c reads the rest.
 */
#include "bits.h"
#include "cpu.h"
#include "records.h"
#include "sprite.h"

#include <hitmask.h>

_Static_assert(sizeof(hm_pack) == 256, "hm_pack has the same size everywhere");
_Static_assert(sizeof(hm_sprite) == 128, "hm_sprite has the same size everywhere");
_Static_assert(SPRITE_NAME == 0 && ANIMATION_NAME == 0, "hm_find_name looks there");

uint32_t hm_version(void)
{
    return HM_VERSION;
}

const char *hm_result_text(hm_result result)
{
    static const char *const texts[] = {
#define RESULT_TEXT(name, text) text,
        HM_RESULTS(RESULT_TEXT)
#undef RESULT_TEXT
    };
    const uint32_t index = (uint32_t)result;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown result";
}

/* True if [offset, offset + length) lies inside a whole of `size` bytes. */
static bool inside(uint64_t offset, uint64_t length, uint64_t size)
{
    return offset <= size && length <= size - offset;
}

/* The sections of records: their least size in this version, and their place in hm_pack. */
static const struct {
    uint8_t section, known, at;
} record_sections[] = {
    {SECTION_SPRITES, SPRITE_RECORD, offsetof(hm_pack, sprites)},
    {SECTION_DETAILS, DETAIL_RECORD, offsetof(hm_pack, details)},
    {SECTION_MASKS, MASK_RECORD, offsetof(hm_pack, masks)},
    {SECTION_LISTS, LIST_RECORD, offsetof(hm_pack, lists)},
    {SECTION_ANIMATIONS, ANIMATION_RECORD, offsetof(hm_pack, animations)},
    {SECTION_FRAMES, FRAME_RECORD, offsetof(hm_pack, frames)},
};

/* Stores where the records are. Their stride may be longer than the size known here. A missing
 * section has no records. */
static bool place_records(hm_pack *pack, const struct section *sections)
{
    for (size_t i = 0; i < sizeof record_sections / sizeof *record_sections; i++) {
        const struct section *const section = &sections[record_sections[i].section];
        if (section->bytes == NULL)
            continue;
        if (section->stride < record_sections[i].known || section->length % section->stride != 0)
            return false;
        const uint64_t count = section->length / section->stride;
        if (count >= NO_INDEX)
            return false;
        *(hm_records *)((uint8_t *)pack + record_sections[i].at) =
            (hm_records){section->bytes, section->stride, (uint32_t)count};
    }
    return true;
}

/* Walks the section table: ids and offsets must ascend, so no two sections overlap.
 * Sections that are not known are skipped. */
static hm_result find_sections(const uint8_t *data, uint64_t total, struct section *sections)
{
    const uint64_t count = get_u32(data + HEADER_SECTIONS);
    /* Refuses a total below the header, too. */
    if (!inside(HEADER_SIZE, count * SECTION_RECORD, total))
        return HM_ERROR_SECTION;
    uint64_t end = HEADER_SIZE + count * SECTION_RECORD;
    uint32_t last_id = 0;
    uint32_t found = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *const record = data + HEADER_SIZE + i * SECTION_RECORD;
        const uint32_t id = get_u32(record + SECTION_ID);
        const uint64_t offset = get_u64(record + SECTION_OFFSET);
        const uint64_t length = get_u64(record + SECTION_LENGTH);
        if (id <= last_id || offset < end || !inside(offset, length, total))
            return HM_ERROR_SECTION;
        if (id <= SECTION_LAST)
            sections[id] =
                (struct section){data + offset, length, get_u32(record + SECTION_STRIDE)};
        found += id <= SECTION_COUNT;
        last_id = id;
        end = offset + length;
    }
    return found == SECTION_COUNT ? HM_OK : HM_ERROR_SECTION;
}

static hm_result place_sections(hm_pack *pack, const struct section *sections)
{
    if (!place_records(pack, sections))
        return HM_ERROR_SECTION;
    if (pack->details.count != pack->sprites.count || sections[SECTION_WORDS].length < WORDS_SLACK)
        return HM_ERROR_SECTION;
    pack->strings = sections[SECTION_STRINGS].bytes;
    pack->strings_size = sections[SECTION_STRINGS].length;
    pack->words = sections[SECTION_WORDS].bytes;
    pack->words_size = sections[SECTION_WORDS].length - WORDS_SLACK;
    pack->points = sections[SECTION_POINTS].bytes;
    pack->points_size = sections[SECTION_POINTS].length;
    pack->options = sections[SECTION_OPTIONS].bytes;
    pack->options_size = sections[SECTION_OPTIONS].length;
    /* A NUL at the very end terminates every string, wherever it begins. */
    if (pack->strings_size > 0 && pack->strings[pack->strings_size - 1] != 0)
        return HM_ERROR_STRING;
    return HM_OK;
}

static hm_result check_masks(const hm_pack *pack)
{
    for (uint32_t i = 0; i < pack->masks.count; i++) {
        const struct mask_record mask = read_mask(pack, i);
        if (!is_side(mask.width) || !is_side(mask.height) ||
            !inside(mask.words, mask_bytes(mask.width, mask.height, mask.area), pack->words_size))
            return HM_ERROR_MASK;
    }
    return HM_OK;
}

static hm_result check_lists(const hm_pack *pack)
{
    for (uint32_t i = 0; i < pack->lists.count; i++) {
        const struct list_record list = read_list(pack, i);
        const uint64_t cell = 2u * cell_bytes(list.map_width, list.map_height);
        if (!is_side(list.map_width) || !is_side(list.map_height) ||
            !inside(list.points, list.count * cell, pack->points_size))
            return HM_ERROR_POINTS;
    }
    return HM_OK;
}

static hm_result check_sprites(const hm_pack *pack)
{
    for (uint32_t i = 0; i < pack->sprites.count; i++) {
        const struct sprite_record sprite = read_sprite(pack, i);
        if (sprite.name >= pack->strings_size)
            return HM_ERROR_STRING;
        if (!is_side(sprite.width) || !is_side(sprite.height) ||
            (sprite.list != NO_INDEX && sprite.list >= pack->lists.count))
            return HM_ERROR_SPRITE;
        if (sprite.mask == NO_INDEX)
            continue;
        if (sprite.mask >= pack->masks.count)
            return HM_ERROR_SPRITE;
        const struct mask_record mask = read_mask(pack, sprite.mask);
        if (!inside(sprite.left, mask.width, sprite.width) ||
            !inside(sprite.top, mask.height, sprite.height))
            return HM_ERROR_SPRITE;
    }
    return HM_OK;
}

static hm_result check_animations(const hm_pack *pack)
{
    for (uint32_t i = 0; i < pack->frames.count; i++)
        if (get_u32(frame_at(pack, i) + FRAME_SPRITE) >= pack->sprites.count)
            return HM_ERROR_ANIMATION;
    for (uint32_t i = 0; i < pack->animations.count; i++) {
        const struct animation_record animation = read_animation(pack, i);
        if (animation.name >= pack->strings_size)
            return HM_ERROR_STRING;
        if (!inside(animation.first, animation.count, pack->frames.count))
            return HM_ERROR_ANIMATION;
    }
    return HM_OK;
}

static hm_result check_header(const uint8_t *data, size_t size)
{
    /* Bytes that are no pack get this answer even when they are too few. */
    if (memcmp(data, PACK_MAGIC, size < 8 ? size : 8) != 0)
        return HM_ERROR_MAGIC;
    if (size < HEADER_SIZE)
        return HM_ERROR_TRUNCATED;
    if (get_u16(data + HEADER_MAJOR) > PACK_MAJOR)
        return HM_ERROR_VERSION;
    if (get_u16(data + HEADER_MAJOR) < 1)
        return HM_ERROR_MAGIC;
    const uint64_t total = get_u64(data + HEADER_TOTAL);
    if (total > SIZE_MAX)
        return HM_ERROR_TOO_BIG;
    return total > size ? HM_ERROR_TRUNCATED : HM_OK;
}

static hm_result open_checked(hm_pack *pack, const uint8_t *data, size_t size)
{
    struct section sections[SECTION_LAST + 1] = {{0}};
    hm_result result = check_header(data, size);
    if (result != HM_OK)
        return result;
    pack->cpu = hm_cpu_level();
    pack->data = data;
    pack->size = get_u64(data + HEADER_TOTAL);
    result = find_sections(data, pack->size, sections);
    if (result == HM_OK)
        result = place_sections(pack, sections);
    if (result == HM_OK)
        result = check_masks(pack);
    if (result == HM_OK)
        result = check_lists(pack);
    if (result == HM_OK)
        result = check_sprites(pack);
    if (result == HM_OK)
        result = check_animations(pack);
    return result;
}

SMALL hm_result hm_pack_open(hm_pack *pack, const void *data, size_t size)
{
    memset(pack, 0, sizeof *pack);
    if (size == 0)
        return HM_ERROR_TRUNCATED;
    const hm_result result = open_checked(pack, (const uint8_t *)data, size);
    if (result != HM_OK)
        memset(pack, 0, sizeof *pack);
    return result;
}

uint32_t hm_pack_count(const hm_pack *pack)
{
    return pack->sprites.count;
}

/* The order of names: by their bytes, a prefix first. `stored` ends with a NUL. */
static int compare_name(const char *name, size_t length, const char *stored)
{
    for (size_t i = 0; i < length; i++) {
        const int difference = (uint8_t)name[i] - (uint8_t)stored[i];
        if (difference != 0)
            return difference;
        /* A NUL in `name` itself is in no pack. */
        if (stored[i] == 0)
            return 1;
    }
    return stored[length] == 0 ? 0 : -1;
}

uint32_t hm_find_name(const hm_pack *pack, const hm_records *records, const char *name,
                      size_t length)
{
    uint32_t low = 0, high = records->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint64_t offset = get_u64(record_at(records, middle));
        const int order = compare_name(name, length, (const char *)pack->strings + offset);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return records->count;
}

size_t hm_name_length(const hm_pack *pack, const char *name)
{
    /* Without this bound, compilers would make the loop a call of strlen, which a program without
     * a C library does not have. */
    size_t length = 0;
    while (length < pack->strings_size && name[length] != 0)
        length++;
    return length;
}

bool hm_pack_find_n(const hm_pack *pack, const char *name, size_t length, hm_sprite *out)
{
    return hm_pack_sprite(pack, hm_find_name(pack, &pack->sprites, name, length), out);
}

bool hm_pack_find(const hm_pack *pack, const char *name, hm_sprite *out)
{
    return hm_pack_find_n(pack, name, hm_name_length(pack, name), out);
}

/* A view of the mask: its box in the sprite, and how to walk its words. */
static void view_mask(const hm_pack *pack, const struct sprite_record *sprite, hm_sprite *out)
{
    if (sprite->mask == NO_INDEX)
        return;
    const struct mask_record mask = read_mask(pack, sprite->mask);
    out->bounds =
        (hm_box){(int32_t)sprite->left, (int32_t)sprite->top, (int32_t)(sprite->left + mask.width),
                 (int32_t)(sprite->top + mask.height)};
    out->area = mask.area;
    if (mask_is_full(mask.width, mask.height, mask.area)) {
        hm_sprite_view_full(out);
    } else {
        out->words = pack->words + mask.words;
        out->row_step = 8;
#if defined(HM_SIMD)
        /* Builds without SIMD do not use blocks. */
        if (mask_has_blocks(mask.width, mask.height))
            out->blocks = out->words + stripe_count(mask.width) * mask.height * 8;
#endif
    }
    out->plain = hm_sprite_plain(out);
}

static void view_points(const hm_pack *pack, uint32_t index, hm_sprite *out)
{
    if (index == NO_INDEX)
        return;
    const struct list_record list = read_list(pack, index);
    out->points = pack->points + list.points;
    out->point_count = list.count;
    out->map_width = list.map_width;
    out->map_height = list.map_height;
    out->cell_bytes = cell_bytes(list.map_width, list.map_height);
    out->prune = list.prune;
    out->border_dropped = (list.flags & LIST_BORDER_DROPPED) != 0;
}

bool hm_pack_sprite(const hm_pack *pack, uint32_t index, hm_sprite *out)
{
    memset(out, 0, sizeof *out);
    if (index >= pack->sprites.count)
        return false;
    const struct sprite_record sprite = read_sprite(pack, index);
    const uint8_t *const detail = detail_at(pack, index);
    out->cpu = pack->cpu;
    out->of.pack = pack->data;
    out->name = (const char *)pack->strings + sprite.name;
    out->width = (int32_t)sprite.width;
    out->height = (int32_t)sprite.height;
    out->pivot_x = (int64_t)get_u64(detail + DETAIL_PIVOT_X);
    out->pivot_y = (int64_t)get_u64(detail + DETAIL_PIVOT_Y);
    view_mask(pack, &sprite, out);
    view_points(pack, sprite.list, out);
    return true;
}

/* ==== Animations ============================================================================== */

/*
 * animations of a pack: found, and the frame at a time
 *
 * An animation is a run of frame records. A view of one knows how long they last together, so
 * that asking for the frame at a time is a remainder and one walk, whatever the time.
 */

_Static_assert(sizeof(hm_animation) == 64, "hm_animation has the same size everywhere");

static const uint8_t *frame_of(const hm_animation *animation, uint32_t index)
{
    return animation->frames + (size_t)index * animation->frame_stride;
}

static uint32_t duration_of(const hm_animation *animation, uint32_t index)
{
    return get_u32(frame_of(animation, index) + FRAME_DURATION);
}

/* ---- Look-up ------------------------------------------------------------------------------- */

uint32_t hm_pack_animation_count(const hm_pack *pack)
{
    return pack->animations.count;
}

bool hm_pack_animation(const hm_pack *pack, uint32_t index, hm_animation *out)
{
    memset(out, 0, sizeof *out);
    if (index >= pack->animations.count)
        return false;
    const struct animation_record record = read_animation(pack, index);
    out->name = (const char *)pack->strings + record.name;
    out->frame_count = record.count;
    out->frame_stride = pack->frames.stride;
    if (record.count == 0)
        return true;
    out->frames = frame_at(pack, record.first);
    for (uint32_t i = 0; i < record.count; i++)
        out->duration += duration_of(out, i);
    return true;
}

bool hm_pack_find_animation_n(const hm_pack *pack, const char *name, size_t length,
                              hm_animation *out)
{
    return hm_pack_animation(pack, hm_find_name(pack, &pack->animations, name, length), out);
}

bool hm_pack_find_animation(const hm_pack *pack, const char *name, hm_animation *out)
{
    return hm_pack_find_animation_n(pack, name, hm_name_length(pack, name), out);
}

bool hm_pack_frame(const hm_pack *pack, const hm_animation *animation, uint32_t index,
                   hm_sprite *out)
{
    const bool there = index < animation->frame_count;
    return hm_pack_sprite(
        pack, there ? get_u32(frame_of(animation, index) + FRAME_SPRITE) : NO_INDEX, out);
}

/* ---- What an animation tells --------------------------------------------------------------- */

const char *hm_animation_name(const hm_animation *animation)
{
    return animation->name != NULL ? animation->name : "";
}

uint32_t hm_animation_frame_count(const hm_animation *animation)
{
    return animation->frame_count;
}

uint64_t hm_animation_duration(const hm_animation *animation)
{
    return animation->duration;
}

uint32_t hm_animation_frame_duration(const hm_animation *animation, uint32_t index)
{
    return index < animation->frame_count ? duration_of(animation, index) : 0;
}

/* ---- The frame at a time ------------------------------------------------------------------- */

/* The time in a single showing from the first frame to the last, at which the same frame is shown.
 * On the way back, which leaves out both ends, time runs backwards from the start of the last
 * frame. */
static uint64_t fold_ping_pong(const hm_animation *animation, uint64_t time)
{
    const uint64_t once = animation->duration;
    const uint64_t last = duration_of(animation, animation->frame_count - 1);
    const uint64_t back = once - last - duration_of(animation, 0);
    const uint64_t period = once + back;
    /* A period of 2^64 and more is longer than any time. That of a single frame is 0, and any time
     * shows it. */
    if (period >= once)
        time %= period;
    return time < once ? time : once - last - 1 - (time - once);
}

uint32_t hm_animation_at(const hm_animation *animation, uint64_t time, hm_play play)
{
    const uint32_t end = animation->frame_count;
    if (end == 0)
        return 0;
    if (play == HM_PLAY_ONCE && time >= animation->duration)
        return end - 1;
    if (animation->duration == 0)
        return 0;
    time = play == HM_PLAY_PING_PONG ? fold_ping_pong(animation, time) : time % animation->duration;
    uint32_t i = 0;
    for (uint32_t shown; i < end - 1 && time >= (shown = duration_of(animation, i)); i++)
        time -= shown;
    return i;
}

/* ==== The picture and the data of a sprite ==================================================== */

/*
 * the picture that a sprite was baked from, and the text that its artist gave it
 *
 * No query needs them, so a view does not hold them. A view knows where its pack begins, and the
 * table of sections was checked when it was opened: they are found again, and the sprite by its
 * name. Places and data, which nobody has checked, are checked where they are read.
 */

SMALL struct section hm_find_section(const uint8_t *pack, uint32_t id)
{
    const uint8_t *record = pack + HEADER_SIZE;
    for (uint32_t left = get_u32(pack + HEADER_SECTIONS); left > 0; left--) {
        if (get_u32(record + SECTION_ID) == id)
            return (struct section){pack + get_u64(record + SECTION_OFFSET),
                                    get_u64(record + SECTION_LENGTH),
                                    get_u32(record + SECTION_STRIDE)};
        record += SECTION_RECORD;
    }
    return (struct section){NULL, 0, 0};
}

SMALL hm_records hm_find_records(const uint8_t *pack, uint32_t id, uint32_t known)
{
    const struct section section = hm_find_section(pack, id);
    if (section.stride < known || section.length / section.stride > UINT32_MAX)
        return (hm_records){NULL, 0, 0};
    return (hm_records){section.bytes, section.stride, (uint32_t)(section.length / section.stride)};
}

_Static_assert(PLACE_SPRITE == 0 && DATA_SPRITE == 0 && SHAPE_SPRITE == 0,
               "hm_find_of_sprite looks there");

SMALL const uint8_t *hm_find_of_sprite(const hm_records *records, uint32_t sprite)
{
    uint32_t first = 0, end = records->count;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        const uint8_t *const record = record_at(records, middle);
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

SMALL bool hm_find_again(const hm_sprite *sprite, hm_pack *pack, uint32_t *index)
{
    pack->data = sprite->loose ? NULL : sprite->of.pack;
    if (pack->data == NULL)
        return false;
    const struct section strings = hm_find_section(pack->data, SECTION_STRINGS);
    pack->strings = strings.bytes;
    pack->strings_size = strings.length;
    pack->sprites = hm_find_records(pack->data, SECTION_SPRITES, SPRITE_RECORD);
    if (strings.bytes == NULL)
        return false; /* never: every pack has it */
    *index = hm_find_name(pack, &pack->sprites, sprite->name, hm_name_length(pack, sprite->name));
    return *index < pack->sprites.count;
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
    hm_pack pack;
    uint32_t index;
    *out = (hm_source){"", "", {0, 0, 0, 0}, {0, 0, 0, 0}, 0};
    if (!hm_find_again(sprite, &pack, &index))
        return false;
    pack.details = hm_find_records(pack.data, SECTION_DETAILS, DETAIL_RECORD);
    const uint8_t *const detail = detail_at(&pack, index), *const region = detail + DETAIL_REGION;
    out->name = text_at(&pack, get_u64(detail + DETAIL_SOURCE));
    out->layer = text_at(&pack, get_u64(detail + DETAIL_LAYER));
    out->part = read_box(region);
    out->place = (hm_box){0, 0, sprite->width, sprite->height};
    const hm_records places = hm_find_records(pack.data, SECTION_PLACES, PLACE_RECORD);
    const uint8_t *const place = hm_find_of_sprite(&places, index);
    if (place != NULL) {
        out->place = read_box(place + PLACE_BOX);
        out->turned = get_u32(place + PLACE_TURN) % 3;
    }
    return true;
}

SMALL const char *hm_sprite_data(const hm_sprite *sprite)
{
    hm_pack pack;
    uint32_t index;
    if (!hm_find_again(sprite, &pack, &index))
        return "";
    const hm_records records = hm_find_records(pack.data, SECTION_DATA, DATA_RECORD);
    const struct section texts = hm_find_section(pack.data, SECTION_TEXTS);
    const uint8_t *const record = hm_find_of_sprite(&records, index);
    if (record == NULL || get_u64(record + DATA_TEXT) >= texts.length ||
        texts.bytes[texts.length - 1] != 0)
        return "";
    return (const char *)texts.bytes + get_u64(record + DATA_TEXT);
}
