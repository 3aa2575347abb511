/*
 * config_reading.h - checks of values of a config: each error has its place, and reading goes on
 */
#ifndef CONFIG_READING_H
#define CONFIG_READING_H

#include "base/json.h"
#include "system/diagnostics.h"

/* The text that is being read, and where its errors go. */
struct config_reading {
    const struct json *json;
    const char *path;
    struct diagnostics *diagnostics;
    bool unplaced; /* lines and columns cannot be looked up */
};

/* Adds the error of a step that failed. Returns whether it succeeded. */
bool config_check(const struct config_reading *reading, bool ok, struct error *err);
/* Adds an error about the value. */
void config_add_wrong(const struct config_reading *reading, const cJSON *value, const char *what);
/* These three add an error unless it is so. */
void config_check_given(const struct config_reading *reading, const cJSON *object, const char *key);
bool config_is_array(const struct config_reading *reading, const cJSON *value);
bool config_is_object(const struct config_reading *reading, const cJSON *value);

/* Reads an animation, and forgets it: for its errors. */
void config_check_animation(const struct config_reading *reading, const cJSON *object);

#endif
