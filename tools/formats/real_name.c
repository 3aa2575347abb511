/*
 * real_name.c - paths that stay the same when ".." is taken out of them
 */
#include "formats/real_name.h"

#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/text_names.h"

#include <stdlib.h>
#include <string.h>

/* Cuts `path` at its parts for a while. */
static bool goes_up_from_link(char *path)
{
    struct file_facts facts;
    bool linked = false;
    for (char *part = path, *end; *part != 0; part = end + strspn(end, "/")) {
        end = part + strcspn(part, "/");
        const char after = *end;
        *end = 0;
        const bool is_up = strcmp(part, "..") == 0;
        linked = linked || (file_facts_of_link(path, &facts) && facts.kind == FILE_LINK);
        *end = after;
        if (is_up && linked)
            return true;
    }
    return false;
}

char *real_name(const char *path)
{
    char *const copy = text_copy(path);
    if (copy == NULL || strstr(path, "/..") == NULL || !goes_up_from_link(copy))
        return copy;
    char *const here = path_real("."), *const real = path_real(path);
    const char *const rest = here != NULL && real != NULL ? text_below(here, real) : NULL;
    char *const name = text_copy(real == NULL ? path : rest != NULL && *rest != 0 ? rest : real);
    free(copy);
    free(here);
    free(real);
    return name;
}
