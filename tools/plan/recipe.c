/*
 * recipe.c - the options that each sprite may have its own values of, and the presets
 */
#include "plan/recipe.h"

#include "base/json.h"
#include "base/text.h"
#include "model/engine.h"
#include "model/hull.h"
#include "system/options.h"
#include "system/warnings.h"
#include "utf8.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECIPE(target) ((struct recipe *)(target))

/* ---- Setters --------------------------------------------------------------------------------- */

/* Soft edges are not reported once somebody has chosen a threshold. */
static void after_threshold(void *target)
{
    RECIPE(target)->solid.soft = false;
}

static void after_warn_straddle(void *target)
{
    struct recipe *const recipe = target;
    recipe->solid.straddle = recipe->warn_straddle > 0;
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

static void after_cell(void *target)
{
    struct points_rule *const rule = &RECIPE(target)->points;
    rule->map_width = rule->map_height = 0;
}

/* Reads pixels with decimals into 16.16; false unless they are from `least` to `most`. */
static bool read_pixels(const char *value, int64_t least, int64_t most, uint32_t *out)
{
    struct decimal number;
    const char *const rest = decimal_read(value, &number);
    if (rest == NULL || *rest != '\0' || number.billionths < least || number.billionths > most)
        return false;
    *out = (uint32_t)fixed_from_decimal(number);
    return true;
}

/* The tolerance may be 0, or from 0.36 on: the finest polygon is 0.354 pixels from the outline. */
static bool set_polygons(void *target, const char *value, struct error *err)
{
    struct shapes_rule *const rule = &RECIPE(target)->shapes;
    rule->polygons = strcmp(value, "none") != 0;
    if (!rule->polygons || read_pixels(value, 0, 0, &rule->tolerance) ||
        read_pixels(value, DECIMAL_ONE / 100 * 36, TOLERANCE_MOST * DECIMAL_ONE, &rule->tolerance))
        return true;
    return fail_usage(err, "'%.40s' is not none, 0, or a tolerance from 0.36 to %d pixels", value,
                      (int)TOLERANCE_MOST);
}

static bool set_notch(void *target, const char *value, struct error *err)
{
    return read_pixels(value, 0, TOLERANCE_MOST * DECIMAL_ONE, &RECIPE(target)->shapes.notch) ||
           fail_usage(err, "'%.40s' is not a depth from 0 to %d pixels", value,
                      (int)TOLERANCE_MOST);
}

static bool set_connect(void *target, const char *value, struct error *err)
{
    (void)err;
    RECIPE(target)->shapes.connect = *value == '8' ? 8 : 4;
    return true;
}

/* Reads "12", "-3.5" or "50%" into 16.16, rounded to the nearest. Returns what follows, or NULL. */
static const char *read_pivot_axis(const char *text, struct pivot_axis *axis)
{
    struct decimal number;
    const char *p = decimal_read(text, &number);
    if (p == NULL)
        return NULL;
    p += *p == '.'; /* "12." is taken for "12" */
    axis->percent = *p == '%';
    /* A percentage of any size of a sprite stays in 64 bits. */
    const int64_t most = axis->percent ? 10001 : 1000000000;
    if (llabs(number.billionths) / DECIMAL_ONE >= most)
        return NULL;
    axis->value = fixed_from_decimal(number);
    return p + axis->percent;
}

static bool set_pivot(void *target, const char *value, struct error *err)
{
    struct pivot_rule *const rule = &RECIPE(target)->pivot;
    const char *rest = read_pivot_axis(value, &rule->axis[0]);
    rest = rest != NULL && *rest == ',' ? read_pivot_axis(rest + 1, &rule->axis[1]) : NULL;
    if (rest == NULL || *rest != '\0')
        return fail_usage(err, "'%.40s' is not a position such as 8,16 or 50%%,100%%", value);
    rule->given = true;
    return true;
}

/* An option that cuts takes the others back: the last one wins. */
static void forget_cuts(void *target)
{
    struct grid_rule *const grid = &RECIPE(target)->grid;
    grid->width = grid->height = grid->columns = grid->rows = 0;
    RECIPE(target)->auto_cut = false;
}

static void after_auto_cut(void *target)
{
    forget_cuts(target);
    RECIPE(target)->auto_cut = true;
}

bool recipe_check_layer(const char *name, struct error *err)
{
    return (utf8_is_name((const uint8_t *)name, strlen(name)) && strchr(name, ':') == NULL) ||
           fail_usage(
               err,
               "a layer's name must be UTF-8 without control characters or colons, and not empty");
}

static bool set_layer(void *target, const char *value, struct error *err)
{
    if (!recipe_check_layer(value, err))
        return false;
    RECIPE(target)->layer = value;
    return true;
}

static const char *const warning_choices[] = {WARNINGS(WARNING_ID) NULL};

/* Reads ids with commas between; none at all is a list, too. */
static bool set_allow(void *target, const char *value, struct error *err)
{
    uint64_t allowed = 0;
    while (*value != 0) {
        const size_t length = strcspn(value, ",");
        char id[32] = "";
        unsigned choice;
        memcpy(id, value, length < sizeof id ? length : sizeof id - 1);
        if (!option_choice(id, warning_choices, &choice, err))
            return false;
        allowed |= UINT64_C(1) << choice;
        value += length + (value[length] == ',');
    }
    RECIPE(target)->allowed = allowed;
    return true;
}

bool recipe_allows(const struct recipe *recipe, const char *id)
{
    for (unsigned i = 0; recipe->allowed >> i != 0; i++)
        if (recipe->allowed >> i & 1 && strcmp(warning_choices[i], id) == 0)
            return true;
    return false;
}

/* ---- Writers ------------------------------------------------------------------------------ */

/* A map or a cell is written, whichever decides, and a grid, cells or auto-cut. A recipe without a
 * layer writes none. */

#define GIVEN(target) ((const struct recipe *)(target))

static void put_color_key(const void *target, struct text *out)
{
    const uint8_t *const key = GIVEN(target)->solid.key;
    char color[16] = "\"none\"";
    if (GIVEN(target)->solid.keyed)
        snprintf(color, sizeof color, "\"#%02x%02x%02x\"", key[0], key[1], key[2]);
    text_add_string(out, color);
}

static void put_cell(const void *target, struct text *out)
{
    if (GIVEN(target)->points.map_width == 0)
        text_add_number(out, GIVEN(target)->points.cell);
}

static void put_pivot(const void *target, struct text *out)
{
    const struct pivot_rule *const rule = &GIVEN(target)->pivot;
    char x[FIXED_TEXT_MAX], y[FIXED_TEXT_MAX], both[2 * FIXED_TEXT_MAX + 8] = "\"50%,50%\"";
    if (rule->given)
        snprintf(both, sizeof both, "\"%s%s,%s%s\"", fixed_to_text(x, rule->axis[0].value),
                 rule->axis[0].percent ? "%" : "", fixed_to_text(y, rule->axis[1].value),
                 rule->axis[1].percent ? "%" : "");
    text_add_string(out, both);
}

static void put_pixels(uint32_t pixels, struct text *out)
{
    char decimals[FIXED_TEXT_MAX];
    text_add_string(out, fixed_to_text(decimals, pixels));
}

static void put_polygons(const void *target, struct text *out)
{
    if (GIVEN(target)->shapes.polygons)
        put_pixels(GIVEN(target)->shapes.tolerance, out);
    else
        text_add_string(out, "\"none\"");
}

static void put_notch(const void *target, struct text *out)
{
    put_pixels(GIVEN(target)->shapes.notch, out);
}

static void put_connect(const void *target, struct text *out)
{
    const struct shapes_rule *const rule = &GIVEN(target)->shapes;
    text_add_string(out, rule->connect == 4 || (rule->connect == 0 && rule->fit == FIT_INSIDE)
                             ? "\"4\""
                             : "\"8\"");
}

static void put_auto_cut(const void *target, struct text *out)
{
    if (GIVEN(target)->auto_cut)
        text_add_number(out, GIVEN(target)->cut_gap);
}

static void put_layer(const void *target, struct text *out)
{
    if (GIVEN(target)->layer != NULL)
        json_add_string(out, GIVEN(target)->layer);
}

/* ---- Presets ------------------------------------------------------------------------------ */

static const char *const preset_choices[] = {"xna", "unity", "nearpixel", "pygame", NULL};

/* Each is the rule of another system, as options. */
static const struct {
    const char *name;
    struct {
        const char *option, *value;
    } settings[4];
} presets[] = {
    {"xna", {{"alpha-threshold", "0"}, {"color-key", "magenta"}}},
    {"unity", {{"alpha-threshold", "0"}}},
    {"nearpixel", {{"alpha-threshold", "200"}, {"map", "24x24"}, {"prune", "4"}}},
    {"pygame", {{"alpha-threshold", "127"}}},
};

static bool set_preset(void *target, const char *value, struct error *err)
{
    const struct option *const tables[] = {recipe_option_table, NULL};
    const struct option_set set = {.tables = tables};
    size_t choice = 0;
    while (strcmp(presets[choice].name, value) != 0)
        choice++;
    for (int i = 0; presets[choice].settings[i].option != NULL; i++)
        if (!option_set_value(options_find(&set, presets[choice].settings[i].option), target,
                              presets[choice].settings[i].value, err))
            return false;
    return true;
}

/* ---- The table ---------------------------------------------------------------------------- */

static const char pixels_group[] = "Solid pixels",
                  mending_group[] = "Changes to masks, in this order", points_group[] = "Points",
                  shapes_group[] = "Shapes", sheets_group[] = "Sheets and animations";

static const char *const fit_choices[] = {"near", "contain", "inside", NULL};
static const char *const connect_choices[] = {"8", "4", NULL};
static const char *const border_choices[] = {"keep", "drop", NULL};
static const char *const space_choices[] = {"source", "trimmed", NULL};
static const char *const order_choices[] = {"rows", "columns", NULL};

const struct option recipe_option_table[] = {
    {"preset", 0, false, PASS_PRESET, "NAME", pixels_group,
     "use the options of another system: xna (threshold 0, key magenta), unity (threshold 0), nearpixel (threshold 200, map 24x24, prune 4) or pygame (threshold 127); all other options and all of a --config win over --preset, wherever it stands. Several presets add up: a later one leaves the options that it does not set, so xna and then pygame keep the magenta key. In a config a preset sets its options in its place: the other options beside it and the rules after it win",
     .set = set_preset, .choices = preset_choices},
    {"alpha-threshold", 0, false, PASS_RECIPE, "N", pixels_group,
     "make pixels with an alpha above N solid (0 to 255, default: 0); see 'hitmask help threshold'",
     .kind = OPTION_BYTE, .at = offsetof(struct recipe, solid.threshold), .then = after_threshold},
    {"color-key", 0, false, PASS_RECIPE, "COLOR", pixels_group,
     "make pixels of this colour not solid: magenta, #RRGGBB or none (default: none)",
     .set = set_color_key, .put = put_color_key},
    {"key-tolerance", 0, false, PASS_RECIPE, "N", pixels_group,
     "let each channel differ from the key by at most N (0 to 255, default: 0)",
     .kind = OPTION_BYTE, .at = offsetof(struct recipe, solid.tolerance)},
    {"solid", 0, false, PASS_RECIPE, NULL, pixels_group,
     "make every pixel solid: the mask is the full box of the sprite", .kind = OPTION_FLAG,
     .at = offsetof(struct recipe, all_solid)},
    {"warn-straddle", 0, false, PASS_RECIPE, "P", pixels_group,
     "warn when the threshold is close to the alpha of many pixels: the pixels that a threshold 16 lower would change and those that one 16 higher would change are together at least P percent of the number of solid pixels; pixels of alpha 255 never count (0 to 100; 0, the default, never warns)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, warn_straddle), .max = 100,
     .then = after_warn_straddle},

    {"despeckle", 0, false, PASS_RECIPE, "N", mending_group,
     "remove groups of fewer than N solid pixels; pixels that touch at a corner are in one group (default: 0)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, mend.despeckle), .max = INT32_MAX},
    {"fill-holes", 0, false, PASS_RECIPE, NULL, mending_group,
     "fill empty areas that solid pixels enclose; a corner is not an opening", .kind = OPTION_FLAG,
     .at = offsetof(struct recipe, mend.fill_holes)},
    {"grow", 0, false, PASS_RECIPE, "N", mending_group,
     "make pixels solid when a solid pixel is at most N columns and N rows away; the mask stays inside the sprite (0 to 65535, default: 0)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, mend.grow), .max = MEND_SIDE_MAX},
    {"shrink", 0, false, PASS_RECIPE, "N", mending_group,
     "keep a pixel only when all pixels at most N columns and N rows away are solid; pixels outside the sprite count as empty (0 to 65535, default: 0)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, mend.shrink), .max = MEND_SIDE_MAX},
    {"warn-specks", 0, false, PASS_RECIPE, "N", mending_group,
     "warn when groups of fewer than N solid pixels remain beside a group of N or more (0, the default, never warns)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, warn_specks), .max = INT32_MAX},

    {"map", 0, false, PASS_RECIPE, "WxH", points_group,
     "take points from a map of W x H cells, at most one cell per pixel (with --prune-border drop up to 268435456 cells); the last of --map and --cell wins",
     .kind = OPTION_SIZE, .at = offsetof(struct recipe, points.map_width)},
    {"cell", 0, false, PASS_RECIPE, "N", points_group,
     "take points from a map with cells of N x N pixels (default: 1)", .kind = OPTION_NUMBER,
     .at = offsetof(struct recipe, points.cell), .min = 1, .max = INT32_MAX, .then = after_cell,
     .put = put_cell},
    {"prune", 0, false, PASS_RECIPE, "P", points_group,
     "drop points that have P solid cells on every side (0 to 65535, default: 1); 0 keeps all points",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, points.prune), .max = PRUNE_MAX},
    {"prune-border", 0, false, PASS_RECIPE, "HOW", points_group,
     "keep or drop points at the border of the map (default: keep); the near-pixel article drops them. drop needs a map with as many rows as columns",
     .kind = OPTION_EITHER, .at = offsetof(struct recipe, points.drop_border),
     .choices = border_choices},
    {"no-points", 0, false, PASS_RECIPE, NULL, points_group, "bake masks only", .kind = OPTION_FLAG,
     .at = offsetof(struct recipe, points.wanted), .value = 1},
    {"pivot", 0, false, PASS_RECIPE, "X,Y", points_group,
     "set the pivot in pixels or, with %, in percent of the size (default: 50%,50%)",
     .set = set_pivot, .put = put_pivot},

    {"outline", 0, false, PASS_RECIPE, NULL, shapes_group,
     "store the exact outline: loops along the edges of pixels, holes too", .kind = OPTION_FLAG,
     .at = offsetof(struct recipe, shapes.outline)},
    {"polygons", 0, false, PASS_RECIPE, "TOLERANCE", shapes_group,
     "store polygons of few corners that stay within TOLERANCE pixels of the outline, and the outline of them: 0 (the outline itself), 0.36 to 64, or none (default: none). They never cross or touch themselves or each other",
     .set = set_polygons, .put = put_polygons, .takes_number = true},
    {"polygon-fit", 0, false, PASS_RECIPE, "FIT", shapes_group,
     "let polygons lie near the outline, contain every solid pixel, or lie inside the solid pixels (default: near)",
     .kind = OPTION_CHOICE, .at = offsetof(struct recipe, shapes.fit), .choices = fit_choices},
    {"polygon-vertices", 0, false, PASS_RECIPE, "N", shapes_group,
     "raise the tolerance of a sprite, no further than necessary, until its polygons have at most N corners together (3 or more, or none; default: none)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, shapes.polygon_vertices),
     .min = PIECE_CORNERS_LEAST, .max = INT32_MAX, .or_none = true},
    {"connect", 0, false, PASS_RECIPE, "WAYS", shapes_group,
     "join solid pixels that touch at a corner only (8), or do not (4) (default: 8; 4 with --polygon-fit inside)",
     .set = set_connect, .put = put_connect, .choices = connect_choices, .takes_number = true},
    {"min-area", 0, false, PASS_RECIPE, "N", shapes_group,
     "leave out polygons that enclose fewer than N pixels, solid or holes (default: 4); the outline keeps them",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, shapes.min_area), .max = INT32_MAX},
    {"pieces", 0, false, PASS_RECIPE, "N", shapes_group,
     "cut the polygons into convex pieces of at most N corners (3 to 8, or none; default: none), which Box2D takes as they are",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, shapes.pieces),
     .min = PIECE_CORNERS_LEAST, .max = PIECE_CORNERS_MOST, .or_none = true},
    {"notch", 0, false, PASS_RECIPE, "PIXELS", shapes_group,
     "let pieces fill corners of the polygons that are at most that deep (0 to 64, default: 0.5)",
     .set = set_notch, .put = put_notch, .takes_number = true},
    {"pixels-per-metre", 0, false, PASS_RECIPE, "N", shapes_group,
     "make pieces for a physics engine of that scale: Box2D welds points that are nearer than 2 cm (1 to 1000, default: 32)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, shapes.pixels_per_metre), .min = 1,
     .max = PIXELS_PER_METRE_MOST},
    {"hull", 0, false, PASS_RECIPE, "N", shapes_group,
     "store a convex hull of at most N corners round all solid pixels (3 to 64, or none; default: none)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, shapes.hull), .min = PIECE_CORNERS_LEAST,
     .max = HULL_CORNERS_MOST, .or_none = true},

    {"grid", 0, false, PASS_RECIPE, "WxH", sheets_group,
     "cut the picture into cells of W x H pixels: sprites NAME#0, NAME#1 and so on, row by row; or none (default: none)",
     .kind = OPTION_SIZE, .at = offsetof(struct recipe, grid.width), .or_none = true,
     .before = forget_cuts},
    {"cells", 0, false, PASS_RECIPE, "CxR", sheets_group,
     "cut the picture into C columns and R rows of cells, instead of giving their size; an error when the pixels between margin and spacing cannot be divided so",
     .kind = OPTION_SIZE, .at = offsetof(struct recipe, grid.columns), .before = forget_cuts},
    {"grid-order", 0, false, PASS_RECIPE, "ORDER", sheets_group,
     "count the cells of a grid along rows or columns (default: rows)", .kind = OPTION_EITHER,
     .at = offsetof(struct recipe, grid.by_columns), .choices = order_choices,
     .needs = "--grid, --cells or --config"},
    {"margin", 0, false, PASS_RECIPE, "N", sheets_group,
     "leave out N pixels to the left of the first cell and above it, and with --cells on all four sides (default: 0)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, grid.margin), .max = INT32_MAX,
     .needs = "--grid, --cells or --config"},
    {"spacing", 0, false, PASS_RECIPE, "N", sheets_group,
     "leave out N pixels between cells (default: 0)", .kind = OPTION_NUMBER,
     .at = offsetof(struct recipe, grid.spacing), .max = INT32_MAX,
     .needs = "--grid, --cells or --config"},
    {"auto-cut", 0, false, PASS_RECIPE, "N", sheets_group,
     "cut the picture into its separate pieces: sprites NAME#0, NAME#1 and so on, row by row. The topmost piece that is left and all pieces beside it are a row, which counts from left to right. Pieces whose boxes overlap, or have fewer than N pixels between them, are one sprite: with 0 only those that overlap. The last option that cuts wins",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, cut_gap), .max = INT32_MAX,
     .then = after_auto_cut, .put = put_auto_cut},
    {"skip-empty", 0, false, PASS_RECIPE, NULL, sheets_group,
     "leave out cells without a solid pixel, except cells that the atlas animates",
     .kind = OPTION_FLAG, .at = offsetof(struct recipe, skip_empty)},
    {"space", 0, false, PASS_RECIPE, "SPACE", sheets_group,
     "give sprites of an atlas the size of their source, or trim them as on the page: source or trimmed (default: source)",
     .kind = OPTION_EITHER, .at = offsetof(struct recipe, trimmed), .choices = space_choices},
    {"source-scale", 0, false, PASS_RECIPE, NULL, sheets_group,
     "give sprites of an atlas that was exported with a scale the size that they had before",
     .kind = OPTION_FLAG, .at = offsetof(struct recipe, source_scale)},
    {"layer", 0, false, PASS_RECIPE, "NAME", sheets_group,
     "make the picture another mask of a sprite: with the layer hit, hero.hit.png becomes hero.png:hit, and so does the layer hit of an Aseprite file",
     .set = set_layer, .put = put_layer},
    {"animate", 0, false, PASS_RECIPE, "MS", sheets_group,
     "make animations from the cells of a sheet and from sequences such as run_1.png, run_2.png; each frame lasts MS milliseconds, as do the frames of atlases without durations; 0 makes none (default: 0)",
     .kind = OPTION_NUMBER, .at = offsetof(struct recipe, animate), .max = INT32_MAX},
    {"union", 0, false, PASS_RECIPE, NULL, sheets_group,
     "give all frames of an animation the same mask: a pixel of the untrimmed sprite is solid when it is solid in any frame; the frames must have the same size",
     .kind = OPTION_FLAG, .at = offsetof(struct recipe, has_union)},
    {0},
};

const struct option recipe_rule_table[] = {
    {"allow", 0, false, PASS_RECIPE, "WARNINGS", NULL, NULL, .set = set_allow},
    {0},
};

bool recipe_is_for_layers(const struct option *option)
{
    return option->group != sheets_group;
}

const struct recipe recipe_default = {
    .solid = {.soft = true},
    .points = {.wanted = true, .cell = 1, .prune = 1},
    .shapes = {.min_area = 4, .notch = 32768, .pixels_per_metre = 32},
};

bool recipe_check(const struct recipe *recipe, struct error *err)
{
    const struct points_rule *const points = &recipe->points;
    if (points->drop_border && points->map_width != points->map_height)
        return fail_usage(err,
                          "--prune-border drop needs a square map, but --map %ux%u is not square",
                          (unsigned)points->map_width, (unsigned)points->map_height);
    const struct shapes_rule *const shapes = &recipe->shapes;
    if (shapes->pieces > 0 && !shapes->polygons)
        return fail_usage(err, "--pieces are cut from polygons: give --polygons, too");
    if (shapes->polygon_vertices > 0 && (!shapes->polygons || shapes->tolerance == 0))
        return fail_usage(err, "--polygon-vertices needs --polygons with a tolerance above 0");
    if (shapes->polygons && shapes->fit == FIT_CONTAIN && shapes->connect == 4)
        return fail_usage(err,
                          "polygons that contain all pixels join them at corners: "
                          "--polygon-fit contain does not go with --connect 4");
    if (shapes->polygons && shapes->fit == FIT_INSIDE && shapes->connect == 8)
        return fail_usage(err,
                          "polygons inside the pixels cannot join them at corners: "
                          "--polygon-fit inside does not go with --connect 8");
    if (recipe->layer != NULL && recipe->layer_count > 0)
        return fail_usage(err, "a picture that is a layer of another cannot have \"layers\"");
    return true;
}

/* ---- As text ------------------------------------------------------------------------------ */

/* Adds a size that is given. */
static void put_size(const uint32_t size[2], struct text *out)
{
    char *const text = text_format("\"%" PRIu32 "x%" PRIu32 "\"", size[0], size[1]);
    text_add_string(out, size[0] > 0 ? text : "");
    free(text);
}

/* Adds the value of an option as JSON. */
static void put(const struct recipe *recipe, const struct option *option, struct text *out)
{
    const char *const value = (const char *)recipe + option->at;
    const bool is_size = option->kind == OPTION_SIZE;
    uint32_t numbers[2] = {0};
    if (is_size || option->kind == OPTION_NUMBER || option->kind == OPTION_CHOICE)
        memcpy(numbers, value, is_size ? sizeof numbers : sizeof *numbers);
    if (option->put != NULL)
        option->put(recipe, out);
    else if (option->or_none && *numbers == 0)
        text_add_string(out, "\"none\"");
    else if (is_size)
        put_size(numbers, out);
    else if (option->kind == OPTION_BYTE)
        text_add_number(out, *(const uint8_t *)value);
    else if (option->kind == OPTION_NUMBER)
        text_add_number(out, *numbers);
    else if (option->kind == OPTION_FLAG)
        text_add_string(out, *(const bool *)value != (option->value == 1) ? "true" : "false");
    else if (option->kind == OPTION_EITHER)
        json_add_string(out, option->choices[*(const bool *)value]);
    else if (option->kind == OPTION_CHOICE)
        json_add_string(out, option->choices[*numbers]);
}

void recipe_describe(const struct recipe *recipe, const struct arguments *given, struct text *out)
{
    struct text value = {0}, usual = {0};
    for (const struct option *option = recipe_option_table; option->name != NULL; option++) {
        value.length = usual.length = 0;
        put(recipe, option, &value);
        put(&recipe_default, option, &usual);
        const bool is_usual = value.length == usual.length && value.length > 0 &&
                              strcmp(value.bytes, usual.bytes) == 0;
        const bool wanted = given != NULL ? arguments_have(given, option->name) : !is_usual;
        if (wanted && value.length > 0)
            json_add_member(out, option->name, value.bytes);
    }
    text_free(&value);
    text_free(&usual);
}

void recipe_identify(const struct recipe *recipe, struct text *out)
{
    recipe_describe(recipe, NULL, out);
    if (!recipe->solid.soft)
        json_add_member(out, "threshold-chosen", "true");
    if (recipe->allowed != 0) {
        char *const allowed = text_format("%" PRIu64, recipe->allowed);
        json_add_member(out, "allowed", allowed);
        free(allowed);
    }
    for (size_t i = 0; i < recipe->layer_count; i++) {
        struct text members = {0}, name = {0};
        recipe_identify(recipe->layers[i].recipe, &members);
        char *const object = text_format("{%s}", members.bytes != NULL ? members.bytes : "");
        text_add_string(&name, ":");
        text_add_string(&name, recipe->layers[i].name);
        json_add_member(out, name.bytes, object);
        free(object);
        text_free(&members);
        text_free(&name);
    }
}

void recipe_put_default(const char *name, struct text *out)
{
    for (const struct option *option = recipe_option_table; option->name != NULL; option++)
        if (strcmp(option->name, name) == 0)
            put(&recipe_default, option, out);
}

const char *recipe_fixes(const struct recipe *recipe)
{
    return recipe->all_solid   ? "Its rule makes every pixel solid."
           : recipe->auto_cut  ? "--auto-cut cuts the picture by the mask itself."
           : recipe->has_union ? "--union gives all frames of its animation one mask."
                               : NULL;
}
