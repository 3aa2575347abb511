/*
 * operands.c - operands of the command line become inputs
 *
 *     "-", a file -> an input
 *     a folder    -> a walk, and an input for each file that it finds
 */
#include "plan/operands.h"

#include "base/text_names.h"
#include "plan/naming.h"
#include "plan/walk.h"

#include <stdlib.h>
#include <string.h>

/* The destination of the files that are found, and the rules for them. */
struct gathering {
    struct inputs *inputs;
    const struct operand_rules *rules;
    struct diagnostics *diagnostics;
};

/* ---- Entries of a walk --------------------------------------------------------------------- */

static bool is_excluded(const void *user, const char *name)
{
    const struct gathering *const gathering = user;
    return inputs_is_excluded(&gathering->rules->inputs, name);
}

static bool take_folder(void *user, const char *path)
{
    const struct gathering *const gathering = user;
    return inputs_note(&gathering->inputs->folders, path, NULL);
}

static bool take_file(void *user, const char *path, const char *name, const struct stamp *stamp)
{
    const struct gathering *const gathering = user;
    return inputs_add(gathering->inputs, path, name, stamp, &gathering->rules->inputs);
}

static bool take_excluded(void *user, const char *path)
{
    const struct gathering *const gathering = user;
    return inputs_note_excluded(gathering->inputs, path);
}

static bool take_link(void *user, const char *path)
{
    const struct gathering *const gathering = user;
    return inputs_note_missing(gathering->inputs, path);
}

static void count_left_out(void *user, const char *name)
{
    const struct gathering *const gathering = user;
    kind_count(&gathering->inputs->left_out, name);
}

/* ---- Operands ----------------------------------------------------------------------------- */

static size_t count_taken(const struct gathering *gathering)
{
    return gathering->inputs->count + gathering->inputs->companion_count;
}

/* Names the kinds of art that the folder has instead, if any. */
static bool fail_no_picture(const struct gathering *gathering, const struct kind_counts *before,
                            struct error *err)
{
    struct kind_counts left_out = gathering->inputs->left_out;
    char kinds[KIND_COUNTS_MAX];
    for (size_t i = 0; i < KIND_ENDINGS; i++)
        left_out.of[i] -= before->of[i];
    if (gathering->rules->inputs.exclude_count > 0)
        return fail(err, "--exclude leaves no picture in this folder");
    if (kind_count_all(&left_out) > 0)
        return fail(err, "no picture in this folder, but %s; export them as PNG",
                    kind_counts_text(kinds, &left_out));
    return fail(err, "no picture in this folder; name an atlas or a document itself");
}

/* `name` is the name of the folder below the root. */
static bool add_folder(struct gathering *gathering, const char *path, const char *name,
                       struct error *err)
{
    const struct operand_rules *const rules = gathering->rules;
    const size_t taken = count_taken(gathering), errors = gathering->diagnostics->errors;
    const struct kind_counts before = gathering->inputs->left_out;
    const struct walk walk = {
        rules->inputs.stamped, rules->jobs, gathering->diagnostics, gathering, is_excluded,
        take_folder,           take_file,   take_excluded,          take_link, count_left_out};
    walk_folder(&walk, path, name);
    if (count_taken(gathering) == taken && gathering->diagnostics->errors == errors)
        return fail_no_picture(gathering, &before, err);
    return true;
}

static bool add_file(struct gathering *gathering, const char *path, const char *name,
                     const struct file_facts *facts, struct error *err)
{
    struct stamp stamp;
    struct inputs *const inputs = gathering->inputs;
    const size_t count = inputs->count;
    const bool stamped = stamp_from(facts, &stamp);
    const bool ok = is_excluded(gathering, name)
                        ? take_excluded(gathering, path)
                        : take_file(gathering, path, name, stamped ? &stamp : NULL);
    if (inputs->count > count)
        inputs->items[count].stream = !stamped;
    return ok || fail_memory(err);
}

static bool add_operand(struct gathering *gathering, const char *operand, struct error *err)
{
    const char *const root = gathering->rules->root;
    struct file_facts facts;
    char *below_root = NULL;
    if (strcmp(operand, "-") == 0) {
        if (!inputs_push(gathering->inputs, "-", "-", NULL))
            return fail_memory(err);
        gathering->inputs->items[gathering->inputs->count - 1].stream = true;
        return true;
    }
    if (!file_facts_of_path(operand, &facts))
        return fail_errno(err, "open");
    if (root != NULL && (below_root = root_name(root, operand, err)) == NULL)
        return false;
    const bool is_folder = facts.kind == FILE_FOLDER;
    const char *const own = is_folder ? "" : text_base_name(operand);
    const char *const name = below_root != NULL ? below_root : own;
    const bool ok = is_folder ? add_folder(gathering, operand, name, err)
                              : add_file(gathering, operand, name, &facts, err);
    free(below_root);
    return ok;
}

void operands_add(struct inputs *inputs, const char *operand, const struct operand_rules *rules,
                  struct diagnostics *diagnostics)
{
    struct gathering gathering = {inputs, rules, diagnostics};
    struct error err;
    if (!add_operand(&gathering, operand, &err))
        diagnostics_add_error(diagnostics, operand, &err);
}
