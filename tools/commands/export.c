/*
 * export.c - `hitmask export`: shapes of a pack or a document in the format of a physics engine
 */
#include "commands/command.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/platform/files.h"
#include "base/text.h"
#include "formats/export/export.h"
#include "model/engine.h"
#include "system/message.h"
#include "system/output.h"
#include "system/output_names.h"

#include <stdlib.h>
#include <string.h>

static const char *const error_on_choices[] = {"all", EXPORT_WARNINGS(WARNING_ID) NULL};

enum { ERROR_ON_CHOICES = sizeof error_on_choices / sizeof *error_on_choices - 1 };

struct export_options {
    struct common_options common;
    const char *error_on[ERROR_ON_CHOICES]; /* each of the choices once at most */
    size_t error_on_count;
    unsigned engine;
    const char *output;
    uint32_t pixels_per_metre; /* 0: as it was baked */
    bool force;
};

static const char group[] = "Output", messages_group[] = "Messages";

static bool set_error_on(void *target, const char *value, struct error *err)
{
    struct export_options *const options = target;
    (void)err;
    for (size_t i = 0; i < options->error_on_count; i++)
        if (strcmp(options->error_on[i], value) == 0)
            return true;
    options->error_on[options->error_on_count++] = value;
    return true;
}

static const struct option table[] = {
    {"for", 0, false, PASS_EXPLICIT, "ENGINE", group, "the engine; see below",
     .kind = OPTION_CHOICE, .at = offsetof(struct export_options, engine), .choices = engine_names},
    {"output", 'o', false, PASS_EXPLICIT, "OUTPUT", group,
     "write to the file OUTPUT, or below the folder OUTPUT, which is made; - means standard output",
     .kind = OPTION_STRING, .at = offsetof(struct export_options, output), .path = OPTION_FILE},
    {"pixels-per-metre", 0, false, PASS_EXPLICIT, "N", group,
     "for box2d: that many pixels are a metre (default: as --pixels-per-metre of the bake, or 32)",
     .kind = OPTION_NUMBER, .at = offsetof(struct export_options, pixels_per_metre), .min = 1,
     .max = PIXELS_PER_METRE_MOST},
    {"force", 0, false, PASS_EXPLICIT, NULL, group, "replace files that hitmask did not write, too",
     .kind = OPTION_FLAG, .at = offsetof(struct export_options, force)},
    {"error-on", 0, false, PASS_EXPLICIT, "WARNING", messages_group,
     "turn a warning into an error: pivot-outside, welded, or all; may be repeated",
     .set = set_error_on, .choices = error_on_choices},
    {0},
};

static void check(const void *target, const struct arguments *arguments, struct diagnostics *found)
{
    const struct export_options *const options = target;
    const struct engine *const engine = &engines[options->engine];
    const bool has_engine = arguments_have(arguments, "for");
    diagnostics_usage_unless(found, arguments->operand_count == 1,
                             arguments->operand_count == 0
                                 ? "no pack; name one, or - for standard input"
                                 : "export takes one pack; 'hitmask merge' joins several");
    diagnostics_usage_unless(found, has_engine,
                             "no engine; add --for ENGINE ('hitmask export --help' lists them)");
    diagnostics_usage_unless(found, options->output != NULL, "no output; add -o OUTPUT");
    if (!has_engine || options->output == NULL)
        return;
    diagnostics_usage_unless(found, engine->metres || options->pixels_per_metre == 0,
                             "--pixels-per-metre is for box2d; %s takes pixels", engine->name);
    diagnostics_usage_unless(
        found, engine->folder == NULL || output_find_descriptor(options->output) < 0,
        "%s takes several files; name a folder for them with -o", engine->name);
}

static const struct option *const tables[] = {table, common_option_table, NULL};

#define ENGINE_HELP(engine, about, ...) "  " #engine ": " about "\n"

const struct option_set export_option_set = {
    .usage = "hitmask export --for ENGINE PACK -o OUTPUT",
    .about =
        "Writes the shapes of a pack or a JSON document as a physics engine takes them: convex pieces, or else the hull; unity takes polygons. Bake with --polygons 1 --pieces 8. Sprites that were baked without shapes are left out.",
    .footer = "Engines:\n" ENGINES(ENGINE_HELP),
    .tables = tables,
    .paths = 1,
    .size = sizeof(struct export_options),
    .check = check,
};

/* ---- Written --------------------------------------------------------------------------------- */

/* The pixels a metre of the bake. Its rules may have others for some sprites. */
static uint32_t find_scale(const struct model *model)
{
    struct json json = {0};
    struct error ignored;
    uint32_t scale = 32;
    if (model->options == NULL ||
        !json_parse(&json, model->options, strlen(model->options), &ignored))
        return scale;
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(json.root, "pixels-per-metre");
    if (cJSON_IsNumber(value) && value->valuedouble >= 1 &&
        value->valuedouble <= PIXELS_PER_METRE_MOST)
        scale = (uint32_t)value->valuedouble;
    json_free(&json);
    return scale;
}

static const char *path_of(struct exporter *exporter, const char *name)
{
    return arena_format(&exporter->arena, "%s/%s", exporter->output, name);
}

static bool put_text(void *user, struct sink *sink, struct error *err)
{
    const struct text *const text = user;
    (void)err;
    sink_put(sink, text->bytes, text->length);
    return true;
}

static void save_one_file(struct exporter *exporter, bool force, struct messages *messages)
{
    const char *const path = exporter->output;
    struct error err;
    if (!output_name_spares(exporter->pack, path, "output", &err) ||
        !written_check(path, WRITTEN_AS_AID, force, &err) ||
        !save_file(path, false, put_text, &exporter->text, &err))
        say_error(messages, path, &err);
}

/* An earlier export may have made more pieces of a sprite. */
static void remove_old_pieces(struct exporter *exporter)
{
    struct file_facts facts;
    struct error ignored;
    for (size_t i = 0; i < exporter->shape_count; i++)
        for (uint32_t piece = exporter->shapes[i].count;; piece++) {
            const char *const path =
                path_of(exporter, export_piece_name(exporter, &exporter->shapes[i], piece));
            if (!file_facts_of_path(path, &facts) ||
                !written_check(path, WRITTEN_AS_AID, false, &ignored) || !file_remove(path))
                break;
        }
}

static void save_folder(struct exporter *exporter, bool force, struct messages *messages)
{
    struct saved *const files = memory_new(exporter->file_count, sizeof *files);
    const char *about = exporter->output;
    struct file_facts facts;
    struct error err;
    bool ok = !file_facts_of_path(about, &facts) || facts.kind == FILE_FOLDER;
    if (!ok) {
        fail(&err, "is a file; %s takes a folder", exporter->engine->name);
        say_error(messages, about, &err);
    }
    for (size_t i = 0; ok && i < exporter->file_count; i++) {
        const struct exported *const file = &exporter->files[i];
        files[i] = (struct saved){path_of(exporter, file->name), exporter->text.bytes + file->start,
                                  file->end - file->start};
        if (!written_check(files[i].path, WRITTEN_AS_AID, force, &err))
            say_error(messages, files[i].path, &err);
    }
    if (messages->errors == 0) {
        if (save_files(exporter->output, files, exporter->file_count, &about, &err))
            remove_old_pieces(exporter);
        else
            say_error(messages, about, &err);
    }
    free(files);
}

static void run(struct exporter *exporter, bool force, struct messages *messages)
{
    if (exporter->engine->folder != NULL)
        save_folder(exporter, force, messages);
    else
        save_one_file(exporter, force, messages);
    if (messages->errors == 0)
        say_note(messages, exporter->output, "%zu file%s", exporter->file_count,
                 exporter->file_count == 1 ? "" : "s");
}

void command_export(void *target, const struct arguments *arguments, struct messages *messages)
{
    const struct export_options *const options = target;
    const char *const pack = arguments->operands[0];
    struct model model = {0};
    struct diagnostics found = {0};
    struct exporter *const exporter = memory_new(1, sizeof *exporter);
    *exporter = (struct exporter){.engine = &engines[options->engine],
                                  .model = &model,
                                  .pack = pack,
                                  .output = options->output,
                                  .pixels_per_metre = options->pixels_per_metre,
                                  .found = &found};
    messages->fatal = options->error_on;
    messages->fatal_count = options->error_on_count;
    size_t length = strlen(exporter->output);
    while (exporter->engine->folder != NULL && length > 1 && exporter->output[length - 1] == '/')
        length--;
    exporter->output = arena_text_n(&exporter->arena, exporter->output, length);
    if (command_load(pack, &model, messages)) {
        if (exporter->pixels_per_metre == 0)
            exporter->pixels_per_metre = find_scale(&model);
        export_write(exporter);
        say_found(messages, &found);
        if (messages->errors == 0)
            run(exporter, options->force, messages);
    }
    export_free(exporter);
    free(exporter);
    model_free(&model);
}
