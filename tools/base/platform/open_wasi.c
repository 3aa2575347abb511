/*
 * open_wasi.c - files opened and listed where there are no owners, rights, locks and copies of
 * descriptors, and real paths, as its C library does not follow links
 *
 * WASI opens by the descriptor of a folder only files in the folder, so a link that leads out of
 * it could not be followed. So entries are found by their paths.
 *
 * WASI takes "link/../x" for "x". On all other systems it is beside the folder that the link leads
 * to.
 */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700

#include "base/platform/files.h"

#include "base/platform/posix.h"
#include "base/platform/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* There are no locks. A file that has not changed for a day belongs to no run any more. Any other
 * may belong to one, which EWOULDBLOCK says. */
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

/* ---- Folders listed ------------------------------------------------------------------------- */

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

/* ---- Real paths ----------------------------------------------------------------------------- */

enum { LINKS_MAX = 40 };

/* `done` is absolute and has no link; "" is the root. `rest` is what has still to be walked. */
struct walk {
    char done[FILE_PATH_MAX], rest[FILE_PATH_MAX];
    int links;
};

static bool failed(int number)
{
    errno = number;
    return false;
}

/* Puts what a link holds before the rest. */
static bool turn(struct walk *walk, const char *held)
{
    char rest[FILE_PATH_MAX];
    const int length = snprintf(rest, sizeof rest, "%s/%s", held, walk->rest);
    if (++walk->links > LINKS_MAX)
        return failed(ELOOP);
    if (length < 0 || (size_t)length >= sizeof rest)
        return failed(ENAMETOOLONG);
    strcpy(walk->rest, rest);
    if (path_is_absolute(held))
        *walk->done = '\0';
    return true;
}

static bool step(struct walk *walk, const char *part)
{
    char held[FILE_PATH_MAX];
    struct stat status;
    const size_t length = strlen(walk->done);
    if (*part == '\0' || strcmp(part, ".") == 0)
        return true;
    if (strcmp(part, "..") == 0) {
        char *const slash = strrchr(walk->done, '/');
        if (slash != NULL)
            *slash = '\0';
        return true;
    }
    if (length + strlen(part) + 2 > sizeof walk->done)
        return failed(ENAMETOOLONG);
    walk->done[length] = '/';
    strcpy(walk->done + length + 1, part);
    if (lstat(walk->done, &status) != 0)
        return false;
    if (S_ISLNK(status.st_mode)) {
        if (!path_read_link(walk->done, held, sizeof held))
            return failed(ENAMETOOLONG);
        walk->done[length] = '\0';
        return turn(walk, held);
    }
    return S_ISDIR(status.st_mode) || *walk->rest == '\0' || failed(ENOTDIR);
}

/* Takes the first part from the rest. */
static void take_part(struct walk *walk, char part[FILE_PATH_MAX])
{
    const size_t length = strcspn(walk->rest, "/");
    const char *const next = walk->rest + length + (walk->rest[length] == '/');
    memcpy(part, walk->rest, length);
    part[length] = '\0';
    memmove(walk->rest, next, strlen(next) + 1);
}

static bool walk_all(struct walk *walk)
{
    char part[FILE_PATH_MAX];
    while (*walk->rest != '\0') {
        take_part(walk, part);
        if (!step(walk, part))
            return false;
    }
    return true;
}

/* Begins at the folder that relative paths begin at. */
static bool begin(struct walk *walk, const char *path)
{
    char *const here = path_is_absolute(path) ? NULL : path_current();
    const int length =
        snprintf(walk->rest, sizeof walk->rest, "%s/%s", here != NULL ? here : "", path);
    free(here);
    if (*path == '\0')
        return failed(ENOENT);
    return (length >= 0 && (size_t)length < sizeof walk->rest) || failed(ENAMETOOLONG);
}

char *path_real(const char *path)
{
    struct walk *const walk = calloc(1, sizeof *walk);
    char *out = NULL;
    if (walk != NULL && begin(walk, path) && walk_all(walk))
        out = strdup(*walk->done != '\0' ? walk->done : "/");
    const int number = errno;
    free(walk);
    errno = number;
    return out;
}

/* Behind the last ".." that follows another name; NULL when there is none. */
static const char *end_of_up(const char *path)
{
    const char *end = NULL;
    bool named = false;
    for (const char *part = path; *part != '\0';) {
        const size_t length = strcspn(part, "/");
        const bool up = length == 2 && strncmp(part, "..", 2) == 0;
        if (up && named)
            end = part + length;
        named = named || (length > 0 && !up && strncmp(part, ".", length) != 0);
        part += length + (part[length] == '/');
    }
    return end;
}

/* The path that was kept last. */
static char kept[FILE_PATH_MAX];

/* Keeps the real path of `path` and what comes after it. */
static const char *keep_real(const char *path, const char *after)
{
    char *const real = path_real(path);
    const int length = real != NULL ? snprintf(kept, sizeof kept, "%s%s", real, after) : -1;
    free(real);
    if (length >= (int)sizeof kept)
        errno = ENAMETOOLONG;
    return length >= 0 && length < (int)sizeof kept ? kept : NULL;
}

const char *posix_path_of_link(const char *path)
{
    const char *const end = end_of_up(path);
    if (*path == '\0' || strlen(path) >= sizeof kept) {
        errno = *path == '\0' ? ENOENT : ENAMETOOLONG;
        return NULL;
    }
    if (end == NULL)
        return path;
    char folder[FILE_PATH_MAX];
    memcpy(folder, path, (size_t)(end - path));
    folder[end - path] = '\0';
    return keep_real(folder, end);
}

const char *posix_path(const char *path)
{
    struct stat status;
    const char *const at = posix_path_of_link(path);
    return at == NULL || lstat(at, &status) != 0 || !S_ISLNK(status.st_mode) ? at
                                                                             : keep_real(path, "");
}
