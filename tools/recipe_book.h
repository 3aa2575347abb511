/*
 * recipe_book.h - which recipe goes with which sprite
 *
 * Presets come first, what stands explicitly on the command line last. Recipes that are equal
 * are one.
 */
#ifndef RECIPE_BOOK_H
#define RECIPE_BOOK_H

#include "recipe.h"

struct recipe_book {
    const struct arguments *arguments; /* of the command line */
    struct recipe **recipes;
    size_t count, capacity;
};

void recipe_book_free(struct recipe_book *book);

/* The recipe for the sprite of that name; it lives as long as the book. */
const struct recipe *recipe_book_find(struct recipe_book *book, const char *name,
                                      struct error *err);

#endif
