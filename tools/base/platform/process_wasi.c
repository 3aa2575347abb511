/*
 * process_wasi.c - a run, its terminal and its clocks, without signals, threads and other processes
 *
 * The environment says where the tool was started (PWD), and how wide the terminal is (COLUMNS).
 */
#define _GNU_SOURCE /* for getentropy */

#include "base/platform/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void process_begin(int *count, char ***words)
{
    (void)count, (void)words;
    const char *const folder = getenv("PWD");
    if (folder != NULL && *folder == '/')
        (void)chdir(folder);
}

/* Runs do not know their numbers, and must not choose one name for two files. */
uint64_t process_id(void)
{
    static uint32_t id;
    while (id == 0)
        if (getentropy(&id, sizeof id) != 0)
            id = (uint32_t)clock_now();
    return id;
}

void process_error_text(int number, char *out, size_t size)
{
    /* As most systems say it. */
    static const struct {
        int number;
        const char *text;
    } texts[] = {
        {ELOOP, "Too many levels of symbolic links"},
        {ENAMETOOLONG, "File name too long"},
        {ENOTCAPABLE, "It lies outside the folders that the tool may use"},
    };
    const char *text = strerror(number);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].number == number)
            text = texts[i].text;
    snprintf(out, size, "%s", text);
}

/* ---- Its end --------------------------------------------------------------------------------- */

/* A run that is interrupted ends at once, and a broken pipe is an error anyway. */
static void (*clear_up)(void);

void process_clear_up_by(void (*by)(void))
{
    clear_up = by;
}

void process_clear_up(void)
{
    if (clear_up != NULL)
        clear_up();
}

void process_hold_signals(void)
{
}

void process_release_signals(void)
{
}

_Noreturn void process_wait_for_end(void)
{
    abort();
}

void process_wait_a_moment(void)
{
}

void process_end_by_pipe(void)
{
}

/* ---- The width of its terminal --------------------------------------------------------------- */

unsigned terminal_width(int fd)
{
    const char *const columns = getenv("COLUMNS");
    return terminal_is(fd) && columns != NULL ? (unsigned)strtoul(columns, NULL, 10) : 0;
}

/* ---- One thread: nothing to lock, nobody to wait for ---------------------------------------- */

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
