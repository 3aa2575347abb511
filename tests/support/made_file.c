/*
 * made_file.c - files in the making
 */
#include "support/made_file.h"

#include "support/require.h"

#include <stdlib.h>
#include <string.h>

void made_free(struct made_file *file)
{
    free(file->bytes);
    *file = (struct made_file){0};
}

void made_put(struct made_file *file, const void *bytes, size_t size)
{
    if (file->size + size > file->capacity) {
        file->capacity = 2 * (file->size + size);
        file->bytes = realloc(file->bytes, file->capacity);
        REQUIRE(file->bytes != NULL);
    }
    if (size > 0)
        memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

void made_put_low(struct made_file *file, unsigned size, uint32_t number)
{
    for (unsigned i = 0; i < size; i++)
        made_put(file, &(uint8_t){(uint8_t)(number >> 8 * i)}, 1);
}

void made_put_high(struct made_file *file, unsigned size, uint32_t number)
{
    for (unsigned i = size; i-- > 0;)
        made_put(file, &(uint8_t){(uint8_t)(number >> 8 * i)}, 1);
}
