/*
 * config.h - a file of rules: which options hold for which sprites
 *
 *     { "options": { "alpha-threshold": 127 },
 *       "rules": [ { "match": "tiles*", "prune": 2 },
 *                  { "match": ["ui*.png", "hud*.png"], "preset": "xna", "allow": ["full"],
 *                    "layers": { "click": { "alpha-threshold": 0 } } } ],
 *       "animations": [ ... ] }
 *
 * "layers" gives a picture other masks, with options of their own; a later rule that has the layer,
 * too, changes options of it. Options are those of recipe_option_table and are kept as if they were
 * on the command line; recipes.h makes the recipe of a sprite from them. Animations:
 *
 *     { "name": "hero/run", "frames": ["hero/run_*.png", "hero/idle.png"], "duration": 100 },
 *     { "name": "hero/sway", "frames": ["hero/sway_*.png"], "durations": [80, 80, 120],
 *       "direction": "pingpong", "union": true }
 *
 * A frame is the name of a sprite or, failing that, a glob, as in rules, for all sprites that it
 * matches, in natural order (run_2 before run_10). Only a glob with a ':' in it matches layers.
 * `duration` is in milliseconds, for each frame; `durations` has one for each frame, in the order
 * of "forward". "pingpong" goes forward and back, with the frames at both ends once. `union` gives
 * all frames one mask; without it --union decides, on the command line or in the config's
 * "options".
 *
 * Frames may come from any input: they are looked for among all sprites. Therefore a shard has no
 * such animations; merge makes them, by the config that is in the shards' options.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "base/glob.h"
#include "base/json.h"
#include "model/model.h"
#include "system/diagnostics.h"
#include "system/options.h"

/* Another mask of the pictures of a rule. */
struct config_layer {
    const char *name;
    struct arguments options;
};

struct config_rule {
    const cJSON *source; /* the object that it was read from */
    size_t glob_count;   /* none: it holds for all sprites, and is the first rule */
    struct arguments options;
    struct config_layer *layers;
    size_t layer_count, layer_capacity;
    bool used; /* it held once */
};

/* A zeroed one is empty. */
struct config {
    const char *path; /* lent */
    uint8_t *text;
    struct json json;
    struct config_rule *rules; /* in the order in which they are applied; `options` first */
    size_t rule_count, rule_capacity;
    struct glob *globs; /* of all rules, which are many and are all tried */
    size_t glob_count, glob_capacity;
    struct arguments bake; /* options of the whole bake, which "options" may have, too */
    struct arena arena;
};

/* Reads `path`, which must live as long as `config`. Errors go to `diagnostics`, as many as can be
 * found, with line and column; then it returns false. To be freed whatever happens. */
bool config_read(struct config *config, const char *path, struct diagnostics *diagnostics);
/* Reads a config that is in a text, such as the one that a pack keeps. */
bool config_read_text(struct config *config, const char *text, struct diagnostics *diagnostics);
void config_free(struct config *config);

/* Adds the members of an object in the config's JSON that are options of single sprites; others,
 * and wrong ones, are skipped. */
void config_add_options(struct config *config, const cJSON *object, struct arguments *out);

struct bake_options;

/* Gives the options of the whole bake that the config has to those that the command line has not
 * chosen. Exclusions and fatal warnings add up. */
void config_apply(const struct config *config, const struct arguments *command_line,
                  struct bake_options *options, struct diagnostics *diagnostics);

/* Fills `out`, which has room for the numbers of all rules, with those that hold for the sprite of
 * that name, in their order, or for one of its other names: a list that NULL ends, or NULL. Returns
 * how many there are. */
size_t config_match(struct config *config, const char *name, const char *const *others,
                    uint32_t *out);

/* The place of the rule in the file. */
struct json_place config_rule_place(const struct config *config, const struct config_rule *rule);

/* Warns of each rule that never held, with the nearest of the names. */
void config_warn_unused(const struct config *config, const char *const *names, size_t count,
                        struct diagnostics *diagnostics);

/* Adds the animations of the config that is in a description (provenance.h), which may be NULL, to
 * a model that has all of its sprites; it is put in order. `config` is that config as a file, so
 * that messages can name lines and columns; NULL: messages are about `path`. */
void config_add_animations(const char *description, const struct config *config, const char *path,
                           struct model *model, struct diagnostics *diagnostics);

#endif
