/*
 * path_oracle.h - which pixels a move visits, straight from the definition
 */
#ifndef PATH_ORACLE_H
#define PATH_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

/* A fraction; one of denominator 0 is beyond all others. */
struct fraction {
    uint64_t over, under;
};

/* Below, at or above 0, as p is less than, equal to or more than q. */
int fraction_compare(struct fraction p, struct fraction q);

/* True if the move (width, height) comes to a place after x steps along x and y along y. The line
 * goes on behind its end. */
bool path_visits(uint64_t width, uint64_t height, uint64_t x, uint64_t y);

#endif
