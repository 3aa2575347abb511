/*
 * temporary.c - temporary files, and the signals that remove them
 */
#include "system/temporary.h"

#include "base/text_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SUFFIX ".hitmask-tmp"

enum {
    OPEN_MAX_AT_ONCE = 16,
    ATTEMPTS_MAX = 100,
    NUMBERS_MAX = 24, /* bytes of "PID-N" */
};

/* ---- Slots and signals -------------------------------------------------------------------- */

/* In fixed memory, so that a signal handler may read it at any time. `exists` is set only while the
 * file at `path` is ours, and `path` does not change. */
struct temporary {
    _Atomic bool taken;
    _Atomic bool exists;
    char path[PATH_MAX];
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

/* The signals that end a run, and let it clear up first. */
static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

/* A temporary that is made but not yet marked as existing would be removed by nobody. So a thread
 * that makes one gets no signal, a handler waits for such threads, and after that no thread begins
 * to make one. */
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

static void end_making(struct temporary *temporary, bool made, const sigset_t *before)
{
    atomic_store(&temporary->exists, made);
    atomic_fetch_sub(&making, 1);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

void temporary_install_signals(void)
{
    struct sigaction action = {.sa_handler = remove_temporaries, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction old;
        /* A signal that the parent ignores (nohup) stays ignored. */
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* ---- Names -------------------------------------------------------------------------------- */

/* The folder of a target's temporaries, and the beginning of their names. */
struct place {
    char folder[PATH_MAX];
    char prefix[NAME_MAX + 1]; /* ".NAME.", cut so that the whole name fits */
};

static struct place place_of(const char *target)
{
    const size_t spare = NUMBERS_MAX + sizeof SUFFIX + 2;
    const char *const base = text_base_name(target);
    struct place place;
    text_folder_name(place.folder, target);
    const long known = pathconf(place.folder, _PC_NAME_MAX);
    const size_t most = known > 0 && known < NAME_MAX ? (size_t)known : NAME_MAX;
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

/* Sets the path to that of temporary `number` of this run. */
static bool set_path(struct temporary *temporary, const struct place *place, int number)
{
    const int length = snprintf(temporary->path, sizeof temporary->path, "%s/%s%ld-%d%s",
                                place->folder, place->prefix, (long)getpid(), number, SUFFIX);
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

static bool is_same_file(int fd, const char *path)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && lstat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Removes a temporary unless its run is alive and holds the lock. */
static void clear_leftover(const char *path)
{
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        is_same_file(fd, path))
        unlink(path);
    close(fd);
}

void temporary_clear_leftovers(const char *target)
{
    const struct place place = place_of(target);
    DIR *const folder = opendir(place.folder);
    if (folder == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[PATH_MAX];
        if (!is_temporary_name(entry->d_name, place.prefix))
            continue;
        const int length = snprintf(path, sizeof path, "%s/%s", place.folder, entry->d_name);
        if (length > 0 && (size_t)length < sizeof path)
            clear_leftover(path);
    }
    closedir(folder);
}

/* ---- Temporaries -------------------------------------------------------------------------- */

/* Locks a new temporary. False when another run took it for a leftover before that. Where
 * there are no locks, nobody can take it for one. */
static bool lock_temporary(int fd, const char *path)
{
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    return is_same_file(fd, path);
}

struct temporary *temporary_create(const char *target, mode_t mode, int *fd, struct error *err)
{
    struct temporary *const temporary = take_slot(err);
    if (temporary == NULL)
        return NULL;
    temporary_clear_leftovers(target);
    const struct place place = place_of(target);
    for (int i = 0; i < ATTEMPTS_MAX && set_path(temporary, &place, i); i++) {
        sigset_t before;
        begin_making(&before);
        *fd = open(temporary->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        end_making(temporary, *fd >= 0, &before);
        if (*fd < 0 && errno != EEXIST)
            break;
        if (*fd < 0)
            continue;
        if (lock_temporary(*fd, temporary->path))
            return temporary;
        atomic_store(&temporary->exists, false);
        close(*fd);
        errno = EEXIST;
    }
    if (errno == EINVAL)
        fail(err, "the file system does not allow this name; choose one without any of \"*:<>?|\\");
    else
        fail_errno(err, "create a file beside it");
    release_slot(temporary);
    return NULL;
}

/* In a folder with the sticky bit only owners may remove a file, or a link to it. */
static bool is_of_others(const char *target, const char *folder)
{
    struct stat file, around;
    return stat(folder, &around) == 0 && (around.st_mode & S_ISVTX) != 0 &&
           around.st_uid != geteuid() && lstat(target, &file) == 0 && file.st_uid != geteuid();
}

bool temporary_link(const char *target, struct temporary **out, struct error *err)
{
    struct temporary *const temporary = take_slot(err);
    *out = NULL;
    if (temporary == NULL)
        return false;
    const struct place place = place_of(target);
    const bool may_remove = !is_of_others(target, place.folder);
    errno = EPERM;
    for (int i = 0; i < ATTEMPTS_MAX && may_remove && set_path(temporary, &place, i); i++) {
        sigset_t before;
        begin_making(&before);
        const bool linked = link(target, temporary->path) == 0;
        end_making(temporary, linked, &before);
        if (linked) {
            *out = temporary;
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    release_slot(temporary);
    return true;
}

bool temporary_replace(struct temporary *temporary, const char *target)
{
    if (rename(temporary->path, target) != 0)
        return false;
    atomic_store(&temporary->exists, false);
    return true;
}

bool temporary_put_back(struct temporary *temporary, const char *target)
{
    const bool ok = rename(temporary->path, target) == 0;
    /* Two names of one file stay two after a rename. */
    temporary_remove(temporary);
    return ok;
}

void temporary_remove(struct temporary *temporary)
{
    if (atomic_load(&temporary->exists))
        unlink(temporary->path);
    release_slot(temporary);
}
