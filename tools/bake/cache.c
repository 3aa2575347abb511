/*
 * cache.c - finds the inputs that have not changed, and stores the products of the others
 */
#include "bake/cache.h"

#include "bake/cache_product.h"
#include "system/output.h"
#include "system/parallel.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

/* Inputs that a thread looks up at a time. */
enum { BLOCK = 64 };

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
    cache->damaged = cache_file_open(&cache->file, path) == CACHE_DAMAGED;
    return true;
}

bool cache_replaces(const struct cache *cache, struct file_id file)
{
    return cache->exists && file_id_equal(&file, &cache->id);
}

void cache_add_folder(const struct cache *cache, struct file_ids *folders)
{
    struct error ignored;
    struct file_id folder;
    char *target = NULL;
    const bool known = cache->path != NULL && output_find_target(cache->path, &target, &ignored) &&
                       output_find_folder(target, &folder);
    free(target);
    if (known)
        file_ids_add(folders, folder);
}

void cache_free(struct cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        free(cache->hits[i].fresh);
    free(cache->hits);
    cache_file_close(&cache->file);
    cache_writer_abort(&cache->writer);
    *cache = (struct cache){.path = NULL};
}

/* ---- Keys ------------------------------------------------------------------------------- */

/* Both use `text` only as room for the bytes. It has failed when memory runs out. */

/* Everything that decides about a sprite apart from its input. */
static struct digest digest_rules(const struct recipe *recipe, const struct bake_rules *rules,
                                  struct text *text)
{
    text->length = 0;
    recipe_identify(recipe, text);
    bytes_add_u64(text, text->length);
    bytes_add_u64(text, rules->decoding.max_pixels);
    bytes_add_u32(text, rules->naming.strip_extension);
    bytes_add_string(text, rules->naming.name);
    return digest_of(text->bytes, text->length);
}

static struct digest digest_input(const struct input *input, struct digest rules, struct text *text)
{
    text->length = 0;
    bytes_add_u64(text, rules.low);
    bytes_add_u64(text, rules.high);
    bytes_add_string(text, input->path);
    bytes_add_string(text, input->name);
    bytes_add_string(text, input->mask);
    /* A page may be another file than before. */
    for (size_t i = 0; input->atlas != NULL && i < input->atlas->page_count; i++)
        bytes_add_string(text, input->atlas->pages[i].image);
    /* Another file of a multipack may take an animation, or decide about the names of its frames.
     */
    for (size_t i = 0; input->atlas != NULL && i < input->atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &input->atlas->animations[i];
        bytes_add_string(text, animation->name);
        for (uint32_t k = 0; animation->elsewhere != NULL && k < animation->count; k++)
            bytes_add_string(text, animation->elsewhere[k]);
    }
    /* Frames may have recipes of their own. */
    for (size_t i = 0;
         input->atlas != NULL && input->recipes != NULL && i < input->atlas->frame_count; i++) {
        if (i > 0 && input->recipes[i] == input->recipes[i - 1])
            continue;
        bytes_add_u64(text, i);
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

static bool all_as_before(const struct input *input, struct product_facts *facts,
                          struct cache_hit *hit)
{
    const uint32_t count = facts->file_count;
    const char *path;
    const uint8_t *fingerprint_at;
    struct fingerprint before, fresh;
    for (uint32_t i = 0; i < count; i++) {
        if (!product_facts_next(facts, &path, &before, &fingerprint_at))
            return false;
        const enum file_change change = look_at(input, path, &before, &fresh);
        if (change == SAME_CONTENT && hit->fresh == NULL)
            hit->fresh = calloc(count, sizeof *hit->fresh);
        if (change == CHANGED || (change == SAME_CONTENT && hit->fresh == NULL))
            return false;
        if (change == SAME_CONTENT)
            hit->fresh[i] = fresh;
    }
    return count > 0;
}

static void look_up(const struct cache_file *file, const struct input *input, struct cache_hit *hit)
{
    struct cache_entry entry;
    struct product_facts facts;
    hit->position = cache_file_find(file, hit->key);
    if (hit->position == file->count || !cache_file_entry(file, hit->position, &entry) ||
        !product_facts_open(entry.facts, &facts))
        return;
    hit->is_document = facts.is_document;
    hit->has_more_facts = facts.diagnostic_count > 0 || facts.file_count > 1;
    hit->found = all_as_before(input, &facts, hit);
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

/* Are all entries of the file in use, and has any fingerprint changed? */
static void sum_up(struct cache *cache)
{
    bool *const used = calloc(cache->file.count + 1, sizeof *used);
    size_t entries = 0;
    for (size_t i = 0; i < cache->count; i++) {
        const struct cache_hit *const hit = &cache->hits[i];
        cache->any_fresh = cache->any_fresh || (hit->found && hit->fresh != NULL);
        if (hit->found && used != NULL && !used[hit->position]) {
            used[hit->position] = true;
            entries++;
        }
    }
    cache->all_used = entries == cache->file.count;
    free(used);
}

void cache_look_up(struct cache *cache, const struct inputs *inputs, const struct bake_rules *rules,
                   unsigned jobs)
{
    if (cache->path == NULL)
        return;
    cache->hits = calloc(inputs->count + 1, sizeof *cache->hits);
    cache->inputs = inputs;
    cache->start = rules->start;
    cache->count = cache->hits != NULL ? inputs->count : 0;
    if (cache->hits == NULL) {
        cache->failed = true;
        fail_memory(&cache->err);
        return;
    }
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
    struct cache_entry entry;
    uint8_t *sprites = NULL;
    const bool ok = cache_file_entry(&cache->file, hit->position, &entry) &&
                    (sprites = cache_file_sprites(&cache->file, &entry)) != NULL &&
                    product_unpack_facts(entry.facts, out) &&
                    product_unpack_content(
                        (struct bytes){.next = sprites, .left = (size_t)entry.sprites_size}, out);
    free(sprites);
    if (ok)
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
    if (hit->has_more_facts && cache_file_entry(&cache->file, hit->position, &entry))
        product_unpack_facts(entry.facts, out);
    out->is_document = hit->is_document;
}

/* ---- Keeping ---------------------------------------------------------------------------- */

/* The first entry opens the file. */
static bool is_ready_to_write(struct cache *cache)
{
    if (!cache->is_writing && !cache->failed)
        cache->failed = !cache_writer_open(&cache->writer, cache->path, &cache->err);
    cache->is_writing = !cache->failed;
    return cache->is_writing;
}

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
    cache->hits[index].kept = true;
    cache_writer_add(&cache->writer, cache->hits[index].key, &facts, sprites.bytes, sprites.length);
    text_free(&facts);
    text_free(&sprites);
}

/* The facts of an entry, with the fingerprints that have changed. */
static void copy_facts(const struct cache *cache, const struct cache_hit *hit,
                       const struct cache_entry *entry, struct text *out)
{
    struct product_facts facts;
    struct fingerprint fingerprint;
    const uint8_t *fingerprint_at;
    const char *path;
    text_add(out, entry->facts.next, entry->facts.left);
    if (hit->fresh == NULL || !product_facts_open(entry->facts, &facts))
        return;
    for (size_t i = 0; product_facts_next(&facts, &path, &fingerprint, &fingerprint_at); i++)
        if (hit->fresh[i].facts.inode != 0)
            product_facts_set_fingerprint((uint8_t *)out->bytes +
                                              (fingerprint_at - entry->facts.next),
                                          &hit->fresh[i], cache->start);
}

/* Copies an entry to the new file, unless it turns out to be damaged. */
static bool keep_found(struct cache *cache, const struct cache_hit *hit)
{
    struct cache_entry entry;
    struct text facts = {0};
    if (!cache_file_entry(&cache->file, hit->position, &entry))
        return false;
    copy_facts(cache, hit, &entry, &facts);
    uint8_t *const sprites = cache_file_sprites(&cache->file, &entry);
    const bool ok = sprites != NULL;
    if (ok)
        cache_writer_add(&cache->writer, entry.key, &facts, sprites, (size_t)entry.sprites_size);
    free(sprites);
    text_free(&facts);
    return ok;
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
    for (size_t i = 0; i < cache->count; i++)
        if (!(cache->is_writing ? cache->hits[i].kept : cache->hits[i].found))
            return (struct cache_mark){.what = {0, 0}};
    return (struct cache_mark){digest_of(what, strlen(what)), *facts, *counts};
}

void cache_prepare(struct cache *cache)
{
    if (cache->path == NULL)
        return;
    cache->up_to_date = cache->file.is_open && cache->all_used && !cache->any_fresh &&
                        !cache->is_writing && !cache->failed;
    if (cache->up_to_date) {
        output_clear_leftovers(cache->path);
        return;
    }
    if (!is_ready_to_write(cache))
        return;
    for (size_t i = 0; i < cache->count; i++)
        if (cache->hits[i].found)
            cache->hits[i].kept = keep_found(cache, &cache->hits[i]);
    cache->failed = !cache_writer_finish(&cache->writer, &cache->err);
}

bool cache_commit(struct cache *cache, const char *what, const struct file_facts *facts,
                  const struct report_counts *counts, struct error *err)
{
    const struct cache_mark mark = mark_of(cache, what, facts, counts);
    if (cache->failed) {
        *err = cache->err;
        return false;
    }
    if (cache->up_to_date) {
        cache_file_set_mark(&cache->file, &mark);
        return true;
    }
    cache_file_close(&cache->file); /* some systems replace no file that is open */
    return cache_writer_commit(&cache->writer, &mark, err);
}
