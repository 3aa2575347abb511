/*
 * diff.c - `hitmask diff`: which sprites changed, by how many pixels; a gate for review
 */
#include "commands/command.h"

#include "base/memory.h"
#include "base/text.h"
#include "commands/select.h"
#include "draw/diff_draw.h"
#include "formats/written.h"
#include "plan/provenance.h"
#include "system/message.h"
#include "system/output_names.h"

#include <stdlib.h>
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
    if (arguments->operand_count < 2)
        diagnostics_fail_usage(found, NULL,
                               "name two packs or documents, the old one and the new one");
    else if (!output_names_differ(outputs, sizeof outputs / sizeof *outputs, &err))
        diagnostics_add_error(found, NULL, &err);
}

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set diff_option_set = {
    .usage = "hitmask diff [options] OLD NEW [NAME...]",
    .about =
        "Compares two packs or JSON documents, or only the sprites that match the given names and patterns. Lists the sprites that were added, removed, renamed (the same size and mask) or changed, with the changed properties the number of changed pixels of the untrimmed sprite, and their share of the pixels that were solid; then the options that differ between the bakes. The exit status is 3 when a sprite or an animation differs.",
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
                    "shows only the first %zu of %zu differences: one picture has no room for "
                    "more; choose some by name",
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

/* Leaves the sprites that the names match in one of the packs, at least. */
static void select_in_both(struct model models[2], const char *const *names, size_t count,
                           struct messages *messages)
{
    bool *const matched = memory_new(count, sizeof *matched);
    char quoted[256];
    struct error err;
    for (int i = 0; i < 2; i++)
        keep_matching(&models[i], names, count, matched);
    for (size_t k = 0; k < count; k++)
        if (!matched[k]) {
            fail(&err, "no sprite's name matches '%s'",
                 text_quote(quoted, sizeof quoted, names[k]));
            say_error(messages, NULL, &err);
        }
    free(matched);
}

/* Says how the options of the bakes differ, as far as they are known. */
static void compare_options(const struct model models[2], struct comparison *comparison,
                            struct text *words)
{
    struct error ignored; /* options of a document may be nested too deep to be compared */
    const char *const before = models[0].options, *const after = models[1].options;
    if (!provenance_compare(after, before, words, &ignored) || words->length == 0)
        return;
    comparison->options = words->bytes;
    comparison->options_before = before;
    comparison->options_after = after;
}

void command_diff(void *given, const struct arguments *arguments, struct messages *messages)
{
    const struct diff_options *const options = given;
    const char *const *const paths = arguments->operands;
    struct model models[2] = {0};
    struct comparison comparison = {0};
    struct text words = {0};
    struct error err;
    if (!output_name_spares(paths[0], options->png, "picture", &err) ||
        !output_name_spares(paths[1], options->png, "picture", &err))
        say_error(messages, options->png, &err);
    command_load(paths[0], &models[0], messages);
    command_load(paths[1], &models[1], messages);
    if (messages->errors == 0 && !written_check(options->png, WRITTEN_AS_AID, options->force, &err))
        say_error(messages, options->png, &err);
    if (messages->errors == 0 && arguments->operand_count > 2)
        select_in_both(models, paths + 2, arguments->operand_count - 2, messages);
    if (messages->errors == 0) {
        compare_models(&models[0], &models[1], &comparison);
        compare_options(models, &comparison, &words);
        show(options, &comparison, messages);
        if (comparison_differs(&comparison))
            messages->status = status_worse(messages->status, STATUS_DIFFERS);
    }
    comparison_free(&comparison);
    text_free(&words);
    model_free(&models[0]);
    model_free(&models[1]);
}
