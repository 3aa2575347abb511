/*
 * temporary.c - slots of fixed memory that a signal handler can read, and leftovers of killed runs
 */
#include "system/temporary.h"

#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
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

/* Without a prefix, leftovers of all files in the folder are removed. */
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

void temporary_clear_target(const char *target)
{
    const struct place place = place_of(target);
    clear_folder(place.folder, place.prefix);
}

void temporary_clear_folder(const char *folder)
{
    clear_folder(folder, NULL);
}

/* ---- Making and ending --------------------------------------------------------------------------
 */

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

struct temporary *temporary_create(const char *target, int *fd, struct error *err)
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

struct temporary *temporary_create_in_place(const char *path, int *fd, struct error *err)
{
    struct temporary *const temporary = take_slot(err);
    if (temporary == NULL)
        return NULL;
    strcpy(temporary->path, path);
    begin_making();
    *fd = file_create(path, NULL);
    end_making(temporary, *fd >= 0);
    if (*fd >= 0)
        return temporary;
    release_slot(temporary);
    fail_errno(err, "create");
    return NULL;
}

bool temporary_replace(struct temporary *temporary, const char *target, struct error *err)
{
    if (!file_replace(temporary->path, target))
        return fail_errno(err, "replace the file");
    temporary_keep(temporary);
    return true;
}

void temporary_keep(struct temporary *temporary)
{
    atomic_store(&temporary->exists, false);
}

void temporary_end(struct temporary *temporary)
{
    if (atomic_load(&temporary->exists))
        file_remove(temporary->path);
    release_slot(temporary);
}
