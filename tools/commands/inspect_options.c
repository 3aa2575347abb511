/*
 * inspect_options.c - the table of inspect's options
 */
#include "commands/inspect_options.h"

#include "commands/command.h"
#include "system/output_names.h"

#define OPTIONS(target) ((struct inspect_options *)(target))

static const char *const sort_choices[] = {"name", "size", "area", "solid", "points", NULL};

static const char group[] = "Output";
static const char chosen[] = "Selection and order";

static const struct option table[] = {
    {"json", 0, false, PASS_EXPLICIT, NULL, group,
     "print the JSON document that a bake would write", .kind = OPTION_VALUE,
     .at = offsetof(struct inspect_options, view), .value = VIEW_JSON},
    {"json-mask", 0, false, PASS_EXPLICIT, "HOW", group,
     "write masks in JSON as rows, base64 or none (default: rows)", .kind = OPTION_CHOICE,
     .at = offsetof(struct inspect_options, json_mask), .choices = json_mask_choices},
    {"ascii", 0, false, PASS_EXPLICIT, NULL, group,
     "print drawings: # solid pixel, o point, . empty pixel inside the bounds",
     .kind = OPTION_VALUE, .at = offsetof(struct inspect_options, view), .value = VIEW_ASCII},
    {"blocks", 0, false, PASS_EXPLICIT, NULL, group,
     "print smaller drawings, made of half blocks; points and bounds are in colour",
     .kind = OPTION_VALUE, .at = offsetof(struct inspect_options, view), .value = VIEW_BLOCKS},
    {"png", 0, false, PASS_EXPLICIT, "FILE", group,
     "write a picture with mask, outline, points, bounds and pivot; many sprites become one sheet",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, pictures.png)},
    {"svg", 0, false, PASS_EXPLICIT, "FILE", group,
     "write the same picture as vector paths, one unit per pixel, for documents and editors; art is embedded",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, pictures.svg)},
    {"html", 0, false, PASS_EXPLICIT, "FILE", group,
     "write a page to search, view and try sprites; the page is one file", .kind = OPTION_STRING,
     .at = offsetof(struct inspect_options, html)},
    {"art", 0, false, PASS_EXPLICIT, "DIR", group,
     "show the art in DIR below the masks; sources of a pack are opened only inside DIR",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, pictures.art)},
    {"embed-art", 0, false, PASS_EXPLICIT, NULL, group,
     "put the art of --art into the page of --html", .kind = OPTION_FLAG,
     .at = offsetof(struct inspect_options, embed_art)},
    {"warnings", 0, false, PASS_EXPLICIT, NULL, chosen,
     "show only sprites with a warning from the bake", .kind = OPTION_FLAG,
     .at = offsetof(struct inspect_options, with_warnings)},
    {"sort", 0, false, PASS_EXPLICIT, "ORDER", chosen,
     "sort by name, size, area, solid (the solid share) or points (default: name, run_2 before run_10); the other orders start with the largest; JSON keeps the order of the pack",
     .kind = OPTION_CHOICE, .at = offsetof(struct inspect_options, order), .choices = sort_choices},
    {0},
};

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set inspect_option_set = {
    .usage = "hitmask inspect [options] PACK [NAME...]",
    .about =
        "Shows the sprites of a pack or a JSON document: all sprites, or the sprites that match the given names and patterns (*, ?, [a-z], ** across folders) and the animations that have only such frames. On a terminal, tables and drawings fit its width.",
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
        return fail_usage(err, "--embed-art needs --html FILE and --art DIR");
    const char *const outputs[] = {options->view != VIEW_DEFAULT ? "-" : NULL,
                                   options->pictures.png, options->pictures.svg, options->html};
    return output_names_differ(outputs, sizeof outputs / sizeof *outputs, err);
}
