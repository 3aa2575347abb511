/*
 * cache.h - the file that keeps products from one bake to the next
 *
 * An entry belongs to one input: its path, the naming of its sprite, and all that decides about its
 * pixels. It lists the files that were read for it. It is used again when each of these files has
 * the same facts, and they were settled (see fingerprint.h), or otherwise the same content.
 * Warnings are kept in it and reported again; products with errors are never kept.
 *
 *     cache_open       before anything is read
 *     cache_look_up    finds the inputs that have not changed; opens what has to be hashed
 *     cache_take       gives the product of one of them, on any thread
 *     cache_keep       notes the product of another
 *     cache_prepare    writes the file, but for the mark that names the output
 *     cache_commit     puts it in place with its mark, when the output is in place
 *
 * The file holds the entries that the last bake used, and no others, so bakes of different inputs
 * should have caches of their own. It is replaced as a whole: bakes may share it at any time, and
 * the file of the last one stays. When it is damaged or from another version, the products are
 * made again. When it cannot be written, that is an error although the output is good and in
 * place: otherwise nobody would know why every build bakes everything.
 */
#ifndef CACHE_H
#define CACHE_H

#include "bake/bake.h"
#include "bake/cache_file.h"
#include "plan/inputs.h"

/* The knowledge of the cache about an input. */
struct cache_hit {
    struct digest key;
    const uint8_t *record; /* of its entry, in the table of the file; NULL: it has none */
    struct fingerprint
        *fresh;          /* of all its files, when its facts have changed; NULL: they have not */
    bool found;          /* the input has not changed */
    bool has_more_facts; /* diagnostics, or files besides the input, or it is a document */
    bool damaged;        /* its entry turned out to be damaged */
};

/* A zeroed one is closed: nothing is found in it, and nothing kept. */
struct cache {
    const char *path; /* NULL: closed */
    bool exists;      /* there is a file at the path, which it would write over */
    struct file_id id;
    const struct inputs *inputs;
    int64_t start; /* of the bake: files that changed later have not settled */
    struct cache_file file;
    struct cache_hit *hits;
    size_t count;
    bool damaged;   /* the file, as a whole */
    bool all_used;  /* all entries of the file have been found */
    bool any_fresh; /* some fingerprints have changed */
    struct cache_writer writer;
    struct text mark; /* its bytes, from cache_prepare on: cache_commit has room for them */
    bool up_to_date;  /* only the mark of the file has to change */
    bool failed;      /* the file cannot be written */
    struct error err; /* why it failed */
};

/* Opens the file if it is there. Fails for a path that must be a mistake. */
bool cache_open(struct cache *cache, const char *path, struct error *err);
void cache_free(struct cache *cache);

/* Adds the folder that changes when the cache is written. */
void cache_add_folder(const struct cache *cache, struct file_ids *folders);

/* Finds out which inputs have not changed. `inputs` stay where they are from here on. */
void cache_look_up(struct cache *cache, const struct inputs *inputs, const struct bake_rules *rules,
                   unsigned jobs);

/* True if that input has not changed. */
bool cache_has(const struct cache *cache, size_t index);

/* How many inputs have not changed, and had no damaged entry when they were taken. */
size_t cache_taken(const struct cache *cache);

/* True if any part of the file was damaged. */
bool cache_is_damaged(const struct cache *cache);

/* Gives the product of an input, which is zeroed before; false when it has to be made. */
bool cache_take(struct cache *cache, size_t index, struct product *out);

/* Adds a product to the new file, before it is poured out. A product that was taken is skipped. */
void cache_keep(struct cache *cache, size_t index, const struct product *product);

/* True if the target of `output` was made from exactly these inputs, all unchanged, and not touched
 * since. Gives its facts then. `what` has everything else that the output's bytes depend on, such
 * as its format. */
bool cache_knows_output(const struct cache *cache, const char *what, const struct output *output,
                        struct file_facts *facts);

/* Gives the product of an input that has not changed without its sprites: whether it is a document,
 * the diagnostics, and the files that were read if there are others than the input. `out` is zeroed
 * before. */
void cache_recall(const struct cache *cache, size_t index, struct product *out);

/* Completes the file, all but its mark. A failure is told by cache_commit. */
void cache_prepare(struct cache *cache);

/* Puts the prepared file in place, without any allocation: the outputs are already there. `facts`
 * are the output's. */
bool cache_commit(struct cache *cache, const char *what, const struct file_facts *facts,
                  const struct report_counts *counts, struct error *err);

#endif
