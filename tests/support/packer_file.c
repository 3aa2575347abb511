/*
 * packer_file.c - files that must be there, and whole
 */
#include "support/cmocka_all.h"

#include "support/packer_file.h"

FILE *packer_begin(const char *path)
{
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    return file;
}

void packer_end(FILE *file)
{
    assert_int_equal(fclose(file), 0);
}

const char *truth(bool value)
{
    return value ? "true" : "false";
}
