/*
 * atlas_frames.h - frames and pages as TexturePacker's JSON has them, and many after it
 *
 *     "hero.png": { "frame": {"x":2,"y":2,"w":10,"h":20}, "rotated": false, "trimmed": true,
 *                   "spriteSourceSize": {"x":3,"y":4,"w":10,"h":20},
 *                   "sourceSize": {"w":16,"h":32}, "pivot": {"x":0.5,"y":0.5} }
 *
 * Sizes are upright, and a turn is clockwise. "anchor" is Pixi's word for the pivot; both are
 * parts of the untrimmed size.
 */
#ifndef ATLAS_FRAMES_H
#define ATLAS_FRAMES_H

#include "atlas/atlas_json.h"

/* Who wrote the frames.
 *
 * ATLAS_PACKER: a region is its "frame". "spriteSourceSize" has its place, unless "trimmed" is
 * false, where engines do not look at it; without "trimmed" it counts. What has neither it nor
 * "sourceSize" is not trimmed.
 *
 * ATLAS_ASEPRITE: "spriteSourceSize" has place and size; a "frame" larger than that is padded
 * alike on all sides. Nothing is turned. */
enum atlas_writer { ATLAS_PACKER, ATLAS_ASEPRITE };

/* Reads an object of frames by name, or an array of frames with a "filename". Each becomes a
 * frame, in order, also when something in it was wrong, which has been said then. */
void atlas_frames_read(struct atlas_json *reader, const cJSON *frames, uint32_t page,
                       enum atlas_writer writer);

/* Adds the page that `meta` tells of by "image", "size" and "scale"; the size may be missing.
 * All places and sizes are pixels of the page, whatever the scale is, so it changes nothing. */
void atlas_frames_read_page(struct atlas_json *reader, const cJSON *meta);

/* Of both, in one object: "frames" and "meta". */
void atlas_frames_read_sheet(struct atlas_json *reader, enum atlas_writer writer);

#endif
