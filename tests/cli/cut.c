/*
 * cut.c - a library to preload: ends a program right before its n-th step that puts a file in place
 *
 * CUT=n kills it before step n, counted from 1. Steps are renames, links, syncs and changes of a
 * file's time. CUT_RENAME=n lets rename number n fail instead, CUT_SYNC=n the n-th fsync,
 * CUT_TIME=n the n-th change of a time, with EIO or the number in CUT_ERROR. CUT_LOG=FILE lists
 * renames and syncs. CUT_BETWEEN=n runs the command in CUT_COMMAND before step n, and makes the
 * file `between`. With CUT_NAMES no file is made whose name has ':', as on FAT.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);
int rename(const char *from, const char *to);
int link(const char *from, const char *to);
int futimens(int fd, const struct timespec times[2]);
int fsync(int fd);

/* Counts up. True if this is the step that the variable names. */
static int is_step(const char *variable, int *count)
{
    const char *const wanted = getenv(variable);
    return wanted != NULL && ++*count == atoi(wanted);
}

static int fail(void)
{
    const char *const number = getenv("CUT_ERROR");
    errno = number != NULL ? atoi(number) : EIO;
    return -1;
}

static void cut_here(void)
{
    static int count;
    if (is_step("CUT", &count))
        raise(SIGKILL);
}

/* The command runs without this library. */
static void do_between(void)
{
    static int count;
    const char *const command = getenv("CUT_COMMAND");
    char whole[4096];
    if (!is_step("CUT_BETWEEN", &count))
        return;
    snprintf(whole, sizeof whole, "unset LD_PRELOAD; exec >between 2>&1; %s", command);
    if (system(whole) != 0)
        abort();
}

static void before_step(void)
{
    cut_here();
    do_between();
}

static void note(const char *what)
{
    const char *const path = getenv("CUT_LOG");
    FILE *const file = path != NULL ? fopen(path, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%s\n", what);
    fclose(file);
}

static void find_next(const char *name, void *function)
{
    void *const found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    memcpy(function, &found, sizeof found);
}

int rename(const char *from, const char *to)
{
    static int count;
    int (*next)(const char *, const char *);
    find_next("rename", &next);
    before_step();
    if (is_step("CUT_RENAME", &count))
        return fail();
    note("rename");
    return next(from, to);
}

int link(const char *from, const char *to)
{
    int (*next)(const char *, const char *);
    find_next("link", &next);
    before_step();
    return next(from, to);
}

int futimens(int fd, const struct timespec times[2])
{
    static int count;
    int (*next)(int, const struct timespec *);
    find_next("futimens", &next);
    before_step();
    if (is_step("CUT_TIME", &count))
        return fail();
    return next(fd, times);
}

int fsync(int fd)
{
    static int count;
    struct stat status;
    int (*next)(int);
    find_next("fsync", &next);
    before_step();
    if (is_step("CUT_SYNC", &count))
        return fail();
    note(fstat(fd, &status) == 0 && S_ISDIR(status.st_mode) ? "sync folder" : "sync file");
    return next(fd);
}

static int open_as_on_fat(const char *name, const char *path, int flags, mode_t mode)
{
    int (*next)(const char *, int, ...);
    find_next(name, &next);
    if ((flags & O_CREAT) == 0 || getenv("CUT_NAMES") == NULL || strchr(path, ':') == NULL)
        return next(path, flags, mode);
    errno = EINVAL;
    return -1;
}

static mode_t mode_of(int flags, va_list more)
{
    return (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_as_on_fat("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_as_on_fat("open64", path, flags, mode);
}
