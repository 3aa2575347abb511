/*
 * fuzz_seed.c - what tests try is where fuzzing begins
 *
 * A file is named by its content, so that nothing is there twice. Big ones would slow the
 * fuzzers down, and of thousands that a test makes up the first ones will do.
 */
#include "support/fuzz_seed.h"

#include "system/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEED_SIZE_MAX = 16384, SEEDS_MAX = 400 };

void fuzz_seed(const char *target, const void *bytes, size_t size)
{
    static int count;
    const char *const folder = getenv("HITMASK_SEEDS");
    if (folder == NULL || size > SEED_SIZE_MAX || count >= SEEDS_MAX)
        return;
    const struct digest digest = digest_of(bytes, size);
    char path[1000];
    snprintf(path, sizeof path, "%s/%s/%016" PRIx64, folder, target, digest.low);
    FILE *const file = fopen(path, "wb");
    if (file == NULL)
        return;
    fwrite(bytes, 1, size, file);
    fclose(file);
    count++;
}
