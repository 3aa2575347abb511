/*
 * inspect_html.h - `hitmask inspect --html`: the page, its art found, into a file
 */
#ifndef INSPECT_HTML_H
#define INSPECT_HTML_H

#include "model/model.h"
#include "system/message.h"

struct inspect_html {
    const char *output; /* "-" is standard output */
    const char *art;    /* the folder below which sources are; NULL: art is not embedded */
};

/* Writes the page of a model that was read from `path`, and sorts the model for it. What goes wrong
 * is said. */
void inspect_html(const struct inspect_html *options, const char *path, struct model *model,
                  struct messages *messages);

#endif
