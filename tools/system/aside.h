/*
 * aside.h - one thing that is done while its caller does another
 */
#ifndef ASIDE_H
#define ASIDE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

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
