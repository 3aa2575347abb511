/*
 * commit.h - several outputs put in place together: all of them, or none
 *
 * Each is renamed by itself, and a run may be killed after any rename. Until all are in place each
 * has a time of long ago (output_mark_unfinished), so that a build tool makes it again. One that
 * is new comes after the depfile: while it is not there, it is made again anyway.
 */
#ifndef COMMIT_H
#define COMMIT_H

#include "system/output.h"

enum { COMMIT_MAX = 4 };

/* A zeroed one is empty. */
struct commit {
    struct {
        struct output *output;
        const char *name;
        struct output_before before;
        bool in_place;
    } items[COMMIT_MAX];
    size_t count;
    const struct output *of; /* the folder of this one is locked meanwhile */
    /* May it still be put in place? Asked right before that. */
    bool (*check)(const void *user, const struct output *output, struct error *err);
    const void *user;
    const struct output *open; /* one that commit_end leaves open and unfinished; NULL: none */
    const char *about;         /* the name that a failure is about */
};

/* `output` is complete; `name` is for messages. They are put in place in the order of these calls.
 */
void commit_add(struct commit *commit, struct output *output, const char *name);

/* Puts them in place; with `sync` the disk has them before and after. */
bool commit_place(struct commit *commit, bool sync, struct error *err);

/* Closes them, all but `open`. If not `ok`, makes everything as it was before commit_place; what
 * cannot be undone is added to `err`. */
void commit_end(struct commit *commit, bool ok, struct error *err);

#endif
