/*
 * open_wasi.c - files opened and made, where there are no owners, rights, locks and copies of
 * descriptors
 */
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include "base/platform/posix.h"
#include "base/platform/process.h"

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

int file_open(const char *path, enum file_use use)
{
    static const int flags[] = {
        [FILE_READ] = O_RDONLY | O_NONBLOCK,
        [FILE_READ_WAITING] = O_RDONLY,
        [FILE_READ_NO_LINK] = O_RDONLY | O_NONBLOCK,
        [FILE_READ_WRITE] = O_RDWR | O_NONBLOCK,
        [FILE_WRITE] = O_WRONLY,
        [FILE_TOUCH] = O_RDONLY | O_NONBLOCK,
    };
    struct file_facts facts;
    /* Node follows links in spite of O_NOFOLLOW. */
    if (use == FILE_READ_NO_LINK && file_facts_of_link(path, &facts) && facts.kind == FILE_LINK) {
        errno = ELOOP;
        return -1;
    }
    const char *const at = posix_path(path);
    return at != NULL ? open(at, flags[use]) : -1;
}

int file_create(const char *path, const char *like)
{
    (void)like;
    return open(path, O_RDWR | O_CREAT | O_EXCL, 0666);
}

/* Only the standard streams come from outside. They are not copied, and file_close() spares them.
 */
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

/* There are no locks. A file that has not changed for a day is nobody's any more; of another one,
 * only EWOULDBLOCK would say that another run has it. */
bool file_lock(int fd)
{
    static const int64_t day = (int64_t)24 * 60 * 60 * 1000000000;
    struct file_facts facts;
    if (file_facts_of_open(fd, &facts) && clock_now() - facts.changed > day)
        return true;
    errno = ENOTSUP;
    return false;
}

bool file_writes_arrived(int fd)
{
    (void)fd;
    return true;
}
