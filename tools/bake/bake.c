/*
 * bake.c - one input becomes its product
 *
 *     picture --> planes of its frames --> regions --> sprites
 *     atlas ----> planes of its pages ---> regions --> sprites
 *     JSON document ---------------------------------> sprites
 *
 * Regions are listed here and, of pages, in page.h; region.h makes a sprite of each: the whole
 * picture, the cells of a grid, the pieces of --auto-cut, the frames of an animation or of a page,
 * and the boxes and the layer that belong to them. A frame of an animation is baked when it is
 * decoded, before the next one is.
 */
#include "bake/bake.h"

#include "atlas/formats.h"
#include "atlas/tag.h"
#include "bake/cells.h"
#include "bake/page.h"
#include "base/kinds.h"
#include "base/memory.h"
#include "base/text.h"
#include "formats/document.h"

#include "format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files --------------------------------------------------------------------------------- */

bool bake_open(const struct bake_job *job, const char *path, struct reader *reader,
               struct error *err)
{
    const bool may_stream = job->input->stream && path == job->input->path;
    const bool opened =
        may_stream ? reader_open(reader, path, err) : reader_open_regular(reader, path, err);
    if (opened && job->rules->fingerprinted)
        reader_begin_fingerprint(reader);
    return opened;
}

void bake_close(const struct bake_job *job, const char *path, struct reader *reader, bool ok)
{
    struct fingerprint fingerprint;
    if (ok && !reader->is_stdin) {
        const bool fingerprinted = reader_end_fingerprint(reader, &fingerprint);
        product_add_file(job->out, path, fingerprinted ? &fingerprint : NULL);
    }
    reader_close(reader);
}

void bake_warn_animated(const struct bake_job *job, const char *path)
{
    if (!recipe_allows(job->input->recipe, "animated"))
        diagnostics_add(&job->out->diagnostics, path, "animated",
                        "is animated; its first picture is taken");
}

void bake_warn_flaws(const struct bake_job *job, const char *path, const struct image *image)
{
    for (unsigned i = 0; i < IMAGE_FLAWS; i++)
        if (image->flaws[i][0] != '\0' && !recipe_allows(job->input->recipe, image_flaw_ids[i]))
            diagnostics_add(&job->out->diagnostics, path, image_flaw_ids[i], image->flaws[i]);
}

/* ---- Pictures ------------------------------------------------------------------------------ */

/* A picture that is being read. */
struct reading {
    const struct bake_job *job;
    const struct image *image; /* the picture's; its companion may have the pixels */
    struct recipe recipe;      /* of the art: of no layer, where the file has that apart */
    struct budget budget;
    struct page page;
    struct atlas atlas; /* of cells, or of frames; without frames until all of them are known */
    struct solid_rule *rules; /* of the picture and its layers */
    size_t rule_count;
    struct decoded *art;  /* by these rules: the art of a picture that is cut into cells */
    struct decoded apart; /* what is drawn on its layer */
    bool begun, ended;
    bool failed; /* for a reason that matters only if the file is good */
    struct error err;
};

/* True if the pixels come from another file, or would if that could be read. */
static bool has_mask(const struct input *input)
{
    return input->mask != NULL || input->mask_unread;
}

/* True if there is more in the image than one picture. */
static bool has_parts(const struct image *image)
{
    return image->frame_count > 1 || image->has_layers;
}

/* True if the name of the file says that it is that layer of another picture. */
static bool is_layer_by_name(const struct bake_job *job, const char *layer)
{
    const struct naming_rules rules = {NULL, job->rules->naming.strip_extension};
    char *const own = naming_picture(job->input, &rules, NULL);
    char *const other = naming_picture(job->input, &rules, layer);
    const bool is = strcmp(own, other) != 0;
    free(own);
    free(other);
    return is;
}

/* Begins the page of the picture, once its size, frames and layers are known. */
static bool begin_reading(struct reading *reading, const struct image *image, struct error *err)
{
    const struct bake_job *const job = reading->job;
    const struct input *const input = job->input;
    const char *const layer = input->recipe->layer;
    const bool cuts = recipe_cuts(input->recipe);
    reading->image = image;
    reading->recipe = *input->recipe;
    reading->atlas = (struct atlas){.numbered = true, .own_animations = !cuts};
    if (!naming_check(input, &job->rules->naming, err))
        return false;
    if (layer != NULL && (image->has_layer || (image->has_layers && !is_layer_by_name(job, layer))))
        reading->recipe.layer = NULL;
    reading->page = (struct page){
        .job = job,
        .atlas = &reading->atlas,
        .recipe = &reading->recipe,
        .sheet = {.out = job->out,
                  .path = input->mask != NULL ? input->mask : input->path,
                  .source = naming_source_of(input, &job->rules->naming),
                  .origin = input->path,
                  .file = input->name,
                  .budget = &reading->budget,
                  .is_one = !cuts && !has_parts(image) && input->recipe->layer_count == 0,
                  .cells = cuts,
                  .takes = !cuts},
    };
    return true;
}

/* Bakes a frame of the picture, or a layer of its rule. The frame is the whole picture if it is the
 * only one. */
static void bake_part(struct reading *reading, uint32_t frame, const struct recipe_layer *again,
                      struct decoded *planes)
{
    const struct bake_job *const job = reading->job;
    const struct image *const image = reading->image;
    const struct sheet *const sheet = &reading->page.sheet;
    const char *const layer = planes->apart ? NULL : reading->recipe.layer;
    const bool is_timed = image->frame_count > 1 || image->tag_count > 0;
    char number[12] = "";
    struct error err;
    if (sheet_is_full(sheet))
        return;
    if (image->frame_count > 1)
        snprintf(number, sizeof number, "%" PRIu32, frame);
    char *const name =
        naming_frame(job->input, &job->rules->naming, &reading->atlas, number, layer);
    char *const match =
        job->rules->made ? naming_picture(job->input, &job->rules->naming, NULL) : NULL;
    const struct region region = {
        .recipe = again != NULL ? again->recipe : &reading->recipe,
        .frame = {.name = number,
                  .y = frame * image->height,
                  .width = image->width,
                  .height = image->height,
                  .source_width = image->width,
                  .source_height = image->height,
                  .duration = is_timed ? image->durations[frame] : 0,
                  .data = planes->apart         ? planes->data
                          : image->data != NULL ? image->data[frame]
                                                : NULL},
        .name = name,
        .layer = again != NULL   ? again->name
                 : planes->apart ? job->input->recipe->layer
                                 : layer,
        .apart = planes->apart,
        .again = again != NULL,
        .match = match,
        .solid = again != NULL ? again->recipe->solid : reading->recipe.solid,
    };
    const bool ok = region_bake(&reading->page.sheet, &region, planes, &err);
    if (!ok && has_parts(image)) {
        bake_add_error(job, sheet, "frame", number, region.frame.place, &err);
    } else if (!ok) {
        reading->failed = true;
        reading->err = err;
    }
    free(name);
    free(match);
}

/* Bakes the slices, once all frames of the art are known. */
static void end_art(struct reading *reading)
{
    const struct bake_job *const job = reading->job;
    struct diagnostics found = {0};
    const struct atlas_log log = {job->input->path, &found};
    reading->ended = true;
    if (!image_atlas(reading->image, &reading->atlas, &log)) {
        /* After an error nothing of the picture counts, not even warnings of its frames. */
        atlas_free(&reading->atlas);
        product_free(job->out);
        diagnostics_take(&job->out->diagnostics, &found);
        job->out->full = true;
        return;
    }
    atlas_link(&reading->atlas);
    for (uint32_t i = reading->atlas.pages[0].first_box; i != ATLAS_END;
         i = reading->atlas.boxes[i].next)
        page_bake_frame(&reading->page, reading->atlas.boxes[i].frame, &reading->atlas.boxes[i],
                        NULL, NULL, NULL);
}

/* Bakes the frames that are in the planes. A picture that is cut into cells waits, because all of
 * its frames decide together how it is cut. */
static void bake_planes(struct reading *reading, struct decoded *planes)
{
    const struct image *const image = reading->image;
    const uint32_t first = planes->top / image->height;
    const uint32_t count = planes->solid.height / image->height;
    if (recipe_cuts(reading->job->input->recipe)) {
        const size_t kept = planes->apart ? 1 : reading->rule_count;
        for (size_t i = 0; image->frame_count == 1 && i < kept; i++) {
            *(planes->apart ? &reading->apart : &reading->art[i]) = planes[i];
            planes[i] = (struct decoded){0};
        }
        return;
    }
    if (planes->apart && !reading->ended)
        end_art(reading);
    const struct recipe *const recipe = &reading->recipe;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_apart = planes->apart;
        bake_part(reading, first + i, NULL, planes);
        for (size_t k = 0; !is_apart && k < recipe->layer_count; k++)
            bake_part(reading, first + i, &recipe->layers[k], &planes[1 + k]);
    }
}

/* An error that keeps a good file from being baked waits until all of it turned out to be good. */
static bool take_frame(void *user, const struct image *image, struct decoded *planes,
                       struct error *err)
{
    struct reading *const reading = user;
    (void)err;
    if (!reading->begun) {
        reading->begun = true;
        reading->budget.has_frames = image->frame_count > 1;
        if (image->has_more)
            bake_warn_animated(reading->job, reading->job->input->path);
        reading->failed = !begin_reading(reading, image, &reading->err);
    }
    if (!reading->failed && !has_mask(reading->job->input))
        bake_planes(reading, planes);
    return true;
}

/* ---- Cells --------------------------------------------------------------------------------- */

static bool check_fit(const struct reading *reading, const struct atlas *cells, struct error *err)
{
    const struct bitmap *const solid = &reading->art->solid;
    struct grid_fit fit;
    if (!grid_fit(solid, &reading->recipe.grid, cells, &fit, err))
        return false;
    if (fit.width > 0 && !recipe_allows(&reading->recipe, "grid-fit"))
        diagnostics_add_warning(&reading->job->out->diagnostics, reading->page.sheet.path,
                                "grid-fit",
                                "the grid may be wrong: cells of %" PRIu32 "x%" PRIu32
                                " cut through what is drawn in %zu of %zu cells, and cells of "
                                "%" PRIu32 "x%" PRIu32 " through nothing",
                                cells->frames[0].width, cells->frames[0].height, fit.cut, fit.drawn,
                                fit.width, fit.height);
    return true;
}

/* Cuts along the grid, or along the connected pieces of what is drawn on the art and apart. */
static bool find_cells(struct reading *reading, struct error *err)
{
    const struct recipe *const recipe = &reading->recipe;
    struct bitmap *const solid = &reading->art->solid;
    struct atlas *const cells = &reading->atlas;
    const struct auto_cut_rule rule = {recipe->cut_gap, recipe->mend.despeckle};
    bool ragged = false;
    if (!recipe->auto_cut) {
        if (!grid_cut(&recipe->grid, solid->width, solid->height, cells, &ragged, err) ||
            !check_fit(reading, cells, err))
            return false;
        atlas_link(cells);
        page_bake(&reading->page);
        if (ragged && !recipe_allows(recipe, "ragged"))
            diagnostics_add_warning(
                &reading->job->out->diagnostics, reading->page.sheet.path, "ragged",
                "%" PRIu32 "x%" PRIu32 " pixels are not a whole number of cells of %" PRIu32
                "x%" PRIu32 "; the pixels left over are in no sprite",
                solid->width, solid->height, recipe->grid.width, recipe->grid.height);
        return true;
    }
    struct bitmap *const apart = &reading->apart.solid;
    struct bitmap drawn = {0};
    if (apart->words != NULL && !bitmap_init(&drawn, solid->width, solid->height))
        return fail_memory(err);
    for (size_t i = 0; apart->words != NULL && i < drawn.row_words * drawn.height; i++)
        drawn.words[i] = solid->words[i] | apart->words[i];
    const bool ok = auto_cut(apart->words != NULL ? &drawn : solid, &rule, cells, err);
    bitmap_free(&drawn);
    if (!ok)
        return false;
    atlas_link(cells);
    reading->page.sheet.cut_by_key = reading->art->key.matched > 0;
    page_bake(&reading->page);
    if (cells->frame_count == 0 && !recipe_allows(recipe, "empty"))
        diagnostics_add(&reading->job->out->diagnostics, reading->page.sheet.path, "empty",
                        "no pixel is solid, so --auto-cut finds no sprite");
    return true;
}

static bool bake_cells(struct reading *reading, struct error *err)
{
    const struct recipe *const recipe = reading->job->input->recipe;
    if (reading->image->frame_count > 1)
        return fail(err, "has %" PRIu32 " frames, which are sprites already: --%s cannot cut them",
                    reading->image->frame_count, recipe->auto_cut ? "auto-cut" : "grid");
    reading->page.planes = reading->art;
    if (!find_cells(reading, err))
        return false;
    for (uint32_t i = 0; reading->image->has_layer && i < reading->atlas.frame_count; i++)
        page_bake_frame(&reading->page, i, NULL, recipe->layer, NULL, &reading->apart);
    return true;
}

/* ---- Companions ---------------------------------------------------------------------------- */

/* "4x8", or "4x8 (2 frames)" for frames that stand one below the other. */
enum { SIZE_TEXT_MAX = 60 };

static const char *size_text(char out[SIZE_TEXT_MAX], const struct image *image)
{
    const uint32_t frames = image->frame_count;
    const int length =
        snprintf(out, SIZE_TEXT_MAX, "%" PRIu32 "x%" PRIu32, image->width, image->height * frames);
    if (frames > 1)
        snprintf(out + length, SIZE_TEXT_MAX - (size_t)length, " (%" PRIu32 " frames)", frames);
    return out;
}

/* Bakes the picture with the pixels of its companion, all frames of which came at once. */
static bool take_mask(void *user, const struct image *image, struct decoded *planes,
                      struct error *err)
{
    struct reading *const reading = user;
    const struct input *const input = reading->job->input;
    const struct image *const own = reading->image;
    char quoted[200], size[SIZE_TEXT_MAX], own_size[SIZE_TEXT_MAX];
    if (image->width != own->width ||
        image->height * image->frame_count != own->height * own->frame_count)
        return fail(err, "is %s, but it is the mask of %s, which is %s", size_text(size, image),
                    text_quote(quoted, sizeof quoted, input->path), size_text(own_size, own));
    bake_planes(reading, planes);
    return true;
}

/* Errors of the companion go to the diagnostics, because they are about another file. */
static bool bake_by_mask(struct reading *reading)
{
    const struct bake_job *const job = reading->job;
    const struct input *const input = job->input;
    const struct decode_order order = {
        .rules = reading->rules,
        .count = reading->rule_count,
        .decoder = job->rules->decoding.decoder,
        .budget = &reading->budget,
        .stacked = true,
        .take = take_mask,
        .user = reading,
    };
    struct reader reader;
    struct image image;
    struct error err;
    if (input->mask_unread)
        return false;
    bool ok = bake_open(job, input->mask, &reader, &err);
    if (ok) {
        ok = decode_picture(&reader, &order, &image, &err);
        if (ok)
            bake_warn_flaws(job, input->mask, &image);
        image_free(&image);
        bake_close(job, input->mask, &reader, ok);
    }
    if (!ok) {
        product_free(job->out); /* of frames before the error */
        diagnostics_add_error(&job->out->diagnostics, input->mask, &err);
    }
    return ok;
}

/* ---- A picture ----------------------------------------------------------------------------- */

static bool bake_picture(const struct bake_job *job, struct reader *reader, struct error *err)
{
    const struct input *const input = job->input;
    const bool cuts = recipe_cuts(input->recipe);
    const size_t layers = input->recipe->layer_count;
    struct reading reading = {.job = job,
                              .budget = {.most = job->rules->decoding.max_pixels},
                              .rules = memory_new(1 + layers, sizeof *reading.rules),
                              .rule_count = 1 + layers,
                              .art = memory_new(1 + layers, sizeof *reading.art)};
    reading.rules[0] = input->recipe->solid;
    for (size_t i = 0; i < layers; i++)
        reading.rules[1 + i] = input->recipe->layers[i].recipe->solid;
    const struct decode_order order = {.rules = reading.rules,
                                       .count = reading.rule_count,
                                       .decoder = job->rules->decoding.decoder,
                                       .budget = &reading.budget,
                                       .layer = input->mask == NULL ? input->recipe->layer : NULL,
                                       .take = take_frame,
                                       .user = &reading};
    struct image image;
    bool ok = decode_picture(reader, &order, &image, err);
    if (!ok)
        product_free(job->out); /* of frames before the error */
    else
        bake_warn_flaws(job, input->path, &image);
    if (ok && !reading.failed && (!has_mask(input) || bake_by_mask(&reading))) {
        if (cuts)
            ok = bake_cells(&reading, err);
        else if (has_parts(&image)) {
            if (!reading.ended)
                end_art(&reading);
            bake_animations(job, &reading.atlas, reading.recipe.layer);
        }
    }
    if (ok && reading.failed) {
        *err = reading.err;
        ok = false;
    }
    image_free(&image);
    atlas_free(&reading.atlas);
    for (size_t i = 0; i < reading.rule_count; i++)
        decoded_free(&reading.art[i]);
    free(reading.rules);
    free(reading.art);
    decoded_free(&reading.apart);
    return ok;
}

/* ---- An input ------------------------------------------------------------------------------ */

static bool bake_text(const struct bake_job *job, bool is_stdin, const char *text, size_t size,
                      struct error *err)
{
    const char *const path = job->input->path;
    const struct atlas_format *const format = atlas_recognise(text, size);
    const bool is_json = document_is_json((const uint8_t *)text, size);
    const struct kind *const kind = is_json ? NULL : kind_by_all(text, size);
    /* All atlases that can be read were read when the bake was planned. */
    if (format != NULL)
        return fail(
            err, "is an atlas (%s), which %s", format->name,
            is_stdin ? "cannot be read from standard input, because its pages are found beside its "
                       "file; name the file"
                     : "must be a regular file whose name does not end like that of a picture");
    if (kind != NULL)
        return fail_kind(err, kind, path);
    if (unknown_is_companion(path, text, size, err))
        return false;
    if (!is_json)
        return unknown_fail(path, text, size, err);
    job->out->is_document = true;
    document_read(text, size, path, job->rules->decoding.max_pixels, job->out);
    return true;
}

/* Bakes a file that begins with these bytes, and is not a picture. */
static bool bake_other(const struct bake_job *job, struct reader *reader, const uint8_t *beginning,
                       size_t got, struct error *err)
{
    const struct input *const input = job->input;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (got >= 8 && memcmp(beginning, PACK_MAGIC, 8) == 0)
        return fail(err,
                    "is a pack already; 'hitmask inspect --json' makes a document of it, "
                    "which can be baked");
    const struct kind *const kind = kind_by_beginning(beginning, got);
    if (kind != NULL)
        return fail_kind(err, kind, input->path);
    if (!reader_read_all(reader, input_text_most(input), &bytes, &size, err))
        return false;
    const bool ok = bake_text(job, reader->is_stdin, (const char *)bytes, size, err);
    free(bytes);
    return ok;
}

void bake_input(const struct input *input, const struct bake_rules *rules, struct product *out)
{
    const struct bake_job job = {input, rules, out};
    struct reader reader;
    struct error err;
    const uint8_t *beginning;
    size_t got;
    if (input->atlas != NULL) {
        bake_atlas(&job);
        return;
    }
    bool ok = bake_open(&job, input->path, &reader, &err);
    if (ok) {
        ok = reader_peek(&reader, KIND_BYTES, &beginning, &got, &err) &&
             (image_begins(beginning, got) ? bake_picture(&job, &reader, &err)
                                           : bake_other(&job, &reader, beginning, got, &err));
        bake_close(&job, input->path, &reader, ok);
    }
    if (!ok)
        diagnostics_add_error(&out->diagnostics, input->path, &err);
}
