/*
 * threads_posix.c - threads and locks of POSIX
 */
#define _DARWIN_C_SOURCE /* for the number of processors */
#define _XOPEN_SOURCE    700

#include "base/platform/threads.h"

#include <stdlib.h>
#include <unistd.h>

void lock_take(struct lock *lock)
{
    pthread_mutex_lock(&lock->state);
}

bool lock_try(struct lock *lock)
{
    return pthread_mutex_trylock(&lock->state) == 0;
}

void lock_release(struct lock *lock)
{
    pthread_mutex_unlock(&lock->state);
}

void condition_wait(struct condition *condition, struct lock *lock)
{
    pthread_cond_wait(&condition->state, &lock->state);
}

void condition_wake_all(struct condition *condition)
{
    pthread_cond_broadcast(&condition->state);
}

static void *run(void *argument)
{
    const struct thread *const thread = argument;
    thread->work(thread->user);
    return NULL;
}

bool thread_begin(struct thread *thread, void (*work)(void *user), void *user)
{
    thread->work = work;
    thread->user = user;
    return pthread_create(&thread->handle, NULL, run, thread) == 0;
}

void thread_end(struct thread *thread)
{
    pthread_join(thread->handle, NULL);
}

unsigned thread_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (unsigned)count;
}
