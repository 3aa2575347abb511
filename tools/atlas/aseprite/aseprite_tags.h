/*
 * aseprite_tags.h - which document of a sheet of Aseprite each tag is of
 *
 * Knows items and their titles. Whether a sheet is of several documents at all,
 * aseprite_documents.c finds out.
 */
#ifndef ASEPRITE_TAGS_H
#define ASEPRITE_TAGS_H

#include "atlas/aseprite/aseprite_items.h"

/* How sure it is that a sheet has several documents, of whose titles some may look like tags. */
enum aseprite_certainty {
    ASEPRITE_IMPOSSIBLE,
    ASEPRITE_SEVERAL_WAYS, /* to share the tags out */
    ASEPRITE_ONE_WAY,
    ASEPRITE_SURE, /* the tags have the titles of their documents */
};

/* "hero #run" where no tag "run" is listed: --tagname-format, which changes the list alone. */
bool aseprite_is_unknown_tag(const char *title);

/* Shares the tags out among the documents, by their titles and frames. */
enum aseprite_certainty aseprite_tags_share_out(const struct aseprite_sheet *sheet,
                                                struct aseprite_items *items);

/* Remembers which frames the tags have in one reading of a sheet, and tells whether they have the
 * same in another one. */
void aseprite_tags_remember(const struct aseprite_sheet *sheet, const struct aseprite_items *items);
bool aseprite_tags_are_as_before(const struct aseprite_sheet *sheet,
                                 const struct aseprite_items *items);

/* Several documents may have tags of one name: the frames of each get the numbers of its own. */
void aseprite_tags_number(const struct aseprite_sheet *sheet, struct aseprite_items *items);

/* A tag that was exported alone still counts the frames of the whole document. */
void aseprite_tags_find_offset(const struct aseprite_sheet *sheet, struct aseprite_items *items);

#endif
