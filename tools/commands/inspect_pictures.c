/*
 * inspect_pictures.c - a sheet of sprites over their art, and the same as paths
 */
#include "commands/inspect_pictures.h"

#include "commands/art_image.h"
#include "commands/inspect_art.h"
#include "draw/sprite_picture.h"
#include "draw/svg.h"
#include "model/png_file.h"
#include "system/save.h"

#include <string.h>

/* The image of one source at a time: sprites of one sheet follow each other. */
struct gallery {
    const struct model *model;
    struct inspect_art art;
    bool told;          /* what art is left out has been said */
    const char *source; /* that was looked for last; the model's own */
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
    if (!gallery->told)
        inspect_art_leave_out(&gallery->art, name, why);
}

static void tell_rest(struct gallery *gallery)
{
    if (!gallery->told)
        inspect_art_finish(&gallery->art);
    gallery->told = true;
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

static bool paint(void *user, size_t index, const struct sheet_cell *stage, struct error *err)
{
    struct gallery *const gallery = user;
    const struct model_sprite *const sprite = &gallery->model->sprites[index];
    return sprite_picture_paint(gallery->model, sprite, find_art(gallery, sprite), stage, err);
}

static bool write_png(void *user, struct sink *sink, struct error *err)
{
    return png_write(&((struct gallery *)user)->sheet, sink, err);
}

static bool save_png(struct gallery *gallery, const char *path, struct error *err)
{
    const struct contact_sheet sheet = {gallery->model->sprite_count,
                                        sprite_picture_legend(gallery->model), gallery, describe,
                                        paint};
    size_t drawn = 0;
    if (!contact_sheet_draw(&sheet, &gallery->sheet, &drawn, err))
        return false;
    tell_rest(gallery);
    if (drawn < sheet.count)
        say_warning(
            gallery->art.messages, path, NULL,
            "shows only the first %zu of %zu sprites: one picture has no room for more; choose "
            "some by name",
            drawn, sheet.count);
    return save_file(path, true, write_png, gallery, err);
}

static bool write_svg(void *user, struct sink *sink, struct error *err)
{
    struct gallery *const gallery = user;
    const struct svg_art art = {find_art, gallery};
    const bool ok = svg_write(gallery->model, gallery->art.folder != NULL ? &art : NULL, sink, err);
    tell_rest(gallery);
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
