/*
 * outputs.c - what a command writes
 */
#include "outputs.h"

#include "pack.h"

#include <string.h>

/* game.hmk -> game.d, as compilers do it. */
static void name_depfile(struct text *out, const char *output)
{
    const char *const slash = strrchr(output, '/');
    const char *const dot = strrchr(output, '.');
    const bool has_extension = dot != NULL && dot > (slash != NULL ? slash + 1 : output);
    text_add(out, output, has_extension ? (size_t)(dot - output) : strlen(output));
    text_add_string(out, ".d");
}

static bool open_one(struct outputs *outputs, struct output *output, const char *path, bool binary,
                     struct error *err)
{
    outputs->about = path;
    return output_open(output, path, binary, err);
}

static bool open_depfile(struct outputs *outputs, struct error *err)
{
    const char *path = outputs->options->depfile_path;
    if (path == NULL) {
        name_depfile(&outputs->depfile_path, outputs->options->output);
        path = outputs->depfile_path.bytes;
    }
    if (outputs->depfile_path.failed)
        return fail_memory(err);
    return open_one(outputs, &outputs->depfile, path, false, err);
}

bool outputs_open(struct outputs *outputs, const struct output_options *options, struct error *err)
{
    const bool binary = output_options_format(options) == FORMAT_HMK;
    outputs->options = options;
    return open_one(outputs, &outputs->output, options->output, binary, err) &&
           (!options->depfile || open_depfile(outputs, err)) &&
           (options->stamp == NULL ||
            open_one(outputs, &outputs->stamp, options->stamp, false, err));
}

static bool write_model(struct outputs *outputs, const struct model *model, struct error *err)
{
    struct sink sink;
    outputs->about = outputs->options->output;
    sink_init(&sink, output_write, &outputs->output);
    if (output_options_format(outputs->options) == FORMAT_JSON)
        document_write(model, outputs->options->json_mask, &sink);
    else if (!pack_write(model, &sink, err))
        return false;
    if (!sink_flush(&sink, err))
        return false;
    outputs->size = outputs->output.size;
    return true;
}

static void make_targets(struct text *out, const struct output_options *options)
{
    if (options->depfile_targets.length > 0)
        text_add_string(out, options->depfile_targets.bytes);
    else
        depfile_escape(out, options->output);
}

static bool write_depfile(struct outputs *outputs, struct depfile *read, struct error *err)
{
    const struct output_options *const options = outputs->options;
    struct text targets = {0}, text = {0};
    if (!outputs->depfile.is_open)
        return true;
    outputs->about =
        options->depfile_path != NULL ? options->depfile_path : outputs->depfile_path.bytes;
    make_targets(&targets, options);
    if (!targets.failed)
        depfile_write(read, targets.bytes, options->depfile_phony, &text);
    bool ok = !targets.failed && !text.failed;
    if (!ok)
        fail_memory(err);
    else if (!output_write(&outputs->depfile, text.bytes, text.length))
        ok = fail_errno(err, "write");
    text_free(&targets);
    text_free(&text);
    return ok;
}

static bool commit_one(struct outputs *outputs, struct output *output, const char *path,
                       struct error *err)
{
    outputs->about = path;
    return !output->is_open || output_commit(output, err);
}

static bool commit_all(struct outputs *outputs, struct error *err)
{
    const struct output_options *const options = outputs->options;
    const char *const depfile =
        options->depfile_path != NULL ? options->depfile_path : outputs->depfile_path.bytes;
    if (options->write_if_changed && output_is_unchanged(&outputs->output))
        output_abort(&outputs->output);
    return commit_one(outputs, &outputs->output, options->output, err) &&
           commit_one(outputs, &outputs->depfile, depfile, err) &&
           commit_one(outputs, &outputs->stamp, options->stamp, err);
}

bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err)
{
    return write_model(outputs, model, err) && write_depfile(outputs, read, err) &&
           commit_all(outputs, err);
}

void outputs_close(struct outputs *outputs)
{
    output_abort(&outputs->output);
    output_abort(&outputs->depfile);
    output_abort(&outputs->stamp);
    text_free(&outputs->depfile_path);
}
