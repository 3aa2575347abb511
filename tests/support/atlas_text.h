/*
 * atlas_text.h - all that an atlas says as text, a line for each page, frame, animation and box
 */
#ifndef ATLAS_TEXT_H
#define ATLAS_TEXT_H

#include "atlas/atlas.h"
#include "base/text.h"

void text_print(struct text *out, const char *format, ...) PRINTF_LIKE(2, 3);

/* "frame hero: 10x20 of page 0 at 2,3 clockwise, at 1,2 in 16x32"; to be freed. */
char *describe_atlas(const struct atlas *atlas);

void assert_describes(const struct atlas *atlas, const char *expected);

/* Reads a text, which must be recognised as `format`, and right or wrong in just these ways. */
void assert_reads(const char *text, const char *format, const char *expected);
void assert_finds(const char *text, const char *format, const char *expected);

#endif
