/*
 * fingerprint.c - identities and fingerprints of files, and the only use of libxxhash
 */
#include "system/fingerprint.h"

#include "base/memory.h"
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/text.h"

#include <xxhash.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which file it is ------------------------------------------------------------------------ */

struct file_id file_id_from(const struct file_facts *facts)
{
    return (struct file_id){facts->device, facts->inode};
}

bool file_id_of_path(const char *path, struct file_id *out)
{
    struct file_facts facts;
    if (!file_facts_of_path(path, &facts))
        return false;
    *out = file_id_from(&facts);
    return true;
}

bool file_id_of_input(const char *path, struct file_id *out)
{
    struct file_facts facts;
    if (strcmp(path, "-") != 0)
        return file_id_of_path(path, out);
    if (!file_facts_of_open(STREAM_IN, &facts))
        return false;
    *out = file_id_from(&facts);
    return true;
}

bool file_id_equal(const struct file_id *a, const struct file_id *b)
{
    return a->device == b->device && a->inode == b->inode;
}

bool file_paths_are_one(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return true;
    char *const first = path_real(a), *const second = path_real(b);
    const bool same = first != NULL && second != NULL && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

enum file_place file_place_from(const char *folder, const char *path, char **real)
{
    char *const root = path_real(folder);
    enum file_place place = FILE_NOWHERE;
    *real = root != NULL ? path_real(path) : NULL;
    const int reason = errno;
    if (*real != NULL)
        place = text_below(root, *real) != NULL ? FILE_BELOW : FILE_OUTSIDE;
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

void file_ids_add(struct file_ids *ids, struct file_id id)
{
    *(struct file_id *)array_push(&ids->items, &ids->count, &ids->capacity) = id;
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

bool regular_facts_of_path(const char *path, struct file_facts *out)
{
    return file_facts_of_path(path, out) && out->kind == FILE_REGULAR;
}

bool regular_facts_of_open(int fd, struct file_facts *out)
{
    return file_facts_of_open(fd, out) && out->kind == FILE_REGULAR;
}

bool file_facts_equal(const struct file_facts *a, const struct file_facts *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified == b->modified && a->changed == b->changed;
}

/* FAT and exFAT have times in steps of 2 s and of 10 ms, and none of the last change: a file that
 * takes the place of another may get its size and its time, and its inode once the machine has
 * started again. */
enum { COARSE = 10000000 };

bool file_facts_settled(const struct file_facts *facts, int64_t time)
{
    const int64_t settled = time - (int64_t)2 * SECOND;
    return facts->modified <= settled && facts->changed <= settled && facts->changed % COARSE != 0;
}

int64_t file_system_time(int created_file)
{
    struct file_facts created;
    const int64_t present = clock_now();
    return regular_facts_of_open(created_file, &created) && created.modified < present
               ? created.modified
               : present;
}

/* ---- Digests: XXH3 in 128 bits -------------------------------------------------------------- */

static struct digest from_xxhash(XXH128_hash_t hash)
{
    return (struct digest){hash.low64, hash.high64};
}

static XXH3_state_t *state_of(struct digester *digester)
{
    return (XXH3_state_t *)digester;
}

struct digest digest_of(const void *bytes, size_t size)
{
    return from_xxhash(XXH3_128bits(bytes, size));
}

struct digester *digester_new(void)
{
    XXH3_state_t *const state = XXH3_createState();
    if (state == NULL)
        memory_run_out();
    XXH3_128bits_reset(state);
    return (struct digester *)state;
}

void digester_free(struct digester *digester)
{
    XXH3_freeState(state_of(digester));
}

void digester_add(struct digester *digester, const void *bytes, size_t size)
{
    XXH3_128bits_update(state_of(digester), bytes, size);
}

struct digest digester_end(const struct digester *digester)
{
    return from_xxhash(XXH3_128bits_digest((const XXH3_state_t *)digester));
}
