/*
 * output.h - output files that are whole or not there
 *
 * What is written goes to a temporary beside the target and is renamed over it when it is
 * complete: until then, and after any failure, the target is as it was. Standard output,
 * devices and pipes cannot be replaced and are written as they are.
 *
 * Outputs are opened and closed by one thread.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/error.h"
#include "base/sink.h"
#include "system/stamp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct temporary;

/* A zeroed one is closed. */
struct output {
    bool is_open;
    int fd;
    uint64_t size;               /* bytes written */
    char *target;                /* all links followed; NULL: written in place */
    struct temporary *temporary; /* NULL: written in place */
};

/* Opens `path`; "-" is standard output. `binary` data is not written to a terminal. */
bool output_open(struct output *output, const char *path, bool binary, struct error *err);

/* Removes what killed runs have left beside `path`, which is not to be opened this time. */
void output_clear_leftovers(const char *path);

/* A sink's write: `output` is a struct output. */
bool output_write(void *output, const void *bytes, size_t size);

/* A sink's amend, of an output that is not written in place. */
bool output_amend(void *output, uint64_t at, const void *bytes, size_t size);

/* Does the target hold just what was written so far? Then it may be left alone. */
bool output_is_unchanged(const struct output *output);

/* Puts what was written in the target's place, and closes. A failure leaves the target as
 * it was. */
bool output_commit(struct output *output, struct error *err);

/* output_commit, and the stamp of what is now the target; zeroed where it would not tell the
 * bytes: of what was written in place, or where times are coarse. */
bool output_commit_stamped(struct output *output, struct stamp *stamp, struct error *err);

/* The stamp of the target as it stands; false when there is none. */
bool output_stamp_target(const struct output *output, struct stamp *stamp);

/* Is the target still the file of that stamp? */
bool output_has_stamp(const struct output *output, const struct stamp *stamp);

/* Leaves the target as it is but for its time, which becomes the present one, as if it had been
 * written; gives its new stamp. */
bool output_touch(const struct output *output, struct stamp *stamp, struct error *err);

/* The target as it is before a commit, so that two outputs can be put in place or neither. */
struct output_before {
    char *target;                /* NULL: there is nothing to go back to */
    struct temporary *temporary; /* NULL: there was no such file */
};

/* Keeps it, where the file system can give a file a second name; else there is no way back. */
bool output_keep_before(const struct output *output, struct output_before *before,
                        struct error *err);

/* Forgets it; when it did not go well (`ok`), puts it back. */
void output_end_before(struct output_before *before, bool ok);

/* Forgets what was written, and closes. Safe on a closed one, so it may end every path. */
void output_abort(struct output *output);

/* Opens `path` as output_open does, lets `write` fill it, and puts it in place. */
bool save_file(const char *path, bool binary,
               bool (*write)(void *user, struct sink *sink, struct error *err), void *user,
               struct error *err);

/* Both write all of the bytes. False when it failed, with errno set. */
bool file_write(int fd, const void *bytes, size_t size);
bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size);

#endif
