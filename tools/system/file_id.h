/*
 * file_id.h - files by what they are, however their paths are spelled
 */
#ifndef FILE_ID_H
#define FILE_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct file_id {
    dev_t device;
    ino_t inode;
};

struct stat;

struct file_id file_id_from(const struct stat *status);
/* False when nothing is there. */
bool file_id_of_path(const char *path, struct file_id *out);
bool file_id_equal(const struct file_id *a, const struct file_id *b);

/* A set of them, sorted once all are added. A zeroed one is empty. */
struct file_ids {
    struct file_id *items;
    size_t count, capacity;
};

bool file_ids_add(struct file_ids *ids, struct file_id id);
void file_ids_sort(struct file_ids *ids);
bool file_ids_has(const struct file_ids *sorted, const struct file_id *id);
void file_ids_free(struct file_ids *ids);

#endif
