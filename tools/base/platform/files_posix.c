/*
 * files_posix.c - files and folders of POSIX, and of WASI, which is much like it
 *
 * A call that a signal interrupts is tried again.
 */
/* For d_type, the kind of an entry in a listing. Systems without it work too. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

enum {
    SECOND = 1000000000,
    PIECE_MAX = 1 << 30, /* more bytes in a call are an error on some systems */
};

#if !defined(O_NOCTTY)
#define O_NOCTTY 0 /* WASI has no terminal of a process */
#endif

/* ---- Looked at ------------------------------------------------------------------------------- */

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)((uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec);
}

static bool take_facts(int result, const struct stat *status, struct file_facts *out)
{
    if (result != 0)
        return false;
    *out = (struct file_facts){
        .kind = S_ISREG(status->st_mode)   ? FILE_REGULAR
                : S_ISDIR(status->st_mode) ? FILE_FOLDER
                : S_ISLNK(status->st_mode) ? FILE_LINK
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
    return take_facts(stat(path, &status), &status, out);
}

bool file_facts_of_link(const char *path, struct file_facts *out)
{
    struct stat status;
    return take_facts(lstat(path, &status), &status, out);
}

bool file_facts_of_open(int fd, struct file_facts *out)
{
    struct stat status;
    return take_facts(fstat(fd, &status), &status, out);
}

/* ---- Opened ---------------------------------------------------------------------------------- */

int file_open(const char *path, enum file_use use)
{
    /* Without O_NONBLOCK, a pipe would wait for its writer before its kind could be seen. Regular
     * files do not heed it. */
    static const int flags[] = {
        [FILE_READ] = O_RDONLY | O_NONBLOCK,
        [FILE_READ_WAITING] = O_RDONLY,
        [FILE_READ_NO_LINK] = O_RDONLY | O_NONBLOCK | O_NOFOLLOW,
        [FILE_READ_WRITE] = O_RDWR | O_NONBLOCK,
        [FILE_WRITE] = O_WRONLY,
        [FILE_TOUCH] = O_RDONLY | O_NONBLOCK,
    };
    int fd;
    do
        fd = open(path, flags[use] | O_NOCTTY | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    return fd;
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
    return count >= 0;
}

bool file_read_at(int fd, uint64_t offset, void *bytes, size_t size)
{
    uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t got = pread(fd, next, piece(size), (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
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

bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t written = pwrite(fd, next, piece(size), (off_t)offset);
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

bool file_sync(int fd)
{
    /* Other errors are about what the file system can do, and not about the bytes. */
    return fsync(fd) == 0 || (errno != EIO && errno != ENOSPC && errno != EDQUOT);
}

void file_sync_folder(const char *path)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

/* ---- Named ----------------------------------------------------------------------------------- */

bool file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool file_link(const char *path, const char *second)
{
    return link(path, second) == 0;
}

bool file_remove(const char *path)
{
    return unlink(path) == 0;
}

size_t file_name_most(const char *folder)
{
    const long known = pathconf(folder, _PC_NAME_MAX);
    return known > 0 && known < FILE_NAME_MAX ? (size_t)known : FILE_NAME_MAX - 1;
}

/* ---- Folders listed -------------------------------------------------------------------------- */

/* A listing is a DIR. */
struct listing;

static DIR *dir_of(const struct listing *listing)
{
    return (DIR *)listing;
}

struct listing *listing_open(const char *path)
{
    return (struct listing *)opendir(path);
}

bool listing_next(struct listing *listing, struct listed *out)
{
    errno = 0;
    const struct dirent *const entry = readdir(dir_of(listing));
    if (entry == NULL)
        return false;
    *out = (struct listed){.name = entry->d_name};
#ifdef DT_DIR
    out->has_kind = entry->d_type == DT_DIR || entry->d_type == DT_REG;
    out->kind = entry->d_type == DT_DIR ? FILE_FOLDER : FILE_REGULAR;
#endif
    return true;
}

void listing_close(struct listing *listing)
{
    closedir(dir_of(listing));
}

bool listing_facts(const struct listing *listing, struct file_facts *out)
{
    return file_facts_of_open(dirfd(dir_of(listing)), out);
}

bool listing_facts_of(const struct listing *listing, const char *name, bool follow,
                      struct file_facts *out)
{
    struct stat status;
    const int flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
    return take_facts(fstatat(dirfd(dir_of(listing)), name, &status, flags), &status, out);
}
