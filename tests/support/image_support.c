/*
 * image_support.c - pictures in tests
 */
#include "support/cmocka_all.h"

#include "support/image_support.h"

#include "support/fuzz_seed.h"

#include <stdlib.h>
#include <string.h>

/* The fuzzer's first byte says how a file is read. */
static void seed(const uint8_t *bytes, size_t size)
{
    uint8_t *const all = malloc(size + 1);
    assert_non_null(all);
    all[0] = 1;
    memcpy(all + 1, bytes, size);
    fuzz_seed("image", all, size + 1);
    free(all);
}

bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                struct image *out, struct error *err)
{
    uint8_t *const copy = malloc(size + (size == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    seed(bytes, size);
    const bool is_png = size > 0 && memcmp(copy, "\x89PNG", size < 4 ? size : 4) == 0;
    const struct image_kind *const kind = is_png ? &image_apng : image_kind_of(copy, size);
    *out = (struct image){0};
    if (kind == NULL)
        strcpy(err->text, "no kind");
    const bool ok = kind != NULL && kind->read(copy, size, rules, out, err);
    free(copy);
    return ok;
}
