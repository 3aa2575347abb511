/*
 * picture_sprite.c - a picture and a recipe give a sprite
 */
#include "picture_sprite.h"

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
    uint64_t solid, straddling; /* before mending */
    uint64_t specks;            /* after it */
};

static bool straddles(const struct counts *counts, uint32_t percent)
{
    return counts->straddling > 0 && counts->straddling * 100 >= counts->solid * percent;
}

static uint32_t find_warnings(const struct picture *picture, const struct mask *mask,
                              const struct recipe *recipe, const struct counts *counts)
{
    const uint64_t pixels = (uint64_t)picture->solid.width * picture->solid.height;
    const bool keyed = recipe->solid.keyed;
    uint32_t warnings = 0;
    if (mask->area == 0)
        warnings |= WARNING_EMPTY;
    if (counts->specks > 0)
        warnings |= WARNING_SPECKS;
    /* Where the picture decides nothing, there is nothing to say about it. */
    if (recipe->full_box)
        return warnings;
    if (mask->area == pixels && !picture->has_alpha && !keyed)
        warnings |= WARNING_FULL;
    if (keyed && picture->key.matched == 0)
        warnings |= WARNING_KEY_UNMATCHED;
    if (keyed && picture->key.near > 0)
        warnings |= WARNING_KEY_NEAR;
    if (straddles(counts, recipe->warn_straddle))
        warnings |= WARNING_STRADDLE;
    return warnings;
}

static void add_warnings(struct findings *findings, const char *path, uint32_t warnings,
                         const struct picture *picture, const struct counts *counts)
{
    if (warnings & WARNING_EMPTY)
        findings_add_warning(findings, path, "empty", "no pixel is solid");
    if (warnings & WARNING_FULL)
        findings_add_warning(
            findings, path, "full",
            "every pixel is solid: the image has no alpha, and no colour key is given");
    if (warnings & WARNING_KEY_UNMATCHED)
        findings_add_warning(findings, path, "key-unmatched", "no pixel has the colour of the key");
    if (warnings & WARNING_KEY_NEAR)
        findings_add_warning(findings, path, "key-near",
                             "%llu solid pixel%s close to the colour of the key, but not it",
                             (unsigned long long)picture->key.near,
                             picture->key.near == 1 ? " is" : "s are");
    if (warnings & WARNING_STRADDLE)
        findings_add_warning(findings, path, "straddle",
                             "%llu pixel%s within %d of the threshold: a little more or less of "
                             "it gives another mask",
                             (unsigned long long)counts->straddling,
                             counts->straddling == 1 ? " has an alpha" : "s have alphas",
                             (int)STRADDLE_MARGIN);
    if (warnings & WARNING_SPECKS)
        findings_add_warning(findings, path, "specks",
                             "%llu speck%s beside what is larger; --despeckle removes such",
                             (unsigned long long)counts->specks,
                             counts->specks == 1 ? " lies" : "s lie");
}

/* What the recipe makes of the picture's pixels. */
static bool decide_pixels(struct picture *picture, const struct recipe *recipe,
                          struct counts *counts, struct error *err)
{
    if (recipe->full_box)
        bitmap_fill(&picture->solid);
    if (recipe->warn_straddle > 0) {
        counts->solid = bitmap_count(&picture->solid);
        counts->straddling = bitmap_count(&picture->straddling);
    }
    return mend(&picture->solid, &recipe->mend, err) &&
           (recipe->warn_specks < 2 ||
            mend_count_specks(&picture->solid, recipe->warn_specks, &counts->specks, err));
}

bool picture_sprite(struct picture *picture, const struct recipe *recipe, const char *path,
                    struct model_sprite *sprite, struct product *product, struct error *err)
{
    const uint32_t width = picture->solid.width, height = picture->solid.height;
    struct mask mask = {0};
    struct points points = {0};
    struct counts counts = {0};
    if (!decide_pixels(picture, recipe, &counts, err)) {
        model_sprite_free(sprite);
        return false;
    }
    sprite->region[2] = sprite->width = width;
    sprite->region[3] = sprite->height = height;
    sprite->pivot_x = place_pivot(&recipe->pivot, 0, width);
    sprite->pivot_y = place_pivot(&recipe->pivot, 1, height);
    if (!mask_from_bitmap(&picture->solid, &mask, err) ||
        !points_make(&recipe->points, &mask, width, height, &points, err)) {
        model_sprite_free(sprite);
        mask_free(&mask);
        return false;
    }
    sprite->warnings = find_warnings(picture, &mask, recipe, &counts);
    add_warnings(&product->findings, path, sprite->warnings, picture, &counts);
    return product_add(product, sprite, &mask, &points, err);
}
