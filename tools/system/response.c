/*
 * response.c - arguments that come from files
 */
#include "system/response.h"

#include "base/memory.h"
#include "base/text.h"
#include "system/reader.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 10,    /* of files that name files: more is taken for a circle */
    FILES_MAX = 10000, /* ten levels of thirty files would be more than any memory holds */
    SIZE_MOST = 1 << 30,
};

void response_free(struct response *response)
{
    for (size_t i = 0; i < response->file_count; i++)
        free(response->files[i].content);
    free(response->files);
    free(response->words);
    *response = (struct response){0};
}

static void add_word(struct response *response, const char *word)
{
    const char **const added = array_push(&response->words, &response->count, &response->capacity);
    *added = word;
}

/* Reads a file that the response holds from then on; a NUL follows its last byte. NULL when it
 * fails. */
static char *hold_file(struct response *response, const char *path, size_t *size,
                       struct diagnostics *found)
{
    struct reader reader;
    struct error err;
    uint8_t *read = NULL;
    struct response_file *const file =
        array_push(&response->files, &response->file_count, &response->file_capacity);
    *file = (struct response_file){.path = path};
    bool ok = reader_open(&reader, path, &err);
    if (ok) {
        ok = reader_read_all(&reader, SIZE_MOST, &read, size, &err);
        if (reader.is_stdin || !regular_facts_of_open(reader.fd, &file->facts))
            file->facts = (struct file_facts){0};
        reader_close(&reader);
    }
    if (!ok)
        diagnostics_add_error(found, path, &err);
    file->content = (char *)read;
    return file->content;
}

void response_check_unchanged(const struct response *response, struct diagnostics *found)
{
    static const struct file_facts none;
    for (size_t i = 0; i < response->file_count; i++) {
        const struct response_file *const file = &response->files[i];
        struct file_facts now;
        struct error err;
        if (file_facts_equal(&file->facts, &none))
            continue;
        errno = ENOENT; /* what is not a file any more has no other error */
        const bool known = regular_facts_of_path(file->path, &now);
        if (known && file_facts_equal(&now, &file->facts))
            continue;
        if (known || errno == ENOENT)
            fail(&err, "has changed while it was read; run it again");
        else
            fail_errno(&err, "read");
        diagnostics_add_error(found, file->path, &err);
    }
}

/* ---- @FILE -------------------------------------------------------------------------------- */

/* A list of words that is being added, from the command line or from a file. */
struct expansion {
    struct response *response;
    struct diagnostics *found;
    bool literal; /* "--" has come */
};

static bool expand_file(struct expansion *expansion, const char *path, unsigned depth);

static bool expand_word(struct expansion *expansion, const char *word, unsigned depth)
{
    if (!expansion->literal && word[0] == '@' && word[1] != 0)
        return expand_file(expansion, word + 1, depth + 1);
    expansion->literal = expansion->literal || strcmp(word, "--") == 0;
    add_word(expansion->response, word);
    return true;
}

static bool expand_file(struct expansion *expansion, const char *path, unsigned depth)
{
    struct diagnostics *const found = expansion->found;
    size_t size = 0;
    bool ok = true;
    if (depth > DEPTH_MAX) {
        diagnostics_fail(found, path,
                         "argument files (@FILE) name each other more than %d levels deep",
                         DEPTH_MAX);
        return false;
    }
    if (expansion->response->file_count >= FILES_MAX) {
        diagnostics_fail(found, path,
                         "is one argument file (@FILE) too many: the command line may name %d, "
                         "and a file named twice counts twice",
                         FILES_MAX);
        return false;
    }
    char *text = hold_file(expansion->response, path, &size, found);
    if (text == NULL)
        return false;
    if (memchr(text, 0, size) != NULL) {
        diagnostics_fail(found, path,
                         "has a NUL byte; an argument file has one argument on each line");
        return false;
    }
    text += text_bom(text, size);
    while (ok && *text != 0) {
        char *const line = text;
        size_t length = strcspn(text, "\n");
        text += length + (text[length] == '\n');
        length -= length > 0 && line[length - 1] == '\r';
        line[length] = 0;
        ok = length == 0 || expand_word(expansion, line, depth);
    }
    return ok;
}

bool response_expand(struct response *response, size_t count, const char *const *words,
                     struct diagnostics *found)
{
    struct expansion expansion = {response, found, false};
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok = expand_word(&expansion, words[i], 0) && ok;
    return ok;
}

/* ---- Names with a NUL --------------------------------------------------------------------- */

bool response_add_names(struct response *response, const char *path, struct diagnostics *found)
{
    size_t size = 0;
    const char *const bytes = hold_file(response, path, &size, found);
    if (bytes == NULL)
        return false;
    for (size_t at = 0, number = 1; at < size; at += strlen(bytes + at) + 1, number++) {
        if (bytes[at] == 0) {
            diagnostics_fail(found, path, "name %zu is empty", number);
            return false;
        }
        add_word(response, bytes + at);
    }
    return true;
}
