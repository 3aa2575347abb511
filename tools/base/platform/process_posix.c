/*
 * process_posix.c - processes, terminals, clocks and threads of POSIX
 */
#define _DARWIN_C_SOURCE /* for the number of processors */
#define _XOPEN_SOURCE    700

#include "base/platform/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

void process_begin(int *count, char ***words)
{
    (void)count, (void)words;
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            break;
}

uint64_t process_id(void)
{
    return (uint64_t)getpid();
}

void process_error_text(int number, char *out, size_t size)
{
    if (strerror_r(number, out, size) != 0)
        snprintf(out, size, "error %d", number);
}

/* ---- Its end --------------------------------------------------------------------------------- */

/* The signals that end a run, and let it clear up first. */
static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

static void (*clear_up)(void);

static void end(int signal_number)
{
    clear_up();
    /* Its action is the default one again, and takes place when this returns. */
    raise(signal_number);
}

void process_clear_up_by(void (*by)(void))
{
    struct sigaction action = {.sa_handler = end, .sa_flags = (int)SA_RESETHAND};
    clear_up = by;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction old;
        /* A signal that the parent ignores (nohup) stays ignored. */
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void process_clear_up(void)
{
    if (clear_up != NULL)
        clear_up();
}

/* The signals that the thread got before. */
static _Thread_local sigset_t held;

void process_hold_signals(void)
{
    sigset_t these;
    sigemptyset(&these);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaddset(&these, ends[i]);
    pthread_sigmask(SIG_BLOCK, &these, &held);
}

void process_release_signals(void)
{
    pthread_sigmask(SIG_SETMASK, &held, NULL);
}

_Noreturn void process_wait_for_end(void)
{
    for (;;)
        pause();
}

void process_wait_a_moment(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

void process_end_by_pipe(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

/* ---- The width of its terminal --------------------------------------------------------------- */

unsigned terminal_width(int fd)
{
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* ---- Threads and locks ---------------------------------------------------------------------- */

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
