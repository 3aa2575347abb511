/*
 * aside.c - a thread for one thing
 */
#include "system/aside.h"

bool parallel_is_worth(unsigned jobs, uint64_t bytes)
{
    /* Of fewer much is done in the time that a thread takes to begin. */
    enum { ENOUGH = 1 << 18 };
    return jobs > 1 && bytes >= ENOUGH;
}

static void *run(void *argument)
{
    const struct parallel_task *const aside = argument;
    aside->work(aside->user);
    return NULL;
}

void parallel_begin(struct parallel_task *aside, bool apart, void (*work)(void *user), void *user)
{
    aside->work = work;
    aside->user = user;
    aside->running = apart && pthread_create(&aside->thread, NULL, run, aside) == 0;
    if (!aside->running)
        work(user);
}

void parallel_end(struct parallel_task *aside)
{
    if (aside->running)
        pthread_join(aside->thread, NULL);
    aside->running = false;
}
