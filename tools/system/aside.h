/*
 * aside.h - one thing that is done while its caller does another
 */
#ifndef ASIDE_H
#define ASIDE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* A zeroed one has ended. */
struct aside {
    void (*work)(void *user);
    void *user;
    pthread_t thread;
    bool running;
};

/* May what is about that many bytes have a thread, and is it worth one? */
bool aside_is_worth(unsigned jobs, uint64_t bytes);

/* Begins on a thread of its own; if not `apart`, or where no thread is to be had, it is done by
 * the time this returns. */
void aside_begin(struct aside *aside, bool apart, void (*work)(void *user), void *user);

/* Waits for it. */
void aside_end(struct aside *aside);

#endif
