/*
 * cache_file.h - the file that keeps products from one bake to the next
 *
 *     header   magic, format version, tool version
 *     mark     which output was made from these entries: the only part that is written over
 *     sprites  of one entry after the other, as product_pack_content makes them
 *     facts    of one entry after the other
 *     table    of the entries by key: where their facts and sprites are
 *     trailer  where the facts and the table are
 *
 * Facts and table are read and checked together; the sprites of an entry when they are asked for.
 * This knows nothing of inputs.
 *
 * Other programs may replace the file at any time. It is therefore read and never mapped: when
 * another program cuts a mapped file short, the program that maps it is killed.
 */
#ifndef CACHE_FILE_H
#define CACHE_FILE_H

#include "bake/bytes.h"
#include "bake/report.h"
#include "base/sink.h"
#include "system/fingerprint.h"
#include "system/output.h"

/* Describes the output that was last made from all entries of a cache, and from no others.
 * Zeroed: there is none. */
struct cache_mark {
    struct digest what; /* of everything but its sprites, such as its format */
    struct file_facts facts;
    struct report_counts counts;
};

struct cache_entry {
    struct digest key;
    uint64_t sprites, sprites_size; /* where in the file */
    struct digest sprites_digest;
    struct bytes facts;
};

/* ---- Reading ---------------------------------------------------------------------------- */

/* A zeroed one is closed, and one that is closed has no entries. */
struct cache_file {
    bool is_open;
    int fd;
    uint8_t *index; /* the facts, and behind them the table */
    size_t facts_size, count;
    struct digest index_digest;
    uint64_t sprites_end;
    struct cache_mark mark;
    struct file_facts facts; /* when it was opened */
};

enum cache_state {
    CACHE_GOOD,
    CACHE_NONE, /* there is none, or it is another version's */
    CACHE_DAMAGED,
};

/* Leaves the file open only when it is good. */
enum cache_state cache_file_open(struct cache_file *file, const char *path);
void cache_file_close(struct cache_file *file);

/* Gives the position of a key in the table, below file->count; file->count: not there. */
size_t cache_file_find(const struct cache_file *file, struct digest key);

/* False when the entry is damaged. */
bool cache_file_entry(const struct cache_file *file, size_t position, struct cache_entry *out);

/* The sprites of an entry, to be freed; NULL when they are damaged or there is no memory. */
uint8_t *cache_file_sprites(const struct cache_file *file, const struct cache_entry *entry);

/* Writes over the mark, if that is permitted, and if nobody has written to the file since it was
 * opened. When two bakes do so at the same time, the mark may
 * become damaged, and is then ignored. */
void cache_file_set_mark(const struct cache_file *file, const struct cache_mark *mark);

/* ---- Writing ---------------------------------------------------------------------------- */

/* A zeroed one is closed. Does not move while it is open. */
struct cache_writer {
    struct output output;
    struct sink sink;
    uint64_t offset;
    struct text facts, table;
    struct digest index_digest; /* of both, once the file is finished */
};

bool cache_writer_open(struct cache_writer *writer, const char *path, struct error *err);

/* Adds an entry. Errors are reported by cache_writer_finish. */
void cache_writer_add(struct cache_writer *writer, struct digest key, const struct text *facts,
                      const void *sprites, size_t sprites_size);

/* Completes the file, all but its mark. */
bool cache_writer_finish(struct cache_writer *writer, struct error *err);

/* Writes the mark and puts the file in place. Nothing is allocated. */
bool cache_writer_commit(struct cache_writer *writer, const struct cache_mark *mark,
                         struct error *err);

/* Safe on a closed one. */
void cache_writer_abort(struct cache_writer *writer);

#endif
