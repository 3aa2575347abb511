/*
 * inspect.c - `hitmask inspect`: what is in a pack, as a table, a document, drawings or files
 */
#include "commands/command.h"

#include "base/memory.h"
#include "base/text.h"
#include "commands/art.h"
#include "commands/select.h"
#include "draw/markup.h"
#include "draw/sprite_draw.h"
#include "formats/document.h"
#include "formats/written.h"
#include "model/scaled_view.h"
#include "plan/remake.h"
#include "system/message.h"
#include "system/options.h"
#include "system/output.h"
#include "system/output_names.h"

#include <stdlib.h>
#include <string.h>

/* ---- Options --------------------------------------------------------------------------------- */

struct inspect_options {
    struct common_options common;
    enum show view;
    enum json_mask json_mask;
    enum sprite_order order;
    bool with_warnings;
    const char *png, *svg, *html; /* the files to write; NULL: none */
    const char *art;              /* the folder below which sources are; NULL: art is not shown */
    bool embed_art;
    bool thresholds;
    const char *config; /* of the bake whose thresholds these are; NULL: none */
    bool force;         /* replace files of other programs, too */
};

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
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, png), .path = OPTION_FILE},
    {"svg", 0, false, PASS_EXPLICIT, "FILE", group,
     "write the same picture as vector paths, one unit per pixel, for documents and editors; art is embedded",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, svg), .path = OPTION_FILE},
    {"html", 0, false, PASS_EXPLICIT, "FILE", group,
     "write a page to search, view and try sprites; the page is one file", .kind = OPTION_STRING,
     .at = offsetof(struct inspect_options, html), .path = OPTION_FILE},
    {"art", 0, false, PASS_EXPLICIT, "DIR", group,
     "show the art in DIR below the masks; sources of a pack are opened only inside DIR",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, art), .path = OPTION_FOLDER,
     .needs = "--png, --svg or --embed-art"},
    {"embed-art", 0, false, PASS_EXPLICIT, NULL, group,
     "put the art of --art into the page of --html", .kind = OPTION_FLAG,
     .at = offsetof(struct inspect_options, embed_art)},
    {"thresholds", 0, false, PASS_EXPLICIT, NULL, group,
     "print how much of what is visible is solid at some thresholds, and the plateau, the widest range over which that changes by less than 2 %; PACK is then art, as for a bake, and so are the names. Sprites that depend most on the threshold come first; with --json as JSON",
     .kind = OPTION_FLAG, .at = offsetof(struct inspect_options, thresholds)},
    {"config", 0, false, PASS_EXPLICIT, "FILE", group,
     "with the options and rules of this config, as for a bake: keys and names",
     .kind = OPTION_STRING, .at = offsetof(struct inspect_options, config), .path = OPTION_FILE,
     .needs = "--thresholds"},
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

/* `inspect --html game.hmk` reads like a page of that pack, but means a page that is written to
 * that file. */
static void fail_no_pack(const struct inspect_options *options, struct diagnostics *found)
{
    const char *const option = options->html != NULL  ? "html"
                               : options->png != NULL ? "png"
                                                      : "svg";
    const char *const output = options->html != NULL  ? options->html
                               : options->png != NULL ? options->png
                                                      : options->svg;
    char shown[128];
    if (output == NULL)
        diagnostics_fail_usage(found, NULL, "no pack; name one, or - for standard input");
    else
        diagnostics_fail_usage(found, NULL,
                               "no pack; '%s' is the file that --%s writes; name the pack, too",
                               text_quote(shown, sizeof shown, output), option);
}

static void check(const void *target, const struct arguments *arguments, struct diagnostics *found)
{
    const struct inspect_options *const options = target;
    const char *const outputs[] = {options->view != VIEW_DEFAULT ? "-" : NULL, options->png,
                                   options->svg, options->html};
    struct error err;
    if (arguments->operand_count == 0)
        fail_no_pack(options, found);
    else if (options->embed_art && (options->html == NULL || options->art == NULL))
        diagnostics_fail_usage(found, NULL, "--embed-art needs --html FILE and --art DIR");
    else if (options->thresholds && (options->png != NULL || options->svg != NULL ||
                                     options->html != NULL || options->view == VIEW_ASCII ||
                                     options->view == VIEW_BLOCKS || options->with_warnings))
        diagnostics_fail_usage(found, NULL,
                               "--thresholds is a table of its own; of the other "
                               "options it takes only --json and --config");
    else if (!output_names_differ(outputs, sizeof outputs / sizeof *outputs, &err))
        diagnostics_add_error(found, NULL, &err);
}

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set inspect_option_set = {
    .usage = "hitmask inspect [options] PACK [NAME...]",
    .about =
        "Shows the sprites of a pack or a JSON document: all sprites, or the sprites that match the given names and patterns (*, ?, [a-z], ** across folders) and the animations that have only such frames. In the table, POINTS is the number of near-pixel points, a short list of pixels of the outline for quick tests, and MAP is the grid of cells from which they were taken. On a terminal, tables and drawings fit its width.",
    .tables = tables,
    .paths = 1,
    .size = sizeof(struct inspect_options),
    .check = check,
};

/* ---- Views -------------------------------------------------------------------------------- */

static bool show_drawings(const struct model *model, const struct inspect_options *options,
                          struct sink *sink, struct error *err)
{
    const uint32_t columns = terminal_columns();
    const enum draw_style style = options->view == VIEW_ASCII                       ? DRAW_ASCII
                                  : color_wanted(options->common.color, STREAM_OUT) ? DRAW_COLORED
                                                                                    : DRAW_BLOCKS;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        const uint32_t scale = scaled_view_text_scale(sprite->width, sprite->height, columns);
        char name[256];
        sink_put_format(sink, "%s%s  %ux%u", i > 0 ? "\n" : "",
                        text_quote(name, sizeof name, sprite->name), (unsigned)sprite->width,
                        (unsigned)sprite->height);
        if (scale > 1)
            sink_put_format(sink, "  1:%u", (unsigned)scale);
        sink_put_string(sink, "\n");
        if (!draw_sprite(model, sprite, columns, style, sink, err))
            return false;
    }
    return true;
}

static void show(const struct model *model, const struct inspect_options *options, const char *path,
                 struct messages *messages)
{
    const bool files = options->png != NULL || options->svg != NULL || options->html != NULL;
    struct sink sink;
    struct error err;
    console_init(&sink);
    if (options->view == VIEW_JSON)
        document_write(model, options->json_mask, &sink);
    else if (options->view == VIEW_DEFAULT && !files)
        sprite_table_write(model, terminal_columns(), &sink);
    else if (options->view != VIEW_DEFAULT && !show_drawings(model, options, &sink, &err))
        say_error(messages, path, &err);
    console_close(&sink, messages);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

/* The sprites of a picture, and where their art is found; NULL: none is wanted. */
struct gallery {
    const struct model *model;
    const struct sprite_art *art;
};

static const struct rgba *find_art(void *search, const struct model_sprite *sprite)
{
    return art_of_sprite(search, sprite);
}

static bool save_png(const struct gallery *gallery, const char *path, struct messages *messages,
                     struct error *err)
{
    struct rgba sheet = {0};
    size_t drawn = 0;
    if (!sprites_picture(gallery->model, gallery->art, &sheet, &drawn, err))
        return false;
    if (drawn < gallery->model->sprite_count)
        say_warning(messages, path, NULL,
                    "shows only the first %zu of %zu sprites: one picture has no room for more; "
                    "choose some by name",
                    drawn, gallery->model->sprite_count);
    const bool ok = save_picture(path, &sheet, err);
    rgba_free(&sheet);
    return ok;
}

static bool write_svg(void *user, struct sink *sink, struct error *err)
{
    const struct gallery *const gallery = user;
    return svg_write(gallery->model, gallery->art, sink, err);
}

/* Both kinds look for the same art: the first reports what is missing. */
static void write_pictures(const struct inspect_options *options, const char *path,
                           const struct model *model, struct messages *messages)
{
    struct art_search search = {options->art, path, .messages = messages};
    const struct sprite_art art = {find_art, &search};
    struct gallery gallery = {model, options->art != NULL ? &art : NULL};
    struct error err;
    if (options->png != NULL) {
        if (!save_png(&gallery, options->png, messages, &err))
            say_error(messages, options->png, &err);
        art_finish(&search);
    }
    if (options->svg != NULL && !save_file(options->svg, false, write_svg, &gallery, &err))
        say_error(messages, options->svg, &err);
    art_finish(&search);
    rgba_free(&search.image);
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Gives the path of each source's art to the first sprite that has the source. `found` has an item
 * for each sprite. */
static void find_all_art(struct art_search *art, const struct model *model, char **found)
{
    struct art_user *const users = memory_new(model->sprite_count, sizeof *users);
    struct error err;
    for (size_t i = 0; i < model->sprite_count; i++)
        users[i] = (struct art_user){model->sprites[i].source, i};
    const size_t count = art_first_users(users, model->sprite_count);
    for (size_t i = 0; i < count; i++)
        if (!art_find(art->folder, users[i].path, &found[users[i].sprite], &err))
            art_leave_out(art, users[i].path, &err);
    art_finish(art);
    free(users);
}

static void write_page(const struct inspect_options *options, const char *path, struct model *model,
                       struct messages *messages)
{
    char **const found = memory_new(model->sprite_count, sizeof *found);
    struct art_search art = {options->art, path, .messages = messages};
    struct html_page page = {
        .model = model,
        .title = strcmp(path, "-") == 0 ? "standard input" : text_base_name(path),
        .art = found,
    };
    const char *explicit[8];
    struct tune_page tune = {
        .is_pack = true, .has_config = remake_has_config(model->options), .explicit = explicit};
    struct error err;
    /* A selection may be in another order, and use only some of the masks. */
    model_sort(model);
    if (options->embed_art) {
        find_all_art(&art, model, found);
        remake(model);
        for (const char *const *name = page_options; *name != NULL; name++)
            if (remake_has_option(model->options, *name))
                explicit[tune.explicit_count++] = *name;
        page.tune = &tune;
    }
    if (!save_page(options->html, &page, &err))
        say_error(messages, options->html, &err);
    for (size_t i = 0; i < model->sprite_count; i++)
        free(found[i]);
    free((void *)found);
}

/* ---- The command -------------------------------------------------------------------------- */

/* Reports every output that is the pack itself, and a folder of art that is not there. */
static void check_paths(const struct inspect_options *options, const char *path,
                        struct messages *messages)
{
    const struct {
        const char *name, *what;
    } outputs[] = {{options->png, "picture"}, {options->svg, "picture"}, {options->html, "page"}};
    struct error err;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (!output_name_spares(path, outputs[i].name, outputs[i].what, &err))
            say_error(messages, outputs[i].name, &err);
    if (options->art != NULL && !art_folder_check(options->art, &err))
        say_error(messages, options->art, &err);
}

/* Reports every output that would replace art that is shown, or a file of another program. */
static void check_replaced(const struct inspect_options *options, const struct model *model,
                           struct messages *messages)
{
    const char *const outputs[] = {options->png, options->svg, options->html};
    const char *const art = options->art;
    const bool shown =
        art != NULL && (outputs[0] != NULL || outputs[1] != NULL || options->embed_art);
    struct error err;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if ((shown && !art_spares(art, model, outputs[i], &err)) ||
            !written_check(outputs[i], WRITTEN_AS_AID, options->force, &err))
            say_error(messages, outputs[i], &err);
}

void command_inspect(void *given, const struct arguments *arguments, struct messages *messages)
{
    const struct inspect_options *const options = given;
    const bool as_document = options->view == VIEW_JSON;
    const char *const path = arguments->operands[0];
    const struct selection selection = {arguments->operands + 1, arguments->operand_count - 1,
                                        options->with_warnings};
    struct model model = {0};
    if (options->thresholds) {
        show_thresholds(options->config, arguments->operands, arguments->operand_count, as_document,
                        messages);
        return;
    }
    check_paths(options, path, messages);
    if (command_load(path, &model, messages) && (selection.count > 0 || selection.with_warnings))
        select_sprites(&model, path, &selection, messages);
    if (messages->errors == 0)
        check_replaced(options, &model, messages);
    /* A document has the order of the pack; all other views have an order for people. */
    if (messages->errors == 0 && as_document)
        show(&model, options, path, messages);
    sort_sprites(&model, options->order);
    if (messages->errors == 0 && !as_document)
        show(&model, options, path, messages);
    if (messages->errors == 0) {
        write_pictures(options, path, &model, messages);
        if (options->html != NULL)
            write_page(options, path, &model, messages);
    }
    model_free(&model);
}
