/*
 * recipe.h - what is decided for each sprite: solid pixels, points, pivot
 *
 * The defaults, the presets, the rules of a config file and the command line all end up in
 * one recipe; the code that makes sprites sees nothing else.
 */
#ifndef RECIPE_H
#define RECIPE_H

#include "atlas/grid.h"
#include "base/text.h"
#include "model/mend.h"
#include "model/points.h"
#include "model/shapes.h"
#include "picture/solid.h"
#include "system/options.h"

/* Pixels, or percent of the sprite's size, in 16.16. */
struct pivot_rule {
    bool given;
    struct pivot_axis {
        int64_t value;
        bool percent;
    } axis[2];
};

struct recipe {
    struct solid_rule solid;
    bool all_solid; /* every pixel is solid, whatever the picture has */
    struct mend_rule mend;
    uint32_t warn_specks;   /* of fewer pixels than that; 0: not looked for */
    uint32_t warn_straddle; /* percent of the solid pixels; 0: not looked for */
    struct points_rule points;
    struct shapes_rule shapes;
    struct pivot_rule pivot;
    struct grid_rule grid;
    bool auto_cut;     /* the picture is cut into its pieces instead */
    uint32_t cut_gap;  /* pieces with fewer pixels between them are one sprite */
    bool skip_empty;   /* cells without a solid pixel do not become sprites */
    bool trimmed;      /* a sprite is only the part of it that a packer has kept */
    bool source_scale; /* sprites are as large as before a packer scaled them */
    const char *layer; /* the layer of another's sprite that this picture is; NULL: none */
    uint32_t animate;  /* milliseconds a frame of cells and sequences; 0: no animation */
    bool has_union;    /* all frames of an animation have the mask of all of them together */
    uint64_t allowed;  /* warnings that are meant: bit k for the k-th of WARNINGS */
    const struct recipe_layer *layers; /* that the picture has beside its own mask, by name */
    size_t layer_count;
};

/* Another mask of a picture. Its recipe has neither layers nor a layer. */
struct recipe_layer {
    const char *name;
    const struct recipe *recipe;
};

extern const struct recipe recipe_default;

/* True if the picture is a sheet that is to be cut up. */
static inline bool recipe_cuts(const struct recipe *recipe)
{
    return recipe->auto_cut || grid_is_given(&recipe->grid);
}

/* The options of a recipe; their target is a struct recipe. --preset is applied in PASS_PRESET, all
 * others in PASS_RECIPE. Every row with a setter has a writer: otherwise its value would be missing
 * from the key of the cache, and recipes that differ in it would become one. Only --preset has
 * none: it is written as the options that it sets. */
extern const struct option recipe_option_table[];

/* The options of rules that no command line has: "allow". */
extern const struct option recipe_rule_table[];

/* True if the option may be in a layer of a rule: it says nothing about how pictures are cut, named
 * or animated. */
bool recipe_is_for_layers(const struct option *option);

/* True if the recipe says that this warning is meant. */
bool recipe_allows(const struct recipe *recipe, const char *id);

/* Why the sprite's mask does not follow from its pixels and settings alone; NULL: it does. */
const char *recipe_fixes(const struct recipe *recipe);

/* Reads the name of a layer. */
bool recipe_check_layer(const char *name, struct error *err);

/* Fails for options that do not fit together. */
bool recipe_check(const struct recipe *recipe, struct error *err);

/* Adds the options that differ from the default, as the members of a JSON object without white
 * space: recipes with the same text give the same sprites. With `given` it adds the options that
 * are among them instead, also where they are as by default. */
void recipe_describe(const struct recipe *recipe, const struct arguments *given, struct text *out);

/* recipe_describe, and the options that decide about diagnostics only: recipes with the same text
 * give the same products. */
void recipe_identify(const struct recipe *recipe, struct text *out);

/* Adds the default value of that option as JSON; nothing when it has none. */
void recipe_put_default(const char *name, struct text *out);

#endif
