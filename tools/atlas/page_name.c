/*
 * page_name.c - the names of files that a format makes from the name of the atlas itself
 */
#include "atlas/page_name.h"

#include "base/text.h"

#include <string.h>

char *page_name_own(const char *path, const char *ending)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash != NULL ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    const size_t length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    return text_format("%.*s%s", (int)length, name, ending);
}
