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
    int64_t opened;              /* by the file system's clock; of one with a temporary */
    bool is_unfinished;          /* it has a time of long ago */
};

/* Opens `path`; "-" is standard output. `binary` data is not written to a terminal. */
bool output_open(struct output *output, const char *path, bool binary, struct error *err);

/* Removes temporaries of killed runs beside `path`, without opening it. */
void output_clear_leftovers(const char *path);

/* A sink's write: `output` is a struct output. */
bool output_write(void *output, const void *bytes, size_t size);

/* A sink's amend, of an output that is not written in place. */
bool output_amend(void *output, uint64_t at, const void *bytes, size_t size);

/* Does the target hold the same bytes as were written so far, and is it finished? */
bool output_is_unchanged(const struct output *output);

/* Replaces the target by the written bytes, and closes. A failure leaves the target as it was. */
bool output_commit(struct output *output, struct error *err);

/* ---- The steps of a commit ---- */

/* Waits until a file that is saved is newer than this output, which has the time when it was
 * opened. Many file systems count in ticks of the system: of 1 to 10 ms on Linux before 6.13, of up
 * to 16 ms on Windows. To be called before anything is read: what is saved after that has a later
 * time. Does not wait for those that count in seconds. */
void output_await_later_time(const struct output *output);

/* A killed run may leave some of its outputs in place and not others. Until all are in place, each
 * has a time of long ago: builds make it again, and --write-if-changed does not take it for
 * unchanged. */
void output_mark_unfinished(struct output *output);

/* The same for the file of that name, which another run may have put there. */
void output_mark_path_unfinished(const char *path);

/* Gives it the time when it was opened. An input that was changed after that, while the output was
 * made, is newer, and builds make the output again. */
bool output_mark_finished(const struct output *output, struct error *err);

/* Have all bytes arrived? With `sync` also on the disk, unless there are none or it is written in
 * place. */
bool output_arrive(const struct output *output, bool sync, struct error *err);

/* Replaces the target, and leaves the output open. A failure leaves the target as it was. */
bool output_replace(const struct output *output, struct error *err);

/* After it the disk has the new name too, if the file system can do that. */
void output_sync_folder(const struct output *output);

/* Locks the folder of the target for a moment, if the file system can do that, so that the files of
 * one run are put in place without those of another between them. -1: there is no lock. */
int output_lock_folder(const struct output *output);
void output_unlock_folder(int lock);
bool output_same_folder(const struct output *a, const struct output *b);

/* The stamp of the new target; zeroed if it would not prove the bytes: of an output written in
 * place, or where times are coarse. */
void output_stamp_written(const struct output *output, struct stamp *stamp);

/* The stamp of the old target; false when there is none. */
bool output_stamp_target(const struct output *output, struct stamp *stamp);

/* Is the target still the file of that stamp? */
bool output_has_stamp(const struct output *output, const struct stamp *stamp);

/* Changes only the target's time, as if it had been written, if it is still that file. Gives its
 * new stamp, or a zeroed one. */
bool output_touch(const struct output *output, const struct file_id *file, struct stamp *stamp,
                  struct error *err);

/* The target before a commit, so that several outputs can be put in place, or none. */
struct output_before {
    char *target;                /* NULL: there is no way back */
    struct temporary *temporary; /* NULL: there was no such file */
};

/* Keeps it by a second name, if the file system can give a file one; else there is no way back. */
bool output_keep_before(const struct output *output, struct output_before *before,
                        struct error *err);

/* Forgets it; if not `ok`, makes it the target again. False when that fails. */
bool output_end_before(struct output_before *before, bool ok);

/* Forgets the written bytes, and closes. Safe on a closed output, so it may end every path. */
void output_abort(struct output *output);

/* Opens `path` as output_open does, lets `write` fill it, and puts it in place. */
bool save_file(const char *path, bool binary,
               bool (*write)(void *user, struct sink *sink, struct error *err), void *user,
               struct error *err);

#endif
