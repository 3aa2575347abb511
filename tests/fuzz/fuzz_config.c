/*
 * fuzz_config.c - a file of rules becomes recipes, or is refused
 */
#include "fuzz.h"
#include "plan/config_animations.h"
#include "plan/description.h"
#include "plan/recipe_book.h"

#include <stdlib.h>

static const char *const names[] = {"hero.png", "hero_2.png", "tiles/a b.png", "x/y/z-10.png#7",
                                    "ui:hit"};
enum { NAMES = sizeof names / sizeof *names };

static void add_sprites(struct model *model)
{
    for (size_t i = 0; i < NAMES; i++) {
        struct mask mask = {.width = 1, .height = 1, .area = 1};
        struct points points = {.present = false};
        struct model_sprite sprite = {.name = text_copy(names[i]),
                                      .source = text_copy(names[i]),
                                      .origin = text_copy(names[i]),
                                      .width = 2,
                                      .height = 2};
        struct error err;
        MUST(model_add(model, &sprite, &mask, &points, &err));
    }
}

/* What is described can be read again, and its animations are made or found wrong. */
static void describe(const struct description *description)
{
    struct model model = {0};
    struct model_cursor cursor = {0};
    struct findings findings = {0};
    struct description_parts parts = {.own = NULL};
    struct error err;
    char *text = NULL;
    MUST(description_text(description, &text, &err));
    MUST(description_read(text, &parts, &err));
    add_sprites(&model);
    config_animations_add(text, description->config, NULL, &model, &findings);
    MUST(model_sort(&model, &err));
    MUST(findings.errors > 0 || !model_next_fault(&model, &cursor, &err) ||
         model.animation_count > 1);
    description_parts_free(&parts);
    findings_free(&findings);
    model_free(&model);
    free(text);
}

/* What rules come to is what the command line may be told. */
static void use(struct config *config)
{
    static const struct bake_options options;
    struct arguments arguments = {0};
    struct recipe_book book = {.arguments = &arguments, .config = config};
    const struct description description = {
        .options = &options, .arguments = &arguments, .config = config};
    struct findings findings = {0};
    struct error err;
    for (size_t i = 0; i < NAMES; i++) {
        struct text text = {0};
        bool told;
        const struct recipe *const recipe =
            recipe_book_find(&book, names[i], i == 4 ? names[0] : NULL, &told, &err);
        if (recipe != NULL) {
            MUST(recipe_check(recipe, &err));
            recipe_describe(recipe, &text);
        }
        text_free(&text);
    }
    describe(&description);
    config_warn_unused(config, &findings);
    findings_free(&findings);
    recipe_book_free(&book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct findings findings = {0};
    const bool ok = config_read(&config, fuzz_file(data, size), &findings);
    MUST(ok == (findings.errors == 0));
    if (ok)
        use(&config);
    config_free(&config);
    findings_free(&findings);
    return 0;
}
