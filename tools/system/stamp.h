/*
 * stamp.h - which file a path leads to, and whether the file is still as it was
 *
 * A stamp has the facts about a file that need no opening: identity, size and times. Times may be
 * as coarse as two seconds, so a file that is changed again at once may keep its stamp. A stamp
 * is settled when the times of the file were older than that when it was taken, and fine enough to
 * tell a change. Only equal stamps that are settled prove equal content. A fingerprint is a stamp
 * and the digest of the content.
 */
#ifndef STAMP_H
#define STAMP_H

#include "base/platform/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Digests -------------------------------------------------------------------------------- */

/* 128 bits that identify any number of bytes, on every machine alike. Two contents of one digest
 * are taken for equal: it finds changes and accidents, and is not a signature. */
struct digest {
    uint64_t low, high;
};

struct digest digest_of(const void *bytes, size_t size);

static inline bool digest_equal(struct digest a, struct digest b)
{
    return a.low == b.low && a.high == b.high;
}

/* Makes the digest of bytes that come in pieces. */
struct digester;

struct digester *digester_new(void);
void digester_free(struct digester *digester);
void digester_add(struct digester *digester, const void *bytes, size_t size);
/* Forgets what was added. */
void digester_restart(struct digester *digester);
struct digest digester_end(const struct digester *digester);

/* ---- Which file it is ------------------------------------------------------------------------ */

struct file_id {
    uint64_t device, inode;
};

struct file_id file_id_from(const struct file_facts *facts);
/* False when nothing is there. */
bool file_id_of_path(const char *path, struct file_id *out);
/* The same, where "-" is standard input. */
bool file_id_of_input(const char *path, struct file_id *out);
bool file_id_equal(const struct file_id *a, const struct file_id *b);

/* Do both paths lead to one file, once links are followed? Two names of a file are two files: where
 * it is copied to, or unpacked, they may be. */
bool file_paths_are_one(const char *a, const char *b);

/* The way to the file of a path from a folder, once links and ".." are resolved in both. The folder
 * itself counts as below. */
enum file_place { FILE_BELOW, FILE_OUTSIDE, FILE_NOWHERE /* errno says why */ };

/* `*real` is the file's path without links, to be freed; NULL unless it lies below. */
enum file_place file_place_from(const char *folder, const char *path, char **real);

/* A set of them, sorted once all are added. A zeroed one is empty. */
struct file_ids {
    struct file_id *items;
    size_t count, capacity;
};

void file_ids_add(struct file_ids *ids, struct file_id id);
void file_ids_sort(struct file_ids *ids);
bool file_ids_has(const struct file_ids *sorted, const struct file_id *id);
void file_ids_free(struct file_ids *ids);

/* ---- Whether it has changed ------------------------------------------------------------------ */

struct stamp {
    uint64_t device, inode, size;
    int64_t modified, changed; /* nanoseconds */
};

struct fingerprint {
    struct stamp stamp;
    bool settled;
    struct digest content;
};

/* False when it cannot be had, or the file is not a regular one. */
bool stamp_from(const struct file_facts *facts, struct stamp *out);
bool stamp_of_path(const char *path, struct stamp *out);
bool stamp_of_file(int fd, struct stamp *out);

/* The identity of the file. */
struct file_id stamp_file(const struct stamp *stamp);

bool stamp_equal(const struct stamp *a, const struct stamp *b);

/* Is a stamp that is taken now settled? */
bool stamp_is_settled(const struct stamp *stamp);

/* Was it so long ago at `time`, in nanoseconds? */
bool stamp_is_settled_at(const struct stamp *stamp, int64_t time);

/* The present, in nanoseconds, by the clock of this machine or of the file system that a file was
 * just created in: whichever is behind. Servers and other machines have clocks of their own. */
int64_t stamp_present(int created_file);

#endif
