/*
 * aseprite_items.h - which frames of a sheet of Aseprite belong together
 *
 *     names of frames -> runs: "hero (body) 0", "hero (body) 1" -> items: a layer of a document
 *
 * A sheet may hold several documents, and each of them by layers. A tag counts the frames of its
 * document, so it is an animation in each item of that. Whose the tags are, aseprite_tags.h finds
 * out. This file knows no JSON.
 */
#ifndef ASEPRITE_ITEMS_H
#define ASEPRITE_ITEMS_H

#include "base/error.h"

#include <stdint.h>

struct aseprite_tag {
    const char *name;
    uint32_t from, to;
    uint32_t document; /* is found */
    bool names_title;  /* is found: its name has the title of its document */
    uint64_t frames;   /* for the search: tells whether it has the same frames in another reading */
};

/* Frames in a row that are all of a tag, whose name they have. */
struct aseprite_part {
    const char *tag;
    uint32_t item, first, count; /* frames of the sheet */
    uint32_t from;               /* of the tag */
    uint32_t number;             /* of the first frame, in the tag */
    bool is_whole;               /* all frames of the tag are there */
};

/* Frame `frame` of the sheet is frame `number` of its document, in that item. */
struct aseprite_member {
    uint32_t item, number, frame;
    const struct aseprite_part *part; /* that it is in; NULL: none */
};

struct aseprite_item {
    char *title, *layer; /* "" when there are not several to choose from */
    uint32_t document;
    uint32_t base, next; /* the numbers of its first name, and after its last one */
    bool by_tags;        /* it has frames of some tags; others may not be in the sheet */
    bool by_itself;      /* it has frames of no tag */
    bool numbered;       /* the last one of these has a number */
    char before_layer;   /* the sign before its layer */
    char before_number;  /* and before its numbers, 'a' for all letters; '\0' without any */
    char before_tag;     /* and before its tags */
    size_t first, count; /* members */
};

struct aseprite_items {
    struct aseprite_member *members; /* by item, and by number in it */
    size_t member_count;
    struct aseprite_part *parts;
    size_t part_count;
    bool sparse; /* frames are missing in some items, and tags count them */
    bool base_is_unknown;
    bool unordered;  /* a run came before others of its item */
    uint32_t last;   /* the highest number of a frame that is there */
    uint32_t offset; /* what the number of a frame is less than in the only document */
    bool tagged;     /* names have names of tags */
    bool marked;     /* and a "#" before each */
    bool own_names;  /* Aseprite itself may have named the frames */
    bool mixed;      /* different signs stand before the numbers of an item, or before its tags */
    bool refused;    /* for what the sheet says, and not for want of memory */
    bool doubled;    /* frames of one number may be of two documents that are called like tags, or
                        like layers */
    struct aseprite_item *items;
    size_t item_count;
    uint32_t document_count;
};

/* The most runs, tags and layers that are compared with each other. */
enum { ASEPRITE_MOST = 1024 };

/* All that the sheet says. */
struct aseprite_sheet {
    const char *const *names; /* of the frames */
    size_t count;             /* of them, at least one */
    struct aseprite_tag *tags;
    size_t tag_count;
    uint32_t last_number;      /* the highest that a tag or a slice has */
    bool tags_count_all;       /* also frames that are not in the sheet */
    const char *const *layers; /* the names of layers, if they are listed */
    size_t layer_count;
};

void aseprite_items_free(struct aseprite_items *items);

struct aseprite_runs;

/* Makes ready for the items of so many runs. False without memory; to be freed in any case. */
bool aseprite_items_start(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs,
                          struct aseprite_items *out);

/* Makes the items of runs that are described, and numbers their frames. */
bool aseprite_items_make(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err);

/* Do the names have one pattern? All documents have titles, or none has. All layers of a document
 * are called in one way, and all have numbers, and tags, or none has. */
bool aseprite_items_are_alike(const struct aseprite_items *items);

/* Sorts the members, when their numbers have changed. */
void aseprite_items_sort(struct aseprite_items *items);

/* How often the tags begin a new document for sure. */
size_t aseprite_count_lists(const struct aseprite_sheet *sheet);

/* The frame of the sheet that has that number in an item, if there are several, the one whose name
 * has the tag; false when there is none. */
bool aseprite_items_frame(const struct aseprite_items *items, const struct aseprite_item *item,
                          uint32_t number, const char *tag, uint32_t *frame);

/* Has the item any frame of these numbers? */
bool aseprite_items_any(const struct aseprite_items *items, const struct aseprite_item *item,
                        uint32_t from, uint32_t to);

#endif
