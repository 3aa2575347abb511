/*
 * parallel.h - many hands on one list: things are made on several threads, delivered in order
 *
 * Each takes several things at once, and delivers what it has made when that is due: there is no
 * thread that only waits, and few times at which two meet. What holds the others up is delivered
 * by whoever comes upon it. Nobody runs further ahead of what is due than a window,
 * so that what is held does not grow with the list.
 */
#ifndef PARALLEL_H
#define PARALLEL_H

#include <stddef.h>

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

#endif
