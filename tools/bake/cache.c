/*
 * cache.c - finds the inputs that have not changed, and stores the products of the others
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
#include "bake/cache.h"

#include "bake/cache_product.h"
#include "base/memory.h"
#include "format.h"
#include "formats/written.h"
#include "system/output.h"
#include "system/parallel.h"
#include "system/reader.h"

#include <hitmask.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORMAT_VERSION = 17, /* changes also when the same input makes another product */

    BLOCK = 64, /* inputs that a thread looks up at a time */

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

/* The mark has the digest of the entries that it was made for, and is valid only with them. */
static void put_mark(struct text *out, struct cache_mark mark, struct digest index)
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

struct entry {
    struct digest key;
    uint64_t facts, facts_size;     /* where among the facts */
    uint64_t sprites, sprites_size; /* where in the file */
    struct digest sprites_digest;
};

static void pass_entry(struct bytes *bytes, struct entry *entry)
{
    bytes_digest(bytes, &entry->key);
    bytes_u64(bytes, &entry->facts);
    bytes_u64(bytes, &entry->facts_size);
    bytes_u64(bytes, &entry->sprites);
    bytes_u64(bytes, &entry->sprites_size);
    bytes_digest(bytes, &entry->sprites_digest);
}

/* False when the entry is damaged. */
static bool get_entry(const struct cache_file *file, const uint8_t *record, struct entry *out)
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

static void close_file(struct cache_file *file)
{
    if (file->is_open)
        file_close(file->fd);
    free(file->index);
    *file = (struct cache_file){.is_open = false};
}

/* Leaves the file open only when it is good. Returns false when it is damaged. The file of another
 * version counts as missing. */
static bool open_file(struct cache_file *file, const char *path)
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
    close_file(file);
    return is_none;
}

static struct bytes facts_of(const struct cache_file *file, const struct entry *entry)
{
    return (struct bytes){.next = file->index + entry->facts, .left = (size_t)entry->facts_size};
}

/* The sprites of an entry, to be freed; NULL when they are damaged or there is no memory. */
static uint8_t *read_sprites(const struct cache_file *file, const struct entry *entry)
{
    const size_t size = (size_t)entry->sprites_size;
    uint8_t *const bytes = malloc(size + 1);
    if (bytes != NULL && file_read_at(file->fd, entry->sprites, bytes, size) &&
        digest_equal(digest_of(bytes, size), entry->sprites_digest))
        return bytes;
    free(bytes);
    return NULL;
}

static bool read_record(const struct cache_file *file, const uint8_t *record, struct product *out)
{
    struct entry entry;
    uint8_t *sprites = NULL;
    const bool ok =
        get_entry(file, record, &entry) && (sprites = read_sprites(file, &entry)) != NULL &&
        product_unpack_facts(facts_of(file, &entry), out) &&
        product_unpack_content((struct bytes){.next = sprites, .left = (size_t)entry.sprites_size},
                               out);
    free(sprites);
    return ok;
}

bool cache_read_entry(const struct cache_file *file, size_t position, struct product *out)
{
    return read_record(file, table_of(file) + position * TABLE_RECORD, out);
}

/* Writes over the mark, if that is permitted, and if nobody has written to the file since it was
 * opened. When two bakes do so at the same time, the mark may become damaged, and is then ignored.
 */
static void set_mark(const struct cache_file *file, const struct text *mark)
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

/* The first entry opens the file. */
static bool is_ready_to_write(struct cache *cache)
{
    struct cache_writer *const writer = &cache->writer;
    uint8_t start[SPRITES_START] = {0};
    if (writer->is_open || cache->failed)
        return writer->is_open;
    writer->is_open = output_open(&writer->output, cache->path, true, &cache->err);
    cache->failed = !writer->is_open;
    if (cache->failed)
        return false;
    sink_init(&writer->sink, output_write, &writer->output);
    put_header(start);
    put(writer, start, sizeof start);
    return true;
}

static void add_entry(struct cache_writer *writer, struct digest key, const struct text *facts,
                      const void *sprites, size_t sprites_size)
{
    struct entry entry = {key,           writer->facts.length,
                          facts->length, writer->offset,
                          sprites_size,  digest_of(sprites, sprites_size)};
    pass_entry(&(struct bytes){.out = &writer->table}, &entry);
    text_add(&writer->facts, facts->bytes, facts->length);
    put(writer, sprites, sprites_size);
}

/* Completes the file, all but its mark. */
static bool finish(struct cache_writer *writer, struct error *err)
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

/* ---- Opening ---------------------------------------------------------------------------- */

bool cache_open(struct cache *cache, const char *path, struct error *err)
{
    struct file_facts facts;
    *cache = (struct cache){.path = NULL};
    if (strcmp(path, "-") == 0 || *path == 0)
        return fail_usage(err, "--cache needs the name of a file, which cannot be '-' or empty");
    const bool exists = file_facts_of_path(path, &facts);
    if (exists && facts.kind != FILE_REGULAR)
        return fail_usage(err, "is %s; --cache needs a file",
                          facts.kind == FILE_FOLDER ? "a folder" : "not a regular file");
    cache->path = path;
    cache->exists = file_id_of_path(path, &cache->id);
    cache->damaged = !open_file(&cache->file, path);
    return true;
}

void cache_add_folder(const struct cache *cache, struct file_ids *folders)
{
    struct error ignored;
    struct file_id folder;
    char *target = NULL;
    if (cache->path != NULL && output_find_target(cache->path, &target, &ignored) &&
        output_find_folder(target, &folder))
        file_ids_add(folders, folder);
    free(target);
}

void cache_free(struct cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        free(cache->hits[i].fresh);
    free(cache->hits);
    close_file(&cache->file);
    output_abort(&cache->writer.output);
    text_free(&cache->writer.facts);
    text_free(&cache->writer.table);
    text_free(&cache->mark);
    *cache = (struct cache){.path = NULL};
}

/* ---- Keys ------------------------------------------------------------------------------- */

/* Both functions use `text` only as room for the bytes. */

/* Everything that decides about a sprite apart from its input. */
static struct digest digest_rules(const struct recipe *recipe, const struct bake_rules *rules,
                                  struct text *text)
{
    struct bytes bytes = {.out = text};
    uint64_t max_pixels = rules->decoding.max_pixels;
    uint32_t strip_extension = rules->naming.strip_extension;
    const char *name = rules->naming.name;
    text->length = 0;
    recipe_identify(recipe, text);
    uint64_t length = text->length;
    bytes_u64(&bytes, &length);
    bytes_u64(&bytes, &max_pixels);
    bytes_u32(&bytes, &strip_extension);
    bytes_string(&bytes, &name);
    return digest_of(text->bytes, text->length);
}

static void add_string(struct text *text, const char *string)
{
    bytes_string(&(struct bytes){.out = text}, &string);
}

static struct digest digest_input(const struct input *input, struct digest rules, struct text *text)
{
    const struct atlas *const atlas = input->atlas;
    text->length = 0;
    text_add(text, &rules, sizeof rules);
    add_string(text, input->path);
    add_string(text, input->name);
    add_string(text, input->mask);
    if (atlas == NULL)
        return digest_of(text->bytes, text->length);
    /* A page may be another file than before. */
    for (size_t i = 0; i < atlas->page_count; i++)
        add_string(text, atlas->pages[i].image);
    /* Another file of a multipack may take an animation, or decide about the names of its frames.
     */
    for (size_t i = 0; i < atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &atlas->animations[i];
        add_string(text, animation->name);
        for (uint32_t k = 0; animation->elsewhere != NULL && k < animation->count; k++)
            add_string(text, animation->elsewhere[k]);
    }
    /* Frames may have recipes of their own. */
    for (size_t i = 0; input->recipes != NULL && i < atlas->frame_count; i++) {
        if (i > 0 && input->recipes[i] == input->recipes[i - 1])
            continue;
        text_add(text, &i, sizeof i);
        recipe_identify(input->recipes[i], text);
    }
    return digest_of(text->bytes, text->length);
}

static void make_keys(struct cache *cache, const struct bake_rules *rules)
{
    const struct recipe *recipe = NULL;
    struct digest rules_digest = {0, 0};
    struct text text = {0};
    for (size_t i = 0; i < cache->count; i++) {
        const struct input *const input = &cache->inputs->items[i];
        if (input->recipe != recipe)
            rules_digest = digest_rules(input->recipe, rules, &text);
        recipe = input->recipe;
        cache->hits[i].key = digest_input(input, rules_digest, &text);
    }
    text_free(&text);
}

/* ---- Looking up ------------------------------------------------------------------------- */

enum file_change { SAME, SAME_CONTENT, CHANGED };

static bool fingerprint_content(const char *path, struct fingerprint *out)
{
    struct reader reader;
    struct error err;
    if (!reader_open_regular(&reader, path, &err))
        return false;
    reader_begin_fingerprint(&reader);
    const bool ok = reader_end_fingerprint(&reader, out);
    reader_close(&reader);
    return ok;
}

/* Compares a file with how it was `before`. With SAME_CONTENT its new fingerprint is `fresh`. */
static enum file_change look_at(const struct input *input, const char *path,
                                const struct fingerprint *before, struct fingerprint *fresh)
{
    /* The walk that found an input has read its facts. */
    const bool known = input->has_facts && strcmp(path, input->path) == 0;
    struct file_facts now = input->facts;
    if (!known && !regular_facts_of_path(path, &now))
        return CHANGED;
    if (before->settled && file_facts_equal(&now, &before->facts))
        return SAME;
    if (now.size != before->facts.size || !fingerprint_content(path, fresh) ||
        !digest_equal(fresh->content, before->content))
        return CHANGED;
    return fresh->settled == before->settled && file_facts_equal(&fresh->facts, &before->facts)
               ? SAME
               : SAME_CONTENT;
}

/* `facts` begin with the first of `count` files. */
static bool all_as_before(const struct input *input, struct bytes facts, uint32_t count,
                          struct cache_hit *hit)
{
    for (uint32_t i = 0; i < count; i++) {
        struct product_file before = {.path = NULL};
        struct fingerprint fresh;
        product_pass_file(&facts, &before);
        if (facts.failed)
            return false;
        const enum file_change change = look_at(input, before.path, &before.fingerprint, &fresh);
        if (change == CHANGED)
            return false;
        if (change == SAME)
            continue;
        if (hit->fresh == NULL)
            hit->fresh = memory_new(count, sizeof *hit->fresh);
        hit->fresh[i] = fresh;
    }
    return count > 0;
}

static void look_up(const struct cache_file *file, const struct input *input, struct cache_hit *hit)
{
    uint8_t key[DIGEST_BYTES];
    struct entry entry;
    struct product_facts facts = {.file_count = 0};
    put_u64(key, hit->key.low);
    put_u64(key + 8, hit->key.high);
    if (file->count > 0)
        hit->record = bsearch(key, table_of(file), file->count, TABLE_RECORD, compare_records);
    if (hit->record == NULL || !get_entry(file, hit->record, &entry))
        return;
    struct bytes bytes = facts_of(file, &entry);
    product_pass_facts(&bytes, &facts);
    hit->has_more_facts = facts.is_document || facts.diagnostic_count > 0 || facts.file_count > 1;
    hit->found = all_as_before(input, bytes, facts.file_count, hit);
}

static void *look_up_block(void *user, size_t block)
{
    struct cache *const cache = user;
    const size_t start = block * BLOCK;
    for (size_t i = start; i < cache->count && i < start + BLOCK; i++)
        look_up(&cache->file, &cache->inputs->items[i], &cache->hits[i]);
    return NULL;
}

static void no_delivery(void *user, size_t block, void *made)
{
    (void)user, (void)block, (void)made;
}

/* Finds out whether all entries of the file are in use, and whether any file has other facts. */
static void sum_up(struct cache *cache)
{
    bool *const used = memory_new(cache->file.count, sizeof *used);
    size_t entries = 0;
    for (size_t i = 0; i < cache->count; i++) {
        const struct cache_hit *const hit = &cache->hits[i];
        if (!hit->found)
            continue;
        bool *const own = &used[(size_t)(hit->record - table_of(&cache->file)) / TABLE_RECORD];
        cache->any_fresh |= hit->fresh != NULL;
        entries += !*own;
        *own = true;
    }
    cache->all_used = entries == cache->file.count;
    free(used);
}

void cache_look_up(struct cache *cache, const struct inputs *inputs, const struct bake_rules *rules,
                   unsigned jobs)
{
    if (cache->path == NULL)
        return;
    cache->inputs = inputs;
    cache->start = rules->start;
    cache->count = inputs->count;
    cache->hits = memory_new(cache->count, sizeof *cache->hits);
    make_keys(cache, rules);
    const struct parallel_work work = {cache, (cache->count + BLOCK - 1) / BLOCK, look_up_block,
                                       no_delivery, NULL};
    parallel_run(&work, jobs);
    sum_up(cache);
}

bool cache_has(const struct cache *cache, size_t index)
{
    return index < cache->count && cache->hits[index].found;
}

size_t cache_taken(const struct cache *cache)
{
    size_t taken = 0;
    for (size_t i = 0; i < cache->count; i++)
        taken += cache->hits[i].found;
    return taken;
}

bool cache_is_damaged(const struct cache *cache)
{
    bool damaged = cache->damaged;
    for (size_t i = 0; i < cache->count; i++)
        damaged = damaged || cache->hits[i].damaged;
    return damaged;
}

/* ---- Taking ----------------------------------------------------------------------------- */

bool cache_take(struct cache *cache, size_t index, struct product *out)
{
    if (!cache_has(cache, index))
        return false;
    struct cache_hit *const hit = &cache->hits[index];
    if (read_record(&cache->file, hit->record, out))
        return true;
    product_free(out);
    hit->found = false;
    hit->damaged = true;
    return false;
}

void cache_recall(const struct cache *cache, size_t index, struct product *out)
{
    const struct cache_hit *const hit = &cache->hits[index];
    struct entry entry;
    if (hit->has_more_facts && get_entry(&cache->file, hit->record, &entry))
        product_unpack_facts(facts_of(&cache->file, &entry), out);
}

/* ---- Keeping ---------------------------------------------------------------------------- */

static bool is_keepable(const struct product *product)
{
    for (size_t i = 0; i < product->file_count; i++)
        if (!product->files[i].fingerprinted)
            return false;
    return product->file_count > 0 && product->diagnostics.errors == 0;
}

void cache_keep(struct cache *cache, size_t index, const struct product *product)
{
    struct text facts = {0}, sprites = {0};
    if (index >= cache->count || cache->hits[index].found || !is_keepable(product) ||
        !is_ready_to_write(cache))
        return;
    product_pack_facts(product, cache->start, &facts);
    product_pack_content(product, &sprites);
    add_entry(&cache->writer, cache->hits[index].key, &facts, sprites.bytes, sprites.length);
    text_free(&facts);
    text_free(&sprites);
}

/* The facts of an entry, with the fingerprints that have changed. */
static void copy_facts(const struct cache *cache, const struct cache_hit *hit, struct bytes facts,
                       struct text *out)
{
    struct product product = {0};
    if (hit->fresh == NULL) {
        text_add(out, facts.next, facts.left);
        return;
    }
    product_unpack_facts(facts, &product);
    for (size_t i = 0; i < product.file_count; i++)
        if (hit->fresh[i].facts.inode != 0)
            product.files[i].fingerprint = hit->fresh[i];
    product_pack_facts(&product, cache->start, out);
    product_free(&product);
}

/* Copies an entry to the new file, unless it turns out to be damaged. */
static void keep_found(struct cache *cache, const struct cache_hit *hit)
{
    struct entry entry;
    struct text facts = {0};
    uint8_t *const sprites =
        get_entry(&cache->file, hit->record, &entry) ? read_sprites(&cache->file, &entry) : NULL;
    if (sprites == NULL)
        return;
    copy_facts(cache, hit, facts_of(&cache->file, &entry), &facts);
    add_entry(&cache->writer, entry.key, &facts, sprites, (size_t)entry.sprites_size);
    free(sprites);
    text_free(&facts);
}

/* ---- The output --------------------------------------------------------------------------- */

bool cache_knows_output(const struct cache *cache, const char *what, const struct output *output,
                        struct file_facts *facts)
{
    *facts = cache->file.mark.facts;
    return cache->path != NULL && cache->count > 0 && cache_taken(cache) == cache->count &&
           cache->file.count == cache->count && cache->all_used &&
           digest_equal(cache->file.mark.what, digest_of(what, strlen(what))) &&
           output_has_facts(output, facts);
}

/* The mark names an output only when all its inputs are kept: a pipe, for example, is never kept,
 * and without it the same entries make another output. */
static struct cache_mark mark_of(const struct cache *cache, const char *what,
                                 const struct file_facts *facts, const struct report_counts *counts)
{
    const size_t kept =
        cache->writer.is_open ? cache->writer.table.length / TABLE_RECORD : cache_taken(cache);
    if (kept < cache->count)
        return (struct cache_mark){.what = {0, 0}};
    return (struct cache_mark){
        .what = digest_of(what, strlen(what)), .facts = *facts, .counts = *counts};
}

void cache_prepare(struct cache *cache)
{
    if (cache->path == NULL)
        return;
    put_mark(&cache->mark, (struct cache_mark){.what = {0, 0}}, (struct digest){0, 0});
    cache->up_to_date = cache->file.is_open && cache->all_used && !cache->any_fresh &&
                        !cache->writer.is_open && !cache->failed;
    if (cache->up_to_date) {
        output_clear_leftovers(cache->path);
        return;
    }
    if (!is_ready_to_write(cache))
        return;
    for (size_t i = 0; i < cache->count; i++)
        if (cache->hits[i].found)
            keep_found(cache, &cache->hits[i]);
    cache->failed = !finish(&cache->writer, &cache->err);
}

bool cache_commit(struct cache *cache, const char *what, const struct file_facts *facts,
                  const struct report_counts *counts, struct error *err)
{
    struct output *const output = &cache->writer.output;
    if (cache->failed) {
        *err = cache->err;
        return false;
    }
    put_mark(&cache->mark, mark_of(cache, what, facts, counts),
             cache->up_to_date ? cache->file.index_digest : cache->writer.index_digest);
    if (cache->up_to_date) {
        set_mark(&cache->file, &cache->mark);
        return true;
    }
    close_file(&cache->file); /* some systems replace no file that is open */
    return (output_amend(output, HEADER_BYTES, cache->mark.bytes, cache->mark.length) ||
            fail_errno(err, "write")) &&
           output_commit(output, err);
}
