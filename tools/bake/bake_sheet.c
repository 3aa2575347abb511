/*
 * bake_sheet.c - pictures that hold many sprites
 *
 *     page -> decoded once, under each of its frames' rules -> frame, upright -> sprite
 *
 * A grid is an atlas, too, of numbered frames on one page, and so are the pieces of --auto-cut. So
 * are the frames of an animation, which stand one below the other.
 */
#include "bake/bake_sheet.h"

#include "atlas/tag.h"
#include "bake/auto_cut.h"
#include "bake/bake_sprite.h"
#include "bake/frame_cut.h"
#include "bake/grid_fit.h"
#include "base/array.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/text.h"
#include "picture/decode.h"
#include "plan/naming.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A page that is being cut up. */
struct sheet_page {
    const struct bake_job *job;
    const struct atlas *atlas;
    uint32_t index;
    const char *path;          /* that messages are about */
    const char *source;        /* that the pack names */
    struct solid_rule *solids; /* the rules of its frames, each once */
    struct decoded *pictures;  /* under each of them */
    size_t solid_count;
    bool cells;         /* of one picture: empty cells are reported together */
    size_t empty, made; /* the number of cells without a solid pixel, and of all that are kept */
    struct product_room *room; /* of the image */
    uint64_t *decoded;         /* pixels of the image, each time that it was a page */
};

/* ---- Rules -------------------------------------------------------------------------------- */

static const struct recipe *recipe_of(const struct input *input, size_t frame)
{
    return input->recipes != NULL ? input->recipes[frame] : input->recipe;
}

/* The key of the atlas applies where the recipe has none. */
static struct solid_rule solid_of(const struct sheet_page *page, size_t frame)
{
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    struct solid_rule rule = recipe_of(page->job->input, frame)->solid;
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

/* The index of that rule; solid_count when it is not there. Searched from the end, because
 * neighbours mostly have the same rule. */
static size_t find_solid(const struct sheet_page *page, const struct solid_rule *rule)
{
    size_t i = page->solid_count;
    while (i > 0 && !solids_equal(&page->solids[i - 1], rule))
        i--;
    return i > 0 ? i - 1 : page->solid_count;
}

/* A page without frames gets a rule too, so that it is decoded: it may be wrong or missing. */
static bool gather_solids(struct sheet_page *page, struct error *err)
{
    const struct atlas *const atlas = page->atlas;
    const uint32_t first = atlas->pages[page->index].first_frame;
    size_t count = 0;
    for (uint32_t i = first; i != ATLAS_END; i = atlas->frames[i].next)
        count++;
    page->solids = calloc(count + 1, sizeof *page->solids);
    if (page->solids == NULL)
        return fail_memory(err);
    for (uint32_t i = first; i != ATLAS_END; i = atlas->frames[i].next) {
        const struct solid_rule rule = solid_of(page, i);
        if (find_solid(page, &rule) == page->solid_count)
            page->solids[page->solid_count++] = rule;
    }
    if (page->solid_count == 0)
        page->solids[page->solid_count++] = page->job->input->recipe->solid;
    page->pictures = calloc(page->solid_count, sizeof *page->pictures);
    return page->pictures != NULL || fail_memory(err);
}

/* ---- Sprites ------------------------------------------------------------------------------ */

/* A frame's name in the pack, without `layer`. NULL without memory. */
static char *name_frame(const struct sheet_page *page, const struct atlas_frame *frame,
                        const char *layer)
{
    const struct bake_job *const job = page->job;
    return naming_frame(job->input, &job->rules->naming, page->atlas, frame->name, layer);
}

/* How the page was scaled, in billionths, if that is to be undone; else 1. */
static uint64_t scale_of(const struct sheet_page *page, const struct recipe *recipe)
{
    const uint64_t scale = page->atlas->pages[page->index].scale;
    return recipe->source_scale && scale != 0 ? scale : SCALE_ONE;
}

/* The margin of a frame that is cut out; where a scale is undone, it gets it then. */
static uint32_t margin_of(const struct sheet_page *page, const struct recipe *recipe)
{
    return scale_of(page, recipe) == SCALE_ONE ? sprite_margin(recipe) : 0;
}

/* Adds the sprite of a picture that was cut out or drawn, and makes the picture its mask. Frees
 * `name`, which is NULL when memory ran out. */
static bool add_sprite(struct sheet_page *page, const struct atlas_frame *frame,
                       const struct recipe *recipe, char *name, const char *layer,
                       const int64_t *pivot, bool skip_empty, struct decoded *picture,
                       struct window *window, struct error *err)
{
    const uint64_t scale = scale_of(page, recipe);
    bool ok = name != NULL || fail_memory(err);
    if (ok && scale != SCALE_ONE)
        ok = unscale_picture(picture, window, scale, sprite_margin(recipe), err);
    const uint32_t width = window->whole[0], height = window->whole[1];
    const bool mirrored = frame->mirrored_x || frame->mirrored_y;
    uint32_t region[4] = {0}, place[4];
    /* A pack cannot say that a picture is mirrored, so it names no part that others would draw. */
    if (!mirrored)
        frame_region(frame, region);
    frame_place(frame, recipe->trimmed, scale, place);
    /* Of a frame without a pixel there is nothing to draw. */
    const bool covers_all =
        mirrored || place[2] == 0 || place[3] == 0 ||
        (place[2] == width && place[3] == height &&
         (frame->turn != ATLAS_UPRIGHT || (region[2] == width && region[3] == height)));
    const struct sprite_facts facts = {
        .name = name,
        .layer = layer,
        .source = page->source,
        .origin = page->job->input->path,
        .path = page->path,
        .is_frame = *frame->name != 0,
        .one_of_many = page->cells,
        .skip_empty = skip_empty,
        .cut_by_key = recipe->auto_cut && page->pictures[0].key.matched > 0,
        .region = region,
        .turn = mirrored ? (uint32_t)ATLAS_UPRIGHT : (uint32_t)frame->turn,
        .window = window,
        .place = covers_all ? NULL : place,
        .pivot = pivot,
        .duration = frame->duration,
        .room = page->room,
    };
    ok = ok && bake_sprite(picture, recipe, &facts, page->job->out, err);
    free(name);
    return ok;
}

/* Has the sprite of a frame no more pixels than are allowed? */
static bool fits_memory(const struct sheet_page *page, const struct atlas_frame *frame,
                        const struct recipe *recipe, struct error *err)
{
    const uint64_t scale = scale_of(page, recipe), most = page->job->rules->decoding.max_pixels;
    const uint64_t width = unscaled_side(frame->source_width, scale);
    const uint64_t height = unscaled_side(frame->source_height, scale);
    return (width <= INT32_MAX && height <= INT32_MAX && width * height <= most) ||
           fail(err,
                "%" PRIu64 "x%" PRIu64 " is more pixels than the %" PRIu64
                " that --max-pixels allows",
                width, height, most);
}

/* The frame with its y from above. One that lies outside stays where it is. */
static struct atlas_frame frame_on_page(const struct sheet_page *page, uint32_t index)
{
    struct atlas_frame frame = page->atlas->frames[index];
    const uint32_t height = page->pictures[0].solid.height;
    if (page->atlas->pages[page->index].from_bottom && (uint64_t)frame.y + frame.height <= height)
        frame.y = height - frame.height - frame.y;
    return frame;
}

static bool fits_image(const struct sheet_page *page, const struct atlas_frame *frame,
                       struct error *err)
{
    const struct bitmap *const image = &page->pictures[0].solid;
    uint32_t region[4];
    frame_region(frame, region);
    if ((uint64_t)region[0] + region[2] > image->width ||
        (uint64_t)region[1] + region[3] > image->height)
        return fail(err,
                    "it lies outside its page: it is %" PRIu32 "x%" PRIu32 " there, at %" PRIu32
                    ",%" PRIu32 ", and the image is %" PRIu32 "x%" PRIu32,
                    region[2], region[3], region[0], region[1], image->width, image->height);
    return true;
}

/* Moves a pivot of the untrimmed sprite into the sprite that is made. */
static void place_pivot(const struct atlas_frame *frame, bool trimmed, uint64_t scale, int64_t x,
                        int64_t y, int64_t out[2])
{
    out[0] = x - (trimmed ? (int64_t)frame->left * 65536 : 0);
    out[1] = y - (trimmed ? (int64_t)frame->top * 65536 : 0);
    for (int axis = 0; axis < 2 && scale != SCALE_ONE; axis++) {
        const double pixels = (double)out[axis] / 65536 * SCALE_ONE / (double)scale;
        const double nearer = pixels < FIXED_MAX ? pixels : FIXED_MAX;
        out[axis] = fixed_from_double(nearer > -FIXED_MAX ? nearer : -FIXED_MAX);
    }
}

static bool add_box(struct sheet_page *page, const struct atlas_box *box, struct error *err)
{
    const struct atlas_frame placed = frame_on_page(page, box->frame), *const frame = &placed;
    const bool by_box = box->has_pivot;
    /* A box is kept as it was drawn: options about pixels have no effect on it. */
    struct recipe recipe = *recipe_of(page->job->input, box->frame);
    recipe.solid = recipe_default.solid;
    recipe.mend = recipe_default.mend;
    recipe.all_solid = false;
    recipe.warn_specks = recipe.warn_straddle = 0;
    struct decoded picture;
    struct window window;
    int64_t pivot[2];
    if (!fits_memory(page, frame, &recipe, err))
        return true; /* the frame has said so */
    place_pivot(frame, recipe.trimmed, scale_of(page, &recipe),
                by_box ? box->pivot_x : frame->pivot_x, by_box ? box->pivot_y : frame->pivot_y,
                pivot);
    if (!cut_box(frame, box, recipe.trimmed, &picture, &window, err))
        return false;
    const bool ok =
        add_sprite(page, frame, &recipe, name_frame(page, frame, NULL), box->layer,
                   by_box || frame->has_pivot ? pivot : NULL, false, &picture, &window, err);
    decoded_free(&picture);
    return ok;
}

static bool add_frame(struct sheet_page *page, uint32_t index, struct error *err)
{
    const struct atlas_frame placed = frame_on_page(page, index), *const frame = &placed;
    const struct recipe *const recipe = recipe_of(page->job->input, index);
    const struct solid_rule solid = solid_of(page, index);
    struct decoded picture;
    struct window window;
    int64_t pivot[2];
    if (!fits_memory(page, frame, recipe, err) || !fits_image(page, frame, err) ||
        !cut_frame(&page->pictures[find_solid(page, &solid)], frame, recipe->trimmed,
                   margin_of(page, recipe), &picture, &window, err))
        return false;
    const bool skip_empty = page->cells && recipe->skip_empty && !frame->is_animated;
    place_pivot(frame, recipe->trimmed, scale_of(page, recipe), frame->pivot_x, frame->pivot_y,
                pivot);
    /* Where nothing is drawn, --solid fills no cell that is to be left out. */
    const bool drawn = !skip_empty || bitmap_count(&picture.solid) > 0;
    const bool ok =
        !drawn ||
        add_sprite(page, frame, recipe, name_frame(page, frame, recipe->layer), recipe->layer,
                   frame->has_pivot ? pivot : NULL, skip_empty, &picture, &window, err);
    const bool empty = bitmap_count(&picture.solid) == 0;
    page->made += !(empty && skip_empty);
    page->empty += empty && !skip_empty;
    decoded_free(&picture);
    return ok;
}

/* Names the place in the atlas's file; a grid has no such file. */
static void add_error(const struct sheet_page *page, const char *what, const char *name,
                      struct atlas_place place, const struct error *err)
{
    const struct input *const input = page->job->input;
    const struct atlas_log log = {input->atlas == NULL ? page->path : input->path,
                                  &page->job->out->diagnostics};
    atlas_found(&log, what, name, place, "%s", err->text);
}

static bool is_full(const struct sheet_page *page)
{
    return page->room->full || page->job->out->full;
}

/* An error in one frame does not hide the errors in others, but all after the first that finds no
 * room would say the same. */
static void add_frames(struct sheet_page *page)
{
    const struct atlas *const atlas = page->atlas;
    const struct atlas_page *const about = &atlas->pages[page->index];
    struct error err;
    const struct atlas_frame *frame;
    const struct atlas_box *box;
    for (uint32_t i = about->first_frame; i != ATLAS_END && !is_full(page); i = frame->next) {
        frame = &atlas->frames[i];
        if (!add_frame(page, i, &err))
            add_error(page, page->cells ? "cell" : "frame", frame->name, frame->place, &err);
    }
    for (uint32_t i = about->first_box; i != ATLAS_END && !is_full(page); i = box->next) {
        box = &atlas->boxes[i];
        if (!add_box(page, box, &err))
            add_error(page, "box", box->layer, box->place, &err);
    }
    if (page->cells && page->empty > 0)
        diagnostics_add_warning(&page->job->out->diagnostics, page->path, "empty",
                                "%zu of %zu cells %s no solid pixel", page->empty, page->made,
                                page->empty == 1 ? "has" : "have");
}

/* ---- Animations --------------------------------------------------------------------------- */

/* The name of the sprite of a step. `layer` is that of all frames, if they have no recipes of their
 * own. */
static char *name_step(const struct bake_job *job, const struct atlas *atlas,
                       const struct atlas_animation *animation, uint32_t step, const char *layer)
{
    const uint32_t frame = animation->frames[step];
    if (frame == ATLAS_END)
        return text_copy(animation->elsewhere[step]);
    return naming_sprite(job->input, &job->rules->naming, atlas, atlas->frames[frame].name,
                         job->input->recipes != NULL ? job->input->recipes[frame]->layer : layer);
}

static bool add_animation(const struct bake_job *job, const struct atlas *atlas,
                          const struct atlas_animation *from, const char *layer, struct error *err)
{
    const struct input *const input = job->input;
    char *const title = naming_animation(input, &job->rules->naming, atlas, from->name);
    struct arena arena = {0};
    struct model_animation animation = {
        .name = title,
        .origin = input->path,
        .frames = arena_new(&arena, from->count + (size_t)1, sizeof *animation.frames),
        .durations = from->durations,
        .count = from->count,
        .joined = input->recipe->has_union,
    };
    bool ok = true;
    for (uint32_t i = 0; ok && i < from->count; i++) {
        char *const name = name_step(job, atlas, from, i, layer);
        animation.frames[i] = arena_text(&arena, name);
        ok = product_take_text(job->out, strlen(name), 0, err);
        free(name);
    }
    if (ok)
        product_add_animation(job->out, &animation);
    arena_free(&arena);
    free(title);
    return ok;
}

/* ---- Layers ------------------------------------------------------------------------------- */

/* Does the name of the file say that it is that layer of another? */
static bool is_layer_by_name(const struct bake_job *job, const char *layer, bool *is,
                             struct error *err)
{
    const struct naming_rules rules = {NULL, job->rules->naming.strip_extension};
    char *const own = naming_picture(job->input, &rules, NULL);
    char *const other = naming_picture(job->input, &rules, layer);
    const bool ok = own != NULL && other != NULL;
    *is = ok && strcmp(own, other) != 0;
    free(own);
    free(other);
    return ok || fail_memory(err);
}

/* The recipe for a picture with a layer apart, or of a file that might have one: it is of no layer
 * itself. */
static bool recipe_without_layer(const struct bake_job *job, const struct image *image,
                                 struct recipe *out, struct error *err)
{
    bool by_name = true;
    *out = *job->input->recipe;
    if (out->layer != NULL && image->has_layers &&
        !is_layer_by_name(job, out->layer, &by_name, err))
        return false;
    if (image->columns > 1 || !by_name)
        out->layer = NULL;
    return true;
}

/* Adds what is drawn on the layer apart in a frame, unless that is nothing. The picture of the
 * layer stands `beside` pixels to the right. */
static bool add_layer(struct sheet_page *page, const struct decoded *picture,
                      const struct atlas_frame *frame, uint32_t beside, const char *layer,
                      struct error *err)
{
    struct atlas_frame there = *frame;
    struct decoded drawn;
    struct window window;
    there.x += beside;
    if (!cut_frame(picture, &there, false, margin_of(page, page->job->input->recipe), &drawn,
                   &window, err))
        return false;
    const bool ok = bitmap_count(&drawn.solid) == 0 ||
                    add_sprite(page, frame, page->job->input->recipe, name_frame(page, frame, NULL),
                               layer, NULL, false, &drawn, &window, err);
    decoded_free(&drawn);
    return ok;
}

static void add_layers(struct sheet_page *page, const struct decoded *picture,
                       const struct image *image, const char *layer)
{
    const struct atlas *const atlas = page->atlas;
    struct error err;
    for (size_t i = 0; image->columns > 1 && i < atlas->frame_count && !is_full(page); i++)
        if (!add_layer(page, picture, &atlas->frames[i], image->width, layer, &err))
            add_error(page, "frame", atlas->frames[i].name, atlas->frames[i].place, &err);
}

/* ---- Cells -------------------------------------------------------------------------------- */

static bool check_fit(const struct sheet_page *page, const struct atlas *cells, struct error *err)
{
    const struct grid_rule *const grid = &page->job->input->recipe->grid;
    struct grid_fit fit;
    if (!grid_fit(&page->pictures[0].solid, grid, cells, &fit, err))
        return false;
    if (fit.width > 0)
        diagnostics_add_warning(&page->job->out->diagnostics, page->path, "grid-fit",
                                "does the grid fit? Cells of %" PRIu32 "x%" PRIu32
                                " cut through what is drawn in %zu of %zu cells, and cells of "
                                "%" PRIu32 "x%" PRIu32 " through nothing",
                                cells->frames[0].width, cells->frames[0].height, fit.cut, fit.drawn,
                                fit.width, fit.height);
    return true;
}

/* `cells` is the page's atlas, still without a frame. */
static bool cut_grid(struct sheet_page *page, struct atlas *cells, struct error *err)
{
    const struct bitmap *const image = &page->pictures[0].solid;
    const struct grid_rule *const grid = &page->job->input->recipe->grid;
    bool ragged = false;
    const bool ok = grid_cut(grid, image->width, image->height, cells, &ragged, err) &&
                    check_fit(page, cells, err);
    if (ok) {
        atlas_link(cells);
        add_frames(page);
    }
    if (ok && ragged)
        diagnostics_add_warning(&page->job->out->diagnostics, page->path, "ragged",
                                "%" PRIu32 "x%" PRIu32
                                " pixels are not a whole number of cells of %" PRIu32 "x%" PRIu32
                                "; the pixels left over are in no sprite",
                                image->width, image->height, grid->width, grid->height);
    return ok;
}

/* The same along the connected pieces of what is drawn. */
static bool cut_pieces(struct sheet_page *page, const struct bitmap *drawn, struct atlas *pieces,
                       struct error *err)
{
    const struct recipe *const recipe = page->job->input->recipe;
    const struct auto_cut_rule rule = {recipe->cut_gap, recipe->mend.despeckle};
    if (!auto_cut(drawn, &rule, pieces, err))
        return false;
    atlas_link(pieces);
    add_frames(page);
    if (pieces->frame_count == 0)
        diagnostics_add(&page->job->out->diagnostics, page->path, "empty",
                        "no pixel is solid, so --auto-cut finds no sprite");
    return true;
}

/* Cuts a picture from the layer beside it. Gets the picture, and all that is drawn on either. */
static bool split_layer(const struct decoded *both, const struct image *image,
                        struct decoded *alone, struct decoded *drawn, struct error *err)
{
    struct atlas_frame frame = {.width = image->width,
                                .height = image->height,
                                .source_width = image->width,
                                .source_height = image->height};
    struct window window;
    if (!cut_frame(both, &frame, false, 0, alone, &window, err))
        return false;
    frame.x = image->width;
    if (!cut_frame(both, &frame, false, 0, drawn, &window, err)) {
        decoded_free(alone);
        return false;
    }
    for (size_t i = 0; i < drawn->solid.row_words * drawn->solid.height; i++)
        drawn->solid.words[i] |= alone->solid.words[i];
    return true;
}

bool bake_cells(const struct bake_job *job, struct decoded *picture, const struct image *image,
                struct error *err)
{
    const struct input *const input = job->input;
    const bool in_pieces = input->recipe->auto_cut, has_layer = image->columns > 1;
    struct atlas cells = {0};
    struct recipe recipe;
    struct decoded alone = {0}, drawn = {0};
    struct input own = *input;
    struct bake_job own_job = {&own, job->rules, job->out};
    struct product_room room = {.most = job->rules->decoding.max_pixels};
    struct sheet_page page = {.job = &own_job,
                              .atlas = &cells,
                              .path = input->mask != NULL ? input->mask : input->path,
                              .source = naming_source_of(input, &job->rules->naming),
                              .solids = &recipe.solid,
                              .solid_count = 1,
                              .pictures = has_layer ? &alone : picture,
                              .cells = true,
                              .room = &room};
    own.recipe = &recipe;
    if (image->frame_count > 1)
        return fail(err, "has %" PRIu32 " frames, which are sprites already: --%s cannot cut them",
                    image->frame_count, in_pieces ? "auto-cut" : "grid");
    if (!recipe_without_layer(job, image, &recipe, err) ||
        (has_layer && !split_layer(picture, image, &alone, &drawn, err)))
        return false;
    const bool ok = in_pieces
                        ? cut_pieces(&page, has_layer ? &drawn.solid : &picture->solid, &cells, err)
                        : cut_grid(&page, &cells, err);
    if (ok)
        add_layers(&page, picture, image, input->recipe->layer);
    decoded_free(&alone);
    decoded_free(&drawn);
    atlas_free(&cells);
    return ok;
}

/* ---- Frames of an animation --------------------------------------------------------------- */

bool bake_frames(const struct bake_job *job, struct decoded *picture, const struct image *image,
                 struct error *err)
{
    const struct input *const input = job->input;
    struct atlas atlas = {0};
    struct recipe recipe;
    struct input own = *input;
    struct bake_job own_job = {&own, job->rules, job->out};
    struct product_room room = {.most = job->rules->decoding.max_pixels};
    struct sheet_page page = {.job = &own_job,
                              .atlas = &atlas,
                              .path = input->mask != NULL ? input->mask : input->path,
                              .source = naming_source_of(input, &job->rules->naming),
                              .solids = &recipe.solid,
                              .solid_count = 1,
                              .pictures = picture,
                              .room = &room};
    const struct atlas_log log = {input->path, &job->out->diagnostics};
    own.recipe = &recipe;
    if (!recipe_without_layer(job, image, &recipe, err))
        return false;
    const bool ok = image_atlas(image, &atlas, &log);
    if (ok) {
        atlas_link(&atlas);
        add_frames(&page);
        add_layers(&page, picture, image, input->recipe->layer);
    }
    for (size_t i = 0; ok && i < atlas.animation_count; i++)
        if (!add_animation(&own_job, &atlas, &atlas.animations[i], recipe.layer, err))
            diagnostics_add_error(&job->out->diagnostics, input->path, err);
    atlas_free(&atlas);
    return true;
}

/* ---- Atlases ------------------------------------------------------------------------------ */

/* The images of an atlas: several of its pages may be one file. A zeroed list is empty. */
struct page_images {
    struct page_image {
        struct file_id file;
        struct product_room room;
        uint64_t decoded; /* pixels, each time that it was a page */
    } * items;
    size_t count, capacity;
    struct index by_file;
};

/* NULL without memory. An image stays where it is until the next is asked for. */
static struct page_image *find_image(struct page_images *images, const char *path, uint64_t most)
{
    struct file_id file = {0};
    size_t step = 0;
    /* A page that is not there is an error once it is read. */
    file_id_of_path(path, &file);
    for (uint32_t i; (i = index_next(&images->by_file, file.inode, &step)) != INDEX_END;)
        if (file_id_equal(&images->items[i].file, &file))
            return &images->items[i];
    struct page_image *const added = array_push(&images->items, &images->count, &images->capacity);
    if (added == NULL || !index_add(&images->by_file, file.inode, (uint32_t)images->count - 1))
        return NULL;
    *added = (struct page_image){file, {.most = most}, 0};
    return added;
}

static bool read_page(void *user, struct reader *reader, struct error *err)
{
    struct sheet_page *const page = user;
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    const uint64_t most = page->job->rules->decoding.max_pixels;
    if (*page->decoded / IMAGE_WORK > most)
        return fail(err,
                    "this image is a page too often: the pages of that image have more pixels than "
                    "%d times the %" PRIu64 " that --max-pixels allows",
                    (int)IMAGE_WORK, most);
    if (!bake_decode_page(page->job, reader, page->path, page->solids, page->solid_count,
                          page->pictures, err))
        return false;
    const struct bitmap *const image = &page->pictures[0].solid;
    *page->decoded += (uint64_t)image->width * image->height * page->solid_count;
    const bool as_wide = about->width == 0 || about->width == image->width;
    const bool as_high = about->height == 0 || about->height == image->height;
    if (as_wide && as_high)
        return true;
    /* A larger image has the frames where they are; but the tiles of a tileset are counted by its
     * size. */
    if (image->width >= about->width && image->height >= about->height && !page->atlas->numbered) {
        diagnostics_add_warning(&page->job->out->diagnostics, page->path, "page-larger",
                                "the image is %" PRIu32 "x%" PRIu32 ", and the atlas says %" PRIu32
                                "x%" PRIu32 "; the frames are taken where the atlas has them",
                                image->width, image->height, about->width, about->height);
        return true;
    }
    return fail(err,
                "the image is %" PRIu32 "x%" PRIu32 ", but the atlas says %" PRIu32 "x%" PRIu32,
                image->width, image->height, about->width, about->height);
}

static void bake_page(struct sheet_page *page, struct page_images *images)
{
    const struct input *const input = page->job->input;
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    char *const path = naming_beside(input->path, about->image);
    char *const source = naming_source(input, about->image);
    struct error err;
    page->path = path;
    page->source = source;
    struct page_image *const image =
        path != NULL ? find_image(images, path, page->job->rules->decoding.max_pixels) : NULL;
    if (image != NULL) {
        page->room = &image->room;
        page->decoded = &image->decoded;
    }
    if (((image != NULL && source != NULL) || fail_memory(&err)) && gather_solids(page, &err) &&
        bake_file(page->job, path, read_page, page, &err))
        add_frames(page);
    else
        add_error(page, "page", about->image, about->place, &err);
    for (size_t i = 0; page->pictures != NULL && i < page->solid_count; i++)
        decoded_free(&page->pictures[i]);
    free(page->pictures);
    free(page->solids);
    free(path);
    free(source);
}

void bake_atlas(const struct bake_job *job)
{
    const struct input *const input = job->input;
    const struct atlas *const atlas = input->atlas;
    struct diagnostics *const diagnostics = &job->out->diagnostics;
    struct page_images images = {.items = NULL};
    struct error err;
    /* The file itself was read when the bake was planned. */
    product_add_file(job->out, input->path, input->fingerprint);
    for (size_t i = 0; i < atlas->page_count; i++) {
        struct sheet_page page = {.job = job,
                                  .atlas = atlas,
                                  .index = (uint32_t)i,
                                  .cells = atlas->numbered && atlas->page_count == 1};
        if (!atlas->pages[i].unread)
            bake_page(&page, &images);
    }
    free(images.items);
    index_free(&images.by_file);
    for (size_t i = 0; i < atlas->animation_count; i++)
        if (!add_animation(job, atlas, &atlas->animations[i], NULL, &err))
            diagnostics_add_error(diagnostics, input->path, &err);
}
