/*
 * owners_wasi.c - files among other runs, where there are no owners, rights, locks and copies of
 * descriptors
 */
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* WASI does not list the rights of a file, so this tries to open it. The writer of a pipe would
 * wait for its reader. */
bool file_may_write(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
    const int fd = open(path, O_WRONLY);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

bool file_is_kept_by_owner(const char *path, const char *folder)
{
    (void)path, (void)folder;
    return false;
}

int file_create(const char *path, const char *like)
{
    (void)like;
    return open(path, O_RDWR | O_CREAT | O_EXCL, 0666);
}

/* Only the standard streams come from outside. They are not copied, and file_close() spares them. */
int file_duplicate(int fd)
{
    if (fd <= STREAM_ERROR)
        return fd;
    errno = EBADF;
    return -1;
}

void file_close(int fd)
{
    if (fd > STREAM_ERROR)
        close(fd);
}

/* EWOULDBLOCK would say that another run has the lock. */
bool file_lock(int fd)
{
    (void)fd;
    errno = ENOTSUP;
    return false;
}

bool file_writes_arrived(int fd)
{
    (void)fd;
    return true;
}
