/*
 * output.c - output files that are whole or not there
 */
#include "system/output.h"

#include "base/text.h"
#include "base/text_names.h"
#include "system/output_target.h"
#include "system/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Gives a new file the mode of the file that it replaces. Another owner would hand over rights of
 * its own by the set-user-ID and set-group-ID bits. */
static void take_mode(int fd, const struct stat *old)
{
    struct stat new;
    const bool same = fstat(fd, &new) == 0 && new.st_uid == old->st_uid &&new.st_gid == old->st_gid;
    (void)fchmod(fd, old->st_mode & (same ? 07777 : 01777));
}

static bool open_path(struct output *output, const char *path, struct error *err)
{
    const int named = output_find_descriptor(path);
    struct stat old;
    if (named >= 0)
        return open_in_place(output, dup(named), err);
    if (*path == '\0')
        return fail(err, "an empty name cannot be opened");
    const bool exists = stat(path, &old) == 0;
    if ((exists && S_ISDIR(old.st_mode)) || *text_base_name(path) == '\0')
        return fail(err, "is a folder");
    if (exists && !S_ISREG(old.st_mode))
        return open_in_place(output, open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), err);
    if (!output_find_target(path, &output->target, err) || output->target == NULL)
        return false;
    if (exists && access(output->target, W_OK) != 0)
        return fail_errno(err, "write");
    output->temporary =
        temporary_create(output->target, exists ? old.st_mode & 0777 : 0666, &output->fd, err);
    if (output->temporary == NULL)
        return false;
    if (exists)
        take_mode(output->fd, &old);
    struct stat created;
    if (fstat(output->fd, &created) == 0)
        output->opened = created.st_mtim;
    else
        output->opened.tv_nsec = UTIME_NOW;
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
    if (binary && isatty(output->fd)) {
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
static bool have_same_bytes(int a, int b, off_t size)
{
    char bytes_a[16384], bytes_b[sizeof bytes_a];
    for (off_t at = 0; at < size;) {
        const ssize_t got_a = pread(a, bytes_a, sizeof bytes_a, at);
        const ssize_t got_b = pread(b, bytes_b, sizeof bytes_b, at);
        if (got_a <= 0 || got_a != got_b || memcmp(bytes_a, bytes_b, (size_t)got_a) != 0)
            return false;
        at += got_a;
    }
    return true;
}

/* FAT has no time before 1980; no file that is in use is as old as this. */
enum { LONG_AGO = 1, LONG_AGO_MOST = 315705600 };

void output_mark_unfinished(struct output *output)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = LONG_AGO}};
    output->is_unfinished = output->temporary != NULL && futimens(output->fd, times) == 0;
}

bool output_mark_finished(const struct output *output, struct error *err)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, output->opened};
    return output->temporary == NULL || futimens(output->fd, times) == 0 ||
           !output->is_unfinished || fail_errno(err, "set the time");
}

bool output_is_unchanged(const struct output *output)
{
    struct stat old, written;
    const int fd = output->temporary != NULL ? open(output->target, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return false;
    const bool same = fstat(fd, &old) == 0 && fstat(output->fd, &written) == 0 &&
                      old.st_size == written.st_size && old.st_mtim.tv_sec > LONG_AGO_MOST &&
                      have_same_bytes(fd, output->fd, written.st_size);
    close(fd);
    return same;
}

/* ---- Closing ---------------------------------------------------------------------------- */

/* Some file systems report a failed write only when a descriptor is closed; but closing the
 * last one gives the lock up while the temporary still has to be renamed. Closing a copy
 * asks without that. */
static bool writes_arrived(int fd)
{
    const int copy = dup(fd);
    return copy >= 0 && (close(copy) == 0 || errno == EINTR);
}

/* Is that error of fsync about the bytes, and not about what the file system can do? */
static bool is_lost(int number)
{
    return number == EIO || number == ENOSPC || number == EDQUOT;
}

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

bool output_touch(const struct output *output, struct stamp *stamp, struct error *err)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, output->opened};
    const int fd = open(output->target, O_RDONLY | O_CLOEXEC);
    const bool ok = fd >= 0 && futimens(fd, times) == 0;
    if (!ok)
        fail_errno(err, "set the time");
    else
        stamp_written(fd, stamp);
    if (fd >= 0)
        close(fd);
    return ok;
}

bool output_arrive(const struct output *output, bool sync, struct error *err)
{
    /* Some file systems cannot sync, and say so. */
    const bool ok =
        writes_arrived(output->fd) && (!sync || output->temporary == NULL || output->size == 0 ||
                                       fsync(output->fd) == 0 || !is_lost(errno));
    return ok || fail_errno(err, "write");
}

bool output_replace(const struct output *output, struct error *err)
{
    return output->temporary == NULL || temporary_replace(output->temporary, output->target) ||
           fail_errno(err, "replace the file");
}

bool output_same_folder(const struct output *a, const struct output *b)
{
    char first[PATH_MAX], second[PATH_MAX];
    if (a->target == NULL || b->target == NULL)
        return false;
    text_folder_name(first, a->target);
    text_folder_name(second, b->target);
    return strcmp(first, second) == 0;
}

void output_sync_folder(const struct output *output)
{
    char name[PATH_MAX];
    if (output->target == NULL)
        return;
    text_folder_name(name, output->target);
    const int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
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
    close(output->fd);
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
        undone = unlink(before->target) == 0;
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

/* More at once is an error on some systems. */
enum { PIECE_MAX = 1 << 30 };

bool file_write(int fd, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t written = write(fd, next, size < PIECE_MAX ? size : PIECE_MAX);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        next += written;
        size -= (size_t)written;
    }
    return true;
}

bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t written =
            pwrite(fd, next, size < PIECE_MAX ? size : PIECE_MAX, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        next += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}
