/*
 * listing_posix.c - folders of POSIX listed
 */
/* For d_type, the kind of an entry in a listing. Systems without it work too. */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include "base/platform/posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

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
    return posix_facts(fstatat(dirfd(dir_of(listing)), name, &status, flags), &status, out);
}
