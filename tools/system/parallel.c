/*
 * parallel.c - the thread pool, and one task in a thread of its own
 */
#include "system/parallel.h"

#include <stdbool.h>
#include <stdlib.h>

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
    struct lock lock;
    struct condition moved; /* `due` has changed */
    size_t next;            /* the first thing that no thread has begun */
    size_t due;             /* the first that is not delivered */
    bool delivering;        /* some thread is */
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static struct slot *slot_of(const struct pool *pool, size_t index)
{
    return &pool->slots[index % pool->window];
}

/* The end of the results, from the due one on, that this thread may deliver. It delivers what it
 * made, because memory is best freed by the thread that allocated it. It delivers results of other
 * threads only if no thread can begin another thing before that. */
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
        lock_release(&pool->lock);
        for (size_t i = pool->due; i < end; i++)
            pool->work->deliver(pool->work->user, i, slot_of(pool, i)->made);
        lock_take(&pool->lock);
        for (; pool->due < end; pool->due++)
            slot_of(pool, pool->due)->ready = false;
        condition_wake_all(&pool->moved);
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

static void work_along(void *argument)
{
    struct pool *const pool = argument;
    const void *const thread = &argument; /* an address on this thread's stack, so unlike others */
    lock_take(&pool->lock);
    while (pool->next < pool->work->count) {
        const size_t first = pool->next, end = first + batch_size(pool);
        if (first == end) {
            const size_t due = pool->due;
            deliver_ready(pool, thread);
            if (pool->due == due)
                condition_wait(&pool->moved, &pool->lock);
            continue;
        }
        pool->next = end;
        lock_release(&pool->lock);
        /* The slots are this thread's own until they are ready. */
        for (size_t i = first; i < end; i++)
            slot_of(pool, i)->made = pool->work->make(pool->work->user, i);
        lock_take(&pool->lock);
        for (size_t i = first; i < end; i++) {
            slot_of(pool, i)->maker = thread;
            slot_of(pool, i)->ready = true;
        }
        deliver_ready(pool, thread);
    }
    lock_release(&pool->lock);
    if (pool->work->leave != NULL)
        pool->work->leave();
}

void parallel_run(const struct parallel_work *work, unsigned jobs)
{
    struct thread threads[JOBS_MAX];
    unsigned started = 0;
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    if (jobs > work->count)
        jobs = (unsigned)work->count;
    struct pool pool = {.work = work,
                        .jobs = jobs,
                        .window = (size_t)jobs * AHEAD,
                        .lock = LOCK_INIT,
                        .moved = CONDITION_INIT};
    pool.slots = jobs > 1 ? calloc(pool.window, sizeof *pool.slots) : NULL;
    if (pool.slots == NULL) {
        for (size_t i = 0; i < work->count; i++)
            work->deliver(work->user, i, work->make(work->user, i));
        if (work->leave != NULL)
            work->leave();
        return;
    }
    while (started + 1 < jobs && thread_begin(&threads[started], work_along, &pool))
        started++;
    work_along(&pool);
    while (started > 0)
        thread_end(&threads[--started]);
    free(pool.slots);
}

/* ---- One task beside another ----------------------------------------------------------------- */

bool parallel_is_worth(unsigned jobs, uint64_t bytes)
{
    enum { ENOUGH = 1 << 18 }; /* fewer take hardly longer than a thread takes to begin */
    return jobs > 1 && bytes >= ENOUGH;
}

void parallel_begin(struct parallel_task *task, bool apart, void (*work)(void *user), void *user)
{
    task->running = apart && thread_begin(&task->thread, work, user);
    if (!task->running)
        work(user);
}

void parallel_end(struct parallel_task *task)
{
    if (task->running)
        thread_end(&task->thread);
    task->running = false;
}
