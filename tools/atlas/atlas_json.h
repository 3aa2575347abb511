/*
 * atlas_json.h - the common parts of readers of atlases in JSON: guesses, errors, values
 *
 * A reader opens the text and walks its tree. It reports each error and goes on, so that one run
 * finds as many as it can. This file knows no format.
 */
#ifndef ATLAS_JSON_H
#define ATLAS_JSON_H

#include "atlas/atlas.h"
#include "base/json.h"

/* ---- Guesses, on any text ------------------------------------------------------------------ */

/* Finds the value at a path like "meta/app" in a text with a NUL behind it. "*" is the first child
 * of an array or an object. NULL when there is no such value, or it is null, when the text is not
 * JSON up to there, and in a hitmask document. */
const char *atlas_json_peek(const char *text, size_t size, const char *path);

/* Is there an array or an object at the path? */
bool atlas_json_peek_container(const char *text, size_t size, const char *path);

/* ---- Reading ------------------------------------------------------------------------------- */

/* A member whose key an earlier member of the same object has. */
struct atlas_json_double {
    const cJSON *object, *value;
    bool said;
};

/* A text that is being read into an atlas. */
struct atlas_json {
    struct json json;
    struct atlas *atlas;
    struct atlas_log log;
    size_t errors_before;
    const char *what, *name; /* what is being read: "frame", "hero"; NULL outside of any */
    struct atlas_json_double *doubles; /* by object */
    size_t double_count, double_capacity;
    size_t rounded; /* numbers that have lost a fraction */
    struct atlas_place rounded_first;
};

/* Parses. False when there is nothing to read. */
bool atlas_json_open(struct atlas_json *reader, const char *text, size_t size, const char *path,
                     struct atlas *atlas, struct diagnostics *diagnostics);

/* Checks the atlas, and warns of fractions that were left out. False when anything was wrong since
 * it was opened. */
bool atlas_json_close(struct atlas_json *reader);

/* Reports "frame 'hero': text" at the place of `where`. Returns false. */
bool atlas_json_say(struct atlas_json *reader, const cJSON *where, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Reports that memory ran out. Returns false. */
bool atlas_json_no_memory(struct atlas_json *reader);

struct atlas_place atlas_json_place(const struct atlas_json *reader, const cJSON *value);

/* ---- Values -------------------------------------------------------------------------------- */

/* A member of an object; NULL when it is missing or null. A key that is looked for and is there
 * twice is an error, which is reported once; others play no part. In objects whose keys are names
 * of frames, atlas_check compares these. */
const cJSON *atlas_json_find(struct atlas_json *reader, const cJSON *object, const char *key);

/* Finds a member of `object`. NULL when it is missing, which is an error only if it is required, or
 * of another type, which always is an error. */
enum atlas_need { ATLAS_OPTIONAL, ATLAS_REQUIRED };
const cJSON *atlas_json_object(struct atlas_json *reader, const cJSON *object, const char *key,
                               enum atlas_need need);
const cJSON *atlas_json_array(struct atlas_json *reader, const cJSON *object, const char *key,
                              enum atlas_need need);
const char *atlas_json_string(struct atlas_json *reader, const cJSON *object, const char *key,
                              enum atlas_need need);

/* true and false, or 1 and 0; untouched when it is missing. */
bool atlas_json_bool(struct atlas_json *reader, const cJSON *object, const char *key, bool *out);

/* A whole number, perhaps in quotes. */
struct atlas_whole {
    const char *key;
    int32_t min, max;
    enum atlas_need need;
    int32_t otherwise; /* when it is optional and missing */
};

/* Reads all of these members of `object`, which messages call `within` ("" for none). */
bool atlas_json_wholes(struct atlas_json *reader, const cJSON *object, const char *within,
                       const struct atlas_whole *wanted, size_t count, int32_t *out);

/* The members x, y, w and h. Both functions fail when the object is no object. A fraction is left
 * out, as engines do (a scaled export has 128.5), with a warning. */
struct atlas_rect {
    int32_t x, y, width, height;
};
bool atlas_json_rect(struct atlas_json *reader, const cJSON *object, const char *within,
                     int32_t min_place, struct atlas_rect *out);
bool atlas_json_size(struct atlas_json *reader, const cJSON *object, const char *within,
                     uint32_t *width, uint32_t *height);

/* Reads any number, perhaps in quotes. */
bool atlas_json_number(struct atlas_json *reader, const cJSON *object, const char *within,
                       const char *key, double *out);

/* "scale" of an export as a page has it; 0 when the object has none. */
uint64_t atlas_json_scale(struct atlas_json *reader, const cJSON *object);

/* ---- Parts of atlases ---------------------------------------------------------------------- */

/* Adds a page whose name is `image` and `suffix`; `where` is the value that names it. Only the last
 * name of an absolute path counts, because the image is looked for beside the atlas. An image
 * inside the file is an error. NULL without memory. */
struct atlas_page *atlas_json_add_page(struct atlas_json *reader, const cJSON *where,
                                       const char *image, const char *suffix);

/* Adds an upright frame of one pixel, of which nothing is on the page, so that atlas_check does not
 * complain again about a frame that cannot be read in full. NULL without memory. */
struct atlas_frame *atlas_json_add_frame(struct atlas_json *reader, const cJSON *where,
                                         const char *name, uint32_t page);

/* Opens the text, calls `read` for each element of the array "textures", and closes it. */
bool atlas_json_read_textures(const char *text, size_t size, const char *path,
                              void (*read)(struct atlas_json *, const cJSON *), struct atlas *out,
                              struct diagnostics *diagnostics);

#endif
