/*
 * output_options.h - options of commands that write packs and documents: the output, its format,
 * and files for build tools
 */
#ifndef OUTPUT_OPTIONS_H
#define OUTPUT_OPTIONS_H

#include "base/text.h"
#include "formats/document.h"
#include "system/options.h"

enum output_format { FORMAT_BY_NAME, FORMAT_HMK, FORMAT_JSON, FORMAT_C };

/* The first member of such a command's options, so that one table serves them all. */
struct output_options {
    struct common_options common;
    const char *output;
    enum output_format format;
    enum json_mask json_mask;
    bool write_if_changed;
    bool force;        /* replace files of other programs, too */
    const char *names; /* a C header of the names; NULL: none */
    const char *stamp;
    bool no_sync; /* do not wait for the disk */
    bool depfile;
    const char *depfile_path;    /* NULL: named after the output */
    struct text depfile_targets; /* empty: the output */
    bool depfile_phony;
};

extern const struct option output_option_table[];

void output_options_free(struct output_options *options);

/* Adds an error for each way in which the options do not fit together. */
void output_options_check(const struct output_options *options, bool may_be_missing,
                          struct diagnostics *found);

/* By --format or by the output's name. */
enum output_format output_options_format(const struct output_options *options);

/* Adds the format, and the options that decide about its bytes: "hmk", "json rows". */
void output_options_describe_format(const struct output_options *options, struct text *out);

/* Fails if the output has the ending of a file that hitmask does not write, such as x.png, and
 * there is no --format. */
bool output_options_check_ending(const struct output_options *options, struct error *err);

/* The depfile's name without -MF: game.hmk -> game.d, as compilers do it. */
void output_options_name_depfile(const struct output_options *options, struct text *out);

#endif
