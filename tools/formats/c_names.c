/*
 * c_names.c - names of sprites as identifiers of C
 */
#include "formats/c_names.h"

#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words -------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c)
{
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}

/* Adds to the word that `out` ends with, or begins one. */
static void add_piece(struct text *out, size_t start, bool *inside, const char *piece)
{
    if (!*inside && out->length > start)
        text_add_string(out, "_");
    *inside = true;
    text_add_string(out, piece);
}

static void add_code(struct text *out, size_t start, uint32_t code)
{
    char word[16];
    bool inside = false;
    snprintf(word, sizeof word, "U%04X", (unsigned)code);
    add_piece(out, start, &inside, word);
}

void c_name_add(struct text *out, const char *name, size_t length, bool upper)
{
    const size_t start = out->length;
    bool inside = false;
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        const unsigned step = utf8_decode((const uint8_t *)name + i, length - i, &code);
        const char c = name[i];
        if (is_letter(c) || is_digit(c)) {
            const char kept[2] = {upper && is_lower(c) ? (char)(c - 'a' + 'A') : c, '\0'};
            add_piece(out, start, &inside, kept);
        } else {
            inside = false;
            if (step > 1)
                add_code(out, start, code);
        }
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

/* Numbers one name, from `*number` on, past those that stand in the list as they are. No other
 * numbered one can be the same: the words before the last underscore would be the same too. */
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
