/*
 * fingerprint.h - which file a path leads to, and whether the file is still as it was
 *
 * The facts about a file need no opening: identity, size and times. Times may be as coarse as two
 * seconds, so a file that is changed again at once may keep its facts. Facts are settled if the
 * times were older than that when they were read, and are fine enough to tell a change. Only equal
 * facts that are settled prove equal content. A fingerprint is facts and the digest of the content.
 */
#ifndef FINGERPRINT_H
#define FINGERPRINT_H

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
struct digest digester_end(const struct digester *digester);

/* ---- Which file it is ------------------------------------------------------------------------ */

struct file_id {
    uint64_t device, inode;
};

struct file_id file_id_from(const struct file_facts *facts);
/* False when nothing is there. */
bool file_id_of_path(const char *path, struct file_id *out);
/* Finds the id of an input, where "-" is standard input. */
bool file_id_of_input(const char *path, struct file_id *out);
bool file_id_equal(const struct file_id *a, const struct file_id *b);

/* True if both paths lead to one file, once links are followed. Two names of a file (hard links)
 * count as two files, because in a copy of the folder they may be. */
bool file_paths_are_one(const char *a, const char *b);

/* The way to the file of a path from a folder, once links and ".." are resolved in both. The folder
 * itself counts as below. */
enum file_place { FILE_BELOW, FILE_OUTSIDE, FILE_NOWHERE /* errno says why */ };

/* `*real` is the file's path without links, to be freed; NULL unless it lies below. */
enum file_place file_place_from(const char *folder, const char *path, char **real);

/* A set of files, sorted once all are added. A zeroed one is empty. */
struct file_ids {
    struct file_id *items;
    size_t count, capacity;
};

void file_ids_add(struct file_ids *ids, struct file_id id);
void file_ids_sort(struct file_ids *ids);
bool file_ids_has(const struct file_ids *sorted, const struct file_id *id);
void file_ids_free(struct file_ids *ids);

/* ---- Whether it has changed ------------------------------------------------------------------ */

struct fingerprint {
    struct file_facts facts;
    bool settled;
    struct digest content;
};

/* The facts of a regular file; false if there is none. */
bool regular_facts_of_path(const char *path, struct file_facts *out);
bool regular_facts_of_open(int fd, struct file_facts *out);

bool file_facts_equal(const struct file_facts *a, const struct file_facts *b);

/* True if facts that are read at `time`, in nanoseconds, are settled. */
bool file_facts_settled(const struct file_facts *facts, int64_t time);

/* The present, in nanoseconds, by the clock of this machine or of the file system that a file was
 * just created in: whichever is behind. Servers and other machines have clocks of their own. */
int64_t file_system_time(int created_file);

#endif
