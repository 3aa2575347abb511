/*
 * aseprite_names.h - the name of a frame in a sheet of Aseprite, taken apart
 *
 *     "hero (body) #walk 7.aseprite"  ->  "hero (body) #walk " 7
 *
 * Where the number is depends on the other names, too.
 */
#ifndef ASEPRITE_NAMES_H
#define ASEPRITE_NAMES_H

#include "atlas/aseprite/aseprite_items.h"

/* A name in parts: "hero (body) " 0 "" (".aseprite" is left out). */
struct aseprite_name {
    const char *text;
    size_t length;     /* without the extension */
    size_t begin, end; /* the number's digits, with brackets round them; equal: there is none */
    uint64_t number;
};

/* How the names of a sheet are taken apart. */
struct aseprite_naming {
    bool is_own;      /* Aseprite itself has named frames */
    bool in_brackets; /* "hero (7)" is frame 7, and not the layer 7 */
    bool has_none;    /* what digits there are, layers have */
};

struct aseprite_naming aseprite_naming_find(const struct aseprite_sheet *sheet);

struct aseprite_name aseprite_name_split(const char *text, struct aseprite_naming naming);

bool aseprite_has_number(const struct aseprite_name *name);

/* ".aseprite" or ".ase", as Aseprite itself names frames. */
bool aseprite_is_extension_own(const struct aseprite_name *name);

/* Are both the same but for their numbers? */
bool aseprite_are_alike(const struct aseprite_name *a, const struct aseprite_name *b);

/* May Aseprite itself have named the frame? */
bool aseprite_is_own_name(const struct aseprite_name *name);

/* The listed layer of that name; NULL: there is none. */
const char *aseprite_find_layer(const struct aseprite_sheet *sheet, const char *name,
                                size_t length);

#endif
