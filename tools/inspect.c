/*
 * inspect.c - `hitmask inspect`: what is in a pack, as a table, a document or drawings
 */
#include "command.h"

#include "common_options.h"
#include "console.h"
#include "document.h"
#include "draw.h"
#include "inspect_pictures.h"
#include "load.h"
#include "select.h"
#include "sprite_table.h"
#include "terminal.h"
#include "text.h"

#include <stdio.h>
#include <unistd.h>

/* By default a table, unless pictures are wanted. */
enum view { VIEW_DEFAULT, VIEW_JSON, VIEW_ASCII, VIEW_BLOCKS };

struct inspect_options {
    struct common_options common;
    enum view view;
    enum json_mask json_mask;
    enum sprite_order order;
    bool with_warnings;
    struct inspect_pictures pictures;
};

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
    {"art", 0, false, PASS_EXPLICIT, "DIR", group,
     "where the art is, to be shown below; no source of a pack is opened outside it", set_art},
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
        "are given or match a pattern (*, ?, [a-z], ** across folders). On a terminal tables "
        "and drawings are made to fit its width.",
    .tables = tables,
};

/* ---- Views -------------------------------------------------------------------------------- */

static void put_heading(const struct model_sprite *sprite, uint32_t columns, struct sink *sink)
{
    const uint32_t scale =
        columns > 0 && sprite->width > columns ? (sprite->width + columns - 1) / columns : 1;
    char name[256], size[64];
    snprintf(size, sizeof size, scale > 1 ? "  %ux%u  1:%u\n" : "  %ux%u\n",
             (unsigned)sprite->width, (unsigned)sprite->height, (unsigned)scale);
    sink_put_string(sink, text_quote(name, sizeof name, sprite->name));
    sink_put_string(sink, size);
}

static bool show_drawings(const struct model *model, const struct inspect_options *options,
                          struct sink *sink, struct error *err)
{
    const uint32_t columns = terminal_columns();
    const bool color = color_wanted(options->common.color, STDOUT_FILENO);
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        sink_put_string(sink, i > 0 ? "\n" : "");
        put_heading(sprite, columns, sink);
        const bool ok = options->view == VIEW_ASCII
                            ? draw_ascii(model, sprite, columns, sink, err)
                            : draw_blocks(model, sprite, columns, color, sink, err);
        if (!ok)
            return false;
    }
    return true;
}

static bool show(const struct model *model, const struct inspect_options *options,
                 struct sink *sink, struct error *err)
{
    const bool pictures = options->pictures.png != NULL || options->pictures.svg != NULL;
    if (options->view == VIEW_ASCII || options->view == VIEW_BLOCKS)
        return show_drawings(model, options, sink, err);
    if (options->view == VIEW_JSON)
        document_write(model, options->json_mask, sink);
    else if (!pictures)
        return sprite_table_write(model, terminal_columns(), sink, err);
    return true;
}

static void run(const struct inspect_options *options, const struct arguments *arguments,
                struct messages *messages)
{
    const char *const path = arguments->operands[0];
    struct model model = {0};
    struct sink sink;
    struct error err;
    if (!load_model(path, &model, &err)) {
        say_error(messages, path, &err);
        model_free(&model);
        return;
    }
    if (arguments->operand_count > 1)
        select_sprites(&model, path, arguments->operands + 1, arguments->operand_count - 1,
                       messages);
    if (options->with_warnings)
        select_with_warnings(&model);
    if (options->view != VIEW_JSON && options->order != BY_NAME &&
        !sort_sprites(&model, options->order, &err))
        say_error(messages, path, &err);
    if (messages->errors == 0) {
        console_init(&sink);
        if (!show(&model, options, &sink, &err))
            say_error(messages, path, &err);
        console_close(&sink, messages);
    }
    if (messages->errors == 0)
        inspect_pictures(&options->pictures, &model, messages);
    model_free(&model);
}

enum status command_inspect(size_t count, const char *const *words)
{
    struct inspect_options options = {0};
    struct arguments arguments = {0};
    struct messages messages;
    struct error err;
    enum status status = STATUS_OK;
    const bool understood =
        common_options_read(&inspect_option_set, count, words, &options, &arguments, &err) &&
        arguments_apply(&arguments, PASS_EXPLICIT, &options, &err);
    messages_init(&messages, options.common.message_format, options.common.color,
                  options.common.quiet, options.common.verbose);
    if (!understood) {
        say_error(&messages, NULL, &err);
    } else if (options.common.help) {
        status = console_help(&inspect_option_set);
    } else if (arguments.operand_count == 0) {
        fail_usage(&err, "no pack; name one, or - for standard input");
        say_error(&messages, NULL, &err);
    } else {
        run(&options, &arguments, &messages);
    }
    arguments_free(&arguments);
    return status_worse(status, messages.status);
}
