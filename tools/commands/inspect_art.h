/*
 * inspect_art.h - what is said of art that `hitmask inspect` does without
 */
#ifndef INSPECT_ART_H
#define INSPECT_ART_H

#include "system/message.h"

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
