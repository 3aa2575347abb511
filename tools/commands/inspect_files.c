/*
 * inspect_files.c - the files that inspect writes
 */
#include "commands/inspect_files.h"

#include "base/text_names.h"
#include "commands/art.h"
#include "commands/command.h"
#include "draw/html.h"
#include "draw/sprite_draw.h"
#include "draw/svg.h"
#include "system/output.h"

#include <stdlib.h>
#include <string.h>

/* ---- Pictures -------------------------------------------------------------------------------- */

/* The image of one source at a time: sprites of one sheet follow each other. */
struct gallery {
    const struct model *model;
    struct inspect_art art;
    bool reported;      /* the art that is left out */
    const char *source; /* of `image`; the model's own string */
    struct rgba image;
    struct rgba sheet;
};

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    const struct gallery *const gallery = user;
    sprite_picture_describe(gallery->model, &gallery->model->sprites[index], size, lines);
}

static void leave_out(struct gallery *gallery, const char *name, const struct error *why)
{
    if (!gallery->reported)
        inspect_art_leave_out(&gallery->art, name, why);
}

/* Both kinds of pictures look for the same art: the first reports what is missing. */
static void finish_art(struct gallery *gallery)
{
    if (!gallery->reported)
        inspect_art_finish(&gallery->art);
    gallery->reported = true;
}

/* The image, or NULL when there is none that fits. */
static const struct rgba *find_art(void *user, const struct model_sprite *sprite)
{
    struct gallery *const gallery = user;
    struct error err;
    if (gallery->art.folder == NULL)
        return NULL;
    if (gallery->source == NULL || strcmp(gallery->source, sprite->source) != 0) {
        rgba_free(&gallery->image);
        gallery->source = sprite->source;
        if (!art_image_load(gallery->art.folder, sprite->source, &gallery->image, &err))
            leave_out(gallery, sprite->source, &err);
    }
    if (gallery->image.pixels == NULL)
        return NULL;
    if (art_image_fits(&gallery->image, sprite, &err))
        return &gallery->image;
    leave_out(gallery, sprite->name, &err);
    return NULL;
}

static bool paint(void *user, size_t index, const struct sheet_cell *cell, struct error *err)
{
    struct gallery *const gallery = user;
    const struct model_sprite *const sprite = &gallery->model->sprites[index];
    return sprite_picture_paint(gallery->model, sprite, find_art(gallery, sprite), cell, err);
}

static bool save_png(struct gallery *gallery, const char *path, struct error *err)
{
    const struct contact_sheet sheet = {gallery->model->sprite_count,
                                        sprite_picture_legend(gallery->model), gallery, describe,
                                        paint};
    size_t drawn = 0;
    if (!contact_sheet_draw(&sheet, &gallery->sheet, &drawn, err))
        return false;
    finish_art(gallery);
    if (drawn < sheet.count)
        say_warning(
            gallery->art.messages, path, NULL,
            "shows only the first %zu of %zu sprites: one picture has no room for more; choose "
            "some by name",
            drawn, sheet.count);
    return save_picture(path, &gallery->sheet, err);
}

static bool write_svg(void *user, struct sink *sink, struct error *err)
{
    struct gallery *const gallery = user;
    const struct svg_art art = {find_art, gallery};
    const bool ok = svg_write(gallery->model, gallery->art.folder != NULL ? &art : NULL, sink, err);
    finish_art(gallery);
    return ok;
}

void inspect_pictures(const struct inspect_pictures *wanted, const char *path,
                      const struct model *model, struct messages *messages)
{
    struct gallery gallery = {.model = model, .art = {wanted->art, path, messages, 0}};
    struct error err;
    if (wanted->png != NULL && !save_png(&gallery, wanted->png, &err))
        say_error(messages, wanted->png, &err);
    if (wanted->svg != NULL && !save_file(wanted->svg, false, write_svg, &gallery, &err))
        say_error(messages, wanted->svg, &err);
    rgba_free(&gallery.image);
    rgba_free(&gallery.sheet);
}

/* ---- The page -------------------------------------------------------------------------------- */

/* A sprite that uses a source, by its index in the model. */
struct user {
    const char *source;
    size_t sprite;
};

static int compare_users(const void *a, const void *b)
{
    const struct user *const p = a, *const q = b;
    const int order = strcmp(p->source, q->source);
    return order != 0 ? order : (p->sprite > q->sprite) - (p->sprite < q->sprite);
}

/* Gives the path of each source's art to the first sprite that has the source. `found` has an item
 * for each sprite. */
static bool find_all_art(struct inspect_art *art, const struct model *model, char **found)
{
    struct user *const users = calloc(model->sprite_count + 1, sizeof *users);
    struct error err;
    if (users == NULL)
        return false;
    for (size_t i = 0; i < model->sprite_count; i++)
        users[i] = (struct user){model->sprites[i].source, i};
    qsort(users, model->sprite_count, sizeof *users, compare_users);
    for (size_t i = 0; i < model->sprite_count; i++) {
        const char *const source = users[i].source;
        if (i > 0 && strcmp(source, users[i - 1].source) == 0)
            continue;
        if (!art_find(art->folder, source, &found[users[i].sprite], &err))
            inspect_art_leave_out(art, source, &err);
    }
    inspect_art_finish(art);
    free(users);
    return true;
}

static bool write_page(void *user, struct sink *sink, struct error *err)
{
    return html_write(user, sink, err);
}

void inspect_html(const struct inspect_html *options, const char *path, struct model *model,
                  struct messages *messages)
{
    char **const found = calloc(model->sprite_count + 1, sizeof *found);
    struct inspect_art art = {options->art, path, messages, 0};
    struct html_page page = {
        .model = model,
        .title = strcmp(path, "-") == 0 ? "standard input" : text_base_name(path),
        .art = found,
    };
    struct error err;
    /* A selection may be in another order, and use only some of the masks. */
    bool ok = model_sort(model, &err);
    if (ok && (found == NULL || (art.folder != NULL && !find_all_art(&art, model, found))))
        ok = fail_memory(&err);
    if (!ok || !save_file(options->output, false, write_page, &page, &err))
        say_error(messages, options->output, &err);
    for (size_t i = 0; found != NULL && i < model->sprite_count; i++)
        free(found[i]);
    free((void *)found);
}
