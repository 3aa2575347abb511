/*
 * parallel.h - a thread pool whose results come in input order, and one task beside another
 *
 * Each thread takes several things at once and delivers results that are due: no thread only waits,
 * and the threads seldom meet. No thread runs further ahead of the next delivery than a window, so
 * the memory for results that wait does not grow with the list.
 */
#ifndef PARALLEL_H
#define PARALLEL_H

#include "base/platform/process.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct parallel_work {
    void *user;
    size_t count;
    /* Makes thing `index`, on any thread. The result may be NULL. */
    void *(*make)(void *user, size_t index);
    /* Takes the result over: one at a time, in the order of the indices, on any thread. */
    void (*deliver)(void *user, size_t index, void *made);
    /* Frees what a thread has kept. Called on each at its end; may be NULL. */
    void (*leave)(void);
};

/* Runs on at most `jobs` threads, the caller's among them; fewer if no more can be had. */
void parallel_run(const struct parallel_work *work, unsigned jobs);

/* ---- One task beside another ----------------------------------------------------------------- */

/* A zeroed one has ended. */
struct parallel_task {
    struct thread thread;
    bool running;
};

/* True if work on so many bytes is worth a thread, and `jobs` allow one more. */
bool parallel_is_worth(unsigned jobs, uint64_t bytes);

/* Begins a task on a thread of its own. If not `apart`, or if there is no thread to be had, the
 * task is done by the time this returns. */
void parallel_begin(struct parallel_task *task, bool apart, void (*work)(void *user), void *user);

/* Waits for the end of a task. */
void parallel_end(struct parallel_task *task);

#endif
