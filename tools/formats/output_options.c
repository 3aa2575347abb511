/*
 * output_options.c - the output, its format, and files for build tools
 */
#include "formats/output_options.h"

#include "base/text.h"
#include "formats/c_write.h"
#include "formats/depfile.h"
#include "system/output_names.h"

#include <stdlib.h>
#include <string.h>

#define OPTIONS(target) ((struct output_options *)(target))

/* ---- Setters ------------------------------------------------------------------------------ */

/* With two names, the first would be ignored without a message. */
static bool set_output(void *target, const char *value, struct error *err)
{
    if (OPTIONS(target)->output != NULL)
        return fail_usage(err, "is given twice");
    OPTIONS(target)->output = value;
    return true;
}

/* The names of the formats are also their endings. Any other ending means the first one. */
static const char *const format_names[] = {"hmk", "json", "c", NULL};

static bool set_format(void *target, const char *value, struct error *err)
{
    unsigned choice = 0;
    if (!option_choice(value, format_names, &choice, err))
        return false;
    OPTIONS(target)->format = (enum output_format)(FORMAT_HMK + choice);
    return true;
}

static bool add_depfile_target(void *target, const char *value, struct error *err)
{
    struct text *const targets = &OPTIONS(target)->depfile_targets;
    if (strpbrk(value, "\n\r") != NULL)
        return fail_usage(err, "a target must stand on one line");
    if (targets->length > 0)
        text_add_string(targets, " ");
    text_add_string(targets, value);
    return true;
}

/* ---- The table ---------------------------------------------------------------------------- */

static const char output_group[] = "Output", builds_group[] = "Build systems";

const struct option output_option_table[] = {
    {"output", 'o', false, PASS_EXPLICIT, "FILE", output_group,
     "write the output to FILE; - means standard output", .set = set_output, .path = OPTION_FILE},
    {"format", 0, false, PASS_EXPLICIT, "FORMAT", output_group,
     "write hmk, json or c; c also writes a header beside FILE. By default the ending of FILE decides: .json, .c, or else hmk. Endings of other kinds of files, such as .png, need --format",
     .set = set_format},
    {"json-mask", 0, false, PASS_EXPLICIT, "HOW", output_group,
     "write masks in JSON as rows, base64 or none (default: rows)", .kind = OPTION_CHOICE,
     .at = offsetof(struct output_options, json_mask), .choices = json_mask_choices},
    {"names", 0, false, PASS_EXPLICIT, "FILE", output_group,
     "write the names of sprites and animations to FILE as constants for C and C++, beside any output",
     .kind = OPTION_STRING, .at = offsetof(struct output_options, names), .path = OPTION_FILE},
    {"force", 0, false, PASS_EXPLICIT, NULL, output_group,
     "replace files that hitmask did not write, too", .kind = OPTION_FLAG,
     .at = offsetof(struct output_options, force)},

    {"MD", 0, true, PASS_EXPLICIT, NULL, builds_group,
     "write a dependency file: a Make rule that lists everything that was read",
     .kind = OPTION_FLAG, .at = offsetof(struct output_options, depfile)},
    {"MF", 0, true, PASS_EXPLICIT, "FILE", builds_group,
     "write the dependency file to FILE (default: the name of the output with the ending .d)",
     .kind = OPTION_STRING, .at = offsetof(struct output_options, depfile_path),
     .path = OPTION_FILE},
    {"MT", 0, true, PASS_EXPLICIT, "TARGET", builds_group,
     "use TARGET as the target of the rule (default: the output); may be repeated",
     .set = add_depfile_target},
    {"MP", 0, true, PASS_EXPLICIT, NULL, builds_group,
     "add an empty rule for each file, so that Make goes on when a file is deleted",
     .kind = OPTION_FLAG, .at = offsetof(struct output_options, depfile_phony)},
    {"write-if-changed", 0, false, PASS_EXPLICIT, NULL, builds_group,
     "keep the output and its time when its bytes would not change", .kind = OPTION_FLAG,
     .at = offsetof(struct output_options, write_if_changed)},
    {"stamp", 0, false, PASS_EXPLICIT, "FILE", builds_group,
     "write an empty FILE after each run that succeeds", .kind = OPTION_STRING,
     .at = offsetof(struct output_options, stamp), .path = OPTION_FILE},
    {"no-sync", 0, false, PASS_EXPLICIT, NULL, builds_group,
     "do not wait until the disk has the outputs; a crash of the machine may then empty them",
     .kind = OPTION_FLAG, .at = offsetof(struct output_options, no_sync)},
    {0},
};

/* ---- What follows from them --------------------------------------------------------------- */

void output_options_free(struct output_options *options)
{
    text_free(&options->depfile_targets);
}

void output_options_name_depfile(const struct output_options *options, struct text *out)
{
    text_add_stem(out, options->output);
    text_add_string(out, ".d");
}

/* Also checks the names that follow from the output's: of the header beside a C file, and of a
 * depfile without -MF. */
static bool check_names(const struct output_options *options, struct error *err)
{
    const char *const output = options->output; /* NULL in a dry run */
    const bool is_c = output != NULL && output_options_format(options) == FORMAT_C;
    struct text header = {0}, depfile = {0};
    if (is_c)
        c_header_name(&header, output);
    if (output != NULL && options->depfile && options->depfile_path == NULL)
        output_options_name_depfile(options, &depfile);
    const char *const names[] = {
        output, header.bytes, options->names,
        options->depfile_path != NULL ? options->depfile_path : depfile.bytes, options->stamp};
    const bool ok = (!is_c || c_check_name(output, err)) &&
                    (options->names == NULL || c_check_name(options->names, err)) &&
                    output_names_differ(names, sizeof names / sizeof *names, err);
    text_free(&header);
    text_free(&depfile);
    return ok;
}

void output_options_check(const struct output_options *options, bool may_be_missing,
                          struct diagnostics *found)
{
    struct error err;
    const bool has_rules = options->depfile_path != NULL || options->depfile_phony ||
                           options->depfile_targets.length > 0;
    diagnostics_usage_unless(found, options->output != NULL || may_be_missing,
                             "no output; add -o FILE");
    diagnostics_usage_unless(found, options->depfile || !has_rules,
                             "-MF, -MT and -MP have no dependency file to apply to; add -MD");
    if (options->output != NULL && options->depfile && options->depfile_targets.length == 0 &&
        !depfile_check_target(options->output, &err))
        diagnostics_add_error(found, NULL, &err);
    if (!check_names(options, &err))
        diagnostics_add_error(found, NULL, &err);
}

enum output_format output_options_format(const struct output_options *options)
{
    const char *const dot = strrchr(options->output, '.');
    if (options->format != FORMAT_BY_NAME)
        return options->format;
    for (unsigned i = 0; format_names[i] != NULL; i++)
        if (dot != NULL && dot > options->output && strcmp(dot + 1, format_names[i]) == 0)
            return (enum output_format)(FORMAT_HMK + i);
    return FORMAT_HMK;
}

void output_options_describe_format(const struct output_options *options, struct text *out)
{
    const enum output_format format = output_options_format(options);
    text_add_string(out, format_names[format - FORMAT_HMK]);
    if (format == FORMAT_JSON) {
        text_add_string(out, " ");
        text_add_string(out, json_mask_choices[options->json_mask]);
    }
}

/* Endings of files that hitmask does not write: pictures, pages, sources, other texts, archives. A
 * pack under such a name is a mistake. JSON and C are here for spellings such as .JSON, which
 * choose no format. */
static const char *const foreign_endings[] = {
    "png",  "jpg",   "jpeg",  "gif",   "webp", "bmp", "tga",  "psd", "aseprite", "ase",
    "svg",  "html",  "htm",   "css",   "js",   "ts",  "h",    "hpp", "cc",       "cpp",
    "cxx",  "cs",    "rs",    "go",    "py",   "lua", "c",    "txt", "md",       "csv",
    "json", "json5", "jsonc", "jsonl", "yaml", "yml", "toml", "xml", "plist",    "tsx",
    "tsj",  "tmx",   "tmj",   "atlas", "zip",  "gz",  "xz",   "zst", "bz2",      "7z",
    "tar",  "tgz",   "o",     "a",     "so",   NULL};

bool output_options_check_ending(const struct output_options *options, struct error *err)
{
    const char *const base = text_base_name(options->output);
    const char *const dot = strrchr(base, '.');
    char shown[40];
    if (options->format != FORMAT_BY_NAME || dot == NULL || dot == base ||
        output_options_format(options) != FORMAT_HMK)
        return true;
    for (const char *const *ending = foreign_endings; *ending != NULL; ending++)
        if (text_same_in_any_case(dot + 1, *ending))
            return fail_usage(
                err,
                "the ending %s does not choose a format; end the name with .hmk, .json or .c, or "
                "add --format",
                text_quote(shown, sizeof shown, dot));
    return true;
}
