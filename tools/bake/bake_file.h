/*
 * bake_file.h - the files that go into a product: the input itself, companions, pages
 */
#ifndef BAKE_FILE_H
#define BAKE_FILE_H

#include "bake/bake_input.h"
#include "model/decode.h"

/* Reads an open file. */
typedef bool file_read(void *user, struct reader *reader, struct error *err);

/* Opens `path`, reads it, and leaves it among the product's files. */
bool bake_file(const char *path, const struct bake_rules *rules, struct product *out,
               file_read *read, void *user, struct error *err);

/* Decodes the picture of that path; as a sheet if it is to be cut up. */
bool bake_decode(struct reader *reader, const char *path, const struct solid_rule *rule,
                 const struct bake_rules *rules, bool sheet, struct product *out,
                 struct decoded *picture, struct error *err);

/* Warns of a picture that is animated. */
void bake_warn_animated(const char *path, const struct decoded *picture, struct product *out);

/* If the input has a companion, puts that in the picture's place. What is wrong with it goes to
 * the diagnostics, as it is about another file. */
bool bake_mask(const struct input *input, const struct bake_rules *rules, bool sheet,
               struct decoded *picture, struct product *out);

#endif
