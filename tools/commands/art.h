/*
 * art.h - the art that a pack was baked from, for commands that show it
 *
 * Sources are names out of a pack, which nobody has to trust: they are opened below the folder that
 * the user gave, and nowhere else.
 */
#ifndef ART_H
#define ART_H

#include "base/error.h"
#include "draw/canvas.h"
#include "model/model.h"
#include "system/message.h"

/* ---- The file of a source -------------------------------------------------------------------- */

/* Is the folder there? */
bool art_folder_check(const char *folder, struct error *err);

/* Gives the path, to be freed, of the PNG that `source` names below `folder`. A name that is
 * absolute or has "..", a link that leads out of the folder, what is no regular file and what
 * does not begin like a PNG are errors. */
bool art_find(const char *folder, const char *source, char **path, struct error *err);

/* ---- Its picture ----------------------------------------------------------------------------- */

/* Reads the image that `source` names below `folder` (see art_find); `out` is to be freed when
 * this succeeds. */
bool art_image_load(const char *folder, const char *source, struct rgba *out, struct error *err);

/* Is the sprite's region in the image, and of the sprite's size? */
bool art_image_fits(const struct rgba *image, const struct model_sprite *sprite, struct error *err);

/* ---- What is missing ------------------------------------------------------------------------- */

/* Art that is being looked for, to be shown with a pack that was read from `path`. */
struct inspect_art {
    const char *folder; /* that sources are below; NULL: no art is wanted */
    const char *path;
    struct messages *messages;
    size_t missing;
};

/* Warns that the art of that name is left out; of one by one only so often. */
void inspect_art_leave_out(struct inspect_art *art, const char *name, const struct error *why);

/* Warns of those that were not told of one by one, once all were looked for. */
void inspect_art_finish(const struct inspect_art *art);

#endif
