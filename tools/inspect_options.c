/*
 * inspect_options.c - the table of inspect's options
 */
#include "inspect_options.h"

#include "command.h"

#define OPTIONS(target) ((struct inspect_options *)(target))

static bool set_json(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->view = VIEW_JSON;
    return true;
}

static bool set_ascii(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->view = VIEW_ASCII;
    return true;
}

static bool set_json_mask(void *target, const char *value, struct error *err)
{
    return option_json_mask(value, &OPTIONS(target)->json_mask, err);
}

static bool set_blocks(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->view = VIEW_BLOCKS;
    return true;
}

static bool set_sort(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"name", "size", "area", "solid", "points", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    OPTIONS(target)->order = (enum sprite_order)choice;
    return true;
}

static bool set_warnings(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->with_warnings = true;
    return true;
}

static bool set_png(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->pictures.png = value;
    return true;
}

static bool set_svg(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->pictures.svg = value;
    return true;
}

static bool set_art(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->pictures.art = value;
    return true;
}

static bool set_html(void *target, const char *value, struct error *err)
{
    (void)err;
    OPTIONS(target)->html = value;
    return true;
}

static bool set_embed_art(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    OPTIONS(target)->embed_art = true;
    return true;
}

static const char group[] = "What to show";
static const char chosen[] = "Which sprites";

static const struct option table[] = {
    {"json", 0, false, PASS_EXPLICIT, NULL, group, "the JSON document that baking would write",
     set_json},
    {"json-mask", 0, false, PASS_EXPLICIT, "rows|base64|none", group,
     "masks in JSON; rows is the default", set_json_mask},
    {"ascii", 0, false, PASS_EXPLICIT, NULL, group,
     "drawings: # solid, o a point, . empty inside the bounds", set_ascii},
    {"blocks", 0, false, PASS_EXPLICIT, NULL, group,
     "smaller drawings, of half blocks; points and bounds are in colour", set_blocks},
    {"png", 0, false, PASS_EXPLICIT, "FILE", group,
     "a picture: mask, outline, points, bounds and pivot, of many sprites a sheet", set_png},
    {"svg", 0, false, PASS_EXPLICIT, "FILE", group,
     "the same as vector paths, a unit a pixel, for documents and editors", set_svg},
    {"html", 0, false, PASS_EXPLICIT, "FILE", group,
     "a page to search, look at and try sprites on, with all in one file", set_html},
    {"art", 0, false, PASS_EXPLICIT, "DIR", group,
     "where the art is, to be shown below masks; no source of a pack is opened outside it",
     set_art},
    {"embed-art", 0, false, PASS_EXPLICIT, NULL, group, "put the art into the page", set_embed_art},
    {"warnings", 0, false, PASS_EXPLICIT, NULL, chosen,
     "only the sprites that the baker warned about", set_warnings},
    {"sort", 0, false, PASS_EXPLICIT, "name|size|area|solid|points", chosen,
     "in what order; the largest come first. JSON is always by name", set_sort},
    {0},
};

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set inspect_option_set = {
    .usage = "hitmask inspect [options] PACK [NAME...]",
    .about =
        "Shows the sprites of a pack or a JSON document: all of them, or those whose names "
        "are given or match a pattern (*, ?, [a-z], ** across folders); and the animations that "
        "have no other frames. On a terminal tables and drawings are made to fit its width.",
    .tables = tables,
};

bool inspect_options_read(size_t count, const char *const *words, struct inspect_options *options,
                          struct arguments *arguments, struct error *err)
{
    *options = (struct inspect_options){0};
    if (!common_options_read(&inspect_option_set, count, words, options, arguments, err) ||
        !arguments_apply(arguments, PASS_EXPLICIT, options, err))
        return false;
    if (options->common.help)
        return true;
    if (arguments->operand_count == 0)
        return fail_usage(err, "no pack; name one, or - for standard input");
    if (options->embed_art && (options->html == NULL || options->pictures.art == NULL))
        return fail_usage(err, "--embed-art goes with --html FILE and --art DIR");
    return true;
}
