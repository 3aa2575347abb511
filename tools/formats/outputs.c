/*
 * outputs.c - the files that a command writes, opened together and put in place one after the other
 */
#include "formats/outputs.h"

#include "base/text.h"
#include "formats/c_write.h"
#include "formats/document.h"
#include "formats/pack.h"
#include "formats/written.h"
#include "picture/image.h"
#include "system/output.h"
#include "system/output_names.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- Opened ------------------------------------------------------------------------------- */

static bool open_one(struct outputs *outputs, enum outputs_target target, const char *path,
                     bool binary, struct error *err)
{
    struct outputs_file *const file = &outputs->files[target];
    outputs->about = file->name = path;
    /* A picture is named by mistake, maybe by a shell that made two names of "-o *.png". */
    if (!outputs->options->force && text_is_picture_name(path) &&
        reader_file_begins(path, image_begins))
        return fail_usage(
            err, "is a picture that an output would write over; give the output another name");
    return output_open(&file->output, path, binary, err);
}

/* Only a regular file has a place for another beside it. */
static bool open_header(struct outputs *outputs, struct error *err)
{
    if (outputs->files[TARGET_OUTPUT].output.target == NULL)
        return fail_usage(err,
                          "C output is two files, a .c and a .h; name the .c file with -o FILE.c");
    c_header_name(&outputs->header_path, outputs->options->output);
    return open_one(outputs, TARGET_HEADER, outputs->header_path.bytes, false, err);
}

static bool open_depfile(struct outputs *outputs, struct error *err)
{
    const struct output *const output = &outputs->files[TARGET_OUTPUT].output;
    if (outputs->options->depfile_path != NULL)
        return open_one(outputs, TARGET_DEPFILE, outputs->options->depfile_path, false, err);
    if (output->is_open && output->target == NULL)
        return fail_usage(
            err,
            "-MD needs a name for the dependency file, because the output is not a file; add -MF "
            "FILE");
    output_options_name_depfile(outputs->options, &outputs->depfile_path);
    return open_one(outputs, TARGET_DEPFILE, outputs->depfile_path.bytes, false, err);
}

/* A descriptor may be of a file, too: one that a shell has opened. */
static void note_replaced(struct outputs_file *file)
{
    struct file_facts facts;
    if (file->output.target != NULL) {
        file->exists = file_id_of_path(file->output.target, &file->old);
    } else if (file->output.is_open && file_facts_of_open(file->output.fd, &facts)) {
        file->old = file_id_from(&facts);
        file->exists = facts.kind == FILE_REGULAR && facts.size > 0;
    }
}

/* Several outputs in one folder that does not exist are one mistake. */
static void add_error(struct diagnostics *found, const char *path, const struct error *err)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->items[i].text, err->text) == 0)
            return;
    diagnostics_add_error(found, path, err);
}

bool outputs_open(struct outputs *outputs, const struct output_options *options,
                  struct diagnostics *found)
{
    const enum output_format format = output_options_format(options);
    const size_t errors = found->errors;
    const struct output *first = NULL;
    struct error err;
    outputs->options = options;
    if (!open_one(outputs, TARGET_OUTPUT, options->output, format == FORMAT_HMK, &err) ||
        !output_options_check_ending(options, &err) ||
        (format == FORMAT_C && !open_header(outputs, &err)))
        add_error(found, outputs->about, &err);
    if (options->names != NULL && !open_one(outputs, TARGET_NAMES, options->names, false, &err))
        add_error(found, outputs->about, &err);
    if (options->depfile && !open_depfile(outputs, &err))
        add_error(found, outputs->about, &err);
    if (options->stamp != NULL && !open_one(outputs, TARGET_STAMP, options->stamp, false, &err))
        add_error(found, outputs->about, &err);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++) {
        const struct output *const output = &outputs->files[i].output;
        note_replaced(&outputs->files[i]);
        if (output->temporary != NULL && (first == NULL || output->opened < first->opened))
            first = output;
    }
    if (first != NULL) {
        outputs->time = first->opened;
        output_await_later_time(first);
    }
    return found->errors == errors;
}

void outputs_check_replaced(const struct outputs *outputs, struct diagnostics *diagnostics)
{
    static const enum written_as as[OUTPUTS_TARGETS] = {
        [TARGET_HEADER] = WRITTEN_AS_BAKED, [TARGET_NAMES] = WRITTEN_AS_BAKED,
        [TARGET_OUTPUT] = WRITTEN_AS_BAKED, [TARGET_DEPFILE] = WRITTEN_AS_DEPFILE,
        [TARGET_STAMP] = WRITTEN_AS_AID,
    };
    struct error err;
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (!written_check(outputs->files[i].name, as[i], outputs->options->force, &err))
            diagnostics_add_error(diagnostics, outputs->files[i].name, &err);
}

/* ---- Written ------------------------------------------------------------------------------ */

static bool write_c(struct outputs *outputs, const struct model *model, struct sink *code,
                    struct error *err)
{
    struct sink header;
    sink_init(&header, output_write, &outputs->files[TARGET_HEADER].output);
    c_write(model, outputs->options->output, code, &header);
    if (sink_flush(&header, err))
        return true;
    outputs->about = outputs->header_path.bytes;
    return false;
}

static bool write_names(struct outputs *outputs, const struct model *model, struct error *err)
{
    struct sink sink;
    outputs->about = outputs->options->names;
    sink_init(&sink, output_write, &outputs->files[TARGET_NAMES].output);
    c_write_names(model, outputs->options->names, &sink);
    return sink_flush(&sink, err);
}

static bool write_model(struct outputs *outputs, const struct model *model, struct error *err)
{
    const enum output_format format = output_options_format(outputs->options);
    struct output *const output = &outputs->files[TARGET_OUTPUT].output;
    struct sink sink;
    outputs->about = outputs->options->output;
    sink_init(&sink, output_write, output);
    if (output->temporary != NULL)
        sink.amend = output_amend;
    if (format == FORMAT_C && !write_c(outputs, model, &sink, err))
        return false;
    if (format == FORMAT_JSON)
        document_write(model, outputs->options->json_mask, &sink);
    else if (format == FORMAT_HMK)
        pack_write(model, outputs->jobs, &sink);
    if (!sink_flush(&sink, err))
        return false;
    outputs->size = output->size;
    return outputs->options->names == NULL || write_names(outputs, model, err);
}

static bool write_depfile(struct output *output, struct depfile *read, const char *targets,
                          bool phony, struct error *err)
{
    struct text text = {0};
    bool ok = depfile_write(read, targets, phony, &text, err);
    if (ok && !output_write(output, text.bytes, text.length))
        ok = fail_errno(err, "write");
    text_free(&text);
    return ok;
}

/* Writes two depfiles. The first is only for the time until the output is in place: it names a file
 * that never exists, with an empty rule, so Make and Ninja would make the output again. Neither the
 * old list nor the new one ensures that, because each may lack a file that the other has. */
static bool write_depfiles(struct outputs *outputs, struct depfile *read, struct error *err)
{
    const char *never[] = {"an-unfinished-bake"};
    struct depfile of_unfinished = {.paths = never, .count = 1};
    const struct output_options *const options = outputs->options;
    struct outputs_file *const file = &outputs->files[TARGET_DEPFILE];
    struct outputs_file *const unfinished = &outputs->files[TARGET_UNFINISHED];
    struct text targets = {0};
    if (!file->output.is_open)
        return true;
    outputs->about = file->name;
    if (options->depfile_targets.length > 0)
        text_add_string(&targets, options->depfile_targets.bytes);
    else
        depfile_escape(&targets, options->output);
    unfinished->name = file->name;
    bool ok = write_depfile(&file->output, read, targets.bytes, options->depfile_phony, err);
    if (ok && file->output.temporary != NULL)
        ok = output_open(&unfinished->output, file->name, false, err) &&
             write_depfile(&unfinished->output, &of_unfinished, targets.bytes, true, err);
    text_free(&targets);
    return ok;
}

bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err)
{
    outputs->keep = model == NULL;
    if (outputs->keep)
        outputs->size = outputs->facts_of_output.size;
    return (outputs->keep || write_model(outputs, model, err)) &&
           write_depfiles(outputs, read, err);
}

/* ---- Put in place ------------------------------------------------------------------------- */

/* True if the old output has the bytes that were made now; the two files of C count together. The
 * facts of the old output are read before it is compared. */
static bool have_same_bytes(struct outputs *outputs)
{
    const struct output *const header = &outputs->files[TARGET_HEADER].output;
    const struct output *const output = &outputs->files[TARGET_OUTPUT].output;
    return (!header->is_open || output_is_unchanged(header)) && output->target != NULL &&
           regular_facts_of_path(output->target, &outputs->facts_of_output) &&
           output_is_unchanged(output);
}

static bool has_changed_since(const struct depfile *read, int64_t time)
{
    struct file_facts facts;
    for (size_t i = 0; i < read->count; i++)
        if (file_facts_of_path(read->paths[i], &facts) && facts.modified > time &&
            (facts.kind == FILE_REGULAR || facts.kind == FILE_FOLDER))
            return true;
    return false;
}

static void add_new_names(struct error *err, struct outputs_file *const *placed, size_t count)
{
    char shown[160];
    for (size_t i = 0; i < count; i++)
        error_add(err, "%s '%s'", i == 0 ? "; these files are new and stay:" : ",",
                  text_quote(shown, sizeof shown, placed[i]->name));
}

/* Gives the output that stays the time of this run. Otherwise Ninja (restat) would take it for as
 * new as the newest input, even if that input has changed since it was read. */
static bool touch_kept(struct outputs *outputs, struct error *err)
{
    struct file_facts ignored = {.kind = FILE_OTHER};
    for (enum outputs_target i = TARGET_HEADER; i <= TARGET_OUTPUT; i++) {
        const struct outputs_file *const file = &outputs->files[i];
        struct file_facts *const facts = i == TARGET_OUTPUT ? &outputs->facts_of_output : &ignored;
        outputs->about = file->name;
        if (i != TARGET_NAMES && file->output.is_open &&
            !output_touch(&file->output, &file->old, outputs->time, facts, err))
            return false;
    }
    return true;
}

bool outputs_commit(struct outputs *outputs, const struct depfile *read, struct error *err)
{
    const struct output_options *const options = outputs->options;
    const bool unchanged = outputs->keep || (options->write_if_changed && have_same_bytes(outputs));
    const bool sync = !options->no_sync && outputs_replace_any(outputs);
    struct outputs_file *placed[OUTPUTS_TARGETS];
    size_t count = 0;
    for (enum outputs_target i = 0; i < OUTPUTS_TARGETS; i++) {
        const struct output *const output = &outputs->files[i].output;
        /* A program is compiled again only when the names have changed. */
        const bool stays = i == TARGET_NAMES
                               ? options->write_if_changed && output_is_unchanged(output)
                               : unchanged && (i == TARGET_HEADER || i == TARGET_OUTPUT);
        if (output->is_open && !stays)
            placed[count++] = &outputs->files[i];
    }
    for (size_t i = 0; i < count; i++) {
        outputs->about = placed[i]->name;
        output_set_time(&placed[i]->output, outputs->time);
        if (!output_arrive(&placed[i]->output, sync, err))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        outputs->about = placed[i]->name;
        if (!output_replace(&placed[i]->output, err)) {
            add_new_names(err, placed, i);
            return false;
        }
        if (placed[i] == &outputs->files[TARGET_UNFINISHED])
            output_abort(&placed[i]->output); /* some systems replace no file that is open */
    }
    if (!unchanged)
        output_facts_written(&outputs->files[TARGET_OUTPUT].output, &outputs->facts_of_output);
    else if ((!options->write_if_changed || has_changed_since(read, outputs->time)) &&
             !touch_kept(outputs, err))
        return false;
    if (outputs->files[TARGET_HEADER].output.is_open)
        outputs->facts_of_output = (struct file_facts){0};
    return true;
}

/* ---- Asked -------------------------------------------------------------------------------- */

bool outputs_have(const struct outputs *outputs, const char *path)
{
    struct error err;
    char *target = NULL;
    bool found = false;
    if (!output_find_target(path, &target, &err))
        return false;
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++) {
        const char *const own = outputs->files[i].output.target;
        found = found || (own != NULL && output_targets_are_one(target, own));
    }
    free(target);
    return found;
}

bool outputs_replace_any(const struct outputs *outputs)
{
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (outputs->files[i].exists)
            return true;
    return false;
}

static bool is_art(const uint8_t *bytes, size_t size)
{
    return image_begins(bytes, size) || document_is_json(bytes, size);
}

bool outputs_replace_art(const struct outputs *outputs)
{
    for (enum outputs_target i = 0; i < OUTPUTS_TARGETS; i++) {
        const struct outputs_file *const file = &outputs->files[i];
        const bool may_be_document = outputs_may_replace_input(outputs, i);
        if (file->exists &&
            (file->output.target == NULL ||
             reader_file_begins(file->output.target, may_be_document ? image_begins : is_art)))
            return true;
    }
    return false;
}

enum outputs_target outputs_replacing(const struct outputs *outputs, struct file_id file)
{
    enum outputs_target target = 0;
    while (target < OUTPUTS_TARGETS &&
           !(outputs->files[target].exists && file_id_equal(&file, &outputs->files[target].old)))
        target++;
    return target;
}

bool outputs_may_replace_input(const struct outputs *outputs, enum outputs_target target)
{
    const enum output_format format = output_options_format(outputs->options);
    const bool readable = format == FORMAT_HMK ||
                          (format == FORMAT_JSON && outputs->options->json_mask != JSON_MASK_NONE);
    return target == TARGET_OUTPUT && outputs->files[TARGET_OUTPUT].output.target != NULL &&
           readable;
}

/* Another name of the same file (a hard link) stays as it is. */
bool outputs_become(const struct outputs *outputs, const char *path)
{
    struct file_id file;
    struct error err;
    char *target = NULL;
    const bool become = outputs->is_input && file_id_of_input(path, &file) &&
                        outputs_replacing(outputs, file) == TARGET_OUTPUT &&
                        output_find_target(path, &target, &err) &&
                        output_targets_are_one(target, outputs->files[TARGET_OUTPUT].output.target);
    free(target);
    return become;
}

void outputs_add_folders(const struct outputs *outputs, struct file_ids *folders)
{
    struct file_id folder;
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++) {
        const char *const target = outputs->files[i].output.target;
        if (target != NULL && output_find_folder(target, &folder))
            file_ids_add(folders, folder);
    }
}

void outputs_close(struct outputs *outputs)
{
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        output_abort(&outputs->files[i].output);
    text_free(&outputs->header_path);
    text_free(&outputs->depfile_path);
}
