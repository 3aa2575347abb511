/*
 * fingerprint.c - stamps of files
 */
#include "system/trace.h"

#include <sys/stat.h>
#include <time.h>

enum { SECOND = 1000000000 };

static int64_t nanoseconds(struct timespec time)
{
    /* Without a sign: a time beyond the year 2262 is told from others all the same. */
    return (int64_t)((uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec);
}

bool stamp_from(const struct stat *status, struct stamp *out)
{
    *out = (struct stamp){
        .device = (uint64_t)status->st_dev,
        .inode = (uint64_t)status->st_ino,
        .size = (uint64_t)status->st_size,
        .modified = nanoseconds(status->st_mtim),
        .changed = nanoseconds(status->st_ctim),
    };
    return S_ISREG(status->st_mode);
}

bool stamp_of_path(const char *path, struct stamp *out)
{
    struct stat status;
    return stat(path, &status) == 0 && stamp_from(&status, out);
}

bool stamp_of_file(int fd, struct stamp *out)
{
    struct stat status;
    return fstat(fd, &status) == 0 && stamp_from(&status, out);
}

struct file_id stamp_file(const struct stamp *stamp)
{
    return (struct file_id){(dev_t)stamp->device, (ino_t)stamp->inode};
}

bool stamp_equal(const struct stamp *a, const struct stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified == b->modified && a->changed == b->changed;
}

bool stamp_is_settled(const struct stamp *stamp)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    const int64_t settled = nanoseconds(time) - (int64_t)2 * SECOND;
    return stamp->modified <= settled && stamp->changed <= settled;
}
