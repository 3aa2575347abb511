/*
 * bake_options.c - the table of bake's options
 */
#include "bake_options.h"

#include "array.h"
#include "crew.h"
#include "text.h"
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define OPTIONS(target) ((struct bake_options *)(target))

/* ---- Setters ------------------------------------------------------------------------------ */

static bool set_output(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->output = value;
    return true;
}

static bool set_format(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"hmk", "json", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    OPTIONS(target)->format = choice == 0 ? FORMAT_HMK : FORMAT_JSON;
    return true;
}

static bool set_root(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->root = value;
    return true;
}

static bool set_name(void *target, const char *value, struct error *err)
{
    if (!utf8_is_name((const uint8_t *)value, strlen(value)))
        return fail_usage(err, "a name is UTF-8 without control characters, and not empty");
    OPTIONS(target)->name = value;
    return true;
}

static bool set_exclude(void *target, const char *value, struct error *err)
{
    struct bake_options *const options = target;
    const char **const grown = array_reserve(options->exclude, options->exclude_count + 1,
                                             &options->exclude_capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    options->exclude = grown;
    options->exclude[options->exclude_count++] = value;
    return true;
}

static bool set_strip_extension(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->strip_extension = true;
    return true;
}

static bool set_json_mask(void *target, const char *value, struct error *err)
{
    return option_json_mask(value, &OPTIONS(target)->json_mask, err);
}

static bool set_max_pixels(void *target, const char *value, struct error *err)
{
    return option_number(value, 1, UINT32_MAX, &OPTIONS(target)->max_pixels, err);
}

static bool set_files0(void *target, const char *value, struct error *err)
{
    if (OPTIONS(target)->files0 != NULL)
        return fail_usage(err, "stands twice");
    OPTIONS(target)->files0 = value;
    return true;
}

static bool set_write_if_changed(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->write_if_changed = true;
    return true;
}

static bool set_stamp(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->stamp = value;
    return true;
}

static bool set_depfile(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->depfile = true;
    return true;
}

static bool set_depfile_path(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->depfile_path = value;
    return true;
}

static bool add_depfile_target(void *target, const char *value, struct error *err)
{
    struct text *const targets = &OPTIONS(target)->depfile_targets;
    if (targets->length > 0)
        text_add_string(targets, " ");
    text_add_string(targets, value);
    return !targets->failed || fail_memory(err);
}

static bool set_depfile_phony(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->depfile_phony = true;
    return true;
}

static bool set_dry_run(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->dry_run = true;
    return true;
}

static bool set_progress(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"auto", "always", "never", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    OPTIONS(target)->progress = (enum progress_choice)choice;
    return true;
}

static bool set_jobs(void *target, const char *value, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 1, 512, &number, err))
        return false;
    OPTIONS(target)->jobs = (unsigned)number;
    return true;
}

/* ---- The table ---------------------------------------------------------------------------- */

static const char output_group[] = "Output", inputs_group[] = "Inputs", names_group[] = "Names",
                  builds_group[] = "Build systems", running_group[] = "Running";

static const struct option table[] = {
    {"output", 'o', false, PASS_EXPLICIT, "FILE", output_group,
     "where to write; - is standard output", set_output},
    {"format", 0, false, PASS_EXPLICIT, "FORMAT", output_group,
     "hmk or json; by default what FILE ends with, else hmk", set_format},
    {"json-mask", 0, false, PASS_EXPLICIT, "HOW", output_group,
     "masks in JSON: rows (the default), base64, or none", set_json_mask},

    {"files0-from", 0, false, PASS_EXPLICIT, "FILE", inputs_group,
     "more inputs, from a file in which each name ends with a NUL byte; - is standard input",
     set_files0},
    {"exclude", 0, false, PASS_EXPLICIT, "GLOB", inputs_group,
     "leave out what matches: * ? [] within a part of the path, ** across; without a / the last "
     "part alone is held against it; may be given again",
     set_exclude},

    {"root", 0, false, PASS_EXPLICIT, "DIR", names_group,
     "names are paths below DIR; by default below the folder given, or base names", set_root},
    {"name", 0, false, PASS_EXPLICIT, "NAME", names_group,
     "the name of the only sprite; needed for standard input", set_name},
    {"strip-extension", 0, false, PASS_EXPLICIT, NULL, names_group, "hero.png is called hero",
     set_strip_extension},
    {0},
};

static const struct option running_table[] = {
    {"MD", 0, true, PASS_EXPLICIT, NULL, builds_group,
     "write a depfile: a Make rule with all that was read", set_depfile},
    {"MF", 0, true, PASS_EXPLICIT, "FILE", builds_group,
     "the depfile's name (the output's, ending with .d)", set_depfile_path},
    {"MT", 0, true, PASS_EXPLICIT, "TARGET", builds_group,
     "the rule's target (the output); may be given again", add_depfile_target},
    {"MP", 0, true, PASS_EXPLICIT, NULL, builds_group,
     "an empty rule for each file, so that Make goes on when one is gone", set_depfile_phony},
    {"write-if-changed", 0, false, PASS_EXPLICIT, NULL, builds_group,
     "leave the output alone, with its time, when it has these bytes already",
     set_write_if_changed},
    {"stamp", 0, false, PASS_EXPLICIT, "FILE", builds_group,
     "write an empty file after each bake that succeeds", set_stamp},
    {"dry-run", 0, false, PASS_EXPLICIT, NULL, builds_group,
     "list what would be baked and what left out; write nothing", set_dry_run},

    {"jobs", 'j', false, PASS_EXPLICIT, "N", running_group,
     "bake on N threads; the output is the same (as many as there are processors)", set_jobs},
    {"progress", 0, false, PASS_EXPLICIT, "WHEN", running_group,
     "a bar and a summary: auto (the default: on a terminal), always or never", set_progress},
    {"max-pixels", 0, false, PASS_EXPLICIT, "N", running_group,
     "refuse images of more pixels (268435456)", set_max_pixels},
    {0},
};

static const struct option *const tables[] = {table, recipe_option_table, running_table,
                                              common_option_table, NULL};

const struct option_set bake_option_set = {
    .usage = "hitmask bake [options] INPUT... -o OUTPUT",
    .about = "Bakes PNGs, folders of them, and JSON documents into one pack or one document.",
    .footer = "@FILE stands for the lines of FILE, one argument each.\n",
    .tables = tables,
};

const char *bake_options_about_pixels(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->value_count; i++) {
        const struct option *const option = arguments->values[i].option;
        if (option->pass == PASS_PRESET || option->pass == PASS_RECIPE)
            return option->name;
    }
    return NULL;
}

bool bake_options_read(size_t count, const char *const *words, struct bake_options *options,
                       struct arguments *arguments, struct error *err)
{
    *options = (struct bake_options){
        .jobs = crew_processors(),
        .max_pixels = (uint64_t)1 << 28,
    };
    return common_options_read(&bake_option_set, count, words, options, arguments, err) &&
           arguments_apply(arguments, PASS_EXPLICIT, options, err);
}

/* The files that a bake writes, those that were named. */
static size_t list_outputs(const struct bake_options *options, const char *paths[3])
{
    const char *const all[] = {options->output, options->depfile_path, options->stamp};
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] != NULL)
            paths[count++] = all[i];
    return count;
}

bool bake_options_check(const struct bake_options *options, struct error *err)
{
    const char *paths[3];
    const size_t count = list_outputs(options, paths);
    if (options->output == NULL && !options->dry_run)
        return fail_usage(err, "no output; add -o FILE");
    if (!options->depfile && (options->depfile_path != NULL || options->depfile_phony ||
                              options->depfile_targets.length > 0))
        return fail_usage(err, "-MF, -MT and -MP say how to write a depfile; add -MD");
    if (options->depfile && options->depfile_path == NULL && options->output != NULL &&
        strcmp(options->output, "-") == 0)
        return fail_usage(err, "-MD beside '-o -' needs a name for the depfile; add -MF FILE");
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(paths[i], paths[k]) == 0)
                return fail_usage(err, "two outputs cannot both be '%.200s'", paths[i]);
    return true;
}

bool bake_options_writes_into(const struct bake_options *options, const char *folder)
{
    const char *paths[3];
    const size_t count = list_outputs(options, paths);
    struct stat wanted, held;
    if (stat(folder, &wanted) != 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *const slash = strrchr(paths[i], '/');
        char *const parent =
            slash != NULL ? text_copy_n(paths[i], (size_t)(slash - paths[i]) + 1) : text_copy(".");
        const bool same = parent != NULL && stat(parent, &held) == 0 &&
                          held.st_dev == wanted.st_dev && held.st_ino == wanted.st_ino;
        free(parent);
        if (same)
            return true;
    }
    return false;
}

void bake_options_free(struct bake_options *options)
{
    free(options->exclude);
    text_free(&options->depfile_targets);
    *options = (struct bake_options){0};
}
