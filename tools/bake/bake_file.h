/*
 * bake_file.h - the files that go into a product: the input itself, its companion, pages
 */
#ifndef BAKE_FILE_H
#define BAKE_FILE_H

#include "bake/bake_input.h"
#include "picture/decode.h"

/* The input that is baked, and its product. */
struct bake_job {
    const struct input *input;
    const struct bake_rules *rules;
    struct product *out;
};

/* Reads an open file. */
typedef bool file_read(void *user, struct reader *reader, struct error *err);

/* Opens `path`, reads it, and adds it to the product's files. */
bool bake_file(const struct bake_job *job, const char *path, file_read *read, void *user,
               struct error *err);

/* Decodes the picture of that path, of any kind; as a sheet if it is to be cut up. Of an animation
 * all frames are decoded, one below the other; then `image` tells of them, without its pixels, and
 * is to be freed. Else it has no frame. */
bool bake_decode(const struct bake_job *job, struct reader *reader, const char *path,
                 const struct solid_rule *rule, bool sheet, struct decoded *picture,
                 struct image *image, struct error *err);

/* Decodes the page of an atlas by each of the rules. Only the first frame of an animation counts,
 * which is a warning. */
bool bake_decode_page(const struct bake_job *job, struct reader *reader, const char *path,
                      const struct solid_rule *rules, size_t count, struct decoded *pictures,
                      struct error *err);

/* If the input has a companion, decodes that in the place of the picture, which has so many frames
 * (0: it is one). Its errors go to the diagnostics, because they are about another file. */
bool bake_mask(const struct bake_job *job, bool sheet, uint32_t frames, struct decoded *picture);

#endif
