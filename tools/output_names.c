/*
 * output_names.c - names held against each other
 */
#include "output_names.h"

#include <string.h>

bool output_names_differ(const char *const *names, size_t count, struct error *err)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (names[i] != NULL && names[k] != NULL && strcmp(names[i], names[k]) == 0)
                return fail_usage(err, "two outputs cannot both be '%.200s'", names[i]);
    return true;
}
