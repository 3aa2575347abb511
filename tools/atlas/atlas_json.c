/*
 * atlas_json.c - reads values of atlases in JSON, and reports errors in them
 */
#include "atlas/atlas_json.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Recognising --------------------------------------------------------------------------- */

/* These functions scan a text that may be anything, and stop at the first error in it. */

static bool take(struct scan *scan, char c)
{
    scan_space(scan);
    if (!scan_is_at(scan, c))
        return false;
    scan->at++;
    scan_space(scan);
    return true;
}

static bool is_quoted(const char *begin, const char *end, const char *key, size_t length)
{
    return (size_t)(end - begin) == length + 2 && memcmp(begin + 1, key, length) == 0;
}

/* Goes from the beginning of an object to the value of a member; for "*" to the first child of an
 * object or an array. Returns false when there is none, and in a document of hitmask. */
static bool enter(struct scan *scan, const char *key, size_t length)
{
    if (!take(scan, '{'))
        return *key == '*' && take(scan, '[') && !scan_is_at(scan, ']');
    do {
        const char *const begin = scan->at;
        if (!scan_is_at(scan, '"') || !scan_value(scan))
            return false;
        const char *const end = scan->at;
        if (!take(scan, ':') || (is_quoted(begin, end, "format", strlen("format")) &&
                                 strncmp(scan->at, "\"hitmask\"", strlen("\"hitmask\"")) == 0))
            return false;
        if (*key == '*' || is_quoted(begin, end, key, length))
            return true;
    } while (scan_value(scan) && take(scan, ','));
    return false;
}

const char *atlas_json_peek(const char *text, size_t size, const char *path)
{
    struct error err;
    struct scan scan;
    scan_begin(&scan, text, size, &err);
    for (const char *key = path; *key != '\0';) {
        const size_t length = strcspn(key, "/");
        if (!enter(&scan, key, length))
            return NULL;
        key += length + (key[length] == '/');
    }
    return *scan.at != 'n' ? scan.at : NULL;
}

bool atlas_json_peek_container(const char *text, size_t size, const char *path)
{
    const char *const value = atlas_json_peek(text, size, path);
    return value != NULL && (*value == '{' || *value == '[');
}

void atlas_json_remove_commas(char *text, size_t size)
{
    char *comma = NULL;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        const char c = text[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == ',') {
            comma = &text[i];
        } else if (strchr(" \t\r\n", c) == NULL || c == '\0') {
            if ((c == ']' || c == '}') && comma != NULL)
                *comma = ' ';
            comma = NULL;
            quoted = c == '"';
        }
    }
}

/* ---- Findings ------------------------------------------------------------------------------ */

/* Only numbers and truths use these members otherwise. */
cJSON *atlas_json_placed(cJSON *value, struct atlas_place place)
{
    if (value != NULL) {
        value->valueint = (int)place.line;
        value->valuedouble = (double)place.column;
        return value;
    }
    memory_run_out();
}

void atlas_json_put(cJSON *object, const char *key, cJSON *value)
{
    if (!cJSON_AddItemToObject(object, key, value))
        memory_run_out();
}

struct atlas_place atlas_json_place(const struct atlas_json *reader, const cJSON *value)
{
    if (reader->is_made)
        return (struct atlas_place){(size_t)value->valueint, (size_t)value->valuedouble};
    const struct json_place place = json_place(&reader->json, value);
    return (struct atlas_place){place.line, place.column};
}

bool atlas_json_say(struct atlas_json *reader, const cJSON *where, const char *format, ...)
{
    char text[sizeof((struct error *)NULL)->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reader->said++;
    atlas_found(&reader->log, reader->what, reader->what != NULL ? reader->name : NULL,
                atlas_json_place(reader, where), "%s", text);
    return false;
}

/* ---- Reading ------------------------------------------------------------------------------- */

const cJSON *atlas_json_find(struct atlas_json *reader, const cJSON *object, const char *key)
{
    const cJSON *const value = json_find(object, key);
    const cJSON *other = value != NULL ? value->next : NULL;
    struct error err;
    while (other != NULL && strcmp(other->string, key) != 0)
        other = other->next;
    if (other != NULL && other != reader->double_said) {
        reader->double_said = other;
        if (reader->is_made)
            fail_at(&err, (size_t)other->valueint, (size_t)other->valuedouble,
                    "%s: the key is given twice", key);
        else
            json_fail_key(&reader->json, other, &err, "the key is given twice");
        diagnostics_add_error(reader->log.diagnostics, reader->log.path, &err);
    }
    return cJSON_IsNull(value) ? NULL : value;
}

void atlas_json_read(const char *text, size_t size, struct atlas *atlas,
                     const struct atlas_log *log, void (*read)(struct atlas_json *reader))
{
    struct error err;
    struct atlas_json reader = {.atlas = atlas, .log = *log};
    if (json_parse_doubles(&reader.json, text, size, &err)) {
        json_find_places(&reader.json);
        read(&reader);
    } else {
        diagnostics_add_error(log->diagnostics, log->path, &err);
    }
    json_free(&reader.json);
}

void atlas_json_read_tree(cJSON *root, struct atlas *atlas, const struct atlas_log *log,
                          void (*read)(struct atlas_json *reader))
{
    struct atlas_json reader = {
        .json = {.root = root}, .atlas = atlas, .log = *log, .is_made = true};
    read(&reader);
    json_free(&reader.json);
}

/* ---- Values -------------------------------------------------------------------------------- */

static const cJSON *find_typed(struct atlas_json *reader, const cJSON *object, const char *key,
                               enum atlas_need need, cJSON_bool (*is_type)(const cJSON *),
                               const char *type)
{
    const cJSON *const value = atlas_json_find(reader, object, key);
    if (value == NULL && need == ATLAS_REQUIRED)
        atlas_json_say(reader, object, "\"%s\" is missing", key);
    if (value == NULL || is_type(value))
        return value;
    atlas_json_say(reader, value, "%s must be %s", key, type);
    return NULL;
}

const cJSON *atlas_json_object(struct atlas_json *reader, const cJSON *object, const char *key,
                               enum atlas_need need)
{
    return find_typed(reader, object, key, need, cJSON_IsObject, "an object");
}

const cJSON *atlas_json_array(struct atlas_json *reader, const cJSON *object, const char *key,
                              enum atlas_need need)
{
    return find_typed(reader, object, key, need, cJSON_IsArray, "an array");
}

const char *atlas_json_string(struct atlas_json *reader, const cJSON *object, const char *key,
                              enum atlas_need need)
{
    const cJSON *const value = find_typed(reader, object, key, need, cJSON_IsString, "a string");
    return value != NULL ? value->valuestring : NULL;
}

/* Reads a number, or a string that holds one. */
static bool is_number(const cJSON *value, double *out)
{
    struct decimal number;
    *out = value->valuedouble;
    if (!cJSON_IsString(value))
        return cJSON_IsNumber(value);
    const char *const end = decimal_read_float(value->valuestring, &number);
    *out = (double)number.billionths / DECIMAL_ONE;
    return end != NULL && *end == '\0';
}

bool atlas_json_bool(struct atlas_json *reader, const cJSON *object, const char *key, bool *out)
{
    const cJSON *const value = atlas_json_find(reader, object, key);
    const char *const word = cJSON_IsString(value) ? value->valuestring : "";
    double number = 0;
    if (value == NULL)
        return true;
    const bool is_true = cJSON_IsTrue(value) || strcmp(word, "true") == 0;
    if (!is_true && !cJSON_IsFalse(value) && strcmp(word, "false") != 0 &&
        !(is_number(value, &number) && (number == 0 || number == 1)))
        return atlas_json_say(reader, value, "%s must be true or false", key);
    *out = is_true || number == 1;
    return true;
}

bool atlas_json_upright(struct atlas_json *reader, const cJSON *frame)
{
    bool rotated = false;
    return atlas_json_bool(reader, frame, "rotated", &rotated) &&
           (!rotated || atlas_json_say(reader, frame,
                                       "rotated is true, which has no certain meaning in this "
                                       "format; please export it again without rotation"));
}

/* Describes a value for messages. */
static const char *describe(char *out, size_t size, const cJSON *value)
{
    char quoted[40];
    if (cJSON_IsNumber(value))
        snprintf(out, size, "%.15g", value->valuedouble);
    else if (cJSON_IsString(value))
        snprintf(out, size, "\"%s\"", text_quote(quoted, sizeof quoted, value->valuestring));
    else
        snprintf(out, size, "a value of another kind");
    return out;
}

/* Writes "within.key". */
static const char *full_key(char *out, size_t size, const char *within, const char *key)
{
    snprintf(out, size, "%s%s%s", within, *within != '\0' ? "." : "", key);
    return out;
}

enum { KEY_SHOWN = 60, VALUE_SHOWN = 60 };

static bool missing(struct atlas_json *reader, const cJSON *object, const char *within,
                    const char *key)
{
    char full[KEY_SHOWN];
    return atlas_json_say(reader, object, "\"%s\" is missing",
                          full_key(full, sizeof full, within, key));
}

/* Drops the fraction of a number that may have one. */
static double without_fraction(struct atlas_json *reader, const cJSON *value, double number)
{
    if (!(number > INT32_MIN && number < INT32_MAX) || number == (double)(int32_t)number)
        return number;
    atlas_note_rounded(reader->atlas, atlas_json_place(reader, value));
    return (double)(int32_t)number;
}

static bool read_wholes(struct atlas_json *reader, const cJSON *object, const char *within,
                        const struct atlas_whole *wanted, size_t count, bool rounded, int32_t *out)
{
    bool ok = true;
    for (const struct atlas_whole *w = wanted; w < wanted + count; w++, out++) {
        const cJSON *const value = atlas_json_find(reader, object, w->key);
        char full[KEY_SHOWN], found[VALUE_SHOWN];
        double number = 0;
        const bool is_one = value != NULL && is_number(value, &number);
        if (is_one && rounded)
            number = without_fraction(reader, value, number);
        *out = w->otherwise;
        if (value == NULL)
            ok = (w->need == ATLAS_OPTIONAL || missing(reader, object, within, w->key)) && ok;
        else if (is_one && number >= w->min && number <= w->max &&
                 number == (double)(int32_t)number)
            *out = (int32_t)number;
        else
            ok = atlas_json_say(reader, value,
                                "%s must be a whole number from %" PRIi32 " to %" PRIi32 ", not %s",
                                full_key(full, sizeof full, within, w->key), w->min, w->max,
                                describe(found, sizeof found, value));
    }
    return ok;
}

bool atlas_json_wholes(struct atlas_json *reader, const cJSON *object, const char *within,
                       const struct atlas_whole *wanted, size_t count, int32_t *out)
{
    return read_wholes(reader, object, within, wanted, count, false, out);
}

bool atlas_json_pixels(struct atlas_json *reader, const cJSON *object,
                       const struct atlas_whole *wanted, size_t count, int32_t *out)
{
    return read_wholes(reader, object, "", wanted, count, true, out);
}

bool atlas_json_u32(struct atlas_json *reader, const cJSON *object, const char *within,
                    const char *key, int32_t min, enum atlas_need need, uint32_t *out)
{
    const struct atlas_whole wanted = {key, min, INT32_MAX, need, (int32_t)*out};
    int32_t number = 0;
    const bool ok = read_wholes(reader, object, within, &wanted, 1, false, &number);
    *out = (uint32_t)number;
    return ok;
}

static bool read_rect(struct atlas_json *reader, const cJSON *object, const char *within,
                      int32_t min_place, const char *width, const char *height,
                      struct atlas_rect *out)
{
    const struct atlas_whole wanted[] = {
        {"x", min_place, INT32_MAX, ATLAS_REQUIRED, 0},
        {"y", min_place, INT32_MAX, ATLAS_REQUIRED, 0},
        {width, 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {height, 0, INT32_MAX, ATLAS_REQUIRED, 0},
    };
    int32_t numbers[4];
    const bool ok = read_wholes(reader, object, within, wanted, 4, true, numbers);
    *out = (struct atlas_rect){numbers[0], numbers[1], numbers[2], numbers[3]};
    return ok;
}

bool atlas_json_rect(struct atlas_json *reader, const cJSON *object, const char *within,
                     int32_t min_place, struct atlas_rect *out)
{
    return read_rect(reader, object, within, min_place, "w", "h", out);
}

bool atlas_json_region(struct atlas_json *reader, const cJSON *object, const char *within,
                       const char *width, const char *height, struct atlas_frame *out)
{
    struct atlas_rect area;
    if (!read_rect(reader, object, within, 0, width, height, &area))
        return false;
    atlas_set_region(out, (uint32_t)area.x, (uint32_t)area.y, (uint32_t)area.width,
                     (uint32_t)area.height);
    return true;
}

bool atlas_json_trim(struct atlas_json *reader, const cJSON *object, const char *const keys[4],
                     struct atlas_frame *out)
{
    const struct atlas_whole wanted[] = {
        {keys[0], -INT32_MAX, 0, ATLAS_OPTIONAL, 0},
        {keys[1], -INT32_MAX, 0, ATLAS_OPTIONAL, 0},
        {keys[2], 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {keys[3], 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    int32_t numbers[4];
    if (!atlas_json_wholes(reader, object, "", wanted, 4, numbers))
        return false;
    out->left = (uint32_t)-numbers[0];
    out->top = (uint32_t)-numbers[1];
    if (numbers[2] != 0)
        out->source_width = (uint32_t)numbers[2];
    if (numbers[3] != 0)
        out->source_height = (uint32_t)numbers[3];
    return true;
}

bool atlas_json_size(struct atlas_json *reader, const cJSON *object, const char *within,
                     uint32_t *width, uint32_t *height)
{
    static const struct atlas_whole wanted[] = {
        {"w", 1, INT32_MAX, ATLAS_REQUIRED, 1},
        {"h", 1, INT32_MAX, ATLAS_REQUIRED, 1},
    };
    int32_t numbers[2];
    const bool ok = read_wholes(reader, object, within, wanted, 2, true, numbers);
    *width = (uint32_t)numbers[0];
    *height = (uint32_t)numbers[1];
    return ok;
}

bool atlas_json_number(struct atlas_json *reader, const cJSON *object, const char *within,
                       const char *key, double *out)
{
    const cJSON *const value = atlas_json_find(reader, object, key);
    char full[KEY_SHOWN], found[VALUE_SHOWN];
    if (value == NULL)
        return missing(reader, object, within, key);
    return is_number(value, out) || atlas_json_say(reader, value, "%s must be a number, not %s",
                                                   full_key(full, sizeof full, within, key),
                                                   describe(found, sizeof found, value));
}

struct decimal atlas_json_decimal(struct atlas_json *reader, const cJSON *object, const char *key)
{
    const cJSON *const value = atlas_json_find(reader, object, key);
    struct decimal out = {0};
    char found[VALUE_SHOWN];
    if (value == NULL) {
        missing(reader, object, "", key);
        return out;
    }
    const char *const end =
        cJSON_IsString(value) ? decimal_read_float(value->valuestring, &out) : NULL;
    if (end != NULL && *end == '\0' && llabs(out.billionths) / DECIMAL_ONE <= INT32_MAX)
        return out;
    atlas_json_say(reader, value, "%s must be a number such as 12 or -0.5, not %s", key,
                   describe(found, sizeof found, value));
    return (struct decimal){0};
}

uint64_t atlas_json_scale(struct atlas_json *reader, const cJSON *object)
{
    const cJSON *const value = atlas_json_find(reader, object, "scale");
    uint64_t billionths = 0;
    double scale = 1;
    if (value != NULL && atlas_json_number(reader, object, "", "scale", &scale) &&
        !atlas_scale(scale, &billionths))
        atlas_json_say(reader, value,
                       scale > 0 ? "scale must be from 0.000001 to 1000000"
                                 : "scale must be more than 0");
    return billionths;
}

/* ---- Parts of atlases ---------------------------------------------------------------------- */

/* Aseprite before 1.2 wrote the full path of the image on the machine that exported it. Only the
 * last name of such a path is of use. */
static const char *relative_part(const char *image)
{
    const bool on_drive = image[0] != '\0' && image[1] == ':';
    const char *name = image;
    if (!on_drive && *image != '/' && *image != '\\')
        return image;
    for (const char *c = image; *c != '\0'; c++)
        if (*c == '/' || *c == '\\')
            name = c + 1;
    return name;
}

struct atlas_page *atlas_json_add_page(struct atlas_json *reader, const cJSON *where,
                                       const char *image, const char *suffix)
{
    const bool embedded = image != NULL && strncmp(image, "data:", strlen("data:")) == 0;
    const bool unnamed = image == NULL || embedded;
    if (embedded)
        atlas_json_say(reader, where,
                       "the image is embedded in this file; please export it as a PNG of its own");
    const char *const name = embedded ? "embedded" : unnamed ? "missing" : relative_part(image);
    const struct atlas_page page = {.image =
                                        arena_format(&reader->atlas->arena, "%s%s", name, suffix),
                                    .unread = unnamed,
                                    .place = atlas_json_place(reader, where)};
    return atlas_add_page(reader->atlas, &page);
}

bool atlas_json_begin(struct atlas_json *reader, const cJSON *value, const char *what,
                      const char *key)
{
    reader->what = what;
    reader->name = "";
    if (!cJSON_IsObject(value))
        return atlas_json_say(reader, value, "must be an object");
    const char *const name = atlas_json_string(reader, value, key, ATLAS_REQUIRED);
    reader->name = name != NULL ? name : "";
    return name != NULL;
}

struct atlas_page *atlas_json_read_page(struct atlas_json *reader, const cJSON *object,
                                        const char *key, const char *suffix)
{
    const char *const image = atlas_json_string(reader, object, key, ATLAS_REQUIRED);
    struct atlas_page *const page =
        atlas_json_add_page(reader, image != NULL ? json_find(object, key) : object, image, suffix);
    page->scale = atlas_json_scale(reader, object);
    return page;
}

void atlas_json_frame(struct atlas_json *reader, const cJSON *value, const char *name_key,
                      uint32_t page,
                      void (*read)(struct atlas_json *reader, const cJSON *value,
                                   struct atlas_frame *frame))
{
    struct arena *const arena = &reader->atlas->arena;
    const char *const prefix = reader->prefix != NULL ? reader->prefix : "";
    const char *name = value->string;
    char made[24];
    snprintf(made, sizeof made, "#%zu", reader->atlas->frame_count - reader->first_frame);
    reader->what = "frame";
    reader->name = made;
    if (name == NULL && cJSON_IsObject(value))
        name = atlas_json_string(reader, value, name_key, ATLAS_REQUIRED);
    const struct atlas_frame frame = {
        .name = arena_format(arena, "%s%s", prefix, name != NULL ? name : made),
        .page = page,
        .source_width = 1,
        .source_height = 1,
        .place = atlas_json_place(reader, value)};
    reader->name = frame.name;
    struct atlas_frame *const added = atlas_add_frame(reader->atlas, &frame);
    if (cJSON_IsObject(value))
        read(reader, value, added);
    else
        atlas_json_say(reader, value, "must be an object");
}

void atlas_json_frames(struct atlas_json *reader, const cJSON *frames, const char *name_key,
                       uint32_t page,
                       void (*read)(struct atlas_json *reader, const cJSON *value,
                                    struct atlas_frame *frame))
{
    const cJSON *value;
    reader->first_frame = reader->atlas->frame_count;
    cJSON_ArrayForEach(value, frames)
    {
        atlas_json_frame(reader, value, name_key, page, read);
    }
    reader->what = NULL;
}

void atlas_json_textures(struct atlas_json *reader,
                         void (*read)(struct atlas_json *reader, const cJSON *texture))
{
    const cJSON *texture;
    cJSON_ArrayForEach(texture, atlas_json_find(reader, reader->json.root, "textures"))
    {
        if (cJSON_IsObject(texture))
            read(reader, texture);
        else
            atlas_json_say(reader, texture, "textures must hold objects");
    }
}
