/*
 * aseprite_names.c - the name of a frame in a sheet of Aseprite, taken apart
 */
#include "atlas/aseprite/aseprite_names.h"

#include <ctype.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length without ".aseprite", ".png" and the like. A sprite that was never saved has none, but
 * Aseprite's own names have the dot: "Sprite-0001 0.". */
static size_t stem_of(const char *text)
{
    const char *const dot = strrchr(text, '.');
    size_t letters = 0;
    while (dot != NULL && isalpha((unsigned char)dot[1 + letters]))
        letters++;
    const bool is_extension = dot != NULL && dot[1 + letters] == '\0';
    return is_extension && dot != text ? (size_t)(dot - text) : strlen(text);
}

const char *aseprite_find_layer(const struct aseprite_sheet *sheet, const char *name, size_t length)
{
    for (size_t i = 0; i < sheet->layer_count; i++)
        if (strncmp(sheet->layers[i], name, length) == 0 && sheet->layers[i][length] == '\0')
            return sheet->layers[i];
    return NULL;
}

/* Where "(7)" begins that ends a name; NULL: nowhere. */
static const char *find_number_in_brackets(const struct aseprite_name *name)
{
    const char *const end = name->text + name->length;
    const char *at = end;
    if (name->length < 3 || *--at != ')')
        return NULL;
    while (at > name->text && is_digit(at[-1]))
        at--;
    return at > name->text && at[-1] == '(' && *at != ')' ? at - 1 : NULL;
}

/* The last digits are the number, unless they end a word in brackets: "(Layer 1)"; `in_brackets`:
 * they may be all of it. In names of Aseprite itself nothing stands behind it: "hero 1
 * (hat).aseprite" has none. */
static struct aseprite_name split_name(const char *text, bool in_brackets)
{
    struct aseprite_name name = {.text = text, .length = stem_of(text)};
    const char *const bracket = in_brackets ? find_number_in_brackets(&name) : NULL;
    size_t end = name.length;
    while (end > 0 && !is_digit(text[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && is_digit(text[begin - 1]))
        begin--;
    if (end - begin > 9 ||
        (bracket == NULL &&
         (text[end] == ')' || (end < name.length && aseprite_is_extension_own(&name)))))
        return name;
    for (size_t i = begin; i < end; i++)
        name.number = name.number * 10 + (uint64_t)(text[i] - '0');
    name.begin = bracket != NULL ? (size_t)(bracket - text) : begin;
    name.end = bracket != NULL ? name.length : end;
    return name;
}

/* "hero 7.aseprite": Aseprite itself puts a space before the number, and no zero. */
static bool has_own_number(const struct aseprite_name *name)
{
    return name->begin > 0 && name->text[name->begin - 1] == ' ' &&
           name->text[name->begin] != '(' &&
           (name->text[name->begin] != '0' || name->end - name->begin == 1);
}

/* Does a name end with that of a listed layer, "hero_Layer 1"? */
static bool ends_with_layer(const struct aseprite_sheet *sheet, const struct aseprite_name *name)
{
    bool any = false;
    for (size_t i = 0; i < sheet->layer_count && !any; i++) {
        const char *const layer = sheet->layers[i];
        const size_t length = strlen(layer);
        if (length == 0 || length > name->length)
            continue;
        const char *const at = name->text + name->length - length;
        any =
            memcmp(at, layer, length) == 0 && (at == name->text || !isalnum((unsigned char)at[-1]));
    }
    return any;
}

/* Does a name end with a number in brackets that is no listed layer? */
static bool ends_with_bracket(const struct aseprite_sheet *sheet, const struct aseprite_name *name)
{
    const char *const at = find_number_in_brackets(name);
    return at != NULL &&
           aseprite_find_layer(sheet, at + 1, (size_t)(name->text + name->length - at) - 2) == NULL;
}

/* Documents of one frame have no numbers in Aseprite's own names: "hero (1).aseprite" is a layer,
 * unless tags or slices show that there are more frames. */
struct aseprite_naming aseprite_naming_find(const struct aseprite_sheet *sheet)
{
    const bool few = sheet->layer_count <= ASEPRITE_MOST;
    bool all_in_brackets = few && sheet->last_number > 0;
    struct aseprite_naming naming = {0};
    naming.has_none = few && sheet->layer_count > 0 && sheet->last_number == 0;
    for (size_t i = 0; i < sheet->count; i++) {
        const struct aseprite_name name = split_name(sheet->names[i], false);
        const bool is_own = aseprite_is_extension_own(&name);
        const bool in_brackets = few && ends_with_bracket(sheet, &name);
        naming.is_own =
            naming.is_own || (is_own && (has_own_number(&name) || !aseprite_has_number(&name)));
        naming.in_brackets = naming.in_brackets || (in_brackets && !is_own);
        naming.has_none = naming.has_none && ends_with_layer(sheet, &name);
        all_in_brackets = all_in_brackets && in_brackets;
    }
    naming.is_own = naming.is_own && !all_in_brackets;
    naming.in_brackets = naming.in_brackets || all_in_brackets;
    return naming;
}

/* Where Aseprite itself has named frames, with numbers or without, "hero2.aseprite" is the only
 * frame of its document. */
struct aseprite_name aseprite_name_split(const char *text, struct aseprite_naming naming)
{
    struct aseprite_name name = split_name(text, naming.in_brackets);
    if (naming.has_none ||
        (naming.is_own && aseprite_is_extension_own(&name) && !has_own_number(&name))) {
        name.begin = name.end = 0;
        name.number = 0;
    }
    return name;
}

bool aseprite_has_number(const struct aseprite_name *name)
{
    return name->begin < name->end;
}

bool aseprite_is_extension_own(const struct aseprite_name *name)
{
    const char *const ending = name->text + name->length;
    return strcmp(ending, ".aseprite") == 0 || strcmp(ending, ".ase") == 0 ||
           strcmp(ending, ".") == 0;
}

bool aseprite_are_alike(const struct aseprite_name *a, const struct aseprite_name *b)
{
    return a->begin == b->begin && aseprite_has_number(a) == aseprite_has_number(b) &&
           a->length - a->end == b->length - b->end && memcmp(a->text, b->text, a->begin) == 0 &&
           memcmp(a->text + a->end, b->text + b->end, a->length - a->end) == 0;
}

/* Other patterns leave gaps where they have nothing to say, or go on behind the layer's brackets:
 * "hero () run 0", "hero  0". A picture beside documents has no number: "tree.png". */
bool aseprite_is_own_name(const struct aseprite_name *name)
{
    const bool is_picture = name->text[name->length] == '.' && !aseprite_has_number(name);
    bool own = (is_picture || aseprite_is_extension_own(name)) &&
               strstr(name->text, "  ") == NULL && strstr(name->text, "()") == NULL &&
               (!aseprite_has_number(name) || has_own_number(name));
    for (const char *at = name->text; (at = strstr(at, ") ")) != NULL; at++)
        own = own && (at[2] == '#' || at[2] == '(' || at + 2 == name->text + name->begin);
    return own;
}
