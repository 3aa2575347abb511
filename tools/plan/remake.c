/*
 * remake.c - how the sprites of a pack were made
 *
 * A pack keeps the options of its bake (provenance.h). They are read back into arguments and a
 * config, and the recipe of each sprite is found as in a bake. A pack does not tell which atlas a
 * frame came from: rules that match the atlas are not found.
 */
#include "plan/remake.h"

#include "base/memory.h"
#include "base/text.h"
#include "plan/config.h"
#include "plan/recipe.h"
#include "plan/recipes.h"

#include <stdlib.h>
#include <string.h>

struct options {
    struct config own;         /* its JSON is that of all options */
    struct config config;      /* the config among them */
    struct arguments explicit; /* of the command line */
    struct arguments preset;   /* what its presets came to */
    struct recipes recipes;
    bool strips; /* names have no extension */
};

/* ---- Options ------------------------------------------------------------------------------ */

static void read_options(struct options *options, const char *text)
{
    struct diagnostics ignored = {0};
    struct error err;
    if (!json_parse(&options->own.json, text, strlen(text), &err))
        return;
    json_find_places(&options->own.json);
    const cJSON *const root = options->own.json.root;
    char *const config = json_member_text(&options->own.json, "config");
    options->strips = cJSON_IsTrue(json_find(root, "strip-extension")) != 0;
    if (config != NULL && config_read_text(&options->config, config, &ignored))
        options->recipes.config = &options->config;
    config_add_options(&options->own, root, &options->explicit);
    config_add_options(&options->own, json_find(root, "preset"), &options->preset);
    options->recipes.arguments = &options->explicit;
    options->recipes.below = &options->preset;
    diagnostics_free(&ignored);
    free(config);
}

static void free_options(struct options *options)
{
    recipes_free(&options->recipes);
    config_free(&options->config);
    config_free(&options->own);
    arguments_free(&options->explicit);
    arguments_free(&options->preset);
}

/* ---- Names -------------------------------------------------------------------------------- */

/* True if the first `length` bytes of the name are the picture's, perhaps without extension. */
static bool is_picture(const char *name, size_t length, const char *source, bool strips)
{
    const char *const dot = strrchr(text_base_name(source), '.');
    const size_t whole = strlen(source);
    const size_t stem = strips && dot != NULL ? (size_t)(dot - source) : whole;
    return length == stem && strncmp(name, source, stem) == 0;
}

/* The name by which rules know the picture or frame. A layer of a rule belongs to the picture that
 * it is named after; another layer is a picture of its own. */
static const char *name_for_rules(struct arena *arena, const struct model_sprite *sprite,
                                  bool strips)
{
    const char *const source = sprite->source, *const dot = strrchr(text_base_name(source), '.');
    const size_t layer = sprite->layer != NULL ? strlen(sprite->layer) + 1 : 0;
    const size_t base = strlen(sprite->name) - layer;
    size_t picture = base;
    while (picture > 0 && strchr("0123456789", sprite->name[picture - 1]) != NULL)
        picture--;
    const bool is_cell = picture > 1 && picture < base && sprite->name[picture - 1] == '#' &&
                         is_picture(sprite->name, picture - 1, source, strips);
    const bool is_own = is_cell || layer == 0 || is_picture(sprite->name, base, source, strips);
    if (is_own)
        return arena_text_n(arena, sprite->name, is_cell ? picture - 1 : base);
    return arena_text_n(arena, source,
                        strips && dot != NULL ? (size_t)(dot - source) : strlen(source));
}

/* ---- Sprites ------------------------------------------------------------------------------ */

static const struct recipe *find_layer(const struct recipe *recipe, const char *name)
{
    for (size_t i = 0; name != NULL && i < recipe->layer_count; i++)
        if (strcmp(recipe->layers[i].name, name) == 0)
            return recipe->layers[i].recipe;
    return NULL;
}

static void remake_sprite(struct model *model, struct options *options, struct model_sprite *sprite)
{
    struct model_made *const made = arena_new(&model->arena, 1, sizeof *made);
    struct error err;
    bool reported;
    made->path = "";
    made->file = sprite->source;
    made->match = name_for_rules(&model->arena, sprite, options->strips);
    const struct recipe *recipe =
        recipes_find(&options->recipes, made->match, (const char *const[]){sprite->source, NULL},
                     &reported, &err);
    if (recipe == NULL)
        return;
    const struct recipe *const layer = find_layer(recipe, sprite->layer);
    if (layer != NULL) {
        made->again = sprite->layer;
        recipe = layer;
    }
    const bool is_boxed = sprite->layer != NULL && layer == NULL &&
                          (recipe->layer == NULL || strcmp(recipe->layer, sprite->layer) != 0);
    made->fixed = is_boxed                 ? "It is a layer or a box that its file has."
                  : sprite->region[2] == 0 ? "The pack does not say where it is in the art."
                                           : recipe_fixes(recipe);
    made->solid = recipe->solid;
    made->mend = recipe->mend;
    made->points = recipe->points;
    sprite->made = made;
}

void remake(struct model *model)
{
    struct options options = {.strips = false};
    /* A pack does not keep options that have their defaults. */
    read_options(&options, model->options != NULL ? model->options : "{}");
    for (size_t i = 0; options.recipes.arguments != NULL && i < model->sprite_count; i++)
        remake_sprite(model, &options, &model->sprites[i]);
    free_options(&options);
}

/* ---- Asked -------------------------------------------------------------------------------- */

bool remake_has_option(const char *options, const char *name)
{
    struct json json = {0};
    struct error err;
    const bool has = options != NULL && json_parse(&json, options, strlen(options), &err) &&
                     json_find(json.root, name) != NULL;
    json_free(&json);
    return has;
}

bool remake_has_config(const char *options)
{
    return remake_has_option(options, "config");
}
