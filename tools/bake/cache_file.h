/*
 * cache_file.h - the file that keeps products from one bake to the next
 *
 *     header   magic, format version, tool version
 *     mark     which output was made from these entries: the only part that is written over
 *     sprites  of one entry after the other, as product_pack makes them
 *     facts    of one entry after the other
 *     table    of the entries by key: where their facts and sprites are
 *     trailer  where the facts and the table are
 *
 * Facts and table are read at once and checked as one; the sprites of an entry when they are
 * asked for. Knows nothing of inputs.
 *
 * The file may be anybody's, and others may replace it at any time. It is therefore read and
 * never mapped: a mapped file that another program cuts short ends the program that maps it.
 */
#ifndef CACHE_FILE_H
#define CACHE_FILE_H

#include "bake/report.h"
#include "base/bytes.h"
#include "base/sink.h"
#include "system/output.h"
#include "system/stamp.h"

/* What is known of the output that was last made from all entries of a cache, and from no
 * others. Zeroed: nothing. */
struct cache_mark {
    struct digest what; /* it is, apart from its sprites: its format and the like */
    struct stamp stamp;
    struct report_counts counts; /* of it */
};

struct cache_entry {
    struct digest key;
    uint64_t sprites, sprites_size; /* where in the file */
    struct digest sprites_digest;
    struct bytes facts;
};

/* ---- Reading ---------------------------------------------------------------------------- */

/* Does it begin like one, give or take some damage? */
bool cache_file_is_like_one(const uint8_t *bytes, size_t size);

/* A zeroed one is closed, and one that is closed has no entries. */
struct cache_file {
    bool is_open;
    int fd;
    uint8_t *index; /* the facts, and behind them the table */
    size_t facts_size, count;
    struct digest index_digest;
    uint64_t sprites_end;
    struct cache_mark mark;
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

/* Writes over the mark, where it may. Another bake that does so at the same time may leave one
 * that is damaged, and counts for nothing. */
void cache_file_set_mark(const struct cache_file *file, const struct cache_mark *mark);

/* ---- Writing ---------------------------------------------------------------------------- */

/* A zeroed one is closed. Does not move while it is open. */
struct cache_writer {
    struct output output;
    struct sink sink;
    uint64_t offset;
    struct text facts, table;
};

bool cache_writer_open(struct cache_writer *writer, const char *path, struct error *err);

/* Adds an entry. What fails is told at the end. */
void cache_writer_add(struct cache_writer *writer, struct digest key, const struct text *facts,
                      const void *sprites, size_t sprites_size);

/* Puts the file in place. */
bool cache_writer_commit(struct cache_writer *writer, const struct cache_mark *mark,
                         struct error *err);

/* Safe on a closed one. */
void cache_writer_abort(struct cache_writer *writer);

#endif
