/*
 * output.c - output files that are whole or not there
 */
#include "system/output.h"

#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/text.h"
#include "base/text_names.h"
#include "system/output_target.h"
#include "system/temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void output_clear_leftovers(const char *path)
{
    struct error ignored;
    char *target = NULL;
    if (output_find_target(path, &target, &ignored))
        temporary_clear_leftovers(target);
    free(target);
}

/* ---- Opening ---------------------------------------------------------------------------- */

/* Pipes and devices cannot be replaced. */
static bool open_in_place(struct output *output, int fd, struct error *err)
{
    output->fd = fd;
    return fd >= 0 || fail_errno(err, "open");
}

static bool open_path(struct output *output, const char *path, struct error *err)
{
    const int named = output_find_descriptor(path);
    const char *const forbidden = path_is_forbidden(path);
    struct file_facts old, created;
    if (named >= 0)
        return open_in_place(output, file_duplicate(named), err);
    if (*path == '\0')
        return fail(err, "an empty name cannot be opened");
    const bool exists = file_facts_of_path(path, &old);
    if (forbidden != NULL)
        return fail(err, "the name %s; choose another", forbidden);
    if ((exists && old.kind == FILE_FOLDER) || *text_base_name(path) == '\0')
        return fail(err, "is a folder");
    if (exists && old.kind == FILE_DISK)
        return fail(err, "is a disk; write to a file");
    if (exists && old.kind != FILE_REGULAR)
        return open_in_place(output, file_open(path, FILE_WRITE), err);
    if (!output_find_target(path, &output->target, err) || output->target == NULL)
        return false;
    if (exists && !file_may_write(output->target))
        return fail_errno(err, "write");
    output->temporary = temporary_create(output->target, &output->fd, err);
    if (output->temporary == NULL)
        return false;
    output->opened = file_facts_of_open(output->fd, &created) ? created.modified : clock_now();
    return true;
}

bool output_open(struct output *output, const char *path, bool binary, struct error *err)
{
    *output = (struct output){.fd = -1};
    output->is_open = open_path(output, path, err);
    if (!output->is_open) {
        free(output->target);
        *output = (struct output){.fd = -1};
        return false;
    }
    if (binary && terminal_is(output->fd)) {
        output_abort(output);
        return fail_usage(err, "binary data is not written to a terminal; name a file to write");
    }
    return true;
}

/* ---- Writing ---------------------------------------------------------------------------- */

bool output_write(void *user, const void *bytes, size_t size)
{
    struct output *const output = user;
    output->size += size;
    return file_write(output->fd, bytes, size);
}

bool output_amend(void *user, uint64_t at, const void *bytes, size_t size)
{
    return file_write_at(((const struct output *)user)->fd, at, bytes, size);
}

/* Do both files hold the same `size` bytes? An error counts as a difference. */
static bool have_same_bytes(int a, int b, uint64_t size)
{
    char bytes_a[16384], bytes_b[sizeof bytes_a];
    for (uint64_t at = 0; at < size; at += sizeof bytes_a) {
        const size_t part = size - at < sizeof bytes_a ? (size_t)(size - at) : sizeof bytes_a;
        if (!file_read_at(a, at, bytes_a, part) || !file_read_at(b, at, bytes_b, part) ||
            memcmp(bytes_a, bytes_b, part) != 0)
            return false;
    }
    return true;
}

/* FAT has no time before 1980; no file that is in use is as old as this. */
#define SECOND ((int64_t)1000000000)
static const int64_t long_ago = SECOND, long_ago_most = 315705600 * SECOND;

void output_mark_unfinished(struct output *output)
{
    output->is_unfinished = output->temporary != NULL && file_set_modified(output->fd, long_ago);
}

void output_await_later_time(const struct output *output)
{
    enum { MOST = 20000000 };
    const uint64_t start = clock_elapsed();
    struct file_facts now;
    if (output->temporary == NULL || output->opened % SECOND == 0)
        return;
    while (file_touch(output->fd) && file_facts_of_open(output->fd, &now) &&
           now.modified == output->opened && clock_elapsed() - start < MOST)
        process_wait_a_moment();
}

bool output_mark_finished(const struct output *output, struct error *err)
{
    return output->temporary == NULL || file_set_modified(output->fd, output->opened) ||
           !output->is_unfinished || fail_errno(err, "set the time");
}

void output_mark_path_unfinished(const char *path)
{
    const int fd = file_open(path, FILE_TOUCH);
    if (fd < 0)
        return;
    (void)file_set_modified(fd, long_ago);
    file_close(fd);
}

bool output_is_unchanged(const struct output *output)
{
    struct file_facts old, written;
    const int fd = output->temporary != NULL ? file_open(output->target, FILE_READ) : -1;
    if (fd < 0)
        return false;
    const bool same = file_facts_of_open(fd, &old) && file_facts_of_open(output->fd, &written) &&
                      old.size == written.size && old.modified > long_ago_most &&
                      have_same_bytes(fd, output->fd, written.size);
    file_close(fd);
    return same;
}

/* ---- Closing ---------------------------------------------------------------------------- */

/* The stamp of a file right after writing proves its bytes only if another write would give
 * another time: where times are finer than a millisecond, or about as fine as the kernel's tick. */
static void stamp_written(int fd, struct stamp *stamp)
{
    enum { MILLISECOND = 1000000 };
    if (!stamp_of_file(fd, stamp) ||
        (stamp->modified % MILLISECOND == 0 && stamp->changed % MILLISECOND == 0))
        *stamp = (struct stamp){0};
}

bool output_stamp_target(const struct output *output, struct stamp *stamp)
{
    return output->target != NULL && stamp_of_path(output->target, stamp);
}

bool output_has_stamp(const struct output *output, const struct stamp *stamp)
{
    struct stamp now;
    return output->temporary != NULL && stamp_of_path(output->target, &now) &&
           stamp_equal(&now, stamp);
}

void output_stamp_written(const struct output *output, struct stamp *stamp)
{
    *stamp = (struct stamp){0};
    if (output->temporary != NULL)
        stamp_written(output->fd, stamp);
}

bool output_touch(const struct output *output, const struct file_id *file, struct stamp *stamp,
                  struct error *err)
{
    const int fd = file_open(output->target, FILE_TOUCH);
    bool ok = fd >= 0 && stamp_of_file(fd, stamp);
    const struct file_id found = stamp_file(stamp);
    if (ok && file_id_equal(&found, file)) {
        ok = file_set_modified(fd, output->opened);
        stamp_written(fd, stamp);
    } else {
        *stamp = (struct stamp){0};
    }
    if (!ok)
        fail_errno(err, "set the time");
    if (fd >= 0)
        file_close(fd);
    return ok;
}

bool output_arrive(const struct output *output, bool sync, struct error *err)
{
    const bool ok = file_writes_arrived(output->fd) && (!sync || output->temporary == NULL ||
                                                        output->size == 0 || file_sync(output->fd));
    return ok || fail_errno(err, "write");
}

bool output_replace(const struct output *output, struct error *err)
{
    return output->temporary == NULL || temporary_replace(output->temporary, output->target) ||
           fail_errno(err, "replace the file");
}

bool output_same_folder(const struct output *a, const struct output *b)
{
    char first[FILE_PATH_MAX], second[FILE_PATH_MAX];
    if (a->target == NULL || b->target == NULL)
        return false;
    text_folder_name(first, a->target);
    text_folder_name(second, b->target);
    return strcmp(first, second) == 0;
}

int output_lock_folder(const struct output *output)
{
    char name[FILE_PATH_MAX];
    if (output->target == NULL)
        return -1;
    text_folder_name(name, output->target);
    return folder_lock(name);
}

void output_unlock_folder(int lock)
{
    if (lock >= 0)
        file_close(lock);
}

void output_sync_folder(const struct output *output)
{
    char name[FILE_PATH_MAX];
    if (output->target == NULL)
        return;
    text_folder_name(name, output->target);
    file_sync_folder(name);
}

bool output_commit(struct output *output, struct error *err)
{
    const bool ok = output_arrive(output, false, err) && output_replace(output, err);
    output_abort(output);
    return ok;
}

void output_abort(struct output *output)
{
    if (!output->is_open)
        return;
    if (output->temporary != NULL)
        temporary_remove(output->temporary);
    file_close(output->fd);
    free(output->target);
    *output = (struct output){.fd = -1};
}

/* ---- All or none ------------------------------------------------------------------------- */

bool output_keep_before(const struct output *output, struct output_before *before,
                        struct error *err)
{
    *before = (struct output_before){0};
    if (output->temporary == NULL)
        return true;
    if (!temporary_link(output->target, &before->temporary, err))
        return false;
    if (before->temporary == NULL && errno != ENOENT)
        return true;
    before->target = text_copy(output->target);
    if (before->target != NULL)
        return true;
    (void)output_end_before(before, true);
    return fail_memory(err);
}

bool output_end_before(struct output_before *before, bool ok)
{
    bool undone = before->target != NULL;
    if (before->temporary != NULL && !ok)
        undone = temporary_put_back(before->temporary, before->target);
    else if (before->temporary != NULL)
        temporary_remove(before->temporary);
    else if (before->target != NULL && !ok)
        undone = file_remove(before->target);
    free(before->target);
    *before = (struct output_before){0};
    return undone;
}

/* ---- Files at once ------------------------------------------------------------------------ */

bool save_file(const char *path, bool binary,
               bool (*write)(void *user, struct sink *sink, struct error *err), void *user,
               struct error *err)
{
    struct output output = {0};
    struct sink sink;
    if (!output_open(&output, path, binary, err))
        return false;
    sink_init(&sink, output_write, &output);
    const bool ok =
        write(user, &sink, err) && sink_flush(&sink, err) && output_commit(&output, err);
    output_abort(&output);
    return ok;
}
