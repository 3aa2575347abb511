/*
 * atlas_json.h - what the readers of atlases in JSON share: guesses, diagnostics, values
 *
 * A reader opens the text, goes through its tree, says what is wrong and goes on, so that one
 * run finds as much as it can. This knows no format.
 */
#ifndef ATLAS_JSON_H
#define ATLAS_JSON_H

#include "atlas/atlas.h"
#include "base/json.h"

/* ---- Guesses, on any text ------------------------------------------------------------------ */

/* Where the value at a path like "meta/app" begins, or NULL: also where the text is broken
 * before it, and in a hitmask document. "*" is the first child of an array or an object. A NUL
 * follows the text. */
const char *atlas_json_peek(const char *text, size_t size, const char *path);

/* Is there an array or an object? */
bool atlas_json_peek_container(const char *text, size_t size, const char *path);

/* ---- Reading ------------------------------------------------------------------------------- */

/* A text on its way into an atlas. */
struct atlas_json {
    struct json json;
    struct atlas *atlas;
    struct atlas_log log;
    size_t errors_before;
    const char *what, *name; /* what is being read: "frame", "hero"; NULL outside of any */
};

/* Parses, and says which keys stand twice; but in objects "frames" they are names of frames,
 * which atlas_check compares. False: there is nothing to read. */
bool atlas_json_open(struct atlas_json *reader, const char *text, size_t size, const char *path,
                     struct atlas *atlas, struct diagnostics *diagnostics);

/* Checks the atlas. False when anything was wrong since it was opened. */
bool atlas_json_close(struct atlas_json *reader);

/* "frame 'hero': text" at the place of `where`; false. */
bool atlas_json_say(struct atlas_json *reader, const cJSON *where, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* False. */
bool atlas_json_no_memory(struct atlas_json *reader);

struct atlas_place atlas_json_place(const struct atlas_json *reader, const cJSON *value);

/* ---- Values -------------------------------------------------------------------------------- */

/* Members of `object`, NULL when they are missing (which is said only of those required) or of
 * another type (which is always said). */
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

/* All of them, members of `object`, which in messages is called `within` ("" for none). */
bool atlas_json_wholes(struct atlas_json *reader, const cJSON *object, const char *within,
                       const struct atlas_whole *wanted, size_t count, int32_t *out);

/* The numbers that most rectangles and sizes have; both fail when the object is no object. */
struct atlas_rect {
    int32_t x, y, width, height;
};
bool atlas_json_rect(struct atlas_json *reader, const cJSON *object, const char *within,
                     int32_t min_place, struct atlas_rect *out);
bool atlas_json_size(struct atlas_json *reader, const cJSON *object, const char *within,
                     uint32_t *width, uint32_t *height);

/* Any number, perhaps in quotes, of the object called `within`. */
bool atlas_json_number(struct atlas_json *reader, const cJSON *object, const char *within,
                       const char *key, double *out);

/* ---- Parts of atlases ---------------------------------------------------------------------- */

/* A page of which `image` and `suffix` make the name; `where` is the value that names it. Of
 * an absolute path only the last name counts: the image is looked for beside the atlas. An image
 * within the file is said to be wrong. NULL without memory. */
struct atlas_page *atlas_json_add_page(struct atlas_json *reader, const cJSON *where,
                                       const char *image, const char *suffix);

/* An upright frame of that name, of one pixel of which nothing is on the page: so that a frame
 * which cannot be read in full is not found wrong again. NULL without memory. */
struct atlas_frame *atlas_json_add_frame(struct atlas_json *reader, const cJSON *where,
                                         const char *name, uint32_t page);

/* Opens, reads each member of the array "textures", and closes: for formats that are such a list.
 */
bool atlas_json_read_textures(const char *text, size_t size, const char *path,
                              void (*read)(struct atlas_json *, const cJSON *), struct atlas *out,
                              struct diagnostics *diagnostics);

#endif
