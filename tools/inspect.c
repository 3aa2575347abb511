/*
 * inspect.c - `hitmask inspect`: what is in a pack, as a table, a document or drawings
 */
#include "command.h"

#include "common_options.h"
#include "console.h"
#include "document.h"
#include "draw.h"
#include "glob.h"
#include "load.h"
#include "table.h"
#include "terminal.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum view { VIEW_TABLE, VIEW_JSON, VIEW_ASCII };

struct inspect_options {
    struct common_options common;
    enum view view;
    enum json_mask json_mask;
};

static bool set_json(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    ((struct inspect_options *)target)->view = VIEW_JSON;
    return true;
}

static bool set_ascii(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    ((struct inspect_options *)target)->view = VIEW_ASCII;
    return true;
}

static bool set_json_mask(void *target, const char *value, struct error *err)
{
    return option_json_mask(value, &((struct inspect_options *)target)->json_mask, err);
}

static const char group[] = "What to show";

static const struct option table[] = {
    {"json", 0, false, PASS_EXPLICIT, NULL, group, "the JSON document that baking would write",
     set_json},
    {"json-mask", 0, false, PASS_EXPLICIT, "HOW", group,
     "masks in JSON: rows (the default), base64, or none", set_json_mask},
    {"ascii", 0, false, PASS_EXPLICIT, NULL, group,
     "drawings: # solid, o a point, . empty inside the bounds", set_ascii},
    {0},
};

static const struct option *const tables[] = {table, common_option_table, NULL};

static const struct option_set option_set = {
    .usage = "hitmask inspect [options] PACK [NAME...]",
    .about =
        "Shows the sprites of a pack or a JSON document: all of them, or those whose names "
        "are given or match a pattern.",
    .tables = tables,
};

/* ---- Views -------------------------------------------------------------------------------- */

static void add_warnings(struct table *out, const struct model_sprite *sprite)
{
    struct text list = {0};
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        if ((sprite->warnings >> i & 1) == 0)
            continue;
        text_add_string(&list, list.length > 0 ? " " : "");
        text_add_string(&list, model_warning_id(i));
    }
    table_add(out, list.bytes != NULL ? list.bytes : "");
    text_free(&list);
}

static void add_row(struct table *out, const struct model *model, const struct model_sprite *sprite)
{
    static const struct model_mask none;
    const struct model_mask *const mask =
        sprite->mask == MODEL_NONE ? &none : &model->masks[sprite->mask];
    char cell[64];
    table_add_quoted(out, sprite->name);
    snprintf(cell, sizeof cell, "%ux%u", (unsigned)sprite->width, (unsigned)sprite->height);
    table_add(out, cell);
    snprintf(cell, sizeof cell, "%ux%u%+lld%+lld", (unsigned)mask->width, (unsigned)mask->height,
             (long long)sprite->left, (long long)sprite->top);
    table_add(out, cell);
    table_add_number(out, mask->area);
    snprintf(cell, sizeof cell, "%.1f%%",
             100.0 * (double)mask->area / ((double)sprite->width * (double)sprite->height));
    table_add(out, cell);
    if (sprite->list == MODEL_NONE) {
        table_add(out, "-");
        table_add(out, "-");
    } else {
        const struct model_list *const list = &model->lists[sprite->list];
        table_add_number(out, list->count);
        snprintf(cell, sizeof cell, "%ux%u", (unsigned)list->map_width, (unsigned)list->map_height);
        table_add(out, cell);
    }
    add_warnings(out, sprite);
}

static bool show_table(const struct model *model, struct sink *sink, struct error *err)
{
    static const char *const heads[] = {"NAME",  "SIZE",   "BOUNDS", "AREA",
                                        "SOLID", "POINTS", "MAP",    "WARNINGS"};
    struct table out;
    table_init(&out, "lrlrrrrl");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&out, heads[i]);
    for (size_t i = 0; i < model->sprite_count; i++)
        add_row(&out, model, &model->sprites[i]);
    const bool ok = table_write(&out, sink, err);
    table_free(&out);
    return ok;
}

static bool show_ascii(const struct model *model, struct sink *sink, struct error *err)
{
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        char name[256], line[400];
        snprintf(line, sizeof line, "%s%s  %ux%u\n", i > 0 ? "\n" : "",
                 text_quote(name, sizeof name, sprite->name), (unsigned)sprite->width,
                 (unsigned)sprite->height);
        sink_put_string(sink, line);
        if (!draw_ascii(model, sprite, terminal_columns(), sink, err))
            return false;
    }
    return true;
}

static bool show(const struct model *model, const struct inspect_options *options,
                 struct sink *sink, struct error *err)
{
    if (options->view == VIEW_ASCII)
        return show_ascii(model, sink, err);
    if (options->view == VIEW_TABLE)
        return show_table(model, sink, err);
    document_write(model, options->json_mask, sink);
    return true;
}

/* ---- Selection ---------------------------------------------------------------------------- */

/* Keeps the sprites that one of the names or patterns asks for; each must find one. */
static void select_sprites(struct model *model, const char *path, const char *const *names,
                           size_t count, struct messages *messages)
{
    bool *const wanted = calloc(model->sprite_count + 1, sizeof *wanted);
    struct error err;
    for (size_t k = 0; wanted != NULL && k < count; k++) {
        bool found = false;
        for (size_t i = 0; i < model->sprite_count; i++) {
            if (strcmp(names[k], model->sprites[i].name) != 0 &&
                !glob_match(names[k], model->sprites[i].name))
                continue;
            wanted[i] = true;
            found = true;
        }
        if (found)
            continue;
        char quoted[256];
        fail(&err, "no sprite is named '%s'", text_quote(quoted, sizeof quoted, names[k]));
        say_error(messages, path, &err);
    }
    if (wanted == NULL && !fail_memory(&err))
        say_error(messages, NULL, &err);
    size_t kept = 0;
    for (size_t i = 0; wanted != NULL && i < model->sprite_count; i++) {
        if (wanted[i])
            model->sprites[kept++] = model->sprites[i];
        else
            model_sprite_free(&model->sprites[i]);
    }
    if (wanted != NULL)
        model->sprite_count = kept;
    free(wanted);
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
    if (messages->errors == 0) {
        console_init(&sink);
        if (!show(&model, options, &sink, &err))
            say_error(messages, path, &err);
        console_close(&sink, messages);
    }
    model_free(&model);
}

enum status command_inspect(size_t count, const char *const *words)
{
    struct inspect_options options = {.view = VIEW_TABLE};
    struct arguments arguments = {0};
    struct messages messages;
    struct error err;
    enum status status = STATUS_OK;
    const bool understood =
        common_options_read(&option_set, count, words, &options, &arguments, &err) &&
        arguments_apply(&arguments, PASS_EXPLICIT, &options, &err);
    messages_init(&messages, options.common.message_format, options.common.color,
                  options.common.quiet, options.common.verbose);
    if (!understood) {
        say_error(&messages, NULL, &err);
    } else if (options.common.help) {
        status = console_help(&option_set);
    } else if (arguments.operand_count == 0) {
        fail_usage(&err, "no pack; name one, or - for standard input");
        say_error(&messages, NULL, &err);
    } else {
        run(&options, &arguments, &messages);
    }
    arguments_free(&arguments);
    return status_worse(status, messages.status);
}
