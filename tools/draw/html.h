/*
 * html.h - a model as one page to look at: nothing is fetched, nothing else is needed
 */
#ifndef HTML_H
#define HTML_H

#include "base/sink.h"
#include "model/model.h"

/* `art` is NULL, or has an item for each sprite: the path of the PNG to embed with it, or NULL.
 * It stands with the first sprite of its source and serves all of them. */
struct html_page {
    const struct model *model; /* sorted */
    const char *title;
    char *const *art;
};

bool html_write(const struct html_page *page, struct sink *sink, struct error *err);

#endif
