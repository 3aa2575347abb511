/*
 * response.h - arguments that come from files: @FILE on a command line, and lists of names
 */
#ifndef RESPONSE_H
#define RESPONSE_H

#include "base/error.h"

#include <stddef.h>

/* Words with those of files in their places. The strings live as long as it does; a zeroed
 * one is empty. */
struct response {
    const char **words;
    size_t count, capacity;
    const char **files; /* the paths of the files that were read, in order */
    size_t file_count, file_capacity;
    char **held; /* the contents of the files */
    size_t held_count, held_capacity;
    const char *about; /* the file that an error is about; NULL: none */
};

/* Replaces each "@FILE" by the lines of that file, one argument each, without empty lines. Such
 * files may name others. After "--" no word is replaced. If a file fails, the words after it are
 * still added, because they may have options of messages. */
bool response_expand(struct response *response, size_t count, const char *const *words,
                     struct error *err);

/* Adds the names of a file in which each ends with a NUL, as `find -print0` writes them.
 * `path` may be "-". */
bool response_add_names(struct response *response, const char *path, struct error *err);
void response_free(struct response *response);

#endif
