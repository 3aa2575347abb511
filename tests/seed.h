/*
 * seed.h - what tests try is where fuzzing begins
 *
 * The helpers that hand bytes to a reader call this. A run of the tests with HITMASK_SEEDS in
 * the environment, which names a folder, leaves those bytes in HITMASK_SEEDS/TARGET, a folder
 * that must be there; in any other run nothing happens.
 */
#ifndef SEED_H
#define SEED_H

#include <stddef.h>

void seed(const char *target, const void *bytes, size_t size);

#endif
