/*
 * cache.c - finds the inputs that have not changed, and stores the products of the others
 */
#include "bake/cache.h"

#include "bake/cache_product.h"
#include "base/memory.h"
#include "system/output_names.h"
#include "system/parallel.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 }; /* inputs that a thread looks up at a time */

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
    cache->damaged = !cache_file_open(&cache->file, path);
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
    cache_file_close(&cache->file);
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
    struct cache_entry entry;
    struct product_facts facts = {.file_count = 0};
    hit->record = cache_file_find(file, hit->key);
    if (hit->record == NULL || !cache_entry_get(file, hit->record, &entry))
        return;
    struct bytes bytes = cache_entry_facts(file, &entry);
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
        bool *const own = &used[cache_file_position(&cache->file, hit->record)];
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
    if (cache_file_read(&cache->file, hit->record, out))
        return true;
    product_free(out);
    hit->found = false;
    hit->damaged = true;
    return false;
}

void cache_recall(const struct cache *cache, size_t index, struct product *out)
{
    const struct cache_hit *const hit = &cache->hits[index];
    struct cache_entry entry;
    if (hit->has_more_facts && cache_entry_get(&cache->file, hit->record, &entry))
        product_unpack_facts(cache_entry_facts(&cache->file, &entry), out);
}

/* ---- Keeping ---------------------------------------------------------------------------- */

static bool is_keepable(const struct product *product)
{
    for (size_t i = 0; i < product->file_count; i++)
        if (!product->files[i].fingerprinted)
            return false;
    return product->file_count > 0 && product->diagnostics.errors == 0;
}

/* The first entry opens the file. */
static bool is_ready_to_write(struct cache *cache)
{
    if (!cache->writer.is_open && !cache->failed)
        cache->failed = !cache_writer_open(&cache->writer, cache->path, &cache->err);
    return cache->writer.is_open;
}

void cache_keep(struct cache *cache, size_t index, const struct product *product)
{
    struct text facts = {0}, sprites = {0};
    if (index >= cache->count || cache->hits[index].found || !is_keepable(product) ||
        !is_ready_to_write(cache))
        return;
    product_pack_facts(product, cache->start, &facts);
    product_pack_content(product, &sprites);
    cache_writer_add(&cache->writer, cache->hits[index].key, &facts, sprites.bytes, sprites.length);
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
    struct cache_entry entry;
    struct text facts = {0};
    uint8_t *const sprites = cache_entry_get(&cache->file, hit->record, &entry)
                                 ? cache_entry_sprites(&cache->file, &entry)
                                 : NULL;
    if (sprites == NULL)
        return;
    copy_facts(cache, hit, cache_entry_facts(&cache->file, &entry), &facts);
    cache_writer_add(&cache->writer, entry.key, &facts, sprites, (size_t)entry.sprites_size);
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
        cache->writer.is_open ? cache_writer_count(&cache->writer) : cache_taken(cache);
    if (kept < cache->count)
        return (struct cache_mark){.what = {0, 0}};
    return (struct cache_mark){
        .what = digest_of(what, strlen(what)), .facts = *facts, .counts = *counts};
}

void cache_prepare(struct cache *cache)
{
    if (cache->path == NULL)
        return;
    cache_mark_put(&cache->mark, (struct cache_mark){.what = {0, 0}}, (struct digest){0, 0});
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
    cache->failed = !cache_writer_finish(&cache->writer, &cache->err);
}

bool cache_commit(struct cache *cache, const char *what, const struct file_facts *facts,
                  const struct report_counts *counts, struct error *err)
{
    struct output *const output = &cache->writer.output;
    if (cache->failed) {
        *err = cache->err;
        return false;
    }
    cache_mark_put(&cache->mark, mark_of(cache, what, facts, counts),
                   cache->up_to_date ? cache->file.index_digest : cache->writer.index_digest);
    if (cache->up_to_date) {
        cache_file_set_mark(&cache->file, &cache->mark);
        return true;
    }
    cache_file_close(&cache->file); /* some systems replace no file that is open */
    return (cache_writer_set_mark(&cache->writer, &cache->mark) || fail_errno(err, "write")) &&
           output_commit(output, err);
}
