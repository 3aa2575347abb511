/*
 * output.h - output files that are whole or not there
 *
 * Bytes go to a temporary beside the target, which is renamed to the target when it is complete.
 * Until then, and after any failure, the target is as it was. Standard output, devices and pipes
 * cannot be replaced and are written in place.
 *
 * Outputs are opened and closed by one thread.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/error.h"
#include "base/sink.h"
#include "system/fingerprint.h"
#include "system/temporary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed one is closed. */
struct output {
    bool is_open;
    int fd;
    uint64_t size;               /* bytes written */
    char *target;                /* all links followed; NULL: written in place */
    struct temporary *temporary; /* NULL: written in place */
    int64_t opened;              /* by the file system's clock; of one with a temporary */
};

/* Opens `path`; "-" is standard output. `binary` data is not written to a terminal. */
bool output_open(struct output *output, const char *path, bool binary, struct error *err);

/* Removes temporaries of killed runs beside `path`, without opening it. */
void output_clear_leftovers(const char *path);

/* A sink's write: `output` is a struct output. */
bool output_write(void *output, const void *bytes, size_t size);

/* A sink's amend, of an output that is not written in place. */
bool output_amend(void *output, uint64_t at, const void *bytes, size_t size);

/* True if the target holds the same bytes as were written so far. */
bool output_is_unchanged(const struct output *output);

/* Replaces the target by the written bytes, and closes. A failure leaves the target as it was. */
bool output_commit(struct output *output, struct error *err);

/* ---- The steps of a commit ---- */

/* Waits until a file that is saved is newer than this output, which has the time when it was
 * opened. Many file systems count in ticks of the system: of 1 to 10 ms on Linux before 6.13, of up
 * to 16 ms on Windows. To be called before anything is read: what is saved after that has a later
 * time. Does not wait where a file system counts in seconds. */
void output_await_later_time(const struct output *output);

/* Gives the written file that time, if the file system can do that. With the time when the run
 * began, an input that changes while the output is made is newer, and builds make the output
 * again. */
void output_set_time(const struct output *output, int64_t time);

/* True once all bytes have arrived; with `sync` on the disk, unless there are none or it is written
 * in place. */
bool output_arrive(const struct output *output, bool sync, struct error *err);

/* Replaces the target, and leaves the output open. A failure leaves the target as it was. */
bool output_replace(const struct output *output, struct error *err);

/* The facts of the new target; zeroed if they would not prove the bytes: of an output written in
 * place, or where times are coarse. */
void output_facts_written(const struct output *output, struct file_facts *facts);

/* True if the target is still the file of those facts. */
bool output_has_facts(const struct output *output, const struct file_facts *facts);

/* Changes only the target's time, as if it had been written, if it is still that file. Gives its
 * new facts, or zeroed ones. */
bool output_touch(const struct output *output, const struct file_id *file, int64_t time,
                  struct file_facts *facts, struct error *err);

/* Forgets the written bytes, and closes. Safe on a closed output, so it may end every path. */
void output_abort(struct output *output);

/* Opens `path` as output_open does, lets `write` fill it, and puts it in place. */
bool save_file(const char *path, bool binary,
               bool (*write)(void *user, struct sink *sink, struct error *err), void *user,
               struct error *err);

/* A file of many, and all its bytes. */
struct saved {
    const char *path;
    const char *bytes;
    size_t size;
};

/* Saves files below the folder `top`, which is made with all folders between that are missing. Each
 * path begins with `top` and a slash. A file that has its bytes already is left alone. Leftovers of
 * killed runs are looked for once in each folder. A failure is about `*about`; the files before it
 * are in place then. */
bool save_files(const char *top, const struct saved *files, size_t count, const char **about,
                struct error *err);

#endif
