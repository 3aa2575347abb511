/*
 * planes.h - the planes of a still picture, decoded at once: for tests, fuzzers and benchmarks
 */
#ifndef PLANES_H
#define PLANES_H

#include "picture/image.h"

#include <string.h>

struct planes_limits {
    uint64_t max_pixels;
    enum decoder decoder;
};

struct planes_taken {
    struct decoded *out;
    size_t count;
};

static inline bool planes_take(void *user, const struct image *image, struct decoded *planes,
                               struct error *err)
{
    const struct planes_taken *const taken = user;
    (void)image;
    (void)err;
    memcpy(taken->out, planes, taken->count * sizeof *planes);
    memset(planes, 0, taken->count * sizeof *planes);
    return true;
}

/* The first frame by `count` rules, also with the bits of their keys; to be freed. */
static inline bool decode_sheet(struct reader *reader, const struct solid_rule *rules, size_t count,
                                struct planes_limits how, struct decoded *out, struct error *err)
{
    struct budget budget = {.most = how.max_pixels};
    struct planes_taken taken = {out, count};
    const struct decode_order order = {.rules = rules,
                                       .count = count,
                                       .decoder = how.decoder,
                                       .budget = &budget,
                                       .first = true,
                                       .take = planes_take,
                                       .user = &taken};
    struct image image;
    memset(out, 0, count * sizeof *out);
    const bool ok = decode_picture(reader, &order, &image, err);
    image_free(&image);
    return ok;
}

/* The first frame by one rule. */
static inline bool decode_alone(struct reader *reader, const struct solid_rule *rule,
                                struct planes_limits how, struct decoded *out, struct error *err)
{
    return decode_sheet(reader, rule, 1, how, out, err);
}

#endif
