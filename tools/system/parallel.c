/*
 * parallel.c - the thread pool, and one task in a thread of its own
 */
#include "system/parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    AHEAD = 64,      /* things that one thread may be ahead of what is due */
    BATCH_MOST = 16, /* things that a thread takes at once */
    JOBS_MAX = 512,
};

struct slot {
    bool ready;
    const void *maker; /* its hand */
    void *made;
};

struct crew {
    const struct parallel_work *work;
    unsigned jobs;
    size_t window;
    struct slot *slots; /* thing i waits in slot i % window */
    pthread_mutex_t lock;
    pthread_cond_t moved; /* what is due has changed */
    size_t next;          /* that nobody has begun */
    size_t due;           /* that is to be delivered next */
    bool delivering;
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static struct slot *slot_of(const struct crew *crew, size_t index)
{
    return &crew->slots[index % crew->window];
}

/* Can nobody begin another thing before one is delivered, or at all? */
static bool is_blocked(const struct crew *crew)
{
    return crew->next == crew->work->count || crew->next - crew->due == crew->window;
}

/* Where the things end that this hand may deliver, from the due one on: what it has made itself,
 * for memory goes back best on the thread that it comes from; of others what holds all up. */
static size_t end_of_ready(const struct crew *crew, const void *hand)
{
    const size_t most = smaller(crew->due + crew->window, crew->work->count);
    const bool blocked = is_blocked(crew);
    size_t end = crew->due;
    while (end < most && slot_of(crew, end)->ready &&
           (blocked || slot_of(crew, end)->maker == hand))
        end++;
    return end;
}

/* With the lock held. Others go on making while one delivers. */
static void deliver_ready(struct crew *crew, const void *hand)
{
    if (crew->delivering)
        return;
    crew->delivering = true;
    for (size_t end; (end = end_of_ready(crew, hand)) > crew->due;) {
        pthread_mutex_unlock(&crew->lock);
        for (size_t i = crew->due; i < end; i++)
            crew->work->deliver(crew->work->user, i, slot_of(crew, i)->made);
        pthread_mutex_lock(&crew->lock);
        for (; crew->due < end; crew->due++)
            slot_of(crew, crew->due)->ready = false;
        pthread_cond_broadcast(&crew->moved);
    }
    crew->delivering = false;
}

/* How many things to take at once. Many, for threads that meet at the lock have to wake each
 * other, which takes longer than a small thing; but few near the end, so that all end together. */
static size_t batch_size(const struct crew *crew)
{
    const size_t share = (crew->work->count - crew->next) / ((size_t)4 * crew->jobs);
    const size_t room = crew->due + crew->window - crew->next;
    return smaller(smaller(share > 0 ? share : 1, BATCH_MOST), room);
}

/* The slots are this thread's own until they are ready. */
static void make_batch(const struct crew *crew, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        slot_of(crew, i)->made = crew->work->make(crew->work->user, i);
}

static void *work_along(void *argument)
{
    struct crew *const crew = argument;
    const void *const hand = &argument; /* no other thread has it there */
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->work->count) {
        const size_t first = crew->next, end = first + batch_size(crew);
        if (first == end) {
            const size_t due = crew->due;
            deliver_ready(crew, hand);
            if (crew->due == due)
                pthread_cond_wait(&crew->moved, &crew->lock);
            continue;
        }
        crew->next = end;
        pthread_mutex_unlock(&crew->lock);
        make_batch(crew, first, end);
        pthread_mutex_lock(&crew->lock);
        for (size_t i = first; i < end; i++) {
            slot_of(crew, i)->maker = hand;
            slot_of(crew, i)->ready = true;
        }
        deliver_ready(crew, hand);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void work_alone(const struct parallel_work *work)
{
    for (size_t i = 0; i < work->count; i++)
        work->deliver(work->user, i, work->make(work->user, i));
}

void parallel_run(const struct parallel_work *work, unsigned jobs)
{
    pthread_t threads[JOBS_MAX];
    unsigned started = 0;
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    if (jobs > work->count)
        jobs = (unsigned)work->count;
    struct crew crew = {.work = work, .jobs = jobs, .window = (size_t)jobs * AHEAD};
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

unsigned parallel_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > JOBS_MAX ? JOBS_MAX : (unsigned)count;
}

/* ---- One thing beside another ---------------------------------------------------------------- */

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
