/*
 * document_read.c - the JSON document read back: the product gets the same sprites as from baking
 * the art
 */
#include "atlas/formats.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "formats/document.h"
#include "formats/document_sprite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, ERRORS_MOST = 20 };

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
        if (!document_add_sprite(&element, origin, max_pixels, out, err))
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
