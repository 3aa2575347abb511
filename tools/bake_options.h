/*
 * bake_options.h - what `hitmask bake` can be told, as values
 */
#ifndef BAKE_OPTIONS_H
#define BAKE_OPTIONS_H

#include "common_options.h"
#include "document.h"
#include "recipe.h"

enum output_format { FORMAT_BY_NAME, FORMAT_HMK, FORMAT_JSON };

struct bake_options {
    struct common_options common;
    const char *output;
    enum output_format format;
    const char *root;
    const char *name;
    const char **exclude;
    size_t exclude_count, exclude_capacity;
    bool strip_extension;
    enum json_mask json_mask;

    const char *cache; /* NULL: none */
    unsigned jobs;
    uint64_t max_pixels;
};

extern const struct option_set bake_option_set;

/* Reads a command line. Fills both also when it fails, so that the failure can be said the way
 * that was asked for. What recipes are made of stays in the arguments. */
bool bake_options_read(size_t count, const char *const *words, struct bake_options *options,
                       struct arguments *arguments, struct error *err);
void bake_options_free(struct bake_options *options);

/* The first option given that goes into recipes; NULL when there is none. */
const char *bake_options_about_pixels(const struct arguments *arguments);

#endif
