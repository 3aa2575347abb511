/*
 * recipe_book.c - which recipe goes with which sprite
 */
#include "recipe_book.h"

#include "array.h"
#include "common_options.h"

#include <stdlib.h>

void recipe_book_free(struct recipe_book *book)
{
    for (size_t i = 0; i < book->count; i++)
        free(book->recipes[i]);
    free(book->recipes);
    *book = (struct recipe_book){0};
}

static bool make_recipe(const struct recipe_book *book, struct recipe *recipe, struct error *err)
{
    *recipe = recipe_default;
    return arguments_apply(book->arguments, PASS_PRESET, recipe, err) &&
           arguments_apply(book->arguments, PASS_RECIPE, recipe, err) && recipe_check(recipe, err);
}

static const struct recipe *keep(struct recipe_book *book, const struct recipe *recipe,
                                 struct error *err)
{
    struct recipe **const grown =
        array_reserve(book->recipes, book->count + 1, &book->capacity, sizeof *grown);
    struct recipe *const kept = malloc(sizeof *kept);
    if (grown != NULL)
        book->recipes = grown;
    if (grown == NULL || kept == NULL) {
        free(kept);
        fail_memory(err);
        return NULL;
    }
    *kept = *recipe;
    return book->recipes[book->count++] = kept;
}

const struct recipe *recipe_book_find(struct recipe_book *book, const char *name, struct error *err)
{
    struct recipe recipe;
    (void)name;
    if (book->count > 0)
        return book->recipes[0];
    return make_recipe(book, &recipe, err) ? keep(book, &recipe, err) : NULL;
}
