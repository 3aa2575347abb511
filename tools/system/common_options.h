/*
 * common_options.h - the options that every command has
 */
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include "system/message.h"
#include "system/options.h"

/* The order in which options are applied. Those of messages come first, so that errors in the
 * others are printed as wanted. A preset gives way to explicit options. Options that may differ
 * between sprites are applied to each recipe. */
enum { PASS_COMMON, PASS_PRESET, PASS_RECIPE, PASS_EXPLICIT };

/* The first member of every command's options, so that one table serves them all. */
struct common_options {
    enum message_format message_format;
    enum color_choice color;
    bool quiet, no_summary, verbose; /* at most one of them: the last one given */
    bool help;
};

extern const struct option common_option_table[];

/* Calls options_parse, then applies PASS_COMMON and PASS_EXPLICIT even if a word is wrong.
 * `options` begins with a struct common_options. */
bool common_options_read(const struct option_set *set, size_t count, const char *const *words,
                         void *options, struct arguments *arguments, struct diagnostics *found);

/* The form in which a command shows its result on standard output. */
enum show { VIEW_DEFAULT, VIEW_JSON, VIEW_ASCII, VIEW_BLOCKS };

/* The choices of --json-mask, an option of more than one command. */
extern const char *const json_mask_choices[];

#endif
