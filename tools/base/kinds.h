/*
 * kinds.h - files that people keep art in and that are no PNGs: known, but not read
 *
 * By their endings they are counted where a folder has some; by their bytes they are told apart
 * where one of them was named, or is called .png all the same.
 */
#ifndef KINDS_H
#define KINDS_H

#include "base/error.h"
#include "base/numbers.h"

struct kind {
    const char *name;   /* "a JPEG" */
    const char *advice; /* on how to get PNGs from it */
};

/* Tells by the first KIND_BYTES of a file, or all when it has fewer; NULL: none that is known. */
enum { KIND_BYTES = 64 };
const struct kind *kind_by_beginning(const uint8_t *bytes, size_t size);

/* Tells by the whole file, with a NUL behind it, what its beginning does not. */
const struct kind *kind_by_all(const char *text, size_t size);

/* Says of a file of that path what it is. */
bool fail_kind(struct error *err, const struct kind *kind, const char *path);

/* How many files there are of each well-known ending. A zeroed one is empty. */
enum { KIND_ENDINGS = 33 };
struct kind_counts {
    size_t of[KIND_ENDINGS];
};

/* Is the name's ending one of them, however it is spelled? */
bool kind_has_ending(const char *name);

/* Counts a file whose name has such an ending. */
void kind_count(struct kind_counts *counts, const char *name);
size_t kind_count_all(const struct kind_counts *counts);

/* "9 .gif, 3 .webp": the most first, and then by the ending; "" for none. Returns `out`. */
enum { KIND_COUNTS_MAX = KIND_ENDINGS * (TEXT_COUNT_MAX + 12) };
const char *kind_counts_text(char out[KIND_COUNTS_MAX], const struct kind_counts *counts);

#endif
