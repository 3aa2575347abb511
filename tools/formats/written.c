/*
 * written.c - recognizes the files that hitmask writes, by their beginning
 */
#include "formats/written.h"

#include "format.h"
#include "formats/depfile.h"
#include "formats/document.h"
#include "picture/png_file.h"
#include "system/output_target.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

/* The beginning of a file, with a NUL behind it. */
struct beginning {
    char text[2048];
    size_t size;
};

/* Does the file begin with these eight bytes? It may be damaged: cut off, or with one wrong byte.
 */
static bool begins_like(const struct beginning *file, const char magic[static 8])
{
    const size_t size = file->size < 8 ? file->size : 8;
    size_t wrong = 0;
    for (size_t i = 0; i < size; i++)
        wrong += file->text[i] != magic[i];
    return wrong <= (size == 8 ? 1 : 0);
}

/* Also behind a NUL. */
static bool has(const struct beginning *file, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= file->size; i++)
        if (memcmp(file->text + i, word, length) == 0)
            return true;
    return false;
}

/* What a bake has made of art, in words; NULL: nothing that a bake makes. */
static const char *find_baked(const struct beginning *file)
{
    if (file->size >= 8 && begins_like(file, PACK_MAGIC))
        return "a pack";
    if (document_is_json((const uint8_t *)file->text, file->size))
        return has(file, "\"hitmask\"") ? "a document" : NULL;
    return has(file, "a pack of collision masks; written by hitmask") ? "a pack in C" : NULL;
}

static bool is_written_by_hitmask(const struct beginning *file)
{
    const uint8_t *const bytes = (const uint8_t *)file->text;
    if (png_begins(bytes, file->size))
        return has(file, "Software") && has(file, "hitmask");
    return find_baked(file) != NULL || begins_like(file, PACK_MAGIC) ||
           begins_like(file, CACHE_MAGIC) || has(file, "written by hitmask") ||
           has(file, "content=\"hitmask\"");
}

bool written_is_like_cache(const uint8_t *bytes, size_t size)
{
    size_t same = 0;
    for (size_t i = 0; i < CACHE_MAGIC_BYTES && i < size; i++)
        same += bytes[i] == (uint8_t)CACHE_MAGIC[i];
    return same > CACHE_MAGIC_BYTES / 2;
}

/* When a machine stops, some file systems leave sectors of NULs in place of the bytes. */
static bool is_lost(const struct beginning *file)
{
    enum { SECTOR = 512 };
    size_t empty = 0;
    while (empty < file->size && file->text[empty] == 0)
        empty++;
    return empty == file->size || empty >= SECTOR;
}

static bool is_depfile(const char *path)
{
    enum { MOST = 1 << 28 };
    struct reader reader;
    struct error ignored;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!reader_open_regular(&reader, path, &ignored))
        return false;
    const bool is = reader_read_all(&reader, MOST, &bytes, &size, &ignored) &&
                    depfile_is((const char *)bytes, size);
    reader_close(&reader);
    free(bytes);
    return is;
}

static bool may_replace(const char *path, const struct beginning *file, enum written_as as)
{
    const bool like_cache = written_is_like_cache((const uint8_t *)file->text, file->size);
    return is_written_by_hitmask(file) ||
           (as == WRITTEN_AS_CACHE && (like_cache || is_lost(file))) ||
           (as == WRITTEN_AS_DEPFILE && is_depfile(path));
}

bool written_check(const char *path, enum written_as as, bool force, struct error *err)
{
    struct beginning file;
    struct file_facts facts;
    if (path == NULL || force || output_find_descriptor(path) >= 0)
        return true;
    /* A file that cannot be read is not known, and not replaced. */
    if (!file_facts_of_path(path, &facts) || facts.kind != FILE_REGULAR)
        return true;
    if (!reader_file_beginning(path, file.text, sizeof file.text - 1, &file.size, err))
        return false;
    if (file.size == 0)
        return true;
    file.text[file.size] = 0;
    const char *const baked = find_baked(&file);
    if (baked != NULL && as != WRITTEN_AS_BAKED)
        return fail_usage(err, "is %s; write to another name, or replace it with --force", baked);
    if (may_replace(path, &file, as))
        return true;
    return fail_usage(err,
                      "exists, and hitmask did not write it; write to another name, or replace it "
                      "with --force");
}
