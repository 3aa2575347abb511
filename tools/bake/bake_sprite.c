/*
 * bake_sprite.c - a picture and a recipe give a sprite
 */
#include "bake/bake_sprite.h"

#include "base/text.h"
#include "plan/naming.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of a sprite that were counted, where the recipe asks for it. */
struct counts {
    uint64_t solid, straddling, soft; /* before mending */
    uint64_t specks;                  /* after it */
};

/* Changes the picture's pixels as the recipe says, and counts them. */
static bool mend_picture(struct decoded *picture, const struct recipe *recipe,
                         struct counts *counts, struct error *err)
{
    if (recipe->all_solid)
        bitmap_fill(&picture->solid);
    else
        counts->soft = picture->soft_count;
    if (recipe->warn_straddle > 0 || counts->soft > 0) {
        counts->solid = bitmap_count(&picture->solid);
        counts->straddling = bitmap_count(&picture->straddling);
    }
    return mend(&picture->solid, &recipe->mend, err) &&
           (recipe->warn_specks < 2 ||
            mend_count_specks(&picture->solid, recipe->warn_specks, &counts->specks, err));
}

/* ---- Warnings ------------------------------------------------------------------------------ */

/* `pixels` is how many the sprite has. */
static uint32_t find_warnings(const struct decoded *picture, uint64_t pixels,
                              const struct mask *mask, const struct recipe *recipe,
                              const struct sprite_facts *facts, const struct counts *counts)
{
    uint32_t warnings = 0;
    if (mask->area == 0)
        warnings |= WARNING_EMPTY;
    if (counts->specks > 0)
        warnings |= WARNING_SPECKS;
    /* A full box does not depend on the picture: nothing about the picture is worth a warning. */
    if (recipe->all_solid)
        return warnings;
    if (mask->area == pixels && !picture->has_alpha && !picture->keyed)
        warnings |= WARNING_FULL;
    /* A key that the atlas has need not be in every sprite; a key of the recipe should. */
    if (recipe->solid.keyed && picture->key.matched == 0 && !facts->cut_by_key)
        warnings |= WARNING_KEY_UNMATCHED;
    if (picture->keyed && picture->key.near > 0)
        warnings |= WARNING_KEY_NEAR;
    if (counts->straddling > 0 && counts->straddling * 100 >= counts->solid * recipe->warn_straddle)
        warnings |= WARNING_STRADDLE;
    return warnings;
}

/* Adds a message about the file, or about the frame in it. */
static PRINTF_LIKE(4, 5) void add_diagnostic(struct diagnostics *diagnostics,
                                             const struct sprite_facts *facts, const char *id,
                                             const char *format, ...)
{
    char quoted[ATLAS_NAME_SHOWN], text[160], of_frame[2 * ATLAS_NAME_SHOWN + 200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (facts->is_frame)
        snprintf(of_frame, sizeof of_frame, "frame '%s': %s",
                 text_quote(quoted, sizeof quoted, facts->name), text);
    diagnostics_add(diagnostics, facts->path, id, facts->is_frame ? of_frame : text);
}

static void add_warnings(struct diagnostics *diagnostics, const struct sprite_facts *facts,
                         uint32_t warnings, const struct decoded *picture,
                         const struct counts *counts)
{
    const uint64_t near = picture->key.near;
    if (warnings & WARNING_EMPTY && !facts->one_of_many)
        add_diagnostic(diagnostics, facts, "empty", "no pixel is solid");
    if (warnings & WARNING_FULL)
        add_diagnostic(diagnostics, facts, "full",
                       "every pixel is solid: the image has no alpha, and no colour key is given");
    if (warnings & WARNING_KEY_UNMATCHED)
        add_diagnostic(diagnostics, facts, "key-unmatched", "no pixel has the colour of the key");
    if (warnings & WARNING_KEY_NEAR)
        add_diagnostic(diagnostics, facts, "key-near",
                       "%" PRIu64
                       " solid pixel%s close to the colour of the key, but not equal to it",
                       near, near == 1 ? " is" : "s are");
    if (warnings & WARNING_STRADDLE)
        add_diagnostic(diagnostics, facts, "straddle",
                       "%" PRIu64
                       " pixel%s within %d of the threshold: a slightly different threshold gives "
                       "another mask",
                       counts->straddling,
                       counts->straddling == 1 ? " has an alpha" : "s have alphas",
                       (int)STRADDLE_MARGIN);
    if (warnings & WARNING_SPECKS)
        add_diagnostic(diagnostics, facts, "specks",
                       "%" PRIu64
                       " speck%s beside a larger group of pixels; --despeckle removes specks",
                       counts->specks, counts->specks == 1 ? " lies" : "s lie");
}

/* ---- The sprite ---------------------------------------------------------------------------- */

/* The value of a rule is in pixels, or a percentage of the size; all numbers are 16.16. */
static int64_t place_pivot(const struct pivot_rule *rule, int axis, uint32_t size)
{
    if (!rule->given)
        return model_centre(size);
    const int64_t value = rule->axis[axis].value;
    if (!rule->axis[axis].percent)
        return value;
    const int64_t product = value * (int64_t)size;
    return (product + (product < 0 ? -50 : 50)) / 100;
}

/* --solid makes all pixels solid; --grow takes room. */
uint32_t sprite_margin(const struct recipe *recipe)
{
    return recipe->all_solid ? UINT32_MAX : recipe->mend.grow;
}

bool bake_sprite(struct decoded *picture, const struct recipe *recipe,
                 const struct sprite_facts *facts, struct product *product, struct error *err)
{
    const struct window *const window = facts->window;
    const uint32_t width = window != NULL ? window->whole[0] : picture->solid.width;
    const uint32_t height = window != NULL ? window->whole[1] : picture->solid.height;
    const uint32_t whole[4] = {0, 0, width, height};
    struct model_sprite sprite = {
        .source = facts->source,
        .layer = facts->layer,
        .origin = facts->origin,
        .width = width,
        .height = height,
        .joined = recipe->has_union,
    };
    struct mask mask = {0};
    struct counts counts = {0};
    if (facts->room != NULL &&
        !product_take_work(facts->room,
                           picture->solid.row_words * 64 * (uint64_t)picture->solid.height, err))
        return false;
    if (!mend_picture(picture, recipe, &counts, err))
        return false;
    if (facts->skip_empty && bitmap_count(&picture->solid) == 0)
        return true;
    char *const name = naming_part(facts->name, NULL, facts->layer);
    sprite.name = name;
    if ((strlen(name) > UINT16_MAX && !fail(err, "the name is too long")) ||
        !product_take_strings(product, &sprite, 0, err) ||
        !mask_from_bitmap(&picture->solid, &mask, err)) {
        free(name);
        return false;
    }
    if (window != NULL && mask.area > 0) {
        mask.left += window->at[0];
        mask.top += window->at[1];
    }
    memcpy(sprite.region, facts->region != NULL ? facts->region : whole, sizeof whole);
    sprite.turn = facts->turn;
    if (facts->place != NULL)
        memcpy(sprite.place, facts->place, sizeof sprite.place);
    if (recipe->animate > 0)
        sprite.animate = facts->duration > 0 ? facts->duration : recipe->animate;
    /* The recipe's pivot wins over the file's, and that over the centre. */
    const bool by_file = facts->pivot != NULL && !recipe->pivot.given;
    sprite.pivot_x = by_file ? facts->pivot[0] : place_pivot(&recipe->pivot, 0, width);
    sprite.pivot_y = by_file ? facts->pivot[1] : place_pivot(&recipe->pivot, 1, height);
    const uint32_t warnings =
        find_warnings(picture, (uint64_t)width * height, &mask, recipe, facts, &counts);
    sprite.warnings = warnings;
    const bool added =
        product_add_baked(product, &sprite, &mask, &recipe->points, facts->room, err);
    free(name);
    if (!added)
        return false;
    add_warnings(&product->diagnostics, facts, warnings, picture, &counts);
    /* Soft edges are no mistake: they are counted, and noted for --verbose. */
    if (counts.soft * 100 > counts.solid * SOFT_PERCENT) {
        add_diagnostic(&product->diagnostics, facts, DIAGNOSTIC_NOTE,
                       "soft edges: %" PRIu64 " of %" PRIu64
                       " solid pixels have an alpha of at most %d",
                       counts.soft, counts.solid, (int)SOFT_MOST);
        product->soft_count++;
    }
    return true;
}
