/*
 * naming.h - the names of sprites and of their sources
 *
 *     hero.png        a picture             hero.png#3      cell 3 of a grid
 *     hero.png:hit    a layer of one        run_01          a frame of an atlas, by its own name
 *
 * Each returns a string to be freed, except where an arena is given.
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

/* True if the input's name can be the name of a sprite. */
bool naming_check(const struct input *input, const struct naming_rules *rules, struct error *err);

/* The picture's sprite; names of its cells begin with that. With a layer, the sprite that has the
 * layer: "hero.png" for hero.hit.png, hero_hit.png or hero-hit.png. */
char *naming_picture(const struct input *input, const struct naming_rules *rules,
                     const char *layer);

/* The sprite `base`, or a cell or layer of it; `cell` and `layer` may be NULL. */
char *naming_part(const char *base, const char *cell, const char *layer);

/* A frame of an atlas, without its layer, as in naming_picture. A frame that has only a number is
 * named after the file; a frame without a name gets the name of the file. */
char *naming_frame(const struct input *input, const struct naming_rules *rules,
                   const struct atlas *atlas, const char *frame, const char *layer);

/* The sprite of such a frame. `layer` may be NULL. */
char *naming_sprite(const struct input *input, const struct naming_rules *rules,
                    const struct atlas *atlas, const char *frame, const char *layer);

/* An animation of an atlas. Where its name is unique in that file only, it is named after the file,
 * too; "" is the only animation of a file. */
char *naming_animation(const struct input *input, const struct naming_rules *rules,
                       const struct atlas *atlas, const char *animation);

/* The path, in the arena, of the file that the file at `path` calls `name`: beside it, unless that
 * is absolute. */
char *naming_beside(struct arena *arena, const char *path, const char *name);

/* The source, in the pack, of the input's own picture; lent. */
const char *naming_source_of(const struct input *input, const struct naming_rules *rules);

/* The image of an atlas's page, in the arena: beside the atlas, "." and ".." resolved, never above
 * the root. An absolute path gives the same name as a relative one. */
char *naming_source(struct arena *arena, const struct input *input, const char *image);

/* ---- Names below a root ---------------------------------------------------------------------- */

/* The name of a file or folder, to be freed, "" for the root itself: by how the paths are spelled
 * or, failing that, by where they really are. NULL when it does not lie below. */
char *root_name(const char *root, const char *path, struct error *err);

/* True if the input at `input` may name the file at `path`. That must really lie below one of
 *     the folder that has the input, by its path or really,
 *     `root` or, when that is NULL, the current folder if the input lies in it,
 *     `project`, the folder of a project that the input belongs to, or NULL.
 * The error names the folder to give as --root. A path that leads nowhere passes, because nothing
 * can be opened there. */
bool root_holds(const char *root, const char *input, const char *project, const char *path,
                struct error *err);

/* ---- Pictures that are masks: hero_mask.png beside hero.png ---------------------------------- */

/* `name`, of a picture, with the suffix before its extension. */
char *naming_mask(const char *name, const char *suffix);

/* True if `name` is the name of a mask. */
bool naming_is_mask(const char *name, const char *suffix);

#endif
