/*
 * outputs.c - the files that a command writes, opened and put in place together
 */
#include "formats/outputs.h"

#include "base/text.h"
#include "base/text_names.h"
#include "formats/c_write.h"
#include "formats/commit.h"
#include "formats/document.h"
#include "formats/pack.h"
#include "formats/written.h"
#include "picture/image.h"
#include "system/output_target.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

static bool open_one(struct outputs *outputs, struct output *output, const char *path, bool binary,
                     struct error *err)
{
    outputs->about = path;
    /* A picture is named by mistake, maybe by a shell that made two names of "-o *.png". */
    if (!outputs->options->force && text_is_picture_name(path) &&
        reader_file_begins(path, image_begins))
        return fail_usage(
            err, "is a picture that an output would write over; give the output another name");
    return output_open(output, path, binary, err);
}

/* Beside a device or a pipe there is no place for it. */
static bool open_depfile(struct outputs *outputs, struct error *err)
{
    const char *path = outputs->options->depfile_path;
    if (path == NULL && outputs->output.is_open && outputs->output.target == NULL)
        return fail_usage(err, "-MD needs a name for the depfile of what is no file; add -MF FILE");
    if (path == NULL) {
        output_options_name_depfile(outputs->options, &outputs->depfile_path);
        path = outputs->depfile_path.bytes;
    }
    if (outputs->depfile_path.failed)
        return fail_memory(err);
    return open_one(outputs, &outputs->depfile, path, false, err);
}

/* Only a regular file has a place for another beside it. */
static bool open_header(struct outputs *outputs, struct error *err)
{
    if (outputs->output.target == NULL)
        return fail_usage(err,
                          "C output is two files, a .c and a .h; name the .c file with -o FILE.c");
    c_header_name(&outputs->header_path, outputs->options->output);
    if (outputs->header_path.failed)
        return fail_memory(err);
    return open_one(outputs, &outputs->header, outputs->header_path.bytes, false, err);
}

static void list_outputs(const struct outputs *outputs, const struct output *all[OUTPUTS_TARGETS])
{
    all[TARGET_OUTPUT] = &outputs->output;
    all[TARGET_HEADER] = &outputs->header;
    all[TARGET_DEPFILE] = &outputs->depfile;
    all[TARGET_STAMP] = &outputs->stamp;
}

/* The files that are made or replaced; NULL for an output that is written in place, or not at all.
 */
static void list_targets(const struct outputs *outputs, const char *targets[OUTPUTS_TARGETS])
{
    const struct output *all[OUTPUTS_TARGETS];
    list_outputs(outputs, all);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        targets[i] = all[i]->target;
}

/* A descriptor may be of a file, too: one that a shell has opened. */
static bool find_replaced(const struct output *output, struct file_id *id)
{
    struct file_facts facts;
    if (output->target != NULL)
        return file_id_of_path(output->target, id);
    if (!output->is_open || !file_facts_of_open(output->fd, &facts))
        return false;
    *id = file_id_from(&facts);
    return facts.kind == FILE_REGULAR && facts.size > 0;
}

static void note_replaced(struct outputs *outputs)
{
    const struct output *all[OUTPUTS_TARGETS];
    list_outputs(outputs, all);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++) {
        outputs->replaced[i].exists = find_replaced(all[i], &outputs->replaced[i].id);
        if (!output_stamp_target(all[i], &outputs->replaced[i].stamp))
            outputs->replaced[i].stamp = (struct stamp){0};
    }
}

/* Another run may have made some since. */
static void note_made_meanwhile(struct outputs *outputs)
{
    const struct output *all[OUTPUTS_TARGETS];
    struct file_id ignored;
    list_outputs(outputs, all);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (all[i]->target != NULL && file_id_of_path(all[i]->target, &ignored))
            outputs->replaced[i].exists = true;
}

/* Several outputs in one folder that does not exist are one mistake. */
static void add_error(struct diagnostics *found, const char *path, const struct error *err)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->items[i].text, err->text) == 0)
            return;
    diagnostics_add_error(found, path, err);
}

/* All have nearly the same time. */
static const struct output *last_opened(const struct outputs *outputs)
{
    const struct output *all[OUTPUTS_TARGETS];
    const struct output *last = &outputs->output;
    list_outputs(outputs, all);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (all[i]->opened > last->opened)
            last = all[i];
    return last;
}

bool outputs_open(struct outputs *outputs, const struct output_options *options,
                  struct diagnostics *found)
{
    const enum output_format format = output_options_format(options);
    const size_t errors = found->errors;
    struct error err;
    outputs->options = options;
    if (!open_one(outputs, &outputs->output, options->output, format == FORMAT_HMK, &err) ||
        !output_options_check_ending(options, &err) ||
        (format == FORMAT_C && !open_header(outputs, &err)))
        add_error(found, outputs->about, &err);
    if (options->depfile && !open_depfile(outputs, &err))
        add_error(found, outputs->about, &err);
    if (options->stamp != NULL && !open_one(outputs, &outputs->stamp, options->stamp, false, &err))
        add_error(found, outputs->about, &err);
    note_replaced(outputs);
    output_await_later_time(last_opened(outputs));
    return found->errors == errors;
}

static const char *depfile_name(const struct outputs *outputs)
{
    const char *const given = outputs->options->depfile_path;
    return given != NULL ? given : outputs->depfile_path.bytes;
}

/* As the user knows them; NULL for one that is not wanted. */
static void list_names(const struct outputs *outputs, const char *names[OUTPUTS_TARGETS])
{
    names[TARGET_OUTPUT] = outputs->options->output;
    names[TARGET_HEADER] = outputs->header_path.bytes;
    names[TARGET_DEPFILE] = outputs->options->depfile ? depfile_name(outputs) : NULL;
    names[TARGET_STAMP] = outputs->options->stamp;
}

static const enum written_as written_as[OUTPUTS_TARGETS] = {WRITTEN_AS_BAKED, WRITTEN_AS_BAKED,
                                                            WRITTEN_AS_DEPFILE, WRITTEN_AS_AID};

void outputs_check_replaced(const struct outputs *outputs, struct diagnostics *diagnostics)
{
    const char *names[OUTPUTS_TARGETS];
    struct error err;
    list_names(outputs, names);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (!written_check(names[i], written_as[i], outputs->options->force, &err))
            diagnostics_add_error(diagnostics, names[i], &err);
}

/* Is the file that an output replaces another one than when the run began, or changed? */
static bool has_changed(const struct outputs *outputs, enum outputs_target target,
                        const struct output *output)
{
    const struct stamp *const before = &outputs->replaced[target].stamp;
    struct stamp now;
    return output->is_open && output_stamp_target(output, &now) &&
           (now.device != before->device || now.inode != before->inode ||
            now.size != before->size || now.modified != before->modified);
}

/* Somebody may have saved a file in the place of an output since the run began. */
static bool check_again(const void *user, const struct output *output, struct error *err)
{
    const struct outputs *const outputs = user;
    const struct output *all[OUTPUTS_TARGETS];
    const char *names[OUTPUTS_TARGETS];
    enum outputs_target target = TARGET_OUTPUT;
    list_outputs(outputs, all);
    list_names(outputs, names);
    while (all[target] != output)
        target++;
    if (!has_changed(outputs, target, output))
        return true;
    if (target == TARGET_OUTPUT && outputs->is_input)
        return fail(err, "has changed while it was read, and stays; run it again");
    return written_check(names[target], written_as[target], outputs->options->force, err);
}

static bool write_c(struct outputs *outputs, const struct model *model, struct sink *code,
                    struct error *err)
{
    struct sink header;
    sink_init(&header, output_write, &outputs->header);
    if (!c_write(model, outputs->options->output, code, &header, err))
        return false;
    if (sink_flush(&header, err))
        return true;
    outputs->about = outputs->header_path.bytes;
    return false;
}

static bool write_model(struct outputs *outputs, const struct model *model, struct error *err)
{
    const enum output_format format = output_options_format(outputs->options);
    struct sink sink;
    outputs->about = outputs->options->output;
    sink_init(&sink, output_write, &outputs->output);
    if (outputs->output.temporary != NULL)
        sink.amend = output_amend;
    if (format == FORMAT_C && !write_c(outputs, model, &sink, err))
        return false;
    if (format == FORMAT_JSON)
        document_write(model, outputs->options->json_mask, &sink);
    else if (format == FORMAT_HMK && !pack_write(model, outputs->jobs, &sink, err))
        return false;
    if (!sink_flush(&sink, err))
        return false;
    outputs->size = outputs->output.size;
    return true;
}

static bool write_depfile(struct outputs *outputs, struct depfile *read, struct error *err)
{
    const struct output_options *const options = outputs->options;
    struct text targets = {0}, text = {0};
    if (!outputs->depfile.is_open)
        return true;
    outputs->about = depfile_name(outputs);
    if (options->depfile_targets.length > 0)
        text_add_string(&targets, options->depfile_targets.bytes);
    else
        depfile_escape(&targets, options->output);
    bool ok = (!targets.failed || fail_memory(err)) &&
              depfile_write(read, targets.bytes, options->depfile_phony, &text, err);
    if (ok && !output_write(&outputs->depfile, text.bytes, text.length))
        ok = fail_errno(err, "write");
    text_free(&targets);
    text_free(&text);
    return ok;
}

/* With --write-if-changed: is the output as it would be made? The two files of C are left alone
 * together, and no stamp is of both. */
static bool is_left_alone(struct outputs *outputs)
{
    const struct output *const output = &outputs->output;
    struct stamp *const stamp = &outputs->stamp_of_output;
    if (!outputs->options->write_if_changed)
        return false;
    if (outputs->header.is_open)
        return output_is_unchanged(output) && output_is_unchanged(&outputs->header);
    /* The stamp counts only if it is the same before and after the comparison. */
    if (!outputs->keep && !(output_stamp_target(output, stamp) && output_is_unchanged(output)))
        return false;
    if (!output_has_stamp(output, stamp))
        *stamp = (struct stamp){0};
    return true;
}

/* Adds those of the outputs that a build may wait for that replace a file, or those that do not.
 * The stamp comes first: a run that is killed behind it has taken back one that another run has
 * made. */
static void add_targets(struct outputs *outputs, bool exist, bool with_output,
                        struct commit *commit)
{
    const struct output_options *const options = outputs->options;
    if (outputs->stamp.is_open && outputs->replaced[TARGET_STAMP].exists == exist)
        commit_add(commit, &outputs->stamp, options->stamp);
    if (with_output && outputs->header.is_open && outputs->replaced[TARGET_HEADER].exists == exist)
        commit_add(commit, &outputs->header, outputs->header_path.bytes);
    if (with_output && outputs->replaced[TARGET_OUTPUT].exists == exist)
        commit_add(commit, &outputs->output, options->output);
}

static void note_placed(struct outputs *outputs, bool made)
{
    const struct output *all[OUTPUTS_TARGETS];
    list_outputs(outputs, all);
    struct file_facts facts;
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++) {
        const bool stays = !made && (i == TARGET_OUTPUT || i == TARGET_HEADER);
        outputs->placed[i].is_file = all[i]->is_open && all[i]->target != NULL;
        outputs->placed[i].id = outputs->replaced[i].id;
        if (outputs->placed[i].is_file && !stays && file_facts_of_open(all[i]->fd, &facts))
            outputs->placed[i].id = file_id_from(&facts);
    }
}

/* Another run may have put the same outputs in place meanwhile, so that now some are of it and some
 * of this run. Such a mix is marked as unfinished, and builds make it again. It is enough that the
 * run whose file came last looks after that. */
static void mark_mixed_unfinished(const struct outputs *outputs)
{
    const char *names[OUTPUTS_TARGETS];
    size_t own = 0, foreign = 0;
    list_names(outputs, names);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++) {
        struct file_id now;
        if (!outputs->placed[i].is_file)
            continue;
        if (file_id_of_path(names[i], &now) && file_id_equal(&now, &outputs->placed[i].id))
            own++;
        else
            foreign++;
    }
    if (own == 0 || foreign == 0)
        return;
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (outputs->placed[i].is_file)
            output_mark_path_unfinished(names[i]);
}

bool outputs_write(struct outputs *outputs, const struct model *model, struct depfile *read,
                   struct error *err)
{
    outputs->keep = model == NULL;
    if (outputs->keep)
        outputs->size = outputs->stamp_of_output.size;
    return (outputs->keep || write_model(outputs, model, err)) && write_depfile(outputs, read, err);
}

bool outputs_commit(struct outputs *outputs, struct error *err)
{
    const struct output_options *const options = outputs->options;
    note_made_meanwhile(outputs);
    const bool sync = !options->no_sync && outputs_replace_any(outputs);
    outputs->left_alone = is_left_alone(outputs);
    const bool made = !outputs->left_alone && !outputs->keep;
    struct stamp *const stamp = &outputs->stamp_of_output;
    struct commit commit = {
        .of = &outputs->output, .open = &outputs->stamp, .check = check_again, .user = outputs};
    add_targets(outputs, true, made, &commit);
    if (outputs->depfile.is_open)
        commit_add(&commit, &outputs->depfile, depfile_name(outputs));
    add_targets(outputs, false, made, &commit);
    note_placed(outputs, made);
    bool ok = commit_place(&commit, sync, err);
    outputs->about = commit.about;
    if (ok && made && !outputs->header.is_open)
        output_stamp_written(&outputs->output, stamp);
    if (ok && !outputs->left_alone && outputs->keep) {
        const struct file_id known = stamp_file(stamp);
        outputs->about = options->output;
        ok = output_touch(&outputs->output, &known, stamp, err);
    }
    commit_end(&commit, ok, err);
    if (ok)
        mark_mixed_unfinished(outputs);
    return ok;
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

/* Ninja gives an output that is left alone (restat) the time of the newest input, as that is when
 * the run ends: it would not see that the input has changed meanwhile. So the output is new then,
 * as of when the run began. */
static bool touch_if_read_changed(struct outputs *outputs, const struct depfile *read,
                                  struct error *err)
{
    const struct output *const all[] = {&outputs->output, &outputs->header};
    const char *names[OUTPUTS_TARGETS];
    struct stamp ignored;
    if (!outputs->left_alone || !outputs->options->depfile ||
        !has_changed_since(read, outputs->output.opened))
        return true;
    list_names(outputs, names);
    for (enum outputs_target i = TARGET_OUTPUT; i <= TARGET_HEADER; i++) {
        outputs->about = names[i];
        if (all[i]->is_open && !output_touch(all[i], &outputs->placed[i].id, &ignored, err))
            return false;
    }
    return true;
}

bool outputs_finish(struct outputs *outputs, const struct depfile *read, struct error *err)
{
    bool ok = touch_if_read_changed(outputs, read, err);
    if (ok) {
        outputs->about = outputs->options->stamp;
        ok = output_mark_finished(&outputs->stamp, err);
    }
    mark_mixed_unfinished(outputs);
    if (!ok)
        error_add(err, "; the outputs are new and stay");
    return ok;
}

bool outputs_have(const struct outputs *outputs, const char *path)
{
    const char *targets[OUTPUTS_TARGETS];
    struct error err;
    char *target = NULL;
    bool found = false;
    if (!output_find_target(path, &target, &err))
        return false;
    list_targets(outputs, targets);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        found = found || (targets[i] != NULL && output_targets_are_one(target, targets[i]));
    free(target);
    return found;
}

bool outputs_replace_any(const struct outputs *outputs)
{
    bool any = false;
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        any = any || outputs->replaced[i].exists;
    return any;
}

static bool is_art(const uint8_t *bytes, size_t size)
{
    return image_begins(bytes, size) || document_is_json(bytes, size);
}

bool outputs_replace_art(const struct outputs *outputs)
{
    const char *targets[OUTPUTS_TARGETS];
    bool any = false;
    list_targets(outputs, targets);
    for (enum outputs_target i = 0; i < OUTPUTS_TARGETS; i++) {
        const bool may_be_document = outputs_may_replace_input(outputs, i);
        any = any || (outputs->replaced[i].exists &&
                      (targets[i] == NULL ||
                       reader_file_begins(targets[i], may_be_document ? image_begins : is_art)));
    }
    return any;
}

enum outputs_target outputs_replacing(const struct outputs *outputs, struct file_id file)
{
    enum outputs_target target = TARGET_OUTPUT;
    while (target < OUTPUTS_TARGETS && !(outputs->replaced[target].exists &&
                                         file_id_equal(&file, &outputs->replaced[target].id)))
        target++;
    return target;
}

bool outputs_may_replace_input(const struct outputs *outputs, enum outputs_target target)
{
    const enum output_format format = output_options_format(outputs->options);
    const bool readable = format == FORMAT_HMK ||
                          (format == FORMAT_JSON && outputs->options->json_mask != JSON_MASK_NONE);
    return target == TARGET_OUTPUT && outputs->output.target != NULL && readable;
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
                        output_targets_are_one(target, outputs->output.target);
    free(target);
    return become;
}

bool outputs_add_folders(const struct outputs *outputs, struct file_ids *folders)
{
    const char *targets[OUTPUTS_TARGETS];
    struct file_id folder;
    list_targets(outputs, targets);
    for (size_t i = 0; i < OUTPUTS_TARGETS; i++)
        if (targets[i] != NULL && output_find_folder(targets[i], &folder) &&
            !file_ids_add(folders, folder))
            return false;
    return true;
}

void outputs_close(struct outputs *outputs)
{
    output_abort(&outputs->output);
    output_abort(&outputs->header);
    output_abort(&outputs->depfile);
    output_abort(&outputs->stamp);
    text_free(&outputs->header_path);
    text_free(&outputs->depfile_path);
}
