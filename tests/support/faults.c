/*
 * faults.c - a program's own malloc, read, write and so on go before those of the C library
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "support/faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const fault_names[FAULT_COUNT] = {"memory", "open", "read", "write", "rename", "look"};

enum mode { MODE_OFF, MODE_ONCE, MODE_LASTING, MODE_SLOW };

static _Atomic enum mode mode;
static enum fault fault_kind;
static size_t fault_nth;
static atomic_size_t seen;
static atomic_size_t transfers;
static atomic_long blocks;
static atomic_bool renamed;
static atomic_size_t allocations; /* since then */
static atomic_bool threads_forbidden;

/* Nothing fails on a thread before its function begins: a sanitizer allocates there, and must not
 * fail. */
static _Thread_local bool may_fail;

static void begin(enum mode wanted, enum fault kind, size_t nth)
{
    fault_kind = kind;
    fault_nth = nth;
    atomic_store(&seen, 0);
    atomic_store(&renamed, false);
    atomic_store(&allocations, 0);
    may_fail = true;
    atomic_store(&mode, wanted);
}

void faults_begin(enum fault kind, size_t nth, bool lasting)
{
    begin(lasting ? MODE_LASTING : MODE_ONCE, kind, nth);
}

void faults_begin_slow(void)
{
    begin(MODE_SLOW, FAULT_COUNT, 0);
}

void faults_allow_threads(bool allowed)
{
    atomic_store(&threads_forbidden, !allowed);
}

size_t faults_end(void)
{
    atomic_store(&mode, MODE_OFF);
    return atomic_load(&seen);
}

size_t faults_allocations_since_rename(void)
{
    return atomic_load(&allocations);
}

long faults_blocks(void)
{
    return atomic_load(&blocks);
}

/* True if this call must fail, with the error `number`. */
static bool strikes(enum fault kind, int number)
{
    const enum mode now = atomic_load(&mode);
    if (now != MODE_OFF && kind == FAULT_MEMORY && atomic_load(&renamed))
        atomic_fetch_add(&allocations, 1);
    if (now != MODE_OFF && kind == FAULT_RENAME)
        atomic_store(&renamed, true);
    if ((now != MODE_ONCE && now != MODE_LASTING) || kind != fault_kind || !may_fail)
        return false;
    const size_t call = atomic_fetch_add(&seen, 1);
    if (call != fault_nth && (now == MODE_ONCE || call < fault_nth))
        return false;
    errno = number;
    return true;
}

static bool interrupts(size_t *size)
{
    if (atomic_load(&mode) != MODE_SLOW)
        return false;
    if (*size > 1)
        *size = 1;
    if (atomic_fetch_add(&transfers, 1) % 2 != 0)
        return false;
    errno = EINTR;
    return true;
}

/* Sets `function`, a pointer of any type that is still NULL, to what would be called but for this
 * file. */
static void find_next(const char *name, void *function)
{
    void *found;
    memcpy(&found, function, sizeof found);
    if (found != NULL)
        return;
    found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    memcpy(function, &found, sizeof found);
}

/* Calls with a 64-bit off_t have a name of their own in some libraries. */
#if defined(__GLIBC__)
#define WIDE(name) name "64"
#else
#define WIDE(name) name
#endif

/* ---- Memory ------------------------------------------------------------------------------- */

static void *counted(void *block)
{
    if (block != NULL)
        atomic_fetch_add(&blocks, 1);
    return block;
}

static void *allocate(size_t size)
{
    static void *(*next)(size_t);
    find_next("malloc", &next);
    return counted(next(size));
}

void *malloc(size_t size)
{
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL : allocate(size);
}

void *calloc(size_t count, size_t size)
{
    static void *(*next)(size_t, size_t);
    find_next("calloc", &next);
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL : counted(next(count, size));
}

void *realloc(void *block, size_t size)
{
    static void *(*next)(void *, size_t);
    find_next("realloc", &next);
    if (block == NULL)
        return malloc(size);
    return strikes(FAULT_MEMORY, ENOMEM) ? NULL : next(block, size);
}

void free(void *block)
{
    static void (*next)(void *);
    static atomic_bool searching; /* which may itself free: that block is let go */
    if (searching)
        return;
    searching = next == NULL;
    find_next("free", &next);
    searching = false;
    if (block != NULL)
        atomic_fetch_sub(&blocks, 1);
    next(block);
}

/* ---- Threads ------------------------------------------------------------------------------ */

struct start {
    void *(*run)(void *);
    void *argument;
};

static void *run_thread(void *argument)
{
    const struct start start = *(struct start *)argument;
    free(argument);
    may_fail = true;
    void *const result = start.run(start.argument);
    may_fail = false;
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    find_next("pthread_create", &next);
    if (atomic_load(&threads_forbidden))
        return EAGAIN;
    struct start *const start = allocate(sizeof *start);
    if (start == NULL)
        return EAGAIN;
    *start = (struct start){run, argument};
    const int error = next(thread, attributes, run_thread, start);
    if (error != 0)
        free(start);
    return error;
}

/* ---- Files -------------------------------------------------------------------------------- */

int open(const char *path, int flags, ...)
{
    static int (*next)(const char *, int, ...);
    find_next(WIDE("open"), &next);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t access = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return strikes(FAULT_OPEN, EMFILE) ? -1 : next(path, flags, access);
}

DIR *opendir(const char *path)
{
    static DIR *(*next)(const char *);
    find_next("opendir", &next);
    return strikes(FAULT_OPEN, EMFILE) ? NULL : next(path);
}

ssize_t read(int fd, void *bytes, size_t size)
{
    static ssize_t (*next)(int, void *, size_t);
    find_next("read", &next);
    return strikes(FAULT_READ, EIO) || interrupts(&size) ? -1 : next(fd, bytes, size);
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at)
{
    static ssize_t (*next)(int, void *, size_t, off_t);
    find_next(WIDE("pread"), &next);
    return strikes(FAULT_READ, EIO) || interrupts(&size) ? -1 : next(fd, bytes, size, at);
}

struct dirent *readdir(DIR *folder)
{
    static struct dirent *(*next)(DIR *);
    find_next(WIDE("readdir"), &next);
    return strikes(FAULT_READ, EIO) ? NULL : next(folder);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    static ssize_t (*next)(int, const void *, size_t);
    find_next("write", &next);
    return strikes(FAULT_WRITE, ENOSPC) || interrupts(&size) ? -1 : next(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    static ssize_t (*next)(int, const void *, size_t, off_t);
    find_next(WIDE("pwrite"), &next);
    return strikes(FAULT_WRITE, ENOSPC) || interrupts(&size) ? -1 : next(fd, bytes, size, at);
}

int rename(const char *from, const char *to)
{
    static int (*next)(const char *, const char *);
    find_next("rename", &next);
    return strikes(FAULT_RENAME, EIO) ? -1 : next(from, to);
}

/* Before glibc 2.33 these were no functions of the library. */
#if !defined(__GLIBC__) || __GLIBC_PREREQ(2, 33)
int stat(const char *path, struct stat *out)
{
    static int (*next)(const char *, struct stat *);
    find_next(WIDE("stat"), &next);
    return strikes(FAULT_LOOK, EIO) ? -1 : next(path, out);
}

int lstat(const char *path, struct stat *out)
{
    static int (*next)(const char *, struct stat *);
    find_next(WIDE("lstat"), &next);
    return strikes(FAULT_LOOK, EIO) ? -1 : next(path, out);
}

int fstat(int fd, struct stat *out)
{
    static int (*next)(int, struct stat *);
    find_next(WIDE("fstat"), &next);
    return strikes(FAULT_LOOK, EIO) ? -1 : next(fd, out);
}

int fstatat(int folder, const char *name, struct stat *out, int flags)
{
    static int (*next)(int, const char *, struct stat *, int);
    find_next(WIDE("fstatat"), &next);
    return strikes(FAULT_LOOK, EIO) ? -1 : next(folder, name, out, flags);
}
#endif
