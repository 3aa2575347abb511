/*
 * text_names.h - names of files and options: taken apart, ordered, compared
 */
#ifndef TEXT_NAMES_H
#define TEXT_NAMES_H

#include "base/text.h"

/* The part of a path after its last slash. */
const char *text_base_name(const char *path);

/* Writes the folder of a path, "." where it names none; `folder` has room for all of the path. */
void text_folder_name(char *folder, const char *path);

/* The rest of `path` behind `folder`, both absolute and in their simplest form; "" when they are
 * the same. NULL when the path does not lie in the folder. */
const char *text_below(const char *folder, const char *path);

/* Adds a path without its extension, if its last part has one: out/game.hmk -> out/game. */
void text_add_stem(struct text *text, const char *path);

/* The endings of names of pictures, ".png" first; ended by NULL. */
extern const char *const text_picture_endings[];

/* Does the name of a file end like that of a picture that can be baked, in upper or lower case? */
bool text_is_picture_name(const char *name);

/* Are they the same but for the case of ASCII letters? Does a text begin so? */
bool text_same_in_any_case(const char *a, const char *b);
bool text_begins_in_any_case(const char *text, const char *beginning);

/* The order in which people count: digits in a row are a number, so that "run_2" comes before
 * "run_10"; all else goes by bytes. Names that differ only in leading zeros go by bytes too, so
 * that 0 means equal. */
int text_natural(const char *a, const char *b);

/* Edit distance for suggestions ("did you mean"): insertions, deletions, replacements
 * and swaps of neighbours. Strings longer than 63 bytes are far from everything. */
unsigned text_distance(const char *a, const char *b);

#endif
