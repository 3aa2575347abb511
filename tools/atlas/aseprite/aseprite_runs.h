/*
 * aseprite_runs.h - the frames of a sheet of Aseprite in runs, by their names
 *
 *     "hero (body) #walk 0", "hero (body) #walk 1"  ->  a run of two: title, layer, tag
 *
 * Knows names, and which layers and tags are listed. Which runs make a sprite, aseprite_documents.c
 * finds out, and whose the tags are, aseprite_tags.c.
 */
#ifndef ASEPRITE_RUNS_H
#define ASEPRITE_RUNS_H

#include "atlas/aseprite/aseprite_items.h"
#include "atlas/aseprite/aseprite_names.h"

/* Frames one after the other whose names count on. */
struct aseprite_run {
    size_t first, count;
    struct aseprite_name name; /* of the first */
    char *title, *layer;       /* "" for none */
    char *whole;               /* both, as they stand in the name */
    const char *tag;           /* whose frames these are; NULL: not said */
    uint32_t from;             /* of the tag */
    bool is_part;              /* other frames of the tag were left out; numbers count in the tag */
    bool marked;               /* "#" stands before it */
    bool plain;                /* none does, and still it was taken for a tag */
    bool names_tag;            /* the name of a tag is in it */
    bool unexplained;          /* which it cannot be, or be frames of */
    char before_tag;           /* the sign before it */
    char before_layer;         /* the sign before it: "(" also for "" in brackets */
    uint32_t item;
};

struct aseprite_runs {
    struct aseprite_run *items;
    size_t count, capacity;
    bool numbered_through; /* all do, and none begins again */
    bool ascending;        /* no number is as low as one before */
    bool ambiguous;        /* "#pose 1" may be a tag, or a frame of the tag "pose" */
};

/* What the numbers in names with a tag count: the frames of that tag ({tagframe}, or each tag
 * exported by itself), or those of the document ({frame}). Or words are of titles: there is no tag
 * in names but behind a "#", and no layer but in brackets. */
enum aseprite_counting { ASEPRITE_BY_TAG, ASEPRITE_BY_DOCUMENT, ASEPRITE_BY_TITLES };

/* May it stand between the parts of a name? */
bool aseprite_is_separator(char c);

void aseprite_runs_free(struct aseprite_runs *runs);

/* False without memory; to be freed in any case. */
bool aseprite_runs_find(const struct aseprite_sheet *sheet, struct aseprite_runs *runs);

/* Finds the title, the layer and the tag of each run, also a second time. False without memory. */
bool aseprite_runs_describe(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                            enum aseprite_counting counting);

/* Has each run with the name of a tag to do with that tag? */
bool aseprite_runs_are_explained(const struct aseprite_runs *runs);

/* May Aseprite itself have named all frames? */
bool aseprite_runs_are_own(const struct aseprite_runs *runs);

#endif
