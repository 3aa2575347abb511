/*
 * naming.c - names of sprites, of sources and of masks
 */
#include "plan/naming.h"

#include "base/memory.h"
#include "base/platform/files.h"
#include "base/text.h"
#include "formats/depfile.h"
#include "system/fingerprint.h"
#include "utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool naming_check(const struct input *input, const struct naming_rules *rules, struct error *err)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    const char *const name = rules->name != NULL ? rules->name : input->name;
    if (is_stdin && rules->name == NULL)
        return fail_usage(err, "a picture from standard input needs --name NAME");
    /* This holds even with --name, because the file's own name is stored as the source. */
    if (!is_stdin && !utf8_is_name((const uint8_t *)input->name, strlen(input->name)))
        return fail(err, "the name is not valid UTF-8, or has control characters; rename the file");
    if (strlen(name) > UINT16_MAX)
        return fail(err, "the name is too long");
    return true;
}

/* The length of a name without its extension. hero.png has one; .hero, hero and hero.01, which may
 * be a frame, have none. */
static size_t stem_length(const char *name)
{
    const char *const base = text_base_name(name), *const dot = strrchr(base, '.');
    const size_t digits = dot != NULL ? strspn(dot + 1, "0123456789") : 0;
    const bool has_one = dot != NULL && dot != base && (digits == 0 || dot[1 + digits] != 0);
    return has_one ? (size_t)(dot - name) : strlen(name);
}

/* The length of a name without ".hit", "_hit" or "-hit" at its end, if something is left then. */
static size_t without_layer(const char *name, size_t length, const char *layer)
{
    const size_t last = strlen(layer);
    if (length < last + 2 || strncmp(name + length - last, layer, last) != 0 ||
        strchr("._-", name[length - last - 1]) == NULL || name[length - last - 2] == '/')
        return length;
    return length - last - 1;
}

/* The name of the sprite that a file or a frame of that name becomes or, with a layer, belongs to.
 * hero.hit.png is a layer of another sprite and, where names have no extension, so is hero.hit. */
static char *name_base(const char *name, const struct naming_rules *rules, const char *layer)
{
    const size_t all = strlen(name);
    const size_t whole = layer != NULL ? without_layer(name, all, layer) : all;
    const size_t stem = stem_length(name);
    struct text out = {0};
    if (whole < all || (layer == NULL && !rules->strip_extension))
        return text_copy_n(name, whole);
    text_add(&out, name, layer != NULL ? without_layer(name, stem, layer) : stem);
    if (!rules->strip_extension)
        text_add_string(&out, name + stem);
    return out.bytes;
}

char *naming_picture(const struct input *input, const struct naming_rules *rules, const char *layer)
{
    return rules->name != NULL ? text_copy(rules->name) : name_base(input->name, rules, layer);
}

char *naming_part(const char *base, const char *cell, const char *layer)
{
    if (cell == NULL && layer == NULL) /* most sprites are neither, and formatting takes long */
        return text_copy(base);
    return text_format("%s%s%s%s%s", base, cell != NULL ? "#" : "", cell != NULL ? cell : "",
                       layer != NULL ? ":" : "", layer != NULL ? layer : "");
}

char *naming_frame(const struct input *input, const struct naming_rules *rules,
                   const struct atlas *atlas, const char *frame, const char *layer)
{
    if (!atlas->numbered)
        return name_base(frame, rules, layer);
    char *const base = naming_picture(input, rules, layer);
    char *const name = naming_part(base, *frame != 0 ? frame : NULL, NULL);
    free(base);
    return name;
}

char *naming_sprite(const struct input *input, const struct naming_rules *rules,
                    const struct atlas *atlas, const char *frame, const char *layer)
{
    char *const base = naming_frame(input, rules, atlas, frame, layer);
    char *const name = naming_part(base, NULL, layer);
    free(base);
    return name;
}

char *naming_animation(const struct input *input, const struct naming_rules *rules,
                       const struct atlas *atlas, const char *animation)
{
    const char *const file = rules->name != NULL ? rules->name : input->name;
    if (atlas->own_animations)
        return text_format("%.*s%s%s", (int)stem_length(file), file, *animation != 0 ? "/" : "",
                           animation);
    return atlas->numbered ? naming_frame(input, rules, atlas, animation, NULL)
                           : text_copy(animation);
}

const char *naming_source_of(const struct input *input, const struct naming_rules *rules)
{
    return strcmp(input->path, "-") == 0 ? rules->name : input->name;
}

char *naming_beside(struct arena *arena, const char *path, const char *name)
{
    const char *const slash = strrchr(path, '/');
    const int folder = slash == NULL || path_is_absolute(name) ? 0 : (int)(slash - path) + 1;
    return arena_format(arena, "%.*s%s", folder, path, name);
}

/* Adds the parts of a path, with "." and ".." resolved, never above the root. */
static void add_resolved(struct text *out, const char *path, bool absolute)
{
    while (*path != 0) {
        const size_t length = strcspn(path, "/");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            while (out->length > 0 && out->bytes[--out->length] != '/')
                ;
            if (out->bytes != NULL)
                out->bytes[out->length] = 0;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            text_add_string(out, absolute || out->length > 0 ? "/" : "");
            text_add(out, path, length);
        }
        path += length + (path[length] == '/');
    }
}

/* An absolute path without ".", ".." and double slashes; links keep their names. NULL when the
 * current folder is not known. */
static char *absolute(const char *path)
{
    struct text out = {0};
    if (!path_is_absolute(path)) {
        char *const here = path_current();
        if (here == NULL)
            return NULL;
        if (strcmp(here, "/") != 0)
            text_add_string(&out, here);
        free(here);
    }
    add_resolved(&out, path, true);
    if (out.length == 0)
        text_add_string(&out, "/");
    return out.bytes;
}

/* The name of the file at an absolute path, when the file at `known` has the name `name`: below the
 * folder that names begin at, with one spelling of paths, absolute() or path_real(). NULL when
 * `path` lies elsewhere by that, or that failed. */
static char *name_like(char *(*spell)(const char *), const char *known, const char *name,
                       const char *path)
{
    char *const from = spell(known), *const to = spell(path);
    const size_t length = from != NULL ? strlen(from) : 0, own = strlen(name);
    char *out = NULL;
    if (to != NULL && length > own && strcmp(from + length - own, name) == 0 &&
        from[length - own - 1] == '/' && strncmp(from, to, length - own) == 0)
        out = text_copy(to + length - own);
    free(from);
    free(to);
    return out;
}

/* An image may lie elsewhere than its text says, as "../a.png" in a linked folder does. An image in
 * another folder is named by its last part. */
char *naming_source(struct arena *arena, const struct input *input, const char *image)
{
    struct text out = {0};
    const char *const path = naming_beside(arena, input->path, image);
    char *const real = real_name(path), *elsewhere = NULL;
    const bool absolute_image = path_is_absolute(image);
    const char *const place = absolute_image ? image : real;
    text_add_string(&out, ""); /* for a page called ".", of which nothing is left */
    if (!absolute_image && strcmp(real, path) == 0) {
        add_resolved(&out, naming_beside(arena, input->name, image), false);
    } else {
        elsewhere = name_like(absolute, input->path, input->name, place);
        if (elsewhere == NULL)
            elsewhere = name_like(path_real, input->path, input->name, place);
        add_resolved(&out, elsewhere != NULL ? elsewhere : text_base_name(place), false);
    }
    char *const name = arena_text(arena, out.bytes);
    free(real);
    free(elsewhere);
    text_free(&out);
    return name;
}

/* ---- Names below a root ---------------------------------------------------------------------- */

/* The name of `path` below `root`, with one spelling of paths, absolute() or path_real(). NULL when
 * `path` lies elsewhere by that, or that failed. */
static char *name_by(char *(*spell)(const char *), const char *root, const char *path)
{
    char *const from = spell(root), *const to = spell(path);
    const char *const rest = from != NULL && to != NULL ? text_below(from, to) : NULL;
    char *const name = rest != NULL ? text_copy(rest) : NULL;
    free(from);
    free(to);
    return name;
}

char *root_name(const char *root, const char *path, struct error *err)
{
    char quoted[256];
    struct file_facts facts;
    text_quote(quoted, sizeof quoted, root);
    const bool known = file_facts_of_path(root, &facts);
    if (!known && errno != ENOENT && errno != ENOTDIR) {
        fail_errno(err, "open --root");
        return NULL;
    }
    if (!known || facts.kind != FILE_FOLDER) {
        fail(err, "--root %s is not a folder", quoted);
        return NULL;
    }
    errno = 0;
    char *name = name_by(absolute, root, path);
    if (name == NULL)
        name = name_by(path_real, root, path);
    if (name == NULL && errno == ENOMEM)
        memory_run_out();
    if (name == NULL)
        fail(err, "lies outside --root %s", quoted);
    return name;
}

/* The place of the file, seen from the folder of that input. */
static enum file_place place_beside(const char *input, const char *path)
{
    struct arena arena = {0};
    char *file = NULL;
    const enum file_place place = file_place_from(naming_beside(&arena, input, "."), path, &file);
    arena_free(&arena);
    free(file);
    return place;
}

/* True if the input lies below the current folder, and that is not the root of a file system. */
static bool lies_here(const char *input)
{
    char *const here = path_current(), *file = NULL;
    const bool is_root = here == NULL || text_base_name(here)[0] == 0;
    const bool lies = !is_root && file_place_from(".", input, &file) == FILE_BELOW;
    free(here);
    free(file);
    return lies;
}

/* The length of the folder that two absolute paths of files or folders have in common, without the
 * slash behind it: 0 for that of the root. */
static size_t common_length(const char *a, const char *b)
{
    size_t i = 0, length = 0;
    for (; a[i] != 0 && a[i] == b[i]; i++)
        if (a[i] == '/')
            length = i;
    const bool is_end = (a[i] == 0 || a[i] == '/') && (b[i] == 0 || b[i] == '/');
    return is_end ? i : length;
}

/* An absolute path as one can type it in the current folder, which is `here`. */
static void put_from_here(struct text *out, const char *here, const char *folder)
{
    const size_t common = common_length(here, folder);
    if (common == 0) {
        text_add_string(out, folder);
        return;
    }
    for (const char *at = here + common; (at = strchr(at, '/')) != NULL; at++)
        text_add_string(out, out->length > 0 ? "/.." : "..");
    if (folder[common] != 0)
        text_add_string(out, folder + common + (out->length == 0));
    if (out->length == 0)
        text_add_string(out, ".");
}

/* Adds what to give so that the input may name the file: the nearest folder that has both. */
static bool fail_outside(const char *input, const char *path, const char *outside,
                         struct error *err)
{
    char *const from = path_real(input), *const to = path_real(path), *const here = path_real(".");
    const bool known = from != NULL && to != NULL && here != NULL;
    const size_t length = known ? common_length(from, to) : 0;
    struct text folder = {0};
    char quoted[256];
    if (length > 0) {
        from[length] = 0;
        put_from_here(&folder, here, from);
        fail(err, "leads outside %s; to allow that, give --root %s or --allow-outside", outside,
             text_quote(quoted, sizeof quoted, folder.bytes));
    } else {
        fail(err, "leads outside %s; to allow that, give --allow-outside", outside);
    }
    text_free(&folder);
    free(from);
    free(to);
    free(here);
    return false;
}

/* True if the file lies below one of the folders, of which any may be NULL, or leads nowhere. */
static bool lies_below(const char *const folders[], size_t count, const char *path)
{
    bool lies = false;
    for (size_t i = 0; i < count && !lies; i++) {
        char *file = NULL;
        lies = folders[i] != NULL && file_place_from(folders[i], path, &file) != FILE_OUTSIDE;
        free(file);
    }
    return lies;
}

bool root_holds(const char *root, const char *input, const char *project, const char *path,
                struct error *err)
{
    char quoted[200], outside[240];
    enum file_place place = place_beside(input, path);
    char *const target = place == FILE_OUTSIDE ? path_real(input) : NULL;
    if (target != NULL)
        place = place_beside(target, path);
    free(target);
    if (place != FILE_OUTSIDE)
        return true;
    const bool is_here = root == NULL && lies_here(input);
    if (lies_below((const char *[]){root, project, is_here ? "." : NULL}, 3, path))
        return true;
    text_quote(quoted, sizeof quoted, root != NULL ? root : text_base_name(input));
    snprintf(outside, sizeof outside, "%s%s",
             root != NULL ? "--root "
             : is_here    ? "the current folder"
                          : "the folder of ",
             is_here ? "" : quoted);
    return fail_outside(input, path, outside, err);
}

/* ---- Pictures that are masks: hero_mask.png beside hero.png ---------------------------------- */

/* The length of the name of a picture without its extension. */
static size_t picture_stem(const char *name)
{
    const char *const dot = strrchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) : strlen(name);
}

char *naming_mask(const char *name, const char *suffix)
{
    struct text out = {0};
    const size_t stem = picture_stem(name);
    text_add(&out, name, stem);
    text_add_string(&out, suffix);
    text_add_string(&out, name + stem);
    return out.bytes;
}

bool naming_is_mask(const char *name, const char *suffix)
{
    const char *const base = text_base_name(name);
    const size_t stem = picture_stem(base), end = strlen(suffix);
    return stem > end && strncmp(base + stem - end, suffix, end) == 0;
}
