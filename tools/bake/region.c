/*
 * region.c - a part of a picture becomes a sprite
 */
#include "bake/region.h"

#include "base/text.h"
#include "plan/naming.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An outline may have one corner for so many pixels of --max-pixels; and a note tells of lost area
 * from so many millionths on. */
enum { PIXELS_PER_CORNER = 256, LOST_TOLD = 1000 };

/* Pixels of a sprite that were counted, where the recipe asks for it. */
struct counts {
    uint64_t solid, straddling, soft; /* before mending */
    uint64_t visible;                 /* neither transparent nor keyed; 0 where not counted */
    uint64_t specks;                  /* after it */
};

/* The sprite that is being made. */
struct making {
    struct sheet *sheet;
    const struct region *region;
    const struct recipe *recipe; /* the region's, or that of its box */
    uint64_t scale;              /* to be undone, or SCALE_ONE */
    struct cutting cutting;
    struct counts counts;
};

bool sheet_is_full(const struct sheet *sheet)
{
    return sheet->budget->full || sheet->out->full;
}

/* ---- Cutting ------------------------------------------------------------------------------- */

/* How many empty pixels round the drawn ones must be cut out, too: --solid makes all pixels solid,
 * and --grow takes room. */
static uint32_t margin_of(const struct recipe *recipe)
{
    return recipe->all_solid ? UINT32_MAX : recipe->mend.grow;
}

static bool fits_memory(const struct making *making, struct error *err)
{
    const struct atlas_frame *const frame = &making->region->frame;
    const uint64_t width = unscaled_side(frame->source_width, making->scale);
    const uint64_t height = unscaled_side(frame->source_height, making->scale);
    const uint64_t most = making->sheet->budget->most;
    return (width <= INT32_MAX && height <= INT32_MAX && width * height <= most) ||
           fail(err,
                "%" PRIu64 "x%" PRIu64 " is more pixels than the %" PRIu64
                " that --max-pixels allows",
                width, height, most);
}

static bool fits_image(const struct decoded *planes, const struct atlas_frame *frame,
                       const char *path, struct error *err)
{
    char image[ATLAS_NAME_SHOWN];
    const uint32_t width = planes->solid.width, height = planes->top + planes->solid.height;
    uint32_t region[4];
    frame_region(frame, region);
    return ((uint64_t)region[0] + region[2] <= width &&
            (uint64_t)region[1] + region[3] <= height) ||
           fail(err,
                "it lies outside its page: it is %" PRIu32 "x%" PRIu32 " there, at %" PRIu32
                ",%" PRIu32 ", and '%s' is %" PRIu32 "x%" PRIu32,
                region[2], region[3], region[0], region[1],
                text_quote(image, sizeof image, text_base_name(path)), width, height);
}

/* True if the planes are the region, and the sprite is not larger. */
static bool is_all(const struct decoded *planes, const struct atlas_frame *frame)
{
    const uint32_t width = planes->solid.width, height = planes->solid.height;
    return frame->y == planes->top && frame->width == width && frame->height == height &&
           frame->source_width == width && frame->source_height == height;
}

static bool cut(struct making *making, struct decoded *planes, struct error *err)
{
    const struct region *const region = making->region;
    const bool trimmed = making->recipe->trimmed;
    struct atlas_frame frame = region->frame;
    if (region->box != NULL)
        return cut_box(&frame, region->box, trimmed, &making->cutting, err);
    if (!fits_image(planes, &frame, making->sheet->path, err))
        return false;
    if (making->sheet->takes && is_all(planes, &frame)) {
        making->cutting = (struct cutting){
            *planes, {.size = {frame.width, frame.height}, .whole = {frame.width, frame.height}}};
        *planes = (struct decoded){0};
        return true;
    }
    frame.y -= planes->top;
    return cut_frame(planes, &frame, trimmed,
                     making->scale == SCALE_ONE ? margin_of(making->recipe) : 0, &making->cutting,
                     err);
}

/* ---- Mending ------------------------------------------------------------------------------- */

/* Changes the pixels as the recipe says, and counts them. */
static bool mend_planes(struct making *making, struct error *err)
{
    const struct recipe *const recipe = making->recipe;
    struct decoded *const planes = &making->cutting.planes;
    struct counts *const counts = &making->counts;
    if (recipe->all_solid)
        bitmap_fill(&planes->solid);
    else
        counts->soft = planes->soft_count;
    /* With a threshold of 0 the visible pixels are those that are solid at first. */
    counts->visible = planes->visible_count;
    if (recipe->solid.threshold == 0 && (recipe->mend.despeckle > 0 || recipe->mend.shrink > 0))
        counts->visible = bitmap_count(&planes->solid);
    if (recipe->warn_straddle > 0 || counts->soft > 0) {
        counts->solid = bitmap_count(&planes->solid);
        counts->straddling = bitmap_count(&planes->straddling);
    }
    return mend(&planes->solid, &recipe->mend, err) &&
           (recipe->warn_specks < 2 ||
            mend_count_specks(&planes->solid, recipe->warn_specks, &counts->specks, err));
}

/* ---- Warnings ------------------------------------------------------------------------------ */

/* Finds the warnings of a sprite with so many pixels, `area` of them solid. */
static uint32_t find_warnings(const struct making *making, uint64_t area, uint64_t pixels)
{
    const struct recipe *const recipe = making->recipe;
    const struct decoded *const planes = &making->cutting.planes;
    const struct counts *const counts = &making->counts;
    uint32_t warnings = 0;
    if (area == 0)
        warnings |= WARNING_EMPTY;
    if (counts->specks > 0)
        warnings |= WARNING_SPECKS;
    /* A full box does not depend on the picture: nothing about the picture is worth a warning. */
    if (recipe->all_solid)
        return warnings;
    if (area == pixels && !planes->has_alpha && !planes->keyed)
        warnings |= WARNING_FULL;
    /* A key that the atlas has need not be in every sprite; a key of the recipe should. */
    if (recipe->solid.keyed && planes->key.matched == 0 && !making->sheet->cut_by_key)
        warnings |= WARNING_KEY_UNMATCHED;
    if (planes->keyed && planes->key.near > 0)
        warnings |= WARNING_KEY_NEAR;
    if (counts->straddling > 0 && counts->straddling * 100 >= counts->solid * recipe->warn_straddle)
        warnings |= WARNING_STRADDLE;
    return warnings;
}

/* Adds a message about the file, or about the frame in it. */
static PRINTF_LIKE(3, 4) void add_diagnostic(const struct making *making, const char *id,
                                             const char *format, ...)
{
    const struct sheet *const sheet = making->sheet;
    const struct region *const region = making->region;
    char quoted[ATLAS_NAME_SHOWN], text[160];
    const bool is_frame = *region->frame.name != 0;
    va_list arguments;
    if (recipe_allows(making->recipe, id))
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char *const name = naming_part(region->name, NULL, region->again ? region->layer : NULL);
    text_quote(quoted, sizeof quoted, name);
    free(name);
    diagnostics_add_warning(&sheet->out->diagnostics, sheet->path, id, "%s%s%s%s",
                            is_frame        ? "frame '"
                            : region->again ? "layer '"
                                            : "",
                            is_frame || region->again ? quoted : "",
                            is_frame || region->again ? "': " : "", text);
}

static void add_warnings(const struct making *making, uint32_t warnings, uint64_t area)
{
    const struct sheet *const sheet = making->sheet;
    const struct counts *const counts = &making->counts;
    const uint64_t near = making->cutting.planes.key.near;
    if (warnings & WARNING_EMPTY && !sheet->cells)
        add_diagnostic(making, "empty", "no pixel is solid");
    if (warnings & WARNING_FULL)
        add_diagnostic(making, "full",
                       "every pixel is solid: the image has no alpha, and no colour key is given");
    if (warnings & WARNING_KEY_UNMATCHED)
        add_diagnostic(making, "key-unmatched", "no pixel has the colour of the key");
    if (warnings & WARNING_KEY_NEAR)
        add_diagnostic(making, "key-near",
                       "%" PRIu64
                       " solid pixel%s close to the colour of the key, but not equal to it",
                       near, near == 1 ? " is" : "s are");
    if (warnings & WARNING_STRADDLE)
        add_diagnostic(making, "straddle",
                       "%" PRIu64
                       " pixel%s within %d of the threshold: a slightly different threshold gives "
                       "another mask",
                       counts->straddling,
                       counts->straddling == 1 ? " has an alpha" : "s have alphas",
                       (int)STRADDLE_MARGIN);
    if (warnings & WARNING_SPECKS)
        add_diagnostic(making, "specks",
                       "%" PRIu64
                       " speck%s beside a larger group of pixels; --despeckle removes specks",
                       counts->specks, counts->specks == 1 ? " lies" : "s lie");
    if (area > 0 && area * 100 < counts->visible * NEARLY_EMPTY_PERCENT &&
        !making->recipe->all_solid)
        add_diagnostic(making, "nearly-empty",
                       "only %" PRIu64 " of %" PRIu64 " visible pixels %s solid", area,
                       counts->visible, area == 1 ? "is" : "are");
    /* Soft edges are not a mistake: they are counted, and noted for --verbose. */
    if (counts->soft * 100 > counts->solid * SOFT_PERCENT) {
        add_diagnostic(making, DIAGNOSTIC_NOTE,
                       "soft edges: %" PRIu64 " of %" PRIu64
                       " solid pixels have an alpha of at most %d",
                       counts->soft, counts->solid, (int)SOFT_MOST);
        sheet->out->soft_count++;
    }
}

/* Thin pieces that an engine would refuse are left out. */
static void add_lost(const struct making *making)
{
    const struct model *const content = &making->sheet->out->content;
    const struct shapes *const shapes =
        model_sprite_shapes(content, &content->sprites[content->sprite_count - 1]);
    if (shapes == NULL || shapes->lost < LOST_TOLD)
        return;
    add_diagnostic(making, DIAGNOSTIC_NOTE,
                   "%" PRIu32 ".%02" PRIu32
                   " %% of the polygons' area is in no piece: Box2D drops "
                   "such slivers at %" PRIu32 " pixels a metre",
                   shapes->lost / 10000, shapes->lost / 100 % 100,
                   making->recipe->shapes.pixels_per_metre);
}

/* ---- The sprite ---------------------------------------------------------------------------- */

/* Says which part of the source the sprite is, and how much of the sprite that covers. */
static void set_place(const struct making *making, struct model_sprite *sprite)
{
    const struct atlas_frame *const frame = &making->region->frame;
    const bool mirrored = frame->mirrored_x || frame->mirrored_y;
    uint32_t place[4];
    frame_place(frame, making->recipe->trimmed, making->scale, place);
    /* A pack cannot say that a picture is mirrored, so it names no part that others would draw. */
    if (mirrored)
        return;
    frame_region(frame, sprite->region);
    sprite->turn = (uint32_t)frame->turn;
    /* A frame without a pixel gives nothing to draw. */
    const bool covers_all =
        place[2] == 0 || place[3] == 0 ||
        (place[2] == sprite->width && place[3] == sprite->height &&
         (frame->turn != ATLAS_UPRIGHT ||
          (sprite->region[2] == sprite->width && sprite->region[3] == sprite->height)));
    if (!covers_all)
        memcpy(sprite->place, place, sizeof place);
}

/* A pivot of the untrimmed sprite, in the sprite that is made. */
static int64_t place_pivot(int64_t pivot, uint32_t trimmed, uint64_t scale)
{
    const int64_t moved = pivot - (int64_t)trimmed * 65536;
    if (scale == SCALE_ONE)
        return moved;
    const double pixels = (double)moved / 65536 * SCALE_ONE / (double)scale;
    const double nearer = pixels < FIXED_MAX ? pixels : FIXED_MAX;
    return fixed_from_double(nearer > -FIXED_MAX ? nearer : -FIXED_MAX);
}

/* The value of a rule is in pixels, or a percentage of the size; all numbers are 16.16. */
static int64_t pivot_by_rule(const struct pivot_rule *rule, int axis, uint32_t size)
{
    if (!rule->given)
        return model_centre(size);
    const int64_t value = rule->axis[axis].value;
    if (!rule->axis[axis].percent)
        return value;
    const int64_t product = value * (int64_t)size;
    return (product + (product < 0 ? -50 : 50)) / 100;
}

/* The recipe's pivot wins over the file's, and that over the centre. */
static void set_pivot(const struct making *making, struct model_sprite *sprite)
{
    const struct recipe *const recipe = making->recipe;
    const struct atlas_frame *const frame = &making->region->frame;
    const struct atlas_box *box = making->region->box;
    if (box != NULL && !box->has_pivot)
        box = NULL;
    sprite->pivot_x = pivot_by_rule(&recipe->pivot, 0, sprite->width);
    sprite->pivot_y = pivot_by_rule(&recipe->pivot, 1, sprite->height);
    if (recipe->pivot.given || (box == NULL && !frame->has_pivot))
        return;
    sprite->pivot_x = place_pivot(box != NULL ? box->pivot_x : frame->pivot_x,
                                  recipe->trimmed ? frame->left : 0, making->scale);
    sprite->pivot_y = place_pivot(box != NULL ? box->pivot_y : frame->pivot_y,
                                  recipe->trimmed ? frame->top : 0, making->scale);
}

static struct model_made how_made(const struct making *making)
{
    const struct region *const region = making->region;
    const struct recipe *const recipe = making->recipe;
    return (struct model_made){
        .path = making->sheet->path,
        .match = region->match,
        .file = making->sheet->file,
        .again = region->again ? region->layer : NULL,
        .fixed = region->box != NULL ? "It is a box that was drawn in the file."
                 : region->apart     ? "It is drawn on a layer of its own in the file."
                 : region->frame.mirrored_x || region->frame.mirrored_y
                     ? "The atlas has it mirrored."
                     : recipe_fixes(recipe),
        .solid = region->solid,
        .mend = recipe->mend,
        .points = recipe->points,
    };
}

/* Completes the sprite and adds it, once its planes are mended. */
static bool add_sprite(const struct making *making, struct model_sprite *sprite, struct error *err)
{
    const struct sheet *const sheet = making->sheet;
    const struct recipe *const recipe = making->recipe;
    const struct window *const window = &making->cutting.window;
    const uint32_t duration = making->region->frame.duration;
    struct mask mask = {0};
    uint64_t area;
    if (strlen(sprite->name) > UINT16_MAX)
        return fail(err, "the name is too long");
    if (sprite->data != NULL && !utf8_is_text((const uint8_t *)sprite->data, strlen(sprite->data)))
        return fail(err,
                    "its data is not UTF-8, or has control characters other than tabs and "
                    "newlines");
    if (!product_take_strings(sheet->out, sprite, 0, err) ||
        !mask_from_bitmap(&making->cutting.planes.solid, &mask, err))
        return false;
    if (mask.area > 0) {
        mask.left += window->at[0];
        mask.top += window->at[1];
    }
    area = mask.area; /* the product takes the mask */
    set_place(making, sprite);
    set_pivot(making, sprite);
    if (recipe->animate > 0)
        sprite->animate = duration > 0 ? duration : recipe->animate;
    sprite->warnings = find_warnings(making, area, (uint64_t)sprite->width * sprite->height);
    if (!product_add_baked(sheet->out, sprite, &mask, &recipe->points,
                           sheet->is_one ? NULL : sheet->budget, err) ||
        !product_add_shapes(sheet->out, &recipe->shapes, sheet->budget->most / PIXELS_PER_CORNER,
                            err))
        return false;
    add_warnings(making, sprite->warnings, area);
    add_lost(making);
    return true;
}

/* A box without data of its own has that of its frame. */
static const char *data_of(const struct region *region)
{
    return region->box != NULL && region->box->data != NULL ? region->box->data
                                                            : region->frame.data;
}

/* Makes the sprite of what was cut out. */
static bool make_sprite(struct making *making, struct error *err)
{
    struct sheet *const sheet = making->sheet;
    const struct region *const region = making->region;
    const struct recipe *const recipe = making->recipe;
    const struct bitmap *const solid = &making->cutting.planes.solid;
    const bool of_cell = sheet->cells && region->box == NULL && !region->apart;
    const bool is_cell = of_cell && !region->again;
    const bool skip_empty = of_cell && recipe->skip_empty && !region->frame.is_animated;
    /* --solid fills no cell that is to be left out because nothing is drawn there. */
    if ((skip_empty || region->apart) && bitmap_count(solid) == 0)
        return true;
    bool ok = making->scale == SCALE_ONE ||
              cut_unscale(&making->cutting, making->scale, margin_of(recipe), err);
    ok = ok &&
         (sheet->is_one ||
          product_take_work(sheet->budget, solid->row_words * 64 * (uint64_t)solid->height, err)) &&
         mend_planes(making, err);
    const bool is_empty = of_cell && bitmap_count(solid) == 0;
    if (ok && !(skip_empty && is_empty)) {
        char *const name = naming_part(region->name, NULL, region->layer);
        struct model_made made = {.path = NULL};
        if (region->match != NULL)
            made = how_made(making);
        struct model_sprite sprite = {.name = name,
                                      .source = sheet->source,
                                      .layer = region->layer,
                                      .data = data_of(region),
                                      .origin = sheet->origin,
                                      .width = making->cutting.window.whole[0],
                                      .height = making->cutting.window.whole[1],
                                      .joined = recipe->has_union,
                                      .made = region->match != NULL ? &made : NULL};
        ok = add_sprite(making, &sprite, err);
        free(name);
    }
    if (is_cell) {
        sheet->made += !(is_empty && skip_empty);
        sheet->empty += is_empty && !skip_empty;
    }
    return ok;
}

bool region_bake(struct sheet *sheet, const struct region *region, struct decoded *planes,
                 struct error *err)
{
    const bool unscales = region->recipe->source_scale && sheet->scale != 0;
    struct making making = {.sheet = sheet,
                            .region = region,
                            .recipe = region->recipe,
                            .scale = unscales ? sheet->scale : SCALE_ONE};
    struct recipe of_box;
    if (!fits_memory(&making, err))
        return region->box != NULL; /* the frame has said so */
    if (region->box != NULL) {
        /* A box is kept as it was drawn: options about pixels have no effect on it. */
        of_box = *region->recipe;
        of_box.solid = recipe_default.solid;
        of_box.mend = recipe_default.mend;
        of_box.all_solid = false;
        of_box.warn_specks = of_box.warn_straddle = 0;
        making.recipe = &of_box;
    }
    if (!cut(&making, planes, err))
        return false;
    const bool ok = make_sprite(&making, err);
    decoded_free(&making.cutting.planes);
    return ok;
}
