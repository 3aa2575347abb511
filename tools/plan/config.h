/*
 * config.h - a file of rules: which options hold for which sprites
 *
 *     { "options": { "alpha-threshold": 127 },
 *       "rules": [ { "match": "tiles*", "prune": 2 },
 *                  { "match": ["ui*.png", "hud*.png"], "preset": "xna" } ],
 *       "animations": [ ... ] }
 *
 * Options are those of recipe_option_table and are kept as if they were on the command line;
 * recipes.h makes the recipe of a sprite from them. config_animations.h reads the animations. This
 * knows nothing of inputs.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "base/glob.h"
#include "base/json.h"
#include "system/diagnostics.h"
#include "system/options.h"

struct config_rule {
    const cJSON *source; /* the object that it was read from */
    size_t first_glob;   /* of the config's */
    size_t glob_count;   /* none: it holds for all sprites, and is the first rule */
    struct arguments options;
    bool used; /* it held once */
};

/* A zeroed one is empty. */
struct config {
    const char *path; /* lent */
    uint8_t *text;
    struct json json;
    struct config_rule *rules; /* in the order in which they are applied; `options` first */
    size_t rule_count, rule_capacity;
    struct glob *globs; /* of all rules, which own them: rules are many, and all are tried */
    size_t glob_count, glob_capacity;
    char **strings; /* numbers, as the command line would have them */
    size_t string_count, string_capacity;
};

/* Reads `path`, which must live as long as `config`. Errors go to `diagnostics`, as many as can be
 * found, with line and column; then it returns false. To be freed whatever happens. */
bool config_read(struct config *config, const char *path, struct diagnostics *diagnostics);
void config_free(struct config *config);

/* Fills `out`, which has room for the numbers of all rules, with those that hold for the sprite of
 * that name, in their order, or for `within` if that is not NULL. Returns how many there are. */
size_t config_match(struct config *config, const char *name, const char *within, uint32_t *out);

/* The place of the rule in the file. */
struct json_place config_rule_place(const struct config *config, const struct config_rule *rule);

/* Warns of each rule that never held. */
void config_warn_unused(const struct config *config, struct diagnostics *diagnostics);

#endif
