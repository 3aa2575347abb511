/*
 * naming.c - what sprites are called
 */
#include "plan/naming.h"

#include "base/text.h"
#include "plan/root.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

bool naming_check(const struct input *input, const struct naming_rules *rules, struct error *err)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    const char *const name = rules->name != NULL ? rules->name : input->name;
    if (is_stdin && rules->name == NULL)
        return fail_usage(err, "a picture from standard input needs --name NAME");
    /* Also under --name: the file's own name is the source that is stored. */
    if (!is_stdin && !utf8_is_name((const uint8_t *)input->name, strlen(input->name)))
        return fail(err, "the name is not valid UTF-8, or has control characters; rename the file");
    if (strlen(name) > UINT16_MAX)
        return fail(err, "the name is too long");
    return true;
}

/* Where the extension begins, or the name's end: hero.png has one, .hero, hero and, as a frame may
 * be called, hero.01 have none. */
static size_t stem_length(const char *name)
{
    const char *const base = text_base_name(name), *const dot = strrchr(base, '.');
    const size_t digits = dot != NULL ? strspn(dot + 1, "0123456789") : 0;
    const bool has_one = dot != NULL && dot != base && (digits == 0 || dot[1 + digits] != 0);
    return has_one ? (size_t)(dot - name) : strlen(name);
}

static char *finish(struct text *text)
{
    if (text->failed)
        text_free(text);
    return text->bytes;
}

/* The length without ".hit", "_hit" or "-hit" at its end, if that is not all there is of it. */
static size_t without_layer(const char *name, size_t length, const char *layer)
{
    const size_t last = strlen(layer);
    if (length < last + 2 || strncmp(name + length - last, layer, last) != 0 ||
        strchr("._-", name[length - last - 1]) == NULL || name[length - last - 2] == '/')
        return length;
    return length - last - 1;
}

/* hero.hit.png and, where names have no extension, hero.hit: both are the layer of another. */
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
    return finish(&out);
}

char *naming_picture(const struct input *input, const struct naming_rules *rules, const char *layer)
{
    return rules->name != NULL ? text_copy(rules->name) : name_base(input->name, rules, layer);
}

static void add_part(struct text *out, const char *mark, const char *part)
{
    if (part == NULL)
        return;
    text_add_string(out, mark);
    text_add_string(out, part);
}

char *naming_part(const char *base, const char *cell, const char *layer)
{
    struct text out = {0};
    text_add_string(&out, base);
    add_part(&out, "#", cell);
    add_part(&out, ":", layer);
    return finish(&out);
}

char *naming_frame(const struct input *input, const struct naming_rules *rules,
                   const struct atlas *atlas, const char *frame, const char *layer)
{
    char *base, *name;
    if (!atlas->numbered)
        return name_base(frame, rules, layer);
    base = naming_picture(input, rules, layer);
    name = base != NULL ? naming_part(base, frame, NULL) : NULL;
    free(base);
    return name;
}

char *naming_animation(const struct input *input, const struct naming_rules *rules,
                       const struct atlas *atlas, const char *animation)
{
    const char *const file = rules->name != NULL ? rules->name : input->name;
    if (atlas->numbered)
        return naming_frame(input, rules, atlas, animation, NULL);
    if (!atlas->own_animations)
        return text_copy(animation);
    return text_format("%.*s/%s", (int)stem_length(file), file, animation);
}

const char *naming_source_of(const struct input *input, const struct naming_rules *rules)
{
    return strcmp(input->path, "-") == 0 ? rules->name : input->name;
}

char *naming_beside(const char *path, const char *name)
{
    const char *const slash = strrchr(path, '/');
    if (slash == NULL || name[0] == '/')
        return text_copy(name);
    return text_format("%.*s%s", (int)(slash - path) + 1, path, name);
}

char *naming_source(const struct input *input, const char *image)
{
    char *const joined = image[0] == '/' ? root_name_like(input->path, input->name, image)
                                         : naming_beside(input->name, image);
    struct text out = {0};
    if (joined == NULL)
        return NULL;
    text_add_string(&out, ""); /* all that a page called "." leaves */
    for (const char *part = joined; *part != 0;) {
        const size_t length = strcspn(part, "/");
        if (length == 2 && strncmp(part, "..", 2) == 0) {
            while (out.length > 0 && out.bytes[--out.length] != '/')
                ;
            if (out.bytes != NULL)
                out.bytes[out.length] = 0;
        } else if (length > 0 && !(length == 1 && part[0] == '.')) {
            text_add_string(&out, out.length > 0 ? "/" : "");
            text_add(&out, part, length);
        }
        part += length + (part[length] == '/');
    }
    free(joined);
    return finish(&out);
}
