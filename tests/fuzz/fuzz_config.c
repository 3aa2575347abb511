/*
 * fuzz_config.c - a file of rules becomes recipes, or is refused
 */
#include "fuzz.h"
#include "plan/config.h"
#include "plan/provenance.h"
#include "plan/recipe.h"
#include "plan/recipes.h"

#include <stdlib.h>

static const char *const names[] = {"hero.png", "hero_2.png", "tiles/a b.png", "x/y/z-10.png#7",
                                    "ui:hit"};
enum { NAMES = sizeof names / sizeof *names };

static void add_sprites(struct model *model)
{
    for (size_t i = 0; i < NAMES; i++) {
        struct mask mask = {.width = 1, .height = 1, .area = 1};
        struct points points = {.present = false};
        struct model_sprite sprite = {
            .name = names[i], .source = names[i], .origin = names[i], .width = 2, .height = 2};
        model_add(model, &sprite, &mask, &points);
    }
}

/* A description can be read again, and its animations are made or found wrong. */
static void describe(const struct provenance *description)
{
    struct model model = {0};
    struct model_cursor cursor = {0};
    struct diagnostics diagnostics = {0};
    struct provenance_parts parts = {.own = NULL};
    struct error err;
    char *text = NULL;
    REQUIRE(provenance_text(description, &text, &err));
    provenance_read(text, &parts);
    add_sprites(&model);
    config_add_animations(text, description->config, NULL, &model, &diagnostics);
    model_sort(&model);
    REQUIRE(diagnostics.errors > 0 || !model_next_fault(&model, &cursor, &err) ||
            model.animation_count > 1);
    provenance_parts_free(&parts);
    diagnostics_free(&diagnostics);
    model_free(&model);
    free(text);
}

/* The command line accepts the options that rules come to. */
static void use(struct config *config)
{
    static const struct bake_options options;
    struct arguments arguments = {0};
    struct recipes book = {.arguments = &arguments, .config = config};
    const struct provenance description = {
        .options = &options, .arguments = &arguments, .config = config};
    struct diagnostics diagnostics = {0};
    struct error err;
    for (size_t i = 0; i < NAMES; i++) {
        struct text text = {0};
        bool told;
        const struct recipe *const recipe = recipes_find(
            &book, names[i], i == 4 ? (const char *const[]){names[0], NULL} : NULL, &told, &err);
        if (recipe != NULL) {
            REQUIRE(recipe_check(recipe, &err));
            recipe_describe(recipe, NULL, &text);
        }
        text_free(&text);
    }
    describe(&description);
    config_warn_unused(config, names, NAMES, &diagnostics);
    diagnostics_free(&diagnostics);
    recipes_free(&book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct diagnostics diagnostics = {0};
    const bool ok = config_read(&config, fuzz_file(data, size), &diagnostics);
    REQUIRE(ok == (diagnostics.errors == 0));
    if (ok)
        use(&config);
    config_free(&config);
    diagnostics_free(&diagnostics);
    return 0;
}
