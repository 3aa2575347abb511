/*
 * bake_sheet.c - pictures that hold many sprites
 *
 *     page -> decoded once, under each of its frames' rules -> frame, upright -> sprite
 *
 * A grid is an atlas, too: of numbered frames on one page.
 */
#include "bake/bake_sheet.h"

#include "bake/bake_file.h"
#include "bake/bake_sprite.h"
#include "bake/frame_cut.h"
#include "base/array.h"
#include "base/text.h"
#include "model/decode.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A page that is being cut up. */
struct sheet_page {
    const struct input *input;
    const struct bake_rules *rules;
    const struct atlas *atlas;
    uint32_t index;
    const char *path;          /* that messages are about */
    const char *source;        /* that the pack names */
    struct solid_rule *solids; /* those of its frames, each once */
    struct decoded *pictures;  /* under each of them */
    size_t solid_count, solid_capacity;
    struct product *out;
    bool cells;         /* of one grid: what is empty is told of together */
    size_t empty, made; /* of them, those that are kept */
};

static void page_free(struct sheet_page *page)
{
    for (size_t i = 0; page->pictures != NULL && i < page->solid_count; i++)
        decoded_free(&page->pictures[i]);
    free(page->pictures);
    free(page->solids);
}

/* ---- Rules -------------------------------------------------------------------------------- */

static const struct recipe *recipe_of(const struct sheet_page *page, size_t frame)
{
    return page->input->recipes != NULL ? page->input->recipes[frame] : page->input->recipe;
}

/* Where the recipe has no key, the atlas's own holds. */
static struct solid_rule solid_of(const struct sheet_page *page, size_t frame)
{
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    struct solid_rule rule = recipe_of(page, frame)->solid;
    if (!rule.keyed && about->keyed) {
        rule.keyed = true;
        memcpy(rule.key, about->key, sizeof rule.key);
    }
    return rule;
}

static bool solids_equal(const struct solid_rule *a, const struct solid_rule *b)
{
    return a->threshold == b->threshold && a->keyed == b->keyed &&
           memcmp(a->key, b->key, sizeof a->key) == 0 && a->tolerance == b->tolerance &&
           a->straddle == b->straddle && a->soft == b->soft;
}

/* Searched from the end: neighbours mostly have one rule. */
static size_t find_solid(const struct sheet_page *page, const struct solid_rule *rule)
{
    size_t i = page->solid_count;
    while (i > 0 && !solids_equal(&page->solids[i - 1], rule))
        i--;
    return i > 0 ? i - 1 : page->solid_count;
}

static bool add_solid(struct sheet_page *page, const struct solid_rule *rule)
{
    struct solid_rule *const grown =
        array_reserve(page->solids, page->solid_count + 1, &page->solid_capacity, sizeof *grown);
    if (grown == NULL)
        return false;
    page->solids = grown;
    page->solids[page->solid_count++] = *rule;
    return true;
}

/* A page without frames is looked at as well: it may be wrong, or not be there. */
static bool gather_solids(struct sheet_page *page, struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < page->atlas->frame_count; i++) {
        const struct solid_rule rule = solid_of(page, i);
        if (page->atlas->frames[i].page == page->index &&
            find_solid(page, &rule) == page->solid_count)
            ok = add_solid(page, &rule);
    }
    if (ok && page->solid_count == 0)
        ok = add_solid(page, &page->input->recipe->solid);
    return ok || fail_memory(err);
}

/* ---- Sprites ------------------------------------------------------------------------------ */

/* The rectangle on the page: turned frames lie on their side there. */
static void set_region(uint32_t region[4], const struct atlas_frame *frame)
{
    const bool upright = frame->turn == ATLAS_UPRIGHT;
    region[0] = frame->x;
    region[1] = frame->y;
    region[2] = upright ? frame->width : frame->height;
    region[3] = upright ? frame->height : frame->width;
}

static bool set_strings(const struct sheet_page *page, const char *base, const char *layer,
                        struct model_sprite *sprite, struct error *err)
{
    const char *const path = page->input->path;
    sprite->name = naming_part(base, NULL, layer);
    sprite->source = text_copy(page->source);
    sprite->origin = text_copy(path);
    sprite->layer = layer != NULL ? text_copy(layer) : NULL;
    if (sprite->name == NULL || sprite->source == NULL || sprite->origin == NULL ||
        (layer != NULL && sprite->layer == NULL))
        return fail_memory(err);
    return strlen(sprite->name) <= UINT16_MAX || fail(err, "the name is too long");
}

/* What a frame's sprite is called, without its layer. */
static char *name_frame(const struct sheet_page *page, const struct atlas_frame *frame,
                        const char *layer)
{
    return naming_frame(page->input, &page->rules->naming, page->atlas, frame->name, layer);
}

/* Adds the sprite of a picture that was cut out or drawn; frees the picture. */
static bool add_sprite(struct sheet_page *page, struct decoded *picture,
                       const struct recipe *recipe, const struct atlas_frame *frame,
                       const char *base, const char *layer, const int64_t *pivot, struct error *err)
{
    uint32_t region[4];
    const struct sprite_facts facts = {page->path,      base,       region, pivot,
                                       frame->duration, page->cells};
    struct model_sprite sprite = {0};
    set_region(region, frame);
    bool ok = set_strings(page, base, layer, &sprite, err);
    if (ok)
        ok = bake_sprite(picture, recipe, &facts, &sprite, page->out, err);
    else
        model_sprite_free(&sprite);
    decoded_free(picture);
    return ok;
}

static bool is_empty(const struct decoded *picture)
{
    for (size_t i = 0; i < picture->solid.row_words * picture->solid.height; i++)
        if (picture->solid.words[i] != 0)
            return false;
    return true;
}

static bool fits_image(const struct sheet_page *page, const struct atlas_frame *frame,
                       struct error *err)
{
    const struct bitmap *const image = &page->pictures[0].solid;
    uint32_t region[4];
    set_region(region, frame);
    if ((uint64_t)frame->source_width * frame->source_height > page->rules->max_pixels)
        return fail(err,
                    "%" PRIu32 "x%" PRIu32 " is more pixels than the %" PRIu64
                    " that --max-pixels allows",
                    frame->source_width, frame->source_height, page->rules->max_pixels);
    if ((uint64_t)region[0] + region[2] > image->width ||
        (uint64_t)region[1] + region[3] > image->height)
        return fail(err,
                    "it lies outside its page: it is %" PRIu32 "x%" PRIu32 " there, at %" PRIu32
                    ",%" PRIu32 ", and the image is %" PRIu32 "x%" PRIu32,
                    region[2], region[3], region[0], region[1], image->width, image->height);
    return true;
}

/* Where a pivot of the untrimmed sprite is in the one that is made. */
static void place_pivot(const struct atlas_frame *frame, bool trimmed, int64_t x, int64_t y,
                        int64_t out[2])
{
    out[0] = x - (trimmed ? (int64_t)frame->left * 65536 : 0);
    out[1] = y - (trimmed ? (int64_t)frame->top * 65536 : 0);
}

/* A box is no picture: it is as it was drawn, and what decides about pixels has nothing to say. */
static struct recipe recipe_of_box(const struct recipe *recipe)
{
    struct recipe box = *recipe;
    box.solid = recipe_default.solid;
    box.full_box = false;
    box.mend = recipe_default.mend;
    box.warn_specks = box.warn_straddle = 0;
    return box;
}

static bool add_box(struct sheet_page *page, const struct atlas_box *box, struct error *err)
{
    const struct atlas_frame *const frame = &page->atlas->frames[box->frame];
    const struct recipe recipe = recipe_of_box(recipe_of(page, box->frame));
    const bool trimmed = recipe.trimmed;
    const bool by_box = box->has_pivot;
    int64_t pivot[2];
    place_pivot(frame, trimmed, by_box ? box->pivot_x : frame->pivot_x,
                by_box ? box->pivot_y : frame->pivot_y, pivot);
    struct decoded picture;
    char *const base = name_frame(page, frame, NULL);
    const bool ok = base != NULL ? cut_box(frame, box, trimmed, &picture, err) &&
                                       add_sprite(page, &picture, &recipe, frame, base, box->layer,
                                                  by_box || frame->has_pivot ? pivot : NULL, err)
                                 : fail_memory(err);
    free(base);
    return ok;
}

static bool is_animated(const struct atlas *atlas, size_t frame)
{
    for (size_t i = 0; i < atlas->animation_count; i++)
        for (uint32_t step = 0; step < atlas->animations[i].count; step++)
            if (atlas->animations[i].frames[step] == frame)
                return true;
    return false;
}

static bool add_frame(struct sheet_page *page, size_t index, struct error *err)
{
    const struct atlas_frame *const frame = &page->atlas->frames[index];
    const struct recipe *const recipe = recipe_of(page, index);
    const struct solid_rule solid = solid_of(page, index);
    struct decoded picture;
    int64_t pivot[2];
    place_pivot(frame, recipe->trimmed, frame->pivot_x, frame->pivot_y, pivot);
    if (!fits_image(page, frame, err) || !cut_frame(&page->pictures[find_solid(page, &solid)],
                                                    frame, recipe->trimmed, &picture, err))
        return false;
    const bool empty = is_empty(&picture);
    if (empty && page->cells && recipe->skip_empty && !is_animated(page->atlas, index)) {
        decoded_free(&picture);
        return true;
    }
    page->made++;
    page->empty += empty;
    char *const base = name_frame(page, frame, recipe->layer);
    const bool ok = base != NULL ? add_sprite(page, &picture, recipe, frame, base, recipe->layer,
                                              frame->has_pivot ? pivot : NULL, err)
                                 : fail_memory(err);
    if (base == NULL)
        decoded_free(&picture);
    free(base);
    return ok;
}

/* Says it where the atlas tells of it; a grid is told of nowhere. */
static void add_error(const struct sheet_page *page, const char *what, const char *name,
                      struct atlas_place place, const struct error *err)
{
    const struct atlas_log log = {page->input->atlas == NULL ? page->path : page->input->path,
                                  &page->out->diagnostics};
    atlas_found(&log, what, name, place, "%s", err->text);
}

/* What is wrong with one frame does not hide what is wrong with others. */
static void add_frames(struct sheet_page *page)
{
    const struct atlas *const atlas = page->atlas;
    struct error err;
    for (size_t i = 0; i < atlas->frame_count; i++) {
        const struct atlas_frame *const frame = &atlas->frames[i];
        if (frame->page == page->index && !add_frame(page, i, &err))
            add_error(page, page->cells ? "cell" : "frame", frame->name, frame->place, &err);
    }
    for (size_t i = 0; i < atlas->box_count; i++) {
        const struct atlas_box *const box = &atlas->boxes[i];
        if (atlas->frames[box->frame].page == page->index && !add_box(page, box, &err))
            add_error(page, "box", box->layer, box->place, &err);
    }
    if (page->cells && page->empty > 0)
        diagnostics_add_warning(&page->out->diagnostics, page->path, "empty",
                                "%zu of %zu cells %s no solid pixel", page->empty, page->made,
                                page->empty == 1 ? "has" : "have");
}

/* ---- Animations --------------------------------------------------------------------------- */

/* What the sprite of a frame is called. */
static char *name_step(const struct input *input, const struct bake_rules *rules, uint32_t frame)
{
    const char *const layer = input->recipes[frame]->layer;
    char *const base =
        naming_frame(input, &rules->naming, input->atlas, input->atlas->frames[frame].name, layer);
    char *const name = base != NULL ? naming_part(base, NULL, layer) : NULL;
    free(base);
    return name;
}

static bool add_animation(const struct input *input, const struct bake_rules *rules,
                          const struct atlas_animation *from, struct product *out,
                          struct error *err)
{
    struct model_animation animation = {
        .name = naming_animation(input, &rules->naming, input->atlas, from->name),
        .origin = text_copy(input->path),
        .joined = input->recipe->joined,
    };
    bool ok = animation.name != NULL && animation.origin != NULL;
    for (uint32_t i = 0; ok && i < from->count; i++)
        ok = model_animation_push(&animation, name_step(input, rules, from->frames[i]),
                                  from->durations[i]);
    if (ok)
        return product_add_animation(out, &animation, err);
    model_animation_free(&animation);
    return fail_memory(err);
}

/* ---- Grids -------------------------------------------------------------------------------- */

/* `cells` is the page's atlas, still without a frame. */
static bool cut_grid(struct sheet_page *page, struct atlas *cells, struct error *err)
{
    const struct bitmap *const image = &page->pictures[0].solid;
    const struct grid_rule *const grid = &page->input->recipe->grid;
    bool ragged = false;
    const bool ok = grid_cut(grid, image->width, image->height, cells, &ragged, err);
    if (ok)
        add_frames(page);
    if (ok && ragged)
        diagnostics_add_warning(&page->out->diagnostics, page->path, "ragged",
                                "%" PRIu32 "x%" PRIu32
                                " pixels are not a whole number of cells of %" PRIu32 "x%" PRIu32
                                "; the pixels left over are in no sprite",
                                image->width, image->height, grid->width, grid->height);
    return ok;
}

bool bake_grid(const struct input *input, const struct bake_rules *rules, struct reader *reader,
               struct product *out, struct error *err)
{
    struct decoded picture;
    struct atlas cells = {0};
    struct solid_rule solid = input->recipe->solid;
    struct sheet_page page = {.input = input,
                              .rules = rules,
                              .atlas = &cells,
                              .path = input->mask != NULL ? input->mask : input->path,
                              .source = naming_source_of(input, &rules->naming),
                              .solids = &solid,
                              .solid_count = 1,
                              .pictures = &picture,
                              .cells = true,
                              .out = out};
    if (!bake_decode(reader, input->path, &solid, rules, true, out, &picture, err))
        return false;
    bool ok = naming_check(input, &rules->naming, err);
    if (ok && bake_mask(input, rules, true, &picture, out))
        ok = cut_grid(&page, &cells, err);
    atlas_free(&cells);
    decoded_free(&picture);
    return ok;
}

/* ---- Atlases ------------------------------------------------------------------------------ */

static bool check_page_size(const struct sheet_page *page, struct error *err)
{
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    const struct bitmap *const image = &page->pictures[0].solid;
    if ((about->width == 0 || about->width == image->width) &&
        (about->height == 0 || about->height == image->height))
        return true;
    return fail(err,
                "the image is %" PRIu32 "x%" PRIu32 ", but the atlas says %" PRIu32 "x%" PRIu32,
                image->width, image->height, about->width, about->height);
}

static bool read_page(void *user, struct reader *reader, struct error *err)
{
    struct sheet_page *const page = user;
    if (!decode_png_sheet(reader, page->solids, page->solid_count, page->rules->max_pixels,
                          page->pictures, err))
        return false;
    bake_warn_animated(page->path, &page->pictures[0], page->out);
    return check_page_size(page, err);
}

static bool decode_page(struct sheet_page *page, struct error *err)
{
    page->pictures = calloc(page->solid_count, sizeof *page->pictures);
    if (page->pictures == NULL)
        return fail_memory(err);
    return bake_file(page->path, page->rules, page->out, read_page, page, err);
}

static void produce_page(struct sheet_page *page)
{
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    char *const path = naming_beside(page->input->path, about->image);
    char *const source = naming_source(page->input, about->image);
    struct error err;
    page->path = path;
    page->source = source;
    bool ok = (path != NULL && source != NULL) || fail_memory(&err);
    ok = ok && gather_solids(page, &err) && decode_page(page, &err);
    if (ok)
        add_frames(page);
    else
        add_error(page, "page", about->image, about->place, &err);
    page_free(page);
    free(path);
    free(source);
}

void bake_atlas(const struct input *input, const struct bake_rules *rules, struct product *out)
{
    struct error err;
    /* The file itself was read when the bake was planned. */
    if (!product_add_file(out, input->path, input->fingerprinted ? &input->fingerprint : NULL,
                          &err))
        diagnostics_add_error(&out->diagnostics, input->path, &err);
    for (size_t i = 0; i < input->atlas->page_count; i++) {
        struct sheet_page page = {.input = input,
                                  .rules = rules,
                                  .atlas = input->atlas,
                                  .index = (uint32_t)i,
                                  .cells = input->atlas->numbered && input->atlas->page_count == 1,
                                  .out = out};
        if (!input->atlas->pages[i].unnamed)
            produce_page(&page);
    }
    for (size_t i = 0; i < input->atlas->animation_count; i++)
        if (!add_animation(input, rules, &input->atlas->animations[i], out, &err))
            diagnostics_add_error(&out->diagnostics, input->path, &err);
}
