/*
 * inspect.h - what `hitmask inspect` can be told, as values
 */
#ifndef INSPECT_H
#define INSPECT_H

#include "commands/inspect_files.h"
#include "commands/select.h"
#include "formats/document.h"
#include "system/common_options.h"

struct inspect_options {
    struct common_options common;
    enum show view;
    enum json_mask json_mask;
    enum sprite_order order;
    bool with_warnings;
    struct inspect_pictures pictures;
    const char *html;
    bool embed_art;
};

/* Reads a command line. Fills both also when it fails. */
bool inspect_options_read(size_t count, const char *const *words, struct inspect_options *options,
                          struct arguments *arguments, struct error *err);

#endif
