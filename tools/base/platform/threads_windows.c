/*
 * threads_windows.c - threads and locks of Windows
 */
#include "base/platform/threads.h"

#include "base/platform/windows.h"

#include <process.h>

_Static_assert(sizeof(struct lock) == sizeof(SRWLOCK), "a lock is one of Windows");
_Static_assert(sizeof(struct condition) == sizeof(CONDITION_VARIABLE), "and so is a condition");

static SRWLOCK *inner(struct lock *lock)
{
    return (SRWLOCK *)lock;
}

void lock_take(struct lock *lock)
{
    AcquireSRWLockExclusive(inner(lock));
}

bool lock_try(struct lock *lock)
{
    return TryAcquireSRWLockExclusive(inner(lock)) != 0;
}

void lock_release(struct lock *lock)
{
    ReleaseSRWLockExclusive(inner(lock));
}

void condition_wait(struct condition *condition, struct lock *lock)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, inner(lock), INFINITE, 0);
}

void condition_wake_all(struct condition *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)condition);
}

static unsigned __stdcall run(void *argument)
{
    const struct thread *const thread = argument;
    thread->work(thread->user);
    return 0;
}

bool thread_begin(struct thread *thread, void (*work)(void *user), void *user)
{
    thread->work = work;
    thread->user = user;
    thread->handle = (void *)_beginthreadex(NULL, 0, run, thread, 0, NULL);
    return thread->handle != NULL;
}

void thread_end(struct thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

unsigned thread_processors(void)
{
    DWORD_PTR own = 0, all = 0;
    unsigned count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all))
        for (; own != 0; own &= own - 1)
            count++;
    return count > 0 ? count : 1;
}
