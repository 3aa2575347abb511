/*
 * fuzz_config.c - a file of rules becomes recipes, or is refused
 */
#include "description.h"
#include "fuzz.h"
#include "recipe_book.h"

/* What rules come to is what the command line may be told, and can be described. */
static void use(struct config *config)
{
    static const char *const names[] = {"hero.png", "tiles/a b.png", "x/y/z-10.png#7", "ui:hit"};
    static const struct bake_options options;
    struct arguments arguments = {0};
    struct recipe_book book = {.arguments = &arguments, .config = config};
    const struct description description = {&options, &arguments, config};
    struct findings findings = {0};
    struct error err;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text text = {0};
        bool told;
        const struct recipe *const recipe =
            recipe_book_find(&book, names[i], i == 3 ? names[0] : NULL, &told, &err);
        if (recipe != NULL) {
            MUST(recipe_check(recipe, &err));
            recipe_describe(recipe, &text);
        }
        text_free(&text);
    }
    struct text text = {0};
    MUST(description_add(&description, &text, &err));
    text_free(&text);
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
