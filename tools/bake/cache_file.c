/*
 * cache_file.c - the bytes of a cache
 *
 *     header   magic, format version, tool version
 *     mark     which output was made from these entries: the only part that is written over
 *     sprites  of one entry after the other, as product_pack_content makes them
 *     facts    of one entry after the other
 *     table    of the entries by key: where their facts and sprites are
 *     trailer  where facts and table are, and the digest of both and of this
 *
 * Facts and table are read and checked together; the sprites of an entry when they are asked for.
 *
 * Other programs may replace the file at any time. It is therefore read and never mapped: when
 * another program cuts a mapped file short, the program that maps it is killed.
 */
#include "bake/cache_file.h"

#include "bake/cache_product.h"
#include "format.h"
#include "formats/written.h"

#include <hitmask.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORMAT_VERSION = 18, /* changes also when the same input makes another product */

    DIGEST_BYTES = 16,
    HEADER_VERSION = 8,
    HEADER_TOOL = 12,
    HEADER_BYTES = 16,
    MARK_BYTES = 17 * 8, /* with its own digest */
    SPRITES_START = HEADER_BYTES + MARK_BYTES,
    TABLE_RECORD = 8 * 8, /* begins with the key */
    TRAILER_BYTES = 2 * 8 + DIGEST_BYTES,
};

/* ---- The parts of the file ---------------------------------------------------------------- */

static void put_header(uint8_t header[HEADER_BYTES])
{
    memcpy(header, CACHE_MAGIC, CACHE_MAGIC_BYTES);
    put_u32(header + HEADER_VERSION, FORMAT_VERSION);
    put_u32(header + HEADER_TOOL, HM_VERSION);
}

static void pass_mark(struct bytes *bytes, struct cache_mark *mark)
{
    bytes_digest(bytes, &mark->index);
    bytes_digest(bytes, &mark->what);
    bytes_facts(bytes, &mark->facts);
    bytes_u64(bytes, &mark->counts.sprites);
    bytes_u64(bytes, &mark->counts.masks);
    bytes_u64(bytes, &mark->counts.shared_masks);
    bytes_u64(bytes, &mark->counts.saved);
    bytes_u64(bytes, &mark->counts.pixels);
    bytes_u64(bytes, &mark->counts.solid);
}

void cache_mark_put(struct text *out, struct cache_mark mark, struct digest index)
{
    struct bytes bytes = {.out = out};
    out->length = 0;
    mark.index = index;
    pass_mark(&bytes, &mark);
    struct digest own = digest_of(out->bytes, out->length);
    bytes_digest(&bytes, &own);
}

static struct cache_mark get_mark(const uint8_t *at, struct digest index)
{
    struct bytes bytes = {.next = at, .left = MARK_BYTES};
    struct cache_mark mark = {.what = {0, 0}};
    struct digest own;
    pass_mark(&bytes, &mark);
    bytes_digest(&bytes, &own);
    if (digest_equal(own, digest_of(at, MARK_BYTES - DIGEST_BYTES)) &&
        digest_equal(mark.index, index))
        return mark;
    return (struct cache_mark){.what = {0, 0}};
}

static void pass_entry(struct bytes *bytes, struct cache_entry *entry)
{
    bytes_digest(bytes, &entry->key);
    bytes_u64(bytes, &entry->facts);
    bytes_u64(bytes, &entry->facts_size);
    bytes_u64(bytes, &entry->sprites);
    bytes_u64(bytes, &entry->sprites_size);
    bytes_digest(bytes, &entry->sprites_digest);
}

bool cache_entry_get(const struct cache_file *file, const uint8_t *record, struct cache_entry *out)
{
    pass_entry(&(struct bytes){.next = record, .left = TABLE_RECORD}, out);
    return out->facts <= file->facts_size && out->facts_size <= file->facts_size - out->facts &&
           out->sprites <= file->sprites_end &&
           out->sprites_size <= file->sprites_end - out->sprites &&
           out->sprites_size <= SIZE_MAX - 1;
}

/* By key. */
static int compare_records(const void *a, const void *b)
{
    return memcmp(a, b, DIGEST_BYTES);
}

/* ---- The file is read --------------------------------------------------------------------- */

/* Reads facts and table, which lie between the sprites and the trailer. */
static bool read_index(struct cache_file *file, uint64_t total)
{
    uint8_t trailer[TRAILER_BYTES];
    struct bytes bytes = {.next = trailer, .left = sizeof trailer};
    uint64_t start, facts_size;
    struct digest digest;
    if (total < SPRITES_START + TRAILER_BYTES ||
        !file_read_at(file->fd, total - TRAILER_BYTES, trailer, sizeof trailer))
        return false;
    bytes_u64(&bytes, &start);
    bytes_u64(&bytes, &facts_size);
    bytes_digest(&bytes, &digest);
    const uint64_t end = total - TRAILER_BYTES;
    if (start < SPRITES_START || start > end || facts_size > end - start ||
        (end - start - facts_size) % TABLE_RECORD != 0 || end - start > SIZE_MAX - TRAILER_BYTES)
        return false;
    const size_t size = (size_t)(total - DIGEST_BYTES - start);
    file->index = malloc(size);
    if (file->index == NULL || !file_read_at(file->fd, start, file->index, size))
        return false;
    file->facts_size = (size_t)facts_size;
    file->count = (size_t)(end - start - facts_size) / TABLE_RECORD;
    file->sprites_end = start;
    file->index_digest = digest;
    return digest_equal(digest, digest_of(file->index, size));
}

static const uint8_t *table_of(const struct cache_file *file)
{
    return file->index + file->facts_size;
}

void cache_file_close(struct cache_file *file)
{
    if (file->is_open)
        file_close(file->fd);
    free(file->index);
    *file = (struct cache_file){.is_open = false};
}

bool cache_file_open(struct cache_file *file, const char *path)
{
    uint8_t header[HEADER_BYTES], own[HEADER_BYTES], mark[MARK_BYTES];
    *file = (struct cache_file){.fd = file_open(path, FILE_READ_WRITE)};
    /* Only the mark is ever written. Without permission for that, the file is only read. */
    if (file->fd < 0 && errno != ENOENT)
        file->fd = file_open(path, FILE_READ);
    if (file->fd < 0)
        return errno == ENOENT;
    file->is_open = true;
    put_header(own);
    const bool is_known = regular_facts_of_open(file->fd, &file->facts);
    const bool is_cache = is_known && file_read_at(file->fd, 0, header, sizeof header) &&
                          memcmp(header, own, CACHE_MAGIC_BYTES) == 0;
    const bool is_own = is_cache && memcmp(header, own, sizeof own) == 0;
    if (is_own && read_index(file, file->facts.size) &&
        file_read_at(file->fd, HEADER_BYTES, mark, sizeof mark)) {
        file->mark = get_mark(mark, file->index_digest);
        return true;
    }
    const bool is_none = (is_known && file->facts.size == 0) || (is_cache && !is_own);
    cache_file_close(file);
    return is_none;
}

struct bytes cache_entry_facts(const struct cache_file *file, const struct cache_entry *entry)
{
    return (struct bytes){.next = file->index + entry->facts, .left = (size_t)entry->facts_size};
}

uint8_t *cache_entry_sprites(const struct cache_file *file, const struct cache_entry *entry)
{
    const size_t size = (size_t)entry->sprites_size;
    uint8_t *const bytes = malloc(size + 1);
    if (bytes != NULL && file_read_at(file->fd, entry->sprites, bytes, size) &&
        digest_equal(digest_of(bytes, size), entry->sprites_digest))
        return bytes;
    free(bytes);
    return NULL;
}

bool cache_file_read(const struct cache_file *file, const uint8_t *record, struct product *out)
{
    struct cache_entry entry;
    uint8_t *sprites = NULL;
    const bool ok = cache_entry_get(file, record, &entry) &&
                    (sprites = cache_entry_sprites(file, &entry)) != NULL &&
                    product_unpack_facts(cache_entry_facts(file, &entry), out) &&
                    product_unpack_content(
                        (struct bytes){.next = sprites, .left = (size_t)entry.sprites_size}, out);
    free(sprites);
    return ok;
}

bool cache_file_read_at(const struct cache_file *file, size_t position, struct product *out)
{
    return cache_file_read(file, table_of(file) + position * TABLE_RECORD, out);
}

const uint8_t *cache_file_find(const struct cache_file *file, struct digest key)
{
    uint8_t bytes[DIGEST_BYTES];
    put_u64(bytes, key.low);
    put_u64(bytes + 8, key.high);
    return file->count > 0
               ? bsearch(bytes, table_of(file), file->count, TABLE_RECORD, compare_records)
               : NULL;
}

size_t cache_file_position(const struct cache_file *file, const uint8_t *record)
{
    return (size_t)(record - table_of(file)) / TABLE_RECORD;
}

void cache_file_set_mark(const struct cache_file *file, const struct text *mark)
{
    struct file_facts now;
    /* If this fails, the old mark stays, which does not fit the new output. */
    if (regular_facts_of_open(file->fd, &now) && file_facts_equal(&now, &file->facts))
        (void)file_write_at(file->fd, HEADER_BYTES, mark->bytes, mark->length);
}

/* ---- The file is written ------------------------------------------------------------------ */

static void put(struct cache_writer *writer, const void *bytes, size_t size)
{
    sink_put(&writer->sink, bytes, size);
    writer->offset += size;
}

bool cache_writer_open(struct cache_writer *writer, const char *path, struct error *err)
{
    uint8_t start[SPRITES_START] = {0};
    writer->is_open = output_open(&writer->output, path, true, err);
    if (!writer->is_open)
        return false;
    sink_init(&writer->sink, output_write, &writer->output);
    put_header(start);
    put(writer, start, sizeof start);
    return true;
}

void cache_writer_add(struct cache_writer *writer, struct digest key, const struct text *facts,
                      const void *sprites, size_t sprites_size)
{
    struct cache_entry entry = {key,           writer->facts.length,
                                facts->length, writer->offset,
                                sprites_size,  digest_of(sprites, sprites_size)};
    pass_entry(&(struct bytes){.out = &writer->table}, &entry);
    text_add(&writer->facts, facts->bytes, facts->length);
    put(writer, sprites, sprites_size);
}

bool cache_writer_finish(struct cache_writer *writer, struct error *err)
{
    const struct text *const facts = &writer->facts, *const table = &writer->table;
    uint64_t start = writer->offset, facts_size = facts->length;
    struct text trailer = {0};
    struct bytes bytes = {.out = &trailer};
    struct digester *const digester = digester_new();
    if (table->length > 0)
        qsort(table->bytes, table->length / TABLE_RECORD, TABLE_RECORD, compare_records);
    bytes_u64(&bytes, &start);
    bytes_u64(&bytes, &facts_size);
    digester_add(digester, facts->bytes, facts->length);
    digester_add(digester, table->bytes, table->length);
    digester_add(digester, trailer.bytes, trailer.length);
    writer->index_digest = digester_end(digester);
    digester_free(digester);
    bytes_digest(&bytes, &writer->index_digest);
    put(writer, facts->bytes, facts->length);
    put(writer, table->bytes, table->length);
    put(writer, trailer.bytes, trailer.length);
    text_free(&trailer);
    return sink_flush(&writer->sink, err);
}

size_t cache_writer_count(const struct cache_writer *writer)
{
    return writer->table.length / TABLE_RECORD;
}

bool cache_writer_set_mark(struct cache_writer *writer, const struct text *mark)
{
    return output_amend(&writer->output, HEADER_BYTES, mark->bytes, mark->length);
}
