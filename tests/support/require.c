/*
 * require.c - what must hold
 */
#include "support/require.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void require_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}
