/*
 * map_oracle.h - sprites through a map, one pixel at a time, and maps at random
 *
 * Every solid pixel's centre is taken across by the stored numbers, in integers that are wide
 * enough for all of them.
 */
#ifndef MAP_ORACLE_H
#define MAP_ORACLE_H

#include "runtime/oracle.h"

#include <hitmask_transform.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef __int128 wide;

enum { ONE = 1 << 16 };

/* The pixel in which the centre of pixel (x, y) lands. */
void oracle_take(const hm_transform *t, int32_t x, int32_t y, wide *u, wide *v);

/* True if (x, y) is a solid pixel. */
bool oracle_lands(const struct subject *subject, wide x, wide y);

/* The number of contact pixels of `a`, and the first of them; `first` is not changed when there is
 * none. */
uint64_t oracle_map_area(struct subject *a, const struct subject *b, const hm_affine *map,
                         hm_point *first);

/* The map after a move of `a` by (x, y) in its own pixels, in 16.16. False when one of both is out
 * of range. */
bool oracle_move(const hm_affine *map, int64_t x, int64_t y, hm_affine *out);

/* The number of contact pixels after such a move. */
int64_t oracle_area_after(struct subject *a, const struct subject *b, const hm_affine *map,
                          int64_t x, int64_t y);

/* by * i / n to the nearest, halves away from zero: where a sweep is after i of n steps. */
int64_t oracle_share(int64_t by, int64_t i, int64_t n);

/* A turn and a scale, a shear, a mirror or anything, so that the sprites meet or nearly do. */
void random_map(uint64_t *random, const struct subject *a, const struct subject *b, hm_affine *out);

/* Nothing says that the two ways of a map fit each other, or that either can be undone. */
void random_unfit_map(uint64_t *random, const struct subject *a, const struct subject *b,
                      hm_affine *out);

#endif

#endif
