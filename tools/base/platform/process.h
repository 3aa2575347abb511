/*
 * process.h - this run among others: how it begins and is ended, its terminal, clocks and threads
 */
#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Call it first, with the arguments of main. It makes the words UTF-8, and puts something in the
 * place of each closed standard stream, which fails as the stream would: otherwise the next file
 * that is opened would get messages, or be read as input. */
void process_begin(int *count, char ***words);

uint64_t process_id(void);

/* The system's words for a number of errno. */
void process_error_text(int number, char *out, size_t size);

/* ---- Its end --------------------------------------------------------------------------------- */

/* From here on a run that is interrupted calls this first, at any moment, and a broken pipe or a
 * file that grows too large is an error instead of an end. */
void process_clear_up_by(void (*clear_up)(void));

/* Calls the function of process_clear_up_by now. */
void process_clear_up(void);

/* Between these no signal begins to clear up on this thread. */
void process_hold_signals(void);
void process_release_signals(void);

/* Another thread has begun to end this run; this one waits for it. */
_Noreturn void process_wait_for_end(void);

/* Waits about a millisecond. May be called while clearing up. */
void process_wait_a_moment(void);

/* Ends as a program ends whose reader has left a pipe; returns where that is blocked or unknown. */
void process_end_by_pipe(void);

/* ---- Its terminal and its clocks ------------------------------------------------------------- */

bool terminal_is(int fd);
unsigned terminal_width(int fd); /* 0: it is none, or does not say */

/* Nanoseconds since 1970, and by a clock that nobody sets. */
int64_t clock_now(void);
uint64_t clock_elapsed(void);

/* ---- Threads and locks ---------------------------------------------------------------------- */

#if defined(_WIN32) || defined(__wasi__)
/* As large as what Windows keeps in them, and zeroed at first as it wants them. WASI has no
 * threads. */
typedef void *lock_state, *condition_state, *thread_handle;
#define LOCK_STATE      NULL
#define CONDITION_STATE NULL
#else
#include <pthread.h>
typedef pthread_mutex_t lock_state;
typedef pthread_cond_t condition_state;
typedef pthread_t thread_handle;
#define LOCK_STATE      PTHREAD_MUTEX_INITIALIZER
#define CONDITION_STATE PTHREAD_COND_INITIALIZER
#endif

struct lock {
    lock_state state;
};
struct condition {
    condition_state state;
};
#define LOCK_INIT                                                                                  \
    {                                                                                              \
        LOCK_STATE                                                                                 \
    }
#define CONDITION_INIT                                                                             \
    {                                                                                              \
        CONDITION_STATE                                                                            \
    }

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
