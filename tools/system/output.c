/*
 * output.c - output files that are whole or not there
 */
#include "system/output.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SUFFIX ".hitmask-tmp"

enum {
    OPEN_MAX_AT_ONCE = 16,
    LINKS_MAX = 40,
    ATTEMPTS_MAX = 100,
    NUMBERS_MAX = 24, /* bytes of "PID-N" */
};

/* ---- Temporaries and signals ------------------------------------------------------------ */

/* In fixed memory, so that a signal handler may look at any time. `exists` is set only while
 * `path` is ours and does not change. */
struct output_temporary {
    _Atomic bool taken;
    _Atomic bool exists;
    char path[PATH_MAX];
};

static struct output_temporary temporaries[OPEN_MAX_AT_ONCE];

static struct output_temporary *take_temporary(void)
{
    for (size_t i = 0; i < OPEN_MAX_AT_ONCE; i++)
        if (!atomic_exchange(&temporaries[i].taken, true))
            return &temporaries[i];
    return NULL;
}

static void release_temporary(struct output_temporary *temporary)
{
    atomic_store(&temporary->exists, false);
    atomic_store(&temporary->taken, false);
}

static _Atomic int making;  /* temporaries that are being made */
static _Atomic bool ending; /* and no more are to be */

static void remove_temporaries(int signal_number)
{
    static const struct timespec moment = {0, 1000000};

    atomic_store(&ending, true);
    while (atomic_load(&making) > 0)
        nanosleep(&moment, NULL);
    for (size_t i = 0; i < OPEN_MAX_AT_ONCE; i++)
        if (atomic_load(&temporaries[i].exists))
            unlink(temporaries[i].path);
    /* Its action is the default one again, and takes place when this returns. */
    raise(signal_number);
}

/* What ends a run that may clear up first. */
static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

/* Between making a temporary and saying that it exists nobody would remove it. So no signal comes
 * to a thread that does, and one that takes it waits for those that do; nobody begins after that.
 */
static void begin_making(sigset_t *before)
{
    sigset_t these;

    sigemptyset(&these);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaddset(&these, ends[i]);
    pthread_sigmask(SIG_BLOCK, &these, before);
    atomic_fetch_add(&making, 1);
    if (!atomic_load(&ending))
        return;
    atomic_fetch_sub(&making, 1);
    for (;;)
        pause();
}

static void end_making(const sigset_t *before)
{
    atomic_fetch_sub(&making, 1);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

void output_install_signals(void)
{
    struct sigaction action = {.sa_handler = remove_temporaries, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction old;

        /* What the parent ignores (nohup) stays ignored. */
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* ---- Names ------------------------------------------------------------------------------ */

/* The descriptor that a path means by name; -1 for other paths. These are taken as they
 * stand: opening them by path would begin a redirected file again from its start. */
static int named_descriptor(const char *path)
{
    static const struct {
        const char *path;
        int fd;
    } names[] = {{"-", STDOUT_FILENO}, {"/dev/stdout", STDOUT_FILENO}, {"/dev/stderr", 2}};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    uint64_t number;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(path, names[i].path) == 0)
            return names[i].fd;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]);

        if (strncmp(path, folders[i], length) == 0 &&
            text_to_number(path + length, 0, INT_MAX, &number))
            return (int)number;
    }
    return -1;
}

/* Writes the folder of `path`, which `folder` is as long as. */
static void folder_name(char *folder, const char *path)
{
    size_t length = (size_t)(text_base_name(path) - path);

    if (length > 1)
        length--;
    memcpy(folder, path, length);
    folder[length] = '\0';
    if (length == 0)
        strcpy(folder, ".");
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_same_file(int fd, const char *path)
{
    struct stat a, b;

    return fstat(fd, &a) == 0 && lstat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* ---- The real target -------------------------------------------------------------------- */

/* If `path` is a link, makes it the path that the link holds. */
static bool follow_link(char path[PATH_MAX])
{
    char held[PATH_MAX];
    ssize_t length = readlink(path, held, sizeof held);
    size_t kept = length > 0 && held[0] == '/' ? 0 : (size_t)(text_base_name(path) - path);

    if (length <= 0 || (size_t)length >= PATH_MAX - kept)
        return false;
    memcpy(path + kept, held, (size_t)length);
    path[kept + (size_t)length] = '\0';
    return true;
}

/* The full path of a file that does not exist yet. */
static bool resolve_new(const char *path, char **target, struct error *err)
{
    char folder[PATH_MAX + 1], full[PATH_MAX], shown[256];
    int length;

    folder_name(folder, path);
    text_quote(shown, sizeof shown, folder);
    if (!realpath(folder, full)) {
        if (errno == ENOENT)
            return fail(err, "the folder '%s' does not exist", shown);
        if (errno != ENOTDIR)
            return fail_errno(err, "open its folder");
    }
    if (!is_folder(folder))
        return fail(err, "'%s' is not a folder", shown);
    length = snprintf(folder, sizeof folder, "%s/%s", strcmp(full, "/") == 0 ? "" : full,
                      text_base_name(path));
    if (length < 0 || length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return fail_errno(err, "open");
    }
    *target = text_copy(folder);
    return *target || fail_memory(err);
}

/* Follows links to the file that is or will be written, also where the last one dangles. */
bool output_find_target(const char *path, char **target, struct error *err)
{
    char at[PATH_MAX];

    if (strlen(path) >= sizeof at) {
        errno = ENAMETOOLONG;
        return fail_errno(err, "open");
    }
    strcpy(at, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        *target = realpath(at, NULL);
        if (*target)
            return true;
        if (errno == ENOMEM)
            return fail_memory(err);
        if (errno != ENOENT && errno != ENOTDIR)
            return fail_errno(err, "open");
        if (!follow_link(at))
            return resolve_new(at, target, err);
    }
    errno = ELOOP;
    return fail_errno(err, "open");
}

bool output_find_folder(const char *target, struct file_id *folder)
{
    char name[PATH_MAX];

    folder_name(name, target);
    return file_id_of_path(name, folder);
}

/* ---- Making and clearing temporaries ---------------------------------------------------- */

struct temporary_place {
    char folder[PATH_MAX];
    char prefix[NAME_MAX + 1]; /* ".NAME.", cut so that the whole name fits */
};

static void place_init(struct temporary_place *place, const char *target)
{
    const char *base = text_base_name(target);
    size_t length = strlen(base);
    size_t spare = NUMBERS_MAX + sizeof SUFFIX + 2;
    size_t limit = NAME_MAX;
    long known;

    folder_name(place->folder, target);
    known = pathconf(place->folder, _PC_NAME_MAX);
    if (known > 0 && known < NAME_MAX)
        limit = (size_t)known;
    limit = limit > spare ? limit - spare : 0;
    if (length > limit) {
        length = limit;
        while (length > 0 && ((unsigned char)base[length] & 0xc0) == 0x80)
            length--;
    }
    snprintf(place->prefix, sizeof place->prefix, ".%.*s.", (int)length, base);
}

static bool is_temporary_name(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    size_t numbers;

    if (strncmp(name, prefix, length) != 0)
        return false;
    numbers = strspn(name + length, "0123456789-");
    return numbers > 0 && strcmp(name + length + numbers, SUFFIX) == 0;
}

/* Removes a temporary unless its run is alive and holds the lock. */
static void clear_leftover(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;

    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        is_same_file(fd, path))
        unlink(path);
    close(fd);
}

static void clear_leftovers(const struct temporary_place *place)
{
    DIR *folder = opendir(place->folder);
    struct dirent *entry;

    if (!folder)
        return;
    while ((entry = readdir(folder))) {
        char path[PATH_MAX];
        int length;

        if (!is_temporary_name(entry->d_name, place->prefix))
            continue;
        length = snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (length > 0 && (size_t)length < sizeof path)
            clear_leftover(path);
    }
    closedir(folder);
}

/* Writes the name of temporary `number` of this run. */
static bool name_temporary(struct output_temporary *temporary, const struct temporary_place *place,
                           int number)
{
    const int length = snprintf(temporary->path, sizeof temporary->path, "%s/%s%ld-%d%s",
                                place->folder, place->prefix, (long)getpid(), number, SUFFIX);

    if (length >= 0 && (size_t)length < sizeof temporary->path)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Locks a new temporary. False when another run took it for a leftover before that. Where
 * there are no locks, nobody can take it for one. */
static bool lock_temporary(int fd, const char *path)
{
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    return is_same_file(fd, path);
}

/* False with errno set: EEXIST when the name is another's. */
static bool create_named(struct output *output, mode_t mode)
{
    struct output_temporary *temporary = output->temporary;
    sigset_t before;

    begin_making(&before);
    output->fd = open(temporary->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    atomic_store(&temporary->exists, output->fd >= 0);
    end_making(&before);
    return output->fd >= 0;
}

static bool create_temporary(struct output *output, const struct temporary_place *place,
                             mode_t mode, struct error *err)
{
    struct output_temporary *temporary = output->temporary;

    for (int i = 0; i < ATTEMPTS_MAX; i++) {
        if (!name_temporary(temporary, place, i))
            break;
        if (!create_named(output, mode)) {
            if (errno == EEXIST)
                continue;
            break;
        }
        if (lock_temporary(output->fd, temporary->path))
            return true;
        atomic_store(&temporary->exists, false);
        close(output->fd);
        errno = EEXIST;
    }
    return fail_errno(err, "create a file beside it");
}

/* ---- Opening ---------------------------------------------------------------------------- */

/* Opens a temporary for output->target, with the mode of the file that is there. */
static bool open_beside(struct output *output, struct error *err)
{
    struct temporary_place place;
    struct stat old;
    bool exists = stat(output->target, &old) == 0;

    if (exists && access(output->target, W_OK) != 0)
        return fail_errno(err, "write");
    output->temporary = take_temporary();
    if (!output->temporary)
        return fail(err, "too many outputs at once");
    place_init(&place, output->target);
    clear_leftovers(&place);
    if (!create_temporary(output, &place, exists ? old.st_mode & 0777 : 0666, err)) {
        release_temporary(output->temporary);
        return false;
    }
    if (exists)
        (void)fchmod(output->fd, old.st_mode & 07777);
    output->is_open = true;
    return true;
}

void output_clear_leftovers(const char *path)
{
    struct temporary_place place;
    struct error ignored;
    char *target = NULL;

    if (!output_find_target(path, &target, &ignored))
        return;
    place_init(&place, target);
    clear_leftovers(&place);
    free(target);
}

static bool open_in_place(struct output *output, int fd, struct error *err)
{
    if (fd < 0)
        return fail_errno(err, "open");
    output->fd = fd;
    output->is_open = true;
    return true;
}

static bool open_path(struct output *output, const char *path, struct error *err)
{
    int named = named_descriptor(path);
    struct stat status;

    if (named >= 0)
        return open_in_place(output, dup(named), err);
    if (*path == '\0')
        return fail(err, "an empty name cannot be opened");
    if (is_folder(path) || *text_base_name(path) == '\0')
        return fail(err, "is a folder");
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return open_in_place(output, open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), err);
    if (!output_find_target(path, &output->target, err) || output->target == NULL)
        return false;
    if (open_beside(output, err))
        return true;
    free(output->target);
    return false;
}

bool output_open(struct output *output, const char *path, bool binary, struct error *err)
{
    *output = (struct output){.fd = -1};
    if (!open_path(output, path, err)) {
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
    enum { PIECE_MAX = 1 << 30 }; /* more at once is an error on some systems */
    struct output *output = user;
    const char *next = bytes;

    while (size > 0) {
        ssize_t written = write(output->fd, next, size < PIECE_MAX ? size : PIECE_MAX);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        next += written;
        output->size += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}

bool output_amend(void *user, uint64_t at, const void *bytes, size_t size)
{
    return file_write_at(((const struct output *)user)->fd, at, bytes, size);
}

/* Do both files hold the same `size` bytes? An error counts as a difference. */
static bool have_same_bytes(int a, int b, off_t size)
{
    char bytes_a[16384], bytes_b[sizeof bytes_a];
    off_t at = 0;

    while (at < size) {
        ssize_t got_a = pread(a, bytes_a, sizeof bytes_a, at);
        ssize_t got_b = pread(b, bytes_b, sizeof bytes_b, at);

        if (got_a <= 0 || got_a != got_b || memcmp(bytes_a, bytes_b, (size_t)got_a) != 0)
            return false;
        at += got_a;
    }
    return true;
}

bool output_is_unchanged(const struct output *output)
{
    struct stat old, written;
    bool same;
    int fd;

    if (!output->temporary)
        return false;
    fd = open(output->target, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    same = fstat(fd, &old) == 0 && fstat(output->fd, &written) == 0 &&
           old.st_size == written.st_size && have_same_bytes(fd, output->fd, written.st_size);
    close(fd);
    return same;
}

/* ---- Closing ---------------------------------------------------------------------------- */

/* Some file systems report a failed write only when a descriptor is closed; but closing the
 * last one gives the lock up while the temporary still has to be renamed. Closing a copy
 * asks without that. */
static bool writes_arrived(int fd)
{
    int copy = dup(fd);

    return copy >= 0 && (close(copy) == 0 || errno == EINTR);
}

/* A stamp right after writing tells the bytes if another write would give another time; that
 * is so where times are finer than a millisecond, or about as fine as the kernel's tick. */
static void stamp_written(int fd, struct stamp *stamp)
{
    enum { MILLISECOND = 1000000 };

    if (!stamp_of_file(fd, stamp) ||
        (stamp->modified % MILLISECOND == 0 && stamp->changed % MILLISECOND == 0))
        *stamp = (struct stamp){0};
}

bool output_stamp_target(const struct output *output, struct stamp *stamp)
{
    return output->target && stamp_of_path(output->target, stamp);
}

bool output_has_stamp(const struct output *output, const struct stamp *stamp)
{
    struct stamp now;

    return output->temporary && stamp_of_path(output->target, &now) && stamp_equal(&now, stamp);
}

bool output_touch(const struct output *output, struct stamp *stamp, struct error *err)
{
    static const struct timespec now[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
    const int fd = open(output->target, O_RDONLY | O_CLOEXEC);
    const bool ok = fd >= 0 && futimens(fd, now) == 0;

    if (!ok)
        fail_errno(err, "set the time");
    else
        stamp_written(fd, stamp);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* `stamp` may be NULL. */
static bool commit(struct output *output, struct stamp *stamp, struct error *err)
{
    if (!writes_arrived(output->fd)) {
        fail_errno(err, "write");
        output_abort(output);
        return false;
    }
    if (output->temporary && rename(output->temporary->path, output->target) != 0) {
        fail_errno(err, "replace the file");
        output_abort(output);
        return false;
    }
    if (output->temporary)
        atomic_store(&output->temporary->exists, false);
    if (stamp && output->temporary)
        stamp_written(output->fd, stamp);
    output_abort(output);
    return true;
}

bool output_commit(struct output *output, struct error *err)
{
    return commit(output, NULL, err);
}

bool output_commit_stamped(struct output *output, struct stamp *stamp, struct error *err)
{
    *stamp = (struct stamp){0};
    return commit(output, stamp, err);
}

void output_abort(struct output *output)
{
    if (!output->is_open)
        return;
    if (output->temporary) {
        if (atomic_load(&output->temporary->exists))
            unlink(output->temporary->path);
        release_temporary(output->temporary);
    }
    close(output->fd);
    free(output->target);
    *output = (struct output){.fd = -1};
}

/* ---- Two or neither --------------------------------------------------------------------- */

static bool link_named(const char *target, struct output_temporary *temporary)
{
    sigset_t before;
    bool linked;

    begin_making(&before);
    linked = link(target, temporary->path) == 0;
    atomic_store(&temporary->exists, linked);
    end_making(&before);
    return linked;
}

/* Gives the target a second name, that of a temporary. */
static bool link_target(const char *target, struct output_temporary *temporary)
{
    struct temporary_place place;

    place_init(&place, target);
    for (int i = 0; i < ATTEMPTS_MAX && name_temporary(temporary, &place, i); i++) {
        if (link_named(target, temporary))
            return true;
        if (errno != EEXIST)
            break;
    }
    return false;
}

bool output_keep_before(const struct output *output, struct output_before *before,
                        struct error *err)
{
    struct output_temporary *temporary;

    *before = (struct output_before){0};
    if (!output->temporary)
        return true;
    temporary = take_temporary();
    if (!temporary)
        return fail(err, "too many outputs at once");
    errno = 0;
    if (link_target(output->target, temporary))
        before->temporary = temporary;
    else
        release_temporary(temporary);
    if (!before->temporary && errno != ENOENT)
        return true;
    before->target = text_copy(output->target);
    if (before->target)
        return true;
    output_end_before(before, true);
    return fail_memory(err);
}

void output_end_before(struct output_before *before, bool ok)
{
    if (before->target && !ok && before->temporary)
        (void)rename(before->temporary->path, before->target);
    else if (before->target && !ok)
        unlink(before->target);
    if (before->temporary) {
        /* Two names of one file stay two after a rename. */
        unlink(before->temporary->path);
        release_temporary(before->temporary);
    }
    free(before->target);
    *before = (struct output_before){0};
}

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

/* A system call moves at most this much. */
enum { PIECE_MAX = 1 << 30 };

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
