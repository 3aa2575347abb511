/*
 * naming.h - what sprites and their sources are called
 *
 *     hero.png        a picture             hero.png#3      cell 3 of a grid
 *     hero.png:hit    a layer of one        run_01          a frame of an atlas, by its own name
 *
 * Each returns a string to be freed, or NULL without memory.
 */
#ifndef NAMING_H
#define NAMING_H

#include "atlas/atlas.h"
#include "base/error.h"
#include "plan/inputs.h"

struct naming_rules {
    const char *name; /* of the only sprite; NULL: its own */
    bool strip_extension;
};

/* Could the input's name be a sprite's? Else `err` says why not. */
bool naming_check(const struct input *input, const struct naming_rules *rules, struct error *err);

/* The picture's sprite, of which the cells' names begin with the same. With a layer, that of which
 * it is one: "hero.png" for hero.hit.png, hero_hit.png or hero-hit.png. */
char *naming_picture(const struct input *input, const struct naming_rules *rules,
                     const char *layer);

/* Cell or layer of what is called `base`; `cell` and `layer` may be NULL. */
char *naming_part(const char *base, const char *cell, const char *layer);

/* A frame of an atlas, without its layer, as in naming_picture; what has but a number is called
 * after the file. */
char *naming_frame(const struct input *input, const struct naming_rules *rules,
                   const struct atlas *atlas, const char *frame, const char *layer);

/* A tag of an atlas, which is called after the file where such names are its own alone. */
char *naming_animation(const struct input *input, const struct naming_rules *rules,
                       const struct atlas *atlas, const char *animation);

/* The path of what a file at `path` calls `name`: beside it, unless that is absolute. */
char *naming_beside(const char *path, const char *name);

/* What the pack names as the source of the input's own picture; lent. */
const char *naming_source_of(const struct input *input, const struct naming_rules *rules);

/* The image of an atlas's page: beside the atlas, "." and ".." resolved, never above the root. One
 * that is named by an absolute path is called as it would be otherwise. */
char *naming_source(const struct input *input, const char *image);

/* ---- Names below a root ---------------------------------------------------------------------- */

/* The name of a file or folder, to be freed, "" for the root itself: by how the paths are spelled
 * or, failing that, by where they really are. NULL when it does not lie below. */
char *root_name(const char *root, const char *path, struct error *err);

/* What an absolute path is called, when the file at `known` is called `name`: both below one
 * folder, or its last part alone when it lies elsewhere. NULL without memory. */
char *root_name_like(const char *known, const char *name, const char *path);

/* ---- Pictures that are masks: hero_mask.png beside hero.png ---------------------------------- */

/* `name`, of a PNG, with the suffix before its extension; NULL without memory. */
char *companion_name(const char *name, const char *suffix);

/* Is it the name of a companion? */
bool companion_is(const char *name, const char *suffix);

#endif
