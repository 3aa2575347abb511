/*
 * common_options.h - the options that every command has
 */
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include "system/message.h"
#include "system/options.h"

/* In what order options are applied. How to speak comes first, so that what is wrong with the
 * others can be said that way; a preset gives way to what is explicit, and options that
 * sprites may have their own values of are applied to each recipe. */
enum { PASS_COMMON, PASS_PRESET, PASS_RECIPE, PASS_EXPLICIT };

/* The first member of every command's options, so that one table serves them all. */
struct common_options {
    enum message_format message_format;
    enum color_choice color;
    bool quiet, no_summary, verbose; /* at most one of them: the last one given */
    bool help;
};

extern const struct option common_option_table[];

/* options_parse, and PASS_COMMON also when a word is wrong. `options` begins with a struct
 * common_options. */
bool common_options_read(const struct option_set *set, size_t count, const char *const *words,
                         void *options, struct arguments *arguments, struct error *err);

/* What of several things a command shows on standard output. */
enum show { VIEW_DEFAULT, VIEW_JSON, VIEW_ASCII, VIEW_BLOCKS };

/* Of --json-mask, which more than one command has. */
extern const char *const json_mask_choices[];

#endif
