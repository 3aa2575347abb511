/*
 * atlas.h - the contents of an atlas file, whatever its format: pages, frames, animations, boxes
 *
 *     bytes -> atlas_guess -> one of the readers -> struct atlas -> atlas_check
 *
 * A reader knows one format and turns its conventions into those below: sizes upright,
 * offsets from the top-left corner of the untrimmed sprite, pivots in pixels from there. It
 * knows nothing of masks, takes the names of frames from the file, and opens no other file.
 */
#ifndef ATLAS_H
#define ATLAS_H

#include "picture/bitmap.h"
#include "system/diagnostics.h"

#include <stdint.h>

/* How the packer turned a frame on its page. */
enum atlas_turn { ATLAS_UPRIGHT, ATLAS_CLOCKWISE, ATLAS_COUNTER_CLOCKWISE };

struct atlas_place {
    size_t line, column; /* from 1; 0: not known */
};

/* After the last of a page's frames or boxes. */
#define ATLAS_END UINT32_MAX

struct atlas_page {
    char *image;            /* as the file has it, '/' between; relative to the file's folder */
    bool unread;            /* it is not opened: no image is said, and its name is made up, or it
                               is wrong, or one that the file may not name; each is an error */
    uint32_t width, height; /* that the image must have; 0: not said */
    uint64_t scale;         /* of the export, in billionths: 0.5 is half as large; 0: not said */
    bool from_bottom;       /* the y of its frames counts from its lower edge up to theirs, because
                               the reader does not know the height; they are upright */
    bool keyed;             /* the file gives a colour key for it */
    uint8_t key[3];
    struct atlas_place place;
    uint32_t first_frame, first_box; /* see atlas_link */
};

/* Pixel (i, j) of the upright region stands on the page at
 *     upright:            (x + i, y + j)
 *     clockwise:          (x + height - 1 - j, y + i)
 *     counter-clockwise:  (x + j, y + width - 1 - i)
 * and in the untrimmed sprite at (left + i, top + j); of a mirrored frame at
 * (left + width - 1 - i, ...), (..., top + height - 1 - j) or both. */
struct atlas_frame {
    char *name; /* as the file has it; without one, made by the reader and documented there */
    uint32_t page;
    uint32_t x, y;          /* top-left corner on the page */
    uint32_t width, height; /* upright, that is before turning; 0: nothing is solid */
    enum atlas_turn turn;
    bool mirrored_x, mirrored_y; /* the engine draws it so, after it has turned it upright */
    uint32_t source_width, source_height; /* untrimmed */
    uint32_t left, top;
    bool has_pivot;
    int64_t pivot_x, pivot_y; /* 16.16 pixels in the untrimmed sprite */
    uint32_t duration;        /* milliseconds; 0: not said */
    struct atlas_place place;
    uint32_t next;    /* on the same page; see atlas_link */
    bool is_animated; /* a step of an animation; the same */
};

/* Unrolled: every step is a frame, forwards and backwards alike. */
struct atlas_animation {
    char *name;
    uint32_t *frames; /* indices; ATLAS_END: `elsewhere` has the name */
    char **elsewhere; /* of each step, NULL unless its frame is in another file of the same atlas:
                         that name, later its sprite's; NULL: all frames are in this file */
    uint32_t *durations;
    uint32_t count;
    struct atlas_place place;
};

/* A box of solid pixels in a frame, which becomes the sprite "frame:layer". In untrimmed
 * pixels, within the frame. */
struct atlas_box {
    char *layer;
    uint32_t frame;
    uint32_t x, y, width, height;
    struct bitmap shape; /* its solid pixels; without words: all of them */
    bool has_pivot;
    int64_t pivot_x, pivot_y; /* as in a frame */
    struct atlas_place place;
    uint32_t next; /* on the same page; see atlas_link */
};

/* Finds the size of an image that an atlas names, when the atlas does not say it. False when there
 * is no such image, or one that the file may not name: its error is found later. */
struct atlas_measure {
    bool (*find)(void *user, const char *image, uint32_t *width, uint32_t *height);
    void *user;
};

/* A zeroed one is empty. */
struct atlas {
    struct atlas_page *pages;
    size_t page_count, page_capacity;
    struct atlas_frame *frames;
    size_t frame_count, frame_capacity;
    struct atlas_animation *animations;
    size_t animation_count, animation_capacity;
    struct atlas_box *boxes;
    size_t box_count, box_capacity;
    size_t box_text; /* bytes of the boxes' layers, which a file may have once for many frames */
    char **related;  /* other files of the same atlas, as the file names them */
    size_t related_count, related_capacity;
    char **sought; /* files that are not read, but decide what is read by being there or not */
    size_t sought_count, sought_capacity;
    bool numbered;       /* frames and animations have but a number, which is their name: they are
                            called after the file, "tiles.tsx#3" */
    bool own_animations; /* animations have names that are the file's own: "hero/run" */
    const struct atlas_measure *measure; /* for the reader; NULL: it has none */
};

void atlas_free(struct atlas *atlas);

/* Makes an animation that is in no atlas yet: see atlas_add_animation. */
bool atlas_animation_make(struct atlas_animation *out, char *name, uint32_t count,
                          struct atlas_place place);
void atlas_animation_free(struct atlas_animation *animation);

/* The size of an image by atlas->measure. */
bool atlas_find_size(const struct atlas *atlas, const char *image, uint32_t *width,
                     uint32_t *height);

/* The diagnostics, and the file that they are about. */
struct atlas_log {
    const char *path;
    struct diagnostics *diagnostics;
};

/* Each adds one at the end, and takes over its name, which is from malloc, also when it fails.
 * NULL without memory, also when the name is NULL, and for a box whose layer is too much
 * (ATLAS_BOX_TEXT_MAX); `log`, which may be NULL, then says so. The separators of an image become
 * '/', whatever system its packer ran on. */
enum { ATLAS_BOX_TEXT_MAX = 1 << 27 };
struct atlas_page *atlas_add_page(struct atlas *atlas, const struct atlas_page *page,
                                  const struct atlas_log *log);
struct atlas_frame *atlas_add_frame(struct atlas *atlas, const struct atlas_frame *frame,
                                    const struct atlas_log *log);
struct atlas_box *atlas_add_box(struct atlas *atlas, const struct atlas_box *box,
                                const struct atlas_log *log);
/* Its `count` steps are all frame 0, without a duration. */
struct atlas_animation *atlas_add_animation(struct atlas *atlas, char *name, uint32_t count,
                                            struct atlas_place place, const struct atlas_log *log);
/* The frame of the step, whose name is copied, is in another file. False without memory. */
bool atlas_step_elsewhere(struct atlas_animation *animation, uint32_t step, const char *frame);
/* Each copies the name, which is from the folder of the atlas on. */
bool atlas_add_related(struct atlas *atlas, const char *name, const struct atlas_log *log);
bool atlas_add_sought(struct atlas *atlas, const char *name, const struct atlas_log *log);

/* Room for a name in a message, through text_quote. */
enum { ATLAS_NAME_SHOWN = 120 };

/* Reports an error at a place: "frame 'hero': text", where `what` is "frame"; the text alone when
 * `name` is NULL. */
void atlas_found(const struct atlas_log *log, const char *what, const char *name,
                 struct atlas_place place, const char *format, ...) PRINTF_LIKE(5, 6);
void atlas_found_no_memory(const struct atlas_log *log);

/* The same for a warning of that id. */
void atlas_warn(const struct atlas_log *log, const char *id, const char *what, const char *name,
                struct atlas_place place, const char *format, ...) PRINTF_LIKE(6, 7);

/* Warns of so many numbers whose fractions were left out; nothing for 0. */
void atlas_warn_rounded(const struct atlas_log *log, size_t count, struct atlas_place first);

/* A scale as a page has it; false unless it is from ATLAS_SCALE_MIN to ATLAS_SCALE_MAX. */
#define ATLAS_SCALE_MIN 0.000001
#define ATLAS_SCALE_MAX 1000000.0
bool atlas_scale(double scale, uint64_t *out);

/* Warns that frames have polygons, when their packer laid them closer than rectangles. */
void atlas_warn_polygons(const struct atlas_log *log);

/* Puts the region of a frame at (left, top) of its untrimmed sprite, and cuts off what lies outside
 * of that. Is anything cut off? */
bool atlas_clip(struct atlas_frame *frame, int64_t left, int64_t top);

/* The same, with a warning for the frame of that name when something is cut off. */
void atlas_clip_warned(const struct atlas_log *log, const char *name, struct atlas_frame *frame,
                       int64_t left, int64_t top);

/* A format is known by the bytes of a file, never by its name. */
struct atlas_format {
    const char *name; /* "TexturePacker JSON": for messages */
    const char *root; /* of XML: what the first element is called; NULL of others */
    /* Could `text`, which has a NUL after `size` bytes, be of this format? Cheap and safe on any
     * bytes. NULL when `root` decides. */
    bool (*guess)(const char *text, size_t size);
    /* Reads a text into `out`, which is empty before, and to be freed also after an error. Reports
     * all errors that it can find in one run to `diagnostics`, under `path`, each with its place.
     * False when there was any error. */
    bool (*read)(const char *text, size_t size, const char *path, struct atlas *out,
                 struct diagnostics *diagnostics);
};

/* All formats, ended by NULL. When two guesses accept a text, the first format reads it, so the
 * stricter guesses come first. */
extern const struct atlas_format *const atlas_formats[];

/* The format of a text, NULL when it has none of them. When memory runs out, a format whose reader
 * only reports that. */
const struct atlas_format *atlas_guess(const char *text, size_t size);

/* Reports a name that is empty, no UTF-8, or has control characters. */
bool atlas_check_name(const struct atlas_log *log, const char *what, const char *name,
                      struct atlas_place place);

/* Joins equal pages, and checks what all formats must satisfy: frames lie inside their page (if its
 * size is known) and their source, boxes inside their frame, indices exist, names are valid and
 * used once, sizes are at most INT32_MAX. No name may be NULL. Readers call it last. */
bool atlas_check(struct atlas *atlas, const char *path, struct diagnostics *diagnostics);

/* Links the frames and the boxes of each page in their order, and marks the frames of animations,
 * once all are there and right: an atlas may have as many pages as frames. */
void atlas_link(struct atlas *atlas);

#endif
