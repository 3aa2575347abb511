/*
 * crew.c - many hands on one list, with POSIX threads
 */
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    AHEAD = 64, /* things that one thread may be ahead of what is due */
    JOBS_MAX = 512,
};

struct slot {
    bool ready;
    void *made;
};

struct crew {
    const struct crew_work *work;
    size_t window;
    struct slot *slots; /* thing i waits in slot i % window */
    pthread_mutex_t lock;
    pthread_cond_t moved; /* what is due has changed */
    size_t next;          /* that nobody has begun */
    size_t due;           /* that is to be delivered next */
    bool delivering;
};

/* With the lock held. Others go on making while one delivers. */
static void deliver_ready(struct crew *crew)
{
    if (crew->delivering)
        return;
    crew->delivering = true;
    while (crew->due < crew->work->count && crew->slots[crew->due % crew->window].ready) {
        struct slot *const slot = &crew->slots[crew->due % crew->window];
        pthread_mutex_unlock(&crew->lock);
        crew->work->deliver(crew->work->user, crew->due, slot->made);
        pthread_mutex_lock(&crew->lock);
        slot->ready = false;
        crew->due++;
        pthread_cond_broadcast(&crew->moved);
    }
    crew->delivering = false;
}

static void *work_along(void *argument)
{
    struct crew *const crew = argument;
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->work->count) {
        if (crew->next - crew->due >= crew->window) {
            pthread_cond_wait(&crew->moved, &crew->lock);
            continue;
        }
        const size_t index = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        void *const made = crew->work->make(crew->work->user, index);
        pthread_mutex_lock(&crew->lock);
        crew->slots[index % crew->window] = (struct slot){true, made};
        deliver_ready(crew);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void work_alone(const struct crew_work *work)
{
    for (size_t i = 0; i < work->count; i++)
        work->deliver(work->user, i, work->make(work->user, i));
}

void crew_run(const struct crew_work *work, unsigned jobs)
{
    pthread_t threads[JOBS_MAX];
    unsigned started = 0;
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    if (jobs > work->count)
        jobs = (unsigned)work->count;
    struct crew crew = {.work = work, .window = (size_t)jobs * AHEAD};
    crew.slots = jobs > 1 ? calloc(crew.window, sizeof *crew.slots) : NULL;
    if (crew.slots == NULL) {
        work_alone(work);
        return;
    }
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.moved, NULL);
    while (started + 1 < jobs && pthread_create(&threads[started], NULL, work_along, &crew) == 0)
        started++;
    work_along(&crew);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    pthread_cond_destroy(&crew.moved);
    pthread_mutex_destroy(&crew.lock);
    free(crew.slots);
}

unsigned crew_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > JOBS_MAX ? JOBS_MAX : (unsigned)count;
}
