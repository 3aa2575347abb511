/*
 * inspect.c - `hitmask inspect`: what is in a pack, as a table, a document, drawings or files
 */
#include "commands/inspect.h"

#include "base/text.h"
#include "commands/art.h"
#include "commands/command.h"
#include "commands/inspect_files.h"
#include "draw/sprite_draw.h"
#include "formats/document.h"
#include "formats/written.h"
#include "model/scaled_view.h"
#include "system/console.h"
#include "system/output_target.h"

/* ---- Options --------------------------------------------------------------------------------- */

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
     .at = offsetof(struct inspect_options, json_mask), .choices = json_mask_choices,
     .needs = "--json"},
    {"ascii", 0, false, PASS_EXPLICIT, NULL, group,
     "print drawings: # solid pixel, o point, . empty pixel inside the bounds",
     .kind = OPTION_VALUE, .at = offsetof(struct inspect_options, view), .value = VIEW_ASCII},
    {"blocks", 0, false, PASS_EXPLICIT, NULL, group,
     "print smaller drawings, made of half blocks; points and bounds are in colour",
     .kind = OPTION_VALUE, .at = offsetof(struct inspect_options, view), .value = VIEW_BLOCKS},
    {"png", 0, false, PASS_EXPLICIT, "FILE", group,
     "write a picture with mask, outline, points, bounds and pivot; many sprites become one sheet",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, pictures.png),
     .path = OPTION_FILE},
    {"svg", 0, false, PASS_EXPLICIT, "FILE", group,
     "write the same picture as vector paths, one unit per pixel, for documents and editors; art is embedded",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, pictures.svg),
     .path = OPTION_FILE},
    {"html", 0, false, PASS_EXPLICIT, "FILE", group,
     "write a page to search, view and try sprites; the page is one file", .kind = OPTION_STRING,
     .at = offsetof(struct inspect_options, html), .path = OPTION_FILE},
    {"art", 0, false, PASS_EXPLICIT, "DIR", group,
     "show the art in DIR below the masks; sources of a pack are opened only inside DIR",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, pictures.art),
     .path = OPTION_FOLDER, .needs = "--png, --svg or --embed-art"},
    {"embed-art", 0, false, PASS_EXPLICIT, NULL, group,
     "put the art of --art into the page of --html", .kind = OPTION_FLAG,
     .at = offsetof(struct inspect_options, embed_art)},
    {"force", 0, false, PASS_EXPLICIT, NULL, group,
     "replace also packs, and files that hitmask did not write", .kind = OPTION_FLAG,
     .at = offsetof(struct inspect_options, force)},
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
    .paths = 1,
};

/* `inspect --html game.hmk` reads like a page of that pack, and means one that is written there. */
static bool fail_no_pack_named(const struct inspect_options *options, struct error *err)
{
    const struct {
        const char *name, *path;
    } outputs[] = {
        {"html", options->html}, {"png", options->pictures.png}, {"svg", options->pictures.svg}};
    char shown[128];
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (outputs[i].path != NULL)
            return fail_usage(err, "no pack; '%s' is the file that --%s writes; name the pack, too",
                              text_quote(shown, sizeof shown, outputs[i].path), outputs[i].name);
    return fail_usage(err, "no pack; name one, or - for standard input");
}

bool inspect_check(const struct inspect_options *options, const struct arguments *arguments,
                   struct error *err)
{
    if (arguments->operand_count == 0)
        return fail_no_pack_named(options, err);
    if (options->embed_art && (options->html == NULL || options->pictures.art == NULL))
        return fail_usage(err, "--embed-art needs --html FILE and --art DIR");
    const char *const outputs[] = {options->view != VIEW_DEFAULT ? "-" : NULL,
                                   options->pictures.png, options->pictures.svg, options->html};
    return output_names_differ(outputs, sizeof outputs / sizeof *outputs, err);
}

/* ---- Views -------------------------------------------------------------------------------- */

static bool show_drawings(const struct model *model, const struct inspect_options *options,
                          struct sink *sink, struct error *err)
{
    const uint32_t columns = terminal_columns();
    const bool color = color_wanted(options->common.color, STREAM_OUT);
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        const uint32_t width = sprite->width;
        const uint32_t scale = scaled_view_text_scale(width, sprite->height, columns);
        char name[256];
        sink_put_format(sink, "%s%s  %ux%u", i > 0 ? "\n" : "",
                        text_quote(name, sizeof name, sprite->name), (unsigned)width,
                        (unsigned)sprite->height);
        if (scale > 1)
            sink_put_format(sink, "  1:%u", (unsigned)scale);
        sink_put_string(sink, "\n");
        const bool ok = options->view == VIEW_ASCII
                            ? draw_ascii(model, sprite, columns, sink, err)
                            : draw_blocks(model, sprite, columns, color, sink, err);
        if (!ok)
            return false;
    }
    return true;
}

static void show(const struct model *model, const struct inspect_options *options, const char *path,
                 struct messages *messages)
{
    const bool files =
        options->pictures.png != NULL || options->pictures.svg != NULL || options->html != NULL;
    struct sink sink;
    struct error err;
    bool ok = true;
    console_init(&sink);
    if (options->view == VIEW_ASCII || options->view == VIEW_BLOCKS)
        ok = show_drawings(model, options, &sink, &err);
    else if (options->view == VIEW_JSON)
        document_write(model, options->json_mask, &sink);
    else if (!files)
        sprite_table_write(model, terminal_columns(), &sink);
    if (!ok)
        say_error(messages, path, &err);
    console_close(&sink, messages);
}

/* Reports every output that is the pack itself, and a folder of art that is not there. */
static void check_paths(const struct inspect_options *options, const char *path,
                        struct messages *messages)
{
    const struct inspect_pictures *const pictures = &options->pictures;
    const struct {
        const char *name, *what;
    } outputs[] = {{pictures->png, "picture"}, {pictures->svg, "picture"}, {options->html, "page"}};
    struct error err;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (!output_name_spares(path, outputs[i].name, outputs[i].what, &err))
            say_error(messages, outputs[i].name, &err);
    if (pictures->art != NULL && !art_folder_check(pictures->art, &err))
        say_error(messages, pictures->art, &err);
}

/* Reports every output that would replace art that is shown, or a file of another program. */
static void check_replaced(const struct inspect_options *options, const struct model *model,
                           struct messages *messages)
{
    const char *const outputs[] = {options->pictures.png, options->pictures.svg, options->html};
    const char *const art = options->pictures.art;
    const bool shown =
        art != NULL && (outputs[0] != NULL || outputs[1] != NULL || options->embed_art);
    struct error err;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if ((shown && !art_spares(art, model, outputs[i], &err)) ||
            !written_check(outputs[i], WRITTEN_AS_AID, options->force, &err))
            say_error(messages, outputs[i], &err);
}

static void run(const struct inspect_options *options, const struct arguments *arguments,
                struct messages *messages)
{
    const bool as_document = options->view == VIEW_JSON;
    struct model model = {0};
    struct error err;
    if (!inspect_check(options, arguments, &err)) {
        say_error(messages, NULL, &err);
        return;
    }
    const char *const path = arguments->operands[0];
    const struct selection selection = {arguments->operands + 1, arguments->operand_count - 1,
                                        options->with_warnings};
    const struct inspect_html html = {options->html,
                                      options->embed_art ? options->pictures.art : NULL};
    check_paths(options, path, messages);
    if (!command_load(path, &model, messages)) {
        model_free(&model);
        return;
    }
    if (selection.count > 0 || selection.with_warnings)
        select_sprites(&model, path, &selection, messages);
    if (messages->errors == 0)
        check_replaced(options, &model, messages);
    /* A document has the order of the pack; all other views have an order for people. */
    if (messages->errors == 0 && as_document)
        show(&model, options, path, messages);
    if (!sort_sprites(&model, options->order, &err))
        say_error(messages, path, &err);
    if (messages->errors == 0 && !as_document)
        show(&model, options, path, messages);
    if (messages->errors == 0) {
        inspect_pictures(&options->pictures, path, &model, messages);
        if (options->html != NULL)
            inspect_html(&html, path, &model, messages);
    }
    model_free(&model);
}

enum status command_inspect(size_t count, const char *const *words)
{
    struct inspect_options options = {0};
    struct arguments arguments = {0};
    struct messages messages;
    if (command_start(&inspect_option_set, count, words, &options, &arguments, &messages))
        run(&options, &arguments, &messages);
    return command_end(&arguments, &messages);
}
