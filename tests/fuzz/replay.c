/*
 * replay.c - runs a fuzz target once over each file that is named: for diagnostics, and for tests
 *
 * Knows nothing of fuzzers, and so any compiler builds it.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

/* In memory of just its size, so that a sanitizer sees a read past the end. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    REQUIRE(file != NULL);
    REQUIRE(fseek(file, 0, SEEK_END) == 0);
    const long end = ftell(file);
    REQUIRE(end >= 0);
    *size = (size_t)end;
    uint8_t *const bytes = malloc(*size + (*size == 0));
    REQUIRE(bytes != NULL);
    rewind(file);
    REQUIRE(fread(bytes, 1, *size, file) == *size);
    fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        size_t size;
        uint8_t *const bytes = read_file(argv[i], &size);
        fprintf(stderr, "%s\n", argv[i]);
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    return 0;
}
