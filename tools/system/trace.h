/*
 * trace.h - what a file was like when it was read, to tell later whether it still is
 *
 * A stamp is what the file system knows of a file without opening it. Times may be as coarse
 * as two seconds, so that a file changed again at once may look as it did before: a stamp
 * tells the content only once it was settled when it was taken, that is older than that.
 */
#ifndef TRACE_H
#define TRACE_H

#include "base/digest.h"
#include "system/file_id.h"

struct stamp {
    uint64_t device, inode, size;
    int64_t modified, changed; /* nanoseconds */
};

struct fingerprint {
    struct stamp stamp;
    bool settled;
    struct digest content;
};

struct stat;

/* False when it cannot be had, or the file is not a regular one. */
bool stamp_from(const struct stat *status, struct stamp *out);
bool stamp_of_path(const char *path, struct stamp *out);
bool stamp_of_file(int fd, struct stamp *out);

/* Which file it is of. */
struct file_id stamp_file(const struct stamp *stamp);

bool stamp_equal(const struct stamp *a, const struct stamp *b);

/* Was a stamp that is taken now settled? */
bool stamp_is_settled(const struct stamp *stamp);

#endif
