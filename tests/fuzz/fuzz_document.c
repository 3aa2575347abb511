/*
 * fuzz_document.c - a text that is accepted as a JSON document can be baked, and comes back
 */
#include "formats/document.h"
#include "fuzz.h"
#include "whole.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { PIXELS_MAX = 1 << 20 };
    char *const text = fuzz_string(data, size);
    struct product product = {0};
    document_is_json(data, size);
    if (document_read(text, size, "x.json", PIXELS_MAX, &product))
        must_survive(&product, MADE_BY_US);
    product_free(&product);
    free(text);
    return 0;
}
