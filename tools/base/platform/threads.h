/*
 * threads.h - threads and locks
 */
#ifndef PLATFORM_THREADS_H
#define PLATFORM_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#if defined(_WIN32) || defined(__wasi__)
/* As large as what Windows keeps in them, and zeroed at first as it wants them. WASI has no
 * threads. */
struct lock {
    void *state;
};
struct condition {
    void *state;
};
typedef void *thread_handle;
#define LOCK_INIT                                                                                  \
    {                                                                                              \
        NULL                                                                                       \
    }
#define CONDITION_INIT                                                                             \
    {                                                                                              \
        NULL                                                                                       \
    }
#else
#include <pthread.h>
struct lock {
    pthread_mutex_t state;
};
struct condition {
    pthread_cond_t state;
};
typedef pthread_t thread_handle;
#define LOCK_INIT                                                                                  \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER                                                                  \
    }
#define CONDITION_INIT                                                                             \
    {                                                                                              \
        PTHREAD_COND_INITIALIZER                                                                   \
    }
#endif

struct thread {
    void (*work)(void *user);
    void *user;
    thread_handle handle;
};

void lock_take(struct lock *lock);
bool lock_try(struct lock *lock); /* false when another thread has it */
void lock_release(struct lock *lock);

/* Gives the lock up until another thread wakes all that wait. */
void condition_wait(struct condition *condition, struct lock *lock);
void condition_wake_all(struct condition *condition);

/* False when there is no thread to be had. `thread` does not move until it has ended. */
bool thread_begin(struct thread *thread, void (*work)(void *user), void *user);
void thread_end(struct thread *thread);

/* How many processors this process may use; at least 1. */
unsigned thread_processors(void);

#endif
