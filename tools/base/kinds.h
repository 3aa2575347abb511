/*
 * kinds.h - recognizes files of art that hitmask cannot read (a JPEG, a BMP), so that messages name
 * them
 *
 * In folders they are counted by their endings. An input is recognized by its bytes, whatever its
 * name says.
 */
#ifndef KINDS_H
#define KINDS_H

#include "base/error.h"
#include "base/text.h"

struct kind {
    const char *name;   /* "a JPEG" */
    const char *advice; /* on how to get PNGs from it */
};

/* Recognises a file by its first KIND_BYTES, or all if it has fewer; NULL: no known kind. */
enum { KIND_BYTES = 512 };
const struct kind *kind_by_beginning(const uint8_t *bytes, size_t size);

/* Recognises other kinds by the whole file, which has a NUL behind it. */
const struct kind *kind_by_all(const char *text, size_t size);

/* Fails for a file of that path with its kind and the advice. */
bool fail_kind(struct error *err, const struct kind *kind, const char *path);
/* Fails for a file that must be a picture that hitmask reads, as the page of an atlas must. */
bool fail_kind_of_page(struct error *err, const struct kind *kind);

/* The number of files with each ending. A zeroed one is empty. */
enum { KIND_ENDINGS = 26 };
struct kind_counts {
    size_t of[KIND_ENDINGS];
};

/* True if the name has one of these endings, in upper or lower case. */
bool kind_has_ending(const char *name);

/* Counts a file whose name has such an ending. */
void kind_count(struct kind_counts *counts, const char *name);
size_t kind_count_all(const struct kind_counts *counts);

/* "9 .jpg, 3 .psd": the most first, and then by the ending; "" for none. Returns `out`. */
enum { KIND_COUNTS_MAX = KIND_ENDINGS * (TEXT_COUNT_MAX + 12) };
const char *kind_counts_text(char out[KIND_COUNTS_MAX], const struct kind_counts *counts);

#endif
