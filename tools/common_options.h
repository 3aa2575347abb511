/*
 * common_options.h - the options that every command has
 */
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include "document.h"
#include "message.h"
#include "options.h"

/* In what order options are applied. A preset gives way to what is explicit. */
enum { PASS_PRESET, PASS_EXPLICIT };

/* The first member of every command's options, so that one table serves them all. */
struct common_options {
    enum message_format message_format;
    enum color_choice color;
    bool quiet, verbose, help;
};

extern const struct option common_option_table[];

/* The value of --json-mask, which more than one command has. */
bool option_json_mask(const char *value, enum json_mask *out, struct error *err);

#endif
