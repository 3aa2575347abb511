/*
 * process_windows.c - processes, consoles, clocks and threads of Windows
 */
#include "base/platform/process.h"

#include "base/platform/files.h"
#include "base/platform/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Its beginning --------------------------------------------------------------------------- */

static UINT code_page_before;

static void restore_code_page(void)
{
    SetConsoleOutputCP(code_page_before);
}

/* A console shows UTF-8 and obeys the escapes for colours. */
static void prepare_console(void)
{
    DWORD mode;
    for (int fd = STREAM_OUT; fd <= STREAM_ERROR; fd++) {
        if (!GetConsoleMode(windows_handle(fd), &mode))
            continue;
        SetConsoleMode(windows_handle(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        if (code_page_before == 0) {
            code_page_before = GetConsoleOutputCP();
            SetConsoleOutputCP(CP_UTF8);
            atexit(restore_code_page);
        }
    }
}

/* The words as they were typed. Those of the C library are in a code page, and it finds files for
 * the patterns in them. Without memory they stay as they are. */
static void take_words(int *count, char ***words)
{
    int wide_count = 0;
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **const taken = wide != NULL ? calloc((size_t)wide_count + 1, sizeof *taken) : NULL;
    for (int i = 0; taken != NULL && i < wide_count; i++) {
        taken[i] = windows_to_utf8(wide[i]);
        if (taken[i] == NULL)
            wide_count = i;
    }
    if (taken != NULL) {
        *words = taken;
        *count = wide_count;
    }
    LocalFree((HLOCAL)wide);
}

void process_begin(int *count, char ***words)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) < 0 && _open("NUL", fd == 0 ? _O_WRONLY : _O_RDONLY) != fd)
            break;
        _setmode(fd, _O_BINARY);
    }
    prepare_console();
    take_words(count, words);
}

uint64_t process_id(void)
{
    return GetCurrentProcessId();
}

void process_error_text(int number, char *out, size_t size)
{
    const char *const text = number == EBUSY          ? "another program has it open"
                             : number == ENAMETOOLONG ? "File name too long"
                             : number == ENODEV       ? "the name means a device on Windows"
                                                      : strerror(number);
    snprintf(out, size, "%s", text);
}

/* ---- Its end --------------------------------------------------------------------------------- */

static void (*clear_up)(void);

/* Windows calls this on a thread of its own, and ends the process when it returns. */
static BOOL WINAPI end(DWORD reason)
{
    (void)reason;
    clear_up();
    return FALSE;
}

void process_clear_up_by(void (*by)(void))
{
    clear_up = by;
    SetConsoleCtrlHandler(end, TRUE);
}

void process_clear_up(void)
{
    if (clear_up != NULL)
        clear_up();
}

/* It is never called on a thread of ours. */
void process_hold_signals(void)
{
}
void process_release_signals(void)
{
}

_Noreturn void process_wait_for_end(void)
{
    for (;;)
        Sleep(INFINITE);
}

void process_wait_a_moment(void)
{
    Sleep(1);
}

void process_end_by_pipe(void)
{
}

/* ---- Its terminal and its clocks ------------------------------------------------------------- */

bool terminal_is(int fd)
{
    DWORD mode;
    return GetConsoleMode(windows_handle(fd), &mode) != 0;
}

unsigned terminal_width(int fd)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(windows_handle(fd), &info))
        return 0;
    const int width = info.srWindow.Right - info.srWindow.Left + 1;
    return width > 0 ? (unsigned)width : 0;
}

int64_t clock_now(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return windows_time((int64_t)((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime));
}

uint64_t clock_elapsed(void)
{
    LARGE_INTEGER ticks, second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&second);
    const uint64_t all = (uint64_t)ticks.QuadPart, each = (uint64_t)second.QuadPart;
    return all / each * 1000000000 + all % each * 1000000000 / each;
}

/* ---- Threads and locks ---------------------------------------------------------------------- */

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
