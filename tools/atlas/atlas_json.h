/*
 * atlas_json.h - the common parts of readers of atlases in JSON: recognising, errors, values
 *
 * A reader opens the text and walks its tree. It reports each error and goes on, so that one run
 * finds as many as it can. This file knows no format.
 */
#ifndef ATLAS_JSON_H
#define ATLAS_JSON_H

#include "atlas/atlas.h"
#include "base/json.h"
#include "base/text.h"

/* ---- Recognising, on any text -------------------------------------------------------------- */

/* Finds the value at a path like "meta/app" in a text with a NUL behind it. "*" is the first child
 * of an array or an object. NULL when there is no such value, or it is null, when the text is not
 * JSON up to there, and in a hitmask document. */
const char *atlas_json_peek(const char *text, size_t size, const char *path);

/* True if there is an array or an object at the path. */
bool atlas_json_peek_container(const char *text, size_t size, const char *path);

/* Makes spaces of the commas before closing brackets, which GameMaker writes, so that all places
 * stay. */
void atlas_json_remove_commas(char *text, size_t size);

/* ---- Reading ------------------------------------------------------------------------------- */

/* A text that is being read into an atlas. */
struct atlas_json {
    struct json json;
    struct atlas *atlas;
    struct atlas_log log;
    size_t first_frame;       /* of the list that is being read */
    size_t said;              /* errors that atlas_json_say has reported */
    const char *what, *name;  /* what is being read: "frame", "hero"; NULL outside of any */
    const char *prefix;       /* of the names of frames; NULL: none */
    const cJSON *double_said; /* the member whose key was reported last as given twice */
    bool is_made; /* the tree is not of JSON: its values have places by atlas_json_placed */
};

/* Parses a text and calls `read`, if there is anything to read. */
void atlas_json_read(const char *text, size_t size, struct atlas *atlas,
                     const struct atlas_log *log, void (*read)(struct atlas_json *reader));

/* Calls `read` for a tree that was made of another form of text, which this takes. No object in it
 * has a key twice. */
void atlas_json_read_tree(cJSON *root, struct atlas *atlas, const struct atlas_log *log,
                          void (*read)(struct atlas_json *reader));

/* Gives a new value of such a tree its place: an object, a list or a string. Without memory for it,
 * or for its key in an object, the run ends. */
cJSON *atlas_json_placed(cJSON *value, struct atlas_place place);
void atlas_json_put(cJSON *object, const char *key, cJSON *value);

/* Reports "frame 'hero': text" at the place of `where`. Returns false. */
bool atlas_json_say(struct atlas_json *reader, const cJSON *where, const char *format, ...)
    PRINTF_LIKE(3, 4);

struct atlas_place atlas_json_place(const struct atlas_json *reader, const cJSON *value);

/* ---- Values -------------------------------------------------------------------------------- */

/* A member of an object; NULL when it is missing or null. It is an error when the key is there
 * twice; keys that nobody looks for may be. Where keys are names of frames, atlas_check compares
 * them. */
const cJSON *atlas_json_find(struct atlas_json *reader, const cJSON *object, const char *key);

/* Finds a member of `object`. NULL when it is missing, which is an error only if it is required, or
 * of another type, which always is an error. */
const cJSON *atlas_json_object(struct atlas_json *reader, const cJSON *object, const char *key,
                               enum atlas_need need);
const cJSON *atlas_json_array(struct atlas_json *reader, const cJSON *object, const char *key,
                              enum atlas_need need);
const char *atlas_json_string(struct atlas_json *reader, const cJSON *object, const char *key,
                              enum atlas_need need);

/* Reads true or false, or 1 or 0. A missing member leaves the result as it is. */
bool atlas_json_bool(struct atlas_json *reader, const cJSON *object, const char *key, bool *out);

/* Reports a frame that is "rotated": for formats in which none can be. */
bool atlas_json_upright(struct atlas_json *reader, const cJSON *frame);

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

/* Reads numbers of pixels. A fraction is left out, as engines do (a scaled export has 128.5), with
 * a warning. */
bool atlas_json_pixels(struct atlas_json *reader, const cJSON *object,
                       const struct atlas_whole *wanted, size_t count, int32_t *out);

/* Reads a whole number from `min` to INT32_MAX. `*out` stays as it is when an optional one is
 * missing. */
bool atlas_json_u32(struct atlas_json *reader, const cJSON *object, const char *within,
                    const char *key, int32_t min, enum atlas_need need, uint32_t *out);

/* The members x, y, w and h, as atlas_json_pixels reads them. Reading one fails when the value is
 * not an object. */
struct atlas_rect {
    int32_t x, y, width, height;
};
bool atlas_json_rect(struct atlas_json *reader, const cJSON *object, const char *within,
                     int32_t min_place, struct atlas_rect *out);
bool atlas_json_size(struct atlas_json *reader, const cJSON *object, const char *within,
                     uint32_t *width, uint32_t *height);
/* Sets the region of a frame by x, y and the two keys, and its untrimmed size with it. */
bool atlas_json_region(struct atlas_json *reader, const cJSON *object, const char *within,
                       const char *width, const char *height, struct atlas_frame *out);
/* Sets what a frame was before it was trimmed: the corner of the untrimmed sprite as seen from the
 * region, 0 or less, and its size. A missing member, or a size of 0, means that nothing was
 * trimmed. */
bool atlas_json_trim(struct atlas_json *reader, const cJSON *object, const char *const keys[4],
                     struct atlas_frame *out);

/* Reads any number, perhaps in quotes. */
bool atlas_json_number(struct atlas_json *reader, const cJSON *object, const char *within,
                       const char *key, double *out);

/* Reads a number in quotes, required, with its digits; 0 after an error. */
struct decimal atlas_json_decimal(struct atlas_json *reader, const cJSON *object, const char *key);

/* "scale" of an export as a page has it; 0 when the object has none. */
uint64_t atlas_json_scale(struct atlas_json *reader, const cJSON *object);

/* ---- Parts of atlases ---------------------------------------------------------------------- */

/* Adds a page whose name is `image` and `suffix`; `where` is the value that names it. Only the last
 * name of an absolute path counts, because the image is looked for beside the atlas. An image
 * inside the file is an error, and so is a missing one. */
struct atlas_page *atlas_json_add_page(struct atlas_json *reader, const cJSON *where,
                                       const char *image, const char *suffix);

/* Adds the page that a required member of the object names, with its scale. */
struct atlas_page *atlas_json_read_page(struct atlas_json *reader, const cJSON *object,
                                        const char *key, const char *suffix);

/* Begins something that a required member of an object names: messages name it from now on. */
bool atlas_json_begin(struct atlas_json *reader, const cJSON *value, const char *what,
                      const char *key);

/* Adds a frame for each member of an object, which its key names, and for each element of an array,
 * which its member `name_key` names. Until `read` fills it, the frame is upright, has one pixel,
 * and nothing of it is on the page. A wrong frame stays like that, and atlas_check finds no fault
 * with it. */
void atlas_json_frames(struct atlas_json *reader, const cJSON *frames, const char *name_key,
                       uint32_t page,
                       void (*read)(struct atlas_json *reader, const cJSON *value,
                                    struct atlas_frame *frame));

/* Adds one such frame. Messages name it until `what` is set to something else. */
void atlas_json_frame(struct atlas_json *reader, const cJSON *value, const char *name_key,
                      uint32_t page,
                      void (*read)(struct atlas_json *reader, const cJSON *value,
                                   struct atlas_frame *frame));

/* The program that wrote frames like TexturePacker's.
 *
 * ATLAS_PACKER: the region is "frame". "spriteSourceSize" has its place; with "trimmed" false
 * engines ignore it, and so does this reader. Without it and "sourceSize", a frame is not trimmed.
 *
 * ATLAS_ASEPRITE: "spriteSourceSize" has the place and size; a "frame" larger than that is padded
 * alike on all sides. No frame is turned. */
enum atlas_writer { ATLAS_PACKER, ATLAS_ASEPRITE };

/* Reads the page and the frames of a file with "frames", an object or an array in which frames have
 * a "filename", and "meta" (texturepacker.c). */
void atlas_json_read_sheet(struct atlas_json *reader, enum atlas_writer writer);

/* Calls `read` for each element of the array "textures" that is an object. */
void atlas_json_textures(struct atlas_json *reader,
                         void (*read)(struct atlas_json *reader, const cJSON *texture));

#endif
