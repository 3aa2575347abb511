/*
 * recipe.c - the options that each sprite may have its own values of, and the presets
 */
#include "recipe.h"

#include "common_options.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

#define RECIPE(target) ((struct recipe *)(target))

/* ---- Setters ------------------------------------------------------------------------------ */

static bool set_byte(const char *value, uint8_t *out, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 0, 255, &number, err))
        return false;
    *out = (uint8_t)number;
    return true;
}

static bool set_u32(const char *value, uint64_t max, uint32_t *out, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 0, max, &number, err))
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool set_alpha_threshold(void *target, const char *value, struct error *err)
{
    return set_byte(value, &RECIPE(target)->solid.threshold, err);
}

static bool set_key_tolerance(void *target, const char *value, struct error *err)
{
    return set_byte(value, &RECIPE(target)->solid.tolerance, err);
}

static bool set_solid(void *target, const char *value, struct error *err)
{
    (void)err;
    RECIPE(target)->full_box = value != OPTION_OFF;
    return true;
}

static bool set_color_key(void *target, const char *value, struct error *err)
{
    static const uint8_t magenta[3] = {255, 0, 255};
    struct solid_rule *const rule = &RECIPE(target)->solid;
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
    struct points_rule *const rule = &RECIPE(target)->points;
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
    struct points_rule *const rule = &RECIPE(target)->points;
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
    return set_u32(value, PRUNE_MAX, &RECIPE(target)->points.prune, err);
}

static bool set_prune_border(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"keep", "drop", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    RECIPE(target)->points.drop_border = choice == 1;
    return true;
}

static bool set_no_points(void *target, const char *value, struct error *err)
{
    (void)err;
    RECIPE(target)->points.wanted = value == OPTION_OFF;
    return true;
}

static bool set_despeckle(void *target, const char *value, struct error *err)
{
    return set_u32(value, INT32_MAX, &RECIPE(target)->mend.despeckle, err);
}

static bool set_fill_holes(void *target, const char *value, struct error *err)
{
    (void)err;
    RECIPE(target)->mend.fill_holes = value != OPTION_OFF;
    return true;
}

static bool set_grow(void *target, const char *value, struct error *err)
{
    return set_u32(value, MEND_SIDE_MAX, &RECIPE(target)->mend.grow, err);
}

static bool set_shrink(void *target, const char *value, struct error *err)
{
    return set_u32(value, MEND_SIDE_MAX, &RECIPE(target)->mend.shrink, err);
}

static bool set_warn_specks(void *target, const char *value, struct error *err)
{
    return set_u32(value, INT32_MAX, &RECIPE(target)->warn_specks, err);
}

static bool set_warn_straddle(void *target, const char *value, struct error *err)
{
    struct recipe *const recipe = target;
    if (!set_u32(value, 100, &recipe->warn_straddle, err))
        return false;
    recipe->solid.straddle = recipe->warn_straddle > 0;
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
    struct pivot_rule *const rule = &RECIPE(target)->pivot;
    const char *const comma = strchr(value, ',');
    if (comma == NULL ||
        !read_pivot_axis(value, comma, &rule->axis[0].value, &rule->axis[0].percent) ||
        !read_pivot_axis(comma + 1, value + strlen(value), &rule->axis[1].value,
                         &rule->axis[1].percent))
        return fail_usage(err, "'%.40s' is not a place such as 8,16 or 50%%,100%%", value);
    rule->given = true;
    return true;
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

static const char pixels_group[] = "Which pixels are solid",
                  mending_group[] = "Mending, in this order", points_group[] = "Points";

const struct option recipe_option_table[] = {
    {"preset", 0, false, PASS_PRESET, "NAME", pixels_group,
     "xna (magenta keyed), unity, nearpixel (threshold 200, map 24x24, prune 4) or pygame "
     "(threshold 127); options given beside it win",
     set_preset},
    {"alpha-threshold", 0, false, PASS_RECIPE, "N", pixels_group,
     "solid is what has more alpha than N of 255 (0)", set_alpha_threshold},
    {"color-key", 0, false, PASS_RECIPE, "COLOR", pixels_group,
     "pixels of this colour are not solid: magenta, #RRGGBB or none (none)", set_color_key},
    {"key-tolerance", 0, false, PASS_RECIPE, "N", pixels_group,
     "how far each channel may be from the key (0)", set_key_tolerance},
    {"solid", 0, false, PASS_RECIPE, NULL, pixels_group,
     "every pixel is: the sprite is its full box", set_solid},
    {"warn-straddle", 0, false, PASS_RECIPE, "P", pixels_group,
     "warn when a threshold 16 lower or higher would decide otherwise for P percent as many "
     "pixels as are solid, or more",
     set_warn_straddle},

    {"despeckle", 0, false, PASS_RECIPE, "N", mending_group,
     "empty all groups of fewer than N solid pixels; what touches at a corner is one group",
     set_despeckle},
    {"fill-holes", 0, false, PASS_RECIPE, NULL, mending_group,
     "make solid what no way over empty pixels, side by side, leads out of", set_fill_holes},
    {"grow", 0, false, PASS_RECIPE, "N", mending_group,
     "make solid what has a solid pixel at most N columns and N rows away; never outside the "
     "sprite",
     set_grow},
    {"shrink", 0, false, PASS_RECIPE, "N", mending_group,
     "keep what has only solid pixels at most N columns and N rows away; outside the sprite all "
     "is empty",
     set_shrink},
    {"warn-specks", 0, false, PASS_RECIPE, "N", mending_group,
     "warn of groups of fewer than N pixels that are left beside a larger one", set_warn_specks},

    {"map", 0, false, PASS_RECIPE, "WxH", points_group, "take points from a map of that many cells",
     set_map},
    {"cell", 0, false, PASS_RECIPE, "N", points_group, "take points from cells of N x N pixels (1)",
     set_cell},
    {"prune", 0, false, PASS_RECIPE, "P", points_group,
     "drop points with P solid cells all round; 0 keeps all (1)", set_prune},
    {"prune-border", 0, false, PASS_RECIPE, "HOW", points_group,
     "keep points at the map's border (the default) or drop them, as the article has it",
     set_prune_border},
    {"no-points", 0, false, PASS_RECIPE, NULL, points_group, "masks alone", set_no_points},
    {"pivot", 0, false, PASS_RECIPE, "X,Y", points_group,
     "the pivot in pixels or, with %, of the size (50%,50%)", set_pivot},
    {0},
};

const struct recipe recipe_default = {
    .points = {.wanted = true, .cell = 1, .prune = 1},
};

bool recipe_check(const struct recipe *recipe, struct error *err)
{
    const struct points_rule *const points = &recipe->points;
    if (points->drop_border && points->map_width != points->map_height)
        return fail_usage(err, "--prune-border drop needs a square map, and --map %ux%u is not",
                          (unsigned)points->map_width, (unsigned)points->map_height);
    return true;
}

/* ---- As text ------------------------------------------------------------------------------ */

static void begin_member(struct text *out, const char *name)
{
    text_add_string(out, out->length > 0 ? ",\"" : "\"");
    text_add_string(out, name);
    text_add_string(out, "\":");
}

static void add_string(struct text *out, const char *name, const char *value)
{
    begin_member(out, name);
    text_add_string(out, "\"");
    text_add_string(out, value);
    text_add_string(out, "\"");
}

static void add_number(struct text *out, const char *name, uint64_t value, uint64_t usual)
{
    if (value == usual)
        return;
    begin_member(out, name);
    text_add_number(out, value);
}

static void add_flag(struct text *out, const char *name, bool value)
{
    if (!value)
        return;
    begin_member(out, name);
    text_add_string(out, "true");
}

static void add_key(struct text *out, const struct solid_rule *rule)
{
    char color[8];
    if (!rule->keyed)
        return;
    snprintf(color, sizeof color, "#%02x%02x%02x", rule->key[0], rule->key[1], rule->key[2]);
    add_string(out, "color-key", color);
}

static void add_map(struct text *out, const struct points_rule *rule)
{
    char size[32];
    if (rule->map_width == 0)
        return;
    snprintf(size, sizeof size, "%ux%u", (unsigned)rule->map_width, (unsigned)rule->map_height);
    add_string(out, "map", size);
}

static void add_pivot(struct text *out, const struct pivot_rule *rule)
{
    char x[TEXT_FIXED_MAX], y[TEXT_FIXED_MAX], both[2 * TEXT_FIXED_MAX + 4];
    if (!rule->given)
        return;
    snprintf(both, sizeof both, "%s%s,%s%s", text_fixed(x, rule->axis[0].value),
             rule->axis[0].percent ? "%" : "", text_fixed(y, rule->axis[1].value),
             rule->axis[1].percent ? "%" : "");
    add_string(out, "pivot", both);
}

void recipe_describe(const struct recipe *recipe, struct text *out)
{
    const struct recipe *const usual = &recipe_default;
    const struct points_rule *const points = &recipe->points;
    add_number(out, "alpha-threshold", recipe->solid.threshold, usual->solid.threshold);
    add_key(out, &recipe->solid);
    add_number(out, "key-tolerance", recipe->solid.tolerance, usual->solid.tolerance);
    add_flag(out, "solid", recipe->full_box);
    add_number(out, "warn-straddle", recipe->warn_straddle, 0);
    add_number(out, "despeckle", recipe->mend.despeckle, 0);
    add_flag(out, "fill-holes", recipe->mend.fill_holes);
    add_number(out, "grow", recipe->mend.grow, 0);
    add_number(out, "shrink", recipe->mend.shrink, 0);
    add_number(out, "warn-specks", recipe->warn_specks, 0);
    add_map(out, points);
    add_number(out, "cell", points->cell, usual->points.cell);
    add_number(out, "prune", points->prune, usual->points.prune);
    if (points->drop_border)
        add_string(out, "prune-border", "drop");
    add_flag(out, "no-points", !points->wanted);
    add_pivot(out, &recipe->pivot);
}
