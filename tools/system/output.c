/*
 * output.c - outputs that are whole or not there, their temporaries, and what their names mean
 *
 * A temporary lies beside the file whose place it will take, its target, and is called
 * .NAME.PID-TIME-N.hitmask-tmp. It is locked while its run lives, so that other runs can tell it
 * from the leftover of a killed run. A signal that ends this run removes its temporaries first.
 */
#include "system/output.h"

#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX ".hitmask-tmp"

enum {
    OPEN_MAX_AT_ONCE = 16,
    ATTEMPTS_MAX = 100,
    NUMBERS_MAX = 24, /* bytes of "PID-TIME-N" */
};

/* ---- Slots and signals -------------------------------------------------------------------- */

/* In fixed memory, so that a signal handler may read it at any time. `exists` is set only while the
 * file at `path` is ours, and `path` does not change. */
struct temporary {
    _Atomic bool taken;
    _Atomic bool exists;
    char path[FILE_PATH_MAX];
};

static struct temporary temporaries[OPEN_MAX_AT_ONCE];

static struct temporary *take_slot(struct error *err)
{
    for (size_t i = 0; i < OPEN_MAX_AT_ONCE; i++)
        if (!atomic_exchange(&temporaries[i].taken, true))
            return &temporaries[i];
    fail(err, "too many outputs at once");
    return NULL;
}

static void release_slot(struct temporary *temporary)
{
    atomic_store(&temporary->exists, false);
    atomic_store(&temporary->taken, false);
}

static _Atomic int making;  /* temporaries that are being made */
static _Atomic bool ending; /* no more may be made */

static void remove_temporaries(void)
{
    atomic_store(&ending, true);
    while (atomic_load(&making) > 0)
        process_wait_a_moment();
    for (size_t i = 0; i < OPEN_MAX_AT_ONCE; i++)
        if (atomic_load(&temporaries[i].exists))
            file_remove(temporaries[i].path);
}

/* A temporary that is made but not yet marked as existing would be removed by nobody. So a thread
 * that makes one gets no signal, a handler waits for such threads, and after that no thread begins
 * to make one. */
static void begin_making(void)
{
    process_hold_signals();
    atomic_fetch_add(&making, 1);
    if (!atomic_load(&ending))
        return;
    atomic_fetch_sub(&making, 1);
    process_wait_for_end();
}

static void end_making(struct temporary *temporary, bool made)
{
    atomic_store(&temporary->exists, made);
    atomic_fetch_sub(&making, 1);
    process_release_signals();
}

void temporary_install_signals(void)
{
    process_clear_up_by(remove_temporaries);
}

/* ---- Names -------------------------------------------------------------------------------- */

/* The folder of a target's temporaries, and the beginning of their names. */
struct place {
    char folder[FILE_PATH_MAX];
    char prefix[FILE_NAME_MAX]; /* ".NAME.", cut so that the whole name fits */
};

static struct place place_of(const char *target)
{
    const size_t spare = NUMBERS_MAX + sizeof SUFFIX + 2;
    const char *const base = text_base_name(target);
    struct place place;
    text_folder_name(place.folder, target);
    const size_t most = file_name_most(place.folder);
    const size_t limit = most > spare ? most - spare : 0;
    size_t length = strlen(base);
    if (length > limit) {
        length = limit;
        while (length > 0 && ((unsigned char)base[length] & 0xc0) == 0x80)
            length--;
    }
    snprintf(place.prefix, sizeof place.prefix, ".%.*s.", (int)length, base);
    return place;
}

/* Sets the path to that of a temporary of this run, at the try `number`. Runs in different
 * containers may have one PID, so the time is a part of the name. */
static bool set_path(struct temporary *temporary, const struct place *place, int number)
{
    const int length = snprintf(temporary->path, sizeof temporary->path,
                                "%s/%s%" PRIu64 "-%09d-%d%s", place->folder, place->prefix,
                                process_id(), (int)(clock_now() % 1000000000), number, SUFFIX);
    if (length >= 0 && (size_t)length < sizeof temporary->path)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* ---- Leftovers ---------------------------------------------------------------------------- */

static bool is_temporary_name(const char *name, const char *prefix)
{
    const size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0)
        return false;
    const size_t numbers = strspn(name + length, "0123456789-");
    return numbers > 0 && strcmp(name + length + numbers, SUFFIX) == 0;
}

static bool is_any_temporary_name(const char *name)
{
    const size_t length = strlen(name), end = sizeof SUFFIX - 1;
    return *name == '.' && length > end && strcmp(name + length - end, SUFFIX) == 0;
}

static bool is_same_file(int fd, const char *path)
{
    struct file_facts a, b;
    return file_facts_of_open(fd, &a) && file_facts_of_link(path, &b) && a.device == b.device &&
           a.inode == b.inode;
}

/* Removes a temporary unless its run is alive and holds the lock. */
static void clear_leftover(const char *path)
{
    const int fd = file_open(path, FILE_READ_NO_LINK);
    struct file_facts facts;
    if (fd < 0)
        return;
    if (file_facts_of_open(fd, &facts) && facts.kind == FILE_REGULAR && file_lock(fd) &&
        is_same_file(fd, path))
        file_remove(path);
    file_close(fd);
}

/* Removes what killed runs have left in the folder. Without a prefix, of all files there. */
static void clear_folder(const char *name, const char *prefix)
{
    struct listing *const folder = listing_open(name);
    struct listed entry;
    if (folder == NULL)
        return;
    while (listing_next(folder, &entry)) {
        char path[FILE_PATH_MAX];
        if (prefix != NULL ? !is_temporary_name(entry.name, prefix)
                           : !is_any_temporary_name(entry.name))
            continue;
        const int length = snprintf(path, sizeof path, "%s/%s", name, entry.name);
        if (length > 0 && (size_t)length < sizeof path)
            clear_leftover(path);
    }
    listing_close(folder);
}

static void clear_leftovers(const char *target)
{
    const struct place place = place_of(target);
    clear_folder(place.folder, place.prefix);
}

/* ---- Temporaries -------------------------------------------------------------------------- */

/* Locks a new temporary. False when another run took it for a leftover before that, with EEXIST, or
 * when nobody can tell. Where there are no locks, no run can take it for a leftover. */
static bool lock_temporary(int fd, const char *path)
{
    const bool locked = file_lock(fd) || errno != EWOULDBLOCK;
    errno = EEXIST;
    if (locked && is_same_file(fd, path))
        return true;
    errno = errno == ENOENT ? EEXIST : errno;
    return false;
}

/* Makes a new file with the rights of the target, open for reading and writing as `*fd`. NULL when
 * it fails. */
static struct temporary *create_temporary(const char *target, int *fd, struct error *err)
{
    struct temporary *const temporary = take_slot(err);
    if (temporary == NULL)
        return NULL;
    const struct place place = place_of(target);
    for (int i = 0; i < ATTEMPTS_MAX && set_path(temporary, &place, i); i++) {
        begin_making();
        *fd = file_create(temporary->path, target);
        end_making(temporary, *fd >= 0);
        if (*fd < 0 && errno != EEXIST)
            break;
        if (*fd < 0)
            continue;
        if (lock_temporary(*fd, temporary->path))
            return temporary;
        const int reason = errno;
        file_remove(temporary->path);
        atomic_store(&temporary->exists, false);
        file_close(*fd);
        errno = reason;
        if (reason != EEXIST)
            break;
    }
    if (errno == EINVAL)
        fail(err, "the file system does not allow this name; choose one without any of \"*:<>?|\\");
    else
        fail_errno(err, "create a file beside it");
    release_slot(temporary);
    return NULL;
}

/* ---- Names of outputs ----------------------------------------------------------------------- */

/* Opening these by their paths would begin a redirected file again from its start. */
int output_find_descriptor(const char *path)
{
    static const struct {
        const char *path;
        int fd;
    } names[] = {{"-", STREAM_OUT}, {"/dev/stdout", STREAM_OUT}, {"/dev/stderr", STREAM_ERROR}};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(path, names[i].path) == 0)
            return names[i].fd;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        uint64_t number;
        if (strncmp(path, folders[i], length) == 0 &&
            text_to_number(path + length, 0, INT_MAX, &number))
            return (int)number;
    }
    return -1;
}

/* ---- Targets ------------------------------------------------------------------------------ */

/* If `path` is a link, makes it the path that the link holds. */
static bool follow_link(char path[FILE_PATH_MAX])
{
    char held[FILE_PATH_MAX];
    if (!path_read_link(path, held, sizeof held))
        return false;
    const size_t kept = path_is_absolute(held) ? 0 : (size_t)(text_base_name(path) - path);
    if (strlen(held) >= FILE_PATH_MAX - kept)
        return false;
    strcpy(path + kept, held);
    return true;
}

static bool fail_open(int number, struct error *err)
{
    errno = number;
    return fail_errno(err, "open");
}

/* The full path of a file that does not exist yet. */
static bool resolve_new(const char *path, char **target, struct error *err)
{
    char folder[FILE_PATH_MAX + 1], shown[256];
    struct file_facts facts;
    text_folder_name(folder, path);
    text_quote(shown, sizeof shown, folder);
    char *const full = path_real(folder);
    if (full == NULL && errno == ENOENT)
        return fail(err, "the folder '%s' does not exist", shown);
    if (full == NULL && errno != ENOTDIR)
        return fail_errno(err, "open its folder");
    if (full != NULL && !file_facts_of_path(full, &facts)) {
        fail_errno(err, "open its folder");
        free(full);
        return false;
    }
    const bool is_folder = full != NULL && facts.kind == FILE_FOLDER;
    const bool ends = is_folder && full[strlen(full) - 1] == '/'; /* a root */
    *target = is_folder ? text_format("%s%s%s", full, ends ? "" : "/", text_base_name(path)) : NULL;
    free(full);
    if (!is_folder)
        return fail(err, "'%s' is not a folder", shown);
    if (strlen(*target) < FILE_PATH_MAX)
        return true;
    free(*target);
    *target = NULL;
    return fail_open(ENAMETOOLONG, err);
}

/* The last link may point to a file that does not exist yet. */
bool output_find_target(const char *path, char **target, struct error *err)
{
    enum { LINKS_MAX = 40 };
    char at[FILE_PATH_MAX];
    if (strlen(path) >= sizeof at)
        return fail_open(ENAMETOOLONG, err);
    strcpy(at, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        *target = path_real(at);
        if (*target != NULL)
            return true;
        if (errno != ENOENT && errno != ENOTDIR)
            return fail_errno(err, "open");
        if (!follow_link(at))
            return resolve_new(at, target, err);
    }
    return fail_open(ELOOP, err);
}

bool output_find_folder(const char *target, struct file_id *folder)
{
    char name[FILE_PATH_MAX];
    text_folder_name(name, target);
    return file_id_of_path(name, folder);
}

/* ---- Names compared ----------------------------------------------------------------------- */

bool output_targets_are_one(const char *a, const char *b)
{
    struct file_id first, second;
    return text_same_in_any_case(text_base_name(a), text_base_name(b)) &&
           output_find_folder(a, &first) && output_find_folder(b, &second) &&
           file_id_equal(&first, &second);
}

static bool differ(const char *a, const char *b, struct error *err)
{
    char *first = NULL, *second = NULL;
    const bool same = strcmp(a, b) == 0 ||
                      (output_find_target(a, &first, err) && output_find_target(b, &second, err) &&
                       output_targets_are_one(first, second));
    const bool in_case = same && first != NULL && second != NULL &&
                         strcmp(text_base_name(first), text_base_name(second)) != 0;
    free(first);
    free(second);
    if (in_case)
        return fail_usage(
            err,
            "the outputs '%.100s' and '%.100s' differ only in the case of letters, and "
            "some file systems take them for one file; give one of them another name",
            a, b);
    return !same || fail_usage(err, "two outputs cannot both be '%.200s'", b);
}

bool output_names_differ(const char *const *names, size_t count, struct error *err)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            /* An empty name is not a file; to open it is an error of its own. */
            if (names[i] != NULL && names[k] != NULL && *names[i] != 0 && *names[k] != 0 &&
                !differ(names[k], names[i], err))
                return false;
    return true;
}

bool output_name_spares(const char *pack, const char *name, const char *what, struct error *err)
{
    struct file_id read, written;
    if (name == NULL || strcmp(name, "-") == 0 || !file_id_of_input(pack, &read) ||
        !file_id_of_path(name, &written) || !file_id_equal(&read, &written))
        return true;
    return fail_usage(err, "is the pack that is read; give the %s another name", what);
}

void output_clear_leftovers(const char *path)
{
    struct error ignored;
    char *target = NULL;
    if (output_find_target(path, &target, &ignored))
        clear_leftovers(target);
    free(target);
}

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
        clear_leftovers(output->target);
    output->temporary = create_temporary(output->target, &output->fd, err);
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
    struct temporary *const temporary = output->temporary;
    if (temporary == NULL)
        return true;
    if (!file_replace(temporary->path, output->target))
        return fail_errno(err, "replace the file");
    atomic_store(&temporary->exists, false);
    return true;
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
    if (output->temporary != NULL) {
        if (atomic_load(&output->temporary->exists))
            file_remove(output->temporary->path);
        release_slot(output->temporary);
    }
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
    *output = (struct output){.temporary = take_slot(err)};
    if (output->temporary == NULL)
        return false;
    strcpy(output->temporary->path, path);
    begin_making();
    output->fd = file_create(path, NULL);
    end_making(output->temporary, output->fd >= 0);
    output->is_open = output->fd >= 0;
    if (output->is_open)
        return true;
    release_slot(output->temporary);
    return fail_errno(err, "create");
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
        atomic_store(&output.temporary->exists, false);
    output_abort(&output);
    return ok;
}

bool save_files(const char *top, const struct saved *files, size_t count, const char **about,
                struct error *err)
{
    char folder[FILE_PATH_MAX], before[FILE_PATH_MAX] = "";
    for (size_t i = 0; i < count; i++) {
        *about = files[i].path;
        if (strlen(files[i].path) >= sizeof folder)
            return fail_open(ENAMETOOLONG, err);
        text_folder_name(folder, files[i].path);
        if (strcmp(folder, before) != 0) {
            if (!make_folders(top, files[i].path, err))
                return false;
            clear_folder(folder, NULL);
            strcpy(before, folder);
        }
        if (!save_one(&files[i], err))
            return false;
    }
    return true;
}
