/*
 * c_names.c - names of sprites as identifiers of C
 */
#include "formats/c_names.h"

#include "utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words -------------------------------------------------------------------------------- */

void c_name_add(struct text *out, const char *name, size_t length, bool upper)
{
    const size_t start = out->length;
    bool inside = false; /* a word that goes on with a letter or digit */
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)name[i];
        const bool kept = isalnum(c) != 0;
        uint32_t code = 0;
        const unsigned step = utf8_decode((const uint8_t *)name + i, length - i, &code);
        char piece[16] = "";
        if (kept)
            piece[0] = (char)(upper ? toupper(c) : c);
        else if (step > 1)
            snprintf(piece, sizeof piece, "U%04X", (unsigned)code);
        if (*piece != '\0' && out->length > start && !(kept && inside))
            text_add_string(out, "_");
        text_add_string(out, piece);
        inside = kept;
        i += step > 0 ? step : 1;
    }
}

/* ---- No two alike ------------------------------------------------------------------------- */

void c_names_add(struct c_names *names, const char *name)
{
    static const char nameless[] = "UNNAMED";
    const size_t start = names->words.length;
    c_name_add(&names->words, name, strlen(name), true);
    if (names->words.length == start)
        text_add_string(&names->words, nameless);
    text_add(&names->words, "", 1);
    names->count++;
}

static int compare_words(const void *a, const void *b)
{
    const struct c_name *const left = *(struct c_name *const *)a;
    const struct c_name *const right = *(struct c_name *const *)b;
    const int order = strcmp(left->words, right->words);
    return order != 0 ? order : (left > right) - (left < right);
}

static int compare_key(const void *key, const void *item)
{
    return strcmp(key, (*(struct c_name *const *)item)->words);
}

/* Numbers a name, from `*number` on, but not so that it equals another name of the list. No other
 * numbered name can be the same: the words before the last underscore would be the same too. */
static bool number_one(struct c_name *name, struct c_name **sorted, size_t count, uint32_t *number)
{
    bool taken = true;
    for (; taken; ++*number) {
        char *const numbered = text_format("%s_%u", name->words, (unsigned)*number);
        if (numbered == NULL)
            return false;
        taken = bsearch(numbered, sorted, count, sizeof(struct c_name *), compare_key) != NULL;
        free(numbered);
        name->number = *number;
    }
    return true;
}

static bool number_all(struct c_name **sorted, size_t count)
{
    uint32_t number = 2;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i]->words, sorted[i - 1]->words) != 0)
            number = 2;
        else if (!number_one(sorted[i], sorted, count, &number))
            return false;
    }
    return true;
}

bool c_names_finish(struct c_names *names, struct error *err)
{
    struct c_name **const sorted = calloc(names->count + 1, sizeof(struct c_name *));
    const char *next = names->words.bytes;
    names->items = calloc(names->count + 1, sizeof *names->items);
    bool ok = sorted != NULL && names->items != NULL && !names->words.failed;
    for (size_t i = 0; ok && i < names->count; i++, next += strlen(next) + 1) {
        names->items[i].words = next;
        sorted[i] = &names->items[i];
    }
    if (ok)
        qsort(sorted, names->count, sizeof(struct c_name *), compare_words);
    ok = ok && number_all(sorted, names->count);
    free(sorted);
    return ok || fail_memory(err);
}

void c_names_free(struct c_names *names)
{
    free(names->items);
    text_free(&names->words);
    *names = (struct c_names){0};
}
