/*
 * listing_wasi.c - folders of WASI listed
 *
 * What WASI finds by the descriptor of a folder must lie in the folder, so a link that leads out of
 * it could not be followed. So entries are found by their paths.
 */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include "base/platform/posix.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct listing {
    DIR *dir;
    char path[FILE_PATH_MAX];
};

struct listing *listing_open(const char *path)
{
    const char *const at = posix_path(path);
    struct listing *const listing = at != NULL ? calloc(1, sizeof *listing) : NULL;
    if (listing == NULL)
        return NULL;
    const int length = snprintf(listing->path, sizeof listing->path, "%s", at);
    listing->dir = opendir(listing->path);
    if (listing->dir != NULL && (size_t)length < sizeof listing->path)
        return listing;
    const int number = errno;
    if (listing->dir != NULL)
        closedir(listing->dir);
    free(listing);
    errno = number;
    return NULL;
}

bool listing_next(struct listing *listing, struct listed *out)
{
    errno = 0;
    const struct dirent *const entry = readdir(listing->dir);
    if (entry == NULL)
        return false;
    *out = (struct listed){
        .name = entry->d_name,
        .has_kind = entry->d_type == DT_DIR || entry->d_type == DT_REG,
        .kind = entry->d_type == DT_DIR ? FILE_FOLDER : FILE_REGULAR,
    };
    return true;
}

void listing_close(struct listing *listing)
{
    closedir(listing->dir);
    free(listing);
}

bool listing_facts(const struct listing *listing, struct file_facts *out)
{
    return file_facts_of_open(dirfd(listing->dir), out);
}

bool listing_facts_of(const struct listing *listing, const char *name, bool follow,
                      struct file_facts *out)
{
    char path[FILE_PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", listing->path, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    return follow ? file_facts_of_path(path, out) : file_facts_of_link(path, out);
}
