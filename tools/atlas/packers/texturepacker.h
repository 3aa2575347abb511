/*
 * texturepacker.h - frames and pages as TexturePacker's JSON has them, and many after it
 *
 *     "hero.png": { "frame": {"x":2,"y":2,"w":10,"h":20}, "rotated": false, "trimmed": true,
 *                   "spriteSourceSize": {"x":3,"y":4,"w":10,"h":20},
 *                   "sourceSize": {"w":16,"h":32}, "pivot": {"x":0.5,"y":0.5} }
 *
 * Sizes are upright, and a turn is clockwise. "anchor" is Pixi's word for the pivot; both are
 * parts of the untrimmed size.
 */
#ifndef TEXTUREPACKER_H
#define TEXTUREPACKER_H

#include "atlas/atlas_json.h"

/* The program that wrote the frames.
 *
 * ATLAS_PACKER: the region is "frame". "spriteSourceSize" has its place; with "trimmed" false
 * engines ignore it, and so does this reader. Without it and "sourceSize", a frame is not trimmed.
 *
 * ATLAS_ASEPRITE: "spriteSourceSize" has the place and size; a "frame" larger than that is padded
 * alike on all sides. No frame is turned. */
enum atlas_writer { ATLAS_PACKER, ATLAS_ASEPRITE };

/* Reads the page and the frames of a file with "frames", an object or an array in which frames have
 * a "filename", and "meta". */
void texturepacker_read_sheet(struct atlas_json *reader, enum atlas_writer writer);

#endif
