/*
 * written.c - recognizes the files that hitmask writes: by their beginning, depfiles as a whole
 */
#include "formats/written.h"

#include "base/text.h"
#include "format.h"
#include "formats/depfile.h"
#include "picture/png_file.h"
#include "system/output_names.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

/* The beginning of a file, with a NUL behind it. */
struct beginning {
    char text[2048];
    size_t size;
};

static bool begins(const struct beginning *file, const char *text)
{
    return strncmp(file->text, text, strlen(text)) == 0;
}

/* A document has its format first. Other JSON files may mention hitmask, too. */
static bool is_document(const struct beginning *file)
{
    static const char *const words[] = {"{", "\"format\"", ":", "\"hitmask\""};
    const char *at = file->text + text_bom((const uint8_t *)file->text, file->size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        at += strspn(at, " \t\r\n");
        if (strncmp(at, words[i], strlen(words[i])) != 0)
            return false;
        at += strlen(words[i]);
    }
    return true;
}

/* The second line is "FILE - a pack ...". */
static bool is_c(const struct beginning *file)
{
    const char *const line = file->text + strcspn(file->text, "\n");
    const char *const mark = strstr(line, " - a pack of collision masks; written by hitmask");
    return begins(file, "/*") && mark != NULL &&
           memchr(line + 1, '\n', (size_t)(mark - line)) == NULL;
}

/* Names the product of a bake that a file is; NULL: it is none. */
static const char *find_baked(const struct beginning *file)
{
    if (begins(file, PACK_MAGIC))
        return "a pack";
    return is_document(file) ? "a document" : is_c(file) ? "a pack in C" : NULL;
}

/* True for shapes of an engine: their first bytes are the mark, as a comment or a member. */
static bool is_exported(const struct beginning *file)
{
    static const char *const before[] = {"/* ",
                                         "-- ",
                                         "; ",
                                         "# ",
                                         "{\n  \"generator_info\": \"",
                                         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- "};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (begins(file, before[i]) &&
            strncmp(file->text + strlen(before[i]), EXPORT_MARK, strlen(EXPORT_MARK)) == 0)
            return true;
    return false;
}

/* True for a picture or a page that has its mark where the tool puts it. A text about hitmask has
 * none there. */
static bool is_drawn(const struct beginning *file)
{
    static const char software[] = "tEXtSoftware\0hitmask";
    enum { SECOND_CHUNK = 8 + 25 + 4 };
    if (png_begins((const uint8_t *)file->text, file->size))
        return memcmp(file->text + SECOND_CHUNK, software, sizeof software - 1) == 0;
    return (begins(file, "<svg ") && strstr(file->text, "<!-- written by hitmask -->") != NULL) ||
           (begins(file, "<!DOCTYPE html>") &&
            strstr(file->text, "<meta name=\"generator\" content=\"hitmask\">") != NULL);
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

bool written_check(const char *path, enum written_as as, bool force, struct error *err)
{
    struct beginning file = {0};
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
    if (baked != NULL || begins(&file, CACHE_MAGIC) || is_drawn(&file) || is_exported(&file) ||
        (as == WRITTEN_AS_DEPFILE && is_depfile(path)))
        return true;
    return fail_usage(err,
                      "exists, and hitmask did not write it; write to another name, or replace it "
                      "with --force");
}
