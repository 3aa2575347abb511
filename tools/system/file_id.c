/*
 * file_id.c - files by what they are
 */
#include "system/file_id.h"

#include "base/array.h"

#include <stdlib.h>
#include <sys/stat.h>

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

bool file_id_equal(const struct file_id *a, const struct file_id *b)
{
    return a->device == b->device && a->inode == b->inode;
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
    struct file_id *const grown =
        array_reserve(ids->items, ids->count + 1, &ids->capacity, sizeof *grown);
    if (grown == NULL)
        return false;
    ids->items = grown;
    grown[ids->count++] = id;
    return true;
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
