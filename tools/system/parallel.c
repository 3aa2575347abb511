/*
 * parallel.c - the thread pool, and one task in a thread of its own
 */
#include "system/parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    AHEAD = 64,      /* results for each thread that may wait for their delivery */
    BATCH_MOST = 16, /* things that a thread takes at once */
    JOBS_MAX = 512,
};

struct slot {
    bool ready;
    const void *maker; /* the thread that made it: see work_along */
    void *made;
};

struct pool {
    const struct parallel_work *work;
    unsigned jobs;
    size_t window;      /* how far `next` may be ahead of `due` */
    struct slot *slots; /* thing i waits in slot i % window */
    pthread_mutex_t lock;
    pthread_cond_t moved; /* `due` has changed */
    size_t next;          /* the first thing that no thread has begun */
    size_t due;           /* the first that is not delivered */
    bool delivering;      /* some thread is */
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static struct slot *slot_of(const struct pool *pool, size_t index)
{
    return &pool->slots[index % pool->window];
}

/* The end of the things, from the due one on, that this thread may deliver. These are its own, for
 * memory is best freed by the thread that allocated it; and those of others only if no thread can
 * begin another thing before a delivery. */
static size_t end_of_ready(const struct pool *pool, const void *thread)
{
    const size_t most = smaller(pool->due + pool->window, pool->work->count);
    const bool blocked = pool->next == pool->work->count || pool->next - pool->due == pool->window;
    size_t end = pool->due;
    while (end < most && slot_of(pool, end)->ready &&
           (blocked || slot_of(pool, end)->maker == thread))
        end++;
    return end;
}

/* Called with the lock held, which it gives up while it delivers. */
static void deliver_ready(struct pool *pool, const void *thread)
{
    if (pool->delivering)
        return;
    pool->delivering = true;
    for (size_t end; (end = end_of_ready(pool, thread)) > pool->due;) {
        pthread_mutex_unlock(&pool->lock);
        for (size_t i = pool->due; i < end; i++)
            pool->work->deliver(pool->work->user, i, slot_of(pool, i)->made);
        pthread_mutex_lock(&pool->lock);
        for (; pool->due < end; pool->due++)
            slot_of(pool, pool->due)->ready = false;
        pthread_cond_broadcast(&pool->moved);
    }
    pool->delivering = false;
}

/* How many things to take at once. Threads that meet at the lock have to wake each other, which
 * takes longer than a small thing, so they take many; but few near the end, so that all threads end
 * together. */
static size_t batch_size(const struct pool *pool)
{
    const size_t share = (pool->work->count - pool->next) / ((size_t)4 * pool->jobs);
    const size_t room = pool->due + pool->window - pool->next;
    return smaller(smaller(share > 0 ? share : 1, BATCH_MOST), room);
}

static void *work_along(void *argument)
{
    struct pool *const pool = argument;
    const void *const thread = &argument; /* an address on this thread's stack, so unlike others */
    pthread_mutex_lock(&pool->lock);
    while (pool->next < pool->work->count) {
        const size_t first = pool->next, end = first + batch_size(pool);
        if (first == end) {
            const size_t due = pool->due;
            deliver_ready(pool, thread);
            if (pool->due == due)
                pthread_cond_wait(&pool->moved, &pool->lock);
            continue;
        }
        pool->next = end;
        pthread_mutex_unlock(&pool->lock);
        /* The slots are this thread's own until they are ready. */
        for (size_t i = first; i < end; i++)
            slot_of(pool, i)->made = pool->work->make(pool->work->user, i);
        pthread_mutex_lock(&pool->lock);
        for (size_t i = first; i < end; i++) {
            slot_of(pool, i)->maker = thread;
            slot_of(pool, i)->ready = true;
        }
        deliver_ready(pool, thread);
    }
    pthread_mutex_unlock(&pool->lock);
    if (pool->work->leave != NULL)
        pool->work->leave();
    return NULL;
}

void parallel_run(const struct parallel_work *work, unsigned jobs)
{
    pthread_t threads[JOBS_MAX];
    unsigned started = 0;
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    if (jobs > work->count)
        jobs = (unsigned)work->count;
    struct pool pool = {.work = work, .jobs = jobs, .window = (size_t)jobs * AHEAD};
    pool.slots = jobs > 1 ? calloc(pool.window, sizeof *pool.slots) : NULL;
    if (pool.slots == NULL) {
        for (size_t i = 0; i < work->count; i++)
            work->deliver(work->user, i, work->make(work->user, i));
        if (work->leave != NULL)
            work->leave();
        return;
    }
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.moved, NULL);
    while (started + 1 < jobs && pthread_create(&threads[started], NULL, work_along, &pool) == 0)
        started++;
    work_along(&pool);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    pthread_cond_destroy(&pool.moved);
    pthread_mutex_destroy(&pool.lock);
    free(pool.slots);
}

unsigned parallel_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > JOBS_MAX ? JOBS_MAX : (unsigned)count;
}

/* ---- One task beside another ----------------------------------------------------------------- */

bool parallel_is_worth(unsigned jobs, uint64_t bytes)
{
    enum { ENOUGH = 1 << 18 }; /* fewer take hardly longer than a thread takes to begin */
    return jobs > 1 && bytes >= ENOUGH;
}

static void *run_task(void *argument)
{
    const struct parallel_task *const task = argument;
    task->work(task->user);
    return NULL;
}

void parallel_begin(struct parallel_task *task, bool apart, void (*work)(void *user), void *user)
{
    task->work = work;
    task->user = user;
    task->running = apart && pthread_create(&task->thread, NULL, run_task, task) == 0;
    if (!task->running)
        work(user);
}

void parallel_end(struct parallel_task *task)
{
    if (task->running)
        pthread_join(task->thread, NULL);
    task->running = false;
}
