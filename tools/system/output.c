/*
 * output.c - outputs that are whole or not there
 */
#include "system/output.h"

#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/text.h"
#include "system/output_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Opening ---------------------------------------------------------------------------- */

/* Pipes and devices cannot be replaced. */
static bool open_in_place(struct output *output, int fd, struct error *err)
{
    output->fd = fd;
    return fd >= 0 || fail_errno(err, "open");
}

static bool open_path(struct output *output, const char *path, bool clear, struct error *err)
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
    if (!output_find_target(path, &output->target, err))
        return false;
    if (exists && !file_may_write(output->target))
        return fail_errno(err, "write");
    if (clear)
        temporary_clear_target(output->target);
    output->temporary = temporary_create(output->target, &output->fd, err);
    if (output->temporary == NULL)
        return false;
    output->opened = file_facts_of_open(output->fd, &created) ? created.modified : clock_now();
    return true;
}

/* With `clear`, what killed runs have left for the same target is removed. */
static bool open_output(struct output *output, const char *path, bool clear, struct error *err)
{
    *output = (struct output){.fd = -1};
    output->is_open = open_path(output, path, clear, err);
    if (!output->is_open) {
        free(output->target);
        *output = (struct output){.fd = -1};
    }
    return output->is_open;
}

bool output_open(struct output *output, const char *path, bool binary, struct error *err)
{
    if (!open_output(output, path, true, err))
        return false;
    if (binary && terminal_is(output->fd)) {
        output_abort(output);
        return fail_usage(err, "binary data is not written to a terminal; name a file to write");
    }
    return true;
}

void output_clear_leftovers(const char *path)
{
    struct error ignored;
    char *target = NULL;
    if (output_find_target(path, &target, &ignored))
        temporary_clear_target(target);
    free(target);
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

/* True if both files hold the same `size` bytes. An error counts as a difference. */
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

void output_await_later_time(const struct output *output)
{
    enum { MOST = 20000000, SECOND = 1000000000 };
    const uint64_t start = clock_elapsed();
    struct file_facts now;
    if (output->temporary == NULL || output->opened % SECOND == 0)
        return;
    while (file_touch(output->fd) && file_facts_of_open(output->fd, &now) &&
           now.modified == output->opened && clock_elapsed() - start < MOST)
        process_wait_a_moment();
}

void output_set_time(const struct output *output, int64_t time)
{
    if (output->temporary != NULL)
        (void)file_set_modified(output->fd, time);
}

bool output_is_unchanged(const struct output *output)
{
    struct file_facts old, written;
    const int fd = output->temporary != NULL ? file_open(output->target, FILE_READ) : -1;
    if (fd < 0)
        return false;
    const bool same = file_facts_of_open(fd, &old) && file_facts_of_open(output->fd, &written) &&
                      old.size == written.size && have_same_bytes(fd, output->fd, written.size);
    file_close(fd);
    return same;
}

/* ---- Closing ---------------------------------------------------------------------------- */

/* The facts of a file right after writing prove its bytes only if another write would give
 * another time: where times are finer than a millisecond, or about as fine as the kernel's tick. */
static void facts_written(int fd, struct file_facts *facts)
{
    enum { MILLISECOND = 1000000 };
    if (!regular_facts_of_open(fd, facts) ||
        (facts->modified % MILLISECOND == 0 && facts->changed % MILLISECOND == 0))
        *facts = (struct file_facts){0};
}

bool output_has_facts(const struct output *output, const struct file_facts *facts)
{
    struct file_facts now;
    return output->temporary != NULL && regular_facts_of_path(output->target, &now) &&
           file_facts_equal(&now, facts);
}

void output_facts_written(const struct output *output, struct file_facts *facts)
{
    *facts = (struct file_facts){0};
    if (output->temporary != NULL)
        facts_written(output->fd, facts);
}

bool output_touch(const struct output *output, const struct file_id *file, int64_t time,
                  struct file_facts *facts, struct error *err)
{
    const int fd = file_open(output->target, FILE_TOUCH);
    bool ok = fd >= 0 && regular_facts_of_open(fd, facts);
    const struct file_id found = file_id_from(facts);
    if (ok && file_id_equal(&found, file)) {
        ok = file_set_modified(fd, time);
        facts_written(fd, facts);
    } else {
        *facts = (struct file_facts){0};
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
    return output->temporary == NULL || temporary_replace(output->temporary, output->target, err);
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
        temporary_end(output->temporary);
    file_close(output->fd);
    free(output->target);
    *output = (struct output){.fd = -1};
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

/* ---- Many files ---------------------------------------------------------------------------- */

static bool make_folder(const char *path, struct error *err)
{
    struct file_facts facts;
    if (folder_make(path) ||
        (errno == EEXIST && file_facts_of_path(path, &facts) && facts.kind == FILE_FOLDER))
        return true;
    char shown[256];
    error_set_errno(err, "make its folder");
    error_add(err, " ('%s')", text_quote(shown, sizeof shown, path));
    return false;
}

/* Makes the folders of a file below `top` that are missing, and `top` itself. */
static bool make_folders(const char *top, const char *path, struct error *err)
{
    char folder[FILE_PATH_MAX];
    for (const char *slash = path + strlen(top); slash != NULL; slash = strchr(slash + 1, '/')) {
        const size_t length = (size_t)(slash - path);
        memcpy(folder, path, length);
        folder[length] = 0;
        if (!make_folder(folder, err))
            return false;
    }
    return true;
}

static bool has_bytes(const char *path, const struct saved *file)
{
    struct file_facts facts;
    char bytes[16384];
    bool same =
        file_facts_of_path(path, &facts) && facts.kind == FILE_REGULAR && facts.size == file->size;
    const int fd = same ? file_open(path, FILE_READ) : -1;
    for (size_t at = 0; same && at < file->size; at += sizeof bytes) {
        const size_t part = file->size - at < sizeof bytes ? file->size - at : sizeof bytes;
        same = fd >= 0 && file_read_at(fd, at, bytes, part) &&
               memcmp(bytes, file->bytes + at, part) == 0;
    }
    if (fd >= 0)
        file_close(fd);
    return same;
}

/* Makes a file in its place. A run that is interrupted or fails removes it; what a killed run has
 * left is another file than is wanted, and the next run replaces it. A temporary for each of many
 * files would take twice as long. */
static bool open_new(struct output *output, const char *path, struct error *err)
{
    *output = (struct output){.fd = -1};
    output->temporary = temporary_create_in_place(path, &output->fd, err);
    output->is_open = output->temporary != NULL;
    return output->is_open;
}

static bool save_one(const struct saved *file, struct error *err)
{
    struct output output;
    struct file_facts facts;
    const bool is_new =
        path_is_forbidden(file->path) == NULL && !file_facts_of_link(file->path, &facts);
    if (!is_new && has_bytes(file->path, file))
        return true;
    if (!(is_new ? open_new(&output, file->path, err)
                 : open_output(&output, file->path, false, err)))
        return false;
    bool ok = output_write(&output, file->bytes, file->size) || fail_errno(err, "write");
    ok = ok && output_arrive(&output, false, err) && (is_new || output_replace(&output, err));
    if (ok && is_new)
        temporary_keep(output.temporary);
    output_abort(&output);
    return ok;
}

bool save_files(const char *top, const struct saved *files, size_t count, const char **about,
                struct error *err)
{
    char folder[FILE_PATH_MAX], before[FILE_PATH_MAX] = "";
    for (size_t i = 0; i < count; i++) {
        *about = files[i].path;
        if (strlen(files[i].path) >= sizeof folder) {
            errno = ENAMETOOLONG;
            return fail_errno(err, "open");
        }
        text_folder_name(folder, files[i].path);
        if (strcmp(folder, before) != 0) {
            if (!make_folders(top, files[i].path, err))
                return false;
            temporary_clear_folder(folder);
            strcpy(before, folder);
        }
        if (!save_one(&files[i], err))
            return false;
    }
    return true;
}
