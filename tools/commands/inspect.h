/*
 * inspect.h - the options of `hitmask inspect`, as values
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
    bool force; /* replace files of other programs, too */
};

/* Do the options fit together, and the operands to them? */
bool inspect_check(const struct inspect_options *options, const struct arguments *arguments,
                   struct error *err);

#endif
