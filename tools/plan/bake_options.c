/*
 * bake_options.c - the table of bake's options, and the parts of --shard
 */
#include "plan/bake_options.h"

#include "base/glob.h"
#include "base/platform/process.h"
#include "base/text.h"
#include "plan/recipe.h"
#include "system/warnings.h"
#include "utf8.h"

#include <string.h>

#define OPTIONS(target) ((struct bake_options *)(target))

/* ---- Setters ------------------------------------------------------------------------------ */

static bool set_name(void *target, const char *value, struct error *err)
{
    if (!utf8_is_name((const uint8_t *)value, strlen(value)))
        return fail_usage(err, "a name must be UTF-8 without control characters, and not empty");
    OPTIONS(target)->name = value;
    return true;
}

static bool set_exclude(void *target, const char *value, struct error *err)
{
    struct bake_options *const options = target;
    struct error wrong;
    if (!glob_check(value, &wrong))
        return fail_usage(err, "%s", wrong.text);
    if (*value == '/' || strncmp(value, "./", 2) == 0)
        return fail_usage(err,
                          "names of files do not begin with / or ./, so no file matches this "
                          "glob");
    struct exclusion *const added =
        arena_array_push(&options->arena, &options->exclude.items, &options->exclude.count,
                         &options->exclude.capacity);
    /* A folder may be given with a slash at its end, which names do not have. */
    const size_t length = strlen(value);
    const bool has_slash = length > 1 && value[length - 1] == '/' && value[length - 2] != '\\';
    added->matched = false;
    added->glob = arena_text_n(&options->arena, value, length - has_slash);
    return true;
}

static const char *const error_on_choices[] = {"all", WARNINGS(WARNING_ID) NULL};

static bool set_error_on(void *target, const char *value, struct error *err)
{
    struct bake_options *const options = target;
    struct strings *const ids = &options->error_on;
    (void)err;
    const char **const added =
        arena_array_push(&options->arena, &ids->items, &ids->count, &ids->capacity);
    *added = value;
    return true;
}

static bool set_mask_suffix(void *target, const char *value, struct error *err)
{
    if (!utf8_is_name((const uint8_t *)value, strlen(value)) || strchr(value, '/') != NULL)
        return fail_usage(err,
                          "a suffix must be UTF-8 without control characters or /, and not empty");
    OPTIONS(target)->mask_suffix = value;
    return true;
}

static bool set_files0(void *target, const char *value, struct error *err)
{
    if (OPTIONS(target)->files0 != NULL)
        return fail_usage(err, "is given twice");
    OPTIONS(target)->files0 = value;
    return true;
}

static bool set_shard(void *target, const char *value, struct error *err)
{
    return shard_read(value, &OPTIONS(target)->shard) ||
           fail_usage(err, "'%.40s' is not a part I/N such as 2/5, with I from 1 to N", value);
}

static const char *const progress_choices[] = {"auto", "always", "never", NULL};

static const char *const decoder_choices[] = {"quick", "zlib", "reference", NULL};

/* ---- The table ---------------------------------------------------------------------------- */

static const char inputs_group[] = "Inputs", names_group[] = "Names", rules_group[] = "Rules",
                  builds_group[] = "Build systems", running_group[] = "Running",
                  messages_group[] = "Messages";

static const struct option builds_table[] = {
    {"dry-run", 0, false, PASS_EXPLICIT, NULL, builds_group,
     "list the files to bake and the files to skip; write nothing", .kind = OPTION_FLAG,
     .at = offsetof(struct bake_options, dry_run)},
    {"shard", 0, false, PASS_EXPLICIT, "I/N", builds_group,
     "bake part I of N; hitmask merge joins the parts", .set = set_shard},
    {0},
};

static const struct option table[] = {
    {"files0-from", 0, false, PASS_EXPLICIT, "FILE", inputs_group,
     "read more inputs from FILE, where each name ends with a NUL byte; - means standard input",
     .set = set_files0, .path = OPTION_FILE},
    {"exclude", 0, false, PASS_EXPLICIT, "GLOB", inputs_group,
     "leave out files that match GLOB: * ? [a-z] match inside one part of the path, ** as a whole part (a/**/b) crosses folders; a GLOB without / must match the last part; a / at its end does not count; may be repeated",
     .set = set_exclude},
    {"mask-suffix", 0, false, PASS_EXPLICIT, "S", inputs_group,
     "take the solid pixels of hero.png from heroS.png, which must have the same size (frames of an animation count as one picture, one below the other) and becomes no sprite; the threshold and the key apply to heroS.png only; pages of atlases have no such masks",
     .set = set_mask_suffix},
    {"allow-outside", 0, false, PASS_EXPLICIT, NULL, inputs_group,
     "read also pages and related files of atlases, and masks of --mask-suffix, that lie outside the folder of the file that names them and outside --root (without it the current folder); links count as the files that they lead to",
     .kind = OPTION_FLAG, .at = offsetof(struct bake_options, allow_outside)},

    {"root", 0, false, PASS_EXPLICIT, "DIR", names_group,
     "name sprites by their path below DIR (default: below the input folder; a file given by itself has its base name)",
     .kind = OPTION_STRING, .at = offsetof(struct bake_options, root), .path = OPTION_FOLDER},
    {"name", 0, false, PASS_EXPLICIT, "NAME", names_group,
     "name the only sprite NAME, or its frames, cells and tiles NAME#0 and so on; required for standard input. Frames of an atlas that have names of their own keep them",
     .set = set_name},
    {"strip-extension", 0, false, PASS_EXPLICIT, NULL, names_group,
     "drop the extension: hero.png becomes hero", .kind = OPTION_FLAG,
     .at = offsetof(struct bake_options, strip_extension)},

    {"config", 0, false, PASS_EXPLICIT, "FILE", rules_group,
     "read options, rules for some sprites, and animations from a JSON file with rules such as {\"rules\": [{\"match\": GLOB, OPTION: VALUE}]}. The last rule that matches wins. The command line wins over the file, except for its --preset",
     .kind = OPTION_STRING, .at = offsetof(struct bake_options, config), .path = OPTION_FILE},
    {0},
};

static const struct option limits_table[] = {
    {"jobs", 'j', false, PASS_EXPLICIT, "N", running_group,
     "bake on N threads (1 to 512, default: one per processor); the output is always the same",
     .kind = OPTION_NUMBER, .at = offsetof(struct bake_options, jobs), .min = 1, .max = 512},
    {"max-pixels", 0, false, PASS_EXPLICIT, "N", running_group,
     "refuse an image, a frame of an animation or a sprite that has more than N pixels, an animation whose frames have more than 16 times as many together, or an image whose sprites have more together within the bounds of their masks, of which equal ones count once, or 16 times as many with those that are equal (default: 268435456). A bake takes up to 13 bytes of memory for each pixel (14 with --auto-cut, 4 more where a side is over 65536, up to 41 where the width is less than 32) and 600 for each sprite, and bakes as many pictures at a time as --jobs says: for art that others send, 67108864 is a good limit",
     .kind = OPTION_NUMBER, .at = offsetof(struct bake_options, max_pixels), .min = 1,
     .max = UINT32_MAX},
    {"decoder", 0, false, PASS_EXPLICIT, "WHICH", running_group,
     "decode PNGs with quick (the default), which reads only the bytes that decide and leaves rare and damaged files to libspng; with zlib, the same without libdeflate; or with reference, libspng alone. The output is the same",
     .kind = OPTION_CHOICE, .at = offsetof(struct bake_options, decoder),
     .choices = decoder_choices},
    {0},
};

static const struct option running_table[] = {
    {"progress", 0, false, PASS_EXPLICIT, "WHEN", running_group,
     "show a progress bar and a summary: auto, always or never; auto is the default: on a terminal",
     .kind = OPTION_CHOICE, .at = offsetof(struct bake_options, progress),
     .choices = progress_choices},
    {"cache", 0, false, PASS_EXPLICIT, "FILE", running_group,
     "keep the results of the bake in FILE, and take the results of unchanged pictures from it without decoding them. A FILE that is damaged or of another version is replaced. If FILE cannot be written in the end, the bake fails, but the new output stays. If FILE is a folder or a device, or its folder does not exist, the bake fails and writes nothing",
     .kind = OPTION_STRING, .at = offsetof(struct bake_options, cache), .path = OPTION_FILE},
    {"error-on", 0, false, PASS_EXPLICIT, "WARNING", messages_group,
     "turn a warning into an error: WARNING is its id, such as empty, or all; 'hitmask help warnings' lists the ids; may be repeated",
     .set = set_error_on, .choices = error_on_choices},
    {0},
};

static const struct option *const tables[] = {output_option_table, builds_table, table,
                                              recipe_option_table, limits_table, running_table,
                                              common_option_table, NULL};

static const char *const most_used[] = {"output",  "alpha-threshold", "color-key", "preset", "grid",
                                        "animate", "config",          "cache",     NULL};

const struct option_set bake_option_set = {
    .usage = "hitmask bake [options] INPUT... -o OUTPUT",
    .about =
        "Bakes pictures, folders of pictures, atlases and JSON documents into one pack, JSON document or C source.",
    .examples =
        "  hitmask bake art/ -o game.hmk\n"
        "  hitmask bake art/ --alpha-threshold 127 --animate 100 -o game.hmk\n",
    .most = most_used,
    .footer = "@FILE is replaced by the lines of FILE that are not empty, one argument each.\n",
    .tables = tables,
    .paths = ALL_PATHS,
};

static const char page_group[] = "Output";

static const struct option tune_table[] = {
    {"output", 'o', false, PASS_EXPLICIT, "FILE", page_group,
     "write the page to FILE; - means standard output", .kind = OPTION_STRING,
     .at = offsetof(struct bake_options, outputs.output), .path = OPTION_FILE},
    {"force", 0, false, PASS_EXPLICIT, NULL, page_group,
     "replace also packs, and files that hitmask did not write", .kind = OPTION_FLAG,
     .at = offsetof(struct bake_options, outputs.force)},
    {0},
};

static const struct option *const tune_tables[] = {
    tune_table, table, recipe_option_table, limits_table, common_option_table, NULL};

static const char *const tune_most_used[] = {"output",  "alpha-threshold", "color-key", "grid",
                                             "exclude", "config",          NULL};

const struct option_set tune_option_set = {
    .usage = "hitmask tune [options] INPUT... -o PAGE",
    .about =
        "Writes a page on which thresholds, keys and changes to masks are chosen by looking: it shows each mask over its art as the settings on the page make it, and gives the rules or the command line of a bake with the same masks. The page is one file and begins with these options. What cannot be read is left out, and the page says so.",
    .examples =
        "  hitmask tune art/ -o tune.html\n"
        "  hitmask tune art/ --config rules.json -o tune.html\n",
    .most = tune_most_used,
    .footer = "@FILE is replaced by the lines of FILE that are not empty, one argument each.\n",
    .tables = tune_tables,
    .paths = ALL_PATHS,
};

const char *bake_options_about_pixels(const struct bake_options *options,
                                      const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->value_count; i++) {
        const struct option *const option = arguments->values[i].option;
        if (option->pass == PASS_PRESET || option->pass == PASS_RECIPE)
            return option->name;
    }
    return options->mask_suffix != NULL ? "mask-suffix" : NULL;
}

bool bake_options_read(const struct option_set *set, size_t count, const char *const *words,
                       struct bake_options *options, struct arguments *arguments,
                       struct diagnostics *found)
{
    *options = (struct bake_options){
        .jobs = thread_processors(),
        .max_pixels = UINT32_C(1) << 28,
    };
    return common_options_read(set, count, words, options, arguments, found);
}

void bake_options_free(struct bake_options *options)
{
    arena_free(&options->arena);
    output_options_free(&options->outputs);
    *options = (struct bake_options){0};
}

/* ---- Shards ---------------------------------------------------------------------------------- */

bool shard_read(const char *text, struct shard *out)
{
    const char *const slash = strchr(text, '/');
    char first[16];
    uint64_t index = 0, count = 0;
    const size_t length = slash != NULL ? (size_t)(slash - text) : sizeof first;
    if (length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = 0;
    if (!text_to_number(slash + 1, 1, UINT32_MAX, &count) ||
        !text_to_number(first, 1, count, &index))
        return false;
    *out = (struct shard){(uint32_t)index, (uint32_t)count};
    return true;
}

/* True if this character of a name, which has its last part at `last`, decides about the shard. */
static bool counts(const char *p, const char *last)
{
    return p < last || *p < '0' || *p > '9';
}

/* FNV-1a, 64 bits, folded: it is simple, and spreads short names well. */
static uint32_t hash_name(const char *name)
{
    const char *const last = text_base_name(name);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *p = name; *p != 0; p++)
        if (counts(p, last))
            hash = (hash ^ (uint8_t)*p) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ hash >> 32);
}

int shard_compare(const char *name, const char *other)
{
    const char *const last = text_base_name(name), *const other_last = text_base_name(other);
    for (;; name++, other++) {
        while (!counts(name, last))
            name++;
        while (!counts(other, other_last))
            other++;
        if (*name != *other || *name == 0)
            return (uint8_t)*name - (uint8_t)*other;
    }
}

bool shard_has(const struct shard *shard, const char *name)
{
    return shard->count <= 1 || hash_name(name) % shard->count == shard->index - 1;
}
