/*
 * art.c - finds, decodes and compares the art of a pack
 */
#include "commands/art.h"

#include "base/platform/files.h"
#include "base/text.h"
#include "picture/image.h"
#include "system/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The file of a source -------------------------------------------------------------------- */

bool art_folder_check(const char *folder, struct error *err)
{
    struct file_facts facts;
    const bool known = file_facts_of_path(folder, &facts);
    if (!known && errno != ENOENT && errno != ENOTDIR)
        return fail_errno(err, "open");
    return (known && facts.kind == FILE_FOLDER) || fail(err, "is not a folder; --art needs one");
}

static bool is_relative(const char *source)
{
    if (path_is_absolute(source) || path_is_forbidden(source) != NULL)
        return false;
    for (const char *part = source; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0))
            return false;
    }
    return true;
}

bool art_find(const char *folder, const char *source, char **path, struct error *err)
{
    const bool ends = folder[0] != '\0' && folder[strlen(folder) - 1] == '/';
    char *const joined = text_format("%s%s%s", folder, ends ? "" : "/", source);
    char quoted[256], verb[300], *real = NULL;
    uint8_t bytes[IMAGE_BYTES];
    size_t got = 0;
    const enum file_place place =
        is_relative(source) ? file_place_from(folder, joined, &real) : FILE_OUTSIDE;
    snprintf(verb, sizeof verb, "open '%s'", text_quote(quoted, sizeof quoted, joined));
    const bool ok =
        place == FILE_OUTSIDE ? fail(err, "leads outside the --art folder")
        : place == FILE_NOWHERE
            ? fail_errno(err, verb)
            : reader_file_beginning(real, bytes, sizeof bytes, &got, err) &&
                  (image_begins(bytes, got) || fail(err, "is not a picture that can be read"));
    free(joined);
    if (ok)
        *path = real;
    else
        free(real);
    return ok;
}

bool art_spares(const char *folder, const struct model *model, const char *output,
                struct error *err)
{
    struct file_id written, read;
    bool same = false;
    if (output == NULL || !file_id_of_path(output, &written) ||
        !reader_file_begins(output, image_begins))
        return true;
    for (size_t i = 0; i < model->sprite_count && !same; i++) {
        const char *const source = model->sprites[i].source;
        char *path = NULL;
        if (i > 0 && strcmp(source, model->sprites[i - 1].source) == 0)
            continue;
        same = art_find(folder, source, &path, err) && file_id_of_path(path, &read) &&
               file_id_equal(&read, &written);
        free(path);
    }
    return !same || fail_usage(err,
                               "is a picture of this art, and the output would write over "
                               "it; give the output another name");
}

static int compare_users(const void *a, const void *b)
{
    const struct art_user *const p = a, *const q = b;
    const int order = strcmp(p->path, q->path);
    return order != 0 ? order : (p->sprite > q->sprite) - (p->sprite < q->sprite);
}

size_t art_first_users(struct art_user *users, size_t count)
{
    size_t kept = 0;
    qsort(users, count, sizeof *users, compare_users);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(users[kept - 1].path, users[i].path) != 0)
            users[kept++] = users[i];
    return kept;
}

/* ---- Its picture ----------------------------------------------------------------------------- */

static bool load(const char *folder, const char *source, struct rgba *out, struct error *err)
{
    struct reader reader;
    char *path = NULL;
    *out = (struct rgba){0};
    if (!art_find(folder, source, &path, err))
        return false;
    bool ok = reader_open_regular(&reader, path, err);
    free(path);
    if (!ok)
        return false;
    ok = image_read_rgba(&reader, out, err);
    reader_close(&reader);
    return ok;
}

/* Fails unless the sprite's region is in the image, and its place in the sprite known. */
static bool fits(const struct rgba *image, const struct model_sprite *sprite, struct error *err)
{
    const uint32_t *const region = sprite->region;
    if (region[0] > image->width || region[2] > image->width - region[0] ||
        region[1] > image->height || region[3] > image->height - region[1])
        return fail(err, "the image is %ux%u, but the sprite was baked from %ux%u at %u,%u",
                    (unsigned)image->width, (unsigned)image->height, (unsigned)region[2],
                    (unsigned)region[3], (unsigned)region[0], (unsigned)region[1]);
    /* A frame that the packer trimmed to nothing has no pixels to draw. */
    if (model_is_plain(sprite) && region[2] != 0 && region[3] != 0 &&
        (region[2] != sprite->width || region[3] != sprite->height))
        return fail(
            err,
            "the sprite is trimmed or rotated in this image, and the pack does not say how; "
            "please bake it again");
    return true;
}

const struct rgba *art_of_sprite(struct art_search *search, const struct model_sprite *sprite)
{
    struct error err;
    if (search->folder == NULL)
        return NULL;
    if (search->source == NULL || strcmp(search->source, sprite->source) != 0) {
        rgba_free(&search->image);
        search->source = sprite->source;
        if (!load(search->folder, sprite->source, &search->image, &err))
            art_leave_out(search, sprite->source, &err);
    }
    if (search->image.pixels == NULL)
        return NULL;
    if (fits(&search->image, sprite, &err))
        return &search->image;
    art_leave_out(search, sprite->name, &err);
    return NULL;
}

/* ---- Missing art ----------------------------------------------------------------------------- */

enum { SHOWN_MOST = 5 };

void art_leave_out(struct art_search *search, const char *name, const struct error *why)
{
    char quoted[256];
    if (!search->finished && search->missing++ < SHOWN_MOST)
        say_warning(search->messages, search->path, "art", "the art '%s' is left out: %s",
                    text_quote(quoted, sizeof quoted, name), why->text);
}

void art_finish(struct art_search *search)
{
    if (!search->finished && search->missing > SHOWN_MOST)
        say_warning(search->messages, search->path, "art",
                    "the art is left out for %zu more name%s", search->missing - SHOWN_MOST,
                    search->missing == SHOWN_MOST + 1 ? "" : "s");
    search->finished = true;
}
