/*
 * query.c - `hitmask query`: what the runtime answers about two sprites, with a picture of it
 *
 * What was read is written as a pack in memory, and that is asked: so a document can be asked as
 * a pack can.
 */
#include "commands/command.h"

#include "base/text.h"
#include "commands/query_options.h"
#include "commands/select.h"
#include "draw/query_draw.h"
#include "formats/load.h"
#include "formats/pack.h"
#include "model/png_file.h"
#include "system/console.h"
#include "system/output.h"
#include "system/output_target.h"

#include <string.h>

/* ---- Asking ------------------------------------------------------------------------------- */

/* Opens a pack of the model in `bytes`, which must stay. */
static bool make_pack(const struct model *model, struct text *bytes, hm_pack *pack,
                      struct error *err)
{
    struct sink sink;
    sink_init_text(&sink, bytes);
    if (!pack_write(model, 1, &sink, err) || !sink_flush(&sink, err))
        return false;
    const hm_result result = hm_pack_open(pack, bytes->bytes, bytes->length);
    return result == HM_OK || fail(err, "%s", hm_result_text(result));
}

static bool ask(struct query_options *options, const hm_pack *pack, struct error *err)
{
    struct inquiry *const inquiry = &options->inquiry;
    hm_sprite *const sprites[2] = {&inquiry->question.a, &inquiry->question.b};
    for (int i = 0; i < 2; i++) {
        hm_pack_find(pack, inquiry->names[i], sprites[i]);
        hm_sprite_flip(sprites[i], inquiry->flips[i][0], inquiry->flips[i][1], sprites[i]);
    }
    if ((inquiry->rotate != NULL || inquiry->scale != NULL) &&
        !question_turn(&inquiry->question, (uint32_t)options->angle, (int32_t)options->scale, err))
        return false;
    answer(&inquiry->question, &inquiry->answer);
    return true;
}

static bool write_picture(void *user, struct sink *sink, struct error *err)
{
    return png_write(user, sink, err);
}

static bool show(const struct query_options *options, struct sink *sink, struct error *err)
{
    const struct inquiry *const inquiry = &options->inquiry;
    /* A picture on standard output is there alone. */
    if (options->png != NULL && strcmp(options->png, "-") == 0)
        return true;
    if (options->view == VIEW_JSON)
        query_put_json(inquiry, sink);
    else
        query_put_text(inquiry, sink);
    return options->view != VIEW_ASCII || query_put_ascii(inquiry, terminal_columns(), sink, err);
}

static void show_all(const struct query_options *options, const char *path,
                     struct messages *messages)
{
    struct rgba canvas = {0};
    struct sink sink;
    struct error err;
    console_init(&sink);
    if (!show(options, &sink, &err))
        say_error(messages, path, &err);
    console_close(&sink, messages);
    if (options->png != NULL && !(query_picture(&options->inquiry, &canvas, &err) &&
                                  save_file(options->png, true, write_picture, &canvas, &err)))
        say_error(messages, options->png, &err);
    rgba_free(&canvas);
}

static bool find_both(const struct model *model, const char *path, const char *const names[2],
                      struct messages *messages)
{
    struct error err;
    bool found = true;
    for (int i = 0; i < 2; i++) {
        if (find_sprite(model, names[i]) != NULL)
            continue;
        fail_no_sprite(model, names[i], &err);
        say_error(messages, path, &err);
        found = false;
    }
    return found;
}

static void run(struct query_options *options, const char *path, struct messages *messages)
{
    const char *const *const names = options->inquiry.names;
    struct model model = {0};
    struct text bytes = {0};
    struct error err;
    hm_pack pack;
    if (!output_name_spares(path, options->png, "picture", &err)) {
        say_error(messages, options->png, &err);
    } else if (!load_model(path, &model, &err)) {
        say_error(messages, path, &err);
    } else if (find_both(&model, path, names, messages)) {
        if (make_pack(&model, &bytes, &pack, &err) && ask(options, &pack, &err))
            show_all(options, path, messages);
        else
            say_error(messages, path, &err);
    }
    text_free(&bytes);
    model_free(&model);
}

enum status command_query(size_t count, const char *const *words)
{
    struct query_options options;
    struct arguments arguments = {0};
    struct messages messages;
    struct error err;
    enum status status = STATUS_OK;
    const bool understood = query_options_read(count, words, &options, &arguments, &err);
    messages_init(&messages, options.common.message_format, options.common.color,
                  options.common.quiet, options.common.verbose);
    if (!understood)
        say_error(&messages, NULL, &err);
    else if (options.common.help)
        status = console_help(&query_option_set);
    else
        run(&options, arguments.operands[0], &messages);
    arguments_free(&arguments);
    return status_worse(status, messages.status);
}
