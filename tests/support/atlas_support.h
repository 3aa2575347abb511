/*
 * atlas_support.h - atlases in tests: read from texts, and what was found wrong with them
 */
#ifndef ATLAS_SUPPORT_H
#define ATLAS_SUPPORT_H

#include "atlas/atlas.h"

/* Reads a text, which must be recognised as `format` and right; to be freed with atlas_free. */
void read_atlas(const char *text, const char *format, struct atlas *out);

/* Reads an atlas that gives these warnings, one a line: "line:column: text [id]". */
void read_atlas_warned(const char *text, const char *format, const char *expected,
                       struct atlas *out);

/* Reads a text that must be wrong in just these ways, one a line: "line:column: text". */
void assert_atlas_wrong(const char *text, const char *expected);

/* Checks that the frame is this drawing, upright, when its page is drawn as `rows`, each with its
 * newline. */
void assert_upright(const char *rows, const struct atlas_frame *frame, const char *expected);

/* The frame of that name, which must be there. */
const struct atlas_frame *find_frame(const struct atlas *atlas, const char *name);

/* The frame's numbers in one line: "page x,y widthxheight turn source at left,top". */
void assert_frame(const struct atlas *atlas, const char *name, const char *expected);

/* The animation's steps in one line: "frame*duration frame*duration". */
void assert_animation(const struct atlas *atlas, const char *name, const char *expected);

#endif
