/*
 * stamp.c - identities, stamps and fingerprints of files
 */
#include "system/stamp.h"

#include "base/array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Which file it is ------------------------------------------------------------------------ */

struct file_id file_id_from(const struct stat *status)
{
    return (struct file_id){status->st_dev, status->st_ino};
}

bool file_id_of_path(const char *path, struct file_id *out)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    *out = file_id_from(&status);
    return true;
}

bool file_id_of_input(const char *path, struct file_id *out)
{
    struct stat status;
    if (strcmp(path, "-") != 0)
        return file_id_of_path(path, out);
    if (fstat(STDIN_FILENO, &status) != 0)
        return false;
    *out = file_id_from(&status);
    return true;
}

bool file_id_equal(const struct file_id *a, const struct file_id *b)
{
    return a->device == b->device && a->inode == b->inode;
}

/* Is it the folder, or below it? Both are absolute and without links. */
static bool is_within(const char *folder, const char *path)
{
    const size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

enum file_place file_place_from(const char *folder, const char *path, char **real)
{
    char *const root = realpath(folder, NULL);
    enum file_place place = FILE_NOWHERE;
    *real = root != NULL ? realpath(path, NULL) : NULL;
    const int reason = errno;
    if (*real != NULL)
        place = is_within(root, *real) ? FILE_BELOW : FILE_OUTSIDE;
    free(root);
    if (place != FILE_BELOW) {
        free(*real);
        *real = NULL;
    }
    errno = reason;
    return place;
}

static int compare(const void *a, const void *b)
{
    const struct file_id *const left = a, *const right = b;
    if (left->device != right->device)
        return left->device < right->device ? -1 : 1;
    return (left->inode > right->inode) - (left->inode < right->inode);
}

bool file_ids_add(struct file_ids *ids, struct file_id id)
{
    struct file_id *const added = array_push(&ids->items, &ids->count, &ids->capacity);
    if (added != NULL)
        *added = id;
    return added != NULL;
}

void file_ids_sort(struct file_ids *ids)
{
    if (ids->count > 1)
        qsort(ids->items, ids->count, sizeof *ids->items, compare);
}

bool file_ids_has(const struct file_ids *sorted, const struct file_id *id)
{
    return sorted->count > 0 &&
           bsearch(id, sorted->items, sorted->count, sizeof *id, compare) != NULL;
}

void file_ids_free(struct file_ids *ids)
{
    free(ids->items);
    *ids = (struct file_ids){0};
}

/* ---- Whether it has changed ------------------------------------------------------------------ */

enum { SECOND = 1000000000 };

static int64_t nanoseconds(struct timespec time)
{
    /* Unsigned, so that times after the year 2262 wrap round, and still differ from others. */
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

static int64_t clock_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(time);
}

/* FAT and exFAT have times in steps of 2 s and of 10 ms, and none of the last change: a file that
 * takes the place of another may get its size and its time, and its inode once the machine has
 * started again. */
enum { COARSE = 10000000 };

bool stamp_is_settled_at(const struct stamp *stamp, int64_t time)
{
    const int64_t settled = time - (int64_t)2 * SECOND;
    return stamp->modified <= settled && stamp->changed <= settled && stamp->changed % COARSE != 0;
}

bool stamp_is_settled(const struct stamp *stamp)
{
    return stamp_is_settled_at(stamp, clock_time());
}

int64_t stamp_present(int created_file)
{
    struct stamp created;
    const int64_t present = clock_time();
    return stamp_of_file(created_file, &created) && created.modified < present ? created.modified
                                                                               : present;
}
