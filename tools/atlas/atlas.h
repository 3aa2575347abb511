/*
 * atlas.h - the contents of an atlas file, whatever its format: pages, frames, animations, boxes
 *
 *     bytes -> atlas_recognise -> atlas_read: one of the readers, and the checks -> struct atlas
 *
 * A reader knows one format and turns its conventions into these: sizes upright, offsets from the
 * top-left corner of the untrimmed sprite, pivots in pixels from there. It knows nothing of masks,
 * takes the names of frames from the file, and opens no other file.
 */
#ifndef ATLAS_H
#define ATLAS_H

#include "base/memory.h"
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
    char *image; /* as the file has it, '/' between; relative to the file's folder */
    bool unread; /* the page is not opened, after an error: the file names no image (`image` is made
                    up then), a wrong one, or one that it may not name */
    uint32_t width, height; /* that the image must have; 0: not said */
    bool loose_size;        /* the image may be smaller, if it holds all frames */
    uint64_t scale;         /* of the export, in billionths: 0.5 is half as large; 0: not said */
    bool from_bottom; /* the y of a frame goes from the lower edge of the page up to the lower edge
                         of the frame, because the reader does not know the height; the frames are
                         upright */
    bool keyed;       /* the file gives a colour key for it */
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
    char *name; /* as the file has it; the reader makes up a missing one, and documents it */
    uint32_t page;
    uint32_t x, y;          /* top-left corner on the page */
    uint32_t width, height; /* upright, that is before turning; 0: nothing is solid */
    enum atlas_turn turn;
    bool mirrored_x, mirrored_y; /* the engine turns the frame upright, and then mirrors it */
    uint32_t source_width, source_height; /* untrimmed */
    uint32_t left, top;
    bool has_pivot;
    int64_t pivot_x, pivot_y; /* 16.16 pixels in the untrimmed sprite */
    uint32_t duration;        /* milliseconds; 0: not said */
    const char *data;         /* the artist's text, in the arena; NULL: none */
    struct atlas_place place;
    uint32_t next;    /* on the same page; see atlas_link */
    bool is_animated; /* it is a step of an animation; see atlas_link */
};

/* An animation, unrolled: every step is a frame, whether it plays forwards or backwards. */
struct atlas_animation {
    char *name;
    uint32_t *frames; /* indices; ATLAS_END: `elsewhere` has the name */
    char **elsewhere; /* for each step whose frame is in another file of the same atlas, the name of
                         the frame, later of its sprite; NULL for other steps; NULL if all frames
                         are in this file */
    uint32_t *durations;
    uint32_t count;
    struct atlas_place place;
};

/* A box of solid pixels in a frame: it becomes the sprite "frame:layer". It lies within the frame,
 * and counts untrimmed pixels. */
struct atlas_box {
    char *layer;
    uint32_t frame;
    uint32_t x, y, width, height;
    struct bitmap shape; /* its solid pixels; without words: all of them */
    bool has_pivot;
    int64_t pivot_x, pivot_y; /* as in a frame */
    const char *data;         /* as in a frame; NULL: it has that of its frame */
    struct atlas_place place;
    uint32_t next; /* on the same page; see atlas_link */
};

/* Finds the size of an image that an atlas names, when the atlas does not say it. Returns false
 * when the image is missing, or the file may not name it; a later step reports that. */
struct atlas_measure {
    bool (*find)(void *user, const char *image, uint32_t *width, uint32_t *height);
    void *user;
};

/* A few bytes can ask for very much, so each of these has a limit for a whole file. */
enum atlas_budget {
    ATLAS_STEPS,     /* of the animations that tags make */
    ATLAS_BOXES,     /* that slices make, also empty ones */
    ATLAS_BOX_NAMES, /* bytes: a file may have a name once for the boxes of many frames */
    ATLAS_TILES,     /* cut out of the images of tilesets */
    ATLAS_WORK,      /* of drawing shapes: pixels looked at, once for each corner */
    ATLAS_DATA,      /* bytes of data that was put together from several texts */
    ATLAS_BUDGETS
};
enum { ATLAS_CELLS_MAX = 1 << 20 }; /* of one image, and of all tilesets of a file */

/* A zeroed one is empty. All text in it, and the steps of animations, are in its arena. The four
 * arrays are blocks of their own, because an arena would keep what they have outgrown. */
struct atlas {
    struct arena arena;
    struct atlas_page *pages;
    size_t page_count, page_capacity;
    struct atlas_frame *frames;
    size_t frame_count, frame_capacity;
    struct atlas_animation *animations;
    size_t animation_count, animation_capacity;
    struct atlas_box *boxes;
    size_t box_count, box_capacity;
    char **related; /* other files of the same atlas, as the file names them */
    size_t related_count, related_capacity;
    char **sought; /* files that are not read, but decide what is read by being there or not */
    size_t sought_count, sought_capacity;
    char *project; /* the folder, from that of the atlas on, below which it may name anything;
                      NULL: none but its own */
    bool numbered; /* frames and animations are named by numbers alone, so their sprites have the
                      name of the file, too: "tiles.tsx#3" */
    bool own_animations; /* names of animations are unique only within the file: "hero/run" */
    bool plays_all;      /* all frames are one animation, which is named after the file */
    bool polygons;       /* frames have polygons: their packer laid them closer than rectangles */
    size_t rounded;      /* numbers of pixels that have lost a fraction */
    struct atlas_place first_rounded;
    size_t errors_before; /* in the diagnostics */
    uint64_t used[ATLAS_BUDGETS];
    const struct atlas_measure *measure; /* for the reader; NULL: it has none */
};

void atlas_free(struct atlas *atlas);

/* Removes everything but the pages and the names of other files. */
void atlas_forget_frames(struct atlas *atlas);

/* Finds the size of an image with atlas->measure. */
bool atlas_find_size(const struct atlas *atlas, const char *image, uint32_t *width,
                     uint32_t *height);

/* ---- For readers: adding ------------------------------------------------------------------- */

/* Both add an element at the end. Its name must be in the atlas' arena. The separators of an image
 * become '/', whatever system its packer ran on. */
struct atlas_page *atlas_add_page(struct atlas *atlas, const struct atlas_page *page);
struct atlas_frame *atlas_add_frame(struct atlas *atlas, const struct atlas_frame *frame);
/* Adds an animation of `count` steps, each of frame 0 and without a duration. */
struct atlas_animation *atlas_add_animation(struct atlas *atlas, char *name, uint32_t count,
                                            struct atlas_place place);
/* Notes that the frame of a step is in another file. Copies its name. */
void atlas_step_elsewhere(struct atlas *atlas, struct atlas_animation *animation, uint32_t step,
                          const char *frame);
/* Both copy the name, which is relative to the folder of the atlas. */
void atlas_add_related(struct atlas *atlas, const char *name);
void atlas_add_sought(struct atlas *atlas, const char *name);

/* Sets the region of a frame on its page and, as if nothing was trimmed, its untrimmed size. */
void atlas_set_region(struct atlas_frame *frame, uint32_t x, uint32_t y, uint32_t width,
                      uint32_t height);

/* Notes that a number of pixels there has a fraction, which is left out. */
void atlas_note_rounded(struct atlas *atlas, struct atlas_place place);

/* Makes a name, in the arena, from the last part of the atlas' path, with `ending` in place of its
 * extension: "art/hero.plist" and ".png" give "hero.png". */
char *atlas_own_name(struct atlas *atlas, const char *path, const char *ending);

/* ---- For readers: findings ----------------------------------------------------------------- */

/* Says whether a missing member is an error. */
enum atlas_need { ATLAS_OPTIONAL, ATLAS_REQUIRED };

/* The diagnostics, and the file that they are about. */
struct atlas_log {
    const char *path;
    struct diagnostics *diagnostics;
};

/* True if no error was found in the file since atlas_read began. */
bool atlas_is_clean(const struct atlas *atlas, const struct atlas_log *log);

/* Room for a name in a message, through text_quote. */
enum { ATLAS_NAME_SHOWN = 120 };

/* Reports an error at a place: "frame 'hero': text", where `what` is "frame"; the text alone when
 * `name` is NULL. */
void atlas_found(const struct atlas_log *log, const char *what, const char *name,
                 struct atlas_place place, const char *format, ...) PRINTF_LIKE(5, 6);
/* Reports an error that has its place. */
void atlas_found_error(const struct atlas_log *log, const char *what, const char *name,
                       const struct error *err);

/* Reports a warning of that id. */
void atlas_warn(const struct atlas_log *log, const char *id, const char *what, const char *name,
                struct atlas_place place, const char *format, ...) PRINTF_LIKE(6, 7);

/* A scale as a page has it; false unless it is from 0.000001 to 1000000. */
bool atlas_scale(double scale, uint64_t *out);

/* Spends from a budget for the thing of that name. Returns false when less is left, and reports
 * that the first time. */
bool atlas_spend(struct atlas *atlas, const struct atlas_log *log, enum atlas_budget budget,
                 uint64_t amount, const char *what, const char *name, struct atlas_place place);

/* Adds a box; false, with an error, when the names of all boxes take too much. */
bool atlas_add_box(struct atlas *atlas, const struct atlas_box *box, const struct atlas_log *log);

/* Puts the region of a frame at (left, top) of its untrimmed sprite, and cuts off what lies outside
 * of that, with a warning for the frame of that name. True if anything is cut off. */
bool atlas_clip(const struct atlas_log *log, const char *name, struct atlas_frame *frame,
                int64_t left, int64_t top);

/* Cuts off the last column or row of a region that reaches one pixel beyond a page of that size,
 * with a warning. */
void atlas_clip_to_page(const struct atlas_log *log, struct atlas_frame *frame, uint32_t width,
                        uint32_t height);

/* The size of the region of a frame as it lies on its page. */
static inline uint32_t atlas_width_on_page(const struct atlas_frame *frame)
{
    return frame->turn == ATLAS_UPRIGHT ? frame->width : frame->height;
}

static inline uint32_t atlas_height_on_page(const struct atlas_frame *frame)
{
    return frame->turn == ATLAS_UPRIGHT ? frame->height : frame->width;
}

/* Reports a name that is empty, not UTF-8, or has control characters. */
bool atlas_check_name(const struct atlas_log *log, const char *what, const char *name,
                      struct atlas_place place);

/* ---- Formats ------------------------------------------------------------------------------- */

struct atlas_json;

/* A format is recognised by the bytes of a file, never by its name. It has
 * `recognises` or `root`, and `read` or `read_json`. */
struct atlas_format {
    const char *name; /* "TexturePacker JSON": for messages */
    const char *root; /* the name of the first element, for XML */
    /* True if `text`, which has a NUL after `size` bytes, may be of this format. Cheap and safe on
     * any bytes. */
    bool (*recognises)(const char *text, size_t size);
    /* Fills `atlas`, which is empty before, and reports all errors that it can find in one run,
     * each with its place. */
    void (*read)(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log);
    void (*read_json)(struct atlas_json *reader);
};

/* All formats, ended by NULL. When two recognise a text, the first one reads it, so the stricter
 * ones come first. */
extern const struct atlas_format *const atlas_formats[];

/* Finds the format of a text; NULL: none of them. */
const struct atlas_format *atlas_recognise(const char *text, size_t size);

/* Reads a text of that format into `out`, which is empty before, and to be freed also after an
 * error. False when anything was wrong. */
bool atlas_read(const struct atlas_format *format, const char *text, size_t size, const char *path,
                struct atlas *out, struct diagnostics *diagnostics);

/* Joins equal pages, drops frames that are there twice and equal in all, cuts regions that reach a
 * pixel beyond their page, and checks what all formats must satisfy: frames lie inside their page
 * (if its size is known) and their source, boxes inside their frame, indices exist, names are valid
 * and used once, sizes are at most INT32_MAX. No name may be NULL. */
void atlas_check(struct atlas *atlas, const struct atlas_log *log);

/* Links the frames and the boxes of each page in their order, because an atlas may have as many
 * pages as frames, and marks the frames of animations. Call it once all are there and right. */
void atlas_link(struct atlas *atlas);

/* ---- Names in order ------------------------------------------------------------------------ */

/* Something that has a name, and where it stands among others. */
struct atlas_named {
    const char *name;
    uint32_t index;
};

/* Sorts by name, and equal names by index. */
void atlas_sort_names(struct atlas_named *names, size_t count);
/* NULL when there is none. */
const struct atlas_named *atlas_find_name(const struct atlas_named *names, size_t count,
                                          const char *name);

#endif
