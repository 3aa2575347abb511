/*
 * aside.h - one thing that is done while its caller does another
 */
#ifndef ASIDE_H
#define ASIDE_H

#include <pthread.h>
#include <stdbool.h>

/* A thread takes longer to begin than to do what is about fewer bytes than this. */
enum { ASIDE_WORTH = 1 << 18 };

/* A zeroed one has ended. */
struct aside {
    void (*work)(void *user);
    void *user;
    pthread_t thread;
    bool running;
};

/* Begins on a thread of its own. With one job, or where no thread is to be had, it is done by the
 * time this returns. */
void aside_begin(struct aside *aside, unsigned jobs, void (*work)(void *user), void *user);

/* Waits for it. */
void aside_end(struct aside *aside);

#endif
