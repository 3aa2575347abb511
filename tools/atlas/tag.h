/*
 * tag.h - a part of an animation, as Aseprite plays it
 */
#ifndef TAG_H
#define TAG_H

#include "atlas/atlas.h"

struct atlas_tag {
    uint32_t from, to; /* frames */
    bool backwards, turning;
    uint32_t rounds; /* 0: for ever */
};

/* The most steps of all tags, and boxes of all slices, of a file. */
enum { ATLAS_TAGGED_MOST = 1 << 22 };

/* The steps of one round, or of all if their number is given. */
uint64_t atlas_tag_steps(const struct atlas_tag *tag);
uint32_t atlas_tag_frame(const struct atlas_tag *tag, uint32_t step);

/* Adds the animation; the frames have their durations. False without memory, which `log` says. */
bool atlas_tag_unroll(const struct atlas_tag *tag, const char *name, struct atlas_place place,
                      struct atlas *atlas, const struct atlas_log *log);

/* Tags may have the same name: the second "run" becomes "run#2". False without memory. */
bool atlas_tags_number(struct atlas *atlas, const struct atlas_log *log);

/* Moves the ends of a box of a slice into a frame of `limit` pixels; nothing is left of one
 * outside: its length is 0. */
void atlas_slice_clip(int32_t begin, int64_t length, uint32_t limit, uint32_t *clipped_begin,
                      uint32_t *clipped_length);

#endif
