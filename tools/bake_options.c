/*
 * bake_options.c - the table of bake's options
 */
#include "bake_options.h"

#include "array.h"
#include "crew.h"
#include "glob.h"
#include "recipe.h"
#include "text.h"
#include "utf8.h"
#include "warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS(target) ((struct bake_options *)(target))

/* ---- Setters ------------------------------------------------------------------------------ */

static bool set_name(void *target, const char *value, struct error *err)
{
    if (!utf8_is_name((const uint8_t *)value, strlen(value)))
        return fail_usage(err, "a name is UTF-8 without control characters, and not empty");
    OPTIONS(target)->name = value;
    return true;
}

static bool add_string(struct strings *strings, const char *value, struct error *err)
{
    const char **const grown =
        array_reserve(strings->items, strings->count + 1, &strings->capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    strings->items = grown;
    strings->items[strings->count++] = value;
    return true;
}

static bool set_exclude(void *target, const char *value, struct error *err)
{
    struct error wrong;
    if (!glob_check(value, &wrong))
        return fail_usage(err, "%s", wrong.text);
    return add_string(&OPTIONS(target)->exclude, value, err);
}

static const char *const error_on_choices[] = {"all", WARNINGS(WARNING_ID) NULL};

static bool set_error_on(void *target, const char *value, struct error *err)
{
    return add_string(&OPTIONS(target)->error_on, value, err);
}

static bool set_mask_suffix(void *target, const char *value, struct error *err)
{
    if (!utf8_is_name((const uint8_t *)value, strlen(value)) || strchr(value, '/') != NULL)
        return fail_usage(err, "a suffix is UTF-8 without control characters or /, and not empty");
    OPTIONS(target)->mask_suffix = value;
    return true;
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

/* "2/5": of both numbers, the first is from 1 to the second. */
static bool set_shard(void *target, const char *value, struct error *err)
{
    struct shard *const shard = &OPTIONS(target)->shard;
    if (!shard_read(value, shard))
        return fail_usage(err, "'%.40s' is not a part such as 2/5, from 1/N to N/N", value);
    return true;
}

static const char *const progress_choices[] = {"auto", "always", "never", NULL};

static bool set_jobs(void *target, const char *value, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 1, 512, &number, err))
        return false;
    OPTIONS(target)->jobs = (unsigned)number;
    return true;
}

/* ---- The table ---------------------------------------------------------------------------- */

static const char inputs_group[] = "Inputs", names_group[] = "Names", rules_group[] = "Rules",
                  builds_group[] = "Build systems", running_group[] = "Running";

static const struct option table[] = {
    {"dry-run", 0, false, PASS_EXPLICIT, NULL, builds_group,
     "list what would be baked and what left out; write nothing", .kind = OPTION_FLAG,
     .at = offsetof(struct bake_options, dry_run)},
    {"shard", 0, false, PASS_EXPLICIT, "I/N", builds_group,
     "bake the I-th of N parts, which 'hitmask merge' puts together", .set = set_shard},

    {"files0-from", 0, false, PASS_EXPLICIT, "FILE", inputs_group,
     "more inputs, from a file in which each name ends with a NUL byte; - is standard input",
     .set = set_files0},
    {"exclude", 0, false, PASS_EXPLICIT, "GLOB", inputs_group,
     "leave out what matches: * ? [] within a part of the path, ** across; without a / the last "
     "part alone is held against it; may be given again",
     .set = set_exclude},

    {"root", 0, false, PASS_EXPLICIT, "DIR", names_group,
     "names are paths below DIR; by default below the folder given, or base names",
     .kind = OPTION_STRING, .at = offsetof(struct bake_options, root)},
    {"name", 0, false, PASS_EXPLICIT, "NAME", names_group,
     "the name of the only sprite; needed for standard input", .set = set_name},
    {"strip-extension", 0, false, PASS_EXPLICIT, NULL, names_group, "hero.png is called hero",
     .kind = OPTION_FLAG, .at = offsetof(struct bake_options, strip_extension)},

    {"config", 0, false, PASS_EXPLICIT, "FILE", rules_group,
     "options by the sprites' names, from a JSON file: {\"rules\": [{\"match\": GLOB, OPTION: "
     "VALUE}]}; the last rule that matches wins, and over it the command line (not its --preset); "
     "and animations",
     .kind = OPTION_STRING, .at = offsetof(struct bake_options, config)},
    {"mask-suffix", 0, false, PASS_EXPLICIT, "S", rules_group,
     "heroS.png beside hero.png, of the same size, has the solid pixels of hero.png and is no "
     "sprite itself; threshold and key apply to it alone; pages of atlases have none",
     .set = set_mask_suffix},
    {"error-on", 0, false, PASS_EXPLICIT, "WARNING", rules_group,
     "what this warning is about is an error: its id, as in [empty], or all ('hitmask help "
     "warnings' lists them); may be given again",
     .set = set_error_on, .choices = error_on_choices},
    {0},
};

static const struct option running_table[] = {
    {"jobs", 'j', false, PASS_EXPLICIT, "N", running_group,
     "bake on N threads; the output is the same (as many as there are processors)",
     .set = set_jobs},
    {"progress", 0, false, PASS_EXPLICIT, "WHEN", running_group,
     "a bar and a summary: auto (the default: on a terminal), always or never",
     .kind = OPTION_CHOICE, .at = offsetof(struct bake_options, progress),
     .choices = progress_choices},
    {"cache", 0, false, PASS_EXPLICIT, "FILE", running_group,
     "take what has not changed from FILE, without decoding it, and keep there what was baked, for "
     "the next time; a FILE that is damaged or of another version is made anew, one that cannot be "
     "written is an error once the output is in place",
     .kind = OPTION_STRING, .at = offsetof(struct bake_options, cache)},
    {"max-pixels", 0, false, PASS_EXPLICIT, "N", running_group,
     "refuse images of more pixels (268435456)", .set = set_max_pixels},
    {0},
};

static const struct option *const tables[] = {
    output_option_table, table, recipe_option_table, running_table, common_option_table, NULL};

const struct option_set bake_option_set = {
    .usage = "hitmask bake [options] INPUT... -o OUTPUT",
    .about =
        "Bakes PNGs, folders of them, atlases, and JSON documents into one pack, document, or C.",
    .footer = "@FILE stands for the lines of FILE, one argument each.\n",
    .tables = tables,
};

const char *bake_options_about_pixels(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->value_count; i++) {
        const struct option *const option = arguments->values[i].option;
        if (option->pass == PASS_PRESET || option->pass == PASS_RECIPE ||
            option->set == set_mask_suffix)
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
    free(options->exclude.items);
    free(options->error_on.items);
    output_options_free(&options->outputs);
    *options = (struct bake_options){0};
}
