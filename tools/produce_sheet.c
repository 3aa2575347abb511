/*
 * produce_sheet.c - pictures that hold many sprites
 *
 *     page -> decoded once, under each of its frames' rules -> frame, upright -> sprite
 *
 * A grid is an atlas, too: of numbered frames on one page.
 */
#include "produce_sheet.h"

#include "array.h"
#include "cut.h"
#include "decode.h"
#include "picture_sprite.h"
#include "produce_file.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A page that is being cut up. */
struct page {
    const struct input *input;
    const struct produce_rules *rules;
    const struct atlas *atlas;
    uint32_t index;
    const char *path;          /* that messages are about */
    const char *source;        /* that the pack names */
    struct solid_rule *solids; /* those of its frames, each once */
    struct picture *pictures;  /* under each of them */
    size_t solid_count, solid_capacity;
    struct product *out;
    bool cells; /* of a grid */
    size_t empty, made;
};

static void page_free(struct page *page)
{
    for (size_t i = 0; page->pictures != NULL && i < page->solid_count; i++)
        picture_free(&page->pictures[i]);
    free(page->pictures);
    free(page->solids);
}

/* ---- Rules -------------------------------------------------------------------------------- */

static const struct recipe *recipe_of(const struct page *page, size_t frame)
{
    return page->input->recipes != NULL ? page->input->recipes[frame] : page->input->recipe;
}

/* Where the recipe has no key, the atlas's own holds. */
static struct solid_rule solid_of(const struct page *page, size_t frame)
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
           a->straddle == b->straddle;
}

/* Searched from the end: neighbours mostly have one rule. */
static size_t find_solid(const struct page *page, const struct solid_rule *rule)
{
    size_t i = page->solid_count;
    while (i > 0 && !solids_equal(&page->solids[i - 1], rule))
        i--;
    return i > 0 ? i - 1 : page->solid_count;
}

static bool gather_solids(struct page *page, struct error *err)
{
    for (size_t i = 0; i < page->atlas->frame_count; i++) {
        const struct solid_rule rule = solid_of(page, i);
        if (page->atlas->frames[i].page != page->index ||
            find_solid(page, &rule) < page->solid_count)
            continue;
        struct solid_rule *const grown = array_reserve(page->solids, page->solid_count + 1,
                                                       &page->solid_capacity, sizeof *grown);
        if (grown == NULL)
            return fail_memory(err);
        page->solids = grown;
        page->solids[page->solid_count++] = rule;
    }
    return true;
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

static bool set_strings(const struct page *page, const char *base, const char *layer,
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

/* Adds the sprite of a picture that was cut out or drawn; frees the picture. */
static bool add_sprite(struct page *page, struct picture *picture, const struct atlas_frame *frame,
                       const char *base, const char *layer, const int64_t *pivot, struct error *err)
{
    const struct recipe *const recipe = recipe_of(page, (size_t)(frame - page->atlas->frames));
    uint32_t region[4];
    const struct sprite_facts facts = {page->path, base, region, pivot, page->cells};
    struct model_sprite sprite = {0};
    set_region(region, frame);
    bool ok = set_strings(page, base, layer, &sprite, err);
    if (ok)
        ok = picture_sprite(picture, recipe, &facts, &sprite, page->out, err);
    else
        model_sprite_free(&sprite);
    picture_free(picture);
    return ok;
}

static bool is_empty(const struct picture *picture)
{
    for (size_t i = 0; i < picture->solid.row_words * picture->solid.height; i++)
        if (picture->solid.words[i] != 0)
            return false;
    return true;
}

static bool fits_image(const struct page *page, const struct atlas_frame *frame, struct error *err)
{
    const struct bitmap *const image = &page->pictures[0].solid;
    uint32_t region[4];
    char quoted[ATLAS_NAME_SHOWN];
    set_region(region, frame);
    if ((uint64_t)frame->source_width * frame->source_height > page->rules->max_pixels)
        return fail(err,
                    "frame '%s': %" PRIu32 "x%" PRIu32 " is more pixels than --max-pixels %" PRIu64
                    " allows",
                    text_quote(quoted, sizeof quoted, frame->name), frame->source_width,
                    frame->source_height, page->rules->max_pixels);
    if ((uint64_t)region[0] + region[2] > image->width ||
        (uint64_t)region[1] + region[3] > image->height)
        return fail(err, "frame '%s': reaches out of the image, which is %" PRIu32 "x%" PRIu32,
                    text_quote(quoted, sizeof quoted, frame->name), image->width, image->height);
    return true;
}

/* Boxes are in the space of the source, as the file has them. */
static bool add_box(struct page *page, const struct atlas_box *box, struct error *err)
{
    const struct atlas_frame *const frame = &page->atlas->frames[box->frame];
    const int64_t pivots[2][2] = {{frame->pivot_x, frame->pivot_y}, {box->pivot_x, box->pivot_y}};
    const int64_t *const pivot = box->has_pivot ? pivots[1] : frame->has_pivot ? pivots[0] : NULL;
    struct picture picture;
    char *const base = naming_frame(page->input, &page->rules->naming, page->atlas, frame->name);
    const bool ok = base != NULL
                        ? cut_box(frame, box, &picture, err) &&
                              add_sprite(page, &picture, frame, base, box->layer, pivot, err)
                        : fail_memory(err);
    free(base);
    return ok;
}

static bool add_frame(struct page *page, size_t index, struct error *err)
{
    const struct atlas_frame *const frame = &page->atlas->frames[index];
    const struct recipe *const recipe = recipe_of(page, index);
    const struct solid_rule solid = solid_of(page, index);
    const int64_t offset_x = recipe->trimmed ? (int64_t)frame->left * 65536 : 0;
    const int64_t offset_y = recipe->trimmed ? (int64_t)frame->top * 65536 : 0;
    const int64_t pivot[2] = {frame->pivot_x - offset_x, frame->pivot_y - offset_y};
    struct picture picture;
    if (!fits_image(page, frame, err) || !cut_frame(&page->pictures[find_solid(page, &solid)],
                                                    frame, recipe->trimmed, &picture, err))
        return false;
    page->made++;
    page->empty += is_empty(&picture);
    if (recipe->skip_empty && page->cells && is_empty(&picture)) {
        picture_free(&picture);
        return true;
    }
    char *const base = naming_frame(page->input, &page->rules->naming, page->atlas, frame->name);
    if (base == NULL) {
        picture_free(&picture);
        return fail_memory(err);
    }
    const bool ok = add_sprite(page, &picture, frame, base, recipe->layer,
                               frame->has_pivot ? pivot : NULL, err);
    free(base);
    return ok;
}

/* What is wrong with one frame does not hide what is wrong with others. */
static void add_frames(struct page *page)
{
    struct error err;
    for (size_t i = 0; i < page->atlas->frame_count; i++)
        if (page->atlas->frames[i].page == page->index && !add_frame(page, i, &err))
            findings_add_error(&page->out->findings, page->path, &err);
    for (size_t i = 0; i < page->atlas->box_count; i++)
        if (page->atlas->frames[page->atlas->boxes[i].frame].page == page->index &&
            !add_box(page, &page->atlas->boxes[i], &err))
            findings_add_error(&page->out->findings, page->path, &err);
    if (page->cells && page->empty > 0 && !page->input->recipe->skip_empty)
        findings_add_warning(&page->out->findings, page->path, "empty",
                             "%zu of %zu cells %s no solid pixel", page->empty, page->made,
                             page->empty == 1 ? "has" : "have");
}

/* ---- Animations --------------------------------------------------------------------------- */

static bool copy_steps(const struct input *input, const struct produce_rules *rules,
                       const struct atlas_animation *from, struct model_animation *to)
{
    const struct atlas *const atlas = input->atlas;
    to->frames = calloc(from->count + (size_t)1, sizeof *to->frames);
    to->durations = calloc(from->count + (size_t)1, sizeof *to->durations);
    if (to->frames == NULL || to->durations == NULL)
        return false;
    for (; to->count < from->count; to->count++) {
        to->durations[to->count] = from->durations[to->count];
        to->frames[to->count] =
            naming_frame(input, &rules->naming, atlas, atlas->frames[from->frames[to->count]].name);
        if (to->frames[to->count] == NULL)
            return false;
    }
    return true;
}

static bool add_animation(const struct input *input, const struct produce_rules *rules,
                          const struct atlas_animation *from, struct product *out,
                          struct error *err)
{
    struct model_animation animation = {
        .name = naming_animation(input, &rules->naming, input->atlas, from->name),
        .origin = text_copy(input->path),
        .joined = input->recipe->joined,
    };
    if (animation.name != NULL && animation.origin != NULL &&
        copy_steps(input, rules, from, &animation))
        return product_add_animation(out, &animation, err);
    model_animation_free(&animation);
    return fail_memory(err);
}

/* ---- Grids -------------------------------------------------------------------------------- */

static bool cut_grid(struct page *page, struct error *err)
{
    const struct bitmap *const image = &page->pictures[0].solid;
    const struct grid_rule *const grid = &page->input->recipe->grid;
    struct atlas cells = {0};
    bool ragged = false;
    const bool ok = grid_cut(grid, image->width, image->height, &cells, &ragged, err);
    if (ok) {
        page->atlas = &cells;
        add_frames(page);
    }
    if (ok && ragged)
        findings_add_warning(&page->out->findings, page->path, "ragged",
                             "%" PRIu32 "x%" PRIu32
                             " pixels are no whole number of cells of "
                             "%" PRIu32 "x%" PRIu32 "; what is left over is in no sprite",
                             image->width, image->height, grid->width, grid->height);
    atlas_free(&cells);
    return ok;
}

bool produce_grid(const struct input *input, const struct produce_rules *rules,
                  struct reader *reader, struct product *out, struct error *err)
{
    struct picture picture;
    struct solid_rule solid = input->recipe->solid;
    struct page page = {.input = input,
                        .rules = rules,
                        .path = input->mask != NULL ? input->mask : input->path,
                        .source = naming_source_of(input, &rules->naming),
                        .solids = &solid,
                        .solid_count = 1,
                        .pictures = &picture,
                        .cells = true,
                        .out = out};
    if (!produce_decode(reader, &solid, rules, true, &picture, err))
        return false;
    bool ok = naming_check(input, &rules->naming, err);
    if (ok && produce_mask(input, rules, true, &picture, out))
        ok = cut_grid(&page, err);
    picture_free(&picture);
    return ok;
}

/* ---- Atlases ------------------------------------------------------------------------------ */

static bool check_page_size(const struct page *page, struct error *err)
{
    const struct atlas_page *const about = &page->atlas->pages[page->index];
    const struct bitmap *const image = &page->pictures[0].solid;
    char quoted[256];
    if ((about->width == 0 || about->width == image->width) &&
        (about->height == 0 || about->height == image->height))
        return true;
    return fail(err, "is %" PRIu32 "x%" PRIu32 ", but %s says %" PRIu32 "x%" PRIu32, image->width,
                image->height, text_quote(quoted, sizeof quoted, page->input->path), about->width,
                about->height);
}

static bool read_page(void *user, struct reader *reader, struct error *err)
{
    struct page *const page = user;
    return decode_png_sheet(reader, page->solids, page->solid_count, page->rules->max_pixels,
                            page->pictures, err) &&
           check_page_size(page, err);
}

static bool decode_page(struct page *page, struct error *err)
{
    page->pictures = calloc(page->solid_count, sizeof *page->pictures);
    if (page->pictures == NULL)
        return fail_memory(err);
    return produce_file(page->path, page->rules, page->out, read_page, page, err);
}

static void produce_page(struct page *page)
{
    char *const path = naming_beside(page->input->path, page->atlas->pages[page->index].image);
    char *const source = naming_source(page->input->name, page->atlas->pages[page->index].image);
    struct error err;
    page->path = path;
    page->source = source;
    bool ok = (path != NULL && source != NULL) || fail_memory(&err);
    ok = ok && gather_solids(page, &err);
    if (ok && page->solid_count > 0) {
        ok = decode_page(page, &err);
        if (ok)
            add_frames(page);
    }
    if (!ok)
        findings_add_error(&page->out->findings, path != NULL ? path : page->input->path, &err);
    page_free(page);
    free(path);
    free(source);
}

/* The file itself was read when the bake was planned; here it only leaves its trace. */
static bool pass_over(void *user, struct reader *reader, struct error *err)
{
    (void)user, (void)reader, (void)err;
    return true;
}

void produce_atlas(const struct input *input, const struct produce_rules *rules,
                   struct product *out)
{
    struct error err;
    if (!produce_file(input->path, rules, out, pass_over, NULL, &err))
        findings_add_error(&out->findings, input->path, &err);
    for (size_t i = 0; i < input->atlas->page_count; i++) {
        struct page page = {.input = input,
                            .rules = rules,
                            .atlas = input->atlas,
                            .index = (uint32_t)i,
                            .out = out};
        produce_page(&page);
    }
    for (size_t i = 0; i < input->atlas->animation_count; i++)
        if (!add_animation(input, rules, &input->atlas->animations[i], out, &err))
            findings_add_error(&out->findings, input->path, &err);
}
