/*
 * aseprite_documents.h - the documents in a sheet of Aseprite
 *
 *     names of frames, and tags in a row -> items, and the document of each tag
 *
 * What is said nowhere is found out only where there is no other way to read it; else it is an
 * error. This file knows no JSON.
 */
#ifndef ASEPRITE_DOCUMENTS_H
#define ASEPRITE_DOCUMENTS_H

#include "atlas/aseprite/aseprite_items.h"

/* Finds the items and the documents of the tags. `out` is to be freed when it succeeds. */
bool aseprite_documents_find(const struct aseprite_sheet *sheet, struct aseprite_items *out,
                             struct error *err);

#endif
