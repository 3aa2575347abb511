/*
 * files_posix.c - files, folders and clocks of POSIX, and of WASI, which is much like it
 *
 * A call that a signal interrupts is tried again.
 */
#define _DARWIN_C_SOURCE
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include "base/platform/posix.h"
#include "base/platform/process.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

enum {
    SECOND = 1000000000,
    PIECE_MAX = 1 << 30, /* more bytes in a call are an error on some systems */
};

/* ---- Looked at ------------------------------------------------------------------------------- */

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)((uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec);
}

bool posix_facts(int result, const struct stat *status, struct file_facts *out)
{
    if (result != 0)
        return false;
    *out = (struct file_facts){
        .kind = S_ISREG(status->st_mode)   ? FILE_REGULAR
                : S_ISDIR(status->st_mode) ? FILE_FOLDER
                : S_ISLNK(status->st_mode) ? FILE_LINK
                : S_ISBLK(status->st_mode) ? FILE_DISK
                                           : FILE_OTHER,
        .device = (uint64_t)status->st_dev,
        .inode = (uint64_t)status->st_ino,
        .size = (uint64_t)status->st_size,
        .modified = nanoseconds(status->st_mtim),
        .changed = nanoseconds(status->st_ctim),
    };
    return true;
}

bool file_facts_of_path(const char *path, struct file_facts *out)
{
    struct stat status;
    const char *const at = posix_path(path);
    return at != NULL && posix_facts(stat(at, &status), &status, out);
}

bool file_facts_of_link(const char *path, struct file_facts *out)
{
    struct stat status;
    const char *const at = posix_path_of_link(path);
    return at != NULL && posix_facts(lstat(at, &status), &status, out);
}

bool file_facts_of_open(int fd, struct file_facts *out)
{
    struct stat status;
    return posix_facts(fstat(fd, &status), &status, out);
}

/* ---- Read and written ------------------------------------------------------------------------ */

static size_t piece(size_t size)
{
    return size < PIECE_MAX ? size : PIECE_MAX;
}

bool file_read_some(int fd, void *bytes, size_t size, size_t *got)
{
    ssize_t count;
    do
        count = read(fd, bytes, piece(size));
    while (count < 0 && errno == EINTR);
    *got = count < 0 ? 0 : (size_t)count;
#if defined(__wasi__)
    struct file_facts facts;
    if (count < 0 && errno == EBADF && file_facts_of_open(fd, &facts) && facts.kind == FILE_FOLDER)
        errno = EISDIR;
#endif
    return count >= 0;
}

bool file_write(int fd, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t written = write(fd, next, piece(size));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        next += written;
        size -= (size_t)written;
    }
    return true;
}

static bool at_offset(int fd, uint64_t offset, void *bytes, size_t size, bool write)
{
    uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t count = write ? pwrite(fd, next, piece(size), (off_t)offset)
                                    : pread(fd, next, piece(size), (off_t)offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        next += count;
        offset += (uint64_t)count;
        size -= (size_t)count;
    }
    return true;
}

bool file_read_at(int fd, uint64_t offset, void *bytes, size_t size)
{
    return at_offset(fd, offset, bytes, size, false);
}

bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size)
{
    return at_offset(fd, offset, (void *)bytes, size, true);
}

bool file_can_rewind(int fd)
{
    return lseek(fd, 0, SEEK_CUR) >= 0;
}

bool file_rewind(int fd)
{
    return lseek(fd, 0, SEEK_SET) == 0;
}

bool file_set_modified(int fd, int64_t time)
{
    const int64_t fraction = (time % SECOND + SECOND) % SECOND;
    const struct timespec times[2] = {
        {.tv_nsec = UTIME_OMIT},
        {.tv_sec = (time_t)((time - fraction) / SECOND), .tv_nsec = (long)fraction}};
    return futimens(fd, times) == 0;
}

bool file_touch(int fd)
{
    return futimens(fd, NULL) == 0;
}

bool file_sync(int fd)
{
    /* Other errors are about what the file system can do, and not about the bytes. */
    return fsync(fd) == 0 || (errno != EIO && errno != ENOSPC && errno != EDQUOT);
}

/* ---- Named ----------------------------------------------------------------------------------- */

bool file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool file_remove(const char *path)
{
    return unlink(path) == 0;
}

bool folder_make(const char *path)
{
    return mkdir(path, 0777) == 0;
}

size_t file_name_most(const char *folder)
{
    const long known = pathconf(folder, _PC_NAME_MAX);
    return known > 0 && known < FILE_NAME_MAX ? (size_t)known : FILE_NAME_MAX - 1;
}

/* ---- Paths ---------------------------------------------------------------------------------- */

char *path_current(void)
{
    return getcwd(NULL, 0);
}

bool path_is_absolute(const char *path)
{
    return *path == '/';
}

void path_from_typed(char *path)
{
    (void)path;
}

const char *path_is_forbidden(const char *path)
{
    (void)path;
    return NULL;
}

bool path_read_link(const char *path, char *out, size_t size)
{
    const char *const at = posix_path_of_link(path);
    const ssize_t length = at != NULL ? readlink(at, out, size) : -1;
    if (length <= 0 || (size_t)length >= size)
        return false;
    out[length] = '\0';
    return true;
}

bool path_matches_others(const char *path)
{
    glob_t found;
    if (strpbrk(path, "*?[") == NULL || glob(path, 0, NULL, &found) != 0)
        return false;
    const bool others = found.gl_pathc != 1 || strcmp(found.gl_pathv[0], path) != 0;
    globfree(&found);
    return others;
}

/* ---- Terminals and clocks -------------------------------------------------------------------- */

bool terminal_is(int fd)
{
    return isatty(fd) != 0;
}

static uint64_t read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

int64_t clock_now(void)
{
    return (int64_t)read_clock(CLOCK_REALTIME);
}

uint64_t clock_elapsed(void)
{
    return read_clock(CLOCK_MONOTONIC);
}
