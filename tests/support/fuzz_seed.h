/*
 * fuzz_seed.h - what tests try is where fuzzing begins
 *
 * The helpers that hand bytes to a reader call this. A run of the tests with HITMASK_SEEDS in
 * the environment, which names a folder, leaves those bytes in HITMASK_SEEDS/TARGET, a folder
 * that must be there; in any other run nothing happens.
 */
#ifndef FUZZ_SEED_H
#define FUZZ_SEED_H

#include <stddef.h>

void fuzz_seed(const char *target, const void *bytes, size_t size);

#endif
