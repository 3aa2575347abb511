/*
 * parallel.h - a thread pool whose results come in input order, and one task beside another
 *
 * Each thread takes several things at once and delivers what is due: no thread only waits, and the
 * threads seldom meet. Nobody runs further ahead of the next delivery than a window, so the memory
 * for results that wait does not grow with the list.
 */
#ifndef PARALLEL_H
#define PARALLEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct parallel_work {
    void *user;
    size_t count;
    /* Makes thing `index`, on any thread. May be NULL, and is handed on as it is. */
    void *(*make)(void *user, size_t index);
    /* Takes it over: one at a time, in the order of the indices, on any thread. */
    void (*deliver)(void *user, size_t index, void *made);
};

/* Runs on at most `jobs` threads, the caller's among them; fewer if no more can be had. */
void parallel_run(const struct parallel_work *work, unsigned jobs);

/* How many processors this process may use. */
unsigned parallel_processors(void);

/* ---- One thing beside another ---------------------------------------------------------------- */

/* A zeroed one has ended. */
struct parallel_task {
    void (*work)(void *user);
    void *user;
    pthread_t thread;
    bool running;
};

/* May what is about that many bytes have a thread, and is it worth one? */
bool parallel_is_worth(unsigned jobs, uint64_t bytes);

/* Begins on a thread of its own; if not `apart`, or where no thread is to be had, it is done by
 * the time this returns. */
void parallel_begin(struct parallel_task *aside, bool apart, void (*work)(void *user), void *user);

/* Waits for it. */
void parallel_end(struct parallel_task *aside);

#endif
