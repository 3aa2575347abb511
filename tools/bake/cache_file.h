/*
 * cache_file.h - the file of a cache: entries by key, and the mark of the output made from them
 *
 * It knows nothing of inputs and of what is unchanged: cache.c does.
 */
#ifndef CACHE_FILE_H
#define CACHE_FILE_H

#include "bake/cache_product.h"
#include "bake/report.h"
#include "base/sink.h"
#include "system/fingerprint.h"
#include "system/output.h"

/* Describes the output that was last made from all entries of a cache, and from no others.
 * Zeroed: there is none. */
struct cache_mark {
    struct digest index; /* of the entries that it was made from */
    struct digest what;  /* of everything but its sprites, such as its format */
    struct file_facts facts;
    struct report_counts counts;
};

/* The file, opened to be read. Closed, it has no entries. */
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

/* The file that is being written. Does not move while it is open. */
struct cache_writer {
    bool is_open;
    struct output output;
    struct sink sink;
    uint64_t offset;
    struct text facts, table;
    struct digest index_digest; /* of both, once the file is finished */
};

/* The places of the parts of an entry. */
struct cache_entry {
    struct digest key;
    uint64_t facts, facts_size;     /* where among the facts */
    uint64_t sprites, sprites_size; /* where in the file */
    struct digest sprites_digest;
};

/* Opens the file if it is there. False when it is damaged; one of another version counts as
 * missing. */
bool cache_file_open(struct cache_file *file, const char *path);
void cache_file_close(struct cache_file *file);

/* The record of the entry with that key, in the table; NULL when there is none. */
const uint8_t *cache_file_find(const struct cache_file *file, struct digest key);

/* The place of a record in the table. */
size_t cache_file_position(const struct cache_file *file, const uint8_t *record);

/* Gives the product of an entry; false when it is damaged. */
bool cache_file_read(const struct cache_file *file, const uint8_t *record, struct product *out);

/* Gives the product of the entry at `position`; false when it is damaged. */
bool cache_file_read_at(const struct cache_file *file, size_t position, struct product *out);

/* Reads where the parts of an entry are; false when it is damaged. */
bool cache_entry_get(const struct cache_file *file, const uint8_t *record, struct cache_entry *out);
struct bytes cache_entry_facts(const struct cache_file *file, const struct cache_entry *entry);

/* The sprites of an entry, to be freed; NULL when they are damaged or there is no memory. */
uint8_t *cache_entry_sprites(const struct cache_file *file, const struct cache_entry *entry);

bool cache_writer_open(struct cache_writer *writer, const char *path, struct error *err);
void cache_writer_add(struct cache_writer *writer, struct digest key, const struct text *facts,
                      const void *sprites, size_t sprites_size);

/* How many entries were added. */
size_t cache_writer_count(const struct cache_writer *writer);

/* Completes the file, all but its mark. */
bool cache_writer_finish(struct cache_writer *writer, struct error *err);

/* Makes the bytes of a mark. It has the digest of the entries that it was made for, and is valid
 * only with them. */
void cache_mark_put(struct text *out, struct cache_mark mark, struct digest index);

/* Writes a mark into the new file. */
bool cache_writer_set_mark(struct cache_writer *writer, const struct text *mark);

/* Writes over the mark of the old file, if that is permitted, and if nobody has written to the file
 * since it was opened. When two bakes do so at the same time, the mark may become damaged, and is
 * then ignored. */
void cache_file_set_mark(const struct cache_file *file, const struct text *mark);

#endif
