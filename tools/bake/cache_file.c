/*
 * cache_file.c - the bytes of a cache
 */
#include "bake/cache_file.h"

#include "format.h"
#include "formats/written.h"
#include "system/output.h"
#include "system/reader.h"

#include <hitmask.h>

#include <errno.h>
#include <stdlib.h>

enum {
    FORMAT_VERSION = 13, /* changes also when the same input makes another product */

    HEADER_VERSION = 8,
    HEADER_TOOL = 12,
    HEADER_BYTES = 16,

    /* All numbers; the last two are the digest of what is before them. */
    MARK_NUMBERS = 15,
    MARK_BYTES = (MARK_NUMBERS + 2) * 8,

    SPRITES_START = HEADER_BYTES + MARK_BYTES,

    TABLE_KEY = 0,
    TABLE_FACTS = 16,
    TABLE_FACTS_SIZE = 24,
    TABLE_SPRITES = 32,
    TABLE_SPRITES_SIZE = 40,
    TABLE_DIGEST = 48,
    TABLE_RECORD = 64,

    TRAILER_FACTS = 0,
    TRAILER_FACTS_SIZE = 8,
    TRAILER_COUNT = 16,
    TRAILER_INDEX_DIGEST = 24,
    TRAILER_DIGEST = 40,
    TRAILER_BYTES = 56,
};

static void put_digest(uint8_t *at, struct digest digest)
{
    put_u64(at, digest.low);
    put_u64(at + 8, digest.high);
}

static struct digest get_digest(const uint8_t *at)
{
    return (struct digest){get_u64(at), get_u64(at + 8)};
}

/* Are the `size` bytes those whose digest follows them? */
static bool is_sealed(const uint8_t *bytes, size_t size)
{
    return digest_equal(digest_of(bytes, size), get_digest(bytes + size));
}

static void seal(uint8_t *bytes, size_t size)
{
    put_digest(bytes + size, digest_of(bytes, size));
}

/* ---- The header and the mark -------------------------------------------------------------- */

static void put_header(uint8_t header[HEADER_BYTES])
{
    memcpy(header, CACHE_MAGIC, CACHE_MAGIC_BYTES);
    put_u32(header + HEADER_VERSION, FORMAT_VERSION);
    put_u32(header + HEADER_TOOL, HM_VERSION);
}

/* The mark has the digest of the entries that it was made for, and is valid only with them. */
static void put_mark(uint8_t bytes[MARK_BYTES], const struct cache_mark *mark,
                     struct digest index_digest)
{
    const uint64_t numbers[MARK_NUMBERS] = {
        index_digest.low,
        index_digest.high,
        mark->what.low,
        mark->what.high,
        mark->facts.device,
        mark->facts.inode,
        mark->facts.size,
        (uint64_t)mark->facts.modified,
        (uint64_t)mark->facts.changed,
        mark->counts.sprites,
        mark->counts.masks,
        mark->counts.shared_masks,
        mark->counts.saved,
        mark->counts.pixels,
        mark->counts.solid,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_u64(bytes + 8 * i, numbers[i]);
    seal(bytes, sizeof numbers);
}

static void get_mark(const uint8_t bytes[MARK_BYTES], struct digest index_digest,
                     struct cache_mark *out)
{
    uint64_t numbers[MARK_NUMBERS];
    for (size_t i = 0; i < MARK_NUMBERS; i++)
        numbers[i] = get_u64(bytes + 8 * i);
    *out = (struct cache_mark){.what = {0, 0}};
    if (!is_sealed(bytes, sizeof numbers) ||
        !digest_equal(index_digest, (struct digest){numbers[0], numbers[1]}))
        return;
    *out = (struct cache_mark){
        .what = {numbers[2], numbers[3]},
        .facts = {FILE_REGULAR, numbers[4], numbers[5], numbers[6], (int64_t)numbers[7],
                  (int64_t)numbers[8]},
        .counts = {.sprites = numbers[9],
                   .masks = numbers[10],
                   .shared_masks = numbers[11],
                   .saved = numbers[12],
                   .pixels = numbers[13],
                   .solid = numbers[14]},
    };
}

/* ---- Reading ---------------------------------------------------------------------------- */

/* Reads facts and table, which lie between the sprites and the trailer. */
static bool read_index(struct cache_file *file, uint64_t total)
{
    uint8_t trailer[TRAILER_BYTES];
    if (total < SPRITES_START + TRAILER_BYTES ||
        !file_read_at(file->fd, total - TRAILER_BYTES, trailer, sizeof trailer) ||
        !is_sealed(trailer, TRAILER_DIGEST))
        return false;
    const uint64_t start = get_u64(trailer + TRAILER_FACTS);
    const uint64_t facts_size = get_u64(trailer + TRAILER_FACTS_SIZE);
    const uint64_t count = get_u64(trailer + TRAILER_COUNT);
    const uint64_t end = total - TRAILER_BYTES;
    if (start < SPRITES_START || start > end || facts_size > end - start ||
        count != (end - start - facts_size) / TABLE_RECORD ||
        (end - start - facts_size) % TABLE_RECORD != 0 || end - start > SIZE_MAX - 1)
        return false;
    const size_t size = (size_t)(end - start);
    file->index = malloc(size + 1);
    if (file->index == NULL || !file_read_at(file->fd, start, file->index, size))
        return false;
    file->facts_size = (size_t)facts_size;
    file->count = (size_t)count;
    file->sprites_end = start;
    file->index_digest = digest_of(file->index, size);
    return digest_equal(file->index_digest, get_digest(trailer + TRAILER_INDEX_DIGEST));
}

static enum cache_state read_file(struct cache_file *file)
{
    uint8_t header[HEADER_BYTES], own[HEADER_BYTES], mark[MARK_BYTES];
    struct file_facts facts;
    if (!regular_facts_of_open(file->fd, &facts))
        return CACHE_DAMAGED;
    if (facts.size == 0)
        return CACHE_NONE;
    put_header(own);
    if (!file_read_at(file->fd, 0, header, sizeof header) ||
        memcmp(header, CACHE_MAGIC, CACHE_MAGIC_BYTES) != 0)
        return CACHE_DAMAGED;
    if (memcmp(header, own, sizeof own) != 0)
        return CACHE_NONE;
    if (!read_index(file, facts.size) || !file_read_at(file->fd, HEADER_BYTES, mark, sizeof mark))
        return CACHE_DAMAGED;
    get_mark(mark, file->index_digest, &file->mark);
    return CACHE_GOOD;
}

enum cache_state cache_file_open(struct cache_file *file, const char *path)
{
    *file = (struct cache_file){.fd = file_open(path, FILE_READ_WRITE)};
    /* Only the mark is ever written. Without permission for that, the file is only read. */
    if (file->fd < 0 && errno != ENOENT)
        file->fd = file_open(path, FILE_READ);
    if (file->fd < 0)
        return errno == ENOENT ? CACHE_NONE : CACHE_DAMAGED;
    file->is_open = true;
    enum cache_state state = CACHE_DAMAGED;
    if (regular_facts_of_open(file->fd, &file->facts))
        state = read_file(file);
    if (state != CACHE_GOOD)
        cache_file_close(file);
    return state;
}

void cache_file_close(struct cache_file *file)
{
    if (file->is_open)
        file_close(file->fd);
    free(file->index);
    *file = (struct cache_file){.is_open = false};
}

static const uint8_t *record_at(const struct cache_file *file, size_t position)
{
    return file->index + file->facts_size + position * TABLE_RECORD;
}

static int compare_digests(struct digest a, struct digest b)
{
    if (a.low != b.low)
        return a.low < b.low ? -1 : 1;
    return (a.high > b.high) - (a.high < b.high);
}

size_t cache_file_find(const struct cache_file *file, struct digest key)
{
    size_t low = 0, high = file->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_digests(get_digest(record_at(file, middle)), key);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return file->count;
}

bool cache_file_entry(const struct cache_file *file, size_t position, struct cache_entry *out)
{
    const uint8_t *const record = record_at(file, position);
    const uint64_t facts = get_u64(record + TABLE_FACTS);
    const uint64_t facts_size = get_u64(record + TABLE_FACTS_SIZE);
    out->key = get_digest(record + TABLE_KEY);
    out->sprites = get_u64(record + TABLE_SPRITES);
    out->sprites_size = get_u64(record + TABLE_SPRITES_SIZE);
    out->sprites_digest = get_digest(record + TABLE_DIGEST);
    if (facts > file->facts_size || facts_size > file->facts_size - facts ||
        out->sprites > file->sprites_end || out->sprites_size > file->sprites_end - out->sprites ||
        out->sprites_size > SIZE_MAX - 1)
        return false;
    out->facts = (struct bytes){.next = file->index + facts, .left = (size_t)facts_size};
    return true;
}

uint8_t *cache_file_sprites(const struct cache_file *file, const struct cache_entry *entry)
{
    const size_t size = (size_t)entry->sprites_size;
    uint8_t *const bytes = malloc(size + 1);
    if (bytes != NULL && file_read_at(file->fd, entry->sprites, bytes, size) &&
        digest_equal(digest_of(bytes, size), entry->sprites_digest))
        return bytes;
    free(bytes);
    return NULL;
}

void cache_file_set_mark(const struct cache_file *file, const struct cache_mark *mark)
{
    uint8_t bytes[MARK_BYTES];
    struct file_facts now;
    if (!regular_facts_of_open(file->fd, &now) || !file_facts_equal(&now, &file->facts))
        return;
    put_mark(bytes, mark, file->index_digest);
    /* When this fails the old mark stays, which does not fit the new output. */
    (void)file_write_at(file->fd, HEADER_BYTES, bytes, sizeof bytes);
}

/* ---- Writing ---------------------------------------------------------------------------- */

static void put(struct cache_writer *writer, const void *bytes, size_t size)
{
    sink_put(&writer->sink, bytes, size);
    writer->offset += size;
}

bool cache_writer_open(struct cache_writer *writer, const char *path, struct error *err)
{
    uint8_t start[SPRITES_START] = {0};
    if (!output_open(&writer->output, path, true, err))
        return false;
    sink_init(&writer->sink, output_write, &writer->output);
    writer->offset = 0;
    put_header(start);
    put(writer, start, sizeof start);
    return true;
}

void cache_writer_add(struct cache_writer *writer, struct digest key, const struct text *facts,
                      const void *sprites, size_t sprites_size)
{
    uint8_t record[TABLE_RECORD];
    put_digest(record + TABLE_KEY, key);
    put_u64(record + TABLE_FACTS, writer->facts.length);
    put_u64(record + TABLE_FACTS_SIZE, facts->length);
    put_u64(record + TABLE_SPRITES, writer->offset);
    put_u64(record + TABLE_SPRITES_SIZE, sprites_size);
    put_digest(record + TABLE_DIGEST, digest_of(sprites, sprites_size));
    text_add(&writer->table, record, sizeof record);
    text_add(&writer->facts, facts->bytes, facts->length);
    put(writer, sprites, sprites_size);
}

static int compare_records(const void *a, const void *b)
{
    return compare_digests(get_digest(a), get_digest(b));
}

/* Writes facts, table and trailer. */
static bool put_index(struct cache_writer *writer)
{
    const struct text *const facts = &writer->facts, *const table = &writer->table;
    uint8_t trailer[TRAILER_BYTES];
    struct digester *const digester = digester_new();
    if (digester == NULL)
        return false;
    if (table->length > 0)
        qsort(table->bytes, table->length / TABLE_RECORD, TABLE_RECORD, compare_records);
    digester_add(digester, facts->bytes, facts->length);
    digester_add(digester, table->bytes, table->length);
    writer->index_digest = digester_end(digester);
    digester_free(digester);
    put_u64(trailer + TRAILER_FACTS, writer->offset);
    put_u64(trailer + TRAILER_FACTS_SIZE, facts->length);
    put_u64(trailer + TRAILER_COUNT, table->length / TABLE_RECORD);
    put_digest(trailer + TRAILER_INDEX_DIGEST, writer->index_digest);
    seal(trailer, TRAILER_DIGEST);
    put(writer, facts->bytes, facts->length);
    put(writer, table->bytes, table->length);
    put(writer, trailer, sizeof trailer);
    return true;
}

bool cache_writer_finish(struct cache_writer *writer, struct error *err)
{
    return (put_index(writer) || fail_memory(err)) && sink_flush(&writer->sink, err);
}

bool cache_writer_commit(struct cache_writer *writer, const struct cache_mark *mark,
                         struct error *err)
{
    uint8_t bytes[MARK_BYTES];
    put_mark(bytes, mark, writer->index_digest);
    return (output_amend(&writer->output, HEADER_BYTES, bytes, sizeof bytes) ||
            fail_errno(err, "write")) &&
           output_commit(&writer->output, err);
}

void cache_writer_abort(struct cache_writer *writer)
{
    output_abort(&writer->output);
    text_free(&writer->facts);
    text_free(&writer->table);
}
