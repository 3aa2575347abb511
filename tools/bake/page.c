/*
 * page.c - the pages of an atlas, each decoded once by all rules of its frames
 */
#include "bake/page.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rules --------------------------------------------------------------------------------- */

static const struct recipe *recipe_of(const struct page *page, size_t frame)
{
    const struct recipe **const own = page->job->input->recipes;
    return own != NULL ? own[frame] : page->recipe;
}

/* The key of the atlas applies where the recipe has none. */
static struct solid_rule solid_of(const struct page *page, const struct recipe *recipe)
{
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    struct solid_rule rule = recipe->solid;
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
static size_t find_solid(const struct page *page, const struct solid_rule *rule)
{
    size_t i = page->solid_count;
    while (i > 0 && !solids_equal(&page->solids[i - 1], rule))
        i--;
    return i > 0 ? i - 1 : page->solid_count;
}

static void add_solid(struct page *page, const struct recipe *recipe)
{
    const struct solid_rule rule = solid_of(page, recipe);
    if (find_solid(page, &rule) == page->solid_count)
        page->solids[page->solid_count++] = rule;
}

/* A page without frames gets a rule too, so that it is decoded: it may be wrong or missing. */
static void gather_solids(struct page *page)
{
    const struct atlas *const atlas = page->atlas;
    const uint32_t first = atlas->pages[page->index].first_frame;
    size_t count = 0;
    for (uint32_t i = first; i != ATLAS_END; i = atlas->frames[i].next)
        count += 1 + recipe_of(page, i)->layer_count;
    page->solids = memory_new(count + 1, sizeof *page->solids);
    for (uint32_t i = first; i != ATLAS_END; i = atlas->frames[i].next) {
        const struct recipe *const recipe = recipe_of(page, i);
        add_solid(page, recipe);
        for (size_t k = 0; k < recipe->layer_count; k++)
            add_solid(page, recipe->layers[k].recipe);
    }
    if (page->solid_count == 0)
        page->solids[page->solid_count++] = page->recipe->solid;
}

void bake_add_error(const struct bake_job *job, const struct sheet *sheet, const char *what,
                    const char *name, struct atlas_place place, const struct error *err)
{
    const char *const path = job->input->atlas == NULL ? sheet->path : job->input->path;
    const struct atlas_log log = {path, &job->out->diagnostics};
    atlas_found(&log, what, name, place, "%s", err->text);
}

/* Cells have the rules of their picture, frames of an atlas their own. */
static char *name_for_rules(const struct page *page, uint32_t index)
{
    const struct bake_job *const job = page->job;
    return job->input->recipes == NULL ? naming_picture(job->input, &job->rules->naming, NULL)
                                       : naming_frame(job->input, &job->rules->naming, page->atlas,
                                                      page->atlas->frames[index].name, NULL);
}

/* After an error other frames are still baked, so that their errors are found, too; but not once
 * the sheet is full, because each of them would report that again. */
void page_bake_frame(struct page *page, uint32_t index, const struct atlas_box *box,
                     const char *layer_apart, const struct recipe_layer *layer,
                     struct decoded *planes)
{
    const struct bake_job *const job = page->job;
    const struct recipe *const recipe = layer != NULL ? layer->recipe : recipe_of(page, index);
    const bool is_whole = box == NULL && layer_apart == NULL;
    struct region region = {.recipe = recipe,
                            .frame = page->atlas->frames[index],
                            .box = box,
                            .layer = box != NULL           ? box->layer
                                     : layer_apart != NULL ? layer_apart
                                     : layer != NULL       ? layer->name
                                                           : recipe->layer,
                            .apart = layer_apart != NULL,
                            .again = layer != NULL};
    struct error err;
    if (sheet_is_full(&page->sheet))
        return;
    /* A frame that lies outside stays where it is. */
    if (page->atlas->pages[page->index].from_bottom &&
        (uint64_t)region.frame.y + region.frame.height <= planes->solid.height)
        region.frame.y = planes->solid.height - region.frame.height - region.frame.y;
    else if (planes != NULL && box == NULL && job->input->atlas != NULL &&
             !page->atlas->pages[page->index].from_bottom)
        atlas_clip_to_page(&(struct atlas_log){job->input->path, &job->out->diagnostics},
                           &region.frame, planes->solid.width, planes->solid.height);
    char *const name = naming_frame(job->input, &job->rules->naming, page->atlas, region.frame.name,
                                    is_whole ? recipe->layer : NULL);
    region.name = name;
    char *const match = job->rules->made ? name_for_rules(page, index) : NULL;
    region.match = match;
    region.solid = solid_of(page, recipe);
    if (!region_bake(&page->sheet, &region, planes, &err))
        bake_add_error(job, &page->sheet,
                       box != NULL                     ? "box"
                       : is_whole && page->sheet.cells ? "cell"
                                                       : "frame",
                       box != NULL ? box->layer : region.frame.name,
                       box != NULL ? box->place : region.frame.place, &err);
    free(name);
    free(match);
}

/* The planes by that recipe: of an atlas by its rule of solid pixels, of a picture its own first
 * and then those of its layers. */
static struct decoded *planes_of(const struct page *page, const struct recipe *recipe, size_t index)
{
    if (page->solids == NULL)
        return &page->planes[index];
    const struct solid_rule solid = solid_of(page, recipe);
    return &page->planes[find_solid(page, &solid)];
}

void page_bake(struct page *page)
{
    const struct atlas *const atlas = page->atlas;
    const struct atlas_page *const about = &atlas->pages[page->index];
    for (uint32_t i = about->first_frame; i != ATLAS_END; i = atlas->frames[i].next) {
        const struct recipe *const recipe = recipe_of(page, i);
        page_bake_frame(page, i, NULL, NULL, NULL, planes_of(page, recipe, 0));
        for (size_t k = 0; k < recipe->layer_count; k++)
            page_bake_frame(page, i, NULL, NULL, &recipe->layers[k],
                            planes_of(page, recipe->layers[k].recipe, 1 + k));
    }
    for (uint32_t i = about->first_box; i != ATLAS_END; i = atlas->boxes[i].next)
        page_bake_frame(page, atlas->boxes[i].frame, &atlas->boxes[i], NULL, NULL,
                        &page->planes[0]);
    if (page->sheet.cells && page->sheet.empty > 0 && !recipe_allows(page->recipe, "empty"))
        diagnostics_add_warning(&page->job->out->diagnostics, page->sheet.path, "empty",
                                "%zu of %zu cells %s no solid pixel", page->sheet.empty,
                                page->sheet.made, page->sheet.empty == 1 ? "has" : "have");
}

/* ---- Animations ---------------------------------------------------------------------------- */

/* The name of the sprite of a step. */
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

void bake_animations(const struct bake_job *job, const struct atlas *atlas, const char *layer)
{
    struct error err;
    for (size_t i = 0; i < atlas->animation_count; i++)
        if (!add_animation(job, atlas, &atlas->animations[i], layer, &err))
            diagnostics_add_error(&job->out->diagnostics, job->input->path, &err);
}

/* ---- Atlases ------------------------------------------------------------------------------- */

/* The images of an atlas: several of its pages may be one file. A zeroed list is empty. */
struct page_images {
    struct page_image {
        struct file_id file;
        struct budget budget; /* of all pages that it is */
    } * items;
    size_t count, capacity;
    struct index by_file;
};

/* An image stays where it is until the next is asked for. */
static struct page_image *find_image(struct page_images *images, const char *path, uint64_t most)
{
    struct file_id file = {0};
    size_t step = 0;
    /* A page that is not there is an error once it is read. */
    file_id_of_path(path, &file);
    for (uint32_t i; (i = index_next(&images->by_file, file.inode, &step)) < images->count;)
        if (file_id_equal(&images->items[i].file, &file))
            return &images->items[i];
    struct page_image *const added = array_push(&images->items, &images->count, &images->capacity);
    index_add(&images->by_file, file.inode, (uint32_t)images->count - 1);
    *added = (struct page_image){file, {.most = most}};
    return added;
}

static bool take_page(void *user, const struct image *image, struct decoded *planes,
                      struct error *err)
{
    struct page *const page = user;
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    struct diagnostics *const diagnostics = &page->job->out->diagnostics;
    const uint32_t width = image->width, height = image->height;
    const bool is_equal = (about->width == 0 || about->width == width) &&
                          (about->height == 0 || about->height == height);
    if (image->has_more)
        bake_warn_animated(page->job, page->sheet.path);
    budget_draw(page->sheet.budget, (uint64_t)width * height * page->solid_count);
    /* In a larger image all frames are still at their places. A tileset has other tiles then,
     * because the size of its image says how many. */
    const bool is_smaller = width < about->width || height < about->height;
    if ((is_smaller && !about->loose_size) || (!is_equal && page->atlas->numbered))
        return fail(err,
                    "the image is %" PRIu32 "x%" PRIu32 ", but the atlas says %" PRIu32 "x%" PRIu32,
                    width, height, about->width, about->height);
    if (!is_equal && !is_smaller && !recipe_allows(page->recipe, "page-larger"))
        diagnostics_add_warning(diagnostics, page->sheet.path, "page-larger",
                                "the image is %" PRIu32 "x%" PRIu32 ", and the atlas says %" PRIu32
                                "x%" PRIu32 "; the frames are taken where the atlas has them",
                                width, height, about->width, about->height);
    page->planes = planes;
    page_bake(page);
    return true;
}

/* Decodes the page and bakes what is on it. */
static bool read_page(struct page *page, struct error *err)
{
    const struct bake_job *const job = page->job;
    struct budget *const budget = page->sheet.budget;
    struct reader reader;
    struct image image;
    gather_solids(page);
    if (!bake_open(job, page->sheet.path, &reader, err))
        return false;
    const struct decode_order order = {.rules = page->solids,
                                       .count = page->solid_count,
                                       .decoder = job->rules->decoding.decoder,
                                       .budget = budget,
                                       .first = true,
                                       .take = take_page,
                                       .user = page};
    bool ok = budget_draw(budget, 0) ||
              fail(err,
                   "too many pages are this image: together they have more pixels than %d times "
                   "the %" PRIu64 " that --max-pixels allows",
                   (int)BUDGET_TIMES, budget->most);
    if (ok) {
        ok = decode_picture(&reader, &order, &image, err);
        if (ok)
            bake_warn_flaws(job, page->sheet.path, &image);
        image_free(&image);
    }
    bake_close(job, page->sheet.path, &reader, ok);
    return ok;
}

static void bake_page(const struct bake_job *job, uint32_t index, struct page_images *images)
{
    const struct input *const input = job->input;
    const struct atlas *const atlas = input->atlas;
    const struct atlas_page *const about = &atlas->pages[index];
    const uint64_t most = job->rules->decoding.max_pixels;
    struct arena arena = {0};
    char *const path = naming_beside(&arena, input->path, about->image);
    struct page_image *const image = find_image(images, path, most);
    struct error err;
    struct page page = {.job = job,
                        .atlas = atlas,
                        .index = index,
                        .recipe = input->recipe,
                        .sheet = {.out = job->out,
                                  .path = path,
                                  .source = naming_source(&arena, input, about->image),
                                  .origin = input->path,
                                  .file = input->name,
                                  .scale = about->scale,
                                  .budget = &image->budget,
                                  .cells = atlas->numbered && atlas->page_count == 1}};
    if (!read_page(&page, &err))
        bake_add_error(job, &page.sheet, "page", about->image, about->place, &err);
    free(page.solids);
    arena_free(&arena);
}

void bake_atlas(const struct bake_job *job)
{
    const struct input *const input = job->input;
    struct page_images images = {.items = NULL};
    /* The file itself was read when the bake was planned. */
    product_add_file(job->out, input->path, input->fingerprint);
    for (uint32_t i = 0; i < input->atlas->page_count; i++)
        if (!input->atlas->pages[i].unread)
            bake_page(job, i, &images);
    free(images.items);
    index_free(&images.by_file);
    bake_animations(job, input->atlas, NULL);
}
