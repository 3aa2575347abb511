/*
 * child.c - runs of the tool as processes of their own
 */
/* For wait4. */
#define _DEFAULT_SOURCE

#include "child.h"

#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool child_find_tool(char path[PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 16);
    if (length <= 0)
        return false;
    path[length] = 0;
    strcpy(strrchr(path, '/') + 1, "hitmask");
    return access(path, X_OK) == 0;
}

bool child_run_measured(const char *const *words, uint64_t *peak)
{
    struct rusage usage, own;
    int status;
    pid_t child;
    *peak = 0;
    if (posix_spawn(&child, words[0], NULL, NULL, (char *const *)words, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return false;
    if (getrusage(RUSAGE_SELF, &own) == 0 && usage.ru_maxrss > own.ru_maxrss)
        *peak = (uint64_t)usage.ru_maxrss * 1024;
    return true;
}

bool child_run(const char *const *words)
{
    uint64_t peak;
    return child_run_measured(words, &peak);
}
