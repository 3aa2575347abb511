/*
 * threads_wasi.c - one thread, so there is nothing to lock and nobody to wait for
 */
#include "base/platform/threads.h"

#include <stdlib.h>

void lock_take(struct lock *lock)
{
    (void)lock;
}

bool lock_try(struct lock *lock)
{
    (void)lock;
    return true;
}

void lock_release(struct lock *lock)
{
    (void)lock;
}

void condition_wait(struct condition *condition, struct lock *lock)
{
    (void)condition, (void)lock;
    abort();
}

void condition_wake_all(struct condition *condition)
{
    (void)condition;
}

bool thread_begin(struct thread *thread, void (*work)(void *user), void *user)
{
    (void)thread, (void)work, (void)user;
    return false;
}

void thread_end(struct thread *thread)
{
    (void)thread;
}

unsigned thread_processors(void)
{
    return 1;
}
