/*
 * recipe.h - what is decided for each sprite: solid pixels, points, pivot
 *
 * The defaults, the presets, the rules of a config file and the command line all end up in
 * one of these; what makes sprites sees nothing else.
 */
#ifndef RECIPE_H
#define RECIPE_H

#include "mend.h"
#include "options.h"
#include "points.h"
#include "solid.h"
#include "text.h"

/* Pixels, or percent of the sprite's size, in 16.16. */
struct pivot_rule {
    bool given;
    struct {
        int64_t value;
        bool percent;
    } axis[2];
};

struct recipe {
    struct solid_rule solid;
    bool full_box; /* every pixel is solid, whatever the picture has */
    struct mend_rule mend;
    uint32_t warn_specks;   /* of fewer pixels than that; 0: not looked for */
    uint32_t warn_straddle; /* percent of the solid pixels; 0: not looked for */
    struct points_rule points;
    struct pivot_rule pivot;
};

extern const struct recipe recipe_default;

/* The options that change one; their target is a struct recipe. --preset is applied in
 * PASS_PRESET, all others in PASS_RECIPE. */
extern const struct option recipe_option_table[];

/* Do the options fit together? */
bool recipe_check(const struct recipe *recipe, struct error *err);

/* Adds what is not as by default, as the members of a JSON object without white space: two
 * recipes of one text give the same sprites. */
void recipe_describe(const struct recipe *recipe, struct text *out);

#endif
