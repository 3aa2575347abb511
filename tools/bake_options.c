/*
 * bake_options.c - the table of bake's options, and the presets written in its terms
 */
#include "bake_options.h"

#include "array.h"
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

static bool set_byte(const char *value, uint8_t *out, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 0, 255, &number, err))
        return false;
    *out = (uint8_t)number;
    return true;
}

static bool set_alpha_threshold(void *target, const char *value, struct error *err)
{
    return set_byte(value, &OPTIONS(target)->solid.threshold, err);
}

static bool set_key_tolerance(void *target, const char *value, struct error *err)
{
    return set_byte(value, &OPTIONS(target)->solid.tolerance, err);
}

static bool set_color_key(void *target, const char *value, struct error *err)
{
    static const uint8_t magenta[3] = {255, 0, 255};
    struct solid_rule *const rule = &OPTIONS(target)->solid;
    rule->keyed = strcmp(value, "none") != 0;
    if (!rule->keyed)
        return true;
    if (strcmp(value, "magenta") == 0)
        memcpy(rule->key, magenta, sizeof rule->key);
    else if (*value != '#' || !text_to_color(value + 1, rule->key))
        return fail_usage(err, "'%.40s' is not magenta, none, or a colour such as #FF00FF", value);
    return true;
}

/* Reads the number before `separator`; the rest of the text is `*rest`. */
static bool read_side(const char *value, char separator, uint32_t *out, const char **rest)
{
    char digits[16];
    const char *const end = strchr(value, separator);
    const size_t length = end != NULL ? (size_t)(end - value) : sizeof digits;
    uint64_t number = 0;
    if (length >= sizeof digits)
        return false;
    memcpy(digits, value, length);
    digits[length] = 0;
    *rest = end + 1;
    if (!text_to_number(digits, 1, INT32_MAX, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool set_map(void *target, const char *value, struct error *err)
{
    struct points_rule *const rule = &OPTIONS(target)->points;
    const char *rest = value;
    uint64_t height = 0;
    if (!read_side(value, 'x', &rule->map_width, &rest) ||
        !text_to_number(rest, 1, INT32_MAX, &height))
        return fail_usage(err, "'%.40s' is not a size such as 24x24", value);
    rule->map_height = (uint32_t)height;
    return true;
}

static bool set_cell(void *target, const char *value, struct error *err)
{
    struct points_rule *const rule = &OPTIONS(target)->points;
    uint64_t number = 0;
    if (!option_number(value, 1, INT32_MAX, &number, err))
        return false;
    rule->cell = (uint32_t)number;
    rule->map_width = 0;
    rule->map_height = 0;
    return true;
}

static bool set_prune(void *target, const char *value, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 0, PRUNE_MAX, &number, err))
        return false;
    OPTIONS(target)->points.prune = (uint32_t)number;
    return true;
}

static bool set_prune_border(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"keep", "drop", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    OPTIONS(target)->points.drop_border = choice == 1;
    return true;
}

static bool set_no_points(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->points.wanted = false;
    return true;
}

/* Reads "12", "-3.5" or "50%" up to `end` into 16.16, rounded to the nearest. */
static bool read_pivot_axis(const char *p, const char *end, int64_t *value, bool *percent)
{
    const bool negative = p < end && *p == '-';
    uint64_t whole = 0, fraction = 0, scale = 1;
    p += negative;
    const char *const first = p;
    for (; p < end && *p >= '0' && *p <= '9' && whole < 100000000; p++)
        whole = whole * 10 + (uint64_t)(*p - '0');
    if (p == first)
        return false;
    if (p < end && *p == '.') {
        for (p++; p < end && *p >= '0' && *p <= '9'; p++) {
            if (scale >= 1000000000)
                continue;
            fraction = fraction * 10 + (uint64_t)(*p - '0');
            scale *= 10;
        }
    }
    *percent = p < end && *p == '%';
    p += *percent;
    /* So that a percentage of any size stays in 64 bits. */
    if (*percent && whole > 10000)
        return false;
    const uint64_t magnitude = whole * 65536 + (fraction * 65536 + scale / 2) / scale;
    *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return p == end;
}

static bool set_pivot(void *target, const char *value, struct error *err)
{
    struct pivot_rule *const rule = &OPTIONS(target)->pivot;
    const char *const comma = strchr(value, ',');
    if (comma == NULL ||
        !read_pivot_axis(value, comma, &rule->axis[0].value, &rule->axis[0].percent) ||
        !read_pivot_axis(comma + 1, value + strlen(value), &rule->axis[1].value,
                         &rule->axis[1].percent))
        return fail_usage(err, "'%.40s' is not a place such as 8,16 or 50%%,100%%", value);
    rule->given = true;
    return true;
}

static bool set_max_pixels(void *target, const char *value, struct error *err)
{
    return option_number(value, 1, UINT32_MAX, &OPTIONS(target)->max_pixels, err);
}

/* ---- Presets ------------------------------------------------------------------------------ */

/* Each is the rule of a system that people come from, said in options. */
static const struct {
    const char *name;
    struct {
        bool (*set)(void *, const char *, struct error *);
        const char *value;
    } settings[4];
} presets[] = {
    {"xna", {{set_alpha_threshold, "0"}, {set_color_key, "magenta"}}},
    {"unity", {{set_alpha_threshold, "0"}}},
    {"nearpixel", {{set_alpha_threshold, "200"}, {set_map, "24x24"}, {set_prune, "4"}}},
    {"pygame", {{set_alpha_threshold, "127"}}},
};

static bool set_preset(void *target, const char *value, struct error *err)
{
    const char *choices[sizeof presets / sizeof *presets + 1] = {NULL};
    unsigned choice = 0;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        choices[i] = presets[i].name;
    if (!option_choice(value, choices, &choice, err))
        return false;
    for (int i = 0; presets[choice].settings[i].set != NULL; i++)
        if (!presets[choice].settings[i].set(target, presets[choice].settings[i].value, err))
            return false;
    return true;
}

/* ---- The table ---------------------------------------------------------------------------- */

static const char output_group[] = "Output", names_group[] = "Names",
                  pixels_group[] = "Which pixels are solid", points_group[] = "Points",
                  limits_group[] = "Limits";

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

    {"preset", 0, false, PASS_PRESET, "NAME", pixels_group,
     "xna (magenta keyed), unity, nearpixel (threshold 200, map 24x24, prune 4) or pygame "
     "(threshold 127); options given beside it win",
     set_preset},
    {"alpha-threshold", 0, false, PASS_EXPLICIT, "N", pixels_group,
     "solid is what has more alpha than N of 255 (0)", set_alpha_threshold},
    {"color-key", 0, false, PASS_EXPLICIT, "COLOR", pixels_group,
     "pixels of this colour are not solid: magenta, #RRGGBB or none (none)", set_color_key},
    {"key-tolerance", 0, false, PASS_EXPLICIT, "N", pixels_group,
     "how far each channel may be from the key (0)", set_key_tolerance},

    {"map", 0, false, PASS_EXPLICIT, "WxH", points_group,
     "take points from a map of that many cells", set_map},
    {"cell", 0, false, PASS_EXPLICIT, "N", points_group,
     "take points from cells of N x N pixels (1)", set_cell},
    {"prune", 0, false, PASS_EXPLICIT, "P", points_group,
     "drop points with P solid cells all round; 0 keeps all (1)", set_prune},
    {"prune-border", 0, false, PASS_EXPLICIT, "HOW", points_group,
     "keep points at the map's border (the default) or drop them, as the article has it",
     set_prune_border},
    {"no-points", 0, false, PASS_EXPLICIT, NULL, points_group, "masks alone", set_no_points},
    {"pivot", 0, false, PASS_EXPLICIT, "X,Y", points_group,
     "the pivot in pixels or, with %, of the size (50%,50%)", set_pivot},

    {"max-pixels", 0, false, PASS_EXPLICIT, "N", limits_group,
     "refuse images of more pixels (268435456)", set_max_pixels},
    {0},
};

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set bake_option_set = {
    .usage = "hitmask bake [options] INPUT... -o OUTPUT",
    .about = "Bakes PNGs, folders of them, and JSON documents into one pack or one document.",
    .tables = tables,
};

const char *bake_options_about_pixels(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->value_count; i++) {
        const struct option *const option = arguments->values[i].option;
        if (option->group == pixels_group || option->group == points_group)
            return option->name;
    }
    return NULL;
}

bool bake_options_read(size_t count, const char *const *words, struct bake_options *options,
                       struct arguments *arguments, struct error *err)
{
    *options = (struct bake_options){
        .points = {.wanted = true, .cell = 1, .prune = 1},
        .max_pixels = (uint64_t)1 << 28,
    };
    return common_options_read(&bake_option_set, count, words, options, arguments, err) &&
           arguments_apply(arguments, PASS_PRESET, options, err) &&
           arguments_apply(arguments, PASS_EXPLICIT, options, err);
}

void bake_options_free(struct bake_options *options)
{
    free(options->exclude);
    *options = (struct bake_options){0};
}
