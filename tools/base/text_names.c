/*
 * text_names.c - names of files and options: taken apart, ordered, compared
 */
#include "base/text_names.h"

#include <limits.h>
#include <string.h>

/* ---- Names of files ----------------------------------------------------------------------- */

const char *text_base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void text_folder_name(char *folder, const char *path)
{
    size_t length = (size_t)(text_base_name(path) - path);
    if (length > 1)
        length--;
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
}

const char *text_below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/';
    if (strncmp(folder, path, length) != 0 || (path[length] != '/' && path[length] != 0))
        return NULL;
    return path + length + (path[length] == '/');
}

void text_add_stem(struct text *text, const char *path)
{
    const char *const base = text_base_name(path);
    const char *const dot = strrchr(base, '.');
    text_add(text, path, dot != NULL && dot > base ? (size_t)(dot - path) : strlen(path));
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_begins_in_any_case(const char *text, const char *beginning)
{
    while (*beginning != 0 && lower(*text) == lower(*beginning)) {
        text++;
        beginning++;
    }
    return *beginning == 0;
}

bool text_same_in_any_case(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && text_begins_in_any_case(a, b);
}

const char *const text_picture_endings[] = {".png",      ".qoi", ".tga",  ".apng", ".ase",
                                            ".aseprite", ".gif", ".webp", NULL};

bool text_is_picture_name(const char *name)
{
    const char *const base = text_base_name(name), *const dot = strrchr(base, '.');
    const char *const *ending = text_picture_endings;
    for (; dot != NULL && dot > base && *ending != NULL; ending++)
        if (text_same_in_any_case(dot, *ending))
            return true;
    return false;
}

/* ---- Order and distance ------------------------------------------------------------------- */

/* Numbers of any length, given by their digits. */
static int compare_digits(const char *a, size_t length_a, const char *b, size_t length_b)
{
    for (; length_a > 0 && *a == '0'; a++)
        length_a--;
    for (; length_b > 0 && *b == '0'; b++)
        length_b--;
    if (length_a != length_b)
        return length_a < length_b ? -1 : 1;
    return memcmp(a, b, length_a);
}

int text_natural(const char *a, const char *b)
{
    static const char digits[] = "0123456789";
    const char *p = a, *q = b;
    while (*p && *q) {
        const size_t m = strspn(p, digits), n = strspn(q, digits);
        const bool numbers = m > 0 && n > 0;
        const int order = numbers ? compare_digits(p, m, q, n) : (uint8_t)*p - (uint8_t)*q;
        if (order != 0)
            return order;
        p += numbers ? m : 1;
        q += numbers ? n : 1;
    }
    return *p || *q ? (*p != '\0') - (*q != '\0') : strcmp(a, b);
}

enum { DISTANCE_MAX_LENGTH = 63 };

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned text_distance(const char *a, const char *b)
{
    /* The rows of the usual table for the prefixes of `a` two and one shorter, and this one. */
    unsigned rows[3][DISTANCE_MAX_LENGTH + 1];
    unsigned *older = rows[0], *old = rows[1], *row = rows[2];
    const size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > DISTANCE_MAX_LENGTH || length_b > DISTANCE_MAX_LENGTH)
        return UINT_MAX;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= length_a; i++) {
        unsigned *const spare = older;
        older = old;
        old = row;
        row = spare;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= length_b; j++) {
            const unsigned replaced = old[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(replaced, smaller(old[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], older[j - 2] + 1);
        }
    }
    return row[length_b];
}
