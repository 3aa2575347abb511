/*
 * tag.h - tags and slices as Aseprite has them, and the atlas of a picture that has frames
 */
#ifndef TAG_H
#define TAG_H

#include "atlas/atlas.h"
#include "picture/image.h"

struct atlas_tag {
    uint32_t from, to; /* frames */
    bool backwards, turning;
    uint32_t rounds; /* 0: for ever */
};

/* Adds the animation of a tag, with the steps of one round, or of all if their number is given; the
 * frames have their durations. False, with an error, when all tags have too many steps. */
bool atlas_tag_unroll(const struct atlas_tag *tag, const char *name, struct atlas_place place,
                      struct atlas *atlas, const struct atlas_log *log);

/* Tags may have the same name: the second "run" becomes "run#2". */
void atlas_tags_number(struct atlas *atlas);

/* A slice, perhaps past the borders of its frame. */
struct atlas_slice {
    const char *name;
    int32_t x, y;
    int64_t width, height;
    bool has_pivot;
    int32_t pivot_x, pivot_y; /* from its corner */
    const char *data;         /* in the arena of the atlas; NULL: none */
    struct atlas_place place;
};

/* Adds the boxes of a slice in the frames from `first` up to `end`, as far as they lie in them.
 * False, with an error, when all slices have too many boxes, of which empty ones count, too. */
bool atlas_slice_unroll(const struct atlas_slice *slice, uint32_t first, uint32_t end,
                        struct atlas *atlas, const struct atlas_log *log);

/* Makes an atlas of the image's frames, slices and tags, with numbered frames on one page. A single
 * frame has the name "", because it is the whole picture. Without tags all frames are one
 * animation, whose name is "": it is named after the file. Errors go to the log. To be freed also
 * when it fails. */
bool image_atlas(const struct image *image, struct atlas *out, const struct atlas_log *log);

#endif
