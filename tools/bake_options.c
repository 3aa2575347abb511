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

static bool set_cache(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->cache = value;
    return true;
}

static bool set_max_pixels(void *target, const char *value, struct error *err)
{
    return option_number(value, 1, UINT32_MAX, &OPTIONS(target)->max_pixels, err);
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

static const char output_group[] = "Output", names_group[] = "Names", running_group[] = "Running";

static const struct option table[] = {
    {"output", 'o', false, PASS_EXPLICIT, "FILE", output_group,
     "where to write; - is standard output", set_output},
    {"format", 0, false, PASS_EXPLICIT, "FORMAT", output_group,
     "hmk or json; by default what FILE ends with, else hmk", set_format},
    {"json-mask", 0, false, PASS_EXPLICIT, "HOW", output_group,
     "masks in JSON: rows (the default), base64, or none", set_json_mask},

    {"root", 0, false, PASS_EXPLICIT, "DIR", names_group,
     "names are paths below DIR; by default below the folder given, or base names", set_root},
    {"name", 0, false, PASS_EXPLICIT, "NAME", names_group,
     "the name of the only sprite; needed for standard input", set_name},
    {"strip-extension", 0, false, PASS_EXPLICIT, NULL, names_group, "hero.png is called hero",
     set_strip_extension},
    {"exclude", 0, false, PASS_EXPLICIT, "GLOB", names_group,
     "leave out what matches: * ? [] within a part of the path, ** across; without a / the last "
     "part alone is held against it; may be given again",
     set_exclude},

    {0},
};

static const struct option running_table[] = {
    {"jobs", 'j', false, PASS_EXPLICIT, "N", running_group,
     "bake on N threads; the output is the same (as many as there are processors)", set_jobs},
    {"cache", 0, false, PASS_EXPLICIT, "FILE", running_group,
     "take what has not changed from FILE, without decoding it, and keep there what was baked, for "
     "the next time; a FILE that is damaged or of another version is made anew, one that cannot be "
     "written is an error once the output is in place",
     set_cache},
    {"max-pixels", 0, false, PASS_EXPLICIT, "N", running_group,
     "refuse images of more pixels (268435456)", set_max_pixels},
    {0},
};

static const struct option *const tables[] = {table, recipe_option_table, running_table,
                                              common_option_table, NULL};

const struct option_set bake_option_set = {
    .usage = "hitmask bake [options] INPUT... -o OUTPUT",
    .about = "Bakes PNGs, folders of them, and JSON documents into one pack or one document.",
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

void bake_options_free(struct bake_options *options)
{
    free(options->exclude);
    *options = (struct bake_options){0};
}
