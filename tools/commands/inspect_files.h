/*
 * inspect_files.h - the files that inspect writes: a contact sheet, an SVG, the page
 */
#ifndef INSPECT_FILES_H
#define INSPECT_FILES_H

#include "model/model.h"
#include "system/message.h"

/* ---- Pictures -------------------------------------------------------------------------------- */

struct inspect_pictures {
    const char *png, *svg; /* the files to write; NULL: none */
    const char *art;       /* the folder below which sources are; NULL: art is not shown */
};

/* Writes the wanted pictures of all sprites of a model that was read from `path`. Reports errors;
 * warns of art that is missing or has another size than it had. */
void inspect_pictures(const struct inspect_pictures *wanted, const char *path,
                      const struct model *model, struct messages *messages);

/* ---- The page -------------------------------------------------------------------------------- */

struct inspect_html {
    const char *output; /* "-" is standard output */
    const char *art;    /* the folder below which sources are; NULL: art is not embedded */
};

/* Writes the page of a model that was read from `path`, and sorts the model for it. Reports errors.
 */
void inspect_html(const struct inspect_html *options, const char *path, struct model *model,
                  struct messages *messages);

#endif
