/*
 * aside.c - a thread for one thing
 */
#include "aside.h"

static void *run(void *argument)
{
    const struct aside *const aside = argument;
    aside->work(aside->user);
    return NULL;
}

void aside_begin(struct aside *aside, unsigned jobs, void (*work)(void *user), void *user)
{
    aside->work = work;
    aside->user = user;
    aside->running = jobs > 1 && pthread_create(&aside->thread, NULL, run, aside) == 0;
    if (!aside->running)
        work(user);
}

void aside_end(struct aside *aside)
{
    if (aside->running)
        pthread_join(aside->thread, NULL);
    aside->running = false;
}
