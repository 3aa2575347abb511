/*
 * document_read.c - the JSON document read back
 *
 * A document may be written by hand, so everything is checked that can be: box and area must be
 * those of the mask, and the points must be those that the mask gives. The product gets the same
 * sprites as from baking the art.
 */
#include "atlas/formats.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "bits.h"
#include "format.h"
#include "formats/document.h"
#include "model/shapes_check.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, ERRORS_MOST = 20 };

/* No side of a sprite is longer. */
static const uint32_t side_max = INT32_MAX;

/* A sprite on its way into the model. */
struct draft {
    const struct json *json;
    struct error *err;
    uint64_t max_pixels;
    struct product *out;
    struct model_sprite sprite;
    struct mask mask;
    struct points points;
    struct shapes shapes;
};

/* ---- Plain values ----------------------------------------------------------------------- */

static bool read_size(struct draft *draft, const cJSON *value)
{
    uint32_t size[2] = {0};
    if (!json_get_u32s(draft->json, value, 2, 1, side_max, size, draft->err))
        return false;
    const uint64_t pixels = (uint64_t)size[0] * size[1];
    if (draft->max_pixels == 0 && pixels > UINT32_MAX)
        return json_fail(draft->json, value, draft->err,
                         "%" PRIu32 "x%" PRIu32 " is more than %" PRIu32
                         " pixels, the most that can be drawn, compared or written",
                         size[0], size[1], UINT32_MAX);
    if (draft->max_pixels > 0 && pixels > draft->max_pixels)
        return json_fail(draft->json, value, draft->err,
                         "more pixels than --max-pixels %" PRIu64 " allows", draft->max_pixels);
    draft->sprite.width = size[0];
    draft->sprite.height = size[1];
    return true;
}

static bool read_pivot(struct draft *draft, const cJSON *value)
{
    double pivot[2] = {0};
    if (!json_get_numbers(draft->json, value, 2, -FIXED_MAX, FIXED_MAX, pivot, draft->err))
        return false;
    draft->sprite.pivot_x = fixed_from_double(pivot[0]);
    draft->sprite.pivot_y = fixed_from_double(pivot[1]);
    return true;
}

static bool read_warnings(struct draft *draft, const cJSON *value)
{
    const cJSON *warning;
    if (!json_expect_array(draft->json, value, draft->err))
        return false;
    cJSON_ArrayForEach(warning, value)
    {
        const char *id = NULL;
        char shown[80];
        unsigned i = 0;
        if (!json_get_string(draft->json, warning, &id, draft->err))
            return false;
        while (i < WARNING_COUNT && strcmp(model_warning_id(i), id) != 0)
            i++;
        if (i == WARNING_COUNT)
            return json_fail(draft->json, warning, draft->err, "'%s' is not the id of a warning",
                             text_quote(shown, sizeof shown, id));
        if (draft->sprite.warnings >> i & 1)
            return json_fail(draft->json, warning, draft->err, "is given twice");
        draft->sprite.warnings |= 1u << i;
    }
    return true;
}

static bool read_bounds(struct draft *draft, const cJSON *value)
{
    const struct model_sprite *const sprite = &draft->sprite;
    struct mask *const mask = &draft->mask;
    uint32_t box[4] = {0};
    if (!json_get_u32s(draft->json, value, 4, 0, side_max, box, draft->err))
        return false;
    if ((box[2] == 0 || box[3] == 0) && (box[0] | box[1] | box[2] | box[3]) != 0)
        return json_fail(draft->json, value, draft->err, "an empty box must be [0, 0, 0, 0]");
    if (box[2] > sprite->width || box[0] > sprite->width - box[2] || box[3] > sprite->height ||
        box[1] > sprite->height - box[3])
        return json_fail(draft->json, value, draft->err,
                         "outside the sprite of %" PRIu32 "x%" PRIu32, sprite->width,
                         sprite->height);
    mask->left = box[0];
    mask->top = box[1];
    mask->width = box[2];
    mask->height = box[3];
    return true;
}

/* ---- Masks ------------------------------------------------------------------------------ */

/* An empty box has no words. */
static bool make_room(struct draft *draft)
{
    return draft->mask.width == 0 || mask_allocate(&draft->mask, draft->err);
}

static bool check_rows(struct draft *draft, const cJSON *rows)
{
    const struct mask *const mask = &draft->mask;
    const cJSON *row;
    size_t count = 0;
    if (!json_expect_array(draft->json, rows, draft->err))
        return false;
    cJSON_ArrayForEach(row, rows)
    {
        const char *pixels = NULL;
        if (!json_get_string(draft->json, row, &pixels, draft->err))
            return false;
        const size_t length = strspn(pixels, "#.");
        if (length != mask->width || pixels[length] != '\0')
            return json_fail(draft->json, row, draft->err,
                             "must be %" PRIu32 " characters '#' and '.', as the box is wide",
                             mask->width);
        count++;
    }
    return count == mask->height ||
           json_fail(draft->json, rows, draft->err, "%zu rows, but the box is %" PRIu32 " high",
                     count, mask->height);
}

/* Allocates words only after the check that the text is as long as the box is large. */
static bool read_rows(struct draft *draft, const cJSON *rows)
{
    struct mask *const mask = &draft->mask;
    const cJSON *row;
    size_t y = 0;
    if (!check_rows(draft, rows) || !make_room(draft))
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

/* Decodes byte `index`, which lies across two of the digits. */
static unsigned base64_byte(const char *text, uint64_t index)
{
    const char *const digit = text + index / 3 * 4 + index % 3;
    const unsigned shift = 2 * (unsigned)(index % 3 + 1);
    return (base64_value(digit[0]) << shift | base64_value(digit[1]) >> (6 - shift)) & 0xff;
}

/* Canonical base64 of `bytes` bytes: all digits and padding are there, and unused bits are zero. */
static bool is_base64(const char *text, uint64_t bytes)
{
    static const unsigned unused_bits[] = {0, 15, 3};
    const size_t digits = strspn(text, base64_digits);
    const size_t padding = strspn(text + digits, "=");
    return text[digits + padding] == '\0' && digits + padding == (bytes + 2) / 3 * 4 &&
           padding == (3 - bytes % 3) % 3 &&
           (digits == 0 || (base64_value(text[digits - 1]) & unused_bits[bytes % 3]) == 0);
}

static bool read_base64(struct draft *draft, const cJSON *value)
{
    struct mask *const mask = &draft->mask;
    const uint64_t bytes = ((uint64_t)mask->width + 7) / 8 * mask->height;
    const char *text = NULL;
    if (!json_get_string(draft->json, value, &text, draft->err))
        return false;
    if (!is_base64(text, bytes))
        return json_fail(draft->json, value, draft->err,
                         "must be the base64 of the %" PRIu64 " bytes of the box", bytes);
    if (!make_room(draft))
        return false;
    const uint32_t row_bytes = (mask->width + 7) / 8;
    for (uint32_t y = 0; y < mask->height; y++) {
        const size_t last = (size_t)(stripe_count(mask->width) - 1) * mask->height + y;
        for (uint32_t i = 0; i < row_bytes; i++) {
            const uint64_t byte = base64_byte(text, (uint64_t)y * row_bytes + i);
            mask->words[(size_t)(i / 8) * mask->height + y] |= byte << (i % 8 * 8);
        }
        if (mask->words[last] & ~low_bits((mask->width - 1) % 64 + 1))
            return json_fail(draft->json, value, draft->err,
                             "row %" PRIu32 " has bits set outside the box", y);
    }
    return true;
}

/* The box must be tight, and `area` what the mask has. */
static bool read_mask(struct draft *draft, const cJSON *value, const cJSON *bounds,
                      const cJSON *area)
{
    static const struct json_key keys[] = {{"rows", false}, {"base64", false}};
    struct mask *const mask = &draft->mask;
    const cJSON *forms[2];
    uint64_t given = 0;
    if (!json_get_members(draft->json, value, keys, 2, forms, draft->err))
        return false;
    if ((forms[0] == NULL) == (forms[1] == NULL))
        return json_fail(draft->json, value, draft->err,
                         "must hold one of \"rows\" and \"base64\"");
    if (forms[0] != NULL ? !read_rows(draft, forms[0]) : !read_base64(draft, forms[1]))
        return false;
    if (mask->width > 0) {
        mask_complete(mask);
        if (mask->area == 0 || !mask_is_right(mask))
            return json_fail(draft->json, bounds, draft->err, "the box is larger than the mask");
    }
    if (!json_get_u64(draft->json, area, 0, JSON_WHOLE_MAX, &given, draft->err))
        return false;
    return given == mask->area ||
           json_fail(draft->json, area, draft->err,
                     "%" PRIu64 ", but the mask has %" PRIu64 " solid pixels", given, mask->area);
}

/* ---- Points ----------------------------------------------------------------------------- */

static bool read_border(struct draft *draft, const cJSON *value, bool *drop)
{
    const char *border = NULL;
    if (!json_get_string(draft->json, value, &border, draft->err))
        return false;
    *drop = strcmp(border, "drop") == 0;
    return *drop || strcmp(border, "keep") == 0 ||
           json_fail(draft->json, value, draft->err, "must be \"keep\" or \"drop\"");
}

/* Refuses a map that no option could have given this sprite. */
static bool read_map(struct draft *draft, const cJSON *value, struct points_rule *rule)
{
    const struct model_sprite *const sprite = &draft->sprite;
    uint32_t map[2] = {0}, right[2];
    if (!json_get_u32s(draft->json, value, 2, 1, side_max, map, draft->err))
        return false;
    rule->map_width = map[0];
    rule->map_height = map[1];
    if (rule->drop_border && map[0] != map[1])
        return json_fail(draft->json, value, draft->err,
                         "must be square because \"border\" is \"drop\"");
    points_map_size(rule, sprite->width, sprite->height, &right[0], &right[1]);
    return (map[0] == right[0] && map[1] == right[1]) ||
           json_fail(draft->json, value, draft->err,
                     "larger than the sprite of %" PRIu32 "x%" PRIu32, sprite->width,
                     sprite->height);
}

static bool check_list(struct draft *draft, const cJSON *list)
{
    const struct points *const points = &draft->points;
    const cJSON *cell;
    uint32_t count = 0, given[2], made[2] = {0};
    if (!json_expect_array(draft->json, list, draft->err))
        return false;
    cJSON_ArrayForEach(cell, list)
    {
        if (!json_get_u32s(draft->json, cell, 2, 0, side_max, given, draft->err))
            return false;
        if (count < points->count)
            points_get(points, count, &made[0], &made[1]);
        if (count++ >= points->count || given[0] != made[0] || given[1] != made[1])
            return json_fail(draft->json, cell, draft->err, "the mask gives other points");
    }
    return count == points->count ||
           json_fail(draft->json, list, draft->err,
                     "%" PRIu32 " points, but the mask gives %" PRIu32, count, points->count);
}

/* The list follows from the mask: it is made again, and must be the same as the document's. */
static bool read_points(struct draft *draft, const cJSON *value)
{
    enum { MAP, PRUNE, BORDER, LIST, KEYS };
    static const struct json_key keys[KEYS] = {
        [MAP] = {"map", true},
        [PRUNE] = {"prune", true},
        [BORDER] = {"border", false},
        [LIST] = {"list", true},
    };
    const cJSON *values[KEYS];
    struct points_rule rule = {.wanted = true};
    if (!json_get_members(draft->json, value, keys, KEYS, values, draft->err) ||
        (values[BORDER] != NULL && !read_border(draft, values[BORDER], &rule.drop_border)) ||
        !json_get_u32(draft->json, values[PRUNE], 0, PRUNE_MAX, &rule.prune, draft->err) ||
        !read_map(draft, values[MAP], &rule))
        return false;
    return product_take_map(draft->out, &rule, draft->sprite.width, draft->sprite.height,
                            draft->err) &&
           points_make(&rule, &draft->mask, draft->sprite.width, draft->sprite.height,
                       &draft->points, draft->err) &&
           check_list(draft, values[LIST]);
}

/* ---- Shapes -------------------------------------------------------------------------------- */

/* Corners and loops that were read, of all kinds, one after the other. */
struct rows {
    struct arena arena;
    struct spot *corners;
    size_t corner_count, corner_capacity;
    uint32_t *ends;
    size_t loop_count, loop_capacity;
};

/* A multiple of 1/16 pixel, seen from the mask's box. */
static bool read_units(struct draft *draft, const cJSON *value, double pixels, uint32_t origin,
                       int32_t *out)
{
    const double units = pixels * CORNER_ONE;
    *out = (int32_t)units;
    if ((double)*out != units)
        return json_fail(draft->json, value, draft->err, "must be multiples of 1/16 pixel");
    *out -= (int32_t)origin * CORNER_ONE;
    return true;
}

static bool read_corner(struct draft *draft, const cJSON *value, struct rows *rows)
{
    const double most = (double)SHAPE_COORDINATE_MOST / CORNER_ONE;
    double pixels[2] = {0};
    struct spot *const corner =
        arena_array_push(&rows->arena, &rows->corners, &rows->corner_count, &rows->corner_capacity);
    return json_get_numbers(draft->json, value, 2, -most, most, pixels, draft->err) &&
           read_units(draft, value, pixels[0], draft->mask.left, &corner->x) &&
           read_units(draft, value, pixels[1], draft->mask.top, &corner->y);
}

static bool read_loop(struct draft *draft, const cJSON *value, struct rows *rows)
{
    const size_t before = rows->corner_count;
    const cJSON *corner;
    if (!json_expect_array(draft->json, value, draft->err))
        return false;
    cJSON_ArrayForEach(corner, value)
    {
        if (!read_corner(draft, corner, rows))
            return false;
    }
    *(uint32_t *)arena_array_push(&rows->arena, &rows->ends, &rows->loop_count,
                                  &rows->loop_capacity) = (uint32_t)rows->corner_count;
    return rows->corner_count >= before + 3 ||
           json_fail(draft->json, value, draft->err, "must have at least three corners");
}

static bool read_loops(struct draft *draft, const cJSON *value, unsigned kind, struct rows *rows)
{
    const cJSON *loop;
    if (!json_expect_array(draft->json, value, draft->err))
        return false;
    cJSON_ArrayForEach(loop, value)
    {
        if (!read_loop(draft, loop, rows))
            return false;
        draft->shapes.counts[kind]++;
    }
    return true;
}

static bool read_polygons(struct draft *draft, const cJSON *value, struct rows *rows)
{
    enum { FIT, TOLERANCE, LOOPS, KEYS };
    static const struct json_key keys[KEYS] = {
        [FIT] = {"fit", true}, [TOLERANCE] = {"tolerance", true}, [LOOPS] = {"loops", true}};
    struct shapes *const shapes = &draft->shapes;
    const cJSON *values[KEYS];
    const char *fit = NULL;
    if (!json_get_members(draft->json, value, keys, KEYS, values, draft->err) ||
        !json_get_string(draft->json, values[FIT], &fit, draft->err))
        return false;
    while (shapes->fit < FIT_COUNT && strcmp(polygon_fit_name(shapes->fit), fit) != 0)
        shapes->fit++;
    if (shapes->fit == FIT_COUNT)
        return json_fail(draft->json, values[FIT], draft->err,
                         "must be \"near\", \"contain\" or \"inside\"");
    const double tolerance =
        cJSON_IsNumber(values[TOLERANCE]) ? values[TOLERANCE]->valuedouble : -1;
    if (!(tolerance >= 0 && tolerance <= TOLERANCE_MOST))
        return json_fail(draft->json, values[TOLERANCE], draft->err,
                         "must be a number from 0 to %d", (int)TOLERANCE_MOST);
    shapes->tolerance = (uint32_t)fixed_from_double(tolerance);
    return read_loops(draft, values[LOOPS], SHAPE_POLYGONS, rows);
}

static bool read_kind(struct draft *draft, const cJSON *value, unsigned kind, struct rows *rows)
{
    draft->shapes.kinds |= 1u << kind;
    if (kind == SHAPE_POLYGONS)
        return read_polygons(draft, value, rows);
    if (kind != SHAPE_HULL)
        return read_loops(draft, value, kind, rows);
    draft->shapes.counts[kind] = 1;
    return read_loop(draft, value, rows);
}

/* Shapes follow from the mask and options that the document may not tell, so they are not made
 * again: they are checked against the mask. */
static bool read_shapes(struct draft *draft, const cJSON *const values[SHAPE_KINDS])
{
    struct shapes *const shapes = &draft->shapes;
    struct rows rows = {.corners = NULL};
    const cJSON *any = NULL;
    bool ok = true;
    for (unsigned kind = 0; kind < SHAPE_KINDS && ok; kind++) {
        ok = values[kind] == NULL || read_kind(draft, values[kind], kind, &rows);
        any = values[kind] != NULL ? values[kind] : any;
    }
    if (ok && any != NULL) {
        struct error err;
        shapes_allocate(shapes, (uint32_t)rows.loop_count, (uint32_t)rows.corner_count);
        for (size_t i = 0; i < rows.loop_count; i++)
            shapes->loops.starts[i + 1] = rows.ends[i];
        for (size_t i = 0; i < rows.corner_count; i++)
            shapes->loops.corners[i] = rows.corners[i];
        if (!shapes_are_sound(shapes))
            fail(&err, "the shapes are out of range");
        ok = shapes_are_sound(shapes) && shapes_check(shapes, &draft->mask, &err);
        if (!ok)
            json_fail(draft->json, any, draft->err, "%s", err.text);
    }
    arena_free(&rows.arena);
    return ok;
}

/* ---- Sprites ---------------------------------------------------------------------------- */

enum {
    NAME,
    SOURCE,
    LAYER,
    REGION,
    PLACE,
    TURN,
    SIZE,
    PIVOT,
    BOUNDS,
    AREA,
    WARNINGS,
    MASK,
    POINTS,
    OUTLINE,
    POLYGONS,
    PIECES,
    HULL,
    DATA,
    SPRITE_KEYS,
};

static const struct json_key sprite_keys[SPRITE_KEYS] = {
    [NAME] = {"name", true},      [SOURCE] = {"source", true},    [LAYER] = {"layer", false},
    [REGION] = {"region", true},  [PLACE] = {"place", false},     [TURN] = {"turn", false},
    [SIZE] = {"size", true},      [PIVOT] = {"pivot", true},      [BOUNDS] = {"bounds", true},
    [AREA] = {"area", true},      [MASK] = {"mask", false},       [WARNINGS] = {"warnings", false},
    [POINTS] = {"points", false}, [OUTLINE] = {"outline", false}, [POLYGONS] = {"polygons", false},
    [PIECES] = {"pieces", false}, [HULL] = {"hull", false},       [DATA] = {"data", false}};

/* The place of the picture, and how it is turned. */
static bool read_place(struct draft *draft, const cJSON *place, const cJSON *turn)
{
    struct model_sprite *const sprite = &draft->sprite;
    const char *name = model_turn_name(PLACE_UPRIGHT);
    if (place != NULL &&
        !json_get_u32s(draft->json, place, 4, 0, INT32_MAX, sprite->place, draft->err))
        return false;
    if (place != NULL && (sprite->place[2] == 0 || !model_place_is_valid(sprite)))
        return json_fail(draft->json, place, draft->err, "the box does not lie inside the sprite");
    if (turn != NULL && !json_get_string(draft->json, turn, &name, draft->err))
        return false;
    while (sprite->turn < PLACE_TURNS && strcmp(model_turn_name(sprite->turn), name) != 0)
        sprite->turn++;
    return sprite->turn < PLACE_TURNS ||
           json_fail(draft->json, turn, draft->err,
                     "this must be \"none\", \"clockwise\" or \"counter-clockwise\"");
}

static bool read_data(struct draft *draft, const cJSON *value)
{
    const char **const data = &draft->sprite.data;
    return json_get_string(draft->json, value, data, draft->err) &&
           (utf8_is_text((const uint8_t *)*data, strlen(*data)) ||
            json_fail(draft->json, value, draft->err,
                      "must not be empty, or have control characters other than tab and newline"));
}

static bool read_sprite(struct draft *draft, const cJSON *value)
{
    const cJSON *values[SPRITE_KEYS];
    if (!json_get_members(draft->json, value, sprite_keys, SPRITE_KEYS, values, draft->err) ||
        !json_get_name(draft->json, values[NAME], &draft->sprite.name, draft->err) ||
        !json_get_name(draft->json, values[SOURCE], &draft->sprite.source, draft->err) ||
        (values[LAYER] != NULL &&
         !json_get_name(draft->json, values[LAYER], &draft->sprite.layer, draft->err)) ||
        !json_get_u32s(draft->json, values[REGION], 4, 0, UINT32_MAX, draft->sprite.region,
                       draft->err) ||
        !read_size(draft, values[SIZE]) || !read_place(draft, values[PLACE], values[TURN]) ||
        !read_pivot(draft, values[PIVOT]) || !read_bounds(draft, values[BOUNDS]) ||
        (values[WARNINGS] != NULL && !read_warnings(draft, values[WARNINGS])))
        return false;
    if (values[MASK] == NULL)
        return json_fail(draft->json, value, draft->err,
                         "\"mask\" is missing: a document of --json-mask none cannot be read back");
    return read_mask(draft, values[MASK], values[BOUNDS], values[AREA]) &&
           (values[POINTS] == NULL || read_points(draft, values[POINTS])) &&
           read_shapes(draft, values + OUTLINE) &&
           (values[DATA] == NULL || read_data(draft, values[DATA]));
}

static bool add_sprite(const struct json *json, const char *origin, uint64_t max_pixels,
                       struct product *out, struct error *err)
{
    struct draft draft = {.json = json, .err = err, .max_pixels = max_pixels, .out = out};
    const bool ok = read_sprite(&draft, json->root);
    if (ok) {
        /* Two sprites of one name may be in one document, so the file alone would not tell. */
        char *const place = text_format("%s (sprites[%zu])", origin, json->index);
        draft.sprite.origin = place;
        draft.sprite.shapes = model_keep_shapes(&out->content, &draft.shapes);
        product_add(out, &draft.sprite, &draft.mask, &draft.points);
        free(place);
    }
    mask_free(&draft.mask);
    points_free(&draft.points);
    shapes_free(&draft.shapes);
    return ok;
}

/* ---- Animations and options --------------------------------------------------------------- */

/* Frames are only names here: model_next_fault finds those without a sprite, once all inputs are
 * read. */
static bool read_animation(const struct json *json, const cJSON *value, struct arena *arena,
                           struct model_animation *out, struct error *err)
{
    enum { TITLE, FRAMES, DURATIONS, KEYS };
    static const struct json_key keys[KEYS] = {
        [TITLE] = {"name", true}, [FRAMES] = {"frames", true}, [DURATIONS] = {"durations", true}};
    const cJSON *values[KEYS], *frame;
    if (!json_get_members(json, value, keys, KEYS, values, err) ||
        !json_get_name(json, values[TITLE], &out->name, err) ||
        !json_expect_array(json, values[FRAMES], err))
        return false;
    const size_t count = (size_t)cJSON_GetArraySize(values[FRAMES]);
    out->frames = arena_new(arena, count + 1, sizeof *out->frames);
    out->durations = arena_new(arena, count + 1, sizeof *out->durations);
    cJSON_ArrayForEach(frame, values[FRAMES])
    {
        if (!json_get_name(json, frame, &out->frames[out->count++], err))
            return false;
    }
    return json_get_u32s(json, values[DURATIONS], count, 0, UINT32_MAX, out->durations, err);
}

static bool read_animations(const struct json *json, const cJSON *value, const char *origin,
                            struct product *out, struct error *err)
{
    struct arena arena = {0};
    const cJSON *member;
    size_t index = 0;
    bool ok = value == NULL || json_expect_array(json, value, err);
    cJSON_ArrayForEach(member, value)
    {
        struct model_animation animation = {
            .origin = arena_format(&arena, "%s (animations[%zu])", origin, index++)};
        ok = read_animation(json, member, &arena, &animation, err);
        if (!ok)
            break;
        product_add_animation(out, &animation);
        arena_empty(&arena);
    }
    arena_free(&arena);
    return ok;
}

/* Copies the options as a text; plan/provenance.c knows their meaning. */
static bool read_options(const struct json *json, const cJSON *value, struct product *out,
                         struct error *err)
{
    char *const text = json_member_text(json, "options");
    out->is_document = true;
    product_set_options(out, text);
    free(text);
    return value == NULL || cJSON_IsObject(value) ||
           json_fail(json, value, err, "must be an object");
}

bool document_are_options(const uint8_t *bytes, size_t size)
{
    struct text text = {0};
    struct json json = {0};
    struct error ignored;
    text_add_string(&text, "{\"options\":");
    text_add(&text, bytes, size);
    text_add_string(&text, "}");
    const bool parsed = json_parse(&json, text.bytes, text.length, &ignored) &&
                        cJSON_IsObject(json_find(json.root, "options"));
    char *const minified = parsed ? json_member_text(&json, "options") : NULL;
    const bool are =
        minified != NULL && strlen(minified) == size && memcmp(minified, bytes, size) == 0;
    free(minified);
    json_free(&json);
    text_free(&text);
    return are;
}

/* ---- The document ----------------------------------------------------------------------- */

/* The first check, because a newer document may have other keys. */
static bool check_version(const struct json *json, struct error *err)
{
    const cJSON *const format = json_find(json->root, "format");
    const cJSON *const version = json_find(json->root, "version");
    const char *name = NULL;
    uint32_t number = 0;
    if (format == NULL) {
        const char *const other = document_recognise_other(json->text, json->size);
        char unknown[UNKNOWN_TEXT];
        const bool is_unknown = other == NULL && json_find(json->root, "sprites") == NULL &&
                                unknown_json(json->text, json->size, unknown);
        return json_fail(json, json->root, err, "not a hitmask document: %s",
                         other != NULL ? other
                         : is_unknown  ? unknown
                                       : "no \"format\"");
    }
    if (!json_get_string(json, format, &name, err))
        return false;
    if (strcmp(name, "hitmask") != 0)
        return json_fail(json, format, err, "not a hitmask document: this must be \"hitmask\"");
    if (version == NULL)
        return json_fail(json, json->root, err, "\"version\" is missing");
    if (!json_get_u32(json, version, 1, UINT32_MAX, &number, err))
        return false;
    return number == VERSION ||
           json_fail(json, version, err,
                     "%" PRIu32 " is newer than %d, the newest version that this hitmask reads",
                     number, VERSION);
}

/* An error of one sprite does not hide the errors of others. More than ERRORS_MOST are of no
 * use. */
static bool read_sprites(struct json *json, const char *origin, uint64_t max_pixels,
                         struct product *out, struct error *err)
{
    struct json element;
    bool ok;
    while ((ok = json_next(json, &element, err)) && element.root != NULL) {
        if (!add_sprite(&element, origin, max_pixels, out, err))
            diagnostics_add_error(&out->diagnostics, origin, err);
        json_free(&element);
        if (out->diagnostics.errors >= ERRORS_MOST)
            return fail(err, "has %d errors; the rest was not read", (int)ERRORS_MOST);
    }
    return ok;
}

static bool read_document(struct json *json, const char *origin, uint64_t max_pixels,
                          struct product *out, struct error *err)
{
    enum { FORMAT, VERSION_KEY, SPRITES, ANIMATIONS, OPTIONS, KEYS };
    static const struct json_key keys[KEYS] = {
        [FORMAT] = {"format", true},    [VERSION_KEY] = {"version", true},
        [SPRITES] = {"sprites", true},  [ANIMATIONS] = {"animations", false},
        [OPTIONS] = {"options", false},
    };
    const cJSON *values[KEYS];
    return check_version(json, err) &&
           json_get_members(json, json->root, keys, KEYS, values, err) &&
           json_expect_array(json, values[SPRITES], err) &&
           read_sprites(json, origin, max_pixels, out, err) &&
           read_animations(json, values[ANIMATIONS], origin, out, err) &&
           read_options(json, values[OPTIONS], out, err);
}

bool document_is_json(const uint8_t *bytes, size_t size)
{
    size_t at = text_bom(bytes, size);
    while (at < size && memchr(" \t\r\n", bytes[at], 4))
        at++;
    return at < size && (bytes[at] == '{' || bytes[at] == '[');
}

const char *document_recognise_other(const char *text, size_t size)
{
    static const char config[] = "it looks like a config; give it to bake with --config";
    /* The first key decides: a skeleton has animations too. */
    static const struct {
        const char *key, *words;
    } others[] = {
        {"format", NULL},
        {"sprites", NULL},
        {"skeleton", "it is a Spine skeleton: bake its .atlas"},
        {"rules", config},
        {"options", config},
        {"images",
         "it looks like a sprite sheet of EaselJS (CreateJS), which hitmask does not "
         "read; export as \"JSON (Hash)\" instead, or bake its images with --grid"},
        {"animations", config},
    };
    struct scan scan;
    struct error err;
    scan_begin(&scan, text, size, &err);
    if (!scan_text(&scan))
        return NULL;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        scan_begin(&scan, text, size, &err);
        scan_space(&scan);
        if (scan_find_member(&scan, others[i].key))
            return others[i].words;
    }
    return NULL;
}

bool document_read(const char *text, size_t size, const char *path, uint64_t max_pixels,
                   struct product *out)
{
    struct json json = {0};
    struct error err;
    if (!json_parse_around(&json, text, size, "sprites", &err) ||
        !read_document(&json, path, max_pixels, out, &err))
        diagnostics_add_error(&out->diagnostics, path, &err);
    json_free(&json);
    return out->diagnostics.errors == 0;
}
