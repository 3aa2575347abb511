/*
 * open_posix.c - what POSIX does otherwise than WASI: rights, locks, folders listed, real paths
 */
#define _DARWIN_C_SOURCE
#define _DEFAULT_SOURCE /* for flock, and for d_type, which not every system has */
#define _XOPEN_SOURCE   700

#include "base/platform/files.h"

#include "base/platform/posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool file_may_write(const char *path)
{
    return access(path, W_OK) == 0;
}

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

/* Another owner would hand over rights of its own by the set-user-ID and set-group-ID bits. */
static void take_rights(int fd, const struct stat *like)
{
    struct stat created;
    const bool same = fstat(fd, &created) == 0 && created.st_uid == like->st_uid &&
                      created.st_gid == like->st_gid;
    (void)fchmod(fd, like->st_mode & (same ? 07777 : 01777));
}

int file_create(const char *path, const char *like)
{
    struct stat status;
    const bool has_like = like != NULL && stat(like, &status) == 0;
    const mode_t mode = has_like ? status.st_mode & 0777 : 0666;
    int fd;
    do
        fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0 && has_like)
        take_rights(fd, &status);
    return fd;
}

int file_duplicate(int fd)
{
    return dup(fd);
}

void file_close(int fd)
{
    close(fd);
}

bool file_lock(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/* Closing the last descriptor would give the lock up. */
bool file_writes_arrived(int fd)
{
    const int copy = dup(fd);
    return copy >= 0 && (close(copy) == 0 || errno == EINTR);
}

/* ---- Folders listed -------------------------------------------------------------------------- */

/* A listing is a DIR. */
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
    return posix_facts(fstatat(dirfd(dir_of(listing)), name, &status, flags), &status, out);
}

/* ---- Real paths ----------------------------------------------------------------------------- */

char *path_real(const char *path)
{
    return realpath(path, NULL);
}

const char *posix_path(const char *path)
{
    return path;
}

const char *posix_path_of_link(const char *path)
{
    return path;
}
