/*
 * open_posix.c - files opened and made among other users and other runs: rights and locks
 */
#define _DEFAULT_SOURCE /* for flock */
#define _DARWIN_C_SOURCE
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include <errno.h>
#include <fcntl.h>
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
