/*
 * response.h - arguments that come from files: @FILE on a command line, and lists of names
 */
#ifndef RESPONSE_H
#define RESPONSE_H

#include "system/diagnostics.h"
#include "system/fingerprint.h"

#include <stddef.h>

/* A file that was read. */
struct response_file {
    const char *path;
    char *content;           /* NULL: that failed */
    struct file_facts facts; /* when it had been read; zeroed if it is not a regular file */
};

/* Words, and in the places of files their words. The strings live as long as it does; a zeroed one
 * is empty. */
struct response {
    const char **words;
    size_t count, capacity;
    struct response_file *files; /* in the order in which they were read */
    size_t file_count, file_capacity;
};

/* Replaces each "@FILE" by the lines of that file, one argument each, without empty lines. Such
 * files may name others. After "--" no word is replaced. After a file that fails the words that
 * follow it are still added, so that their errors are found too. */
bool response_expand(struct response *response, size_t count, const char *const *words,
                     struct diagnostics *found);

/* Adds the names of a file in which each ends with a NUL, as `find -print0` writes them.
 * `path` may be "-". */
bool response_add_names(struct response *response, const char *path, struct diagnostics *found);

/* Adds an error for each file that has changed since it was read. These files are read before an
 * output has its time, so a change between the two would be older than the output. */
void response_check_unchanged(const struct response *response, struct diagnostics *found);

void response_free(struct response *response);

#endif
