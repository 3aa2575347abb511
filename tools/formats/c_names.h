/*
 * c_names.h - names of sprites as identifiers of C
 *
 *     hero/run-1.png -> HERO_RUN_1_PNG
 *
 * Letters and digits stay, in upper case; other ASCII becomes one underscore between words; any
 * other character becomes U and its code in hex. There is no underscore at either end and never two
 * in a row, so that C++ takes the identifiers too. They may begin with a digit: a prefix goes
 * before.
 */
#ifndef C_NAMES_H
#define C_NAMES_H

#include "base/text.h"

/* Adds the words of `name`, of which `length` bytes count; nothing when it has none. */
void c_name_add(struct text *out, const char *name, size_t length, bool upper);

struct c_name {
    const char *words;
    uint32_t number; /* follows the words, after an underscore; 0: none does */
};

/* Identifiers of a list of names, no two alike. A zeroed one is empty. */
struct c_names {
    struct c_name *items;
    size_t count;
    struct text words;
};

/* Takes names one by one. As with struct text, a failed allocation shows at the end. */
void c_names_add(struct c_names *names, const char *name);

/* The first of several names with the same words keeps them as they are. The others are numbered
 * from 2 on, without numbers that would make them equal to another name. */
bool c_names_finish(struct c_names *names, struct error *err);

void c_names_free(struct c_names *names);

#endif
