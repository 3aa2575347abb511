/*
 * diff.c - `hitmask diff`: which sprites changed, by how many pixels; a gate for review
 */
#include "commands/command.h"

#include "draw/diff_draw.h"
#include "formats/written.h"
#include "system/message.h"
#include "system/output.h"

#include <string.h>

struct diff_options {
    struct common_options common;
    enum show view;
    const char *png;
    bool force; /* replace a file of another program, too */
};

static const char group[] = "Output";

static const struct option table[] = {
    {"json", 0, false, PASS_EXPLICIT, NULL, group, "print the differences as JSON",
     .kind = OPTION_VALUE, .at = offsetof(struct diff_options, view), .value = VIEW_JSON},
    {"ascii", 0, false, PASS_EXPLICIT, NULL, group,
     "draw the changed masks: + gained, - lost, # both", .kind = OPTION_VALUE,
     .at = offsetof(struct diff_options, view), .value = VIEW_ASCII},
    {"png", 0, false, PASS_EXPLICIT, "FILE", group,
     "write a picture of all sprites that gained or lost pixels", .kind = OPTION_STRING,
     .at = offsetof(struct diff_options, png), .path = OPTION_FILE},
    {"force", 0, false, PASS_EXPLICIT, NULL, group,
     "replace also packs, and files that hitmask did not write", .kind = OPTION_FLAG,
     .at = offsetof(struct diff_options, force)},
    {0},
};

static void check(const void *target, const struct arguments *arguments, struct diagnostics *found)
{
    const struct diff_options *const options = target;
    const char *const outputs[] = {options->view != VIEW_DEFAULT ? "-" : NULL, options->png};
    struct error err;
    if (arguments->operand_count != 2)
        diagnostics_fail_usage(found, NULL,
                               "name two packs or documents, the old one and the new one");
    else if (!output_names_differ(outputs, sizeof outputs / sizeof *outputs, &err))
        diagnostics_add_error(found, NULL, &err);
}

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set diff_option_set = {
    .usage = "hitmask diff [options] OLD NEW",
    .about =
        "Compares two packs or JSON documents. Lists the sprites that were added, removed, renamed (the same size and mask) or changed, with the changed properties and the number of changed pixels of the untrimmed sprite. The exit status is 3 when a sprite or an animation differs.",
    .tables = tables,
    .paths = 2,
    .size = sizeof(struct diff_options),
    .check = check,
};

static bool save_differences(const char *path, const struct comparison *comparison,
                             struct messages *messages, struct error *err)
{
    struct rgba canvas = {0};
    size_t drawn, count;
    if (!diff_picture(comparison, &canvas, &drawn, &count, err))
        return false;
    if (drawn < count)
        say_warning(messages, path, NULL,
                    "shows only the first %zu of %zu differences: the picture has no room for more",
                    drawn, count);
    const bool ok = save_picture(path, &canvas, err);
    rgba_free(&canvas);
    return ok;
}

static void show(const struct diff_options *options, struct comparison *comparison,
                 struct messages *messages)
{
    /* A picture on standard output is there alone. */
    const bool printed =
        !options->common.quiet && (options->png == NULL || strcmp(options->png, "-") != 0);
    const bool as_document = options->view == VIEW_JSON;
    struct sink sink;
    struct error err;
    console_init(&sink);
    if (printed && as_document)
        diff_put_json(comparison, &sink);
    /* A document is in the order of bytes; lines, drawings and pictures are for people. */
    comparison_order_naturally(comparison);
    if (printed && !as_document)
        diff_put_text(comparison, &sink);
    if (printed && options->view == VIEW_ASCII &&
        !diff_put_ascii(comparison, terminal_columns(), &sink, &err))
        say_error(messages, NULL, &err);
    console_close(&sink, messages);
    if (options->png != NULL && !save_differences(options->png, comparison, messages, &err))
        say_error(messages, options->png, &err);
}

void command_diff(void *given, const struct arguments *arguments, struct messages *messages)
{
    const struct diff_options *const options = given;
    const char *const *const paths = arguments->operands;
    struct model models[2] = {0};
    struct comparison comparison = {0};
    struct error err;
    if (!output_name_spares(paths[0], options->png, "picture", &err) ||
        !output_name_spares(paths[1], options->png, "picture", &err))
        say_error(messages, options->png, &err);
    command_load(paths[0], &models[0], messages);
    command_load(paths[1], &models[1], messages);
    if (messages->errors == 0 && !written_check(options->png, WRITTEN_AS_AID, options->force, &err))
        say_error(messages, options->png, &err);
    if (messages->errors == 0) {
        compare_models(&models[0], &models[1], &comparison);
        show(options, &comparison, messages);
        if (comparison_differs(&comparison))
            messages->status = status_worse(messages->status, STATUS_DIFFERS);
    }
    comparison_free(&comparison);
    model_free(&models[0]);
    model_free(&models[1]);
}
