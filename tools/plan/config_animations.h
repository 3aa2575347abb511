/*
 * config_animations.h - animations that a config names
 *
 *     "animations": [
 *       { "name": "hero/run", "frames": ["hero/run_*.png", "hero/idle.png"], "duration": 100 },
 *       { "name": "hero/sway", "frames": ["hero/sway_*.png"], "durations": [80, 80, 120],
 *         "direction": "pingpong", "union": true } ]
 *
 * A frame is the name of a sprite, or else a glob, as in rules, for all sprites that it matches, in
 * natural order (run_2 before run_10). Only a glob with a ':' in it matches layers. `duration` is
 * in milliseconds, for each frame; `durations` has one for each frame, in the order of "forward".
 * "pingpong" goes forward and back, with the frames at both ends once. `union` gives all frames one
 * mask; without it --union decides, on the command line or in the config's "options".
 *
 * Frames may come from any input: they are looked for among all sprites. Therefore a shard has no
 * such animations; merge makes them, by the config that is in the shards' options.
 */
#ifndef CONFIG_ANIMATIONS_H
#define CONFIG_ANIMATIONS_H

#include "base/json.h"
#include "model/model.h"
#include "plan/config.h"
#include "system/diagnostics.h"

/* Checks the value of "animations" in the file `path`, as far as that needs no sprites. */
void config_animations_check(const struct json *json, const cJSON *value, const char *path,
                             struct diagnostics *diagnostics);

/* Adds the animations of the config that is in a description (provenance.h), which may be NULL,
 * to a model that has all of its sprites; it is put in order. `config` is the same config as a
 * file, so that messages can name lines and columns; NULL: messages are about `path`. */
void config_animations_add(const char *description, const struct config *config, const char *path,
                           struct model *model, struct diagnostics *diagnostics);

#endif
