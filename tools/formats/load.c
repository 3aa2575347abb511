/*
 * load.c - reads a pack or a document, and checks it: its sprites become a product
 */
#include "formats/load.h"

#include "atlas/atlas.h"
#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "formats/document.h"
#include "model/shapes_check.h"
#include "picture/png_file.h"
#include "records.h"
#include "system/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Optional records --------------------------------------------------------------------- */

/* Sections of records that ascend by the index of their sprite, their first number. Not all sprites
 * have one: each is taken when its sprite comes. hm_pack_open does not check these sections. */
struct optional {
    hm_records places, data, shapes, loops;
    struct section corners, texts;
};

/* False when the section is damaged. */
static bool find_records(const hm_pack *pack, uint32_t id, uint32_t least, hm_records *out)
{
    const struct section section = hm_find_section(pack->data, id);
    *out = hm_find_records(pack->data, id, least);
    return section.bytes == NULL || (out->stride > 0 && section.length % out->stride == 0);
}

/* Data is checked by hm_pack_verify. */
static bool find_optional(const hm_pack *pack, struct optional *out)
{
    *out = (struct optional){.data = hm_find_records(pack->data, SECTION_DATA, DATA_RECORD),
                             .texts = hm_find_section(pack->data, SECTION_TEXTS),
                             .corners = hm_find_section(pack->data, SECTION_CORNERS)};
    return find_records(pack, SECTION_PLACES, PLACE_RECORD, &out->places) &&
           find_records(pack, SECTION_SHAPES, SHAPE_RECORD, &out->shapes) &&
           find_records(pack, SECTION_LOOPS, LOOP_RECORD, &out->loops);
}

/* The record of that sprite if it comes next; NULL: it has none. */
static const uint8_t *take_record(hm_records *records, uint32_t index)
{
    const uint8_t *const record = records->at;
    if (records->count == 0 || get_u32(record) != index)
        return NULL;
    records->at += records->stride;
    records->count--;
    return record;
}

/* Takes the place of that sprite; false when it cannot be one. */
static bool take_place(hm_records *places, uint32_t index, struct model_sprite *out)
{
    const uint8_t *const record = take_record(places, index);
    if (record == NULL)
        return true;
    out->turn = get_u32(record + PLACE_TURN);
    for (int i = 0; i < 4; i++)
        out->place[i] = get_u32(record + PLACE_BOX + 4 * i);
    if (out->place[2] == 0 || !model_place_is_valid(out))
        return false;
    if (out->turn != PLACE_UPRIGHT && out->place[2] == out->width && out->place[3] == out->height)
        memset(out->place, 0, sizeof out->place);
    return !model_is_plain(out);
}

static bool check_places(const hm_pack *pack)
{
    hm_records places;
    if (!find_records(pack, SECTION_PLACES, PLACE_RECORD, &places))
        return false;
    for (uint32_t i = 0; i < hm_pack_count(pack) && places.count > 0; i++) {
        const struct sprite_record record = read_sprite(pack, i);
        struct model_sprite sprite = {.width = record.width, .height = record.height};
        if (!take_place(&places, i, &sprite))
            return false;
    }
    return places.count == 0;
}

/* ---- Shapes -------------------------------------------------------------------------------- */

static int32_t read_coordinate_of(const uint8_t *p, bool wide)
{
    return wide ? (int32_t)get_u32(p) : (int16_t)get_u16(p);
}

/* Copies what a record tells; false when it is damaged. */
static bool copy_shapes(const struct optional *from, const uint8_t *record, struct shapes *out)
{
    const uint32_t flags = get_u16(record + SHAPE_FLAGS), first = get_u32(record + SHAPE_LOOPS);
    const uint64_t at = get_u64(record + SHAPE_CORNERS);
    const bool wide = (flags & SHAPE_WIDE) != 0;
    const uint64_t step = wide ? 8 : 4;
    uint64_t loops = 0;
    *out = (struct shapes){.kinds = flags & (SHAPE_WIDE - 1),
                           .fit = get_u16(record + SHAPE_FIT),
                           .tolerance = get_u32(record + SHAPE_TOLERANCE)};
    for (int kind = 0; kind < SHAPE_KINDS; kind++) {
        out->counts[kind] = get_u32(record + SHAPE_COUNTS + 4 * kind);
        loops += out->counts[kind];
        if (out->counts[kind] > 0 && (out->kinds >> kind & 1) == 0)
            return false;
    }
    if (flags >= SHAPE_WIDE << 1 || out->kinds == 0 || out->fit >= FIT_COUNT ||
        out->tolerance > TOLERANCE_MOST << 16 || first > from->loops.count ||
        loops > from->loops.count - first || at > from->corners.length)
        return false;
    uint32_t corners = 0;
    for (uint64_t i = 0; i < loops; i++) {
        const uint32_t end = get_u32(from->loops.at + (first + i) * from->loops.stride);
        if (end < corners || end > (from->corners.length - at) / step)
            return false;
        corners = end;
    }
    shapes_allocate(out, (uint32_t)loops, corners);
    for (uint32_t i = 0; i < loops; i++)
        out->loops.starts[i + 1] =
            get_u32(from->loops.at + (uint64_t)(first + i) * from->loops.stride);
    for (uint32_t i = 0; i < corners; i++) {
        const uint8_t *const p = from->corners.bytes + at + i * step;
        out->loops.corners[i] =
            (struct spot){read_coordinate_of(p, wide), read_coordinate_of(p + step / 2, wide)};
    }
    return shapes_are_sound(out);
}

/* Takes the shapes of that sprite; false when they are damaged. */
static bool take_shapes(struct optional *from, uint32_t index, struct shapes *out)
{
    const uint8_t *const record = take_record(&from->shapes, index);
    *out = (struct shapes){.kinds = 0};
    return record == NULL || copy_shapes(from, record, out);
}

static bool copy_mask(const hm_pack *pack, const struct sprite_record *sprite, struct mask *out,
                      struct error *err);

/* Fails for shapes that are damaged, or not those of their masks. */
static bool check_shapes(const hm_pack *pack, struct error *err)
{
    struct optional sections;
    bool ok = find_optional(pack, &sections);
    for (uint32_t i = 0; ok && i < hm_pack_count(pack) && sections.shapes.count > 0; i++) {
        const struct sprite_record record = read_sprite(pack, i);
        struct shapes shapes;
        struct mask mask = {0};
        char name[80];
        ok = take_shapes(&sections, i, &shapes);
        if (ok && shapes.kinds != 0) {
            const bool right =
                copy_mask(pack, &record, &mask, err) && shapes_check(&shapes, &mask, err);
            mask_free(&mask);
            if (!right) {
                text_quote(name, sizeof name, (const char *)pack->strings + record.name);
                error_add(err, " (sprite '%s')", name);
                shapes_free(&shapes);
                return false;
            }
        }
        shapes_free(&shapes);
    }
    return (ok && sections.shapes.count == 0) || fail(err, "%s", hm_result_text(HM_ERROR_SECTION));
}

/* ---- Sprites ------------------------------------------------------------------------------ */

static bool copy_mask(const hm_pack *pack, const struct sprite_record *sprite, struct mask *out,
                      struct error *err)
{
    if (sprite->mask == NO_INDEX)
        return true;
    const struct mask_record record = read_mask(pack, sprite->mask);
    *out = (struct mask){.left = sprite->left,
                         .top = sprite->top,
                         .width = record.width,
                         .height = record.height,
                         .area = record.area};
    return mask_take_words(out, pack->words + record.words) || fail_memory(err);
}

static bool copy_points(const hm_pack *pack, uint32_t index, struct points *out, struct error *err)
{
    if (index == NO_INDEX)
        return true;
    const struct list_record record = read_list(pack, index);
    *out = (struct points){
        .present = true,
        .map_width = record.map_width,
        .map_height = record.map_height,
        .prune = record.prune,
        .border_dropped = (record.flags & LIST_BORDER_DROPPED) != 0,
        .count = record.count,
    };
    return points_copy_cells(out, pack->points + record.points) || fail_memory(err);
}

/* No bake makes a larger sprite. A pack of a hundred bytes may claim one, and code that draws or
 * writes every pixel would not come to an end. */
static bool check_size(const hm_pack *pack, const struct sprite_record *record, struct error *err)
{
    char name[80];
    if ((uint64_t)record->width * record->height <= UINT32_MAX)
        return true;
    text_quote(name, sizeof name, (const char *)pack->strings + record->name);
    return fail(err,
                "sprite '%s': %" PRIu32 "x%" PRIu32 " is more than %" PRIu32
                " pixels, the most that can be drawn, compared or written",
                name, record->width, record->height, UINT32_MAX);
}

static bool read_one(const hm_pack *pack, uint32_t index, const char *origin,
                     struct optional *optional, struct product *out, struct error *err)
{
    const char *const strings = (const char *)pack->strings;
    const char *const texts = (const char *)optional->texts.bytes;
    const struct sprite_record record = read_sprite(pack, index);
    const uint8_t *const detail = detail_at(pack, index);
    const uint64_t layer = get_u64(detail + DETAIL_LAYER);
    const uint8_t *const data = take_record(&optional->data, index);
    struct model_sprite sprite = {
        .name = strings + record.name,
        .source = strings + get_u64(detail + DETAIL_SOURCE),
        .layer = layer != NO_STRING ? strings + layer : NULL,
        .data = data != NULL ? texts + get_u64(data + DATA_TEXT) : NULL,
        .origin = origin,
        .width = record.width,
        .height = record.height,
        .pivot_x = (int64_t)get_u64(detail + DETAIL_PIVOT_X),
        .pivot_y = (int64_t)get_u64(detail + DETAIL_PIVOT_Y),
        .warnings = get_u32(detail + DETAIL_WARNINGS) & ((1u << WARNING_COUNT) - 1),
    };
    struct mask mask = {0};
    struct points points = {0};
    struct shapes shapes = {.kinds = 0};
    if (!check_size(pack, &record, err))
        return false;
    take_place(&optional->places, index, &sprite);
    for (int i = 0; i < 4; i++)
        sprite.region[i] = get_u32(detail + DETAIL_REGION + 4 * i);
    /* Sprites may share a source or a layer: frames of one page do. */
    const bool ok = product_take_strings(out, &sprite, pack->size, err) &&
                    copy_mask(pack, &record, &mask, err) &&
                    copy_points(pack, record.list, &points, err);
    if (ok && take_shapes(optional, index, &shapes))
        sprite.shapes = model_keep_shapes(&out->content, &shapes);
    shapes_free(&shapes);
    if (ok)
        product_add(out, &sprite, &mask, &points);
    mask_free(&mask);
    points_free(&points);
    return ok;
}

static bool read_one_animation(const hm_pack *pack, uint32_t index, const char *origin,
                               struct product *out, struct error *err)
{
    const char *const strings = (const char *)pack->strings;
    const struct animation_record record = read_animation(pack, index);
    struct model_animation animation = {
        .name = strings + record.name,
        .origin = origin,
        .frames = memory_new(record.count, sizeof *animation.frames),
        .durations = memory_new(record.count, sizeof *animation.durations),
        .count = record.count,
    };
    bool ok = true;
    for (uint32_t i = 0; ok && i < record.count; i++) {
        const uint8_t *const frame = frame_at(pack, record.first + i);
        animation.frames[i] = strings + read_sprite(pack, get_u32(frame + FRAME_SPRITE)).name;
        animation.durations[i] = get_u32(frame + FRAME_DURATION);
        ok = product_take_text(out, strlen(animation.frames[i]), pack->size, err);
    }
    if (ok)
        product_add_animation(out, &animation);
    free(animation.frames);
    free(animation.durations);
    return ok;
}

bool pack_read(const hm_pack *pack, const char *origin, struct product *out, struct error *err)
{
    struct optional optional;
    out->is_document = true;
    find_optional(pack, &optional);
    for (uint32_t i = 0; i < hm_pack_count(pack); i++)
        if (!read_one(pack, i, origin, &optional, out, err))
            return false;
    for (uint32_t i = 0; i < hm_pack_animation_count(pack); i++)
        if (!read_one_animation(pack, i, origin, out, err))
            return false;
    if (pack->options_size > 0)
        out->options = arena_text_n(&out->content.arena, (const char *)pack->options,
                                    (size_t)pack->options_size);
    return true;
}

/* ---- The file ------------------------------------------------------------------------------ */

/* A pack may be of any size; other files may not be larger than art. */
static bool read_file(const char *path, uint8_t **bytes, size_t *size, struct error *err)
{
    enum { OTHER_MOST = 1 << 30 };
    struct reader reader;
    const uint8_t *beginning;
    size_t peeked;
    if (!reader_open(&reader, path, err))
        return false;
    bool ok = reader_peek(&reader, 8, &beginning, &peeked, err);
    const bool is_pack = ok && peeked == 8 && memcmp(beginning, PACK_MAGIC, 8) == 0;
    ok = ok && reader_read_all(&reader, is_pack ? SIZE_MAX / 2 : OTHER_MOST, bytes, size, err);
    reader_close(&reader);
    return ok;
}

/* Fails for a file that is not a valid pack. */
static bool fail_pack(struct error *err, enum status status, const char *text)
{
    fail(err, "%s", text);
    err->status = status;
    return false;
}

/* The file may be a picture or an atlas, of which packs are made: the error says so. */
static bool fail_no_pack(const struct pack_file *file, enum status status, struct error *err)
{
    const char *const text = (const char *)file->bytes;
    const struct atlas_format *const atlas = atlas_recognise(text, file->size);
    const char *const other = document_recognise_other(text, file->size);
    fail_pack(err, status, hm_result_text(HM_ERROR_MAGIC));
    if (atlas != NULL)
        error_add(err, ": it is an atlas (%s); 'hitmask bake' makes a pack of it", atlas->name);
    else if (other != NULL)
        error_add(err, ": %s", other);
    else if (png_begins(file->bytes, file->size) || document_is_json(file->bytes, file->size))
        error_add(err, ": it is %s; 'hitmask bake' makes a pack of it",
                  document_is_json(file->bytes, file->size) ? "JSON" : "a PNG");
    return false;
}

static bool open_bytes(struct pack_file *file, enum status bad_pack, struct error *err)
{
    const hm_result result = hm_pack_open(&file->pack, file->bytes, file->size);
    if (result == HM_ERROR_MAGIC)
        return fail_no_pack(file, bad_pack, err);
    return result == HM_OK || fail_pack(err, bad_pack, hm_result_text(result));
}

bool pack_file_open(struct pack_file *file, const char *path, enum status bad_pack,
                    struct error *err)
{
    *file = (struct pack_file){0};
    if (read_file(path, &file->bytes, &file->size, err) && open_bytes(file, bad_pack, err))
        return true;
    pack_file_free(file);
    return false;
}

bool pack_file_verify(const struct pack_file *file, enum status bad_pack, struct error *err)
{
    hm_result result = hm_pack_verify(&file->pack);
    if (result == HM_OK && !check_places(&file->pack))
        result = HM_ERROR_SECTION;
    if (result != HM_OK)
        return fail_pack(err, bad_pack, hm_result_text(result));
    if (!check_shapes(&file->pack, err)) {
        err->status = bad_pack;
        return false;
    }
    const hm_pack *const pack = &file->pack;
    if (file->size != pack->size)
        return fail_pack(err, bad_pack, "there are more bytes behind the end of the pack");
    /* The runtime does not read the options, which are JSON. */
    return pack->options_size == 0 ||
           document_are_options(pack->options, (size_t)pack->options_size) ||
           fail_pack(err, bad_pack, "the options are not a JSON object, or not minified");
}

void pack_file_free(struct pack_file *file)
{
    free(file->bytes);
    *file = (struct pack_file){0};
}

/* ---- Products and models ------------------------------------------------------------------- */

bool load_product(const char *path, struct product *out)
{
    struct pack_file file = {0};
    struct error err;
    bool ok = read_file(path, &file.bytes, &file.size, &err);
    if (ok && document_is_json(file.bytes, file.size) &&
        atlas_recognise((const char *)file.bytes, file.size) == NULL)
        document_read((const char *)file.bytes, file.size, path, 0, out);
    else
        ok = ok && open_bytes(&file, STATUS_FAILED, &err) &&
             pack_file_verify(&file, STATUS_FAILED, &err) && pack_read(&file.pack, path, out, &err);
    pack_file_free(&file);
    if (!ok)
        diagnostics_add_error(&out->diagnostics, path, &err);
    return out->diagnostics.errors == 0;
}

bool load_model(const char *path, struct model *model, struct diagnostics *found)
{
    struct product product = {0};
    struct model_cursor cursor = {0};
    struct error err;
    bool ok = load_product(path, &product);
    diagnostics_take(found, &product.diagnostics);
    if (ok) {
        product_pour(&product, model);
        model_sort(model);
        ok = !model_next_fault(model, &cursor, &err);
        if (!ok)
            diagnostics_add_error(found, path, &err);
    }
    product_free(&product);
    return ok;
}
