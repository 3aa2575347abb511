/*
 * art.h - the art that a pack was baked from, for commands that show it
 *
 * Sources are names out of a pack that may come from anyone: they are opened below the folder that
 * the user gave, and nowhere else.
 */
#ifndef ART_H
#define ART_H

#include "base/error.h"
#include "draw/canvas.h"
#include "model/model.h"
#include "system/message.h"

/* ---- The file of a source -------------------------------------------------------------------- */

/* Fails unless the folder is there. */
bool art_folder_check(const char *folder, struct error *err);

/* Gives the path, to be freed, of the picture that `source` names below `folder`. It fails for a
 * name that is absolute or has "..", for a link that leads out of the folder, and for anything but
 * a regular file that begins like a picture. */
bool art_find(const char *folder, const char *source, char **path, struct error *err);

/* Fails if the file `output` is the art of a sprite. NULL: there is no such output. */
bool art_spares(const char *folder, const struct model *model, const char *output,
                struct error *err);

/* A picture, and a sprite of a model that is made from it, by its index. */
struct art_user {
    const char *path;
    size_t sprite;
};

/* Leaves the first user of each picture. Returns how many there are. */
size_t art_first_users(struct art_user *users, size_t count);

/* ---- Its picture ----------------------------------------------------------------------------- */

/* A search for the art of a pack. */
struct art_search {
    const char *folder; /* that sources are below; NULL: no art is wanted */
    const char *path;   /* of the pack */
    struct messages *messages;
    size_t missing;
    bool finished;
    const char *source; /* of `image`; lent by the sprite */
    struct rgba image;  /* of one source at a time; to be freed */
};

/* The image in which the sprite's region lies, until the next call; NULL when no art is wanted, or
 * with a warning when there is none that fits. */
const struct rgba *art_of_sprite(struct art_search *search, const struct model_sprite *sprite);

/* Warns that the art of that name is left out. After a few warnings it only counts. */
void art_leave_out(struct art_search *search, const char *name, const struct error *why);

/* Warns of the number that was only counted. Another search for the same art reports nothing. */
void art_finish(struct art_search *search);

#endif
