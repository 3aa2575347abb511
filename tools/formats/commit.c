/*
 * commit.c - several outputs put in place together: all of them, or none
 */
#include "formats/commit.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

void commit_add(struct commit *commit, struct output *output, const char *name)
{
    commit->items[commit->count].output = output;
    commit->items[commit->count++].name = name;
}

/* After this only renames can fail. */
static bool prepare(struct commit *commit, bool sync, struct error *err)
{
    const bool several = commit->count > 1;
    for (size_t i = 0; i < commit->count; i++) {
        struct output *const output = commit->items[i].output;
        const bool later = several || output == commit->open;
        commit->about = commit->items[i].name;
        if (later)
            output_mark_unfinished(output);
        if (!output_arrive(output, sync, err) ||
            (several && !output_keep_before(output, &commit->items[i].before, err)) ||
            (!later && !output_mark_finished(output, err)))
            return false;
    }
    return true;
}

static bool replace(struct commit *commit, struct error *err)
{
    for (size_t i = 0; i < commit->count; i++) {
        struct output *const output = commit->items[i].output;
        commit->about = commit->items[i].name;
        if (!commit->check(commit->user, output, err) || !output_replace(output, err))
            return false;
        commit->items[i].in_place = true;
    }
    return true;
}

bool commit_place(struct commit *commit, bool sync, struct error *err)
{
    if (!prepare(commit, sync, err))
        return false;
    const int lock = output_lock_folder(commit->of);
    const bool replaced = replace(commit, err);
    output_unlock_folder(lock);
    if (!replaced)
        return false;
    for (size_t i = 0; sync && i < commit->count; i++)
        if (i == 0 || !output_same_folder(commit->items[i].output, commit->items[i - 1].output))
            output_sync_folder(commit->items[i].output);
    for (size_t i = 0; commit->count > 1 && i < commit->count; i++) {
        const struct output *const output = commit->items[i].output;
        commit->about = commit->items[i].name;
        if (output != commit->open && !output_mark_finished(output, err))
            return false;
    }
    return true;
}

static void add_new_name(struct error *err, bool first, const char *name)
{
    char shown[160];
    error_add(err, "%s '%s'", first ? "; these files are new and stay:" : ",",
              text_quote(shown, sizeof shown, name));
}

void commit_end(struct commit *commit, bool ok, struct error *err)
{
    bool first = true;
    for (size_t i = commit->count; i-- > 0;) {
        const bool in_place = commit->items[i].in_place && commit->items[i].output->target != NULL;
        const bool undone = output_end_before(&commit->items[i].before, ok || !in_place);
        if (!ok && in_place && !undone) {
            add_new_name(err, first, commit->items[i].name);
            first = false;
        }
        if (commit->items[i].output != commit->open)
            output_abort(commit->items[i].output);
    }
}
