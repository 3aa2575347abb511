/*
 * file_at.c - pread and pwrite until all is done
 */
#include "system/file_at.h"

#include <errno.h>
#include <unistd.h>

/* What one call asks for at most: more is an error on some systems. */
enum { PIECE_MAX = 1 << 30 };

bool file_read_at(int fd, uint64_t offset, void *bytes, size_t size)
{
    uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t got = pread(fd, next, size < PIECE_MAX ? size : PIECE_MAX, (off_t)offset);
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

bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    while (size > 0) {
        const ssize_t written =
            pwrite(fd, next, size < PIECE_MAX ? size : PIECE_MAX, (off_t)offset);
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
