/*
 * bake_sprite.c - a picture and a recipe give a sprite
 */
#include "bake/bake_sprite.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* A percentage is of the size; either way, 16.16. */
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

/* What was counted of a sprite's pixels, if the recipe asks. */
struct counts {
    uint64_t solid, straddling, soft; /* before mending */
    uint64_t specks;                  /* after it */
};

static bool straddles(const struct counts *counts, uint32_t percent)
{
    return counts->straddling > 0 && counts->straddling * 100 >= counts->solid * percent;
}

static uint32_t find_warnings(const struct decoded *picture, const struct mask *mask,
                              const struct recipe *recipe, const struct counts *counts)
{
    const uint64_t pixels = (uint64_t)picture->solid.width * picture->solid.height;
    uint32_t warnings = 0;
    if (mask->area == 0)
        warnings |= WARNING_EMPTY;
    if (counts->specks > 0)
        warnings |= WARNING_SPECKS;
    /* Where the picture decides nothing, there is nothing to say about it. */
    if (recipe->full_box)
        return warnings;
    if (mask->area == pixels && !picture->has_alpha && !picture->keyed)
        warnings |= WARNING_FULL;
    /* Of a key that the file gives nobody expects it in every sprite. */
    if (recipe->solid.keyed && picture->key.matched == 0)
        warnings |= WARNING_KEY_UNMATCHED;
    if (picture->keyed && picture->key.near > 0)
        warnings |= WARNING_KEY_NEAR;
    if (straddles(counts, recipe->warn_straddle))
        warnings |= WARNING_STRADDLE;
    return warnings;
}

/* What the recipe makes of the picture's pixels. */
static bool decide_pixels(struct decoded *picture, const struct recipe *recipe,
                          struct counts *counts, struct error *err)
{
    if (recipe->full_box)
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

/* Says it of the file, or of the frame in it. */
static void add_finding(struct diagnostics *diagnostics, const struct sprite_facts *facts,
                        const char *id, const char *text)
{
    char quoted[ATLAS_NAME_SHOWN], of_frame[2 * ATLAS_NAME_SHOWN + 200];
    if (facts->frame != NULL)
        snprintf(of_frame, sizeof of_frame, "frame '%s': %s",
                 text_quote(quoted, sizeof quoted, facts->frame), text);
    diagnostics_add(diagnostics, facts->path, id, facts->frame != NULL ? of_frame : text);
}

/* Soft edges are no mistake: they are counted, and named to who wants to know. */
static void note_soft(struct product *product, const struct sprite_facts *facts,
                      const struct counts *counts)
{
    char text[160];
    if (counts->soft * 100 <= counts->solid * SOFT_PERCENT)
        return;
    snprintf(text, sizeof text, "soft edges: %llu of %llu solid pixels have an alpha of at most %d",
             (unsigned long long)counts->soft, (unsigned long long)counts->solid, (int)SOFT_MOST);
    add_finding(&product->diagnostics, facts, DIAGNOSTIC_NOTE, text);
    product->soft_count++;
}

static void add_warnings(struct diagnostics *diagnostics, const struct sprite_facts *facts,
                         uint32_t warnings, const struct decoded *picture,
                         const struct counts *counts)
{
    char text[160];
    if (warnings & WARNING_EMPTY && !facts->one_of_many)
        add_finding(diagnostics, facts, "empty", "no pixel is solid");
    if (warnings & WARNING_FULL)
        add_finding(diagnostics, facts, "full",
                    "every pixel is solid: the image has no alpha, and no colour key is given");
    if (warnings & WARNING_KEY_UNMATCHED)
        add_finding(diagnostics, facts, "key-unmatched", "no pixel has the colour of the key");
    if (warnings & WARNING_KEY_NEAR) {
        snprintf(text, sizeof text,
                 "%llu solid pixel%s close to the colour of the key, but not equal to it",
                 (unsigned long long)picture->key.near, picture->key.near == 1 ? " is" : "s are");
        add_finding(diagnostics, facts, "key-near", text);
    }
    if (warnings & WARNING_STRADDLE) {
        snprintf(text, sizeof text,
                 "%llu pixel%s within %d of the threshold: a slightly different threshold gives "
                 "another mask",
                 (unsigned long long)counts->straddling,
                 counts->straddling == 1 ? " has an alpha" : "s have alphas", (int)STRADDLE_MARGIN);
        add_finding(diagnostics, facts, "straddle", text);
    }
    if (warnings & WARNING_SPECKS) {
        snprintf(text, sizeof text,
                 "%llu speck%s beside a larger group of pixels; --despeckle removes specks",
                 (unsigned long long)counts->specks, counts->specks == 1 ? " lies" : "s lie");
        add_finding(diagnostics, facts, "specks", text);
    }
}

/* An explicit one wins over the file's, and that over the centre. */
static void set_pivot(const struct recipe *recipe, const struct sprite_facts *facts,
                      struct model_sprite *sprite)
{
    const bool by_file = facts->pivot != NULL && !recipe->pivot.given;
    sprite->pivot_x = by_file ? facts->pivot[0] : place_pivot(&recipe->pivot, 0, sprite->width);
    sprite->pivot_y = by_file ? facts->pivot[1] : place_pivot(&recipe->pivot, 1, sprite->height);
}

bool bake_sprite(struct decoded *picture, const struct recipe *recipe,
                 const struct sprite_facts *facts, struct model_sprite *sprite,
                 struct product *product, struct error *err)
{
    const uint32_t width = picture->solid.width, height = picture->solid.height;
    const uint32_t whole[4] = {0, 0, width, height};
    struct mask mask = {0};
    struct points points = {0};
    struct counts counts = {0};
    if (!decide_pixels(picture, recipe, &counts, err)) {
        model_sprite_free(sprite);
        return false;
    }
    memcpy(sprite->region, facts->region != NULL ? facts->region : whole, sizeof whole);
    sprite->width = width;
    sprite->height = height;
    if (recipe->animate > 0)
        sprite->animate = facts->duration > 0 ? facts->duration : recipe->animate;
    sprite->joined = recipe->joined;
    set_pivot(recipe, facts, sprite);
    if (!mask_from_bitmap(&picture->solid, &mask, err) ||
        !points_make(&recipe->points, &mask, width, height, &points, err)) {
        model_sprite_free(sprite);
        mask_free(&mask);
        return false;
    }
    sprite->warnings = find_warnings(picture, &mask, recipe, &counts);
    add_warnings(&product->diagnostics, facts, sprite->warnings, picture, &counts);
    note_soft(product, facts, &counts);
    return product_add(product, sprite, &mask, &points, err);
}
